//! Writes the whole book as one HTML file: it fetches nothing, and every link within the book
//! leads to a place in the file.

use std::collections::BTreeSet;

use serde_json::json;

use super::bound::{BoundBook, MadeForm};
use crate::page::edition::TextFile;
use crate::page::linked::data_url;
use crate::page::medium::{Addresses, FileOutlines, Medium, id_in_single};
use crate::page::passage::Section;
use crate::page::search;
use crate::page::templates::typefaces;
use crate::page::text::chapters_with_urls;
use padma_book::pages::made::folder;

/// The scripts of the site's pages, in the order in which they run; the rules and the drawings of variants
/// follow the program.
const SCRIPTS: [&str; 14] = [
    "stem.js",
    "search.js",
    "folds.js",
    ENGINE,
    "ask.js",
    "picture.js",
    "try-board.js",
    "live.js",
    "game.js",
    "compare.js",
    "think.js",
    "opponent.js",
    "try.js",
    "proof.js",
];
/// The program, compiled for the page.
const ENGINE: &str = "engine.js";
/// The scripts that every page needs.
const EVERYWHERE: [&str; 7] = [
    "stem.js",
    "search.js",
    ENGINE,
    "picture.js",
    "try-board.js",
    "think.js",
    "opponent.js",
];
pub(super) fn make(bound: &BoundBook<'_>) -> MadeForm {
    let edition = bound.edition;
    let leaves = bound.leaves.iter();
    let leaves = leaves.filter(|leaf| Medium::Single.has_page(leaf.path(edition)));
    let outlines = FileOutlines::default();
    let mut wanted: BTreeSet<&str> = EVERYWHERE.into();
    let mut pages = Vec::new();
    for leaf in leaves {
        let addresses = Addresses::of(edition, Medium::Single, leaf.path(edition), &outlines);
        wanted.extend(leaf.scripts(edition, Medium::Single));
        pages.push(json!({
            "anchor": addresses.page_id(),
            "title": leaf.title(edition),
            "body": leaf.html(edition, Medium::Single, &outlines)?.html,
        }));
    }
    let view = json!({
        "book": bound.book,
        "chapters": chapters_with_urls(bound.book, address),
        "style": style(bound),
        "look": escape_script(edition.templates.plain("look.js")),
        "scripts": scripts(bound, &wanted),
        "icon": data_url("favicon.svg", edition.templates.plain("favicon.svg").as_bytes()),
        "pages": pages,
        "outlines": outlines.into_inner().element(),
    });
    let text = edition.templates.render("single.html", &view)?;
    Ok(vec![text.into_bytes()])
}

/// Maps an address on the site, below the book's folder, to one in the file; `None` if the file
/// does not have the page.
fn address(url: &str) -> Option<String> {
    let (page, anchor) = url.split_once('#').unwrap_or((url, ""));
    let path = format!("{}.md", page.trim_end_matches(".html"));
    let has_page = Medium::Single.has_page(&path);
    has_page.then(|| format!("#{}", id_in_single(&path, anchor)))
}

/// Returns the style sheet with its typefaces embedded.
fn style(bound: &BoundBook<'_>) -> String {
    let mut style = bound.style.to_string();
    for (path, bytes) in typefaces() {
        style = style.replace(
            &format!("url({path})"),
            &format!("url({})", data_url(&path, bytes)),
        );
    }
    style.replace("</style", "<\\/style")
}

/// Returns the scripts that the pages use, and the data that they would otherwise fetch.
fn scripts(bound: &BoundBook<'_>, wanted: &BTreeSet<&str>) -> Vec<String> {
    let mut scripts = vec![escape_script(&search_index(bound.sections))];
    for name in SCRIPTS.into_iter().filter(|name| wanted.contains(name)) {
        scripts.push(escape_script(bound.edition.templates.plain(name)));
        if name == ENGINE {
            let is_data = |file: &&TextFile| {
                let mut folders = [folder::RULES, folder::PLAY].into_iter();
                folders.any(|folder| file.path.starts_with(folder))
            };
            let data = bound.texts.iter().filter(is_data);
            scripts.extend(data.map(|file| escape_script(&file.text)));
        }
    }
    scripts
}

/// Returns the search index, whose entries lead to places in the file.
fn search_index(sections: &[Section]) -> String {
    let place = |section: &Section| {
        Some(Section {
            url: address(&section.url)?,
            ..section.clone()
        })
    };
    search::index(&sections.iter().filter_map(place).collect::<Vec<_>>())
}

/// Escapes a script so that nothing in it ends the script element.
fn escape_script(script: &str) -> String {
    script
        .replace("</script", "<\\/script")
        .replace("<!--", "<\\!--")
}
