//! The start position: `startFen`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::rules::{IniPiece, IniRules, Promoted};
use super::slots::PieceSlot;
use super::values::Letters;
use crate::places::Square;
use padma_rules::model::Side;
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// The contents of a start position.
#[derive(Default)]
pub(crate) struct StartPosition {
    pub pieces: Vec<(Square, Side, PieceSlot)>,
    pub walls: BTreeSet<Square>,
    /// The squares of promoted pieces, and what each was if that is known.
    pub promoted: Vec<(Square, Option<PieceSlot>)>,
    /// The number of pieces in hand, White's and Black's.
    pub hand: BTreeMap<PieceSlot, [u32; 2]>,
    /// The letters of the castling field.
    pub castling: String,
    /// Whether Black moves first.
    pub black_begins: bool,
    /// The en passant field, if it names a square.
    pub en_passant: Option<Excerpt>,
    /// The number of checks with which White and Black win, if the text gives it.
    pub checks: Option<[u16; 2]>,
}

impl StartPosition {
    /// Returns the squares of the pieces of one kind and side.
    pub(crate) fn squares_of(&self, slot: PieceSlot, side: Side) -> BTreeSet<Square> {
        let pieces = self
            .pieces
            .iter()
            .filter(|(_, owner, piece)| *owner == side && *piece == slot);
        pieces.map(|(square, _, _)| *square).collect()
    }

    /// Makes the promoted pieces of a kind that remembers what it was.
    pub(crate) fn mark(&mut self, piece: &IniPiece, promoted: Promoted) {
        for (square, from) in &self.promoted {
            let here = self.pieces.iter_mut().find(|(place, ..)| place == square);
            let Some((_, _, slot)) = here else { continue };
            if *slot == promoted.shape && from.is_none_or(|from| from == promoted.from) {
                *slot = piece.slot;
            }
        }
    }

    /// Returns the squares from which a side's pieces may let others in when they move first: with
    /// gating, the letters for castling name their files.
    pub(crate) fn gates(&self, rules: &IniRules, side: Side) -> BTreeSet<Square> {
        if !rules.truth("gating") {
            return BTreeSet::new();
        }
        let (files, ranks) = rules.board();
        let row = rules.number("castlingRank").clamp(1, ranks) - 1;
        let rank = match side {
            Side::White => row,
            Side::Black => ranks - 1 - row,
        };
        let at = |file: u16| Square { file, rank };
        let owner = |square: Square| {
            let own =
                |(place, owner, _): &&(Square, Side, PieceSlot)| *place == square && *owner == side;
            self.pieces.iter().find(own).map(|(_, _, slot)| *slot)
        };
        let rooks = rules.slots("castlingRookPieces", side);
        let is_rook = |file: &u16| owner(at(*file)).is_some_and(|slot| rooks.contains(&slot));
        let king = rules.slots("castlingKingPiece", side);
        let is_king = |file: &u16| owner(at(*file)).is_some_and(|slot| king.contains(&slot));
        let own = |letter: &char| letter.is_ascii_uppercase() == (side == Side::White);
        let mut gates = BTreeSet::new();
        for letter in self.castling.chars().filter(own) {
            let rook = match letter.to_ascii_uppercase() {
                'K' => (0..files).rev().find(is_rook),
                'Q' => (0..files).find(is_rook),
                file @ 'A'..='Z' => Some(u16::from(file as u8 - b'A')).filter(|file| *file < files),
                _ => None,
            };
            gates.extend(rook.map(at).filter(|square| owner(*square).is_some()));
            if matches!(letter.to_ascii_uppercase(), 'K' | 'Q') {
                gates.extend((0..files).find(is_king).map(at));
            }
        }
        gates
    }
}

/// Reads a start position. Reports faults at their places.
pub(crate) fn start(
    text: &Excerpt,
    rules: &IniRules,
    diagnostics: &mut Diagnostics,
) -> StartPosition {
    let mut fields = text.text().split_whitespace().map(|field| text.cut(field));
    let mut start = StartPosition::default();
    if let Some(text) = fields.next() {
        let placement = PlacementReader {
            text: &text,
            rules,
            at: 0,
            last: 0..0,
            start: &mut start,
        };
        if let Err(complaint) = placement.read() {
            let remark = "there is no `startFen`, so the one of chess is used";
            let is_written = rules.setting("startFen", Side::White).is_some();
            diagnostics.push(if is_written {
                *complaint
            } else {
                complaint.help(remark)
            });
        }
    }
    start.black_begins = fields.next().is_some_and(|field| field.text() == "b");
    // Without castlings and en passant the numbers come at once.
    let is_number = |field: &Excerpt| field.text().starts_with(|c: char| c.is_ascii_digit());
    let mut rest = fields.peekable();
    if let Some(castling) = rest.next_if(|field| !is_number(field)) {
        start.castling = castling.text().to_string();
        let is_square =
            |field: &Excerpt| field.text().starts_with(|c: char| c.is_ascii_lowercase());
        start.en_passant = rest.next_if(|field| !is_number(field)).filter(is_square);
    }
    start.checks = rest.find_map(|field| checks(field.text()));
    start
}

