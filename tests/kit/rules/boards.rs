//! Boards of several sheets: two that share most of their cells, and squares with the points on their corners.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::folder::root;
use crate::grids::variant;
use padma_rules::model::{Board, Cell, CellSet, Side};
use padma_rules::reach::Rules;
use proptest::sample::Index;

static TWIN: LazyLock<Rules> = LazyLock::new(|| resolved("twin"));
static CORNERS: LazyLock<Rules> = LazyLock::new(|| resolved("corners"));

fn resolved(name: &str) -> Rules {
    let path = root().join(format!("tests/boards/{name}.toml"));
    Rules::new(variant(&std::fs::read_to_string(path).unwrap()))
}

/// The variant `twin` or `corners`.
pub fn rules(name: &str) -> &'static Rules {
    if name == "twin" { &TWIN } else { &CORNERS }
}

/// The names of cells, in order.
pub fn names(board: &Board, set: CellSet) -> String {
    let names: BTreeSet<String> = board.names_of(&set).into_iter().collect();
    names.into_iter().collect::<Vec<_>>().join(" ")
}

/// Names in order, each once.
pub fn sorted(text: &str) -> String {
    text.split_whitespace()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Pieces on some cells, in numbers that fit any board.
pub fn pieces(rules: &Rules, places: &[Index], absent: &CellSet) -> Vec<(Cell, Side)> {
    let board = &rules.variant.board;
    let mut taken = CellSet::EMPTY;
    let mut pieces = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let cell = Cell::new(place.index(board.len()));
        if !taken.contains(cell) && !absent.contains(cell) {
            taken.insert(cell);
            pieces.push((
                cell,
                if index % 2 == 0 {
                    Side::White
                } else {
                    Side::Black
                },
            ));
        }
    }
    pieces
}
