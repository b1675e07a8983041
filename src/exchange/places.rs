//! Describes squares in the words of a variant: names, runs, ranks, and named sets.

use std::collections::BTreeSet;

use padma_text::{At, Excerpt, Span};
use padma_variant::form::{Fields, Value, sided_places};

/// A square by file and rank, counted from 0 at the lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Square {
    pub file: u16,
    pub rank: u16,
}

impl Square {
    pub(crate) fn is_edge(self, files: u16, ranks: u16) -> bool {
        let Square { file, rank } = self;
        file == 0 || rank == 0 || file + 1 == files || rank + 1 == ranks
    }
}

/// The largest board whose squares the formats can name and that a variant can have.
pub(crate) const MOST_FILES: u16 = 26;
pub(crate) const MOST_RANKS: u16 = 32;

#[derive(Clone, Debug)]
pub(crate) struct ImportedBoard {
    pub files: u16,
    pub ranks: u16,
    /// The number of the lowest rank.
    pub first_rank: u16,
    /// The squares that are missing.
    pub holes: BTreeSet<Square>,
}

/// Squares from White's and from Black's point of view.
pub(crate) type Squares = [BTreeSet<Square>; 2];

/// Maps a square to the square that is its counterpart for the other side.
pub(crate) type SquareTurn = fn(&ImportedBoard, Square) -> Square;

/// The ways in which White's squares may determine Black's.
pub(crate) const SYMMETRIES: [(&str, Option<SquareTurn>); 3] = [
    ("mirror", Some(ImportedBoard::mirrored)),
    ("rotate", Some(ImportedBoard::rotated)),
    ("none", None),
];

impl ImportedBoard {
    pub(crate) fn name(&self, square: Square) -> String {
        let letter = char::from(b'a' + (square.file % 26) as u8);
        format!("{letter}{}", square.rank + self.first_rank)
    }

    fn mirrored(&self, square: Square) -> Square {
        Square {
            rank: self.ranks - 1 - square.rank,
            ..square
        }
    }

    fn rotated(&self, square: Square) -> Square {
        Square {
            file: self.files - 1 - square.file,
            rank: self.ranks - 1 - square.rank,
        }
    }

