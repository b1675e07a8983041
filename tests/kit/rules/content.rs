//! The book's own variants, the same pieces on other arrangements of petals, and cells by their names.

use crate::folder::{content, root};
use padma_rules::model::lotus::Axial;
use padma_rules::model::{Board, CellSet, Piece, Position, Side};
use padma_rules::movement::{Dialect, Sentence};
use padma_rules::reach::Rules;
use padma_rules::sentence::parse_betza;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources, Span};
use padma_variant::decl::{VariantSource, top};
use padma_variant::resolve::variant as settle;
use padma_variant::{BUILT_IN, decl};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A variant of the content folder, with all that it extends.
pub fn variant(name: &str) -> Rules {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let mut chain = Vec::new();
    let mut next = Some(name.to_string());
    while let Some(name) = next {
        let id = sources.add(&*name, text_of(&name));
        let decl = decl::variant(&sources, id, &mut diagnostics);
        let decl = decl.unwrap_or_else(|| panic!("{name}: {diagnostics:?}"));
        next = decl.string(top::EXTENDS);
        chain.push((id, decl));
    }
    let source = VariantSource {
        id: name,
        span: sources.whole(chain[0].0),
        chain: chain.iter().map(|(_, decl)| decl).collect(),
    };
    settle(&source, &mut diagnostics).map_or_else(|| panic!("{name}: {diagnostics:?}"), Rules::new)
}

/// A variant by its TOML, which extends another of the content folder.
pub fn extending(toml: &str, base: &str) -> Rules {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let decls = [toml.to_string(), text_of(base)].map(|text| {
        let id = sources.add("test.toml", text.as_str());
        decl::variant(&sources, id, &mut diagnostics).unwrap_or_else(|| panic!("{diagnostics:?}"))
    });
    let source = VariantSource {
        id: "test",
        span: Span::default(),
        chain: decls.iter().collect(),
    };
    settle(&source, &mut diagnostics).map_or_else(|| panic!("{toml}\n{diagnostics:?}"), Rules::new)
}

/// The TOML of a variant: of a book's folder, or that comes with the program.
pub fn text_of(name: &str) -> String {
    let file = format!("{name}.toml");
    let books = std::fs::read_dir(content())
        .expect("the content folder")
        .flatten();
    let text = books
        .map(|book| book.path().join(&file))
        .chain([games().join(&file)])
        .find_map(|path| std::fs::read_to_string(path).ok());
    let built_in = || {
        BUILT_IN
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| text.to_string())
    };
    text.or_else(built_in)
        .unwrap_or_else(|| panic!("no variant is named `{name}`"))
}

/// The folder of published games, as variants of their own.
pub fn games() -> PathBuf {
    root().join("tests/games")
}

/// Positions along random games of the published games, with what other programs find in them.
pub fn game_positions() -> String {
    std::fs::read_to_string(games().join("positions.txt")).expect("the positions")
}

/// The names of the published games that other programs were asked about, in order.
pub fn game_names() -> Vec<String> {
    let positions = game_positions();
    let lines = positions.lines().filter(|line| !line.starts_with('#'));
    let names: BTreeSet<&str> = lines.filter_map(|line| line.split(' ').next()).collect();
    names.into_iter().map(str::to_string).collect()
}

/// Whether a file of a book's folder is a variant.
pub fn is_variant(path: &Path) -> bool {
    let is_toml = path.extension().is_some_and(|ending| ending == "toml");
    let others = ["book", "review", "source", "measured"];
    is_toml
        && !others
            .into_iter()
            .any(|other| path.file_stem().is_some_and(|stem| stem == other))
}

/// The names of all variants of the content folder, in order.
pub fn variant_names() -> Vec<String> {
    let list = |folder: std::path::PathBuf| -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        entries
            .map(|entry| entry.expect("an entry").path())
            .collect()
    };
    let books = list(content()).into_iter().filter(|path| path.is_dir());
    let files = books.flat_map(list).filter(|path| is_variant(path));
    let names = files.filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The pieces and sets of Lotus-39 on other petals: its TOML with another board.
pub fn lotus_39_on(petals: &[Axial]) -> Rules {
    let path = content().join("lotus-39/lotus-39.toml");
    let toml = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let pairs: Vec<String> = petals
        .iter()
        .map(|at| format!("[{}, {}]", at.q, at.r))
        .collect();
    let petals_of_39 = "[[0, 0], [1, 0], [0, 1], [1, -1]]";
    assert!(
        toml.contains(petals_of_39),
        "the TOML of lotus-39 no longer says `{petals_of_39}`"
    );
    let other = toml.replace(petals_of_39, &format!("[{}]", pairs.join(", ")));
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("lotus-39.toml", other);
    let decl =
        decl::variant(&sources, id, &mut diagnostics).unwrap_or_else(|| panic!("{diagnostics:?}"));
    let source = VariantSource {
        id: "other",
        span: sources.whole(id),
        chain: vec![&decl],
    };
    settle(&source, &mut diagnostics)
        .map_or_else(|| panic!("{petals:?}: {diagnostics:?}"), Rules::new)
}

/// What a string of Betza's notation says on a variant's board.
pub fn betza(rules: &Rules, text: &str) -> Sentence {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("a string", text);
    let excerpt = Excerpt::verbatim(text, sources.whole(id));
    parse_betza(
        &excerpt,
        &rules.variant,
        Dialect::default(),
        &mut diagnostics,
    )
    .unwrap_or_else(|| panic!("{text}: {diagnostics:?}"))
}

/// The cells with these names.
pub fn cells(board: &Board, names: &str) -> CellSet {
    let cell = |name: &str| {
        board
            .cell(name)
            .unwrap_or_else(|| panic!("`{name}` is no cell"))
    };
    names.split_whitespace().map(cell).collect()
}

/// The names of cells in board order.
pub fn names(board: &Board, set: CellSet) -> String {
    board.names_of(&set).join(" ")
}

/// Nameless pieces on the cells of two sets.
pub fn pieces(board: &Board, white: CellSet, black: CellSet) -> Position {
    let mut position = Position::empty(board.len());
    for (side, set) in [(Side::White, white), (Side::Black, black)] {
        set.iter()
            .for_each(|cell| position.put(cell, Some(Piece { side, kind: None })));
    }
    position
}

/// A piece, its side and cell, its own pieces and the enemy's, and where it then moves and captures.
pub type Case = (
    &'static str,
    Side,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

/// Panics with every case in which a piece does not move and capture as it should.
pub fn assert_moves(rules: &Rules, cases: &[Case]) {
    let board = &rules.variant.board;
    let mut wrong = Vec::new();
    for (piece, side, from, own, enemy, moves, captures) in cases {
        let id = rules
            .variant
            .kind_named(piece)
            .unwrap_or_else(|| panic!("no piece {piece}"));
        let (own, enemy) = (cells(board, own), cells(board, enemy));
        let position = if *side == Side::White {
            pieces(board, own, enemy)
        } else {
            pieces(board, enemy, own)
        };
        let found = rules.reach(id, *side, board.cell(from).unwrap(), &position, true);
        for (what, found, expected) in [
            ("moves", found.moves, moves),
            ("captures", found.captures, captures),
        ] {
            let expected = cells(board, expected);
            if found != expected {
                let (found, expected) = (names(board, found), names(board, expected));
                wrong.push(format!(
                    "{side:?} {piece} on {from}: {what} {found}, expected {expected}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
