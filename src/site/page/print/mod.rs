//! Writes a book as a Typst document: the markup of its pages and, as JSON beside it, the views
//! that the templates of printed books lay out. Knows nothing of paper except its size.

mod flow;
mod markup;
mod views;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::card::piece_view;
use super::edition::Edition;
use super::front;
use super::medium::{Addresses, FileOutlines, Medium};
use super::reference;
use super::seal;
use super::text::merge;
use super::thumbnail::thumbnail;
use super::view::{BookPages, sources};
use super::words::{all_messages, page_title};
use markup::{escaped, string_literal};
use padma_book::pages::made::ReferencePage;
use padma_picture::backend::svg;
use padma_picture::scene::{self, Ink, Theme, Themes};
use padma_rules::diagram::PieceFace;
use padma_rules::model::{KindId, Owner};
use padma_templates::{PRINTED_BOOK, PRINTED_CARD, PRINTED_WORDS};
use views::Views;

/// The size of a printed book's sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paper {
    A4,
    A5,
}

impl Paper {
    /// Returns the file from which a book's template learns the size of the paper.
    pub(crate) fn file(self) -> (&'static str, &'static str) {
        let text = match self {
            Paper::A4 => "#let paper = \"a4\"",
            Paper::A5 => "#let paper = \"a5\"",
        };
        ("paper.typ", text)
    }
}

/// A document to be typeset on any size of paper.
pub(crate) struct Printed {
    /// The markup of the document.
    pub main: String,
    /// The templates, the views that they lay out, and the pictures drawn in the views, by file
    /// name.
    pub files: Vec<(String, String)>,
    /// The author's pictures that the pages show: the file name of each, and its path below the
    /// book's folder.
    pub pictures: Vec<(String, String)>,
    /// The offset at which the markup of each page begins, and the page's path.
    page_starts: Vec<(usize, String)>,
}

impl Printed {
    /// Returns the path of the page whose markup contains this offset.
    pub(crate) fn page_at(&self, at: usize) -> Option<&str> {
        let (_, path) = self
            .page_starts
            .iter()
            .rev()
            .find(|(start, _)| *start <= at)?;
        Some(path)
    }

    /// Returns all texts that may contain words to be typeset.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.files
            .iter()
            .map(|(_, text)| text.as_str())
            .chain([self.main.as_str()])
    }

    /// Replaces letters without a glyph by the replacement character.
    pub(crate) fn replace(&mut self, letters: &BTreeSet<char>) {
        let of_files = self.files.iter_mut().map(|(_, text)| text);
        for text in of_files
            .chain([&mut self.main])
            .filter(|text| text.contains(|c| letters.contains(&c)))
        {
            *text = text.replace(|c| letters.contains(&c), "\u{fffd}");
        }
    }
}

/// Writes the whole book, with fonts of these families.
pub(crate) fn book(edition: &Edition<'_>, fonts: &[String]) -> Printed {
    let outlines = FileOutlines::default();
    let mut views = Views::default();
    let mut main = String::from("#import \"/book.typ\": *\n#show: book\n\n");
    let mut page_starts = Vec::new();
    // The entries of the contents, each with its level.
    let mut titles = Vec::new();
    let reference_views = reference_views(edition, &mut views);
    let shelf = BookPages::new(edition);
    let pages = &edition.checked.book.pages;
    for (title, chapter) in shelf.chapters() {
        let level = 1 + usize::from(title.is_some());
        if let Some(title) = title {
            main.push_str(&format!("#part[{}]\n\n", escaped(title)));
            titles.push((1, title.to_string()));
        }
        for page in chapter {
            if let Some(own) = pages.get(*page) {
                page_starts.push((main.len(), own.path.clone()));
                titles.push((level, own.title.clone()));
                main.push_str(&flow::page(edition, &mut views, *page, level));
            } else if let Some(reference) = ReferencePage::ALL
                .get(*page - pages.len())
                .filter(|reference| reference_views.contains_key(reference.path()))
            {
                page_starts.push((main.len(), reference.path().to_string()));
                titles.push((level, page_title(*reference, &edition.checked.book.decl)));
                main.push_str(&format!(
                    "#made({level}, {})\n\n",
                    string_literal(reference.path())
                ));
            }
        }
    }
    let cover = front::board(edition).map(
        |board| json!({"svg": board.ornament().alone(), "alt": format!("{}. {}", board.title, board.alt)}),
    );
    let mut all = json!({
        "about": about(edition, cover),
        "titles": titles,
        "fonts": fonts,
        "front": front::view(edition, &Addresses::of(edition, Medium::Print, front::FIRST, &outlines)),
        "made": reference_views,
        "items": views.items,
        "anchors": views.anchors,
    });
    let files = files(edition, "book.typ", PRINTED_BOOK, &mut all);
    Printed {
        main,
        files,
        pictures: views.pictures,
        page_starts,
    }
}

