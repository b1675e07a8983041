//! How the pieces move, where keys say more than a string of Betza's notation.

use super::super::Wishes;
use super::super::draft::{ImportedMovement, Square, Squares};
use super::fen::Start;
use super::leftovers::Leftovers;
use super::rules::{Defined, Rules};
use super::slots::Slot;
use crate::model::Side;
use crate::movement::Dialect;
use crate::text::Excerpt;

/// A piece's movement, and what a person should know of it.
type Told = (ImportedMovement, Option<String>);

pub(super) fn of(
    piece: &Defined,
    rules: &Rules,
    start: &Start,
    wishes: &Wishes,
    leftovers: &mut Leftovers<'_>,
) -> Told {
    let dialect = wishes.dialect.unwrap_or(Dialect::Fsf);
    match (piece.slot, &piece.movement) {
        (Slot::KING, written) if rules.truth("flyingGeneral") => {
            facing_king(written.as_ref(), dialect, leftovers)
        }
        (_, Some(text)) if text.text().is_empty() => (ImportedMovement::Still, None),
        (_, Some(text)) => (written(text, dialect), first_moves(rules, text.text())),
        (Slot::PAWN, None) => (pawn(rules, start, leftovers), None),
        (Slot::SOLDIER, None) => (soldier(rules), None),
        // What lies on the way of this one differs from dialect to dialect.
        (Slot::JANGGI_ELEPHANT, None) => (betza(piece.slot.movement(), Dialect::Fsf), None),
        (slot, None) if slot.movement().is_empty() => (ImportedMovement::Still, None),
        (slot, None) => (betza(slot.movement(), Dialect::Xbetza), None),
    }
}

fn betza(text: &str, dialect: Dialect) -> ImportedMovement {
    ImportedMovement::Betza { text: text.to_string(), dialect, span: None }
}

fn written(text: &Excerpt, dialect: Dialect) -> ImportedMovement {
    ImportedMovement::Betza { text: text.text().to_string(), dialect, span: Some(text.whole()) }
}

/// A king who takes the other king from afar may not face him.
fn facing_king(text: Option<&Excerpt>, dialect: Dialect, leftovers: &mut Leftovers<'_>) -> Told {
    let own = text.map_or("K", |text| text.text());
    // Atoms alone mean the same in each dialect.
    if own.chars().all(|c| "WFDANKRBQ".contains(c)) {
        let remark =
            "fkR: kings may not face each other on a file. Where he may stand holds the other's place for it";
        return (betza(&format!("{own}fkR"), Dialect::Xbetza), Some(remark.to_string()));
    }
    leftovers.leave("flyingGeneral", "kings may not face each other on a file");
    (text.map_or_else(|| betza(own, Dialect::Xbetza), |text| written(text, dialect)), None)
}

/// First moves of a custom piece go from `doubleStepRegion` only.
fn first_moves(rules: &Rules, text: &str) -> Option<String> {
    let never = text.contains('i') && !rules.truth("doubleStep");
    never.then(|| "doubleStep = false in the source: its first moves never apply there".to_string())
}

/// How pawns step twice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DoubleStep {
    Never,
    /// As a first move only.
    First,
    /// Wherever a pawn stands.
    Always,
    /// In some way that a variant cannot say.
    Other,
}

/// A pawn steps twice from `doubleStepRegion`, moved or not; a variant can say from where it starts, and from
/// everywhere.
fn pawn(rules: &Rules, start: &Start, leftovers: &mut Leftovers<'_>) -> ImportedMovement {
    let text = match double_step(rules, start) {
        DoubleStep::Never => "fmWfcF",
        DoubleStep::First => "ifmnDfmWfceF",
        DoubleStep::Always => {
            leftovers.leave("doubleStepRegion", "a pawn that steps twice later can be taken in passing too");
            "fmnDfmWfceF"
        }
        DoubleStep::Other => {
            let why = "not all pawns step twice from where they start, or others do too";
            leftovers.leave_unwritten("doubleStepRegion", why);
            "ifmnDfmWfceF"
        }
    };
    betza(text, Dialect::Xbetza)
}

fn double_step(rules: &Rules, start: &Start) -> DoubleStep {
    if !rules.truth("doubleStep") {
        return DoubleStep::Never;
    }
    let sides = Side::BOTH.into_iter().filter_map(|side| double_step_of(rules, start, side));
    let sides: Vec<DoubleStep> = sides.collect();
    match sides[..] {
        [] => DoubleStep::Never,
        [first, ..] if sides.iter().all(|other| *other == first) => first,
        _ => DoubleStep::Other,
    }
}

/// The double step of one side's pawns, if it has any.
fn double_step_of(rules: &Rules, start: &Start, side: Side) -> Option<DoubleStep> {
    let (_, ranks) = rules.board();
    // Squares are counted from the side's own end.
    let row = |square: &Square| if side == Side::White { square.rank } else { ranks - 1 - square.rank };
    let pawns = start.of(Slot::PAWN, side);
    let lowest = pawns.iter().map(row).min()?;
    let region = rules.squares("doubleStepRegion", side);
    let mut ahead = rules.all_squares().filter(|square| row(square) >= lowest && row(square) + 2 < ranks);
    // A pawn that has moved stands higher than the lowest.
    let also_moved = region.iter().any(|square| row(square) > lowest);
    Some(if ahead.all(|square| region.contains(&square)) {
        DoubleStep::Always
    } else if also_moved {
        DoubleStep::Other
    } else if pawns.is_subset(&region) {
        DoubleStep::First
    } else if pawns.is_disjoint(&region) {
        DoubleStep::Never
    } else {
        DoubleStep::Other
    })
}

/// A soldier steps sideways too from `soldierPromotionRank` on.
fn soldier(rules: &Rules) -> ImportedMovement {
    let river = rules.number("soldierPromotionRank");
    if river <= 1 {
        return betza(Slot::SOLDIER.movement(), Dialect::Xbetza);
    }
    let (_, ranks) = rules.board();
    let white = rules.all_squares().filter(|square| square.rank + 1 >= river).collect();
    let black = rules.all_squares().filter(|square| ranks - square.rank >= river).collect();
    ImportedMovement::SidewaysFrom(Squares { white, black })
}
