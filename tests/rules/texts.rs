//! In positions of random games: each legal move has a text of its own that is read as that move, and each position a FEN that
//! is read as that position.

use padma_expr::play::describe_fault;
use padma_rules::play::{
    Effect, EffectVerb, Game, MoveReading, Moves, Scratch, State, bare_text, bare_texts,
    begin_history, legal_moves, make, move_text, perft, read_move, unmake,
};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

use kit_rules::content::{game_names, variant};
use kit_rules::random::Random;
use kit_rules::random_variants::{random_state, random_variant};
use kit_rules::table::{CHESS, rules};

/// Pawns that step aslant, pass a cell and are taken there; a Rook that takes or changes places; a Lion that takes on its way;
/// files with names of two letters; and two Geese that belong to nobody, one of which may go besides a move.
const ODD: [(&str, &str); 5] = [
    (
        "berolina",
        r#"
[board]
kind = "grid"
files = 8
ranks = 8
[[piece]]
id = "king"
betza = "K"
royal = true
[[piece]]
id = "pawn"
betza = "fmFfceWifmnA"
[setup]
symmetry = "mirror"
white = { king = "e1", pawn = "a2-h2" }
[notation]
style = "long"
plain = "pawn"
"#,
    ),
    (
        "triple",
        r#"
[board]
kind = "grid"
files = 8
ranks = 10
[[piece]]
id = "king"
betza = "KisO2"
royal = true
[[piece]]
id = "rook"
betza = "R"
[[piece]]
id = "pawn"
betza = "fmWfceFscWifmnR3"
[[rule]]
kind = "swap"
piece = "rook"
along = "orthogonal"
[setup]
symmetry = "mirror"
white = { king = "e1", rook = "a1 h1", pawn = "a2-h2" }
[notation]
style = "short"
plain = "pawn"
"#,
    ),
    (
        "geese",
        r#"
[board]
kind = "grid"
files = 5
ranks = 5
[[piece]]
id = "king"
betza = "K"
royal = true
[[piece]]
id = "goose"
side = "nobody"
[[piece]]
id = "rook"
betza = "R"
[[rule]]
kind = "effect"
adds = "goose"
on = "empty"
when = "count(pieces(goose)) < 2"
[[rule]]
kind = "effect"
moves = ["goose"]
on = "neighbours(pieces(goose))"
text = "A Goose may step."
may = true
[[turn]]
moves = 1
pass = true
[[rule]]
kind = "effect"
takes = "neighbours(to) & pieces(rook, other)"
may = true
[setup]
symmetry = "mirror"
white = { king = "c1", rook = "a1 e1" }
[notation]
style = "coordinates"
"#,
    ),
    (
        "lion",
        r#"
[board]
kind = "grid"
files = 6
ranks = 6
[[piece]]
id = "king"
betza = "K"
royal = true
[[piece]]
id = "lion"
betza = "KNAD[cK-fK][cK-fsK][cK-sK][cK-bsK][cK-bK][K-bK]"
[[piece]]
id = "pawn"
betza = "fWfcF"
[setup]
symmetry = "mirror"
white = { king = "a1", lion = "c2 d2", pawn = "b3-e3" }
[notation]
style = "coordinates"
"#,
    ),
    (
        "wide",
        r#"
[board]
kind = "grid"
files = 30
ranks = 6
[[piece]]
id = "king"
betza = "K"
royal = true
[[piece]]
id = "rook"
betza = "R"
[[piece]]
id = "hawk"
letter = "H"
betza = "N(27,0)(25,0)"
[[rule]]
kind = "castling"
name = "O-O"
white = ["king o1 q1", "rook ad1 p1"]
black = ["king o6 q6", "rook ad6 p6"]
[[rule]]
kind = "castling"
name = "O-O-O"
white = ["king o1 m1", "rook a1 n1"]
black = ["king o6 m6", "rook a6 n6"]
[setup]
white = { king = "o1", rook = "a1 ad1", hawk = "a5 z4 aa5 d4" }
black = { king = "o6", rook = "a6 ad6" }
[notation]
style = "short"
"#,
    ),
];

/// How many random variants are looked at.
const RANDOM: u64 = 240;

/// Every variant in which there is something to play, and the odd ones in each style.
fn all() -> Vec<(String, Rules)> {
    let books = ["waterloo", "ben39", "rotary-chess"];
    let mut all: Vec<(String, Rules)> = books.map(|name| (name.to_string(), variant(name))).into();
    all.push(("chess".to_string(), rules(CHESS)));
    all.push((
        "powers".to_string(),
        rules(include_str!("powers/powers.toml")),
    ));
    for (name, text) in ODD {
        for style in ["coordinates", "long", "short"] {
            let styled: Vec<&str> = text
                .lines()
                .filter(|line| !line.starts_with("style"))
                .collect();
            let text = styled
                .join("\n")
                .replace("[notation]", &format!("[notation]\nstyle = \"{style}\""));
            all.push((format!("{name}, {style}"), rules(&text)));
        }
    }
    all.extend(
        game_names()
            .into_iter()
            .map(|name| (name.clone(), variant(&name))),
    );
    all
}

