//! The sentences of a book whose words have changed, or that have lost a claim. A new sentence, or
//! one that is gone, is a change of its page.

use serde_json::json;

use super::change::{BookChange, DiffKind, How};
use padma_book::judge::{BookSentence, Checked, ReadSentence, book_sentences, paired};

/// Returns the changes of a book's sentences, in the order of the new state.
pub(crate) fn sentences(was: &Checked, is: &Checked) -> Vec<BookChange> {
    let [old, new] = [was, is].map(book_sentences);
    let read = |sentences: &[BookSentence]| -> Vec<ReadSentence> {
        let read = |sentence: &BookSentence| ReadSentence::new(&sentence.prose.text, None);
        sentences.iter().map(read).collect()
    };
    let pairs = paired(&read(old), &read(new));
    let known = new.iter().zip(&pairs);
    let known = known.filter_map(|(sentence, pair)| Some((&old[(*pair)?], sentence)));
    known
        .filter(|(old, new)| old.claims.len() > new.claims.len() || around(old) != around(new))
        .map(|(old, new)| change(old, new, &new.file))
        .collect()
}

/// Returns the words of a sentence around its claims. What changes in a claim's own text is a change of
/// the claim.
fn around(sentence: &BookSentence) -> String {
    let text = &sentence.prose.text;
    let (mut words, mut end) = (String::new(), 0);
    for (_, range) in &sentence.prose.claims {
        words += &text[end..range.start.max(end)];
        words += "[]";
        end = range.end.max(end);
    }
    words + &text[end..]
}

fn change(old: &BookSentence, new: &BookSentence, file: &str) -> BookChange {
    let [was, is] = [&old.prose.text, &new.prose.text];
    let lost = old.claims.len().saturating_sub(new.claims.len());
    let fewer = match lost {
        0 => String::new(),
        1 => "A claim is no longer in it.".to_string(),
        lost => format!("{lost} claims are no longer in it."),
    };
    let says = match (was == is, lost) {
        (true, _) => format!("“{is}” in {file}: {fewer}"),
        (false, _) => format!("“{was}” in {file} now reads “{is}”. {fewer}"),
    };
    let change = BookChange::new(
        DiffKind::Sentence,
        How::Changed,
        is,
        says.trim_end().to_string(),
    );
    let change = change
        .with("page", json!(file))
        .with("text", json!([was, is]));
    change.with("claims", json!([old.claims.len(), new.claims.len()]))
}
