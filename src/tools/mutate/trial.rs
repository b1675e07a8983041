//! Tries changes one at a time: each is made in a book, what notices it is found, and it is taken
//! back.

use super::bench::{Bench, Reread};
use super::blocks::SHADE;
use super::change::{MutationKind, MutationOutcome, TextChange, Trial};
use super::layout::extent;
use super::record;
use super::remedy::{ChangedRules, Laws};
use super::toml::LISTS;
use padma_book::claim::Edit;
use padma_book::judge::{Book, BookFault, CheckedDiagram, JudgedPart, diagrams_of, first_fault};
use padma_book::pages::page::Page;
use padma_expr::Outline;
use padma_expr::sentence_of;
use padma_rules::model::KindId;
use padma_text::diag::Diagnostics;
use padma_text::{Sources, Span};
use padma_variant::difference::{Apart, Case, found, games};
use padma_variant::resolve::Variants;

/// What a check found after a change: the outcome, what noticed the change, and what would.
type Finding = (MutationOutcome, Option<BookFault>, Option<String>);

/// Tries a change. `None` if no candidate is valid.
pub(crate) fn trial(bench: &mut Bench<'_>, change: &TextChange) -> Option<Trial> {
    let mut candidates = change.candidates.iter();
    candidates.find_map(|new| bench.attempt(change, new))
}

