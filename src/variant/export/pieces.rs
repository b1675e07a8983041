//! The pieces: the name by which the program knows each of them, its letter, and its string.

use super::Export;
use super::grid::Grid;
use super::rays::{self, FirstFrom, Movement, RayDeed, Rays};
use super::{hand, promotion};
use crate::import::ini::slots::PieceSlot;
use padma_rules::model::{
    CellSet, Deed, KindId, Piece, Power, Rule, Side, Sided, SidedSet, Variant,
};
use padma_text::Span;
use padma_text::diag::{Code, Diagnostics};

/// The pieces of chess, which the defaults of keys name by their letters.
const CHESS: [(PieceSlot, char); 6] = [
    (PieceSlot::PAWN, 'p'),
    (PieceSlot::KNIGHT, 'n'),
    (PieceSlot::BISHOP, 'b'),
    (PieceSlot::ROOK, 'r'),
    (PieceSlot::QUEEN, 'q'),
    (PieceSlot::KING, 'k'),
];

/// A piece as the program knows it.
struct NamedPiece {
    slot: PieceSlot,
    letter: char,
    /// Its string, unless the name stands for it.
    string: Option<String>,
    /// A comment above its line.
    remark: Option<String>,
}

/// The pieces of a variant, by their kinds.
#[derive(Default)]
pub(super) struct Pieces {
    pub movements: Vec<Movement>,
    named: Vec<Option<NamedPiece>>,
    /// For each piece that only promotion makes, and that is captured as what it was: what it was.
    pub forms: Vec<Option<KindId>>,
    /// For each piece, the one whose name and letter it shares: itself, as a rule.
    same_as: Vec<KindId>,
    /// The lines that limit where pieces may stand.
    areas: Vec<String>,
    /// The royal piece that the program treats as the king.
    pub king: Option<KindId>,
}

impl Pieces {
    fn named(&self, kind: KindId) -> Option<&NamedPiece> {
        let same = self.same_as.get(kind.index())?;
        self.named.get(same.index())?.as_ref()
    }

    /// Returns a piece's name in the program.
    pub(super) fn slot(&self, kind: KindId) -> Option<PieceSlot> {
        self.named(kind).map(|piece| piece.slot)
    }

    /// Returns a piece's letter, in lower case.
    pub(super) fn letter(&self, kind: KindId) -> Option<char> {
        self.named(kind).map(|piece| piece.letter)
    }

    /// Returns the letters of some pieces in the program's order; `-` if there is none.
    pub(super) fn letters(&self, kinds: &[KindId]) -> String {
        let named = kinds.iter().filter_map(|kind| self.named(*kind));
        let mut letters: Vec<(PieceSlot, char)> =
            named.map(|piece| (piece.slot, piece.letter)).collect();
        letters.sort_unstable();
        letters.dedup();
        if letters.is_empty() {
            "-".to_string()
        } else {
            letters.into_iter().map(|(_, letter)| letter).collect()
        }
    }

    /// Whether a piece has both the name and the letter of a piece of chess, or neither.
    pub(super) fn is_usual(&self, kind: KindId) -> bool {
        let usual = |piece: &NamedPiece| {
            let by_slot = CHESS.iter().position(|(slot, _)| *slot == piece.slot);
            let by_letter = CHESS.iter().position(|(_, letter)| *letter == piece.letter);
            by_slot == by_letter
        };
        self.named(kind).is_none_or(usual)
    }

    /// Returns the piece that has the program's name for pawns.
    pub(super) fn pawn(&self) -> Option<KindId> {
        let is_pawn = |piece: &Option<NamedPiece>| {
            piece
                .as_ref()
                .is_some_and(|piece| piece.slot == PieceSlot::PAWN)
        };
        self.named.iter().position(is_pawn).map(KindId::new)
    }

    /// Returns the lines of the pieces.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for piece in self.named.iter().flatten() {
            if let Some(remark) = &piece.remark {
                text.push_str(&format!("# {remark}\n"));
            }
            let (key, letter) = (piece.slot.key(), piece.letter);
            let string = piece.string.as_ref();
            let string = string.map_or_else(String::new, |string| format!(":{string}"));
            text.push_str(&format!("{key} = {letter}{string}\n"));
        }
        text + &self.areas.concat()
    }
}

