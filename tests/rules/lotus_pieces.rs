//! The pieces of Lotus-39 as its source shows and describes them: a table of cases through the book's own
//! TOML. What stands in no figure of the source is worked out from its rule, and says how.

use padma_rules::model::Side::{Black, White};

const CASES: &[kit_rules::content::Case] = &[
    // Figures of the source (where one is wrong, its rule: see the book's errata).
    ("alfil", White, "e3", "", "", "a5 c3 e1 e5 g3 i5", ""),
    ("alfil", White, "g7", "", "", "c5 e7 g5", ""),
    (
        "alfilrider",
        White,
        "c3",
        "",
        "",
        "a3 c1 c5 c7 e3 g1 i5",
        "",
    ),
    (
        "archbishop",
        White,
        "e3",
        "",
        "",
        "a5 c3 c4 e1 e2 e5 e6 e7 g3 g4 i5",
        "",
    ),
    (
        "bishop",
        White,
        "e3",
        "",
        "",
        "a5 c3 c4 d3 e1 e2 e4 e5 e6 e7 f3 g3 g4 i5",
        "",
    ),
    ("colonel", White, "g4", "", "", "e3 e5 g3 g5 i3 i5", ""),
    ("colonel", White, "c3", "", "", "c4 e2", ""),
    (
        "crook",
        White,
        "g4",
        "",
        "",
        "a4 c4 d1 d7 e2 e4 e6 f3 f5 g1 g2 g3 g5 g6 g7 h3 h5 i4",
        "",
    ),
    ("dabbaba", White, "e4", "", "", "a4 e2 e6 i4", ""),
    ("dabbaba", White, "g4", "", "", "c4 e2 e6 g2 g6", ""),
    ("ferz", White, "f5", "", "", "d5 e4 g6 h5", ""),
    ("ferz", White, "f1", "", "", "d1 g2", ""),
    ("general", White, "c4", "", "", "a4 b3 b5 d3 d5 e4", ""),
    ("general", White, "f5", "", "", "d5 e4 e6 g4 g6 h5", ""),
    ("haxxaba", White, "g4", "", "", "d3 d5 e2 e6", ""),
    ("haxxaba", White, "f3", "", "", "c4 d1 h5", ""),
    ("king", White, "e4", "", "", "c4 d3 d5 e3 e5 f3 f5 g4", ""),
    ("king", White, "d7", "", "", "c6 c7 e6 e7 f7", ""),
    ("king", White, "f3", "", "", "d3 e2 e3 e4 g2 g3 g4 h3", ""),
    (
        "counselor",
        White,
        "e4",
        "",
        "",
        "c4 d3 d5 e3 e5 f3 f5 g4",
        "",
    ),
    ("knight", White, "e2", "", "", "c4 g4", ""),
    // The reading the book takes: X counts as well as Z.
    ("knight", White, "c4", "", "", "e2 e6 g4", ""),
    (
        "lotussa",
        White,
        "e3",
        "",
        "",
        "b3 c2 c3 d3 d5 e4 e5 f3 f5 g2 g3 h3",
        "",
    ),
    ("orthodonter", White, "e4", "", "", "c4 e3 e5 g4", ""),
    ("orthodonter", White, "e7", "", "", "e6", ""),
    ("orthodonter", White, "a5", "", "", "a4", ""),
    (
        "ouroboros",
        White,
        "i3",
        "",
        "",
        "e3 e4 e5 f3 f5 g3 g5 h3 h5 i4 i5",
        "",
    ),
    (
        "queen",
        White,
        "g4",
        "",
        "",
        "a4 c3 c4 c5 d1 d3 d5 d7 e2 e3 e4 e5 e6 f3 f5 g1 g2 g3 g5 g6 g7 h3 h5 i3 i4 i5",
        "",
    ),
    (
        "rook",
        White,
        "g4",
        "",
        "",
        "a4 c4 d1 d7 e2 e4 e6 f3 f5 h3 h5 i4",
        "",
    ),
    (
        "squeen",
        White,
        "g4",
        "",
        "",
        "a4 c3 c4 c5 d1 d7 e2 e3 e4 e5 e6 f3 f5 g1 g3 g5 g7 h3 h5 i3 i4 i5",
        "",
    ),
    (
        "squirrel",
        White,
        "e4",
        "",
        "",
        "a3 a4 a5 b3 b5 c2 c3 c5 c6 e2 e6 g2 g3 g5 g6 h3 h5 i3 i4 i5",
        "",
    ),
    ("wazir", White, "c4", "", "", "a4 b3 b5 d3 d5 e4", ""),
    ("wazir", White, "f7", "", "", "e6", ""),
    ("wyvern", White, "c4", "", "", "a3 a5 e3 e5 f3 f5 g3 g5", ""),
    // The Lotusrider's figure: its own Pawns on g6 and d5, enemies on c2, f3 and i5.
    (
        "lotusrider",
        White,
        "e7",
        "g6 d5",
        "c2 f3 i5",
        "a3 a4 a5 b3 b5 c3 c5 c6 c7 d3 d7 e3 e4 e5 f5 f7 g5 g7 h5",
        "c2 f3 i5",
    ),
    // In words: a piece on c3 shuts the Lotussa off from b3 and c2, one on d3 from c3 as well.
    (
        "lotussa",
        White,
        "e3",
        "c3",
        "",
        "d3 d5 e4 e5 f3 f5 g2 g3 h3",
        "",
    ),
    (
        "lotussa",
        White,
        "e3",
        "",
        "d3",
        "d5 e4 e5 f3 f5 g2 g3 h3",
        "d3",
    ),
    // From e4 an Ouroboros has two rings to choose from, of c4 and of g4.
    (
        "ouroboros",
        White,
        "e4",
        "",
        "",
        "a3 a4 a5 b3 b5 c3 c5 d3 d5 e3 e5 f3 f5 g3 g5 h3 h5 i3 i4 i5",
        "",
    ),
    // It may go round the other way up to the piece that stops it.
    ("ouroboros", White, "i3", "i4", "e4", "e3 f3 g3 h3", "e4"),
    // A piece on a square does not stop an Archbishop, a piece on a hexagon does.
    (
        "archbishop",
        White,
        "e3",
        "e4",
        "c4",
        "c3 e1 e2 e5 e6 e7 g3 g4 i5",
        "c4",
    ),
    // e1 lies on three lines: up the file, and on the VW lines to c1 and to g1.
    ("archbishop", White, "e1", "", "e2", "c1 g1", "e2"),
    ("alfilrider", White, "e1", "e2", "e5", "c1 e3 g1", "e5"),
    ("bishop", White, "e1", "", "e3", "c1 d1 e2 f1 g1", "e3"),
    // What leaps takes no notice of what it leaps over.
    (
        "alfil",
        White,
        "e3",
        "d3 e4 c4",
        "e5",
        "a5 c3 e1 g3 i5",
        "e5",
    ),
    ("hexrider", White, "c4", "e4 d5", "g4", "e2 e6", "g4"),
    // c3 touches b3, c2, c4, d3 and e2; what these touch besides is the rings of c4 and e2.
    (
        "squirrel",
        White,
        "c3",
        "d3 c4 b3",
        "e2",
        "a3 a4 a5 b5 c1 c5 d1 d5 e1 e3 e4 e5 f1 f3 g1 g2 g3",
        "",
    ),
    // From a triangle an Enhanced Rook has neither a line nor a triangle across a side.
    (
        "enhanced-rook",
        White,
        "e4",
        "",
        "",
        "a4 c4 e3 e5 g4 i4",
        "",
    ),
    (
        "enhanced-rook",
        White,
        "d5",
        "c5",
        "e5",
        "b3 c4 e6 f7",
        "e5",
    ),
    ("enhanced-rook", White, "e5", "", "", "", ""),
    // Pawns move by kind of cell: up the file, from a leaning square onto its hexagon, from a hexagon
    // up the file or onto either leaning square ahead.
    ("pawn", White, "e4", "", "", "e5", ""),
    ("pawn", White, "e3", "", "", "e4", ""),
    ("pawn", White, "e5", "", "", "e6", ""),
    ("pawn", White, "d3", "", "", "c4", ""),
    ("pawn", White, "d5", "", "", "e6", ""),
    ("pawn", White, "e2", "", "", "d3 e3 f3", ""),
    ("pawn", Black, "e4", "", "", "e3", ""),
    ("pawn", Black, "d5", "", "", "c4", ""),
    ("pawn", Black, "e6", "", "", "d5 e5 f5", ""),
    // Something ahead stops them, whosesoever it is.
    ("pawn", White, "e4", "", "e5", "", ""),
    ("pawn", White, "c4", "c5", "b5", "d5", "b5"),
    // Dead ends, White's and Black's: inwards along VW, to b5 and on to c5; there the file goes on.
    ("pawn", White, "a5", "", "", "b5", ""),
    ("pawn", White, "b5", "", "", "c5", ""),
    ("pawn", White, "i5", "", "", "h5", ""),
    ("pawn", White, "h5", "", "", "g5", ""),
    ("pawn", Black, "a3", "", "", "b3", ""),
    ("pawn", Black, "b3", "", "", "c3", ""),
    ("pawn", Black, "i3", "", "", "h3", ""),
    ("pawn", Black, "h3", "", "", "g3", ""),
    // On the last rank there is no such step.
    ("pawn", White, "c7", "", "", "", ""),
    ("pawn", White, "d7", "", "", "", ""),
    ("pawn", White, "e7", "", "", "", ""),
    ("pawn", Black, "g1", "", "", "", ""),
    // A piece in the way makes no dead end.
    ("pawn", White, "a4", "a5", "", "", ""),
    // The five kinds of capture. From an upright square: the squares beside the triangle ahead.
    ("pawn", White, "e4", "", "d5 f5 e5 c4 g4 d3", "", "d5 f5"),
    ("pawn", White, "c6", "", "c7 d7 e6", "", "d7"),
    ("pawn", White, "a4", "", "a5 b5 c4", "", "b5"),
    // From a triangle that points back: the hexagons on the next rank.
    ("pawn", White, "e3", "", "c4 g4 e4 d3", "", "c4 g4"),
    ("pawn", White, "c5", "", "e6 c6 b5", "", "e6"),
    // From a triangle that points ahead: the squares of its own rank.
    ("pawn", White, "e5", "", "d5 f5 e6 e4", "", "d5 f5"),
    ("pawn", White, "c3", "", "b3 d3 c4", "", "b3 d3"),
    ("pawn", White, "a5", "", "b5", "", "b5"),
    // From a leaning square: the squares at its forward corners, one of them on its own rank.
    ("pawn", White, "d3", "", "e4 b3 c4 f3 c2", "", "b3 e4"),
    ("pawn", White, "d5", "", "c6 f5 e6 b5", "", "c6 f5"),
    // From a hexagon: two leaning squares and two triangles.
    (
        "pawn",
        White,
        "c4",
        "",
        "a5 b5 d5 e5 c5 e4 a4",
        "",
        "a5 b5 d5 e5",
    ),
    ("pawn", Black, "c4", "", "a3 b3 d3 e3 c3", "", "a3 b3 d3 e3"),
    // The special ones: where the petal ahead is missing the fork is as on a larger board; c5 and g5 are safe.
    ("pawn", White, "b5", "", "c6 c5 c4", "", "c6"),
    ("pawn", White, "h5", "", "g6 g5 g4", "", "g6"),
    ("pawn", Black, "b3", "", "c2 c3", "", "c2"),
    ("pawn", Black, "h3", "", "g2 g3", "", "g2"),
    // Back by the reverse of its steps along file and Z, never capturing.
    (
        "retreatable-pawn",
        White,
        "c4",
        "",
        "",
        "b3 b5 c3 c5 d3 d5",
        "",
    ),
    ("retreatable-pawn", White, "e4", "", "e3", "e5", ""),
    ("retreatable-pawn", White, "c5", "", "", "c4 c6", ""),
    (
        "retreatable-pawn",
        Black,
        "e6",
        "",
        "e7 d7",
        "d5 e5 f5 f7",
        "",
    ),
];