/// Writes one sheet with all pieces of the book's variant; `None` if it has none.
pub(crate) fn card(edition: &Edition<'_>, fonts: &[String]) -> Option<Printed> {
    let rules = edition.rules()?;
    let outlines = FileOutlines::default();
    let addresses = Addresses::of(edition, Medium::Print, front::FIRST, &outlines);
    let piece = |id: KindId| {
        let kind = rules.variant.kind(id);
        let portrait = svg::ornament(&scene::lone_piece(
            &PieceFace::of(&rules.variant, id),
            &kind.letter,
            Owner::White,
            edition.fonts,
        ));
        let own = json!({"portrait": portrait.alone(), "thumbnail": thumbnail(rules, id, "card", &addresses)});
        merge(piece_view(rules, id, &addresses), own)
    };
    let mut all = json!({
        "about": about(edition, None),
        "fonts": fonts,
        "pieces": rules.variant.kind_ids().map(piece).collect::<Vec<_>>(),
    });
    let files = files(edition, "card.typ", PRINTED_CARD, &mut all);
    let main = "#import \"/card.typ\": *\n#card\n".to_string();
    Some(Printed {
        main,
        files,
        pictures: Vec::new(),
        page_starts: Vec::new(),
    })
}

/// Returns the files of a template: its text, its views, and the pictures in them.
fn files(
    edition: &Edition<'_>,
    name: &str,
    template: &str,
    views: &mut Json,
) -> Vec<(String, String)> {
    let mut pictures = BTreeMap::new();
    file_pictures(views, &edition.themes.light, &mut pictures);
    let texts = [
        (name, template.to_string()),
        ("words.typ", PRINTED_WORDS.to_string()),
        ("words.json", all_messages(edition.words()).to_string()),
        ("views.json", views.to_string()),
    ];
    let texts = texts.map(|(name, text)| (name.to_string(), text));
    texts
        .into_iter()
        .chain(pictures.into_iter().map(|(svg, name)| (name, svg)))
        .collect()
}

/// Returns the view of the book as a whole: its metadata, cover and colours.
fn about(edition: &Edition<'_>, cover: Option<Json>) -> Json {
    let decl = &edition.checked.book.decl;
    // Typst requires two or three letters.
    let language = decl
        .language
        .split('-')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let is_valid =
        matches!(language.len(), 2 | 3) && language.bytes().all(|byte| byte.is_ascii_lowercase());
    json!({
        "title": decl.title,
        "subtitle": decl.subtitle,
        "author": decl.author,
        "licence": decl.licence,
        "date": decl.date,
        "url": decl.url,
        "language": if is_valid { &language } else { "en" },
        "sources": sources(decl),
        "summary": seal::summary(edition.checked),
        "cover": cover,
        "colours": colours(&edition.themes),
    })
}

/// Returns the colours of words and lines, and of the sheet if the book sets its own.
fn colours(themes: &Themes) -> Json {
    let theme = &themes.light;
    let [paper, soft, line, text] =
        [Ink::Paper, Ink::Soft, Ink::Line, Ink::Text].map(|ink| theme.colour(ink).css());
    let is_own = *themes != Themes::BUILT_IN;
    let has_paper = theme.colour(Ink::Paper) != Theme::LIGHT.colour(Ink::Paper);
    // The built-in theme is printed in black and in the colours of marks.
    let [ink, accent, flaw] = match is_own {
        true => [text, theme.accent.css(), theme.bad.css()],
        false => [Ink::Label(Owner::White), Ink::Mark(0), Ink::Mark(2)]
            .map(|ink| theme.colour(ink).css()),
    };
    // The colours for the parts of combined pieces.
    let marks: BTreeMap<String, String> = (0..3)
        .map(Ink::Mark)
        .map(|mark| (mark.name(), theme.colour(mark).css()))
        .collect();
    json!({"marks": marks, "paper": has_paper.then_some(paper), "ink": ink, "soft": soft, "accent": accent, "flaw": flaw, "line": line})
}

/// Returns the views of the pages that are made for every book and printed, by path.
fn reference_views(edition: &Edition<'_>, views: &mut Views) -> BTreeMap<String, Json> {
    let outlines = FileOutlines::default();
    let mut all = BTreeMap::new();
    for reference in ReferencePage::ALL {
        let path = reference.path();
        if let Some(mut view) = reference::printed_view(
            reference,
            edition,
            &Addresses::of(edition, Medium::Print, path, &outlines),
        ) {
            views.register(path);
            if reference == ReferencePage::RulesOfPlay && !view.is_null() {
                ["start", "pieces"]
                    .iter()
                    .for_each(|anchor| drop(views.register(&format!("{path}#{anchor}"))));
            }
            views.give_keys(&mut view, path);
            all.insert(
                path.to_string(),
                json!({"title": page_title(reference, &edition.checked.book.decl), "view": view}),
            );
        }
    }
    all
}

/// Moves each picture in a view to a file of its own, puts the file name in its place, and removes
/// control characters. Typst hashes the arguments of every call, which is slow for a
/// long picture.
fn file_pictures(view: &mut Json, theme: &Theme, pictures: &mut BTreeMap<String, String>) {
    match view {
        Json::String(text) if text.starts_with("<svg ") && text.ends_with("</svg>") => {
            let name = format!("drawing-{}.svg", pictures.len());
            *text = pictures
                .entry(svg::to_file(text, theme))
                .or_insert(name)
                .clone();
        }
        Json::String(text) => text.retain(|c| !c.is_control() || c == '\n'),
        Json::Object(object) => object
            .values_mut()
            .for_each(|view| file_pictures(view, theme, pictures)),
        Json::Array(list) => list
            .iter_mut()
            .for_each(|view| file_pictures(view, theme, pictures)),
        _ => {}
    }
}
