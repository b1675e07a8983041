//! Powers the slow way, straight from the words of the rules: for every piece and every cell it is asked of every
//! enemy whether it falls. Shares nothing with the program's play but movement along tables.

#[path = "drops.rs"]
mod drops;

use std::collections::BTreeSet;

use padma::model::{Board, Cell, Deed, Dir, Man, PieceId, Position, Rule, Side, Variant, Way};
use padma::moves::Walker;
use padma::play::State;
use padma::reach::Rules;

/// A move by what it does: what is taken where, and what stands where in the end, before any piece becomes another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Done {
    pub from: Option<Cell>,
    pub to: Cell,
    pub taken: BTreeSet<Cell>,
    /// By cells: the side and the piece.
    pub men: BTreeSet<(Cell, Side, Option<PieceId>)>,
    /// What goes into hand.
    pub hand: Vec<PieceId>,
}

/// All moves of a side, castling apart, whether they leave a king attacked or not.
pub fn moves(rules: &Rules, state: &State, side: Side) -> BTreeSet<Done> {
    let scene = Scene { rules, state, position: state.position() };
    let men: Vec<(Cell, Man)> = state.position().men().filter(|(_, man)| man.side == side).collect();
    let mut all: BTreeSet<Done> = men.into_iter().flat_map(|(from, man)| scene.of_man(from, man)).collect();
    all.extend(scene.drops(side));
    all
}

/// Those of them after which no king of that side can be taken, and that no duty forbids.
pub fn legal(rules: &Rules, state: &State, side: Side) -> BTreeSet<Done> {
    let safe = |done: &Done| !king_falls(rules, &state_after(done, state), side);
    let legal: BTreeSet<Done> = moves(rules, state, side).into_iter().filter(safe).collect();
    let variant = &rules.variant;
    let must = |done: &Done| {
        let man = done.from.and_then(|from| state.position().man(from));
        man.and_then(|man| man.piece).is_some_and(|piece| {
            deeds(variant, piece).any(|deed| matches!(deed, Deed::Mandatory))
                && legal.iter().any(|other| other.from == done.from && !other.taken.is_empty())
        })
    };
    legal.iter().filter(|done| !done.taken.is_empty() || !must(done)).cloned().collect()
}

/// Whether some enemy could take a royal piece of a side.
pub fn king_falls(rules: &Rules, state: &State, side: Side) -> bool {
    let variant = &rules.variant;
    let royal = |man: Man| man.side == side && man.piece.is_some_and(|piece| variant.piece(piece).royal);
    let scene = Scene { rules, state, position: state.position() };
    let enemies = state.position().men().filter(|(_, man)| man.side != side);
    enemies.into_iter().any(|(from, man)| {
        let moves = scene.of_man(from, man);
        moves.iter().any(|done| done.taken.iter().any(|cell| state.position().man(*cell).is_some_and(royal)))
    })
}

/// A side's pieces that cannot move.
pub fn frozen(rules: &Rules, state: &State, side: Side) -> BTreeSet<Cell> {
    let scene = Scene { rules, state, position: state.position() };
    let men = state.position().men().filter(|(_, man)| man.side == side);
    men.filter(|(cell, man)| scene.is_frozen(*cell, *man)).map(|(cell, _)| cell).collect()
}

/// A state with what stands where after a move, and all else as before it.
fn state_after(done: &Done, state: &State) -> State {
    let mut after = state.clone();
    (0..state.position().len()).map(Cell::new).for_each(|cell| {
        let unmoved = state.unmoved().contains(cell);
        let man = done.men.iter().find(|(other, ..)| *other == cell);
        after.place(cell, man.map(|(_, side, piece)| Man { side: *side, piece: *piece }), !unmoved);
    });
    after
}

fn deeds(variant: &Variant, piece: PieceId) -> impl Iterator<Item = &Deed> {
    variant.rules.iter().filter_map(move |rule| match rule {
        Rule::Power(power) if power.piece == piece => Some(&power.deed),
        _ => None,
    })
}

#[derive(Clone, Copy)]
struct Scene<'a> {
    rules: &'a Rules,
    state: &'a State,
    position: &'a Position,
}

