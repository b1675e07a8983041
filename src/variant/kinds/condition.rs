//! Rules that are expressions: forbidden moves, duties, what does not count as check, how the game
//! ends; turns and counters too.

use super::outcome::{SCORE, ending, outcome, say_ending};
use crate::form::{Key, Takes, key};
use crate::rule::{Meaning, Resolver, RuleKind, reading};
use crate::subject::RulesPart;
use crate::table;
use padma_expr::lower::{OF_PLY, RuleAsks, RuleScope};
use padma_expr::{rule_cells, rule_condition, say_condition};
use padma_rules::model::{
    CellsTerm, Condition, Counter, EndMoment, EndRule, Rule, RuleStage, Side, SideTerm, TurnRule,
    Variant,
};
use padma_text::Excerpt;
use padma_words::{Listing, Say, SlotValue, row, say};

/// What a rule about the position after a move may ask about.
const AFTER_MOVE: RuleAsks = RuleAsks {
    rule: "this kind of rule",
    most: RuleStage::Attack,
    of_move: &OF_PLY,
};
/// What a counter or a turn may ask about, once a move has been made.
pub(crate) const MADE_MOVE: RuleAsks = RuleAsks {
    rule: "this condition",
    most: RuleStage::Attack,
    of_move: &["taken", "passes"],
};
const CHECK_ASKS: RuleAsks = RuleAsks {
    rule: "a rule about check",
    most: RuleStage::Position,
    of_move: &[],
};
const END_ASKS: RuleAsks = RuleAsks {
    rule: "an ending",
    most: RuleStage::Legal,
    of_move: &[],
};

table! {
    /// The keys of a table `[[count]]`.
    pub mod counter {
        pub ID: Excerpt = key("id", Takes::Text,
            "its name in expressions and in positions: lower-case letters, digits and hyphens")
            .must("a string");
        pub WHEN: Condition = key("when", Takes::Expression(MADE_MOVE),
            "a move of a side adds one to its count if this holds after it")
            .must("a condition");
        pub UNTIL: Option<Condition> = key("until", Takes::Expression(MADE_MOVE),
            "a move of a side sets its count back to 0 if this holds after it");
    }
}

impl<'a> Resolver<'a> {
    fn scope(&self, asks: RuleAsks) -> RuleScope<'a> {
        RuleScope {
            names: self.names,
            counters: self.counters,
            asks,
        }
    }
}

impl Meaning for Condition {
    fn read(key: Key<Condition>, resolver: &mut Resolver<'_>) -> Option<Condition> {
        let Takes::Expression(asks) = key.takes else {
            return None;
        };
        let (fields, scope) = (resolver.fields, resolver.scope(asks));
        rule_condition(fields.text(key)?, scope, resolver.diagnostics)
    }
}

impl Meaning for CellsTerm {
    fn read(key: Key<CellsTerm>, resolver: &mut Resolver<'_>) -> Option<CellsTerm> {
        let Takes::Expression(asks) = key.takes else {
            return None;
        };
        let (fields, scope) = (resolver.fields, resolver.scope(asks));
        rule_cells(fields.text(key)?, scope, resolver.diagnostics)
    }
}

pub(super) const fn when(asks: RuleAsks, doc: &'static str) -> Key<Condition> {
    key("when", Takes::Expression(asks), doc)
}

/// The condition of an `end` rule.
pub const WHEN: Key<Condition> = when(END_ASKS, "");

pub(super) const SIDES: [&str; 4] = ["mover", "other", "white", "black"];

pub(super) fn side_named(word: &str) -> SideTerm {
    match word {
        "mover" => SideTerm::Mover,
        "other" => SideTerm::Opponent,
        word => SideTerm::Fixed(Side::from_name(word).unwrap_or(Side::White)),
    }
}

/// The sentence that stands for a rule in place of one made from its expression.
pub const TEXT: Key<Option<Excerpt>> = key(
    "text",
    Takes::Sentences,
    ": the sentence for readers; made from the expression, if left out",
);

/// Returns a condition with the sentence that the author wants to stand for its rule.
pub(super) fn with_text(resolver: &Resolver<'_>, condition: Condition) -> Condition {
    Condition {
        text: resolver.fields.string(TEXT),
        ..condition
    }
}

/// Returns the row of `rules.side` for a side.
pub(super) fn side_key(side: SideTerm) -> &'static str {
    match side {
        SideTerm::Mover => "mover",
        SideTerm::Opponent => "other",
        SideTerm::Fixed(side) => side.name(),
    }
}

pub(super) fn say_side(side: SideTerm) -> SlotValue {
    row("rules.side", side_key(side))
}

/// Returns what is said of a condition: its author's sentence, or what `say` makes of it.
fn sentence(
    condition: &Condition,
    variant: &Variant,
    say: impl FnOnce(SlotValue) -> Say,
) -> SlotValue {
    let own = condition.text.as_ref().map(SlotValue::from);
    own.unwrap_or_else(|| say(say_condition(&condition.expression, variant)).into())
}

