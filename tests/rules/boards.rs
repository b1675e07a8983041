//! Boards of several sheets: two that share most of their cells, and squares with the points on their corners.

use kit_rules::boards::{names, pieces, rules, sorted};
use kit_rules::content::cells;
use kit_rules::grids::variant;
use padma_rules::model::grid::{self, GridPlan, LeapClass};
use padma_rules::model::hex::{self, HexOutline, HexPlan};
use padma_rules::model::levels::{self, LevelName, LevelPlan};
use padma_rules::model::{
    Board, Cell, CellKind, CellSet, Contact, Piece, Position, Rank, Reserve, Side, fen,
};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_variant::Variant;
use proptest::prelude::*;

fn cell(board: &Board, name: &str) -> Cell {
    board.cell(name).unwrap_or_else(|| panic!("{name}"))
}

fn reach(rules: &Rules, piece: &str, from: &str, position: &Position) -> CellSet {
    let (board, id) = (
        &rules.variant.board,
        rules.variant.kind_named(piece).unwrap(),
    );
    rules
        .reach(id, Side::White, cell(board, from), position, true)
        .cells()
}

/// The widths of pictures of levels, in cells: a phone shows them with cells that a finger hits. A level that is
/// alone in its row stands in the middle.
#[test]
fn levels_are_drawn_narrow() {
    let letters = ["A", "B", "C", "D", "E"];
    for (levels, side, width, last) in [
        (&letters[..], 5, 11.5, 3.25),
        (&letters[..3], 4, 9.5, 2.75),
        (&["", "'"][..], 8, 8.0, 0.0),
    ] {
        let levels = levels.iter().map(|name| LevelName::parse(name).unwrap());
        let plan = LevelPlan::of(levels.collect(), GridPlan::of(side, side));
        let board = levels::board(&plan).unwrap();
        let at = |cell: Cell| board.info(cell).centre.x;
        let most = board.cells().map(at).fold(0.0, f64::max);
        assert_eq!(most + 1.0, width);
        let first_of_last = board.cells().nth(board.len() - side * side).unwrap();
        assert_eq!(at(first_of_last), last);
    }
}

/// A square has 8 symmetries, a hexagon 12 and a cube 48; a leap along an axis of one has fewer images.
#[test]
fn a_leap_has_all_turns_and_mirror_images() {
    let leap = |name: &str| vec![LeapClass::named(name).unwrap()];
    let squares = |name: &str| {
        grid::board(&GridPlan {
            leaps: leap(name),
            ..GridPlan::of(9, 9)
        })
    };
    let hexagons = |name: &str| {
        hex::board(&HexPlan {
            leaps: leap(name),
            ..HexPlan::of(HexOutline::Hexagon([6; 3]))
        })
    };
    let cubes = |name: &str| {
        let letters = ["A", "B", "C", "D", "E", "F", "G"].map(LevelName::parse);
        levels::board(&LevelPlan {
            leaps: leap(name),
            ..LevelPlan::of(letters.map(Option::unwrap).to_vec(), GridPlan::of(7, 7))
        })
    };
    for (board, middle, name, images) in [
        (squares("(1,3)"), "e5", "(1,3)", 8),
        (squares("(4,0)"), "e5", "(4,0)", 4),
        (hexagons("(1,2)"), "f6", "(1,2)", 12),
        (hexagons("(0,3)"), "f6", "(0,3)", 6),
        (hexagons("(2,2)"), "f6", "(2,2)", 6),
        (cubes("(1,2,3)"), "Dd4", "(1,2,3)", 48),
        (cubes("(0,1,2)"), "Dd4", "(0,1,2)", 24),
        (cubes("(2,2,2)"), "Dd4", "(2,2,2)", 8),
        (cubes("(1,2)"), "Dd4", "(1,2)", 8),
    ] {
        let board = board.unwrap();
        let class = board.class(name).unwrap();
        let steps = board.steps(class, cell(&board, middle));
        assert_eq!(steps.len(), images, "{name}");
        assert!(!steps.contains(&cell(&board, middle)));
    }
}

