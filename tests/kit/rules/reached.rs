//! Random games, in which every move that a piece makes by its own movement must end in its reach.

use crate::random::Random;
use padma_rules::model::{Cell, KindId, Piece, Side};
use padma_rules::play::{
    Effect, EffectVerb, Game, MoveManner, Moves, Scratch, State, legal_moves, make,
};
use padma_rules::reach::Rules;

/// Plays random games, and says how many moves were held against the reach of their piece.
pub fn moves_end_in_reach(name: &str, rules: &Rules, games: usize, plies: usize) -> usize {
    let game = Game::new(rules);
    let (mut scratch, mut random, mut asked) = (Scratch::default(), Random(5), 0);
    for _ in 0..games {
        let mut state = State::setup(&game).unwrap_or_else(|| scattered(&game, &mut random));
        for _ in 0..plies {
            let mut moves = Moves::default();
            legal_moves(&game, &mut state, &mut scratch, &mut moves);
            asked += each_ends_in_reach(name, rules, &state, &moves);
            let Some(choice) = moves.len().checked_sub(1) else {
                break;
            };
            let found = moves.get(random.below(choice + 1)).clone();
            make(&game, &mut state, &mut scratch, &moves, &found);
        }
    }
    asked
}

/// Pieces of all kinds where they may stand, those that a side must have among them.
fn scattered(game: &Game<'_>, random: &mut Random) -> State {
    let variant = game.variant();
    let mut state = State::empty(game);
    let royal: Vec<KindId> = variant
        .kind_ids()
        .filter(|kind| variant.kind(*kind).royal)
        .collect();
    let others: Vec<KindId> = variant
        .kind_ids()
        .filter(|kind| !variant.kind(*kind).royal)
        .collect();
    let some = (0..24)
        .map(|_| others[random.below(others.len())])
        .collect::<Vec<KindId>>();
    for (place, kind) in royal
        .iter()
        .flat_map(|king| [*king, *king])
        .chain(some)
        .enumerate()
    {
        let side = Side::BOTH[place % 2];
        let cell = Cell::new(random.below(variant.board.len()));
        let free =
            state.position().piece(cell).is_none() && !state.position().absent().contains(cell);
        if free && variant.stands_on(kind, side).contains(cell) {
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
    state
}

fn each_ends_in_reach(name: &str, rules: &Rules, state: &State, moves: &Moves) -> usize {
    let mut asked = 0;
    for found in moves
        .iter()
        .filter(|found| found.manner == MoveManner::Plain && found.castling.is_none())
    {
        let (Some(from), Some(kind)) = (found.from, found.kind) else {
            continue;
        };
        let own = |effect: &Effect| {
            matches!(
                effect.verb,
                EffectVerb::Capture | EffectVerb::Move | EffectVerb::Promote | EffectVerb::Hand
            )
        };
        let movers = moves
            .effects(found)
            .iter()
            .filter(|effect| effect.verb == EffectVerb::Move);
        if movers.count() != 1 || !moves.effects(found).iter().all(own) || has_powers(rules, kind) {
            continue;
        }
        let has_moved = !state.unmoved().contains(from);
        let reach = rules.reach(kind, found.side, from, state.position(), has_moved);
        let cell = |cell| rules.variant.board.name(cell);
        let what = || {
            format!(
                "{name}: {} {}-{}",
                rules.variant.kind(kind).id,
                cell(from),
                cell(found.to)
            )
        };
        assert!(
            reach.cells().contains(found.to),
            "{} is legal and no reach",
            what()
        );
        asked += 1;
    }
    asked
}

fn has_powers(rules: &Rules, kind: KindId) -> bool {
    let of = |rule: &padma_rules::model::Rule| matches!(rule, padma_rules::model::Rule::Power(power) if power.kind == kind);
    rules.variant.rules.iter().any(of)
}
