//! How pieces become others: promotion and transformation.

use crate::form::{Key, Takes, key};
use crate::places::say_cells;
use crate::rule::{CELLS, PIECE, Resolver, RuleKind, flag, kind, kinds, limited, reading};
use crate::subject::{Statement, Subject, Topic};
use crate::words::{called, one_of, say_along, statement};
use padma_rules::model::{
    ArrivalWay, Board, KindId, Occasion, Promotion, Rule, Side, Transformation, ZoneMove,
    sorted_kinds,
};
use padma_rules::names::words;
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostic};
use padma_words::{Listing, Say, SlotValue, row, say};

/// The pieces that can be chosen in a promotion.
pub const TO: Key<Option<Vec<KindId>>> = kinds(
    "to",
    ", the choices; without it any piece that is not royal",
)
.optional();
/// Whether the piece may also stay what it is.
pub const MAY_WAIT: Key<bool> = flag("may_wait", false, ": it may also stay what it is");
/// Whether a move that could not promote is illegal.
pub const MUST: Key<bool> = flag(
    "must",
    false,
    ": promotion is mandatory: a move that could not promote is illegal",
);
/// The maximum number of the new piece that a side may have.
pub const LIMIT: Key<Option<u16>> = limited(
    "limit",
    1,
    1024,
    ": the most of the new piece that a side may have on the board after the move",
)
.optional();
/// Whether the new piece comes out of the reserve.
pub const FROM_RESERVE: Key<bool> = flag(
    "from_reserve",
    false,
    ": the new piece comes out of the reserve",
);
/// The ways of arriving at a cell by which a piece promotes.
pub const BY: Key<Option<Vec<String>>> = key(
    "by",
    Takes::Words(&ArrivalWay::NAMES, "is not a way to come to a cell"),
    ": how it comes there, a list: `\"move\"`, by its own move, the default; `\"swap\"`, when another piece changes \
     places with it, and that piece's side chooses; `\"teleport\"`, `\"rotation\"` and `\"travel\"`, when other pieces \
     bring it there",
);

/// How a move must lie to the cells for the piece to promote.
pub const ON: Key<Option<Vec<String>>> = key(
    "on",
    Takes::Words(&ZoneMove::NAMES, "is not a way to move by the cells"),
    ": how its move lies to the cells, a list: `\"enters\"` and `\"stays\"`, the default; `\"leaves\"`, also when it goes \
     from them elsewhere; `\"captures\"`, when it captures and begins or ends on them",
);

/// The kind `promotion`.
pub static PROMOTION: RuleKind = RuleKind::new(
    "promotion",
    "where a move ends on `cells`, the `piece` is exchanged for another; if nothing can be chosen, it stays what it is",
    reading!(
        [
            piece = PIECE,
            cells = CELLS,
            to = TO,
            may_wait = MAY_WAIT,
            must = MUST,
            limit = LIMIT,
            from_reserve = FROM_RESERVE,
            by = BY,
            on = ON,
        ],
        |resolver| {
            resolver.refuse_itself(TO);
            let to = match to {
                Some(None) => Some(default_choices(resolver, piece)),
                listed => listed?,
            };
            let (limit, may_wait, must) = (limit?, may_wait?, must?);
            if must && may_wait {
                let place = resolver.fields.place(MUST);
                resolver.wrong(
                    place,
                    "a piece that must promote cannot wait",
                    "expected `must` or `may_wait`, not both",
                );
            }
            Some(Rule::Promotion(Promotion {
                kind: piece?,
                cells: cells?,
                to: to?,
                may_wait,
                must,
                limit,
                from_reserve: from_reserve?,
                by: arrivals(by?),
                on: zone_moves(on?),
            }))
        }
    ),
    |subject, place, rule| {
        let Rule::Promotion(rule) = rule else {
            return Vec::new();
        };
        let own = statement(Topic::Promotion, describe_promotion(subject, place, rule));
        [own, statement(Topic::Origin, promoted_from(subject, place))].concat()
    },
);

/// Returns the default choices of a promotion: every piece that is not royal and not of the same
/// kind.
fn default_choices(resolver: &mut Resolver<'_>, kind: Option<KindId>) -> Vec<KindId> {
    let Some(id) = resolver.fields.word(PIECE) else {
        return Vec::new();
    };
    let all = resolver.names.pieces.iter().enumerate();
    let fits = all.filter(|(_, other)| !other.royal && other.id != id.value);
    let fits: Vec<KindId> = fits.map(|(index, _)| KindId::new(index)).collect();
    if fits.is_empty() && kind.is_some() {
        let message = format!("there is nothing for `{}` to become", id.value);
        resolver.wrong(id.span, message, "expected another piece that is not royal");
    }
    fits
}

