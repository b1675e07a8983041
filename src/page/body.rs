//! A page's flow as HTML.

use super::text::{NoteView, anchor, heading, notes, sentence};
use pulldown_cmark::{Event, LinkType, Tag, TagEnd, html};
use serde::Serialize;

use super::edition::Edition;
use super::front::Opening;
use super::live::{self, Figure};
use super::templates::TemplateFault;
use super::text::{html_path, root};
use super::{card, combinations, figures, game};
use crate::backend::svg;
use crate::book::page::Flow;
use crate::claim::{Evidence, Judgement, Value, Verdict};
use crate::diagram::Mark;
use crate::model::{CellSet, Variant};
use crate::scene;

#[derive(Serialize)]
struct ClaimView {
    anchor: String,
    verdict: &'static str,
    heading: &'static str,
    inner: String,
    expression: String,
    actual: Option<String>,
    witnesses: Option<String>,
    source: Option<String>,
    note: String,
    readings: Vec<ReadingView>,
}

#[derive(Serialize)]
struct ReadingView {
    name: String,
    value: String,
}

/// The sides of a cell, as wide as the style sheet lets them be at least, that the smallest window has room for.
const NARROW: f64 = 9.0;

#[derive(Serialize)]
pub struct DiagramView {
    id: String,
    /// Its number in the book.
    number: usize,
    /// The source's number, where it has one.
    source: Option<String>,
    title: String,
    anchor: String,
    verdict: &'static str,
    svg: String,
    legend: Vec<KeyView>,
    png: bool,
    /// Whether it scrolls where the window is small.
    scrolls: bool,
    alt: String,
    /// What the page's script needs to move the pieces, as JSON; none where it could not say what the marks are.
    live: Option<String>,
    /// Why it could not.
    fixed: Option<String>,
    notes: Vec<NoteView>,
}

/// What a mark stands for.
#[derive(Serialize)]
struct KeyView {
    /// Its symbol.
    svg: String,
    meaning: String,
    /// On how many cells it lies: `11 cells`.
    count: String,
}

/// The page's text as HTML.
pub fn html(edition: &Edition<'_>, page_index: usize) -> Result<String, TemplateFault> {
    let page = &edition.checked.book.pages[page_index];
    let raw_html = edition.checked.book.decl.raw_html;
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut claim_start = 0;
    // What a card says in figures stands at the end of the page.
    let mut facts: Vec<Event<'_>> = Vec::new();
    // What a link to a figure says in place of its author's words.
    let mut filled: Option<String> = None;
    let mut opening = Opening::of(edition, page, "front.html")?;
    events.extend(opening.before().map(block));
    for (at, flow) in page.flow.iter().enumerate() {
        match flow {
            Flow::Markdown(Event::End(TagEnd::Link), _) => {
                events.extend(filled.take().map(|words| Event::Text(words.into())));
                events.push(Event::End(TagEnd::Link));
            }
            Flow::Markdown(..) if filled.is_some() => {}
            Flow::Markdown(event, _) => match figures::reference(edition, page_index, at) {
                Some(link) => {
                    events.push(Event::Start(Tag::Link {
                        link_type: LinkType::Inline,
                        dest_url: link.target().into(),
                        title: "".into(),
                        id: "".into(),
                    }));
                    filled = link.words;
                }
                None => events.push(on_the_site(event, raw_html)),
            },
            Flow::Heading(index) => {
                let heading = &page.headings[*index];
                events.push(block(format!("<{} id=\"{}\">", heading.level, heading.anchor)));
            }
            Flow::ClaimStart(_) => claim_start = events.len(),
            Flow::ClaimEnd(index) => {
                let mut inner = String::new();
                html::push_html(&mut inner, events.drain(claim_start..));
                let view = claim_view(edition, page_index, *index, inner);
                let text = edition.templates.render("claim.html", &[("claim", &view)])?;
                events.push(Event::InlineHtml(text.trim_end().to_string().into()));
            }
            Flow::Diagram(index) => {
                let Some(view) = diagram_view(edition, page_index, *index) else { continue };
                let root = root(&page.path);
                events.push(block(
                    edition.templates.render("diagram.html", &[("diagram", &view), ("root", &root)])?,
                ));
            }
            Flow::Card(index) => {
                let id = &page.cards[*index].piece.text;
                let Some(view) = card::view(edition, id, *index) else { continue };
                events.push(block(edition.templates.render("card.html", &[("piece", &view)])?));
                facts.push(block(edition.templates.render("facts.html", &[("piece", &view)])?));
            }
            Flow::Combinations(index) => {
                let Some(view) = combinations::view(edition, page_index, *index) else { continue };
                events.push(block(edition.templates.render("combinations.html", &[("table", &view)])?));
            }
            Flow::Game(index) => {
                let Some(view) = game::view(edition, page_index, *index) else { continue };
                events.push(block(edition.templates.render("game.html", &[("game", &view)])?));
            }
            Flow::Definitions(_) => {}
        }
        events.extend(opening.behind(at).map(block));
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter().chain(facts));
    Ok(out)
}

