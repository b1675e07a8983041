//! Positions as text, in the form of the first field of a FEN.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR    from the highest rank, each from the left
//! 12/3(wa)8/*10*[Np]                             two digits, a two-character letter, holes, hands
//! 4k3/8/8/8/8/8/8/4KQ~2/Np                       a marked letter, and hands as one more rank
//! ```
//!
//! On a single grid the text covers all places, including the rows and columns that only extra
//! cells have, and `*` marks a place without a cell. On a board of several sheets the ranks are
//! the rows of its picture, each with the cells that lie there. `*` also marks a cell that is
//! absent from the position. A piece is the letter of its kind, a capital for White and a small
//! letter for Black; a letter of more than one character is put in parentheses. This module does
//! not read what follows the first space.

use std::ops::Range;

use super::board::Board;
use super::cells::{Cell, CellSet};
use super::position::{KindId, Occupant, Piece, Position, Reserve};
use super::side::Side;
use super::variant::PieceKind;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::english::count_phrase;
use padma_text::{Excerpt, Span, range_in};

/// A position as read from a text.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The pieces on the board, in the order of the text.
    pub pieces: Vec<FenPiece>,
    /// The pieces in brackets after the ranks.
    pub reserve: Reserve,
    /// The cells that are absent.
    pub absent: CellSet,
    /// What follows the first space.
    pub rest: Excerpt,
}

/// A piece as read from its letter in the text.
#[derive(Clone, Copy, Debug)]
pub struct FenPiece {
    /// The cell the piece stands on.
    pub cell: Cell,
    /// The side of the piece: White if the letter is a capital.
    pub side: Side,
    /// The kind whose letter it is.
    pub kind: KindId,
    /// The letter's place, with its parentheses.
    pub span: Span,
}

impl Placement {
    /// Returns the pieces on the board as a position, without those in hand.
    pub fn position(&self, board: &Board) -> Position {
        let mut position = Position::empty(board.len());
        position.set_absent(self.absent);
        for piece in &self.pieces {
            position.put(piece.cell, Some(Piece::of(piece.side, piece.kind)));
        }
        position
    }
}

/// The maximum length of a text, in bytes.
const LONGEST: usize = 16 * 1024;
/// The most errors reported for one text.
const MOST_COMPLAINTS: usize = 8;

/// Reads the first field of a FEN; `None` if anything in it is wrong.
pub fn parse(
    text: &Excerpt,
    board: &Board,
    kinds: &[PieceKind],
    diagnostics: &mut Diagnostics,
) -> Option<Placement> {
    let errors_before = diagnostics.errors();
    let mut reader = FenReader {
        text,
        board,
        letters: letters(kinds),
        diagnostics,
        pieces: Vec::new(),
        reserve: Reserve::default(),
        absent: CellSet::EMPTY,
        complaints: 0,
    };
    let rest = reader.read()?;
    let (pieces, reserve) = (reader.pieces, reader.reserve);
    let absent = board.with_corners(reader.absent);
    for piece in pieces.iter().filter(|piece| absent.contains(piece.cell)) {
        let message = format!(
            "a piece stands on {}, which is absent",
            board.name(piece.cell)
        );
        let expected = "expected a cell that is present";
        diagnostics.error(Code::FenSyntax, message, piece.span, expected);
    }
    (diagnostics.errors() == errors_before).then(|| Placement {
        pieces,
        reserve,
        absent,
        rest: text.part(rest),
    })
}

