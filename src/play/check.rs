//! Who attacks whom, and which moves need a look at the king's safety at all.
//!
//! Most moves touch no line that leads to a king. A [`Guard`] holds, for one position, the cells whose change
//! could expose a king or help him out of check; only moves that touch one of them are made, looked at and
//! taken back. What cannot be told by lines (a king's own moves, castling, taking in passing, men who wander) is always
//! tried.

use std::sync::OnceLock;

use super::arbiter::Arbiter;
use super::effect::{Effect, Move};
use super::state::State;
use crate::model::{Cell, CellSet, Man, PerCell, PieceId, Side};
use crate::moves::{Path, Threat, Threats};
use crate::reach::Rules;

/// The threats of one side's pieces, found for a piece on a cell when they are first asked for.
#[derive(Debug)]
pub(super) struct Watch<'r> {
    side: Side,
    rules: &'r Rules,
    /// For each piece and each cell it may come to.
    threats: Vec<OnceLock<PerCell<OnceLock<Box<Threats>>>>>,
    /// For each piece the cells from which it may take in ways that are no lines; none for one that keeps to lines.
    wanders: Vec<Option<OnceLock<CellSet>>>,
    /// For each piece whether a part of its men may take.
    parts_take: Vec<bool>,
    any_wanders: bool,
}

impl<'r> Watch<'r> {
    pub fn new(side: Side, rules: &'r Rules, parts_take: Vec<bool>) -> Watch<'r> {
        let wanders = rules.variant.piece_ids().map(|piece| {
            let may_wander = parts_take[piece.index()] || !rules.keeps_to_lines(piece);
            may_wander.then(OnceLock::new)
        });
        let wanders: Vec<Option<OnceLock<CellSet>>> = wanders.collect();
        let any_wanders = wanders.iter().any(Option::is_some);
        let threats = rules.variant.piece_ids().map(|_| OnceLock::new()).collect();
        Watch { side, rules, threats, wanders, parts_take, any_wanders }
    }

    /// Whether a piece may take from a cell in ways that are no lines.
    #[inline]
    fn wanders(&self, piece: PieceId, from: Cell) -> bool {
        let cells = self.wanders[piece.index()].as_ref();
        cells.is_some_and(|cells| cells.get_or_init(|| self.off_lines(piece)).contains(from))
    }

    fn off_lines(&self, piece: PieceId) -> CellSet {
        let all = self.rules.variant.board.all();
        // Whoever may be taken by a part of a man is found by walking.
        if self.parts_take[piece.index()] {
            return all;
        }
        let table = self.rules.table(piece, self.side);
        all.iter().filter(|cell| table.takes_off_lines(*cell)).collect()
    }

    #[inline]
    fn threats(&self, origin: Cell, piece: PieceId) -> &Threats {
        let room = || PerCell::from_fn(self.rules.variant.board.len(), |_| OnceLock::new());
        self.threats[piece.index()].get_or_init(room)[origin]
            .get_or_init(|| Box::new(self.rules.table(piece, self.side).threats(origin)))
    }

    /// The threats of the side's men towards a cell.
    #[inline]
    fn towards<'a>(&'a self, target: Cell, state: &'a State) -> impl Iterator<Item = (PieceId, &'a Threat)> {
        let men = state.standing[self.side as usize].iter();
        let men = men.filter_map(|origin| Some((origin, state.position.man(origin)?.piece?)));
        men.flat_map(move |(origin, piece)| {
            self.between(origin, piece, target, state).map(move |threat| (piece, threat))
        })
    }

    /// The threats of a piece on one cell towards another.
    #[inline]
    pub fn between<'a>(
        &'a self,
        origin: Cell,
        piece: PieceId,
        target: Cell,
        state: &'a State,
    ) -> impl Iterator<Item = &'a Threat> {
        let threats = self.threats(origin, piece).to(target).iter();
        threats.filter(move |threat| !threat.first_move || state.unmoved.contains(origin))
    }
}

/// The cells on which the safety of a side's kings depends.
#[derive(Debug)]
pub(super) struct Guard {
    /// Whether a king is attacked now.
    pub check: bool,
    /// Everything must be tried.
    doubtful: bool,
    /// A man who leaves one of these may expose a king.
    leaving: CellSet,
    /// A man who comes to one of these may.
    entering: CellSet,
    /// In check: a move helps only if it comes to one of the first, or leaves one of the second.
    blocks: CellSet,
    unblocks: CellSet,
}

/// What a guard says of a move without trying it.
pub(super) enum Advice {
    Legal,
    Illegal,
    Try,
}

impl Guard {
    #[inline]
    fn leaves(&self, cells: &CellSet, found: &Move) -> bool {
        found.from.is_some_and(|from| cells.contains(from))
    }

