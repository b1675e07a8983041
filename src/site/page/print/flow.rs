//! Writes a page's flow as Typst: its words as markup, and each block as a call of the function of
//! that name in the book's template.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{Alignment, Event, Tag, TagEnd};
use serde_json::Value as Json;

use super::super::body::figure_view;
use super::super::edition::Edition;
use super::super::reference::errata_mark;
use super::super::text::{self};
use super::super::{card, combinations, figures, front, game};
use super::markup::{escaped, string_literal};
use super::views::Views;
use padma_book::claim::Verdict;
use padma_book::pages::links::anchor;
use padma_book::pages::links::{is_external, resolve};
use padma_book::pages::made::ReferencePage;
use padma_book::pages::page::Flow;

/// Returns the markup of a page whose title is a heading of this level.
pub(super) fn page(edition: &Edition<'_>, views: &mut Views, page: usize, level: usize) -> String {
    let path = edition.checked.book.pages[page].path.clone();
    let out = vec![String::new()];
    let mut writer = Writer {
        edition,
        views,
        page,
        path,
        level,
        last_level: level - 1,
        out,
        notes: BTreeMap::new(),
        wanted: BTreeSet::new(),
        facts: Vec::new(),
        image: None,
        code: None,
        link_words: None,
    };
    writer.write()
}

const FRONT: &str = "\n#front(views.front)\n\n";

/// Writes the markup of one page.
struct Writer<'a, 'b> {
    edition: &'a Edition<'b>,
    views: &'a mut Views,
    page: usize,
    path: String,
    /// The level of the page's title.
    level: usize,
    /// The level of the previous heading. The next may be at most one deeper, so that no level is
    /// skipped.
    last_level: usize,
    /// The text written so far; after it, the footnote that is being written, if any.
    out: Vec<String>,
    /// The footnotes by name: the index of the note's text, and whether a reference has set it.
    notes: BTreeMap<String, (usize, bool)>,
    /// The footnotes that the text itself refers to, not only other footnotes.
    wanted: BTreeSet<String>,
    /// The blocks for the page's end.
    facts: Vec<String>,
    /// The target and the alternative words of a picture, while it is read.
    image: Option<(String, String)>,
    /// The text of a code block, while it is read.
    code: Option<String>,
    /// The words that replace the author's in a link to a figure.
    link_words: Option<String>,
}

impl Writer<'_, '_> {
    fn write(&mut self) -> String {
        let flow = &self.edition.checked.book.pages[self.page].flow;
        let footnotes = self.footnotes(flow);
        let opening = front::opening_place(&self.edition.checked.book.pages[self.page]);
        let is_first = self.path == front::FIRST;
        if is_first && opening.is_none() {
            self.push(FRONT);
        }
        let mut in_note = false;
        for (at, part) in flow.iter().enumerate() {
            match part {
                Flow::Markdown(Event::Start(Tag::FootnoteDefinition(_)), _) => in_note = true,
                Flow::Markdown(Event::End(TagEnd::FootnoteDefinition), _) => in_note = false,
                _ if in_note => {}
                part => self.write_part(at, part),
            }
            if is_first && opening == Some(at) {
                self.push(FRONT);
            }
        }
        let body = self.out.pop().unwrap_or_default();
        let facts = self.facts.concat();
        format!("{footnotes}{body}{facts}")
    }

    /// Writes the page's footnotes as a list, from which the references take them. The list grows
    /// note by note, because a note may refer to an earlier one.
    fn footnotes(&mut self, flow: &[Flow]) -> String {
        self.number_notes(flow);
        let mut texts = Vec::new();
        let mut in_note = false;
        for (at, part) in flow.iter().enumerate() {
            match part {
                Flow::Markdown(Event::Start(Tag::FootnoteDefinition(_)), _) => {
                    in_note = true;
                    self.out.push(String::new());
                }
                Flow::Markdown(Event::End(TagEnd::FootnoteDefinition), _) => {
                    in_note = false;
                    if let Some(text) = self.out.pop() {
                        texts.push(format!("#footnotes.push([{}]);\n", text.trim()));
                    }
                }
                part if in_note => self.write_part(at, part),
                _ => {}
            }
        }
        if texts.is_empty() {
            String::new()
        } else {
            format!("#let footnotes = ()\n{}", texts.concat())
        }
    }

    /// Numbers the footnotes, and collects those that the text itself refers to.
    fn number_notes(&mut self, flow: &[Flow]) {
        let mut in_note = false;
        for part in flow {
            match part {
                Flow::Markdown(Event::Start(Tag::FootnoteDefinition(name)), _) => {
                    in_note = true;
                    let place = self.notes.len();
                    self.notes.insert(name.to_string(), (place, false));
                }
                Flow::Markdown(Event::End(TagEnd::FootnoteDefinition), _) => in_note = false,
                Flow::Markdown(Event::FootnoteReference(name), _) if !in_note => {
                    self.wanted.insert(name.to_string());
                }
                _ => {}
            }
        }
    }

