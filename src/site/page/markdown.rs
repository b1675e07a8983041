//! Writes the Markdown edition: the author's own text, with every claim as plain words and every
//! diagram as a picture. Writes chapters for mdBook too.

use std::ops::Range;

use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::escape::escaped;
use super::front::Opening;
use super::language;
use super::medium::{Addresses, FileOutlines, Medium};
use super::proof;
use super::reference::errata_letter;
use super::templates::TemplateFault;
use super::text::{heading, merge, root};
use super::ticks::ProofTick;
use super::{body, figures};
use padma_book::claim::Verdict;
use padma_book::pages::content::{Node, NodeKind};
use padma_book::pages::made::ReferencePage;
use padma_book::pages::page::ClaimLink;
use padma_expr::Grounds;
use padma_picture::backend::svg;
use padma_templates::CHAPTER_STYLE;
use padma_text::on_one_line;

/// Returns the page's text as Markdown.
pub(crate) fn text(edition: &Edition<'_>, page_index: usize) -> Result<String, TemplateFault> {
    let outlines = FileOutlines::default();
    let mut writer = EditionWriter {
        edition,
        page: page_index,
        outlines: &outlines,
        copy: PageCopy::new(edition, page_index),
        facts: Vec::new(),
    };
    let page = &edition.checked.book.pages[page_index];
    let mut opening = Opening::new(edition, page, None, &writer.addresses())?;
    writer.copy.insert(opening.take_before_page(), 0);
    for (at, node) in page.content.iter().enumerate() {
        writer.node(node)?;
        writer.copy.insert(opening.take_after(at), node.range.end);
    }
    let EditionWriter { copy, facts, .. } = writer;
    Ok(copy.finish(facts))
}

/// Writes the nodes of a page for the Markdown edition.
struct EditionWriter<'a, 'b> {
    edition: &'a Edition<'b>,
    page: usize,
    outlines: &'a FileOutlines,
    copy: PageCopy<'a>,
    /// The facts about the pieces of cards, which go to the end of the page.
    facts: Vec<String>,
}

impl<'a> EditionWriter<'a, '_> {
    fn addresses(&self) -> Addresses<'a> {
        let page = &self.edition.checked.book.pages[self.page].path;
        Addresses::of(self.edition, Medium::Markdown, page, self.outlines)
    }

    fn node(&mut self, node: &Node) -> Result<(), TemplateFault> {
        let page = &self.edition.checked.book.pages[self.page];
        let raw_html = self.edition.checked.book.decl.raw_html;
        match &node.kind {
            NodeKind::Claim(index) => {
                self.copy.open_claim(&page.claims[*index]);
                self.nodes(&node.children)?;
                self.copy.close_claim(&page.claims[*index]);
                self.copy
                    .out
                    .push_str(&letter(self.edition, self.page, *index));
            }
            NodeKind::Html(html) | NodeKind::InlineHtml(html) if !raw_html => {
                self.copy.write_html_as_text(html, &node.range);
            }
            NodeKind::Link { .. } => match figures::figure_link(self.edition, self.page, node) {
                Some(link) => {
                    let inner = self.copy.link_text(node);
                    let words = link.words.as_deref().unwrap_or(&inner);
                    self.copy.replace(&node.range, &link.markdown_link(words));
                }
                None => self.nodes(&node.children)?,
            },
            NodeKind::Diagram(_)
            | NodeKind::Card(_)
            | NodeKind::Combinations(_)
            | NodeKind::Game(_) => {
                let made =
                    body::render_block(self.edition, self.page, node, "", &self.addresses())?;
                self.copy.replace_block(&made.text, node.range.clone());
                self.facts.extend(made.facts);
            }
            NodeKind::Definitions => self.copy.replace_block("", node.range.clone()),
            NodeKind::Joint => self.copy.replace(&node.range, ""),
            _ => self.nodes(&node.children)?,
        }
        Ok(())
    }

    fn nodes(&mut self, nodes: &[Node]) -> Result<(), TemplateFault> {
        nodes.iter().try_for_each(|node| self.node(node))
    }
}

/// Returns the letter of a claim that the page of errata lists: a link to the list. Empty for any
/// other claim.
fn letter(edition: &Edition<'_>, page: usize, claim: usize) -> String {
    let Some(claim) = edition.claim(page, claim) else {
        return String::new();
    };
    let (verdict, kind) = (claim.judgement.verdict, edition.checked.erratum_kind(claim));
    let Some(([_, superscript], place)) = errata_letter(verdict, kind) else {
        return String::new();
    };
    let root = root(&edition.checked.book.pages[page].path);
    format!(
        "[{superscript}]({root}{}#{place} \"{}\")",
        ReferencePage::Errata.path(),
        edition.say(heading(verdict)).trim_end_matches('.')
    )
}

/// The selector of mdBook's dark themes.
const DARK: &str = "html:is(.coal,.navy,.ayu)";

