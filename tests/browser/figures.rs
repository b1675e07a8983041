//! What readers can change on the pages of every rulebook: each figure whose pieces can be moved marks, as it is printed, what
//! the checker has computed; driven in a browser, it and each comparison show what the expressions of its marks come to; and
//! every other figure says why it stays as it was checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use kit::browser::{Site, drive, opened, opened_count, site};
use kit::figures::{Board, Figure, Library, choices, figures, pages};
use kit::folder::Folder;
use kit::random::Random;
use padma_book::judge::{Checked, CheckedDiagram};
use padma_book::load::Session;
use padma_rules::model::Side;
use padma_rules::reach::Rules;
use padma_wasm::Engine;
use serde_json::{Value, json};

/// Runs a script with a file of questions, and panics if it found anything wrong; returns what it counted.
fn ask(script: &str, site: &Path, questions: &[Value]) -> Value {
    let path = site.join(script).with_extension("questions");
    let lines: Vec<String> = questions.iter().map(Value::to_string).collect();
    fs::write(&path, lines.join("\n")).unwrap();
    let lines = drive(script, site, &[path.to_str().unwrap()]);
    let (last, wrong) = lines.split_last().unwrap();
    assert_eq!(last["complaints"], json!([]));
    assert!(
        wrong.is_empty(),
        "{} answers differ, the first: {}",
        wrong.len(),
        wrong[0]
    );
    last.clone()
}

/// Drives every third live figure, the first among them, of the first page for each variant of a site. Returns how many live
/// figures the site has.
fn drive_figures(site: &Path, content: &Path) -> usize {
    let (mut library, mut dice) = (Library::of(content), Random(84));
    let (mut questions, mut all, mut live, mut steps) = (Vec::new(), 0, 0, 0);
    let mut driven: BTreeSet<String> = BTreeSet::new();
    for (path, html) in pages(site) {
        let question = |Figure { id, live, .. }: Figure| {
            let data = live?;
            let rules = library.rules(data["variant"].as_str().unwrap());
            let (_, printed) = Board::printed(rules, &data).shows();
            let tries = Board::printed(rules, &data).steps(&mut dice);
            steps += 1 + tries.len();
            Some(json!({ "figure": id, "printed": printed, "steps": tries }))
        };
        let live_ones = figures(&html)
            .into_iter()
            .filter(|figure| figure.live.is_some());
        let live_ones: Vec<Figure> = live_ones.collect();
        all += live_ones.len();
        let variants = live_ones.iter().flat_map(|figure| &figure.live);
        let variants: BTreeSet<String> = variants
            .map(|data| data["variant"].as_str().unwrap().to_string())
            .collect();
        if variants.is_subset(&driven) {
            continue;
        }
        live += live_ones.len();
        driven.extend(variants);
        let asked: Vec<Value> = live_ones
            .into_iter()
            .step_by(3)
            .filter_map(question)
            .collect();
        questions.push(json!({ "path": path, "figures": asked }));
    }
    questions.retain(|page| !page["figures"].as_array().unwrap().is_empty());
    let last = ask("figures.mjs", site, &questions);
    assert_eq!(
        last["live"], live,
        "as many figures are live in the browser"
    );
    assert_eq!(last["steps"], steps);
    all
}

/// Asks the program for the marks of each live figure as it is printed, with the variant's rules as the page has them, and holds
/// them against those that the checker has computed. Returns how many figures there are.
fn ask_printed(site: &Path, content: &Path) -> usize {
    let mut count = 0;
    for (book, checked, variants) in books(content) {
        let mut engine = Engine::default();
        let mut judged: BTreeMap<&str, &CheckedDiagram> = BTreeMap::new();
        for diagram in &checked.diagrams {
            judged.insert(&checked.figure(diagram).id, diagram);
        }
        let folder = site.join(&book);
        for (path, html) in pages(&folder) {
            for Figure { id, live, .. } in figures(&html) {
                let Some(data) = live else { continue };
                let variant = data["variant"].as_str().unwrap();
                load(&mut engine, &folder, variant);
                let name = data["rest"][0].as_str().unwrap();
                let diagram = judged[name.strip_prefix("diagram\t").unwrap()];
                let (lines, marks) = Board::asked(&data);
                let of = marks.iter().map(|(of, _)| of);
                let parts = marks.iter().flat_map(|(_, parts)| parts);
                let words = ["cells", variant, &lines].into_iter();
                let question: Vec<&str> =
                    words.chain(of.chain(parts).map(String::as_str)).collect();
                let answer: Value =
                    serde_json::from_str(&engine.answer(&question.join("\0"))).unwrap();
                let board = &variants[&checked.figure(diagram).variant].variant.board;
                let cells = |nth: usize| -> BTreeSet<String> {
                    let cells = answer["answers"][nth]["cells"].as_array();
                    let cells = cells.unwrap_or_else(|| panic!("{path}#{id}: {answer}"));
                    let cells = cells.iter().map(|cell| cell.as_str().unwrap().to_string());
                    cells.collect()
                };
                assert_eq!(marks.len(), diagram.marks.len(), "{path}#{id}");
                let mut next = marks.len();
                for (nth, ((of, parts), mark)) in marks.iter().zip(&diagram.marks).enumerate() {
                    let computed = board.names_of(&mark.cells).into_iter().collect();
                    assert_eq!(cells(nth), computed, "{path}#{id}: {of}");
                    let parts = next..next + parts.len();
                    next = parts.end;
                    if !parts.is_empty() {
                        let united: BTreeSet<String> = parts.flat_map(cells).collect();
                        assert_eq!(united, computed, "{path}#{id}: the parts of {of}");
                    }
                }
                count += 1;
            }
        }
    }
    count
}

