//! Turns a judged book into all the files a build writes.

#[cfg(feature = "pdf")]
mod printed;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::page::{
    self, BookForm, Edition, Files, FormFault, InlinePicture, Neighbour, PngPicture, TemplateFault,
    Templates,
};
use padma_book::judge::{Checked, CheckedDiagram, Strength};
use padma_book::load::display_path;
use padma_book::load::letters;
use padma_book::load::{Session, Watcher};
use padma_book::pages::links::resolve;
use padma_book::pages::page::{Link, Page};
use padma_book::world::{self, MAX_FILE, Output};
use padma_picture::backend::{ascii, png, svg};
use padma_picture::scene::{self, Fonts, Theme};
use padma_picture::words::describe;
use padma_text::diag::{Code, Diagnostic};
use padma_text::{SourceId, Span};

/// Scale of the large pictures: pixels for one unit of the SVG.
pub const SCALE: f64 = 2.0;

/// A diagram in every form except PNG, which is made from the SVG.
#[derive(Clone)]
pub struct DrawnDiagram {
    pub(super) id: String,
    pub(super) picture: InlinePicture,
    /// A standalone SVG file, in the light theme.
    pub svg: String,
    /// The diagram as text.
    pub text: String,
}

/// The options of a build.
pub struct BuildPlan<'a> {
    /// Whether every picture is written as PNG too.
    pub with_png: bool,
    /// For each claim, a change that makes it fail; `None` if no search was made.
    pub strength: Option<&'a Strength>,
    /// The other books in the output folder.
    pub neighbours: &'a [Neighbour],
    /// The further forms to write, such as EPUB.
    pub forms: &'a [&'a BookForm],
    /// Counts the pictures as they are made.
    pub watcher: &'a dyn Watcher,
}

impl BuildPlan<'_> {
    /// The plan for output that is not kept: a trial, or a site whose pages are made on request.
    pub(super) const REHEARSAL: BuildPlan<'static> = BuildPlan {
        with_png: true,
        strength: None,
        neighbours: &[],
        forms: &[],
        watcher: &(),
    };
}

/// Reports what would keep a judged book from being built: faulty templates and missing files.
/// Renders all pages if the book has templates of its own and no errors.
pub fn rehearse(session: &mut Session, folder: &Path, checked: &Checked) {
    let Some(own) = own_templates(session, folder) else {
        return;
    };
    let templates = if own.is_empty() {
        None
    } else {
        load_templates(session, own)
    };
    if session.diagnostics.has_errors() {
        return;
    }
    match templates {
        Some(templates) => {
            let drawn = draw_all(session, folder, checked, &());
            drop(compose(
                session,
                folder,
                checked,
                &templates,
                &BuildPlan::REHEARSAL,
                &drawn,
            ));
        }
        None => drop(assets(session, folder, checked)),
    }
}

/// Makes all files of a judged book; `None` after an error.
pub fn build(
    session: &mut Session,
    folder: &Path,
    checked: &Checked,
    plan: &BuildPlan<'_>,
) -> Option<Output> {
    let own = own_templates(session, folder)?;
    let templates = load_templates(session, own)?;
    let drawn = draw_all(session, folder, checked, plan.watcher);
    let (mut output, preview) = compose(session, folder, checked, &templates, plan, &drawn)?;
    if plan.with_png {
        plan.watcher.begin("making PNG pictures,", drawn.len());
        let pngs = drawn.par_iter().map(|drawn| png::render(&drawn.svg, SCALE));
        let pngs: Vec<_> = pngs.inspect(|_| plan.watcher.step()).collect();
        let diagrams = drawn.iter().zip(pngs).map(|(drawn, png)| {
            (
                format!("the diagram `{}`", drawn.id),
                format!("diagrams/{}.png", drawn.id),
                png,
            )
        });
        let preview = preview.map(|PngPicture { path, svg, scale }| {
            (
                "the picture for previews".to_string(),
                path.to_string(),
                png::render(&svg, scale),
            )
        });
        for (what, path, png) in diagrams.chain(preview) {
            match png {
                Ok(bytes) => add(session, &mut output, path, bytes),
                Err(error) => {
                    let message = format!("{what} cannot be drawn: {error}");
                    return session.diagnostics.refuse_unplaced(Code::TooLarge, message);
                }
            }
        }
    }
    let themes = session.themes_of(folder);
    for drawn in drawn {
        let path = format!("diagrams/{}.svg", drawn.id);
        let picture = svg::add_dark_theme(&drawn.svg, &themes);
        add(session, &mut output, path, picture);
        add(
            session,
            &mut output,
            format!("diagrams/{}.txt", drawn.id),
            drawn.text,
        );
    }
    if session.diagnostics.has_errors() {
        None
    } else {
        Some(output)
    }
}

