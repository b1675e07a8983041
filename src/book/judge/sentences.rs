//! The sentences of a whole book, each with its claims and the finding about it.
//!
//! ```text
//! book.toml, variants, pages ──▶ sentences ─┐
//!                                           ├─ by their fingerprints ──▶ state of each sentence
//! review.toml ──▶ lines ────────────────────┘
//! ```
//!
//! A verdict never depends on the finding about a sentence.

use super::checked::{Checked, CheckedClaim};
use super::paired::{ReadSentence, fingerprint, is_respelt, paired};
use super::sentence::{BookSentence, SentenceChange, SentenceState};
use crate::claim::Verdict;
use crate::pages::review::{ReviewFinding, ReviewLine, ReviewNote};
use crate::pages::sentence::{ProseSentence, sentences, sentences_of_text};
use padma_text::Fingerprint;
use padma_text::diag::{Code, Diagnostic, Severity};

impl BookSentence {
    /// Returns how it read before it changed, if that is known.
    pub fn old_text<'c>(&self, checked: &'c Checked) -> Option<&'c str> {
        let line = self
            .line
            .as_ref()
            .filter(|_| self.change == Some(SentenceChange::Text))?;
        checked.old_words.get(&line.text).map(String::as_str)
    }

    /// Whether only its spelling has changed since it was read.
    pub fn is_respelt(&self, checked: &Checked) -> bool {
        let before = self.line.as_ref().zip(self.old_text(checked));
        before.is_some_and(|(line, text)| {
            line.claims == claims_fingerprint(checked, &self.claims)
                && is_respelt(text, &self.prose.text)
        })
    }

    /// Returns the line of `review.toml` for a new finding about it.
    pub fn found(&self, checked: &Checked, note: ReviewNote) -> ReviewLine {
        ReviewLine {
            text: fingerprint(&self.prose.text),
            claims: claims_fingerprint(checked, &self.claims),
            note,
        }
    }

    /// Returns its line of `review.toml`, as it is or as it was before it changed; of one that nobody has
    /// read, its fingerprint alone.
    pub fn kept(&self, checked: &Checked) -> ReviewLine {
        let unread = || self.found(checked, ReviewNote::UNREAD);
        self.line.clone().unwrap_or_else(unread)
    }
}

/// Sentences, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SentenceCounts {
    /// All of them.
    pub all: usize,
    /// Those that contain a claim which was computed from the rules.
    pub computed: usize,
    /// Those of the others that contain a claim which repeats a figure or a declaration.
    pub from_figure: usize,
    /// Those in each state.
    states: [usize; SentenceState::ALL.len()],
}

impl SentenceCounts {
    /// Counts a sentence.
    pub fn add(&mut self, sentence: &BookSentence) {
        self.all += 1;
        self.computed += usize::from(sentence.is_computed);
        self.from_figure += usize::from(sentence.is_from_figure);
        self.states[sentence.state as usize] += 1;
    }

    /// Returns the number of sentences in a state.
    pub fn count(&self, state: SentenceState) -> usize {
        self.states[state as usize]
    }

    /// Writes the numbers: "269 of 588 sentences computed, 31 more repeat a figure or a declaration; 500 confirmed, 88 unread".
    pub fn print(&self) -> String {
        let states = SentenceState::ALL.iter();
        let states = states.filter(|state| self.count(**state) > 0);
        let states = states.map(|state| format!("{} {}", self.count(*state), state.words()));
        let states = states.collect::<Vec<_>>().join(", ");
        let from_figure = match self.from_figure {
            0 => String::new(),
            1 => ", 1 more repeats a figure or a declaration".to_string(),
            count => format!(", {count} more repeat a figure or a declaration"),
        };
        format!(
            "{} of {} sentences computed{from_figure}; {states}",
            self.computed, self.all
        )
    }
}

/// Returns the sentences of a book: those of `book.toml`, then those of its pages, in order. They are found once.
pub fn book_sentences(checked: &Checked) -> &[BookSentence] {
    checked.sentences.get_or_init(|| find_sentences(checked))
}

