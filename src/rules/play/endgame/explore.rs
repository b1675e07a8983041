//! Explores the positions of an ending: what their moves lead to.
//!
//! Scouts examine the positions, each a share of them in a thread of its own. A scout knows only
//! the endings that existed when it started. It records the nodes that its moves reach in new
//! endings; these are numbered when its report is added.

use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

use super::node::{
    FIRST, GOAL, NodeMark, NumberedEnding, Unsolvable, key, most_positions, size, with_placed,
};
use crate::model::{Cell, CellSet, KindId, Piece, Repetition, Side};
use crate::moves::{Landing, Symmetries, Walker};
use crate::play::attack::in_check;
use crate::play::dead::may_be_dead;
use crate::play::effect::{Effect, EffectVerb, Moves};
use crate::play::game::Game;
use crate::play::generate::pseudo_legal_moves;
use crate::play::in_play::Play;
use crate::play::legal::legal_moves;
use crate::play::scratch::Scratch;
use crate::play::state::State;

/// The number of positions that a scout examines before its new endings are numbered. Only then is
/// the limit on positions checked.
const SHARE: usize = 16 * 1024;
/// Maximum number of scouts. More would wait for the memory that all share.
const MOST_SCOUTS: usize = 4;

/// Explores an ending, and numbers the positions that it leads to.
pub(super) struct Explorer<'g, 'r> {
    game: &'g Game<'r>,
    symmetries: &'g Symmetries,
    scouts: usize,
    pub(super) endings: Vec<NumberedEnding>,
    /// The number of placements in all these endings, with either side to move.
    positions: usize,
    /// The mark of each node.
    pub(super) marks: Vec<NodeMark>,
    /// The number of moves of each node.
    pub(super) degrees: Vec<u16>,
    /// The nodes that these moves lead to, node by node.
    pub(super) targets: Vec<u32>,
}

impl<'g, 'r> Explorer<'g, 'r> {
    pub(super) fn new(game: &'g Game<'r>, symmetries: &'g Symmetries) -> Explorer<'g, 'r> {
        Explorer {
            game,
            symmetries,
            scouts: thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_SCOUTS)),
            endings: Vec::new(),
            positions: 0,
            marks: vec![NodeMark::lost(0)],
            degrees: vec![0],
            targets: Vec::new(),
        }
    }

    /// Returns the index of the ending with these pieces, and adds it if it is new.
    fn ending(&mut self, pieces: Vec<Piece>) -> Result<usize, Unsolvable> {
        if let Some(known) = self.endings.iter().position(|known| known.pieces == pieces) {
            return Ok(known);
        }
        let cells = self.symmetries.home.len();
        self.positions += size(cells, pieces.len())?;
        let most = most_positions(cells);
        if FIRST as usize + self.positions > most {
            return Err(Unsolvable::TooLarge { most });
        }
        let start = self
            .endings
            .last()
            .map_or(FIRST, |last| last.start + last.size as u32);
        self.endings
            .push(NumberedEnding::new(pieces, self.symmetries, start));
        Ok(self.endings.len() - 1)
    }

    /// Explores all positions that can arise from placements of these pieces, which are the first
    /// ending.
    pub(super) fn explore_all(&mut self, pieces: Vec<Piece>) -> Result<(), Unsolvable> {
        self.ending(pieces)?;
        let mut index = 0;
        while let Some(ending) = self.endings.get(index).cloned() {
            self.explore(&ending)?;
            index += 1;
        }
        Ok(())
    }

    fn explore(&mut self, ending: &NumberedEnding) -> Result<(), Unsolvable> {
        let mut pieces = ending.pieces.iter().filter_map(|piece| piece.kind);
        let rules = &self.game.term_rules;
        let counts = !rules.counters.is_empty() || !rules.turns.is_empty();
        let blames = self.game.repetition.and_then(Repetition::blames).is_some();
        if counts || blames || pieces.any(|kind| depends_on_more(self.game, kind)) {
            return Err(Unsolvable::MoreThanPieces);
        }
        for start in (0..ending.size).step_by(self.scouts * SHARE) {
            let end = ending.size.min(start + self.scouts * SHARE);
            let shares = (start..end)
                .step_by(SHARE)
                .map(|start| start..end.min(start + SHARE));
            for report in self.scout(ending, shares.collect()) {
                self.add_report(report?)?;
            }
        }
        Ok(())
    }

    /// Returns the reports on shares of an ending's nodes. Each share has a thread of its own.
    fn scout(
        &self,
        ending: &NumberedEnding,
        shares: Vec<Range<usize>>,
    ) -> Vec<Result<ScoutReport, Unsolvable>> {
        let run_scout = |share| Scout::new(self, ending).examine_all(share);
        if let [_] = shares[..] {
            return shares.into_iter().map(run_scout).collect();
        }
        thread::scope(|scope| {
            let scouts: Vec<_> = shares
                .into_iter()
                .map(|share| scope.spawn(move || run_scout(share)))
                .collect();
            let reports = scouts
                .into_iter()
                .map(|scout| scout.join().unwrap_or_else(|why| resume_unwind(why)));
            reports.collect()
        })
    }

    /// Adds a scout's report.
    fn add_report(&mut self, mut report: ScoutReport) -> Result<(), Unsolvable> {
        let new_endings = report
            .new_endings
            .into_iter()
            .map(|new_ending| self.ending(new_ending.pieces));
        let new_endings = new_endings.collect::<Result<Vec<usize>, Unsolvable>>()?;
        for (target_index, new_ending) in report.new_ending_targets {
            report.targets[target_index] += self.endings[new_endings[new_ending]].start;
        }
        self.marks.append(&mut report.marks);
        self.degrees.append(&mut report.degrees);
        self.targets.append(&mut report.targets);
        Ok(())
    }
}

