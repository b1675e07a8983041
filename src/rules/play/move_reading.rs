//! Readings of moves: the text of a move, compared with the legal moves.
//!
//! A move is clear if its text can mean only one of the legal moves. A clear move is played, and
//! each mistake of its text is a [`Problem`]. A move that is unclear or not legal is a [`Fault`].

use std::ops::Range;

use super::additional::add_effects;
use super::asked::MoveAsked;
use super::attack::{displacer, faced_by, royals, takes};
use super::castling::{CastlingFault, castling_fault};
use super::effect::{Move, MoveManner, Moves};
use super::game::Game;
use super::generate::{displacements, moves_of_pieces};
use super::in_play::Play;
use super::notation::{
    MoveOrigin, MoveParts, StatedMove, Threatens, bare_texts, displaced_to, is_capture, read,
    readings, repeat_sign, second_acts, threatens, written_change,
};
use super::outcome::{Outcome, outcome};
use super::royal_loss::{loses_royal, lost_royals};
use super::scratch::Scratch;
use super::state::State;
use super::term_rules::RuleWords;
use crate::model::{Cell, CellSet, KindId, Piece, Side, Style};
use padma_text::{Span, nearest};

/// What the text of a move means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveReading {
    /// The text means this legal move.
    Plays {
        /// The index of the move among the legal moves.
        index: usize,
        /// The mistakes of the text.
        problems: Vec<Problem>,
        /// What the move does to the enemy's king.
        threatens: Threatens,
    },
    /// The text means no legal move, or may mean several.
    Illegal {
        /// The reason why.
        fault: Fault,
        /// The text of the legal move most like it.
        nearest: Option<String>,
    },
}

/// A mistake in the text of a clear move. `said` is what the text says; the other fields are what
/// the legal move is or does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the enum says what its fields are, and each problem the rest"
)]
pub enum Problem {
    /// The letter is missing, or is not that of the piece that `moves`.
    Letter {
        said: Option<KindId>,
        moves: KindId,
        from: Cell,
    },
    /// A capture symbol, but nothing is captured.
    NoCapture { to: Cell },
    /// No capture symbol, but something is captured.
    Capture { to: Cell },
    /// Another capture symbol than the variant's.
    Sign { said: String },
    /// The check or mate symbol is missing, or wrong.
    Threatens { said: Threatens, does: Threatens },
    /// The piece of this kind becomes `into`, but the text does not say so.
    Change { kind: KindId, into: KindId },
    /// The piece becomes another than the text says, or does not change.
    WrongChange { said: KindId, into: Option<KindId> },
    /// The move castles, which is written by the castling's name, but the text has a piece's move.
    Castling { castling: u16 },
    /// The move's number is wrong.
    Number { said: u32, is: u32 },
}

impl Problem {
    /// Returns the name of this sort of problem.
    pub fn sort(&self) -> &'static str {
        match self {
            Problem::Letter { .. } => "letter",
            Problem::NoCapture { .. } | Problem::Capture { .. } | Problem::Sign { .. } => {
                "capture sign"
            }
            Problem::Threatens { .. } => "check sign",
            Problem::Change { .. } | Problem::WrongChange { .. } => "change",
            Problem::Castling { .. } => "castling",
            Problem::Number { .. } => "number",
        }
    }
}

