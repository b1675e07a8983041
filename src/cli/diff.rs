//! `diff`: what differs between two states of books, each a folder or a revision that git knows.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;

use super::ask;
use super::books::{self, JudgedBooks, judge_all};
use super::common::{
    BAD, Common, FAILED, GOOD, MAX_SHOWN, print, print_to_stderr, printable, refuse,
};
use padma_book::load::display_path;
use padma_book::world::{self, Checkout, Disk};
use padma_diff::BooksState;
use padma_text::diag::Diagnostic;
use padma_text::nearest;
use padma_variant::terminal;

#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    /// The old state: a folder of books, a book, or a git revision such as `main` or `HEAD~2`
    old: String,
    /// The new state, likewise; by default the content folder as it is now
    new: Option<String>,
    /// How to print the differences
    #[arg(long, default_value = "human", value_name = "FORMAT", value_parser = ask::name_parser(DiffFormat::ALL.map(DiffFormat::name), DiffFormat::from_name))]
    format: DiffFormat,
    /// The file to write to, instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

padma_text::named! {
    enum DiffFormat by name {
        Human "human",
        Markdown "markdown",
        Json "json",
        Html "html",
    }
}

/// What an argument names.
enum DiffTarget {
    /// A folder of books.
    Content(PathBuf),
    /// A book's folder.
    Book(PathBuf),
    /// Anything else: git decides whether it is a revision.
    Revision(String),
}

/// Prints the differences. The status is 1 if the books differ and 0 if they do not.
pub(crate) fn run(args: &DiffArgs, common: &Common) -> u8 {
    compare(args, common).unwrap_or_else(|why| refuse(&printable(&why)))
}

fn compare(args: &DiffArgs, common: &Common) -> Result<u8, String> {
    let [old, new] = sides(args, common)?;
    // A revision is read at the folder on the other side.
    let folder = [&old, &new].into_iter().find_map(|side| match side {
        DiffTarget::Revision(_) => None,
        DiffTarget::Content(folder) | DiffTarget::Book(folder) => Some(folder.clone()),
    });
    let is_book = [&old, &new]
        .iter()
        .any(|side| matches!(side, DiffTarget::Book(_)));
    let folder = folder.unwrap_or_else(|| common.content.clone());
    let old = DiffSide::read(&old, &folder, is_book, common)?;
    let new = DiffSide::read(&new, &folder, is_book, common)?;
    let has_errors = old.complain(common) | new.complain(common);
    let difference = padma_diff::between(&old.state, &new.state);
    let text = match args.format {
        DiffFormat::Human => printable(&padma_diff::human(&difference)),
        DiffFormat::Markdown => printable(&padma_diff::markdown(&difference)),
        DiffFormat::Json => padma_diff::json(&difference),
        DiffFormat::Html => padma_diff::page(&difference)?,
    };
    let printed = match &args.output {
        None => print(&text),
        Some(path) => {
            let written = world::write(path, text.as_bytes(), Disk::PLAIN);
            written.map_err(|error| world::write_complaint(path, &error).message)?;
            GOOD
        }
    };
    let differs = if difference.books.is_empty() {
        GOOD
    } else {
        FAILED
    };
    Ok(printed
        .max(differs)
        .max(if has_errors { BAD } else { GOOD }))
}

/// Resolves the two arguments. If one is a book and the other a folder of books, the book of the
/// same name in that folder is meant.
fn sides(args: &DiffArgs, common: &Common) -> Result<[DiffTarget; 2], String> {
    let content = &common.content;
    let old = target_of(&args.old, content);
    let new = match (&args.new, &old) {
        (Some(word), _) => target_of(word, content),
        (None, DiffTarget::Book(book)) => {
            let book = display_path(book);
            return Err(format!(
                "expected a second state to compare the book `{book}` with; `padma diff HEAD {book}` shows how it has changed"
            ));
        }
        (None, _) => DiffTarget::Content(content.clone()),
    };
    let book_in = |folder: &Path, book: &Path| -> Result<DiffTarget, String> {
        let same_book = folder.join(
            book.canonicalize()
                .ok()
                .as_deref()
                .unwrap_or(book)
                .file_name()
                .unwrap_or_default(),
        );
        match same_book.join("book.toml").is_file() {
            true => Ok(DiffTarget::Book(same_book)),
            false => Err(format!("there is no book `{}`", display_path(&same_book))),
        }
    };
    Ok(match (old, new) {
        (DiffTarget::Content(folder), DiffTarget::Book(book)) => {
            [book_in(&folder, &book)?, DiffTarget::Book(book)]
        }
        (DiffTarget::Book(book), DiffTarget::Content(folder)) => {
            let new = book_in(&folder, &book)?;
            [DiffTarget::Book(book), new]
        }
        sides => sides.into(),
    })
}