/// What a scout found in its share, node by node.
#[derive(Default)]
struct ScoutReport {
    marks: Vec<NodeMark>,
    degrees: Vec<u16>,
    targets: Vec<u32>,
    /// Endings that were not known yet. The nodes of each are numbered from 0.
    new_endings: Vec<NumberedEnding>,
    /// For each target in these endings, its index in `targets` and the index of its ending. Such
    /// a target still lacks the start of its ending.
    new_ending_targets: Vec<(usize, usize)>,
}

/// Examines positions one after another.
struct Scout<'e, 'g, 'r> {
    game: &'g Game<'r>,
    symmetries: &'g Symmetries,
    endings: &'e [NumberedEnding],
    ending: &'e NumberedEnding,
    needs_legality: bool,
    only_walks: bool,
    scratch: Scratch,
    state: State,
    placed: Vec<(Piece, Cell)>,
    plain: Vec<PlainMove>,
    after: Vec<(Piece, Cell)>,
    report: ScoutReport,
}

impl<'e, 'g, 'r> Scout<'e, 'g, 'r> {
    fn new(explorer: &'e Explorer<'g, 'r>, ending: &'e NumberedEnding) -> Scout<'e, 'g, 'r> {
        let Explorer {
            game,
            symmetries,
            endings,
            ..
        } = explorer;
        Scout {
            game,
            symmetries,
            endings,
            ending,
            needs_legality: needs_legality(game, &ending.pieces),
            only_walks: only_walk(game, &ending.pieces),
            scratch: Scratch::default(),
            state: State::empty(game),
            placed: Vec::new(),
            plain: Vec::new(),
            after: Vec::new(),
            report: ScoutReport::default(),
        }
    }

    fn examine_all(mut self, share: Range<usize>) -> Result<ScoutReport, Unsolvable> {
        let mut moves = Moves::default();
        for number in share {
            let before = self.report.targets.len();
            let mark = self.examine(number, &mut moves)?;
            self.report.marks.push(mark);
            self.report
                .degrees
                .push((self.report.targets.len() - before) as u16);
        }
        Ok(self.report)
    }

    /// Sets up a position, adds the nodes that its moves lead to, and returns its mark.
    fn examine(&mut self, number: usize, moves: &mut Moves) -> Result<NodeMark, Unsolvable> {
        self.ending.place(number, self.symmetries, &mut self.placed);
        if !self.is_canonical() || !self.may_stand() {
            return Ok(NodeMark::NONE);
        }
        let Scout {
            game,
            scratch,
            state,
            placed,
            plain,
            ..
        } = self;
        let (needs_legality, only_walks) = (self.needs_legality, self.only_walks);
        let side = Side::BOTH[number % 2];
        plain.clear();
        moves.clear();
        let is_exposed = with_placed(state, placed, side, |state| {
            if in_check(game, state, scratch, side.other()) {
                return true;
            }
            if only_walks && list_walks(game, state, &mut scratch.walker, placed, plain) {
                return false;
            }
            plain.clear();
            if needs_legality {
                legal_moves(game, state, scratch, moves);
            } else {
                pseudo_legal_moves(game, state, scratch, moves);
            }
            false
        });
        if is_exposed {
            return Ok(NodeMark::EXPOSED);
        }
        for index in 0..self.plain.len() {
            let target = self.target_of_plain(self.plain[index], side);
            self.report.targets.push(target);
        }
        for mv in moves.iter() {
            let effects = moves.effects(mv);
            if moves.en_passant(mv).is_empty() && !effects.iter().any(changes_more_than_pieces) {
                let target = self.target(effects, side);
                self.report.targets.push(target);
            } else if self.is_legal(effects, side) {
                return Err(Unsolvable::MoreThanPieces);
            }
        }
        Ok(NodeMark::OPEN)
    }

    /// Whether a pseudo-legal move leaves no king of its side attacked.
    fn is_legal(&mut self, effects: &[Effect], side: Side) -> bool {
        let Scout {
            game,
            scratch,
            state,
            placed,
            ..
        } = self;
        with_placed(state, placed, side, |state| {
            Play::new(game, state, scratch).after(effects, &[], |play| !play.in_check(side))
        })
    }

    /// Whether no two pieces share a cell, and equal pieces are in the order of their cells.
    fn is_canonical(&self) -> bool {
        let placed = &self.placed;
        let apart = |(index, (_, cell)): (usize, &(Piece, Cell))| {
            placed[..index].iter().all(|(_, other)| other != cell)
        };
        placed.iter().enumerate().all(apart) && placed.is_sorted_by_key(key)
    }

    fn may_stand(&self) -> bool {
        let absent = self.state.position().absent();
        let stands = |(piece, cell): &(Piece, Cell)| {
            !absent.contains(*cell)
                && piece
                    .kind
                    .is_none_or(|kind| self.game.may_stand(kind, piece.side, *cell))
        };
        self.placed.iter().all(stands)
    }

    /// Returns the node that a move leads to. It must become the report's next target.
    fn target(&mut self, effects: &[Effect], side: Side) -> u32 {
        let Scout {
            game,
            scratch,
            state,
            placed,
            after,
            ..
        } = self;
        if game.goals.is_empty()
            && let [effect] = effects
            && effect.verb == EffectVerb::Move
            && let Some([from, to]) = effect.ends()
        {
            return self.target_of_plain(
                PlainMove {
                    from,
                    to,
                    taken: None,
                },
                side,
            );
        }
        let over = with_placed(state, placed, side, |state| {
            Play::new(game, state, scratch).after(effects, &[], |play| {
                after.clear();
                after.extend(
                    play.state
                        .position()
                        .pieces()
                        .map(|(cell, piece)| (piece, cell)),
                );
                play.state.goal_reached().is_some()
            })
        });
        if over {
            return GOAL;
        }
        after.sort_unstable_by_key(key);
        self.target_among_endings(side)
    }

    /// Returns the node that a plain move leads to, in a game without goals.
    fn target_of_plain(&mut self, PlainMove { from, to, taken }: PlainMove, side: Side) -> u32 {
        let Scout { placed, after, .. } = self;
        after.clear();
        for (piece, cell) in placed.iter() {
            if Some(*cell) != taken {
                after.push((*piece, if *cell == from { to } else { *cell }));
            }
        }
        if taken.is_none() {
            return self.ending.node(after, side.other(), self.symmetries);
        }
        self.target_among_endings(side)
    }

    /// Returns the node of the pieces in `after`, which may belong to another ending.
    fn target_among_endings(&mut self, side: Side) -> u32 {
        let is_of = |ending: &&NumberedEnding| {
            ending
                .pieces
                .iter()
                .eq(self.after.iter().map(|(piece, _)| piece))
        };
        if let Some(known) = self.endings.iter().find(is_of) {
            return known.node(&mut self.after, side.other(), self.symmetries);
        }
        let ScoutReport {
            new_endings,
            new_ending_targets,
            targets,
            ..
        } = &mut self.report;
        let index = new_endings
            .iter()
            .position(|ending| is_of(&ending))
            .unwrap_or_else(|| {
                let pieces = self.after.iter().map(|(piece, _)| *piece).collect();
                new_endings.push(NumberedEnding::new(pieces, self.symmetries, 0));
                new_endings.len() - 1
            });
        new_ending_targets.push((targets.len(), index));
        new_endings[index].node(&mut self.after, side.other(), self.symmetries)
    }
}

