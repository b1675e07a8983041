//! Rules that are written as expressions: what moves do besides, what is forbidden, what is a
//! duty, what is no check, and how the game ends.

use crate::form::{Fields, Key, Takes, key};
use crate::rule::{Meaning, Resolver, RuleKind, flag, kind, kinds, reading};
use crate::subject::{RulesPart, Topic};
use crate::words::{any_of, called, statement};
use padma_expr::lower::{OF_MOVE, RuleAsks, RuleScope, cells, condition};
use padma_expr::{describe_cells, describe_condition};
use padma_rules::model::{
    CellsTerm, Condition, EffectDeed, EffectRule, EndRule, Ending, KindId, KindSet, Rule,
    RuleStage, Side, SideTerm, Truth, Variant,
};
use padma_rules::movement::words::{capitalise, with_article};
use padma_rules::reach::Rules;
use padma_text::{Excerpt, Span};

/// What an effect may ask about: the position before the move, and the move.
const EFFECT_ASKS: RuleAsks = RuleAsks {
    rule: "an effect",
    most: RuleStage::Position,
    of_move: &OF_MOVE,
};
/// What a rule about the position after a move may ask about.
const AFTER_MOVE: RuleAsks = RuleAsks {
    rule: "this kind of rule",
    most: RuleStage::Attack,
    of_move: &OF_MOVE,
};
/// What a counter or a turn may ask about, once a move has been made.
pub(crate) const MADE_MOVE: RuleAsks = RuleAsks {
    rule: "this condition",
    most: RuleStage::Attack,
    of_move: &["taken"],
};
const CHECK_ASKS: RuleAsks = RuleAsks {
    rule: "a law of check",
    most: RuleStage::Position,
    of_move: &[],
};
const END_ASKS: RuleAsks = RuleAsks {
    rule: "an ending",
    most: RuleStage::Legal,
    of_move: &[],
};

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
        condition(fields.text(key)?, scope, resolver.diagnostics)
    }
}

impl Meaning for CellsTerm {
    fn read(key: Key<CellsTerm>, resolver: &mut Resolver<'_>) -> Option<CellsTerm> {
        let Takes::Expression(asks) = key.takes else {
            return None;
        };
        let (fields, scope) = (resolver.fields, resolver.scope(asks));
        cells(fields.text(key)?, scope, resolver.diagnostics)
    }
}

const fn when(asks: RuleAsks, doc: &'static str) -> Key<Condition> {
    key("when", Takes::Expression(asks), doc)
}

const fn deed(name: &'static str, doc: &'static str) -> Key<Option<CellsTerm>> {
    key(name, Takes::Expression(EFFECT_ASKS), doc)
}

const SIDES: [&str; 4] = ["mover", "other", "white", "black"];

fn side_named(word: &str) -> SideTerm {
    match word {
        "mover" => SideTerm::Mover,
        "other" => SideTerm::Opponent,
        word => SideTerm::Fixed(Side::from_name(word).unwrap_or(Side::White)),
    }
}

/// The pieces whose moves have an effect.
const PIECES: Key<Option<Vec<KindId>>> =
    kinds("pieces", ", whose moves do it; every piece's, if left out").optional();
const EFFECT_WHEN: Key<Option<Condition>> =
    when(EFFECT_ASKS, ": the condition; always, if left out").optional();
const TAKES: Key<Option<CellsTerm>> = deed("takes", ": the cells whose pieces are taken as well");
const PUTS: Key<Option<CellsTerm>> = deed(
    "puts",
    ": the cells on which the pieces that it takes come back, each on the first that is empty",
);
const BECOMES: Key<Option<CellsTerm>> = deed(
    "becomes",
    ": the cells whose pieces become the piece `into`",
);
const INTO: Key<Option<KindId>> = kind("into", "").optional();
const TURNS: Key<Option<CellsTerm>> = deed(
    "turns",
    ": the cells whose pieces belong to the side `to` from now on",
);
const TO: Key<Option<String>> = key(
    "to",
    Takes::Word(&SIDES, "is not a side"),
    ": `mover`, `other`, `white` or `black`",
);
const ADDS: Key<Option<KindId>> = kind(
    "adds",
    ": the piece that comes onto one of the cells `on`, as its side chooses",
)
.optional();
const DROPS: Key<Option<Vec<KindId>>> = kinds(
    "drops",
    ": the pieces one of which comes out of hand onto one of the cells `on`, as its side chooses",
)
.optional();
const MOVES: Key<Option<Vec<KindId>>> = kinds(
    "moves",
    ": the pieces one of which goes to one of the cells `on`, as its side chooses",
)
.optional();
const ON: Key<Option<CellsTerm>> = deed("on", ", as far as they are empty after the move");
const MAY: Key<bool> = flag("may", false, ": whether its side may leave that out");
const ATTACKS: Key<bool> = flag(
    "attacks",
    false,
    ": whether what it takes so counts as attacked",
);

