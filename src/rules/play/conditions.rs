//! The rules that a variant states as expressions, in play: forbidden moves, duties, turns, counters
//! and endings.
//!
//! ```text
//! pseudo-legal ─▶ own check ─▶ forbid ─▶ repetition ─▶ must
//! ```

use super::asked::{Asked, MoveAsked};
use super::attack::AttackAnswers;
use super::effect::{Effect, Move, Moves};
use super::in_play::Play;
use super::outcome::{Outcome, Reason};
use super::scope_now::{ScopedMove, set_scopes};
use super::term_rules::{EndTime, GameEnd, MovesAsked, RuleWords};
use crate::model::{Cell, Condition, CounterId, EndMoment, Side};

impl Play<'_> {
    /// Whether the turn of a side goes on after the move with these effects, which has just been
    /// made as a move of this number in the turn.
    #[cold]
    pub(super) fn turn_goes_on(&mut self, side: Side, turn_move: u8, effects: &[Effect]) -> bool {
        let rule = self.game.term_rules.turn_of(side);
        rule.is_some_and(|rule| {
            turn_move < rule.moves
                && !(rule.ends.as_ref())
                    .is_some_and(|ends| self.holds_after(ends, MoveAsked::made(effects)))
        })
    }

    /// Whether a condition holds after a move that has just been made.
    pub(super) fn holds_after(&mut self, condition: &Condition, mv: MoveAsked) -> bool {
        let mover = self.state.last_mover();
        let (pos, scratch) = self.split();
        let mut answers = AttackAnswers { pos, scratch };
        Asked::new(pos, Some(&mut answers), mover)
            .with_move(mv)
            .holds(&condition.truth)
    }

    /// Updates the counters after the move with these effects, which has just been made.
    #[cold]
    pub(super) fn count(&mut self, effects: &[Effect]) {
        let (rules, side) = (&self.game.term_rules, self.state.last_mover());
        let made = MoveAsked::made(effects);
        for (index, counter) in rules.counters.iter().enumerate() {
            let id = CounterId::new(index);
            let mut count = self.state.counters.get(id, side);
            if self.holds_after(&counter.when, made) {
                count = count.saturating_add(1);
            }
            if let Some(until) = &counter.until
                && self.holds_after(until, made)
            {
                count = 0;
            }
            self.state.counters.set(id, side, count);
        }
    }

    /// Returns the rule that forbids a move which has just been made.
    pub(super) fn forbidding_rule(&mut self, mv: MoveAsked) -> Option<RuleWords> {
        let mut rules = self.game.term_rules.forbids.iter();
        let rule = rules.find(|rule| self.holds_after(rule, mv))?;
        Some(RuleWords::of(rule))
    }

    /// Returns the duty that a move which has just been made does not fulfil.
    pub(super) fn neglected_rule(&mut self, mv: MoveAsked) -> Option<RuleWords> {
        let mut rules = self.game.term_rules.musts.iter();
        let rule = rules.find(|rule| !self.holds_after(rule, mv))?;
        Some(RuleWords::of(rule))
    }

    /// Removes the moves that a rule forbids for what they lead to.
    pub(super) fn remove_forbidden(&mut self, out: &mut Moves) {
        let rules = &self.game.term_rules;
        if rules.forbids.is_empty() || out.is_empty() {
            return;
        }
        let mut scopes = std::mem::take(&mut self.scratch.scopes);
        set_scopes(&mut scopes, &rules.forbid_scopes, self.position());
        out.retain(0, |mv, effects, en_passant| {
            let plain = ScopedMove::of(mv, effects);
            if !scopes.iter().any(|scope| ScopedMove::is_in(plain, scope)) {
                return true;
            }
            let asked = MoveAsked::of(mv, effects);
            self.after(effects, en_passant, |play| {
                let mut laws = rules.forbids.iter().zip(&scopes);
                !laws.any(|(rule, scope)| {
                    ScopedMove::is_in(plain, scope) && play.holds_after(rule, asked)
                })
            })
        });
        self.scratch.scopes = scopes;
    }

    /// Keeps only the moves that fulfil a duty, if there are any; the first duty comes first.
    pub(super) fn keep_duties(&mut self, out: &mut Moves) {
        let rules = &self.game.term_rules;
        for duty in &rules.musts {
            let mut fulfils = |mv: &Move, effects: &[Effect], en_passant: &[Cell]| {
                let asked = MoveAsked::of(mv, effects);
                self.after(effects, en_passant, |play| play.holds_after(duty, asked))
            };
            let has_any = out
                .iter()
                .any(|mv| fulfils(mv, out.effects(mv), out.en_passant(mv)));
            if has_any {
                out.retain(0, fulfils);
            }
        }
    }

    /// Returns how a rule has ended the game with the last move, whatever moves there are.
    pub(super) fn ended_at_once(&mut self) -> Option<Outcome> {
        let mut ends = self.game.term_rules.ends.iter();
        ends.find_map(|end| {
            let asks = end.time == EndTime::AtOnce && self.is_moment(end.rule.at);
            asks.then(|| self.outcome_of(end, None))?
        })
    }

    /// Returns how a rule that asks for the legal moves has ended the game. `has_moves` is whether
    /// the side to move has any: if so, a rule that needs a lack of moves does not count.
    pub(super) fn ended_by_moves(&mut self, has_moves: bool) -> Option<Outcome> {
        let rules = &self.game.term_rules;
        let times: &[EndTime] = match has_moves {
            true => &[EndTime::ByMoves],
            false => &[EndTime::ByMoves, EndTime::WithoutMoves],
        };
        let mut may_end = |end: &&GameEnd<'_>| {
            times.contains(&end.time) && self.is_moment(end.rule.at) && self.begins_to_hold(end)
        };
        let first: Vec<&GameEnd<'_>> = rules.ends.iter().filter(|end| may_end(end)).collect();
        if first.is_empty() {
            return None;
        }
        let to_move = self.state.to_move;
        let mut legal = std::mem::take(&mut self.scratch.legal);
        for (side, legal) in Side::BOTH.into_iter().zip(&mut legal) {
            self.state.to_move = side;
            self.with_open_moves(|moves| legal.set(moves));
        }
        self.state.to_move = to_move;
        let ended = first
            .into_iter()
            .find_map(|end| self.outcome_of(end, Some(&legal)));
        self.scratch.legal = legal;
        ended
    }

    /// Whether the last move, if there was one, is one after which rules of this moment are asked.
    fn is_moment(&self, at: EndMoment) -> bool {
        if self.state.is_start {
            return false;
        }
        let turn_is_over = self.state.turn_move == 1;
        match at {
            EndMoment::Move => true,
            EndMoment::Turn => turn_is_over,
            EndMoment::Round => turn_is_over && self.state.to_move == Side::White,
        }
    }

    /// Whether the parts of an end's condition hold that do not ask about moves.
    fn begins_to_hold(&mut self, end: &GameEnd<'_>) -> bool {
        let mover = self.state.last_mover();
        let (pos, scratch) = self.split();
        let mut answers = AttackAnswers { pos, scratch };
        let mut asked = Asked::new(pos, Some(&mut answers), mover);
        end.first.iter().all(|part| asked.holds(part))
    }

    /// Returns how a rule has ended the game, if it has.
    fn outcome_of(
        &mut self,
        end: &GameEnd<'_>,
        legal: Option<&[MovesAsked; 2]>,
    ) -> Option<Outcome> {
        let mover = self.state.last_mover();
        let (pos, scratch) = self.split();
        let mut answers = AttackAnswers { pos, scratch };
        let mut asked = Asked::new(pos, Some(&mut answers), mover);
        asked.legal = legal;
        let side = asked.side(end.rule.of);
        let holds = asked.holds(&end.rule.when.truth);
        holds.then(|| Outcome::new(side, end.rule.ending, Reason::Rule(end.index)))
    }
}
