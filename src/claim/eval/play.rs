//! Evaluates what is asked of a position in play.

use super::{Fault, Run, WORK_OF_PLAY};
use crate::claim::formula::{Leads, Play, Spot};
use crate::claim::value::Number;
use crate::model::{Cell, CellSet, PieceId, Side};
use crate::play::{
    Fault as MoveFault, Game, Manner, Move, Moves, Scratch, State, Tally, begin_history, controls_cell,
    frozen, in_check, legal_moves, liberties, meant, move_text, outcome,
};

/// What is said of a game that is not over.
const GOES_ON: &str = "the game goes on";

impl Run<'_, '_> {
    pub(super) fn play(&mut self, stage: usize, asked: &Play) -> bool {
        self.spend(WORK_OF_PLAY);
        let world = self.world;
        let game = world.game();
        let mut scratch = Scratch::default();
        let mut state = self.state(stage, game, &mut scratch);
        match asked {
            Play::InCheck(side) => in_check(game, &state, &mut scratch, *side),
            Play::Mate(side) => {
                self.has_no_move(*side, &mut state, &mut scratch) && {
                    let in_check = in_check(game, &state, &mut scratch, *side);
                    self.because(!in_check, || format!("{} is not in check", side.name()));
                    in_check
                }
            }
            Play::Stalemate(side) => {
                self.has_no_move(*side, &mut state, &mut scratch) && {
                    let in_check = in_check(game, &state, &mut scratch, *side);
                    self.because(in_check, || format!("{} is in check", side.name()));
                    !in_check
                }
            }
            Play::Over(winner) => match outcome(game, &mut state, &mut scratch) {
                Some(outcome) => {
                    let is_so = outcome.winner == *winner;
                    self.because(!is_so, || outcome.describe(game));
                    is_so
                }
                None => {
                    self.because(true, || GOES_ON.to_string());
                    false
                }
            },
            Play::Controls(side, spot) => {
                let cell = self.spot(*spot);
                controls_cell(game, &state, cell, *side)
            }
            Play::Legal { text, side } => match side.or(world.stages[stage].to_move) {
                Some(side) => self.is_legal(text, &[side], &mut state, &mut scratch),
                None => self.is_legal(text, &Side::BOTH, &mut state, &mut scratch),
            },
        }
    }

    /// How the game stands, in words.
    pub(super) fn outcome(&self, stage: usize) -> String {
        let game = self.world.game();
        let mut scratch = Scratch::default();
        let mut state = self.state(stage, game, &mut scratch);
        let outcome = outcome(game, &mut state, &mut scratch);
        outcome.map_or_else(|| GOES_ON.to_string(), |outcome| outcome.describe(game))
    }

    pub(super) fn legal_moves(&mut self, stage: usize, side: Option<Side>) -> usize {
        self.spend(WORK_OF_PLAY);
        let game = self.world.game();
        let mut scratch = Scratch::default();
        let mut state = self.state(stage, game, &mut scratch);
        let mut moves = Moves::default();
        let side = side.unwrap_or(state.to_move());
        legal_moves(game, turn(&mut state, side), &mut scratch, &mut moves);
        moves.len()
    }

    /// A diagram's position in play.
    fn state(&self, stage: usize, game: &Game<'_>, scratch: &mut Scratch) -> State {
        let stage = &self.world.stages[stage];
        let mut state = stage.state(game);
        for put in &self.changes {
            put.cells.iter().for_each(|cell| state.place(cell, put.man(Side::White), true));
        }
        // The moves that led here have their own record of positions.
        if stage.after.is_none() {
            begin_history(game, &mut state, scratch);
        }
        state
    }

    fn has_no_move(&mut self, side: Side, state: &mut State, scratch: &mut Scratch) -> bool {
        let game = self.world.game();
        let mut moves = Moves::default();
        let state = turn(state, side);
        legal_moves(game, state, scratch, &mut moves);
        if !moves.is_empty() {
            let text = move_text(game, state, scratch, &moves, moves.get(0));
            self.because(true, || format!("{} may play {text}", side.name()));
        }
        moves.is_empty()
    }

    /// Whether one of these sides may play a move.
    fn is_legal(&mut self, text: &str, sides: &[Side], state: &mut State, scratch: &mut Scratch) -> bool {
        let game = self.world.game();
        let mut moves = Moves::default();
        sides.iter().any(|side| {
            let state = turn(state, *side);
            legal_moves(game, state, scratch, &mut moves);
            match meant(game, state, scratch, &moves, text) {
                Ok(_) => true,
                Err(MoveFault::Unreadable { .. }) => {
                    self.fault = Some(Fault::NoMove);
                    false
                }
                Err(fault) => {
                    self.because(*side == sides[0], || fault.describe(game));
                    false
                }
            }
        })
    }

