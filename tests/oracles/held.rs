//! The fast reading of the law held against the slow one, position by position: the legal moves and what they lead to,
//! checks, and whether the game has ended and how.

use std::collections::{BTreeMap, BTreeSet};

use padma_rules::model::{Cell, KindId, Side};
use padma_rules::play::{
    Effect, EffectVerb, Game, Move, MoveManner, Moves, Scratch, State, apply, begin_history,
    choices, count_legal_moves, has_legal_move, in_check, legal_captures, legal_moves, main_moves,
    make, outcome, position_key, revert, unmake,
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
    let (mut fast, mut different) = (BTreeSet::new(), BTreeSet::new());
    for found in moves.iter() {
        let played = played(rules, game, state, scratch, &moves, found);
        let listed = (found.manner, found.from, moves.effects(found).to_vec());
        if !different.insert(listed) {
            return Err(format!("listed twice: {}", one(rules, &played)));
        }
        fast.insert(key(&played));
    }
    if *state != before {
        return Err("looking has changed the position".to_string());
    }
    let slowly: BTreeMap<Played, Played> = course
        .legal(rules)
        .into_iter()
        .map(|played| (key(&played), played))
        .collect();
    let slow: BTreeSet<Played> = slowly.keys().cloned().collect();
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
    compare_lists(game, state, scratch, &moves)?;
    let mut keys = BTreeMap::new();
    for found in moves.iter() {
        let after = key(&played(rules, game, state, scratch, &moves, found));
        // Whether a capture en passant makes another position takes all legal moves to see.
        let is_plain = after.after.en_passant.is_none();
        let identity = is_plain.then(|| course.identity_after(rules, &slowly[&after]));
        let undo = apply(game, state, scratch, &moves, found);
        let key = position_key(game, state, scratch);
        revert(game, state, &moves, found, undo);
        if *state != before {
            return Err(format!(
                "taking back has changed the position: {}",
                one(rules, &after)
            ));
        }
        let Some(identity) = identity else { continue };
        if *keys.entry(identity).or_insert(key) != key {
            return Err(format!(
                "another key of the same position: {}",
                one(rules, &after)
            ));
        }
    }
    let different: BTreeSet<u64> = keys.values().copied().collect();
    if different.len() < keys.len() {
        return Err("different positions have the same key".to_string());
    }
    Ok(moves)
}

/// Compares what a search asks with the list of legal moves.
fn compare_lists(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
) -> Result<(), String> {
    let listed = |moves: &Moves| {
        let one = |found: &Move| {
            (
                found.from,
                found.to,
                found.manner,
                moves.effects(found).to_vec(),
            )
        };
        moves.iter().map(one).collect::<BTreeSet<_>>()
    };
    let before = state.clone();
    let (all, mut found) = (listed(moves), Moves::default());
    if all.len() != moves.len() {
        return Err(format!(
            "{} legal moves, of which {} are different",
            moves.len(),
            all.len()
        ));
    }
    let count = count_legal_moves(game, state, scratch, &mut found);
    if count != moves.len() {
        return Err(format!("{} legal moves, {count} counted", moves.len()));
    }
    if has_legal_move(game, state, scratch) == moves.is_empty() {
        return Err(format!(
            "{} legal moves, but not if asked whether any",
            moves.len()
        ));
    }
    legal_captures(game, state, scratch, &mut found);
    let mut captures = all.clone();
    captures.retain(|(.., effects)| effects.iter().any(|effect| effect.captured().is_some()));
    if listed(&found) != captures || found.len() != captures.len() {
        return Err(format!(
            "{} captures, {} listed alone",
            captures.len(),
            found.len()
        ));
    }
    let (mut main, mut chosen, mut count) = (Moves::default(), BTreeSet::new(), 0);
    main_moves(game, state, scratch, &mut main);
    for mv in main.iter() {
        choices(game, state, scratch, (&main, mv), &mut found);
        chosen.extend(listed(&found));
        count += found.len();
    }
    if chosen != all || count != moves.len() {
        return Err(format!("{} legal moves, {count} in two steps", moves.len()));
    }
    match *state == before {
        true => Ok(()),
        false => Err("asking has changed the position".to_string()),
    }
}

/// All that both readings must agree on. Whether a move counts, which king it costs and what is counted is seen in what
/// follows.
fn key(played: &Played) -> Played {
    let mut key = Played {
        counts: false,
        castles: false,
        came: BTreeSet::new(),
        lost: BTreeSet::new(),
        ..played.clone()
    };
    key.after.counts.clear();
    key
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
    let captured = || moves.effects(found).iter().filter_map(Effect::captured);
    let undo = make(game, state, scratch, moves, found);
    let after = Standing::of(rules, state);
    unmake(game, state, moves, found, undo);
    Played {
        taken: captured().map(|(_, cell)| cell).collect(),
        victims: captured().map(|(piece, cell)| (cell, piece)).collect(),
        put: moves
            .effects(found)
            .iter()
            .filter_map(|effect| put(found, effect))
            .collect(),
        after,
        ..Played::plain(found.from, found.to, how, found.kind)
    }
}

/// Returns the piece that an additional effect puts onto a cell, and the cell from which it comes.
fn put(found: &Move, effect: &Effect) -> Option<(Option<Cell>, Cell, KindId)> {
    let (from, to) = (effect.from()?, effect.to()?);
    let own = [(found.from, Some(found.to)), (Some(found.to), found.from)];
    match effect.verb {
        EffectVerb::Place | EffectVerb::Gate => Some((None, to, effect.piece.kind?)),
        EffectVerb::Teleport if !own.contains(&(Some(from), Some(to))) => {
            Some((Some(from), to, effect.piece.kind?))
        }
        _ => None,
    }
}

fn one(rules: &Rules, played: &Played) -> String {
    let name = |cell: &Cell| rules.variant.board.name(*cell).to_string();
    let names =
        |cells: &mut dyn Iterator<Item = &Cell>| cells.map(name).collect::<Vec<_>>().join(" ");
    let after = &played.after;
    format!(
        "{:?} {} {}-{} takes [{}] puts {:?} → {} unmoved [{}]{}",
        played.how,
        played
            .kind
            .map_or("", |kind| &rules.variant.kind(kind).letter),
        played.from.as_ref().map_or("hand".to_string(), name),
        name(&played.to),
        names(&mut played.taken.iter()),
        played.put,
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
