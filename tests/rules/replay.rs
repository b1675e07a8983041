//! Recorded games played over: what is legal, what is a slip, and what is noticed when a record is changed.

use padma_expr::play::{describe_misstated, describe_ply};
use padma_rules::play::{
    self, Game, MoveReading, Moves, Record, Replay, Scratch, State, legal_moves, move_text,
    read_move, record,
};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

use kit_rules::table::{CHESS, rules};

const WATERLOO: &str = include_str!("../../content/waterloo/waterloo.toml");
const PARTY_3: &str = include_str!("../games/party-3.txt");
const PARTY_2: &str = include_str!("../games/party-2.txt");

fn read(text: &str) -> Record {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("game.txt", text);
    let record = record(
        &Excerpt::verbatim(text, sources.whole(id)),
        &mut diagnostics,
    );
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    record
}

fn replay(game: &Game<'_>, text: &str) -> Replay {
    let start = State::setup(game).expect("the variant has a setup");
    play::replay(game, start, &read(text))
}

/// The problems of a replay: `6b c8-c7: …`, and `illegal` before the last if it ends it.
fn problems(game: &Game<'_>, replay: &Replay) -> Vec<String> {
    let mut texts = Vec::new();
    for ply in &replay.plies {
        let illegal = if ply.is_legal() { "" } else { "illegal " };
        let (number, side, text) = (ply.number, &ply.side.name()[..1], &ply.written.word.text);
        let problems = describe_ply(ply, game).into_iter();
        texts.extend(problems.map(|problem| format!("{illegal}{number}{side} {text}: {problem}")));
    }
    texts
}

/// What is wrong with the result of a record, in words.
fn misstated(game: &Game<'_>, text: &str) -> Option<Vec<String>> {
    let stated = replay(game, text).stated_result(&read(text))?;
    Some(
        stated
            .wrong
            .into_iter()
            .map(|wrong| format!("{}: {}", wrong.said.text, describe_misstated(&wrong, game)))
            .collect(),
    )
}

#[test]
fn a_result_is_what_the_board_gives_or_any_if_the_board_gives_none() {
    let rules = rules(CHESS);
    let game = Game::new(&rules);
    let mate = "1. f3 e5 2. g4 Qh4#";
    let wrong = |said: &str| format!("{said}: the game ended `0-1`: Black has won by mate");
    let drawn = |said: &str| format!("{said}: the game ended `1/2-1/2`: drawn by stalemate");
    let stalemate = "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6";
    let cases = [
        (mate.to_string(), None),
        (format!("{mate} 0-1"), Some(vec![])),
        (format!("{mate} 1-0"), Some(vec![wrong("1-0")])),
        (format!("{mate} *"), Some(vec![wrong("*")])),
        (
            format!("[Result \"1/2-1/2\"]\n{mate}"),
            Some(vec![wrong("1/2-1/2")]),
        ),
        (
            format!("[Result \"1-0\"]\n{mate} 0-1"),
            Some(vec![wrong("1-0")]),
        ),
        (
            format!("[Result \"1-0\"]\n{mate} 1-0"),
            Some(vec![wrong("1-0")]),
        ),
        (
            format!("[Result \"1-0\"]\n{mate} *"),
            Some(vec![wrong("*"), wrong("1-0")]),
        ),
        (format!("{stalemate} 1/2-1/2"), Some(vec![])),
        (format!("{stalemate} 1-0"), Some(vec![drawn("1-0")])),
        // A side that has not lost may give up, or neither play on.
        ("1. e4 e5 1-0".to_string(), Some(vec![])),
        ("1. e4 e5 *".to_string(), Some(vec![])),
        ("[Result \"0-1\"]\n1. e4 e5 0-1".to_string(), Some(vec![])),
        (
            "[Result \"0-1\"]\n1. e4 e5 1-0".to_string(),
            Some(vec!["0-1: the last move is followed by `1-0`".to_string()]),
        ),
        // Of a game that breaks off it is unknown.
        ("1. e4 e5 2. Ke3 1-0".to_string(), None),
    ];
    for (text, expected) in cases {
        assert_eq!(misstated(&game, &text), expected, "{text}");
    }
}

