//! Pieces in hand, and pieces made of checkers, in English.

use super::Subject;
use super::power::acts_in_place;
use super::words::{a, any_of, list};
use crate::model::{
    Deed, DropRule, IntoHand, Piece, PieceId, Power, Rule, Side, Stack, Stacking, Variant, Way,
};
use crate::movement::words::joined;

/// Where it goes when it is taken, by the last rule that speaks of it for each way of taking; told once.
pub fn into_hand(subject: Subject<'_>, place: usize) -> Option<String> {
    let is_hand = |rule: &Rule| matches!(rule, Rule::IntoHand(_));
    let is_first = !subject.variant.rules[..place].iter().any(is_hand);
    // A royal piece is never taken.
    if !is_first || subject.piece().royal {
        return None;
    }
    let ways: Vec<(Way, Option<PieceId>)> = ways_of(subject.variant)
        .into_iter()
        .map(|way| (way, hand_of(subject.variant, subject.id, way)))
        .collect();
    let mut ends: Vec<PieceId> = ways.iter().filter_map(|(_, end)| *end).collect();
    ends.sort_unstable();
    ends.dedup();
    let sentence = |end: &PieceId| {
        let by: Vec<String> = ways
            .iter()
            .filter(|(_, other)| *other == Some(*end))
            .map(|(way, _)| way_name(*way).to_string())
            .collect();
        let by = if by.len() == ways.len() { String::new() } else { format!(" by {}", joined(&by, "or")) };
        let as_piece =
            if *end == subject.id { String::new() } else { format!(", as {}", a(subject.name(*end))) };
        format!("When it is taken{by}, it goes into the hand of the side that takes it{as_piece}.")
    };
    let sentences: Vec<String> = ends.iter().map(sentence).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// What a piece is in hand that is taken in one way, if it goes there: as the last rule says that speaks of it.
fn hand_of(variant: &Variant, id: PieceId, way: Way) -> Option<PieceId> {
    variant.rules.iter().rev().find_map(|rule| match rule {
        Rule::IntoHand(rule) if speaks(rule, id) && rule.by.is_none_or(|by| by == way) => {
            Some(rule.becomes.unwrap_or(id))
        }
        _ => None,
    })
}

fn speaks(rule: &IntoHand, id: PieceId) -> bool {
    rule.pieces.as_ref().is_none_or(|pieces| pieces.contains(&id))
}

/// The ways in which pieces are taken in a variant.
fn ways_of(variant: &Variant) -> Vec<Way> {
    let has =
        |way: &Way| *way == Way::Movement || variant.rules.iter().any(|rule| takes_by(rule) == Some(*way));
    Way::ALL.into_iter().filter(has).collect()
}

fn takes_by(rule: &Rule) -> Option<Way> {
    let Rule::Power(Power { deed, .. }) = rule else { return None };
    match deed {
        Deed::Withdrawal { .. } => Some(Way::Withdrawal),
        Deed::Coordination { .. } => Some(Way::Coordination),
        Deed::LongLeap { .. } => Some(Way::LongLeap),
        Deed::Enclosure { .. } => Some(Way::Enclosure),
        Deed::Teleport { .. } => Some(Way::Teleport),
        Deed::Rotation { .. } => Some(Way::Rotation),
        Deed::Freezing { .. }
        | Deed::Push { .. }
        | Deed::Swap { .. }
        | Deed::Mimicry
        | Deed::Mandatory
        | Deed::Bond { .. }
        | Deed::Barrier { .. } => None,
    }
}

fn way_name(way: Way) -> &'static str {
    match way {
        Way::LongLeap => "the long leap",
        Way::Movement
        | Way::Withdrawal
        | Way::Coordination
        | Way::Enclosure
        | Way::Teleport
        | Way::Rotation => way.name(),
    }
}

/// Which pieces come into hand as the piece.
pub fn handed_from(subject: Subject<'_>, rule: &IntoHand) -> Option<String> {
    let others = rule.pieces.as_ref()?.iter().copied().filter(|id| *id != subject.id);
    let others: Vec<PieceId> = others.collect();
    let by = rule.by.map_or_else(String::new, |way| format!(" by {}", way_name(way)));
    let comes = rule.becomes == Some(subject.id) && !others.is_empty();
    comes.then(|| format!("{} that is taken{by} is one in hand.", any_of(subject.variant, &others)))
}

/// How it comes out of hand, by the last rule that speaks of it.
pub fn dropped(subject: Subject<'_>, place: usize, rule: &DropRule) -> Option<String> {
    let says = |rule: &DropRule| rule.pieces.as_ref().is_none_or(|pieces| pieces.contains(&subject.id));
    let is_last = subject.is_last(place, |other| matches!(other, Rule::Drop(other) if says(other)));
    if !says(rule) || !is_last || !can_be_in_hand(subject) {
        return None;
    }
    let (takes, freezes) = acts_in_place(subject, subject.id);
    let mut text = format!("From the hand it may be dropped, as a move, on {}", drop_cells(subject, rule));
    if rule.must_move {
        let and = if text.ends_with("may stand") { " and" } else { "" };
        text.push_str(&format!("{and} from which it could move if no other piece stood on the board"));
    }
    if let Some(pieces) = &rule.becomes {
        text.push_str(&format!(", as {}", any_of(subject.variant, pieces)));
    }
    let mut without = Vec::new();
    if rule.takes_nobody && takes {
        without.push("take anything".to_string());
    }
    if rule.gives_no_check {
        without.push("give check".to_string());
    }
    if rule.freezes_nobody && freezes {
        without.push("freeze anything that was not frozen before".to_string());
    }
    if !without.is_empty() {
        text.push_str(&format!("; the drop must not {}", joined(&without, "or")));
    }
    Some(text + ".")
}

