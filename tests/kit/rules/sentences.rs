//! Random movement sentences over the whole grammar, from given names.

use padma_rules::movement::{
    Action, Clause, ClauseKind, Course, Heading, Joint, Limit, MAX_NUMBER, Places, Sentence,
    ThenLeg, Via, Word,
};
use padma_text::{Sources, Span};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// The names a sentence may use, and how large its numbers may grow.
#[derive(Clone, Debug)]
pub struct Names {
    pub classes: Vec<String>,
    pub places: Vec<String>,
    pub pieces: Vec<String>,
    pub largest: u16,
}

impl Names {
    pub fn new(classes: &[&str], places: &[&str], pieces: &[&str], largest: u16) -> Names {
        let owned = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        assert!(largest <= MAX_NUMBER);
        Names {
            classes: owned(classes),
            places: owned(places),
            pieces: owned(pieces),
            largest,
        }
    }
}

/// Sentences of one to four clauses.
pub fn sentence(names: Names) -> impl Strategy<Value = Sentence> {
    let joint = prop_oneof![Just(Joint::Semicolon), Just(Joint::Plus)];
    vec((joint, any::<bool>(), what(&names)), 1..=4).prop_map(|parts| {
        let clauses = parts
            .into_iter()
            .enumerate()
            .map(|(index, (joint, otherwise, what))| Clause {
                // A first clause is joined to nothing and stands in for nothing.
                joint: if index == 0 { Joint::Semicolon } else { joint },
                otherwise: otherwise && index > 0,
                kind: what,
                span: nowhere(),
            });
        let mut clauses: Vec<Clause> = clauses.collect();
        // A move of several legs has no alternative.
        if clauses.iter().any(|clause| clause.otherwise) {
            for clause in &mut clauses {
                if let ClauseKind::Action { then, .. } = &mut clause.kind {
                    then.clear();
                }
            }
        }
        Sentence { clauses }
    })
}

fn what(names: &Names) -> impl Strategy<Value = ClauseKind> + use<> {
    prop_oneof![
        1 => word(&names.pieces).prop_map(ClauseKind::Piece),
        6 => (action(names), limits(names), vec(then_leg(names), 0..=2)).prop_map(|(action, mut limits, mut then)| {
            // `up to` belongs to what goes on and on.
            let runs = matches!(action, Action::Slide(_) | Action::Ride(..) | Action::Wander(_));
            limits.retain(|limit| runs || !matches!(limit, Limit::UpTo(_)));
            let goes_on = matches!(action, Action::Slide(_) | Action::Step(_));
            let is_bound = |limit: &Limit| matches!(limit, Limit::Over(_) | Limit::Onto(_) | Limit::From(_));
            if !goes_on || limits.iter().any(is_bound) {
                then.clear();
            }
            ClauseKind::Action { action, limits, then }
        }),
    ]
}

/// A leg that follows another: a step, or a slide with a bound.
fn then_leg(names: &Names) -> impl Strategy<Value = ThenLeg> + use<> {
    const COURSES: [Course; 3] = [Course::Any, Course::Outward, Course::Onward];
    let limit = prop_oneof![
        3 => Just(None),
        1 => Just(Some(Limit::OnlyToMove)),
        1 => Just(Some(Limit::OnlyToCapture)),
    ];
    let up_to = option::weighted(0.5, 1..=names.largest);
    (
        via(names),
        proptest::sample::select(&COURSES[..]),
        up_to,
        limit,
    )
        .prop_map(|(mut via, course, up_to, limit)| {
            via.course = course;
            if course == Course::Onward {
                (via.headings, via.along, via.classes) = (Vec::new(), false, Vec::new());
            }
            let mut limits: Vec<Limit> = up_to.map(Limit::UpTo).into_iter().collect();
            limits.extend(limit);
            let action = match up_to {
                None => Action::Step(via),
                Some(_) => Action::Slide(via),
            };
            ThenLeg { action, limits }
        })
}

fn action(names: &Names) -> impl Strategy<Value = Action> + use<> {
    let number = || 1..=names.largest;
    let via = || via(names);
    prop_oneof![
        via().prop_map(Action::Step),
        (number(), via()).prop_map(|(n, via)| Action::Leap(n, via)),
        via().prop_map(Action::Slide),
        (number(), via()).prop_map(|(n, via)| Action::Ride(n, via)),
        via().prop_map(Action::Wander),
        (via(), any::<bool>()).prop_map(|(via, onward)| Action::Hop { via, onward }),
        (number(), word(&names.pieces)).prop_map(|(n, by)| Action::Distance(n, by)),
    ]
}

fn via(names: &Names) -> impl Strategy<Value = Via> + use<> {
    let headings = prop_oneof![
        2 => Just(Vec::new()),
        1 => subsequence(Heading::ALL.to_vec(), 1..=3).prop_shuffle(),
    ];
    (headings, any::<bool>(), vec(word(&names.classes), 1..=3)).prop_map(
        |(headings, along, classes)| Via {
            course: Course::Any,
            headings,
            along,
            classes,
        },
    )
}

/// None, some or all limits, each kind once, in any order.
fn limits(names: &Names) -> impl Strategy<Value = Vec<Limit>> + use<> {
    let places = || {
        let named = (any::<bool>(), vec(word(&names.places), 1..=3));
        option::weighted(
            0.25,
            named.prop_map(|(outside, names)| Places { outside, names }),
        )
    };
    let seldom = || proptest::bool::weighted(0.15);
    (
        places(),
        places(),
        places(),
        option::weighted(0.25, 1..=names.largest),
        seldom(),
        seldom(),
        seldom(),
    )
        .prop_map(
            |(over, onto, from, up_to, only_move, only_capture, first)| {
                let places = [
                    over.map(Limit::Over),
                    onto.map(Limit::Onto),
                    from.map(Limit::From),
                ];
                let flags = [
                    (only_move, Limit::OnlyToMove),
                    (only_capture && !only_move, Limit::OnlyToCapture),
                    (first, Limit::FirstMove),
                ];
                let flags = flags
                    .into_iter()
                    .filter(|(given, _)| *given)
                    .map(|(_, limit)| limit);
                places
                    .into_iter()
                    .flatten()
                    .chain(up_to.map(Limit::UpTo))
                    .chain(flags)
                    .collect::<Vec<_>>()
            },
        )
        .prop_shuffle()
}

fn word(names: &[String]) -> impl Strategy<Value = Word> + use<> {
    select(names.to_vec()).prop_map(|text| Word {
        text,
        span: nowhere(),
    })
}

/// Generated words were written nowhere; equality of sentences does not ask.
fn nowhere() -> Span {
    let mut sources = Sources::default();
    let id = sources.add("nowhere", "");
    sources.whole(id)
}
