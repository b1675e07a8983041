//! Generates the moves of a piece with powers: where it goes, and what it captures by doing so.

use super::kit::PowerKit;
use super::view::PositionView;
use crate::model::{CaptureWay, Cell, Piece, Position, Side};
use crate::moves::{Landing, Walker};
use crate::play::effect::{Effect, EffectVerb, Move, Moves};
use crate::play::game::Game;
use crate::play::game_position::{GamePosition, PieceOn};

/// Buffers for generating moves.
#[derive(Clone, Debug, Default)]
pub(in crate::play) struct ArrivalScratch {
    bases: Vec<ArrivalBase>,
    path_captures: Vec<PathCapture>,
    taken: Vec<(Cell, CaptureWay)>,
    effects: Vec<Effect>,
    changes: Vec<(Cell, Option<Piece>)>,
    others: Vec<Cell>,
}

/// A way to arrive on a cell, before captures by powers are added.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ArrivalBase {
    to: Cell,
    /// The effects on other pieces that are displaced, by a push or by the piece's movement.
    others: Vec<Effect>,
    /// The effect on the piece itself; `None` if its movement leads it back to its cell.
    own: Option<Effect>,
    /// What the piece captures by its own movement.
    taken: Vec<Cell>,
    en_passant: Vec<Cell>,
}

/// A capture that depends on how the piece gets to a cell, such as by a long leap.
#[derive(Clone, Copy, Debug)]
struct PathCapture {
    to: Cell,
    victim: Cell,
    way: CaptureWay,
}

impl ArrivalBase {
    fn of(landing: &Landing<'_>, piece: PieceOn, position: &Position) -> ArrivalBase {
        let (others, own) = landing_effects(landing, piece, position);
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

    /// Whether the piece only goes there or stays, and displaces nothing.
    fn is_plain(&self) -> bool {
        self.others.is_empty() && self.own.is_none_or(|own| own.verb == EffectVerb::Move)
    }

    /// Whether another piece is displaced.
    fn displaces_another(&self) -> bool {
        !self.others.is_empty() || self.own.is_some_and(|own| own.verb == EffectVerb::Swap)
    }

    /// Returns the effects by which the piece and others arrive on their cells.
    fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.others.iter().chain(&self.own)
    }

    /// Fills `changes` with the cells that change and their occupants after all have arrived.
    /// Occupied cells come before vacated ones, because the first entry for a cell counts.
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
    (to != from).then(|| Effect::go(EffectVerb::Move, piece, from, to))
}

/// Returns the simultaneous effects of a landing other than its captures: those on the pieces that it
/// displaces, and the one on the piece itself.
pub(in crate::play) fn landing_effects(
    landing: &Landing<'_>,
    piece: PieceOn,
    position: &Position,
) -> (Vec<Effect>, Option<Effect>) {
    let (from, to, piece) = (piece.cell, landing.to, piece.piece());
    let mut others = Vec::new();
    for (start, end) in landing.carried {
        let Some(other) = position.piece(*start) else {
            continue;
        };
        others.push(Effect::go(EffectVerb::Move, other, *start, *end));
    }
    match others[..] {
        [other] if other.ends() == Some([to, from]) => {
            let swap = Effect::swap(piece, from, to, other.piece);
            (Vec::new(), Some(swap))
        }
        _ => (others, plain_effect(piece, from, to)),
    }
}