fn target_of(word: &str, content: &Path) -> DiffTarget {
    let path = Path::new(word);
    match books::find_book(path, content) {
        Ok(book) => DiffTarget::Book(book),
        Err(_) if path.is_dir() => DiffTarget::Content(path.to_path_buf()),
        Err(_) => DiffTarget::Revision(word.to_string()),
    }
}

/// One state of the books, and for a revision its checked-out files, which are removed on drop.
struct DiffSide {
    state: BooksState,
    checkout: Option<Checkout>,
}

impl DiffSide {
    /// Reads and judges a side; `folder_now` is the folder to read at a revision.
    fn read(
        target: &DiffTarget,
        folder_now: &Path,
        is_book: bool,
        common: &Common,
    ) -> Result<DiffSide, String> {
        let content_of = |book: &Path| match book.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
            _ => PathBuf::from("."),
        };
        let (label, folder, checkout) = match target {
            DiffTarget::Content(folder) | DiffTarget::Book(folder) => {
                (display_path(folder), folder.clone(), None)
            }
            DiffTarget::Revision(revision) => {
                // A path such as `.` has no name.
                let canonical = folder_now.canonicalize().ok().filter(|_| is_book);
                let folder_now = canonical.unwrap_or_else(|| folder_now.to_path_buf());
                // A book's variants may extend those of the books beside it.
                let around = if is_book {
                    content_of(&folder_now)
                } else {
                    folder_now.clone()
                };
                let temporary = std::env::temp_dir();
                let (checkout, book) = match world::checkout(revision, &around, &temporary) {
                    Ok(checkout) => (checkout, folder_now.file_name().filter(|_| is_book)),
                    Err(_) if is_book => {
                        (world::checkout(revision, &folder_now, &temporary)?, None)
                    }
                    Err(why) => return Err(explain_failure(why, revision, &folder_now)),
                };
                let folder = book.map_or_else(
                    || checkout.folder.clone(),
                    |book| checkout.folder.join(book),
                );
                (revision.clone(), folder, Some(checkout))
            }
        };
        let (content, books) = match is_book {
            true => (content_of(&folder), vec![folder]),
            false => (folder, Vec::new()),
        };
        let JudgedBooks {
            mut session,
            folders,
            books,
        } = judge_all(&books, &common.with_content(content));
        session.diagnostics.sort();
        let books = folders.into_iter().zip(books).collect();
        Ok(DiffSide {
            state: BooksState {
                label,
                session,
                is_book,
                books,
            },
            checkout,
        })
    }

    /// Prints the errors, except failing claims, and returns whether there are any.
    fn complain(&self, common: &Common) -> bool {
        let colours = common.colours(std::io::stderr().is_terminal());
        let BooksState { label, session, .. } = &self.state;
        let errors = session
            .diagnostics
            .only_errors()
            .filter(|error| !error.code.is_verdict());
        let errors: Vec<&Diagnostic> = errors.collect();
        for error in errors.iter().take(MAX_SHOWN) {
            let mut text = terminal::render(error, &session.sources, colours);
            if let Some(checkout) = &self.checkout {
                text = text.replace(&display_path(&checkout.folder), &format!("{label}:"));
                text = text.replace(&format!("{label}:/"), &format!("{label}:"));
            }
            print_to_stderr(&text);
        }
        if errors.len() > MAX_SHOWN {
            print_to_stderr(&format!("and {} more", errors.len() - MAX_SHOWN));
        }
        !errors.is_empty()
    }
}

/// Explains why an argument cannot be a revision, if it may have been meant as a folder.
fn explain_failure(why: String, word: &str, content: &Path) -> String {
    if !why.contains("knows no revision") {
        return why;
    }
    let books = world::books(content).unwrap_or_default();
    let near = nearest(
        word,
        books.iter().map(String::as_str).chain(content.to_str()),
    );
    let near = near
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    let content = display_path(content);
    format!(
        "{why}\n  help: there is no folder `{word}` either, nor a book of that name in `{content}`{near}"
    )
}
