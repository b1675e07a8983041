//! Writes a page's content as HTML that is XML as well, for the site and for every form of the book
//! that is HTML. Other files write what is made for every book.

use std::collections::BTreeMap;

use pulldown_cmark_escape::{escape_href, escape_html, escape_html_body_text};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::front::Opening;
use super::live;
use super::medium::{Addresses, Medium};
use super::templates::TemplateFault;
use super::text::{heading, merge, notes, restatement, root, sentence};
use super::{card, combinations, figures, game, language, linked};
use padma_book::claim::{Judgement, Verdict};
use padma_book::judge::{DiagramNaming, describe_claim};
use padma_book::pages::content::{ColumnAlign, Node, NodeKind, visible_words};
use padma_book::pages::links::anchor;
use padma_book::pages::page::Page;
use padma_expr::{Evidence, ExprValue};
use padma_picture::backend::svg;
use padma_picture::scene;
use padma_rules::diagram::Mark;
use padma_rules::model::{CellSet, Variant};

/// The width, in sides of a cell, of the widest picture that fits the smallest window. The sides
/// are then as short as the style sheet allows.
const NARROW: f64 = 9.0;

/// The verdicts whose reasons a reader without tips needs as notes.
const NOTED: [Verdict; 4] = [
    Verdict::Erratum,
    Verdict::Depends,
    Verdict::Fails,
    Verdict::Error,
];

/// A page's text as HTML.
#[derive(Default)]
pub(crate) struct PageBody {
    pub html: String,
    /// The notes on its claims, for a medium that has no tips.
    pub notes: Vec<ClaimNote>,
}

/// The note to which a claim's mark leads.
#[derive(Serialize)]
pub(crate) struct ClaimNote {
    pub id: String,
    /// The id of the mark, to which the note links back.
    pub back: String,
    pub number: usize,
    pub claim: Json,
}

/// Writes one of the author's pages.
pub(crate) fn write(
    edition: &Edition<'_>,
    index: usize,
    addresses: Addresses<'_>,
) -> Result<PageBody, TemplateFault> {
    let page = &edition.checked.book.pages[index];
    let mut writer = BodyWriter {
        edition,
        page,
        index,
        addresses,
        ours: language::english_attributes(&edition.checked.book.decl.language),
        body: PageBody::default(),
        facts: Vec::new(),
        footnotes: BTreeMap::new(),
    };
    let mut opening = Opening::new(edition, page, &addresses)?;
    writer.push(&opening.take_before_page().unwrap_or_default());
    for (place, node) in page.content.iter().enumerate() {
        writer.node(node)?;
        writer.push(&opening.take_after(place).unwrap_or_default());
    }
    let BodyWriter {
        mut body, facts, ..
    } = writer;
    body.html.push_str(&facts.concat());
    Ok(body)
}

/// Writes the nodes of one page.
struct BodyWriter<'a, 'b> {
    edition: &'a Edition<'b>,
    page: &'a Page,
    index: usize,
    addresses: Addresses<'a>,
    ours: &'static str,
    body: PageBody,
    /// The facts about the pieces of cards, which go to the end of the page.
    facts: Vec<String>,
    /// The footnotes by name, numbered in the order in which they occur.
    footnotes: BTreeMap<&'a str, usize>,
}

