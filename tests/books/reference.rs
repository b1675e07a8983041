//! The pages a build makes for every book: what they say of the book of Lotus Chess, held against the
//! board and the source, and whether every page can be reached from every other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::OnceLock;

use kit::folder::{Folder, content, padma, root, texts};
use padma_book::load::Session;
use padma_rules::model::{KindId, Piece, Power, PowerRule, Rule, Side};
use padma_rules::reach::Rules;
use padma_variant::describe;
use padma_words::english;

/// The built book of Lotus Chess, by path.
fn lotus() -> &'static BTreeMap<String, String> {
    static BUILT: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    BUILT.get_or_init(|| built("lotus-39"))
}

fn built(book: &str) -> BTreeMap<String, String> {
    let out = Folder::new(book);
    let content = content();
    let words = [
        "--content",
        content.to_str().unwrap(),
        "build",
        book,
        "--no-png",
        "--out",
        ".",
    ];
    out.ask(&words);
    texts(&out.path(book))
}

/// The open questions of a book stand on the page of rules and in the appendix, with all that computes them, and the
/// pages that speak of what the source leaves open lead there.
#[test]
fn each_question_of_the_six_books_is_a_remark_and_an_entry() {
    for book in [
        "ben39",
        "chessma-84",
        "lotus-39",
        "rotary-chess",
        "turtle",
        "waterloo",
    ] {
        let own;
        let built = match book {
            "lotus-39" => lotus(),
            _ => {
                own = built(book);
                &own
            }
        };
        let decl = fs::read_to_string(content().join(book).join("book.toml")).unwrap();
        let decl: toml::Table = decl.parse().unwrap();
        let questions = decl["question"].as_array().unwrap();
        let (rules, appendix) = (&built["markdown/rules-of-play.md"], &built["errata.html"]);
        let (_, entries) = appendix.split_once("<h2 id=\"questions\">").unwrap();
        let (entries, _) = entries.split_once("<h2 id=\"unchecked\">").unwrap();
        let entries: Vec<&str> = entries
            .split("<article class=\"finding depends\"")
            .skip(1)
            .collect();
        assert_eq!(entries.len(), questions.len(), "{book}");
        for (question, entry) in questions.iter().zip(entries) {
            let says = question["says"].as_str().unwrap();
            let entry = entry.replace("&#x27;", "'").replace("&#39;", "'");
            assert!(entry.contains(says), "{book}: {says}");
            assert!(rules.contains(says), "{book}: {says}");
            let claims = question.get("claims").and_then(|claims| claims.as_array());
            let values = entry.matches("<dl>").count();
            assert_eq!(values, claims.map_or(0, Vec::len), "{book}: {says}");
        }
        let links = built
            .iter()
            .filter(|(path, _)| path.starts_with("markdown/"));
        assert!(
            links
                .filter(|(path, _)| !path.ends_with("README.md"))
                .any(|(_, text)| text.contains("(errata.md#open-questions")),
            "{book}: no page leads to the list"
        );
    }
}

/// A book that retells nothing has no errata, and its page of rules promises no remarks.
#[test]
fn a_book_without_a_source_has_no_errata() {
    let built = built("pond");
    assert!(built["errata.html"].contains("<h1>Open questions, and what is not computed</h1>"));
    for (path, text) in built.iter().filter(|(path, _)| path.ends_with(".html")) {
        for words in ["Wrong about the game", "Misprints", "a remark says"] {
            assert!(!text.contains(words), "{path}: {words}");
        }
    }
}

/// The rows of the first table below a heading of a Markdown page, by their first cell.
fn table<'a>(page: &'a str, heading: &str, columns: &str) -> BTreeMap<&'a str, Vec<&'a str>> {
    let section = page
        .split_once(heading)
        .unwrap_or_else(|| panic!("no {heading}"))
        .1;
    let table = section
        .split_once(columns)
        .unwrap_or_else(|| panic!("no {columns}"))
        .1;
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let cells = |row: &'a str| {
        row.trim_matches('|')
            .split('|')
            .map(str::trim)
            .collect::<Vec<_>>()
    };
    rows.map(cells)
        .map(|cells| (cells[0], cells[1..].to_vec()))
        .collect()
}

