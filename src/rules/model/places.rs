//! Named sets of cells: the board's kinds and parts, and the sets a variant names for itself.
//!
//! A variant describes a set in words:
//!
#![doc = concat!("```text\n", include_str!("places.ebnf"), "```")]
//!
//! `square on X` means the squares that have a neighbour along X. `far rank 1` is the rank
//! furthest from the side that asks, on a board of any height.

use std::collections::BTreeMap;
use std::ops::Range;

use super::board::{Board, CellKind};
use super::cells::{Cell, CellSet};
use super::parts::PARTS;
use super::rank::Rank;
use super::side::{Side, Sided};
use crate::movement::Places;
use padma_text::range_in;

/// The grammar of descriptions of places, in EBNF.
pub const PLACES_GRAMMAR: &str = include_str!("places.ebnf");

/// A set of cells as each side sees it ("the last rank").
pub type SidedSet = Sided<CellSet>;

/// The named sets of one board: its kinds of cell and its parts, and the sets that the variant names.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    named: BTreeMap<String, SidedSet>,
    /// The parts that the board has, by their names.
    parts: BTreeMap<&'static str, SidedSet>,
}

impl Sets {
    /// Returns the sets that are a board's kinds of cell and its parts.
    pub fn of_board(board: &Board) -> Sets {
        let named = board
            .kinds()
            .map(|kind| (kind.name().to_string(), Sided::same(board.of_kind(kind))))
            .collect();
        let part = |name: &&'static str| Some((*name, Sided::same(board.part(name)?)));
        let parts = PARTS.iter().filter_map(part).collect();
        Sets { named, parts }
    }

    /// Names a set of cells.
    pub fn insert(&mut self, name: &str, set: SidedSet) {
        self.named.insert(name.to_string(), set);
    }

    /// Returns the set of this name: a set that the variant names, a kind of cell, or else a part of
    /// the board.
    pub fn get(&self, name: &str) -> Option<&SidedSet> {
        self.named.get(name).or_else(|| self.parts.get(name))
    }

    /// Whether a name means a part of the board, and no set of the variant.
    pub fn is_part(&self, name: &str) -> bool {
        self.parts.contains_key(name) && !self.named.contains_key(name)
    }

    /// Returns the names of the kinds of cell and of the variant's own sets, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.named.keys().map(String::as_str)
    }

    /// Returns the names of all sets, parts of the board included.
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        self.names().chain(self.parts.keys().copied())
    }

    /// Returns the cells that a sentence's places mean. An unknown name means no cell; it has been
    /// reported when the sentence was parsed.
    pub fn resolve(&self, places: &Places, side: Side, board: &Board) -> CellSet {
        let union = places
            .names
            .iter()
            .filter_map(|name| self.get(&name.text))
            .fold(CellSet::EMPTY, |union, set| union | *set.of(side));
        if places.outside {
            board.all() - union
        } else {
            union
        }
    }
}

/// The keywords of a description of places; no set can have one of these names.
pub const PLACE_WORDS: [&str; 7] = ["not", "rank", "near", "far", "file", "on", "cells"];

/// An unexpected word in a description of places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceSyntax {
    /// The byte range of the word, empty at the end of the text.
    pub range: Range<usize>,
    /// What is expected instead, as a noun.
    pub expected: &'static str,
    /// The names that would be valid in its place.
    pub known: Vec<String>,
}

/// Reads a description of places.
///
/// # Errors
///
/// The first word that is not valid in its place.
pub fn parse_places(
    text: &str,
    board: &Board,
    sets: &Sets,
    side: Side,
) -> Result<CellSet, PlaceSyntax> {
    let mut words = Words {
        text,
        rest: split_words(text).into_iter().peekable(),
    };
    let mut union = CellSet::EMPTY;
    loop {
        let mut term = factor(&mut words, board, sets, side)?;
        while words
            .rest
            .peek()
            .is_some_and(|range| &text[range.clone()] != ",")
        {
            term = term & factor(&mut words, board, sets, side)?;
        }
        union = union | term;
        if words.rest.next().is_none() {
            return Ok(union);
        }
    }
}

struct Words<'a> {
    text: &'a str,
    rest: std::iter::Peekable<std::vec::IntoIter<Range<usize>>>,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> (&'a str, Range<usize>) {
        let range = self.rest.next().unwrap_or(self.text.len()..self.text.len());
        (&self.text[range.clone()], range)
    }
}

/// Returns the places of the words in a text; a comma is a word.
fn split_words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    for term in text.split_inclusive(',') {
        let (term, comma) = term.split_at(term.len() - usize::from(term.ends_with(',')));
        let comma = Some(comma).filter(|comma| !comma.is_empty());
        words.extend(
            term.split_whitespace()
                .chain(comma)
                .map(|word| range_in(text, word)),
        );
    }
    words
}

