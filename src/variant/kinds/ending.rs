//! How a game ends, and the meaning of check: goals, stalemate, repetition, limits, kings that face
//! each other.

use super::condition::MADE_MOVE;
use super::outcome::{SCORE, ending, outcome, say_ending};
use crate::form::{Fields, Key, Takes, key};
use crate::places::say_cells;
use crate::rule::{CELLS, PIECE, Resolver, RuleKind, directions, kinds, limited, reading};
use crate::subject::{RulesPart, Subject, Topic};
use crate::words::{called, one_of, say_along, statement};
use padma_expr::say_condition;
use padma_rules::model::{
    Condition, DeadPosition, Ending, Facing, Goal, KindId, PieceKind, QuietLimit, Repetition, Rule,
    Side, Variant, sorted_kinds,
};
use padma_rules::movement;
use padma_rules::names::{number, words};
use padma_text::{At, Excerpt, Span, range_in};
use padma_words::{Listing, Say, SlotValue, row, say};

/// The number of pieces that must stand on a goal at once, limited by the goal's size.
pub const COUNT: Key<Option<At<i64>>> = key(
    "count",
    Takes::Number(1, u16::MAX),
    ", how many; 1, if left out",
);

/// The kind `goal`.
pub static GOAL: RuleKind = RuleKind::new(
    "goal",
    "a side wins by a move after which more of its `piece` stand on `cells` than before, and at least `count` of them",
    reading!([piece = PIECE, cells = CELLS, count = COUNT], |resolver| {
        let cells = cells?;
        let room = Side::BOTH.into_iter().map(|side| cells.of(side).len()).max().unwrap_or(0);
        let count = match count? {
            Some(count) => number(&count, 1, room as u16, resolver.diagnostics),
            None => Some(1),
        };
        Some(Rule::Goal(Goal { kind: piece?, cells, count: count? }))
    }),
    |subject, _, rule| {
        let Rule::Goal(rule) = rule else { return Vec::new() };
        statement(Topic::Goal, (rule.kind == subject.id).then(|| say_goal(subject, rule)))
    },
)
.of_game(RulesPart::Winning, winning);

/// Says how the game is won. If no piece is royal, says that mate does not exist and which other
/// endings can win.
fn winning(variant: &Variant) -> Vec<SlotValue> {
    let stalemate = variant.stalemate_ending().is_some_and(Ending::is_decided);
    let limit = variant
        .quiet_limit()
        .is_some_and(|rule| rule.ending.is_decided());
    let other = match (stalemate, limit) {
        (true, true) => Some("both"),
        (true, false) => Some("stalemate"),
        (false, true) => Some("limit"),
        (false, false) => None,
    };
    let mut all = Vec::new();
    if variant.kinds.iter().all(|kind| !kind.royal) {
        let won = other.is_some()
            || variant.rules.iter().any(|rule| match rule {
                Rule::Goal(_) => true,
                Rule::End(end) => end.ending.is_decided(),
                _ => false,
            });
        all.push(say!(rules::NoRoyal, won).into());
    }
    all.extend(other.map(|other| {
        let (by, part) = (SlotValue::Key(other), RulesPart::Ending.title());
        SlotValue::from(say!(rules::AlsoWon, by, part))
    }));
    all
}

fn say_goal(subject: Subject<'_>, rule: &Goal) -> Say {
    let pieces = subject.name(subject.id);
    let cells = say_cells(&subject.variant.board, &rule.cells);
    let changes = subject.variant.promotions(rule.kind).next().is_some()
        || !subject.variant.transforms_into(rule.kind).is_empty();
    match (rule.count, changes) {
        (1, _) => say!(rules::Goal, cells),
        (count, false) => say!(rules::GoalAtOnce, pieces, cells, count),
        (count, true) => say!(rules::GoalForGood, pieces, cells, count),
    }
}

/// How a stalemate ends the game.
pub const STALEMATE_OUTCOME: Key<Option<String>> =
    outcome(": `win`, `draw` or `loss`; a draw without this rule");

/// The kind `stalemate`.
pub static STALEMATE: RuleKind = RuleKind::new(
    "stalemate",
    "how the game ends for a side that has no legal move and is not in check",
    reading!([outcome = STALEMATE_OUTCOME, score = SCORE], |resolver| {
        ending(resolver, outcome?, score?).map(Rule::Stalemate)
    }),
    |_, _, _| Vec::new(),
)
.of_game(RulesPart::Ending, describe_stalemate)
.once(|fields| Some(place_of_ending(fields)));

