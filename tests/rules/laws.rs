//! Published games whose laws are expressions, beside other programs, and positions that show what
//! their laws mean.

use std::collections::{BTreeMap, BTreeSet};

use padma_expr::play::describe_fault;
use padma_rules::play::{
    Game, MoveReading, Moves, Scratch, State, begin_history, legal_moves, make, move_text, outcome,
    parse_move, read_move,
};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

use kit_rules::content::{extending, game_names, game_positions, games, variant};

fn state(game: &Game<'_>, fen: &str) -> State {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("<fen>", fen);
    let text = Excerpt::verbatim(fen, sources.whole(id));
    State::read(game, &text, &mut diagnostics).unwrap_or_else(|| panic!("{fen}: {diagnostics:?}"))
}

/// The texts of the legal moves of a position, and the result if the game is over. To write a text the move is made.
fn play(rules: &Rules, fen: &str) -> (Vec<String>, String) {
    let game = Game::new(rules);
    let (mut state, mut scratch, mut moves) =
        (state(&game, fen), Scratch::default(), Moves::default());
    begin_history(&game, &mut state, &mut scratch);
    legal_moves(&game, &mut state, &mut scratch, &mut moves);
    let texts = moves
        .iter()
        .map(|mv| move_text(&game, &mut state, &mut scratch, &moves, mv));
    let texts = texts.collect();
    let ended = outcome(&game, &mut state, &mut scratch);
    (
        texts,
        ended.map_or_else(|| "*".to_string(), |ended| ended.result()),
    )
}

