//! `padma check --format json`: a contract others' scripts rely on.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::claim::{Number, Value, Verdict};
use crate::judge::{Checked, CheckedClaim, CheckedDiagram, CheckedGame, Coverage, place, ply_id, result_id};
use crate::lower::Variants;
use crate::model::{CellSet, Variant};
use crate::play::Verdict as Played;
use crate::text::Sources;

#[derive(Serialize)]
struct BookView<'a> {
    book: &'a str,
    claims: Vec<ClaimView<'a>>,
    diagrams: Vec<DiagramView<'a>>,
    summary: Json,
    /// Only where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<Json>,
}

#[derive(Serialize)]
struct ClaimView<'a> {
    id: Cow<'a, str>,
    page: Cow<'a, str>,
    line: usize,
    column: usize,
    text: &'a str,
    expression: Cow<'a, str>,
    expected: Json,
    actual: Json,
    source: Json,
    verdict: &'a str,
    note: &'a str,
}

#[derive(Serialize)]
struct DiagramView<'a> {
    id: &'a str,
    source_id: &'a str,
    title: &'a str,
    page: &'a str,
    line: usize,
    variant: &'a str,
    placements: Vec<PlacementView<'a>>,
    marks: Vec<MarkView<'a>>,
    verdict: &'a str,
}

#[derive(Serialize)]
struct PlacementView<'a> {
    label: &'a str,
    piece: &'a str,
    cell: &'a str,
    side: &'a str,
}

#[derive(Serialize)]
struct MarkView<'a> {
    mark: &'a str,
    cells: Vec<String>,
    source: Option<Vec<String>>,
    verdict: &'a str,
    note: &'a str,
}

/// The document that holds these books, with a newline at its end.
pub(super) fn json(books: &[String]) -> String {
    format!("{{\"version\":1,\"books\":[{}]}}\n", books.join(","))
}

pub(super) fn book(
    checked: &Checked,
    coverage: Option<&Coverage>,
    variants: &Variants,
    sources: &Sources,
) -> String {
    let claims = checked.claims.iter().map(|claim| claim_view(checked, claim, variants, sources));
    let plies = checked
        .games
        .iter()
        .flat_map(|game| ply_views(checked, game, sources).chain(result_view(checked, game, sources)));
    let view = BookView {
        book: &checked.book.name,
        claims: claims.chain(plies).collect(),
        diagrams: checked.diagrams.iter().map(|d| diagram_view(checked, d, variants, sources)).collect(),
        summary: Verdict::ALL.iter().map(|v| (v.name().to_string(), json!(checked.tally(*v)))).collect(),
        coverage: coverage.map(|coverage| super::coverage::json(checked, coverage, sources)),
    };
    // These views hold strings, numbers and lists, which always serialise.
    serde_json::to_string(&view).unwrap_or_default()
}

fn claim_view<'a>(
    checked: &'a Checked,
    claim: &'a CheckedClaim,
    variants: &Variants,
    sources: &Sources,
) -> ClaimView<'a> {
    let (page, line, column) = place(checked, claim, sources);
    let judgement = &claim.judgement;
    let variant = claim.variant.map(|variant| &variants.rules(variant).variant);
    let value = |value: &Option<Value>| match (value, variant) {
        (Some(value), Some(variant)) => value_view(value, variant),
        _ => Json::Null,
    };
    ClaimView {
        id: Cow::from(&claim.id),
        page: Cow::from(page),
        line,
        column,
        text: checked.book.pages[claim.page].claims[claim.link].text.text(),
        expression: Cow::from(&claim.expression),
        expected: value(&judgement.expected),
        actual: value(&judgement.actual),
        source: value(&judgement.source),
        verdict: judgement.verdict.name(),
        note: &judgement.note,
    }
}