    /// Writes squares rank by rank. Three or more side by side make a run, `a3-l3`.
    pub(crate) fn runs(&self, squares: impl Iterator<Item = Square>) -> String {
        let mut sorted: Vec<Square> = squares.collect();
        sorted.sort_by_key(|square| (square.rank, square.file));
        let is_next =
            |one: &Square, next: &Square| one.rank == next.rank && one.file + 1 == next.file;
        let words = sorted.chunk_by(is_next).flat_map(|run| match run {
            [first, _, .., last] => vec![format!("{}-{}", self.name(*first), self.name(*last))],
            few => few.iter().map(|square| self.name(*square)).collect(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// Returns the squares of a rank that are not holes.
    fn rank(&self, rank: u16) -> BTreeSet<Square> {
        let row = (0..self.files).map(|file| Square { file, rank });
        row.filter(|square| !self.holes.contains(square)).collect()
    }
}

/// Writes what stands on a board, rank by rank from the top; numbers stand for empty squares.
pub(crate) fn placement(
    files: u16,
    ranks: u16,
    stands: impl Fn(Square) -> Option<String>,
) -> String {
    let row = |rank: u16| {
        let squares = (0..files).map(|file| stands(Square { file, rank }));
        let squares: Vec<Option<String>> = squares.collect();
        let runs = squares.chunk_by(|one, next| one.is_none() && next.is_none());
        let words = runs.map(|run| match &run[0] {
            Some(what) => what.clone(),
            None => run.len().to_string(),
        });
        words.collect::<String>()
    };
    let rows: Vec<String> = (0..ranks).rev().map(row).collect();
    rows.join("/")
}

/// A board, and the sets of its squares that a variant has to name.
pub(crate) struct NamedSets {
    pub board: ImportedBoard,
    named: Vec<(String, Squares)>,
}

/// The description of a set without squares.
const NO_SQUARE: &str = "cells";

impl NamedSets {
    pub(crate) fn new(board: ImportedBoard) -> NamedSets {
        NamedSets {
            board,
            named: Vec::new(),
        }
    }

    /// Returns the name of the set of these squares: an existing one, or a new one, `preferred`.
    pub(crate) fn name_of_set(&mut self, squares: &Squares, preferred: &str) -> String {
        let squares = &self.on_board(squares);
        let same = self.named.iter().find(|(_, other)| other == squares);
        if let Some((name, _)) = same {
            return name.clone();
        }
        let name = free_name(preferred, |name| {
            self.named.iter().any(|(other, _)| other == name)
        });
        self.named.push((name.clone(), squares.clone()));
        name
    }

    /// Describes these squares in words that fit both sides, if necessary by the name of a set.
    pub(crate) fn describe(&mut self, squares: &Squares, preferred: &str) -> String {
        let squares = &self.on_board(squares);
        self.describe_for_both(squares)
            .unwrap_or_else(|| self.name_of_set(squares, preferred))
    }

    /// Whether the board has any of these squares.
    pub(crate) fn is_somewhere(&self, squares: &Squares) -> bool {
        self.on_board(squares)
            .iter()
            .any(|squares| !squares.is_empty())
    }

    /// Returns the squares that the board has.
    fn on_board(&self, squares: &Squares) -> Squares {
        squares
            .each_ref()
            .map(|squares| squares.difference(&self.board.holes).copied().collect())
    }

    fn describe_for_both(&self, squares: &Squares) -> Option<String> {
        let [white, black] = squares;
        if white == black {
            Some(self.describe_for_one(white))
        } else {
            self.describe_by_side(squares)
        }
    }

    /// Describes squares as ranks counted from either end, if both sides have the same ranks.
    fn describe_by_side(&self, squares: &Squares) -> Option<String> {
        let mut distances = Vec::new();
        let mut left = squares.clone();
        for far in 0..self.board.ranks {
            let rows = [self.board.ranks - 1 - far, far].map(|rank| self.board.rank(rank));
            if rows
                .iter()
                .zip(squares)
                .all(|(row, squares)| !row.is_empty() && row.is_subset(squares))
            {
                distances.push(far);
                left.iter_mut()
                    .zip(&rows)
                    .for_each(|(left, row)| left.retain(|square| !row.contains(square)));
            }
        }
        left.iter()
            .all(BTreeSet::is_empty)
            .then(|| self.side_ranks(&distances))
    }

    /// Describes ranks by their numbers from the far end, or from the near end if most of them are
    /// there.
    fn side_ranks(&self, distances: &[u16]) -> String {
        let half = self.board.ranks / 2;
        let near = distances.iter().filter(|far| **far >= half).count() * 2 > distances.len();
        let words: Vec<String> = match near && self.board.first_rank == 1 {
            true => distances
                .iter()
                .map(|far| format!("near rank {}", self.board.ranks - far))
                .rev()
                .collect(),
            false => distances
                .iter()
                .map(|far| format!("far rank {}", far + 1))
                .collect(),
        };
        words.join(", ")
    }

    /// Describes squares that are the same for both sides, or that belong to one side.
    fn describe_for_one(&self, squares: &BTreeSet<Square>) -> String {
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
        let mut words: Vec<String> = ranks
            .iter()
            .map(|rank| format!("rank {}", rank + 1))
            .collect();
        if !rest.is_empty() {
            words.push(format!("cells {}", rest.join(" ")));
        }
        if words.is_empty() {
            NO_SQUARE.to_string()
        } else {
            words.join(", ")
        }
    }

    /// Returns the declarations of the named sets.
    pub(crate) fn decls(&self, span: Span) -> Vec<(At<String>, Value)> {
        let decl = |(name, squares): &(String, Squares)| match self.describe_for_both(squares) {
            Some(words) => set_decl(name, &words, None, span),
            None => {
                let [white, black] = squares
                    .each_ref()
                    .map(|squares| self.describe_for_one(squares));
                set_decl(name, &white, Some(&black), span)
            }
        };
        self.named.iter().map(decl).collect()
    }
}

/// Returns a name that is not taken: `preferred`, or `preferred` with a number.
pub(crate) fn free_name(preferred: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{preferred}-{number}"));
    std::iter::once(preferred.to_string())
        .chain(numbered)
        .find(|name| !is_taken(name))
        .unwrap_or_default()
}

/// Returns the set without squares, which an immobile piece moves onto.
pub(crate) fn empty_set(span: Span) -> (At<String>, Value) {
    set_decl("nowhere", NO_SQUARE, None, span)
}

fn set_decl(name: &str, white: &str, black: Option<&str>, span: Span) -> (At<String>, Value) {
    let places = match black {
        None => Value::Text(Excerpt::inexact(white, span)),
        Some(black) => {
            let sides = Fields::new(sided_places::KEYS, span)
                .with_text(sided_places::WHITE, white)
                .with_text(sided_places::BLACK, black);
            Value::Table(sides)
        }
    };
    (
        At {
            value: name.to_string(),
            span,
        },
        places,
    )
}
