//! The fields of a FEN after the pieces, one row each: how they are read and written.
//!
//! ```text
//! r3k2r/8/8/8/4P3/8/8/R3K2R b KQkq e3 0 1 moved=a2
//!                           │ │    │  │ │ └ pieces that have moved, though they stand as in
//!                           │ │    │  │ │   the setup; `unmoved=` the reverse
//!                           │ │    │  │ └ the number of the next move, which changes nothing
//!                           │ │    │  └ moves of either side since the last that counts
//!                           │ │    └ the cells on which a piece can be captured en passant:
//!                           │ │      `e3e4` after a triple step
//!                           │ └ which castlings are still possible: `K` with the outermost piece
//!                           │   on the king's side of the last files, `Q` on that of the first,
//!                           │   or the file of the castling's outermost piece: `A`, `(AD)`
//!                           └ the side to move
//! ```
//!
//! A counter of the variant is a field too: `checks=1/2` gives White's count and Black's.
//! `move=2` is the number of the next move, where a turn has several.
//! `arrived=2/0` gives for each goal, separated by commas, the number of White's and of Black's
//! pieces that became another piece by the move that brought them there. Named fields may come in
//! any order, the others only in the order above. A field that is left out has its default value.

use super::castle::Castle;
use super::castling::is_step_partner;
use super::common_fields::{gate_cells, read_checks, unmoved_on_file};
use super::game::Game;
use super::game_position::GamePosition;
use super::passers::passers;
use super::state::State;
use crate::model::{Board, Cell, CellSet, CounterId, EffectRule, EnPassant, Mover, Piece, Side};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::english::join_list;
use padma_text::{Excerpt, Span, range_in};

/// The name of the field for the number of the next move within its turn.
const TURN_MOVE: &str = "move";

/// A field, with the functions that read and write it.
struct Field {
    /// The name before its `=`; `None` if the field is known by its position.
    name: Option<&'static str>,
    /// Whether it can only be read once the others are.
    needs_others: bool,
    read: fn(&mut FieldReader<'_, '_>, &str, Span) -> Option<()>,
    /// Returns `None` if the field can be left out.
    write: fn(&FieldWriter<'_, '_>) -> Option<String>,
}

static FIELDS: [Field; 9] = [
    Field {
        name: None,
        needs_others: false,
        read: read_side,
        write: |writer| Some(side_letter(writer.state.to_move).to_string()),
    },
    Field {
        name: None,
        needs_others: false,
        read: read_castlings,
        write: |writer| Some(possible_castlings(writer).0),
    },
    Field {
        name: None,
        needs_others: true,
        read: read_en_passant,
        write: write_en_passant,
    },
    Field {
        name: None,
        needs_others: false,
        read: read_quiet,
        write: |writer| Some(writer.state.quiet.to_string()),
    },
    Field {
        name: None,
        needs_others: false,
        read: read_number,
        write: |writer| Some(writer.number.to_string()),
    },
    Field {
        name: Some("moved"),
        needs_others: false,
        read: |reader, word, span| reader.read_unmoved(word, span, false),
        write: |writer| writer.differing_cells(|state, usual| *usual - state.unmoved),
    },
    Field {
        name: Some("unmoved"),
        needs_others: false,
        read: |reader, word, span| reader.read_unmoved(word, span, true),
        write: |writer| writer.differing_cells(|state, usual| state.unmoved - *usual),
    },
    Field {
        name: Some(TURN_MOVE),
        needs_others: false,
        read: read_turn_move,
        write: |writer| {
            let number = writer.state.turn_move;
            (number > 1).then(|| number.to_string())
        },
    },
    Field {
        name: Some("arrived"),
        needs_others: false,
        read: read_arrived,
        write: write_arrived,
    },
];

struct FieldReader<'a, 'r> {
    game: &'a Game<'r>,
    state: &'a mut State,
    diagnostics: &'a mut Diagnostics,
}

struct FieldWriter<'a, 'r> {
    game: &'a Game<'r>,
    state: &'a State,
    number: u32,
}

