//! Movements in words of directions and distances: "one square straight ahead, or two from where it began".
//! Knows no other piece.

use super::said::{SaidMode, SaidMovement};
use crate::propose::role::{DIRECTIONS, Role};
use crate::propose::token::ProseToken;
use padma_rules::model::{KindId, Variant};
use padma_rules::movement::{has_first_move, takes_en_passant};

/// A part of a movement, as the words give it.
#[derive(Clone, Debug, Default)]
struct SaidComponent {
    length: Option<SaidLength>,
    directions: Vec<&'static str>,
    is_leap: bool,
    /// How many steps it goes on outward after the first.
    outward: Option<u64>,
    mode: Option<SaidMode>,
    is_first: bool,
    /// Whether it goes over what stands before it.
    goes_over: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SaidLength {
    One,
    Any,
    UpTo(u64),
    /// To exactly this cell, over whatever stands before it.
    Leap(u64),
    /// Exactly so far, over empty cells.
    Exactly(u64),
}

/// How many steps one by one are written.
const MOST_STEPS: u64 = 4;

impl SaidComponent {
    /// Whether the words name a way to go, so that others begin the next part.
    fn is_named(&self) -> bool {
        !self.directions.is_empty() || self.is_leap
    }
}

/// Whether a word has a part in the description of a movement, or none at all.
pub(super) fn is_read(token: &ProseToken) -> bool {
    let parts = [
        Role::Filler,
        Role::It,
        Role::Plain,
        Role::Cell,
        Role::AtMost,
        Role::Reach,
        Role::Capture,
        Role::MoveOnly,
        Role::KnightLeap,
        Role::FirstMove,
        Role::Over,
        Role::Single,
        Role::Adjacent,
        Role::AnyNumber,
        Role::Go,
        Role::Then,
        Role::Outward,
        Role::Clause,
    ];
    parts.iter().any(|role| token.has(*role))
        || is_direction(token)
        || token.number().is_some()
        || token.ordinal() == Some(2)
        || token.is_mark(",")
}

/// Whether words say that a piece goes one cell at a time.
pub(super) fn is_one_step(words: &[&ProseToken]) -> bool {
    let mut numbers = words.iter().filter_map(|token| token.number());
    numbers.next() == Some(1)
        && words.iter().all(|token| is_read(token))
        && !words.iter().any(|token| is_direction(token))
}

/// Reads how a piece moves.
pub(super) fn described(
    words: &[&ProseToken],
    variant: &Variant,
    subject: KindId,
) -> Option<SaidMovement> {
    if !words
        .iter()
        .all(|token| is_read(token) || token.has(Role::Except))
    {
        return None;
    }
    let mut reader = ComponentReader::default();
    for at in 0..words.len() {
        reader.read(words, at);
    }
    let mut components = reader.components;
    components.retain(SaidComponent::is_named);
    take_forward(&mut components);
    let is_bare = components.len() == 1 && components[0].length.is_none();
    if components.is_empty() || !reader.goes && is_bare {
        return None;
    }
    // A length said once is that of all parts.
    let length = components.iter().find_map(|part| part.length);
    let movement = &variant.kind(subject).movement;
    let passes = takes_en_passant(movement);
    let texts = components.iter().map(|part| part.text(length, passes));
    let texts: Vec<String> = texts.collect::<Option<_>>()?;
    let first = components[0].mode;
    Some(SaidMovement {
        text: texts.join("; "),
        only: first.filter(|_| components.iter().all(|part| part.mode == first)),
        omits_first: has_first_move(movement) && !components.iter().any(|part| part.is_first),
    })
}

/// A piece that only goes forward captures forward too: "one step forward, takes diagonally".
fn take_forward(components: &mut [SaidComponent]) {
    let (takes, goes): (Vec<&mut SaidComponent>, Vec<&mut SaidComponent>) = components
        .iter_mut()
        .partition(|part| part.mode == Some(SaidMode::Capture));
    let mut directions = goes.iter().flat_map(|part| &part.directions);
    if goes.is_empty() || !directions.all(|direction| direction.starts_with("forward")) {
        return;
    }
    for direction in takes.into_iter().flat_map(|part| &mut part.directions) {
        if *direction == "diagonal" {
            *direction = "forward along diagonal";
        }
    }
}

/// Reads the words of a movement in order.
struct ComponentReader {
    /// The last is being read.
    components: Vec<SaidComponent>,
    mode: Option<SaidMode>,
    /// Whether a word says that something moves.
    goes: bool,
    excepts: bool,
    /// Whether the next part is the first move.
    is_next_first: bool,
}

impl Default for ComponentReader {
    fn default() -> ComponentReader {
        ComponentReader {
            components: vec![SaidComponent::default()],
            mode: None,
            goes: false,
            excepts: false,
            is_next_first: false,
        }
    }
}

impl ComponentReader {
    fn last(&mut self) -> &mut SaidComponent {
        if self.components.is_empty() {
            self.begin(Vec::new());
        }
        let last = self.components.len() - 1;
        &mut self.components[last]
    }

