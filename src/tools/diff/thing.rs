//! Things as plain values, and the comparison that all of them share. A claim, a figure, a setup:
//! each has texts and lists, and a change is described text by text and list by list.
//!
//! ```text
//! things of the old state ─┐         ┌─▶ both: a phrase for each text and list that differs
//!                          ├─ match ─┤
//! things of the new state ─┘         └─▶ one alone: it is new, or gone
//! ```
//!
//! Knows neither books nor rules.

use serde_json::{Map, Value as Json, json};

use super::change::{BookChange, DiffKind, How};
use super::picture::{ChangePicture, marks};
use super::words::gains_and_losses;
use padma_rules::model::CellSet;
use padma_text::english::join_list;

/// A thing in one of the states.
pub(crate) struct Thing {
    pub kind: DiffKind,
    pub id: String,
    /// Keys by which the thing is matched with one of the other state, the best first. A key that
    /// does not apply is `None`.
    pub keys: Vec<Option<String>>,
    /// The beginning of a sentence about a change: "The figure f, “A frog”,".
    pub subject: String,
    /// The beginning of a sentence about a new or removed thing: "`fc` in index.md: “c5”".
    pub added_or_removed: String,
    /// The texts. All things of a kind have the same texts in the same order.
    pub texts: Vec<TextFact>,
    pub lists: Vec<ListFact>,
    /// False if the lists could not be computed. They are not compared then.
    pub is_computed: bool,
    /// Further data for the JSON report, which is not compared.
    pub details: Map<String, Json>,
    /// The board on which changes of the lists are marked.
    pub picture: Option<ChangePicture>,
}

/// A text about a thing.
pub(crate) struct TextFact {
    /// The key in the JSON report; `None` to leave the text out of the report.
    pub key: Option<&'static str>,
    pub text: Option<String>,
    /// Describes the change from one text to another.
    pub phrase: fn(&str, &str) -> String,
    /// A remark about the text; empty if there is none.
    pub note: String,
}

/// A list that belongs to a thing, such as the cells of a figure.
pub(crate) struct ListFact {
    /// A name that no other list of the thing has.
    pub name: String,
    pub items: Vec<String>,
    pub sort: &'static ListSort,
}

/// How the gains and losses of a list are described.
pub(crate) struct ListSort {
    pub verbs: [&'static str; 2],
    /// Writes an item with its article.
    pub item: fn(&str) -> String,
    pub programs: ListReport,
    /// Returns the cell of an item, to be marked on the picture.
    pub cell: fn(&str) -> Option<&str>,
    /// The meanings of the marks for what is kept, gained and lost.
    pub meanings: [&'static str; 3],
}

/// How the JSON report shows the items that a list gained and lost.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListReport {
    /// Not at all.
    Nothing,
    /// As the keys `gained` and `lost`.
    Own,
    /// As a row of `marks`. Texts for people add "under the mark".
    Mark,
}

impl Thing {
    /// Creates a thing without facts that is matched by its id.
    pub(crate) fn new(kind: DiffKind, id: &str, subject: String) -> Thing {
        Thing {
            kind,
            id: id.to_string(),
            keys: vec![Some(id.to_string())],
            added_or_removed: subject.clone(),
            subject,
            texts: Vec::new(),
            lists: Vec::new(),
            is_computed: true,
            details: Map::new(),
            picture: None,
        }
    }

    pub(crate) fn detail(&mut self, key: &str, value: &str) {
        self.details.insert(key.to_string(), json!(value));
    }

    pub(crate) fn text(&mut self, key: &'static str, text: &str, phrase: fn(&str, &str) -> String) {
        self.texts.push(TextFact {
            key: Some(key),
            text: Some(text.to_string()),
            phrase,
            note: String::new(),
        });
    }

    pub(crate) fn list(&mut self, name: &str, items: Vec<String>, sort: &'static ListSort) {
        let name = name.to_string();
        self.lists.push(ListFact { name, items, sort });
    }

    /// Returns the items of a list; empty if the thing has no such list.
    fn items(&self, name: &str) -> &[String] {
        let list = self.lists.iter().find(|list| list.name == name);
        list.map_or(&[], |list| &list.items)
    }

    fn change(&self, how: How, says: String) -> BookChange {
        let mut change = BookChange::new(self.kind, how, &self.id, says);
        change.details = self.details.clone();
        change
    }
}

/// Returns the changes of things: those of the new state in their order, then those that are
/// gone.
pub(crate) fn compare(was: &[Thing], is: &[Thing]) -> Vec<BookChange> {
    let counterparts = counterparts(was, is);
    let mut changes = Vec::new();
    for (thing, counterpart) in is.iter().zip(&counterparts) {
        match counterpart {
            Some(place) => changes.extend(changed(&was[*place], thing)),
            None => changes
                .push(thing.change(How::Added, format!("{} is new.", thing.added_or_removed))),
        }
    }
    for (place, thing) in was.iter().enumerate() {
        if !counterparts.contains(&Some(place)) {
            changes
                .push(thing.change(How::Removed, format!("{} is gone.", thing.added_or_removed)));
        }
    }
    changes
}

/// Returns the index of each new thing's old counterpart. Matches all things by their best key
/// first, then the rest by the next key.
fn counterparts(was: &[Thing], is: &[Thing]) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = vec![None; is.len()];
    let mut is_free = vec![true; was.len()];
    for key in 0..is.iter().map(|thing| thing.keys.len()).max().unwrap_or(0) {
        let key_of = |thing: &'_ Thing| thing.keys.get(key).cloned().flatten();
        for (thing, place) in is.iter().zip(&mut found) {
            let Some(own) = key_of(thing).filter(|_| place.is_none()) else {
                continue;
            };
            *place = was.iter().enumerate().position(|(place, old)| {
                is_free[place] && old.kind == thing.kind && key_of(old).as_ref() == Some(&own)
            });
            place.iter().for_each(|place| is_free[*place] = false);
        }
    }
    found
}

