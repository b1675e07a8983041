//! `new`: makes a book to start from, or of a rulebook in plain Markdown, or copies a template to change.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};

use super::books;
use super::starters::{self, STARTERS};
use padma_book::load::{Session, display_path};
use padma_book::plain::{self, PlainFigure};
use padma_book::world;
use padma_site::start::{self, Starter, Templates};
use padma_text::diag::{Code, Diagnostic};

#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// The folder to create, whose last part names the book; with --template, a book
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// The game whose book in the gallery it starts from
    #[arg(long, value_name = "NAME", default_value = "chess", value_parser = PossibleValuesParser::new(starters::words()))]
    like: String,
    /// Make the book of this rulebook in plain Markdown, with the rules of the game alone
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "template")]
    from: Option<PathBuf>,
    /// Copy a built-in template into the book's folder `templates` instead, for you to change
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Templates::names()), conflicts_with = "like")]
    template: Option<String>,
}

pub(crate) fn new(args: &NewArgs, session: &mut Session) -> Option<String> {
    // The parser of the command line knows no other words.
    let starter = starters::starter(&args.like).unwrap_or(&STARTERS[0]);
    if let Some(file) = &args.from {
        return book_from(&args.folder, file, starter, session);
    }
    let message = match &args.template {
        None => book(&args.folder, starter, session),
        Some(name) => template(&args.folder, name, &session.content),
    };
    session.diagnostics.accept(message)
}

/// Makes a book; returns the message to its author.
fn book(
    folder: &Path,
    starter: &Starter,
    session: &mut Session,
) -> Result<String, Box<Diagnostic>> {
    world::check_vacant(folder).map_err(|error| world::write_complaint(folder, &error))?;
    let name = free_name(folder, session)?;
    world::write_new_files(folder, &start::book(&name, starter))
        .map_err(|(path, error)| world::write_complaint(&path, &error))?;
    let folder = shell_word(&display_path(folder));
    Ok(format!(
        "made `{name}`, a small book to start from. Next:\n  \
         padma check {folder}    to check what it says against its rules\n  \
         padma build {folder}    to write it to output/{name}/index.html\n"
    ))
}

/// Makes a book in a folder of the rulebook in a file; returns the list for its author.
fn book_from(
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
    let mut texts = start::rules(&name, starter);
    let (_, rules) = texts
        .iter()
        .find(|(path, _)| *path == format!("{name}.toml"))?;
    let rules = sources.add("<rules>", rules.as_str());
    let variant = library.load_unwritten(&name, rules, sources, diagnostics)?;
    let text = sources.get(id).text().to_string();
    let variant = &library.variants.rules(variant).variant;
    let book = plain::read(&path, &text, variant, sources);
    texts.extend(start::plain_pages(&name, &book));
    let texts = texts
        .into_iter()
        .map(|(path, text)| (path, text.into_bytes()));
    let mut files: Vec<(String, Vec<u8>)> = texts.collect();
    let beside = file
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    for path in &book.files {
        // A check of the book says which links lead nowhere.
        let bytes = world::read_bytes(world::MAX_FILE, beside.unwrap_or(Path::new(".")), path);
        if files.iter().all(|(taken, _)| taken != path) {
            files.extend(bytes.ok().map(|bytes| (path.clone(), bytes)));
        }
    }
    let written = world::write_new_files(folder, &files)
        .map_err(|(path, error)| Box::new(world::write_complaint(&path, &error)));
    diagnostics.accept(written)?;

    let mut text = format!(
        "made `{name}` of {path}, with the rules of {}:\n",
        starter.word
    );
    for page in book.pages {
        text += format!("  {}  {}", page.path, page.title).trim_end();
        text += "\n";
    }
    let (read, left): (Vec<_>, Vec<_>) = book.figures.iter().partition(|it| it.read.is_ok());
    for (title, figures) in [
        ("Diagrams made of figures", read),
        ("Figures left as they are", left),
    ] {
        let line = |figure: &&PlainFigure| {
            let says = figure
                .read
                .clone()
                .unwrap_or_else(|flaw| flaw.on_one_line());
            format!("\n  {}  {says}", sources.place(figure.span))
        };
        if !figures.is_empty() {
            text += &format!(
                "\n{title}:{}\n",
                figures.iter().map(line).collect::<String>()
            );
        }
    }
    let shown = shell_word(&display_path(folder));
    Some(
        text + &format!(
            "\nTo do:\n  change the rules that are different in your game, in {name}.toml\n  \
         padma check {shown}    to check the book\n  \
         padma propose {shown}    to see a claim for each fact of its prose\n"
        ),
    )
}

/// Returns the name of a book in this folder; no variant may have it yet.
fn free_name(folder: &Path, session: &mut Session) -> Result<String, Box<Diagnostic>> {
    // Only the canonical form of a path such as `.` has a name.
    let canonical = if folder.file_name().is_none() {
        folder.canonicalize().ok()
    } else {
        None
    };
    let last = canonical
        .as_deref()
        .unwrap_or(folder)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let id = session.sources.add("<dir>", last.as_ref());
    let at = session.sources.whole(id);
    if !start::is_name(&last) {
        let complaint = Diagnostic::error(
            Code::WrongValue,
            format!("`{last}` cannot be a book's name"),
        )
        .at(
            at,
            "expected a lower-case letter, then letters, digits and hyphens, and not `book`",
        );
        let near = start::nearest_name(&last).map(|near| format!("did you mean `{near}`?"));
        return Err(Box::new(complaint.help_if(near)));
    }
    if session.library.names().any(|name| name == last) {
        let content = session.content.display();
        let message = format!("there is already a variant `{last}` in `{content}`");
        let complaint = Diagnostic::error(Code::DoubledName, message)
            .at(at, "the new book's variant would have the same name")
            .help("choose another name: no two variants may share one");
        return Err(Box::new(complaint));
    }
    Ok(last.into_owned())
}

/// Copies a template into a book; returns the message to its author.
fn template(book: &Path, name: &str, content: &Path) -> Result<String, Box<Diagnostic>> {
    let book = books::find_book(book, content)?;
    let templates = book.join("templates");
    if world::leads_out(&book, &templates) {
        return Err(Box::new(world::write_complaint(
            &templates,
            &std::io::Error::other(world::OUTSIDE),
        )));
    }
    let path = templates.join(name);
    let text = Templates::text(name).unwrap_or_default();
    world::write_new(&path, text.as_bytes())
        .map_err(|error| world::write_complaint(&path, &error))?;
    Ok(format!(
        "made `{}`: edit it, and the book is built with it\n",
        display_path(&path)
    ))
}

/// Quotes a path for a shell, if needed.
fn shell_word(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/\\:._-~".contains(c);
    if path.chars().all(is_plain) {
        path.to_string()
    } else {
        format!("\"{path}\"")
    }
}
