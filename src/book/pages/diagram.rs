//! Diagram blocks, line by line.
//!
//! ```text
//! white AB archbishop e3            a piece: side, label, kind, cell; the label may be left out
//! white P pawn a3!                  a piece that has not moved
//! x = reach(AB) -- its moves        a mark: symbol, expression, and optionally its meaning
//! source x: c4 d3 d5                the cells that the source's own diagram marks
//! erratum x: c4 -- the reason       where the source is wrong
//! setup                             all pieces of the variant's setup; `fen 8/…`: those of a FEN
//! after party-3 27 black            the pieces of a recorded game after a move
//! absent b4 n12                     the absent cells, of those that can be absent
//! empty e2 g2-g4                    removes pieces of the setup again
//! names                             every cell without a piece shows its name
//! to-move black                     the side to move
//! reserve white spy 2               pieces beside the board
//! moves 1. f3-f5 d8-d6              moves played from there: the position after them is shown
//! variant lotus-41                  the variant, if it is not the book's
//! source_id L1-1                    the source's number for it, if that is not the id
//! # a comment
//! drawing                           the source's drawing is below: pieces then need no cells,
//!                ______             and marks no `source` lines
//!               /\ o  /\
//! ```

use super::words::{
    Block, PlyName, complain_repeated, heading_words, is_blank_or_comment, ply_name, rest_after,
    words,
};
use padma_rules::model::Side;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::without_claims;
use padma_text::{Excerpt, Span, Word, nearest, range_in};

/// A diagram as its author wrote it.
#[derive(Clone, Debug, Default)]
pub struct DiagramDecl {
    /// The name that links and claims use.
    pub id: Word,
    /// The title shown to readers.
    pub title: String,
    /// The place of the title, without quotes.
    pub title_span: Span,
    /// The whole block.
    pub span: Span,
    /// The variant it shows, if not the book's.
    pub variant: Option<Word>,
    /// The source's own name for it.
    pub source_id: Option<Word>,
    /// The pieces that are there before its own lines place any.
    pub base: Option<BaseDecl>,
    /// The cells that are absent; all others are present.
    pub(crate) absent: Option<Excerpt>,
    /// Lists of cells from which pieces of the base are removed.
    pub(crate) emptied: Vec<Excerpt>,
    /// Whether cells show their names.
    pub(crate) names: bool,
    /// The side to move, the pieces in hand and the moves played.
    pub play: PlayDecl,
    /// The pieces that its lines place.
    pub pieces: Vec<PieceDecl>,
    /// Its marks.
    pub marks: Vec<MarkDecl>,
    /// The cells that the source marks.
    pub sources: Vec<SourceCellsDecl>,
    /// The cells where the source's marks are wrong.
    pub(crate) errata: Vec<SourceCellsDecl>,
    /// The drawing copied from the source.
    pub drawing: Option<DrawingDecl>,
    /// The cells that the drawing omits although the rules have them.
    pub drawing_errata: Vec<SourceCellsDecl>,
    /// Whether every line could be read.
    pub(crate) sound: bool,
}

/// The pieces on the board before a diagram's own lines place any.
#[derive(Clone, Debug)]
pub enum BaseDecl {
    /// The pieces of the variant's setup; the span of the word `setup`.
    Setup(Span),
    /// The pieces of a position written as a FEN-like text.
    Fen(Excerpt),
    /// The pieces of a recorded game after one of its moves.
    After {
        /// The game's id.
        game: Word,
        /// The move after which the position is shown.
        ply: PlyName,
        /// The whole line.
        span: Span,
    },
}

impl PieceDecl {
    /// Returns the word for its kind, or the word for its cell if the kind is missing.
    pub(crate) fn kind(&self) -> &Word {
        match &self.words {
            PieceWords::Full { kind, .. } | PieceWords::Kind(kind) => kind,
            PieceWords::Two(first, _) => first,
        }
    }
}

impl BaseDecl {
    pub(crate) fn span(&self) -> Span {
        match self {
            BaseDecl::Setup(span) | BaseDecl::After { span, .. } => *span,
            BaseDecl::Fen(text) => text.whole(),
        }
    }
}

/// A line that puts a piece on the board.
#[derive(Clone, Debug)]
pub struct PieceDecl {
    /// `white` or `black`.
    pub(crate) side: Word,
    /// What follows the side.
    pub words: PieceWords,
}

