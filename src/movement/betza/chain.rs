//! Legs chained by `a`, all of one atom; a single leg is a chain of one.

use super::compass::turns;
use super::dialect::AtomShape;
use super::effort::MOST_COMPONENTS;
use super::lay::{Asked, LegManner, Next};
use super::letters::{LegLetters, LegPlace};
use super::settle::{Circle, Settler};
use super::text::{Bracket, BracketPart, Modifier, PlacedLetter, RunLength, Simple};
use crate::movement::leg::{Start, Turn};

/// Straight on, half turns and so on, but not back: where letters say nothing of the direction.
const ALL_BUT_BACK: [i8; 7] = [-6, -4, -2, 0, 2, 4, 6];
const FORTH_AND_ASIDE: [i8; 3] = [-4, 0, 4];

/// What a chain comes to from one of its legs on: the legs chosen so far, and how the next is read.
struct ChainLink {
    manners: Vec<LegManner>,
    turns: Vec<Vec<Turn>>,
    run: RunLength,
    /// Whether `y` or `g` has changed the range on the way, after which all eight directions are meant.
    toggled: bool,
}

impl Settler<'_, '_> {
    /// The components of a chain.
    pub(crate) fn chain(
        &mut self,
        legs: &[&[PlacedLetter]],
        shape: AtomShape,
        run: RunLength,
        simple: &Simple,
    ) -> Option<()> {
        let legs: Vec<LegLetters<'_>> =
            legs.iter().map(|letters| LegLetters::new(letters, &simple.atom_at)).collect();
        let place =
            |index| LegPlace { is_first: index == 0, is_last: index + 1 == legs.len(), in_brackets: false };
        let mut links = vec![ChainLink { manners: Vec::new(), turns: Vec::new(), run, toggled: false }];
        for (index, leg) in legs.iter().enumerate() {
            let shape = if index == 0 { shape } else { shape.converting() };
            let mut longer = Vec::new();
            for link in links {
                let forms = leg.forms(shape, link.run, place(index), self.table, self.complaints)?;
                let turns =
                    if index == 0 { Vec::new() } else { self.turns(leg, place(index), &link, simple)? };
                for form in forms {
                    let mut behind = link.turns.clone();
                    behind.extend((index > 0).then(|| turns.clone()));
                    longer.push(ChainLink {
                        manners: [link.manners.as_slice(), &[form.manner]].concat(),
                        turns: behind,
                        run: if form.toggles { link.run.toggled() } else { link.run },
                        toggled: link.toggled || form.toggles,
                    });
                }
            }
            links = longer;
            if links.len() > MOST_COMPONENTS {
                return self.too_many(simple.at.clone());
            }
        }
        let first = legs.first()?;
        let directions = self.first_directions(first, shape, place(0))?;
        let start = if first.has('i') { Start::Unmoved } else { Start::Always };
        let en_passant = first.has('i') && first.has('n') && legs.len() == 1;
        for link in links {
            let mut manners = link.manners.into_iter();
            let first = manners.next()?;
            let rest = manners.zip(link.turns).enumerate();
            let rest =
                rest.map(|(index, (manner, turns))| Next { turns, exact: true, manner, index: index + 1 });
            let asked = Asked { directions: directions.clone(), first, rest: rest.collect() };
            for asked in asked.in_kinds(shape) {
                self.lay(start, &asked, en_passant, &legs, &simple.at)?;
            }
        }
        Some(())
    }

    /// The turns of a leg behind the first.
    fn turns(
        &mut self,
        leg: &LegLetters<'_>,
        place: LegPlace,
        link: &ChainLink,
        simple: &Simple,
    ) -> Option<Vec<Turn>> {
        let (letters, at) = leg.directions(place, self.complaints)?;
        let is_eightfold =
            link.toggled || matches!(simple.atom, super::text::Atom::Leaps(shape, _) if shape.is_eightfold());
        match turns(&letters) {
            Ok(turns) if !turns.is_empty() => Some(turns),
            Ok(_) if is_eightfold => Some(ALL_BUT_BACK.map(Turn::By).to_vec()),
            Ok(_) => Some(FORTH_AND_ASIDE.map(Turn::By).to_vec()),
            Err(undefined) => {
                self.undefined(&undefined, &letters, &at, None);
                None
            }
        }
    }

