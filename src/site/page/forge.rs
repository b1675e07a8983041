//! Adapts the links of the Markdown edition to forges such as GitHub: they lead to the anchors
//! that forges give to headings.

use std::collections::BTreeMap;
use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::edition::{Edition, TextFile};
use super::game;
use super::leaf::Leaf;
use super::passage::Section;
use super::text::{html_path, markdown_path};
use padma_book::pages::content::{Node, NodeKind, each, visible_words};
use padma_book::pages::ids::anchor;
use padma_book::pages::links::{is_external, resolve};
use padma_book::pages::made::{PIECES, ReferencePage};
use padma_book::pages::page;
use padma_text::Sources;
use padma_text::diag::Diagnostics;

/// Points the links of the edition's pages at the headings of other pages. Where forges have no
/// anchor, as for a claim, the link leads to the heading above it.
pub(super) fn point_links(files: &mut [TextFile], sections: &[Section], edition: &Edition<'_>) {
    let mut written: Vec<(String, WrittenPage)> = Vec::new();
    for leaf in Leaf::all(edition) {
        let path = markdown_path(leaf.path(edition));
        if let Some(file) = files.iter().find(|file| file.path == path) {
            let page = WrittenPage::new(&file.text).with_anchors(leaf, sections, edition);
            written.push((leaf.path(edition).to_string(), page));
        }
    }
    let pages: BTreeMap<&str, &WrittenPage> = written
        .iter()
        .map(|(path, page)| (path.as_str(), page))
        .collect();
    for (path, page) in &written {
        let own = markdown_path(path);
        if let Some(file) = files.iter_mut().find(|file| file.path == own) {
            file.text = page.adapt_links(path, &file.text, &pages);
        }
    }
}

/// A page of the Markdown edition, read as a forge reads it.
struct WrittenPage {
    /// The headings' texts, and the anchors that forges give to them.
    titles: Vec<String>,
    slugs: Vec<String>,
    /// The links within the book: their places in the text, and their targets.
    links: Vec<(Range<usize>, String)>,
    /// For each anchor of the site's page, the heading that is nearest above it.
    above: BTreeMap<String, usize>,
}

impl WrittenPage {
    fn new(markdown: &str) -> WrittenPage {
        let mut sources = Sources::default();
        let id = sources.add("page", markdown);
        let page = page::parse("", id, &sources, &mut Diagnostics::default());
        let mut links = Vec::new();
        each(&page.content, &mut |node| {
            if let NodeKind::Link { target, .. } = &node.kind
                && !is_external(target)
            {
                links.push((node.range.clone(), target.clone()));
            }
        });
        let titles: Vec<String> = page
            .headings
            .iter()
            .map(|heading| heading.text.clone())
            .collect();
        WrittenPage {
            slugs: slugs(&titles),
            titles,
            links,
            above: BTreeMap::new(),
        }
    }

    fn with_anchors(
        mut self,
        leaf: Leaf,
        sections: &[Section],
        edition: &Edition<'_>,
    ) -> WrittenPage {
        match leaf {
            Leaf::Own(index) => self.add_own_anchors(index, edition),
            Leaf::Made(page) => self.add_made_anchors(page, sections, edition),
        }
        self
    }

    /// Finds the first heading from an index on whose text is wanted.
    fn find(&self, from: usize, is_wanted: impl Fn(&str) -> bool) -> Option<usize> {
        let mut titles = self.titles.iter().enumerate().skip(from);
        titles.find_map(|(place, title)| is_wanted(title).then_some(place))
    }

