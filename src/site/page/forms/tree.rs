//! HTML as a tree, which can be written as HTML or as XML. Knows no books.
//!
//! The tree of any text is the one that a browser builds, and XML written from it is well-formed.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{
    ElemName, ElementFlags, NodeOrText, QuirksMode, TreeBuilderOpts, TreeSink,
};
use html5ever::{
    Attribute, LocalName, Namespace, ParseOpts, QualName, local_name, ns, parse_fragment,
};

/// The index of a node in its tree.
pub(super) type NodeId = usize;

/// The parent of the outermost nodes of a fragment.
const ROOT: NodeId = 0;

/// A fragment of HTML.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    kind: NodeKind,
}

enum NodeKind {
    Element {
        name: QualName,
        attributes: Vec<(String, String)>,
    },
    Text(String),
    /// A node that writes nothing itself: a comment, or the root.
    Nothing,
}

/// Maximum nesting depth of elements. The parser's time grows with its square, and browsers have
/// the same limit.
const MOST_NESTED: usize = 512;

/// Bytes to parse between two checks of the nesting depth.
const CHUNK: usize = 1 << 14;

/// The syntax in which a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    Html,
    Xml,
}

/// Elements that have no content, and no end tag in HTML.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];
/// Elements whose text is not escaped in HTML.
const RAW: [&str; 6] = ["script", "style", "xmp", "iframe", "noembed", "noframes"];

impl Tree {
    /// Parses the content of a page's body; `None` if the nesting goes far beyond [`MOST_NESTED`].
    pub(super) fn parse(html: &str) -> Option<Tree> {
        let sink = Sink(RefCell::new(vec![Node::new(NodeKind::Nothing)]));
        let tree_builder = TreeBuilderOpts {
            scripting_enabled: false,
            ..TreeBuilderOpts::default()
        };
        let options = ParseOpts {
            tree_builder,
            ..ParseOpts::default()
        };
        let body = QualName::new(None, ns!(html), local_name!("body"));
        let mut parser = parse_fragment(sink, options, body, Vec::new(), false);
        let mut rest = html;
        while !rest.is_empty() {
            let (part, after) = rest.split_at(rest.floor_char_boundary(CHUNK));
            parser.process(part.into());
            if parser.tokenizer.sink.sink.is_too_deep() {
                return None;
            }
            rest = after;
        }
        Some(parser.finish())
    }

    /// Returns all elements in document order.
    pub(super) fn elements(&self) -> Vec<NodeId> {
        let (mut elements, mut pending) = (Vec::new(), vec![ROOT]);
        while let Some(node) = pending.pop() {
            elements.extend(self.name(node).map(|_| node));
            pending.extend(self.nodes[node].children.iter().rev());
        }
        elements
    }

    /// Returns the ids of all elements.
    pub(super) fn ids(&self) -> BTreeSet<String> {
        let ids = self
            .elements()
            .into_iter()
            .filter_map(|node| self.attribute(node, "id"));
        ids.map(str::to_string).collect()
    }

    /// Returns an element's name in lower case.
    pub(super) fn name(&self, node: NodeId) -> Option<&str> {
        match &self.nodes[node].kind {
            NodeKind::Element { name, .. } => Some(&name.local),
            _ => None,
        }
    }

