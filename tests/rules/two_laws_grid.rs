//! On grids and on boards of several sheets: the tables of Betza's notation against components walked word by word, with random pieces.

use std::collections::BTreeSet;
use std::sync::Arc;

use padma_rules::model::grid::{self, Extra, GridPlan};
use padma_rules::model::sheets::{self, SheetPlan};
use padma_rules::model::{
    Board, Cell, CellKind, CellSet, EnPassant, KindId, Piece, Position, Rank, Sets, Side,
};
use padma_rules::movement::betza::{self, Betza};
use padma_rules::movement::leg::Component;
use padma_rules::movement::{Clause, ClauseKind, Dialect, Joint, Sentence, lower};
use padma_rules::moves::{Ground, MoveTable, Walker, lay};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Span};
use proptest::prelude::*;

use crate::oracles::movement::{self as slow, Landed, Mover};

const ROYALS: [KindId; 1] = [KindId::new(0)];
const BARRIERS: [KindId; 1] = [KindId::new(2)];

/// Where a piece moves and what stands about, in numbers that fit any board.
#[derive(Clone, Debug)]
struct Scene {
    files: usize,
    ranks: usize,
    /// Places of the grid that may be missing, and of a cell that may lie beside it.
    holes: Vec<(i16, i16)>,
    extra: Option<(i16, i16)>,
    sheets: Sheets,
    /// Cells that are not there, on a board of sheets.
    absent: Vec<prop::sample::Index>,
    /// Cells on which the piece may not stand.
    barred: Vec<prop::sample::Index>,
    pieces: Vec<u8>,
    from: prop::sample::Index,
    en_passant: Option<(Vec<prop::sample::Index>, prop::sample::Index)>,
    side: Side,
    moved: bool,
}

/// What else there is besides a grid.
#[derive(Clone, Copy, Debug)]
enum Sheets {
    Single,
    /// A grid that shares the ranks of the first whose numbers these bits say.
    Shared(u8),
    /// The points on its corners.
    Corners,
}

fn scene() -> impl Strategy<Value = Scene> {
    // Few pieces, or many; every third of them royal, every third bars the way.
    let pieces = prop_oneof![
        Just(prop_oneof![7 => Just(0_u8), 1 => 1..=6_u8].boxed()),
        Just(prop_oneof![3 => Just(0_u8), 2 => 1..=6_u8].boxed()),
    ];
    let pieces = pieces.prop_flat_map(|piece| prop::collection::vec(piece, 82));
    let index = any::<prop::sample::Index>;
    let en_passant = prop::option::of((prop::collection::vec(index(), 1..8), index()));
    let side = prop_oneof![Just(Side::White), Just(Side::Black)];
    let holes =
        prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec((0..9_i16, 0..9_i16), 1..8)];
    let extra = prop::option::weighted(0.3, (-2..11_i16, -2..11_i16));
    let sheets = prop_oneof![2 => Just(Sheets::Single), 2 => any::<u8>().prop_map(Sheets::Shared), 1 => Just(Sheets::Corners)];
    let absent = prop::collection::vec(index(), 0..6);
    let barred = prop_oneof![Just(Vec::new()), prop::collection::vec(index(), 1..40)];
    let board = (
        1..=9_usize,
        1..=9_usize,
        holes,
        extra,
        sheets,
        absent,
        barred,
    );
    (board, pieces, index(), en_passant, side, any::<bool>()).prop_map(
        |(board, pieces, from, en_passant, side, moved)| {
            let (files, ranks, holes, extra, sheets, absent, barred) = board;
            // No board of them has more cells than there are pieces to choose from.
            let (files, ranks) = match sheets {
                Sheets::Single => (files, ranks),
                _ => (files.min(5), ranks.min(6)),
            };
            Scene {
                files,
                ranks,
                holes,
                extra,
                sheets,
                absent,
                barred,
                pieces,
                from,
                en_passant,
                side,
                moved,
            }
        },
    )
}

fn sheet(id: &str, grid: GridPlan, at: (i16, i16)) -> SheetPlan {
    SheetPlan {
        id: id.to_string(),
        grid,
        kind: CellKind::Square,
        at,
        rows: Default::default(),
        apart: Default::default(),
    }
}