/// Adds the moves of a piece with powers. Promotions and freezes are added later.
pub(in crate::play) fn arrive(
    pos: GamePosition<'_>,
    walker: &mut Walker,
    buffers: &mut ArrivalScratch,
    mover: PieceOn,
    out: &mut Moves,
) {
    let PieceOn {
        cell: from,
        side,
        kind,
    } = mover;
    let Some(kit) = pos.game.powers.kit(kind, side) else {
        return;
    };
    buffers.bases.clear();
    buffers.path_captures.clear();
    let (view, piece) = (pos.view(), mover.piece());
    buffers.add_by_movement(pos, walker, mover, kit);
    buffers.add_along_lines(kit, view.with(&[(from, None)]), from, piece);
    buffers.add_anywhere(pos, kit, mover);
    let partners = partners(kit, pos, from, side);
    let ArrivalScratch {
        bases,
        path_captures,
        taken,
        effects,
        changes,
        others,
    } = buffers;
    let start = out.len();
    for base in bases {
        base.write_changes(piece, changes);
        if !may_stand(pos.game, base, changes) {
            continue;
        }
        collect_captures_on_path(base, path_captures, changes, taken);
        let after = view.with(changes);
        others.clear();
        others.extend_from_slice(&partners);
        if base.displaces_another() {
            others.extend(changes.iter().map(|(cell, _)| *cell));
        }
        captures_on_arrival(
            pos.game,
            kit,
            after,
            base.to,
            side,
            others,
            &mut |cell, way| taken.push((cell, way)),
        );
        // A piece displaced by the move is captured on its new cell, after the move. All other
        // captures, and all by movement, come before the move.
        let is_late = |(cell, way): &(Cell, CaptureWay)| {
            base.displaces_another()
                && changes.iter().any(|(changed, _)| changed == cell)
                && !(*way == CaptureWay::Movement && base.taken.contains(cell))
        };
        taken.sort_unstable_by_key(|taken| (is_late(taken), *taken));
        let (before, late) = taken.split_at(taken.partition_point(|taken| !is_late(taken)));
        effects.clear();
        pos.game
            .capture(before, side, effects, |cell| pos.piece(cell));
        effects.extend(base.effects());
        pos.game
            .capture(late, side, effects, |cell| after.piece(cell));
        let mv = Move::plain(kind, side, Some(from), base.to);
        // Several ways may lead to the same cell and capture the same pieces.
        let is_same = |other: &Move| {
            other.to == base.to
                && out.effects(other) == effects
                && out.en_passant(other) == base.en_passant
        };
        if !out.iter().skip(start).any(is_same) {
            out.push(mv, effects.iter().copied(), &base.en_passant);
        }
    }
}

/// Whether the piece and those it displaces may stand on their new cells, or may be promoted to
/// pieces that may. Of those it displaces, only one that changes places with it may be.
fn may_stand(game: &Game<'_>, base: &ArrivalBase, changes: &[(Cell, Option<Piece>)]) -> bool {
    let swaps = base.own.is_some_and(|own| own.verb == EffectVerb::Swap);
    let is_promoted = |cell: Cell| cell == base.to || swaps && game.swaps_promote;
    changes.iter().all(|(cell, piece)| match piece {
        Some(Piece {
            side,
            kind: Some(kind),
        }) => {
            is_promoted(*cell) && game.may_change[kind.index()]
                || game.may_stand(*kind, *side, *cell)
        }
        _ => true,
    })
}

/// Fills `taken` with what the piece captures by its movement and by its path.
fn collect_captures_on_path(
    base: &ArrivalBase,
    path_captures: &[PathCapture],
    changes: &[(Cell, Option<Piece>)],
    taken: &mut Vec<(Cell, CaptureWay)>,
) {
    taken.clear();
    taken.extend(base.taken.iter().map(|cell| (*cell, CaptureWay::Movement)));
    if base.own.is_some_and(|own| own.verb == EffectVerb::Teleport) {
        return;
    }
    let stays = |victim: Cell| {
        if victim == base.to {
            !base.displaces_another()
        } else {
            changes.iter().all(|(cell, _)| *cell != victim)
        }
    };
    let matching = path_captures
        .iter()
        .filter(|path_capture| path_capture.to == base.to && stays(path_capture.victim));
    taken.extend(matching.map(|path_capture| (path_capture.victim, path_capture.way)));
}

