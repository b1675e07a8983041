//! Moves, and their effects on a position in order.
//!
//! An effect is data: what stands on each of its cells before and after it, and what goes into a
//! hand or comes out of one. Applying, reverting and describing it are loops over that.

use std::ops::Range;

use crate::model::{Cell, CellSet, KindId, Piece, Side};

padma_text::named! {
    /// The kind of an effect, with its name in the output for other programs. Some share a name.
    pub enum EffectVerb by name {
        /// A piece goes to a cell that is empty by then.
        Move "move",
        /// A piece goes to an empty cell regardless of its movement. Two pieces that go to each
        /// other's cells move at once.
        Teleport "teleport",
        /// A piece goes one step round another. All pieces that do so move at once.
        Rotate "rotate",
        /// A cell travels to the place of an absent one, at once with the pieces of the `Carry`
        /// effects that follow.
        Travel "travel",
        /// A cell that travels carries a piece with it.
        Carry "carry",
        /// A piece leaves the board and goes into the hand of its own side.
        Retire "hand",
        /// A piece is pushed to a cell that is empty by then.
        Push "push",
        /// A piece is captured and leaves the board.
        Capture "capture",
        /// A piece that has just been captured goes into the hand of a side.
        Hand "hand",
        /// A piece comes out of hand onto an empty cell.
        Drop "drop",
        /// Two pieces change places.
        Swap "swap",
        /// A piece of one kind becomes another, possibly taken from the reserve.
        Promote "promote",
        /// A piece, or a part of one, joins another of its side.
        Stack "stack",
        /// A part of a piece goes to a cell that is empty by then.
        Split "split",
        /// A piece comes onto an empty cell: one that has just been captured, or a new one.
        Place "place",
        /// A piece comes out of hand onto an empty cell as part of the move of another.
        Gate "drop",
        /// A piece other than the one that moves becomes another kind.
        Change "promote",
        /// A piece belongs to the other side from now on.
        Turn "turn",
        /// A piece that has moved goes on to an empty cell.
        Transfer "transfer",
        /// An enemy piece cannot move from now on. This changes nothing in the position: which pieces
        /// are frozen follows from where pieces stand.
        Freeze "freeze",
    }
}

/// One thing a move does, with all that is needed to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effect {
    /// What it is called.
    pub verb: EffectVerb,
    /// The piece that it concerns. If only a part of a piece goes, this is the part; if a cell
    /// travels, the piece has no kind.
    pub piece: Piece,
    /// Its cells: if there are two, first the origin and then the destination.
    pub cells: [Option<CellChange>; 2],
    /// The kind of piece of which the side of `piece` has more or fewer beside the board.
    pub hand: Option<(KindId, i16)>,
}

/// The occupant of a cell before and after an effect. If there is none before or after, the effect
/// names the cell and does not change its occupant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the struct says what its fields are")]
pub struct CellChange {
    pub cell: Cell,
    pub before: Option<Piece>,
    pub after: Option<Piece>,
}

impl CellChange {
    #[inline]
    pub(super) fn new(cell: Cell, before: Option<Piece>, after: Option<Piece>) -> CellChange {
        CellChange {
            cell,
            before,
            after,
        }
    }
}

/// Splits the effects of a move into steps, which follow one another. In a step all pieces are
/// lifted before any is put down.
#[inline]
pub fn steps(effects: &[Effect]) -> impl DoubleEndedIterator<Item = &[Effect]> {
    effects.chunk_by(|one, next| one.is_at_once() && next.is_at_once())
}

/// Returns the cell of the capture, if there is one, and the effect by which a piece goes or is dropped,
/// if these are all effects of a move and the piece goes where it captures.
#[inline]
pub(super) fn plain_parts(effects: &[Effect]) -> Option<(Option<Cell>, &Effect)> {
    let (capture, last) = match effects {
        [last] => (None, last),
        [capture, last] => (Some(capture.captured()?.1), last),
        [capture, hand, last] if hand.verb == EffectVerb::Hand => {
            (Some(capture.captured()?.1), last)
        }
        _ => return None,
    };
    let is_plain = matches!(last.verb, EffectVerb::Move | EffectVerb::Drop);
    let stays_in_place = capture.is_none_or(|cell| Some(cell) == last.to());
    (is_plain && stays_in_place).then_some((capture, last))
}

/// Returns the effects with this verb.
#[inline]
pub(super) fn of_verb(effects: &[Effect], verb: EffectVerb) -> impl Iterator<Item = &Effect> {
    effects.iter().filter(move |effect| effect.verb == verb)
}

impl Effect {
    #[inline]
    pub(super) fn new(verb: EffectVerb, piece: Piece, cells: [Option<CellChange>; 2]) -> Effect {
        Effect {
            verb,
            piece,
            cells,
            hand: None,
        }
    }

