//! The words in a drawing's cells: labels of pieces, symbols of marks, and the cells' own names.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::flaws::{shorten, span};
use crate::pages::diagram::MarkDecl;
use padma_rules::model::sketch::{BLACK, CellWords, Manner, STROKES, ruled};
use padma_rules::model::{Board, Cell, CellSet, KindId, Side};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::english::join_list;
use padma_text::{Excerpt, Span};

/// For each piece, its cell in the drawing and the span of the word there.
pub(super) type PiecePlaces = Vec<Option<(Cell, Span)>>;

/// The cells that contain a mark's symbols, with their spans; a cell may hold several.
pub(crate) type SymbolSpans = Vec<(Cell, Span)>;

/// Surrounds, or precedes, a Black piece's label in some drawings.
const STAR: char = '*';
/// The maximum number of mistakes reported for the words of one drawing.
const MAX_REPORTED: usize = 8;

/// Checks that labels and symbols cannot be mistaken for strokes or for each other.
pub(super) fn check_writable(
    pieces: &[NamedPiece],
    marks: &[MarkDecl],
    board: &Board,
    diagnostics: &mut Diagnostics,
) {
    let is_ruled = board
        .sketch()
        .is_some_and(|sketch| sketch.manner == Manner::Ruled);
    let own: &[char] = if is_ruled { &ruled::SIGNS } else { &STROKES };
    let labels = pieces
        .iter()
        .map(|piece| (&piece.label, piece.label_span, "label"));
    let symbols = marks
        .iter()
        .map(|mark| (&mark.symbol.text, mark.symbol.span, "symbol"));
    for (text, at, what) in labels.chain(symbols) {
        let is_point = is_ruled && text == ruled::POINT;
        if text.is_empty() || is_point || text.contains(own) || text.contains(char::is_whitespace) {
            let message = format!("this {what} cannot be distinguished from a drawing's strokes");
            let strokes: Vec<String> = own.iter().map(|stroke| format!("`{stroke}`")).collect();
            let label = match is_point {
                true => format!("`{}` is an empty point", ruled::POINT),
                false => format!(
                    "expected no space and none of {}",
                    join_list(&strokes, "and")
                ),
            };
            diagnostics.push(Diagnostic::error(Code::DrawingWord, message).at(at, label));
        }
    }
    let symbols: BTreeMap<&str, Span> = marks
        .iter()
        .map(|mark| (mark.symbol.text.as_str(), mark.symbol.span))
        .collect();
    for piece in pieces {
        let shown = piece.display_label();
        let same = [piece.label.as_str(), &shown]
            .into_iter()
            .find_map(|word| symbols.get_key_value(word));
        if let Some((symbol, at)) = same {
            let message = format!("in a drawing, `{symbol}` would be both a piece and a mark");
            diagnostics.push(
                Diagnostic::error(Code::DrawingWord, message)
                    .at(piece.label_span, "the piece's label")
                    .also_at(*at, "the mark's symbol"),
            );
        }
    }
}

/// A piece of a diagram whose side and kind have been looked up.
pub(in crate::place) struct NamedPiece {
    pub label: String,
    /// Whether the piece's line gives a label.
    pub has_label: bool,
    /// The word that gives the label: the label itself, or the piece.
    pub label_span: Span,
    pub kind: KindId,
    pub side: Side,
    /// The cell that the piece's line gives, if any.
    pub cell: Option<(Cell, Span)>,
    /// Whether the line says that the piece has not moved.
    pub unmoved: bool,
}

impl NamedPiece {
    /// Returns the label as Padma's own drawings show it.
    fn display_label(&self) -> String {
        match self.side {
            Side::White => self.label.clone(),
            Side::Black => format!("{}{BLACK}", self.label),
        }
    }

    /// Whether two pieces are interchangeable in a drawing.
    fn is_like(&self, other: &NamedPiece) -> bool {
        (self.side, self.kind, &self.label) == (other.side, other.kind, &other.label)
    }
}

/// Returns each piece's cell in the drawing with the span of its word, the cells of each mark, and
/// the places of each mark's symbols.
pub(super) fn look_up(
    inscribed: &CellWords,
    text: &Excerpt,
    pieces: &[NamedPiece],
    marks: &[MarkDecl],
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> (PiecePlaces, Vec<CellSet>, Vec<SymbolSpans>) {
    let mut symbols: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, mark) in marks.iter().enumerate() {
        symbols.entry(&mark.symbol.text).or_default().push(index);
    }
    let mut words = DrawingWords {
        text,
        pieces,
        board,
        symbols,
        pieces_by_label: pieces_by_label(pieces),
        places: vec![None; pieces.len()],
        cells: vec![CellSet::EMPTY; marks.len()],
        symbols_at: vec![Vec::new(); marks.len()],
        has_unknown: false,
        misplaced: BTreeSet::new(),
        complaints: 0,
        diagnostics,
    };
    for (cell, rows) in inscribed.iter() {
        words.read_cell(cell, rows);
    }
    words.check_all_found();
    (words.places, words.cells, words.symbols_at)
}

