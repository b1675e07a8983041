//! Reads the texts of moves, before their legality is tested.
//!
//! The reader is lenient where the meaning is clear: it accepts any usual capture symbol. The
//! reading of the move then reports a symbol that is not the variant's own.

use std::ops::Range;

use crate::castle::Castle;
use crate::model::{Board, Cell, CellSet, KindId, Notation, Rank, Side, Variant};
use crate::play::game::Game;

/// What a text says of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedMove {
    /// Which piece moves, and where.
    pub what: MoveParts,
    /// The check or mate symbol; `None` without one.
    pub threatens: Option<Threatens>,
    /// The additional effects of the move, as written from the first `/` on.
    pub acts: String,
    /// The byte ranges of the parts of the text.
    pub at: MoveTextPlaces,
}

/// What a move does to the enemy's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threatens {
    /// The king is not attacked.
    Nothing,
    /// The king is attacked.
    Check,
    /// The king is attacked, and its side has no legal move.
    Mate,
}

/// The byte range of each part of a move's text; empty for a part that is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTextPlaces {
    /// The letter of the piece.
    pub letter: Range<usize>,
    /// The cell of origin, or a part of its name.
    pub from: Range<usize>,
    /// The symbol before the last cell.
    pub sign: Range<usize>,
    /// The last cell.
    pub to: Range<usize>,
    /// The piece it becomes, with the symbol before it.
    pub into: Range<usize>,
    /// The symbol of check or mate.
    pub threatens: Range<usize>,
}

/// The parts of a move that a text states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveParts {
    /// The castling with this index in the game's list.
    Castling(u16),
    /// A piece moves.
    Move {
        /// The piece whose letter is given.
        letter: Option<KindId>,
        /// What the text says of the cell of origin.
        source: MoveOrigin,
        /// The symbol before the last cell, as written.
        sign: String,
        /// The last cell.
        to: Cell,
        /// The piece it becomes.
        into: Option<KindId>,
        /// The cell to which the piece on the last cell is pushed.
        driven: Option<Cell>,
        /// The cells of the captured pieces, if they are listed.
        taken: Option<CellSet>,
    },
    /// A piece is dropped, possibly as another kind.
    Drop {
        /// The piece in hand.
        kind: KindId,
        /// The last cell.
        to: Cell,
        /// The piece it is on the board.
        into: Option<KindId>,
        /// The cells of the captured pieces, if they are listed.
        taken: Option<CellSet>,
    },
    /// The side to move passes.
    Null,
    /// Other pieces move a piece, a piece rotates others, or a cell travels. The value is the
    /// whole text.
    Others(String),
}

/// What a text says of the cell of origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveOrigin {
    /// Nothing.
    Anywhere,
    /// Its file.
    File(String),
    /// Its rank.
    Rank(String),
    /// Its cell.
    Cell(Cell),
}

impl MoveParts {
    /// Adds what a text says after the last cell: where a piece is pushed, and what is captured.
    fn with_ending(mut self, to: Option<Cell>, cells: Option<CellSet>) -> MoveParts {
        if let MoveParts::Move { driven, taken, .. } = &mut self {
            (*driven, *taken) = (to, cells);
        }
        self
    }
}

impl MoveOrigin {
    pub(crate) fn fits(&self, cell: Cell, board: &Board) -> bool {
        let name = board.name(cell);
        let file = file_of(name);
        match self {
            MoveOrigin::Anywhere => true,
            MoveOrigin::File(said) => file == said,
            MoveOrigin::Rank(said) => name[file.len()..] == said.replace('*', "'"),
            MoveOrigin::Cell(said) => *said == cell,
        }
    }
}

/// Returns the file in a cell's name.
pub(super) fn file_of(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || PRIMES.contains(&c))
}

/// Why a text cannot be read as a move, and where the fault is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The part that could not be understood.
    pub range: Range<usize>,
    /// What was expected there.
    pub expected: String,
}

/// Maximum length of a move's text, in bytes.
pub const LONGEST_TEXT: usize = 1000;
/// The texts that other programs write if a side passes.
pub const NULL_MOVES: [&str; 9] = ["--", "-", "–", "—", "<>", "Z0", "0000", "@@@@", PASS];