/// `Aa1` lies opposite `Ba3`, whether or not its own level has a cell `Aa3`.
#[test]
fn a_gap_on_its_own_level_does_not_hide_the_image_of_a_cell() {
    let letters = ["A", "B"].map(|name| LevelName::parse(name).unwrap());
    let board = levels::board(&LevelPlan {
        missing: ["Aa3".to_string(), "Ac3".to_string()].into(),
        ..LevelPlan::of(letters.to_vec(), GridPlan::of(3, 3))
    })
    .unwrap();
    let from = cell(&board, "Aa1");
    let images = [board.mirrored(from), board.rotated(from)];
    assert_eq!(
        images.map(|image| image.map(|cell| board.name(cell))),
        [Some("Ba3"), Some("Bc3")]
    );
}

#[test]
fn no_leap_leads_to_a_cell_that_is_cut_off() {
    let hexagons = hex::board(&HexPlan::of(HexOutline::Hexagon([3; 3]))).unwrap();
    let squares = grid::board(&GridPlan::of(5, 5)).unwrap();
    for board in [hexagons, squares] {
        let apart = cell(&board, "c3");
        let links = |board: &Board| {
            let ways = board.leap_ways("(1,1)", &[1, 1]).unwrap();
            let links = ways.iter().flat_map(|way| &way.links);
            let touching = links.filter(|(from, to)| *from == apart || *to == apart);
            touching.count()
        };
        assert_eq!((links(&board), links(&board.cut_off(apart))), (2, 0));
    }
}

#[test]
fn two_sheets_share_cells_by_their_names() {
    let rules = rules("twin");
    let board = &rules.variant.board;
    let [first, second] = [0, 1].map(|sheet| {
        let sheet = board.sheets().nth(sheet).unwrap();
        board.lattice(sheet).cells().collect::<CellSet>()
    });
    assert_eq!(
        (
            board.len(),
            first.len(),
            second.len(),
            (first & second).len()
        ),
        (84, 68, 68, 52)
    );
    assert_eq!(names(board, first - second).split(' ').count(), 16);
    let corners = |name: &str| {
        let contacts = board.contacts(cell(board, name)).iter();
        contacts
            .filter(|(_, contact)| *contact == Contact::Side)
            .count()
    };
    let two_sides: CellSet = board
        .cells()
        .filter(|cell| {
            board
                .contacts(*cell)
                .iter()
                .filter(|(_, contact)| *contact == Contact::Side)
                .count()
                == 2
        })
        .collect();
    assert_eq!(
        names(board, two_sides),
        sorted("a1 a1' h1 h1' a8 a8' h8 h8'")
    );
    assert_eq!(corners("z0"), 0);
    let touching: CellSet = board
        .contacts(cell(board, "z0"))
        .iter()
        .map(|(other, _)| *other)
        .collect();
    assert_eq!(names(board, touching), "a1 a1'");
    let side = |name: &str| {
        let near = board.contacts(cell(board, name)).iter();
        names(
            board,
            near.filter(|(_, contact)| *contact == Contact::Side)
                .map(|(near, _)| *near)
                .collect(),
        )
    };
    for (name, near) in [
        ("d2", "c2 e2 d3 d1 d1'"),
        ("d1'", "c1' e1' d2"),
        ("d1", "c1 e1 d2"),
        ("h7", "g7 h6 h8 h8'"),
    ] {
        assert_eq!(side(name), sorted(near), "{name}");
    }
}

#[test]
fn a_cell_of_no_file_has_its_name_beside_it() {
    let board = &rules("twin").variant.board;
    for (name, is_right) in [("z0", false), ("z9", false), ("i0", true), ("i9", true)] {
        let centre = board.info(cell(board, name)).centre;
        let mut found = board
            .coordinates()
            .iter()
            .filter(|coordinate| coordinate.text == name);
        let at = found.next().unwrap_or_else(|| panic!("{name}")).at;
        assert!(found.next().is_none() && at.y == centre.y, "{name}");
        let out = if is_right {
            at.x - centre.x
        } else {
            centre.x - at.x
        };
        assert!(out > 0.5, "{name} stands outside its cell");
    }
    let texts: Vec<&str> = board
        .coordinates()
        .iter()
        .map(|coordinate| coordinate.text.as_str())
        .collect();
    assert_eq!(texts.len(), 8 + 10 + 4, "{texts:?}");
}

