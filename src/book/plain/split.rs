//! A plain text split into pages at its headings.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::figures::{FigureReader, PlainFigure};
use crate::claim::Edit;
use crate::judge::apply_edits;
use crate::load::MAX_PAGES;
use crate::pages::content::{self, NodeKind};
use crate::pages::ids::HeadingIds;
use crate::pages::links::resolve;
use crate::pages::made::ReferencePage;
use crate::pages::page::{self, Page, PageHeading};
use padma_rules::model::Variant;
use padma_text::diag::Diagnostics;
use padma_text::{Sources, Span, hyphenated};

/// A rulebook that was one text.
#[derive(Clone, Debug)]
pub struct PlainRulebook {
    /// Its title, if the text has one.
    pub title: Option<String>,
    /// Its pages in order; `index.md` is the first.
    pub pages: Vec<RulebookPage>,
    /// What looks like a position in it, in order.
    pub figures: Vec<PlainFigure>,
    /// Its front matter.
    pub front_matter: String,
    /// The paths of files, relative to its own, that it shows or links to.
    pub files: BTreeSet<String>,
    /// Whether it has raw HTML.
    pub has_html: bool,
}

/// A page of a plain rulebook.
#[derive(Clone, Debug)]
pub struct RulebookPage {
    /// Its path in the book.
    pub path: String,
    /// Its first heading; empty if it has none.
    pub title: String,
    /// Its Markdown.
    pub text: String,
}

/// Reads a rulebook. `name` is the path under which its text is reported; the variant has the rules by which
/// figures are read.
pub fn read(name: &str, text: &str, variant: &Variant, sources: &mut Sources) -> PlainRulebook {
    let (text, front_matter) = without_front_matter(text.replace("\r\n", "\n"));
    let source = sources.add(name, text.as_str());
    let page = page::parse(name, source, sources, &mut Diagnostics::default());
    let mut reader = FigureReader::new(&text, source, variant);
    reader.read(&page.content, true);
    let own = name.rsplit('/').next().unwrap_or(name);
    let mut split = Split {
        text: &text,
        page: &page,
        parts: parts(&text, &page),
        edits: reader.edits,
    };
    split.raise_headings();
    split.mend_links(own);
    split.edits.sort_by_key(|edit| edit.span);
    let inside = page.links.iter().filter(|link| !link.is_external());
    let files = inside.filter_map(|link| resolve("index.md", link.target.split('#').next()?));
    let title = front_matter
        .lines()
        .find_map(|line| line.strip_prefix("title:"));
    let title = title.map(|title| title.trim().trim_matches(['"', '\'']));
    let heading = || page.headings.iter().find(|heading| heading.level == 1);
    PlainRulebook {
        title: title
            .or_else(|| Some(heading()?.text.trim()))
            .map(str::to_string),
        pages: split.pages(),
        figures: reader.figures,
        front_matter,
        files: files.filter(|path| !path.ends_with(".md")).collect(),
        has_html: !page.raw_html.is_empty(),
    }
}

/// Returns a text with spaces in place of its front matter, so that places stay the same, and the front matter.
fn without_front_matter(text: String) -> (String, String) {
    let after = text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"));
    match after.filter(|(head, _)| head.lines().next().is_some_and(|key| key.contains(':'))) {
        None => (text, String::new()),
        Some((head, rest)) => {
            let lines = head.matches('\n').count() + 3;
            let blanks = " ".repeat(text.len() - rest.len() - lines) + &"\n".repeat(lines);
            (blanks + rest, head.to_string())
        }
    }
}

/// A part of the text that becomes a page.
struct PagePart {
    page: RulebookPage,
    range: Range<usize>,
    /// The number of levels by which its headings rise, so that the first is of level 1.
    rise: u8,
}

/// Cuts a text at each heading of the highest level that occurs more than once, and at those above it. The
/// first part has what comes before, and the title.
fn parts(text: &str, page: &Page) -> Vec<PagePart> {
    let tops = page.content.iter().filter_map(|node| match node.kind {
        NodeKind::Heading(index) => Some(&page.headings[index]),
        _ => None,
    });
    let tops: Vec<&PageHeading> = tops.collect();
    let is_repeated = |level: &u8| tops.iter().filter(|top| top.level == *level).count() > 1;
    let level = (1..=6).find(is_repeated).unwrap_or(0);
    let start = |heading: &PageHeading| heading.span.range().start;
    let line = |heading: &PageHeading| text[..start(heading)].rfind('\n').map_or(0, |at| at + 1);
    let mut cuts: Vec<usize> = Vec::new();
    for top in tops.iter().filter(|top| top.level <= level) {
        let is_title = cuts.is_empty() && (top.level == 1 || text[..start(top)].trim().is_empty());
        cuts.push(if is_title { 0 } else { line(top) });
    }
    if cuts.first() != Some(&0) {
        cuts.insert(0, 0);
    }
    // A text with more headings than a book may have pages stays whole.
    if cuts.len() > MAX_PAGES {
        cuts.truncate(1);
    }
    cuts.push(text.len());
    let mut taken = BTreeSet::new();
    let mut parts: Vec<PagePart> = Vec::new();
    for cut in cuts.windows(2) {
        let range = cut[0]..cut[1];
        let first = tops.iter().find(|heading| range.contains(&start(heading)));
        let begins = first.filter(|first| text[range.start..start(first)].trim().is_empty());
        let title = first.map_or("", |first| first.text.trim()).to_string();
        parts.push(PagePart {
            page: RulebookPage {
                path: free_path(&title, &mut taken),
                title,
                text: String::new(),
            },
            rise: begins.map_or(0, |first| first.level - 1),
            range,
        });
    }
    parts
}

