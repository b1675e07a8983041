//! Prints components in canonical form, to be read in a dialect (XBetza, as a rule): legs in brackets, no letter that a
//! default implies, letters in the order `i`, directions, `m c d e k t p g o n j u q z`. (On a
//! later leg `i` follows the directions.)

use super::compass::{self, BOTH_TOGETHER};
use super::dialect::{Atom, AtomShape, Dialect, leaper};
use super::lay::{classes_after, classes_of, exact_turns_after};
use crate::movement::leg::{
    Bend, CastlingMotion, Component, Content, Drop, End, EndAction, Hop, Lame, Leg, LegWay, Length,
    Motion, Start, Turn,
};

/// Prints components as a string; `None` if no string of the dialect means them.
pub(super) fn canonical(components: &[Component], dialect: Dialect) -> Option<String> {
    let mut printed = String::new();
    let mut rest = components;
    while let Some((component, others)) = rest.split_first() {
        let Motion::Legs(_) = &component.motion else {
            printed.push_str(&text_without_legs(component)?);
            rest = others;
            continue;
        };
        let mut legs = leg_texts(component, dialect)?;
        let mut joints = vec![String::from("-"); legs.len().saturating_sub(1)];
        // A component that continues the one before it shares a bracket with it: `[F?R]`.
        let mut printed_count = 1;
        for next in others {
            let Some(longer) = legs_continuing(component, &legs, next, dialect) else {
                break;
            };
            joints.push("?".into());
            legs = longer;
            printed_count += 1;
        }
        rest = &rest[printed_count..];
        match &legs[..] {
            // Two equal capitals in a row would be read as one doubled atom, such as `RR`.
            [one]
                if one.starts_with(char::is_uppercase)
                    && printed.ends_with(one.chars().next()?) =>
            {
                printed.push_str(&format!("[{one}]"));
            }
            [one] => printed.push_str(one),
            _ => {
                let joined = legs
                    .iter()
                    .zip(joints.iter().map(String::as_str).chain([""]));
                printed.push_str(&format!(
                    "[{}]",
                    joined
                        .map(|(leg, joint)| format!("{leg}{joint}"))
                        .collect::<String>()
                ));
            }
        }
    }
    Some(printed)
}

/// Returns the legs of a component if they are those of the one before and one more.
fn legs_continuing(
    before: &Component,
    legs: &[String],
    next: &Component,
    dialect: Dialect,
) -> Option<Vec<String>> {
    let comparable =
        before.start == next.start && !before.open_to_en_passant && !next.open_to_en_passant;
    let longer = leg_texts(next, dialect)?;
    (comparable && longer.len() == legs.len() + 1 && longer[..legs.len()] == *legs)
        .then_some(longer)
}

/// Prints a component that has no legs.
fn text_without_legs(component: &Component) -> Option<String> {
    let start = if component.start == Start::Unmoved {
        "i"
    } else {
        ""
    };
    Some(match &component.motion {
        Motion::Legs(_) | Motion::Distance { .. } => return None,
        Motion::Anywhere(end) => format!("{start}{}U", last_letters(end)),
        Motion::Castling(CastlingMotion {
            cells,
            skip,
            left,
            right,
        }) => {
            let sides = match (left, right) {
                (true, false) => "l",
                (false, true) => "r",
                _ => "s",
            };
            format!("{start}{sides}{}O{cells}", "j".repeat(usize::from(*skip)))
        }
        Motion::Drop(Drop {
            ranks,
            not_back_rank,
            on_file,
            on_shade,
            on_board,
        }) => {
            let most = |letter: &str, most: &Option<u8>| letter.repeat(most.map_or(0, usize::from));
            let letters = [most("f", on_file), most("s", on_shade), most("b", on_board)].concat();
            format!("{}{letters}@{ranks}", if *not_back_rank { "j" } else { "" })
        }
    })
}

