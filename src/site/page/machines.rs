//! The files of a site for programs: lists of its texts in Markdown, and a site map. Knows no HTML.

use super::catalogue::Books;
use super::edition::TextFile;
use super::escape::{escaped, link_target};
use super::view::BookPages;
use padma_book::pages::made::folder;
use padma_text::xml_escaped;

/// The list of a book's pages, whose form is that of <https://llmstxt.org>.
const LIST: &str = "llms.txt";
const SITE_MAP: &str = "sitemap.xml";

/// Makes the list of a book's pages, and its site map if its address is known.
pub(super) fn files(pages: &BookPages<'_>) -> Vec<TextFile> {
    let list = TextFile {
        path: LIST.into(),
        text: list_of_pages(pages),
    };
    [Some(list), site_map(pages)]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns the list of a book's pages in reading order, by chapter, each with a link to its text in Markdown.
fn list_of_pages(pages: &BookPages<'_>) -> String {
    let decl = &pages.edition.checked.book.decl;
    let mut list = head(&decl.title, decl.subtitle.as_deref());
    let mut last = "";
    for (index, link) in pages.in_order() {
        if link.chapter != last {
            list.push_str(&format!("\n## {}\n", escaped(&link.chapter)));
        }
        if index == 0 || link.chapter != last {
            list.push('\n');
        }
        last = &link.chapter;
        let path = folder::MARKDOWN.to_string() + &link.path;
        list.push_str(&item(&link.title, &path, &pages.description(index)));
    }
    list
}

/// Returns the list of all books, each with a link to the list of its pages.
pub(super) fn list_of_books(title: &str, about: &str, books: &Books) -> String {
    let mut list = head(title, Some(about));
    list.push('\n');
    for (folder, title, subtitle) in books.titles() {
        list.push_str(&item(title, &format!("{folder}/{LIST}"), subtitle));
    }
    list
}

fn head(title: &str, subtitle: Option<&str>) -> String {
    let subtitle = subtitle.map(|subtitle| format!("\n> {}.\n", escaped(subtitle)));
    format!("# {}\n{}", escaped(title), subtitle.unwrap_or_default())
}

fn item(title: &str, path: &str, about: &str) -> String {
    let about = if about.is_empty() {
        String::new()
    } else {
        format!(": {}", escaped(about))
    };
    format!("- [{}]({}){about}\n", escaped(title), link_target(path))
}

/// Returns the site map of a book whose address is known: the address of each page, as
/// <https://www.sitemaps.org/protocol.html> has it.
fn site_map(pages: &BookPages<'_>) -> Option<TextFile> {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (index, _) in pages.in_order() {
        let address = xml_escaped(&pages.canonical(index)?);
        text.push_str(&format!("<url><loc>{address}</loc></url>\n"));
    }
    text.push_str("</urlset>\n");
    Some(TextFile {
        path: SITE_MAP.into(),
        text,
    })
}
