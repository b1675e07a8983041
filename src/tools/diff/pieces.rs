//! Pieces that were added, removed or renamed, or whose moves changed.

use serde_json::{Value as Json, json};

use super::change::{BookChange, DiffKind, How};
use super::pair::VariantPair;
use super::picture::{ChangePicture, marks};
use super::reach::{PiecePair, ReachChange, ReachChanges, merged};
use super::words::gains_and_losses;
use padma_rules::diagram::{Diagram, ShownPiece};
use padma_rules::model::{Cell, CellSet, KindId, PieceKind, Side};
use padma_rules::moves::OtherKind;
use padma_text::english::{capitalise, join_list, with_article};
use padma_variant::describe;
use padma_variant::difference::ReachCase;
use padma_words::english;

/// Adds to the common pieces those that have the same movement under another id.
pub(crate) fn match_renamed(pair: &mut VariantPair<'_>) {
    for old in pair.removed() {
        let was = pair.old.variant.kind(old);
        let mut same: Vec<KindId> = pair.added();
        same.retain(|new| is_same_piece(pair, [old, *new]));
        // Of several that move alike, prefer one that kept its letter or its name.
        same.sort_by_key(|new| {
            let is = pair.new.variant.kind(*new);
            (is.letter != was.letter && is.name != was.name, *new)
        });
        if let Some(new) = same.first() {
            pair.kinds.push([old, *new]);
        }
    }
    pair.kinds.sort_by_key(|[_, new]| *new);
}

fn is_same_piece(pair: &VariantPair<'_>, kinds: [KindId; 2]) -> bool {
    let piece = PiecePair { pair, kinds };
    let [was, is] = piece.kinds();
    let stands_alike = |side: Side| {
        pair.cells_in_new(was.stands_on.of(side)) == *is.stands_on.of(side) & pair.shared
    };
    was.royal == is.royal
        && Side::BOTH.into_iter().all(stands_alike)
        && piece.shifts().is_empty()
        && piece.among_others().is_none()
}

/// Returns the changes of the pieces.
pub(crate) fn pieces(pair: &VariantPair<'_>) -> Vec<BookChange> {
    let removed = pair.removed().into_iter().map(|id| {
        let kind = pair.old.variant.kind(id);
        let says = format!("The {} is gone.", kind.name);
        BookChange::new(DiffKind::Piece, How::Removed, &kind.id, says)
    });
    let mut changes: Vec<BookChange> = removed.collect();
    for id in pair.new.variant.kind_ids() {
        match pair.kinds.iter().find(|[_, new]| *new == id) {
            Some(kinds) => changes.extend(changed_piece(pair, *kinds)),
            None => changes.push(added_piece(pair, id)),
        }
    }
    changes
}

fn added_piece(pair: &VariantPair<'_>, id: KindId) -> BookChange {
    let variant = &pair.new.variant;
    let kind = variant.kind(id);
    let says = match english().say(describe::movement_said(variant, id)).as_str() {
        "" => format!("The {} is new.", kind.name),
        does => format!("The {} is new: it {does}.", kind.name),
    };
    let mut change = BookChange::new(DiffKind::Piece, How::Added, &kind.id, says);
    let reach = pair.new.alone(id, Side::White);
    let stands = pair.new.stands_on(id.into(), Side::White);
    // Of several cells with the widest reach, the first.
    let widest = |cell: &Cell| (reach.of(*cell).len(), std::cmp::Reverse(*cell));
    change.picture = stands.iter().max_by_key(widest).map(|from| {
        let shift = ReachChange::new(from, CellSet::EMPTY, reach.of(from));
        let mut picture = picture(pair, id, Side::White, &shift);
        let cell = variant.board.name(from);
        picture.caption = format!("Where the {} goes from {cell}", kind.name);
        picture
    });
    change
}

/// Returns the change of a piece that both variants have.
fn changed_piece(pair: &VariantPair<'_>, kinds: [KindId; 2]) -> Option<BookChange> {
    let piece = PiecePair { pair, kinds };
    let [was, is] = piece.kinds();
    let shifts = piece.shifts();
    let mut says: Vec<String> = shifts
        .iter()
        .map(|shifts| sentence(pair, &is.name, shifts))
        .collect();
    let mut picture = shifts.first().and_then(|shifts| {
        let side = shifts.side.unwrap_or(Side::White);
        Some(picture(pair, kinds[1], side, shifts.most()?))
    });
    if says.is_empty()
        && let Some(apart) = piece.among_others()
    {
        says.push(format!("{}.", capitalise(&apart.text)));
        picture = apart
            .case
            .map(|case| picture_among_others(pair, kinds[1], &case));
    }
    let movements = [was, is].map(|kind| kind.movement.to_string());
    let is_rewritten = movements[0] != movements[1];
    if is_rewritten && says.is_empty() {
        says.push(format!(
            "The movement of the {} is written differently, but no difference was found.",
            is.name
        ));
    }
    says.extend(describe_standing(pair, kinds));
    says.extend(describe_names([was, is]));
    let mut how = How::Changed;
    if was.id != is.id {
        how = How::Renamed;
        says.insert(0, format!("The piece `{}` is now `{}`.", was.id, is.id));
    }
    let mut change = BookChange::new(DiffKind::Piece, how, &is.id, says.join(" "));
    if was.id != is.id {
        change = change.with("was", json!(was.id));
    }
    if is_rewritten {
        change = change.with("movement", json!(movements));
    }
    if !shifts.is_empty() {
        change = change.with("reach", shifts_json(pair, &shifts));
    }
    change.picture = picture;
    (!says.is_empty()).then_some(change)
}