    pub(super) fn attribute(&self, node: NodeId, name: &str) -> Option<&str> {
        self.attributes(node)
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    pub(super) fn attributes(&self, node: NodeId) -> &[(String, String)] {
        match &self.nodes[node].kind {
            NodeKind::Element { attributes, .. } => attributes,
            _ => &[],
        }
    }

    pub(super) fn has_class(&self, node: NodeId, class: &str) -> bool {
        let classes = self.attribute(node, "class").unwrap_or_default();
        classes.split_whitespace().any(|one| one == class)
    }

    pub(super) fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node].children
    }

    pub(super) fn set_attribute(&mut self, node: NodeId, name: &str, value: String) {
        let NodeKind::Element { attributes, .. } = &mut self.nodes[node].kind else {
            return;
        };
        match attributes.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value,
            None => attributes.push((name.to_string(), value)),
        }
    }

    pub(super) fn remove_attribute(&mut self, node: NodeId, name: &str) {
        if let NodeKind::Element { attributes, .. } = &mut self.nodes[node].kind {
            attributes.retain(|(key, _)| key != name);
        }
    }

    /// Replaces an element by another that contains only a text.
    pub(super) fn replace(
        &mut self,
        node: NodeId,
        element: &str,
        attributes: &[(&str, &str)],
        text: &str,
    ) {
        let name = QualName::new(None, ns!(html), LocalName::from(element));
        let attributes = attributes
            .iter()
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .collect();
        self.nodes.push(Node {
            parent: Some(node),
            ..Node::new(NodeKind::Text(text.to_string()))
        });
        let last = self.nodes.len() - 1;
        self.nodes[node].kind = NodeKind::Element { name, attributes };
        self.nodes[node].children = vec![last];
    }

    /// Removes a node with everything in it.
    pub(super) fn remove(&mut self, node: NodeId) {
        let Some(parent) = self.nodes[node].parent.take() else {
            return;
        };
        self.nodes[parent].children.retain(|child| *child != node);
    }

    /// Removes a link whose target does not exist, and the dot that separates it from the text
    /// before it.
    pub(super) fn remove_link(&mut self, node: NodeId) {
        let parent = self.nodes[node].parent;
        self.remove(node);
        let siblings = parent
            .map(|parent| self.nodes[parent].children.clone())
            .unwrap_or_default();
        for child in siblings.into_iter().rev() {
            if let NodeKind::Text(text) = &mut self.nodes[child].kind {
                text.truncate(text.trim_end_matches([' ', '·']).len());
                if !text.is_empty() {
                    return;
                }
            }
        }
    }

    /// Writes the whole fragment.
    pub(super) fn write(&self, syntax: Syntax) -> String {
        self.write_inner(ROOT, syntax)
    }

    /// Writes the content of a node.
    pub(super) fn write_inner(&self, node: NodeId, syntax: Syntax) -> String {
        let mut out = String::new();
        let inner = |node: NodeId| {
            self.nodes[node]
                .children
                .iter()
                .rev()
                .map(|child| (*child, false))
        };
        // A stack: nodes to begin, and elements to end.
        let mut pending: Vec<(NodeId, bool)> = inner(node).collect();
        while let Some((node, is_begun)) = pending.pop() {
            if is_begun {
                let name = self.name(node).unwrap_or_default();
                out.push_str(&format!("</{}>", element_name(name, syntax)));
                continue;
            }
            let is_open = self.begin(node, syntax, &mut out);
            pending.extend(is_open.then_some((node, true)));
            pending.extend(inner(node));
        }
        out
    }

    /// Writes the beginning of a node; returns whether it needs an end tag.
    fn begin(&self, node: NodeId, syntax: Syntax, out: &mut String) -> bool {
        let parent = self.nodes[node].parent;
        match &self.nodes[node].kind {
            NodeKind::Nothing => false,
            NodeKind::Text(text) => {
                let is_raw = syntax == Syntax::Html
                    && parent
                        .and_then(|parent| self.name(parent))
                        .is_some_and(|name| RAW.contains(&name));
                if is_raw {
                    out.push_str(text)
                } else {
                    escape(text, syntax, false, out)
                }
                false
            }
            NodeKind::Element { name, attributes } => {
                out.push('<');
                out.push_str(element_name(&name.local, syntax));
                if syntax == Syntax::Xml
                    && Some(&name.ns) != parent.and_then(|parent| self.namespace(parent))
                {
                    out.push_str(&format!(" xmlns=\"{}\"", name.ns));
                }
                for (key, value) in attributes
                    .iter()
                    .filter(|(key, _)| is_attribute(key, syntax))
                {
                    out.push(' ');
                    out.push_str(key);
                    if syntax == Syntax::Xml || !value.is_empty() {
                        out.push_str("=\"");
                        escape(value, syntax, true, out);
                        out.push('"');
                    }
                }
                let is_html = name.ns == ns!(html);
                let is_bare = self.nodes[node].children.is_empty();
                let is_empty = match (is_html, syntax) {
                    (true, Syntax::Html) => VOID.contains(&&*name.local),
                    (true, Syntax::Xml) => is_bare && VOID.contains(&&*name.local),
                    // `title` and `desc` of an SVG hold HTML, and validators expect end tags.
                    (false, _) => is_bare && !["title", "desc"].contains(&&*name.local),
                };
                out.push_str(if is_empty && (syntax == Syntax::Xml || !is_html) {
                    "/>"
                } else {
                    ">"
                });
                !is_empty
            }
        }
    }

    /// Returns the namespace of an element; for any other node, the namespace of HTML.
    fn namespace(&self, node: NodeId) -> Option<&Namespace> {
        const HTML: &Namespace = &ns!(html);
        match &self.nodes[node].kind {
            NodeKind::Element { name, .. } => Some(&name.ns),
            _ => Some(HTML),
        }
    }
}