/// A move of one piece that captures at most one other.
#[derive(Clone, Copy)]
struct PlainMove {
    from: Cell,
    to: Cell,
    taken: Option<Cell>,
}

/// Adds the moves of the side to move, whose pieces have only their movement and have all moved.
/// Returns false if one of them does more than a plain move.
fn list_walks(
    game: &Game<'_>,
    state: &State,
    walker: &mut Walker,
    placed: &[(Piece, Cell)],
    moves: &mut Vec<PlainMove>,
) -> bool {
    let side = state.to_move();
    let mut are_plain = true;
    for (piece, from) in placed.iter().filter(|(piece, _)| piece.side == side) {
        let Some(kind) = piece.kind else { continue };
        walker.landings(
            game.table(kind, side),
            state.position(),
            *from,
            true,
            &mut |landing| {
                let Landing {
                    to,
                    taken,
                    carried,
                    en_passant,
                } = landing;
                // A landing does not show whether a captured piece goes into hand.
                let takes_plainly =
                    taken.is_empty() || taken.len() == 1 && game.into_hand.is_empty();
                are_plain &=
                    to != *from && takes_plainly && carried.is_empty() && en_passant.is_empty();
                moves.push(PlainMove {
                    from: *from,
                    to,
                    taken: taken.first().copied(),
                });
            },
        );
    }
    are_plain
}

