//! Sentences about movement, read into the language of movements.
//!
//! ```text
//! A Pawn goes one square straight ahead, and captures one square diagonally forward.
//!   ──▶  step forward along orthogonal only to move; step forward along diagonal only to capture
//! The Archbishop joins the powers of Bishop and Knight.
//!   ──▶  bishop + knight
//! ```
//!
//! A sentence with words that say something else about the movement is not read. Knows no values.

use super::frame::SentenceTopic;
use super::role::Role;
use super::token::{ProseToken, ProseTokenKind};
use super::{BoundBy, FactReading, Offer, ProposalKind};
use padma_rules::model::{KindId, Variant};

/// What pieces that every chess player knows do, where a variant has none of the name.
const KNOWN: [(&str, &str); 9] = [
    ("knight", "step (1,2)"),
    ("rook", "slide orthogonal"),
    ("bishop", "slide diagonal"),
    ("queen", "slide orthogonal, diagonal"),
    ("king", "step orthogonal, diagonal"),
    ("camel", "step (1,3)"),
    ("zebra", "step (2,3)"),
    ("alfil", "step (2,2)"),
    ("dabbaba", "step (0,2)"),
];

/// Returns what the clauses of a sentence say of movements.
pub(super) fn statements(
    tokens: &[ProseToken],
    variant: &Variant,
    topic: &SentenceTopic,
) -> Vec<FactReading> {
    let mut found = Vec::new();
    let mut start = 0;
    let ends = (0..tokens.len()).filter(|at| tokens[*at].is_mark(";:.!?()|–—"));
    for end in ends.chain([tokens.len()]) {
        let clause = start..end;
        start = end + 1;
        if clause.is_empty() {
            continue;
        }
        // What follows takes back a part of it.
        const LIMITS: [&str; 5] = ["but", "except", "however", "unless", "additionally"];
        let is_limited = tokens[clause.end..]
            .iter()
            .any(|token| LIMITS.contains(&token.word.as_str()));
        if is_limited {
            continue;
        }
        let parts = alike_parts(tokens, clause.clone());
        for part in parts {
            found.extend(statement(tokens, part, variant, topic));
        }
    }
    found
}

/// Splits a clause where another piece joins powers: "the Archbishop joins …, the Chancellor those of …".
fn alike_parts(
    tokens: &[ProseToken],
    clause: std::ops::Range<usize>,
) -> Vec<std::ops::Range<usize>> {
    let mut starts = vec![clause.start];
    for at in clause.clone().skip(1) {
        let begins = tokens[at].is_mark(",")
            && {
                let rest: Vec<&ProseToken> = tokens[at + 1..clause.end]
                    .iter()
                    .filter(|token| !["the", "a", "an", "and"].contains(&token.word.as_str()))
                    .take(2)
                    .collect();
                matches!(rest[..], [first, second] if (first.piece().is_some() || known(&first.word).is_some()) && (second.has(Role::Join) || second.has(Role::Like) || second.word == "those" || second.word == "that" || second.has(Role::Go) || second.number().is_some()))
            };
        if begins {
            starts.push(at + 1);
        }
    }
    let ends = starts
        .iter()
        .skip(1)
        .map(|start| start - 1)
        .chain([clause.end]);
    let ends: Vec<usize> = ends.collect();
    starts
        .into_iter()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}

fn known(word: &str) -> Option<&'static str> {
    KNOWN
        .iter()
        .find(|(name, _)| *name == word || word.strip_suffix('s') == Some(name))
        .map(|(_, movement)| *movement)
}

fn statement(
    tokens: &[ProseToken],
    part: std::ops::Range<usize>,
    variant: &Variant,
    topic: &SentenceTopic,
) -> Option<FactReading> {
    let inside = &tokens[part.clone()];
    let first_piece = inside.iter().position(|token| token.piece().is_some());
    let verb = inside.iter().position(|token| {
        [Role::Go, Role::Join, Role::Like, Role::Capture]
            .iter()
            .any(|role| token.has(*role))
    });
    let has_own = first_piece.is_some_and(|piece| verb.is_none_or(|verb| piece < verb));
    let (subject, place, after) = match (first_piece, has_own) {
        (Some(at), true) => (inside[at].piece()?, BoundBy::Sentence, at + 1),
        _ => (*topic.pieces.last()?, topic.known, 0),
    };
    let rest = &inside[after..];
    let id = &variant.kind(subject).id;
    let expression = match joined(rest, variant, subject) {
        Some(movement) => format!("same({id}, says \"{movement}\")"),
        None => described(rest, variant, subject)?.expression(id),
    };
    let first = part.start + if has_own { after - 1 } else { 0 };
    let last = (first..part.end)
        .rev()
        .find(|at| !tokens[*at].is_mark(",.;:!?"))?;
    Some(FactReading {
        range: tokens[first].range.start..tokens[last].range.end,
        kind: ProposalKind::Truth,
        rank: None,
        none: None,
        offers: vec![Offer {
            expression,
            bound_by: (first..=last)
                .filter(|at| !tokens[*at].is_filler())
                .take(12)
                .collect(),
            place,
        }],
    })
}