/// Reads the fields into a state that already has its pieces; false if anything in them is wrong.
pub(super) fn read(
    game: &Game<'_>,
    state: &mut State,
    text: &Excerpt,
    diagnostics: &mut Diagnostics,
) -> bool {
    let errors = diagnostics.errors();
    let mut reader = FieldReader {
        game,
        state,
        diagnostics,
    };
    if let Some(sfen) = reader.sfen(text) {
        return reader
            .refuse::<()>(sfen, text.whole(), IN_FEN.to_string())
            .is_some();
    }
    let mut unnamed_fields = FIELDS.iter().filter(|field| field.name.is_none());
    let mut deferred = None;
    let mut start = 0;
    for word in text.text().split(' ') {
        let at = start..start + word.len();
        start = at.end + 1;
        if word.is_empty() {
            continue;
        }
        let read = match word.split_once('=') {
            Some((name, value)) => reader.read_named(name, value, text.span(at)),
            None if read_given_checks(&mut reader, word) => Some(()),
            None => match unnamed_fields.next() {
                Some(field) if field.needs_others => {
                    deferred = Some((field, word, text.span(at)));
                    Some(())
                }
                Some(field) => (field.read)(&mut reader, word, text.span(at)),
                None => reader.refuse(
                    format!("`{word}` is out of place here"),
                    text.span(at),
                    "expected the end, or a named field such as `moved=e1`".to_string(),
                ),
            },
        };
        if read.is_none() {
            return false;
        }
    }
    if let Some((field, word, span)) = deferred
        && (field.read)(&mut reader, word, span).is_none()
    {
        return false;
    }
    diagnostics.errors() == errors
}

/// What is expected in place of the fields of an SFEN.
const IN_FEN: &str = "expected the fields of a FEN: `w` for the side that moves first, which an SFEN calls `b`; \
                      pieces in hand come in brackets after the ranks, such as `[Pp]`";

/// Reads the counts of checks as other programs write them; false if the word is no such field.
fn read_given_checks(reader: &mut FieldReader<'_, '_>, word: &str) -> bool {
    let Some((counter, counts)) = read_checks(reader.game, word) else {
        return false;
    };
    for (side, count) in Side::BOTH.into_iter().zip(counts) {
        reader.state.counters.set(counter, side, count);
    }
    true
}

/// Writes all fields, except named ones with their default value.
pub(super) fn write(game: &Game<'_>, state: &State, number: u32) -> String {
    let writer = FieldWriter {
        game,
        state,
        number,
    };
    let written = FIELDS.iter().filter_map(|field| {
        let value = (field.write)(&writer)?;
        Some(
            field
                .name
                .map_or(value.clone(), |name| format!("{name}={value}")),
        )
    });
    let rules = &game.term_rules;
    let counted = rules
        .counters
        .iter()
        .enumerate()
        .filter_map(|(index, rule)| {
            let count = |side| state.counters.get(CounterId::new(index), side);
            let counts = Side::BOTH.map(count);
            (counts != [0; 2]).then(|| format!("{}={}/{}", rule.id, counts[0], counts[1]))
        });
    written.chain(counted).collect::<Vec<_>>().join(" ")
}

/// Returns the cells of the pieces that stand as in the setup; all pieces, if the variant has no
/// setup.
pub(super) fn cells_at_home(game: &Game<'_>, state: &State) -> CellSet {
    let pieces = state.position.pieces();
    let home = |(cell, piece): &(Cell, Piece)| match &game.variant().setup {
        Some(setup) => setup.position.piece(*cell) == Some(*piece),
        None => true,
    };
    pieces.filter(home).map(|(cell, _)| cell).collect()
}

impl FieldReader<'_, '_> {
    /// Returns the complaint about fields as Shogi programs write them: the side, the pieces in
    /// hand, the number of the move.
    fn sfen(&self, text: &Excerpt) -> Option<String> {
        let words: Vec<&str> = text
            .text()
            .split(' ')
            .filter(|word| !word.is_empty())
            .collect();
        let [_, hands, number] = words[..] else {
            return None;
        };
        let board = &self.game.variant().board;
        let is_number = number.bytes().all(|b| b.is_ascii_digit()) && board.cell(number).is_none();
        let is_hand = |c: char| c == '-' || c == '+' || c.is_ascii_alphanumeric();
        (is_number && hands.chars().all(is_hand))
            .then(|| format!("`{}` is the end of an SFEN", text.text().trim()))
    }