#[test]
fn party_3_is_legal_but_for_its_problems() {
    let rules = rules(WATERLOO);
    let game = Game::new(&rules);
    let replay = replay(&game, PARTY_3);
    assert_eq!(replay.plies.len(), 82);
    assert!(replay.illegal().is_none() && replay.outcome.is_none());
    assert_eq!(
        problems(&game, &replay),
        [
            "6b c8-c7: the letter S is missing: the piece on c8 is a Spy",
            "21b Ch10:i9: there is a capture sign, but nothing is captured on i9",
            "29w Gf4-f3: the letter is a Guard's, but the piece on f4 is a Joker",
            "30w Gf3-f5: the letter is a Guard's, but the piece on f3 is a Joker",
        ]
    );
}

#[test]
fn party_2_is_legal() {
    let rules = rules(WATERLOO);
    let game = Game::new(&rules);
    let replay = replay(&game, PARTY_2);
    assert_eq!(
        (replay.plies.len(), problems(&game, &replay)),
        (2, Vec::new())
    );
}

/// Every move of the record with its last cell changed by one square: it is noticed wherever a referee that shares
/// no code with the program says that the changed move is illegal, and only there.
#[test]
fn a_move_altered_by_one_square_is_noticed_where_it_is_illegal() {
    let rules = rules(WATERLOO);
    let game = Game::new(&rules);
    let whole = read(PARTY_3);
    let sound = replay(&game, PARTY_3);
    let mut tried = (0, 0);
    let mut referee = kit_rules::waterloo::Referee::at_the_start();
    for (place, ply) in sound.plies.iter().enumerate() {
        let text = &ply.written.word.text;
        for altered in kit_rules::waterloo::altered(text) {
            let mut record = whole.clone();
            record.moves.truncate(place + 1);
            record.moves[place].word.text = altered.clone();
            let start = sound.after(place).expect("a legal ply").clone();
            record.moves.drain(..place);
            let found = play::replay(&game, start, &record);
            let legal = referee.allows(&altered);
            assert_eq!(
                found.illegal().is_none(),
                legal,
                "{} {altered} for {text}",
                ply.number
            );
            *(if legal { &mut tried.0 } else { &mut tried.1 }) += 1;
        }
        referee.play(text);
    }
    assert!(tried.0 > 50 && tried.1 > 200, "{tried:?}");
}

