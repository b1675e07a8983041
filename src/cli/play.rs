//! `perft`: questions about play.

use clap::Args;

use super::{BAD, Common, print};
use crate::compile::Session;
use crate::diag::{Code, Diagnostic};
use crate::play::{Arbiter, Game, State, divide, perft as count};
use crate::text::{Excerpt, Span};

#[derive(Args, Debug)]
pub struct PerftArgs {
    /// The variant, by the stem of its file
    variant: String,
    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(..=MOST_DEEP))]
    depth: u32,
    /// The position to start from, in place of the variant's setup
    #[arg(long, value_name = "TEXT")]
    fen: Option<String>,
    /// Also print a line for each first move
    #[arg(long)]
    divide: bool,
}

/// Nobody waits for the end of a deeper count.
const MOST_DEEP: i64 = 64;

pub fn perft(args: &PerftArgs, common: &Common) -> u8 {
    let mut session = Session::new(&common.content, &[]);
    let answer = answer_perft(args, &mut session);
    common.complain(&mut session);
    answer.map_or(BAD, |text| print(&text))
}

fn answer_perft(args: &PerftArgs, session: &mut Session) -> Option<String> {
    let index = session.variant(&args.variant)?;
    let rules = session.library.variants.rules(index);
    let game = Game::new(rules);
    let mut state = match &args.fen {
        Some(fen) => {
            let id = session.sources.add("<--fen>", fen.as_str());
            let text = Excerpt::verbatim(fen, session.sources.whole(id));
            State::read(&game, &text, &mut session.diagnostics)?
        }
        None => {
            let state = State::setup(&game);
            if state.is_none() {
                session.diagnostics.push(no_setup(&args.variant, None));
            }
            state?
        }
    };
    let mut arbiter = Arbiter::new(&game);
    arbiter.begin(&mut state);
    let mut text = String::new();
    let total = if args.divide && args.depth > 0 {
        let (moves, counts) = divide(&mut arbiter, &mut state, args.depth);
        for (found, count) in moves.iter().zip(&counts) {
            let board = &rules.variant.board;
            text.push_str(&format!("{}{} {count}\n", board.name(found.from), board.name(found.to)));
        }
        counts.iter().sum()
    } else {
        count(&mut arbiter, &mut state, args.depth)
    };
    Some(text + &format!("{total}\n"))
}

fn no_setup(variant: &str, at: Option<Span>) -> Diagnostic {
    let message = format!("the variant `{variant}` does not say how a game begins");
    let complaint = Diagnostic::error(Code::WrongValue, message);
    let remedy = "give it a table `[setup]`, or a position to start from";
    let complaint = complaint.help(remedy);
    at.map_or(complaint.clone(), |at| complaint.at(at, "here"))
}
