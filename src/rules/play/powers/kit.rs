//! All powers of a variant's pieces, beyond their movement.

use super::bond::Bonds;
use super::coordination::{Coordination, Crossings};
use super::enclosure::Enclosure;
use super::freezing::Freezings;
use super::long_leap::LongLeap;
use super::push::Push;
use super::swap::Swap;
use super::view::PowerTargets;
use super::withdrawal::Withdrawal;
use crate::model::{KindId, Power, Side, SidedDirs, Variant};

/// All powers of a variant's pieces.
#[derive(Debug)]
pub(in crate::play) struct Powers {
    /// For each piece with any power, its kits, one for each side.
    kits: Vec<Option<[PowerKit; 2]>>,
    /// Whether no piece has any power.
    has_none: bool,
    pub freezing: Freezings,
    pub crossings: Option<Crossings>,
    pub bonds: Bonds,
    pub teleports: Vec<NearPower>,
    pub rotations: Vec<NearPower>,
}

/// A power that reaches one step from its holder along some directions.
#[derive(Debug)]
pub(in crate::play) struct NearPower {
    pub holder: KindId,
    pub near: SidedDirs,
}

/// What one side's pieces of a kind can do beyond their movement.
#[derive(Debug, Default)]
pub(in crate::play) struct PowerKit {
    pub withdrawals: Vec<Withdrawal>,
    pub coordinations: Vec<Coordination>,
    pub pushes: Vec<Push>,
    pub swaps: Vec<Swap>,
    pub long_leaps: Vec<LongLeap>,
    pub enclosures: Vec<Enclosure>,
    /// The kinds whose captures by movement the piece shares, each against pieces of that kind.
    pub mimics: Vec<KindId>,
    /// Whether the piece must capture if it can.
    pub mandatory: bool,
    /// Whether the piece never goes to an occupied cell.
    pub only_fills: bool,
}

impl Powers {
    /// Collects the powers of a variant's pieces. `takes` says whether a side's pieces of a kind
    /// can capture anything by movement.
    pub(crate) fn new(variant: &Variant, takes: &dyn Fn(KindId, Side) -> bool) -> Powers {
        // Barriers are part of the movement.
        let adds = |power: &&Power| !matches!(power, Power::Barrier { .. });
        let own_powers = |kind: KindId| variant.powers(kind).filter(adds);
        let powers_of = |kind: KindId| own_powers(kind).map(move |power| (kind, power));
        let powers: Vec<(KindId, &Power)> = variant.kind_ids().flat_map(powers_of).collect();
        let kits = variant.kind_ids().map(|kind| {
            let kits = Side::BOTH.map(|side| {
                let mut kit = PowerKit::new(variant, kind, side);
                let enters_occupied_cells =
                    !kit.mimics.is_empty() || !kit.swaps.is_empty() || !kit.pushes.is_empty();
                kit.only_fills =
                    !kit.enclosures.is_empty() && !enters_occupied_cells && !takes(kind, side);
                kit
            });
            own_powers(kind).next().map(|_| kits)
        });
        let coordinates = powers
            .iter()
            .any(|(_, power)| matches!(power, Power::Coordination { .. }));
        Powers {
            kits: kits.collect(),
            has_none: powers.is_empty(),
            freezing: Freezings::new(variant, &powers),
            crossings: coordinates.then(|| Crossings::new(&variant.board)),
            bonds: Bonds::new(&powers),
            teleports: holders_of(&powers, |power| match power {
                Power::Teleport { near } => Some(near),
                _ => None,
            }),
            rotations: holders_of(&powers, |power| match power {
                Power::Rotation { around } => Some(around),
                _ => None,
            }),
        }
    }

    /// Whether no piece has any power.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.has_none
    }

    #[inline]
    pub(crate) fn kit(&self, kind: KindId, side: Side) -> Option<&PowerKit> {
        self.kits[kind.index()]
            .as_ref()
            .map(|kits| &kits[side as usize])
    }
}

