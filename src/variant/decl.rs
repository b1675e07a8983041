//! The declarations in a variant's TOML, before any name is looked up.

use super::kinds;
use crate::form::{Fields, Key, Keys, Layout, Takes, key};
use crate::toml::read;
use padma_rules::model::{CellKind, Style};
use padma_text::diag::Diagnostics;
use padma_text::{SourceId, Sources, Span};

/// A variant's declaration and the ones it extends, nearest first.
#[derive(Clone, Debug)]
pub struct VariantSource<'a> {
    /// The stem of its file's name.
    pub id: &'a str,
    /// The place to point at when the variant as a whole is wrong.
    pub span: Span,
    /// The declarations, each with the keys of [`VARIANT`].
    pub chain: Vec<&'a Fields>,
}

/// The keys of a variant's file.
pub const VARIANT: [Key; 12] = [
    key("title", Takes::Shown, "the variant's name, for readers"),
    key(
        "extends",
        Takes::Text,
        "the variant whose board, pieces and rules it takes over",
    ),
    key(
        "without",
        Takes::SomeTexts,
        "[what of that it does not take over](#extending-a-variant): `\"rule castling\"`, `\"piece queen\"`",
    ),
    key(
        "suits",
        Takes::SomeTexts,
        "the names of the suits, from the lowest",
    ),
    key(
        "board",
        Takes::Table(BOARD),
        "the cells and how they are connected",
    ),
    key(
        "setup",
        Takes::Table(Keys::Of(&SETUP)),
        "how the game begins",
    ),
    key(
        "sets",
        Takes::Named(|_| Takes::SidedPlaces, Layout::Lines),
        "named sets of cells: descriptions of places",
    ),
    key(
        "piece",
        Takes::Tables(Keys::Of(&PIECE)),
        "a piece: its name, its movement, how it looks",
    ),
    key(
        "checker",
        Takes::Tables(Keys::Of(&CHECKER)),
        "a kind of thing that pieces are made of",
    ),
    key(
        "scale",
        Takes::Tables(Keys::Of(&SCALE)),
        "an order of names, such as that of ranks",
    ),
    key(
        "rule",
        Takes::Tables(kinds::KEYS),
        "what is not movement: promotion, castling, drops, how the game ends",
    ),
    key(
        "notation",
        Takes::Table(Keys::Of(&NOTATION)),
        "how moves are written and read",
    ),
];

/// Reads a variant's TOML.
pub fn variant(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<Fields> {
    read(&VARIANT, sources, id, diagnostics)
}

const BOARD: Keys = Keys::OfKind {
    kinds: || BOARDS.to_vec(),
    fault: "is not a kind of board",
    expected: Some("`lotus`, `grid` or `sheets`"),
};

/// The keys of a table `[[piece]]`.
pub(crate) const PIECE: [Key; 12] = [
    key(
        "id",
        Takes::Text,
        "lower-case letters, digits and hyphens; must be there",
    )
    .must("a string"),
    key(
        "name",
        Takes::Shown,
        "for readers; the id with capitals, if left out",
    ),
    key(
        "letter",
        Takes::Shown,
        "what stands on it in diagrams; the first letter of the name, if left out. Where [`[notation]`](#notation) has letters in moves, no two pieces that a side may have can share one",
    ),
    key(
        "picture",
        Takes::SidedFiles,
        "the [picture](#pictures) that diagrams show in its place, or `\"none\"`; or [your own](#your-own-pictures): `\"frog.svg\"`, `{ white = \"frog-white.svg\", black = \"frog-black.svg\" }`",
    ),
    key(
        "betza",
        Takes::Text,
        "in its place a string of [Betza's notation](betza.md), on boards of files and ranks",
    ),
    key(
        "dialect",
        Takes::Choice(&DIALECTS),
        "the string's dialect: `xbetza`, if left out, or `fsf`",
    ),
    key(
        "movement",
        Takes::Text,
        "a sentence of [the movement language](movement.md); it or `betza` must be there",
    )
    .unless(&["betza"])
    .must("a movement sentence"),
    key(
        "stands_on",
        Takes::Places,
        "a description of the places where it may stand; every cell, if left out. No move of its ends elsewhere, but where it becomes another piece at once; it passes over such a cell as over any other",
    ),
    key(
        "royal",
        Takes::Flag(false),
        "whether it is a king; no movement depends on it",
    ),
    key(
        "checkers",
        Takes::Named(|_| Takes::Integer, Layout::Braces),
        "how many [checkers](#pieces-made-of-checkers) of which kind it is made of: `{ deer = 2 }`",
    ),
    key("inventor", Takes::Text, "whose idea it is, in words"),
    key(
        "notes",
        Takes::Text,
        "a remark for readers of the file; shown nowhere",
    ),
];

/// The keys of the table `[setup]`. With a symmetry, `black` is not a key of the table.
pub(crate) const SETUP: [Key; 5] = [
    key("reserve", Takes::Named(|_| Takes::Integer, Layout::Braces), "how many pieces of a kind each side has beside the board"),
    key("fen", Takes::Text, "in place of these three: the position as [text](#positions-as-text)"),
    key("symmetry", Takes::Choice(&SYMMETRIES), "in place of `black`: its pieces stand as White's do, on the opposite rank (`\"mirror\"`) or after half a turn of the board (`\"rotate\"`)").unless(&["fen"]),
    key("white", STANDING, "White's pieces and [their cells](#lists-of-cells)").unless(&["fen"]).must("a table of pieces and their cells, or a text `fen`,"),
    key("black", STANDING, "Black's pieces and their cells; it or `symmetry` must be there")
        .unless(&["fen", "symmetry"])
        .must("a table of pieces and their cells, or a `symmetry`,"),
];

/// The dialects of Betza's notation.
pub(crate) const DIALECTS: [&str; 2] = ["xbetza", "fsf"];
/// The ways in which Black's pieces can be placed as White's are.
pub(crate) const SYMMETRIES: [&str; 2] = ["mirror", "rotate"];
/// The ways in which the cells of a grid can be shaded.
pub(crate) const SHADINGS: [&str; 3] = ["checkered", "light corner", "plain"];
/// The possible cells of a sheet.
pub(crate) const SHEET_CELLS: [&str; 2] = ["square", "point"];

/// Whether the picture that a piece names is a file.
pub fn is_picture_file(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".svg")
}