impl<'a> BodyWriter<'a, '_> {
    fn push(&mut self, html: &str) {
        self.body.html.push_str(html);
    }

    /// Writes the start of a block, on a line of its own.
    fn push_line(&mut self, html: &str) {
        if !self.body.html.is_empty() && !self.body.html.ends_with('\n') {
            self.push("\n");
        }
        self.push(html);
    }

    fn push_text(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = escape_html_body_text(&mut self.body.html, text);
    }

    fn nodes(&mut self, nodes: &'a [Node]) -> Result<(), TemplateFault> {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    /// Writes a node that is enclosed in an element, as a block or within a line.
    fn element(&mut self, open: &str, node: &'a Node, close: &str) -> Result<(), TemplateFault> {
        if node.kind.is_inline() {
            self.push(open);
        } else {
            self.push_line(open);
        }
        self.nodes(&node.children)?;
        self.push(close);
        Ok(())
    }

    fn node(&mut self, node: &'a Node) -> Result<(), TemplateFault> {
        match &node.kind {
            NodeKind::Heading(index) => {
                let (page, addresses) = (self.page, self.addresses);
                let heading = &page.headings[*index];
                let (level, id) = (heading.level, attribute(&addresses.id(&heading.anchor)));
                let open = format!("<h{level} id=\"{id}\">");
                self.element(&open, node, &format!("</h{level}>\n"))?;
            }
            NodeKind::Paragraph => self.element("<p>", node, "</p>\n")?,
            NodeKind::Quote => self.element("<blockquote>\n", node, "</blockquote>\n")?,
            NodeKind::List(None) => self.element("<ul>\n", node, "</ul>\n")?,
            NodeKind::List(Some(1)) => self.element("<ol>\n", node, "</ol>\n")?,
            NodeKind::List(Some(first)) => {
                self.element(&format!("<ol start=\"{first}\">\n"), node, "</ol>\n")?;
            }
            NodeKind::Item => self.element("<li>", node, "</li>\n")?,
            NodeKind::Table(columns) => self.table(columns, node)?,
            NodeKind::CodeBlock(language) => {
                let class = match &**language {
                    "" => String::new(),
                    language => format!(" class=\"language-{}\"", attribute(language)),
                };
                let open = format!("<pre><code{class}>");
                self.element(&open, node, "</code></pre>\n")?;
            }
            NodeKind::Footnote(name) => {
                let (id, number) = (self.addresses.id(name), self.footnote(name));
                let open = format!(
                    "<div class=\"footnote-definition\" id=\"{}\"><sup class=\"footnote-definition-label\">{number}</sup>",
                    attribute(&id)
                );
                self.element(&open, node, "</div>\n")?;
            }
            NodeKind::FootnoteReference(name) => {
                let (id, number) = (self.addresses.id(name), self.footnote(name));
                let id = attribute(&id);
                self.push(&format!(
                    "<sup class=\"footnote-reference\"><a href=\"#{id}\">{number}</a></sup>"
                ));
            }
            NodeKind::Rule => self.push_line("<hr />\n"),
            NodeKind::Text(text) => self.push_text(text),
            NodeKind::Code(text) => {
                self.push("<code>");
                self.push_text(text);
                self.push("</code>");
            }
            NodeKind::Html(html) | NodeKind::InlineHtml(html) => {
                match self.edition.checked.book.decl.raw_html {
                    true => self.push(html),
                    false => self.push_text(html),
                }
            }
            NodeKind::SoftBreak => self.push("\n"),
            NodeKind::HardBreak => self.push("<br />\n"),
            NodeKind::Emphasis => self.element("<em>", node, "</em>")?,
            NodeKind::Strong => self.element("<strong>", node, "</strong>")?,
            NodeKind::Struck => self.element("<del>", node, "</del>")?,
            NodeKind::Link { target, title, .. } => self.link(target, title, node)?,
            NodeKind::Image { target, title } => self.image(target, title, node),
            NodeKind::Claim(index) => self.claim(*index, node)?,
            NodeKind::Diagram(_)
            | NodeKind::Card(_)
            | NodeKind::Combinations(_)
            | NodeKind::Game(_) => {
                let made = render_block(self.edition, self.index, node, &self.addresses)?;
                self.push(&made.text);
                self.facts.extend(made.facts);
            }
            // The nodes of a table are written with it.
            NodeKind::HtmlBlock
            | NodeKind::TableHead
            | NodeKind::TableRow
            | NodeKind::TableCell => self.nodes(&node.children)?,
            NodeKind::Definitions => {}
        }
        Ok(())
    }

    fn table(&mut self, columns: &[ColumnAlign], table: &'a Node) -> Result<(), TemplateFault> {
        self.push("<table>");
        for row in &table.children {
            let is_head = row.kind == NodeKind::TableHead;
            self.push(if is_head { "<thead><tr>" } else { "<tr>" });
            let name = if is_head { "th" } else { "td" };
            for (place, cell) in row.children.iter().enumerate() {
                let style = match columns.get(place) {
                    None | Some(ColumnAlign::Default) => "",
                    Some(ColumnAlign::Left) => " style=\"text-align: left\"",
                    Some(ColumnAlign::Centre) => " style=\"text-align: center\"",
                    Some(ColumnAlign::Right) => " style=\"text-align: right\"",
                };
                self.push(&format!("<{name}{style}>"));
                self.nodes(&cell.children)?;
                self.push(&format!("</{name}>"));
            }
            self.push(if is_head {
                "</tr></thead><tbody>\n"
            } else {
                "</tr>\n"
            });
        }
        self.push("</tbody></table>\n");
        Ok(())
    }

    /// Returns the number of the footnote with this name.
    fn footnote(&mut self, name: &'a str) -> usize {
        let next = self.footnotes.len() + 1;
        *self.footnotes.entry(name).or_insert(next)
    }

    fn link(&mut self, target: &str, title: &str, node: &'a Node) -> Result<(), TemplateFault> {
        let figure = figures::figure_link(self.edition, self.index, node);
        let address = match &figure {
            Some(figure) => {
                let url = self.addresses.url(&figure.target());
                Some(linked::Address::page(url))
            }
            None => linked::link(self.edition, &self.addresses, target),
        };
        if let Some(linked::Address { url, download }) = &address {
            self.push("<a href=\"");
            let _ = escape_href(&mut self.body.html, url);
            if let Some(name) = download {
                self.push(&format!("\" download=\"{}", attribute(name)));
            }
            if !title.is_empty() {
                self.push(&format!("\" title=\"{}", attribute(title)));
            }
            self.push("\">");
        }
        match figure.and_then(|figure| figure.words) {
            Some(words) => self.push_text(&words),
            None => self.nodes(&node.children)?,
        }
        if address.is_some() {
            self.push("</a>");
        }
        Ok(())
    }

    /// Writes a picture, or its alternative text where the medium cannot show it.
    fn image(&mut self, target: &str, title: &str, node: &Node) {
        let alt = visible_words(&node.children);
        let Some(source) = linked::picture(self.edition, &self.addresses, target) else {
            self.push("<span>");
            self.push_text(&alt);
            return self.push("</span>");
        };
        self.push("<img src=\"");
        let _ = escape_href(&mut self.body.html, &source);
        self.push(&format!("\" alt=\"{}", attribute(&alt)));
        if !title.is_empty() {
            self.push(&format!("\" title=\"{}", attribute(title)));
        }
        self.push("\" />");
    }

    fn claim(&mut self, index: usize, node: &'a Node) -> Result<(), TemplateFault> {
        let before = std::mem::take(&mut self.body.html);
        self.nodes(&node.children)?;
        let inner = std::mem::replace(&mut self.body.html, before);
        let mut view = claim_view(self.edition, self.index, index, inner, &self.addresses);
        let mut template = "claim.html";
        if self.addresses.medium == Medium::Epub {
            template = "epub-claim.html";
            let verdict = self.edition.claim(self.index, index);
            let verdict = verdict.map_or(Verdict::Error, |claim| claim.judgement.verdict);
            if NOTED.contains(&verdict) {
                let number = self.body.notes.len() + 1;
                let (id, back) = (format!("note-{number}"), format!("to-note-{number}"));
                view = merge(
                    view,
                    json!({"note_number": number, "note_id": id, "back": back}),
                );
                let claim = view.clone();
                self.body.notes.push(ClaimNote {
                    id,
                    back,
                    number,
                    claim,
                });
            }
        }
        let views = json!({"claim": view, "ours": self.ours});
        let text = self.edition.templates.render(template, &views)?;
        self.push(text.trim_end());
        Ok(())
    }
}

