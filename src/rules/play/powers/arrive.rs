//! Generates the moves of a piece with powers: where it goes, what it captures by that, and what
//! it freezes.

use super::kit::PowerKit;
use super::view::PositionView;
use crate::model::{CaptureWay, Cell, CellSet, Piece, Position, Side};
use crate::moves::{Landing, Walker};
use crate::play::effect::{Effect, Move, Moves};
use crate::play::game::Game;
use crate::play::state::State;

/// Buffers for generating moves.
#[derive(Clone, Debug, Default)]
pub(in crate::play) struct ArrivalScratch {
    bases: Vec<ArrivalBase>,
    notes: Vec<Note>,
    taken: Vec<(Cell, CaptureWay)>,
    effects: Vec<Effect>,
    changes: Vec<(Cell, Option<Piece>)>,
    others: Vec<Cell>,
}

/// A way to come to a cell, before any captures by powers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ArrivalBase {
    to: Cell,
    /// The effects on other pieces that the way displaces, by a push or by the piece's movement.
    others: Vec<Effect>,
    /// The effect on the piece itself; `None` if its movement leads it back to its cell.
    own: Option<Effect>,
    /// What the piece captures by its own movement.
    taken: Vec<Cell>,
    en_passant: Vec<Cell>,
}

/// A capture by going straight to a cell.
#[derive(Clone, Copy, Debug)]
struct Note {
    to: Cell,
    victim: Cell,
    way: CaptureWay,
}

impl ArrivalBase {
    fn of(landing: &Landing<'_>, from: Cell, piece: Piece, position: &Position) -> ArrivalBase {
        let (others, own) = moves_on(landing, from, piece, position);
        let (taken, en_passant) = (landing.taken.to_vec(), landing.en_passant.to_vec());
        ArrivalBase {
            to: landing.to,
            others,
            own,
            taken,
            en_passant,
        }
    }

    fn new(to: Cell, others: Vec<Effect>, own: Option<Effect>) -> ArrivalBase {
        ArrivalBase {
            to,
            others,
            own,
            taken: Vec::new(),
            en_passant: Vec::new(),
        }
    }

    /// Whether the piece just goes there, or stays.
    fn is_plain(&self) -> bool {
        self.others.is_empty() && matches!(self.own, None | Some(Effect::Move { .. }))
    }

    /// Whether the piece that stood on its last cell has been displaced rather than captured.
    fn moves_another(&self) -> bool {
        !self.others.is_empty() || matches!(self.own, Some(Effect::Swap { .. }))
    }

    /// Returns the effects by which the piece and others come to their cells.
    fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.others.iter().chain(&self.own)
    }

    /// Fills `changes` with what stands where after all have arrived. Occupied cells stand before
    /// vacated ones, because the first entry for a cell counts.
    fn write_changes(&self, piece: Piece, changes: &mut Vec<(Cell, Option<Piece>)>) {
        changes.clear();
        changes.push((self.to, Some(piece)));
        for effect in self.effects() {
            changes.extend(effect.changes().map(|change| (change.cell, change.after)));
        }
        changes.sort_by_key(|(_, after)| after.is_none());
    }
}

/// Returns the effect of a plain move; `None` if the piece stays.
fn plain_effect(piece: Piece, from: Cell, to: Cell) -> Option<Effect> {
    (to != from).then_some(Effect::Move { piece, from, to })
}

/// Returns the simultaneous effects of a landing besides its captures: those on the pieces it puts
/// elsewhere, and the one on the piece itself.
pub(in crate::play) fn moves_on(
    landing: &Landing<'_>,
    from: Cell,
    piece: Piece,
    position: &Position,
) -> (Vec<Effect>, Option<Effect>) {
    let (to, mut others) = (landing.to, Vec::new());
    for (start, end) in landing.carried {
        let Some(other) = position.piece(*start) else {
            continue;
        };
        others.push(Effect::Move {
            piece: other,
            from: *start,
            to: *end,
        });
    }
    match others[..] {
        [
            Effect::Move {
                piece: other,
                from: start,
                to: end,
            },
        ] if (start, end) == (to, from) => (
            Vec::new(),
            Some(Effect::Swap {
                piece,
                from,
                to,
                other,
            }),
        ),
        _ => (others, plain_effect(piece, from, to)),
    }
}