/// A recorded move is a claim that the game was played so.
fn ply_views<'a>(
    checked: &'a Checked,
    game: &'a CheckedGame,
    sources: &'a Sources,
) -> impl Iterator<Item = ClaimView<'a>> {
    let (_, played) = checked.played(game);
    played.replay.plies.iter().zip(&game.plies).map(move |(ply, judged)| {
        let at = sources.line_column(ply.written.word.span);
        let written = ply.written.word.text.as_str();
        ClaimView {
            id: Cow::from(ply_id(played, ply)),
            page: Cow::from(&checked.book.pages[game.page].path),
            line: at.line,
            column: at.column,
            text: written,
            expression: Cow::from(format!("replay({}, {}, {})", played.id, ply.number, ply.side.name())),
            expected: json!(written),
            actual: match &ply.verdict {
                Played::Played { properly, .. } => json!(properly),
                Played::Illegal { .. } => Json::Null,
            },
            source: if judged.verdict == Verdict::Erratum { json!(written) } else { Json::Null },
            verdict: judged.verdict.name(),
            note: &judged.note,
        }
    })
}

/// So is the result that its record states.
fn result_view<'a>(
    checked: &'a Checked,
    game: &'a CheckedGame,
    sources: &'a Sources,
) -> Option<ClaimView<'a>> {
    let (_, played) = checked.played(game);
    let (stated, judged) = (played.stated.as_ref()?, game.result.as_ref()?);
    let at = sources.line_column(stated.said.span);
    let said = stated.said.text.as_str();
    Some(ClaimView {
        id: Cow::from(result_id(played)),
        page: Cow::from(&checked.book.pages[game.page].path),
        line: at.line,
        column: at.column,
        text: said,
        expression: Cow::from(format!("replay({}, result)", played.id)),
        expected: json!(said),
        actual: json!(stated.is),
        source: if judged.verdict == Verdict::Erratum { json!(said) } else { Json::Null },
        verdict: judged.verdict.name(),
        note: &judged.note,
    })
}

fn value_view(value: &Value, variant: &Variant) -> Json {
    match value {
        Value::Number(number) | Value::Share(number) => number_view(*number),
        Value::Cells(set) => json!(variant.board.names_of(set)),
        Value::Truth(truth) => json!(truth),
        Value::Text(text) => json!(text),
        Value::Numbers(numbers) => json!(numbers),
        Value::Leaps(leaps) => json!(leaps.iter().map(ToString::to_string).collect::<Vec<_>>()),
        Value::Pieces(pieces) => {
            json!(pieces.iter().map(|piece| variant.piece(*piece).id.as_str()).collect::<Vec<_>>())
        }
    }
}

fn number_view(number: Number) -> Json {
    match number {
        Number::Never => Json::Null,
        Number::Fraction { numerator, denominator } if numerator % denominator == 0 => {
            json!(numerator / denominator)
        }
        Number::Fraction { numerator, denominator } => json!(numerator as f64 / denominator as f64),
    }
}

fn diagram_view<'a>(
    checked: &'a Checked,
    diagram: &'a CheckedDiagram,
    variants: &'a Variants,
    sources: &Sources,
) -> DiagramView<'a> {
    let page = &checked.book.pages[diagram.page];
    let decl = &page.diagrams[diagram.index];
    let stage = checked.stage(diagram);
    let variant = &variants.rules(stage.variant).variant;
    let names = |set: &CellSet| variant.board.names_of(set);
    DiagramView {
        id: &decl.id.text,
        source_id: decl.source_id.as_ref().map_or(&decl.id.text, |id| &id.text),
        title: &decl.title,
        page: &page.path,
        line: sources.line_column(decl.span).line,
        variant: &variant.id,
        placements: stage
            .men
            .iter()
            .map(|man| PlacementView {
                label: &man.label,
                piece: &variant.piece(man.piece).id,
                cell: variant.board.name(man.cell),
                side: man.side.name(),
            })
            .collect(),
        marks: diagram
            .marks
            .iter()
            .map(|mark| MarkView {
                mark: &mark.symbol,
                cells: names(&mark.cells),
                source: mark.source.as_ref().map(names),
                verdict: mark.verdict.name(),
                note: &mark.note,
            })
            .collect(),
        verdict: diagram.verdict.name(),
    }
}
