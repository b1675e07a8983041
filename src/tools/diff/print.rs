//! Writes the differences as text for a terminal, as Markdown for a pull request, as JSON, and as
//! a single-file HTML page.

use serde_json::{Value as Json, json};

use super::change::{BookChange, BookChanges, Diff, DiffKind};
use super::picture::ChangePicture;
use padma_book::pages::ids::{anchor, anchor_of_part};
use padma_picture::backend::svg::{self, Outlines};
use padma_site::page::{Templates, escaped};
use padma_words::english;

/// Maximum size of the Markdown form, in bytes. Forges reject longer comments.
const MAX_MARKDOWN: usize = 60_000;

/// Groups the changes of a book by kind.
fn groups<'a>(book: &'a BookChanges<'_>) -> impl Iterator<Item = (DiffKind, Vec<&'a BookChange>)> {
    let changes_of = |kind: DiffKind| {
        book.changes
            .iter()
            .filter(|change| change.kind == kind)
            .collect::<Vec<_>>()
    };
    DiffKind::ALL
        .into_iter()
        .map(move |kind| (kind, changes_of(kind)))
        .filter(|(_, all)| !all.is_empty())
}

/// Indents lines and trims their ends.
fn indented(text: &str, indent: &str) -> String {
    text.lines()
        .map(|line| format!("{indent}{line}").trim_end().to_string() + "\n")
        .collect()
}

/// Writes the differences for a terminal.
pub fn human(diff: &Diff<'_>) -> String {
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
                    let text = indented(&picture.text(), "      ");
                    out += &format!("\n      {}:\n\n{text}\n", picture.caption);
                }
            }
        }
    }
    // Merges the empty lines below a picture and above a heading.
    while out.contains("\n\n\n") {
        out = out.replace("\n\n\n", "\n\n");
    }
    out.trim_end().to_string() + "\n"
}

/// Writes the differences for a pull request. If the text is too long for a comment, leaves out
/// first the pictures, and then all but the first changes of each kind.
pub fn markdown(diff: &Diff<'_>) -> String {
    let forms = [
        (true, usize::MAX),
        (false, usize::MAX),
        (false, 20),
        (false, 3),
    ];
    let mut text = String::new();
    for (pictures, limit) in forms {
        text = markdown_with(diff, pictures, limit);
        if text.len() <= MAX_MARKDOWN {
            break;
        }
    }
    text
}

fn markdown_with(diff: &Diff<'_>, pictures: bool, limit: usize) -> String {
    let [old, new] = diff.labels.each_ref().map(|label| escaped(label));
    let mut out = format!("## Rulebooks: {old} → {new}\n");
    if diff.books.is_empty() {
        out.push_str("\nNothing changed.\n");
    }
    for book in &diff.books {
        out += &format!(
            "\n### {}\n\n{}\n",
            escaped(&book.title),
            escape_prose(&book.summary())
        );
        for (kind, changes) in groups(book) {
            out += &format!("\n#### {}\n\n", kind.heading());
            for change in changes.iter().take(limit) {
                out += &format!("- {}\n", escape_prose(&change.says));
                if let Some(picture) = change.picture.as_ref().filter(|_| pictures) {
                    out += &format!(
                        "\n  <details><summary>{}</summary>\n\n  ```text\n",
                        escaped(&picture.caption)
                    );
                    out += &indented(&picture.text(), "  ");
                    out.push_str("  ```\n\n  </details>\n\n");
                }
            }
            if let Some(more) = changes.len().checked_sub(limit).filter(|more| *more > 0) {
                out += &format!("- and {more} more\n");
            }
        }
    }
    out
}

/// Escapes a sentence, except the code between backquotes.
fn escape_prose(says: &str) -> String {
    // A mention would notify a person.
    let prose = |text: &str| escaped(text).replace('@', "&#64;");
    let (mut out, mut rest) = (String::new(), says);
    while let Some((before, after)) = rest.split_once('`')
        && let Some((code, after)) = after.split_once('`')
    {
        out += &format!("{}`{code}`", prose(before));
        rest = after;
    }
    out + &prose(rest)
}

/// Writes the differences for programs.
pub fn json(diff: &Diff<'_>) -> String {
    let [old, new] = &diff.labels;
    let books: Vec<Json> = diff.books.iter().map(book).collect();
    let view =
        json!({"version": 1, "old": old, "new": new, "same": books.is_empty(), "books": books});
    format!("{view}\n")
}

fn book(book: &BookChanges<'_>) -> Json {
    json!({
        "book": book.name,
        "change": book.how.word(),
        "summary": book.summary(),
        "changes": book.changes.iter().map(change).collect::<Vec<_>>(),
    })
}

fn change(change: &BookChange) -> Json {
    let mut row = json!({
        "kind": change.kind.word(),
        "change": change.how.word(),
        "subject": change.subject,
        "says": change.says,
    });
    for (key, value) in &change.details {
        row[key] = value.clone();
    }
    row["picture"] = json!(change.picture.as_ref().map(ChangePicture::text));
    row
}

/// Writes the page for a browser, or returns the faults of its template.
pub fn page(diff: &Diff<'_>) -> Result<String, String> {
    let templates = Templates::new(&[], english()).map_err(|faults| {
        faults
            .into_iter()
            .map(|fault| fault.message)
            .collect::<Vec<_>>()
            .join("; ")
    })?;
    let [old, new] = &diff.labels;
    let mut outlines = Outlines::default();
    let books = diff.books.iter();
    let books: Vec<Json> = books.map(|book| section(book, &mut outlines)).collect();
    let colours = svg::theme_css();
    let view = json!({"old": old, "new": new, "colours": colours, "outlines": outlines.element(), "books": books});
    let page = templates.render("diff.html", &view);
    page.map_err(|fault| fault.message)
}

fn section(book: &BookChanges<'_>, outlines: &mut Outlines) -> Json {
    let groups = groups(book).map(|(kind, changes)| {
        let id = anchor_of_part(&anchor("book", &book.name), kind.word());
        let changes = changes
            .into_iter()
            .map(|change| entry(book, change, outlines));
        let changes: Vec<Json> = changes.collect();
        json!({"id": id, "heading": kind.heading(), "changes": changes})
    });
    let groups: Vec<Json> = groups.collect();
    json!({"id": anchor("book", &book.name), "title": book.title, "summary": book.summary(), "groups": groups})
}

fn entry(book: &BookChanges<'_>, change: &BookChange, outlines: &mut Outlines) -> Json {
    let picture = change.picture.as_ref().map(|picture| {
        let svg = picture.svg(&book.name, &book.fonts).place(outlines);
        json!({"caption": picture.caption, "svg": svg, "text": picture.text()})
    });
    json!({"how": change.how.word(), "says": change.says, "picture": picture})
}
