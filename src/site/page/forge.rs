//! Adapts the links of the Markdown edition to forges such as GitHub: they lead to the anchors
//! that forges give to headings.

use std::collections::BTreeMap;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::edition::TextFile;
use super::forms::bound::Leaf;
use padma_book::pages::links::{is_external, resolve};
use padma_book::pages::made::folder;

/// Points the links of the edition's pages at the headings of other pages. Where forges have no
/// anchor, as for a claim, the link leads to the heading above it.
pub(super) fn point_links(files: &mut [TextFile], leaves: &[Leaf]) {
    let pages: BTreeMap<String, Anchors> = files
        .iter()
        .filter_map(|file| {
            let path = file
                .path
                .strip_prefix(folder::MARKDOWN)
                .filter(|path| path.ends_with(".md"))?;
            let html = format!("{}.html", path.trim_end_matches(".md"));
            let leaf = leaves.iter().find(|leaf| leaf.path == html)?;
            Some((path.to_string(), Anchors::new(&file.text, &leaf.body)))
        })
        .collect();
    for file in files {
        let Some(path) = file
            .path
            .strip_prefix(folder::MARKDOWN)
            .filter(|path| pages.contains_key(*path))
        else {
            continue;
        };
        file.text = adapt_links(path, &file.text, &pages);
    }
}

/// The anchors that links to a page can use.
struct Anchors {
    /// The anchors that forges give to the headings.
    headings: Vec<String>,
    /// For each id of the site's page, the number of headings up to it; for a list entry, up to
    /// the entry's end.
    above: BTreeMap<String, usize>,
    /// Whether the site's page has as many headings as the page in Markdown.
    is_alike: bool,
}

impl Anchors {
    fn new(markdown: &str, html: &str) -> Anchors {
        let headings = slugs(markdown);
        let starts: Vec<usize> = html
            .match_indices("<h")
            .filter(|(at, _)| matches!(html.as_bytes().get(at + 2), Some(b'1'..=b'6')))
            .map(|(at, _)| at)
            .collect();
        let mut above = BTreeMap::new();
        for (at, opening) in html.match_indices(" id=\"") {
            let id = html[at + opening.len()..]
                .split('"')
                .next()
                .unwrap_or_default();
            // A list entry is named by a heading inside it.
            let tag = html[..at].rfind('<').unwrap_or(at);
            let end = match html[tag..].starts_with("<li") {
                true => html[at..].find("</li>").map_or(at, |length| at + length),
                false => at,
            };
            let before = starts.partition_point(|start| *start < at);
            let within = starts.get(before).is_some_and(|start| *start < end);
            above.insert(id.to_string(), before + usize::from(within));
        }
        let is_alike = starts.len() == headings.len();
        Anchors {
            headings,
            above,
            is_alike,
        }
    }

    /// Returns the forge's anchor for an anchor of the site; `None` if a link to it leads to the
    /// top of the page, or if the forge has no such anchor.
    fn slug(&self, anchor: &str) -> Option<&str> {
        let above = self.above.get(anchor).filter(|_| self.is_alike);
        let heading = above.and_then(|above| self.headings.get(above.checked_sub(1)?));
        let same = || self.headings.iter().find(|slug| *slug == anchor);
        // A link to the title leads to the page itself.
        heading
            .or_else(same)
            .filter(|slug| Some(*slug) != self.headings.first())
            .map(String::as_str)
    }
}

fn parser(markdown: &str) -> Parser<'_> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    Parser::new_ext(markdown, options)
}

