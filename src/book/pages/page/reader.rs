//! Reads a page from the events of the Markdown parser. No other file walks through them.
//!
//! Reports what CommonMark would swallow in silence: the word `claim:` left over in text, a quote
//! that turned part of a target into a title.

use std::ops::Range;

use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd,
};

use super::nodes::{TreeBuilder, kind_of, leaf_kind};
use super::{CLAIM, ClaimLink, Link, Page, PageHeading};
use crate::pages::content::{Node, NodeKind};
use crate::pages::ids::HeadingIds;
use crate::pages::links::{is_external, stray_claim_remedy};
use crate::pages::words::Block;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, SourceId, Sources, Span, is_unspaced, percent_decoded};

/// Maximum nesting depth of quotations, lists, links and so on.
const MOST_NESTED: usize = 100;

/// Maximum number of unclosed blocks after which reading resumes. After each of them the rest of
/// the page is parsed again.
pub(super) const MOST_UNCLOSED: usize = 20;

/// Parses a page.
pub fn parse(
    path: &str,
    source: SourceId,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Page {
    let mut reader = PageReader {
        page: Page {
            path: path.to_string(),
            source,
            ..Page::default()
        },
        text: sources.get(source).text(),
        tree: TreeBuilder::default(),
        open: Open::default(),
        allowed_places: Vec::new(),
        ids: HeadingIds::default(),
        depth: 0,
        resume: None,
        unclosed: 0,
        diagnostics,
    };
    let mut from = Some(0);
    while let Some(start) = from {
        from = reader.read(start);
    }
    reader.report_stray_claims();
    reader.page.content = reader.tree.finish();
    reader.page
}

/// A builder that makes a page from the events of the Markdown parser, one at a time.
pub(super) struct PageReader<'a> {
    pub(super) page: Page,
    pub(super) text: &'a str,
    pub(super) tree: TreeBuilder,
    pub(super) open: Open,
    /// The places where the word `claim:` is allowed: in links that are claims, and in code.
    allowed_places: Vec<Range<usize>>,
    ids: HeadingIds,
    /// The current nesting depth of quotations, lists, links and so on.
    pub(super) depth: usize,
    /// Where reading resumes after an unclosed block.
    pub(super) resume: Option<usize>,
    /// The number of blocks so far without a closing fence.
    pub(super) unclosed: usize,
    pub(super) diagnostics: &'a mut Diagnostics,
}

/// The elements that are open at the current event.
#[derive(Default)]
pub(super) struct Open {
    claim: Option<usize>,
    /// The nesting depth of images.
    images: usize,
    heading: bool,
    pub(super) block: Option<Block>,
    /// Whether the open block has no closing fence.
    pub(super) is_unclosed: bool,
    /// The nesting depth of strikethrough.
    struck: usize,
    /// The last letter that was read.
    last: Option<char>,
}

