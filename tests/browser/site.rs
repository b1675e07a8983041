//! The built site as readers meet it: every page of every rulebook, one of each kind in a real browser, in light and in dark, in
//! a small window and in a large one. What is looked at stands in `browser/visit.mjs`; here it is judged.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use kit::browser::{drive, site};
use kit::figures::pages;
use serde_json::Value;

/// Light and dark, narrow and wide.
const VIEWS: usize = 3;
/// The number of pages of a kind that are opened: those of the pieces of a book, or of one name in all books.
const ALIKE: usize = 1;

/// What a visit to a site brought home.
struct Visit {
    findings: Vec<Finding>,
    counts: Value,
}

struct Finding {
    page: String,
    view: String,
    check: String,
    element: String,
    advice: String,
}

impl Finding {
    fn new(line: &Value) -> Finding {
        let field = |name: &str| {
            line[name]
                .as_str()
                .unwrap_or_else(|| panic!("{name} in {line}"))
                .to_string()
        };
        Finding {
            page: field("page"),
            view: field("view"),
            check: field("check"),
            element: field("element"),
            advice: field("advice"),
        }
    }

    fn show(&self) -> String {
        let view = if self.view.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.view)
        };
        format!(
            "{}{view}: {}\n  {}\n  {}\n",
            self.page, self.check, self.element, self.advice
        )
    }
}

/// Opens every page below a folder.
fn visit(site: &Path) -> Visit {
    let lines = drive("run.mjs", site, &[]);
    let (last, findings) = lines.split_last().unwrap();
    Visit {
        findings: findings.iter().map(Finding::new).collect(),
        counts: last["counts"].clone(),
    }
}

#[test]
fn no_built_page_has_a_fault_in_the_browser() {
    let visit = visit(site());
    let faults = &visit.findings;
    let shown: String = faults.iter().map(|fault| fault.show()).collect();
    assert!(
        faults.is_empty(),
        "{} faults in the built pages\n{shown}",
        faults.len()
    );
    // That nothing was found says something only if everything was looked at.
    let pages = pages(site());
    // Those of a book's pieces, and those of one name.
    let kind = |path: &str| match path.rsplit_once('/') {
        Some((folder, _)) if folder.ends_with("/pieces") => folder.to_string(),
        Some((_, name)) => name.to_string(),
        None => path.to_string(),
    };
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for path in pages.keys() {
        *kinds.entry(kind(path)).or_default() += 1;
    }
    let alike: usize = kinds
        .values()
        .map(|count| count.saturating_sub(ALIKE))
        .sum();
    let there = |text: &str| {
        pages
            .values()
            .map(|page| page.matches(text).count())
            .sum::<usize>()
    };
    for (what, expected) in [
        ("pages", pages.len()),
        ("axe", VIEWS * (pages.len() - alike)),
        ("claims", there("class=\"claim\"") + there("class=\"claim ")),
        ("links", there("<a ")),
        ("pictures", there("<svg ")),
    ] {
        assert_eq!(visit.counts[what], expected, "{what} looked at");
        assert!(expected > 0, "there are {what}");
    }
}

/// What the checkers of HTML find on the pages below a folder.
fn invalid(site: &Path) -> (Vec<Finding>, Value) {
    let lines = drive("valid.mjs", site, &[]);
    let (last, findings) = lines.split_last().unwrap();
    (
        findings.iter().map(Finding::new).collect(),
        last["pages"].clone(),
    )
}

#[test]
fn every_page_is_valid_html() {
    let (faults, looked_at) = invalid(site());
    let shown: String = faults.iter().take(200).map(Finding::show).collect();
    assert!(
        faults.is_empty(),
        "{} faults in the HTML of the pages\n{shown}",
        faults.len()
    );
    assert_eq!(looked_at, pages(site()).len());
    // Both find what is wrong with a page that has everything wrong.
    let (planted, _) = invalid(&kit::folder::root().join("tests/browser/planted"));
    for (check, word) in [
        ("vnu error", "Duplicate ID"),
        ("no-dup-id", "twin"),
        ("no-inline-style", "Inline style"),
    ] {
        assert!(
            planted
                .iter()
                .any(|f| f.check == check && f.advice.contains(word)),
            "{check}: {word}"
        );
    }
}

