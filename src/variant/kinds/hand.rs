//! Captured pieces that go into the hand, and drops from it.

use super::condition::{when, with_text};
use crate::form::{Key, Takes, key};
use crate::places::{say_sided, say_whole_ranks};
use crate::rule::{RuleKind, flag, kind, kinds, places, reading};
use crate::subject::{RulesPart, Subject, Topic};
use crate::words::{called, one_of, statement};
use padma_expr::lower::RuleAsks;
use padma_expr::say_condition;
use padma_rules::model::{
    CaptureWay, Condition, DropRule, EffectKind, IntoHand, KindId, Power, PowerRule, Rule,
    RuleStage, Side, Sided, SidedSet, Variant, sorted_kinds,
};
use padma_rules::movement;
use padma_text::Excerpt;
use padma_words::{Listing, Say, SlotValue, row, say};

/// The pieces that a rule about the hand applies to.
pub const PIECES: Key<Option<Vec<KindId>>> =
    kinds("pieces", ", which; any, if left out").optional();
/// The piece that a captured one becomes in hand.
pub const IN_HAND_AS: Key<Option<KindId>> =
    kind("as", ", the piece that each becomes in hand").optional();
/// The way of capture that a rule about the hand applies to.
pub(crate) const BY: Key<Option<String>> = key(
    "by",
    Takes::Word(&CaptureWay::NAMES, "is not a way of taking a piece"),
    ", the way it is taken: `movement`, `withdrawal`, `coordination`, `long-leap`, `enclosure`, `teleport`, \
     `rotation` or `effect`",
);

/// The kind `into-hand`.
pub static INTO_HAND: RuleKind = RuleKind::new(
    "into-hand",
    "pieces that are taken go into the hand of the side that takes them",
    reading!(
        [pieces = PIECES, becomes = IN_HAND_AS, by = BY],
        |resolver| {
            Some(Rule::IntoHand(IntoHand {
                kinds: pieces?,
                becomes: becomes?,
                by: by?.and_then(|word| CaptureWay::from_name(&word)),
            }))
        }
    ),
    |subject, place, rule| {
        let Rule::IntoHand(rule) = rule else {
            return Vec::new();
        };
        [
            statement(Topic::Hand, describe_capture(subject, place)),
            statement(Topic::Origin, becomes_in_hand_from(subject, rule)),
        ]
        .concat()
    },
)
.of_game(RulesPart::Captured, captured_pieces);

/// Describes where the piece goes when it is captured, by the last rule for each way of capture.
/// Returns `None` except for the first such rule, so that it is stated once.
fn describe_capture(subject: Subject<'_>, place: usize) -> Option<SlotValue> {
    let is_hand = |rule: &Rule| matches!(rule, Rule::IntoHand(_));
    let is_first = !subject.variant.rules[..place].iter().any(is_hand);
    // A royal piece is never captured.
    if !is_first || subject.kind().royal {
        return None;
    }
    let ways: Vec<(CaptureWay, Option<KindId>)> = ways_of(subject.variant)
        .into_iter()
        .map(|way| (way, subject.variant.in_hand(subject.id, &[way])))
        .collect();
    let ends = sorted_kinds(ways.iter().filter_map(|(_, end)| *end));
    let sentence = |end: &KindId| {
        let by: Vec<CaptureWay> = ways
            .iter()
            .filter(|(_, other)| *other == Some(*end))
            .map(|(way, _)| *way)
            .collect();
        let is_any = by.len() == ways.len();
        say!(
            rules::TakenIntoHand,
            ways = (!is_any).then(|| Listing::Or.of(by.into_iter().map(say_way))),
            into = (*end != subject.id).then(|| called(subject.name(*end)))
        )
    };
    (!ends.is_empty()).then(|| Listing::Sentences.of(ends.iter().map(sentence)))
}

/// Returns the ways in which pieces are captured in a variant.
fn ways_of(variant: &Variant) -> Vec<CaptureWay> {
    let takes_by = |rule: &Rule, way: CaptureWay| match rule {
        Rule::Power(rule) => rule.power.capture_way() == Some(way),
        Rule::Effect(rule) => {
            way == CaptureWay::Effect && matches!(rule.effect, EffectKind::Takes(_))
        }
        _ => false,
    };
    let has = |way: &CaptureWay| {
        *way == CaptureWay::Movement || variant.rules.iter().any(|rule| takes_by(rule, *way))
    };
    CaptureWay::ALL.into_iter().filter(has).collect()
}

fn say_way(way: CaptureWay) -> SlotValue {
    row("rules.way", way.name())
}