#[test]
fn every_piece_moves_as_its_source_says() {
    let rules = kit_rules::content::variant("lotus-39");
    kit_rules::content::assert_moves(&rules, CASES);
}

#[test]
fn every_piece_has_a_case() {
    let rules = kit_rules::content::variant("lotus-39");
    for kind in &rules.variant.kinds {
        assert!(
            CASES.iter().any(|case| case.0 == kind.id),
            "{} is in no case",
            kind.id
        );
    }
    assert_eq!(rules.variant.kinds.len(), 27);
}

#[test]
fn the_enhanced_rook_runs_onto_the_tips_of_the_41_cell_board_and_the_rook_does_not() {
    let rules = kit_rules::content::variant("lotus-41");
    let board = &rules.variant.board;
    let empty = rules.variant.empty_position();
    let reach = |piece: &str, from: &str| {
        let id = rules.variant.kind_named(piece).unwrap();
        kit_rules::content::names(
            board,
            rules
                .reach(id, White, board.cell(from).unwrap(), &empty, true)
                .cells(),
        )
    };
    assert_eq!(reach("enhanced-rook", "e4"), "z4 a4 c4 e3 e5 g4 i4 j4");
    assert_eq!(reach("rook", "e4"), "a4 c4 g4 i4");
    assert_eq!(reach("king", "z4"), "a3 a4 a5");
}