/// What is sought on a page, and the place that must come first: the words of each stand there alone or above all.
const SOUGHT: [(&str, &str, &str); 27] = [
    (
        "lotus-39/pieces/king.html",
        "ouroboros",
        "lotus-39/pieces/ouroboros.html",
    ),
    (
        "lotus-39/pieces/king.html",
        "quiet marks",
        "lotus-39/reading.html#the-quiet-marks",
    ),
    (
        "lotus-39/pieces/king.html",
        "MOESER Cincinnati",
        "lotus-39/about.html#where-it-comes-from",
    ),
    (
        "lotus-39/pieces/king.html",
        "haxxaba slant",
        "lotus-39/pieces/haxxaba.html",
    ),
    // Of the pages that every build makes.
    (
        "lotus-39/pieces/king.html",
        "atlas Lotus-41",
        "lotus-39/atlas.html#b.lotus-41",
    ),
    (
        "lotus-39/pieces/king.html",
        "errata haxxaba",
        "lotus-39/errata.html#errata-4",
    ),
    (
        "lotus-39/pieces/king.html",
        "index Wyvern",
        "lotus-39/piece-index.html#p.wyvern",
    ),
    (
        "lotus-39/pieces/king.html",
        "errata",
        "lotus-39/errata.html",
    ),
    // Quotes, strokes and other signs.
    (
        "chessma-84/index.html",
        "King's",
        "chessma-84/pieces/king.html",
    ),
    (
        "chessma-84/index.html",
        "e8'",
        "chessma-84/pieces/encloser.html",
    ),
    ("waterloo/index.html", "\"Spy\"", "waterloo/pieces/spy.html"),
    ("waterloo/index.html", "becomes?", "waterloo/changes.html"),
    // The shorter of the two games with that move.
    (
        "waterloo/index.html",
        "e3-e5",
        "waterloo/party-2.html#g.party-2",
    ),
    (
        "waterloo/index.html",
        "“shorter game”",
        "waterloo/party-2.html",
    ),
    // Letters with accents, put together otherwise than the book has them, and without them.
    ("turtle/index.html", "Jose\u{301}", "turtle/prime.html"),
    ("turtle/index.html", "raul", "turtle/prime.html"),
    // Other forms of a word, and slips of the finger.
    (
        "rotary-chess/board.html",
        "rotate",
        "rotary-chess/index.html",
    ),
    (
        "lotus-39/pieces/king.html",
        "kinght",
        "lotus-39/pieces/knight.html",
    ),
    // Questions, synonyms, and what a caption or a heading alone has.
    (
        "ben39/index.html",
        "how does the spider move",
        "ben39/spider.html",
    ),
    (
        "ben39/index.html",
        "setup",
        "ben39/board.html#the-pieces-at-the-start",
    ),
    (
        "waterloo/pieces/spy.html",
        "set up",
        "waterloo/rules-of-play.html#start",
    ),
    (
        "lotus-39/pieces/king.html",
        "how do I win?",
        "lotus-39/rules-of-play.html#winning",
    ),
    (
        "waterloo/pieces/spy.html",
        "castle",
        "waterloo/castling.html",
    ),
    (
        "ben39/index.html",
        "no castling",
        "ben39/rules-of-play.html#absent",
    ),
    // A game without castling, in which a piece has the name of one; and one without such a piece.
    (
        "ben39/index.html",
        "castling",
        "ben39/rules-of-play.html#absent",
    ),
    (
        "raumschach/index.html",
        "castling",
        "raumschach/rules-of-play.html#absent",
    ),
    (
        "lotus-39/pieces/king.html",
        "ouroborosses",
        "lotus-39/pieces/ouroboros.html",
    ),
];