    fn refuse<T>(&mut self, message: String, span: Span, expected: String) -> Option<T> {
        self.diagnostics
            .refuse(Code::FenSyntax, message, span, expected)
    }

    fn read_named(&mut self, name: &str, value: &str, span: Span) -> Option<()> {
        let counters = &self.game.term_rules.counters;
        if let Some(index) = counters.iter().position(|counter| counter.id == name) {
            let at = span.slice(name.len() + 1..name.len() + 1 + value.len());
            return self.read_counts(CounterId::new(index), value, at);
        }
        let ids = counters.iter().map(|counter| counter.id.as_str());
        let has_turns = !self.game.term_rules.turns.is_empty();
        let fields = || {
            let fields = FIELDS.iter();
            fields.filter(move |field| has_turns || field.name != Some(TURN_MOVE))
        };
        let names = || fields().filter_map(|field| field.name).chain(ids.clone());
        let Some(field) = fields().find(|field| field.name == Some(name)) else {
            let known: Vec<String> = names().map(|name| format!("`{name}`")).collect();
            let complaint = Diagnostic::error(
                Code::FenSyntax,
                format!("`{name}` is not a field of a position"),
            );
            let at = span.slice(0..name.len());
            let complaint = complaint.at(at, format!("expected {}", join_list(&known, "or")));
            self.diagnostics.push(complaint.suggest(name, names()));
            return None;
        };
        (field.read)(
            self,
            value,
            span.slice(name.len() + 1..name.len() + 1 + value.len()),
        )
    }

    /// Reads the counts of both sides, such as `1/2`.
    fn read_counts(&mut self, counter: CounterId, value: &str, span: Span) -> Option<()> {
        let counts = value
            .split_once('/')
            .and_then(|(white, black)| Some([white.parse().ok()?, black.parse().ok()?]));
        let Some(counts) = counts else {
            let expected = "expected White's count and Black's, such as `1/0`".to_string();
            return self.refuse(format!("`{value}` are not two counts"), span, expected);
        };
        for (side, count) in Side::BOTH.into_iter().zip(counts) {
            self.state.counters.set(counter, side, count);
        }
        Some(())
    }

    /// Marks the pieces on some cells as unmoved or as moved.
    fn read_unmoved(&mut self, word: &str, span: Span, is_unmoved: bool) -> Option<()> {
        for cell in self.cells(word, span)? {
            if self.state.position.piece(cell).is_none() {
                let message = format!("no piece stands on {}", self.game.cell_name(cell));
                return self.refuse(
                    message,
                    span,
                    "expected cells with pieces on them".to_string(),
                );
            }
            match is_unmoved {
                true => self.state.unmoved.insert(cell),
                false => self.state.unmoved.remove(cell),
            }
        }
        Some(())
    }

    /// Reads a list of cells such as `e3e4`.
    fn cells(&mut self, word: &str, span: Span) -> Option<Vec<Cell>> {
        let board = &self.game.variant().board;
        let cells: Option<Vec<Cell>> = cell_names(word).map(|name| board.cell(name)).collect();
        cells.or_else(|| {
            let message = format!("`{word}` is not a cell of this board");
            self.refuse(
                message,
                span,
                "expected a cell, or several with nothing between them".to_string(),
            )
        })
    }
}

/// Splits `e3e4`, and also `a1'b2`: a name ends at its last digit, prime or star.
fn cell_names(word: &str) -> impl Iterator<Item = &str> {
    let is_end = |c: char| c.is_ascii_digit() || matches!(c, '\'' | '*');
    let mut rest = word;
    std::iter::from_fn(move || {
        let letters = rest.find(is_end).unwrap_or(rest.len());
        let length = rest[letters..]
            .find(|c| !is_end(c))
            .map_or(rest.len(), |end| letters + end);
        let (name, tail) = rest.split_at(length);
        rest = tail;
        (!name.is_empty()).then_some(name)
    })
}

