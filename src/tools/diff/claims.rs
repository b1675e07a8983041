//! Claims whose text, value or verdict changed, and claims that were added or removed.
//!
//! A named claim is matched by its name. The others are matched within their page, in the order of
//! the text: first those with the same text and computation, then those with the same computation,
//! then those with the same words around them.

use serde_json::json;

use super::change::{BookChange, DiffKind, How};
use super::pair::Own;
use padma_book::judge::{Diagrams, Quoted, described, sentences};
use padma_rules::movement::words::joined;

/// The parts of a claim that are compared.
#[derive(Debug)]
struct ComparedClaim {
    id: String,
    /// Whether its author named it.
    is_named: bool,
    page: String,
    text: String,
    expression: String,
    value: Option<String>,
    verdict: &'static str,
    note: String,
    /// The sentence made from its expression and its value.
    sentence: Option<String>,
    around: [String; 2],
}

/// Returns the changes of a book's claims.
pub(super) fn claims(old: Own<'_>, new: Own<'_>) -> Vec<BookChange> {
    let (was, is) = (stated(old), stated(new));
    let mut counterparts: Vec<Option<usize>> = vec![None; is.len()];
    for alike in [
        named as fn(&ComparedClaim, &ComparedClaim) -> bool,
        same,
        computed_alike,
        placed_alike,
    ] {
        let mut taken: Vec<bool> = vec![false; was.len()];
        counterparts
            .iter()
            .flatten()
            .for_each(|place| taken[*place] = true);
        for (claim, counterpart) in is
            .iter()
            .zip(&mut counterparts)
            .filter(|(_, known)| known.is_none())
        {
            *counterpart =
                (0..was.len()).find(|place| !taken[*place] && alike(&was[*place], claim));
            counterpart.iter().for_each(|place| taken[*place] = true);
        }
    }
    let mut changes = Vec::new();
    for (claim, counterpart) in is.iter().zip(&counterparts) {
        match counterpart {
            Some(place) => changes.extend(changed(&was[*place], claim)),
            None => changes.push(change(
                How::Added,
                claim,
                format!("“{}” is new", claim.text),
            )),
        }
    }
    for (place, claim) in was.iter().enumerate() {
        if !counterparts.contains(&Some(place)) {
            changes.push(change(
                How::Removed,
                claim,
                format!("“{}” is gone", claim.text),
            ));
        }
    }
    changes
}

fn named(was: &ComparedClaim, is: &ComparedClaim) -> bool {
    was.is_named && is.is_named && was.id == is.id
}

fn same(was: &ComparedClaim, is: &ComparedClaim) -> bool {
    computed_alike(was, is) && was.text == is.text
}

fn computed_alike(was: &ComparedClaim, is: &ComparedClaim) -> bool {
    !was.is_named && !is.is_named && was.page == is.page && was.expression == is.expression
}

fn placed_alike(was: &ComparedClaim, is: &ComparedClaim) -> bool {
    was.is_named == is.is_named && was.page == is.page && was.around == is.around
}

fn stated(own: Own<'_>) -> Vec<ComparedClaim> {
    let checked = own.checked;
    let variants = &own.session.library.variants;
    let book = &checked.book;
    let quoted: Vec<Vec<Quoted>> = book
        .pages
        .iter()
        .map(|page| sentences(page, book.decl.raw_html))
        .collect();
    let stated = checked.claims.iter().map(|claim| {
        let page = &book.pages[claim.page];
        let link = &page.claims[claim.link];
        let Quoted { before, after, .. } = &quoted[claim.page][claim.link];
        let value = claim.judgement.actual.as_ref().zip(claim.variant);
        ComparedClaim {
            id: claim.id.clone(),
            is_named: book.definitions.contains(link.target.text().trim()),
            page: page.path.clone(),
            text: link.text.text().to_string(),
            expression: claim.expression.clone(),
            value: value.map(|(value, variant)| value.show(&variants.rules(variant).variant)),
            verdict: claim.judgement.verdict.name(),
            note: claim.judgement.note.clone(),
            sentence: described(checked, claim, variants, Diagrams::ById),
            around: [before.clone(), after.clone()],
        }
    });
    stated.collect()
}

fn change(how: How, claim: &ComparedClaim, does: String) -> BookChange {
    let says = format!("`{}` in {}: {does}.", claim.id, claim.page);
    BookChange::new(DiffKind::Claim, how, &claim.id, says).with("page", json!(claim.page))
}

fn changed(was: &ComparedClaim, is: &ComparedClaim) -> Option<BookChange> {
    let mut parts = Vec::new();
    if was.text != is.text {
        parts.push(format!(
            "its text changed from “{}” to “{}”",
            was.text, is.text
        ));
    }
    if was.value != is.value {
        let [now, before] = [is, was].map(|claim| claim.value.as_deref().unwrap_or("none"));
        let sentence = is
            .sentence
            .as_ref()
            .map(|sentence| format!(" ({})", sentence.trim_end_matches('.')));
        parts.push(format!(
            "its value changed from {before} to {now}{}",
            sentence.unwrap_or_default()
        ));
    }
    if was.expression != is.expression {
        parts.push(format!(
            "its expression changed from `{}` to `{}`",
            was.expression, is.expression
        ));
    }
    if was.verdict != is.verdict {
        let note = if is.note.is_empty() {
            String::new()
        } else {
            format!(" ({})", is.note)
        };
        parts.push(format!(
            "its verdict changed from {} to {}{note}",
            was.verdict, is.verdict
        ));
    }
    if parts.is_empty() {
        return None;
    }
    let change = change(How::Changed, is, joined(&parts, "and"));
    Some(
        change
            .with("text", json!([was.text, is.text]))
            .with("value", json!([was.value, is.value]))
            .with("expression", json!([was.expression, is.expression]))
            .with("verdict", json!([was.verdict, is.verdict])),
    )
}
