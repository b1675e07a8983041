//! Writes a page's content as Typst: its words as markup, and each block as a call of the function of
//! that name in the book's template.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::super::body::figure_view;
use super::super::edition::Edition;
use super::super::medium::{Addresses, FileOutlines, Medium};
use super::super::reference::errata_letter;
use super::super::{card, combinations, figures, front, game};
use super::markup::{escaped, string_literal};
use super::views::Views;
use padma_book::claim::Verdict;
use padma_book::pages::content::{
    ColumnAlign, Node, NodeKind, WalkStep, each, visible_words, walk,
};
use padma_book::pages::ids::anchor;
use padma_book::pages::links::{is_external, resolve};

/// Returns the markup of a page whose title is a heading of this level.
pub(super) fn page(edition: &Edition<'_>, views: &mut Views, page: usize, level: usize) -> String {
    let outlines = FileOutlines::default();
    let mut writer = Writer {
        edition,
        views,
        page,
        addresses: Addresses::of(
            edition,
            Medium::Print,
            &edition.checked.book.pages[page].path,
            &outlines,
        ),
        level,
        last_level: level - 1,
        out: String::new(),
        is_in_note: false,
        notes: BTreeMap::new(),
        wanted: BTreeSet::new(),
        facts: Vec::new(),
    };
    writer.write()
}

const FRONT: &str = "\n#front(views.front)\n\n";

/// Writes the markup of one page.
struct Writer<'a, 'b> {
    edition: &'a Edition<'b>,
    views: &'a mut Views,
    page: usize,
    addresses: Addresses<'a>,
    /// The level of the page's title.
    level: usize,
    /// The level of the previous heading. The next may be at most one deeper, so that no level is
    /// skipped.
    last_level: usize,
    out: String,
    /// Whether a footnote is being written.
    is_in_note: bool,
    /// The footnotes by name: the index of the note's text, and whether a reference has set it.
    notes: BTreeMap<String, (usize, bool)>,
    /// The footnotes that the text itself refers to, not only other footnotes.
    wanted: BTreeSet<String>,
    /// The blocks for the page's end.
    facts: Vec<String>,
}

impl Writer<'_, '_> {
    fn write(&mut self) -> String {
        let page = &self.edition.checked.book.pages[self.page];
        let footnotes = self.footnotes(&page.content);
        let opening = front::opening_place(page);
        let is_first = page.path == front::FIRST;
        if is_first && opening.is_none() {
            self.push(FRONT);
        }
        for (at, node) in page.content.iter().enumerate() {
            self.node(node, page.content.get(at + 1));
            if is_first && opening == Some(at) {
                self.push(FRONT);
            }
        }
        let (body, facts) = (std::mem::take(&mut self.out), self.facts.concat());
        format!("{footnotes}{body}{facts}")
    }

    /// Writes the page's footnotes as a list, from which the references take them. The list grows
    /// note by note, because a note may refer to an earlier one.
    fn footnotes(&mut self, content: &[Node]) -> String {
        self.number_notes(content);
        let mut notes = Vec::new();
        each(content, &mut |node| {
            notes.extend(matches!(node.kind, NodeKind::Footnote(_)).then_some(node));
        });
        let mut texts = String::new();
        self.is_in_note = true;
        for note in &notes {
            self.nodes(&note.children);
            let text = std::mem::take(&mut self.out);
            texts.push_str(&format!("#footnotes.push([{}]);\n", text.trim()));
        }
        self.is_in_note = false;
        if notes.is_empty() {
            String::new()
        } else {
            format!("#let footnotes = ()\n{texts}")
        }
    }

    /// Numbers the footnotes, and collects those that the text itself refers to.
    fn number_notes(&mut self, content: &[Node]) {
        let mut depth = 0;
        walk(content, &mut |step| match step {
            WalkStep::Enter(node) => match &node.kind {
                NodeKind::Footnote(name) => {
                    depth += 1;
                    let place = self.notes.len();
                    self.notes.insert(name.clone(), (place, false));
                }
                NodeKind::FootnoteReference(name) if depth == 0 => {
                    self.wanted.insert(name.clone());
                }
                _ => {}
            },
            WalkStep::Leave(node) => {
                depth -= usize::from(matches!(node.kind, NodeKind::Footnote(_)))
            }
        });
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for (at, node) in nodes.iter().enumerate() {
            self.node(node, nodes.get(at + 1));
        }
    }

    /// Writes a node's children between two texts.
    fn enclose(&mut self, open: &str, node: &Node, close: &str) {
        self.push(open);
        self.nodes(&node.children);
        self.push(close);
    }