    #[inline]
    pub fn advise(&self, found: &Move, effects: &[Effect], royal: bool) -> Advice {
        let plain = match effects {
            [Effect::Move { .. }] | [Effect::Move { .. }, Effect::Promote { .. }] => true,
            [Effect::Capture { cell, .. }, Effect::Move { to, .. }]
            | [Effect::Capture { cell, .. }, Effect::Move { to, .. }, Effect::Promote { .. }] => cell == to,
            _ => false,
        };
        if royal || self.doubtful || !plain {
            Advice::Try
        } else if self.check {
            let helps = self.blocks.contains(found.to) || self.leaves(&self.unblocks, found);
            if helps { Advice::Try } else { Advice::Illegal }
        } else if self.leaves(&self.leaving, found) || self.entering.contains(found.to) {
            Advice::Try
        } else {
            Advice::Legal
        }
    }
}

impl Arbiter<'_, '_> {
    /// The cells of a side's royal men.
    pub(super) fn royals(&self, state: &State, side: Side) -> impl Iterator<Item = Cell> {
        let is_royal =
            |cell: &Cell| state.position.man(*cell).is_some_and(|man| self.game.is_royal(man.piece));
        state.standing[side as usize].iter().filter(is_royal)
    }

    /// Whether a side's royal man is attacked.
    pub fn in_check(&mut self, state: &State, side: Side) -> bool {
        let mut kings = std::mem::take(&mut self.kings);
        kings.clear();
        kings.extend(self.royals(state, side));
        let check = kings.iter().any(|king| self.attacked(state, *king, side.other()));
        self.kings = kings;
        check
    }

    /// Whether a man on a cell could be taken there by the other side.
    pub(super) fn attacked(&mut self, state: &State, cell: Cell, by: Side) -> bool {
        let game = self.game;
        let watch = &game.watch[by as usize];
        let takes = |(piece, threat): (PieceId, &Threat)| {
            game.table(piece, by).takes(threat, &state.position)
                && !self.is_frozen(state, threat.origin)
                && self.bonds_let(state, piece, by, threat.origin, cell)
        };
        watch.towards(cell, state).any(takes)
            || (watch.any_wanders && self.wanderer_takes(state, cell, by))
            || self.powers_take(state, cell, by)
            || self.faced_by(state, cell, by).is_some()
            || self.taker(state, cell, by).is_some()
    }

    /// The piece of a side that the royal piece on a cell faces and may not.
    pub(super) fn faced_by(&self, state: &State, cell: Cell, by: Side) -> Option<Cell> {
        let king = state.position.man(cell).filter(|man| man.side != by)?;
        let other = Man { side: by, ..king };
        self.views(state, cell, king).find_map(|line| {
            let first = line.into_iter().find(|seen| state.position.man(*seen).is_some())?;
            (state.position.man(first) == Some(other)).then_some(first)
        })
    }

    /// The lines along which a royal piece may not face an enemy's.
    fn views(&self, state: &State, from: Cell, king: Man) -> impl Iterator<Item = Vec<Cell>> {
        let board = &self.game.variant().board;
        let laws = self.game.facings.iter().filter(move |law| king.piece == Some(law.piece));
        let dirs = laws.flat_map(move |law| law.along.of(king.side));
        dirs.map(move |dir| {
            let next = |cell: &Cell| {
                board
                    .next(*cell, *dir)
                    .filter(|next| *next != from && !state.position.absent().contains(*next))
            };
            // Some lines run in a circle.
            std::iter::successors(next(&from), next).take(board.len()).collect()
        })
    }

    /// Whether a man whose captures are no lines takes the man on a cell.
    fn wanderer_takes(&mut self, state: &State, cell: Cell, by: Side) -> bool {
        let watch = &self.game.watch[by as usize];
        let wanders = |origin: Cell, man: Man| man.piece.is_some_and(|piece| watch.wanders(piece, origin));
        let origins = state.standing[by as usize].iter();
        let men = origins.filter_map(|origin| Some((origin, state.position.man(origin)?)));
        let men: Vec<(Cell, Man)> = men.filter(|(origin, man)| wanders(*origin, *man)).collect();
        men.into_iter().any(|(origin, man)| {
            self.man_walks_to(state, origin, man, cell)
                && !self.is_frozen(state, origin)
                && man.piece.is_none_or(|piece| self.bonds_let(state, piece, by, origin, cell))
        })
    }

    /// Whether a man could take the man on a cell.
    pub(super) fn man_takes(&mut self, state: &State, origin: Cell, man: Man, cell: Cell) -> bool {
        !self.is_frozen(state, origin)
            && (self.man_takes_plainly(state, origin, man, cell)
                && man.piece.is_none_or(|piece| self.bonds_let(state, piece, man.side, origin, cell))
                || self.power_takes(state, origin, man, cell))
    }

    /// Whether a man could take the man on a cell by his movement, if he can move.
    pub(super) fn man_takes_plainly(&mut self, state: &State, origin: Cell, man: Man, cell: Cell) -> bool {
        let (game, Some(piece)) = (self.game, man.piece) else { return false };
        let watch = &game.watch[man.side as usize];
        if watch.wanders(piece, origin) {
            return self.man_walks_to(state, origin, man, cell);
        }
        let table = game.table(piece, man.side);
        watch.between(origin, piece, cell, state).any(|threat| table.takes(threat, &state.position))
    }

