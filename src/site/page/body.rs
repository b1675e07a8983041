//! Renders a page's flow as HTML.

use pulldown_cmark::{Event, LinkType, Tag, TagEnd, html};
use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::front::Opening;
use super::live;
use super::templates::TemplateFault;
use super::text::{heading, html_path, merge, notes, restatement, root, sentence};
use super::{card, combinations, figures, game, language};
use padma_book::claim::{Judgement, Verdict};
use padma_book::judge::{DiagramNaming, describe_claim};
use padma_book::pages::links::anchor;
use padma_book::pages::made::ReferencePage;
use padma_book::pages::page::Flow;
use padma_expr::{Evidence, ExprValue};
use padma_picture::backend::svg;
use padma_picture::scene;
use padma_rules::diagram::Mark;
use padma_rules::model::{CellSet, Variant};

/// The width, in sides of a cell, of the widest picture that fits the smallest window. The sides
/// are then as short as the style sheet allows.
const NARROW: f64 = 9.0;

/// Renders the page's text as HTML.
pub(crate) fn html(edition: &Edition<'_>, page_index: usize) -> Result<String, TemplateFault> {
    let page = &edition.checked.book.pages[page_index];
    let raw_html = edition.checked.book.decl.raw_html;
    let ours = language::english_attributes(&edition.checked.book.decl.language);
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut claim_start = 0;
    // The facts about a card's piece go to the end of the page.
    let mut facts: Vec<Event<'_>> = Vec::new();
    // The words that replace the author's in a link to a figure.
    let mut link_words: Option<String> = None;
    let mut opening = Opening::new(edition, page, "front.html")?;
    events.extend(opening.take_before_page().map(block));
    for (at, flow) in page.flow.iter().enumerate() {
        match flow {
            Flow::Markdown(Event::End(TagEnd::Link), _) => {
                events.extend(link_words.take().map(|words| Event::Text(words.into())));
                events.push(Event::End(TagEnd::Link));
            }
            Flow::Markdown(..) if link_words.is_some() => {}
            Flow::Markdown(event, _) => match figures::figure_link(edition, page_index, at) {
                Some(link) => {
                    events.push(Event::Start(Tag::Link {
                        link_type: LinkType::Inline,
                        dest_url: link.target().into(),
                        title: "".into(),
                        id: "".into(),
                    }));
                    link_words = link.words;
                }
                None => events.push(site_event(event, raw_html)),
            },
            Flow::Heading(index) => {
                let heading = &page.headings[*index];
                events.push(block(format!(
                    "<{} id=\"{}\">",
                    heading.level, heading.anchor
                )));
            }
            Flow::ClaimStart(_) => claim_start = events.len(),
            Flow::ClaimEnd(index) => {
                let mut inner = String::new();
                html::push_html(&mut inner, events.drain(claim_start..));
                let view = claim_view(edition, page_index, *index, inner);
                let text = edition
                    .templates
                    .render("claim.html", &json!({"claim": view, "ours": ours}))?;
                events.push(Event::InlineHtml(text.trim_end().to_string().into()));
            }
            Flow::Diagram(_) | Flow::Card(_) | Flow::Combinations(_) | Flow::Game(_) => {
                let made = render_block(edition, page_index, flow, "html", &root(&page.path))?;
                events.push(block(made.text));
                facts.extend(made.facts.map(block));
            }
            Flow::Definitions(_) => {}
        }
        events.extend(opening.take_after(at).map(block));
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter().chain(facts));
    Ok(out)
}

/// The text of a rendered block and, for a card, the facts for the end of the page. Empty if the
/// block has an error.
#[derive(Default)]
pub(crate) struct RenderedBlock {
    pub text: String,
    pub facts: Option<String>,
}

/// Renders a block of a page with the templates whose names end with `end`; `root` is the path
/// from the page to the book's folder.
pub(crate) fn render_block(
    edition: &Edition<'_>,
    page: usize,
    flow: &Flow,
    end: &str,
    root: &str,
) -> Result<RenderedBlock, TemplateFault> {
    let Some((name, key, view)) = block_view(edition, page, flow) else {
        return Ok(RenderedBlock::default());
    };
    // The Markdown edition lies one folder deeper than the site, and holds its pictures itself.
    let pictures = format!("{}diagrams/", root.strip_prefix("../").unwrap_or(root));
    let ours = language::english_attributes(&edition.checked.book.decl.language);
    let views = json!({key: view, "root": root, "pictures": pictures, "ours": ours});
    let render = |name: &str| edition.templates.render(&format!("{name}.{end}"), &views);
    let facts = matches!(flow, Flow::Card(_)).then(|| render("facts"));
    Ok(RenderedBlock {
        text: render(name)?,
        facts: facts.transpose()?,
    })
}

