//! Checks that a title matches what its diagram or game shows: the pieces, cells, sides and
//! numbers that it names.
//!
//! A piece is read if its name is capitalised, a number if it is in digits. A title may describe
//! what has changed, so the previous diagram on the page counts too. Knows nothing of how a page
//! is read.

use crate::claim::{AuthorText, ExprContent, WordKind, unshown_words};
use crate::pages::diagram::{BaseDecl, DiagramDecl};
use crate::pages::game::GameDecl;
use padma_expr::{
    Number, PlacedDiagram, PlayedGame, Question, Scope, diagram_parts, parts_of_position,
};
use padma_rules::model::{CellSet, KindId, Reserve, Variant};
use padma_rules::names::{is_foreign_cell, unknown_cell};
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// Reports the words in a diagram's title that name something absent from its lines and marks.
pub(super) fn check_diagram(
    decl: &DiagramDecl,
    placed: &PlacedDiagram,
    previous: Option<&PlacedDiagram>,
    marked: impl Iterator<Item = CellSet>,
    questions: &[&Question],
    scope: Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    if decl.title.is_empty() {
        return;
    }
    let variant = &scope.rules.variant;
    let mut content = ExprContent::default();
    for figure in previous
        .into_iter()
        .chain([placed])
        .filter(|figure| figure.variant == placed.variant)
    {
        let parts = diagram_parts(figure, variant);
        content.add_position(parts.iter());
        // "Castle, diagonal next" counts as a Castle too.
        for kind in parts.iter().filter_map(|part| part.kind()) {
            let first = variant
                .kind(kind)
                .name
                .split_once(", ")
                .and_then(|(first, _)| find_kind(first, variant));
            content.add_kind(first);
        }
    }
    // A placed piece counts even if the moves have captured or promoted it.
    for piece in &decl.pieces {
        content.add_name(&piece.kind().text, None, scope);
    }
    // A title such as "A board of 84 cells" may name the size of the board.
    content.add_number(Number::whole(variant.board.len() as i64));
    marked.for_each(|cells| content.add_cells(cells));
    questions
        .iter()
        .for_each(|question| content.add_expr(&question.expr, scope));
    // A title names the sides that are shown.
    content.name_sides_only();
    let sources = decl.sources.iter().map(|source| &source.cells);
    for cell in sources
        .chain(decl.errata.iter().map(|erratum| &erratum.cells))
        .flatten()
    {
        content.add_text(&cell.text);
    }
    let lists = decl
        .absent
        .iter()
        .chain(&decl.emptied)
        .chain(&decl.play.moves);
    lists.for_each(|text| content.add_text(text.text()));
    if let Some(BaseDecl::After { ply, .. }) = &decl.base {
        content.add_text(&ply.number.to_string());
    }
    report_unshown(
        "diagram",
        &decl.title,
        decl.title_span,
        &content,
        scope,
        diagnostics,
    );
}

/// Reports the words in a game's title that name something absent from its moves and from its
/// first and last positions.
pub(super) fn check_game(
    decl: &GameDecl,
    played: &PlayedGame,
    scope: Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    if decl.title.is_empty() {
        return;
    }
    let mut content = ExprContent::default();
    let replay = &played.replay;
    let last = replay
        .plies
        .len()
        .checked_sub(1)
        .and_then(|last| replay.after(last));
    for state in std::iter::once(&replay.start).chain(last) {
        content.add_position(
            parts_of_position(state.position(), &Reserve::default(), Some(state.to_move())).iter(),
        );
    }
    content.add_text(decl.record.text());
    report_unshown(
        "game",
        &decl.title,
        decl.title_span,
        &content,
        scope,
        diagnostics,
    );
}

fn find_kind(name: &str, variant: &Variant) -> Option<KindId> {
    variant
        .kind_ids()
        .find(|kind| variant.kind(*kind).name == name)
}

fn report_unshown(
    what: &str,
    title: &str,
    title_span: Span,
    content: &ExprContent,
    scope: Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let read = AuthorText::in_english(title);
    let foreign = read.cell_shaped();
    let foreign = foreign.filter(|range| is_foreign_cell(&title[range.clone()]));
    for range in foreign {
        let (word, span) = (&title[range.clone()], title_span.slice(range));
        diagnostics.push(unknown_cell(word, span, &scope.rules.variant.board));
    }
    for word in unshown_words(&read, content, scope) {
        let text = &title[word.range.clone()];
        let expected = match word.kind {
            WordKind::Piece => "expected a piece that stands there, or that a mark asks about",
            WordKind::Cell => "expected a cell with a piece or a mark, or one that a line names",
            WordKind::Side => "expected a side that has pieces there or is to move",
            _ => "expected the number of pieces or marked cells",
        };
        let message =
            format!("the title of this {what} names `{text}`, which the {what} does not show");
        let complaint = Diagnostic::error(Code::UnreadWord, message)
            .at(title_span.slice(word.range.clone()), expected);
        let pieces = content.piece_names(&scope.rules.variant);
        diagnostics.push(match word.kind {
            WordKind::Piece if !pieces.is_empty() => {
                complaint.help(format!("it shows {}", pieces.join(", ")))
            }
            _ => complaint,
        });
    }
}