fn cell_list(board: &Board, cells: &CellSet) -> String {
    cells.iter().map(|cell| board.name(cell)).collect()
}

fn side_letter(side: Side) -> &'static str {
    match side {
        Side::White => "w",
        Side::Black => "b",
    }
}

fn read_side(reader: &mut FieldReader<'_, '_>, word: &str, span: Span) -> Option<()> {
    let side = Side::BOTH
        .into_iter()
        .find(|side| word == side_letter(*side) || word == side.name());
    let Some(side) = side else {
        let expected = "expected `w` or `b`, the side to move".to_string();
        return reader.refuse(format!("`{word}` is not a side"), span, expected);
    };
    reader.state.to_move = side;
    Some(())
}

/// Returns the cells of the pieces of all castlings.
fn castlers(game: &Game<'_>) -> CellSet {
    game.castles.iter().flat_map(Castle::cells).collect()
}

/// Reads which pieces may still castle.
fn read_castlings(reader: &mut FieldReader<'_, '_>, word: &str, span: Span) -> Option<()> {
    let (game, mut pieces) = (reader.game, CellSet::EMPTY);
    let mut gates = None;
    for letters in castling_letters(if word == "-" { "" } else { word }) {
        let place = span.slice(range_in(word, letters));
        if let Some(cell) = unmoved_on_file(game, reader.state, letters) {
            gates.get_or_insert(CellSet::EMPTY).insert(cell);
            continue;
        }
        let Some(castle) = castle_of(game, reader.state, letters) else {
            let known: Vec<String> = game
                .castles
                .iter()
                .filter_map(|castle| Some(format!("`{}`", letters_of(game, reader.state, castle)?)))
                .collect();
            let expected = match known.is_empty() {
                true => "expected `-`: this variant has no castling".to_string(),
                false => format!("expected `-` or some of {}", known.join(", ")),
            };
            return reader.refuse(format!("`{letters}` is not a castling"), place, expected);
        };
        if !stands_at_start(reader.state, castle) {
            let piece = |mover: &Mover| {
                format!(
                    "the {} on {}",
                    game.variant().kind(mover.kind).id,
                    game.cell_name(mover.from)
                )
            };
            let pieces: Vec<String> = castle.movers.iter().map(piece).collect();
            let expected = format!("expected {}", pieces.join(", "));
            return reader.refuse(
                format!("the pieces of the castling `{letters}` are missing"),
                place,
                expected,
            );
        }
        castle.cells().for_each(|cell| pieces.insert(cell));
    }
    let mut named = castlers(game);
    if let Some(gates) = gates {
        // With letters of files, all others on these ranks have moved.
        named = Side::BOTH.into_iter().fold(named, |named, side| {
            named | gate_cells(game, reader.state, side)
        });
        pieces = pieces | gates;
    }
    reader.state.unmoved = (reader.state.unmoved - named) | pieces;
    Some(())
}

/// Splits `KQ(AD)k` into castlings.
fn castling_letters(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let close = rest.find(')').filter(|_| first == '(');
        let (sign, tail) = rest.split_at(close.map_or(first.len_utf8(), |close| close + 1));
        rest = tail;
        Some(sign)
    })
}

/// Returns the castling that these letters of a FEN stand for. `K` and `Q` are those with the
/// outermost piece on that side of the king, of those whose pieces stand where they begin.
fn castle_of<'g>(game: &'g Game<'_>, state: &State, word: &str) -> Option<&'g Castle> {
    let letters = word.trim_matches(['(', ')']);
    let side = if letters.starts_with(char::is_uppercase) {
        Side::White
    } else {
        Side::Black
    };
    let letters = letters.to_lowercase();
    let own = || {
        game.castles
            .iter()
            .filter(move |castle| castle.side == side)
    };
    let on_wing =
        own().filter(|castle| wing(game, castle) == letters && leads_its_wing(game, state, castle));
    // Of several castlings with that piece, the first in the variant's order.
    let distance = |castle: &&Castle| outermost(game, castle).1.unsigned_abs();
    let outer = on_wing
        .rev()
        .max_by_key(|castle| (stands_at_start(state, castle), distance(castle)));
    outer.or_else(|| own().find(|castle| file(game, castle) == letters))
}

