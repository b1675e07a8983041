//! The law of the game in worked cases, each the smallest that shows its point.

use padma_rules::model::{Ending, KindId, Piece, Side};
use padma_rules::play::{
    Game, Moves, Outcome, Reason, Scratch, State, begin_history, in_check, legal_moves, make,
    move_text, outcome,
};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

use kit_rules::table::{CHESS, rules};

const SQUARE: &str = "[board]\nkind = \"grid\"\nfiles = 5\nranks = 5\n";
const KING: &str = "[[piece]]\nid = \"king\"\nmovement = \"step contiguous\"\nroyal = true\n";
const ROOK: &str = "[[piece]]\nid = \"rook\"\nmovement = \"slide along orthogonal\"\n";

/// Pieces given as `Ka1 re5`, White's with capital letters; one with `!` has not moved.
fn placed(game: &Game<'_>, pieces: &str) -> State {
    let (variant, mut state) = (game.variant(), State::empty(game));
    for word in pieces.split_whitespace() {
        let (letter, cell) = word.split_at(1);
        let side = if letter == letter.to_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let kind = variant
            .kinds
            .iter()
            .position(|kind| kind.letter == letter.to_uppercase())
            .expect(word);
        let cell = variant.board.cell(cell.trim_end_matches('!')).expect(word);
        state.place(
            cell,
            Some(Piece {
                side,
                kind: Some(KindId::new(kind)),
            }),
            !word.ends_with('!'),
        );
    }
    state
}

fn from_fen(game: &Game<'_>, fen: &str) -> State {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("<fen>", fen);
    let text = Excerpt::verbatim(fen, sources.whole(id));
    State::read(game, &text, &mut diagnostics).unwrap_or_else(|| panic!("{fen}: {diagnostics:?}"))
}

/// Plays some moves, and yields the texts of those that are legal then.
fn play(game: &Game<'_>, state: &mut State, played: &[&str]) -> Vec<String> {
    let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
    begin_history(game, state, &mut scratch);
    let mut texts = Vec::new();
    for place in 0..=played.len() {
        legal_moves(game, state, &mut scratch, &mut moves);
        texts = moves
            .iter()
            .map(|mv| move_text(game, state, &mut scratch, &moves, mv))
            .collect();
        let Some(text) = played.get(place) else { break };
        let at = texts.iter().position(|other| other == text);
        let mv = moves
            .get(at.unwrap_or_else(|| panic!("{text} is not among {texts:?}")))
            .clone();
        make(game, state, &mut scratch, &moves, &mv);
    }
    texts
}

/// The texts of the legal moves, and how the game has ended, after some moves.
fn after(game: &Game<'_>, mut state: State, played: &[&str]) -> (Vec<String>, Option<Outcome>) {
    let texts = play(game, &mut state, played);
    (texts, outcome(game, &mut state, &mut Scratch::default()))
}

/// The cell between King and Rook is absent, so the Rook gives no check, and every move is free.
#[test]
fn a_slider_gives_no_check_through_an_absent_cell() {
    let board = "[board]\nkind = \"sheets\"\nmovable = \"c1 c5\"\nabsent = \"c1\"\n\
                 [[board.sheet]]\nid = \"one\"\nfiles = 5\nranks = 5\n";
    let rules = rules(&format!("{board}{KING}{ROOK}"));
    let game = Game::new(&rules);
    let (texts, _) = after(&game, placed(&game, "Ka1 Ra4 re1 ke5"), &[]);
    assert_eq!(texts.len(), 10, "{texts:?}");
}

