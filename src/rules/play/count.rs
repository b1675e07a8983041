//! Counting legal moves without listing most of them: the cells that a piece moves to and captures on
//! are sets, and how many there are is the number of their bits.
//!
//! Counted are the moves that no rule can concern: of pieces that are neither royal nor pinned, to
//! cells on which they stay what they are. All others are listed and judged as in `legal`.

use super::additional::{Ways, count_with_effects, ways_of_every_move};
use super::castling::castlings;
use super::change::replace_by_promotions;
use super::dead::is_dead;
use super::drops::{count_drops, drops};
use super::effect::Moves;
use super::game::Game;
use super::game_position::{GamePosition, PieceOn};
use super::generate::moves_of_piece;
use super::in_play::Play;
use super::legal::{is_over, judge_moves, legal_moves, open_moves};
use super::pins::CheckMask;
use super::scope_now::ScopeNow;
use super::scratch::Scratch;
use super::state::State;
use super::walk::add_landing;
use crate::model::{Cell, CellSet, KindId, KindSet};
use crate::moves::{BoardWords, Landing, Standing, Walker};

/// Counts the legal moves, without listing most of them.
pub fn count_legal_moves(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    listed: &mut Moves,
) -> usize {
    let play = &mut Play::new(game, state, scratch);
    let enemy = play.state.to_move.other();
    if play.in_check(enemy) || is_dead(play.position()) {
        legal_moves(game, state, scratch, listed);
        return listed.len();
    }
    play.count_legal_moves(listed)
}

/// Whether the side to move has a legal move, without listing most of them.
pub fn has_legal_move(game: &Game<'_>, state: &mut State, scratch: &mut Scratch) -> bool {
    let play = &mut Play::new(game, state, scratch);
    !is_dead(play.position()) && !is_over(play) && play.has_open_move()
}

impl Play<'_> {
    /// Counts the legal moves, without listing most of them. No royal piece of the other side may be
    /// attacked, as none is after a legal move.
    pub(super) fn count_legal_moves(&mut self, listed: &mut Moves) -> usize {
        if is_over(self) {
            listed.clear();
            return 0;
        }
        self.count_open_moves(listed, Capturable::Spared, usize::MAX)
    }

    /// Whether there is a legal move, or would be if the game had not ended.
    pub(super) fn has_open_move(&mut self) -> bool {
        let mut listed = std::mem::take(&mut self.scratch.answers);
        let count = self.count_open_moves(&mut listed, Capturable::Judged, 1);
        self.scratch.answers = listed;
        count > 0
    }

    /// Counts the moves that are legal, or would be if the game had not ended. Stops once there are
    /// `enough`.
    fn count_open_moves(&mut self, listed: &mut Moves, royals: Capturable, enough: usize) -> usize {
        listed.clear();
        if !self.game.counts_in_bulk() {
            open_moves(self, listed);
            return listed.len();
        }
        let all_are_legal = self.game.allows_all_moves();
        let mask = match all_are_legal {
            true => CheckMask::default(),
            false => CheckMask::of(self.position()),
        };
        let bulk = Bulk::of(self, &mask, royals, enough);
        let count = match self.state.position.len().div_ceil(64) {
            1 => bulk.count::<1>(self, listed),
            2 => bulk.count::<2>(self, listed),
            3 => bulk.count::<3>(self, listed),
            4 => bulk.count::<4>(self, listed),
            _ => bulk.list(self, listed),
        };
        let count = match count < enough {
            true => bulk.count_rest(self, count, listed, all_are_legal),
            false => count,
        };
        self.scratch.bulk_scopes = bulk.scopes;
        count
    }
}

/// Whether royal pieces of the other side may stand to be captured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Capturable {
    /// None does, as after a legal move.
    Spared,
    /// Perhaps: their captures must be judged.
    Judged,
}

/// The tests that divide moves into those that are counted and those that are listed.
struct Bulk<'m> {
    mask: &'m CheckMask,
    /// The moves that rules may concern.
    scopes: Vec<ScopeNow>,
    /// The ways to go on after every move, where it is one rule that gives them.
    ways: Option<Ways>,
    /// The enemies whose capture must be judged.
    judged: CellSet,
    /// The number of moves after which there is no need to count on.
    enough: usize,
}