/// The books of a content folder, checked, with the rules of their variants by place.
fn books(content: &Path) -> Vec<(String, Checked, BTreeMap<usize, Rules>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(content).unwrap() {
        let folder = entry.unwrap().path();
        let mut session = Session::new(content, &[]);
        let checked = session.check(&folder).unwrap();
        let places = checked.book.placed.iter().map(|figure| figure.variant);
        let rules = |place: usize| {
            let rules = session.library.variants.rules(place);
            (place, Rules::new(rules.variant.clone()))
        };
        let rules = places
            .collect::<BTreeSet<_>>()
            .into_iter()
            .map(rules)
            .collect();
        let name = folder.file_name().unwrap().to_str().unwrap();
        found.push((name.to_string(), checked, rules));
    }
    found
}

/// Loads a variant from the rules that a book's pages fetch; returns what the program says of it.
fn load(engine: &mut Engine, book: &Path, variant: &str) -> Value {
    let script = fs::read_to_string(book.join(format!("rules/{variant}.js"))).unwrap();
    let (_, text) = script.split_once("] = ").unwrap();
    let toml: String = serde_json::from_str(text.trim_end().trim_end_matches(';')).unwrap();
    let answer = engine.answer(&["load", variant, &toml].join("\0"));
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["mistakes"], json!([]), "{variant}");
    answer["variant"].clone()
}

#[test]
fn the_program_marks_printed_figures_as_the_checker_does() {
    assert!(ask_printed(site(), opened()) > 250);
}

#[test]
fn live_figures_show_what_the_checker_computes() {
    assert!(drive_figures(site(), opened()) > 250);
}

#[test]
fn comparisons_show_what_the_checker_computes() {
    let mut library = Library::of(opened());
    let mut questions = Vec::new();
    for (path, html) in pages(site())
        .into_iter()
        .filter(|(path, _)| path.ends_with("/compare.html"))
    {
        let data = html
            .split("id=\"comparer-data\">")
            .nth(1)
            .unwrap()
            .split("</script>")
            .next()
            .unwrap();
        let data: Vec<Value> = serde_json::from_str(data).unwrap();
        let mut ids = data.iter().map(|variant| variant["id"].as_str().unwrap());
        let of = |(place, id): (usize, &str)| choices(library.rules(id), place == 0);
        let mut choices: Vec<Value> = ids.clone().enumerate().flat_map(of).collect();
        // An address that puts a piece on a cell that is not there changes nothing.
        let variant = &library.rules(ids.next().unwrap()).variant;
        let id = &variant.kind(variant.kind_ids().next().unwrap()).id;
        let last = choices.last().unwrap().clone();
        for cell in variant.board.absent().iter() {
            let mut same = last.clone();
            same["hash"] = format!("#{id}@{}", variant.board.name(cell)).into();
            choices.push(same);
        }
        questions.push(json!({ "path": path, "choices": choices }));
    }
    assert_eq!(questions.len(), opened_count());
    let count: usize = questions
        .iter()
        .map(|page| page["choices"].as_array().unwrap().len())
        .sum();
    assert_eq!(ask("compared.mjs", site(), &questions)["count"], count);
}

/// Figures by the path of their page and their anchor.
fn all_figures(site: &Path) -> BTreeMap<(String, String), Figure> {
    let of_page = |(path, html): (String, String)| {
        figures(&html)
            .into_iter()
            .map(move |figure| ((path.clone(), figure.id.clone()), figure))
    };
    pages(site).into_iter().flat_map(of_page).collect()
}

