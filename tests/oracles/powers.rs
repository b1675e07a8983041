//! Powers the slow way, straight from the words of the rules: for every piece and every cell it is asked of every
//! enemy whether it falls. Shares nothing with the program's play but movement along tables.

mod drops;
mod falls;
mod shifts;

use std::collections::BTreeSet;

use padma_rules::model::{
    ArrivalWay, Board, CaptureWay, Cell, Dir, KindId, Piece, Position, Power, Rule, Side, Variant,
    ZoneMove,
};
use padma_rules::moves::Walker;
use padma_rules::reach::Rules;

use super::standing::Standing;

/// A move by what it does: what is taken where, and what stands where in the end, before any piece becomes another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Done {
    pub from: Option<Cell>,
    pub to: Cell,
    pub taken: BTreeSet<Cell>,
    /// What stood there when it was taken, which may have come there by the move.
    pub victims: BTreeSet<(Cell, Piece)>,
    /// By cells: the side and the piece.
    pub pieces: BTreeSet<(Cell, Side, Option<KindId>)>,
    /// What goes into hand.
    pub hand: Vec<KindId>,
    /// Where it may be taken en passant.
    pub en_passant: BTreeSet<Cell>,
    /// The cells that a piece has left, or come to.
    pub touched: BTreeSet<Cell>,
    /// What it was in hand, if it comes from there.
    pub dropped: Option<KindId>,
}

/// All moves of a side, castling apart, whether they leave a king attacked or not.
pub fn moves(rules: &Rules, standing: &Standing, side: Side) -> BTreeSet<Done> {
    let position = standing.position(rules);
    let scene = Scene {
        rules,
        standing,
        position: &position,
    };
    let own: Vec<(Cell, Piece)> = position
        .pieces()
        .filter(|(_, piece)| piece.side == side)
        .collect();
    let mut all: BTreeSet<Done> = own
        .into_iter()
        .flat_map(|(from, piece)| scene.of_piece(from, piece))
        .collect();
    all.extend(scene.drops(side, &|after, side| king_falls(rules, after, side)));
    all
}

/// Whether a move of a piece may end on a cell: it may stand there, or becomes at once a piece that may.
pub(super) fn may_end(rules: &Rules, (side, kind): (Side, KindId), cell: Cell) -> bool {
    let may_stand = |kind: &KindId| {
        let kind = rules.variant.kind(*kind);
        !kind.is_bound || kind.stands_on.of(side).contains(cell)
    };
    let becomes = |rule: &Rule| match rule {
        Rule::Promotion(rule) => {
            let comes = rule.kind == kind && rule.by.contains(&ArrivalWay::Move);
            let elsewhere = |way: &ZoneMove| matches!(way, ZoneMove::Leaves | ZoneMove::Captures);
            let there = rule.cells.of(side).contains(cell) || rule.on.iter().any(elsewhere);
            comes && there && rule.to.iter().any(may_stand)
        }
        Rule::Transformation(rule) => rule.kind == kind && may_stand(&rule.to),
        _ => false,
    };
    may_stand(&kind) || rules.variant.rules.iter().any(becomes)
}

/// The moves of the piece on a cell, and the drops, for the readings that build on this one.
pub(super) fn of_piece(rules: &Rules, standing: &Standing, from: Cell, piece: Piece) -> Vec<Done> {
    let position = standing.position(rules);
    Scene {
        rules,
        standing,
        position: &position,
    }
    .of_piece(from, piece)
}

/// The piece in hand that a piece becomes when it is taken in these ways, if it goes there.
pub(super) fn into_hand(rules: &Rules, victim: Piece, ways: &[CaptureWay]) -> Option<KindId> {
    let (standing, position) = (Standing::default(), rules.variant.empty_position());
    Scene {
        rules,
        standing: &standing,
        position: &position,
    }
    .into_hand(victim, ways)
}

/// The drops of a side.
pub(super) fn drops(
    rules: &Rules,
    standing: &Standing,
    in_check: drops::GivesCheck<'_>,
) -> Vec<Done> {
    let position = standing.position(rules);
    Scene {
        rules,
        standing,
        position: &position,
    }
    .drops(standing.side(), in_check)
}