pub(crate) static EFFECT: RuleKind = RuleKind::new(
    "effect",
    "a move does something [besides](#rules-as-expressions)",
    reading!(
        [
            pieces = PIECES,
            when = EFFECT_WHEN,
            takes = TAKES,
            puts = PUTS,
            becomes = BECOMES,
            into = INTO,
            turns = TURNS,
            to = TO,
            adds = ADDS,
            drops = DROPS,
            moves = MOVES,
            on = ON,
            may = MAY,
            attacks = ATTACKS,
            _text = TEXT,
        ],
        |resolver| {
            let always = || Condition {
                truth: Truth::Fixed(true),
                stage: RuleStage::Geometry,
                words: String::new(),
                text: None,
            };
            let on = on?;
            let deeds = [
                takes?.map(EffectDeed::Takes),
                puts?.map(EffectDeed::Puts),
                becomes?
                    .zip(into?)
                    .map(|(cells, into)| EffectDeed::Becomes(cells, into)),
                turns?
                    .zip(to?)
                    .map(|(cells, to)| EffectDeed::Turns(cells, side_named(&to))),
                on.clone()
                    .zip(adds?)
                    .map(|(on, kind)| EffectDeed::Adds(on, kind)),
                on.clone()
                    .zip(drops?)
                    .map(|(on, kinds)| EffectDeed::Drops(on, kinds)),
                on.zip(moves?)
                    .map(|(on, kinds)| EffectDeed::Moves(on, kinds)),
            ];
            let deed = one_deed(resolver, deeds)?;
            Some(Rule::Effect(EffectRule {
                kinds: pieces?.map(KindSet::from_iter),
                when: with_text(resolver, when?.unwrap_or_else(always)),
                deed,
                may: may?,
                attacks: attacks?,
                cells: CELLS_OF_DEEDS
                    .iter()
                    .find_map(|key| resolver.fields.str_named(key.name))
                    .unwrap_or_default()
                    .to_string(),
            }))
        }
    ),
    |subject, _, rule| {
        let Rule::Effect(rule) = rule else {
            return Vec::new();
        };
        let is_own = rule.kinds.is_some_and(|kinds| kinds.contains(subject.id));
        statement(
            Topic::Powers,
            is_own.then(|| describe_effect(subject.variant, rule)),
        )
    },
)
.of_game(RulesPart::Besides, |variant| {
    let general = variant.rules.iter().filter_map(|rule| match rule {
        Rule::Effect(rule) if rule.kinds.is_none() => Some(describe_effect(variant, rule)),
        _ => None,
    });
    general.collect()
});

/// The sentence that stands for a rule in place of one made from its expression.
const TEXT: Key<Option<Excerpt>> = key(
    "text",
    Takes::Shown,
    ": the sentence for readers; made from the expression, if left out",
);

/// Returns a condition with the sentence that the author wants to stand for its rule.
fn with_text(resolver: &Resolver<'_>, condition: Condition) -> Condition {
    Condition {
        text: resolver.fields.string(TEXT),
        ..condition
    }
}

