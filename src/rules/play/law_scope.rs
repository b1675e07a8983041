//! Which moves a rule that is an expression may concern, as far as that shows before they are made.
//!
//! A condition is compiled to what it depends on: a capture, the piece that moves, the cells it
//! leaves and goes to, and conditions on the position that no such move changes. Moves that no rule
//! can concern need not be tried, or even listed to be counted. This module looks at rules alone, never
//! at a position.

use crate::model::{
    CellsTerm, EffectKind, EffectRule, KindId, KindSet, KindsTerm, NumberTerm, SideTerm, TermPart,
    Truth,
};

/// The moves that a rule may concern, among the plain ones: a piece goes to a cell, perhaps captures
/// what is there, and stays what it is; or one comes out of hand onto an empty cell.
#[derive(Debug)]
pub(super) struct LawScope<'r> {
    /// Whether it may concern moves that capture nothing, and moves that capture.
    pub quiet: bool,
    pub captures: bool,
    /// The kinds whose moves it may concern.
    pub kinds: KindSet,
    /// The piece leaves a cell of each of these sets.
    pub from: Vec<&'r CellsTerm>,
    /// The piece goes to a cell of each of these sets.
    pub to: Vec<&'r CellsTerm>,
    /// Conditions that must hold before the move, or else the rule concerns only moves and captures
    /// of the kinds in `placed`.
    pub now: Vec<&'r Truth>,
    /// The kinds on whose places the conditions of `now` depend.
    pub placed: KindSet,
    /// The kinds of which the side must have a piece in hand.
    pub in_hand: &'r [KindId],
    /// Whether it concerns every move of a position in which it concerns any: it has no conditions but those
    /// of `now`.
    pub is_general: bool,
}

/// The time at which a condition is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Before,
    After,
}

