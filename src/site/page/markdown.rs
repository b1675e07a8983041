//! Writes the Markdown edition: the author's own text, with every claim as plain words and every
//! diagram as a picture. Writes chapters for mdBook too.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};
use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::escape::escaped;
use super::front::Opening;
use super::language;
use super::reference::errata_mark;
use super::templates::TemplateFault;
use super::text::{heading, root};
use super::{body, figures};
use padma_book::claim::Verdict;
use padma_book::pages::made::ReferencePage;
use padma_book::pages::page::{ClaimLink, Flow, Page};
use padma_picture::backend::svg;
use padma_templates::CHAPTER_STYLE;
use padma_text::on_one_line;

/// Returns the page's text as Markdown.
pub(crate) fn text(edition: &Edition<'_>, page_index: usize) -> Result<String, TemplateFault> {
    let page = &edition.checked.book.pages[page_index];
    let raw_html = edition.checked.book.decl.raw_html;
    // The edition lies one folder deeper than the site.
    let root = format!("../{}", root(&page.path));
    let mut copy = PageCopy {
        source: edition.sources.get(page.source).text(),
        at: 0,
        out: String::new(),
    };
    let mut facts = Vec::new();
    let mut opening = Opening::new(edition, page, "front.md")?;
    copy.insert(opening.take_before_page(), 0);
    for (at, flow) in page.flow.iter().enumerate() {
        match flow {
            Flow::ClaimStart(index) => copy.open_claim(&page.claims[*index]),
            Flow::ClaimEnd(index) => {
                copy.close_claim(&page.claims[*index]);
                copy.out.push_str(&mark(edition, page_index, *index));
            }
            Flow::Markdown(Event::Html(html) | Event::InlineHtml(html), range) if !raw_html => {
                copy.write_html_as_text(html, range);
            }
            Flow::Markdown(Event::Start(Tag::Link { .. }), range) => {
                if let Some(link) = figures::figure_link(edition, page_index, at) {
                    let inner = copy.link_text(&page.flow[at + 1..]);
                    let words = link.words.as_deref().unwrap_or(&inner);
                    copy.replace(range, &link.markdown_link(words));
                }
            }
            Flow::Diagram(_) | Flow::Card(_) | Flow::Combinations(_) | Flow::Game(_) => {
                let made = body::render_block(edition, page_index, flow, "md", &root)?;
                copy.replace_block(&made.text, span(page, flow));
                facts.extend(made.facts);
            }
            Flow::Definitions(range) => copy.replace_block("", range.clone()),
            Flow::Markdown(..) | Flow::Heading(_) => {}
        }
        if let Flow::Markdown(_, range) = flow {
            copy.insert(opening.take_after(at), range.end);
        }
    }
    copy.copy_up_to(copy.source.len());
    let parts = std::iter::once(copy.out).chain(facts);
    let parts: Vec<String> = parts.map(|part| part.trim_end().to_string()).collect();
    Ok(parts.join("\n\n"))
}

/// Returns the mark of a claim that the page of errata lists: a link to the list. Empty for any
/// other claim.
fn mark(edition: &Edition<'_>, page: usize, claim: usize) -> String {
    let verdict = edition
        .claim(page, claim)
        .map_or(Verdict::Holds, |claim| claim.judgement.verdict);
    let Some(([_, superscript], place)) = errata_mark(verdict) else {
        return String::new();
    };
    let root = root(&edition.checked.book.pages[page].path);
    format!(
        "[{superscript}]({root}{}#{place} \"{}\")",
        ReferencePage::Errata.path(),
        heading(verdict).trim_end_matches('.')
    )
}

/// Returns the range of a block in the page's text.
fn span(page: &Page, flow: &Flow) -> Range<usize> {
    match flow {
        Flow::Diagram(index) => page.diagrams[*index].span.range(),
        Flow::Card(index) => page.cards[*index].span.range(),
        Flow::Combinations(index) => page.combinations[*index].span.range(),
        Flow::Game(index) => page.games[*index].span.range(),
        _ => 0..0,
    }
}

