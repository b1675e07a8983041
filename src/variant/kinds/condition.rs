//! Rules that are expressions: forbidden moves, duties, what does not count as check, how the game
//! ends; turns and counters too.

use super::outcome::{SCORE, describe_ending, ending, outcome};
use crate::form::{Key, Takes, key};
use crate::rule::{Meaning, Resolver, RuleKind, reading};
use crate::subject::RulesPart;
use crate::table;
use padma_expr::lower::{OF_PLY, RuleAsks, RuleScope};
use padma_expr::{describe_cells, describe_condition, rule_cells, rule_condition};
use padma_rules::model::{
    CellsTerm, Condition, Counter, DropRule, EndMoment, EndRule, Repetition, Rule, RuleStage, Side,
    SideTerm, TurnRule, Variant,
};
use padma_rules::reach::Rules;
use padma_text::english::{capitalise, number_in_words};
use padma_text::{Excerpt, Span};

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
    Takes::Shown,
    ": the sentence for readers; made from the expression, if left out",
);

/// Returns a condition with the sentence that the author wants to stand for its rule.
pub(super) fn with_text(resolver: &Resolver<'_>, condition: Condition) -> Condition {
    Condition {
        text: resolver.fields.string(TEXT),
        ..condition
    }
}

pub(super) fn side_words(side: SideTerm) -> &'static str {
    match side {
        SideTerm::Mover => "the side that has moved",
        SideTerm::Opponent => "the other side",
        SideTerm::Fixed(side) => side.titled(),
    }
}

/// Replaces the expressions in the words of conditions by their descriptions. Needs the whole variant.
pub(crate) fn describe_conditions(variant: &mut Variant) {
    let is_law = |rule: &Rule| {
        matches!(
            rule,
            Rule::Effect(_)
                | Rule::Forbid(_)
                | Rule::Must(_)
                | Rule::NotCheck(_)
                | Rule::End(_)
                | Rule::Counter(_)
                | Rule::Turn(_)
                | Rule::Drop(DropRule { when: Some(_), .. })
                | Rule::Repetition(Repetition::Draw {
                    blames: Some(_),
                    ..
                })
        )
    };
    if !variant.rules.iter().any(is_law) {
        return;
    }
    let rules = Rules::new(variant.clone());
    let say = |condition: &mut Condition| {
        if !condition.words.is_empty() {
            let text = Excerpt::inexact(&condition.words, Span::default());
            condition.words = describe_condition(&text, &rules);
        }
    };
    for rule in &mut variant.rules {
        match rule {
            Rule::Effect(rule) => {
                say(&mut rule.when);
                let text = Excerpt::inexact(&rule.cells, Span::default());
                rule.cells = describe_cells(&text, &rules);
            }
            Rule::Forbid(condition) | Rule::Must(condition) | Rule::NotCheck(condition) => {
                say(condition)
            }
            Rule::End(end) => say(&mut end.when),
            Rule::Drop(drop) => drop.when.as_mut().into_iter().for_each(say),
            Rule::Repetition(Repetition::Draw { blames, .. }) => {
                blames.as_mut().into_iter().for_each(say);
            }
            Rule::Counter(counter) => {
                say(&mut counter.when);
                counter.until.as_mut().into_iter().for_each(say);
            }
            Rule::Turn(turn) => turn.ends.as_mut().into_iter().for_each(say),
            _ => {}
        }
    }
}

/// Returns the sentences of some conditions: each its author's, or one that `say` makes from the words of
/// its condition.
fn sentences<'a>(
    conditions: impl Iterator<Item = &'a Condition>,
    say: fn(&str) -> String,
) -> Vec<String> {
    conditions
        .map(|condition| {
            condition
                .text
                .clone()
                .unwrap_or_else(|| say(&condition.words))
        })
        .collect()
}

/// Makes the row of a kind of rule that is a condition alone.
macro_rules! condition_kind {
    ($name:literal, $summary:literal, $reader:literal, $asks:expr, $rule:ident, $part:ident, $say:expr) => {
        RuleKind::new(
            $name,
            $summary,
            $reader,
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
            sentences(conditions, $say)
        })
    };
}

