//! The course of a game: what may be done now that the game has come so far, and whether it has ended and how.

use std::collections::BTreeSet;

use padma_rules::model::{
    Cell, DeadPosition, EndMoment, EndRule, Ending, Goal, KindId, Repetition, Rule, RuleStage, Side,
};
use padma_rules::play::{Outcome, Reason};
use padma_rules::reach::Rules;

use super::terms::{Asked, Deed, LegalMoves};
use super::{How, Played, castling, dutiful, in_check, legal, safe};
use crate::oracles::standing::Standing;

/// A game so far.
#[derive(Clone, Debug)]
pub struct Course {
    pub standing: Standing,
    /// Moves of either side since the last that counts.
    quiet: usize,
    /// The positions so far, this one too, where repetition matters; each with whether the move
    /// that led to it gave check.
    history: Vec<(Identity, bool)>,
    /// Whether no move has been made: what ends a game is asked after a move.
    is_start: bool,
    /// The goal that the last move has reached, and whose it is.
    won: Option<(usize, Side)>,
    /// What has come to each goal and become another piece there, whose it was.
    turned: Vec<(usize, Side)>,
}

/// A position that can come up again: what stands where and in hand, who is to move, which castlings may come about, and
/// what taking en passant adds to the legal moves.
pub type Identity = (Standing, BTreeSet<Vec<(Cell, Cell)>>, Vec<(usize, Side)>);

impl Course {
    pub fn begin(rules: &Rules, standing: Standing, is_start: bool) -> Course {
        let mut course = Course {
            standing,
            is_start,
            quiet: 0,
            history: Vec::new(),
            won: None,
            turned: Vec::new(),
        };
        course.record(rules);
        course
    }

    /// The legal moves; none where the game has ended.
    pub fn legal(&self, rules: &Rules) -> BTreeSet<Played> {
        let is_over = self.won.is_some()
            || self.is_dead(rules)
            || quiet_limit(rules).is_some_and(|(plies, _)| self.quiet >= plies)
            || self.repeated(rules)
            || self.ended_at_once(rules).is_some()
            || self.ended_by_moves(rules).is_some();
        if is_over {
            BTreeSet::new()
        } else {
            self.possible(rules, &self.standing)
        }
    }

    /// Returns how a rule has ended the game with the last move, whatever moves there are.
    fn ended_at_once(&self, rules: &Rules) -> Option<(Ending, Side, Reason)> {
        let is_asked = !self.is_start;
        is_asked.then(|| ended_at_once(rules, &self.standing))?
    }

    /// Returns how a rule that asks for legal moves has ended the game.
    fn ended_by_moves(&self, rules: &Rules) -> Option<(Ending, Side, Reason)> {
        let legal = |side: Side| {
            let black = side == Side::Black;
            let to_move = Standing {
                black,
                ..self.standing.clone()
            };
            self.possible(rules, &to_move).into_iter().collect()
        };
        let is_asked = !self.is_start;
        is_asked.then(|| ended(rules, &self.standing, Some(&legal)))?
    }

    /// The legal moves in the position, or in one beside it, if the game is not over before them.
    fn possible(&self, rules: &Rules, standing: &Standing) -> BTreeSet<Played> {
        let mut all = safe(rules, standing);
        if matches!(repetition(rules), Some(Repetition::Forbidden)) {
            all.retain(|played| {
                let turned = [self.turned.clone(), turned(rules, standing, played)].concat();
                let after = identity(rules, &played.after, turned);
                !self.history.iter().any(|(past, _)| *past == after)
            });
        }
        dutiful(rules, standing, &all)
    }

    /// Returns what identifies the position after a move.
    pub fn identity_after(&self, rules: &Rules, played: &Played) -> Identity {
        let turned = [self.turned.clone(), turned(rules, &self.standing, played)].concat();
        identity(rules, &played.after, turned)
    }

    pub fn make(&mut self, rules: &Rules, played: &Played) {
        let before = self.turned.clone();
        self.turned.extend(turned(rules, &self.standing, played));
        self.won = won(
            rules,
            (&self.standing, &before),
            (&played.after, &self.turned),
        );
        self.is_start = false;
        self.quiet = if played.counts { 0 } else { self.quiet + 1 };
        self.standing = played.after.clone();
        self.record(rules);
    }

    fn record(&mut self, rules: &Rules) {
        if repetition(rules).is_some() {
            let now = identity(rules, &self.standing, self.turned.clone());
            let check = in_check(rules, &self.standing, self.standing.side());
            self.history.push((now, check));
        }
    }

