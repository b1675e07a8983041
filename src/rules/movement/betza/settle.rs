//! Resolves the letters of a string to components.

use std::ops::Range;

use super::compass::{Compass, UndefinedLetters, directions, is_direction, letters};
use super::complain::Complaints;
use super::dialect::{Atom, AtomShape, DialectTable};
use super::effort::{MOST_COMPONENTS, MOST_LEGS, MOST_PATHS_WALKED, path_bound};
use super::lay::{LayFault, LegPlan, as_lame_leap, lay};
use super::letters::{LegLetters, LegPlace, WrittenLeg};
use super::read::{BetzaMove, Modifier, PlacedLetter, Simple};
use super::repeat::spell_out;
use crate::movement::leg::{Bend, CastlingMotion, Component, Drop, Length, Motion, Start};

/// The components of a string so far, and the complaints about it.
pub(super) struct BetzaResolver<'a, 'b> {
    pub table: &'static DialectTable,
    pub complaints: &'a mut Complaints<'b>,
    pub components: Vec<Component>,
    /// The number of components added, including duplicates.
    added: usize,
    /// The sum of the bounds on the paths of each component.
    ways: u64,
}

/// Resolves moves to components.
pub(super) fn resolve(
    moves: &[BetzaMove],
    table: &'static DialectTable,
    complaints: &mut Complaints<'_>,
) -> Vec<Component> {
    let mut settler = BetzaResolver {
        table,
        complaints,
        components: Vec::new(),
        added: 0,
        ways: 0,
    };
    for mv in moves {
        // `None` means that the move has been complained of.
        let _ = match mv {
            BetzaMove::Simple(simple) => settler.simple(simple),
            BetzaMove::Bracket(bracket) => settler.bracket(bracket),
        };
    }
    settler.components
}

impl BetzaResolver<'_, '_> {
    fn simple(&mut self, simple: &Simple) -> Option<()> {
        let (shape, run) = match simple.atom {
            Atom::Leaps(shape, run) => (shape, run),
            other => return self.special(simple, other),
        };
        if let Some(circle) = circle_of(simple, shape, run) {
            return self.circle(simple, shape, &circle);
        }
        for letters in spell_out(&simple.marks, self.complaints)? {
            let legs: Vec<&[PlacedLetter]> = letters.split(|(letter, _)| *letter == 'a').collect();
            if legs.len() > MOST_LEGS {
                let message = format!("this move has more than {MOST_LEGS} legs");
                return self
                    .complaints
                    .too_large(simple.at.clone(), message, "too many legs");
            }
            match self.lame_walk(shape, run, &letters, simple) {
                Some(walk) => self.bracket(&walk)?,
                None => self.chain(&legs, shape, run, simple)?,
            }
        }
        Some(())
    }

    /// Adds the components of castling, a drop or `U`.
    fn special(&mut self, simple: &Simple, atom: Atom) -> Option<()> {
        let known = match atom {
            Atom::Castling(_) => "ilrsj",
            Atom::Drop(_) => "jfsb",
            Atom::Anywhere | Atom::Leaps(..) => "imcdekt",
        };
        let letters = self.only_letters(&simple.marks, known, &simple.atom_at)?;
        let letters = LegLetters::new(letters, &simple.atom_at);
        let start = if letters.has('i') {
            Start::Unmoved
        } else {
            Start::Always
        };
        match atom {
            Atom::Castling(cells) => {
                let sides = letters.directions(LegPlace::ONLY, self.complaints)?.0;
                let (left, right) = match sides.as_str() {
                    "" | "s" | "lr" | "rl" => (true, true),
                    sides => (sides.contains(['l', 's']), sides.contains(['r', 's'])),
                };
                let skip = u16::try_from(letters.count('j')).unwrap_or(u16::MAX);
                self.add(
                    start,
                    Motion::Castling(CastlingMotion {
                        cells,
                        skip,
                        left,
                        right,
                    }),
                    false,
                    simple.at.clone(),
                )
            }
            Atom::Drop(ranks) => {
                let most = |letter| {
                    Some(u8::try_from(letters.count(letter)).unwrap_or(2).min(2))
                        .filter(|most| *most > 0)
                };
                let (on_file, on_shade, on_board) = (most('f'), most('s'), most('b'));
                let drop = Drop {
                    ranks,
                    not_back_rank: letters.has('j'),
                    on_file,
                    on_shade,
                    on_board,
                };
                self.add(start, Motion::Drop(drop), false, simple.at.clone())
            }
            Atom::Anywhere | Atom::Leaps(..) => {
                for (end, _) in letters.last_ends(self.complaints)? {
                    self.add(start, Motion::Anywhere(end), false, simple.at.clone())?;
                }
                Some(())
            }
        }
    }

