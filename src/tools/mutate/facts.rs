//! Generates every change of one fact on a book's pages.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use padma_book::claim::{Edit, Understood, WordKind, numbers};
use padma_book::judge::{Checked, CheckedClaim, Fact, FactKind, FactState, facts};
use padma_expr::{Definition, ExprType, ExprValue, Number, Outline, OutlinePart, in_digits};
use padma_rules::model::{Board, Cell, Variant};
use padma_rules::movement::LeapKind;
use padma_text::{Sources, Span, Word};
use padma_variant::resolve::Variants;

use super::change::{MutationKind, TextChange};
use super::records;

/// Returns all changes of a book's pages.
pub(crate) fn changes(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
) -> Vec<TextChange> {
    let mut all = prose(checked, variants, sources);
    all.extend(logic(checked, sources));
    all.extend(marks(checked, variants));
    all.extend(drawn(checked, sources));
    all.extend(printed(checked, variants, sources));
    all.extend(records::changes(&checked.book, variants, sources));
    all
}

/// Replaces each number, cell, piece and section that a claim reads in its text.
fn prose(checked: &Checked, variants: &Variants, sources: &Sources) -> Vec<TextChange> {
    let read = facts(checked, variants)
        .into_iter()
        .filter(|fact| fact.state == FactState::Checked);
    read.filter_map(|fact| {
        let after = another(&fact, checked, variants, sources)?;
        Some(TextChange::one(
            MutationKind::Prose,
            fact.page,
            fact.span,
            after,
        ))
    })
    .collect()
}

/// Returns another fact of the same kind: the next number with the same decimals, or the first
/// item that the claim does not name.
fn another(
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
    if stated.kind() == ExprType::Truth {
        return unsaid(fact, claim, checked);
    }
    match fact.kind {
        FactKind::Number | FactKind::Percentage => {
            let found = numbers(written).next()?;
            let units = found.number.rounded(found.decimals)?;
            let actual = match claim.judgement.actual.as_ref()? {
                ExprValue::Number(number) | ExprValue::Share(number) => {
                    number.rounded(found.decimals)?
                }
                _ => units,
            };
            let units = claim.judgement.bound.broken(actual, units);
            Some(in_digits(units.into(), found.decimals) + &written[found.range.end..])
        }
        FactKind::Cell if stated.kind() != ExprType::Cells => variant
            .board
            .names()
            .find(|name| *name != written)
            .map(str::to_string),
        FactKind::Kind => Some(variant.kind(variant.kind_named(&more()?)?).name.clone()),
        _ => more(),
    }
}

/// Returns a replacement for a word of a true claim's text that the claim's expression does not
/// support.
fn unsaid(fact: &Fact, claim: &CheckedClaim, checked: &Checked) -> Option<String> {
    let text = &checked.link(claim).text;
    let is_meant = |word: &&Understood| text.span(word.range.clone()) == fact.span;
    claim.judgement.words.iter().find(is_meant)?.unsaid.clone()
}

