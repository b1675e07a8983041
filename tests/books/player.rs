//! The player: its answers, its games in a terminal, and the statistics of its games against itself.

use kit::folder::{Folder, content, fed, padma, program, root};
use padma_book::load::Session;
use padma_play::{PieceValues, SearchLimits, Searcher, SeededNumbers, player_fingerprint};
use padma_rules::model::Side;
use padma_rules::play::{
    Game, Moves, Scratch, State, begin_history, legal_moves, make, outcome, position_key,
};
use padma_text::Fingerprint;
use serde_json::{Value, json};

/// Returns the answer of `padma best` as JSON.
fn best(words: &[&str]) -> Value {
    let words = [&["best"], words, &["--format", "json"]].concat();
    let run = padma(&words);
    assert!(run.status.success(), "{words:?}");
    serde_json::from_slice(&run.stdout).unwrap()
}

/// Positions whose best move is known for certain, each with what the program says of it.
#[test]
fn forced_wins_and_losses_are_found() {
    let cases = [
        // Mate on the back rank.
        (
            "6k1/5ppp/8/8/8/8/8/R5K1 w",
            json!("Ra8#"),
            json!(1),
            json!(null),
        ),
        // The King comes near, and the Rook mates.
        (
            "8/2R5/8/8/8/8/2N1K3/7k w",
            json!(null),
            json!(2),
            json!(null),
        ),
        // Only one move is left, and then comes mate.
        ("7k/8/6K1/8/8/8/8/R7 b", json!(null), json!(null), json!(1)),
    ];
    for (fen, text, wins, loses) in cases {
        let found = best(&["chess", "--fen", fen, "--nodes", "20000"]);
        assert_eq!(found["score"], Value::Null, "{fen}: {found}");
        assert!(text.is_null() || found["move"] == text, "{fen}: {found}");
        assert_eq!(found["wins_in"], wins, "{fen}: {found}");
        assert_eq!(found["loses_in"], loses, "{fen}: {found}");
    }
}

#[test]
fn the_same_numbers_give_the_same_answer_after_a_record_too() {
    let folder = Folder::new("best");
    folder.write("game.txt", "1. e4 e5 2. Qh5 Ke7\n");
    let file = folder.path("game.txt");
    let words = [
        "chess",
        "--after",
        file.to_str().unwrap(),
        "--nodes",
        "3000",
    ];
    let first = best(&words);
    assert_eq!(first["move"], "Qxe5#");
    assert_eq!(first, best(&words));
    let seeded = |seed: &str| best(&["duck", "--nodes", "500", "--seed", seed]);
    assert_eq!(seeded("5"), seeded("5"));
}

#[test]
fn a_person_plays_takes_back_and_gets_a_record() {
    let typed = "moves\nNf9\ne4\nundo\nhint\nd4\nquit\n";
    let words = ["play", "chess", "--nodes", "200"];
    let output = fed(program().current_dir(root()).args(words), typed);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(shown.contains("white: a3 a4 "), "{shown}");
    assert!(shown.contains("`Nf9` is not legal"), "{shown}");
    let last = shown.trim_end().lines().last().unwrap();
    let record = last.strip_prefix("white: ").unwrap_or(last);
    assert!(
        record.starts_with("1. d4 ") && record.split(' ').count() == 3,
        "{record}"
    );
    let folder = Folder::new("play");
    folder.write("game.txt", format!("{record}\n"));
    let replayed = padma(&["replay", "chess", folder.path("game.txt").to_str().unwrap()]);
    assert!(replayed.status.success(), "{record}");
}

/// The table of `docs/rules/playing.md` has what the program computes.
#[test]
fn the_documented_values_are_those_of_the_player() {
    let page = std::fs::read_to_string(root().join("docs/rules/playing.md")).unwrap();
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, piece, mobility, value, published, _] = cells[..] else {
            return None;
        };
        Some((
            piece,
            mobility.parse::<f64>().ok()?,
            value.parse::<f64>().ok()?,
            published,
        ))
    });
    let mut games: Vec<(&str, Vec<_>)> = Vec::new();
    for (piece, mobility, value, published) in rows {
        let name = match piece.split_once(": ") {
            Some((game, piece)) => {
                games.push((game, Vec::new()));
                piece
            }
            None => piece,
        };
        // "1 to 2" is 1.5, and what follows in parentheses is the source.
        let stated = published.split(" (").next().unwrap().split(" to ");
        let limits: Vec<f64> = stated.map(|number| number.parse().unwrap()).collect();
        let published = limits.iter().sum::<f64>() / limits.len() as f64;
        games
            .last_mut()
            .unwrap()
            .1
            .push((name, mobility, value, published));
    }
    assert_eq!(games.len(), 3);
    let mut session = Session::new(&content(), &[]);
    for (name, rows) in games {
        let index = session.variant(name).unwrap();
        let rules = session.library.variants.rules(index);
        let game = Game::new(rules);
        let values = PieceValues::new(&game);
        let computed = |piece: &str| {
            let kind = rules.variant.kind_called(&piece.to_lowercase()).unwrap();
            let stands = rules.stands_on(kind.into(), Side::White);
            let alone = rules.alone(kind, Side::White);
            let reached: usize = stands.iter().map(|cell| alone.of(cell).len()).sum();
            (
                reached as f64 / stands.len() as f64,
                f64::from(values.of_kind(kind)),
            )
        };
        // The scale with the least squares of logarithms.
        let logs = rows
            .iter()
            .map(|(piece, _, _, published)| published.ln() - computed(piece).1.ln());
        let scale = (logs.sum::<f64>() / rows.len() as f64).exp();
        for (piece, mobility, value, _) in &rows {
            let (reached, worth) = computed(piece);
            assert!(
                (reached - mobility).abs() < 0.0051,
                "{name}: {piece} {reached}"
            );
            assert!(
                (worth * scale - value).abs() < 0.0051,
                "{name}: {piece} {}",
                worth * scale
            );
        }
    }
}

