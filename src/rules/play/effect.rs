//! Moves, and their effects on a position in order.

use std::ops::Range;

use crate::model::{Cell, CellSet, KindId, Piece, Side};

/// One thing a move does, with all that is needed to undo it. A `piece`, or one of this `side` and
/// `kind`, goes `from` one cell `to` another, or changes on its `cell`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    missing_docs,
    reason = "the enum says what its fields are, and an effect what is its own"
)]
pub enum Effect {
    /// A piece goes to a cell that is empty by then.
    Move { piece: Piece, from: Cell, to: Cell },
    /// A piece goes to an empty cell regardless of its movement. Two pieces that go to each
    /// other's cells move at once.
    Teleport { piece: Piece, from: Cell, to: Cell },
    /// A piece goes one step round another. All pieces that do so move at once.
    Rotate { piece: Piece, from: Cell, to: Cell },
    /// A cell travels to the place of an absent one, at once with the pieces of the `Carry`
    /// effects that follow.
    Travel { from: Cell, to: Cell },
    /// A cell that travels carries a piece with it.
    Carry { piece: Piece, from: Cell, to: Cell },
    /// A piece leaves the board and goes into the hand of its own side, as this kind.
    Retire {
        piece: Piece,
        cell: Cell,
        kind: KindId,
    },
    /// A piece is pushed to a cell that is empty by then.
    Push { piece: Piece, from: Cell, to: Cell },
    /// A piece is captured and leaves the board.
    Capture { piece: Piece, cell: Cell },
    /// A piece that has just been captured goes into the hand of a side, as this kind.
    Hand { side: Side, kind: KindId },
    /// A piece comes out of hand onto an empty cell.
    Drop {
        side: Side,
        kind: KindId,
        cell: Cell,
    },
    /// Two pieces change places: `other` stood on `to`.
    Swap {
        piece: Piece,
        from: Cell,
        to: Cell,
        other: Piece,
    },
    /// A piece of one kind becomes another, possibly taken from the reserve.
    Promote {
        side: Side,
        cell: Cell,
        from: KindId,
        to: KindId,
        from_reserve: bool,
    },
    /// A piece joins an `other` of its side, and together they become `into`. If only a part of a
    /// piece joins, `left` holds the whole piece and the rest that stays.
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
    /// A piece comes onto an empty cell: one that has just been captured, or a new one.
    Place { piece: Piece, cell: Cell },
    /// A piece comes out of hand onto an empty cell besides the move of another.
    Gate {
        side: Side,
        kind: KindId,
        cell: Cell,
    },
    /// A piece other than the one that moves becomes another kind.
    Change {
        side: Side,
        cell: Cell,
        from: KindId,
        to: KindId,
    },
    /// A piece belongs to the other side from now on.
    Turn { piece: Piece, cell: Cell },
    /// A piece that has moved goes on to an empty cell.
    Transfer { piece: Piece, from: Cell, to: Cell },
    /// An enemy piece cannot move from now on. This changes nothing in the position: which pieces
    /// are frozen follows from where pieces stand.
    Freeze { piece: Piece, cell: Cell },
}

/// The occupant of a cell before and after an effect.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellChange {
    pub cell: Cell,
    pub before: Option<Piece>,
    pub after: Option<Piece>,
}

impl Effect {
    /// Returns a piece, its origin and its destination, if moving it is all that the effect does.
    /// Adjacent effects of this sort happen at once.
    #[inline]
    pub fn simple_move(&self) -> Option<(Piece, Cell, Cell)> {
        match *self {
            Effect::Move { piece, from, to }
            | Effect::Push { piece, from, to }
            | Effect::Teleport { piece, from, to }
            | Effect::Rotate { piece, from, to }
            | Effect::Carry { piece, from, to } => Some((piece, from, to)),
            _ => None,
        }
    }