#[test]
fn wrong_moves_of_a_record_are_described() {
    let cases = [
        // Slips, after which the game goes on.
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bc6 dxc6",
            vec!["4w Bc6: the capture sign `x` is missing: the move to c6 captures a piece"],
        ),
        (
            "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7",
            vec!["4w Qxf7: the move mates, which is written `#`"],
        ),
        (
            "1. e4 f5 2. Qh5 g6",
            vec!["2w Qh5: the check sign `+` is missing"],
        ),
        (
            "1. e4 e5 3. d4",
            vec!["2w d4: numbered 3, but this is move 2"],
        ),
        (
            "1. e4 d5 2. e:d5",
            vec!["2w e:d5: captures are written `x`, not `:`"],
        ),
        // Castling has a name; a King that cannot step there castles, and says it wrongly.
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Kg1 d6 5. Re1",
            vec!["4w Kg1: the move castles, which is written `O-O`"],
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. e1g1",
            vec!["4w e1g1: the move castles, which is written `O-O`"],
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Ke1g1",
            vec!["4w Ke1g1: the move castles, which is written `O-O`"],
        ),
        // Both cells say which piece goes.
        (
            "1. e4 e5 2. g1f3",
            vec!["2w g1f3: the letter N is missing: the piece on g1 is a Knight"],
        ),
        // Faults, which end it.
        (
            "1. e4 -- e5 2. Nf3",
            vec!["illegal 1b --: it makes no move, but passing is not allowed"],
        ),
        (
            "1. e4 <> 2. e5",
            vec!["illegal 1b <>: it makes no move, but passing is not allowed"],
        ),
        (
            "1. e4 - 2. e5",
            vec!["illegal 1b -: it makes no move, but passing is not allowed"],
        ),
        (
            "1. e4 Z0 2. e5",
            vec!["illegal 1b Z0: it makes no move, but passing is not allowed"],
        ),
        (
            "1. e4 ~ 2. e5",
            vec![
                "illegal 1b ~: this cannot be read as a move: expected the name of a cell of this board",
            ],
        ),
        (
            "1. e4 e5 2. Ke3 d5",
            vec![
                "illegal 2w Ke3: no King can go to e3",
                "illegal 2w Ke3: the nearest legal move is `Ke2`",
            ],
        ),
        (
            "1. e4 e5 2. O-O",
            vec!["illegal 2w O-O: O-O is not allowed: f1 is occupied"],
        ),
        (
            "1. d4 d5 2. Nc3 Bg4 3. f3 e6 4. e4 Qh4+ 5. a3",
            vec![
                "illegal 5w a3: it leaves the King on e1 attacked by the Queen on h4",
                "illegal 5w a3: the nearest legal move is `g3`",
            ],
        ),
        (
            "1. e4 Zz9",
            vec![
                "illegal 1b Zz9: this cannot be read as a move: expected the name of a cell of this board",
            ],
        ),
        (
            "1. Nf3 d5 2. Nc3 e5 3. Nb5 a6 4. Nd4",
            vec!["illegal 4w Nd4: it may mean Nbd4 or Nfd4"],
        ),
    ];
    let rules = rules(CHESS);
    let game = Game::new(&rules);
    for (text, expected) in cases {
        assert_eq!(problems(&game, &replay(&game, text)), expected, "{text}");
    }
}

#[test]
fn pgn_is_read_with_all_it_may_hold() {
    let text = "[Event \"A game\"]\n[White \"A\"]\n\n1. e4 {a comment (with a bracket} e5 2. Nf3 $1 (2. f4 exf4 (2... d5) 3. Nf3) 2... \
                Nc6 ; to the end of the line\n% an escape\n3.Bb5!? a6 4. Ba4 Nf6 5. O-O Be7 1/2-1/2\n";
    let record = read(text);
    let moves: Vec<&str> = record
        .moves
        .iter()
        .map(|written| written.word.text.as_str())
        .collect();
    assert_eq!(
        moves,
        [
            "e4", "e5", "Nf3", "Nc6", "Bb5!?", "a6", "Ba4", "Nf6", "O-O", "Be7"
        ]
    );
    assert_eq!(record.tag("White").map(|value| value.text()), Some("A"));
    assert_eq!(
        record.result.as_ref().map(|result| result.text.as_str()),
        Some("1/2-1/2")
    );
    let rules = rules(CHESS);
    let game = Game::new(&rules);
    assert_eq!(problems(&game, &replay(&game, text)), Vec::<String>::new());
}