/// Returns letters that stand for this castling, or for another castling of the same pieces;
/// `None` if its letters all stand for castlings of other pieces.
fn letters_of(game: &Game<'_>, state: &State, castle: &Castle) -> Option<String> {
    let written = |letters: &str| {
        let white = castle.side == Side::White;
        let letters = if white {
            letters.to_uppercase()
        } else {
            letters.to_lowercase()
        };
        if letters.chars().count() == 1 {
            letters
        } else {
            format!("({letters})")
        }
    };
    let cells: CellSet = castle.cells().collect();
    let means = |sign: &String| {
        castle_of(game, state, sign)
            .is_some_and(|other| other.cells().collect::<CellSet>() == cells)
    };
    [wing(game, castle), file(game, castle)]
        .into_iter()
        .map(written)
        .find(means)
}

/// Returns the letter of the king's side on which the outermost piece of a castling begins.
fn wing(game: &Game<'_>, castle: &Castle) -> &'static str {
    if outermost(game, castle).1 > 0 {
        "k"
    } else {
        "q"
    }
}

/// Returns the file of the outermost piece of a castling.
fn file<'g>(game: &'g Game<'_>, castle: &Castle) -> &'g str {
    let name = game.variant().board.name(outermost(game, castle).0);
    name.trim_end_matches(|c: char| !c.is_alphabetic())
}

/// Returns the first cell of the piece of a castling that begins furthest from the king, and how
/// many files it is from there towards the last file. If all begin on the king's file, the step of
/// the king counts.
fn outermost(game: &Game<'_>, castle: &Castle) -> (Cell, isize) {
    let file = |cell: Cell| {
        game.variant()
            .board
            .info(cell)
            .file
            .map_or(0, |file| file as isize)
    };
    let leader = castle.leader();
    let from_leader = |cell: Cell| (cell, file(cell) - file(leader.from));
    let pieces = castle.cells().map(from_leader);
    match pieces.max_by_key(|(_, files)| files.unsigned_abs()) {
        Some((cell, files)) if files != 0 => (cell, files),
        _ => (leader.from, from_leader(leader.to).1),
    }
}

/// Whether no piece of the same kind and side stands further out on the rank than the outermost piece of a
/// castling: in X-FEN the letter of a wing is that of the outermost piece.
fn leads_its_wing(game: &Game<'_>, state: &State, castle: &Castle) -> bool {
    let board = &game.variant().board;
    let (own, files) = outermost(game, castle);
    let mover = castle.movers.iter().find(|mover| mover.from == own);
    let piece = mover.map(|mover| Piece::of(castle.side, mover.kind));
    let is_further = |cell: Cell| {
        let (own, other) = (board.info(own), board.info(cell));
        let further = if files > 0 {
            other.file > own.file
        } else {
            other.file < own.file
        };
        other.rank == own.rank && further
    };
    let pieces = state.position.pieces();
    !pieces
        .into_iter()
        .any(|(cell, other)| Some(other) == piece && is_further(cell))
}

/// Whether all pieces of a castling stand on their first cells.
fn stands_at_start(state: &State, castle: &Castle) -> bool {
    castle
        .movers
        .iter()
        .all(|mover| state.position.piece(mover.from) == Some(Piece::of(castle.side, mover.kind)))
}

/// Returns the letters of the castlings that are still possible, White's first, and the cells of
/// their pieces.
fn possible_castlings(writer: &FieldWriter<'_, '_>) -> (String, CellSet) {
    let (mut signs, mut cells): (Vec<String>, _) = (Vec::new(), CellSet::EMPTY);
    let is_possible = |castle: &&Castle| {
        castle
            .cells()
            .all(|cell| writer.state.unmoved.contains(cell))
            && stands_at_start(writer.state, castle)
    };
    for side in Side::BOTH {
        for castle in writer
            .game
            .castles
            .iter()
            .filter(|castle| castle.side == side)
            .filter(is_possible)
        {
            let Some(sign) = letters_of(writer.game, writer.state, castle) else {
                continue;
            };
            castle.cells().for_each(|cell| cells.insert(cell));
            if !signs.contains(&sign) {
                signs.push(sign);
            }
        }
    }
    (
        if signs.is_empty() {
            "-".to_string()
        } else {
            signs.concat()
        },
        cells,
    )
}

/// Reads the cells that a piece has just passed over. The cell of the piece itself may follow, if
/// the others do not show which piece it was.
fn read_en_passant(reader: &mut FieldReader<'_, '_>, word: &str, span: Span) -> Option<()> {
    if word == "-" {
        return Some(());
    }
    let board = &reader.game.variant().board;
    let listed = reader.cells(word, span)?;
    if let Some(both) = both_passers(reader, &listed) {
        reader.state.set_en_passant(Some(both));
        return Some(());
    }
    let cells: CellSet = listed.iter().copied().collect();
    let passers = passers(GamePosition::new(reader.game, reader.state));
    let fits_text = |passer: &&EnPassant| {
        let whole = passer.cells | CellSet::from_iter([passer.piece]);
        passer.cells == cells || whole == cells && listed.last() == Some(&passer.piece)
    };
    let fitting: Vec<&EnPassant> = passers.iter().filter(fits_text).collect();
    if let [passer] = fitting[..] {
        reader.state.set_en_passant(Some(*passer));
        return Some(());
    }
    let side = reader.state.to_move.other().titled();
    let written = |passer: &EnPassant| {
        format!(
            "`{}{}`",
            cell_list(board, &passer.cells),
            board.name(passer.piece)
        )
    };
    if !fitting.is_empty() {
        let ways: Vec<String> = fitting.into_iter().map(written).collect();
        let message = format!("several pieces could have just passed over {word}");
        return reader.refuse(message, span, format!("expected {}", ways.join(" or ")));
    }
    let overlapping: Vec<String> = passers
        .iter()
        .filter(|passer| !(passer.cells & cells).is_empty())
        .map(|passer| format!("`{}`", cell_list(board, &passer.cells)))
        .collect();
    let (alone, expected) = match overlapping.is_empty() {
        true => (
            "",
            format!(
                "expected `-`, or the cells that a piece of {side}'s could have passed over by its last move"
            ),
        ),
        false => (" alone", format!("expected {}", overlapping.join(" or "))),
    };
    reader.refuse(
        format!("no piece could have just passed over {word}{alone}"),
        span,
        expected,
    )
}

/// Returns two pieces of one turn that may both be captured en passant, if a list has the one cell
/// that each has passed over.
fn both_passers(reader: &FieldReader<'_, '_>, listed: &[Cell]) -> Option<EnPassant> {
    let turn = reader.game.term_rules.turn_of(reader.state.to_move.other());
    let [one, other] = listed.try_into().ok().filter(|_| turn.is_some())?;
    let passers = passers(GamePosition::new(reader.game, reader.state));
    let over = |cell: Cell| {
        let alone = CellSet::from_iter([cell]);
        passers.iter().find(|passer| passer.cells == alone)
    };
    Some(over(one)?.and(*over(other)?))
}

fn write_en_passant(writer: &FieldWriter<'_, '_>) -> Option<String> {
    let Some(passed) = writer.state.position.en_passant() else {
        return Some("-".to_string());
    };
    let board = &writer.game.variant().board;
    let alike = passers(GamePosition::new(writer.game, writer.state))
        .iter()
        .filter(|other| other.cells == passed.cells)
        .count();
    let piece = if alike > 1 {
        board.name(passed.piece)
    } else {
        ""
    };
    let second = passed.second.map_or(CellSet::EMPTY, |(cells, _)| cells);
    Some(cell_list(board, &(passed.cells | second)) + piece)
}

fn read_quiet(reader: &mut FieldReader<'_, '_>, word: &str, span: Span) -> Option<()> {
    reader.state.quiet = parse_count(reader, word, span)?;
    Some(())
}

fn read_number(reader: &mut FieldReader<'_, '_>, word: &str, span: Span) -> Option<()> {
    parse_count::<u32>(reader, word, span).map(|_| ())
}

fn read_turn_move(reader: &mut FieldReader<'_, '_>, word: &str, span: Span) -> Option<()> {
    let most = reader.game.term_rules.turn_of(reader.state.to_move);
    let most = most.map_or(1, |rule| rule.moves);
    let number = word
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number));
    let Some(number) = number else {
        let expected =
            format!("expected the number of the next move within its turn, at most {most}");
        return reader.refuse(format!("`{word}` is not such a number"), span, expected);
    };
    reader.state.turn_move = number;
    Some(())
}

