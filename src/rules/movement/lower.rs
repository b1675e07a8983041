//! Lowers a sentence to components, the form that both notations share. Knows no board.

use super::leg::{Bend, Component, End, EndDeed, Hop, Lame, Leg, LegWay, Length, Motion, Start};
use super::{Action, ClauseKind, Limit, Sentence, Via};

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
            ClauseKind::Action { action, limits } => {
                components.push(component(action, limits, piece))
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

fn component<'a>(
    action: &Action,
    limits: &[Limit],
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Component {
    let mut end = End {
        empty: Some(EndDeed::Leave),
        enemy: Some(EndDeed::Take),
        ..End::NOTHING
    };
    let mut length = Length::Unlimited;
    let mut component = Component::new(Start::Always, Motion::Anywhere(end), false);
    for limit in limits {
        match limit {
            Limit::Over(places) => component.over = Some(places.clone()),
            Limit::Onto(places) => component.onto = Some(places.clone()),
            Limit::From(places) => component.from = Some(places.clone()),
            Limit::UpTo(most) => length = Length::UpTo(*most),
            Limit::OnlyToMove => end.enemy = None,
            Limit::OnlyToCapture => end.empty = None,
            Limit::FirstMove => component.start = Start::Unmoved,
            Limit::OpenToEnPassant => component.open_to_en_passant = true,
            Limit::AlsoEnPassant => end.en_passant = true,
        }
    }
    let leg = |via: &Via, step: u16, length, hop, bend| {
        let classes = via.classes.iter().map(|class| class.text.clone()).collect();
        let way = LegWay::Directions {
            classes,
            headings: via.headings.clone(),
            step,
        };
        Motion::Legs(vec![Leg {
            way,
            length,
            hop,
            lame: Lame::No,
            bend,
            wraps: false,
            end,
        }])
    };
    let once = Length::UpTo(1);
    component.motion = match action {
        Action::Step(via) => leg(via, 1, once, Hop::Never, Bend::Straight),
        Action::Leap(n, via) => leg(via, *n, once, Hop::Never, Bend::Straight),
        Action::Slide(via) => leg(via, 1, length, Hop::Never, Bend::Straight),
        Action::Ride(n, via) => leg(via, *n, length, Hop::Never, Bend::Straight),
        Action::Wander(via) => leg(via, 1, length, Hop::Never, Bend::Free),
        Action::Hop { via, onward: true } => leg(
            via,
            1,
            length,
            Hop::Beyond { own_only: false },
            Bend::Straight,
        ),
        Action::Hop { via, onward: false } => leg(
            via,
            1,
            length,
            Hop::Next { own_only: false },
            Bend::Straight,
        ),
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
    };
    component
}
