//! The pieces of Rotary Chess as its source describes them in English: a table of cases through the book's own
//! TOML, whose strings are the source's. Each was worked out from the words, not from the string.

use padma_rules::model::Piece;
use padma_rules::model::Side::{Black, White};
use padma_rules::play::{
    Effect, EffectVerb, Game, Moves, Scratch, State, begin_history, legal_moves, perft,
};
use padma_text::{Excerpt, Sources};

const CASES: &[kit_rules::content::Case] = &[
    (
        "basilisk",
        White,
        "f6",
        "",
        "",
        "c3 c9 e6 f5 f7 g6 i3 i9",
        "",
    ),
    ("basilisk", White, "b2", "", "", "a2 b1 b3 c2 e5", ""),
    ("basilisk", Black, "a1", "b1", "d4", "a2", "d4"),
    (
        "caballero",
        White,
        "f6",
        "",
        "",
        "c4 c8 d3 d5 d7 d9 e4 e5 e7 e8 g4 g5 g7 g8 h3 h5 h7 h9 i4 i8",
        "",
    ),
    ("caballero", White, "l12", "", "", "i10 j9 j11 k10 k11", ""),
    (
        "four-diamond",
        White,
        "f6",
        "",
        "",
        "a6 b5 b7 c4 c8 d3 d5 d7 d9 e2 e4 e6 e8 e10 f1 f5 f7 f11 g2 g4 g6 g8 g10 h3 h5 h7 h9 i4 i8 j5 j7 k6",
        "",
    ),
    (
        "four-diamond",
        White,
        "a1",
        "",
        "",
        "a2 a6 b1 b3 b5 c2 c4 d3 e2 f1",
        "",
    ),
    (
        "jackal",
        White,
        "f6",
        "",
        "",
        "c3 c4 c8 c9 d3 d9 h3 h9 i3 i4 i8 i9",
        "",
    ),
    ("jackal", White, "a1", "", "", "c4 d3 d4", ""),
    (
        "mongoose",
        White,
        "f6",
        "",
        "",
        "a2 a10 b3 b9 c4 c8 d5 d7 e6 g6 h5 h7 i4 i8 j3 j9 k2 k10 l1 l11",
        "",
    ),
    ("mongoose", White, "f6", "e6 j3", "h7", "g6 h5 i4", "h7"),
    ("mongoose", Black, "a1", "", "b1", "", "b1"),
    ("sniff", White, "f6", "", "", "d5 d7 e5 e7 g5 g7 h5 h7", ""),
    ("sniff", Black, "a1", "", "", "b2 c2", ""),
    (
        "walrus",
        White,
        "f6",
        "",
        "",
        "c3 c9 d4 d8 e5 e7 g5 g7 h4 h8 i3 i9",
        "",
    ),
    (
        "walrus",
        White,
        "f6",
        "e7",
        "g7 h4 c3",
        "c9 d4 d8 e5 g5 h8 i3 i9",
        "c3 g7 h4",
    ),
    (
        "walrus",
        White,
        "f6",
        "",
        "d4 c3",
        "c9 d8 e5 e7 g5 g7 h4 h8 i3 i9",
        "d4",
    ),
    (
        "warpriest",
        White,
        "f6",
        "",
        "",
        "c3 c9 d5 d7 e4 e8 g4 g8 h5 h7 i3 i9",
        "",
    ),
    ("warpriest", White, "l1", "k3", "", "i4 j2", ""),
    ("guard", White, "a12", "", "", "a11 b11 b12", ""),
    ("king", White, "f6", "f7", "e5", "e6 e7 f5 g5 g6 g7", "e5"),
    ("queen", White, "a1", "c1 a4", "c3", "a2 a3 b1 b2", "c3"),
    (
        "rook",
        White,
        "f6",
        "f3",
        "j6",
        "a6 b6 c6 d6 e6 f4 f5 f7 f8 f9 f10 f11 f12 g6 h6 i6",
        "j6",
    ),
    (
        "bishop",
        White,
        "f6",
        "d8",
        "i9",
        "a1 b2 c3 d4 e5 e7 g5 g7 h4 h8 i3 j2 k1",
        "i9",
    ),
    ("pawn", White, "a3", "", "", "a4", ""),
    ("pawn", White, "f6", "f7", "e7 g7", "", "e7 g7"),
    ("pawn", Black, "f6", "", "e5 g7", "f5", "e5"),
];