fn read_arrived(reader: &mut FieldReader<'_, '_>, word: &str, span: Span) -> Option<()> {
    let counts = word.split(',').map(|both| {
        let (white, black) = both.split_once('/')?;
        Some([white.parse().ok()?, black.parse().ok()?])
    });
    match counts.collect::<Option<Vec<[u16; 2]>>>() {
        Some(counts) if counts.len() == reader.state.arrived.len() => {
            reader.state.arrived = counts;
            Some(())
        }
        _ => {
            let goals = reader.state.arrived.len();
            let expected = match goals {
                0 => "expected no such field: this variant has no goal".to_string(),
                _ => format!(
                    "expected {}: for each goal a count for White and one for Black",
                    vec!["0/0"; goals].join(",")
                ),
            };
            reader.refuse(
                format!("`{word}` does not fit the goals of this variant"),
                span,
                expected,
            )
        }
    }
}

fn write_arrived(writer: &FieldWriter<'_, '_>) -> Option<String> {
    let arrived = &writer.state.arrived;
    let counts = arrived
        .iter()
        .map(|[white, black]| format!("{white}/{black}"));
    arrived
        .iter()
        .flatten()
        .any(|count| *count > 0)
        .then(|| counts.collect::<Vec<_>>().join(","))
}

fn parse_count<N: std::str::FromStr>(
    reader: &mut FieldReader<'_, '_>,
    word: &str,
    span: Span,
) -> Option<N> {
    word.parse().ok().or_else(|| {
        let expected =
            "expected the number of moves since the last that counts, or of the next move"
                .to_string();
        reader.refuse(format!("`{word}` is out of place here"), span, expected)
    })
}

