//! Which facts of a book's prose are covered by a claim that reads them.
//!
//! A fact is a number, the name of a cell, the name of a piece (in a claim about pieces), or a
//! diagram. It is *checked* if changing it alone would change the verdict of the claim that it is
//! in.

use std::collections::BTreeSet;
use std::ops::Range;

use super::checked::{Checked, CheckedClaim, CheckedDiagram};
use super::sentence::{BookSentence, SentenceState};
use super::sentences::{SentenceCounts, book_sentences};
use crate::claim::{AuthorText, ExprContent, Judgement, NumberWord, Verdict, WordKind, are_apart};
use crate::pages::prose::{Run, runs};
use padma_expr::{ExprType, ExprValue};
use padma_rules::names::unknown_cell;
use padma_text::diag::{Code, Diagnostics};
use padma_text::{Sources, Span};
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
    /// It is in a claim that is declared `unchecked`, in one that reads it and is vacuous, or in one of
    /// which no word is understood and that nobody has read.
    NotComputed,
    /// Nothing would notice if it were wrong.
    Uncovered,
}

impl FactState {
    /// Returns the state of a fact, given the judgement on its claim and whether the claim reads it.
    fn of(is_read: bool, judgement: &Judgement) -> FactState {
        match judgement.verdict {
            Verdict::Unchecked => FactState::NotComputed,
            Verdict::Error => FactState::Uncovered,
            _ if !is_read => FactState::Uncovered,
            // A vacuous claim cannot fail, so it checks nothing.
            _ if judgement.is_vacuous => FactState::NotComputed,
            _ => FactState::Checked,
        }
    }
}

/// Returns all facts of a book, in the order of its pages.
pub fn facts(checked: &Checked, variants: &Variants) -> Vec<Fact> {
    let unread = unread_claims(checked);
    let finder = FactFinder {
        unread,
        unspoken: unspoken_claims(checked),
        asking: book_sentences(checked),
        ..FactFinder::new(checked, variants)
    };
    let mut all = Vec::new();
    for page in 0..checked.book.pages.len() {
        for (run, claim) in finder.runs(page, |_| true) {
            all.extend(finder.facts(page, &run, claim));
        }
        // A block is not prose; of its claims only the statements are facts.
        for (run, claim) in finder.statements_in_blocks(page) {
            all.extend(finder.facts(page, &run, Some(claim)));
        }
        all.extend(finder.diagrams(page));
    }
    all.sort_by_key(|fact| (fact.page, fact.span));
    all
}

/// Whether a person has read a sentence in this state against its claims.
fn is_read(state: SentenceState) -> bool {
    matches!(state, SentenceState::Confirmed | SentenceState::Rests)
}

/// Returns the claims whose text has words that are not read, unless a person has read them.
pub(crate) fn unread_claims(checked: &Checked) -> BTreeSet<usize> {
    unread_among(checked, |claim| claim.judgement.unread.is_some())
}

/// Returns the claims that hold or fail and in which no word is understood, unless a person has read
/// them.
fn unspoken_claims(checked: &Checked) -> BTreeSet<usize> {
    unread_among(checked, |claim| {
        let actual = claim.judgement.actual.as_ref();
        let is_truth = actual.is_some_and(|value| value.kind() == ExprType::Truth);
        is_truth && claim.judgement.words.is_empty()
    })
}

