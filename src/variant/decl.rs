//! What a variant's TOML declares, before any name is looked up.

use super::form::{Fields, Key, Takes, key};
use super::kinds;
use super::rule::RuleDecl;
use crate::book::toml::{Table, TextOrTable, parse};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::{At, Excerpt, SourceId, Sources, Span};

/// A variant's TOML.
#[derive(Clone, Debug, Default)]
pub struct VariantDecl {
    pub title: Option<String>,
    pub extends: Option<At<String>>,
    pub board: Option<BoardDecl>,
    pub sets: Vec<SetDecl>,
    pub pieces: Vec<PieceDecl>,
    /// Kinds of checker: see [`CHECKER`].
    pub checkers: Vec<Fields>,
    /// The names of the suits, the lowest first.
    pub suits: Option<Vec<At<String>>>,
    /// Orders of names, the lowest first: see [`SCALE`].
    pub scales: Vec<Fields>,
    pub rules: Vec<RuleDecl>,
    pub notation: Option<Fields>,
    pub setup: Option<SetupDecl>,
}

/// A variant's declaration and the ones it extends, nearest first.
#[derive(Clone, Debug)]
pub struct VariantSource<'a> {
    pub id: &'a str,
    /// Where to point when the whole is wrong.
    pub span: Span,
    pub chain: Vec<&'a VariantDecl>,
}

/// A board, by its kind.
#[derive(Clone, Debug)]
pub struct BoardDecl {
    /// One of [`BOARDS`].
    pub kind: &'static str,
    pub fields: Fields,
}

/// A named set of cells, the same for both sides or one for each.
#[derive(Clone, Debug)]
pub struct SetDecl {
    pub name: At<String>,
    pub white: Excerpt,
    pub black: Option<Excerpt>,
}

#[derive(Clone, Debug)]
pub struct PieceDecl {
    pub id: At<String>,
    pub name: Option<String>,
    pub letter: Option<At<String>>,
    pub picture: Option<At<String>>,
    pub movement: MovementDecl,
    pub stands_on: Option<Excerpt>,
    pub royal: bool,
    /// How many checkers of which kind it is made of.
    pub checkers: Vec<(At<String>, At<i64>)>,
    pub inventor: Option<String>,
}

/// How a piece's movement is written.
#[derive(Clone, Debug)]
pub enum MovementDecl {
    Sentence(Excerpt),
    Betza { text: Excerpt, dialect: Option<At<String>> },
}

/// How a game begins.
#[derive(Clone, Debug)]
pub struct SetupDecl {
    pub span: Span,
    pub men: SetupMen,
    /// How many pieces of which kind each side has beside the board.
    pub reserve: Vec<(At<String>, At<i64>)>,
}

#[derive(Clone, Debug)]
pub enum SetupMen {
    Fen(Excerpt),
    /// Pieces and their cells.
    Listed {
        white: Vec<(At<String>, Excerpt)>,
        black: BlackMen,
    },
}

#[derive(Clone, Debug)]
pub enum BlackMen {
    Listed(Vec<(At<String>, Excerpt)>),
    /// They stand as White's do, seen so.
    Alike(At<String>),
}

/// The kinds of board, and their keys.
pub const BOARDS: [(&str, &[Key]); 3] = [("lotus", &LOTUS), ("grid", &GRID), ("sheets", &SHEETS)];

/// The keys of a board of petals.
const LOTUS: [Key; 2] = [
    key("petals", Takes::Pairs("[q, r]"), "").must("a list of axial coordinates"),
    key("extra", Takes::Tables(&EXTRA), ""),
];

/// The keys of a triangle that is fixed to a side of its host.
const EXTRA: [Key; 3] = [
    key("name", Takes::Text, "").must("a string"),
    key("host", Takes::Text, "").must("a string"),
    key("degrees", Takes::Integer, "").must("the angle of a side of the host"),
];

/// The keys of files and ranks.
const GRID: [Key; 7] = [
    key("files", Takes::Axis, "").must("a number of them"),
    key("ranks", Takes::Axis, "").must("a number of them"),
    key("first_rank", Takes::Integer, ""),
    key("without", Takes::Text, ""),
    key("shading", Takes::Text, ""),
    key("rows", Takes::Texts, ""),
    key("extra", Takes::Tables(&BESIDE), ""),
];