pub(super) fn read(game: &Game<'_>, fen: &str) -> Result<State, String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("<fen>", fen);
    let state = State::read(
        game,
        &Excerpt::verbatim(fen, sources.whole(id)),
        &mut diagnostics,
    );
    state.ok_or_else(|| {
        diagnostics
            .iter()
            .map(|d| d.message.clone())
            .collect::<Vec<_>>()
            .join("; ")
    })
}

/// The results of the legal moves, in the order in which they are found.
pub(super) fn effects(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
) -> Vec<Vec<Effect>> {
    let mut moves = Moves::default();
    legal_moves(game, state, scratch, &mut moves);
    moves
        .iter()
        .map(|found| moves.effects(found).to_vec())
        .collect()
}

fn assert_texts(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    name: &str,
) {
    let texts: Vec<String> = moves
        .iter()
        .map(|found| move_text(game, state, scratch, moves, found))
        .collect();
    let at = |state: &State| format!("{name}, {:?}", state.fen(game, 1));
    for (found, all_at_once) in moves.iter().zip(bare_texts(game, moves)) {
        assert_eq!(all_at_once, bare_text(game, moves, found), "{}", at(state));
    }
    for (found, text) in moves.iter().zip(&texts) {
        let mut alike = moves.iter().zip(&texts).filter(|(_, other)| *other == text);
        let one = alike.all(|(other, _)| moves.effects(other) == moves.effects(found));
        assert!(one, "two moves are written `{text}`: {}", at(state));
        match read_move(game, state, scratch, moves, text) {
            MoveReading::Plays {
                index: place,
                problems,
                ..
            } if problems.is_empty() => {
                let read = moves.effects(moves.get(place));
                assert_eq!(read, moves.effects(found), "`{text}`: {}", at(state));
            }
            other => panic!("`{text}` is read as {other:?}: {}", at(state)),
        }
    }
}

fn assert_fen(game: &Game<'_>, state: &mut State, scratch: &mut Scratch, name: &str) {
    let Ok(fen) = state.fen(game, 7) else { return };
    let mut again = read(game, &fen).unwrap_or_else(|why| panic!("{name}, {fen}: {why}"));
    assert_eq!(again.fen(game, 7).as_ref(), Ok(&fen), "{name}");
    assert_eq!(again.position(), state.position(), "{name}, {fen}");
    // The positions that may not come again are not part of a position.
    begin_history(game, state, scratch);
    begin_history(game, &mut again, scratch);
    assert_eq!(
        effects(game, &mut again, scratch),
        effects(game, state, scratch),
        "{name}, {fen}"
    );
}

/// Plays some plies at random, and holds the texts of the first two plies and of each eighth, and each FEN, against what is read
/// in them. How many texts there were.
fn play(game: &Game<'_>, mut state: State, plies: usize, random: &mut Random, name: &str) -> usize {
    let (mut scratch, mut moves, mut asked) = (Scratch::default(), Moves::default(), 0);
    begin_history(game, &mut state, &mut scratch);
    for ply in 0..plies {
        legal_moves(game, &mut state, &mut scratch, &mut moves);
        if moves.is_empty() {
            break;
        }
        if ply % 8 == 0 || ply < 2 {
            assert_texts(game, &mut state, &mut scratch, &moves, name);
            asked += moves.len();
        }
        assert_fen(game, &mut state.clone(), &mut scratch, name);
        let found = moves.get(random.below(moves.len())).clone();
        make(game, &mut state, &mut scratch, &moves, &found);
    }
    asked
}

#[test]
fn moves_and_positions_are_read_as_they_are_written() {
    let mut asked = 0;
    for (name, rules) in all() {
        let (game, mut random) = (Game::new(&rules), Random(0x7e87));
        for _ in 0..2 {
            let state = State::setup(&game).unwrap_or_else(|| panic!("{name} has a setup"));
            asked += play(&game, state, 40, &mut random, &name);
        }
    }
    assert!(asked > 5_000, "{asked}");
}

