//! The start position: `startFen`.

use std::collections::BTreeSet;

use super::super::draft::{Kind, Square};
use super::rules::Rules;
use super::slots::Slot;
use super::values::{Letters, Value};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::Side;
use crate::text::Excerpt;

/// What a start position tells.
#[derive(Default)]
pub(super) struct Start {
    pub men: Vec<(Square, Side, Slot)>,
    pub walls: BTreeSet<Square>,
    /// Men in hand, White's and Black's.
    pub hand: Vec<(Slot, [u32; 2])>,
    /// The letters of the field that tells who may castle.
    pub castling: String,
    /// The field that says who begins, if that is Black.
    pub black_begins: Option<Excerpt>,
}

impl Start {
    /// The squares of one piece and side.
    pub(super) fn of(&self, slot: Slot, side: Side) -> BTreeSet<Square> {
        let men = self.men.iter().filter(|(_, owner, piece)| *owner == side && *piece == slot);
        men.map(|(square, _, _)| *square).collect()
    }
}

/// Reads a start position; what is wrong with it is said at its place.
pub(super) fn start(text: &Excerpt, rules: &Rules, diagnostics: &mut Diagnostics) -> Start {
    let mut fields = text.text().split_whitespace().map(|field| {
        let at = field.as_ptr().addr() - text.text().as_ptr().addr();
        text.part(at..at + field.len())
    });
    let mut start = Start::default();
    if let Some(placement) = fields.next() {
        if let Err(complaint) = (Placement { text: &placement, rules, at: 0, start: &mut start }).read() {
            diagnostics.push(*complaint);
        }
    }
    start.black_begins = fields.next().filter(|field| field.text() == "b");
    start.castling = fields.next().map_or_else(String::new, |field| field.text().to_string());
    start
}

struct Placement<'a> {
    text: &'a Excerpt,
    rules: &'a Rules,
    at: usize,
    start: &'a mut Start,
}

type Read = Result<(), Box<Diagnostic>>;

impl Placement<'_> {
    fn read(mut self) -> Read {
        let (files, ranks) = self.rules.board();
        for rank in (0..ranks).rev() {
            self.row(rank, files)?;
            if rank > 0 {
                match self.next() {
                    Some('/') => {}
                    _ => return Err(self.wrong(&format!("expected `/` and {rank} more ranks"))),
                }
            }
        }
        match self.next() {
            None => Ok(()),
            Some('[' | '/') => self.hand(),
            Some(_) => Err(self.wrong(&format!("expected no more than {ranks} ranks of {files} squares"))),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text.text()[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// A complaint about the last character read, or the end of the text.
    fn wrong(&self, expected: &str) -> Box<Diagnostic> {
        let end = self.text.text().len();
        let last = self.text.text()[..self.at].chars().next_back().map_or(0, char::len_utf8);
        let range = if self.at == end && self.peek().is_none() && expected.starts_with("expected `/`") {
            end..end
        } else {
            self.at - last..self.at
        };
        let complaint = Diagnostic::error(Code::FenSyntax, "this start position cannot be read");
        Box::new(complaint.at(self.text.span(range), expected))
    }

    fn row(&mut self, rank: u16, files: u16) -> Read {
        let mut file = 0;
        while file < files {
            match self.next() {
                Some('*' | '_') => {
                    self.start.walls.insert(Square { file, rank });
                    file += 1;
                }
                Some(digit @ '0'..='9') => file += self.empties(digit, files - file)?,
                Some('+') => {
                    self.man(Square { file, rank }, true)?;
                    file += 1;
                }
                Some(_) => {
                    self.at -= self.text.text()[..self.at].chars().next_back().map_or(0, char::len_utf8);
                    self.man(Square { file, rank }, false)?;
                    file += 1;
                }
                None => return Err(self.wrong(&format!("expected {} more squares", files - file))),
            }
        }
        Ok(())
    }

    /// Empty squares; a number may have two digits.
    fn empties(&mut self, first: char, left: u16) -> Result<u16, Box<Diagnostic>> {
        let mut number = first.to_digit(10).unwrap_or(0);
        if let Some(second) = self.peek().and_then(|next| next.to_digit(10)) {
            self.next();
            number = number * 10 + second;
        }
        match u16::try_from(number) {
            Ok(number) if (1..=left).contains(&number) => Ok(number),
            _ => Err(self.wrong(&format!("expected at most {left} empty squares"))),
        }
    }

    fn man(&mut self, square: Square, promoted: bool) -> Read {
        let letter = self.next().filter(char::is_ascii_alphabetic);
        let Some((letter, slot)) = letter.and_then(|c| Some((c, self.rules.pieces.slot(c)?))) else {
            return Err(self.wrong("expected the letter of a piece, a number, `*` or `/`"));
        };
        let slot = if promoted { self.promoted(slot)? } else { slot };
        if self.peek() == Some('~') {
            self.next();
        }
        self.start.men.push((square, side(letter), slot));
        Ok(())
    }

    /// What a piece is once it has promoted.
    fn promoted(&self, slot: Slot) -> Result<Slot, Box<Diagnostic>> {
        let exchanges = self.rules.setting("promotedPieceType", Side::White).map(|setting| &setting.value);
        let found = match exchanges {
            Some(Value::Exchanges(exchanges)) => exchanges.get(&slot).copied().flatten(),
            _ => None,
        };
        found.ok_or_else(|| self.wrong("expected a piece that `promotedPieceType` tells of"))
    }

    /// `[QRpp]`, or the same without brackets behind the last rank.
    fn hand(&mut self) -> Read {
        while let Some(letter) = self.next() {
            if matches!(letter, ']' | '-') {
                continue;
            }
            let Some(slot) = self.rules.pieces.slot(letter) else {
                return Err(self.wrong("expected the letter of a piece in hand"));
            };
            let hand = &mut self.start.hand;
            let place = hand.iter().position(|(known, _)| *known == slot).unwrap_or_else(|| {
                hand.push((slot, [0, 0]));
                hand.len() - 1
            });
            hand[place].1[side(letter) as usize] += 1;
        }
        Ok(())
    }
}

fn side(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::White } else { Side::Black }
}

/// The place of a slot among the pieces of a variant.
pub(super) fn kind(rules: &Rules, slot: Slot) -> Option<Kind> {
    rules.pieces.iter().position(|piece| piece.slot == slot)
}
