//! Endings solved the slow way: every placement by itself, every legal move made, and verdicts looked for again and again
//! until no more come. Knows no symmetry, and numbers no placement.

use std::collections::BTreeMap;

use padma_rules::model::{Cell, KindId, Piece, Rule, Side};
use padma_rules::play::{
    Game, Moves, Reason, Scratch, State, Tally, make, outcome, pseudo_legal_moves, unmake,
};
use padma_rules::reach::Rules;

use super::legality::{forbids_check, in_check, takes_royal};

/// Pieces on cells, in order, and the side to move.
type Placement = (Vec<(Cell, Side, KindId)>, Side);

/// Moves until the end, for a winner or a loser.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Won(u16),
    Lost(u16),
}

/// Stands for every placement in which a goal has been reached: no placement has two pieces on a cell.
fn goal_reached() -> Vec<(Cell, Side, KindId)> {
    vec![(Cell::new(0), Side::White, KindId::new(0)); 2]
}

/// What the placements of these pieces come to, by the side to move.
pub fn tallies(rules: &Rules, pieces: &[(Side, KindId)]) -> [Tally; 2] {
    let game = Game::new(rules);
    let mut placements: Vec<Vec<(Cell, Side, KindId)>> = vec![Vec::new()];
    for (side, kind) in pieces {
        let cells = rules.variant.stands_on(*kind, *side) - *rules.variant.board.absent();
        let with = |placement: &Vec<(Cell, Side, KindId)>| {
            let free = cells
                .iter()
                .filter(|cell| placement.iter().all(|(other, ..)| other != cell));
            let more = |cell| [placement.clone(), vec![(cell, *side, *kind)]].concat();
            free.map(more).collect::<Vec<_>>()
        };
        placements = placements.iter().flat_map(with).collect();
    }
    placements.iter_mut().for_each(|placement| placement.sort());
    placements.sort();
    placements.dedup();
    let asked: Vec<Placement> = placements
        .iter()
        .flat_map(|placement| Side::BOTH.map(|side| (placement.clone(), side)))
        .collect();
    let mut leads_to: BTreeMap<Placement, Vec<Placement>> = BTreeMap::new();
    let goals = Side::BOTH.map(|side| ((goal_reached(), side), Fate::Lost(0)));
    let mut fates: BTreeMap<Placement, Fate> = goals.into();
    let mut open = asked.clone();
    while let Some(placement) = open.pop() {
        if leads_to.contains_key(&placement) || fates.contains_key(&placement) {
            continue;
        }
        let Some((next, fate)) = look_at(rules, &game, &placement) else {
            continue;
        };
        fates.extend(fate.map(|fate| (placement.clone(), fate)));
        open.extend(next.iter().cloned());
        leads_to.insert(placement, next);
    }
    for plies in 1.. {
        let before = fates.clone();
        for (placement, next) in leads_to
            .iter()
            .filter(|(placement, _)| !before.contains_key(placement))
        {
            let known = || next.iter().map(|next| before.get(next));
            if known().any(|fate| matches!(fate, Some(Fate::Lost(_)))) {
                fates.insert(placement.clone(), Fate::Won(plies));
            } else if !next.is_empty() && known().all(|fate| matches!(fate, Some(Fate::Won(_)))) {
                fates.insert(placement.clone(), Fate::Lost(plies));
            }
        }
        if fates.len() == before.len() {
            break;
        }
    }
    let mut tallies = [Tally::default(); 2];
    for placement in asked
        .iter()
        .filter(|placement| leads_to.contains_key(placement))
    {
        let tally = &mut tallies[placement.1 as usize];
        match fates.get(placement) {
            Some(Fate::Won(plies)) => {
                tally.won += 1;
                tally.longest_win = tally.longest_win.max(*plies);
            }
            Some(Fate::Lost(plies)) => {
                tally.lost += 1;
                tally.longest_loss = tally.longest_loss.max(*plies);
            }
            None => tally.drawn += 1,
        }
    }
    tallies
}

/// What the legal moves of a position lead to, and its fate if it is an end; `None` if a king stands to be taken.
fn look_at(
    rules: &Rules,
    game: &Game<'_>,
    (pieces, side): &Placement,
) -> Option<(Vec<Placement>, Option<Fate>)> {
    let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
    let mut state = State::empty(game);
    for (cell, side, kind) in pieces {
        state.place(
            *cell,
            Some(Piece {
                side: *side,
                kind: Some(*kind),
            }),
            true,
        );
    }
    state.set_to_move(*side);
    if in_check(rules, &state, side.other()) {
        return None;
    }
    let fate = |winner: Option<Side>| {
        winner.map(|winner| {
            if winner == *side {
                Fate::Won(0)
            } else {
                Fate::Lost(0)
            }
        })
    };
    let ended = outcome(game, &mut state, &mut scratch);
    if let Some(ended) = ended.filter(|ended| matches!(ended.reason, Reason::Rule(_))) {
        return Some((Vec::new(), fate(ended.winner())));
    }
    // The only duty of these endings is to capture.
    let must_capture = rules
        .variant
        .rules
        .iter()
        .any(|rule| matches!(rule, Rule::Must(_)));
    let (mut next, mut captures) = (Vec::new(), Vec::new());
    let no_check = forbids_check(rules);
    pseudo_legal_moves(game, &mut state, &mut scratch, &mut moves);
    for found in moves.iter() {
        if takes_royal(rules, &moves, found) {
            continue;
        }
        let undo = make(game, &mut state, &mut scratch, &moves, found);
        if !(in_check(rules, &state, *side) || no_check && in_check(rules, &state, side.other())) {
            let pieces = state.position().pieces();
            let mut pieces: Vec<_> = pieces
                .map(|(cell, piece)| (cell, piece.side, piece.kind.expect("a piece")))
                .collect();
            pieces.sort();
            let ended = outcome(game, &mut state, &mut scratch);
            if ended.is_some_and(|end| matches!(end.reason, Reason::Goal(_))) {
                pieces = goal_reached();
            }
            let takes = moves.captures(found).next().is_some();
            let list = if takes && must_capture {
                &mut captures
            } else {
                &mut next
            };
            list.push((pieces, side.other()));
        }
        unmake(game, &mut state, &moves, found, undo);
    }
    if !captures.is_empty() {
        next = captures;
    }
    if !next.is_empty() {
        return Some((next, None));
    }
    let winner = outcome(game, &mut state, &mut scratch).and_then(|outcome| outcome.winner());
    Some((next, fate(winner)))
}
