//! Generates every change of one word or number of a movement sentence.

use super::strings;
use padma_rules::model::{Board, CellSet, PieceKind, Sets, SidedSet, Variant};
use padma_rules::movement::{
    Action, Heading, Limit, MAX_NUMBER, Places, Sentence, Via, What, Word,
};
use padma_text::{Sources, Span};
use padma_variant::resolve::Variants;

/// A piece with one thing changed.
#[derive(Clone, Debug)]
pub(crate) struct SentenceChange {
    /// The piece's id, and the start of its sentence. A piece that another variant takes over has
    /// the same start there, so it is the same piece.
    pub piece: String,
    pub home: Span,
    /// The place of the change.
    pub span: Span,
    pub before: String,
    pub after: String,
    pub movement: Sentence,
    /// The change of where it may stand, if that was changed: a kind of cell added or taken away.
    pub stands_on: Option<StandingChange>,
}

/// A kind of cell that a piece may no longer stand on, or now may.
#[derive(Clone, Debug)]
pub(crate) struct StandingChange {
    pub place: String,
    pub allowed: bool,
}

impl StandingChange {
    pub(crate) fn of(&self, kind: &PieceKind, sets: &Sets) -> SidedSet {
        let cells = sets
            .get(&self.place)
            .copied()
            .unwrap_or(SidedSet::same(CellSet::EMPTY));
        let change = |own: CellSet, cells: CellSet| {
            if self.allowed {
                own | cells
            } else {
                own - cells
            }
        };
        SidedSet {
            white: change(kind.stands_on.white, cells.white),
            black: change(kind.stands_on.black, cells.black),
        }
    }
}

/// Returns the place where a piece's sentence begins.
pub(crate) fn home(kind: &PieceKind) -> Option<Span> {
    kind.movement.clauses.first().map(|clause| clause.span)
}

/// Returns all changes of the pieces of some variants that authors have written, each piece once.
pub(crate) fn changes(
    variants: &Variants,
    places: &[usize],
    sources: &Sources,
) -> Vec<SentenceChange> {
    let mut all: Vec<SentenceChange> = Vec::new();
    let mut done: Vec<Span> = Vec::new();
    for place in places {
        let variant = &variants.rules(*place).variant;
        for kind in &variant.kinds {
            let is_new =
                |home: &Span| !done.contains(home) && !sources.get(home.source).is_built_in();
            let Some(home) = home(kind).filter(is_new) else {
                continue;
            };
            done.push(home);
            all.extend(of_movement(kind, home, variant));
            all.extend(of_standing(kind, home, variant));
        }
    }
    all
}

fn of_movement(kind: &PieceKind, home: Span, variant: &Variant) -> Vec<SentenceChange> {
    let before = kind.movement.source_text();
    let mut found: Vec<SentenceChange> = Vec::new();
    for (span, movement) in changed(&kind.movement, &variant.board, &variant.sets) {
        let after = movement.source_text();
        // Two changes may produce the same words.
        if after != before && found.iter().all(|other| other.after != after) {
            let (piece, before) = (kind.id.clone(), before.clone());
            found.push(SentenceChange {
                piece,
                home,
                span,
                before,
                after,
                movement,
                stands_on: None,
            });
        }
    }
    found
}

fn of_standing(kind: &PieceKind, home: Span, variant: &Variant) -> Vec<SentenceChange> {
    let kinds = variant.board.kinds().map(|shape| shape.name().to_string());
    let change = |place: String| {
        let allowed = !variant
            .sets
            .get(&place)?
            .white
            .is_subset(&kind.stands_on.white);
        let after = format!("stands on {}{place}", if allowed { "also " } else { "no " });
        Some(SentenceChange {
            piece: kind.id.clone(),
            home,
            span: home,
            before: "where it stands".to_string(),
            after,
            movement: kind.movement.clone(),
            stands_on: Some(StandingChange { place, allowed }),
        })
    };
    kinds.filter_map(change).collect()
}

/// Returns the sentences that differ from this one in one word or number, each with the place of
/// the change.
fn changed(sentence: &Sentence, board: &Board, sets: &Sets) -> Vec<(Span, Sentence)> {
    let mut all = Vec::new();
    for (index, clause) in sentence.clauses.iter().enumerate() {
        let with = |what: What| {
            let mut other = sentence.clone();
            other.clauses[index].what = what;
            (clause.span, other)
        };
        if sentence.clauses.len() > 1 {
            let mut other = sentence.clone();
            other.clauses.remove(index);
            // A clause that applied only if the previous one gave nothing now has no previous one.
            if let Some(first) = other.clauses.first_mut() {
                first.otherwise = false;
            }
            all.push((clause.span, other));
        }
        // No clause can be an alternative to a Betza string.
        if index > 0 && !matches!(sentence.clauses[index - 1].what, What::Betza(_)) {
            let mut other = sentence.clone();
            other.clauses[index].otherwise = !clause.otherwise;
            all.push((clause.span, other));
        }
        if let What::Betza(betza) = &clause.what {
            all.extend(
                strings::changed(betza)
                    .into_iter()
                    .map(|other| with(What::Betza(other))),
            );
        }
        let What::Action { action, limits } = &clause.what else {
            continue;
        };
        let actions = actions(action, board)
            .into_iter()
            .map(|action| (action, limits.clone()));
        let limited = limited(limits, sets)
            .into_iter()
            .map(|limits| (action.clone(), limits));
        all.extend(
            actions
                .chain(limited)
                .map(|(action, limits)| with(What::Action { action, limits })),
        );
    }
    all
}

