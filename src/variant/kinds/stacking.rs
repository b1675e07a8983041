//! Pieces that share a cell, join and part.

use crate::places::say_sided;
use crate::rule::{CELLS, PIECE, RuleKind, RuleReading, flag, kinds, limited, reading};
use crate::subject::{Statement, Subject, Topic};
use crate::table;
use crate::words::{called, statement};
use padma_rules::model::{KindId, PieceKind, Rule, Stack, Stacking, Variant};
use padma_words::{Listing, Say, row, say};

pub(crate) static SHARED: RuleKind = RuleKind::new(
    "shared",
    "on `cells` several of a `piece` and side may stand together at the start, and are taken together",
    reading!(
        [
            piece = PIECE,
            cells = CELLS,
            most = limited("most", 2, 255, ", how many; 2, if left out").optional(),
        ],
        |resolver| Some(Rule::Shared {
            kind: piece?,
            cells: cells?,
            most: most?.unwrap_or(2) as u8,
        })
    ),
    |subject, _, rule| match rule {
        Rule::Shared {
            kind,
            cells: places,
            most,
        } if *kind == subject.id => {
            let said = say!(
                rules::Shared,
                most = *most,
                several = places.white.len() > 1,
                cells = say_sided(
                    &subject.variant.board,
                    places.white,
                    places.black,
                    Listing::And
                )
            );
            statement(Topic::Joining, Some(said))
        }
        _ => Vec::new(),
    },
);

table! {
    /// The keys of a rule that combines pieces.
    pub(crate) mod combine {
        pub(crate) CHECKERS: Vec<KindId> = kinds("checkers", "").must("a list of checkers");
        pub(crate) MOST: Option<u16> = limited("most", 1, 9999,
            ", how many checkers a combination may have; any number, if left out")
            .optional();
    }
}

/// Becomes no rule of play: the combined pieces are added before rules are resolved.
pub(crate) static COMBINE: RuleKind = RuleKind::new(
    "combine",
    "the combinations of pieces made of these `checkers` are pieces too",
    RuleReading {
        keys: combine::KEYS,
        resolve: |_| None,
    },
    |_, _, _| Vec::new(),
);

pub(crate) static STACKING: RuleKind = RuleKind::new(
    "stacking",
    "pieces may join and part during play, each as a move of its own; each key is true, if left out",
    reading!(
        [
            merge = flag("merge", true, ": a piece may join another of its side"),
            split = flag("split", true, ": a part of it may leave"),
            parts_take = flag("parts_take", true, ": such a part may take"),
            parts_merge = flag("parts_merge", true, ": it may join another piece"),
        ],
        |resolver| {
            let (merge, split) = (merge?, split?);
            if !merge && !split {
                let expected = "expected `merge` or `split` to be true";
                resolver.wrong(
                    resolver.fields.span,
                    "no piece joins or parts by this rule",
                    expected,
                );
            }
            Some(Rule::Stacking(Stacking {
                merge,
                split,
                parts_take: parts_take?,
                parts_merge: parts_merge?,
            }))
        }
    ),
    |subject, place, rule| {
        let Rule::Stacking(rule) = rule else { return Vec::new() };
        describe(subject, place, *rule)
    },
)
.once(|fields| Some(fields.span));

/// Describes how the piece joins others, and how it parts. The last such rule counts.
fn describe(subject: Subject<'_>, place: usize, rule: Stacking) -> Vec<Statement> {
    let own = subject.kind().checkers;
    if own.is_empty() || !subject.is_last(place, |other| matches!(other, Rule::Stacking(_))) {
        return Vec::new();
    }
    let Subject { variant, .. } = subject;
    let joins = |other: &PieceKind| is_piece(variant, own.joined_with(other.checkers));
    let may_join = rule.merge
        && variant
            .kinds
            .iter()
            .filter(|kind| !kind.checkers.is_empty())
            .any(joins);
    let parting = rule.split.then(|| parting(subject, own, rule)).flatten();
    [
        statement(Topic::Joining, may_join.then(|| say!(rules::Joining))),
        statement(Topic::Joining, parting),
    ]
    .concat()
}

fn parting(subject: Subject<'_>, own: Stack, rule: Stacking) -> Option<Say> {
    const FEW: usize = 6;
    let Subject { variant, .. } = subject;
    let leaves = |part: &&PieceKind| {
        let rest = own.without(part.checkers).filter(|rest| !rest.is_empty());
        !part.checkers.is_empty() && rest.is_some_and(|rest| is_piece(variant, rest))
    };
    let parts: Vec<String> = variant
        .kinds
        .iter()
        .filter(leaves)
        .map(|part| called(&part.name))
        .collect();
    if parts.is_empty() {
        return None;
    }
    let part = match subject.is_grouped || parts.len() > FEW {
        true => say!(rules::AnyPart),
        false => say!(rules::OneOf, pieces = Listing::Or.of(parts)),
    };
    let ends = [
        (true, "empty"),
        (rule.parts_take, "taking"),
        (rule.parts_merge, "merging"),
    ];
    let ends = ends.into_iter().filter(|(does, _)| *does);
    let ends = Listing::Or.of(ends.map(|(_, end)| row("rules.part-ends", end)));
    Some(say!(rules::Parting, part, ends))
}

fn is_piece(variant: &Variant, stack: Stack) -> bool {
    variant.kinds.iter().any(|kind| kind.checkers == stack)
}