/// Returns the claims that need a reader, unless a person has read them.
fn unread_among(checked: &Checked, needs: impl Fn(&CheckedClaim) -> bool) -> BTreeSet<usize> {
    let claims = checked.claims.iter().enumerate();
    let unread = claims.filter(|(_, claim)| needs(claim));
    let mut unread: BTreeSet<usize> = unread.map(|(index, _)| index).collect();
    if !unread.is_empty() {
        for sentence in book_sentences(checked) {
            if is_read(sentence.state) {
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
    let finder = FactFinder::new(checked, variants);
    // Every cell's name contains a digit, and most prose has none.
    let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    for page in 0..checked.book.pages.len() {
        for (run, claim) in finder.runs(page, has_digit) {
            let claim = claim.map(|claim| &checked.claims[claim]);
            // A claim with an error has been reported.
            if claim.is_some_and(|claim| claim.judgement.verdict == Verdict::Error) {
                continue;
            }
            let Some(variant) = finder.variant_of_run(page, &run, claim) else {
                continue;
            };
            let text = AuthorText::in_english(run.text.text());
            for range in text.cell_shaped().filter(|range| !run.is_code(range)) {
                let span = run.text.span(range);
                let word = sources.slice(span);
                if !finder.is_cell(word, variant) {
                    let board = &variants.rules(variant).variant.board;
                    diagnostics.push_error(Code::UnknownCell, span, || {
                        unknown_cell(word, span, board)
                            .help("if this is not meant as a cell, put it in a code span")
                    });
                }
            }
        }
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
    /// The claims whose text has words that nobody has read.
    unread: BTreeSet<usize>,
    /// Those in which no word is understood.
    unspoken: BTreeSet<usize>,
    /// The sentences whose claims may ask about the words beside them.
    asking: &'a [BookSentence],
}

impl<'a> FactFinder<'a> {
    fn new(checked: &'a Checked, variants: &'a Variants) -> FactFinder<'a> {
        FactFinder {
            checked,
            variants,
            used_variants: used_variants(checked),
            unread: BTreeSet::new(),
            unspoken: BTreeSet::new(),
            asking: &[],
        }
    }

    /// Returns the runs of a page that have a wanted part, each with its claim among the book's.
    fn runs(
        &self,
        page: usize,
        wanted: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = (Run<'a>, Option<usize>)> {
        let first = self
            .checked
            .claims
            .partition_point(|claim| claim.page < page);
        let runs = runs(&self.checked.book.pages[page], wanted).into_iter();
        runs.map(move |run| {
            let claim = run.link.map(|link| first + link);
            (run, claim)
        })
    }

    fn statements_in_blocks(&self, page: usize) -> impl Iterator<Item = (Run<'a>, usize)> {
        let checked = self.checked;
        let claims = checked.claims.iter().enumerate().filter(move |(_, claim)| {
            let is_truth = matches!(claim.judgement.actual, Some(ExprValue::Truth(_)));
            claim.page == page && is_truth && checked.link(claim).is_in_block
        });
        claims.map(move |(index, claim)| (Run::of_claim(checked.link(claim), claim.link), index))
    }

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

    /// Whether an ordinal and the word after it are the name of a set: `eighth row` for `eighth-row`.
    fn names_set(
        &self,
        text: &AuthorText<'_>,
        ordinal: &Range<usize>,
        variant: Option<usize>,
    ) -> bool {
        let Some((next, _)) = text.words_in(ordinal.end..text.text.len()).first() else {
            return false;
        };
        let phrase = text.text[ordinal.start..next.end].to_lowercase();
        let name = phrase.split_whitespace().collect::<Vec<_>>().join("-");
        variant.is_some_and(|variant| {
            self.variants
                .rules(variant)
                .variant
                .sets
                .get(&name)
                .is_some()
        })
    }

    /// Returns the state of a fact of a claim, given whether the claim reads it.
    fn state(&self, is_read: bool, claim: usize) -> FactState {
        match FactState::of(is_read, &self.checked.claims[claim].judgement) {
            FactState::Checked if self.unread.contains(&claim) => FactState::Uncovered,
            state => state,
        }
    }

    /// Returns the state of a cell or an ordinal outside the claims that a claim of its sentence asks about:
    /// "From **e4** it reaches [13](<claim:count(reach(bishop, e4))>)".
    fn state_beside(&self, page: usize, run: &Run<'_>, range: &Range<usize>) -> FactState {
        let (book, span) = (&self.checked.book, run.text.span(range.clone()));
        let is_around = |sentence: &&BookSentence| {
            let around = sentence.prose.span.range();
            sentence.page == Some(page)
                && around.start <= span.range().start
                && span.range().end <= around.end
        };
        let text = AuthorText::in_english(run.text.text());
        let word = &text.text[range.clone()];
        let ordinal = text.ordinals().find(|ordinal| ordinal.range == *range);
        let asks = |claim: &&usize| {
            let claim = &self.checked.claims[**claim];
            let Some((question, variant)) = claim.question().zip(claim.variant) else {
                return false;
            };
            let nearest = book.nearest(claim.page, self.checked.link(claim));
            let scope = book.scope(self.variants, variant, nearest);
            let mut content = ExprContent::default();
            content.add_expr(&question.expr, scope);
            let variant = &scope.rules.variant;
            match &ordinal {
                Some(ordinal) => content.says_ordinal(word, ordinal.number, &variant.board),
                None => {
                    let cell = variant.board.cell(word);
                    cell.is_some_and(|cell| content.says_cell(cell, variant))
                }
            }
        };
        let claims = self
            .asking
            .iter()
            .find(is_around)
            .map_or(&[][..], |sentence| &sentence.claims);
        let states = claims
            .iter()
            .filter(asks)
            .map(|claim| self.state(true, *claim));
        states.min().unwrap_or(FactState::Uncovered)
    }

    /// Returns the facts of a run: the words that its claim reads, the other numbers and cells, and
    /// the statement itself if it states a truth, of which the claim reads whatever is understood.
    fn facts(&self, page: usize, run: &Run<'_>, claim: Option<usize>) -> Vec<Fact> {
        let judged = claim.map(|claim| &self.checked.claims[claim]);
        let actual = judged.and_then(|claim| claim.judgement.actual.as_ref());
        let kind = actual.map(ExprValue::kind);
        let words = judged.map_or(&[][..], |claim| &claim.judgement.words);
        let mut found: Vec<(FactKind, Range<usize>)> = Vec::new();
        let mut add = |kind, range: Range<usize>| {
            // `2.0` is the number of a section, not the number 2; `(1,2)` is a leap, not two numbers.
            found.retain(|(_, other)| are_apart(other, &range));
            found.push((kind, range));
        };
        if kind != Some(ExprType::Truth) {
            let language = read_as(&self.checked.book.decl.language);
            let text = AuthorText::new(run.text.text(), language.unwrap_or_else(english));
            let is_fact = |number: &NumberWord| {
                !number.is_pronoun() && (language.is_some() || !number.is_word())
            };
            let variant = self.variant_of_run(page, run, judged);
            for number in text.numbers().filter(is_fact) {
                let kind = match number.percent {
                    true => FactKind::Percentage,
                    false => FactKind::Number,
                };
                add(kind, number.whole);
            }
            let ordinals = text.telling_ordinals().filter(|_| language.is_some());
            let ordinals =
                ordinals.filter(|ordinal| !self.names_set(&text, &ordinal.range, variant));
            ordinals.for_each(|ordinal| add(FactKind::Number, ordinal.range));
            for range in text.possible_cells() {
                if variant.is_some_and(|variant| self.is_cell(&text.text[range.clone()], variant)) {
                    add(FactKind::Cell, range);
                }
            }
        }
        for word in words {
            let kind = match word.kind {
                WordKind::Piece => FactKind::Kind,
                WordKind::Cell => FactKind::Cell,
                WordKind::Number if kind == Some(ExprType::Share) => FactKind::Percentage,
                WordKind::Number => FactKind::Number,
                WordKind::Leap => FactKind::Leap,
                WordKind::Section => FactKind::Section,
                WordKind::Side | WordKind::Logic(_) | WordKind::Text => continue,
            };
            add(kind, word.range.clone());
        }
        found.retain(|(_, range)| !run.is_code(range));
        let state =
            |is_read: bool| claim.map_or(FactState::Uncovered, |claim| self.state(is_read, claim));
        let fact = |kind, state, span| Fact {
            kind,
            state,
            span,
            page,
            claim,
        };
        let is_read = |range: &Range<usize>| {
            let mut met = words.iter().filter(|word| word.met);
            met.any(|word| word.range.start <= range.start && range.end <= word.range.end)
        };
        let facts = found.into_iter().map(|(kind, range)| {
            let state = match claim {
                Some(_) => state(is_read(&range)),
                None => self.state_beside(page, run, &range),
            };
            fact(kind, state, run.text.span(range))
        });
        let is_understood = words.iter().all(|word| word.met);
        let statement = judged
            .filter(|_| kind == Some(ExprType::Truth))
            .map(|judged| {
                let span = self.checked.link(judged).text_span;
                let is_unspoken = claim.is_some_and(|claim| self.unspoken.contains(&claim));
                let state = match state(is_understood) {
                    // A claim whose words only a reader understands is no worse than none.
                    FactState::Checked if is_unspoken => FactState::NotComputed,
                    state => state,
                };
                fact(FactKind::Statement, state, span)
            });
        facts.chain(statement).collect()
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

    /// Counts the statements of which no word is understood and that nobody has read.
    pub fn unspoken_statements(&self, checked: &Checked) -> usize {
        let claims = self.facts.iter().filter_map(|fact| {
            let is_unspoken =
                fact.kind == FactKind::Statement && fact.state == FactState::NotComputed;
            fact.claim.filter(|_| is_unspoken)
        });
        claims
            .filter(|claim| !checked.claims[*claim].judgement.is_vacuous)
            .count()
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