/// Why a move cannot be played. The fields name the cells concerned, and the kinds of the pieces
/// where they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the enum says what its fields are, and each fault the rest"
)]
pub enum Fault {
    /// The text cannot be read; the fault is in this range of bytes.
    Unreadable {
        range: Range<usize>,
        expected: String,
    },
    /// The position has more moves than [`Moves::MOST`].
    TooManyMoves,
    /// The game has already ended.
    Over(Outcome),
    /// No piece stands on the origin.
    Empty { cell: Cell },
    /// The piece on the origin belongs to the opponent, `side`.
    OtherSide {
        cell: Cell,
        kind: Option<KindId>,
        side: Side,
    },
    /// The piece on the origin is of another kind than the text says.
    OtherKind {
        cell: Cell,
        kind: KindId,
        said: KindId,
    },
    /// The piece on the origin cannot go where the text says. It can go to the cells in `goes`.
    CannotGo {
        kind: KindId,
        from: Cell,
        to: Cell,
        goes: Vec<Cell>,
    },
    /// A rule lets a piece go on from this cell when it has moved, and there it cannot.
    CannotGoOn { to: Cell },
    /// No piece of this kind can go to the cell.
    NoPieceCanGo { kind: Option<KindId>, to: Cell },
    /// The piece is frozen by an enemy one step away, on the cell `by`.
    Frozen {
        kind: Option<KindId>,
        cell: Cell,
        by: Cell,
    },
    /// No piece can be teleported or rotated like this, and no cell can travel like this.
    NoDisplacement { text: String },
    /// No piece of this kind can be dropped on the cell.
    NoDrop { kind: KindId, to: Cell },
    /// A royal piece on the cell `king` would be attacked by an enemy on the cell `by`.
    Exposes {
        royal: Option<KindId>,
        king: Cell,
        by: Cell,
        attacker: Option<KindId>,
    },
    /// A royal piece on this cell would be attacked by an additional effect of an enemy's move.
    LeavesAttacked { king: Cell },
    /// The side would lose the royal piece on this cell, and the game would go on.
    LosesRoyal {
        side: Side,
        kind: Option<KindId>,
        cell: Cell,
    },
    /// A rule forbids what the move leads to.
    Forbidden(RuleWords),
    /// A rule demands moves after which something holds.
    Neglects(RuleWords),
    /// The move repeats a position, which is forbidden.
    Repeats,
    /// The text says that the side to move passes.
    Null,
    /// A piece of this kind must capture if it can, and the move captures nothing.
    MustTake { kind: KindId },
    /// A piece can go to the cell, but does not capture exactly the pieces on `cells` by doing so.
    TakesOther { to: Cell, cells: Vec<Cell> },
    /// The piece of this kind cannot become what the text says, but one of the kinds in `into`.
    CannotBecome {
        kind: KindId,
        said: KindId,
        into: Vec<KindId>,
    },
    /// Several legal moves fit; these are their texts.
    Unclear { readings: Vec<String> },
    /// The castling, given by its index in the game's list, is not legal now.
    Castling {
        castling: u16,
        reason: CastlingFault,
    },
    /// The only move that the text may mean does something other than the text says.
    Otherwise(Problem),
}

impl Fault {
    /// Returns the part of a move's text that is wrong.
    pub fn span(&self, text: Span) -> Span {
        match self {
            Fault::Unreadable { range, .. } if range.end <= text.range().len() => {
                text.slice(range.clone())
            }
            _ => text,
        }
    }

    /// Returns the cells that the fault concerns, except those to which a piece could go.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Fault::Empty { cell }
            | Fault::OtherSide { cell, .. }
            | Fault::OtherKind { cell, .. }
            | Fault::LosesRoyal { cell, .. } => vec![*cell],
            Fault::CannotGo { from, to, .. } => vec![*from, *to],
            Fault::CannotGoOn { to }
            | Fault::NoPieceCanGo { to, .. }
            | Fault::NoDrop { to, .. } => vec![*to],
            Fault::Frozen { cell, by, .. } => vec![*cell, *by],
            Fault::Exposes { king, by, .. } => vec![*king, *by],
            Fault::LeavesAttacked { king } => vec![*king],
            Fault::TakesOther { cells, .. } => cells.clone(),
            Fault::Castling { reason, .. } => vec![reason.cell()],
            Fault::Unreadable { .. }
            | Fault::TooManyMoves
            | Fault::Over(_)
            | Fault::Forbidden(_)
            | Fault::Neglects(_)
            | Fault::Repeats
            | Fault::Null
            | Fault::MustTake { .. }
            | Fault::NoDisplacement { .. }
            | Fault::Otherwise(_)
            | Fault::CannotBecome { .. }
            | Fault::Unclear { .. } => Vec::new(),
        }
    }
}

/// Finds the move that a text means. `moves` are the legal moves of the side to move.
pub fn read_move(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    text: &str,
) -> MoveReading {
    let play = &mut Play::new(game, state, scratch);
    match understand(play, moves, text) {
        Ok((place, said)) => {
            let threatens = threatens(play, moves, moves.get(place));
            let problems = problems(game, moves, place, &said, threatens);
            MoveReading::Plays {
                index: place,
                problems,
                threatens,
            }
        }
        Err(fault) => {
            let is_unclear = matches!(fault, Fault::Unclear { .. });
            let nearest = if is_unclear {
                None
            } else {
                nearest_text(game, play.state.to_move, moves, text)
            };
            MoveReading::Illegal { fault, nearest }
        }
    }
}

