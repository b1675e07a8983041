//! Reads a string as letters, atoms and brackets, without the meaning of the letters.
//!
//! ```text
//! string   = { move }
//! move     = simple | bracket
//! simple   = { mark } atom
//! mark     = small letter | "(" { mark } ")" [ number ]
//! atom     = ( capital [ "X" | "Y" ] | "(" number "," number ")" ) [ the same capital | number ]
//! bracket  = { mark } "[" leg { ( "-" | "?" ) leg } "]"
//! leg      = simple { simple }
//! ```

use std::ops::Range;

use super::complain::Complaints;
use super::dialect::{Atom, AtomShape, DialectTable, leaper};
use crate::movement::leg::Length;

/// The maximum length of a string, in bytes.
pub(super) const LONGEST: usize = 1024;
/// Maximum nesting depth of parentheses.
const MAX_DEPTH: usize = 8;
/// The maximum range, and the maximum coordinate of a leap: the largest board has no longer line.
pub(super) const FARTHEST: u16 = 31;

/// One move of a union: an atom with its letters, or legs in brackets.
pub(super) enum BetzaMove {
    Simple(Simple),
    Bracket(Bracket),
}

/// Small letters and the atom they belong to: `fcafmF`.
pub(super) struct Simple {
    pub marks: Vec<Modifier>,
    pub atom: Atom,
    /// The place of the atom with its range.
    pub atom_at: Range<usize>,
    pub at: Range<usize>,
}

/// A small letter, or a group of them in parentheses.
#[derive(Clone)]
pub(super) enum Modifier {
    Letter(char, usize),
    /// A group, repeated up to `most` times, or without limit.
    Group {
        marks: Vec<Modifier>,
        most: Option<u16>,
        at: Range<usize>,
    },
}

/// Legs in brackets: `fr[W?B]`.
pub(super) struct Bracket {
    /// The letters before the bracket.
    pub marks: Vec<Modifier>,
    /// Its legs, in order.
    pub parts: Vec<BracketPart>,
    pub at: Range<usize>,
}

/// A leg, in one or more forms.
pub(super) struct BracketPart {
    pub moves: Vec<Simple>,
    /// Whether the component may also end with this leg; ignored for the last leg.
    pub may_end: bool,
}

/// A small letter and its place.
pub(super) type PlacedLetter = (char, usize);

/// Reads as much of a string as it understands, as a union of moves; complains of the rest.
pub(super) fn read(
    text: &str,
    table: &'static DialectTable,
    complaints: &mut Complaints<'_>,
) -> Vec<BetzaMove> {
    if text.len() > LONGEST {
        complaints.too_large::<()>(
            0..text.len(),
            format!("this string is longer than {LONGEST} bytes"),
            "too long",
        );
        return Vec::new();
    }
    let mut reader = BetzaReader {
        text,
        at: 0,
        table,
        complaints,
    };
    let mut moves = Vec::new();
    while !reader.is_done() {
        moves.extend(reader.next());
    }
    moves
}

/// Reads a string character by character.
struct BetzaReader<'a, 'b> {
    text: &'a str,
    at: usize,
    table: &'static DialectTable,
    complaints: &'a mut Complaints<'b>,
}

impl BetzaReader<'_, '_> {
    /// Reads the next move; returns `None` after a complaint.
    fn next(&mut self) -> Option<BetzaMove> {
        let (start, errors) = (self.at, self.complaints.errors());
        let marks = self.marks(0);
        match self.peek() {
            Some('[') => self.bracket(marks, start).map(BetzaMove::Bracket),
            Some(c) if self.begins_atom(c) => self.simple(marks, start).map(BetzaMove::Simple),
            // `marks` has already complained of a letter, which may be a misspelt atom.
            _ if !marks.is_empty() && self.complaints.errors() > errors => None,
            other => self.report_missing_atom(other, &marks, start),
        }
    }

    fn report_missing_atom<T>(
        &mut self,
        found: Option<char>,
        marks: &[Modifier],
        start: usize,
    ) -> Option<T> {
        let place = self.next_place();
        if !marks.is_empty() {
            let letters = &self.text[start..place.start];
            let message = format!("there is no atom after `{letters}`");
            let last = letters.chars().last().map(|last| last.to_ascii_uppercase());
            let capital = last.filter(|last| self.meaning(*last).is_some());
            let capital = capital.map(|last| format!("{}{last}", &letters[..letters.len() - 1]));
            let help = capital.map(|capital| format!("did you mean `{capital}`?"));
            let label = "expected an atom such as `W` or `N` after this";
            return self
                .complaints
                .syntax(start..place.start, message, label, help);
        }
        self.at = place.end;
        match found {
            None => None,
            Some('-') => self.complaints.syntax(
                place,
                "`-` is outside brackets".into(),
                "legs are joined inside brackets: `[W-F]`",
                None,
            ),
            Some(c) if c.is_ascii_digit() => {
                let digits = place.start..place.end + self.digits().len();
                let message = format!(
                    "the number `{}` does not follow an atom",
                    &self.text[digits.clone()]
                );
                self.complaints
                    .syntax(digits, message, "expected an atom before it", None)
            }
            Some(c) => {
                let message = format!("`{}` has no meaning here", c.escape_debug());
                self.complaints
                    .syntax(place, message, "expected a letter, `(` or `[`", None)
            }
        }
    }

