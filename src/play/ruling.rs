//! Rulings: what the arbiter says of a move as somebody wrote it.
//!
//! A move is clear if it can only be one of the legal moves. A clear move is played, and whatever its text
//! says wrongly is a [`Slip`]. What is not clear or not legal is a [`Fault`].

use std::ops::Range;

use super::arbiter::Arbiter;
use super::castling::CastlingFault;
use super::effect::{Manner, Move, Moves};
use super::notation::{Said, Source, Threatens, What, is_capture, many, read};
use super::outcome::Outcome;
use super::state::State;
use crate::model::{Cell, PieceId, Side, Style};
use crate::text::nearest;

/// What is said of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It is the legal move with this place.
    Plays {
        place: usize,
        slips: Vec<Slip>,
        threatens: Threatens,
    },
    Illegal {
        fault: Fault,
        nearest: Option<String>,
    },
}

/// What the text of a clear move says wrongly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slip {
    /// The letter is missing or another piece's.
    Letter {
        said: Option<PieceId>,
        moves: PieceId,
        from: Cell,
    },
    /// A sign of capture where nobody is taken.
    NoCapture {
        to: Cell,
    },
    /// No sign of capture where somebody is taken.
    Capture {
        to: Cell,
    },
    /// Another sign of capture than the variant's.
    Sign {
        said: String,
    },
    Threatens {
        said: Threatens,
        does: Threatens,
    },
    /// The man becomes another, and the text does not say so.
    Change {
        piece: PieceId,
        into: PieceId,
    },
    /// The man becomes somebody else than the text says, or nobody else.
    WrongChange {
        said: PieceId,
        into: Option<PieceId>,
    },
    Number {
        said: u32,
        is: u32,
    },
}

impl Slip {
    /// Of what sort it is, in words.
    pub fn sort(&self) -> &'static str {
        match self {
            Slip::Letter { .. } => "letter",
            Slip::NoCapture { .. } | Slip::Capture { .. } | Slip::Sign { .. } => "capture sign",
            Slip::Threatens { .. } => "check sign",
            Slip::Change { .. } | Slip::WrongChange { .. } => "change",
            Slip::Number { .. } => "number",
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// These bytes of the text are to blame.
    Unreadable {
        range: Range<usize>,
        expected: String,
    },
    Over(Outcome),
    Nobody {
        cell: Cell,
    },
    OtherSide {
        cell: Cell,
        piece: Option<PieceId>,
        side: Side,
    },
    CannotGo {
        piece: PieceId,
        from: Cell,
        to: Cell,
        goes: Vec<Cell>,
    },
    /// No man of the piece can go there.
    NoneGoes {
        piece: Option<PieceId>,
        to: Cell,
    },
    /// An enemy one step away keeps him from moving.
    Frozen {
        piece: Option<PieceId>,
        cell: Cell,
        by: Cell,
    },
    /// Nobody can be teleported or turned so, and no cell travels so.
    NotSo {
        text: String,
    },
    /// No man of the piece can come there out of hand.
    NoDrop {
        piece: PieceId,
        to: Cell,
    },
    /// A royal man would be attacked.
    Exposes {
        royal: Option<PieceId>,
        king: Cell,
        by: Cell,
        attacker: Option<PieceId>,
    },
    Repeats,
    /// It gives check, which no move may.
    GivesCheck,
    Unclear {
        readings: Vec<String>,
    },
    Castling {
        castling: u16,
        reason: CastlingFault,
    },
}

/// Why a text means no legal move, and what it says if it can be read.
struct Amiss {
    fault: Fault,
    said: Option<Said>,
}

impl Fault {
    /// The cells it speaks of, but for those to which a man could go.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Fault::Nobody { cell } | Fault::OtherSide { cell, .. } => vec![*cell],
            Fault::CannotGo { from, to, .. } => vec![*from, *to],
            Fault::NoneGoes { to, .. } | Fault::NoDrop { to, .. } => vec![*to],
            Fault::Frozen { cell, by, .. } => vec![*cell, *by],
            Fault::Exposes { king, by, .. } => vec![*king, *by],
            Fault::Castling { reason, .. } => vec![reason.cell()],
            Fault::Unreadable { .. }
            | Fault::Over(_)
            | Fault::Repeats
            | Fault::GivesCheck
            | Fault::NotSo { .. }
            | Fault::Unclear { .. } => Vec::new(),
        }
    }
}

