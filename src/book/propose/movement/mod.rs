//! Sentences about movement, read into the language of movements.
//!
//! ```text
//! A Pawn goes one square straight ahead, and captures one square diagonally forward.
//!   ──▶  step forward along orthogonal only to move; step forward along diagonal only to capture
//! The Archbishop joins the powers of Bishop and Knight.
//!   ──▶  bishop; knight
//! ```
//!
//! A part of a sentence with words that say something else about the movement is not read. Knows no values.

mod described;
mod joined;
mod said;

use std::ops::Range;

use said::{SaidMode, is_joint};

use super::fact::{BoundBy, FactReading, Offer, ProposalKind};
use super::frame::SentenceTopic;
use super::role::Role;
use super::token::{ProseToken, ProseTokenKind};
use padma_rules::model::{KindId, Variant};

/// Returns what the clauses of a sentence say of movements.
pub(super) fn statements(
    tokens: &[ProseToken],
    variant: &Variant,
    topic: &SentenceTopic,
) -> Vec<FactReading> {
    // What a castling does is not a piece's own movement.
    if has(tokens, Role::Castle) || topic.castling {
        return Vec::new();
    }
    // What stands in brackets is said beside it.
    let outside = outside_brackets(tokens);
    let inner: Vec<ProseToken> = outside.iter().map(|at| tokens[*at].clone()).collect();
    let tokens = &inner[..];
    let ends = (0..tokens.len()).filter(|at| tokens[*at].is_mark(";:.!?()|–—"));
    let mut found = Vec::new();
    let mut only = None;
    let mut start = 0;
    let mut topic = topic.clone();
    for end in ends.chain([tokens.len()]) {
        let clause = start..end;
        start = end + 1;
        // "King: one square in any direction"
        let is_label = tokens.get(end).is_some_and(|mark| mark.is_mark(":"));
        if let Some(label) = label(&tokens[clause.clone()], is_label) {
            topic.pieces = vec![label];
            topic.known = BoundBy::Sentence;
        }
        // "Capture: one cell diagonally ahead"
        if is_label {
            only = mode_of_label(&tokens[clause.clone()]);
        }
        let is_limited = is_taken_back(&tokens[end..]);
        if clause.is_empty() || is_limited {
            continue;
        }
        for run in runs(tokens, clause) {
            for part in by_piece(tokens, &run) {
                found.extend(statement(tokens, part, variant, &topic, only));
            }
        }
    }
    for reading in &mut found {
        let offers = reading.offers.iter_mut();
        let bound_by = offers.flat_map(|offer| &mut offer.bound_by);
        bound_by.for_each(|at| *at = outside[*at]);
    }
    found
}

/// Returns the tokens that stand in no brackets.
fn outside_brackets(tokens: &[ProseToken]) -> Vec<usize> {
    let mut depth = 0_usize;
    let is_outside = |at: &usize| {
        let token = &tokens[*at];
        depth += usize::from(token.is_mark("("));
        let is_outside = depth == 0;
        depth -= usize::from(token.is_mark(")")).min(depth);
        is_outside
    };
    (0..tokens.len()).filter(is_outside).collect()
}

/// Whether what follows a clause may take back a part of it: it has a limit, and is not about another piece.
fn is_taken_back(rest: &[ProseToken]) -> bool {
    let next = rest.iter().skip(1);
    let mut next = next.take_while(|token| !token.is_mark(";.!?"));
    let is_apart = rest.first().is_some_and(|mark| mark.is_mark(";"))
        && next.any(|token| token.piece().is_some());
    !is_apart && has(rest, Role::Limit)
}

/// Returns the only piece that a clause names, if it says nothing else, or leads to what follows.
fn label(clause: &[ProseToken], leads: bool) -> Option<KindId> {
    let mut named = clause.iter().filter_map(ProseToken::piece);
    let kind = named.next().filter(|_| named.next().is_none())?;
    let likens = |token: &ProseToken| token.has(Role::Like) || token.has(Role::Than);
    if clause
        .iter()
        .take_while(|token| token.piece().is_none())
        .any(likens)
    {
        return None;
    }
    let mut others = clause.iter().filter(|token| token.piece().is_none());
    (leads || others.all(ProseToken::is_filler)).then_some(kind)
}

/// Returns of what a label speaks that names only moves or only captures.
fn mode_of_label(clause: &[ProseToken]) -> Option<SaidMode> {
    let [word] = clause else { return None };
    let is_move = word.has(Role::Move) || word.has(Role::Go);
    match word.has(Role::Capture) {
        true => Some(SaidMode::Capture),
        false => is_move.then_some(SaidMode::Move),
    }
}

