//! Turns a judged book into all the files a build writes.

use std::path::Path;

use rayon::prelude::*;

use super::letters;
use super::library::shown;
use super::session::{Session, Watcher};
use crate::backend::{ascii, png, svg};
use crate::book::links::resolve;
use crate::diag::{Code, Diagnostic};
use crate::judge::{Checked, CheckedDiagram, Strength};
use crate::page::{self, Edition, Neighbour, Picture, Preview, TemplateFault, Templates, sheets};
use crate::scene::{self, Fonts, Theme};
use crate::text::{SourceId, Span};
use crate::world::{self, Output};

/// How large pictures are made: pixels to one unit of the SVG.
pub const SCALE: f64 = 2.0;

/// A diagram in every form but PNG, which is made from the SVG.
pub struct Drawn {
    id: String,
    picture: Picture,
    /// A file of its own, in the light theme.
    pub svg: String,
    pub(crate) text: String,
}

/// How books are built.
pub struct Plan<'a> {
    /// Whether every picture is written as PNG too.
    pub with_png: bool,
    /// What makes each of its claims fail, where that was looked for.
    pub strength: Option<&'a Strength>,
    /// The other books beside which the book will stand.
    pub neighbours: &'a [Neighbour],
    /// What counts the pictures as they are made.
    pub watcher: &'a dyn Watcher,
}

impl Plan<'_> {
    const REHEARSAL: Plan<'static> = Plan { with_png: true, strength: None, neighbours: &[], watcher: &() };
}

/// Finds what would keep a judged book from being built: templates and files that it shows. Where the book has
/// templates of its own and nothing else is wrong, all its pages are made with them.
pub(crate) fn rehearse(session: &mut Session, folder: &Path, checked: &Checked) {
    let Some(own) = own_templates(session, folder) else { return };
    let templates = if own.is_empty() { None } else { load_templates(session, own) };
    if session.diagnostics.has_errors() {
        return;
    }
    match templates {
        Some(templates) => drop(compose(session, folder, checked, &templates, &Plan::REHEARSAL)),
        None => add_assets(session, folder, checked, &mut Output::default()),
    }
}

/// Draws and writes a judged book; `None` if a template or a picture is at fault.
pub fn build(session: &mut Session, folder: &Path, checked: &Checked, plan: &Plan<'_>) -> Option<Output> {
    let own = own_templates(session, folder)?;
    let templates = load_templates(session, own)?;
    let Composed { mut output, drawn, preview } = compose(session, folder, checked, &templates, plan)?;
    if plan.with_png {
        plan.watcher.begin("making PNG pictures,", drawn.len());
        let pngs = drawn.par_iter().map(|drawn| png::render(&drawn.svg, SCALE));
        let pngs: Vec<_> = pngs.inspect(|_| plan.watcher.step()).collect();
        let diagrams = drawn.iter().zip(pngs).map(|(drawn, png)| {
            (format!("the diagram `{}`", drawn.id), format!("diagrams/{}.png", drawn.id), png)
        });
        let preview = preview.map(|Preview { path, svg, scale }| {
            ("the picture for previews".to_string(), path.to_string(), png::render(&svg, scale))
        });
        for (what, path, png) in diagrams.chain(preview) {
            match png {
                Ok(bytes) => add(session, &mut output, path, bytes),
                Err(error) => {
                    let message = format!("{what} cannot be drawn: {error}");
                    session.diagnostics.push(Diagnostic::error(Code::TooLarge, message));
                    return None;
                }
            }
        }
    }
    for drawn in drawn {
        add(session, &mut output, format!("diagrams/{}.svg", drawn.id), drawn.svg);
        add(session, &mut output, format!("diagrams/{}.txt", drawn.id), drawn.text);
    }
    if session.diagnostics.has_errors() { None } else { Some(output) }
}

/// All that a build writes but PNG files and the diagrams in files of their own, and those diagrams.
struct Composed {
    output: Output,
    drawn: Vec<Drawn>,
    preview: Option<Preview>,
}

/// Makes a judged book's files.
fn compose(
    session: &mut Session,
    folder: &Path,
    checked: &Checked,
    templates: &Loaded,
    plan: &Plan<'_>,
) -> Option<Composed> {
    plan.watcher.begin("drawing", checked.diagrams.len());
    let font = session.fonts.get(folder).cloned();
    let fonts = letters::fonts(font.as_ref());
    let drawn = checked.diagrams.par_iter().map(|diagram| draw(session, checked, diagram, &fonts));
    let drawn: Vec<Drawn> = drawn.inspect(|_| plan.watcher.step()).collect();
    let pictures: Vec<Picture> = drawn.iter().map(|drawn| drawn.picture.clone()).collect();
    let of_book = session.library.of_book(folder, checked.book.variant);
    let edition = Edition {
        checked,
        variants: &session.library.variants,
        of_book: &of_book,
        sources: &session.sources,
        pictures: &pictures,
        templates: &templates.templates,
        fonts: &fonts,
        with_png: plan.with_png,
        strength: plan.strength,
        neighbours: plan.neighbours,
    };
    let mut output = Output::default();
    let (made, preview) = (sheets(&edition), page::preview(&edition));
    match made {
        Ok(sheets) => sheets.into_iter().for_each(|sheet| add(session, &mut output, sheet.path, sheet.text)),
        Err(fault) => {
            complain(session, &templates.own, &fault);
            return None;
        }
    }
    page::typefaces().for_each(|(path, bytes)| add(session, &mut output, path, bytes));
    add_assets(session, folder, checked, &mut output);
    Some(Composed { output, drawn, preview })
}

