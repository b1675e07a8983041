//! `padma review --list`: the sentences of books, with the finding about each.

use serde_json::{Value as Json, json};

use crate::judge::{
    BookSentence, Checked, DiagramNaming, SentenceCounts, SentenceState, restate_claim,
};
use crate::pages::review::ReviewNote;
use padma_text::Sources;
use padma_variant::resolve::Variants;

/// The version of the JSON document.
const VERSION: u32 = 1;

/// Returns the ids of sentences: `index.md:7`, and `index.md:7#2` for the second that begins on
/// that line.
pub fn sentence_ids(sentences: &[BookSentence], sources: &Sources) -> Vec<String> {
    let mut ids: Vec<String> = Vec::with_capacity(sentences.len());
    let (mut last, mut count) = (String::new(), 0);
    for sentence in sentences {
        let line = sources.line_column(sentence.prose.span).line;
        let place = format!("{}:{line}", sentence.file);
        count = if place == last { count + 1 } else { 1 };
        ids.push(match count {
            1 => place.clone(),
            _ => format!("{place}#{count}"),
        });
        last = place;
    }
    ids
}

/// Returns a line for each sentence: its id, its state, its text, and what it rests on.
pub fn sentence_lines(ids: &[String], sentences: &[&BookSentence]) -> String {
    let widest = ids.iter().map(String::len).max().unwrap_or(0);
    let line = |(id, sentence): (&String, &&BookSentence)| {
        let (state, text) = (sentence.state.name(), &sentence.prose.text);
        let on = match sentence.note().map_or("", ReviewNote::support) {
            "" => String::new(),
            on => format!("  ({on})"),
        };
        format!("{id:widest$}  {state:9}  {text}{on}\n")
    };
    ids.iter().zip(sentences).map(line).collect()
}

/// Returns a state's word in the reports for programs, whose words are fixed.
pub(super) fn state_word(state: SentenceState) -> &'static str {
    match state {
        SentenceState::Rests => "trust",
        other => other.name(),
    }
}

/// Returns the sentences of a book for programs.
pub fn sentences_json(
    checked: &Checked,
    ids: &[String],
    sentences: &[&BookSentence],
    variants: &Variants,
    sources: &Sources,
) -> Vec<Json> {
    let claim = |index: &usize| {
        let claim = &checked.claims[*index];
        json!({
            "id": claim.id,
            "restatement": restate_claim(checked, claim, variants, DiagramNaming::ById).map(|says| says.english()),
            "verdict": claim.judgement.verdict.name(),
        })
    };
    let sentence = |(id, sentence): (&String, &&BookSentence)| {
        let place = sources.line_column(sentence.prose.span);
        json!({
            "id": id,
            "book": checked.book.name,
            "page": sentence.file,
            "line": place.line,
            "column": place.column,
            "text": sentence.prose.text,
            "state": state_word(sentence.state),
            "note": sentence.note().map_or("", |note| &note.note),
            "computed": sentence.is_computed,
            "claims": sentence.claims.iter().map(claim).collect::<Vec<_>>(),
            "rests_on": sentence.note().map_or("", ReviewNote::support),
        })
    };
    ids.iter().zip(sentences).map(sentence).collect()
}

/// Counts sentences by their states: "269 of 588 sentences computed; 500 confirmed, 88 unread".
pub fn state_counts(sentences: &[BookSentence]) -> String {
    let mut counts = SentenceCounts::default();
    sentences.iter().for_each(|sentence| counts.add(sentence));
    counts.print()
}

/// Returns the whole document for programs.
pub fn review_json(sentences: &[Json]) -> String {
    let document = json!({ "version": VERSION, "sentences": sentences });
    // Only texts, numbers and truths, so serialising cannot fail.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}
