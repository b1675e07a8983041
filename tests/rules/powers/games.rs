//! Random games: what must be so after every move.

use std::collections::BTreeSet;

use padma_rules::model::{Cell, KindId, Piece, Side};
use padma_rules::play::{
    Effect, EffectVerb, Game, MoveReading, Moves, Scratch, State, frozen, in_check, legal_moves,
    make, move_text, read_move, unmake,
};

use crate::powers::POWERS;
use kit_rules::random::Random;
use kit_rules::table::rules;

/// How many pieces there are on the board and in hand.
fn pieces(game: &Game<'_>, state: &State) -> usize {
    let in_hand = |side| -> usize {
        game.variant()
            .kind_ids()
            .map(|kind| usize::from(state.reserve(side, kind)))
            .sum()
    };
    state.position().pieces().count() + in_hand(Side::White) + in_hand(Side::Black)
}

/// How many random games are played, and in how many of them every legal move is made and undone, not the chosen one only.
const GAMES: usize = 700;
const WHOLE: usize = 35;

/// What must have come about in them; an Encloser that goes anywhere is teleported.
const KINDS: [&str; 9] = [
    "capture", "drop", "freeze", "hand", "move", "promote", "push", "swap", "teleport",
];

#[test]
fn random_play_loses_no_piece_and_moves_no_frozen_one() {
    let rules = rules(POWERS);
    let game = Game::new(&rules);
    let seen = invariants_hold(&game, 80, |_| State::setup(&game).expect("a setup"));
    assert_eq!(seen, KINDS.into_iter().collect());
}

/// Its source has lost the picture of the setup, so the pieces are put up at random.
#[test]
fn random_play_of_chessma_84_loses_no_piece() {
    let rules = rules(include_str!("../../../content/chessma-84/chessma-84.toml"));
    let game = Game::new(&rules);
    let seen = invariants_hold(&game, 40, |random| scattered(&game, random));
    assert_eq!(seen, KINDS.into_iter().collect());
}

/// A King of each side and twenty other pieces, the side that does not move not in check.
fn scattered(game: &Game<'_>, random: &mut Random) -> State {
    let (variant, cells) = (game.variant(), game.variant().board.len());
    let (kings, others): (Vec<KindId>, Vec<KindId>) = variant
        .kind_ids()
        .partition(|kind| variant.kind(*kind).royal);
    loop {
        let mut state = State::empty(game);
        for place in 0..22 {
            let side = Side::BOTH[place % 2];
            let kind = if place < 2 {
                kings[0]
            } else {
                others[random.below(others.len())]
            };
            let cell = Cell::new(random.below(cells));
            if state.position().piece(cell).is_none()
                && variant.stands_on(kind, side).contains(cell)
            {
                state.place(
                    cell,
                    Some(Piece {
                        side,
                        kind: Some(kind),
                    }),
                    true,
                );
            }
        }
        let stands = |side: Side| {
            let king = Some(Piece {
                side,
                kind: Some(kings[0]),
            });
            state
                .position()
                .pieces()
                .any(|(_, piece)| Some(piece) == king)
        };
        if Side::BOTH.into_iter().all(stands)
            && !in_check(game, &state, &mut Scratch::default(), Side::Black)
        {
            return state;
        }
    }
}

/// Plays at random, and says what kinds of effect have come about.
fn invariants_hold(
    game: &Game<'_>,
    plies: usize,
    start: impl Fn(&mut Random) -> State,
) -> BTreeSet<&'static str> {
    let mut scratch = Scratch::default();
    let mut random = Random(11);
    let mut seen = BTreeSet::new();
    for number in 0..GAMES {
        let mut state = start(&mut random);
        let mut gone = 0;
        let all = pieces(game, &state);
        for ply in 0..plies {
            let place = format!("{number}.{ply}");
            let mut moves = Moves::default();
            let before = state.clone();
            legal_moves(game, &mut state, &mut scratch, &mut moves);
            assert!(state == before, "{place}: looking changes nothing");
            if moves.is_empty() {
                break;
            }
            let side = state.to_move();
            let held = frozen(game, &state, side);
            // Captures are rare, and most of what can go wrong is in them.
            let taking: Vec<usize> = (0..moves.len())
                .filter(|place| moves.captures(moves.get(*place)).next().is_some())
                .collect();
            let choice = match taking.len() {
                0 => random.below(moves.len()),
                some if random.below(2) == 0 => taking[random.below(some)],
                _ => random.below(moves.len()),
            };
            let undone = if number < WHOLE {
                0..moves.len()
            } else {
                choice..choice + 1
            };
            for found in undone.map(|place| moves.get(place)) {
                let undo = make(game, &mut state, &mut scratch, &moves, found);
                unmake(game, &mut state, &moves, found, undo);
                assert!(state == before, "{place}: {found:?} is not undone");
            }
            let found = moves.get(choice).clone();
            assert!(
                found.from.is_none_or(|from| !held.contains(from)),
                "{place}: a held man moves"
            );
            let effects = moves.effects(&found).to_vec();
            seen.extend(effects.iter().map(Effect::name));
            let kept = effects
                .iter()
                .filter(|effect| effect.verb == EffectVerb::Hand)
                .count();
            gone += moves.captures(&found).count() - kept;
            make(game, &mut state, &mut scratch, &moves, &found);
            assert_eq!(pieces(game, &state) + gone, all, "{place}: {effects:?}");
            for side in Side::BOTH {
                let own: Vec<Cell> = state.standing(side).iter().collect();
                let pieces = state
                    .position()
                    .pieces()
                    .filter(|(_, piece): &(Cell, Piece)| piece.side == side);
                assert!(pieces.map(|(cell, _)| cell).eq(own), "{place}");
            }
            let now = frozen(game, &state, side.other());
            for effect in &effects {
                if effect.verb == EffectVerb::Freeze {
                    let cell = effect.to().unwrap();
                    assert!(now.contains(cell), "{place}: {effect:?}");
                }
            }
            assert!(
                !in_check(game, &state, &mut scratch, side),
                "{place}: {effects:?} leaves a king attacked"
            );
        }
    }
    seen
}

#[test]
fn every_move_text_means_exactly_one_move() {
    let rules = rules(POWERS);
    let game = Game::new(&rules);
    let mut scratch = Scratch::default();
    let mut random = Random(3);
    for number in 0..12 {
        let mut state = State::setup(&game).expect("a setup");
        for ply in 0..60 {
            let mut moves = Moves::default();
            legal_moves(&game, &mut state, &mut scratch, &mut moves);
            if moves.is_empty() {
                break;
            }
            for place in 0..moves.len() {
                let text = move_text(&game, &mut state, &mut scratch, &moves, moves.get(place));
                match read_move(&game, &mut state, &mut scratch, &moves, &text) {
                    MoveReading::Plays {
                        index: read,
                        problems,
                        ..
                    } => {
                        assert_eq!(read, place, "{number}.{ply} {text}");
                        assert!(problems.is_empty(), "{number}.{ply} {text}: {problems:?}");
                    }
                    other => panic!("{number}.{ply} {text}: {other:?}"),
                }
            }
            let found = moves.get(random.below(moves.len())).clone();
            make(&game, &mut state, &mut scratch, &moves, &found);
        }
    }
}