/// Returns an element's name in a syntax. XML allows fewer names than HTML; others become `span`,
/// which has no meaning.
fn element_name(name: &str, syntax: Syntax) -> &str {
    if syntax == Syntax::Html || is_name(name) {
        name
    } else {
        "span"
    }
}

fn is_attribute(name: &str, syntax: Syntax) -> bool {
    syntax == Syntax::Html || name == "epub:type" || is_name(name) && !name.starts_with("xmlns")
}

/// Attributes that refer to other elements of the page by id.
const ID_REFERENCES: [&str; 7] = [
    "for",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
    "aria-details",
    "headers",
];

/// Returns an attribute's value with the ids in it mapped by `id`; `None` if it contains no ids.
pub(super) fn map_ids(key: &str, value: &str, id: impl Fn(&str) -> String) -> Option<String> {
    if key == "id" {
        return Some(id(value));
    }
    if ID_REFERENCES.contains(&key) {
        return Some(
            value
                .split_whitespace()
                .map(id)
                .collect::<Vec<_>>()
                .join(" "),
        );
    }
    let (before, rest) = value.split_once("url(#")?;
    let (named, after) = rest.split_once(')')?;
    Some(format!("{before}url(#{}){after}", id(named)))
}

/// Whether this is a valid XML name of ASCII characters, without a namespace prefix.
pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

fn escape(text: &str, syntax: Syntax, in_quotes: bool, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if in_quotes => out.push_str("&quot;"),
            // XML allows these characters in no form.
            '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}'
                if syntax == Syntax::Xml => {}
            c => out.push(c),
        }
    }
}

impl Node {
    fn new(kind: NodeKind) -> Node {
        Node {
            parent: None,
            children: Vec::new(),
            kind,
        }
    }
}

/// The target into which the parser builds the tree.
struct Sink(RefCell<Vec<Node>>);

impl Sink {
    /// Whether the newest node is nested deeper than the maximum.
    fn is_too_deep(&self) -> bool {
        let nodes = self.0.borrow();
        let last = nodes.len().checked_sub(1);
        std::iter::successors(last, |node| nodes[*node].parent)
            .nth(MOST_NESTED)
            .is_some()
    }

    fn make(&self, kind: NodeKind) -> NodeId {
        let mut nodes = self.0.borrow_mut();
        nodes.push(Node::new(kind));
        nodes.len() - 1
    }

    /// Inserts a node or a text among a node's children. A text is merged with a text before it.
    fn insert(&self, parent: NodeId, at: usize, child: NodeOrText<NodeId>) {
        match child {
            NodeOrText::AppendNode(child) => {
                let mut nodes = self.0.borrow_mut();
                nodes[parent].children.insert(at, child);
                nodes[child].parent = Some(parent);
            }
            NodeOrText::AppendText(text) => {
                let mut nodes = self.0.borrow_mut();
                let before = at
                    .checked_sub(1)
                    .map(|before| nodes[parent].children[before]);
                if let Some(NodeKind::Text(old)) = before.map(|before| &mut nodes[before].kind) {
                    old.push_str(&text);
                    return;
                }
                drop(nodes);
                let node = self.make(NodeKind::Text(text.to_string()));
                self.insert(parent, at, NodeOrText::AppendNode(node));
            }
        }
    }

    fn len(&self, node: NodeId) -> usize {
        self.0.borrow()[node].children.len()
    }
}

/// An element's name, for the parser.
#[derive(Debug)]
struct ElementName(QualName);

impl ElemName for ElementName {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Sink {
    type Handle = NodeId;
    type Output = Tree;
    type ElemName<'a> = ElementName;