fn find_sentences(checked: &Checked) -> Vec<BookSentence> {
    // Words that the program does not read need a reader before anything is computed.
    let has = |claims: &[usize], repeats: bool, is_confirmed: bool| {
        let mut claims = claims.iter().map(|claim| &checked.claims[*claim]);
        claims.any(|claim| {
            claim.grounds.repeats() == repeats
                && is_computed(claim)
                && (is_confirmed || claim.judgement.unread.is_none())
        })
    };
    let unread = |page, file: &str, prose: ProseSentence, claims: Vec<usize>| BookSentence {
        page,
        file: file.to_string(),
        is_computed: has(&claims, false, false),
        is_from_figure: has(&claims, true, false) && !has(&claims, false, false),
        prose,
        claims,
        state: SentenceState::Unread,
        change: None,
        line: None,
    };
    let book = &checked.book;
    let mut all: Vec<BookSentence> = Vec::new();
    let of_variants = book.variant_texts.iter();
    let of_variants = of_variants.map(|(file, texts)| (file.as_str(), texts));
    for (file, texts) in [("book.toml", &book.decl.shown)]
        .into_iter()
        .chain(of_variants)
    {
        let prose = texts.iter().flat_map(sentences_of_text);
        all.extend(prose.map(|prose| unread(None, file, prose, Vec::new())));
    }
    let mut first_claim = 0;
    for (index, page) in book.pages.iter().enumerate() {
        all.extend(sentences(page).into_iter().map(|prose| {
            let links = prose.claims.iter();
            let claims = links.map(|(link, _)| first_claim + link).collect();
            unread(Some(index), &page.path, prose, claims)
        }));
        first_claim += page.claims.len();
    }
    let Some(review) = &book.review else {
        return all;
    };
    let lines: Vec<&ReviewLine> = review.lines().collect();
    let old = lines
        .iter()
        .map(|line| ReadSentence::kept(line, checked.old_words.get(&line.text)));
    let new = all.iter().map(|sentence| {
        let claims = claims_fingerprint(checked, &sentence.claims);
        ReadSentence::new(&sentence.prose.text, claims)
    });
    let pairs = paired(&old.collect::<Vec<_>>(), &new.collect::<Vec<_>>());
    for (sentence, line) in pairs.into_iter().enumerate() {
        let line = line.map(|line| lines[line]);
        let found = line.and_then(|line| Some((line, line.note.finding?)));
        let Some((line, finding)) = found else {
            continue;
        };
        let sentence = &mut all[sentence];
        sentence.change = change(checked, sentence, line);
        sentence.line = Some(line.clone());
        sentence.state = match (sentence.change, finding) {
            (Some(_), _) => SentenceState::Changed,
            (None, ReviewFinding::Confirmed) => SentenceState::Confirmed,
            (None, ReviewFinding::Rests) => SentenceState::Rests,
            (None, ReviewFinding::Prose) => SentenceState::Prose,
            (None, ReviewFinding::Wrong) => SentenceState::Wrong,
        };
        if sentence.state == SentenceState::Confirmed {
            sentence.is_computed = has(&sentence.claims, false, true);
            sentence.is_from_figure = has(&sentence.claims, true, true) && !sentence.is_computed;
        }
    }
    all
}

/// Returns what has changed of a sentence since a line was written.
fn change(checked: &Checked, sentence: &BookSentence, line: &ReviewLine) -> Option<SentenceChange> {
    if line.text != fingerprint(&sentence.prose.text) {
        return Some(SentenceChange::Text);
    }
    // What a claim asks is not known where it, or its variant, has errors. These have been reported.
    let mut claims = sentence.claims.iter().map(|claim| &checked.claims[*claim]);
    let is_unjudged = claims.any(|claim| claim.meaning.is_empty());
    // Without a claim nothing could have been confirmed.
    let is_impossible =
        line.note.finding == Some(ReviewFinding::Confirmed) && sentence.claims.is_empty();
    if is_impossible
        || (!is_unjudged && line.claims != claims_fingerprint(checked, &sentence.claims))
    {
        return Some(SentenceChange::Claims);
    }
    let (on, read) = line.note.rests_on.as_ref()?;
    (!checked.supports.is_same(on, *read)).then_some(SentenceChange::Support)
}

/// Returns a warning for each sentence whose claims were found not to say it.
pub(crate) fn wrong_sentences(checked: &Checked) -> Vec<Diagnostic> {
    let Some(review) = &checked.book.review else {
        return Vec::new();
    };
    let is_wrong = |line: &ReviewLine| line.note.finding == Some(ReviewFinding::Wrong);
    if !review.lines().any(is_wrong) {
        return Vec::new();
    }
    let sentences = book_sentences(checked).iter();
    let wrong = sentences.filter(|sentence| sentence.state == SentenceState::Wrong);
    wrong
        .map(|sentence| sentence_complaint(checked, sentence, Severity::Warning))
        .collect()
}

