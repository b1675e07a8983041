//! Tries changes one at a time: each is made in a book and taken back.

use super::change::{MutationKind, MutationOutcome, RecordPlace, TextChange, Trial};
use super::keys::KeyChange;
use super::lines::SHADE;
use super::patches::{Patch, patched};
use super::records;
use super::remedy::{self, Laws};
use super::seen::Seen;
use super::sentences::{SentenceChange, home};
use padma_book::claim::{Edit, Verdict};
use padma_book::judge::{
    Book, BookFault, Checked, CheckedDiagram, JudgedPart, Kept, NoVariant, diagrams_of, edited,
    first_fault, playables, verdicts,
};
use padma_book::load::Library;
use padma_book::pages::decl::{self, BookDecl};
use padma_book::pages::outline;
use padma_book::pages::page::{self, Page};
use padma_book::place::Playable;
use padma_expr::{Outline, sentence_of};
use padma_rules::model::{KindId, Variant};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{SourceId, Sources, Span};
use padma_variant::difference::games;
use padma_variant::difference::{Apart, found};
use padma_variant::resolve::Variants;

/// A change of a fact.
pub(crate) enum FactChange {
    Rule(SentenceChange),
    Key(KeyChange),
    Patch(Patch),
    Text(TextChange),
}

impl FactChange {
    /// Returns the kind of fact that it changes.
    pub(crate) fn kind(&self) -> MutationKind {
        match self {
            FactChange::Rule(_) => MutationKind::Rule,
            FactChange::Key(change) => change.kind,
            FactChange::Patch(_) => MutationKind::Variant,
            FactChange::Text(change) => change.kind,
        }
    }

    /// Returns the place of the change.
    pub(crate) fn span(&self) -> Span {
        match self {
            FactChange::Rule(change) => change.span,
            FactChange::Key(change) => change.span,
            FactChange::Patch(patch) => patch.given.span,
            FactChange::Text(change) => change.span,
        }
    }
}

