//! Worked positions: in each a question has an answer, and has the other one when one piece is taken away.

use padma_rules::model::{Cell, KindId, Piece, Side};
use padma_rules::play::{Game, Moves, Scratch, State, in_check, legal_moves, move_text, outcome};

use crate::powers::POWERS;
use kit_rules::table::rules;

/// What is asked of a position.
enum Ask {
    /// Whether a move is legal and takes exactly the pieces on these cells.
    Takes(&'static str, &'static str),
    /// Whether a side is in check.
    Check(Side),
    Wins(Side),
}

use Ask::{Check, Takes, Wins};
use Side::{Black, White};

struct Case {
    what: &'static str,
    /// White's pieces have capital letters; behind `+` stand pieces in White's hand, without cells.
    pieces: &'static str,
    to_move: Side,
    ask: Ask,
    answer: bool,
    /// Without the piece here the answer is the other one.
    control: &'static str,
}

const fn case(
    what: &'static str,
    pieces: &'static str,
    to_move: Side,
    ask: Ask,
    answer: bool,
    control: &'static str,
) -> Case {
    Case {
        what,
        pieces,
        to_move,
        ask,
        answer,
        control,
    }
}

const CASES: &[Case] = &[
    case(
        "withdrawal takes whom it leaves behind",
        "Kz0 ki9 Wc6 nb6",
        White,
        Takes("Wxh6", "b6"),
        true,
        "b6",
    ),
    case(
        "only along the line",
        "Kz0 ki9 Wc6 nb6",
        White,
        Takes("Wc5", ""),
        true,
        "c6",
    ),
    case(
        "a way round is none",
        "Kz0 ki9 Wc6 nb6 Pe6",
        White,
        Takes("Wxf6", "b6"),
        false,
        "e6",
    ),
    case(
        "a frozen man cannot move",
        "Kz0 ki9 Ib4 rb5",
        Black,
        Takes("Rb8", ""),
        false,
        "b4",
    ),
    case(
        "two who freeze hold each other",
        "Kz0 ki9 Ib4 ib5",
        White,
        Takes("Ib3", ""),
        false,
        "b5",
    ),
    case(
        "one who mimics freezes one who freezes",
        "Kz0 ki9 Xb4 ib5",
        Black,
        Takes("Ib8", ""),
        false,
        "b4",
    ),
    case(
        "and is frozen by him",
        "Kz0 ki9 Xb4 ib5",
        White,
        Takes("Xa3", ""),
        false,
        "b5",
    ),
    case(
        "who mimics freezes nobody else",
        "Kz0 ki9 Xb4 rb5",
        Black,
        Takes("Rb8", ""),
        true,
        "b5",
    ),
    case(
        "a frozen man gives no check",
        "Ke1 ki9 If6 re5",
        White,
        Check(White),
        false,
        "f6",
    ),
    case(
        "nor does a frozen king",
        "Kc2 kd4 Ie5",
        White,
        Takes("Kc3", ""),
        true,
        "e5",
    ),
    case(
        "coordination takes at both crossings",
        "Kg1 kz9 Cf5 nc1 ng5",
        White,
        Takes("Cxxc5", "c1 g5"),
        true,
        "c1",
    ),
    case(
        "but only if the counts agree",
        "Kg1 kz9 Cf5 Pd1 nc1 ng5",
        White,
        Takes("Cxc5", "g5"),
        true,
        "d1",
    ),
    case(
        "two in the way of each",
        "Kg1 kz9 Cf5 Pd1 nc1 pc3",
        White,
        Takes("Cxc5", "c1"),
        true,
        "c3",
    ),
    case(
        "corner cells have files and ranks",
        "Ki0 ke5 Ca8 nz0",
        White,
        Takes("Cxz9", "z0"),
        true,
        "z0",
    ),
    case(
        "a push goes as far as it can",
        "kh1 Ka1 Ra8 We4 nc6 uf3",
        Black,
        Takes("Uxe4", ""),
        true,
        "e4",
    ),
    case(
        "a full line cannot be pushed",
        "kh1 Ka1 uf3 We4 nd5 pc6 nb7 Ra8 Qz9",
        Black,
        Takes("Uxe4", ""),
        false,
        "z9",
    ),
    case(
        "who mimics pushes only into the free",
        "Kz0 ki9 Xf3 ue4 pd5",
        White,
        Takes("Xxe4", ""),
        false,
        "d5",
    ),
    case(
        "places are changed with a friend",
        "Kz0 ki9 Sa1 Pa4",
        White,
        Takes("Sxa4", ""),
        true,
        "a4",
    ),
    case(
        "and with an enemy",
        "Kz0 ki9 Sa1 ra4",
        White,
        Takes("Sxa4", ""),
        true,
        "a4",
    ),
    case(
        "an enemy is promoted by it",
        "Kz0 ki9 Sa1 pa4",
        White,
        Takes("Sxa4=N", ""),
        true,
        "a4",
    ),
    case(
        "a friend too",
        "Kz0 ki9 Sz9 Pb7",
        White,
        Takes("Sxb7=Q", ""),
        true,
        "b7",
    ),
    case(
        "who mimics changes with him only",
        "Kz0 ki9 Xa1 sa4",
        White,
        Takes("Xxa4", ""),
        true,
        "a4",
    ),
    case(
        "a leap over one",
        "Kz0 kh1 La1 na3",
        White,
        Takes("Lxa6", "a3"),
        true,
        "a3",
    ),
    case(
        "over two in a line",
        "Kz0 kh1 La1 na3 ra5",
        White,
        Takes("Lxxa7", "a3 a5"),
        true,
        "a5",
    ),
    case(
        "not over two who stand together",
        "Kz0 kh1 La1 na3 ra4",
        White,
        Takes("Lxa6", "a3"),
        false,
        "a4",
    ),
    case(
        "not over a friend",
        "Kz0 kh1 La1 Pa3 ra5",
        White,
        Takes("Lxa6", "a5"),
        false,
        "a3",
    ),
    case(
        "who can take must",
        "Kz0 kh1 La1 na3",
        White,
        Takes("Lb1", ""),
        false,
        "a3",
    ),
    case(
        "the last liberty is filled",
        "Kz0 ki0 Ec3 Pa7 ra8",
        White,
        Takes("Exb8=D", "a8"),
        true,
        "a7",
    ),
    case(
        "a group falls together",
        "Kz0 ki0 Ec3 Pa7 Pb7 ra8 nb8",
        White,
        Takes("Exxc8=D", "a8 b8"),
        true,
        "b7",
    ),
    case(
        "a king can be enclosed",
        "Kz0 ka8 Ec3 Pa7",
        Black,
        Check(Black),
        true,
        "c3",
    ),
    case(
        "mimicry: a queen by a queen's move",
        "Kz0 ki9 Xd4 qd7",
        White,
        Takes("Xxd7", "d7"),
        true,
        "d7",
    ),
    case(
        "a pawn diagonally forward",
        "Kz0 ki9 Xd4 pe5",
        White,
        Takes("Xxe5", "e5"),
        true,
        "e5",
    ),
    case(
        "a leaper by a leap",
        "Kz0 kh1 Xa1 la3",
        White,
        Takes("Xxa5", "a3"),
        true,
        "a3",
    ),
    case(
        "a withdrawer by withdrawal",
        "Kz0 ki9 Xc6 wb6",
        White,
        Takes("Xxh6", "b6"),
        true,
        "b6",
    ),
    case(
        "a coordinator by coordination",
        "Kg1 kz9 Xf5 cc1",
        White,
        Takes("Xxc5", "c1"),
        true,
        "g1",
    ),
    case(
        "several at once",
        "Kz0 kh1 Xc6 wb6 le6",
        White,
        Takes("Xxxg6", "b6 e6"),
        true,
        "b6",
    ),
    case(
        "an encloser by enclosure, alone of his group",
        "Kz0 ki0 Xh1 Pb7 Rb8 ea8 na7",
        White,
        Takes("Xxa6", "a8"),
        true,
        "b7",
    ),
    case(
        "a king one step away",
        "Kz0 ke5 Xd4",
        Black,
        Check(Black),
        true,
        "d4",
    ),
    case(
        "withdrawal gives check",
        "Kz0 kd5 Wd4",
        Black,
        Check(Black),
        true,
        "d4",
    ),
    case(
        "a leap gives check",
        "Kz0 kd5 Ld1 pd6",
        Black,
        Check(Black),
        false,
        "d6",
    ),
    case(
        "a drop gives no check",
        "Kz0 ka8 pa7 +R",
        White,
        Takes("=Ra5", ""),
        true,
        "a7",
    ),
    case(
        "and takes nobody",
        "Kg1 kz9 nc1 +C",
        White,
        Takes("=Cc5", ""),
        false,
        "c1",
    ),
    case(
        "stalemate in a corner",
        "Ka1 ki9 Rh1",
        Black,
        Wins(White),
        true,
        "h1",
    ),
];

