//! What templates see of a book and its pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::board;
use super::edition::{Edition, TextFile};
use super::forms::bound::{InTheHand, Leaf};
use super::front::{self, FIRST};
use super::reference::{ReferencePage, sign};
use super::templates::TemplateFault;
use super::text::{Url, first_paragraph, html_path, led, root, with};
use crate::book::decl::BookDecl;
use crate::claim::Verdict;

/// The last chapter.
const REFERENCE: &str = "Reference";

/// A document that the book retells.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct SourceView {
    title: String,
    url: Option<String>,
}

pub(crate) fn sources(about: &BookDecl) -> Vec<SourceView> {
    let view = |source: &crate::book::decl::SourceDecl| SourceView {
        title: source.title.clone(),
        url: source.url.clone(),
    };
    about.sources.iter().map(view).collect()
}

/// A title as a string of a style sheet.
fn quoted(title: &str) -> String {
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

/// "412 statements were checked: 390 hold, …".
pub(crate) fn summary(edition: &Edition<'_>) -> String {
    let count = |verdict| edition.checked.tally(verdict);
    let total: usize = Verdict::ALL.into_iter().map(count).sum();
    let holds = count(Verdict::Holds);
    let parts = [
        (count(Verdict::Erratum), "corrects the source", "correct the source"),
        (count(Verdict::Depends), "depends on a reading", "depend on a reading"),
        (count(Verdict::Unchecked), "cannot be computed", "cannot be computed"),
        (count(Verdict::Fails) + count(Verdict::Error), "fails", "fail"),
    ];
    let mut text = format!("Of the {total} statements this book declares, {holds} were computed and hold");
    for (count, one, many) in parts.into_iter().filter(|(count, ..)| *count > 0) {
        text.push_str(&format!(", {count} {}", if count == 1 { one } else { many }));
    }
    text + "."
}

/// Where each page stands, and between which others: the author's pages, then those made for every book.
pub(crate) struct Shelf<'a> {
    pub edition: &'a Edition<'a>,
    places: Vec<PageLink>,
    /// The pages as they are read one after the other.
    order: Vec<usize>,
}

struct PageLink {
    chapter: String,
    title: String,
    /// In the Markdown edition.
    path: String,
}