#[test]
fn a_figure_is_live_or_says_why_it_is_not() {
    let figures = all_figures(site());
    for ((path, id), figure) in &figures {
        assert_ne!(
            figure.live.is_some(),
            figure.fixed.is_some(),
            "{path}#{id} is either live or fixed"
        );
    }
    let reasons = [
        "This figure has no pieces to move.",
        "The marked cells are the same wherever the pieces stand.",
        "The marks belong to this position, so its pieces cannot be moved.",
    ];
    for ((path, id), figure) in &figures {
        if let Some(text) = &figure.fixed {
            assert!(reasons.contains(&text.as_str()), "{path}#{id}: {text}");
        }
    }
    let names = &figures[&("lotus-39/board.html".to_string(), "d.B-names".to_string())];
    assert_eq!(names.fixed.as_deref(), Some(reasons[0]));
    for (path, figure) in [
        // Cells that are absent, what is frozen, sets with more than `|` in them, and no mark at all.
        ("ben39/chad-rook", "X-1"),
        ("ben39/immobilizer", "I-2a"),
        ("waterloo/board", "B-setup"),
        // Powers, legal moves and drops.
        ("chessma-84/pieces/chameleon", "X-one"),
        ("chessma-84/pieces/long-leaper", "L-leaps"),
        ("chessma-84/pieces/swapper", "S-lines"),
        ("ben39/castle", "C-1b"),
        ("ben39/hand", "H-pawn"),
        // A label in quotes.
        ("lotus-39/pieces/bishop", "B1-1"),
        ("lotus-39/pieces/lotusrider", "L1-1a"),
    ] {
        let key = (format!("{path}.html"), format!("d.{figure}"));
        assert!(
            figures[&key].live.is_some(),
            "{path} {figure}: {:?}",
            figures[&key].fixed
        );
    }
}

#[test]
fn a_place_without_its_square_is_no_cell_of_the_comparison() {
    let html = &pages(site())["ben39/compare.html"];
    let facts = load(&mut Engine::default(), &site().join("ben39"), "ben39");
    let absent = facts["absent"].as_array().unwrap();
    let name = |cell: &Value| {
        facts["cells"][cell.as_u64().unwrap() as usize]
            .as_str()
            .unwrap()
    };
    let names: Vec<&str> = absent.iter().map(name).collect();
    for place in ["d2", "b4", "b12", "l14", "n12", "n4"] {
        assert!(names.contains(&place), "{place}");
        assert!(
            !html.contains(&format!("data-cell=\"{place}\"")),
            "{place} is drawn as a cell"
        );
    }
}

/// Diagrams of pieces taken at random, each asking where the first of them goes, and takes.
fn random_book(content: &Path, variant: &str, toml: &str, count: usize) {
    let book = content.join(variant);
    fs::create_dir_all(&book).unwrap();
    fs::write(book.join(format!("{variant}.toml")), toml).unwrap();
    let contents =
        format!("title = \"X\"\nvariant = \"{variant}\"\n[[chapter]]\npages = [\"index.md\"]\n");
    fs::write(book.join("book.toml"), contents).unwrap();
    fs::write(book.join("index.md"), "# X\n").unwrap();
    let (mut library, mut dice, mut page) = (Library::of(content), Random(5), "# X\n".to_string());
    let variant = &library.rules(variant).variant;
    let places: Vec<_> = variant.board.movable().iter().collect();
    for number in 0..count {
        page.push_str(&format!("\n```diagram D{number}\n"));
        let mut taken = *variant.board.absent();
        if !places.is_empty() {
            let there = [
                places[dice.below(places.len())],
                places[dice.below(places.len())],
            ];
            let gone: Vec<&str> = places
                .iter()
                .filter(|cell| !there.contains(cell))
                .map(|cell| variant.board.name(*cell))
                .collect();
            page.push_str(&format!("absent {}\n", gone.join(" ")));
            taken = *variant.board.movable();
        }
        let pieces = 2 + dice.below(12);
        for piece in 0..pieces {
            let kind = variant
                .kind_ids()
                .nth(dice.below(variant.kinds.len()))
                .unwrap();
            let side = Side::BOTH[dice.below(2)];
            let free: Vec<_> = (variant.stands_on(kind, side) - taken).iter().collect();
            let cell = free[dice.below(free.len())];
            taken.insert(cell);
            let unmoved = if dice.below(3) == 0 { "!" } else { "" };
            let (id, cell) = (&variant.kind(kind).id, variant.board.name(cell));
            page.push_str(&format!("{} A{piece} {id} {cell}{unmoved}\n", side.name()));
        }
        page.push_str("x = reach(A0)\no = captures(A1)\n+ = first(A0)\n");
        page.push_str(
            "# = (attacks(A0) - moves(A1)) | (pieces(king) & reach(A0))\n* = frozen() | goes(A0) | teleports(A1)\n```\n",
        );
    }
    fs::write(book.join("index.md"), page).unwrap();
}

#[test]
fn figures_of_pieces_at_random_show_what_the_checker_computes() {
    let folder = Folder::new("figures");
    let content = folder.top();
    let read = |path: &str| fs::read_to_string(Path::new("content").join(path)).unwrap();
    random_book(content, "twins", &read("chessma-84/chessma-84.toml"), 30);
    random_book(content, "squares", &read("ben39/ben39.toml"), 20);
    random_book(
        content,
        "rounds",
        &read("rotary-chess/rotary-chess.toml"),
        10,
    );
    let site = Site::of(content, "random");
    assert_eq!(ask_printed(site.folder(), content), 60);
    assert_eq!(drive_figures(site.folder(), content), 60);
}
