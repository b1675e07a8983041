//! Writes the book as EPUB 3.3: pages as XHTML, the package file with the reading order, all in
//! one archive.
//!
//! The same book gives the same bytes: names are sorted, and no clock is read.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use rayon::prelude::*;
use roxmltree::{Document, ParsingOptions};
use serde_json::{Value as Json, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::bound::{BoundBook, FormFault, MadeForm};
use crate::page::board::COVER;
use crate::page::body::PageBody;
use crate::page::edition::Edition;
use crate::page::front;
use crate::page::leaf::Leaf;
use crate::page::media::media_type;
use crate::page::medium::{FileOutlines, Medium};
use crate::page::templates::typefaces;
use crate::page::text::{chapters_with_urls, html_path, merge, root};
use padma_book::pages::content::{NodeKind, each};
use padma_book::pages::links::resolve;
use padma_book::pages::made::ReferencePage;
use padma_picture::backend::{png, svg};
use padma_picture::scene::{Ink, Theme, Themes};
use padma_templates::EPUB_STYLE;
use padma_text::Span;

const MEDIA_TYPE: &str = "application/epub+zip";
const CONTAINER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"#;
/// The date of a book that gives none: the earliest that a ZIP archive can hold.
const NO_DAY: &str = "1980-01-01";

/// The files of the e-book, by path below its folder in the archive.
type EpubFiles = BTreeMap<String, Vec<u8>>;

/// A page of the e-book.
struct EpubPage {
    /// Its path below the book's folder.
    path: String,
    text: Vec<u8>,
    has_svg: bool,
    has_mathml: bool,
    /// The paths of the author's pictures that it shows.
    pictures: Vec<String>,
}

pub(super) fn make(bound: &BoundBook<'_>) -> MadeForm {
    let leaves = bound.leaves.par_iter();
    let leaves = leaves.filter(|leaf| Medium::Epub.has_page(leaf.path(bound.edition)));
    let pages: Vec<Result<EpubPage, FormFault>> = leaves.map(|leaf| page(bound, *leaf)).collect();
    let pages: Vec<EpubPage> = pages.into_iter().collect::<Result<_, _>>()?;
    let mut files = EpubFiles::new();
    for page in &pages {
        files.insert(page.path.clone(), page.text.clone());
    }
    let shown: Vec<&String> = pages.iter().flat_map(|page| &page.pictures).collect();
    let assets = bound.edition.assets.iter();
    files.extend(assets.filter(|(path, _)| shown.contains(&path)).cloned());
    files.extend(typefaces().map(|(path, bytes)| (path, bytes.to_vec())));
    files.insert(
        "style.css".into(),
        style(&bound.edition.themes).into_bytes(),
    );
    let path = |url: &str| {
        Some(xhtml_path(url)).filter(|path| pages.iter().any(|page| page.path == *path))
    };
    let chapters = chapters_with_urls(bound.book, path);
    let about = merge(about(bound), json!({"chapters": chapters}));
    files.extend(cover(bound)?.map(|bytes| (COVER.to_string(), bytes)));
    let board =
        front::board(bound.edition).map(|board| svg::in_xml(&board.inline("cover").alone()));
    let view = merge(about.clone(), json!({"board": board, "root": ""}));
    files.insert(
        "cover.xhtml".into(),
        render(bound, "epub-cover.html", &view)?,
    );
    files.insert("nav.xhtml".into(), render(bound, "epub-nav.html", &about)?);
    let package = merge(about, package(bound, &pages, &files));
    let package = render(bound, "epub-package.xml", &package)?;
    files.insert("package.opf".into(), package);
    let packed =
        pack(&files).map_err(|error| FormFault::Other(format!("cannot be packed: {error}")))?;
    Ok(vec![packed])
}

/// Maps a page's path on the site to its path in the e-book.
fn xhtml_path(site: &str) -> String {
    format!("{}.xhtml", site.trim_end_matches(".html"))
}

/// Writes a page, and finds the properties that the package file must list for it.
///
/// # Errors
///
/// If the page is not XML, because of the author's own HTML or of a template of the book.
fn page(bound: &BoundBook<'_>, leaf: Leaf) -> Result<EpubPage, FormFault> {
    let edition = bound.edition;
    let outlines = FileOutlines::default();
    let PageBody { html, notes, .. } = leaf.html(edition, Medium::Epub, &outlines)?;
    let outlines = svg::in_xml(&outlines.into_inner().element());
    let source = leaf.path(edition);
    let view = json!({
        "book": bound.book,
        "title": leaf.title(edition),
        "root": root(source),
        "kind": if leaf.is_appendix() { "appendix" } else { "chapter" },
        "body": outlines + &html,
        "notes": notes,
    });
    let text = render(bound, "epub-page.html", &view)?;
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    // The output of a template is text.
    let written = std::str::from_utf8(&text).unwrap_or_default();
    let document = Document::parse_with_options(written, options).map_err(|error| {
        // The place is one in the written page, which the author does not see.
        let error = error.to_string();
        let why = error.rsplit_once(" at ").map_or(&*error, |(why, _)| why);
        malformed(edition, leaf, why)
    })?;
    let elements = || document.descendants().filter(|node| node.is_element());
    let has = |name: &str| elements().any(|node| node.tag_name().name() == name);
    let pictures = elements()
        .filter_map(|node| node.attribute("src"))
        .filter_map(|path| resolve(source, path))
        .collect();
    let (has_svg, has_mathml) = (has("svg"), has("math"));
    Ok(EpubPage {
        path: format!("{}.xhtml", source.trim_end_matches(".md")),
        has_svg,
        has_mathml,
        pictures,
        text,
    })
}

/// Returns the fault of a page that is not XML: of its own HTML, if it has any.
fn malformed(edition: &Edition<'_>, leaf: Leaf, error: &str) -> FormFault {
    if let Leaf::Own(index) = leaf {
        let page = &edition.checked.book.pages[index];
        let mut first = None;
        each(&page.content, &mut |node| {
            let is_html = matches!(node.kind, NodeKind::Html(_) | NodeKind::InlineHtml(_));
            if first.is_none() && is_html {
                first = Some(Span::new(page.source, node.range.clone()));
            }
        });
        if let Some(span) = first {
            let why = error.to_string();
            return FormFault::RawHtml { span, why };
        }
    }
    let path = leaf.path(edition);
    FormFault::Other(format!(
        "cannot be made from the page `{path}`, which its templates do not write as XML: {error}"
    ))
}

/// Returns the style sheet, with the background colour of the book's own themes.
fn style(themes: &Themes) -> String {
    let Themes { light, dark } = Themes::BUILT_IN;
    let both = [(light, themes.light), (dark, themes.dark)];
    let paper = |theme: &Theme| theme.colour(Ink::Paper).css();
    let style =
        |css: String, (usual, own): &(Theme, Theme)| css.replace(&paper(usual), &paper(own));
    svg::fixed_css(themes) + &both.iter().fold(EPUB_STYLE.to_string(), style)
}

fn render(bound: &BoundBook<'_>, template: &str, view: &Json) -> Result<Vec<u8>, FormFault> {
    let mut text = bound.edition.templates.render(template, view)?;
    // XML allows no other control characters, not even as numeric references.
    text.retain(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r'));
    Ok(text.into_bytes())
}

/// Returns the view of the book with its metadata for e-book libraries.
fn about(bound: &BoundBook<'_>) -> Json {
    let book = &bound.edition.checked.book;
    let about = &book.decl;
    json!({
        "book": bound.book,
        "identifier": about.id.as_ref().or(about.url.as_ref()).unwrap_or(&book.name),
        "modified": format!("{}T00:00:00Z", about.date.as_deref().unwrap_or(NO_DAY)),
    })
}

/// Returns the view of the package file: the files of the e-book, and the reading order of its
/// pages.
fn package(bound: &BoundBook<'_>, pages: &[EpubPage], files: &EpubFiles) -> Json {
    let item = |(number, path): (usize, &String)| {
        let page = pages.iter().find(|page| page.path == *path);
        let candidates = [
            ("nav", path == "nav.xhtml"),
            ("cover-image", path == COVER),
            (
                "svg",
                path == "cover.xhtml" && bound.edition.checked.book.variant.is_some(),
            ),
            ("svg", page.is_some_and(|page| page.has_svg)),
            ("mathml", page.is_some_and(|page| page.has_mathml)),
        ];
        let properties: Vec<&str> = candidates
            .into_iter()
            .filter(|(_, has)| *has)
            .map(|(name, _)| name)
            .collect();
        json!({"id": format!("f{number}"), "path": path, "type": media_type(path), "properties": properties.join(" ")})
    };
    let items: Vec<Json> = files.keys().enumerate().map(item).collect();
    let id = |path: &str| {
        items
            .iter()
            .find(|item| item["path"] == path)
            .map(|item| item["id"].clone())
    };
    let checks = xhtml_path(&html_path(ReferencePage::Checks.path()));
    let page = |page: &EpubPage| json!({"id": id(&page.path), "linear": page.path != checks});
    let spine: Vec<Json> = pages.iter().map(page).collect();
    json!({"items": items, "spine": spine, "cover": id("cover.xhtml"), "nav": id("nav.xhtml")})
}

/// Draws the cover with which e-book libraries show the book, if the book has a board.
fn cover(bound: &BoundBook<'_>) -> Result<Option<Vec<u8>>, FormFault> {
    let decl = &bound.edition.checked.book.decl;
    let Some(board) = front::board(bound.edition) else {
        return Ok(None);
    };
    let author = decl.author.as_deref().unwrap_or_default();
    let cover = board.cover(&decl.title, author, bound.edition.fonts);
    let drawn = png::render(&cover.svg, cover.scale);
    drawn
        .map(Some)
        .map_err(|error| FormFault::Other(format!("cannot be given a cover: {error}")))
}

/// Packs the archive: the media type comes first and uncompressed, then the container file, then
/// the rest sorted by name.
fn pack(files: &EpubFiles) -> zip::result::ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .last_modified_time(DateTime::DEFAULT)
        .unix_permissions(0o644);
    let (stored, packed) = (
        options.compression_method(CompressionMethod::Stored),
        options.compression_method(CompressionMethod::Deflated),
    );
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("mimetype", stored)?;
    archive.write_all(MEDIA_TYPE.as_bytes())?;
    archive.start_file("META-INF/container.xml", packed)?;
    archive.write_all(CONTAINER.as_bytes())?;
    for (path, bytes) in files {
        archive.start_file(format!("EPUB/{path}"), packed)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
