//! The moves of others worked out once more, from the names of cells.

use std::collections::{BTreeMap, BTreeSet};

use padma_rules::model::{Cell, CellSet, KindId, Piece, Side};
use padma_rules::play::{Game, State};

use super::*;

/// Column and row, `a1` being (0, 0).
type At = (i32, i32);
type Pieces = BTreeMap<At, Piece>;

/// The same rules worked out once more, from the names of cells.
pub(super) struct Plain<'g, 'r> {
    pub(super) game: &'g Game<'r>,
    pub(super) state: &'g State,
    pub(super) side: Side,
    pub(super) pieces: Pieces,
}

pub(super) const RING: [&str; 8] = ["d2", "b4", "b12", "d14", "l14", "n12", "n4", "l2"];

impl Plain<'_, '_> {
    pub(super) fn there(&self, at: At) -> Option<Cell> {
        let name = format!(
            "{}{}",
            char::from(b'a' + u8::try_from(at.0).ok()?),
            at.1 + 1
        );
        let cell = self.game.variant().board.cell(&name)?;
        (!self.state.position().absent().contains(cell)).then_some(cell)
    }

    pub(super) fn is(&self, piece: Piece, letters: &[&str]) -> bool {
        piece
            .kind
            .is_some_and(|kind| letters.contains(&self.game.variant().kind(kind).letter.as_str()))
    }

    pub(super) fn beside<'a>(
        &self,
        pieces: &'a Pieces,
        (x, y): At,
    ) -> impl Iterator<Item = Piece> + 'a {
        [(1, 1), (1, -1), (-1, -1), (-1, 1)]
            .into_iter()
            .filter_map(move |(dx, dy)| pieces.get(&(x + dx, y + dy)).copied())
    }

    pub(super) fn sheltered(&self, pieces: &Pieces, at: At, piece: Piece) -> bool {
        let castle = |other: Piece| other.side == piece.side && self.is(other, &["C", "CO", "CD"]);
        !self.is(piece, &["K"]) || self.beside(pieces, at).any(castle)
    }

    pub(super) fn frozen(&self, at: At, piece: Piece) -> bool {
        at.0 % 2 == 1
            && self
                .beside(&self.pieces, at)
                .any(|other| other.side != piece.side && self.is(other, &["I"]))
    }

    pub(super) fn free(&self, at: At) -> bool {
        self.pieces.get(&at).is_none_or(|piece| {
            !self.frozen(at, *piece) && self.sheltered(&self.pieces, at, *piece)
        })
    }

    /// The positions after friends go, each to a place or off the board; nothing if one cannot.
    pub(super) fn moved(&self, going: &[(At, At)]) -> Option<(Pieces, Vec<KindId>)> {
        let (mut pieces, mut hand) = (self.pieces.clone(), Vec::new());
        let in_hand = |piece: Piece| {
            let kind = piece.kind.expect("a piece");
            if self.is(piece, &["Q"]) {
                pawn(self.game)
            } else {
                kind
            }
        };
        for (from, _) in going {
            if !self.free(*from) || pieces.remove(from).is_none() {
                return None;
            }
        }
        for (from, to) in going {
            let piece = self.pieces[from];
            match self.there(*to) {
                None if self.is(piece, &["K"]) => return None,
                None => hand.push(in_hand(piece)),
                Some(_) => {
                    let last = if piece.side == Side::White { 13 } else { 1 };
                    let queen = self.is(piece, &["P"]) && to.1 == last;
                    let now = if queen {
                        Piece {
                            kind: Some(kind(self.game, "Q")),
                            ..piece
                        }
                    } else {
                        piece
                    };
                    if let Some(taken) = pieces.insert(*to, now) {
                        hand.extend(Some(in_hand(taken)).filter(|_| !self.is(taken, &["K"])));
                    }
                    if !self.sheltered(&pieces, *to, piece) {
                        return None;
                    }
                }
            }
        }
        hand.sort();
        Some((pieces, hand))
    }

    pub(super) fn holders(&self, letter: &str) -> Vec<At> {
        let own = self
            .pieces
            .iter()
            .filter(|(_, piece)| piece.side == self.side && self.is(**piece, &[letter]));
        own.map(|(at, _)| *at).collect()
    }

    pub(super) fn friend(&self, at: At) -> bool {
        self.pieces
            .get(&at)
            .is_some_and(|piece| piece.side == self.side)
    }

    pub(super) fn teleports_and_rotations(&self) -> Vec<(Pieces, Vec<KindId>)> {
        let mut all = Vec::new();
        let corners = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        for (one, other) in self
            .holders("W")
            .into_iter()
            .zip(self.holders("W").into_iter().rev())
        {
            for (dx, dy) in corners.into_iter().filter(|_| one != other) {
                let (from, to) = ((one.0 + dx, one.1 + dy), (other.0 + dx, other.1 + dy));
                if self.friend(from) {
                    let both = [(from, to), (to, from)];
                    all.extend(self.moved(if self.friend(to) { &both } else { &both[..1] }));
                }
            }
        }
        for (x, y) in self.holders("Z") {
            for step in [1, 3] {
                let place = |index: usize| (x + corners[index % 4].0, y + corners[index % 4].1);
                let going: Vec<_> = (0..4)
                    .filter(|i| self.friend(place(*i)))
                    .map(|i| (place(i), place(i + step)))
                    .collect();
                if !going.is_empty() {
                    all.extend(self.moved(&going));
                }
            }
        }
        all
    }

    /// The positions after squares have travelled: whence, whither, and the pieces.
    pub(super) fn travels(&self) -> Vec<(&'static str, &'static str, Pieces)> {
        let mut all = Vec::new();
        let lies = |place: usize| self.there(at(RING[place % 8])).is_some();
        for place in (0..8).filter(|place| lies(*place)) {
            let from = at(RING[place]);
            let zone: Vec<At> = [(0, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]
                .map(|(x, y)| (from.0 + x, from.1 + y))
                .to_vec();
            let count = |side: Side| {
                let counts = |at: &&At| {
                    self.pieces.get(at).is_some_and(|piece| piece.side == side) && self.free(**at)
                };
                zone.iter().filter(counts).count()
            };
            if count(self.side) <= count(self.side.other()) {
                continue;
            }
            let ends = [1, 7].map(|way| {
                (1..8)
                    .map(|n| place + way * n)
                    .find(|on| !lies(*on))
                    .map(|on| on % 8)
            });
            for end in BTreeSet::from(ends).into_iter().flatten() {
                let to = at(RING[end]);
                let must = |piece: &At| *piece == from || self.alone(*piece, from);
                let may: Vec<At> = zone
                    .iter()
                    .copied()
                    .filter(|piece| !must(piece) && self.friend(*piece))
                    .collect();
                for choice in 0..1 << may.len() {
                    let chosen = may
                        .iter()
                        .enumerate()
                        .filter(|(bit, _)| choice >> bit & 1 == 1);
                    let going: Vec<At> = zone
                        .iter()
                        .copied()
                        .filter(|piece| must(piece) && self.pieces.contains_key(piece))
                        .chain(chosen.map(|(_, piece)| *piece))
                        .collect();
                    all.extend(
                        self.travelled(from, to, &going)
                            .map(|pieces| (RING[place], RING[end], pieces)),
                    );
                }
            }
        }
        all
    }

    /// Whether a point touches no square that ever is, but this one.
    pub(super) fn alone(&self, (x, y): At, square: At) -> bool {
        let board = &self.game.variant().board;
        let around = [(1, 1), (1, -1), (-1, -1), (-1, 1)].map(|(dx, dy)| (x + dx, y + dy));
        let is_square = |at: &At| {
            u8::try_from(at.0).is_ok_and(|x| {
                board
                    .cell(&format!("{}{}", char::from(b'a' + x), at.1 + 1))
                    .is_some()
            })
        };
        around
            .iter()
            .filter(|at| is_square(at))
            .all(|at| *at == square)
    }

    pub(super) fn travelled(&self, from: At, to: At, going: &[At]) -> Option<Pieces> {
        let mut pieces = self.pieces.clone();
        pieces.retain(|piece, _| !going.contains(piece));
        let mut come = Vec::new();
        for start in going {
            let end = (start.0 + to.0 - from.0, start.1 + to.1 - from.1);
            let piece = self.pieces[start];
            if pieces.contains_key(&end) || !self.sheltered(&self.pieces, *start, piece) {
                return None;
            }
            come.push((end, piece));
        }
        let last = |piece: Piece| if piece.side == Side::White { 13 } else { 1 };
        for (end, piece) in &come {
            let queen = self.is(*piece, &["P"]) && end.1 == last(*piece);
            pieces.insert(
                *end,
                if queen {
                    Piece {
                        kind: Some(kind(self.game, "Q")),
                        ..*piece
                    }
                } else {
                    *piece
                },
            );
        }
        come.iter()
            .all(|(end, piece)| self.sheltered(&pieces, *end, *piece))
            .then_some(pieces)
    }
}

