//! Grids: their cells, what a leap is on them, setups, and positions as text.

use std::sync::Arc;

use padma_rules::model::grid::{self, Extra, GridPlan};
use padma_rules::model::{Board, CellSet, KindId, Piece, Position, Reserve, Side, Variant, fen};
use padma_rules::model::{BoardFlaw, PlanPart};
use padma_rules::movement::Heading;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use proptest::prelude::*;

/// The keys of a table `[board]` besides its kind, and what is true of the board: how many cells it has, its first
/// and last in board order, cells it has and cells it lacks, and dark cells and light ones.
struct Shape {
    keys: &'static str,
    cells: usize,
    ends: [&'static str; 2],
    with: &'static str,
    without: &'static str,
    dark: &'static str,
    light: &'static str,
}

const SHAPES: &[Shape] = &[
    Shape {
        keys: "files = 8\nranks = 8",
        cells: 64,
        ends: ["a1", "h8"],
        with: "d4",
        without: "i1 a9 a0",
        dark: "a1 h8 d4",
        light: "h1 a8 d5",
    },
    // Chess960's board seen by an author who wants a light corner.
    Shape {
        keys: "files = 8\nranks = 8\nshading = \"light corner\"",
        cells: 64,
        ends: ["a1", "h8"],
        with: "",
        without: "",
        dark: "h1",
        light: "a1",
    },
    // Waterloo: ten files, without j.
    Shape {
        keys: "files = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\", \"k\"]\nranks = 10",
        cells: 100,
        ends: ["a1", "k10"],
        with: "i10 k1",
        without: "j1 l1",
        dark: "a1 k10",
        light: "k1",
    },
    // Omega Chess: ten by ten, and a cell at each corner.
    Shape {
        keys: "files = 10\nranks = 10\nfirst_rank = 0\n\
               extra = [{ name = \"w1\", at = [-1, -1] }, { name = \"w2\", at = [10, -1] }, \
               { name = \"w3\", at = [10, 10] }, { name = \"w4\", at = [-1, 10] }]",
        cells: 104,
        ends: ["w1", "w3"],
        with: "a0 j9 w4",
        without: "a10 k0",
        dark: "a0 w1 w3",
        light: "w2",
    },
    // The largest, with files of two letters.
    Shape {
        keys: "files = 32\nranks = 32\nshading = \"plain\"",
        cells: 1024,
        ends: ["a1", "af32"],
        with: "z32 aa1",
        without: "ag1 a33",
        dark: "",
        light: "a1 b1",
    },
    // A cross.
    Shape {
        keys: "files = 3\nranks = 3\nrows = [\"*.*\", \".#.\", \"*.*\"]",
        cells: 5,
        ends: ["a2", "c2"],
        with: "b1 b3",
        without: "a1 c3",
        dark: "b2",
        light: "a2 b1",
    },
    Shape {
        keys: "files = 6\nranks = 2\nwithout = \"b1-d1, f2\"",
        cells: 8,
        ends: ["a1", "f1"],
        with: "a2 e1",
        without: "b1 c1 d1 f2",
        dark: "a1 b2",
        light: "a2",
    },
    Shape {
        keys: "files = 1\nranks = 1\nfirst_rank = 99",
        cells: 1,
        ends: ["a99", "a99"],
        with: "",
        without: "",
        dark: "a99",
        light: "",
    },
];

#[test]
fn boards_have_the_cells_that_are_declared() {
    for shape in SHAPES {
        let board =
            kit_rules::grids::variant(&format!("[board]\nkind = \"grid\"\n{}\n", shape.keys)).board;
        let cells: Vec<&str> = board.cells().map(|cell| board.name(cell)).collect();
        let keys = shape.keys;
        assert_eq!(cells.len(), shape.cells, "{keys}");
        assert_eq!([cells[0], cells[cells.len() - 1]], shape.ends, "{keys}");
        for (names, there) in [(shape.with, true), (shape.without, false)] {
            for name in names.split_whitespace() {
                assert_eq!(board.cell(name).is_some(), there, "{name} of {keys}");
            }
        }
        let shade = |name: &str| board.info(board.cell(name).unwrap()).shade;
        for (names, wanted) in [(shape.dark, 4), (shape.light, 3)] {
            for name in names.split_whitespace() {
                assert_eq!(shade(name), wanted, "{name} of {keys}");
            }
        }
    }
}

#[test]
fn every_flaw_of_a_grid_plan_is_reported() {
    let eight = || GridPlan::of(8, 8);
    let named = |files: &[&str]| GridPlan {
        files: files.iter().map(|f| f.to_string()).collect(),
        ..eight()
    };
    let beside = |extras: &[(&str, (i16, i16))]| {
        let extra = |(name, at): &(&str, (i16, i16))| Extra {
            name: name.to_string(),
            at: *at,
        };
        GridPlan {
            extras: extras.iter().map(extra).collect(),
            ..eight()
        }
    };
    let many: Vec<(String, (i16, i16))> = (0..65)
        .map(|n| (format!("x{n}"), (n % 8, 8 + n / 8)))
        .collect();
    let many: Vec<(&str, (i16, i16))> =
        many.iter().map(|(name, at)| (name.as_str(), *at)).collect();
    for (plan, flaws) in [
        (GridPlan::of(0, 8), vec![BoardFlaw::Number(PlanPart::File)]),
        (
            GridPlan::of(33, 33),
            vec![
                BoardFlaw::Number(PlanPart::File),
                BoardFlaw::Number(PlanPart::Rank),
            ],
        ),
        (
            GridPlan {
                ranks: grid::ranks_from(93, 8),
                ..eight()
            },
            vec![BoardFlaw::RankNumbers],
        ),
        (
            named(&["a", "B", "abc", "", "é"]),
            (1..5).map(BoardFlaw::FileName).collect(),
        ),
        (
            named(&["a", "b", "a"]),
            vec![BoardFlaw::Doubled {
                part: PlanPart::File,
                item: 2,
                first: 0,
            }],
        ),
        (beside(&[("a1", (-1, 0))]), vec![BoardFlaw::ExtraName(0)]),
        (
            beside(&[("w", (-1, 0)), ("w1", (-1, 0)), ("w1", (-2, 0))]),
            vec![BoardFlaw::ExtraName(0), BoardFlaw::ExtraName(2)],
        ),
        (
            beside(&[("w1", (0, 0))]),
            vec![BoardFlaw::ExtraTaken {
                extra: 0,
                by: "a1".into(),
            }],
        ),
        (
            beside(&[
                ("w1", (-8, 15)),
                ("w2", (-9, 0)),
                ("w3", (0, 16)),
                ("w4", (i16::MAX, i16::MIN)),
            ]),
            vec![
                BoardFlaw::ExtraFar(1),
                BoardFlaw::ExtraFar(2),
                BoardFlaw::ExtraFar(3),
            ],
        ),
        (beside(&many), vec![BoardFlaw::ExtraTooMany(64)]),
        (
            GridPlan {
                missing: [(0, 0)].into(),
                ..GridPlan::of(1, 1)
            },
            vec![BoardFlaw::Empty],
        ),
    ] {
        assert_eq!(
            grid::board(&plan).map(|board| board.len()),
            Err(flaws),
            "{plan:?}"
        );
    }
}

fn omega() -> Arc<Board> {
    kit_rules::grids::variant(&format!("[board]\nkind = \"grid\"\n{}\n", SHAPES[3].keys)).board
}

fn steps(board: &Board, class: &str, headings: &[Heading], side: Side, from: &str) -> String {
    let from = board.cell(from).unwrap();
    let dirs = board.class_for(board.class(class).unwrap(), headings, side);
    let cells: CellSet = dirs
        .into_iter()
        .filter_map(|dir| board.next(from, dir))
        .collect();
    board.names_of(&cells).join(" ")
}

#[test]
fn leaps_lead_to_the_cells_at_their_offsets() {
    use Heading::{Backward, Forward, Sideways};
    let sentence = "[[piece]]\nid = \"leaper\"\nmovement = \"step (1,4), ( 5 , 0 ), (4,1)\"\n";
    let chess = kit_rules::grids::variant(&format!(
        "[board]\nkind = \"grid\"\nfiles = 8\nranks = 8\n{sentence}"
    ))
    .board;
    let omega = omega();
    let (white, black) = (Side::White, Side::Black);
    for (board, class, headings, side, from, to) in [
        (&chess, "W", &[][..], white, "a1", "a2 b1"),
        (&chess, "F", &[], white, "d4", "c3 c5 e3 e5"),
        (&chess, "contiguous", &[], white, "h8", "g7 g8 h7"),
        (&chess, "N", &[], white, "b1", "a3 c3 d2"),
        (&chess, "C", &[], white, "a1", "b4 d2"),
        (&chess, "Z", &[], white, "d4", "a2 a6 b1 b7 f1 f7 g2 g6"),
        (&chess, "G", &[], white, "d4", "a1 a7 g1 g7"),
        (&chess, "(1,4)", &[], white, "d4", "c8 e8 h3 h5"),
        (&chess, "(4,1)", &[], white, "d4", "c8 e8 h3 h5"),
        (&chess, "(5,0)", &[], white, "c1", "c6 h1"),
        // Forward is up the board for White and down it for Black.
        (&chess, "W", &[Forward], white, "d4", "d5"),
        (&chess, "W", &[Forward], black, "d4", "d3"),
        (&chess, "W", &[Sideways], black, "d4", "c4 e4"),
        (&chess, "F", &[Forward], white, "d4", "c5 e5"),
        (&chess, "F", &[Forward], black, "d4", "c3 e3"),
        (&chess, "F", &[Backward], black, "d4", "c5 e5"),
        // An oblique leap heads where it goes furthest.
        (&chess, "N", &[Forward], white, "d4", "c6 e6"),
        (&chess, "N", &[Forward], black, "d4", "c2 e2"),
        (&chess, "N", &[Sideways], white, "d4", "b3 b5 f3 f5"),
        (&chess, "(1,4)", &[Sideways], white, "d4", "h3 h5"),
        // The corners of Omega Chess are a diagonal step from the board's own, and a Wizard comes out of them.
        (&omega, "F", &[], white, "w1", "a0"),
        (&omega, "W", &[], white, "w1", ""),
        (&omega, "C", &[], white, "w1", "a2 c0"),
        (&omega, "F", &[], white, "j9", "i8 w3"),
        (&omega, "N", &[], white, "i8", "g7 g9 h6 j6"),
        (&omega, "N", &[], white, "w2", "i0 j1"),
    ] {
        let found = steps(board, class, headings, side, from);
        let sorted = |text: &str| {
            let mut names: Vec<String> = text.split_whitespace().map(str::to_string).collect();
            names.sort();
            names
        };
        assert_eq!(
            sorted(&found),
            sorted(to),
            "{class} {headings:?} {side:?} from {from}"
        );
    }
}

#[test]
fn cells_beside_a_grid_lie_on_no_file_and_rank() {
    let toml = format!(
        "[board]\nkind = \"grid\"\n{}\n\n[sets]\nhome = \"near rank 1\"\nlast = \"far rank 1\"\nzero = \"rank 0\"\n",
        SHAPES[3].keys
    );
    let variant = kit_rules::grids::variant(&toml);
    let set = |name: &str, side| {
        variant
            .board
            .names_of(variant.sets.get(name).unwrap().of(side))
            .join(" ")
    };
    let rank = |number| {
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
            .map(|f| format!("{f}{number}"))
            .join(" ")
    };
    assert_eq!(set("home", Side::White), rank(0));
    assert_eq!(set("home", Side::Black), rank(9));
    assert_eq!(set("last", Side::White), rank(9));
    assert_eq!(set("zero", Side::Black), rank(0));
}

const CHESSMEN: &str = r#"
[[piece]]
id = "king"
movement = "step contiguous"
[[piece]]
id = "rook"
movement = "slide along orthogonal"
[[piece]]
id = "wyvern"
letter = "WY"
movement = "step F"
[[piece]]
id = "pawn"
movement = "step forward along W only to move"
"#;

fn with_setup(board: &str, setup: &str) -> Variant {
    kit_rules::grids::variant(&format!(
        "[board]\nkind = \"grid\"\n{board}\n{CHESSMEN}\n[setup]\n{setup}\n"
    ))
}

/// A setup's pieces as a text in the form of a FEN, with its reserve.
fn written(variant: &Variant) -> String {
    let setup = variant.setup.as_ref().unwrap();
    fen::write(
        &setup.position,
        &setup.reserve,
        &variant.board,
        &variant.kinds,
    )
    .unwrap()
}

#[test]
fn setups_become_their_expected_positions() {
    let four = "files = 4\nranks = 6";
    for (board, setup, expected) in [
        (
            four,
            "symmetry = \"mirror\"\nwhite = { rook = \"a1\", king = \"b1\", pawn = \"a2-d2\" }",
            "rk2/pppp/4/4/PPPP/RK2",
        ),
        (
            four,
            "symmetry = \"rotate\"\nwhite = { rook = \"a1\", king = \"b1\", pawn = \"a2-d2\" }",
            "2kr/pppp/4/4/PPPP/RK2",
        ),
        (
            four,
            "white = { rook = \"a1, d1\" }\nblack = { wyvern = \"d3-a6\" }",
            "(wy)3/1(wy)2/2(wy)1/3(wy)/4/R2R",
        ),
        (four, "fen = \"4/4/1kK1/4/4/4\"", "4/4/1kK1/4/4/4"),
        (
            four,
            "fen = \"4/4/4/4/4/3K[kPP]\"\nreserve = { pawn = 1 }",
            "4/4/4/4/4/3K[PPPkp]",
        ),
        (
            "files = 4\nranks = 2\nwithout = \"b1 c2\"",
            "symmetry = \"rotate\"\nwhite = { king = \"a1\" }",
            "2*k/K*2",
        ),
        (
            "files = 12\nranks = 2",
            "symmetry = \"mirror\"\nwhite = { rook = \"k1\" }",
            "10r1/10R1",
        ),
    ] {
        assert_eq!(written(&with_setup(board, setup)), expected, "{setup}");
    }
}

fn read(text: &str, variant: &Variant) -> Result<(Position, Reserve, String), usize> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("fen", text);
    let excerpt = Excerpt::verbatim(text, sources.whole(id));
    let placement = fen::parse(&excerpt, &variant.board, &variant.kinds, &mut diagnostics);
    let placement = placement.ok_or(diagnostics.errors())?;
    assert!(diagnostics.is_empty());
    let rest = placement.rest.text().to_string();
    Ok((placement.position(&variant.board), placement.reserve, rest))
}

