//! Positions as the common programs write them.

use padma_rules::model::Side;
use padma_rules::play::{Game, Scratch, State, perft};
use padma_rules::reach::Rules;
use padma_text::Sources;
use padma_text::diag::Diagnostics;

use crate::import::reading::{import, read_back};

/// A section, a position, and how Padma writes it.
const POSITIONS: [(&str, &str, &str); 8] = [
    // The hands as one more rank, and a mark that no piece of this game needs.
    (
        "[a:capahouse]\npromotionLimit = q:9\n",
        "4k5/10/10/10/10/10/10/4K4Q~/Np w - - 0 1",
        "4k5/10/10/10/10/10/10/4K4Q[Np] w - - 0 1",
    ),
    (
        "[a:crazyhouse]\n",
        "4k3/8/8/8/8/8/8/4K2Q~/Np b - - 0 1",
        "4k3/8/8/8/8/8/8/4K2Q~[Np] b - - 0 1",
    ),
    (
        "[a:shogi]\n",
        "4k4/9/9/9/9/9/9/9/4K3+P[] w - - 0 1",
        "4k4/9/9/9/9/9/9/9/4K3+P w - - 0 1",
    ),
    // Checks still to give, as Fairy-Stockfish writes them, and checks given, as Lichess does.
    (
        "[a:3check]\n",
        "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 checks=1/0",
    ),
    (
        "[a:3check]\n",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+2",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 checks=1/2",
    ),
    // The inner rook of Shredder-FEN, and of X-FEN.
    (
        "[a:chess]\nstartFen = 1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1\n",
        "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1",
        "1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1",
    ),
    (
        "[a:chess]\nstartFen = r3k1rr/8/8/8/8/8/8/R3K1RR w GQgq - 0 1\n",
        "r3k1rr/8/8/8/8/8/8/R3K1RR w GQgq - 0 1",
        "r3k1rr/8/8/8/8/8/8/R3K1RR w GQgq - 0 1",
    ),
    // The files of the pieces behind which others may enter.
    (
        "[a:seirawan]\n",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQDFkqbcdfg - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQkq - 0 1 moved=b1c1g1",
    ),
];

fn rules_of(section: &str) -> Rules {
    let imported = import(section, None).unwrap_or_else(|errors| panic!("{section}: {errors:?}"));
    Rules::new(read_back(&imported.toml))
}

#[test]
fn positions_of_other_programs_are_read() {
    for (section, fen, expected) in POSITIONS {
        let rules = rules_of(section);
        let game = Game::new(&rules);
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let text = sources.excerpt("fen", fen);
        let state = State::read(&game, &text, &mut diagnostics);
        let state = state.unwrap_or_else(|| panic!("{fen}: {diagnostics:?}"));
        assert_eq!(state.fen(&game, 1).unwrap(), expected, "{section}{fen}");
    }
}

/// A piece may enter behind those only that have not moved: here a Queen, a King and two Rooks.
#[test]
fn rights_of_files_let_pieces_enter() {
    let rules = rules_of("[a:seirawan]\n");
    let game = Game::new(&rules);
    let count = |rights: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/RNBQKBNR[H] w {rights} - 0 1");
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let text = sources.excerpt("fen", &fen);
        let mut state = State::read(&game, &text, &mut diagnostics).unwrap();
        perft(&game, &mut state, &mut Scratch::default(), 1)
    };
    // Each Knight has three moves, and each again with a Hawk on the cell it leaves.
    assert_eq!(count("KQBCDFG") - count("KQCDF"), 3 + 3);
}

#[test]
fn a_setup_may_say_that_black_begins() {
    let imported = import(
        "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n",
        None,
    );
    let imported = imported.unwrap_or_else(|errors| panic!("{errors:?}"));
    assert!(
        imported.toml.contains("PPPPPPPP/RNBQKBNR b\""),
        "{}",
        imported.toml
    );
    let rules = Rules::new(read_back(&imported.toml));
    let game = Game::new(&rules);
    let mut state = State::setup(&game).unwrap();
    assert_eq!(state.to_move(), Side::Black);
    assert_eq!(perft(&game, &mut state, &mut Scratch::default(), 2), 400);
}
