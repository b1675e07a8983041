//! Errata, readings and what is not computed, gathered from the whole book: one entry a fact, however often the book
//! states it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::edition::Edition;
use super::super::game;
use super::super::passage::Bodies;
use super::super::passage::Passage;
use super::super::templates::TemplateFault;
use super::super::text::html_path;
use super::super::text::{anchor, notes, sentence};
use super::sentences::{Quoted, sentences};
use crate::claim::{Value, Verdict};
use crate::judge::{CheckedClaim, CheckedDiagram};
use crate::play::Verdict as Played;

#[derive(Serialize)]
struct PartView {
    title: &'static str,
    anchor: &'static str,
    /// How many there are, in words: `6 errata`.
    counted: String,
    /// What the reader finds there.
    lead: &'static str,
    entries: Vec<EntryView>,
}

/// A fact, with all that is needed to understand it on its own.
#[derive(Serialize)]
struct EntryView {
    /// The sentence of the book round the words of the first link that states the fact; of a diagram or a move its name.
    before: String,
    text: String,
    after: String,
    /// Where that stands.
    #[serde(flatten)]
    place: PlaceView,
    source: Option<String>,
    rules: Option<String>,
    readings: Vec<ReadingView>,
    why: String,
    /// The other places that state the same.
    also: Vec<PlaceView>,
}

#[derive(Serialize)]
struct PlaceView {
    #[serde(rename = "where")]
    page: String,
    url: String,
}

#[derive(Serialize)]
struct ReadingView {
    name: String,
    value: String,
}