#[test]
fn a_piece_keeps_to_one_sheet_at_a_time() {
    let rules = rules("twin");
    let (board, empty) = (&rules.variant.board, rules.variant.empty_position());
    for (piece, from, count) in [
        ("bishop", "d4", 18),
        ("rook", "d4", 16),
        ("rook", "d1", 14),
        ("queen", "d4", 34),
    ] {
        assert_eq!(
            reach(rules, piece, from, &empty).len(),
            count,
            "{piece} {from}"
        );
    }
    for (piece, from, expected) in [
        ("rook", "d1", "a1 b1 c1 e1 f1 g1 h1 d2 d3 d4 d5 d6 d7 d8"),
        (
            "rook",
            "d2",
            "a2 b2 c2 e2 f2 g2 h2 d1 d1' d3 d4 d5 d6 d7 d8 d8'",
        ),
        ("king", "z0", "a1 a1'"),
        ("knight", "z0", "a2 b1 b1'"),
        ("knight", "a2", "z0 b4 c3 c1 c1'"),
        ("knight", "b1'", "z0 a3 c3 d2"),
        ("knight", "h7", "i9 f8 f8' f6 g5"),
        ("mao", "b2", "d1 d1' d3 a4 c4"),
        // Two steps, both on one sheet: never from a1 over a2 to a1'.
        ("wanderer", "a1", "a2 a3 b1 b2 c1"),
        ("bishop", "z0", "a1 b2 c3 d4 e5 f6 g7 h8 h8' i9 a1'"),
    ] {
        assert_eq!(
            names(board, reach(rules, piece, from, &empty)),
            sorted(expected),
            "{piece} {from}"
        );
    }
    // A piece on one sheet's h8' stops neither from the other's long diagonal.
    let mut position = empty;
    let piece = rules.variant.kind_named("king").map(|kind| Piece {
        side: Side::Black,
        kind: Some(kind),
    });
    position.put(cell(board, "h8'"), piece);
    assert!(reach(rules, "bishop", "d4", &position).contains(cell(board, "i9")));
    position.put(cell(board, "h8"), piece);
    assert!(!reach(rules, "bishop", "d4", &position).contains(cell(board, "i9")));
}

#[test]
fn files_are_shared_and_ranks_with_primes_are_ranks_of_their_own() {
    let rules = rules("twin");
    let board = &rules.variant.board;
    let file = |name: &str| board.info(cell(board, name)).file;
    let rank = |name: &str| board.info(cell(board, name)).rank;
    assert_eq!(file("f1"), file("f1'"));
    assert_eq!(
        (rank("f1"), rank("f1'")),
        (Rank::named("1"), Rank::named("1'"))
    );
    assert_eq!((rank("z0"), file("z0")), (None, None));
    let twins = |name: &str| names(board, board.twins(cell(board, name)));
    assert_eq!(
        (twins("f1"), twins("f8'"), twins("f2"), twins("z0")),
        ("f1'".into(), "f8".into(), "".into(), "".into())
    );
    assert_eq!(board.cell("c1*"), board.cell("c1'"));
    assert_eq!(board.cell("c2*"), None);
    let ranks: Vec<String> = board.ranks().iter().map(Rank::to_string).collect();
    assert_eq!(ranks.join(" "), "1 1' 2 3 4 5 6 7 8 8'");
    for (text, expected) in [
        ("rank 1", "a1 b1 c1 d1 e1 f1 g1 h1"),
        ("rank 8'", "a8' b8' c8' d8' e8' f8' g8' h8'"),
        ("far rank 1 file c", "c8 c8'"),
        ("file h near rank 2", "h2"),
    ] {
        let found = padma_rules::model::parse_places(text, board, &rules.variant.sets, Side::White)
            .unwrap();
        assert_eq!(names(board, found), sorted(expected), "{text}");
    }
}