/// Escapes a text for an attribute.
fn attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let _ = escape_html(&mut out, text);
    out
}

/// The text of a rendered block and, for a card, the facts for the end of the page. Empty if the
/// block has an error.
#[derive(Default)]
pub(crate) struct RenderedBlock {
    pub text: String,
    pub facts: Option<String>,
}

/// Renders a block of a page for a medium.
pub(crate) fn render_block(
    edition: &Edition<'_>,
    page: usize,
    node: &Node,
    addresses: &Addresses<'_>,
) -> Result<RenderedBlock, TemplateFault> {
    let Some((name, key, view)) = block_view(edition, page, node, addresses) else {
        return Ok(RenderedBlock::default());
    };
    // The path from the page to the book's folder, and to the pictures. The Markdown edition lies
    // one folder deeper than the site, and holds its pictures itself.
    let own = root(addresses.page);
    let pictures = format!("{own}diagrams/");
    let (end, root) = match addresses.medium {
        Medium::Markdown => ("md", format!("../{own}")),
        _ => ("html", own),
    };
    let ours = language::english_attributes(&edition.checked.book.decl.language);
    let views = json!({
        key: view,
        "root": root,
        "pictures": pictures,
        "ours": ours,
        "live": addresses.medium.is_live(),
        "site": addresses.medium == Medium::Site,
    });
    let render = |name: &str| edition.templates.render(&format!("{name}.{end}"), &views);
    let facts = matches!(node.kind, NodeKind::Card(_)).then(|| render("facts"));
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
    node: &Node,
    addresses: &Addresses<'_>,
) -> Option<(&'static str, &'static str, Json)> {
    let (name, key, view) = match &node.kind {
        NodeKind::Diagram(index) => (
            "diagram",
            "diagram",
            diagram_view(edition, page, *index, addresses),
        ),
        NodeKind::Card(index) => {
            let id = &edition.checked.book.pages[page].cards[*index].piece.text;
            ("card", "piece", card::view(edition, id, *index, addresses))
        }
        NodeKind::Combinations(index) => (
            "combinations",
            "table",
            combinations::view(edition, page, *index, addresses),
        ),
        NodeKind::Game(index) => ("game", "game", game::view(edition, page, *index, addresses)),
        _ => return None,
    };
    Some((name, key, view?))
}

