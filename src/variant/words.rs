//! Writes names, cells and directions in English.

use super::subject::{Statement, Subject, Topic};
use padma_expr::movement::class_phrase;
use padma_rules::model::{
    Board, Cell, CellKind, Dir, INCIDENT, KindId, Side, Sided, SidedDirs, Variant,
};
use padma_text::english::{capitalise, join_list, number_in_words, with_article};

/// Returns a statement if there is a text.
pub fn statement(topic: Topic, text: Option<String>) -> Vec<Statement> {
    text.map(|text| Statement {
        topic,
        text: capitalise(&text),
    })
    .into_iter()
    .collect()
}

/// Returns a name for use in a sentence, in quotes if it contains a comma.
pub fn called(name: &str) -> String {
    if name.contains(',') {
        format!("“{name}”")
    } else {
        name.to_string()
    }
}

/// Writes a name with its article: "A Rook".
pub(crate) fn with_indefinite_article(name: &str) -> String {
    let article = with_article(name);
    let article = article.split(' ').next().unwrap_or("a");
    format!("{article} {}", called(name))
}

/// Writes alternatives: "A Rook, a Knight or a Bishop".
pub(crate) fn any_of(variant: &Variant, kinds: &[KindId]) -> String {
    let names: Vec<String> = kinds
        .iter()
        .map(|id| with_indefinite_article(&variant.kind(*id).name))
        .collect();
    join_list(&names, "or")
}

/// The lines of a board of petals that have letters for names, and where they run.
pub const NAMED_LINES: [(&str, &str); 5] = [
    (
        "X",
        "left and right, through sides of cells: hexagon, square, hexagon",
    ),
    (
        "Z",
        "up and down at a slant, either way, through sides of hexagons and squares",
    ),
    (
        "Y",
        "straight up and down, through corners of hexagons and sides of squares: hexagon, triangle, square, triangle, hexagon",
    ),
    (
        "VW",
        "up and down at a slant, either way, through corners of hexagons and sides of squares",
    ),
    (
        "X+",
        "as X does, and on to an extra cell at the edge, where the board has one",
    ),
];

/// Writes how far a piece at most goes, if there is a limit: ", at most two steps away".
pub(crate) fn within(range: Option<u16>) -> String {
    let steps = |range: u16| {
        let plural = if range == 1 { "" } else { "s" };
        format!(", at most {} step{plural} away", number_in_words(range))
    };
    range.map_or_else(String::new, steps)
}

/// Writes the lines of some directions: "orthogonally or diagonally", "along X and Z".
pub(crate) fn along(board: &Board, dirs: &SidedDirs) -> String {
    let (mut plain, mut named) = (Vec::new(), Vec::new());
    for class in classes(board, dirs) {
        match class.as_str() {
            // Hexagons touch at sides alone.
            "contiguous" if board.class("orthogonal") == board.class("contiguous") => {
                plain.push("orthogonally".to_string());
            }
            "contiguous"
                if board.class("triagonal").is_none() && board.class("orthogonal").is_some() =>
            {
                plain.extend(["orthogonally".to_string(), "diagonally".to_string()]);
            }
            "orthogonal" => plain.push("orthogonally".to_string()),
            "diagonal" => plain.push("diagonally".to_string()),
            "triagonal" => plain.push("triagonally".to_string()),
            "contiguous" => plain.push("in any direction".to_string()),
            other => match class_phrase(other) {
                Some(phrase) => plain.push(phrase),
                None => named.push(class),
            },
        }
    }
    if !named.is_empty() {
        plain.push(format!("along {}", join_list(&named, "and")));
    }
    join_list(&plain, "or")
}

/// Writes where the neighbours of a cell are: "next to it", "across a side of its cell".
pub(crate) fn near(subject: Subject<'_>, dirs: &SidedDirs, whose: Whose) -> String {
    let board = &subject.variant.board;
    let classes = classes(board, dirs);
    let cell = whose.cell();
    match classes.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["contiguous"] => format!("next to {cell}"),
        ["orthogonal"] => format!("orthogonally next to {cell}"),
        ["diagonal"] => format!("diagonally next to {cell}"),
        ["above"] => format!("just above {cell}"),
        ["below"] => format!("just below {cell}"),
        ["above", "below"] => format!("just above or below {cell}"),
        ["side"] => format!("across a side of {}", whose.place("cell")),
        ["corner"] => format!("across a corner of {}", whose.place("cell")),
        [INCIDENT] => match cell_kind(subject) {
            Some(CellKind::Point) => format!("on a square that touches {}", whose.place("point")),
            Some(CellKind::Square) => format!("on a corner of {}", whose.place("square")),
            _ => format!("on a square or point that touches {}", whose.place("cell")),
        },
        _ => {
            let ways = classes.iter().map(|class| class_words(class));
            let ways: Vec<String> = ways.collect();
            format!("one step away from {cell}, {}", join_list(&ways, "or"))
        }
    }
}