/// How passing is written.
pub(super) const PASS: &str = "pass";
/// White's and Black's figurines, and the pieces that they stand for.
const FIGURINES: [(char, char, &str); 6] = [
    ('♔', '♚', "king"),
    ('♕', '♛', "queen"),
    ('♖', '♜', "rook"),
    ('♗', '♝', "bishop"),
    ('♘', '♞', "knight"),
    ('♙', '♟', "pawn"),
];
/// Marks after a capture en passant.
const EN_PASSANT: [&str; 2] = ["e.p.", " ep"];
/// The usual symbols for a capture, and for no capture.
const CAPTURES: [&str; 3] = ["x", ":", "×"];
const QUIETS: [&str; 3] = ["-", "–", "—"];
/// Marks that may follow the number of a rank.
const PRIMES: [char; 2] = ['\'', '*'];
/// The symbol before the cell to which a piece is pushed.
pub(super) const DRIVEN: char = '>';
/// The symbol before the additional effects that a side has chosen.
pub(super) const SECOND: char = '/';
/// The symbol after the cell of a piece that is teleported.
pub(super) const TELEPORTED: char = '~';
/// The symbol between the two places of a cell that travels.
pub(super) const TRAVELS: &str = "->";
/// The symbols after the cell of a piece that rotates others, clockwise or the other way.
pub(super) const TURNS: [&str; 2] = ["cw", "ccw"];

/// Whether a symbol stands for a capture; `None` if it is empty.
pub fn is_capture(sign: &str, game: &Game<'_>) -> Option<bool> {
    let notation = &game.variant().notation;
    let is_usual = || {
        CAPTURES
            .iter()
            .any(|capture| is_once_or_twice(sign, capture))
            && sign != notation.quiet
    };
    (!sign.is_empty()).then(|| is_once_or_twice(sign, &notation.capture) || is_usual())
}

/// Whether a text is a symbol written once or twice. A double symbol shows that several pieces are
/// captured.
fn is_once_or_twice(text: &str, sign: &str) -> bool {
    let once = text.strip_prefix(sign).filter(|_| !sign.is_empty());
    once.is_some_and(|rest| rest.is_empty() || rest == sign)
}

/// Whether two names mean the same castling. The letter `O` and the digit `0` count as equal.
pub fn same_castling(a: &str, b: &str) -> bool {
    a.replace('O', "0") == b.replace('O', "0")
}

/// Why the name of a castling would not be read as that castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misread {
    /// It ends like a judgement or a check symbol: `!`, `+`.
    Signed,
    /// It could be another move: `Kg1`.
    Move,
}

/// Returns why the name of a castling would be read as something else, if it would.
pub fn misread(variant: &Variant, name: &str) -> Option<Misread> {
    let notation = &variant.notation;
    let signs = [
        notation.check.as_str(),
        notation.mate.as_deref().unwrap_or(""),
    ];
    let is_whole =
        |sign: &str| cut_sign(notation, cut_judgement(&format!("{name}{sign}"))).0 == name;
    if !["", "!", "?"].into_iter().chain(signs).all(is_whole) {
        return Some(Misread::Signed);
    }
    let reader = MoveTextReader {
        variant,
        text: name,
    };
    (reader.read_drop().is_some() || reader.ways().is_ok()).then_some(Misread::Move)
}

/// Strips annotation symbols (`!`, `?!`) from the end of a text.
pub(super) fn cut_judgement(text: &str) -> &str {
    text.trim_end_matches(['!', '?'])
}

/// Reads a move of one side, in the likeliest way.
///
/// # Errors
///
/// The part of the text that could not be understood.
pub fn read(game: &Game<'_>, side: Side, text: &str) -> Result<StatedMove, Unreadable> {
    readings(game, side, text).map(|mut readings| readings.swap_remove(0))
}