impl PageLink {
    fn new(title: &str, path: &str, chapter: String) -> PageLink {
        PageLink { chapter, title: title.to_string(), path: path.to_string() }
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
                let title = if page.title.is_empty() { &page.path } else { &page.title };
                let chapter = edition.chapter_of(&page.path).unwrap_or_default();
                PageLink::new(title, &page.path, chapter.to_string())
            })
            .collect();
        let front = book.pages.len().min(1);
        let of_front = places.first().map(|front| front.chapter.clone()).unwrap_or_default();
        places.extend(ReferencePage::ALL.into_iter().map(|page| {
            let is_behind_front = page == ReferencePage::RulesOfPlay;
            let chapter = if is_behind_front { &of_front } else { REFERENCE };
            PageLink::new(page.title(), page.path(), chapter.to_string())
        }));
        let mut order: Vec<usize> = (0..places.len()).collect();
        order[front..=book.pages.len()].rotate_right(1);
        Shelf { edition, places, order }
    }

    /// What every page of the site says of the book.
    pub(crate) fn book(&self) -> Json {
        let decl = &self.edition.checked.book.decl;
        let chapter = |(title, pages): (Option<&str>, &[usize])| {
            let pages: Vec<Json> = pages.iter().map(|index| self.places[*index].entry(html_path)).collect();
            json!({"title": title, "pages": pages})
        };
        json!({
            "title": decl.title,
            "subtitle": decl.subtitle,
            "language": decl.language,
            "author": decl.author,
            "licence": decl.licence,
            "date": decl.date,
            "sources": sources(decl),
            "others": self.edition.neighbours,
            "chapters": self.chapters().into_iter().map(chapter).collect::<Vec<_>>(),
            // How many statements were checked, in a sentence.
            "summary": summary(self.edition),
        })
    }

    /// The chapters by their titles, each with its pages; those made for every book have places behind the author's.
    pub(crate) fn chapters(&self) -> Vec<(Option<&str>, &[usize])> {
        let mut rest = self.order.as_slice();
        let mut chapters = Vec::new();
        for (nth, declared) in self.edition.checked.book.decl.chapters.iter().enumerate() {
            // The rules of play stand behind the front page.
            let made = usize::from(nth == 0);
            let (here, behind) = rest.split_at(rest.len().min(declared.pages.len() + made));
            chapters.push((declared.title.as_deref(), here));
            rest = behind;
        }
        chapters.push((Some(REFERENCE), rest));
        chapters
    }

    /// Rules by which a style sheet prints the titles of the book and of the page at the head of every sheet of paper.
    pub(crate) fn running_heads(&self) -> String {
        let mut css = format!(":root{{--book:{}}}\n", quoted(&self.edition.checked.book.decl.title));
        for (number, place) in (1..).zip(&self.places) {
            css.push_str(&format!(".page-{number}{{--page:{}}}\n", quoted(&place.title)));
        }
        css
    }

    /// The path of a page of the site.
    pub(crate) fn html(&self, index: usize) -> String {
        html_path(&self.places[index].path)
    }

    /// The path of a page of the Markdown edition.
    pub(crate) fn markdown(&self, index: usize) -> String {
        format!("markdown/{}", self.places[index].path)
    }

    /// A page with its text.
    pub(crate) fn leaf(&self, index: usize, body: String, live: Vec<String>) -> Leaf {
        let games = self.edition.checked.games.iter().any(|game| game.page == index);
        Leaf { index, path: self.html(index), title: self.places[index].title.clone(), body, live, games }
    }

    /// The pages as they are read.
    pub(crate) fn in_order(&self, mut leaves: Vec<Leaf>) -> Vec<Leaf> {
        leaves.sort_by_key(|leaf| self.order.iter().position(|index| *index == leaf.index));
        leaves
    }

    pub(crate) fn page(
        &self,
        book: &Json,
        leaf: Leaf,
        in_the_hand: &[InTheHand],
    ) -> Result<String, TemplateFault> {
        let Leaf { index, body, live, games, .. } = leaf;
        let is_front = self.places[index].path == FIRST;
        let own = json!({
            // The variants on whose boards pieces can be moved here.
            "live": live,
            // Whether a recorded game is here.
            "games": games,
            // What the page is about, for those that have not opened it yet.
            "description": description(self.edition, index, &self.places[index].title),
            "preview": self.preview(index),
            // The files in which readers can have the book, on the first page.
            "files": if is_front { in_the_hand } else { &[] },
        });
        let view = with(self.view(index, body, html_path), own);
        self.edition.templates.render("page.html", &BTreeMap::from([("book", book), ("page", &view)]))
    }

    /// The address of the picture for previews, whole where the book's is known.
    fn preview(&self, index: usize) -> Option<String> {
        let book = &self.edition.checked.book;
        let root = match &book.decl.url {
            Some(url) => url.trim_end_matches('/').to_string() + "/",
            None => root(&self.places[index].path),
        };
        (self.edition.with_png && book.variant.is_some()).then(|| root + board::PREVIEW)
    }

    pub(crate) fn markdown_page(&self, index: usize, body: String) -> Result<String, TemplateFault> {
        self.edition.templates.render("page.md", &json!({"page": self.view(index, body, str::to_string)}))
    }

    /// The page that forges show with the folder of the Markdown edition; none where the author has one of that name.
    pub(crate) fn readme(&self, book: &Json) -> Result<Option<TextFile>, TemplateFault> {
        const README: &str = "README.md";
        if self.places.iter().any(|place| place.path.eq_ignore_ascii_case(README)) {
            return Ok(None);
        }
        let path = |url: &str| {
            let place = self.places.iter().find(|place| url == html_path(&place.path));
            place.map(|place| place.path.clone())
        };
        let chapters = led(book, path);
        let board = front::board(self.edition).map(|board| json!({"alt": board.alt, "file": board.path()}));
        // Of what the words of its pages are marked with.
        let marks = self.edition.checked.claims.iter().any(|claim| sign(claim.judgement.verdict).is_some());
        let view = json!({"book": book, "chapters": chapters, "board": board, "marks": marks});
        let text = self.edition.templates.render("readme.md", &view)?;
        Ok(Some(TextFile { path: format!("markdown/{README}"), text }))
    }

    /// What a page says of itself in both forms.
    fn view(&self, index: usize, body: String, url: Url) -> Json {
        let place = &self.places[index];
        let number = self.order.iter().position(|page| *page == index).unwrap_or(index);
        let near = |number: Option<usize>| {
            let page = number.and_then(|number| self.order.get(number));
            page.map(|page| self.places[*page].entry(url))
        };
        json!({
            "title": place.title,
            "chapter": place.chapter,
            "number": number + 1,
            "url": url(&place.path),
            // The way from this page to the book's folder: nothing, or `../` and so on.
            "root": root(&place.path),
            "description": "",
            "preview": null,
            "body": body,
            "live": [],
            "games": false,
            "files": [],
            "previous": near(number.checked_sub(1)),
            "next": near(Some(number + 1)),
        })
    }
}

/// The longest description of a page, in characters.
const LONGEST: usize = 200;

/// A page's first paragraph, or its title and what book it is of.
fn description(edition: &Edition<'_>, index: usize, title: &str) -> String {
    let book = &edition.checked.book;
    let own = book.pages.get(index).map(first_paragraph).filter(|text| !text.is_empty());
    let text = own.unwrap_or_else(|| match &book.decl.subtitle {
        Some(subtitle) => format!("{title}. {}: {subtitle}", book.decl.title),
        None => format!("{title}. {}", book.decl.title),
    });
    if text.chars().count() <= LONGEST {
        return text;
    }
    let cut: String = text.chars().take(LONGEST).collect();
    let end = cut.rfind(". ").map(|end| end + 1).or_else(|| cut.rfind(' ')).unwrap_or(cut.len());
    let kept = &cut[..end];
    if kept.ends_with('.') { kept.to_string() } else { format!("{kept} …") }
}
