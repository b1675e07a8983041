//! Powers in English.

use super::words::{Whose, a, along, any_of, capitalised, near};
use super::{Subject, Topic};
use crate::model::{Deed, PieceId, Power, Rule, SidedDirs};
use crate::movement::words::joined;

/// What a power says of the piece: of its holder, or of one whom the holder needs.
pub fn power(subject: Subject<'_>, power: &Power) -> (Topic, Option<String>) {
    let holds = power.piece == subject.id;
    let holder = subject.name(power.piece);
    let board = &subject.variant.board;
    match &power.deed {
        Deed::Freezing { near } => (Topic::Powers, holds.then(|| freezing(subject, near))),
        Deed::Withdrawal { along: dirs } => (Topic::Captures, holds.then(|| {
            let along = along(board, dirs);
            format!("It captures by withdrawal: if it moves {along}, straight away from an enemy next to it, that enemy is taken.")
        })),
        Deed::Coordination { with, balanced } if holds => {
            (Topic::Captures, Some(coordination(subject.name(*with), *balanced)))
        }
        Deed::Coordination { with, .. } => (Topic::Powers, (*with == subject.id).then(|| {
            format!("{} of its side that has moved takes enemies where the files and ranks of the two cross.", a(holder))
        })),
        Deed::Push { along: dirs, train } => (Topic::Powers, holds.then(|| push(&along(board, dirs), *train))),
        Deed::Swap { along: dirs } => (Topic::Powers, holds.then(|| {
            format!("It swaps: it may change places with the first piece of either side that it meets {}.", along(board, dirs))
        })),
        Deed::LongLeap { along: dirs, several } => {
            (Topic::Captures, holds.then(|| long_leap(&along(board, dirs), *several)))
        }
        Deed::Enclosure { near, anywhere } => {
            (Topic::Captures, holds.then(|| enclosure(subject, near, *anywhere)))
        }
        Deed::Mimicry => (Topic::Captures, holds.then(|| mimicry(subject))),
        Deed::Mandatory => (Topic::Captures, holds.then(|| {
            "It must capture if it can: while one of its legal moves takes something, those that take nothing are not legal.".to_string()
        })),
        Deed::Teleport { near: dirs } => (Topic::Powers, holds.then(|| teleport(subject, dirs))),
        Deed::Rotation { around } => (Topic::Powers, holds.then(|| rotation(subject, around))),
        Deed::Bond { with, near: dirs } if holds => (Topic::Powers, Some(format!(
            "It is bound: it leaves a cell or comes to one, by its own move or another’s, only if {} of its side stands {}.",
            any_of(subject.variant, with),
            near(subject, dirs, Whose::That),
        ))),
        Deed::Bond { with, near: dirs } => (Topic::Powers, with.contains(&subject.id).then(|| {
            let bound = Subject { id: power.piece, ..subject };
            format!("{} of its side leaves a cell or comes to one only if such a guard stands {}.", a(holder), near(bound, dirs, Whose::That))
        })),
        Deed::Barrier { pieces } if holds => (Topic::Captures, Some(format!(
            "It neither takes {pieces} nor hops over one, of either side: its movement meets {pieces} as it meets the edge of the board.",
            pieces = any_of(subject.variant, pieces),
        ))),
        Deed::Barrier { pieces } => (Topic::Captures, pieces.contains(&subject.id).then(|| {
            format!("{} of either side neither takes it nor hops over it.", capitalised(&a(holder)))
        })),
    }
}

fn freezing(subject: Subject<'_>, dirs: &SidedDirs) -> String {
    format!(
        "It freezes enemies {}: they cannot move, capture or give check. It does so even if it is frozen itself.",
        near(subject, dirs, Whose::Its)
    )
}

fn coordination(with: &str, balanced: bool) -> String {
    let balance = if balanced {
        format!(
            ", each only if as many pieces stand between the enemy and it as between the enemy and the {with}"
        )
    } else {
        String::new()
    };
    format!(
        "It captures by coordination with {} of its side: when it has come to a cell, an enemy is taken where its file \
         crosses the {with}’s rank, and another where its rank crosses the {with}’s file{balance}.",
        a(with)
    )
}

fn push(along: &str, train: bool) -> String {
    let how = if train {
        "is driven on in the same direction as far as it can go, with every piece of either side that stands in its way \
         driven on before it. There must be an empty cell beyond"
    } else {
        "is driven on in the same direction up to the next piece. The cell behind it must be empty"
    };
    format!("It pushes: it may come {along} to the cell of the first enemy it meets, which {how}.")
}

