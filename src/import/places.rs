//! Squares in the words of a variant: names, runs, ranks, and sets with a name.

use std::collections::BTreeSet;

use crate::book::form::{Fields, SIDES, Value};
use crate::model::Side;
use crate::text::{At, Excerpt, Span};

/// A square by its place on the board: file and rank from the lower left corner, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Square {
    pub file: u16,
    pub rank: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImportedBoard {
    pub files: u16,
    pub ranks: u16,
    /// The number of the lowest rank.
    pub first_rank: i32,
    /// Squares that are not there.
    pub holes: BTreeSet<Square>,
}

/// Squares as each side sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Squares {
    pub white: BTreeSet<Square>,
    pub black: BTreeSet<Square>,
}

impl Squares {
    pub(crate) fn of(&self, side: Side) -> &BTreeSet<Square> {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl ImportedBoard {
    pub(super) fn name(&self, square: Square) -> String {
        let letter = char::from(b'a' + (square.file % 26) as u8);
        format!("{letter}{}", i32::from(square.rank) + self.first_rank)
    }

    pub(super) fn mirrored(&self, square: Square) -> Square {
        Square { rank: self.ranks - 1 - square.rank, ..square }
    }

    pub(super) fn rotated(&self, square: Square) -> Square {
        Square { file: self.files - 1 - square.file, rank: self.ranks - 1 - square.rank }
    }

    /// Squares rank by rank; three or more side by side make a run, `a3-l3`.
    pub(super) fn runs(&self, squares: impl Iterator<Item = Square>) -> String {
        let mut sorted: Vec<Square> = squares.collect();
        sorted.sort_by_key(|square| (square.rank, square.file));
        let mut runs: Vec<Vec<Square>> = Vec::new();
        for square in sorted {
            let beside = |last: &Square| last.rank == square.rank && last.file + 1 == square.file;
            match runs.last_mut() {
                Some(run) if run.last().is_some_and(beside) => run.push(square),
                _ => runs.push(vec![square]),
            }
        }
        let words = runs.iter().flat_map(|run| match run[..] {
            [first, _, .., last] if run.len() > 2 => {
                vec![format!("{}-{}", self.name(first), self.name(last))]
            }
            _ => run.iter().map(|square| self.name(*square)).collect(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// The squares of a rank that are there.
    fn rank(&self, rank: u16) -> BTreeSet<Square> {
        let row = (0..self.files).map(|file| Square { file, rank });
        row.filter(|square| !self.holes.contains(square)).collect()
    }
}

/// The sets a variant has to name.
pub(super) struct NamedSets<'a> {
    board: &'a ImportedBoard,
    named: Vec<(String, Squares)>,
}

/// What describes a set with no square in it.
const NO_SQUARE: &str = "cells";

impl<'a> NamedSets<'a> {
    pub(super) fn new(board: &'a ImportedBoard) -> NamedSets<'a> {
        NamedSets { board, named: Vec::new() }
    }

    /// The name of a set of these squares: one that is there already, or `wish`.
    pub(super) fn named(&mut self, squares: &Squares, wish: &str) -> String {
        let squares = &self.there(squares);
        let same = self.named.iter().find(|(_, other)| other == squares);
        if let Some((name, _)) = same {
            return name.clone();
        }
        let numbered = (2..).map(|number| format!("{wish}-{number}"));
        let is_free = |name: &String| !self.named.iter().any(|(other, _)| other == name);
        let name = std::iter::once(wish.to_string()).chain(numbered).find(is_free).unwrap_or_default();
        self.named.push((name.clone(), squares.clone()));
        name
    }

    /// Words for these squares that are true for both sides, if need be the name of a set.
    pub(super) fn described(&mut self, squares: &Squares, wish: &str) -> String {
        let squares = &self.there(squares);
        self.for_both(squares).unwrap_or_else(|| self.named(squares, wish))
    }

    /// Whether the board has any of these squares.
    pub(super) fn is_somewhere(&self, squares: &Squares) -> bool {
        let there = self.there(squares);
        !there.white.is_empty() || !there.black.is_empty()
    }

    /// Those of the squares that the board has.
    fn there(&self, squares: &Squares) -> Squares {
        let there = |side| squares.of(side).difference(&self.board.holes).copied().collect();
        Squares { white: there(Side::White), black: there(Side::Black) }
    }

    fn for_both(&self, squares: &Squares) -> Option<String> {
        if squares.white == squares.black {
            return Some(self.for_one(&squares.white));
        }
        self.by_side(squares)
    }

    /// Ranks counted from either end, where both sides have the same.
    fn by_side(&self, squares: &Squares) -> Option<String> {
        let mut fars = Vec::new();
        let mut left = squares.clone();
        for far in 0..self.board.ranks {
            let rows = [
                (Side::White, self.board.rank(self.board.ranks - 1 - far)),
                (Side::Black, self.board.rank(far)),
            ];
            if rows.iter().all(|(side, row)| !row.is_empty() && row.is_subset(squares.of(*side))) {
                fars.push(far);
                left.white.retain(|square| !rows[0].1.contains(square));
                left.black.retain(|square| !rows[1].1.contains(square));
            }
        }
        (left.white.is_empty() && left.black.is_empty()).then(|| self.side_ranks(&fars))
    }

    /// Ranks that are so many ranks from the far end, counted from the end where most of them are.
    fn side_ranks(&self, fars: &[u16]) -> String {
        let half = self.board.ranks / 2;
        let near = fars.iter().filter(|far| **far >= half).count() * 2 > fars.len();
        let words: Vec<String> = match near && self.board.first_rank == 1 {
            true => fars.iter().map(|far| format!("near rank {}", self.board.ranks - far)).rev().collect(),
            false => fars.iter().map(|far| format!("far rank {}", far + 1)).collect(),
        };
        words.join(", ")
    }

    /// Words for squares that are the same for both sides, or of one side.
    fn for_one(&self, squares: &BTreeSet<Square>) -> String {
        let is_whole = |rank: &u16| {
            let row = self.board.rank(*rank);
            self.board.first_rank == 1 && !row.is_empty() && row.is_subset(squares)
        };
        let ranks: Vec<u16> = (0..self.board.ranks).filter(is_whole).collect();
        let rest: Vec<String> = squares
            .iter()
            .filter(|square| !ranks.contains(&square.rank))
            .map(|square| self.board.name(*square))
            .collect();
        let mut words: Vec<String> = ranks.iter().map(|rank| format!("rank {}", rank + 1)).collect();
        if !rest.is_empty() {
            words.push(format!("cells {}", rest.join(" ")));
        }
        if words.is_empty() { NO_SQUARE.to_string() } else { words.join(", ") }
    }

    /// The sets that were named.
    pub(super) fn decls(&self, span: Span) -> Vec<(At<String>, Value)> {
        let decl = |(name, squares): &(String, Squares)| match self.for_both(squares) {
            Some(words) => set(name, &words, None, span),
            None => set(name, &self.for_one(&squares.white), Some(&self.for_one(&squares.black)), span),
        };
        self.named.iter().map(decl).collect()
    }
}

/// The set with no square in it, on which a piece stands still.
pub(super) fn nowhere(span: Span) -> (At<String>, Value) {
    set("nowhere", NO_SQUARE, None, span)
}

fn set(name: &str, white: &str, black: Option<&str>, span: Span) -> (At<String>, Value) {
    let places = match black {
        None => Value::Text(Excerpt::inexact(white, span)),
        Some(black) => {
            let sides = Fields::new(&SIDES, span).with_text("white", white).with_text("black", black);
            Value::Table(sides)
        }
    };
    (At { value: name.to_string(), span }, places)
}