/// Writes a chapter as Markdown for mdBook: the author's text, with claims marked and with
/// diagrams drawn as HTML.
pub(crate) fn chapter(edition: &Edition<'_>, page_index: usize) -> Result<String, TemplateFault> {
    let outlines = FileOutlines::default();
    let mut writer = ChapterWriter {
        edition,
        page: page_index,
        outlines: &outlines,
        copy: PageCopy::new(edition, page_index),
        facts: Vec::new(),
        needs_style: false,
    };
    writer.nodes(&edition.checked.book.pages[page_index].content)?;
    let ChapterWriter {
        copy,
        mut facts,
        needs_style,
        ..
    } = writer;
    let style = || format!("<style>\n{}{CHAPTER_STYLE}</style>", svg::themed_css(DARK));
    facts.extend(needs_style.then(style));
    // A block of HTML begins with an element such as `div`.
    let outlines = outlines.borrow().element();
    facts.extend((!outlines.is_empty()).then(|| format!("<div>{}</div>", outlines.trim_end())));
    if facts.is_empty() {
        return Ok(copy.finish_unchanged());
    }
    Ok(copy.finish(facts) + "\n")
}

/// Writes the nodes of a page for mdBook.
struct ChapterWriter<'a, 'b> {
    edition: &'a Edition<'b>,
    page: usize,
    outlines: &'a FileOutlines,
    copy: PageCopy<'a>,
    /// The facts about the pieces of cards, which go to the end of the chapter.
    facts: Vec<String>,
    needs_style: bool,
}

impl ChapterWriter<'_, '_> {
    fn node(&mut self, node: &Node) -> Result<(), TemplateFault> {
        let page = &self.edition.checked.book.pages[self.page];
        let [html, markdown] = [Medium::Site, Medium::Markdown]
            .map(|medium| Addresses::of(self.edition, medium, &page.path, self.outlines));
        match &node.kind {
            NodeKind::Claim(index) => {
                let claim = &page.claims[*index];
                let Some(view) = self.claim_view(*index, &html) else {
                    return self.nodes(&node.children);
                };
                let tag = self.render("mdbook-claim.html", "claim", &view)?;
                self.copy.copy_up_to(claim.span.range().start);
                // A vertical bar would end a table cell.
                self.copy
                    .out
                    .push_str(&on_one_line(&tag).replace('|', "&#124;"));
                self.copy.at = claim.text_span.range().start;
                self.needs_style = true;
                self.nodes(&node.children)?;
                self.copy.close_claim(claim);
                self.copy.out.push_str("</span>");
            }
            NodeKind::Link { .. } => match figures::figure_link(self.edition, self.page, node) {
                Some(link) => {
                    let inner = self.copy.link_text(node);
                    let words = link.words.as_deref().unwrap_or(&inner);
                    self.copy.replace(&node.range, &link.chapter_link(words));
                }
                None => self.nodes(&node.children)?,
            },
            NodeKind::Joint => self.copy.replace(&node.range, ""),
            NodeKind::Diagram(_) | NodeKind::Card(_) => {
                let Some((name, key, view)) =
                    body::block_view(self.edition, self.page, node, &html)
                else {
                    return Ok(());
                };
                let html = match node.kind {
                    NodeKind::Diagram(_) => self.render("mdbook-diagram.html", key, &view)?,
                    _ => {
                        let facts = self.render("facts.md", key, &view)?;
                        self.facts.push(facts);
                        let card = self.render(&format!("{name}.html"), key, &view)?;
                        format!("<div class=\"padma-card\">\n{card}</div>")
                    }
                };
                self.copy
                    .replace_block(&without_blank_lines(&html), node.range.clone());
                self.needs_style = true;
            }
            NodeKind::Combinations(_) | NodeKind::Game(_) => {
                let made = body::render_block(self.edition, self.page, node, "", &markdown)?;
                self.copy.replace_block(&made.text, node.range.clone());
            }
            NodeKind::Definitions => self.copy.replace_block("", node.range.clone()),
            _ => self.nodes(&node.children)?,
        }
        Ok(())
    }

