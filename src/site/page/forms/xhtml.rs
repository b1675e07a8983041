//! Converts the pages for e-book readers: XHTML without scripts and controls, whose links lead to
//! other such pages, and whose claims have notes at the end.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node, ParsingOptions};
use serde::Serialize;

use super::bound::{FormFault, Leaf};
use super::tree::{NodeId, Syntax, Tree, is_name, map_ids};
use crate::page::media::media_type;
use padma_book::pages::links::{is_external, resolve};

/// Elements that need scripts, belong in a page's head, or show content from elsewhere.
const REMOVED_ELEMENTS: [&str; 21] = [
    "script", "template", "style", "link", "meta", "base", "iframe", "object", "embed", "canvas",
    "audio", "video", "form", "fieldset", "input", "select", "textarea", "button", "dialog",
    "noscript", "slot",
];
/// Classes of elements that are useless where nothing can be moved or fetched.
const REMOVED_CLASSES: [&str; 4] = ["bench", "fixed", "live-tools", "how"];
/// The verdicts whose reasons matter to a reader.
const NOTED_VERDICTS: [&str; 4] = ["erratum", "depends", "fails", "error"];

/// A page for e-book readers.
pub(super) struct XhtmlPage {
    /// Path below the book's folder.
    pub path: String,
    pub body: String,
    pub notes: Vec<ClaimNote>,
    pub has_svg: bool,
    pub has_mathml: bool,
}

/// The note to which a claim's mark leads.
#[derive(Serialize)]
pub(super) struct ClaimNote {
    id: String,
    /// The id of the mark, to which the note links back.
    back: String,
    number: usize,
    text: String,
}

/// Converts all pages; returns them with the paths of the author's pictures that they show.
///
/// # Errors
///
/// If a page is nested too deeply.
pub(super) fn pages(
    leaves: &[Leaf],
    assets: &[(String, Vec<u8>)],
) -> Result<(Vec<XhtmlPage>, BTreeSet<String>), FormFault> {
    let mut trees: Vec<Tree> = leaves.iter().map(Leaf::tree).collect::<Result<_, _>>()?;
    let notes: Vec<Vec<ClaimNote>> = trees.iter_mut().map(strip).collect();
    let ids = leaves
        .iter()
        .zip(&trees)
        .map(|(leaf, tree)| (leaf.path.as_str(), tree.ids()))
        .collect();
    let targets = EpubTargets { ids, assets };
    let mut pictures = BTreeSet::new();
    for (leaf, tree) in leaves.iter().zip(&mut trees) {
        targets.point_links(&leaf.path, tree, &mut pictures);
    }
    let page = |((leaf, tree), notes): ((&Leaf, Tree), Vec<ClaimNote>)| {
        let has = |name| {
            tree.elements()
                .into_iter()
                .any(|node| tree.name(node) == Some(name))
        };
        let (has_svg, has_mathml) = (has("svg"), has("math"));
        XhtmlPage {
            path: path(&leaf.path),
            body: tree.write(Syntax::Xml),
            notes,
            has_svg,
            has_mathml,
        }
    };
    Ok((
        leaves.iter().zip(trees).zip(notes).map(page).collect(),
        pictures,
    ))
}

/// Writes a page's picture as XML; `None` if it is nested too deeply.
pub(super) fn picture(svg: &str) -> Option<String> {
    Some(Tree::parse(svg)?.write(Syntax::Xml))
}

/// Maps a page's path on the site to its path in the e-book.
pub(super) fn path(site: &str) -> String {
    format!("{}.xhtml", site.trim_end_matches(".html"))
}

/// Removes what is useless in an e-book, and turns the tips of claims into notes.
fn strip(tree: &mut Tree) -> Vec<ClaimNote> {
    let mut notes = Vec::new();
    for node in tree.elements() {
        let Some(name) = tree.name(node) else {
            continue;
        };
        let is_removed = REMOVED_ELEMENTS.contains(&name)
            || tree.attribute(node, "hidden").is_some()
            || REMOVED_CLASSES
                .iter()
                .any(|class| tree.has_class(node, class));
        if is_removed {
            tree.remove(node);
        } else if tree.has_class(node, "stated") {
            note_claim(tree, node, &mut notes);
        } else {
            strip_attributes(tree, node);
        }
    }
    notes
}

/// Removes the attributes of an element that need scripts, and makes its ids valid for XML.
fn strip_attributes(tree: &mut Tree, node: NodeId) {
    for (key, value) in tree.attributes(node).to_vec() {
        if key.starts_with("on") || key.starts_with("data-") || key == "tabindex" {
            tree.remove_attribute(node, &key);
        } else if let Some(value) = map_ids(&key, &value, xml_id) {
            tree.set_attribute(node, &key, value);
        }
    }
}