fn drop_cells(subject: Subject<'_>, rule: &DropRule) -> String {
    let board = &subject.variant.board;
    let [white, black] =
        Side::BOTH.map(|side| *rule.cells.of(side) & subject.variant.stands_on(subject.id, side));
    let everywhere = Side::BOTH.map(|side| subject.variant.stands_on(subject.id, side));
    if [white, black] == [board.all(); 2] {
        "any empty cell".to_string()
    } else if [white, black] == everywhere {
        "any empty cell on which it may stand".to_string()
    } else {
        let black = if white == black {
            String::new()
        } else {
            format!(" (for Black {})", list(board, &black, "or"))
        };
        format!("{}{black}, if empty", list(board, &white, "or"))
    }
}

/// Whether it is in reserve, or comes into hand by being taken or by leaving the board.
fn can_be_in_hand(subject: Subject<'_>) -> bool {
    let Subject { variant, id, .. } = subject;
    let in_reserve = variant
        .setup
        .as_ref()
        .is_some_and(|setup| Side::BOTH.into_iter().any(|side| setup.reserve.count(side, id) > 0));
    let taken = variant.piece_ids().filter(|other| !variant.piece(*other).royal);
    let mut ends = taken.flat_map(|other| Way::ALL.map(|way| hand_of(variant, other, way)));
    let retires = |rule: &Rule| {
        matches!(rule, Rule::Power(Power { deed: Deed::Teleport { .. } | Deed::Rotation { .. }, .. }))
    };
    in_reserve
        || ends.any(|end| end == Some(id))
        || !subject.piece().royal && variant.rules.iter().any(retires)
}

/// Which pieces come out of hand as the piece.
pub fn dropped_from(subject: Subject<'_>, rule: &DropRule) -> Option<String> {
    let becomes = rule.becomes.as_ref()?.contains(&subject.id);
    let others: Vec<PieceId> = rule.pieces.iter().flatten().copied().filter(|id| *id != subject.id).collect();
    (becomes && !others.is_empty())
        .then(|| format!("{} may be dropped from the hand as one.", any_of(subject.variant, &others)))
}

/// The checkers of a piece: "2 × Sable and 1 × Stoat"; empty where it is made of none.
pub fn checkers(variant: &Variant, id: PieceId) -> String {
    let stack = variant.piece(id).checkers;
    let part = |kind| format!("{} × {}", stack.of(kind), variant.checkers[kind.index()].name);
    joined(&stack.kinds().map(part).collect::<Vec<_>>(), "and")
}

pub fn made_of(subject: Subject<'_>) -> Option<String> {
    let checkers = checkers(subject.variant, subject.id);
    (!checkers.is_empty()).then(|| format!("It is made of {checkers}."))
}

/// How it joins others; the last rule counts.
pub fn joining(subject: Subject<'_>, place: usize, rule: Stacking) -> Option<String> {
    let own = made(subject, place)?;
    let Subject { variant, .. } = subject;
    let joins = |other: &Piece| is_piece(variant, own.and(other.checkers));
    (rule.merge && variant.pieces.iter().filter(|piece| !piece.checkers.is_empty()).any(joins)).then(|| {
        "It may move to the cell of a piece of its own side if both together make a piece, and they are that piece then."
            .to_string()
    })
}

/// How it parts; the last rule counts.
pub fn parting(subject: Subject<'_>, place: usize, rule: Stacking) -> Option<String> {
    const FEW: usize = 6;
    let own = made(subject, place)?;
    let Subject { variant, .. } = subject;
    let leaves = |part: &&Piece| {
        let rest = own.without(part.checkers).filter(|rest| !rest.is_empty());
        !part.checkers.is_empty() && rest.is_some_and(|rest| is_piece(variant, rest))
    };
    let parts: Vec<String> = variant.pieces.iter().filter(leaves).map(|part| a(&part.name)).collect();
    if !rule.split || parts.is_empty() {
        return None;
    }
    let which = if subject.among_others || parts.len() > FEW {
        "a part of it, if part and rest are pieces,".to_string()
    } else {
        joined(&parts, "or")
    };
    let ends = [
        (true, "to an empty cell"),
        (rule.parts_take, "to capture"),
        (rule.parts_merge, "to join another piece"),
    ];
    let ends: Vec<String> =
        ends.into_iter().filter(|(does, _)| *does).map(|(_, end)| end.to_string()).collect();
    Some(format!(
        "As a move {which} may leave it by its own movement, {}; the rest stays.",
        joined(&ends, "or")
    ))
}

/// The checkers of a piece of which this rule on joining and parting, the last, speaks.
fn made(subject: Subject<'_>, place: usize) -> Option<Stack> {
    let is_last = subject.is_last(place, |other| matches!(other, Rule::Stacking(_)));
    Some(subject.piece().checkers).filter(|own| is_last && !own.is_empty())
}

fn is_piece(variant: &Variant, stack: Stack) -> bool {
    variant.pieces.iter().any(|piece| piece.checkers == stack)
}

/// What becomes of captured pieces that go into no hand.
pub fn captured(variant: &Variant) -> Option<String> {
    let ways = ways_of(variant);
    let taken = variant.piece_ids().filter(|id| !variant.piece(*id).royal);
    let goes: Vec<bool> =
        taken.flat_map(|id| ways.iter().map(move |way| hand_of(variant, id, *way).is_some())).collect();
    let which = match (goes.contains(&true), goes.contains(&false)) {
        (true, false) => return None,
        (true, true) => "A piece that is captured and does not go into a hand",
        (false, _) => "A captured piece",
    };
    Some(format!("{which} leaves the board, and no rule brings it back."))
}
