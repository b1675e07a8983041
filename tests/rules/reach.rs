//! Reach and legal moves, and where a piece may stand: on the boards of the books, in orthodox chess and on random
//! grids.

use padma_rules::model::{Cell, CellSet, KindId, Piece, Position, Side};
use padma_rules::reach::Rules;

use kit_rules::random::Random;
use kit_rules::reached::moves_end_in_reach;
use kit_rules::table::{CHESS, rules};

/// Every variant of the books, and how many moves of random games must at least be asked of.
const BOOKS: [(&str, usize); 9] = [
    ("lotus-39", 1000),
    ("lotus-41", 1000),
    ("rotary-chess", 1000),
    ("waterloo", 1000),
    ("turtle", 1000),
    ("turtle-chinese", 1000),
    ("turtle-japanese", 1000),
    ("ben39", 300),
    ("chessma-84", 300),
];

#[test]
fn every_move_of_the_books_ends_in_reach() {
    for (name, least) in BOOKS {
        let asked = moves_end_in_reach(name, &kit_rules::content::variant(name), 12, 40);
        assert!(asked >= least, "{name}: {asked} moves");
    }
    assert!(moves_end_in_reach("chess", &rules(CHESS), 12, 80) > 1000);
}

/// Strings of all sorts: riders, hoppers, lame and bent ones, captures on the way, first moves, en passant.
const STRINGS: [&str; 24] = [
    "K",
    "R",
    "B",
    "Q",
    "NN",
    "WfkR",
    "nA",
    "nN",
    "mRcpR",
    "gQ",
    "jR",
    "pB",
    "fmWfcF",
    "ifmnDfmWfceF",
    "R3",
    "afsW",
    "yafsF",
    "[F?R]",
    "fcafmF",
    "cabK",
    "caK",
    "udR",
    "oR",
    "qN",
];

/// A grid with two pieces of each string: one that may stand on some cells only and becomes another on a rank, and
/// one that is free.
fn grid(random: &mut Random) -> String {
    let (files, ranks) = (4 + random.below(6), 4 + random.below(6));
    let mut text = format!("[board]\nkind = \"grid\"\nfiles = {files}\nranks = {ranks}\n");
    let cells = |random: &mut Random, count: usize| {
        let file = |random: &mut Random| char::from(b'a' + random.below(files) as u8);
        let cell = |_| format!("{}{}", file(random), 1 + random.below(ranks));
        let mut all: Vec<String> = (0..count).map(cell).collect();
        all.sort_unstable();
        all.dedup();
        all.join(" ")
    };
    for place in 0..6 {
        let string = STRINGS[random.below(STRINGS.len())];
        let stands = cells(random, files * ranks);
        text += &format!("[[piece]]\nid = \"free-{place}\"\nbetza = \"{string}\"\n");
        text += &format!(
            "[[piece]]\nid = \"bound-{place}\"\nbetza = \"{string}\"\nstands_on = \"cells {stands}\"\n"
        );
    }
    let zone = 1 + random.below(ranks);
    text + &format!(
        "[[rule]]\nkind = \"promotion\"\npiece = \"bound-0\"\ncells = \"rank {zone}\"\nto = [\"free-1\"]\n"
    )
}

#[test]
fn on_random_grids_a_piece_reaches_what_the_free_one_does_where_it_may_end_its_moves() {
    let mut random = Random(3);
    for _ in 0..150 {
        let text = grid(&mut random);
        let rules = rules(&text);
        moves_end_in_reach(&text, &rules, 2, 12);
        let variant = &rules.variant;
        let named = |id: String| variant.kind_named(&id).expect("a piece of the grid");
        for place in 0..6 {
            let (free, bound) = (
                named(format!("free-{place}")),
                named(format!("bound-{place}")),
            );
            for side in Side::BOTH {
                // The first becomes a piece that may stand anywhere.
                let promotion = if place == 0 {
                    variant.promotion_zone(bound, side)
                } else {
                    CellSet::EMPTY
                };
                let ends = variant.stands_on(bound, side) | promotion;
                let mut position = variant.empty_position();
                for cell in variant.board.cells() {
                    match random.below(8) {
                        0 => position.put(
                            cell,
                            Some(Piece {
                                side,
                                kind: Some(free),
                            }),
                        ),
                        1 => position.put(
                            cell,
                            Some(Piece {
                                side: side.other(),
                                kind: Some(free),
                            }),
                        ),
                        _ => {}
                    }
                }
                let from = Cell::new(random.below(variant.board.len()));
                let [all, some] = [free, bound]
                    .map(|kind| rules.reach(kind, side, from, &position, true).cells());
                let names = |cells: CellSet| variant.board.names_of(&cells).join(" ");
                let what = (place, side, variant.board.name(from), &text);
                assert_eq!(names(some), names(all & ends), "{what:?}");
                assert!(rules.range(bound, side).is_subset(&ends), "{what:?}");
                let ever = rules.closure(bound, side, from) - CellSet::from_iter([from]);
                assert!(ever.is_subset(&ends), "{what:?}");
            }
        }
    }
}

