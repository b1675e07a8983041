//! Castling, the setup, travelling cells and the end of the game in English.

use super::Subject;
use super::words::{Whose, along, capitalised, cells, list, near};
use crate::model::{
    Castling, CellSet, Ending, Facing, Goal, Mover, QuietLimit, Rule, Side, SidedDirs, SidedSet, Stalemate,
    TravelRule,
};
use crate::movement::words::{joined, number, plural};

pub fn shared(subject: Subject<'_>, on: &SidedSet, most: u8) -> String {
    format!(
        "At the start up to {} of a side may stand together on {}, and are taken together.",
        number(most.into()),
        cells(&subject.variant.board, on)
    )
}

/// A castling in which it takes part; behind the last of them what all ask for.
pub fn castling(subject: Subject<'_>, place: usize, rule: &Castling) -> Option<String> {
    let takes_part = |rule: &Castling| {
        Side::BOTH.into_iter().any(|side| rule.of(side).iter().any(|mover| mover.piece == subject.id))
    };
    if !takes_part(rule) {
        return None;
    }
    let (white, black) = (movers(subject, &rule.white), movers(subject, &rule.black));
    let each = match (white.is_empty(), black.is_empty()) {
        (false, false) => format!("{white}; for Black {black}"),
        (false, true) => format!("for White {white}"),
        (true, _) => format!("for Black {black}"),
    };
    let mut text = format!("{}: {each}.", rule.name);
    if subject.is_last(place, |other| matches!(other, Rule::Castling(other) if takes_part(other))) {
        text.push_str(
            " None of them may have moved before, and the cells that they come over or to must be empty but for themselves.",
        );
        let mut royal =
            rule.white.iter().chain(&rule.black).filter(|mover| subject.variant.piece(mover.piece).royal);
        if let Some(royal) = royal.next() {
            let name = subject.name(royal.piece);
            text.push_str(&format!(
                " The {name} may be attacked neither where it stands nor on a cell that it comes over or to."
            ));
        }
    }
    Some(text)
}

/// "The King goes from e1 to g1 and the Rook from h1 to f1", the royal ones first.
fn movers(subject: Subject<'_>, all: &[Mover]) -> String {
    let Subject { variant, .. } = subject;
    let (royal, others): (Vec<&Mover>, Vec<&Mover>) =
        all.iter().partition(|mover| variant.piece(mover.piece).royal);
    let one = |(place, mover): (usize, &Mover)| {
        let goes = if place == 0 { "goes " } else { "" };
        let [from, to] = [mover.from, mover.to].map(|cell| variant.board.name(cell));
        format!("the {} {goes}from {from} to {to}", subject.name(mover.piece))
    };
    let parts: Vec<String> = royal.into_iter().chain(others).enumerate().map(one).collect();
    joined(&parts, "and")
}

pub fn no_check(subject: Subject<'_>) -> Option<String> {
    let text = "No move of the other side may attack it either: checks are forbidden.";
    subject.piece().royal.then(|| text.to_string())
}

pub fn facing(subject: Subject<'_>, rule: &Facing) -> Option<String> {
    (rule.piece == subject.id).then(|| {
        let (name, way) = (subject.name(subject.id), along(&subject.variant.board, &rule.along));
        format!("No move may leave it face to face with the other side's {name}, {way} with only empty cells between.")
    })
}

pub fn goal(subject: Subject<'_>, rule: &Goal) -> Option<String> {
    let pieces = plural(subject.name(subject.id));
    let place = cells(&subject.variant.board, &rule.cells);
    (rule.piece == subject.id).then(|| match rule.count {
        1 => format!("Its side wins when it comes to {place} from elsewhere."),
        count => {
            format!("Its side wins when its {pieces} have come to {place} {} times in all.", number(count))
        }
    })
}

/// Of a stalemate it matters where a royal piece stands.
pub fn stalemate(subject: Subject<'_>, rule: &Stalemate) -> Option<String> {
    let on = rule.cells.as_ref().filter(|_| subject.piece().royal)?;
    Some(format!(
        "If its side has no legal move and is not in check while it stands on {}, {}.",
        cells(&subject.variant.board, on),
        ending(rule.ending)
    ))
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Win => "that side wins",
        Ending::Draw => "the game is drawn",
        Ending::Loss => "that side loses",
    }
}

/// The last such rule counts.
pub fn quiet_limit(subject: Subject<'_>, place: usize, rule: &QuietLimit) -> Option<String> {
    let is_last = subject.is_last(place, |other| matches!(other, Rule::QuietLimit(_)));
    (is_last && rule.counting.contains(&subject.id)).then(|| {
        format!(
            "Each of its moves, like each capture and promotion, begins the count of {} moves anew.",
            rule.plies
        )
    })
}

const CONTROL: &str = "the side with more pieces on it and beside it may move it";

/// A cell that travels takes along who stands on it and beside it.
pub fn travel(subject: Subject<'_>, rule: &TravelRule) -> Option<String> {
    let variant = subject.variant;
    let board = &variant.board;
    let stands = variant.stands_on(subject.id, Side::White) | variant.stands_on(subject.id, Side::Black);
    let ring: CellSet = rule.ring.iter().copied().collect();
    let beside: CellSet =
        ring.iter().flat_map(|cell| rule.near.iter().filter_map(move |dir| board.next(cell, *dir))).collect();
    let places = list(board, &ring, "and");
    let mut sentences = Vec::new();
    if !(stands & ring).is_empty() {
        sentences.push(format!(
            "On a cell that travels ({places}) it counts for the control of that cell, and goes with it; {CONTROL}."
        ));
    }
    if !(stands & beside).is_empty() {
        let dirs = SidedDirs { white: rule.near.clone(), black: rule.near.clone() };
        // Seen from the cell that travels, and so from one that may stand there.
        let on_ring = variant.piece_ids().find(|id| !(variant.stands_on(*id, Side::White) & ring).is_empty());
        let place = on_ring.map_or_else(
            || "beside a cell that travels".to_string(),
            |id| near(Subject { id, ..subject }, &dirs, Whose::Travels),
        );
        sentences.push(format!(
            "{} ({places}) it counts for the control of that cell; {CONTROL}. It may go along when its own side moves the cell, \
             and goes along in any case where no other cell touches its own.",
            capitalised(&place)
        ));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}
