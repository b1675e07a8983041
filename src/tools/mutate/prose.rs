//! The tokens of a page's claims: the values and words in their texts, the cells of `source` lines
//! and drawings, and the values that definitions record as printed in the source.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::change::{MutationKind, TextChange};
use super::token::replace_range;
use padma_book::claim::{AuthorText, Edit, WordKind};
use padma_book::judge::{Checked, Fact, FactKind, FactState, facts};
use padma_expr::{Definition, ExprType, ExprValue, Number, units_in_digits};
use padma_expr::{Outline, OutlinePart};
use padma_rules::model::{Cell, Variant};
use padma_rules::movement::LeapKind;
use padma_text::{Sources, Span};
use padma_variant::resolve::Variants;

/// Returns all changes of these tokens.
pub(crate) fn changes(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
) -> Vec<TextChange> {
    let mut all = stated_values(checked, variants, sources);
    all.extend(understood_words(checked));
    all.extend(source_lines(checked, variants));
    all.extend(drawn_marks(checked, sources));
    all.extend(printed_values(checked, variants, sources));
    all
}

/// Replaces each number, cell, piece and section that a claim's text states as its value.
fn stated_values(checked: &Checked, variants: &Variants, sources: &Sources) -> Vec<TextChange> {
    let facts = facts(checked, variants).into_iter();
    let read = facts.filter(|fact| fact.state == FactState::Checked);
    let change = |fact: Fact| {
        let after = other_value(&fact, checked, variants, sources)?;
        Some(TextChange::of_page(MutationKind::Prose, fact.span, after))
    };
    read.filter_map(change).collect()
}

/// Returns a wrong value of the same kind: a number with the same decimals, or the first item that
/// the claim does not name.
fn other_value(
    fact: &Fact,
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
) -> Option<String> {
    let written = sources.slice(fact.span);
    let claim = &checked.claims[fact.claim?];
    let variant = &variants.rules(claim.variant?).variant;
    let stated = claim.judgement.expected.as_ref()?;
    let more = || unlisted(stated, variant, &checked.book.outline);
    match fact.kind {
        _ if stated.kind() == ExprType::Truth => None,
        FactKind::Number | FactKind::Percentage => {
            let found = AuthorText::in_english(written).numbers().next()?;
            let units = found.number.rounded(found.decimals)?;
            let actual = match claim.judgement.actual.as_ref()? {
                ExprValue::Number(number) | ExprValue::Share(number) => {
                    number.rounded(found.decimals)?
                }
                _ => units,
            };
            let units = claim.judgement.bound.rejected_number(actual, units);
            Some(units_in_digits(units.into(), found.decimals) + &written[found.range.end..])
        }
        FactKind::Cell if stated.kind() != ExprType::Cells => {
            let mut names = variant.board.names();
            names.find(|name| *name != written).map(str::to_string)
        }
        FactKind::Kind => Some(variant.kind(variant.kind_named(&more()?)?).name.clone()),
        _ => more(),
    }
}

/// Replaces words in the texts of claims by words that the expressions do not support: sides and
/// words of logic in all claims, and other understood words in claims whose value is a truth.
fn understood_words(checked: &Checked) -> Vec<TextChange> {
    let mut all = Vec::new();
    for claim in &checked.claims {
        let (judgement, text) = (&claim.judgement, &checked.link(claim).text);
        let is_truth =
            (judgement.expected.as_ref()).is_some_and(|value| value.kind() == ExprType::Truth);
        for word in &judgement.words {
            let is_read = match word.kind {
                WordKind::Side | WordKind::Logic(_) => true,
                _ => is_truth && word.met && !judgement.is_vacuous,
            };
            if let (true, Some(unsaid)) = (is_read, &word.unmet_example) {
                let span = text.span(word.range.clone());
                all.push(TextChange::of_page(
                    MutationKind::Prose,
                    span,
                    unsaid.clone(),
                ));
            }
        }
    }
    all
}

/// Returns the first name that a list could contain but does not.
fn unlisted(list: &ExprValue, variant: &Variant, outline: &Outline) -> Option<String> {
    let listed = list.names(variant)?;
    let is_other = |name: &String| !listed.contains(name);
    let mut kinds = variant.kinds.iter();
    match list {
        ExprValue::Cells(_) => variant.board.names().map(str::to_string).find(is_other),
        ExprValue::Kinds(_) => kinds.map(|kind| kind.id.clone()).find(is_other),
        ExprValue::Position(parts) => {
            let named: Vec<_> = parts.iter().filter_map(|part| part.kind()).collect();
            let other = kinds.find(|kind| {
                variant
                    .kind_named(&kind.id)
                    .is_some_and(|id| !named.contains(&id))
            });
            other.map(|kind| kind.id.clone())
        }
        ExprValue::Leaps(_) => (1..)
            .map(|distance| LeapKind::new(0, distance).to_string())
            .find(is_other),
        _ => {
            let sections = outline.part(OutlinePart::Sections).into_iter();
            sections
                .map(|number| outline.name(number).to_string())
                .find(is_other)
        }
    }
}

