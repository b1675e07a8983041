//! Errata, readings and what is not computed, gathered from the whole book.

use std::collections::BTreeMap;

use serde::Serialize;

use super::body::{anchor, notes, printed, sentence};
use super::game;
use super::reference::Bodies;
use super::search::Passage;
use super::view::html_path;
use super::{Edition, TemplateFault};
use crate::claim::{Value, Verdict};
use crate::judge::{CheckedClaim, CheckedDiagram};

#[derive(Serialize)]
struct PartView {
    title: &'static str,
    anchor: &'static str,
    entries: Vec<EntryView>,
}

#[derive(Serialize)]
struct EntryView {
    #[serde(flatten)]
    place: PlaceView,
    text: String,
    /// The other places that state the same.
    also: Vec<PlaceView>,
}

#[derive(Serialize)]
struct PlaceView {
    title: String,
    #[serde(rename = "where")]
    page: String,
    url: String,
}

const PARTS: [(Verdict, &str, &str); 3] = [
    (Verdict::Erratum, "Errata", "errata"),
    (Verdict::Depends, "Readings", "readings"),
    (Verdict::Unchecked, "Not computed", "unchecked"),
];

/// What a link's `#` can name in the appendix.
pub const ANCHORS: [&str; 3] = [PARTS[0].2, PARTS[1].2, PARTS[2].2];

pub fn bodies(edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    let render = |template, url: fn(&str) -> String| {
        edition.templates.render(template, &[("parts", &parts(edition, &url))])
    };
    let (html, markdown) = (render("errata.html", html_path)?, render("errata.md", str::to_string)?);
    let passages = parts(edition, &html_path).iter().flat_map(PartView::passages).collect();
    Ok(Bodies { html, markdown, pictures: Vec::new(), passages })
}

impl PartView {
    fn passages(&self) -> impl Iterator<Item = Passage> {
        self.entries.iter().map(|entry| Passage {
            heading: format!("{}, {}", self.title, entry.place.page),
            anchor: self.anchor.to_string(),
            text: format!("{} {}", entry.place.title, entry.text),
        })
    }
}

fn parts(edition: &Edition<'_>, url: &impl Fn(&str) -> String) -> Vec<PartView> {
    PARTS
        .into_iter()
        .map(|(verdict, title, anchor)| {
            let mut entries = diagrams(edition, verdict, url);
            entries.extend(games(edition, verdict, url));
            entries.extend(claims(edition, verdict, url));
            entries.sort_by_key(|(page, _)| *page);
            PartView { title, anchor, entries: entries.into_iter().map(|(_, entry)| entry).collect() }
        })
        .collect()
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
        let number = &decl.source_id.as_ref().unwrap_or(&decl.id).text;
        let text: Vec<String> = notes(edition, diagram).into_iter().map(|note| note.text).collect();
        let place = PlaceView {
            title: format!("Diagram {number}"),
            page: page.title.clone(),
            url: format!("{}#{}", url(&page.path), anchor("d", &decl.id.text)),
        };
        (diagram.page, EntryView { place, text: text.join(" "), also: Vec::new() })
    };
    checked.diagrams.iter().filter(|diagram| diagram.verdict == verdict).map(entry).collect()
}

/// The moves of recorded games.
fn games(edition: &Edition<'_>, verdict: Verdict, url: &impl Fn(&str) -> String) -> Vec<(usize, EntryView)> {
    let mut entries = Vec::new();
    for game in &edition.checked.games {
        let page = &edition.checked.book.pages[game.page];
        let (decl, played) = edition.checked.played(game);
        for slip in game::slips(game, played).filter(|slip| slip.verdict == verdict) {
            let place = PlaceView {
                title: format!("{}, {}", game::title(decl), slip.name),
                page: page.title.clone(),
                url: format!("{}#{}", url(&page.path), slip.anchor),
            };
            entries.push((game.page, EntryView { place, text: slip.text, also: Vec::new() }));
        }
    }
    entries
}

/// A definition that several links state is one entry with several places.
fn claims(edition: &Edition<'_>, verdict: Verdict, url: &impl Fn(&str) -> String) -> Vec<(usize, EntryView)> {
    let checked = edition.checked;
    let mut entries: Vec<(usize, EntryView)> = Vec::new();
    let mut entry_of: BTreeMap<&str, usize> = BTreeMap::new();
    for claim in checked.claims.iter().filter(|claim| claim.judgement.verdict == verdict) {
        let page = &checked.book.pages[claim.page];
        let link = &page.claims[claim.link];
        let place = PlaceView {
            title: format!("“{}”", link.text.text()),
            page: page.title.clone(),
            url: format!("{}#{}", url(&page.path), anchor("c", &claim.id)),
        };
        let name = link.target.text().trim();
        match entry_of.get(name) {
            Some(index) => entries[*index].1.also.push(place),
            None => {
                if checked.book.definitions.contains(name) {
                    entry_of.insert(name, entries.len());
                }
                entries
                    .push((claim.page, EntryView { place, text: grounds(edition, claim), also: Vec::new() }));
            }
        }
    }
    entries
}

/// Why a claim has its verdict.
fn grounds(edition: &Edition<'_>, claim: &CheckedClaim) -> String {
    let variant = claim.variant.map(|variant| &edition.variants.rules(variant).variant);
    let show = |value: &Value| variant.map(|variant| value.show(variant)).unwrap_or_default();
    let judgement = &claim.judgement;
    let mut text = String::new();
    if let (Some(source), Verdict::Erratum) = (&judgement.source, judgement.verdict) {
        text.push_str(&format!("The source {}. ", printed(source, variant)));
    }
    let readings: Vec<String> =
        judgement.readings.iter().map(|(name, value)| format!("{name}: {}", show(value))).collect();
    if judgement.verdict == Verdict::Depends {
        text.push_str(&format!("{} The book takes the first.", sentence(&readings.join("; "))));
    } else {
        text.push_str(&sentence(&judgement.note));
    }
    text
}