/// Returns the indices of the pieces with each label. A Black piece's label ends with `'`, which
/// may be left out if no other piece then has the same label.
fn pieces_by_label(pieces: &[NamedPiece]) -> BTreeMap<String, Vec<usize>> {
    let mut shown: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut bare: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, piece) in pieces.iter().enumerate() {
        shown.entry(piece.display_label()).or_default().push(index);
        bare.entry(piece.label.clone()).or_default().push(index);
    }
    for (label, pieces) in bare {
        shown.entry(label).or_insert(pieces);
    }
    shown
}

/// The state of looking up which piece or mark each word of a drawing is.
struct DrawingWords<'a> {
    text: &'a Excerpt,
    pieces: &'a [NamedPiece],
    board: &'a Board,
    /// The indices of the marks with each symbol; duplicate symbols are reported elsewhere.
    symbols: BTreeMap<&'a str, Vec<usize>>,
    pieces_by_label: BTreeMap<String, Vec<usize>>,
    places: Vec<Option<(Cell, Span)>>,
    cells: Vec<CellSet>,
    symbols_at: Vec<SymbolSpans>,
    /// Whether some word is unknown.
    has_unknown: bool,
    /// The pieces that have been reported as standing on a wrong cell.
    misplaced: BTreeSet<usize>,
    complaints: usize,
    diagnostics: &'a mut Diagnostics,
}

/// A word, or two words in two rows of a cell that form one label.
struct Inscription {
    text: String,
    span: Span,
}

