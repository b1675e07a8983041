//! The declarations in a variant's TOML, before any name is looked up.

use super::kinds::condition::MADE_MOVE;
use super::kinds::counter;
use super::named::{self, define};
use crate::form::{
    CountOrNames, Fields, FlagOrWord, Form, Key, Keys, Layout, NamedValues, OneOrSided, OneTable,
    TableList, Takes, key,
};
use crate::table;
use crate::toml::read;
use padma_rules::model::hex::{HexNames, HexOutline, HexUp};
use padma_rules::model::{CellKind, Condition, PieceSet, Side, Style};
use padma_text::diag::Diagnostics;
use padma_text::{At, Excerpt, SourceId, Sources, Span};

/// A variant's declaration and the ones it extends, nearest first.
#[derive(Clone, Debug)]
pub struct VariantSource<'a> {
    /// The stem of its file's name.
    pub id: &'a str,
    /// The place to point at when the variant as a whole is wrong.
    pub span: Span,
    /// The declarations, each with the keys of [`top::KEYS`].
    pub chain: Vec<&'a Fields>,
}

table! {
    /// The keys of a variant's file.
    pub mod top {
        pub TITLE: Excerpt = key("title", Takes::Shown, "the variant's name, for readers");
        pub EXTENDS: Excerpt =
            key("extends", Takes::Text, "the variant whose board, pieces and rules it inherits");
        pub(crate) WITHOUT: Vec<Excerpt> = key("without", Takes::SomeTexts,
            "[the parts it does not inherit](../rules/variant.md#extending-a-variant): `\"rule castling\"`, `\"piece queen\"`");
        pub(crate) SUITS: Vec<Excerpt> =
            key("suits", Takes::SomeTexts, "the names of the suits, from the lowest");
        pub(crate) PICTURES: Excerpt = key("pictures", Takes::Choice(&PieceSet::NAMES),
            "[the look of its pieces](../rules/variant.md#pictures): `figures`, if left out, `shogi` or `xiangqi`");
        pub BOARD: OneTable =
            key("board", Takes::Table(BOARD_KINDS), "the cells and how they are connected");
        pub(crate) DIRECTIONS: NamedValues = key("directions", Takes::Named(|_| Takes::Text, Layout::Lines),
            "named [direction classes](../rules/boards.md#named-directions) of the board, in addition to its own");
        pub SETUP: OneTable =
            key("setup", Takes::Table(Keys::Of(setup::KEYS)), "how the game begins");
        pub SETS: NamedValues = key("sets", Takes::Named(|_| Takes::SidedPlaces, Layout::Lines),
            "named sets of cells: descriptions of places");
        pub PIECE: TableList = key("piece", Takes::Tables(Keys::Of(piece::KEYS)),
            "a piece: its name, its movement, how it looks");
        pub(crate) CHECKER: TableList = key("checker", Takes::Tables(Keys::Of(checker::KEYS)),
            "a kind of checker that pieces are made of");
        pub(crate) SCALE: TableList = key("scale", Takes::Tables(Keys::Of(scale::KEYS)),
            "an order of names, such as that of ranks");
        pub RULE: TableList = key("rule", Takes::Tables(named::KEYS),
            "everything except movement: promotion, castling, drops, how the game ends");
        pub DEFINE: TableList = key("define", Takes::Tables(Keys::Of(define::KEYS)),
            "a [named rule](../rules/rules-of-play.md#named-rules) of the variant's own");
        pub COUNT: TableList = key("count", Takes::Tables(Keys::Of(counter::KEYS)),
            "something that is [counted](../rules/rules-of-play.md#counters) for each side");
        pub TURN: TableList = key("turn", Takes::Tables(Keys::Of(turn::KEYS)),
            "a [turn](../rules/rules-of-play.md#turns) of several moves");
        pub(crate) NOTATION: OneTable = key("notation", Takes::Table(Keys::Of(notation::KEYS)),
            "how moves are written and read");
    }
}

