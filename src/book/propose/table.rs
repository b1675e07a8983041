//! Tables: a cell of a row states what its head asks of what its row is about.
//!
//! ```text
//! | Piece  | White | Black |          | standing on | Khon | Met |
//! | King   | f1    | f8    |          | d4          | 5    | 4   |
//!            setup(king), setup(king, black)            count(reach(khon, d4)), …
//! ```
//!
//! Knows no values.

use super::fact::{BoundBy, FactReading, Offer, ProposalKind};
use super::frame::SentenceTopic;
use super::movement;
use super::queries::{PiecePlace, Queries};
use super::role::Role;
use super::token::ProseToken;
use padma_rules::model::{Cell, KindId, Side};

/// The first row of a table.
#[derive(Debug, Default)]
pub(super) struct TableHead {
    columns: Vec<TableColumn>,
}

/// What a cell says of its row or column.
#[derive(Clone, Debug, Default)]
struct TableColumn {
    kind: Option<KindId>,
    side: Option<Side>,
    /// Whether it is the side of the reader.
    is_mine: bool,
    place: Option<PiecePlace>,
    verb: Option<Role>,
    counts: Option<Role>,
    /// Whether it speaks of numbers, as of pieces.
    counts_pieces: bool,
    /// Whether it speaks of sides: "per side".
    of_sides: bool,
    /// Whether it names the letters of pieces.
    letters: bool,
}

impl TableColumn {
    fn read(tokens: &[ProseToken]) -> TableColumn {
        let cells: Vec<Cell> = tokens.iter().filter_map(ProseToken::cell).collect();
        let zones = [Role::Corner, Role::Middle, Role::Edge, Role::Anywhere];
        let has = |role: &Role| tokens.iter().any(|token| token.has(*role));
        let zone = zones.into_iter().find(has).and_then(PiecePlace::of_role);
        let verbs = [
            Role::Attack,
            Role::Capture,
            Role::Promote,
            Role::Start,
            Role::Reach,
            Role::Go,
        ];
        let nouns = [Role::Cell, Role::Move, Role::AnyPiece];
        TableColumn {
            kind: tokens.iter().find_map(ProseToken::piece),
            side: tokens.iter().find_map(ProseToken::side),
            is_mine: has(&Role::Mine),
            of_sides: has(&Role::Side),
            place: (!cells.is_empty())
                .then(|| PiecePlace::of_cells(&cells))
                .or(zone),
            verb: verbs.into_iter().find(has),
            counts: nouns.into_iter().find(has),
            letters: tokens.iter().any(|token| {
                ["letter", "letters", "symbol", "abbreviation"].contains(&token.word.as_str())
            }),
            counts_pieces: tokens.iter().any(|token| {
                ["number", "count", "how", "quantity", "each"].contains(&token.word.as_str())
            }),
        }
    }
}

/// Returns the ranges of tokens of the cells of a row.
fn columns(tokens: &[ProseToken]) -> Vec<std::ops::Range<usize>> {
    let mut columns = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.is_mark("|") {
            columns.push(start..at);
            start = at + 1;
        }
    }
    columns.push(start..tokens.len());
    columns
}

impl TableHead {
    pub(super) fn read(tokens: &[ProseToken]) -> TableHead {
        let columns = columns(tokens)
            .into_iter()
            .map(|range| TableColumn::read(&tokens[range]));
        let mut columns: Vec<TableColumn> = columns.collect();
        // "Yours" and "theirs": the first are White's.
        if let [.., own, other] = &mut columns[..]
            && (own.is_mine || other.side == Some(Side::Black))
        {
            own.side = own.side.or(Some(Side::White));
            other.side = other.side.or(Some(Side::Black));
        }
        TableHead { columns }
    }

