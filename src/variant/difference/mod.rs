//! Finds what a changed rule changes: a move that one of two variants has and the other lacks.
//!
//! First compares the changed piece, and the pieces that name it, alone on the board and with one
//! other piece. Then compares their move tables, which finds differences that take more pieces,
//! or proves the tables equal. Last, compares what no move table holds: castling, and which moves
//! open a piece to en passant.

pub mod games;

use padma_rules::model::{Cell, CellSet, KindId, Piece, Position, Side, Variant};
use padma_rules::moves::{Comparison, Difference, OtherKind, OtherPiece, Walker};
use padma_rules::play::castling_steps;
use padma_rules::reach::Rules;

/// Something that one of two variants has and the other lacks, such as a move.
pub struct Disagreement<C> {
    /// The difference in words.
    pub text: String,
    /// The position that shows it, if there is one: a piece whose reach differs, or a position
    /// whose legal moves differ.
    pub case: Option<C>,
}

/// A piece and the pieces around it.
pub struct ReachCase {
    /// The kind of piece.
    pub kind: KindId,
    /// Its side.
    pub side: Side,
    /// The cell it is on.
    pub from: Cell,
    /// Whether it has not moved.
    pub unmoved: bool,
    /// The other pieces on the board.
    pub others: Vec<(Side, OtherKind, Cell)>,
    /// The cells that it reaches, before and after.
    pub reach: [CellSet; 2],
}

/// Finds a move that one of two variants has and the other lacks, of the changed piece or of one
/// that names it. If there are too many positions to try, assumes that there is no such move.
pub fn find_difference(
    before: &Rules,
    after: &Rules,
    changed: KindId,
) -> Option<Disagreement<ReachCase>> {
    let variant = &before.variant;
    let concerned = variant
        .kind_ids()
        .filter(|id| names_piece(variant, *id, changed, &mut Vec::new()));
    concerned
        .flat_map(|kind| [Side::White, Side::Black].map(|side| (kind, side)))
        .find_map(|(kind, side)| piece_difference(before, after, kind, side))
}

/// Whether a piece is the other, or its movement names the other, directly or through other
/// pieces.
pub fn names_piece(variant: &Variant, kind: KindId, other: KindId, path: &mut Vec<KindId>) -> bool {
    if kind == other {
        return true;
    }
    if path.contains(&kind) {
        return false;
    }
    path.push(kind);
    let named = variant
        .kind(kind)
        .movement
        .pieces()
        .filter_map(|word| variant.kind_named(&word.text));
    named
        .collect::<Vec<_>>()
        .into_iter()
        .any(|named| names_piece(variant, named, other, path))
}

/// A piece of one side that is compared under two variants of one board.
struct ComparedPiece<'a> {
    before: &'a Rules,
    after: &'a Rules,
    kind: KindId,
    side: Side,
    /// The cells on which the piece may stand, before and after.
    stands: [CellSet; 2],
}

/// Finds a move that one of two variants has and the other lacks, of one piece of one side. The
/// piece must have the same index in both variants.
pub fn piece_difference(
    before: &Rules,
    after: &Rules,
    kind: KindId,
    side: Side,
) -> Option<Disagreement<ReachCase>> {
    let stands = [before, after].map(|rules| rules.variant.stands_on(kind, side));
    let pair = ComparedPiece {
        before,
        after,
        kind,
        side,
        stands,
    };
    let mut walker = Walker::default();
    pair.among_few(&mut walker)
        .or_else(|| pair.among_many())
        .or_else(|| {
            let text = pair.en_passant(&mut walker).or_else(|| pair.castling())?;
            Some(Disagreement { text, case: None })
        })
}

