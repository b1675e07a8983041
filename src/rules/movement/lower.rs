//! Lowers a sentence to components, the form that both notations share. Knows no board.

use super::leg::{Bend, Component, End, EndAction, Hop, Lame, Leg, LegWay, Length, Motion, Start};
use super::{Action, ClauseKind, Limit, Sentence, ThenLeg};

/// Lowers a sentence to components. `piece` returns the sentence of another piece by its id; an
/// unknown piece moves nowhere. The sentences must not refer to each other in a circle.
pub fn lower<'a>(
    sentence: &'a Sentence,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Vec<Component> {
    let mut components: Vec<Component> = Vec::new();
    // The components that an `otherwise` clause replaces: those of the last clause without
    // `otherwise`, and those of the alternatives after it.
    let mut replaced: Vec<usize> = Vec::new();
    for clause in &sentence.clauses {
        let start = components.len();
        match &clause.kind {
            ClauseKind::Piece(word) => {
                components.extend(
                    piece(&word.text)
                        .map(|other| lower(other, piece))
                        .unwrap_or_default(),
                );
            }
            ClauseKind::Betza(betza) => components.extend(betza.components.iter().cloned()),
            ClauseKind::Action {
                action,
                limits,
                then,
            } => {
                let mut component = component(action, limits, piece);
                then.iter().for_each(|leg| go_on(&mut component, leg));
                let en_passant = split_en_passant(&mut component);
                components.push(component);
                components.extend(en_passant);
            }
        }
        for component in &mut components[start..] {
            component
                .replaces
                .iter_mut()
                .for_each(|index| *index += start);
            component
                .replaces
                .extend(replaced.iter().filter(|_| clause.otherwise));
        }
        let added = start..components.len();
        if clause.otherwise {
            replaced.extend(added)
        } else {
            replaced = added.collect()
        }
    }
    components
}

/// Adds a later leg to a motion. What was its last leg now ends where the piece only passes: on an
/// empty cell, or on that of an enemy which it must take.
fn go_on(component: &mut Component, leg: &ThenLeg) {
    let Motion::Legs(legs) = &mut component.motion else {
        return;
    };
    if let Some(before) = legs.last_mut() {
        let takes = before.end.empty.is_none();
        before.end.enemy = before.end.enemy.filter(|_| takes);
    }
    let (mut end, mut length) = (END, Length::Unlimited);
    for limit in &leg.limits {
        limit_leg(limit, &mut end, &mut length);
    }
    legs.extend(leg_of(&leg.action, end, length));
}

/// Takes the capture en passant out of the last leg of a component, and returns it as a component
/// of its own.
fn split_en_passant(component: &mut Component) -> Option<Component> {
    let mut en_passant = component.clone();
    let end = last_end(component).filter(|end| end.en_passant)?;
    end.en_passant = false;
    *last_end(&mut en_passant)? = End {
        en_passant: true,
        ..End::NOTHING
    };
    Some(en_passant)
}

fn last_end(component: &mut Component) -> Option<&mut End> {
    match &mut component.motion {
        Motion::Legs(legs) => legs.last_mut().map(|leg| &mut leg.end),
        Motion::Distance { end, .. } => Some(end),
        Motion::Anywhere(_) | Motion::Castling(_) | Motion::Drop(_) => None,
    }
}

fn component<'a>(
    action: &Action,
    limits: &[Limit],
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Component {
    let (mut end, mut length) = (END, Length::Unlimited);
    let mut component = Component::new(Start::Always, Motion::Anywhere(end), false);
    for limit in limits {
        match limit {
            Limit::Over(places) => component.over = Some(places.clone()),
            Limit::Onto(places) => component.onto = Some(places.clone()),
            Limit::From(places) => component.from = Some(places.clone()),
            Limit::FirstMove => component.start = Start::Unmoved,
            Limit::OpenToEnPassant => component.open_to_en_passant = true,
            limit => limit_leg(limit, &mut end, &mut length),
        }
    }
    component.motion = match action {
        Action::Distance(moves, by) => {
            let by = piece(&by.text)
                .map(|other| lower(other, piece))
                .unwrap_or_default();
            Motion::Distance {
                moves: *moves,
                by,
                end,
            }
        }
        action => Motion::Legs(leg_of(action, end, length).into_iter().collect()),
    };
    component
}

/// What the last leg does unless a limit says otherwise: it moves or takes.
const END: End = End {
    empty: Some(EndAction::Leave),
    enemy: Some(EndAction::Take),
    ..End::NOTHING
};

/// Applies a limit that any leg may have.
fn limit_leg(limit: &Limit, end: &mut End, length: &mut Length) {
    match limit {
        Limit::UpTo(most) => *length = Length::UpTo(*most),
        Limit::OnlyToMove => end.enemy = None,
        Limit::OnlyToCapture => end.empty = None,
        Limit::AlsoEnPassant => end.en_passant = true,
        Limit::Over(_)
        | Limit::Onto(_)
        | Limit::From(_)
        | Limit::FirstMove
        | Limit::OpenToEnPassant => {}
    }
}

/// Returns the leg of a verb with directions; `None` for a leap to a distance. `length` is that of
/// verbs that go as far as they like.
fn leg_of(action: &Action, end: End, length: Length) -> Option<Leg> {
    let (own_only, once) = (false, Length::UpTo(1));
    let (via, step, length, hop, bend) = match action {
        Action::Step(via) => (via, 1, once, Hop::Never, Bend::Straight),
        Action::Leap(n, via) => (via, *n, once, Hop::Never, Bend::Straight),
        Action::Slide(via) => (via, 1, length, Hop::Never, Bend::Straight),
        Action::Ride(n, via) => (via, *n, length, Hop::Never, Bend::Straight),
        Action::Wander(via) => (via, 1, length, Hop::Never, Bend::Free),
        Action::Hop { via, onward: true } => {
            (via, 1, length, Hop::Beyond { own_only }, Bend::Straight)
        }
        Action::Hop { via, onward: false } => {
            (via, 1, length, Hop::Next { own_only }, Bend::Straight)
        }
        Action::Distance(..) => return None,
    };
    let way = LegWay::Directions {
        classes: via.classes.iter().map(|class| class.text.clone()).collect(),
        headings: via.headings.clone(),
        step,
        course: via.course,
    };
    Some(Leg {
        way,
        length,
        hop,
        lame: Lame::No,
        bend,
        wraps: false,
        end,
    })
}
