//! A page's content as a tree, and the walk through it that every reader of pages uses. Knows
//! neither Markdown nor HTML: the [reader](super::page) makes the tree, the site's writers write it.

use std::ops::Range;

/// A part of a page: a block such as a paragraph, something within a line such as a link, or a text.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// The bytes of the source that it comes from.
    pub range: Range<usize>,
    /// The parts inside it, in reading order.
    pub children: Vec<Node>,
}

/// What a part of a page is. Indices point into the page's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A heading.
    Heading(usize),
    /// A paragraph. The text of a tight list is directly in its items instead.
    Paragraph,
    /// A quotation.
    Quote,
    /// A list: numbered from the given number, or with bullets.
    List(Option<u64>),
    /// An item of a list.
    Item,
    /// A table, with the alignment of its columns.
    Table(Vec<ColumnAlign>),
    /// The heads of a table's columns.
    TableHead,
    /// A row of a table below the heads.
    TableRow,
    /// A cell of a row or of the heads.
    TableCell,
    /// A code block, with the name of its language, which may be empty.
    CodeBlock(String),
    /// A block of raw HTML.
    HtmlBlock,
    /// A line between two blocks.
    Rule,
    /// A footnote with its name.
    Footnote(String),
    /// A diagram.
    Diagram(usize),
    /// A recorded game.
    Game(usize),
    /// A piece's card, made from the variant's rules.
    Card(usize),
    /// A table of combined pieces.
    Combinations(usize),
    /// A block of definitions, which the reader does not see.
    Definitions,
    /// A text.
    Text(String),
    /// A text in code.
    Code(String),
    /// Raw HTML: lines of a block.
    Html(String),
    /// Raw HTML: a tag within a line.
    InlineHtml(String),
    /// The end of a line in the source.
    SoftBreak,
    /// The end of a line in the source between letters of a script without spaces. It does not make
    /// a space.
    Joint,
    /// The end of a line on the page.
    HardBreak,
    /// A reference to the footnote with this name.
    FootnoteReference(String),
    /// Emphasised words.
    Emphasis,
    /// Strongly emphasised words.
    Strong,
    /// Struck-out words, which state nothing.
    Struck,
    /// A claim.
    Claim(usize),
    /// A link that is not a claim.
    Link {
        /// Its target, as the author wrote it.
        target: String,
        /// Its title, which may be empty.
        title: String,
        /// Whether its text is its target.
        is_bare: bool,
    },
    /// A picture; its children are its alternative text.
    Image {
        /// Its target, as the author wrote it.
        target: String,
        /// Its title, which may be empty.
        title: String,
    },
}

/// The alignment of a table's column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnAlign {
    /// As the page's other text.
    Default,
    /// At the left.
    Left,
    /// In the middle.
    Centre,
    /// At the right.
    Right,
}

/// A step of a walk through a tree.
#[derive(Clone, Copy, Debug)]
pub enum WalkStep<'a> {
    /// A node begins.
    Enter(&'a Node),
    /// A node that has children, or could have, ends.
    Leave(&'a Node),
}

impl Node {
    /// Returns a node without children.
    pub(crate) fn leaf(kind: NodeKind, range: Range<usize>) -> Node {
        Node {
            kind,
            range,
            children: Vec::new(),
        }
    }

    /// Returns the words of this node that a reader sees, without those inside it: the end of a
    /// line counts as a space.
    pub fn words(&self) -> &str {
        match &self.kind {
            NodeKind::Text(text) | NodeKind::Code(text) => text,
            NodeKind::SoftBreak | NodeKind::HardBreak => " ",
            _ => "",
        }
    }
}

impl NodeKind {
    /// Whether the node is part of a line, not a block.
    pub fn is_inline(&self) -> bool {
        matches!(
            self,
            NodeKind::Text(_)
                | NodeKind::Code(_)
                | NodeKind::InlineHtml(_)
                | NodeKind::SoftBreak
                | NodeKind::Joint
                | NodeKind::HardBreak
                | NodeKind::FootnoteReference(_)
                | NodeKind::Emphasis
                | NodeKind::Strong
                | NodeKind::Struck
                | NodeKind::Claim(_)
                | NodeKind::Link { .. }
                | NodeKind::Image { .. }
        )
    }
}

/// Walks through all nodes in reading order. Trees are at most as deep as the reader of pages
/// allows, so recursion is safe.
pub fn walk<'a>(nodes: &'a [Node], visit: &mut dyn FnMut(WalkStep<'a>)) {
    for node in nodes {
        visit(WalkStep::Enter(node));
        walk(&node.children, visit);
        visit(WalkStep::Leave(node));
    }
}

/// Visits all nodes in reading order, each before those inside it.
pub fn each<'a>(nodes: &'a [Node], visit: &mut dyn FnMut(&'a Node)) {
    walk(nodes, &mut |step| {
        if let WalkStep::Enter(node) = step {
            visit(node);
        }
    });
}

/// Returns the words that a reader sees in these nodes; the end of a block counts as a space.
pub fn visible_words(nodes: &[Node]) -> String {
    let mut text = String::new();
    walk(nodes, &mut |step| match step {
        WalkStep::Enter(node) => text.push_str(node.words()),
        WalkStep::Leave(node) if !node.kind.is_inline() => text.push(' '),
        WalkStep::Leave(_) => {}
    });
    text
}