impl DrawingWords<'_> {
    fn read_cell(&mut self, cell: Cell, rows: &[Vec<Range<usize>>]) {
        // Whether the first word of this row was joined to the last of the row above.
        let mut is_joined = false;
        for (row, words) in rows.iter().enumerate() {
            let first = usize::from(std::mem::take(&mut is_joined));
            for (index, range) in words.iter().enumerate().skip(first) {
                if self.complaints > MAX_REPORTED {
                    return;
                }
                let word = self.inscription(range);
                if self.interpret(&word, cell) {
                    continue;
                }
                let is_last = index + 1 == words.len();
                let next = rows
                    .get(row + 1)
                    .and_then(|next| next.first())
                    .filter(|_| is_last);
                match next.and_then(|next| self.join_words(&word, &self.inscription(next))) {
                    Some(whole) => is_joined = self.interpret(&whole, cell),
                    None => self.complain_unknown(&word, cell),
                }
            }
        }
    }

    fn inscription(&self, word: &Range<usize>) -> Inscription {
        let text = &self.text.text()[word.clone()];
        // A Black piece may be written between stars, or with one star in front.
        let starred = text
            .strip_prefix(STAR)
            .map(|label| label.strip_suffix(STAR).unwrap_or(label));
        let known = self.symbols.contains_key(text) || self.pieces_by_label.contains_key(text);
        let text = match starred.filter(|label| !known && !label.is_empty()) {
            Some(label) => format!("{label}{BLACK}"),
            None => text.to_string(),
        };
        Inscription {
            text,
            span: span(self.text, word),
        }
    }

    /// Returns the label that two words form, with or without the hyphen between them.
    fn join_words(&self, word: &Inscription, next: &Inscription) -> Option<Inscription> {
        let (one, other) = (word.text.as_str(), next.text.as_str());
        let whole = [
            format!("{one}{other}"),
            format!("{one}{}", other.strip_prefix('-').unwrap_or(other)),
            format!("{}{other}", one.strip_suffix('-').unwrap_or(one)),
        ];
        let text = whole
            .into_iter()
            .find(|text| self.pieces_by_label.contains_key(text))?;
        Some(Inscription {
            text,
            span: word.span,
        })
    }

    /// Interprets a word; false if it is unknown.
    fn interpret(&mut self, word: &Inscription, cell: Cell) -> bool {
        if let Some(marks) = self.symbols.get(word.text.as_str()) {
            for mark in marks {
                self.cells[*mark].insert(cell);
                self.symbols_at[*mark].push((cell, word.span));
            }
            return true;
        }
        if let Some(candidates) = self.pieces_by_label.get(&word.text).cloned() {
            self.place_piece(word, cell, &candidates);
            return true;
        }
        word.text == self.board.name(cell)
    }

    fn place_piece(&mut self, word: &Inscription, cell: Cell, candidates: &[usize]) {
        // A piece whose line gives this cell needs no `'` after its label.
        let listed_here = self.pieces.iter().position(|piece| {
            piece.cell.is_some_and(|(own, _)| own == cell)
                && (piece.label == word.text || piece.display_label() == word.text)
        });
        if let Some(piece) = listed_here {
            if let Some((_, first)) = self.places[piece].replace((cell, word.span)) {
                let message = format!("`{}` appears twice in {}", word.text, self.board.name(cell));
                let complaint = Diagnostic::error(Code::DrawingWord, message);
                self.complain(
                    complaint
                        .at(word.span, "the second")
                        .also_at(first, "the first"),
                );
            }
            return;
        }
        let without_cell = || {
            candidates
                .iter()
                .copied()
                .filter(|piece| self.pieces[*piece].cell.is_none())
        };
        let Some(piece) = without_cell().find(|piece| self.places[*piece].is_none()) else {
            return self.complain_surplus(word, cell, candidates);
        };
        // Only the first word is reported for pieces that are alike.
        let is_first = without_cell().next() == Some(piece);
        let other = without_cell()
            .find(|other| is_first && !self.pieces[*other].is_like(&self.pieces[piece]));
        if let Some(other) = other {
            let message = format!("`{}` could be either of two pieces", word.text);
            self.complain(
                Diagnostic::error(Code::DrawingWord, message)
                    .at(word.span, format!("is in {}", self.board.name(cell)))
                    .also_at(self.pieces[piece].label_span, "one")
                    .also_at(self.pieces[other].label_span, "the other")
                    .help("write each piece's cell after it"),
            );
        }
        self.places[piece] = Some((cell, word.span));
    }

    fn complain_surplus(&mut self, word: &Inscription, cell: Cell, candidates: &[usize]) {
        let cell_name = self.board.name(cell);
        let placed = candidates.iter().find_map(|piece| self.places[*piece]);
        let declared = candidates
            .iter()
            .find_map(|piece| Some((*piece, self.pieces[*piece].cell?)));
        if let Some((piece, (own, line))) = declared {
            self.misplaced.insert(piece);
            let message = format!("`{}` stands on {cell_name} in this drawing", word.text);
            self.complain(
                Diagnostic::error(Code::DrawingWord, message)
                    .at(word.span, format!("is in {cell_name}"))
                    .also_at(line, format!("expected on {}", self.board.name(own))),
            );
        } else if let Some((other, first)) = placed {
            let message = format!(
                "`{}` stands on {} and on {cell_name}",
                word.text,
                self.board.name(other)
            );
            self.complain(
                Diagnostic::error(Code::DrawingWord, message)
                    .at(word.span, "the second")
                    .also_at(first, "the first")
                    .help("for another piece with this label, add another line"),
            );
        }
    }

    fn complain_unknown(&mut self, word: &Inscription, cell: Cell) {
        self.has_unknown = true;
        let name = self.board.name(cell);
        let message = format!(
            "`{}` is neither a piece nor a mark of this diagram",
            shorten(&word.text)
        );
        let labels = self.pieces.iter().map(|piece| piece.label.as_str());
        let complaint = Diagnostic::error(Code::DrawingWord, message)
            .at(word.span, format!("is in {name}"))
            .suggest(
                &word.text,
                labels.chain(self.symbols.keys().copied()).chain([name]),
            );
        self.complain(complaint);
    }

    fn check_all_found(&mut self) {
        // An unknown word may be a piece's label.
        if self.has_unknown {
            return;
        }
        for (index, piece) in self.pieces.iter().enumerate() {
            if self.places[index].is_some() || self.misplaced.contains(&index) {
                continue;
            }
            let message = format!("`{}` is nowhere in this drawing", piece.label);
            let expected = match piece.cell {
                Some((cell, _)) => format!("expected in {}", self.board.name(cell)),
                None => "expected in one of its cells".to_string(),
            };
            self.complain(
                Diagnostic::error(Code::DrawingWord, message).at(piece.label_span, expected),
            );
        }
    }

    fn complain(&mut self, complaint: Diagnostic) {
        self.complaints += 1;
        if self.complaints <= MAX_REPORTED {
            self.diagnostics.push(complaint);
        }
    }
}
