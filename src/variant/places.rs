//! Names cells: whole ranks, runs along a rank, single cells, and ranks that each side counts from
//! its own end.

use padma_rules::model::{Board, Cell, CellSet, Rank, Side, Sided, SidedSet};
use padma_words::{Listing, SlotValue, say};

/// A part of a list of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedPlace {
    /// A whole rank.
    Rank(Rank),
    /// Whole ranks from one to another.
    Ranks(Rank, Rank),
    /// A cell.
    Cell(Cell),
    /// The cells along a rank from one to another.
    Run(Cell, Cell),
}

/// Says cells by side: "its last rank", "e2 (for Black e6)".
pub(crate) fn say_cells(board: &Board, set: &SidedSet) -> SlotValue {
    let own = own_ranks(board, set).unwrap_or_default();
    let [white, black] = Side::BOTH.map(|side| besides(board, set, &own, side));
    if white.is_empty() != black.is_empty() {
        return say_sided(
            board,
            *set.of(Side::White),
            *set.of(Side::Black),
            Listing::Or,
        );
    }
    let mut parts = say_own_ranks(board, &own, true);
    if !(white.is_empty() && black.is_empty()) {
        parts.push(say_sided(board, white, black, Listing::Or));
    }
    Listing::Or.of(parts)
}

/// Says a set that consists of whole ranks: "its first six ranks", "ranks 2 to 7".
pub(crate) fn say_whole_ranks(board: &Board, set: &SidedSet) -> Option<SlotValue> {
    let own = own_ranks(board, set).unwrap_or_default();
    let is_rest_empty = |side| besides(board, set, &own, side).is_empty();
    if let [only] = &say_own_ranks(board, &own, false)[..]
        && Side::BOTH.into_iter().all(is_rest_empty)
    {
        return Some(only.clone());
    }
    let is_rank = |place: &NamedPlace| matches!(place, NamedPlace::Rank(_) | NamedPlace::Ranks(..));
    let is_whole = |side: Side| {
        let parts = places(board, set.of(side));
        !parts.is_empty() && parts.iter().all(is_rank)
    };
    let are_whole = is_whole(Side::White) && is_whole(Side::Black);
    are_whole.then(|| say_sided(board, set.white, set.black, Listing::And))
}

/// Says White's cells, and Black's only if they differ: "e2 (for Black e6)".
pub(crate) fn say_sided(board: &Board, white: CellSet, black: CellSet, join: Listing) -> SlotValue {
    let [white, black] = [white, black].map(|set| say_list(board, &set, join));
    match white == black {
        true => white,
        false => say!(places::Sided, white, black).into(),
    }
}

/// A rank that each side counts from its own end: its number for each side.
type OwnRank = Sided<usize>;

/// Returns the cells of one side that lie on none of these ranks.
fn besides(board: &Board, set: &SidedSet, own: &[OwnRank], side: Side) -> CellSet {
    own.iter().fold(*set.of(side), |rest, rank| {
        rest - cells_of_rank(board, *rank.of(side))
    })
}

/// Names ranks that each side counts from its own end: "its last rank", "one of its first six
/// ranks". `either` says that one of several is meant.
fn say_own_ranks(board: &Board, own: &[OwnRank], either: bool) -> Vec<SlotValue> {
    let last = board.ranks().last().map_or(0, |rank| rank.number);
    let numbers: Vec<usize> = own.iter().map(|rank| rank.white).collect();
    let in_row = numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let count = numbers.len();
    match numbers[..] {
        [1, _, ..] if in_row => return vec![say!(places::FirstRanks, either, count).into()],
        [_, .., end] if in_row && end == last => {
            return vec![say!(places::LastRanks, either, count).into()];
        }
        _ => {}
    }
    let name = |number: usize| match number == last {
        true => say!(places::LastRank).into(),
        false => say!(places::OwnRank, place = number).into(),
    };
    numbers.into_iter().map(name).collect()
}

/// Returns the cells of the ranks with this number, with or without primes.
fn cells_of_rank(board: &Board, number: usize) -> CellSet {
    board.cells_where(|info| info.rank.is_some_and(|rank| rank.number == number))
}