/// The outcome of a game by one move, and how that move is written.
#[test]
fn a_game_ends_by_the_first_ending_of_their_order() {
    let lost = CHESS.replace(
        "150\nunless = [\"pawn\"]\noutcome = \"draw\"",
        "6\noutcome = \"loss\"",
    );
    assert_ne!(lost, CHESS);
    let goal = format!(
        "{SQUARE}{KING}{ROOK}[[rule]]\nkind = \"goal\"\npiece = \"rook\"\ncells = \"far rank 1\"\n\
         [notation]\nstyle = \"short\"\n",
    );
    let white = |reason| {
        Some(Outcome {
            white: Ending::Win,
            reason,
        })
    };
    let drawn = |reason| {
        Some(Outcome {
            white: Ending::Draw,
            reason,
        })
    };
    for (what, variant, fen, text, ends) in [
        // g8 is held by the King on f7, h7 by the Rook: mate, which ends the game at once (FIDE Laws 5.1.1 and 9.6.2).
        (
            "mate by the last quiet ply",
            CHESS,
            "7k/5K2/8/8/8/8/8/6R1 w - - 149 1",
            "Rh1#",
            white(Reason::Mate),
        ),
        (
            "in a game that is lost then",
            &lost,
            "7k/5K2/8/8/8/8/8/6R1 w - - 5 1",
            "Rh1#",
            white(Reason::Mate),
        ),
        (
            "check by the last quiet ply",
            CHESS,
            "7k/8/8/8/8/8/K7/6R1 w - - 149 1",
            "Rh1+",
            drawn(Reason::QuietLimit),
        ),
        (
            "a quiet ply before the last",
            CHESS,
            "7k/8/8/8/8/8/K7/6R1 w - - 148 1",
            "Rh1+",
            None,
        ),
        // The King on a8 has a7, b7 and b8, and the Queen takes all three.
        (
            "stalemate by the last quiet ply",
            CHESS,
            "k7/8/8/1Q6/8/8/8/7K w - - 149 1",
            "Qb6",
            drawn(Reason::Stalemate),
        ),
        (
            "a check that reaches a goal",
            &goal,
            "4k/1R3/5/5/K4 w",
            "Rb5+",
            white(Reason::Goal(0)),
        ),
    ] {
        let rules = rules(variant);
        let game = Game::new(&rules);
        let (texts, end) = after(&game, from_fen(&game, fen), &[text]);
        assert_eq!(end, ends, "{what}");
        assert_eq!(texts.is_empty(), ends.is_some(), "{what}");
    }
}

/// On c5 the new King would stand on the Rook's rank.
#[test]
fn a_pawn_becomes_no_king_on_an_attacked_cell() {
    let pawn = "[[piece]]\nid = \"pawn\"\nbetza = \"fW\"\n[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\n\
                cells = \"far rank 1\"\nto = [\"king\", \"rook\"]\n";
    let rules = rules(&format!("{SQUARE}{KING}{ROOK}{pawn}"));
    let game = Game::new(&rules);
    let (texts, _) = after(&game, placed(&game, "Kd1 Pc4 ra5 ke3"), &[]);
    assert!(
        texts.contains(&"c4c5r".to_string()) && !texts.contains(&"c4c5k".to_string()),
        "{texts:?}"
    );
    assert_eq!(texts.len(), 4, "{texts:?}");
}

/// From d3 to e2 the ring of one petal is short one way and long the other: only the short way must be empty.
#[test]
fn castling_goes_the_short_way_round_a_ring() {
    let toml = format!(
        "[board]\nkind = \"lotus\"\npetals = [[0, 0]]\n{KING}[[piece]]\nid = \"rook\"\nmovement = \"step contiguous\"\n\
         [[rule]]\nkind = \"castling\"\nname = \"O-O\"\nwhite = [\"king d3 e2\", \"rook e1 e3\"]\nblack = []\n"
    );
    let rules = rules(&toml);
    let game = Game::new(&rules);
    for far in ["", " Ra2", " Rb3"] {
        let (texts, _) = after(&game, placed(&game, &format!("Kd3! Re1!{far}")), &[]);
        assert!(texts.contains(&"O-O".to_string()), "{far}: {texts:?}");
    }
}

/// A King that stays comes over no cell of the ring; one that may not stand where it comes to does not castle.
#[test]
fn castling_asks_of_a_king_only_where_it_comes() {
    let castling = |king: &str| {
        let toml = format!(
            "[board]\nkind = \"lotus\"\npetals = [[0, 0]]\n{KING}stands_on = \"not cells e2\"\n\
             [[piece]]\nid = \"rook\"\nmovement = \"step contiguous\"\n\
             [[rule]]\nkind = \"castling\"\nname = \"O-O\"\nwhite = [\"king {king}\", \"rook e1 c1\"]\nblack = []\n"
        );
        let rules = rules(&toml);
        let game = Game::new(&rules);
        let (texts, _) = after(&game, placed(&game, "Kd3! Re1! Ra2"), &[]);
        texts.contains(&"O-O".to_string())
    };
    assert!(castling("d3 d3"));
    assert!(castling("d3 e3"));
    assert!(!castling("d3 e2"));
}

/// Between two Wizards at the edges a Rook leaves the board past either of them, which is one move.
#[test]
fn a_teleport_by_either_of_two_wizards_is_one_move() {
    let toml = format!(
        "[board]\nkind = \"grid\"\nfiles = 3\nranks = 2\n{KING}{ROOK}[[piece]]\nid = \"wizard\"\nmovement = \"step diagonal\"\n\
         [[rule]]\nkind = \"teleport\"\npiece = \"wizard\"\nnear = \"orthogonal\"\n[[rule]]\nkind = \"drop\"\n"
    );
    let rules = rules(&toml);
    let game = Game::new(&rules);
    let (texts, _) = after(&game, placed(&game, "Wa1 Rb1 Wc1"), &[]);
    assert_eq!(
        texts.iter().filter(|text| text.contains("b1~")).count(),
        1,
        "{texts:?}"
    );
}

