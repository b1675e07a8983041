//! Endings solved for every placement, against what has long been known of orthodox chess.

use padma_rules::model::{KindId, Side};
use padma_rules::play::{Game, Unsolvable, solve};
use padma_rules::reach::Rules;

use kit_rules::table::{CHESS, rules};

use crate::oracles;

fn listed(rules: &Rules, white: &[&str], black: &[&str]) -> Vec<(Side, KindId)> {
    let kind = |id: &&str| {
        rules
            .variant
            .kind_named(id)
            .unwrap_or_else(|| panic!("no {id}"))
    };
    let white = white.iter().map(|id| (Side::White, kind(id)));
    let black = black.iter().map(|id| (Side::Black, kind(id)));
    white.chain(black).collect()
}

/// The kings of orthodox chess stand apart in 3612 ways: 64 * 63, less 420 neighbours. With 62 cells left for a third
/// piece, all of whose positions with Black to move are legal, this makes 223,944.
const BLACK_TO_MOVE: u32 = (64 * 63 - 420) * 62;

#[test]
fn queen_and_rook_mate_as_fast_as_everybody_knows() {
    let rules = rules(CHESS);
    let game = Game::new(&rules);
    for (piece, moves) in [("queen", 10), ("rook", 16)] {
        let [white, black] =
            solve(&game, &listed(&rules, &["king", piece], &["king"])).expect("solved");
        assert_eq!(
            (white.drawn, white.lost),
            (0, 0),
            "{piece}: White to move always wins"
        );
        assert_eq!(white.longest_win, 2 * moves - 1, "{piece}");
        assert_eq!(black.longest_loss, 2 * moves, "{piece}");
        assert_eq!(
            black.won + black.lost + black.drawn,
            BLACK_TO_MOVE,
            "{piece}"
        );
    }
}

#[test]
fn a_minor_piece_never_forces_mate() {
    let rules = rules(CHESS);
    let game = Game::new(&rules);
    for piece in ["bishop", "knight"] {
        let tallies = solve(&game, &listed(&rules, &["king", piece], &["king"])).expect("solved");
        for (side, tally) in Side::BOTH.into_iter().zip(tallies) {
            assert_eq!((tally.won, tally.lost), (0, 0), "{piece}, {}", side.name());
        }
    }
}

#[test]
fn a_pawn_brings_what_it_becomes_into_the_ending() {
    let rules = rules(SIX_BY_SIX);
    let game = Game::new(&rules);
    let [white, black] =
        solve(&game, &listed(&rules, &["king", "pawn"], &["king"])).expect("solved");
    let [queens, _] = solve(&game, &listed(&rules, &["king", "queen"], &["king"])).expect("solved");
    assert_eq!(
        (white.lost, black.won),
        (0, 0),
        "nobody mates with a bare king"
    );
    assert!(
        white.won > 0 && white.drawn > 0,
        "some Pawns come through, and some are stopped: {white:?}"
    );
    assert!(
        white.longest_win > queens.longest_win,
        "it takes longer than with the Queen at hand: {white:?}"
    );
}

const SIX_BY_SIX: &str = r#"
title = "A small board"
[board]
kind = "grid"
files = 6
ranks = 6
[sets]
last-row = "far rank 1"
[[piece]]
id = "king"
royal = true
betza = "K"
[[piece]]
id = "queen"
betza = "Q"
[[piece]]
id = "pawn"
betza = "fmWfcF"
[[rule]]
kind = "promotion"
piece = "pawn"
cells = "last-row"
to = ["queen"]
"#;

#[test]
fn an_ending_of_too_many_positions_is_refused() {
    let rules = rules(CHESS);
    let pieces = listed(&rules, &["king", "bishop", "knight"], &["king"]);
    assert_eq!(
        solve(&Game::new(&rules), &pieces),
        Err(Unsolvable::TooLarge {
            most: 200_000_000 / 64
        })
    );
}

/// What stands beside the board, or has been counted, is said by no placement of pieces.
#[test]
fn an_ending_of_more_than_pieces_on_cells_is_refused() {
    let pieces = r#"
[board]
kind = "grid"
files = 5
ranks = 5
[sets]
last-row = "far rank 1"
[[piece]]
id = "king"
royal = true
betza = "K"
[[piece]]
id = "rook"
betza = "R"
[[piece]]
id = "pawn"
betza = "fW"
"#;
    let hand = "[[rule]]\nkind = \"into-hand\"\n[[rule]]\nkind = \"drop\"\n";
    let reserve = "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"last-row\"\nto = [\"rook\"]\nfrom_reserve = true\n";
    let becomes = "[[rule]]\nkind = \"transformation\"\npiece = \"rook\"\nwhen = \"captures\"\nto = \"pawn\"\nfrom_reserve = true\n";
    let goal = "[[rule]]\nkind = \"goal\"\npiece = \"rook\"\ncells = \"last-row\"\ncount = 2\n";
    // The rule, Black's pieces beside its King, and whether the ending is solved; White has a Rook beside its own.
    for (rule, others, solved) in [
        ("", vec!["rook"], true),
        (hand, vec!["rook"], false),
        (reserve, vec!["pawn"], false),
        (reserve, vec![], true),
        (becomes, vec![], false),
        (goal, vec![], false),
    ] {
        let rules = rules(&format!("{pieces}{rule}"));
        let black: Vec<&str> = ["king"].into_iter().chain(others).collect();
        let found = solve(
            &Game::new(&rules),
            &listed(&rules, &["king", "rook"], &black),
        );
        assert_eq!(
            found.err(),
            (!solved).then_some(Unsolvable::MoreThanPieces),
            "{rule} {black:?}"
        );
    }
}

