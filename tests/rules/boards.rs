//! Boards of several sheets: two that share most of their cells, and squares with the points on their corners.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use padma_book::pages::diagram::{self, DiagramDecl};
use padma_book::place::{Games, PlacedDiagram, Playable, place_diagram};
use padma_picture::backend::ascii;
use padma_rules::diagram::{Diagram, Face, ShownPiece};
use padma_rules::model::{
    Board, Cell, CellKind, CellSet, Contact, Piece, Position, Rank, Reserve, Side, fen,
};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources, Word};
use padma_variant::terminal;
use proptest::prelude::*;

static TWIN: LazyLock<Rules> = LazyLock::new(|| resolved("twin"));
static CORNERS: LazyLock<Rules> = LazyLock::new(|| resolved("corners"));

fn resolved(name: &str) -> Rules {
    let path = kit::folder::root().join(format!("tests/boards/{name}.toml"));
    Rules::new(kit::grids::variant(&std::fs::read_to_string(path).unwrap()))
}

fn rules(name: &str) -> &'static Rules {
    if name == "twin" { &TWIN } else { &CORNERS }
}

fn cell(board: &Board, name: &str) -> Cell {
    board.cell(name).unwrap_or_else(|| panic!("{name}"))
}

fn cells(board: &Board, names: &str) -> CellSet {
    names
        .split_whitespace()
        .map(|name| cell(board, name))
        .collect()
}

fn names(board: &Board, set: CellSet) -> String {
    let names: BTreeSet<String> = board.names_of(&set).into_iter().collect();
    names.into_iter().collect::<Vec<_>>().join(" ")
}