impl ComparedPiece<'_> {
    fn variant(&self) -> &Variant {
        &self.before.variant
    }

    fn name(&self, cell: Cell) -> &str {
        self.variant().board.name(cell)
    }

    /// Describes a difference: `a white Knight on c4 loses g4`.
    fn describe(
        &self,
        (from, unmoved): (Cell, bool),
        (was, is): (CellSet, CellSet),
        pieces: &str,
        others: Vec<(Side, OtherKind, Cell)>,
    ) -> Disagreement<ReachCase> {
        let board = &self.variant().board;
        let mut parts = Vec::new();
        for (cells, verb) in [(is - was, "gains"), (was - is, "loses")] {
            if !cells.is_empty() {
                parts.push(format!("{verb} {}", board.names_of(&cells).join(" ")));
            }
        }
        if parts.is_empty() {
            parts.push("moves or takes otherwise".to_string());
        }
        let first = if unmoved { ", unmoved" } else { "" };
        let text = format!(
            "a {} on {} {}{first}{pieces}",
            self.piece(),
            self.name(from),
            parts.join(" and ")
        );
        let ComparedPiece { kind, side, .. } = *self;
        Disagreement {
            text,
            case: Some(ReachCase {
                kind,
                side,
                from,
                unmoved,
                others,
                reach: [was, is],
            }),
        }
    }

    fn piece(&self) -> String {
        format!(
            "{} {}",
            self.side.name(),
            self.variant().kind(self.kind).name
        )
    }

    /// Finds a difference on the empty board, or with one other piece on it.
    fn among_few(&self, walker: &mut Walker) -> Option<Disagreement<ReachCase>> {
        let board = &self.variant().board;
        let mut position = self.variant().empty_position();
        let starts = self.stands[0] | self.stands[1];
        let alone = starts
            .iter()
            .find_map(|from| self.compare_from(&position, from, None, walker));
        let mut with_another = |from: Cell, cell: Cell, side: Side| {
            position.put(cell, Some(Piece { side, kind: None }));
            let difference = self.compare_from(&position, from, Some((side, cell)), walker);
            position.put(cell, None);
            difference
        };
        let sides = [self.side, self.side.other()];
        alone.or_else(|| {
            starts.iter().find_map(|from| {
                let mut others = board.cells().filter(|cell| *cell != from);
                others.find_map(|cell| {
                    sides
                        .into_iter()
                        .find_map(|side| with_another(from, cell, side))
                })
            })
        })
    }

    /// Finds a difference between the old and the new reach of the piece from a cell. `other` is
    /// the other piece on the board.
    fn compare_from(
        &self,
        position: &Position,
        from: Cell,
        other: Option<(Side, Cell)>,
        walker: &mut Walker,
    ) -> Option<Disagreement<ReachCase>> {
        [false, true].into_iter().find_map(|unmoved| {
            let mut reach = |rules: &Rules, stands: &CellSet| {
                let reach =
                    walker.reach(rules.table(self.kind, self.side), position, from, !unmoved);
                if stands.contains(from) {
                    (reach.moves, reach.captures)
                } else {
                    Default::default()
                }
            };
            let (old, new) = (
                reach(self.before, &self.stands[0]),
                reach(self.after, &self.stands[1]),
            );
            let with = |(side, cell): (Side, Cell)| {
                format!(", with a {} piece on {}", side.name(), self.name(cell))
            };
            (old != new).then(|| {
                let others = other
                    .map(|(side, cell)| (side, OtherKind::Any, cell))
                    .into_iter()
                    .collect();
                let cells = (old.0 | old.1, new.0 | new.1);
                self.describe(
                    (from, unmoved),
                    cells,
                    &other.map(with).unwrap_or_default(),
                    others,
                )
            })
        })
    }

    /// Finds a difference that takes more pieces to show.
    fn among_many(&self) -> Option<Disagreement<ReachCase>> {
        let starts = self.stands[0] & self.stands[1];
        match self
            .before
            .compare_with_variant(self.after, self.kind, self.side, &starts)
        {
            Comparison::Differ(difference) => {
                let Difference {
                    from,
                    unmoved,
                    pieces,
                    first,
                    second,
                } = *difference;
                let others = pieces
                    .iter()
                    .map(|piece| (piece.side, piece.kind, piece.cell))
                    .collect();
                let pieces: Vec<String> = pieces
                    .iter()
                    .map(|piece| self.describe_other(piece))
                    .collect();
                let with = if pieces.is_empty() { "" } else { ", with " };
                let pieces = format!("{with}{}", pieces.join(" and "));
                Some(self.describe(
                    (from, unmoved),
                    (first.cells(), second.cells()),
                    &pieces,
                    others,
                ))
            }
            Comparison::Same | Comparison::Undecided => None,
        }
    }

    fn describe_other(&self, piece: &OtherPiece) -> String {
        let (side, place) = (piece.side.name(), self.name(piece.cell));
        match (piece.en_passant, piece.kind) {
            (Some(en_passant), _) => {
                format!(
                    "a {side} piece on {place} that has just passed {}",
                    self.name(en_passant)
                )
            }
            (None, OtherKind::Royal) => format!("a royal {side} piece on {place}"),
            (None, OtherKind::Any) => format!("a {side} piece on {place}"),
            (None, OtherKind::Barrier(kind)) => {
                format!("a {side} {} on {place}", self.variant().kind(kind).name)
            }
        }
    }

    /// Finds a move after which the piece can be taken en passant on other cells than before.
    fn en_passant(&self, walker: &mut Walker) -> Option<String> {
        let position = self.variant().empty_position();
        for from in (self.stands[0] & self.stands[1]).iter() {
            for moved in [true, false] {
                let mut landings = |rules: &Rules| {
                    let table = rules.table(self.kind, self.side);
                    let mut all: Vec<(Cell, Vec<Cell>)> = Vec::new();
                    walker.landings(table, &position, from, moved, &mut |landing| {
                        all.push((landing.to, landing.en_passant.to_vec()));
                    });
                    all.sort_unstable();
                    all
                };
                let (old, new) = (landings(self.before), landings(self.after));
                let other = new
                    .iter()
                    .find(|way| !old.contains(way))
                    .or(old.iter().find(|way| !new.contains(way)));
                if let Some((to, _)) = other {
                    let (from, to) = (self.name(from), self.name(*to));
                    return Some(format!(
                        "a {} is taken en passant otherwise after {from}-{to}",
                        self.piece()
                    ));
                }
            }
        }
        None
    }

    /// Finds a difference in the castling of the piece.
    fn castling(&self) -> Option<String> {
        let steps = |rules: &Rules| castling_steps(&rules.variant, self.kind);
        (steps(self.before) != steps(self.after))
            .then(|| format!("a {} castles otherwise", self.piece()))
    }
}
