//! What a variant's TOML declares, before any name is looked up.

use super::form::{Fields, Key, Takes, key, word_of};
use super::kinds;
use super::rule::RuleDecl;
use crate::book::toml::{NumberOrTexts, Table, TextOrTable, parse};
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
    pub checkers: Vec<CheckerDecl>,
    /// The names of the suits, the lowest first.
    pub suits: Option<Vec<At<String>>>,
    pub scales: Vec<ScaleDecl>,
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

#[derive(Clone, Debug)]
pub enum BoardDecl {
    Lotus(LotusDecl),
    Grid(Box<GridDecl>),
    Sheets(SheetsDecl),
}

#[derive(Clone, Debug)]
pub struct LotusDecl {
    pub span: Span,
    pub petals: Vec<At<(i64, i64)>>,
    pub extras: Vec<ExtraDecl>,
}

#[derive(Clone, Debug)]
pub struct GridDecl {
    pub span: Span,
    pub files: AxisDecl,
    pub ranks: AxisDecl,
    pub first_rank: Option<At<i64>>,
    /// Cells that are not there.
    pub without: Option<Excerpt>,
    pub shading: Option<At<String>>,
    /// The board drawn with characters, the highest rank first, and where all of it stands.
    pub rows: Option<(Vec<Excerpt>, Span)>,
    pub extras: Vec<BesideDecl>,
}

impl GridDecl {
    /// A grid with nothing out of the ordinary.
    pub fn new(files: AxisDecl, ranks: AxisDecl, span: Span) -> GridDecl {
        GridDecl {
            span,
            files,
            ranks,
            first_rank: None,
            without: None,
            shading: None,
            rows: None,
            extras: Vec::new(),
        }
    }
}

/// Files or ranks.
#[derive(Clone, Debug)]
pub enum AxisDecl {
    Count(At<i64>),
    /// Their names, and where all of them stand.
    Named(Vec<At<String>>, Span),
}

impl AxisDecl {
    pub fn span(&self) -> Span {
        match self {
            AxisDecl::Count(count) => count.span,
            AxisDecl::Named(_, span) => *span,
        }
    }

    /// The names, if they are given.
    pub fn names(&self) -> &[At<String>] {
        match self {
            AxisDecl::Count(_) => &[],
            AxisDecl::Named(names, _) => names,
        }
    }
}

/// Several grids that share cells.
#[derive(Clone, Debug)]
pub struct SheetsDecl {
    pub span: Span,
    pub sheets: Vec<SheetDecl>,
    /// Cells that can be absent, and those that are at first.
    pub movable: Option<Excerpt>,
    pub absent: Option<Excerpt>,
}

#[derive(Clone, Debug)]
pub struct SheetDecl {
    pub id: At<String>,
    pub grid: GridDecl,
    pub cell: Option<At<String>>,
    /// Where it is drawn, in halves of a cell.
    pub at: Option<At<(i64, i64)>>,
    /// Ranks and cells that are drawn elsewhere than in their own place.
    pub drawn: Vec<DrawnDecl>,
}

#[derive(Clone, Debug)]
pub enum DrawnDecl {
    /// A rank, and the row in which it is drawn.
    Rank(At<String>, At<i64>),
    /// A cell, and its column and row in halves of a cell.
    Cell(At<String>, At<(i64, i64)>),
}

/// A cell beside the files and ranks of a grid.
#[derive(Clone, Debug)]
pub struct BesideDecl {
    pub name: At<String>,
    pub at: At<(i64, i64)>,
}

#[derive(Clone, Debug)]
pub struct ExtraDecl {
    pub name: At<String>,
    pub host: At<String>,
    pub degrees: At<i64>,
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
    /// How many men of which piece each side has beside the board.
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

/// A kind of checker.
#[derive(Clone, Debug)]
pub struct CheckerDecl {
    pub id: At<String>,
    pub name: Option<String>,
    pub value: Option<At<String>>,
    pub count: At<i64>,
    pub most: Option<At<i64>>,
}

/// An order of names, the lowest first.
#[derive(Clone, Debug)]
pub struct ScaleDecl {
    pub id: At<String>,
    pub steps: Vec<StepDecl>,
}

#[derive(Clone, Debug)]
pub struct StepDecl {
    pub name: At<String>,
    pub value: Option<At<String>>,
}

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
        checkers: {
            let tables = table.tables("checker", diagnostics);
            tables.into_iter().filter_map(|table| checker(table, diagnostics)).collect()
        },
        suits: table.some_texts("suits", diagnostics).map(|names| names.iter().map(word_of).collect()),
        scales: {
            let tables = table.tables("scale", diagnostics);
            tables.into_iter().filter_map(|table| scale(table, diagnostics)).collect()
        },
        rules: {
            let tables = table.tables("rule", diagnostics);
            tables.into_iter().filter_map(|table| kinds::read(table, diagnostics)).collect()
        },
        notation: table.table("notation", diagnostics).and_then(|mut notation| {
            let fields = Fields::read(&NOTATION, &mut notation, diagnostics);
            notation.finish(diagnostics);
            fields
        }),
        setup: table.table("setup", diagnostics).and_then(|setup| self::setup(setup, diagnostics)),
    };
    table.finish(diagnostics);
    Some(decl)
}

