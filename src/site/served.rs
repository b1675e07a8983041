//! A book while its author edits it. The book is read and judged again after each change, and each
//! file of its site is made on request. The files equal those of a build, byte for byte, except
//! that pages mark complaints. Knows no network and no readers.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::build::{
    BuildPlan, DrawnDiagram, LoadedTemplates, Look, Parts, SCALE, assets, compose, draw,
    linked_files, load_templates, own_templates, report_template_fault, with_edition,
};
use crate::page::{self, Edition, InlinePicture, Neighbour, html_path};
use padma_book::judge::{Checked, CheckedDiagram, unsettled_sentences};
use padma_book::load::Session;
use padma_book::pages::marked::{add_marks, replace_marks};
use padma_book::pages::page::Page;
use padma_book::propose::{Proposal, propose_on};
use padma_book::world::{self, MAX_FILE};
use padma_picture::backend::svg;
use padma_picture::backend::svg::PagePicture;
use padma_text::LineColumn;
use padma_text::diag::{Diagnostic, Severity};

/// A file of a site.
#[derive(Clone, Debug)]
pub enum SiteFile {
    /// A finished file.
    Bytes(Vec<u8>),
    /// An SVG to be rendered as PNG, and the number of pixels for one unit of it.
    Png(String, f64),
}

/// A complaint with its place.
pub struct PlacedComplaint<'a> {
    /// The complaint.
    pub complaint: &'a Diagnostic,
    /// The file, and the line and column in it.
    pub place: Option<(&'a str, LineColumn)>,
    /// The page of the site that is made from the file.
    pub page: Option<String>,
}

/// A book as it was last read.
pub struct ServedBook {
    folder: PathBuf,
    /// The texts that were read, and the complaints about them in text order.
    pub session: Session,
    /// `None` if the book could not be read.
    pub checked: Option<Checked>,
    templates: Option<LoadedTemplates>,
    /// The other books of the site.
    neighbours: Vec<Neighbour>,
    /// The drawings made so far, in the order of the diagrams.
    drawn: Vec<Option<DrawnDiagram>>,
    /// All files except the diagrams'. Filled on the first request for a file that cannot be made
    /// alone.
    all: Option<BTreeMap<String, Vec<u8>>>,
}

impl ServedBook {
    /// Reads and judges the book in a folder. Takes over from `before` the program's own templates
    /// and the pictures of diagrams that show the same.
    pub fn read(
        content: &Path,
        folder: &Path,
        neighbours: Vec<Neighbour>,
        before: Option<ServedBook>,
    ) -> ServedBook {
        let mut book = ServedBook {
            folder: folder.to_path_buf(),
            session: Session::new(content, &[folder.to_path_buf()]),
            checked: None,
            templates: None,
            neighbours,
            drawn: Vec::new(),
            all: None,
        };
        let mut before = before;
        let session = &mut book.session;
        book.checked = session.check(folder);
        let unsettled = book.checked.iter().flat_map(unsettled_sentences);
        unsettled.for_each(|note| session.diagnostics.push(note));
        if let Some(own) = own_templates(session, folder) {
            let is_plain = |loaded: &LoadedTemplates| loaded.own.is_empty() && own.is_empty();
            let kept = before
                .as_mut()
                .and_then(|old| old.templates.take_if(|old| is_plain(old)));
            book.templates = kept.or_else(|| load_templates(session, own));
        }
        book.take_pictures(before.as_ref());
        book.rehearse();
        book.session.diagnostics.sort();
        book
    }

