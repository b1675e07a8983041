//! The fields of a FEN as Padma and other programs write them, and signs that Padma does not know.

use padma_rules::play::{
    Game, MoveReading, Moves, Scratch, State, legal_moves, make, move_text, read_move,
};

use crate::texts::{effects, read};
use kit_rules::content::{extending, variant};
use kit_rules::table::{CHESS, rules};

/// A board on which Pawns may make triple steps, with a Duck.
const TRIPLE_DUCK: &str = r#"
[board]
kind = "grid"
files = 8
ranks = 10
[[piece]]
id = "king"
betza = "K"
royal = true
[[piece]]
id = "pawn"
betza = "fmWfceFifmnR3"
[[piece]]
id = "duck"
side = "nobody"
[[rule]]
kind = "duck"
[setup]
symmetry = "mirror"
white = { king = "e1", pawn = "a2-h2" }
[notation]
style = "short"
plain = "pawn"
"#;

/// A Duck may have come to the cell that a Pawn has left, or to one of two that it has passed.
#[test]
fn the_duck_stands_where_a_pawn_came_from() {
    let duck = "title = \"Test\"\nextends = \"chess\"\nwithout = [\"royal king\"]\n\
                [[piece]]\nid = \"duck\"\nside = \"nobody\"\n[[rule]]\nkind = \"duck\"\n";
    let (duck, triple) = (extending(duck, "chess"), rules(TRIPLE_DUCK));
    let chess_fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    let triple_fen = "4k3/8/8/8/8/3p4/8/8/4P3/4K3 w - - 0 1";
    for (rules, fen, text, field, answer) in [
        (&duck, chess_fen, "e4/De2", "e3", Some("dxe3/Da8")),
        (&duck, chess_fen, "e4/Dg2", "e3", Some("dxe3/Da8")),
        (&duck, chess_fen, "e4/De3", "-", None),
        (&triple, triple_fen, "e5/De2", "e3e4", Some("dxe4/Da8")),
        (&triple, triple_fen, "e5/De3", "e4", Some("dxe4/Da8")),
        (&triple, triple_fen, "e5/De4", "e3", None),
    ] {
        let (game, mut scratch) = (Game::new(rules), Scratch::default());
        let mut state = read(&game, fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
        let mut moves = Moves::default();
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        let found = read_move(&game, &mut state, &mut scratch, &moves, text);
        let MoveReading::Plays { index, .. } = found else {
            panic!("{text}: {found:?}")
        };
        make(
            &game,
            &mut state,
            &mut scratch,
            &moves,
            &moves.get(index).clone(),
        );
        let fen = state.fen(&game, 1).expect("a position");
        assert_eq!(fen.split(' ').nth(3), Some(field), "{fen}");
        let mut back = read(&game, &fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
        let after = effects(&game, &mut state, &mut scratch);
        assert_eq!(effects(&game, &mut back, &mut scratch), after, "{fen}");
        legal_moves(&game, &mut back, &mut scratch, &mut moves);
        let texts = moves
            .iter()
            .map(|mv| move_text(&game, &mut back, &mut scratch, &moves, mv));
        let texts: Vec<String> = texts.collect();
        let takes = |text: &&String| text.starts_with('d') && text.contains('x');
        let taken = texts.iter().find(takes);
        assert_eq!(taken.is_some(), answer.is_some(), "{fen}: {texts:?}");
        assert!(
            answer.is_none_or(|text| texts.iter().any(|found| found == text)),
            "{texts:?}"
        );
    }
    // The Duck on g2 has left the cell of a Pawn empty for no double step from there.
    let game = Game::new(&duck);
    let refused = read(&game, "4k3/8/8/8/3pP3/8/4P3/4K2D b - e3 0 1");
    assert_eq!(
        refused.err().as_deref(),
        Some("no piece could have just passed over e3")
    );
}

/// A start of chess with the pieces of the first rank in this order, as a variant.
fn shuffled(rank: &[u8; 8]) -> String {
    let file = |at: usize| char::from(b'a' + at as u8);
    let at = |letter: u8, from: usize| {
        rank[from..]
            .iter()
            .position(|c| *c == letter)
            .map(|at| at + from)
    };
    let king = at(b'K', 0).expect("a king");
    let left = at(b'R', 0).expect("a rook");
    let right = at(b'R', left + 1).expect("two rooks");
    let castling = |name: &str, rook: usize, king_to: char, rook_to: char| {
        let side = |rank: u8| {
            format!(
                "[\"king {}{rank} {king_to}{rank}\", \"rook {}{rank} {rook_to}{rank}\"]",
                file(king),
                file(rook)
            )
        };
        format!(
            "[[rule]]\nkind = \"castling\"\nname = \"{name}\"\nwhite = {}\nblack = {}\n",
            side(1),
            side(8)
        )
    };
    let pieces = String::from_utf8_lossy(rank);
    let first = format!(
        "[setup]\nfen = \"{}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w\"\n",
        pieces.to_lowercase()
    );
    let kinds = [
        ("king", "K"),
        ("queen", "Q"),
        ("rook", "R"),
        ("bishop", "B"),
        ("knight", "N"),
    ];
    let kind = |(id, betza): (&str, &str)| {
        let royal = if id == "king" { "royal = true\n" } else { "" };
        format!("[[piece]]\nid = \"{id}\"\nletter = \"{betza}\"\nbetza = \"{betza}\"\n{royal}")
    };
    format!(
        "[board]\nkind = \"grid\"\nfiles = 8\nranks = 8\n{}[[piece]]\nid = \"pawn\"\nbetza = \"fmWfcF\"\n{}{}{first}",
        kinds.map(kind).concat(),
        castling("O-O", right, 'g', 'f'),
        castling("O-O-O", left, 'c', 'd')
    )
}

/// The 960 starts: Bishops on both shades, the King between the Rooks.
fn starts() -> Vec<[u8; 8]> {
    let mut all = Vec::new();
    let places = |rank: &[u8; 8]| (0..8).filter(|at| rank[*at] == b' ').collect::<Vec<_>>();
    for (dark, light) in [0, 2, 4, 6]
        .into_iter()
        .flat_map(|dark| [1, 3, 5, 7].map(|light| (dark, light)))
    {
        let mut rank = [b' '; 8];
        (rank[dark], rank[light]) = (b'B', b'B');
        for queen in places(&rank) {
            let mut rank = rank;
            rank[queen] = b'Q';
            let free = places(&rank);
            for (one, other) in (0..5).flat_map(|one| (one + 1..5).map(move |other| (one, other))) {
                let mut rank = rank;
                (rank[free[one]], rank[free[other]]) = (b'N', b'N');
                for (at, letter) in places(&rank).into_iter().zip(*b"RKR") {
                    rank[at] = letter;
                }
                all.push(rank);
            }
        }
    }
    all
}

/// X-FEN: `K` is the castling with the Rook on the King's side of the h-file, `Q` that on the side of
/// the a-file, wherever the King goes; the letter of a Rook's file is read as well.
#[test]
fn castling_rights_are_those_of_the_rooks_on_all_960_starts() {
    let starts = starts();
    assert_eq!(starts.len(), 960);
    for rank in &starts {
        let rules = rules(&shuffled(rank));
        let game = Game::new(&rules);
        let pieces = String::from_utf8_lossy(rank);
        let start = State::setup(&game).expect("a setup");
        let fen = start.fen(&game, 1).expect("a position");
        assert_eq!(fen.split(' ').nth(2), Some("KQkq"), "{fen}");
        let rooks: Vec<usize> = (0..8).filter(|at| rank[*at] == b'R').collect();
        let letter = |at: usize| char::from(b'A' + at as u8).to_string();
        for (field, right) in [
            ("K", 1),
            ("Q", 0),
            (&letter(rooks[1]), 1),
            (&letter(rooks[0]), 0),
        ] {
            let fen = format!(
                "{}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w {field} - 0 1",
                pieces.to_lowercase()
            );
            let state = read(&game, &fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
            let name = |at: usize| format!("{}1", char::from(b'a' + at as u8));
            let unmoved = |at: usize| {
                let cell = rules.variant.board.cell(&name(at)).expect("a cell");
                state.unmoved().contains(cell)
            };
            assert!(unmoved(rooks[right]) && !unmoved(rooks[1 - right]), "{fen}");
            let written = state.fen(&game, 1).expect("a position");
            assert_eq!(written.split(' ').nth(2), Some(["Q", "K"][right]), "{fen}");
        }
    }
}

/// Two Rooks on one side of the King: `K` is the outer one while it is there, even if only the inner
/// one may castle.
#[test]
fn the_outermost_rook_has_the_letter_of_the_wing() {
    let toml = shuffled(b"RNBKRQBR")
        + "[[rule]]\nkind = \"castling\"\nname = \"O-O-O-O\"\nwhite = [\"king d1 g1\", \"rook h1 f1\"]\nblack = []\n";
    let rules = rules(&toml);
    let game = Game::new(&rules);
    for (first_rank, field, written) in [
        ("3KR2R", "K", "K"),
        ("3KR2R", "E", "E"),
        ("3KR2R", "KE", "EK"),
        ("3KR3", "K", "K"),
        ("3KR3", "E", "K"),
    ] {
        let fen = format!("3k4/8/8/8/8/8/8/{first_rank} w {field} - 0 1");
        let state = read(&game, &fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
        let found = state.fen(&game, 1).expect("a position");
        assert_eq!(found.split(' ').nth(2), Some(written), "{fen}");
    }
    // A Rook that has come further out than the one that may castle has the letter of the wing.
    let rules = kit_rules::table::rules(&shuffled(b"RNBKRQBN"));
    let game = Game::new(&rules);
    for (first_rank, field, written) in
        [("3KR2R", "E", "E"), ("3KR3", "E", "K"), ("3KR3", "K", "K")]
    {
        let fen = format!("3k4/8/8/8/8/8/8/{first_rank} w {field} - 0 1");
        let state = read(&game, &fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
        let found = state.fen(&game, 1).expect("a position");
        assert_eq!(found.split(' ').nth(2), Some(written), "{fen}");
    }
    assert!(read(&game, "3k4/8/8/8/8/8/8/3KR2R w K - 0 1").is_err());
}

/// Signs of other programs that would be read as something else.
#[test]
fn foreign_signs_are_told() {
    let crazyhouse = variant("crazyhouse");
    let game = Game::new(&crazyhouse);
    let kind = |fen: &str| {
        let state = read(&game, fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
        let on = crazyhouse.variant.board.cell("a1").expect("a cell");
        let kind = state
            .position()
            .piece(on)
            .and_then(|piece| piece.kind)
            .expect("a piece");
        crazyhouse.variant.kind(kind).id.clone()
    };
    for (letter, id) in [
        ("Q", "queen"),
        ("+Q", "promoted-queen"),
        ("Q~", "promoted-queen"),
        ("N~", "promoted-knight"),
    ] {
        assert_eq!(
            kind(&format!("4k3/8/8/8/8/8/8/{letter}3K3 w - - 0 1")),
            id,
            "{letter}"
        );
    }
    let fault = |game: &Game<'_>, fen: &str| read(game, fen).err().unwrap_or_default();
    assert_eq!(
        fault(&game, "4k3/8/8/8/8/8/8/P~3K3 w - - 0 1"),
        "`P~` is not a piece's letter"
    );
    // No piece of chess is promoted and known as such.
    let chess = rules(CHESS);
    assert!(read(&Game::new(&chess), "4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1").is_ok());
    let shogi = variant("shogi");
    let ranks = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for end in ["b - 1", "b RG4p2b 37", "w - 2"] {
        let found = fault(&Game::new(&shogi), &format!("{ranks} {end}"));
        assert_eq!(found, format!("`{end}` is the end of an SFEN"));
    }
    assert!(read(&Game::new(&shogi), &format!("{ranks} w - - 0 1")).is_ok());
}