/// The kind `forbid`.
pub static FORBID: RuleKind = condition_kind!(
    "forbid",
    "a move is illegal if a condition holds [after it](../rules/rules-of-play.md#rules-as-expressions)",
    "A move that would be possible otherwise is forbidden.",
    AFTER_MOVE,
    Forbid,
    Duties,
    |words| format!("A move is not legal if, after it, {words}.")
);

/// The kind `must`.
pub static MUST: RuleKind = condition_kind!(
    "must",
    "while a side has a legal move after which a condition holds, its other moves are illegal; an earlier rule comes first",
    "A side that has a move of a certain kind must make one.",
    AFTER_MOVE,
    Must,
    Duties,
    |words| format!("If a side has a legal move after which {words}, it must make such a move.")
);

pub(crate) static NOT_CHECK: RuleKind = condition_kind!(
    "not-check",
    "a royal piece of `mover` is not in check while a condition holds, whatever attacks it",
    "A King that is attacked is not in check in certain positions.",
    CHECK_ASKS,
    NotCheck,
    Winning,
    |words| format!("A side is not in check while {words}.")
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
    "The game ends in certain positions, besides by mate.",
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
            Rule::End(end) => Some(describe_end(end)),
            _ => None,
        })
        .collect()
});

fn describe_end(end: &EndRule) -> String {
    if let Some(text) = &end.when.text {
        return text.clone();
    }
    let after = match end.at {
        EndMoment::Move => "a move",
        EndMoment::Turn => "a turn",
        EndMoment::Round => "a turn of Black’s",
    };
    let ends = capitalise(&describe_ending(end.ending, side_words(end.of)));
    format!("{ends} when, after {after}, {}.", end.when.words)
}

/// Describes whose turn it is when, and what is counted.
pub(crate) fn turns_and_counts(variant: &Variant) -> Vec<String> {
    let first = match variant
        .setup
        .as_ref()
        .and_then(|setup| setup.fields.as_ref())
    {
        Some(fields) if fields.text().starts_with('b') => Side::Black,
        _ => Side::White,
    };
    let first = first.titled();
    let mut texts = vec![format!("{first} moves first; then the sides take turns.")];
    texts.extend(variant.rules.iter().filter_map(|rule| match rule {
        Rule::Turn(turn) => Some(describe_turn(turn)),
        Rule::Counter(counter) => Some(describe_counter(counter)),
        _ => None,
    }));
    texts
}

fn describe_turn(turn: &TurnRule) -> String {
    let whose = turn
        .side
        .map_or_else(String::new, |side| format!(" of {}", side.titled()));
    let moves = |count: u8| match count {
        1 => "one move".to_string(),
        count => format!("{} moves", number_in_words(count.into())),
    };
    let first = if turn.first == turn.moves {
        String::new()
    } else {
        format!(", the first turn of the game {}", moves(turn.first))
    };
    let ends = turn.ends.as_ref().map_or_else(String::new, |ends| {
        format!(" It ends early when, after a move, {}.", ends.words)
    });
    let pass = if turn.pass {
        match turn.side {
            Some(Side::White) => {
                " Instead of a move White may pass, unless it is in check; that is written “pass”."
            }
            Some(Side::Black) => {
                " Instead of a move Black may pass, unless it is in check; that is written “pass”."
            }
            None => {
                " Instead of a move a side may pass, unless it is in check; that is written “pass”."
            }
        }
    } else {
        ""
    };
    let count = if turn.moves == 1 {
        String::new()
    } else {
        format!("Each turn{whose} has {}{first}.{ends}", moves(turn.moves))
    };
    format!("{count}{pass}").trim_start().to_string()
}

fn describe_counter(counter: &Counter) -> String {
    let Counter { id, when, until } = counter;
    let until = until.as_ref().map_or_else(String::new, |until| {
        format!(" It is 0 again when, after such a move, {}.", until.words)
    });
    format!(
        "Each side has a count “{id}”. A move of the side adds one to it if, after the move, {}.{until}",
        when.words
    )
}
