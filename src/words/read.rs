//! The words by which an author's text is read: what they mean, not what they name.

use crate::message::texts;
use crate::messages::Sense;
use padma_text::lookup::Lookup;

/// The words and phrases of a language by their senses.
#[derive(Default, Debug)]
pub(crate) struct ReadingTable {
    /// The phrases of each sense, in the order of the senses.
    pub(crate) phrases: Vec<Vec<String>>,
    /// What the phrases mean that begin with a word, and their words, in the order of the senses.
    pub(crate) beginnings: Lookup<String, Vec<(Sense, Vec<String>)>>,
}

impl ReadingTable {
    /// Reads the rows of a file.
    ///
    /// # Errors
    ///
    /// The first sense that has no row.
    pub(crate) fn read(file: &str) -> Result<ReadingTable, String> {
        let rows = texts(file);
        let mut table = ReadingTable::default();
        for (sense, name) in Sense::ALL {
            let mut phrases = Vec::new();
            add_phrases(&rows, name, &mut phrases)?;
            for phrase in &phrases {
                let words: Vec<String> = phrase.split(' ').map(str::to_string).collect();
                match table.beginnings.get_mut(&words[0]) {
                    Some(known) => known.push((*sense, words)),
                    None => table
                        .beginnings
                        .put(words[0].clone(), vec![(*sense, words)]),
                }
            }
            table.phrases.push(phrases);
        }
        Ok(table)
    }
}

/// Adds the phrases of a row, and of the rows that it names.
fn add_phrases(
    rows: &[(&str, String)],
    name: &str,
    phrases: &mut Vec<String>,
) -> Result<(), String> {
    let row = rows.iter().find(|(known, _)| *known == name);
    let (_, text) = row.ok_or_else(|| format!("no words mean `{name}`"))?;
    for phrase in text.split('|').map(str::trim) {
        match phrase
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'))
        {
            Some(other) => add_phrases(rows, other, phrases)?,
            None => phrases.push(phrase.to_string()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{english, read_as};

    #[test]
    fn a_language_is_read_if_it_has_a_table() {
        for (tag, is_read) in [
            ("", true),
            ("en", true),
            ("en-GB", true),
            ("EN", true),
            ("enm", false),
            ("de", false),
            ("zh-Hant", false),
        ] {
            assert_eq!(read_as(tag).is_some(), is_read, "{tag}");
        }
    }

    #[test]
    fn a_word_has_the_senses_of_its_longest_phrases() {
        let senses = |text: &'static str| english().senses(text.split(' '));
        assert!(senses("not more than").contains(&(Sense::BeforeAtMost, 3)));
        assert!(senses("not more than").contains(&(Sense::Negation, 1)));
        assert!(senses("more than").contains(&(Sense::Greater, 1)));
        assert_eq!(senses("Rook"), []);
    }

    #[test]
    fn each_sense_has_words() {
        let row = ReadingTable::read("white = white");
        assert_eq!(row.err(), Some("no words mean `black`".to_string()));
    }
}