    fn begin(&mut self, directions: Vec<&'static str>) {
        self.components.push(SaidComponent {
            mode: self.mode,
            directions,
            ..SaidComponent::default()
        });
    }

    fn read(&mut self, words: &[&ProseToken], at: usize) {
        let token = words[at];
        let has = |role: Role| token.has(role);
        // "diagonally in any direction": along all diagonals.
        if has(Role::AllWays) && !self.excepts && !self.last().directions.is_empty() {
            return;
        }
        if has(Role::Capture) && !goes_by(words, at) {
            return self.capture();
        }
        if has(Role::MoveOnly) {
            self.last().mode = Some(SaidMode::Move);
        } else if has(Role::KnightLeap) {
            self.last().is_leap = true;
        } else if has(Role::FirstMove) {
            // "one square, on its first move two": what follows is the first move.
            let mut rest = words[at + 1..].iter();
            let mut rest = rest.by_ref().take_while(|next| !next.has(Role::Capture));
            self.is_next_first = self.last().is_named() && rest.any(|next| next.number().is_some());
            self.last().is_first = !self.is_next_first;
        } else if has(Role::Over) {
            self.last().goes_over = true;
        } else if let Some(directions) = directions_of(words, at) {
            self.head(words, at, directions);
        } else if has(Role::Adjacent) {
            let last = self.last();
            last.length = Some(SaidLength::One);
            last.directions.extend(["orthogonal", "diagonal"]);
        } else if has(Role::Except) {
            self.excepts = true;
        } else if has(Role::AnyNumber) {
            if self.last().is_named() && self.last().length.is_some() {
                self.begin(Vec::new());
            }
            self.last().length = Some(SaidLength::Any);
        } else if has(Role::Single) {
            self.measure(words, at, 1);
        } else if is_listed(words, at) {
            // "one, two or three": the last is the most.
        } else if let Some(number) = token.number().or(token.ordinal()) {
            let counts_others = at > 0 && words[at - 1].word == "the" && token.number().is_some();
            // "on the two squares ahead": not how far.
            if !counts_others {
                self.measure(words, at, number);
            }
        } else if has(Role::Go) || has(Role::Capture) {
            self.go(words, at);
        }
    }

    /// Reads a word that says that it captures: what was said before is how it moves else.
    fn capture(&mut self) {
        self.mode = Some(SaidMode::Capture);
        let others = self
            .components
            .iter_mut()
            .filter(|part| part.mode.is_none());
        others.for_each(|part| part.mode = Some(SaidMode::Move));
        if !self.last().is_named() {
            self.components.pop();
        }
        self.begin(Vec::new());
        self.goes = true;
    }

    /// Reads directions. After "then" they lead on from the first step: "one square straight and then one diagonally".
    fn head(&mut self, words: &[&ProseToken], at: usize, directions: Vec<&'static str>) {
        let turns = words[..at]
            .iter()
            .rev()
            .take(4)
            .any(|token| token.has(Role::Then));
        let excepts = self.excepts;
        let last = self.last();
        let leads_on = turns && last.directions == ["orthogonal"] && directions == ["diagonal"];
        if leads_on {
            last.outward.get_or_insert(1);
            return;
        }
        for direction in directions {
            match excepts {
                true => leave_out(&mut last.directions, direction),
                false => last.directions.push(direction),
            }
        }
    }

    /// Reads how far it goes.
    fn measure(&mut self, words: &[&ProseToken], at: usize, number: u64) {
        let turns = at > 0
            && words[..at]
                .iter()
                .rev()
                .take(2)
                .any(|token| token.has(Role::Then));
        if turns && self.last().directions == ["orthogonal"] {
            self.last().outward = Some(number);
            return;
        }
        let last = self.last();
        if last.length.is_some_and(|length| length != SaidLength::Any) && last.is_named() {
            let rest = words[at + 1..].iter();
            let mut own =
                rest.take_while(|next| next.number().is_none() && !next.has(Role::Capture));
            let is_turned = own.any(|token| is_direction(token));
            let directions = match is_turned {
                true => Vec::new(),
                false => last.directions.clone(),
            };
            self.begin(directions);
        }
        let verbs = [Role::Go, Role::Reach];
        let is_verb = |token: &&&ProseToken| verbs.iter().any(|role| token.has(*role));
        let leaps = words[..at].iter().rev().find(is_verb);
        let length = match number {
            1 => SaidLength::One,
            more if leaps.is_some_and(|verb| verb.has(Role::Leap)) => SaidLength::Leap(more),
            more if at > 0 && words[at - 1].has(Role::Exactly) => SaidLength::Exactly(more),
            more => SaidLength::UpTo(more),
        };
        let is_first = std::mem::take(&mut self.is_next_first);
        let last = self.last();
        last.is_first |= is_first;
        if last.length != Some(SaidLength::Any) {
            last.length = Some(length);
        }
    }