#[test]
fn an_empty_board_has_a_fen() {
    let fen = |name: &str| {
        let rules = rules(name);
        fen::write(
            &rules.variant.empty_position(),
            &Reserve::default(),
            &rules.variant.board,
            &[],
        )
        .unwrap()
    };
    // From above: rank 8', the two cells between it and rank 8, rank 8, and so on.
    assert_eq!(fen("twin"), "8/2/8/8/8/8/8/8/8/8/2/8");
    // Ranks 15, 14, 13 and so on: points and squares in turn.
    assert_eq!(fen("corners"), "5*/4*/*6*/*5*/8/7/8/7/8/7/8/*5*/*6*/*4/*5");
}

/// The board of squares and points as it is at first, and where each of its squares and corners lies.
#[test]
fn squares_have_their_corners() {
    let rules = rules("corners");
    let board = &rules.variant.board;
    let there = board.all() - *board.absent();
    assert_eq!(
        (
            board.of_kind(CellKind::Square).len(),
            (there & board.of_kind(CellKind::Square)).len()
        ),
        (45, 39)
    );
    assert_eq!(
        (
            board.of_kind(CellKind::Point).len(),
            (there & board.of_kind(CellKind::Point)).len()
        ),
        (60, 54)
    );
    assert_eq!(
        names(board, *board.absent()),
        sorted("l14 m15 b12 a13 n12 o13 b4 a3 n4 o3 d2 c1")
    );
    let empty = rules.variant.empty_position();
    for (from, expected) in [
        ("h2", "g1 g3 i1 i3"),
        ("e5", "d4 d6 f4 f6"),
        ("c15", "d14"),
        ("c13", "d12 d14"),
        ("c3", "d4"),
        ("a5", "b6"),
        ("l2", "k1 k3 m1 m3"),
    ] {
        assert_eq!(
            names(board, reach(rules, "climber", from, &empty)),
            sorted(expected),
            "{from}"
        );
    }
    let corner = |class: &str, from: &str| {
        let found = board.steps(board.class(class).unwrap(), cell(board, from));
        names(board, found.into_iter().collect())
    };
    for (class, from, to) in [
        ("ne", "h2", "i3"),
        ("nw", "h2", "g3"),
        ("se", "h2", "i1"),
        ("sw", "h2", "g1"),
        ("ne", "g1", "h2"),
        ("sw", "o15", ""),
    ] {
        if board.cell(from).is_some() {
            assert_eq!(corner(class, from), to, "{class} of {from}");
        }
    }
}

#[test]
fn a_cell_can_be_an_exception_to_its_board() {
    let toml = "
        board = { kind = 'grid', files = 3, ranks = 3, except = [
            { name = 'b2', apart = true },
            { name = 'a3', shape = 'triangle' },
            { name = 'c1', rank = 7 },
        ] }
        piece = [{ id = 'rook', movement = 'slide along orthogonal' }]
    ";
    let variant = Variant::load(toml).unwrap();
    // Along the middle file and rank there is nothing but the cell that is cut off.
    assert_eq!(variant.reach("rook", "b1"), Ok(vec!["a1", "c1"]));
    assert_eq!(variant.reach("rook", "b2"), Ok(vec![]));
    assert_eq!(
        variant.reach("rook", "a3"),
        Ok(vec!["a1", "a2", "b3", "c3"])
    );
    let board = &variant.rules().variant.board;
    let kinds = ["a3", "b3"].map(|name| board.info(cell(board, name)).kind);
    assert_eq!(kinds, [CellKind::Triangle, CellKind::Square]);
    let rank = |name| board.info(cell(board, name)).rank.map(|rank| rank.number);
    assert_eq!((rank("c1"), rank("b1")), (Some(7), Some(1)));
    for (old, new, message) in [
        ("'b2'", "'d2'", "`d2` is not a cell of this board"),
        (
            ", apart = true",
            "",
            "this exception does not say what is different",
        ),
    ] {
        let mistakes = Variant::load(&toml.replace(old, new)).unwrap_err();
        let mistakes = mistakes.to_string();
        assert!(mistakes.contains(message), "{mistakes}");
    }
}