/// The value of `white` and `black`: pieces and their cells.
const STANDING: Takes = Takes::Named(|_| Takes::Text, Layout::Columns);

/// The kinds of board and their keys.
const BOARDS: [(&str, &[Key]); 3] = [("lotus", &LOTUS), ("grid", &GRID), ("sheets", &SHEETS)];

/// The key that every kind of board has.
const EXCEPT: Key = key(
    "except",
    Takes::Tables(Keys::Of(&EXCEPTION)),
    "a cell that is not as the rest of the table makes it: its `name`, and what it has instead: a `shape`, the number of a `rank`, or `apart = true`, if nothing leads to it or from it",
);

/// The keys of a cell that is not as the rest of the board's table makes it.
const EXCEPTION: [Key; 4] = [
    key("name", Takes::Text, "the name of the cell").must("a string"),
    key(
        "shape",
        Takes::Word(&CellKind::NAMES, "is not a shape of cells"),
        "what it is instead",
    ),
    key("rank", Takes::Number(0, 99), "the number of its rank"),
    key(
        "apart",
        Takes::Flag(false),
        "whether nothing leads to it or from it",
    ),
];

/// The keys of a board of petals.
const LOTUS: [Key; 3] = [
    key("petals", Takes::Pairs("[q, r]"), "the hexagons by axial coordinates: `[q, r]` goes q to the right and r up to the right. They must hang together").must("a list of axial coordinates"),
    key("extra", Takes::Tables(Keys::Of(&EXTRA)), "a triangle fixed to the edge of the board: its `name`, its `host`, and across which of the host's sides, in `degrees` counter-clockwise from the right"),
    EXCEPT,
];

/// The keys of a triangle that is attached to a side of its host.
const EXTRA: [Key; 3] = [
    key("name", Takes::Text, "the name of its cell").must("a string"),
    key("host", Takes::Text, "the cell on whose side it lies").must("a string"),
    key(
        "degrees",
        Takes::Integer,
        "across which of the host's sides, counter-clockwise from the right",
    )
    .must("the angle of a side of the host"),
];

/// The keys of a board of files and ranks.
pub(crate) const GRID: [Key; 8] = [
    key("files", Takes::Axis, "how many, or their letters from the left: `[\"a\", \"b\", \"d\"]`. Without letters they are `a` to `z`, then `aa`, `ab`").must("a number of them"),
    key("ranks", Takes::Axis, "how many, or their names from below: `[\"1'\", \"2\", \"3\"]`. A name is a number from 0 to 99, with a prime or two where another rank has the number").must("a number of them"),
    key("first_rank", Takes::Integer, "the number of the lowest rank, where they have no names; 1, if left out"),
    key("without", Takes::Text, "cells that are not there: [a list](#lists-of-cells)"),
    key("shading", Takes::Choice(&SHADINGS), "`\"checkered\"`, with the first file and lowest rank dark, if left out; `\"light corner\"`, the other way round; `\"plain\"`, all light"),
    key("rows", Takes::Texts, "the board drawn with a text for each rank, the highest first: `#` a dark cell, `.` a light one, `*` none. In place of `shading`"),
    key("extra", Takes::Tables(Keys::Of(&BESIDE)), "a cell beside the files and ranks, or in a gap: its `name` and its place `at`, as column and row, `[0, 0]` for the first file and lowest rank"),
    EXCEPT,
];

