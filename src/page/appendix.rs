//! Errata, readings and what is not computed, gathered from the whole book.

use serde::Serialize;

use super::body::{anchor, notes, printed, sentence};
use super::view::html_path;
use super::{Edition, TemplateFault};
use crate::claim::{Value, Verdict};

#[derive(Serialize)]
struct PartView {
    title: &'static str,
    anchor: &'static str,
    entries: Vec<EntryView>,
}

#[derive(Serialize)]
struct EntryView {
    title: String,
    #[serde(rename = "where")]
    place: String,
    url: String,
    text: String,
}

const PARTS: [(Verdict, &str, &str); 3] = [
    (Verdict::Erratum, "Errata", "errata"),
    (Verdict::Depends, "Readings", "readings"),
    (Verdict::Unchecked, "Not computed", "unchecked"),
];

pub fn html(edition: &Edition<'_>) -> Result<String, TemplateFault> {
    let parts = parts(edition, html_path);
    edition.templates.render("errata.html", &[("parts", &parts)])
}

pub fn markdown(edition: &Edition<'_>) -> Result<String, TemplateFault> {
    let parts = parts(edition, str::to_string);
    edition.templates.render("errata.md", &[("parts", &parts)])
}

fn parts(edition: &Edition<'_>, url: impl Fn(&str) -> String) -> Vec<PartView> {
    PARTS
        .into_iter()
        .map(|(verdict, title, anchor)| {
            let mut entries = diagrams(edition, verdict, &url);
            entries.extend(claims(edition, verdict, &url));
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
    let entry = |diagram: &crate::judge::CheckedDiagram| {
        let page = &checked.book.pages[diagram.page];
        let decl = &page.diagrams[diagram.index];
        let number = &decl.source_id.as_ref().unwrap_or(&decl.id).text;
        let text: Vec<String> = notes(edition, diagram).into_iter().map(|note| note.text).collect();
        let entry = EntryView {
            title: format!("Diagram {number}"),
            place: page.title.clone(),
            url: format!("{}#{}", url(&page.path), anchor("d", &decl.id.text)),
            text: text.join(" "),
        };
        (diagram.page, entry)
    };
    checked.diagrams.iter().filter(|diagram| diagram.verdict == verdict).map(entry).collect()
}

fn claims(edition: &Edition<'_>, verdict: Verdict, url: &impl Fn(&str) -> String) -> Vec<(usize, EntryView)> {
    let checked = edition.checked;
    let entry = |claim: &crate::judge::CheckedClaim| {
        let page = &checked.book.pages[claim.page];
        let variant = claim.variant.map(|variant| &edition.variants.rules(variant).variant);
        let show = |value: &Value| variant.map(|variant| value.show(variant)).unwrap_or_default();
        let judgement = &claim.judgement;
        let mut text = String::new();
        if let (Some(source), Verdict::Erratum) = (&judgement.source, verdict) {
            text.push_str(&format!("The source {}. ", printed(source, variant)));
        }
        let readings: Vec<String> =
            judgement.readings.iter().map(|(name, value)| format!("{name}: {}", show(value))).collect();
        if verdict == Verdict::Depends {
            text.push_str(&format!("{} The book takes the first.", sentence(&readings.join("; "))));
        } else {
            text.push_str(&sentence(&judgement.note));
        }
        let entry = EntryView {
            title: format!("“{}”", page.claims[claim.link].text.text()),
            place: page.title.clone(),
            url: format!("{}#{}", url(&page.path), anchor("c", &claim.id)),
            text,
        };
        (claim.page, entry)
    };
    checked.claims.iter().filter(|claim| claim.judgement.verdict == verdict).map(entry).collect()
}
