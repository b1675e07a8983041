//! `play`: a game against the program, in a terminal.

use clap::Args;
use std::io::{self, BufRead, Write};

use super::ask::{self, ArgumentReader};
use super::common::{BAD, Common, GOOD};
use super::player::{GameArgs, GameSoFar, describe_score};
use super::terminal::Dialogue;
use padma_book::load::Session;
use padma_expr::play::{describe_fault, describe_outcome};
use padma_picture::backend::ascii;
use padma_play::{PieceValues, SearchLimits, Searcher};
use padma_rules::diagram::Diagram;
use padma_rules::model::Side;
use padma_rules::play::{Game, MoveReading, Scratch, outcome, read_move};
use padma_words::english;

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Your side
    #[arg(long, value_name = "SIDE", default_value = "white", value_parser = ask::name_parser(Side::BOTH.map(Side::name), Side::from_name))]
    side: Side,
}

pub(crate) fn play(args: &PlayArgs, common: &Common) -> u8 {
    let mut session = Session::new(&common.content, &[]);
    let Some(index) = session.variant(&args.game.variant) else {
        common.complain(&mut session);
        return BAD;
    };
    let rules = session.library.variants.rules(index);
    let game = Game::new(rules);
    let mut reader = ArgumentReader {
        rules,
        sources: &mut session.sources,
        diagnostics: &mut session.diagnostics,
    };
    let Some(so_far) = args.game.so_far(&game, &mut reader) else {
        common.complain(&mut session);
        return BAD;
    };
    let values = PieceValues::new(&game);
    let mut opponent = OpponentDialogue {
        game: &game,
        searcher: Searcher::new(&game, &values),
        limits: args.game.limits(),
        own: args.side,
        played: vec![so_far],
        texts: Vec::new(),
        dialogue: Dialogue::standard(common),
    };
    // If the terminal is gone, there is nowhere left to report that.
    match opponent.run() {
        Ok(()) => GOOD,
        Err(_) => BAD,
    }
}

/// A game in a terminal.
struct OpponentDialogue<'g, R, W> {
    game: &'g Game<'g>,
    searcher: Searcher<'g>,
    limits: SearchLimits,
    /// The person's side.
    own: Side,
    /// The game at the beginning and after each move.
    played: Vec<GameSoFar>,
    texts: Vec<String>,
    dialogue: Dialogue<R, W>,
}

/// The words that may be typed instead of a move.
const HELP: &str = "Type a move in the rulebook's notation, or one of these words:\n  \
    moves  list the legal moves\n  hint   show the best line\n  \
    undo   take back your last move\n  quit   end the game\n";