/// Reads a variant's TOML.
pub fn variant(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<Fields> {
    read(top::KEYS, sources, id, diagnostics)
}

const BOARD_KINDS: Keys = Keys::OfKind {
    kinds: || BOARDS.to_vec(),
    fault: "is not a kind of board",
    expected: Some("`lotus`, `grid`, `sheets`, `hex`, `levels` or `graph`"),
    others: None,
};

table! {
    /// The keys of a table `[[piece]]`.
    pub mod piece {
        pub ID: Excerpt = key("id", Takes::Text,
            "lower-case letters, digits and hyphens; required")
            .must("a string");
        pub NAME: Excerpt =
            key("name", Takes::Shown, "for readers; the id with capitals, if left out");
        pub LETTER: Excerpt = key("letter", Takes::Shown,
            "what stands on it in diagrams; the first letter of the name, if left out. Where [`[notation]`](../rules/variant.md#notation) has letters in moves, no two pieces that a side may have can share one");
        pub PICTURE: OneOrSided = key("picture", Takes::SidedFiles,
            "the [picture](../rules/variant.md#pictures) that diagrams show in its place, or `\"none\"`; or [your own](../rules/variant.md#your-own-pictures): `\"frog.svg\"`, `{ white = \"frog-white.svg\", black = \"frog-black.svg\" }`");
        pub SIDE: Excerpt = key("side", Takes::Choice(&OWNERS),
            "`\"nobody\"`, if it belongs to [neither side](../rules/rules-of-play.md#pieces-of-nobody)");
        pub BETZA: Excerpt = key("betza", Takes::Text,
            "in place of `movement`: a string of [Betza's notation](../rules/betza.md), on boards of files and ranks")
            .excluded_by(&[SIDE.untyped()]);
        pub DIALECT: Excerpt = key("dialect", Takes::Choice(&DIALECTS),
            "the string's dialect: `xbetza`, if left out, or `fsf`");
        pub MOVEMENT: Excerpt = key("movement", Takes::Text,
            "a sentence of [the movement language](../rules/movement.md); required, unless there is `betza`")
            .excluded_by(&[BETZA.untyped(), SIDE.untyped()])
            .must("a movement sentence");
        pub STANDS_ON: Excerpt = key("stands_on", Takes::Places,
            "a description of the places where it may stand; every cell, if left out. Its moves end nowhere else, unless it becomes another piece there at once; it passes over other cells as usual");
        pub ROYAL: FlagOrWord = key("royal", Takes::FlagOr(&ROYALTIES),
            "whether it is royal, as a King is; no movement depends on it. `\"last\"`: only while it is the last of its side's pieces that have this value. `\"taken\"`: it may be left attacked, and a side that has none of this kind has lost")
                .excluded_by(&[SIDE.untyped()]);
        pub CHECKERS: NamedValues = key("checkers", Takes::Named(|_| Takes::Integer, Layout::Braces),
            "how many [checkers](../rules/variant.md#pieces-made-of-checkers) of which kind it is made of: `{ deer = 2 }`");
        pub(crate) VALUE: Option<u16> = key("value", Takes::Number(1, MOST_VALUE),
            "what it is worth to [the player](../rules/playing.md), in hundredths of a Pawn; computed from the rules, if left out");
        pub(crate) INVENTOR: Excerpt = key("inventor", Takes::Text, "who invented it, in words");
        pub(crate) _NOTES: Excerpt =
            key("notes", Takes::Sentences, "a remark for readers of the file; shown nowhere");
    }
}

table! {
    /// The keys of a table `[[turn]]`.
    pub mod turn {
        pub SIDE: Option<String> = key("side", Takes::Word(&Side::NAMES, "is not a side"),
            "`white` or `black`; both, if left out");
        pub MOVES: Option<u16> = key("moves", Takes::Number(1, MOST_TURN_MOVES),
            "how many moves a turn has; 1, if left out");
        pub FIRST: Option<At<i64>> = key("first", Takes::Number(1, MOST_TURN_MOVES),
            "how many moves the first turn of the game has; as many as the others, if left out");
        pub PASS: bool = key("pass", Takes::Flag(false),
            "whether the side may pass instead of a move, unless it is in check; written `pass`");
        pub ENDS: Option<Condition> = key("ends", Takes::Expression(MADE_MOVE),
            "the turn ends early if this holds after a move");
    }
}

/// The ways of being royal that have a name.
pub(crate) const ROYALTIES: [&str; 2] = ["last", "taken"];

/// Whether the royal pieces of a side include this piece.
pub(crate) fn is_royal(piece: &Fields) -> bool {
    piece.flag(piece::ROYAL) || piece.str(piece::ROYAL) == "last"
}

/// The most that a piece is worth.
const MOST_VALUE: u16 = 60_000;

/// The most moves of a turn.
const MOST_TURN_MOVES: u16 = 8;

table! {
    /// The keys of the table `[setup]`. With a symmetry, `black` is not a key of the table.
    pub mod setup {
        pub RESERVE: NamedValues = key("reserve", Takes::Named(|_| Takes::Integer, Layout::Braces),
            "how many pieces of a kind each side has beside the board");
        pub FEN: Excerpt = key("fen", Takes::Text,
            "in place of these three: the position as [text](../rules/variant.md#positions-as-text); `b` after it says that Black moves first, and the other fields may follow too");
        pub SYMMETRY: Excerpt = key("symmetry", Takes::Choice(&SYMMETRIES),
            "in place of `black`: Black's pieces stand as White's do, on the opposite rank (`\"mirror\"`) or rotated by half a turn (`\"rotate\"`)")
            .excluded_by(&[FEN.untyped()]);
        pub WHITE: NamedValues = key("white", PIECES_WITH_CELLS,
            "White's pieces and [their cells](../rules/boards.md#lists-of-cells)")
            .excluded_by(&[FEN.untyped()])
            .must("a table of pieces and their cells, or a text `fen`,");
        pub BLACK: NamedValues = key("black", PIECES_WITH_CELLS,
            "Black's pieces and their cells; required, unless there is `symmetry`")
            .excluded_by(&[FEN.untyped(), SYMMETRY.untyped()])
            .must("a table of pieces and their cells, or a `symmetry`,");
    }
}

/// The owners that a piece can have other than White and Black.
pub(crate) const OWNERS: [&str; 1] = ["nobody"];
/// The dialects of Betza's notation.
pub(crate) const DIALECTS: [&str; 2] = ["xbetza", "fsf"];
/// The symmetries by which Black's pieces can be placed like White's.
pub(crate) const SYMMETRIES: [&str; 2] = ["mirror", "rotate"];
/// The ways in which the cells of a grid can be shaded.
pub(crate) const SHADINGS: [&str; 3] = ["checkered", "light corner", "plain"];
/// The ways in which a grid can be drawn.
pub(crate) const DRAWINGS: [&str; 3] = ["squares", "points", "ring"];
/// The sides of a grid that can be joined.
pub(crate) const GLUES: [&str; 2] = ["left right", "bottom top"];
/// The kinds of cell that a sheet can have.
pub(crate) const SHEET_CELLS: [&str; 2] = ["square", "point"];

/// Whether the picture that a piece names is a file.
pub fn is_picture_file(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".svg")
}