    /// Writes a node; `next` is the node after it in the same block.
    fn node(&mut self, node: &Node, next: Option<&Node>) {
        let raw_html = self.edition.checked.book.decl.raw_html;
        match &node.kind {
            NodeKind::Heading(index) => {
                self.write_heading(*index);
                self.nodes(&node.children);
                self.push("]\n\n");
            }
            NodeKind::Paragraph => self.enclose("", node, "\n\n"),
            NodeKind::Quote => self.enclose("\n#quote[", node, "]\n\n"),
            NodeKind::List(first) => {
                // The items of a loose list are paragraphs.
                let is_paragraph = |node: &Node| node.kind == NodeKind::Paragraph;
                let is_loose = |item: &Node| item.children.iter().any(is_paragraph);
                let is_tight = !node.children.iter().any(is_loose);
                let open = match first {
                    Some(first) => format!("\n#enum(tight: {is_tight}, start: {first}, "),
                    None => format!("\n#list(tight: {is_tight}, "),
                };
                self.enclose(&open, node, ")\n\n");
            }
            NodeKind::Item | NodeKind::TableCell => self.enclose("[", node, "],"),
            NodeKind::Table(columns) => {
                let column = |align: &ColumnAlign| match align {
                    ColumnAlign::Centre => "\"center\",",
                    ColumnAlign::Right => "\"right\",",
                    ColumnAlign::Left | ColumnAlign::Default => "\"left\",",
                };
                let columns: String = columns.iter().map(column).collect();
                let open = format!("\n#prose-table(columns: ({columns}), ");
                self.enclose(&open, node, ")\n\n");
            }
            NodeKind::TableHead => self.enclose("heads: (", node, "), "),
            NodeKind::CodeBlock(_) => {
                let text = visible_words(&node.children);
                let text = string_literal(text.trim_end_matches('\n'));
                self.push(&format!("\n#code-block({text})\n\n"));
            }
            NodeKind::Rule => self.push("\n#rule()\n\n"),
            NodeKind::Text(text) => self.push(&escaped(text)),
            NodeKind::Code(text) => self.push(&format!("#code({});", string_literal(text))),
            NodeKind::Html(text) | NodeKind::InlineHtml(text) if !raw_html => {
                self.push(&escaped(text));
            }
            NodeKind::SoftBreak => self.push(" "),
            NodeKind::Joint => {}
            NodeKind::HardBreak => self.push("#linebreak();"),
            NodeKind::FootnoteReference(name) => self.write_footnote(name),
            NodeKind::Emphasis => self.enclose("#emph[", node, "];"),
            NodeKind::Strong => self.enclose("#strong[", node, "];"),
            NodeKind::Struck => self.enclose("#strike[", node, "];"),
            NodeKind::Claim(index) => {
                self.write_claim(*index);
                self.enclose("", node, "];");
            }
            NodeKind::Link { target, .. } => self.write_link(node, target),
            NodeKind::Image { target, .. } => {
                self.write_image(target, &visible_words(&node.children));
            }
            NodeKind::Diagram(_)
            | NodeKind::Card(_)
            | NodeKind::Combinations(_)
            | NodeKind::Game(_) => self.write_made(node, next),
            NodeKind::TableRow | NodeKind::HtmlBlock => self.nodes(&node.children),
            // The notes are set by their references.
            NodeKind::Footnote(_)
            | NodeKind::Html(_)
            | NodeKind::InlineHtml(_)
            | NodeKind::Definitions => {}
        }
    }

    /// Writes a diagram, a card, a table of combinations or a game.
    fn write_made(&mut self, node: &Node, next: Option<&Node>) {
        let (edition, page, addresses) = (self.edition, self.page, self.addresses);
        match node.kind {
            NodeKind::Diagram(index) => {
                // A diagram stays with the claim that it shows.
                let tied = match next.is_some_and(starts_with_claim) {
                    true => ", tied: true",
                    false => "",
                };
                let view = figure_view(edition, page, index, &addresses);
                self.write_block("diagram", view, tied);
            }
            NodeKind::Card(index) => {
                let id = &edition.checked.book.pages[page].cards[index].piece.text;
                let view = card::view(edition, id, index, &addresses);
                if let Some(place) = self.write_block("card", view, "") {
                    self.facts
                        .push(format!("\n#facts(views.items.at({place}))\n\n"));
                }
            }
            NodeKind::Combinations(index) => {
                let view = combinations::view(edition, page, index, &addresses);
                self.write_block("combinations", view, "");
            }
            NodeKind::Game(index) => {
                let view = game::printed_view(edition, page, index, &addresses);
                self.write_block("game", view, "");
            }
            _ => {}
        }
    }

