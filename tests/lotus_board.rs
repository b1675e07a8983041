//! Lotus boards of any arrangement: how many cells they have, how the cells hang together, and what is
//! refused.

use std::collections::BTreeSet;

use padma::model::lotus::{self, Axial, Extra, Plan, unit};
use padma::model::{Board, BoardError, Contact, Side};
use proptest::prelude::*;

#[path = "kit/petals.rs"]
mod petals;

fn plan(petals: &[Axial]) -> Plan {
    Plan { petals: petals.to_vec(), extras: Vec::new() }
}

fn build(petals: &[Axial]) -> Board {
    lotus::board(&plan(petals)).unwrap_or_else(|errors| panic!("{petals:?}: {errors:?}"))
}

fn at(pairs: &[(i32, i32)]) -> Vec<Axial> {
    pairs.iter().map(|(q, r)| Axial { q: *q, r: *r }).collect()
}

/// Pairs of petals that stand side by side.
fn contacts(petals: &[Axial]) -> usize {
    let pairs = petals.iter().flat_map(|petal| (0..3).map(|k| *petal + unit(k)));
    pairs.filter(|next| petals.contains(next)).count()
}

/// Gaps in the arrangement that are shut in: what a flood from outside does not wet.
fn holes(petals: &[Axial]) -> usize {
    let span = |value: fn(&Axial) -> i32| {
        let all = || petals.iter().map(value);
        (all().min().unwrap_or(0) - 1)..=(all().max().unwrap_or(0) + 1)
    };
    let (columns, rows) = (span(|petal| petal.q), span(|petal| petal.r));
    let mut dry: BTreeSet<Axial> = columns
        .flat_map(|q| rows.clone().map(move |r| Axial { q, r }))
        .filter(|h| !petals.contains(h))
        .collect();
    let mut floods = 0;
    while let Some(start) = dry.pop_first() {
        floods += 1;
        let mut wet = vec![start];
        while let Some(here) = wet.pop() {
            wet.extend((0..6).map(|k| here + unit(k)).filter(|next| dry.remove(next)));
        }
    }
    // The first flood is the sea.
    floods - 1
}

/// What each cell is and touches, without names: the same for a board turned or mirrored.
fn degrees(board: &Board) -> Vec<(&'static str, usize, usize)> {
    let touching = |cell, contact| board.contacts(cell).iter().filter(|(_, how)| *how == contact).count();
    let mut all: Vec<_> = board
        .cells()
        .map(|cell| {
            (board.info(cell).kind.name(), touching(cell, Contact::Side), touching(cell, Contact::Corner))
        })
        .collect();
    all.sort_unstable();
    all
}

/// One sixth of a turn, counter-clockwise.
fn turned(petal: Axial) -> Axial {
    Axial { q: -petal.r, r: petal.q + petal.r }
}

/// Left and right exchanged.
fn mirrored(petal: Axial) -> Axial {
    Axial { q: -petal.q - petal.r, r: petal.r }
}

#[test]
fn known_arrangements_have_the_sizes_they_should() {
    let ring: Vec<Axial> = (0..6).map(unit).collect();
    let flower: Vec<Axial> = ring.iter().copied().chain([Axial { q: 0, r: 0 }]).collect();
    let two_ring: Vec<Axial> = (0..6).flat_map(|k| [unit(k) + unit(k), unit(k) + unit(k + 1)]).collect();
    let star: Vec<Axial> = [0, 2, 4]
        .into_iter()
        .flat_map(|k| (1..=2).map(move |far| unit(k) * far))
        .chain(at(&[(0, 0)]))
        .collect();
    let tree: Vec<Axial> = star.iter().copied().chain(at(&[(3, 0), (4, 0)])).collect();
    let table: [(&str, Vec<Axial>, usize, usize); 10] = [
        ("one petal", at(&[(0, 0)]), 13, 0),
        ("two share a square and two triangles", at(&[(0, 0), (1, 0)]), 23, 0),
        ("three round a triangle", at(&[(0, 0), (1, 0), (0, 1)]), 32, 0),
        ("three in a row", at(&[(0, 0), (1, 0), (2, 0)]), 33, 0),
        ("the rhombus", at(&[(0, 0), (1, 0), (0, 1), (1, -1)]), 39, 0),
        ("the flower", flower, 61, 0),
        ("six in a ring lack the hexagon", ring, 60, 1),
        ("twelve round seven lack 7 hexagons and their 12 squares and 6 triangles", two_ring, 120, 1),
        ("a star of seven", star, 73, 0),
        ("a tree of nine", tree, 93, 0),
    ];
    for (name, petals, size, gaps) in table {
        assert_eq!((build(&petals).len(), holes(&petals)), (size, gaps), "{name}");
    }
}

