//! How sentences read before they changed. `review.toml` keeps only their fingerprints; the words are
//! looked for in what git knows of the book's files.

use std::collections::BTreeSet;
use std::path::Path;

use super::session::Session;
use crate::judge::{Checked, SentenceChange, book_sentences, sentence_fingerprint};
use crate::pages::decl;
use crate::pages::page;
use crate::pages::sentence::{ProseSentence, sentences, sentences_of_text};
use crate::world;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Fingerprint, Sources};
use padma_variant::form::Fields;

/// The maximum number of states of a file that are looked through.
const MOST_STATES: usize = 50;

impl Session {
    /// Looks for the old words of the changed sentences of a book. Without git, or if git has not kept
    /// them, they stay unknown.
    pub fn recall(&self, folder: &Path, checked: &mut Checked) {
        let mut wanted: BTreeSet<(String, Fingerprint)> = BTreeSet::new();
        for sentence in book_sentences(checked) {
            let is_changed = sentence.change == Some(SentenceChange::Text);
            if let Some(line) = sentence.line.as_ref().filter(|_| is_changed) {
                wanted.insert((sentence.file.to_string(), line.text));
            }
        }
        let files: BTreeSet<String> = wanted.iter().map(|(file, _)| file.clone()).collect();
        for file in files {
            let mut open: BTreeSet<Fingerprint> = BTreeSet::new();
            open.extend(
                wanted
                    .iter()
                    .filter(|(of, _)| *of == file)
                    .map(|(_, text)| *text),
            );
            for state in world::earlier_states(folder, &file, MOST_STATES) {
                if open.is_empty() {
                    break;
                }
                for words in sentences_in(&file, &state) {
                    let fingerprint = sentence_fingerprint(&words);
                    if open.remove(&fingerprint) {
                        checked.remember(fingerprint, words);
                    }
                }
            }
        }
    }
}

/// Returns the sentences in the text of a page, of `book.toml` or of a variant.
fn sentences_in(file: &str, text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let id = sources.add(file, text);
    let mut unwanted = Diagnostics::default();
    let of_texts = |texts: &[Excerpt]| texts.iter().flat_map(sentences_of_text).collect();
    let prose: Vec<ProseSentence> = if file == "book.toml" {
        let decl = decl::book(&sources, id, &mut unwanted);
        decl.map_or_else(Vec::new, |decl| of_texts(&decl.shown))
    } else if file.ends_with(".toml") {
        let fields = padma_variant::decl::variant(&sources, id, &mut unwanted);
        let texts = fields.iter().flat_map(Fields::sentences).cloned();
        of_texts(&texts.collect::<Vec<_>>())
    } else {
        sentences(&page::parse(file, id, &sources, &mut unwanted))
    };
    prose.into_iter().map(|sentence| sentence.text).collect()
}
