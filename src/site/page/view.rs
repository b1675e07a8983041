//! The views of a book and its pages for templates.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::board;
use super::body::PageBody;
use super::edition::{Edition, TextFile};
use super::forms::bound::Download;
use super::front::{self, FIRST};
use super::language;
use super::leaf::Leaf;
use super::medium::Medium;
use super::reference::errata_letter;
use super::seal;
use super::templates::TemplateFault;
use super::text::{chapters_with_urls, first_paragraph, html_path, merge, root};
use super::words::page_title;
use padma_book::pages::decl::BookDecl;
use padma_book::pages::made::{ReferencePage, folder};
use padma_expr::ErratumKind;
use padma_words::say;

/// The page that a forge shows below the list of a folder's files.
const README: &str = "README.md";

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

/// Returns the address of the folder in which the book is published.
pub(crate) fn address(about: &BookDecl) -> Option<String> {
    Some(about.url.as_ref()?.trim_end_matches('/').to_string() + "/")
}

/// Returns the address of the picture for link previews: a full address if the book's own address
/// is known. `None` if there is no such picture.
pub(crate) fn preview(edition: &Edition<'_>, path: &str) -> Option<String> {
    let book = &edition.checked.book;
    let root = address(&book.decl).unwrap_or_else(|| root(path));
    (edition.with_png && book.variant.is_some()).then(|| root + board::PREVIEW)
}

/// All pages of a book, the author's and those made for every book, with their reading order.
pub(crate) struct BookPages<'a> {
    pub edition: &'a Edition<'a>,
    links: Vec<PageLink>,
    leaves: Vec<Leaf>,
    /// The title of the last chapter, which holds the pages made for every book.
    reference: String,
    /// The indices of the pages, in reading order.
    order: Vec<usize>,
}

pub(super) struct PageLink {
    pub chapter: String,
    pub title: String,
    /// The path in the Markdown edition.
    pub path: String,
}

impl PageLink {
    fn new(title: &str, path: &str, chapter: String) -> PageLink {
        PageLink {
            chapter,
            title: title.to_string(),
            path: path.to_string(),
        }
    }

    fn entry(&self, url: fn(&str) -> String) -> Json {
        json!({"title": self.title, "url": url(&self.path)})
    }
}

