//! Which facts of a book's prose are covered by a claim that reads them.
//!
//! A fact is a number, the name of a cell, the name of a piece (in a claim about pieces), or a
//! diagram. It is *checked* if changing it alone would change the verdict of the claim that it is
//! in.

use std::collections::BTreeSet;
use std::ops::Range;

use super::checked::{Checked, CheckedClaim, CheckedDiagram};
use super::sentences::{SentenceCounts, SentenceState, book_sentences};
use crate::claim::{
    AuthorText, NumberWord, Verdict, WordKind, are_apart, leap_words, line_words, section_words,
    single_number,
};
use crate::pages::prose::{Run, runs, runs_where};
use padma_expr::{ExprType, ExprValue};
use padma_rules::names::unknown_cell;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Sources, Span, on_one_line};
use padma_variant::resolve::Variants;
use padma_words::{english, read_as};

/// Something in the prose that can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The kind of fact.
    pub kind: FactKind,
    /// Whether a claim reads it.
    pub state: FactState,
    /// The span in the author's file: of a percentage with its `%`; of a diagram, its id.
    pub span: Span,
    /// The index of its page in the book.
    pub page: usize,
    /// The claim whose text contains it, as an index among the book's claims.
    pub claim: Option<usize>,
}

padma_text::named! {
    /// The kinds of fact.
    pub enum FactKind by name {
        /// A number, in digits or in words.
        Number "number",
        /// A number with a percent sign.
        Percentage "percentage",
        /// The name of a cell.
        Cell "cell",
        /// The name of a piece.
        Kind "piece",
        /// A leap, in a claim about leaps.
        Leap "leap",
        /// A number of a section or figure of the source.
        Section "section",
        /// The statement of a claim; words that are understood in it are facts of their own.
        Statement "statement",
        /// A whole diagram.
        Diagram "diagram",
    }
}

/// Whether anything would notice a wrong fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactState {
    /// A claim reads it.
    Checked,
    /// It is in a claim that is declared `unchecked`, or in a claim that reads it and is vacuous.
    NotComputed,
    /// Nothing would notice if it were wrong.
    Uncovered,
}

impl FactState {
    /// Returns the state of a fact, given its claim and whether the claim reads it.
    fn of(is_read: bool, claim: &CheckedClaim) -> FactState {
        match (is_read, claim.judgement.is_vacuous) {
            (true, false) => FactState::Checked,
            // A vacuous claim cannot fail, so it checks nothing.
            (true, true) => FactState::NotComputed,
            (false, _) => FactState::Uncovered,
        }
    }
}

/// Returns all facts of a book, in the order of its pages.
pub fn facts(checked: &Checked, variants: &Variants) -> Vec<Fact> {
    let finder = FactFinder {
        checked,
        variants,
        used_variants: used_variants(checked),
    };
    let unread = unread_claims(checked);
    let mut first_claim = 0;
    let mut all = Vec::new();
    for (index, page) in checked.book.pages.iter().enumerate() {
        let mut page_facts: Vec<Fact> = Vec::new();
        for run in runs(page) {
            let claim = run.link.map(|link| first_claim + link);
            page_facts.extend(finder.facts(index, &run, claim));
        }
        for (link, claim) in page.claims.iter().zip(first_claim..) {
            page_facts.extend(
                truth_facts(&checked.claims[claim]).map(|(kind, range, met)| {
                    let state = FactState::of(met, &checked.claims[claim]);
                    let span = range.map_or(link.text_span, |range| link.text.span(range));
                    Fact {
                        kind,
                        state,
                        span,
                        page: index,
                        claim: Some(claim),
                    }
                }),
            );
        }
        page_facts.extend(finder.diagrams(index));
        for fact in &mut page_facts {
            let is_unread = fact.claim.is_some_and(|claim| unread.contains(&claim));
            if is_unread && fact.state == FactState::Checked {
                fact.state = FactState::Uncovered;
            }
        }
        page_facts.sort_by_key(|fact| fact.span);
        all.extend(page_facts);
        first_claim += page.claims.len();
    }
    all
}

/// Returns the claims whose text has words that are not read, unless a person has read them.
pub(crate) fn unread_claims(checked: &Checked) -> BTreeSet<usize> {
    let claims = checked.claims.iter().enumerate();
    let unread = claims.filter(|(_, claim)| claim.judgement.unread.is_some());
    let mut unread: BTreeSet<usize> = unread.map(|(index, _)| index).collect();
    if !unread.is_empty() {
        for sentence in book_sentences(checked) {
            if sentence.state == SentenceState::Confirmed {
                sentence
                    .claims
                    .iter()
                    .for_each(|claim| _ = unread.remove(claim));
            }
        }
    }
    unread
}