fn piece(game: &Game<'_>, word: &str) -> (Piece, Option<Cell>) {
    let (letter, cell) = word.split_at(1);
    let side = if letter.chars().all(char::is_uppercase) {
        White
    } else {
        Black
    };
    let wanted = letter.to_uppercase();
    let piece = game
        .variant()
        .kinds
        .iter()
        .position(|kind| kind.letter == wanted);
    let kind = KindId::new(piece.unwrap_or_else(|| panic!("{word}")));
    (
        Piece {
            side,
            kind: Some(kind),
        },
        game.variant().board.cell(cell),
    )
}

fn state(game: &Game<'_>, case: &Case, without: Option<&str>) -> State {
    let mut state = State::empty(game);
    for word in case.pieces.split_whitespace() {
        if let Some(letter) = word.strip_prefix('+') {
            let (piece, _) = piece(game, letter);
            state.set_reserve(piece.side, piece.kind.unwrap(), 1);
        } else if without != Some(&word[1..]) {
            let (piece, cell) = piece(game, word);
            state.place(cell.unwrap_or_else(|| panic!("{word}")), Some(piece), true);
        }
    }
    state.set_to_move(case.to_move);
    state
}

fn answer(game: &Game<'_>, scratch: &mut Scratch, state: &mut State, ask: &Ask) -> bool {
    match ask {
        Check(side) => in_check(game, state, scratch, *side),
        Wins(side) => {
            outcome(game, state, scratch).is_some_and(|outcome| outcome.winner() == Some(*side))
        }
        Takes(text, cells) => {
            let mut moves = Moves::default();
            legal_moves(game, state, scratch, &mut moves);
            let board = &game.variant().board;
            let cells: Vec<Cell> = cells
                .split_whitespace()
                .map(|name| board.cell(name).expect("a cell"))
                .collect();
            moves.iter().any(|found| {
                let written = move_text(game, state, scratch, &moves, found);
                let taken: Vec<Cell> = moves.captures(found).map(|(_, cell)| cell).collect();
                written.trim_end_matches(['+', '#']) == *text && taken == cells
            })
        }
    }
}

