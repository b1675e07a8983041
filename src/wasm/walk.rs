//! A walk through the moves of a game by their numbers, for scripts that look ahead: no text is
//! written, and a move can be taken back.

use padma_rules::model::Cell;
use padma_rules::play::{Game, Moves, Scratch, State, Undo, apply, legal_moves, revert};

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
}

impl GameWalk {
    /// Begins in a position.
    pub(crate) fn new(id: &str, state: State) -> GameWalk {
        GameWalk {
            id: id.to_string(),
            state,
            scratch: Scratch::default(),
            lists: Vec::new(),
            made: Vec::new(),
        }
    }

    /// Plays the move of this number among the legal ones; `None` if there is no such move.
    pub(crate) fn step(&mut self, game: &Game<'_>, number: usize) -> Option<()> {
        let moves = self.lists.get(self.made.len())?;
        let mv = moves.iter().nth(number)?;
        let undo = apply(game, &mut self.state, &mut self.scratch, moves, mv);
        self.made.push((number, undo));
        Some(())
    }

    /// Takes the last move back; `None` if there is none.
    pub(crate) fn back(&mut self, game: &Game<'_>) -> Option<()> {
        let (number, undo) = self.made.pop()?;
        let moves = &self.lists[self.made.len()];
        let mv = moves.get(number);
        revert(game, &mut self.state, moves, mv, undo);
        Some(())
    }

    /// Returns the cells that each legal move leaves and goes to, as JSON. A drop leaves none.
    pub(crate) fn moves(&mut self, game: &Game<'_>) -> String {
        let depth = self.made.len();
        if self.lists.len() == depth {
            self.lists.push(Moves::default());
        }
        let moves = &mut self.lists[depth];
        legal_moves(game, &mut self.state, &mut self.scratch, moves);
        let ends = moves
            .iter()
            .map(|mv| [mv.from.map(Cell::index), Some(mv.to.index())]);
        let ends: Vec<[Option<usize>; 2]> = ends.collect();
        // Numbers can always be written.
        let ends = serde_json::to_string(&ends).unwrap_or_default();
        format!("{{\"moves\":{ends}}}")
    }
}
