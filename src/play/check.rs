//! Who attacks whom, and which moves need a look at the king's safety at all.
//!
//! Most moves touch no line that leads to a king. A [`Guard`] holds, for one position, the cells whose change
//! could expose a king or help him out of check; only moves that touch one of them are made, looked at and
//! taken back. What cannot be told by lines (a king's own moves, castling, taking in passing, men who wander) is always
//! tried.

use super::arbiter::Arbiter;
use super::effect::{Effect, Move};
use super::state::State;
use crate::model::{Cell, CellSet, Man, PerCell, PieceId, Side};
use crate::moves::{MoveTable, Path, Threat};

/// The threats of one side's pieces, by the cell of the victim.
#[derive(Debug)]
pub(super) struct Watch {
    posts: PerCell<(u32, u32)>,
    by_post: Vec<Post>,
    threats: Vec<(PieceId, Threat)>,
    /// For each piece the cells from which it may take in ways that are no lines.
    wanders: Vec<PerCell<bool>>,
    /// Whether there is any such cell.
    any_wanders: bool,
}

/// A cell from which some piece threatens a victim.
#[derive(Clone, Copy, Debug)]
struct Post {
    origin: Cell,
    start: u32,
    end: u32,
}

impl Watch {
    /// The threats of pieces in the order of their tables; `landing` gives the cells a piece is bound to, if it is.
    pub fn new<'a>(
        cells: usize,
        tables: impl Iterator<Item = &'a MoveTable>,
        landing: impl Fn(usize) -> Option<CellSet>,
    ) -> Watch {
        let (mut threats, mut wanders) = (Vec::new(), Vec::new());
        for (index, table) in tables.enumerate() {
            let (piece, bound) = (PieceId::new(index), landing(index));
            let own = table.threats().into_iter();
            let own = own.filter(|threat| bound.is_none_or(|bound| bound.contains(threat.target)));
            threats.extend(own.map(|threat| (piece, threat)));
            wanders.push(PerCell::from_fn(cells, |cell| table.takes_off_lines(cell)));
        }
        threats.sort_by_key(|(piece, threat)| (threat.target, threat.origin, *piece));
        let (mut by_post, mut at) = (Vec::new(), 0);
        let posts = PerCell::from_fn(cells, |target| {
            let first = by_post.len() as u32;
            while let Some((_, threat)) = threats.get(at).filter(|(_, threat)| threat.target == target) {
                let (origin, start) = (threat.origin, at as u32);
                let same = |(_, other): &(PieceId, Threat)| other.target == target && other.origin == origin;
                while threats.get(at).is_some_and(same) {
                    at += 1;
                }
                by_post.push(Post { origin, start, end: at as u32 });
            }
            (first, by_post.len() as u32)
        });
        let any_wanders = wanders.iter().any(|cells| cells.iter().any(|(_, wanders)| *wanders));
        Watch { posts, by_post, threats, wanders, any_wanders }
    }

    /// The threats of men that stand on the board towards a cell.
    #[inline]
    fn towards<'a>(
        &'a self,
        target: Cell,
        side: Side,
        state: &'a State,
    ) -> impl Iterator<Item = &'a (PieceId, Threat)> {
        let (start, end) = self.posts[target];
        self.by_post[start as usize..end as usize].iter().flat_map(move |post| {
            let piece = match state.position.man(post.origin) {
                Some(man) if man.side == side => man.piece,
                _ => None,
            };
            let (start, end) = if piece.is_some() { (post.start, post.end) } else { (0, 0) };
            let own = self.threats[start as usize..end as usize].iter();
            own.filter(move |(other, threat)| {
                Some(*other) == piece && !(threat.first_move && !state.unmoved.contains(post.origin))
            })
        })
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
            let helps = self.blocks.contains(found.to) || self.unblocks.contains(found.from);
            if helps { Advice::Try } else { Advice::Illegal }
        } else if self.leaving.contains(found.from) || self.entering.contains(found.to) {
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
        let takes =
            |(piece, threat): &(PieceId, Threat)| game.table(*piece, by).takes(threat, &state.position);
        watch.towards(cell, by, state).any(takes)
            || (watch.any_wanders && self.wanderer_takes(state, cell, by))
    }

    /// Whether a man whose captures are no lines takes the man on a cell.
    fn wanderer_takes(&mut self, state: &State, cell: Cell, by: Side) -> bool {
        let watch = &self.game.watch[by as usize];
        let wanders =
            |origin: Cell, man: Man| man.piece.is_some_and(|piece| watch.wanders[piece.index()][origin]);
        let origins = state.standing[by as usize].iter();
        let men = origins.filter_map(|origin| Some((origin, state.position.man(origin)?)));
        let men: Vec<(Cell, Man)> = men.filter(|(origin, man)| wanders(*origin, *man)).collect();
        men.into_iter().any(|(origin, man)| self.man_takes(state, origin, man, cell))
    }

    /// Whether a man could take the man on a cell, by walking his whole table.
    pub(super) fn man_takes(&mut self, state: &State, origin: Cell, man: Man, cell: Cell) -> bool {
        let Some(piece) = man.piece else { return false };
        let mut takes = false;
        let moved = !state.unmoved.contains(origin);
        let game = self.game;
        let table = game.table(piece, man.side);
        self.walker.landings(table, &state.position, origin, moved, &mut |landing| {
            takes |= landing.taken.contains(&cell) && game.stands(piece, man.side, landing.to);
        });
        takes
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
        let mut kings = std::mem::take(&mut self.kings);
        kings.clear();
        kings.extend(self.royals(state, side));
        let by = side.other();
        for king in &kings {
            self.look_around(state, *king, by, &mut guard);
        }
        if self.game.watch[by as usize].any_wanders && !kings.is_empty() {
            let watch = &self.game.watch[by as usize];
            guard.doubtful = state.standing[by as usize].iter().any(|origin| {
                let piece = state.position.man(origin).and_then(|man| man.piece);
                piece.is_some_and(|piece| watch.wanders[piece.index()][origin])
            });
        }
        self.kings = kings;
        guard
    }

    fn look_around(&self, state: &State, king: Cell, by: Side, guard: &mut Guard) {
        for (piece, threat) in self.game.watch[by as usize].towards(king, by, state) {
            let table = self.game.table(*piece, by);
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
