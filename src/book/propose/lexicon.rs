//! The words that play a part in sentences of plain prose: rows of `en/propose.txt`, read once. Knows no sentence.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::role::Role;
use padma_words::PROPOSING;

/// What is read of plain prose in a language.
pub(super) struct Lexicon {
    /// The phrases that begin with a word, each with its part, the longest first.
    beginnings: BTreeMap<&'static str, Vec<(Vec<&'static str>, Role)>>,
    /// The movements of pieces that every player knows.
    known: BTreeMap<&'static str, &'static str>,
}

impl Lexicon {
    /// Returns the lexicon of English.
    pub(super) fn english() -> &'static Lexicon {
        static ENGLISH: OnceLock<Lexicon> = OnceLock::new();
        ENGLISH.get_or_init(|| {
            // A test reads the same rows.
            Lexicon::read(PROPOSING).unwrap_or_else(|fault| panic!("{fault}"))
        })
    }

    fn read(text: &'static str) -> Result<Lexicon, String> {
        let mut lexicon = Lexicon {
            beginnings: BTreeMap::new(),
            known: BTreeMap::new(),
        };
        let mut role = None;
        let is_row = |line: &&str| {
            !line.starts_with('#') && !line.trim().is_empty() && !line.contains(" => ")
        };
        for line in text.lines().filter(is_row) {
            if let Some((name, movement)) = line.split_once(" = ") {
                lexicon.known.insert(name, movement);
                continue;
            }
            let phrases = match (line.strip_prefix(" |"), line.split_once(": ")) {
                (Some(more), _) => more,
                (None, Some((name, phrases))) => {
                    role = Some(
                        Role::from_name(name)
                            .ok_or_else(|| format!("no part is called `{name}`"))?,
                    );
                    phrases
                }
                (None, None) => return Err(format!("`{line}` has neither a colon nor an arrow")),
            };
            let role = role.ok_or_else(|| format!("`{line}` continues nothing"))?;
            for phrase in phrases.split('|') {
                let words: Vec<&str> = phrase.split(' ').collect();
                lexicon
                    .beginnings
                    .entry(words[0])
                    .or_default()
                    .push((words, role));
            }
        }
        for phrases in lexicon.beginnings.values_mut() {
            phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        Ok(lexicon)
    }

    /// Returns how a piece moves that every player knows, by its name or its plural.
    pub(super) fn known_piece(&self, word: &str) -> Option<&'static str> {
        let known = self.known.get(word);
        let one = || word.strip_suffix('s').and_then(|one| self.known.get(one));
        known.or_else(one).copied()
    }

    /// Returns the parts of the longest phrase that some words begin with, and its number of words.
    pub(super) fn roles<'w>(
        &self,
        words: impl Iterator<Item = &'w str> + Clone,
    ) -> (Vec<Role>, usize) {
        let first = words.clone().next().unwrap_or_default();
        let known = self.beginnings.get(first).map_or(&[][..], Vec::as_slice);
        let mut found: (Vec<Role>, usize) = (Vec::new(), 1);
        for (phrase, role) in known {
            let is_here = words.clone().take(phrase.len()).eq(phrase.iter().copied());
            if is_here && (found.0.is_empty() || phrase.len() == found.1) {
                found.1 = phrase.len();
                found.0.push(*role);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_has_words_and_none_twice() {
        let lexicon = Lexicon::read(PROPOSING).unwrap();
        for phrases in lexicon.beginnings.values() {
            for (at, phrase) in phrases.iter().enumerate() {
                assert!(!phrases[..at].contains(phrase), "{phrase:?}");
            }
        }
        for role in Role::ALL {
            let mut phrases = lexicon.beginnings.values().flatten();
            assert!(phrases.any(|(_, known)| *known == role), "{}", role.name());
        }
    }

    #[test]
    fn the_longest_phrase_is_read() {
        let read = |text: &'static str| Lexicon::english().roles(text.split(' '));
        assert_eq!(read("goes to a1"), (vec![Role::Reach], 2));
        assert_eq!(read("goes straight"), (vec![Role::Go], 1));
    }
}
