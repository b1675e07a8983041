//! Powers that move other pieces: push, swap, teleport, rotation; and cells that travel.

use crate::form::{Key, Takes, key};
use crate::places::say_list;
use crate::rule::{
    ALONG, PIECE, Resolver, RuleKind, directions, flag, own_power, power, range, reading,
};
use crate::subject::{RulesPart, Statement, Subject, Topic};
use crate::words::{Whose, around, called, say_along, say_near, statement, touches};
use padma_rules::model::{
    CaptureWay, Cell, CellSet, INCIDENT, KindId, Power, PowerRule, Rule, Side, Sided, SidedDirs,
    TravelRule, Variant,
};
use padma_rules::names::{split_classes, words};
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostic};
use padma_words::{Listing, Say, SlotValue, row, say};

pub(crate) static PUSH: RuleKind = RuleKind::new(
    "push",
    "it comes to an enemy's cell, and the enemy is driven on along the line as far as it can go",
    power!(
        [
            along = ALONG,
            range = range(1),
            train = flag(
                "train",
                true,
                ": what stands in the enemy's way is driven before it; true, if left out",
            ),
        ],
        Power::Push {
            along,
            range,
            train
        }
    ),
    |subject, _, rule| {
        let Some(Power::Push {
            along: dirs,
            range,
            train,
        }) = own_power(subject, rule)
        else {
            return Vec::new();
        };
        let said = say!(
            powers::Push,
            along = say_along(&subject.variant.board, dirs),
            most = *range,
            train = *train
        );
        statement(Topic::Powers, Some(said))
    },
);

pub(crate) static SWAP: RuleKind = RuleKind::new(
    "swap",
    "it changes places with a piece of either side",
    power!(
        [along = ALONG, range = range(1)],
        Power::Swap { along, range }
    ),
    |subject, _, rule| {
        let Some(Power::Swap { along: dirs, range }) = own_power(subject, rule) else {
            return Vec::new();
        };
        let along = say_along(&subject.variant.board, dirs);
        let said = say!(powers::Swap, along, most = *range);
        statement(Topic::Powers, Some(said))
    },
);

pub(crate) static TELEPORT: RuleKind = RuleKind::new(
    "teleport",
    "two of a side move a friend from beside one of them to the cell in the same direction from the other",
    power!(
        [near = directions(
            "near",
            INCIDENT,
            ", the directions; `incident`, if left out",
        )],
        Power::Teleport { near }
    ),
    |subject, _, rule| {
        let Some(Power::Teleport { near: dirs }) = own_power(subject, rule) else {
            return Vec::new();
        };
        let said = say!(
            powers::Teleport,
            pieces = subject.name(subject.id),
            near = say_near(subject, dirs, Whose::OneOfThem),
            off_board = off_board(subject),
            frozen = has_freezing(subject.variant)
        );
        statement(Topic::Powers, Some(said))
    },
);

/// The ring on which a rotation moves pieces.
const AROUND: Key<SidedDirs> = directions(
    "around",
    INCIDENT,
    ", the directions of the ring, clockwise",
)
.must("directions clockwise, as in `ne, se, sw, nw`,");

pub(crate) static ROTATION: RuleKind = RuleKind::new(
    "rotation",
    "it moves all friends on the ring around it by one step, either way",
    reading!([piece = PIECE, around = AROUND], |resolver| {
        Some(Rule::Power(PowerRule {
            kind: piece?,
            power: Power::Rotation {
                around: ring(resolver, around?)?,
            },
        }))
    }),
    |subject, _, rule| {
        let Some(Power::Rotation { around }) = own_power(subject, rule) else {
            return Vec::new();
        };
        let said = say!(
            powers::Rotation,
            near = say_near(subject, around, Whose::Its),
            off_board = off_board(subject),
            frozen = has_freezing(subject.variant)
        );
        statement(Topic::Powers, Some(said))
    },
);

/// Returns the directions of a ring. Complains unless they are at least two single directions.
fn ring(resolver: &mut Resolver<'_>, around: SidedDirs) -> Option<SidedDirs> {
    let board = resolver.names.board;
    let is_several = |name: &str| {
        board
            .class(name)
            .is_some_and(|class| board.class_for(class, &[], Side::White).len() > 1)
    };
    let named = resolver
        .fields
        .text(AROUND)
        .map(split_classes)
        .unwrap_or_default();
    if let Some(name) = named.iter().find(|name| is_several(&name.value)) {
        let message = format!("`{}` stands for several directions", name.value);
        resolver.wrong(
            name.span,
            message,
            "expected one direction after another, clockwise",
        );
        return None;
    }
    if around.white.len() < 2 {
        let expected = "expected at least two directions in `around`";
        resolver.wrong(
            resolver.fields.span,
            "a ring needs at least two directions",
            expected,
        );
        return None;
    }
    Some(around)
}

/// Says what happens to a piece that is moved off the board.
fn off_board(subject: Subject<'_>) -> Say {
    let variant = subject.variant;
    let as_another = |id: KindId| {
        let into = variant
            .in_hand(id, &CaptureWay::ALL)
            .filter(|to| *to != id)?;
        Some(say!(
            powers::AsAnother,
            piece = called(subject.name(id)),
            into = called(subject.name(into))
        ))
    };
    let others = Listing::Enumeration.of(variant.kind_ids().filter_map(as_another));
    say!(powers::OffBoard, others)
}

/// Whether pieces can be frozen.
fn has_freezing(variant: &Variant) -> bool {
    let is_freezing = |rule: &Rule| matches!(rule, Rule::Power(rule) if matches!(rule.power, Power::Freezing { .. }));
    variant.rules.iter().any(is_freezing)
}