/// The value of `white` and `black`: pieces and their cells.
const PIECES_WITH_CELLS: Takes = Takes::Named(|_| Takes::Text, Layout::Columns);

/// The kinds of board and their keys.
const BOARDS: [(&str, &[Key]); 6] = [
    ("lotus", lotus::KEYS),
    ("grid", grid::KEYS),
    ("sheets", sheets::KEYS),
    ("hex", hex::KEYS),
    ("levels", levels::KEYS),
    ("graph", graph::KEYS),
];

table! {
    /// The key that every kind of board has.
    pub(crate) mod board {
        pub(crate) EXCEPT: TableList = key("except", Takes::Tables(Keys::Of(except::KEYS)),
            "a cell that is not as the rest of the table makes it: its `name`, and what it has instead: a `shape`, the number of a `rank`, or `apart = true`, if nothing leads to it or from it");
    }
}

table! {
    /// The keys of an exception: one cell that differs from the rest of the board.
    pub(crate) mod except {
        pub(crate) NAME: Excerpt =
            key("name", Takes::Text, "the name of the cell").must("a string");
        pub(crate) SHAPE: Excerpt = key("shape", Takes::Word(&CellKind::NAMES, "is not a shape of cells"),
            "its shape instead");
        pub(crate) RANK: At<i64> = key("rank", Takes::Number(0, 99), "the number of its rank instead");
        pub(crate) APART: bool =
            key("apart", Takes::Flag(false), "whether nothing leads to it or from it");
    }
}