    /// Returns the letters of marks; complains if one is not in `known`, or is a group.
    pub(crate) fn only_letters(
        &mut self,
        marks: &[Modifier],
        known: &str,
        atom_at: &Range<usize>,
    ) -> Option<Vec<PlacedLetter>> {
        let mut letters = Vec::new();
        for mark in marks {
            let (at, message) = match mark {
                Modifier::Letter(letter, at) if known.contains(*letter) => {
                    letters.push((*letter, *at));
                    continue;
                }
                Modifier::Letter(letter, at) => (
                    *at..at + 1,
                    format!("`{letter}` has no meaning before this"),
                ),
                Modifier::Group { at, .. } => (
                    at.clone(),
                    "a repeated group has no meaning before this".to_string(),
                ),
            };
            let listed: Vec<String> = known.chars().map(|letter| format!("`{letter}`")).collect();
            let label = format!("expected {}", listed.join(", "));
            return self.complaints.syntax(
                at.start.min(atom_at.start)..at.end,
                message,
                &label,
                None,
            );
        }
        Some(letters)
    }

    /// Returns the directions of a first leg: all those of its atom, if no letter names any.
    pub(crate) fn first_directions(
        &mut self,
        leg: &LegLetters,
        shape: AtomShape,
        place: LegPlace,
    ) -> Option<Vec<u8>> {
        let (letters, at) = leg.directions(place, self.complaints)?;
        let (compass, all) = self.table.compass(shape);
        if letters.is_empty() {
            return Some(all);
        }
        match directions(compass, &letters) {
            Ok(found) => {
                self.warn_of_both(shape, &letters, &found, &at);
                Some(found)
            }
            Err(undefined) => {
                self.report_undefined(&undefined, &letters, &at, Some((compass, &all)))
            }
        }
    }

    fn warn_of_both(&mut self, shape: AtomShape, letters: &str, here: &[u8], at: &[usize]) {
        if !matches!(shape, AtomShape::Both(_)) || !self.table.warns_of_both {
            return;
        }
        let elsewhere = directions(&super::compass::BOTH_APART, letters).unwrap_or_default();
        if elsewhere != here {
            let place = at.first().map_or(0..0, |first| {
                *first..at.last().map_or(*first, |last| last + 1)
            });
            let message =
                format!("`{letters}` on an atom of eight directions is read differently elsewhere");
            let help = format!(
                "read here as {}; by others as {}",
                wazir_and_ferz(here),
                wazir_and_ferz(&elsewhere)
            );
            self.complaints.warning(
                place,
                message,
                &format!("read as in {}", self.table.name),
                help,
            );
        }
    }

    /// Complains of letters without an agreed meaning, and says what they might mean.
    pub(crate) fn report_undefined<T>(
        &mut self,
        undefined: &UndefinedLetters,
        text: &str,
        at: &[usize],
        known: Option<(&Compass, &[u8])>,
    ) -> Option<T> {
        let token = &text[undefined.at..undefined.at + undefined.length];
        let places = &at[undefined.at..undefined.at + undefined.length];
        let place = places.first().copied().unwrap_or(0)..places.last().map_or(0, |last| last + 1);
        let message = format!("`{token}` has no agreed meaning on this atom");
        let mut readings: Vec<String> = Vec::new();
        if let Some((compass, all)) = known {
            let write = |reading: &Vec<u8>| match letters(compass, all, reading) {
                Some(letters) if letters.is_empty() => "no direction".to_string(),
                Some(letters) => format!("`{letters}`"),
                None => wazir_and_ferz(reading),
            };
            let shown = undefined.readings.iter().map(|reading| {
                format!("for {}, write {}", list_leaps(reading, all), write(reading))
            });
            readings.extend(shown);
        }
        if token.contains('h') {
            readings.push("on an oblique atom `h` means half of the directions, as in `fh`, or one way round, as in `hr`".into());
        }
        self.complaints.unsettled(
            place,
            message,
            "the sources disagree on the directions it names",
            readings,
        )
    }

    /// Lays legs and adds their components.
    pub(crate) fn lay(
        &mut self,
        start: Start,
        asked: &LegPlan,
        en_passant: bool,
        legs: &[WrittenLeg],
        at: &Range<usize>,
    ) -> Option<()> {
        match lay(asked) {
            Ok(laid) => {
                for legs in laid {
                    let motion = Motion::Legs(as_lame_leap(legs));
                    self.add(start, motion, en_passant, at.clone())?;
                }
                Some(())
            }
            Err(LayFault::NoSuchDirection(index)) => {
                let message = "this leg turns where its atom has no leap".into();
                let label = "only `W` and `F`, `D` and `A`, `H` and `G` turn into each other";
                self.complaints
                    .syntax(place_of(legs, index, at), message, label, None)
            }
            Err(LayFault::TooMany) => self.too_many(at.clone()),
            Err(LayFault::Sided(index)) => {
                let message =
                    "the sources disagree on left and right after an oblique leap to either side"
                        .into();
                let readings = vec![
                    "for both sides alike, write `s`, `fs` or `bs`".into(),
                    "for one of the two shapes, let the first leg go one way round: `hr` or `hl`"
                        .into(),
                ];
                self.complaints.unsettled(
                    place_of(legs, index, at),
                    message,
                    "the shape differs from leap to leap",
                    readings,
                )
            }
        }
    }