/// Reads a move of one side in every possible way; there is at least one. Where files have names
/// of several letters, `Haab5` may be from file a or file aa.
///
/// # Errors
///
/// The part of the text that could not be understood.
pub fn readings(game: &Game<'_>, side: Side, text: &str) -> Result<Vec<StatedMove>, Unreadable> {
    if text.len() > LONGEST_TEXT {
        return Err(Unreadable {
            range: 0..0,
            expected: format!("at most {LONGEST_TEXT} bytes"),
        });
    }
    let with_sign = without_en_passant(cut_judgement(text));
    let (whole, threatens) = cut_sign(&game.variant().notation, with_sign);
    let first = whole.find(SECOND).filter(|_| game.term_rules.have_choices);
    let (body, acts) = whole.split_at(first.unwrap_or(whole.len()));
    let is_named = |castle: &Castle| castle.side == side && same_castling(&castle.name, body);
    let no_places = MoveTextPlaces::default;
    let ways = if let Some(place) = game.castles.iter().position(is_named) {
        vec![(MoveParts::Castling(place as u16), no_places())]
    } else if NULL_MOVES.contains(&with_sign) {
        vec![(MoveParts::Null, no_places())]
    } else if is_displacement(game, body) {
        vec![(MoveParts::Others(body.to_string()), no_places())]
    } else {
        let reader = MoveTextReader {
            variant: game.variant(),
            text: body,
        };
        reader
            .read_drop()
            .map_or_else(|| reader.ways(), |drop| Ok(vec![drop]))?
    };
    let sign = whole.len()..with_sign.len();
    let said = |(what, at)| StatedMove {
        what,
        threatens,
        acts: acts.to_string(),
        at: MoveTextPlaces {
            threatens: sign.clone(),
            ..at
        },
    };
    Ok(ways.into_iter().map(said).collect())
}

/// Returns a text without the mark of a capture en passant.
pub(super) fn without_en_passant(text: &str) -> &str {
    EN_PASSANT
        .iter()
        .find_map(|sign| text.strip_suffix(sign))
        .unwrap_or(text)
        .trim_end()
}

/// Whether a text has a symbol that only teleports, rotations and travels of cells have.
fn is_displacement(game: &Game<'_>, text: &str) -> bool {
    let turns = || {
        TURNS
            .iter()
            .any(|sign| text.strip_suffix(sign).is_some_and(ends_in_digit))
    };
    let others_move = !game.powers.is_empty() || !game.travels.is_empty();
    others_move && (text.contains(TELEPORTED) || text.contains(TRAVELS) || turns())
}

fn ends_in_digit(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_digit() || c == '\'')
}

/// Splits off the symbol of check or mate.
pub(super) fn cut_sign<'a>(notation: &Notation, text: &'a str) -> (&'a str, Option<Threatens>) {
    let own = [
        (notation.mate.as_deref().unwrap_or(""), Threatens::Mate),
        (notation.check.as_str(), Threatens::Check),
    ];
    let usual = [
        ("++", Threatens::Mate),
        ("#", Threatens::Mate),
        ("+", Threatens::Check),
    ];
    let signs = own
        .into_iter()
        .chain(usual)
        .filter(|(sign, _)| !sign.is_empty() && text.ends_with(sign));
    // Of several symbols that fit, the longest is meant; of those, the variant's own.
    match signs.rev().max_by_key(|(sign, _)| sign.len()) {
        Some((sign, threatens)) => (text[..text.len() - sign.len()].trim_end(), Some(threatens)),
        None => (text, None),
    }
}

/// Reads the text of a move, without its symbol of check or mate.
struct MoveTextReader<'a> {
    variant: &'a Variant,
    text: &'a str,
}

