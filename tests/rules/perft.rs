//! Counts of legal moves against numbers published for orthodox chess, and the fast way of telling what is
//! legal against the slow one.

use padma_rules::play::{
    Effect, Game, Moves, Scratch, State, begin_history, count_legal_moves, in_check, legal_moves,
    make, perft, unmake,
};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

use crate::oracles::legality;
use kit_rules::content::{extending, variant};
use kit_rules::random::Random;
use kit_rules::table::{CHESS, rules};

fn state(game: &Game<'_>, fen: &str) -> State {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("<fen>", fen);
    let text = Excerpt::verbatim(fen, sources.whole(id));
    State::read(game, &text, &mut diagnostics).unwrap_or_else(|| panic!("{fen}: {diagnostics:?}"))
}

/// The usual six positions of the Chess Programming Wiki's page of perft results.
const PUBLISHED: [(&str, &[u64]); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8902, 197_281, 4_865_609],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        &[48, 2039, 97_862, 4_085_603],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        &[14, 191, 2812, 43_238, 674_624],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422_333],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1486, 62_379, 2_103_487],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89_890, 3_894_594],
    ),
];

#[test]
fn orthodox_chess_has_as_many_lines_of_play_as_published() {
    let rules = rules(CHESS);
    let game = Game::new(&rules);
    let mut scratch = Scratch::default();
    for (fen, counts) in PUBLISHED {
        let mut state = state(&game, fen);
        begin_history(&game, &mut state, &mut scratch);
        let before = state.clone();
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(
                perft(&game, &mut state, &mut scratch, depth),
                *expected,
                "{fen} depth {depth}"
            );
        }
        assert!(state == before, "{fen} is not as it was");
    }
}

/// Chess on a board whose left and right sides are joined.
const CYLINDER: &str = "title = 'Cylinder chess'\nextends = 'chess'\nwithout = ['rule castling']\n\n[board]\nkind = 'grid'\nfiles = 8\nranks = 8\nglue = ['left right']\n";

/// The counts of other programs, which keep cells as coordinates and share nothing with this one.
#[test]
fn games_on_other_boards_have_as_many_lines_of_play_as_other_programs_find() {
    let games = [
        (variant("alice"), [20, 400, 9384]),
        (variant("glinski"), [51, 2586, 137_858]),
        (variant("raumschach"), [61, 3615, 237_316]),
        (variant("byzantine"), [14, 196, 2912]),
        (extending(CYLINDER, "chess"), [20, 392, 9162]),
    ];
    let mut scratch = Scratch::default();
    for (rules, expected) in games {
        let game = Game::new(&rules);
        let mut state = State::setup(&game).expect("the game has a setup");
        begin_history(&game, &mut state, &mut scratch);
        let counts = [1, 2, 3].map(|depth| perft(&game, &mut state, &mut scratch, depth));
        assert_eq!(counts, expected, "{}", rules.variant.title);
    }
}

/// Rules of games without a royal piece, in which the moves with a choice are counted and not listed: one
/// piece of nobody or two, a place of its own, a choice that may be left out, one after another effect.
const CHOICES: [&str; 5] = [
    "[[rule]]\nkind = 'duck'\n",
    "[[rule]]\nkind = 'duck'\n\n[[rule]]\nkind = 'extinction'\npieces = ['king']\n",
    "[[rule]]\nkind = 'effect'\nmoves = ['duck', 'knight']\non = 'rank(to)'\nmay = true\n",
    "[[rule]]\nkind = 'effect'\nadds = 'duck'\non = 'neighbours(to)'\nwhen = 'taken != {}'\n\n[[rule]]\nkind = 'effect'\nmoves = ['duck']\non = 'cells'\n",
    "[[rule]]\nkind = 'explosion'\n\n[[rule]]\nkind = 'effect'\nmoves = ['duck', 'pawn']\non = 'neighbours(to)'\nwhen = 'taken != {}'\n",
];

