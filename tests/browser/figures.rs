//! What readers can change on the pages of every rulebook, driven in a browser: each figure whose pieces can be moved
//! and each comparison shows what `padma reach` computes, and every other figure stays as it was checked.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kit::browser::{Site, drive, site};
use kit::figures::{Board, Figure, Library, choices, figures, pages};
use kit::folder::Folder;
use kit::random::Random;
use padma_rules::model::{Deed, Side};
use serde_json::{Value, json};

fn content() -> &'static Path {
    Path::new("content")
}

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

/// Drives all live figures of a site, and returns how many there are.
fn drive_figures(site: &Path, content: &Path) -> usize {
    let (mut library, mut dice) = (Library::of(content), Random(84));
    let (mut questions, mut live, mut steps) = (Vec::new(), 0, 0);
    for (path, html) in pages(site) {
        let question = |Figure { id, live, .. }: Figure| {
            let data = live?;
            let rules = library.rules(data["variant"].as_str().unwrap());
            let (_, printed) = Board::printed(rules, &data).shows();
            let tries = Board::printed(rules, &data).steps(&mut dice);
            steps += 1 + tries.len();
            Some(json!({ "figure": id, "printed": printed, "steps": tries }))
        };
        let asked: Vec<Value> = figures(&html).into_iter().filter_map(question).collect();
        live += asked.len();
        questions.push(json!({ "path": path, "figures": asked }));
    }
    questions.retain(|page| !page["figures"].as_array().unwrap().is_empty());
    let last = ask("figures.mjs", site, &questions);
    assert_eq!(
        last["live"], live,
        "as many figures are live in the browser"
    );
    assert_eq!(last["steps"], steps);
    live
}

#[test]
fn every_live_figure_shows_what_the_checker_computes() {
    assert!(drive_figures(site(), content()) > 190);
}

#[test]
fn comparisons_show_what_the_checker_computes() {
    let mut library = Library::of(content());
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
    assert_eq!(questions.len(), 6);
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
    for (path, figure, reason) in [
        // In each of these one blocker far away changes more than a table of moves has.
        (
            "chessma-84/pieces/chameleon",
            "X-one",
            "compute the powers of the Chameleon",
        ),
        (
            "chessma-84/pieces/long-leaper",
            "L-leaps",
            "compute the powers of the Long Leaper",
        ),
        (
            "chessma-84/pieces/swapper",
            "S-lines",
            "compute the powers of the Swapper",
        ),
        ("ben39/castle", "C-1b", "compute legal moves"),
        (
            "ben39/hand",
            "H-pawn",
            "compute where pieces can be dropped",
        ),
        ("lotus-39/board", "B-names", "no pieces to move"),
    ] {
        let figure = &figures[&(format!("{path}.html"), format!("d-{figure}"))];
        let text = figure.fixed.as_ref().unwrap();
        assert!(text.contains(reason), "{path}: {text}");
    }
    for (path, figure) in [
        // Cells that are absent, what is frozen, sets with more than `|` in them, and no mark at all.
        ("ben39/chad-rook", "X-1"),
        ("ben39/immobilizer", "I-2a"),
        ("waterloo/board", "B-setup"),
    ] {
        let key = (format!("{path}.html"), format!("d-{figure}"));
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
    let data = html
        .split("id=\"comparer-data\">")
        .nth(1)
        .unwrap()
        .split("</script>")
        .next()
        .unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let script = fs::read_to_string(site().join("ben39/moves/ben39.js")).unwrap();
    let (_, moves) = script.split_once(" = {").unwrap();
    let moves: Value =
        serde_json::from_str(&format!("{{{}", moves.trim_end().trim_end_matches(';'))).unwrap();
    let absent = data[0]["absent"].as_array().unwrap();
    let name = |cell: &Value| {
        moves["cells"][cell.as_u64().unwrap() as usize]
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
            "# = (attacks(A0) - moves(A1)) | (men(king) & reach(A0))\n* = frozen()\n```\n",
        );
    }
    fs::write(book.join("index.md"), page).unwrap();
}

#[test]
fn figures_of_pieces_at_random_show_what_the_checker_computes() {
    let folder = Folder::new("figures");
    let content = folder.top();
    let read = |path: &str| fs::read_to_string(Path::new("content").join(path)).unwrap();
    random_book(content, "twins", &read("chessma-84/chessma-84.toml"), 60);
    random_book(content, "squares", &read("ben39/ben39.toml"), 40);
    random_book(
        content,
        "rounds",
        &read("rotary-chess/rotary-chess.toml"),
        20,
    );
    let site = Site::of(content, "random");
    let live = drive_figures(site.folder(), content);
    let figures = all_figures(site.folder());
    let fixed = figures
        .values()
        .filter(|figure| figure.fixed.is_some())
        .count();
    assert_eq!(
        (live + fixed, figures.len()),
        (120, 120),
        "each figure is live or says why it is not"
    );
    // Whether a figure is live is no matter of the board, nor of what freezes what.
    let mut library = Library::of(content);
    for ((path, id), figure) in &figures {
        let Some(reason) = &figure.fixed else {
            continue;
        };
        let variant = &library.rules(path.split('/').next().unwrap()).variant;
        let names = variant
            .kind_ids()
            .filter(|kind| variant.powers(*kind).next().is_some());
        let named =
            names.filter(|kind| reason.contains(&format!("the {}", variant.kind(*kind).name)));
        assert!(named.count() > 0, "{path}#{id}: {reason}");
        assert!(!reason.contains("Immobilizer"), "{path}#{id}: {reason}");
    }
    let freezes = |figure: &&Figure| {
        figure
            .live
            .as_ref()
            .is_some_and(|live| live.to_string().contains("immobilizer"))
    };
    assert!(
        figures.values().filter(freezes).count() > 5,
        "some are live among pieces that freeze"
    );
    assert!(live > 30 && fixed > 20, "{live} {fixed}");
}

#[test]
fn powers_have_distinct_nouns() {
    let mut library = Library::of(content());
    let mut nouns: BTreeMap<&str, std::mem::Discriminant<Deed>> = BTreeMap::new();
    for id in ["chessma-84", "ben39"] {
        let variant = &library.rules(id).variant;
        for deed in variant.kind_ids().flat_map(|kind| variant.powers(kind)) {
            let kind = std::mem::discriminant(deed);
            assert_eq!(
                *nouns.entry(deed.noun()).or_insert(kind),
                kind,
                "{}",
                deed.noun()
            );
        }
    }
    assert_eq!(nouns.len(), 12);
}
