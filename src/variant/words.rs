//! Writes names, cells and directions in English.

use super::subject::{Statement, Subject, Topic};
use padma_expr::movement::class_phrase;
use padma_rules::model::{
    Board, Cell, CellKind, CellSet, Dir, INCIDENT, KindId, Rank, Side, Sided, SidedDirs, SidedSet,
    Variant,
};
use padma_text::english::{capitalise, join_list, number_in_words, ordinal, with_article};

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

/// Writes cells by side: "its last rank", "e2 (for Black e6)".
pub(crate) fn cells(board: &Board, set: &SidedSet) -> String {
    let own = own_ranks(board, set).unwrap_or_default();
    let rest = |side: Side| {
        own.iter().fold(*set.of(side), |rest, rank| {
            rest - cells_of_rank(board, *rank.of(side))
        })
    };
    let (white, black) = (rest(Side::White), rest(Side::Black));
    if white.is_empty() != black.is_empty() {
        return sided(board, *set.of(Side::White), *set.of(Side::Black), "or");
    }
    let mut parts = name_own_ranks(board, &own);
    if !(white.is_empty() && black.is_empty()) {
        parts.push(sided(board, white, black, "or"));
    }
    join_list(&parts, "or")
}

/// Writes a set that consists of whole ranks: "its first six ranks", "ranks 2 to 7".
pub(crate) fn whole_ranks(board: &Board, set: &SidedSet) -> Option<String> {
    let of_own = cells(board, set);
    if own_ranks(board, set).is_some_and(|own| !own.is_empty()) && !of_own.contains(" or ") {
        return Some(of_own.trim_start_matches("one of ").to_string());
    }
    let is_whole = |side: Side| {
        let parts = places(board, set.of(side));
        !parts.is_empty() && parts.iter().all(|part| part.starts_with("rank"))
    };
    (is_whole(Side::White) && is_whole(Side::Black))
        .then(|| sided(board, set.white, set.black, "and"))
}

/// Writes White's cells, and Black's only if they differ: "e2 (for Black e6)".
pub(crate) fn sided(board: &Board, white: CellSet, black: CellSet, last: &str) -> String {
    let [white, black] = [white, black].map(|set| list(board, &set, last));
    if white == black {
        white
    } else {
        format!("{white} (for Black {black})")
    }
}

/// A rank that each side counts from its own end: its number for each side.
type OwnRank = Sided<usize>;

/// Names ranks that each side counts from its own end: "its last rank", "one of its first six
/// ranks".
fn name_own_ranks(board: &Board, own: &[OwnRank]) -> Vec<String> {
    let last = board.ranks().last().map_or(0, |rank| rank.number);
    let numbers: Vec<usize> = own.iter().map(|rank| rank.white).collect();
    let in_row = numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let count = number_in_words(numbers.len() as u16);
    match numbers[..] {
        [1, _, ..] if in_row => return vec![format!("one of its first {count} ranks")],
        [_, .., end] if in_row && end == last => {
            return vec![format!("one of its last {count} ranks")];
        }
        _ => {}
    }
    let name = |number: &usize| match *number == last {
        true => "its last rank".to_string(),
        false => format!("its {} rank", ordinal(*number as u16)),
    };
    numbers.iter().map(name).collect()
}

/// Returns the cells of the ranks with this number, with or without primes.
fn cells_of_rank(board: &Board, number: usize) -> CellSet {
    board.cells_where(|info| info.rank.is_some_and(|rank| rank.number == number))
}

