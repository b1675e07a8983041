//! The addresses of what an author's page links to and shows: pages, files of the author's, and what
//! is outside the book. Knows how each medium keeps the author's files.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use roxmltree::{Document, Node, ParsingOptions};

use super::edition::Edition;
use super::media::{charset, media_type};
use super::medium::{Addresses, Medium};
use padma_book::pages::links::{is_external, resolve};

/// Where a link leads.
pub(crate) struct Address {
    pub url: String,
    /// The name under which the file is saved, if the page contains the file.
    pub download: Option<String>,
}

impl Address {
    /// Returns the address of a page.
    pub(crate) fn page(url: String) -> Address {
        Address {
            url,
            download: None,
        }
    }
}

/// Returns the address of a link's target; `None` if the medium does not have it.
pub(crate) fn link(
    edition: &Edition<'_>,
    addresses: &Addresses<'_>,
    target: &str,
) -> Option<Address> {
    if is_external(target) {
        return Some(Address::page(target.to_string()));
    }
    let path = target.split('#').next().unwrap_or_default();
    let page = match path {
        "" => Some(addresses.page.to_string()),
        path => resolve(addresses.page, path),
    };
    let asset = page.as_deref().and_then(|path| asset(edition, path));
    match (addresses.medium, asset) {
        (Medium::Single, Some((path, bytes))) => Some(Address {
            url: data_url(path, bytes),
            download: path.rsplit('/').next().map(str::to_string),
        }),
        (Medium::Epub, Some(_)) => None,
        (medium @ (Medium::Single | Medium::Epub), None) => page
            .filter(|page| medium.has_page(page))
            .map(|_| Address::page(addresses.url(target))),
        _ => Some(Address::page(addresses.url(target))),
    }
}

/// Returns the address of a picture; `None` if the medium cannot show it.
pub(crate) fn picture(
    edition: &Edition<'_>,
    addresses: &Addresses<'_>,
    target: &str,
) -> Option<String> {
    let path = resolve(addresses.page, target.split('#').next()?);
    let asset = || path.as_deref().and_then(|path| asset(edition, path));
    match addresses.medium {
        Medium::Epub => {
            let (path, bytes) = asset()?;
            is_epub_picture(path, bytes).then(|| target.to_string())
        }
        Medium::Single if !is_external(target) => {
            asset().map(|(path, bytes)| data_url(path, bytes))
        }
        _ => Some(target.to_string()),
    }
}

fn asset<'a>(edition: &'a Edition<'_>, path: &str) -> Option<(&'a str, &'a [u8])> {
    let found = edition.assets.iter().find(|(asset, _)| asset == path)?;
    Some((&found.0, &found.1))
}

/// Returns a file as a data URL.
pub(crate) fn data_url(path: &str, bytes: &[u8]) -> String {
    let kind = media_type(path);
    format!(
        "data:{kind}{};base64,{}",
        charset(kind),
        BASE64_STANDARD.encode(bytes)
    )
}

/// Whether a file is a picture that an e-book can hold.
pub(crate) fn is_epub_picture(path: &str, bytes: &[u8]) -> bool {
    match media_type(path) {
        "image/svg+xml" => is_still(bytes),
        kind => matches!(
            kind,
            "image/png" | "image/jpeg" | "image/gif" | "image/webp"
        ),
    }
}

/// Whether an SVG file runs no scripts and loads nothing; neither is allowed in an e-book.
fn is_still(svg: &[u8]) -> bool {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let text = std::str::from_utf8(svg).ok();
    let Some(document) = text.and_then(|text| Document::parse_with_options(text, options).ok())
    else {
        return false;
    };
    let loads = |style: &str| style.contains("@import") || style.contains("://");
    let is_safe = |node: Node<'_, '_>| {
        let name = node.tag_name().name();
        let is_harmful = |attribute: &str, value: &str| match attribute {
            "href" => !value.starts_with('#') && !value.starts_with("data:image/"),
            "style" => loads(value),
            _ => attribute.starts_with("on"),
        };
        name != "script"
            && !(name == "style" && node.text().is_some_and(loads))
            && !node
                .attributes()
                .any(|one| is_harmful(one.name(), one.value()))
    };
    document.descendants().filter(Node::is_element).all(is_safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_with_scripts_or_external_files_are_not_still() {
        for (content, is_harmless) in [
            ("<path d='M0 0'/>", true),
            ("<use href='#a'/>", true),
            ("<image href='data:image/png;base64,AA'/>", true),
            ("<path style='fill: url(#a)'/>", true),
            ("<script>1</script>", false),
            ("<path onclick='1'/>", false),
            ("<image href='http://example.org/a.png'/>", false),
            ("<style>@import 'a.css';</style>", false),
            ("<path style='fill: url(https://example.org/a)'/>", false),
            ("<g>", false),
        ] {
            let svg = format!("<svg xmlns='http://www.w3.org/2000/svg'>{content}</svg>");
            assert_eq!(is_still(svg.as_bytes()), is_harmless, "{content}");
        }
    }
}