#[test]
fn worked_positions_have_their_answer_and_their_controls_the_opposite() {
    let rules = rules(POWERS);
    let game = Game::new(&rules);
    let mut scratch = Scratch::default();
    let mut faults = Vec::new();
    for case in CASES {
        for (without, expected) in [(None, case.answer), (Some(case.control), !case.answer)] {
            let mut state = state(&game, case, without);
            if answer(&game, &mut scratch, &mut state, &case.ask) != expected {
                let mut moves = Moves::default();
                legal_moves(&game, &mut state, &mut scratch, &mut moves);
                let texts: Vec<String> = moves
                    .iter()
                    .map(|found| move_text(&game, &mut state, &mut scratch, &moves, found))
                    .collect();
                let text = texts.join(" ");
                faults.push(format!(
                    "{}, {}, without {without:?}: {text}",
                    case.what, case.pieces
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A string's limits hold besides the rule's: its ranks, counted from the side's own end, and how many of the kind may
/// stand on a file, a shade or the board.
#[test]
fn a_string_limits_where_its_piece_is_dropped() {
    let drops = |string: &str, own: &str, side: Side, cells: &str| {
        let text = format!(
            "[board]\nkind = \"grid\"\nfiles = 4\nranks = 4\n[[piece]]\nid = \"man\"\nbetza = \"W{string}\"\n\
             [[rule]]\nkind = \"drop\"\ncells = \"{cells}\"\n"
        );
        let rules = rules(&text);
        let (game, board) = (Game::new(&rules), &rules.variant.board);
        let (piece, mut state) = (
            rules.variant.kind_named("man").unwrap(),
            State::empty(&game),
        );
        for cell in own.split_whitespace() {
            state.place(
                board.cell(cell).unwrap(),
                Some(Piece {
                    side,
                    kind: Some(piece),
                }),
                true,
            );
        }
        state.set_reserve(side, piece, 1);
        state.set_to_move(side);
        let mut moves = Moves::default();
        legal_moves(&game, &mut state, &mut Scratch::default(), &mut moves);
        let to = moves
            .iter()
            .filter(|found| found.from.is_none())
            .map(|found| found.to);
        board.names_of(&to.collect()).join(" ")
    };
    assert_eq!(drops("@2", "", White, "file a"), "a1 a2");
    assert_eq!(drops("@2", "", Black, "file a"), "a3 a4");
    assert_eq!(drops("j@3", "", White, "file b"), "b2 b3");
    assert_eq!(drops("j@3", "", Black, "file b"), "b2 b3");
    assert_eq!(drops("f@4", "b2", White, "rank 3"), "a3 c3 d3");
    assert_eq!(drops("ff@4", "b2", White, "rank 3"), "a3 b3 c3 d3");
    assert_eq!(drops("ff@4", "b2 b4", White, "rank 3"), "a3 c3 d3");
    // The cells of b2's shade are a1 a3 b2 b4 c1 c3 d2 d4.
    assert_eq!(drops("s@4", "b2", White, "rank 3"), "b3 d3");
    assert_eq!(drops("b@4", "b2", White, "rank 3"), "");
    assert_eq!(drops("bb@4", "b2", White, "rank 3"), "a3 b3 c3 d3");
    assert_eq!(drops("@1b@2", "b3", White, "file a"), "a1");
    assert_eq!(drops("", "", White, "rank 3"), "a3 b3 c3 d3");
}