/// Returns the whole ranks of a set, if both sides have the same ones, each counted from its own
/// end.
fn own_ranks(board: &Board, set: &SidedSet) -> Option<Vec<OwnRank>> {
    const MOST: usize = 10;
    let numbers: Vec<usize> = board.ranks().iter().map(|rank| rank.number).collect();
    // If two ranks share a number, "the last rank" is ambiguous.
    if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let (first, last) = (*numbers.first()?, *numbers.last()?);
    let whole = |side: Side| {
        let cells = *set.of(side);
        numbers
            .iter()
            .copied()
            .filter(move |number| (cells_of_rank(board, *number) - cells).is_empty())
    };
    let (white, black): (Vec<usize>, Vec<usize>) =
        (whole(Side::White).collect(), whole(Side::Black).collect());
    let mirrored: Vec<usize> = white
        .iter()
        .rev()
        .map(|number| first + last - number)
        .collect();
    let has_name = |number: &usize| *number == last || first == 1 && *number <= MOST;
    if set.white == set.black || mirrored != black || !white.iter().all(has_name) {
        return None;
    }
    let own = |number: usize| Sided {
        white: number,
        black: first + last - number,
    };
    Some(white.into_iter().map(own).collect())
}

/// Says cells as a list: whole ranks, then single cells, with runs of cells along a rank: "Rank 8,
/// z9 and i9".
pub fn say_list(board: &Board, set: &CellSet, join: Listing) -> SlotValue {
    if *set == board.all() {
        return say!(places::Any).into();
    }
    let parts = places(board, set);
    if parts.is_empty() {
        return say!(places::None).into();
    }
    let either = join == Listing::Or;
    let name = |cell: Cell| SlotValue::from(board.name(cell));
    let part = |place: &NamedPlace| match *place {
        NamedPlace::Rank(rank) => say!(places::Rank, rank = rank.to_string()).into(),
        NamedPlace::Ranks(first, last) => {
            let [first, last] = [first, last].map(|rank| rank.to_string());
            say!(places::Ranks, either, first, last).into()
        }
        NamedPlace::Cell(cell) => name(cell),
        NamedPlace::Run(first, last) => {
            say!(places::Run, first = name(first), last = name(last)).into()
        }
    };
    // "Rank 8 or 8', z9 or i9" would have to be read twice, so "or" repeats the word.
    let lone = parts.iter().map_while(|place| match place {
        NamedPlace::Rank(rank) => Some(rank.to_string()),
        _ => None,
    });
    let lone: Vec<String> = lone.collect();
    if either || lone.len() < 2 {
        return join.of(parts.iter().map(part).collect::<Vec<SlotValue>>());
    }
    let others = &parts[lone.len()..];
    let ranks = say!(places::SeveralRanks, ranks = join.of(lone));
    join.of(std::iter::once(ranks.into()).chain(others.iter().map(part)))
}

/// Returns the parts of a list of cells: whole ranks, runs of ranks, then single cells. Except on
/// grids, a run of three cells or more along a rank is one part.
pub fn places(board: &Board, set: &CellSet) -> Vec<NamedPlace> {
    let on = |rank: Rank| board.cells_where(|info| info.rank == Some(rank));
    let whole = |rank: &Rank| on(*rank).len() > 2 && (on(*rank) - *set).is_empty();
    let mut ranks = board.ranks();
    ranks.retain(whole);
    let rest = ranks.iter().fold(*set, |rest, rank| rest - on(*rank));
    let follows =
        |one: &Rank, next: &Rank| one.primes == next.primes && one.number + 1 == next.number;
    ranks.sort_by_key(|rank| (rank.primes, rank.number));
    let (mut lone, mut runs_of_ranks) = (Vec::new(), Vec::new());
    for run in ranks.chunk_by(follows) {
        match run {
            [first, .., last] if run.len() > 2 => {
                runs_of_ranks.push(NamedPlace::Ranks(*first, *last))
            }
            few => lone.extend(few.iter().copied().map(NamedPlace::Rank)),
        }
    }
    [lone, runs_of_ranks, runs(board, &rest)].concat()
}

fn runs(board: &Board, set: &CellSet) -> Vec<NamedPlace> {
    let place = |cell| (board.info(cell).rank, board.info(cell).file);
    let cells: Vec<Cell> = set.iter().collect();
    let is_run = |one: &Cell, next: &Cell| match (place(*one), place(*next)) {
        ((Some(rank), Some(file)), (Some(other), Some(next))) => rank == other && next == file + 1,
        _ => false,
    };
    let mut by_rank = cells.clone();
    by_rank.sort_by_key(|cell| place(*cell));
    let runs: Vec<&[Cell]> = by_rank.chunk_by(is_run).collect();
    if board.has_sheets() || runs.iter().all(|run| run.len() < 3) {
        return cells.into_iter().map(NamedPlace::Cell).collect();
    }
    let run = |run: &&[Cell]| match run {
        [first, .., last] if run.len() > 2 => vec![NamedPlace::Run(*first, *last)],
        few => few.iter().copied().map(NamedPlace::Cell).collect(),
    };
    runs.iter().flat_map(run).collect()
}