#[test]
fn what_cannot_be_built_is_refused_with_every_reason() {
    let row = |count: i32| (0..count).map(|q| Axial { q, r: 0 }).collect::<Vec<_>>();
    let extra = |name: &str, host: &str, degrees| Extra { name: name.into(), host: host.into(), degrees };
    let with = |extras: Vec<Extra>| Plan { petals: at(&[(0, 0), (1, 0), (0, 1), (1, -1)]), extras };
    let sides = vec![0, 90, 180, 270];
    let table = [
        ("no petals", plan(&[]), vec![BoardError::Empty]),
        ("a petal twice", plan(&at(&[(0, 0), (1, 0), (0, 0)])), vec![BoardError::PetalDoubled { item: 2 }]),
        ("a gap of one petal", plan(&at(&[(0, 0), (2, 0)])), vec![BoardError::PetalApart { item: 1 }]),
        ("a neighbour's neighbour", plan(&at(&[(0, 0), (1, 1)])), vec![BoardError::PetalApart { item: 1 }]),
        (
            "doubled and apart",
            plan(&at(&[(0, 0), (0, 0), (9, 9), (9, 8)])),
            vec![
                BoardError::PetalDoubled { item: 1 },
                BoardError::PetalApart { item: 2 },
                BoardError::PetalApart { item: 3 },
            ],
        ),
        ("31 petals", plan(&row(31)), vec![BoardError::TooLarge { item: 30 }]),
        ("too far out", plan(&at(&[(1001, 0)])), vec![BoardError::TooLarge { item: 0 }]),
        ("far beyond counting", plan(&at(&[(0, 0), (i32::MAX, 0)])), vec![BoardError::TooLarge { item: 1 }]),
        ("no host", with(vec![extra("z4", "a9", 180)]), vec![BoardError::NoHost { item: 0 }]),
        (
            "no side at 30°",
            with(vec![extra("z4", "a4", 30)]),
            vec![BoardError::NoSide { item: 0, sides: sides.clone() }],
        ),
        ("no side at 181°", with(vec![extra("z4", "a4", 181)]), vec![BoardError::NoSide { item: 0, sides }]),
        (
            "a cell lies there",
            with(vec![extra("z4", "a4", 0)]),
            vec![BoardError::SideTaken { item: 0, by: "c4".into() }],
        ),
        (
            "another extra cell lies there",
            with(vec![extra("z4", "a4", 180), extra("y4", "a4", 180)]),
            vec![BoardError::SideTaken { item: 1, by: "z4".into() }],
        ),
        ("another's name", with(vec![extra("e4", "a4", 180)]), vec![BoardError::BadName { item: 0 }]),
        ("no name", with(vec![extra("tip", "a4", 180)]), vec![BoardError::BadName { item: 0 }]),
    ];
    for (name, plan, errors) in table {
        assert_eq!(lotus::board(&plan).err(), Some(errors), "{name}");
    }
    assert_eq!(build(&row(30)).len(), 303, "30 in a row are not too many");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_count_is_12n_minus_2c_plus_1_minus_h(petals in petals::arrangement(30)) {
        let board = build(&petals);
        let (n, c, h) = (petals.len(), contacts(&petals), holes(&petals));
        prop_assert_eq!(board.len() + 2 * c + h, 12 * n + 1, "{} petals, {} contacts, {} holes", n, c, h);
        let names: BTreeSet<&str> = board.cells().map(|cell| board.name(cell)).collect();
        prop_assert_eq!(names.len(), board.len(), "names are unique");
        for cell in board.cells() {
            prop_assert_eq!(board.cell(board.name(cell)), Some(cell));
        }
    }

    #[test]
    fn directions_lead_to_one_cell_and_from_one_cell(petals in petals::arrangement(12)) {
        let board = build(&petals);
        for (dir, direction) in board.directions() {
            let mut targets = BTreeSet::new();
            for from in board.cells() {
                let Some(to) = board.next(from, dir) else { continue };
                prop_assert_ne!(from, to, "{} leads from {} to itself", &direction.name, board.name(from));
                prop_assert!(targets.insert(to), "{} leads to {} twice", &direction.name, board.name(to));
            }
            let mirror = board.direction(direction.mirror);
            prop_assert_eq!(mirror.mirror, dir, "the mirror of {} and back", &direction.name);
        }
        for name in board.classes() {
            let class = board.class(name).expect("a class it lists");
            let white: BTreeSet<_> = board.class_for(class, &[], Side::White).into_iter().collect();
            prop_assert_eq!(white.len(), class.dirs.len(), "{} names a direction twice", name);
        }
    }

    #[test]
    fn contacts_and_the_classes_of_touching_say_the_same(petals in petals::arrangement(12)) {
        let board = build(&petals);
        let along = |name: &str| -> BTreeSet<_> {
            let class = board.class(name).expect("a class of every lotus board");
            let pairs = board.cells().flat_map(|a| class.dirs.iter().map(move |dir| (a, *dir)));
            pairs.filter_map(|(a, dir)| Some((a, board.next(a, dir)?))).collect()
        };
        let touching = |wanted: Option<Contact>| -> BTreeSet<_> {
            let of = |a| board.contacts(a).iter().map(move |(b, how)| (a, *b, *how));
            let all = board.cells().flat_map(of);
            all.filter(|(.., how)| wanted.is_none_or(|wanted| wanted == *how)).map(|(a, b, _)| (a, b)).collect()
        };
        let cases = [("side", Some(Contact::Side)), ("corner", Some(Contact::Corner)), ("contiguous", None)];
        for (name, wanted) in cases {
            let (by_class, by_contact) = (along(name), touching(wanted));
            let differ = by_class.symmetric_difference(&by_contact);
            let told: Vec<String> =
                differ.map(|(a, b)| format!("{}-{}", board.name(*a), board.name(*b))).collect();
            prop_assert!(told.is_empty(), "`{}` and the contacts differ on {:?}", name, told);
            let back: BTreeSet<_> = by_contact.iter().map(|(a, b)| (*b, *a)).collect();
            prop_assert_eq!(&back, &by_contact, "`{}` touches both ways", name);
        }
        prop_assert!(touching(Some(Contact::Side)).is_disjoint(&touching(Some(Contact::Corner))));
    }

    #[test]
    fn turning_mirroring_and_moving_change_no_more_than_they_should(
        petals in petals::arrangement(12),
        (q, r) in (-40..40, -40..40),
    ) {
        let board = build(&petals);
        let expected = degrees(&board);
        for mirror in [false, true] {
            let mut image: Vec<Axial> =
                petals.iter().map(|petal| if mirror { mirrored(*petal) } else { *petal }).collect();
            for sixths in 0..6 {
                let other = build(&image);
                prop_assert_eq!(&degrees(&other), &expected, "mirrored: {}, sixths of a turn: {}", mirror, sixths);
                image = image.into_iter().map(turned).collect();
            }
        }
        let moved: Vec<Axial> = petals.iter().rev().map(|petal| *petal + Axial { q, r }).collect();
        let moved = build(&moved);
        prop_assert_eq!(
            board.cells().map(|cell| board.name(cell)).collect::<Vec<_>>(),
            moved.cells().map(|cell| moved.name(cell)).collect::<Vec<_>>(),
            "names do not depend on where the arrangement stands, nor on the order of its petals"
        );
    }
}
