//! Finds what a changed rule changes in play, by comparing the legal moves of two variants in the
//! same positions.
//!
//! The positions are reached by random moves from the setup, or by putting pieces on random
//! cells. The random numbers are the same on every run.

use std::sync::Arc;

use super::Disagreement;
use crate::describe::{self, Article, RulesPart};
use padma_rules::model::{Board, Cell, CellInfo, KindId, Piece, Position, Reserve, Side, Variant};
use padma_rules::play::{
    Effect, Game, Moves, Scratch, State, begin_history, legal_moves, make, move_text,
};
use padma_rules::reach::Rules;
use padma_words::english;

/// Number of positions in which the legal moves are compared.
const POSITIONS: usize = 200;
/// Maximum number of moves played on from a position.
const PLIES: usize = 12;
/// Maximum number of pieces put on a board at random, not counting royal ones.
const PIECES: usize = 9;

/// A position, and the moves that are lost or gained there.
pub struct GameCase {
    /// The position, as the lines of a diagram.
    pub lines: String,
    /// The same position, as a value.
    pub position: Position,
    /// The side to move.
    pub side: Side,
    /// The moves, each with whether it is lost.
    pub moves: Vec<(String, bool)>,
}

/// Finds a difference between two variants; `None` if none is found. The pieces that a change is
/// about are put on the board more often than others.
pub fn game_difference(
    before: &Rules,
    after: &Rules,
    about: &[KindId],
) -> Option<Disagreement<GameCase>> {
    let apart = |text: String| Some(Disagreement { text, case: None });
    let (old, new) = (&before.variant, &after.variant);
    if !same_board(&old.board, &new.board) {
        return apart("the board is another".to_string());
    }
    if setup(old) != setup(new) {
        return apart("the setup is another".to_string());
    }
    if visible_text(old) != visible_text(new) {
        return apart("names, values or notation are others".to_string());
    }
    let mut kinds = old.kinds.iter().zip(&new.kinds);
    if let Some((_, kind)) = kinds.find(|(was, is)| was.royal != is.royal) {
        let not = if kind.royal { "" } else { "not " };
        return apart(format!("the {} is {not}royal", kind.name));
    }
    let ending = |variant: &Variant| -> Vec<Article> {
        let mut articles = describe::game(variant);
        articles.retain(|article| article.part == RulesPart::Ending);
        articles
    };
    let (was, is) = (ending(old), ending(new));
    if was != is {
        let other = was
            .iter()
            .find(|article| !is.contains(article))
            .or(is.iter().find(|article| !was.contains(article)));
        let text = other.map_or_else(String::new, |other| english().say(&other.said));
        return apart(format!("the game ends otherwise: {text}"));
    }
    move_difference(before, after, about)
}

/// Finds a position in which one of two variants has a move that the other lacks. The variants
/// must have the same board and the same pieces.
pub fn move_difference(
    before: &Rules,
    after: &Rules,
    about: &[KindId],
) -> Option<Disagreement<GameCase>> {
    let from_setup = setup(&before.variant) == setup(&after.variant);
    GamePair {
        before: Game::new(before),
        after: Game::new(after),
        from_setup,
    }
    .apart(about)
}

/// Whether two boards are the same except in appearance.
pub fn same_board(board: &Arc<Board>, other: &Arc<Board>) -> bool {
    Arc::ptr_eq(board, other) || board_text(board) == board_text(other)
}

/// Writes everything about a board except its appearance.
fn board_text(board: &Arc<Board>) -> String {
    let cells = board.cells().map(|cell| {
        let CellInfo {
            name, kind, shade, ..
        } = board.info(cell);
        let next: Vec<_> = board
            .directions()
            .map(|(dir, _)| board.next(cell, dir))
            .collect();
        format!("{name} {kind:?} {shade} {next:?}")
    });
    let cells: Vec<String> = cells.collect();
    format!("{cells:?} {:?} {:?}", board.movable(), board.absent())
}

fn setup(variant: &Variant) -> Option<(Vec<(Cell, Piece)>, Reserve)> {
    variant
        .setup
        .as_ref()
        .map(|setup| (setup.position.pieces().collect(), setup.reserve.clone()))
}