#[test]
fn no_piece_enters_an_absent_cell() {
    let rules = rules("corners");
    let board = &rules.variant.board;
    let mut position = rules.variant.empty_position();
    assert_eq!(
        names(board, reach(rules, "rook", "h12", &position)),
        sorted("d12 f12 j12 l12 h14 h10 h8 h6 h4 h2")
    );
    assert_eq!(
        names(board, reach(rules, "knightrider", "h6", &position)),
        sorted("f2 f10 d14 j2 j10 d4 d8 l4 l8")
    );
    assert_eq!(
        names(board, reach(rules, "spider", "c3", &position)),
        sorted("a7 e7 g1 g5")
    );
    // The other six squares come, and the two that were there go.
    position.set_absent(board.with_corners(cells(board, "d14 l2")));
    assert_eq!(names(board, position.absent()), sorted("d14 c15 l2 m1"));
    assert_eq!(
        names(board, reach(rules, "rook", "h12", &position)),
        sorted("b12 d12 f12 j12 l12 n12 h14 h10 h8 h6 h4 h2")
    );
    assert_eq!(
        names(board, reach(rules, "wizard", "c13", &position)),
        sorted("a11 c11 e11 a13 e13 e15")
    );
}

proptest! {
    #[test]
    fn a_position_is_read_back_from_its_fen(
        twin in any::<bool>(),
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        gone in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let rules = rules(if twin { "twin" } else { "corners" });
        let board = &rules.variant.board;
        let movable: Vec<Cell> = (*board.movable() & board.of_kind(CellKind::Square)).iter().collect();
        let gone = gone.iter().filter(|_| !movable.is_empty()).map(|index| movable[index.index(movable.len())]);
        let absent = board.with_corners(gone.collect());
        let mut position = rules.variant.empty_position();
        position.set_absent(absent);
        for (cell, side) in pieces(rules, &places, &absent) {
            position.put(cell, Some(Piece { side, kind: rules.variant.kind_named("rook") }));
        }
        let text = fen::write(&position, &Reserve::default(), board, &rules.variant.kinds).unwrap();
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("fen", &*text);
        let excerpt = Excerpt::verbatim(&text, sources.whole(id));
        let placement = fen::parse(&excerpt, board, &rules.variant.kinds, &mut diagnostics);
        let back = placement.unwrap_or_else(|| panic!("{text}: {diagnostics:?}")).position(board);
        prop_assert!(back.pieces().eq(position.pieces()), "{}", text);
        prop_assert_eq!(back.absent(), position.absent(), "{}", text);
    }
}

/// A piece on a board: the board, the movement, where it stands, whose it is, and what it reaches, by hand.
const REACHED: [(&str, &str, &str, Side, &str); 15] = [
    // Round the cylinder and back to the piece; the diagonals meet on the other side.
    (
        CYLINDER,
        "slide orthogonal",
        "a1",
        Side::White,
        "a2 a3 b1 c1 d1 e1",
    ),
    (CYLINDER, "slide diagonal", "a1", Side::White, "b2 c3 d3 e2"),
    (CYLINDER, "step N", "a1", Side::White, "b3 c2 d2 e3"),
    (
        TORUS,
        "slide diagonal",
        "a1",
        Side::White,
        "b2 b5 c3 c4 d3 d4 e2 e5",
    ),
    (
        TORUS,
        "step forward along orthogonal",
        "a5",
        Side::White,
        "a1",
    ),
    (
        TORUS,
        "step forward along orthogonal",
        "a5",
        Side::Black,
        "a4",
    ),
    // Links: the palace's diagonals, a leap that is not turned, a way that leads one way.
    (LINKED, "slide palace", "a1", Side::White, "b2 c3"),
    (
        LINKED,
        "step forward along palace",
        "b2",
        Side::White,
        "a3 c3",
    ),
    (
        LINKED,
        "step forward along palace",
        "b2",
        Side::Black,
        "a1 c1",
    ),
    (LINKED, "step up-right", "b2", Side::White, "c4"),
    (LINKED, "ride 1 along up-right", "b4", Side::Black, "a2"),
    (LINKED, "slide round", "c2", Side::White, "a1 a2 b1 c1"),
    // A leap goes where it goes furthest: this one sideways.
    (LINKED, "step sideways along aside", "a1", Side::White, "c2"),
    (LINKED, "step forward along aside", "a1", Side::White, ""),
    // On two sheets that share a rank, a leap keeps to either.
    (JOINED, "step ahead", "b2", Side::White, "b1 b3"),
];