    fn push(&mut self, text: &str) {
        if let Some(out) = self.out.last_mut() {
            out.push_str(text);
        }
    }

    fn write_part(&mut self, at: usize, part: &Flow) {
        let buffer = self
            .image
            .as_mut()
            .map(|(_, alt)| alt)
            .or(self.code.as_mut());
        match (buffer, part) {
            (None, _) | (_, Flow::Markdown(Event::End(TagEnd::Image | TagEnd::CodeBlock), _)) => {}
            (Some(buffer), Flow::Markdown(event, _)) => {
                return buffer.push_str(text::visible_words(event));
            }
            (Some(_), _) => return,
        }
        match part {
            Flow::Markdown(Event::End(TagEnd::Link), _) => {
                if let Some(text) = self.link_words.take() {
                    self.push(&escaped(&text));
                }
                self.push("];");
            }
            Flow::Markdown(..) if self.link_words.is_some() => {}
            Flow::Markdown(Event::Start(Tag::Link { dest_url, .. }), _) => {
                self.write_link(at, dest_url)
            }
            Flow::Markdown(event, _) => self.write_event(event, at),
            Flow::Heading(index) => self.write_heading(*index),
            Flow::ClaimStart(index) => self.write_claim(*index),
            Flow::ClaimEnd(_) => self.push("];"),
            Flow::Diagram(index) => {
                let tied = if self.starts_with_claim(at + 1) {
                    ", tied: true"
                } else {
                    ""
                };
                let view = figure_view(self.edition, self.page, *index);
                self.write_block("diagram", view, tied);
            }
            Flow::Card(index) => {
                let id = &self.edition.checked.book.pages[self.page].cards[*index]
                    .piece
                    .text;
                let view = card::view(self.edition, id, *index);
                if let Some(place) = self.write_block("card", view, "") {
                    self.facts
                        .push(format!("\n#facts(views.items.at({place}))\n\n"));
                }
            }
            Flow::Combinations(index) => {
                let index_page = ReferencePage::PieceIndex.path().to_string();
                let view = combinations::view(self.edition, self.page, *index, index_page);
                self.write_block("combinations", view, "");
            }
            Flow::Game(index) => {
                let view = game::printed_view(self.edition, self.page, *index);
                self.write_block("game", view, "");
            }
            Flow::Definitions(_) => {}
        }
    }

    /// Whether a paragraph begins at this index and its first words are a claim.
    fn starts_with_claim(&self, at: usize) -> bool {
        let flow = &self.edition.checked.book.pages[self.page].flow;
        matches!(
            flow.get(at..at + 2),
            Some([
                Flow::Markdown(Event::Start(Tag::Paragraph), _),
                Flow::ClaimStart(_)
            ])
        )
    }

    /// Writes a block as a call of the template's function; returns the index of its view, if it
    /// has one.
    fn write_block(&mut self, function: &str, view: Option<Json>, more: &str) -> Option<usize> {
        let place = self.views.add(view?, &self.path);
        self.push(&format!("\n#{function}(views.items.at({place}){more})\n\n"));
        Some(place)
    }

    fn write_heading(&mut self, index: usize) {
        let heading = &self.edition.checked.book.pages[self.page].headings[index];
        let wanted = self.level + heading.level as usize - 1;
        let level = wanted.min(self.last_level + 1);
        self.last_level = level;
        // A link to the page leads to its first heading.
        let key = if index == 0 {
            self.path.clone()
        } else {
            format!("{}#{}", self.path, heading.anchor)
        };
        let key = self.views.register(&key);
        self.push(&format!("\n#titled({level}, {key}, {})[", index == 0));
    }

    /// Writes the start of a claim. A claim is marked only if the appendix comments on it.
    fn write_claim(&mut self, index: usize) {
        let flawed = [Verdict::Erratum, Verdict::Depends, Verdict::Unchecked];
        let claim = self.edition.claim(self.page, index);
        let Some(claim) = claim.filter(|claim| flawed.contains(&claim.judgement.verdict)) else {
            return self.push("#[");
        };
        let sign = errata_mark(claim.judgement.verdict)
            .map_or("none".to_string(), |([letter, _], place)| {
                format!("(\"{letter}\", \"{place}\")")
            });
        let key = self
            .views
            .register(&format!("{}#{}", self.path, anchor("c", &claim.id)));
        self.push(&format!("#claim({key}, {sign})["));
    }

    fn write_link(&mut self, at: usize, target: &str) {
        if let Some(figure) = figures::figure_link(self.edition, self.page, at) {
            self.link_words = figure.words.clone();
            return self.push(&format!(
                "#go({})[",
                string_literal(&figure.printed_target(&self.path))
            ));
        }
        if is_external(target) {
            return self.push(&format!("#out({})[", string_literal(target)));
        }
        let (path, place) = target.split_once('#').unwrap_or((target, ""));
        let path = if path.is_empty() {
            Some(self.path.clone())
        } else {
            resolve(&self.path, path)
        };
        let hash = if place.is_empty() { "" } else { "#" };
        self.push(&format!(
            "#go({})[",
            string_literal(&format!("{}{hash}{place}", path.unwrap_or_default()))
        ));
    }