    fn bracket(&mut self, marks: Vec<Modifier>, start: usize) -> Option<Bracket> {
        let open = self.at;
        self.at += 1;
        let mut parts = vec![BracketPart {
            moves: Vec::new(),
            may_end: false,
        }];
        loop {
            match self.peek() {
                Some(']') => break,
                Some(joint @ ('-' | '?')) => {
                    self.require_leg(&parts);
                    if let Some(part) = parts.last_mut() {
                        part.may_end = joint == '?';
                    }
                    parts.push(BracketPart {
                        moves: Vec::new(),
                        may_end: false,
                    });
                    self.at += 1;
                }
                Some('[') => {
                    self.report_nested_bracket(self.next_place());
                    self.at += 1;
                }
                None => {
                    let message = "this bracket is not closed".into();
                    return self.complaints.syntax(
                        open..open + 1,
                        message,
                        "expected `]` at the end",
                        None,
                    );
                }
                Some(_) => match self.next() {
                    Some(BetzaMove::Simple(simple)) => parts.iter_mut().last()?.moves.push(simple),
                    Some(BetzaMove::Bracket(inner)) => self.report_nested_bracket(inner.at),
                    // `next` has already complained.
                    None => {}
                },
            }
        }
        self.require_leg(&parts);
        self.at += 1;
        let at = start..self.at;
        if let Err(reason) = self.table.legs {
            let message = format!("{} has no brackets", self.table.name);
            return self.complaints.syntax(open..self.at, message, reason, None);
        }
        self.report_number_after(&at);
        Some(Bracket { marks, parts, at })
    }

    fn report_nested_bracket(&mut self, at: Range<usize>) {
        let message = "a bracket cannot be inside a bracket".into();
        self.complaints
            .syntax::<()>(at, message, "expected an atom", None);
    }

    fn require_leg(&mut self, parts: &[BracketPart]) {
        if parts.last().is_some_and(|part| part.moves.is_empty()) {
            let place = self.next_place();
            self.complaints.syntax::<()>(
                place,
                "a leg is missing here".into(),
                "expected an atom",
                None,
            );
        }
    }

    fn report_number_after(&mut self, bracket: &Range<usize>) {
        let digits = self.digits();
        if !digits.is_empty() {
            self.complaints.unsettled::<()>(
                digits,
                "a number after a bracket has no agreed meaning".into(),
                "for the last leg or the whole bracket?",
                vec![
                    "for the last leg, write it after that leg's atom: `[F-R3]`".into(),
                    format!(
                        "for the whole bracket, write its legs out: `{}` as many times as it repeats",
                        &self.text[bracket.clone()]
                    ),
                ],
            );
        }
    }

    fn simple(&mut self, marks: Vec<Modifier>, start: usize) -> Option<Simple> {
        let from = self.at;
        let atom = self.atom()?;
        Some(Simple {
            marks,
            atom,
            atom_at: from..self.at,
            at: start..self.at,
        })
    }

    fn atom(&mut self) -> Option<Atom> {
        let start = self.at;
        let first = self.peek()?;
        let meaning = if first == '(' {
            self.coordinates()?
        } else {
            self.capital(first)?
        };
        let name = &self.text[start..self.at];
        let doubled = self.is_doubled(name);
        if doubled {
            self.at += 1;
        }
        let number = self.number()?;
        let place = start..self.at;
        if doubled && let Some(number) = number {
            let message = format!("`{name}{name}` has no limit, so it cannot have a range");
            let once = format!("write `{name}{number}` or `{name}{name}`");
            return self
                .complaints
                .syntax(place, message, "two ranges", Some(once));
        }
        match meaning {
            Atom::Leaps(shape, run) => self.leaps(shape, doubled, number, run, place),
            Atom::Anywhere if number.is_some() => self.complaints.syntax(
                place,
                "`U` goes anywhere and has no range".into(),
                "expected `U` alone",
                None,
            ),
            Atom::Anywhere => Some(Atom::Anywhere),
            Atom::Castling(_) => match number {
                Some(cells @ 1..) => Some(Atom::Castling(cells)),
                _ => {
                    let message = "`O` needs the number of cells that the king moves".into();
                    self.complaints.syntax(
                        place,
                        message,
                        "expected a number after it, as in `O2`",
                        None,
                    )
                }
            },
            Atom::Drop(usual) => match number {
                Some(0) => {
                    let message = "a drop needs at least one rank".into();
                    self.complaints
                        .syntax(place, message, "expected the number of ranks", None)
                }
                other => Some(Atom::Drop(other.unwrap_or(usual))),
            },
        }
    }

