//! Writes the whole book as one HTML file: it fetches nothing, and every link within the book
//! leads to a place in the file.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};

use super::bound::{BoundBook, FormFault, Leaf, MadeForm};
use super::tree::{NodeId, Syntax, Tree, map_ids};
use crate::page::media::{charset, media_type};
use crate::page::passage::Section;
use crate::page::search;
use crate::page::templates::typefaces;
use crate::page::text::chapters_with_urls;
use padma_book::pages::links::{is_external, resolve};
use padma_book::pages::made::folder;

/// The scripts of the site's pages, in the order in which they run; the rules of variants follow
/// the program.
const SCRIPTS: [&str; 10] = [
    "stem.js",
    "search.js",
    "tips.js",
    "folds.js",
    ENGINE,
    "ask.js",
    "picture.js",
    "live.js",
    "game.js",
    "compare.js",
];
/// The program, compiled for the page.
const ENGINE: &str = "engine.js";
/// The scripts that every page needs.
const EVERYWHERE: [&str; 4] = ["stem.js", "search.js", "tips.js", ENGINE];
/// The scripts for diagrams whose pieces can be moved.
const LIVE: [&str; 3] = ["ask.js", "picture.js", "live.js"];
/// The script for recorded games.
const GAMES: &str = "game.js";

pub(super) fn make(bound: &BoundBook<'_>) -> MadeForm {
    let trees = bound
        .leaves
        .iter()
        .map(|leaf| Ok((leaf.path.as_str(), leaf.tree()?)));
    let mut leaves: Vec<(&str, Tree)> = trees.collect::<Result<_, FormFault>>()?;
    let names = AnchorNames::of(&leaves);
    let mut binder = PageBinder {
        names: &names,
        bound,
        wanted: EVERYWHERE.map(str::to_string).into(),
    };
    for leaf in bound.leaves {
        if leaf.live {
            binder.wanted.extend(LIVE.map(str::to_string));
        }
        binder.wanted.extend(leaf.games.then(|| GAMES.to_string()));
    }
    for (leaf, (path, tree)) in bound.leaves.iter().zip(&mut leaves) {
        binder.bind(path, tree);
        label_landmarks(&leaf.title, tree);
    }
    let leaf = |(leaf, (path, tree)): (&Leaf, &(&str, Tree))| json!({"anchor": names.leaf_id(path), "title": leaf.title, "body": tree.write(Syntax::Html)});
    let pages: Vec<Json> = bound.leaves.iter().zip(&leaves).map(leaf).collect();
    let view = json!({
        "book": bound.book,
        "chapters": chapters_with_urls(bound.book, |path| names.target(path, "")),
        "style": style(bound),
        "look": escape_script(plain_file(bound, "look.js")),
        "scripts": scripts(bound, &names, &binder.wanted),
        "icon": data_url("favicon.svg", plain_file(bound, "favicon.svg").as_bytes()),
        "pages": pages,
    });
    let text = bound.edition.templates.render("single.html", &view)?;
    Ok(vec![text.into_bytes()])
}

/// The anchors of pages and of places on them when all pages share one file. An id that occurs on
/// two pages gets the page's name as a prefix.
struct AnchorNames {
    /// For each page, the new name of each of its ids.
    by_leaf: BTreeMap<String, BTreeMap<String, String>>,
    /// The anchor of each page.
    leaves: BTreeMap<String, String>,
}

impl AnchorNames {
    fn of(leaves: &[(&str, Tree)]) -> AnchorNames {
        let all: Vec<(&str, BTreeSet<String>)> = leaves
            .iter()
            .map(|(path, tree)| (*path, tree.ids()))
            .collect();
        // The frame of the file has these ids.
        let mut uses: BTreeMap<&str, usize> = [("Text", 1), ("Contents", 1)].into();
        for id in all.iter().flat_map(|(_, ids)| ids) {
            *uses.entry(id).or_default() += 1;
        }
        let mut used: BTreeSet<String> = uses.keys().map(|id| id.to_string()).collect();
        let mut reserve = |name: String| {
            let mut candidate = name.clone();
            let mut number = 1;
            while !used.insert(candidate.clone()) {
                number += 1;
                candidate = format!("{name}-{number}");
            }
            candidate
        };
        let mut names = AnchorNames {
            by_leaf: BTreeMap::new(),
            leaves: BTreeMap::new(),
        };
        for (path, ids) in &all {
            let stem = path.trim_end_matches(".html").replace(['/', '.'], "-");
            let leaf = reserve(stem.clone());
            names.leaves.insert(path.to_string(), leaf);
            let named = ids.iter().map(|id| match uses[id.as_str()] {
                1 => (id.clone(), id.clone()),
                _ => (id.clone(), reserve(format!("{stem}--{id}"))),
            });
            names.by_leaf.insert(path.to_string(), named.collect());
        }
        names
    }

    fn leaf_id(&self, path: &str) -> Option<&str> {
        self.leaves.get(path).map(String::as_str)
    }

    fn id<'a>(&'a self, path: &str, id: &'a str) -> &'a str {
        self.by_leaf
            .get(path)
            .and_then(|ids| ids.get(id))
            .map_or(id, String::as_str)
    }