/// Draws all diagrams of a judged book.
pub(super) fn draw_all(
    session: &Session,
    folder: &Path,
    checked: &Checked,
    watcher: &dyn Watcher,
) -> Vec<DrawnDiagram> {
    watcher.begin("drawing", checked.diagrams.len());
    let look = Look::of_book(session, folder);
    let drawn = checked
        .diagrams
        .par_iter()
        .map(|diagram| draw(session, checked, diagram, &look));
    drawn.inspect(|_| watcher.step()).collect()
}

/// The inputs of the pages other than the book itself.
pub(super) struct Parts<'a> {
    pub templates: &'a Templates,
    /// The pictures, in the order of the book's diagrams.
    pub pictures: &'a [InlinePicture],
    /// The files that pages show or link to, by path.
    pub assets: &'a [(String, Vec<u8>)],
}

/// Builds the edition of a judged book and passes it to `make`.
pub(super) fn with_edition<T>(
    session: &Session,
    folder: &Path,
    checked: &Checked,
    plan: &BuildPlan<'_>,
    parts: &Parts<'_>,
    make: impl FnOnce(&Edition<'_>) -> T,
) -> T {
    let of_book = session
        .library
        .variants_of_book(folder, checked.book.variant);
    parts.templates.reset_counts();
    make(&Edition {
        checked,
        variants: &session.library.variants,
        variant_indices: &of_book,
        sources: &session.sources,
        pictures: parts.pictures,
        templates: parts.templates,
        fonts: &session.fonts_of(folder),
        themes: session.themes_of(folder),
        with_png: plan.with_png,
        strength: plan.strength,
        neighbours: plan.neighbours,
        library: &session.library,
        assets: parts.assets,
        ticked: OnceLock::new(),
        compared: OnceLock::new(),
        said: checked.claims.iter().map(|_| OnceLock::new()).collect(),
    })
}

/// Makes the files of a judged book, except the PNG files and the standalone diagram files.
pub(super) fn compose(
    session: &mut Session,
    folder: &Path,
    checked: &Checked,
    templates: &LoadedTemplates,
    plan: &BuildPlan<'_>,
    drawn: &[DrawnDiagram],
) -> Option<(Output, Option<PngPicture>)> {
    let pictures: Vec<InlinePicture> = drawn.iter().map(|drawn| drawn.picture.clone()).collect();
    #[cfg(feature = "pdf")]
    if plan.forms.iter().any(|form| form.name == "pdf") {
        letters::check_printed(folder, checked, session);
        printed::check(checked, session);
        if session.diagnostics.has_errors() {
            return None;
        }
    }
    let assets = assets(session, folder, checked);
    let parts = Parts {
        templates: &templates.templates,
        pictures: &pictures,
        assets: &assets,
    };
    let made = |edition: &Edition<'_>| (page::files(edition, plan.forms), page::preview(edition));
    let (made, preview) = with_edition(session, folder, checked, plan, &parts, made);
    let mut output = Output::default();
    match made {
        Ok(Files { texts, forms }) => {
            texts
                .into_iter()
                .for_each(|file| add(session, &mut output, file.path, file.text));
            forms
                .into_iter()
                .for_each(|(path, bytes)| add(session, &mut output, path, bytes));
        }
        Err(FormFault::Template(fault)) => {
            report_template_fault(session, &templates.own, &fault);
            return None;
        }
        #[cfg(feature = "pdf")]
        Err(FormFault::Picture { path, why }) => {
            session.diagnostics.push(printed::unprintable_picture(
                &checked.book.pages,
                &path,
                &why,
            ));
            return None;
        }
        Err(FormFault::RawHtml { span, why }) => {
            let message = "an EPUB can hold HTML only if it is XML as well";
            let complaint = Diagnostic::error(Code::RawHtml, message)
                .at(span, why)
                .help("close every element, `<br/>` too, and put values in quotes");
            session.diagnostics.push(complaint);
            return None;
        }
        Err(FormFault::Other(why)) => {
            let message = format!("another form of `{}` {why}", checked.book.name);
            return session.diagnostics.refuse_unplaced(Code::TooLarge, message);
        }
    }
    output.shared = Some(templates.templates.shared().clone());
    for (path, bytes) in assets {
        add(
            session,
            &mut output,
            page::markdown_path(&path),
            bytes.clone(),
        );
        add(session, &mut output, path, bytes);
    }
    Some((output, preview))
}

/// Draws a diagram that belongs to no book, with the font of its variant's book; `None` if it has
/// letters that the font lacks. The text form needs no font.
pub fn draw_alone(
    session: &mut Session,
    variant: &str,
    checked: &Checked,
    as_text: bool,
) -> Option<DrawnDiagram> {
    let folder = session.library.folder(variant);
    if let Some(folder) = folder.as_ref().filter(|_| !as_text) {
        letters::read_font_and_theme(folder, session);
    }
    let folder = folder.unwrap_or_default();
    if !as_text {
        letters::check(&folder, checked, &[], session);
    }
    if session.diagnostics.has_errors() {
        return None;
    }
    let look = Look::of_book(session, &folder);
    checked
        .diagrams
        .first()
        .map(|diagram| draw(session, checked, diagram, &look))
}

/// The fonts and colours of a book's pictures.
#[derive(Debug)]
pub struct Look<'a> {
    pub(super) fonts: Fonts<'a>,
    /// The colours of picture files.
    pub(super) theme: Theme,
}

