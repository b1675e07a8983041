//! A page of Markdown as its author wrote it: its content as a tree, and the diagrams, claims and
//! links in it, each with its span.

mod blocks;
mod nodes;
mod reader;

use std::ops::Range;

use super::combinations::CombinationsDecl;
use super::content::{Node, NodeKind};
pub use super::definitions::DefinitionDecl;
use super::diagram::DiagramDecl;
use super::game::GameDecl;
use super::links::is_external;
use super::words::Block;
use padma_text::{Excerpt, SourceId, Span, Word};
pub use reader::parse;

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
    /// Where a link or picture begins that takes its target from a definition `[name]: TARGET`, and the
    /// place of the definition.
    pub(crate) references: Vec<(usize, Range<usize>)>,
    /// The places of raw HTML.
    pub(crate) raw_html: Vec<Span>,
    /// The piece cards on the page.
    pub cards: Vec<Card>,
    /// Its tables of combinations.
    pub combinations: Vec<CombinationsDecl>,
    /// All blocks that are not code.
    pub blocks: Vec<Block>,
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
    /// The whole heading.
    pub span: Span,
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

/// The start of a link target that is a claim.
pub const CLAIM: &str = "claim:";