    /// `(az)N` and its kind: one leg that bends all the way.
    pub(crate) fn circle(&mut self, simple: &Simple, shape: AtomShape, circle: &Circle<'_>) -> Option<()> {
        let letters = self.only_letters(circle.first, "fblrvsh", &simple.atom_at)?;
        let said = LegLetters::new(&letters, &simple.atom_at);
        let place = LegPlace { is_first: true, is_last: true, in_brackets: false };
        let run = circle.most.map_or(RunLength::Unlimited, |most| RunLength::UpTo(most + 1));
        let directions = self.first_directions(&said, shape, place)?;
        for form in said.forms(shape, run, place, self.table, self.complaints)? {
            let first = LegManner { bend: circle.bend, ..form.manner };
            let asked = Asked { directions: directions.clone(), first, rest: Vec::new() };
            self.lay(Start::Always, &asked, false, &[], &simple.at)?;
        }
        Some(())
    }

    /// A lame leap that is a walk over several cells in this dialect.
    pub(crate) fn lame_walk(
        &self,
        shape: AtomShape,
        run: RunLength,
        letters: &[PlacedLetter],
        simple: &Simple,
    ) -> Option<Bracket> {
        let AtomShape::Oblique(long, short) = shape else { return None };
        let (_, walk) = self.table.lame_walks.iter().find(|(leap, _)| *leap == (long, short))?;
        if run != RunLength::One || !letters.iter().any(|(letter, _)| *letter == 'n') {
            return None;
        }
        let whole = |letter: char| super::compass::is_direction(letter) || letter == 'i';
        let mark = |(letter, at): &PlacedLetter| Modifier::Letter(*letter, *at);
        let (outside, last): (Vec<PlacedLetter>, Vec<PlacedLetter>) =
            letters.iter().filter(|(letter, _)| *letter != 'n').partition(|(letter, _)| whole(*letter));
        let leg = |(index, shape): (usize, &AtomShape)| {
            let marks = if index + 1 == walk.len() { last.iter().map(mark).collect() } else { Vec::new() };
            let atom = super::text::Atom::Leaps(*shape, RunLength::One);
            BracketPart {
                moves: vec![Simple { marks, atom, atom_at: simple.atom_at.clone(), at: simple.at.clone() }],
                may_end: false,
            }
        };
        Some(Bracket {
            marks: outside.iter().map(mark).collect(),
            parts: walk.iter().enumerate().map(leg).collect(),
            at: simple.at.clone(),
        })
    }
}

impl RunLength {
    /// The other range: one leap where there were more, and no limit where there was one.
    fn toggled(self) -> RunLength {
        match self {
            RunLength::One => RunLength::Unlimited,
            RunLength::UpTo(_) | RunLength::Unlimited => RunLength::One,
        }
    }
}

impl Asked {
    /// Directions of a King taken apart into those of a Wazir and those of a Ferz, unless all are meant.
    pub(crate) fn in_kinds(self, shape: AtomShape) -> Vec<Asked> {
        if !matches!(shape, AtomShape::Both(_)) || self.directions.len() == 8 {
            return vec![self];
        }
        let (orthogonal, diagonal): (Vec<u8>, Vec<u8>) =
            self.directions.iter().partition(|direction| *direction % 4 == 0);
        let parts = [orthogonal, diagonal].into_iter().filter(|directions| !directions.is_empty());
        parts.map(|directions| Asked { directions, ..self.clone() }).collect()
    }
}
