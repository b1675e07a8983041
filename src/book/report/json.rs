//! `padma check --format json`: a contract that other people's scripts rely on.

use serde_json::{Map, Value as Json, json};

use crate::claim::Verdict;
use crate::judge::{
    Checked, CheckedClaim, CheckedDiagram, CheckedGame, CheckedMark, Coverage, Recorded, Strength,
    Weight, claim_place,
};
use padma_expr::{ExprValue, Grounds, Number, PlacedPiece};
use padma_rules::model::{CellSet, Variant};
use padma_text::Sources;
use padma_variant::resolve::Variants;

/// Returns the whole document, from the JSON of each book.
pub(super) fn json(books: &[String]) -> String {
    format!("{{\"version\":1,\"books\":[{}]}}\n", books.join(","))
}

pub(super) fn book(
    checked: &Checked,
    coverage: Option<&Coverage>,
    strength: Option<&Strength>,
    variants: &Variants,
    sources: &Sources,
) -> String {
    let claims = checked.claims.iter().enumerate().map(|(index, claim)| {
        let mut view = claim_view(checked, claim, variants, sources);
        if let Some(strength) = strength {
            view["witness"] = super::strength::witness(strength.witnesses[index].as_ref(), sources);
        }
        view
    });
    let plies = checked.games.iter().flat_map(|game| {
        checked
            .recorded_moves(game)
            .map(move |recorded| recorded_view(checked, game, &recorded, sources))
    });
    let diagrams = checked
        .diagrams
        .iter()
        .map(|d| diagram_view(checked, d, variants, sources));
    let summary: Map<String, Json> = Verdict::ALL
        .iter()
        .map(|v| (v.name().to_string(), json!(checked.tally(*v))))
        .collect();
    let mut view = json!({
        "book": checked.book.name,
        "claims": claims.chain(plies).collect::<Vec<_>>(),
        "diagrams": diagrams.collect::<Vec<_>>(),
        "summary": summary,
    });
    if let Some(coverage) = coverage {
        view["coverage"] = super::coverage::json(checked, coverage, sources);
    }
    if let Some(strength) = strength {
        view["strength"] = super::strength::json(checked, strength, sources);
    }
    view.to_string()
}

fn claim_view(
    checked: &Checked,
    claim: &CheckedClaim,
    variants: &Variants,
    sources: &Sources,
) -> Json {
    let (page, line, column) = claim_place(checked, claim, sources);
    let judgement = &claim.judgement;
    let variant = claim
        .variant
        .map(|variant| &variants.rules(variant).variant);
    let value = |value: &Option<ExprValue>| match (value, variant) {
        (Some(value), Some(variant)) => value_view(value, variant),
        _ => Json::Null,
    };
    let mut view = json!({
        "id": claim.id,
        "page": page,
        "line": line,
        "column": column,
        "text": checked.book.pages[claim.page].claims[claim.link].text.text(),
        "expression": claim.expression,
        "expected": value(&judgement.expected),
        "actual": value(&judgement.actual),
        "source": value(&judgement.source),
        "verdict": judgement.verdict.name(),
        "note": judgement.note,
        "weight": claim.weight().map(Weight::name),
    });
    if claim.grounds == Grounds::Picture {
        view["drawn"] = json!(true);
    }
    if judgement.is_vacuous {
        view["idle"] = json!(true);
    }
    view
}

fn recorded_view(
    checked: &Checked,
    game: &CheckedGame,
    recorded: &Recorded<'_>,
    sources: &Sources,
) -> Json {
    let Recorded {
        id,
        written: said,
        expression,
        actual,
        checked: judged,
        ..
    } = recorded;
    let at = sources.line_column(said.span);
    json!({
        "id": id,
        "page": checked.book.pages[game.page].path,
        "line": at.line,
        "column": at.column,
        "text": said.text,
        "expression": expression,
        "expected": said.text,
        "actual": actual,
        "source": (judged.verdict == Verdict::Erratum).then_some(&said.text),
        "verdict": judged.verdict.name(),
        "note": judged.note,
    })
}

pub(super) fn value_view(value: &ExprValue, variant: &Variant) -> Json {
    match value {
        ExprValue::Number(number) | ExprValue::Share(number) => number_view(*number),
        ExprValue::Truth(truth) => json!(truth),
        ExprValue::Text(text) => json!(text),
        list => json!(list.names(variant)),
    }
}

fn number_view(number: Number) -> Json {
    match number {
        Number::Never => Json::Null,
        Number::Fraction {
            numerator,
            denominator,
        } if numerator % denominator == 0 => {
            json!(numerator / denominator)
        }
        Number::Fraction {
            numerator,
            denominator,
        } => json!(numerator as f64 / denominator as f64),
    }
}

fn diagram_view(
    checked: &Checked,
    diagram: &CheckedDiagram,
    variants: &Variants,
    sources: &Sources,
) -> Json {
    let page = &checked.book.pages[diagram.page];
    let decl = &page.diagrams[diagram.index];
    let figure = checked.figure(diagram);
    let variant = &variants.rules(figure.variant).variant;
    let names = |set: &CellSet| variant.board.names_of(set);
    let placement = |piece: &PlacedPiece| {
        json!({
            "label": piece.label,
            "piece": variant.kind(piece.kind).id,
            "cell": variant.board.name(piece.cell),
            "side": piece.side.name(),
        })
    };
    let mark = |mark: &CheckedMark| {
        json!({
            "mark": mark.symbol,
            "cells": names(&mark.cells),
            "source": mark.source.as_ref().map(names),
            "verdict": mark.verdict.name(),
            "note": mark.note,
        })
    };
    json!({
        "id": decl.id.text,
        "source_id": decl.source_id.as_ref().unwrap_or(&decl.id).text,
        "title": decl.title,
        "page": page.path,
        "line": sources.line_column(decl.span).line,
        "variant": variant.id,
        "placements": figure.pieces.iter().map(placement).collect::<Vec<_>>(),
        "marks": diagram.marks.iter().map(mark).collect::<Vec<_>>(),
        "verdict": diagram.verdict.name(),
    })
}
