//! Changes of a game that no one key of its file makes: a cell cut off from those around it, of another shape or on another
//! rank, one more kind of piece, a piece that moves as another does, one made of another number of checkers, one that is
//! royal or is not or has another letter.
//!
//! Made on what a file resolves to, so that nothing else need fit: they ask whether a claim turns on it at all.

use std::sync::Arc;

use super::difference::names;
use super::sentences::home;
use crate::judge::Given;
use crate::lower::Variants;
use crate::model::{Cell, CellKind, CheckerId, KindId, SidedSet, Variant};
use crate::reach::Rules;
use crate::text::Span;

/// One such change.
#[derive(Clone, Debug)]
pub(crate) struct Patch {
    pub what: PatchKind,
    /// Where what it changes is stated.
    pub span: Span,
    /// Of what it is a change.
    pub given: Given,
    /// What is otherwise then: `the Rook is royal`.
    pub when: String,
}

/// What is changed, in every variant that has it; pieces by their ids.
#[derive(Clone, Debug)]
pub(crate) enum PatchKind {
    /// Of one variant, a cell: nothing leads to it or from it, and nothing may stand there.
    CutOff(usize, Cell),
    /// Of one variant, a cell's shape.
    Shape(usize, Cell, CellKind),
    /// Of one variant, a cell's rank: one further.
    Rank(usize, Cell),
    /// Of one variant: one more kind of piece, which moves as its first does.
    OneMore(usize),
    /// Of one variant: one more kind of checker.
    OneMoreChecker(usize),
    /// A piece's number of checkers of a kind, one more.
    Checkers(String, CheckerId),
    /// Whether a piece is royal.
    Royal(String),
    /// A piece's letter.
    Letter(String),
    /// How a piece moves: as another does.
    As(String, String),
}

/// The changes of some variants, of which one is the book's own, and whose boards are described there.
pub(crate) fn changes(
    variants: &Variants,
    main: Option<usize>,
    places: &[usize],
    boards: &[(usize, Span)],
) -> Vec<Patch> {
    let mut all = Vec::new();
    for (place, span) in boards {
        let variant = &variants.rules(*place).variant;
        for cell in variant.board.cells() {
            let name = variant.board.name(cell);
            let given = Given { sort: "cell", name: format!("{name} of {}", variant.id), span: *span };
            let mut push = |what, when| all.push(Patch { what, span: *span, given: given.clone(), when });
            push(PatchKind::CutOff(*place, cell), format!("{name} is cut off from the cells around it"));
            let info = variant.board.info(cell);
            for kind in variant.board.kinds().filter(|kind| *kind != info.kind) {
                push(PatchKind::Shape(*place, cell, kind), format!("{name} is a {}", kind.name()));
            }
            if let Some(rank) = info.rank {
                push(PatchKind::Rank(*place, cell), format!("{name} lies on rank {}", rank.number + 1));
            }
        }
    }
    let mut done: Vec<&str> = Vec::new();
    for place in places {
        let variant = &variants.rules(*place).variant;
        // What a program puts together from others is written nowhere.
        let Some(first) = variant.kinds.iter().find_map(home) else { continue };
        for kind in variant.kinds.iter().filter(|kind| !done.contains(&kind.id.as_str())) {
            let home = home(kind).unwrap_or(first);
            let given = Given { sort: "piece", name: kind.id.clone(), span: home };
            let mut push = |what, when| {
                all.push(Patch { what, span: home, given: given.clone(), when });
            };
            push(PatchKind::Letter(kind.id.clone()), format!("the letter of the {} is another", kind.name));
            let verb = if kind.royal { "is not" } else { "is" };
            push(PatchKind::Royal(kind.id.clone()), format!("the {} {verb} royal", kind.name));
            for (checker, known) in variant.checkers.iter().enumerate() {
                let checker = CheckerId::new(checker);
                let what = PatchKind::Checkers(kind.id.clone(), checker);
                push(what, format!("the {} has one more {}", kind.name, known.name));
            }
            for other in variant.kinds.iter().filter(|other| other.movement != kind.movement) {
                let what = PatchKind::As(kind.id.clone(), other.id.clone());
                push(what, format!("the {} moves as the {} does", kind.name, other.name));
            }
        }
        done.extend(variant.kinds.iter().map(|kind| kind.id.as_str()));
        let mut push = |what, when: &str| {
            let given = Given { sort: "pieces", name: variant.id.clone(), span: first };
            all.push(Patch { what, span: first, given, when: when.to_string() });
        };
        if main == Some(*place) {
            push(PatchKind::OneMore(*place), "there is one more kind of piece");
        }
        if !variant.checkers.is_empty() {
            push(PatchKind::OneMoreChecker(*place), "there is one more kind of checker");
        }
    }
    all
}

/// The variants with a change made.
pub(crate) fn patched(variants: &Variants, patch: &Patch) -> Variants {
    let mut made = variants.clone();
    for place in variants.places() {
        let old = &variants.rules(place).variant;
        if let Some(new) = of(old, place, &patch.what) {
            made = made.replaced(place, Rules::new(new));
        }
    }
    made
}

/// A variant with a change made, if it has what is changed.
fn of(old: &Variant, at: usize, what: &PatchKind) -> Option<Variant> {
    let mut variant = old.clone();
    let kind = |id: &str| -> Option<KindId> { old.kind_named(id) };
    match what {
        PatchKind::CutOff(place, cell) if *place == at => {
            variant.board = Arc::new(old.board.cut_off(*cell));
            for kind in &mut variant.kinds {
                kind.stands_on.white.remove(*cell);
                kind.stands_on.black.remove(*cell);
            }
        }
        PatchKind::Shape(place, cell, shape) if *place == at => {
            let board = Arc::new(old.board.with_info(*cell, |info| info.kind = *shape));
            for kind in old.board.kinds() {
                variant.sets.insert(kind.name(), SidedSet::same(board.of_kind(kind)));
            }
            variant.board = board;
        }
        PatchKind::Rank(place, cell) if *place == at => {
            let board = old.board.with_info(*cell, |info| {
                info.rank.iter_mut().for_each(|rank| rank.number += 1);
            });
            variant.board = Arc::new(board);
        }
        PatchKind::OneMore(place) if *place == at => {
            let mut more = old.kinds.first()?.clone();
            (more.id, more.name) = (format!("{}-too", more.id), format!("{} too", more.name));
            variant.kinds.push(more);
        }
        PatchKind::OneMoreChecker(place) if *place == at => {
            variant.checkers.push(old.checkers.last()?.clone());
        }
        PatchKind::CutOff(..) | PatchKind::Shape(..) | PatchKind::Rank(..) => return None,
        PatchKind::OneMore(_) | PatchKind::OneMoreChecker(_) => return None,
        PatchKind::Checkers(id, checker) => {
            let kind = &mut variant.kinds[kind(id)?.index()];
            kind.checkers = kind.checkers.with(*checker, kind.checkers.of(*checker).saturating_add(1));
        }
        PatchKind::Letter(id) => {
            variant.kinds[kind(id)?.index()].letter.push('x');
        }
        PatchKind::Royal(id) => {
            let kind = &mut variant.kinds[kind(id)?.index()];
            kind.royal = !kind.royal;
        }
        PatchKind::As(id, other) => {
            let (kind, other) = (kind(id)?, kind(other)?);
            // A piece that moves as one that moves as it would go round in a circle.
            if names(old, other, kind, &mut Vec::new()) {
                return None;
            }
            variant.kinds[kind.index()].movement = old.kind(other).movement.clone();
        }
    }
    Some(variant)
}
