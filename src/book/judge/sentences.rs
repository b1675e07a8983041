//! The sentences of a whole book, each with its claims and the finding about it.
//!
//! ```text
//! pages, book.toml ──▶ sentences ─┐
//!                                 ├─ by their texts ──▶ state of each sentence
//! review.toml ──▶ lines ──────────┘
//! ```
//!
//! A verdict never depends on the finding about a sentence.

use std::collections::BTreeMap;

use super::checked::{Checked, CheckedClaim};
use super::paired::{ReadSentence, is_respelt, paired, plain};
use crate::claim::Verdict;
use crate::pages::review::{ReviewFinding, ReviewLine};
use crate::pages::sentence::{ProseSentence, sentences, sentences_of_text};
use padma_text::diag::{Code, Diagnostic, Severity};
use padma_text::digest;

padma_text::named! {
    /// What is known of a sentence apart from the verdicts on its claims.
    pub enum SentenceState by name {
        /// It was confirmed that its claims say it.
        Confirmed "confirmed",
        /// Nothing here computes it: it rests on a rule, a source, a reading or common knowledge.
        Rests "rests",
        /// It was found to state nothing that could be computed.
        Prose "prose",
        /// It has not been read against its claims.
        Unread "unread",
        /// Its text or its claims have changed since it was read.
        Changed "changed",
        /// It was found that its claims do not say it.
        Wrong "wrong",
    }
}

impl SentenceState {
    /// Returns the words for sentences in this state.
    fn words(self) -> &'static str {
        match self {
            SentenceState::Rests => "resting on a rule or a source",
            other => other.name(),
        }
    }
}

/// A sentence of a book.
#[derive(Clone, Debug)]
pub struct BookSentence<'a> {
    /// The index of its page; `None` for a text of `book.toml`.
    pub page: Option<usize>,
    /// Its words and their place.
    pub prose: ProseSentence,
    /// The claims in it, by their indices in the book.
    pub claims: Vec<usize>,
    /// Whether a claim in it was computed from the rules.
    pub is_computed: bool,
    /// Whether a claim in it repeats what its author has drawn or declared, and none is computed.
    pub is_from_figure: bool,
    /// Its number among the sentences with the same text, from 1; 0 if it is the only one.
    pub nth: usize,
    /// What is known of it.
    pub state: SentenceState,
    /// The finding about it, or about the sentence that was here before.
    pub line: Option<&'a ReviewLine>,
}