struct Part {
    verdict: Verdict,
    title: &'static str,
    anchor: &'static str,
    /// What one entry is, and what several are.
    names: [&'static str; 2],
    lead: &'static str,
}

const PARTS: [Part; 3] = [
    Part {
        verdict: Verdict::Erratum,
        title: "Errata",
        anchor: "errata",
        names: ["erratum", "errata"],
        lead: "Where the source is wrong by its own rules, and the proof.",
    },
    Part {
        verdict: Verdict::Depends,
        title: "Readings",
        anchor: "readings",
        names: ["reading", "readings"],
        lead: "Where the words of the source allow more than one meaning. The book takes the first.",
    },
    Part {
        verdict: Verdict::Unchecked,
        title: "Not computed",
        anchor: "unchecked",
        names: ["statement that is not computed", "statements that are not computed"],
        lead: "What no rule decides, and why.",
    },
];

/// What a link's `#` can name on the page.
pub const ANCHORS: [&str; 3] = [PARTS[0].anchor, PARTS[1].anchor, PARTS[2].anchor];

pub fn bodies(edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    let render = |template, url: fn(&str) -> String| {
        edition.templates.render(template, &[("parts", &parts(edition, &url))])
    };
    let (html, markdown) = (render("errata.html", html_path)?, render("errata.md", str::to_string)?);
    let passages = parts(edition, &html_path).iter().flat_map(PartView::passages).collect();
    Ok(Bodies { html, markdown, pictures: Vec::new(), passages })
}

impl EntryView {
    /// A whole sentence says more than the cell of a table that came before it.
    fn state_again(&mut self, quoted: &Quoted, mut place: PlaceView) {
        if self.before.is_empty() && self.after.is_empty() {
            self.before.clone_from(&quoted.before);
            self.text.clone_from(&quoted.claim);
            self.after.clone_from(&quoted.after);
            std::mem::swap(&mut self.place, &mut place);
        }
        self.also.push(place);
    }
}

impl PartView {
    fn passages(&self) -> impl Iterator<Item = Passage> {
        self.entries.iter().zip(1..).map(|(entry, number)| Passage {
            heading: format!("{} {number}, {}", self.title, entry.place.page),
            anchor: format!("{}-{number}", self.anchor),
            text: format!("{}{}{} {}", entry.before, entry.text, entry.after, entry.why),
        })
    }
}

fn parts(edition: &Edition<'_>, url: &impl Fn(&str) -> String) -> Vec<PartView> {
    let part = |Part { verdict, title, anchor, names: [one, many], lead }| {
        let mut entries = diagrams(edition, verdict, url);
        entries.extend(games(edition, verdict, url));
        entries.extend(claims(edition, verdict, url));
        entries.sort_by_key(|(page, _)| *page);
        let entries: Vec<EntryView> = entries.into_iter().map(|(_, entry)| entry).collect();
        let counted = format!("{} {}", entries.len(), if entries.len() == 1 { one } else { many });
        PartView { title, anchor, counted, lead, entries }
    };
    PARTS.into_iter().map(part).collect()
}

fn diagrams(
    edition: &Edition<'_>,
    verdict: Verdict,
    url: &impl Fn(&str) -> String,
) -> Vec<(usize, EntryView)> {
    let checked = edition.checked;
    let entry = |diagram: &CheckedDiagram| {
        let page = &checked.book.pages[diagram.page];
        let decl = &page.diagrams[diagram.index];
        let number = checked.book.figures.number(diagram.page, diagram.index);
        let printed = checked.book.source_number(decl);
        let printed = printed.map_or_else(String::new, |number| format!(" ({number} in the source)"));
        let variant = &edition.variants.rules(checked.stage(diagram).variant).variant;
        let differing = || diagram.marks.iter().filter(|mark| mark.verdict == verdict);
        let marked = |cells: &crate::model::CellSet| Value::Cells(Box::new(*cells)).show(variant);
        let source = differing().map(|mark| mark.source.as_ref().map(marked)).collect::<Option<Vec<_>>>();
        let rules: Vec<String> = differing().map(|mark| marked(&mark.cells)).collect();
        let why: Vec<String> = notes(edition, diagram).into_iter().map(|note| note.text).collect();
        let entry = EntryView {
            before: String::new(),
            text: format!("Figure {number}{printed}: {}", decl.title),
            after: String::new(),
            place: PlaceView {
                page: page.title.clone(),
                url: format!("{}#{}", url(&page.path), anchor("d", &decl.id.text)),
            },
            source: source.filter(|all| !all.is_empty()).map(|all| all.join("; ")),
            rules: (!rules.is_empty()).then(|| rules.join("; ")),
            readings: Vec::new(),
            why: why.join(" "),
            also: Vec::new(),
        };
        (diagram.page, entry)
    };
    checked.diagrams.iter().filter(|diagram| diagram.verdict == verdict).map(entry).collect()
}

/// The moves of recorded games.
fn games(edition: &Edition<'_>, verdict: Verdict, url: &impl Fn(&str) -> String) -> Vec<(usize, EntryView)> {
    let mut entries = Vec::new();
    for game in &edition.checked.games {
        let page = &edition.checked.book.pages[game.page];
        let (decl, played) = edition.checked.played(game);
        for (place, ply) in played.replay.plies.iter().enumerate() {
            let slip = game::slip(game, played, place);
            if slip.verdict != verdict {
                continue;
            }
            let entry = EntryView {
                before: format!("{}, move ", game::title(decl)),
                text: slip.name,
                after: String::new(),
                place: PlaceView {
                    page: page.title.clone(),
                    url: format!("{}#{}", url(&page.path), slip.anchor),
                },
                source: Some(ply.written.word.text.clone()),
                rules: match &ply.verdict {
                    Played::Played { properly, .. } => Some(properly.clone()),
                    Played::Illegal { .. } => None,
                },
                readings: Vec::new(),
                why: slip.text,
                also: Vec::new(),
            };
            entries.push((game.page, entry));
        }
    }
    entries
}

/// A definition that several links state is one entry with several places.
fn claims(edition: &Edition<'_>, verdict: Verdict, url: &impl Fn(&str) -> String) -> Vec<(usize, EntryView)> {
    let checked = edition.checked;
    let mut entries: Vec<(usize, EntryView)> = Vec::new();
    let mut entry_of: BTreeMap<&str, usize> = BTreeMap::new();
    let mut quoted: BTreeMap<usize, Vec<Quoted>> = BTreeMap::new();
    for claim in checked.claims.iter().filter(|claim| claim.judgement.verdict == verdict) {
        let page = &checked.book.pages[claim.page];
        let link = &page.claims[claim.link];
        let place = PlaceView {
            page: page.title.clone(),
            url: format!("{}#{}", url(&page.path), anchor("c", &claim.id)),
        };
        let name = link.target.text().trim();
        let sentences =
            quoted.entry(claim.page).or_insert_with(|| sentences(page, checked.book.decl.raw_html));
        let sentence = &sentences[claim.link];
        if let Some(index) = entry_of.get(name) {
            entries[*index].1.state_again(sentence, place);
            continue;
        }
        if checked.book.definitions.contains(name) {
            entry_of.insert(name, entries.len());
        }
        entries.push((claim.page, stated(edition, claim, sentence, place)));
    }
    entries
}

fn stated(edition: &Edition<'_>, claim: &CheckedClaim, quoted: &Quoted, place: PlaceView) -> EntryView {
    let variant = claim.variant.map(|variant| &edition.variants.rules(variant).variant);
    let show = |value: &Value| variant.map(|variant| value.show(variant)).unwrap_or_default();
    let judgement = &claim.judgement;
    let is_erratum = judgement.verdict == Verdict::Erratum;
    let of_source = |value: &Value| match value {
        Value::Truth(_) => "the contrary".to_string(),
        value => show(value),
    };
    let of_rules = |value: &Value| match value {
        Value::Truth(_) => "what the sentence says".to_string(),
        value => show(value),
    };
    EntryView {
        before: quoted.before.clone(),
        text: quoted.claim.clone(),
        after: quoted.after.clone(),
        place,
        source: judgement.source.as_ref().filter(|_| is_erratum).map(of_source),
        rules: judgement.actual.as_ref().filter(|_| is_erratum).map(of_rules),
        readings: judgement
            .readings
            .iter()
            .map(|(name, value)| {
                let name = sentence(name);
                ReadingView { name: name.trim_end_matches('.').to_string(), value: show(value) }
            })
            .collect(),
        why: if judgement.readings.is_empty() { sentence(&judgement.note) } else { String::new() },
        also: Vec::new(),
    }
}
