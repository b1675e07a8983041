//! Lotus boards of any arrangement: how many cells, what they are called, how they hang together.

use std::collections::{BTreeMap, BTreeSet};

use padma_rules::model::lotus::{self, Axial, Census, LotusExtra, LotusPlan, PetalCount, unit};
use padma_rules::model::{Board, BoardFlaw, CellKind, Contact, PlanPart};
use proptest::prelude::*;

/// Axial coordinates.
type Petals = Vec<(i32, i32)>;

fn plan(petals: &[(i32, i32)]) -> LotusPlan {
    LotusPlan {
        petals: petals.iter().map(|(q, r)| Axial { q: *q, r: *r }).collect(),
        extras: Vec::new(),
    }
}

fn board(petals: &[Axial]) -> Board {
    lotus::board(&LotusPlan {
        petals: petals.to_vec(),
        extras: Vec::new(),
    })
    .unwrap()
}

/// Pairs of petals side by side.
fn contacts(petals: &[Axial]) -> usize {
    let pairs = petals.iter().map(|petal| {
        (0..6)
            .filter(|k| petals.contains(&(*petal + unit(*k))))
            .count()
    });
    pairs.sum::<usize>() / 2
}

/// Holes of the arrangement: empty places that no way leads out of.
fn holes(petals: &[Axial]) -> usize {
    let (min_q, max_q) = (
        petals.iter().map(|p| p.q).min().unwrap() - 1,
        petals.iter().map(|p| p.q).max().unwrap() + 1,
    );
    let (min_r, max_r) = (
        petals.iter().map(|p| p.r).min().unwrap() - 1,
        petals.iter().map(|p| p.r).max().unwrap() + 1,
    );
    let inside = |at: &Axial| (min_q..=max_q).contains(&at.q) && (min_r..=max_r).contains(&at.r);
    let mut unseen: BTreeSet<Axial> = (min_q..=max_q)
        .flat_map(|q| (min_r..=max_r).map(move |r| Axial { q, r }))
        .filter(|at| !petals.contains(at))
        .collect();
    let mut regions = 0;
    while let Some(start) = unseen.pop_first() {
        regions += 1;
        let mut queue = vec![start];
        while let Some(at) = queue.pop() {
            for next in (0..6).map(|k| at + unit(k)).filter(inside) {
                if unseen.remove(&next) {
                    queue.push(next);
                }
            }
        }
    }
    // One region is the outside: the margin all round hangs together.
    regions - 1
}

#[test]
fn known_boards_have_their_known_sizes() {
    let flower: Vec<(i32, i32)> = [(0, 0)]
        .into_iter()
        .chain((0..6).map(|k| (unit(k).q, unit(k).r)))
        .collect();
    let row = |n: i32| (0..n).map(|q| (q, 0)).collect::<Vec<_>>();
    let cases: [(&str, Petals, usize); 6] = [
        ("one petal", row(1), 13),
        (
            "the rhombus of four",
            vec![(0, 0), (1, 0), (0, 1), (1, -1)],
            39,
        ),
        ("the flower of seven", flower.clone(), 61),
        ("a ring of six round a hole", flower[1..].to_vec(), 60),
        ("a row of nine", row(9), 93),
        ("a row of thirty", row(30), 303),
    ];
    for (what, petals, cells) in cases {
        assert_eq!(lotus::board(&plan(&petals)).unwrap().len(), cells, "{what}");
    }
}

#[test]
fn the_board_of_lotus_39_has_the_cells_of_its_source() {
    let board = lotus::board(&plan(&[(0, 0), (1, 0), (0, 1), (1, -1)])).unwrap();
    let of = |kind| board.names_of(&board.of_kind(kind)).join(" ");
    assert_eq!(of(CellKind::Hexagon), "c4 e2 e6 g4");
    assert_eq!(
        of(CellKind::Square),
        "a4 b3 b5 c2 c6 d1 d3 d5 d7 e4 f1 f3 f5 f7 g2 g6 h3 h5 i4"
    );
    assert_eq!(
        of(CellKind::Triangle),
        "a3 a5 c1 c3 c5 c7 e1 e3 e5 e7 g1 g3 g5 g7 i3 i5"
    );
}

