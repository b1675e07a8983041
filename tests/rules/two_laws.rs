//! The compiled tables against the slow reading of the same sentences, on random boards with random
//! pieces; and the properties that any movement has.

use std::sync::Arc;

use padma_rules::model::lotus::{self, Axial, LotusPlan};
use padma_rules::model::{Board, Cell, CellSet, KindId, Piece, Position, Rank, Sets, Side};
use padma_rules::movement::{Sentence, lower};
use padma_rules::moves::{Ground, Walker, lay};
use proptest::prelude::*;

use crate::oracles::movement::{self as slow, Mover};

const CLASSES: [&str; 11] = [
    "X",
    "Y",
    "Z",
    "VW",
    "X+",
    "Z+",
    "side",
    "corner",
    "contiguous",
    "ring",
    "fork",
];
const PLACES: [&str; 3] = ["square", "triangle", "hexagon"];

fn board(petals: &[Axial]) -> Board {
    lotus::board(&LotusPlan {
        petals: petals.to_vec(),
        extras: Vec::new(),
    })
    .unwrap()
}

/// What a cell holds in a random position.
/// The piece that bars the way.
const BARRIERS: [KindId; 1] = [KindId::new(0)];

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(
        prop_oneof![8 => Just(0_u8), 2 => Just(1), 2 => Just(2), 1 => 3..=4_u8],
        110,
    )
}

fn position(board: &Board, pieces: &[u8], origin: Cell) -> Position {
    let mut position = Position::empty(board.len());
    for cell in board.cells().filter(|cell| *cell != origin) {
        let (side, kind) = match pieces[cell.index() % pieces.len()] {
            1 => (Side::White, None),
            2 => (Side::Black, None),
            3 => (Side::White, Some(BARRIERS[0])),
            4 => (Side::Black, Some(BARRIERS[0])),
            _ => continue,
        };
        position.put(cell, Some(Piece { side, kind }));
    }
    position
}

/// Some cells on which the piece may not stand, or none.
fn barred() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop_oneof![
        Just(Vec::new()),
        prop::collection::vec(any::<prop::sample::Index>(), 1..40)
    ]
}

/// Where it may stand, if not everywhere.
fn ends_on(board: &Board, barred: &[prop::sample::Index]) -> Option<CellSet> {
    let barred: CellSet = barred
        .iter()
        .map(|index| Cell::new(index.index(board.len())))
        .collect();
    (!barred.is_empty()).then(|| board.all() - barred)
}