/// The Rook on a5 gives check; a Pawn that becomes an Immobilizer beside it freezes it, and it gives check no more.
#[test]
fn a_promotion_may_freeze_the_piece_that_gives_check() {
    let toml = format!(
        "{SQUARE}{KING}{ROOK}[[piece]]\nid = \"pawn\"\nbetza = \"fmW\"\n[[piece]]\nid = \"immobilizer\"\nbetza = \"mQ\"\n\
         [[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"rank 5\"\nto = [\"immobilizer\", \"rook\"]\n\
         [[rule]]\nkind = \"freezing\"\npiece = \"immobilizer\"\nnear = \"contiguous\"\n"
    );
    let rules = rules(&toml);
    let game = Game::new(&rules);
    let (texts, _) = after(&game, placed(&game, "Ka1 Pb4 Pd4 ra5 ke3"), &[]);
    let promoted: Vec<&String> = texts.iter().filter(|text| text.contains('5')).collect();
    assert_eq!(promoted, ["b4b5i"]);
}

/// The Crane leaves an Archer on b4: a second Archer would be one too many, and no pair of them is left.
#[test]
fn a_promotion_counts_the_pieces_that_the_move_leaves() {
    let toml = format!(
        "{SQUARE}[[piece]]\nid = \"archer\"\nletter = \"A\"\nbetza = \"bW\"\ncheckers = {{ deer = 1 }}\n\
         [[piece]]\nid = \"crane\"\nletter = \"C\"\nbetza = \"fW\"\ncheckers = {{ sable = 1 }}\n\
         [[checker]]\nid = \"deer\"\ncount = 1\n[[checker]]\nid = \"sable\"\ncount = 1\n\
         [[piece]]\nid = \"both\"\nletter = \"B\"\nbetza = \"sW\"\ncheckers = {{ deer = 1, sable = 1 }}\n\
         [[rule]]\nkind = \"stacking\"\n\
         [[rule]]\nkind = \"promotion\"\npiece = \"crane\"\ncells = \"rank 5\"\nlimit = 1\n"
    );
    let rules = rules(&toml);
    let game = Game::new(&rules);
    let (texts, _) = after(&game, placed(&game, "Bb4"), &[]);
    let promoted: Vec<&String> = texts
        .iter()
        .filter(|text| text.contains("b5") && !text.ends_with("b5"))
        .collect();
    assert_eq!(promoted, ["Cb4b5b"]);
}

/// Two swaps restore the first position, with the same side to move.
#[test]
fn two_plies_can_repeat_a_position() {
    let toml = "[board]\nkind = \"grid\"\nfiles = 4\nranks = 4\n[[piece]]\nid = \"king\"\nbetza = \"K\"\nroyal = true\n\
                [[piece]]\nid = \"swapper\"\nbetza = \"mW\"\n[[rule]]\nkind = \"swap\"\npiece = \"swapper\"\n\
                [[rule]]\nkind = \"repetition\"\noutcome = \"forbidden\"\n";
    let rules = rules(toml);
    let game = Game::new(&rules);
    let (texts, _) = after(&game, placed(&game, "ka4 Sb2 sc2 Kd1"), &["b2c2"]);
    assert!(
        texts.contains(&"b2b3".to_string()) && !texts.contains(&"b2c2".to_string()),
        "{texts:?}"
    );
}

/// One Rook that enters twice is one Rook there; the second one makes two.
#[test]
fn a_goal_of_two_asks_for_two_at_once() {
    let goal = "[[rule]]\nkind = \"goal\"\npiece = \"rook\"\ncells = \"rank 5\"\ncount = 2\n";
    let rules = rules(&format!("{SQUARE}{KING}{ROOK}{goal}"));
    let game = Game::new(&rules);
    let start = || placed(&game, "Ka1 Rb4 Rd4 ke1");
    let again = ["b4b5", "e1e2", "b5b4", "e2e1", "b4b5"];
    assert_eq!(after(&game, start(), &again).1, None);
    let (texts, end) = after(&game, start(), &["b4b5", "e1e2", "d4d5"]);
    assert_eq!(
        end,
        Some(Outcome {
            white: Ending::Win,
            reason: Reason::Goal(0)
        })
    );
    assert!(texts.is_empty(), "the game is over");
    // Pieces that begin there win nothing by staying.
    assert_eq!(
        after(&game, placed(&game, "Ka1 Rb5 Rd5 ke1"), &["a1a2"]).1,
        None
    );
}