pub(super) fn pawn(game: &Game<'_>) -> KindId {
    kind(game, "P")
}

pub(super) fn at(name: &str) -> At {
    let column = i32::from(name.as_bytes()[0] - b'a');
    (column, name[1..].parse::<i32>().expect("a rank") - 1)
}

/// A position in a form in which it can be compared: the pieces, those in hand, and the cells that are not there.
pub(super) fn shape(game: &Game<'_>, state: &State) -> String {
    let board = &game.variant().board;
    let letter = |piece: Piece| {
        let letter = &game.variant().kind(piece.kind.expect("a piece")).letter;
        if piece.side == Side::White {
            letter.clone()
        } else {
            letter.to_lowercase()
        }
    };
    let mut pieces: Vec<String> = state
        .position()
        .pieces()
        .map(|(cell, piece)| format!("{}:{}", letter(piece), board.name(cell)))
        .collect();
    pieces.sort();
    let hands: Vec<String> = game
        .variant()
        .kind_ids()
        .flat_map(|kind| Side::BOTH.map(|side| state.reserve(side, kind).to_string()))
        .collect();
    format!(
        "{} [{}] {:?}",
        pieces.join(" "),
        hands.join(","),
        board.names_of(&state.position().absent())
    )
}

/// The state after pieces and hands have become these, for the other side to move.
pub(super) fn after(
    state: &State,
    plain: &Plain<'_, '_>,
    pieces: &Pieces,
    hand: &[KindId],
    travel: Option<(&str, &str)>,
) -> State {
    let (game, board) = (plain.game, &plain.game.variant().board);
    let mut next = State::empty(game);
    let mut absent = state.position().absent() - board.of_kind(padma_rules::model::CellKind::Point);
    if let Some((from, to)) = travel {
        let cell = |name: &str| CellSet::from_iter(board.cell(name));
        absent = (absent - cell(to)) | cell(from);
    }
    next.set_absent(board.with_corners(absent));
    for ((x, y), piece) in pieces {
        let name = format!("{}{}", char::from(b'a' + *x as u8), y + 1);
        next.place(board.cell(&name).expect("a cell"), Some(*piece), true);
    }
    for kind in game.variant().kind_ids() {
        for side in Side::BOTH {
            let more = if side == plain.side {
                hand.iter().filter(|own| **own == kind).count()
            } else {
                0
            };
            next.set_reserve(side, kind, state.reserve(side, kind) + more as u16);
        }
    }
    next.set_to_move(plain.side.other());
    next
}