fn board(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<BoardDecl> {
    let kind = table.required("kind", diagnostics)?;
    match kind.value.as_str() {
        "lotus" => lotus(table, diagnostics).map(BoardDecl::Lotus),
        "grid" => grid(table, diagnostics).map(Box::new).map(BoardDecl::Grid),
        "sheets" => sheets(table, diagnostics).map(BoardDecl::Sheets),
        other => {
            diagnostics.push(
                Diagnostic::error(Code::WrongValue, format!("`{other}` is no kind of board"))
                    .at(kind.span, "expected `lotus`, `grid` or `sheets`")
                    .suggest(other, ["lotus", "grid", "sheets"]),
            );
            None
        }
    }
}

fn sheets(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<SheetsDecl> {
    let span = table.span;
    let tables = table.tables("sheet", diagnostics);
    if tables.is_empty() {
        table.missing("sheet", "tables `[[board.sheet]]`", diagnostics);
    }
    let count = tables.len();
    let sheets: Vec<SheetDecl> =
        tables.into_iter().filter_map(|sheet| self::sheet(sheet, diagnostics)).collect();
    let movable = table.text("movable", diagnostics);
    let absent = table.text("absent", diagnostics);
    table.finish(diagnostics);
    (count > 0 && sheets.len() == count).then_some(SheetsDecl { span, sheets, movable, absent })
}

fn sheet(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<SheetDecl> {
    let id = table.required("id", diagnostics);
    let cell = table.string("cell", diagnostics);
    let at = table.halves("at", "[column, row]", diagnostics);
    let drawn = table.table("drawn", diagnostics).map(|drawn| self::drawn(drawn, diagnostics));
    let grid = grid(table, diagnostics);
    Some(SheetDecl { id: id?, grid: grid?, cell, at, drawn: drawn.unwrap_or_default() })
}

fn drawn(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Vec<DrawnDecl> {
    let keys = table.keys();
    let place = |key: At<String>| match key.value.starts_with(|c: char| c.is_ascii_digit()) {
        true => table.integer(&key.value, diagnostics).map(|row| DrawnDecl::Rank(key, row)),
        false => table.halves(&key.value, "[column, row]", diagnostics).map(|at| DrawnDecl::Cell(key, at)),
    };
    keys.into_iter().filter_map(place).collect()
}

fn axis(table: &mut Table<'_>, key: &str, diagnostics: &mut Diagnostics) -> Option<AxisDecl> {
    match table.integer_or_strings(key, diagnostics)? {
        NumberOrTexts::Number(count) => Some(AxisDecl::Count(count)),
        NumberOrTexts::Texts(names, span) => Some(AxisDecl::Named(names, span)),
    }
}

fn grid(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<GridDecl> {
    let span = table.span;
    let files = axis(&mut table, "files", diagnostics);
    let ranks = axis(&mut table, "ranks", diagnostics);
    for (key, _) in [("files", files.is_none()), ("ranks", ranks.is_none())].iter().filter(|(_, none)| *none)
    {
        table.missing(key, "a number of them", diagnostics);
    }
    let first_rank = table.integer("first_rank", diagnostics);
    let without = table.text("without", diagnostics);
    let shading = table.string("shading", diagnostics);
    let rows = table.texts("rows", diagnostics);
    let extras = table.tables("extra", diagnostics).into_iter().filter_map(|mut extra| {
        let name = extra.required("name", diagnostics);
        let at = extra.pair("at", "[column, row]", diagnostics);
        if at.is_none() {
            extra.missing("at", "a column and a row", diagnostics);
        }
        extra.finish(diagnostics);
        Some(BesideDecl { name: name?, at: at? })
    });
    let extras = extras.collect();
    table.finish(diagnostics);
    Some(GridDecl { span, files: files?, ranks: ranks?, first_rank, without, shading, rows, extras })
}

fn lotus(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<LotusDecl> {
    let span = table.span;
    let petals = table.pairs("petals", "[q, r]", diagnostics);
    if petals.is_none() {
        table.missing("petals", "a list of axial coordinates", diagnostics);
    }
    let extras = table.tables("extra", diagnostics).into_iter().filter_map(|mut extra| {
        let name = extra.required("name", diagnostics);
        let host = extra.required("host", diagnostics);
        let degrees = extra.integer("degrees", diagnostics);
        if degrees.is_none() {
            extra.missing("degrees", "the angle of a side of the host", diagnostics);
        }
        extra.finish(diagnostics);
        Some(ExtraDecl { name: name?, host: host?, degrees: degrees? })
    });
    let extras = extras.collect();
    table.finish(diagnostics);
    Some(LotusDecl { span, petals: petals?, extras })
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
    // With a symmetry, Black's men are no key of the table.
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

fn checker(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<CheckerDecl> {
    let id = table.required("id", diagnostics);
    let name = table.words("name", diagnostics).map(|name| name.value);
    let value = table.string("value", diagnostics);
    let count = table.integer("count", diagnostics);
    if count.is_none() {
        table.missing("count", "how many of them a suit has,", diagnostics);
    }
    let most = table.integer("most", diagnostics);
    table.finish(diagnostics);
    Some(CheckerDecl { id: id?, name, value, count: count?, most })
}

fn scale(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<ScaleDecl> {
    let id = table.required("id", diagnostics);
    if !table.has("steps") {
        table.missing("steps", "a list such as `[{ name = \"Master\", value = \"100\" }]`", diagnostics);
    }
    let steps = table.tables("steps", diagnostics).into_iter().filter_map(|mut step| {
        let name = step.required_words("name", diagnostics);
        let value = step.string("value", diagnostics);
        step.finish(diagnostics);
        Some(StepDecl { name: name?, value })
    });
    let steps = steps.collect();
    table.finish(diagnostics);
    Some(ScaleDecl { id: id?, steps })
}