impl ArrivalScratch {
    /// Adds the plain way to a cell, unless it is listed already.
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
    fn add_by_movement(
        &mut self,
        pos: GamePosition<'_>,
        walker: &mut Walker,
        mover: PieceOn,
        kit: &PowerKit,
    ) {
        let (from, piece) = (mover.cell, mover.piece());
        let moved = !pos.state.unmoved.contains(from);
        let view = pos.view();
        walker.landings(
            pos.game.table(mover.kind, piece.side),
            &pos.state.position,
            from,
            moved,
            &mut |landing| {
                self.bases
                    .push(ArrivalBase::of(&landing, mover, &pos.state.position));
            },
        );
        for other in &kit.mimics {
            let victim = Piece::of(piece.side.other(), *other);
            let table = pos.game.rules.free_table(*other, piece.side);
            walker.landings(table, &pos.state.position, from, moved, &mut |landing| {
                let fits = landing
                    .taken
                    .iter()
                    .all(|cell| view.piece(*cell) == Some(victim));
                if fits && !landing.taken.is_empty() && landing.carried.is_empty() {
                    let path_capture = |victim: &Cell| PathCapture {
                        to: landing.to,
                        victim: *victim,
                        way: CaptureWay::Movement,
                    };
                    self.path_captures
                        .extend(landing.taken.iter().map(path_capture));
                    self.add_plain(piece, from, landing.to);
                }
            });
        }
    }

    /// Adds the ways along straight lines.
    fn add_along_lines(
        &mut self,
        kit: &PowerKit,
        view: PositionView<'_>,
        from: Cell,
        piece: Piece,
    ) {
        let side = piece.side;
        let PowerKit {
            long_leaps,
            withdrawals,
            pushes,
            swaps,
            ..
        } = kit;
        for leap in long_leaps {
            leap.find_leaps(view, from, side, &mut |to, victims| {
                let path_capture = |victim: &Cell| PathCapture {
                    to,
                    victim: *victim,
                    way: CaptureWay::LongLeap,
                };
                self.path_captures.extend(victims.iter().map(path_capture));
                self.add_plain(piece, from, to);
            });
        }
        for withdrawal in withdrawals {
            withdrawal.find_captures(view, from, side, long_leaps, &mut |to, victim| {
                self.path_captures.push(PathCapture {
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
                let swap = Effect::swap(piece, from, to, other);
                self.add(ArrivalBase::new(to, Vec::new(), Some(swap)))
            });
        }
    }

    /// Adds the cells to which the piece may go only because it captures something there.
    fn add_anywhere(&mut self, pos: GamePosition<'_>, kit: &PowerKit, mover: PieceOn) {
        let (from, piece, view) = (mover.cell, mover.piece(), pos.view());
        for power in kit.enclosures.iter().filter(|power| power.anywhere) {
            for to in view
                .board
                .cells()
                .filter(|to| *to != from && view.is_there(*to) && view.is_empty(*to))
            {
                let teleport = Effect::go(EffectVerb::Teleport, piece, from, to);
                let base = ArrivalBase::new(to, Vec::new(), Some(teleport));
                if self.has_plain_way(to) || self.bases.contains(&base) {
                    continue;
                }
                let changes = [(to, Some(piece)), (from, None)];
                let mut takes = false;
                power.find_captures(view.with(&changes), to, piece.side, &mut |_| takes = true);
                if takes && pos.game.may_stand(mover.kind, mover.side, to) {
                    self.bases.push(base);
                }
            }
        }
    }
}

/// Returns the cells of the pieces with which a piece on a cell can coordinate.
pub(in crate::play) fn partners(
    kit: &PowerKit,
    pos: GamePosition<'_>,
    from: Cell,
    side: Side,
) -> Vec<Cell> {
    if kit.coordinations.is_empty() {
        return Vec::new();
    }
    let wanted = |cell: &Cell| {
        let kind = pos.kind(*cell);
        *cell != from
            && kit
                .coordinations
                .iter()
                .any(|power| Some(power.with) == kind)
    };
    pos.standing(side).iter().filter(wanted).collect()
}

/// Reports what a piece captures by having arrived on a cell.
pub(in crate::play) fn captures_on_arrival(
    game: &Game<'_>,
    kit: &PowerKit,
    after: PositionView<'_>,
    to: Cell,
    side: Side,
    partners: &[Cell],
    take: &mut dyn FnMut(Cell, CaptureWay),
) {
    if let Some(crossings) = &game.powers.crossings {
        for power in &kit.coordinations {
            power.find_captures(after, crossings, to, side, partners, &mut |cell| {
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
