//! Checks and pins: which moves could leave a king attacked.
//!
//! Most moves touch no line that leads to a king. A [`CheckMask`] holds, for one position, the
//! cells whose change could expose a king or help it out of check; only moves that touch one of
//! them are tried out. Moves that the lines cannot decide are always tried: a king's own moves,
//! castling, captures en passant, moves against pieces that turn at each step, and promotions that
//! gain a power.

use super::attack::{facing_lines, is_exempt, lines_towards, royals};
use super::effect::{Effect, EffectVerb, Move, plain_parts};
use super::game::Game;
use super::game_position::GamePosition;
use super::in_play::Play;
use crate::model::{Cell, CellSet, KindId, Occupant, Piece, Side};
use crate::moves::Path;

/// The cells on which the safety of a side's kings depends.
#[derive(Debug, Default)]
pub(super) struct CheckMask {
    /// Whether a king is attacked now.
    in_check: bool,
    /// Whether every move must be tried out.
    uncertain: bool,
    /// Whether a rule exempts the side's kings from check now, and so after each move that it need not
    /// be asked about again.
    exempt: bool,
    /// The king, if there is exactly one.
    king: Option<Cell>,
    /// A piece that leaves one of these cells may expose a king.
    pinned: CellSet,
    /// Landing on one of these cells may give an enemy hopper its hurdle.
    hurdles: CellSet,
    /// In check, a move can help only if it lands on one of the `blocks` or leaves one of the
    /// `unblocks`.
    blocks: CellSet,
    unblocks: CellSet,
}

impl CheckMask {
    /// Builds the mask from the lines to the kings of the side to move.
    pub(crate) fn of(pos: GamePosition<'_>) -> CheckMask {
        let mut mask = CheckMask::default();
        if !pos.game.has_royals {
            return mask;
        }
        let by = pos.state.to_move.other();
        if powers_on_board(pos) || pos.game.term_rules.decide_check() {
            mask.uncertain = true;
            return mask;
        }
        if is_exempt(pos, pos.state.to_move) {
            mask.exempt = true;
            return mask;
        }
        let mut kings = 0;
        for king in royals(pos, pos.state.to_move) {
            kings += 1;
            mask.king = (kings == 1).then_some(king);
            mask.add_lines(pos, king, by);
            mask.add_facings(pos, king, by);
        }
        let attacks = &pos.game.attacks[by as usize];
        if attacks.any_off_lines {
            let takes = |origin: Cell, king: Cell| {
                let kind = pos.kind(origin);
                kind.is_some_and(|kind| attacks.off_lines(kind, origin).contains(king))
            };
            let takes_any = |origin| royals(pos, pos.state.to_move).any(|king| takes(origin, king));
            mask.uncertain = pos.standing(by).iter().any(takes_any);
        }
        mask
    }

    /// Whether no king is in check and the piece on this cell is not pinned. Unless it is royal, a
    /// plain move or a single capture on its destination then leaves no king attacked, if it gives
    /// no enemy a hurdle.
    #[inline]
    pub(crate) fn frees(&self, from: Cell) -> bool {
        !self.uncertain && (self.exempt || !self.in_check && !self.pinned.contains(from))
    }

    /// Returns the cells onto which a piece out of hand leaves no king attacked; `None` if that must
    /// be tried out.
    pub(crate) fn drops(&self) -> Option<DropCells<'_>> {
        (!self.uncertain && self.unblocks.is_empty()).then_some(match self.in_check {
            true => DropCells::On(&self.blocks),
            false => DropCells::NotOn(&self.hurdles),
        })
    }

    /// Returns the cells where landing may give an enemy hopper its hurdle.
    #[inline]
    pub(crate) fn hurdles(&self) -> &CellSet {
        &self.hurdles
    }

    /// Whether a move leaves no king attacked; `None` if it must be tried out to see.
    #[inline]
    fn judge(&self, mv: &Move, effects: &[Effect], must_be_tried: bool) -> Option<bool> {
        if must_be_tried || self.uncertain || ends_of_plain_move(effects).is_none() {
            return None;
        }
        if self.exempt {
            return Some(true);
        }
        let leaves = |cells: &CellSet| mv.from.is_some_and(|from| cells.contains(from));
        if self.in_check {
            let helps = self.blocks.contains(mv.to) || leaves(&self.unblocks);
            (!helps).then_some(false)
        } else {
            let may_expose = leaves(&self.pinned) || self.hurdles.contains(mv.to);
            (!may_expose).then_some(true)
        }
    }

    /// Adds the checks and pins of royal pieces that may not face each other.
    fn add_facings(&mut self, pos: GamePosition<'_>, king: Cell, by: Side) {
        if pos.game.facings.is_empty() {
            return;
        }
        let Some(piece) = pos.piece(king) else {
            return;
        };
        let other = Some(Piece { side: by, ..piece });
        for line in facing_lines(pos, king, piece) {
            let mut pieces = line.iter().filter(|cell| pos.piece(**cell).is_some());
            match (pieces.next(), pieces.next()) {
                (Some(first), _) if pos.piece(*first) == other => {
                    let between = line.iter().take_while(|cell| *cell != first).copied();
                    self.add_check(between.chain([*first]).collect(), CellSet::EMPTY);
                }
                (Some(shield), Some(second)) if pos.piece(*second) == other => {
                    self.pinned.insert(*shield);
                }
                _ => {}
            }
        }
    }

    #[inline]
    fn add_lines(&mut self, pos: GamePosition<'_>, king: Cell, by: Side) {
        lines_towards(pos, king, by).for_each(|(kind, threat)| {
            let table = pos.game.table(kind, by);
            // Barriers close some cells to the piece, whatever stands between.
            let path = if table.has_barriers() {
                Path::Other
            } else {
                threat.path
            };
            match path {
                Path::Jump => self.add_check(CellSet::from_iter([threat.origin]), CellSet::EMPTY),
                Path::Clear => {
                    // An absent cell blocks a line as a piece does.
                    let is_closed =
                        |cell: &Cell| pos.state.position.occupant(*cell) != Occupant::Empty;
                    let mut between = table.between(threat).filter(is_closed);
                    match (between.next(), between.next()) {
                        (None, _) => {
                            let line = table.between(threat).chain([threat.origin]);
                            self.add_check(line.collect(), CellSet::EMPTY);
                        }
                        // A single piece shields the king and is pinned; of two, either may leave.
                        (Some(shield), None) => self.pinned.insert(shield),
                        _ => {}
                    }
                }
                Path::Other => {
                    let between: CellSet = table.between(threat).collect();
                    if table.takes(threat, &pos.state.position) {
                        self.add_check(between | CellSet::from_iter([threat.origin]), between);
                    }
                    self.pinned |= &between;
                    self.hurdles |= &between;
                }
            }
        });
    }

    /// Adds a check. A move must answer all checks at once.
    fn add_check(&mut self, blocks: CellSet, unblocks: CellSet) {
        if self.in_check {
            // A move that blocks one check and unblocks another is rare enough to be tried out.
            let none_unblocks = self.unblocks.is_empty() && unblocks.is_empty();
            self.blocks = if none_unblocks {
                self.blocks & blocks
            } else {
                self.blocks | blocks
            };
            self.unblocks |= &unblocks;
        } else {
            (self.in_check, self.blocks, self.unblocks) = (true, blocks, unblocks);
        }
    }
}

