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

use super::castling::is_step_partner;
use super::castling_rights::{
    castle_of, castlers, castling_letters, letters_of, possible_castlings, stands_at_start,
};
use super::common_fields::{gate_cells, read_checks, unmoved_on_file};
use super::en_passant_field::{read_en_passant, write_en_passant};
use super::field_reader::{FieldReader, cell_list};
use super::game::Game;
use super::game_position::GamePosition;
use super::state::State;
use crate::castle::Castle;
use crate::model::{Cell, CellSet, CounterId, EffectRule, Mover, Piece, Side};
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
        write: |writer| Some(possible_castlings(writer.game, writer.state).0),
    },
    Field {
        name: None,
        needs_others: true,
        read: read_en_passant,
        write: |writer| write_en_passant(writer.game, writer.state),
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
        let usual =
            (cells_at_home(game, state) - castlers(game)) | possible_castlings(game, state).1;
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
