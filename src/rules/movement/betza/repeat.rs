//! Spells out repeated groups: `c(ac)2K` is `cK`, `cacK` and `cacacK`.

use super::compass::{is_direction, turns};
use super::complain::Complaints;
use super::effort::{MOST_COMPONENTS, MOST_LEGS};
use super::read::{Modifier, PlacedLetter};

/// Returns every list of letters that marks stand for.
pub(super) fn spell_out(
    marks: &[Modifier],
    complaints: &mut Complaints<'_>,
) -> Option<Vec<Vec<PlacedLetter>>> {
    let mut strings: Vec<Vec<PlacedLetter>> = vec![Vec::new()];
    for mark in marks {
        match mark {
            Modifier::Letter(letter, at) => strings
                .iter_mut()
                .for_each(|letters| letters.push((*letter, *at))),
            Modifier::Group { marks, most, at } => {
                let once = spell_out(marks, complaints)?;
                let most = match most {
                    Some(most) => usize::from(*most),
                    None => match once.as_slice() {
                        [once] if boundless_count(once).is_some() => {
                            boundless_count(once).unwrap_or(0)
                        }
                        _ => {
                            let message =
                                "this group may turn at each repetition, so it needs a limit"
                                    .into();
                            let label = "expected a number after it: `(a)3K`";
                            return complaints.syntax(at.clone(), message, label, None);
                        }
                    },
                };
                let Some(longer) =
                    repetitions(&once, most).and_then(|tails| combine(&strings, &tails))
                else {
                    let message =
                        format!("these letters stand for more than {MOST_COMPONENTS} moves");
                    return complaints.too_large(at.clone(), message, "repeated too often");
                };
                strings = longer;
            }
        }
    }
    Some(strings)
}

/// Appends each tail to each head; `None` if there are too many.
fn combine(
    heads: &[Vec<PlacedLetter>],
    tails: &[Vec<PlacedLetter>],
) -> Option<Vec<Vec<PlacedLetter>>> {
    let with_each = |head: &Vec<PlacedLetter>| {
        tails
            .iter()
            .map(|tail| [head.as_slice(), tail].concat())
            .collect::<Vec<_>>()
    };
    (heads.len() * tails.len() <= MOST_COMPONENTS)
        .then(|| heads.iter().flat_map(with_each).collect())
}

/// Returns the letters of a group repeated no times, once, twice … up to `most` times.
fn repetitions(once: &[Vec<PlacedLetter>], most: usize) -> Option<Vec<Vec<PlacedLetter>>> {
    let mut all: Vec<Vec<PlacedLetter>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..most {
        last = combine(&last, once)?;
        all.extend(last.iter().cloned());
    }
    Some(all)
}

/// Returns how often to repeat a group without a number: a group that goes straight on, until it
/// crosses the largest board; a group that always turns in the same way, up to the maximum number
/// of legs. Returns `None` for a group that may turn in several ways.
fn boundless_count(once: &[PlacedLetter]) -> Option<usize> {
    let legs: Vec<String> = once
        .split(|(letter, _)| *letter == 'a')
        .map(|leg| {
            leg.iter()
                .map(|(letter, _)| *letter)
                .filter(|c| is_direction(*c) || matches!(c, 'z' | 'q'))
                .collect()
        })
        .collect();
    let (first, rest) = legs.split_first()?;
    let is_straight = !rest.is_empty() && rest.iter().all(|directions| directions == "f");
    match rest {
        _ if !first.is_empty() => None,
        rest if is_straight => Some((MOST_LEGS / 2 - 1) / rest.len()),
        [one] if turns(one).is_ok_and(|turns| turns.len() == 1) => Some(MOST_LEGS - 1),
        _ => None,
    }
}