    /// Returns the piece that moves, its origin and its destination. In a swap this is the first
    /// piece.
    #[inline]
    pub(super) fn moved_piece(&self) -> Option<(Piece, Cell, Cell)> {
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
            _ => self.simple_move(),
        }
    }

    /// Returns the cell where the moving piece arrives, unless others put it there or it joins
    /// another.
    #[inline]
    pub(super) fn arrival(&self) -> Option<Cell> {
        match *self {
            Effect::Move { to, .. } | Effect::Split { to, .. } | Effect::Swap { to, .. } => {
                Some(to)
            }
            Effect::Drop { cell, .. } => Some(cell),
            _ => None,
        }
    }

    /// Returns the change in the number of a side's pieces of a kind beside the board.
    #[inline]
    pub(super) fn reserve_change(&self) -> Option<(Side, KindId, i16)> {
        match *self {
            Effect::Retire { piece, kind, .. } => Some((piece.side, kind, 1)),
            Effect::Hand { side, kind } => Some((side, kind, 1)),
            Effect::Drop { side, kind, .. }
            | Effect::Gate { side, kind, .. }
            | Effect::Promote {
                side,
                to: kind,
                from_reserve: true,
                ..
            } => Some((side, kind, -1)),
            _ => None,
        }
    }

    /// Returns the cells whose occupant changes.
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
            Effect::Drop { side, kind, cell } | Effect::Gate { side, kind, cell } => {
                [change(cell, None, own(side, kind)), None]
            }
            Effect::Place { piece, cell } => [change(cell, None, Some(piece)), None],
            Effect::Turn { piece, cell } => {
                let side = piece.side.other();
                [
                    change(cell, Some(piece), Some(Piece { side, ..piece })),
                    None,
                ]
            }
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
            }
            | Effect::Change {
                side,
                cell,
                from,
                to,
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
            Effect::Transfer { piece, from, to } => [
                change(from, Some(piece), None),
                change(to, None, Some(piece)),
            ],
            Effect::Travel { .. } | Effect::Hand { .. } | Effect::Freeze { .. } => [None, None],
        };
        changes.into_iter().flatten()
    }

    /// Returns the name of this sort of effect in the output for other programs.
    pub fn name(&self) -> &'static str {
        match self {
            Effect::Move { .. } => "move",
            Effect::Teleport { .. } => "teleport",
            Effect::Rotate { .. } => "rotate",
            Effect::Travel { .. } => "travel",
            Effect::Carry { .. } => "carry",
            Effect::Push { .. } => "push",
            Effect::Capture { .. } => "capture",
            Effect::Hand { .. } | Effect::Retire { .. } => "hand",
            Effect::Drop { .. } | Effect::Gate { .. } => "drop",
            Effect::Swap { .. } => "swap",
            Effect::Promote { .. } | Effect::Change { .. } => "promote",
            Effect::Stack { .. } => "stack",
            Effect::Split { .. } => "split",
            Effect::Place { .. } => "place",
            Effect::Turn { .. } => "turn",
            Effect::Transfer { .. } => "transfer",
            Effect::Freeze { .. } => "freeze",
        }
    }

    /// Returns the origin and the destination of the piece or cell that moves. For a piece that is
    /// dropped or retires, both are its one cell.
    pub fn ends(&self) -> Option<[Cell; 2]> {
        match *self {
            Effect::Travel { from, to } => Some([from, to]),
            Effect::Drop { cell, .. } | Effect::Retire { cell, .. } => Some([cell, cell]),
            _ => self.moved_piece().map(|(_, from, to)| [from, to]),
        }
    }
}

/// A move in a list of [`Moves`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The moving piece, as it was before the move; `None` where a cell travels.
    pub kind: Option<KindId>,
    /// The side that makes the move.
    pub side: Side,
    /// The cell it leaves; `None` for a drop.
    pub from: Option<Cell>,
    /// The cell it goes to. For a piece that stays or leaves the board, its own cell.
    pub to: Cell,
    /// What carries out the move.
    pub manner: MoveManner,
    /// The index of the castling in the game's list, if the move castles.
    pub castling: Option<u16>,
    pub(super) effects: Range<u32>,
    /// How many of the last effects are what the rules of the variant do besides.
    pub(super) besides: u32,
    /// Whether the side chooses which of several pieces goes elsewhere besides.
    pub(super) chooses_piece: bool,
    pub(super) en_passant: Range<u32>,
}

impl Move {
    /// Returns the move of a piece that moves itself or is dropped. [`Moves::push`] adds its
    /// effects.
    #[inline]
    pub(super) fn plain(kind: KindId, side: Side, from: Option<Cell>, to: Cell) -> Move {
        Move::new(MoveManner::Plain, Some(kind), side, from, to)
    }

    /// Returns a move without effects.
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
            besides: 0,
            chooses_piece: false,
            en_passant: 0..0,
        }
    }
}

/// What carries out a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveManner {
    /// The piece itself: by its movement, by a power of its own, or by a drop.
    Plain,
    /// Other pieces, which put it elsewhere or off the board.
    Teleported,
    /// The piece stays and turns the pieces around it.
    Rotates {
        /// Whether each piece goes to the next cell of the ring clockwise.
        clockwise: bool,
    },
    /// A cell goes to another's place.
    Travels,
    /// Nothing: the side passes. A piece of the side stays on its cell.
    Passes,
}