    pub(super) fn frozen(&mut self, stage: usize, side: Option<Side>) -> CellSet {
        self.spend(WORK_OF_PLAY);
        let game = self.world.game();
        let mut scratch = Scratch::default();
        let state = self.state(stage, game, &mut scratch);
        let sides = Side::BOTH.into_iter().filter(|own| side.is_none_or(|side| side == *own));
        sides.fold(CellSet::EMPTY, |all, side| all | frozen(game, &state, side))
    }

    pub(super) fn liberties(&mut self, stage: usize, cell: Cell) -> CellSet {
        self.spend(WORK_OF_PLAY);
        let game = self.world.game();
        let mut scratch = Scratch::default();
        let state = self.state(stage, game, &mut scratch);
        liberties(game, &state, cell)
    }

    /// Cells to which legal moves lead.
    pub(super) fn leads(&mut self, stage: usize, side: Option<Side>, asked: &Leads) -> CellSet {
        self.spend(WORK_OF_PLAY);
        match asked {
            Leads::Brought { text, of } => {
                let cell = self.spot(*of);
                self.by_move(stage, text, side, |moves, found| {
                    moves.brought(found, cell).into_iter().collect()
                })
            }
            Leads::Handed { text } => {
                self.by_move(stage, text, side, |moves, found| moves.handed(found).collect())
            }
            Leads::Goes(spot) => self.by_all(stage, side, Some(*spot), |found| found.manner == Manner::Plain),
            Leads::Teleports(spot) => self.by_all(stage, side, Some(*spot), |found| {
                found.manner == Manner::Teleported && found.from != Some(found.to)
            }),
            Leads::Travels(spot) => {
                self.by_all(stage, side, Some(*spot), |found| found.manner == Manner::Travels)
            }
            Leads::Drops(who) => {
                let piece = self.who(*who);
                self.by_all(stage, side, None, |found| found.from.is_none() && found.piece == Some(piece))
            }
        }
    }

    /// Where those legal moves from a cell, or from none, end for which a condition holds.
    fn by_all(
        &mut self,
        stage: usize,
        side: Option<Side>,
        from: Option<Spot>,
        fits: impl Fn(&Move) -> bool,
    ) -> CellSet {
        let game = self.world.game();
        let mut scratch = Scratch::default();
        let mut state = self.state(stage, game, &mut scratch);
        let mut moves = Moves::default();
        let to_move = state.to_move();
        legal_moves(game, turn(&mut state, side.unwrap_or(to_move)), &mut scratch, &mut moves);
        let from = from.map(|spot| self.spot(spot));
        moves.iter().filter(|found| found.from == from && fits(found)).map(|found| found.to).collect()
    }

    /// The cells of the men a legal move takes.
    pub(super) fn taken(&mut self, stage: usize, text: &str, side: Option<Side>) -> CellSet {
        self.spend(WORK_OF_PLAY);
        self.by_move(stage, text, side, |moves, found| moves.taken(found).map(|(_, cell)| cell).collect())
    }

    /// What is asked of a legal move.
    fn by_move(
        &mut self,
        stage: usize,
        text: &str,
        side: Option<Side>,
        of: impl Fn(&Moves, &Move) -> CellSet,
    ) -> CellSet {
        let game = self.world.game();
        let mut scratch = Scratch::default();
        let mut state = self.state(stage, game, &mut scratch);
        let mut moves = Moves::default();
        let to_move = state.to_move();
        let state = turn(&mut state, side.unwrap_or(to_move));
        legal_moves(game, state, &mut scratch, &mut moves);
        match meant(game, state, &mut scratch, &moves, text) {
            Ok(place) => of(&moves, moves.get(place)),
            Err(_) => {
                self.fault = Some(Fault::NotLegal);
                CellSet::EMPTY
            }
        }
    }

    /// Whether White, to move, wins from every position of these men.
    pub(super) fn always_wins(&mut self, men: &[(Side, PieceId)]) -> bool {
        let Some([white, _]) = self.tallies(men) else { return false };
        let others = white.lost + white.drawn;
        self.because(others > 0, || {
            let all = others + white.won;
            format!("{others} of {all} positions with White to move are not won")
        });
        others == 0
    }

    /// White's moves in the longest of his wins, if he is to move.
    pub(super) fn longest_win(&mut self, men: &[(Side, PieceId)]) -> Number {
        let plies = self.tallies(men).map_or(0, |[white, _]| white.longest_win);
        Number::whole(plies.div_ceil(2).into())
    }

    fn tallies(&mut self, men: &[(Side, PieceId)]) -> Option<[Tally; 2]> {
        let fuel = &mut self.walker.fuel;
        let found = self.world.endings.tallies(self.world.game(), men, |work| fuel.spend(work));
        found.inspect_err(|why| self.fault = Some(Fault::Ending(*why))).ok()
    }

    fn because(&mut self, applies: bool, reason: impl FnOnce() -> String) {
        if self.tells_why && applies {
            self.because = Some(reason());
        }
    }
}

/// A state in which it is a side's turn.
fn turn(state: &mut State, side: Side) -> &mut State {
    if state.to_move() != side {
        state.set_to_move(side);
    }
    state
}