/// Returns the index of the one legal move that a text means. The text may be incomplete, but may
/// not say anything that is false about the move.
///
/// # Errors
///
/// The reason why there is no such move.
pub fn parse_move(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    text: &str,
) -> Result<usize, Fault> {
    let play = &mut Play::new(game, state, scratch);
    let (index, said) = understand(play, moves, text)?;
    let does = match said.threatens {
        Some(_) => threatens(play, moves, moves.get(index)),
        None => Threatens::Nothing,
    };
    let contradicts_move = |problem: &Problem| match problem {
        Problem::Letter { said, .. } => said.is_some(),
        Problem::Threatens { said, .. } => *said != Threatens::Nothing,
        Problem::NoCapture { .. } | Problem::WrongChange { .. } | Problem::Castling { .. } => true,
        Problem::Capture { .. }
        | Problem::Sign { .. }
        | Problem::Change { .. }
        | Problem::Number { .. } => false,
    };
    let wrong = problems(game, moves, index, &said, does)
        .into_iter()
        .find(contradicts_move);
    wrong.map_or(Ok(index), |problem| Err(Fault::Otherwise(problem)))
}

/// Returns the index of the one legal move that a text means, and the reading that means it.
fn understand(
    play: &mut Play<'_>,
    moves: &Moves,
    text: &str,
) -> Result<(usize, StatedMove), Fault> {
    let game = play.game;
    if moves.too_many() {
        return Err(Fault::TooManyMoves);
    }
    let mut ways = readings(game, play.state.to_move, text).map_err(|error| Fault::Unreadable {
        range: error.range,
        expected: error.expected,
    })?;
    let matches_in_way = |(way, said): (usize, &StatedMove)| {
        candidates(game, moves, said)
            .into_iter()
            .map(move |index| (index, way))
            .collect::<Vec<_>>()
    };
    let mut matching: Vec<(usize, usize)> =
        ways.iter().enumerate().flat_map(matches_in_way).collect();
    if matching.len() > 1 {
        // If the text is exactly that of a move, that move is meant. Moves with the same effects
        // count as one.
        let texts = bare_texts(game, moves);
        let is_exact =
            |(index, way): &(usize, usize)| texts[*index] == text[..ways[*way].at.threatens.start];
        if matching.iter().any(is_exact) {
            matching.retain(is_exact);
        }
        let does = |index: usize| moves.effects(moves.get(index));
        if matching
            .iter()
            .all(|(index, _)| does(*index) == does(matching[0].0))
        {
            matching.truncate(1);
        }
    }
    match matching[..] {
        [(index, way)] => Ok((index, ways.swap_remove(way))),
        [] => Err(fault_of(play, moves, &ways[0])),
        ref several => {
            if let Some(fault) = wrong_change(moves, several, &ways) {
                return Err(fault);
            }
            let texts = bare_texts(game, moves);
            let reading = |(index, _): &(usize, usize)| texts[*index].clone();
            let mut readings: Vec<String> = several.iter().map(reading).collect();
            readings.dedup();
            Err(Fault::Unclear { readings })
        }
    }
}

/// Returns the fault of a text by which a piece becomes what no move that fits can make it.
fn wrong_change(moves: &Moves, several: &[(usize, usize)], ways: &[StatedMove]) -> Option<Fault> {
    let found = |(index, way): &(usize, usize)| (moves.get(*index), &ways[*way].what);
    let first = moves.get(several.first()?.0);
    let (kind, mut into) = (first.kind?, Vec::new());
    let mut said = None;
    for (mv, what) in several.iter().map(found) {
        let MoveParts::Move { into: wanted, .. } = what else {
            return None;
        };
        let becomes = moves.becomes(mv)?;
        said = Some((*wanted)?).filter(|wanted| *wanted != becomes && mv.kind == Some(kind));
        said?;
        if !into.contains(&becomes) {
            into.push(becomes);
        }
    }
    said.map(|said| Fault::CannotBecome { kind, said, into })
}

