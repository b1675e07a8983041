//! The rules of a variant, prepared for play: attacks, castlings, promotions, hands, endings. The
//! move table of a piece is built when it is first needed.

use super::attack_table::AttackTable;
use super::effect::{CellChange, Effect, EffectVerb};
use super::powers::kit::Powers;
use super::stacks::Stacks;
use super::term_rules::TermRules;
use crate::castle::Castle;
use crate::model::{
    ArrivalWay, Board, CaptureWay, Cell, CellSet, DeadPosition, DropRule, Ending, Facing, Goal,
    IntoHand, KindId, Piece, PieceKind, Promotion, QuietLimit, Repetition, Rule, Side, SidedSet,
    Transformation, TravelRule, Variant,
};
use crate::movement::ClauseKind;
use crate::movement::leg::{CastlingMotion, Drop as DropLimit, EndAction, Motion};
use crate::moves::{MoveTable, Walker};
use crate::reach::Rules;

/// A variant's rules, prepared for play.
#[derive(Debug)]
pub struct Game<'r> {
    pub(super) rules: &'r Rules,
    /// For each piece, the cells where it may stand; `None` if it may stand anywhere.
    stands: Vec<Option<&'r SidedSet>>,
    pub(super) attacks: [AttackTable<'r>; 2],
    pub(super) royal: Vec<bool>,
    /// Whether any piece is royal.
    pub(super) has_royals: bool,
    pub(super) castles: &'r [Castle],
    /// For each piece, the castling steps in its movement.
    pub(super) steps: Vec<Vec<CastlingMotion>>,
    pub(super) has_steps: bool,
    /// For each piece, the partners of its castling steps; empty if any piece may be the partner.
    pub(super) partners: Vec<Vec<KindId>>,
    pub(super) promotions: Vec<&'r Promotion>,
    pub(super) transformations: Vec<&'r Transformation>,
    /// For each piece, whether it may become another.
    pub(super) may_change: Vec<bool>,
    /// For each piece and side, the cells on which no move changes the piece. A move to any other
    /// cell may.
    pub(super) stays_on: Vec<[CellSet; 2]>,
    pub(super) goals: Vec<&'r Goal>,
    /// How a stalemate ends the game for the side that is stalemated, if a rule says so.
    pub(super) stalemate: Option<Ending>,
    pub(super) quiet: Option<&'r QuietLimit>,
    pub(super) repetition: Option<&'r Repetition>,
    pub(super) dead_positions: Vec<&'r DeadPosition>,
    pub(super) facings: Vec<&'r Facing>,
    /// The powers of the pieces, beyond their movement.
    pub(super) powers: Powers,
    /// Whether any piece is promoted when another changes places with it.
    pub(super) swaps_promote: bool,
    pub(super) into_hand: Vec<&'r IntoHand>,
    pub(super) drops: Vec<&'r DropRule>,
    /// For each piece, where its Betza string allows drops; empty if the string does not limit
    /// them.
    pub(super) drop_limits: Vec<Vec<BetzaDropLimit>>,
    /// How pieces made of checkers join and split.
    pub(super) stacks: Option<Stacks>,
    pub(super) travels: Vec<&'r TravelRule>,
    /// Whether any piece is promoted when others move it.
    pub(super) displaced_promote: bool,
    /// Whether the movement of any piece takes pieces of its own side.
    pub(super) takes_own: bool,
    /// The rules that are expressions.
    pub(super) term_rules: TermRules<'r>,
}

/// A limit in a piece's Betza string on its drops, with the cells where it allows them.
#[derive(Debug)]
pub(super) struct BetzaDropLimit {
    /// The piece whose drops are limited.
    pub kind: KindId,
    /// The cells on which each side may drop it.
    pub cells: SidedSet,
    /// The limit itself: ranks, and how many such pieces may share a file, a shade or the board.
    pub limit: DropLimit,
}

