//! Castling, the setup, travelling cells and the end of the game in English.

use super::words::{Whose, along, any_of, capitalised, cells, list, near};
use super::{Subject, game};
use crate::model::{
    Castling, Cell, CellSet, Ending, Facing, Goal, Mover, PieceId, QuietLimit, Repetition, Rule, Side,
    SidedDirs, SidedSet, Stalemate, TravelRule, Variant,
};
use crate::movement;
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
    if subject.among_others || !takes_part(rule) {
        return None;
    }
    let mut text = how(subject.variant, rule);
    if subject.is_last(place, |other| matches!(other, Rule::Castling(other) if takes_part(other))) {
        let royal = rule.white.iter().chain(&rule.black).map(|mover| mover.piece);
        text.push(' ');
        text.push_str(&conditions(subject.variant, royal));
    }
    Some(text)
}

/// All castlings, and what they ask for.
pub fn castlings(variant: &Variant) -> Vec<String> {
    let rules = || {
        variant.rules.iter().filter_map(|rule| match rule {
            Rule::Castling(rule) => Some(rule),
            _ => None,
        })
    };
    let mut texts: Vec<String> = rules().map(|rule| how(variant, rule)).collect();
    let mut leaders: Vec<PieceId> =
        rules().flat_map(|rule| rule.white.iter().chain(&rule.black)).map(|mover| mover.piece).collect();
    for id in variant.piece_ids() {
        let piece = variant.piece(id);
        texts.extend(movement::castling(&piece.movement).map(|says| {
            leaders.push(id);
            format!("The {} {says}.", piece.name)
        }));
    }
    if !texts.is_empty() {
        texts.push(conditions(variant, leaders.into_iter()));
    }
    texts
}

/// Who goes where, for each side.
fn how(variant: &Variant, rule: &Castling) -> String {
    let (white, black) = (movers(variant, &rule.white), movers(variant, &rule.black));
    let each = match (white.is_empty(), black.is_empty()) {
        (false, false) => format!("{white}; for Black {black}"),
        (false, true) => format!("for White {white}"),
        (true, _) => format!("for Black {black}"),
    };
    format!("{}: {each}.", rule.name)
}

/// What castling asks for, if these take part in it.
fn conditions(variant: &Variant, mut pieces: impl Iterator<Item = PieceId>) -> String {
    let text = "None of these pieces may have moved before, and on the cells that they pass or come to no other piece may stand.";
    let royal = pieces.find(|id| variant.piece(*id).royal).map(|id| {
        let name = &variant.piece(id).name;
        format!(
            " The {name} may be attacked neither where it stands nor on a cell that it passes or comes to."
        )
    });
    text.to_string() + &royal.unwrap_or_default()
}