/// Returns the view of the claim of a link; `inner` is the link's text.
pub(crate) fn claim_view(
    edition: &Edition<'_>,
    page: usize,
    link: usize,
    inner: String,
    addresses: &Addresses<'_>,
) -> Json {
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
        "anchor": claim.map(|claim| addresses.id(&anchor("c", &claim.id))).unwrap_or_default(),
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
pub(crate) fn figure_view(
    edition: &Edition<'_>,
    page: usize,
    index: usize,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    let (diagram, picture) = edition.diagram(page, index)?;
    let decl = &edition.checked.book.pages[page].diagrams[index];
    let legend_entry = |(index, mark): (usize, &Mark)| {
        let svg = addresses.picture(svg::ornament(&scene::key(index)));
        json!({"svg": svg, "meaning": mark.meaning_or_symbol(), "count": mark.count_text()})
    };
    Some(json!({
        "id": decl.id.text,
        "number": edition.checked.book.figures.number(page, index),
        "source": edition.checked.book.source_number(decl),
        "title": decl.title,
        "anchor": addresses.id(&anchor("d", &decl.id.text)),
        // The path of its files without their extensions.
        "file": addresses.file(&format!("diagrams/{}", decl.id.text)),
        "verdict": diagram.verdict.name(),
        "svg": addresses.picture(picture.picture.clone()),
        // Width, in sides of a cell.
        "sides": picture.width,
        "legend": diagram.shown.marks.iter().enumerate().map(legend_entry).collect::<Vec<_>>(),
        "alt": picture.alt,
        "notes": notes(edition, diagram),
    }))
}

fn diagram_view(
    edition: &Edition<'_>,
    page: usize,
    index: usize,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    let (diagram, picture) = edition.diagram(page, index)?;
    let is_live = addresses.medium.is_live();
    let figure = live::figure(edition, diagram);
    let figure = is_live.then_some(&figure);
    let own = json!({
        "png": edition.with_png,
        // Whether the picture is too wide for a small window.
        "scrolls": is_live && picture.width > NARROW,
        // The data that the page's script needs to move the pieces, or the reason why it cannot
        // recompute the marks.
        "live": figure.and_then(|figure| figure.as_ref().ok()),
        "fixed": figure.and_then(|figure| figure.as_ref().err()),
    });
    Some(merge(figure_view(edition, page, index, addresses)?, own))
}
