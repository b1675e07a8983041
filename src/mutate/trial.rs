//! One change at a time, put into a book and taken out again.

use super::change::{Change, Kind, Outcome, Place, Trial};
use super::difference::difference;
use super::games;
use super::keys::KeyChange;
use super::lines::SHADE;
use super::records;
use super::sentences::{Bend, home};
use crate::book::page::{self, Page};
use crate::claim::Edit;
use crate::compile::Library;
use crate::diag::Diagnostics;
use crate::judge::{Book, Checked, Fault, NoVariant, check, edited, first_fault};
use crate::lower::{Playable, Variants};
use crate::model::{KindId, Variant};
use crate::reach::Rules;
use crate::text::{SourceId, Sources, Span};

/// A book to try changes on.
pub(crate) struct Bench<'a> {
    checked: &'a Checked,
    library: &'a Library,
    variants: &'a Variants,
    playables: Vec<Playable<'a>>,
    sources: Sources,
    pages: Vec<Page>,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(checked: &'a Checked, library: &'a Library, sources: &Sources) -> Bench<'a> {
        let (variants, pages) = (&library.variants, checked.book.pages.clone());
        let playables = records::playables(variants);
        Bench { checked, library, variants, playables, sources: sources.clone(), pages }
    }

    /// Changes a page's text, parses it again and judges the book, that page first. `None` if no candidate makes sense.
    pub(crate) fn text(&mut self, change: &Change) -> Option<Trial> {
        change.candidates().find_map(|new| self.candidate(change, new))
    }

    fn candidate(&mut self, change: &Change, new: &str) -> Option<Trial> {
        let span = change.first.span;
        let id = self.put(span, &change.edits(new));
        let mut diagnostics = Diagnostics::default();
        let path = self.pages[change.page].path.clone();
        let fresh = page::parse(&path, id, &self.sources, &mut diagnostics);
        let old = std::mem::replace(&mut self.pages[change.page], fresh);
        let mut fault = Fault::first(None, &diagnostics);
        let mut makes_sense = fault.is_none();
        if fault.is_none() {
            let mut complaints = Diagnostics::default();
            let book = self.assembled(self.variants, &mut complaints);
            makes_sense = !complaints.has_errors();
            fault = Fault::first(None, &complaints).or_else(|| {
                let order = self.first(&[change.page]);
                first_fault(&book, self.variants, &self.sources, order.into_iter())
            });
            self.pages = book.pages;
        }
        let is_alike = fault.is_none() && self.shows_alike(change);
        let fresh = std::mem::replace(&mut self.pages[change.page], old);
        self.sources.drop_last();
        if change.others.is_some() && !makes_sense {
            return None;
        }
        let another = |place: Place| {
            records::is_another_game(&self.checked.book, change.page, &fresh, place, &self.playables)
        };
        let outcome = match change.record {
            _ if fault.is_some() => Outcome::Noticed,
            Some(place) if another(place) => Outcome::AnotherGame,
            _ if is_alike => Outcome::NoDifference,
            _ => Outcome::Unnoticed(None),
        };
        Some(self.trial(change.kind, span, new, outcome, fault))
    }

    /// Whether a diagram whose lines were changed shows what it did.
    fn shows_alike(&mut self, change: &Change) -> bool {
        // A shade is stated by the drawing, and shown by the board.
        let is_shade = |text: &str| !text.is_empty() && text.chars().all(|c| c == SHADE);
        let states_shade = is_shade(&change.first.new) || is_shade(self.sources.slice(change.first.span));
        if !matches!(change.kind, Kind::Diagram | Kind::Drawing) || states_shade {
            return false;
        }
        let book = self.assembled(self.variants, &mut Diagnostics::default());
        let now = check(book, self.variants, &self.sources, &mut Diagnostics::default());
        let shown = |checked: &Checked| -> Vec<String> {
            let diagrams = checked.diagrams.iter().filter(|diagram| diagram.page == change.page);
            let show = |diagram| {
                let figure = checked.figure(diagram);
                format!("{:?} {:?} {:?}", diagram.shown, figure.to_move, figure.reserve)
            };
            diagrams.map(show).collect()
        };
        let is_alike = shown(self.checked) == shown(&now);
        self.pages = now.book.pages;
        is_alike
    }

    /// Changes a piece in every variant that has it, and judges the book.
    pub(crate) fn rule(&mut self, bend: &Bend) -> Option<Trial> {
        let mut variants = self.variants.clone();
        let mut moved = None;
        for place in self.variants.places() {
            let rules = self.variants.rules(place);
            if let Some((kind, bent)) = bent(&rules.variant, bend) {
                let bent = Rules::new(bent);
                moved = moved.or_else(|| difference(rules, &bent, kind));
                variants = variants.with(place, bent);
            }
        }
        let fault = match moved {
            None => None,
            Some(_) => self.fault(&variants, &[self.chapter_of(&bend.piece)]),
        };
        let outcome = match moved {
            None => Outcome::NoDifference,
            Some(_) if fault.is_some() => Outcome::Noticed,
            moved => Outcome::Unnoticed(moved),
        };
        let trial = self.trial(Kind::Rule, bend.span, &bend.after, outcome, fault);
        Some(Trial { before: bend.before.clone(), ..trial })
    }

    /// Changes a variant's file, resolves again every variant that it is part of, and judges the book. `None` if with
    /// nothing that could stand there the variants make sense.
    pub(crate) fn key(&mut self, change: &KeyChange) -> Option<Trial> {
        for new in &change.candidates {
            let id = self.put(change.span, &[change.edit(new)]);
            let mut diagnostics = Diagnostics::default();
            let made = self.library.rewritten(change.file, id, &self.sources, &mut diagnostics);
            let (mut fault, mut found) = (Fault::first(None, &diagnostics), None);
            let makes_sense = made.is_some();
            if let Some(made) = made {
                let mut variants = self.variants.clone();
                for (place, rules) in made {
                    variants = variants.replaced(place, rules);
                }
                fault = self.fault(&variants, &self.pages_about(&change.about));
                if fault.is_none() {
                    found = self.played_otherwise(&variants, &change.about);
                }
            }
            self.sources.drop_last();
            if !makes_sense && !change.leaves_out {
                continue;
            }
            let outcome = match found {
                _ if fault.is_some() => Outcome::Noticed,
                None => Outcome::NoDifference,
                found => Outcome::Unnoticed(found),
            };
            return Some(self.trial(Kind::Variant, change.span, new, outcome, fault));
        }
        None
    }

    /// What differs in any of the variants.
    fn played_otherwise(&self, variants: &Variants, about: &[String]) -> Option<String> {
        self.variants.places().find_map(|place| {
            let (old, new) = (self.variants.rules(place), variants.rules(place));
            let about: Vec<KindId> = about.iter().filter_map(|word| old.variant.kind_named(word)).collect();
            (!std::ptr::eq(old, new)).then(|| games::difference(old, new, &about)).flatten()
        })
    }

    /// Adds a text with some edits to the sources.
    fn put(&mut self, at: Span, edits: &[Edit]) -> SourceId {
        let source = self.sources.get(at.source);
        let (name, text) = (source.name().to_string(), edited(source.text(), edits));
        self.sources.add(name, text)
    }

    fn trial(&self, kind: Kind, span: Span, new: &str, outcome: Outcome, by: Option<Fault>) -> Trial {
        let before = self.sources.slice(span).to_string();
        let reason = matches!(outcome, Outcome::Unnoticed(_)).then(|| ignored(span, &self.sources)).flatten();
        let outcome = reason.map_or(outcome, Outcome::Ignored);
        Trial { kind, span, before, after: new.to_string(), outcome, by }
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
        let others =
            (0..self.pages.len().max(self.checked.book.pages.len())).filter(|page| !first.contains(page));
        first.iter().copied().chain(others).collect()
    }

    /// What is wrong with the book by these variants. Judges some pages before the others.
    fn fault(&mut self, variants: &Variants, first: &[usize]) -> Option<Fault> {
        let (order, mut diagnostics) = (self.first(first), Diagnostics::default());
        let book = self.assembled(variants, &mut diagnostics);
        let fault = Fault::first(None, &diagnostics)
            .or_else(|| first_fault(&book, variants, &self.sources, order.into_iter()));
        self.pages = book.pages;
        fault
    }

    /// The book as its pages are now; it takes them.
    fn assembled(&mut self, variants: &Variants, diagnostics: &mut Diagnostics) -> Book {
        let book = &self.checked.book;
        Book::assemble(
            book.name.clone(),
            book.decl.clone(),
            book.outline.clone(),
            book.variant.ok_or(NoVariant::Unnamed),
            std::mem::take(&mut self.pages),
            variants,
            diagnostics,
        )
    }
}

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
fn bent(variant: &Variant, bend: &Bend) -> Option<(KindId, Variant)> {
    let id = variant.kind_named(&bend.piece).filter(|id| home(variant.kind(*id)) == Some(bend.home))?;
    let mut bent = variant.clone();
    let kind = &mut bent.kinds[id.index()];
    kind.movement = bend.movement.clone();
    if let Some(standing) = &bend.stands_on {
        kind.stands_on = standing.of(kind, &variant.sets);
    }
    Some((id, bent))
}