/// Writes a position.
///
/// # Errors
///
/// The board has no ranks, or a piece has no letter of its own.
pub fn write(
    position: &Position,
    reserve: &Reserve,
    board: &Board,
    kinds: &[PieceKind],
) -> Result<String, NotWritable> {
    if board.rows().is_empty() {
        return Err(NotWritable::NoRanks);
    }
    let letters = letters(kinds);
    let letter_of = |side: Side, kind: Option<KindId>| {
        let kind = kind.ok_or(NotWritable::UnknownKind)?;
        let own = letters
            .iter()
            .find(|letter| letter.side == side && letter.kinds[..] == [kind]);
        own.map(Letter::fen_text).ok_or(NotWritable::NoLetter(kind))
    };
    let is_empty =
        |place: &Option<Cell>| place.is_some_and(|cell| position.occupant(cell) == Occupant::Empty);
    let part = |places: &[Option<Cell>]| {
        if is_empty(&places[0]) {
            return Ok(places.len().to_string());
        }
        let piece = places[0].and_then(|cell| position.piece(cell));
        piece.map_or(Ok(HOLE.to_string()), |piece| {
            letter_of(piece.side, piece.kind)
        })
    };
    let rank = |row: &Vec<Option<Cell>>| {
        row.chunk_by(|one, next| is_empty(one) && is_empty(next))
            .map(part)
            .collect::<Result<String, _>>()
    };
    let ranks: Vec<String> = board.rows().iter().map(rank).collect::<Result<_, _>>()?;
    let hands: Vec<String> = reserve
        .iter()
        .map(|(side, kind, count)| Ok(letter_of(side, Some(kind))?.repeat(usize::from(count))))
        .collect::<Result<_, _>>()?;
    let hands = if reserve.is_empty() {
        String::new()
    } else {
        format!("[{}]", hands.concat())
    };
    Ok(ranks.join("/") + &hands)
}

/// Why a position cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotWritable {
    /// The board has no ranks to write.
    NoRanks,
    /// The kind of a piece is not known.
    UnknownKind,
    /// The piece's letter is also another piece's, or has no capital and small form.
    NoLetter(KindId),
}

/// Marks a place without a cell.
const HOLE: char = '*';
/// Mark the letters of promoted pieces, before the letter or after it.
const PROMOTED: [char; 2] = ['+', '~'];

/// The letter of a kind of piece for one side. If several kinds share it, it is ambiguous.
struct Letter {
    text: String,
    side: Side,
    kinds: Vec<KindId>,
}

impl Letter {
    fn fen_text(&self) -> String {
        let mut chars = self.text.chars();
        let is_plain = match (chars.next(), chars.next(), chars.next()) {
            (Some(_), None, _) | (Some(_), Some('~'), None) => true,
            (Some('+'), Some(letter), None) => letter.is_alphabetic(),
            _ => false,
        };
        if is_plain {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }
}

fn letters(kinds: &[PieceKind]) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for (index, kind) in kinds.iter().enumerate() {
        let (white, black) = (kind.letter.to_uppercase(), kind.letter.to_lowercase());
        if white == black {
            continue;
        }
        for (text, side) in [(white, Side::White), (black, Side::Black)] {
            match letters
                .iter_mut()
                .find(|letter| letter.text == text && letter.side == side)
            {
                Some(letter) => letter.kinds.push(KindId::new(index)),
                None => letters.push(Letter {
                    text,
                    side,
                    kinds: vec![KindId::new(index)],
                }),
            }
        }
    }
    letters
}

/// A reader of the first field of a FEN.
struct FenReader<'a, 'd> {
    text: &'a Excerpt,
    board: &'a Board,
    letters: Vec<Letter>,
    diagnostics: &'d mut Diagnostics,
    pieces: Vec<FenPiece>,
    reserve: Reserve,
    absent: CellSet,
    complaints: usize,
}

/// A part of a rank.
enum RankPart {
    Empty(usize),
    Hole,
    Piece(Range<usize>),
}

impl FenReader<'_, '_> {
    /// Reads the field and returns the range of what follows it.
    fn read(&mut self) -> Option<Range<usize>> {
        let whole = self.text.text();
        if whole.len() > LONGEST {
            let complaint = Diagnostic::error(Code::TooLarge, "this position is too long");
            self.diagnostics
                .push(complaint.at(self.text.whole(), format!("at most {LONGEST} bytes")));
            return None;
        }
        let trimmed = whole.trim_start();
        let (field, rest) =
            trimmed.split_at(trimmed.find(char::is_whitespace).unwrap_or(trimmed.len()));
        let (placement, hands) = field.split_at(field.find('[').unwrap_or(field.len()));
        let mut ranks: Vec<Range<usize>> = placement
            .split('/')
            .map(|rank| range_in(whole, rank))
            .collect();
        // Some programs write the hands as one more rank, of letters alone.
        let is_extra = ranks.len() == self.board.rows().len() + 1 && hands.is_empty();
        let is_pocket = |rank: &Range<usize>| {
            !whole[rank.clone()].contains(|c: char| c.is_ascii_digit() || c == HOLE)
        };
        let pocket = ranks
            .last()
            .filter(|rank| is_extra && is_pocket(rank))
            .cloned();
        if pocket.is_some() {
            ranks.pop();
        }
        self.read_ranks(&ranks, range_in(whole, placement))?;
        match pocket {
            Some(pocket) => self.read_held(pocket),
            None if hands.is_empty() => {}
            None => self.read_hands(range_in(whole, hands)),
        }
        Some(range_in(whole, rest.trim_start()))
    }

