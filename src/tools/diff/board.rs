//! Describes boards and setups as things that can be compared.

use super::change::{BookChange, DiffKind};
use super::pair::VariantPair;
use super::picture::ChangePicture;
use super::thing::{ListReport, ListSort, TextFact, Thing, changed};
use padma_rules::diagram::Diagram;
use padma_rules::model::{Board, Cell, CellSet, KindId, Side, Variant};
use padma_text::english::with_article;

const CELLS: ListSort = ListSort {
    verbs: ["gained", "lost"],
    programs: ListReport::Own,
    ..PROPERTIES
};

/// Lists of properties of the cells that both boards have.
const PROPERTIES: ListSort = ListSort {
    verbs: ["now has", "no longer has"],
    item: str::to_string,
    programs: ListReport::Nothing,
    cell: |_| None,
    meanings: [""; 3],
};

const STEPS: ListSort = ListSort {
    verbs: ["gained the steps", "lost the steps"],
    ..PROPERTIES
};

const SETUP_PIECES: ListSort = ListSort {
    verbs: ["gained", "lost"],
    item: with_article,
    programs: ListReport::Own,
    cell: |piece| Some(piece.rsplit_once(" on ")?.1),
    meanings: ["as before", "a different piece", "no piece now"],
};

/// Returns the change of the cells and of the steps between them.
pub(crate) fn board(pair: &VariantPair<'_>) -> Option<BookChange> {
    let [old, new] = [&*pair.old.variant.board, &*pair.new.variant.board];
    let id = &pair.new.variant.id;
    let [was, is] = [(old, new), (new, old)].map(|(board, other)| board_thing(board, other, id));
    changed(&was, &is).filter(|_| !pair.is_same_board)
}

/// Returns a board as a thing. Cells that the other board lacks are only in the list of cells.
fn board_thing(board: &Board, other: &Board, id: &str) -> Thing {
    let is_shared = |cell: &Cell| other.cell(board.name(*cell)).is_some();
    let shared: CellSet = board.cells().filter(is_shared).collect();
    let of_shared = |describe: fn(&Board, Cell) -> String| -> Vec<String> {
        shared.iter().map(|cell| describe(board, cell)).collect()
    };
    let mut steps = Vec::new();
    for from in shared.iter() {
        for (dir, direction) in board.directions() {
            let to = board.next(from, dir).filter(|to| shared.contains(*to));
            steps.extend(to.map(|to| {
                let [from, to] = [from, to].map(|cell| board.name(cell));
                format!("{} from {from} to {to}", direction.name)
            }));
        }
    }
    let absent = board.names_of(&(*board.absent() & shared)).into_iter();
    let absent = absent.map(|name| format!("{name} as absent at the start"));
    let movable = board.names_of(&(*board.movable() & shared));

    let mut thing = Thing::new(DiffKind::Board, id, "The board".to_string());
    thing.list("cells", board.names().map(str::to_string).collect(), &CELLS);
    thing.list("kinds", of_shared(kind), &PROPERTIES);
    thing.list("steps", steps, &STEPS);
    thing.list("absent", absent.collect(), &PROPERTIES);
    let layout = format!("{:?} {movable:?}", of_shared(shade));
    thing.texts.push(TextFact::for_people(layout, |_, _| {
        "changed the order or the shades of its cells, or which of them may travel".to_string()
    }));
    thing
}

fn kind(board: &Board, cell: Cell) -> String {
    let kind = with_article(board.info(cell).kind.name());
    format!("{} as {kind}", board.name(cell))
}

fn shade(board: &Board, cell: Cell) -> String {
    format!("{} {}", board.name(cell), board.info(cell).shade)
}

/// Returns the change of the setup.
pub(crate) fn setup(pair: &VariantPair<'_>) -> Option<BookChange> {
    let (was, is) = (&pair.old.variant, &pair.new.variant);
    let old_name = |id: KindId| pair.kind_in_new(id).unwrap_or(was.kind(id)).name.clone();
    let new_name = |id: KindId| is.kind(id).name.clone();
    let old = setup_thing(was, &is.id, &old_name);
    let mut change = changed(&old, &setup_thing(is, &is.id, &new_name))?;
    match (&was.setup, &is.setup) {
        (None, Some(_)) => change.says = "There is now a setup.".to_string(),
        (Some(_), None) => change.says = "There is no longer a setup.".to_string(),
        _ => {}
    }
    Some(change)
}

/// Returns the setup of a variant as a thing; without pieces if there is no setup.
fn setup_thing(variant: &Variant, id: &str, name: &dyn Fn(KindId) -> String) -> Thing {
    let mut thing = Thing::new(DiffKind::Setup, id, "The setup".to_string());
    let mut pieces = Vec::new();
    if let Some(setup) = &variant.setup {
        let piece =
            |side: Side, kind, place: &str| format!("{} {} {place}", side.name(), name(kind));
        for (cell, standing) in setup.position.pieces() {
            let place = format!("on {}", variant.board.name(cell));
            pieces.extend(standing.kind.map(|kind| piece(standing.side, kind, &place)));
        }
        for (side, kind, count) in setup.reserve.iter() {
            let place = format!("beside the board, {count} in number");
            pieces.push(piece(side, kind, &place));
        }
        thing.picture = Some(ChangePicture {
            caption: "The setup".to_string(),
            id: format!("{id}/"),
            diagram: Diagram::of(&setup.position, variant),
            board: variant.board.clone(),
        });
    }
    thing.list("pieces", pieces, &SETUP_PIECES);
    thing
}