/// A list of moves. They share the buffers for their effects.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    moves: Vec<Move>,
    effects: Vec<Effect>,
    en_passant: Vec<Cell>,
    /// Whether there are more moves than [`Moves::MOST`], so that none is listed.
    too_many: bool,
}

impl Moves {
    /// Maximum number of moves in a position, where a rule lets a side choose what a move does
    /// besides. Two Ducks on a chess board have 20,000 at the start and 200,000 at the most.
    pub const MOST: usize = 250_000;

    /// Whether the position has more moves than [`Moves::MOST`]. Then none is listed.
    pub fn too_many(&self) -> bool {
        self.too_many
    }

    /// Empties the list of a position that has too many moves.
    pub(super) fn give_up(&mut self) {
        self.clear();
        self.too_many = true;
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the moves, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Move> {
        self.moves.iter()
    }

    /// Returns the move at an index below [`Moves::len`].
    pub fn get(&self, index: usize) -> &Move {
        &self.moves[index]
    }

    /// Returns the effects of a move of this list, in order.
    pub fn effects(&self, mv: &Move) -> &[Effect] {
        slice_of(&self.effects, &mv.effects)
    }

    /// Returns the cells on which the piece may be captured en passant right after a move of this
    /// list.
    pub fn en_passant(&self, mv: &Move) -> &[Cell] {
        slice_of(&self.en_passant, &mv.en_passant)
    }

    /// Returns what a piece becomes by a move of this list, if any piece changes: the moving piece
    /// or one that it displaces.
    pub fn becomes(&self, mv: &Move) -> Option<KindId> {
        self.effects(mv).iter().find_map(|effect| match effect {
            Effect::Promote { to, .. } => Some(*to),
            _ => None,
        })
    }

    /// Returns the cell to which a move of this list pushes the piece on its destination.
    pub fn pushed_to(&self, mv: &Move) -> Option<Cell> {
        self.effects(mv).iter().find_map(|effect| match effect {
            Effect::Push { from, to, .. } if *from == mv.to => Some(*to),
            _ => None,
        })
    }

    /// Whether a move of this list is written as a capture: it captures something, or goes to the
    /// cell of another piece.
    pub(super) fn is_written_as_capture(&self, mv: &Move) -> bool {
        self.effects(mv).iter().any(|effect| match effect {
            Effect::Capture { .. } => true,
            Effect::Push { from, .. } => *from == mv.to,
            Effect::Swap { to, .. } => *to == mv.to,
            _ => false,
        })
    }

    /// Whether only a part of a piece leaves its cell by a move of this list.
    pub fn moves_only_part(&self, mv: &Move) -> bool {
        self.effects(mv).iter().any(|effect| {
            matches!(
                effect,
                Effect::Split { .. } | Effect::Stack { left: Some(_), .. }
            )
        })
    }

    /// Returns the cell to which a move of this list brings the piece on `cell`, if that is
    /// another cell.
    pub fn target_of(&self, mv: &Move, cell: Cell) -> Option<Cell> {
        let ends = self
            .effects(mv)
            .iter()
            .filter(|effect| !matches!(effect, Effect::Travel { .. }));
        let mut ends = ends.filter_map(Effect::ends);
        let to = ends.find_map(|[from, to]| (from == cell && to != cell).then_some(to))?;
        let goes_on = self.effects(mv).iter().find_map(|effect| match effect {
            Effect::Transfer { from, to: onto, .. } if *from == to => Some(*onto),
            _ => None,
        });
        Some(goes_on.unwrap_or(to))
    }

    /// Returns the cells of the pieces that go into hand by a move of this list.
    pub fn cells_into_hand(&self, mv: &Move) -> impl Iterator<Item = Cell> + '_ {
        let effects = self.effects(mv);
        effects.iter().enumerate().filter_map(|(index, effect)| {
            match (effect, effects.get(index + 1)) {
                (Effect::Retire { cell, .. }, _)
                | (Effect::Capture { cell, .. }, Some(Effect::Hand { .. })) => Some(*cell),
                _ => None,
            }
        })
    }

    /// Returns the number of captures that the text of a move shows: of what the move does besides
    /// only if it captures nothing else.
    pub(super) fn written_captures(&self, mv: &Move) -> usize {
        let captures = |effects: &[Effect]| {
            let is_capture = |effect: &&Effect| matches!(effect, Effect::Capture { .. });
            effects.iter().filter(is_capture).count()
        };
        let effects = self.effects(mv);
        let (own, besides) = effects.split_at(effects.len() - mv.besides as usize);
        match captures(own) {
            0 => captures(besides),
            some => some,
        }
    }