/// Prints each leg as it is written in brackets, or a single leg as it is written alone.
fn leg_texts(component: &Component, dialect: Dialect) -> Option<Vec<String>> {
    let Motion::Legs(legs) = &component.motion else {
        return None;
    };
    let (first, rest) = legs.split_first()?;
    let LegWay::Leaps(leaps) = &first.way else {
        return None;
    };
    let (shape, directions) = AtomShape::of_leaps(leaps)?;
    let mut texts = vec![first_text(
        first,
        shape,
        &directions,
        component,
        rest.is_empty(),
        dialect,
    )?];
    let compares = rest.iter().any(
        |leg| matches!(&leg.way, LegWay::Turns { turns, .. } if turns.iter().any(|turn| turn.depends_on_earlier())),
    );
    let mut classes = classes_of(&directions);
    for (index, leg) in rest.iter().enumerate() {
        let LegWay::Turns { turns, family } = &leg.way else {
            return None;
        };
        let shape = AtomShape::of_family(*family)?;
        let mut text = turn_letters(turns, shape, classes, compares)?;
        text.push_str(if leg.length == Length::Same { "i" } else { "" });
        text.push_str(&manner_letters(leg, index + 1 == rest.len(), false));
        text.push_str(&atom(Atom::Leaps(shape, leg.length))?);
        texts.push(text);
        classes = classes_after(classes, turns);
    }
    Some(texts)
}

fn first_text(
    leg: &Leg,
    shape: AtomShape,
    directions: &[u8],
    component: &Component,
    is_last: bool,
    dialect: Dialect,
) -> Option<String> {
    let (compass, all) = dialect.table().compass(shape);
    let mut text = String::from(if component.start == Start::Unmoved {
        "i"
    } else {
        ""
    });
    text.push_str(&compass::letters(compass, &all, directions)?);
    let bend = match (leg.bend, shape) {
        (Bend::Free, _) => return None,
        (Bend::Straight, _) => "",
        (Bend::Round(2), AtomShape::Oblique(..)) => "q",
        (Bend::Crooked(4), AtomShape::Orthogonal(_) | AtomShape::Diagonal(_)) => "z",
        (Bend::Round(angle) | Bend::Crooked(angle), _) => {
            let side = if matches!(leg.bend, Bend::Round(_)) {
                'q'
            } else {
                'z'
            };
            let most = if let Length::UpTo(most @ 2..) = leg.length {
                (most - 1).to_string()
            } else {
                String::new()
            };
            let atom = atom(leaper(shape))?;
            text.push_str(&format!("(a{}{side}){most}{atom}", angle_letter(angle)));
            return Some(text);
        }
    };
    text.push_str(&manner_letters(leg, is_last, component.open_to_en_passant));
    text.push_str(bend);
    text.push_str(&atom(Atom::Leaps(shape, leg.length))?);
    Some(text)
}

/// Returns the letter that gives `q` or `z` its angle.
fn angle_letter(angle: u8) -> &'static str {
    match angle {
        2 => "f",
        6 => "b",
        _ => "",
    }
}

/// Returns the letters of turns on a leg of this shape, after directions of these classes.
/// Straight on needs none, unless a leg of the component compares its turn with an earlier one.
fn turn_letters(
    turns: &[Turn],
    shape: AtomShape,
    classes: [bool; 4],
    compares: bool,
) -> Option<String> {
    let leads_to = |asked: Turn| exact_turns_after(classes, asked, shape);
    if !compares && leads_to(Turn::By(0)).as_deref() == Some(turns) {
        return Some(String::new());
    }
    let mut asked: Vec<u8> = Vec::new();
    let mut covered: Vec<Turn> = Vec::new();
    for direction in (0..16).step_by(2) {
        let turn = Turn::By(compass::reduce_turn(direction - 4));
        // A leg that asks to go straight on or back counts as not turning: it would leave a later
        // leg no turn to compare with.
        if compares && matches!(turn, Turn::By(0 | 8)) && !turns.contains(&turn) {
            continue;
        }
        if let Some(exact) =
            leads_to(turn).filter(|exact| exact.iter().all(|turn| turns.contains(turn)))
        {
            covered.extend(exact);
            asked.push(direction as u8);
        }
    }
    let mut letters = compass::letters(&BOTH_TOGETHER, &[], &asked).unwrap_or_default();
    for turn in turns {
        let (side, angle) = match *turn {
            Turn::By(_) => continue,
            Turn::Again(angle) => ('q', angle),
            Turn::Opposite(angle) => ('z', angle),
        };
        covered.push(*turn);
        letters.push_str(angle_letter(angle));
        letters.push(side);
    }
    covered.sort_unstable();
    covered.dedup();
    (covered == turns && !letters.is_empty()).then_some(letters)
}