/// The selector of mdBook's dark themes.
const DARK: &str = "html:is(.coal,.navy,.ayu)";

/// Writes a chapter as Markdown for mdBook: the author's text, with claims marked and with
/// diagrams drawn as HTML.
pub(crate) fn chapter(edition: &Edition<'_>, page_index: usize) -> Result<String, TemplateFault> {
    let page = &edition.checked.book.pages[page_index];
    let mut copy = PageCopy {
        source: edition.sources.get(page.source).text(),
        at: 0,
        out: String::new(),
    };
    let ours = language::english_attributes(&edition.checked.book.decl.language);
    let render = |name: &str, key: &str, view: &Json| {
        edition
            .templates
            .render(name, &json!({key: view, "ours": ours}))
    };
    let mut facts = Vec::new();
    let mut needs_style = false;
    for (at, flow) in page.flow.iter().enumerate() {
        match flow {
            Flow::ClaimStart(index) => {
                let view = body::claim_view(edition, page_index, *index, String::new());
                let tag = render("mdbook-claim.html", "claim", &view)?;
                copy.copy_up_to(page.claims[*index].span.range().start);
                // A vertical bar would end a table cell.
                copy.out.push_str(&on_one_line(&tag).replace('|', "&#124;"));
                copy.at = page.claims[*index].text_span.range().start;
                needs_style = true;
            }
            Flow::ClaimEnd(index) => {
                copy.close_claim(&page.claims[*index]);
                copy.out.push_str("</span>");
            }
            Flow::Markdown(Event::Start(Tag::Link { .. }), range) => {
                if let Some(link) = figures::figure_link(edition, page_index, at) {
                    let inner = copy.link_text(&page.flow[at + 1..]);
                    copy.replace(
                        range,
                        &link.chapter_link(link.words.as_deref().unwrap_or(&inner)),
                    );
                }
            }
            Flow::Diagram(_) | Flow::Card(_) => {
                let Some((name, key, view)) = body::block_view(edition, page_index, flow) else {
                    continue;
                };
                let html = match flow {
                    Flow::Diagram(_) => render("mdbook-diagram.html", key, &view)?,
                    _ => {
                        facts.push(render("facts.md", key, &view)?);
                        let card = render(&format!("{name}.html"), key, &view)?;
                        format!("<div class=\"padma-card\">\n{card}</div>")
                    }
                };
                copy.replace_block(&without_blank_lines(&html), span(page, flow));
                needs_style = true;
            }
            Flow::Combinations(_) | Flow::Game(_) => {
                copy.replace_block(
                    &body::render_block(edition, page_index, flow, "md", "")?.text,
                    span(page, flow),
                );
            }
            Flow::Definitions(range) => copy.replace_block("", range.clone()),
            Flow::Markdown(..) | Flow::Heading(_) => {}
        }
    }
    copy.copy_up_to(copy.source.len());
    let style =
        needs_style.then(|| format!("<style>\n{}{CHAPTER_STYLE}</style>", svg::themed_css(DARK)));
    let mut text = copy.out;
    for part in facts.into_iter().chain(style) {
        text.truncate(text.trim_end().len());
        text.push_str(&format!("\n\n{}\n", part.trim()));
    }
    Ok(text)
}

/// Removes blank lines, because a blank line ends a block of HTML in Markdown.
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

impl PageCopy<'_> {
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

    /// Returns the source between the brackets of a link; `rest` is the flow after the link's
    /// start.
    fn link_text(&self, rest: &[Flow]) -> String {
        let mut inner: Option<Range<usize>> = None;
        for flow in rest {
            match flow {
                Flow::Markdown(Event::End(TagEnd::Link), _) => break,
                Flow::Markdown(_, range) => {
                    let start = inner.map_or(range.start, |inner| inner.start);
                    inner = Some(start..range.end);
                }
                _ => {}
            }
        }
        inner
            .map_or("", |inner| self.source.get(inner).unwrap_or(""))
            .to_string()
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
            // Remove the blank line after the block too.
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