/// Adds the moves of a piece with powers. Promotions and freezes are added later.
pub(in crate::play) fn arrive(
    game: &Game<'_>,
    state: &State,
    (walker, room): (&mut Walker, &mut ArrivalScratch),
    (from, piece): (Cell, Piece),
    out: &mut Moves,
) {
    let Some(kind) = piece.kind else { return };
    let Some(kit) = game.powers.kit(kind, piece.side) else {
        return;
    };
    room.bases.clear();
    room.notes.clear();
    let standing = state.view(game);
    room.walk(game, state, walker, (from, piece), kit);
    room.look_along(kit, standing.with(&[(from, None)]), from, piece);
    room.look_anywhere(game, kit, standing, from, piece);
    let partners = partners(kit, state, from, piece.side);
    let ArrivalScratch {
        bases,
        notes,
        taken,
        effects,
        changes,
        others,
    } = room;
    let first = out.len();
    for base in bases {
        base.write_changes(piece, changes);
        if !may_stand(game, changes) {
            continue;
        }
        gather(base, notes, changes, taken);
        let after = standing.with(changes);
        others.clear();
        others.extend_from_slice(&partners);
        if base.moves_another() {
            others.extend(changes.iter().map(|(cell, _)| *cell));
        }
        at_place(
            game,
            kit,
            after,
            (base.to, piece.side),
            others,
            &mut |cell, way| taken.push((cell, way)),
        );
        // A piece displaced by the move is captured on its new cell, after the move. All other
        // captures, and all by movement, come before the move.
        let is_late = |(cell, way): &(Cell, CaptureWay)| {
            base.moves_another()
                && changes.iter().any(|(changed, _)| changed == cell)
                && !(*way == CaptureWay::Movement && base.taken.contains(cell))
        };
        taken.sort_unstable_by_key(|taken| (is_late(taken), *taken));
        let (before, late) = taken.split_at(taken.partition_point(|taken| !is_late(taken)));
        effects.clear();
        game.capture(before, piece.side, effects, |cell| {
            state.position.piece(cell)
        });
        effects.extend(base.effects());
        game.capture(late, piece.side, effects, |cell| after.piece(cell));
        let mv = Move::plain(kind, piece.side, Some(from), base.to);
        // Several ways may lead to the same cell and capture the same pieces.
        let is_same = |other: &Move| {
            other.to == base.to
                && out.effects(other) == effects
                && out.en_passant(other) == base.en_passant
        };
        if !out.iter().skip(first).any(is_same) {
            out.push(mv, effects.iter().copied(), &base.en_passant);
        }
    }
}

/// Whether the piece and those it displaces may stand on their new cells, or may become pieces
/// that can.
fn may_stand(game: &Game<'_>, changes: &[(Cell, Option<Piece>)]) -> bool {
    changes.iter().all(|(cell, piece)| match piece {
        Some(Piece {
            side,
            kind: Some(kind),
        }) => game.changes[kind.index()] || game.stands(*kind, *side, *cell),
        _ => true,
    })
}

/// Fills `taken` with what the piece captures by the way it comes.
fn gather(
    base: &ArrivalBase,
    notes: &[Note],
    changes: &[(Cell, Option<Piece>)],
    taken: &mut Vec<(Cell, CaptureWay)>,
) {
    taken.clear();
    taken.extend(base.taken.iter().map(|cell| (*cell, CaptureWay::Movement)));
    if matches!(base.own, Some(Effect::Teleport { .. })) {
        return;
    }
    let stays = |victim: Cell| {
        if victim == base.to {
            !base.moves_another()
        } else {
            changes.iter().all(|(cell, _)| *cell != victim)
        }
    };
    let fit = notes
        .iter()
        .filter(|note| note.to == base.to && stays(note.victim));
    taken.extend(fit.map(|note| (note.victim, note.way)));
}

