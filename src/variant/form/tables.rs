//! The tables that a file can have, for pages that list its keys.

use super::key::{Key, Keys, Takes};

/// Returns the tables of a file with these keys, each with its heading and its keys: the file's
/// own keys first, without a heading. Rules are not among them: their kinds are a list of their own.
///
/// ```
/// use padma_variant::{decl::top, form::tables};
/// let headings: Vec<String> = tables(top::KEYS).into_iter().map(|(heading, _)| heading).collect();
/// assert!(headings.contains(&"`[[board.sheet.extra]]`".to_string()));
/// ```
pub fn tables(keys: &'static [Key]) -> Vec<(String, &'static [Key])> {
    let mut found = Vec::new();
    add_tables("", String::new(), keys, &mut found);
    let headed = |(_, heading, keys)| (heading, keys);
    found.into_iter().map(headed).collect()
}

/// Adds a table, if it is not there yet, and those that its keys take.
fn add_tables(
    path: &str,
    heading: String,
    keys: &'static [Key],
    found: &mut Vec<(String, String, &'static [Key])>,
) {
    let mut known = found.iter();
    if known.any(|(other, _, of)| other == path && of.as_ptr() == keys.as_ptr()) {
        return;
    }
    found.push((path.to_string(), heading, keys));
    for key in keys.iter().filter(|key| key.name != "rule") {
        let path = match path {
            "" => key.name.to_string(),
            path => format!("{path}.{}", key.name),
        };
        let (of, heading) = match key.takes {
            Takes::Table(of) => (of, format!("`[{path}]`")),
            Takes::Tables(of) | Takes::AllTables(of) => (of, format!("`[[{path}]]`")),
            _ => continue,
        };
        match of {
            Keys::Of(keys) => add_tables(&path, heading, keys, found),
            Keys::OfKind { kinds, .. } => {
                for (kind, keys) in kinds() {
                    let heading = format!("{heading}, `kind = \"{kind}\"`");
                    add_tables(&path, heading, keys, found);
                }
            }
        }
    }
}
