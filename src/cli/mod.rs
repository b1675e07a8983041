//! The command line: flags, what is printed where, and exit codes.
//!
//! Exit status: 2 if anything is an error, else 1 if a claim fails, else 0. Documents go to stdout,
//! complaints to stderr.

mod ask;
mod books;
mod draw;
mod import;
mod list;
mod mutate;
mod new;
mod play;
mod progress;
mod reach;
mod replay;
mod shell;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::backend::ascii;
use crate::compile::Session;
use crate::diag::{Alike, Code, Diagnostic, terminal};
use crate::judge::Stumble;
use crate::text::Span;
use crate::world;

const STATUS: &str = "Exit status: 2 if anything is an error, else 1 if a claim fails, else 0.";

/// Padma, a rulebook compiler for chess variants: it computes, draws and checks what a rulebook
/// says.
#[derive(Debug, Parser)]
#[command(name = "padma", version, about, max_term_width = 100, after_help = STATUS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

#[derive(Args, Debug)]
struct Common {
    /// The folder that holds the books
    #[arg(long, global = true, default_value = "content", value_name = "DIR")]
    content: PathBuf,
    /// When to use colours
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    color: Colour,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a small complete book to start from, or copy a built-in template into a book
    #[command(after_help = "Example: padma new content/my-game")]
    New(new::NewArgs),
    /// Check books, draw their diagrams and write their sites
    #[command(after_help = "Example: padma build lotus-39 --out site")]
    Build(books::BuildArgs),
    /// Judge every claim and diagram of books
    #[command(after_help = "Example: padma check --format json lotus-39")]
    Check(books::CheckArgs),
    /// Change one fact at a time, check again, and list the changes that go unnoticed
    #[command(after_help = "Example: padma mutate lotus-39")]
    Mutate(mutate::MutateArgs),
    /// Show the cells a piece reaches from a cell
    #[command(
        override_usage = "padma reach [OPTIONS] <VARIANT> <PIECE> <CELL>\n       \
                          padma reach [OPTIONS] --betza <STRING> --board <FILESxRANKS> <CELL>",
        after_help = "Example: padma reach lotus-39 lotussa e3 --own c3 --enemy d5"
    )]
    Reach(reach::ReachArgs),
    /// Compute an expression of the claim language
    #[command(after_help = "Example: padma eval lotus-39 'count(reach(archbishop, e3))'")]
    Eval(ask::EvalArgs),
    /// Draw one diagram
    #[command(after_help = "Example: padma draw lotus-39 'white AB archbishop e3; x = reach(AB)' -o ab.svg")]
    Draw(draw::DrawArgs),
    /// Turn a variant's definition for another program into a variant's TOML
    #[command(after_help = "Example: padma import variants.ini --section my-game")]
    Import(import::ImportArgs),
    /// List the legal moves of a position
    #[command(after_help = "Example: padma moves chess --place white:king:e1,white:rook:h1,black:king:e8")]
    Moves(play::MovesArgs),
    /// Play a recorded game over and judge each move
    #[command(after_help = "Example: padma replay chess game.pgn")]
    Replay(replay::ReplayArgs),
    /// Count the ways in which the next so many moves can be played
    #[command(after_help = "Example: padma perft chess 4")]
    Perft(play::PerftArgs),
    /// List the books and their variants, or the pieces of one
    #[command(after_help = "Example: padma list lotus-39")]
    List(list::ListArgs),
    /// Explain a diagnostic code, or list all codes
    Explain {
        /// The code, as messages show it in brackets
        code: Option<String>,
    },
    /// Print a script that completes commands and options in a shell
    #[command(after_help = "Example: padma completions bash")]
    Completions(shell::CompletionsArgs),
    /// Print the manual page
    Man,
}

/// The command line's own description, for those who want to know what it takes.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(decline(&corrected(error))),
    };
    let status = match &cli.command {
        Command::New(args) => new::new(args, &cli.common),
        Command::Build(args) => books::build(args, &cli.common),
        Command::Check(args) => books::check(args, &cli.common),
        Command::Mutate(args) => mutate::run(args, &cli.common),
        Command::Reach(args) => reach::reach(args, &cli.common),
        Command::Eval(args) => ask::eval(args, &cli.common),
        Command::Draw(args) => draw::draw(args, &cli.common),
        Command::Import(args) => import::import(args, &cli.common),
        Command::Moves(args) => play::moves(args, &cli.common),
        Command::Replay(args) => replay::replay(args, &cli.common),
        Command::Perft(args) => play::perft(args, &cli.common),
        Command::List(args) => list::list(args, &cli.common),
        Command::Explain { code } => explain(code.as_deref()),
        Command::Completions(args) => shell::completions(args, command()),
        Command::Man => shell::man(command()),
    };
    ExitCode::from(status)
}