/// Returns a block's template, and the name and value of the view for it; `None` if the block has
/// an error.
pub(crate) fn block_view(
    edition: &Edition<'_>,
    page: usize,
    flow: &Flow,
) -> Option<(&'static str, &'static str, Json)> {
    let (name, key, view) = match flow {
        Flow::Diagram(index) => ("diagram", "diagram", diagram_view(edition, page, *index)),
        Flow::Card(index) => {
            let id = &edition.checked.book.pages[page].cards[*index].piece.text;
            ("card", "piece", card::view(edition, id, *index))
        }
        Flow::Combinations(index) => {
            let own = &edition.checked.book.pages[page].path;
            let index_page = root(own) + &html_path(ReferencePage::PieceIndex.path());
            (
                "combinations",
                "table",
                combinations::view(edition, page, *index, index_page),
            )
        }
        Flow::Game(index) => ("game", "game", game::view(edition, page, *index)),
        _ => return None,
    };
    Some((name, key, view?))
}

fn block(html: String) -> Event<'static> {
    Event::Html(html.into())
}

/// Adapts an event to the site: links lead to HTML pages, and raw HTML becomes text unless the
/// book allows it.
fn site_event<'a>(event: &'a Event<'static>, raw_html: bool) -> Event<'a> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) if !raw_html => Event::Text(text.clone()),
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let external = padma_book::pages::links::is_external(dest_url);
            let target = if external {
                dest_url.to_string()
            } else {
                html_path(dest_url)
            };
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

/// Returns the view of the claim of a link; `inner` is the link's text.
pub(crate) fn claim_view(edition: &Edition<'_>, page: usize, link: usize, inner: String) -> Json {
    let claim = edition.claim(page, link);
    let variant = claim
        .and_then(|claim| claim.variant)
        .map(|variant| &edition.variants.rules(variant).variant);
    let missing = Judgement::error();
    let judgement = claim.map_or(&missing, |claim| &claim.judgement);
    let show = |value: &ExprValue| {
        variant
            .map(|variant| value.show(variant))
            .unwrap_or_default()
    };
    let names = |set: &CellSet| {
        variant
            .map(|variant| variant.board.names_of(set).join(" "))
            .unwrap_or_default()
    };
    let readings = judgement.readings.iter();
    let says = claim.and_then(|claim| {
        describe_claim(
            edition.checked,
            claim,
            edition.variants,
            DiagramNaming::ByNumber,
        )
    });
    let expression = claim.map(|claim| claim.expression.clone());
    let view = json!({
        "anchor": claim.map(|claim| anchor("c", &claim.id)).unwrap_or_default(),
        "verdict": judgement.verdict.name(),
        "heading": heading(judgement.verdict),
        "inner": inner,
        "actual": judgement.actual.as_ref().map(show),
        "witnesses": match &judgement.evidence {
            Some(Evidence::Counted(cells)) if !cells.is_empty() => Some(names(cells)),
            _ => None,
        },
        "source": (judgement.source.as_ref())
            .filter(|_| judgement.verdict == Verdict::Erratum)
            .map(|value| source_phrase(value, variant)),
        "note": sentence(&judgement.note),
        "readings": readings
            .map(|(name, value)| json!({"name": name, "value": show(value)}))
            .collect::<Vec<_>>(),
    });
    merge(view, restatement(says, expression))
}

/// Returns what the source prints, as the continuation of a sentence that begins "The source".
fn source_phrase(value: &ExprValue, variant: Option<&Variant>) -> String {
    match value {
        ExprValue::Truth(_) => "says otherwise".to_string(),
        value => format!(
            "prints {}",
            variant
                .map(|variant| value.show(variant))
                .unwrap_or_default()
        ),
    }
}

/// Returns the view of a diagram: its picture, and what the page says about it.
pub(crate) fn figure_view(edition: &Edition<'_>, page: usize, index: usize) -> Option<Json> {
    let (diagram, picture) = edition.diagram(page, index)?;
    let decl = &edition.checked.book.pages[page].diagrams[index];
    let legend_entry = |(index, mark): (usize, &Mark)| {
        let svg = svg::ornament(&scene::key(index));
        json!({"svg": svg, "meaning": mark.meaning_or_symbol(), "count": mark.count_text()})
    };
    Some(json!({
        "id": decl.id.text,
        "number": edition.checked.book.figures.number(page, index),
        "source": edition.checked.book.source_number(decl),
        "title": decl.title,
        "anchor": anchor("d", &decl.id.text),
        "verdict": diagram.verdict.name(),
        "svg": picture.svg,
        // Width, in sides of a cell.
        "sides": picture.width,
        "legend": diagram.shown.marks.iter().enumerate().map(legend_entry).collect::<Vec<_>>(),
        "alt": picture.alt,
        "notes": notes(edition, diagram),
    }))
}

fn diagram_view(edition: &Edition<'_>, page: usize, index: usize) -> Option<Json> {
    let (diagram, picture) = edition.diagram(page, index)?;
    let figure = live::figure(edition, diagram);
    let own = json!({
        "png": edition.with_png,
        // Whether the picture is too wide for a small window.
        "scrolls": picture.width > NARROW,
        // The data that the page's script needs to move the pieces, or the reason why it cannot
        // recompute the marks.
        "live": figure.as_ref().ok(),
        "fixed": figure.as_ref().err(),
    });
    Some(merge(figure_view(edition, page, index)?, own))
}