    fn nodes(&mut self, nodes: &[Node]) -> Result<(), TemplateFault> {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    /// Returns the view of a claim, with a tick of its own if its sentence needs a person or if it was only
    /// read from the figure; `None` if it could not be read.
    fn claim_view(&self, link: usize, addresses: &Addresses<'_>) -> Option<Json> {
        let claim = self.edition.claim(self.page, link)?;
        let view = proof::claim_view(self.edition, claim, addresses);
        if claim.judgement.verdict != Verdict::Holds {
            return Some(view);
        }
        let tick = match self.edition.tick(self.page, link) {
            Some(ProofTick::Person) => ProofTick::Person,
            _ if claim.grounds == Grounds::Picture => ProofTick::Figure,
            _ => return Some(view),
        };
        let own = json!({"verdict": tick.name(), "heading": proof::heading_of(self.edition, tick, false)});
        Some(merge(view, own))
    }

    fn render(&self, name: &str, key: &str, view: &Json) -> Result<String, TemplateFault> {
        let ours = language::own_attributes(&self.edition.checked.book.decl);
        let views = json!({key: view, "ours": ours});
        self.edition.templates.render(name, &views)
    }
}

/// Removes empty lines, because an empty line ends a block of HTML in Markdown.
fn without_blank_lines(html: &str) -> String {
    html.lines()
        .filter(|line| !line.trim().is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// A copy of a page's text in which some parts are replaced.
struct PageCopy<'a> {
    source: &'a str,
    /// The offset up to which the source has been copied or skipped.
    at: usize,
    out: String,
}

impl<'a> PageCopy<'a> {
    fn new(edition: &'a Edition<'_>, page: usize) -> PageCopy<'a> {
        PageCopy {
            source: edition
                .sources
                .get(edition.checked.book.pages[page].source)
                .text(),
            at: 0,
            out: String::new(),
        }
    }

    /// Copies the rest of the page, and appends further parts with an empty line before each.
    fn finish(self, parts: Vec<String>) -> String {
        let parts = std::iter::once(self.finish_unchanged()).chain(parts);
        let parts: Vec<String> = parts.map(|part| part.trim_end().to_string()).collect();
        parts.join("\n\n")
    }

    /// Copies the rest of the page, with the empty lines at its end.
    fn finish_unchanged(mut self) -> String {
        self.copy_up_to(self.source.len());
        self.out
    }

    fn copy_up_to(&mut self, end: usize) {
        self.out
            .push_str(self.source.get(self.at..end).unwrap_or(""));
        self.at = end.max(self.at);
    }

    /// Skips the start of a claim's link, up to its text. At the start of a line, escapes the text
    /// if it would otherwise begin a block such as a list or a heading.
    fn open_claim(&mut self, claim: &ClaimLink) {
        self.copy_up_to(claim.span.range().start);
        self.at = claim.text_span.range().start;
        let line = self.source[..claim.span.range().start]
            .rsplit('\n')
            .next()
            .unwrap_or("");
        if line.contains(char::is_alphanumeric) {
            return;
        }
        let text = &self.source[claim.text_span.range()];
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let marker = if text[digits..].starts_with(['.', ')']) {
            digits
        } else {
            0
        };
        if marker > 0
            || text.starts_with(['#', '>', '-', '+', '=', '|', ':'])
            || text.starts_with("* ")
        {
            self.copy_up_to(claim.text_span.range().start + marker);
            self.out.push('\\');
        }
    }

    /// Copies the rest of a claim's text, and skips the rest of its link.
    fn close_claim(&mut self, claim: &ClaimLink) {
        self.copy_up_to(claim.text_span.range().end);
        self.at = claim.span.range().end;
    }

    /// Returns the source between the brackets of a link.
    fn link_text(&self, link: &Node) -> String {
        let (Some(first), Some(last)) = (link.children.first(), link.children.last()) else {
            return String::new();
        };
        let inner = self.source.get(first.range.start..last.range.end);
        inner.unwrap_or_default().to_string()
    }

    fn replace(&mut self, range: &Range<usize>, text: &str) {
        self.copy_up_to(range.start);
        self.out.push_str(text);
        self.at = range.end.max(self.at);
    }

    /// Writes raw HTML as text.
    fn write_html_as_text(&mut self, html: &str, range: &Range<usize>) {
        self.copy_up_to(range.start);
        self.out.push_str(escaped(html).trim_start());
        if html.ends_with('\n') {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.out.push('\n');
        }
        self.at = range.end;
    }

    /// Inserts a block, if there is one, between two others.
    fn insert(&mut self, text: Option<String>, at: usize) {
        let Some(text) = text else { return };
        self.copy_up_to(at);
        self.out.truncate(self.out.trim_end().len());
        self.out.push_str(&format!("\n\n{}\n\n", text.trim()));
        let rest = &self.source[self.at..];
        self.at += rest.len() - rest.trim_start_matches('\n').len();
    }

    /// Replaces a block by another, or by nothing.
    fn replace_block(&mut self, text: &str, range: Range<usize>) {
        self.copy_up_to(range.start);
        self.out
            .push_str(&indent(text.trim_end(), self.source, range.start));
        self.at = range.end.max(self.at);
        if text.is_empty() {
            // Remove the empty line after the block too.
            let rest = &self.source[self.at..];
            self.at += rest.len() - rest.trim_start_matches('\n').len();
        } else if self.source[..self.at].ends_with('\n') {
            self.out.push('\n');
        }
    }
}

/// Indents the lines of a block so that they stay in its quotation or list.
fn indent(text: &str, source: &str, start: usize) -> String {
    let line = source[..start].rfind('\n').map_or(0, |at| at + 1);
    let margin: String = source[line..start]
        .chars()
        .map(|c| if c == '>' { c } else { ' ' })
        .collect();
    text.replace('\n', &format!("\n{margin}"))
}