/// Replaces each side and each word of logic in a true claim's text.
fn logic(checked: &Checked, sources: &Sources) -> Vec<TextChange> {
    let mut all = Vec::new();
    for claim in &checked.claims {
        let text = &checked.link(claim).text;
        for Understood {
            range,
            what,
            unsaid,
            ..
        } in &claim.judgement.words
        {
            let span = text.span(range.clone());
            let stands = sources.slice(span) == &text.text()[range.clone()];
            if let (WordKind::Side | WordKind::Logic(_), Some(unsaid), true) =
                (what, unsaid, stands)
            {
                all.push(TextChange::one(
                    MutationKind::Prose,
                    claim.page,
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
    match list {
        ExprValue::Cells(_) => variant.board.names().map(str::to_string).find(is_other),
        ExprValue::Kinds(_) => variant
            .kinds
            .iter()
            .map(|kind| kind.id.clone())
            .find(is_other),
        ExprValue::Position(parts) => {
            let mut kinds = variant.kind_ids();
            let other = kinds.find(|kind| parts.iter().all(|part| part.kind() != Some(*kind)));
            other.map(|kind| variant.kind(kind).id.clone())
        }
        ExprValue::Leaps(_) => (1..)
            .map(|far| LeapKind::new(0, far).to_string())
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
fn marks(checked: &Checked, variants: &Variants) -> Vec<TextChange> {
    let mut all = Vec::new();
    for diagram in &checked.diagrams {
        let board = &variants
            .rules(checked.figure(diagram).variant)
            .variant
            .board;
        let decl = &checked.book.pages[diagram.page].diagrams[diagram.index];
        for line in &decl.sources {
            let mut change = |span, after| {
                all.push(TextChange::one(
                    MutationKind::Mark,
                    diagram.page,
                    span,
                    after,
                ));
            };
            line.cells
                .iter()
                .for_each(|cell| change(cell.span, String::new()));
            if let (Some(last), Some(other)) = (line.cells.last(), unnamed(&line.cells, board)) {
                change(last.span, format!("{} {other}", last.text));
            }
        }
    }
    all
}

/// Erases each mark on a cell of a drawing, with all its symbols in that cell.
fn drawn(checked: &Checked, sources: &Sources) -> Vec<TextChange> {
    let mut all = Vec::new();
    for diagram in &checked.diagrams {
        for symbols in &checked.drawn(diagram).symbols_at {
            let mut cells: BTreeMap<Cell, TextChange> = BTreeMap::new();
            for (cell, span) in symbols {
                let edit = Edit {
                    span: *span,
                    new: blank(*span, sources),
                };
                match cells.entry(*cell) {
                    Entry::Occupied(change) => change.into_mut().also.push(edit),
                    Entry::Vacant(place) => {
                        place.insert(TextChange::one(
                            MutationKind::Mark,
                            diagram.page,
                            edit.span,
                            edit.new,
                        ));
                    }
                }
            }
            all.extend(cells.into_values());
        }
    }
    all
}

/// Returns the text of a cell part in which nothing is written.
fn blank(span: Span, sources: &Sources) -> String {
    let (text, range) = (sources.get(span.source).text(), span.range());
    let beside = [
        text[..range.start].chars().next_back(),
        text[range.end..].chars().next(),
    ];
    // The lower edge of a cell goes on behind what is written in the cell.
    let blank = if beside.contains(&Some('_')) {
        "_"
    } else {
        " "
    };
    blank.repeat(text[range].chars().count())
}

/// Returns the first cell that a line does not name.
fn unnamed<'b>(words: &[Word], board: &'b Board) -> Option<&'b str> {
    board
        .names()
        .find(|name| words.iter().all(|word| word.text != *name))
}

/// Changes the values that definitions record as printed in the source, each in every way that a
/// misprint could.
fn printed(checked: &Checked, variants: &Variants, sources: &Sources) -> Vec<TextChange> {
    let mut all = Vec::new();
    for (index, page) in checked.book.pages.iter().enumerate() {
        for decl in &page.definitions {
            let Some((_, Some(definition))) = checked.book.definitions.get(&decl.name.text) else {
                continue;
            };
            let Definition::Computed(computation) = definition else {
                continue;
            };
            let Some(source) = &computation.source else {
                continue;
            };
            let Some(claim) = checked.stating(&decl.name.text) else {
                continue;
            };
            let (Some(variant), Some(value)) = (claim.variant, &claim.judgement.source) else {
                continue;
            };
            let written = sources.slice(source.span);
            let computed = claim.judgement.actual.as_ref().map(ExprValue::kind);
            let misprints = match value {
                ExprValue::Text(quoted) if computed != Some(ExprType::Text) => misquoted(quoted),
                _ => misprints(
                    value,
                    written,
                    &variants.rules(variant).variant,
                    &checked.book.outline,
                ),
            };
            let change = |after| TextChange::one(MutationKind::Source, index, source.span, after);
            all.extend(misprints.into_iter().map(change));
        }
    }
    all
}

/// Returns the values, as expressions, that a misprint could make of one.
fn misprints(
    value: &ExprValue,
    written: &str,
    variant: &Variant,
    outline: &Outline,
) -> Vec<String> {
    let Some(names) = value.names(variant) else {
        return match value {
            ExprValue::Number(Number::Fraction {
                numerator,
                denominator: 1,
            })
            | ExprValue::Share(Number::Fraction {
                numerator,
                denominator: 1,
            }) => {
                let written = |n: i64| {
                    if n < 0 {
                        format!("0 - {}", -n)
                    } else {
                        n.to_string()
                    }
                };
                vec![written(numerator - 1), written(numerator + 1)]
            }
            ExprValue::Truth(truth) => vec![(!truth).to_string()],
            ExprValue::Text(text) => vec![in_quotes(&format!("{text}x"))],
            _ => vec![format!("({written}) + 1")],
        };
    };
    // An expression cannot list pieces by hand, nor write an empty set of pieces.
    let is_of_pieces = value.kind() == ExprType::Pieces;
    let listing = |names: &[String]| match value {
        ExprValue::Kinds(_) => {
            let tests: Vec<String> = names.iter().map(|id| format!("p = {id}")).collect();
            format!("{{p in pieces where {}}}", tests.join(" or "))
        }
        ExprValue::Numbers(_) => {
            format!(
                "{{{}}}",
                names
                    .iter()
                    .map(|name| in_quotes(name))
                    .collect::<Vec<_>>()
                    .join(" ")
            )
        }
        _ => format!("{{{}}}", names.join(" ")),
    };
    let without = |gone: usize| [&names[..gone], &names[gone + 1..]].concat();
    let gone = (0..names.len()).filter(|_| names.len() > 1 || !is_of_pieces);
    let more = unlisted(value, variant, outline).map(|more| [&names[..], &[more]].concat());
    gone.map(without)
        .chain(more)
        .map(|names| listing(&names))
        .collect()
}

/// Returns a quotation once for each digit in it, with another digit inserted after it.
fn misquoted(quoted: &str) -> Vec<String> {
    let ends = quoted
        .char_indices()
        .filter(|(_, c)| c.is_ascii_digit())
        .map(|(at, _)| at + 1);
    ends.map(|at| in_quotes(&format!("{}0{}", &quoted[..at], &quoted[at..])))
        .collect()
}

fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}