/// "The King goes from e1 to g1 and the Rook from h1 to f1", the royal ones first.
fn movers(variant: &Variant, all: &[Mover]) -> String {
    let (royal, others): (Vec<&Mover>, Vec<&Mover>) =
        all.iter().partition(|mover| variant.piece(mover.piece).royal);
    let one = |(place, mover): (usize, &Mover)| {
        let goes = if place == 0 { "goes " } else { "" };
        let [from, to] = [mover.from, mover.to].map(|cell| variant.board.name(cell));
        format!("the {} {goes}from {from} to {to}", variant.piece(mover.piece).name)
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

/// How a game ends whatever the piece: by what is said of no piece.
pub fn ends(variant: &Variant) -> Vec<String> {
    let mut texts = Vec::new();
    if !game::has_royal(variant) {
        texts.push("No piece is royal, so there is neither check nor mate.".to_string());
    }
    texts.push(no_move(variant));
    texts.extend(variant.rules.iter().rev().find_map(|rule| {
        match rule {
            Rule::Repetition(Repetition::Draw { times }) => Some(format!(
                "The game is drawn when a position has come up {} times with the same side to move.",
                number(*times)
            )),
            Rule::Repetition(Repetition::Forbidden) => Some(
                "No move may bring about a position that has been there before with the same side to move."
                    .to_string(),
            ),
            _ => None,
        }
    }));
    texts.extend(variant.rules.iter().rev().find_map(|rule| match rule {
        Rule::QuietLimit(limit) => Some(quiet(variant, limit)),
        _ => None,
    }));
    texts
}

/// What it means to have no move; the last rule counts that speaks of no place.
fn no_move(variant: &Variant) -> String {
    let has_places =
        variant.rules.iter().any(|rule| matches!(rule, Rule::Stalemate(Stalemate { cells: Some(_), .. })));
    let begin = if has_places { "Otherwise, if" } else { "If" };
    let check = if game::has_royal(variant) { " and is not in check" } else { "" };
    let rule = variant.rules.iter().rev().find_map(|rule| match rule {
        Rule::Stalemate(Stalemate { ending, cells: None }) => Some(*ending),
        _ => None,
    });
    match rule {
        Some(end) => format!("{begin} the side to move has no legal move{check}, {}.", ending(end)),
        None => format!(
            "{begin} the side to move has no legal move{check}, no rule says what follows; it counts as a draw, as in chess."
        ),
    }
}

fn quiet(variant: &Variant, limit: &QuietLimit) -> String {
    let moves = match &limit.counting[..] {
        [] => String::new(),
        pieces => format!(" and without a move of {}", any_of(variant, pieces)),
    };
    let end = match limit.ending {
        Ending::Win => "the side that makes the last of them wins",
        Ending::Draw => "the game is drawn",
        Ending::Loss => "the side that makes the last of them loses",
    };
    format!(
        "After {} moves on end, those of both sides counted together, without a capture or promotion{moves}, {end}.",
        number(limit.plies)
    )
}

/// The last such rule counts.
pub fn quiet_limit(subject: Subject<'_>, place: usize, rule: &QuietLimit) -> Option<String> {
    let is_last = subject.is_last(place, |other| matches!(other, Rule::QuietLimit(_)));
    (!subject.among_others && is_last && rule.counting.contains(&subject.id)).then(|| {
        format!(
            "Each of its moves, like each capture and promotion, begins the count of {} moves anew.",
            rule.plies
        )
    })
}

const CONTROL: &str = "the side with more pieces on it and beside it may move it";

/// How cells travel.
pub fn travels(variant: &Variant) -> Vec<String> {
    let name = |cell: &Cell| variant.board.name(*cell).to_string();
    let says = |rule: &TravelRule| {
        let ring: Vec<String> = rule.ring.iter().map(name).collect();
        format!(
            "{} are places in a ring, the last beside the first, and some of them are empty. As a move, a cell that lies on one of \
             them goes on round the ring, either way, to the next empty place, if the side has more pieces on it and beside it \
             than the other. A piece that is frozen, or that its bond keeps where it is, does not count.",
            joined(&ring, "and")
        )
    };
    variant
        .rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::Travel(rule) => Some(says(rule)),
            _ => None,
        })
        .collect()
}

/// A cell that travels takes along who stands on it and beside it.
pub fn travel(subject: Subject<'_>, rule: &TravelRule) -> Option<String> {
    let variant = subject.variant;
    let board = &variant.board;
    let stands = variant.stands_on(subject.id, Side::White) | variant.stands_on(subject.id, Side::Black);
    let ring: CellSet = rule.ring.iter().copied().collect();
    let beside: CellSet =
        ring.iter().flat_map(|cell| rule.near.iter().filter_map(move |dir| board.next(cell, *dir))).collect();
    // Of the whole game it is said once.
    let (places, control) = if subject.among_others {
        (String::new(), String::new())
    } else {
        (format!(" ({})", list(board, &ring, "and")), format!("; {CONTROL}"))
    };
    let mut sentences = Vec::new();
    if !(stands & ring).is_empty() {
        sentences.push(format!(
            "On a cell that travels{places} it counts for the control of that cell, and goes with it{control}."
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
            "{}{places} it counts for the control of that cell{control}. It may go along when its own side moves the cell, \
             and goes along in any case where no other cell touches its own.",
            capitalised(&place)
        ));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}