#[test]
fn mobility_is_what_a_count_by_hand_gives() {
    let page = &lotus()["markdown/compare.md"];
    let measures = table(
        page,
        "## Lotus-39",
        "| piece | range | share | fewest | mean | most | moves |",
    );
    // The Rook: of the X lines one has 5 cells and two have 3, all four Z lines have 5. So a hexagon on the
    // fourth rank has 4 + 4 + 4 other cells on its lines (twice), one of the others 2 + 4 + 4 (twice); three
    // squares have 4 and four have 2 on an X line; twelve have 4 on a Z line: 24 + 20 + 12 + 8 + 48 = 112 from
    // 23 cells, of 39.
    assert_eq!(measures["Rook"], ["23", "59%", "2", "4.9", "12", "112"]);
    // The Knight goes from e2 and e6 to c4 and g4, from these to the three other hexagons.
    assert_eq!(measures["Knight"], ["4", "10%", "2", "2.5", "3", "10"]);
    // The Lotusrider comes from any of the 39 - 4 cells that are no hexagons to all others: 35 times 34.
    assert_eq!(
        measures["Lotusrider"],
        ["35", "90%", "34", "34.0", "34", "1190"]
    );
    let index = &lotus()["markdown/piece-index.md"];
    let rook = table(
        index,
        "## [Rook](pieces/rook.md)",
        "| from | fewest | mean | most |",
    );
    // 12 + 8 + 48 = 68 from 19 squares, 24 + 20 = 44 from 4 hexagons.
    assert_eq!(rook["squares"], ["2", "3.6", "4"]);
    assert_eq!(rook["hexagons"], ["10", "11.0", "12"]);
    assert_eq!(rook.len(), 2, "it never stands on a triangle");
}

#[test]
fn a_piece_is_drawn_on_the_first_cell_with_its_largest_reach() {
    let index = &lotus()["markdown/piece-index.md"];
    let knight = index.split("## [Knight]").nth(1).unwrap();
    assert!(
        knight.contains("From c4 it reaches e2, e6, g4."),
        "c4 and g4 have three, and c4 comes first"
    );
    let page = &lotus()["piece-index.html"];
    assert_eq!(page.matches("<li id=\"p.").count(), 27);
    assert_eq!(
        page.matches("<title id=\"p.").count(),
        27,
        "each picture has a name"
    );
    assert!(
        page.contains("Reaches 3 of 39 cells: e2, e6, g4."),
        "and says what it shows"
    );
}

/// What the comparison says of pairs: by the first and the second piece `stronger`, `weaker` or `equal`, or what the
/// first lacks of the second.
fn relations(page: &str, title: &str) -> BTreeMap<(&'static str, &'static str), &'static str> {
    // Names with commas are quoted.
    let page: &str = page.replace(['“', '”'], "").leak();
    let heading = format!("\n## {title}\n");
    let section = page
        .split_once(&heading)
        .unwrap()
        .1
        .split("\n## ")
        .next()
        .unwrap();
    let rows = section
        .split_once("| piece | stronger than |")
        .unwrap()
        .1
        .lines()
        .skip(2);
    let mut found = BTreeMap::new();
    let names: Vec<&str> = rows
        .clone()
        .filter_map(|row| row.strip_prefix("| ")?.split(" |").next())
        .collect();
    let of = |list: &'static str| -> Vec<&'static str> {
        let is_named = |name: &&&str| {
            list.match_indices(**name).any(|(at, _)| {
                let (before, after) = (&list[..at], &list[at + name.len()..]);
                let starts = before.is_empty() || before.ends_with(", ") || before.ends_with("of ");
                let follows = |rest: &str| names.iter().any(|name| rest.starts_with(name));
                starts && (after.is_empty() || after.strip_prefix(", ").is_some_and(follows))
            })
        };
        names.iter().filter(is_named).copied().collect()
    };
    for row in rows.take_while(|row| row.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let piece = cells[0];
        for (list, is) in cells[1..4].iter().zip(["stronger", "weaker", "equal"]) {
            found.extend(of(list).into_iter().map(|other| ((piece, other), is)));
        }
        for lack in cells.get(4).into_iter().flat_map(|cell| cell.split("; ")) {
            let Some((others, what)) = lack.split_once(": ") else {
                continue;
            };
            found.extend(of(others).into_iter().map(|other| ((piece, other), what)));
        }
    }
    found
}