/// Reports words in the prose that look like the name of a cell but name none on any board of the
/// book.
pub(super) fn report_misnamed(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let finder = FactFinder {
        checked,
        variants,
        used_variants: used_variants(checked),
    };
    let mut first_claim = 0;
    for (index, page) in checked.book.pages.iter().enumerate() {
        // Every cell's name contains a digit, and most prose has none.
        for run in runs_where(page, |text| text.bytes().any(|byte| byte.is_ascii_digit())) {
            let claim = run.link.map(|link| &checked.claims[first_claim + link]);
            // A claim with an error has been reported.
            if claim.is_some_and(|claim| claim.judgement.verdict == Verdict::Error) {
                continue;
            }
            let Some(variant) = finder.variant_of_run(index, &run, claim) else {
                continue;
            };
            let text = AuthorText::in_english(run.text.text());
            for span in text.cell_shaped().map(|range| run.text.span(range)) {
                let word = sources.slice(span);
                if !run.is_code(span) && !finder.is_cell(word, variant) {
                    let board = &variants.rules(variant).variant.board;
                    diagnostics.push_error(Code::UnknownCell, span, || {
                        unknown_cell(word, span, board)
                            .help("if this is not meant as a cell, put it in a code span")
                    });
                }
            }
        }
        first_claim += page.claims.len();
    }
}

/// Returns the variants that a book uses.
fn used_variants(checked: &Checked) -> Vec<usize> {
    let placed = checked.book.placed.iter().map(|figure| figure.variant);
    let claimed = checked.claims.iter().filter_map(|claim| claim.variant);
    let mut used: Vec<usize> = placed.chain(claimed).chain(checked.book.variant).collect();
    used.sort_unstable();
    used.dedup();
    used
}

struct FactFinder<'a> {
    checked: &'a Checked,
    variants: &'a Variants,
    used_variants: Vec<usize>,
}

/// A fact whose state is not known yet: its kind and its range in the text.
type Candidate = (FactKind, Range<usize>);

impl FactFinder<'_> {
    /// Returns the variant whose board a run refers to.
    fn variant_of_run(
        &self,
        page: usize,
        run: &Run<'_>,
        claim: Option<&CheckedClaim>,
    ) -> Option<usize> {
        let book = &self.checked.book;
        let nearest = run
            .diagram
            .and_then(|diagram| book.figure_of[page][diagram]);
        claim
            .and_then(|claim| claim.variant)
            .or_else(|| nearest.map(|figure| book.placed[figure].variant))
            .or(book.variant)
    }

    fn is_cell(&self, word: &str, variant: usize) -> bool {
        let has = |variant: &usize| {
            self.variants
                .rules(*variant)
                .variant
                .board
                .cell(word)
                .is_some()
        };
        has(&variant) || self.used_variants.iter().any(has)
    }

    /// Returns the facts of a run, unless it is a claim that states a truth.
    fn facts(&self, page: usize, run: &Run<'_>, claim: Option<usize>) -> Vec<Fact> {
        let judged = claim.map(|claim| &self.checked.claims[claim]);
        let variant = self.variant_of_run(page, run, judged);
        let actual = judged.and_then(|claim| claim.judgement.actual.as_ref());
        let kind = actual.map(ExprValue::kind);
        if kind == Some(ExprType::Truth) {
            return Vec::new();
        }
        let language = read_as(&self.checked.book.decl.language);
        let text = AuthorText::new(run.text.text(), language.unwrap_or_else(english));
        let numbers = text
            .numbers()
            .filter(|number| !number.is_pronoun() && (language.is_some() || !number.spelt));
        let mut candidates: Vec<Candidate> = numbers.map(number_fact).collect();
        // `2.0` is the number of a section, not the number 2; `(1,2)` is a leap, not two numbers.
        let mut replace = |kind, range: Range<usize>| {
            candidates.retain(|(_, other)| are_apart(other, &range));
            candidates.push((kind, range));
        };
        if let Some(variant) = variant {
            let cells = text.possible_cells();
            let cells = cells.filter(|range| self.is_cell(&text.text[range.clone()], variant));
            cells.for_each(|range| replace(FactKind::Cell, range));
            let rules = &self.variants.rules(variant).variant;
            match kind {
                Some(ExprType::Pieces | ExprType::Position) => (text.pieces(rules).into_iter())
                    .for_each(|(range, _)| replace(FactKind::Kind, range)),
                Some(ExprType::Cells) if language.is_some() => (line_words(&text, &rules.board)
                    .into_iter())
                .for_each(|(range, _)| replace(FactKind::Cell, range)),
                _ => {}
            }
        }
        match kind {
            Some(ExprType::Numbers) => section_words(text.text, &self.checked.book.outline)
                .filter(|(_, number)| number.is_some())
                .for_each(|(range, _)| replace(FactKind::Section, range)),
            Some(ExprType::Leaps) => {
                leap_words(text.text).for_each(|(range, _)| replace(FactKind::Leap, range))
            }
            _ => {}
        }
        let read = judged.and_then(|claim| read_number(&text, claim));
        // If a claim reads it, `one` is a number after all.
        candidates.extend(read.clone().filter(NumberWord::is_pronoun).map(number_fact));
        let fact = |(kind, range): Candidate| {
            let is_read = read.as_ref().is_some_and(|read| read.whole == range);
            let state = judged.map_or(FactState::Uncovered, |claim| {
                fact_state(kind, claim, is_read)
            });
            Fact {
                kind,
                state,
                span: run.text.span(range),
                page,
                claim,
            }
        };
        candidates
            .into_iter()
            .map(fact)
            .filter(|fact| !run.is_code(fact.span))
            .collect()
    }

    fn diagrams(&self, page: usize) -> impl Iterator<Item = Fact> {
        let judged = self
            .checked
            .diagrams
            .iter()
            .filter(move |diagram| diagram.page == page);
        judged
            .filter(|diagram| !diagram.marks.is_empty())
            .map(move |diagram| {
                let decl = &self.checked.book.pages[page].diagrams[diagram.index];
                // The source has this figure, but nothing was compared with it.
                let compared = diagram.marks.iter().any(|mark| mark.source.is_some());
                let is_uncompared = decl.source_id.is_some() && !compared;
                let state = if has_computed_mark(diagram) && !is_uncompared {
                    FactState::Checked
                } else {
                    FactState::Uncovered
                };
                Fact {
                    kind: FactKind::Diagram,
                    state,
                    span: decl.id.span,
                    page,
                    claim: None,
                }
            })
    }
}

