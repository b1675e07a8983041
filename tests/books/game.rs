//! Recorded games in a book: what a change of the record would be noticed by, and what the pages show of them.

use std::fs;

use kit::folder::{Folder, content};
use kit::pages::Workplace;
use padma_book::claim::Verdict;
use padma_book::load::Session;
use padma_rules::play::PlyVerdict;

const PARTY_3: &str = include_str!("../games/party-3.txt");
const ERRATA: &str = "\
erratum 6 black: letter -- a Spy stands on c8
erratum 21 black: capture sign : -- i9 is empty
question 29 white: letter G -- it has become a Joker
question 30 white: letter G -- and is one still
";

fn moves() -> Vec<String> {
    let (_, record) = PARTY_3
        .split_once("\n\n")
        .expect("a heading and the record");
    let words = record
        .split_whitespace()
        .filter(|word| !word.ends_with('.'));
    words.map(str::to_string).collect()
}

fn page(moves: &[String], errata: &str) -> String {
    let lines = moves
        .chunks(2)
        .zip(1..)
        .map(|(both, number)| format!("{number}. {}\n", both.join(" ")));
    format!(
        "# A page\n\n```game party-3\n{}{errata}```\n",
        lines.collect::<String>()
    )
}

/// Every move with its last cell changed by one square. Where a referee that shares no code with the program would
/// stop the game, there or later, the book fails.
#[test]
fn a_record_altered_by_one_square_fails_where_the_game_could_not_have_gone_so() {
    let mut workplace = Workplace::on("waterloo");
    let moves = moves();
    workplace.judge(&page(&moves, ERRATA));
    assert!(
        !workplace.session.diagnostics.has_errors(),
        "{:?}",
        workplace.session.diagnostics
    );
    let (mut stopped, mut unnoticed) = (0, Vec::new());
    for (place, text) in moves.iter().enumerate() {
        for altered in kit::waterloo::altered(text) {
            let mut record = moves.clone();
            record[place].clone_from(&altered);
            workplace.judge(&page(&record, ERRATA));
            let noticed = workplace.session.diagnostics.has_errors();
            if !is_allowed(&record, place) {
                assert!(noticed, "{altered} for {text}");
                stopped += 1;
            } else if !noticed {
                unnoticed.push(format!("{text} → {altered}"));
            }
        }
    }
    // What is left is another game, which might have been played as well.
    assert!(
        stopped > 400 && unnoticed.len() < stopped / 10,
        "{stopped}, {unnoticed:?}"
    );
}

/// Whether the referee lets a game go on to its end. What comes before a place has been played, and it does not judge
/// castling.
fn is_allowed(record: &[String], place: usize) -> bool {
    let mut referee = kit::waterloo::Referee::at_the_start();
    for (at, text) in record.iter().enumerate() {
        let text = text.trim_end_matches('+');
        let allowed = if text.starts_with('0') {
            referee.may_castle(text)
        } else {
            referee.allows(text)
        };
        if at >= place && !allowed {
            return false;
        }
        referee.play(text);
    }
    true
}

#[test]
fn an_erratum_excuses_the_problem_it_names_and_nothing_else() {
    let cases = [
        (
            "no erratum",
            ERRATA.replace("erratum 6 black: letter -- a Spy stands on c8\n", ""),
            1,
        ),
        (
            "the wrong move",
            ERRATA.replace("erratum 6 black", "erratum 7 black"),
            2,
        ),
        (
            "the wrong sort",
            ERRATA.replace("capture sign :", "letter"),
            2,
        ),
        (
            "another letter than the record's",
            ERRATA.replace("30 white: letter G", "30 white: letter R"),
            2,
        ),
        (
            "no letter, where the record has one",
            ERRATA.replace("30 white: letter G", "30 white: letter"),
            2,
        ),
        (
            "one too many",
            format!("{ERRATA}erratum 41 black: letter -- none\n"),
            1,
        ),
        (
            "a question where nothing is open",
            format!("{ERRATA}question 41 black: letter -- none\n"),
            1,
        ),
    ];
    let mut workplace = Workplace::on("waterloo");
    let (_, checked) = workplace.judge(&page(&moves(), ERRATA));
    let recorded = checked.recorded_moves(&checked.games[0]);
    let marked = recorded.filter(|recorded| recorded.checked.verdict != Verdict::Holds);
    let marked: Vec<_> = marked
        .map(|recorded| (recorded.id, recorded.checked.verdict))
        .collect();
    let id = |name: &str| format!("party-3.{name}");
    assert_eq!(
        marked,
        [
            (id("6.black"), Verdict::Erratum),
            (id("21.black"), Verdict::Erratum),
            (id("29.white"), Verdict::Depends),
            (id("30.white"), Verdict::Depends),
        ]
    );
    for (what, errata, complaints) in cases {
        workplace.judge(&page(&moves(), &errata));
        assert_eq!(
            workplace.session.diagnostics.errors(),
            complaints,
            "{what}: {:?}",
            workplace.session.diagnostics
        );
    }
}