#[test]
fn pieces_are_compared_as_stronger_weaker_or_equal() {
    let page = &lotus()["markdown/compare.md"];
    let order = relations(page, "Lotus-39");
    let is = |piece, other| order.get(&(piece, other)).copied().unwrap_or("nothing");
    for part in ["Rook", "Bishop", "King", "Wyvern", "Pawn"] {
        assert_eq!(
            (is("Queen", part), is(part, "Queen")),
            ("stronger", "weaker"),
            "{part}"
        );
    }
    assert_eq!(
        (is("King", "Counselor"), is("Counselor", "King")),
        ("equal", "equal"),
        "but for royalty"
    );
    assert_eq!(
        (is("Rook", "Bishop"), is("Bishop", "Rook")),
        ("nothing", "nothing")
    );
    // No line of X or Z has more than two hexagons, so a ride is never longer than a leap.
    assert_eq!(is("Hexrider", "Knight"), "equal");
    // The Dabbaba leaps over what stands in a Queen's way.
    assert_eq!(
        (is("Queen", "Dabbaba"), is("Dabbaba", "Queen")),
        ("moves past other pieces", "nothing")
    );
    // The Squeen lacks the far triangles, and does not end where a leap over them would.
    assert_ne!(is("Squeen", "Bishop"), "stronger");
}

#[test]
fn pieces_with_different_powers_are_not_equal() {
    let pages = built("chessma-84");
    let order = relations(&pages["markdown/compare.md"], "Chessma 84");
    for (piece, lacks) in [
        ("Immobilizer", "freezing"),
        ("Pusher", "pushing"),
        ("Swapper", "swapping"),
    ] {
        assert_eq!(order[&("Queen", piece)], lacks);
        // It moves as a Queen, and captures nothing.
        assert_eq!(order[&(piece, "Queen")], "captures");
        assert_eq!(order[&(piece, "King")], "captures");
        assert_eq!(order.get(&("King", piece)), None);
    }
    assert_eq!(order[&("Queen", "King")], "stronger");
    assert_eq!(
        order[&("Long Leaper", "Spent Encloser")],
        "the choice not to capture"
    );
    assert_eq!(order[&("Pusher", "Spent Encloser")], "stronger");
    let pages = built("waterloo");
    let order = relations(&pages["markdown/compare.md"], "Waterloo");
    assert_eq!(order[&("Guard", "Pawn")], "stronger");
    assert_eq!(order[&("King", "Pawn")], "its first move");
    assert_eq!(order[&("Rook", "Pawn")], "some captures");
}

/// Everything two pieces do from every cell of a board that is empty but for them, or holds one other piece, walked one by
/// one.
fn contains(rules: &Rules, first: KindId, second: KindId) -> bool {
    let variant = &rules.variant;
    let [wide, narrow] = [first, second].map(|kind| variant.stands_on(kind, Side::White));
    let blockers = variant
        .board
        .cells()
        .flat_map(|cell| Side::BOTH.map(|side| Some((cell, side))));
    let blockers: Vec<_> = std::iter::once(None).chain(blockers).collect();
    let mut position = variant.empty_position();
    narrow.is_subset(&wide)
        && narrow.iter().all(|from| {
            blockers.iter().all(|blocker| {
                if let Some((cell, side)) = blocker {
                    position.put(
                        *cell,
                        Some(Piece {
                            side: *side,
                            kind: None,
                        }),
                    );
                }
                let holds = [true, false].iter().all(|has_moved| {
                    let [a, b] = [first, second]
                        .map(|kind| rules.reach(kind, Side::White, from, &position, *has_moved));
                    b.moves.is_subset(&a.moves) && b.captures.is_subset(&a.captures)
                });
                if let Some((cell, _)) = blocker {
                    position.put(*cell, None);
                }
                holds
            })
        })
}

