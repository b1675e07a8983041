//! The prose of a page, run by run: what stands in one paragraph, heading or cell of a table, cut
//! where a claim begins or ends.
//!
//! Code, raw HTML and the blocks that are not shown are no prose. Knows no chess.

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::page::{Flow, Page};
use crate::text::{Excerpt, Span};

/// Words that belong together.
#[derive(Debug)]
pub struct Run {
    pub text: Excerpt,
    /// The claim whose text this is, by its place on the page.
    pub link: Option<usize>,
    /// The page's nearest diagram above.
    pub diagram: Option<usize>,
    /// Code spans, in order; a claim reads them too.
    code: Vec<Span>,
}

impl Run {
    /// Whether a place is in a code span.
    pub fn is_code(&self, span: Span) -> bool {
        let before = self.code.partition_point(|code| code.start <= span.start);
        before.checked_sub(1).is_some_and(|last| span.start < self.code[last].end)
    }
}

/// A page's prose in reading order.
pub fn runs(page: &Page) -> Vec<Run> {
    let mut scan = Scan { page, runs: Vec::new(), text: None, code: Vec::new(), link: None, diagram: None };
    let mut silent = false;
    for flow in &page.flow {
        match flow {
            Flow::ClaimStart(index) => {
                scan.end_run();
                scan.link = Some(*index);
            }
            Flow::ClaimEnd(_) => {
                scan.end_run();
                scan.link = None;
            }
            Flow::Diagram(index) => {
                scan.end_run();
                scan.diagram = Some(*index);
            }
            Flow::Card(_)
            | Flow::Combinations(_)
            | Flow::Game(_)
            | Flow::Definitions(_)
            | Flow::Heading(_) => scan.end_run(),
            Flow::Markdown(event, range) => {
                let span = Span::new(page.source, range.clone());
                match event {
                    Event::Start(Tag::CodeBlock(_)) => {
                        scan.end_run();
                        silent = true;
                    }
                    // The text of such a link is its address.
                    Event::Start(Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. }) => {
                        silent = true;
                    }
                    Event::End(TagEnd::CodeBlock | TagEnd::Link) => silent = false,
                    _ if silent => {}
                    Event::Text(text) => scan.push(text, span),
                    Event::SoftBreak | Event::HardBreak => scan.push(" ", span),
                    Event::Code(_) => {
                        scan.code.push(span);
                        scan.push(FOREIGN, span);
                    }
                    Event::InlineHtml(_) | Event::FootnoteReference(_) => scan.push(FOREIGN, span),
                    Event::Start(tag) if is_inline(tag.to_end()) => {}
                    Event::End(tag) if is_inline(*tag) => {}
                    _ => scan.end_run(),
                }
            }
        }
    }
    scan.end_run();
    scan.runs
}

/// Stands for what is no prose, so that the words beside it stay apart.
const FOREIGN: &str = "\u{fffc}";

fn is_inline(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

struct Scan<'a> {
    page: &'a Page,
    runs: Vec<Run>,
    text: Option<Excerpt>,
    code: Vec<Span>,
    link: Option<usize>,
    diagram: Option<usize>,
}

impl Scan<'_> {
    fn push(&mut self, text: &str, span: Span) {
        self.text.get_or_insert_with(|| Excerpt::new(span)).push_for(text, span);
    }

    fn end_run(&mut self) {
        let own = self.text.take();
        let code = std::mem::take(&mut self.code);
        let text = match self.link {
            // A claim is taken as it reads its text itself.
            Some(index) => Some(self.page.claims[index].text.clone()),
            None => own,
        };
        self.runs.extend(text.map(|text| Run { text, link: self.link, diagram: self.diagram, code }));
    }
}