impl Arbiter<'_, '_> {
    /// What the side to move means by a text. `moves` are its legal moves.
    pub fn ruling(&mut self, state: &mut State, moves: &Moves, text: &str) -> Ruling {
        match self.understood(state, moves, text) {
            Ok((place, said)) => {
                let threatens = self.threatens(state, moves, moves.get(place));
                let slips = self.slips(moves, place, &said, threatens);
                Ruling::Plays { place, slips, threatens }
            }
            Err(amiss) => {
                let Amiss { fault, said } = *amiss;
                let is_unclear = matches!(fault, Fault::Unclear { .. });
                let nearest = if is_unclear { None } else { self.nearest(moves, text, said.as_ref()) };
                Ruling::Illegal { fault, nearest }
            }
        }
    }

    /// The place of the one legal move that a text means.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn meant(&mut self, state: &mut State, moves: &Moves, text: &str) -> Result<usize, Fault> {
        self.understood(state, moves, text).map(|(place, _)| place).map_err(|amiss| amiss.fault)
    }

    fn understood(
        &mut self,
        state: &mut State,
        moves: &Moves,
        text: &str,
    ) -> Result<(usize, Said), Box<Amiss>> {
        let said = read(self.game, state.to_move, text).map_err(|error| {
            let fault = Fault::Unreadable { range: error.range, expected: error.expected };
            Box::new(Amiss { fault, said: None })
        })?;
        match self.candidates(moves, &said)[..] {
            [place] => Ok((place, said)),
            [] => Err(Box::new(Amiss { fault: self.fault(state, &said), said: Some(said) })),
            ref several => {
                let reading = |place: &usize| self.without_sign(moves, moves.get(*place));
                let readings = several.iter().map(reading).collect();
                Err(Box::new(Amiss { fault: Fault::Unclear { readings }, said: Some(said) }))
            }
        }
    }

    /// The places of the legal moves that a text may mean.
    fn candidates(&self, moves: &Moves, said: &Said) -> Vec<usize> {
        let all = 0..moves.len();
        let (letter, source, sign, to, into, driven) = match &said.what {
            What::Castling(castling) => {
                return all.filter(|place| moves.get(*place).castling == Some(*castling)).collect();
            }
            What::Others(text) => {
                let is_said =
                    |found: &Move| found.manner != Manner::Plain && self.without_sign(moves, found) == *text;
                return all.filter(|place| is_said(moves.get(*place))).collect();
            }
            What::Drop { piece, to, into } => {
                let drops = |found: &Move| {
                    found.from.is_none()
                        && (found.piece, found.to) == (Some(*piece), *to)
                        && (into.is_none() || moves.becomes(found) == *into)
                };
                return all.filter(|place| drops(moves.get(*place))).collect();
            }
            What::Move { letter, source, sign, to, into, driven } => {
                (*letter, source, sign, *to, *into, *driven)
            }
        };
        let variant = self.game.variant();
        // Without the whole cell a man comes from, the letter tells who is meant.
        let named = matches!(source, Source::Cell(_)) && variant.notation.style != Style::Short;
        let meant = |found: &Move| {
            let piece = letter.or(variant.notation.plain);
            found.to == to
                && found.manner == Manner::Plain
                && found.from.is_some_and(|from| source.fits(from, &variant.board))
                && (named || piece.is_none_or(|piece| Some(piece) == found.piece))
        };
        let mut found: Vec<usize> = all.filter(|place| meant(moves.get(*place))).collect();
        let mut prefer = |wanted: &dyn Fn(&Move) -> bool| {
            if found.iter().any(|place| wanted(moves.get(*place))) {
                found.retain(|place| wanted(moves.get(*place)));
            }
        };
        // Castling has a name of its own; a king's cells mean it only where he cannot just go there.
        prefer(&|found| found.castling.is_none());
        prefer(&|found| moves.becomes(found) == into);
        if let Some(captures) = is_capture(sign, self.game) {
            prefer(&|found| moves.strikes(found) == captures);
        }
        // A part that leaves has its letter; without one, the whole man is meant.
        prefer(&|found| match letter {
            Some(letter) => found.piece == Some(letter),
            None => !moves.parts(found),
        });
        // A whole man of the plain piece has none.
        if letter.is_some() && letter == variant.notation.plain {
            prefer(&|found| moves.parts(found));
        }
        if driven.is_some() {
            prefer(&|found| moves.driven(found) == driven);
        }
        found
    }

    fn slips(&self, moves: &Moves, place: usize, said: &Said, does: Threatens) -> Vec<Slip> {
        let found = moves.get(place);
        let mut slips = Vec::new();
        let notation = &self.game.variant().notation;
        if let (What::Move { letter, sign, into, .. }, Some(from), Some(piece)) =
            (&said.what, found.from, found.piece)
        {
            let expected = Some(piece).filter(|piece| notation.plain != Some(*piece));
            let wanted = notation.style != Style::Coordinates || letter.is_some();
            if wanted && *letter != expected && *letter != Some(piece) {
                slips.push(Slip::Letter { said: *letter, moves: piece, from });
            }
            let (takes, signed) = (moves.strikes(found), is_capture(sign, self.game));
            match (takes, signed) {
                (false, Some(true)) => slips.push(Slip::NoCapture { to: found.to }),
                (true, None) if notation.style == Style::Coordinates => {}
                (true, None | Some(false)) => slips.push(Slip::Capture { to: found.to }),
                (true, Some(true))
                    if *sign != many(&notation.capture, moves, found)
                        && notation.style != Style::Coordinates =>
                {
                    slips.push(Slip::Sign { said: sign.clone() });
                }
                _ => {}
            }
            match (*into, moves.becomes(found)) {
                (said, becomes) if said == becomes => {}
                (None, Some(_)) if self.written_change(moves, found).is_none() => {}
                (None, Some(into)) => slips.push(Slip::Change { piece, into }),
                (Some(said), into) => slips.push(Slip::WrongChange { said, into }),
                (None, None) => {}
            }
        }
        if notation.style != Style::Coordinates || said.threatens.is_some() {
            let said = said.threatens.unwrap_or(Threatens::Nothing);
            let alike = |a: Threatens| {
                if notation.mate.is_none() && a == Threatens::Mate { Threatens::Check } else { a }
            };
            if alike(said) != alike(does) {
                slips.push(Slip::Threatens { said, does });
            }
        }
        slips
    }

    /// Why a text means no legal move.
    fn fault(&mut self, state: &mut State, said: &Said) -> Fault {
        if let Some(outcome) = self.outcome(state) {
            return Fault::Over(outcome);
        }
        let (letter, source, to) = match &said.what {
            What::Castling(castling) => {
                let reason = self.castling_fault(state, *castling);
                return Fault::Castling { castling: *castling, reason };
            }
            What::Drop { piece, to, .. } => return Fault::NoDrop { piece: *piece, to: *to },
            What::Others(text) => return self.fault_of_others(state, text),
            What::Move { letter, source, to, .. } => (*letter, source, *to),
        };
        let variant = self.game.variant();
        let mut ways = Moves::default();
        self.movement(state, &mut ways);
        let piece = letter.or(variant.notation.plain);
        let from = match source {
            Source::Cell(from) => Some(*from),
            _ => None,
        };
        let fits = |found: &&Move| {
            found.to == to
                && found.from.is_some_and(|from| source.fits(from, &variant.board))
                && (from.is_some() || piece.is_none_or(|piece| Some(piece) == found.piece))
        };
        if let Some(found) = ways.iter().find(fits) {
            return self.exposed(state, &ways, found).unwrap_or(Fault::Repeats);
        }
        let Some(from) = from else { return Fault::NoneGoes { piece, to } };
        match state.position.man(from) {
            None => Fault::Nobody { cell: from },
            Some(man) if man.side != state.to_move => {
                Fault::OtherSide { cell: from, piece: man.piece, side: man.side }
            }
            Some(man) => {
                if let Some(by) = self.frozen_by(state, from) {
                    return Fault::Frozen { piece: man.piece, cell: from, by };
                }
                let mut goes: Vec<Cell> =
                    ways.iter().filter(|found| found.from == Some(from)).map(|found| found.to).collect();
                goes.sort();
                goes.dedup();
                match man.piece {
                    Some(piece) => Fault::CannotGo { piece, from, to, goes },
                    None => Fault::NoneGoes { piece, to },
                }
            }
        }
    }

    /// Why a text that speaks of others than the man who moves means no legal move.
    fn fault_of_others(&mut self, state: &mut State, text: &str) -> Fault {
        let mut ways = Moves::default();
        self.moves_of_others(state, &mut ways);
        match ways.iter().find(|found| self.without_sign(&ways, found) == text) {
            Some(found) => self.exposed(state, &ways, found).unwrap_or(Fault::Repeats),
            None => Fault::NotSo { text: text.to_string() },
        }
    }

    /// The king a move leaves attacked, and by whom; or that it attacks the enemy's where none may.
    fn exposed(&mut self, state: &mut State, moves: &Moves, found: &Move) -> Option<Fault> {
        let side = state.to_move;
        let undo = state.make(self.game, moves.effects(found), moves.passed(found));
        let kings: Vec<Cell> = self.royals(state, side).collect();
        let men: Vec<_> = state.position.men().filter(|(_, man)| man.side != side).collect();
        let pairs = kings.iter().flat_map(|king| men.iter().map(move |enemy| (*king, *enemy)));
        let mut exposed = None;
        for (king, (by, man)) in pairs {
            if self.man_takes(state, by, man, king) {
                let royal = state.position.man(king).and_then(|man| man.piece);
                exposed = Some(Fault::Exposes { royal, king, by, attacker: man.piece });
                break;
            }
        }
        let by_others = kings.iter().find_map(|king| {
            let by = self.taker(state, *king, side.other());
            Some((*king, by.or_else(|| self.faced_by(state, *king, side.other()))?))
        });
        if let (None, Some((king, by))) = (&exposed, by_others) {
            let piece = |cell| state.position.man(cell).and_then(|man| man.piece);
            exposed = Some(Fault::Exposes { royal: piece(king), king, by, attacker: piece(by) });
        }
        if exposed.is_none() && self.game.no_check && self.in_check(state, side.other()) {
            exposed = Some(Fault::GivesCheck);
        }
        state.unmake(self.game, moves.effects(found), undo);
        exposed
    }

    /// The legal move whose text is nearest to one that means none; of several the one from the same cell.
    fn nearest(&self, moves: &Moves, text: &str, said: Option<&Said>) -> Option<String> {
        let from = match said.map(|said| &said.what) {
            Some(What::Move { source: Source::Cell(from), .. }) => Some(*from),
            _ => None,
        };
        let mut legal: Vec<&Move> = moves.iter().collect();
        legal.sort_by_key(|found| from.is_none() || found.from != from);
        let texts: Vec<String> = legal.iter().map(|found| self.without_sign(moves, found)).collect();
        let plain = text.trim_end_matches(['!', '?', '+', '#']);
        nearest(plain, texts.iter().map(String::as_str)).map(str::to_string)
    }
}