impl<'r> LawScope<'r> {
    /// Returns the scope of an effect.
    pub(super) fn of_effect(rule: &'r EffectRule, all: KindSet) -> LawScope<'r> {
        let mut scope = LawScope::of(&rule.when.truth, Time::Before, all);
        if let Some(kinds) = rule.kinds {
            scope.kinds = scope.kinds & kinds;
        }
        if let EffectKind::Drops(_, kinds) = &rule.effect {
            scope.in_hand = kinds;
        }
        scope
    }

    /// Returns the scope of a rule whose condition is asked after a move.
    pub(super) fn after_move(truth: &'r Truth, all: KindSet) -> LawScope<'r> {
        LawScope::of(truth, Time::After, all)
    }

    fn of(truth: &'r Truth, time: Time, all: KindSet) -> LawScope<'r> {
        let conjuncts = truth.conjuncts();
        let may_hold = |takes: bool| {
            let mut known = conjuncts.iter().map(|truth| known_of(truth, takes));
            known.all(|known| known != Some(false))
        };
        let mut scope = LawScope {
            quiet: may_hold(false),
            captures: may_hold(true),
            kinds: all,
            from: Vec::new(),
            to: Vec::new(),
            now: Vec::new(),
            placed: KindSet::default(),
            in_hand: &[],
            is_general: true,
        };
        for conjunct in conjuncts {
            scope.add(conjunct, time);
        }
        scope
    }

    fn add(&mut self, conjunct: &'r Truth, time: Time) {
        let reads = Reads::of(conjunct);
        if reads.only_kind {
            let fits = |kind: &KindId| holds_of_kind(conjunct, *kind) != Some(false);
            self.kinds = self.kinds.iter().filter(fits).collect();
        } else if !reads.mv && time == Time::Before {
            self.now.push(conjunct);
            return;
        } else if let Some(placed) = reads.placed.filter(|_| !reads.mv) {
            self.now.push(conjunct);
            self.placed = self.placed | placed;
        } else if let Truth::Within(sets) | Truth::Meets(sets) = conjunct {
            let inner = Reads::of_cells(&sets[1]);
            let is_same = match time {
                Time::Before => !inner.mv,
                Time::After => inner.is_fixed,
            };
            match &sets[0] {
                CellsTerm::From if is_same => self.from.push(&sets[1]),
                CellsTerm::To if is_same => self.to.push(&sets[1]),
                _ => {}
            }
        }
        self.is_general = false;
    }

    /// Whether it concerns no plain move at all, whatever the position.
    pub(super) fn is_empty(&self) -> bool {
        !(self.quiet || self.captures) || self.kinds.is_empty()
    }

    /// Returns the kinds on whose places alone a condition depends; `None` if it depends on more.
    pub(super) fn placed_kinds(truth: &Truth) -> Option<KindSet> {
        let reads = Reads::of(truth);
        reads.placed.filter(|_| !reads.mv)
    }
}

impl CellsTerm {
    /// Whether the cells depend on the move.
    pub(super) fn depends_on_move(&self) -> bool {
        Reads::of_cells(self).mv
    }
}

/// What a term depends on.
struct Reads {
    /// Whether it depends on the move.
    mv: bool,
    /// Whether it depends on nothing but the kind of the piece that moves.
    only_kind: bool,
    /// Whether it depends on neither the move nor the position.
    is_fixed: bool,
    /// The kinds on whose places it depends, apart from the move; `None` if it depends on more that
    /// a move may change.
    placed: Option<KindSet>,
}

impl Reads {
    fn of(truth: &Truth) -> Reads {
        Reads::of_part(TermPart::Truth(truth))
    }

    fn of_cells(cells: &CellsTerm) -> Reads {
        Reads::of_part(TermPart::Cells(cells))
    }

    fn of_part(part: TermPart<'_>) -> Reads {
        let (mut kind, mut mv, mut fixed) = (false, false, true);
        let mut placed = Some(KindSet::default());
        part.any(&mut |part| {
            match part {
                TermPart::Kinds(KindsTerm::Moving) => kind = true,
                TermPart::Cells(CellsTerm::From | CellsTerm::To | CellsTerm::Taken)
                | TermPart::Truth(Truth::Castles | Truth::Passes) => mv = true,
                TermPart::Cells(CellsTerm::OfKinds(kinds, _)) => {
                    fixed = false;
                    placed = match (&**kinds, placed) {
                        (KindsTerm::Fixed(kinds), Some(all)) => Some(all | *kinds),
                        _ => None,
                    };
                }
                // What the other side has counted stays as it is.
                TermPart::Number(NumberTerm::Counter(_, SideTerm::Opponent)) => fixed = false,
                TermPart::Cells(
                    CellsTerm::Fixed(_)
                    | CellsTerm::Sided(..)
                    | CellsTerm::Variable(_)
                    | CellsTerm::AtStart(..)
                    | CellsTerm::Near(..)
                    | CellsTerm::Range(..)
                    | CellsTerm::StandsOn(..)
                    | CellsTerm::Join(..)
                    | CellsTerm::Where(..)
                    | CellsTerm::Each(..),
                )
                | TermPart::Kinds(KindsTerm::Fixed(_) | KindsTerm::Either(_))
                | TermPart::Number(
                    NumberTerm::Fixed(_) | NumberTerm::Size(_) | NumberTerm::Join(..),
                )
                | TermPart::Truth(
                    Truth::Fixed(_)
                    | Truth::Not(_)
                    | Truth::Both(_)
                    | Truth::Either(_)
                    | Truth::Compares(..)
                    | Truth::Within(_)
                    | Truth::Meets(_)
                    | Truth::KindsWithin(_)
                    | Truth::SameSide(_)
                    | Truth::Every(..),
                ) => {}
                _ => (fixed, placed) = (false, None),
            }
            false
        });
        Reads {
            mv: mv || kind,
            only_kind: kind && !mv && fixed,
            is_fixed: fixed && !mv && !kind,
            placed,
        }
    }
}

/// Returns whether a condition holds for every plain move that captures a piece, or for every one that
/// captures nothing; `None` if it depends on more.
fn known_of(truth: &Truth, takes: bool) -> Option<bool> {
    let is_empty = |cells: &CellsTerm| match cells {
        CellsTerm::Taken => Some(!takes),
        CellsTerm::Fixed(cells) => Some(cells.is_empty()),
        CellsTerm::To => Some(false),
        _ => None,
    };
    match truth {
        Truth::Fixed(holds) => Some(*holds),
        Truth::Not(inner) => known_of(inner, takes).map(|holds| !holds),
        Truth::Both(both) => match [&both[0], &both[1]].map(|one| known_of(one, takes)) {
            [Some(false), _] | [_, Some(false)] => Some(false),
            [Some(true), Some(true)] => Some(true),
            _ => None,
        },
        Truth::Either(either) => match [&either[0], &either[1]].map(|one| known_of(one, takes)) {
            [Some(true), _] | [_, Some(true)] => Some(true),
            [Some(false), Some(false)] => Some(false),
            _ => None,
        },
        Truth::Within(sets) => match (is_empty(&sets[0]), is_empty(&sets[1])) {
            (Some(true), _) => Some(true),
            (Some(false), Some(true)) => Some(false),
            _ => None,
        },
        Truth::Meets(sets) => {
            let either = sets.iter().any(|set| is_empty(set) == Some(true));
            either.then_some(false)
        }
        Truth::Castles | Truth::Passes => Some(false),
        _ => None,
    }
}

/// Returns whether a condition that depends on the moving piece alone holds for a kind; `None` if it is
/// not understood.
fn holds_of_kind(truth: &Truth, kind: KindId) -> Option<bool> {
    fn kinds(term: &KindsTerm, kind: KindId) -> Option<KindSet> {
        match term {
            KindsTerm::Fixed(kinds) => Some(*kinds),
            KindsTerm::Moving => Some([kind].into_iter().collect()),
            KindsTerm::Either(either) => Some(kinds(&either[0], kind)? | kinds(&either[1], kind)?),
            KindsTerm::On(_) => None,
        }
    }
    match truth {
        Truth::Fixed(holds) => Some(*holds),
        Truth::Not(inner) => holds_of_kind(inner, kind).map(|holds| !holds),
        Truth::Both(both) => Some(holds_of_kind(&both[0], kind)? && holds_of_kind(&both[1], kind)?),
        Truth::Either(either) => {
            Some(holds_of_kind(&either[0], kind)? || holds_of_kind(&either[1], kind)?)
        }
        Truth::KindsWithin(sets) => Some(kinds(&sets[0], kind)?.is_subset(&kinds(&sets[1], kind)?)),
        _ => None,
    }
}