/// The sentences a random sentence may name.
fn known() -> [(&'static str, Sentence); 2] {
    [
        ("stepper", parsed("step contiguous")),
        (
            "slider",
            parsed("slide along X, Z, ring onto square, hexagon"),
        ),
    ]
}

fn parsed(text: &str) -> Sentence {
    let mut sources = padma_text::Sources::default();
    let id = sources.add("sentence", text);
    let mut diagnostics = padma_text::diag::Diagnostics::default();
    let excerpt = padma_text::Excerpt::verbatim(text, sources.whole(id));
    let sentence = padma_rules::movement::parse(&excerpt, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    sentence
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn the_table_and_the_slow_walk_are_one_law(
        petals in kit_rules::petals::arrangement(7),
        sentence in kit_rules::sentences::sentence(kit_rules::sentences::Names::new(&CLASSES, &PLACES, &["stepper", "slider"], 4)),
        pieces in pieces(),
        from in any::<prop::sample::Index>(),
        barred in barred(),
        black in any::<bool>(),
        moved in any::<bool>(),
    ) {
        let board = Arc::new(board(&petals));
        let sets = Sets::of_board(&board);
        let ends_on = ends_on(&board, &barred);
        let ground = Ground { board: &board, sets: &sets, royals: &[], barriers: &BARRIERS, ends_on: ends_on.as_ref() };
        let known = known();
        let kinds = |id: &str| known.iter().find(|(name, _)| *name == id).map(|(_, sentence)| sentence);
        let side = if black { Side::Black } else { Side::White };
        let origin = Cell::new(from.index(board.len()));
        let position = position(&board, &pieces, origin);
        let table = lay(&lower(&sentence, &kinds), ground, side);
        let mut walker = Walker::default();
        let fast = *walker.reach(&table, &position, origin, moved);
        let mover = Mover { cell: origin, side, moved };
        let slow = slow::reach(&sentence, &kinds, ground, &position, mover);
        let name = |set: CellSet| board.names_of(&set).join(" ");
        let from = board.name(origin);
        prop_assert_eq!(name(fast.moves), name(slow.moves), "moves of `{}` from {}", &sentence, from);
        prop_assert_eq!(name(fast.captures), name(slow.captures), "captures of `{}` from {}", &sentence, from);
        if moved {
            let unlaid = lay(&lower(&sentence, &kinds), ground, side);
            let moves = walker.moves(&unlaid, &position, origin);
            prop_assert_eq!(name(moves), name(slow.moves), "without lines, moves of `{}` from {}", &sentence, from);
        }
        prop_assert!(!fast.cells().contains(origin), "`{}` reaches its own cell {}", &sentence, from);
        prop_assert!(ends_on.is_none_or(|cells| fast.cells().is_subset(&cells)), "`{}` from {}", &sentence, from);
    }

    #[test]
    fn attacks_are_what_an_enemy_would_fall_to(
        petals in kit_rules::petals::arrangement(4),
        sentence in kit_rules::sentences::sentence(kit_rules::sentences::Names::new(&CLASSES, &PLACES, &["stepper", "slider"], 3)),
        pieces in pieces(),
        from in any::<prop::sample::Index>(),
        barred in barred(),
    ) {
        let board = Arc::new(board(&petals));
        let sets = Sets::of_board(&board);
        let ends_on = ends_on(&board, &barred);
        let ground = Ground { board: &board, sets: &sets, royals: &[], barriers: &BARRIERS, ends_on: ends_on.as_ref() };
        let known = known();
        let kinds = |id: &str| known.iter().find(|(name, _)| *name == id).map(|(_, sentence)| sentence);
        let origin = Cell::new(from.index(board.len()));
        let position = position(&board, &pieces, origin);
        let table = lay(&lower(&sentence, &kinds), ground, Side::White);
        let attacks = Walker::default().attacks(&table, &position, origin, true);
        let mover = Mover { cell: origin, side: Side::White, moved: true };
        let falls = |cell: &Cell| {
            let mut supposed = position.clone();
            if position.piece(*cell).is_none_or(|piece| piece.side == Side::White) {
                supposed.put(*cell, Some(Piece { side: Side::Black, kind: None }));
            }
            slow::reach(&sentence, &kinds, ground, &supposed, mover).captures.contains(*cell)
        };
        let expected: CellSet = board.cells().filter(|cell| *cell != origin).filter(falls).collect();
        prop_assert_eq!(
            board.names_of(&attacks).join(" "),
            board.names_of(&expected).join(" "),
            "`{}` from {}", &sentence, board.name(origin)
        );
    }

    #[test]
    fn a_slide_contains_its_step_and_pieces_only_shorten_it(
        petals in kit_rules::petals::arrangement(5),
        pieces in pieces(),
        class in prop::sample::select(CLASSES.to_vec()),
        from in any::<prop::sample::Index>(),
    ) {
        let board = Arc::new(board(&petals));
        let sets = Sets::of_board(&board);
        let ground = Ground { board: &board, sets: &sets, royals: &[], barriers: &[], ends_on: None };
        let origin = Cell::new(from.index(board.len()));
        let position = position(&board, &pieces, origin);
        let reach = |text: String, position: &Position| {
            let table = lay(&lower(&parsed(&text), &|_| None), ground, Side::White);
            Walker::default().reach(&table, position, origin, true).cells()
        };
        let slide = reach(format!("slide along {class}"), &position);
        let step = reach(format!("step along {class}"), &position);
        prop_assert!(step.is_subset(&slide), "{}", class);
        let free = reach(format!("slide along {class}"), &Position::empty(board.len()));
        prop_assert!(slide.is_subset(&free));
    }
}

/// A cell of Lotus-39 seen in the mirror that turns White's side into Black's: ranks turn over.
fn mirrored(board: &Board, cell: Cell) -> Cell {
    let info = board.info(cell);
    let found = board.cells().find(|other| {
        let other = board.info(*other);
        other.file == info.file
            && other.rank == info.rank.map(|rank| Rank::numbered(8 - rank.number))
    });
    found.unwrap_or_else(|| panic!("{} has no mirror image", info.name))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn black_moves_as_white_does_in_the_mirror(pieces in pieces()) {
        let rules = kit_rules::content::variant("lotus-39");
        let variant = &rules.variant;
        let board = &variant.board;
        let mirror = |set: CellSet| set.iter().map(|cell| mirrored(board, cell)).collect::<CellSet>();
        for kind in variant.kind_ids() {
            for origin in board.cells() {
                let position = position(board, &pieces, origin);
                let mut turned = Position::empty(board.len());
                for (cell, piece) in position.pieces() {
                    turned.put(mirrored(board, cell), Some(Piece { side: piece.side.other(), ..piece }));
                }
                let white = rules.reach(kind, Side::White, origin, &position, true);
                let black = rules.reach(kind, Side::Black, mirrored(board, origin), &turned, true);
                let what = (&variant.kind(kind).id, board.name(origin));
                prop_assert_eq!(board.names_of(&mirror(white.moves)), board.names_of(&black.moves), "{:?}", what);
                prop_assert_eq!(board.names_of(&mirror(white.captures)), board.names_of(&black.captures), "{:?}", what);
            }
        }
    }
}
