//! Hover texts: the meaning of a name, the result of a claim, the picture of a diagram.

use std::path::Path;

use lsp_types::Position;
use serde_json::{Value, json};

use super::document::LineIndex;
use super::index::{NameKind, Occurrence};
use super::keys;
use super::snapshot::Snapshot;
use padma_book::judge::{
    BookSentence, Checked, CheckedClaim, CheckedDiagram, DiagramNaming, book_sentences,
    restate_claim, restate_mark,
};
use padma_expr::{Evidence, Mention, mentions};
use padma_picture::backend::ascii;
use padma_rules::diagram::{Diagram, Mark};
use padma_rules::model::Variant;
use padma_text::{SourceId, Span};
use padma_variant::decl::{piece, top};
use padma_variant::describe;
use padma_variant::form::Fields;
use padma_words::english;

/// Returns the hover text for a position of a file, in Markdown.
pub(super) fn hover(book: &Snapshot, path: &Path, position: Position) -> Value {
    let Some(source) = book.source(path) else {
        return Value::Null;
    };
    let text = book.session.sources.get(source).text();
    let lines = LineIndex::new(text);
    let offset = lines.offset(position);
    let occurrence = book.occurrence_at(source, offset);
    let mut parts: Vec<String> = occurrence
        .and_then(|occurrence| meaning(book, occurrence))
        .into_iter()
        .collect();
    let mut span = occurrence.map(|occurrence| occurrence.span);
    if let Some(checked) = &book.checked {
        let claim = claim_at(checked, source, offset);
        if let Some((claim, extent)) = claim {
            parts.push(claim_text(book, checked, claim));
            span = span.or(Some(extent));
        }
        let shows_diagram = occurrence.is_none_or(|occurrence| {
            matches!(occurrence.symbol.kind, NameKind::Diagram | NameKind::Label)
        });
        if let Some((diagram, extent)) =
            diagram_at(checked, source, offset).filter(|_| shows_diagram)
        {
            parts.push(describe_diagram(book, checked, diagram));
            span = span.or(Some(extent));
        }
    }
    // A word of a movement that is not a name shows the description of the whole movement.
    let mut files = book.session.library.parsed_variants();
    let file = files.find(|(_, file, _)| *file == source);
    if let (Some((name, _, fields)), true) = (file, parts.is_empty()) {
        let is_around = |piece: &&Fields| {
            [piece::MOVEMENT.untyped(), piece::BETZA.untyped()]
                .into_iter()
                .filter_map(|key| piece.value(key)?.span())
                .any(|span| span.range().contains(&offset))
        };
        let piece = fields.tables(top::PIECE).iter().find(is_around);
        if let (Some(piece), Some(own)) = (piece, book.session.library.variants.find(name)) {
            parts.extend(describe_piece(book.variant(own), piece.str(piece::ID)));
            span = Some(Span::new(source, offset..offset));
        }
    }
    if parts.is_empty() {
        let (range, doc) = match keys::doc_at(path, text, offset) {
            Some(found) => found,
            None => return Value::Null,
        };
        span = Some(Span::new(source, range));
        parts.push(doc);
    }
    let range = span.map(|span| lines.range(span.range()));
    json!({ "contents": { "kind": "markdown", "value": parts.join("\n\n---\n\n") }, "range": range })
}

/// Describes what a name stands for.
fn meaning(book: &Snapshot, occurrence: &Occurrence) -> Option<String> {
    let name = &occurrence.symbol.name;
    let variant = occurrence.variant.map(|place| book.variant(place));
    match occurrence.symbol.kind {
        NameKind::Piece => describe_piece(variant?, name),
        NameKind::Label => {
            let placed = book.diagram(&occurrence.symbol.home)?;
            let shown = placed.pieces.iter().find(|piece| piece.label == *name)?;
            describe_piece(variant?, &variant?.kind(shown.kind).id)
        }
        NameKind::Set => describe_set(variant?, name),
        NameKind::Function => padma_expr::explain(name).map(|text| format_forms(&text)),
        NameKind::Direction => Some(format!(
            "`{name}`: a class of directions of {}",
            variant?.title
        )),
        NameKind::Variant => variant.map(variant_summary),
        NameKind::Page => {
            let page = book.pages().find(|page| page.path == *name);
            page.map(|page| format!("{}: `{name}`", page.title))
        }
        // `hover` describes a claim or a diagram itself; a game has no description.
        NameKind::Claim | NameKind::Diagram | NameKind::Game => None,
    }
}

/// Formats the ways to call a function as code, each followed by what it returns.
pub(super) fn format_forms(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("    ") {
        Some(says) => format!("{says}\n\n"),
        None => format!("`{}`  \n", line.replace("), ", ")`, `")),
    };
    text.lines()
        .map(line)
        .collect::<String>()
        .trim_end()
        .to_string()
}

/// Describes a piece: its movement and all rules about it.
pub(super) fn describe_piece(variant: &Variant, id: &str) -> Option<String> {
    let place = variant.kind_named(id)?;
    let kind = variant.kind(place);
    let mut text = format!(
        "**{}** (`{id}`) {}.",
        kind.name,
        english().say(describe::movement_said(variant, place))
    );
    for statement in describe::piece(variant, place) {
        text += " ";
        text += &english().say(statement.said);
    }
    Some(text)
}

/// Returns the cells of a set, for White, and for Black where they differ.
pub(super) fn describe_set(variant: &Variant, name: &str) -> Option<String> {
    let set = variant.sets.get(name)?;
    let cells = |set| variant.board.names_of(set).join(" ");
    let mut text = format!(
        "`{name}`: {} of the {} cells of {}\n\n",
        set.white.len(),
        variant.board.len(),
        variant.title
    );
    text += &cells(&set.white);
    if set.black != set.white {
        text += &format!("\n\nfor Black: {}", cells(&set.black));
    }
    Some(text)
}

