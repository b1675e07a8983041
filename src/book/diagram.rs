//! Diagram blocks, line by line.
//!
//! ```text
//! white AB archbishop e3            a piece: side, label, kind, cell; the label may be left out
//! white P pawn a3!                  a piece that has not moved
//! x = reach(AB) -- its moves         a mark: symbol, expression and, if need be, its meaning
//! source x: c4 d3 d5                what the source's own diagram marks
//! erratum x: c4 -- the reason       where the source is wrong
//! setup                             all pieces of the variant's setup; or `fen 8/…`, those of a text
//! after party-3 27 black            the pieces of a recorded game after a move
//! absent b4 n12                     the cells that are not there, of those that can be absent
//! empty e2 g2-g4                    takes pieces of the setup away again
//! names                             every cell without a piece bears its name
//! to-move black                     whose turn it is
//! reserve white spy 2               pieces beside the board
//! moves 1. f3-f5 d8-d6              what is played from there: the diagram shows the position after it
//! variant lotus-41                  the board, where it is not the book's
//! source_id L1-1                    the number the source gives it, where the id is another
//! # a comment
//! drawing                           all below it is the source's drawing: a piece needs no cell then, and
//!                ______             no mark a `source` line
//!               /\ o  /\
//! ```

use super::played::{self, PlayDecl};
use super::words::{PlyName, Word, after, heading_words, ply_name, two_lines, words};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::{Excerpt, Span, nearest};

/// A diagram as its author wrote it.
#[derive(Clone, Debug)]
pub struct DiagramDecl {
    pub id: Word,
    pub title: String,
    /// The whole block.
    pub span: Span,
    pub variant: Option<Word>,
    pub source_id: Option<Word>,
    /// The pieces it begins with.
    pub base: Option<BaseDecl>,
    /// The cells that are not there; all other are.
    pub absent: Option<Excerpt>,
    /// Lists of cells from which pieces are taken away again.
    pub emptied: Vec<Excerpt>,
    /// Whether cells bear their names.
    pub names: bool,
    pub play: PlayDecl,
    pub men: Vec<ManDecl>,
    pub marks: Vec<MarkDecl>,
    pub sources: Vec<SourceDecl>,
    pub errata: Vec<ErratumDecl>,
    pub drawing: Option<DrawingDecl>,
    /// What the drawing leaves out of the board, though the rules have it.
    pub drawing_errata: Vec<ErratumDecl>,
    /// Whether every line could be read.
    pub sound: bool,
}

/// Pieces that a diagram has before its own lines put any.
#[derive(Clone, Debug)]
pub enum BaseDecl {
    /// Those of the variant's setup; the word that says so.
    Setup(Span),
    Fen(Excerpt),
    /// Those of a recorded game after one of its moves.
    After {
        game: Word,
        ply: PlyName,
        span: Span,
    },
}

