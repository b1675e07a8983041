//! The views of a book and its pages for templates.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::board;
use super::edition::{Edition, TextFile};
use super::forms::bound::{Download, Leaf};
use super::front::{self, FIRST};
use super::language;
use super::reference::{self, count_phrase, sign};
use super::templates::TemplateFault;
use super::text::{Url, chapters_with_urls, first_paragraph, html_path, merge, root};
use padma_book::claim::Verdict;
use padma_book::pages::decl::BookDecl;
use padma_book::pages::made::{ReferencePage, folder};
use padma_rules::movement::words::joined;

/// The page that forges show together with a folder.
const README: &str = "README.md";
/// The title of the last chapter.
const REFERENCE: &str = "Reference";

/// A document that the book is based on.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct SourceView {
    title: String,
    url: Option<String>,
}

pub(crate) fn sources(about: &BookDecl) -> Vec<SourceView> {
    about
        .sources
        .iter()
        .map(|source| SourceView {
            title: source.title.clone(),
            url: source.url.clone(),
        })
        .collect()
}

/// Writes a title as a string literal of CSS.
fn css_string(title: &str) -> String {
    let mut string = String::from("\"");
    for letter in title.chars() {
        match letter {
            '"' | '\\' => string.extend(['\\', letter]),
            letter if letter.is_control() => string.push(' '),
            letter => string.push(letter),
        }
    }
    string + "\""
}

/// Returns a summary such as "390 of 412 statements were computed from the rules and hold. The
/// book lists 8 slips in the source and 3 open questions." Lists are counted as on their page,
/// where a fact that several statements repeat has one entry.
pub(crate) fn summary(edition: &Edition<'_>) -> String {
    let count = |verdict| edition.checked.tally(verdict);
    let total: usize = Verdict::ALL.into_iter().map(count).sum();
    if total == 0 {
        return "This book makes no statement that can be checked.".to_string();
    }
    let holds = count(Verdict::Holds);
    let (statements, hold) = (
        if total == 1 {
            "statement"
        } else {
            "statements"
        },
        if holds == 1 { "was" } else { "were" },
    );
    let mut text =
        format!("{holds} of {total} {statements} {hold} computed from the rules and found right.");
    let listed = [Verdict::Erratum, Verdict::Depends, Verdict::Unchecked].into_iter();
    let listed = listed.filter(|verdict| reference::count(edition.checked, *verdict) > 0);
    let listed: Vec<String> = listed
        .filter_map(|verdict| count_phrase(edition.checked, verdict))
        .collect();
    if !listed.is_empty() {
        text.push_str(&format!(" The book lists {}.", joined(&listed, "and")));
    }
    match count(Verdict::Fails) + count(Verdict::Error) {
        0 => text,
        1 => text + " 1 statement fails.",
        failing => format!("{text} {failing} statements fail."),
    }
}

/// Returns the address of the folder in which the book is published.
pub(crate) fn address(about: &BookDecl) -> Option<String> {
    Some(about.url.as_ref()?.trim_end_matches('/').to_string() + "/")
}

/// Returns the address of the picture for link previews; a full address if the book's is known.
pub(crate) fn preview(edition: &Edition<'_>, path: &str) -> Option<String> {
    let book = &edition.checked.book;
    let root = address(&book.decl).unwrap_or_else(|| root(path));
    (edition.with_png && book.variant.is_some()).then(|| root + board::PREVIEW)
}

/// The order of all pages: the author's, and those made for every book.
pub(crate) struct Shelf<'a> {
    pub edition: &'a Edition<'a>,
    places: Vec<PageLink>,
    /// The indices of the pages, in reading order.
    order: Vec<usize>,
}

struct PageLink {
    chapter: String,
    title: String,
    /// The path in the Markdown edition.
    path: String,
}

impl PageLink {
    fn new(title: &str, path: &str, chapter: String) -> PageLink {
        PageLink {
            chapter,
            title: title.to_string(),
            path: path.to_string(),
        }
    }

    fn entry(&self, url: Url) -> Json {
        json!({"title": self.title, "url": url(&self.path)})
    }
}