    /// Reuses the pictures of unchanged diagrams.
    fn take_pictures(&mut self, before: Option<&ServedBook>) {
        let Some(checked) = &self.checked else { return };
        self.drawn = checked.diagrams.iter().map(|_| None).collect();
        let Some((old, old_checked)) = before.and_then(|old| Some((old, old.checked.as_ref()?)))
        else {
            return;
        };
        let places: BTreeMap<&str, usize> = old_checked
            .diagrams
            .iter()
            .enumerate()
            .map(|(place, shown)| (id_of(old_checked, shown), place))
            .collect();
        for (diagram, drawn) in checked.diagrams.iter().zip(&mut self.drawn) {
            let Some(place) = places.get(id_of(checked, diagram)) else {
                continue;
            };
            let old_diagram = &old_checked.diagrams[*place];
            let is_same = diagram.shown == old_diagram.shown
                && number_and_title(checked, diagram) == number_and_title(old_checked, old_diagram);
            if is_same
                && variant_id(&self.session, checked, diagram)
                    == variant_id(&old.session, old_checked, old_diagram)
            {
                drawn.clone_from(&old.drawn[*place]);
            }
        }
    }

    /// Reports what would keep the book from being built, as a check does.
    fn rehearse(&mut self) {
        if self.session.diagnostics.has_errors() {
            return;
        }
        if self
            .templates
            .as_ref()
            .is_some_and(|loaded| !loaded.own.is_empty())
        {
            self.make_all();
        } else if let Some(checked) = &self.checked {
            drop(assets(&mut self.session, &self.folder, checked));
        }
    }