    /// Returns an effect on two cells, the origin and the destination.
    #[inline]
    pub(super) fn between(
        verb: EffectVerb,
        piece: Piece,
        from: CellChange,
        to: CellChange,
    ) -> Effect {
        Effect::new(verb, piece, [Some(from), Some(to)])
    }

    /// Returns the effect of a piece that goes to a cell that is empty by then.
    #[inline]
    pub(super) fn go(verb: EffectVerb, piece: Piece, from: Cell, to: Cell) -> Effect {
        let leaves = CellChange::new(from, Some(piece), None);
        let arrives = CellChange::new(to, None, Some(piece));
        Effect::between(verb, piece, leaves, arrives)
    }

    /// Returns the effect of a piece and another that change places.
    pub(super) fn swap(piece: Piece, from: Cell, to: Cell, other: Piece) -> Effect {
        let leaves = CellChange::new(from, Some(piece), Some(other));
        let arrives = CellChange::new(to, Some(other), Some(piece));
        Effect::between(EffectVerb::Swap, piece, leaves, arrives)
    }

    /// Returns the effect of a cell that travels.
    pub(super) fn travel(side: Side, from: Cell, to: Cell) -> Effect {
        let nobody = Piece { side, kind: None };
        let [from, to] = [from, to].map(|cell| CellChange::new(cell, None, None));
        Effect::between(EffectVerb::Travel, nobody, from, to)
    }

    /// Returns an effect on one cell.
    #[inline]
    pub(super) fn on(verb: EffectVerb, piece: Piece, change: CellChange) -> Effect {
        Effect::new(verb, piece, [Some(change), None])
    }

    /// Returns the effect of a piece that leaves its cell.
    #[inline]
    pub(super) fn lift(verb: EffectVerb, piece: Piece, cell: Cell) -> Effect {
        Effect::on(verb, piece, CellChange::new(cell, Some(piece), None))
    }

    /// Returns the effect of a piece that comes onto an empty cell.
    pub(super) fn put(verb: EffectVerb, piece: Piece, cell: Cell) -> Effect {
        Effect::on(verb, piece, CellChange::new(cell, None, Some(piece)))
    }

    /// Returns the effect of a piece that is frozen on its cell.
    pub(super) fn freeze(piece: Piece, cell: Cell) -> Effect {
        Effect::on(EffectVerb::Freeze, piece, CellChange::new(cell, None, None))
    }

    /// Returns the effect of a captured piece that goes into hand.
    pub(super) fn into_hand(side: Side, kind: KindId) -> Effect {
        Effect::new(EffectVerb::Hand, Piece::of(side, kind), [None, None]).with_hand(kind, 1)
    }

    /// Returns the same effect, by which the side also has more or fewer pieces beside the board.
    pub(super) fn with_hand(self, kind: KindId, more: i16) -> Effect {
        Effect {
            hand: Some((kind, more)),
            ..self
        }
    }

    /// Whether adjacent effects of this sort happen at once.
    #[inline]
    pub(super) fn is_at_once(&self) -> bool {
        matches!(
            self.verb,
            EffectVerb::Move
                | EffectVerb::Push
                | EffectVerb::Teleport
                | EffectVerb::Rotate
                | EffectVerb::Carry
                | EffectVerb::Travel
        )
    }

    /// Returns the first cell: the origin, if there are two.
    #[inline]
    pub fn from(&self) -> Option<Cell> {
        self.cells[0].map(|change| change.cell)
    }

    /// Returns the last cell: the destination, if there are two.
    #[inline]
    pub fn to(&self) -> Option<Cell> {
        self.cells[1].or(self.cells[0]).map(|change| change.cell)
    }

    /// Returns the kind of the piece on the last cell after the effect.
    pub fn becomes(&self) -> Option<KindId> {
        self.cells[1].or(self.cells[0])?.after?.kind
    }

    /// Returns the piece on the origin afterwards: the rest of one that has split, or the other of
    /// a swap.
    pub fn leaves(&self) -> Option<Piece> {
        self.cells[1]?;
        self.cells[0]?.after
    }

    /// Returns the piece that is captured, and where it stood.
    #[inline]
    pub fn captured(&self) -> Option<(Piece, Cell)> {
        let cell = self.from().filter(|_| self.verb == EffectVerb::Capture)?;
        Some((self.piece, cell))
    }

    /// Returns the origin and the destination of the piece that moves; in a swap, of the first piece.
    /// `None` for a cell that travels, and for a piece that goes on after its move.
    #[inline]
    pub(super) fn moved(&self) -> Option<[Cell; 2]> {
        let goes = !matches!(self.verb, EffectVerb::Travel | EffectVerb::Transfer);
        let [from, to] = self.cells;
        Some([from?.cell, to?.cell]).filter(|_| goes)
    }