/// Reads what joins other pieces' movements, or does what another does.
fn joined(rest: &[ProseToken], variant: &Variant, subject: KindId) -> Option<String> {
    let joins = rest.iter().position(|token| {
        token.has(Role::Join)
            || token.has(Role::Like)
            || token.word == "those"
            || token.word == "does what"
            || token.word == "what"
    })?;
    // What stands before the joining word only says that something moves.
    let is_quiet = |token: &ProseToken| {
        let parts = [Role::Filler, Role::Go, Role::Have, Role::Plain, Role::Join];
        token.number().is_none()
            && (parts.iter().any(|role| token.has(*role)) || token.word == "does")
    };
    if !rest[..joins].iter().all(is_quiet) {
        return None;
    }
    let names: Vec<usize> = (joins..rest.len())
        .filter(|at| {
            rest[*at].piece().is_some_and(|kind| kind != subject)
                || known(&rest[*at].word).is_some()
        })
        .collect();
    let (first, last) = (*names.first()?, *names.last()?);
    let is_joint = |token: &ProseToken| {
        token.is_mark(",+")
            || ["and", "or", "a", "the", "like"].contains(&token.word.as_str())
            || token.is_filler()
    };
    let is_list = (first..=last).all(|at| names.contains(&at) || is_joint(&rest[at]));
    let is_lead = rest[joins..first].iter().all(|token| {
        is_quiet(token)
            || token.has(Role::Like)
            || token.has(Role::Of)
            || token.word == "what"
            || token.word == "those"
            || token.has(Role::Move)
    });
    let is_end = rest[last + 1..]
        .iter()
        .all(|token| matches!(token.what, ProseTokenKind::Mark(_)) || is_quiet(token));
    let is_one = names.len() == 1 && rest[joins].has(Role::Like);
    if !(is_list && is_lead && is_end && (names.len() > 1 || is_one)) {
        return None;
    }
    let name = |at: &usize| match rest[*at].piece() {
        Some(kind) => variant.kind(kind).id.clone(),
        None => known(&rest[*at].word).unwrap_or_default().to_string(),
    };
    Some(names.iter().map(name).collect::<Vec<_>>().join("; "))
}

