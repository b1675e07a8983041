//! Imported games, played: how many ways there are to play the first moves.
//!
//! The counts are those that the authors of Fairy-Stockfish publish for their own program (and everybody
//! for orthodox chess). They are right only if board, setup, movement, promotion and castling all are.

use padma_rules::model::{KindId, Piece, Side};
use padma_rules::play::{Game, Scratch, State, begin_history, perft};
use padma_rules::reach::{Reach, Rules};

use crate::import::reading::{import, read_back};
use kit_rules::reached::moves_end_in_reach;

/// Built-in variants, each imported as the parent of an empty section, and the moves that can be played from
/// its setup.
const COUNTS: [(&str, u32, u64); 51] = [
    ("chess", 4, 197_281),
    ("nocastle", 3, 8_902),
    ("losalamos", 5, 191_846),
    ("pawnsideways", 3, 10_022),
    ("pawnback", 3, 9_222),
    ("legan", 4, 8_138),
    ("makruk", 4, 273_026),
    ("asean", 4, 273_026),
    ("ai-wok", 4, 485_045),
    ("almost", 3, 11_895),
    ("sortofalmost", 3, 10_815),
    ("chigorin", 3, 11_408),
    ("perfect", 3, 15_082),
    ("shatar", 4, 177_344),
    ("racingkings", 1, 21),
    ("racingkings", 4, 296_242),
    ("torpedo", 4, 209_719),
    ("horde", 4, 23_310),
    ("berolina", 1, 30),
    ("shatranj", 4, 68_122),
    ("amazon", 4, 318_185),
    ("nightrider", 4, 419_019),
    ("grasshopper", 4, 635_298),
    ("hoppelpoppel", 4, 202_459),
    ("newzealand", 4, 200_310),
    ("knightmate", 4, 139_774),
    ("kinglet", 4, 197_742),
    ("threekings", 4, 199_514),
    ("crazyhouse", 4, 197_281),
    ("breakthrough", 4, 256_036),
    ("capablanca", 4, 805_128),
    ("embassy", 4, 809_539),
    ("janus", 4, 772_074),
    ("modern", 4, 433_729),
    ("chancellor", 4, 436_656),
    ("courier", 4, 500_337),
    ("grand", 3, 259_514),
    ("centaur", 3, 24_490),
    ("gustav3", 4, 331_659),
    ("opulent", 3, 133_829),
    ("tencubed", 3, 68_230),
    ("omicron", 4, 967_381),
    ("troitzky", 3, 8_766),
    ("wolf", 3, 13_722),
    ("shogi", 4, 719_731),
    ("shoshogi", 4, 445_372),
    ("yarishogi", 4, 158_404),
    ("xiangqi", 4, 3_290_240),
    ("manchu", 4, 798_554),
    ("jesonmor", 3, 27_960),
    ("clobber", 3, 80_063),
];