impl Scene {
    fn board(&self) -> Board {
        let whole = GridPlan::of(self.files, self.ranks);
        let extra = self.extra.map(|at| Extra {
            name: "z9".to_string(),
            at,
        });
        let plan = GridPlan {
            missing: self.holes.iter().copied().collect(),
            extras: extra.into_iter().collect(),
            ..whole.clone()
        };
        // Nothing may be left, or the extra cell fall on another.
        let sound = if grid::board(&plan).is_ok() {
            plan
        } else {
            whole
        };
        match self.sheets {
            Sheets::Single => grid::board(&sound).unwrap(),
            Sheets::Shared(shared) => {
                let rank = |number| Rank {
                    number,
                    primes: usize::from(shared >> (number % 8) & 1 == 0),
                };
                let ranks = (1..=self.ranks).map(rank).collect();
                let other = sheet(
                    "other",
                    GridPlan {
                        ranks,
                        ..sound.clone()
                    },
                    (0, 60),
                );
                sheets::board(&sheets::SheetBoardPlan {
                    sheets: vec![sheet("one", sound, (0, 0)), other],
                    leaps: Vec::new(),
                })
                .unwrap()
            }
            Sheets::Corners => {
                let files = (0..=self.files)
                    .map(|file| format!("p{}", char::from(b'a' + file as u8)))
                    .collect();
                let points = GridPlan {
                    files,
                    ..GridPlan::of(0, self.ranks + 1)
                };
                let points = SheetPlan {
                    kind: CellKind::Point,
                    ..sheet("points", points, (-1, -1))
                };
                sheets::board(&sheets::SheetBoardPlan {
                    sheets: vec![sheet("one", sound, (0, 0)), points],
                    leaps: Vec::new(),
                })
                .unwrap()
            }
        }
    }

    fn origin(&self, board: &Board) -> Cell {
        Cell::new(self.from.index(board.len()))
    }

    /// Where the piece may stand, if not everywhere.
    fn ends_on(&self, board: &Board) -> Option<CellSet> {
        let barred: CellSet = self
            .barred
            .iter()
            .map(|index| Cell::new(index.index(board.len())))
            .collect();
        (!barred.is_empty()).then(|| board.all() - barred)
    }

    fn mover(&self, board: &Board) -> Mover {
        Mover {
            cell: self.origin(board),
            side: self.side,
            moved: self.moved,
        }
    }

    fn position(&self, board: &Board) -> Position {
        let origin = self.origin(board);
        let mut position = Position::empty(board.len());
        if board.sheets().count() > 1 {
            let absent = self
                .absent
                .iter()
                .map(|index| Cell::new(index.index(board.len())));
            position.set_absent(absent.filter(|cell| *cell != origin).collect());
        }
        for cell in board.cells().filter(|cell| *cell != origin) {
            let (side, kind) = match self.pieces[cell.index()] {
                1 => (Side::White, KindId::new(0)),
                2 => (Side::Black, KindId::new(0)),
                3 => (Side::White, KindId::new(1)),
                4 => (Side::Black, KindId::new(1)),
                5 => (Side::White, KindId::new(2)),
                6 => (Side::Black, KindId::new(2)),
                _ => continue,
            };
            position.put(
                cell,
                Some(Piece {
                    side,
                    kind: Some(kind),
                }),
            );
        }
        if let Some((cells, piece)) = &self.en_passant {
            let cells = cells
                .iter()
                .map(|cell| Cell::new(cell.index(board.len())))
                .collect();
            let piece = Cell::new(piece.index(board.len()));
            if position
                .piece(piece)
                .is_some_and(|piece| piece.side != self.side)
            {
                position.set_en_passant(Some(EnPassant {
                    cells,
                    piece,
                    second: None,
                }));
            }
        }
        position
    }
}

