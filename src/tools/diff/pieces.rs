//! Pieces that were added, removed or renamed, or whose moves changed.

use serde_json::{Value as Json, json};

use super::change::{BookChange, ChangePicture, DiffKind, How, gained_and_lost, listed, said_of};
use super::pair::{Own, VariantPair};
use super::picture::{self, MOVES};
use super::reach::{Crowded, Shift, alone, crowded, crowds, standing};
use padma_rules::diagram::{Diagram, ShownPiece};
use padma_rules::model::{Cell, CellSet, KindId, Position, Side};
use padma_rules::movement::words::{capitalised, joined, with_article};
use padma_variant::describe;
use padma_variant::difference::apart;

/// The changes of a piece's moves, for one side or both, and for the moved piece, the unmoved one
/// or either.
struct Shifts {
    side: Option<Side>,
    moved: Option<bool>,
    all: Vec<Shift>,
    /// The number of cells that were compared.
    asked: usize,
}

/// Adds to the common pieces those that have the same movement under another id.
pub(super) fn match_renamed(pair: &mut VariantPair<'_>) {
    let crowds = crowds(pair);
    for old in pair.removed() {
        let was = pair.old.variant.kind(old);
        let is_same = |new: &KindId| {
            let is = pair.new.variant.kind(*new);
            let kinds = [old, *new];
            let stands = Side::BOTH.iter().all(|side| {
                pair.in_new(was.stands_on.of(*side)) == *is.stands_on.of(*side) & pair.shared
                    && [true, false]
                        .iter()
                        .all(|moved| alone(pair, kinds, *side, *moved).is_empty())
            });
            was.royal == is.royal && stands && crowded(pair, kinds, &crowds).is_none()
        };
        let mut same: Vec<KindId> = pair.added().into_iter().filter(is_same).collect();
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

/// Returns the changes of the pieces.
pub(super) fn pieces(pair: &VariantPair<'_>, own: Own<'_>) -> Vec<BookChange> {
    let crowds = crowds(pair);
    let mut changes = Vec::new();
    for id in pair.removed() {
        let kind = pair.old.variant.kind(id);
        changes.push(change(
            pair,
            How::Removed,
            &kind.id,
            format!("The {} is gone.", kind.name),
        ));
    }
    for id in pair.new.variant.kind_ids() {
        match pair.kinds.iter().find(|[_, new]| *new == id) {
            Some(kinds) => changes.extend(changed(pair, *kinds, &crowds, own)),
            None => changes.push(added(pair, id, own)),
        }
    }
    changes
}

fn change(pair: &VariantPair<'_>, how: How, id: &str, says: String) -> BookChange {
    BookChange::new(DiffKind::Piece, how, id, says).with("variant", json!(pair.new.variant.id))
}

fn added(pair: &VariantPair<'_>, id: KindId, own: Own<'_>) -> BookChange {
    let variant = &pair.new.variant;
    let kind = variant.kind(id);
    let does = describe::movement(variant, id);
    let does = if does.is_empty() {
        String::new()
    } else {
        format!(": it {does}")
    };
    let mut change = change(
        pair,
        How::Added,
        &kind.id,
        format!("The {} is new{does}.", kind.name),
    );
    let reach = pair.new.alone(id, Side::White);
    let from = pair
        .new
        .stands_on(id.into(), Side::White)
        .iter()
        .max_by_key(|cell| {
            // Of several cells with the widest reach, the first.
            (reach.of(*cell).len(), std::cmp::Reverse(*cell))
        });
    if let Some(from) = from {
        let caption = format!(
            "Where the {} goes from {}",
            kind.name,
            variant.board.name(from)
        );
        let mut diagram = Diagram::of_board(&variant.board);
        diagram.pieces = vec![ShownPiece::of_piece(kind, Side::White, from)];
        let cells = [Default::default(), reach.of(from), Default::default()];
        diagram.marks = picture::marks(MOVES, cells);
        change.picture = Some(drawn(pair, own, &diagram, &kind.id, caption));
    }
    change
}

/// Returns the change of a piece that both variants have.
fn changed(
    pair: &VariantPair<'_>,
    kinds: [KindId; 2],
    crowds: &[[Position; 2]],
    own: Own<'_>,
) -> Option<BookChange> {
    let [was, is] = [
        pair.old.variant.kind(kinds[0]),
        pair.new.variant.kind(kinds[1]),
    ];
    let name = &is.name;
    let shifts = shifts(pair, kinds);
    let mut says: Vec<String> = shifts
        .iter()
        .map(|shifts| sentence(pair, name, shifts))
        .collect();
    let crowd = if says.is_empty() {
        crowded(pair, kinds, crowds)
    } else {
        None
    };
    says.extend(crowd.iter().map(|crowd| in_crowd(pair, name, crowd)));
    if says.is_empty() && pair.is_aligned() {
        let sides = Side::BOTH.into_iter();
        let found = sides
            .filter_map(|side| apart(pair.old, pair.new, kinds[1], side))
            .next();
        says.extend(found.map(|found| format!("{}.", capitalised(&found.text))));
    }
    let moves = !says.is_empty();
    says.extend(stands(pair, kinds));
    if was.name != is.name {
        says.push(format!("The {} is now called {name}.", was.name));
    }
    if was.letter != is.letter {
        says.push(format!(
            "Its letter changed from {} to {}.",
            was.letter, is.letter
        ));
    }
    if was.id != is.id {
        says.insert(0, format!("The piece `{}` is now `{}`.", was.id, is.id));
    }
    let [before, after] = [was, is].map(|kind| kind.movement.to_string());
    if before != after && !moves {
        says.push(format!(
            "The movement of the {name} is written differently, but no difference was found."
        ));
    }
    if says.is_empty() {
        return None;
    }
    let how = if was.id == is.id {
        How::Changed
    } else {
        How::Renamed
    };
    let mut change = change(pair, how, &is.id, says.join(" "));
    if was.id != is.id {
        change = change.with("was", json!(was.id));
    }
    if before != after {
        change = change.with("movement", json!([before, after]));
    }
    if !shifts.is_empty() {
        change = change.with("reach", rows(pair, &shifts));
    }
    change.picture = picture(pair, own, kinds[1], &shifts, crowd.as_ref());
    Some(change)
}

/// Returns the changes of a piece's moves on the empty board. Changes shared by both sides, or by
/// moved and unmoved pieces, are listed once.
fn shifts(pair: &VariantPair<'_>, kinds: [KindId; 2]) -> Vec<Shifts> {
    let [white, black] =
        Side::BOTH.map(|side| [true, false].map(|moved| alone(pair, kinds, side, moved)));
    let asked = Side::BOTH.map(|side| standing(pair, kinds, side).len());
    let sides = if white == black {
        vec![(None, white, asked[0])]
    } else {
        vec![
            (Some(Side::White), white, asked[0]),
            (Some(Side::Black), black, asked[1]),
        ]
    };
    let mut found = Vec::new();
    for (side, [moved, unmoved], asked) in sides {
        let each = if moved == unmoved {
            vec![(None, moved)]
        } else {
            vec![(Some(true), moved), (Some(false), unmoved)]
        };
        found.extend(each.into_iter().map(|(moved, all)| Shifts {
            side,
            moved,
            all,
            asked,
        }));
    }
    found.retain(|shifts| !shifts.all.is_empty());
    found
}

/// Maximum number of cells that are named one by one.
const FEW: usize = 3;

/// Describes a change: "The Haxxaba lost c4 from g4."
fn sentence(pair: &VariantPair<'_>, name: &str, shifts: &Shifts) -> String {
    let subject = match shifts.side {
        None => format!("The {name}"),
        Some(side) => format!("{} {name}", capitalised(&with_article(side.name()))),
    };
    let subject = match shifts.moved {
        None => subject,
        Some(true) => format!("{subject}, once it has moved,"),
        Some(false) => format!("{subject}, unmoved,"),
    };
    let from = |cell: Cell| pair.new.variant.board.name(cell);
    let did = |shift: &Shift| {
        gained_and_lost(&pair.names(&shift.gained), &pair.names(&shift.lost)).unwrap_or_default()
    };
    if shifts.all.len() <= FEW {
        let each = shifts
            .all
            .iter()
            .map(|shift| format!("{} from {}", did(shift), from(shift.from)));
        let mut each: Vec<String> = each.collect();
        for verb in ["gained ", "lost "] {
            // If all did the same, the verb is given only once.
            let alike = each
                .iter()
                .all(|part| part.starts_with(verb) && !part.contains("and lost "));
            let rest = if alike { each.get_mut(1..) } else { None };
            rest.into_iter()
                .flatten()
                .for_each(|part| _ = part.drain(..verb.len()));
        }
        return format!("{subject} {}.", joined(&each, "and"));
    }
    let any = |of: fn(&Shift) -> bool| shifts.all.iter().any(of);
    let verb = match (
        any(|shift| !shift.gained.is_empty()),
        any(|shift| !shift.lost.is_empty()),
    ) {
        (true, true) => "gained and lost cells",
        (true, false) => "gained cells",
        _ => "lost cells",
    };
    let whence = if shifts.all.len() == shifts.asked {
        "from every cell".to_string()
    } else {
        format!("from {} of {} cells", shifts.all.len(), shifts.asked)
    };
    match most(&shifts.all) {
        Some(shift) => {
            format!(
                "{subject} {verb} {whence}: from {}, for example, it {}.",
                from(shift.from),
                did(shift)
            )
        }
        None => format!("{subject} {verb} {whence}."),
    }
}

/// Returns the first of the changes with the most cells.
fn most(shifts: &[Shift]) -> Option<&Shift> {
    let size = |shift: &Shift| shift.gained.len() + shift.lost.len();
    let largest = shifts.iter().map(size).max()?;
    shifts.iter().find(|shift| size(shift) == largest)
}

/// Describes a change: "Among other pieces the Cannon goes elsewhere: from g4, with a white piece
/// on e4, it lost c4."
fn in_crowd(pair: &VariantPair<'_>, name: &str, crowd: &Crowded) -> String {
    let variant = &pair.new.variant;
    let others: Vec<String> = crowd
        .position
        .pieces()
        .filter(|(cell, _)| *cell != crowd.shift.from)
        .map(|(cell, piece)| {
            let kind = piece
                .kind
                .map_or("piece", |kind| variant.kind(kind).name.as_str());
            format!(
                "{} {kind} on {}",
                with_article(piece.side.name()),
                variant.board.name(cell)
            )
        })
        .collect();
    let Crowded {
        side,
        unmoved,
        shift,
        ..
    } = crowd;
    let did = gained_and_lost(&pair.names(&shift.gained), &pair.names(&shift.lost));
    let first = if *unmoved { ", unmoved" } else { "" };
    format!(
        "Among other pieces the {name} moves differently: from {}{first}, with {}, {} one {}.",
        variant.board.name(shift.from),
        joined(&others, "and"),
        with_article(side.name()),
        did.unwrap_or_else(|| "moves or takes differently".to_string())
    )
}

/// Describes the cells on which a piece may now stand, and those on which it no longer may.
fn stands(pair: &VariantPair<'_>, [old, new]: [KindId; 2]) -> Option<String> {
    let name = &pair.new.variant.kind(new).name;
    let cells = Side::BOTH.map(|side| {
        let was = pair.in_new(&pair.old.variant.stands_on(old, side));
        let is = pair.new.variant.stands_on(new, side) & pair.shared;
        [is - was, was - is]
    });
    let say = |subject: String, cells: &[CellSet; 2]| {
        let [gained, lost] = cells.each_ref().map(|cells| pair.names(cells));
        let may = said_of(
            [
                ("may now stand on", &gained),
                ("may no longer stand on", &lost),
            ],
            listed,
        )?;
        Some(format!("{subject} {may}."))
    };
    if cells[0] == cells[1] {
        return say(format!("The {name}"), &cells[0]);
    }
    let sides = Side::BOTH.iter().zip(&cells);
    let all: Vec<String> = sides
        .filter_map(|(side, cells)| {
            say(
                format!("{} {name}", capitalised(&with_article(side.name()))),
                cells,
            )
        })
        .collect();
    (!all.is_empty()).then(|| all.join(" "))
}

fn rows(pair: &VariantPair<'_>, shifts: &[Shifts]) -> Json {
    let row = |of: &Shifts, shift: &Shift| {
        json!({
            "side": of.side.map(Side::name),
            "moved": of.moved,
            "from": pair.new.variant.board.name(shift.from),
            "gained": pair.names(&shift.gained),
            "lost": pair.names(&shift.lost),
        })
    };
    shifts
        .iter()
        .flat_map(|of| of.all.iter().map(move |shift| row(of, shift)))
        .collect()
}

/// Draws the change with the most cells, or the crowded position in which the change shows.
fn picture(
    pair: &VariantPair<'_>,
    own: Own<'_>,
    id: KindId,
    shifts: &[Shifts],
    crowd: Option<&Crowded>,
) -> Option<ChangePicture> {
    let variant = &pair.new.variant;
    let kind = variant.kind(id);
    let shown = shifts
        .first()
        .and_then(|of| Some((of.side.unwrap_or(Side::White), most(&of.all)?)));
    let (side, shift) = shown.or(crowd.map(|crowd| (crowd.side, &crowd.shift)))?;
    let mut diagram = Diagram::of_board(&variant.board);
    if let Some(crowd) = crowd {
        let others = crowd
            .position
            .pieces()
            .filter(|(cell, _)| *cell != shift.from);
        diagram.pieces = others
            .map(|(cell, piece)| match piece.kind {
                Some(kind) => ShownPiece::of_piece(variant.kind(kind), piece.side, cell),
                None => ShownPiece::unknown(piece.side, cell),
            })
            .collect();
    }
    diagram
        .pieces
        .push(ShownPiece::of_piece(kind, side, shift.from));
    diagram.marks = picture::marks(MOVES, [shift.kept, shift.gained, shift.lost]);
    let caption = format!("The {} on {}", kind.name, variant.board.name(shift.from));
    Some(drawn(pair, own, &diagram, &kind.id, caption))
}

fn drawn(
    pair: &VariantPair<'_>,
    own: Own<'_>,
    diagram: &Diagram,
    id: &str,
    caption: String,
) -> ChangePicture {
    let variant = &pair.new.variant;
    let prefix = format!("{}-{}-{id}", own.checked.book.name, variant.id);
    picture::drawn(own, diagram, &variant.board, &prefix, caption)
}