impl<'a> BookPages<'a> {
    pub(crate) fn new(edition: &'a Edition<'_>) -> BookPages<'a> {
        let book = &edition.checked.book;
        let reference = edition.say(say!(labels::Reference));
        let mut links: Vec<PageLink> = book
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
        let front_chapter = links
            .first()
            .map(|front| front.chapter.clone())
            .unwrap_or_default();
        links.extend(ReferencePage::ALL.into_iter().map(|page| {
            let follows_front = page == ReferencePage::RulesOfPlay;
            let chapter = if follows_front {
                &front_chapter
            } else {
                &reference
            };
            PageLink::new(
                &page_title(page, &book.decl),
                page.path(),
                chapter.to_string(),
            )
        }));
        let mut order: Vec<usize> = (0..links.len()).collect();
        order[front..=book.pages.len()].rotate_right(1);
        BookPages {
            edition,
            links,
            reference,
            leaves: Leaf::all(edition),
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
                    self.links[*index].entry(html_path),
                    json!({"is_ours": is_ours}),
                )
            };
            let pages: Vec<Json> = pages.iter().map(entry).collect();
            // `is_ours`: the program made the page or the chapter, so its name is English.
            json!({"title": title, "pages": pages, "is_ours": title == Some(&self.reference)})
        };
        let own = json!({
            "title": decl.title,
            // The variant that the pages are about.
            "variant": self.edition.rules().map(|rules| &rules.variant.id),
            "subtitle": decl.subtitle,
            "author": decl.author,
            "licence": decl.licence,
            "date": decl.date,
            "sources": sources(decl),
            "others": self.edition.neighbours,
            "chapters": self.chapters().into_iter().map(chapter).collect::<Vec<_>>(),
            // What was computed and found, in sentences.
            "summary": seal::summary(self.edition.checked),
        });
        merge(language::view(decl), own)
    }

    /// Returns the title and the pages of each chapter. The indices of pages made for every book
    /// follow those of the author's pages.
    pub(crate) fn chapters(&self) -> Vec<(Option<&str>, &[usize])> {
        let mut rest = self.order.as_slice();
        let mut chapters = Vec::new();
        for (nth, declared) in self.edition.checked.book.decl.chapters.iter().enumerate() {
            // The rules of play follow the front page.
            let made_pages = usize::from(nth == 0);
            let (pages, after) = rest.split_at(rest.len().min(declared.pages.len() + made_pages));
            chapters.push((declared.title.as_deref(), pages));
            rest = after;
        }
        chapters.push((Some(&self.reference), rest));
        chapters
    }

    /// Returns the CSS rules that print the titles of the book and of the page at the head of
    /// every sheet of paper.
    pub(crate) fn running_heads(&self) -> String {
        let mut css = format!(
            ":root{{--book:{}}}\n",
            css_string(&self.edition.checked.book.decl.title)
        );
        // The classes use the pages' numbers, which follow the reading order.
        for (number, page) in (1..).zip(&self.order) {
            // The page that has the title of the book is the book's.
            let title = &self.links[*page].title;
            let is_same = *title == self.edition.checked.book.decl.title;
            let title = css_string(if is_same { "" } else { title });
            css.push_str(&format!(".page-{number}{{--page:{title}}}\n"));
        }
        css
    }

    /// Returns the links to the pages in reading order, each with the page's index.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (usize, &PageLink)> {
        self.order.iter().map(|index| (*index, &self.links[*index]))
    }

    /// Returns the pages in reading order.
    pub(crate) fn leaves(&self) -> Vec<Leaf> {
        self.order.iter().map(|index| self.leaves[*index]).collect()
    }

    fn index(&self, leaf: Leaf) -> usize {
        let mut leaves = self.leaves.iter();
        leaves.position(|known| *known == leaf).unwrap_or_default()
    }

    pub(crate) fn page(
        &self,
        book: &Json,
        leaf: Leaf,
        body: PageBody,
        downloads: &[Download],
    ) -> Result<String, TemplateFault> {
        let index = self.index(leaf);
        let is_front = self.links[index].path == FIRST;
        let own = json!({
            // The scripts that this page needs in addition to those of every page.
            "scripts": leaf.scripts(self.edition, Medium::Site),
            // A summary for readers who have not opened the page yet.
            "description": self.description(index),
            "preview": preview(self.edition, &self.links[index].path),
            // The page's full address, if the book's is known.
            "canonical": self.canonical(index),
            // The page in the Markdown edition.
            "alternate": folder::MARKDOWN.to_string() + &self.links[index].path,
            // The ticks that stand at the ends of sentences.
            "ticks": body.ticks,
            // The book's downloads, on the first page.
            "files": if is_front { self.all_downloads(downloads) } else { Vec::new() },
        });
        let view = merge(self.view(index, body.html, Medium::Site), own);
        self.edition.templates.render(
            "page.html",
            &BTreeMap::from([("book", book), ("page", &view)]),
        )
    }

    /// Returns the book's downloads; the Markdown edition is the last.
    fn all_downloads(&self, downloads: &[Download]) -> Vec<Download> {
        let opened = if self.has_readme() { README } else { FIRST };
        let markdown = Download::folder(
            self.edition.say(say!(labels::MarkdownFiles)),
            format!("{}{opened}", folder::MARKDOWN),
        );
        downloads.iter().cloned().chain([markdown]).collect()
    }

    /// Whether the build adds a `README.md` to the Markdown edition: not if the author has a page
    /// of that name.
    fn has_readme(&self) -> bool {
        !self
            .links
            .iter()
            .any(|link| link.path.eq_ignore_ascii_case(README))
    }

    /// Returns a summary of a page for those who have not opened it yet.
    pub(super) fn description(&self, index: usize) -> String {
        description(self.edition, index, &self.links[index].title)
    }

    /// Returns the full address of a page, if the book's is known; for the first page, the address
    /// of the book's folder.
    pub(super) fn canonical(&self, index: usize) -> Option<String> {
        let page = html_path(&self.links[index].path);
        address(&self.edition.checked.book.decl).map(|address| {
            address
                + if self.links[index].path == FIRST {
                    ""
                } else {
                    page.as_str()
                }
        })
    }

    pub(crate) fn markdown_page(&self, leaf: Leaf, body: String) -> Result<String, TemplateFault> {
        self.edition.templates.render(
            "page.md",
            &json!({"page": self.view(self.index(leaf), body, Medium::Markdown)}),
        )
    }

    /// Returns the page that a forge shows for the folder of the Markdown edition; `None` if the
    /// author has a page of that name.
    pub(crate) fn readme(&self, book: &Json) -> Result<Option<TextFile>, TemplateFault> {
        if !self.has_readme() {
            return Ok(None);
        }
        let path = |url: &str| {
            let link = self.links.iter().find(|link| url == html_path(&link.path));
            link.map(|link| link.path.clone())
        };
        let chapters = chapters_with_urls(book, path);
        let board = front::board(self.edition)
            .map(|board| json!({"alt": board.alt, "file": format!("../{}", board.path())}));
        // Whether a letter follows any words of the pages.
        let has_letters = self
            .edition
            .checked
            .claims
            .iter()
            .any(|claim| errata_letter(claim.judgement.verdict, ErratumKind::Game).is_some());
        let view =
            json!({"book": book, "chapters": chapters, "board": board, "has_letters": has_letters});
        let text = self.edition.templates.render("readme.md", &view)?;
        Ok(Some(TextFile {
            path: format!("{}{README}", folder::MARKDOWN),
            text,
        }))
    }

    /// Returns the part of a page's view that the site and the Markdown edition share.
    fn view(&self, index: usize, body: String, medium: Medium) -> Json {
        let url = match medium {
            Medium::Markdown => str::to_string,
            _ => html_path,
        };
        let link = &self.links[index];
        let number = self
            .order
            .iter()
            .position(|page| *page == index)
            .unwrap_or(index);
        let link_to = |number: Option<usize>| {
            let page = number.and_then(|number| self.order.get(number));
            page.map(|page| self.links[*page].entry(url))
        };
        json!({
            "title": link.title,
            "chapter": link.chapter,
            "number": number + 1,
            "url": url(&link.path),
            // The page's path in the Markdown edition.
            "markdown": link.path,
            // The path from this page to the book's folder: empty, `../` and so on.
            "root": root(&link.path),
            // The path to the files that books have in common.
            "shared": format!("{}../{}/", root(&link.path), self.edition.templates.shared().folder()),
            "description": "",
            "preview": null,
            "canonical": null,
            "alternate": null,
            "body": body,
            "scripts": [],
            "files": [],
            "previous": link_to(number.checked_sub(1)),
            "next": link_to(Some(number + 1)),
        })
    }
}

/// Maximum length of a page's description, in characters.
const MAX_DESCRIPTION: usize = 200;

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
    if text.chars().count() <= MAX_DESCRIPTION {
        return text;
    }
    let cut: String = text.chars().take(MAX_DESCRIPTION).collect();
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
