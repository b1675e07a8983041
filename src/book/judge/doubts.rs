//! Finds sentences that seem to say something other than what their claims ask. A sentence that a
//! reader has confirmed is not reported.

use super::checked::Checked;
use super::sentence::{BookSentence, SentenceState};
use super::sentences::book_sentences;
use super::uncovered::unread_reason;
use crate::claim::{
    AuthorText, ClaimInSentence, Doubt, Verdict, claim_names, doubts, unsaid_names,
};
use padma_expr::ExprValue;
use padma_text::Word;
use padma_text::diag::{Code, Diagnostic};
use padma_variant::resolve::Variants;
use padma_words::{english, read_as};

/// Returns a warning for each sentence that is doubtful and has not been read.
pub fn doubtful_sentences(checked: &Checked, variants: &Variants) -> Vec<Diagnostic> {
    let is_open = |sentence: &&BookSentence| {
        matches!(
            sentence.state,
            SentenceState::Unread | SentenceState::Changed
        )
    };
    let sentences = book_sentences(checked);
    let open = sentences.iter().filter(is_open);
    open.filter_map(|sentence| sentence_doubt(checked, sentence, variants))
        .collect()
}

/// Whether a sentence needs a reader: it has changed since it was read, or is wrong, or is doubtful and
/// unread.
pub fn needs_a_person(checked: &Checked, sentence: &BookSentence, variants: &Variants) -> bool {
    match sentence.state {
        SentenceState::Changed | SentenceState::Wrong => true,
        SentenceState::Unread => sentence_doubt(checked, sentence, variants).is_some(),
        SentenceState::Confirmed | SentenceState::Rests | SentenceState::Prose => false,
    }
}

/// Returns a warning about a sentence, if it is doubtful.
pub fn sentence_doubt(
    checked: &Checked,
    sentence: &BookSentence,
    variants: &Variants,
) -> Option<Diagnostic> {
    let doubts = doubts_of(checked, sentence, variants).into_iter();
    let of_heading = misnamed_piece(checked, sentence, variants);
    let of_legend = legend_doubts(checked, sentence, variants);
    let doubt = doubts.chain(of_heading).chain(of_legend).next()?;
    Some(complaint(sentence, doubt))
}

/// Returns the doubt about the first heading of a page with the card of one piece, if it names another
/// piece.
fn misnamed_piece(
    checked: &Checked,
    sentence: &BookSentence,
    variants: &Variants,
) -> Option<Doubt> {
    let page = &checked.book.pages[sentence.page?];
    let [card] = &page.cards[..] else {
        return None;
    };
    let variant = &variants.rules(checked.book.variant?).variant;
    let own = variant.kind_named(&card.piece.text)?;
    let named = AuthorText::in_english(&page.title).pieces(variant);
    let is_other = !named.is_empty() && named.iter().all(|(_, kind)| *kind != own);
    let is_heading = sentence.prose.text == page.title;
    (is_heading && is_other).then(|| Doubt {
        range: 0..page.title.len(),
        reason: format!("the page is about the {}", variant.kind(own).name),
    })
}

/// Returns the doubts about an entry of a diagram's legend: it is read as if the mark stood at its end.
fn legend_doubts(checked: &Checked, sentence: &BookSentence, variants: &Variants) -> Vec<Doubt> {
    let book = &checked.book;
    let own = checked
        .diagrams
        .iter()
        .filter(|diagram| Some(diagram.page) == sentence.page);
    let marks = own.flat_map(|diagram| {
        let decl = &book.pages[diagram.page].diagrams[diagram.index];
        let marks = decl.marks.iter().zip(&diagram.marks);
        marks.map(move |(decl, mark)| (diagram, decl, mark))
    });
    let is_entry = |meaning: &Word| meaning.span == sentence.prose.span;
    let mut marks = marks.filter(|(_, decl, _)| decl.meaning.as_ref().is_some_and(is_entry));
    let Some((diagram, _, mark)) = marks.next() else {
        return Vec::new();
    };
    let language = read_as(&book.decl.language);
    let question = mark
        .question
        .as_deref()
        .filter(|_| mark.verdict != Verdict::Error);
    let figure = book.figure_of[diagram.page][diagram.index];
    let (Some(language), Some(question), Some(figure)) = (language, question, figure) else {
        return Vec::new();
    };
    let scope = book.scope(variants, book.placed[figure].variant, Some(figure));
    let read = AuthorText::new(&sentence.prose.text, language);
    let end = sentence.prose.text.len();
    let value = ExprValue::Cells(Box::new(mark.cells));
    let in_sentence = ClaimInSentence {
        sentence: &read,
        range: end..end,
        before: 0..end,
        after: end..end,
    };
    doubts(&in_sentence, &question.expr, &value, scope)
}

fn complaint(sentence: &BookSentence, doubt: Doubt) -> Diagnostic {
    let words = &sentence.prose.text[doubt.range];
    let message = format!("this sentence may not say what its claims ask: `{words}`");
    let complaint = Diagnostic::warning(Code::DoubtfulSentence, message);
    complaint.at(sentence.prose.span, doubt.reason)
}

/// Returns the doubts about a sentence. In a book whose language has no table of words, only names
/// are read, and any other word of a claim is doubtful.
fn doubts_of(checked: &Checked, sentence: &BookSentence, variants: &Variants) -> Vec<Doubt> {
    let book = &checked.book;
    let language = read_as(&book.decl.language);
    let text = &sentence.prose.text;
    let read = AuthorText::new(text, language.unwrap_or_else(english));
    let (mut found, mut names) = (Vec::new(), Vec::new());
    let places = &sentence.prose.claims;
    for (place, (index, (_, range))) in sentence.claims.iter().zip(places).enumerate() {
        let claim = &checked.claims[*index];
        let computed = claim.judgement.actual.as_ref().zip(claim.variant);
        let Some((value, variant)) = computed.filter(|_| claim.judgement.verdict != Verdict::Error)
        else {
            continue;
        };
        let link = checked.link(claim);
        let scope = book.scope(variants, variant, book.nearest(claim.page, link));
        let Some(question) = claim.question() else {
            continue;
        };
        names.push(claim_names(range.clone(), &question.expr, value, scope));
        if let Some(unread) = &claim.judgement.unread {
            let word = &checked.link(claim).text.text()[unread.clone()];
            let start = text[range.clone()].find(word);
            found.push(Doubt {
                range: start.map_or(range.clone(), |start| {
                    range.start + start..range.start + start + word.len()
                }),
                reason: unread_reason(checked, claim),
            });
        }
        if language.is_some() {
            let last = place.checked_sub(1).map_or(0, |last| places[last].1.end);
            let next = places.get(place + 1);
            let next = next.map_or(text.len(), |(_, next)| next.start);
            let in_sentence = ClaimInSentence {
                sentence: &read,
                range: range.clone(),
                before: last.min(range.start)..range.start,
                after: range.end..next.max(range.end),
            };
            found.extend(doubts(&in_sentence, &question.expr, value, scope));
        }
    }
    found.extend(unsaid_names(&read, &names));
    found
}