    /// Whether the same capital follows, so that the leap is repeated without limit. In `FFX` the
    /// second capital begins another atom.
    fn is_doubled(&self, name: &str) -> bool {
        let first = name.chars().next().and_then(|first| self.meaning(first));
        let repeats = matches!(first, Some(Atom::Leaps(..)));
        let next = self.text[self.at..].strip_prefix(name);
        repeats && name.len() == 1 && next.is_some_and(|next| !next.starts_with(['X', 'Y']))
    }

    fn leaps(
        &mut self,
        shape: AtomShape,
        doubled: bool,
        number: Option<u16>,
        run: Length,
        at: Range<usize>,
    ) -> Option<Atom> {
        let run = match number {
            _ if doubled => Length::Unlimited,
            None => run,
            Some(0) => Length::Unlimited,
            Some(steps) => Length::UpTo(steps),
        };
        if run != Length::ONCE && !self.table.rides.contain(shape) {
            let message = format!(
                "{} does not repeat the leap of `{}`",
                self.table.name,
                &self.text[at.clone()]
            );
            return self.complaints.syntax(
                at,
                message,
                "only those of `W`, `F`, `N`, `R`, `B`, `Q` and `K`",
                None,
            );
        }
        Some(Atom::Leaps(shape, run))
    }

    /// Reads a capital with its suffix, or `@`.
    fn capital(&mut self, letter: char) -> Option<Atom> {
        let start = self.at;
        self.at += 1;
        let atom = self.meaning(letter);
        if atom.is_some()
            && let Some(suffix @ ('X' | 'Y')) = self.peek()
        {
            self.at += 1;
            return self.suffixed_atom(&format!("{letter}{suffix}"), start..self.at);
        }
        if atom.is_none() {
            let message = format!("`{letter}` is not an atom of {}", self.table.name);
            let stranger = self
                .table
                .foreign_capitals
                .iter()
                .find(|(known, _)| *known == letter);
            let label = stranger.map_or("expected one of its atoms", |(_, reason)| reason);
            self.number();
            return self.complaints.syntax(
                start..start + 1,
                message,
                label,
                Some(self.known_atoms()),
            );
        }
        atom
    }

