//! Chains: legs of one atom joined by `a`. A single leg is a chain of one. Legs in brackets use
//! the same code.

use std::ops::Range;

use super::compass::turns;
use super::dialect::{AtomShape, leaper};
use super::effort::MOST_COMPONENTS;
use super::lay::{LaterLeg, LegManner, LegPlan};
use super::letters::{LegLetters, LegPlace, WrittenLeg};
use super::read::{Bracket, BracketPart, Modifier, PlacedLetter, Simple};
use super::settle::{BetzaResolver, Circle};
use crate::movement::leg::{Length, Start, Turn};

/// The turns of a leg without direction letters, if its atom has eight directions: every multiple
/// of 45 degrees but back.
const ALL_BUT_BACK: [i8; 7] = [-6, -4, -2, 0, 2, 4, 6];
/// The same for an atom of four directions: straight on, left and right.
const AHEAD_AND_SIDES: [i8; 3] = [-4, 0, 4];

/// The legs linked so far, and how to read the next one.
pub(super) struct ChainLink {
    manners: Vec<LegManner>,
    turns: Vec<Vec<Turn>>,
    /// The range of the next leg, if it has none of its own.
    run: Length,
    /// Whether `y` or `g` on an earlier leg has changed the range. Later legs then have all eight
    /// directions.
    toggled: bool,
}

impl ChainLink {
    /// Returns all legs ready to be laid, the first in these directions. With `exact`, it is an
    /// error if a leg cannot make exactly its turns.
    pub(crate) fn into_plan(self, directions: &[u8], exact: bool) -> Option<LegPlan> {
        let mut manners = self.manners.into_iter();
        let first = manners.next()?;
        let rest = manners.zip(self.turns).zip(1..);
        let rest = rest.map(|((manner, turns), index)| LaterLeg {
            turns,
            exact,
            manner,
            index,
        });
        Some(LegPlan {
            directions: directions.to_vec(),
            first,
            rest: rest.collect(),
        })
    }
}

impl BetzaResolver<'_, '_> {
    /// Adds the components of a chain.
    pub(crate) fn chain(
        &mut self,
        legs: &[&[PlacedLetter]],
        shape: AtomShape,
        run: Length,
        simple: &Simple,
    ) -> Option<()> {
        let leg = |(index, letters): (usize, &&[PlacedLetter])| WrittenLeg {
            letters: LegLetters::new(letters.to_vec(), &simple.atom_at),
            shape: if index == 0 {
                shape
            } else {
                shape.converting()
            },
            run: (index == 0).then_some(run),
            at: simple.at.clone(),
        };
        let legs: Vec<WrittenLeg> = legs.iter().enumerate().map(leg).collect();
        let links = self.links(&legs, false)?;
        let first = &legs.first()?.letters;
        let directions = self.first_directions(first, shape, LegPlace::of(&legs, 0, false))?;
        let start = if first.has('i') {
            Start::Unmoved
        } else {
            Start::Always
        };
        let en_passant = first.has('i') && first.has('n') && legs.len() == 1;
        for link in links {
            self.lay_in_kinds(
                start,
                link.into_plan(&directions, true)?,
                en_passant,
                &legs,
                &simple.at,
            )?;
        }
        Some(())
    }

    /// Links legs, in each combination of their forms.
    pub(crate) fn links(
        &mut self,
        legs: &[WrittenLeg],
        in_brackets: bool,
    ) -> Option<Vec<ChainLink>> {
        let run = legs.first()?.run?;
        let mut links = vec![ChainLink {
            manners: Vec::new(),
            turns: Vec::new(),
            run,
            toggled: false,
        }];
        for (index, leg) in legs.iter().enumerate() {
            let place = LegPlace::of(legs, index, in_brackets);
            let mut longer = Vec::new();
            for link in links {
                let run = leg.run.unwrap_or(link.run);
                let forms =
                    leg.letters
                        .forms(leg.shape, run, place, self.table, self.complaints)?;
                let mut turns = link.turns.clone();
                if index > 0 {
                    let is_eightfold = link.toggled || legs[0].shape.is_eightfold();
                    turns.push(self.turns(&leg.letters, place, &link.turns, is_eightfold)?);
                }
                for form in forms {
                    longer.push(ChainLink {
                        manners: [link.manners.as_slice(), &[form.manner]].concat(),
                        turns: turns.clone(),
                        run: if form.toggles { toggle_limit(run) } else { run },
                        toggled: link.toggled || form.toggles,
                    });
                }
            }
            links = longer;
            if links.len() > MOST_COMPONENTS {
                return self.too_many(leg.at.clone());
            }
        }
        Some(links)
    }

