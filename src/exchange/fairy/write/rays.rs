//! A piece's movement as single rays: a form in which movements can be compared.
//!
//! ```text
//! "fmWfcF"  ◀──▶  (0,1) moves; (-1,1) takes; (1,1) takes
//! ```

use std::collections::BTreeSet;

use super::grid::Grid;
use padma_rules::model::{CellSet, KindId, Side, Sided, SidedSet, Variant};
use padma_rules::movement::leg::{
    Bend, CastlingMotion, Component, Content, Drop, End, EndAction, Hop, Lame, Leap, Leg, LegWay,
    Length, Motion, Start,
};
use padma_rules::movement::{ClauseKind, Dialect, Places, Sentence, betza, lower};
use padma_rules::moves::on_board;
use padma_text::Sources;
use padma_text::diag::Diagnostics;

/// What a piece does where a ray ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RayEnd {
    Move,
    Take,
    TakeEnPassant,
}

/// Equal leaps in one direction, and one of the things the piece may do where they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LeapRay {
    pub end: RayEnd,
    pub length: Length,
    pub hop: Hop,
    pub lame: Lame,
    pub leap: Leap,
}

/// A set of rays.
pub(crate) type RaySet = BTreeSet<LeapRay>;

/// From where a piece makes a first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FirstFrom {
    /// From where it stands until it has moved.
    Unmoved,
    /// From these cells, at any time.
    Cells(Box<SidedSet>),
}

/// Moves that a piece makes only from some cells.
#[derive(Clone, Debug)]
pub(crate) struct FirstRays {
    pub from: FirstFrom,
    pub rays: RaySet,
    /// Whether it can then be taken en passant.
    pub is_open: bool,
}

impl FirstRays {
    /// Whether a move may pass over a cell.
    pub(crate) fn passes(&self) -> bool {
        self.rays.iter().any(|ray| !is_single_step(ray))
    }
}

/// A movement in this form.
#[derive(Clone, Debug, Default)]
pub(crate) struct RayMovement {
    /// The moves that it has everywhere and always.
    pub steady: RaySet,
    pub first: Vec<FirstRays>,
    /// Moves between some cells only, such as along the lines of palaces.
    pub palace: Option<(SidedSet, RaySet)>,
    /// The cells from which it steps ahead up to three times without capturing.
    pub triple: Option<SidedSet>,
    pub castlings: Vec<CastlingMotion>,
    pub drops: Vec<Drop>,
    /// Components that are no rays, which only an equal movement has.
    pub others: Vec<Component>,
    /// The string that it is written in, if that is one of Fairy-Stockfish's dialect.
    pub string: Option<String>,
}

impl RayMovement {
    /// Whether there is any move.
    pub(crate) fn goes(&self) -> bool {
        let has_rays = !self.steady.is_empty() || !self.first.is_empty();
        has_rays || self.palace.is_some() || self.triple.is_some() || !self.others.is_empty()
    }
}

/// Why a movement has no form in rays.
type NoRays = &'static str;

/// Returns the movement of a piece.
pub(crate) fn movement(
    variant: &Variant,
    kind: KindId,
    grid: &Grid<'_>,
) -> Result<RayMovement, NoRays> {
    let sentence_of = |id: &str| Some(&variant.kind(variant.kind_named(id)?).movement);
    let sentence = &variant.kind(kind).movement;
    let components = lower(sentence, &sentence_of);
    let mut movement = collect(&components, variant, grid)?;
    movement.string = own_string(sentence);
    Ok(movement)
}

/// Returns the movement of a string of Fairy-Stockfish's dialect.
pub(crate) fn movement_of_string(
    text: &str,
    variant: &Variant,
    grid: &Grid<'_>,
) -> Option<RayMovement> {
    let excerpt = Sources::default().excerpt("movement", text);
    let mut complaints = Diagnostics::default();
    let betza = betza::parse(&excerpt, Dialect::Fsf, &mut complaints)?;
    collect(&betza.components, variant, grid).ok()
}

