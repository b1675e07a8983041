//! The small letters of one leg: what it may end on, how it passes pieces, how it bends.

use std::ops::Range;

use super::compass::is_direction;
use super::complain::Complaints;
use super::dialect::{AtomShape, DialectTable};
use super::lay::LegManner;
use super::read::PlacedLetter;
use crate::movement::leg::{Bend, Content, End, EndAction, Hop, Lame, Length};

/// A leg as a string writes it: its letters and the leaps of its atom.
#[derive(Clone)]
pub(super) struct WrittenLeg {
    pub letters: LegLetters,
    pub shape: AtomShape,
    /// Its range; `None` if it has the range of the leg before.
    pub run: Option<Length>,
    /// The place of its move.
    pub at: Range<usize>,
}

/// The letters of one leg.
#[derive(Clone)]
pub(super) struct LegLetters {
    letters: Vec<PlacedLetter>,
    /// The place of a complaint that concerns no single letter.
    pub at: Range<usize>,
}

/// The place of a leg in its component.
#[derive(Clone, Copy)]
pub(super) struct LegPlace {
    pub is_first: bool,
    pub is_last: bool,
    pub in_brackets: bool,
}

impl LegPlace {
    pub(crate) const ONLY: LegPlace = LegPlace {
        is_first: true,
        is_last: true,
        in_brackets: false,
    };

    pub(crate) fn of(legs: &[WrittenLeg], index: usize, in_brackets: bool) -> LegPlace {
        LegPlace {
            is_first: index == 0,
            is_last: index + 1 == legs.len(),
            in_brackets,
        }
    }
}

/// One form of a leg: how it goes, what it ends on, whether it toggles the range of later legs.
pub(super) struct LegForm {
    pub manner: LegManner,
    pub toggles: bool,
}

/// Letters with another meaning when doubled, and the complaint about each.
const DOUBLED: [(char, &str); 3] = [
    (
        'i',
        "`ii` (on the cell ahead of the first) needs to know where the piece started the game",
    ),
    (
        'j',
        "`jj` has two readings: may jump any number of pieces, or must jump two",
    ),
    (
        'n',
        "`nn` has two readings: open to en passant on all cells skipped, or lame in another way",
    ),
];

impl LegLetters {
    pub(crate) fn new(letters: Vec<PlacedLetter>, atom_at: &Range<usize>) -> LegLetters {
        let at = match &letters[..] {
            [] => atom_at.clone(),
            [(_, first), .., (_, last)] if first <= last => *first..last + 1,
            [(_, first), ..] => *first..first + 1,
        };
        LegLetters { letters, at }
    }

    pub(crate) fn has(&self, letter: char) -> bool {
        self.letters.iter().any(|(known, _)| *known == letter)
    }

    pub(crate) fn count(&self, letter: char) -> usize {
        self.letters
            .iter()
            .filter(|(known, _)| *known == letter)
            .count()
    }

    pub(crate) fn place(&self, letter: char) -> Range<usize> {
        let first = self.letters.iter().find(|(known, _)| *known == letter);
        first.map_or(self.at.clone(), |(_, at)| *at..at + 1)
    }

    /// Returns the direction letters and the place of each. On a later leg `z` and `q` are
    /// direction letters too.
    pub(crate) fn directions(
        &self,
        place: LegPlace,
        complaints: &mut Complaints<'_>,
    ) -> Option<(String, Vec<usize>)> {
        let names_direction =
            |letter: char| is_direction(letter) || (!place.is_first && matches!(letter, 'z' | 'q'));
        let groups: Vec<&[PlacedLetter]> = self
            .letters
            .split(|(letter, _)| !names_direction(*letter))
            .filter(|group| !group.is_empty())
            .collect();
        match groups[..] {
            [] => Some((String::new(), Vec::new())),
            [group] => Some(group.iter().copied().unzip()),
            [first, second, ..] => {
                let text = |group: &[PlacedLetter]| {
                    group.iter().map(|(letter, _)| *letter).collect::<String>()
                };
                let message = format!(
                    "the directions `{}` and `{}` are separated",
                    text(first),
                    text(second)
                );
                let help = "write the letters of all directions side by side";
                self.complain(
                    complaints,
                    second[0].0,
                    &message,
                    "do they belong together?",
                    Some(help),
                )
            }
        }
    }

    fn complain<T>(
        &self,
        complaints: &mut Complaints<'_>,
        letter: char,
        message: &str,
        label: &str,
        help: Option<&str>,
    ) -> Option<T> {
        complaints.syntax(
            self.place(letter),
            message.into(),
            label,
            help.map(str::to_string),
        )
    }

