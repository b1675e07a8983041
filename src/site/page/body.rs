//! Writes a page's content as HTML that is XML as well, for the site and for every form of the book
//! that is HTML. Other files write what is made for every book.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark_escape::{escape_href, escape_html, escape_html_body_text};
use serde_json::{Value as Json, json};

use super::board::NARROW;
use super::edition::Edition;
use super::front::{self, Opening};
use super::live;
use super::medium::{Addresses, Medium};
use super::proof;
use super::templates::TemplateFault;
use super::text::{merge, notes};
use super::ticks::TickedSentence;
use super::{card, combinations, figures, game, hands, language, linked};
use padma_book::claim::Verdict;
use padma_book::judge::CheckedClaim;
use padma_book::pages::content::{ColumnAlign, Node, NodeKind, visible_words};
use padma_book::pages::ids::anchor;
use padma_book::pages::page::Page;
use padma_expr::ExprValue;
use padma_picture::backend::svg;
use padma_picture::scene;
use padma_picture::words::count_said;
use padma_rules::diagram::Mark;

/// A page's text as HTML.
#[derive(Default)]
pub(crate) struct PageBody {
    pub html: String,
    /// The proofs that are notes at the end of the page, in a medium where none opens beside the text.
    pub notes: Vec<Json>,
    /// The names of its ticks.
    pub ticks: BTreeSet<&'static str>,
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
        body: PageBody::default(),
        ticked: edition.ticked(index),
        proofs: String::new(),
        is_heading: false,
        is_within: false,
        facts: Vec::new(),
        footnotes: BTreeMap::new(),
        noted: BTreeSet::new(),
        start: front::figure_of_start(edition, index),
    };
    let start = writer.start;
    let start = start.map(|node| render_block(edition, index, node, "", &addresses));
    let start = start.transpose()?.map(|made| made.text);
    let mut opening = Opening::new(edition, page, start.as_deref(), &addresses)?;
    // A book's own template may leave the figure out.
    if !start.is_some_and(|figure| opening.has(&figure)) {
        writer.start = None;
    }
    writer.push(&opening.take_before_page().unwrap_or_default());
    writer.siblings(&page.content, |place| opening.take_after(place))?;
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
    body: PageBody,
    /// The sentences whose ticks are still to be written.
    ticked: &'a [TickedSentence],
    /// The proofs of the block that is being written; they follow it.
    proofs: String,
    /// Whether a heading is being written.
    is_heading: bool,
    /// Whether a link or the like is being written, which no tick may be within.
    is_within: bool,
    /// The facts about the pieces of cards, which go to the end of the page.
    facts: Vec<String>,
    /// The footnotes by name, numbered in the order in which they occur.
    footnotes: BTreeMap<String, usize>,
    /// The numbers of those that are written.
    noted: BTreeSet<usize>,
    /// The figure that the opening shows.
    start: Option<&'a Node>,
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
        self.siblings(nodes, |_| None)
    }

    /// Writes nodes, and after each what is to follow the node with this index.
    fn siblings(
        &mut self,
        nodes: &'a [Node],
        mut after: impl FnMut(usize) -> Option<String>,
    ) -> Result<(), TemplateFault> {
        let mut rest = nodes.iter().enumerate().peekable();
        while let Some((mut place, node)) = rest.next() {
            // The opening of the book has no place for such a line.
            if matches!(node.kind, NodeKind::Diagram(_))
                && !self.is_in_opening(node)
                && let Some((next, line)) = rest.next_if(|(_, next)| self.is_position_line(next))
            {
                self.figure_with_position(node, line)?;
                place = next;
            } else {
                self.node(node)?;
            }
            self.push(&after(place).unwrap_or_default());
        }
        Ok(())
    }

    /// Writes a node that is enclosed in an element, as a block or within a line. The marks of the
    /// sentences that end in a block stand in it, and their proofs follow it.
    fn element(&mut self, open: &str, node: &'a Node, close: &str) -> Result<(), TemplateFault> {
        if node.kind.is_inline() {
            self.push(open);
            self.nodes(&node.children)?;
            self.push(close);
            return Ok(());
        }
        self.push_line(open);
        self.nodes(&node.children)?;
        self.ticks_up_to(node.range.end)?;
        if node.kind == NodeKind::Item {
            self.push_proofs();
        }
        self.push(close);
        self.push_proofs();
        Ok(())
    }

    /// Writes a node that no mark may be inside: a link or the like.
    fn whole(&mut self, node: &'a Node) -> Result<(), TemplateFault> {
        let is_outer = !std::mem::replace(&mut self.is_within, true);
        match &node.kind {
            NodeKind::Link { target, title, .. } => self.link(target, title, node)?,
            NodeKind::Image { target, title } => self.image(target, title, node),
            NodeKind::Claim(index) => self.claim(*index, node)?,
            _ => {}
        }
        if is_outer {
            self.is_within = false;
            self.ticks_up_to(node.range.end)?;
        }
        Ok(())
    }

    /// Writes a text with the ticks of the sentences that end in it.
    fn text(&mut self, text: &str, range: &Range<usize>) -> Result<(), TemplateFault> {
        let mut written = 0;
        // If the source differs from what readers see, places inside the text are unknown.
        let is_verbatim = text.len() == range.len() && !self.is_within;
        while let Some(sentence) = self.ticked.first().filter(|_| is_verbatim) {
            let end = sentence.end.saturating_sub(range.start);
            let Some(part) = text.get(written..end).filter(|_| sentence.end < range.end) else {
                break;
            };
            self.push_text(part);
            written = end;
            self.ticks_up_to(sentence.end)?;
        }
        self.push_text(&text[written..]);
        if !self.is_within {
            self.ticks_up_to(range.end)?;
        }
        Ok(())
    }

    /// Writes the ticks of the sentences that end before a place in the source or at it.
    fn ticks_up_to(&mut self, end: usize) -> Result<(), TemplateFault> {
        while let Some((sentence, rest)) = self.ticked.split_first()
            && sentence.end <= end
        {
            self.ticked = rest;
            // What is beyond doubt has no tick in a heading.
            if self.is_heading && sentence.tick.is_quiet() {
                continue;
            }
            let view = proof::view(sentence, self.edition, &self.addresses);
            let written = proof::render(self.edition, &view, &self.addresses)?;
            self.push(&written.tick);
            self.body.ticks.insert(sentence.tick.name());
            self.proofs.push_str(&written.proof);
            self.body.notes.extend(written.note);
        }
        Ok(())
    }

    /// Leaves out the ticks of the sentences within a block, which is shown as it is.
    fn skip_ticks(&mut self, end: usize) {
        let skipped = self.ticked.partition_point(|sentence| sentence.end <= end);
        self.ticked = &self.ticked[skipped..];
    }

    fn push_proofs(&mut self) {
        let proofs = std::mem::take(&mut self.proofs);
        self.push(&proofs);
    }

    /// Whether a paragraph only states the position of the figure above it.
    fn is_position_line(&self, node: &Node) -> bool {
        let [
            Node {
                kind: NodeKind::Claim(link),
                ..
            },
            rest @ ..,
        ] = &node.children[..]
        else {
            return false;
        };
        let is_position = |claim: &CheckedClaim| {
            let is_right = claim.judgement.verdict == Verdict::Holds;
            is_right && matches!(claim.judgement.actual, Some(ExprValue::Position(_)))
        };
        let is_stop = |node: &Node| matches!(&node.kind, NodeKind::Text(text) if text == ".");
        node.kind == NodeKind::Paragraph
            && rest.iter().all(is_stop)
            && self
                .edition
                .claim(self.index, *link)
                .is_some_and(is_position)
    }

    /// Writes a figure with a line about its position in the caption.
    fn figure_with_position(
        &mut self,
        figure: &'a Node,
        line: &'a Node,
    ) -> Result<(), TemplateFault> {
        let before = std::mem::take(&mut self.body.html);
        self.nodes(&line.children)?;
        let position = std::mem::replace(&mut self.body.html, before);
        self.block(figure, &position)?;
        self.ticks_up_to(line.range.end)?;
        self.push_proofs();
        Ok(())
    }

    /// Whether the opening shows this figure.
    fn is_in_opening(&self, node: &Node) -> bool {
        self.start.is_some_and(|start| std::ptr::eq(start, node))
    }

    fn block(&mut self, node: &Node, position: &str) -> Result<(), TemplateFault> {
        if self.is_in_opening(node) {
            self.skip_ticks(node.range.end);
            return Ok(());
        }
        let made = render_block(self.edition, self.index, node, position, &self.addresses)?;
        self.push(&made.text);
        self.facts.extend(made.facts);
        self.skip_ticks(node.range.end);
        Ok(())
    }

    fn node(&mut self, node: &'a Node) -> Result<(), TemplateFault> {
        match &node.kind {
            NodeKind::Heading(index) => {
                let (page, addresses) = (self.page, self.addresses);
                let heading = &page.headings[*index];
                let (level, id) = (heading.level, attribute(&addresses.id(&heading.anchor)));
                let open = format!("<h{level} id=\"{id}\">");
                self.is_heading = true;
                self.element(&open, node, &format!("</h{level}>\n"))?;
                self.is_heading = false;
            }
            NodeKind::Paragraph => self.element("<p>", node, "</p>\n")?,
            NodeKind::Quote => match &node.children[..] {
                [summary, rest @ ..] if is_summary(summary) => self.folded(summary, rest, node)?,
                _ => self.element("<blockquote>\n", node, "</blockquote>\n")?,
            },
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
                let (id, number) = self.footnote(name);
                // References lead to the first note of a name, so a second one gets no id.
                let id = match self.noted.insert(number) {
                    true => format!(" id=\"{id}\""),
                    false => String::new(),
                };
                let open = format!(
                    "<div class=\"footnote-definition\"{id}><sup class=\"footnote-definition-label\">{number}</sup>"
                );
                self.element(&open, node, "</div>\n")?;
            }
            NodeKind::FootnoteReference(name) => {
                let (id, number) = self.footnote(name);
                self.push(&format!(
                    "<sup class=\"footnote-reference\"><a href=\"#{id}\">{number}</a></sup>"
                ));
            }
            NodeKind::Rule => self.push_line("<hr />\n"),
            NodeKind::Text(text) => self.text(text, &node.range)?,
            NodeKind::Code(text) => {
                self.push("<code>");
                self.push_text(text);
                self.push("</code>");
                if !self.is_within {
                    self.ticks_up_to(node.range.end)?;
                }
            }
            NodeKind::Html(html) | NodeKind::InlineHtml(html) => {
                match self.edition.checked.book.decl.raw_html {
                    true => self.push(html),
                    false => self.push_text(html),
                }
            }
            NodeKind::SoftBreak => self.push("\n"),
            NodeKind::Joint => {}
            NodeKind::HardBreak => self.push("<br />\n"),
            NodeKind::Emphasis => self.element("<em>", node, "</em>")?,
            NodeKind::Strong => self.element("<strong>", node, "</strong>")?,
            NodeKind::Struck => self.element("<del>", node, "</del>")?,
            NodeKind::Link { .. } | NodeKind::Image { .. } | NodeKind::Claim(_) => {
                self.whole(node)?;
            }
            NodeKind::Diagram(_)
            | NodeKind::Card(_)
            | NodeKind::Combinations(_)
            | NodeKind::Game(_) => self.block(node, "")?,
            // The nodes of a table are written with it.
            NodeKind::HtmlBlock
            | NodeKind::TableHead
            | NodeKind::TableRow
            | NodeKind::TableCell => self.nodes(&node.children)?,
            NodeKind::Definitions => self.skip_ticks(node.range.end),
        }
        Ok(())
    }

    /// Writes a quotation that stays closed until the reader opens it: the answer to a question.
    fn folded(
        &mut self,
        summary: &'a Node,
        rest: &'a [Node],
        node: &'a Node,
    ) -> Result<(), TemplateFault> {
        self.push_line("<details class=\"folded\">");
        self.is_heading = true;
        self.push("<summary>");
        self.nodes(&summary.children)?;
        self.ticks_up_to(summary.range.end)?;
        self.push("</summary>\n");
        self.is_heading = false;
        self.nodes(rest)?;
        self.ticks_up_to(node.range.end)?;
        self.push_proofs();
        self.push("</details>\n");
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
                self.ticks_up_to(cell.range.end)?;
                self.push(&format!("</{name}>"));
            }
            self.push(if is_head {
                "</tr></thead><tbody>\n"
            } else {
                "</tr>\n"
            });
        }
        self.push("</tbody></table>\n");
        self.push_proofs();
        Ok(())
    }

    /// Returns the id and the number of the footnote with this name, whose case does not matter.
    fn footnote(&mut self, name: &str) -> (String, usize) {
        let (name, next) = (name.to_lowercase(), self.footnotes.len() + 1);
        let id = self.addresses.id(&anchor("note", &name));
        (id, *self.footnotes.entry(name).or_insert(next))
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
        let claim = self.edition.claim(self.index, index);
        let verdict = claim.map_or(Verdict::Error, |claim| claim.judgement.verdict);
        let id = claim.map(|claim| self.addresses.id(&anchor("c", &claim.id)));
        let id = id.map(|id| format!(" id=\"{}\"", attribute(&id)));
        let class = match verdict {
            Verdict::Holds => String::new(),
            verdict => format!(" {}", verdict.name()),
        };
        self.push(&format!(
            "<span class=\"claim{class}\"{}>",
            id.unwrap_or_default()
        ));
        self.nodes(&node.children)?;
        self.push("</span>");
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

/// Renders a block of a page for a medium; `position` is a line about the position of a figure, or
/// empty.
pub(crate) fn render_block(
    edition: &Edition<'_>,
    page: usize,
    node: &Node,
    position: &str,
    addresses: &Addresses<'_>,
) -> Result<RenderedBlock, TemplateFault> {
    let Some((name, key, view)) = block_view(edition, page, node, addresses) else {
        return Ok(RenderedBlock::default());
    };
    let end = match addresses.medium {
        Medium::Markdown => "md",
        _ => "html",
    };
    let ours = language::own_attributes(&edition.checked.book.decl);
    let views = json!({
        key: view,
        "position": position,
        "root": addresses.root(),
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
        json!({"svg": svg, "meaning": mark.meaning_or_symbol(), "count": edition.say(count_said(mark.cells.len()))})
    };
    Some(json!({
        "id": decl.id.text,
        "number": edition.checked.book.figures.number(page, index),
        "source": edition.checked.book.source_number(decl),
        "title": decl.title,
        "anchor": addresses.id(&anchor("d", &decl.id.text)),
        // The path from the page to its files, without their extensions.
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
        "hands": hands::view(edition, edition.checked.figure(diagram), addresses),
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

/// Whether a paragraph is one bold phrase. A quotation that begins with one is folded below it.
fn is_summary(node: &Node) -> bool {
    node.kind == NodeKind::Paragraph
        && matches!(&node.children[..], [phrase] if phrase.kind == NodeKind::Strong)
}
