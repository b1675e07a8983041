//! All that a variant's pieces do besides their movement.

use super::bond::Bonds;
use super::coordination::{Coordination, Crossings};
use super::enclosure::Enclosure;
use super::freezing::Freezings;
use super::long_leap::LongLeap;
use super::push::Push;
use super::swap::Swap;
use super::view::PowerTargets;
use super::withdrawal::Withdrawal;
use crate::model::{Deed, KindId, Side, SidedDirs, Variant};

/// All powers of a variant's pieces.
#[derive(Debug)]
pub(in crate::play) struct Powers {
    /// For each piece and side, if it has any.
    kits: Vec<Option<[PowerKit; 2]>>,
    /// Whether no piece has any.
    none: bool,
    pub freezing: Freezings,
    pub crossings: Option<Crossings>,
    pub bonds: Bonds,
    pub teleports: Vec<Held>,
    pub rotations: Vec<Held>,
}

/// A power that reaches one step from its holder along some directions.
#[derive(Debug)]
pub(in crate::play) struct Held {
    pub holder: KindId,
    pub near: SidedDirs,
}

/// What one side's pieces of a kind can do besides their movement.
#[derive(Debug, Default)]
pub(in crate::play) struct PowerKit {
    pub withdrawals: Vec<Withdrawal>,
    pub coordinations: Vec<Coordination>,
    pub pushes: Vec<Push>,
    pub swaps: Vec<Swap>,
    pub long_leaps: Vec<LongLeap>,
    pub enclosures: Vec<Enclosure>,
    /// The pieces whose captures by movement it has, towards themselves.
    pub mimics: Vec<KindId>,
    /// Whether it must take where it can.
    pub mandatory: bool,
    /// Whether it never comes to a cell on which another stands.
    pub only_fills: bool,
}

impl Powers {
    /// Of a variant's pieces. `takes` says whether a side's pieces of a kind can take anything by movement.
    pub(crate) fn new(variant: &Variant, takes: &dyn Fn(KindId, Side) -> bool) -> Powers {
        let deeds_of = |kind: KindId| variant.powers(kind).map(move |deed| (kind, deed));
        let deeds: Vec<(KindId, &Deed)> = variant.kind_ids().flat_map(deeds_of).collect();
        let kits = variant.kind_ids().map(|kind| {
            let kits = Side::BOTH.map(|side| {
                let mut kit = PowerKit::new(variant, kind, side);
                let strikes =
                    !kit.mimics.is_empty() || !kit.swaps.is_empty() || !kit.pushes.is_empty();
                kit.only_fills = !kit.enclosures.is_empty() && !strikes && !takes(kind, side);
                kit
            });
            variant.powers(kind).next().map(|_| kits)
        });
        let coordinates = deeds
            .iter()
            .any(|(_, deed)| matches!(deed, Deed::Coordination { .. }));
        Powers {
            kits: kits.collect(),
            none: deeds.is_empty(),
            freezing: Freezings::new(variant, &deeds),
            crossings: coordinates.then(|| Crossings::new(&variant.board)),
            bonds: Bonds::new(&deeds),
            teleports: held(&deeds, |deed| match deed {
                Deed::Teleport { near } => Some(near),
                _ => None,
            }),
            rotations: held(&deeds, |deed| match deed {
                Deed::Rotation { around } => Some(around),
                _ => None,
            }),
        }
    }

    /// Whether no piece has any power.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.none
    }

    #[inline]
    pub(crate) fn kit(&self, kind: KindId, side: Side) -> Option<&PowerKit> {
        self.kits[kind.index()]
            .as_ref()
            .map(|kits| &kits[side as usize])
    }
}

/// The pieces that hold a power of one kind.
fn held(deeds: &[(KindId, &Deed)], of: fn(&Deed) -> Option<&SidedDirs>) -> Vec<Held> {
    deeds
        .iter()
        .filter_map(|(holder, deed)| {
            Some(Held {
                holder: *holder,
                near: of(deed)?.clone(),
            })
        })
        .collect()
}

impl PowerKit {
    /// Whether nothing is added to what the piece's own movement leads to and takes.
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
        let along_lines = withdrawals.is_empty()
            && pushes.is_empty()
            && swaps.is_empty()
            && long_leaps.is_empty();
        along_lines && coordinations.is_empty() && enclosures.is_empty() && mimics.is_empty()
    }

    fn new(variant: &Variant, kind: KindId, side: Side) -> PowerKit {
        let mut kit = PowerKit::default();
        for deed in variant.powers(kind) {
            match deed {
                Deed::Mimicry => kit.mimic(variant, kind, side),
                Deed::Mandatory => kit.mandatory = true,
                deed => kit.add(deed, PowerTargets::Any, variant, side),
            }
        }
        kit
    }

    /// Adds what a piece can do by mimicry: towards an enemy of another piece, that piece's own ways of capture. It mimics
    /// no mimicry, and not its own kind.
    fn mimic(&mut self, variant: &Variant, kind: KindId, side: Side) {
        for other in variant.kind_ids().filter(|other| *other != kind) {
            self.mimics.push(other);
            for deed in variant.powers(other) {
                self.add(
                    deed,
                    PowerTargets::only(other, variant.kinds.len()),
                    variant,
                    side,
                );
            }
        }
    }

    /// Adds a power against some prey.
    fn add(&mut self, deed: &Deed, takes: PowerTargets, variant: &Variant, side: Side) {
        let board = &variant.board;
        match deed {
            Deed::Withdrawal { along } => {
                self.withdrawals
                    .push(Withdrawal::new(board, along.of(side), takes));
            }
            Deed::Coordination { with, balanced } => {
                self.coordinations.push(Coordination {
                    with: *with,
                    balanced: *balanced,
                    takes,
                });
            }
            Deed::Push { along, train } => {
                // What is driven on before another is met by the power as well.
                let train = *train && takes == PowerTargets::Any;
                self.pushes.push(Push {
                    along: along.of(side).to_vec(),
                    train,
                    takes,
                });
            }
            Deed::Swap { along } => self.swaps.push(Swap {
                along: along.of(side).to_vec(),
                takes,
            }),
            Deed::LongLeap { along, several } => {
                let new = LongLeap {
                    along: along.of(side).to_vec(),
                    several: *several,
                    takes,
                };
                new.join(&mut self.long_leaps);
            }
            Deed::Enclosure { near, anywhere } => {
                self.enclosures.push(Enclosure {
                    near: near.of(side).to_vec(),
                    anywhere: *anywhere,
                    takes,
                });
            }
            // What freezes what is seen from where pieces stand, and not from their moves.
            Deed::Freezing { .. } | Deed::Mimicry | Deed::Mandatory => {}
            // These move others, or keep their own piece from moving.
            Deed::Teleport { .. } | Deed::Rotation { .. } | Deed::Bond { .. } => {}
            // The move table heeds it.
            Deed::Barrier { .. } => {}
        }
    }
}