fn sentence(components: Vec<Component>) -> Sentence {
    let mut sources = padma_text::Sources::default();
    let id = sources.add("a string", "");
    let span: Span = sources.whole(id);
    let betza = Betza {
        text: String::new(),
        dialect: Dialect::default(),
        span,
        components,
    };
    let clause = Clause {
        joint: Joint::Semicolon,
        otherwise: false,
        kind: ClauseKind::Betza(betza),
        span,
    };
    Sentence {
        clauses: vec![clause],
    }
}

fn landings(table: &MoveTable, position: &Position, mover: Mover) -> Vec<Landed> {
    let mut all = Vec::new();
    Walker::default().landings(table, position, mover.cell, mover.moved, &mut |landing| {
        all.push(Landed {
            to: landing.to,
            taken: landing.taken.to_vec(),
            carried: landing.carried.to_vec(),
            en_passant: landing.en_passant.to_vec(),
        });
    });
    all
}

/// Everything that may be asked of a movement, by both laws.
fn assert_one_law(sentence: &Sentence, scene: &Scene) -> Result<(), TestCaseError> {
    let board = Arc::new(scene.board());
    let sets = Sets::of_board(&board);
    let ends_on = scene.ends_on(&board);
    let ground = Ground {
        board: &board,
        sets: &sets,
        royals: &ROYALS,
        barriers: &BARRIERS,
        ends_on: ends_on.as_ref(),
    };
    let (mover, position) = (scene.mover(&board), scene.position(&board));
    let table = lay(&lower(sentence, &|_| None), ground, scene.side);
    let mut walker = Walker::default();
    let name = |set: CellSet| board.names_of(&set).join(" ");
    let from = board.name(mover.cell);

    let landed = landings(&table, &position, mover);
    let once: BTreeSet<Landed> = landed.iter().cloned().collect();
    let slowly = slow::landings(sentence, &|_| None, ground, &position, mover);
    prop_assert_eq!(&once, &slowly, "landings from {}", from);
    prop_assert_eq!(
        landed.len(),
        once.len(),
        "each landing is told once, from {}",
        from
    );

    let fast = *walker.reach(&table, &position, mover.cell, scene.moved);
    let slow = slow::reach(sentence, &|_| None, ground, &position, mover);
    prop_assert_eq!(name(fast.moves), name(slow.moves), "moves from {}", from);
    prop_assert_eq!(
        name(fast.captures),
        name(slow.captures),
        "captures from {}",
        from
    );
    prop_assert_eq!(name(fast.cells()), name(slow.lands), "reach from {}", from);
    prop_assert!(!fast.cells().contains(mover.cell), "its own cell {}", from);
    if scene.moved {
        let unlaid = lay(&lower(sentence, &|_| None), ground, scene.side);
        let moves = walker.moves(&unlaid, &position, mover.cell);
        prop_assert_eq!(
            name(moves),
            name(slow.moves),
            "moves without lines from {}",
            from
        );
    }

    let attacks = walker.attacks(&table, &position, mover.cell, true);
    let falls = |cell: &Cell| {
        let mut supposed = position.clone();
        if position
            .piece(*cell)
            .is_none_or(|piece| piece.side == scene.side)
        {
            supposed.put(
                *cell,
                Some(Piece {
                    side: scene.side.other(),
                    kind: None,
                }),
            );
        }
        let mover = Mover {
            moved: true,
            ..mover
        };
        slow::landings(sentence, &|_| None, ground, &supposed, mover)
            .iter()
            .any(|l| l.taken.contains(cell))
    };
    let expected: CellSet = board
        .cells()
        .filter(|cell| *cell != mover.cell)
        .filter(falls)
        .collect();
    prop_assert_eq!(name(attacks), name(expected), "attacks from {}", from);
    Ok(())
}

/// Sentences over the classes that every grid has.
const SENTENCES: [&str; 10] = [
    "wander orthogonal up to 2",
    "wander contiguous up to 3",
    "slide along orthogonal, diagonal",
    "slide along orthogonal up to 2; step N",
    "ride 2 along diagonal",
    "leap 2 along orthogonal",
    "hop along orthogonal",
    "hop along diagonal onward only to capture; slide along diagonal only to move",
    "step forward orthogonal only to move; step forward diagonal only to capture",
    "slide along A, D",
];