#[test]
fn the_fields_after_the_pieces_of_a_fen_are_returned() {
    let variant = kit_rules::grids::variant(&format!(
        "[board]\nkind = \"grid\"\nfiles = 2\nranks = 2\n{CHESSMEN}"
    ));
    let (_, reserve, rest) = read(" k1/1K[-]  w KQ - 0 1", &variant).unwrap();
    assert_eq!((rest.as_str(), reserve.is_empty()), ("w KQ - 0 1", true));
}

#[test]
fn hostile_positions_are_refused_at_once() {
    let variant = kit_rules::grids::variant(&format!(
        "[board]\nkind = \"grid\"\nfiles = 2\nranks = 2\n{CHESSMEN}"
    ));
    for text in [
        "",
        "/",
        "[",
        "[]",
        "((((",
        "é",
        "k1/1K]",
        "99999999999999999999/2",
        "0/2",
        "k1/1K[k",
    ] {
        assert!(read(text, &variant).is_err(), "{text}");
    }
    for text in [
        "k".repeat(16_000),
        "/".repeat(16_000),
        "(".repeat(16_000),
        "*".repeat(1 << 20),
        "é".repeat(8000),
    ] {
        let told = read(&text, &variant).map(|_| ()).unwrap_err();
        assert!(
            (1..10).contains(&told),
            "{told} complaints of {} bytes",
            text.len()
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn positions_read_back_as_themselves(
        board in kit_rules::grids::board(),
        pieces in proptest::collection::vec((any::<usize>(), 0..4_usize, any::<bool>()), 0..30),
        hands in proptest::collection::vec((0..4_usize, any::<bool>(), 1..4_u16), 0..4),
    ) {
        let variant = kit_rules::grids::variant(&format!("{CHESSMEN}{board}"));
        let side = |white: bool| if white { Side::White } else { Side::Black };
        let mut position = variant.empty_position();
        for (pick, piece, white) in pieces {
            let cell = variant.board.cells().nth(pick % variant.board.len()).unwrap();
            position.put(cell, Some(Piece { side: side(white), kind: Some(KindId::new(piece)) }));
        }
        let mut reserve = Reserve::default();
        hands.into_iter().for_each(|(piece, white, count)| reserve.add(side(white), KindId::new(piece), count));
        let text = fen::write(&position, &reserve, &variant.board, &variant.kinds).unwrap();
        let (found, hands, rest) = read(&text, &variant).unwrap();
        prop_assert!(found.pieces().eq(position.pieces()), "{}", text);
        prop_assert_eq!((hands, rest.as_str()), (reserve, ""), "{}", text);
    }

    #[test]
    fn no_position_stops_the_reader(text in "[-kKrRpP(wyWY)0-9/*\\[\\] é]{0,40}") {
        let variant = kit_rules::grids::variant(&format!("[board]\nkind = \"grid\"\nfiles = 3\nranks = 3\n{CHESSMEN}"));
        // What is read at all is written as the same position.
        if let Ok((position, reserve, _)) = read(&text, &variant) {
            let again = fen::write(&position, &reserve, &variant.board, &variant.kinds).unwrap();
            let (found, hands, _) = read(&again, &variant).unwrap();
            prop_assert!(found.pieces().eq(position.pieces()) && hands == reserve, "{} {}", text, again);
        }
    }
}
