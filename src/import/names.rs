//! Ids and titles made of the names that other programs use.

use crate::model::Board;
use crate::movement::is_reserved;
use crate::text::hyphenated;

/// Hands out ids that are well formed and that no other piece has.
#[derive(Default)]
pub(super) struct Ids {
    taken: Vec<String>,
}

impl Ids {
    /// An id as near to a name as may be.
    pub(super) fn id(&mut self, name: &str) -> String {
        let mut id = hyphenated(name);
        if !id.starts_with(|c: char| c.is_ascii_lowercase()) {
            id = format!("piece-{id}").trim_end_matches('-').to_string();
        }
        if is_reserved(&id) || Board::is_name_shaped(&id) {
            id.push_str("-piece");
        }
        let numbered = (2..).map(|number| format!("{id}-{number}"));
        let free = std::iter::once(id.clone()).chain(numbered).find(|id| !self.taken.contains(id));
        let id = free.unwrap_or(id);
        self.taken.push(id.clone());
        id
    }
}

/// The name to declare beside an id, if the id does not say it.
pub(super) fn name_beside(id: &str, name: &str) -> Option<String> {
    let plain = |text: &str| text.replace(['-', '_', ' '], "").to_lowercase();
    (plain(id) != plain(name)).then(|| name.to_string())
}