impl<R: BufRead, W: Write> OpponentDialogue<'_, R, W> {
    fn run(&mut self) -> io::Result<()> {
        write!(self.dialogue.output, "{HELP}")?;
        loop {
            let mut now = self.now().clone();
            let end = outcome(self.game, &mut now.state, &mut Scratch::default());
            if end.is_none() && now.state.to_move() != self.own {
                self.answer()?;
                continue;
            }
            self.show_board()?;
            if let Some(end) = end {
                let said = describe_outcome(&end, self.game);
                writeln!(self.dialogue.output, "{said}")?;
            }
            if end.is_some() || !self.ask()? {
                return self.show_record();
            }
        }
    }

    /// Returns the game so far.
    fn now(&self) -> &GameSoFar {
        // The beginning is never removed.
        &self.played[self.played.len() - 1]
    }

    fn show_board(&mut self) -> io::Result<()> {
        let variant = self.game.variant();
        let diagram = Diagram::of(self.now().state.position(), variant);
        let drawing = ascii::draw_brief(&diagram, &variant.board, english());
        writeln!(self.dialogue.output, "\n{drawing}{}", self.in_hand())
    }

    /// Lists the pieces beside the board.
    fn in_hand(&self) -> String {
        let (variant, state) = (self.game.variant(), &self.now().state);
        let of_side = |side: Side| {
            let pieces = variant.kind_ids().filter_map(|kind| {
                let count = state.reserve(side, kind);
                (count > 0).then(|| format!(" {count} {}", variant.kind(kind).name))
            });
            let pieces: String = pieces.collect();
            match pieces.is_empty() {
                true => String::new(),
                false => format!("{} has{pieces} beside the board\n", side.name()),
            }
        };
        Side::BOTH.map(of_side).concat()
    }

    /// Lets the program move.
    fn answer(&mut self) -> io::Result<()> {
        let so_far = self.now().clone();
        if let Some(thought) = self
            .searcher
            .think(&so_far.state, &so_far.past, self.limits)
        {
            let text = so_far.texts(self.game, &thought.line[..1]).concat();
            writeln!(self.dialogue.output, "{}: {text}", self.own.other().name())?;
            self.move_on(so_far, thought.best, text);
        }
        Ok(())
    }

    fn move_on(&mut self, mut so_far: GameSoFar, number: usize, text: String) {
        let moves = so_far.moves(self.game);
        so_far.play(self.game, &moves, number);
        self.played.push(so_far);
        self.texts.push(text);
    }

    /// Asks until the person has moved; false if they end the game.
    fn ask(&mut self) -> io::Result<bool> {
        loop {
            write!(self.dialogue.output, "{}: ", self.own.name())?;
            let Some(line) = self.dialogue.line()? else {
                writeln!(self.dialogue.output)?;
                return Ok(false);
            };
            match line.as_str() {
                "" => {}
                "quit" | "q" => return Ok(false),
                "help" | "?" => write!(self.dialogue.output, "{HELP}")?,
                "moves" => self.list_moves()?,
                "hint" => self.hint()?,
                "undo" => {
                    if self.undo() {
                        return Ok(true);
                    }
                    writeln!(self.dialogue.output, "you have not moved yet")?;
                }
                written => {
                    if self.try_move(written)? {
                        return Ok(true);
                    }
                }
            }
        }
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let mut so_far = self.now().clone();
        let count = so_far.moves(self.game).len();
        let texts: Vec<String> = (0..count)
            .map(|number| so_far.texts(self.game, &[number]).concat())
            .collect();
        writeln!(self.dialogue.output, "{}", texts.join(" "))
    }

    fn hint(&mut self) -> io::Result<()> {
        let so_far = self.now().clone();
        let Some(thought) = self
            .searcher
            .think(&so_far.state, &so_far.past, self.limits)
        else {
            return Ok(());
        };
        let line = so_far.texts(self.game, &thought.line).join(" ");
        writeln!(
            self.dialogue.output,
            "{line} ({})",
            describe_score(&thought)
        )
    }

    /// Takes back the person's last move and its answer; false if there is none.
    fn undo(&mut self) -> bool {
        let mut earlier = (0..self.texts.len()).rev();
        let last = earlier.find(|index| self.played[*index].state.to_move() == self.own);
        if let Some(last) = last {
            self.played.truncate(last + 1);
            self.texts.truncate(last);
        }
        last.is_some()
    }

    /// Plays the typed move, or explains why it is not legal.
    fn try_move(&mut self, written: &str) -> io::Result<bool> {
        let mut so_far = self.now().clone();
        let moves = so_far.moves(self.game);
        let read = read_move(
            self.game,
            &mut so_far.state,
            &mut Scratch::default(),
            &moves,
            written,
        );
        match read {
            MoveReading::Plays { index, .. } => {
                let text = so_far.texts(self.game, &[index]).concat();
                self.move_on(so_far, index, text);
                Ok(true)
            }
            MoveReading::Illegal { fault, nearest } => {
                let reason = describe_fault(&fault, self.game);
                let near = nearest.map_or_else(String::new, |near| {
                    format!("; the nearest legal move is `{near}`")
                });
                writeln!(
                    self.dialogue.output,
                    "`{written}` is not legal: {reason}{near}"
                )?;
                Ok(false)
            }
        }
    }

    /// Prints the record, which `padma replay` can read.
    fn show_record(&mut self) -> io::Result<()> {
        let mut record = String::new();
        let mut number = 0;
        let mut last = Side::Black;
        for (text, before) in self.texts.iter().zip(&self.played) {
            let side = before.state.to_move();
            if side == Side::White && last == Side::Black || number == 0 {
                number += 1;
                record += &format!("{number}.{}", if side == Side::White { " " } else { ".. " });
            }
            record += &format!("{text} ");
            last = side;
        }
        writeln!(self.dialogue.output, "{}", record.trim_end())
    }
}