/// Returns the indices of the legal moves that a text may mean.
fn candidates(game: &Game<'_>, moves: &Moves, said: &StatedMove) -> Vec<usize> {
    let variant = game.variant();
    let texts = match &said.what {
        MoveParts::Others(_) => bare_texts(game, moves),
        _ => Vec::new(),
    };
    let fits = |index: usize, mv: &Move| match &said.what {
        MoveParts::Castling(castling) => mv.castling == Some(*castling),
        MoveParts::Null => mv.manner == MoveManner::Passes,
        MoveParts::Others(text) => mv.manner != MoveManner::Plain && texts[index] == *text,
        MoveParts::Drop {
            kind,
            to,
            into,
            taken,
        } => {
            mv.from.is_none()
                && (mv.kind, mv.to) == (Some(*kind), *to)
                && (into.is_none() || moves.becomes(mv) == *into)
                && taken.is_none_or(|cells| moves.told_apart_by(mv) == cells)
        }
        MoveParts::Move {
            letter, source, to, ..
        } => {
            // The letter matters only if the text does not name the whole cell of origin.
            let named = matches!(source, MoveOrigin::Cell(_));
            let kind = letter.or(variant.notation.plain);
            mv.to == *to
                && mv.manner == MoveManner::Plain
                && mv
                    .from
                    .is_some_and(|from| source.fits(from, &variant.board))
                && (named || kind.is_none_or(|kind| Some(kind) == mv.kind))
        }
    };
    let mut matching: Vec<usize> = (0..moves.len())
        .filter(|index| fits(*index, moves.get(*index)))
        .collect();
    let does = |index: &usize| second_acts(game, moves, moves.get(*index)) == said.acts;
    if !said.acts.is_empty() || matching.iter().any(does) {
        matching.retain(does);
    }
    let MoveParts::Move {
        letter,
        sign,
        into,
        driven,
        taken,
        ..
    } = &said.what
    else {
        return matching;
    };
    if let Some(cells) = taken {
        matching.retain(|index| moves.told_apart_by(moves.get(*index)) == *cells);
    }
    let mut prefer = |wanted: &dyn Fn(&Move) -> bool| {
        if matching.iter().any(|index| wanted(moves.get(*index))) {
            matching.retain(|index| wanted(moves.get(*index)));
        }
    };
    // A castling should be written by its name. The text of a king's move means the castling only
    // if the king cannot go there by itself.
    prefer(&|mv| mv.castling.is_none());
    prefer(&|mv| moves.becomes(mv) == *into);
    if let Some(captures) = is_capture(sign, game) {
        prefer(&|mv| moves.is_written_as_capture(mv) == captures);
    }
    // The letter of a part means that only the part moves; without a letter, the whole piece does.
    prefer(&|mv| match letter {
        Some(letter) => mv.kind == Some(*letter),
        None => !moves.moves_only_part(mv),
    });
    // If the whole piece is written without a letter, its letter means a part of another piece.
    if letter.is_some() && *letter == variant.notation.plain {
        prefer(&|mv| moves.moves_only_part(mv));
    }
    // If the text names no cell for a displaced piece, it means a move that displaces none, if
    // there is one.
    prefer(&|mv| displaced_to(moves, mv) == *driven);
    matching
}

/// Returns the mistakes in a text that means the legal move at index `place`.
fn problems(
    game: &Game<'_>,
    moves: &Moves,
    place: usize,
    said: &StatedMove,
    does: Threatens,
) -> Vec<Problem> {
    let mv = moves.get(place);
    let mut problems = Vec::new();
    let notation = &game.variant().notation;
    if let (
        MoveParts::Move {
            letter, sign, into, ..
        },
        Some(from),
        Some(kind),
    ) = (&said.what, mv.from, mv.kind)
    {
        let expected = Some(kind).filter(|kind| notation.plain != Some(*kind));
        let wanted = notation.style != Style::Coordinates || letter.is_some();
        if let Some(castling) = mv.castling {
            problems.push(Problem::Castling { castling });
        } else if wanted && *letter != expected && *letter != Some(kind) {
            problems.push(Problem::Letter {
                said: *letter,
                moves: kind,
                from,
            });
        }
        let (takes, signed) = (moves.is_written_as_capture(mv), is_capture(sign, game));
        match (takes, signed) {
            (false, Some(true)) => problems.push(Problem::NoCapture { to: mv.to }),
            (true, None) if notation.style == Style::Coordinates => {}
            (true, None | Some(false)) => problems.push(Problem::Capture { to: mv.to }),
            (true, Some(true))
                if *sign != repeat_sign(&notation.capture, moves, mv)
                    && notation.style != Style::Coordinates =>
            {
                problems.push(Problem::Sign { said: sign.clone() });
            }
            _ => {}
        }
        match (*into, moves.becomes(mv)) {
            (said, becomes) if said == becomes => {}
            (None, Some(_)) if written_change(game, moves, mv).is_none() => {}
            (None, Some(into)) => problems.push(Problem::Change { kind, into }),
            (Some(said), into) => problems.push(Problem::WrongChange { said, into }),
            (None, None) => {}
        }
    }
    if notation.style != Style::Coordinates || said.threatens.is_some() {
        let said = said.threatens.unwrap_or(Threatens::Nothing);
        let as_written = |a: Threatens| {
            if notation.mate.is_none() && a == Threatens::Mate {
                Threatens::Check
            } else {
                a
            }
        };
        if as_written(said) != as_written(does) {
            problems.push(Problem::Threatens { said, does });
        }
    }
    problems
}