/// Returns a page's Markdown with its links adapted.
fn adapt_links(page: &str, markdown: &str, pages: &BTreeMap<String, Anchors>) -> String {
    let (mut out, mut copied) = (String::with_capacity(markdown.len()), 0);
    for (event, range) in parser(markdown).into_offset_iter() {
        let Event::Start(Tag::Link { dest_url, .. }) = event else {
            continue;
        };
        let Some((file, anchor)) = dest_url.split_once('#').filter(|_| !is_external(&dest_url))
        else {
            continue;
        };
        let target = if file.is_empty() {
            Some(page.to_string())
        } else {
            resolve(page, file)
        };
        let Some(anchors) = target.and_then(|target| pages.get(&target)) else {
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
        let new = match (anchors.slug(anchor), file) {
            (Some(slug), _) => format!("#{slug}"),
            (None, "") => format!("#{}", anchors.headings.first().map_or("", String::as_str)),
            (None, _) => String::new(),
        };
        out.push_str(&markdown[copied..at]);
        out.push_str(&new);
        copied = at + old.len();
    }
    out.push_str(&markdown[copied..]);
    out
}

/// Returns the anchors of a page's headings as forges make them: the words in lower case without
/// punctuation, spaces as hyphens, and a number appended to an anchor that is already taken.
fn slugs(markdown: &str) -> Vec<String> {
    let mut slugs: Vec<String> = Vec::new();
    // The anchors in use, each with the last number that was appended to it.
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    let mut open: Option<String> = None;
    for event in parser(markdown) {
        match (event, &mut open) {
            (Event::Start(Tag::Heading { .. }), _) => open = Some(String::new()),
            (Event::Text(text) | Event::Code(text), Some(heading)) => heading.push_str(&text),
            (Event::SoftBreak | Event::HardBreak, Some(heading)) => heading.push(' '),
            (Event::End(TagEnd::Heading(_)), Some(heading)) => {
                let base = slug(heading);
                let mut anchor = base.clone();
                let mut number = used.get(&base).copied().unwrap_or(0);
                while used.contains_key(&anchor) {
                    number += 1;
                    anchor = format!("{base}-{number}");
                }
                used.insert(base, number);
                used.entry(anchor.clone()).or_insert(0);
                slugs.push(anchor);
                open = None;
            }
            _ => {}
        }
    }
    slugs
}

/// Returns the anchor that forges give to a heading, before it is numbered.
fn slug(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
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

    #[test]
    fn equal_headings_are_numbered() {
        let headings = "# A\n\n# A\n\n# A-1\n\n# A\n\n# A-1\n";
        assert_eq!(slugs(headings), ["a", "a-1", "a-1-1", "a-2", "a-1-2"]);
        // A page of the maximum size takes less than quadratic time in the number of headings.
        assert_eq!(slugs(&"# A\n\n".repeat(50_000)).last().unwrap(), "a-49999");
    }

    #[test]
    fn headings_are_named_as_forges_name_them() {
        let page = "# The King's *moves*\n\n## A `code` & more\n\n## A code  more\n\n## Where?\n\nWhere?\n---\n\n## Ärger, 2.1\n";
        let expected = [
            "the-kings-moves",
            "a-code--more",
            "a-code--more-1",
            "where",
            "where-1",
            "ärger-21",
        ];
        assert_eq!(slugs(page), expected);
    }

    #[test]
    fn links_lead_to_the_heading_above() {
        let file = |path: &str, text: &str| TextFile {
            path: format!("{}{path}", folder::MARKDOWN),
            text: text.into(),
        };
        let leaf = |path: &str, body: &str| Leaf {
            index: 0,
            path: path.into(),
            title: String::new(),
            body: body.into(),
            live: false,
            games: false,
        };
        let mut files = [
            file("a/b.md", "# B\n\n## It's here\n\n[own](#c-1) [title](#b)\n"),
            file(
                "c.md",
                "# C\n\n[x](a/b.md#c-1) [y](a/b.md#its-here) [z](a/b.md#none) [h](https://x.y/#c-1) `[x](a/b.md#c-1)`\n",
            ),
        ];
        let b = "<h1 id=\"b\">B</h1><h2 id=\"it-s-here\">It’s here</h2><p><span id=\"c-1\">1</span></p>";
        point_links(
            &mut files,
            &[leaf("a/b.html", b), leaf("c.html", "<h1 id=\"c\">C</h1>")],
        );
        assert_eq!(
            files[0].text,
            "# B\n\n## It's here\n\n[own](#its-here) [title](#b)\n"
        );
        assert_eq!(
            files[1].text,
            "# C\n\n[x](a/b.md#its-here) [y](a/b.md#its-here) [z](a/b.md) [h](https://x.y/#c-1) `[x](a/b.md#c-1)`\n"
        );
    }
}