/// Roles of words that say how a piece moves; directions are asked for apart.
const MOVEMENT: [Role; 8] = [
    Role::AnyNumber,
    Role::KnightLeap,
    Role::Adjacent,
    Role::FirstMove,
    Role::MoveOnly,
    Role::Over,
    Role::Join,
    Role::Like,
];

/// What a part of a clause between commas and joints says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SegmentKind {
    /// How a piece moves.
    Movement,
    /// Only names of pieces.
    Names,
    /// Something that says nothing of the movement.
    Aside,
    /// When or where the piece moves so.
    Condition,
}

/// Returns the runs of tokens that say how a piece moves. What stands aside is left out.
fn runs(tokens: &[ProseToken], clause: Range<usize>) -> Vec<Vec<usize>> {
    let mut runs: Vec<Vec<usize>> = Vec::new();
    let mut run: Vec<usize> = Vec::new();
    let mut moves = false;
    for segment in segments(tokens, clause) {
        match kind_of_segment(tokens, segment.clone()) {
            SegmentKind::Movement => moves = true,
            SegmentKind::Names => {}
            SegmentKind::Condition => return Vec::new(),
            // "The Courier, after which the game is named, moves …"
            SegmentKind::Aside if has(&tokens[segment.clone()], Role::Relative) => continue,
            SegmentKind::Aside => {
                if std::mem::take(&mut moves) {
                    runs.push(std::mem::take(&mut run));
                }
                run.clear();
                continue;
            }
        }
        run.extend(segment);
    }
    runs.extend(moves.then_some(run));
    runs
}

fn has(tokens: &[ProseToken], role: Role) -> bool {
    tokens.iter().any(|token| token.has(role))
}

/// Splits a clause before its commas and joints.
fn segments(tokens: &[ProseToken], clause: Range<usize>) -> Vec<Range<usize>> {
    let is_start = |at: &usize| {
        let joins = tokens[*at].is_mark(",") || tokens[*at].has(Role::Clause);
        *at > clause.start && joins && !tokens[*at - 1].is_mark(",")
    };
    let starts: Vec<usize> = [clause.start]
        .into_iter()
        .chain(clause.clone().filter(is_start))
        .collect();
    let ends = starts.iter().copied().skip(1).chain([clause.end]);
    let pairs = starts.iter().copied().zip(ends);
    pairs.map(|(start, end)| start..end).collect()
}

fn kind_of_segment(tokens: &[ProseToken], segment: Range<usize>) -> SegmentKind {
    let inside = &tokens[segment];
    let says = |token: &ProseToken| {
        described::is_direction(token) || MOVEMENT.iter().any(|role| token.has(*role))
    };
    let names = |token: &ProseToken| token.piece().is_some();
    let is_quiet =
        |token: &ProseToken| !matches!(token.what, ProseTokenKind::Word) || is_joint(token);
    if inside.iter().any(says) {
        return SegmentKind::Movement;
    }
    let mut rest = inside.iter().filter(|token| !names(token));
    let is_bare = |token: &ProseToken| is_quiet(token) || token.has(Role::Plain);
    if inside.iter().any(names) && rest.all(|token| is_bare(token) && token.number().is_none()) {
        return SegmentKind::Names;
    }
    let counts = inside.iter().any(|token| token.number().is_some());
    if counts
        && inside
            .iter()
            .all(|token| described::is_read(token) || names(token))
    {
        return SegmentKind::Movement;
    }
    let first = inside.iter().find(|token| !is_joint(token));
    let leads = [Role::On, Role::From, Role::Condition];
    let is_told = [Role::Empty, Role::Board, Role::Relative, Role::Direction];
    let is_condition = first.is_some_and(|first| leads.iter().any(|role| first.has(*role)))
        && !is_told.iter().any(|role| has(inside, *role));
    let is_limit = has(inside, Role::Limit) || goes_on(inside);
    match is_condition || is_limit {
        true => SegmentKind::Condition,
        false => SegmentKind::Aside,
    }
}

/// Whether a part that is not read says more of a movement, or names more pieces: "or leap in a rectangle", "or Guard".
fn goes_on(segment: &[ProseToken]) -> bool {
    let joins = segment.first().is_some_and(is_joint);
    let verbs = [Role::Go, Role::Leap, Role::Capture];
    let acts = segment
        .iter()
        .any(|token| verbs.iter().any(|role| token.has(*role)));
    let mut words = segment.iter().filter(|token| !is_joint(token));
    let is_name = words.next().is_some_and(|word| !word.has(Role::Plain)) && words.next().is_none();
    joins && (acts || is_name)
}

