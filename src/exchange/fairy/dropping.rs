//! The conditions of drops as expressions, one row for each value of `enclosingDrop`: import writes
//! them, and export compares the conditions of a variant with them.

/// A value of `enclosingDrop`.
pub(crate) struct Enclosing {
    pub value: &'static str,
    /// The condition, by the numbers of files and ranks of the board.
    pub condition: fn(u16, u16) -> String,
    /// What it means.
    pub text: &'static str,
}

const OCCUPIED: &str = "(pieces(white) | pieces(black))";

pub(crate) static ENCLOSING: [Enclosing; 5] = [
    Enclosing {
        value: "reversi",
        condition: |_, _| {
            "(some e in pieces(mover) & slide(contiguous, to): between(to, e) != {} and between(to, e) in pieces(other))".to_string()
        },
        text: "It is dropped only where it and another piece of its side enclose enemies on a line.",
    },
    Enclosing {
        value: "ataxx",
        condition: |_, _| "neighbours(to) & pieces(mover) != {}".to_string(),
        text: "It is dropped only beside another piece of its side.",
    },
    Enclosing {
        value: "snort",
        condition: |_, _| "neighbours(to, orthogonal) & pieces(other) = {}".to_string(),
        text: "It is dropped only where no enemy stands beside it on its file or rank.",
    },
    Enclosing {
        value: "top",
        condition: |_, _| {
            format!(
                "(to in rank(1) or mover = white and step(s, to) & {OCCUPIED} != {{}} or mover = black and step(n, to) & {OCCUPIED} != {{}})"
            )
        },
        text: "It is dropped only on the lowest rank or above another piece.",
    },
    Enclosing {
        value: "anyside",
        condition: pushed_from_side,
        text: "It comes in from an edge and goes along the line until a piece stops it.",
    },
];

/// Returns the condition that a piece is pushed in from an edge, as the program has it: from the
/// left and from below as far as it can go, from the other edges only past pieces that fill the
/// line up to it.
fn pushed_from_side(files: u16, ranks: u16) -> String {
    let last = char::from(b'a' + (files - 1) as u8);
    let ways = |[n, e, s, w]: [&str; 4]| {
        let open = |edge: &str| format!("{edge} & {OCCUPIED} = {{}}");
        [
            format!("slide({w}, to) & {OCCUPIED} = {{}} and step({e}, to) in {OCCUPIED}"),
            format!("slide({s}, to) & {OCCUPIED} = {{}} and step({n}, to) in {OCCUPIED}"),
            format!(
                "slide({w}, to) in {OCCUPIED} and {}",
                open(&format!("rank(to) & file({last})"))
            ),
            format!(
                "slide({s}, to) in {OCCUPIED} and {}",
                open(&format!("file(to) & rank({ranks})"))
            ),
        ]
        .join(" or ")
    };
    let [white, black] = [["n", "e", "s", "w"], ["s", "w", "n", "e"]].map(ways);
    format!("(mover = white and ({white}) or mover = black and ({black}))")
}

/// Returns the condition under which pieces first fill the cells of a set, and are dropped under
/// another condition once they have.
pub(crate) fn after_start(first: &str, condition: &str) -> String {
    format!(
        "(not {first}(mover) in {OCCUPIED} and to in {first}(mover) or {first}(mover) in {OCCUPIED} and {condition})"
    )
}

/// Returns the condition that fewer than `most` pieces of a kind stand on a file.
pub(crate) fn not_doubled(id: &str, most: u16) -> String {
    match most {
        1 => format!("pieces({id}, mover) & file(to) = {{}}"),
        most => format!("count(pieces({id}, mover) & file(to)) < {most}"),
    }
}
