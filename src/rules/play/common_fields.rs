//! Fields of a FEN as other programs write them.
//!
//! ```text
//! 3+2      how many checks each side has left to give before it wins
//! +0+1     how many checks each side has given
//! KQBCkq   after the castlings, the files of pieces that have not moved and let others in
//! ```

use super::game::Game;
use super::state::State;
use crate::model::{
    Cell, CellSet, CounterId, EffectKind, NumberRelation, NumberTerm, Piece, Side, SideTerm, Truth,
};

/// The id of the counter of checks, which the rule `n-checks` brings.
const CHECKS: &str = "checks";

/// Reads the numbers of checks that White and Black have given; `None` if the word is no such field
/// or nothing counts checks.
pub(super) fn read_checks(game: &Game<'_>, word: &str) -> Option<(CounterId, [u16; 2])> {
    let counters = game.term_rules.counters.iter();
    let counter = counters
        .clone()
        .position(|counter| counter.id == CHECKS)
        .map(CounterId::new)?;
    let number = |text: &str| text.parse::<u16>().ok();
    let given = |text: &str, side: Side| match word.starts_with('+') {
        true => number(text),
        false => checks_to_win(game, counter, side)?.checked_sub(number(text)?),
    };
    let (white, black) = word.strip_prefix('+').unwrap_or(word).split_once('+')?;
    Some((
        counter,
        [given(white, Side::White)?, given(black, Side::Black)?],
    ))
}

/// Returns the number of checks with which a side wins.
fn checks_to_win(game: &Game<'_>, counter: CounterId, side: Side) -> Option<u16> {
    let needed = |truth: &Truth| {
        let Truth::Not(less) = truth else { return None };
        let Truth::Compares(NumberRelation::Less, numbers) = &**less else {
            return None;
        };
        let [NumberTerm::Counter(counted, of), NumberTerm::Fixed(number)] = &**numbers else {
            return None;
        };
        let is_meant = *counted == counter
            && match of {
                SideTerm::Mover => true,
                SideTerm::Opponent => false,
                SideTerm::Fixed(fixed) => *fixed == side,
            };
        is_meant.then(|| u16::try_from(*number).ok()).flatten()
    };
    let mut ends = game.term_rules.ends.iter();
    ends.find_map(|end| needed(&end.rule.when.truth))
}

/// Returns the cells of a side's pieces that a letter among the castlings names as unmoved: all
/// pieces on that file that stand as in the setup on the rank of its king. `None` in a game where no
/// piece lets another in.
pub(super) fn unmoved_on_file(game: &Game<'_>, state: &State, letter: &str) -> Option<Cell> {
    let drops = |effect: &EffectKind| matches!(effect, EffectKind::Drops(..));
    if !game
        .term_rules
        .effects
        .iter()
        .any(|rule| drops(&rule.effect))
    {
        return None;
    }
    let side = match letter.starts_with(char::is_uppercase) {
        true => Side::White,
        false => Side::Black,
    };
    let board = &game.variant().board;
    let own = gate_cells(game, state, side);
    own.iter().find(|cell| {
        let file = board
            .name(*cell)
            .trim_end_matches(|c: char| !c.is_alphabetic());
        file == letter.to_lowercase()
    })
}

/// Returns the cells on the rank of a side's castlings where its pieces stand as in the setup.
pub(super) fn gate_cells(game: &Game<'_>, state: &State, side: Side) -> CellSet {
    let board = &game.variant().board;
    let mut castles = game.castles.iter().filter(|castle| castle.side == side);
    let (Some(castle), Some(setup)) = (castles.next(), &game.variant().setup) else {
        return CellSet::EMPTY;
    };
    let rank = board.rank_of(castle.leader().from);
    let stands = |cell: &Cell| {
        let piece = state.position.piece(*cell);
        let is_own = |piece: &Piece| piece.side == side;
        piece.as_ref().is_some_and(is_own) && setup.position.piece(*cell) == piece
    };
    rank.iter().filter(stands).collect()
}