/// The book as it is, with its diagrams after moves of the game, its errata, and claims of what stands where: of each
/// move that cannot be played it is reported once, at the move, whatever stands behind.
#[test]
fn a_game_that_breaks_off_is_one_complaint_in_its_whole_book() {
    let folder = Folder::new("breaks-off");
    folder.copy(&content().join("waterloo"), "content/waterloo");
    let book = folder.path("content/waterloo");
    let page = fs::read_to_string(book.join("party-3.md")).unwrap();
    for (place, text) in moves().iter().enumerate() {
        // White's King is on the board, and no piece takes such a step.
        let number = format!("\n{}. ", place / 2 + 1);
        let line = page.find(&number).unwrap() + number.len();
        let at = line + page[line..].find(text).unwrap();
        let broken = format!("{}Ke1-e9{}", &page[..at], &page[at + text.len()..]);
        fs::write(book.join("party-3.md"), broken).unwrap();
        let mut session = Session::new(&folder.path("content"), &[]);
        session.check(&book).unwrap();
        let complaints: Vec<_> = session.diagnostics.iter().collect();
        let [complaint] = complaints[..] else {
            panic!("{text}: {complaints:?}")
        };
        let label = complaint.primary.as_ref().unwrap();
        assert_eq!(session.sources.slice(label.span), "Ke1-e9");
        assert!(
            label.text.starts_with("illegal: "),
            "{text}: {}",
            label.text
        );
    }
}

/// A book of one page, built.
struct Book(Folder);

impl Book {
    fn build(name: &str, variant: &str, page: &str) -> Book {
        let folder = Folder::new(name);
        let decl = "title = \"A game\"\nvariant = \"board\"\n[[chapter]]\npages = [\"index.md\"]\n";
        for (path, text) in [
            ("book.toml", decl),
            ("board.toml", variant),
            ("index.md", page),
        ] {
            folder.write(&format!("content/book/{path}"), text);
        }
        folder.ask(&["build", "--no-png"]);
        Book(folder)
    }

    fn read(&self, path: &str) -> String {
        self.0.read(&format!("output/book/{path}"))
    }
}

const CHESS: &str = include_str!("../../src/variant/chess.toml");
const LEGAL: &str = "# Légal's mate\n\n```game legal \"A short game\"\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6\n\
                     5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5+\nerratum 7 white: check sign + -- it mates\n```\n";

/// What stands in the text between two others, wherever they do.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    text.split(start)
        .skip(1)
        .filter_map(|rest| rest.split(end).next())
        .collect()
}

#[test]
fn every_position_is_on_the_page_and_links_lead_to_it() {
    let book = Book::build("page", CHESS, LEGAL);
    let html = book.read("index.html");
    let positions = between(&html, "<figure class=\"at\" id=\"", "\"");
    assert_eq!(positions.len(), 14, "the first and one after each move");
    for (place, position) in positions.iter().enumerate() {
        let links = html.matches(&format!("href=\"#{position}\"")).count();
        // From the list of moves or the line above it, from the position before and from the one behind.
        assert_eq!(
            links,
            if [0, 13].contains(&place) { 2 } else { 3 },
            "{position}"
        );
    }
    let texts = between(&html, ".desc\">", "</desc>");
    assert_eq!(
        texts.last().copied(),
        Some(
            "White: Pawn a2 b2 c2 d2 e4 f2 g2 h2; Knight d5 e5; Bishop c1 f7; Rook a1 h1; King e1. \
             Black: Pawn a7 b7 c7 d6 g6 h7; Knight b8 g8; Bishop d1 f8; Rook a8 h8; Queen d8; King e7."
        )
    );
    // Each use names something that is there.
    for used in between(&html, "<use href=\"#", "\"") {
        assert_eq!(
            html.matches(&format!(" id=\"{used}\"")).count(),
            1,
            "{used}"
        );
    }
}

#[test]
fn errata_of_a_game_stand_on_the_page_of_checks_and_among_the_errata() {
    let book = Book::build("slips", CHESS, LEGAL);
    for page in [
        "index.html",
        "markdown/index.md",
        "errata.html",
        "markdown/errata.md",
        "checks.html",
    ] {
        // In Markdown a full stop behind a number may be escaped.
        let text = book.read(page).replace("7\\.", "7.");
        assert!(
            text.contains("7. Nd5+") && text.contains("It mates."),
            "{page}"
        );
    }
    assert!(
        book.read("markdown/index.md")
            .contains("\n5. Nxe5 Bxd1\n6. Bxf7+ Ke7\n7. Nd5+\n")
    );
    assert!(book.read("errata.html").contains("index.html#g.legal_7w"));
}

