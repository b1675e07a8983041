//! What a printed book's templates lay out, collected while its pages are written. Knows no markup but a place's name.

use serde_json::{Map, Value as Json};

use super::markup::string;

/// What the templates lay out.
#[derive(Default)]
pub(super) struct Views {
    pub items: Vec<Json>,
    /// All that links can lead to.
    pub anchors: Map<String, Json>,
    pub pictures: Vec<(String, String)>,
}

impl Views {
    /// The place among the items of a view of a page.
    pub(crate) fn add(&mut self, mut view: Json, path: &str) -> usize {
        self.name(&mut view, path);
        self.items.push(view);
        self.items.len() - 1
    }

    /// A place that links lead to, as code; none if another has its name, as a link would not know which is meant.
    pub(crate) fn key(&mut self, place: &str) -> String {
        match self.anchors.insert(place.to_string(), Json::Bool(true)) {
            None => string(place),
            Some(_) => "none".to_string(),
        }
    }

    /// Gives whatever has an anchor in a view a key.
    pub(crate) fn name(&mut self, view: &mut Json, path: &str) {
        match view {
            Json::Object(object) => {
                object.values_mut().for_each(|value| self.name(value, path));
                if let Some(anchor) = object.get("anchor") {
                    let place = format!("{path}#{}", anchor.as_str().unwrap_or_default());
                    let is_new = self
                        .anchors
                        .insert(place.clone(), Json::Bool(true))
                        .is_none();
                    object.insert("key".to_string(), is_new.then_some(place).into());
                }
            }
            Json::Array(list) => list.iter_mut().for_each(|value| self.name(value, path)),
            _ => {}
        }
    }

    /// The name among the files of a picture that a page shows, if it is of a kind that can be printed.
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