impl<'r> Game<'r> {
    /// Prepares a variant's rules for play.
    pub fn new(rules: &'r Rules) -> Game<'r> {
        let variant = &rules.variant;
        let bound_cells = |kind: &'r PieceKind| kind.is_bound.then_some(&kind.stands_on);
        let cells_by_side = |kind| Side::BOTH.map(|side| variant.stands_on(kind, side));
        // If several such rules exist, the last one counts.
        let stacking = variant.rules.iter().rev().find_map(|rule| match rule {
            Rule::Stacking(rule) => Some(*rule),
            _ => None,
        });
        let stacks = stacking.map(|rule| Stacks::new(variant, rule));
        let parts_take = |kind: KindId| {
            stacks
                .as_ref()
                .is_some_and(|stacks| stacks.parts_take(kind))
        };
        let steps: Vec<_> = variant
            .kind_ids()
            .map(|kind| castling_steps(variant, kind))
            .collect();
        let mut game = Game {
            rules,
            attacks: Side::BOTH.map(|side| AttackTable::new(side, rules, parts_take)),
            stands: variant.kinds.iter().map(bound_cells).collect(),
            royal: variant.kinds.iter().map(|kind| kind.royal).collect(),
            has_royals: variant.kinds.iter().any(|kind| kind.royal),
            castles: rules.castles(),
            has_steps: steps.iter().any(|steps| !steps.is_empty()),
            steps,
            partners: variant
                .kind_ids()
                .map(|kind| variant.castling_partners(kind))
                .collect(),
            promotions: Vec::new(),
            transformations: Vec::new(),
            may_change: vec![false; variant.kinds.len()],
            stays_on: variant.kind_ids().map(cells_by_side).collect(),
            goals: Vec::new(),
            stalemate: None,
            quiet: None,
            repetition: None,
            dead_positions: Vec::new(),
            facings: Vec::new(),
            powers: Powers::new(variant, &|kind, side| {
                may_ever_capture(variant, rules.table(kind, side))
            }),
            swaps_promote: false,
            into_hand: Vec::new(),
            drops: Vec::new(),
            drop_limits: variant
                .kind_ids()
                .map(|kind| drop_limits(variant, kind))
                .collect(),
            stacks,
            travels: Vec::new(),
            displaced_promote: false,
            takes_own: variant.kind_ids().any(|kind| may_take_own(variant, kind)),
            term_rules: TermRules::of(variant),
        };
        // If a rule occurs twice, the later one comes from the variant that extends the other.
        for rule in &variant.rules {
            game.add_rule(rule);
        }
        game
    }

    fn add_rule(&mut self, rule: &'r Rule) {
        match rule {
            Rule::Promotion(promotion) => {
                let has_way = |way| promotion.by.contains(&way);
                if has_way(ArrivalWay::Move) {
                    self.may_change[promotion.kind.index()] = true;
                    for (side, stays) in Side::BOTH
                        .iter()
                        .zip(&mut self.stays_on[promotion.kind.index()])
                    {
                        *stays = *stays - promotion.arrivals(*side);
                    }
                }
                self.swaps_promote |= has_way(ArrivalWay::Swap);
                self.displaced_promote |= has_way(ArrivalWay::Teleport)
                    || has_way(ArrivalWay::Rotation)
                    || has_way(ArrivalWay::Travel);
                self.promotions.push(promotion);
            }
            Rule::Transformation(transformation) => {
                self.may_change[transformation.kind.index()] = true;
                self.stays_on[transformation.kind.index()] = [CellSet::EMPTY; 2];
                self.transformations.push(transformation);
            }
            Rule::Goal(goal) => self.goals.push(goal),
            Rule::Stalemate(ending) => self.stalemate = Some(*ending),
            Rule::QuietLimit(limit) => self.quiet = Some(limit),
            Rule::Repetition(repetition) => self.repetition = Some(repetition),
            Rule::DeadPosition(rule) => self.dead_positions.push(rule),
            Rule::IntoHand(rule) => self.into_hand.push(rule),
            Rule::Drop(rule) => self.drops.push(rule),
            // These are prepared in `Game::new`, or do not concern play.
            Rule::Power(_)
            | Rule::Stacking(_)
            | Rule::Castling(_)
            | Rule::Shared { .. }
            | Rule::Effect(_)
            | Rule::Forbid(_)
            | Rule::Must(_)
            | Rule::End(_)
            | Rule::NotCheck(_)
            | Rule::Counter(_)
            | Rule::Turn(_) => {}
            Rule::Travel(rule) => self.travels.push(rule),
            Rule::Facing(rule) => self.facings.push(rule),
        }
    }

    /// Returns the rules that are played.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// Returns the variant that is played.
    pub fn variant(&self) -> &'r Variant {
        &self.rules.variant
    }

