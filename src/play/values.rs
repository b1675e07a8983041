//! The values of pieces, computed from the rules: their mobility on crowded boards, their promotions and goals.
//!
//! The worth of a piece grows faster than its mobility, by H. G. Muller's law for pieces of short range,
//! (30 + 5/8 N) N with N the number of its leaps (chessvariants.org, "Piece Values", 2008); N is here the
//! mean number of cells that a piece goes to or attacks on boards of which a third is occupied, after
//! R. Betza's *crowded board mobility* (chessvariants.org, "About the Values of Chess Pieces", 1996).
//! Integers only: thousandths of a cell, and hundredths of a Pawn or thereabouts.

use super::SeededNumbers;
use padma_rules::model::{Cell, EffectKind, KindId, Piece, Position, Rule, Side, SidedSet};
use padma_rules::play::{Game, Moves, Scratch, State, apply, attacks, legal_moves, outcome, reach};
use padma_rules::reach::Rules;

/// The values of pieces.
#[derive(Clone, Debug)]
pub struct PieceValues {
    /// By kind, averaged over the board.
    kinds: Vec<i32>,
    /// By kind, side and cell.
    places: Vec<[Vec<i32>; 2]>,
    /// By kind, beside the board.
    hand: Vec<i32>,
    /// The kinds without which a side has lost.
    vital: Vec<bool>,
}

/// Number of random boards for measuring mobility.
const BOARDS: usize = 24;
/// Percentage of occupied cells on them.
const CROWD: usize = 32;
/// The gain of capturing a piece that must not be lost.
const VITAL: i32 = 5_000;

impl PieceValues {
    /// Computes the values of a variant's pieces. A value that the author states is taken as it is.
    pub fn new(game: &Game<'_>) -> PieceValues {
        let variant = game.variant();
        let vital = vital_kinds(game);
        let mobility: Vec<_> = mobilities(game);
        // If a side wins by losing its pieces, each of them is a burden.
        let sign = match winner_without(game, |_| true) {
            Some(Side::Black) => -1,
            _ => 1,
        };
        let worth: Vec<i32> = variant
            .kind_ids()
            .map(|kind| match variant.kind(kind).value {
                Some(stated) => sign * i32::from(stated),
                None => sign * worth_of(mobility[kind.index()].mean),
            })
            .collect();
        let kinds: Vec<i32> = (worth.iter().zip(&vital))
            .map(|(worth, is_vital)| if *is_vital { 0 } else { *worth })
            .collect();
        let places = variant.kind_ids().map(|kind| {
            let Mobility { mean, cells } = &mobility[kind.index()];
            let base = kinds[kind.index()];
            let place = |cell: &i64| match base {
                0 => 0,
                _ => base + ((cell - mean) * 6 / 1_000).clamp(-40, 40) as i32,
            };
            cells
                .each_ref()
                .map(|side| side.iter().map(place).collect())
        });
        let mut values = PieceValues {
            places: places.collect(),
            kinds,
            hand: Vec::new(),
            vital,
        };
        for rule in &variant.rules {
            values.add_prospects(game.rules(), rule, &worth);
        }
        let dropped = |kind: KindId| variant.rules.iter().any(|rule| may_drop(rule, kind));
        let hand = variant.kind_ids().map(|kind| match dropped(kind) {
            true => values.kinds[kind.index()],
            false => 0,
        });
        values.hand = hand.collect();
        values
    }

    /// Returns the value of a kind, about hundredths of a Pawn; 0 for a kind that must not be lost.
    pub fn of_kind(&self, kind: KindId) -> i32 {
        self.kinds[kind.index()]
    }

    /// Returns the value of a piece on a cell.
    #[inline]
    pub fn on(&self, piece: Piece, cell: Cell) -> i32 {
        piece.kind.map_or(0, |kind| {
            self.places[kind.index()][piece.side as usize][cell.index()]
        })
    }