/// Splits a run where another piece is said to move: "the Archbishop joins …, the Chancellor those of …".
fn by_piece(tokens: &[ProseToken], run: &[usize]) -> Vec<Vec<usize>> {
    let begins = |place: usize| {
        let mut rest = run[place..].iter().map(|at| &tokens[*at]);
        let is_said = |token: &&ProseToken| !is_joint(token) || token.has(Role::Same);
        let mut rest = rest.by_ref().filter(is_said);
        let acts = [Role::Join, Role::Like, Role::Go, Role::Same];
        match (rest.next(), rest.next()) {
            (Some(first), Some(second)) => {
                first.piece().is_some()
                    && (acts.iter().any(|role| second.has(*role)) || second.number().is_some())
            }
            _ => false,
        }
    };
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for (place, at) in run.iter().enumerate() {
        let joins = tokens[*at].is_mark(",") || tokens[*at].has(Role::Clause);
        if place == 0 || joins && begins(place) {
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(*at);
        }
    }
    parts
}

fn statement(
    tokens: &[ProseToken],
    part: Vec<usize>,
    variant: &Variant,
    topic: &SentenceTopic,
    only: Option<SaidMode>,
) -> Option<FactReading> {
    // "…, which moves like a Rook"
    let first = part.iter().position(|at| !is_joint(&tokens[*at]))?;
    let is_relative = tokens[part[first]].has(Role::Relative);
    let start = if is_relative { first + 1 } else { 0 };
    let part = &part[start..];
    let inside: Vec<&ProseToken> = part.iter().map(|at| &tokens[*at]).collect();
    let before = &tokens[..*part.first()?];
    let subject = subject_of(&inside, before, is_relative, topic)?;
    let rest = &inside[subject.end..];
    let is_led = subject.place == BoundBy::Sentence;
    let mut movement = match joined::joined(rest, variant, subject.kind, is_led) {
        Some(movement) => movement,
        None => described::described(rest, variant, subject.kind)?,
    };
    movement.only = movement.only.or(only);
    let expression = movement.expression(&variant.kind(subject.kind).id);
    let first = subject.end.saturating_sub(1);
    let mut ends = (first..part.len()).rev();
    let last = ends.find(|at| !inside[*at].is_mark(","))?;
    let is_word = |at: &usize| !inside[*at].is_filler() && !inside[*at].is_mark(",");
    let bound_by = (first..=last).filter(is_word);
    let offer = Offer {
        expression,
        bound_by: bound_by.map(|at| part[at]).take(MOST_WORDS).collect(),
        place: subject.place,
    };
    Some(FactReading {
        range: inside[first].range.start..inside[last].range.end,
        kind: ProposalKind::Truth,
        rank: None,
        none: None,
        offers: vec![offer],
    })
}

/// Whom a part of a sentence is about.
struct MovementSubject {
    kind: KindId,
    place: BoundBy,
    /// The end of its name in the part; 0 if it is named elsewhere.
    end: usize,
}

/// Returns whom a part is about: the piece before its verb, in a relative clause the one named last before it, else the one
/// that was spoken of. `None` if that is not known, or if it only moves so at some place.
fn subject_of(
    inside: &[&ProseToken],
    before: &[ProseToken],
    is_relative: bool,
    topic: &SentenceTopic,
) -> Option<MovementSubject> {
    let verbs = [Role::Go, Role::Join, Role::Like, Role::Capture, Role::Same];
    let acts = |token: &&ProseToken| verbs.iter().any(|role| token.has(*role));
    let verb = inside.iter().position(acts);
    let named = inside.iter().position(|token| token.piece().is_some());
    if let Some(at) = named.filter(|piece| verb.is_none_or(|verb| *piece < verb)) {
        let places = [Role::On, Role::From, Role::Condition];
        let is_place = |token: &&ProseToken| places.iter().any(|role| token.has(*role));
        return (!inside[..at].iter().any(is_place)).then_some(MovementSubject {
            kind: inside[at].piece()?,
            place: BoundBy::Sentence,
            end: at + 1,
        });
    }
    let led = before.iter().rev().filter(|_| is_relative);
    if let Some(kind) = led.filter_map(ProseToken::piece).next() {
        let place = BoundBy::Sentence;
        return Some(MovementSubject {
            kind,
            place,
            end: 0,
        });
    }
    // "The Hoplites move, and capture …": who does is not known.
    let goes_on = inside
        .first()
        .is_some_and(|first| is_joint(first) && !first.is_filler());
    let kind = *topic.pieces.last().filter(|_| !goes_on)?;
    let place = topic.known;
    Some(MovementSubject {
        kind,
        place,
        end: 0,
    })
}

/// The most words that are listed as binding a statement.
const MOST_WORDS: usize = 12;