/// With an author's values the same capture is good or bad.
#[test]
fn an_author_says_what_a_piece_is_worth() {
    let played = |value: u16| {
        let folder = Folder::new("value");
        let toml = format!(
            "title = \"Valued\"\nextends = \"chess\"\n\n[[piece]]\nid = \"knight\"\nletter = \"N\"\nmovement = \"step (1,2)\"\nvalue = {value}\n"
        );
        folder.write("content/valued/valued.toml", toml);
        folder.write(
            "content/valued/book.toml",
            "title = \"V\"\nvariant = \"valued\"\n[[chapter]]\npages = [\"index.md\"]\n",
        );
        folder.write("content/valued/index.md", "# V\n\nText.\n");
        let fen = "4k3/8/2p5/3n4/8/8/8/3RK3 w";
        let words = [
            "best", "valued", "--fen", fen, "--depth", "3", "--format", "json",
        ];
        let run = folder.command(&words).output().unwrap();
        let found: Value = serde_json::from_slice(&run.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&run.stderr)));
        found["move"].as_str().unwrap().to_string()
    };
    assert!(!played(200).starts_with("Rxd5"));
    assert!(played(2000).starts_with("Rxd5"));
}

/// Plays a game against random moves. Returns the winner.
fn against_random(game: &Game<'_>, values: &PieceValues, own: Side, seed: u64) -> Option<Side> {
    let mut state = State::setup(game).unwrap();
    let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
    begin_history(game, &mut state, &mut scratch);
    let mut searcher = Searcher::new(game, values);
    let (mut numbers, mut past) = (SeededNumbers(seed), Vec::new());
    for ply in 0..300 {
        if let Some(end) = outcome(game, &mut state, &mut scratch) {
            return end.winner();
        }
        legal_moves(game, &mut state, &mut scratch, &mut moves);
        let limits = SearchLimits {
            nodes: 400,
            depth: 20,
            seed: ply + 1,
        };
        let number = match state.to_move() == own {
            true => searcher.think(&state, &past, limits).unwrap().best,
            false => numbers.below(moves.len()),
        };
        past.push(position_key(game, &mut state, &mut scratch));
        make(game, &mut state, &mut scratch, &moves, moves.get(number));
    }
    None
}

#[test]
fn the_player_beats_random_moves_in_any_game() {
    let mut session = Session::new(&content(), &[]);
    for name in [
        "pond",
        "orthodox-chess",
        "crazyhouse",
        "atomic-chess",
        "seirawan",
        "glinski",
    ] {
        let index = session.variant(name).unwrap();
        let game = Game::new(session.library.variants.rules(index));
        let values = PieceValues::new(&game);
        for (seed, own) in [(1, Side::White), (2, Side::Black)] {
            let winner = against_random(&game, &values, own, seed);
            assert_eq!(winner, Some(own), "{name}");
        }
    }
}

/// Measured games are out of date once the player plays otherwise, whatever its sources say.
#[test]
fn the_fingerprint_of_the_player_is_that_of_its_games() {
    let variants = [
        "atomic-chess",
        "chess",
        "crazyhouse",
        "duck",
        "glinski",
        "shogi",
        "xiangqi",
    ];
    let played = variants.map(|variant| {
        let run = padma(&[
            "measure", variant, "--games", "3", "--nodes", "100", "--print",
        ]);
        let text = String::from_utf8(run.stdout).unwrap();
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("rules = ") && !line.starts_with("player = "));
        lines.collect::<Vec<_>>().join("\n")
    });
    let found = Fingerprint::of(played.each_ref().map(|text| text.as_str())).to_string();
    let message = "the player plays other games: change `PLAYED`, and run `padma measure` for each book that has a `measured.toml`";
    assert_eq!(
        player_fingerprint(),
        Fingerprint::of([found.as_str()]),
        "{message}: {found}"
    );
}

/// Anyone who has the program can check the file of a book.
#[test]
fn measured_games_are_the_same_when_they_are_played_again() {
    let again = padma(&["measure", "glinski", "--games", "100", "--print"]);
    let file = root().join("content/glinski/measured.toml");
    let written = std::fs::read_to_string(file).unwrap();
    assert_eq!(String::from_utf8(again.stdout).unwrap(), written);
}

#[test]
fn claims_about_measured_games_fall_with_a_change_of_the_rules() {
    let folder = Folder::new("measured");
    folder.copy(&root().join("content/glinski"), "content/glinski");
    let errors = |folder: &Folder| {
        let run = folder.command(&["check", "glinski"]).output().unwrap();
        String::from_utf8(run.stderr).unwrap()
    };
    assert_eq!(errors(&folder), "");
    let toml = folder.read("content/glinski/glinski.toml");
    folder.write(
        "content/glinski/glinski.toml",
        toml.replace("times = 5", "times = 4"),
    );
    let found = errors(&folder);
    assert!(found.contains("were measured by other rules"), "{found}");
    folder.write("content/glinski/measured.toml", "games = 3\n");
    let found = errors(&folder);
    assert!(
        found.contains("is not as `padma measure` writes it"),
        "{found}"
    );
    assert!(found.contains("measured.toml:1:1"), "{found}");
    std::fs::remove_file(folder.path("content/glinski/measured.toml")).unwrap();
    assert!(errors(&folder).contains("no games of this variant have been measured"));
}
