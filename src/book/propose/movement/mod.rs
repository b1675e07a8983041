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

use std::ops::Range;

use super::frame::SentenceTopic;
use super::role::Role;
use super::token::{ProseToken, ProseTokenKind};
use super::{BoundBy, FactReading, Offer, ProposalKind};
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

/// Roles of words that say how a piece moves.
const MOVEMENT: [Role; 14] = [
    Role::Orthogonal,
    Role::Diagonal,
    Role::AllWays,
    Role::Forward,
    Role::Backward,
    Role::Sideways,
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
    /// What stands beside a movement and says nothing of it.
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
    let says = |token: &ProseToken| MOVEMENT.iter().any(|role| token.has(*role));
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

/// Whether a token only joins others.
fn is_joint(token: &ProseToken) -> bool {
    token.is_mark(",+") || token.is_filler() || token.has(Role::Clause)
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
    // "…, which moves like a Rook": the piece named before.
    let first = part.iter().position(|at| !is_joint(&tokens[*at]))?;
    let is_relative = tokens[part[first]].has(Role::Relative);
    let part = if is_relative {
        &part[first + 1..]
    } else {
        &part[..]
    };
    let inside: Vec<&ProseToken> = part.iter().map(|at| &tokens[*at]).collect();
    let first_piece = inside.iter().position(|token| token.piece().is_some());
    let verb = inside.iter().position(|token| {
        let verbs = [Role::Go, Role::Join, Role::Like, Role::Capture, Role::Same];
        verbs.iter().any(|role| token.has(*role))
    });
    let own = first_piece.filter(|piece| verb.is_none_or(|verb| *piece < verb));
    let before = tokens[..*part.first()?].iter().rev();
    let led = before.filter(|_| is_relative).find_map(ProseToken::piece);
    let (subject, place, after) = match own {
        Some(at) => (inside[at].piece()?, BoundBy::Sentence, at + 1),
        None if led.is_some() => (led?, BoundBy::Sentence, 0),
        // "The Hoplites move, and capture …": who does is not known.
        None if is_joint(inside[0]) && !inside[0].is_filler() => return None,
        None => (*topic.pieces.last()?, topic.known, 0),
    };
    let mut lead = inside[..after.saturating_sub(1)].iter();
    let places = [Role::On, Role::From, Role::Condition];
    if lead.any(|token| places.iter().any(|role| token.has(*role))) {
        return None;
    }
    let rest = &inside[after..];
    let is_led = own.is_some() || led.is_some();
    let mut movement = match joined::joined(rest, variant, subject, is_led) {
        Some(movement) => movement,
        None => described::described(rest, variant, subject)?,
    };
    movement.only = movement.only.or(only);
    let expression = movement.expression(&variant.kind(subject).id);
    let first = own.unwrap_or(0);
    let last = (first..part.len())
        .rev()
        .find(|at| !inside[*at].is_mark(","))?;
    let read = first..=last;
    Some(FactReading {
        range: inside[first].range.start..inside[last].range.end,
        kind: ProposalKind::Truth,
        rank: None,
        none: None,
        offers: vec![Offer {
            expression,
            bound_by: read
                .filter(|at| !inside[*at].is_filler())
                .map(|at| part[at])
                .take(MOST_WORDS)
                .collect(),
            place,
        }],
    })
}

/// How many words are told that bind a statement.
const MOST_WORDS: usize = 12;

/// A movement, or its moves without capture alone, or its captures.
struct SaidMovement {
    text: String,
    /// The mode, if the sentence speaks of that alone.
    only: Option<SaidMode>,
    /// Whether the piece has first moves, and the sentence does not speak of them.
    omits_first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SaidMode {
    Move,
    Capture,
}

impl SaidMovement {
    /// Writes that a piece moves so.
    fn expression(&self, id: &str) -> String {
        let text = &self.text;
        let of =
            |name: &str| format!("all c in cells: {name}({id}, c) = {name}(says \"{text}\", c)");
        match self.only {
            None if self.omits_first => {
                let captures = of("attacks").replace("all c in cells: ", "");
                format!("{} and {captures}", of("moves"))
            }
            None => format!("same({id}, says \"{text}\")"),
            Some(SaidMode::Move) => of("moves"),
            Some(SaidMode::Capture) => of("attacks"),
        }
    }
}