/// Leaves out each cell that a `source` line names; also adds one cell to each line.
fn source_lines(checked: &Checked, variants: &Variants) -> Vec<TextChange> {
    let mut all = Vec::new();
    for diagram in &checked.diagrams {
        let rules = variants.rules(checked.figure(diagram).variant);
        let decl = &checked.book.pages[diagram.page].diagrams[diagram.index];
        for line in &decl.sources {
            let cells = line.cells.iter();
            all.extend(
                cells.map(|cell| TextChange::of_page(MutationKind::Mark, cell.span, String::new())),
            );
            let is_other = |name: &&str| line.cells.iter().all(|cell| cell.text != *name);
            let other = rules.variant.board.names().find(is_other);
            if let (Some(last), Some(other)) = (line.cells.last(), other) {
                let new = format!("{} {other}", last.text);
                all.push(TextChange::of_page(MutationKind::Mark, last.span, new));
            }
        }
    }
    all
}

/// Erases each mark on a cell of a drawing, with all its symbols in that cell.
fn drawn_marks(checked: &Checked, sources: &Sources) -> Vec<TextChange> {
    let drawn = checked
        .diagrams
        .iter()
        .map(|diagram| checked.drawn_marks(diagram));
    let mut all = Vec::new();
    for symbols in drawn.flat_map(|marks| &marks.symbols_at) {
        let mut cells: BTreeMap<Cell, TextChange> = BTreeMap::new();
        for (cell, span) in symbols {
            let new = blank_text(*span, sources);
            match cells.entry(*cell) {
                Entry::Occupied(change) => {
                    change.into_mut().also.push(Edit { span: *span, new });
                }
                Entry::Vacant(place) => {
                    place.insert(TextChange::of_page(MutationKind::Mark, *span, new));
                }
            }
        }
        all.extend(cells.into_values());
    }
    all
}

/// Returns the characters that a drawing would have in place of a text if the cell were empty.
fn blank_text(span: Span, sources: &Sources) -> String {
    let (text, range) = (sources.get(span.source).text(), span.range());
    // The lower edge of a cell continues after the text in the cell.
    let is_edge = text[..range.start].ends_with('_') || text[range.end..].starts_with('_');
    let blank = if is_edge { "_" } else { " " };
    blank.repeat(text[range].chars().count())
}

/// Replaces each value that a definition records as printed in the source by each of its possible
/// misprints.
fn printed_values(checked: &Checked, variants: &Variants, sources: &Sources) -> Vec<TextChange> {
    let mut all = Vec::new();
    for decl in checked.book.pages.iter().flat_map(|page| &page.definitions) {
        let definition = checked.book.definitions.get(&decl.name.text);
        let definition = definition.and_then(|(_, definition)| definition.as_deref());
        let Some(Definition::Computed(computation)) = definition else {
            continue;
        };
        let Some(source) = &computation.source else {
            continue;
        };
        let Some(claim) = checked.claim_stating(&decl.name.text) else {
            continue;
        };
        let (Some(variant), Some(value)) = (claim.variant, &claim.judgement.source) else {
            continue;
        };
        let variant = &variants.rules(variant).variant;
        let written = sources.slice(source.span);
        let computed = claim.judgement.actual.as_ref().map(ExprValue::kind);
        let misprints = match (value, value.names(variant)) {
            (ExprValue::Text(quoted), _) if computed != Some(ExprType::Text) => misquoted(quoted),
            (_, Some(names)) => {
                let more = unlisted(value, variant, &checked.book.outline);
                misprinted_lists(value, &names, more)
            }
            _ => misprints(value, written),
        };
        let change = |after| TextChange::of_page(MutationKind::Source, source.span, after);
        all.extend(misprints.into_iter().map(change));
    }
    all
}

/// Returns the possible misprints of a value, as expressions.
fn misprints(value: &ExprValue, written: &str) -> Vec<String> {
    match value {
        ExprValue::Number(Number::Fraction {
            numerator,
            denominator: 1,
        })
        | ExprValue::Share(Number::Fraction {
            numerator,
            denominator: 1,
        }) => {
            let written = |n: i64| match n {
                ..0 => format!("0 - {}", -n),
                _ => n.to_string(),
            };
            vec![written(numerator - 1), written(numerator + 1)]
        }
        ExprValue::Truth(truth) => vec![(!truth).to_string()],
        ExprValue::Text(text) => vec![in_quotes(&format!("{text}x"))],
        _ => vec![format!("({written}) + 1")],
    }
}

/// Returns the possible misprints of a list, as expressions: without one of its names, or with one
/// more.
fn misprinted_lists(value: &ExprValue, names: &[String], more: Option<String>) -> Vec<String> {
    // An expression cannot list pieces by hand, nor write an empty set of pieces.
    let is_of_pieces = value.kind() == ExprType::Pieces;
    let listing = |names: Vec<String>| match value {
        ExprValue::Kinds(_) => {
            let tests: Vec<String> = names.iter().map(|id| format!("p = {id}")).collect();
            format!("{{p in pieces where {}}}", tests.join(" or "))
        }
        ExprValue::Numbers(_) => {
            let names: Vec<String> = names.iter().map(|name| in_quotes(name)).collect();
            format!("{{{}}}", names.join(" "))
        }
        _ => format!("{{{}}}", names.join(" ")),
    };
    let omitted = (0..names.len()).filter(|_| names.len() > 1 || !is_of_pieces);
    let fewer = omitted.map(|index| [&names[..index], &names[index + 1..]].concat());
    let more = more.map(|more| [names, &[more]].concat());
    fewer.chain(more).map(listing).collect()
}

/// Returns a quotation once for each of its digits, with a `0` inserted after the digit.
fn misquoted(quoted: &str) -> Vec<String> {
    let digits = quoted.char_indices().filter(|(_, c)| c.is_ascii_digit());
    digits
        .map(|(at, _)| in_quotes(&replace_range(quoted, at + 1..at + 1, "0")))
        .collect()
}

fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}
