//! What all commands share: where books are, when colours are used, what goes to which stream, and
//! the exit codes.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use padma_book::judge::WrongMove;
use padma_book::load::{Session, display_path};
use padma_book::world;
use padma_picture::backend::ascii;
use padma_text::Span;
use padma_text::diag::{Alike, Diagnostic};
use padma_variant::terminal;
use padma_words::english;

#[derive(Args, Debug)]
pub(super) struct Common {
    /// The folder that holds the books
    #[arg(long, global = true, default_value = "content", value_name = "DIR")]
    pub content: PathBuf,
    /// When to use colours
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    color: ColourChoice,
}

/// When the output is coloured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ColourChoice {
    Auto,
    Always,
    Never,
}

/// The stack size in bytes. Expressions and sentences are parsed and evaluated recursively; with
/// the limits on their length, the recursion needs far less.
pub const STACK: usize = 256 * 1024 * 1024;

/// The exit status if nothing is wrong.
pub(super) const GOOD: u8 = 0;

/// The exit status for a negative answer: a claim fails, or two states differ.
pub(super) const FAILED: u8 = 1;

/// The exit status if anything is an error.
pub(super) const BAD: u8 = 2;

/// The maximum number of complaints shown: no author reads more, and a hostile page could produce
/// them without end.
pub(super) const MAX_SHOWN: usize = 200;

/// A drawing that is shown with the complaint about a place.
pub(super) struct PlacedDrawing {
    at: Span,
    drawing: String,
}

impl PlacedDrawing {
    pub(crate) fn from_wrong_move(wrong: &WrongMove<'_>) -> PlacedDrawing {
        PlacedDrawing {
            at: wrong.at,
            drawing: ascii::draw_brief(&wrong.shown, wrong.board, english()),
        }
    }

    fn is_about(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic
            .span()
            .is_some_and(|place| place.to(self.at) == self.at && place.source == self.at.source)
    }
}

impl Common {
    /// Returns the options of a program whose command line has none.
    pub(super) fn with_defaults(content: PathBuf) -> Common {
        Common {
            content,
            color: ColourChoice::Auto,
        }
    }

    /// Returns the same options with another content folder.
    pub(crate) fn with_content(&self, content: PathBuf) -> Common {
        Common {
            content,
            color: self.color,
        }
    }

    pub(crate) fn colours(&self, terminal: bool) -> bool {
        match self.color {
            ColourChoice::Always => true,
            ColourChoice::Never => false,
            ColourChoice::Auto => {
                let is_allowed = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
                terminal && is_allowed && !is_dumb()
            }
        }
    }

    /// Prints a session's complaints to stderr, in the order of the texts.
    pub(crate) fn complain(&self, session: &mut Session) {
        self.complain_and_show(session, Vec::new());
    }

    /// Prints a session's complaints, and each drawing below the first complaint about its place.
    pub(crate) fn complain_and_show(
        &self,
        session: &mut Session,
        mut drawings: Vec<PlacedDrawing>,
    ) {
        session.diagnostics.sort();
        let colours = self.colours(std::io::stderr().is_terminal());
        let mut stderr = std::io::stderr().lock();
        let (shown, more) = session.diagnostics.to_show(MAX_SHOWN);
        for (diagnostic, alike) in shown {
            // If stderr is gone, there is nowhere left to report that.
            let _ = writeln!(
                stderr,
                "{}",
                terminal::render(diagnostic, &session.sources, colours)
            );
            if let Some(Alike { count, next }) = alike {
                let next = next.map(|next| session.sources.place(next));
                let next = next
                    .map(|next| format!(", the next at {next}"))
                    .unwrap_or_default();
                let _ = writeln!(stderr, "and {count} more of the same{next}\n");
            }
            let about = drawings
                .iter()
                .position(|placed| placed.is_about(diagnostic));
            if let Some(placed) = about.map(|index| drawings.remove(index)) {
                let _ = writeln!(stderr, "{}", placed.drawing);
            }
        }
        if more > 0 {
            let _ = writeln!(stderr, "and {more} more");
        }
    }
}

/// Prints a session's complaints, then the answer to a question that needs no book.
pub(super) fn answer(common: &Common, find: impl FnOnce(&mut Session) -> Option<String>) -> u8 {
    let mut session = Session::new(&common.content, &[]);
    let answer = find(&mut session);
    common.complain(&mut session);
    answer.map_or(BAD, |text| print(&text))
}

/// Whether a line on stderr can be overwritten.
pub(super) fn can_rewrite_line() -> bool {
    std::io::stderr().is_terminal() && !is_dumb()
}

/// Whether the terminal declares that it supports no control sequences.
pub(super) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Prints a document to stdout.
pub(super) fn print(text: &str) -> u8 {
    let mut stdout = std::io::stdout().lock();
    print_status(
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush()),
    )
}

/// Replaces control characters, so that no text from books or arguments reaches the terminal as a
/// command.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(printable_char).collect()
}

fn printable_char(c: char) -> char {
    match u32::from(c) {
        _ if !c.is_control() || matches!(c, '\n' | '\t') => c,
        // Unicode has pictures of the first 32 control characters, in order.
        code @ 0..32 => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Returns the status after printing to stdout. A closed pipe, as after `| head`, is not an error.
pub(super) fn print_status(result: std::io::Result<()>) -> u8 {
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => refuse(&format!(
            "standard output cannot be written: {}",
            world::reason(&error)
        )),
        _ => GOOD,
    }
}

/// Prints the reason why nothing can be done.
pub(super) fn refuse(why: &str) -> u8 {
    print_to_stderr(&format!("error: {why}"));
    BAD
}

/// Prints a line to stderr. If stderr is gone, there is nowhere left to report that.
pub(super) fn print_to_stderr(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Writes a text to a file that does not exist yet, and returns a message.
pub(super) fn write_new(path: &Path, text: &str, session: &mut Session) -> Option<String> {
    let written = world::write_new(path, text.as_bytes());
    session
        .diagnostics
        .accept(written.map_err(|error| Box::new(world::write_complaint(path, &error))))?;
    Some(format!("made `{}`\n", display_path(path)))
}