/// Everything was in order.
const GOOD: u8 = 0;
/// A claim fails.
const FAILED: u8 = 1;
/// Something is an error.
const BAD: u8 = 2;

/// How many complaints are shown: nobody reads on, and a hostile page could go on for ever.
const MOST_SHOWN: usize = 200;

/// A drawing that goes with what is said about a place.
struct Exhibit {
    at: Span,
    drawing: String,
}

impl Exhibit {
    fn of(stumble: &Stumble<'_>) -> Exhibit {
        Exhibit { at: stumble.at, drawing: ascii::brief(&stumble.shown, stumble.board) }
    }

    fn is_about(&self, diagnostic: &Diagnostic) -> bool {
        let place = diagnostic.primary.as_ref().map(|label| label.span);
        place.is_some_and(|place| place.to(self.at) == self.at && place.source == self.at.source)
    }
}

impl Common {
    fn colours(&self, terminal: bool) -> bool {
        match self.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
                terminal && wanted && !is_dumb()
            }
        }
    }

    /// Prints a session's complaints to stderr, in the order of the texts.
    fn complain(&self, session: &mut Session) {
        self.complain_and_show(session, Vec::new());
    }

    /// The same, and below the first complaint about an exhibit's place the exhibit.
    fn complain_and_show(&self, session: &mut Session, mut exhibits: Vec<Exhibit>) {
        session.diagnostics.sort();
        let colours = self.colours(std::io::stderr().is_terminal());
        let mut stderr = std::io::stderr().lock();
        let (shown, more) = session.diagnostics.shown(MOST_SHOWN);
        for (diagnostic, alike) in shown {
            // Nobody is left to tell if stderr is gone.
            let _ = writeln!(stderr, "{}", terminal::render(diagnostic, &session.sources, colours));
            if let Some(Alike { count, next }) = alike {
                let next = next.map(|next| session.sources.place(next));
                let next = next.map(|next| format!(", the next at {next}")).unwrap_or_default();
                let _ = writeln!(stderr, "and {count} more in the same words{next}\n");
            }
            let about = exhibits.iter().position(|exhibit| exhibit.is_about(diagnostic));
            if let Some(exhibit) = about.map(|place| exhibits.remove(place)) {
                let _ = writeln!(stderr, "{}", exhibit.drawing);
            }
        }
        if more > 0 {
            let _ = writeln!(stderr, "and {more} more");
        }
    }
}

/// Whether a line on stderr can be written over.
fn rewrites_lines() -> bool {
    std::io::stderr().is_terminal() && !is_dumb()
}

/// Whether the terminal says that it knows no control sequences.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Prints a document to stdout.
fn print(text: &str) -> u8 {
    let mut stdout = std::io::stdout().lock();
    printed(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// The status after something was printed to stdout. A reader that has gone away (`| head`) is no error.
fn printed(result: std::io::Result<()>) -> u8 {
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            say(&format!("error: the standard output cannot be written: {}", world::reason(&error)));
            BAD
        }
        _ => GOOD,
    }
}

/// Prints a line to stderr. Nobody is left to tell if that is gone.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// What is asked for where a server is looked for.
const SERVERS: [&str; 3] = ["serve", "watch", "preview"];

/// An error of the command line that proposes no command unlike the one that was typed.
fn corrected(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let word = word.clone();
    let commands = command();
    let names = commands.get_subcommands().map(clap::Command::get_name);
    if crate::text::nearest(&word, names).is_none() {
        error.remove(ContextKind::SuggestedSubcommand);
    }
    if SERVERS.contains(&word.as_str()) {
        let tip = "no server is needed: `padma build`, then open `output/index.html` in a browser";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Prints the help that was asked for, or what is wrong with the command line.
fn decline(error: &clap::Error) -> u8 {
    let result = error.print().and_then(|()| std::io::stdout().flush());
    if error.use_stderr() { BAD } else { printed(result) }
}

fn explain(code: Option<&str>) -> u8 {
    let Some(name) = code else {
        let widest = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or(0);
        let line = |code: &Code| format!("{:widest$}  {}\n", code.name(), code.gist());
        return print(&Code::ALL.iter().map(line).collect::<String>());
    };
    match Code::from_name(name) {
        Some(code) => print(code.explanation()),
        None => {
            let near = crate::text::nearest(name, Code::ALL.iter().map(|code| code.name()));
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            say(&format!("error: `{name}` is no diagnostic code{hint}"));
            BAD
        }
    }
}