/// Maximum number of cells beside a travelling cell from which pieces may go along. Each choice
/// among them is a separate move.
const MOST_BESIDE: usize = 8;

/// The directions from a travelling cell to the pieces that go along.
const NEAR: Key<SidedDirs> = directions(
    "near",
    INCIDENT,
    ", the directions from a cell to the pieces that go with it; `incident`, if left out",
);

pub(crate) static TRAVEL: RuleKind = RuleKind::new(
    "travel",
    "cells that can be absent travel from place to place, as a move",
    reading!(
        [
            ring = key::<Excerpt>(
                "ring",
                Takes::Text,
                ", the places for them, each beside the next",
            )
            .must("the places for cells that move, each beside the next,"),
            near = NEAR,
        ],
        |resolver| travel(resolver, &ring?, near?).map(Rule::Travel)
    ),
    describe_going_along,
)
.of_game(RulesPart::Travel, describe_travel);

fn travel(resolver: &mut Resolver<'_>, text: &Excerpt, dirs: SidedDirs) -> Option<TravelRule> {
    let errors = resolver.diagnostics.errors();
    let board = resolver.names.board;
    let mut ring: Vec<Cell> = Vec::new();
    for word in words(text) {
        let Some(cell) = resolver.names.cell(&word, resolver.diagnostics) else {
            continue;
        };
        let fault = if ring.contains(&cell) {
            Some("is listed twice")
        } else {
            (!board.movable().contains(cell)).then_some("is never absent")
        };
        if let Some(fault) = fault {
            let message = format!("`{}` {fault}", word.value);
            resolver.wrong(
                word.span,
                message,
                "expected each `movable` cell of the board once",
            );
        }
        ring.push(cell);
    }
    if ring.len() < 2 {
        let expected = "expected at least two cells in `ring`";
        resolver.wrong(
            resolver.fields.span,
            "a cell needs at least two places to travel between",
            expected,
        );
    }
    let beside = |cell: &Cell| {
        dirs.white
            .iter()
            .filter_map(|dir| board.next(*cell, *dir))
            .count()
    };
    let most = ring.iter().map(beside).max().unwrap_or(0);
    if most > MOST_BESIDE {
        let message = format!("pieces on {most} cells could go along with a cell that travels");
        let complaint = Diagnostic::error(Code::TooLarge, message);
        resolver.diagnostics.push(complaint.at(
            resolver.fields.place(NEAR),
            format!("at most {MOST_BESIDE}"),
        ));
    }
    (resolver.diagnostics.errors() == errors).then_some(TravelRule {
        ring,
        near: dirs.white,
    })
}

/// Says how cells travel.
fn describe_travel(variant: &Variant) -> Vec<SlotValue> {
    let board = &variant.board;
    let rules = variant.rules.iter().filter_map(|rule| match rule {
        Rule::Travel(rule) => Some(say!(
            powers::CellsTravel,
            ring = Listing::And.of(rule.ring.iter().map(|cell| board.name(*cell))),
            around = around(board, &rule.ring, &rule.near)
        )),
        _ => None,
    });
    rules.map(SlotValue::from).collect()
}

/// Describes how a piece goes along with a travelling cell that it is on or beside.
fn describe_going_along(subject: Subject<'_>, _: usize, rule: &Rule) -> Vec<Statement> {
    let Rule::Travel(rule) = rule else {
        return Vec::new();
    };
    let variant = subject.variant;
    let board = &variant.board;
    let stands =
        variant.stands_on(subject.id, Side::White) | variant.stands_on(subject.id, Side::Black);
    let ring: CellSet = rule.ring.iter().copied().collect();
    let beside: CellSet = ring
        .iter()
        .flat_map(|cell| {
            rule.near
                .iter()
                .filter_map(move |dir| board.next(cell, *dir))
        })
        .collect();
    // In the description of a whole game this is stated elsewhere, once.
    let [cells, around] = match subject.is_grouped {
        true => [SlotValue::None, SlotValue::None],
        false => [
            say_list(board, &ring, Listing::And),
            around(board, &rule.ring, &rule.near),
        ],
    };
    let is_bound = variant.rules.iter().any(
        |rule| matches!(rule, Rule::Power(PowerRule { kind, power: Power::Bond { .. } }) if *kind == subject.id),
    );
    let unless = match (super::limit::can_be_frozen(subject), is_bound) {
        (true, true) => Some("frozen-or-bound"),
        (true, false) => Some("frozen"),
        (false, true) => Some("bound"),
        (false, false) => None,
    };
    let unless = SlotValue::from(unless.map(|why| row("powers.unless", why)));
    let mut all = Vec::new();
    if !(stands & ring).is_empty() {
        all.push(say!(
            powers::OnTravellingCell,
            cells = cells.clone(),
            unless = unless.clone(),
            around = around.clone()
        ));
    }
    if !(stands & beside).is_empty() {
        let dirs = Sided {
            white: rule.near.clone(),
            black: rule.near.clone(),
        };
        // The place is said as seen by a piece on the cell, so use a piece that may stand on a cell
        // that travels.
        let on_ring = variant
            .kind_ids()
            .find(|id| !(variant.stands_on(*id, Side::White) & ring).is_empty());
        let place = on_ring.map_or_else(
            || say!(places::BesideTravelling).into(),
            |id| say_near(Subject { id, ..subject }, &dirs, Whose::Travels),
        );
        all.push(say!(
            powers::BesideTravellingCell,
            place,
            cells,
            unless,
            around,
            touches = touches(subject, &dirs)
        ));
    }
    statement(
        Topic::Travel,
        (!all.is_empty()).then(|| Listing::Sentences.of(all)),
    )
}
