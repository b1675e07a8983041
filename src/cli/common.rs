//! What every command has: where books lie, when colours are used, what goes to which stream, and the exit codes.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use padma_book::judge::WrongMove;
use padma_book::load::Session;
use padma_book::world;
use padma_picture::backend::ascii;
use padma_text::Span;
use padma_text::diag::{Alike, Diagnostic};
use padma_variant::terminal;

#[derive(Args, Debug)]
pub(super) struct Common {
    /// The folder that holds the books
    #[arg(long, global = true, default_value = "content", value_name = "DIR")]
    pub content: PathBuf,
    /// When to use colours
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    color: ColourChoice,
}

/// When what is printed is coloured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ColourChoice {
    Auto,
    Always,
    Never,
}

/// Expressions and sentences are read and computed by recursion as deep as they are long; their
/// limits fit into this many bytes with room to spare.
pub const STACK: usize = 256 * 1024 * 1024;

/// Everything was in order.
pub(super) const GOOD: u8 = 0;

/// A claim fails.
pub(super) const FAILED: u8 = 1;

/// Something is an error.
pub(super) const BAD: u8 = 2;

/// How many complaints are shown: no reader wants more, and a hostile page could go on for ever.
pub(super) const MOST_SHOWN: usize = 200;

/// A drawing that goes with what is said about a place.
pub(super) struct PlacedDrawing {
    at: Span,
    drawing: String,
}

impl PlacedDrawing {
    pub(crate) fn of(wrong: &WrongMove<'_>) -> PlacedDrawing {
        PlacedDrawing {
            at: wrong.at,
            drawing: ascii::brief(&wrong.shown, wrong.board),
        }
    }

    fn is_about(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic
            .span()
            .is_some_and(|place| place.to(self.at) == self.at && place.source == self.at.source)
    }
}

impl Common {
    /// What a program has whose command line says nothing of it.
    pub(super) fn at(content: PathBuf) -> Common {
        Common {
            content,
            color: ColourChoice::Auto,
        }
    }

    /// The same with another folder of books.
    pub(crate) fn within(&self, content: PathBuf) -> Common {
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
                let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
                terminal && wanted && !is_dumb()
            }
        }
    }

    /// Prints a session's complaints to stderr, in the order of the texts.
    pub(crate) fn complain(&self, session: &mut Session) {
        self.complain_and_show(session, Vec::new());
    }

    /// The same, and below the first complaint about a drawing's place the drawing.
    pub(crate) fn complain_and_show(
        &self,
        session: &mut Session,
        mut drawings: Vec<PlacedDrawing>,
    ) {
        session.diagnostics.sort();
        let colours = self.colours(std::io::stderr().is_terminal());
        let mut stderr = std::io::stderr().lock();
        let (shown, more) = session.diagnostics.shown(MOST_SHOWN);
        for (diagnostic, alike) in shown {
            // There is no one left to report to if stderr is gone.
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
                let _ = writeln!(stderr, "and {count} more in the same words{next}\n");
            }
            let about = drawings.iter().position(|drawn| drawn.is_about(diagnostic));
            if let Some(drawn) = about.map(|place| drawings.remove(place)) {
                let _ = writeln!(stderr, "{}", drawn.drawing);
            }
        }
        if more > 0 {
            let _ = writeln!(stderr, "and {more} more");
        }
    }
}

/// Prints the answer to a question that needs no book, behind what there is to complain of.
pub(super) fn answer(common: &Common, find: impl FnOnce(&mut Session) -> Option<String>) -> u8 {
    let mut session = Session::new(&common.content, &[]);
    let answer = find(&mut session);
    common.complain(&mut session);
    answer.map_or(BAD, |text| print(&text))
}

/// Whether a line on stderr can be written over.
pub(super) fn rewrites_lines() -> bool {
    std::io::stderr().is_terminal() && !is_dumb()
}

/// Whether the terminal says that it knows no control sequences.
pub(super) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Prints a document to stdout.
pub(super) fn print(text: &str) -> u8 {
    let mut stdout = std::io::stdout().lock();
    printed(
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush()),
    )
}

/// A text of which nothing reaches a terminal as a command: what books and words of the command line contain, some of
/// whose letters may be such.
pub(super) fn printable(text: &str) -> String {
    let shown = |c: char| match u32::from(c) {
        _ if !c.is_control() || matches!(c, '\n' | '\t') => c,
        // Unicode has pictures of the first 32, in their order.
        code @ 0..32 => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::REPLACEMENT_CHARACTER,
    };
    text.chars().map(shown).collect()
}

/// The status after something was printed to stdout. A reader that has gone away (`| head`) is no error.
pub(super) fn printed(result: std::io::Result<()>) -> u8 {
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => refuse(&format!(
            "the standard output cannot be written: {}",
            world::reason(&error)
        )),
        _ => GOOD,
    }
}

/// Says why nothing can be done.
pub(super) fn refuse(why: &str) -> u8 {
    say(&format!("error: {why}"));
    BAD
}

/// Prints a line to stderr. There is no one left to report to if that is gone.
pub(super) fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
