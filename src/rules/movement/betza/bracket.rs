//! Legs in brackets, each with an atom of its own. Letters before a bracket choose among its
//! paths.

use std::collections::{BTreeMap, BTreeSet};

use super::compass::{directions, reduce_turn};
use super::dialect::{Atom, AtomShape};
use super::effort::{MOST_COMPONENTS, MOST_LEGS};
use super::lay::{LaterLeg, LegPlan, lay};
use super::letters::{LegLetters, LegPlace, WrittenLeg};
use super::read::{Bracket, Simple};
use super::settle::BetzaResolver;
use crate::movement::leg::{Leap, Leg, LegWay, Start, Turn};

/// The maximum number of paths among which letters before a bracket may choose.
const MOST_PATHS: usize = 4096;

impl BetzaResolver<'_, '_> {
    pub(crate) fn bracket(&mut self, bracket: &Bracket) -> Option<()> {
        self.refuse_older_bracket(bracket)?;
        let outside = self.only_letters(&bracket.marks, "fblrvshi", &bracket.at)?;
        let outside = LegLetters::new(outside, &bracket.at);
        let place = LegPlace {
            is_first: true,
            is_last: true,
            in_brackets: true,
        };
        let (letters, letters_at) = outside.directions(place, self.complaints)?;
        let unmoved = outside.has('i');
        let mut ways: Vec<Vec<WrittenLeg>> = vec![Vec::new()];
        if bracket.parts.len() > MOST_LEGS {
            return self.complaints.too_large(
                bracket.at.clone(),
                format!("this move has more than {MOST_LEGS} legs"),
                "too many legs",
            );
        }
        let last_index = bracket.parts.len().checked_sub(1)?;
        for (index, part) in bracket.parts.iter().enumerate() {
            ways = self.extend_ways(&ways, &part.moves, bracket)?;
            if !(part.may_end || index == last_index) {
                continue;
            }
            if letters.is_empty() {
                for way in &ways {
                    self.add_way(way, unmoved, bracket)?;
                }
            }
        }
        if letters.is_empty() {
            return Some(());
        }
        let [way] = &ways[..] else {
            let message =
                "letters before a bracket choose among the paths of one atom for each leg".into();
            let label = "these legs have several atoms: write a bracket for each";
            return self
                .complaints
                .syntax(bracket.at.clone(), message, label, None);
        };
        let paths = self.chosen_paths(way, &letters, &letters_at, bracket)?;
        for (index, part) in bracket.parts.iter().enumerate() {
            if part.may_end || index == last_index {
                self.add_paths(&way[..=index], &paths, unmoved, bracket)?;
            }
        }
        Some(())
    }

    /// Rejects a bracket of several atoms without `-` or `?`, as older notations write them.
    fn refuse_older_bracket(&mut self, bracket: &Bracket) -> Option<()> {
        let [part] = &bracket.parts[..] else {
            return Some(());
        };
        let names: Vec<String> = part.moves.iter().map(atom_text).collect();
        if names.len() < 2 {
            return Some(());
        }
        let readings = vec![
            format!("for one after the other, write `[{}]`", names.join("-")),
            format!(
                "for a move that may end after each leg, write `[{}]`",
                names.join("?")
            ),
            format!("for either of them, write `{}`", names.concat()),
        ];
        let message =
            "these brackets join no legs: older notations read them in several ways".into();
        self.complaints.unsettled(
            bracket.at.clone(),
            message,
            "expected `-` or `?` between the legs",
            readings,
        )
    }

    /// Extends each way through the bracket by each atom of the next leg.
    fn extend_ways(
        &mut self,
        ways: &[Vec<WrittenLeg>],
        moves: &[Simple],
        bracket: &Bracket,
    ) -> Option<Vec<Vec<WrittenLeg>>> {
        let mut longer = Vec::new();
        for way in ways {
            for simple in moves {
                let Atom::Leaps(shape, run) = simple.atom else {
                    return self.complaints.syntax(
                        simple.atom_at.clone(),
                        "this atom cannot be a leg".into(),
                        "expected a leap or a slide",
                        None,
                    );
                };
                let letters =
                    self.only_letters(&simple.marks, "bcdefghijklmnopqrstuvyz", &simple.atom_at)?;
                let letters = LegLetters::new(letters, &simple.atom_at);
                let leg = WrittenLeg {
                    letters,
                    shape,
                    run: Some(run),
                    at: simple.at.clone(),
                };
                longer.push([way.as_slice(), &[leg]].concat());
            }
        }
        if longer.len() > MOST_COMPONENTS {
            return self.too_many(bracket.at.clone());
        }
        Some(longer)
    }

    /// Adds the components of one way through the bracket.
    fn add_way(&mut self, way: &[WrittenLeg], unmoved: bool, bracket: &Bracket) -> Option<()> {
        let start = start(way, unmoved);
        for asked in self.all_asked(way)? {
            self.lay_in_kinds(start, asked, false, way, &bracket.at)?;
        }
        Some(())
    }

    /// Returns the legs of a way ready to be laid, in each combination of their forms.
    fn all_asked(&mut self, way: &[WrittenLeg]) -> Option<Vec<LegPlan>> {
        let first = way.first()?;
        let place = LegPlace::of(way, 0, true);
        let directions = self.first_directions(&first.letters, first.shape, place)?;
        let links = self.links(way, true)?;
        links
            .into_iter()
            .map(|link| link.into_plan(&directions, false))
            .collect()
    }