    /// Returns the value of a piece beside the board.
    #[inline]
    pub fn in_hand(&self, kind: KindId) -> i32 {
        self.hand[kind.index()]
    }

    /// Returns the gain of capturing a piece.
    #[inline]
    pub fn captured(&self, piece: Piece) -> i32 {
        let Some(kind) = piece.kind else {
            return 0;
        };
        let vital = if self.vital[kind.index()] { VITAL } else { 0 };
        self.kinds[kind.index()] + vital
    }

    /// Returns the smallest absolute value of a piece; 100 if no piece has a value.
    pub fn weakest(&self) -> i32 {
        let worth = self.kinds.iter().map(|worth| worth.abs());
        let worth = worth.filter(|worth| *worth > 0);
        worth.min().unwrap_or(100)
    }

    /// Returns the advantage of the side to move.
    pub fn advantage(&self, state: &State) -> i32 {
        let mut sums = [0; 2];
        for (cell, piece) in state.position().pieces() {
            sums[piece.side as usize] += self.on(piece, cell);
        }
        for (index, worth) in self
            .hand
            .iter()
            .enumerate()
            .filter(|(_, worth)| **worth != 0)
        {
            for side in Side::BOTH {
                let pieces = state.reserve(side, KindId::new(index));
                sums[side as usize] += worth * i32::from(pieces);
            }
        }
        // Having the move is a small advantage.
        const TEMPO: i32 = 8;
        let own = state.to_move() as usize;
        sums[own] - sums[1 - own] + TEMPO
    }

    /// Adds the prospect of promotion or of a goal to the cells of a kind: half the gain at one move from the zone, a quarter at
    /// two.
    fn add_prospects(&mut self, rules: &Rules, rule: &Rule, worth: &[i32]) {
        const WIN: i32 = 3_000;
        let (kind, cells, gain): (KindId, &SidedSet, i32) = match rule {
            Rule::Promotion(rule) => {
                let best = rule.to.iter().map(|to| worth[to.index()]).max();
                let gain = best.unwrap_or(0) - worth[rule.kind.index()];
                (rule.kind, &rule.cells, gain.max(0))
            }
            Rule::Goal(rule) => (rule.kind, &rule.cells, WIN / i32::from(rule.count.max(1))),
            _ => return,
        };
        let (mut sum, mut count) = (0, 0);
        for side in Side::BOTH {
            let zone = *cells.of(side);
            for cell in (rules.stands_on(kind.into(), side) - zone).iter() {
                let far = rules.distances(kind, side, cell);
                let nearest = zone.iter().filter_map(|cell| far[cell]).min();
                let Some(moves) = nearest else { continue };
                let more = gain >> (u32::from(moves).min(12) + 1);
                self.places[kind.index()][side as usize][cell.index()] += more;
                sum += more.min(gain / 8);
                count += 1;
            }
        }
        if matches!(rule, Rule::Promotion(_)) && count > 0 {
            self.kinds[kind.index()] += sum / count;
        }
    }
}

/// Whether a rule lets a piece of a kind come out of hand.
fn may_drop(rule: &Rule, kind: KindId) -> bool {
    match rule {
        Rule::Drop(rule) => rule
            .kinds
            .as_ref()
            .is_none_or(|kinds| kinds.contains(&kind)),
        Rule::Effect(rule) => {
            matches!(&rule.effect, EffectKind::Drops(_, kinds) if kinds.contains(&kind))
        }
        _ => false,
    }
}

/// Returns the value of a mobility N in thousandths of a cell: 7/4 N (30 + 5/8 N).
fn worth_of(mobility: i64) -> i32 {
    (175 * mobility * (30_000 + 625 * mobility / 1_000) / 100_000_000) as i32
}

/// Returns the kinds that must not be lost: the royal ones, and those whose last piece costs the game.
fn vital_kinds(game: &Game<'_>) -> Vec<bool> {
    let variant = game.variant();
    let is_vital = |kind: KindId| {
        let taken = |piece: Piece| piece.kind == Some(kind);
        variant.kind(kind).royal || winner_without(game, taken) == Some(Side::White)
    };
    variant.kind_ids().map(is_vital).collect()
}