/// Each game that is no book is said in at most forty lines, sixty if it extends no other; all have the legal moves and the results
/// that other programs find.
#[test]
fn other_programs_find_the_same_moves_and_results() {
    let mut all: BTreeMap<String, Rules> = BTreeMap::new();
    for name in game_names() {
        let text =
            std::fs::read_to_string(games().join(format!("{name}.toml"))).unwrap_or_default();
        let most = if text.contains("extends = ") { 40 } else { 60 };
        assert!(
            text.lines().count() <= most,
            "{name} takes more than {most} lines"
        );
        all.insert(name.clone(), variant(&name));
    }
    let text = game_positions();
    let (mut positions, mut ends, mut faults) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [name, count, result, fen] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else {
            panic!("not a position: {line}");
        };
        *positions.entry(name).or_insert(0) += 1;
        *ends.entry(name).or_insert(0) += usize::from(result != "*");
        let (moves, ended) = play(&all[name], fen);
        if moves.len().to_string() != count || ended != result {
            faults.push(format!("{line}: {} moves, {ended}", moves.len()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for name in all.keys() {
        assert!(
            positions.get(&name[..]) >= Some(&20),
            "{name} has too few positions"
        );
    }
    assert!(ends.values().sum::<usize>() > 30, "{ends:?}");
}

/// For each game a position that its author would get wrong: a move that is legal (`+`), one that is
/// not (`-`), or how the game has ended (`=`).
const MEANT: &[(&str, &str, &str)] = &[
    // The Pawn that captures is taken off as well; a Pawn beside it stays.
    ("atomic", "4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "+cxd5 +Kd1"),
    // A King may not capture, as it would explode, nor may a capture explode its own side's King.
    ("atomic", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "-Kxd2"),
    ("atomic", "4k3/8/8/8/8/2N5/4p3/3K4 w - - 0 1", "-Nxe2"),
    // Kings that touch give each other no check, and protect each other from all others.
    ("atomic", "8/8/8/8/8/3k4/4K3/4r3 w - - 0 1", "+Kd2 +Kf2"),
    // The enemy's King explodes beside a captured piece.
    ("atomic", "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "+Qxd7"),
    // Only captures are legal while there is one, whatever piece makes it.
    (
        "antichess",
        "8/8/8/3p4/4P3/8/8/K7 w - - 0 1",
        "+exd5 -Kb1 -e5",
    ),
    // A side without pieces has won.
    ("antichess", "8/8/8/8/8/8/8/k7 w - - 0 1", "=1-0"),
    // The third check wins, even without mate.
    (
        "three-check",
        "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1 checks=3/0",
        "=1-0",
    ),
    (
        "three-check",
        "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1 checks=2/0",
        "+Kd8",
    ),
    // What has moved goes on to the other board, where its cell must be empty.
    (
        "alice",
        "8/8/8/8/8/5N2/8/8/4k3/8/8/8/8/8/5P2/4K3 w - - 0 1",
        "-f3 +f4",
    ),
    // A King may step into no attack on the board where it moves, though it leaves that board at once.
    (
        "alice",
        "8/8/8/8/8/8/8/8/3rk3/8/8/8/8/8/8/4K3 w - - 0 1",
        "-Kd2 +Kf2",
    ),
    // Black on the eighth rank after White draws.
    ("racing-kings", "5k1K/8/8/8/8/8/8/8 w - - 0 1", "=1/2-1/2"),
    // Black may still get there by its next move.
    ("racing-kings", "7K/k7/8/8/8/8/8/8 b - - 0 1", "+Ka8"),
    ("racing-kings", "7K/8/k7/8/8/8/8/8 b - - 0 1", "=1-0"),
    ("horde", "4k3/8/8/8/8/8/8/8 w - - 0 1", "=0-1"),
    ("hill", "4k3/8/8/8/3K4/8/8/8 b - - 0 1", "=1-0"),
    ("extinction", "4k3/1r4r1/8/8/8/8/6R1/4K3 w - - 0 1", "=0-1"),
    // A piece comes from hand onto the cell that another leaves for the first time.
    (
        "seirawan",
        "4k3/8/8/8/8/8/8/4K1N1[H] w - - 0 1 unmoved=e1",
        "+Nf3/H +Nf3 +Kd2/H",
    ),
    (
        "seirawan",
        "4k3/8/8/8/8/8/8/4K1N1[H] w - - 0 1 moved=g1",
        "-Nf3/H +Nf3",
    ),
    (
        "seirawan",
        "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1",
        "+O-O/He1 +O-O/Hh1 +O-O -O-O/Hf1 -O-O/Ha1",
    ),
    // The piece that comes in does not save its King.
    (
        "seirawan",
        "k7/8/8/8/8/8/8/r2QK3[H] w - - 0 1 unmoved=e1d1",
        "+Kd2/H -Qd2/H -Qd2 +Qxa1/H+",
    ),
    // The Duck must go elsewhere, and may go to the cell that was left.
    (
        "duck",
        "4k3/8/8/3D4/8/8/8/4K3 w - - 0 1",
        "+Kd1/De1 +Kd1/Dd4 -Kd1/Dd5 -Kd1/Dd1",
    ),
    // The Duck is in the way of all, and is taken by none.
    (
        "duck",
        "4k3/8/8/8/8/8/4D3/4R1K1 w - - 0 1",
        "-Re4/Da1 -Rxe2/Da1 +Rd1/Da1",
    ),
    // A check ends the turn; otherwise White moves again.
    (
        "marseillais",
        "4k3/8/8/8/8/8/R7/4K3 w - - 0 1 move=2",
        "+Ra8+ +Kd1",
    ),
    // What is captured comes back, even to give check.
    ("circe", "4k3/8/8/8/8/8/3q4/3K4 w - - 0 1", "-Kxd2"),
    ("circe", "4k3/8/8/8/8/8/3n4/3K4 w - - 0 1", "+Kxd2"),
    // The cell that the Pawn itself has left does not count as a friend beyond the enemy.
    ("ultima", "k7/8/8/8/8/1p6/P7/7K w - - 0 1", "+a2a3"),
    // A dropped Pawn may not mate.
    ("shogi", "7lk/9/8G/9/9/9/9/9/K8[P] w - - 0 1", "-P@i8"),
    // A piece that leaves the zone may promote.
    ("shogi", "4k4/9/4S4/9/9/9/9/9/4K4 w - - 0 1", "+Sd6 +Sd6=+S"),
];

/// The same for rules added to chess.
const ADDED: &[(&str, &str, &str)] = &[
    (
        "[[rule]]\nkind = \"must-check\"\n",
        "4k3/8/8/8/8/8/R7/4K3 w - - 0 1",
        "+Ra8+ +Re2+ -Ra3 -Kd1",
    ),
    // Only the last King has to leave check.
    (
        "[[rule]]\nkind = \"last-king\"\npieces = [\"king\"]\n",
        "4k3/8/8/8/8/8/P7/K2K3r w - - 0 1",
        "+a3",
    ),
    (
        "[[rule]]\nkind = \"last-king\"\npieces = [\"king\"]\n",
        "4k3/8/8/8/8/8/P7/K2K3r b - - 0 1",
        "+Rxd1+",
    ),
    (
        "[[rule]]\nkind = \"last-king\"\npieces = [\"king\"]\n",
        "4k3/8/8/8/8/8/P7/3K3r w - - 0 1",
        "-a3 +Kd2",
    ),
    // Whoever has nothing but a King has lost, even with the move.
    (
        "[[rule]]\nkind = \"bare-king\"\n",
        "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
        "=1-0",
    ),
    (
        "[[rule]]\nkind = \"bare-king\"\n",
        "4k3/p7/8/8/8/8/8/R3K3 b - - 0 1",
        "=* +a5",
    ),
    // A Queen that captures on the King's file gives check to its own King from then on.
    (
        "[[rule]]\nkind = \"turncoat\"\npieces = [\"queen\"]\n",
        "k7/4p3/8/8/8/8/4Q3/4K3 w - - 0 1",
        "-Qxe7 +Qe6",
    ),
    (
        "[[rule]]\nkind = \"turncoat\"\npieces = [\"queen\"]\n",
        "k7/1p6/8/8/8/8/1Q6/4K3 w - - 0 1",
        "+Qxb7",
    ),
    // Stalemate loses in the corner, and draws elsewhere.
    (
        "[[rule]]\nkind = \"stalemate-on\"\ncells = \"cells a1 a8 h1 h8\"\noutcome = \"loss\"\n",
        "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1",
        "=1-0",
    ),
    (
        "[[rule]]\nkind = \"stalemate-on\"\ncells = \"cells a1 a8 h1 h8\"\noutcome = \"loss\"\n",
        "2k5/2P5/2K5/8/8/8/8/8 b - - 0 1",
        "=1/2-1/2",
    ),
    // The Pawn on b4 is between the Rook's new cell and a friend; along the diagonal none is.
    (
        "[[rule]]\nkind = \"custody\"\npieces = [\"rook\"]\n",
        "4k3/8/8/8/1pN5/8/8/R3K3 w - - 0 1",
        "+Rxa4 -Ra4 +Ra3",
    ),
    // That is an attack: Black's King may not go between.
    (
        "[[rule]]\nkind = \"custody\"\npieces = [\"rook\"]\n",
        "8/8/8/2k5/2N5/8/8/R3K3 b - - 0 1",
        "-Kb4 +Kb5",
    ),
    // A side may pass, but not out of check.
    (
        "[[turn]]\nmoves = 1\npass = true\n",
        "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
        "+pass",
    ),
    (
        "[[turn]]\nmoves = 1\npass = true\n",
        "4k3/8/8/8/8/8/8/4RK2 b - - 0 1",
        "-pass",
    ),
    // No second Pawn of a side comes onto a file.
    (
        "[[rule]]\nkind = \"drop\"\nwhen = \"file(to) & pieces(pawn, mover) = {}\"\n",
        "4k3/8/8/8/8/8/P7/4K3[P] w - - 0 1",
        "+P@b4 -P@a4",
    ),
    // A King that is taken need not leave check, and its side has lost without it.
    (TAKEN, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "+Kd1 +Kf2"),
    (TAKEN, "8/8/8/8/8/8/8/r3K3 b - - 0 1", "=1-0"),
    // Kings and Dukes count together: one of two may be left attacked, the last may not.
    (LAST, "4k3/8/8/8/8/8/2P5/D3K2r w - - 0 1", "+c3 +Db1"),
    (LAST, "4k3/8/8/8/8/8/2P5/D6r w - - 0 1", "-c3 -Db1 +Da2"),
    (LAST, "4k3/8/8/8/8/8/2P5/D3K2r b - - 0 1", "+Rxe1+"),
    // The side that is stalemated keeps a quarter of the point.
    (
        "[[rule]]\nkind = \"stalemate\"\nscore = 25\n",
        "k7/8/1Q6/8/8/8/8/7K b - - 0 1",
        "=0.75-0.25",
    ),
    // A piece that becomes nobody's is no more its side's, and no side's limit counts it.
    (WALLS, "4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "+a1=W"),
    (WALLS, "4k3/P7/8/8/8/8/8/W3K3 w - - 0 1", "+a8=W"),
    (DROPPED, "4k3/8/8/8/8/8/8/4K3[w] b - - 0 1", "+W@a1"),
    // An effect takes a piece of nobody's, and the next one may use its cell.
    (REBUILT, "4k3/8/8/8/8/8/8/W3K3 w - - 0 1", "+Kxd1/Wa1"),
    // What an effect has made another piece moves as that piece, and what it has just put down stays.
    (
        CHANGED,
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        "+Kd2/Rd5 -Kd2/Ra1d5",
    ),
    (
        ADDED_AND_MOVED,
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "+Kd2/Ra1 -Kd2/Ra1/Rd5",
    ),
    // What two effects may take is taken or not, whichever takes it.
    (TWICE, "n3k3/8/8/8/8/8/8/4K3 w - - 0 1", "+Kd2 +Kxd2"),
    // The Pusher drives the King to e6, where it attacks him, and so becomes a Queen; castling by a step is castling.
    (
        PUSHER,
        "8/4r3/8/4k3/4P3/8/8/K7 w - - 0 1",
        "+exe5=Q+ -exe5+ -exe5",
    ),
    (
        STEPS,
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "+Kg1/Qa1 -Kf1/Qa1 +Kf1",
    ),
    // The Rook is royal too, and may not pass over an attacked cell.
    (ROYAL_ROOK, "1q2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "-Kc1 +Kd2"),
    (ROYAL_ROOK, "2n1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "+Kc1"),
    // The King has come first, but the other side has its move before the round is over.
    (ROUND, "4k3/8/8/8/4K3/8/8/8 b - - 0 1", "=* +Kd8"),
    (ROUND, "4k3/8/8/8/4K3/8/8/8 w - - 0 1", "=1-0"),
];
const WALLS: &str = "[[piece]]\nid = \"wall\"\nletter = \"W\"\nside = \"nobody\"\n\
                     [[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1\"\n\
                     to = [\"wall\"]\nlimit = 1\n";
const DROPPED: &str = "[[piece]]\nid = \"wall\"\nletter = \"W\"\nside = \"nobody\"\n\
                       [[rule]]\nkind = \"drop\"\n";
const REBUILT: &str = "[[piece]]\nid = \"wall\"\nletter = \"W\"\nside = \"nobody\"\n\
                       [[rule]]\nkind = \"effect\"\ntakes = \"{a1}\"\n\
                       [[rule]]\nkind = \"effect\"\nadds = \"wall\"\non = \"{a1}\"\n";
const CHANGED: &str = "[[rule]]\nkind = \"effect\"\nbecomes = \"{a1}\"\ninto = \"knight\"\n\
                       [[rule]]\nkind = \"effect\"\nmoves = [\"rook\"]\non = \"{d5}\"\n";
const ADDED_AND_MOVED: &str = "[[rule]]\nkind = \"effect\"\nadds = \"rook\"\non = \"{a1}\"\n\
                               [[rule]]\nkind = \"effect\"\nmoves = [\"rook\"]\non = \"{d5}\"\n";
const TWICE: &str = "[[rule]]\nkind = \"effect\"\ntakes = \"{a8}\"\nmay = true\n\
                     [[rule]]\nkind = \"effect\"\ntakes = \"{a8}\"\nmay = true\n";
const PUSHER: &str = "[[piece]]\nid = \"pawn\"\nbetza = \"fWfF\"\n\
                      [[rule]]\nkind = \"push\"\npiece = \"pawn\"\nrange = 1\ntrain = false\n\
                      [[rule]]\nkind = \"transformation\"\npiece = \"pawn\"\nwhen = \"gives check\"\nto = \"queen\"\n";
const STEPS: &str = "[[piece]]\nid = \"king\"\nbetza = \"KisO2\"\nroyal = true\n\
                     [[rule]]\nkind = \"effect\"\nwhen = \"castles\"\nadds = \"queen\"\non = \"{a1}\"\n";
const ROYAL_ROOK: &str = "[[piece]]\nid = \"king\"\nbetza = \"KisO2\"\nroyal = true\n\
                          [[piece]]\nid = \"rook\"\nbetza = \"R\"\nroyal = true\n";
const TAKEN: &str = "[[piece]]\nid = \"king\"\nbetza = \"K\"\nroyal = \"taken\"\n";
const LAST: &str = "[[piece]]\nid = \"king\"\nbetza = \"K\"\nroyal = \"last\"\n\
                    [[piece]]\nid = \"duke\"\nbetza = \"W\"\nroyal = \"last\"\n";
const ROUND: &str = "[[rule]]\nkind = \"end\"\nwhen = \"e4 in pieces(king, white)\"\n\
                     outcome = \"win\"\nfor = \"white\"\nat = \"round\"\n";

#[test]
fn the_laws_mean_what_the_games_say() {
    let mut faults = Vec::new();
    let games = MEANT
        .iter()
        .map(|(name, fen, said)| (*name, variant(name), fen, said));
    let added = ADDED.iter().map(|(rules, fen, said)| {
        let (text, chess) = (
            format!("title = \"Test\"\nextends = \"chess\"\n{rules}"),
            "chess",
        );
        (*rules, extending(&text, chess), fen, said)
    });
    for (name, rules, fen, said) in games.chain(added) {
        let (moves, ended) = play(&rules, fen);
        let different: BTreeSet<&String> = moves.iter().collect();
        if different.len() < moves.len() {
            faults.push(format!("{name} {fen}: listed twice in {moves:?}"));
        }
        for word in said.split(' ') {
            let (sign, rest) = word.split_at(1);
            let holds = match sign {
                "+" => moves.iter().any(|text| text == rest),
                "-" => !moves.iter().any(|text| text == rest),
                _ => ended == rest,
            };
            if !holds {
                faults.push(format!("{name} {fen}: {word}\n  {ended} {moves:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Two passes in a row end the game.
const PASSING: &str = "title = \"Test\"\nextends = \"chess\"\n[[turn]]\npass = true\n\
                       [[count]]\nid = \"passed\"\nwhen = \"passes\"\nuntil = \"not passes\"\n\
                       [[rule]]\nkind = \"end\"\noutcome = \"draw\"\n\
                       when = \"passed(mover) > 0 and passed(other) > 0\"\n";

/// A side that has given check with each of its moves loses by the repetition. One quiet move of its
/// own makes that a draw, and so does the same fault of the other side.
#[test]
fn games_end_by_what_happened_in_them() {
    let blaming = |condition: &str| {
        let text = format!(
            "title = \"Test\"\nextends = \"chess\"\n[[rule]]\nkind = \"repetition\"\n\
             outcome = \"draw\"\nblames = \"{condition}\"\n"
        );
        extending(&text, "chess")
    };
    let (check, both) = (
        blaming("in-check(other)"),
        blaming("pieces(king, mover) != {}"),
    );
    let passing = extending(PASSING, "chess");
    let (checks, quiet) = ("Qe8+ Kh7 Qh5+ Kg8", "Ka2 Kf8 Ka1 Kg8");
    for (rules, played, result) in [
        (&check, format!("{checks} {checks}"), "0-1"),
        (&check, format!("{checks} {quiet}"), "1/2-1/2"),
        (&check, format!("{quiet} {quiet}"), "1/2-1/2"),
        (&check, checks.to_string(), "*"),
        (&both, format!("{checks} {checks}"), "1/2-1/2"),
        (&passing, "pass pass".to_string(), "1/2-1/2"),
        (&passing, "pass Kf8 pass".to_string(), "*"),
    ] {
        let game = Game::new(rules);
        let mut state = state(&game, "6k1/6p1/8/7Q/8/8/8/K7 w - - 0 1");
        let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
        begin_history(&game, &mut state, &mut scratch);
        for text in played.split(' ') {
            legal_moves(&game, &mut state, &mut scratch, &mut moves);
            let index = parse_move(&game, &mut state, &mut scratch, &moves, text);
            let mv = moves.get(index.expect("a legal move")).clone();
            make(&game, &mut state, &mut scratch, &moves, &mv);
        }
        let ended = outcome(&game, &mut state, &mut scratch);
        let ended = ended.map_or_else(|| "*".to_string(), |ended| ended.result());
        assert_eq!(ended, result, "{played}");
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        assert_eq!(
            moves.is_empty(),
            result != "*",
            "{played}: the game is over"
        );
    }
}

/// A captured piece that comes back onto the board does not go into the hand as well.
#[test]
fn what_comes_back_is_not_in_hand() {
    let text = "title = \"Test\"\nextends = \"chess\"\n[[rule]]\nkind = \"into-hand\"\n\
                [[rule]]\nkind = \"drop\"\n[[rule]]\nkind = \"rebirth\"\npieces = [\"rook\"]\n";
    let rules = extending(text, "chess");
    let game = Game::new(&rules);
    for (played, after) in [
        ("Rxd4", "r3k3/8/8/8/3R2b1/8/8/4K3 b - -"),
        ("Rxd4 Ke7 Rxg4", "r7/4k3/8/8/6R1/8/8/4K3[B] b - -"),
    ] {
        let mut state = state(&game, "4k3/8/8/8/3r2b1/8/8/3RK3[] w - - 0 1");
        let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
        for text in played.split(' ') {
            legal_moves(&game, &mut state, &mut scratch, &mut moves);
            let index = parse_move(&game, &mut state, &mut scratch, &moves, text);
            let mv = moves.get(index.expect("a legal move")).clone();
            make(&game, &mut state, &mut scratch, &moves, &mv);
        }
        let fen = state.fen(&game, 1).expect("a position");
        assert!(fen.starts_with(after), "{played}: {fen}");
    }
}

/// Conditions that ask what claims ask, of the position after a move: a condition, a position, a move
/// after which it does not hold, and one after which it does.
const ASKED: &[(&str, &str, &str, &str)] = &[
    // From g1 a Knight reaches e2, f3 and h3; from g2 e1, e3, f4 and h4 as well.
    (
        "count(reach(knight, to)) > 3",
        "k7/8/8/8/8/8/8/7K w - - 0 1",
        "Kg1",
        "Kg2",
    ),
    // A Pawn on h4 leaves a Knight on g2 e1, e3 and f4.
    (
        "count(moves(knight, to)) > 3",
        "k7/8/8/8/7P/8/8/6K1 w - - 0 1",
        "Kg2",
        "Kf2",
    ),
    (
        "to in reach(queen, pieces(king, other), other)",
        "4k3/8/8/8/8/8/8/R6K w - - 0 1",
        "Ra7",
        "Ra8+",
    ),
    // The Rook has left a1, and no piece stands on b1; a Rook on a7 would attack a1 as well.
    (
        "a1 in attacks(piece, to)",
        "4k3/8/8/8/8/8/1R6/7K w - - 0 1",
        "Rc2",
        "Rb1",
    ),
    (
        "to in union(c in pieces(king, other): rank(c))",
        "4k3/8/8/8/8/8/8/R6K w - - 0 1",
        "Ra7",
        "Ra8+",
    ),
    (
        "count(c in neighbours(to): c in pieces(mover)) > 1",
        "k7/8/8/8/8/7P/6P1/7K w - - 0 1",
        "Kg1",
        "Kh2",
    ),
    (
        "some a, b in {a1, a2, h2}: a != b and b in file(a) and {a, b} - pieces(rook, mover) = {}",
        "6k1/8/8/8/8/8/7R/R3K3 w - - 0 1",
        "Rb2",
        "Rha2",
    ),
    (
        "royal(piece) and to in lines(diagonal, {a1, h1})",
        "k7/8/8/8/8/8/8/2K5 w - - 0 1",
        "Kb1",
        "Kb2",
    ),
    (
        "to in between(pieces(rook, mover), pieces(rook, mover))",
        "7k/8/8/8/8/8/4K3/R4R2 w - - 0 1",
        "Kd2",
        "Kd1",
    ),
];

#[test]
fn a_rule_asks_what_a_claim_asks() {
    for (condition, fen, legal, illegal) in ASKED {
        let text = format!(
            "title = \"Test\"\nextends = \"chess\"\n[[rule]]\nkind = \"forbid\"\nwhen = \"{condition}\"\n"
        );
        let (moves, _) = play(&extending(&text, "chess"), fen);
        let without = play(&variant("chess"), fen).0;
        assert!(
            without.iter().any(|mv| mv == illegal),
            "{condition}: {without:?}"
        );
        assert!(moves.iter().any(|mv| mv == legal), "{condition}: {moves:?}");
        assert!(
            !moves.iter().any(|mv| mv == illegal),
            "{condition}: {moves:?}"
        );
    }
}

/// A rule without a sentence of its author's.
const UNTOLD: &str = "title = \"Test\"\nextends = \"chess\"\n[[rule]]\nkind = \"forbid\"\n\
                      when = \"in-check(other)\"\n";

/// A move that a law refuses is refused with that law.
#[test]
fn a_refusal_names_the_law() {
    let cases = [
        (
            variant("atomic"),
            "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
            "Kxd2",
            "a rule forbids it: “No side may explode its own King.”",
        ),
        (
            variant("antichess"),
            "8/8/8/3p4/4P3/8/8/K7 w - - 0 1",
            "Kb1",
            "a rule demands another move: “A side that can capture must capture.”",
        ),
        (
            variant("racing-kings"),
            "8/8/8/8/k7/8/8/6RK w - - 0 1",
            "Rg4",
            "a rule forbids it: “Checks are forbidden: no move may leave a royal piece of the other side attacked.”",
        ),
        (
            extending(UNTOLD, "chess"),
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "Ra8",
            "it is forbidden: after it, the other side is in check",
        ),
    ];
    for (rules, fen, text, reason) in cases {
        let game = Game::new(&rules);
        let (mut state, mut scratch, mut moves) =
            (state(&game, fen), Scratch::default(), Moves::default());
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        let said = match read_move(&game, &mut state, &mut scratch, &moves, text) {
            MoveReading::Illegal { fault, .. } => describe_fault(&fault, &game),
            MoveReading::Plays { .. } => String::new(),
        };
        assert_eq!(said, reason, "{fen} {text}");
    }
}