/// Returns the pieces that hold a power of one kind.
fn holders_of(
    powers: &[(KindId, &Power)],
    directions: fn(&Power) -> Option<&SidedDirs>,
) -> Vec<NearPower> {
    powers
        .iter()
        .filter_map(|(holder, power)| {
            Some(NearPower {
                holder: *holder,
                near: directions(power)?.clone(),
            })
        })
        .collect()
}

impl PowerKit {
    /// Whether the kit adds no cells and no captures to the piece's own movement.
    pub(crate) fn adds_nothing(&self) -> bool {
        let PowerKit {
            withdrawals,
            coordinations,
            pushes,
            swaps,
            long_leaps,
            enclosures,
            mimics,
            ..
        } = self;
        let has_no_line_power = withdrawals.is_empty()
            && pushes.is_empty()
            && swaps.is_empty()
            && long_leaps.is_empty();
        has_no_line_power && coordinations.is_empty() && enclosures.is_empty() && mimics.is_empty()
    }

    fn new(variant: &Variant, kind: KindId, side: Side) -> PowerKit {
        let mut kit = PowerKit::default();
        for power in variant.powers(kind) {
            match power {
                Power::Mimicry => kit.mimic(variant, kind, side),
                Power::Mandatory => kit.mandatory = true,
                power => kit.add(power, PowerTargets::Any, variant, side),
            }
        }
        kit
    }

    /// Adds what a piece can do by mimicry: it captures an enemy of another kind as that kind
    /// captures. A piece mimics neither mimicry nor its own kind.
    fn mimic(&mut self, variant: &Variant, kind: KindId, side: Side) {
        for other in variant.kind_ids().filter(|other| *other != kind) {
            self.mimics.push(other);
            for power in variant.powers(other) {
                self.add(
                    power,
                    PowerTargets::only(other, variant.kinds.len()),
                    variant,
                    side,
                );
            }
        }
    }

    /// Adds a power that works only against `takes`.
    fn add(&mut self, power: &Power, takes: PowerTargets, variant: &Variant, side: Side) {
        let board = &variant.board;
        match power {
            Power::Withdrawal { along } => {
                self.withdrawals
                    .push(Withdrawal::new(board, along.of(side), takes));
            }
            Power::Coordination { with, balanced } => {
                self.coordinations.push(Coordination {
                    with: *with,
                    balanced: *balanced,
                    takes,
                });
            }
            Power::Push {
                along,
                range,
                train,
            } => {
                // The pieces in a train are targets of the push as well, so only a push against
                // all pieces has one.
                let train = *train && takes == PowerTargets::Any;
                self.pushes.push(Push {
                    along: along.of(side).to_vec(),
                    range: steps(*range),
                    train,
                    takes,
                });
            }
            Power::Swap { along, range } => self.swaps.push(Swap {
                along: along.of(side).to_vec(),
                range: steps(*range),
                takes,
            }),
            Power::LongLeap {
                along,
                range,
                several,
            } => {
                let leap = LongLeap {
                    along: along.of(side).to_vec(),
                    range: steps(*range),
                    several: *several,
                    takes,
                };
                leap.join(&mut self.long_leaps);
            }
            Power::Enclosure { near, anywhere } => {
                self.enclosures.push(Enclosure {
                    near: near.of(side).to_vec(),
                    anywhere: *anywhere,
                    takes,
                });
            }
            // Which pieces freeze which follows from where they stand, not from their moves.
            Power::Freezing { .. } | Power::Mimicry | Power::Mandatory => {}
            // These move other pieces, or restrict their own piece.
            Power::Teleport { .. } | Power::Rotation { .. } | Power::Bond { .. } => {}
            // The move table handles barriers.
            Power::Barrier { .. } => {}
        }
    }
}

/// Returns the number of steps that a range allows.
fn steps(range: Option<u16>) -> usize {
    range.map_or(usize::MAX, usize::from)
}
