//! A position in play: who stands where, and all else that the next moves depend on.

use super::effect::Effect;
use super::game::Game;
use super::key::Key;
use crate::model::{Cell, CellSet, Man, Passed, PieceId, Position, Side};

#[derive(Clone, Debug)]
pub struct State {
    pub(super) position: Position,
    /// Where each side's men stand.
    pub(super) standing: [CellSet; 2],
    pub(super) to_move: Side,
    /// Where men stand who have not moved.
    pub(super) unmoved: CellSet,
    /// For each piece the men beside the board, of either side.
    pub(super) reserve: Vec<[u16; 2]>,
    /// For each of the game's goals how many men of either side have come there.
    pub(super) reached: Vec<[u16; 2]>,
    /// Moves of either side since the last one that counts.
    pub(super) quiet: u16,
    /// Moves of either side since somebody was taken: before that no position can come about again.
    pub(super) since_capture: u16,
    /// The keys of this position and of those before it; kept where repetition matters.
    pub(super) history: Vec<Key>,
}

/// What taking a move back needs besides its effects.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    unmoved: CellSet,
    passed: Option<Passed>,
    quiet: u16,
    since_capture: u16,
}

impl State {
    /// The empty board, White to move.
    pub fn empty(game: &Game<'_>) -> State {
        let variant = game.variant();
        State {
            position: variant.empty_position(),
            standing: [CellSet::EMPTY; 2],
            to_move: Side::White,
            unmoved: CellSet::EMPTY,
            reserve: vec![[0; 2]; variant.pieces.len()],
            reached: vec![[0; 2]; game.goals.len()],
            quiet: 0,
            since_capture: 0,
            history: Vec::new(),
        }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn to_move(&self) -> Side {
        self.to_move
    }

    pub fn set_to_move(&mut self, side: Side) {
        self.to_move = side;
        self.history.clear();
    }

    /// The cells of a side's men.
    pub fn standing(&self, side: Side) -> &CellSet {
        &self.standing[side as usize]
    }

    /// Where men stand who have not moved.
    pub fn unmoved(&self) -> &CellSet {
        &self.unmoved
    }

    pub fn set_passed(&mut self, passed: Option<Passed>) {
        self.position.set_passed(passed);
        self.history.clear();
    }

    pub fn reserve(&self, side: Side, piece: PieceId) -> u16 {
        self.reserve[piece.index()][side as usize]
    }

    pub fn set_reserve(&mut self, side: Side, piece: PieceId, men: u16) {
        self.reserve[piece.index()][side as usize] = men;
        self.history.clear();
    }

    /// Puts a man on a cell, or clears it, before play begins.
    pub fn place(&mut self, cell: Cell, man: Option<Man>, has_moved: bool) {
        self.put(cell, man);
        if man.is_some() && !has_moved {
            self.unmoved.insert(cell)
        } else {
            self.unmoved.remove(cell)
        }
        self.history.clear();
    }

    /// Puts a man on another cell for a moment, to look at what he would be exposed to there.
    pub(super) fn lift(&mut self, from: Cell, to: Cell, man: Option<Man>) {
        self.put(from, None);
        self.put(to, man);
    }

    /// Puts back whoever stood there.
    pub(super) fn stand(&mut self, cell: Cell, man: Option<Man>) {
        self.put(cell, man);
    }

    #[inline]
    fn put(&mut self, cell: Cell, man: Option<Man>) {
        if let Some(old) = self.position.man(cell) {
            self.standing[old.side as usize].remove(cell);
        }
        self.position.put(cell, man);
        if let Some(new) = man {
            self.standing[new.side as usize].insert(cell);
        }
    }

    /// Does what a move says, and lets the other side move. Keeps no history.
    #[inline]
    pub(super) fn make(&mut self, game: &Game<'_>, effects: &[Effect], passed: &[Cell]) -> Undo {
        let undo = Undo {
            unmoved: self.unmoved,
            passed: self.position.passed().copied(),
            quiet: self.quiet,
            since_capture: self.since_capture,
        };
        let (mut counts, mut takes) = (false, false);
        let mut last = None;
        for effect in effects {
            match *effect {
                Effect::Move { man, from, to } => {
                    self.put(from, None);
                    self.put(to, Some(man));
                    self.unmoved.remove(from);
                    self.count_goals(game, man, from, to, 1);
                    counts |= game.restarts_quiet(man.piece);
                    last = Some(to);
                }
                Effect::Capture { cell, .. } => {
                    self.put(cell, None);
                    self.unmoved.remove(cell);
                    takes = true;
                }
                Effect::Swap { man, from, to, other } => {
                    self.put(from, Some(other));
                    self.put(to, Some(man));
                    self.unmoved.remove(from);
                    self.unmoved.remove(to);
                    self.count_goals(game, man, from, to, 1);
                    last = Some(to);
                }
                Effect::Promote { side, cell, from: _, to, from_reserve } => {
                    self.put(cell, Some(Man { side, piece: Some(to) }));
                    if from_reserve {
                        self.reserve[to.index()][side as usize] -= 1;
                    }
                    counts = true;
                }
            }
        }
        self.position.set_passed(match last {
            Some(man) if !passed.is_empty() => Some(Passed { cells: passed.iter().copied().collect(), man }),
            _ => None,
        });
        self.quiet = if counts || takes { 0 } else { self.quiet.saturating_add(1) };
        self.since_capture = if takes { 0 } else { self.since_capture.saturating_add(1) };
        self.to_move = self.to_move.other();
        undo
    }

    /// Takes a move back.
    #[inline]
    pub(super) fn unmake(&mut self, game: &Game<'_>, effects: &[Effect], undo: Undo) {
        for effect in effects.iter().rev() {
            match *effect {
                Effect::Move { man, from, to } => {
                    self.put(to, None);
                    self.put(from, Some(man));
                    self.count_goals(game, man, from, to, -1);
                }
                Effect::Capture { man, cell } => self.put(cell, Some(man)),
                Effect::Swap { man, from, to, other } => {
                    self.put(to, Some(other));
                    self.put(from, Some(man));
                    self.count_goals(game, man, from, to, -1);
                }
                Effect::Promote { side, cell, from, to, from_reserve } => {
                    self.put(cell, Some(Man { side, piece: Some(from) }));
                    if from_reserve {
                        self.reserve[to.index()][side as usize] += 1;
                    }
                }
            }
        }
        self.unmoved = undo.unmoved;
        self.position.set_passed(undo.passed);
        self.quiet = undo.quiet;
        self.since_capture = undo.since_capture;
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn count_goals(&mut self, game: &Game<'_>, man: Man, from: Cell, to: Cell, by: i16) {
        for (goal, reached) in game.goals.iter().zip(&mut self.reached) {
            let cells = goal.cells.of(man.side);
            if man.piece == Some(goal.piece) && cells.contains(to) && !cells.contains(from) {
                let count = &mut reached[man.side as usize];
                *count = count.saturating_add_signed(by);
            }
        }
    }
}

/// Two states are one if the same may be played in both, and the same has counted so far.
impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.position.men().eq(other.position.men())
            && self.standing == other.standing
            && self.to_move == other.to_move
            && self.unmoved == other.unmoved
            && self.position.passed() == other.position.passed()
            && self.reserve == other.reserve
            && self.reached == other.reached
            && self.quiet == other.quiet
            && self.since_capture == other.since_capture
            && self.history == other.history
    }
}

impl Eq for State {}