/// Describes which captured pieces become this one in hand.
fn becomes_in_hand_from(subject: Subject<'_>, rule: &IntoHand) -> Option<Say> {
    let others = rule
        .kinds
        .as_ref()?
        .iter()
        .copied()
        .filter(|id| *id != subject.id);
    let others: Vec<KindId> = others.collect();
    let applies = rule.becomes == Some(subject.id) && !others.is_empty();
    applies.then(|| {
        say!(
            rules::TakenAs,
            pieces = one_of(subject.variant, &others),
            way = rule.by.map(say_way)
        )
    })
}

/// Describes captured pieces that do not go into a hand, and pieces that cannot be captured.
fn captured_pieces(variant: &Variant) -> Vec<SlotValue> {
    let ways = ways_of(variant);
    let ids = || variant.kind_ids().filter(|id| !variant.kind(*id).royal);
    let (capturable, safe): (Vec<KindId>, Vec<KindId>) =
        ids().partition(|id| can_be_taken(variant, *id));
    let goes_into_hand: Vec<bool> = capturable
        .iter()
        .flat_map(|id| {
            ways.iter()
                .map(move |way| variant.in_hand(*id, &[*way]).is_some())
        })
        .collect();
    let comes_back = |rule: &Rule| matches!(rule, Rule::Effect(rule) if matches!(rule.effect, EffectKind::Puts(_)));
    let goes_into_hand = match variant.rules.iter().any(comes_back) {
        true => Vec::new(),
        false => goes_into_hand,
    };
    let leaves = match (
        goes_into_hand.contains(&true),
        goes_into_hand.contains(&false),
    ) {
        (_, false) => None,
        (true, true) => Some(say!(rules::OthersLeave)),
        (false, true) => Some(say!(rules::CapturedLeaves)),
    };
    let never =
        (!safe.is_empty()).then(|| say!(rules::NeverCaptured, pieces = one_of(variant, &safe)));
    let all = leaves.into_iter().chain(never);
    all.map(SlotValue::from).collect()
}

/// Whether some piece can move to a cell of this piece and capture it, or has a power that
/// captures others.
fn can_be_taken(variant: &Variant, victim: KindId) -> bool {
    let stands =
        |id: KindId| variant.stands_on(id, Side::White) | variant.stands_on(id, Side::Black);
    let cells = stands(victim);
    let can_capture = |id: KindId| {
        !variant.kind(victim).neutral
            && movement::may_capture(&variant.kind(id).movement)
            && !(stands(id) & cells).is_empty()
    };
    let has_power = |rule: &Rule| match rule {
        Rule::Power(PowerRule {
            power: Power::Teleport { .. } | Power::Rotation { .. },
            ..
        }) => moves_others(variant, rule, victim),
        Rule::Power(PowerRule { power, .. }) => power.capture_way().is_some(),
        Rule::Effect(rule) => matches!(rule.effect, EffectKind::Takes(_)),
        _ => false,
    };
    variant.kind_ids().any(can_capture) || variant.rules.iter().any(has_power)
}

/// Whether a teleport or rotation by this rule can move the piece.
fn moves_others(variant: &Variant, rule: &Rule, moved: KindId) -> bool {
    let Rule::Power(PowerRule {
        kind,
        power: Power::Teleport { near } | Power::Rotation { around: near },
    }) = rule
    else {
        return false;
    };
    let movers = variant.stands_on(*kind, Side::White);
    movers.iter().any(|cell| {
        let mut beside = near
            .white
            .iter()
            .filter_map(|dir| variant.board.next(cell, *dir));
        beside.any(|cell| {
            Side::BOTH
                .into_iter()
                .any(|side| variant.stands_on(moved, side).contains(cell))
        })
    })
}

/// The effects that a drop can be forbidden to have.
const EFFECTS: [&str; 4] = ["capture", "check", "mate", "freezing"];

/// The cells of a drop.
pub const DROP_CELLS: Key<Option<SidedSet>> =
    places("cells", ", where; anywhere, if left out").optional();
/// The effects that a drop must not have.
pub const WITHOUT: Key<Option<Vec<String>>> = key(
    "without",
    Takes::Words(&EFFECTS, "is not a thing that `without` can name"),
    ", a list of what it must not do: `capture`, `check`, `mate`, `freezing`",
);
/// Whether a dropped piece must be able to move on an empty board.
pub const MUST_MOVE: Key<bool> = flag(
    "must_move",
    false,
    ": it must be able to move from there if no other piece stood on the board",
);