#[test]
fn search_finds_the_sought_section() {
    // Nothing of these: a word of no page, and the middle of one.
    let unknown = ["zugzwang", "xxab"].map(|query| ("lotus-39/pieces/king.html", query));
    let asked: Vec<&str> = SOUGHT
        .iter()
        .map(|(page, query, _)| (*page, *query))
        .chain(unknown)
        .flat_map(|(page, query)| [page, query])
        .collect();
    let lines = drive("search.mjs", site(), &asked);
    for ((_, query, landed), line) in SOUGHT.iter().zip(&lines) {
        assert_eq!(line["landed"], *landed, "{query}: {line}");
        assert_eq!(
            line["stop"], line["found"][0],
            "the arrow leads to the first: {line}"
        );
        let found = line["found"].as_array().unwrap();
        let different: BTreeSet<&str> = found.iter().filter_map(Value::as_str).collect();
        assert_eq!(
            different.len(),
            found.len(),
            "what is found can be told apart: {line}"
        );
    }
    for ((page, _), line) in unknown.iter().zip(&lines[SOUGHT.len()..]) {
        assert_eq!(line["says"], "Nothing found.", "{line}");
        assert_eq!(line["landed"], *page, "{line}");
    }
    let last = lines.last().unwrap();
    assert_eq!(last["faults"].as_array().map(Vec::len), Some(0), "{last}");
    assert_eq!(last["boxes_without_scripts"], 0);
    let unread = "The search index of this book could not be loaded.";
    assert_eq!(last["unread"], unread);
    for list in last["lists"].as_array().unwrap() {
        assert!(list["rows"].as_u64() > Some(3), "{list}");
        assert_eq!(
            list["numbered"], 0,
            "what is found has no number of a page: {list}"
        );
        assert_eq!(list["pages"], 0, "pages of a site have no numbers: {list}");
        assert!(
            list["tallest"].as_f64() < Some(3.0),
            "no title is set with a word to a line: {list}"
        );
    }
    let places = last["places"].as_array().unwrap();
    for place in places {
        assert_eq!(
            place["contents"], places[0]["contents"],
            "the contents stand still: {last}"
        );
        assert_eq!(
            place["shown"], true,
            "they show the page that is open: {last}"
        );
    }
    // The wide ones: the comparison, the atlas and the page of checks.
    let texts: BTreeSet<String> = places[1..4]
        .iter()
        .map(|place| place["text"].to_string())
        .collect();
    assert_eq!(texts.len(), 1, "wide pages begin at one line: {last}");
}

/// From a book to what another has, and from the pages over all books into each.
#[test]
fn search_covers_all_books() {
    let sought = [
        ("index.html", "ouroboros", "lotus-39/pieces/ouroboros.html"),
        (
            "catalogue/pieces.html",
            "joker",
            "waterloo/pieces/joker.html",
        ),
        (
            "catalogue/glossary.html",
            "liberties glossary",
            "catalogue/glossary.html#w.liberties",
        ),
        (
            "catalogue/glossary.html",
            "\"all books\" knight",
            "catalogue/pieces.html#n.knight",
        ),
    ];
    let asked: Vec<&str> = sought
        .iter()
        .flat_map(|(page, query, _)| [*page, *query])
        .collect();
    let lines = drive("catalogue.mjs", site(), &asked);
    for ((_, query, landed), line) in sought.iter().zip(&lines) {
        assert_eq!(line["landed"], *landed, "{query}: {line}");
        assert_eq!(
            line["stop"], line["found"][0],
            "the arrow leads to the first: {line}"
        );
    }
    let last = lines.last().unwrap();
    // The way from a book's search leads on with the same words.
    assert_eq!(
        last["further"], "index.html#search=zugzwang+joker",
        "{last}"
    );
    assert_eq!(last["asked"], "zugzwang joker", "{last}");
    assert_eq!(last["faults"].as_array().map(Vec::len), Some(0), "{last}");
    assert_eq!(last["boxes_without_scripts"], 0);
    assert!(
        last["unread"]
            .as_str()
            .unwrap()
            .ends_with("The search index of Turtle could not be loaded."),
        "{last}"
    );
}

/// Words and their stems as the algorithm's author gives them, step by step.
#[test]
fn words_are_cut_to_their_stems() {
    const STEMS: &str = "caresses:caress ponies:poni ties:ti caress:caress cats:cat feed:feed plastered:plaster \
        bled:bled motoring:motor sing:sing troubled:troubl hopping:hop tanned:tan falling:fall hissing:hiss \
        fizzed:fizz failing:fail filing:file happy:happi sky:sky relational:relat conditional:condit \
        rational:ration digitizer:digit operator:oper feudalism:feudal decisiveness:decis hopefulness:hope \
        callousness:callous formality:formal sensitivity:sensit sensibility:sensibl triplicate:triplic \
        formative:form formalize:formal electricity:electr electrical:electr goodness:good revival:reviv \
        allowance:allow inference:infer airliner:airlin adjustable:adjust defensible:defens irritant:irrit \
        replacement:replac adjustment:adjust dependent:depend adoption:adopt communism:commun \
        activate:activ homologous:homolog effective:effect probate:probat rate:rate cease:ceas \
        controlling:control roll:roll generalizations:gener oscillators:oscil \
        rotate:rotat rotates:rotat rotated:rotat rotation:rotat e8:e8 a:a is:is";
    let pairs: Vec<(&str, &str)> = STEMS
        .split_whitespace()
        .filter_map(|pair| pair.split_once(':'))
        .collect();
    let words: Vec<&str> = pairs.iter().map(|(word, _)| *word).collect();
    let stems = drive("stem.mjs", &kit::folder::root().join("templates"), &words);
    assert_eq!(stems.len(), pairs.len());
    for ((word, stem), cut) in pairs.iter().zip(stems) {
        assert_eq!(cut, *stem, "{word}");
    }
}