fn block(html: String) -> Event<'static> {
    Event::Html(html.into())
}

/// Links to pages lead to the site's pages; raw HTML is shown as text unless the book allows it.
fn on_the_site<'a>(event: &'a Event<'static>, raw_html: bool) -> Event<'a> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) if !raw_html => Event::Text(text.clone()),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let (path, anchor) = dest_url.split_once('#').unwrap_or((dest_url, ""));
            let hash = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
            let external = crate::book::links::is_external(dest_url);
            let target = if external { dest_url.to_string() } else { html_path(path) + &hash };
            Event::Start(Tag::Link {
                link_type: *link_type,
                dest_url: target.into(),
                title: title.clone(),
                id: id.clone(),
            })
        }
        other => other.clone(),
    }
}

fn claim_view(edition: &Edition<'_>, page: usize, link: usize, inner: String) -> ClaimView {
    let claims = &edition.checked.claims;
    let at = claims.binary_search_by_key(&(page, link), |claim| (claim.page, claim.link));
    let claim = at.ok().map(|at| &claims[at]);
    let variant =
        claim.and_then(|claim| claim.variant).map(|variant| &edition.variants.rules(variant).variant);
    let missing = Judgement::error();
    let judgement = claim.map_or(&missing, |claim| &claim.judgement);
    let show = |value: &Value| variant.map(|variant| value.show(variant)).unwrap_or_default();
    let names =
        |set: &CellSet| variant.map(|variant| variant.board.names_of(set).join(" ")).unwrap_or_default();
    ClaimView {
        anchor: claim.map(|claim| anchor("c", &claim.id)).unwrap_or_default(),
        verdict: judgement.verdict.name(),
        heading: heading(judgement.verdict),
        inner,
        expression: claim.map(|claim| claim.expression.clone()).unwrap_or_default(),
        actual: judgement.actual.as_ref().map(show),
        witnesses: match &judgement.evidence {
            Some(Evidence::Counted(cells)) if !cells.is_empty() => Some(names(cells)),
            _ => None,
        },
        source: judgement
            .source
            .as_ref()
            .filter(|_| judgement.verdict == Verdict::Erratum)
            .map(|value| printed(value, variant)),
        note: sentence(&judgement.note),
        readings: judgement
            .readings
            .iter()
            .map(|(name, value)| ReadingView { name: name.clone(), value: show(value) })
            .collect(),
    }
}

/// What the source prints, as a sentence goes on after "The source".
pub fn printed(value: &Value, variant: Option<&Variant>) -> String {
    match value {
        Value::Truth(_) => "says otherwise".to_string(),
        value => format!("prints {}", variant.map(|variant| value.show(variant)).unwrap_or_default()),
    }
}

pub fn diagram_view(edition: &Edition<'_>, page: usize, index: usize) -> Option<DiagramView> {
    let (diagram, picture) = edition.diagram(page, index)?;
    let decl = &edition.checked.book.pages[page].diagrams[index];
    let (live, fixed) = match live::figure(edition, diagram) {
        Figure::Live(data) => (Some(data), None),
        Figure::Fixed(reason) => (None, Some(reason)),
    };
    Some(DiagramView {
        id: decl.id.text.clone(),
        number: edition.checked.book.figures.number(page, index),
        source: edition.checked.book.source_number(decl).map(str::to_string),
        title: decl.title.clone(),
        anchor: anchor("d", &decl.id.text),
        verdict: diagram.verdict.name(),
        svg: picture.inline.clone(),
        legend: diagram.shown.marks.iter().enumerate().map(key).collect(),
        png: edition.with_png,
        scrolls: picture.width > NARROW,
        alt: picture.alt.clone(),
        live,
        fixed,
        notes: notes(edition, diagram),
    })
}

fn key((index, mark): (usize, &Mark)) -> KeyView {
    let svg = svg::ornament(&scene::key(index));
    KeyView { svg, meaning: mark.stands_for().to_string(), count: mark.counted() }
}
