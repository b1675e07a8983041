//! Tries changes one at a time: makes each in a book, finds what notices the change, and undoes
//! the change.

use super::bench::{Bench, Reread};
use super::blocks::SHADE;
use super::change::{MutationKind, MutationOutcome, TextChange, Trial};
use super::layout::extent;
use super::record;
use super::remedy::{ChangedRules, RulesAndOutline};
use super::toml::LISTS;
use padma_book::claim::Edit;
use padma_book::judge::{Book, BookFault, CheckedDiagram, JudgedPart, diagrams_of, first_fault};
use padma_book::pages::page::Page;
use padma_expr::Outline;
use padma_expr::diagram_sentence;
use padma_rules::model::KindId;
use padma_text::diag::Diagnostics;
use padma_text::{Sources, Span};
use padma_variant::difference::{Disagreement, ReachCase, find_difference, games};
use padma_variant::resolve::Variants;

/// The result of a check after a change: the outcome, the fault that noticed the change, and text
/// that would notice it.
type Finding = (MutationOutcome, Option<BookFault>, Option<String>);

/// Tries a change. `None` if no candidate is valid.
pub(crate) fn trial(bench: &mut Bench<'_>, change: &TextChange) -> Option<Trial> {
    let mut candidates = change.candidates.iter();
    candidates.find_map(|new| bench.attempt(change, new))
}