    /// Whether a piece could take from one cell to another, whoever else stands where; if not, no need to look.
    pub(super) fn may_threaten(
        &self,
        piece: PieceId,
        side: Side,
        from: Cell,
        to: Cell,
        state: &State,
    ) -> bool {
        let watch = &self.game.watch[side as usize];
        self.game.powers.kit(piece, side).is_some()
            || watch.wanders(piece, from)
            || watch.between(from, piece, to, state).next().is_some()
    }

    /// Whether a man or a part of him could take the man on a cell, by walking his whole table.
    pub(super) fn man_walks_to(&mut self, state: &State, origin: Cell, man: Man, cell: Cell) -> bool {
        let Some(piece) = man.piece else { return false };
        let game = self.game;
        let stacks = game.stacks.as_ref().filter(|stacks| stacks.parts_take(piece));
        let parts = stacks.map_or(&[][..], |stacks| stacks.divisions(piece));
        let parts = parts.iter().filter(|division| game.stands(division.rest, man.side, origin));
        let all = std::iter::once(piece).chain(parts.map(|division| division.part));
        let moved = !state.unmoved.contains(origin);
        all.into_iter().any(|piece| {
            let mut takes = false;
            let table = game.table(piece, man.side);
            self.walker.landings(table, &state.position, origin, moved, &mut |landing| {
                takes |= landing.taken.contains(&cell);
            });
            takes
        })
    }

    /// Looks around a side's kings.
    pub(super) fn guard(&mut self, state: &State, side: Side) -> Guard {
        let mut guard = Guard {
            check: false,
            doubtful: false,
            leaving: CellSet::EMPTY,
            entering: CellSet::EMPTY,
            blocks: CellSet::EMPTY,
            unblocks: CellSet::EMPTY,
        };
        if self.powers_on_board(state) {
            guard.doubtful = true;
            return guard;
        }
        let mut kings = std::mem::take(&mut self.kings);
        kings.clear();
        kings.extend(self.royals(state, side));
        let by = side.other();
        for king in &kings {
            self.look_around(state, *king, by, &mut guard);
            self.look_for_faces(state, *king, by, &mut guard);
        }
        if self.game.watch[by as usize].any_wanders && !kings.is_empty() {
            let watch = &self.game.watch[by as usize];
            guard.doubtful = state.standing[by as usize].iter().any(|origin| {
                let piece = state.position.man(origin).and_then(|man| man.piece);
                piece.is_some_and(|piece| watch.wanders(piece, origin))
            });
        }
        self.kings = kings;
        guard
    }

    /// A piece alone between two royal pieces that may not face each other is pinned.
    fn look_for_faces(&self, state: &State, king: Cell, by: Side, guard: &mut Guard) {
        let Some(man) = state.position.man(king) else { return };
        let other = Some(Man { side: by, ..man });
        for line in self.views(state, king, man) {
            let mut men = line.iter().filter(|cell| state.position.man(**cell).is_some());
            match (men.next(), men.next()) {
                (Some(first), _) if state.position.man(*first) == other => {
                    let line = line.iter().take_while(|cell| *cell != first).copied();
                    guard.add_check(line.chain([*first]).collect(), CellSet::EMPTY);
                }
                (Some(shield), Some(second)) if state.position.man(*second) == other => {
                    guard.leaving.insert(*shield);
                }
                _ => {}
            }
        }
    }

    fn look_around(&self, state: &State, king: Cell, by: Side, guard: &mut Guard) {
        for (piece, threat) in self.game.watch[by as usize].towards(king, state) {
            let table = self.game.table(piece, by);
            match threat.path {
                Path::Jump => guard.add_check(CellSet::from_iter([threat.origin]), CellSet::EMPTY),
                Path::Clear => {
                    let mut men = table.between(threat).filter(|cell| state.position.man(*cell).is_some());
                    match (men.next(), men.next()) {
                        (None, _) => {
                            let line = table.between(threat).chain([threat.origin]);
                            guard.add_check(line.collect(), CellSet::EMPTY);
                        }
                        // Whoever stands there shields the king; a second man would do so too.
                        (Some(shield), None) => guard.leaving.insert(shield),
                        _ => {}
                    }
                }
                Path::Other => {
                    let between: CellSet = table.between(threat).collect();
                    if table.takes(threat, &state.position) {
                        guard.add_check(between | CellSet::from_iter([threat.origin]), between);
                    }
                    guard.leaving = guard.leaving | between;
                    guard.entering = guard.entering | between;
                }
            }
        }
    }
}

impl Guard {
    /// A move must help against every check at once.
    fn add_check(&mut self, blocks: CellSet, unblocks: CellSet) {
        if self.check {
            // Blocking one and unblocking the other is rare enough to be tried.
            let both = self.unblocks.is_empty() && unblocks.is_empty();
            self.blocks = if both { self.blocks & blocks } else { self.blocks | blocks };
            self.unblocks = self.unblocks | unblocks;
        } else {
            (self.check, self.blocks, self.unblocks) = (true, blocks, unblocks);
        }
    }
}