/// Those of the moves after which no king of that side can be taken, and that no duty forbids.
pub fn legal(rules: &Rules, standing: &Standing, side: Side) -> BTreeSet<Done> {
    let king = |(_, victim): &(Cell, Piece)| {
        let kind = victim.kind;
        kind.is_some_and(|kind| rules.variant.kind(kind).royal)
    };
    let safe = |done: &Done| {
        !done.victims.iter().any(king) && !king_falls(rules, &standing_after(done, standing), side)
    };
    let legal: BTreeSet<Done> = moves(rules, standing, side)
        .into_iter()
        .filter(safe)
        .collect();
    let variant = &rules.variant;
    let must = |done: &Done| {
        let kind = done
            .from
            .and_then(|from| standing.pieces.get(&from))
            .map(|(_, kind)| *kind);
        kind.is_some_and(|kind| {
            powers_of(variant, kind).any(|power| matches!(power, Power::Mandatory))
                && legal
                    .iter()
                    .any(|other| other.from == done.from && !other.taken.is_empty())
        })
    };
    legal
        .iter()
        .filter(|done| !done.taken.is_empty() || !must(done))
        .cloned()
        .collect()
}

/// Whether some enemy could take a royal piece of a side.
pub fn king_falls(rules: &Rules, standing: &Standing, side: Side) -> bool {
    let position = standing.position(rules);
    let royal = |piece: Piece| {
        piece.side == side
            && piece
                .kind
                .is_some_and(|kind| rules.variant.kind(kind).royal)
    };
    let scene = Scene {
        rules,
        standing,
        position: &position,
    };
    let mut enemies = position.pieces().filter(|(_, piece)| piece.side != side);
    enemies.any(|(from, piece)| {
        let moves = scene.of_piece(from, piece);
        moves.iter().any(|done| {
            done.taken
                .iter()
                .any(|cell| position.piece(*cell).is_some_and(royal))
        })
    })
}

/// A side's pieces that cannot move.
pub fn frozen(rules: &Rules, standing: &Standing, side: Side) -> BTreeSet<Cell> {
    let position = standing.position(rules);
    let scene = Scene {
        rules,
        standing,
        position: &position,
    };
    let pieces = position.pieces().filter(|(_, piece)| piece.side == side);
    pieces
        .filter(|(cell, piece)| scene.is_frozen(*cell, *piece))
        .map(|(cell, _)| cell)
        .collect()
}

/// The position after a move of the side to move, with all else as before.
pub(super) fn standing_after(done: &Done, standing: &Standing) -> Standing {
    let kind = |kind: &Option<KindId>| kind.expect("a piece of a kind");
    let pieces = done
        .pieces
        .iter()
        .map(|(cell, side, of)| (*cell, (*side, kind(of))))
        .collect();
    let mut after = Standing {
        pieces,
        en_passant: None,
        ..standing.clone()
    };
    after
        .unmoved
        .retain(|cell| !done.touched.contains(cell) && after.pieces.contains_key(cell));
    let side = standing.side();
    for kind in &done.hand {
        after.add_to_hand(side, *kind, 1);
    }
    if let Some(kind) = done.dropped {
        after.add_to_hand(side, kind, -1);
    }
    after
}

fn powers_of(variant: &Variant, kind: KindId) -> impl Iterator<Item = &Power> {
    variant.rules.iter().filter_map(move |rule| match rule {
        Rule::Power(rule) if rule.kind == kind => Some(&rule.power),
        _ => None,
    })
}

/// A way to land.
#[derive(Clone, Debug)]
struct Landed {
    to: Cell,
    taken: BTreeSet<Cell>,
    carried: Vec<(Cell, Cell)>,
    en_passant: BTreeSet<Cell>,
}

