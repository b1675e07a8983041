//! Whether an enemy falls by a move: by the way that the piece goes, or by the place to which it comes.

use super::*;

impl<'a> Scene<'a> {
    /// In which ways a piece falls by how another comes to its cell.
    pub(super) fn falls_by_way(
        self,
        from: Cell,
        to: Cell,
        cell: Cell,
        piece: Piece,
        victim: Piece,
    ) -> Vec<CaptureWay> {
        let mut ways = Vec::new();
        for power in self.towards(piece, victim) {
            match power {
                Power::Withdrawal { along } => {
                    let flees = along.of(piece.side).iter().any(|dir| {
                        self.board().next(cell, *dir) == Some(from)
                            && self.comes_through(from, to, *dir, piece)
                    });
                    ways.extend(flees.then_some(CaptureWay::Withdrawal));
                }
                Power::LongLeap { along, .. } => {
                    let leapt = along.of(piece.side).iter().any(|dir| {
                        self.between(from, to, *dir)
                            .is_some_and(|cells| cells.contains(&cell))
                            && self.leaps(from, to, *dir, piece)
                    });
                    ways.extend(leapt.then_some(CaptureWay::LongLeap));
                }
                _ => {}
            }
        }
        ways
    }

    /// In which ways a piece falls by another's standing where it has come to.
    pub(super) fn falls_by_place(
        self,
        after: &Position,
        to: Cell,
        cell: Cell,
        piece: Piece,
        victim: Piece,
    ) -> Vec<CaptureWay> {
        let mut ways = Vec::new();
        for power in self.towards(piece, victim) {
            match power {
                Power::Coordination { with, balanced } => {
                    let partner = Piece {
                        side: piece.side,
                        kind: Some(with),
                    };
                    let others = after
                        .pieces()
                        .filter(|(other, piece)| *other != to && *piece == partner);
                    let falls = others.into_iter().any(|(other, _)| {
                        let crosses = (self.file(cell), self.rank(cell));
                        let here = crosses == (self.file(to), self.rank(other))
                            || crosses == (self.file(other), self.rank(to));
                        let count = |end| self.count_between(after, cell, end);
                        here && (!balanced || count(to) == count(other))
                    });
                    ways.extend(falls.then_some(CaptureWay::Coordination));
                }
                Power::Enclosure { near, .. } => {
                    let enclosed = self.is_enclosed(after, near.of(piece.side), to, cell);
                    ways.extend(enclosed.then_some(CaptureWay::Enclosure));
                }
                _ => {}
            }
        }
        ways
    }

    pub(super) fn file(self, cell: Cell) -> &'a str {
        self.board()
            .name(cell)
            .trim_end_matches(|c: char| !c.is_ascii_lowercase())
    }

    pub(super) fn rank(self, cell: Cell) -> &'a str {
        &self.board().name(cell)[self.file(cell).len()..]
    }

    /// Counts the pieces between two cells of one file or rank.
    pub(super) fn count_between(self, position: &Position, one: Cell, other: Cell) -> usize {
        // On a board without columns and rows, the drawing decides which cells are between two others.
        let drawn = |cell| {
            (
                self.board().info(cell).centre.x,
                self.board().info(cell).centre.y,
            )
        };
        let place = |cell| {
            let on_sheet = self.board().on_first_sheet(|lattice| lattice.place(cell));
            on_sheet.map_or_else(|| drawn(cell), |(x, y)| (f64::from(x), f64::from(y)))
        };
        let same_file = self.file(one) == self.file(other);
        let along = |cell| {
            if same_file {
                place(cell).1
            } else {
                place(cell).0
            }
        };
        let (low, high) = (along(one).min(along(other)), along(one).max(along(other)));
        let is_between = |cell: &Cell| {
            let on_line = if same_file {
                self.file(*cell) == self.file(one)
            } else {
                self.rank(*cell) == self.rank(one)
            };
            on_line && low < along(*cell) && along(*cell) < high
        };
        let nobodys = self.standing.nobodys.iter().copied();
        let pieces = position.pieces().map(|(cell, _)| cell).chain(nobodys);
        pieces.filter(is_between).count()
    }

    /// Whether the friends of the piece on a cell touch another cell and nowhere an empty one.
    pub(super) fn is_enclosed(
        self,
        position: &Position,
        near: &[Dir],
        filled: Cell,
        cell: Cell,
    ) -> bool {
        let Some(side) = position.piece(cell).map(|piece| piece.side) else {
            return false;
        };
        let around = |cell: Cell| near.iter().filter_map(move |dir| self.next(cell, *dir));
        let mut group = BTreeSet::from([cell]);
        loop {
            let friends: BTreeSet<Cell> = group
                .iter()
                .flat_map(|cell| around(*cell))
                .filter(|cell| {
                    position
                        .piece(*cell)
                        .is_some_and(|piece| piece.side == side)
                })
                .collect();
            let before = group.len();
            group.extend(friends);
            if group.len() == before {
                break;
            }
        }
        let free = group
            .iter()
            .flat_map(|cell| around(*cell))
            .any(|cell| position.piece(cell).is_none());
        !free && around(filled).any(|cell| group.contains(&cell))
    }
}