#[test]
fn pieces_are_compared_by_hand() {
    let lines = drive("compare.mjs", &site().join("lotus-39/compare.html"), &[]);
    let line = |step: &str| {
        lines
            .iter()
            .find(|line| line["step"] == step)
            .unwrap_or_else(|| panic!("{step}"))
    };
    // Where each step leads, and what is said there; the numbers are those of the book's own statements.
    for (step, hash, text) in [
        (
            "address",
            "#archbishop@e3",
            "Archbishop on e3 reaches 11 cells",
        ),
        (
            "box",
            "#archbishop+knight@e3",
            "Knight on e3 may not stand there",
        ),
        (
            "list",
            "#archbishop+knight@e2",
            "Knight on e2 reaches 2 cells",
        ),
        ("cell", "#archbishop+knight@c4", "Knight on c4"),
        ("key", "#archbishop+bishop+knight@c4", "Bishop on c4"),
        ("back", "#archbishop+knight@c4", "Knight on c4"),
        ("forward", "#archbishop+bishop+knight@c4", "Bishop on c4"),
        ("link", "#knight@e2", "Knight on e2 reaches 2 cells"),
        ("reload", "#knight@e2", "Knight on e2 reaches 2 cells"),
        ("board", "#lotus-41/knight@e2", "Knight on e2 reaches"),
    ] {
        let line = line(step);
        assert_eq!(line["hash"], hash, "{line}");
        let captions = line["captions"].as_array().unwrap();
        assert!(
            captions
                .iter()
                .any(|c| c.as_str().unwrap().starts_with(text)),
            "{text}: {line}"
        );
        let chosen = hash.rsplit('/').next().unwrap().split('+').count();
        assert_eq!(captions.len(), chosen, "a board for each piece: {line}");
        assert_eq!(
            line["checked"], chosen,
            "a ticked box for each piece: {line}"
        );
    }
    let knight = &line("link")["pictures"][0];
    assert_eq!(knight["name"], "Knight on e2");
    assert_eq!(knight["told"], "It reaches 2 cells: c4, g4.");
    assert_eq!(knight["marks"], 2);
    assert_eq!(knight["isDrawn"], true);
    assert_eq!(
        line("kept")["old"],
        serde_json::json!([true, false]),
        "a board stays where it was"
    );
    // An address that cannot be read is none: the page shows what it shows at first.
    assert_eq!(line("broken")["checked"], 2);
    assert_eq!(line("broken")["captions"].as_array().map(Vec::len), Some(2));
    for step in ["shift 1400", "shift 360"] {
        let shift = line(step)["shift"].as_f64().unwrap();
        assert!(shift < 0.05, "{step}: {shift}");
    }
    // Without scripts the tables stand for themselves.
    let plain = line("plain");
    assert_eq!(plain["controls"], 0, "{plain}");
    let headings = serde_json::json!([
        "Lotus-39",
        "Lotus-41",
        "Lotus-61",
        "Lotus-93",
        "Four petals with 41 cells",
        "Contents"
    ]);
    assert_eq!(plain["headings"], headings);
    assert!(plain["rows"].as_u64() > Some(50), "{plain}");
    assert_eq!(line("end")["complaints"], serde_json::json!([]));
}

