//! Moves, and what they do to a position, one effect after another.

use std::ops::Range;

use crate::model::{Cell, KindId, Piece, Side};

/// One thing a move does. Each can be undone knowing nothing but itself: a `piece`, or one of this `side` and `kind`,
/// goes `from` a cell `to` another, or something happens to it on its `cell`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the enum says what its fields are, and an effect what is its own"
)]
pub enum Effect {
    /// A piece goes to a cell that is empty by then.
    Move { piece: Piece, from: Cell, to: Cell },
    /// A piece goes to any empty cell, whatever its movement says. Two that stand on each other's cells go at once.
    Teleport { piece: Piece, from: Cell, to: Cell },
    /// A piece goes round another, at once with all that do.
    Rotate { piece: Piece, from: Cell, to: Cell },
    /// A cell that can be absent goes to another's place, and the pieces that follow go at once with it.
    Travel { from: Cell, to: Cell },
    /// A piece goes with a cell that does.
    Carry { piece: Piece, from: Cell, to: Cell },
    /// A piece leaves the board and goes into its own side's hand, as this kind.
    Retire {
        piece: Piece,
        cell: Cell,
        kind: KindId,
    },
    /// A piece is driven on to a cell that is empty by then.
    Push { piece: Piece, from: Cell, to: Cell },
    /// A piece leaves the board.
    Capture { piece: Piece, cell: Cell },
    /// A piece that has just been taken goes into the hand of a side, as this kind.
    Hand { side: Side, kind: KindId },
    /// A piece comes out of hand onto an empty cell.
    Drop {
        side: Side,
        kind: KindId,
        cell: Cell,
    },
    /// Two pieces change places: the `other` stood where the first comes to.
    Swap {
        piece: Piece,
        from: Cell,
        to: Cell,
        other: Piece,
    },
    /// A piece of one kind becomes another, which may come out of the reserve.
    Promote {
        side: Side,
        cell: Cell,
        from: KindId,
        to: KindId,
        from_reserve: bool,
    },
    /// A piece joins an `other` of its side, and both together are the kind `into`. Or a part of it does; then `left` is
    /// what it was and what is left of it.
    Stack {
        side: Side,
        kind: KindId,
        from: Cell,
        to: Cell,
        other: KindId,
        into: KindId,
        left: Option<(KindId, KindId)>,
    },
    /// A part of the `whole` goes to a cell that is empty by then; the `rest` stays.
    Split {
        side: Side,
        kind: KindId,
        from: Cell,
        to: Cell,
        whole: KindId,
        rest: KindId,
    },
    /// An enemy cannot move from now on. This changes nothing: what is frozen is seen from where pieces stand.
    Freeze { piece: Piece, cell: Cell },
}

/// What stands on a cell before an effect and after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellChange {
    pub cell: Cell,
    pub before: Option<Piece>,
    pub after: Option<Piece>,
}

impl Effect {
    /// What goes where, at once with all others that go by the same move.
    #[inline]
    pub fn at_once(&self) -> Option<(Piece, Cell, Cell)> {
        match *self {
            Effect::Move { piece, from, to }
            | Effect::Push { piece, from, to }
            | Effect::Teleport { piece, from, to }
            | Effect::Rotate { piece, from, to }
            | Effect::Carry { piece, from, to } => Some((piece, from, to)),
            _ => None,
        }
    }

    /// Which piece goes where by it, if one does that keeps what it is for: not what it changes places with.
    #[inline]
    pub(super) fn goes(&self) -> Option<(Piece, Cell, Cell)> {
        match *self {
            Effect::Swap {
                piece, from, to, ..
            } => Some((piece, from, to)),
            Effect::Stack {
                side,
                kind,
                from,
                to,
                ..
            }
            | Effect::Split {
                side,
                kind,
                from,
                to,
                ..
            } => Some((
                Piece {
                    side,
                    kind: Some(kind),
                },
                from,
                to,
            )),
            _ => self.at_once(),
        }
    }

    /// Where the piece of a move comes by it, by itself and not into another.
    #[inline]
    pub(super) fn arrives(&self) -> Option<Cell> {
        match *self {
            Effect::Move { to, .. } | Effect::Split { to, .. } | Effect::Swap { to, .. } => {
                Some(to)
            }
            Effect::Drop { cell, .. } => Some(cell),
            _ => None,
        }
    }

    /// How many more of a piece a side has beside the board after it.
    #[inline]
    pub(super) fn reserves(&self) -> Option<(Side, KindId, i16)> {
        match *self {
            Effect::Retire { piece, kind, .. } => Some((piece.side, kind, 1)),
            Effect::Hand { side, kind } => Some((side, kind, 1)),
            Effect::Drop { side, kind, .. }
            | Effect::Promote {
                side,
                to: kind,
                from_reserve: true,
                ..
            } => Some((side, kind, -1)),
            _ => None,
        }
    }