fn sorted(text: &str) -> String {
    text.split_whitespace()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect::<Vec<_>>()
        .join(" ")
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
fn a_label_that_is_a_piece_s_letter_stands_beside_no_picture() {
    let variant = &rules("twin").variant;
    let king = variant.kind(variant.kind_named("king").unwrap());
    let shown = ShownPiece::of_piece(king, Side::Black, cell(&variant.board, "e8"));
    for (label, stands) in [("K", false), ("k", false), ("K2", true), ("A", true)] {
        let labelled = shown.clone().labelled(label);
        assert_eq!(
            matches!(labelled.face, Face::Picture { labelled: true, .. }),
            stands,
            "{label}"
        );
        assert_eq!(labelled == shown, !stands, "{label}");
    }
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
fn nobody_enters_what_is_absent() {
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
    assert_eq!(names(board, *position.absent()), sorted("d14 c15 l2 m1"));
    assert_eq!(
        names(board, reach(rules, "rook", "h12", &position)),
        sorted("b12 d12 f12 j12 l12 n12 h14 h10 h8 h6 h4 h2")
    );
    assert_eq!(
        names(board, reach(rules, "wizard", "c13", &position)),
        sorted("a11 c11 e11 a13 e13 e15")
    );
}

fn read(block: &str, rules: &Rules) -> (PlacedDiagram, Vec<String>) {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("block", block);
    let span = sources.whole(id);
    let mut decl = DiagramDecl::new(
        Word {
            text: "D".into(),
            span,
        },
        String::new(),
        span,
    );
    diagram::lines(
        &Excerpt::verbatim(block, span),
        None,
        &mut decl,
        &mut diagnostics,
    );
    let figure = place_diagram(
        &decl,
        0,
        &Playable::new(rules),
        &Games::default(),
        &mut diagnostics,
    );
    let complaints = diagnostics
        .iter()
        .map(|found| terminal::render(found, &sources, false))
        .collect();
    (figure, complaints)
}

fn standing(figure: &PlacedDiagram, rules: &Rules) -> String {
    let board = &rules.variant.board;
    let piece = |piece: &padma_book::place::PlacedPiece| {
        let sign = if piece.side == Side::Black { "*" } else { "" };
        format!("{sign}{}{}", piece.label, board.name(piece.cell))
    };
    figure
        .pieces
        .iter()
        .map(piece)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The drawings of the article that describes squares and corners, with their lines restored and their blanks lost:
/// the pieces, the drawing, where they stand, and the squares that are absent.
struct Drawing {
    pieces: &'static str,
    drawing: &'static str,
    standing: &'static str,
    absent: &'static str,
}

const AT_FIRST: &str = "l14 b12 n12 b4 n4 d2";

const DRAWINGS: [Drawing; 5] = [
    Drawing {
        pieces: "black silver,black king,black gold,black rook,black knightrider,black bishop,black pawn,black pawn,\
              black pawn,white pawn,white pawn,white pawn,white bishop,white knightrider,white rook,white gold,\
              white king,white silver",
        drawing: "15 +---+---+---+---+\n14 |###|*S*|*K*|*G*|\n13 +---+---+---+---+---+\n\
                  12 |:::|*R*|*N*|*B*|:::|\n11 +---+---+---+---+---+---+---+\n10 |:::| |*P*|*P*|*P*| |:::|\n\
                  9 +---+---+---+---+---+---+---+\n8 | |:::| |:::| |:::| |\n7 +---+---+---+---+---+---+---+\n\
                  6 |:::| |:P:| P |:P:| |:::|\n5 +---+---+---+---+---+---+---+\n4 |:::| B |:N:| R |:::|\n\
                  3 +---+---+---+---+---+\n2 |:G:| K |:S:|###|\n1 +---+---+---+---+\na b c d e f g h i j k l m n o",
        standing: "*Bj12 *Gj14 *Kh14 *Nh12 *Pf10 *Ph10 *Pj10 *Rf12 *Sf14 Bf4 Gf2 Kh2 Nh4 Pf6 Ph6 Pj6 Rj4 Sj2",
        absent: AT_FIRST,
    },
    Drawing {
        pieces: "white W wizard,white W wizard,white P pawn,white B bishop,white N knightrider,white R rook,\
              white S silver,black G gold",
        drawing: "7 +---+---+---+---+---+---+---+\n6 |:::| P |:B:| |:::| |:N:|\n5 +---+---W---+---+---+---W---+\n\
                  4 |:R:| S |:::| |*G*|\n3 +---+---+---+---+---+\n2 |:::| |:::|\n1 +---+---+---+\n\
                  a b c d e f g h i j k l m n o",
        standing: "*Gl4 Bf6 Nn6 Pd6 Rd4 Sf4 We5 Wm5",
        absent: "l14 b12 n12 b4 n4 d2 l2",
    },
    Drawing {
        pieces: "white B bishop,white R rook,black G gold,white K king,white S silver,white Z spider,white Z spider",
        drawing: "5 +---+---+---+---+---+---+---+\n4 |:::| B |:::| R |*G*|\n3 +---+---Z---+---Z---+\n\
                  2 |:::| K |:S:|\n1 +---+---+---+\na b c d e f g h i j k l m n o",
        standing: "*Gl4 Bf4 Kh2 Rj4 Sj2 Zg3 Zk3",
        absent: "l14 b12 n12 b4 n4 d2 l2",
    },
    Drawing {
        pieces: "white C wizard,white C wizard,white K king,white Z spider",
        drawing: "5 +---+---+---C---+---+---+---+\n4 |:::| |:::| |:::|\n3 +---+---+---Z---C---+\n\
                  2 |:::| K |:::|\n1 +---+---+---+\na b c d e f g h i j k l m n o",
        standing: "Cg5 Ck3 Kh2 Zi3",
        absent: "l14 b12 n12 b4 n4 d2 l2",
    },
    Drawing {
        pieces: "white X wizard,white X wizard,black X wizard,white X wizard,black I immobilizer,white G gold,\
              black Z spider,white C wizard,black C wizard,white K king",
        drawing: "5 X---*I--+---+---+---+---+---+\n4 |#G#|:::| |:::| |:::|\n3 X---*Z--+---+---+---C---X\n\
                  2 |:::| |:::|#K#|\n1 +---+---+---*X--*C\na b c d e f g h i j k l m n o",
        standing: "*Cm1 *Ic5 *Xk1 *Zc3 Ck3 Gb4 Kl2 Xa3 Xa5 Xm3",
        absent: "l14 b12 n12 n4 d2",
    },
];

#[test]
fn drawings_of_crossing_lines_are_read() {
    let rules = rules("corners");
    let board = &rules.variant.board;
    for Drawing {
        pieces,
        drawing,
        standing: expected,
        absent,
    } in DRAWINGS
    {
        let pieces = pieces.split(',').collect::<Vec<_>>().join("\n");
        let (figure, complaints) = read(&format!("{pieces}\ndrawing\n{drawing}\n"), rules);
        assert_eq!(complaints, Vec::<String>::new(), "{drawing}");
        assert_eq!(standing(&figure, rules), sorted(expected), "{drawing}");
        let absent = board.with_corners(cells(board, absent));
        assert_eq!(
            names(board, *figure.position.absent()),
            names(board, absent),
            "{drawing}"
        );
    }
}

#[test]
fn a_drawing_of_another_board_is_told_where_it_differs() {
    let rules = rules("corners");
    for (drawing, message) in [
        // As the article has it: a point is missing at the end of rank 5.
        (
            "5 +---+---+---+---+---+---+\n4 |:::|   |:::|   |:::|",
            "this rank is drawn with 7 points",
        ),
        ("4 |:::|   |:::|", "this rank is drawn with 3 squares"),
        ("16 +---+", "this line is not a rank of the board"),
        ("4 +---+---+", "this line is not a rank of the board"),
        (
            "4 |:::|:::|:::|   |:::|",
            "f4 is drawn dark, and is light on the board",
        ),
        (
            "4 |   |   |:::|   |:::|",
            "d4 is drawn light, and is dark on the board",
        ),
        (
            "4 |:::| W |   |   |:::|",
            "h4 is drawn light, and is dark on the board",
        ),
        (
            "4 |:W |   |:::|   |:::|",
            "d4 is drawn light, and is dark on the board",
        ),
        (
            "+---+\n|:::|",
            "this drawing has 2 ranks without their names",
        ),
    ] {
        let (_, complaints) = read(&format!("drawing\n{drawing}\n"), rules);
        assert!(
            complaints.concat().contains(message),
            "{drawing}: {}",
            complaints.concat()
        );
    }
}

#[test]
fn a_rank_that_the_source_draws_short_is_read_as_its_erratum_says() {
    let rules = rules("corners");
    let rank = "5 +---+---+---+---+---+---+";
    let shown = format!(
        "white W wizard\nerratum drawing: o5 -- it is short\ndrawing\n{}W",
        rank.trim_end_matches('+')
    );
    let (figure, complaints) = read(&shown, rules);
    assert_eq!(complaints, Vec::<String>::new());
    assert_eq!(standing(&figure, rules), sorted("Wm5"));
    for (lines, message) in [
        (
            format!("erratum drawing: o5 -- it is short\ndrawing\n{rank}---+"),
            "this rank is drawn with 8 points",
        ),
        (
            format!("erratum drawing: m5 o5 -- it is short\ndrawing\n{rank}"),
            "this rank is drawn with 7 points",
        ),
        (
            format!("erratum drawing: o55 -- it is short\ndrawing\n{rank}"),
            "`o55` is not a cell of this board",
        ),
        (
            "erratum drawing: o5 -- it is short".to_string(),
            "this diagram has no drawing that could be wrong",
        ),
    ] {
        let (_, complaints) = read(&lines, rules);
        assert!(
            complaints.concat().contains(message),
            "{lines}: {}",
            complaints.concat()
        );
    }
}

/// Pieces on some cells, in numbers that fit any board.
fn pieces(rules: &Rules, places: &[prop::sample::Index], absent: &CellSet) -> Vec<(Cell, Side)> {
    let board = &rules.variant.board;
    let mut taken = CellSet::EMPTY;
    let mut pieces = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let cell = Cell::new(place.index(board.len()));
        if !taken.contains(cell) && !absent.contains(cell) {
            taken.insert(cell);
            pieces.push((
                cell,
                if index % 2 == 0 {
                    Side::White
                } else {
                    Side::Black
                },
            ));
        }
    }
    pieces
}

proptest! {
    #[test]
    fn what_is_drawn_with_characters_is_read_back(
        twin in any::<bool>(),
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        gone in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let rules = rules(if twin { "twin" } else { "corners" });
        let board = &rules.variant.board;
        let movable: Vec<Cell> = (*board.movable() & board.of_kind(CellKind::Square)).iter().collect();
        let gone = gone.iter().filter(|_| !movable.is_empty()).map(|index| movable[index.index(movable.len())]);
        let absent = board.with_corners(gone.collect());
        let kind = rules.variant.kind_named(if twin { "king" } else { "climber" }).unwrap();
        let pieces = pieces(rules, &places, &absent);
        let shown = pieces.iter().map(|(cell, side)| ShownPiece::of_piece(rules.variant.kind(kind), *side, *cell));
        let diagram = Diagram { pieces: shown.collect(), absent, ..Diagram::default() };
        let text = ascii::draw(&diagram, board);
        let text = text.split("\n\n").next().unwrap();
        let id = &rules.variant.kind(kind).id;
        let lines: Vec<String> = pieces.iter().map(|(_, side)| format!("{} {id}", side.name())).collect();
        let (figure, complaints) = read(&format!("{}\ndrawing\n{text}\n", lines.join("\n")), rules);
        prop_assert_eq!(complaints, Vec::<String>::new(), "{}", text);
        let found: BTreeSet<(Cell, Side)> = figure.pieces.iter().map(|piece| (piece.cell, piece.side)).collect();
        prop_assert_eq!(found, pieces.into_iter().collect(), "{}", text);
        prop_assert_eq!(*figure.position.absent(), absent, "{}", text);
    }

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