/// Positions in which a Unicorn pushes several pieces along either of two sheets: the moves differ only in which piece is
/// the second, or in where it comes to.
#[test]
fn moves_that_push_other_pieces_are_told_apart() {
    let rules = variant("chessma-84");
    let game = Game::new(&rules);
    for fen in [
        "1K2C1e1/2/cc3d2/1u3pU1/1b5s/sP3U1C/BBes1S1C/3k4/IuNnE2n/Q3E1I1/1n/iCSr2C1[RRNIIXqwc] w - - 0 2",
        "S1w3ss/1c/Sr5p/5S2/bW2L1bK/3u4/2swNC2/W1p3p1/3U1i2/2d5/2/1xE1LPEk[QQLLnnpxx] w - - 0 1",
    ] {
        let mut state = read(&game, fen).expect("a position");
        let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        assert_texts(&game, &mut state, &mut scratch, &moves, "chessma-84");
    }
}

/// The same from random positions: of the variants without a setup, and of random ones with rules of every kind.
#[test]
fn moves_and_positions_of_random_variants_are_read_as_they_are_written() {
    let named =
        ["chessma-84", "turtle", "lotus-39"].map(|name| (name.to_string(), variant(name), 8));
    let random_variants =
        (0..RANDOM).map(|seed| (format!("seed {seed}"), random_variant(seed).rules, 1));
    let mut asked = 0;
    for (name, rules, positions) in named.into_iter().chain(random_variants) {
        let (game, mut random) = (Game::new(&rules), Random(0x7e88));
        for _ in 0..positions {
            let state = random_state(&game, &mut random);
            asked += play(&game, state, 3, &mut random, &name);
        }
    }
    assert!(asked > 5_000, "{asked}");
}