/// A book to try changes on.
pub(crate) struct Bench<'a> {
    checked: &'a Checked,
    library: &'a Library,
    variants: &'a Variants,
    playables: Vec<Playable<'a>>,
    sources: Sources,
    pages: Vec<Page>,
    decl: BookDecl,
    outline: Outline,
    seen: Seen<'a>,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(checked: &'a Checked, library: &'a Library, sources: &Sources) -> Bench<'a> {
        let (variants, pages) = (&library.variants, checked.book.pages.clone());
        let playables = playables(variants);
        let (decl, outline) = (checked.book.decl.clone(), checked.book.outline.clone());
        Bench {
            checked,
            library,
            variants,
            playables,
            sources: sources.clone(),
            pages,
            decl,
            outline,
            seen: Seen::new(checked),
        }
    }

    /// Tries a change of a fact.
    pub(crate) fn trial_of(&mut self, way: &FactChange) -> Option<Trial> {
        match way {
            FactChange::Rule(change) => Some(self.rule(change)),
            FactChange::Key(change) => change
                .candidates
                .iter()
                .find_map(|new| self.key(change, new)),
            FactChange::Patch(patch) => Some(self.patch(patch)),
            FactChange::Text(change) => change
                .candidates
                .iter()
                .find_map(|new| self.text(change, new)),
        }
    }

    /// Changes a page's text, parses it again and judges the book, that page first. `None` if the
    /// result is invalid and another candidate may be tried.
    fn text(&mut self, change: &TextChange, new: &str) -> Option<Trial> {
        let ((fault, makes_sense, is_alike), fresh) =
            self.with_page(change.page, &change.edits(new), |bench, complaints| {
                if complaints.has_errors() {
                    return (BookFault::first(None, complaints), false, false);
                }
                bench.reassembled(Some(change.page), complaints, |bench, book, complaints| {
                    let makes_sense = !complaints.has_errors();
                    let seen = bench.seen.by(change, &book.pages[change.page]);
                    let parts = seen.unwrap_or_else(|| bench.parts(book, &[change.page]).collect());
                    let fault =
                        first_fault(book, bench.variants, &bench.sources, complaints, parts);
                    let is_alike = fault.is_none() && bench.shows_alike(change, book);
                    (fault, makes_sense, is_alike)
                })
            });
        if change.is_sensible && !makes_sense {
            return None;
        }
        let another = |place: RecordPlace| {
            records::is_another_game(
                &self.checked.book,
                change.page,
                &fresh,
                place,
                &self.playables,
            )
        };
        let outcome = match change.record {
            _ if fault.is_some() => MutationOutcome::Noticed,
            Some(place) if another(place) => MutationOutcome::AnotherGame,
            _ if is_alike => MutationOutcome::NoDifference,
            _ => MutationOutcome::Unnoticed(None),
        };
        let is_gap =
            matches!(outcome, MutationOutcome::Unnoticed(_)) && change.kind.is_of_diagram();
        let remedy = if is_gap {
            self.remedy_of(change, new)
        } else {
            None
        };
        Some(Trial {
            remedy,
            ..self.trial(change.kind, change.span, new, outcome, fault)
        })
    }

    /// Parses a page again with some edits, calls `ask`, and restores the old page; also returns
    /// the edited page.
    fn with_page<T>(
        &mut self,
        page: usize,
        edits: &[Edit],
        ask: impl FnOnce(&mut Self, &mut Diagnostics) -> T,
    ) -> (T, Page) {
        let mut complaints = Diagnostics::default();
        let id = self.put(self.pages[page].source, edits);
        let fresh = page::parse(&self.pages[page].path, id, &self.sources, &mut complaints);
        let old = std::mem::replace(&mut self.pages[page], fresh);
        let found = ask(self, &mut complaints);
        let fresh = std::mem::replace(&mut self.pages[page], old);
        self.sources.drop_last();
        (found, fresh)
    }

    /// Whether a diagram shows the same as before its lines were changed.
    fn shows_alike(&self, change: &TextChange, book: &Book) -> bool {
        // A shade is stated by the drawing, but shown by the board.
        let is_shade = |text: &str| !text.is_empty() && text.chars().all(|c| c == SHADE);
        let states_shade = change.candidates.first().is_some_and(|new| is_shade(new))
            || is_shade(self.sources.slice(change.span));
        if !change.kind.is_of_diagram() || states_shade {
            return false;
        }
        let shown = |book: &Book, diagram: &CheckedDiagram| {
            let figure =
                book.figure_of[diagram.page][diagram.index].map(|figure| &book.placed[figure]);
            let beside = figure.map(|figure| (&figure.to_move, &figure.reserve));
            format!("{:?} {beside:?}", diagram.shown)
        };
        let now = diagrams_of(book, self.variants, &self.sources, change.page);
        let before = self
            .checked
            .diagrams
            .iter()
            .filter(|diagram| diagram.page == change.page);
        before
            .map(|diagram| shown(&self.checked.book, diagram))
            .eq(now.iter().map(|diagram| shown(book, diagram)))
    }

    /// Changes a piece in every variant that has it, and judges the book.
    fn rule(&mut self, change: &SentenceChange) -> Trial {
        let variants = self.changed(change);
        let moved = self.variants.places().find_map(|place| {
            let (old, new) = (self.variants.rules(place), variants.rules(place));
            let kind = old
                .variant
                .kind_named(&change.piece)
                .filter(|_| !std::ptr::eq(old, new))?;
            Some((place, found(old, new, kind)?))
        });
        let chapter = self.chapter_of(&change.piece);
        let fault = moved
            .as_ref()
            .and_then(|_| self.fault(&variants, &[chapter]));
        let mut remedy = None;
        let outcome = match moved {
            None => MutationOutcome::NoDifference,
            Some(_) if fault.is_some() => MutationOutcome::Noticed,
            Some((place, apart)) => {
                let case = apart.case.as_ref();
                remedy =
                    case.and_then(|case| self.rules(&variants, place, change.span).of_case(case));
                MutationOutcome::Unnoticed(Some(apart.text))
            }
        };
        let trial = self.trial(
            MutationKind::Rule,
            change.span,
            &change.after,
            outcome,
            fault,
        );
        Trial {
            before: change.before.clone(),
            remedy,
            ..trial
        }
    }

    /// Returns the variants with a piece changed in each that has it.
    fn changed(&self, change: &SentenceChange) -> Variants {
        let mut variants = self.variants.clone();
        for place in self.variants.places() {
            if let Some(changed) = changed(&self.variants.rules(place).variant, change) {
                variants = variants.with(place, Rules::new(changed));
            }
        }
        variants
    }

    /// Judges the book with a change of its resolved variants.
    fn patch(&mut self, patch: &Patch) -> Trial {
        let variants = patched(self.variants, patch);
        let fault = self.fault(&variants, &[]);
        let outcome = if fault.is_some() {
            MutationOutcome::Noticed
        } else {
            MutationOutcome::Unnoticed(None)
        };
        let after = patch.when.clone();
        let (kind, span, before) = (MutationKind::Variant, patch.given.span, String::new());
        Trial {
            kind,
            span,
            before,
            after,
            outcome,
            by: fault,
            remedy: None,
        }
    }

    /// Returns those of the claims that get a verdict by a change, and the text that replaces the
    /// old one. `None` if the change is invalid.
    pub(crate) fn failing(
        &mut self,
        way: &FactChange,
        claims: &[usize],
        verdict: Verdict,
    ) -> Option<(Vec<usize>, String)> {
        match way {
            FactChange::Rule(change) => {
                let variants = self.changed(change);
                Some((
                    self.failing_by(&variants, claims, verdict),
                    change.after.clone(),
                ))
            }
            FactChange::Patch(patch) => {
                let variants = patched(self.variants, patch);
                Some((self.failing_by(&variants, claims, verdict), String::new()))
            }
            FactChange::Key(change) => change.candidates.iter().find_map(|new| {
                let found = self.with_key(change, new, |bench, variants, _| {
                    Some(bench.failing_by(variants?, claims, verdict))
                });
                Some((found?, new.clone()))
            }),
            FactChange::Text(change) => change.candidates.iter().find_map(|new| {
                let (found, _) =
                    self.with_page(change.page, &change.edits(new), |bench, complaints| {
                        if complaints.has_errors() {
                            return None;
                        }
                        bench.reassembled(
                            Some(change.page),
                            complaints,
                            |bench, book, complaints| {
                                let found = bench.among(book, bench.variants, claims, verdict);
                                (verdict == Verdict::Error || !complaints.has_errors())
                                    .then_some(found)
                            },
                        )
                    });
                Some((found?, new.clone()))
            }),
        }
    }

    fn failing_by(
        &mut self,
        variants: &Variants,
        claims: &[usize],
        verdict: Verdict,
    ) -> Vec<usize> {
        self.assembled(variants, |bench, book, _| {
            bench.among(book, variants, claims, verdict)
        })
    }

    /// Returns those of the claims that have a verdict in a changed book.
    fn among(
        &self,
        book: &Book,
        variants: &Variants,
        claims: &[usize],
        verdict: Verdict,
    ) -> Vec<usize> {
        let all = &self.checked.claims;
        let places = claims
            .iter()
            .map(|claim| (all[*claim].page, all[*claim].link));
        let verdicts = verdicts(book, variants, &self.sources, places);
        let found = claims
            .iter()
            .copied()
            .zip(verdicts)
            .filter(|(_, now)| *now == verdict);
        found.map(|(claim, _)| claim).collect()
    }

    /// Changes a variant's file and resolves every variant again that it is part of, or changes
    /// `book.toml` or `source.toml`. Calls `ask` with the changed variants, or without them if the
    /// file is invalid, and takes the change back.
    fn with_key<T>(
        &mut self,
        change: &KeyChange,
        new: &str,
        ask: impl FnOnce(&mut Self, Option<&Variants>, &mut Diagnostics) -> T,
    ) -> T {
        let mut complaints = Diagnostics::default();
        let source = change.span.source;
        let id = self.put(
            source,
            &[Edit {
                span: change.span,
                new: new.to_string(),
            }],
        );
        let found = if change.kind == MutationKind::Variant {
            let made = self
                .library
                .rewritten(source, id, &self.sources, &mut complaints);
            let variants = made.map(|made| {
                let one = |all: Variants, (place, rules)| all.replaced(place, rules);
                made.into_iter().fold(self.variants.clone(), one)
            });
            ask(self, variants.as_ref(), &mut complaints)
        } else {
            if change.kind == MutationKind::Book {
                self.decl = decl::book(&self.sources, id, &mut complaints).unwrap_or_default();
            } else {
                let said = outline::outline(&self.sources, id, &mut complaints);
                self.outline = said.map_or_else(Outline::default, |said| {
                    padma_book::place::outline(&said, &mut complaints)
                });
            }
            let variants = Some(self.variants).filter(|_| !complaints.has_errors());
            ask(self, variants, &mut complaints)
        };
        self.decl = self.checked.book.decl.clone();
        self.outline = self.checked.book.outline.clone();
        self.sources.drop_last();
        found
    }

    /// Changes a file and judges the book. `None` if the file is invalid, unless something is left
    /// out.
    fn key(&mut self, change: &KeyChange, new: &str) -> Option<Trial> {
        self.with_key(change, new, |bench, variants, complaints| {
            if variants.is_none() && !change.leaves_out {
                return None;
            }
            let (outcome, fault, remedy) = match variants {
                Some(variants) if change.kind == MutationKind::Variant => {
                    bench.of_variants(change, variants)
                }
                None if change.kind == MutationKind::Variant => (
                    MutationOutcome::NoDifference,
                    BookFault::first(None, complaints),
                    None,
                ),
                _ => bench.of_statement(change, complaints),
            };
            let outcome = if fault.is_some() {
                MutationOutcome::Noticed
            } else {
                outcome
            };
            Some(Trial {
                remedy,
                ..bench.trial(change.kind, change.span, new, outcome, fault)
            })
        })
    }

    /// Returns the outcome of a change of a variant's file.
    fn of_variants(
        &mut self,
        change: &KeyChange,
        variants: &Variants,
    ) -> (MutationOutcome, Option<BookFault>, Option<String>) {
        let fault = self.fault_before_endings(variants, &self.pages_about(&change.about));
        if fault.is_some() {
            return (MutationOutcome::Noticed, fault, None);
        }
        // If no move differs, no endgame can end differently.
        let Some((place, apart)) = self.played_otherwise(variants, &change.about) else {
            return (MutationOutcome::NoDifference, None, None);
        };
        let fault = self.fault_of_endings(variants);
        if fault.is_some() {
            return (MutationOutcome::Noticed, fault, None);
        }
        let about = self.named(place, &change.about);
        let mut rules = self.rules(variants, place, change.span);
        let remedy = match &apart.case {
            Some(case) => rules.of_position(case),
            None => rules.of_words(&about),
        };
        (MutationOutcome::Unnoticed(Some(apart.text)), None, remedy)
    }

    /// Returns the outcome of a change of `book.toml` or `source.toml`.
    fn of_statement(
        &mut self,
        change: &KeyChange,
        complaints: &mut Diagnostics,
    ) -> (MutationOutcome, Option<BookFault>, Option<String>) {
        let words: &[&str] = if change.kind == MutationKind::Book {
            &[]
        } else {
            &OF_SOURCE
        };
        let fault = match complaints.has_errors() {
            true => BookFault::first(None, complaints),
            false => self.reassembled(None, complaints, |bench, book, complaints| {
                let parts = bench.seen.with_words(words);
                first_fault(book, bench.variants, &bench.sources, complaints, parts)
            }),
        };
        let is_gap = change.kind == MutationKind::Outline
            && fault.is_none()
            && ignored(change.span, &self.sources).is_none();
        let remedy = if is_gap {
            self.quoted(change.span)
        } else {
            None
        };
        (MutationOutcome::Unnoticed(None), fault, remedy)
    }

    /// Returns a claim that would notice another outline, about the entry around a place of
    /// `source.toml`.
    fn quoted(&mut self, at: Span) -> Option<String> {
        let (checked, after) = (self.checked, &self.outline);
        let text = self.sources.get(at.source).text();
        let start = text[..at.range().end].rfind("[[")?;
        let (_, number) = text[start..].split_once("number = \"")?;
        let number = number.split('"').next()?.to_string();
        let [before, after] = [&checked.book.outline, after].map(|outline| Laws {
            variants: self.variants,
            outline,
        });
        let (sources, variant, own) = (
            &mut self.sources,
            checked.book.variant?,
            checked.book.variant,
        );
        remedy::ChangedRules {
            sources,
            before,
            after,
            variant,
            own,
            at,
        }
        .of_source(&number)
    }

    /// Returns the first difference between the variants before and after, and the variant that
    /// has it.
    fn played_otherwise(
        &self,
        variants: &Variants,
        about: &[String],
    ) -> Option<(usize, Apart<games::GameCase>)> {
        self.variants.places().find_map(|place| {
            let (old, new) = (self.variants.rules(place), variants.rules(place));
            let differ = || games::difference(old, new, &self.named(place, about));
            (!std::ptr::eq(old, new))
                .then(differ)
                .flatten()
                .map(|apart| (place, apart))
        })
    }

    /// Returns the pieces of a variant that some words name.
    fn named(&self, place: usize, words: &[String]) -> Vec<KindId> {
        let variant = &self.variants.rules(place).variant;
        words
            .iter()
            .filter_map(|word| variant.kind_named(word))
            .collect()
    }

    fn rules<'b>(
        &'b mut self,
        after: &'b Variants,
        variant: usize,
        at: Span,
    ) -> remedy::ChangedRules<'b> {
        let own = self.checked.book.variant;
        let outline = Outline::NONE;
        let [before, after] = [self.variants, after].map(|variants| Laws { variants, outline });
        remedy::ChangedRules {
            sources: &mut self.sources,
            before,
            after,
            variant,
            own,
            at,
        }
    }

    /// Returns what would notice a change of a diagram: a claim about its position to be put below
    /// it, or a line that states what its mark shows.
    fn remedy_of(&mut self, change: &TextChange, new: &str) -> Option<String> {
        let checked = self.checked;
        let decls = &checked.book.pages[change.page].diagrams;
        let is_around = |span: Span| span.to(change.span) == span;
        let index = decls.iter().position(|decl| is_around(decl.span))?;
        let diagram = checked
            .diagrams
            .iter()
            .find(|diagram| (diagram.page, diagram.index) == (change.page, index))?;
        let (figure, block) = (checked.figure(diagram), decls[index].span);
        let variant = &self.variants.rules(figure.variant).variant;
        let claim = format!(
            "[{}](<claim:{}.position()>)",
            sentence_of(figure, variant),
            decls[index].id.text
        );
        let mut ways = vec![(block.range().end, format!("\n\n{claim}\n"), claim)];
        let text = self.sources.slice(block);
        let last = text
            .find("\ndrawing")
            .or_else(|| text.trim_end().rfind('\n'))
            .map(|at| at + 1)?;
        let unsaid = diagram.marks.iter().filter(|mark| mark.source.is_none());
        ways.extend(unsaid.map(|mark| {
            let line = format!(
                "source {}: {}",
                mark.symbol,
                variant.board.names_of(&mark.cells).join(" ")
            );
            (block.range().start + last, format!("{line}\n"), line)
        }));
        ways.into_iter().find_map(|(at, insert, remedy)| {
            let insert = Edit {
                span: Span::new(block.source, at..at),
                new: insert,
            };
            let mut both: Vec<Edit> = change
                .edits(new)
                .into_iter()
                .chain([insert.clone()])
                .collect();
            both.sort_by_key(|edit| edit.span);
            let holds = self.fault_of_page(change.page, &[insert]).is_none();
            (holds && self.fault_of_page(change.page, &both).is_some()).then_some(remedy)
        })
    }

    /// Returns the first fault of a page's diagrams and claims after some edits.
    fn fault_of_page(&mut self, page: usize, edits: &[Edit]) -> Option<BookFault> {
        let asked = self.with_page(page, edits, |bench, complaints| {
            bench.reassembled(Some(page), complaints, |bench, book, complaints| {
                let parts = JudgedPart::all_of(book, page);
                first_fault(book, bench.variants, &bench.sources, complaints, parts)
            })
        });
        asked.0
    }

    /// Adds a text with some edits to the sources.
    fn put(&mut self, source: SourceId, edits: &[Edit]) -> SourceId {
        let source = self.sources.get(source);
        let (name, text) = (source.name().to_string(), edited(source.text(), edits));
        self.sources.add(name, text)
    }

    fn trial(
        &self,
        kind: MutationKind,
        span: Span,
        new: &str,
        outcome: MutationOutcome,
        by: Option<BookFault>,
    ) -> Trial {
        let before = self.sources.slice(span).to_string();
        let reason = matches!(outcome, MutationOutcome::Unnoticed(_))
            .then(|| ignored(span, &self.sources))
            .flatten();
        let outcome = reason.map_or(outcome, MutationOutcome::Ignored);
        Trial {
            kind,
            span,
            before,
            after: new.to_string(),
            outcome,
            by,
            remedy: None,
        }
    }

    /// Returns the pages in the order of how often they contain some words, the most frequent
    /// first: there a change of what the words are about is noticed soonest.
    fn pages_about(&self, words: &[String]) -> Vec<usize> {
        let count = |page: &Page| {
            let text = self.sources.get(page.source).text();
            words
                .iter()
                .map(|word| text.matches(word.as_str()).count().min(20))
                .sum::<usize>()
        };
        let mut pages: Vec<(usize, usize)> = self.pages.iter().map(count).zip(0..).collect();
        pages.sort_by_key(|(count, page)| (std::cmp::Reverse(*count), *page));
        pages.into_iter().map(|(_, page)| page).collect()
    }

    /// Returns the page with a piece's card, where a change of the piece is noticed soonest.
    fn chapter_of(&self, piece: &str) -> usize {
        let has = |page: &Page| page.cards.iter().any(|card| card.piece.text == piece);
        self.pages.iter().position(has).unwrap_or(0)
    }

    /// Returns the first fault of the book with these variants. Judges some pages first, and
    /// endgames last.
    fn fault(&mut self, variants: &Variants, first: &[usize]) -> Option<BookFault> {
        self.fault_before_endings(variants, first)
            .or_else(|| self.fault_of_endings(variants))
    }

    /// Does the same without the claims that need endgames solved, which take the longest.
    fn fault_before_endings(&mut self, variants: &Variants, first: &[usize]) -> Option<BookFault> {
        self.assembled(variants, |bench, book, complaints| {
            let parts = bench
                .parts(book, first)
                .filter(|part| !bench.seen.endings().contains(part));
            first_fault(book, variants, &bench.sources, complaints, parts)
        })
    }

    fn fault_of_endings(&mut self, variants: &Variants) -> Option<BookFault> {
        if self.seen.endings().is_empty() {
            return None;
        }
        self.assembled(variants, |bench, book, complaints| {
            first_fault(
                book,
                variants,
                &bench.sources,
                complaints,
                bench.seen.endings().iter().copied(),
            )
        })
    }

    /// Returns all parts of a book, those of some pages first.
    fn parts(&self, book: &Book, first: &[usize]) -> impl Iterator<Item = JudgedPart> {
        let others = (0..book.pages.len()).filter(|page| !first.contains(page));
        let pages: Vec<usize> = first.iter().copied().chain(others).collect();
        pages
            .into_iter()
            .flat_map(|page| JudgedPart::all_of(book, page))
    }

    /// Assembles the book from its current pages, of which one may have changed, with its own
    /// rules, and calls `ask` with it.
    fn reassembled<T>(
        &mut self,
        changed: Option<usize>,
        complaints: &mut Diagnostics,
        ask: impl FnOnce(&Self, &Book, &mut Diagnostics) -> T,
    ) -> T {
        let kept = Kept {
            book: &self.checked.book,
            changed,
        };
        let (decl, outline) = (self.decl.clone(), self.outline.clone());
        let pages = std::mem::take(&mut self.pages);
        let book = Book::reassemble(
            kept,
            decl,
            outline,
            pages,
            self.variants,
            &self.playables,
            complaints,
        );
        let found = ask(self, &book, complaints);
        self.pages = book.pages;
        found
    }

    /// Assembles the book from its current pages with the given variants, and calls `ask` with it.
    fn assembled<T>(
        &mut self,
        variants: &Variants,
        ask: impl FnOnce(&Self, &Book, &mut Diagnostics) -> T,
    ) -> T {
        let mut complaints = Diagnostics::default();
        let Book { name, variant, .. } = &self.checked.book;
        let (decl, outline) = (self.decl.clone(), self.outline.clone());
        let (variant, pages) = (
            variant.ok_or(NoVariant::Unnamed),
            std::mem::take(&mut self.pages),
        );
        let book = Book::assemble(
            name.clone(),
            decl,
            outline,
            variant,
            pages,
            variants,
            &mut complaints,
        );
        let found = ask(self, &book, &mut complaints);
        self.pages = book.pages;
        found
    }
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
    let reason = reason
        .trim()
        .trim_end_matches("-->")
        .trim_start_matches("--")
        .trim();
    (!reason.is_empty()).then(|| reason.to_string())
}

/// The words in a comment that precede the reason.
const IGNORE: &str = "padma: ignore mutate";

/// Returns a variant with a piece changed, if it has that piece.
fn changed(variant: &Variant, change: &SentenceChange) -> Option<Variant> {
    let id = variant
        .kind_named(&change.piece)
        .filter(|id| home(variant.kind(*id)) == Some(change.home))?;
    let mut changed = variant.clone();
    let kind = &mut changed.kinds[id.index()];
    kind.movement = change.movement.clone();
    if let Some(standing) = &change.stands_on {
        kind.stands_on = standing.of(kind, &variant.sets);
    }
    Some(changed)
}