/// Whether the movement of these pieces is all they can do once they have moved, and none of them
/// becomes another. Their moves then need not be listed with all their effects.
fn only_walk(game: &Game<'_>, pieces: &[Piece]) -> bool {
    let walks = |kind: KindId| !game.may_change[kind.index()] && !has_power(game, kind);
    !needs_legality(game, pieces)
        && game.stacks.is_none()
        && game.travels.is_empty()
        && pieces.iter().all(|piece| piece.kind.is_some_and(walks))
}

/// Whether a piece of either side has a power.
fn has_power(game: &Game<'_>, kind: KindId) -> bool {
    Side::BOTH
        .iter()
        .any(|side| game.powers.kit(kind, *side).is_some())
}

/// Whether the moves of these pieces must be tested for more than leaving a king attacked: they
/// may be illegal for other reasons, or end the game at once.
fn needs_legality(game: &Game<'_>, pieces: &[Piece]) -> bool {
    let must_take = |piece: &Piece| {
        let kit = piece
            .kind
            .and_then(|kind| game.powers.kit(kind, piece.side));
        kit.is_some_and(|kit| kit.mandatory)
    };
    !game.goals.is_empty()
        || game.takes_own
        || may_be_dead(game, pieces)
        || game.term_rules.affect_moves()
        || State::empty(game).quiet_too_long(game)
        || pieces.iter().any(must_take)
}

/// Returns the symmetries of an ending of these pieces; only the identity, if the ending depends
/// on more than lines and sets of cells.
pub(super) fn symmetries(game: &Game<'_>, pieces: &[Piece]) -> Symmetries {
    let variant = game.variant();
    let cells = variant.board.len();
    let mut kinds: Vec<KindId> = pieces.iter().filter_map(|piece| piece.kind).collect();
    let mut at = 0;
    while let Some(kind) = kinds.get(at).copied() {
        at += 1;
        for other in variant.promotes_to(kind, None) {
            if !kinds.contains(&other) {
                kinds.push(other);
            }
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    let is_plain = |kind: &KindId| {
        game.rules.keeps_to_lines(*kind)
            && !has_power(game, *kind)
            && variant.transforms_into(*kind).is_empty()
    };
    // What an expression says need not be symmetrical.
    let has_unsupported_rules = game.stacks.is_some()
        || !game.facings.is_empty()
        || !game.travels.is_empty()
        || game.term_rules.affect_moves();
    let ends = game
        .term_rules
        .ends
        .iter()
        .map(|end| end.rule.when.truth.named_cells());
    let Some(cells_of_ends) = ends.collect::<Option<Vec<_>>>() else {
        return Symmetries::identity(cells);
    };
    if has_unsupported_rules || !kinds.iter().all(is_plain) {
        return Symmetries::identity(cells);
    }
    let sides = |kind: &KindId| Side::BOTH.map(|side| (*kind, side));
    let tables: Vec<_> = kinds
        .iter()
        .flat_map(sides)
        .map(|(kind, side)| game.table(kind, side))
        .collect();
    let mut sets: Vec<CellSet> = vec![*variant.board.absent()];
    sets.extend(
        kinds
            .iter()
            .flat_map(sides)
            .map(|(kind, side)| variant.stands_on(kind, side)),
    );
    let promotions = game
        .promotions
        .iter()
        .filter(|rule| kinds.contains(&rule.kind))
        .map(|rule| &rule.cells);
    let goals = game
        .goals
        .iter()
        .filter(|goal| kinds.contains(&goal.kind))
        .map(|goal| &goal.cells);
    sets.extend(cells_of_ends.concat());
    for cells in promotions.chain(goals) {
        sets.extend(Side::BOTH.map(|side| *cells.of(side)));
    }
    Symmetries::of(&tables, &sets, cells)
}

/// Whether what becomes of a piece depends on more than the placement: on the reserve, or on how
/// many pieces have come to a goal.
fn depends_on_more(game: &Game<'_>, kind: KindId) -> bool {
    game.promotions
        .iter()
        .any(|promotion| promotion.from_reserve && promotion.kind == kind)
        || game
            .transformations
            .iter()
            .any(|rule| rule.from_reserve && rule.kind == kind)
        || game
            .goals
            .iter()
            .any(|goal| goal.count > 1 && goal.kind == kind)
}

/// Whether an effect changes something that a placement of pieces does not show.
fn changes_more_than_pieces(effect: &Effect) -> bool {
    effect.verb == EffectVerb::Travel || effect.hand.is_some()
}