/// Returns the reason why a text means no legal move.
fn fault_of(play: &mut Play<'_>, moves: &Moves, said: &StatedMove) -> Fault {
    let game = play.game;
    if let Some(outcome) = outcome(game, play.state, play.scratch) {
        return Fault::Over(outcome);
    }
    if let MoveParts::Move { to, taken, .. } | MoveParts::Drop { to, taken, .. } = &said.what
        && let Some(cells) = taken
        && !candidates(game, moves, &without_list(said)).is_empty()
    {
        return Fault::TakesOther {
            to: *to,
            cells: cells.iter().collect(),
        };
    }
    let (letter, source, to) = match &said.what {
        MoveParts::Null => return Fault::Null,
        MoveParts::Castling(castling) => {
            let reason = castling_fault(play, *castling);
            return Fault::Castling {
                castling: *castling,
                reason,
            };
        }
        MoveParts::Drop { kind, to, .. } => {
            return Fault::NoDrop {
                kind: *kind,
                to: *to,
            };
        }
        MoveParts::Others(text) => return fault_of_displacement(play, text),
        MoveParts::Move {
            letter, source, to, ..
        } => (*letter, source, *to),
    };
    let variant = game.variant();
    let mut before_effects = Moves::default();
    moves_of_pieces(play, &mut before_effects);
    let mut pseudo_legal = before_effects.clone();
    add_effects(play, 0, &mut pseudo_legal);
    let kind = letter.or(variant.notation.plain);
    let from = match source {
        MoveOrigin::Cell(from) => Some(*from),
        _ => None,
    };
    if let (Some(said), Some(cell)) = (letter, from)
        && let Some(piece) = play.position().piece(cell)
        && let Some(kind) = piece
            .kind
            .filter(|kind| *kind != said && piece.side == play.state.to_move)
    {
        return Fault::OtherKind { cell, kind, said };
    }
    let fits = |mv: &&Move| {
        mv.to == to
            && mv
                .from
                .is_some_and(|from| source.fits(from, &variant.board))
            && (from.is_some() || kind.is_none_or(|kind| Some(kind) == mv.kind))
    };
    if let Some(mv) = pseudo_legal.iter().find(fits) {
        return fault_of_move(play, &pseudo_legal, mv);
    }
    if let Some(mv) = before_effects.iter().find(fits) {
        let side = play.state.to_move;
        let made = before_effects.effects(mv);
        return match play.after(made, &[], |play| play.in_check(side)) {
            true => fault_of_move(play, &before_effects, mv),
            false => Fault::CannotGoOn { to },
        };
    }
    let Some(from) = from else {
        return Fault::NoPieceCanGo { kind, to };
    };
    let pos = play.position();
    match pos.piece(from) {
        None => Fault::Empty { cell: from },
        Some(piece) if piece.side != pos.state.to_move => Fault::OtherSide {
            cell: from,
            kind: piece.kind,
            side: piece.side,
        },
        Some(piece) => {
            if let Some(by) = game.powers.freezing.frozen_by(pos.view(), from) {
                return Fault::Frozen {
                    kind: piece.kind,
                    cell: from,
                    by,
                };
            }
            let own = pseudo_legal.iter().filter(|mv| mv.from == Some(from));
            let goes: CellSet = own.map(|mv| mv.to).collect();
            match piece.kind {
                Some(kind) => Fault::CannotGo {
                    kind,
                    from,
                    to,
                    goes: goes.iter().collect(),
                },
                None => Fault::NoPieceCanGo { kind, to },
            }
        }
    }
}