#[test]
fn a_record_is_played_over_with_its_board_in_view() {
    let page = site().join("waterloo/party-3.html");
    let moves = ["f3-f5", "d8-d6"];
    let words: Vec<&str> = std::iter::once("g.party-3").chain(moves).collect();
    let lines = drive("record.mjs", &page, &words);
    for line in &lines[..3] {
        assert_eq!(line["hidden"], serde_json::json!([]), "{line}");
        assert!(
            line["links"].as_u64() > Some(80) && line["wide"].as_i64() <= Some(0),
            "{line}"
        );
    }
    let first = &lines[3];
    assert_eq!(
        (&first["positions"], &first["current"], &first["to"]),
        (&1.into(), &"".into(), &0.into())
    );
    // Where each step leads: the anchor's end, and the move that is marked as the last one.
    let expected = [
        ("f3-f5", "1w", "f3-f5"),
        ("d8-d6", "1b", "d8-d6"),
        ("back", "1w", "f3-f5"),
        ("forward", "1b", "d8-d6"),
        ("ArrowRight", "2w", "d3-d5"),
        ("ArrowLeft", "1b", "d8-d6"),
        ("Home", "0", ""),
        ("End", "41b", "Cc10-a8"),
        ("back", "0", ""),
    ];
    for ((step, anchor, current), line) in expected.iter().zip(&lines[4..]) {
        assert_eq!(
            (line["step"].as_str(), &line["positions"]),
            (Some(*step), &1.into()),
            "{line}"
        );
        assert_eq!(line["hash"], format!("#g.party-3_{anchor}"), "{line}");
        let is_start = *anchor == "0";
        for what in ["from", "to", "arrows"] {
            assert_eq!(
                line[what] == 0,
                is_start,
                "a move is marked by {what}: {line}"
            );
        }
        assert!(current.is_empty() || line["current"] == **current, "{line}");
    }
    // What lies beside the board: before the first move and after the last, in which White has 18 pieces of 30 and Black 16.
    let beside =
        |step: &str| lines[4..].iter().find(|line| line["step"] == step).unwrap()["beside"].clone();
    let black = "Black has beside the board: Spy ×2, Joker ×2, Wiseman ×2";
    assert_eq!(
        beside("Home"),
        serde_json::json!([black, black.replace("Black", "White")])
    );
    assert_eq!(
        beside("End"),
        serde_json::json!([
            "Black has beside the board: Spy ×2, Joker, Wiseman ×2",
            "Black has taken: Pawn ×3, Knight ×4, Guard, Bishop, Adviser ×2, Joker",
            "White has beside the board: Spy ×2, Joker, Wiseman ×2",
            "White has taken: Pawn ×5, Knight ×3, Guard, Bishop, Adviser, Spy ×2, Joker",
        ])
    );
    assert!(
        lines[3..lines.len() - 1]
            .iter()
            .all(|line| line["undrawn"] == 0),
        "each piece is drawn"
    );
    let [.., begin, last] = &lines[..] else {
        panic!("{lines:?}")
    };
    assert_eq!(
        (&begin["hash"], &begin["name"]),
        (&"".into(), &first["name"]),
        "Back undoes every step"
    );
    assert_eq!(last["complaints"], serde_json::json!([]));
    let [start, between] = ["g.party-3_0", "g.party-3_2w"];
    assert_eq!(
        last["plain"],
        serde_json::json!([[start], [start], [between]]),
        "one position shows without scripts"
    );
}

