//! A royal piece is never captured while the game goes on, and what else ends a game or does not.

use padma_expr::play::{describe_fault, describe_outcome};
use padma_rules::play::{
    Game, MoveReading, Moves, Scratch, State, count_legal_moves, legal_moves, make, move_text,
    outcome, parse_move, perft, read_move,
};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

use kit_rules::content::extending;
use kit_rules::table::{CHESS, rules};

fn state(game: &Game<'_>, fen: &str) -> State {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("<fen>", fen);
    let text = Excerpt::verbatim(fen, sources.whole(id));
    State::read(game, &text, &mut diagnostics).unwrap_or_else(|| panic!("{fen}: {diagnostics:?}"))
}

fn play(game: &Game<'_>, state: &mut State, text: &str) {
    let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
    legal_moves(game, state, &mut scratch, &mut moves);
    let index = parse_move(game, state, &mut scratch, &moves, text);
    let index = index.unwrap_or_else(|fault| panic!("{text}: {}", describe_fault(&fault, game)));
    let mv = moves.get(index).clone();
    make(game, state, &mut scratch, &moves, &mv);
}

fn texts(game: &Game<'_>, state: &mut State) -> Vec<String> {
    let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
    legal_moves(game, state, &mut scratch, &mut moves);
    let texts = moves
        .iter()
        .map(|mv| move_text(game, state, &mut scratch, &moves, mv));
    texts.collect()
}

const TURN: &str = "[[turn]]\nmoves = 2\n";
const EXPLOSION: &str = "[[rule]]\nkind = \"explosion\"\nspares = [\"pawn\"]\n";
const EXPLOSIVE_KING: &str =
    "[[rule]]\nkind = \"explosion\"\n[[rule]]\nkind = \"explosive-king\"\n";
const EATER: &str = "[[piece]]\nid = \"eater\"\nbetza = \"mKdK\"\n";
const TURNCOAT: &str = "[[rule]]\nkind = \"turncoat\"\npieces = [\"king\"]\n";
const MEDUSA: &str = "[[rule]]\nkind = \"effect\"\nwhen = \"taken != {}\"\n\
                      becomes = \"neighbours(to) - pieces(pawn, white)\"\ninto = \"knight\"\n";
const LAST: &str =
    "without = [\"royal king\"]\n[[piece]]\nid = \"emperor\"\nbetza = \"K\"\nroyal = \"last\"\n";
const LAST_EXPLODES: &str = "without = [\"royal king\"]\n[[piece]]\nid = \"emperor\"\nbetza = \"K\"\nroyal = \"last\"\n\
                             [[rule]]\nkind = \"explosion\"\n";
const LAST_LOSES: &str = "without = [\"royal king\"]\n[[piece]]\nid = \"emperor\"\nbetza = \"K\"\nroyal = \"last\"\n\
                          [[rule]]\nkind = \"explosion\"\n[[rule]]\nkind = \"extinction\"\npieces = [\"emperor\"]\n";

