//! Pieces that share a cell, join and part.

use crate::places::sided;
use crate::rule::{CELLS, PIECE, RuleKind, RuleReading, flag, kinds, limited, reading};
use crate::subject::{Statement, Subject, Topic};
use crate::table;
use crate::words::{statement, with_indefinite_article};
use padma_rules::model::{KindId, PieceKind, Rule, Stack, Stacking, Variant};
use padma_text::english::{join_list, number_in_words};
use padma_words::Listing;

pub(crate) static SHARED: RuleKind = RuleKind::new(
    "shared",
    "on `cells` several of a `piece` and side may stand together at the start, and are taken together",
    "Several pieces of one kind and side stand together on a cell at the start, and are taken together.",
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
            let each = if places.white.len() > 1 {
                "each of "
            } else {
                ""
            };
            let text = format!(
                "At the start up to {} of a side may stand together on {each}{}, and are taken together.",
                number_in_words((*most).into()),
                sided(
                    &subject.variant.board,
                    places.white,
                    places.black,
                    Listing::And
                )
            );
            statement(Topic::Joining, Some(text))
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
    "Pieces made of the checkers of several others are pieces too.",
    RuleReading {
        keys: combine::KEYS,
        resolve: |_| None,
    },
    |_, _, _| Vec::new(),
);

pub(crate) static STACKING: RuleKind = RuleKind::new(
    "stacking",
    "pieces may join and part during play, each as a move of its own; each key is true, if left out",
    "Pieces of a side join on one cell and part again, each as a move of its own.",
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
    let joining = "By a move that does not capture, it may go to the cell of a piece of its own side, if the two together make a piece; they become that piece.";
    let parting = rule.split.then(|| parting(subject, own, rule)).flatten();
    [
        statement(Topic::Joining, may_join.then(|| joining.to_string())),
        statement(Topic::Joining, parting),
    ]
    .concat()
}

fn parting(subject: Subject<'_>, own: Stack, rule: Stacking) -> Option<String> {
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
        .map(|part| with_indefinite_article(&part.name))
        .collect();
    if parts.is_empty() {
        return None;
    }
    let which = if subject.is_grouped || parts.len() > FEW {
        "a part of it (if part and rest are pieces)".to_string()
    } else {
        join_list(&parts, "or")
    };
    let ends = [
        (true, "to an empty cell"),
        (rule.parts_take, "capturing"),
        (rule.parts_merge, "joining another piece"),
    ];
    let ends: Vec<String> = ends
        .into_iter()
        .filter(|(does, _)| *does)
        .map(|(_, end)| end.to_string())
        .collect();
    Some(format!(
        "As a move, {which} may leave it by its own movement: {}; the rest stays.",
        join_list(&ends, "or")
    ))
}

fn is_piece(variant: &Variant, stack: Stack) -> bool {
    variant.kinds.iter().any(|kind| kind.checkers == stack)
}