    /// Writes a block as a call of the template's function; returns the index of its view, if it
    /// has one.
    fn write_block(&mut self, function: &str, view: Option<Json>, more: &str) -> Option<usize> {
        let place = self.views.add(view?, self.addresses.page);
        self.push(&format!("\n#{function}(views.items.at({place}){more})\n\n"));
        Some(place)
    }

    fn write_heading(&mut self, index: usize) {
        let heading = &self.edition.checked.book.pages[self.page].headings[index];
        let wanted = self.level + heading.level as usize - 1;
        let level = wanted.min(self.last_level + 1);
        self.last_level = level;
        // A link to the page leads to its first heading.
        let path = self.addresses.page;
        let key = if index == 0 {
            path.to_string()
        } else {
            format!("{path}#{}", heading.anchor)
        };
        let key = self.views.register(&key);
        self.push(&format!("\n#titled({level}, {key}, {})[", index == 0));
    }

    /// Writes the start of a claim. A claim has a letter only if the appendix comments on it.
    fn write_claim(&mut self, index: usize) {
        let flawed = [Verdict::Erratum, Verdict::Depends, Verdict::Unchecked];
        let claim = self.edition.claim(self.page, index);
        let Some(claim) = claim.filter(|claim| flawed.contains(&claim.judgement.verdict)) else {
            return self.push("#[");
        };
        let kind = self.edition.checked.erratum_kind(claim);
        let letter = errata_letter(claim.judgement.verdict, kind)
            .map_or("none".to_string(), |([letter, _], place)| {
                format!("(\"{letter}\", \"{place}\")")
            });
        let key = self.views.register(&format!(
            "{}#{}",
            self.addresses.page,
            anchor("c", &claim.id)
        ));
        self.push(&format!("#claim({key}, {letter})["));
    }

    fn write_link(&mut self, node: &Node, target: &str) {
        let own = self.addresses.page;
        let figure = figures::figure_link(self.edition, self.page, node);
        let open = match &figure {
            Some(figure) => format!("#go({})[", string_literal(&figure.printed_target(own))),
            None if is_external(target) => format!("#out({})[", string_literal(target)),
            None => {
                let (path, place) = target.split_once('#').unwrap_or((target, ""));
                let path = match path {
                    "" => Some(own.to_string()),
                    path => resolve(own, path),
                };
                let hash = if place.is_empty() { "" } else { "#" };
                let place = format!("{}{hash}{place}", path.unwrap_or_default());
                format!("#go({})[", string_literal(&place))
            }
        };
        self.push(&open);
        match figure.and_then(|figure| figure.words) {
            Some(words) => self.push(&escaped(&words)),
            None => self.nodes(&node.children),
        }
        self.push("];");
    }

    fn write_image(&mut self, target: &str, alt: &str) {
        let path = target.split('#').next().unwrap_or_default();
        let path = resolve(self.addresses.page, path);
        let file = path.and_then(|path| self.views.picture(&path));
        // No function of the template gets the picture, because then the place of a broken
        // picture could not be reported.
        match file.map(|file| string_literal(&format!("/{file}"))) {
            Some(file) if alt.trim().is_empty() => {
                self.push(&format!("#box(pdf.artifact(image({file})));"));
            }
            Some(file) => {
                let alt = string_literal(alt);
                self.push(&format!("#box(image({file}, alt: {alt}));"));
            }
            None => self.push(&escaped(alt)),
        }
    }

    /// Writes a reference to a footnote. The first one sets the note; later ones, and those in
    /// other notes, lead to it. A note that only other notes refer to is not set.
    fn write_footnote(&mut self, name: &str) {
        let is_in_note = self.is_in_note;
        if is_in_note && !self.wanted.contains(name) {
            return;
        }
        let Some((place, is_set)) = self.notes.get_mut(name) else {
            return;
        };
        let key = string_literal(&format!("{}#footnote {place}", self.addresses.page));
        let text = match is_in_note || std::mem::replace(is_set, true) {
            false => format!("#mark({key}, footnote(footnotes.at({place})));"),
            true => format!("#footnote(label({key}));"),
        };
        self.push(&text);
    }
}

/// Whether a node is a paragraph whose first words are a claim.
fn starts_with_claim(node: &Node) -> bool {
    let first = node.children.first().map(|first| &first.kind);
    node.kind == NodeKind::Paragraph && matches!(first, Some(NodeKind::Claim(_)))
}