    #[inline]
    pub(super) fn table(&self, kind: KindId, side: Side) -> &'r MoveTable {
        self.rules.table(kind, side)
    }

    /// Whether legal moves can be counted without listing them all: each follows from the movement of
    /// one piece or comes out of hand, and no rule compares it with other moves or past positions.
    pub(super) fn counts_in_bulk(&self) -> bool {
        self.powers.is_empty()
            && self.stacks.is_none()
            && self.travels.is_empty()
            && !self.swaps_promote
            && !self.takes_own
            && !self.compares_moves()
            && !self.term_rules.decide_check()
    }

    /// Whether a rule compares a move with other moves or with past positions.
    pub(super) fn compares_moves(&self) -> bool {
        !self.powers.is_empty() || self.forbids_repetition() || !self.term_rules.musts.is_empty()
    }

    /// Whether every pseudo-legal move is legal, with each choice of its additional effects.
    pub(super) fn allows_all_moves(&self) -> bool {
        let rules = &self.term_rules;
        !self.has_royals
            && self.facings.is_empty()
            && self.powers.is_empty()
            && !self.forbids_repetition()
            && rules.forbids.is_empty()
            && rules.musts.is_empty()
            && rules.turns.is_empty()
    }

    /// Whether no move may repeat a position.
    pub(super) fn forbids_repetition(&self) -> bool {
        matches!(self.repetition, Some(Repetition::Forbidden))
    }

    /// Whether no move to a cell changes a piece.
    #[inline]
    pub(super) fn stays_on(&self, kind: KindId, side: Side, cell: Cell) -> bool {
        !self.may_change[kind.index()] || self.stays_on[kind.index()][side as usize].contains(cell)
    }

    /// Whether a piece may stand on a cell.
    #[inline]
    pub(super) fn may_stand(&self, kind: KindId, side: Side, cell: Cell) -> bool {
        self.stands[kind.index()].is_none_or(|on| on.of(side).contains(cell))
    }

    /// Returns the names of a side's castlings.
    pub fn castling_names(&self, side: Side) -> impl Iterator<Item = &str> {
        self.castles
            .iter()
            .filter(move |castle| castle.side == side)
            .map(|castle| castle.name.as_str())
    }

    /// Returns the name of the castling with this index.
    pub fn castling_name(&self, castling: u16) -> &str {
        &self.castles[usize::from(castling)].name
    }

    /// Returns the goal with this index.
    pub fn goal(&self, goal: usize) -> &'r Goal {
        self.goals[goal]
    }

    /// Returns the rule about positions that come up again.
    pub fn repetition(&self) -> Option<&'r Repetition> {
        self.repetition
    }

    pub(super) fn cell_name(&self, cell: Cell) -> &'r str {
        self.variant().board.name(cell)
    }

    pub(super) fn letter(&self, kind: KindId) -> &'r str {
        &self.variant().kind(kind).letter
    }

    #[inline]
    pub(super) fn is_royal(&self, kind: Option<KindId>) -> bool {
        kind.is_some_and(|kind| self.royal[kind.index()])
    }

    /// Whether an effect other than a capture restarts the count of quiet moves.
    #[inline]
    pub(super) fn restarts_quiet(&self, effect: &Effect) -> bool {
        let counts = |kind| {
            self.quiet
                .is_some_and(|limit| limit.restarting.contains(&kind))
        };
        match effect.verb {
            EffectVerb::Promote => true,
            EffectVerb::Move | EffectVerb::Swap | EffectVerb::Stack | EffectVerb::Split => {
                effect.piece.kind.is_some_and(counts)
            }
            _ => false,
        }
    }

    /// Returns the kind that a captured piece has in hand, if it goes there. The last rule that
    /// applies counts.
    fn kind_in_hand(
        &self,
        piece: Piece,
        ways: impl Iterator<Item = CaptureWay> + Clone,
    ) -> Option<KindId> {
        let kind = piece.kind?;
        let rule = self.into_hand.iter().rev().find(|rule| {
            rule.kinds
                .as_ref()
                .is_none_or(|kinds| kinds.contains(&kind))
                && rule.by.is_none_or(|by| ways.clone().any(|way| way == by))
        });
        rule.map(|rule| rule.becomes.unwrap_or(kind))
    }

    /// Adds the captures of the pieces on the cells in `taken`, and the effects that put some of
    /// them into hand. `taken` is sorted, and has a cell once for each way in which its piece is
    /// captured.
    pub(super) fn capture(
        &self,
        taken: &[(Cell, CaptureWay)],
        by: Side,
        effects: &mut Vec<Effect>,
        piece_on: impl Fn(Cell) -> Option<Piece>,
    ) {
        for ways in taken.chunk_by(|a, b| a.0 == b.0) {
            let cell = ways[0].0;
            let Some(piece) = piece_on(cell) else {
                continue;
            };
            effects.push(Effect::lift(EffectVerb::Capture, piece, cell));
            let kind = self.kind_in_hand(piece, ways.iter().map(|(_, way)| *way));
            effects.extend(kind.map(|kind| Effect::into_hand(by, kind)));
        }
    }

    /// Returns the effect of a piece that comes out of a side's hand onto an empty cell.
    pub(super) fn out_of_hand(
        &self,
        verb: EffectVerb,
        side: Side,
        kind: KindId,
        cell: Cell,
    ) -> Effect {
        let piece = Piece::of(side, kind);
        let after = Some(self.variant().owned(piece));
        Effect::on(verb, piece, CellChange::new(cell, None, after)).with_hand(kind, -1)
    }

    /// Returns the effect of a piece that becomes another kind, which may be nobody's.
    pub(super) fn become_kind(
        &self,
        verb: EffectVerb,
        piece: Piece,
        cell: Cell,
        to: KindId,
    ) -> Effect {
        let after = self.variant().owned(Piece::of(piece.side, to));
        Effect::on(verb, piece, CellChange::new(cell, Some(piece), Some(after)))
    }

    /// Returns the effect by which a piece leaves the board for its own side's hand; `None` for a
    /// royal piece.
    pub(super) fn retire(&self, piece: Piece, cell: Cell) -> Option<Effect> {
        let own = piece.kind.filter(|kind| !self.royal[kind.index()])?;
        let kind = self
            .kind_in_hand(piece, CaptureWay::ALL.into_iter())
            .unwrap_or(own);
        Some(Effect::lift(EffectVerb::Retire, piece, cell).with_hand(kind, 1))
    }
}