/// Returns the ways of arriving by which a piece promotes; by default only its own move.
fn arrivals(words: Option<Vec<String>>) -> Vec<ArrivalWay> {
    let Some(words) = words else {
        return OWN_MOVE.to_vec();
    };
    let is_listed = |way: &ArrivalWay| words.iter().any(|word| word == way.name());
    ArrivalWay::ALL.into_iter().filter(is_listed).collect()
}

/// Returns how moves must lie to the cells; by default they end there.
fn zone_moves(words: Option<Vec<String>>) -> Vec<ZoneMove> {
    let Some(words) = words else {
        return ENDS_THERE.to_vec();
    };
    let is_listed = |way: &ZoneMove| words.iter().any(|word| word == way.name());
    ZoneMove::ALL.into_iter().filter(is_listed).collect()
}

/// Says the promotions of a piece, grouped by their choices: those that differ only in cells and
/// ways of arrival share a sentence.
fn describe_promotion(subject: Subject<'_>, place: usize, rule: &Promotion) -> Option<Say> {
    let alike = |other: &Rule| match other {
        Rule::Promotion(other) => other.kind == rule.kind && has_same_choices(other, rule),
        _ => false,
    };
    let is_first = !subject.variant.rules[..place].iter().any(alike);
    if rule.kind != subject.id || !is_first || rule.to.is_empty() {
        return None;
    }
    let all = || {
        subject
            .variant
            .promotions(rule.kind)
            .filter(|other| has_same_choices(other, rule))
    };
    let possible: Vec<KindId> = rule
        .to
        .iter()
        .copied()
        .filter(|to| all().any(|rule| subject.variant.can_be_promoted_to(rule, *to)))
        .collect();
    let fits = possible
        .iter()
        .all(|to| all().all(|rule| fits_everywhere(subject, rule, *to)));
    let to = if possible.is_empty() {
        &rule.to
    } else {
        &possible
    };
    let chooser = match to.len() > 1 {
        true if all().all(|rule| rule.by == OWN_MOVE) => "side",
        true => "mover",
        false => "nobody",
    };
    let is_scarce = rule.from_reserve || rule.limit.is_some();
    let none_left = match (is_scarce && !rule.may_wait, rule.must) {
        (true, true) => "must",
        (true, false) => "stays",
        (false, _) => "never",
    };
    let board = &subject.variant.board;
    Some(say!(
        rules::Promotion,
        places = Listing::Or.of(all().map(|rule| say_place(board, rule))),
        may_wait = rule.may_wait,
        to = choices(subject, rule, to),
        from_reserve = rule.from_reserve,
        chooser = SlotValue::Key(chooser),
        limit = rule.limit,
        none_left = SlotValue::Key(none_left),
        fits
    ))
}

/// Whether the new piece may stand on each cell of the zone that the piece itself can reach.
fn fits_everywhere(subject: Subject<'_>, rule: &Promotion, to: KindId) -> bool {
    let variant = subject.variant;
    Side::BOTH.into_iter().all(|side| {
        let cells = *rule.cells.of(side);
        let reachable = variant
            .ends_on(rule.kind, side)
            .map_or(cells, |ends| cells & ends);
        (reachable - variant.stands_on(to, side)).is_empty()
    })
}

/// How a move lies to the cells of a promotion by default.
const ENDS_THERE: [ZoneMove; 2] = [ZoneMove::Enters, ZoneMove::Stays];

/// Says which moves promote: how the piece arrives, at which cells, and how the move must lie to
/// them, unless it is every move that ends there and no other.
fn say_place(board: &Board, rule: &Promotion) -> Say {
    let [enters, stays, leaves, captures] = [
        ZoneMove::Enters,
        ZoneMove::Stays,
        ZoneMove::Leaves,
        ZoneMove::Captures,
    ]
    .map(|way| rule.on.contains(&way));
    let begins = match (enters, stays) {
        (true, true) => "anywhere",
        (true, false) => "elsewhere",
        (false, true) => "there",
        (false, false) => "otherwise",
    };
    let leaves = match (leaves, enters && stays) {
        (true, true) => "yes",
        (true, false) => "elsewhere",
        (false, _) => "no",
    };
    let ways = rule.by.iter().map(|way| row("rules.arrival", way.name()));
    say!(
        rules::PromotionPlace,
        by_own_move = rule.by == OWN_MOVE,
        ways = Listing::Or.of(ways),
        cells = say_cells(board, &rule.cells),
        begins = SlotValue::Key(begins),
        leaves = SlotValue::Key(leaves),
        captures
    )
}

fn has_same_choices(one: &Promotion, other: &Promotion) -> bool {
    (&one.to, one.may_wait, one.must, one.limit, one.from_reserve)
        == (
            &other.to,
            other.may_wait,
            other.must,
            other.limit,
            other.from_reserve,
        )
}

