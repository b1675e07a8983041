//! The changes of the variants that both states of a book have.

use serde_json::{Value as Json, json};

use super::change::{BookChange, DiffKind, How};
use super::document::{BookDocument, VariantDocument};
use super::pair::VariantPair;
use super::{board, pieces, rules};
use padma_rules::model::Variant;
use padma_rules::reach::Rules;
use padma_text::english::join_list;

/// Returns the changes of a book's variants. A change that several variants share, for example
/// because one extends another, is listed once.
pub(crate) fn variants(old: &BookDocument<'_>, new: &BookDocument<'_>) -> Vec<BookChange> {
    let mut changes = Vec::new();
    for is in &new.variants {
        let id = |document: &VariantDocument<'_>| document.rules.variant.id.clone();
        let counterpart = old.variants.iter().find(|was| id(was) == id(is));
        let edited = counterpart.filter(|was| was.texts != is.texts);
        for change in edited.map_or_else(Vec::new, |was| variant(was.rules, is.rules)) {
            add(&mut changes, change, &is.rules.variant);
        }
    }
    name_others(&mut changes, &new.variants);
    changes
}

/// Adds a change of a variant. If an earlier variant has the same change, adds only the id of the
/// variant to that change.
fn add(changes: &mut Vec<BookChange>, mut change: BookChange, variant: &Variant) {
    let is_same = |other: &&mut BookChange| {
        (other.kind, other.how, &other.subject) == (change.kind, change.how, &change.subject)
            && other.says == change.says
    };
    if let Some(same) = changes.iter_mut().find(is_same) {
        if let Json::Array(also) = same.details.entry("also").or_insert(json!([])) {
            also.push(json!(variant.id));
        }
        return;
    }
    let of_first = |first: &BookChange| first.details["variant"] == json!(variant.id);
    if !changes.first().is_none_or(of_first) && change.kind != DiffKind::File {
        change.says = format!("In {}: {}", variant.title, change.says);
    }
    changes.push(change);
}

/// Adds to each shared change a sentence that names the other variants.
fn name_others(changes: &mut [BookChange], variants: &[VariantDocument<'_>]) {
    let variants = || variants.iter().map(|document| &document.rules.variant);
    for change in changes {
        let Some(Json::Array(also)) = change.details.get("also") else {
            continue;
        };
        let shares = |variant: &&Variant| also.contains(&json!(variant.id));
        let titles = variants()
            .filter(shares)
            .map(|variant| variant.title.clone());
        let titles: Vec<String> = titles.collect();
        change.says += &format!(" The same in {}.", join_list(&titles, "and"));
    }
}

/// Returns the changes of a variant whose text differs, other than a new title.
fn variant(old: &Rules, new: &Rules) -> Vec<BookChange> {
    let mut pair = VariantPair::new(old, new);
    pieces::match_renamed(&mut pair);
    let mut changes: Vec<BookChange> = board::board(&pair).into_iter().collect();
    changes.extend(pieces::pieces(&pair));
    changes.extend(rules::rules(&pair));
    changes.extend(board::setup(&pair));
    if changes.is_empty() {
        changes.extend(rules::unexplained(&pair));
    }
    let (id, title) = (&new.variant.id, &new.variant.title);
    if changes.is_empty() && old.variant.title == *title {
        let says = format!(
            "The text of the variant `{id}` changed, but no difference in its rules was found."
        );
        changes.push(BookChange::new(DiffKind::File, How::Changed, id, says));
    }
    let of_variant = |change: BookChange| change.with("variant", json!(id));
    changes.into_iter().map(of_variant).collect()
}