    fn write_event(&mut self, event: &Event<'_>, at: usize) {
        match event {
            Event::Start(tag) => self.write_start(tag, at),
            Event::End(tag) => self.write_end(tag),
            Event::Text(text) => self.push(&escaped(text)),
            Event::Code(text) => self.push(&format!("#code({});", string_literal(text))),
            Event::Html(text) | Event::InlineHtml(text)
                if !self.edition.checked.book.decl.raw_html =>
            {
                self.push(&escaped(text));
            }
            Event::SoftBreak => self.push(" "),
            Event::HardBreak => self.push("#linebreak();"),
            Event::Rule => self.push("\n#rule()\n\n"),
            Event::FootnoteReference(name) => self.write_footnote(name),
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    /// Writes a reference to a footnote. The first one sets the note; later ones, and those in
    /// other notes, lead to it. A note that only other notes refer to is not set.
    fn write_footnote(&mut self, name: &str) {
        let is_in_note = self.out.len() > 1;
        if is_in_note && !self.wanted.contains(name) {
            return;
        }
        let Some((place, is_set)) = self.notes.get_mut(name) else {
            return;
        };
        let key = string_literal(&format!("{}#footnote {place}", self.path));
        let text = match is_in_note || std::mem::replace(is_set, true) {
            false => format!("#mark({key}, footnote(footnotes.at({place})));"),
            true => format!("#footnote(label({key}));"),
        };
        self.push(&text);
    }

    fn write_start(&mut self, tag: &Tag<'_>, at: usize) {
        match tag {
            Tag::Emphasis => self.push("#emph["),
            Tag::Strong => self.push("#strong["),
            Tag::Strikethrough => self.push("#strike["),
            Tag::BlockQuote(_) => self.push("\n#quote["),
            Tag::CodeBlock(_) => self.code = Some(String::new()),
            Tag::List(first) => {
                let is_tight = !self.is_loose(at);
                match first {
                    Some(first) => {
                        self.push(&format!("\n#enum(tight: {is_tight}, start: {first}, "))
                    }
                    None => self.push(&format!("\n#list(tight: {is_tight}, ")),
                }
            }
            Tag::Item => self.push("["),
            Tag::Table(alignments) => {
                let column = |alignment: &Alignment| match alignment {
                    Alignment::Center => "\"center\",",
                    Alignment::Right => "\"right\",",
                    Alignment::Left | Alignment::None => "\"left\",",
                };
                let columns: String = alignments.iter().map(column).collect();
                self.push(&format!("\n#prose-table(columns: ({columns}), "));
            }
            Tag::TableHead => self.push("heads: ("),
            Tag::TableCell => self.push("["),
            Tag::Image { dest_url, .. } => self.image = Some((dest_url.to_string(), String::new())),
            _ => {}
        }
    }

    fn write_end(&mut self, tag: &TagEnd) {
        match tag {
            TagEnd::Paragraph => self.push("\n\n"),
            TagEnd::Heading(_) => self.push("]\n\n"),
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => self.push("];"),
            TagEnd::BlockQuote(_) => self.push("]\n\n"),
            TagEnd::CodeBlock => {
                let text = self.code.take().unwrap_or_default();
                self.push(&format!(
                    "\n#code-block({})\n\n",
                    string_literal(text.trim_end_matches('\n'))
                ));
            }
            TagEnd::List(_) => self.push(")\n\n"),
            TagEnd::Item | TagEnd::TableCell => self.push("],"),
            TagEnd::TableHead => self.push("), "),
            TagEnd::Table => self.push(")\n\n"),
            TagEnd::Image => {
                let (target, alt) = self.image.take().unwrap_or_default();
                let path = resolve(&self.path, target.split('#').next().unwrap_or_default());
                let file = path.and_then(|path| self.views.picture(&path));
                // No function of the template gets the picture, because then the place of a broken
                // picture could not be reported.
                match file.map(|file| string_literal(&format!("/{file}"))) {
                    Some(file) if alt.trim().is_empty() => {
                        self.push(&format!("#box(pdf.artifact(image({file})));"));
                    }
                    Some(file) => self.push(&format!(
                        "#box(image({file}, alt: {}));",
                        string_literal(&alt)
                    )),
                    None => self.push(&escaped(&alt)),
                }
            }
            _ => {}
        }
    }

    /// Whether the items of a list are paragraphs.
    fn is_loose(&self, at: usize) -> bool {
        let mut depth = 0;
        for part in &self.edition.checked.book.pages[self.page].flow[at..] {
            match part {
                Flow::Markdown(Event::Start(Tag::List(_)), _) => depth += 1,
                Flow::Markdown(Event::End(TagEnd::List(_)), _) if depth == 1 => return false,
                Flow::Markdown(Event::End(TagEnd::List(_)), _) => depth -= 1,
                Flow::Markdown(Event::Start(Tag::Paragraph), _) if depth == 1 => return true,
                _ => {}
            }
        }
        false
    }
}
