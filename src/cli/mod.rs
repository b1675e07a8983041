//! The command line: flags, what is printed where, and exit codes.
//!
//! Exit status: 2 if anything is an error, else 1 if the answer is negative, else 0. Documents go
//! to stdout, complaints to stderr.

mod ask;
mod bless;
mod books;
mod common;
mod diff;
mod draw;
mod explain;
mod export;
mod fmt;
mod groups;
mod import;
mod keys;
mod language;
mod list;
mod lsp;
mod mdbook;
mod measure;
mod mutate;
mod new;
mod opponent;
mod play;
mod player;
mod progress;
mod propose;
mod reach;
mod replay;
mod review;
mod schema;
mod serve;
mod shell;
mod show;
mod starters;
mod terminal;

use std::io::Write;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use language::language;
pub use mdbook::mdbook;

pub use common::STACK;
use common::{BAD, Common, answer, print_status};

const STATUS: &str = "Exit status: 2 if anything is an error, else 1 if the answer is negative (a claim \
    fails, two states differ, a change went unnoticed), else 0.";

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

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a small complete book to start from, or copy a built-in template into a book
    #[command(after_help = "Example: padma new content/my-game")]
    New(new::NewArgs),
    /// Check books, draw their diagrams and write their sites
    #[command(after_help = "Example: padma build lotus-39 --out site")]
    Build(books::BuildArgs),
    /// Show books in the browser while you write them
    #[command(after_help = "Example: padma serve lotus-39")]
    Serve(serve::ServeArgs),
    /// Judge every claim and diagram in books
    #[command(after_help = "Example: padma check --format json lotus-39")]
    Check(books::CheckArgs),
    /// Read sentences against what their claims say, and write down what you find
    #[command(after_help = "Example: padma review lotus-39 --by ab")]
    Review(review::ReviewArgs),
    /// Propose claims for the numbers, cells, names and statements of plain prose
    #[command(after_help = "Example: padma propose pond --list\n\n\
                      Exit status: 0; with --deny disagree 1 if the first claim of a fact disagrees with its text; 2 if anything is an error.")]
    Propose(propose::ProposeArgs),
    /// Format the claims, movements and blocks in books
    #[command(after_help = "Example: padma fmt --check\n\n\
                      Exit status: 0 if all is well, 1 if --check finds lines that would change, 2 if anything is an error.")]
    Fmt(fmt::FmtArgs),
    /// Change one fact at a time, check again, and list the changes that go unnoticed
    #[command(after_help = "Example: padma mutate pond")]
    Mutate(mutate::MutateArgs),
    /// Show how two states of books differ: in pieces, rules, figures and claims
    #[command(after_help = "Example: padma diff main --format markdown\n\n\
                      Exit status: 0 if nothing differs, 1 if something does, 2 if anything is an error.\n\n\
                      If a folder and a branch have the same name, it means the folder; `refs/heads/NAME` means the branch.")]
    Diff(diff::DiffArgs),
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
    #[command(
        after_help = "Example: padma draw lotus-39 'white AB archbishop e3; x = reach(AB)' -o ab.svg"
    )]
    Draw(draw::DrawArgs),
    /// Convert another program's definition of a variant to TOML
    #[command(after_help = "Example: padma import variants.ini --section my-game")]
    Import(import::ImportArgs),
    /// Convert a variant to a section of Fairy-Stockfish's variants.ini, or to an Interactive Diagram
    #[command(after_help = "Example: padma export chess --output chess.ini")]
    Export(export::ExportArgs),
    /// List the legal moves of a position
    #[command(
        after_help = "Example: padma moves chess --place white:king:e1,white:rook:h1,black:king:e8"
    )]
    Moves(play::MovesArgs),
    /// Play through a recorded game and judge each move
    #[command(after_help = "Example: padma replay chess game.pgn")]
    Replay(replay::ReplayArgs),
    /// Count the sequences of legal moves of a given length
    #[command(after_help = "Example: padma perft chess 4")]
    Perft(play::PerftArgs),
    /// Play against the program
    #[command(after_help = "Example: padma play duck --side black")]
    Play(opponent::PlayArgs),
    /// Find the best move of a position
    #[command(after_help = "Example: padma best chess --after game.pgn --nodes 100000")]
    Best(player::BestArgs),
    /// Let the program play against itself, and write statistics of the games
    #[command(after_help = "Example: padma measure pond --games 20 --print")]
    Measure(measure::MeasureArgs),
    /// Serve an editor over the language server protocol
    #[command(
        hide = true,
        after_help = "An editor starts it and talks to it over standard input and output: see docs/publish.md.\n\n\
                      Exit status: 0 if the editor shut the server down before it exited, 1 if not, 2 if the input is not a message of the protocol."
    )]
    Lsp,
    /// List the books and their variants, or the pieces of one
    #[command(after_help = "Example: padma list lotus-39")]
    List(list::ListArgs),
    /// Print the TOML of a variant, with everything it extends written out
    #[command(after_help = "Example: padma show chess")]
    Show(show::ShowArgs),
    /// Print the JSON Schema of a kind of file, for completion and checks in editors
    #[command(hide = true, after_help = "Example: padma schema variant")]
    Schema(schema::SchemaArgs),
    /// Explain a diagnostic code or a function of expressions, or list all codes
    #[command(after_help = "Example: padma explain --all")]
    Explain(explain::ExplainArgs),
    /// Print a script that completes commands and options in a shell
    #[command(
        hide = true,
        after_help = "Example: padma completions bash\n\n\
                      For bash, put the script into ~/.local/share/bash-completion/completions/padma. Those for elvish and powershell complete no values."
    )]
    Completions(shell::CompletionsArgs),
    /// Print the manual page
    #[command(
        hide = true,
        after_help = "To read it: padma man > padma.1; man ./padma.1"
    )]
    Man,
}