impl Bench<'_> {
    /// Makes a change and judges the book. `None` if the result is invalid and the next candidate
    /// is to be tried.
    fn attempt(&mut self, change: &TextChange, new: &str) -> Option<Trial> {
        let edits = change.edits(new);
        let found = self.with_edits(change.kind, &edits, |bench, reread, complaints| {
            Some(match reread {
                None if change.must_be_valid => return None,
                None => match BookFault::first_error(None, complaints) {
                    None => (MutationOutcome::NoDifference, None, None),
                    fault => (MutationOutcome::Noticed, fault, None),
                },
                Some(Reread::Variants(variants)) => bench.judge_variants(change, variants, reread?),
                Some(Reread::Statements) => bench.judge_statements(change, reread?, complaints),
                Some(Reread::Page(page)) => bench.judge_page(change, *page, reread?, complaints)?,
            })
        });
        let (outcome, by, mut remedy) = found?;
        let reason = ignore_reason(change.span, &self.sources);
        let outcome = match (outcome, reason) {
            (MutationOutcome::Unnoticed(_), Some(reason)) => MutationOutcome::Ignored(reason),
            (outcome, _) => outcome,
        };
        if matches!(outcome, MutationOutcome::Unnoticed(_)) && change.kind.is_of_diagram() {
            remedy = self.diagram_remedy(change, &edits);
        }
        let (before, after) = change.before_and_after(new, &self.sources);
        Some(Trial {
            kind: change.kind,
            span: change.span,
            before,
            after,
            outcome,
            noticed_by: by,
            remedy,
        })
    }

    /// Judges the book with a changed page, that page first.
    fn judge_page(
        &mut self,
        change: &TextChange,
        page: usize,
        reread: &Reread,
        complaints: &mut Diagnostics,
    ) -> Option<Finding> {
        let ask = |bench: &Self, book: &Book, variants: &Variants, complaints: &mut Diagnostics| {
            if change.must_be_valid && complaints.has_errors() {
                return None;
            }
            let seen = bench.seen.affected_by(page, change, &book.pages[page]);
            let parts = seen.unwrap_or_else(|| bench.parts(book, &[page]));
            let fault = first_fault(book, variants, &bench.sources, complaints, parts);
            let shows_the_same = fault.is_none() && bench.shows_the_same(change, page, book);
            Some((fault, shows_the_same))
        };
        let (fault, shows_the_same) = self.with_assembled_book(reread, complaints, ask)?;
        let is_another = || {
            let (book, fresh) = (&self.checked.book, &self.pages[page]);
            record::is_another_game(book, page, fresh, change, &self.playables)
        };
        let outcome = match change.kind {
            _ if fault.is_some() => MutationOutcome::Noticed,
            MutationKind::Move if is_another() => MutationOutcome::AnotherGame,
            _ if shows_the_same => MutationOutcome::NoDifference,
            _ => MutationOutcome::Unnoticed(None),
        };
        Some((outcome, fault, None))
    }

    /// Whether a page's diagrams show the same as before the change.
    fn shows_the_same(&self, change: &TextChange, page: usize, book: &Book) -> bool {
        // The shade of a cell comes from the board, whatever the drawing says.
        let is_shade = |text: &str| !text.is_empty() && text.chars().all(|c| c == SHADE);
        let states_shade = change.candidates.first().is_some_and(|new| is_shade(new))
            || is_shade(self.sources.slice(change.span));
        if !change.kind.is_of_diagram() || states_shade {
            return false;
        }
        let shown = |book: &Book, diagram: &CheckedDiagram| {
            let figure = book.figure_of[page][diagram.index].map(|figure| &book.placed[figure]);
            let beside = figure.map(|figure| (&figure.to_move, &figure.reserve));
            format!("{:?} {beside:?}", diagram.shown)
        };
        let now = diagrams_of(book, self.variants, &self.sources, page);
        let before = self.checked.diagrams.iter();
        before
            .filter(|diagram| diagram.page == page)
            .map(|diagram| shown(&self.checked.book, diagram))
            .eq(now.iter().map(|diagram| shown(book, diagram)))
    }

    /// Judges the book with changed variants, endgames last: solving them takes the longest.
    fn judge_variants(
        &mut self,
        change: &TextChange,
        variants: &Variants,
        reread: &Reread,
    ) -> Finding {
        let about = self.words_about(change);
        // A changed movement counts only if its moves differ, so these are compared first.
        let is_rule = change.kind == MutationKind::Rule;
        let movement_difference = is_rule.then(|| self.movement_difference(change, variants));
        if let Some(None) = movement_difference {
            return (MutationOutcome::NoDifference, None, None);
        }
        let mut unused = Diagnostics::default();
        let pages = self.pages_about(&about);
        let fault = self.fault(reread, &mut unused, |bench, book| {
            let endings = &bench.seen.endings;
            let parts = bench.parts(book, &pages);
            let others = parts.into_iter().filter(|part| !endings.contains(part));
            others.collect::<Vec<_>>()
        });
        if fault.is_some() {
            return (MutationOutcome::Noticed, fault, None);
        }
        // If no move differs, no endgame can end differently.
        let difference =
            movement_difference.unwrap_or_else(|| self.play_difference(variants, &about));
        let Some((place, difference)) = difference else {
            return (MutationOutcome::NoDifference, None, None);
        };
        let endings = self.seen.endings.clone();
        if !endings.is_empty() {
            let fault = self.fault(reread, &mut unused, |_, _| endings);
            if fault.is_some() {
                return (MutationOutcome::Noticed, fault, None);
            }
        }
        let kinds = self.kinds_named(place, &about);
        let mut rules = self.changed_rules(variants, place, change.span);
        let remedy = match difference.case {
            Some(ApartCase::Piece(case)) => rules.claim_about_case(&case),
            Some(ApartCase::Game(case)) => rules.of_position(&case),
            None if is_rule => None,
            None => rules.of_words(&kinds),
        };
        (
            MutationOutcome::Unnoticed(Some(difference.text)),
            None,
            remedy,
        )
    }

    /// Returns the first move of a changed piece that differs, and the variant that has it.
    fn movement_difference(
        &self,
        change: &TextChange,
        variants: &Variants,
    ) -> Option<VariantDifference> {
        self.variants.places().find_map(|place| {
            let (old, new) = (self.variants.rules(place), variants.rules(place));
            let kind = old.variant.kind_named(&change.given.name)?;
            let (was, is) = (old.variant.kind(kind), new.variant.kind(kind));
            let is_changed = was.movement != is.movement || was.stands_on != is.stands_on;
            let difference = is_changed.then(|| find_difference(old, new, kind))??;
            let Disagreement { text, case } = difference;
            let case = case.map(|case| ApartCase::Piece(Box::new(case)));
            Some((place, Disagreement { text, case }))
        })
    }

    /// Returns the first difference between the variants before and after, and the variant that
    /// has it.
    fn play_difference(&self, variants: &Variants, about: &[String]) -> Option<VariantDifference> {
        self.variants.places().find_map(|place| {
            let (old, new) = (self.variants.rules(place), variants.rules(place));
            let is_changed = !std::ptr::eq(old, new);
            let differ = || games::game_difference(old, new, &self.kinds_named(place, about));
            let difference = is_changed.then(differ)??;
            let Disagreement { text, case } = difference;
            let case = case.map(|case| ApartCase::Game(Box::new(case)));
            Some((place, Disagreement { text, case }))
        })
    }

    /// Judges the book with a changed `book.toml` or `source.toml`.
    fn judge_statements(
        &mut self,
        change: &TextChange,
        reread: &Reread,
        complaints: &mut Diagnostics,
    ) -> Finding {
        let is_source = change.kind == MutationKind::Outline;
        let words = if is_source {
            &SOURCE_FUNCTIONS[..]
        } else {
            &[]
        };
        let fault = self.fault(reread, complaints, |bench, _| bench.seen.with_words(words));
        if fault.is_some() {
            return (MutationOutcome::Noticed, fault, None);
        }
        let is_gap = is_source && ignore_reason(change.span, &self.sources).is_none();
        let remedy = is_gap.then(|| self.outline_remedy(change.span)).flatten();
        (MutationOutcome::Unnoticed(None), None, remedy)
    }

    /// Returns a claim that would notice the changed outline. It is about the entry of
    /// `source.toml` that encloses a place.
    fn outline_remedy(&mut self, at: Span) -> Option<String> {
        let text = self.sources.get(at.source).text();
        let start = text[..at.range().end].rfind("[[")?;
        let (_, number) = text[start..].split_once("number = \"")?;
        let number = number.split('"').next()?.to_string();
        let own = self.checked.book.variant;
        let outlines = [&self.checked.book.outline, &self.outline];
        let variants = self.variants;
        let [before, after] = outlines.map(|outline| RulesAndOutline { variants, outline });
        let mut rules = ChangedRules {
            sources: &mut self.sources,
            before,
            after,
            variant: own?,
            own,
            at,
        };
        rules.of_source(&number)
    }

    fn changed_rules<'b>(
        &'b mut self,
        after: &'b Variants,
        variant: usize,
        at: Span,
    ) -> ChangedRules<'b> {
        let outline = Outline::NONE;
        let [before, after] =
            [self.variants, after].map(|variants| RulesAndOutline { variants, outline });
        ChangedRules {
            sources: &mut self.sources,
            before,
            after,
            variant,
            own: self.checked.book.variant,
            at,
        }
    }

    /// Returns text that would notice a change of a diagram: a claim about its position, to be put
    /// below the diagram, or a line that states the cells of a mark.
    fn diagram_remedy(&mut self, change: &TextChange, edits: &[Edit]) -> Option<String> {
        let (checked, kind) = (self.checked, change.kind);
        let is_changed = |diagram: &&CheckedDiagram| {
            let page = &checked.book.pages[diagram.page];
            page.diagrams[diagram.index].id.span == change.given.span
        };
        let diagram = checked.diagrams.iter().find(is_changed)?;
        let (page, figure) = (diagram.page, checked.figure(diagram));
        let decl = &checked.book.pages[page].diagrams[diagram.index];
        let variant = &self.variants.rules(figure.variant).variant;
        let (id, sentence) = (&decl.id.text, diagram_sentence(figure, variant));
        let claim = format!("[{sentence}](<claim:{id}.position()>)");
        let block = decl.span;
        let mut candidates = vec![(block.range().end, format!("\n\n{claim}\n"), claim)];
        let text = self.sources.slice(block);
        let drawing = text.find("\ndrawing");
        let last = drawing.or_else(|| text.trim_end().rfind('\n'))? + 1;
        for mark in diagram.marks.iter().filter(|mark| mark.source.is_none()) {
            let cells = variant.board.names_of(&mark.cells).join(" ");
            let line = format!("source {}: {cells}", mark.symbol);
            candidates.push((block.range().start + last, format!("{line}\n"), line));
        }
        candidates.into_iter().find_map(|(at, new, remedy)| {
            let span = Span::new(block.source, at..at);
            let insert = Edit { span, new };
            let mut all_edits = [edits, std::slice::from_ref(&insert)].concat();
            all_edits.sort_by_key(|edit| edit.span);
            let holds = self.fault_of_page(kind, page, &[insert]).is_none();
            (holds && self.fault_of_page(kind, page, &all_edits).is_some()).then_some(remedy)
        })
    }

    /// Returns the first fault of a page's diagrams and claims after some edits.
    fn fault_of_page(
        &mut self,
        kind: MutationKind,
        page: usize,
        edits: &[Edit],
    ) -> Option<BookFault> {
        self.with_edits(kind, edits, |bench, reread, complaints| match reread {
            Some(reread) => {
                bench.fault(reread, complaints, |_, book| JudgedPart::all_of(book, page))
            }
            None => BookFault::first_error(None, complaints),
        })
    }

    /// Returns the words of the entry, such as a piece or a rule, that a change affects.
    fn words_about(&self, change: &TextChange) -> Vec<String> {
        let given = &change.given;
        if !LISTS.contains(&given.kind) {
            return Vec::new();
        }
        let entry = self.sources.slice(extent(given.span, &self.sources));
        let words = entry.split(|c: char| !(c.is_alphanumeric() || c == '-'));
        words
            .filter(|word| word.len() > 2)
            .map(str::to_string)
            .collect()
    }

    /// Returns the pieces of a variant that some words name.
    fn kinds_named(&self, place: usize, words: &[String]) -> Vec<KindId> {
        let variant = &self.variants.rules(place).variant;
        let kinds = words.iter().filter_map(|word| variant.kind_named(word));
        kinds.collect()
    }

    /// Returns the pages, those first that contain some words most often: they notice a change
    /// soonest.
    fn pages_about(&self, words: &[String]) -> Vec<usize> {
        let count = |page: &Page| -> usize {
            let text = self.sources.get(page.source).text();
            let counts = words.iter().map(|word| text.matches(word.as_str()).count());
            counts.map(|count| count.min(20)).sum()
        };
        let mut pages: Vec<(usize, usize)> = self.pages.iter().map(count).zip(0..).collect();
        pages.sort_by_key(|(count, page)| (std::cmp::Reverse(*count), *page));
        pages.into_iter().map(|(_, page)| page).collect()
    }

    /// Returns all parts of a book, those of the pages `first` at the beginning.
    fn parts(&self, book: &Book, first: &[usize]) -> Vec<JudgedPart> {
        let others = (0..book.pages.len()).filter(|page| !first.contains(page));
        let pages = first.iter().copied().chain(others);
        pages
            .flat_map(|page| JudgedPart::all_of(book, page))
            .collect()
    }
}

/// A difference between two variants, with the index of the variant.
type VariantDifference = (usize, Disagreement<ApartCase>);

/// A position that shows a difference.
enum ApartCase {
    Piece(Box<ReachCase>),
    Game(Box<games::GameCase>),
}

/// The functions with which a claim asks about the outline of the source.
const SOURCE_FUNCTIONS: [&str; 8] = [
    "contents",
    "sections",
    "figures",
    "twice",
    "references",
    "dotted",
    "listed",
    "title",
];

/// Returns the reason to accept that a change goes unnoticed, if the line above gives one:
/// `# padma: ignore mutate -- why`.
fn ignore_reason(span: Span, sources: &Sources) -> Option<String> {
    let text = &sources.get(span.source).text()[..span.range().start];
    let above = text.lines().rev().nth(usize::from(!text.ends_with('\n')))?;
    let (_, reason) = above.split_once(IGNORE)?;
    let reason = reason.trim().trim_end_matches("-->");
    let reason = reason.trim_start_matches("--").trim();
    (!reason.is_empty()).then(|| reason.to_string())
}

/// The words that precede the reason in a comment.
const IGNORE: &str = "padma: ignore mutate";
