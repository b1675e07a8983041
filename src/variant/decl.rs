//! What a variant's TOML declares, before any name is looked up.

use super::kinds;
use crate::book::form::{Fields, Key, Keys, Layout, Takes, key};
use crate::book::toml::read;
use crate::diag::Diagnostics;
use crate::text::{SourceId, Sources, Span};

/// A variant's declaration and the ones it extends, nearest first.
#[derive(Clone, Debug)]
pub struct VariantSource<'a> {
    /// The stem of its file's name.
    pub id: &'a str,
    /// Where to point when the whole is wrong.
    pub span: Span,
    /// Each says what [`VARIANT`] asks for.
    pub chain: Vec<&'a Fields>,
}

impl<'a> VariantSource<'a> {
    /// The nearest variant of the chain that says something of a key.
    pub(crate) fn nearest(&self, key: &str) -> Option<&'a Fields> {
        self.chain.iter().copied().find(|decl| decl.has(key))
    }

    /// The tables of all, those of the furthest variant first: what a variant extends can be named and overruled.
    pub(crate) fn tables(&self, key: &'static str) -> impl Iterator<Item = &'a Fields> + Clone {
        self.chain.iter().copied().rev().flat_map(move |decl| decl.tables(key))
    }
}

/// The keys of a variant's file.
pub const VARIANT: [Key; 11] = [
    key("title", Takes::Shown, ""),
    key("extends", Takes::Text, ""),
    key("suits", Takes::SomeTexts, ""),
    key("board", Takes::Table(BOARD), ""),
    key("setup", Takes::Table(Keys::Of(&SETUP)), ""),
    key("sets", Takes::Named(|_| Takes::SidedPlaces, Layout::Lines), ""),
    key("piece", Takes::Tables(Keys::Of(&PIECE)), ""),
    key("checker", Takes::Tables(Keys::Of(&CHECKER)), ""),
    key("scale", Takes::Tables(Keys::Of(&SCALE)), ""),
    key("rule", Takes::Tables(kinds::KEYS), ""),
    key("notation", Takes::Table(Keys::Of(&NOTATION)), ""),
];

/// Reads a variant's TOML.
pub fn variant(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<Fields> {
    read(&VARIANT, sources, id, diagnostics)
}

const BOARD: Keys = Keys::OfKind {
    kinds: || BOARDS.to_vec(),
    fault: "is no kind of board",
    expected: Some("`lotus`, `grid` or `sheets`"),
};

/// The keys of a table `[[piece]]`.
pub(crate) const PIECE: [Key; 12] = [
    key("id", Takes::Text, "").must("a string"),
    key("name", Takes::Shown, ""),
    key("letter", Takes::Shown, ""),
    key("picture", Takes::Text, ""),
    key("betza", Takes::Text, ""),
    key("dialect", Takes::Text, ""),
    key("movement", Takes::Text, "").unless(&["betza"]).must("a movement sentence"),
    key("stands_on", Takes::Places, ""),
    key("royal", Takes::Flag(false), ""),
    key("checkers", Takes::Named(|_| Takes::Integer, Layout::Braces), ""),
    key("inventor", Takes::Text, ""),
    // A remark for readers of the file.
    key("notes", Takes::Text, ""),
];

/// The keys of the table `[setup]`: with a symmetry, Black's pieces are no key of the table.
pub(crate) const SETUP: [Key; 5] = [
    key("reserve", Takes::Named(|_| Takes::Integer, Layout::Braces), ""),
    key("fen", Takes::Text, ""),
    key("symmetry", Takes::Text, "").unless(&["fen"]),
    key("white", STANDING, "").unless(&["fen"]).must("a table of pieces and their cells, or a text `fen`,"),
    key("black", STANDING, "")
        .unless(&["fen", "symmetry"])
        .must("a table of pieces and their cells, or a `symmetry`,"),
];

/// Pieces and their cells.
const STANDING: Takes = Takes::Named(|_| Takes::Text, Layout::Columns);

/// The kinds of board, and their keys.
const BOARDS: [(&str, &[Key]); 3] = [("lotus", &LOTUS), ("grid", &GRID), ("sheets", &SHEETS)];

/// The keys of a board of petals.
const LOTUS: [Key; 2] = [
    key("petals", Takes::Pairs("[q, r]"), "").must("a list of axial coordinates"),
    key("extra", Takes::Tables(Keys::Of(&EXTRA)), ""),
];

/// The keys of a triangle that is fixed to a side of its host.
const EXTRA: [Key; 3] = [
    key("name", Takes::Text, "").must("a string"),
    key("host", Takes::Text, "").must("a string"),
    key("degrees", Takes::Integer, "").must("the angle of a side of the host"),
];

/// The keys of files and ranks.
pub(crate) const GRID: [Key; 7] = [
    key("files", Takes::Axis, "").must("a number of them"),
    key("ranks", Takes::Axis, "").must("a number of them"),
    key("first_rank", Takes::Integer, ""),
    key("without", Takes::Text, ""),
    key("shading", Takes::Text, ""),
    key("rows", Takes::Texts, ""),
    key("extra", Takes::Tables(Keys::Of(&BESIDE)), ""),
];

/// The keys of several grids that share cells.
const SHEETS: [Key; 3] = [
    key("sheet", Takes::AllTables(Keys::Of(&SHEET)), "").must("tables `[[board.sheet]]`"),
    key("movable", Takes::Text, ""),
    key("absent", Takes::Text, ""),
];

/// The keys of one of them: of what is drawn elsewhere than in its own place, a rank has a row, and a cell a column and a
/// row.
const SHEET: [Key; 11] = [
    key("id", Takes::Text, "").must("a string"),
    key("cell", Takes::Text, ""),
    key("at", Takes::Halves("[column, row]"), ""),
    key("drawn", Takes::Named(place_of_drawn, Layout::Braces), ""),
    GRID[0],
    GRID[1],
    GRID[2],
    GRID[3],
    GRID[4],
    GRID[5],
    GRID[6],
];

fn place_of_drawn(name: &str) -> Takes {
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        Takes::Integer
    } else {
        Takes::Halves("[column, row]")
    }
}

/// The keys of a cell beside the files and ranks of a grid.
const BESIDE: [Key; 2] = [
    key("name", Takes::Text, "").must("a string"),
    key("at", Takes::Pair("[column, row]"), "").must("a column and a row"),
];

/// The keys of a table `[[checker]]`.
const CHECKER: [Key; 5] = [
    key("id", Takes::Text, "").must("a string"),
    key("name", Takes::Shown, ""),
    key("value", Takes::Text, ""),
    key("count", Takes::Integer, "").must("how many of them a suit has,"),
    key("most", Takes::Integer, ""),
];

/// The keys of a table `[[scale]]`.
const SCALE: [Key; 2] = [
    key("id", Takes::Text, "").must("a string"),
    key("steps", Takes::Tables(Keys::Of(&STEP)), "")
        .must("a list such as `[{ name = \"Master\", value = \"100\" }]`"),
];

const STEP: [Key; 2] = [key("name", Takes::Shown, "").must("a string"), key("value", Takes::Text, "")];

/// The keys of the table `[notation]`.
pub(crate) const NOTATION: [Key; 9] = [
    key("style", Takes::Text, ""),
    key("plain", Takes::Kind, ""),
    key("quiet", Takes::Text, ""),
    key("capture", Takes::Text, ""),
    key("check", Takes::Text, ""),
    key("mate", Takes::Text, ""),
    key("promotion", Takes::Text, ""),
    key("forced_change", Takes::Flag(true), ""),
    key("drop", Takes::Text, ""),
];