impl BaseDecl {
    pub fn span(&self) -> Span {
        match self {
            BaseDecl::Setup(span) | BaseDecl::After { span, .. } => *span,
            BaseDecl::Fen(text) => text.whole(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct ManDecl {
    /// `white` or `black`.
    pub side: Word,
    pub words: ManWords,
}

/// What follows a piece's side.
#[derive(Clone, Debug)]
pub enum ManWords {
    Full {
        label: Word,
        piece: Word,
        cell: Word,
    },
    /// A piece and its cell; where there is a drawing, it may be a label and its piece.
    Two(Word, Word),
    /// A piece alone, which a drawing places.
    Piece(Word),
}

#[derive(Clone, Debug)]
pub struct MarkDecl {
    pub symbol: Word,
    pub expression: Excerpt,
    /// What the symbol stands for, in the author's words.
    pub meaning: Option<Word>,
}

#[derive(Clone, Debug)]
pub struct SourceDecl {
    pub symbol: Word,
    pub cells: Vec<Word>,
}

#[derive(Clone, Debug)]
pub struct ErratumDecl {
    pub symbol: Word,
    pub cells: Vec<Word>,
    pub note: String,
}

/// The source's own drawing.
#[derive(Clone, Debug)]
pub struct DrawingDecl {
    /// The word that announces it.
    pub keyword: Span,
    pub text: Excerpt,
}

impl DiagramDecl {
    pub fn new(id: Word, title: String, span: Span) -> DiagramDecl {
        DiagramDecl {
            id,
            title,
            span,
            variant: None,
            source_id: None,
            base: None,
            absent: None,
            emptied: Vec::new(),
            names: false,
            play: PlayDecl::default(),
            men: Vec::new(),
            marks: Vec::new(),
            sources: Vec::new(),
            errata: Vec::new(),
            drawing_errata: Vec::new(),
            drawing: None,
            sound: true,
        }
    }
}

/// Reads the info string of a block: `diagram H1-2 "Sample Haxxaba moves"`.
pub fn heading(info: &Excerpt, block: Span, diagnostics: &mut Diagnostics) -> Option<DiagramDecl> {
    let (id, title) = heading_words("diagram", info, diagnostics)?;
    Some(DiagramDecl::new(id, title, block))
}

/// Reads the lines of a block into `decl`. Lines end with a newline, and with `also` where given.
pub fn lines(text: &Excerpt, also: Option<char>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) {
    let mut complaints = Diagnostics::default();
    let mut lines = line_ranges(text.text(), also);
    if let Some(at) = lines.iter().position(|range| text.text()[range.clone()].trim() == DRAWING) {
        let start = lines.get(at + 1).map_or(text.text().len(), |next| next.start);
        let drawing = text.part(start..text.text().len());
        decl.drawing = Some(DrawingDecl { keyword: keyword(text, &lines[at]), text: drawing });
        lines.truncate(at);
    }
    if let Some(range) = lines.get(MOST_LINES) {
        let complaint = Diagnostic::error(Code::TooLarge, "this diagram has too many lines");
        complaints.push(complaint.at(text.span(range.clone()), format!("at most {MOST_LINES}")));
        lines.truncate(MOST_LINES);
    }
    for range in lines {
        line(text, range, decl, &mut complaints);
    }
    check_drawing(decl, &mut complaints);
    decl.sound = !complaints.has_errors();
    diagnostics.extend(complaints);
}

/// The most lines above a drawing.
const MOST_LINES: usize = 2000;

/// Stands on a line of its own above a drawing.
const DRAWING: &str = "drawing";

fn line_ranges(text: &str, also: Option<char>) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    let mut in_quotes = false;
    for (at, c) in text.char_indices() {
        in_quotes = (in_quotes != (c == '"')) && c != '\n';
        if c == '\n' || (Some(c) == also && !in_quotes) {
            ranges.push(start..at);
            start = at + c.len_utf8();
        }
    }
    ranges.push(start..text.len());
    ranges
}

/// Where the one word of a line stands.
fn keyword(text: &Excerpt, range: &std::ops::Range<usize>) -> Span {
    let raw = &text.text()[range.clone()];
    let start = range.start + raw.len() - raw.trim_start().len();
    text.span(start..start + raw.trim().len())
}

fn check_drawing(decl: &DiagramDecl, diagnostics: &mut Diagnostics) {
    let Some(drawing) = &decl.drawing else {
        for erratum in &decl.drawing_errata {
            let complaint =
                Diagnostic::error(Code::DiagramSyntax, "this diagram has no drawing that could be wrong");
            diagnostics.push(complaint.at(erratum.symbol.span, "expected the symbol of a mark"));
        }
        return;
    };
    if drawing.text.text().trim().is_empty() {
        diagnostics.push(
            Diagnostic::error(Code::DiagramSyntax, "this block ends before its drawing")
                .at(drawing.keyword, "expected the drawing below this line"),
        );
    }
    if let Some(absent) = &decl.absent {
        let complaint = Diagnostic::error(Code::DiagramSyntax, "the drawing already says what is absent");
        let complaint = complaint.at(absent.whole(), "expected no `absent` line beside a drawing");
        diagnostics.push(complaint.and(drawing.keyword, "the drawing"));
    }
    for source in &decl.sources {
        let message = format!("the drawing already says where `{}` lies", source.symbol.text);
        diagnostics.push(
            Diagnostic::error(Code::DiagramSyntax, message)
                .at(source.symbol.span, "expected no `source` line beside a drawing")
                .and(drawing.keyword, "the drawing"),
        );
    }
}

fn line(
    text: &Excerpt,
    range: std::ops::Range<usize>,
    decl: &mut DiagramDecl,
    diagnostics: &mut Diagnostics,
) {
    let raw = &text.text()[range.clone()];
    if raw.trim().is_empty() || raw.trim_start().starts_with('#') {
        return;
    }
    let first_end =
        raw.trim_start().find([' ', '\t', '=', ':']).map(|at| at + raw.len() - raw.trim_start().len());
    let first = raw[..first_end.unwrap_or(raw.len())].trim();
    match first {
        "white" | "black" => man(text, range, decl, diagnostics),
        "source" | "erratum" => cells(text, range, first == "erratum", decl, diagnostics),
        "setup" | "fen" | "after" => base(text, range, first, decl, diagnostics),
        "empty" => decl.emptied.push(text.part(after(text, range, first))),
        "absent" if !is_mark(raw, first) => absent(text, range, decl, diagnostics),
        "names" if raw.trim() == first => decl.names = true,
        "variant" | "source_id" => setting(text, range, decl, diagnostics),
        "to-move" | "reserve" | "moves" if !is_mark(raw, first) => {
            let rest = after(text, range.clone(), first);
            played::line(
                text,
                first,
                keyword(text, &(range.start..rest.start)),
                rest,
                &mut decl.play,
                diagnostics,
            );
        }
        _ => mark(text, range, decl, diagnostics),
    }
}

fn absent(
    text: &Excerpt,
    range: std::ops::Range<usize>,
    decl: &mut DiagramDecl,
    diagnostics: &mut Diagnostics,
) {
    let cells = text.part(after(text, range, "absent"));
    if let Some(first) = &decl.absent {
        let complaint = Diagnostic::error(Code::DiagramSyntax, "this diagram says twice what is absent");
        diagnostics.push(complaint.at(cells.whole(), "the second").and(first.whole(), "the first"));
    }
    decl.absent = Some(cells);
}

fn man(text: &Excerpt, range: std::ops::Range<usize>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) {
    let all = text.span(range.clone());
    let mut words = words(text, range, diagnostics).into_iter();
    let side = words.next();
    let said = match (words.next(), words.next(), words.next(), words.next()) {
        (Some(label), Some(piece), Some(cell), None) => Some(ManWords::Full { label, piece, cell }),
        (Some(first), Some(second), None, None) => Some(ManWords::Two(first, second)),
        (Some(piece), None, None, None) if decl.drawing.is_some() => Some(ManWords::Piece(piece)),
        _ => None,
    };
    if let (Some(side), Some(words)) = (side, said) {
        decl.men.push(ManDecl { side, words });
        return;
    }
    diagnostics.push(
        Diagnostic::error(Code::DiagramSyntax, "this line places no piece")
            .at(all, "expected a side, a label, a piece and a cell: `white AB archbishop e3`"),
    );
}

/// Whether a line's first word is a mark's symbol.
fn is_mark(raw: &str, first: &str) -> bool {
    raw.trim_start()[first.len()..].trim_start().starts_with('=')
}

fn base(
    text: &Excerpt,
    range: std::ops::Range<usize>,
    first: &str,
    decl: &mut DiagramDecl,
    diagnostics: &mut Diagnostics,
) {
    let rest = after(text, range.clone(), first);
    let keyword = keyword(text, &(range.start..rest.start));
    let base = match first {
        "setup" if rest.is_empty() => Some(BaseDecl::Setup(keyword)),
        "fen" if !rest.is_empty() => Some(BaseDecl::Fen(text.part(rest.clone()))),
        "after" => match words(text, rest.clone(), diagnostics).as_slice() {
            [game, number, side] => ply_name(number, side, diagnostics).map(|ply| BaseDecl::After {
                span: keyword.to(ply.span),
                game: game.clone(),
                ply,
            }),
            _ => None,
        },
        _ => None,
    };
    let Some(base) = base else {
        let complaint =
            Diagnostic::error(Code::DiagramSyntax, format!("this `{first}` line has another form"));
        let expected = match first {
            "setup" => "expected `setup` alone",
            "fen" => "expected `fen` and a position",
            _ => "expected `after GAME 27 black`",
        };
        return diagnostics.push(complaint.at(text.span(range), expected));
    };
    if let Some(old) = decl.base.replace(base) {
        let complaint = Diagnostic::error(Code::DiagramSyntax, "this diagram begins with two positions");
        diagnostics.push(complaint.at(keyword, "the second").and(old.span(), "the first"));
    }
}

fn setting(
    text: &Excerpt,
    range: std::ops::Range<usize>,
    decl: &mut DiagramDecl,
    diagnostics: &mut Diagnostics,
) {
    let all = text.span(range.clone());
    let mut words = words(text, range, diagnostics).into_iter();
    match (words.next(), words.next(), words.next()) {
        (Some(key), Some(value), None) => {
            let place = if key.text == "variant" { &mut decl.variant } else { &mut decl.source_id };
            if let Some(old) = place {
                return diagnostics.push(two_lines(Code::DiagramSyntax, &key.text, value.span, old.span));
            }
            *place = Some(value);
        }
        _ => diagnostics.push(
            Diagnostic::error(Code::DiagramSyntax, "this line needs one value")
                .at(all, "expected a key and its value"),
        ),
    }
}

fn cells(
    text: &Excerpt,
    range: std::ops::Range<usize>,
    erratum: bool,
    decl: &mut DiagramDecl,
    diagnostics: &mut Diagnostics,
) {
    let all = text.span(range.clone());
    let raw = &text.text()[range.clone()];
    let keyword = if erratum { "erratum" } else { "source" };
    let head = raw.len() - raw.trim_start().len() + keyword.len();
    let (body_end, note) = match raw.find(" -- ") {
        Some(at) if erratum => (at, raw[at + 4..].trim().to_string()),
        _ => (raw.len(), String::new()),
    };
    let colon = raw[..body_end].rfind(':');
    let symbol = colon.map(|colon| words(text, range.start + head..range.start + colon, diagnostics));
    let (Some(colon), Some([symbol])) = (colon, symbol.as_deref()) else {
        let form = if erratum { "`erratum x: c4 -- the reason`" } else { "`source x: c4 d3`" };
        let complaint =
            Diagnostic::error(Code::DiagramSyntax, format!("this `{keyword}` line has another form"));
        diagnostics.push(complaint.at(all, format!("expected {form}")));
        return;
    };
    let cells = words(text, range.start + colon + 1..range.start + body_end, diagnostics);
    if !erratum {
        decl.sources.push(SourceDecl { symbol: symbol.clone(), cells });
    } else if note.is_empty() {
        let complaint = Diagnostic::error(Code::DiagramSyntax, "this erratum gives no reason");
        diagnostics.push(complaint.at(all, "expected ` -- ` and the proof that the source is wrong"));
    } else {
        let errata = if symbol.text == "drawing" { &mut decl.drawing_errata } else { &mut decl.errata };
        errata.push(ErratumDecl { symbol: symbol.clone(), cells, note });
    }
}

fn mark(
    text: &Excerpt,
    range: std::ops::Range<usize>,
    decl: &mut DiagramDecl,
    diagnostics: &mut Diagnostics,
) {
    let all = text.span(range.clone());
    let raw = &text.text()[range.clone()];
    let parts = raw
        .find('=')
        .filter(|at| raw.find(" -- ").is_none_or(|end| *at < end))
        .map(|at| (words(text, range.start..range.start + at, diagnostics), at));
    match parts {
        Some((symbols, at)) if symbols.len() == 1 => {
            let end = raw.find(" -- ").unwrap_or(raw.len());
            let meaning = (end < raw.len()).then(|| {
                let at = after(text, range.start + end..range.end, "--");
                Word { text: text.text()[at.clone()].to_string(), span: text.span(at) }
            });
            let expression = text.part(range.start + at + 1..range.start + end);
            decl.marks.push(MarkDecl { symbol: symbols[0].clone(), expression, meaning });
        }
        _ => {
            let found = words(text, range, diagnostics);
            let word = found.first().map(|word| word.text.as_str()).unwrap_or_default();
            let keywords = [
                "white",
                "black",
                "setup",
                "fen",
                "after",
                "absent",
                "empty",
                "names",
                "to-move",
                "reserve",
                "moves",
                "source",
                "erratum",
                "variant",
                "source_id",
                DRAWING,
            ];
            let complaint = Diagnostic::error(Code::DiagramSyntax, "this line of the diagram has no meaning")
                .at(all, "expected a piece, a mark `x = …`, `setup`, `fen`, `after`, `absent`, `empty`, `names`, `to-move`, `reserve`, `moves`, `source`, `erratum`, `variant`, `source_id` or `drawing`");
            let sideless =
                matches!(found.len(), 2 | 3) && !raw.contains('(') && nearest(word, keywords).is_none();
            diagnostics.push(if sideless {
                complaint.help(format!("a piece begins with its side: `white {}`", raw.trim()))
            } else {
                complaint.suggest(word, keywords)
            });
        }
    }
}
