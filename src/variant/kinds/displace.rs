//! Powers that move other pieces: push, swap, teleport, rotation; and cells that travel.

use crate::form::{Key, Takes, key};
use crate::places::list;
use crate::rule::{
    ALONG, PIECE, Resolver, RuleKind, directions, flag, own_power, power, range, reading,
};
use crate::subject::{RulesPart, Statement, Subject, Topic};
use crate::words::{
    Whose, along, around, near, no_other_neighbour, statement, with_indefinite_article, within,
};
use padma_rules::model::{
    CaptureWay, Cell, CellSet, INCIDENT, KindId, Power, PowerRule, Rule, Side, Sided, SidedDirs,
    TravelRule, Variant,
};
use padma_rules::names::{split_classes, words};
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostic};
use padma_text::english::{capitalise, join_list, plural};
use padma_words::Listing;

pub(crate) static PUSH: RuleKind = RuleKind::new(
    "push",
    "it comes to an enemy's cell, and the enemy is driven on along the line as far as it can go",
    "A piece comes to the cell of an enemy, which is driven on along the line.",
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
        let how = if *train {
            "is driven on in the same direction as far as it can go, with every piece of either side that stands in its way \
             driven on before it. At least one cell behind that enemy on the line must be empty"
        } else {
            "is driven on in the same direction up to the next piece. The cell behind it must be empty"
        };
        let along = along(&subject.variant.board, dirs);
        let text = format!(
            "It pushes: it may come {along} to the cell of the first enemy it meets{}, which {how}.",
            within(*range)
        );
        statement(Topic::Powers, Some(text))
    },
);

pub(crate) static SWAP: RuleKind = RuleKind::new(
    "swap",
    "it changes places with a piece of either side",
    "A piece changes places with another.",
    power!(
        [along = ALONG, range = range(1)],
        Power::Swap { along, range }
    ),
    |subject, _, rule| {
        let Some(Power::Swap { along: dirs, range }) = own_power(subject, rule) else {
            return Vec::new();
        };
        let along = along(&subject.variant.board, dirs);
        let text = format!(
            "It swaps: it may change places with the first piece of either side that it meets {along}{}.",
            within(*range)
        );
        statement(Topic::Powers, Some(text))
    },
);

pub(crate) static TELEPORT: RuleKind = RuleKind::new(
    "teleport",
    "two of a side move a friend from beside one of them to the cell in the same direction from the other",
    "Two pieces of a side move a friend from beside one of them to the same place beside the other.",
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
        let text = format!(
            "Two {} of a side can teleport a friend: as a move, a friend {} goes to the cell that lies in the same direction from the \
             other. If a friend stands there, the two change places; if an enemy stands there, it is taken. {}{}",
            plural(subject.name(subject.id)),
            near(subject, dirs, Whose::OneOfThem),
            goes_into_hand(subject),
            frozen_exception(subject)
        );
        statement(Topic::Powers, Some(text))
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
    "A piece turns all friends round it by one step, either way.",
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
        let text = format!(
            "It turns others: as a move, all friends {} go one step round it, all clockwise or all counterclockwise. If one of them \
             may not be moved so, none is. An enemy on a cell that a friend comes to is taken. {}{}",
            near(subject, around, Whose::Its),
            goes_into_hand(subject),
            frozen_exception(subject)
        );
        statement(Topic::Powers, Some(text))
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

/// Describes what happens to a piece that is moved off the board.
fn goes_into_hand(subject: Subject<'_>) -> String {
    let variant = subject.variant;
    let in_hand = |id: KindId| variant.in_hand(id, &CaptureWay::ALL);
    let as_another = |id: KindId| in_hand(id).filter(|to| *to != id).map(|to| (id, to));
    let others: Vec<String> = variant
        .kind_ids()
        .filter_map(as_another)
        .map(|(id, to)| {
            format!(
                ", {} as {}",
                with_indefinite_article(subject.name(id)),
                with_indefinite_article(subject.name(to))
            )
        })
        .collect();
    format!(
        "Where there is no cell, the friend goes into its own side’s hand{}. A royal piece may not be moved off the board.",
        others.concat()
    )
}

/// Writes that frozen pieces cannot be moved, if pieces can be frozen.
fn frozen_exception(subject: Subject<'_>) -> &'static str {
    let freezes = |rule: &Rule| {
        matches!(
            rule,
            Rule::Power(PowerRule {
                power: Power::Freezing { .. },
                ..
            })
        )
    };
    if subject.variant.rules.iter().any(freezes) {
        " No frozen piece can be moved so."
    } else {
        ""
    }
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
    "Cells move from place to place, as a move.",
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

/// Describes how cells travel.
fn describe_travel(variant: &Variant) -> Vec<String> {
    let name = |cell: &Cell| variant.board.name(*cell).to_string();
    let sentence = |rule: &TravelRule| {
        let around = around(&variant.board, &rule.ring, &rule.near);
        let ring: Vec<String> = rule.ring.iter().map(name).collect();
        format!(
            "{} are places in a ring, the last beside the first, and some of them are empty. A side controls a cell that lies on \
             one of them if it has more pieces on it and {around} than the other side; a piece that is frozen, or that its bond \
             keeps where it is, does not count. As a move, a side may send a cell that it controls round the ring, either way, to \
             the next empty place. The pieces that go with it keep their places around it. The cells to which they go must \
             be empty, or be left by the same move. Nothing is captured.",
            join_list(&ring, "and")
        )
    };
    variant
        .rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::Travel(rule) => Some(sentence(rule)),
            _ => None,
        })
        .collect()
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
    let (places, control) = if subject.is_grouped {
        (String::new(), String::new())
    } else {
        let around = around(board, &rule.ring, &rule.near);
        let control = format!("; the side with more pieces on it and {around} may move it");
        (format!(" ({})", list(board, &ring, Listing::And)), control)
    };
    let is_bound = variant.rules.iter().any(
        |rule| matches!(rule, Rule::Power(PowerRule { kind, power: Power::Bond { .. } }) if *kind == subject.id),
    );
    let unless = match (super::limit::can_be_frozen(subject), is_bound) {
        (true, true) => " unless it is frozen or its bond keeps it there",
        (true, false) => " unless it is frozen",
        (false, true) => " unless its bond keeps it there",
        (false, false) => "",
    };
    let mut sentences = Vec::new();
    if !(stands & ring).is_empty() {
        sentences.push(format!(
            "On a cell that travels{places} it counts for the control of that cell{unless}, and goes with it{control}."
        ));
    }
    if !(stands & beside).is_empty() {
        let dirs = Sided {
            white: rule.near.clone(),
            black: rule.near.clone(),
        };
        // `near` describes a cell as seen by a piece on it, so use a piece that may stand on a
        // cell that travels.
        let on_ring = variant
            .kind_ids()
            .find(|id| !(variant.stands_on(*id, Side::White) & ring).is_empty());
        let place = on_ring.map_or_else(
            || "beside a cell that travels".to_string(),
            |id| near(Subject { id, ..subject }, &dirs, Whose::Travels),
        );
        sentences.push(format!(
            "{}{places} it counts for the control of that cell{unless}{control}. It may go along when its own side moves the cell, \
             and must go along where {}.",
            capitalise(&place),
            no_other_neighbour(subject, &dirs)
        ));
    }
    statement(
        Topic::Travel,
        (!sentences.is_empty()).then(|| sentences.join(" ")),
    )
}