    /// Whether pages can be shown: every error is in the text of a page.
    pub fn is_presentable(&self) -> bool {
        let is_elsewhere = |placed: &PlacedComplaint<'_>| {
            placed.complaint.severity == Severity::Error && placed.page.is_none()
        };
        self.templates.is_some()
            && self.checked.is_some()
            && !self.complaints().iter().any(is_elsewhere)
    }

    /// Returns all complaints, in the order of the texts.
    pub fn complaints(&self) -> Vec<PlacedComplaint<'_>> {
        let sources = &self.session.sources;
        let placed = self.session.diagnostics.iter().map(|complaint| {
            let span = complaint.span();
            let place =
                span.map(|span| (sources.get(span.source).name(), sources.line_column(span)));
            let page =
                span.and_then(|span| self.pages().iter().find(|page| page.source == span.source));
            PlacedComplaint {
                complaint,
                place,
                page: page.map(|page| html_path(&page.path)),
            }
        });
        placed.collect()
    }

    /// Returns the claims that are proposed for the facts of a page, by the page's path on the site.
    pub fn proposals(&self, path: &str) -> Vec<Proposal> {
        let page = self
            .pages()
            .iter()
            .position(|page| html_path(&page.path) == path);
        let (Some(checked), Some(page)) = (&self.checked, page) else {
            return Vec::new();
        };
        propose_on(checked, &self.session.library.variants, page)
    }

    fn pages(&self) -> &[Page] {
        self.checked
            .as_ref()
            .map_or(&[], |checked| &checked.book.pages)
    }

    /// Returns a file of the site by its path; `None` if it does not exist.
    pub fn file(&mut self, path: &str) -> Option<SiteFile> {
        if let Some(file) = self.all.as_ref().and_then(|all| all.get(path)) {
            return Some(SiteFile::Bytes(file.clone()));
        }
        let alone = self
            .page(path)
            .map(|text| SiteFile::Bytes(text.into_bytes()));
        let alone = alone.or_else(|| self.picture(path));
        if let Some(file) = alone.or_else(|| self.asset(path)) {
            return Some(file);
        }
        if self.all.is_none() {
            // Drop the complaints that this adds: a check does not make them.
            let complaints = self.session.diagnostics.clone();
            self.make_all();
            self.session.diagnostics = complaints;
        }
        self.all.as_ref()?.get(path).cloned().map(SiteFile::Bytes)
    }

    /// Returns the book's card for the page over all books.
    pub fn card(&self) -> Option<Vec<u8>> {
        self.with_edition(&[], page::card)
            .map(|file| file.text.into_bytes())
    }

    fn with_edition<T>(
        &self,
        pictures: &[InlinePicture],
        make: impl FnOnce(&Edition<'_>) -> T,
    ) -> Option<T> {
        let (checked, templates) = (self.checked.as_ref()?, self.templates.as_ref()?);
        let plan = BuildPlan {
            neighbours: &self.neighbours,
            ..BuildPlan::REHEARSAL
        };
        let parts = Parts {
            templates: &templates.templates,
            pictures,
            assets: &[],
        };
        Some(with_edition(
            &self.session,
            &self.folder,
            checked,
            &plan,
            &parts,
            make,
        ))
    }

    /// Returns a page, with its complaints marked.
    pub(crate) fn page(&mut self, path: &str) -> Option<String> {
        let place = self
            .pages()
            .iter()
            .position(|page| html_path(&page.path) == path);
        let marks = place
            .map(|place| self.complaint_places(place))
            .unwrap_or_default();
        if let Some(place) = place {
            self.draw(|diagram| diagram.page == place);
        }
        let empty = InlinePicture {
            picture: PagePicture::default(),
            width: 0.0,
            alt: String::new(),
        };
        let shown = |(diagram, drawn): (&CheckedDiagram, &Option<DrawnDiagram>)| {
            let drawn = drawn.as_ref().filter(|_| Some(diagram.page) == place);
            drawn.map_or(empty.clone(), |drawn| drawn.picture.clone())
        };
        let diagrams = &self.checked.as_ref()?.diagrams;
        let pictures: Vec<InlinePicture> = diagrams.iter().zip(&self.drawn).map(shown).collect();
        let content = place.filter(|_| !marks.is_empty()).and_then(|place| {
            let page = self.checked.as_mut()?.book.pages.get_mut(place)?;
            let content = add_marks(&page.content, &marks);
            Some((place, std::mem::replace(&mut page.content, content)))
        });
        let made = self.with_edition(&pictures, |edition| page::page(edition, path));
        if let (Some((place, content)), Some(checked)) = (content, &mut self.checked) {
            checked.book.pages[place].content = content;
        }
        match made? {
            Ok(made) => made.map(|text| {
                if marks.is_empty() {
                    text
                } else {
                    marks_to_elements(&text)
                }
            }),
            Err(fault) => {
                report_template_fault(&mut self.session, &self.templates.as_ref()?.own, &fault);
                self.session.diagnostics.sort();
                None
            }
        }
    }

    /// Returns the place of each complaint about a page, with the complaint's number.
    fn complaint_places(&self, page: usize) -> Vec<(Range<usize>, usize)> {
        let source = self.pages()[page].source;
        let complaints = self.session.diagnostics.iter().enumerate();
        let places = complaints.filter_map(|(number, complaint)| {
            let span = complaint.span()?;
            (span.source == source).then(|| (span.range(), number))
        });
        places.collect()
    }

    /// Draws the wanted diagrams, except those that are drawn already.
    fn draw(&mut self, wanted: impl Fn(&CheckedDiagram) -> bool + Sync) {
        let Some(checked) = &self.checked else { return };
        let (session, look) = (&self.session, Look::of_book(&self.session, &self.folder));
        let missing = self.drawn.par_iter_mut().zip(&checked.diagrams);
        missing
            .filter(|(drawn, diagram)| drawn.is_none() && wanted(diagram))
            .for_each(|(drawn, diagram)| {
                *drawn = Some(draw(session, checked, diagram, &look));
            });
    }

    /// Returns a file of a diagram, or the picture for link previews.
    fn picture(&mut self, path: &str) -> Option<SiteFile> {
        let (stem, end) = path.strip_prefix("diagrams/")?.rsplit_once('.')?;
        let checked = self.checked.as_ref()?;
        let Some(place) = checked
            .diagrams
            .iter()
            .position(|diagram| id_of(checked, diagram) == stem)
        else {
            let preview = self.with_edition(&[], page::preview)??;
            return (preview.path == path).then_some(SiteFile::Png(preview.svg, preview.scale));
        };
        let (page, index) = (checked.diagrams[place].page, checked.diagrams[place].index);
        self.draw(|diagram| (diagram.page, diagram.index) == (page, index));
        let drawn = self.drawn.get(place)?.as_ref()?;
        match end {
            "svg" => Some(SiteFile::Bytes(
                svg::add_dark_theme(&drawn.svg, &self.session.themes_of(&self.folder)).into_bytes(),
            )),
            "txt" => Some(SiteFile::Bytes(drawn.text.clone().into_bytes())),
            "png" => Some(SiteFile::Png(drawn.svg.clone(), SCALE)),
            _ => None,
        }
    }

    /// Returns a file that books have in common, by its path beside them.
    pub fn shared_file(&self, path: &str) -> Option<&[u8]> {
        self.templates.as_ref()?.templates.shared().file(path)
    }

    /// Returns a file of the book that a page shows or links to.
    fn asset(&self, path: &str) -> Option<SiteFile> {
        let is_wanted = self
            .pages()
            .iter()
            .flat_map(linked_files)
            .any(|(_, linked)| linked == path);
        is_wanted
            .then(|| world::read_bytes(MAX_FILE, &self.folder, path).ok())?
            .map(SiteFile::Bytes)
    }

    fn make_all(&mut self) {
        self.draw(|_| true);
        let (Some(checked), Some(templates)) = (&self.checked, &self.templates) else {
            return;
        };
        let drawn: Vec<DrawnDiagram> = self.drawn.iter().flatten().cloned().collect();
        let plan = BuildPlan {
            neighbours: &self.neighbours,
            ..BuildPlan::REHEARSAL
        };
        let made = compose(
            &mut self.session,
            &self.folder,
            checked,
            templates,
            &plan,
            &drawn,
        );
        self.all = made.map(|(output, _)| output.into_files());
    }
}