    fn go(&mut self, words: &[&ProseToken], at: usize) {
        let token = words[at];
        self.goes = true;
        let is_led = words[at + 1..]
            .iter()
            .take(4)
            .any(|token| is_direction(token));
        let last = self.last();
        if token.has(Role::Advance) && !is_led {
            last.directions.push("forward along orthogonal");
        }
        if token.has(Role::Slide) && last.length.is_none() {
            last.length = Some(SaidLength::Any);
        }
        if token.has(Role::Step) && last.length.is_none() {
            last.length = Some(SaidLength::One);
        }
    }
}

/// Whether a number is followed by another in a list.
fn is_listed(words: &[&ProseToken], at: usize) -> bool {
    let mut rest = words[at + 1..].iter();
    let next = rest.find(|next| !next.is_mark(",") && !next.has(Role::Clause));
    words[at].number().is_some() && next.is_some_and(|next| next.number().is_some())
}

/// Whether a word for captures only says that a piece moves: "takes one step".
fn goes_by(words: &[&ProseToken], at: usize) -> bool {
    let is_bare = |token: &&&ProseToken| token.is_filler() || token.has(Role::Single);
    let mut rest = words[at + 1..].iter().filter(|token| !is_bare(token));
    let first = rest.next();
    let second = first
        .filter(|first| first.number().is_some())
        .and_then(|_| rest.next());
    second.or(first).is_some_and(|next| next.has(Role::Step))
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

pub(super) fn is_direction(token: &ProseToken) -> bool {
    DIRECTIONS.iter().any(|role| token.has(*role))
}

/// Returns the directions that the words at a place name; none for a word that belongs to the one before.
fn directions_of(words: &[&ProseToken], at: usize) -> Option<Vec<&'static str>> {
    let token = words[at];
    let next = words.get(at + 1);
    let is_beside =
        |role: Role| next.is_some_and(|next| next.has(role)) || at > 0 && words[at - 1].has(role);
    if token.has(Role::AllWays) {
        return Some(vec!["orthogonal", "diagonal"]);
    }
    let headings = [
        (
            Role::Forward,
            ["forward along orthogonal", "forward along diagonal"],
        ),
        (
            Role::Backward,
            ["backward along orthogonal", "backward along diagonal"],
        ),
        (
            Role::Sideways,
            ["sideways along orthogonal", "sideways along diagonal"],
        ),
    ];
    if token.has(Role::Diagonal) {
        let heading = headings.iter().find(|(role, _)| is_beside(*role));
        return Some(vec![
            heading.map_or("diagonal", |(_, [_, diagonal])| diagonal),
        ]);
    }
    if token.has(Role::Orthogonal) {
        return Some(vec!["orthogonal"]);
    }
    let (_, [straight, _]) = headings.iter().find(|(role, _)| token.has(*role))?;
    // "diagonally forward" is read at the first of the two words.
    Some(if is_beside(Role::Diagonal) {
        Vec::new()
    } else {
        vec![straight]
    })
}

impl SaidComponent {
    /// Writes it in the language of movements. A capture includes captures en passant if the piece's own movement
    /// has them: prose describes those in a section of their own.
    fn text(&self, length: Option<SaidLength>, passes: bool) -> Option<String> {
        let mode = match self.mode {
            None => "",
            Some(SaidMode::Move) => " only to move",
            Some(SaidMode::Capture) if passes => " only to capture also en passant",
            Some(SaidMode::Capture) => " only to capture",
        };
        let first = if self.is_first { " first move" } else { "" };
        if self.is_leap {
            return Some(format!("step (1,2){mode}"));
        }
        if let Some(steps) = self.outward.filter(|_| self.goes_over) {
            let far = steps.checked_add(1)?;
            return Some(format!("step ({steps},{far}){mode}"));
        }
        if let Some(steps) = self.outward {
            let on = match steps {
                1 => "",
                2 => " then step onward",
                _ => return None,
            };
            return Some(format!(
                "step orthogonal then step outward along diagonal{on}{mode}"
            ));
        }
        let one = |direction: &&str| {
            Some(match self.length.or(length)? {
                SaidLength::One => format!("step {direction}{mode}{first}"),
                SaidLength::Any => format!("slide {direction}{mode}{first}"),
                SaidLength::Leap(far) => format!("leap {far} {direction}{mode}{first}"),
                SaidLength::Exactly(far) if !self.goes_over && far <= MOST_STEPS => {
                    let on = " then step onward".repeat((far as usize).saturating_sub(1));
                    format!("step {direction}{on}{mode}{first}")
                }
                SaidLength::UpTo(far) | SaidLength::Exactly(far) if self.goes_over => {
                    format!("leap {far} {direction}{mode}{first}")
                }
                SaidLength::Exactly(_) => return None,
                SaidLength::UpTo(most) => format!("slide {direction} up to {most}{mode}{first}"),
            })
        };
        let texts: Vec<String> = self.directions.iter().map(one).collect::<Option<_>>()?;
        Some(texts.join("; "))
    }
}