impl BookSentence<'_> {
    /// Returns the path of the file that it is written in, below the book's folder.
    pub fn file<'c>(&self, checked: &'c Checked) -> &'c str {
        self.page
            .map_or("book.toml", |page| &checked.book.pages[page].path)
    }

    /// Whether only its spelling has changed since it was read.
    pub fn is_respelt(&self, checked: &Checked) -> bool {
        let before = self.line.filter(|_| self.state == SentenceState::Changed);
        before.is_some_and(|line| {
            line.claims == claims_hash(checked, &self.claims)
                && is_respelt(&line.text, &self.prose.text)
        })
    }

    /// Returns the line of `review.toml` for a new finding about it.
    pub fn found(
        &self,
        checked: &Checked,
        finding: ReviewFinding,
        by: &str,
        note: &str,
    ) -> ReviewLine {
        ReviewLine {
            finding,
            by: by.to_string(),
            claims: claims_hash(checked, &self.claims),
            note: note.to_string(),
            nth: self.nth,
            text: self.prose.text.clone(),
        }
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
    pub fn add(&mut self, sentence: &BookSentence<'_>) {
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

/// Returns the sentences of a book: those of `book.toml`, then those of its pages, in order.
pub fn book_sentences(checked: &Checked) -> Vec<BookSentence<'_>> {
    // Words that the program does not read need a reader before anything is computed.
    let has = |claims: &[usize], repeats: bool, is_confirmed: bool| {
        let mut claims = claims.iter().map(|claim| &checked.claims[*claim]);
        claims.any(|claim| {
            claim.grounds.repeats() == repeats
                && is_computed(claim)
                && (is_confirmed || claim.judgement.unread.is_none())
        })
    };
    let unread = |page, prose: ProseSentence, claims: Vec<usize>| BookSentence {
        page,
        is_computed: has(&claims, false, false),
        is_from_figure: has(&claims, true, false) && !has(&claims, false, false),
        prose,
        claims,
        nth: 0,
        state: SentenceState::Unread,
        line: None,
    };
    let book = &checked.book;
    let shown = book.decl.shown.iter().flat_map(sentences_of_text);
    let mut all: Vec<BookSentence<'_>> =
        shown.map(|prose| unread(None, prose, Vec::new())).collect();
    let mut first_claim = 0;
    for (index, page) in book.pages.iter().enumerate() {
        all.extend(sentences(page).into_iter().map(|prose| {
            let links = prose.claims.iter();
            let claims = links.map(|(link, _)| first_claim + link).collect();
            unread(Some(index), prose, claims)
        }));
        first_claim += page.claims.len();
    }
    number_equal(&mut all);
    let Some(review) = &book.review else {
        return all;
    };
    let lines = review.lines.iter();
    let old = lines.map(|line| ReadSentence::new(&line.text, line.claims.clone(), line.nth));
    let new = all.iter().map(|sentence| {
        let claims = claims_hash(checked, &sentence.claims);
        ReadSentence::new(&sentence.prose.text, claims, sentence.nth)
    });
    let pairs = paired(&old.collect::<Vec<_>>(), &new.collect::<Vec<_>>());
    for (sentence, line) in pairs.into_iter().enumerate() {
        let Some(line) = line.map(|line| &review.lines[line]) else {
            continue;
        };
        let sentence = &mut all[sentence];
        // Without a claim nothing could have been confirmed.
        let is_possible = line.finding != ReviewFinding::Confirmed || !sentence.claims.is_empty();
        // What a claim asks is not known where it, or its variant, has errors. These have been reported.
        let mut claims = sentence.claims.iter().map(|claim| &checked.claims[*claim]);
        let is_unjudged = claims.any(|claim| claim.meaning.is_empty());
        let is_same = is_possible
            && plain(&line.text) == plain(&sentence.prose.text)
            && (is_unjudged || line.claims == claims_hash(checked, &sentence.claims));
        sentence.line = Some(line);
        sentence.state = match (is_same, line.finding) {
            (false, _) => SentenceState::Changed,
            (true, ReviewFinding::Confirmed) => SentenceState::Confirmed,
            (true, ReviewFinding::Rests) => SentenceState::Rests,
            (true, ReviewFinding::Prose) => SentenceState::Prose,
            (true, ReviewFinding::Wrong) => SentenceState::Wrong,
        };
        if sentence.state == SentenceState::Confirmed {
            sentence.is_computed = has(&sentence.claims, false, true);
            sentence.is_from_figure = has(&sentence.claims, true, true) && !sentence.is_computed;
        }
    }
    all
}

/// Numbers the sentences whose text occurs several times.
fn number_equal(sentences: &mut [BookSentence<'_>]) {
    let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, sentence) in sentences.iter().enumerate() {
        places
            .entry(plain(&sentence.prose.text))
            .or_default()
            .push(index);
    }
    for equal in places.into_values().filter(|equal| equal.len() > 1) {
        for (nth, index) in equal.into_iter().enumerate() {
            sentences[index].nth = nth + 1;
        }
    }
}

/// Returns a warning for each sentence whose claims were found not to say it.
pub(crate) fn wrong_sentences(checked: &Checked) -> Vec<Diagnostic> {
    let Some(review) = &checked.book.review else {
        return Vec::new();
    };
    if review
        .lines
        .iter()
        .all(|line| line.finding != ReviewFinding::Wrong)
    {
        return Vec::new();
    }
    let sentences = book_sentences(checked).into_iter();
    let wrong = sentences.filter(|sentence| sentence.state == SentenceState::Wrong);
    wrong
        .map(|sentence| sentence_complaint(&sentence, Severity::Warning))
        .collect()
}

/// Returns a note for each sentence that is unread or changed, if the book has a `review.toml`.
pub fn unsettled_sentences(checked: &Checked) -> Vec<Diagnostic> {
    if checked.book.review.is_none() {
        return Vec::new();
    }
    let sentences = book_sentences(checked).into_iter();
    let is_unsettled = |sentence: &BookSentence<'_>| {
        let state = sentence.state;
        matches!(state, SentenceState::Unread | SentenceState::Changed)
    };
    let unsettled = sentences.filter(is_unsettled);
    unsettled
        .map(|sentence| sentence_complaint(&sentence, Severity::Note))
        .collect()
}

/// Returns a complaint about a sentence that is unread, changed or wrong.
pub fn sentence_complaint(sentence: &BookSentence<'_>, severity: Severity) -> Diagnostic {
    let before = sentence.line;
    let (code, message, label) = match (sentence.state, before) {
        (SentenceState::Changed, Some(line))
            if plain(&line.text) == plain(&sentence.prose.text) =>
        {
            (
                Code::ChangedSentence,
                "the claims of this sentence have changed since it was read",
                format!("read by {}", reader(line)),
            )
        }
        (SentenceState::Changed, Some(line)) => (
            Code::ChangedSentence,
            "this sentence has changed since it was read",
            format!("{} read: {}", reader(line), line.text),
        ),
        (SentenceState::Wrong, Some(line)) => (
            Code::WrongSentence,
            "the claims of this sentence do not say what it says",
            format!("{}: {}", reader(line), line.note),
        ),
        _ => (
            Code::UnreadSentence,
            "this sentence has not been read against its claims",
            "unread".to_string(),
        ),
    };
    let complaint = Diagnostic {
        severity,
        ..Diagnostic::error(code, message)
    };
    complaint.at(sentence.prose.span, label)
}

/// Returns who found something.
fn reader(line: &ReviewLine) -> &str {
    if line.by.is_empty() {
        "a reader"
    } else {
        &line.by
    }
}

/// Whether a claim was computed.
fn is_computed(claim: &CheckedClaim) -> bool {
    !matches!(claim.judgement.verdict, Verdict::Unchecked | Verdict::Error)
}

/// Returns a hash of what claims ask, in eight hexadecimal digits; empty without claims.
fn claims_hash(checked: &Checked, claims: &[usize]) -> String {
    if claims.is_empty() {
        return String::new();
    }
    let meanings = claims.iter().map(|claim| &checked.claims[*claim].meaning);
    let hash = digest(meanings.flat_map(|meaning| meaning.bytes().chain([b'\n'])));
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}
