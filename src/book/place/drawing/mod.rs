//! Reads the drawing in a diagram: where its pieces stand, and which cells it marks. [`sketch`]
//! parses the strokes; this module looks up the words between them and reports flaws.

mod flaws;
mod words;

pub(super) use words::NamedPiece;
pub(crate) use words::SymbolSpans;

use crate::pages::diagram::{DiagramDecl, DrawingDecl};
use padma_rules::model::sketch::ruled::{self, RuledDrawing};
use padma_rules::model::sketch::{self, CellWords, Manner};
use padma_rules::model::{Board, CellSet};
use padma_rules::names::cell_named;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// The cells that a diagram's drawing marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DrawnCells {
    /// The diagram has no drawing.
    #[default]
    Nothing,
    /// The drawing cannot be read; that has been reported.
    Unreadable,
    /// The cells of each mark of the diagram.
    Marks(Vec<CellSet>),
}

/// The marks of a diagram's drawing.
#[derive(Clone, Debug, Default)]
pub struct DrawnMarks {
    /// The cells that the drawing marks.
    pub cells: DrawnCells,
    /// The places of each mark's symbols.
    pub symbols_at: Vec<SymbolSpans>,
}

/// The content of a drawing: its marks, and the cells of pieces whose lines give none.
#[derive(Default)]
pub(super) struct DrawingReading {
    pub marks: DrawnMarks,
    pub places: words::PiecePlaces,
    /// The cells that the drawing leaves out, on a board where cells can be absent.
    pub absent: Option<CellSet>,
}

/// The maximum size of a drawing, in bytes: many times that of the largest board's drawing.
const MAX_DRAWING: usize = 256 * 1024;

/// Reads the drawing of a diagram. If some piece or mark is unknown, only the strokes are checked.
pub(super) fn read(
    decl: &DiagramDecl,
    drawing: &DrawingDecl,
    pieces: &[NamedPiece],
    all_known: bool,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> DrawingReading {
    let mut complaints = Diagnostics::default();
    let marks = &decl.marks;
    let left_out = cells_left_out(decl, board, &mut complaints);
    let inscribed = read_inscriptions(drawing, left_out, board, &mut complaints);
    words::check_writable(pieces, marks, board, &mut complaints);
    if pieces.len() > board.len() {
        let message = format!(
            "{} pieces do not fit on {} cells",
            pieces.len(),
            board.len()
        );
        complaints.error(
            Code::DrawingWord,
            message,
            drawing.keyword,
            "expected at most one for each cell",
        );
    }
    let mut reading = DrawingReading::default();
    reading.marks.cells = DrawnCells::Unreadable;
    reading.absent = inscribed.as_ref().and_then(|(_, absent)| *absent);
    if let Some((inscribed, _)) = inscribed.filter(|_| all_known && !complaints.has_errors()) {
        let (places, cells, symbols_at) = words::look_up(
            &inscribed,
            &drawing.text,
            pieces,
            marks,
            board,
            &mut complaints,
        );
        (reading.places, reading.marks.symbols_at) = (places, symbols_at);
        if !complaints.has_errors() {
            reading.marks.cells = DrawnCells::Marks(cells);
        }
    }
    diagnostics.extend(complaints);
    reading
}

/// Returns the cells that the errata of a drawing say it leaves out.
fn cells_left_out(decl: &DiagramDecl, board: &Board, diagnostics: &mut Diagnostics) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for word in decl
        .drawing_errata
        .iter()
        .flat_map(|erratum| &erratum.cells)
    {
        let cell = cell_named(board, &word.text, word.span, diagnostics);
        cell.into_iter().for_each(|cell| cells.insert(cell));
    }
    if let Some(erratum) = decl.drawing_errata.first()
        && board
            .sketch()
            .is_some_and(|sketch| sketch.manner == Manner::Outlined)
    {
        let complaint = Diagnostic::error(
            Code::DiagramSyntax,
            "a drawing of this board cannot leave out a cell",
        );
        let label = "only ranks of points and squares can be short";
        diagnostics.push(complaint.at(erratum.symbol.span, label));
    }
    cells
}

/// Returns the words in each cell and, on a board where cells can be absent, the cells left out.
/// Returns `None` if the drawing does not match the board.
fn read_inscriptions(
    drawing: &DrawingDecl,
    left_out: CellSet,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> Option<(CellWords, Option<CellSet>)> {
    let text = drawing.text.text();
    if text.trim().is_empty() {
        // This was reported when the block was read.
        return None;
    }
    if text.len() > MAX_DRAWING {
        let complaint = Diagnostic::error(Code::TooLarge, "this drawing is too large to be read");
        diagnostics.push(complaint.at(drawing.keyword, format!("at most {MAX_DRAWING} bytes")));
        return None;
    }
    let Some(sketch) = board.sketch() else {
        let help = "only a board whose extra cells are all left or right of an upright square \
                    can be drawn this way";
        diagnostics.push(
            Diagnostic::error(
                Code::DiagramSyntax,
                "this board cannot be drawn with characters",
            )
            .at(
                drawing.keyword,
                "expected the pieces' cells and `source` lines instead",
            )
            .help(help),
        );
        return None;
    };
    let read = match sketch.manner {
        Manner::Outlined => sketch::read(sketch, text).map(|inscribed| (inscribed, None)),
        Manner::Ruled => ruled::read(board, text, left_out).map(
            |RuledDrawing {
                 words: inscribed,
                 absent,
             }| (inscribed, Some(absent)),
        ),
    };
    match read {
        Ok(read) => Some(read),
        Err(flaws) => {
            flaws
                .iter()
                .for_each(|flaw| diagnostics.push(flaws::complaint(flaw, &drawing.text, board)));
            None
        }
    }
}