    /// Returns the turns of a leg, given those of the legs before it.
    fn turns(
        &mut self,
        leg: &LegLetters,
        place: LegPlace,
        before: &[Vec<Turn>],
        is_eightfold: bool,
    ) -> Option<Vec<Turn>> {
        let (letters, at) = leg.directions(place, self.complaints)?;
        let is_straight = |turn: &Turn| matches!(turn, Turn::By(0 | 8));
        if place.in_brackets
            && letters.contains(['q', 'z'])
            && before.iter().flatten().all(is_straight)
        {
            let message =
                "no leg before this one has turned, so `q` and `z` have nothing to compare with"
                    .into();
            let readings = vec!["for both sides, write `s`, `fs` or `bs`".into()];
            return self.complaints.unsettled(
                leg.at.clone(),
                message,
                "the same as which turn?",
                readings,
            );
        }
        match turns(&letters) {
            Ok(turns) if !turns.is_empty() => Some(turns),
            Ok(_) if place.in_brackets => Some(vec![Turn::By(0)]),
            Ok(_) if is_eightfold => Some(ALL_BUT_BACK.map(Turn::By).to_vec()),
            Ok(_) => Some(AHEAD_AND_SIDES.map(Turn::By).to_vec()),
            Err(undefined) => self.report_undefined(&undefined, &letters, &at, None),
        }
    }

    /// Lays legs; splits a King's directions into those of a Wazir and those of a Ferz.
    pub(crate) fn lay_in_kinds(
        &mut self,
        start: Start,
        asked: LegPlan,
        en_passant: bool,
        legs: &[WrittenLeg],
        at: &Range<usize>,
    ) -> Option<()> {
        asked
            .split_king()
            .iter()
            .try_for_each(|asked| self.lay(start, asked, en_passant, legs, at))
    }

    /// Adds the components of a leg that bends at each step, such as `(az)N`.
    pub(crate) fn circle(
        &mut self,
        simple: &Simple,
        shape: AtomShape,
        circle: &Circle<'_>,
    ) -> Option<()> {
        let letters = self.only_letters(circle.first, "fblrvsh", &simple.atom_at)?;
        let letters = LegLetters::new(letters, &simple.atom_at);
        let run = circle
            .most
            .map_or(Length::Unlimited, |most| Length::UpTo(most + 1));
        let directions = self.first_directions(&letters, shape, LegPlace::ONLY)?;
        for form in letters.forms(shape, run, LegPlace::ONLY, self.table, self.complaints)? {
            let first = LegManner {
                bend: circle.bend,
                ..form.manner
            };
            let asked = LegPlan {
                directions: directions.clone(),
                first,
                rest: Vec::new(),
            };
            self.lay(Start::Always, &asked, false, &[], &simple.at)?;
        }
        Some(())
    }

    /// Returns a lame leap as legs in brackets, if this dialect reads it as a walk over several
    /// cells.
    pub(crate) fn lame_walk(
        &self,
        shape: AtomShape,
        run: Length,
        letters: &[PlacedLetter],
        simple: &Simple,
    ) -> Option<Bracket> {
        let AtomShape::Oblique(long, short) = shape else {
            return None;
        };
        let (_, walk) = self
            .table
            .lame_walks
            .iter()
            .find(|(leap, _)| *leap == (long, short))?;
        if run != Length::ONCE || !letters.iter().any(|(letter, _)| *letter == 'n') {
            return None;
        }
        let applies_to_all_legs =
            |letter: char| super::compass::is_direction(letter) || letter == 'i';
        let to_modifier = |(letter, at): &PlacedLetter| Modifier::Letter(*letter, *at);
        let (before_bracket, on_last_leg): (Vec<PlacedLetter>, Vec<PlacedLetter>) = letters
            .iter()
            .filter(|(letter, _)| *letter != 'n')
            .partition(|(letter, _)| applies_to_all_legs(*letter));
        let leg = |(index, shape): (usize, &AtomShape)| {
            let marks = if index + 1 == walk.len() {
                on_last_leg.iter().map(to_modifier).collect()
            } else {
                Vec::new()
            };
            let atom = leaper(*shape);
            BracketPart {
                moves: vec![Simple {
                    marks,
                    atom,
                    atom_at: simple.atom_at.clone(),
                    at: simple.at.clone(),
                }],
                may_end: false,
            }
        };
        Some(Bracket {
            marks: before_bracket.iter().map(to_modifier).collect(),
            parts: walk.iter().enumerate().map(leg).collect(),
            at: simple.at.clone(),
        })
    }
}

/// Returns the other range: no limit for a single leap, a single leap for anything else.
fn toggle_limit(run: Length) -> Length {
    if run == Length::ONCE {
        Length::Unlimited
    } else {
        Length::ONCE
    }
}

impl LegPlan {
    /// Splits a King's directions, unless there are all eight.
    fn split_king(self) -> Vec<LegPlan> {
        if !matches!(self.first.shape, AtomShape::Both(_)) || self.directions.len() == 8 {
            return vec![self];
        }
        let (orthogonal, diagonal): (Vec<u8>, Vec<u8>) = self
            .directions
            .iter()
            .partition(|direction| *direction % 4 == 0);
        let wazir_and_ferz = [orthogonal, diagonal]
            .into_iter()
            .filter(|directions| !directions.is_empty());
        wazir_and_ferz
            .map(|directions| LegPlan {
                directions,
                ..self.clone()
            })
            .collect()
    }
}
