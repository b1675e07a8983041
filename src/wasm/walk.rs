//! A walk through the moves of a game by their numbers, for scripts that look ahead: nothing is
//! written as text, and a move can be taken back.

use padma_rules::model::Cell;
use padma_rules::play::{Game, Moves, Scratch, State, Undo, apply, legal_moves, revert};

/// The number of no cell: where a drop comes from.
pub const NO_CELL: u16 = u16::MAX;

/// A position, and the moves that have led to it.
#[derive(Debug)]
pub(crate) struct GameWalk {
    /// The variant's id.
    pub id: String,
    state: State,
    scratch: Scratch,
    /// The legal moves of each position so far, then lists to be filled again.
    lists: Vec<Moves>,
    made: Vec<(usize, Undo)>,
    /// The cells that each legal move leaves and goes to.
    ends: Vec<[u16; 2]>,
}

impl GameWalk {
    /// Begins in a position.
    pub(crate) fn new(id: &str, game: &Game<'_>, state: State) -> GameWalk {
        let mut walk = GameWalk {
            id: id.to_string(),
            state,
            scratch: Scratch::default(),
            lists: Vec::new(),
            made: Vec::new(),
            ends: Vec::new(),
        };
        walk.look(game);
        walk
    }

    /// Plays the move of this number among the legal ones, and returns the ends of those that follow;
    /// `None` if there is no such move.
    pub(crate) fn step(&mut self, game: &Game<'_>, number: usize) -> Option<&[[u16; 2]]> {
        let moves = self.lists.get(self.made.len())?;
        let mv = moves.iter().nth(number)?;
        let undo = apply(game, &mut self.state, &mut self.scratch, moves, mv);
        self.made.push((number, undo));
        self.look(game);
        Some(&self.ends)
    }

    /// Takes the last move back, and returns the ends of the legal moves; `None` if there is none.
    pub(crate) fn back(&mut self, game: &Game<'_>) -> Option<&[[u16; 2]]> {
        let (number, undo) = self.made.pop()?;
        let moves = &self.lists[self.made.len()];
        revert(game, &mut self.state, moves, moves.get(number), undo);
        self.write_ends();
        Some(&self.ends)
    }

    /// Returns the cells that each legal move leaves and goes to.
    pub(crate) fn ends(&self) -> &[[u16; 2]] {
        &self.ends
    }

    /// Finds the legal moves.
    fn look(&mut self, game: &Game<'_>) {
        let depth = self.made.len();
        if self.lists.len() == depth {
            self.lists.push(Moves::default());
        }
        legal_moves(
            game,
            &mut self.state,
            &mut self.scratch,
            &mut self.lists[depth],
        );
        self.write_ends();
    }

    fn write_ends(&mut self) {
        // A board has fewer cells than there are numbers.
        let number = |cell: Cell| u16::try_from(cell.index()).unwrap_or(NO_CELL);
        let moves = self.lists[self.made.len()].iter();
        self.ends.clear();
        self.ends
            .extend(moves.map(|mv| [mv.from.map_or(NO_CELL, number), number(mv.to)]));
    }
}