fn manner_letters(leg: &Leg, is_last: bool, open_to_en_passant: bool) -> String {
    let mut letters = if is_last {
        last_letters(&leg.end)
    } else {
        onward_letters(&leg.end)
    };
    let hop = match leg.hop {
        Hop::Never | Hop::SkipFirst | Hop::Inside => "",
        Hop::Beyond { own_only: false } => "p",
        Hop::Beyond { own_only: true } => "tp",
        Hop::Next { own_only: false } => "g",
        Hop::Next { own_only: true } => "tg",
    };
    letters.push_str(hop);
    letters.push_str(if leg.wraps { "o" } else { "" });
    letters.push_str(if leg.lame != Lame::No || open_to_en_passant {
        "n"
    } else {
        ""
    });
    letters.push_str(if matches!(leg.hop, Hop::SkipFirst | Hop::Inside) {
        "j"
    } else {
        ""
    });
    letters.push_str(if leg.end.may(EndAction::Unload) {
        "u"
    } else {
        ""
    });
    letters
}

/// Returns the letters for the end of a last leg; none if it may move and capture.
fn last_letters(end: &End) -> String {
    let End {
        empty,
        enemy,
        own,
        en_passant,
        content,
    } = *end;
    let is_default = empty.is_some()
        && enemy == Some(EndAction::Take)
        && own.is_none()
        && !en_passant
        && content != Content::RoyalOnly;
    let mut letters = String::new();
    if !is_default {
        let royal = content == Content::RoyalOnly;
        let candidates = [
            (empty.is_some(), 'm'),
            (enemy.is_some() && !royal, 'c'),
            (own.is_some(), 'd'),
            (en_passant, 'e'),
        ];
        letters.extend(
            candidates
                .iter()
                .filter(|(applies, _)| *applies)
                .map(|(_, letter)| letter),
        );
        letters.extend(royal.then_some('k'));
    }
    letters.extend((content == Content::NotRoyal).then_some('t'));
    letters
}

/// Returns the letters for the end of a leg before the last; none if its last cell must be empty.
fn onward_letters(end: &End) -> String {
    let End {
        empty,
        enemy,
        own,
        content,
        ..
    } = *end;
    let hops = own == Some(EndAction::Leave);
    let mut letters = String::new();
    if enemy.is_some() || own.is_some() {
        let takes =
            |action: Option<EndAction>| action.is_some_and(|action| action != EndAction::Leave);
        let candidates = [
            (empty.is_some(), 'm'),
            (takes(enemy), 'c'),
            (takes(own), 'd'),
        ];
        letters.extend(
            candidates
                .iter()
                .filter(|(applies, _)| *applies)
                .map(|(_, letter)| letter),
        );
    }
    let spares = content == Content::NotRoyal || (hops && enemy.is_none());
    letters.extend(spares.then_some('t'));
    letters.extend(hops.then_some('p'));
    letters
}

/// Prints an atom with its range, with its shortest name.
pub(super) fn atom(atom: Atom) -> Option<String> {
    match atom {
        Atom::Leaps(shape, run) => leaps(shape, run),
        Atom::Anywhere => Some("U".into()),
        Atom::Castling(cells) => Some(format!("O{cells}")),
        Atom::Drop(ranks) => Some(format!("@{ranks}")),
    }
}

fn leaps(shape: AtomShape, length: Length) -> Option<String> {
    let letter_of = |atom: Atom| {
        let mut atoms = Dialect::Xbetza
            .table()
            .atoms
            .iter()
            .flat_map(|atoms| atoms.iter());
        atoms
            .find(|(_, known)| *known == atom)
            .map(|(letter, _)| letter.to_string())
    };
    let is_unlimited = matches!(length, Length::Unlimited | Length::Same);
    let rider = letter_of(Atom::Leaps(shape, Length::Unlimited)).filter(|_| is_unlimited);
    if rider.is_some() {
        return rider;
    }
    let name = match (letter_of(leaper(shape)), shape) {
        (Some(letter), _) => letter,
        (None, AtomShape::Orthogonal(n)) => format!("({n},0)"),
        (None, AtomShape::Diagonal(n)) => format!("({n},{n})"),
        (None, AtomShape::Oblique(long, short)) => format!("({long},{short})"),
        (None, AtomShape::Both(_)) => return None,
    };
    Some(match length {
        Length::UpTo(0 | 1) => name,
        Length::UpTo(most) => format!("{name}{most}"),
        Length::Unlimited | Length::Same => format!("{name}0"),
    })
}