/// The most characters of the name of a page's file, without its ending.
const LONGEST_NAME: usize = 60;
/// Names that Windows takes for devices.
const DEVICES: [&str; 4] = ["con.md", "prn.md", "aux.md", "nul.md"];

/// Returns a path for a page of this title, other than those that are taken; the first is `index.md`.
fn free_path(title: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = hyphenated(title);
    name.truncate(LONGEST_NAME);
    let name = match name.trim_end_matches('-') {
        _ if taken.is_empty() => "index",
        "" => "page",
        name => name,
    };
    let mut path = format!("{name}.md");
    let mut number = 1;
    while DEVICES.contains(&&*path)
        || ReferencePage::at(&path).is_some()
        || !taken.insert(path.clone())
    {
        number += 1;
        path = format!("{name}-{number}.md");
    }
    path
}

/// How deep footnotes in footnotes are followed.
const DEEPEST: usize = 8;

/// A text on its way into pages.
struct Split<'a> {
    text: &'a str,
    page: &'a Page,
    parts: Vec<PagePart>,
    edits: Vec<Edit>,
}

/// A footnote, or the definition of a link's target.
struct TextDefinition {
    range: Range<usize>,
    is_footnote: bool,
    /// Where it is referred to.
    uses: Vec<usize>,
}

