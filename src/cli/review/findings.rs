//! Findings about sentences: which sentences are selected, which findings each may have, and the
//! file that keeps them.

use std::path::Path;

use padma_book::judge::{BookSentence, Checked};
use padma_book::load::Session;
use padma_book::pages::review::{REVIEW_FILE, ReviewDecl, ReviewFinding, ReviewLine};
use padma_book::world;

/// Whether a sentence is in one of the named states; without names, in any.
pub(super) fn wants(states: &[String], sentence: &BookSentence<'_>) -> bool {
    states.is_empty() || states.iter().any(|name| name == sentence.state.name())
}

/// Returns the reason why a sentence cannot have this finding.
pub(super) fn refused(
    sentence: &BookSentence<'_>,
    found: ReviewFinding,
    note: &str,
) -> Option<&'static str> {
    match found {
        ReviewFinding::Confirmed if sentence.claims.is_empty() => {
            Some("it has no claim that could say it: choose `rests` or `prose`")
        }
        _ if found.needs_note() && note.trim().is_empty() => {
            Some("say what it rests on, or what is wrong")
        }
        _ => None,
    }
}

/// Returns for each sentence its present line, which stays unless there is a new finding.
pub(super) fn kept_lines(sentences: &[BookSentence<'_>]) -> Vec<Option<ReviewLine>> {
    let kept = |sentence: &BookSentence<'_>| sentence.line.cloned();
    sentences.iter().map(kept).collect()
}

/// The `review.toml` of a book, as it was last read or written.
pub(super) struct ReviewFile<'f> {
    folder: &'f Path,
    /// `None` if there is no such file.
    text: Option<String>,
}

impl<'f> ReviewFile<'f> {
    /// Returns the file as a session has read it.
    pub(super) fn new(folder: &'f Path, checked: &Checked, session: &Session) -> ReviewFile<'f> {
        let review = checked.book.review.as_ref();
        let file = review.and_then(|review| review.file);
        let text = file.map(|file| session.sources.get(file).text().to_string());
        ReviewFile { folder, text }
    }

    /// Writes the lines of sentences, unless the file has changed meanwhile. Returns whether that
    /// succeeded.
    pub(super) fn write(&mut self, lines: &[Option<ReviewLine>], session: &mut Session) -> bool {
        let lines = lines.iter().flatten().cloned().collect();
        let text = ReviewDecl { file: None, lines }.print();
        if self.text.as_ref() == Some(&text) {
            return true;
        }
        let path = self.folder.join(REVIEW_FILE);
        let written = match &self.text {
            Some(old) => world::rewrite(self.folder, REVIEW_FILE, old, &text),
            None => world::write_new(&path, text.as_bytes()),
        };
        if let Err(error) = &written {
            let complaint = world::write_complaint(&path, error);
            session.diagnostics.push(complaint);
        }
        self.text = Some(text);
        written.is_ok()
    }
}
