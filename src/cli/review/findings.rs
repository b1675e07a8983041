//! Findings about sentences: which sentences are selected, which findings each may have, and the
//! file that keeps them.

use std::path::Path;

use padma_book::judge::{BookSentence, Checked};
use padma_book::load::Session;
use padma_book::pages::review::{
    REVIEW_FILE, ReviewDecl, ReviewFinding, ReviewLine, ReviewNote, ReviewedFile, reader_at,
};
use padma_book::world;

/// Whether a sentence is in one of the named states; without names, in any.
pub(super) fn wants(states: &[String], sentence: &BookSentence) -> bool {
    states.is_empty() || states.iter().any(|name| name == sentence.state.name())
}

/// Returns what `review.toml` has under `by` for a reader today.
pub(super) fn reader_today(initials: &str) -> String {
    reader_at(initials, world::seconds_now())
}

/// What a reader has found, in words.
#[derive(Clone, Copy)]
pub(super) struct ReaderFinding<'a> {
    pub state: ReviewFinding,
    /// Who found it and when.
    pub by: &'a str,
    /// What the sentence rests on.
    pub on: &'a str,
    pub note: &'a str,
}

impl ReaderFinding<'_> {
    /// Returns the line of `review.toml` for a sentence of which this was found.
    ///
    /// # Errors
    ///
    /// The reason why the sentence cannot have this finding.
    pub(super) fn of(
        self,
        checked: &Checked,
        sentence: &BookSentence,
    ) -> Result<ReviewLine, String> {
        let ReaderFinding {
            state,
            by,
            on,
            note,
        } = self;
        if state == ReviewFinding::Confirmed && sentence.claims.is_empty() {
            return Err("it has no claim that could say it: choose `rests` or `prose`".to_string());
        }
        if state == ReviewFinding::Wrong && note.trim().is_empty() {
            return Err("say what is wrong".to_string());
        }
        let rests_on = match state {
            ReviewFinding::Rests => Some(checked.supports.read(on)?),
            _ => None,
        };
        let note = ReviewNote {
            finding: Some(state),
            by: by.to_string(),
            rests_on,
            note: note.trim().to_string(),
        };
        Ok(sentence.found(checked, note))
    }

    /// Returns the line for a sentence that was only respelt: the finding of before, made again.
    pub(super) fn again(
        by: &str,
        checked: &Checked,
        sentence: &BookSentence,
    ) -> Option<ReviewLine> {
        let before = sentence.note().filter(|_| sentence.is_respelt(checked))?;
        let again = ReaderFinding {
            state: before.finding?,
            by,
            on: before.support(),
            note: &before.note,
        };
        again.of(checked, sentence).ok()
    }
}

/// Returns for each sentence its present line, which stays unless there is a new finding.
pub(super) fn kept_lines(checked: &Checked, sentences: &[BookSentence]) -> Vec<ReviewLine> {
    let kept = sentences.iter().map(|sentence| sentence.kept(checked));
    kept.collect()
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
        let source = review.and_then(|review| review.source);
        let text = source.map(|source| session.sources.get(source).text().to_string());
        ReviewFile { folder, text }
    }

    /// Writes the lines of all sentences, unless the file has changed meanwhile. Returns whether that
    /// succeeded.
    pub(super) fn write(
        &mut self,
        sentences: &[BookSentence],
        lines: &[ReviewLine],
        session: &mut Session,
    ) -> bool {
        let of_files = sentences.chunk_by(|one, next| one.file == next.file);
        let mut lines = lines.iter();
        let files = of_files.map(|of_file| ReviewedFile {
            path: of_file[0].file.to_string(),
            lines: lines.by_ref().take(of_file.len()).cloned().collect(),
        });
        let files = files.collect();
        let text = ReviewDecl {
            source: None,
            files,
        }
        .print();
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