/// Returns the place where a rule says how the game ends.
fn place_of_ending(fields: &Fields) -> Span {
    if fields.has(SCORE) {
        fields.place(SCORE)
    } else {
        fields.place(STALEMATE_OUTCOME)
    }
}

/// Says what happens to a side without a legal move.
fn describe_stalemate(variant: &Variant) -> Vec<SlotValue> {
    let exceptions = variant
        .rules
        .iter()
        .any(|rule| matches!(rule, Rule::End(end) if end.needs_lack_of_moves()));
    let royal = variant.kinds.iter().any(|kind| kind.royal);
    let part = RulesPart::Winning.title();
    let said = match variant.stalemate_ending() {
        Some(ending) => say!(
            rules::Stalemate,
            royal,
            ending = say_ending(ending, "that"),
            part = exceptions.then_some(part)
        ),
        None => say!(rules::StalemateDrawn, royal, exceptions, part),
    };
    vec![said.into()]
}

/// The number of moves in a row, none of which restarts the count, after which the game ends.
pub const PLIES: Key<u16> =
    limited("plies", 1, 10_000, "").must("a number of moves, those of both sides together,");
/// How a quiet limit ends the game.
pub const LIMIT_OUTCOME: Key<Option<String>> = outcome(", for the side that made the last of them");
/// The pieces whose moves restart the count.
pub const UNLESS: Key<Vec<KindId>> = key("unless", Takes::Texts, "");

/// The kind `quiet-limit`.
pub static QUIET_LIMIT: RuleKind = RuleKind::new(
    "quiet-limit",
    "the game ends after `plies` moves in a row, those of both sides counted together, without a capture, a promotion or a \
     move of the pieces `unless`",
    reading!([plies = PLIES, outcome = LIMIT_OUTCOME, score = SCORE, counting = UNLESS], |resolver| {
        let ending = ending(resolver, outcome?, score?)?;
        Some(Rule::QuietLimit(QuietLimit { plies: plies?, restarting: counting?, ending }))
    }),
    |subject, place, rule| {
        let Rule::QuietLimit(rule) = rule else { return Vec::new() };
        // The last such rule counts.
        let is_last = subject.is_last(place, |other| matches!(other, Rule::QuietLimit(_)));
        let applies = !subject.is_grouped && is_last && rule.restarting.contains(&subject.id);
        statement(Topic::Ending, applies.then(|| say!(rules::RestartsCount, plies = rule.plies)))
    },
)
.of_game(RulesPart::Ending, |variant| {
    variant.quiet_limit().into_iter().map(|limit| say_quiet_limit(variant, limit).into()).collect()
})
.once(|fields| Some(fields.place(PLIES)));

fn say_quiet_limit(variant: &Variant, limit: &QuietLimit) -> Say {
    let has = |what: fn(&Rule) -> bool| variant.rules.iter().any(what);
    say!(
        rules::QuietLimit,
        plies = limit.plies,
        passes = has(|rule| matches!(rule, Rule::Turn(turn) if turn.pass)),
        changes = has(|rule| matches!(rule, Rule::Transformation(_))),
        restarting = one_of(variant, &limit.restarting),
        ending = say_ending(limit.ending, "last"),
        drawn = limit.ending == Ending::Draw
    )
}

const REPETITIONS: [&str; 2] = ["draw", "forbidden"];

/// The result of repetition.
pub const REPETITION_OUTCOME: Key<String> = key(
    "outcome",
    Takes::Word(&REPETITIONS, "is not a result of repetition"),
    ": `\"forbidden\"`, or `\"draw\"` when it has come up `times` times (3, if left out)",
)
.must("a string");
/// How often a position must occur for a draw. Not allowed where repetition is forbidden.
pub const TIMES: Key<Option<At<i64>>> = key("times", Takes::Number(2, MOST_TIMES), "");
/// For what a side loses by a repetition. Not allowed where repetition is forbidden.
pub const BLAMES: Key<Option<Condition>> = key(
    "blames",
    Takes::Expression(MADE_MOVE),
    ": a condition. Instead of the draw, a side loses if it holds after each of its moves since the position first came up; \
     if that is true of both sides, the game is drawn",
);
const MOST_TIMES: u16 = 1000;