    /// Removes the `html` element that the parser puts around a fragment.
    fn finish(self) -> Tree {
        let mut nodes = self.0.into_inner();
        let inner = std::mem::take(&mut nodes[ROOT].children);
        for holder in inner {
            for child in std::mem::take(&mut nodes[holder].children) {
                nodes[child].parent = Some(ROOT);
                nodes[ROOT].children.push(child);
            }
        }
        Tree { nodes }
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        ROOT
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> ElementName {
        match &self.0.borrow()[*target].kind {
            NodeKind::Element { name, .. } => ElementName(name.clone()),
            _ => ElementName(QualName::new(None, ns!(), LocalName::from(""))),
        }
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _: ElementFlags,
    ) -> NodeId {
        let attributes = attributes.into_iter().map(|attribute| {
            let Attribute { name, value } = attribute;
            let key = match name.prefix {
                Some(prefix) => format!("{prefix}:{}", name.local),
                None => name.local.to_string(),
            };
            (key, value.to_string())
        });
        let attributes = attributes.collect();
        self.make(NodeKind::Element { name, attributes })
    }

    fn create_comment(&self, _: StrTendril) -> NodeId {
        self.make(NodeKind::Nothing)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> NodeId {
        self.make(NodeKind::Nothing)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.insert(*parent, self.len(*parent), child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeId,
        previous: &NodeId,
        child: NodeOrText<NodeId>,
    ) {
        let has_parent = self.0.borrow()[*element].parent.is_some();
        if has_parent {
            self.append_before_sibling(element, child)
        } else {
            self.append(previous, child)
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        *target
    }

    fn same_node(&self, one: &NodeId, other: &NodeId) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        if let NodeOrText::AppendNode(child) = &child {
            self.remove_from_parent(child);
        }
        let Some(parent) = self.0.borrow()[*sibling].parent else {
            return;
        };
        let at = self.0.borrow()[parent]
            .children
            .iter()
            .position(|child| child == sibling);
        self.insert(parent, at.unwrap_or_default(), child);
    }

    fn add_attrs_if_missing(&self, _: &NodeId, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &NodeId) {
        let mut nodes = self.0.borrow_mut();
        let Some(parent) = nodes[*target].parent.take() else {
            return;
        };
        nodes[parent].children.retain(|child| child != target);
    }

    fn reparent_children(&self, node: &NodeId, parent: &NodeId) {
        let children = std::mem::take(&mut self.0.borrow_mut()[*node].children);
        for child in children {
            self.insert(*parent, self.len(*parent), NodeOrText::AppendNode(child));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn elements_left_open_are_closed() {
        for (html, as_html, as_xml) in [
            (
                "<p>one<p>two<br>three",
                "<p>one</p><p>two<br>three</p>",
                "<p>one</p><p>two<br/>three</p>",
            ),
            (
                "<input disabled>&nbsp;&amp;",
                "<input disabled>\u{a0}&amp;",
                "<input disabled=\"\"/>\u{a0}&amp;",
            ),
            (
                "<b>1<i>2</b>3</i>",
                "<b>1<i>2</i></b><i>3</i>",
                "<b>1<i>2</i></b><i>3</i>",
            ),
            (
                "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>",
                "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>",
            ),
            (
                "<script>a<b</script>",
                "<script>a<b</script>",
                "<script>a&lt;b</script>",
            ),
            (
                "<!-- -- --><a\" b='c'>x",
                "<a\" b=\"c\">x</a\">",
                "<span b=\"c\">x</span>",
            ),
            (
                "<table>x<tr><td>1</table>",
                "x<table><tbody><tr><td>1</td></tr></tbody></table>",
                "x<table><tbody><tr><td>1</td></tr></tbody></table>",
            ),
        ] {
            let tree = Tree::parse(html).unwrap();
            assert_eq!(tree.write(Syntax::Html), as_html);
            assert_eq!(tree.write(Syntax::Xml), as_xml);
        }
    }

    #[test]
    fn deep_trees_are_read_and_written_up_to_a_limit() {
        let deep = |count| Tree::parse(&"<div>".repeat(count));
        assert_eq!(
            deep(500).unwrap().write(Syntax::Xml).len(),
            500 * "<div></div>".len()
        );
        assert!(deep(1_000_000).is_none());
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_written_as_well_formed_xml(
            parts in proptest::collection::vec(
                "<(p|b|table|td|svg|select|template|a:b|x\")( [a-z\"'=<]{0,6})?/?>|</(p|b|table|svg)>|[ -~\x01é&;]{0,6}", 0..12,
            ),
        ) {
            let xml = Tree::parse(&parts.concat()).unwrap().write(Syntax::Xml);
            let whole = format!("<body xmlns=\"http://www.w3.org/1999/xhtml\">{xml}</body>");
            let read = roxmltree::Document::parse(&whole);
            prop_assert!(read.is_ok(), "{:?}: {}", read.err(), whole);
        }
    }
}
