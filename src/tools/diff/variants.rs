//! The variants of a book: those that were added or removed, and the changes of the others.

use serde_json::{Value as Json, json};

use super::change::{BookChange, DiffKind, How};
use super::pair::{Counterparts, Own, VariantPair, paired};
use super::{board, pieces, rules};
use padma_rules::model::Variant;
use padma_rules::movement::words::joined;
use padma_rules::reach::Rules;

/// Returns the changes of a book's variants.
pub(super) fn variants(old: Own<'_>, new: Own<'_>) -> Vec<BookChange> {
    let (was, is) = (of_book(old), of_book(new));
    let mut changes = Vec::new();
    for pair in paired(&was, &is, |(_, rules)| &rules.variant.id) {
        match pair {
            Counterparts::Both((before, other), (place, rules)) => {
                if texts(old, *before) != texts(new, *place) {
                    add(&mut changes, variant(other, rules, new), &rules.variant);
                }
            }
            Counterparts::New((_, rules)) => changes.push(whole(How::Added, rules, "is new")),
            Counterparts::Gone((_, rules)) => changes.push(whole(How::Removed, rules, "is gone")),
        }
    }
    name_others(&mut changes, &is);
    changes
}

/// Adds the changes of a variant. A change that several variants share, for example because one
/// extends another, is listed once; for the later ones only their ids are added to it.
fn add(changes: &mut Vec<BookChange>, of_variant: Vec<BookChange>, variant: &Variant) {
    let is_first = changes.is_empty();
    for mut change in of_variant {
        let is_same = |other: &&mut BookChange| {
            (other.kind, other.how, &other.subject) == (change.kind, change.how, &change.subject)
                && other.says == change.says
        };
        match changes.iter_mut().find(is_same) {
            Some(same) => {
                if let Json::Array(also) = same.details.entry("also").or_insert(json!([])) {
                    also.push(json!(variant.id));
                }
            }
            None => {
                if !is_first && !matches!(change.kind, DiffKind::Variant | DiffKind::File) {
                    change.says = format!("In {}: {}", variant.title, change.says);
                }
                changes.push(change);
            }
        }
    }
}

/// Adds to each shared change a sentence that names the other variants.
fn name_others(changes: &mut [BookChange], is: &[(usize, &Rules)]) {
    for change in changes {
        let Some(Json::Array(also)) = change.details.get("also") else {
            continue;
        };
        let title = |id: &Json| {
            let found = is
                .iter()
                .find(|(_, rules)| Some(rules.variant.id.as_str()) == id.as_str());
            found.map(|(_, rules)| rules.variant.title.clone())
        };
        let titles: Vec<String> = also.iter().filter_map(title).collect();
        change.says += &format!(" The same in {}.", joined(&titles, "and"));
    }
}

fn whole(how: How, rules: &Rules, verb: &str) -> BookChange {
    let says = format!(
        "The variant `{}`, {}, {verb}.",
        rules.variant.id, rules.variant.title
    );
    BookChange::new(DiffKind::Variant, how, &rules.variant.id, says)
}

/// Returns the variants of a book with their indices.
fn of_book(own: Own<'_>) -> Vec<(usize, &Rules)> {
    let library = &own.session.library;
    let places = library.of_book(own.folder, own.checked.book.variant);
    places
        .into_iter()
        .map(|place| (place, library.variants.rules(place)))
        .collect()
}

/// Returns the texts from which a variant is made.
fn texts(own: Own<'_>, place: usize) -> Vec<&str> {
    let files = own.session.library.files(&[place], &own.session.sources);
    files
        .into_iter()
        .map(|(file, ..)| own.session.sources.get(file).text())
        .collect()
}

/// Returns the changes of a variant whose text differs.
fn variant(old: &Rules, new: &Rules, own: Own<'_>) -> Vec<BookChange> {
    let mut pair = VariantPair::new(old, new);
    pieces::match_renamed(&mut pair);
    let (id, title) = (&new.variant.id, &new.variant.title);
    let mut changes: Vec<BookChange> = board::board(&pair).into_iter().collect();
    changes.extend(pieces::pieces(&pair, own));
    changes.extend(rules::rules(&pair, own));
    changes.extend(board::setup(&pair, own));
    if changes.is_empty() {
        changes.extend(rules::unexplained(&pair, own));
    }
    if old.variant.title != *title {
        let says = format!(
            "The variant `{id}` is now called {title}, not {}.",
            old.variant.title
        );
        changes.push(BookChange::new(DiffKind::Variant, How::Changed, id, says));
    }
    if changes.is_empty() {
        let says = format!(
            "The text of the variant `{id}` changed, but no difference in its rules was found."
        );
        changes.push(
            BookChange::new(DiffKind::File, How::Changed, id, says).with("variant", json!(id)),
        );
    }
    changes
}
