//! Makes a page's tree from the events of the Markdown parser. Knows nothing of claims and blocks,
//! whose nodes the [reader](super::reader) adds.

use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, LinkType, Tag};

use crate::pages::content::{ColumnAlign, Node, NodeKind};

/// A tree that grows in reading order.
#[derive(Default)]
pub(super) struct TreeBuilder {
    /// The finished nodes at the top.
    content: Vec<Node>,
    /// The nodes that are open, from the outermost.
    open: Vec<Node>,
}

impl TreeBuilder {
    /// Adds a node to the innermost open one, or to the top.
    pub(super) fn add(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.content.push(node),
        }
    }

    /// Opens a node.
    pub(super) fn open(&mut self, kind: NodeKind, range: Range<usize>) {
        self.open.push(Node::leaf(kind, range));
    }

    /// Closes the innermost open node.
    pub(super) fn close(&mut self) {
        if let Some(node) = self.open.pop() {
            self.add(node);
        }
    }

    /// Drops the nodes that are open.
    pub(super) fn drop_open(&mut self) {
        self.open.clear();
    }

    /// Returns the tree.
    pub(super) fn finish(self) -> Vec<Node> {
        self.content
    }
}

/// Returns the kind of the node that a tag begins. A heading gets the given index.
pub(super) fn kind_of(tag: Tag<'_>, heading: usize) -> NodeKind {
    match tag {
        Tag::Heading { .. } => NodeKind::Heading(heading),
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
        // A paragraph; the parser's other elements are not enabled.
        _ => NodeKind::Paragraph,
    }
}

/// Returns the kind of a node without children, or `None` for what is not enabled in the parser.
pub(super) fn leaf_kind(event: Event<'_>) -> Option<NodeKind> {
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