impl<'a> Scene<'a> {
    fn variant(self) -> &'a Variant {
        &self.rules.variant
    }

    fn board(self) -> &'a Board {
        &self.variant().board
    }

    /// What a piece can do towards another: its own powers, or by mimicry the other's.
    fn towards(self, man: Man, other: Man) -> Vec<Deed> {
        let Some(piece) = man.piece else { return Vec::new() };
        let mut all: Vec<Deed> = deeds(self.variant(), piece).cloned().collect();
        if let Some(victim) = other.piece.filter(|_| self.mimics(man, other)) {
            all.extend(
                deeds(self.variant(), victim).filter(|deed| !matches!(deed, Deed::Mimicry)).cloned().map(
                    |deed| match deed {
                        // No other piece may be driven on.
                        Deed::Push { along, .. } => Deed::Push { along, train: false },
                        other => other,
                    },
                ),
            );
        }
        all
    }

    fn mimics(self, man: Man, other: Man) -> bool {
        let mimics = |piece| deeds(self.variant(), piece).any(|deed| matches!(deed, Deed::Mimicry));
        man.piece.is_some_and(mimics) && other.piece.is_some() && man.piece != other.piece
    }

    fn is_frozen(self, cell: Cell, man: Man) -> bool {
        self.position.men().filter(|(_, other)| other.side != man.side).any(|(from, other)| {
            self.towards(other, man).iter().any(|deed| match deed {
                Deed::Freezing { near } => {
                    near.of(other.side).iter().any(|dir| self.board().next(from, *dir) == Some(cell))
                }
                _ => false,
            })
        })
    }

    /// All that a piece can do.
    fn of_man(self, from: Cell, man: Man) -> Vec<Done> {
        let Some(piece) = man.piece else { return Vec::new() };
        if self.is_frozen(from, man) {
            return Vec::new();
        }
        let own = self.landings(piece, from, man.side);
        let mut all = Vec::new();
        for to in self.board().cells().filter(|to| *to != from) {
            let by_mimicry = self.mimicked(from, to, man);
            let mut ways: Vec<BTreeSet<Cell>> =
                own.iter().filter(|(cell, _)| *cell == to).map(|(_, taken)| taken.clone()).collect();
            let is_empty = self.position.man(to).is_none();
            let leaps = is_empty && self.any_leap(from, to, man);
            if ways.is_empty() && (leaps || !by_mimicry.is_empty()) {
                ways.push(BTreeSet::new());
            }
            for taken in &ways {
                let mut position = self.position.clone();
                position.put(from, None);
                position.put(to, Some(man));
                all.extend(self.done(Some(from), to, man, &position, taken, Travel::Goes));
            }
            if ways.is_empty() && is_empty && self.may_teleport(man) {
                let mut position = self.position.clone();
                position.put(from, None);
                position.put(to, Some(man));
                let done = self.done(Some(from), to, man, &position, &BTreeSet::new(), Travel::Appears);
                all.extend(done.filter(|done| self.encloses(&position, to, man, done)));
            }
        }
        all.extend(self.shoves(from, man));
        all.extend(self.swaps(from, man));
        all
    }

    fn may_teleport(self, man: Man) -> bool {
        let towards = |other: PieceId| {
            self.towards(man, Man { side: man.side.other(), piece: Some(other) })
                .iter()
                .any(|deed| matches!(deed, Deed::Enclosure { anywhere: true, .. }))
        };
        self.variant().piece_ids().any(towards)
    }

    /// Whether a piece is taken by an enclosure for which the piece may come from anywhere.
    fn encloses(self, after: &Position, to: Cell, man: Man, done: &Done) -> bool {
        done.taken.iter().any(|cell| {
            let victim = self.position.man(*cell);
            victim.is_some_and(|victim| {
                self.towards(man, victim).iter().any(|deed| match deed {
                    Deed::Enclosure { near, anywhere: true } => {
                        self.is_enclosed(after, near.of(man.side), to, *cell)
                    }
                    _ => false,
                })
            })
        })
    }

    /// Where a piece's movement leads, and what it takes.
    fn landings(self, piece: PieceId, from: Cell, side: Side) -> Vec<(Cell, BTreeSet<Cell>)> {
        let table = self.rules.free_table(piece, side);
        let moved = !self.state.unmoved().contains(from);
        let mut all = Vec::new();
        Walker::default().landings(table, self.position, from, moved, &mut |landing| {
            all.push((landing.to, landing.taken.iter().copied().collect()));
        });
        all
    }

    /// What a piece takes on its way to a cell by other pieces' movements.
    fn mimicked(self, from: Cell, to: Cell, man: Man) -> BTreeSet<Cell> {
        let mut all = BTreeSet::new();
        for piece in self.variant().piece_ids() {
            let victim = Man { side: man.side.other(), piece: Some(piece) };
            if !self.mimics(man, victim) {
                continue;
            }
            for (cell, taken) in self.landings(piece, from, man.side) {
                if cell == to && taken.iter().all(|cell| self.position.man(*cell) == Some(victim)) {
                    all.extend(taken);
                }
            }
        }
        all
    }

    /// The cells between two on a straight line.
    fn between(self, from: Cell, to: Cell, dir: Dir) -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        let mut cell = self.board().next(from, dir)?;
        while cell != to {
            if cell == from {
                return None;
            }
            cells.push(cell);
            cell = self.board().next(cell, dir)?;
        }
        Some(cells)
    }

    /// Whether the way to a cell along a direction is open, or can be leapt along.
    fn comes_through(self, from: Cell, to: Cell, dir: Dir, man: Man) -> bool {
        let Some(cells) = self.between(from, to, dir) else { return false };
        cells.iter().all(|cell| self.position.man(*cell).is_none()) || self.leaps(from, to, dir, man)
    }

    fn any_leap(self, from: Cell, to: Cell, man: Man) -> bool {
        self.board().directions().any(|(dir, _)| self.leaps(from, to, dir, man))
    }

    /// Whether a piece can leap to an empty cell along a direction: over enemies that can be leapt over by one law, each
    /// with an empty cell behind.
    fn leaps(self, from: Cell, to: Cell, dir: Dir, man: Man) -> bool {
        let Some(mut way) = self.between(from, to, dir) else { return false };
        way.push(to);
        let over: Vec<Man> = way.iter().filter_map(|cell| self.position.man(*cell)).collect();
        let apart = way.windows(2).all(|pair| pair.iter().any(|cell| self.position.man(*cell).is_none()));
        let enemies = over.iter().all(|other| other.side != man.side);
        if over.is_empty() || !apart || !enemies || self.position.man(to).is_some() {
            return false;
        }
        let laws = |victim: &Man| -> Vec<(Vec<Dir>, bool)> {
            let law = |deed: &Deed| match deed {
                Deed::LongLeap { along, several } => Some((along.of(man.side).to_vec(), *several)),
                _ => None,
            };
            self.towards(man, *victim).iter().filter_map(law).collect()
        };
        laws(&over[0]).iter().any(|law| {
            law.0.contains(&dir)
                && (law.1 || over.len() == 1)
                && over.iter().all(|victim| laws(victim).contains(law))
        })
    }

    /// A move with all that it takes; `None` if a piece would stand where it may not.
    fn done(
        self,
        from: Option<Cell>,
        to: Cell,
        man: Man,
        after: &Position,
        plainly: &BTreeSet<Cell>,
        travel: Travel,
    ) -> Option<Done> {
        let changes = |piece: PieceId| {
            self.variant().rules.iter().any(|rule| match rule {
                Rule::Promotion(promotion) => promotion.piece == piece && promotion.by.moves,
                Rule::Transformation(rule) => rule.piece == piece,
                _ => false,
            })
        };
        let stands = |cell: Cell, man: Man| {
            man.piece.is_none_or(|piece| {
                let on = &self.variant().piece(piece).stands_on;
                changes(piece) || !self.variant().piece(piece).is_bound || on.of(man.side).contains(cell)
            })
        };
        let moved = after.men().filter(|(cell, man)| self.position.man(*cell) != Some(*man));
        if !moved.into_iter().all(|(cell, man)| stands(cell, man)) {
            return None;
        }
        let mut ways: BTreeSet<(Cell, Way)> = plainly.iter().map(|cell| (*cell, Way::Movement)).collect();
        if travel == Travel::Goes
            && let Some(from) = from
        {
            ways.extend(self.mimicked(from, to, man).into_iter().map(|cell| (cell, Way::Movement)));
        }
        for cell in self.board().cells() {
            let standing = after.man(cell).filter(|victim| victim.side != man.side);
            let stayed = standing.filter(|victim| self.position.man(cell) == Some(*victim));
            if let (Some(victim), Some(from), true) = (stayed, from, travel != Travel::Appears) {
                ways.extend(
                    self.falls_by_way(from, to, cell, man, victim).into_iter().map(|way| (cell, way)),
                );
            }
            if let Some(victim) = standing {
                let fallen = self.falls_by_place(after, to, cell, man, victim);
                ways.extend(fallen.into_iter().map(|way| (cell, way)));
            }
        }
        let mut left = after.clone();
        let mut hand = Vec::new();
        for cell in ways.iter().map(|(cell, _)| *cell).collect::<BTreeSet<Cell>>() {
            let victim = if cell == to { self.position.man(cell) } else { after.man(cell) };
            if cell != to {
                left.put(cell, None);
            }
            let by: Vec<Way> = ways.iter().filter(|(other, _)| *other == cell).map(|(_, way)| *way).collect();
            hand.extend(victim.and_then(|victim| self.into_hand(victim, &by)));
        }
        let men = left.men().map(|(cell, man)| (cell, man.side, man.piece)).collect();
        hand.sort_unstable();
        Some(Done { from, to, taken: ways.iter().map(|(cell, _)| *cell).collect(), men, hand })
    }

    /// In which ways a piece falls by how another comes to its cell.
    fn falls_by_way(self, from: Cell, to: Cell, cell: Cell, man: Man, victim: Man) -> Vec<Way> {
        let mut ways = Vec::new();
        for deed in self.towards(man, victim) {
            match deed {
                Deed::Withdrawal { along } => {
                    let flees = along.of(man.side).iter().any(|dir| {
                        self.board().next(cell, *dir) == Some(from) && self.comes_through(from, to, *dir, man)
                    });
                    ways.extend(flees.then_some(Way::Withdrawal));
                }
                Deed::LongLeap { along, .. } => {
                    let leapt = along.of(man.side).iter().any(|dir| {
                        self.between(from, to, *dir).is_some_and(|cells| cells.contains(&cell))
                            && self.leaps(from, to, *dir, man)
                    });
                    ways.extend(leapt.then_some(Way::LongLeap));
                }
                _ => {}
            }
        }
        ways
    }

    /// In which ways a piece falls by another's standing where it has come to.
    fn falls_by_place(self, after: &Position, to: Cell, cell: Cell, man: Man, victim: Man) -> Vec<Way> {
        let mut ways = Vec::new();
        for deed in self.towards(man, victim) {
            match deed {
                Deed::Coordination { with, balanced } => {
                    let partner = Man { side: man.side, piece: Some(with) };
                    let others = after.men().filter(|(other, man)| *other != to && *man == partner);
                    let falls = others.into_iter().any(|(other, _)| {
                        let crosses = (self.file(cell), self.rank(cell));
                        let here = crosses == (self.file(to), self.rank(other))
                            || crosses == (self.file(other), self.rank(to));
                        let count = |end| self.count_between(after, cell, end);
                        here && (!balanced || count(to) == count(other))
                    });
                    ways.extend(falls.then_some(Way::Coordination));
                }
                Deed::Enclosure { near, .. } => {
                    let enclosed = self.is_enclosed(after, near.of(man.side), to, cell);
                    ways.extend(enclosed.then_some(Way::Enclosure));
                }
                _ => {}
            }
        }
        ways
    }

    fn file(self, cell: Cell) -> &'a str {
        self.board().name(cell).trim_end_matches(|c: char| !c.is_ascii_lowercase())
    }

    fn rank(self, cell: Cell) -> &'a str {
        &self.board().name(cell)[self.file(cell).len()..]
    }

    /// How many pieces stand between two cells on one file or rank.
    fn count_between(self, position: &Position, one: Cell, other: Cell) -> usize {
        let place = |cell| self.board().on_first_sheet(|lattice| lattice.place(cell)).unwrap_or((0, 0));
        let same_file = self.file(one) == self.file(other);
        let along = |cell| if same_file { place(cell).1 } else { place(cell).0 };
        let (low, high) = (along(one).min(along(other)), along(one).max(along(other)));
        let men = position.men().filter(|(cell, _)| {
            let on_line = if same_file {
                self.file(*cell) == self.file(one)
            } else {
                self.rank(*cell) == self.rank(one)
            };
            on_line && low < along(*cell) && along(*cell) < high
        });
        men.count()
    }

    /// Whether the friends of the piece on a cell touch another cell and nowhere an empty one.
    fn is_enclosed(self, position: &Position, near: &[Dir], filled: Cell, cell: Cell) -> bool {
        let Some(side) = position.man(cell).map(|man| man.side) else { return false };
        let around = |cell: Cell| near.iter().filter_map(move |dir| self.board().next(cell, *dir));
        let mut group = BTreeSet::from([cell]);
        loop {
            let friends: BTreeSet<Cell> = group
                .iter()
                .flat_map(|cell| around(*cell))
                .filter(|cell| position.man(*cell).is_some_and(|man| man.side == side))
                .collect();
            let before = group.len();
            group.extend(friends);
            if group.len() == before {
                break;
            }
        }
        let free = group.iter().flat_map(|cell| around(*cell)).any(|cell| position.man(cell).is_none());
        !free && around(filled).any(|cell| group.contains(&cell))
    }

    /// The pushes of a piece: the one that is pushed goes on step by step as long as it can.
    fn shoves(self, from: Cell, man: Man) -> Vec<Done> {
        let mut all = Vec::new();
        for (dir, _) in self.board().directions() {
            let Some((to, victim)) = self.meets(from, dir) else { continue };
            let pushes = self.towards(man, victim).into_iter().filter_map(|deed| match deed {
                Deed::Push { along, train } if along.of(man.side).contains(&dir) => Some(train),
                _ => None,
            });
            for train in pushes.filter(|_| victim.side != man.side) {
                let mut after = self.position.clone();
                after.put(from, None);
                let mut at = to;
                while self.shove(&mut after, at, dir, train) {
                    at = self.board().next(at, dir).unwrap_or(at);
                }
                if at != to {
                    after.put(to, Some(man));
                    all.extend(self.done(Some(from), to, man, &after, &BTreeSet::new(), Travel::Pushes));
                }
            }
        }
        all
    }

    /// Moves the piece on a cell one step on, and those before it; false if it cannot go.
    fn shove(self, position: &mut Position, at: Cell, dir: Dir, train: bool) -> bool {
        let Some(next) = self.board().next(at, dir) else { return false };
        if position.man(next).is_some() && !(train && self.shove(position, next, dir, train)) {
            return false;
        }
        let man = position.man(at);
        position.put(at, None);
        position.put(next, man);
        true
    }

    fn swaps(self, from: Cell, man: Man) -> Vec<Done> {
        let mut all = Vec::new();
        for (dir, _) in self.board().directions() {
            let Some((to, other)) = self.meets(from, dir) else { continue };
            // With friends only one that has the power itself changes places.
            let able = if other.side == man.side {
                man.piece.map(|piece| deeds(self.variant(), piece).cloned().collect()).unwrap_or_default()
            } else {
                self.towards(man, other)
            };
            let fits =
                |deed: &Deed| matches!(deed, Deed::Swap { along } if along.of(man.side).contains(&dir));
            if able.iter().any(fits) {
                let mut after = self.position.clone();
                after.put(from, Some(other));
                after.put(to, Some(man));
                all.extend(self.done(Some(from), to, man, &after, &BTreeSet::new(), Travel::Swaps));
            }
        }
        all
    }

    /// The first piece in a direction.
    fn meets(self, from: Cell, dir: Dir) -> Option<(Cell, Man)> {
        let mut cell = self.board().next(from, dir)?;
        while self.position.man(cell).is_none() && cell != from {
            cell = self.board().next(cell, dir)?;
        }
        self.position.man(cell).filter(|_| cell != from).map(|man| (cell, man))
    }

    /// What a piece is in hand that is taken in these ways; the last rule counts.
    fn into_hand(self, victim: Man, ways: &[Way]) -> Option<PieceId> {
        let mut found = None;
        for rule in &self.variant().rules {
            if let Rule::IntoHand(rule) = rule
                && let Some(piece) = victim.piece
                && rule.pieces.as_ref().is_none_or(|pieces| pieces.contains(&piece))
                && rule.by.is_none_or(|by| ways.contains(&by))
            {
                found = Some(rule.becomes.unwrap_or(piece));
            }
        }
        found
    }
}

/// How a piece comes to its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Travel {
    Goes,
    Pushes,
    Swaps,
    /// From elsewhere, or out of hand.
    Appears,
}