/// Returns the change of a thing that both states have.
pub(crate) fn changed(was: &Thing, is: &Thing) -> Option<BookChange> {
    if is.kind == DiffKind::Page && was.id != is.id {
        let change = is.change(
            How::Renamed,
            format!("{} is now {}.", was.added_or_removed, is.id),
        );
        return Some(change.with("was", json!(was.id)));
    }
    let lists = changed_lists(was, is);
    let mut phrases: Vec<String> = lists.iter().flat_map(ChangedList::phrases).collect();
    let mut change = is.change(How::Changed, String::new());
    lists.iter().for_each(|list| list.add_details(&mut change));
    for (old, new) in was.texts.iter().zip(&is.texts) {
        phrases.extend(new.phrase_from(old));
        if let Some(key) = new.key {
            change = change.with(key, json!([old.text, new.text]));
        }
    }
    change.says = format!("{} {}.", is.subject, join_list(&phrases, "and"));
    change.picture = match was.is_computed {
        true => mark_changes(is, &lists),
        false => is.picture.clone().filter(|_| is.is_computed),
    };
    (!phrases.is_empty()).then_some(change)
}

impl TextFact {
    /// Creates a text that the JSON report leaves out.
    pub(crate) fn for_people(text: String, phrase: fn(&str, &str) -> String) -> TextFact {
        TextFact {
            key: None,
            text: Some(text),
            phrase,
            note: String::new(),
        }
    }

    /// Describes the change from the old text, if the text changed.
    fn phrase_from(&self, old: &TextFact) -> Option<String> {
        let [was, is] = [old, self].map(|fact| fact.text.as_deref().unwrap_or("none"));
        let note = match self.note.as_str() {
            "" => String::new(),
            note => format!(" ({note})"),
        };
        (was != is).then(|| (self.phrase)(was, is) + &note)
    }
}

/// A list, with the items that only one of the states has.
struct ChangedList<'a> {
    list: &'a ListFact,
    gained: Vec<&'a str>,
    lost: Vec<&'a str>,
}

/// Returns the lists that differ. A list that one of the things lacks counts as empty there.
fn changed_lists<'a>(was: &'a Thing, is: &'a Thing) -> Vec<ChangedList<'a>> {
    if !was.is_computed || !is.is_computed {
        return Vec::new();
    }
    let is_known = |list: &&ListFact| is.lists.iter().any(|other| other.name == list.name);
    let gone = was.lists.iter().filter(|list| !is_known(list));
    let lists = is.lists.iter().chain(gone).map(|list| {
        let [old, new] = [was, is].map(|thing| thing.items(&list.name));
        let (gained, lost) = (missing_in(new, old), missing_in(old, new));
        ChangedList { list, gained, lost }
    });
    lists
        .filter(|list| !list.gained.is_empty() || !list.lost.is_empty())
        .collect()
}

/// Returns the items that the other list lacks.
fn missing_in<'a>(items: &'a [String], other: &[String]) -> Vec<&'a str> {
    let missing = items.iter().filter(|item| !other.contains(item));
    missing.map(String::as_str).collect()
}

impl ChangedList<'_> {
    fn phrases(&self) -> Vec<String> {
        let ListFact { name, sort, .. } = self.list;
        let names = [&self.gained, &self.lost]
            .map(|items| -> Vec<String> { items.iter().map(|item| (sort.item)(item)).collect() });
        let mut phrases = gains_and_losses(sort.verbs, &names);
        if sort.programs == ListReport::Mark {
            for phrase in &mut phrases {
                phrase.push_str(&format!(" under the mark {name}"));
            }
        }
        phrases
    }

    /// Adds the items to the details of a change.
    fn add_details(&self, change: &mut BookChange) {
        let ChangedList { list, gained, lost } = self;
        match list.sort.programs {
            ListReport::Nothing => {}
            ListReport::Own => {
                change.details.insert("gained".to_string(), json!(gained));
                change.details.insert("lost".to_string(), json!(lost));
            }
            ListReport::Mark => {
                let marks = change.details.entry("marks").or_insert(json!([]));
                if let Json::Array(rows) = marks {
                    rows.push(json!({"mark": list.name, "gained": gained, "lost": lost}));
                }
            }
        }
    }
}

/// Marks what changed on a thing's picture, in place of the picture's own marks.
fn mark_changes(thing: &Thing, lists: &[ChangedList<'_>]) -> Option<ChangePicture> {
    let mut picture = thing.picture.clone()?;
    let (mut meanings, mut gained, mut lost) = ([""; 3], CellSet::EMPTY, CellSet::EMPTY);
    for ChangedList {
        list,
        gained: more,
        lost: fewer,
    } in lists
    {
        for (cells, items) in [(&mut gained, more), (&mut lost, fewer)] {
            let names = items.iter().filter_map(|item| (list.sort.cell)(item));
            let found: CellSet = names.filter_map(|name| picture.board.cell(name)).collect();
            if !found.is_empty() {
                meanings = list.sort.meanings;
                *cells = *cells | found;
            }
        }
    }
    let own = picture.diagram.marks.iter();
    let kept = own.fold(CellSet::EMPTY, |all, mark| all | mark.cells) - gained;
    picture.diagram.title = String::new();
    picture.diagram.marks = marks(meanings, [kept, gained, lost - gained]);
    (!(gained | lost).is_empty()).then_some(picture)
}