/// Reads the checks with which White and Black win: `3+3`, or those already given: `+0+1`.
fn checks(field: &str) -> Option<[u16; 2]> {
    const LEAST: u16 = 3;
    let number = |text: &str| text.parse::<u16>().ok();
    match field.strip_prefix('+') {
        Some(given) => {
            let (white, black) = given.split_once('+')?;
            let left = |text| Some(LEAST.saturating_sub(number(text)?));
            Some([left(white)?, left(black)?])
        }
        None => {
            let (white, black) = field.split_once('+')?;
            Some([number(white)?, number(black)?])
        }
    }
}

/// A reader of the piece placement, the first field of a start position.
struct PlacementReader<'a> {
    text: &'a Excerpt,
    rules: &'a IniRules,
    at: usize,
    /// The character read last, or the end of the text.
    last: Range<usize>,
    start: &'a mut StartPosition,
}

/// A value, or the complaint about the text.
type FenResult<T = ()> = Result<T, Box<Diagnostic>>;

impl PlacementReader<'_> {
    fn read(mut self) -> FenResult {
        let (files, ranks) = self.rules.board();
        for rank in (0..ranks).rev() {
            self.row(rank, files)?;
            if rank > 0 && self.next() != Some('/') {
                return Err(self.wrong(&format!(
                    "expected `/` and {rank} more ranks of {files} squares"
                )));
            }
        }
        match self.next() {
            None => Ok(()),
            Some('[' | '/') => self.hand(),
            Some(_) => Err(self.wrong(&format!(
                "expected no more than {ranks} ranks of {files} squares"
            ))),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text.text()[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek();
        let length = next.map_or(0, char::len_utf8);
        self.last = self.at..self.at + length;
        self.at += length;
        next
    }

    /// Returns a complaint about the character read last.
    fn wrong(&self, expected: &str) -> Box<Diagnostic> {
        let complaint = Diagnostic::error(Code::FenSyntax, "this start position cannot be read");
        Box::new(complaint.at(self.text.span(self.last.clone()), expected))
    }

    fn row(&mut self, rank: u16, files: u16) -> FenResult {
        let mut file = 0;
        while file < files {
            let square = Square { file, rank };
            match self.next() {
                Some('*' | '_') => {
                    self.start.walls.insert(square);
                    file += 1;
                }
                Some(digit @ '0'..='9') => file += self.empties(digit, files - file)?,
                first => {
                    let promoted = first == Some('+');
                    let letter = if promoted { self.next() } else { first };
                    self.piece(letter, square, promoted)?;
                    file += 1;
                }
            }
        }
        Ok(())
    }

    /// Reads a number of empty squares, of one or two digits.
    fn empties(&mut self, first: char, left: u16) -> FenResult<u16> {
        let mut number = first.to_digit(10).unwrap_or(0);
        if let Some(second) = self.peek().and_then(|next| next.to_digit(10)) {
            self.next();
            number = number * 10 + second;
        }
        match u16::try_from(number) {
            Ok(number) if (1..=left).contains(&number) => Ok(number),
            _ => Err(self.wrong(&format!("expected no more than {left} empty squares here"))),
        }
    }

    fn piece(&mut self, letter: Option<char>, square: Square, promoted: bool) -> FenResult {
        let known = letter.and_then(|letter| Some((letter, self.rules.pieces.slot(letter)?)));
        let Some((letter, slot)) = known else {
            return Err(self.wrong(
                "expected the letter of a piece, a number of empty squares, or `*` for no square",
            ));
        };
        let slot = if promoted {
            self.start.promoted.push((square, Some(slot)));
            self.promoted_slot(slot)?
        } else {
            slot
        };
        // `~` marks a promoted pawn, which matters only when it is captured.
        if self.peek() == Some('~') {
            self.next();
            self.start.promoted.push((square, None));
        }
        self.start.pieces.push((square, side(letter), slot));
        Ok(())
    }

    /// Returns what a piece becomes when it promotes.
    fn promoted_slot(&self, slot: PieceSlot) -> FenResult<PieceSlot> {
        let promoted = self.rules.exchanges().get(&slot).copied().flatten();
        promoted.ok_or_else(|| self.wrong("expected a piece that `promotedPieceType` names"))
    }

    /// Reads the hand: `[QRpp]`, or the same after a `/` that follows the last rank.
    fn hand(&mut self) -> FenResult {
        while let Some(letter) = self.next() {
            if matches!(letter, ']' | '-') {
                continue;
            }
            let Some(slot) = self.rules.pieces.slot(letter) else {
                return Err(self.wrong("expected the letter of a piece in hand"));
            };
            self.start.hand.entry(slot).or_default()[side(letter) as usize] += 1;
        }
        Ok(())
    }
}

fn side(letter: char) -> Side {
    if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    }
}
