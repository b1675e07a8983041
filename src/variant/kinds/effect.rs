//! Additional effects of a move, as expressions: pieces are captured as well, come back, become
//! another, change sides, or go elsewhere by choice.

use super::condition::{SIDES, TEXT, say_side, side_named, when, with_text};
use crate::form::{Fields, Key, Takes, key};
use crate::rule::{Resolver, RuleKind, flag, kind, kinds, reading};
use crate::subject::{RulesPart, Topic};
use crate::words::{called, one_of, statement};
use padma_expr::lower::{OF_MOVE, RuleAsks};
use padma_expr::{say_cells, say_condition};
use padma_rules::model::{
    CellsTerm, Condition, EffectKind, EffectRule, KindId, KindSet, Rule, RuleStage, Truth, Variant,
};
use padma_words::{SlotValue, say};

/// What an effect may ask about: the position before the move, and the move.
const EFFECT_ASKS: RuleAsks = RuleAsks {
    rule: "an effect",
    most: RuleStage::Position,
    of_move: &OF_MOVE,
};

const fn effect(name: &'static str, doc: &'static str) -> Key<Option<CellsTerm>> {
    key(name, Takes::Expression(EFFECT_ASKS), doc)
}

/// What a transfer may ask about: the position after the move, and the cell that a piece came to.
const TRANSFER_ASKS: RuleAsks = RuleAsks {
    rule: "a transfer",
    most: RuleStage::Position,
    of_move: &["to"],
};

/// The pieces whose moves have an effect.
pub const PIECES: Key<Option<Vec<KindId>>> =
    kinds("pieces", ", whose moves do it; every piece's, if left out").optional();
/// The condition of an effect.
pub const EFFECT_WHEN: Key<Option<Condition>> =
    when(EFFECT_ASKS, ": the condition; always, if left out").optional();
/// The cells whose pieces are taken too.
pub const TAKES: Key<Option<CellsTerm>> =
    effect("takes", ": the cells whose pieces are taken as well");
const PUTS: Key<Option<CellsTerm>> = effect(
    "puts",
    ": the cells on which the pieces that it takes come back, each on the first that is empty",
);
pub(crate) const BECOMES: Key<Option<CellsTerm>> = effect(
    "becomes",
    ": the cells whose pieces become the piece `into`",
);
pub(crate) const INTO: Key<Option<KindId>> = kind("into", "").optional();
/// The cells whose pieces change sides.
pub const TURNS: Key<Option<CellsTerm>> = effect(
    "turns",
    ": the cells whose pieces belong to the side `to` from now on",
);
/// The side to which they belong from then on.
pub const TO: Key<Option<String>> = key(
    "to",
    Takes::Word(&SIDES, "is not a side"),
    ": `mover`, `other`, `white` or `black`",
);
/// The piece that comes onto a cell.
pub const ADDS: Key<Option<KindId>> = kind(
    "adds",
    ": the piece that comes onto one of the cells `on`, as its side chooses",
)
.optional();
/// The pieces one of which comes out of the hand.
pub const DROPS: Key<Option<Vec<KindId>>> = kinds(
    "drops",
    ": the pieces one of which comes out of hand onto one of the cells `on`, as its side chooses; none does if the move without it would leave its side in check",
)
.optional();
/// The pieces one of which goes elsewhere.
pub const MOVES: Key<Option<Vec<KindId>>> = kinds(
    "moves",
    ": the pieces one of which, but none that has come to its cell by this move, goes to one of the cells `on`, as its side chooses",
)
.optional();
const TRANSFERS: Key<Option<CellsTerm>> = key(
    "transfers",
    Takes::Expression(TRANSFER_ASKS),
    ": the cell to which each piece that the move has moved goes on, where `to` is the cell that it came to. The move must be legal before that, and is illegal if the cell is not empty",
);
/// The cells onto one of which a piece comes.
pub const ON: Key<Option<CellsTerm>> =
    effect("on", ", those of them that are empty after the move");
/// Whether a side may leave that out.
pub const MAY: Key<bool> = flag("may", false, ": whether its side may leave that out");
const ATTACKS: Key<bool> = flag(
    "attacks",
    false,
    ": whether what it takes so counts as attacked",
);