/// What the condition of a drop may ask about.
const DROP_ASKS: RuleAsks = RuleAsks {
    rule: "a drop",
    most: RuleStage::Position,
    of_move: &["to", "piece"],
};

/// What a piece may be once it is dropped.
pub const DROP_AS: Key<Option<Vec<KindId>>> = kinds(
    "as",
    ": what it may be on the board, a list to choose from; what it is in hand, if left out",
)
.optional();
/// The condition of a drop.
pub const DROP_WHEN: Key<Option<Condition>> = when(DROP_ASKS, ": a condition that [an expression](../rules/rules-of-play.md#rules-as-expressions) states: no second Pawn on a file is `pieces(pawn, mover) & file(to) = {}`").optional();

/// The sentence that stands for the condition of a drop.
pub const DROP_TEXT: Key<Option<Excerpt>> = key(
    "text",
    Takes::Sentences,
    ": the sentence for readers that says what `when` means; made from the expression, if left out",
);

/// The kind `drop`.
pub static DROP: RuleKind = RuleKind::new(
    "drop",
    "pieces in hand may be put on an empty cell, as a move",
    reading!(
        [
            pieces = PIECES,
            cells = DROP_CELLS,
            becomes = DROP_AS,
            without = WITHOUT,
            must_move = MUST_MOVE,
            when = DROP_WHEN,
            _text = DROP_TEXT,
        ],
        |resolver| {
            if let (None, Some(text)) = (when.as_ref()?, resolver.fields.text(DROP_TEXT)) {
                let message = "`text` stands for a condition, and this drop has none";
                resolver.wrong(text.whole(), message, "expected a key `when` too");
                return None;
            }
            let without = without?.unwrap_or_default();
            let [takes_none, gives_no_check, gives_no_mate, freezes_none] =
                EFFECTS.map(|word| without.iter().any(|listed| listed == word));
            Some(Rule::Drop(DropRule {
                kinds: pieces?,
                cells: cells?.unwrap_or_else(|| Sided::same(resolver.names.board.all())),
                becomes: becomes?,
                takes_none,
                gives_no_check,
                gives_no_mate,
                freezes_none,
                must_move: must_move?,
                when: when?.map(|when| with_text(resolver, when)),
            }))
        }
    ),
    |subject, _, rule| {
        let Rule::Drop(rule) = rule else {
            return Vec::new();
        };
        [
            statement(Topic::Powers, always_dropped_as(subject, rule)),
            statement(Topic::Drop, describe_drop(subject, rule)),
            statement(Topic::Origin, dropped_from(subject, rule)),
        ]
        .concat()
    },
);

/// Returns the last drop rule that applies to a piece.
fn drop_rule(variant: &Variant, id: KindId) -> Option<&DropRule> {
    variant.rules.iter().rev().find_map(|rule| match rule {
        Rule::Drop(rule) if rule.kinds.as_ref().is_none_or(|kinds| kinds.contains(&id)) => {
            Some(rule)
        }
        _ => None,
    })
}

/// Whether the piece can be in hand and is dropped by this rule.
fn is_dropped_by(subject: Subject<'_>, rule: &DropRule) -> bool {
    let last = drop_rule(subject.variant, subject.id);
    last.is_some_and(|last| std::ptr::eq(last, rule)) && can_be_in_hand(subject)
}

/// Describes what the piece is on the board, if it can never be there as itself.
fn always_dropped_as(subject: Subject<'_>, rule: &DropRule) -> Option<Say> {
    let kinds = rule.becomes.as_ref()?;
    (is_dropped_by(subject, rule) && !can_be_on_board(subject)).then(|| {
        say!(
            rules::AlwaysDroppedAs,
            pieces = one_of(subject.variant, kinds)
        )
    })
}

/// Says how the piece is dropped from the hand, if this rule governs its drops.
fn describe_drop(subject: Subject<'_>, rule: &DropRule) -> Option<Say> {
    if !is_dropped_by(subject, rule) {
        return None;
    }
    // Mention only effects that its powers could have.
    let does = |what: fn(&Power) -> bool| subject.variant.powers(subject.id).any(what);
    let takes = does(|power| {
        matches!(
            power,
            Power::Coordination { .. } | Power::Enclosure { .. } | Power::Mimicry
        )
    });
    let freezes = does(|power| matches!(power, Power::Freezing { .. } | Power::Mimicry));
    let without = [
        (rule.takes_none && takes, "capture"),
        (rule.gives_no_check, "check"),
        (rule.gives_no_mate && !rule.gives_no_check, "mate"),
        (rule.freezes_none && freezes, "freezing"),
    ];
    let without = without.into_iter().filter(|(applies, _)| *applies);
    let (text, words) = match rule.when.as_ref() {
        Some(when) if when.text.is_some() => (when.text.clone(), None),
        when => (
            None,
            when.map(|when| say_condition(&when.expression, subject.variant)),
        ),
    };
    let (place, ranks, cells) = drop_place(subject, rule);
    let kinds = rule.becomes.as_ref();
    Some(say!(
        rules::Drop,
        place,
        ranks,
        cells,
        must_move = rule.must_move,
        into = kinds.map(|kinds| one_of(subject.variant, kinds)),
        condition = words,
        without = Listing::Or.of(without.map(|(_, what)| row("rules.without", what))),
        text
    ))
}

