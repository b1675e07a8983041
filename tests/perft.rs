//! Counts of legal moves against numbers published for orthodox chess, and the fast way of telling what is
//! legal against the slow one.

#[path = "kit/table.rs"]
mod table;

use padma::diag::Diagnostics;
use padma::play::{Arbiter, Game, State, perft};
use padma::text::{Excerpt, Sources};

use table::{CHESS, rules};

fn state(game: &Game<'_>, fen: &str) -> State {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("<fen>", fen);
    let text = Excerpt::verbatim(fen, sources.whole(id));
    State::read(game, &text, &mut diagnostics).unwrap_or_else(|| panic!("{fen}: {diagnostics:?}"))
}

/// The usual six positions of the Chess Programming Wiki's page of perft results.
const PUBLISHED: [(&str, &[u64]); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281, 4_865_609]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", &[48, 2039, 97_862, 4_085_603]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2812, 43_238, 674_624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379, 2_103_487]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89_890, 3_894_594],
    ),
];

#[test]
fn orthodox_chess_has_as_many_lines_of_play_as_published() {
    let rules = rules(CHESS);
    let game = Game::new(&rules);
    let mut arbiter = Arbiter::new(&game);
    for (fen, counts) in PUBLISHED {
        let mut state = state(&game, fen);
        arbiter.begin(&mut state);
        let before = state.clone();
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(perft(&mut arbiter, &mut state, depth), *expected, "{fen} depth {depth}");
        }
        assert!(state == before, "{fen} is not as it was");
    }
}