#[test]
fn a_stronger_piece_does_all_that_a_weaker_one_does() {
    for (book, title) in [
        ("chessma-84", "Chessma 84"),
        ("ben39", "Ben39"),
        ("lotus-39", "Lotus-39"),
    ] {
        let mut session = Session::new(&content(), &[]);
        let index = session.variant(book).unwrap();
        let rules = session.library.variants.rules(index);
        let variant = &rules.variant;
        let pages = built(book);
        let order = relations(&pages["markdown/compare.md"], title);
        let powers = |kind: KindId, limits: bool| -> BTreeSet<String> {
            let is_limit = |power: &&Power| power.is_limit();
            let of_piece = |rule: &Rule| match rule {
                Rule::Power(rule) if rule.kind == kind => Some(rule.power.clone()),
                _ => None,
            };
            // Whoever is bound to a piece needs it.
            let guards = |rule: &Rule| match rule {
                Rule::Power(PowerRule {
                    kind: bound,
                    power: Power::Bond { with, .. },
                }) if with.contains(&kind) => Some(format!("guards {bound:?}")),
                _ => None,
            };
            let powers = variant.rules.iter().filter_map(of_piece);
            let powers = powers
                .filter(|power| is_limit(&power) == limits)
                .map(|power| format!("{power:?}"));
            powers
                .chain(variant.rules.iter().filter_map(guards).filter(|_| !limits))
                .collect()
        };
        let holds = |first: KindId, second: KindId| {
            powers(second, false).is_subset(&powers(first, false))
                && powers(first, true).is_subset(&powers(second, true))
                && contains(rules, first, second)
        };
        let mut counts = BTreeMap::new();
        for (first, second) in variant
            .kind_ids()
            .flat_map(|a| variant.kind_ids().map(move |b| (a, b)))
        {
            if first == second {
                continue;
            }
            let expected = match (holds(first, second), holds(second, first)) {
                (true, false) => "stronger",
                (false, true) => "weaker",
                (true, true) => "equal",
                (false, false) => "",
            };
            *counts.entry(expected).or_insert(0) += 1;
            let names = [first, second].map(|kind| variant.kind(kind).name.as_str());
            let said = order
                .get(&(names[0], names[1]))
                .copied()
                .unwrap_or_default();
            match expected {
                "" => assert!(
                    !["stronger", "weaker", "equal"].contains(&said),
                    "{names:?}: {said}"
                ),
                expected => assert_eq!(said, expected, "{names:?}"),
            }
        }
        assert!(counts["stronger"] > 10, "{counts:?}");
    }
}

#[test]
fn every_statement_stands_on_the_page_of_checks_once() {
    let report =
        String::from_utf8(padma(&["check", "lotus-39", "--format", "json"]).stdout).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let book = &report["books"][0];
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_string();
    let mut expected: Vec<(String, String)> = book["claims"]
        .as_array()
        .unwrap()
        .iter()
        .map(|claim| (text(&claim["id"]), text(&claim["verdict"])))
        .collect();
    for diagram in book["diagrams"].as_array().unwrap() {
        let marks = diagram["marks"].as_array().unwrap().iter();
        let id =
            |mark: &serde_json::Value| format!("{} {}", text(&diagram["id"]), text(&mark["mark"]));
        expected.extend(marks.map(|mark| (id(mark), text(&mark["verdict"]))));
    }
    let attribute = |row: &str, name: &str| {
        let value = row
            .split_once(&format!(" {name}=\""))
            .and_then(|(_, rest)| rest.split_once('"'));
        value.map(|(value, _)| value.to_string())
    };
    let rows = lotus()["checks.html"].split("<li ").skip(1);
    let mut found: Vec<(String, String)> = rows
        .filter_map(|row| {
            let (quoted, _) = row.split_once("</code></p>")?;
            let (_, id) = quoted.rsplit_once("<code>")?;
            let classes = attribute(&format!(" {row}"), "class")?;
            // The second says of what weight the statement is.
            let verdict = classes.split(' ').next()?.to_string();
            Some((id.to_string(), verdict))
        })
        .collect();
    assert!(expected.len() > 600, "{}", expected.len());
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    for (verdict, count) in book["summary"].as_object().unwrap() {
        let shown = lotus()["checks.html"]
            .split(&format!("value=\"{verdict}\""))
            .nth(1);
        let shown = shown.and_then(|rest| rest.split("<b>").nth(1)?.split("</b>").next());
        assert_eq!(
            shown.unwrap_or("0"),
            count.to_string(),
            "the total of {verdict}"
        );
    }
}