/// Draws a diagram that stands in no book, with the font of the book that its variant is of; `None` if it has letters that
/// cannot be drawn. As text it needs no font.
pub(crate) fn draw_alone(
    session: &mut Session,
    variant: &str,
    checked: &Checked,
    as_text: bool,
) -> Option<Drawn> {
    let folder = session.library.folder(variant);
    if let Some(folder) = folder.as_ref().filter(|_| !as_text) {
        letters::read_alone(folder, session);
    }
    let folder = folder.unwrap_or_default();
    if !as_text {
        letters::check(&folder, checked, &[], session);
    }
    if session.diagnostics.has_errors() {
        return None;
    }
    let fonts = letters::fonts(session.fonts.get(&folder));
    checked.diagrams.first().map(|diagram| draw(session, checked, diagram, &fonts))
}

/// Draws a judged diagram.
pub fn draw(session: &Session, checked: &Checked, diagram: &CheckedDiagram, fonts: &Fonts<'_>) -> Drawn {
    let decl = &checked.book.pages[diagram.page].diagrams[diagram.index];
    let figure = checked.figure(diagram);
    let board = &session.library.variants.rules(figure.variant).variant.board;
    let lay_out = |legend| {
        let options = scene::Options { legend, fonts, ..scene::Options::default() };
        scene::lay_out(&diagram.shown, board, &options)
    };
    // A page writes the legend itself, in letters of its own size.
    let bare = lay_out(false);
    let number = &decl.source_id.as_ref().unwrap_or(&decl.id).text;
    let title = if decl.title.is_empty() { number.clone() } else { format!("{number} {}", decl.title) };
    let alt = diagram.shown.describe(board);
    Drawn {
        id: decl.id.text.clone(),
        svg: svg::standalone(&lay_out(true), &Theme::LIGHT, &title, &alt),
        text: ascii::draw(&diagram.shown, board),
        picture: Picture {
            inline: svg::inline(&bare, &decl.id.text, &title, &alt),
            width: bare.view.width / scene::UNIT,
            alt,
        },
    }
}

/// Adds a file, or complains of two that would lie in one place.
fn add(session: &mut Session, output: &mut Output, path: String, bytes: impl Into<Vec<u8>>) {
    let shown = path.clone();
    if !output.add(path, bytes) {
        let message = format!("two files of this book would be written to `{shown}`");
        let complaint = Diagnostic::error(Code::DoubledName, message);
        session
            .diagnostics
            .push(complaint.help("names that differ in case alone are one name on some systems"));
    }
}

/// Files that pages show or link to, besides pages.
fn add_assets(session: &mut Session, folder: &Path, checked: &Checked, output: &mut Output) {
    let book = &checked.book;
    let mut added: Vec<String> = Vec::new();
    for page in &book.pages {
        for link in page.links.iter().filter(|link| !link.is_external()) {
            let path = link.target.split('#').next().unwrap_or_default();
            let Some(path) = resolve(&page.path, path) else { continue };
            if path.ends_with(".md")
                || path.is_empty()
                || added.contains(&path)
                || link.target.starts_with('#')
            {
                continue;
            }
            match world::bytes(folder, &path) {
                Ok(bytes) => add(session, output, path.clone(), bytes),
                Err(error) => {
                    let message = format!("`{path}` cannot be read: {}", world::reason(&error));
                    session.diagnostics.error(Code::MissingFile, message, link.span, "wanted here");
                }
            }
            added.push(path);
        }
    }
}

/// Templates, and where the book's own were read.
struct Loaded {
    templates: Templates,
    own: Vec<(String, SourceId)>,
}

/// The templates in a book's folder `templates`; `None` if one cannot be read.
fn own_templates(session: &mut Session, book: &Path) -> Option<Vec<(String, SourceId)>> {
    let folder = book.join("templates");
    for name in world::names(&folder).into_iter().filter(|name| !name.starts_with('.')) {
        if !Templates::names().any(|known| known == name) {
            let path = shown(&folder.join(&name));
            let complaint =
                Diagnostic::warning(Code::Template, format!("`{path}` takes no template's place"));
            session.diagnostics.push(complaint.suggest(&name, Templates::names()));
        }
    }
    let mut own = Vec::new();
    for name in Templates::names() {
        let path = folder.join(name);
        if path.is_file() {
            let shown = shown(&path);
            let id = world::read_in(book, &path, &shown, &mut session.sources, &mut session.diagnostics)?;
            own.push((name.to_string(), id));
        }
    }
    Some(own)
}

/// The built-in templates, and in their place the book's own.
fn load_templates(session: &mut Session, own: Vec<(String, SourceId)>) -> Option<Loaded> {
    let texts: Vec<(String, String)> =
        own.iter().map(|(name, id)| (name.clone(), session.sources.get(*id).text().to_string())).collect();
    match Templates::new(&texts) {
        Ok(templates) => Some(Loaded { templates, own }),
        Err(faults) => {
            faults.iter().for_each(|fault| complain(session, &own, fault));
            None
        }
    }
}

fn complain(session: &mut Session, own: &[(String, SourceId)], fault: &TemplateFault) {
    let message = format!("the template `{}` does not work: {}", fault.template, fault.message);
    let complaint = Diagnostic::error(Code::Template, message);
    let source = own.iter().find(|(name, _)| *name == fault.template).map(|(_, id)| *id);
    session.diagnostics.push(match (source, &fault.range) {
        (Some(id), Some(range)) => complaint.at(Span::new(id, range.clone()), "here"),
        _ => complaint,
    });
}
