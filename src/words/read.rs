//! The words by which an author's text is read: what they mean, not what they name.

use crate::language::Language;
use crate::message::texts;
use crate::messages::Sense;
use padma_text::lookup::Lookup;

/// The words and phrases of a language by their senses.
#[derive(Default)]
pub(crate) struct ReadingTable {
    /// The phrases of each sense, in the order of the senses.
    phrases: Vec<Vec<String>>,
    /// What the phrases mean that begin with a word, and their words, in the order of the senses.
    beginnings: Lookup<String, Vec<(Sense, Vec<String>)>>,
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

impl Language {
    /// Returns the words and phrases of a sense, in the order in which they are written.
    pub fn phrases(&self, sense: Sense) -> &[String] {
        let phrases = self.reading.phrases.get(sense as usize);
        phrases.map_or(&[], Vec::as_slice)
    }

    /// Whether a word or phrase in lower case has a sense.
    pub fn means(&self, phrase: &str, sense: Sense) -> bool {
        self.phrases(sense).iter().any(|known| known == phrase)
    }

    /// Returns what words in lower case mean that begin a text, each sense once and with its number
    /// of words, in the order of the senses.
    pub fn senses<'w>(&self, words: impl Iterator<Item = &'w str> + Clone) -> Vec<(Sense, usize)> {
        let mut found: Vec<(Sense, usize)> = Vec::new();
        let first = words.clone().next().unwrap_or_default();
        for (sense, phrase) in self.reading.beginnings.get(first).into_iter().flatten() {
            let is_known = found.last().is_some_and(|(last, _)| last == sense);
            if !is_known && words.clone().take(phrase.len()).eq(phrase.iter()) {
                found.push((*sense, phrase.len()));
            }
        }
        found
    }
}
