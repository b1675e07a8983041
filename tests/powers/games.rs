//! Random games: what must be so after every move.

use std::collections::BTreeSet;

use padma::model::{Cell, Man, Side};
use padma::play::{Arbiter, Effect, Game, Moves, Ruling, State};

use crate::table::rules;
use crate::{POWERS, Random};

/// How many men there are on the board and in hand.
fn men(game: &Game<'_>, state: &State) -> usize {
    let in_hand = |side| -> usize {
        game.variant().piece_ids().map(|piece| usize::from(state.reserve(side, piece))).sum()
    };
    state.position().men().count() + in_hand(Side::White) + in_hand(Side::Black)
}

#[test]
fn nobody_is_lost_and_nobody_frozen_moves() {
    let rules = rules(POWERS);
    let game = Game::new(&rules);
    let mut arbiter = Arbiter::new(&game);
    let mut random = Random(11);
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for number in 0..200 {
        let mut state = State::setup(&game).expect("a setup");
        let mut gone = 0;
        let all = men(&game, &state);
        for ply in 0..80 {
            let place = format!("{number}.{ply}");
            let mut moves = Moves::default();
            let before = state.clone();
            arbiter.legal(&mut state, &mut moves);
            assert!(state == before, "{place}: looking changes nothing");
            if moves.is_empty() {
                break;
            }
            for found in moves.iter() {
                let undo = arbiter.play(&mut state, &moves, found);
                arbiter.take_back(&mut state, &moves, found, undo);
                assert!(state == before, "{place}: {found:?} is not undone");
            }
            let side = state.to_move();
            let frozen = arbiter.frozen(&state, side);
            // Moves that take somebody are rare, and most of what can go wrong is in them.
            let taking: Vec<usize> =
                (0..moves.len()).filter(|place| moves.taken(moves.get(*place)).next().is_some()).collect();
            let choice = match taking.len() {
                0 => random.below(moves.len()),
                some if random.below(2) == 0 => taking[random.below(some)],
                _ => random.below(moves.len()),
            };
            let found = moves.get(choice).clone();
            assert!(found.from.is_none_or(|from| !frozen.contains(from)), "{place}: a frozen man moves");
            let effects = moves.effects(&found).to_vec();
            seen.extend(effects.iter().map(Effect::kind));
            let kept = effects.iter().filter(|effect| matches!(effect, Effect::Hand { .. })).count();
            gone += moves.taken(&found).count() - kept;
            arbiter.play(&mut state, &moves, &found);
            assert_eq!(men(&game, &state) + gone, all, "{place}: {effects:?}");
            let standing: Vec<Cell> = state.position().men().map(|(cell, _)| cell).collect();
            for side in Side::BOTH {
                let own: Vec<Cell> = state.standing(side).iter().collect();
                let men = state.position().men().filter(|(_, man): &(Cell, Man)| man.side == side);
                assert!(men.map(|(cell, _)| cell).eq(own), "{place}");
            }
            assert!(standing.is_sorted());
            let now = arbiter.frozen(&state, side.other());
            for effect in &effects {
                if let Effect::Freeze { cell, .. } = effect {
                    assert!(now.contains(*cell), "{place}: {effect:?}");
                }
            }
            assert!(!arbiter.in_check(&state, side), "{place}: {effects:?} leaves a king attacked");
        }
    }
    let kinds = ["capture", "drop", "freeze", "hand", "move", "promote", "push", "swap", "teleport"];
    assert_eq!(seen, kinds.into_iter().collect());
}

#[test]
fn every_text_means_its_move_and_no_other() {
    let rules = rules(POWERS);
    let game = Game::new(&rules);
    let mut arbiter = Arbiter::new(&game);
    let mut random = Random(3);
    for number in 0..12 {
        let mut state = State::setup(&game).expect("a setup");
        for ply in 0..60 {
            let mut moves = Moves::default();
            arbiter.legal(&mut state, &mut moves);
            if moves.is_empty() {
                break;
            }
            for place in 0..moves.len() {
                let text = arbiter.written(&mut state, &moves, moves.get(place));
                match arbiter.ruling(&mut state, &moves, &text) {
                    Ruling::Plays { place: read, slips, .. } => {
                        assert_eq!(read, place, "{number}.{ply} {text}");
                        assert!(slips.is_empty(), "{number}.{ply} {text}: {slips:?}");
                    }
                    other => panic!("{number}.{ply} {text}: {other:?}"),
                }
            }
            let found = moves.get(random.below(moves.len())).clone();
            arbiter.play(&mut state, &moves, &found);
        }
    }
}