#[test]
fn extra_cells_hang_on_their_hosts() {
    let extra = |name: &str, host: &str, degrees| LotusExtra {
        name: name.into(),
        host: host.into(),
        degrees,
    };
    let petals = plan(&[(0, 0), (1, 0), (0, 1), (1, -1)]).petals;
    let plan = LotusPlan {
        petals,
        extras: vec![extra("z4", "a4", 180), extra("j4", "i4", 0)],
    };
    let board = lotus::board(&plan).unwrap();
    assert_eq!(board.len(), 41);
    let z4 = board.cell("z4").unwrap();
    let touching: Vec<(&str, Contact)> = board
        .contacts(z4)
        .iter()
        .map(|(cell, how)| (board.name(*cell), *how))
        .collect();
    assert_eq!(
        touching,
        [
            ("a3", Contact::Corner),
            ("a4", Contact::Side),
            ("a5", Contact::Corner)
        ]
    );
    // X+ runs from tip to tip, X stops at the squares.
    let line = |class: &str| {
        let class = board.class(class).unwrap();
        let mut cells = vec![z4];
        let east = class
            .dirs
            .iter()
            .find(|dir| board.next(z4, **dir).is_some());
        while let Some(next) = east.and_then(|dir| board.next(cells[cells.len() - 1], *dir)) {
            cells.push(next);
        }
        cells
            .iter()
            .map(|cell| board.name(*cell))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        (line("X+").as_str(), line("X").as_str()),
        ("z4 a4 c4 e4 g4 i4 j4", "z4")
    );
}

#[test]
fn plans_that_make_no_board_are_refused() {
    let far: Vec<(i32, i32)> = (0..31).map(|q| (q, 0)).collect();
    let cases: [(&str, Petals, Vec<BoardFlaw>); 5] = [
        ("nothing", vec![], vec![BoardFlaw::Number(PlanPart::Petal)]),
        (
            "doubled",
            vec![(0, 0), (1, 0), (0, 0)],
            vec![BoardFlaw::Doubled {
                part: PlanPart::Petal,
                item: 2,
                first: 0,
            }],
        ),
        (
            "a gap",
            vec![(0, 0), (2, 0), (3, 0)],
            vec![BoardFlaw::PetalApart(1), BoardFlaw::PetalApart(2)],
        ),
        ("too many", far, vec![BoardFlaw::TooLarge(30)]),
        (
            "too far",
            vec![(0, 0), (i32::MIN, i32::MAX)],
            vec![BoardFlaw::TooLarge(1)],
        ),
    ];
    for (what, petals, errors) in cases {
        assert_eq!(lotus::board(&plan(&petals)).unwrap_err(), errors, "{what}");
    }
}

/// Petals in order, shifted so that their least coordinates are 0.
fn shifted(petals: impl Iterator<Item = Axial>) -> Vec<Axial> {
    let mut petals: Vec<Axial> = petals.collect();
    let (q, r) = (
        petals.iter().map(|at| at.q).min().unwrap(),
        petals.iter().map(|at| at.r).min().unwrap(),
    );
    petals
        .iter_mut()
        .for_each(|at| *at = *at + Axial { q: -q, r: -r });
    petals.sort_unstable();
    petals
}

/// The arrangements with one petal more, as they lie.
fn grown(petals: &[Axial]) -> Vec<Vec<Axial>> {
    let beside = petals.iter().flat_map(|at| (0..6).map(|k| *at + unit(k)));
    let free = beside.filter(|at| !petals.contains(at));
    free.map(|at| shifted(petals.iter().copied().chain([at])))
        .collect()
}

/// How many ways of turning and mirroring make something different of an arrangement. With the third
/// coordinate s = -q - r, they are the six orders of q, r and s, each with either sign.
fn images(petals: &[Axial]) -> usize {
    let mut images = BTreeSet::new();
    for sign in [1, -1] {
        for [a, b] in [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]] {
            let turned = |at: &Axial| {
                let cube = [at.q, at.r, -at.q - at.r];
                Axial {
                    q: sign * cube[a],
                    r: sign * cube[b],
                }
            };
            images.insert(shifted(petals.iter().map(turned)));
        }
    }
    images.len()
}