/// Returns the cells on which pieces of a kind begin.
pub(super) fn starts(variant: &Variant, kind: KindId, side: Side) -> CellSet {
    let piece = Piece {
        side,
        kind: Some(kind),
    };
    let setup = variant.setup.as_ref();
    let pieces = setup.into_iter().flat_map(|setup| setup.position.pieces());
    pieces
        .filter(|(_, other)| *other == piece)
        .map(|(cell, _)| cell)
        .collect()
}

/// Gives each piece a name, a letter and a string; `None` after a complaint.
pub(super) fn assign(
    export: &mut Export<'_>,
    variant_place: Span,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    read_movements(export);
    find_king(export);
    find_forms(export);
    let soldier = soldier_rank(export);
    let region = first_move_region(export, soldier.map(|(kind, _)| kind));
    if let Some((_, rank)) = soldier {
        export.section.set("soldierPromotionRank", rank);
    }
    let kinds: Vec<KindId> = export.variant.kind_ids().collect();
    let mut named: Vec<Option<NamedPiece>> = kinds.iter().map(|_| None).collect();
    let mut used: Vec<PieceSlot> = Vec::new();
    for kind in exported(export) {
        let is_soldier = soldier.is_some_and(|(soldier, _)| soldier == kind);
        let slot = match is_soldier {
            true => Some(PieceSlot::SOLDIER),
            false => known_slot(export, kind, &region, &used),
        };
        let custom = || PieceSlot::all().find(|slot| slot.is_custom() && !used.contains(slot));
        let Some(slot) = slot.or_else(custom) else {
            let message = "this variant has more than 25 pieces that Fairy-Stockfish does not know";
            let place = export.place_of(&export.variant.kind(kind).id);
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
    write_en_passant(export, soldier.map(|(kind, _)| kind));
    settle_barriers(export);
    Some(())
}

/// Whether a piece gets a name of its own.
fn is_exported(export: &Export<'_>, kind: KindId) -> bool {
    export.pieces.same_as[kind.index()] == kind && !export.variant.kind(kind).neutral
}

/// Returns the pieces that get a name of their own.
fn exported(export: &Export<'_>) -> Vec<KindId> {
    let kinds = export.variant.kind_ids();
    kinds.filter(|kind| is_exported(export, *kind)).collect()
}

fn read_movements(export: &mut Export<'_>) {
    let duck: Vec<KindId> = match export.laws.named("duck").next() {
        Some(rule) => export.laws.pieces(rule, "piece"),
        None => Vec::new(),
    };
    for kind in export.variant.kind_ids() {
        let PieceKindWords { id, place } = words(export, kind);
        let movement = rays::movement(export.variant, kind, &export.grid);
        if export.variant.kind(kind).neutral {
            if !duck.contains(&kind) {
                let what = format!("the piece `{id}`");
                export.leave(what, place, "Fairy-Stockfish has no pieces of nobody’s");
            }
            export.pieces.movements.push(Movement::default());
            continue;
        }
        let movement = movement.unwrap_or_else(|why| {
            let what = format!("the movement of `{id}`");
            export.leave(what, place, format!("{why}: the piece does not move there"));
            Movement::default()
        });
        export.pieces.movements.push(movement);
    }
}

/// A piece's id, and the place where it is written.
struct PieceKindWords {
    id: String,
    place: Span,
}

fn words(export: &Export<'_>, kind: KindId) -> PieceKindWords {
    let id = export.variant.kind(kind).id.clone();
    let place = export.place_of(&id);
    PieceKindWords { id, place }
}

/// Finds the king: the only royal piece, of which neither side has two, unless captures explode or
/// a duck is about. The program refuses kings there.
fn find_king(export: &mut Export<'_>) {
    let explosive = export.laws.named("explosive-king");
    let explosive = explosive.flat_map(|rule| export.laws.pieces(rule, "piece"));
    let mut others: Vec<KindId> = explosive.collect();
    others.extend(export.laws.last.iter().map(|(kind, _)| *kind));
    let last = export.laws.named("last-king");
    others.extend(last.flat_map(|rule| export.laws.pieces(rule, "pieces")));
    let royal = export
        .variant
        .kind_ids()
        .filter(|kind| export.variant.kind(*kind).royal && !others.contains(kind));
    let royal: Vec<KindId> = royal.collect();
    let refused = ["explosion", "duck"]
        .into_iter()
        .any(|name| export.laws.named(name).next().is_some());
    let is_single = |kind: KindId| {
        let sides = Side::BOTH.into_iter();
        let mut counts = sides.map(|side| starts(export.variant, kind, side).len());
        counts.all(|count| count <= 1)
    };
    match royal[..] {
        [kind] if !refused && is_single(kind) => export.pieces.king = Some(kind),
        _ => {
            for kind in royal {
                let PieceKindWords { id, place } = words(export, kind);
                let what = format!("the royalty of `{id}`");
                export.leave(
                    what,
                    place,
                    "Fairy-Stockfish has one king a side, and none beside ducks and explosions",
                );
            }
        }
    }
}

/// Finds the pieces that are another one promoted. Such a piece shares the name of a piece that
/// moves alike.
fn find_forms(export: &mut Export<'_>) {
    let variant = export.variant;
    let forms = hand::forms(variant);
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
fn is_alike(movements: &[Movement], variant: &Variant, one: KindId, other: KindId) -> bool {
    let (a, b) = (&movements[one.index()], &movements[other.index()]);
    let (kind, other) = (variant.kind(one), variant.kind(other));
    a.steady == b.steady
        && a.others == b.others
        && a.first.is_empty()
        && b.first.is_empty()
        && a.castlings.is_empty()
        && kind.stands_on == other.stands_on
        && !kind.royal
        && !other.royal
}

/// Returns the piece that steps sideways only beyond a river, and the rank behind the river.
fn soldier_rank(export: &Export<'_>) -> Option<(KindId, u16)> {
    let rays = |text: &str| {
        let movement = rays::movement_of_string(text, export.variant, &export.grid);
        movement.map(|movement| movement.steady)
    };
    let (forward, sideways) = (rays("fW")?, rays("sW")?);
    let ranks = export.grid.ranks;
    let beyond = |rank: u16| -> SidedSet {
        let cells = |side| {
            let rows = (rank..ranks).map(|rank| export.grid.rank(rank, side));
            rows.fold(CellSet::default(), |all, row| all | row)
        };
        Sided {
            white: cells(Side::White),
            black: cells(Side::Black),
        }
    };
    export.variant.kind_ids().find_map(|kind| {
        let movement = &export.pieces.movements[kind.index()];
        let [first] = &movement.first[..] else {
            return None;
        };
        let FirstFrom::Cells(cells) = &first.from else {
            return None;
        };
        let rank = (1..ranks).find(|rank| beyond(*rank) == *cells)?;
        (movement.steady == forward && first.rays == sideways).then_some((kind, rank + 1))
    })
}

/// Returns the cells from which first moves are made, none if there are no first moves, and says
/// where the program has more or fewer of them.
fn first_move_region(export: &mut Export<'_>, soldier: Option<KindId>) -> SidedSet {
    let variant = export.variant;
    let movers = variant.kind_ids().filter(|kind| {
        Some(*kind) != soldier && !export.pieces.movements[kind.index()].first.is_empty()
    });
    let movers: Vec<KindId> = movers.collect();
    if movers.is_empty() {
        export.section.set("doubleStep", false);
        return Sided::same(CellSet::default());
    }
    let second = export.grid.both_ranks(1.min(export.grid.ranks - 1));
    let region = chosen_region(export, &movers, second);
    let sides = Sided {
        white: export.grid.text(&region.white),
        black: export.grid.text(&region.black),
    };
    export.section.set_sided("doubleStepRegion", &sides);
    for kind in movers {
        let PieceKindWords { id, place } = words(export, kind);
        let what = format!("a first move of `{id}`");
        if !fits_region(export, kind, &region) {
            let why = "in Fairy-Stockfish first moves start from `doubleStepRegion`, whether the piece has moved or not";
            export.leave(&what, place, why);
        }
        let is_dropped = hand::drops_onto(variant, kind, &region);
        let needs_unmoved = export.pieces.movements[kind.index()]
            .first
            .iter()
            .any(|first| first.from == FirstFrom::Unmoved);
        if is_dropped && needs_unmoved {
            let why = "in Fairy-Stockfish a piece that is dropped onto `doubleStepRegion` makes a first move too";
            export.leave(what, place, why);
        }
    }
    region
}

/// Returns the cells that suit all first moves best: those that a movement names, or the second
/// rank, or where the pieces begin.
fn chosen_region(export: &Export<'_>, movers: &[KindId], second: SidedSet) -> SidedSet {
    let first = movers
        .iter()
        .flat_map(|kind| &export.pieces.movements[kind.index()].first);
    let mut named = first.filter_map(|first| match &first.from {
        FirstFrom::Cells(cells) => Some(*cells),
        FirstFrom::Unmoved => None,
    });
    if let Some(cells) = named.next() {
        return cells;
    }
    if movers
        .iter()
        .all(|kind| fits_region(export, *kind, &second))
    {
        return second;
    }
    let begin = |side| {
        let cells = movers
            .iter()
            .map(|kind| starts(export.variant, *kind, side));
        cells.fold(CellSet::default(), |all, cells| all | cells)
    };
    Sided {
        white: begin(Side::White),
        black: begin(Side::Black),
    }
}

/// Whether a piece makes its first moves from exactly these cells.
fn fits_region(export: &Export<'_>, kind: KindId, region: &SidedSet) -> bool {
    let movement = &export.pieces.movements[kind.index()];
    movement.first.iter().all(|first| {
        if first.rays.iter().any(|ray| ray.deed != RayDeed::Move) {
            return false;
        }
        match &first.from {
            FirstFrom::Cells(cells) => cells == region,
            FirstFrom::Unmoved => Side::BOTH.into_iter().all(|side| {
                let from = starts(export.variant, kind, side);
                let later = rays::cells_reached(movement, from, side, &export.grid);
                from.is_subset(region.of(side)) && (later & *region.of(side)).is_empty()
            }),
        }
    })
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
    let movement = &export.pieces.movements[kind.index()];
    let first = rays::all_first(movement);
    let is_known = |slot: &PieceSlot| {
        if used.contains(slot) || slot.is_custom() || *slot == PieceSlot::KING {
            return false;
        }
        let Some(known) = rays::movement_of_string(slot.movement(), export.variant, &export.grid)
        else {
            return slot.movement().is_empty() && is_immobile(movement);
        };
        if *slot == PieceSlot::PAWN {
            return without_en_passant(&known.steady) == without_en_passant(&movement.steady)
                && movement.others.is_empty()
                && is_pawn(export, kind, &first, region);
        }
        first.is_empty()
            && known.steady == movement.steady
            && known.others == movement.others
            && (*slot == PieceSlot::JANGGI_CANNON) == is_barred_by_itself(export, kind)
    };
    PieceSlot::all().find(is_known)
}

fn is_immobile(movement: &Movement) -> bool {
    movement.steady.is_empty() && movement.first.is_empty() && movement.others.is_empty()
}

fn without_en_passant(rays: &Rays) -> Rays {
    let plain = rays.iter().filter(|ray| ray.deed != RayDeed::TakeEnPassant);
    plain.copied().collect()
}

/// Whether a piece with a pawn's movement may have the pawn's name, which says more: it makes
/// double steps from the region, captures en passant, promotes in the zone, and survives
/// explosions.
fn is_pawn(export: &Export<'_>, kind: KindId, first: &Rays, region: &SidedSet) -> bool {
    let steps = double_step(export.variant, &export.grid);
    let has_region = !region.white.is_empty() || !region.black.is_empty();
    let fits = (!has_region && first.is_empty()) || Some(first) == steps.as_ref();
    let takes_en_passant = |kind: KindId| {
        let steady = &export.pieces.movements[kind.index()].steady;
        steady.iter().any(|ray| ray.deed == RayDeed::TakeEnPassant)
    };
    let en_passant = takes_en_passant(kind)
        || first.is_empty() && !has_region
        || !export.variant.kind_ids().any(takes_en_passant);
    let spared = export.laws.named("explosion").next();
    let survives = spared.is_none_or(|rule| export.laws.pieces(rule, "spares").contains(&kind));
    fits && en_passant && survives && promotion::may_be_pawn(export.variant, kind)
}

/// Returns the double step of a pawn.
fn double_step(variant: &Variant, grid: &Grid<'_>) -> Option<Rays> {
    let movement = rays::movement_of_string("ifmnD", variant, grid)?;
    Some(rays::all_first(&movement))
}

/// Whether a piece neither takes nor hops over its own kind, and no other.
fn is_barred_by_itself(export: &Export<'_>, kind: KindId) -> bool {
    let mut deeds = export.variant.powers(kind);
    deeds.any(|deed| matches!(deed, Deed::Barrier { kinds } if kinds[..] == [kind]))
}

fn named_piece(export: &mut Export<'_>, kind: KindId, slot: PieceSlot) -> NamedPiece {
    let PieceKindWords { id, place } = words(export, kind);
    let movement = &export.pieces.movements[kind.index()];
    let is_king = slot == PieceSlot::KING;
    let is_plain_king = is_king
        && rays::movement_of_string(slot.movement(), export.variant, &export.grid)
            .is_some_and(|known| known.steady == movement.steady)
        && movement.first.is_empty();
    let string = (slot.is_custom() || is_king && !is_plain_king)
        .then(|| rays::string(movement, export.variant, &export.grid));
    let string = string.map(|string| {
        string.unwrap_or_else(|| {
            let what = format!("the movement of `{id}`");
            let why = "no string of Fairy-Stockfish’s means it: the piece does not move there";
            export.leave(what, place, why);
            String::new()
        })
    });
    let name = export.variant.kind(kind).name.clone();
    NamedPiece {
        slot,
        letter: ' ',
        string,
        remark: slot.is_custom().then_some(name),
    }
}

/// Gives each piece a letter: its own if it is one that the program can read and that is free.
/// Returns false if there are too few.
fn choose_letters(variant: &Variant, named: &mut [Option<NamedPiece>]) -> bool {
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
        if !export.variant.kind(kind).is_bound || !is_exported(export, kind) {
            continue;
        }
        let PieceKindWords { id, place } = words(export, kind);
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
            let what = format!("`stands_on` of `{id}`");
            if cells.is_empty() {
                export.leave(&what, place, "Fairy-Stockfish takes no cells to mean all");
            } else if ends.is_some_and(|ends| ends != cells) {
                let why = "in Fairy-Stockfish it promotes only where it may stand itself";
                export.leave(&what, place, why);
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

/// Writes who captures en passant, and whether anyone can.
fn write_en_passant(export: &mut Export<'_>, soldier: Option<KindId>) {
    let variant = export.variant;
    let takes = |export: &Export<'_>, kind: KindId, deed: RayDeed| -> Rays {
        let steady = &export.pieces.movements[kind.index()].steady;
        let rays = steady.iter().filter(|ray| ray.deed == deed);
        rays.map(|ray| super::rays::Ray {
            deed: RayDeed::Take,
            ..*ray
        })
        .collect()
    };
    let mut takers = Vec::new();
    for kind in exported(export) {
        let en_passant = takes(export, kind, RayDeed::TakeEnPassant);
        if en_passant.is_empty() {
            continue;
        }
        takers.push(kind);
        let moves = takes(export, kind, RayDeed::Move);
        let only_takes = &takes(export, kind, RayDeed::Take) - &moves;
        if only_takes != en_passant {
            let PieceKindWords { id, place } = words(export, kind);
            let what = format!("captures en passant of `{id}`");
            let why = "in Fairy-Stockfish it captures en passant as it captures otherwise, where it cannot move";
            export.leave(what, place, why);
        }
    }
    let passing = variant.kind_ids().filter(|kind| Some(*kind) != soldier);
    let passing: Vec<(KindId, bool)> = passing
        .flat_map(|kind| {
            let first = &export.pieces.movements[kind.index()].first;
            let passing = first.iter().filter(|first| first.passes());
            passing.map(move |first| (kind, first.is_open))
        })
        .collect();
    let none_is_open = passing.iter().all(|(_, is_open)| !is_open);
    let pawn_takes = export
        .pieces
        .pawn()
        .is_none_or(|pawn| takers.contains(&pawn));
    if !passing.is_empty() && (none_is_open && !takers.is_empty() || !pawn_takes) {
        let nowhere = Sided {
            white: "-".to_string(),
            black: "-".to_string(),
        };
        export.section.set_sided("enPassantRegion", &nowhere);
    } else if !takers.is_empty() {
        for (kind, _) in passing.iter().filter(|(_, is_open)| !is_open) {
            let PieceKindWords { id, place } = words(export, *kind);
            let what = format!("a first move of `{id}`");
            export.leave(what, place, "in Fairy-Stockfish it can be taken en passant");
        }
    }
    if !passing.is_empty() && (export.pieces.pawn().is_some() || !takers.is_empty()) {
        export.set_pieces("enPassantTypes", &takers);
    }
}

/// Marks the barriers that the name of the Janggi cannon includes.
fn settle_barriers(export: &mut Export<'_>) {
    for (index, basic) in export.laws.basic.iter().enumerate() {
        if let Rule::Power(Power {
            kind,
            deed: Deed::Barrier { .. },
        }) = &basic.rule
        {
            export.settled[index] = export.pieces.slot(*kind) == Some(PieceSlot::JANGGI_CANNON);
        }
    }
}