fn read(text: &str) -> Sentence {
    let (mut sources, mut diagnostics) = (padma_text::Sources::default(), Diagnostics::default());
    let id = sources.add("a sentence", text);
    let sentence = padma_rules::movement::parse(
        &Excerpt::verbatim(text, sources.whole(id)),
        &mut diagnostics,
    );
    assert!(!diagnostics.has_errors(), "{text}: {diagnostics:?}");
    sentence
}

/// Strings as authors write them: pieces of many games, and each letter of the notation at least once.
const STRINGS: [&str; 63] = [
    "W",
    "FsN",
    "F3mAmG",
    "sWsyafsW",
    "[sW?B]",
    "WNZFXDX",
    "ifmnDfmWfceF",
    "fmWfceFifmnD",
    "K",
    "Q",
    "R",
    "B",
    "NN",
    "CC",
    "Z3",
    "mRcpR",
    "pR",
    "cpR",
    "gQ",
    "jR",
    "jD",
    "nN",
    "nA",
    "nD",
    "afsW",
    "afsF",
    "afsK",
    "masR",
    "RmasR",
    "yafsF",
    "FyafsF",
    "WyafsW",
    "aK",
    "aaK",
    "afsafzK",
    "fcafmF",
    "caK",
    "cabK",
    "mabK",
    "KNADcaKmcabK",
    "gafK",
    "pafK",
    "tpafR",
    "[F?R]",
    "[W-F]",
    "[cF-mF]",
    "[W-R]",
    "[D?B]",
    "[F-B]",
    "v[F?R]",
    "dN",
    "mcdK",
    "fkR",
    "tK",
    "ucR",
    "udR",
    "afudQ",
    "oR",
    "oB3",
    "qN",
    "zB",
    "U",
    "mQcN",
];

fn parsed(text: &str) -> Option<Sentence> {
    let mut sources = padma_text::Sources::default();
    let id = sources.add("a string", text);
    let excerpt = Excerpt::verbatim(text, sources.whole(id));
    let betza = betza::parse(&excerpt, Dialect::default(), &mut Diagnostics::default())?;
    Some(sentence(betza.components))
}

#[test]
fn every_string_of_the_list_is_understood() {
    let not: Vec<&str> = STRINGS
        .into_iter()
        .filter(|text| parsed(text).is_none())
        .collect();
    assert!(not.is_empty(), "{not:?}");
}

/// Random strings, most of which mean something.
fn string() -> impl Strategy<Value = String> {
    let simple = "[fblrsvmcdtkiopgjnyqz]{0,3}[WFDANHGCZBRQK][0-4]?";
    let chain = "[fblrsvmcdpuyt]{0,2}a[fblrsvmcdpyzq]{0,3}(a[fbsmcpz]{0,2})?[WFDNRBKQ]";
    let bracket = r"\[[fsvmcdu]{0,2}[WFDNRB][?-][fbsqmc]{0,2}[WFDNRB]([?-][fbs]?[WFR])?\]";
    prop::collection::vec(prop_oneof![2 => simple, 2 => chain, 1 => bracket], 1..=2)
        .prop_map(|moves| moves.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2 * ProptestConfig::default().cases, ..ProptestConfig::default() })]

    #[test]
    fn the_table_and_the_slow_walk_are_one_law(
        components in prop::collection::vec(kit_rules::random_components::component(), 1..=3),
        scene in scene(),
    ) {
        assert_one_law(&sentence(components), &scene)?;
    }

    #[test]
    fn table_and_slow_walk_agree_on_betza_strings(
        text in prop_oneof![prop::sample::select(STRINGS.to_vec()).prop_map(str::to_string), string()],
        scene in scene(),
    ) {
        if let Some(sentence) = parsed(&text) {
            assert_one_law(&sentence, &scene)?;
        }
    }

    #[test]
    fn table_and_slow_walk_agree_on_keeping_to_a_sheet(text in prop::sample::select(SENTENCES.to_vec()), scene in scene()) {
        assert_one_law(&read(text), &scene)?;
    }
}