/// What is added to chess, a position, a move played there, and then a move that is legal (`+`) and
/// one that would cost a side its King (`-`).
const CASES: [(&str, &str, &str, &str); 13] = [
    // A position that no game leads to.
    ("", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "", "+Re7 -Rxe8"),
    ("", "8/8/8/8/8/3k4/4P3/4K3 b - - 0 1", "", "+Ke3"),
    // The second move of the turn that gave check.
    (TURN, "4k3/8/8/8/8/8/3R4/7K w - - 0 1", "Re2+", "+Re3 -Rxe8"),
    // The King on e8 stands beside the Pawn that is captured.
    (
        EXPLOSION,
        "4k3/3p4/8/4N3/8/8/8/4K3 w - - 0 1",
        "",
        "+Nc6 -Nxd7",
    ),
    // A King would explode as the piece that captures.
    (
        EXPLOSION,
        "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
        "",
        "+Ke2 -Kxd2",
    ),
    (
        EXPLOSIVE_KING,
        "4k3/3p4/8/4N3/8/8/8/4K3 w - - 0 1",
        "",
        "+Nxd7",
    ),
    // A piece that captures those of its own side.
    (EATER, "4k3/8/8/8/8/8/3PE3/4K3 w - - 0 1", "", "+Exd2 -Exe1"),
    // A King that would belong to the other side, and one that would become a Knight.
    (
        TURNCOAT,
        "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
        "",
        "+Ke2 -Kxd2",
    ),
    (
        MEDUSA,
        "4k3/3p4/8/4N3/8/8/8/4K3 w - - 0 1",
        "",
        "+Nc6 -Nxd7",
    ),
    // Of two that are royal only as the last, one may go, but not both at once.
    (LAST, "ee6/8/8/8/8/8/R7/E1E5 w - - 0 1", "", "+Rxa8"),
    (LAST, "e7/8/8/8/8/8/R7/E1E5 w - - 0 1", "", "+Ra7 -Rxa8"),
    (
        LAST_EXPLODES,
        "ee6/8/8/8/8/8/R7/E1E5 w - - 0 1",
        "",
        "+Ra7 -Rxa8",
    ),
    (LAST_LOSES, "ee6/8/8/8/8/8/R7/E1E5 w - - 0 1", "", "+Rxa8"),
];

#[test]
fn no_move_costs_a_royal_piece_while_the_game_goes_on() {
    for (more, fen, played, expected) in CASES {
        let rules = extending(
            &format!("title = \"Test\"\nextends = \"chess\"\n{more}"),
            "chess",
        );
        let game = Game::new(&rules);
        let mut state = state(&game, fen);
        if !played.is_empty() {
            play(&game, &mut state, played);
        }
        let found = texts(&game, &mut state);
        let plain = |text: &str| text.trim_end_matches(['+', '#']).to_string();
        for sign in expected.split(' ') {
            let (sign, text) = sign.split_at(1);
            let is_legal = found.iter().any(|found| plain(found) == text);
            assert_eq!(is_legal, sign == "+", "{more}{fen}: {text} in {found:?}");
            if sign == "-" {
                assert!(
                    refusal(&game, &mut state, text).contains("which is royal"),
                    "{more}{text}"
                );
            }
        }
        let (mut scratch, mut listed) = (Scratch::default(), Moves::default());
        let count = count_legal_moves(&game, &mut state, &mut scratch, &mut listed);
        assert_eq!(count, found.len(), "{more}{fen}");
        assert_eq!(
            perft(&game, &mut state, &mut scratch, 1),
            found.len() as u64
        );
    }
}

fn refusal(game: &Game<'_>, state: &mut State, text: &str) -> String {
    let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
    legal_moves(game, state, &mut scratch, &mut moves);
    match read_move(game, state, &mut scratch, &moves, text) {
        MoveReading::Illegal { fault, .. } => describe_fault(&fault, game),
        MoveReading::Plays { .. } => panic!("{text} is legal"),
    }
}

