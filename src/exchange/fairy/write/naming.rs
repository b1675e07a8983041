//! Names: finds the program's name, a letter and a string for each piece.

use super::pieces::{SlottedPiece, starts};
use super::rays::{self, RayEnd, RayMovement, RaySet};
use super::transfer::Export;
use super::{changes, first_moves, strings};
use crate::fairy::read::palace;
use crate::fairy::slots::PieceSlot;
use padma_rules::model::{KindId, Power, Side, SidedSet, Variant};
use padma_text::Span;
use padma_text::diag::{Code, Diagnostics};

/// Gives each piece a name, a letter and a string; `None` after a complaint.
pub(crate) fn assign(
    export: &mut Export<'_>,
    variant_place: Span,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    read_movements(export);
    find_king(export);
    find_forms(export);
    let soldier = first_moves::soldier_rank(export);
    let region = first_moves::first_move_region(export, soldier.map(|(kind, _)| kind));
    if let Some((_, rank)) = soldier {
        export.section.set("soldierPromotionRank", rank);
    }
    let kinds: Vec<KindId> = export.variant.kind_ids().collect();
    let mut named: Vec<Option<SlottedPiece>> = kinds.iter().map(|_| None).collect();
    let mut used: Vec<PieceSlot> = Vec::new();
    for kind in export.exported() {
        let is_soldier = soldier.is_some_and(|(soldier, _)| soldier == kind);
        let slot = match is_soldier {
            true => Some(PieceSlot::SOLDIER),
            false => known_slot(export, kind, &region, &used),
        };
        let custom = || PieceSlot::all().find(|slot| slot.is_custom() && !used.contains(slot));
        let Some(slot) = slot.or_else(custom) else {
            let message = "this variant has more than 25 pieces that Fairy-Stockfish does not know";
            let place = export.place_of(kind);
            return diagnostics.refuse(Code::TooLarge, message, place, "one too many");
        };
        used.push(slot);
        let piece = named_piece(export, kind, slot);
        named[kind.index()] = Some(piece);
    }
    if !choose_letters(export.variant, &mut named) {
        let message = "this variant has more pieces than there are letters";
        return diagnostics.refuse(Code::TooLarge, message, variant_place, "26 at most");
    }
    export.pieces.named = named;
    write_areas(export);
    write_palace(export);
    write_triple_steps(export);
    first_moves::write_en_passant(export, soldier.map(|(kind, _)| kind));
    Some(())
}

fn read_movements(export: &mut Export<'_>) {
    let known = export.rules.neutral_pieces();
    for kind in export.variant.kind_ids() {
        if export.variant.kind(kind).neutral {
            if !known.contains(&kind) {
                let why = "Fairy-Stockfish has no pieces of nobody’s";
                export.leave_of("the piece", kind, why);
            }
            export.pieces.movements.push(RayMovement::default());
            continue;
        }
        let movement = rays::movement(export.variant, kind, &export.grid);
        let movement = movement.unwrap_or_else(|why| {
            let why = format!("{why}: the piece does not move there");
            export.leave_of("the movement of", kind, why);
            RayMovement::default()
        });
        export.pieces.movements.push(movement);
    }
}