/// Describes a new name and a new letter of a piece.
fn describe_names([was, is]: [&PieceKind; 2]) -> Vec<String> {
    let mut says = Vec::new();
    if was.name != is.name {
        says.push(format!("The {} is now called {}.", was.name, is.name));
    }
    if was.letter != is.letter {
        let (old, new) = (&was.letter, &is.letter);
        says.push(format!("Its letter changed from {old} to {new}."));
    }
    says
}

/// Maximum number of starting cells whose changes are listed one by one.
const MAX_LISTED: usize = 3;

/// Describes changes of reach: "The Haxxaba lost c4 from g4."
fn sentence(pair: &VariantPair<'_>, name: &str, shifts: &ReachChanges) -> String {
    let subject = subject(name, shifts.side);
    let subject = match shifts.moved {
        None => subject,
        Some(true) => format!("{subject}, once it has moved,"),
        Some(false) => format!("{subject}, unmoved,"),
    };
    if shifts.all.len() <= MAX_LISTED {
        let phrase = |shift: &ReachChange| {
            let from = pair.new.variant.board.name(shift.from);
            format!("{} from {from}", shift.describe(pair))
        };
        let each: Vec<String> = shifts.all.iter().map(phrase).collect();
        return format!("{subject} {}.", join_list(&with_one_verb(each), "and"));
    }
    let any =
        |of: fn(&ReachChange) -> &CellSet| shifts.all.iter().any(|shift| !of(shift).is_empty());
    let verb = match (any(|shift| &shift.gained), any(|shift| &shift.lost)) {
        (true, true) => "gained and lost cells",
        (true, false) => "gained cells",
        _ => "lost cells",
    };
    let origins = match (shifts.all.len(), shifts.asked) {
        (all, asked) if all == asked => "from every cell".to_string(),
        (all, asked) => format!("from {all} of {asked} cells"),
    };
    let example = shifts.most().map(|shift| {
        let from = pair.new.variant.board.name(shift.from);
        format!(": from {from}, for example, it {}", shift.describe(pair))
    });
    format!("{subject} {verb} {origins}{}.", example.unwrap_or_default())
}

/// Returns "The Pawn" for both sides, "A white Pawn" for one.
fn subject(name: &str, side: Option<Side>) -> String {
    match side {
        None => format!("The {name}"),
        Some(side) => format!("{} {name}", capitalise(&with_article(side.name()))),
    }
}

/// Keeps only the first of equal verbs: "gained g4 from c4", "c4 from g4".
fn with_one_verb(mut each: Vec<String>) -> Vec<String> {
    for verb in ["gained ", "lost "] {
        let alike = |part: &String| part.starts_with(verb) && !part.contains("and lost ");
        if each.iter().all(alike) {
            let rest = each.iter_mut().skip(1);
            rest.for_each(|part| _ = part.drain(..verb.len()));
        }
    }
    each
}

/// Describes the cells on which a piece may now stand, and those on which it no longer may.
fn describe_standing(pair: &VariantPair<'_>, [old, new]: [KindId; 2]) -> Option<String> {
    let name = &pair.new.variant.kind(new).name;
    let by_side = Side::BOTH.map(|side| {
        let was = pair.cells_in_new(&pair.old.variant.stands_on(old, side));
        let is = pair.new.variant.stands_on(new, side) & pair.shared;
        (side, [is - was, was - is].map(|cells| pair.names(&cells)))
    });
    let sentences = merged(by_side).into_iter().filter_map(|(side, cells)| {
        let verbs = ["may now stand on", "may no longer stand on"];
        let may = gains_and_losses(verbs, &cells);
        let subject = subject(name, side);
        (!may.is_empty()).then(|| format!("{subject} {}.", join_list(&may, "and")))
    });
    let sentences: Vec<String> = sentences.collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn shifts_json(pair: &VariantPair<'_>, shifts: &[ReachChanges]) -> Json {
    let row = |group: &ReachChanges, shift: &ReachChange| {
        json!({
            "side": group.side.map(Side::name),
            "moved": group.moved,
            "from": pair.new.variant.board.name(shift.from),
            "gained": pair.names(&shift.gained),
            "lost": pair.names(&shift.lost),
        })
    };
    let shifts = shifts.iter();
    shifts
        .flat_map(|group| group.all.iter().map(move |shift| row(group, shift)))
        .collect()
}

/// Marks the cells that a piece gained and lost on a board.
fn picture(pair: &VariantPair<'_>, id: KindId, side: Side, shift: &ReachChange) -> ChangePicture {
    let variant = &pair.new.variant;
    let kind = variant.kind(id);
    let meanings = [
        "where it still goes",
        "where it now goes",
        "where it no longer goes",
    ];
    let mut diagram = Diagram::of_board(&variant.board);
    diagram.pieces = vec![ShownPiece::of_piece(variant, id, side, shift.from)];
    diagram.marks = marks(meanings, [shift.kept, shift.gained, shift.lost]);
    ChangePicture {
        caption: format!("The {} on {}", kind.name, variant.board.name(shift.from)),
        id: format!("{}/{}", variant.id, kind.id),
        diagram,
        board: variant.board.clone(),
    }
}

/// Marks the cells that a piece gained and lost among other pieces.
fn picture_among_others(pair: &VariantPair<'_>, id: KindId, case: &ReachCase) -> ChangePicture {
    let [was, is] = case.reach;
    let mut picture = picture(pair, id, case.side, &ReachChange::new(case.from, was, is));
    let variant = &pair.new.variant;
    for (side, other, cell) in &case.others {
        picture.diagram.pieces.push(match other {
            OtherKind::Barrier(kind) if kind.index() < variant.kinds.len() => {
                ShownPiece::of_piece(variant, *kind, *side, *cell)
            }
            _ => ShownPiece::unknown(*side, *cell),
        });
    }
    picture
}