/// Small positions, and how many first moves White has there, counted by hand.
const FIRST_MOVES: [(&str, &str, u64); 17] = [
    // The King has five moves; a Knight comes to each of the 62 empty cells.
    (
        "a Knight in hand",
        "[a:crazyhouse]\nstartFen = 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        5 + 62,
    ),
    // A Pawn comes neither to its first nor to its last rank.
    (
        "a Pawn in hand",
        "[a:crazyhouse]\nstartFen = 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
        5 + 48,
    ),
    // The King has two moves, the Pawn on a2 one; another comes to no cell of its file nor of the last rank.
    (
        "a doubled Pawn of shogi",
        "[a]\nmaxRank = 5\nmaxFile = 5\nking = k\nshogiPawn = p\ncastling = false\ndoubleStep = false\n\
         pieceDrops = true\nimmobilityIllegal = true\ndropNoDoubled = p\nstartFen = 4k/5/5/P4/K4[P] w - - 0 1",
        2 + 1 + 4 * 4,
    ),
    // The Rook in hand comes to the first rank only, where it does not attack the King on e8.
    (
        "a region of drops, and no check",
        "[a:crazyhouse]\ndropRegionWhite = *1\ndropChecks = false\nstartFen = 4k3/8/8/8/8/8/8/K7[R] w - - 0 1",
        3 + 6,
    ),
    // The Rook has nine quiet moves but for a8, from where it would look at the King; the King has five.
    (
        "a check that is forbidden",
        "[a:nocastle]\nchecking = false\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        14,
    ),
    (
        "and one that is not",
        "[a:nocastle]\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        15,
    ),
    // The Knight's leaving would uncover the check from e2, so that it may not leave.
    (
        "a check by another man",
        "[a:nocastle]\nchecking = false\nstartFen = 4k3/8/8/8/4N3/8/4R3/K7 w - - 0 1",
        // The Rook goes to a2-h2 but e2, to e1 and e3; the King to b1 and b2, and to a2.
        7 + 2 + 3,
    ),
    // Where the Kings would face each other the Knight between them stays; the King has five moves.
    (
        "Kings on a rank",
        "[a:nocastle]\nflyingGeneral = true\nstartFen = 8/8/8/8/k2N3K/8/8/8 w - - 0 1",
        5,
    ),
    (
        "Kings on a file",
        "[a:nocastle]\nflyingGeneral = true\nstartFen = 4k3/8/8/4N3/8/8/8/4K3 w - - 0 1",
        5,
    ),
    (
        "one behind the other",
        "[a:nocastle]\nflyingGeneral = true\nstartFen = 4K3/8/8/4N3/8/8/8/4k3 w - - 0 1",
        5,
    ),
    // Of its four steps b4 lies in the other palace, and on a3 it would face the King on a6.
    (
        "palaces side by side",
        "[a]\nmaxRank = 6\nmaxFile = 3\nking = k:W\ncastling = false\nflyingGeneral = true\n\
         mobilityRegionWhiteKing = *1 *2 *3\nmobilityRegionBlackKing = *4 *5 *6\nstartFen = k2/3/3/1K1/3/3 w - - 0 1",
        2,
    ),
    // From a3 one step or two, from b2 one; the King has five moves.
    (
        "first moves from a region",
        "[a:nocastle]\ncustomPiece1 = a:fmWifmnD\ndoubleStepRegionWhite = *3\nstartFen = 4k3/8/8/8/8/A7/1A6/4K3 w - - 0 1",
        2 + 1 + 5,
    ),
    (
        "first moves that never apply",
        "[a:nocastle]\ncustomPiece1 = a:fmWifmnD\ndoubleStep = false\nstartFen = 4k3/8/8/8/8/A7/1A6/4K3 w - - 0 1",
        1 + 1 + 5,
    ),
    // Neither Cannon hops over the other; over the Knight one comes to a7 and does not take the Cannon on a8. The King
    // has three moves.
    (
        "Cannons among Cannons",
        "[a:nocastle]\njanggiCannon = j\nstartFen = j3k3/8/n7/8/J7/8/8/J6K w - - 0 1",
        1 + 3,
    ),
    // A Cannon behind a Cannon gives no check, not to a King on h2 either.
    (
        "a Cannon behind a Cannon",
        "[a:nocastle]\njanggiCannon = j\nstartFen = 4k2j/8/8/7j/8/8/8/7K w - - 0 1",
        3,
    ),
    // The Pawn could become a Knight only, and there is one already: two moves of it, three of the King.
    (
        "nothing left to become",
        "[a:nocastle]\npromotionPieceTypes = n\npromotionLimit = n:1\nstartFen = 7k/P7/8/8/8/8/8/K6N w - - 0 1",
        2 + 3,
    ),
    (
        "a piece that cannot be read",
        "[a:nocastle]\ncustomPiece1 = a:KisO2\nstartFen = 4k3/8/8/8/8/A7/1A6/4K3 w - - 0 1",
        5,
    ),
];

fn count(text: &str, depth: u32) -> u64 {
    let imported = import(text, None).unwrap_or_else(|errors| panic!("{errors:?}"));
    let rules = Rules::new(read_back(&imported.toml));
    let game = Game::new(&rules);
    let mut state = State::setup(&game).unwrap_or_else(|| panic!("{text} has no setup"));
    let mut scratch = Scratch::default();
    begin_history(&game, &mut state, &mut scratch);
    perft(&game, &mut state, &mut scratch, depth)
}