/// Returns which of the empty cells a piece may be dropped on: any, or those on which it may stand,
/// those of whole ranks, or those of a list.
fn drop_place(
    subject: Subject<'_>,
    rule: &DropRule,
) -> (SlotValue, Option<SlotValue>, Option<SlotValue>) {
    let board = &subject.variant.board;
    let everywhere = Side::BOTH.map(|side| subject.variant.stands_on(subject.id, side));
    let [white, black] =
        Side::BOTH.map(|side| *rule.cells.of(side) & subject.variant.stands_on(subject.id, side));
    let ranks = || say_whole_ranks(board, &SidedSet { white, black });
    if [white, black] == [board.all(); 2] {
        (SlotValue::Key("any"), None, None)
    } else if [white, black] == everywhere {
        (SlotValue::Key("own"), None, None)
    } else if let Some(ranks) = ranks() {
        (SlotValue::Key("ranks"), Some(ranks), None)
    } else {
        let cells = say_sided(board, white, black, Listing::And);
        (SlotValue::Key("cells"), None, Some(cells))
    }
}

/// Whether the piece can be on the board: at the start, or because another piece becomes it there.
fn can_be_on_board(subject: Subject<'_>) -> bool {
    let Subject { variant, id, .. } = subject;
    let starts = variant.setup.as_ref().is_none_or(|setup| {
        let mut pieces = variant
            .board
            .cells()
            .filter_map(|cell| setup.position.piece(cell));
        pieces.any(|piece| piece.kind == Some(id))
    });
    let is_dropped_as = |other: KindId| {
        let rule = drop_rule(variant, other);
        rule.is_some_and(|rule| {
            rule.becomes
                .as_ref()
                .map_or(other == id, |kinds| kinds.contains(&id))
        })
    };
    let becomes = |other: KindId| {
        let exchanged = variant
            .promotes_to(other, None)
            .into_iter()
            .chain(variant.transforms_into(other));
        exchanged.into_iter().any(|kind| kind == id) || is_dropped_as(other)
    };
    let joins = variant
        .rules
        .iter()
        .any(|rule| matches!(rule, Rule::Stacking(_)));
    starts || joins || variant.kind_ids().any(becomes)
}

/// Whether the piece can be in hand: from the reserve, or because a piece that is captured or
/// leaves the board becomes it.
fn can_be_in_hand(subject: Subject<'_>) -> bool {
    let Subject { variant, id, .. } = subject;
    let in_reserve = variant.setup.as_ref().is_some_and(|setup| {
        Side::BOTH
            .into_iter()
            .any(|side| setup.reserve.count(side, id) > 0)
    });
    let taken_as = |other: KindId| {
        let mut ends = ways_of(variant)
            .into_iter()
            .map(move |way| variant.in_hand(other, &[way]));
        can_be_taken(variant, other) && ends.any(|end| end == Some(id))
    };
    let retires_as = |other: KindId| {
        let kind = variant.in_hand(other, &CaptureWay::ALL);
        kind.unwrap_or(other) == id
            && variant
                .rules
                .iter()
                .any(|rule| moves_others(variant, rule, other))
    };
    let mut others = variant
        .kind_ids()
        .filter(|other| !variant.kind(*other).royal);
    in_reserve || others.any(|other| taken_as(other) || retires_as(other))
}

/// Describes which other pieces are dropped from the hand as this piece.
fn dropped_from(subject: Subject<'_>, rule: &DropRule) -> Option<Say> {
    let becomes = rule.becomes.as_ref()?.contains(&subject.id);
    let others: Vec<KindId> = rule
        .kinds
        .iter()
        .flatten()
        .copied()
        .filter(|id| *id != subject.id)
        .collect();
    (becomes && !others.is_empty()).then(|| {
        say!(
            rules::DroppedAsOne,
            pieces = one_of(subject.variant, &others)
        )
    })
}