/// Returns the string of a movement that is nothing but one of Fairy-Stockfish's dialect.
fn own_string(sentence: &Sentence) -> Option<String> {
    match &sentence.clauses[..] {
        [clause] => match &clause.kind {
            ClauseKind::Betza(betza) if betza.dialect == Dialect::Fsf => Some(betza.text.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn collect(
    components: &[Component],
    variant: &Variant,
    grid: &Grid<'_>,
) -> Result<RayMovement, NoRays> {
    let mut movement = RayMovement::default();
    let places = |places: &Places| Sided::by(|side| variant.sets.resolve(places, side, grid.board));
    for component in components {
        let [from, onto] = [&component.from, &component.onto].map(|at| at.as_ref().map(places));
        if onto.is_some_and(|onto| onto == Sided::default()) {
            continue;
        }
        if !component.replaces.is_empty() {
            return Err("a clause that begins with `otherwise`");
        }
        let is_within = onto.is_some() && onto == from;
        if component.over.is_some() || onto.is_some() && !is_within {
            return Err("it depends on the cells that it passes or lands on");
        }
        let everywhere = Component {
            from: None,
            onto: None,
            ..component.clone()
        };
        let mut rays = RaySet::new();
        for part in on_board(vec![everywhere], grid.board) {
            match &part.motion {
                Motion::Legs(legs) => match &legs[..] {
                    [leg] => rays.extend(rays_of(leg)?),
                    _ => movement.others.push(Component {
                        from: component.from.clone(),
                        onto: component.onto.clone(),
                        ..part
                    }),
                },
                Motion::Castling(castling) => movement.castlings.push(*castling),
                Motion::Drop(drop) => movement.drops.push(*drop),
                Motion::Anywhere(_) => return Err("a leap to any cell"),
                Motion::Distance { .. } => return Err("a leap to a distance"),
            }
        }
        if rays.is_empty() {
            continue;
        }
        if let Some(cells) = onto {
            let palace = movement.palace.get_or_insert((cells, RaySet::new()));
            if palace.0 != cells || component.start != Start::Always {
                return Err("it depends on the cells that it passes or lands on");
            }
            palace.1.extend(rays);
            continue;
        }
        let from = match (from, component.start) {
            (Some(_), Start::Unmoved) => return Err("a first move from certain cells only"),
            (Some(from), Start::Always) => FirstFrom::Cells(Box::new(from)),
            (None, Start::Unmoved) => FirstFrom::Unmoved,
            (None, Start::Always) if component.open_to_en_passant => {
                FirstFrom::Cells(Box::new(Sided::same(grid.board.all())))
            }
            (None, Start::Always) => {
                movement.steady.extend(rays);
                continue;
            }
        };
        movement.first.push(FirstRays {
            from,
            rays,
            is_open: component.open_to_en_passant,
        });
    }
    tidy(&mut movement);
    Ok(movement)
}

/// Returns the rays of a leg.
fn rays_of(leg: &Leg) -> Result<RaySet, NoRays> {
    let End {
        empty,
        enemy,
        own,
        en_passant,
        content,
    } = leg.end;
    if content != Content::Any {
        return Err("what it captures depends on whether that is royal");
    }
    let is_plain = empty.is_none_or(|end| end == EndAction::Leave)
        && enemy.is_none_or(|end| end == EndAction::Take);
    if own.is_some() || !is_plain {
        return Err("it does more than move and capture");
    }
    if leg.bend != Bend::Straight {
        return Err("it bends");
    }
    if leg.wraps {
        return Err("it goes round the board");
    }
    if leg.length == Length::Same {
        return Err("it counts its steps");
    }
    let LegWay::Leaps(leaps) = &leg.way else {
        return Err("its directions are not leaps of a grid");
    };
    let ends = [
        (empty.is_some(), RayEnd::Move),
        (enemy.is_some(), RayEnd::Take),
        (en_passant, RayEnd::TakeEnPassant),
    ];
    let mut rays = RaySet::new();
    for leap in leaps.iter().copied() {
        let lame = if touches(leap) { Lame::No } else { leg.lame };
        let ends = ends.iter().filter(|(has, _)| *has);
        rays.extend(ends.map(|(_, end)| LeapRay {
            end: *end,
            length: leg.length,
            hop: leg.hop,
            lame,
            leap,
        }));
    }
    Ok(rays)
}

/// Whether a leap leads to a cell that touches the one it leaves.
pub(crate) fn touches(leap: Leap) -> bool {
    leap.x.abs() <= 1 && leap.y.abs() <= 1
}

fn is_single_step(ray: &LeapRay) -> bool {
    touches(ray.leap) && ray.length == Length::UpTo(1)
}

/// Takes out rays that say nothing new, writes first moves of two steps as lame leaps, and joins
/// first moves from the same cells.
fn tidy(movement: &mut RayMovement) {
    let steady = &mut movement.steady;
    let longer = steady.clone();
    steady.retain(|ray| !longer.iter().any(|other| covers(other, ray)));
    take_triple_steps(movement);
    let steady = &movement.steady;
    let mut joined: Vec<FirstRays> = Vec::new();
    for mut first in std::mem::take(&mut movement.first) {
        first.rays = first.rays.iter().flat_map(split_two_steps).collect();
        first.rays.retain(|ray| {
            let is_covered = |other: &LeapRay| other == ray || covers(other, ray);
            !steady.iter().any(is_covered)
        });
        let is_open = first.is_open || !first.passes();
        let same = joined
            .iter_mut()
            .find(|other| other.from == first.from && (other.is_open == first.is_open || is_open));
        match same {
            Some(other) => other.rays.extend(first.rays),
            None if first.rays.is_empty() => {}
            None => joined.push(first),
        }
    }
    movement.first = joined;
}

/// Takes triple steps out of the first moves. Where a piece has them, it has double steps too.
fn take_triple_steps(movement: &mut RayMovement) {
    let triple = LeapRay {
        end: RayEnd::Move,
        length: Length::UpTo(3),
        hop: Hop::Never,
        lame: Lame::No,
        leap: Leap { x: 0, y: 1 },
    };
    let is_triple = |first: &FirstRays| first.rays.iter().eq([&triple]);
    let Some(at) = movement.first.iter().position(is_triple) else {
        return;
    };
    let FirstFrom::Cells(cells) = movement.first[at].from.clone() else {
        return;
    };
    movement.first.remove(at);
    movement.triple = Some(*cells);
    let double = LeapRay {
        length: Length::UpTo(2),
        ..triple
    };
    let has_double = |first: &&mut FirstRays| first.rays.iter().eq([&double]);
    let found = movement.first.iter_mut().find(has_double);
    match found.map(|first| &mut first.from) {
        Some(FirstFrom::Cells(own)) => {
            own.white = own.white | cells.white;
            own.black = own.black | cells.black;
        }
        _ => movement.first.push(FirstRays {
            from: FirstFrom::Cells(cells),
            rays: RaySet::from([double]),
            is_open: true,
        }),
    }
}

/// Whether a ray goes wherever another one goes, and further.
fn covers(longer: &LeapRay, ray: &LeapRay) -> bool {
    longer.hop == Hop::Never
        && longer.length > ray.length
        && LeapRay {
            length: ray.length,
            ..*longer
        } == *ray
}

/// Returns a ray of up to two steps as a step and a lame leap, and any other as it is.
fn split_two_steps(ray: &LeapRay) -> Vec<LeapRay> {
    if ray.hop != Hop::Never || ray.length != Length::UpTo(2) || !touches(ray.leap) {
        return vec![*ray];
    }
    let once = LeapRay {
        length: Length::UpTo(1),
        ..*ray
    };
    let leap = Leap {
        x: 2 * ray.leap.x,
        y: 2 * ray.leap.y,
    };
    let twice = LeapRay {
        lame: Lame::Straight,
        leap,
        ..once
    };
    vec![once, twice]
}

/// Returns all rays of first moves.
pub(crate) fn all_first(movement: &RayMovement) -> RaySet {
    let first = movement.first.iter();
    first.flat_map(|first| &first.rays).copied().collect()
}

/// Returns the cells that a piece can come to from some cells by its moves, on a board without
/// other pieces.
pub(crate) fn cells_reached(
    movement: &RayMovement,
    from: CellSet,
    side: Side,
    grid: &Grid<'_>,
) -> CellSet {
    let mut reached = CellSet::first(0);
    let mut fresh: Vec<_> = from.iter().collect();
    let first = all_first(movement);
    while let Some(cell) = fresh.pop() {
        for ray in movement.steady.iter().chain(&first) {
            let mut at = cell;
            let most = match ray.length {
                Length::UpTo(most) => most,
                _ => 32,
            };
            for _ in 0..most {
                let Some(next) = grid.leap(at, ray.leap, side) else {
                    break;
                };
                if !reached.contains(next) {
                    reached.insert(next);
                    fresh.push(next);
                }
                at = next;
            }
        }
    }
    reached
}