table! {
    /// The keys of a board of petals.
    pub(crate) mod lotus {
        pub(crate) PETALS: Vec<At<(i64, i64)>> = key("petals", Takes::Pairs("[q, r]"),
            "the hexagons by axial coordinates: `[q, r]` goes q to the right and r up to the right. They must be connected")
            .must("a list of axial coordinates");
        pub(crate) EXTRA: TableList = key("extra", Takes::Tables(Keys::Of(extra::KEYS)),
            "a triangle fixed to the edge of the board: its `name`, its `host`, and across which of the host's sides, in `degrees` counter-clockwise from the right");
        ..board::KEYS[0]
    }
}

table! {
    /// The keys of a triangle that is attached to a side of its host.
    pub(crate) mod extra {
        pub(crate) NAME: Excerpt =
            key("name", Takes::Text, "the name of its cell").must("a string");
        pub(crate) HOST: Excerpt =
            key("host", Takes::Text, "the cell on whose side it lies").must("a string");
        pub(crate) DEGREES: At<i64> = key("degrees", Takes::Integer,
            "across which of the host's sides, counter-clockwise from the right")
            .must("the angle of a side of the host");
    }
}

table! {
    /// The keys of a board of files and ranks.
    pub mod grid {
        pub FILES: CountOrNames = key("files", Takes::Axis,
            "how many, or their letters from the left: `[\"a\", \"b\", \"d\"]`. Without letters they are `a` to `z`, then `aa`, `ab`")
            .must("a number of them");
        pub RANKS: CountOrNames = key("ranks", Takes::Axis,
            "how many, or their names from below: `[\"1'\", \"2\", \"3\"]`. A name is a number from 0 to 99, with a prime or two if another rank has the same number")
            .must("a number of them");
        pub FIRST_RANK: At<i64> = key("first_rank", Takes::Integer,
            "the number of the lowest rank, if they have no names; 1, if left out");
        pub WITHOUT: Excerpt =
            key("without", Takes::Text, "missing cells: [a list](../rules/boards.md#lists-of-cells)");
        pub SHADING: Excerpt = key("shading", Takes::Choice(&SHADINGS),
            "`\"checkered\"`, with the first file and lowest rank dark, if left out; `\"light corner\"`, the other way round; `\"plain\"`, all light");
        pub ROWS: Vec<Excerpt> = key("rows", Takes::Texts,
            "the board drawn with a text for each rank, the highest first: `#` a dark cell, `.` a light one, `*` none. In place of `shading`");
        pub EXTRA: TableList = key("extra", Takes::Tables(Keys::Of(beside::KEYS)),
            "a cell beside the files and ranks, or in a gap: its `name` and its place `at`, as column and row, `[0, 0]` for the first file and lowest rank");
        pub GLUE: Vec<Excerpt> = key("glue", Takes::Texts,
            "the sides that are joined, so that what leaves the board on one comes back on the other: `[\"left right\"]` makes a cylinder, `[\"left right\", \"bottom top\"]` a torus");
        pub DRAWN: Excerpt = key("drawn", Takes::Choice(&DRAWINGS),
            "`\"squares\"`, if left out; `\"points\"`, crossings of lines; `\"ring\"`, if left and right are joined: the lowest rank is the innermost");
        pub RIVER: At<i64> = key("river", Takes::Number(1, 31),
            "of points: the number of ranks below the river, where the inner files are not drawn");
        ..board::KEYS[0]
    }
}

table! {
    /// The keys of a board of several grids that share cells.
    pub(crate) mod sheets {
        pub(crate) SHEET: TableList = key("sheet", Takes::AllTables(Keys::Of(sheet::KEYS)),
            "a sheet, with the keys of a grid and those that follow")
            .must("tables `[[board.sheet]]`");
        pub(crate) MOVABLE: Excerpt = key("movable", Takes::Text,
            "of the whole board: [a list](../rules/boards.md#lists-of-cells) of cells that can be absent");
        pub(crate) ABSENT: Excerpt = key("absent", Takes::Text,
            "of the whole board: those of them that are absent at the start");
        ..board::KEYS[0]
    }
}