    /// Returns the target within the file of a link to a page, or to a place on it.
    fn target(&self, path: &str, anchor: &str) -> Option<String> {
        let leaf = self.leaf_id(path)?;
        Some(format!(
            "#{}",
            if anchor.is_empty() {
                leaf
            } else {
                self.id(path, anchor)
            }
        ))
    }
}

/// Adapts the texts of pages so that they can share one file.
struct PageBinder<'a> {
    names: &'a AnchorNames,
    bound: &'a BoundBook<'a>,
    /// The scripts that the pages use.
    wanted: BTreeSet<String>,
}

impl PageBinder<'_> {
    /// Adapts the ids and links of a page. Removes the scripts that it loads, and adds them to
    /// `wanted`.
    fn bind(&mut self, path: &str, tree: &mut Tree) {
        let names = self.names;
        for node in tree.elements() {
            for (key, value) in tree.attributes(node).to_vec() {
                if key == "href" || key == "src" || key == "xlink:href" {
                    self.adapt_link(path, tree, node, &key, &value);
                } else if let Some(value) =
                    map_ids(&key, &value, |id| names.id(path, id).to_string())
                {
                    tree.set_attribute(node, &key, value);
                }
            }
        }
    }

    /// Adapts an attribute that refers to a file or a place. Removes a link that leads to nothing
    /// in the file.
    fn adapt_link(&mut self, path: &str, tree: &mut Tree, node: NodeId, key: &str, value: &str) {
        if is_external(value) || value.starts_with("data:") {
            return;
        }
        let (file, anchor) = value.split_once('#').unwrap_or((value, ""));
        if file.is_empty() {
            return tree.set_attribute(node, key, format!("#{}", self.names.id(path, anchor)));
        }
        let Some(file) = resolve(path, file) else {
            return;
        };
        if let Some(target) = self.names.target(&file, anchor) {
            tree.set_attribute(node, key, target);
        } else if let Some((_, bytes)) = self
            .bound
            .edition
            .assets
            .iter()
            .find(|(asset, _)| *asset == file)
        {
            tree.set_attribute(node, key, data_url(&file, bytes));
            if tree.name(node) == Some("a") {
                tree.set_attribute(
                    node,
                    "download",
                    file.rsplit('/').next().unwrap_or_default().to_string(),
                );
            }
        } else if tree.name(node) == Some("script") {
            self.wanted.insert(file);
            tree.remove(node);
        } else {
            tree.remove_link(node);
        }
    }
}

/// Adds the page's title to the labels of its landmarks: two pages may have the same labels, but
/// within one file they must differ.
fn label_landmarks(title: &str, tree: &mut Tree) {
    for node in tree.elements() {
        let label = tree
            .attribute(node, "aria-label")
            .filter(|_| tree.name(node) == Some("nav"));
        if let Some(label) = label.map(|label| format!("{label}: {title}")) {
            tree.set_attribute(node, "aria-label", label);
        }
    }
}

fn plain_file<'a>(bound: &'a BoundBook<'_>, name: &str) -> &'a str {
    bound
        .plain
        .iter()
        .find(|(known, _)| *known == name)
        .map_or("", |(_, text)| text)
}

/// Returns the style sheet with its typefaces embedded.
fn style(bound: &BoundBook<'_>) -> String {
    let mut style = plain_file(bound, "style.css").to_string();
    for (path, bytes) in typefaces().filter(|(path, _)| path.starts_with(folder::TYPEFACES)) {
        style = style.replace(
            &format!("url({path})"),
            &format!("url({})", data_url(&path, bytes)),
        );
    }
    style.replace("</style", "<\\/style")
}

/// Returns the scripts that the pages use, and the data that they would otherwise fetch.
fn scripts(bound: &BoundBook<'_>, names: &AnchorNames, wanted: &BTreeSet<String>) -> Vec<String> {
    let mut scripts = vec![escape_script(&search_index(bound.sections, names))];
    for name in SCRIPTS.into_iter().filter(|name| wanted.contains(*name)) {
        scripts.push(escape_script(plain_file(bound, name)));
        if name == ENGINE {
            let rules = bound
                .texts
                .iter()
                .filter(|file| file.path.starts_with(folder::RULES));
            scripts.extend(rules.map(|file| escape_script(&file.text)));
        }
    }
    scripts
}

/// Returns the search index, whose entries lead to places in the file.
fn search_index(sections: &[Section], names: &AnchorNames) -> String {
    let place = |section: &Section| {
        let (path, anchor) = section.url.split_once('#').unwrap_or((&section.url, ""));
        let url = names
            .target(path, anchor)
            .unwrap_or_else(|| section.url.clone());
        Section {
            url,
            ..section.clone()
        }
    };
    search::index(&sections.iter().map(place).collect::<Vec<_>>())
}

/// Escapes a script so that nothing in it ends the script element.
fn escape_script(script: &str) -> String {
    script
        .replace("</script", "<\\/script")
        .replace("<!--", "<\\!--")
}

/// Returns a file as a data URL.
fn data_url(path: &str, bytes: &[u8]) -> String {
    let kind = media_type(path);
    format!(
        "data:{kind}{};base64,{}",
        charset(kind),
        BASE64_STANDARD.encode(bytes)
    )
}
