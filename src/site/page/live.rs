//! The data with which a page's script lets a reader move the pieces of a diagram: the diagram's
//! position, and the expressions of its marks. The script asks the program for the cells.
//! `docs/reference/templates.md` describes how the script reads it.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::edition::{Edition, TextFile};
use super::text::{drop_nulls, to_json};
use padma_book::judge::{CheckedDiagram, CheckedMark};
use padma_book::pages::made::folder;
use padma_expr::{
    PieceQuestion, PlacedDiagram, PlacedPiece, PositionPart, Unfollowed, diagram_parts,
};
use padma_rules::diagram::Mark;
use padma_rules::model::{CellSet, Variant};
use padma_words::{Say, row, say};

/// Returns the JSON for moving a diagram's pieces, or the reason why the figure cannot be changed.
pub(crate) fn figure(edition: &Edition<'_>, diagram: &CheckedDiagram) -> Result<String, String> {
    let figure = edition.checked.figure(diagram);
    let variant = &edition.variants.rules(figure.variant).variant;
    if let Some(reason) = fixed_reason(diagram, figure) {
        return Err(edition.say(reason));
    }
    let asks = |mark: &CheckedMark| mark.followed.clone().ok().flatten();
    let asked: Vec<PieceQuestion> = diagram.marks.iter().filter_map(asks).flatten().collect();
    let marks = diagram.shown.marks.iter().zip(&diagram.marks);
    let mark = |(shown, mark): (&Mark, &CheckedMark)| {
        let ask = |question: PieceQuestion| json!({"piece": question.piece, "verb": edition.say(row("pictures.verb", question.verb)), "of": question.expression});
        drop_nulls(json!({
            "meaning": shown.meaning_or_symbol(),
            "of": mark.expression.trim(),
            "asks": asks(mark).map(|questions| questions.into_iter().map(ask).collect::<Vec<_>>()),
        }))
    };
    let data = json!({
        "variant": variant.id,
        "pieces": pieces(figure, variant, diagram.marks.is_empty()),
        "rest": rest(figure, variant),
        // The piece from which a reader who uses the keyboard begins.
        "first": asked.first().map_or(0, |question| question.piece),
        "marks": marks.map(mark).collect::<Vec<_>>(),
    });
    // A `<` could end the script element.
    Ok(to_json(&data).replace('<', "\\u003c"))
}

/// Returns why a figure stays as it is printed; `None` if its pieces can be moved.
fn fixed_reason(diagram: &CheckedDiagram, figure: &PlacedDiagram) -> Option<Say> {
    if figure.pieces.is_empty() {
        return Some(say!(labels::FixedWithoutPieces));
    }
    let unfollowed = diagram
        .marks
        .iter()
        .filter_map(|mark| mark.followed.as_ref().err());
    let reasons: BTreeSet<&Unfollowed> = unfollowed.collect();
    let all_fixed =
        !diagram.marks.is_empty() && diagram.marks.iter().all(|mark| mark.followed.is_err());
    if reasons.contains(&Unfollowed::Elsewhere) || reasons.contains(&Unfollowed::NamedCell) {
        return Some(say!(labels::FixedMarks));
    }
    all_fixed.then(|| say!(labels::SameMarks))
}

/// Returns a diagram's pieces. Without marks no expression uses their labels, so each gets one of
/// its own.
fn pieces(figure: &PlacedDiagram, variant: &Variant, is_plain: bool) -> Vec<Json> {
    let piece = |(index, piece): (usize, &PlacedPiece)| {
        let kind = variant.kind(piece.kind);
        let label = if is_plain {
            format!("p{index}")
        } else {
            piece.label.clone()
        };
        drop_nulls(json!({
            "label": label,
            "kind": kind.id,
            "name": kind.name,
            "side": piece.side as usize,
            "nobodys": kind.neutral.then_some(true),
            "cell": variant.board.name(piece.cell),
            "unmoved": piece.unmoved.then_some(true),
        }))
    };
    figure.pieces.iter().enumerate().map(piece).collect()
}

/// Returns the lines of a position that a reader cannot change.
fn rest(figure: &PlacedDiagram, variant: &Variant) -> Vec<String> {
    let line = |words: &[&str], cells: &CellSet| {
        let words = words.iter().map(|word| word.to_string());
        let cells = variant.board.names_of(cells);
        words.chain(cells).collect::<Vec<_>>().join("\t")
    };
    let mut lines = vec![format!("diagram\t{}", figure.id)];
    // Without this line, the cells that are absent at first are absent.
    if figure.position.absent() != *variant.board.absent() {
        lines.push(line(&["absent"], &figure.position.absent()));
    }
    for part in diagram_parts(figure, variant) {
        match part {
            PositionPart::Aside(side, kind, count) => {
                let kind = &variant.kind(kind).id;
                lines.push(format!("hand\t{}\t{kind}\t{count}", side.name()));
            }
            PositionPart::ToMove(side) => lines.push(format!("move\t{}", side.name())),
            PositionPart::On(..) => {}
        }
    }
    if let Some(passing) = figure.position.en_passant() {
        let piece = variant.board.name(passing.piece);
        lines.push(line(&["passing", piece], &passing.cells));
    }
    lines
}

/// Whether the pieces of some diagram on a page can be moved.
pub(crate) fn is_on_page(edition: &Edition<'_>, page: usize) -> bool {
    let diagrams = edition.checked.diagrams.iter();
    !places(edition, diagrams.filter(|diagram| diagram.page == page)).is_empty()
}

/// Returns the scripts with the rules of the book's own variants, whose pieces are compared, and of
/// all other variants whose pieces can be moved in the book.
pub(crate) fn scripts(edition: &Edition<'_>) -> Vec<TextFile> {
    let moved = places(edition, edition.checked.diagrams.iter());
    let own = edition.variant_indices.iter().copied();
    let all: BTreeSet<usize> = own.chain(moved).collect();
    let script = |place: usize| {
        let id = &edition.variants.rules(place).variant.id;
        let toml = edition.library.published_toml(id)?;
        Some(TextFile {
            path: format!("{}{id}.js", folder::RULES),
            text: format!(
                "\"use strict\";\n(window.padmaTexts ??= {{}})[{}] = {};\n",
                to_json(id),
                to_json(&toml)
            ),
        })
    };
    all.into_iter().filter_map(script).collect()
}

/// Returns the variants of those diagrams whose pieces can be moved, each once.
fn places<'a>(
    edition: &Edition<'_>,
    diagrams: impl Iterator<Item = &'a CheckedDiagram>,
) -> BTreeSet<usize> {
    let figures = diagrams.map(|diagram| (diagram, edition.checked.figure(diagram)));
    let moved = figures.filter(|(diagram, figure)| fixed_reason(diagram, figure).is_none());
    moved.map(|(_, figure)| figure.variant).collect()
}