    /// Whether the position has come up as often as a rule allows.
    fn repeated(&self, rules: &Rules) -> bool {
        let Some(Repetition::Draw { times, .. }) = repetition(rules) else {
            return false;
        };
        let now = self.history.last().map(|(now, _)| now);
        let same = self.history.iter().filter(|(past, _)| Some(past) == now);
        same.count() >= usize::from(*times)
    }

    /// Whether a move has left nothing but what a rule lists, on the board and beside it.
    fn is_dead(&self, rules: &Rules) -> bool {
        let standing = &self.standing;
        let has = |side: Side| {
            let on_board = standing.pieces.values().copied();
            let beside = standing.hands.iter();
            let beside = beside.flat_map(|(piece, count)| vec![*piece; usize::from(*count)]);
            // A piece of nobody's does not count for either side.
            let is_own =
                |(of, kind): &(Side, KindId)| *of == side && !rules.variant.kind(*kind).neutral;
            let own = on_board.chain(beside).filter(is_own);
            let mut kinds: Vec<KindId> = own.map(|(_, kind)| kind).collect();
            kinds.sort();
            kinds
        };
        let board = &rules.variant.board;
        let is_left = |rule: &DeadPosition| {
            let both = [has(Side::White), has(Side::Black)];
            let other_way = [both[1].clone(), both[0].clone()];
            let bound = standing
                .pieces
                .iter()
                .filter(|(_, (_, kind))| rule.one_shade.contains(kind));
            let shades: BTreeSet<u8> = bound.map(|(cell, _)| board.info(*cell).shade).collect();
            (rule.left.contains(&both) || rule.left.contains(&other_way)) && shades.len() <= 1
        };
        !self.is_start
            && rules.variant.rules.iter().any(|rule| match rule {
                Rule::DeadPosition(rule) => is_left(rule),
                _ => false,
            })
    }

    /// The outcome of the game: a goal that is reached ends it first, then a rule about the position, mate, a rule about the
    /// moves, stalemate, and limits.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        let side = self.standing.side();
        let has_moves = !self.possible(rules, &self.standing).is_empty();
        let (ending, side, reason) = if let Some((place, side)) = self.won {
            (Ending::Win, side, Reason::Goal(place))
        } else if let Some(ended) = self.ended_at_once(rules) {
            ended
        } else if !has_moves && in_check(rules, &self.standing, side) {
            (Ending::Loss, side, Reason::Mate)
        } else if let Some(ended) = self.ended_by_moves(rules) {
            ended
        } else if !has_moves {
            (stalemate(rules), side, Reason::Stalemate)
        } else if self.is_dead(rules) {
            (Ending::Draw, side, Reason::DeadPosition)
        } else if let Some((_, end)) = quiet_limit(rules).filter(|(plies, _)| self.quiet >= *plies)
        {
            // Within a turn the side to move has made the last of these moves.
            let last = if self.standing.turn_move > 1 {
                side
            } else {
                side.other()
            };
            (end, last, Reason::QuietLimit)
        } else {
            let Some(Repetition::Draw { blames, .. }) = repetition(rules) else {
                return None;
            };
            if !self.repeated(rules) {
                return None;
            }
            let (now, _) = self.history.last()?;
            let first = self.history.iter().position(|(past, _)| past == now)?;
            // The only condition that random variants blame is a check. The last of these moves is
            // the other side's, and the sides take turns.
            let checks = |own: usize| {
                let moves = self.history[first + 1..].iter().rev().skip(own).step_by(2);
                moves.clone().count() > 0 && moves.clone().all(|(_, check)| *check)
            };
            match (blames.is_some(), checks(0), checks(1)) {
                (true, true, false) => (Ending::Loss, side.other(), Reason::BlamedRepetition),
                (true, false, true) => (Ending::Loss, side, Reason::BlamedRepetition),
                _ => (Ending::Draw, side, Reason::Repetition),
            }
        };
        let white = match (side, ending) {
            (Side::White, ending) => ending,
            (Side::Black, Ending::Win) => Ending::Loss,
            (Side::Black, Ending::Draw) => Ending::Draw,
            (Side::Black, Ending::Loss) => Ending::Win,
            (Side::Black, Ending::Score(points)) => Ending::Score(100 - points),
        };
        Some(Outcome { white, reason })
    }
}

fn repetition(rules: &Rules) -> Option<&Repetition> {
    rules
        .variant
        .rules
        .iter()
        .rev()
        .find_map(|rule| match rule {
            Rule::Repetition(repetition) => Some(repetition),
            _ => None,
        })
}

