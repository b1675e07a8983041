//! Writes names, cells and directions in English.

use super::subject::{Statement, Subject, Topic};
use padma_expr::movement::{class_said, is_axis};
use padma_rules::model::{
    Board, Cell, CellKind, Dir, INCIDENT, KindId, Side, Sided, SidedDirs, Variant,
};
use padma_text::english::with_article;
use padma_words::{Listing, Say, SlotValue, row, say};

/// Returns a statement if something is said.
pub fn statement<T: Into<SlotValue>>(topic: Topic, said: Option<T>) -> Vec<Statement> {
    let said = said.map(|said| say!(rules::Sentence, said = said.into()));
    said.map(|said| Statement { topic, said })
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
    with_article(&called(name))
}

/// Names alternatives, for a slot that gives each its article.
pub(crate) fn one_of(variant: &Variant, kinds: &[KindId]) -> SlotValue {
    Listing::Or.of(kinds.iter().map(|id| called(&variant.kind(*id).name)))
}

/// The lines of a board of petals that have letters for names; the table `rules.line` says where
/// they run.
pub const NAMED_LINES: [&str; 5] = ["X", "Z", "Y", "VW", "X+"];

/// Says the lines of some directions: "orthogonally or diagonally", "along X and Z".
pub(crate) fn say_along(board: &Board, dirs: &SidedDirs) -> SlotValue {
    let (mut plain, mut named) = (Vec::new(), Vec::new());
    let way = |class: &str| class_said(class);
    for class in classes(board, dirs) {
        match class.as_str() {
            // Hexagons touch at sides alone.
            "contiguous" if board.class("orthogonal") == board.class("contiguous") => {
                plain.push(way("orthogonal"));
            }
            "contiguous"
                if board.class("triagonal").is_none() && board.class("orthogonal").is_some() =>
            {
                plain.extend([way("orthogonal"), way("diagonal")]);
            }
            "contiguous" => plain.push(say!(places::AnyDirection).into()),
            other if is_axis(other) => named.push(class),
            other => plain.push(way(other)),
        }
    }
    if !named.is_empty() {
        plain.push(say!(places::Along, lines = Listing::And.of(named)).into());
    }
    Listing::Or.of(plain)
}

/// Says where the neighbours of a cell are.
pub(crate) fn say_near(subject: Subject<'_>, dirs: &SidedDirs, whose: Whose) -> SlotValue {
    let classes = classes(&subject.variant.board, dirs);
    let (cell, place) = (whose.cell(), |ground| whose.place(ground));
    let said = match classes.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["contiguous"] => say!(places::NextTo, cell),
        ["orthogonal"] => say!(places::OrthogonallyNextTo, cell),
        ["diagonal"] => say!(places::DiagonallyNextTo, cell),
        ["above"] => say!(places::JustAbove, cell),
        ["below"] => say!(places::JustBelow, cell),
        ["above", "below"] => say!(places::JustAboveOrBelow, cell),
        ["side"] => say!(places::AcrossSide, cell = place("cell")),
        ["corner"] => say!(places::AcrossCorner, cell = place("cell")),
        [INCIDENT] => match cell_kind(subject) {
            Some(CellKind::Point) => say!(places::SquareTouching, cell = place("point")),
            Some(CellKind::Square) => say!(places::CornerOf, cell = place("square")),
            _ => say!(places::Touching, cell = place("cell")),
        },
        _ => {
            let ways = Listing::Or.of(classes.iter().map(|class| match is_axis(class) {
                true => say!(places::Along, lines = class).into(),
                false => class_said(class),
            }));
            say!(places::OneStepFrom, cell, ways)
        }
    };
    said.into()
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
    fn cell(self) -> Say {
        match self {
            Whose::Its => say!(places::Itself),
            Whose::OneOfThem | Whose::That | Whose::Travels => self.place("cell"),
        }
    }

    fn place(self, ground: &str) -> Say {
        let ground = row(GROUND, ground);
        match self {
            Whose::Its => say!(places::Its, ground),
            Whose::OneOfThem => say!(places::OneOfThem),
            Whose::That => say!(places::That, ground),
            Whose::Travels => say!(places::Travelling, ground),
        }
    }
}

/// The table of what cells are called.
pub(crate) const GROUND: &str = "places.ground";

/// Says which places are one step away from a cell of a ring: "on its corners".
pub(crate) fn around(board: &Board, ring: &[Cell], near: &[Dir]) -> SlotValue {
    let near = near.to_vec();
    let dirs = Sided {
        white: near.clone(),
        black: near,
    };
    let of_one_kind = |kind| ring.iter().all(|cell| board.info(*cell).kind == kind);
    let places = if classes(board, &dirs) != [INCIDENT] {
        "cell"
    } else if of_one_kind(CellKind::Square) {
        "corners"
    } else if of_one_kind(CellKind::Point) {
        "squares"
    } else {
        "cells"
    };
    row("powers.around", places)
}

/// Returns what the piece stands on where all its neighbours are of another kind: a point among
/// squares, or a square among points.
pub(crate) fn touches(subject: Subject<'_>, dirs: &SidedDirs) -> SlotValue {
    let is_incident = classes(&subject.variant.board, dirs) == [INCIDENT];
    SlotValue::Key(match cell_kind(subject).filter(|_| is_incident) {
        Some(CellKind::Point) => "point",
        Some(CellKind::Square) => "square",
        _ => "cell",
    })
}

/// Returns what to call the cells that the piece may stand on: "square", or "cell" if there are
/// several kinds.
pub(crate) fn ground(subject: Subject<'_>) -> SlotValue {
    row(GROUND, cell_kind(subject).map_or("cell", CellKind::name))
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