#[test]
fn readers_choose_how_pages_look_and_unfold_long_ones() {
    let lines = drive("look.mjs", site(), &[]);
    let line = |step: &str| {
        lines
            .iter()
            .find(|line| line["step"] == step)
            .unwrap_or_else(|| panic!("{step}"))
    };
    for (step, dark, ticks, controls) in [
        ("at first", false, true, 1),
        ("dark", true, true, 1),
        ("hidden", true, false, 1),
        ("another book", true, false, 1),
        ("light by night", false, false, 1),
        ("as the system", true, true, 1),
        ("nothing kept", true, true, 1),
        ("without scripts", true, true, 0),
    ] {
        let line = line(step);
        assert_eq!(
            (&line["dark"], &line["ticks"]),
            (&dark.into(), &ticks.into()),
            "{line}"
        );
        assert_eq!(
            (&line["controls"], &line["cookies"]),
            (&controls.into(), &"".into()),
            "{line}"
        );
    }
    let count = |step: &str, what: &str| line(step)[what].as_u64().unwrap();
    let checks = fs::read_to_string(site().join("lotus-39/checks.html")).unwrap();
    // Behind the key of the bar.
    let (_, checks) = checks.split_once("</fieldset>").unwrap();
    let rows = |verdict: &str| checks.matches(&format!("<li class=\"{verdict}")).count() as u64;
    assert_eq!(
        (count("checks", "open"), count("checks", "rows")),
        (0, 0),
        "at first all is folded"
    );
    assert_eq!(
        count("errata", "rows"),
        rows("erratum"),
        "a verdict shows what has it"
    );
    assert_eq!(count("errata", "open"), count("errata", "parts"));
    assert!(
        (1..100).contains(&count("words", "rows")),
        "{}",
        line("words")
    );
    assert_eq!(count("strangers", "rows"), 0, "only what has the words");
    assert_eq!(
        count("opened", "rows"),
        checks.matches("<li class=\"").count() as u64,
        "everything"
    );
    assert_eq!(count("closed", "open"), 0);
    for step in ["address", "address without scripts"] {
        assert_eq!(
            count(step, "open"),
            1,
            "an address opens its part: {}",
            line(step)
        );
    }
    let hints = line("hints");
    assert!(hints["figures"].as_u64() > Some(5), "{hints}");
    assert_eq!(
        (&hints["hints"], &hints["keyless"]),
        (&1.into(), &serde_json::json!([]))
    );
    assert!(hints["keys"].as_u64() > Some(1), "{hints}");
    assert!(
        count("relations 360", "open") > 9,
        "{}",
        line("relations 360")
    );
    for line in lines
        .iter()
        .filter(|line| !line["height"].is_null() && line["step"] != "opened")
    {
        assert_eq!(
            line["wide"], false,
            "nothing is to be scrolled sideways: {line}"
        );
        let unfolded = line["step"] == "relations 360";
        assert!(
            unfolded || line["height"].as_u64() < Some(20_000),
            "a page that can be used: {line}"
        );
    }
    assert_eq!(line("end")["complaints"], serde_json::json!([]));
}

/// Each fault of `browser/planted`, by the check that must find it, in which view, and a word of the element
/// or of what is said about it.
const PLANTED: [(&str, &str, &str); 27] = [
    ("color-contrast", "1400 dark", "by night"),
    ("color-contrast", "360 light", "in a small window"),
    ("color-contrast", "1400 light", "Still here"),
    ("color-contrast", "360 light", "out of the window"),
    ("color-contrast", "1400 dark", ">i</p>"),
    ("color-contrast", "1400 light", "Far below"),
    ("scrollable-region-focusable", "360 light", "stiff"),
    ("image-alt", "360 light", "unsaid"),
    ("svg-img-alt", "360 light", "nameless"),
    ("heading-order", "360 light", "skips"),
    ("heading", "", "skips"),
    ("picture", "", "roleless"),
    ("picture", "", "nameless"),
    ("picture", "", "untold"),
    ("id", "", "twin"),
    ("overflow", "320", "wide"),
    ("target", "360 light", "narrow"),
    ("frame", "800", "wide"),
    ("keyboard", "", "past by Tab"),
    ("keyboard", "", "unreachable"),
    ("proof", "", "the words that it speaks for are not marked"),
    ("proof", "", "Escape does not close the proof"),
    ("console", "", "planted complaint"),
    ("console", "", "planted_exception"),
    ("policy", "", "inline style"),
    ("request", "", "http://planted.invalid/far"),
    ("link", "", "nowhere.html"),
];

#[test]
fn every_planted_fault_is_found() {
    let visit = visit(&kit::folder::root().join("tests/browser/planted"));
    for (check, view, word) in PLANTED {
        let fits = |f: &&Finding| {
            f.check == check
                && f.view == view
                && (f.element.contains(word) || f.advice.contains(word))
        };
        assert!(
            visit.findings.iter().any(|f| fits(&f)),
            "{check} does not find {word:?} ({view})"
        );
    }
    let leads: BTreeSet<&str> = visit
        .findings
        .iter()
        .filter(|f| f.check == "link")
        .map(|f| f.advice.as_str())
        .collect();
    assert_eq!(
        leads.len(),
        3,
        "to no page, to no anchor, out of the site: {leads:?}"
    );
    let passed = |f: &&Finding| f.check == "keyboard" && f.element.contains("radio");
    assert!(
        !visit.findings.iter().any(|f| passed(&f)),
        "the arrow keys reach a button Tab goes past"
    );
    // Faults of one view are faults of no other.
    let elsewhere = |f: &&Finding| f.view.ends_with("light") && f.element.contains("by night");
    assert!(
        !visit.findings.iter().any(|f| elsewhere(&f)),
        "dark faults in light"
    );
}