    /// Returns the paths of a way that letters before the bracket choose. Reads the letters as if
    /// the whole path were one leap.
    fn chosen_paths(
        &mut self,
        way: &[WrittenLeg],
        letters: &str,
        at: &[usize],
        bracket: &Bracket,
    ) -> Option<Vec<TurnPath>> {
        // Errors are reported later, when the components are laid.
        let laid = self
            .all_asked(way)?
            .iter()
            .flat_map(|asked| lay(asked).unwrap_or_default())
            .collect::<Vec<_>>();
        let mut chosen = Vec::new();
        for legs in &laid {
            let Some(paths) = paths_of(legs) else {
                let message =
                    "letters before a bracket cannot choose among these paths: there are too many, or a leg has `q` or `z`"
                        .into();
                return self.complaints.too_large(
                    bracket.at.clone(),
                    message,
                    "write the directions on the legs",
                );
            };
            for (sum, path) in paths {
                let Some((shape, direction)) = shape_of_leap(sum) else {
                    continue;
                };
                let (compass, all) = self.table.compass(shape);
                match directions(compass, letters) {
                    Ok(wanted) if wanted.contains(&direction) => chosen.push(path),
                    Ok(_) => {}
                    Err(undefined) => {
                        return self.report_undefined(
                            &undefined,
                            letters,
                            at,
                            Some((compass, &all)),
                        );
                    }
                }
            }
        }
        chosen.sort_unstable();
        chosen.dedup();
        Some(chosen)
    }

    /// Adds the components of a way along the chosen paths, which may have further legs.
    fn add_paths(
        &mut self,
        way: &[WrittenLeg],
        paths: &[TurnPath],
        unmoved: bool,
        bracket: &Bracket,
    ) -> Option<()> {
        let start = start(way, unmoved);
        let mut turns_by_first: BTreeMap<u8, BTreeSet<Vec<i8>>> = BTreeMap::new();
        for (first, turns) in paths {
            turns_by_first
                .entry(*first)
                .or_default()
                .insert(turns[..way.len() - 1].to_vec());
        }
        let mut firsts_by_turns: BTreeMap<BTreeSet<Vec<i8>>, Vec<u8>> = BTreeMap::new();
        for (first, turns) in turns_by_first {
            firsts_by_turns.entry(turns).or_default().push(first);
        }
        for asked in self.all_asked(way)? {
            for (turns, directions) in &firsts_by_turns {
                for turns in group_turns(turns) {
                    let rest = asked.rest.iter().cloned().zip(turns);
                    let rest = rest
                        .map(|(next, turns)| LaterLeg {
                            turns,
                            exact: true,
                            ..next
                        })
                        .collect();
                    let asked = LegPlan {
                        directions: directions.clone(),
                        rest,
                        ..asked.clone()
                    };
                    self.lay_in_kinds(start, asked, false, way, &bracket.at)?;
                }
            }
        }
        Some(())
    }
}

fn start(way: &[WrittenLeg], unmoved: bool) -> Start {
    let first_unmoved = way.first().is_some_and(|first| first.letters.has('i'));
    if unmoved || first_unmoved {
        Start::Unmoved
    } else {
        Start::Always
    }
}

fn atom_text(simple: &Simple) -> String {
    super::canonical::atom(simple.atom).unwrap_or_default()
}

/// Groups the turns of paths: two-leg paths form one group, longer paths one group each.
fn group_turns(paths: &BTreeSet<Vec<i8>>) -> Vec<Vec<Vec<Turn>>> {
    if paths.iter().all(|turns| turns.len() == 1) {
        return vec![vec![
            paths.iter().flatten().map(|turn| Turn::By(*turn)).collect(),
        ]];
    }
    paths
        .iter()
        .map(|turns| turns.iter().map(|turn| vec![Turn::By(*turn)]).collect())
        .collect()
}

/// The direction of the first leg, and the turns of the later legs.
type TurnPath = (u8, Vec<i8>);

/// Returns all paths of laid legs, each with the sum of one leap of each leg; `None` if there are
/// too many, or if a turn depends on an earlier one.
fn paths_of(legs: &[Leg]) -> Option<Vec<(Leap, TurnPath)>> {
    let (first, rest) = legs.split_first()?;
    let LegWay::Leaps(leaps) = &first.way else {
        return None;
    };
    let mut paths: Vec<(Leap, u8, TurnPath)> = Vec::new();
    for leap in leaps {
        let (_, direction) = shape_of_leap(*leap)?;
        paths.push((*leap, direction, (direction, Vec::new())));
    }
    for leg in rest {
        let LegWay::Turns { turns, family } = &leg.way else {
            return None;
        };
        let mut longer = Vec::new();
        for (sum, direction, (first, path)) in &paths {
            for by in turns {
                let Turn::By(by) = *by else { return None };
                let direction = (i16::from(*direction) + i16::from(by)).rem_euclid(16) as u8;
                let leap = family.leap(direction)?;
                let sum = Leap {
                    x: sum.x + leap.x,
                    y: sum.y + leap.y,
                };
                longer.push((
                    sum,
                    direction,
                    (
                        *first,
                        [path.as_slice(), &[reduce_turn(i16::from(by))]].concat(),
                    ),
                ));
            }
        }
        paths = longer;
        if paths.len() > MOST_PATHS {
            return None;
        }
    }
    Some(
        paths
            .into_iter()
            .map(|(sum, _, path)| (sum, path))
            .collect(),
    )
}

/// Returns the shape and the direction of a leap; `None` for `(0,0)`.
fn shape_of_leap(leap: Leap) -> Option<(AtomShape, u8)> {
    let (longer, shorter) = leap.longer_shorter();
    let shape = AtomShape::of(longer, shorter)?;
    let direction = (0..16).find(|direction| shape.family().leap(*direction) == Some(leap))?;
    Some((shape, direction))
}