    fn suffixed_atom(&mut self, name: &str, at: Range<usize>) -> Option<Atom> {
        if let Some((_, (m, n))) = self.table.suffixed.iter().find(|(known, _)| *known == name) {
            return AtomShape::of(*m, *n).map(leaper);
        }
        if let Some((_, readings)) = self
            .table
            .unsettled_atoms
            .iter()
            .find(|(known, _)| *known == name)
        {
            let write = readings.map(|(m, n)| format!("`({m},{n})`")).join(" or ");
            let message = format!("`{name}` can mean either of two leaps");
            return self.complaints.unsettled(
                at,
                message,
                "the sources disagree",
                vec![format!("write {write}")],
            );
        }
        let stranger = self
            .table
            .foreign_capitals
            .iter()
            .find(|(known, _)| name.ends_with(*known));
        let label = match stranger {
            Some((_, reason)) if self.table.suffixed.is_empty() => (*reason).to_string(),
            _ => format!(
                "expected {}",
                self.table
                    .suffixed
                    .iter()
                    .map(|(known, _)| *known)
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        let message = format!("`{name}` is not an atom of {}", self.table.name);
        let written = "any leap can be written by its coordinates: `(4,1)`".to_string();
        self.complaints.syntax(
            at,
            message,
            &label,
            self.table.coordinates.ok().map(|()| written),
        )
    }

    /// Reads a leap written `(m,n)`.
    fn coordinates(&mut self) -> Option<Atom> {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.find(')').map_or(rest.len(), |close| close + 1);
        self.at += length;
        let at = start..self.at;
        let numbers: Vec<Option<u16>> = rest[..length]
            .trim_start_matches('(')
            .trim_end_matches(')')
            .split(',')
            .map(|n| n.parse().ok())
            .collect();
        let shape = match numbers[..] {
            [Some(m @ 0..=FARTHEST), Some(n @ 0..=FARTHEST)] if rest[..length].ends_with(')') => {
                AtomShape::of(m, n)
            }
            _ => None,
        };
        if let Err(reason) = self.table.coordinates {
            let message = format!("{} does not write leaps by coordinates", self.table.name);
            return self.complaints.syntax(at, message, reason, None);
        }
        if shape.is_none() {
            let label = format!("expected two numbers up to {FARTHEST}, not both 0: `(4,1)`");
            return self.complaints.syntax(
                at,
                "these are not the coordinates of a leap".into(),
                &label,
                None,
            );
        }
        shape.map(leaper)
    }

    /// Reads small letters and groups.
    fn marks(&mut self, depth: usize) -> Vec<Modifier> {
        let mut marks = Vec::new();
        while let Some(c) = self.peek() {
            match c {
                'a'..='z' => {
                    if self.table.modifiers.contains(c) {
                        marks.push(Modifier::Letter(c, self.at));
                    } else {
                        self.report_unknown_letter(c);
                    }
                    self.at += 1;
                }
                '(' if !self.begins_atom(c) => match self.group(depth) {
                    Some(group) => marks.push(group),
                    None => continue,
                },
                _ => break,
            }
        }
        marks
    }

    fn report_unknown_letter(&mut self, letter: char) {
        let reason = self
            .table
            .skipped
            .iter()
            .find(|(known, _)| known.contains(letter));
        let label = reason.map_or("expected a modifier or an atom", |(_, reason)| reason);
        let message = format!("`{letter}` is not a modifier of {}", self.table.name);
        self.complaints
            .syntax::<()>(self.next_place(), message, label, None);
    }

    fn group(&mut self, depth: usize) -> Option<Modifier> {
        let start = self.at;
        self.at += 1;
        if depth == MAX_DEPTH {
            self.at = self.text.len();
            let message = "parentheses are nested too deeply".into();
            return self
                .complaints
                .too_large(start..start + 1, message, "too deep");
        }
        let marks = self.marks(depth + 1);
        if self.peek() != Some(')') {
            let place = self.next_place();
            let message = "these parentheses may hold only small letters".into();
            let label = "expected small letters and `)`";
            let help =
                "parentheses repeat letters here: `(az)N`; the union `m(AB)` is written `mAmB`";
            let rest = &self.text[self.at..];
            self.at += rest.find(')').map_or(rest.len(), |close| close + 1);
            return self
                .complaints
                .syntax(place, message, label, Some(help.into()));
        }
        self.at += 1;
        let at = start..self.at;
        if let Err(reason) = self.table.legs {
            let message = format!("{} has no groups in parentheses", self.table.name);
            return self.complaints.syntax(at, message, reason, None);
        }
        let most = self.number()?;
        if marks.is_empty() || most == Some(0) {
            return self.complaints.syntax(
                at,
                "this group repeats nothing".into(),
                "expected letters and a number",
                None,
            );
        }
        Some(Modifier::Group {
            marks,
            most,
            at: start..self.at,
        })
    }

    /// Reads a number, if one follows: `Some(None)` without one, `None` if it is out of bounds.
    fn number(&mut self) -> Option<Option<u16>> {
        let place = self.digits();
        let digits = &self.text[place.clone()];
        if digits.is_empty() {
            return Some(None);
        }
        if digits.len() > self.table.digits && digits.len() <= 2 {
            let message = format!("{} reads only one digit of `{digits}`", self.table.name);
            return self.complaints.syntax(
                place,
                message,
                "expected one digit, or 0 for no limit",
                None,
            );
        }
        match digits.parse::<u16>() {
            Ok(number) if number <= FARTHEST => Some(Some(number)),
            _ => {
                let label = format!("expected at most {FARTHEST}, or 0 for no limit");
                self.complaints
                    .too_large(place, "this number is too large".into(), &label)
            }
        }
    }

    fn digits(&mut self) -> Range<usize> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at += length;
        self.at - length..self.at
    }

    fn meaning(&self, letter: char) -> Option<Atom> {
        self.table
            .atoms
            .iter()
            .flat_map(|atoms| atoms.iter())
            .find(|(known, _)| *known == letter)
            .map(|(_, meaning)| *meaning)
    }

    fn known_atoms(&self) -> String {
        let known = self.table.atoms.iter().flat_map(|atoms| atoms.iter());
        format!(
            "the atoms are {}",
            known
                .map(|(letter, _)| letter.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        )
    }

    /// Whether an atom begins with this character: a capital, a drop, or coordinates.
    fn begins_atom(&self, c: char) -> bool {
        let digit_follows =
            || self.text[self.at + 1..].starts_with(|next: char| next.is_ascii_digit());
        c.is_ascii_uppercase() || c == '@' || (c == '(' && digit_follows())
    }

    fn is_done(&self) -> bool {
        self.at >= self.text.len() || self.complaints.is_over()
    }

    fn peek(&self) -> Option<char> {
        if self.is_done() {
            None
        } else {
            self.text[self.at..].chars().next()
        }
    }

    /// Returns the place of the next character.
    fn next_place(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }
}
