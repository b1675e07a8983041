//! Computes the terms of a variant's rules in a position: what its conditions and effects ask.
//!
//! A term never takes more than [`MAX_STEPS`](crate::model::MAX_STEPS), which is checked when the
//! variant is resolved, so nothing is counted here. Nothing is allocated, except for the tables of a
//! movement when they are first asked for.

use super::effect::{Effect, Move, MoveManner};
use super::game_position::GamePosition;
use super::term_rules::MovesAsked;
use crate::model::{
    Arithmetic, Cell, CellSet, CellsTerm, Dir, KindId, KindSet, KindsTerm, MAX_VARIABLES,
    NumberRelation, NumberTerm, Occupant, Piece, SetOperator, Side, SideTerm, Truth, WalkQuery,
};

/// What the terms of a rule may ask of a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveAsked {
    pub from: Option<Cell>,
    pub to: Option<Cell>,
    pub kind: Option<KindId>,
    pub taken: CellSet,
    pub castles: bool,
    pub passes: bool,
}

impl MoveAsked {
    /// Returns what may be asked of a move with these effects.
    pub(super) fn of(mv: &Move, effects: &[Effect]) -> MoveAsked {
        let moves = mv.manner != MoveManner::Passes;
        MoveAsked {
            from: mv.from.filter(|_| moves),
            to: moves.then_some(mv.to),
            kind: mv.kind,
            taken: taken(effects),
            castles: mv.castles,
            passes: !moves,
        }
    }

    /// Returns what may be asked of a move that has been made: only its effects are known then.
    pub(super) fn made(effects: &[Effect]) -> MoveAsked {
        MoveAsked {
            taken: taken(effects),
            passes: effects.is_empty(),
            ..MoveAsked::default()
        }
    }
}

fn taken(effects: &[Effect]) -> CellSet {
    let taken = effects.iter().filter_map(Effect::captured);
    taken.map(|(_, cell)| cell).collect()
}

/// Answers what a position's pieces attack.
pub(super) trait AnswersAttacks {
    /// Whether a royal piece of a side is attacked.
    fn in_check(&mut self, side: Side) -> bool;

    /// Whether a side could capture a piece on a cell.
    fn attacked(&mut self, cell: Cell, by: Side) -> bool;
}

/// A position in which terms are computed, with the side that moves or has moved.
pub(super) struct Asked<'a> {
    pub pos: GamePosition<'a>,
    /// Answers about attacks; `None` where no term asks for them.
    attacks: Option<&'a mut dyn AnswersAttacks>,
    pub mover: Side,
    pub mv: MoveAsked,
    /// The legal moves of White and of Black, where terms ask for them.
    pub legal: Option<&'a [MovesAsked; 2]>,
    variables: [Option<Cell>; MAX_VARIABLES],
    bound: usize,
}