/// Writes the names, values and notation that readers see.
fn visible_text(variant: &Variant) -> String {
    let kinds: Vec<_> = variant
        .kinds
        .iter()
        .map(|kind| {
            (
                &kind.id,
                &kind.name,
                &kind.letter,
                &kind.inventor,
                kind.checkers,
            )
        })
        .collect();
    let Variant {
        title,
        checkers,
        scales,
        notation,
        ..
    } = variant;
    format!("{title:?} {kinds:?} {checkers:?} {scales:?} {notation:?}")
}

/// Knuth's linear congruential generator. The high bits are used, since the low ones soon repeat.
pub struct Random(u64);

/// Starts the sequence.
impl Default for Random {
    fn default() -> Random {
        Random(1)
    }
}

impl Random {
    /// Returns the next number, below a limit.
    pub fn below(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

struct GamePair<'r> {
    before: Game<'r>,
    after: Game<'r>,
    /// Whether both have the same setup, so that moves can be played from it.
    from_setup: bool,
}

impl GamePair<'_> {
    fn apart(&self, about: &[KindId]) -> Option<Disagreement<GameCase>> {
        let mut random = Random::default();
        let mut left = POSITIONS;
        let mut from_setup = self.from_setup;
        while left > 0 {
            let starts = match (
                from_setup,
                [State::setup(&self.before), State::setup(&self.after)],
            ) {
                (true, [Some(before), Some(after)]) => [before, after],
                _ => {
                    let (position, reserve) = self.random_position(about, &mut random);
                    [&self.before, &self.after].map(|game| State::of(game, &position, &reserve))
                }
            };
            from_setup = !from_setup && self.from_setup;
            if let Some(case) = self.play(starts, &mut left, &mut random) {
                return Some(case);
            }
        }
        None
    }

    /// Places royal pieces of both sides, and some others on cells where they may stand.
    fn random_position(&self, about: &[KindId], random: &mut Random) -> (Position, Reserve) {
        let variant = self.before.variant();
        let mut position = variant.empty_position();
        let mut reserve = Reserve::default();
        let mut put = |kind: KindId, side: Side, random: &mut Random| {
            let free = variant.stands_on(kind, side) - position.occupied() - position.absent();
            if let Some(cell) = free.iter().nth(random.below(free.len())) {
                position.put(
                    cell,
                    Some(Piece {
                        side,
                        kind: Some(kind),
                    }),
                );
            }
        };
        for kind in variant.kind_ids().filter(|kind| variant.kind(*kind).royal) {
            Side::BOTH
                .into_iter()
                .for_each(|side| put(kind, side, random));
        }
        for number in 0..2 + random.below(PIECES) {
            let any = KindId::new(random.below(variant.kinds.len()));
            let kind = match about {
                [] => any,
                about if number % 2 == 0 => about[random.below(about.len())],
                _ => any,
            };
            if !variant.kind(kind).royal {
                put(kind, Side::BOTH[random.below(2)], random);
            }
        }
        if random.below(2) == 0 {
            let kind = about
                .first()
                .copied()
                .unwrap_or(KindId::new(random.below(variant.kinds.len())));
            Side::BOTH
                .into_iter()
                .for_each(|side| reserve.add(side, kind, 1));
        }
        (position, reserve)
    }