    /// Adds the anchors of one of the author's pages. Between the author's headings the page has
    /// others, which its templates write.
    fn add_own_anchors(&mut self, index: usize, edition: &Edition<'_>) {
        let page = &edition.checked.book.pages[index];
        let mut heading = None;
        each(&page.content, &mut |node: &Node| {
            let anchor = match &node.kind {
                NodeKind::Heading(index) => {
                    let own = &page.headings[*index];
                    let next = heading.map_or(0, |last| last + 1);
                    let text = visible_words(&node.children);
                    heading = self.find(next, |title| title == text).or(heading);
                    Some(own.anchor.clone())
                }
                NodeKind::Claim(link) => edition
                    .claim(index, *link)
                    .map(|claim| anchor("c", &claim.id)),
                NodeKind::Diagram(diagram) => Some(anchor("d", &page.diagrams[*diagram].id.text)),
                NodeKind::Game(place) => game::checked_game(edition, index, *place)
                    .map(|checked| game::anchor_of(edition.checked.game(checked).1)),
                NodeKind::Combinations(table) => Some(anchor("t", &table.to_string())),
                _ => None,
            };
            if let (Some(anchor), Some(heading)) = (anchor, heading) {
                self.above.insert(anchor, heading);
            }
        });
    }

    /// Adds the anchors of a page made for every book.
    fn add_made_anchors(
        &mut self,
        page: ReferencePage,
        sections: &[Section],
        edition: &Edition<'_>,
    ) {
        let variants = edition.own_variants();
        let anchors = page.anchors(
            &variants,
            &edition.checked.book.pages,
            &edition.checked.book.decl,
        );
        match page {
            ReferencePage::RulesOfPlay => {
                let mut pieces = None;
                let url = format!("{}#", html_path(page.path()));
                for section in sections {
                    let Some(anchor) = section.url.strip_prefix(&url) else {
                        continue;
                    };
                    let Some(place) = self.find(1, |title| title == section.heading) else {
                        continue;
                    };
                    pieces = pieces.or((anchor == PIECES).then_some(place));
                    self.above.insert(anchor.to_string(), place);
                }
                let rest = anchors.into_iter().zip(pieces.into_iter().cycle());
                for (anchor, pieces) in rest {
                    self.above.entry(anchor).or_insert(pieces);
                }
            }
            ReferencePage::Atlas => {
                for (anchor, variant) in anchors.into_iter().zip(variants) {
                    let is_wanted = |title: &str| {
                        title.split(", ").any(|part| part == variant.title)
                            || title == variant.title
                    };
                    let place = self.find(1, is_wanted);
                    self.above.extend(place.map(|place| (anchor, place)));
                }
            }
            // Each anchor has a heading, in the same order.
            _ if anchors.len() + 1 == self.titles.len() => {
                self.above.extend(anchors.into_iter().zip(1..));
            }
            _ => {}
        }
    }

    /// Returns the forge's anchor for an anchor of the site; `None` if a link to it leads to the
    /// top of the page, or if the forge has no such anchor.
    fn slug(&self, anchor: &str) -> Option<&str> {
        // The positions of a game are named after it.
        let stem = anchor.rsplit_once('_').map_or(anchor, |(stem, _)| stem);
        let above = self.above.get(anchor).or_else(|| self.above.get(stem));
        let heading = above.and_then(|above| self.slugs.get(*above));
        let same = || self.slugs.iter().find(|slug| *slug == anchor);
        // A link to the title leads to the page itself.
        heading
            .or_else(same)
            .filter(|slug| Some(*slug) != self.slugs.first())
            .map(String::as_str)
    }

    /// Returns the page's Markdown with its links adapted.
    fn adapt_links(
        &self,
        path: &str,
        markdown: &str,
        pages: &BTreeMap<&str, &WrittenPage>,
    ) -> String {
        let (mut out, mut copied) = (String::with_capacity(markdown.len()), 0);
        for (range, target) in &self.links {
            let Some((file, anchor)) = target.split_once('#') else {
                continue;
            };
            let page = match file {
                "" => Some(path.to_string()),
                file => resolve(path, file),
            };
            let Some(page) = page.and_then(|page| pages.get(page.as_str())) else {
                continue;
            };
            let old = format!("#{anchor}");
            // The target of a reference link is in a definition elsewhere on the page.
            let Some(at) = markdown[range.clone()]
                .rfind(&old)
                .map(|at| range.start + at)
                .filter(|at| *at >= copied)
            else {
                continue;
            };
            let new = match (page.slug(anchor), file) {
                (Some(slug), _) => format!("#{slug}"),
                (None, "") => format!("#{}", page.slugs.first().map_or("", String::as_str)),
                (None, _) => String::new(),
            };
            out.push_str(&markdown[copied..at]);
            out.push_str(&new);
            copied = at + old.len();
        }
        out.push_str(&markdown[copied..]);
        out
    }
}