/// A game begins where its block or its PGN says, and a diagram after one of its moves knows whose turn it is there,
/// what can be taken en passant, and how the game stands.
#[test]
fn a_game_from_a_position_and_diagrams_that_go_on_from_games() {
    let page = "# A study

```game promotion
[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 1\"]

1... e1=Q+ 2. Kb2 Qe2+ 3. Kc3
```

```diagram P1 \"Black is to move\"
after promotion 3 white
```

[So it is](<claim:legal-moves() = legal-moves(black) and legal-moves() != legal-moves(white)>), and
[the game goes on](claim:outcome()).

```diagram P2 \"White is\"
after promotion 3 white
to-move white
empty e2
white Q queen e2
```

[So it is](<claim:legal-moves() = legal-moves(white)>), and on [e2](claim:pieces(queen)) stands a Queen.

```game passing
1. e4 a6 2. e5 d5
```

```diagram P3 \"Somebody is taken in passing\"
after passing 2 black
```

[This is legal](claim:passing).

```claims
passing = legal(\"exd6\")
```

```game mate
fen 7k/8/6K1/8/8/8/Q7/8 w
1. Qa8#
```

```diagram P4 \"The end\"
after mate 1 white
```

[White has won by mate](claim:outcome()).
";
    let book = Book::build("position", CHESS, page);
    let text = book.read("markdown/index.md");
    let record = "\nfen 4k3/8/8/8/8/8/4p3/K7 b - - 0 1\n1. … e1=Q+\n2. Kb2 Qe2+\n3. Kc3\n";
    assert!(text.contains(record), "{text}");
    let html = book.read("index.html");
    let texts = between(&html, ".desc\">", "</desc>");
    assert!(
        texts.contains(&"White: King a1. Black: Pawn e2; King e8."),
        "{texts:?}"
    );
}

/// The script that moves pieces knows no piece that could be taken en passant.
#[test]
fn a_diagram_says_who_can_be_captured_en_passant_and_what_is_in_hand() {
    let variant = format!("{CHESS}\n[[rule]]\nkind = \"into-hand\"\n");
    let pieces =
        "white K king e1\nblack K king e8\nwhite P pawn e5\nblack p pawn d7!\nx = captures(P)\n";
    let rest = |name, lines| {
        let page = format!("# A page\n\n```diagram D \"\"\n{pieces}{lines}```\n");
        let html = Book::build(name, &variant, &page).read("index.html");
        let data = between(&html, "class=\"live\">", "</script>")[0];
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        data["rest"].clone()
    };
    let plain = serde_json::json!(["diagram\tD", "move\twhite"]);
    assert_eq!(rest("not-passed", "to-move black\nmoves 1... d6\n"), plain);
    let passed = serde_json::json!(["diagram\tD", "move\twhite", "passing\td5\td6"]);
    assert_eq!(rest("passed", "to-move black\nmoves 1... d5\n"), passed);
    let taken = serde_json::json!(["diagram\tD", "hand\twhite\tpawn\t1", "move\tblack"]);
    assert_eq!(
        rest("taken", "to-move black\nmoves 1... d6 2. exd6\n"),
        taken
    );
}

/// The positions of a long game share what they have in common.
#[test]
fn the_positions_of_a_long_game_share_their_parts() {
    let variant = include_str!("../../content/waterloo/waterloo.toml");
    let html = Book::build("long", variant, &page(&moves(), ERRATA)).read("index.html");
    let games = between(&html, "<section class=\"game", "</section>");
    assert_eq!(games[0].matches("<figure class=\"at\"").count(), 83);
    // What lies beside the board is said above and below each of them.
    let beside: usize = between(games[0], "<div class=\"beside\">", "</div>")
        .iter()
        .map(|row| row.len())
        .sum();
    assert!(
        games[0].len() - beside < 250_000,
        "{} bytes, {beside} of them beside the board",
        games[0].len()
    );
    assert!(beside < 83 * 1500, "{beside} bytes beside the board");
}

/// A game that breaks off is replayed up to the move that is not legal.
#[test]
fn nothing_is_played_behind_a_move_that_is_not_legal() {
    let mut workplace = Workplace::on("waterloo");
    let mut record = moves();
    record[10] = "Nd2-d4".to_string();
    let (_, checked) = workplace.judge(&page(&record, ERRATA));
    let (_, played) = checked.game(&checked.games[0]);
    assert_eq!(played.replay.plies.len(), 11);
    assert!(matches!(
        played.replay.plies[10].verdict,
        PlyVerdict::Illegal { .. }
    ));
}