/// A value ends at a quotation mark without a backslash before it (PGN 7), or at one before `]`; a
/// line may end between the signs of a tag.
#[test]
fn a_tag_ends_where_its_value_does() {
    for (tag, value) in [
        (
            r#"[Event "The \"Cup\"] of 1923"]"#,
            r#"The \"Cup\"] of 1923"#,
        ),
        (r#"[Event "Open [\"A\"]"]"#, r#"Open [\"A\"]"#),
        (r#"[Event "C:\\"]"#, r"C:\\"),
        (r#"[Event "C:\"]"#, r"C:\"),
        (r#"[Event "The "Cup" of 1923"]"#, r#"The "Cup" of 1923"#),
        (r#"[Event "A"] [Site "B"]"#, "A"),
        ("[Event\n\"A\"\n]", "A"),
        ("[Event \"\"]", ""),
    ] {
        let record = read(&format!("{tag}\n1. e4 e5 *\n"));
        assert_eq!(
            record.tag("Event").map(|value| value.text()),
            Some(value),
            "{tag}"
        );
        assert_eq!(record.moves.len(), 2, "{tag}");
    }
}

/// The tag `Variant` of a record names the game, by its id or title, or another one.
#[test]
fn a_record_of_another_game_is_told() {
    for (played, said, is_other) in [
        ("chess", "Standard", false),
        ("chess", "From Position", false),
        ("chess", "chess", false),
        ("chess", "Atomic", true),
        ("chess", "Chess960", true),
        ("crazyhouse", "Crazyhouse", false),
        ("crazyhouse", "Crazyhouse Chess", false),
        ("crazyhouse", "Standard", true),
        ("glinski", "Gliński", false),
    ] {
        let rules = kit_rules::content::variant(played);
        let text = format!("[Variant \"{said}\"]\n*");
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("game.pgn", text.as_str());
        let record = record(
            &Excerpt::verbatim(&text, sources.whole(id)),
            &mut diagnostics,
        );
        record.check_variant(&rules.variant, &mut diagnostics);
        assert_eq!(!diagnostics.is_empty(), is_other, "{played}: {said}");
        assert_eq!(diagnostics.errors(), 0, "{played}: {said}");
    }
}

/// Records as people set them: dashes, pictures of pieces, numbers without full stops, signs set apart.
#[test]
fn records_are_read_as_people_write_them() {
    let rules = rules(CHESS);
    let game = Game::new(&rules);
    let fen = |fen: &str, moves: &str| format!("[FEN \"{fen}\"]\r\r{moves}");
    let (promotes, passes) = (
        "8/P6k/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    );
    let cases = [
        ("1. e4 e5 1–0".to_string(), vec!["e4", "e5"], Some("1-0")),
        (
            "1. e4 e5 ½-½".to_string(),
            vec!["e4", "e5"],
            Some("1/2-1/2"),
        ),
        (
            "1. e4 e5 1/2".to_string(),
            vec!["e4", "e5"],
            Some("1/2-1/2"),
        ),
        (
            "1. e4 e5 2. Nf3 0.75-0.25".to_string(),
            vec!["e4", "e5", "Nf3"],
            Some("0.75-0.25"),
        ),
        ("1. e4 ¼–¾".to_string(), vec!["e4"], Some("0.25-0.75")),
        ("1. e4 0.5–0.5".to_string(), vec!["e4"], Some("1/2-1/2")),
        (
            "1 e4 e5 2 Nf3 Nc6".to_string(),
            vec!["e4", "e5", "Nf3", "Nc6"],
            None,
        ),
        ("e4 e5 2. Nf3".to_string(), vec!["e4", "e5", "Nf3"], None),
        (
            "1. ♘f3 ... ♞f6 2. ...".to_string(),
            vec!["♘f3", "♞f6"],
            None,
        ),
        (
            "1. e4 ! e5 +- 2. Nf3(2. f4)Nc6".to_string(),
            vec!["e4", "e5", "Nf3", "Nc6"],
            None,
        ),
        (
            "[White \"A\"][Black \"The \"B\"\"] [Result \"1/2\"]\r1. e4 ½".to_string(),
            vec!["e4"],
            Some("1/2-1/2"),
        ),
        (fen(promotes, "1. a8(Q)"), vec!["a8(Q)"], None),
        (fen(promotes, "1. a8=♕"), vec!["a8=♕"], None),
        (
            fen(passes, "1. exd6 e.p. Kd7"),
            vec!["exd6 e.p.", "Kd7"],
            None,
        ),
        (
            fen(passes, "1. exd6e.p. Kd7"),
            vec!["exd6e.p.", "Kd7"],
            None,
        ),
        (
            fen("8/P5k1/8/8/8/8/8/4K2R w - - 0 1", "1. Rh7 + Kxh7"),
            vec!["Rh7 +", "Kxh7"],
            None,
        ),
        (
            fen("7k/P5pp/8/8/8/8/8/4K3 w - - 0 1", "1. a8=Q++"),
            vec!["a8=Q++"],
            None,
        ),
    ];
    for (text, moves, result) in cases {
        let record = read(&text);
        let written: Vec<&str> = record
            .moves
            .iter()
            .map(|written| written.word.text.as_str())
            .collect();
        assert_eq!(
            (
                written,
                record.result.as_ref().map(|word| word.text.as_str())
            ),
            (moves, result),
            "{text}"
        );
        let start = record.tag("FEN").map_or_else(
            || State::setup(&game).expect("a setup"),
            |fen| {
                let mut diagnostics = Diagnostics::default();
                State::read(&game, fen, &mut diagnostics)
                    .unwrap_or_else(|| panic!("{diagnostics:?}"))
            },
        );
        assert_eq!(
            problems(&game, &play::replay(&game, start, &record)),
            Vec::<String>::new(),
            "{text}"
        );
    }
    assert!(
        read("[Black \"The \"B\"\"]")
            .tag("Black")
            .is_some_and(|value| value.text() == "The \"B\"")
    );
}

/// Each legal move of some positions is written so that it is read as itself.
#[test]
fn what_is_written_is_read_back() {
    for (text, fens) in [
        (
            CHESS,
            &[
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1",
                "4k3/1P6/8/2Q2Q2/8/8/2Q2Q2/4K3 w - -",
            ][..],
        ),
        (
            WATERLOO,
            &["5k4/4N5/10/3P2gG2/1a8/3A6/10/10/10/4K5[SJWjw] w"][..],
        ),
    ] {
        let rules = rules(text);
        let game = Game::new(&rules);
        for fen in fens {
            let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
            let id = sources.add("<fen>", *fen);
            let read = State::read(
                &game,
                &Excerpt::verbatim(fen, sources.whole(id)),
                &mut diagnostics,
            );
            let mut state = read.unwrap_or_else(|| panic!("{fen}: {diagnostics:?}"));
            let mut scratch = Scratch::default();
            let mut moves = Moves::default();
            legal_moves(&game, &mut state, &mut scratch, &mut moves);
            for (place, found) in moves.iter().enumerate() {
                let written = move_text(&game, &mut state, &mut scratch, &moves, found);
                let reading = read_move(&game, &mut state, &mut scratch, &moves, &written);
                assert!(
                    matches!(reading, MoveReading::Plays { index: p, ref problems, .. } if p == place && problems.is_empty()),
                    "{written} in {fen}: {reading:?}"
                );
            }
        }
    }
}

/// Nothing of a record is left out without a word.
#[test]
fn a_record_is_read_to_its_end_or_not_at_all() {
    let shown = |text: &str| {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("game.txt", text);
        record(
            &Excerpt::verbatim(text, sources.whole(id)),
            &mut diagnostics,
        );
        diagnostics
            .iter()
            .map(|diagnostic| diagnostic.message.clone())
            .collect::<Vec<_>>()
    };
    let moves = |count: usize| "Kb2 ".repeat(count);
    let none: [&str; 0] = [];
    assert_eq!(shown(&moves(20_000)), none);
    assert_eq!(
        shown(&moves(20_001)),
        ["this record has more than 20000 moves"]
    );
    assert_eq!(shown("1. e4 e5 1-0 {the clock}\n; so they say\n"), none);
    assert_eq!(
        shown("1. e4 e5 1-0 2. Nf3"),
        ["the game has ended before this"]
    );
    assert_eq!(
        shown("1. e4 e5) 2. Nf3"),
        ["there is no open bracket before this `)`"]
    );
    assert_eq!(
        shown("1. e4 e5 } 2. Nf3"),
        ["there is no open bracket before this `}`"]
    );
    assert_eq!(shown(&"N".repeat(1000)), none);
    assert_eq!(
        shown(&"N".repeat(1001)),
        ["this word is too long to be a move"]
    );
}