impl<'m> Bulk<'m> {
    fn of(play: &mut Play<'_>, mask: &'m CheckMask, royals: Capturable, enough: usize) -> Bulk<'m> {
        let mut scopes = std::mem::take(&mut play.scratch.bulk_scopes);
        scopes.clear();
        let pos = play.position();
        let rules = &pos.game.term_rules;
        let effects = rules.effect_scopes.iter().enumerate();
        let mut concerned = None;
        for (index, scope) in effects {
            if let Some(now) = scope.now(pos) {
                concerned = Some(index).filter(|_| scopes.is_empty());
                scopes.push(now);
            }
        }
        let ways = concerned
            .filter(|index| rules.effect_scopes[*index].is_general)
            .filter(|_| pos.game.allows_all_moves())
            .and_then(|index| ways_of_every_move(pos, index));
        if ways.is_some() {
            scopes.clear();
        }
        scopes.extend(
            rules
                .forbid_scopes
                .iter()
                .filter_map(|scope| scope.now(pos)),
        );
        let are_spared =
            royals == Capturable::Spared && rules.not_checks.is_empty() && rules.turns.is_empty();
        Bulk {
            mask,
            scopes,
            ways,
            judged: match are_spared {
                true => CellSet::EMPTY,
                false => judged_enemies(pos),
            },
            enough,
        }
    }

    /// Lists the moves of all pieces.
    fn list(&self, play: &mut Play<'_>, listed: &mut Moves) -> usize {
        let standing = *play.state.standing(play.state.to_move);
        standing
            .iter()
            .for_each(|from| moves_of_piece(play, from, listed));
        0
    }

    /// Counts the moves that are not of pieces on the board, and those of the moves listed that are
    /// legal, and adds `count`.
    fn count_rest(
        &self,
        play: &mut Play<'_>,
        mut count: usize,
        listed: &mut Moves,
        all_are_legal: bool,
    ) -> usize {
        castlings(play, listed);
        match &self.ways {
            None => {
                let game = play.game;
                let open = |kind, cells| match self.must_list(game, kind) {
                    true => CellSet::EMPTY,
                    false => self.open_to_drop(kind, cells),
                };
                count += count_drops(play, self.mask, open, listed);
            }
            Some(_) => drops(play, listed),
        }
        if all_are_legal {
            return count + count_with_effects(play, listed);
        }
        judge_moves(play, self.mask, listed);
        count + listed.len()
    }

    /// Counts moves of pieces, and lists all others.
    #[inline]
    fn count<const WORDS: usize>(&self, play: &mut Play<'_>, listed: &mut Moves) -> usize {
        let own = *play.state.standing(play.state.to_move);
        let standing = Standing::<WORDS>::of(&play.state.position);
        let mut count = 0;
        for from in own.iter() {
            let Some(piece) = play.position().piece_on(from) else {
                continue;
            };
            if self.mask.frees(from) && !self.must_list(play.game, piece.kind) {
                count += self.count_piece(play, &standing, piece, listed);
                if count >= self.enough {
                    break;
                }
            } else {
                moves_of_piece(play, from, listed);
            }
        }
        count
    }

    /// Whether each move of a kind must be judged.
    #[inline]
    fn must_list(&self, game: &Game<'_>, kind: KindId) -> bool {
        let exempting = game.term_rules.exempting.unwrap_or_default();
        self.ways.is_none() && (game.is_royal(Some(kind)) || exempting.contains(kind))
    }

    #[inline]
    fn count_piece<const WORDS: usize>(
        &self,
        play: &mut Play<'_>,
        standing: &Standing<WORDS>,
        piece: PieceOn,
        listed: &mut Moves,
    ) -> usize {
        let pos = play.position();
        let PieceOn { cell, side, kind } = piece;
        let (start, moved) = (listed.len(), !pos.state.unmoved.contains(cell));
        let (table, position) = (pos.game.table(kind, side), &pos.state.position);
        let mut land = |landing: Landing<'_>| add_landing(pos, piece, &landing, listed);
        let sets = Walker::landing_sets(table, (position, standing), cell, moved, &mut land);
        let Some([moves, takes]) = sets else {
            moves_of_piece(play, cell, listed);
            return 0;
        };
        let stays = pos.game.stays_on[kind.index()][side as usize].first_words::<WORDS>();
        let (mut quiet, mut captures) = (minus(stays, self.mask.hurdles()), stays);
        captures = minus(captures, &self.judged);
        for scope in &self.scopes {
            if scope.captures {
                captures = minus(captures, &scope.victims);
            }
            if scope.kinds.contains(kind) && scope.from.contains(cell) {
                if scope.quiet {
                    quiet = minus(quiet, &scope.to);
                }
                if scope.captures {
                    captures = minus(captures, &scope.to);
                }
            }
        }
        captures = minus(captures, self.mask.hurdles());
        let mut count = 0;
        for word in 0..WORDS {
            // No cell is both empty and an enemy's, so one count does for both.
            let counted = moves[word] & quiet[word] | takes[word] & captures[word];
            count += counted.count_ones() as usize;
        }
        for (all, counts, takes) in [(&moves, &mut quiet, false), (&takes, &mut captures, true)] {
            for word in 0..WORDS {
                let mut rest = all[word] & !counts[word];
                counts[word] &= all[word];
                while rest != 0 {
                    let to = Cell::new(64 * word + rest.trailing_zeros() as usize);
                    rest &= rest - 1;
                    let taken = if takes { &[to][..] } else { &[] };
                    let quiet = Landing::quiet(to);
                    add_landing(pos, piece, &Landing { taken, ..quiet }, listed);
                }
            }
        }
        if let Some(ways) = &self.ways {
            count = ways.count(cell, count, &quiet);
        }
        if listed.len() > start && play.game.may_change[kind.index()] {
            replace_by_promotions(play, start, listed);
        }
        count
    }

    /// Returns the cells onto which no rule concerns a drop of a kind.
    fn open_to_drop(&self, kind: KindId, cells: CellSet) -> CellSet {
        let concerned = self
            .scopes
            .iter()
            .filter(|scope| scope.quiet && scope.kinds.contains(kind));
        concerned.fold(cells, |cells, scope| cells - scope.to)
    }
}

/// Returns the enemies that are royal or on which exemptions from check depend.
fn judged_enemies(pos: GamePosition<'_>) -> CellSet {
    let exempting: KindSet = pos.game.term_rules.exempting.unwrap_or_default();
    let is_judged = |cell: &Cell| {
        pos.kind(*cell)
            .is_some_and(|kind| pos.game.is_royal(Some(kind)) || exempting.contains(kind))
    };
    let enemies = pos.standing(pos.state.to_move.other()).iter();
    enemies.filter(is_judged).collect()
}

#[inline]
fn minus<const WORDS: usize>(mut words: BoardWords<WORDS>, cells: &CellSet) -> BoardWords<WORDS> {
    let cells = cells.first_words::<WORDS>();
    (0..WORDS).for_each(|word| words[word] &= !cells[word]);
    words
}