    /// Returns the cells to which a move brings pieces; in a swap, both.
    pub(super) fn destinations(&self) -> impl Iterator<Item = Cell> {
        let moved = self.moved();
        let back = moved.filter(|_| self.verb == EffectVerb::Swap);
        let to = moved.map(|[_, to]| to).into_iter();
        to.chain(back.map(|[from, _]| from))
    }

    /// Returns the origins and the destinations of all whole pieces that go to another cell.
    pub fn journeys(&self) -> impl Iterator<Item = [Cell; 2]> {
        let ends = |[from, to]: [Option<CellChange>; 2]| Some([from?.cell, to?.cell]);
        let there = match self.verb {
            EffectVerb::Stack | EffectVerb::Split | EffectVerb::Travel => None,
            _ => ends(self.cells),
        };
        let back = there.filter(|_| self.verb == EffectVerb::Swap);
        there.into_iter().chain(back.map(|[from, to]| [to, from]))
    }

    /// Returns the cell where the moving piece arrives, unless others put it there or it joins
    /// another.
    #[inline]
    pub(super) fn arrival(&self) -> Option<Cell> {
        let arrives = matches!(
            self.verb,
            EffectVerb::Move | EffectVerb::Split | EffectVerb::Swap | EffectVerb::Drop
        );
        self.to().filter(|_| arrives)
    }

    /// Returns the cells whose occupant changes.
    #[inline]
    pub fn changes(&self) -> impl Iterator<Item = CellChange> {
        let changes = self.cells.into_iter().flatten();
        changes.filter(|change| change.before.is_some() || change.after.is_some())
    }