/// The same board twice: once without a corner, once with a corner that is absent.
#[test]
fn an_absent_cell_counts_as_no_cell_in_an_ending() {
    let board = |keys: &str, sheet: &str| {
        let pieces = "[[piece]]\nid = \"king\"\nroyal = true\nmovement = \"step contiguous\"\n\
                      [[piece]]\nid = \"rook\"\nmovement = \"slide along orthogonal\"\n";
        format!(
            "[board]\nkind = \"sheets\"\n{keys}\n[[board.sheet]]\nid = \"one\"\nfiles = 4\nranks = 4\n{sheet}\n{pieces}"
        )
    };
    let [absent, without] = [
        board("movable = \"d4\"\nabsent = \"d4\"", ""),
        board("", "without = \"d4\""),
    ]
    .map(|text| {
        let rules = rules(&text);
        solve(
            &Game::new(&rules),
            &listed(&rules, &["king", "rook"], &["king"]),
        )
        .expect("solved")
    });
    assert_eq!(absent, without);
    assert!(
        absent[0].won > 0 && absent[0].drawn == 0,
        "King and Rook win there: {absent:?}"
    );
}

const FOUR_BY_FOUR: &str = r#"
[board]
kind = "grid"
files = 4
ranks = 4
[sets]
corner = "cells a1"
last-row = "far rank 1"
[[piece]]
id = "king"
royal = true
betza = "K"
[[piece]]
id = "lance"
betza = "fRlB"
[[piece]]
id = "wanderer"
movement = "wander along orthogonal up to 2"
[[piece]]
id = "pawn"
betza = "fmWfcF"
"#;

/// The graph joins placements that symmetries carry into one another; these variants have many symmetries, few or none.
#[test]
fn endings_come_out_as_placement_by_placement() {
    let rook = "[[piece]]\nid = \"rook\"\nbetza = \"R\"\n";
    let bound = "[[piece]]\nid = \"rook\"\nbetza = \"R\"\nstands_on = \"not corner\"\n";
    let promotion =
        "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"last-row\"\nto = [\"rook\"]\n";
    let stalemate = "[[rule]]\nkind = \"stalemate-on\"\ncells = \"corner\"\noutcome = \"loss\"\n";
    let goal = "[[rule]]\nkind = \"goal\"\npiece = \"king\"\ncells = \"last-row\"\n";
    let facing = "[[rule]]\nkind = \"facing\"\npiece = \"king\"\nalong = \"orthogonal\"\n";
    let no_check = "[[rule]]\nkind = \"no-check\"\n";
    let hill = "[[rule]]\nkind = \"king-of-the-hill\"\ncells = \"cells b3 c3\"\n";
    let explosion = "[[rule]]\nkind = \"explosion\"\nspares = [\"lance\"]\n";
    let duty = "[[rule]]\nkind = \"must-capture\"\n";
    let sheets = "kind = \"sheets\"\n\
        [[board.sheet]]\nid = \"one\"\nfiles = 3\nranks = 4\n\
        [[board.sheet]]\nid = \"two\"\nfiles = 3\nranks = [\"1'\", \"2\", \"3\", \"4'\"]\n\
        drawn = { \"1'\" = -2, \"4'\" = 5 }\n";
    let twin = FOUR_BY_FOUR
        .replace("kind = \"grid\"\nfiles = 4\nranks = 4\n", sheets)
        .replace("far rank 1", "cells a4 b4 c4");
    let (king, rook_too) = (&["king"][..], &["king", "rook"][..]);
    for (board, rules_of_it, white, black) in [
        (FOUR_BY_FOUR, vec![rook], rook_too, king),
        (FOUR_BY_FOUR, vec![bound], rook_too, king),
        (FOUR_BY_FOUR, vec![rook, stalemate], rook_too, king),
        (FOUR_BY_FOUR, vec![rook, goal], rook_too, king),
        (FOUR_BY_FOUR, vec![rook, facing], rook_too, king),
        (FOUR_BY_FOUR, vec![rook, no_check], rook_too, king),
        (FOUR_BY_FOUR, vec![rook, hill], rook_too, king),
        (FOUR_BY_FOUR, vec![rook, duty], rook_too, &["king", "rook"]),
        (
            FOUR_BY_FOUR,
            vec![rook, explosion],
            rook_too,
            &["king", "rook"],
        ),
        (FOUR_BY_FOUR, vec![rook, promotion], &["king", "pawn"], king),
        (FOUR_BY_FOUR, vec![rook], &["king", "lance"], king),
        (FOUR_BY_FOUR, vec![rook], &["king", "wanderer"], king),
        (FOUR_BY_FOUR, vec![rook], &["king", "lance", "lance"], &[]),
        (
            FOUR_BY_FOUR,
            vec![rook],
            &["rook", "rook"],
            &["rook", "rook"],
        ),
        (&twin, vec![rook], rook_too, king),
        (&twin, vec![rook, stalemate], rook_too, king),
    ] {
        let rules = rules(&format!("{board}{}", rules_of_it.concat()));
        let pieces = listed(&rules, white, black);
        let found = solve(&Game::new(&rules), &pieces).expect("solved");
        assert_eq!(
            found,
            oracles::endings::tallies(&rules, &pieces),
            "{rules_of_it:?} {white:?} {black:?}"
        );
    }
}