/// Makes an id valid for XML.
fn xml_id(id: &str) -> String {
    if is_name(id) {
        return id.to_string();
    }
    let safe = |c: char| match c {
        c if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') => c.to_string(),
        c => format!("_{:x}_", c as u32),
    };
    format!("x-{}", id.chars().map(safe).collect::<String>())
}

/// Replaces the tip of a claim by the mark of a note if the verdict needs a reason; otherwise only
/// removes the tip.
fn note_claim(tree: &mut Tree, node: NodeId, notes: &mut Vec<ClaimNote>) {
    let part = |tree: &Tree, class| {
        tree.children(node)
            .iter()
            .copied()
            .find(|child| tree.has_class(*child, class))
    };
    let (Some(claim), Some(tip)) = (part(tree, "claim"), part(tree, "tip")) else {
        return;
    };
    tree.remove_attribute(claim, "aria-describedby");
    if !NOTED_VERDICTS
        .iter()
        .any(|verdict| tree.has_class(claim, verdict))
    {
        return tree.remove(tip);
    }
    let number = notes.len() + 1;
    let (note, back) = (format!("note-{number}"), format!("to-note-{number}"));
    notes.push(ClaimNote {
        id: note.clone(),
        back: back.clone(),
        number,
        text: tree.write_inner(tip, Syntax::Xml),
    });
    let href = format!("#{note}");
    let attributes = [
        ("class", "noted"),
        ("id", &back),
        ("href", &href),
        ("epub:type", "noteref"),
        ("role", "doc-noteref"),
    ];
    tree.replace(tip, "a", &attributes, &number.to_string());
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

/// The targets of links.
struct EpubTargets<'a> {
    /// The ids of each page of the site.
    ids: BTreeMap<&'a str, BTreeSet<String>>,
    assets: &'a [(String, Vec<u8>)],
}

impl EpubTargets<'_> {
    /// Points the links of a page at files of the e-book. Replaces pictures that the e-book cannot
    /// contain by their alternative text, and adds the others to `pictures`.
    fn point_links(&self, page: &str, tree: &mut Tree, pictures: &mut BTreeSet<String>) {
        for node in tree.elements() {
            if let Some(src) = tree.attribute(node, "src").map(str::to_string) {
                match resolve(page, &src).filter(|path| self.is_picture(path)) {
                    Some(path) => _ = pictures.insert(path),
                    None => {
                        let alt = tree.attribute(node, "alt").unwrap_or_default().to_string();
                        tree.replace(node, "span", &[], &alt);
                    }
                }
            }
            // One of several sizes of a picture is enough.
            tree.remove_attribute(node, "srcset");
            let Some(href) = tree.attribute(node, "href").map(str::to_string) else {
                continue;
            };
            if is_external(&href) {
                continue;
            }
            match self.target(page, &href) {
                Some(target) => tree.set_attribute(node, "href", target),
                None if tree.attribute(node, "class").is_none() && self.is_made(page, &href) => {
                    tree.remove_link(node)
                }
                None => tree.remove_attribute(node, "href"),
            }
        }
    }

    fn is_picture(&self, path: &str) -> bool {
        const KNOWN: [&str; 5] = [
            "image/svg+xml",
            "image/png",
            "image/jpeg",
            "image/gif",
            "image/webp",
        ];
        let asset = self.assets.iter().find(|(asset, _)| asset == path);
        let is_svg = media_type(path) == KNOWN[0];
        KNOWN.contains(&media_type(path))
            && asset.is_some_and(|(_, bytes)| !is_svg || is_still(bytes))
    }

    /// Whether a link leads to a file that the build makes, not to one of the author's.
    fn is_made(&self, page: &str, href: &str) -> bool {
        let path = href.split('#').next().unwrap_or_default();
        resolve(page, path).is_some_and(|path| !self.assets.iter().any(|(asset, _)| *asset == path))
    }

    /// Returns the new target of a link; an anchor that does not exist is dropped.
    fn target(&self, page: &str, href: &str) -> Option<String> {
        let (file, anchor) = href.split_once('#').unwrap_or((href, ""));
        let (target, anchor) = (
            if file.is_empty() {
                page.to_string()
            } else {
                resolve(page, file)?
            },
            xml_id(anchor),
        );
        let ids = self.ids.get(target.as_str())?;
        let hash = if ids.contains(&anchor) {
            format!("#{anchor}")
        } else {
            String::new()
        };
        match file {
            "" if hash.is_empty() => None,
            "" => Some(hash),
            file => Some(path(file) + &hash),
        }
    }
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
