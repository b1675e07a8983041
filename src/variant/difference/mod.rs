//! Finds what a changed rule changes: a move that one of two variants has and the other lacks.
//!
//! Compares the move tables of the changed piece, and of the pieces that name it. Then compares
//! what no move table holds: castling, and which moves open a piece to en passant.

pub mod games;

use padma_rules::model::{Cell, CellSet, KindId, Side, Variant};
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
}

/// Finds a move that one of two variants has and the other lacks, of one piece of one side. The
/// piece must have the same index in both variants.
pub fn piece_difference(
    before: &Rules,
    after: &Rules,
    kind: KindId,
    side: Side,
) -> Option<Disagreement<ReachCase>> {
    let pair = ComparedPiece {
        before,
        after,
        kind,
        side,
    };
    if let Comparison::Differ(difference) = before.compare_with_variant(after, kind, side) {
        return Some(pair.describe(*difference));
    }
    let text = pair.en_passant().or_else(|| pair.castling())?;
    Some(Disagreement { text, case: None })
}

impl ComparedPiece<'_> {
    fn variant(&self) -> &Variant {
        &self.before.variant
    }

    fn name(&self, cell: Cell) -> &str {
        self.variant().board.name(cell)
    }

    /// Describes a difference: `a white Knight on c4 loses g4, with a white piece on c5`.
    fn describe(&self, difference: Difference) -> Disagreement<ReachCase> {
        let Difference {
            from,
            unmoved,
            pieces,
            first,
            second,
        } = difference;
        let (was, is) = (first.cells(), second.cells());
        let mut parts = Vec::new();
        for (cells, verb) in [(is - was, "gains"), (was - is, "loses")] {
            if !cells.is_empty() {
                let names = self.variant().board.names_of(&cells).join(" ");
                parts.push(format!("{verb} {names}"));
            }
        }
        if parts.is_empty() {
            parts.push("moves or takes otherwise".to_string());
        }
        let first = if unmoved { ", unmoved" } else { "" };
        let others = pieces.iter().map(|piece| self.describe_other(piece));
        let others: Vec<String> = others.collect();
        let with = if pieces.is_empty() { "" } else { ", with " };
        let text = format!(
            "a {} on {} {}{first}{with}{}",
            self.piece(),
            self.name(from),
            parts.join(" and "),
            others.join(" and ")
        );
        let others = pieces.iter();
        let case = ReachCase {
            kind: self.kind,
            side: self.side,
            from,
            unmoved,
            others: others
                .map(|piece| (piece.side, piece.kind, piece.cell))
                .collect(),
            reach: [was, is],
        };
        Disagreement {
            text,
            case: Some(case),
        }
    }

    fn piece(&self) -> String {
        format!(
            "{} {}",
            self.side.name(),
            self.variant().kind(self.kind).name
        )
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
    fn en_passant(&self) -> Option<String> {
        let (position, mut walker) = (self.variant().empty_position(), Walker::default());
        let [was, is] =
            [self.before, self.after].map(|rules| rules.variant.stands_on(self.kind, self.side));
        for from in (was & is).iter() {
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
