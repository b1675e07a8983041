//! Movements that are said to be the same do the same among pieces at random.

use kit::asked::{asked, rules};
use padma_rules::model::{Cell, CellSet, EnPassant, KindId, Piece, Position, Side};
use padma_rules::moves::{Comparison, Walker};
use padma_rules::reach::{MovementOf, Rules};

/// One piece for each string.
const STRINGS: [&str; 48] = [
    "W",
    "mWcW",
    "WF",
    "K",
    "R",
    "WR",
    "R4",
    "R3",
    "vRsR",
    "Q",
    "RB",
    "mQcQ",
    "N",
    "nN",
    "afsW",
    "[W-F]",
    "afsF",
    "[F-W]",
    "D",
    "nD",
    "[W-W]",
    "afW",
    "[F?R]",
    "FyafsF",
    "[F-R]",
    "yafsF",
    "[W?B]",
    "WyafsW",
    "[sW?B]",
    "sWsyafsW",
    "pR",
    "cpR",
    "mRcpR",
    "gR",
    "jR",
    "[cF-mF]",
    "cafmF",
    "fcafmF",
    "caK",
    "cabK",
    "mabK",
    "dW",
    "mdW",
    "fmWfceF",
    "fmWfcFfeF",
    "imDW",
    "W2",
    "[W?fW]",
];

fn variant() -> Rules {
    let mut toml = "[board]\nkind = \"grid\"\nfiles = 5\nranks = 5\n".to_string();
    for (place, string) in STRINGS.iter().enumerate() {
        toml += &format!(
            "[[piece]]\nid = \"piece-{place}\"\nbetza = \"{string}\"\nroyal = {}\n",
            place == 0
        );
    }
    rules(&toml)
}

/// A number after another, the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

fn position(dice: &mut Dice, cells: usize) -> Position {
    let mut position = Position::empty(cells);
    let density = 2 + dice.below(6);
    for cell in (0..cells).map(Cell::new) {
        let side = match dice.below(density) {
            0 => Side::White,
            1 => Side::Black,
            _ => continue,
        };
        let kind = (dice.below(5) == 0).then(|| KindId::new(0));
        position.put(cell, Some(Piece { side, kind }));
    }
    let [gone_over, piece] = [0, 1].map(|_| Cell::new(dice.below(cells as u64) as usize));
    position.set_en_passant(Some(EnPassant {
        cells: CellSet::from_iter([gone_over]),
        piece,
        second: None,
    }));
    position
}

type Landings = Vec<(Cell, Vec<Cell>, Vec<(Cell, Cell)>)>;

fn landings(rules: &Rules, kind: KindId, position: &Position, from: Cell, moved: bool) -> Landings {
    let mut all = Vec::new();
    Walker::default().landings(
        rules.table(kind, Side::White),
        position,
        from,
        moved,
        &mut |landing| {
            let mut taken = landing.taken.to_vec();
            taken.sort_unstable();
            all.push((landing.to, taken, landing.carried.to_vec()));
        },
    );
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn movements_compared_as_the_same_reach_the_same_cells() {
    let rules = variant();
    let kinds: Vec<KindId> = rules.variant.kind_ids().collect();
    let cells = rules.variant.board.len();
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let mut same = 0;
    for (place, first) in kinds.iter().enumerate() {
        for second in &kinds[place + 1..] {
            let compared = rules.compare(
                MovementOf::Kind(*first),
                MovementOf::Kind(*second),
                Side::White,
            );
            let named = (STRINGS[first.index()], STRINGS[second.index()]);
            assert_ne!(compared, Comparison::Undecided, "{named:?}");
            if compared != Comparison::Same {
                continue;
            }
            same += 1;
            for _ in 0..300 {
                let position = position(&mut dice, cells);
                let from = Cell::new(dice.below(cells as u64) as usize);
                let moved = dice.below(2) == 0;
                let of = |kind| landings(&rules, kind, &position, from, moved);
                assert_eq!(
                    of(*first),
                    of(*second),
                    "{named:?} from {from:?} in {position:?}"
                );
            }
        }
    }
    assert!(same >= 16, "only {same} pairs are the same");
    assert_eq!(asked(&rules, "same(piece-0, piece-1)"), "true");
}

#[test]
fn movements_with_different_barriers_are_not_the_same() {
    let pieces = ["free", "shut", "closed", "ajar"];
    let mut toml = "[board]\nkind = \"grid\"\nfiles = 5\nranks = 5\n".to_string();
    toml.extend(pieces.map(|id| format!("[[piece]]\nid = \"{id}\"\nbetza = \"pR\"\n")));
    for (id, barriers) in [
        ("shut", "[\"free\"]"),
        ("closed", "[\"free\"]"),
        ("ajar", "[\"shut\"]"),
    ] {
        toml += &format!("[[rule]]\nkind = \"barrier\"\npiece = \"{id}\"\npieces = {barriers}\n");
    }
    let rules = rules(&toml);
    let alike = |first: &str, second: &str| asked(&rules, &format!("same({first}, {second})"));
    assert_eq!(alike("shut", "closed"), "true");
    for (first, second) in [("free", "shut"), ("shut", "ajar"), ("ajar", "free")] {
        assert_eq!(alike(first, second), "false", "{first}, {second}");
    }
}