    /// The cells on which something else stands after it than before.
    #[inline]
    pub(super) fn changes(&self) -> impl DoubleEndedIterator<Item = CellChange> {
        let change = |cell, before, after| {
            Some(CellChange {
                cell,
                before,
                after,
            })
        };
        let own = |side, kind| {
            Some(Piece {
                side,
                kind: Some(kind),
            })
        };
        let changes = match *self {
            Effect::Move { piece, from, to }
            | Effect::Teleport { piece, from, to }
            | Effect::Rotate { piece, from, to }
            | Effect::Carry { piece, from, to }
            | Effect::Push { piece, from, to } => [
                change(from, Some(piece), None),
                change(to, None, Some(piece)),
            ],
            Effect::Capture { piece, cell } | Effect::Retire { piece, cell, .. } => {
                [change(cell, Some(piece), None), None]
            }
            Effect::Drop { side, kind, cell } => [change(cell, None, own(side, kind)), None],
            Effect::Swap {
                piece,
                from,
                to,
                other,
            } => [
                change(from, Some(piece), Some(other)),
                change(to, Some(other), Some(piece)),
            ],
            Effect::Promote {
                side,
                cell,
                from,
                to,
                ..
            } => [change(cell, own(side, from), own(side, to)), None],
            Effect::Stack {
                side,
                kind,
                from,
                to,
                other,
                into,
                left,
            } => {
                let (whole, rest) =
                    left.map_or((kind, None), |(whole, rest)| (whole, own(side, rest)));
                [
                    change(from, own(side, whole), rest),
                    change(to, own(side, other), own(side, into)),
                ]
            }
            Effect::Split {
                side,
                kind,
                from,
                to,
                whole,
                rest,
            } => [
                change(from, own(side, whole), own(side, rest)),
                change(to, None, own(side, kind)),
            ],
            Effect::Travel { .. } | Effect::Hand { .. } | Effect::Freeze { .. } => [None, None],
        };
        changes.into_iter().flatten()
    }

    /// The name of its kind, as others' programs know it.
    pub fn kind(&self) -> &'static str {
        match self {
            Effect::Move { .. } => "move",
            Effect::Teleport { .. } => "teleport",
            Effect::Rotate { .. } => "rotate",
            Effect::Travel { .. } => "travel",
            Effect::Carry { .. } => "carry",
            Effect::Push { .. } => "push",
            Effect::Capture { .. } => "capture",
            Effect::Hand { .. } | Effect::Retire { .. } => "hand",
            Effect::Drop { .. } => "drop",
            Effect::Swap { .. } => "swap",
            Effect::Promote { .. } => "promote",
            Effect::Stack { .. } => "stack",
            Effect::Split { .. } => "split",
            Effect::Freeze { .. } => "freeze",
        }
    }

    /// From where to where a piece or a cell goes by it; one that comes out of hand, or leaves the board, has one cell.
    pub fn way(&self) -> Option<[Cell; 2]> {
        match *self {
            Effect::Travel { from, to } => Some([from, to]),
            Effect::Drop { cell, .. } | Effect::Retire { cell, .. } => Some([cell, cell]),
            _ => self.goes().map(|(_, from, to)| [from, to]),
        }
    }
}

/// A move, of some [`Moves`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The piece that moves, as it was before; `None` where a cell does.
    pub kind: Option<KindId>,
    /// Whose move it is.
    pub side: Side,
    /// `None` for a piece that comes out of hand.
    pub from: Option<Cell>,
    /// Of one that does not move, or leaves the board, its own cell.
    pub to: Cell,
    /// What does it.
    pub manner: MoveManner,
    /// The place of the castling among the game's, if it is one.
    pub castling: Option<u16>,
    pub(super) effects: Range<u32>,
    pub(super) en_passant: Range<u32>,
}

impl Move {
    /// A piece that moves itself, or comes out of hand. What it does is listed by [`Moves::push`].
    #[inline]
    pub(super) fn plain(kind: KindId, side: Side, from: Option<Cell>, to: Cell) -> Move {
        Move::new(MoveManner::Plain, Some(kind), side, from, to)
    }

    /// A move that does nothing yet.
    #[inline]
    pub(super) fn new(
        manner: MoveManner,
        kind: Option<KindId>,
        side: Side,
        from: Option<Cell>,
        to: Cell,
    ) -> Move {
        Move {
            kind,
            side,
            from,
            to,
            manner,
            castling: None,
            effects: 0..0,
            en_passant: 0..0,
        }
    }
}

/// What does a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveManner {
    /// The piece itself, by its movement or a power of its own, or out of hand.
    Plain,
    /// Others, which put it elsewhere, or off the board.
    Teleported,
    /// It stays and turns those around it.
    Rotates {
        /// Each goes to the next cell of the ring clockwise.
        clockwise: bool,
    },
    /// A cell goes to another's place.
    Travels,
}

/// A list of moves, which share the room for their effects.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    moves: Vec<Move>,
    effects: Vec<Effect>,
    en_passant: Vec<Cell>,
}

impl Moves {
    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Move> {
        self.moves.iter()
    }

    /// The move at a place below [`Moves::len`].
    pub fn get(&self, index: usize) -> &Move {
        &self.moves[index]
    }

