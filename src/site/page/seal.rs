//! How far a book was checked, in a sentence for its front page and for the page over all books.

use padma_book::judge::{Checked, SentenceCounts, SentenceState, book_sentences};
use padma_rules::movement::words::join_list;

/// Returns a summary such as "271 of 631 sentences were computed. Sentences were read against their claims:
/// 200 confirmed, 120 resting on a rule or a source and 300 found to state nothing to compute. 11 are not read." What was
/// found is left out of a book without a `review.toml`.
pub(crate) fn sentence_summary(checked: &Checked) -> String {
    let mut counts = SentenceCounts::default();
    book_sentences(checked)
        .iter()
        .for_each(|sentence| counts.add(sentence));
    let from_figure = match counts.from_figure {
        0 => String::new(),
        1 => ", and 1 more read from a figure".to_string(),
        count => format!(", and {count} more read from a figure"),
    };
    let mut text = format!(
        "{} of {} sentences were computed{from_figure}.",
        counts.computed, counts.all
    );
    if checked.book.review.is_none() {
        return text;
    }
    let found = [
        (SentenceState::Confirmed, "confirmed"),
        (SentenceState::Rests, "resting on a rule or a source"),
        (SentenceState::Prose, "found to state nothing to compute"),
        (SentenceState::Wrong, "found wrong"),
    ];
    let found = found
        .into_iter()
        .map(|(state, how)| (counts.count(state), how))
        .filter(|(count, _)| *count > 0);
    let found: Vec<String> = found.map(|(count, how)| format!("{count} {how}")).collect();
    if !found.is_empty() {
        let found = join_list(&found, "and");
        text += &format!(" Sentences were read against their claims: {found}.");
    }
    for (state, so) in [
        (SentenceState::Changed, "changed since"),
        (SentenceState::Unread, "not read"),
    ] {
        match counts.count(state) {
            0 => {}
            1 => text += &format!(" 1 is {so}."),
            count => text += &format!(" {count} are {so}."),
        }
    }
    text
}
