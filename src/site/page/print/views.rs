//! Collects the views that a printed book's templates lay out, while its pages are written. Knows
//! no markup except string literals.

use serde_json::{Map, Value as Json};

use super::markup::string_literal;

/// The views that the templates lay out.
#[derive(Default)]
pub(super) struct Views {
    /// The views of blocks, in the order in which they were added.
    pub items: Vec<Json>,
    /// All targets of links.
    pub anchors: Map<String, Json>,
    /// The file names and paths of the author's pictures.
    pub pictures: Vec<(String, String)>,
}

impl Views {
    /// Adds the view of a block on the page with this path, and returns the view's index.
    pub(crate) fn add(&mut self, mut view: Json, path: &str) -> usize {
        self.give_keys(&mut view, path);
        self.items.push(view);
        self.items.len() - 1
    }

    /// Registers a target of links. Returns its key as code, or `none` if another target has that
    /// key already, because a link would be ambiguous.
    pub(crate) fn register(&mut self, place: &str) -> String {
        match self.anchors.insert(place.to_string(), Json::Bool(true)) {
            None => string_literal(place),
            Some(_) => "none".to_string(),
        }
    }

    /// Registers every part of a view that has an anchor, and writes the key into the part.
    pub(crate) fn give_keys(&mut self, view: &mut Json, path: &str) {
        match view {
            Json::Object(object) => {
                object
                    .values_mut()
                    .for_each(|value| self.give_keys(value, path));
                if let Some(anchor) = object.get("anchor") {
                    let place = format!("{path}#{}", anchor.as_str().unwrap_or_default());
                    let is_new = self
                        .anchors
                        .insert(place.clone(), Json::Bool(true))
                        .is_none();
                    object.insert("key".to_string(), is_new.then_some(place).into());
                }
            }
            Json::Array(list) => list
                .iter_mut()
                .for_each(|value| self.give_keys(value, path)),
            _ => {}
        }
    }

    /// Returns the file name of a picture that a page shows, if its format can be printed.
    pub(crate) fn picture(&mut self, path: &str) -> Option<String> {
        let (_, ending) = path.rsplit_once('.')?;
        let ending = ending.to_ascii_lowercase();
        if !["png", "jpg", "jpeg", "gif", "webp", "svg"].contains(&ending.as_str()) {
            return None;
        }
        if let Some((name, _)) = self.pictures.iter().find(|(_, known)| known == path) {
            return Some(name.clone());
        }
        let name = format!("picture-{}.{ending}", self.pictures.len());
        self.pictures.push((name.clone(), path.to_string()));
        Some(name)
    }
}