/// Removes Black's pieces of some sort from the setup, and returns the winner after White's first legal move. `None` if nobody
/// has won, or Black has no such pieces.
fn winner_without(game: &Game<'_>, is_taken: impl Fn(Piece) -> bool) -> Option<Side> {
    let mut state = State::setup(game)?;
    let mut scratch = Scratch::default();
    let taken: Vec<Cell> = (state.position().pieces())
        .filter(|(_, piece)| piece.side == Side::Black && is_taken(*piece))
        .map(|(cell, _)| cell)
        .collect();
    if taken.is_empty() || state.to_move() != Side::White {
        return None;
    }
    for cell in taken {
        state.place(cell, None, true);
    }
    let mut moves = Moves::default();
    legal_moves(game, &mut state, &mut scratch, &mut moves);
    if let Some(mv) = moves.iter().next() {
        apply(game, &mut state, &mut scratch, &moves, mv);
    }
    outcome(game, &mut state, &mut scratch)?.winner()
}

/// The mobility of a kind on crowded boards, in thousandths of a cell.
struct Mobility {
    mean: i64,
    /// By side and cell.
    cells: [Vec<i64>; 2],
}

fn mobilities(game: &Game<'_>) -> Vec<Mobility> {
    let (rules, variant) = (game.rules(), game.variant());
    let boards = crowded_boards(game);
    let mut scratch = Scratch::default();
    let size = variant.board.len();
    let mut of_kind = |kind: KindId| {
        let mut mobility = Mobility {
            mean: 0,
            cells: [vec![0; size], vec![0; size]],
        };
        if variant.kind(kind).neutral {
            return mobility;
        }
        let is_plain = variant.powers(kind).next().is_none();
        // Powers are slow to compute, since they may reach the whole board.
        let boards = if is_plain {
            &boards[..]
        } else {
            &boards[..BOARDS / 4]
        };
        for side in Side::BOTH {
            let piece = Piece::of(side, kind);
            let stands = rules.stands_on(kind.into(), side);
            for cell in stands.iter() {
                let mut sum = 0;
                for crowd in boards {
                    let mut board = crowd.clone();
                    board.put(cell, None);
                    let (quiet, takes) = if is_plain {
                        let reach = rules.reach(kind, side, cell, &board, true);
                        (reach.moves, rules.attacks(kind, side, cell, &board, true))
                    } else {
                        let reach = reach(game, &mut scratch, &board, cell, piece, true);
                        (
                            reach.moves,
                            attacks(game, &mut scratch, &board, cell, piece, true),
                        )
                    };
                    // A capture counts twice as much as a move that cannot capture.
                    sum += quiet.len() as i64 * 100_000 / (3 * (100 - CROWD as i64));
                    sum += takes.len() as i64 * 2_000 / 3;
                }
                mobility.cells[side as usize][cell.index()] = sum / boards.len() as i64;
            }
            let all = mobility.cells[side as usize].iter().sum::<i64>();
            mobility.mean += all / (stands.len() as i64).max(1) / 2;
        }
        mobility
    };
    variant.kind_ids().map(&mut of_kind).collect()
}

/// Returns random boards with pieces of no kind. They are the same in every run.
fn crowded_boards(game: &Game<'_>) -> Vec<Position> {
    let variant = game.variant();
    let cells = variant.board.all() - *variant.board.absent();
    let mut numbers = SeededNumbers(1);
    let mut crowded = || {
        let mut position = variant.empty_position();
        for cell in cells.iter() {
            if numbers.below(100) < CROWD {
                let side = Side::BOTH[numbers.below(2)];
                position.put(cell, Some(Piece { side, kind: None }));
            }
        }
        position
    };
    (0..BOARDS).map(|_| crowded()).collect()
}
