//! What templates see of a book and its pages.

use serde::{Deserialize, Serialize};

use super::board;
use super::edition::Edition;
use super::edition::Neighbour;
use super::reference::Reference;
use super::templates::TemplateFault;
use super::text::{first_paragraph, html_path, root};
use crate::book::decl::AboutDecl;
use crate::claim::Verdict;

/// The last chapter.
const REFERENCE: &str = "Reference";

#[derive(Serialize)]
pub struct BookView {
    title: String,
    subtitle: Option<String>,
    language: String,
    author: Option<String>,
    licence: Option<String>,
    date: Option<String>,
    sources: Vec<SourceView>,
    /// The other books of the output folder.
    others: Vec<Neighbour>,
    chapters: Vec<ChapterView>,
    /// How many statements were checked, in a sentence.
    summary: String,
}

/// A document that the book retells.
#[derive(Clone, Serialize, Deserialize)]
pub struct SourceView {
    title: String,
    url: Option<String>,
}

pub fn sources(about: &AboutDecl) -> Vec<SourceView> {
    let view = |source: &crate::book::decl::SourceDecl| SourceView {
        title: source.title.clone(),
        url: source.url.clone(),
    };
    about.sources.iter().map(view).collect()
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
    chapter: String,
    number: usize,
    url: String,
    /// What the page is about, for those that have not opened it yet.
    description: String,
    /// Where the picture for previews is; none, if there is none.
    preview: Option<String>,
    /// The way from this page to the book's folder: nothing, or `../` and so on.
    root: String,
    body: String,
    /// The variants on whose boards pieces can be moved here.
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
        let entry = |index: &usize| shelf.places[*index].html.clone();
        let mut rest = shelf.order.as_slice();
        let mut chapters: Vec<ChapterView> = Vec::new();
        for (nth, chapter) in book.decl.chapters.iter().enumerate() {
            // The rules of play stand behind the front page.
            let made = usize::from(nth == 0);
            let (here, behind) = rest.split_at(rest.len().min(chapter.pages.len() + made));
            chapters
                .push(ChapterView { title: chapter.title.clone(), pages: here.iter().map(entry).collect() });
            rest = behind;
        }
        chapters.push(ChapterView { title: Some(REFERENCE.into()), pages: rest.iter().map(entry).collect() });
        let about = &book.decl.about;
        BookView {
            title: book.decl.title.clone(),
            subtitle: book.decl.subtitle.clone(),
            language: about.language.clone(),
            author: about.author.clone(),
            licence: about.licence.clone(),
            date: about.date.clone(),
            sources: sources(about),
            others: edition.neighbours.to_vec(),
            chapters,
            summary: summary(edition),
        }
    }
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
pub fn summary(edition: &Edition<'_>) -> String {
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
pub struct Shelf {
    places: Vec<Place>,
    /// The pages as they are read one after the other.
    order: Vec<usize>,
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
        let front = book.pages.len().min(1);
        let chapter = |page: Reference| match page {
            Reference::RulesOfPlay => places.first().map_or_else(String::new, |front| front.chapter.clone()),
            _ => REFERENCE.to_string(),
        };
        let made: Vec<Place> = Reference::ALL
            .into_iter()
            .map(|page| Place::new(page.title(), page.path(), chapter(page)))
            .collect();
        places.extend(made);
        let mut order: Vec<usize> = (0..places.len()).collect();
        order[front..=book.pages.len()].rotate_right(1);
        Shelf { places, order }
    }

    /// Rules by which a style sheet prints the titles of the book and of the page at the head of every sheet of paper.
    pub fn running_heads(&self, edition: &Edition<'_>) -> String {
        let mut css = format!(":root{{--book:{}}}\n", quoted(&edition.checked.book.decl.title));
        for (number, place) in (1..).zip(&self.places) {
            css.push_str(&format!(".page-{number}{{--page:{}}}\n", quoted(&place.html.title)));
        }
        css
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
        let (description, preview) =
            (description(edition, index, &self.places[index].html.title), self.preview(edition, index));
        let view =
            PageView { live, games, description, preview, ..self.view(index, body, |place| &place.html) };
        edition.templates.render("page.html", &[("book", book), ("page", &view)])
    }

    /// The address of the picture for previews, whole where the book's is known.
    fn preview(&self, edition: &Edition<'_>, index: usize) -> Option<String> {
        let book = &edition.checked.book;
        let root = match &book.decl.about.url {
            Some(url) => url.trim_end_matches('/').to_string() + "/",
            None => root(&self.places[index].html.url),
        };
        (edition.with_png && book.variant.is_some()).then(|| root + board::PREVIEW)
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
        let number = self.order.iter().position(|page| *page == index).unwrap_or(index);
        let near = |number: Option<usize>| {
            let page = number.and_then(|number| self.order.get(number));
            page.map(|page| entry(&self.places[*page]).clone())
        };
        PageView {
            title: place.html.title.clone(),
            chapter: place.chapter.clone(),
            number: number + 1,
            url: entry(place).url.clone(),
            root: root(&place.html.url),
            description: String::new(),
            preview: None,
            body,
            live: Vec::new(),
            games: false,
            previous: near(number.checked_sub(1)),
            next: near(Some(number + 1)),
        }
    }
}

impl Place {
    fn new(title: &str, path: &str, chapter: String) -> Place {
        let entry = |url: String| EntryView { title: title.to_string(), url };
        Place { chapter, html: entry(html_path(path)), markdown: entry(path.to_string()) }
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