/// Finds the king: the only royal piece, of which neither side has two, unless captures explode or
/// a duck is about. The program refuses kings there.
fn find_king(export: &mut Export<'_>) {
    let explosive = export.rules.named("explosive-king");
    let explosive = explosive.flat_map(|rule| export.rules.pieces(*rule, "piece"));
    let mut others: Vec<KindId> = explosive.collect();
    others.extend(export.rules.last.iter().map(|(kind, _)| *kind));
    let last = export.rules.named("last-king");
    others.extend(last.flat_map(|rule| export.rules.pieces(*rule, "pieces")));
    let royal = export
        .variant
        .kind_ids()
        .filter(|kind| export.variant.kind(*kind).royal && !others.contains(kind));
    let royal: Vec<KindId> = royal.collect();
    let refused = export.rules.explosion().is_some()
        || export.rules.has("duck")
        || export.rules.has("duck-beside-explosions");
    let is_single = |kind: KindId| Side::both(|side| starts(export.variant, kind, side).len() <= 1);
    match royal[..] {
        [kind] if !refused && is_single(kind) => export.pieces.king = Some(kind),
        [_, ..] if !refused && is_number_kept(export, &royal) => export.pieces.pseudo_royal = royal,
        _ => {
            for kind in royal {
                let why =
                    "Fairy-Stockfish has one king a side, and none beside ducks and explosions";
                export.leave_of("the royalty of", kind, why);
            }
        }
    }
}

/// Whether no side can come to have more royal pieces than at the start.
fn is_number_kept(export: &Export<'_>, royal: &[KindId]) -> bool {
    let variant = export.variant;
    let is_alone = Side::both(|side| {
        let starts = royal.iter().map(|kind| starts(variant, *kind, side).len());
        starts.sum::<usize>() <= 1
    });
    variant.kind_ids().all(|maker| {
        let made = variant.promotes_to(maker, None);
        let makes = made.iter().any(|kind| royal.contains(kind));
        !makes || is_alone && royal.contains(&maker)
    })
}

/// Finds the pieces that are another one promoted. Such a piece shares the name of a piece that
/// moves alike.
fn find_forms(export: &mut Export<'_>) {
    let variant = export.variant;
    let forms = changes::forms(variant);
    let same = |kind: KindId| {
        let mut others = variant.kind_ids();
        let alike = |other: &KindId| {
            *other != kind
                && forms[other.index()].is_none()
                && is_alike(&export.pieces.movements, variant, kind, *other)
        };
        forms[kind.index()].and_then(|_| others.find(alike))
    };
    let same_as = variant.kind_ids().map(|kind| same(kind).unwrap_or(kind));
    export.pieces.same_as = same_as.collect();
    export.pieces.forms = forms;
}

/// Whether two pieces move alike.
fn is_alike(movements: &[RayMovement], variant: &Variant, one: KindId, other: KindId) -> bool {
    let (a, b) = (&movements[one.index()], &movements[other.index()]);
    let (kind, other) = (variant.kind(one), variant.kind(other));
    a.steady == b.steady
        && a.palace == b.palace
        && a.others == b.others
        && a.first.is_empty()
        && b.first.is_empty()
        && a.castlings.is_empty()
        && kind.stands_on == other.stands_on
        && !kind.royal
        && !other.royal
}

/// Returns the program's own name for a piece with this movement, if it is free.
fn known_slot(
    export: &Export<'_>,
    kind: KindId,
    region: &SidedSet,
    used: &[PieceSlot],
) -> Option<PieceSlot> {
    if export.pieces.king == Some(kind) {
        return Some(PieceSlot::KING);
    }
    let movement = export.movement(kind);
    let first = rays::all_first(movement);
    let is_known = |slot: &PieceSlot| {
        if used.contains(slot) || slot.is_custom() || *slot == PieceSlot::KING {
            return false;
        }
        let Some(known) = export.rays_of(slot.movement()) else {
            return slot.movement().is_empty() && is_immobile(movement);
        };
        if *slot == PieceSlot::PAWN {
            return without_en_passant(&known.steady) == without_en_passant(&movement.steady)
                && movement.others.is_empty()
                && is_pawn(export, kind, &first, region);
        }
        first.is_empty()
            && has_lines_of(export, movement, *slot)
            && known.steady == movement.steady
            && known.others == movement.others
            && (*slot == PieceSlot::JANGGI_CANNON) == is_barred_by_itself(export, kind)
    };
    PieceSlot::all().find(is_known)
}