#[test]
fn every_piece_moves_as_its_source_says() {
    let rules = kit_rules::content::variant("rotary-chess");
    kit_rules::content::assert_moves(&rules, CASES);
    for kind in &rules.variant.kinds {
        assert!(
            CASES.iter().any(|case| case.0 == kind.id),
            "{} has no case",
            kind.id
        );
    }
}

/// 24 moves of Pawns; 6 of Warpriests, 4 of Basilisks, 4 of Caballeros, 8 of Four-Diamonds, 12 of Jackals and 8 of
/// Walruses, all leaps. No first move takes or opens anything that Black's first depends on.
#[test]
fn a_game_begins_with_66_moves_and_as_many_replies() {
    let rules = kit_rules::content::variant("rotary-chess");
    let game = Game::new(&rules);
    let mut scratch = Scratch::default();
    let mut state = State::setup(&game).expect("the book has a setup");
    begin_history(&game, &mut state, &mut scratch);
    assert_eq!(
        [1, 2].map(|depth| perft(&game, &mut state, &mut scratch, depth)),
        [66, 66 * 66]
    );
}

/// `O4`: the King goes four cells along its rank, the Rook from that edge to the cell it came over last.
#[test]
fn the_king_castles_over_four_cells_on_either_wing() {
    let rules = kit_rules::content::variant("rotary-chess");
    let (game, board) = (Game::new(&rules), &rules.variant.board);
    let mut scratch = Scratch::default();
    let fen = "6k5/12/12/12/12/12/12/12/12/12/12/R5K4R w";
    let (mut sources, mut diagnostics) = (Sources::default(), Default::default());
    let id = sources.add("<fen>", fen);
    let text = Excerpt::verbatim(fen, sources.whole(id));
    let mut state =
        State::read(&game, &text, &mut diagnostics).unwrap_or_else(|| panic!("{diagnostics:?}"));
    begin_history(&game, &mut state, &mut scratch);
    let mut moves = Moves::default();
    legal_moves(&game, &mut state, &mut scratch, &mut moves);
    let name = |cell| board.name(cell).to_string();
    let mut castlings: Vec<Vec<(String, String)>> = moves
        .iter()
        .map(|played| {
            let moved = moves
                .effects(played)
                .iter()
                .filter(|effect| effect.verb == EffectVerb::Move)
                .filter_map(Effect::ends);
            moved
                .map(|[from, to]| (name(from), name(to)))
                .collect::<Vec<_>>()
        })
        .filter(|moved| moved.len() == 2)
        .collect();
    castlings.sort();
    let wing = |king: &str, from: &str, to: &str| {
        vec![
            ("g1".to_string(), king.to_string()),
            (from.to_string(), to.to_string()),
        ]
    };
    assert_eq!(castlings, [wing("c1", "a1", "d1"), wing("k1", "l1", "j1")]);
}

/// The King castles with the Rook that stands on the edge cell, and with no other piece.
#[test]
fn only_a_rook_castles_with_the_king() {
    let rules = kit_rules::content::variant("rotary-chess");
    let (variant, game) = (&rules.variant, Game::new(&rules));
    let castles = |partner: &str| {
        let mut state = State::empty(&game);
        for (piece, cell, side) in [
            ("king", "g1", White),
            (partner, "a1", White),
            ("king", "g12", Black),
        ] {
            let piece = Piece {
                side,
                kind: variant.kind_named(piece),
            };
            state.place(variant.board.cell(cell).unwrap(), Some(piece), false);
        }
        let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        let (from, to) = (variant.board.cell("g1"), variant.board.cell("c1").unwrap());
        moves.iter().any(|mv| (mv.from, mv.to) == (from, to))
    };
    assert!(castles("rook"));
    assert!(!castles("four-diamond"));
    assert!(!castles("queen"));
}
