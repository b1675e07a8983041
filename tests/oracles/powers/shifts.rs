//! Moves that push others or change places with them.

use super::*;

impl<'a> Scene<'a> {
    /// The pushes of a piece: the one that is pushed goes on step by step as long as it can.
    pub(super) fn shoves(self, from: Cell, piece: Piece) -> Vec<Done> {
        let mut all = Vec::new();
        for (dir, _) in self.board().directions() {
            let Some((to, victim)) = self.meets(from, dir) else {
                continue;
            };
            let pushes = self
                .towards(piece, victim)
                .into_iter()
                .filter_map(|power| match power {
                    Power::Push {
                        along,
                        range,
                        train,
                    } if along.of(piece.side).contains(&dir)
                        && self.is_within(from, to, dir, range) =>
                    {
                        Some(train)
                    }
                    _ => None,
                });
            for train in pushes.filter(|_| victim.side != piece.side) {
                let mut after = self.position.clone();
                after.put(from, None);
                let mut at = to;
                let mut touched = BTreeSet::new();
                while self.shove(&mut after, (at, to), dir, train, &mut touched) {
                    at = self.next(at, dir).unwrap_or(at);
                }
                if at != to {
                    after.put(to, Some(piece));
                    let done = self.done(
                        Some(from),
                        to,
                        piece,
                        &after,
                        &BTreeSet::new(),
                        Travel::Pushes,
                    );
                    all.extend(done.map(|done| Done {
                        touched: &done.touched | &touched,
                        ..done
                    }));
                }
            }
        }
        all
    }

    /// Moves the piece on a cell one step on, and those before it; false if it cannot go. Round a ring it stops before the cell
    /// to which the pushing piece comes.
    pub(super) fn shove(
        self,
        position: &mut Position,
        (at, end): (Cell, Cell),
        dir: Dir,
        train: bool,
        touched: &mut BTreeSet<Cell>,
    ) -> bool {
        let Some(next) = self.next(at, dir).filter(|next| *next != end) else {
            return false;
        };
        let is_held = position.piece(next).is_some();
        if is_held && !(train && self.shove(position, (next, end), dir, train, touched)) {
            return false;
        }
        let piece = position.piece(at);
        position.put(at, None);
        position.put(next, piece);
        touched.extend([at, next]);
        true
    }

    pub(super) fn swaps(self, from: Cell, piece: Piece) -> Vec<Done> {
        let mut all = Vec::new();
        for (dir, _) in self.board().directions() {
            let Some((to, other)) = self.meets(from, dir) else {
                continue;
            };
            // With friends only one that has the power itself changes places.
            let able = if other.side == piece.side {
                piece
                    .kind
                    .map(|kind| powers_of(self.variant(), kind).cloned().collect())
                    .unwrap_or_default()
            } else {
                self.towards(piece, other)
            };
            let fits = |power: &Power| match power {
                Power::Swap { along, range } => {
                    along.of(piece.side).contains(&dir) && self.is_within(from, to, dir, *range)
                }
                _ => false,
            };
            if able.iter().any(fits) {
                let mut after = self.position.clone();
                after.put(from, Some(other));
                after.put(to, Some(piece));
                all.extend(self.done(
                    Some(from),
                    to,
                    piece,
                    &after,
                    &BTreeSet::new(),
                    Travel::Swaps,
                ));
            }
        }
        all
    }

    /// Whether a cell on a line is within a range.
    fn is_within(self, from: Cell, to: Cell, dir: Dir, range: Option<u16>) -> bool {
        let between = self.between(from, to, dir).unwrap_or_default().len();
        range.is_none_or(|most| between < usize::from(most))
    }

    /// The first piece in a direction.
    pub(super) fn meets(self, from: Cell, dir: Dir) -> Option<(Cell, Piece)> {
        let mut cell = self.next(from, dir)?;
        while self.position.piece(cell).is_none() && cell != from {
            cell = self.next(cell, dir)?;
        }
        self.position
            .piece(cell)
            .filter(|_| cell != from)
            .map(|piece| (cell, piece))
    }
}