#[test]
fn imported_pieces_move_only_where_they_reach() {
    for (name, _, _) in COUNTS {
        let imported =
            import(&format!("[game:{name}]\n"), None).unwrap_or_else(|why| panic!("{why:?}"));
        let rules = Rules::new(read_back(&imported.toml));
        let asked = moves_end_in_reach(name, &rules, 3, 40);
        assert!(asked > 100, "{name}: {asked} moves");
    }
}

/// A General stays in its palace and an Elephant on its side of the river, on the empty board and among others.
#[test]
fn nobody_reaches_a_cell_on_which_he_may_not_stand() {
    let imported = import("[game:xiangqi]\n", None).unwrap_or_else(|why| panic!("{why:?}"));
    let rules = Rules::new(read_back(&imported.toml));
    let variant = &rules.variant;
    let named = |letter: &str, side: Side, cell: &str| {
        let is_meant = |kind: &KindId| variant.kind(*kind).letter.eq_ignore_ascii_case(letter);
        let kind = variant
            .kind_ids()
            .find(is_meant)
            .unwrap_or_else(|| panic!("no piece {letter:?}"));
        let from = variant
            .board
            .cell(cell)
            .unwrap_or_else(|| panic!("no cell {cell}"));
        let mut crowd = variant.empty_position();
        for cell in variant.board.cells().filter(|cell| *cell != from) {
            crowd.put(
                cell,
                Some(Piece {
                    side: side.other(),
                    kind: None,
                }),
            );
        }
        let names = |reach: Reach| variant.board.names_of(&reach.cells()).join(" ");
        let alone = names(rules.reach(kind, side, from, &variant.empty_position(), true));
        let attacks = rules.attacks(kind, side, from, &variant.empty_position(), true);
        (
            alone,
            names(rules.reach(kind, side, from, &crowd, true)),
            variant.board.names_of(&attacks).join(" "),
        )
    };
    let all = |cells: &str| (cells.to_string(), cells.to_string(), cells.to_string());
    assert_eq!(
        named("B", Side::White, "e3"),
        (all("c1 c5 g1 g5").0, String::new(), all("c1 c5 g1 g5").2)
    );
    assert_eq!(
        named("B", Side::White, "c5"),
        ("a3 e3".into(), String::new(), "a3 e3".into())
    );
    assert_eq!(
        named("B", Side::Black, "c6"),
        ("a8 e8".into(), String::new(), "a8 e8".into())
    );
    assert_eq!(named("A", Side::White, "d3"), all("e2"));
    let (king, _, _) = named("K", Side::White, "d3");
    assert_eq!(king, "d2 e3");
}

#[test]
fn imported_games_have_as_many_moves_as_their_authors_count() {
    let mut wrong = Vec::new();
    for (name, depth, expected) in COUNTS {
        let found = count(&format!("[game:{name}]\n"), depth);
        if found != expected {
            wrong.push(format!("{name}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A diagram says by a piece's string that it may be dropped, and a variant by a rule.
#[test]
fn a_piece_that_a_diagram_drops_gets_a_rule_for_it() {
    let diagram =
        "files=8\nranks=8\npawn:P:fmWfcF@7:pawn:a2-h2\nknight:N::knight:b1,g1\nking:K::king:e1\n";
    let text = format!("<div class=\"idiagram\">\n{diagram}</div>\n");
    let imported = import(&text, None).unwrap_or_else(|why| panic!("{why:?}"));
    assert!(
        imported
            .toml
            .contains("kind = \"drop\"\npieces = [\"pawn\"]\n"),
        "{}",
        imported.toml
    );
    read_back(&imported.toml);
}

#[test]
fn imported_rules_leave_as_many_first_moves_as_a_player_counts() {
    for (what, text, expected) in FIRST_MOVES {
        assert_eq!(count(text, 1), expected, "{what}: {text}");
    }
}
