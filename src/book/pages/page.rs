//! A page of Markdown, parsed once: its content as a tree, and the diagrams, claims and links in it,
//! each with its span. No other file reads the events of the Markdown parser.
//!
//! Reports what CommonMark would swallow in silence: the word `claim:` left over in text, a fence
//! whose word is almost one of ours, a quote that turned part of a target into a title.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{
    Alignment, BrokenLink, CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd,
};

use super::combinations::{CombinationsDecl, combinations};
use super::content::{ColumnAlign, Node, NodeKind};
pub use super::definitions::DefinitionDecl;
use super::definitions::definitions;
use super::diagram::{DiagramDecl, diagram};
use super::fence::{BLOCKS, Unclosed, find_unclosed};
use super::game::{GameDecl, game};
use super::links::{is_external, loose_claim_remedy};
use super::words::{Block, rest_after};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::plain_text_claims;
use padma_text::{Excerpt, SourceId, Sources, Span, Word, nearest, percent_decoded};

/// A page as its author wrote it.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Its path below the book's folder, with `/`: `pieces/haxxaba.md`.
    pub path: String,
    /// The text it was read from.
    pub source: SourceId,
    /// The text of its first heading.
    pub title: String,
    /// Its content.
    pub content: Vec<Node>,
    /// Its headings.
    pub headings: Vec<PageHeading>,
    /// Its diagrams.
    pub diagrams: Vec<DiagramDecl>,
    /// Its recorded games.
    pub games: Vec<GameDecl>,
    /// Its claims, in reading order.
    pub claims: Vec<ClaimLink>,
    /// The names that its claims may use.
    pub definitions: Vec<DefinitionDecl>,
    /// Its links, except claims.
    pub links: Vec<Link>,
    /// The places of raw HTML.
    pub(crate) raw_html: Vec<Span>,
    /// The piece cards on the page.
    pub cards: Vec<Card>,
    /// Its tables of combinations.
    pub combinations: Vec<CombinationsDecl>,
    /// All blocks that are not code.
    pub(crate) blocks: Vec<Block>,
}

/// A block `piece ID`.
#[derive(Clone, Debug)]
pub struct Card {
    /// The piece it is about.
    pub piece: Word,
    /// The whole block.
    pub span: Span,
}

impl Page {
    /// Returns a page that consists of one diagram.
    pub(crate) fn of_diagram(diagram: DiagramDecl, source: SourceId) -> Page {
        Page {
            source,
            content: vec![Node::leaf(NodeKind::Diagram(0), 0..0)],
            diagrams: vec![diagram],
            ..Page::default()
        }
    }
}

/// A heading of the page.
#[derive(Clone, Debug)]
pub struct PageHeading {
    /// Its level, from 1 to 6.
    pub level: u8,
    /// Its text.
    pub text: String,
    /// The anchor that a link's `#` names.
    pub anchor: String,
}

/// A link whose target begins with `claim:`.
#[derive(Clone, Debug)]
pub struct ClaimLink {
    /// The whole link.
    pub span: Span,
    /// The text between its brackets, as read.
    pub text: Excerpt,
    /// The ranges of that text which are code.
    pub(crate) code: Vec<Range<usize>>,
    /// The place of that text in the source.
    pub text_span: Span,
    /// What follows `claim:`.
    pub target: Excerpt,
    /// The nearest diagram above it on the page.
    pub diagram: Option<usize>,
    /// Whether it is in the text of a block, such as the reason of an erratum, which is shown as
    /// plain text.
    pub is_in_block: bool,
}

/// A link or image that is not a claim.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its target, as the author wrote it.
    pub target: String,
    /// The place of the target.
    pub span: Span,
    /// Whether it is an image.
    pub image: bool,
}

impl Link {
    /// Whether it leads out of the book.
    pub fn is_external(&self) -> bool {
        is_external(&self.target)
    }
}

/// Maximum nesting depth of quotations, lists, links and so on.
const MOST_NESTED: usize = 100;

/// Maximum number of unclosed blocks after which reading resumes. After each of them the rest of
/// the page is parsed again.
const MOST_UNCLOSED: usize = 20;

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
        nodes: Vec::new(),
        open: Open::default(),
        allowed_places: Vec::new(),
        anchors: BTreeMap::new(),
        depth: 0,
        resume: None,
        unclosed: 0,
        diagnostics,
    };
    let mut from = Some(0);
    while let Some(start) = from {
        from = reader.read(start);
    }
    reader.report_loose_claims();
    reader.page
}

