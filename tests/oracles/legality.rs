//! Legality the slow way: every pseudo-legal move is made, and then every enemy is asked whether it could take a king. Shares
//! nothing with the program's search for attacks, checks and pins but movement along tables.

use padma_rules::model::{Cell, Piece, Rule, Side, SideTerm, Truth};
use padma_rules::moves::Walker;
use padma_rules::play::{
    Effect, Game, Move, Moves, Scratch, State, make, pseudo_legal_moves, unmake,
};
use padma_rules::reach::Rules;

/// The effects of the legal moves, repetition and the end of the game apart.
pub fn legal(rules: &Rules, game: &Game<'_>, state: &mut State) -> Vec<Vec<Effect>> {
    let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
    pseudo_legal_moves(game, state, &mut scratch, &mut moves);
    let side = state.to_move();
    let no_check = forbids_check(rules);
    let mut legal = Vec::new();
    for found in moves.iter() {
        if takes_royal(rules, &moves, found) {
            continue;
        }
        let undo = make(game, state, &mut scratch, &moves, found);
        if !(in_check(rules, state, side) || no_check && in_check(rules, state, side.other())) {
            legal.push(moves.effects(found).to_vec());
        }
        unmake(game, state, &moves, found, undo);
    }
    legal
}

/// Whether a move captures a royal piece, of either side.
pub fn takes_royal(rules: &Rules, moves: &Moves, found: &Move) -> bool {
    let is_royal = |piece: Piece| {
        let kind = piece.kind;
        kind.is_some_and(|kind| rules.variant.kind(kind).royal)
    };
    moves.captures(found).any(|(piece, _)| is_royal(piece))
}

/// Whether a rule forbids a move that gives check.
pub fn forbids_check(rules: &Rules) -> bool {
    let checks = Truth::InCheck(SideTerm::Opponent);
    let mut all = rules.variant.rules.iter();
    all.any(|rule| matches!(rule, Rule::Forbid(condition) if condition.truth == checks))
}

/// Whether any enemy could take a royal piece of a side.
pub fn in_check(rules: &Rules, state: &State, side: Side) -> bool {
    let position = state.position();
    let royal = |cell: &Cell| {
        let kind = position
            .piece(*cell)
            .filter(|piece| piece.side == side)
            .and_then(|piece| piece.kind);
        kind.is_some_and(|kind| rules.variant.kind(kind).royal)
    };
    let mut walker = Walker::default();
    position
        .pieces()
        .filter(|(_, piece)| piece.side != side)
        .any(|(origin, piece)| {
            let (Some(kind), moved) = (piece.kind, !state.unmoved().contains(origin)) else {
                return false;
            };
            let mut takes = false;
            walker.landings(
                rules.table(kind, piece.side),
                position,
                origin,
                moved,
                &mut |landing| {
                    takes |= landing.taken.iter().any(royal);
                },
            );
            takes
                || position
                    .pieces()
                    .any(|(king, _)| royal(&king) && face(rules, state, king, origin))
        })
}

/// Whether two pieces may not stand so: of a kind that a rule speaks of, with nothing but empty cells between.
fn face(rules: &Rules, state: &State, king: Cell, other: Cell) -> bool {
    let (position, board) = (state.position(), &rules.variant.board);
    let kind = |cell| position.piece(cell).and_then(|piece| piece.kind);
    rules.variant.rules.iter().any(|rule| {
        let Rule::Facing(law) = rule else {
            return false;
        };
        [king, other]
            .into_iter()
            .all(|cell| kind(cell) == Some(law.kind))
            && law.along.white.iter().any(|dir| {
                let mut cell = board.next(king, *dir);
                let mut steps = 0;
                while let Some(at) = cell.filter(|at| *at != other && steps < board.len()) {
                    let is_open = position.piece(at).is_none() && !position.absent().contains(at);
                    cell = board.next(at, *dir).filter(|_| is_open);
                    steps += 1;
                }
                cell == Some(other)
            })
    })
}