table! {
    /// The keys of one sheet. `drawn` gives a rank its row, and a cell its column and row.
    pub(crate) mod sheet {
        pub(crate) ID: Excerpt = key("id", Takes::Text, "its name").must("a string");
        pub(crate) CELL: Excerpt = key("cell", Takes::Choice(&SHEET_CELLS),
            "`\"square\"`, if left out, or `\"point\"`: its cells are points, drawn as small discs");
        pub(crate) AT: (i64, i64) = key("at", Takes::Halves("[column, row]"),
            "where its first file and lowest rank are drawn, as column and row; halves are allowed. `[0, 0]`, if left out");
        pub(crate) DRAWN: NamedValues = key("drawn", Takes::Named(takes_of_drawn, Layout::Braces),
            "what is drawn away from its own place: for a rank its row, for a cell its column and row");
        ..grid::KEYS[0], grid::KEYS[1], grid::KEYS[2], grid::KEYS[3], grid::KEYS[4], grid::KEYS[5],
        grid::KEYS[6]
    }
}

/// The form of an outline of hexagons.
const OUTLINE: Form = Form {
    fits: |text| HexOutline::parse(text).is_some(),
    pattern: "^(hexagon( [0-9]+| [0-9]+ [0-9]+ [0-9]+)|rhomb [0-9]+ [0-9]+|triangle [0-9]+)$",
    fault: "is not an outline of a hexagonal board",
    expected: "expected `hexagon 6`, `hexagon 6 5 5`, `rhomb 9 8` or `triangle 9`",
};

table! {
    /// The keys of a hexagonal board.
    pub(crate) mod hex {
        pub(crate) OUTLINE: Excerpt = key("outline", Takes::Formed(&super::OUTLINE),
            "`\"hexagon 6\"`, all sides of six cells; `\"hexagon 6 5 5\"`, with the lengths of three sides that follow one another counter-clockwise, from the left one (the upper left one, if a corner points up); `\"rhomb 9 8\"`, nine files and eight ranks; `\"triangle 9\"`")
            .must("an outline such as `\"hexagon 6\"`");
        pub(crate) UP: Excerpt = key("up", Takes::Word(&HexUp::NAMES, "cannot point up the board"),
            "what of a cell points up: `\"side\"`, if left out, for upright files, or `\"corner\"`, for flat ranks");
        pub(crate) NAMES: Excerpt = key("names", Takes::Word(&HexNames::NAMES, "is not a way to name cells"),
            "how the ranks run, or the files if a corner points up: `\"bent\"`, if left out, counted from the edge (Gliński); `\"slanted\"`, down to the right (Shafran); `\"axial\"`, up to the right; `\"straight\"`, across");
        pub(crate) FILES: Vec<Excerpt> = key("files", Takes::Texts,
            "the letters of the files, from the left; `a` to `z`, then `aa`, `ab`, if left out");
        pub(crate) WITHOUT: Excerpt =
            key("without", Takes::Text, "missing cells: [a list](../rules/boards.md#lists-of-cells). The other cells keep their names");
        ..board::KEYS[0]
    }
}

table! {
    /// The keys of a board of levels.
    pub(crate) mod levels {
        pub(crate) LEVELS: Vec<Excerpt> = key("levels", Takes::Texts,
            "the names of the levels, from the lowest: capital letters, which are written before the file (`Aa1`), or primes, which are written after the rank: `[\"\", \"'\"]` for `a1` and `a1'`")
            .must("a list of names");
        pub(crate) LINKED: bool = key("linked", Takes::Flag(true),
            "whether directions lead from level to level; `true`, if left out");
        ..grid::KEYS[0], grid::KEYS[1], grid::KEYS[2], grid::KEYS[3], grid::KEYS[4], board::KEYS[0]
    }
}