/// Writes the way that a class of directions leads: "diagonally", "along X".
fn class_words(class: &str) -> String {
    class_phrase(class).unwrap_or_else(|| format!("along {class}"))
}

/// The cell whose neighbours a sentence is about.
#[derive(Clone, Copy)]
pub(crate) enum Whose {
    /// The cell of the piece being described.
    Its,
    /// The cell of one of several pieces.
    OneOfThem,
    /// A cell mentioned before.
    That,
    /// A cell that travels.
    Travels,
}

impl Whose {
    fn cell(self) -> String {
        match self {
            Whose::Its => "it".to_string(),
            Whose::OneOfThem | Whose::That | Whose::Travels => self.place("cell"),
        }
    }

    fn place(self, kind: &str) -> String {
        match self {
            Whose::Its => format!("its {kind}"),
            Whose::OneOfThem => "one of them".to_string(),
            Whose::That => format!("that {kind}"),
            Whose::Travels => format!("a {kind} that travels"),
        }
    }
}

/// Writes which places are one step away from a cell of a ring: "on its corners".
pub(crate) fn around(board: &Board, ring: &[Cell], near: &[Dir]) -> String {
    let near = near.to_vec();
    let dirs = Sided {
        white: near.clone(),
        black: near,
    };
    let of_one_kind = |kind| ring.iter().all(|cell| board.info(*cell).kind == kind);
    if classes(board, &dirs) != [INCIDENT] {
        "next to it"
    } else if of_one_kind(CellKind::Square) {
        "on its corners"
    } else if of_one_kind(CellKind::Point) {
        "on the squares that touch it"
    } else {
        "on the cells that touch it"
    }
    .to_string()
}

/// Writes that the piece's cell has no neighbour but the cell mentioned before.
pub(crate) fn no_other_neighbour(subject: Subject<'_>, dirs: &SidedDirs) -> String {
    let touches = match cell_kind(subject) {
        Some(CellKind::Point) => Some(("point", "square")),
        Some(CellKind::Square) => Some(("square", "point")),
        _ => None,
    };
    match touches.filter(|_| classes(&subject.variant.board, dirs) == [INCIDENT]) {
        Some((own, other)) => format!("its {own} touches no other {other}"),
        None => "no other cell lies next to its own".to_string(),
    }
}

/// Returns what to call the cells that the piece may stand on: "square", or "cell" if there are
/// several kinds.
pub(crate) fn ground(subject: Subject<'_>) -> &'static str {
    cell_kind(subject).map_or("cell", CellKind::name)
}

/// Returns the kind of cell that the piece may stand on, if there is only one.
fn cell_kind(subject: Subject<'_>) -> Option<CellKind> {
    let cells = subject.variant.stands_on(subject.id, Side::White);
    let board = &subject.variant.board;
    board
        .kinds()
        .find(|kind| (cells - board.of_kind(*kind)).is_empty())
}

/// Returns the classes that make up some directions, the plainest names first.
fn classes(board: &Board, dirs: &SidedDirs) -> Vec<String> {
    const PLAIN: [&str; 7] = [
        "contiguous",
        "orthogonal",
        "diagonal",
        "triagonal",
        INCIDENT,
        "side",
        "corner",
    ];
    let others = board.classes().filter(|class| !PLAIN.contains(class));
    let mut left = dirs.white.clone();
    let mut names = Vec::new();
    for name in PLAIN.into_iter().chain(others) {
        let Some(class) = board.class(name) else {
            continue;
        };
        let all = board.class_for(class, &[], Side::White);
        let fits = !all.is_empty() && all.iter().all(|dir| dirs.white.contains(dir));
        if fits && all.iter().any(|dir| left.contains(dir)) {
            left.retain(|dir| !all.contains(dir));
            names.push(name.to_string());
        }
    }
    names.extend(left.iter().map(|dir| board.direction(*dir).name.clone()));
    names
}