impl ArrivalScratch {
    /// Adds the plain way to a cell, if there is none yet.
    fn add_plain(&mut self, piece: Piece, from: Cell, to: Cell) {
        if !self.has_plain_way(to) {
            self.bases.push(ArrivalBase::new(
                to,
                Vec::new(),
                plain_effect(piece, from, to),
            ));
        }
    }

    fn has_plain_way(&self, to: Cell) -> bool {
        self.bases
            .iter()
            .any(|base| base.to == to && base.is_plain())
    }

    fn add(&mut self, base: ArrivalBase) {
        if !self.bases.contains(&base) {
            self.bases.push(base);
        }
    }

    /// Adds the ways given by movement: the piece's own, and by mimicry that of other kinds
    /// against pieces of these kinds.
    fn walk(
        &mut self,
        game: &Game<'_>,
        state: &State,
        walker: &mut Walker,
        (from, piece): (Cell, Piece),
        kit: &PowerKit,
    ) {
        let Some(kind) = piece.kind else { return };
        let moved = !state.unmoved.contains(from);
        let view = state.view(game);
        walker.landings(
            game.table(kind, piece.side),
            &state.position,
            from,
            moved,
            &mut |landing| {
                self.bases
                    .push(ArrivalBase::of(&landing, from, piece, &state.position));
            },
        );
        for other in &kit.mimics {
            let victim = Piece {
                side: piece.side.other(),
                kind: Some(*other),
            };
            let table = game.rules.free_table(*other, piece.side);
            walker.landings(table, &state.position, from, moved, &mut |landing| {
                let fits = landing
                    .taken
                    .iter()
                    .all(|cell| view.piece(*cell) == Some(victim));
                if fits && !landing.taken.is_empty() && landing.carried.is_empty() {
                    let note = |victim: &Cell| Note {
                        to: landing.to,
                        victim: *victim,
                        way: CaptureWay::Movement,
                    };
                    self.notes.extend(landing.taken.iter().map(note));
                    self.add_plain(piece, from, landing.to);
                }
            });
        }
    }

    /// Adds the ways along straight lines.
    fn look_along(&mut self, kit: &PowerKit, view: PositionView<'_>, from: Cell, piece: Piece) {
        let side = piece.side;
        let PowerKit {
            long_leaps,
            withdrawals,
            pushes,
            swaps,
            ..
        } = kit;
        for leap in long_leaps {
            leap.find_leaps(view, from, side, &mut |to, leapt| {
                let note = |victim: &Cell| Note {
                    to,
                    victim: *victim,
                    way: CaptureWay::LongLeap,
                };
                self.notes.extend(leapt.iter().map(note));
                self.add_plain(piece, from, to);
            });
        }
        for withdrawal in withdrawals {
            withdrawal.find_captures(view, from, side, long_leaps, &mut |to, victim| {
                self.notes.push(Note {
                    to,
                    victim,
                    way: CaptureWay::Withdrawal,
                });
            });
        }
        for push in pushes {
            push.find_pushes(view, from, side, &mut |to, others| {
                self.add(ArrivalBase::new(to, others, plain_effect(piece, from, to)))
            });
        }
        for swap in swaps {
            swap.find_swaps(view, from, side, &mut |to, other| {
                self.add(ArrivalBase::new(
                    to,
                    Vec::new(),
                    Some(Effect::Swap {
                        piece,
                        from,
                        to,
                        other,
                    }),
                ))
            });
        }
    }

