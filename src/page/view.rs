//! What templates see of a book and its pages.

use serde::Serialize;

use super::{Edition, Reference, TemplateFault};
use crate::claim::Verdict;

/// The last chapter.
const REFERENCE: &str = "Reference";

#[derive(Serialize)]
pub struct BookView {
    title: String,
    quoted: String,
    subtitle: Option<String>,
    source: Option<String>,
    chapters: Vec<ChapterView>,
    /// How many statements were checked, in a sentence.
    summary: String,
}

#[derive(Serialize)]
struct ChapterView {
    title: Option<String>,
    pages: Vec<EntryView>,
}

#[derive(Clone, Serialize)]
pub struct EntryView {
    pub title: String,
    pub url: String,
}

#[derive(Serialize)]
struct PageView {
    title: String,
    quoted: String,
    chapter: String,
    number: usize,
    url: String,
    /// The way from this page to the book's folder: nothing, or `../` and so on.
    root: String,
    body: String,
    /// The variants on whose boards men can be moved here.
    live: Vec<String>,
    /// Whether a recorded game is here.
    games: bool,
    previous: Option<EntryView>,
    next: Option<EntryView>,
}

impl BookView {
    pub fn new(edition: &Edition<'_>) -> BookView {
        let book = &edition.checked.book;
        let shelf = Shelf::new(edition);
        let mut entries = shelf.places.iter();
        let mut chapters: Vec<ChapterView> = Vec::new();
        for chapter in &book.decl.chapters {
            let here = entries.by_ref().take(chapter.pages.len()).map(|place| place.html.clone());
            chapters.push(ChapterView { title: chapter.title.clone(), pages: here.collect() });
        }
        let rest: Vec<EntryView> = entries.map(|place| place.html.clone()).collect();
        chapters.push(ChapterView { title: Some(REFERENCE.into()), pages: rest });
        BookView {
            title: book.decl.title.clone(),
            quoted: quoted(&book.decl.title),
            subtitle: book.decl.subtitle.clone(),
            source: book.decl.source.clone(),
            chapters,
            summary: summary(edition),
        }
    }
}

/// A title as a string of a style sheet, which prints it at the head of every sheet of paper.
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
fn summary(edition: &Edition<'_>) -> String {
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

/// Where each page stands, and between which others; the pages made for every book come last.
pub struct Shelf {
    places: Vec<Place>,
}

struct Place {
    chapter: String,
    html: EntryView,
    markdown: EntryView,
}

impl Shelf {
    pub fn new(edition: &Edition<'_>) -> Shelf {
        let book = &edition.checked.book;
        let chapter_of = |path: &str| {
            let chapter = book.decl.chapters.iter().find(|c| c.pages.iter().any(|page| page.value == path));
            chapter.and_then(|chapter| chapter.title.clone()).unwrap_or_default()
        };
        let mut places: Vec<Place> = book
            .pages
            .iter()
            .map(|page| {
                let title = if page.title.is_empty() { &page.path } else { &page.title };
                Place::new(title, &page.path, chapter_of(&page.path))
            })
            .collect();
        let made = |page: Reference| Place::new(page.title(), page.path(), REFERENCE.into());
        places.extend(Reference::ALL.into_iter().map(made));
        Shelf { places }
    }

    /// The path of a page of the site.
    pub fn html(&self, index: usize) -> String {
        self.places[index].html.url.clone()
    }

    /// The path of a page of the Markdown edition.
    pub fn markdown(&self, index: usize) -> String {
        format!("markdown/{}", self.places[index].markdown.url)
    }

    pub fn page(
        &self,
        edition: &Edition<'_>,
        book: &BookView,
        index: usize,
        body: String,
        live: Vec<String>,
    ) -> Result<String, TemplateFault> {
        let games = edition.checked.games.iter().any(|game| game.page == index);
        let view = PageView { live, games, ..self.view(index, body, |place| &place.html) };
        edition.templates.render("page.html", &[("book", book), ("page", &view)])
    }

    pub fn markdown_page(
        &self,
        edition: &Edition<'_>,
        index: usize,
        body: String,
    ) -> Result<String, TemplateFault> {
        let view = self.view(index, body, |place| &place.markdown);
        edition.templates.render("page.md", &[("page", &view)])
    }

    fn view(&self, index: usize, body: String, entry: fn(&Place) -> &EntryView) -> PageView {
        let place = &self.places[index];
        let near = |index: Option<usize>| index.and_then(|index| self.places.get(index)).map(entry).cloned();
        PageView {
            title: place.html.title.clone(),
            quoted: quoted(&place.html.title),
            chapter: place.chapter.clone(),
            number: index + 1,
            url: entry(place).url.clone(),
            root: root(&place.html.url),
            body,
            live: Vec::new(),
            games: false,
            previous: near(index.checked_sub(1)),
            next: near(Some(index + 1)),
        }
    }
}

impl Place {
    fn new(title: &str, path: &str, chapter: String) -> Place {
        let entry = |url: String| EntryView { title: title.to_string(), url };
        Place { chapter, html: entry(html_path(path)), markdown: entry(path.to_string()) }
    }
}

/// The way from a page back to the book's folder.
pub fn root(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// `pieces/rook.md` becomes `pieces/rook.html`.
pub fn html_path(path: &str) -> String {
    path.strip_suffix(".md").map_or_else(|| path.to_string(), |stem| format!("{stem}.html"))
}