/// Describes what a move does besides.
fn describe_effect(variant: &Variant, rule: &EffectRule) -> String {
    if let Some(text) = &rule.when.text {
        return text.clone();
    }
    let cells = &rule.cells;
    let kind = |kind: &KindId| called(&variant.kind(*kind).name);
    let deed = match &rule.deed {
        EffectDeed::Takes(_) => format!("the pieces on {cells} are captured as well"),
        EffectDeed::Puts(_) => format!("what it captures comes back on {cells}"),
        EffectDeed::Becomes(_, into) => {
            format!("the pieces on {cells} become {}", with_article(&kind(into)))
        }
        EffectDeed::Turns(_, side) => {
            format!(
                "the pieces on {cells} belong to {} from then on",
                side_words(*side)
            )
        }
        EffectDeed::Adds(_, added) => {
            format!("{} comes onto one of {cells}", with_article(&kind(added)))
        }
        EffectDeed::Drops(_, kinds) => {
            format!("{} comes out of hand onto {cells}", any_of(variant, kinds))
        }
        EffectDeed::Moves(_, kinds) => {
            format!("{} goes to one of {cells}", any_of(variant, kinds))
        }
    };
    let may = if rule.may { ", if its side likes" } else { "" };
    let attacks = if rule.attacks {
        " That counts as an attack."
    } else {
        ""
    };
    let mover = if rule.kinds.is_some() {
        "it moves"
    } else {
        "a piece moves"
    };
    match rule.when.words.as_str() {
        "" => format!("Whenever {mover}, {deed}{may}.{attacks}"),
        when => format!("Whenever {mover} and {when}, {deed}{may}.{attacks}"),
    }
}

fn side_words(side: SideTerm) -> &'static str {
    match side {
        SideTerm::Mover => "the side that has moved",
        SideTerm::Opponent => "the other side",
        SideTerm::Fixed(side) => side.titled(),
    }
}

/// Replaces the expressions in the words of laws by their descriptions. Needs the whole variant.
pub(crate) fn describe_laws(variant: &mut Variant) {
    let is_law = |rule: &Rule| {
        matches!(
            rule,
            Rule::Effect(_) | Rule::Forbid(_) | Rule::Must(_) | Rule::NotCheck(_) | Rule::End(_)
        )
    };
    if !variant.rules.iter().any(is_law) {
        return;
    }
    let rules = Rules::new(variant.clone());
    let say = |law: &mut Condition| {
        if !law.words.is_empty() {
            let text = Excerpt::inexact(&law.words, Span::default());
            law.words = describe_condition(&text, &rules);
        }
    };
    for rule in &mut variant.rules {
        match rule {
            Rule::Effect(rule) => {
                say(&mut rule.when);
                let text = Excerpt::inexact(&rule.cells, Span::default());
                rule.cells = describe_cells(&text, &rules);
            }
            Rule::Forbid(law) | Rule::Must(law) | Rule::NotCheck(law) => say(law),
            Rule::End(end) => say(&mut end.when),
            _ => {}
        }
    }
}

/// The keys with the cells of what an effect does.
const CELLS_OF_DEEDS: [Key; 5] = [
    TAKES.untyped(),
    PUTS.untyped(),
    BECOMES.untyped(),
    TURNS.untyped(),
    ON.untyped(),
];
/// The keys of what an effect does.
const DEEDS: [Key; 7] = [
    TAKES.untyped(),
    PUTS.untyped(),
    BECOMES.untyped(),
    TURNS.untyped(),
    ADDS.untyped(),
    DROPS.untyped(),
    MOVES.untyped(),
];

/// Returns the one thing that an effect does, or complains.
fn one_deed(resolver: &mut Resolver<'_>, deeds: [Option<EffectDeed>; 7]) -> Option<EffectDeed> {
    let fields: &Fields = resolver.fields;
    let mut named = DEEDS.into_iter().filter(|key| fields.has(*key));
    let expected = "expected one of `takes`, `puts`, `becomes` with `into`, `turns` with `to`, or `adds`, `drops` or `moves` with `on`";
    let (Some(_), second) = (named.next(), named.next()) else {
        resolver.wrong(fields.span, "this effect does nothing", expected);
        return None;
    };
    if let Some(second) = second {
        let place = fields.place(second);
        resolver.wrong(place, "this effect does two things", expected);
        return None;
    }
    for (deed, with) in COMPANIONS {
        if fields.has(deed) && !fields.has(with) {
            let message = format!("`{}` needs `{}` as well", deed.name, with.name);
            resolver.wrong(fields.place(deed), message, expected);
        }
    }
    deeds.into_iter().flatten().next()
}

