//! One change at a time, put into a book and taken out again.

use super::change::{MutationKind, MutationOutcome, RecordPlace, TextChange, Trial};
use super::difference::found;
use super::games;
use super::keys::KeyChange;
use super::lines::SHADE;
use super::patches::{Patch, patched};
use super::records;
use super::remedy::{self, Laws};
use super::seen::Seen;
use super::sentences::{SentenceChange, home};
use crate::book::decl::{self, BookDecl};
use crate::book::outline;
use crate::book::page::{self, Page};
use crate::claim::{Edit, Verdict, sentence_of};
use crate::compile::Library;
use crate::diag::Diagnostics;
use crate::judge::{
    Book, BookFault, Checked, CheckedDiagram, JudgedPart, Kept, NoVariant, diagrams_of, edited, first_fault,
    verdicts,
};
use crate::lower::{Outline, Playable, Variants};
use crate::model::{KindId, Variant};
use crate::reach::Rules;
use crate::text::{SourceId, Sources, Span};

/// One way to change a fact.
pub(crate) enum FactChange<'c> {
    Rule(&'c SentenceChange),
    Key(&'c KeyChange),
    Patch(&'c Patch),
    /// What `book.toml` or `source.toml` says.
    Stated(MutationKind, &'c KeyChange),
    Text(&'c TextChange),
}

impl FactChange<'_> {
    /// Where what it changes stands.
    pub(crate) fn span(&self) -> Span {
        match self {
            FactChange::Rule(change) => change.span,
            FactChange::Key(change) | FactChange::Stated(_, change) => change.span,
            FactChange::Patch(patch) => patch.span,
            FactChange::Text(change) => change.first.span,
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
        let playables = records::playables(variants);
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

    /// Changes a page's text, parses it again and judges the book, that page first. `None` if no candidate makes sense.
    pub(crate) fn text(&mut self, change: &TextChange) -> Option<Trial> {
        change.candidates().find_map(|new| self.candidate(change, new))
    }

    fn candidate(&mut self, change: &TextChange, new: &str) -> Option<Trial> {
        let span = change.first.span;
        let (fresh, diagnostics) = self.parsed(change, new);
        let old = std::mem::replace(&mut self.pages[change.page], fresh);
        let mut fault = BookFault::first(None, &diagnostics);
        let mut makes_sense = fault.is_none();
        let mut is_alike = false;
        if fault.is_none() {
            let mut complaints = Diagnostics::default();
            let book = self.reassembled(Some(change.page), &mut complaints);
            makes_sense = !complaints.has_errors();
            fault = BookFault::first(None, &complaints).or_else(|| {
                match self.seen.by(change, &book.pages[change.page]) {
                    Some(parts) => first_fault(&book, self.variants, &self.sources, parts.into_iter()),
                    None => {
                        first_fault(&book, self.variants, &self.sources, self.parts(&book, &[change.page]))
                    }
                }
            });
            is_alike = fault.is_none() && self.shows_alike(change, &book);
            self.pages = book.pages;
        }
        let fresh = std::mem::replace(&mut self.pages[change.page], old);
        self.sources.drop_last();
        if change.others.is_some() && !makes_sense {
            return None;
        }
        let another = |place: RecordPlace| {
            records::is_another_game(&self.checked.book, change.page, &fresh, place, &self.playables)
        };
        let outcome = match change.record {
            _ if fault.is_some() => MutationOutcome::Noticed,
            Some(place) if another(place) => MutationOutcome::AnotherGame,
            _ if is_alike => MutationOutcome::NoDifference,
            _ => MutationOutcome::Unnoticed(None),
        };
        let is_gap = matches!(outcome, MutationOutcome::Unnoticed(_)) && change.kind.is_of_diagram();
        let remedy = if is_gap { self.remedy_of(change, new) } else { None };
        Some(Trial { remedy, ..self.trial(change.kind, span, new, outcome, fault) })
    }

    /// A page as it is read with a change; its text is the last of the sources.
    fn parsed(&mut self, change: &TextChange, new: &str) -> (Page, Diagnostics) {
        let id = self.put(change.first.span, &change.edits(new));
        let mut diagnostics = Diagnostics::default();
        let page = page::parse(&self.pages[change.page].path, id, &self.sources, &mut diagnostics);
        (page, diagnostics)
    }

    /// Whether a diagram whose lines were changed shows what it did.
    fn shows_alike(&self, change: &TextChange, book: &Book) -> bool {
        // A shade is stated by the drawing, and shown by the board.
        let is_shade = |text: &str| !text.is_empty() && text.chars().all(|c| c == SHADE);
        let states_shade = is_shade(&change.first.new) || is_shade(self.sources.slice(change.first.span));
        if !change.kind.is_of_diagram() || states_shade {
            return false;
        }
        let shown = |book: &Book, diagram: &CheckedDiagram| {
            let figure = book.figure_of[diagram.page][diagram.index].map(|figure| &book.placed[figure]);
            let beside = figure.map(|figure| (&figure.to_move, &figure.reserve));
            format!("{:?} {beside:?}", diagram.shown)
        };
        let now = diagrams_of(book, self.variants, &self.sources, change.page);
        let before = self.checked.diagrams.iter().filter(|diagram| diagram.page == change.page);
        before
            .map(|diagram| shown(&self.checked.book, diagram))
            .eq(now.iter().map(|diagram| shown(book, diagram)))
    }

    /// Changes a piece in every variant that has it, and judges the book.
    pub(crate) fn rule(&mut self, change: &SentenceChange) -> Option<Trial> {
        let variants = self.changed(change);
        let moved = self.variants.places().find_map(|place| {
            let (old, new) = (self.variants.rules(place), variants.rules(place));
            let kind = old.variant.kind_named(&change.piece).filter(|_| !std::ptr::eq(old, new))?;
            Some((place, found(old, new, kind)?))
        });
        let fault = match &moved {
            None => None,
            Some(_) => self.fault(&variants, &[self.chapter_of(&change.piece)]),
        };
        let mut remedy = None;
        let outcome = match moved {
            None => MutationOutcome::NoDifference,
            Some(_) if fault.is_some() => MutationOutcome::Noticed,
            Some((place, apart)) => {
                let case = apart.case.as_ref();
                remedy = case.and_then(|case| self.rules(&variants, place, change.span).of_case(case));
                MutationOutcome::Unnoticed(Some(apart.text))
            }
        };
        let trial = self.trial(MutationKind::Rule, change.span, &change.after, outcome, fault);
        Some(Trial { before: change.before.clone(), remedy, ..trial })
    }

    /// The variants with a piece changed in each that has it.
    fn changed(&self, change: &SentenceChange) -> Variants {
        let mut variants = self.variants.clone();
        for place in self.variants.places() {
            if let Some(changed) = changed(&self.variants.rules(place).variant, change) {
                variants = variants.with(place, Rules::new(changed));
            }
        }
        variants
    }

    /// Judges the book with a change of what its variants resolve to.
    fn patch(&mut self, patch: &Patch) -> Trial {
        let variants = patched(self.variants, patch);
        let fault = self.fault(&variants, &[]);
        let outcome =
            if fault.is_some() { MutationOutcome::Noticed } else { MutationOutcome::Unnoticed(None) };
        let after = patch.when.clone();
        let (kind, span, before) = (MutationKind::Variant, patch.span, String::new());
        Trial { kind, span, before, after, outcome, by: fault, remedy: None }
    }

    /// Tries one way to change a fact.
    pub(crate) fn trial_of(&mut self, way: &FactChange<'_>) -> Option<Trial> {
        match way {
            FactChange::Rule(change) => self.rule(change),
            // That a file makes no sense without something is noticed by no claim.
            FactChange::Key(change) => self.key(&KeyChange { leaves_out: false, ..(*change).clone() }),
            FactChange::Patch(patch) => Some(self.patch(patch)),
            FactChange::Stated(kind, change) => {
                self.stated(*kind, &KeyChange { leaves_out: false, ..(*change).clone() })
            }
            FactChange::Text(change) => self.text(change),
        }
    }

    /// Which of some claims come to a verdict by a change, and what it puts in the place of what it changes. `None` if it
    /// makes no sense.
    pub(crate) fn failing(
        &mut self,
        way: &FactChange<'_>,
        claims: &[usize],
        verdict: Verdict,
    ) -> Option<(Vec<usize>, String)> {
        match way {
            FactChange::Rule(change) => {
                let variants = self.changed(change);
                Some((self.failing_by(&variants, claims, verdict), change.after.clone()))
            }
            FactChange::Patch(patch) => {
                let variants = patched(self.variants, patch);
                Some((self.failing_by(&variants, claims, verdict), String::new()))
            }
            FactChange::Key(change) => change.candidates.iter().find_map(|new| {
                let variants = self.rewritten(change, new, &mut Diagnostics::default());
                let found = variants.map(|variants| self.failing_by(&variants, claims, verdict));
                self.sources.drop_last();
                Some((found?, new.clone()))
            }),
            FactChange::Stated(kind, change) => change.candidates.iter().find_map(|new| {
                let makes_sense = self.state(*kind, change, new).is_none();
                let found = makes_sense.then(|| self.failing_by(self.variants, claims, verdict));
                self.unstate();
                Some((found?, new.clone()))
            }),
            FactChange::Text(change) => change.candidates().find_map(|new| {
                let (fresh, mut complaints) = self.parsed(change, new);
                let old = std::mem::replace(&mut self.pages[change.page], fresh);
                let found = (!complaints.has_errors()).then(|| {
                    let book = self.reassembled(Some(change.page), &mut complaints);
                    let found = self.among(&book, self.variants, claims, verdict);
                    self.pages = book.pages;
                    found
                });
                self.pages[change.page] = old;
                self.sources.drop_last();
                let is_meant = verdict == Verdict::Error || !complaints.has_errors();
                Some((found.filter(|_| is_meant)?, new.clone()))
            }),
        }
    }

    fn failing_by(&mut self, variants: &Variants, claims: &[usize], verdict: Verdict) -> Vec<usize> {
        let book = self.assembled(variants, &mut Diagnostics::default());
        let found = self.among(&book, variants, claims, verdict);
        self.pages = book.pages;
        found
    }

    /// Which of some claims have a verdict in a changed book.
    fn among(&self, book: &Book, variants: &Variants, claims: &[usize], verdict: Verdict) -> Vec<usize> {
        let all = &self.checked.claims;
        let places = claims.iter().map(|claim| (all[*claim].page, all[*claim].link));
        let verdicts = verdicts(book, variants, &self.sources, places);
        let found = claims.iter().copied().zip(verdicts).filter(|(_, now)| *now == verdict);
        found.map(|(claim, _)| claim).collect()
    }

    /// The variants as they are by a changed file, if it makes sense; its text is the last of the sources.
    fn rewritten(
        &mut self,
        change: &KeyChange,
        new: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Variants> {
        let id = self.put(change.span, &[change.edit(new)]);
        let made = self.library.rewritten(change.file, id, &self.sources, diagnostics);
        let mut variants = self.variants.clone();
        for (place, rules) in made? {
            variants = variants.replaced(place, rules);
        }
        Some(variants)
    }

    /// Changes a variant's file, resolves again every variant that it is part of, and judges the book. `None` if with
    /// nothing that could stand there the variants make sense.
    pub(crate) fn key(&mut self, change: &KeyChange) -> Option<Trial> {
        for new in &change.candidates {
            let mut diagnostics = Diagnostics::default();
            let made = self.rewritten(change, new, &mut diagnostics);
            let (mut fault, mut found, mut remedy) = (BookFault::first(None, &diagnostics), None, None);
            let makes_sense = made.is_some();
            if let Some(variants) = made {
                fault = self.fault_before_endings(&variants, &self.pages_about(&change.about));
                let apart = match fault {
                    None => self.played_otherwise(&variants, &change.about),
                    Some(_) => None,
                };
                // Where nothing is played otherwise, no ending ends otherwise.
                fault = fault.or_else(|| apart.as_ref().and_then(|_| self.fault_of_endings(&variants)));
                if fault.is_none() {
                    found = apart.map(|(place, apart)| {
                        let about = self.named(place, &change.about);
                        let mut rules = self.rules(&variants, place, change.span);
                        remedy = match &apart.case {
                            Some(case) => rules.of_position(case),
                            None => rules.of_words(&about),
                        };
                        apart.text
                    });
                }
            }
            self.sources.drop_last();
            if !makes_sense && !change.leaves_out {
                continue;
            }
            let outcome = match found {
                _ if fault.is_some() => MutationOutcome::Noticed,
                None => MutationOutcome::NoDifference,
                found => MutationOutcome::Unnoticed(found),
            };
            let trial = self.trial(MutationKind::Variant, change.span, new, outcome, fault);
            return Some(Trial { remedy, ..trial });
        }
        None
    }

    /// Changes `book.toml` or `source.toml`, and judges the book. `None` if nothing that could stand there makes sense.
    pub(crate) fn stated(&mut self, kind: MutationKind, change: &KeyChange) -> Option<Trial> {
        for new in &change.candidates {
            let complaint = self.state(kind, change, new);
            let makes_sense = complaint.is_none();
            let fault = complaint.or_else(|| {
                let mut diagnostics = Diagnostics::default();
                let book = self.reassembled(None, &mut diagnostics);
                let parts = self.seen.with_words(if kind == MutationKind::Book { &[] } else { &OF_SOURCE });
                let fault = BookFault::first(None, &diagnostics)
                    .or_else(|| first_fault(&book, self.variants, &self.sources, parts.into_iter()));
                self.pages = book.pages;
                fault
            });
            let outline = self.outline.clone();
            self.unstate();
            if !makes_sense && !change.leaves_out {
                continue;
            }
            let outcome =
                if fault.is_some() { MutationOutcome::Noticed } else { MutationOutcome::Unnoticed(None) };
            let trial = self.trial(kind, change.span, new, outcome, fault);
            let is_gap =
                kind == MutationKind::Outline && matches!(trial.outcome, MutationOutcome::Unnoticed(_));
            let remedy = if is_gap { self.quoted(change.span, &outline) } else { None };
            return Some(Trial { remedy, ..trial });
        }
        None
    }

    /// Reads `book.toml` or `source.toml` with a change; what is wrong with it then.
    fn state(&mut self, kind: MutationKind, change: &KeyChange, new: &str) -> Option<BookFault> {
        let id = self.put(change.span, &[change.edit(new)]);
        let mut diagnostics = Diagnostics::default();
        if kind == MutationKind::Book {
            self.decl = decl::book(&self.sources, id, &mut diagnostics).unwrap_or_default();
        } else {
            let said = outline::outline(&self.sources, id, &mut diagnostics);
            self.outline = said.map_or_else(Outline::default, |said| Outline::new(&said, &mut diagnostics));
        }
        BookFault::first(None, &diagnostics)
    }

    /// Takes that back.
    fn unstate(&mut self) {
        self.decl = self.checked.book.decl.clone();
        self.outline = self.checked.book.outline.clone();
        self.sources.drop_last();
    }

    /// The claim that would notice another outline, by the entry around a place of `source.toml`.
    fn quoted(&mut self, at: Span, after: &Outline) -> Option<String> {
        let checked = self.checked;
        let text = self.sources.get(at.source).text();
        let start = text[..at.range().end].rfind("[[")?;
        let (_, number) = text[start..].split_once("number = \"")?;
        let number = number.split('"').next()?.to_string();
        let [before, after] =
            [&checked.book.outline, after].map(|outline| Laws { variants: self.variants, outline });
        let (sources, variant, own) = (&mut self.sources, checked.book.variant?, checked.book.variant);
        remedy::ChangedRules { sources, before, after, variant, own, at }.of_source(&number)
    }

    /// What differs in any of the variants, and in which.
    fn played_otherwise(
        &self,
        variants: &Variants,
        about: &[String],
    ) -> Option<(usize, games::GameDifference)> {
        self.variants.places().find_map(|place| {
            let (old, new) = (self.variants.rules(place), variants.rules(place));
            let differ = || games::difference(old, new, &self.named(place, about));
            (!std::ptr::eq(old, new)).then(differ).flatten().map(|apart| (place, apart))
        })
    }

    /// The pieces of a variant that some words name.
    fn named(&self, place: usize, words: &[String]) -> Vec<KindId> {
        let variant = &self.variants.rules(place).variant;
        words.iter().filter_map(|word| variant.kind_named(word)).collect()
    }

    fn rules<'b>(&'b mut self, after: &'b Variants, variant: usize, at: Span) -> remedy::ChangedRules<'b> {
        let own = self.checked.book.variant;
        let outline = Outline::NONE;
        let [before, after] = [self.variants, after].map(|variants| Laws { variants, outline });
        remedy::ChangedRules { sources: &mut self.sources, before, after, variant, own, at }
    }

    /// What would notice a change of a diagram: a claim of its position below it, or a line with what its mark shows.
    fn remedy_of(&mut self, change: &TextChange, new: &str) -> Option<String> {
        let checked = self.checked;
        let decls = &checked.book.pages[change.page].diagrams;
        let is_around = |span: Span| span.to(change.first.span) == span;
        let index = decls.iter().position(|decl| is_around(decl.span))?;
        let diagram =
            checked.diagrams.iter().find(|diagram| (diagram.page, diagram.index) == (change.page, index))?;
        let (figure, block) = (checked.figure(diagram), decls[index].span);
        let variant = &self.variants.rules(figure.variant).variant;
        let claim =
            format!("[{}](<claim:{}.position()>)", sentence_of(figure, variant), decls[index].id.text);
        let mut ways = vec![(block.range().end, format!("\n\n{claim}\n"), claim)];
        let text = self.sources.slice(block);
        let last = text.find("\ndrawing").or_else(|| text.trim_end().rfind('\n')).map(|at| at + 1)?;
        let unsaid = diagram.marks.iter().filter(|mark| mark.source.is_none());
        ways.extend(unsaid.map(|mark| {
            let line = format!("source {}: {}", mark.symbol, variant.board.names_of(&mark.cells).join(" "));
            (block.range().start + last, format!("{line}\n"), line)
        }));
        ways.into_iter().find_map(|(at, insert, remedy)| {
            let insert = Edit { span: Span::new(block.source, at..at), new: insert };
            let mut both: Vec<Edit> = change.edits(new).into_iter().chain([insert.clone()]).collect();
            both.sort_by_key(|edit| edit.span);
            let holds = self.fault_of_page(change, &[insert]).is_none();
            (holds && self.fault_of_page(change, &both).is_some()).then_some(remedy)
        })
    }

    /// What is wrong with the diagrams and claims of a page by some edits of it.
    fn fault_of_page(&mut self, change: &TextChange, edits: &[Edit]) -> Option<BookFault> {
        let id = self.put(change.first.span, edits);
        let mut complaints = Diagnostics::default();
        let path = self.pages[change.page].path.clone();
        let fresh = page::parse(&path, id, &self.sources, &mut complaints);
        let old = std::mem::replace(&mut self.pages[change.page], fresh);
        let book = self.reassembled(Some(change.page), &mut complaints);
        let fault = BookFault::first(None, &complaints).or_else(|| {
            first_fault(&book, self.variants, &self.sources, JudgedPart::all_of(&book, change.page))
        });
        self.pages = book.pages;
        self.pages[change.page] = old;
        self.sources.drop_last();
        fault
    }

    /// Adds a text with some edits to the sources.
    fn put(&mut self, at: Span, edits: &[Edit]) -> SourceId {
        let source = self.sources.get(at.source);
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
        let reason =
            matches!(outcome, MutationOutcome::Unnoticed(_)).then(|| ignored(span, &self.sources)).flatten();
        let outcome = reason.map_or(outcome, MutationOutcome::Ignored);
        Trial { kind, span, before, after: new.to_string(), outcome, by, remedy: None }
    }

    /// The pages in which some words stand, most often first: there a change of what they are about is noticed soonest.
    fn pages_about(&self, words: &[String]) -> Vec<usize> {
        let count = |page: &Page| {
            let text = self.sources.get(page.source).text();
            words.iter().map(|word| text.matches(word.as_str()).count().min(20)).sum::<usize>()
        };
        let mut pages: Vec<(usize, usize)> = self.pages.iter().map(count).zip(0..).collect();
        pages.sort_by_key(|(count, page)| (std::cmp::Reverse(*count), *page));
        pages.into_iter().map(|(_, page)| page).collect()
    }

    /// The page with a piece's card, where a change of it is noticed soonest.
    fn chapter_of(&self, piece: &str) -> usize {
        let has = |page: &Page| page.cards.iter().any(|card| card.piece.text == piece);
        self.pages.iter().position(has).unwrap_or(0)
    }

    /// All pages, some of them first.
    fn first(&self, first: &[usize]) -> Vec<usize> {
        let others = (0..self.checked.book.pages.len()).filter(|page| !first.contains(page));
        first.iter().copied().chain(others).collect()
    }

    /// What is wrong with the book by these variants. Judges some pages before the others, and last the endings.
    fn fault(&mut self, variants: &Variants, first: &[usize]) -> Option<BookFault> {
        self.fault_before_endings(variants, first).or_else(|| self.fault_of_endings(variants))
    }

    /// The same but for the claims for which endings must be solved, which take the longest.
    fn fault_before_endings(&mut self, variants: &Variants, first: &[usize]) -> Option<BookFault> {
        let mut diagnostics = Diagnostics::default();
        let book = self.assembled(variants, &mut diagnostics);
        let fault = BookFault::first(None, &diagnostics).or_else(|| {
            let parts = self.parts(&book, first).filter(|part| !self.seen.endings().contains(part));
            first_fault(&book, variants, &self.sources, parts)
        });
        self.pages = book.pages;
        fault
    }

    fn fault_of_endings(&mut self, variants: &Variants) -> Option<BookFault> {
        if self.seen.endings().is_empty() {
            return None;
        }
        let book = self.assembled(variants, &mut Diagnostics::default());
        let fault = first_fault(&book, variants, &self.sources, self.seen.endings().iter().copied());
        self.pages = book.pages;
        fault
    }

    /// All parts of a book, those of some pages first.
    fn parts(&self, book: &Book, first: &[usize]) -> impl Iterator<Item = JudgedPart> {
        self.first(first).into_iter().flat_map(|page| JudgedPart::all_of(book, page))
    }

    /// The book as its pages are now, of which one may have changed, by its own rules; it takes them.
    fn reassembled(&mut self, changed: Option<usize>, diagnostics: &mut Diagnostics) -> Book {
        let kept = Kept { book: &self.checked.book, changed };
        let (decl, outline) = (self.decl.clone(), self.outline.clone());
        let pages = std::mem::take(&mut self.pages);
        Book::reassemble(kept, decl, outline, pages, self.variants, &self.playables, diagnostics)
    }

    /// The book as its pages are now; it takes them.
    fn assembled(&mut self, variants: &Variants, diagnostics: &mut Diagnostics) -> Book {
        let book = &self.checked.book;
        Book::assemble(
            book.name.clone(),
            self.decl.clone(),
            self.outline.clone(),
            book.variant.ok_or(NoVariant::Unnamed),
            std::mem::take(&mut self.pages),
            variants,
            diagnostics,
        )
    }
}

/// The words by which a claim asks of what the source prints about itself.
const OF_SOURCE: [&str; 8] =
    ["contents", "sections", "figures", "twice", "references", "dotted", "listed", "title"];

/// Why a change may go unnoticed, if the line above says so: `# padma: ignore mutate -- why`.
fn ignored(span: Span, sources: &Sources) -> Option<String> {
    let text = &sources.get(span.source).text()[..span.range().start];
    let above = text.lines().rev().nth(usize::from(!text.ends_with('\n')))?;
    let (_, reason) = above.split_once(IGNORE)?;
    let reason = reason.trim().trim_end_matches("-->").trim_start_matches("--").trim();
    (!reason.is_empty()).then(|| reason.to_string())
}

/// Stands in a comment before the reason.
const IGNORE: &str = "padma: ignore mutate";

/// A variant with a piece changed, if it has that piece.
fn changed(variant: &Variant, change: &SentenceChange) -> Option<Variant> {
    let id = variant.kind_named(&change.piece).filter(|id| home(variant.kind(*id)) == Some(change.home))?;
    let mut changed = variant.clone();
    let kind = &mut changed.kinds[id.index()];
    kind.movement = change.movement.clone();
    if let Some(standing) = &change.stands_on {
        kind.stands_on = standing.of(kind, &variant.sets);
    }
    Some(changed)
}