/// What follows a piece's side.
#[derive(Clone, Debug)]
pub enum PieceWords {
    /// Label, kind and cell.
    Full {
        /// The letters shown on the piece.
        label: Word,
        /// The id of its kind.
        kind: Word,
        /// The name of a cell, followed by `!` if the piece has not moved.
        cell: Word,
    },
    /// A kind and a cell; in a diagram with a drawing it may be a label and a kind.
    Two(Word, Word),
    /// A kind alone; the drawing gives the cell.
    Kind(Word),
}

/// `x = reach(AB) -- its moves`.
#[derive(Clone, Debug)]
pub struct MarkDecl {
    /// The symbol drawn on its cells.
    pub symbol: Word,
    /// The expression that computes its cells.
    pub expression: Excerpt,
    /// What the symbol stands for, in the author's words.
    pub(crate) meaning: Option<Word>,
}

/// `source x: c4 d3 d5` or `erratum x: c4 -- the reason`.
#[derive(Clone, Debug)]
pub struct SourceCellsDecl {
    pub(crate) symbol: Word,
    /// The cells that the line lists.
    pub cells: Vec<Word>,
    /// Why the source is wrong; empty if it is right.
    pub note: Word,
}

/// The side to move, the pieces in hand and the moves played.
#[derive(Clone, Debug, Default)]
pub struct PlayDecl {
    /// `white` or `black`.
    pub(crate) to_move: Option<Word>,
    /// The pieces in hand.
    pub reserve: Vec<ReserveDecl>,
    /// A record of moves.
    pub moves: Option<Excerpt>,
}

/// `reserve white spy 2`.
#[derive(Clone, Debug)]
pub struct ReserveDecl {
    pub(crate) side: Word,
    /// The kind of piece.
    pub piece: Word,
    pub(crate) pieces: u16,
}

/// The source's own drawing.
#[derive(Clone, Debug)]
pub struct DrawingDecl {
    /// The span of the word `drawing`.
    pub(crate) keyword: Span,
    /// The lines of the drawing.
    pub text: Excerpt,
}

impl DiagramDecl {
    /// Returns a diagram without any lines.
    pub fn new(id: Word, title: String, span: Span) -> DiagramDecl {
        DiagramDecl {
            id,
            title,
            span,
            sound: true,
            ..DiagramDecl::default()
        }
    }

    /// Returns why the source is wrong, for each erratum.
    pub fn proofs(&self) -> impl Iterator<Item = &Word> {
        let errata = self.errata.iter().chain(&self.drawing_errata);
        errata.map(|erratum| &erratum.note)
    }
}

/// Reads a block `diagram H1-2 "Sample Haxxaba moves"`.
pub(crate) fn diagram(block: &Block, diagnostics: &mut Diagnostics) -> Option<DiagramDecl> {
    let (id, title) = heading_words(block, diagnostics)?;
    let mut decl = DiagramDecl::new(id, title.text, block.span);
    decl.title_span = title.span;
    read_lines(&block.body, None, &mut decl, diagnostics);
    Some(decl)
}

/// Reads the lines of a block into `decl`. A newline ends a line, and so does `also`, if given,
/// outside quotes.
pub fn read_lines(
    text: &Excerpt,
    also: Option<char>,
    decl: &mut DiagramDecl,
    diagnostics: &mut Diagnostics,
) {
    let mut complaints = Diagnostics::default();
    let mut lines = split_lines(text.text(), also);
    if let Some(at) = lines.iter().position(|line| line.trim() == DRAWING) {
        let end = text.text().len();
        let start = lines
            .get(at + 1)
            .map_or(end, |next| range_in(text.text(), next).start);
        decl.drawing = Some(DrawingDecl {
            keyword: text.at(lines[at].trim()),
            text: text.part(start..end),
        });
        lines.truncate(at);
    }
    if let Some(line) = lines.get(MOST_LINES) {
        let message = "this diagram has too many lines";
        complaints.error(
            Code::TooLarge,
            message,
            text.at(line),
            format!("at most {MOST_LINES}"),
        );
        lines.truncate(MOST_LINES);
    }
    for raw in lines {
        line(&BlockLine::new(text, raw), decl, &mut complaints);
    }
    check_drawing(decl, &mut complaints);
    decl.sound = !complaints.has_errors();
    diagnostics.extend(complaints);
}

/// The syntax of a line of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineForm {
    /// An empty line or a comment.
    Blank,
    /// A symbol and an expression.
    Mark,
    /// A first word, a colon, and cells.
    Cells,
    /// A first word, and a text that has its own syntax.
    Text,
    /// Words separated by spaces or commas.
    Words,
    /// The word `drawing`, above a drawing.
    Drawing,
}

