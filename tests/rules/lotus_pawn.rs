//! The Pawn on every cell of Lotus-39, for both sides: where it steps and where it takes.
//!
//! Worked out by hand from the source's rules by kind of cell, not from any figure. Black's half of the
//! table is White's with the ranks turned over.

use padma_rules::model::{CellSet, Side};
use padma_rules::reach::Rules;

/// White's Pawn: its cell, the cells it steps to, the cells it takes on.
const PAWN: [(&str, &str, &str); 39] = [
    // Triangles that point back: up the file; they take on the hexagons ahead.
    ("a3", "a4", "c4"),
    ("c1", "c2", "e2"),
    ("c5", "c6", "e6"),
    ("e3", "e4", "c4 g4"),
    ("g1", "g2", "e2"),
    ("g5", "g6", "e6"),
    ("i3", "i4", "g4"),
    // The last rank: nothing ahead, and no dead-end step.
    ("e7", "", ""),
    // Triangles that point ahead: up the file; they take on the squares of their own rank.
    ("c3", "c4", "b3 d3"),
    ("e1", "e2", "d1 f1"),
    ("e5", "e6", "d5 f5"),
    ("g3", "g4", "f3 h3"),
    // Dead ends of that kind, and two on the last rank.
    ("a5", "b5", "b5"),
    ("i5", "h5", "h5"),
    ("c7", "", "d7"),
    ("g7", "", "f7"),
    // Squares on a file: up the file; they take on the squares beside the triangle ahead.
    ("a4", "a5", "b5"),
    ("c2", "c3", "b3 d3"),
    ("c6", "c7", "d7"),
    ("e4", "e5", "d5 f5"),
    ("g2", "g3", "f3 h3"),
    ("g6", "g7", "f7"),
    ("i4", "i5", "h5"),
    // Leaning squares: onto the hexagon ahead; they take on the squares at their forward corners.
    ("b3", "c4", "a4 d3"),
    ("d1", "e2", "c2 f1"),
    ("d3", "c4", "b3 e4"),
    ("d5", "e6", "c6 f5"),
    ("f1", "e2", "d1 g2"),
    ("f3", "g4", "e4 h3"),
    ("f5", "e6", "d5 g6"),
    ("h3", "g4", "f3 i4"),
    // Dead ends of that kind take where the fork would be on a larger board, and step onto c5 and g5.
    ("b5", "c5", "c6"),
    ("h5", "g5", "g6"),
    ("d7", "", ""),
    ("f7", "", ""),
    // Hexagons: three ways on, four to take on.
    ("c4", "b5 c5 d5", "a5 b5 d5 e5"),
    ("e2", "d3 e3 f3", "c3 d3 f3 g3"),
    ("e6", "d7 e7 f7", "c7 d7 f7 g7"),
    ("g4", "f5 g5 h5", "e5 f5 h5 i5"),
];

/// Names as the other side has them: ranks 1 to 7 turned over.
fn turned(names: &str) -> String {
    let turn = |c: char| {
        c.to_digit(10)
            .map_or(c, |rank| char::from(b'0' + (8 - rank) as u8))
    };
    names.chars().map(turn).collect()
}

fn check(
    rules: &Rules,
    piece: &str,
    side: Side,
    at: &str,
    moves: &str,
    captures: &str,
    wrong: &mut Vec<String>,
) {
    let board = &rules.variant.board;
    let id = rules
        .variant
        .kind_named(piece)
        .expect("a piece of the variant");
    let origin = board.cell(at).expect("a cell");
    let all = board.all() - CellSet::from_iter([origin]);
    let crowd = |white, black| kit_rules::content::pieces(board, white, black);
    let (own, enemies) = match side {
        Side::White => (crowd(all, CellSet::EMPTY), crowd(CellSet::EMPTY, all)),
        Side::Black => (crowd(CellSet::EMPTY, all), crowd(all, CellSet::EMPTY)),
    };
    let empty = rules.variant.empty_position();
    for (where_, position, moves, captures) in [
        ("alone", &empty, moves, ""),
        ("among enemies", &enemies, "", captures),
        ("among its own", &own, "", ""),
    ] {
        let found = rules.reach(id, side, origin, position, true);
        for (what, found, expected) in [
            ("steps to", found.moves, moves),
            ("takes on", found.captures, captures),
        ] {
            if found != kit_rules::content::cells(board, expected) {
                let found = kit_rules::content::names(board, found);
                wrong.push(format!(
                    "{side:?} {piece} on {at} {where_} {what} [{found}], expected [{expected}]"
                ));
            }
        }
    }
    if rules.attacks(id, side, origin, &empty, true) != kit_rules::content::cells(board, captures) {
        wrong.push(format!(
            "{side:?} {piece} on {at} attacks other cells than [{captures}]"
        ));
    }
}

#[test]
fn the_pawn_moves_and_captures_as_its_source_says_on_every_cell() {
    let rules = kit_rules::content::variant("lotus-39");
    let text = PAWN
        .iter()
        .map(|(at, ..)| *at)
        .collect::<Vec<_>>()
        .join(" ");
    assert_eq!(
        kit_rules::content::cells(&rules.variant.board, &text),
        rules.variant.board.all(),
        "the table has every cell"
    );
    let mut wrong = Vec::new();
    for (at, moves, captures) in PAWN {
        check(&rules, "pawn", Side::White, at, moves, captures, &mut wrong);
        check(
            &rules,
            "pawn",
            Side::Black,
            &turned(at),
            &turned(moves),
            &turned(captures),
            &mut wrong,
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The shares the source prints, in per cent of the 39 cells.
const SHARES: [(&str, usize); 22] = [
    ("alfil", 41),
    ("alfilrider", 41),
    ("archbishop", 51),
    ("bishop", 100),
    ("colonel", 51),
    ("counselor", 100),
    ("crook", 100),
    ("dabbaba", 28),
    ("ferz", 49),
    ("general", 59),
    ("haxxaba", 41),
    ("king", 100),
    ("knight", 10),
    ("lotusrider", 90),
    ("lotussa", 90),
    ("orthodonter", 69),
    ("ouroboros", 90),
    ("queen", 100),
    ("rook", 59),
    ("squeen", 100),
    ("squirrel", 100),
    ("wyvern", 82),
];

#[test]
fn shares_round_as_the_source_prints_them_and_a_wazir_may_need_four_moves() {
    let rules = kit_rules::content::variant("lotus-39");
    let id = |name: &str| {
        rules
            .variant
            .kind_named(name)
            .expect("a piece of the variant")
    };
    for (piece, share) in SHARES {
        assert_eq!(
            (200 * rules.range(id(piece), Side::White).len() + 39) / 78,
            share,
            "{piece}"
        );
    }
    let squares = rules.variant.stands_on(id("ferz"), Side::White);
    let farthest = squares.iter().flat_map(|from| {
        let near = rules
            .reach(
                id("ferz"),
                Side::White,
                from,
                &rules.variant.empty_position(),
                true,
            )
            .moves;
        let far = rules.distances(id("wazir"), Side::White, from);
        near.iter().map(|to| far[to]).collect::<Vec<_>>()
    });
    assert_eq!(
        farthest.max(),
        Some(Some(4)),
        "moves of a Wazir where a Ferz needs one"
    );
}