/// Counting the last moves of a line gives as many as listing them.
#[test]
fn moves_with_a_choice_are_counted_as_they_are_listed() {
    let mut scratch = Scratch::default();
    for text in CHOICES {
        let duck = "[[piece]]\nid = 'duck'\nside = 'nobody'\n";
        let toml =
            format!("title = 'Choices'\nextends = 'chess'\nwithout = ['royal king']\n{duck}{text}");
        let rules = extending(&toml, "chess");
        let game = Game::new(&rules);
        let mut random = Random(0xd0c);
        let [mut listed, mut below, mut counted] = std::array::from_fn(|_| Moves::default());
        let mut most = 0;
        let mut state = State::setup(&game).expect("a setup");
        begin_history(&game, &mut state, &mut scratch);
        for ply in 0..40 {
            legal_moves(&game, &mut state, &mut scratch, &mut listed);
            if listed.is_empty() {
                break;
            }
            // A few moves of each position, as each leads to hundreds.
            for _ in 0..3 {
                let found = listed.get(random.below(listed.len())).clone();
                let undo = make(&game, &mut state, &mut scratch, &listed, &found);
                legal_moves(&game, &mut state, &mut scratch, &mut below);
                let count = count_legal_moves(&game, &mut state, &mut scratch, &mut counted);
                assert_eq!(count, below.len(), "{ply}: {text}");
                unmake(&game, &mut state, &listed, &found, undo);
            }
            most = most.max(listed.len());
            let found = listed.get(random.below(listed.len())).clone();
            make(&game, &mut state, &mut scratch, &listed, &found);
        }
        assert!(most > 60, "{most} moves have few choices: {text}");
    }
}

/// Pieces that make legality hard: hoppers, lame leapers, bent riders, two kings, pieces that take without landing.
const ODD: &str = r#"
[board]
kind = "grid"
files = 9
ranks = 8
[setup]
symmetry = "mirror"
white = { cannon = "a1 i1", horse = "b1 h1", griffon = "c1", hopper = "g1", king = "e1 e2", checker = "a3 c3 g3 i3", pawn = "b2-d2 f2-h2", rifle = "d1", lancer = "f1" }
[[piece]]
id = "cannon"
betza = "mRcpR"
[[piece]]
id = "horse"
betza = "nN"
[[piece]]
id = "griffon"
betza = "[F?R]"
[[piece]]
id = "hopper"
betza = "gQ"
[[piece]]
id = "king"
betza = "KisO2"
royal = true
[[piece]]
id = "checker"
betza = "mFfcafmF"
[[piece]]
id = "pawn"
betza = "fmWfceFifmnD"
[[piece]]
id = "rifle"
betza = "mQcabK"
[[piece]]
id = "lancer"
betza = "fRbF"
[[rule]]
kind = "promotion"
piece = "pawn"
cells = "far rank 1"
to = ["griffon", "cannon"]
may_wait = true
limit = 2
"#;

/// In random games, what the search for checks and pins lets through is what the slow way finds legal, and each move can be taken back.
#[test]
fn the_fast_way_and_the_slow_way_agree() {
    // The slow way knows nothing of repetition.
    let repetition = "[[rule]]\nkind = \"repetition\"\noutcome = \"forbidden\"\n";
    let waterloo = include_str!("../../content/waterloo/waterloo.toml").replace(repetition, "");
    assert!(!waterloo.contains("repetition"), "the rule is left out");
    for (name, text, games) in [
        ("chess", CHESS, 12),
        ("waterloo", &waterloo, 6),
        ("odd", ODD, 12),
    ] {
        let rules = rules(text);
        let game = Game::new(&rules);
        let mut scratch = Scratch::default();
        let mut random = Random(0x5eed);
        let mut checks = 0;
        for number in 0..games {
            let mut state = State::setup(&game).expect("a setup");
            for ply in 0..120 {
                let before = state.clone();
                let mut fast = Moves::default();
                legal_moves(&game, &mut state, &mut scratch, &mut fast);
                let slow = legality::legal(&rules, &game, &mut state);
                assert!(
                    state == before,
                    "{name} {number}.{ply}: looking changes nothing"
                );
                let listed: Vec<&[Effect]> = fast.iter().map(|found| fast.effects(found)).collect();
                assert_eq!(listed, slow, "{name} {number}.{ply}");
                let side = state.to_move();
                let check = in_check(&game, &state, &mut scratch, side);
                assert_eq!(
                    check,
                    legality::in_check(&rules, &state, side),
                    "{name} {number}.{ply}"
                );
                checks += usize::from(check);
                if fast.is_empty() {
                    break;
                }
                for found in fast.iter() {
                    let undo = make(&game, &mut state, &mut scratch, &fast, found);
                    unmake(&game, &mut state, &fast, found, undo);
                    assert!(
                        state == before,
                        "{name} {number}.{ply}: {found:?} is not undone"
                    );
                }
                let found = fast.get(random.below(fast.len())).clone();
                make(&game, &mut state, &mut scratch, &fast, &found);
            }
        }
        assert!(checks > 5, "{name}: {checks} checks say little");
    }
}