#[test]
fn a_refusal_says_whose_royal_piece_would_be_lost() {
    let rules = rules(CHESS);
    let game = Game::new(&rules);
    let mut state = state(&game, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1");
    assert_eq!(
        refusal(&game, &mut state, "Rxe8"),
        "it would cost Black the King on e8, which is royal, and the game would go on"
    );
}

#[test]
fn a_piece_becomes_only_what_a_rule_lets_it_become() {
    let rules = rules(CHESS);
    let game = Game::new(&rules);
    let mut state = state(&game, "8/3P4/8/8/8/k7/8/4K3 w - - 0 1");
    for (text, other) in [("d8=P", "Pawn"), ("d8=K", "King")] {
        assert_eq!(
            refusal(&game, &mut state, text),
            format!(
                "a Pawn cannot become a {other} there, but a Queen, a Rook, a Bishop or a Knight"
            )
        );
    }
    assert_eq!(
        refusal(&game, &mut state, "d8"),
        "it may mean d8=Q, d8=R, d8=B or d8=N"
    );
}

const DEAD: &str = "title = \"Test\"\nextends = \"chess\"\n[[rule]]\nkind = \"dead-position\"\n\
                    left = [\"king, king\", \"king bishop, king\", \"king bishop, king bishop\"]\none_shade = [\"bishop\"]\n";

/// Positions, a move, and the result after it: FIDE Laws 5.2.2, as far as the rule lists what is left.
#[test]
fn a_dead_position_is_drawn_where_a_rule_says_so() {
    let dead = extending(DEAD, "chess");
    let plain = rules(CHESS);
    for (fen, text, result) in [
        ("8/8/8/8/8/4k3/3p4/3K4 w - - 0 1", "Kc2", None),
        ("8/8/8/8/8/2k5/4p3/4K3 w - - 0 1", "Kxe2", Some("1/2-1/2")),
        // Black has the Bishop as well as White would.
        ("8/8/8/8/8/2k1b3/4p3/4K3 w - - 0 1", "Kxe2", Some("1/2-1/2")),
        ("8/8/8/8/8/2k1n3/4p3/4K3 w - - 0 1", "Kxe2", None),
        // Dark Bishops on e3 and g1, then a light one on f1.
        (
            "8/8/8/8/8/2k1b3/4p3/4K1B1 w - - 0 1",
            "Kxe2",
            Some("1/2-1/2"),
        ),
        ("8/8/8/8/8/2k1b3/4p3/4KB2 w - - 0 1", "Kxe2", None),
    ] {
        let mut counts = Vec::new();
        for rules in [&dead, &plain] {
            let (game, mut scratch) = (Game::new(rules), Scratch::default());
            let mut state = state(&game, fen);
            play(&game, &mut state, text);
            let ended = outcome(&game, &mut state, &mut scratch).map(|end| end.result());
            let expected = result.filter(|_| std::ptr::eq(rules, &dead));
            assert_eq!(ended.as_deref(), expected, "{fen} {text}");
            assert_eq!(
                texts(&game, &mut state).is_empty(),
                expected.is_some(),
                "{fen}"
            );
            // Perft counts moves, whatever the position is worth.
            counts.push(perft(&game, &mut state, &mut scratch, 2));
        }
        assert!(counts[0] > 0 && counts[0] == counts[1], "{fen}: {counts:?}");
    }
}

/// In the setup Black already stands on the hill: only a move can bring that about.
#[test]
fn an_end_is_asked_after_a_move_and_not_of_the_setup() {
    let toml = "[board]\nkind = \"grid\"\nfiles = 5\nranks = 5\n\
                [[piece]]\nid = \"king\"\nbetza = \"K\"\nroyal = true\n\
                [setup]\nfen = \"5/5/2k2/5/K4\"\n\
                [[rule]]\nkind = \"end\"\nwhen = \"pieces(king, black) & rank(3) != {}\"\noutcome = \"win\"\nfor = \"black\"\n\
                text = \"Black wins when its King is on the third rank.\"\n[notation]\nstyle = \"short\"\n";
    let rules = rules(toml);
    let (game, mut scratch) = (Game::new(&rules), Scratch::default());
    let mut start = State::setup(&game).expect("a setup");
    let fen = start.fen(&game, 1).expect("a position");
    for start in [&mut start, &mut state(&game, &fen)] {
        assert_eq!(outcome(&game, start, &mut scratch), None, "{fen}");
        // a2 and b1; b2 is beside the King on c3.
        let mut found = texts(&game, start);
        found.sort();
        assert_eq!(found, ["Ka2", "Kb1"]);
        play(&game, start, "Kb1");
        let ended = outcome(&game, start, &mut scratch).expect("the end");
        assert_eq!(
            describe_outcome(&ended, &game),
            "Black has won by a rule: “Black wins when its King is on the third rank.”"
        );
    }
    // A position that some move may have led to, with the Kings elsewhere.
    let mut other = state(&game, "5/5/2k2/5/4K w - - 0 1");
    assert!(outcome(&game, &mut other, &mut scratch).is_some());
}