    fn read_ranks(&mut self, ranks: &[Range<usize>], all: Range<usize>) -> Option<()> {
        let board = self.board;
        let rows = board.rows();
        if rows.is_empty() {
            self.complain(
                all,
                "only positions on a grid can be written this way",
                "expected the pieces and their cells",
            );
            return None;
        }
        let due = rows.len();
        for (rank, row) in ranks.iter().zip(rows) {
            self.read_rank(rank.clone(), row);
        }
        if ranks.len() != due {
            let at = ranks
                .get(due)
                .cloned()
                .or_else(|| ranks.last().cloned())
                .unwrap_or(all);
            let message = format!(
                "this position has {}, but the board has {due}",
                count_phrase(ranks.len(), "rank")
            );
            let expected = if ranks.len() > due {
                "expected nothing here"
            } else {
                "expected `/` and more ranks"
            };
            self.complain(at, &message, expected);
        }
        Some(())
    }

    fn read_rank(&mut self, range: Range<usize>, row: &[Option<Cell>]) {
        let width = row.len();
        let mut places = 0;
        let mut at = range.start;
        while at < range.end {
            let Some((part, next)) = self.read_part(at, range.end) else {
                return;
            };
            let part_range = at..next;
            at = next;
            let count = if let RankPart::Empty(count) = part {
                count
            } else {
                1
            };
            if places + count > width {
                let message = format!("this rank is longer than {}", count_phrase(width, "place"));
                let expected = format!(
                    "expected at most {}",
                    count_phrase(width - places, "more place")
                );
                return self.complain(part_range, &message, &expected);
            }
            match (part, row[places]) {
                (RankPart::Empty(_), _) => {
                    let missing = row[places..places + count].iter().position(Option::is_none);
                    if let Some(missing) = missing {
                        let message = "the board has no cell at one of these places";
                        let expected = format!(
                            "expected `{HOLE}` for place {} of the rank",
                            places + missing + 1
                        );
                        self.complain(part_range, message, &expected);
                    }
                }
                (RankPart::Hole, Some(cell)) if self.board.movable().contains(cell) => {
                    self.absent.insert(cell);
                }
                (RankPart::Hole, Some(cell)) => {
                    let message = format!("the board has a cell here: {}", self.board.name(cell));
                    self.complain(
                        part_range,
                        &message,
                        "expected a piece, or a number of empty cells",
                    );
                }
                (RankPart::Hole, None) => {}
                (RankPart::Piece(word), Some(cell)) => self.read_piece(word, cell),
                (RankPart::Piece(_), None) => {
                    let expected = format!("expected `{HOLE}`");
                    self.complain(
                        part_range,
                        "the board has no cell for this piece",
                        &expected,
                    );
                }
            }
            places += count;
        }
        if places < width {
            let at = if range.is_empty() {
                range.start..range.start
            } else {
                range
            };
            let message = format!(
                "this rank is {} short",
                count_phrase(width - places, "place")
            );
            self.complain(
                at,
                &message,
                &format!("expected {}", count_phrase(width, "place")),
            );
        }
    }