fn long_leap(along: &str, several: bool) -> String {
    let more = if several {
        " It may leap over several on the same line so, with an empty cell behind each."
    } else {
        ""
    };
    format!(
        "It captures by the long leap: {along}, over the first piece on the line if that is an enemy, to any empty cell between \
         it and the next piece; the enemy leapt over is taken.{more}"
    )
}

fn enclosure(subject: Subject<'_>, dirs: &SidedDirs, anywhere: bool) -> String {
    let along = along(&subject.variant.board, dirs);
    let place = if subject.stands_everywhere() { "" } else { " where it may stand" };
    let anywhere =
        if anywhere { format!(" To do so it may go to any empty cell{place}.") } else { String::new() };
    format!(
        "It captures by enclosure: a group of enemies that are connected {along} is taken when it comes to a cell next to the \
         group and no empty cell is left beside the group; the cell it came from counts as empty.{anywhere}"
    )
}

/// A mimic captures each enemy as that one captures; what a power does to others goes with it.
fn mimicry(subject: Subject<'_>) -> String {
    let (mut captures, mut others) = (Vec::new(), Vec::new());
    for rule in &subject.variant.rules {
        let Rule::Power(Power { piece, deed }) = rule else { continue };
        if *piece == subject.id {
            continue;
        }
        let victim = a(subject.name(*piece));
        match deed {
            Deed::Withdrawal { .. } => captures.push(format!("{victim} by withdrawal")),
            Deed::Coordination { .. } => captures.push(format!("{victim} by coordination")),
            Deed::LongLeap { .. } => captures.push(format!("{victim} by the long leap")),
            Deed::Enclosure { .. } => captures.push(format!("{victim} by enclosure")),
            Deed::Freezing { .. } => others.push(format!("freezes {victim}")),
            Deed::Push { .. } => others.push(format!("pushes {victim} if nothing else has to be driven")),
            Deed::Swap { .. } => {
                others.push(format!("changes places with {}", a(&format!("enemy {}", subject.name(*piece)))))
            }
            // No way of capture.
            Deed::Mimicry
            | Deed::Mandatory
            | Deed::Teleport { .. }
            | Deed::Rotation { .. }
            | Deed::Bond { .. }
            | Deed::Barrier { .. } => {}
        }
    }
    captures.push(format!(
        "any other piece but {} as that piece captures by its movement",
        a(subject.name(subject.id))
    ));
    let captures = joined(&captures, "and");
    let others = if others.is_empty() { String::new() } else { format!(" It {}.", joined(&others, "and")) };
    format!("It captures each enemy as that enemy captures, and only such enemies by it: {captures}.{others}")
}

fn teleport(subject: Subject<'_>, dirs: &SidedDirs) -> String {
    format!(
        "Two of a side teleport: as a move, a friend {} is put on the cell that lies in the same direction from the other. A \
         friend there changes places with it, and an enemy there is taken; where no cell is, it goes into its own side’s \
         hand, which a royal piece cannot.{}",
        near(subject, dirs, Whose::Ones),
        stays_frozen(subject)
    )
}

fn rotation(subject: Subject<'_>, dirs: &SidedDirs) -> String {
    format!(
        "It turns others: as a move, all friends {} go on by one step round it, clockwise or counter-clockwise, all of them or \
         none. Enemies to whose cells they come are taken; a friend that comes where no cell is goes into its own side’s \
         hand, which a royal piece cannot.{}",
        near(subject, dirs, Whose::Its),
        stays_frozen(subject)
    )
}

/// What no power moves, where pieces can be frozen.
fn stays_frozen(subject: Subject<'_>) -> &'static str {
    let freezes = |rule: &Rule| matches!(rule, Rule::Power(Power { deed: Deed::Freezing { .. }, .. }));
    if subject.variant.rules.iter().any(freezes) { " What is frozen cannot be moved so." } else { "" }
}

/// Whether a piece takes or freezes by where it stands, and so by a drop.
pub fn acts_in_place(subject: Subject<'_>, id: PieceId) -> (bool, bool) {
    let deeds = subject.variant.rules.iter().filter_map(|rule| match rule {
        Rule::Power(power) if power.piece == id => Some(&power.deed),
        _ => None,
    });
    let (mut takes, mut freezes) = (false, false);
    for deed in deeds {
        match deed {
            Deed::Coordination { .. } | Deed::Enclosure { .. } => takes = true,
            Deed::Freezing { .. } => freezes = true,
            Deed::Mimicry => (takes, freezes) = (true, true),
            Deed::Withdrawal { .. }
            | Deed::Push { .. }
            | Deed::Swap { .. }
            | Deed::LongLeap { .. }
            | Deed::Mandatory
            | Deed::Teleport { .. }
            | Deed::Rotation { .. }
            | Deed::Bond { .. }
            | Deed::Barrier { .. } => {}
        }
    }
    (takes, freezes)
}