impl Bench<'_> {
    /// Makes a change and judges the book. `None` if the result is invalid and another candidate
    /// may be tried.
    fn attempt(&mut self, change: &TextChange, new: &str) -> Option<Trial> {
        let edits = change.edits(new);
        let found = self.with_edits(change.kind, &edits, |bench, reread, complaints| {
            Some(match reread {
                None if change.is_sensible => return None,
                None => match BookFault::first_error(None, complaints) {
                    None => (MutationOutcome::NoDifference, None, None),
                    fault => (MutationOutcome::Noticed, fault, None),
                },
                Some(Reread::Variants(variants)) => bench.of_variants(change, variants, reread?),
                Some(Reread::Statements) => bench.of_statement(change, reread?, complaints),
                Some(Reread::Page(page)) => bench.of_page(change, *page, reread?, complaints)?,
            })
        });
        let (outcome, by, mut remedy) = found?;
        let reason = ignored(change.span, &self.sources);
        let outcome = match (outcome, reason) {
            (MutationOutcome::Unnoticed(_), Some(reason)) => MutationOutcome::Ignored(reason),
            (outcome, _) => outcome,
        };
        if matches!(outcome, MutationOutcome::Unnoticed(_)) && change.kind.is_of_diagram() {
            remedy = self.beside_diagram(change, &edits);
        }
        let (before, after) = change.before_and_after(new, &self.sources);
        Some(Trial {
            kind: change.kind,
            span: change.span,
            before,
            after,
            outcome,
            by,
            remedy,
        })
    }

    /// Judges the book with a changed page, that page first.
    fn of_page(
        &mut self,
        change: &TextChange,
        page: usize,
        reread: &Reread,
        complaints: &mut Diagnostics,
    ) -> Option<Finding> {
        let ask = |bench: &Self, book: &Book, variants: &Variants, complaints: &mut Diagnostics| {
            if change.is_sensible && complaints.has_errors() {
                return None;
            }
            let seen = bench.seen.by(page, change, &book.pages[page]);
            let parts = seen.unwrap_or_else(|| bench.parts(book, &[page]));
            let fault = first_fault(book, variants, &bench.sources, complaints, parts);
            let is_alike = fault.is_none() && bench.shows_alike(change, page, book);
            Some((fault, is_alike))
        };
        let (fault, is_alike) = self.assembled(reread, complaints, ask)?;
        let is_another = || {
            let (book, fresh) = (&self.checked.book, &self.pages[page]);
            record::is_another_game(book, page, fresh, change, &self.playables)
        };
        let outcome = match change.kind {
            _ if fault.is_some() => MutationOutcome::Noticed,
            MutationKind::Move if is_another() => MutationOutcome::AnotherGame,
            _ if is_alike => MutationOutcome::NoDifference,
            _ => MutationOutcome::Unnoticed(None),
        };
        Some((outcome, fault, None))
    }

    /// Whether a page's diagrams show the same as before a change of their lines.
    fn shows_alike(&self, change: &TextChange, page: usize, book: &Book) -> bool {
        // A shade is stated by the drawing, but shown by the board.
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
    fn of_variants(
        &mut self,
        change: &TextChange,
        variants: &Variants,
        reread: &Reread,
    ) -> Finding {
        let about = self.words_about(change);
        // A movement counts only by its moves, which are compared first.
        let is_rule = change.kind == MutationKind::Rule;
        let moved = is_rule.then(|| self.moved_otherwise(change, variants));
        if let Some(None) = moved {
            return (MutationOutcome::NoDifference, None, None);
        }
        let mut unheard = Diagnostics::default();
        let pages = self.pages_about(&about);
        let fault = self.fault(reread, &mut unheard, |bench, book| {
            let endings = &bench.seen.endings;
            let parts = bench.parts(book, &pages);
            let others = parts.into_iter().filter(|part| !endings.contains(part));
            others.collect::<Vec<_>>()
        });
        if fault.is_some() {
            return (MutationOutcome::Noticed, fault, None);
        }
        // If no move differs, no endgame can end differently.
        let apart = moved.unwrap_or_else(|| self.played_otherwise(variants, &about));
        let Some((place, apart)) = apart else {
            return (MutationOutcome::NoDifference, None, None);
        };
        let endings = self.seen.endings.clone();
        if !endings.is_empty() {
            let fault = self.fault(reread, &mut unheard, |_, _| endings);
            if fault.is_some() {
                return (MutationOutcome::Noticed, fault, None);
            }
        }
        let kinds = self.named(place, &about);
        let mut rules = self.rules(variants, place, change.span);
        let remedy = match apart.case {
            Some(ApartCase::Piece(case)) => rules.of_case(&case),
            Some(ApartCase::Game(case)) => rules.of_position(&case),
            None if is_rule => None,
            None => rules.of_words(&kinds),
        };
        (MutationOutcome::Unnoticed(Some(apart.text)), None, remedy)
    }

    /// Returns the first move of a changed piece that differs, and the variant that has it.
    fn moved_otherwise(
        &self,
        change: &TextChange,
        variants: &Variants,
    ) -> Option<VariantDifference> {
        self.variants.places().find_map(|place| {
            let (old, new) = (self.variants.rules(place), variants.rules(place));
            let kind = old.variant.kind_named(&change.given.name)?;
            let (was, is) = (old.variant.kind(kind), new.variant.kind(kind));
            let is_changed = was.movement != is.movement || was.stands_on != is.stands_on;
            let apart = is_changed.then(|| found(old, new, kind))??;
            let Apart { text, case } = apart;
            let case = case.map(|case| ApartCase::Piece(Box::new(case)));
            Some((place, Apart { text, case }))
        })
    }

    /// Returns the first difference between the variants before and after, and the variant that
    /// has it.
    fn played_otherwise(&self, variants: &Variants, about: &[String]) -> Option<VariantDifference> {
        self.variants.places().find_map(|place| {
            let (old, new) = (self.variants.rules(place), variants.rules(place));
            let is_changed = !std::ptr::eq(old, new);
            let differ = || games::difference(old, new, &self.named(place, about));
            let apart = is_changed.then(differ)??;
            let Apart { text, case } = apart;
            let case = case.map(|case| ApartCase::Game(Box::new(case)));
            Some((place, Apart { text, case }))
        })
    }

    /// Judges the book with a changed `book.toml` or `source.toml`.
    fn of_statement(
        &mut self,
        change: &TextChange,
        reread: &Reread,
        complaints: &mut Diagnostics,
    ) -> Finding {
        let is_source = change.kind == MutationKind::Outline;
        let words = if is_source { &OF_SOURCE[..] } else { &[] };
        let fault = self.fault(reread, complaints, |bench, _| bench.seen.with_words(words));
        if fault.is_some() {
            return (MutationOutcome::Noticed, fault, None);
        }
        let is_gap = is_source && ignored(change.span, &self.sources).is_none();
        let remedy = is_gap.then(|| self.quoted(change.span)).flatten();
        (MutationOutcome::Unnoticed(None), None, remedy)
    }

    /// Returns a claim that would notice another outline, about the entry around a place of
    /// `source.toml`.
    fn quoted(&mut self, at: Span) -> Option<String> {
        let text = self.sources.get(at.source).text();
        let start = text[..at.range().end].rfind("[[")?;
        let (_, number) = text[start..].split_once("number = \"")?;
        let number = number.split('"').next()?.to_string();
        let own = self.checked.book.variant;
        let outlines = [&self.checked.book.outline, &self.outline];
        let variants = self.variants;
        let [before, after] = outlines.map(|outline| Laws { variants, outline });
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

    fn rules<'b>(&'b mut self, after: &'b Variants, variant: usize, at: Span) -> ChangedRules<'b> {
        let outline = Outline::NONE;
        let [before, after] = [self.variants, after].map(|variants| Laws { variants, outline });
        ChangedRules {
            sources: &mut self.sources,
            before,
            after,
            variant,
            own: self.checked.book.variant,
            at,
        }
    }

    /// Returns what would notice a change of a diagram: a claim about its position to be put below
    /// it, or a line that states what its mark shows.
    fn beside_diagram(&mut self, change: &TextChange, edits: &[Edit]) -> Option<String> {
        let (checked, kind) = (self.checked, change.kind);
        let is_it = |diagram: &&CheckedDiagram| {
            let page = &checked.book.pages[diagram.page];
            page.diagrams[diagram.index].id.span == change.given.span
        };
        let diagram = checked.diagrams.iter().find(is_it)?;
        let (page, figure) = (diagram.page, checked.figure(diagram));
        let decl = &checked.book.pages[page].diagrams[diagram.index];
        let variant = &self.variants.rules(figure.variant).variant;
        let (id, sentence) = (&decl.id.text, sentence_of(figure, variant));
        let claim = format!("[{sentence}](<claim:{id}.position()>)");
        let block = decl.span;
        let mut ways = vec![(block.range().end, format!("\n\n{claim}\n"), claim)];
        let text = self.sources.slice(block);
        let drawing = text.find("\ndrawing");
        let last = drawing.or_else(|| text.trim_end().rfind('\n'))? + 1;
        for mark in diagram.marks.iter().filter(|mark| mark.source.is_none()) {
            let cells = variant.board.names_of(&mark.cells).join(" ");
            let line = format!("source {}: {cells}", mark.symbol);
            ways.push((block.range().start + last, format!("{line}\n"), line));
        }
        ways.into_iter().find_map(|(at, new, remedy)| {
            let span = Span::new(block.source, at..at);
            let insert = Edit { span, new };
            let mut both = [edits, std::slice::from_ref(&insert)].concat();
            both.sort_by_key(|edit| edit.span);
            let holds = self.fault_of_page(kind, page, &[insert]).is_none();
            (holds && self.fault_of_page(kind, page, &both).is_some()).then_some(remedy)
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

    /// Returns the words of the entry that a change of a variant's file is about.
    fn words_about(&self, change: &TextChange) -> Vec<String> {
        let given = &change.given;
        if !LISTS.contains(&given.sort) {
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
    fn named(&self, place: usize, words: &[String]) -> Vec<KindId> {
        let variant = &self.variants.rules(place).variant;
        let kinds = words.iter().filter_map(|word| variant.kind_named(word));
        kinds.collect()
    }

    /// Returns the pages in the order of how often they contain some words, the most frequent
    /// first: there a change of what the words are about is noticed soonest.
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

    /// Returns all parts of a book, those of some pages first.
    fn parts(&self, book: &Book, first: &[usize]) -> Vec<JudgedPart> {
        let others = (0..book.pages.len()).filter(|page| !first.contains(page));
        let pages = first.iter().copied().chain(others);
        pages
            .flat_map(|page| JudgedPart::all_of(book, page))
            .collect()
    }
}

/// A difference between two variants, with the index of the variant.
type VariantDifference = (usize, Apart<ApartCase>);

/// A position that shows a difference.
enum ApartCase {
    Piece(Box<Case>),
    Game(Box<games::GameCase>),
}

/// The words with which a claim asks what the source prints about itself.
const OF_SOURCE: [&str; 8] = [
    "contents",
    "sections",
    "figures",
    "twice",
    "references",
    "dotted",
    "listed",
    "title",
];

/// Returns the reason to let a change go unnoticed, if the line above gives one: `# padma: ignore
/// mutate -- why`.
fn ignored(span: Span, sources: &Sources) -> Option<String> {
    let text = &sources.get(span.source).text()[..span.range().start];
    let above = text.lines().rev().nth(usize::from(!text.ends_with('\n')))?;
    let (_, reason) = above.split_once(IGNORE)?;
    let reason = reason.trim().trim_end_matches("-->");
    let reason = reason.trim_start_matches("--").trim();
    (!reason.is_empty()).then(|| reason.to_string())
}

/// The words in a comment that precede the reason.
const IGNORE: &str = "padma: ignore mutate";