/// Returns the whole ranks of a set, if both sides have the same ones, each counted from its own
/// end.
fn own_ranks(board: &Board, set: &SidedSet) -> Option<Vec<OwnRank>> {
    const MOST: usize = 10;
    let numbers: Vec<usize> = board.ranks().iter().map(|rank| rank.number).collect();
    // If two ranks share a number, "the last rank" is ambiguous.
    if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let (first, last) = (*numbers.first()?, *numbers.last()?);
    let whole = |side: Side| {
        let cells = *set.of(side);
        numbers
            .iter()
            .copied()
            .filter(move |number| (cells_of_rank(board, *number) - cells).is_empty())
    };
    let (white, black): (Vec<usize>, Vec<usize>) =
        (whole(Side::White).collect(), whole(Side::Black).collect());
    let mirrored: Vec<usize> = white
        .iter()
        .rev()
        .map(|number| first + last - number)
        .collect();
    let has_name = |number: &usize| *number == last || first == 1 && *number <= MOST;
    if set.white == set.black || mirrored != black || !white.iter().all(has_name) {
        return None;
    }
    let own = |number: usize| Sided {
        white: number,
        black: first + last - number,
    };
    Some(white.into_iter().map(own).collect())
}

/// Writes cells as a list: whole ranks, then single cells, with runs of cells along a rank: "Rank
/// 8, z9 and i9".
pub fn list(board: &Board, set: &CellSet, last: &str) -> String {
    if *set == board.all() {
        return "any cell".to_string();
    }
    let mut parts = places(board, set);
    if parts.is_empty() {
        return "no cell".to_string();
    }
    if last == "or" {
        for part in parts.iter_mut().filter(|part| part.starts_with("ranks ")) {
            part.insert_str(0, "one of ");
        }
    }
    // "Rank 8 or 8', z9 or i9" would have to be read twice, so "or" repeats the word.
    let lone: Vec<usize> = (0..parts.len())
        .filter(|at| parts[*at].starts_with("rank "))
        .collect();
    if last != "or" && lone.len() > 1 {
        let ranks: Vec<String> = parts
            .drain(..lone.len())
            .map(|part| part.replacen("rank ", "", 1))
            .collect();
        parts.insert(0, format!("ranks {}", join_list(&ranks, last)));
    }
    join_list(&parts, last)
}

/// Returns the parts of a list of cells: "rank 8", "ranks 2 to 7", then single cells.
pub fn places(board: &Board, set: &CellSet) -> Vec<String> {
    let on = |rank: Rank| board.cells_where(|info| info.rank == Some(rank));
    let whole = |rank: &Rank| on(*rank).len() > 2 && (on(*rank) - *set).is_empty();
    let mut ranks = board.ranks();
    ranks.retain(whole);
    let rest = ranks.iter().fold(*set, |rest, rank| rest - on(*rank));
    let follows =
        |one: &Rank, next: &Rank| one.primes == next.primes && one.number + 1 == next.number;
    ranks.sort_by_key(|rank| (rank.primes, rank.number));
    let (mut lone, mut runs_of_ranks) = (Vec::new(), Vec::new());
    for run in ranks.chunk_by(follows) {
        match run {
            [first, .., last] if run.len() > 2 => {
                runs_of_ranks.push(format!("ranks {first} to {last}"));
            }
            few => lone.extend(few.iter().map(|rank| format!("rank {rank}"))),
        }
    }
    [lone, runs_of_ranks, runs(board, &rest)].concat()
}

/// Writes cells by name. Except on grids, a run of three or more is written by its first and last
/// cell.
fn runs(board: &Board, set: &CellSet) -> Vec<String> {
    let place = |cell| (board.info(cell).rank, board.info(cell).file);
    let cells: Vec<Cell> = set.iter().collect();
    let is_run = |one: &Cell, next: &Cell| match (place(*one), place(*next)) {
        ((Some(rank), Some(file)), (Some(other), Some(next))) => rank == other && next == file + 1,
        _ => false,
    };
    let mut by_rank = cells.clone();
    by_rank.sort_by_key(|cell| place(*cell));
    let name = |cell: &Cell| board.name(*cell).to_string();
    let runs: Vec<&[Cell]> = by_rank.chunk_by(is_run).collect();
    if !board.has_sheets() && runs.iter().any(|run| run.len() > 2) {
        return runs
            .iter()
            .flat_map(|run| match run {
                [first, .., last] if run.len() > 2 => {
                    vec![format!("{} to {}", name(first), name(last))]
                }
                few => few.iter().map(name).collect(),
            })
            .collect();
    }
    cells.iter().map(name).collect()
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
