//! The rules that a variant states as expressions, collected, and the values that they keep.

use super::effect::Moves;
use super::law_scope::LawScope;
use crate::model::{
    CellSet, Condition, Counter, CounterId, EffectKind, EffectRule, EndRule, KindId, KindSet,
    MAX_COUNTERS, Piece, Rule, RuleStage, Side, Truth, TurnRule, Variant,
};

/// What each side's counters show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CounterValues([[u16; 2]; MAX_COUNTERS]);

impl CounterValues {
    pub(super) fn get(self, counter: CounterId, side: Side) -> u16 {
        self.0[counter.index()][side as usize]
    }

    pub(super) fn set(&mut self, counter: CounterId, side: Side, count: u16) {
        self.0[counter.index()][side as usize] = count;
    }
}

/// What a refusal says about the rule that is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleWords {
    /// The expression that states the condition.
    pub expression: String,
    /// The author's sentence for the rule.
    pub text: Option<String>,
}

impl RuleWords {
    pub(super) fn of(rule: &Condition) -> RuleWords {
        RuleWords {
            expression: rule.expression.clone(),
            text: rule.text.clone(),
        }
    }
}

/// The additional effects that a rule gives one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct AdditionalEffects {
    /// The index of the rule among the effects of the game.
    pub rule: usize,
    pub cells: CellSet,
}

/// What the terms of a rule may ask of a side's legal moves.
#[derive(Clone, Debug, Default)]
pub(super) struct MovesAsked {
    pub count: usize,
    /// The cells that pieces of each kind go to.
    pub goes: Vec<(KindId, CellSet)>,
}

impl MovesAsked {
    /// Sets what is asked to that of a list of moves.
    pub(super) fn set(&mut self, moves: &Moves) {
        self.count = moves.len();
        self.goes.clear();
        for mv in moves.iter() {
            let Some(kind) = mv.kind else { continue };
            match self.goes.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, cells)) => cells.insert(mv.to),
                None => self.goes.push((kind, CellSet::from_iter([mv.to]))),
            }
        }
    }
}

/// The rules of a game that are expressions, each in the order of the variant's file.
#[derive(Debug, Default)]
pub(super) struct TermRules<'r> {
    pub effects: Vec<&'r EffectRule>,
    /// Whether a side chooses any additional effect of a move.
    pub have_choices: bool,
    /// The most pieces that a move may bring onto empty cells as additional effects.
    pub arrivals: usize,
    /// Whether any effect captures what then counts as attacked.
    pub effects_attack: bool,
    pub forbids: Vec<&'r Condition>,
    pub musts: Vec<&'r Condition>,
    pub not_checks: Vec<&'r Condition>,
    /// The rules that end the game.
    pub ends: Vec<GameEnd<'r>>,
    pub counters: Vec<&'r Counter>,
    pub turns: Vec<&'r TurnRule>,
    /// The moves that each effect, and each rule that forbids moves, may concern.
    pub effect_scopes: Vec<LawScope<'r>>,
    pub forbid_scopes: Vec<LawScope<'r>>,
    /// The kinds on whose places alone the exemptions from check depend; `None` if they depend on more.
    pub exempting: Option<KindSet>,
}

impl<'r> TermRules<'r> {
    /// Collects those of a variant.
    pub(super) fn of(variant: &'r Variant) -> TermRules<'r> {
        let mut rules = TermRules::default();
        let all: KindSet = variant.kind_ids().collect();
        rules.exempting = Some(KindSet::default());
        let has_turns = variant
            .rules
            .iter()
            .any(|rule| matches!(rule, Rule::Turn(_)));
        for (index, rule) in variant.rules.iter().enumerate() {
            match rule {
                Rule::Effect(rule) => {
                    rules.effects_attack |= rule.attacks;
                    rules.have_choices |= rule.effect.is_choice();
                    rules.arrivals += usize::from(rule.effect.fills_cell());
                    rules.effect_scopes.push(LawScope::of_effect(rule, all));
                    rules.effects.push(rule);
                }
                Rule::Forbid(condition) => {
                    let scope = LawScope::after_move(&condition.truth, all);
                    rules.forbid_scopes.push(scope);
                    rules.forbids.push(condition);
                }
                Rule::Must(condition) => rules.musts.push(condition),
                Rule::NotCheck(condition) => {
                    let placed = LawScope::placed_kinds(&condition.truth);
                    rules.exempting = rules.exempting.zip(placed).map(|(all, more)| all | more);
                    rules.not_checks.push(condition);
                }
                Rule::End(end) => rules.ends.push(GameEnd::new(index, end, has_turns)),
                Rule::Counter(counter) => rules.counters.push(counter),
                Rule::Turn(turn) => rules.turns.push(turn),
                _ => {}
            }
        }
        rules
    }

    /// Whether an effect brings new pieces of this kind onto the board.
    pub(super) fn adds(&self, piece: Piece) -> bool {
        self.effects.iter().any(
            |rule| matches!(rule.effect, EffectKind::Adds(_, kind) if Some(kind) == piece.kind),
        )
    }

    /// Returns the rule about the turns of a side, the last of several.
    pub(super) fn turn_of(&self, side: Side) -> Option<&'r TurnRule> {
        let mut rules = self.turns.iter().rev().copied();
        rules.find(|rule| rule.side.is_none_or(|of| of == side))
    }

    /// Whether the legal moves depend on these rules.
    pub(super) fn affect_moves(&self) -> bool {
        !(self.effects.is_empty()
            && self.forbids.is_empty()
            && self.musts.is_empty()
            && self.not_checks.is_empty()
            && self.turns.is_empty()
            && self
                .ends
                .iter()
                .all(|end| end.time == EndTime::WithoutMoves))
    }

    /// Whether lines to a king do not show alone what gives check.
    pub(super) fn decide_check(&self) -> bool {
        self.effects_attack || self.exempting.is_none()
    }
}

/// When a rule that ends the game is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndTime {
    /// As soon as a move is made.
    AtOnce,
    /// Once the legal moves are known.
    ByMoves,
    /// Where the side to move has no legal move.
    WithoutMoves,
}

/// A rule that ends the game.
#[derive(Debug)]
pub(super) struct GameEnd<'r> {
    /// Its index in the variant's rules.
    pub index: usize,
    pub rule: &'r EndRule,
    pub time: EndTime,
    /// The parts of its condition that do not ask about moves. All must hold.
    pub first: Vec<&'r Truth>,
}

impl<'r> GameEnd<'r> {
    fn new(index: usize, rule: &'r EndRule, has_turns: bool) -> GameEnd<'r> {
        // In a turn of several moves the side to move may be the one that has moved.
        let lacks_moves = !has_turns && rule.needs_lack_of_moves();
        let mut parts = rule.when.truth.conjuncts();
        parts.retain(|part| !part.asks_moves());
        let time = match rule.when.stage {
            RuleStage::Legal if lacks_moves => EndTime::WithoutMoves,
            RuleStage::Legal => EndTime::ByMoves,
            _ => EndTime::AtOnce,
        };
        GameEnd {
            index,
            rule,
            time,
            first: parts,
        }
    }
}