    /// Complains of repeated letters and of letters without a meaning in their place; `None` if
    /// there are any.
    fn check_letters(&self, place: LegPlace, complaints: &mut Complaints<'_>) -> Option<()> {
        let mut result = Some(());
        for (index, (letter, at)) in self.letters.iter().enumerate() {
            let is_direction =
                is_direction(*letter) || (!place.is_first && matches!(letter, 'z' | 'q'));
            let is_repeated = !is_direction
                && self.letters[..index]
                    .iter()
                    .any(|(known, _)| known == letter);
            let at = *at..at + 1;
            if is_repeated {
                result = match DOUBLED.iter().find(|(known, _)| known == letter) {
                    Some(('i', reason)) => {
                        complaints.beyond(at, (*reason).into(), "the second `i`")
                    }
                    Some((_, reason)) => {
                        complaints.unsettled(at, (*reason).into(), "doubled", Vec::new())
                    }
                    None => complaints.syntax(
                        at,
                        format!("`{letter}` is repeated here"),
                        "the second",
                        None,
                    ),
                };
            } else if let Some(reason) = misplacement(*letter, place) {
                let message = format!("`{letter}` has no meaning on this leg");
                result = complaints.syntax(at, message, reason, None);
            }
        }
        result
    }

    /// Returns the forms of a leg with these letters, without their directions.
    pub(crate) fn forms(
        &self,
        shape: AtomShape,
        run: Length,
        place: LegPlace,
        table: &DialectTable,
        complaints: &mut Complaints<'_>,
    ) -> Option<Vec<LegForm>> {
        self.check_letters(place, complaints)?;
        let ends = if place.is_last {
            self.last_ends(complaints)?
        } else {
            self.onward_ends(complaints)?
        };
        let hop = if place.is_last {
            self.hop(shape, run, table, complaints)?
        } else {
            Hop::Never
        };
        let lame = self.lame(shape, table, complaints)?;
        let (bend, run) = if place.is_first {
            self.bend(shape, run, complaints)?
        } else {
            (Bend::Straight, run)
        };
        let length = if self.has('i') && !place.is_first {
            Length::Same
        } else {
            run
        };
        let wraps = self.has('o');
        let form = |(end, toggles)| LegForm {
            manner: LegManner {
                shape,
                length,
                hop,
                lame,
                bend,
                wraps,
                end,
            },
            toggles,
        };
        Some(ends.into_iter().map(form).collect())
    }

    /// Returns the end of each form of a last leg. The flag says whether the form toggles the
    /// range; here it is always false.
    pub(crate) fn last_ends(&self, complaints: &mut Complaints<'_>) -> Option<Vec<(End, bool)>> {
        let limits_ends = ['m', 'c', 'd', 'e', 'k']
            .iter()
            .any(|letter| self.has(*letter));
        let (moves, captures) = if limits_ends {
            (self.has('m'), self.has('c'))
        } else {
            (true, true)
        };
        let (takes_own, checks) = (self.has('d'), self.has('k') && !captures);
        let hops = self.has('p') || self.has('g');
        let spares_royal = self.has('t') && !hops;
        let action = self.capture_action(captures || takes_own, complaints)?;
        if spares_royal && !captures && !takes_own {
            return self.complain(
                complaints,
                't',
                "this leg captures nothing that `t` could spare",
                "expected `c` or `d` beside it",
                None,
            );
        }
        let content = if spares_royal {
            Content::NotRoyal
        } else {
            Content::Any
        };
        let main = End {
            empty: moves.then_some(EndAction::Leave),
            enemy: captures.then_some(action),
            own: takes_own.then_some(action),
            content,
            ..End::NOTHING
        };
        let royal = End {
            enemy: Some(EndAction::Take),
            content: Content::RoyalOnly,
            ..End::NOTHING
        };
        let en_passant = End {
            en_passant: true,
            ..End::NOTHING
        };
        let mut ends = Vec::new();
        if checks && !takes_own {
            ends.push(End {
                empty: main.empty,
                ..royal
            });
        } else {
            ends.extend(
                (main
                    != End {
                        content,
                        ..End::NOTHING
                    })
                .then_some(main),
            );
            ends.extend(checks.then_some(royal));
        }
        ends.extend(self.has('e').then_some(en_passant));
        Some(ends.into_iter().map(|end| (end, false)).collect())
    }

