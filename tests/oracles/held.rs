//! The fast reading of the law held against the slow one, position by position: the legal moves and what they lead to,
//! checks, and whether the game has ended and how.

use std::collections::BTreeSet;

use padma_rules::model::{Cell, Side};
use padma_rules::play::{
    Effect, Game, Move, MoveManner, Moves, Scratch, State, begin_history, in_check, legal_moves,
    make, outcome, unmake,
};
use padma_rules::reach::Rules;

use super::law::{Course, How, Played, in_check as slow_in_check};
use super::standing::Standing;

/// Plays at random from a position, comparing at every ply. `choose` gives a number below another. Returns how many
/// positions were compared.
///
/// # Errors
///
/// The first difference, with the position in which it was found.
pub fn play(
    rules: &Rules,
    game: &Game<'_>,
    mut state: State,
    plies: usize,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Result<usize, String> {
    let mut scratch = Scratch::default();
    let is_start = State::setup(game).is_some_and(|setup| setup == state);
    begin_history(game, &mut state, &mut scratch);
    let mut course = Course::begin(rules, Standing::of(rules, &state), is_start);
    let mut text = Vec::new();
    for ply in 0..plies {
        let told = |fault: String| {
            format!(
                "{fault}\nin {}\nafter {}",
                shown(rules, &course.standing),
                text.join(" ")
            )
        };
        let moves = compare(rules, game, &mut state, &mut scratch, &course).map_err(told)?;
        if moves.is_empty() {
            return Ok(ply + 1);
        }
        let found = moves.get(choose(moves.len())).clone();
        let name = |cell: Cell| rules.variant.board.name(cell);
        text.push(format!(
            "{}{}",
            found.from.map_or("@", name),
            name(found.to)
        ));
        let played = played(rules, game, &mut state, &mut scratch, &moves, &found);
        let slowly = course
            .legal(rules)
            .into_iter()
            .find(|other| same(other, &played))
            .expect("compared before");
        make(game, &mut state, &mut scratch, &moves, &found);
        course.make(rules, &slowly);
    }
    Ok(plies)
}

/// Compares both readings of one position, and gives the legal moves.
fn compare(
    rules: &Rules,
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    course: &Course,
) -> Result<Moves, String> {
    let before = state.clone();
    let mut moves = Moves::default();
    legal_moves(game, state, scratch, &mut moves);
    let mut fast = BTreeSet::new();
    for found in moves.iter() {
        let played = played(rules, game, state, scratch, &moves, found);
        let text = one(rules, &played);
        if !fast.insert(key(&played)) {
            return Err(format!("listed twice: {text}"));
        }
    }
    if *state != before {
        return Err("looking has changed the position".to_string());
    }
    let slow: BTreeSet<Played> = course.legal(rules).iter().map(key).collect();
    if fast != slow {
        let list = |all: Vec<&Played>| {
            all.into_iter()
                .map(|played| one(rules, played))
                .collect::<Vec<_>>()
                .join("\n  ")
        };
        let (more, less) = (
            list(fast.difference(&slow).collect()),
            list(slow.difference(&fast).collect()),
        );
        return Err(format!(
            "legal moves differ\n fast only:\n  {more}\n slow only:\n  {less}"
        ));
    }
    for side in Side::BOTH {
        let (fast, slow) = (
            in_check(game, state, scratch, side),
            slow_in_check(rules, &course.standing, side),
        );
        if fast != slow {
            return Err(format!("{side:?} in check: fast {fast}, slow {slow}"));
        }
    }
    let (fast, slow) = (outcome(game, state, scratch), course.outcome(rules));
    if fast != slow {
        return Err(format!("outcome: fast {fast:?}, slow {slow:?}"));
    }
    Ok(moves)
}

/// All that both readings must agree on; whether a move counts is seen in how games end.
fn key(played: &Played) -> Played {
    Played {
        counts: false,
        ..played.clone()
    }
}

fn same(one: &Played, other: &Played) -> bool {
    key(one) == key(other)
}

/// The result of a listed move, which is made and taken back.
fn played(
    rules: &Rules,
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    found: &Move,
) -> Played {
    let how = match found.manner {
        MoveManner::Plain if found.castling.is_some() => How::Castles,
        MoveManner::Plain if found.from.is_none() => How::Drops,
        MoveManner::Plain => How::Goes,
        MoveManner::Teleported => How::Teleported,
        MoveManner::Rotates { clockwise } => How::Turns { clockwise },
        MoveManner::Travels => How::Travels,
        MoveManner::Passes => panic!("no random variant lets a side pass"),
    };
    let taken = moves.effects(found).iter().filter_map(Effect::captured);
    let taken = taken.map(|(_, cell)| cell).collect();
    let undo = make(game, state, scratch, moves, found);
    let after = Standing::of(rules, state);
    unmake(game, state, moves, found, undo);
    Played {
        from: found.from,
        to: found.to,
        how,
        taken,
        after,
        counts: false,
    }
}

fn one(rules: &Rules, played: &Played) -> String {
    let name = |cell: &Cell| rules.variant.board.name(*cell).to_string();
    let names =
        |cells: &mut dyn Iterator<Item = &Cell>| cells.map(name).collect::<Vec<_>>().join(" ");
    let after = &played.after;
    format!(
        "{:?} {}-{} takes [{}] → {} unmoved [{}]{}",
        played.how,
        played.from.as_ref().map_or("hand".to_string(), name),
        name(&played.to),
        names(&mut played.taken.iter()),
        shown(rules, after),
        names(&mut after.unmoved.iter()),
        after
            .en_passant
            .as_ref()
            .map_or(String::new(), |(cells, _)| format!(
                " passed [{}]",
                names(&mut cells.iter())
            )),
    )
}

/// A position in a line.
fn shown(rules: &Rules, standing: &Standing) -> String {
    let variant = &rules.variant;
    let letter = |side: Side, kind| {
        let letter: &str = &variant.kind(kind).letter;
        if side == Side::White {
            letter.to_string()
        } else {
            letter.to_lowercase()
        }
    };
    let pieces = standing.pieces.iter().map(|(cell, (side, kind))| {
        let unmoved = if standing.unmoved.contains(cell) {
            "!"
        } else {
            ""
        };
        format!(
            "{}{}{unmoved}",
            letter(*side, *kind),
            variant.board.name(*cell)
        )
    });
    let hands = standing
        .hands
        .iter()
        .map(|((side, kind), count)| format!("+{count}{}", letter(*side, *kind)));
    let absent = standing
        .absent
        .iter()
        .map(|cell| format!("-{}", variant.board.name(*cell)));
    let words: Vec<String> = pieces.chain(hands).chain(absent).collect();
    format!("{:?}: {}", standing.side(), words.join(" "))
}