    /// What a move of this list does, in order.
    pub fn effects(&self, of: &Move) -> &[Effect] {
        part(&self.effects, &of.effects)
    }

    /// The cells on which the piece may be taken en passant, right after a move of this list.
    pub fn en_passant(&self, of: &Move) -> &[Cell] {
        part(&self.en_passant, &of.en_passant)
    }

    /// What a piece becomes by a move of this list, if it changes one: the one that moves, or another that is put elsewhere.
    pub fn becomes(&self, of: &Move) -> Option<KindId> {
        self.effects(of).iter().find_map(|effect| match effect {
            Effect::Promote { to, .. } => Some(*to),
            _ => None,
        })
    }

    /// Where a move of this list drives the piece that stood where it ends.
    pub fn driven(&self, of: &Move) -> Option<Cell> {
        self.effects(of).iter().find_map(|effect| match effect {
            Effect::Push { from, to, .. } if *from == of.to => Some(*to),
            _ => None,
        })
    }

    /// Whether a move of this list is written with the sign of capture: it takes something, or comes to the cell of a piece.
    pub(super) fn strikes(&self, of: &Move) -> bool {
        self.effects(of).iter().any(|effect| match effect {
            Effect::Capture { .. } => true,
            Effect::Push { from, .. } => *from == of.to,
            Effect::Swap { to, .. } => *to == of.to,
            _ => false,
        })
    }

    /// Whether by a move of this list only a part of a piece leaves its cell.
    pub fn parts(&self, of: &Move) -> bool {
        self.effects(of).iter().any(|effect| {
            matches!(
                effect,
                Effect::Split { .. } | Effect::Stack { left: Some(_), .. }
            )
        })
    }

    /// Where the piece on a cell comes by a move of this list, if it goes elsewhere on the board.
    pub fn brought(&self, of: &Move, cell: Cell) -> Option<Cell> {
        let ways = self
            .effects(of)
            .iter()
            .filter(|effect| !matches!(effect, Effect::Travel { .. }));
        let mut ways = ways.filter_map(Effect::way);
        ways.find_map(|[from, to]| (from == cell && to != cell).then_some(to))
    }

    /// Where pieces stand that go into hand by a move of this list.
    pub fn handed(&self, of: &Move) -> impl Iterator<Item = Cell> + '_ {
        let effects = self.effects(of);
        effects.iter().enumerate().filter_map(|(place, effect)| {
            match (effect, effects.get(place + 1)) {
                (Effect::Retire { cell, .. }, _)
                | (Effect::Capture { cell, .. }, Some(Effect::Hand { .. })) => Some(*cell),
                _ => None,
            }
        })
    }

    /// The pieces a move of this list takes, and where they stood.
    pub fn taken(&self, of: &Move) -> impl Iterator<Item = (Piece, Cell)> + '_ {
        self.effects(of).iter().filter_map(|effect| match effect {
            Effect::Capture { piece, cell } => Some((*piece, *cell)),
            _ => None,
        })
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.effects.clear();
        self.en_passant.clear();
    }

    /// Adds a move with its effects.
    #[inline]
    pub(super) fn push(
        &mut self,
        mut found: Move,
        effects: impl IntoIterator<Item = Effect>,
        en_passant: &[Cell],
    ) {
        let start = (self.effects.len() as u32, self.en_passant.len() as u32);
        self.effects.extend(effects);
        self.en_passant.extend_from_slice(en_passant);
        found.effects = start.0..self.effects.len() as u32;
        found.en_passant = start.1..self.en_passant.len() as u32;
        self.moves.push(found);
    }

    /// Adds a move once more, with effects of its own.
    pub(super) fn push_again(&mut self, place: usize) {
        let mut again = self.moves[place].clone();
        let effects = again.effects.start as usize..again.effects.end as usize;
        let start = self.effects.len() as u32;
        self.effects.extend_from_within(effects);
        again.effects = start..self.effects.len() as u32;
        self.moves.push(again);
    }

    /// Adds an effect to the last move.
    pub(super) fn add_effect(&mut self, effect: Effect) {
        if let Some(last) = self.moves.last_mut() {
            self.effects.push(effect);
            last.effects.end += 1;
        }
    }

    pub(super) fn remove(&mut self, places: Range<usize>) {
        self.moves.drain(places);
    }

    /// Takes out the moves from this place on for which a condition on their effects and on the cells where they may be
    /// answered en passant does not hold. What they did stays behind.
    #[inline]
    pub(super) fn retain(
        &mut self,
        start: usize,
        mut keep: impl FnMut(&Move, &[Effect], &[Cell]) -> bool,
    ) {
        let (effects, en_passant) = (&self.effects, &self.en_passant);
        let mut place = 0;
        self.moves.retain(|found| {
            place += 1;
            place <= start
                || keep(
                    found,
                    part(effects, &found.effects),
                    part(en_passant, &found.en_passant),
                )
        });
    }
}

#[inline]
fn part<'a, T>(all: &'a [T], range: &Range<u32>) -> &'a [T] {
    &all[range.start as usize..range.end as usize]
}