/// Counts every arrangement as it lies, each as one part of its images; the cells by their formula.
#[test]
fn free_arrangements_are_as_many_as_those_that_lie_fixed_allow() {
    // The numbers of free and of fixed polyhexes, as they are known.
    let known = [
        (1, 1),
        (1, 3),
        (3, 11),
        (7, 44),
        (22, 186),
        (82, 814),
        (333, 3652),
    ];
    let mut fixed = BTreeSet::from([vec![Axial { q: 0, r: 0 }]]);
    for (index, (free, lying)) in known.into_iter().enumerate() {
        let petals = index + 1;
        if petals > 1 {
            fixed = fixed.iter().flat_map(|shape| grown(shape)).collect();
        }
        assert_eq!(fixed.len(), lying, "{petals} petals");
        // In twelfths: an arrangement has 1, 2, 3, 6 or 12 images.
        let mut twelfths: BTreeMap<usize, usize> = BTreeMap::new();
        for shape in &fixed {
            let cells = 12 * petals + 1 - 2 * contacts(shape) - holes(shape);
            *twelfths.entry(cells).or_default() += 12 / images(shape);
        }
        let census = Census::of(PetalCount::new(petals as i64).unwrap());
        assert_eq!(census.all(), free, "{petals} petals");
        for cells in 0..=13 * petals {
            let counted = twelfths.get(&cells).copied().unwrap_or(0);
            assert_eq!(
                12 * census.with_cells(cells),
                counted,
                "{petals} petals, {cells} cells"
            );
        }
    }
    assert!(
        [0, 8, -1, i64::MAX]
            .into_iter()
            .all(|count| PetalCount::new(count).is_none())
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn n_petals_with_c_contacts_and_h_holes_have_12n_2c_1_h_cells(petals in kit_rules::petals::arrangement(30)) {
        let (n, c, h) = (petals.len(), contacts(&petals), holes(&petals));
        prop_assert_eq!(board(&petals).len(), 12 * n + 1 - 2 * c - h, "{} petals, {} contacts, {} holes", n, c, h);
    }

    #[test]
    fn names_are_unique_and_directions_are_partial_functions_that_can_be_undone(petals in kit_rules::petals::arrangement(30)) {
        let board = board(&petals);
        let names: BTreeSet<&str> = board.names().collect();
        prop_assert_eq!(names.len(), board.len());
        prop_assert!(names.iter().all(|name| Board::is_name_shaped(name)));
        for (dir, direction) in board.directions() {
            prop_assert_eq!(board.direction(direction.mirror).mirror, dir, "{}", &direction.name);
            // Two squares may have one square at their forks; every other step leads back one way only.
            if direction.name.starts_with("fork") {
                continue;
            }
            let reached: Vec<_> = board.cells().filter_map(|cell| board.next(cell, dir)).collect();
            let different: BTreeSet<_> = reached.iter().collect();
            prop_assert_eq!(reached.len(), different.len(), "{} joins two cells", &direction.name);
        }
    }

    #[test]
    fn contacts_are_mutual_and_are_what_the_classes_say(petals in kit_rules::petals::arrangement(12)) {
        let board = board(&petals);
        for cell in board.cells() {
            for (other, contact) in board.contacts(cell) {
                prop_assert!(board.contacts(*other).contains(&(cell, *contact)));
            }
            for (class, wanted) in [("side", Contact::Side), ("corner", Contact::Corner)] {
                let dirs = &board.class(class).unwrap().dirs;
                let by_class: BTreeSet<_> = dirs.iter().filter_map(|dir| board.next(cell, *dir)).collect();
                let by_corners: BTreeSet<_> =
                    board.contacts(cell).iter().filter(|(_, how)| *how == wanted).map(|(cell, _)| *cell).collect();
                prop_assert_eq!(by_class, by_corners, "{} of {}", class, board.name(cell));
            }
        }
    }

    #[test]
    fn turned_and_mirrored_arrangements_make_the_same_board(petals in kit_rules::petals::arrangement(10), turns in 0..6, flip in any::<bool>()) {
        let turned: Vec<Axial> = petals
            .iter()
            .map(|at| {
                let flipped = if flip { Axial { q: at.r, r: at.q } } else { *at };
                (0..turns).fold(flipped, |at, _| Axial { q: -at.r, r: at.q + at.r })
            })
            .collect();
        let shape = |board: &Board| {
            let mut cells: Vec<(CellKind, usize)> =
                board.cells().map(|cell| (board.info(cell).kind, board.contacts(cell).len())).collect();
            cells.sort_unstable();
            cells
        };
        prop_assert_eq!(shape(&board(&petals)), shape(&board(&turned)));
    }
}