#[test]
fn the_atlas_draws_each_axis_and_tells_each_line() {
    let page = &lotus()["atlas.html"];
    for chart in [
        "VW: 12 lines",
        "X: 3 lines",
        "Y: 5 lines",
        "Z: 4 lines",
        "ring: 4 closed lines",
    ] {
        assert!(page.contains(&format!("<figcaption>{chart} ")), "{chart}");
    }
    assert!(page.contains("Line 1: a4, c4, e4, g4, i4. Line 2: c2, e2, g2. Line 3: c6, e6, g6."));
    for alias in ["X+", "Z+", "contiguous", "side", "corner"] {
        let lotus_39 = page.split("id=\"b.lotus-41\"").next().unwrap();
        assert!(
            !lotus_39.contains(&format!("<figcaption>{alias}: ")),
            "{alias} has no line of its own there"
        );
    }
    assert!(
        page.contains("<figcaption>X+: 3 lines "),
        "on the larger board the middle line is longer"
    );
    let cells = table(
        &lotus()["markdown/atlas.md"],
        "## Lotus-39",
        "| cell | kind | file | rank |",
    );
    assert_eq!(cells.len(), 39);
    // As the chapter on the board has it: d1 is a dead end for a Rook, and e4 touches these.
    assert!(cells["d1"][6].split(", ").any(|class| class == "Z"));
    assert_eq!(
        cells["e4"],
        [
            "square",
            "e",
            "4",
            "c4 e3 e5 g4",
            "d3 d5 f3 f5",
            "X 1, Y 3, ring 1, ring 4",
            ""
        ]
    );
}

#[test]
fn the_contents_lead_through_the_book() {
    let pages = lotus();
    let index = &pages["index.html"];
    let hrefs = |text: &str| -> Vec<String> {
        text.split("href=\"")
            .skip(1)
            .map(|part| part.split('"').next().unwrap().to_string())
            .collect()
    };
    let contents = hrefs(
        index
            .split("class=\"contents\"")
            .nth(1)
            .unwrap()
            .split("</nav>")
            .next()
            .unwrap(),
    );
    assert_eq!(contents[..2], ["index.html", "rules-of-play.html"]);
    assert_eq!(
        contents.len(),
        40,
        "33 pages of the author and 7 of the build"
    );
    for (at, path) in contents.iter().enumerate() {
        let page = &pages[path];
        let name = path.rsplit('/').next().unwrap();
        let current: Vec<&str> = page.split(" aria-current=\"page\"").collect();
        assert_eq!(current.len(), 2, "{path} marks one page as the present one");
        assert!(
            current[0].ends_with(&format!("{name}\"")),
            "{path} marks itself"
        );
        let turn = page
            .split("class=\"turn\"")
            .nth(1)
            .unwrap()
            .split("</nav>")
            .next()
            .unwrap();
        let near = [at.checked_sub(1), Some(at + 1)]
            .into_iter()
            .flatten()
            .filter_map(|at| contents.get(at));
        let near: Vec<String> = near
            .map(|path| path.rsplit('/').next().unwrap().to_string())
            .collect();
        let turned: Vec<String> = hrefs(turn)
            .iter()
            .map(|path| path.rsplit('/').next().unwrap().to_string())
            .collect();
        assert_eq!(turned, near, "{path}");
    }
}