const CYLINDER: &str = "kind = 'grid'\nfiles = 5\nranks = 3\nglue = ['left right']";
const TORUS: &str = "kind = 'grid'\nfiles = 5\nranks = 5\nglue = ['left right', 'bottom top']";
const LINKED: &str = "kind = 'grid'\nfiles = 3\nranks = 4\n[directions]\npalace = 'a1-b2-c3 c1-b2-a3'\n\
                      up-right = '(1,2)'\nround = 'c2>c1>b1>a1>a2'\naside = '(2,1)'";
const JOINED: &str = "kind = 'sheets'\n[[board.sheet]]\nid = 'one'\nfiles = 2\nranks = ['2', '3']\n\
                      [[board.sheet]]\nid = 'other'\nfiles = 2\nranks = ['2', '1']\nat = [0, -1]\ndrawn = { 2 = 1, 1 = 0 }\n\
                      [directions]\nahead = '(0,1)'";

#[test]
fn joined_sides_and_named_directions_lead_where_they_should() {
    for (board, movement, from, side, expected) in REACHED {
        let toml = format!("[[piece]]\nid = 'piece'\nmovement = '{movement}'\n[board]\n{board}\n");
        let rules = Rules::new(variant(&toml));
        let board = &rules.variant.board;
        let alone = rules.alone(rules.variant.kind_named("piece").unwrap(), side);
        let reached = names(board, alone.of(cell(board, from)));
        assert_eq!(
            reached,
            sorted(expected),
            "{movement} from {from}, {side:?}"
        );
    }
}

/// Where the files of published boards begin and end: those of Gliński and McCooey, and of Shafran, whose Kings begin on e1 and
/// e10 and whose Rooks begin on a1, i5, a6 and i10.
const FILES: [(&str, &str); 2] = [
    (
        "outline = 'hexagon 6'\nfiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'k', 'l']",
        "a1-a6 b1-b7 c1-c8 d1-d9 e1-e10 f1-f11 g1-g10 h1-h9 i1-i8 k1-k7 l1-l6",
    ),
    (
        "outline = 'hexagon 6 5 5'\nnames = 'slanted'",
        "a1-a6 b1-b7 c1-c8 d1-d9 e1-e10 f2-f10 g3-g10 h4-h10 i5-i10",
    ),
];

#[test]
fn cells_of_hexagonal_boards_have_the_names_of_the_literature() {
    for (board, expected) in FILES {
        let piece = "[[piece]]\nid = 'rook'\nmovement = 'slide orthogonal'\n";
        let board = variant(&format!("{piece}[board]\nkind = 'hex'\n{board}\n")).board;
        let ends = |file: usize| {
            let on_file = |cell: &Cell| board.info(*cell).file == Some(file);
            let mut cells = board.cells().filter(on_file);
            let first = cells.next().unwrap();
            let last = cells.last().unwrap();
            format!("{}-{}", board.name(first), board.name(last))
        };
        let files: Vec<String> = (0..board.files().len()).map(ends).collect();
        assert_eq!(files.join(" "), expected);
    }
}
