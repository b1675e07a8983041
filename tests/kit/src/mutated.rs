//! Texts changed as a careless or hostile author would change them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What readers of texts stumble over: letters of several bytes, brackets and quotes that nothing closes, numbers that
/// no type holds, words that mean something elsewhere.
const INTRUDERS: &[&str] = &[
    "ü",
    "將",
    "א",
    "\u{301}",
    "\u{202e}",
    "\u{feff}",
    "\u{a0}",
    "\u{2009}",
    "\u{2028}",
    "\u{202f}",
    "\u{3000}",
    "\0",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "'",
    "′",
    "’",
    "\"",
    "\"\"\"",
    "`",
    "```",
    "````",
    "[",
    "]",
    "[[",
    "]]",
    "(",
    ")",
    "()",
    "{",
    "}",
    "{}",
    "<",
    ">",
    "|",
    "||",
    "\\",
    "\\\"",
    "#",
    "-",
    "--",
    "—",
    "+",
    "=",
    "!",
    "?",
    "*",
    "~~",
    ",",
    ";",
    ":",
    ".",
    "..",
    "/",
    "@",
    "&",
    "0",
    "-1",
    "1e400",
    "½",
    "99999999999999999999",
    " ",
    "  ",
    "a1",
    "e4",
    "z99",
    "white ",
    "not ",
    "all c: ",
    "on ",
    "where ",
    "source ",
    "unchecked ",
    "erratum ",
    "](claim:",
    "](<claim:",
    "[^",
    "<!--",
    "-->",
    "%PDF",
    "https://",
    "../",
    "1. ",
    "1... ",
];

/// White space of two and three bytes, as it comes into a text from other programs: no-break, thin, a line's end, narrow
/// no-break, ideographic.
pub const WIDE_SPACES: [char; 5] = ['\u{a0}', '\u{2009}', '\u{2028}', '\u{202f}', '\u{3000}'];

/// Some changes of a text, whatever it is.
#[derive(Clone, Debug)]
pub struct Mutation(Vec<Edit>);

#[derive(Clone, Debug)]
enum Edit {
    Put {
        at: Index,
        text: &'static str,
    },
    /// What stands there goes; with a length of 0 all that follows.
    Cut {
        at: Index,
        length: usize,
    },
    /// What stands there comes once more, elsewhere.
    Copy {
        from: Index,
        length: usize,
        to: Index,
    },
    Repeat {
        at: Index,
        text: &'static str,
        times: usize,
    },
    /// A blank becomes white space of several bytes.
    Widen {
        blank: Index,
        space: char,
    },
}

pub fn mutation() -> impl Strategy<Value = Mutation> {
    let at = any::<Index>;
    let text = || select(INTRUDERS);
    let edit = prop_oneof![
        4 => (at(), text()).prop_map(|(at, text)| Edit::Put { at, text }),
        3 => (at(), 1..12_usize).prop_map(|(at, length)| Edit::Cut { at, length }),
        1 => at().prop_map(|at| Edit::Cut { at, length: 0 }),
        2 => (at(), 1..60_usize, at()).prop_map(|(from, length, to)| Edit::Copy { from, length, to }),
        2 => (at(), select(&WIDE_SPACES[..])).prop_map(|(blank, space)| Edit::Widen { blank, space }),
        1 => (at(), text(), 2..200_usize).prop_map(|(at, text, times)| Edit::Repeat { at, text, times }),
    ];
    vec(edit, 1..5).prop_map(Mutation)
}

impl Mutation {
    pub fn of(&self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        for edit in &self.0 {
            let place = |index: &Index| index.index(letters.len() + 1);
            match edit {
                Edit::Put { at, text } => put(place(at), text.chars(), &mut letters),
                Edit::Repeat { at, text, times } => {
                    put(place(at), text.repeat(*times).chars(), &mut letters)
                }
                Edit::Widen { blank, space } => {
                    let blanks: Vec<usize> = (0..letters.len())
                        .filter(|at| letters[*at] == ' ')
                        .collect();
                    if !blanks.is_empty() {
                        letters[*blank.get(&blanks)] = *space;
                    }
                }
                Edit::Cut { at, length } => {
                    let (start, most) = (place(at), letters.len());
                    let end = if *length == 0 {
                        most
                    } else {
                        most.min(start + length)
                    };
                    letters.drain(start..end);
                }
                Edit::Copy { from, length, to } => {
                    let (start, to) = (place(from), place(to));
                    let copy: Vec<char> =
                        letters.iter().skip(start).take(*length).copied().collect();
                    put(to, copy.into_iter(), &mut letters);
                }
            }
        }
        letters.into_iter().collect()
    }
}

fn put(at: usize, new: impl Iterator<Item = char>, letters: &mut Vec<char>) {
    letters.splice(at..at, new);
}