impl MoveTextReader<'_> {
    fn unreadable<T>(&self, range: Range<usize>, expected: &str) -> Result<T, Unreadable> {
        Err(Unreadable {
            range,
            expected: expected.to_string(),
        })
    }

    /// Returns every way to read the text; at least one.
    fn ways(&self) -> Result<Vec<(MoveParts, MoveTextPlaces)>, Unreadable> {
        let text = without_en_passant(self.text);
        let (text, taken) = self.split_captures(text);
        let (text, driven) = self.split_push(text)?;
        let mut ways = Vec::new();
        let mut first_error = None;
        for (letter, start) in self.letters(text) {
            match self.ways_after_letter(text, letter, start) {
                Ok(found) => ways.extend(found),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        match first_error.filter(|_| ways.is_empty()) {
            Some(error) => Err(error),
            None => Ok(ways
                .into_iter()
                .map(|(what, at)| (what.with_ending(driven, taken), at))
                .collect()),
        }
    }

    /// Returns the ways to read a text whose piece's letter ends at `start`.
    fn ways_after_letter(
        &self,
        text: &str,
        letter: Option<KindId>,
        start: usize,
    ) -> Result<Vec<(MoveParts, MoveTextPlaces)>, Unreadable> {
        let (into, end) = self.split_change(text, start)?;
        let middle = &text[start..end];
        // The text ends in the name of the last cell. The longest name that leaves something
        // readable before it comes first.
        let way = |at: usize| {
            let to = self.variant.board.cell(&middle[at..])?;
            let (source, sign) = self.split_sign(&middle[..at]);
            let (sign_start, to_start) = (start + source.len(), start + at);
            let places = MoveTextPlaces {
                letter: 0..start,
                from: start..sign_start,
                sign: sign_start..to_start,
                to: to_start..end,
                into: end..text.len(),
                threatens: 0..0,
            };
            let (source, sign) = (self.origin(source)?, sign.to_string());
            Some((
                MoveParts::Move {
                    letter,
                    source,
                    sign,
                    to,
                    into,
                    driven: None,
                    taken: None,
                },
                places,
            ))
        };
        let ways: Vec<_> = middle
            .char_indices()
            .filter_map(|(at, _)| way(at))
            .collect();
        if !ways.is_empty() {
            return Ok(ways);
        }
        let without_rank = middle.trim_end_matches(|c: char| c.is_ascii_digit());
        let without_name = without_rank.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let range = start + without_name.len()..end;
        self.unreadable(
            if range.is_empty() {
                0..text.len()
            } else {
                range
            },
            "the name of a cell of this board",
        )
    }

    /// Reads a drop, if the text is one. Any usual drop symbol is accepted.
    fn read_drop(&self) -> Option<(MoveParts, MoveTextPlaces)> {
        let (whole, taken) = self.split_captures(self.text);
        let (before, behind) = &self.variant.notation.drop;
        let promotion = &self.variant.notation.promotion;
        // A drop may itself begin with the promotion symbol.
        let (text, into) = match whole.rsplit_once(promotion.as_str()) {
            Some((text, into)) if !text.is_empty() && !promotion.is_empty() => {
                (text, Some(self.kind(into)?))
            }
            _ => (whole, None),
        };
        let usual = [
            (before.as_str(), behind.as_str()),
            ("", "@"),
            ("", "*"),
            ("=", ""),
        ];
        usual.into_iter().find_map(|(before, behind)| {
            let rest = text.strip_prefix(before)?;
            let (kind, end) = self.letter(rest);
            let cell = rest[end..].strip_prefix(behind)?;
            let to = self.variant.board.cell(cell)?;
            let (letter, end) = (before.len()..before.len() + end, text.len());
            let places = MoveTextPlaces {
                letter,
                to: end - cell.len()..end,
                ..MoveTextPlaces::default()
            };
            Some((
                MoveParts::Drop {
                    kind: kind?,
                    to,
                    into,
                    taken,
                },
                places,
            ))
        })
    }

    /// Splits off the cell to which a piece is pushed.
    fn split_push<'t>(&self, text: &'t str) -> Result<(&'t str, Option<Cell>), Unreadable> {
        let Some(at) = text.rfind(DRIVEN) else {
            return Ok((text, None));
        };
        match self.variant.board.cell(&text[at + DRIVEN.len_utf8()..]) {
            Some(cell) => Ok((&text[..at], Some(cell))),
            None => self.unreadable(
                at + DRIVEN.len_utf8()..text.len(),
                "the name of a cell of this board",
            ),
        }
    }

    /// Splits off the list of captured pieces, or their number. Returns only the list.
    fn split_captures<'t>(&self, text: &'t str) -> (&'t str, Option<CellSet>) {
        let inside = text
            .strip_suffix(')')
            .and_then(|rest| rest.rsplit_once('('));
        let Some((before, inside)) = inside else {
            return (text, None);
        };
        if inside.bytes().all(|b| b.is_ascii_digit()) {
            return (before.trim_end(), None);
        }
        let cells: Option<CellSet> = inside
            .split(',')
            .map(|cell| self.variant.board.cell(cell))
            .collect();
        if cells.is_some() {
            (before, cells)
        } else {
            (text, None)
        }
    }

    /// Returns the pieces whose letters may begin the text, the longest letter first, each with
    /// the place where the rest begins; a single `None` if there is no letter.
    fn letters(&self, text: &str) -> Vec<(Option<KindId>, usize)> {
        let pieces = self.variant.kind_ids().filter_map(|kind| {
            let letter = &self.variant.kind(kind).letter;
            let fits = text.starts_with(letter.as_str()) && can_begin_move(letter);
            fits.then_some((Some(kind), letter.len()))
        });
        let mut letters: Vec<_> = pieces.chain(self.figurine(text)).collect();
        letters.sort_by_key(|(_, length)| std::cmp::Reverse(*length));
        // If several pieces have the same letter, the first is meant.
        letters.dedup_by_key(|(_, length)| *length);
        // The capital letter of a level may be that of a piece.
        let board = &self.variant.board;
        let is_there = |cell| {
            let file = file_of(board.name(cell));
            file.starts_with(|c: char| c.is_ascii_uppercase()) && text.starts_with(file)
        };
        if letters.is_empty() || board.cells().any(is_there) {
            letters.push((None, 0));
        }
        letters
    }

    /// Returns the piece whose figurine begins the text, and where the rest begins.
    fn figurine(&self, text: &str) -> Option<(Option<KindId>, usize)> {
        let first = text.chars().next()?;
        let (.., id) = FIGURINES
            .iter()
            .find(|(white, black, _)| [*white, *black].contains(&first))?;
        let rest = text[first.len_utf8()..].trim_start_matches('\u{fe0e}');
        Some((Some(self.variant.kind_named(id)?), text.len() - rest.len()))
    }

    /// Returns the piece whose letter begins the text, and where the rest begins.
    fn letter(&self, text: &str) -> (Option<KindId>, usize) {
        self.letters(text).swap_remove(0)
    }

    /// Returns what the piece becomes, and the end of the text before that.
    fn split_change(
        &self,
        text: &str,
        start: usize,
    ) -> Result<(Option<KindId>, usize), Unreadable> {
        let notation = &self.variant.notation;
        let signs = [notation.promotion.as_str(), "=", "/", "("];
        for sign in signs.into_iter().filter(|sign| !sign.is_empty()) {
            if let Some(at) = text[start..].rfind(sign).map(|at| start + at) {
                let from = at + sign.len();
                let word = text[from..].trim_end_matches(')');
                return match self.kind(word) {
                    Some(kind) => Ok((Some(kind), at)),
                    None => self.unreadable(from..text.len(), "the letter of a piece"),
                };
            }
        }
        // Without a symbol, the letters after the last digit name the new piece.
        let end = text
            .trim_end_matches(|c: char| !c.is_ascii_digit() && !PRIMES.contains(&c))
            .len();
        match self.kind(&text[end..]) {
            Some(kind) if end > start => Ok((Some(kind), end)),
            _ => Ok((None, text.len())),
        }
    }

    fn kind(&self, word: &str) -> Option<KindId> {
        let fits = |letter: &str| letter == word || letter.to_lowercase() == word;
        let kinds = &self.variant.kinds;
        let figurine = || self.figurine(word).filter(|(_, end)| *end == word.len())?.0;
        kinds
            .iter()
            .position(|kind| fits(&kind.letter))
            .map(KindId::new)
            .or_else(figurine)
    }

    /// Splits off the capture or quiet symbol at the end of the text before a cell.
    fn split_sign<'t>(&self, text: &'t str) -> (&'t str, &'t str) {
        let notation = &self.variant.notation;
        let own = [notation.capture.as_str(), notation.quiet.as_str()];
        let signs = own
            .into_iter()
            .chain(CAPTURES)
            .chain(QUIETS)
            .filter(|sign| !sign.is_empty());
        let ends = signs.filter_map(|sign| {
            let once = text.strip_suffix(sign)?;
            Some(once.strip_suffix(sign).unwrap_or(once).len())
        });
        text.split_at(ends.min().unwrap_or(text.len()))
    }

    fn origin(&self, text: &str) -> Option<MoveOrigin> {
        let board = &self.variant.board;
        if text.is_empty() {
            return Some(MoveOrigin::Anywhere);
        }
        if let Some(cell) = board.cell(text) {
            return Some(MoveOrigin::Cell(cell));
        }
        if Rank::named(text).is_some() {
            return Some(MoveOrigin::Rank(text.to_string()));
        }
        // Cells outside the grid have only the file in their name.
        let is_file = || board.cells().any(|cell| file_of(board.name(cell)) == text);
        is_file().then(|| MoveOrigin::File(text.to_string()))
    }
}

/// Whether a piece's letter can begin a move's text. A small letter would be read as a file.
fn can_begin_move(letter: &str) -> bool {
    letter
        .chars()
        .next()
        .is_some_and(|c| !c.is_ascii_lowercase())
}