impl<'a> Shelf<'a> {
    pub(crate) fn new(edition: &'a Edition<'_>) -> Shelf<'a> {
        let book = &edition.checked.book;
        let mut places: Vec<PageLink> = book
            .pages
            .iter()
            .map(|page| {
                let title = if page.title.is_empty() {
                    &page.path
                } else {
                    &page.title
                };
                let chapter = edition.chapter_of(&page.path).unwrap_or_default();
                PageLink::new(title, &page.path, chapter.to_string())
            })
            .collect();
        let front = book.pages.len().min(1);
        let of_front = places
            .first()
            .map(|front| front.chapter.clone())
            .unwrap_or_default();
        places.extend(ReferencePage::ALL.into_iter().map(|page| {
            let is_behind_front = page == ReferencePage::RulesOfPlay;
            let chapter = if is_behind_front {
                &of_front
            } else {
                REFERENCE
            };
            PageLink::new(page.title(), page.path(), chapter.to_string())
        }));
        let mut order: Vec<usize> = (0..places.len()).collect();
        order[front..=book.pages.len()].rotate_right(1);
        Shelf {
            edition,
            places,
            order,
        }
    }

    /// Returns the view of the book that every page of the site gets.
    pub(crate) fn book(&self) -> Json {
        let decl = &self.edition.checked.book.decl;
        let chapter = |(title, pages): (Option<&str>, &[usize])| {
            let entry = |index: &usize| {
                let is_ours = *index >= self.edition.checked.book.pages.len();
                merge(
                    self.places[*index].entry(html_path),
                    json!({"is_ours": is_ours}),
                )
            };
            let pages: Vec<Json> = pages.iter().map(entry).collect();
            // The pages that a build makes, and their chapter, have English names.
            json!({"title": title, "pages": pages, "is_ours": title == Some(REFERENCE)})
        };
        let own = json!({
            "title": decl.title,
            "subtitle": decl.subtitle,
            "author": decl.author,
            "licence": decl.licence,
            "date": decl.date,
            "sources": sources(decl),
            "others": self.edition.neighbours,
            "chapters": self.chapters().into_iter().map(chapter).collect::<Vec<_>>(),
            // A sentence on the number of checked statements.
            "summary": summary(self.edition),
        });
        merge(language::view(&decl.language), own)
    }

    /// Returns the chapters with their titles and pages; pages made for every book have the
    /// indices after the author's.
    pub(crate) fn chapters(&self) -> Vec<(Option<&str>, &[usize])> {
        let mut rest = self.order.as_slice();
        let mut chapters = Vec::new();
        for (nth, declared) in self.edition.checked.book.decl.chapters.iter().enumerate() {
            // The rules of play follow the front page.
            let made = usize::from(nth == 0);
            let (here, behind) = rest.split_at(rest.len().min(declared.pages.len() + made));
            chapters.push((declared.title.as_deref(), here));
            rest = behind;
        }
        chapters.push((Some(REFERENCE), rest));
        chapters
    }

    /// Returns the CSS rules that print the titles of the book and of the page at the head of
    /// every sheet of paper.
    pub(crate) fn running_heads(&self) -> String {
        let mut css = format!(
            ":root{{--book:{}}}\n",
            css_string(&self.edition.checked.book.decl.title)
        );
        // The page numbers follow the reading order, like those that the pages have.
        for (number, page) in (1..).zip(&self.order) {
            let title = css_string(&self.places[*page].title);
            css.push_str(&format!(".page-{number}{{--page:{title}}}\n"));
        }
        css
    }

    /// Returns the path of a page of the site.
    pub(crate) fn html(&self, index: usize) -> String {
        html_path(&self.places[index].path)
    }

    /// Returns the path of a page of the Markdown edition.
    pub(crate) fn markdown(&self, index: usize) -> String {
        format!("{}{}", folder::MARKDOWN, self.places[index].path)
    }

    /// Returns a page with its text.
    pub(crate) fn leaf(&self, index: usize, body: String, live: Vec<String>) -> Leaf {
        let games = self
            .edition
            .checked
            .games
            .iter()
            .any(|game| game.page == index);
        Leaf {
            index,
            path: self.html(index),
            title: self.places[index].title.clone(),
            body,
            live,
            games,
        }
    }

    /// Sorts the pages into reading order.
    pub(crate) fn sort(&self, mut leaves: Vec<Leaf>) -> Vec<Leaf> {
        leaves.sort_by_key(|leaf| self.order.iter().position(|index| *index == leaf.index));
        leaves
    }

    pub(crate) fn page(
        &self,
        book: &Json,
        leaf: Leaf,
        downloads: &[Download],
    ) -> Result<String, TemplateFault> {
        let Leaf {
            index,
            body,
            live,
            games,
            ..
        } = leaf;
        let is_front = self.places[index].path == FIRST;
        let own = json!({
            // The variants on whose boards pieces can be moved on this page.
            "live": live,
            // Whether the page has a recorded game.
            "games": games,
            // A summary for readers who have not opened the page yet.
            "description": description(self.edition, index, &self.places[index].title),
            "preview": preview(self.edition, &self.places[index].path),
            // The page's full address, if the book's is known.
            "canonical": self.canonical(index),
            // The book's downloads, on the first page.
            "files": if is_front { self.all_downloads(downloads) } else { Vec::new() },
        });
        let view = merge(self.view(index, body, html_path), own);
        self.edition.templates.render(
            "page.html",
            &BTreeMap::from([("book", book), ("page", &view)]),
        )
    }

    /// Returns the book's downloads; the Markdown edition is the last.
    fn all_downloads(&self, downloads: &[Download]) -> Vec<Download> {
        let opened = if self.has_readme() { README } else { FIRST };
        let markdown = Download::folder("Markdown", format!("{}{opened}", folder::MARKDOWN));
        downloads.iter().cloned().chain([markdown]).collect()
    }

    /// Whether the Markdown edition gets a page of contents: only if no page of the author has
    /// that name.
    fn has_readme(&self) -> bool {
        !self
            .places
            .iter()
            .any(|place| place.path.eq_ignore_ascii_case(README))
    }

    /// Returns the full address of a page, if the book's is known; for the first page, that of its
    /// folder.
    fn canonical(&self, index: usize) -> Option<String> {
        let page = self.html(index);
        address(&self.edition.checked.book.decl).map(|address| {
            address
                + if self.places[index].path == FIRST {
                    ""
                } else {
                    page.as_str()
                }
        })
    }

    pub(crate) fn markdown_page(
        &self,
        index: usize,
        body: String,
    ) -> Result<String, TemplateFault> {
        self.edition.templates.render(
            "page.md",
            &json!({"page": self.view(index, body, str::to_string)}),
        )
    }

    /// Returns the page that forges show with the folder of the Markdown edition; `None` if the
    /// author has a page of that name.
    pub(crate) fn readme(&self, book: &Json) -> Result<Option<TextFile>, TemplateFault> {
        if !self.has_readme() {
            return Ok(None);
        }
        let path = |url: &str| {
            let place = self
                .places
                .iter()
                .find(|place| url == html_path(&place.path));
            place.map(|place| place.path.clone())
        };
        let chapters = chapters_with_urls(book, path);
        let board =
            front::board(self.edition).map(|board| json!({"alt": board.alt, "file": board.path()}));
        // Whether any words of its pages are marked.
        let marks = self
            .edition
            .checked
            .claims
            .iter()
            .any(|claim| sign(claim.judgement.verdict).is_some());
        let view = json!({"book": book, "chapters": chapters, "board": board, "marks": marks});
        let text = self.edition.templates.render("readme.md", &view)?;
        Ok(Some(TextFile {
            path: format!("{}{README}", folder::MARKDOWN),
            text,
        }))
    }

    /// Returns the view of a page that both forms share.
    fn view(&self, index: usize, body: String, url: Url) -> Json {
        let place = &self.places[index];
        let number = self
            .order
            .iter()
            .position(|page| *page == index)
            .unwrap_or(index);
        let near = |number: Option<usize>| {
            let page = number.and_then(|number| self.order.get(number));
            page.map(|page| self.places[*page].entry(url))
        };
        json!({
            "title": place.title,
            "chapter": place.chapter,
            "number": number + 1,
            "url": url(&place.path),
            // Its path in the Markdown edition.
            "markdown": place.path,
            // The path from this page to the book's folder: empty, `../` and so on.
            "root": root(&place.path),
            "description": "",
            "preview": null,
            "canonical": null,
            "body": body,
            "live": [],
            "games": false,
            "files": [],
            "previous": near(number.checked_sub(1)),
            "next": near(Some(number + 1)),
        })
    }
}

/// Maximum length of a page's description, in characters.
const LONGEST: usize = 200;

/// Returns a page's first paragraph, or else its title and the book's.
fn description(edition: &Edition<'_>, index: usize, title: &str) -> String {
    let book = &edition.checked.book;
    let own = book
        .pages
        .get(index)
        .map(first_paragraph)
        .filter(|text| !text.is_empty());
    let text = own.unwrap_or_else(|| match &book.decl.subtitle {
        Some(subtitle) => format!("{title}. {}: {subtitle}", book.decl.title),
        None => format!("{title}. {}", book.decl.title),
    });
    if text.chars().count() <= LONGEST {
        return text;
    }
    let cut: String = text.chars().take(LONGEST).collect();
    let end = cut
        .rfind(". ")
        .map(|end| end + 1)
        .or_else(|| cut.rfind(' '))
        .unwrap_or(cut.len());
    let kept = &cut[..end];
    if kept.ends_with('.') {
        kept.to_string()
    } else {
        format!("{kept} …")
    }
}