impl<'a> Asked<'a> {
    /// Returns a position to ask, without a move.
    pub(super) fn new(
        pos: GamePosition<'a>,
        attacks: Option<&'a mut dyn AnswersAttacks>,
        mover: Side,
    ) -> Asked<'a> {
        Asked {
            pos,
            attacks,
            mover,
            mv: MoveAsked::default(),
            legal: None,
            variables: [None; MAX_VARIABLES],
            bound: 0,
        }
    }

    /// Returns the same position, after or before a move.
    pub(super) fn with_move(self, mv: MoveAsked) -> Asked<'a> {
        Asked { mv, ..self }
    }

    /// Returns the side that a term names.
    pub(super) fn side(&self, term: SideTerm) -> Side {
        match term {
            SideTerm::Fixed(side) => side,
            SideTerm::Mover => self.mover,
            SideTerm::Opponent => self.mover.other(),
        }
    }

    /// Whether a condition holds.
    pub(super) fn holds(&mut self, truth: &Truth) -> bool {
        match truth {
            Truth::Fixed(holds) => *holds,
            Truth::Not(inner) => !self.holds(inner),
            Truth::Both(both) => both.iter().all(|one| self.holds(one)),
            Truth::Either(either) => either.iter().any(|one| self.holds(one)),
            Truth::Compares(relation, numbers) => {
                let [a, b] = [&numbers[0], &numbers[1]].map(|number| self.number(number));
                match relation {
                    NumberRelation::Equal => a == b,
                    NumberRelation::Less => a < b,
                    NumberRelation::AtMost => a <= b,
                }
            }
            Truth::Within(sets) => {
                let first = self.cells(&sets[0]);
                first.is_subset(&self.cells(&sets[1]))
            }
            Truth::Meets(sets) => {
                let first = self.cells(&sets[0]);
                !(first & self.cells(&sets[1])).is_empty()
            }
            Truth::KindsWithin(sets) => {
                let first = self.kinds(&sets[0]);
                first.is_subset(&self.kinds(&sets[1]))
            }
            Truth::SameSide([a, b]) => self.side(*a) == self.side(*b),
            Truth::Every(domain, body) => {
                let domain = self.cells(domain);
                domain.iter().all(|cell| self.holds_for(cell, body))
            }
            Truth::Castles => self.mv.castles,
            Truth::Passes => self.mv.passes,
            Truth::InCheck(side) => {
                let side = self.side(*side);
                let attacks = self.attacks.as_deref_mut();
                attacks.is_some_and(|attacks| attacks.in_check(side))
            }
            Truth::Attacked(cells, by) => {
                let (by, cells) = (self.side(*by), self.cells(cells));
                let attacks = self.attacks.as_deref_mut();
                attacks.is_some_and(|attacks| cells.iter().all(|cell| attacks.attacked(cell, by)))
            }
        }
    }

    /// Whether a condition holds with the next variable bound to a cell.
    fn holds_for(&mut self, cell: Cell, condition: &Truth) -> bool {
        self.bound_to(cell, |asked| asked.holds(condition))
    }

    /// Returns what `ask` gives with the next variable bound to a cell.
    fn bound_to<T>(&mut self, cell: Cell, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.variables[self.bound] = Some(cell);
        self.bound += 1;
        let answer = ask(self);
        self.bound -= 1;
        answer
    }

    /// Returns the cells of a term.
    pub(super) fn cells(&mut self, term: &CellsTerm) -> CellSet {
        let state = self.pos.state;
        match term {
            CellsTerm::Fixed(cells) => *cells,
            CellsTerm::Sided(cells, side) => *cells.of(self.side(*side)),
            CellsTerm::From => self.mv.from.into_iter().collect(),
            CellsTerm::To => self.mv.to.into_iter().collect(),
            CellsTerm::Taken => self.mv.taken,
            CellsTerm::Variable(index) => self.variables[*index].into_iter().collect(),
            CellsTerm::Empty => *state.position.cells(Occupant::Empty),
            CellsTerm::Unmoved => state.unmoved,
            CellsTerm::Pieces(Some(side)) => *self.pos.standing(self.side(*side)),
            CellsTerm::Pieces(None) => state.position.occupied(),
            CellsTerm::OfKinds(kinds, side) => {
                let all = match side {
                    Some(side) => *self.pos.standing(self.side(*side)),
                    None => state.position.occupied(),
                };
                let kinds = self.kinds(kinds);
                let fits = |cell: &Cell| {
                    self.pos
                        .kind(*cell)
                        .is_some_and(|kind| kinds.contains(kind))
                };
                all.iter().filter(fits).collect()
            }
            CellsTerm::AtStart(kinds, side) => {
                let (kinds, side) = (self.kinds(kinds), self.side(*side));
                let setup = &self.pos.game.variant().setup;
                let pieces = setup.iter().flat_map(|setup| setup.position.pieces());
                let fits = |kind: Option<KindId>| kind.is_some_and(|kind| kinds.contains(kind));
                pieces
                    .filter(|(_, piece)| piece.side == side && fits(piece.kind))
                    .map(|(cell, _)| cell)
                    .collect()
            }
            CellsTerm::Near(table, side, cells) => {
                let side = self.side(*side);
                table.of(side).union(&self.cells(cells))
            }
            CellsTerm::Goes(kinds, side) => {
                let (kinds, side) = (self.kinds(kinds), self.side(*side));
                let goes = self
                    .legal
                    .map_or(&[][..], |legal| &legal[side as usize].goes);
                let fits = goes.iter().filter(|(kind, _)| kinds.contains(*kind));
                fits.fold(CellSet::EMPTY, |all, (_, cells)| all | *cells)
            }
            CellsTerm::Between(dirs, ends) => self.through(dirs, ends).0,
            CellsTerm::Beyond(dirs, ends) => self.through(dirs, ends).1,
            CellsTerm::Walk(query, kinds, side, from) => {
                let (kinds, side) = (self.kinds(kinds), self.side(*side));
                let from = self.cells(from);
                self.of_kinds(kinds, |asked, kind| {
                    let walks = from.iter().map(|from| asked.walk(*query, kind, side, from));
                    walks.fold(CellSet::EMPTY, |all, cells| all | cells)
                })
            }
            CellsTerm::Range(kinds, side) => {
                let (kinds, side) = (self.kinds(kinds), self.side(*side));
                self.of_kinds(kinds, |asked, kind| asked.pos.game.rules.range(kind, side))
            }
            CellsTerm::StandsOn(kinds, side) => {
                let (kinds, side) = (self.kinds(kinds), self.side(*side));
                self.of_kinds(kinds, |asked, kind| {
                    asked.pos.game.variant().stands_on(kind, side)
                })
            }
            CellsTerm::Absent => state.position.absent(),
            CellsTerm::Frozen(side) => {
                let standing = self.pos.standing(self.side(*side)).iter();
                standing.filter(|cell| self.pos.is_frozen(*cell)).collect()
            }
            CellsTerm::Join(operator, sets) => {
                let first = self.cells(&sets[0]);
                let second = self.cells(&sets[1]);
                match operator {
                    SetOperator::Union => first | second,
                    SetOperator::Intersection => first & second,
                    SetOperator::Minus => first - second,
                }
            }
            CellsTerm::Where(domain, condition) => {
                let domain = self.cells(domain);
                domain
                    .iter()
                    .filter(|cell| self.holds_for(*cell, condition))
                    .collect()
            }
            CellsTerm::Each(domain, condition, body) => {
                let domain = self.cells(domain);
                domain.iter().fold(CellSet::EMPTY, |all, cell| {
                    all | self.bound_to(cell, |asked| match asked.holds(condition) {
                        true => asked.cells(body),
                        false => CellSet::EMPTY,
                    })
                })
            }
        }
    }

    /// Returns the union of what `cells` gives for each of some kinds.
    fn of_kinds(&self, kinds: KindSet, cells: impl Fn(&Self, KindId) -> CellSet) -> CellSet {
        let all = self.pos.game.variant().kind_ids();
        let fitting = all.filter(|kind| kinds.contains(*kind));
        fitting.fold(CellSet::EMPTY, |all, kind| all | cells(self, kind))
    }

    /// Returns what a piece does from a cell by its movement: nothing, if it is on that cell and frozen.
    /// It counts as moved, unless it is on that cell and has not moved.
    fn walk(&self, query: WalkQuery, kind: KindId, side: Side, from: Cell) -> CellSet {
        let (game, state) = (self.pos.game, self.pos.state);
        let itself = Piece::of(side, kind);
        let stands = state.position.piece(from) == Some(itself);
        if stands && self.pos.is_frozen(from) && query != WalkQuery::Closure {
            return CellSet::EMPTY;
        }
        let unmoved = stands && state.unmoved.contains(from) || query == WalkQuery::First;
        let (rules, position) = (game.rules, &state.position);
        match query {
            WalkQuery::Closure => rules.closure(kind, side, from),
            WalkQuery::Attacks => rules.attacks(kind, side, from, position, !unmoved),
            WalkQuery::Reach | WalkQuery::First => {
                rules.reach(kind, side, from, position, !unmoved).cells()
            }
            WalkQuery::Moves => rules.reach(kind, side, from, position, !unmoved).moves,
            WalkQuery::Captures => rules.reach(kind, side, from, position, !unmoved).captures,
        }
    }

    /// Returns the cells between the cells of two sets, and those after the second on a line
    /// through both.
    fn through(&mut self, dirs: &[Dir], ends: &[CellsTerm; 2]) -> (CellSet, CellSet) {
        let [from, through] = [&ends[0], &ends[1]].map(|end| self.cells(end));
        let board = &self.pos.game.variant().board;
        board.through(dirs, [&from, &through], self.pos.state.position.closed())
    }

    /// Returns the kinds of a term.
    pub(super) fn kinds(&mut self, term: &KindsTerm) -> KindSet {
        match term {
            KindsTerm::Fixed(kinds) => *kinds,
            KindsTerm::Moving => self.mv.kind.into_iter().collect(),
            KindsTerm::On(cells) => {
                let cells = self.cells(cells);
                cells
                    .iter()
                    .filter_map(|cell| self.pos.kind(cell))
                    .collect()
            }
            KindsTerm::Either(either) => {
                let first = self.kinds(&either[0]);
                first | self.kinds(&either[1])
            }
        }
    }

    /// Returns the number of a term.
    pub(super) fn number(&mut self, term: &NumberTerm) -> i64 {
        match term {
            NumberTerm::Fixed(number) => *number,
            NumberTerm::Size(cells) => self.cells(cells).len() as i64,
            NumberTerm::InHand(kinds, side) => {
                let (kinds, side) = (self.kinds(kinds), self.side(*side));
                let all = self.pos.game.variant().kind_ids();
                let fitting = all.filter(|kind| kinds.contains(*kind));
                fitting
                    .map(|kind| i64::from(self.pos.state.reserve(side, kind)))
                    .sum()
            }
            NumberTerm::Counter(counter, side) => self
                .pos
                .state
                .counters
                .get(*counter, self.side(*side))
                .into(),
            NumberTerm::LegalMoves(side) => {
                let side = self.side(*side);
                self.legal
                    .map_or(0, |legal| legal[side as usize].count as i64)
            }
            NumberTerm::Join(operator, numbers) => {
                let [a, b] = [&numbers[0], &numbers[1]].map(|number| self.number(number));
                match operator {
                    Arithmetic::Plus => a.saturating_add(b),
                    Arithmetic::Minus => a.saturating_sub(b),
                    Arithmetic::Times => a.saturating_mul(b),
                }
            }
        }
    }
}
