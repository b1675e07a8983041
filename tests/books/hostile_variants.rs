//! Variants and definitions for other programs as no author would write them: lines moved and mixed, numbers and letters
//! changed. None panics, none goes on for ever, none is refused without a word, and what is imported is a variant.

use std::fs;
use std::sync::LazyLock;

use kit::folder::Folder;
use kit::mutated::{Mutation, mutation};
use padma_book::load;
use padma_exchange::import::ImportOptions;
use padma_expr::movement::describe;
use padma_rules::model::Variant;
use padma_rules::play::{Game, Moves, Scratch, State, begin_history, legal_moves};
use padma_rules::reach::Rules;
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::resolve::variant as settle;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn load(path: &str) -> String {
    let path = kit::folder::root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Sections and diagrams, each by itself, and the lines of all of them.
static DEFINITIONS: LazyLock<(Vec<String>, Vec<String>)> = LazyLock::new(|| {
    let sections = load("tests/rules/import/variants.ini");
    let diagrams = load("tests/rules/import/diagrams.html");
    let starts = sections
        .match_indices("\n[")
        .map(|(at, _)| at + 1)
        .chain([sections.len()]);
    let starts: Vec<usize> = starts.collect();
    let mut texts: Vec<String> = starts
        .windows(2)
        .map(|range| sections[range[0]..range[1]].to_string())
        .collect();
    texts.extend(
        diagrams
            .split("</")
            .filter(|text| text.contains("idiagram"))
            .map(str::to_string),
    );
    texts.push(load("tests/rules/import/rotary-chess.txt"));
    texts.extend(
        ["chess", "xiangqi", "shogi", "racingkings"].map(|parent| format!("[game:{parent}]\n")),
    );
    let built_in = load("src/exchange/fairy/builtin.ini");
    let lines = [sections, diagrams, built_in]
        .iter()
        .flat_map(|text| text.lines().map(str::to_string))
        .collect();
    (texts, lines)
});

/// The variants of the books and others with many rules, and the lines of all of them.
static VARIANTS: LazyLock<(Vec<String>, Vec<String>)> = LazyLock::new(|| {
    let texts = [
        "content/ben39/ben39.toml",
        "content/chessma-84/chessma-84.toml",
        "content/lotus-39/lotus-39.toml",
        "content/rotary-chess/rotary-chess.toml",
        "content/turtle/turtle.toml",
        "content/waterloo/waterloo.toml",
        "src/variant/chess.toml",
        "tests/rules/powers/powers.toml",
    ];
    let texts: Vec<String> = texts.map(load).into();
    let lines = texts
        .iter()
        .flat_map(|text| text.lines().map(str::to_string))
        .collect();
    (texts, lines)
});

/// A change of whole lines, or of a number.
#[derive(Clone, Debug)]
enum Edit {
    /// A line of some text comes to a place.
    Insert {
        line: Index,
        at: Index,
    },
    Swap(Index, Index),
    Remove(Index),
    Number {
        line: Index,
        becomes: &'static str,
    },
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = any::<Index>;
    let numbers = select(
        &[
            "0",
            "1",
            "2",
            "33",
            "255",
            "5001",
            "65536",
            "99999999999999999999",
        ][..],
    );
    let edit = prop_oneof![
        4 => (at(), at()).prop_map(|(line, at)| Edit::Insert { line, at }),
        1 => (at(), at()).prop_map(|(one, other)| Edit::Swap(one, other)),
        2 => at().prop_map(Edit::Remove),
        3 => (at(), numbers).prop_map(|(line, becomes)| Edit::Number { line, becomes }),
    ];
    vec(edit, 0..5)
}

fn edited(text: &str, pool: &[String], edits: &[Edit], mutation: Option<&Mutation>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for edit in edits {
        let place = |index: &Index| index.index(lines.len().max(1));
        match edit {
            Edit::Insert { line, at } => {
                lines.insert(at.index(lines.len() + 1), line.get(pool).clone())
            }
            _ if lines.is_empty() => {}
            Edit::Swap(one, other) => {
                let (one, other) = (place(one), place(other));
                lines.swap(one, other);
            }
            Edit::Remove(line) => {
                lines.remove(place(line));
            }
            Edit::Number { line, becomes } => {
                let at = place(line);
                let line = &lines[at];
                let is_digit = |c: char| c.is_ascii_digit();
                if let Some(start) = line.find(is_digit) {
                    let rest = line[start..].trim_start_matches(is_digit);
                    lines[at] = format!("{}{becomes}{rest}", &line[..start]);
                }
            }
        }
    }
    let text = lines.join("\n");
    mutation.map_or_else(|| text.clone(), |mutation| mutation.of(&text))
}

/// Reads a variant as from a book; none is refused without a word.
fn read(text: &str) -> Option<Variant> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("variant.toml", text);
    let decl = decl::variant(&sources, id, &mut diagnostics);
    let variant = decl.and_then(|decl| {
        let source = VariantSource {
            id: "variant",
            span: sources.whole(id),
            chain: vec![&decl],
        };
        settle(&source, &mut diagnostics)
    });
    assert!(
        variant.is_some() || diagnostics.has_errors(),
        "refused without a word:\n{text}"
    );
    variant
}

