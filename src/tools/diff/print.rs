//! Writes the differences as text for a terminal, as Markdown for a pull request, as JSON, and as
//! a single-file HTML page.

use serde_json::{Map, Value as Json, json};

use super::change::{BookChange, BookChanges, Diff, DiffKind};
use padma_picture::backend::svg;
use padma_picture::scene::Themes;
use padma_site::page::{Templates, escaped};

/// Maximum size of the Markdown form, in bytes: forges accept no longer comments.
const MOST_MARKDOWN: usize = 60_000;

/// Groups the changes of a book by kind.
fn groups(book: &BookChanges) -> impl Iterator<Item = (DiffKind, Vec<&BookChange>)> {
    let of = |kind: DiffKind| {
        book.changes
            .iter()
            .filter(|change| change.kind == kind)
            .collect::<Vec<_>>()
    };
    DiffKind::ALL
        .into_iter()
        .map(move |kind| (kind, of(kind)))
        .filter(|(_, all)| !all.is_empty())
}

/// Indents lines and trims their ends.
fn indented(text: &str, indent: &str) -> String {
    text.lines()
        .map(|line| format!("{indent}{line}").trim_end().to_string() + "\n")
        .collect()
}

/// Writes the differences for a terminal.
pub fn human(diff: &Diff) -> String {
    let [old, new] = &diff.labels;
    let mut out = format!("From {old} to {new}:\n");
    if diff.books.is_empty() {
        out.push_str("\nNothing changed.\n");
    }
    for book in &diff.books {
        out += &format!("\n{}: {}\n", book.name, book.summary());
        for (kind, changes) in groups(book) {
            out += &format!("\n  {}\n", kind.heading());
            for change in changes {
                out += &format!("    {}\n", change.says);
                if let Some(picture) = &change.picture {
                    let text = indented(&picture.text, "      ");
                    out += &format!("\n      {}:\n\n{text}\n", picture.caption);
                }
            }
        }
    }
    // An empty line below a picture and one above a heading become one.
    while out.contains("\n\n\n") {
        out = out.replace("\n\n\n", "\n\n");
    }
    out.trim_end().to_string() + "\n"
}

/// Writes the differences for a pull request. If the text is too long for a comment, it first
/// leaves out the pictures, and then the later ones of many changes.
pub fn markdown(diff: &Diff) -> String {
    let forms = [
        (true, usize::MAX),
        (false, usize::MAX),
        (false, 20),
        (false, 3),
    ];
    let mut text = String::new();
    for (pictures, most) in forms {
        text = markdown_with(diff, pictures, most);
        if text.len() <= MOST_MARKDOWN {
            break;
        }
    }
    text
}

fn markdown_with(diff: &Diff, pictures: bool, most: usize) -> String {
    let [old, new] = diff.labels.each_ref().map(|label| escaped(label));
    let mut out = format!("## Rulebooks: {old} → {new}\n");
    if diff.books.is_empty() {
        out.push_str("\nNothing changed.\n");
    }
    for book in &diff.books {
        out += &format!(
            "\n### {}\n\n{}\n",
            escaped(&book.title),
            words(&book.summary())
        );
        for (kind, changes) in groups(book) {
            out += &format!("\n#### {}\n\n", kind.heading());
            for change in changes.iter().take(most) {
                out += &format!("- {}\n", words(&change.says));
                if let Some(picture) = change.picture.as_ref().filter(|_| pictures) {
                    out += &format!(
                        "\n  <details><summary>{}</summary>\n\n  ```text\n",
                        escaped(&picture.caption)
                    );
                    out += &indented(&picture.text, "  ");
                    out.push_str("  ```\n\n  </details>\n\n");
                }
            }
            if let Some(more) = changes.len().checked_sub(most).filter(|more| *more > 0) {
                out += &format!("- and {more} more\n");
            }
        }
    }
    out
}

/// Writes a sentence in which words between backquotes are code.
fn words(says: &str) -> String {
    let parts = says.split('`').enumerate();
    // Every second part is between backquotes, except a last one that is not closed.
    let last = says.matches('`').count();
    parts
        .map(|(index, part)| match index % 2 == 1 && index < last {
            true => format!("`{part}`"),
            false if index > 0 && index % 2 == 1 => format!("\\`{}", inner(part)),
            false => inner(part),
        })
        .collect()
}

/// Writes words in the middle of a line, keeping the spaces around them.
fn inner(part: &str) -> String {
    let blank = |is: bool| if is { " " } else { "" };
    let before = blank(part.starts_with(' '));
    let after = blank(part.trim() != part && part.ends_with(' ') && !part.trim().is_empty());
    // A mention would notify a person.
    let text = escaped(part.trim()).replace('@', "&#64;");
    format!("{before}{text}{after}")
}

/// Writes the differences for programs.
pub fn json(diff: &Diff) -> String {
    let [old, new] = &diff.labels;
    let books: Vec<Json> = diff.books.iter().map(book).collect();
    let view =
        json!({"version": 1, "old": old, "new": new, "same": books.is_empty(), "books": books});
    format!("{view}\n")
}

fn book(book: &BookChanges) -> Json {
    json!({
        "book": book.name,
        "change": book.how.word(),
        "summary": book.summary(),
        "changes": book.changes.iter().map(change).collect::<Vec<_>>(),
    })
}

fn change(change: &BookChange) -> Json {
    let BookChange {
        kind,
        how,
        subject,
        says,
        details,
        picture,
    } = change;
    let mut row = Map::new();
    row.insert("kind".to_string(), json!(kind.word()));
    row.insert("change".to_string(), json!(how.word()));
    row.insert("subject".to_string(), json!(subject));
    row.insert("says".to_string(), json!(says));
    row.extend(
        details
            .iter()
            .map(|(key, value)| (key.clone(), value.clone())),
    );
    row.insert(
        "picture".to_string(),
        json!(picture.as_ref().map(|picture| &picture.text)),
    );
    Json::Object(row)
}

/// Writes the page for a browser, or returns the faults of its template.
pub fn page(diff: &Diff) -> Result<String, String> {
    let templates = Templates::new(&[]).map_err(|faults| {
        faults
            .into_iter()
            .map(|fault| fault.message)
            .collect::<Vec<_>>()
            .join("; ")
    })?;
    let [old, new] = &diff.labels;
    let books: Vec<Json> = diff.books.iter().map(section).collect();
    let colours = svg::theme_css(&Themes::BUILT_IN);
    let view = json!({"old": old, "new": new, "colours": colours, "books": books});
    templates
        .render("diff.html", &view)
        .map_err(|fault| fault.message)
}

fn section(book: &BookChanges) -> Json {
    let groups = groups(book).map(|(kind, changes)| {
        let id = format!("{}-{}", book.name, kind.word());
        let changes: Vec<Json> = changes.into_iter().map(entry).collect();
        json!({"id": id, "heading": kind.heading(), "changes": changes})
    });
    let groups: Vec<Json> = groups.collect();
    json!({"name": book.name, "title": book.title, "summary": book.summary(), "groups": groups})
}

fn entry(change: &BookChange) -> Json {
    let BookChange {
        how, says, picture, ..
    } = change;
    let picture = picture.as_ref();
    let picture = picture.map(
        |picture| json!({"caption": picture.caption, "svg": picture.svg, "text": picture.text}),
    );
    json!({"how": how.word(), "says": says, "picture": picture})
}