fn variant_summary(variant: &Variant) -> String {
    format!(
        "**{}**: {} cells, {} pieces",
        variant.title,
        variant.board.len(),
        variant.kinds.len()
    )
}

/// Returns the claim whose link or definition encloses a byte.
fn claim_at(checked: &Checked, source: SourceId, offset: usize) -> Option<(&CheckedClaim, Span)> {
    let is_in = |span: Span| span.source == source && span.range().contains(&offset);
    let mut links = checked
        .claims
        .iter()
        .map(|claim| (claim, checked.link(claim).span));
    links.find(|(_, span)| is_in(*span)).or_else(|| {
        let mut defined = checked.book.pages.iter().flat_map(|page| &page.definitions);
        let defined = defined.find(|decl| is_in(decl.name.span.to(decl.body.whole())))?;
        Some((
            checked.claim_stating(&defined.name.text)?,
            defined.name.span.to(defined.body.whole()),
        ))
    })
}

/// Describes the result of a claim.
fn claim_text(book: &Snapshot, checked: &Checked, claim: &CheckedClaim) -> String {
    let judgement = &claim.judgement;
    let mut text = format!("**{}**", judgement.verdict.words());
    let variants = &book.session.library.variants;
    let Some(variant) = claim.variant.map(|place| book.variant(place)) else {
        return format!("{text}: {}", judgement.note);
    };
    if let Some(actual) = &judgement.actual {
        text += &format!(": `{}` is **{}**", claim.expression, actual.show(variant));
    }
    let says = restate_claim(checked, claim, variants, DiagramNaming::ById);
    if let Some(says) = says.filter(|says| says.is_in_words) {
        text += &format!("\n\n{}", says.english());
    }
    if let Some(source) = &judgement.source {
        text += &format!("\n\nThe source says {}.", source.show(variant));
    }
    for (name, value) in &judgement.readings {
        text += &format!("\n\n{name}: {}", value.show(variant));
    }
    if !judgement.note.is_empty() {
        text += &format!("\n\n{}", judgement.note);
    }
    if checked.book.review.is_some() {
        let index = checked.claims.iter().position(|other| other.id == claim.id);
        let sentences = book_sentences(checked);
        let of =
            |sentence: &&BookSentence| index.is_some_and(|index| sentence.claims.contains(&index));
        if let Some(sentence) = sentences.iter().find(of) {
            text += &format!("\n\nThe sentence: {}", sentence.state.name());
        }
    }
    if judgement.is_vacuous {
        text += "\n\nNothing can make this claim fail.";
    }
    if let Some(picture) = draw_cells(checked, claim, variant) {
        text += &format!("\n\n```text\n{}\n```", picture.trim_end());
    }
    text
}

/// Draws the cells that a claim lists or counts, with the pieces of the diagram that it refers to.
fn draw_cells(checked: &Checked, claim: &CheckedClaim, variant: &Variant) -> Option<String> {
    let cells = match (&claim.judgement.actual, &claim.judgement.evidence) {
        (Some(padma_expr::ExprValue::Cells(cells)), _) | (_, Some(Evidence::Counted(cells))) => {
            **cells
        }
        _ => return None,
    };
    let link = checked.link(claim);
    let nearby = link.diagram.and_then(|nearest| {
        checked
            .diagrams
            .iter()
            .find(|diagram| diagram.page == claim.page && diagram.index == nearest)
    });
    let nearby = nearby.filter(|nearby| {
        let figure = checked.figure(nearby);
        let is_label = |mention: &Mention<'_>| match mention {
            Mention::Name(name, _, Some(_)) => {
                figure.pieces.iter().any(|piece| piece.label == *name)
            }
            _ => false,
        };
        let question = claim.question();
        Some(figure.variant) == claim.variant
            && question.is_some_and(|question| mentions(&question.expr).iter().any(is_label))
    });
    let mark = Mark {
        symbol: "x".to_string(),
        cells,
        meaning: claim.expression.clone(),
    };
    let mut diagram = nearby.map_or_else(
        || Diagram::of_board(&variant.board),
        |nearby| nearby.shown.clone(),
    );
    diagram.title.clear();
    diagram.marks = vec![mark];
    Some(ascii::draw_brief(&diagram, &variant.board, english()))
}

fn diagram_at(
    checked: &Checked,
    source: SourceId,
    offset: usize,
) -> Option<(&CheckedDiagram, Span)> {
    checked.diagrams.iter().find_map(|diagram| {
        let span = checked.book.pages[diagram.page].diagrams[diagram.index].span;
        (span.source == source && span.range().contains(&offset)).then_some((diagram, span))
    })
}

/// Draws a diagram as text, followed by the meaning of its marks.
fn describe_diagram(book: &Snapshot, checked: &Checked, diagram: &CheckedDiagram) -> String {
    let variant = book.variant(checked.figure(diagram).variant);
    let picture = ascii::draw(&diagram.shown, &variant.board, english());
    let mut text = format!("```text\n{}\n```", picture.trim_end());
    for mark in &diagram.marks {
        let sentence = restate_mark(
            checked,
            diagram,
            mark,
            &book.session.library.variants,
            DiagramNaming::ById,
        );
        let sentence = sentence.map_or_else(|| mark.note.clone(), |says| says.english());
        text += &format!(
            "\n\n`{}`, **{}**: {sentence}",
            mark.symbol,
            mark.verdict.words()
        );
    }
    text
}