    /// Returns the pieces that a move of this list captures, and where they stood.
    pub fn captures(&self, mv: &Move) -> impl Iterator<Item = (Piece, Cell)> + '_ {
        self.effects(mv).iter().filter_map(|effect| match effect {
            Effect::Capture { piece, cell } => Some((*piece, *cell)),
            _ => None,
        })
    }

    /// Returns the cells by which a move differs from others with the same ends: those of the pieces that it
    /// captures or, if it captures none, those that pushed pieces leave and those that they come to.
    pub(super) fn told_apart_by(&self, mv: &Move) -> CellSet {
        let captured: CellSet = self.captures(mv).map(|(_, cell)| cell).collect();
        if !captured.is_empty() {
            return captured;
        }
        let pushed = self.effects(mv).iter().filter_map(|effect| match effect {
            Effect::Push { from, to, .. } => Some([*from, *to]),
            _ => None,
        });
        pushed.flatten().collect()
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.effects.clear();
        self.en_passant.clear();
        self.too_many = false;
    }

    /// Adds a move with its effects.
    #[inline]
    pub(super) fn push(
        &mut self,
        mut mv: Move,
        effects: impl IntoIterator<Item = Effect>,
        en_passant: &[Cell],
    ) {
        let start = (self.effects.len() as u32, self.en_passant.len() as u32);
        self.effects.extend(effects);
        self.en_passant.extend_from_slice(en_passant);
        mv.effects = start.0..self.effects.len() as u32;
        mv.en_passant = start.1..self.en_passant.len() as u32;
        self.moves.push(mv);
    }

    /// Adds a copy of the move at an index, with its own copy of the effects.
    pub(super) fn push_copy(&mut self, index: usize) {
        let mut copy = self.moves[index].clone();
        let effects = copy.effects.start as usize..copy.effects.end as usize;
        let start = self.effects.len() as u32;
        self.effects.extend_from_within(effects);
        copy.effects = start..self.effects.len() as u32;
        self.moves.push(copy);
    }

    /// Adds an effect to the last move.
    pub(super) fn add_effect(&mut self, effect: Effect) {
        if let Some(last) = self.moves.last_mut() {
            self.effects.push(effect);
            last.effects.end += 1;
        }
    }

    /// Adds what the last move does besides.
    pub(super) fn add_besides(&mut self, effects: &[Effect], chooses_piece: bool) {
        if let Some(last) = self.moves.last_mut() {
            self.effects.extend_from_slice(effects);
            last.effects.end += effects.len() as u32;
            last.besides += effects.len() as u32;
            last.chooses_piece = chooses_piece;
        }
    }

    /// Keeps the captured pieces of the last move that come back onto the board out of the hand.
    pub(super) fn keep_from_hand(&mut self, besides: &[Effect]) {
        let Some(last) = self.moves.last_mut() else {
            return;
        };
        let back = besides.iter().filter_map(|effect| match effect {
            Effect::Place { piece, .. } => Some(*piece),
            _ => None,
        });
        for back in back {
            let own = &self.effects[last.effects.start as usize..];
            let goes_into_hand = |pair: &[Effect]| match pair {
                [Effect::Capture { piece, .. }, Effect::Hand { .. }] => *piece == back,
                _ => false,
            };
            let Some(index) = own.windows(2).position(goes_into_hand) else {
                continue;
            };
            let hand = last.effects.start as usize + index + 1;
            if hand >= (last.effects.end - last.besides) as usize {
                last.besides -= 1;
            }
            last.effects.end -= 1;
            self.effects.remove(hand);
        }
    }

    pub(super) fn remove(&mut self, range: Range<usize>) {
        self.moves.drain(range);
    }

    /// Removes the moves from index `start` on for which `keep` is false. `keep` gets the move,
    /// its effects, and the cells where the piece may then be captured en passant. The effects of
    /// removed moves stay in the buffer.
    #[inline]
    pub(super) fn retain(
        &mut self,
        start: usize,
        mut keep: impl FnMut(&Move, &[Effect], &[Cell]) -> bool,
    ) {
        let (effects, en_passant) = (&self.effects, &self.en_passant);
        let mut number = 0;
        self.moves.retain(|mv| {
            number += 1;
            number <= start
                || keep(
                    mv,
                    slice_of(effects, &mv.effects),
                    slice_of(en_passant, &mv.en_passant),
                )
        });
    }
}

#[inline]
fn slice_of<'a, T>(all: &'a [T], range: &Range<u32>) -> &'a [T] {
    &all[range.start as usize..range.end as usize]
}