/// The keys of several grids that share cells.
const SHEETS: [Key; 3] = [
    key("sheet", Takes::AllTables(&SHEET), "").must("tables `[[board.sheet]]`"),
    key("movable", Takes::Text, ""),
    key("absent", Takes::Text, ""),
];

/// The keys of one of them: of what is drawn elsewhere than in its own place, a rank has a row, and a cell a column and a
/// row.
const SHEET: [Key; 11] = [
    key("id", Takes::Text, "").must("a string"),
    key("cell", Takes::Text, ""),
    key("at", Takes::Halves("[column, row]"), ""),
    key("drawn", Takes::Named(place_of_drawn), ""),
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
pub const CHECKER: [Key; 5] = [
    key("id", Takes::Text, "").must("a string"),
    key("name", Takes::Shown, ""),
    key("value", Takes::Text, ""),
    key("count", Takes::Integer, "").must("how many of them a suit has,"),
    key("most", Takes::Integer, ""),
];

/// The keys of a table `[[scale]]`.
pub const SCALE: [Key; 2] = [
    key("id", Takes::Text, "").must("a string"),
    key("steps", Takes::Tables(&STEP), "").must("a list such as `[{ name = \"Master\", value = \"100\" }]`"),
];

const STEP: [Key; 2] = [key("name", Takes::Shown, "").must("a string"), key("value", Takes::Text, "")];

/// The keys of the table `[notation]`.
pub const NOTATION: [Key; 9] = [
    key("style", Takes::Text, ""),
    key("plain", Takes::Piece, ""),
    key("quiet", Takes::Text, ""),
    key("capture", Takes::Text, ""),
    key("check", Takes::Text, ""),
    key("mate", Takes::Text, ""),
    key("promotion", Takes::Text, ""),
    key("forced_change", Takes::Flag(true), ""),
    key("drop", Takes::Text, ""),
];

/// Reads a variant's TOML.
pub fn variant(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<VariantDecl> {
    let mut table = parse(sources, id, diagnostics)?;
    let decl = VariantDecl {
        title: table.words("title", diagnostics).map(|title| title.value),
        extends: table.string("extends", diagnostics),
        board: table.table("board", diagnostics).and_then(|board| self::board(board, diagnostics)),
        sets: table.table("sets", diagnostics).map(|sets| self::sets(sets, diagnostics)).unwrap_or_default(),
        pieces: {
            let tables = table.tables("piece", diagnostics);
            tables.into_iter().filter_map(|piece| self::piece(piece, diagnostics)).collect()
        },
        checkers: Fields::read_all(&CHECKER, table.tables("checker", diagnostics), diagnostics),
        suits: table
            .some_texts("suits", diagnostics)
            .map(|(names, _)| names.iter().map(Excerpt::word).collect()),
        scales: Fields::read_all(&SCALE, table.tables("scale", diagnostics), diagnostics),
        rules: {
            let tables = table.tables("rule", diagnostics);
            tables.into_iter().filter_map(|table| kinds::read(table, diagnostics)).collect()
        },
        notation: {
            let notation = table.table("notation", diagnostics).into_iter().collect();
            Fields::read_all(&NOTATION, notation, diagnostics).pop()
        },
        setup: table.table("setup", diagnostics).and_then(|setup| self::setup(setup, diagnostics)),
    };
    table.finish(diagnostics);
    Some(decl)
}

fn board(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<BoardDecl> {
    let kind = table.required("kind", diagnostics)?;
    let Some((kind, keys)) = BOARDS.into_iter().find(|(name, _)| *name == kind.value) else {
        diagnostics.push(
            Diagnostic::error(Code::WrongValue, format!("`{}` is no kind of board", kind.value))
                .at(kind.span, "expected `lotus`, `grid` or `sheets`")
                .suggest(&kind.value, BOARDS.map(|(name, _)| name)),
        );
        return None;
    };
    let fields = Fields::read(keys, &mut table, diagnostics);
    table.finish(diagnostics);
    fields.map(|fields| BoardDecl { kind, fields })
}

fn sets(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Vec<SetDecl> {
    let mut sets = Vec::new();
    for name in table.keys() {
        match table.text_or_table(&name.value, diagnostics) {
            Some(TextOrTable::Text(white)) => sets.push(SetDecl { name, white, black: None }),
            Some(TextOrTable::Table(mut sides)) => {
                let white = sides.text("white", diagnostics);
                let black = sides.text("black", diagnostics);
                for (side, text) in [("white", &white), ("black", &black)] {
                    if text.is_none() {
                        sides.missing(side, "a description of places", diagnostics);
                    }
                }
                sides.finish(diagnostics);
                sets.extend(white.map(|white| SetDecl { name, white, black }));
            }
            None => {}
        }
    }
    sets
}

fn piece(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<PieceDecl> {
    let id = table.required("id", diagnostics);
    let betza = table.text("betza", diagnostics);
    let dialect = table.string("dialect", diagnostics);
    let movement = match betza {
        Some(text) => betza_decl(text, dialect, diagnostics),
        None => {
            if let Some(dialect) = dialect {
                let complaint = Diagnostic::error(Code::WrongValue, "this piece has no string of a dialect");
                diagnostics
                    .push(complaint.at(dialect.span, "expected `betza` in this table, or no such key"));
            }
            let sentence = table.text("movement", diagnostics);
            if sentence.is_none() {
                table.missing("movement", "a movement sentence", diagnostics);
            }
            sentence.map(MovementDecl::Sentence)
        }
    };
    let name = table.words("name", diagnostics).map(|name| name.value);
    let letter = table.words("letter", diagnostics);
    let picture = table.string("picture", diagnostics);
    let stands_on = table.text("stands_on", diagnostics);
    let royal = table.boolean("royal", diagnostics).is_some_and(|at| at.value);
    let checkers = table.table("checkers", diagnostics);
    let checkers = checkers.map(|counts| numbers(counts, diagnostics)).unwrap_or_default();
    let inventor = table.string("inventor", diagnostics).map(|inventor| inventor.value);
    // A remark for readers of the file.
    table.string("notes", diagnostics);
    table.finish(diagnostics);
    let (id, movement) = (id?, movement?);
    Some(PieceDecl { id, name, letter, picture, movement, stands_on, royal, checkers, inventor })
}

fn betza_decl(
    text: Excerpt,
    dialect: Option<At<String>>,
    diagnostics: &mut Diagnostics,
) -> Option<MovementDecl> {
    if text.text().trim().is_empty() {
        let complaint = Diagnostic::error(Code::BetzaSyntax, "this string says nothing");
        let complaint = complaint.at(text.whole(), "expected a string such as `mQcN`");
        let still = "a piece that never moves steps onto an empty set of cells";
        diagnostics.push(complaint.help(still));
        return None;
    }
    Some(MovementDecl::Betza { text, dialect })
}

fn setup(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<SetupDecl> {
    let span = table.span;
    let reserve = table.table("reserve", diagnostics);
    let reserve = reserve.map(|reserve| numbers(reserve, diagnostics)).unwrap_or_default();
    let men = match table.text("fen", diagnostics) {
        Some(fen) => Some(SetupMen::Fen(fen)),
        None => listed_men(&mut table, diagnostics),
    };
    table.finish(diagnostics);
    Some(SetupDecl { span, men: men?, reserve })
}

fn listed_men(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<SetupMen> {
    let symmetry = table.string("symmetry", diagnostics);
    let white = table.table("white", diagnostics).map(|men| texts(men, diagnostics));
    if white.is_none() {
        table.missing("white", "a table of pieces and their cells, or a text `fen`,", diagnostics);
    }
    // With a symmetry, Black's pieces are no key of the table.
    let black = match symmetry {
        Some(symmetry) => Some(BlackMen::Alike(symmetry)),
        None => {
            let men = table.table("black", diagnostics).map(|men| texts(men, diagnostics));
            if men.is_none() && white.is_some() {
                table.missing("black", "a table of pieces and their cells, or a `symmetry`,", diagnostics);
            }
            men.map(BlackMen::Listed)
        }
    };
    Some(SetupMen::Listed { white: white?, black: black? })
}

fn texts(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Vec<(At<String>, Excerpt)> {
    let keys = table.keys();
    keys.into_iter().filter_map(|key| Some((key.clone(), table.text(&key.value, diagnostics)?))).collect()
}

fn numbers(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Vec<(At<String>, At<i64>)> {
    let keys = table.keys();
    keys.into_iter().filter_map(|key| Some((key.clone(), table.integer(&key.value, diagnostics)?))).collect()
}