#[test]
fn the_page_of_rules_has_every_article_and_movement() {
    let page = &lotus()["rules-of-play.html"];
    let mut session = Session::new(&content(), &[]);
    let index = session.variant("lotus-39").unwrap();
    let variant = &session.library.variants.rules(index).variant;
    let said = describe::game(variant);
    assert!(
        said.iter()
            .all(|article| page.contains(&english().say(&article.said))),
        "{said:?}"
    );
    for kind in &variant.kinds {
        let says = format!(
            "The {} {}.",
            kind.name,
            english().say(describe::movement_said(
                variant,
                variant.kind_named(&kind.id).unwrap()
            ))
        );
        // Of larger boards are shown again those that stand elsewhere there.
        let boards = if kind.is_bound { 1..=4 } else { 1..=1 };
        assert!(boards.contains(&page.matches(&says).count()), "{says}");
        assert!(
            page.contains(&format!("href=\"pieces/{}.html\"", kind.id)),
            "{}",
            kind.id
        );
    }
    // In the order of the book's pages, not of the variant's file.
    let places: Vec<usize> = [
        "p.king",
        "p.counselor",
        "p.squirrel",
        "p.rook",
        "p.squeen",
        "p.pawn",
    ]
    .iter()
    .map(|id| page.find(&format!("<li id=\"{id}\"")).unwrap())
    .collect();
    assert!(places.is_sorted(), "{places:?}");
    // Lotus-61 has the rules of Lotus-39 but for the home of the Pawns, and pieces that stand on some squares only stand on
    // more of them.
    let other = page
        .split("id=\"b.lotus-61\"")
        .nth(1)
        .unwrap()
        .split("<h2")
        .next()
        .unwrap();
    assert!(other.contains(
        "stand together on each of e2 and i2 (for Black e6 and i6), and are taken together."
    ));
    let elsewhere = ["dabbaba", "haxxaba", "orthodonter", "wyvern"];
    for piece in elsewhere {
        let entry = other
            .split(&format!("<p id=\"p.lotus-61_{piece}\""))
            .nth(1)
            .unwrap();
        assert!(
            entry
                .split("</p>")
                .next()
                .unwrap()
                .contains("of the 30 squares ("),
            "{entry}"
        );
    }
    let said = other.matches("class=\"who\"").count() - elsewhere.len();
    assert_eq!(said, 2, "what holds, and what does not: {other}");
    assert!(lotus()["search-index.js"].contains("rules-of-play.html#promotion"));
}

#[test]
fn a_claim_stated_twice_is_one_erratum_with_two_places() {
    let folder = Folder::new("twice");
    let small = root().join("tests/golden/book/small.toml");
    let page = "# One\n\nThere are [23](claim:n) cells.\n\n```claims\nn = count(cells) source 24 erratum \"24 is a miscount\"\n```\n";
    for (path, text) in [
        ("small.toml", fs::read_to_string(small).unwrap().as_str()),
        (
            "book.toml",
            "title = \"x\"\n[[source]]\ntitle = \"a book\"\n[[chapter]]\npages = [\"index.md\", \"more.md\"]\n",
        ),
        ("index.md", page),
        (
            "more.md",
            "# Two\n\nAll [23 cells](claim:n), and [errata](errata.md#errata).\n\nIt is [23](claim:n).\n",
        ),
    ] {
        folder.write(&format!("content/book/{path}"), text);
    }
    folder.ask(&["build", "--no-png"]);
    let built = texts(&folder.path("output/book"));
    let entries: Vec<&str> = built["markdown/errata.md"]
        .lines()
        .filter(|line| line.contains("miscount"))
        .collect();
    assert_eq!(
        entries,
        [
            "1. There are [23](index.md) cells. (One, [Two](more.md)) **The source prints** 24. \
             **The rules give** 23. **Why:** 24 is a miscount."
        ]
    );
    assert!(built["more.html"].contains("href=\"errata.html#errata\""));
}