#[derive(Clone, Copy)]
struct Scene<'a> {
    rules: &'a Rules,
    standing: &'a Standing,
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
    fn towards(self, piece: Piece, other: Piece) -> Vec<Power> {
        let Some(kind) = piece.kind else {
            return Vec::new();
        };
        let mut all: Vec<Power> = powers_of(self.variant(), kind).cloned().collect();
        if let Some(victim) = other.kind.filter(|_| self.mimics(piece, other)) {
            all.extend(
                powers_of(self.variant(), victim)
                    .filter(|power| !matches!(power, Power::Mimicry))
                    .cloned()
                    .map(|power| match power {
                        // No other piece may be driven on.
                        Power::Push { along, range, .. } => Power::Push {
                            along,
                            range,
                            train: false,
                        },
                        other => other,
                    }),
            );
        }
        all
    }

    fn mimics(self, piece: Piece, other: Piece) -> bool {
        let mimics =
            |kind| powers_of(self.variant(), kind).any(|power| matches!(power, Power::Mimicry));
        piece.kind.is_some_and(mimics) && other.kind.is_some() && piece.kind != other.kind
    }

    fn is_frozen(self, cell: Cell, piece: Piece) -> bool {
        self.position
            .pieces()
            .filter(|(_, other)| other.side != piece.side)
            .any(|(from, other)| {
                self.towards(other, piece).iter().any(|power| match power {
                    Power::Freezing { near } => near
                        .of(other.side)
                        .iter()
                        .any(|dir| self.board().next(from, *dir) == Some(cell)),
                    _ => false,
                })
            })
    }

    /// All that a piece can do.
    fn of_piece(self, from: Cell, piece: Piece) -> Vec<Done> {
        let Some(kind) = piece.kind else {
            return Vec::new();
        };
        if self.is_frozen(from, piece) {
            return Vec::new();
        }
        let own = self.landings(kind, from, piece.side);
        let mut all = Vec::new();
        for to in self.board().cells() {
            let ways: Vec<&Landed> = own.iter().filter(|landed| landed.to == to).collect();
            for landed in &ways {
                let mut position = self.position.clone();
                position.put(from, None);
                landed
                    .carried
                    .iter()
                    .for_each(|(start, _)| position.put(*start, None));
                for (start, end) in &landed.carried {
                    position.put(*end, self.position.piece(*start));
                }
                position.put(to, Some(piece));
                let done = self.done(
                    Some(from),
                    to,
                    piece,
                    &position,
                    &landed.taken,
                    Travel::Goes,
                );
                all.extend(done.map(|done| {
                    let carried = landed
                        .carried
                        .iter()
                        .flat_map(|(start, end)| [*start, *end]);
                    let touched = done.touched.iter().copied().chain(carried).collect();
                    Done {
                        en_passant: landed.en_passant.clone(),
                        touched,
                        ..done
                    }
                }));
            }
            // Without powers it does what its movement says.
            if !self.is_there(to) || powers_of(self.variant(), kind).next().is_none() {
                continue;
            }
            let is_empty = self.position.piece(to).is_none() && to != from;
            let leaps = is_empty && self.any_leap(from, to, piece);
            let simply = |landed: &&Landed| landed.carried.is_empty();
            let mut position = self.position.clone();
            position.put(from, None);
            position.put(to, Some(piece));
            let none = BTreeSet::new();
            if !ways.iter().any(simply) && (leaps || !self.mimicked(from, to, piece).is_empty()) {
                all.extend(self.done(Some(from), to, piece, &position, &none, Travel::Goes));
            } else if ways.is_empty() && is_empty && self.may_teleport(piece) {
                let done = self.done(Some(from), to, piece, &position, &none, Travel::Appears);
                all.extend(done.filter(|done| self.encloses(&position, to, piece, done)));
            }
        }
        if powers_of(self.variant(), kind).next().is_some() {
            all.extend(self.shoves(from, piece));
            all.extend(self.swaps(from, piece));
        }
        all
    }

    fn may_teleport(self, piece: Piece) -> bool {
        let towards = |other: KindId| {
            self.towards(
                piece,
                Piece {
                    side: piece.side.other(),
                    kind: Some(other),
                },
            )
            .iter()
            .any(|power| matches!(power, Power::Enclosure { anywhere: true, .. }))
        };
        self.variant().kind_ids().any(towards)
    }

    /// Whether a piece is taken by an enclosure for which the piece may come from anywhere.
    fn encloses(self, after: &Position, to: Cell, piece: Piece, done: &Done) -> bool {
        done.taken.iter().any(|cell| {
            let victim = self.position.piece(*cell);
            victim.is_some_and(|victim| {
                self.towards(piece, victim).iter().any(|power| match power {
                    Power::Enclosure {
                        near,
                        anywhere: true,
                    } => self.is_enclosed(after, near.of(piece.side), to, *cell),
                    _ => false,
                })
            })
        })
    }

    /// The landings of a piece's movement, with what it does on its way.
    fn landings(self, kind: KindId, from: Cell, side: Side) -> Vec<Landed> {
        let table = self.rules.free_table(kind, side);
        let moved = !self.standing.unmoved.contains(&from);
        let mut all = Vec::new();
        Walker::default().landings(table, self.position, from, moved, &mut |landing| {
            all.push(Landed {
                to: landing.to,
                taken: landing.taken.iter().copied().collect(),
                carried: landing.carried.to_vec(),
                en_passant: landing.en_passant.iter().copied().collect(),
            });
        });
        all
    }

    fn is_there(self, cell: Cell) -> bool {
        !self.position.absent().contains(cell)
    }

    /// The next cell, if it is there.
    fn next(self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.board()
            .next(cell, dir)
            .filter(|next| self.is_there(*next))
    }

    /// What a piece takes on its way to a cell by other pieces' movements.
    fn mimicked(self, from: Cell, to: Cell, piece: Piece) -> BTreeSet<Cell> {
        let mut all = BTreeSet::new();
        for kind in self.variant().kind_ids() {
            let victim = Piece {
                side: piece.side.other(),
                kind: Some(kind),
            };
            if !self.mimics(piece, victim) {
                continue;
            }
            for Landed {
                to: cell,
                taken,
                carried,
                ..
            } in self.landings(kind, from, piece.side)
            {
                if cell == to
                    && carried.is_empty()
                    && taken
                        .iter()
                        .all(|cell| self.position.piece(*cell) == Some(victim))
                {
                    all.extend(taken);
                }
            }
        }
        all
    }

    /// The cells between two on a straight line.
    fn between(self, from: Cell, to: Cell, dir: Dir) -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        let mut cell = self.next(from, dir)?;
        while cell != to {
            if cell == from {
                return None;
            }
            cells.push(cell);
            cell = self.next(cell, dir)?;
        }
        Some(cells)
    }

    /// Whether the way to a cell along a direction is open, or can be leapt along.
    fn comes_through(self, from: Cell, to: Cell, dir: Dir, piece: Piece) -> bool {
        let Some(cells) = self.between(from, to, dir) else {
            return false;
        };
        cells
            .iter()
            .all(|cell| self.position.piece(*cell).is_none())
            || self.leaps(from, to, dir, piece)
    }

    fn any_leap(self, from: Cell, to: Cell, piece: Piece) -> bool {
        self.board()
            .directions()
            .any(|(dir, _)| self.leaps(from, to, dir, piece))
    }

    /// Whether a piece can leap to an empty cell along a direction: over enemies that can be leapt over by one law, each
    /// with an empty cell behind.
    fn leaps(self, from: Cell, to: Cell, dir: Dir, piece: Piece) -> bool {
        let Some(mut way) = self.between(from, to, dir) else {
            return false;
        };
        way.push(to);
        let over: Vec<Piece> = way
            .iter()
            .filter_map(|cell| self.position.piece(*cell))
            .collect();
        let apart = way
            .windows(2)
            .all(|pair| pair.iter().any(|cell| self.position.piece(*cell).is_none()));
        let enemies = over.iter().all(|other| other.side != piece.side);
        if over.is_empty() || !apart || !enemies || self.position.piece(to).is_some() {
            return false;
        }
        let laws = |victim: &Piece| -> Vec<(Vec<Dir>, Option<u16>, bool)> {
            let law = |power: &Power| match power {
                Power::LongLeap {
                    along,
                    range,
                    several,
                } => Some((along.of(piece.side).to_vec(), *range, *several)),
                _ => None,
            };
            self.towards(piece, *victim)
                .iter()
                .filter_map(law)
                .collect()
        };
        laws(&over[0]).iter().any(|law| {
            law.0.contains(&dir)
                && law.1.is_none_or(|most| way.len() <= usize::from(most))
                && (law.2 || over.len() == 1)
                && over.iter().all(|victim| laws(victim).contains(law))
        })
    }

    /// A move with all that it takes; `None` if a piece would stand where it may not.
    fn done(
        self,
        from: Option<Cell>,
        to: Cell,
        piece: Piece,
        after: &Position,
        plainly: &BTreeSet<Cell>,
        travel: Travel,
    ) -> Option<Done> {
        let changes = |kind: KindId| {
            self.variant().rules.iter().any(|rule| match rule {
                Rule::Promotion(promotion) => {
                    promotion.kind == kind && promotion.by.contains(&ArrivalWay::Move)
                }
                Rule::Transformation(rule) => rule.kind == kind,
                _ => false,
            })
        };
        let stands = |cell: Cell, piece: Piece| {
            piece.kind.is_none_or(|kind| {
                let on = &self.variant().kind(kind).stands_on;
                changes(kind)
                    || !self.variant().kind(kind).is_bound
                    || on.of(piece.side).contains(cell)
            })
        };
        let moved = after
            .pieces()
            .filter(|(cell, piece)| self.position.piece(*cell) != Some(*piece));
        if !moved.into_iter().all(|(cell, piece)| stands(cell, piece)) {
            return None;
        }
        if piece
            .kind
            .is_some_and(|kind| !may_end(self.rules, (piece.side, kind), to))
        {
            return None;
        }
        let mut ways: BTreeSet<(Cell, CaptureWay)> = plainly
            .iter()
            .map(|cell| (*cell, CaptureWay::Movement))
            .collect();
        if travel == Travel::Goes
            && let Some(from) = from
        {
            ways.extend(
                self.mimicked(from, to, piece)
                    .into_iter()
                    .map(|cell| (cell, CaptureWay::Movement)),
            );
        }
        for cell in self.board().cells() {
            let standing = after.piece(cell).filter(|victim| victim.side != piece.side);
            let stayed = standing.filter(|victim| self.position.piece(cell) == Some(*victim));
            if let (Some(victim), Some(from), true) = (stayed, from, travel != Travel::Appears) {
                ways.extend(
                    self.falls_by_way(from, to, cell, piece, victim)
                        .into_iter()
                        .map(|way| (cell, way)),
                );
            }
            if let Some(victim) = standing {
                let fallen = self.falls_by_place(after, to, cell, piece, victim);
                ways.extend(fallen.into_iter().map(|way| (cell, way)));
            }
        }
        let mut left = after.clone();
        let (mut hand, mut victims) = (Vec::new(), BTreeSet::new());
        for cell in ways
            .iter()
            .map(|(cell, _)| *cell)
            .collect::<BTreeSet<Cell>>()
        {
            let victim = if cell == to {
                self.position.piece(cell)
            } else {
                after.piece(cell)
            };
            if cell != to {
                left.put(cell, None);
            }
            let by: Vec<CaptureWay> = ways
                .iter()
                .filter(|(other, _)| *other == cell)
                .map(|(_, way)| *way)
                .collect();
            hand.extend(victim.and_then(|victim| self.into_hand(victim, &by)));
            victims.extend(victim.map(|victim| (cell, victim)));
        }
        let pieces = left
            .pieces()
            .map(|(cell, piece)| (cell, piece.side, piece.kind))
            .collect();
        hand.sort_unstable();
        let changed = |cell: &Cell| left.piece(*cell) != self.position.piece(*cell);
        // One that takes from where it stands has not moved.
        let own = (from != Some(to))
            .then_some([from, Some(to)])
            .into_iter()
            .flatten()
            .flatten();
        let touched = self.board().cells().filter(changed).chain(own).collect();
        let taken = ways.iter().map(|(cell, _)| *cell).collect();
        Some(Done {
            from,
            to,
            taken,
            victims,
            pieces,
            hand,
            en_passant: BTreeSet::new(),
            touched,
            dropped: None,
        })
    }

    /// What a piece is in hand that is taken in these ways; the last rule counts.
    fn into_hand(self, victim: Piece, ways: &[CaptureWay]) -> Option<KindId> {
        let mut found = None;
        for rule in &self.variant().rules {
            if let Rule::IntoHand(rule) = rule
                && let Some(kind) = victim.kind
                && rule
                    .kinds
                    .as_ref()
                    .is_none_or(|kinds| kinds.contains(&kind))
                && rule.by.is_none_or(|by| ways.contains(&by))
            {
                found = Some(rule.becomes.unwrap_or(kind));
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
