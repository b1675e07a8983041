//! One change at a time, put into a book and taken out again.

use super::change::{Change, Kind, Outcome, Place, Trial};
use super::difference::difference;
use super::records;
use super::sentences::{Bend, home};
use crate::book::page::{self, Page};
use crate::diag::Diagnostics;
use crate::judge::{Book, Checked, NoVariant, edited, is_sound};
use crate::lower::{Playable, Variants};
use crate::model::{KindId, Variant};
use crate::reach::Rules;
use crate::text::Sources;

/// A book to try changes on.
pub(crate) struct Bench<'a> {
    book: &'a Book,
    variants: &'a Variants,
    playables: Vec<Playable<'a>>,
    sources: Sources,
    pages: Vec<Page>,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(checked: &'a Checked, variants: &'a Variants, sources: &Sources) -> Bench<'a> {
        let book = &checked.book;
        let playables = records::playables(variants);
        Bench { book, variants, playables, sources: sources.clone(), pages: book.pages.clone() }
    }

    /// Changes a page's text, parses it again and judges the book, that page first.
    pub(crate) fn text(&mut self, change: &Change) -> Trial {
        let first = &change.first;
        let source = self.sources.get(first.span.source);
        let (name, text) = (source.name().to_string(), edited(source.text(), &change.edits()));
        let before = self.sources.slice(first.span).to_string();
        let id = self.sources.add(name, text);
        let mut diagnostics = Diagnostics::default();
        let path = self.pages[change.page].path.clone();
        let fresh = page::parse(&path, id, &self.sources, &mut diagnostics);
        let old = std::mem::replace(&mut self.pages[change.page], fresh);
        let sound = !diagnostics.has_errors() && self.holds(self.variants, change.page);
        let fresh = std::mem::replace(&mut self.pages[change.page], old);
        self.sources.drop_last();
        let another =
            |place: Place| records::is_another_game(self.book, change.page, &fresh, place, &self.playables);
        let outcome = match change.record {
            _ if !sound => Outcome::Noticed,
            Some(place) if another(place) => Outcome::AnotherGame,
            _ => Outcome::Unnoticed(None),
        };
        Trial { kind: change.kind, span: first.span, before, after: first.new.clone(), outcome }
    }

    /// Changes a piece in every variant that has it, and judges the book.
    pub(crate) fn rule(&mut self, bend: &Bend) -> Trial {
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
        let outcome = match moved {
            None => Outcome::Idle,
            Some(_) if !self.holds(&variants, self.chapter_of(&bend.piece)) => Outcome::Noticed,
            moved => Outcome::Unnoticed(moved),
        };
        let (before, after) = (bend.before.clone(), bend.after.clone());
        Trial { kind: Kind::Rule, span: bend.span, before, after, outcome }
    }

    /// The page with a piece's card, where a change of it is noticed soonest.
    fn chapter_of(&self, piece: &str) -> usize {
        let has = |page: &Page| page.cards.iter().any(|card| card.piece.text == piece);
        self.pages.iter().position(has).unwrap_or(0)
    }

    /// Whether nothing is wrong with the book as it is now. Judges one page before the others.
    fn holds(&mut self, variants: &Variants, first: usize) -> bool {
        let (book, mut diagnostics) = (self.book, Diagnostics::default());
        let assembled = Book::assemble(
            book.name.clone(),
            book.decl.clone(),
            book.outline.clone(),
            book.variant.ok_or(NoVariant::Unnamed),
            std::mem::take(&mut self.pages),
            variants,
            &mut diagnostics,
        );
        let others = (0..assembled.pages.len()).filter(|page| *page != first);
        let sound = !diagnostics.has_errors()
            && is_sound(&assembled, variants, &self.sources, std::iter::once(first).chain(others));
        self.pages = assembled.pages;
        sound
    }
}

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