/// Returns the description of the command line, for programs that need to know its options.
pub fn command() -> clap::Command {
    groups::grouped(Cli::command())
}

/// Runs the program. The calling thread must have [`STACK`] bytes of stack.
pub fn run() -> ExitCode {
    let parsed = command().try_get_matches();
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(print_clap_message(&drop_unlike_suggestion(error))),
    };
    // Rayon's threads need as much stack. A pool that exists already is used unchanged.
    let _ = rayon::ThreadPoolBuilder::new()
        .stack_size(STACK)
        .build_global();
    let common = &cli.common;
    let status = match &cli.command {
        Command::New(args) => answer(common, |session| new::new(args, session)),
        Command::Build(args) => books::build(args, common),
        Command::Serve(args) => serve::run(args, common),
        Command::Check(args) => books::check(args, common),
        Command::Review(args) => review::review(args, common),
        Command::Propose(args) => propose::propose(args, common),
        Command::Fmt(args) => fmt::fmt(args, common),
        Command::Mutate(args) => mutate::run(args, common),
        Command::Diff(args) => diff::run(args, common),
        Command::Reach(args) => answer(common, |session| reach::reach(args, session)),
        Command::Eval(args) => answer(common, |session| ask::eval(args, session)),
        Command::Draw(args) => answer(common, |session| draw::draw(args, session)),
        Command::Import(args) => answer(common, |session| import::import(args, session)),
        Command::Export(args) => answer(common, |session| export::export(args, session)),
        Command::Moves(args) => answer(common, |session| play::moves(args, session)),
        Command::Replay(args) => replay::replay(args, common),
        Command::Perft(args) => answer(common, |session| play::perft(args, session)),
        Command::Play(args) => opponent::play(args, common),
        Command::Best(args) => answer(common, |session| player::best(args, session)),
        Command::Measure(args) => answer(common, |session| measure::measure(args, session)),
        Command::Lsp => lsp::lsp(STACK),
        Command::List(args) => list::list(args, common),
        Command::Show(args) => answer(common, |session| show::show(args, session)),
        Command::Schema(args) => schema::schema(args),
        Command::Explain(args) => explain::explain(args),
        Command::Completions(args) => shell::completions(args, command()),
        Command::Man => shell::man(command()),
    };
    ExitCode::from(status)
}

/// Words that people type when they look for `serve`.
const SERVE_SYNONYMS: [&str; 3] = ["watch", "preview", "live"];

/// Removes a suggested command that is unlike the one that was typed.
fn drop_unlike_suggestion(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let word = word.clone();
    let commands = command();
    let names = commands.get_subcommands().map(clap::Command::get_name);
    if padma_text::nearest(&word, names).is_none() {
        error.remove(ContextKind::SuggestedSubcommand);
    }
    if SERVE_SYNONYMS.contains(&word.as_str()) {
        let tip = "`padma serve` shows a book in the browser while you write it";
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![tip.into()]),
        );
    }
    error
}

/// Prints the requested help, or what is wrong with the command line.
fn print_clap_message(error: &clap::Error) -> u8 {
    let result = error.print().and_then(|()| std::io::stdout().flush());
    if error.use_stderr() {
        BAD
    } else {
        print_status(result)
    }
}