/// Asks of a variant what every book asks.
fn use_it(variant: Variant) {
    let rules = Rules::new(variant);
    for kind in &rules.variant.kinds {
        describe(&kind.movement);
    }
    let game = Game::new(&rules);
    let Some(mut state) = State::setup(&game) else {
        return;
    };
    let mut scratch = Scratch::default();
    let mut moves = Moves::default();
    begin_history(&game, &mut state, &mut scratch);
    legal_moves(&game, &mut state, &mut scratch, &mut moves);
}

fn imported(text: &str) {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("definition", text);
    match load::import(
        id,
        "definition",
        &ImportOptions::default(),
        0,
        &mut sources,
        &mut diagnostics,
    ) {
        Some(toml) => {
            use_it(read(&toml).unwrap_or_else(|| panic!("{text}\nis imported as\n{toml}")))
        }
        None => assert!(diagnostics.has_errors(), "refused without a word:\n{text}"),
    }
}

/// Few, as they run with every other test; with `PROPTEST_CASES` more.
fn config(cases: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig {
        cases: cases * usual.cases / 256,
        failure_persistence: None,
        ..usual
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn a_mutated_definition_does_not_panic(text in any::<Index>(), edits in edits(), mutation in proptest::option::of(mutation())) {
        let (texts, lines) = &*DEFINITIONS;
        imported(&edited(text.get::<String>(texts), lines, &edits, mutation.as_ref()));
    }

    #[test]
    fn a_mutated_variant_does_not_panic(text in any::<Index>(), edits in edits(), mutation in proptest::option::of(mutation())) {
        let (texts, lines) = &*VARIANTS;
        if let Some(variant) = read(&edited(text.get::<String>(texts), lines, &edits, mutation.as_ref())) {
            use_it(variant);
        }
    }
}

#[test]
fn the_first_piece_and_the_first_rule_too_many_are_named() {
    let board =
        "[board]\nkind = \"grid\"\nfiles = 3\nranks = 3\n[[piece]]\nid = \"king\"\nbetza = \"K\"\n";
    for (table, count, said) in [
        (
            "[[piece]]\nid = \"rook\"\nbetza = \"R\"\n",
            256,
            "257 pieces: at most 256 are allowed",
        ),
        (
            "[[rule]]\nkind = \"no-check\"\n",
            2001,
            "2001 rules: at most 2000 are allowed",
        ),
    ] {
        let folder = Folder::new("too-many");
        folder.write(
            "content/pond/book.toml",
            "title = \"Pond\"\n[[chapter]]\npages = [\"index.md\"]\n",
        );
        folder.write("content/pond/index.md", "# P\n");
        folder.write(
            "content/pond/pond.toml",
            &(board.to_string() + &table.repeat(count)),
        );
        let stderr = String::from_utf8(folder.padma(&["check"]).stderr).unwrap();
        let line = 7 + (count - 1) * table.lines().count() + 2;
        assert!(
            stderr.contains(said) && stderr.contains(&format!("pond.toml:{line}:")),
            "{stderr}"
        );
    }
}