/// A builder that makes a page from the events of the Markdown parser, one at a time.
struct PageReader<'a> {
    page: Page,
    text: &'a str,
    /// The nodes that are open, from the outermost.
    nodes: Vec<Node>,
    open: Open,
    /// The places where the word `claim:` is allowed: in links that are claims, and in code.
    allowed_places: Vec<Range<usize>>,
    /// The anchors of the headings so far, each with the last number given to a duplicate.
    anchors: BTreeMap<String, usize>,
    /// The current nesting depth of quotations, lists, links and so on.
    depth: usize,
    /// Where reading resumes after an unclosed block.
    resume: Option<usize>,
    /// The number of blocks so far without a closing fence.
    unclosed: usize,
    diagnostics: &'a mut Diagnostics,
}

/// The elements that are open at the current event.
#[derive(Default)]
struct Open {
    claim: Option<usize>,
    /// The nesting depth of images.
    images: usize,
    heading: bool,
    block: Option<Block>,
    /// Whether the open block has no closing fence.
    is_unclosed: bool,
    /// The nesting depth of strikethrough.
    struck: usize,
}

/// The start of a link target that is a claim.
pub const CLAIM: &str = "claim:";

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
        for (event, range) in parser.into_offset_iter() {
            let range = start + range.start..start + range.end;
            match event {
                Event::Start(_) if self.depth == MOST_NESTED => {
                    self.nodes.clear();
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

    fn span(&self, range: Range<usize>) -> Span {
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
            Event::Start(tag) => self.open_node(self.kind_of(tag), range),
            Event::End(_) => self.close_node(),
            event => {
                if let Some(kind) = leaf_kind(event) {
                    self.add(Node::leaf(kind, range));
                }
            }
        }
    }

    /// Returns what the node is that begins with a tag.
    fn kind_of(&self, tag: Tag<'_>) -> NodeKind {
        match tag {
            Tag::Heading { .. } => NodeKind::Heading(self.page.headings.len() - 1),
            Tag::BlockQuote(_) => NodeKind::Quote,
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                NodeKind::CodeBlock(info.split(' ').next().unwrap_or_default().to_string())
            }
            Tag::CodeBlock(CodeBlockKind::Indented) => NodeKind::CodeBlock(String::new()),
            Tag::HtmlBlock => NodeKind::HtmlBlock,
            Tag::List(first) => NodeKind::List(first),
            Tag::Item => NodeKind::Item,
            Tag::FootnoteDefinition(name) => NodeKind::Footnote(name.to_string()),
            Tag::Table(columns) => NodeKind::Table(columns.into_iter().map(align).collect()),
            Tag::TableHead => NodeKind::TableHead,
            Tag::TableRow => NodeKind::TableRow,
            Tag::TableCell => NodeKind::TableCell,
            Tag::Emphasis => NodeKind::Emphasis,
            Tag::Strong => NodeKind::Strong,
            Tag::Strikethrough => NodeKind::Struck,
            Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            } => NodeKind::Link {
                target: dest_url.to_string(),
                title: title.to_string(),
                is_bare: link_type == LinkType::Autolink,
            },
            Tag::Image {
                dest_url, title, ..
            } => NodeKind::Image {
                target: dest_url.to_string(),
                title: title.to_string(),
            },
            // The parser's other elements are not enabled.
            _ => NodeKind::Paragraph,
        }
    }

    /// Adds a node to the innermost open one, or to the page.
    fn add(&mut self, node: Node) {
        match self.nodes.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.page.content.push(node),
        }
    }

    fn open_node(&mut self, kind: NodeKind, range: Range<usize>) {
        self.nodes.push(Node::leaf(kind, range));
    }

    fn close_node(&mut self) {
        if let Some(node) = self.nodes.pop() {
            self.add(node);
        }
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

    /// Returns the range of a block. If no fence closes it, reports that and ends the range where
    /// the block was meant to end.
    fn block_range(&mut self, info: &str, range: Range<usize>) -> Range<usize> {
        let word = info.split_whitespace().next().unwrap_or("");
        self.open.is_unclosed = false;
        let Some(Unclosed { fence, end, resume }) = find_unclosed(self.text, &range, word) else {
            return range;
        };
        self.open.is_unclosed = true;
        self.unclosed += 1;
        let line = self.text[range.start..]
            .lines()
            .next()
            .unwrap_or_default()
            .trim_end();
        let what = if word.is_empty() {
            "this block".to_string()
        } else {
            format!("this `{word}` block")
        };
        let last = self.text[..end].trim_end_matches(['\n', '\r']);
        let number = last.matches('\n').count() + 1;
        let complaint = Diagnostic::error(Code::DiagramSyntax, format!("{what} is never closed"))
            .at(
                self.span(range.start..range.start + line.len()),
                "begins here",
            )
            .help(format!(
                "it seems to end at line {number}: put {fence} on a line of its own below"
            ));
        self.diagnostics.push(complaint);
        // Inside a list or a quotation the rest of the page could not be parsed on its own.
        self.resume = resume.filter(|_| self.depth == 1 && self.unclosed <= MOST_UNCLOSED);
        range.start..end
    }

    /// Opens a block if a fence begins one that is not code, and returns whether it does. Reports
    /// a word that is almost the word of a block.
    fn open_block(&mut self, info: &str, range: &Range<usize>) -> bool {
        let word = info.split_whitespace().next().unwrap_or("");
        let line = &self.text[range.start..];
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        // A word written with character references is not found in the line; such a block stays
        // code.
        let block = BLOCKS.into_iter().find(|block| *block == word);
        if let Some((word, at)) =
            block.and_then(|block| Some((block, range.start + line.find(block)?)))
        {
            let info = &self.text[at..range.start + line.trim_end().len()];
            let (span, info) = (
                self.span(range.clone()),
                Excerpt::verbatim(info, self.span(at..at + info.len())),
            );
            self.open.block = Some(Block {
                word,
                info,
                body: Excerpt::new(span),
                span,
                sound: true,
            });
            return true;
        }
        if let Some(meant) = nearest(word, BLOCKS) {
            let place = self.span(range.start..range.start + line.len());
            let complaint = Diagnostic::error(
                Code::DiagramSyntax,
                format!("`{word}` is not a kind of block"),
            );
            let complaint = complaint.at(place, "a block with this word is shown as code");
            self.diagnostics.push(complaint.did_you_mean(word, meant));
        }
        false
    }

    fn close_block(&mut self) {
        let Some(mut block) = self.open.block.take() else {
            return;
        };
        let errors = self.diagnostics.errors();
        // Wrong lines in an unclosed block were probably not meant to be in it, so they are not
        // reported.
        let mut unreported = Diagnostics::default();
        let diagnostics = if self.open.is_unclosed {
            &mut unreported
        } else {
            &mut *self.diagnostics
        };
        let page = &mut self.page;
        let kind = match block.word {
            "claims" => {
                definitions(&block.body, &mut page.definitions, diagnostics);
                Some(NodeKind::Definitions)
            }
            "piece" => push_item(&mut page.cards, card(&block, diagnostics)).map(NodeKind::Card),
            "combinations" => push_item(&mut page.combinations, combinations(&block, diagnostics))
                .map(NodeKind::Combinations),
            "game" => push_item(&mut page.games, game(&block, diagnostics)).map(NodeKind::Game),
            _ => push_item(&mut page.diagrams, diagram(&block, diagnostics)).map(NodeKind::Diagram),
        };
        if let Some(kind) = kind {
            self.add_noted_claims(&block.body);
            self.add(Node::leaf(kind, block.span.range()));
        }
        block.sound = self.diagnostics.errors() == errors && !self.open.is_unclosed;
        self.page.blocks.push(block);
    }

    /// Adds the claims in the text of a block, such as the reason of an erratum.
    fn add_noted_claims(&mut self, body: &Excerpt) {
        let diagram = self.page.diagrams.len().checked_sub(1);
        let claims = plain_text_claims(body.text()).into_iter().map(|claim| {
            let (text, target) = (body.part(claim.text), body.part(claim.target));
            let (text_span, span) = (text.whole(), text.whole().to(target.whole()));
            ClaimLink {
                span,
                text,
                code: Vec::new(),
                text_span,
                target,
                diagram,
                is_in_block: true,
            }
        });
        self.page.claims.extend(claims);
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
            let (target, title) = (destination.to_string(), String::new());
            let link_node = NodeKind::Link {
                target,
                title,
                is_bare: true,
            };
            self.open_node(link_node, range);
            // An autolink `<claim:…>` has no text; it is reported later as a loose claim.
            if link.starts_with('<') {
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
        self.open_node(NodeKind::Claim(index), range);
        self.open.claim = Some(index);
    }

    fn close_heading(&mut self) {
        self.open.heading = false;
        let Some(index) = self.page.headings.len().checked_sub(1) else {
            return;
        };
        let base = slug(&self.page.headings[index].text);
        // An anchor that is taken gets a number; the next duplicate counts on from it.
        let mut anchor = base.clone();
        let mut number = self.anchors.get(&base).copied().unwrap_or(1);
        while self.anchors.contains_key(&anchor) {
            number += 1;
            anchor = format!("{base}-{number}");
        }
        self.anchors.insert(base, number);
        self.anchors.insert(anchor.clone(), 1);
        self.page.headings[index].anchor = anchor;
        if self.page.title.is_empty() {
            self.page.title = self.page.headings[index].text.clone();
        }
    }

    /// Reports claims that would never be checked because CommonMark took them for text or left
    /// them out of the page: every `claim:` in the source must be part of a link or of code.
    fn report_loose_claims(&mut self) {
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
                Diagnostic::error(Code::LooseClaim, "this claim is not part of a link")
                    .at(
                        Span::new(self.page.source, at..at + length),
                        "would not be checked here",
                    )
                    .help(loose_claim_remedy(&self.text[..at], &self.text[at..])),
            );
        }
    }
}