/// Whether a piece with this table could ever capture. A table with captures off its lines is
/// assumed to.
fn may_ever_capture(variant: &Variant, table: &MoveTable) -> bool {
    let (empty, mut walker) = (variant.empty_position(), Walker::default());
    variant.board.cells().any(|cell| {
        !walker.captures_off_lines(table, cell).is_empty()
            || !walker.attacks(table, &empty, cell, true).is_empty()
    })
}

/// Returns the castling steps in a piece's Betza strings.
pub fn castling_steps(variant: &Variant, kind: KindId) -> Vec<CastlingMotion> {
    motions(variant, kind)
        .into_iter()
        .filter_map(|motion| match motion {
            Motion::Castling(step) => Some(*step),
            _ => None,
        })
        .collect()
}

/// Returns the limits on drops in a piece's Betza strings.
fn drop_limits(variant: &Variant, kind: KindId) -> Vec<BetzaDropLimit> {
    let board = &variant.board;
    let limit = |motion: &Motion| {
        let Motion::Drop(limit) = motion else {
            return None;
        };
        let cells_of = |side| {
            board
                .cells()
                .filter(|cell| is_on_drop_rank(board, limit, side, *cell))
                .collect()
        };
        let cells = SidedSet {
            white: cells_of(Side::White),
            black: cells_of(Side::Black),
        };
        Some(BetzaDropLimit {
            kind,
            cells,
            limit: *limit,
        })
    };
    motions(variant, kind)
        .into_iter()
        .filter_map(limit)
        .collect()
}

/// Whether a cell is on one of the ranks on which the limit lets a side drop.
fn is_on_drop_rank(board: &Board, limit: &DropLimit, side: Side, cell: Cell) -> bool {
    board.sheets().any(|sheet| {
        board
            .lattice(sheet)
            .depth(cell)
            .is_some_and(|(from_white, from_black)| {
                let depth = if side == Side::White {
                    from_white
                } else {
                    from_black
                };
                depth < limit.ranks && !(limit.not_back_rank && depth == 0)
            })
    })
}

/// Whether a piece's Betza strings let it take pieces of its own side. No sentence can say that.
fn may_take_own(variant: &Variant, kind: KindId) -> bool {
    motions(variant, kind)
        .into_iter()
        .any(|motion| match motion {
            Motion::Legs(legs) => legs.iter().any(|leg| leg.end.own == Some(EndAction::Take)),
            Motion::Anywhere(end) | Motion::Distance { end, .. } => {
                end.own == Some(EndAction::Take)
            }
            Motion::Castling(_) | Motion::Drop(_) => false,
        })
}

/// Returns the motions in the Betza strings of a piece, and of the pieces that its movement names.
fn motions(variant: &Variant, kind: KindId) -> Vec<&Motion> {
    let mut all = Vec::new();
    for clause in &variant.kind(kind).movement.clauses {
        match &clause.kind {
            ClauseKind::Betza(betza) => {
                all.extend(betza.components.iter().map(|component| &component.motion))
            }
            ClauseKind::Piece(word) => {
                let other = variant.kind_named(&word.text);
                all.extend(other.into_iter().flat_map(|other| motions(variant, other)));
            }
            ClauseKind::Action { .. } => {}
        }
    }
    all
}