/// Returns the text's move without its list of captured pieces.
fn without_list(said: &StatedMove) -> StatedMove {
    let mut said = said.clone();
    if let MoveParts::Move { taken, .. } | MoveParts::Drop { taken, .. } = &mut said.what {
        *taken = None;
    }
    said
}

/// Returns the reason why the text of a teleport, a rotation or the travel of a cell means no
/// legal move.
fn fault_of_displacement(play: &mut Play<'_>, text: &str) -> Fault {
    let mut pseudo_legal = Moves::default();
    displacements(play, &mut pseudo_legal);
    add_effects(play, 0, &mut pseudo_legal);
    let mut texts = bare_texts(play.game, &pseudo_legal).into_iter();
    match texts.position(|written| written == text) {
        Some(index) => fault_of_move(play, &pseudo_legal, pseudo_legal.get(index)),
        None => Fault::NoDisplacement {
            text: text.to_string(),
        },
    }
}

/// Returns the reason why a pseudo-legal move is not legal: it leaves a king attacked, takes one
/// while the game goes on, leads to what a rule forbids, gives a forbidden check, lacks a mandatory capture, repeats a position, or
/// neglects a duty.
fn fault_of_move(play: &mut Play<'_>, moves: &Moves, mv: &Move) -> Fault {
    let (side, enemy) = (play.state.to_move, play.state.to_move.other());
    let must_take = |kind: &KindId| {
        play.game
            .powers
            .kit(*kind, side)
            .is_some_and(|kit| kit.mandatory)
    };
    let must_capture = mv
        .kind
        .filter(must_take)
        .filter(|_| moves.captures(mv).next().is_none());
    let effects = moves.effects(mv);
    let asked = MoveAsked::of(mv, effects);
    let lost = match loses_royal(play, mv, effects, moves.en_passant(mv)) {
        true => lost_royals(play.game, mv, effects).next(),
        false => None,
    };
    play.after(effects, moves.en_passant(mv), |play| {
        let in_check = play.in_check(side);
        let forbidden = play.forbidding_rule(asked);
        let neglected = play.neglected_rule(asked);
        let (pos, scratch) = play.split();
        let kings: Vec<Cell> = royals(pos, side).collect();
        let attacked_directly = kings.iter().find_map(|king| {
            let mut enemies = pos
                .standing(enemy)
                .iter()
                .filter_map(|cell| pos.piece_on(cell));
            let by = enemies.find(|enemy| takes(pos, scratch, *enemy, *king))?;
            Some((*king, by.cell))
        });
        let exposed = attacked_directly.or_else(|| {
            kings.iter().find_map(|king| {
                let by = displacer(pos, &mut scratch.threats, *king, enemy);
                Some((*king, by.or_else(|| faced_by(pos, *king, enemy))?))
            })
        });
        match exposed.filter(|_| in_check) {
            Some((king, by)) => Fault::Exposes {
                royal: pos.kind(king),
                king,
                by,
                attacker: pos.kind(by),
            },
            None => match (kings.first(), forbidden, lost, must_capture, neglected) {
                (Some(king), ..) if in_check => Fault::LeavesAttacked { king: *king },
                (_, Some(rule), ..) => Fault::Forbidden(rule),
                (_, _, Some((Piece { side, kind }, cell)), ..) => {
                    Fault::LosesRoyal { side, kind, cell }
                }
                (.., Some(kind), _) => Fault::MustTake { kind },
                (.., Some(rule)) => Fault::Neglects(rule),
                _ => Fault::Repeats,
            },
        }
    })
}

/// Returns the text of the legal move nearest to a text that means none. Of equally near ones, a
/// move from the cell of origin in the text comes first.
fn nearest_text(game: &Game<'_>, side: Side, moves: &Moves, text: &str) -> Option<String> {
    let from = match read(game, side, text).map(|said| said.what) {
        Ok(MoveParts::Move {
            source: MoveOrigin::Cell(from),
            ..
        }) => Some(from),
        _ => None,
    };
    let mut legal: Vec<(&Move, String)> = moves.iter().zip(bare_texts(game, moves)).collect();
    legal.sort_by_key(|(mv, _)| from.is_none() || mv.from != from);
    let texts: Vec<String> = legal.into_iter().map(|(_, text)| text).collect();
    let plain = text.trim_end_matches(['!', '?', '+', '#']);
    nearest(plain, texts.iter().map(String::as_str)).map(str::to_string)
}