/// Returns what a node without children is; `None` for what is not enabled in the parser.
fn leaf_kind(event: Event<'_>) -> Option<NodeKind> {
    Some(match event {
        Event::Text(text) => NodeKind::Text(text.to_string()),
        Event::Code(text) => NodeKind::Code(text.to_string()),
        Event::Html(text) => NodeKind::Html(text.to_string()),
        Event::InlineHtml(text) => NodeKind::InlineHtml(text.to_string()),
        Event::SoftBreak => NodeKind::SoftBreak,
        Event::HardBreak => NodeKind::HardBreak,
        Event::Rule => NodeKind::Rule,
        Event::FootnoteReference(name) => NodeKind::FootnoteReference(name.to_string()),
        Event::Start(_)
        | Event::End(_)
        | Event::InlineMath(_)
        | Event::DisplayMath(_)
        | Event::TaskListMarker(_) => return None,
    })
}

fn align(alignment: Alignment) -> ColumnAlign {
    match alignment {
        Alignment::None => ColumnAlign::Default,
        Alignment::Left => ColumnAlign::Left,
        Alignment::Center => ColumnAlign::Centre,
        Alignment::Right => ColumnAlign::Right,
    }
}

/// Appends an item to a list and returns its index.
fn push_item<T>(list: &mut Vec<T>, item: Option<T>) -> Option<usize> {
    list.push(item?);
    Some(list.len() - 1)
}

/// Reads a block `piece ID`, which must have no lines.
fn card(block: &Block, diagnostics: &mut Diagnostics) -> Option<Card> {
    let Block {
        info, body, span, ..
    } = block;
    let text = rest_after(info.text(), "piece");
    if text.is_empty() || text.contains(char::is_whitespace) || !body.text().trim().is_empty() {
        let expected = "expected `piece ID` and nothing below it";
        return diagnostics.refuse(
            Code::DiagramSyntax,
            "this block shows no piece",
            info.whole(),
            expected,
        );
    }
    Some(Card {
        piece: info.slice_word(text),
        span: *span,
    })
}

/// Finds a word in a text, which usually begins with the word.
fn find_near_start(text: &str, word: &str) -> Option<usize> {
    if text.starts_with(word) {
        Some(0)
    } else {
        text.find(word)
    }
}

/// Turns a heading's text into an anchor: lower case, words joined by hyphens.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() {
        "section".to_string()
    } else {
        slug.to_string()
    }
}