impl Split<'_> {
    /// Returns the index of the part that a byte is in.
    fn part_at(&self, at: usize) -> usize {
        self.parts
            .partition_point(|part| part.range.end <= at)
            .min(self.parts.len() - 1)
    }

    fn edit(&mut self, range: Range<usize>, new: String) {
        self.edits.push(Edit {
            span: Span::new(self.page.source, range),
            new,
        });
    }

    fn raise_headings(&mut self) {
        for heading in &self.page.headings {
            let Range { start, end } = heading.span.range();
            let rise = self.parts[self.part_at(start)].rise.min(heading.level - 1);
            let written = self.text[start..end].trim_end();
            let line = written.rfind('\n').unwrap_or(0);
            match written.starts_with('#') {
                _ if rise == 0 => {}
                true => self.edit(start..start + usize::from(rise), String::new()),
                false => self.edit(
                    start + line..start + written.len(),
                    written[line..].replace('-', "="),
                ),
            }
        }
    }

    /// Makes links to headings lead to the pages that these are on. `own` is the name of the text's file.
    fn mend_links(&mut self, own: &str) {
        let mut ids: Vec<HeadingIds> = self.parts.iter().map(|_| HeadingIds::default()).collect();
        // Other programs spell anchors in other ways; the letters are the same.
        let letters = |anchor: &str| anchor.replace(|c: char| !c.is_alphanumeric(), "");
        let (mut anchors, mut alike) = (BTreeMap::new(), BTreeMap::new());
        for heading in &self.page.headings {
            let part = self.part_at(heading.span.range().start);
            let new = (part, ids[part].next(&heading.text));
            alike.entry(letters(&heading.anchor)).or_insert(new.clone());
            anchors.insert(heading.anchor.as_str(), new);
        }
        let references: BTreeMap<_, _> = self.page.references.iter().cloned().collect();
        let mut edits = BTreeMap::new();
        content::each(&self.page.content, &mut |node| {
            let NodeKind::Link { target, .. } = &node.kind else {
                return;
            };
            let definition = references.get(&node.range.start);
            let range = definition.unwrap_or(&node.range);
            let path = target.strip_prefix("./").unwrap_or(target);
            let new = match path.strip_prefix(own).unwrap_or(target).strip_prefix('#') {
                None if path == own => Some("index.md".to_string()),
                None => None,
                Some(anchor) => {
                    let new = anchors.get(anchor).or_else(|| alike.get(&letters(anchor)));
                    new.map(|(part, anchor)| {
                        let is_here = definition.is_none() && *part == self.part_at(range.start);
                        let path = if is_here {
                            ""
                        } else {
                            &self.parts[*part].page.path
                        };
                        format!("{path}#{anchor}")
                    })
                }
            };
            let written = &self.text[range.clone()];
            let after = written
                .rfind("](")
                .or_else(|| written.find("]:"))
                .unwrap_or(0);
            let at = written[after..]
                .find(&**target)
                .map(|at| range.start + after + at);
            edits.extend(at.zip(new).map(|(at, new)| (at, (target.len(), new))));
        });
        edits
            .into_iter()
            .for_each(|(at, (length, new))| self.edit(at..at + length, new));
    }

    /// Returns the definitions that something refers to, in order.
    fn definitions(&self) -> Vec<TextDefinition> {
        let (mut footnotes, mut links) = (BTreeMap::new(), BTreeMap::new());
        content::each(&self.page.content, &mut |node| {
            if let NodeKind::Footnote(name) = &node.kind {
                let footnote = || TextDefinition::new(&node.range, true);
                footnotes
                    .entry(name.to_lowercase())
                    .or_insert_with(footnote);
            }
        });
        content::each(&self.page.content, &mut |node| {
            if let NodeKind::FootnoteReference(name) = &node.kind
                && let Some(footnote) = footnotes.get_mut(&name.to_lowercase())
            {
                footnote.uses.push(node.range.start);
            }
        });
        for (at, range) in &self.page.references {
            let link = links.entry(range.start);
            link.or_insert_with(|| TextDefinition::new(range, false))
                .uses
                .push(*at);
        }
        let mut all: Vec<TextDefinition> =
            footnotes.into_values().chain(links.into_values()).collect();
        all.sort_by_key(|definition| definition.range.start);
        all
    }

    /// Returns the parts that refer to each definition, themselves or in a footnote that they refer to.
    fn users(&self, definitions: &[TextDefinition]) -> Vec<BTreeSet<usize>> {
        let mut users = vec![BTreeSet::new(); definitions.len()];
        let uses = definitions.iter().enumerate();
        let uses =
            uses.flat_map(|(index, definition)| definition.uses.iter().map(move |at| (index, *at)));
        for (index, at) in std::iter::repeat_n(uses, DEEPEST).flatten() {
            let next = definitions.partition_point(|outer| outer.range.start <= at);
            let outer = next
                .checked_sub(1)
                .filter(|outer| definitions[*outer].range.contains(&at));
            let parts = outer.map_or([self.part_at(at)].into(), |outer| users[outer].clone());
            users[index].extend(parts);
        }
        users
    }

    /// Returns the pages. A footnote goes to those that refer to it; a definition of links is repeated there.
    fn pages(&self) -> Vec<RulebookPage> {
        let definitions = self.definitions();
        // What stays of each part, and what it gets from others.
        let mut own: Vec<String> = vec![String::new(); self.parts.len()];
        let mut further = own.clone();
        let mut at: Vec<usize> = self.parts.iter().map(|part| part.range.start).collect();
        for (users, definition) in self.users(&definitions).iter().zip(&definitions) {
            let Range { start, end } = definition.range;
            let home = self.part_at(start);
            if definition.is_footnote && !users.is_empty() && !users.contains(&home) {
                own[home] += &self.edited(at[home]..start);
                at[home] = end;
            }
            for user in users.iter().filter(|user| **user != home) {
                further[*user] += "\n\n";
                further[*user] += self.edited(start..end).trim_end();
            }
        }
        let page = |(index, part): (usize, &PagePart)| {
            let own = own[index].clone() + &self.edited(at[index]..part.range.end);
            let blank = own.len() - own.trim_start().len();
            let first = own[..blank].rfind('\n').map_or(0, |at| at + 1);
            RulebookPage {
                text: [own[first..].trim_end(), &further[index], "\n"].concat(),
                ..part.page.clone()
            }
        };
        self.parts.iter().enumerate().map(page).collect()
    }

    /// Returns a part of the text with the edits in it.
    fn edited(&self, part: Range<usize>) -> String {
        let first = self
            .edits
            .partition_point(|edit| edit.span.range().start < part.start);
        let edits = self.edits[first..]
            .iter()
            .map(|edit| (edit.span.range(), &edit.new));
        let edits = edits.take_while(|(range, _)| range.end <= part.end);
        let shifted = edits.map(|(range, new)| Edit {
            span: Span::new(
                self.page.source,
                range.start - part.start..range.end - part.start,
            ),
            new: new.clone(),
        });
        apply_edits(&self.text[part.clone()], &shifted.collect::<Vec<_>>())
    }
}

impl TextDefinition {
    fn new(range: &Range<usize>, is_footnote: bool) -> TextDefinition {
        TextDefinition {
            range: range.clone(),
            is_footnote,
            uses: Vec::new(),
        }
    }
}