/// The kind `repetition`.
pub static REPETITION: RuleKind = RuleKind::new(
    "repetition",
    "what happens when a position comes up again, with the same side to move and the same castlings and captures en passant \
     possible",
    reading!([outcome = REPETITION_OUTCOME, times = TIMES, blames = BLAMES], |resolver| {
        repetition(resolver, &outcome?, times?, blames?).map(Rule::Repetition)
    }),
    |_, _, _| Vec::new(),
)
.of_game(RulesPart::Ending, |variant| {
    let sentence = variant.rules.iter().rev().find_map(|rule| match rule {
        Rule::Repetition(Repetition::Draw { times, blames }) => {
            let blames = blames.as_ref();
            let blamed = blames.map(|blames| say_condition(&blames.expression, variant));
            let (times, same) = (*times, same_position(variant));
            Some(say!(rules::RepetitionDrawn, times, blamed, same))
        }
        Rule::Repetition(Repetition::Forbidden) => {
            let same = same_position(variant);
            Some(say!(rules::RepetitionForbidden, same))
        }
        _ => None,
    });
    sentence.into_iter().map(SlotValue::from).collect()
})
.once(|fields| Some(fields.place(REPETITION_OUTCOME)));

/// Says what makes two positions the same.
fn same_position(variant: &Variant) -> SlotValue {
    let has = |what: fn(&Rule) -> bool| variant.rules.iter().any(what);
    let castles = |kind: &PieceKind| movement::castling(&kind.movement).is_some();
    let takes_en_passant = |kind: &PieceKind| movement::takes_en_passant(&kind.movement);
    let has_reserve = variant
        .setup
        .as_ref()
        .is_some_and(|setup| !setup.reserve.is_empty());
    let same = [
        (true, "pieces"),
        (true, "side"),
        (
            has(|rule| matches!(rule, Rule::Castling(_))) || variant.kinds.iter().any(castles),
            "castlings",
        ),
        (variant.kinds.iter().any(takes_en_passant), "en-passant"),
        (
            has_reserve || has(|rule| matches!(rule, Rule::IntoHand(_))),
            "hands",
        ),
        (has(|rule| matches!(rule, Rule::Counter(_))), "counts"),
        (
            has(|rule| matches!(rule, Rule::Turn(turn) if turn.moves > 1)),
            "turn",
        ),
    ];
    let same = same.into_iter().filter(|(applies, _)| *applies);
    Listing::And.of(same.map(|(_, what)| row("rules.same-position", what)))
}

fn repetition(
    resolver: &mut Resolver<'_>,
    outcome: &str,
    times: Option<At<i64>>,
    blames: Option<Condition>,
) -> Option<Repetition> {
    if outcome == "forbidden" {
        let unwanted = [
            (
                times.map(|times| times.span),
                "expected no number where repetition is forbidden",
            ),
            (
                blames.map(|_| resolver.fields.place(BLAMES)),
                "expected no condition where repetition is forbidden",
            ),
        ];
        let unwanted = unwanted
            .into_iter()
            .find_map(|(span, expected)| Some((span?, expected)));
        return match unwanted {
            Some((span, expected)) => {
                resolver.wrong(span, "no position may come up twice", expected);
                None
            }
            None => Some(Repetition::Forbidden),
        };
    }
    let times = match times {
        Some(times) => number(&times, 2, MOST_TIMES, resolver.diagnostics)?,
        None => 3,
    };
    Some(Repetition::Draw { times, blames })
}

/// What may be left in a dead position.
pub(crate) const LEFT: Key<Vec<Excerpt>> = key(
    "left",
    Takes::SomeTexts,
    ": what may be left, a list: the pieces of one side, a comma, and those of the other",
)
.must("a list of what may be left");
/// The pieces of a dead position that must stand on cells of one shade.
pub(crate) const ONE_SHADE: Key<Option<Vec<KindId>>> = kinds(
    "one_shade",
    ", pieces of which all must stand on cells of one shade",
)
.optional();