table! {
    /// The keys of a board of an author's own cells.
    pub(crate) mod graph {
        pub(crate) CELLS: NamedValues = key("cells", Takes::Named(|_| Takes::Halves("[right, up]"), Layout::Lines),
            "the cells, and where their middles are drawn, to the right and up; halves are allowed. Two of them lie one unit apart at least")
            .must("a table of cells and their places");
        ..board::KEYS[0]
    }
}

fn takes_of_drawn(name: &str) -> Takes {
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        Takes::Integer
    } else {
        Takes::Halves("[column, row]")
    }
}

table! {
    /// The keys of a cell beside the files and ranks of a grid.
    pub(crate) mod beside {
        pub(crate) NAME: Excerpt =
            key("name", Takes::Text, "the name of the cell").must("a string");
        pub(crate) AT: (i64, i64) = key("at", Takes::Pair("[column, row]"),
            "its column and row, `[0, 0]` for the first file and lowest rank")
            .must("a column and a row");
    }
}

table! {
    /// The keys of a table `[[checker]]`.
    pub(crate) mod checker {
        pub(crate) ID: Excerpt =
            key("id", Takes::Text, "lower-case letters, digits and hyphens").must("a string");
        pub(crate) NAME: Excerpt =
            key("name", Takes::Shown, "for readers; the id with a capital, if left out");
        pub(crate) VALUE: Excerpt = key("value", Takes::Text,
            "what it is worth: a number in quotes, with at most four digits after the point. It is never rounded");
        pub(crate) COUNT: At<i64> = key("count", Takes::Integer,
            "how many of them a suit has; required")
            .must("how many of them a suit has,");
        pub(crate) MOST: At<i64> = key("most", Takes::Integer,
            "how many of them one piece may have; as many as a suit has, if left out");
    }
}

table! {
    /// The keys of a table `[[scale]]`.
    pub(crate) mod scale {
        pub(crate) ID: Excerpt =
            key("id", Takes::Text, "its name; that of the suits is `suits`").must("a string");
        pub(crate) STEPS: TableList = key("steps", Takes::Tables(Keys::Of(step::KEYS)),
            "names in order, each with a `name` and optionally a `value`")
            .must("a list such as `[{ name = \"Master\", value = \"100\" }]`");
    }
}

table! {
    /// The keys of a step of a scale.
    pub(crate) mod step {
        pub(crate) NAME: Excerpt = key("name", Takes::Shown, "for readers").must("a string");
        pub(crate) VALUE: Excerpt =
            key("value", Takes::Text, "what it is worth: a number in quotes");
    }
}

table! {
    /// The keys of the table `[notation]`.
    pub(crate) mod notation {
        pub(crate) STYLE: Excerpt = key("style", Takes::Choice(&Style::NAMES),
            "`\"coordinates\"`: both cells and a small letter for what a piece becomes, `e7e8q`; the default. `\"long\"`: letter, both cells with a symbol between them, `Bh9:d5`. `\"short\"`: letter, what distinguishes the piece from others, and the last cell, `Nbd2`");
        pub(crate) PLAIN: Excerpt =
            key("plain", Takes::Kind, "the piece whose moves have no letter");
        pub(crate) QUIET: Excerpt = key("quiet", Takes::Text,
            "the symbol before the last cell: `-` in the long style and none in the short");
        pub(crate) CAPTURE: Excerpt = key("capture", Takes::Text, "the same for a capture: `x`");
        pub(crate) CHECK: Excerpt =
            key("check", Takes::Text, "the symbol after a move that gives check: `+`");
        pub(crate) MATE: Excerpt = key("mate", Takes::Text,
            "the symbol after a move that gives mate: `#`. If it is empty, mate is written as a check");
        pub(crate) PROMOTION: Excerpt = key("promotion", Takes::Text,
            "the symbol before the letter of what a piece becomes: `=`");
        pub(crate) FORCED_CHANGE: bool = key("forced_change", Takes::Flag(true),
            "whether what a piece becomes is written even if there is no choice; `true`, if left out");
        pub(crate) DROP: Excerpt = key("drop", Takes::Text,
            "how a piece comes out of hand; a star stands for its letter: `*@`, as in `R@a7`");
    }
}