/// Returns the id of a diagram, which is the stem of its files' names.
fn id_of<'a>(checked: &'a Checked, diagram: &CheckedDiagram) -> &'a str {
    &checked.book.pages[diagram.page].diagrams[diagram.index]
        .id
        .text
}

fn variant_id<'a>(session: &'a Session, checked: &Checked, diagram: &CheckedDiagram) -> &'a str {
    &session
        .library
        .variants
        .rules(checked.figure(diagram).variant)
        .variant
        .id
}

/// Returns a diagram's number in the source and its title; its picture contains both.
fn number_and_title<'a>(
    checked: &'a Checked,
    diagram: &CheckedDiagram,
) -> (Option<&'a str>, &'a str) {
    let decl = &checked.book.pages[diagram.page].diagrams[diagram.index];
    (
        decl.source_id.as_ref().map(|id| id.text.as_str()),
        &decl.title,
    )
}

/// Turns the marks of a page into elements, and removes those in the page's head.
fn marks_to_elements(html: &str) -> String {
    let (head, body) = html.split_at(html.find("<body").unwrap_or(0));
    let open = |number: &str| format!("<mark class=\"padma-flaw\" data-flaw=\"{number}\">");
    replace_marks(head, |_| String::new(), "") + &replace_marks(body, open, "</mark>")
}

#[cfg(test)]
mod tests {
    use kit::folder::{Folder, content, root};
    use kit::random::Random;

    use super::*;