impl FieldWriter<'_, '_> {
    /// Returns the cells of the pieces for which the other fields wrongly imply that they have
    /// moved, or that they have not, where this matters in play.
    fn differing_cells(&self, differ: fn(&State, &CellSet) -> CellSet) -> Option<String> {
        let (game, state) = (self.game, self.state);
        let usual = (cells_at_home(game, state) - castlers(game)) | possible_castlings(self).1;
        let cells: CellSet = differ(state, &usual)
            .iter()
            .filter(|cell| self.matters(*cell))
            .collect();
        (!cells.is_empty()).then(|| cell_list(&game.variant().board, &cells))
    }

    /// Whether play depends on whether the piece on a cell has moved.
    fn matters(&self, cell: Cell) -> bool {
        let game = self.game;
        let Some(Piece {
            side,
            kind: Some(kind),
        }) = self.state.position.piece(cell)
        else {
            return false;
        };
        let castles = |castle: &Castle| {
            let unmoved = |cell: Cell| self.state.unmoved.contains(cell);
            castle.cells().any(|from| from == cell) && castle.cells().all(unmoved)
        };
        let rules = &game.term_rules;
        let is_asked = |rule: &EffectRule| {
            rule.kinds.is_none_or(|kinds| kinds.contains(kind)) && rule.when.truth.asks_unmoved()
        };
        game.stacks.is_some()
            || rules.effects.iter().any(|rule| is_asked(rule))
            || game.table(kind, side).has_first_move()
            || !game.steps[kind.index()].is_empty()
            || game
                .powers
                .kit(kind, side)
                .is_some_and(|kit| !kit.mimics.is_empty())
            || game.castles.iter().any(castles)
            || is_step_partner(GamePosition::new(game, self.state), cell)
    }
}