/// The kind `effect`.
pub static EFFECT: RuleKind = RuleKind::new(
    "effect",
    "a move has [additional effects](../rules/rules-of-play.md#rules-as-expressions)",
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
            transfers = TRANSFERS,
            on = ON,
            may = MAY,
            attacks = ATTACKS,
            _text = TEXT,
        ],
        |resolver| {
            let always = || Condition {
                truth: Truth::Fixed(true),
                stage: RuleStage::Geometry,
                expression: String::new(),
                text: None,
            };
            let on = on?;
            let effects = [
                takes?.map(EffectKind::Takes),
                puts?.map(EffectKind::Puts),
                becomes?
                    .zip(into?)
                    .map(|(cells, into)| EffectKind::Becomes(cells, into)),
                turns?
                    .zip(to?)
                    .map(|(cells, to)| EffectKind::Turns(cells, side_named(&to))),
                on.clone()
                    .zip(adds?)
                    .map(|(on, kind)| EffectKind::Adds(on, kind)),
                on.clone()
                    .zip(drops?)
                    .map(|(on, kinds)| EffectKind::Drops(on, kinds)),
                on.zip(moves?)
                    .map(|(on, kinds)| EffectKind::Moves(on, kinds)),
                transfers?.map(EffectKind::Transfers),
            ];
            let effect = one_effect(resolver, effects)?;
            check_may(resolver, &effect);
            Some(Rule::Effect(EffectRule {
                kinds: pieces?.map(KindSet::from_iter),
                when: with_text(resolver, when?.unwrap_or_else(always)),
                effect,
                may: may?,
                attacks: attacks?,
                cells: CELLS_OF_EFFECTS
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

/// Says the additional effects of a move.
fn describe_effect(variant: &Variant, rule: &EffectRule) -> SlotValue {
    if let Some(text) = &rule.when.text {
        return text.into();
    }
    let cells = say_cells(&rule.cells, variant);
    let called = |kind: &KindId| called(&variant.kind(*kind).name);
    let any_empty = |on: &CellsTerm| match *on == CellsTerm::Fixed(variant.board.all()) {
        true => say!(rules::AnyEmpty),
        false => say!(rules::OneEmpty, cells = cells.clone()),
    };
    let effect = match &rule.effect {
        EffectKind::Becomes(CellsTerm::To, into) => {
            say!(rules::MoverBecomes, into = called(into))
        }
        EffectKind::Turns(CellsTerm::To, side) => {
            say!(rules::MoverTurns, side = say_side(*side))
        }
        EffectKind::Takes(_) => say!(rules::TakesMore, cells),
        EffectKind::Puts(_) => say!(rules::PutsBack, cells),
        EffectKind::Becomes(_, into) => say!(rules::OthersBecome, cells, into = called(into)),
        EffectKind::Turns(_, side) => say!(rules::OthersTurn, cells, side = say_side(*side)),
        EffectKind::Adds(on, added) => {
            say!(rules::Adds, pieces = called(added), cell = any_empty(on))
        }
        EffectKind::Drops(on, kinds) => say!(
            rules::Drops,
            pieces = one_of(variant, kinds),
            cell = any_empty(on)
        ),
        EffectKind::Transfers(_) => say!(rules::MoverGoesOn, cells),
        EffectKind::Moves(on, kinds) => say!(
            rules::MovesAnother,
            pieces = one_of(variant, kinds),
            cell = any_empty(on)
        ),
    };
    say!(
        rules::Effect,
        general = rule.kinds.is_none(),
        condition = say_condition(&rule.when.expression, variant),
        effect,
        may = rule.may,
        attacks = rule.attacks
    )
    .into()
}

/// The keys with the cells of what an effect does.
const CELLS_OF_EFFECTS: [Key; 6] = [
    TAKES.untyped(),
    PUTS.untyped(),
    BECOMES.untyped(),
    TURNS.untyped(),
    TRANSFERS.untyped(),
    ON.untyped(),
];
/// The keys of what an effect does.
const EFFECTS: [Key; 8] = [
    TAKES.untyped(),
    PUTS.untyped(),
    BECOMES.untyped(),
    TURNS.untyped(),
    ADDS.untyped(),
    DROPS.untyped(),
    MOVES.untyped(),
    TRANSFERS.untyped(),
];

/// Returns the one thing that an effect does, or complains.
fn one_effect(resolver: &mut Resolver<'_>, effects: [Option<EffectKind>; 8]) -> Option<EffectKind> {
    let fields: &Fields = resolver.fields;
    let mut named = EFFECTS.into_iter().filter(|key| fields.has(*key));
    let expected = "expected one of `takes`, `puts`, `transfers`, `becomes` with `into`, `turns` with `to`, or `adds`, `drops` or `moves` with `on`";
    let (Some(_), second) = (named.next(), named.next()) else {
        resolver.wrong(fields.span, "this effect does nothing", expected);
        return None;
    };
    if let Some(second) = second {
        let place = fields.place(second);
        resolver.wrong(place, "this effect does two things", expected);
        return None;
    }
    for (effect, with) in COMPANIONS {
        if fields.has(effect) && !fields.has(with) {
            let message = format!("`{}` needs `{}` as well", effect.name, with.name);
            resolver.wrong(fields.place(effect), message, expected);
        }
    }
    effects.into_iter().flatten().next()
}

/// The keys of effects that need another key.
const COMPANIONS: [(Key, Key); 5] = [
    (BECOMES.untyped(), INTO.untyped()),
    (TURNS.untyped(), TO.untyped()),
    (ADDS.untyped(), ON.untyped()),
    (DROPS.untyped(), ON.untyped()),
    (MOVES.untyped(), ON.untyped()),
];

/// Complains about a choice that the text of a move could not show.
fn check_may(resolver: &mut Resolver<'_>, effect: &EffectKind) {
    let is_shown = match effect {
        EffectKind::Takes(_) => true,
        EffectKind::Becomes(cells, _) => *cells == CellsTerm::To,
        EffectKind::Puts(_) | EffectKind::Turns(..) | EffectKind::Transfers(_) => false,
        choice => choice.is_choice(),
    };
    if resolver.fields.flag(MAY) && !is_shown {
        let message = "the text of a move could not show whether its side has left this out";
        let expected = "expected `may` only with `takes`, `adds`, `drops`, `moves`, or with `becomes = \"to\"`";
        resolver.wrong(resolver.fields.place(MAY), message, expected);
    }
}