fn quiet_limit(rules: &Rules) -> Option<(usize, Ending)> {
    rules
        .variant
        .rules
        .iter()
        .rev()
        .find_map(|rule| match rule {
            Rule::QuietLimit(limit) => Some((usize::from(limit.plies), limit.ending)),
            _ => None,
        })
}

fn identity(rules: &Rules, standing: &Standing, mut turned: Vec<(usize, Side)>) -> Identity {
    turned.sort();
    let mut known = standing.clone();
    let plain = Standing {
        en_passant: None,
        ..standing.clone()
    };
    if known.en_passant.is_some() && legal(rules, standing) == legal(rules, &plain) {
        known.en_passant = None;
    }
    known.unmoved.clear();
    (known, castling::rights(rules, standing), turned)
}

fn goals(rules: &Rules) -> impl Iterator<Item = (usize, &Goal)> {
    let goals = rules.variant.rules.iter().filter_map(|rule| match rule {
        Rule::Goal(goal) => Some(goal),
        _ => None,
    });
    goals.enumerate()
}

/// The goals to which the piece that moves comes from elsewhere, and where it is another piece then.
fn turned(rules: &Rules, before: &Standing, played: &Played) -> Vec<(usize, Side)> {
    let side = before.side();
    let turns = |goal: &Goal| {
        let cells = goal.cells.of(side);
        played.how == How::Goes
            && played.from.is_some_and(|from| {
                before.pieces.get(&from) == Some(&(side, goal.kind)) && !cells.contains(from)
            })
            && cells.contains(played.to)
            && played
                .after
                .pieces
                .get(&played.to)
                .is_some_and(|(_, kind)| *kind != goal.kind)
    };
    goals(rules)
        .filter(|(_, goal)| turns(goal))
        .map(|(place, _)| (place, side))
        .collect()
}

/// The first goal that a move has reached: more pieces have come to it than before, and enough of them.
fn won(
    rules: &Rules,
    before: (&Standing, &[(usize, Side)]),
    after: (&Standing, &[(usize, Side)]),
) -> Option<(usize, Side)> {
    let mut all = goals(rules).flat_map(|(place, goal)| Side::BOTH.map(|side| (place, goal, side)));
    let reached = all.find(|(place, goal, side)| {
        let there = |(standing, turned): (&Standing, &[(usize, Side)])| {
            let on = |(cell, piece): &(&Cell, &(Side, _))| {
                **piece == (*side, goal.kind) && goal.cells.of(*side).contains(**cell)
            };
            standing.pieces.iter().filter(on).count()
                + turned
                    .iter()
                    .filter(|turned| **turned == (*place, *side))
                    .count()
        };
        there(after) > there(before) && there(after) >= usize::from(goal.count)
    });
    reached.map(|(place, _, side)| (place, side))
}

/// Returns how a rule about the position has ended a game with the last move.
pub(super) fn ended_at_once(rules: &Rules, standing: &Standing) -> Option<(Ending, Side, Reason)> {
    ended(rules, standing, None)
}

/// Returns how a game has ended by the first rule that applies: of those that ask for legal moves if these are
/// given, otherwise of the others.
fn ended(
    rules: &Rules,
    standing: &Standing,
    legal: Option<LegalMoves<'_>>,
) -> Option<(Ending, Side, Reason)> {
    let is_in_turn = standing.turn_move > 1;
    let mover = match is_in_turn {
        true => standing.side(),
        false => standing.side().other(),
    };
    let asked = Asked {
        rules,
        standing,
        mover,
        deed: &Deed::default(),
        legal,
    };
    let is_moment = |at: EndMoment| match at {
        EndMoment::Move => true,
        EndMoment::Turn => !is_in_turn,
        EndMoment::Round => !is_in_turn && mover == Side::Black,
    };
    let ends = |end: &EndRule| {
        (end.when.stage == RuleStage::Legal) == legal.is_some()
            && is_moment(end.at)
            && asked.holds(&end.when.truth, &[])
    };
    let mut all = rules.variant.rules.iter().enumerate();
    all.find_map(|(place, rule)| match rule {
        Rule::End(end) if ends(end) => Some((end.ending, asked.side(end.of), Reason::Rule(place))),
        _ => None,
    })
}

/// The ending for a side to move that has no move; the last rule counts.
fn stalemate(rules: &Rules) -> Ending {
    let mut endings = rules
        .variant
        .rules
        .iter()
        .rev()
        .filter_map(|rule| match rule {
            Rule::Stalemate(ending) => Some(*ending),
            _ => None,
        });
    endings.next().unwrap_or(Ending::Draw)
}