impl Look<'_> {
    /// The look of a book that sets none.
    pub const BUILT_IN: Look<'static> = Look {
        fonts: Fonts::BUILT_IN,
        theme: Theme::LIGHT,
    };

    /// The look of the book in a folder.
    pub(super) fn of_book<'a>(session: &'a Session, folder: &Path) -> Look<'a> {
        Look {
            fonts: session.fonts_of(folder),
            theme: session.themes_of(folder).light,
        }
    }
}

/// Draws a judged diagram.
pub fn draw(
    session: &Session,
    checked: &Checked,
    diagram: &CheckedDiagram,
    look: &Look<'_>,
) -> DrawnDiagram {
    let decl = &checked.book.pages[diagram.page].diagrams[diagram.index];
    let figure = checked.figure(diagram);
    let board = &session.library.variants.rules(figure.variant).variant.board;
    let words = session.words;
    // A page writes the legend itself, at its own text size.
    let options = scene::Options {
        fonts: &look.fonts,
        words,
        ..scene::Options::default()
    };
    let bare = scene::lay_out(&diagram.shown, board, &options);
    let title = if decl.title.is_empty() {
        &decl.source_id.as_ref().unwrap_or(&decl.id).text
    } else {
        &decl.title
    };
    let alt = describe(&diagram.shown, board, words);
    let picture = InlinePicture {
        picture: svg::inline(&bare, &decl.id.text, title, &alt),
        width: bare.view.width / scene::UNIT,
        alt: alt.clone(),
    };
    let whole = scene::with_legend(bare, &diagram.shown, &options);
    DrawnDiagram {
        id: decl.id.text.clone(),
        svg: svg::standalone(&whole, &look.theme, title, &alt),
        text: ascii::draw(&diagram.shown, board, words),
        picture,
    }
}

/// Adds a file, or complains if two files would have the same path.
fn add(session: &mut Session, output: &mut Output, path: String, bytes: impl Into<Vec<u8>>) {
    let shown = path.clone();
    if !output.add(path, bytes) {
        let message = format!("two files of this book would be written to `{shown}`");
        let complaint = Diagnostic::error(Code::DoubledName, message);
        let help = "names that differ only in case are the same on some systems";
        session.diagnostics.push(complaint.help(help));
    }
}