/// Says the pieces it may become.
fn choices(subject: Subject<'_>, rule: &Promotion, to: &[KindId]) -> Say {
    let variant = subject.variant;
    let fits = |id: &KindId| !variant.kind(*id).royal && *id != rule.kind;
    let all: Vec<KindId> = variant.kind_ids().filter(fits).collect();
    let covers = all.iter().all(|id| to.contains(id)) && to.iter().all(|id| all.contains(id));
    if covers && all.len() > 2 {
        let royal = variant.kinds.iter().any(|kind| kind.royal);
        say!(rules::AnyOtherPiece, royal)
    } else {
        say!(rules::OneOf, pieces = one_of(variant, to))
    }
}

const OWN_MOVE: [ArrivalWay; 1] = [ArrivalWay::Move];

/// Says which pieces can promote to this one. Returns `None` except for the first rule that
/// allows it, so that it is stated once.
fn promoted_from(subject: Subject<'_>, place: usize) -> Option<Say> {
    let promoted = |rule: &Rule| match rule {
        Rule::Promotion(rule)
            if rule.to.contains(&subject.id)
                && subject.variant.can_be_promoted_to(rule, subject.id) =>
        {
            Some(rule.kind)
        }
        _ => None,
    };
    let rules = &subject.variant.rules;
    let is_first = rules.iter().position(|rule| promoted(rule).is_some()) == Some(place);
    let kinds = sorted_kinds(rules.iter().filter_map(promoted));
    let pieces = one_of(subject.variant, &kinds);
    is_first.then(|| say!(rules::PromotedFrom, pieces))
}

/// The piece that a transformation makes.
const BECOMES: Key<KindId> = kind("to", "").must("a string");

pub(crate) static TRANSFORMATION: RuleKind = RuleKind::new(
    "transformation",
    "a `piece` becomes `to` by what it does: `when` is `\"captures\"`, `\"captures\"` and a piece's id, `\"gives check\"` (it has moved and attacks a royal piece), or `\"moves along\"` and a direction (it has moved straight in it)",
    reading!(
        [
            piece = PIECE,
            when = key::<Excerpt>("when", Takes::Text, "").must("an occasion"),
            to = BECOMES,
            from_reserve = flag(
                "from_reserve",
                false,
                ": only if the new piece is in the reserve"
            ),
            optional = flag(
                "optional",
                false,
                ": its side may decline. If several transformations fit a move, its side chooses one",
            ),
        ],
        |resolver| {
            resolver.refuse_itself(BECOMES);
            let when = occasion(resolver, &when?);
            Some(Rule::Transformation(Transformation {
                kind: piece?,
                when: when?,
                to: to?,
                from_reserve: from_reserve?,
                optional: optional?,
            }))
        }
    ),
    describe_transformation,
);

fn occasion(resolver: &mut Resolver<'_>, text: &Excerpt) -> Option<Occasion> {
    let words = words(text);
    let texts: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
    match texts[..] {
        ["captures"] => Some(Occasion::Captures),
        ["captures", _] => resolver
            .names
            .kind(&words[1], resolver.diagnostics)
            .map(Occasion::CapturesKind),
        ["gives", "check"] => Some(Occasion::GivesCheck),
        ["moves", "along", _] => resolver
            .names
            .directions(&words[2..], resolver.diagnostics)
            .map(Occasion::MovesAlong),
        _ => {
            let message = format!("`{}` is not an occasion for a transformation", text.text());
            resolver.diagnostics.push(
                Diagnostic::error(Code::WrongValue, message)
                    .at(text.whole(), "expected `captures`, `captures` and a piece, `gives check`, or `moves along` and a direction")
                    .suggest(text.text(), ["captures", "gives check", "moves along"]),
            );
            None
        }
    }
}

fn describe_transformation(subject: Subject<'_>, _: usize, rule: &Rule) -> Vec<Statement> {
    let Rule::Transformation(rule) = rule else {
        return Vec::new();
    };
    let optional = rule.optional;
    let own = (rule.kind == subject.id).then(|| {
        say!(
            rules::Becomes,
            occasion = say_occasion(subject, &rule.when),
            optional,
            into = called(subject.name(rule.to)),
            from_reserve = rule.from_reserve
        )
    });
    let origin = (rule.to == subject.id).then(|| {
        say!(
            rules::BecomesOne,
            piece = called(subject.name(rule.kind)),
            optional,
            occasion = say_occasion(subject, &rule.when)
        )
    });
    [
        statement(Topic::Change, own),
        statement(Topic::Origin, origin),
    ]
    .concat()
}

fn say_occasion(subject: Subject<'_>, when: &Occasion) -> Say {
    match when {
        Occasion::Captures => say!(rules::CapturesSomething),
        Occasion::CapturesKind(kind) => {
            say!(rules::CapturesPiece, piece = called(subject.name(*kind)))
        }
        Occasion::GivesCheck => say!(rules::AttacksRoyal),
        Occasion::MovesAlong(dirs) => say!(
            rules::MovesAlong,
            along = say_along(&subject.variant.board, dirs)
        ),
    }
}