/// The keys of deeds that need another key.
const COMPANIONS: [(Key, Key); 5] = [
    (BECOMES.untyped(), INTO.untyped()),
    (TURNS.untyped(), TO.untyped()),
    (ADDS.untyped(), ON.untyped()),
    (DROPS.untyped(), ON.untyped()),
    (MOVES.untyped(), ON.untyped()),
];

pub(crate) static FORBID: RuleKind = RuleKind::new(
    "forbid",
    "a move is illegal if a condition holds [after it](#rules-as-expressions)",
    reading!(
        [
            when = when(AFTER_MOVE, ": the condition").must("a condition"),
            _text = TEXT,
        ],
        |resolver| Some(Rule::Forbid(with_text(resolver, when?)))
    ),
    |_, _, _| Vec::new(),
)
.of_game(RulesPart::Duties, |variant| {
    let forbidden = variant.rules.iter().filter_map(|rule| match rule {
        Rule::Forbid(law) => Some(
            law.text
                .clone()
                .unwrap_or_else(|| format!("A move is not legal if, after it, {}.", law.words)),
        ),
        _ => None,
    });
    forbidden.collect()
});

pub(crate) static MUST: RuleKind = RuleKind::new(
    "must",
    "while a side has a legal move after which a condition holds, its other moves are illegal; an earlier rule comes first",
    reading!(
        [
            when = when(AFTER_MOVE, ": the condition").must("a condition"),
            _text = TEXT,
        ],
        |resolver| Some(Rule::Must(with_text(resolver, when?)))
    ),
    |_, _, _| Vec::new(),
)
.of_game(RulesPart::Duties, |variant| {
    let duties = variant.rules.iter().filter_map(|rule| match rule {
        Rule::Must(law) => Some(law.text.clone().unwrap_or_else(|| {
            format!(
                "If a side has a legal move after which {}, it must make such a move.",
                law.words
            )
        })),
        _ => None,
    });
    duties.collect()
});

pub(crate) static NOT_CHECK: RuleKind = RuleKind::new(
    "not-check",
    "a royal piece of `mover` is not in check while a condition holds, whatever attacks it",
    reading!(
        [
            when = when(CHECK_ASKS, ": the condition").must("a condition"),
            _text = TEXT,
        ],
        |resolver| Some(Rule::NotCheck(with_text(resolver, when?)))
    ),
    |_, _, _| Vec::new(),
)
.of_game(RulesPart::Winning, |variant| {
    let exempt = variant.rules.iter().filter_map(|rule| match rule {
        Rule::NotCheck(law) => Some(
            law.text
                .clone()
                .unwrap_or_else(|| format!("A side is not in check while {}.", law.words)),
        ),
        _ => None,
    });
    exempt.collect()
});

/// How a rule ends the game.
const END_OUTCOME: Key<String> = key(
    "outcome",
    Takes::Word(&Ending::NAMES, "is not a way for a game to end"),
    ": `win`, `draw` or `loss`",
)
.must("a string");
/// The side whose ending it is.
const FOR: Key<Option<String>> = key(
    "for",
    Takes::Word(&SIDES, "is not a side"),
    ": the side that so wins or loses: `mover`, if left out, `other`, `white` or `black`",
);

pub(crate) static END: RuleKind = RuleKind::new(
    "end",
    "the game ends when a condition holds [after a move](#rules-as-expressions)",
    reading!(
        [
            when = when(END_ASKS, ": the condition").must("a condition"),
            outcome = END_OUTCOME,
            of = FOR,
            _text = TEXT,
        ],
        |resolver| {
            Some(Rule::End(EndRule {
                when: with_text(resolver, when?),
                ending: Ending::from_name(&outcome?)?,
                of: of?.map_or(SideTerm::Mover, |word| side_named(&word)),
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
    let (side, words) = (side_words(end.of), &end.when.words);
    match end.ending {
        Ending::Win => format!("{} wins when, after a move, {words}.", capitalise(side)),
        Ending::Loss => format!("{} loses when, after a move, {words}.", capitalise(side)),
        Ending::Draw => format!("The game is drawn when, after a move, {words}."),
    }
}