fn factor(
    words: &mut Words<'_>,
    board: &Board,
    sets: &Sets,
    side: Side,
) -> Result<CellSet, PlaceSyntax> {
    let (word, range) = words.next();
    let wrong = |range, expected, known: Vec<String>| PlaceSyntax {
        range,
        expected,
        known,
    };
    match word {
        "not" => match words.rest.peek() {
            Some(range) if &words.text[range.clone()] == "not" => Err(wrong(
                range.clone(),
                "a place: `not not` has no effect",
                Vec::new(),
            )),
            _ => Ok(board.all() - factor(words, board, sets, side)?),
        },
        "rank" => {
            let (word, range) = words.next();
            let known = || board.ranks().iter().map(Rank::to_string).collect();
            let rank = Rank::named(word)
                .ok_or_else(|| wrong(range.clone(), "the number of a rank", Vec::new()))?;
            let set = board.cells_where(|info| info.rank == Some(rank));
            if set.is_empty() {
                Err(wrong(range, "a rank of this board", known()))
            } else {
                Ok(set)
            }
        }
        "near" | "far" => {
            if words.next().0 != "rank" {
                return Err(wrong(
                    range,
                    "`rank` and a number after this word",
                    Vec::new(),
                ));
            }
            let from_below = (word == "near") == (side == Side::White);
            let (word, range) = words.next();
            let Ok(count) = word.parse::<usize>() else {
                return Err(wrong(range, "the number of a rank", Vec::new()));
            };
            // No board has 1000 ranks; the limit keeps the sums below from overflowing.
            let count = count.min(1000);
            let numbers = || board.ranks().into_iter().map(|rank| rank.number);
            let number = match from_below {
                true => (numbers().min().unwrap_or(0) + count).checked_sub(1),
                false => (numbers().max().unwrap_or(0) + 1).checked_sub(count),
            };
            // Ranks of this number, with primes and without.
            let set =
                board.cells_where(|info| info.rank.is_some_and(|rank| Some(rank.number) == number));
            if set.is_empty() {
                Err(wrong(range, "a rank of this board", Vec::new()))
            } else {
                Ok(set)
            }
        }
        "file" => {
            let (word, range) = words.next();
            let file = board.files().iter().position(|file| file == word);
            let file =
                file.ok_or_else(|| wrong(range, "a file of this board", board.files().to_vec()))?;
            Ok(board.cells_where(|info| info.file == Some(file)))
        }
        "on" => {
            let (word, range) = words.next();
            let class = board.class(word).ok_or_else(|| {
                wrong(
                    range,
                    "a direction class",
                    board.classes().map(str::to_string).collect(),
                )
            })?;
            let dirs = board.class_for(class, &[], side);
            Ok(board
                .cells()
                .filter(|cell| dirs.iter().any(|dir| board.next(*cell, *dir).is_some()))
                .collect())
        }
        "cells" => cells(None, words, board),
        _ if board.cell(word).is_some() => cells(board.cell(word), words, board),
        _ => sets.get(word).map(|set| *set.of(side)).ok_or_else(|| {
            let mut known: Vec<String> = sets.all_names().map(str::to_string).collect();
            known.extend(PLACE_WORDS.map(str::to_string));
            known.extend(CellKind::ALL.map(|kind| kind.name().to_string()));
            wrong(
                range,
                "a kind of cell, a named set, cells, `rank`, `near`, `far`, `file`, `on` or `not`",
                known,
            )
        }),
    }
}

/// Reads the names of cells up to the next comma, after a first cell if it has been read.
fn cells(
    first: Option<Cell>,
    words: &mut Words<'_>,
    board: &Board,
) -> Result<CellSet, PlaceSyntax> {
    let mut set: CellSet = first.into_iter().collect();
    let text = words.text;
    while words
        .rest
        .peek()
        .is_some_and(|range| &text[range.clone()] != ",")
    {
        let (word, range) = words.next();
        let cell = board.cell(word).ok_or_else(|| PlaceSyntax {
            range,
            expected: "a cell of this board",
            known: board.names().map(str::to_string).collect(),
        })?;
        set.insert(cell);
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::lotus::{self, Axial, LotusPlan};

    #[test]
    fn near_and_far_ranks_are_counted_from_the_sides_own_end() {
        let row = |count| (0..count).map(|q| Axial { q, r: 0 });
        let column = |count| (0..count).map(|r| Axial { q: 0, r });
        // A row of petals has 3 ranks, and each further row of them 2 more.
        let low = lotus::board(&LotusPlan {
            petals: row(2).collect(),
            extras: Vec::new(),
        });
        let high = lotus::board(&LotusPlan {
            petals: column(5).collect(),
            extras: Vec::new(),
        });
        for (board, last) in [(low, 3), (high, 11)] {
            let board = board.unwrap_or_else(|errors| panic!("{errors:?}"));
            let sets = Sets::of_board(&board);
            let rank = |text: &str, side| parse_places(text, &board, &sets, side);
            for n in 1..=last {
                let (near, far) = (format!("near rank {n}"), format!("far rank {n}"));
                let (low, high) = (format!("rank {n}"), format!("rank {}", last + 1 - n));
                let absolute = |text: &str| rank(text, Side::White).unwrap_or_default();
                for (text, side, expected) in [
                    (&near, Side::White, &low),
                    (&far, Side::White, &high),
                    (&near, Side::Black, &high),
                    (&far, Side::Black, &low),
                ] {
                    assert_eq!(
                        rank(text, side),
                        Ok(absolute(expected)),
                        "{text} of {side:?}, {last} ranks"
                    );
                }
            }
            for text in [
                "near rank 0".to_string(),
                format!("far rank {}", last + 1),
                "far file a".to_string(),
            ] {
                assert!(rank(&text, Side::White).is_err(), "{text}");
            }
        }
    }
}