    /// Reads the next part of a rank and returns it with where it ends; complains and returns
    /// `None` if nothing can be read.
    fn read_part(&mut self, at: usize, end: usize) -> Option<(RankPart, usize)> {
        let rest = &self.text.text()[at..end];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            if rest.starts_with('0') {
                self.complain(
                    at..at + digits,
                    "this is not a number of empty cells",
                    "expected 1 or more",
                );
                return None;
            }
            let number: usize = rest[..digits].parse().unwrap_or(usize::MAX);
            return Some((RankPart::Empty(number.min(LONGEST)), at + digits));
        }
        if rest.starts_with(HOLE) {
            return Some((RankPart::Hole, at + HOLE.len_utf8()));
        }
        self.read_letter(at, end)
            .map(|(word, next)| (RankPart::Piece(word), next))
    }

    /// Returns the range of a piece's letter, without its parentheses, and where the next part
    /// begins.
    fn read_letter(&mut self, at: usize, end: usize) -> Option<(Range<usize>, usize)> {
        let rest = &self.text.text()[at..end];
        if !rest.starts_with('(') {
            return Some(self.read_marked(at, end));
        }
        let Some(close) = rest.find(')') else {
            self.complain(
                at..end,
                "this letter has no closing parenthesis",
                "expected `)` after it",
            );
            return None;
        };
        Some((at + 1..at + close, at + close + 1))
    }

    /// Returns the range of a letter without parentheses, with a mark of promotion if it has one,
    /// and where the next part begins: `+P`, or `Q~`, which is `Q` in a variant whose letters have
    /// no such marks.
    fn read_marked(&self, at: usize, end: usize) -> (Range<usize>, usize) {
        let rest = &self.text.text()[at..end];
        let mut chars = rest.chars();
        let first = chars.next().map_or(0, char::len_utf8);
        let second = chars.next();
        let both = at..at + first + second.map_or(0, char::len_utf8);
        let is_marked = |letter: &Letter| letter.text.contains(PROMOTED);
        match (rest.starts_with('+'), second) {
            (true, Some(_)) if self.letter(&self.text.text()[both.clone()]).is_some() => {
                (both.clone(), both.end)
            }
            (_, Some('~')) if self.letters.iter().any(is_marked) => (both.clone(), both.end),
            (_, Some('~')) => (at..at + first, both.end),
            _ => (at..at + first, at + first),
        }
    }

    /// Returns what a letter stands for. `Q~` is the piece with the letter `+Q` if none has `Q~`.
    fn letter(&self, text: &str) -> Option<&Letter> {
        let find = |text: &str| self.letters.iter().find(|letter| letter.text == text);
        let promoted = || find(&format!("+{}", text.strip_suffix('~')?));
        find(text).or_else(promoted)
    }

    fn read_piece(&mut self, word: Range<usize>, cell: Cell) {
        let span = self.text.span(word.clone());
        if let Some((side, kind)) = self.piece_of_letter(word) {
            self.pieces.push(FenPiece {
                cell,
                side,
                kind,
                span,
            });
        }
    }

    fn piece_of_letter(&mut self, word: Range<usize>) -> Option<(Side, KindId)> {
        let text = &self.text.text()[word.clone()];
        let letter = self.letter(text);
        let (message, expected) = match letter.map(|letter| (letter.side, &letter.kinds[..])) {
            Some((side, [kind])) => return Some((side, *kind)),
            Some((_, kinds)) => (
                format!("`{text}` is the letter of {} pieces", kinds.len()),
                "expected a letter that only one piece has".to_string(),
            ),
            None => {
                let written: Vec<String> = self
                    .letters
                    .iter()
                    .map(|l| format!("`{}`", l.fen_text()))
                    .collect();
                (
                    format!("`{text}` is not a piece's letter"),
                    format!(
                        "expected a number, `{HOLE}`, or one of {}",
                        written.join(", ")
                    ),
                )
            }
        };
        self.complain(word, &message, &expected);
        None
    }

    fn read_hands(&mut self, range: Range<usize>) {
        let text = &self.text.text()[range.clone()];
        let Some(close) = text.find(']').map(|at| range.start + at) else {
            return self.complain(
                range,
                "these pieces in hand have no closing bracket",
                "expected `]` after them",
            );
        };
        if close + 1 < range.end {
            return self.complain(
                close + 1..range.end,
                "nothing can follow the pieces in hand",
                "expected a space",
            );
        }
        self.read_held(range.start + 1..close);
    }

    /// Reads the letters of pieces in hand; `-` stands for none.
    fn read_held(&mut self, range: Range<usize>) {
        let (mut at, close) = (range.start, range.end);
        if &self.text.text()[range] == "-" {
            return;
        }
        while at < close {
            let Some((word, next)) = self.read_letter(at, close) else {
                return;
            };
            if let Some((side, kind)) = self.piece_of_letter(word) {
                self.reserve.add(side, kind, 1);
            }
            at = next;
        }
    }

    fn complain(&mut self, range: Range<usize>, message: &str, expected: &str) {
        self.complaints += 1;
        if self.complaints <= MOST_COMPLAINTS {
            self.diagnostics
                .error(Code::FenSyntax, message, self.text.span(range), expected);
        }
    }
}
