//! Drawings of boards of several sheets, read from characters.

use std::collections::BTreeSet;

use crate::drawings::read;
use kit::boards::{names, pieces, rules, sorted};
use kit::content::cells;
use padma_expr::PlacedDiagram;
use padma_picture::backend::ascii;
use padma_rules::diagram::{Diagram, PieceFace, ShownPiece};
use padma_rules::model::{Cell, CellKind, Side};
use padma_rules::reach::Rules;
use padma_words::english;
use proptest::prelude::*;

#[test]
fn a_label_that_is_a_piece_s_letter_stands_beside_no_picture() {
    let variant = &rules("twin").variant;
    let king = variant.kind_named("king").unwrap();
    let shown = ShownPiece::of_piece(
        variant,
        king,
        Side::Black,
        variant.board.cell("e8").unwrap(),
    );
    for (label, stands) in [("K", false), ("k", false), ("K2", true), ("A", true)] {
        let labelled = shown.clone().labelled(label);
        assert_eq!(
            matches!(labelled.face, PieceFace::Picture { labelled: true, .. }),
            stands,
            "{label}"
        );
        assert_eq!(labelled == shown, !stands, "{label}");
    }
}

fn standing(figure: &PlacedDiagram, rules: &Rules) -> String {
    let board = &rules.variant.board;
    let piece = |piece: &padma_expr::PlacedPiece| {
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
        let (figure, _, complaints) = read(&format!("{pieces}\ndrawing\n{drawing}\n"), rules);
        assert_eq!(complaints, Vec::<String>::new(), "{drawing}");
        assert_eq!(standing(&figure, rules), sorted(expected), "{drawing}");
        let absent = board.with_corners(cells(board, absent));
        assert_eq!(
            names(board, figure.position.absent()),
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
            "f4 is drawn dark, but is light on the board",
        ),
        (
            "4 |   |   |:::|   |:::|",
            "d4 is drawn light, but is dark on the board",
        ),
        (
            "4 |:::| W |   |   |:::|",
            "h4 is drawn light, but is dark on the board",
        ),
        (
            "4 |:W |   |:::|   |:::|",
            "d4 is drawn light, but is dark on the board",
        ),
        ("+---+\n|:::|", "this drawing has 2 ranks without names"),
    ] {
        let (_, _, complaints) = read(&format!("drawing\n{drawing}\n"), rules);
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
    let (figure, _, complaints) = read(&shown, rules);
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
        let (_, _, complaints) = read(&lines, rules);
        assert!(
            complaints.concat().contains(message),
            "{lines}: {}",
            complaints.concat()
        );
    }
}

proptest! {
    #[test]
    fn a_position_drawn_as_text_reads_back(
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
        let shown = pieces.iter().map(|(cell, side)| ShownPiece::of_piece(&rules.variant, kind, *side, *cell));
        let diagram = Diagram { pieces: shown.collect(), absent, ..Diagram::default() };
        let text = ascii::draw(&diagram, board, english());
        let text = text.split("\n\n").next().unwrap();
        let id = &rules.variant.kind(kind).id;
        let lines: Vec<String> = pieces.iter().map(|(_, side)| format!("{} {id}", side.name())).collect();
        let (figure, _, complaints) = read(&format!("{}\ndrawing\n{text}\n", lines.join("\n")), rules);
        prop_assert_eq!(complaints, Vec::<String>::new(), "{}", text);
        let found: BTreeSet<(Cell, Side)> = figure.pieces.iter().map(|piece| (piece.cell, piece.side)).collect();
        prop_assert_eq!(found, pieces.into_iter().collect(), "{}", text);
        prop_assert_eq!(figure.position.absent(), absent, "{}", text);
    }
}