    /// Returns the facts of a row.
    pub(super) fn read_row(
        &self,
        tokens: &[ProseToken],
        queries: Queries<'_>,
        said: Option<Side>,
    ) -> Vec<FactReading> {
        // A table is about the empty board, even below a figure.
        let queries = Queries {
            is_empty: true,
            ..queries
        };
        let cells = columns(tokens);
        let Some(first) = cells.first() else {
            return Vec::new();
        };
        let row = TableColumn::read(&tokens[first.clone()]);
        let name: String = tokens[first.clone()]
            .iter()
            .map(|token| token.word.as_str())
            .collect();
        let castling = queries.castling(&name);
        // An empty first cell of the head is not read.
        let missing = cells.len().saturating_sub(self.columns.len());
        let heads = self
            .columns
            .iter()
            .skip(1 - missing.min(1))
            .zip(cells.iter().skip(1));
        heads
            .filter_map(|(head, range)| {
                let inside = &tokens[range.clone()];
                let (start, end) = (inside.first()?, inside.last()?);
                let bytes = start.range.start..end.range.end;
                let bound_by: Vec<usize> = first.clone().collect();
                let Some(kind) = row.kind.or(head.kind) else {
                    let number = inside.iter().find(|token| token.number().is_some());
                    let first_column = range.start == first.end + 1;
                    let counted = counted_by_label(&tokens[first.clone()], queries);
                    return fact_of_table(
                        number
                            .filter(|_| first_column && inside.len() == 1)?
                            .range
                            .clone(),
                        ProposalKind::Number,
                        counted,
                        bound_by,
                    );
                };
                let side = head.side.or(row.side).or(said);
                // "rank 2" counts nothing.
                let is_count = |at: &usize| {
                    let before = at.checked_sub(1).map(|before| &inside[before]);
                    let names_line =
                        before.is_some_and(|it| it.has(Role::Rank) || it.has(Role::File));
                    inside[*at].number().is_some() && !names_line
                };
                let numbers = (0..inside.len()).filter(is_count).map(|at| &inside[at]);
                let numbers: Vec<&ProseToken> = numbers.collect();
                let own_cells = inside.iter().filter(|token| token.cell().is_some()).count();
                let own = TableColumn::read(inside)
                    .place
                    .filter(|_| !numbers.is_empty());
                let place = own.as_ref().or(row.place.as_ref()).or(head.place.as_ref());
                let verb = head.verb.or(row.verb);
                match numbers[..] {
                    _ if head.verb == Some(Role::Go) && row.kind.is_some() && own_cells == 0 => {
                        let topic = SentenceTopic {
                            pieces: vec![kind],
                            known: BoundBy::Table,
                            ..SentenceTopic::default()
                        };
                        let mut said = movement::statements(inside, queries.variant, &topic);
                        let mut reading = said.pop().filter(|_| said.is_empty())?;
                        for offer in &mut reading.offers {
                            offer.bound_by.iter_mut().for_each(|at| *at += range.start);
                        }
                        Some(reading)
                    }
                    _ if head.letters && row.kind.is_some() => {
                        let letter = vec![queries.letter(kind)];
                        fact_of_table(bytes, ProposalKind::Name, letter, bound_by)
                    }
                    [number] => {
                        let counted = match (place, head.counts) {
                            (Some(place), _) => {
                                queries.count_reached(verb, kind, side, Some(place), None)
                            }
                            (None, Some(Role::Cell | Role::Move)) => {
                                queries.count_reached(verb, kind, side, None, None)
                            }
                            (None, Some(_)) => queries.count_of_kind(kind, side),
                            (None, None)
                                if head.side.is_some() || head.counts_pieces || head.of_sides =>
                            {
                                queries.count_of_kind(kind, side)
                            }
                            _ => Vec::new(),
                        };
                        fact_of_table(
                            number.range.clone(),
                            ProposalKind::Number,
                            counted,
                            bound_by,
                        )
                    }
                    // What is beside a piece that promotes is what it becomes.
                    [] if matches!(head.verb, Some(Role::Promote) | None)
                        && row.kind.is_some()
                        && queries.promotion(kind, None).is_some()
                        && inside.iter().any(|token| token.piece().is_some()) =>
                    {
                        let becomes = format!("promotes-to({})", queries.id(kind));
                        fact_of_table(bytes, ProposalKind::Name, vec![becomes], bound_by)
                    }
                    [] if inside
                        .iter()
                        .any(|token| token.cell().is_some() || token.has(Role::Rank)) =>
                    {
                        let cells = match verb {
                            _ if castling.is_some() => castling
                                .map(|name| queries.castles_by(kind, side, name))
                                .into_iter()
                                .collect(),
                            Some(Role::Promote) => {
                                queries.promotion(kind, side).into_iter().collect()
                            }
                            Some(Role::Reach | Role::Go | Role::Attack | Role::Capture) => {
                                queries.reached(verb, kind, side, place)
                            }
                            _ if place.is_some() => queries.reached(verb, kind, side, place),
                            _ => vec![queries.setup(kind, side)],
                        };
                        fact_of_table(bytes, ProposalKind::Cells, cells, bound_by)
                    }
                    _ => None,
                }
            })
            .collect()
    }
}

/// Returns what the label of a row counts: "Cells", "Files", "Pieces on each side".
fn counted_by_label(label: &[ProseToken], queries: Queries<'_>) -> Vec<String> {
    let has = |role: Role| label.iter().any(|token| token.has(role));
    let says = |words: &[&str]| {
        label
            .iter()
            .any(|token| words.contains(&token.word.as_str()))
    };
    let text = if has(Role::Kinds) {
        return queries.count_of_kinds(false, true);
    } else if has(Role::AnyPiece) {
        return queries.count_of_army(None, None);
    } else if has(Role::Cell) && says(&["vacant", "empty", "free", "unoccupied"]) {
        "count(cells - setup())"
    } else if has(Role::Cell) && says(&["occupied"]) {
        "count(setup())"
    } else if has(Role::Cell) && label.len() == 1 {
        "count(cells)"
    } else if has(Role::File) && label.len() == 1 {
        "files()"
    } else if has(Role::Rank) && label.len() == 1 {
        "ranks()"
    } else {
        return Vec::new();
    };
    vec![text.to_string()]
}

/// A fact that a cell of a table states.
fn fact_of_table(
    range: std::ops::Range<usize>,
    kind: ProposalKind,
    expressions: Vec<String>,
    bound_by: Vec<usize>,
) -> Option<FactReading> {
    let offer = |expression| Offer {
        expression,
        bound_by: bound_by.clone(),
        place: BoundBy::Table,
    };
    (!expressions.is_empty()).then(|| FactReading {
        range,
        kind,
        rank: None,
        none: None,
        offers: expressions.into_iter().map(offer).collect(),
    })
}