/// Reads the files, other than pages, that pages show or link to. Returns each with its path.
pub(super) fn assets(
    session: &mut Session,
    folder: &Path,
    checked: &Checked,
) -> Vec<(String, Vec<u8>)> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut assets = Vec::new();
    for (link, path) in checked.book.pages.iter().flat_map(linked_files) {
        if !seen.insert(path.clone()) {
            continue;
        }
        match world::read_bytes(MAX_FILE, folder, &path) {
            Ok(bytes) => assets.push((path, bytes)),
            Err(error) => {
                let message = format!("`{path}` cannot be read: {}", world::reason(&error));
                session.diagnostics.error(
                    Code::MissingFile,
                    message,
                    link.span,
                    "this page shows or links to it",
                );
            }
        }
    }
    assets
}

/// Returns the paths of the files, other than pages, that a page shows or links to, each with its
/// link.
pub(super) fn linked_files(page: &Page) -> impl Iterator<Item = (&Link, String)> {
    let links = page
        .links
        .iter()
        .filter(|link| !link.is_external() && !link.target.starts_with('#'));
    let paths =
        links.filter_map(|link| Some((link, resolve(&page.path, link.target.split('#').next()?)?)));
    paths.filter(|(_, path)| !path.ends_with(".md") && !path.is_empty())
}

/// The templates, and the sources of those that the book itself has.
pub(super) struct LoadedTemplates {
    pub(super) templates: Arc<Templates>,
    pub(super) own: Vec<(String, SourceId)>,
}

/// Reads the templates in a book's folder `templates`, and warns of files that replace none;
/// `None` if a template cannot be read.
pub(super) fn own_templates(session: &mut Session, book: &Path) -> Option<Vec<(String, SourceId)>> {
    let folder = book.join("templates");
    for name in world::entry_names(&folder)
        .into_iter()
        .filter(|name| !name.starts_with('.'))
    {
        if !Templates::names().any(|known| known == name) {
            let path = display_path(&folder.join(&name));
            let complaint = Diagnostic::warning(
                Code::Template,
                format!("`{path}` does not replace any template"),
            );
            session
                .diagnostics
                .push(complaint.suggest(&name, Templates::names()));
        }
    }
    let mut own = Vec::new();
    for name in Templates::names() {
        let path = folder.join(name);
        if path.is_file() {
            let shown = display_path(&path);
            let id = world::read_inside(
                book,
                &path,
                &shown,
                &mut session.sources,
                &mut session.diagnostics,
            )?;
            own.push((name.to_string(), id));
        }
    }
    Some(own)
}

/// Loads the book's own templates, and the built-in ones that they do not replace.
pub(super) fn load_templates(
    session: &mut Session,
    own: Vec<(String, SourceId)>,
) -> Option<LoadedTemplates> {
    let text = |(name, id): &(String, SourceId)| {
        (name.clone(), session.sources.get(*id).text().to_string())
    };
    let texts: Vec<(String, String)> = own.iter().map(text).collect();
    let loaded = match texts.is_empty() {
        true => Templates::built_in(session.words),
        false => Templates::new(&texts, session.words).map(Arc::new),
    };
    let faults = match loaded {
        Ok(templates) => return Some(LoadedTemplates { templates, own }),
        Err(faults) => faults,
    };
    faults
        .iter()
        .for_each(|fault| report_template_fault(session, &own, fault));
    None
}

/// Reports a template's fault, at its place if the template is the book's own.
pub(super) fn report_template_fault(
    session: &mut Session,
    own: &[(String, SourceId)],
    fault: &TemplateFault,
) {
    let message = format!(
        "the template `{}` does not work: {}",
        fault.template, fault.message
    );
    let complaint = Diagnostic::error(Code::Template, message);
    let source = own
        .iter()
        .find(|(name, _)| *name == fault.template)
        .map(|(_, id)| *id);
    session.diagnostics.push(match (source, &fault.range) {
        (Some(id), Some(range)) => complaint.at(Span::new(id, range.clone()), "here"),
        _ => complaint,
    });
}