/// Percent-decodes the fragment after the `#` of a target within the book. An address copied from
/// a browser has `%C3%BC` for `ü`.
fn with_plain_fragment(target: CowStr<'_>) -> CowStr<'_> {
    if target.starts_with(CLAIM) || is_external(&target) {
        return target;
    }
    let Some((path, fragment)) = target
        .split_once('#')
        .filter(|(_, fragment)| fragment.contains('%'))
    else {
        return target;
    };
    format!("{path}#{}", percent_decoded(fragment)).into()
}

/// Returns the name by which a link or a picture refers to the definition of its target.
fn reference<'e>(event: &'e Event<'_>) -> Option<&'e str> {
    let Event::Start(Tag::Link { link_type, id, .. } | Tag::Image { link_type, id, .. }) = event
    else {
        return None;
    };
    let refers = [LinkType::Reference, LinkType::Collapsed, LinkType::Shortcut];
    refers.contains(link_type).then_some(&**id)
}

impl PageReader<'_> {
    /// Reads the page from `start` to its end, or through an unclosed block; then returns where to
    /// resume.
    fn read(&mut self, start: usize) -> Option<usize> {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_SMART_PUNCTUATION;
        let mut undefined: Vec<(Range<usize>, String)> = Vec::new();
        let collect_undefined = |link: BrokenLink<'_>| {
            // A word alone in brackets is seldom meant as a link.
            if !matches!(
                link.link_type,
                LinkType::Shortcut | LinkType::ShortcutUnknown
            ) {
                undefined.push((
                    start + link.span.start..start + link.span.end,
                    link.reference.to_string(),
                ));
            }
            None
        };
        self.depth = 0;
        let parser = Parser::new_with_broken_link_callback(
            &self.text[start..],
            options,
            Some(collect_undefined),
        );
        let mut events = parser.into_offset_iter();
        while let Some((event, range)) = events.next() {
            let range = start + range.start..start + range.end;
            if let Some(definition) =
                reference(&event).and_then(|name| events.reference_definitions().get(name))
            {
                let definition = start + definition.span.start..start + definition.span.end;
                self.page.references.push((range.start, definition));
            }
            match event {
                Event::Start(_) if self.depth == MOST_NESTED => {
                    self.tree.drop_open();
                    self.report_too_deep(range.start);
                    break;
                }
                Event::Start(_) => self.depth += 1,
                Event::End(_) => self.depth -= 1,
                _ => {}
            }
            self.event(event, range);
            if self.depth == 0 && self.resume.is_some() {
                break;
            }
        }
        self.report_undefined_references(&undefined);
        self.resume.take()
    }

    pub(super) fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.page.source, range)
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        // Email links become ordinary `mailto:` links, so that no later step needs a special case.
        let event = match event {
            Event::Start(Tag::Link {
                link_type: LinkType::Email,
                dest_url,
                title,
                id,
            }) => {
                let dest_url = format!("mailto:{dest_url}").into();
                Event::Start(Tag::Link {
                    link_type: LinkType::Autolink,
                    dest_url,
                    title,
                    id,
                })
            }
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let dest_url = with_plain_fragment(dest_url);
                Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    id,
                })
            }
            event => event,
        };
        if let Some(block) = &mut self.open.block {
            match event {
                Event::Text(text) => {
                    let end = block
                        .span
                        .range()
                        .end
                        .saturating_sub(range.start)
                        .min(text.len());
                    block
                        .body
                        .push(&text[..text.floor_char_boundary(end)], range.start);
                }
                _ => self.close_block(),
            }
            return;
        }
        if let Some(joint) = self.joint(&event, &range) {
            return self.tree.add(Node::leaf(NodeKind::Joint, joint));
        }
        if let Event::Text(text) | Event::Code(text) = &event {
            self.open.last = text.chars().next_back();
        }
        match &event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let range = self.block_range(info, range.clone());
                self.allowed_places.push(range.clone());
                if self.open_block(info, &range) {
                    return;
                }
            }
            Event::Start(Tag::CodeBlock(_)) => self.allowed_places.push(range.clone()),
            Event::Start(Tag::Link {
                dest_url, title, ..
            }) if dest_url.starts_with(CLAIM) => {
                return self.open_claim(dest_url, title, range);
            }
            Event::End(TagEnd::Link) if self.open.claim.is_some() => {
                self.open.claim = None;
            }
            Event::Start(Tag::Heading { level, .. }) => {
                self.open.heading = true;
                let heading = PageHeading {
                    span: self.span(range.clone()),
                    level: *level as u8,
                    text: String::new(),
                    anchor: String::new(),
                };
                self.page.headings.push(heading);
            }
            Event::End(TagEnd::Heading(_)) => self.close_heading(),
            Event::Text(text) => self.read_text(text, range.clone()),
            Event::Code(text) => {
                self.allowed_places.push(range.clone());
                let within = self.text[range.clone()].trim_start_matches('`');
                let start = range.end - within.len() + find_near_start(within, text).unwrap_or(0);
                let before = self.open_claim_length();
                self.read_text(text, start..start + text.len());
                let after = self.open_claim_length();
                if let Some(claim) = self
                    .open
                    .claim
                    .and_then(|index| self.page.claims.get_mut(index))
                {
                    claim.code.push(before..after);
                }
            }
            Event::SoftBreak | Event::HardBreak => self.read_text(" ", range.clone()),
            Event::Html(_) | Event::InlineHtml(_) => {
                let end = range.start + self.text[range.clone()].trim_end().len();
                self.page.raw_html.push(self.span(range.start..end));
            }
            Event::Start(Tag::Strikethrough) => self.open.struck += 1,
            Event::End(TagEnd::Strikethrough) => {
                self.open.struck = self.open.struck.saturating_sub(1)
            }
            Event::Start(Tag::Link { dest_url, .. }) => self.link(dest_url, &range, false),
            Event::Start(Tag::Image { dest_url, .. }) => {
                self.open.images += 1;
                self.link(dest_url, &range, true);
            }
            Event::End(TagEnd::Image) => self.open.images = self.open.images.saturating_sub(1),
            _ => {}
        }
        match event {
            Event::Start(tag) => {
                let heading = self.page.headings.len().saturating_sub(1);
                self.tree.open(kind_of(tag, heading), range);
            }
            Event::End(_) => self.tree.close(),
            event => {
                if let Some(kind) = leaf_kind(event) {
                    self.tree.add(Node::leaf(kind, range));
                }
            }
        }
    }

    /// Returns the end of a line, with what begins the next one, if the letters on either side are
    /// of a script without spaces.
    fn joint(&self, event: &Event<'_>, range: &Range<usize>) -> Option<Range<usize>> {
        if !matches!(event, Event::SoftBreak) {
            return None;
        }
        let rest = &self.text[range.end..];
        let line = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
        let next = line
            .trim_start_matches(['*', '_', '~', '['])
            .chars()
            .next()?;
        // Quotation marks and dashes belong to any script.
        let sides = [self.open.last?, next];
        let fits = |c: char| is_unspaced(c) || "“”‘’—…".contains(c);
        let joins = sides.into_iter().all(fits) && sides.into_iter().any(is_unspaced);
        joins.then(|| range.start..range.end + rest.len() - line.len())
    }

    /// Reports that the page is nested too deeply; the rest of it is not read.
    fn report_too_deep(&mut self, at: usize) {
        let message = "this page is nested too deeply";
        let place = self.span(at..at + self.text[at..].chars().next().map_or(0, char::len_utf8));
        self.diagnostics.error(
            Code::TooLarge,
            message,
            place,
            format!("at most {MOST_NESTED} deep"),
        );
    }

    fn link(&mut self, target: &str, range: &Range<usize>, image: bool) {
        let link = Link {
            target: target.to_string(),
            span: self.span(range.clone()),
            image,
        };
        self.page.links.push(link);
    }

    /// Reports links to references that are not defined; CommonMark treats them as text.
    fn report_undefined_references(&mut self, undefined: &[(Range<usize>, String)]) {
        for (range, name) in undefined {
            let span = self.span(range.clone());
            self.diagnostics.push_error(Code::BrokenLink, span, || {
                Diagnostic::error(Code::BrokenLink, format!("no reference is named `{name}`"))
                    .at(
                        span,
                        format!("expected a line `[{name}]: TARGET` on this page"),
                    )
                    .help(format!("a claim is written `[words](claim:{name})`"))
            });
        }
    }

    /// Returns the length so far of the open claim's text.
    fn open_claim_length(&self) -> usize {
        let claim = self
            .open
            .claim
            .and_then(|index| self.page.claims.get(index));
        claim.map_or(0, |claim| claim.text.text().len())
    }

    /// Adds text to the claim and to the heading that it is in.
    fn read_text(&mut self, text: &str, range: Range<usize>) {
        let span = self.span(range);
        if let Some(claim) = self
            .open
            .claim
            .and_then(|index| self.page.claims.get_mut(index))
        {
            // Struck-out text states nothing.
            claim
                .text
                .push_for(if self.open.struck > 0 { " " } else { text }, span);
        }
        if let (true, Some(heading)) = (self.open.heading, self.page.headings.last_mut()) {
            heading.text.push_str(text);
        }
    }

    fn open_claim(&mut self, destination: &str, title: &str, range: Range<usize>) {
        let span = self.span(range.clone());
        if !title.is_empty() {
            self.diagnostics.push(
                Diagnostic::error(Code::ClaimSyntax, "a quote inside this target ends it")
                    .at(span, "CommonMark reads the rest as a title")
                    .help("give the claim a name and define it in a `claims` block"),
            );
        }
        if self.open.images > 0 {
            let complaint =
                Diagnostic::error(Code::ClaimSyntax, "this claim is in the text of a picture");
            let complaint = complaint.at(span, "readers would not see it there");
            self.diagnostics
                .push(complaint.help("put it after the picture"));
        }
        let link = &self.text[range.clone()];
        let Some((inner, at)) = link.rfind("](").map(|at| (at, at + 2)) else {
            let is_bare = link.starts_with('<');
            let link = NodeKind::Link {
                target: destination.to_string(),
                title: title.to_string(),
                is_bare,
            };
            self.tree.open(link, range);
            // An autolink `<claim:…>` has no text; it is reported later as a stray claim.
            if is_bare {
                return;
            }
            self.diagnostics.push(
                Diagnostic::error(
                    Code::ClaimSyntax,
                    "the target of a claim must be in its link",
                )
                .at(span, "this link takes its target from elsewhere")
                .help("write `[text](claim:…)`"),
            );
            return;
        };
        let target = destination.strip_prefix(CLAIM).unwrap_or(destination);
        let written = find_near_start(&link[at..], CLAIM)
            .map(|offset| range.start + at + offset + CLAIM.len());
        let target = match written {
            Some(at) if self.text[at..].starts_with(target) => {
                Excerpt::verbatim(target, self.span(at..at + target.len()))
            }
            _ => Excerpt::inexact(target, span),
        };
        self.allowed_places.push(range.clone());
        let index = self.page.claims.len();
        let text_span = self.span(range.start + 1..range.start + inner);
        let diagram = self.page.diagrams.len().checked_sub(1);
        self.page.claims.push(ClaimLink {
            span,
            text: Excerpt::new(span),
            code: Vec::new(),
            text_span,
            target,
            diagram,
            is_in_block: false,
        });
        self.tree.open(NodeKind::Claim(index), range);
        self.open.claim = Some(index);
    }

    fn close_heading(&mut self) {
        self.open.heading = false;
        let Some(index) = self.page.headings.len().checked_sub(1) else {
            return;
        };
        self.page.headings[index].anchor = self.ids.next(&self.page.headings[index].text);
        if self.page.title.is_empty() {
            self.page.title = self.page.headings[index].text.clone();
        }
    }

    /// Reports claims that would never be checked because CommonMark took them for text or left
    /// them out of the page: every `claim:` in the source must be part of a link or of code.
    fn report_stray_claims(&mut self) {
        self.allowed_places.sort_by_key(|range| range.start);
        let mut ranges = self.allowed_places.iter().peekable();
        let mut covered = 0;
        for at in memchr::memmem::find_iter(self.text.as_bytes(), CLAIM) {
            while let Some(range) = ranges.next_if(|range| range.start <= at) {
                covered = covered.max(range.end);
            }
            let before = self.text[..at].chars().next_back();
            let after = self.text[at + CLAIM.len()..].chars().next();
            let after_bracket = before.is_some_and(|c| matches!(c, '(' | '<' | '"'));
            let is_meant = after_bracket || after.is_some_and(|c| !c.is_whitespace());
            if at < covered || before.is_some_and(char::is_alphabetic) || !is_meant {
                continue;
            }
            let length = self.text[at..]
                .find(char::is_whitespace)
                .unwrap_or(self.text.len() - at);
            self.diagnostics.push(
                Diagnostic::error(Code::StrayClaim, "this claim is not part of a link")
                    .at(
                        Span::new(self.page.source, at..at + length),
                        "would not be checked here",
                    )
                    .help(stray_claim_remedy(&self.text[..at], &self.text[at..])),
            );
        }
    }
}

/// Finds a word in a text, which usually begins with the word.
fn find_near_start(text: &str, word: &str) -> Option<usize> {
    if text.starts_with(word) {
        Some(0)
    } else {
        text.find(word)
    }
}