    /// Returns the end of each form of a leg before the last, and whether the form toggles the
    /// range.
    fn onward_ends(&self, complaints: &mut Complaints<'_>) -> Option<Vec<(End, bool)>> {
        let limits_ends = ['m', 'c', 'd', 'p', 'g', 'y']
            .iter()
            .any(|letter| self.has(*letter));
        let moves = self.has('m') || !limits_ends;
        let (captures, takes_own) = (self.has('c'), self.has('d'));
        let hops = self.has('p') || self.has('g');
        let action = self.capture_action(captures || takes_own, complaints)?;
        let own_only = self.has('t') && hops;
        if self.has('t') && !hops && !captures && !takes_own {
            return self.complain(
                complaints,
                't',
                "this leg meets nothing that `t` could spare",
                "expected `c`, `d`, `p` or `g` beside it",
                None,
            );
        }
        let content = if self.has('t') && !hops {
            Content::NotRoyal
        } else {
            Content::Any
        };
        let leave_pieces = End {
            enemy: (!own_only).then_some(EndAction::Leave),
            own: Some(EndAction::Leave),
            ..End::NOTHING
        };
        let empty = moves.then_some(EndAction::Leave);
        let mut ends = Vec::new();
        if captures || takes_own {
            let (enemy, own) = (captures.then_some(action), takes_own.then_some(action));
            ends.push((
                End {
                    empty,
                    enemy,
                    own,
                    content,
                    ..End::NOTHING
                },
                false,
            ));
            ends.extend(self.has('p').then_some((leave_pieces, false)));
        } else if self.has('p') {
            ends.push((
                End {
                    empty,
                    ..leave_pieces
                },
                false,
            ));
        } else if moves {
            ends.push((
                End {
                    empty,
                    ..End::NOTHING
                },
                false,
            ));
        }
        let toggled_end = End {
            empty: self.has('y').then_some(EndAction::Leave),
            ..if self.has('g') {
                leave_pieces
            } else {
                End::NOTHING
            }
        };
        ends.extend((self.has('y') || self.has('g')).then_some((toggled_end, true)));
        Some(ends)
    }

    fn capture_action(&self, captures: bool, complaints: &mut Complaints<'_>) -> Option<EndAction> {
        if !self.has('u') {
            return Some(EndAction::Take);
        }
        if !captures || !(self.has('c') || self.has('d')) {
            let message = "`u` puts back what this leg captures, but it captures nothing";
            return self.complain(
                complaints,
                'u',
                message,
                "expected `c` or `d` beside it",
                Some("write `ucR` or `udR`"),
            );
        }
        Some(EndAction::Unload)
    }

    fn hop(
        &self,
        shape: AtomShape,
        run: Length,
        table: &DialectTable,
        complaints: &mut Complaints<'_>,
    ) -> Option<Hop> {
        let hoppers: Vec<char> = ['p', 'g', 'j']
            .into_iter()
            .filter(|letter| self.has(*letter))
            .collect();
        let letter = match hoppers[..] {
            [] => return Some(Hop::Never),
            [letter] => letter,
            [_, second, ..] => {
                return self.complain(
                    complaints,
                    second,
                    "this leg jumps in two ways",
                    "expected one of `p`, `g`, `j`",
                    Some("write the move twice, once with each"),
                );
            }
        };
        if letter == 'j' {
            return self.jump_hop(shape, run, complaints);
        }
        if !table.hops.contain(shape) {
            let message = format!(
                "{} hops only on `W`, `F`, `R`, `B`, `K` and `Q`",
                table.name
            );
            return self.complain(
                complaints,
                letter,
                &message,
                "this atom does not slide",
                None,
            );
        }
        if run == Length::ONCE {
            let message = format!(
                "`{letter}` on a single step leads nowhere: there is no cell behind the hurdle"
            );
            let help = "give the atom a range, or let a second leg follow: `paf`";
            return self.complain(
                complaints,
                letter,
                &message,
                "a hurdle, and no step left",
                Some(help),
            );
        }
        let own_only = self.has('t');
        Some(if letter == 'p' {
            Hop::Beyond { own_only }
        } else {
            Hop::Next { own_only }
        })
    }

    fn jump_hop(
        &self,
        shape: AtomShape,
        run: Length,
        complaints: &mut Complaints<'_>,
    ) -> Option<Hop> {
        let steps = match shape {
            AtomShape::Orthogonal(n) | AtomShape::Diagonal(n) | AtomShape::Both(n) => n,
            AtomShape::Oblique(..) => {
                let message = "the sources disagree on the cells that an oblique leap jumps".into();
                let readings = vec![
                    "write the path, as in `[pW-F]` for a Knight that jumps an orthogonal neighbour"
                        .into(),
                ];
                return complaints.unsettled(
                    self.place('j'),
                    message,
                    "on an oblique atom",
                    readings,
                );
            }
        };
        match (steps, run) {
            (1, Length::ONCE) => {
                let message = "`j` on a single step leads nowhere: its only cell is skipped";
                self.complain(
                    complaints,
                    'j',
                    message,
                    "the first cell is passed over",
                    Some("a leap over it is `D` or `A`"),
                )
            }
            (1, _) => Some(Hop::SkipFirst),
            (_, Length::ONCE) => Some(Hop::Inside),
            _ => {
                let message = "a repeated jump has no agreed meaning".into();
                let readings = vec![
                    "for one jump, write no range".into(),
                    "for several, write legs: `jD`, `[jD?jD]`".into(),
                ];
                complaints.unsettled(self.place('j'), message, "with a range", readings)
            }
        }
    }