/// Makes the row of a kind of rule that is a condition alone.
macro_rules! condition_kind {
    ($name:literal, $summary:literal, $asks:expr, $rule:ident, $part:ident, $said:ident) => {
        RuleKind::new(
            $name,
            $summary,
            reading!(
                [
                    when = when($asks, ": the condition").must("a condition"),
                    _text = TEXT,
                ],
                |resolver| Some(Rule::$rule(with_text(resolver, when?)))
            ),
            |_, _, _| Vec::new(),
        )
        .of_game(RulesPart::$part, |variant| {
            let conditions = variant.rules.iter().filter_map(|rule| match rule {
                Rule::$rule(condition) => Some(condition),
                _ => None,
            });
            conditions
                .map(|condition| {
                    sentence(condition, variant, |condition| {
                        say!(rules::$said, condition)
                    })
                })
                .collect()
        })
    };
}

/// The kind `forbid`.
pub static FORBID: RuleKind = condition_kind!(
    "forbid",
    "a move is illegal if a condition holds [after it](../rules/rules-of-play.md#rules-as-expressions)",
    AFTER_MOVE,
    Forbid,
    Duties,
    Forbidden
);

/// The kind `must`.
pub static MUST: RuleKind = condition_kind!(
    "must",
    "while a side has a legal move after which a condition holds, its other moves are illegal; an earlier rule comes first",
    AFTER_MOVE,
    Must,
    Duties,
    Demanded
);

pub(crate) static NOT_CHECK: RuleKind = condition_kind!(
    "not-check",
    "a royal piece of `mover` is not in check while a condition holds, whatever attacks it",
    CHECK_ASKS,
    NotCheck,
    Winning,
    NotCheck
);

/// How a rule ends the game.
pub const END_OUTCOME: Key<Option<String>> = outcome(": `win`, `draw` or `loss`");
/// The side whose ending it is.
pub const FOR: Key<Option<String>> = key(
    "for",
    Takes::Word(&SIDES, "is not a side"),
    ": the side that so wins or loses: `mover`, if left out, `other`, `white` or `black`",
);
/// After which moves the condition is asked.
const END_AT: Key<Option<String>> = key(
    "at",
    Takes::Word(&EndMoment::NAMES, "is not a moment at which a game can end"),
    ": when it is asked: after each `move`, if left out, after each `turn`, or after each `round`, which ends with Black's turn",
);

/// The kind `end`.
pub static END: RuleKind = RuleKind::new(
    "end",
    "the game ends when a condition holds [after a move](../rules/rules-of-play.md#rules-as-expressions)",
    reading!(
        [
            when = when(END_ASKS, ": the condition").must("a condition"),
            outcome = END_OUTCOME,
            score = SCORE,
            of = FOR,
            at = END_AT,
            _text = TEXT,
        ],
        |resolver| {
            Some(Rule::End(EndRule {
                when: with_text(resolver, when?),
                ending: ending(resolver, outcome?, score?)?,
                of: of?.map_or(SideTerm::Mover, |word| side_named(&word)),
                at: at?
                    .and_then(|word| EndMoment::from_name(&word))
                    .unwrap_or(EndMoment::Move),
            }))
        }
    ),
    |_, _, _| Vec::new(),
)
.of_game(RulesPart::Winning, |variant| {
    variant
        .rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::End(end) => Some(describe_end(variant, end)),
            _ => None,
        })
        .collect()
});

fn describe_end(variant: &Variant, end: &EndRule) -> SlotValue {
    sentence(&end.when, variant, |condition| {
        say!(
            rules::Ends,
            ending = say_ending(end.ending, side_key(end.of)),
            moment = SlotValue::Key(end.at.name()),
            condition
        )
    })
}

/// Says whose turn it is when, and what is counted.
pub(crate) fn turns_and_counts(variant: &Variant) -> Vec<SlotValue> {
    let first = match variant
        .setup
        .as_ref()
        .and_then(|setup| setup.fields.as_ref())
    {
        Some(fields) if fields.text().starts_with('b') => Side::Black,
        _ => Side::White,
    };
    let side = row("rules.side", first.name());
    let mut all = vec![say!(rules::FirstToMove, side).into()];
    all.extend(variant.rules.iter().filter_map(|rule| match rule {
        Rule::Turn(turn) => Some(say_turn(variant, turn)),
        Rule::Counter(counter) => Some(say_counter(variant, counter)),
        _ => None,
    }));
    all
}

fn say_turn(variant: &Variant, turn: &TurnRule) -> SlotValue {
    let side = turn.side.map(|side| row("rules.side", side.name()));
    let moves = (turn.moves > 1).then(|| {
        say!(
            rules::Turn,
            side = side.clone(),
            moves = turn.moves,
            first = (turn.first != turn.moves).then_some(turn.first),
            ends = turn
                .ends
                .as_ref()
                .map(|ends| say_condition(&ends.expression, variant))
        )
    });
    let pass = turn.pass.then(|| {
        let side = side.unwrap_or_else(|| row("rules.side", "either"));
        say!(rules::Pass, side)
    });
    Listing::Sentences.of(moves.into_iter().chain(pass))
}

fn say_counter(variant: &Variant, counter: &Counter) -> SlotValue {
    say!(
        rules::Counter,
        id = &counter.id,
        condition = say_condition(&counter.when.expression, variant),
        until = counter
            .until
            .as_ref()
            .map(|until| say_condition(&until.expression, variant))
    )
    .into()
}