/// A Pawn becomes a Rook where it comes to the goal. It counts there for good, and the position's text says so.
#[test]
fn a_piece_that_promotes_on_its_goal_counts_as_arrived() {
    let pawn = "[[piece]]\nid = \"pawn\"\nbetza = \"fW\"\n[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\n\
                cells = \"far rank 1\"\nto = [\"rook\"]\n\
                [[rule]]\nkind = \"goal\"\npiece = \"pawn\"\ncells = \"far rank 1\"\ncount = 2\n";
    let rules = rules(&format!("{SQUARE}{KING}{ROOK}{pawn}"));
    let game = Game::new(&rules);
    let mut state = placed(&game, "Ka1 Pb4 Pd4 ke3");
    play(&game, &mut state, &["b4b5r", "e3e2", "b5b1", "e2e3"]);
    let fen = state.fen(&game, 3).unwrap();
    assert_eq!(fen, "5/3P1/4k/5/KR3 w - - 3 3 arrived=1/0");
    let won = Some(Outcome {
        white: Ending::Win,
        reason: Reason::Goal(0),
    });
    assert_eq!(after(&game, from_fen(&game, &fen), &["d4d5r"]).1, won);
    let (before, _) = fen.split_once(" arrived").unwrap();
    assert_eq!(after(&game, from_fen(&game, before), &["d4d5r"]).1, None);
}

/// In hand it is a Pawn, on the board a Rook, so it is asked where a Rook may stand.
#[test]
fn a_piece_dropped_as_another_stands_where_that_may() {
    let toml = format!(
        "{SQUARE}{KING}[[piece]]\nid = \"pawn\"\nbetza = \"fW\"\n[[piece]]\nid = \"rook\"\nbetza = \"R\"\n\
         stands_on = \"rank 3\"\n[[rule]]\nkind = \"drop\"\nas = [\"rook\"]\n"
    );
    let rules = rules(&toml);
    let game = Game::new(&rules);
    let mut state = placed(&game, "Ka1 ke5");
    state.set_reserve(
        Side::White,
        rules.variant.kind_named("pawn").expect("a pawn"),
        1,
    );
    let drops: Vec<String> = after(&game, state, &[])
        .0
        .into_iter()
        .filter(|text| text.contains('@'))
        .collect();
    assert_eq!(drops.len(), 5, "{drops:?}");
    assert!(drops.iter().all(|text| text.contains('3')), "{drops:?}");
}

/// The Withdrawer would take the King by going away; without its guard it cannot leave its cell.
#[test]
fn a_bound_piece_gives_no_check_by_a_power() {
    let toml = format!(
        "{SQUARE}{KING}{ROOK}[[piece]]\nid = \"withdrawer\"\nbetza = \"mQ\"\n[[rule]]\nkind = \"withdrawal\"\npiece = \"withdrawer\"\n\
         [[rule]]\nkind = \"bond\"\npiece = \"withdrawer\"\nwith = [\"rook\"]\nnear = \"contiguous\"\n"
    );
    let rules = rules(&toml);
    let game = Game::new(&rules);
    let checks = |pieces| {
        in_check(
            &game,
            &placed(&game, pieces),
            &mut Scratch::default(),
            Side::White,
        )
    };
    assert!(!checks("Kb2 wc2 ke5"));
    assert!(checks("Kb2 wc2 rd1 rd3 ke5"));
}

/// The King of a castling comes to no cell that is absent.
#[test]
fn no_castling_goes_over_an_absent_cell() {
    let board = "[board]\nkind = \"sheets\"\nmovable = \"d1\"\nabsent = \"d1\"\n\
                 [[board.sheet]]\nid = \"one\"\nfiles = 5\nranks = 5\n";
    let castling = "[[rule]]\nkind = \"castling\"\nname = \"O-O\"\nwhite = [\"king c1 e1\", \"rook a1 b1\"]\nblack = []\n";
    for (board, is_legal) in [(board.to_string(), false), (SQUARE.to_string(), true)] {
        let rules = rules(&format!("{board}{KING}{ROOK}{castling}"));
        let game = Game::new(&rules);
        let (texts, _) = after(&game, placed(&game, "Ra1! Kc1! kc5"), &[]);
        assert_eq!(texts.contains(&"O-O".to_string()), is_legal, "{texts:?}");
    }
}