/// Whether a piece moves along the lines of palaces as the program's piece does, or not at all.
fn has_lines_of(export: &Export<'_>, movement: &RayMovement, slot: PieceSlot) -> bool {
    movement.palace.as_ref().is_none_or(|(_, lines)| {
        let known = palace::string_of(slot).and_then(|text| export.rays_of(text));
        known.is_some_and(|known| known.steady == *lines)
    })
}

/// The built-in variant whose king is a wazir. Only a built-in king follows the lines of palaces.
const WAZIR_KING: &str = "minixiangqi";

/// Whether a piece moves as that king does along the lines of palaces. The section inherits it with
/// its letter and with cells to which it is bound, which need other ones.
fn is_wazir_king(export: &Export<'_>, kind: KindId) -> bool {
    let movement = export.movement(kind);
    let wazir = export.rays_of(PieceSlot::WAZIR.movement());
    wazir.is_some_and(|wazir| wazir.steady == movement.steady)
        && movement.first.is_empty()
        && has_lines_of(export, movement, PieceSlot::WAZIR)
        && export.pieces.letter(kind) == Some('k')
        && Side::both(|side| export.variant.stands_on(kind, side) != export.grid.board.all())
}

/// Writes the lines of palaces.
fn write_palace(export: &mut Export<'_>) {
    let movements = export.pieces.movements.iter();
    let mut palaces = movements.filter_map(|movement| movement.palace.as_ref());
    let Some((cells, _)) = palaces.next().cloned() else {
        return;
    };
    let text = export.grid.text(&cells.white);
    export.section.set("diagonalLines", text);
    for kind in export.exported() {
        let movement = export.movement(kind);
        let slot = export.pieces.slot(kind);
        let is_known = match &movement.palace {
            Some(_) if slot == Some(PieceSlot::KING) && is_wazir_king(export, kind) => {
                export.pieces.king_of = Some(WAZIR_KING);
                true
            }
            Some((own, _)) => {
                *own == cells && slot.is_some_and(|slot| has_lines_of(export, movement, slot))
            }
            None => slot.and_then(palace::string_of).is_none(),
        };
        if !is_known {
            let why = "in Fairy-Stockfish wazirs, soldiers, rooks and cannons follow the lines of palaces, and so does a king `k` that moves as a wazir";
            export.leave_of("the movement of", kind, why);
        }
    }
}

/// Writes from where pawns step three times.
fn write_triple_steps(export: &mut Export<'_>) {
    for kind in export.exported() {
        let Some(cells) = export.movement(kind).triple else {
            continue;
        };
        let text = export.grid.sided_text(&cells);
        export.section.set_sided("tripleStepRegion", &text);
        if export.pieces.slot(kind) != Some(PieceSlot::PAWN) {
            let why = "in Fairy-Stockfish only pawns step three times";
            export.leave_of("a first move of", kind, why);
        }
    }
}

fn is_immobile(movement: &RayMovement) -> bool {
    movement.steady.is_empty() && movement.first.is_empty() && movement.others.is_empty()
}

fn without_en_passant(rays: &RaySet) -> RaySet {
    let plain = rays.iter().filter(|ray| ray.end != RayEnd::TakeEnPassant);
    plain.copied().collect()
}

/// Whether a piece with a pawn's movement may have the pawn's name, which says more: it makes
/// double steps from the region, captures en passant, promotes in the zone, and survives
/// explosions.
fn is_pawn(export: &Export<'_>, kind: KindId, first: &RaySet, region: &SidedSet) -> bool {
    let steps = export.rays_of("ifmnD").map(|step| rays::all_first(&step));
    let has_region = *region != SidedSet::default();
    let fits = (!has_region && first.is_empty()) || Some(first) == steps.as_ref();
    let takes_en_passant = |kind: KindId| {
        let steady = &export.movement(kind).steady;
        steady.iter().any(|ray| ray.end == RayEnd::TakeEnPassant)
    };
    let en_passant = takes_en_passant(kind)
        || first.is_empty() && !has_region
        || !export.variant.kind_ids().any(takes_en_passant);
    let survives = export.rules.explosion().is_none_or(|rule| {
        let spared = ["spares", "immune"].map(|key| export.rules.pieces(rule, key));
        spared.concat().contains(&kind)
    });
    fits && en_passant && survives && changes::may_be_pawn(export.variant, kind)
}

