//! Checks that a title matches what its diagram or game shows: the pieces, cells, sides and
//! numbers that it names.
//!
//! A piece is read if its name is capitalised, a number if it is in digits. A title may describe
//! what has changed, so the previous diagram on the page counts too. Knows nothing of how a page
//! is read.

use crate::claim::{ExprContent, WordKind, unshown_words};
use crate::pages::diagram::{BaseDecl, DiagramDecl};
use crate::pages::game::GameDecl;
use padma_expr::{Number, PlacedDiagram, PlayedGame, Question, Scope, position_parts, standings};
use padma_rules::model::{CellSet, KindId, Reserve, Variant};
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// Reports what the title of a diagram names and neither its lines nor its marks do.
pub(super) fn diagram(
    decl: &DiagramDecl,
    placed: &PlacedDiagram,
    before: Option<&PlacedDiagram>,
    marked: impl Iterator<Item = CellSet>,
    questions: &[Question],
    scope: Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    if decl.title.is_empty() {
        return;
    }
    let variant = &scope.rules.variant;
    let mut named = ExprContent::default();
    for figure in before
        .into_iter()
        .chain([placed])
        .filter(|figure| figure.variant == placed.variant)
    {
        let parts = position_parts(figure, variant);
        named.add_position(parts.iter());
        // "Castle, diagonal next" counts as a Castle too.
        for kind in parts.iter().filter_map(|part| part.kind()) {
            let first = variant
                .kind(kind)
                .name
                .split_once(", ")
                .and_then(|(first, _)| find_kind(first, variant));
            named.add_kind(first);
        }
    }
    // The moves may have captured or promoted a piece.
    for piece in &decl.pieces {
        named.add_name(&piece.kind().text, None, scope);
    }
    // In "A board of 84 cells" the number is not one of the diagram's own.
    named.add_number(Number::whole(variant.board.len() as i64));
    marked.for_each(|cells| named.add_cells(cells));
    questions
        .iter()
        .for_each(|question| named.gather(&question.expr, scope));
    let sources = decl.sources.iter().map(|source| &source.cells);
    for cell in sources
        .chain(decl.errata.iter().map(|erratum| &erratum.cells))
        .flatten()
    {
        named.add_text(&cell.text);
    }
    let lists = decl
        .absent
        .iter()
        .chain(&decl.emptied)
        .chain(&decl.play.moves);
    lists.for_each(|text| named.add_text(text.text()));
    if let Some(BaseDecl::After { ply, .. }) = &decl.base {
        named.add_text(&ply.number.to_string());
    }
    complain(
        "diagram",
        &decl.title,
        decl.title_span,
        &named,
        scope,
        diagnostics,
    );
}

/// Reports what the title of a game names and neither its positions nor its moves do.
pub(super) fn game(
    decl: &GameDecl,
    played: &PlayedGame,
    scope: Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    if decl.title.is_empty() {
        return;
    }
    let mut named = ExprContent::default();
    let replay = &played.replay;
    let last = replay
        .plies
        .len()
        .checked_sub(1)
        .and_then(|last| replay.after(last));
    for state in std::iter::once(&replay.start).chain(last) {
        named.add_position(
            standings(state.position(), &Reserve::default(), Some(state.to_move())).iter(),
        );
    }
    named.add_text(decl.record.text());
    complain(
        "game",
        &decl.title,
        decl.title_span,
        &named,
        scope,
        diagnostics,
    );
}

fn find_kind(name: &str, variant: &Variant) -> Option<KindId> {
    variant
        .kind_ids()
        .find(|kind| variant.kind(*kind).name == name)
}

fn complain(
    what: &str,
    title: &str,
    at: Span,
    named: &ExprContent,
    scope: Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    for word in unshown_words(title, named, scope) {
        let text = &title[word.range.clone()];
        let expected = match word.what {
            WordKind::Piece => "expected a piece that stands there, or that a mark asks about",
            WordKind::Cell => "expected a cell with a piece or a mark, or one that a line names",
            WordKind::Side => "expected a side that has pieces there or is to move",
            WordKind::Number | WordKind::Logic(_) => {
                "expected the number of pieces or marked cells"
            }
        };
        let message =
            format!("the title of this {what} names `{text}`, which the {what} does not show");
        let complaint =
            Diagnostic::error(Code::UnreadWord, message).at(at.slice(word.range.clone()), expected);
        let pieces = named.pieces(&scope.rules.variant);
        diagnostics.push(match word.what {
            WordKind::Piece if !pieces.is_empty() => {
                complaint.help(format!("it shows {}", pieces.join(", ")))
            }
            _ => complaint,
        });
    }
}