/// A part of a movement, as the words give it.
#[derive(Clone, Debug, Default)]
struct SaidComponent {
    length: Option<SaidLength>,
    directions: Vec<&'static str>,
    is_leap: bool,
    mode: Option<SaidMode>,
    is_first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SaidLength {
    One,
    Any,
    UpTo(u64),
    /// To exactly this cell, over whatever stands before it.
    Leap(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SaidMode {
    Move,
    Capture,
}

/// A movement, or its moves without capture alone, or its captures.
struct SaidMovement {
    text: String,
    /// The mode, if the sentence speaks of that alone.
    only: Option<SaidMode>,
}

impl SaidMovement {
    /// Writes that a piece moves so.
    fn expression(&self, id: &str) -> String {
        let text = &self.text;
        let of =
            |name: &str| format!("all c in cells: {name}({id}, c) = {name}(says \"{text}\", c)");
        match self.only {
            None => format!("same({id}, says \"{text}\")"),
            Some(SaidMode::Move) => of("moves"),
            Some(SaidMode::Capture) => of("attacks"),
        }
    }
}

/// Reads how a piece moves, in words of directions and distances.
fn described(rest: &[ProseToken], variant: &Variant, subject: KindId) -> Option<SaidMovement> {
    let mut components: Vec<SaidComponent> = vec![SaidComponent::default()];
    let mut mode: Option<SaidMode> = None;
    let mut unread = 0;
    let (mut goes, mut excepts) = (false, false);
    for (at, token) in rest.iter().enumerate() {
        let current = components.len() - 1;
        let has = |role: Role| token.has(role);
        let begins_next = |components: &Vec<SaidComponent>| {
            let last = &components[components.len() - 1];
            !last.directions.is_empty() || last.is_leap
        };
        if has(Role::Capture) {
            mode = Some(SaidMode::Capture);
            components
                .iter_mut()
                .filter(|part| part.mode.is_none())
                .for_each(|part| part.mode = Some(SaidMode::Move));
            if components[current].directions.is_empty() && !components[current].is_leap {
                components[current] = SaidComponent::default();
            } else {
                components.push(SaidComponent::default());
            }
            let last = components.len() - 1;
            components[last].mode = mode;
            goes = true;
        } else if has(Role::MoveOnly) {
            components[current].mode = Some(SaidMode::Move);
        } else if has(Role::KnightLeap) {
            components[current].is_leap = true;
        } else if has(Role::FirstMove) {
            components[current].is_first = true;
        } else if let Some(directions) = directions_of(rest, at) {
            for direction in directions {
                match excepts {
                    true => leave_out(&mut components[current].directions, direction),
                    false => components[current].directions.push(direction),
                }
            }
        } else if has(Role::Adjacent) {
            components[current].length = Some(SaidLength::One);
            components[current]
                .directions
                .extend(["orthogonal", "diagonal"]);
        } else if token.word == "except" {
            excepts = true;
        } else if has(Role::AnyNumber) {
            if begins_next(&components) && components[current].length.is_some() {
                components.push(SaidComponent {
                    mode,
                    ..SaidComponent::default()
                });
            }
            let last = components.len() - 1;
            components[last].length = Some(SaidLength::Any);
        } else if token.number().is_some() && at > 0 && rest[at - 1].word == "the" {
            // "on the two squares ahead": not how far.
        } else if let Some(number) = token.number() {
            if components[current]
                .length
                .is_some_and(|length| length != SaidLength::Any)
                && begins_next(&components)
            {
                let directions = match rest[at + 1..].iter().any(is_direction) {
                    true => Vec::new(),
                    false => components[current].directions.clone(),
                };
                components.push(SaidComponent {
                    mode,
                    directions,
                    ..SaidComponent::default()
                });
            }
            let last = components.len() - 1;
            let leaps = rest[..at].iter().rev().find(|token| token.has(Role::Go));
            let leaps = leaps
                .is_some_and(|verb| verb.word.starts_with("leap") || verb.word.starts_with("jump"));
            let length = match number {
                1 => SaidLength::One,
                more if leaps => SaidLength::Leap(more),
                more => SaidLength::UpTo(more),
            };
            if components[last].length != Some(SaidLength::Any) {
                components[last].length = Some(length);
            }
        } else if has(Role::Go) {
            goes = true;
            if token.word.starts_with("advance") && !rest[at + 1..].iter().take(4).any(is_direction)
            {
                components[current]
                    .directions
                    .push("forward along orthogonal");
            }
            if ["runs", "run", "slides", "slide", "glides", "rides"].contains(&token.word.as_str())
                && components[current].length.is_none()
            {
                components[current].length = Some(SaidLength::Any);
            }
            if ["step", "steps"].contains(&token.word.as_str())
                && components[current].length.is_none()
            {
                components[current].length = Some(SaidLength::One);
            }
        } else if !(token.is_filler()
            || has(Role::Plain)
            || has(Role::Cell)
            || has(Role::AtMost)
            || has(Role::Reach)
            || token.is_mark(","))
        {
            unread += 1;
        }
    }
    components.retain(|part| !part.directions.is_empty() || part.is_leap);
    // A piece that only goes forward captures forward too: "one step forward, takes diagonally".
    let (takes, goes_on): (Vec<&mut SaidComponent>, Vec<&mut SaidComponent>) = components
        .iter_mut()
        .partition(|part| part.mode == Some(SaidMode::Capture));
    let is_forward = |part: &&mut SaidComponent| {
        part.directions
            .iter()
            .all(|direction| direction.starts_with("forward"))
    };
    if !goes_on.is_empty() && goes_on.iter().all(is_forward) {
        for direction in takes.into_iter().flat_map(|part| &mut part.directions) {
            if *direction == "diagonal" {
                *direction = "forward along diagonal";
            }
        }
    }
    if components.is_empty()
        || unread > 0
        || !goes && components.len() == 1 && components[0].length.is_none()
    {
        return None;
    }
    // A length said once is that of all parts.
    let length = components.iter().find_map(|part| part.length);
    let own = variant.kind(subject).movement.source_text().to_string();
    let texts: Vec<String> = components
        .iter()
        .map(|part| part.text(length, &own))
        .collect::<Option<_>>()?;
    let first = components[0].mode;
    Some(SaidMovement {
        text: texts.join("; "),
        only: first.filter(|_| components.iter().all(|part| part.mode == first)),
    })
}

/// Takes a direction out of some.
fn leave_out(directions: &mut Vec<&'static str>, direction: &str) {
    let rest: &[&'static str] = match direction {
        "backward along diagonal" => &["forward along diagonal"],
        "forward along diagonal" => &["backward along diagonal"],
        "backward along orthogonal" => &["forward along orthogonal", "sideways along orthogonal"],
        "sideways along orthogonal" => &["forward along orthogonal", "backward along orthogonal"],
        "forward along orthogonal" => &["backward along orthogonal", "sideways along orthogonal"],
        _ => &[],
    };
    let class = direction.rsplit(' ').next().unwrap_or(direction);
    directions.retain(|known| *known != class && *known != direction);
    directions.extend(rest);
}

fn is_direction(token: &ProseToken) -> bool {
    [
        Role::Orthogonal,
        Role::Diagonal,
        Role::AllWays,
        Role::Forward,
        Role::Backward,
        Role::Sideways,
    ]
    .iter()
    .any(|role| token.has(*role))
}

/// Returns the directions that the words at a place name; none for a word that belongs to the one before.
fn directions_of(rest: &[ProseToken], at: usize) -> Option<Vec<&'static str>> {
    let token = &rest[at];
    let next = rest.get(at + 1);
    let is_next = |role: Role| next.is_some_and(|next| next.has(role));
    let is_before = |role: Role| at > 0 && rest[at - 1].has(role);
    let found = if token.has(Role::AllWays) {
        vec!["orthogonal", "diagonal"]
    } else if token.has(Role::Diagonal) {
        if is_next(Role::Forward) || is_before(Role::Forward) {
            vec!["forward along diagonal"]
        } else if is_next(Role::Backward) || is_before(Role::Backward) {
            vec!["backward along diagonal"]
        } else {
            vec!["diagonal"]
        }
    } else if token.has(Role::Orthogonal) {
        vec!["orthogonal"]
    } else if token.has(Role::Forward) || token.has(Role::Backward) || token.has(Role::Sideways) {
        if is_next(Role::Diagonal) || is_before(Role::Diagonal) {
            return Some(Vec::new());
        }
        vec![if token.has(Role::Forward) {
            "forward along orthogonal"
        } else if token.has(Role::Backward) {
            "backward along orthogonal"
        } else {
            "sideways along orthogonal"
        }]
    } else {
        return None;
    };
    Some(found)
}

impl SaidComponent {
    /// Writes it in the language of movements. A capture includes captures en passant if the piece's own movement
    /// has them: prose describes those in a section of their own.
    fn text(&self, length: Option<SaidLength>, own: &str) -> Option<String> {
        let mode = match self.mode {
            None => "",
            Some(SaidMode::Move) => " only to move",
            Some(SaidMode::Capture) if own.contains("also en passant") => {
                " only to capture also en passant"
            }
            Some(SaidMode::Capture) => " only to capture",
        };
        let first = if self.is_first { " first move" } else { "" };
        if self.is_leap {
            return Some(format!("step (1,2){mode}"));
        }
        let one = |direction: &&str| {
            Some(match self.length.or(length)? {
                SaidLength::One => format!("step {direction}{mode}{first}"),
                SaidLength::Any => format!("slide {direction}{mode}{first}"),
                SaidLength::Leap(far) => match *direction {
                    "diagonal" => format!("step ({far},{far}){mode}{first}"),
                    "orthogonal" => format!("step (0,{far}){mode}{first}"),
                    _ => return None,
                },
                SaidLength::UpTo(most) => format!("slide {direction} up to {most}{mode}{first}"),
            })
        };
        let texts: Vec<String> = self.directions.iter().map(one).collect::<Option<_>>()?;
        Some(texts.join("; "))
    }
}