/// Returns a note for each sentence that is unread or changed, if the book has a `review.toml`.
pub fn unsettled_sentences(checked: &Checked) -> Vec<Diagnostic> {
    if checked.book.review.is_none() {
        return Vec::new();
    }
    let sentences = book_sentences(checked).iter();
    let is_unsettled = |sentence: &&BookSentence| {
        let state = sentence.state;
        matches!(state, SentenceState::Unread | SentenceState::Changed)
    };
    let unsettled = sentences.filter(is_unsettled);
    unsettled
        .map(|sentence| sentence_complaint(checked, sentence, Severity::Note))
        .collect()
}

/// Returns a complaint about a sentence that is unread, changed or wrong.
pub fn sentence_complaint(
    checked: &Checked,
    sentence: &BookSentence,
    severity: Severity,
) -> Diagnostic {
    let unread = ReviewNote::UNREAD;
    let note = sentence.note().unwrap_or(&unread);
    let read_by = note.read_by();
    let (code, message, label) = match (sentence.state, sentence.change) {
        (SentenceState::Changed, Some(SentenceChange::Text)) => (
            Code::ChangedSentence,
            "this sentence has changed since it was read".to_string(),
            match sentence.old_text(checked) {
                Some(old) => format!("{} read: {old}", note.initials()),
                None => read_by,
            },
        ),
        (SentenceState::Changed, Some(SentenceChange::Support)) => (
            Code::ChangedSentence,
            changed_support(checked, note),
            read_by,
        ),
        (SentenceState::Changed, _) => (
            Code::ChangedSentence,
            "the claims of this sentence have changed since it was read".to_string(),
            read_by,
        ),
        (SentenceState::Wrong, _) => (
            Code::WrongSentence,
            "the claims of this sentence do not say what it says".to_string(),
            format!("{}: {}", note.initials(), note.note),
        ),
        _ => (
            Code::UnreadSentence,
            "this sentence has not been read against its claims".to_string(),
            "unread".to_string(),
        ),
    };
    let complaint = Diagnostic {
        severity,
        ..Diagnostic::error(code, message)
    };
    complaint.at(sentence.prose.span, label)
}

/// Says that what a sentence rests on has changed, or is no longer there.
fn changed_support(checked: &Checked, note: &ReviewNote) -> String {
    let on = note.support();
    match checked.supports.read(on) {
        Ok(_) => format!("what this sentence rests on has changed since it was read: `{on}`"),
        Err(gone) => format!("what this sentence rests on is gone: {gone}"),
    }
}

/// Whether a claim was computed.
fn is_computed(claim: &CheckedClaim) -> bool {
    !matches!(claim.judgement.verdict, Verdict::Unchecked | Verdict::Error)
}

/// Returns the fingerprint of what claims ask; `None` without claims.
fn claims_fingerprint(checked: &Checked, claims: &[usize]) -> Option<Fingerprint> {
    let meanings = claims
        .iter()
        .map(|claim| checked.claims[*claim].meaning.as_str());
    (!claims.is_empty()).then(|| Fingerprint::of(meanings))
}

/// Returns the three likeliest names of what a sentence rests on: what it rests on already, what the
/// sentences before it rest on, which are given from the first to the last, and what its words and those
/// of its page's title speak of.
pub fn proposed_supports(
    checked: &Checked,
    sentence: &BookSentence,
    before: &[&str],
) -> Vec<String> {
    const MOST: usize = 3;
    let page = sentence.page.map(|page| &checked.book.pages[page]);
    let near = page.map_or("", |page| &page.title);
    let own = sentence.note().map(ReviewNote::support);
    let spoken_of = checked.supports.proposed(&sentence.prose.text, near);
    let mut names: Vec<String> = Vec::new();
    let likely = own.into_iter().chain(before.iter().rev().copied());
    for name in likely.take(MOST - 1).chain(spoken_of) {
        if !name.is_empty() && names.len() < MOST && !names.iter().any(|known| known == name) {
            names.push(name.to_string());
        }
    }
    names
}