pub(crate) static DEAD_POSITION: RuleKind = RuleKind::new(
    "dead-position",
    "the game is drawn by a move after which nothing else is `left`, on the board and beside it, whichever side has which",
    reading!([left = LEFT, one_shade = ONE_SHADE], |resolver| {
        let left = left?.iter().map(|text| what_is_left(resolver, text)).collect::<Vec<_>>();
        let left = left.into_iter().collect::<Option<_>>()?;
        Some(Rule::DeadPosition(DeadPosition { left, one_shade: one_shade?.unwrap_or_default() }))
    }),
    |_, _, _| Vec::new(),
)
.of_game(RulesPart::Ending, |variant| {
    let rules = variant.rules.iter();
    rules
        .filter_map(|rule| match rule {
            Rule::DeadPosition(rule) => Some(say_dead_position(variant, rule).into()),
            _ => None,
        })
        .collect()
});

/// Returns the pieces of both sides that a text such as `king bishop, king` names.
fn what_is_left(resolver: &mut Resolver<'_>, text: &Excerpt) -> Option<[Vec<KindId>; 2]> {
    let sides: Vec<&str> = text.text().split(',').collect();
    let [one, other] = sides[..] else {
        let expected = "expected the pieces of one side, a comma, and those of the other, as in `king bishop, king`";
        resolver.wrong(
            text.whole(),
            "this is not what two sides have left",
            expected,
        );
        return None;
    };
    let [one, other] = [one, other].map(|side| {
        let ids = words(&text.part(range_in(text.text(), side)));
        let kinds = ids
            .iter()
            .map(|id| resolver.names.kind(id, resolver.diagnostics));
        // All words are looked up, so that all that are wrong are reported.
        let kinds: Vec<Option<KindId>> = kinds.collect();
        let mut kinds = kinds.into_iter().collect::<Option<Vec<KindId>>>()?;
        kinds.sort_unstable();
        Some(kinds)
    });
    Some([one?, other?])
}

/// Says what is left in a dead position: "a King and a Bishop against a King".
fn say_dead_position(variant: &Variant, rule: &DeadPosition) -> Say {
    let left = rule.left.iter().map(|[one, other]| {
        let mut bound = [&one[..], &other[..]].concat();
        bound.retain(|kind| rule.one_shade.contains(kind));
        let several = bound.len() > 1;
        let names = sorted_kinds(bound.into_iter());
        let names = names.iter().map(|kind| &variant.kind(*kind).name);
        say!(
            rules::LeftAgainst,
            one = say_left(variant, one),
            other = say_left(variant, other),
            bound = several.then(|| Listing::And.of(names))
        )
    });
    let is_long = |kinds: &Vec<KindId>| kinds.first() != kinds.last();
    let listing = match rule.left.iter().flatten().any(is_long) {
        true => Listing::Alternatives,
        false => Listing::Or,
    };
    say!(rules::DeadPosition, left = listing.of(left))
}

/// Says the pieces that a side has left, which are sorted.
fn say_left(variant: &Variant, kinds: &[KindId]) -> SlotValue {
    if kinds.is_empty() {
        return say!(rules::NothingLeft).into();
    }
    let alike = kinds.chunk_by(|one, other| one == other);
    Listing::And.of(alike.map(|alike| {
        let (count, name) = (alike.len(), &variant.kind(alike[0]).name);
        let piece = match count {
            1 => called(name),
            _ => name.clone(),
        };
        say!(rules::PiecesLeft, count, piece)
    }))
}

/// The kind `facing`.
pub static FACING: RuleKind = RuleKind::new(
    "facing",
    "White's and Black's royal `piece` attack each other along a line of empty cells, wherever they may stand: so no move may bring \
     them face to face",
    reading!(
        [
            piece = PIECE,
            along = directions(
                "along",
                "orthogonal",
                ", the directions; `orthogonal`, if left out",
            ),
        ],
        |resolver| {
            let kind = piece?;
            if !resolver.names.pieces[kind.index()].royal {
                let id = resolver.fields.word(PIECE)?;
                resolver.wrong(
                    id.span,
                    format!("`{}` is not royal", id.value),
                    "expected a royal piece",
                );
                return None;
            }
            Some(Rule::Facing(Facing {
                kind,
                along: along?,
            }))
        }
    ),
    |subject, _, rule| match rule {
        Rule::Facing(rule) if rule.kind == subject.id => {
            let said = say!(
                rules::Facing,
                piece = subject.name(subject.id),
                along = say_along(&subject.variant.board, &rule.along)
            );
            statement(Topic::Royal, Some(said))
        }
        _ => Vec::new(),
    },
);