/// The keys of a board of several grids that share cells.
const SHEETS: [Key; 4] = [
    key(
        "sheet",
        Takes::AllTables(Keys::Of(&SHEET)),
        "a sheet, with the keys of a grid and those that follow",
    )
    .must("tables `[[board.sheet]]`"),
    key(
        "movable",
        Takes::Text,
        "of the whole board: [a list](#lists-of-cells) of cells that can be absent",
    ),
    key(
        "absent",
        Takes::Text,
        "of the whole board: those of them that are absent at first",
    ),
    EXCEPT,
];

/// The keys of one sheet. Where something is drawn away from its own place, a rank has a row, and
/// a cell a column and a row.
const SHEET: [Key; 11] = [
    key("id", Takes::Text, "its name").must("a string"),
    key(
        "cell",
        Takes::Choice(&SHEET_CELLS),
        "`\"square\"`, if left out, or `\"point\"`: its cells are points, drawn as small discs",
    ),
    key(
        "at",
        Takes::Halves("[column, row]"),
        "where its first file and lowest rank are drawn, as column and row; halves are allowed. `[0, 0]`, if left out",
    ),
    key(
        "drawn",
        Takes::Named(place_of_drawn, Layout::Braces),
        "what is drawn elsewhere than in its own place: of a rank the row, of a cell the column and row",
    ),
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
    key("name", Takes::Text, "the name of the cell").must("a string"),
    key(
        "at",
        Takes::Pair("[column, row]"),
        "its column and row, `[0, 0]` for the first file and lowest rank",
    )
    .must("a column and a row"),
];

/// The keys of a table `[[checker]]`.
const CHECKER: [Key; 5] = [
    key("id", Takes::Text, "lower-case letters, digits and hyphens").must("a string"),
    key(
        "name",
        Takes::Shown,
        "for readers; the id with a capital, if left out",
    ),
    key(
        "value",
        Takes::Text,
        "what it is worth: a number in quotes, with at most four digits behind the point. It is never rounded",
    ),
    key(
        "count",
        Takes::Integer,
        "how many of them a suit has; must be there",
    )
    .must("how many of them a suit has,"),
    key(
        "most",
        Takes::Integer,
        "how many of them one piece may have; as many as a suit has, if left out",
    ),
];

/// The keys of a table `[[scale]]`.
const SCALE: [Key; 2] = [
    key("id", Takes::Text, "its name; that of the suits is `suits`").must("a string"),
    key(
        "steps",
        Takes::Tables(Keys::Of(&STEP)),
        "names in order, each with a `name` and perhaps a `value`",
    )
    .must("a list such as `[{ name = \"Master\", value = \"100\" }]`"),
];

const STEP: [Key; 2] = [
    key("name", Takes::Shown, "for readers").must("a string"),
    key("value", Takes::Text, "what it is worth: a number in quotes"),
];

/// The keys of the table `[notation]`.
pub(crate) const NOTATION: [Key; 9] = [
    key(
        "style",
        Takes::Choice(&Style::NAMES),
        "`\"coordinates\"`: both cells and a small letter for what a piece becomes, `e7e8q`; the default. `\"long\"`: letter, both cells with a sign between them, `Bh9:d5`. `\"short\"`: letter, what distinguishes the piece from others, and the last cell, `Nbd2`",
    ),
    key("plain", Takes::Kind, "the piece whose moves have no letter"),
    key(
        "quiet",
        Takes::Text,
        "the sign before the last cell: `-` in the long style and none in the short",
    ),
    key("capture", Takes::Text, "the same of a capture: `x`"),
    key(
        "check",
        Takes::Text,
        "the sign after a move that gives check: `+`",
    ),
    key(
        "mate",
        Takes::Text,
        "the sign behind a move that gives mate: `#`. An empty one writes it as a check",
    ),
    key(
        "promotion",
        Takes::Text,
        "the sign before the letter of what a piece becomes: `=`",
    ),
    key(
        "forced_change",
        Takes::Flag(true),
        "whether what a piece becomes is written where it has no choice; `true`, if left out",
    ),
    key(
        "drop",
        Takes::Text,
        "how a piece comes out of hand; a star stands for its letter: `*@`, as in `R@a7`",
    ),
];