/// The number of moves from positions whose en passant field is written so, or the complaint about it.
#[test]
fn the_cells_of_en_passant_are_those_that_a_piece_can_have_passed() {
    let [berolina, triple, ..] = ODD;
    let no = |word: &str| format!("no piece could have just passed over {word}");
    let cases: [(&str, &str, &str, Result<usize, String>); 9] = [
        (berolina.1, "4k3/8/8/8/5pP1/8/8/4K3 b - ", "f3", Ok(8)),
        (berolina.1, "4k3/8/8/8/5pP1/8/8/4K3 b - ", "f3g4", Ok(8)),
        (
            berolina.1,
            "4k3/8/8/8/5pP1/8/8/4K3 b - ",
            "g3",
            Err(no("g3")),
        ),
        (
            berolina.1,
            "4k3/8/8/8/4PpP1/8/8/4K3 b - ",
            "f3",
            Err("several pieces could have just passed over f3".to_string()),
        ),
        (CHESS, "4k3/8/8/8/3pP3/8/8/4K3 b - ", "e3", Ok(7)),
        (CHESS, "4k3/8/8/8/3pP3/8/4N3/4K3 b - ", "e3", Err(no("e3"))),
        (CHESS, "4k3/8/8/3p4/4P3/8/8/4K3 b - ", "d4", Err(no("d4"))),
        (
            triple.1,
            "4k3/8/8/8/8/4Pp2/3p4/8/8/4K3 b - ",
            "e3",
            Err(no("e3 alone")),
        ),
        (
            triple.1,
            "4k3/8/8/8/4P3/5p2/3p4/8/8/4K3 b - ",
            "e4",
            Err(no("e4")),
        ),
    ];
    for (text, pieces, field, expected) in cases {
        let rules = rules(text);
        let game = Game::new(&rules);
        let state = read(&game, &format!("{pieces}{field} 0 1"));
        let count =
            state.map(|mut state| effects(&game, &mut state, &mut Scratch::default()).len());
        assert_eq!(count, expected, "{pieces}{field}");
    }
    // Both cells of a triple step: dxe3 and fxe4 besides fxe5.
    let rules = rules(triple.1);
    let game = Game::new(&rules);
    let captures = |field: &str| {
        let fen = format!("4k3/8/8/8/8/4Pp2/3p4/8/8/4K3 b - {field} 0 1");
        let mut state = read(&game, &fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
        let all = effects(&game, &mut state, &mut Scratch::default());
        all.iter()
            .flatten()
            .filter(|effect| effect.verb == EffectVerb::Capture)
            .count()
    };
    assert_eq!((captures("-"), captures("e3e4")), (1, 3));
}

/// The letter of a castling on a board of more than 26 files is the whole name of the file.
#[test]
fn the_sign_of_a_castling_is_the_name_of_its_file() {
    let [.., (_, wide)] = ODD;
    let rules = rules(wide);
    let game = Game::new(&rules);
    for (field, castlings) in [
        ("A", "O-O-O"),
        ("(AD)", "O-O"),
        ("Q", "O-O-O"),
        ("KQ", "O-O O-O-O"),
        ("A(AD)", "O-O O-O-O"),
        ("-", ""),
    ] {
        let fen = format!("14k15/30/30/30/30/R13K14R w {field} - 0 1");
        let mut state = read(&game, &fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
        let mut moves = Moves::default();
        legal_moves(&game, &mut state, &mut Scratch::default(), &mut moves);
        let castled = moves
            .iter()
            .filter_map(|found| found.castling)
            .map(|at| game.castling_name(at));
        assert_eq!(castled.collect::<Vec<_>>().join(" "), castlings, "{field}");
    }
}

/// `Haab5` is from the file a to ab5, or from the file aa to b5.
#[test]
fn a_file_and_a_cell_that_run_together_are_refused() {
    let [.., (_, wide)] = ODD;
    let rules = rules(wide);
    let game = Game::new(&rules);
    let (mut state, mut scratch) = (State::setup(&game).expect("a setup"), Scratch::default());
    let mut moves = Moves::default();
    legal_moves(&game, &mut state, &mut scratch, &mut moves);
    let found = read_move(&game, &mut state, &mut scratch, &moves, "Haab5");
    let MoveReading::Illegal { fault, .. } = found else {
        panic!("{found:?}")
    };
    assert_eq!(describe_fault(&fault, &game), "it may mean H5ab5 or H5b5");
}

/// A pawn that is pinned, or whose capture would open the rank, keeps no two positions apart.
#[test]
fn an_illegal_capture_en_passant_keeps_no_positions_apart() {
    let text = CHESS.replace("times = 5", "times = 3");
    let rules = rules(&text);
    let game = Game::new(&rules);
    let cases = [
        ("pinned", "4r2k/3p4/8/4P3/8/8/8/4K2N b - - 0 1", true),
        ("on the rank", "7k/3p4/8/r3P2K/8/8/8/7N b - - 0 1", true),
        ("free", "r6k/3p4/8/4P3/8/8/8/4K2N b - - 0 1", false),
        ("no pawn", "4r2k/3p4/8/8/8/8/4P3/4K2N b - - 0 1", true),
    ];
    for (name, fen, is_drawn) in cases {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let moves = "1... d5 2. Ng3 Kg8 3. Nh1 Kh8 4. Ng3 Kg8 5. Nh1 Kh8";
        let id = sources.add("game.pgn", moves);
        let record = padma_rules::play::record(
            &Excerpt::verbatim(moves, sources.whole(id)),
            &mut diagnostics,
        );
        let start = read(&game, fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
        let replay = padma_rules::play::replay(&game, start, &record);
        assert!(replay.illegal().is_none(), "{name}");
        assert_eq!(replay.outcome.is_some(), is_drawn, "{name}");
    }
}

#[test]
fn thousands_of_moves_have_texts_and_millions_are_refused() {
    // A Duck and a Swan of nobody: of 32 empty cells the first takes one, the second another.
    let two = |kind: &str| {
        format!(
            "\n[[piece]]\nid = \"{kind}\"\nside = \"nobody\"\n\n[[rule]]\nkind = \"effect\"\nadds = \"{kind}\"\non = \"cells\"\n"
        )
    };
    let pawns = "\n[[rule]]\nkind = \"effect\"\nmoves = [\"pawn\"]\non = \"cells\"\n";
    let base = CHESS.to_string();
    for (rules_text, count, new_pieces) in [
        (
            base.clone() + &two("duck") + &two("swan"),
            Some(20 * 32 * 31),
            2,
        ),
        // Sixteen Pawns, of which one that has not moved goes to one of 32 empty cells; but no black
        // Pawn goes to where a white one stood beside the King, and gives check.
        (
            base.clone() + pawns,
            Some(16 * 15 * 32 + 4 * 16 * 32 - 4 * 8),
            0,
        ),
        (base + &pawns.repeat(3), None, 0),
    ] {
        let Some(count) = count else {
            let refused = padma_variant::Variant::load(&rules_text);
            assert!(format!("{:?}", refused.err()).contains("more than 250000 moves"));
            continue;
        };
        let loaded = padma_variant::Variant::load(&rules_text).unwrap();
        let game = Game::new(loaded.rules());
        let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
        let mut state = State::setup(&game).unwrap();
        begin_history(&game, &mut state, &mut scratch);
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        assert_eq!(moves.len(), count);
        let mut texts = bare_texts(&game, &moves);
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), count);
        // No piece comes twice.
        let pieces = state.position().occupied().len();
        for mv in moves.iter().step_by(97) {
            let undo = make(&game, &mut state, &mut scratch, &moves, mv);
            assert_eq!(state.position().occupied().len(), pieces + new_pieces);
            unmake(&game, &mut state, &moves, mv, undo);
        }
        assert_eq!(perft(&game, &mut state, &mut scratch, 1), count as u64);
        assert!(!scratch.too_many_moves());
    }
}