    /// Adds the cells to which the piece goes only because it captures something there.
    fn look_anywhere(
        &mut self,
        game: &Game<'_>,
        kit: &PowerKit,
        view: PositionView<'_>,
        from: Cell,
        piece: Piece,
    ) {
        for power in kit.enclosures.iter().filter(|power| power.anywhere) {
            for to in view
                .board
                .cells()
                .filter(|to| *to != from && view.is_there(*to) && view.is_empty(*to))
            {
                let base =
                    ArrivalBase::new(to, Vec::new(), Some(Effect::Teleport { piece, from, to }));
                if self.has_plain_way(to) || self.bases.contains(&base) {
                    continue;
                }
                let changes = [(to, Some(piece)), (from, None)];
                let mut takes = false;
                power.find_captures(view.with(&changes), to, piece.side, &mut |_| takes = true);
                if takes
                    && piece
                        .kind
                        .is_some_and(|kind| game.stands(kind, piece.side, to))
                {
                    self.bases.push(base);
                }
            }
        }
    }
}

/// Returns the pieces with which a piece on a cell can coordinate.
pub(in crate::play) fn partners(
    kit: &PowerKit,
    state: &State,
    from: Cell,
    side: Side,
) -> Vec<Cell> {
    if kit.coordinations.is_empty() {
        return Vec::new();
    }
    let wanted = |cell: &Cell| {
        let kind = state.position.piece(*cell).and_then(|piece| piece.kind);
        *cell != from
            && kit
                .coordinations
                .iter()
                .any(|power| Some(power.with) == kind)
    };
    state.standing(side).iter().filter(wanted).collect()
}

/// Reports what a piece captures by standing on its new cell.
pub(in crate::play) fn at_place(
    game: &Game<'_>,
    kit: &PowerKit,
    after: PositionView<'_>,
    (to, side): (Cell, Side),
    partners: &[Cell],
    take: &mut dyn FnMut(Cell, CaptureWay),
) {
    if let Some(crossings) = &game.powers.crossings {
        for power in &kit.coordinations {
            power.find_captures(after, crossings, (to, side), partners, &mut |cell| {
                take(cell, CaptureWay::Coordination)
            });
        }
    }
    for power in &kit.enclosures {
        power.find_captures(after, to, side, &mut |cell| {
            take(cell, CaptureWay::Enclosure)
        });
    }
}

/// Returns the cells of a side's pieces that are frozen now.
pub fn frozen(game: &Game<'_>, state: &State, side: Side) -> CellSet {
    let view = state.view(game);
    let standing = state.standing(side).iter();
    standing
        .filter(|cell| game.powers.freezing.is_frozen(view, *cell))
        .collect()
}

/// Adds to the moves from index `start` on the freezes of enemies that are frozen after the move
/// and were not before. `by` gives the cell of the piece whose freezes count; if it is `None`, all
/// count.
pub(in crate::play) fn add_freezes(
    game: &Game<'_>,
    state: &mut State,
    start: usize,
    out: &mut Moves,
    by: impl Fn(&Move) -> Option<Cell>,
) {
    let (freezing, enemy) = (&game.powers.freezing, state.to_move.other());
    let frozen_pieces = |state: &State| -> Vec<(Cell, Piece)> {
        let cells = frozen(game, state, enemy);
        cells
            .iter()
            .filter_map(|cell| Some((cell, state.position.piece(cell)?)))
            .collect()
    };
    let (before, end) = (frozen_pieces(state), out.len());
    for place in start..end {
        let mv = out.get(place).clone();
        let mut new = state.after(game, out.effects(&mv), &[], |state| {
            let mut new = frozen_pieces(state);
            new.retain(|(cell, _)| {
                by(&mv).is_none_or(|by| freezing.freezes(state.view(game), by, *cell))
            });
            new
        });
        new.retain(|frozen| !before.contains(frozen));
        out.push_copy(place);
        new.into_iter()
            .for_each(|(cell, piece)| out.add_effect(Effect::Freeze { piece, cell }));
    }
    out.remove(start..end);
}