/// Whether a pseudo-legal move leaves none of its side's royal pieces attacked.
#[inline]
pub(super) fn keeps_kings_safe(
    play: &mut Play<'_>,
    mask: &CheckMask,
    mv: &Move,
    effects: &[Effect],
) -> bool {
    mask.judge(mv, effects, must_be_tried(play.game, mv, effects))
        .unwrap_or_else(|| {
            let side = play.state.to_move;
            // Where check depends on more than where pieces stand, all of the move must be made.
            let lines_decide = !play.game.term_rules.decide_check();
            match (ends_of_plain_move(effects), effects) {
                (Some((from, to)), [.., last]) if last.verb == EffectVerb::Move && lines_decide => {
                    let king = mask.king.map(|king| if king == from { to } else { king });
                    play.with_moved(from, to, |play| match king {
                        Some(king) => !play.is_checked_on(king, side.other()),
                        None => !play.in_check(side),
                    })
                }
                _ => play.after(effects, &[], |play| !play.in_check(side)),
            }
        })
}

/// Whether a move must be tried out, whatever the lines show: the moving piece is royal before or
/// after the move, or gains a power, by which it may freeze an enemy that gave check.
#[inline]
fn must_be_tried(game: &Game<'_>, mv: &Move, effects: &[Effect]) -> bool {
    let last = effects
        .last()
        .filter(|last| last.verb == EffectVerb::Promote);
    let becomes = last.and_then(Effect::becomes);
    let has_power = |kind| game.powers.kit(kind, mv.side).is_some();
    game.is_royal(mv.kind)
        || game.is_royal(becomes)
        || becomes.is_some_and(has_power)
        || !game.term_rules.not_checks.is_empty() && may_exempt(game, mv, effects)
}

/// Whether exemptions from check may depend on a piece that moves, that is captured, or that another
/// becomes.
fn may_exempt(game: &Game<'_>, mv: &Move, effects: &[Effect]) -> bool {
    let depends_on = |kind: KindId| {
        game.term_rules
            .exempting
            .is_none_or(|all| all.contains(kind))
    };
    let pieces = effects
        .iter()
        .flat_map(|effect| [effect.piece.kind, effect.becomes()]);
    mv.kind.into_iter().chain(pieces.flatten()).any(depends_on)
}

/// The cells onto which a piece out of hand leaves no king attacked.
pub(super) enum DropCells<'a> {
    /// Some of these, and no others.
    On(&'a CellSet),
    /// All others, and some of these.
    NotOn(&'a CellSet),
}

/// Returns the origin and destination of a piece, if the move does no more than capture what is on
/// the destination and change the piece. A piece out of hand has one cell for both.
#[inline]
fn ends_of_plain_move(effects: &[Effect]) -> Option<(Cell, Cell)> {
    let effects = match effects {
        [rest @ .., last] if last.verb == EffectVerb::Promote => rest,
        all => all,
    };
    let (_, mv) = plain_parts(effects)?;
    Some((mv.from()?, mv.to()?))
}

/// Whether a piece with powers stands on the board. The lines to a king then do not show every
/// attack.
fn powers_on_board(pos: GamePosition<'_>) -> bool {
    let has = |cell: Cell| {
        pos.piece_on(cell)
            .is_some_and(|piece| pos.game.powers.kit(piece.kind, piece.side).is_some())
    };
    !pos.game.powers.is_empty() && pos.state.position.occupied().iter().any(has)
}
