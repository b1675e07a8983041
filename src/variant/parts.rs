//! The parts of a variant as their author wrote them. A sentence of a book can rest on one of them.
//!
//! ```text
//! rule promotion ──▶ its tables, and those of the sets, directions and definitions that they name
//! piece queen    ──▶ its table, and those of the pieces that its movement names
//! ```
//!
//! Knows no meaning: two texts of one meaning are two texts.

use std::collections::{BTreeMap, BTreeSet};

use crate::decl::{piece, top};
use crate::extend::part_names;
use crate::form::{Fields, KIND, Takes};
use crate::kinds::KINDS;

/// The words before the name of a kind of rule that a variant does not have.
const ABSENT: &str = "no";

/// Returns the text of each part of a variant that extends no other, by the words that `without` takes:
/// `rule promotion`, `piece queen`, `setup`; also `board`, and `no rule castling` for what is not there.
pub fn part_texts(whole: &Fields) -> BTreeMap<String, String> {
    // A sentence is read by itself.
    let whole = whole.without(|key| matches!(key.takes, Takes::Sentences));
    let mut own: BTreeMap<String, String> = BTreeMap::new();
    for (name, text) in part_names(&whole) {
        *own.entry(name).or_default() += &text;
    }
    let movements: BTreeMap<String, &str> = whole
        .tables(top::PIECE)
        .iter()
        .map(|piece| {
            let name = format!("piece {}", piece.str(piece::ID));
            (name, piece.str(piece::MOVEMENT))
        })
        .collect();
    let texts = own.keys().map(|name| {
        let mut used = BTreeSet::from([name.clone()]);
        add_used(name, &own, &movements, &mut used);
        let text = used.iter().map(|used| own[used].as_str());
        (name.clone(), text.collect::<Vec<_>>().join("\n"))
    });
    let rules = whole.tables(top::RULE);
    let is_absent = |kind: &&str| rules.iter().all(|rule| rule.str(KIND) != *kind);
    let kinds = KINDS.iter().map(|kind| kind.name).filter(is_absent);
    let absent = kinds.map(|kind| (format!("{ABSENT} rule {kind}"), String::new()));
    let turns = (!whole.has(top::TURN)).then(|| (format!("{ABSENT} turn"), String::new()));
    texts.chain(absent).chain(turns).collect()
}

/// Adds the parts whose meaning a part's text uses.
fn add_used(
    name: &str,
    own: &BTreeMap<String, String>,
    movements: &BTreeMap<String, &str>,
    used: &mut BTreeSet<String>,
) {
    let words = |text: &str| -> BTreeSet<String> {
        let is_apart = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_');
        text.split(is_apart).map(str::to_string).collect()
    };
    let named = words(&own[name]).into_iter().flat_map(|word| {
        let kinds = ["set", "direction", "define", "count"];
        kinds.map(|kind| format!("{kind} {word}"))
    });
    let moved_as = movements.get(name).map(|movement| words(movement));
    let pieces = moved_as.into_iter().flatten();
    let pieces = pieces.map(|word| format!("piece {word}"));
    for other in named.chain(pieces).collect::<Vec<_>>() {
        if own.contains_key(&other) && used.insert(other.clone()) {
            add_used(&other, own, movements, used);
        }
    }
}