/// Returns the facts of a claim that states a truth: the words that are understood, and the
/// statement itself.
fn truth_facts(
    claim: &CheckedClaim,
) -> impl Iterator<Item = (FactKind, Option<Range<usize>>, bool)> + '_ {
    let is_truth = matches!(claim.judgement.actual, Some(ExprValue::Truth(_)));
    let words = claim.judgement.words.iter().filter_map(|word| {
        let kind = match word.kind {
            WordKind::Piece => FactKind::Kind,
            WordKind::Cell => FactKind::Cell,
            WordKind::Number => FactKind::Number,
            WordKind::Side | WordKind::Logic(_) => return None,
        };
        Some((kind, Some(word.range.clone()), word.met))
    });
    let words_met = claim.judgement.words.iter().all(|word| word.met);
    let is_understood = words_met && !claim.judgement.words.is_empty();
    words.chain(is_truth.then_some((FactKind::Statement, None, is_understood)))
}

fn number_fact(number: NumberWord) -> Candidate {
    let kind = if number.percent {
        FactKind::Percentage
    } else {
        FactKind::Number
    };
    (kind, number.whole)
}

/// Returns the number that a claim reads as its value.
fn read_number(text: &AuthorText<'_>, claim: &CheckedClaim) -> Option<NumberWord> {
    let kind = claim.judgement.expected.as_ref()?.kind();
    if matches!(kind, ExprType::Number | ExprType::Share) {
        single_number(text, kind).ok()
    } else {
        None
    }
}

/// Returns the state of a fact of this kind in a claim.
fn fact_state(kind: FactKind, claim: &CheckedClaim, is_read_number: bool) -> FactState {
    let judgement = &claim.judgement;
    if judgement.verdict == Verdict::Unchecked {
        return FactState::NotComputed;
    }
    let value_type = judgement.expected.as_ref().map(ExprValue::kind);
    let read = match value_type.filter(|_| judgement.verdict != Verdict::Error) {
        Some(ExprType::Number | ExprType::Share) => is_read_number,
        Some(ExprType::Cells) => kind == FactKind::Cell,
        Some(ExprType::Pieces) => kind == FactKind::Kind,
        Some(ExprType::Leaps) => kind == FactKind::Leap,
        Some(ExprType::Numbers) => kind == FactKind::Section,
        Some(ExprType::Text | ExprType::Position) => true,
        Some(ExprType::Truth) | None => false,
    };
    FactState::of(read, claim)
}