    pub(crate) fn add(
        &mut self,
        start: Start,
        motion: Motion,
        open_to_en_passant: bool,
        at: Range<usize>,
    ) -> Option<()> {
        self.added += 1;
        if self.added > MOST_COMPONENTS {
            return self.too_many(at);
        }
        let component = Component::new(start, motion, open_to_en_passant);
        if !self.components.contains(&component) {
            self.ways = self.ways.saturating_add(path_bound(&component));
            if self.ways > MOST_PATHS_WALKED {
                let message =
                    format!("this move could have more than {MOST_PATHS_WALKED} ways to follow");
                return self.complaints.too_large(
                    at,
                    message,
                    "too many captures and turns in a row",
                );
            }
            self.components.push(component);
        }
        Some(())
    }

    pub(crate) fn too_many<T>(&mut self, at: Range<usize>) -> Option<T> {
        let message = format!("this string stands for more than {MOST_COMPONENTS} moves");
        self.complaints.too_large(at, message, "too many ways")
    }
}

fn place_of(legs: &[WrittenLeg], index: usize, at: &Range<usize>) -> Range<usize> {
    legs.get(index)
        .map_or(at.clone(), |leg| leg.letters.at.clone())
}

/// Writes a King's directions as strings of a Wazir and of a Ferz.
fn wazir_and_ferz(directions: &[u8]) -> String {
    let part = |class: u8, compass: &Compass, atom: char| {
        let wanted: Vec<u8> = directions
            .iter()
            .copied()
            .filter(|direction| direction % 4 == class)
            .collect();
        let all_of_class: Vec<u8> = (0..16).filter(|direction| direction % 4 == class).collect();
        (!wanted.is_empty()).then(|| {
            letters(compass, &all_of_class, &wanted).map(|letters| format!("{letters}{atom}"))
        })
    };
    let parts = [
        part(0, &super::compass::ORTHOGONAL, 'W'),
        part(2, &super::compass::DIAGONAL, 'F'),
    ];
    let written: String = parts.into_iter().flatten().flatten().collect();
    if written.is_empty() {
        "no move at all".into()
    } else {
        format!("`{written}`")
    }
}

/// Lists directions as the shortest leaps in them: (right, ahead).
fn list_leaps(directions: &[u8], all: &[u8]) -> String {
    if directions == all {
        return "all directions".into();
    }
    let shape = match all.first().map(|first| first % 4) {
        Some(0) if all.contains(&2) => AtomShape::Both(1),
        Some(0) => AtomShape::Orthogonal(1),
        Some(2) => AtomShape::Diagonal(1),
        _ => AtomShape::Oblique(2, 1),
    };
    let leaps = directions
        .iter()
        .filter_map(|direction| shape.family().leap(*direction));
    leaps
        .map(|leap| format!("({},{})", leap.x, leap.y))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A leg that turns by the same angle at each step and may end after any step: `(az)N`.
pub(super) struct Circle<'a> {
    /// The marks before the group.
    pub first: &'a [Modifier],
    pub bend: Bend,
    /// The maximum number of repetitions of the group.
    pub most: Option<u16>,
}

/// Returns a move as a circle, if it is one. It is not if the turn would change the leap into
/// another kind of leap.
fn circle_of(simple: &Simple, shape: AtomShape, run: Length) -> Option<Circle<'_>> {
    let (Modifier::Group { marks, most, .. }, first) = simple.marks.split_last()? else {
        return None;
    };
    let [
        Modifier::Letter('a', _),
        turn @ ..,
        Modifier::Letter(side @ ('z' | 'q'), _),
    ] = &marks[..]
    else {
        return None;
    };
    let angle = match turn {
        [] => 4,
        [Modifier::Letter('f', _)] => 2,
        [Modifier::Letter('b', _)] => 6,
        _ => return None,
    };
    let only_directions =
        |mark: &Modifier| matches!(mark, Modifier::Letter(letter, _) if is_direction(*letter));
    let keeps_shape = angle == 4 || matches!(shape, AtomShape::Oblique(..));
    let is_circle = run == Length::ONCE && keeps_shape && first.iter().all(only_directions);
    let bend = if *side == 'q' {
        Bend::Round(angle)
    } else {
        Bend::Crooked(angle)
    };
    is_circle.then_some(Circle {
        first,
        bend,
        most: *most,
    })
}