    fn lame(
        &self,
        shape: AtomShape,
        table: &DialectTable,
        complaints: &mut Complaints<'_>,
    ) -> Option<Lame> {
        if !self.has('n') {
            return Some(Lame::No);
        }
        if self.has('j') {
            return self.complain(
                complaints,
                'n',
                "`n` forbids a jump, but `j` requires one",
                "expected one of them",
                None,
            );
        }
        if table.lame.contain(shape) {
            return Some(match shape {
                AtomShape::Orthogonal(1) | AtomShape::Diagonal(1) | AtomShape::Both(1) => Lame::No,
                AtomShape::Orthogonal(_) | AtomShape::Diagonal(_) | AtomShape::Both(_) => {
                    Lame::Straight
                }
                AtomShape::Oblique(..) => Lame::OrthogonalFirst,
            });
        }
        if table.legs.is_err() {
            let message = format!("{} knows `n` only on `N`, `A`, `D` and `Z`", table.name);
            return self.complain(
                complaints,
                'n',
                &message,
                "this atom has no lame form there",
                None,
            );
        }
        let readings = match shape {
            AtomShape::Orthogonal(n) => vec![all_empty_reading(n, 'W'), "if only the middle cell counts, it cannot be written".into()],
            AtomShape::Diagonal(n) => vec![all_empty_reading(n, 'F'), "if only the middle cell counts, it cannot be written".into()],
            AtomShape::Oblique(3, 2) => vec!["over an orthogonal and a diagonal cell, write `[W-F-F]`; over two diagonal ones, `[F-F-W]`".into()],
            AtomShape::Oblique(3, 1) => vec!["over two orthogonal cells, write `[W-W-F]`; over a diagonal and an orthogonal one, `[F-W-W]`".into()],
            AtomShape::Oblique(..) | AtomShape::Both(_) => vec!["write the path in brackets, leg by leg".into()],
        };
        complaints.unsettled(
            self.place('n'),
            "the sources disagree on the cells that may block this leap".into(),
            "lame in which way?",
            readings,
        )
    }

    /// Returns how the steps of a leg bend, and its range.
    fn bend(
        &self,
        shape: AtomShape,
        run: Length,
        complaints: &mut Complaints<'_>,
    ) -> Option<(Bend, Length)> {
        match (self.has('q'), self.has('z'), shape) {
            (false, false, _) => Some((Bend::Straight, run)),
            (true, false, AtomShape::Oblique(..)) => Some((
                Bend::Round(2),
                if run == Length::ONCE {
                    Length::Unlimited
                } else {
                    run
                },
            )),
            (false, true, AtomShape::Orthogonal(_) | AtomShape::Diagonal(_))
                if run != Length::ONCE =>
            {
                Some((Bend::Crooked(4), run))
            }
            (true, true, ..) => self.complain(
                complaints,
                'z',
                "`q` always turns to the same side, `z` alternates",
                "expected one of them",
                None,
            ),
            (is_round, ..) => {
                let letter = if is_round { 'q' } else { 'z' };
                let message = format!("the sources disagree on how far `{letter}` turns this atom");
                let readings = vec![format!(
                    "by 45 degrees each time, write `(af{letter})`; by 90 degrees, `(a{letter})`"
                )];
                complaints.unsettled(
                    self.place(letter),
                    message,
                    "turns by which angle?",
                    readings,
                )
            }
        }
    }
}

fn all_empty_reading(steps: u16, atom: char) -> String {
    format!(
        "if all cells must be empty, write `{}{atom}`",
        "af".repeat(usize::from(steps.saturating_sub(1)))
    )
}

/// Returns why a letter has no meaning in this place; `None` if it has one.
fn misplacement(letter: char, place: LegPlace) -> Option<&'static str> {
    match letter {
        'k' | 'e' if !place.is_last => Some("it says what the last leg may capture"),
        'j' if !place.is_last => Some("it belongs to the last leg"),
        'y' if place.in_brackets => Some("in brackets each leg has its own atom and range"),
        'y' if place.is_last => {
            Some("it changes the range of the legs after it, and this is the last")
        }
        'g' if place.in_brackets && !place.is_last => {
            Some("in brackets it belongs to the last leg; a hurdle on the way is `p`")
        }
        'q' | 'z' if place.is_first && !place.is_last => {
            Some("it compares a turn with the one before, and this is the first leg")
        }
        _ => None,
    }
}