    /// Makes a random edit such as an author may make by mistake.
    fn edit(text: &str, dice: &mut Random) -> String {
        let mut lines: Vec<&str> = text.lines().collect();
        let (line, below) = (dice.below(lines.len()), lines.len() - 1);
        match dice.below(5) {
            0 => drop(lines.remove(line)),
            1 => lines.insert(line, lines[line]),
            2 => lines.swap(line, (line + 1).min(below)),
            3 => {
                let swaps = [
                    ("2. g4 Qh4#", "2. h3 d5"),
                    ("rook c2", "rook b1"),
                    ("(rook, c2)", "(rook, b1)"),
                ];
                let (one, other) = swaps[dice.below(swaps.len())];
                return if text.contains(one) {
                    text.replace(one, other)
                } else {
                    text.replace(other, one)
                };
            }
            _ => {
                let mut letters: Vec<char> = text.chars().collect();
                let (at, other) = (dice.below(letters.len()), dice.below(letters.len()));
                letters[at] = *letters[other..]
                    .iter()
                    .find(|letter| letter.is_alphanumeric())
                    .unwrap_or(&'0');
                return letters.into_iter().collect();
            }
        }
        lines.join("\n") + "\n"
    }

    /// A page with claims about the two pages below.
    const REFERRING_PAGE: &str = "\
# Words

[8 cells](claim:near), [8](claim:count(reach(W1.R))), [6](claim:rk-d1). Here [g4](<claim:on chess: mate.played(2)>) was played.

```diagram W2 \"After that\"
after mate 2 white
```

After that [the game goes on](claim:outcome()).
";

    /// A page with a diagram and definitions that those claims refer to.
    const REFERRED_PAGE: &str = "\
# Web

```diagram W1 \"A Rook\"
white R rook c2
```

```claims
near = count(reach(rook, c2))
rk-d1 = count(reach(D1.R))
```
";

    /// A page with a game that those claims refer to.
    const GAME: &str = "\
# A game

```game mate \"The shortest\"
variant chess
1. f3 e5 2. g4 Qh4#
```
";

    #[test]
    fn a_book_judged_again_equals_a_book_judged_afresh() {
        let folder = Folder::new("judged-again");
        folder.copy(&root().join("tests/golden/book"), "content/small");
        folder.write("content/small/index.md", REFERRING_PAGE);
        folder.write("content/small/web.md", REFERRED_PAGE);
        folder.write("content/small/game.md", GAME);
        let book = folder
            .read("content/small/book.toml")
            .replace("rook.md\"", "rook.md\", \"web.md\", \"game.md\"");
        folder.write("content/small/book.toml", book);
        folder.copy(&content().join("rotary-chess"), "content/rotary-chess");
        let mut dice = Random(39);
        for (book, rounds) in [("small", 400), ("rotary-chess", 40)] {
            let (top, place) = (folder.path("content"), folder.path("content").join(book));
            let read = |before| ServedBook::read(&top, &place, Vec::new(), before);
            let first = read(None);
            assert!(!first.session.diagnostics.has_errors(), "{book}");
            let pages: Vec<String> = first
                .pages()
                .iter()
                .map(|page| format!("content/{book}/{}", page.path))
                .collect();
            let texts: Vec<String> = pages.iter().map(|page| folder.read(page)).collect();
            let mut served = first;
            for round in 0..rounds {
                let page = dice.below(pages.len());
                match dice.below(3) {
                    0 => pages
                        .iter()
                        .zip(&texts)
                        .for_each(|(page, text)| folder.write(page, text)),
                    _ => folder.write(&pages[page], edit(&folder.read(&pages[page]), &mut dice)),
                }
                served = read(Some(served));
                let fresh = read(None);
                let findings = |book: &ServedBook| {
                    let checked = book.checked.as_ref().unwrap();
                    let complaints: Vec<String> = book
                        .session
                        .diagnostics
                        .iter()
                        .map(|complaint| format!("{complaint:?}"))
                        .collect();
                    (
                        complaints,
                        format!(
                            "{:#?}\n{:#?}\n{:#?}",
                            checked.claims, checked.diagrams, checked.games
                        ),
                    )
                };
                let (actual, expected) = (findings(&served), findings(&fresh));
                assert_eq!(
                    actual.0, expected.0,
                    "{book}, round {round}, {}",
                    pages[page]
                );
                assert!(
                    actual.1 == expected.1,
                    "{book}, round {round}, {}",
                    pages[page]
                );
            }
        }
    }
}