    /// Plays the same moves under both rules as long as both allow the same moves.
    fn play(
        &self,
        starts: [State; 2],
        left: &mut usize,
        random: &mut Random,
    ) -> Option<Disagreement<GameCase>> {
        let games = [&self.before, &self.after];
        let mut states = starts;
        let mut scratch = Scratch::default();
        let (mut old, mut new) = (Moves::default(), Moves::default());
        states
            .iter_mut()
            .zip(games)
            .for_each(|(state, game)| begin_history(game, state, &mut scratch));
        for _ in 0..PLIES {
            if *left == 0 {
                return None;
            }
            *left -= 1;
            let [was, is] = &mut states;
            legal_moves(games[0], was, &mut scratch, &mut old);
            legal_moves(games[1], is, &mut scratch, &mut new);
            let [lost, gained] =
                [(&old, &new), (&new, &old)].map(|(these, those)| missing(these, those));
            let lost =
                lost.map(|index| move_text(games[0], was, &mut scratch, &old, old.get(index)));
            let gained =
                gained.map(|index| move_text(games[1], is, &mut scratch, &new, new.get(index)));
            let moves = lost
                .map(|text| (text, true))
                .into_iter()
                .chain(gained.map(|text| (text, false)));
            let moves: Vec<(String, bool)> = moves.collect();
            if !moves.is_empty() {
                return Some(self.describe_case(was, moves));
            }
            if old.is_empty() {
                return None;
            }
            let index = random.below(old.len());
            let same = index_of(old.effects(old.get(index)), &new)?;
            make(games[0], was, &mut scratch, &old, old.get(index));
            make(games[1], is, &mut scratch, &new, new.get(same));
        }
        None
    }

    fn describe_case(&self, state: &State, moves: Vec<(String, bool)>) -> Disagreement<GameCase> {
        let (first, is_lost) = &moves[0];
        let (side, does) = (state.to_move(), if *is_lost { "loses" } else { "gains" });
        let text = format!(
            "{} {does} the move {first}{}",
            side.name(),
            self.pieces_text(state)
        );
        let (lines, position) = (self.lines(state), state.position().clone());
        Disagreement {
            text,
            case: Some(GameCase {
                lines,
                position,
                side,
                moves,
            }),
        }
    }

    /// Writes a position as the lines of a diagram.
    fn lines(&self, state: &State) -> String {
        let variant = self.before.variant();
        let mut lines = String::new();
        for (cell, piece) in state.position().pieces() {
            let Some(kind) = piece.kind else { continue };
            let unmoved = if state.unmoved().contains(cell) {
                "!"
            } else {
                ""
            };
            let (side, kind, cell) = (
                piece.side.name(),
                &variant.kind(kind).id,
                variant.board.name(cell),
            );
            lines += &format!("{side} {kind} {cell}{unmoved}\n");
        }
        let absent = variant.board.names_of(&state.position().absent()).join(" ");
        if !absent.is_empty() {
            lines += &format!("absent {absent}\n");
        }
        for (side, kind) in Side::BOTH
            .into_iter()
            .flat_map(|side| variant.kind_ids().map(move |kind| (side, kind)))
        {
            let count = state.reserve(side, kind);
            if count > 0 {
                lines += &format!(
                    "reserve {} {} {count}\n",
                    side.name(),
                    variant.kind(kind).id
                );
            }
        }
        lines + &format!("to-move {}\n", state.to_move().name())
    }

    /// Writes the pieces of a position: ` with white Queen d4, black King e8`.
    fn pieces_text(&self, state: &State) -> String {
        let variant = self.before.variant();
        let piece = |(cell, piece): (Cell, Piece)| {
            let kind = piece
                .kind
                .map_or("piece", |kind| variant.kind(kind).name.as_str());
            format!("{} {kind} {}", piece.side.name(), variant.board.name(cell))
        };
        let pieces: Vec<String> = state.position().pieces().map(piece).collect();
        match pieces.len() {
            0..=12 => format!(" with {}", pieces.join(", ")),
            _ => " in a position some moves from the setup".to_string(),
        }
    }
}

/// Finds the first of these moves that is missing from those.
fn missing(these: &Moves, those: &Moves) -> Option<usize> {
    // Both lists usually have the same order, so a move is first looked for right after the last
    // one found.
    let mut next = 0;
    (0..these.len()).find(|index| {
        let effects = these.effects(these.get(*index));
        let is_next = next < those.len() && those.effects(those.get(next)) == effects;
        let index_there = if is_next {
            Some(next)
        } else {
            index_of(effects, those)
        };
        next = index_there.map_or(next, |index_there| index_there + 1);
        index_there.is_none()
    })
}

fn index_of(effects: &[Effect], moves: &Moves) -> Option<usize> {
    (0..moves.len()).find(|index| moves.effects(moves.get(*index)) == effects)
}