/// Returns actions with another verb, another number or other directions.
fn actions(action: &Action, board: &Board) -> Vec<Action> {
    let mut all = match action {
        Action::Step(via) => vec![Action::Slide(via.clone()), Action::Leap(2, via.clone())],
        Action::Slide(via) => vec![Action::Step(via.clone()), Action::Ride(2, via.clone())],
        Action::Wander(via) => vec![Action::Slide(via.clone()), Action::Step(via.clone())],
        Action::Hop { via, onward } => vec![Action::Hop {
            via: via.clone(),
            onward: !onward,
        }],
        Action::Leap(n, via) => numbered(Action::Ride, Action::Leap, *n, via),
        Action::Ride(n, via) => numbered(Action::Leap, Action::Ride, *n, via),
        Action::Distance(n, piece) => near(*n)
            .map(|n| Action::Distance(n, piece.clone()))
            .collect(),
    };
    if let Some(via) = action.via() {
        all.extend(vias(via, board).into_iter().map(|via| action.along(via)));
    }
    all
}

/// Returns another verb with the same number, and the same verb with the adjacent numbers.
fn numbered(
    other: fn(u16, Via) -> Action,
    verb: fn(u16, Via) -> Action,
    n: u16,
    via: &Via,
) -> Vec<Action> {
    [other(n, via.clone())]
        .into_iter()
        .chain(near(n).map(|n| verb(n, via.clone())))
        .collect()
}

/// Returns the numbers adjacent to a number.
fn near(n: u16) -> impl Iterator<Item = u16> {
    [n.checked_sub(1), n.checked_add(1)]
        .into_iter()
        .flatten()
        .filter(|n| (1..=MAX_NUMBER).contains(n))
}

fn vias(via: &Via, board: &Board) -> Vec<Via> {
    let classes = listed(&via.classes, board.classes()).into_iter();
    let none = (!via.headings.is_empty()).then(Vec::new);
    let others = Heading::ALL
        .into_iter()
        .filter(|heading| !via.headings.contains(heading));
    let headings = none.into_iter().chain(others.map(|heading| vec![heading]));
    classes
        .map(|classes| Via {
            classes,
            ..via.clone()
        })
        .chain(headings.map(|headings| Via {
            headings,
            ..via.clone()
        }))
        .collect()
}

/// Returns the lists with one word removed or replaced.
fn listed<'a>(words: &[Word], known: impl Iterator<Item = &'a str>) -> Vec<Vec<Word>> {
    let known: Vec<&str> = known
        .filter(|name| words.iter().all(|word| word.text != *name))
        .collect();
    let mut all = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if words.len() > 1 {
            all.push(
                words
                    .iter()
                    .filter(|other| *other != word)
                    .cloned()
                    .collect(),
            );
        }
        for name in &known {
            let mut other = words.to_vec();
            other[index].text = name.to_string();
            all.push(other);
        }
    }
    all
}

/// Returns the limits with one of them removed or changed.
fn limited(limits: &[Limit], sets: &Sets) -> Vec<Vec<Limit>> {
    let mut all = Vec::new();
    for (index, limit) in limits.iter().enumerate() {
        let mut fewer = limits.to_vec();
        fewer.remove(index);
        all.push(fewer);
        for other in others(limit, sets) {
            let mut changed = limits.to_vec();
            changed[index] = other;
            all.push(changed);
        }
    }
    all
}

fn others(limit: &Limit, sets: &Sets) -> Vec<Limit> {
    let placed = |places: &Places, kind: fn(Places) -> Limit| {
        let names = listed(&places.names, sets.names());
        let mut all: Vec<Limit> = names
            .into_iter()
            .map(|names| {
                kind(Places {
                    names,
                    ..places.clone()
                })
            })
            .collect();
        all.push(kind(Places {
            outside: !places.outside,
            ..places.clone()
        }));
        all
    };
    match limit {
        Limit::Over(places) => placed(places, Limit::Over),
        Limit::Onto(places) => placed(places, Limit::Onto),
        Limit::From(places) => placed(places, Limit::From),
        Limit::UpTo(n) => near(*n).map(Limit::UpTo).collect(),
        Limit::OnlyToMove => vec![Limit::OnlyToCapture],
        Limit::OnlyToCapture => vec![Limit::OnlyToMove],
        Limit::FirstMove | Limit::OpenToEnPassant => Vec::new(),
    }
}
