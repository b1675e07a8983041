//! `new --from`: makes a book of a rulebook in plain Markdown, and lists what is to be done.

use std::path::Path;

use super::new::{free_name, shell_word};
use padma_book::load::{Session, display_path};
use padma_book::{plain, world};
use padma_site::start::{self, Starter};
use padma_text::diag::Diagnostic;

/// The maximum number of mistakes listed.
const MAX_LISTED: usize = 20;

/// Makes a book in a folder of the rulebook in a file; returns the list for its author.
pub(super) fn book_from(
    folder: &Path,
    file: &Path,
    starter: &Starter,
    session: &mut Session,
) -> Option<String> {
    let vacant = world::check_vacant(folder);
    let vacant = vacant.map_err(|error| Box::new(world::write_complaint(folder, &error)));
    session.diagnostics.accept(vacant)?;
    let name = free_name(folder, session);
    let name = session.diagnostics.accept(name)?;
    let Session {
        sources,
        diagnostics,
        library,
        ..
    } = session;
    let path = display_path(file);
    let id = world::read(file, &path, sources, diagnostics)?;
    let rules = start::variant(&name, starter);
    let rules_id = sources.add(&rules.0, &rules.1);
    let variant = library.load_unwritten(&name, rules_id, sources, diagnostics)?;
    let text = sources.get(id).text().to_string();
    let book = plain::read(
        &path,
        &text,
        &library.variants.rules(variant).variant,
        sources,
    );

    let texts = [rules].into_iter().chain(start::plain_book(&name, &book));
    let mut files: Vec<(String, Vec<u8>)> = texts
        .map(|(path, text)| (path, text.into_bytes()))
        .collect();
    let beside = file
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    for path in book.files {
        // A check of the book says which links lead nowhere.
        let bytes = world::read_bytes(world::MAX_FILE, beside.unwrap_or(Path::new(".")), &path);
        if files.iter().all(|(taken, _)| *taken != path) {
            files.extend(bytes.ok().map(|bytes| (path, bytes)));
        }
    }
    let written = world::write_new_files(folder, &files)
        .map_err(|(path, error)| Box::new(world::write_complaint(&path, &error)));
    diagnostics.accept(written)?;

    let (mut read, mut left) = (Vec::new(), Vec::new());
    for figure in book.figures {
        let place = sources.place(figure.span);
        match figure.read {
            Ok(id) => read.push((place, id)),
            Err(flaw) => left.push((place, flaw.on_one_line())),
        }
    }
    let pages = book
        .pages
        .into_iter()
        .map(|page| (page.path, page.title))
        .collect();
    let shown = shell_word(&display_path(folder));
    let to_do = [
        (
            format!("{name}.toml"),
            "change the rules that are different in your game",
        ),
        (format!("padma check {shown}"), "check the book"),
        (
            format!("padma propose {shown}"),
            "see which claim is proposed for each fact of its prose",
        ),
    ];
    Some(
        [
            list(
                &format!(
                    "made `{name}` of {path}, with the rules of {}",
                    starter.word
                ),
                pages,
            ),
            list("\nDiagrams made of figures", read),
            list("\nFigures left as they are", left),
            list("\nMistakes in the book", mistakes(folder, &session.content)),
            list(
                "\nTo do",
                to_do.map(|(what, why)| (what, why.to_string())).to_vec(),
            ),
        ]
        .concat(),
    )
}

/// Returns the mistakes that a check finds in a new book, with their places.
fn mistakes(folder: &Path, content: &Path) -> Vec<(String, String)> {
    let mut made = Session::new(content, &[folder.to_path_buf()]);
    made.check(folder);
    made.diagnostics.sort();
    let place = |error: &Diagnostic| error.span().map(|span| made.sources.place(span));
    let errors = made.diagnostics.only_errors();
    let lines = errors.map(|error| (place(error).unwrap_or_default(), error.on_one_line()));
    let mut lines: Vec<(String, String)> = lines.collect();
    let more = lines.len().saturating_sub(MAX_LISTED);
    lines.truncate(MAX_LISTED);
    lines.extend((more > 0).then(|| (format!("and {more} more"), String::new())));
    lines
}

/// Lists lines of two columns under a title; nothing if there are none.
fn list(title: &str, lines: Vec<(String, String)>) -> String {
    let width = lines.iter().map(|(first, _)| first.chars().count()).max();
    let Some(width) = width else {
        return String::new();
    };
    let line = |(first, second): &(String, String)| format!("\n  {first:width$}  {second}");
    let lines = lines.iter().map(|both| line(both).trim_end().to_string());
    format!("{title}:{}\n", lines.collect::<String>())
}