/// Whether at least one mark is computed, rather than on cells listed by hand.
fn has_computed_mark(diagram: &CheckedDiagram) -> bool {
    diagram
        .marks
        .iter()
        .any(|mark| mark.computed && mark.verdict != Verdict::Error)
}

/// A book's facts and sentences, counted.
#[derive(Debug)]
pub struct Coverage {
    pub(crate) facts: Vec<Fact>,
    /// Its sentences.
    pub sentences: SentenceCounts,
}

impl Coverage {
    /// Finds and counts the facts of a book.
    pub fn of(checked: &Checked, variants: &Variants) -> Coverage {
        let mut counts = SentenceCounts::default();
        book_sentences(checked)
            .iter()
            .for_each(|sentence| counts.add(sentence));
        Coverage {
            facts: facts(checked, variants),
            sentences: counts,
        }
    }

    pub(crate) fn count(&self, state: FactState) -> usize {
        self.facts.iter().filter(|fact| fact.state == state).count()
    }

    /// Returns the facts that no claim covers, in the order of the pages.
    pub fn uncovered_facts(&self) -> impl Iterator<Item = &Fact> {
        self.facts
            .iter()
            .filter(|fact| fact.state == FactState::Uncovered)
    }

    /// Returns the share of facts that are covered, in tenths of a percent. It is rounded down,
    /// so that only full coverage gives 1000.
    pub fn per_mille(&self) -> usize {
        let covered = self.facts.len() - self.count(FactState::Uncovered);
        (1000 * covered)
            .checked_div(self.facts.len())
            .unwrap_or(1000)
    }
}

/// Returns a complaint about each claim that is declared `unchecked`.
pub fn unchecked_complaints(checked: &Checked) -> impl Iterator<Item = Diagnostic> {
    let unchecked = checked
        .claims
        .iter()
        .filter(|claim| claim.judgement.verdict == Verdict::Unchecked);
    unchecked.map(|claim| {
        let span = checked.link(claim).text_span;
        let message = format!("the claim `{}` is not computed", claim.id);
        Diagnostic::error(Code::UncheckedClaim, message).at(span, claim.judgement.note.clone())
    })
}

/// Describes an uncovered fact.
pub fn uncovered_fact_note(fact: &Fact, checked: &Checked, sources: &Sources) -> Diagnostic {
    let words = fact_text(fact, sources);
    let message = match fact.kind {
        FactKind::Diagram => {
            format!("nothing in the diagram `{words}` is checked against the rules")
        }
        kind => format!("no claim reads the {} `{words}`", kind.name()),
    };
    Diagnostic::note(Code::UncoveredFact, message).at(fact.span, reason(fact, checked))
}

/// Returns the reason why a fact is uncovered.
fn reason(fact: &Fact, checked: &Checked) -> String {
    let claim = fact.claim.map(|claim| &checked.claims[claim]);
    match (
        fact.kind,
        claim.map(|claim| (claim, claim.judgement.actual.as_ref())),
    ) {
        (FactKind::Diagram, _) => {
            "its marks only list cells, or its source has a figure that is not given".to_string()
        }
        (_, None) => "outside every claim".to_string(),
        (_, Some((claim, _))) if claim.judgement.unread.is_some() => unread_reason(checked, claim),
        (_, Some((claim, None))) => format!("the claim `{}` cannot be evaluated", claim.id),
        (_, Some((claim, Some(value)))) => match value.kind() {
            ExprType::Truth if fact.kind == FactKind::Statement => {
                format!(
                    "no word of the claim `{}` is understood, so any text would do",
                    claim.id
                )
            }
            ExprType::Truth => {
                format!("the expression of the claim `{}` does not say it", claim.id)
            }
            kind => format!("the claim `{}` only reads {}", claim.id, kind.name()),
        },
    }
}

/// Returns why a claim with words that are not read needs a reader.
pub(super) fn unread_reason(checked: &Checked, claim: &CheckedClaim) -> String {
    let text = checked.link(claim).text.text();
    let word = claim
        .judgement
        .unread
        .clone()
        .map_or("", |range| &text[range]);
    format!(
        "`{word}` is in no table of words for `{}`: a reader must say whether the claim says it",
        checked.book.decl.language
    )
}

/// Returns a fact as it is written, on one line.
pub fn fact_text(fact: &Fact, sources: &Sources) -> String {
    on_one_line(sources.slice(fact.span))
}