    /// Returns the name of its verb.
    pub fn name(&self) -> &'static str {
        self.verb.name()
    }

    /// Returns the origin and the destination of the piece or cell that moves. For a piece that is
    /// dropped or retires, both are its one cell.
    pub fn ends(&self) -> Option<[Cell; 2]> {
        match self.verb {
            EffectVerb::Drop | EffectVerb::Retire => self.from().map(|cell| [cell; 2]),
            EffectVerb::Travel => Some([self.from()?, self.to()?]),
            _ => self.moved(),
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
    /// Whether the move castles, by a rule or by a castling step.
    pub(super) castles: bool,
    /// The index of the castling in the game's list, if a rule names it.
    pub castling: Option<u16>,
    pub(super) effects: Range<u32>,
    /// How many of the last effects are additional ones that the rules of the variant ask for.
    pub(super) additional: u32,
    /// Whether the side chooses which of several other pieces also moves.
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
            castles: false,
            castling: None,
            effects: 0..0,
            additional: 0,
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
    /// Maximum number of moves in a position, where a rule lets a side choose additional
    /// effects. Two Ducks on a chess board have 20,000 at the start and 200,000 at the most.
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
        of_verb(self.effects(mv), EffectVerb::Promote)
            .next()?
            .becomes()
    }

    /// Returns the cell to which a move of this list pushes the piece on its destination.
    pub fn pushed_to(&self, mv: &Move) -> Option<Cell> {
        let mut pushes = of_verb(self.effects(mv), EffectVerb::Push);
        pushes
            .find(|push| push.from() == Some(mv.to))
            .and_then(Effect::to)
    }

    /// Whether a move of this list is written as a capture: it captures something, or goes to the
    /// cell of another piece.
    pub(super) fn is_written_as_capture(&self, mv: &Move) -> bool {
        self.effects(mv).iter().any(|effect| match effect.verb {
            EffectVerb::Capture => true,
            EffectVerb::Push => effect.from() == Some(mv.to),
            EffectVerb::Swap => effect.to() == Some(mv.to),
            _ => false,
        })
    }

    /// Whether only a part of a piece leaves its cell by a move of this list.
    pub fn moves_only_part(&self, mv: &Move) -> bool {
        let mut effects = self.effects(mv).iter();
        effects.any(|effect| effect.verb != EffectVerb::Swap && effect.leaves().is_some())
    }

    /// Returns the cell to which a move of this list brings the piece on `cell`, if that is
    /// another cell.
    pub fn target_of(&self, mv: &Move, cell: Cell) -> Option<Cell> {
        let ends = self
            .effects(mv)
            .iter()
            .filter(|effect| effect.verb != EffectVerb::Travel);
        let mut ends = ends.filter_map(Effect::ends);
        let to = ends.find_map(|[from, to]| (from == cell && to != cell).then_some(to))?;
        Some(self.goes_on(mv, to).unwrap_or(to))
    }

    /// Returns the cell to which the piece that a move of this list brings to `cell` goes on.
    pub fn goes_on(&self, mv: &Move, cell: Cell) -> Option<Cell> {
        let mut transfers = of_verb(self.effects(mv), EffectVerb::Transfer);
        transfers
            .find(|transfer| transfer.from() == Some(cell))
            .and_then(Effect::to)
    }

    /// Returns the cells of the pieces that go into hand by a move of this list.
    pub fn cells_into_hand(&self, mv: &Move) -> impl Iterator<Item = Cell> + '_ {
        let effects = self.effects(mv);
        let retired = of_verb(effects, EffectVerb::Retire);
        let kept = captures_and_hands(effects).filter(|(.., is_kept)| *is_kept);
        retired
            .filter_map(Effect::from)
            .chain(kept.map(|(_, cell, _)| cell))
    }

    /// Returns the number of captures that the text of a move shows: of its additional effects
    /// only if it captures nothing else.
    pub(super) fn written_captures(&self, mv: &Move) -> usize {
        let captures = |effects: &[Effect]| effects.iter().filter_map(Effect::captured).count();
        let effects = self.effects(mv);
        let (own, additional) = effects.split_at(effects.len() - mv.additional as usize);
        match captures(own) {
            0 => captures(additional),
            some => some,
        }
    }

    /// Returns the pieces that a move of this list captures, and where they stood.
    pub fn captures(&self, mv: &Move) -> impl Iterator<Item = (Piece, Cell)> + '_ {
        self.effects(mv).iter().filter_map(Effect::captured)
    }

    /// Returns the cells by which a move differs from others with the same ends: those of the pieces that it
    /// captures or, if it captures none, those that pushed pieces leave and those that they come to.
    pub(super) fn told_apart_by(&self, mv: &Move) -> CellSet {
        let captured: CellSet = self.captures(mv).map(|(_, cell)| cell).collect();
        if !captured.is_empty() {
            return captured;
        }
        let pushed = of_verb(self.effects(mv), EffectVerb::Push);
        pushed.filter_map(Effect::ends).flatten().collect()
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

    /// Adds a copy of a move of another list.
    pub(super) fn push_from(&mut self, others: &Moves, mv: &Move) {
        let effects = others.effects(mv).iter().copied();
        self.push(mv.clone(), effects, others.en_passant(mv));
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

    /// Adds additional effects of the last move.
    pub(super) fn add_additional(&mut self, effects: &[Effect]) {
        if let Some(last) = self.moves.last_mut() {
            self.effects.extend_from_slice(effects);
            last.effects.end += effects.len() as u32;
            last.additional += effects.len() as u32;
        }
    }

    /// Records whether the moves from index `start` on differ in the piece that an additional effect
    /// takes elsewhere.
    pub(super) fn mark_choices_of_piece(&mut self, start: usize) {
        let effects = &self.effects;
        let origin = |mv: &Move| {
            let own = slice_of(effects, &mv.effects);
            let additional = &own[own.len() - mv.additional as usize..];
            of_verb(additional, EffectVerb::Teleport).next()?.from()
        };
        let mut origins = self.moves[start..].iter().filter_map(origin);
        let first = origins.next();
        if origins.any(|origin| Some(origin) != first) {
            let moves = self.moves[start..].iter_mut();
            moves.for_each(|mv| mv.chooses_piece = true);
        }
    }

    /// Keeps the captured pieces of the last move that come back onto the board out of the hand.
    pub(super) fn keep_from_hand(&mut self, additional: &[Effect]) {
        let Some(last) = self.moves.last_mut() else {
            return;
        };
        for back in of_verb(additional, EffectVerb::Place) {
            let own = &self.effects[last.effects.start as usize..];
            let goes_into_hand = |pair: &[Effect]| {
                let taken = pair[0].captured();
                pair[1].verb == EffectVerb::Hand
                    && taken.is_some_and(|(piece, _)| piece == back.piece)
            };
            let Some(index) = own.windows(2).position(goes_into_hand) else {
                continue;
            };
            let hand = last.effects.start as usize + index + 1;
            if hand >= (last.effects.end - last.additional) as usize {
                last.additional -= 1;
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

/// Returns the pieces that a move with these effects captures, where they stood, and whether each
/// goes into hand.
pub fn captures_and_hands(effects: &[Effect]) -> impl Iterator<Item = (Piece, Cell, bool)> {
    effects.iter().enumerate().filter_map(|(index, effect)| {
        let (piece, cell) = effect.captured()?;
        let next = effects.get(index + 1);
        Some((
            piece,
            cell,
            next.is_some_and(|next| next.verb == EffectVerb::Hand),
        ))
    })
}