/// Returns the anchors of headings as forges make them: the words in lower case without
/// punctuation, spaces as hyphens, and a number appended to an anchor that is already taken.
fn slugs(titles: &[String]) -> Vec<String> {
    // The anchors in use, each with the last number that was appended to it.
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    let unique = |title: &String| {
        let base = slug(title);
        let mut anchor = base.clone();
        let mut number = used.get(&base).copied().unwrap_or(0);
        while used.contains_key(&anchor) {
            number += 1;
            anchor = format!("{base}-{number}");
        }
        used.insert(base, number);
        used.entry(anchor.clone()).or_insert(0);
        anchor
    };
    titles.iter().map(unique).collect()
}

/// Returns the anchor that forges give to a heading, before it is numbered.
fn slug(heading: &str) -> String {
    // The selector that shows a character as an emoji is a combining mark, like an accent.
    let kept =
        |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ') || is_combining_mark(*c);
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter(kept)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slugs_of(markdown: &str) -> Vec<String> {
        WrittenPage::new(markdown).slugs
    }

    #[test]
    fn equal_headings_are_numbered() {
        let headings = "# A\n\n# A\n\n# A-1\n\n# A\n\n# A-1\n";
        assert_eq!(slugs_of(headings), ["a", "a-1", "a-1-1", "a-2", "a-1-2"]);
        // A page of the maximum size takes less than quadratic time in the number of headings.
        let many = vec!["A".to_string(); 50_000];
        assert_eq!(slugs(&many).last().unwrap(), "a-49999");
    }

    #[test]
    fn headings_are_named_as_forges_name_them() {
        let page = "# The King's *moves*\n\n## A `code` & more\n\n## A code  more\n\n## Where?\n\nWhere?\n---\n\n## Ärger, 2.1\n\n## ⚙\u{fe0f} Setup\n\n## ♟ Men\n\n## Cafe\u{301}\n";
        let expected = [
            "the-kings-moves",
            "a-code--more",
            "a-code--more-1",
            "where",
            "where-1",
            "ärger-21",
            "\u{fe0f}-setup",
            "-men",
            "cafe\u{301}",
        ];
        assert_eq!(slugs_of(page), expected);
    }

    #[test]
    fn links_lead_to_the_heading_above() {
        let mut b = WrittenPage::new("# B\n\n## It's here\n\n[own](#c-1) [title](#b)\n");
        b.above = [("b", 0), ("it-s-here", 1), ("c-1", 1)]
            .map(|(anchor, heading)| (anchor.to_string(), heading))
            .into();
        let text = "# C\n\n[x](a/b.md#c-1) [y](a/b.md#its-here) [z](a/b.md#none) [h](https://x.y/#c-1) `[x](a/b.md#c-1)`\n";
        let c = WrittenPage::new(text);
        let pages = BTreeMap::from([("a/b.md", &b), ("c.md", &c)]);
        assert_eq!(
            b.adapt_links(
                "a/b.md",
                "# B\n\n## It's here\n\n[own](#c-1) [title](#b)\n",
                &pages
            ),
            "# B\n\n## It's here\n\n[own](#its-here) [title](#b)\n"
        );
        assert_eq!(
            c.adapt_links("c.md", text, &pages),
            "# C\n\n[x](a/b.md#its-here) [y](a/b.md#its-here) [z](a/b.md) [h](https://x.y/#c-1) `[x](a/b.md#c-1)`\n"
        );
    }
}