/// Returns the form of a line.
pub fn line_form(text: &Excerpt, raw: &str) -> LineForm {
    let line = BlockLine::new(text, raw);
    match line.first {
        _ if is_blank_or_comment(raw) => LineForm::Blank,
        _ if raw.trim() == DRAWING => LineForm::Drawing,
        _ if line.entry().is_none() => LineForm::Mark,
        "source" | "erratum" => LineForm::Cells,
        "fen" | "moves" => LineForm::Text,
        _ => LineForm::Words,
    }
}

/// The maximum number of lines above a drawing.
const MOST_LINES: usize = 2000;

/// The word that stands alone on the line above a drawing.
const DRAWING: &str = "drawing";

fn split_lines(text: &str, also: Option<char>) -> Vec<&str> {
    let mut in_quotes = false;
    let ends = |c: char| {
        in_quotes = (in_quotes != (c == '"')) && c != '\n';
        c == '\n' || (Some(c) == also && !in_quotes)
    };
    text.split(ends).collect()
}

fn check_drawing(decl: &DiagramDecl, diagnostics: &mut Diagnostics) {
    let Some(drawing) = &decl.drawing else {
        for erratum in &decl.drawing_errata {
            let message = "this diagram has no drawing that could be wrong";
            let expected = "expected the symbol of a mark";
            diagnostics.error(Code::DiagramSyntax, message, erratum.symbol.span, expected);
        }
        return;
    };
    if drawing.text.text().trim().is_empty() {
        let message = "this block ends before its drawing";
        let expected = "expected the drawing below this line";
        diagnostics.error(Code::DiagramSyntax, message, drawing.keyword, expected);
    }
    let mut report_repeated = |what: &str, line: &str, at: Span| {
        let message = format!("the drawing already says {what}");
        let complaint = Diagnostic::error(Code::DiagramSyntax, message);
        let complaint = complaint.at(at, format!("expected no `{line}` line beside a drawing"));
        diagnostics.push(complaint.also_at(drawing.keyword, "the drawing"));
    };
    if let Some(absent) = &decl.absent {
        report_repeated("which cells are absent", "absent", absent.whole());
    }
    for Word { text, span } in decl.sources.iter().map(|source| &source.symbol) {
        report_repeated(&format!("where `{text}` is"), "source", *span);
    }
}

/// A line of the block.
struct BlockLine<'a> {
    text: &'a Excerpt,
    raw: &'a str,
    /// Its first word.
    first: &'a str,
}

impl<'a> BlockLine<'a> {
    fn new(text: &'a Excerpt, raw: &'a str) -> BlockLine<'a> {
        let first = raw
            .trim_start()
            .split([' ', '\t', '=', ':'])
            .next()
            .unwrap_or_default();
        BlockLine {
            text,
            raw,
            first: first.trim_end(),
        }
    }

    fn span(&self) -> Span {
        self.text.at(self.raw)
    }

    fn keyword(&self) -> Span {
        self.text.at(self.first)
    }

    /// Returns the text after the first word.
    fn rest(&self) -> &'a str {
        rest_after(self.raw, self.first)
    }

    fn words(&self, diagnostics: &mut Diagnostics) -> Vec<Word> {
        words(self.text, self.rest(), diagnostics)
    }

    /// Whether its first word is the symbol of a mark.
    fn is_mark(&self) -> bool {
        self.rest().starts_with('=')
    }

    /// Returns the entry of [`LINES`] for the first word; `None` if the line is a mark.
    fn entry(&self) -> Option<&'static (&'static str, &'static str, LineReader)> {
        let is_known = match self.first {
            "names" => self.rest().is_empty(),
            "absent" | "to-move" | "reserve" | "moves" => !self.is_mark(),
            _ => true,
        };
        LINES
            .iter()
            .find(|(word, ..)| *word == self.first && is_known)
    }
}