/// Whether a piece neither takes nor hops over its own kind, and no other.
fn is_barred_by_itself(export: &Export<'_>, kind: KindId) -> bool {
    let mut powers = export.variant.powers(kind);
    powers.any(|power| matches!(power, Power::Barrier { kinds } if kinds[..] == [kind]))
}

fn named_piece(export: &mut Export<'_>, kind: KindId, slot: PieceSlot) -> SlottedPiece {
    let movement = export.movement(kind);
    let is_king = slot == PieceSlot::KING;
    let is_plain_king = is_king
        && export
            .rays_of(slot.movement())
            .is_some_and(|known| known.steady == movement.steady)
        && movement.first.is_empty();
    let string = (slot.is_custom() || is_king && !is_plain_king)
        .then(|| strings::string(movement, export.variant, &export.grid));
    let string = string.map(|string| {
        string.unwrap_or_else(|| {
            let why = "no string of Fairy-Stockfish’s means it: the piece does not move there";
            export.leave_of("the movement of", kind, why);
            String::new()
        })
    });
    let name = export.variant.kind(kind).name.clone();
    SlottedPiece {
        slot,
        letter: ' ',
        string,
        remark: slot.is_custom().then_some(name),
    }
}

/// Gives each piece a letter: its own if it is one that the program can read and that is free.
/// Returns false if there are too few.
fn choose_letters(variant: &Variant, named: &mut [Option<SlottedPiece>]) -> bool {
    let mut taken: Vec<char> = Vec::new();
    for own in [true, false] {
        for (index, piece) in named.iter_mut().enumerate() {
            let Some(piece) = piece.as_mut().filter(|piece| piece.letter == ' ') else {
                continue;
            };
            let kind = variant.kind(KindId::new(index));
            let wanted: Vec<char> = match own {
                true if kind.letter.chars().count() == 1 => kind.letter.chars().collect(),
                true => Vec::new(),
                false => kind.id.chars().chain('a'..='z').collect(),
            };
            let mut wanted = wanted.into_iter().map(|c| c.to_ascii_lowercase());
            let free = wanted.find(|c| c.is_ascii_alphabetic() && !taken.contains(c));
            if let Some(letter) = free {
                piece.letter = letter;
                taken.push(letter);
            }
        }
    }
    named.iter().flatten().all(|piece| piece.letter != ' ')
}

/// Writes where pieces may stand.
fn write_areas(export: &mut Export<'_>) {
    for kind in export.variant.kind_ids() {
        if !export.variant.kind(kind).is_bound || !export.is_exported(kind) {
            continue;
        }
        let Some(slot) = export.pieces.slot(kind) else {
            continue;
        };
        let key = slot.key();
        let mut letters = key.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        let name: String = first.into_iter().chain(letters).collect();
        for side in Side::BOTH {
            let cells = export.variant.stands_on(kind, side);
            let ends = export.variant.ends_on(kind, side);
            if cells.is_empty() {
                let why = "Fairy-Stockfish takes no cells to mean all";
                export.leave_of("`stands_on` of", kind, why);
            } else if ends.is_some_and(|ends| ends != cells) {
                let why = "in Fairy-Stockfish it promotes only where it may stand itself";
                export.leave_of("`stands_on` of", kind, why);
            }
            let line = format!(
                "mobilityRegion{}{name} = {}\n",
                side.titled(),
                export.grid.text(&cells)
            );
            if cells != export.grid.board.all() {
                export.pieces.areas.push(line);
            }
        }
    }
}