/// What `same` asks does not depend on where pieces may stand, and neither does a leap by another piece's distance.
#[test]
fn comparisons_and_distances_ignore_where_a_piece_may_stand() {
    let text = r#"
[board]
kind = "grid"
files = 8
ranks = 8
[[piece]]
id = "king"
movement = "step contiguous"
stands_on = "near rank 1, near rank 2"
[[piece]]
id = "walker"
movement = "step contiguous"
[[piece]]
id = "second"
movement = "leap to distance 2 by king"
[[piece]]
id = "heir"
movement = "king"
"#;
    let rules: Rules = rules(text);
    let reach = |id: &str, from: &str| {
        let kind = rules.variant.kind_named(id).expect("a piece");
        let from = rules.variant.board.cell(from).expect("a cell");
        let cells = rules
            .reach(
                kind,
                Side::White,
                from,
                &rules.variant.empty_position(),
                true,
            )
            .cells();
        rules.variant.board.names_of(&cells).join(" ")
    };
    assert_eq!(reach("king", "e2"), "d1 d2 e1 f1 f2");
    assert_eq!(reach("heir", "e2"), "d1 d2 d3 e1 e3 f1 f2 f3");
    assert_eq!(reach("second", "a1"), "a3 b3 c1 c2 c3");
    let named = |id: &str| {
        padma_rules::reach::MovementOf::Kind(rules.variant.kind_named(id).expect("a piece"))
    };
    let found = rules.compare(named("king"), named("walker"), Side::White);
    assert!(
        matches!(found, padma_rules::moves::Comparison::Same),
        "{found:?}"
    );
}

/// Boards of one word of cells, of up to four, and of more, on which rays are walked and not swept; with few pieces and many.
#[test]
fn a_queen_goes_as_far_as_the_first_piece_on_boards_of_every_size() {
    let mut random = Random(256);
    for (files, ranks) in [
        (1, 1),
        (8, 8),
        (13, 5),
        (12, 12),
        (14, 14),
        (16, 16),
        (17, 16),
        (32, 32),
    ] {
        let toml = format!(
            "board = {{ kind = 'grid', files = {files}, ranks = {ranks} }}\n[[piece]]\nid = 'queen'\nbetza = 'Q'"
        );
        let rules = Rules::new(kit_rules::grids::variant(&toml));
        let cells = rules.variant.board.len();
        for pieces in [1, cells / 8, cells / 2] {
            let mut position = rules.variant.empty_position();
            for _ in 0..pieces {
                let piece = Piece {
                    side: Side::BOTH[random.below(2)],
                    kind: None,
                };
                position.put(Cell::new(random.below(cells)), Some(piece));
            }
            for (y, x) in (0..ranks).flat_map(|y| (0..files).map(move |x| (y, x))) {
                let rows = rules.variant.board.rows();
                let from = rows[y][x].unwrap();
                let wanted = queen_on(rows, &position, (x, y));
                let reach = rules.reach(KindId::new(0), Side::White, from, &position, true);
                let attacks = rules.attacks(KindId::new(0), Side::White, from, &position, true);
                assert_eq!(
                    [reach.moves, reach.captures, attacks],
                    wanted,
                    "{files}x{ranks}, {from:?}"
                );
                assert_eq!(reach.cells(), reach.moves | reach.captures);
            }
        }
    }
}

/// Where a white Queen goes, what it takes, and where it would take: cell by cell along files, ranks and diagonals.
fn queen_on(
    rows: &[Vec<Option<Cell>>],
    position: &Position,
    (x, y): (usize, usize),
) -> [CellSet; 3] {
    let [mut moves, mut captures, mut attacks] = [CellSet::EMPTY; 3];
    for (dx, dy) in [
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    ] {
        for steps in 1.. {
            let (x, y) = (
                x.checked_add_signed(dx * steps),
                y.checked_add_signed(dy * steps),
            );
            let cell = x.zip(y).and_then(|(x, y)| *rows.get(y)?.get(x)?);
            let Some(cell) = cell else { break };
            attacks.insert(cell);
            match position.piece(cell).map(|piece| piece.side) {
                None => moves.insert(cell),
                Some(Side::Black) => captures.insert(cell),
                Some(Side::White) => {}
            }
            if position.piece(cell).is_some() {
                break;
            }
        }
    }
    [moves, captures, attacks]
}