/// A function that reads a line into the diagram. Returns false if the line does not have the form
/// that its first word demands.
type LineReader = fn(&BlockLine<'_>, &mut DiagramDecl, &mut Diagnostics) -> bool;

/// The first words of lines, and the form of each; a line that begins with any other word is a
/// mark.
static LINES: [(&str, &str, LineReader); 15] = [
    ("white", PIECE, piece),
    ("black", PIECE, piece),
    ("setup", "`setup` alone", base),
    ("fen", "`fen` and a position", base),
    ("after", "`after GAME 27 black`", base),
    ("absent", "cells", absent),
    ("empty", "cells", |line, decl, _| {
        decl.emptied.push(line.text.cut(line.rest()));
        true
    }),
    ("names", "`names` alone", |_, decl, _| {
        decl.names = true;
        true
    }),
    ("to-move", "`to-move black`", to_move),
    ("reserve", "`reserve white spy 2`", reserve),
    ("moves", "the moves played, as in `moves 1. e4 e5`", moves),
    ("source", "`source x: c4 d3`", cells),
    ("erratum", "`erratum x: c4 -- the reason`", cells),
    ("variant", "a key and its value", setting),
    ("source_id", "a key and its value", setting),
];

/// Returns the words that lines can begin with, and the form of each line.
pub fn line_forms() -> impl Iterator<Item = (&'static str, &'static str)> {
    LINES
        .iter()
        .map(|(word, form, _)| (*word, *form))
        .chain([(DRAWING, "the source's own drawing below it")])
}

/// The form of a line that places a piece.
const PIECE: &str = "a side, a label, a piece and a cell: `white AB archbishop e3`";

fn line(line: &BlockLine<'_>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) {
    if is_blank_or_comment(line.raw) {
        return;
    }
    let Some((word, form, read)) = line.entry() else {
        return mark(line, decl, diagnostics);
    };
    if !read(line, decl, diagnostics) {
        let message = match *form {
            PIECE => "this line places no piece".to_string(),
            "a key and its value" => "this line needs one value".to_string(),
            _ => format!("this `{word}` line is malformed"),
        };
        diagnostics.error(
            Code::DiagramSyntax,
            message,
            line.span(),
            format!("expected {form}"),
        );
    }
}

fn absent(line: &BlockLine<'_>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) -> bool {
    let cells = line.text.cut(line.rest());
    if let Some(first) = &decl.absent {
        let message = "this diagram lists its absent cells twice";
        diagnostics.duplicate(Code::DiagramSyntax, message, first.whole(), cells.whole());
    }
    decl.absent = Some(cells);
    true
}

fn piece(line: &BlockLine<'_>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) -> bool {
    let side = line.text.slice_word(line.first);
    let words = match &line.words(diagnostics)[..] {
        [label, piece, cell] => PieceWords::Full {
            label: label.clone(),
            kind: piece.clone(),
            cell: cell.clone(),
        },
        [first, second] => PieceWords::Two(first.clone(), second.clone()),
        [piece] if decl.drawing.is_some() => PieceWords::Kind(piece.clone()),
        _ => return false,
    };
    decl.pieces.push(PieceDecl { side, words });
    true
}

fn base(line: &BlockLine<'_>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) -> bool {
    let (rest, keyword) = (line.rest(), line.keyword());
    let base = match line.first {
        "setup" if rest.is_empty() => Some(BaseDecl::Setup(keyword)),
        "fen" if !rest.is_empty() => Some(BaseDecl::Fen(line.text.cut(rest))),
        "after" => match &line.words(diagnostics)[..] {
            [game, number, side] => {
                ply_name(number, side, diagnostics).map(|ply| BaseDecl::After {
                    span: keyword.to(ply.span),
                    game: game.clone(),
                    ply,
                })
            }
            _ => None,
        },
        _ => None,
    };
    let Some(base) = base else { return false };
    if let Some(old) = decl.base.replace(base) {
        diagnostics.duplicate(
            Code::DiagramSyntax,
            "this diagram starts from two positions",
            old.span(),
            keyword,
        );
    }
    true
}

/// Reads a line with a key and one value.
fn setting(line: &BlockLine<'_>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) -> bool {
    let words = line.words(diagnostics);
    let [value] = &words[..] else { return false };
    if line.is_mark() {
        return false;
    }
    let place = if line.first == "variant" {
        &mut decl.variant
    } else {
        &mut decl.source_id
    };
    match place {
        Some(old) => complain_repeated(
            Code::DiagramSyntax,
            line.first,
            old.span,
            value.span,
            diagnostics,
        ),
        None => *place = Some(value.clone()),
    }
    true
}

fn to_move(line: &BlockLine<'_>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) -> bool {
    if let Some(old) = &decl.play.to_move {
        complain_repeated(
            Code::DiagramSyntax,
            line.first,
            old.span,
            line.keyword(),
            diagnostics,
        );
        return true;
    }
    let words = line.words(diagnostics);
    let [side] = &words[..] else { return false };
    decl.play.to_move = Some(side.clone()).filter(is_side);
    is_side(side)
}

fn is_side(word: &Word) -> bool {
    matches!(word.text.as_str(), "white" | "black")
}

fn moves(line: &BlockLine<'_>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) -> bool {
    if let Some(old) = &decl.play.moves {
        complain_repeated(
            Code::DiagramSyntax,
            line.first,
            old.whole(),
            line.keyword(),
            diagnostics,
        );
        return true;
    }
    let rest = line.rest();
    decl.play.moves = (!rest.is_empty()).then(|| line.text.cut(rest));
    decl.play.moves.is_some()
}

fn reserve(line: &BlockLine<'_>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) -> bool {
    let words = line.words(diagnostics);
    let [side, piece, pieces] = &words[..] else {
        return false;
    };
    let Some(pieces) = pieces.text.parse().ok().filter(|_| is_side(side)) else {
        return false;
    };
    let same = |old: &&ReserveDecl| old.side.text == side.text && old.piece.text == piece.text;
    if let Some(old) = decl.play.reserve.iter().find(same) {
        let what = format!("reserve {} {}", side.text, piece.text);
        complain_repeated(
            Code::DiagramSyntax,
            &what,
            old.piece.span,
            piece.span,
            diagnostics,
        );
        return true;
    }
    decl.play.reserve.push(ReserveDecl {
        side: side.clone(),
        piece: piece.clone(),
        pieces,
    });
    true
}

fn cells(line: &BlockLine<'_>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) -> bool {
    let is_erratum = line.first == "erratum";
    let (head, note) = line
        .raw
        .split_once(" -- ")
        .filter(|_| is_erratum)
        .unwrap_or((line.raw, &line.raw[line.raw.len()..]));
    let Some((head, cells)) = head.rsplit_once(':') else {
        return false;
    };
    let symbol = words(line.text, rest_after(head, line.first), diagnostics);
    let [symbol] = &symbol[..] else { return false };
    let cells = words(line.text, cells, diagnostics);
    let note = Word {
        text: without_claims(note.trim()),
        span: line.text.at(note.trim()),
    };
    let list = match (is_erratum, symbol.text.as_str()) {
        (false, _) => &mut decl.sources,
        (true, _) if note.text.is_empty() => {
            let expected = "expected ` -- ` and the proof that the source is wrong";
            diagnostics.error(
                Code::DiagramSyntax,
                "this erratum gives no reason",
                line.span(),
                expected,
            );
            return true;
        }
        (true, DRAWING) => &mut decl.drawing_errata,
        (true, _) => &mut decl.errata,
    };
    list.push(SourceCellsDecl {
        symbol: symbol.clone(),
        cells,
        note,
    });
    true
}

fn mark(line: &BlockLine<'_>, decl: &mut DiagramDecl, diagnostics: &mut Diagnostics) {
    let (text, raw) = (line.text, line.raw);
    let (definition, meaning) = raw
        .split_once(" -- ")
        .map_or((raw, None), |(definition, words)| (definition, Some(words)));
    let parts = definition.split_once('=');
    let symbols = parts.map(|(symbols, _)| words(text, symbols, diagnostics));
    if let (Some((_, expression)), Some([symbol])) = (parts, symbols.as_deref()) {
        let meaning = meaning.map(str::trim);
        let meaning = meaning.map(|words| Word {
            text: without_claims(words),
            span: text.at(words),
        });
        let expression = text.cut(expression);
        decl.marks.push(MarkDecl {
            symbol: symbol.clone(),
            expression,
            meaning,
        });
        return;
    }
    let line_words = words(text, raw, diagnostics);
    let word = line_words
        .first()
        .map(|word| word.text.as_str())
        .unwrap_or_default();
    let keywords = || LINES.iter().map(|(word, ..)| *word).chain([DRAWING]);
    let known: Vec<String> = LINES[2..]
        .iter()
        .map(|(word, ..)| format!("`{word}`"))
        .collect();
    let expected = format!(
        "expected a piece, a mark `x = …`, {} or `{DRAWING}`",
        known.join(", ")
    );
    let complaint = Diagnostic::error(
        Code::DiagramSyntax,
        "this line of the diagram has no meaning",
    );
    let complaint = complaint.at(line.span(), expected);
    let lacks_side = matches!(line_words.len(), 2 | 3)
        && !raw.contains('(')
        && nearest(word, keywords()).is_none();
    diagnostics.push(if lacks_side {
        let sides = Side::BOTH.map(Side::name);
        let own = line_words
            .iter()
            .find(|word| sides.contains(&word.text.as_str()));
        let side = own.map_or("white", |word| &word.text);
        let rest = line_words.iter().map(|word| word.text.as_str());
        let rest: Vec<&str> = rest.filter(|word| *word != side).collect();
        complaint.help(format!(
            "a piece begins with its side, and a label may follow: `{side} {}`",
            rest.join(" ")
        ))
    } else {
        complaint.suggest(word, keywords())
    });
}
