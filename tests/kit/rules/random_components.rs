//! Random components of Betza's notation: all the features there are, in any combination.

use padma_rules::movement::leg::{
    Bend, Component, Content, End, EndAction, Family, Hop, Lame, Leap, Leg, LegWay, Length, Motion,
    Start, Turn,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// The leaps of an atom, counter-clockwise.
fn atom(long: i16, short: i16) -> Vec<Leap> {
    let mut all = Vec::new();
    let (mut a, mut b) = ((long, short), (short, long));
    for _ in 0..4 {
        for (x, y) in [a, b] {
            if !all.contains(&Leap { x, y }) {
                all.push(Leap { x, y });
            }
        }
        (a, b) = ((-a.1, a.0), (-b.1, b.0));
    }
    all
}

const ATOMS: [(i16, i16); 9] = [
    (1, 0),
    (1, 1),
    (2, 0),
    (2, 1),
    (2, 2),
    (3, 0),
    (3, 1),
    (3, 2),
    (4, 2),
];

fn leaps() -> impl Strategy<Value = Vec<Leap>> {
    let of = |(long, short): (i16, i16)| {
        let all = atom(long, short);
        let most = all.len();
        subsequence(all, 1..=most)
    };
    prop_oneof![
        5 => select(ATOMS.to_vec()).prop_flat_map(of),
        1 => Just([atom(1, 0), atom(1, 1)].concat()),
    ]
}

fn way(first: bool) -> impl Strategy<Value = LegWay> {
    let turn = prop_oneof![
        6 => select(vec![0_i8, 2, -2, 4, -4, 6, -6, 8, 1, -3]).prop_map(Turn::By),
        1 => select(vec![2_u8, 4]).prop_map(Turn::Again),
        1 => select(vec![2_u8, 4]).prop_map(Turn::Opposite),
    ];
    let family = (
        option::of(1..=2_u16),
        option::of(1..=2_u16),
        option::of(Just((2, 1))),
    );
    let family = family.prop_map(|(orthogonal, diagonal, oblique)| Family {
        orthogonal,
        diagonal,
        oblique,
    });
    let turns =
        (vec(turn, 1..4), family).prop_map(|(turns, family)| LegWay::Turns { turns, family });
    let absolute = if first { 12 } else { 1 };
    let relative = if first { 1 } else { 12 };
    prop_oneof![absolute => leaps().prop_map(LegWay::Leaps), relative => turns]
}

fn length() -> impl Strategy<Value = Length> {
    prop_oneof![
        4 => Just(Length::UpTo(1)),
        2 => (0..5_u16).prop_map(Length::UpTo),
        3 => Just(Length::Unlimited),
        1 => Just(Length::Same),
    ]
}

fn hop() -> impl Strategy<Value = Hop> {
    prop_oneof![
        8 => Just(Hop::Never),
        1 => any::<bool>().prop_map(|own_only| Hop::Beyond { own_only }),
        1 => any::<bool>().prop_map(|own_only| Hop::Next { own_only }),
        1 => Just(Hop::SkipFirst),
        1 => Just(Hop::Inside),
    ]
}

fn end(last: bool) -> impl Strategy<Value = End> {
    let action = |chance: u32| {
        let actions = vec![
            EndAction::Leave,
            EndAction::Take,
            EndAction::Take,
            EndAction::Unload,
        ];
        prop_oneof![chance => Just(None), 2 => select(actions).prop_map(Some)]
    };
    let empty = if last { 5 } else { 2 };
    (
        prop_oneof![empty => Just(Some(EndAction::Leave)), 1 => Just(None)],
        action(1),
        action(6),
        prop::bool::weighted(0.2),
        prop_oneof![8 => Just(Content::Any), 1 => Just(Content::RoyalOnly), 1 => Just(Content::NotRoyal)],
    )
        .prop_map(|(empty, enemy, own, en_passant, content)| End {
            empty,
            enemy,
            own,
            en_passant,
            content,
        })
}

fn leg(place: usize, count: usize) -> impl Strategy<Value = Leg> {
    let lame = prop_oneof![6 => Just(Lame::No), 1 => Just(Lame::Straight), 1 => Just(Lame::OrthogonalFirst)];
    let bend = prop_oneof![
        8 => Just(Bend::Straight),
        1 => select(vec![2_u8, 4, 3]).prop_map(Bend::Round),
        1 => select(vec![2_u8, 4]).prop_map(Bend::Crooked),
    ];
    let wraps = prop::bool::weighted(0.1);
    (
        way(place == 0),
        length(),
        hop(),
        lame,
        bend,
        wraps,
        end(place + 1 == count),
    )
        .prop_map(|(way, length, hop, lame, bend, wraps, end)| Leg {
            way,
            length,
            hop,
            lame,
            bend,
            wraps,
            end,
        })
}

/// Courses of at most three legs.
pub fn component() -> impl Strategy<Value = Component> {
    let legs = prop_oneof![
        3 => vec![leg(0, 1)],
        2 => vec![leg(0, 2), leg(1, 2)],
        1 => vec![leg(0, 3), leg(1, 3), leg(2, 3)],
    ];
    let motion = prop_oneof![
        12 => legs.prop_map(Motion::Legs),
        1 => end(true).prop_map(Motion::Anywhere),
    ];
    let start = prop_oneof![3 => Just(Start::Always), 1 => Just(Start::Unmoved)];
    (start, motion, prop::bool::weighted(0.2))
        .prop_map(|(start, motion, open)| Component::new(start, motion, open))
}
