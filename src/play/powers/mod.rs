//! Powers: what men do besides their movement, one file for each.
//!
//! A [`Kit`] holds what one side's men of a piece can do: the piece's own powers, and with mimicry those of others,
//! towards men of those others only. [`arrive`] puts a man's moves together: his movement says where he goes, his
//! kit where else, and whom he takes by it. All captures of a move are judged at once, when he has come to his cell
//! and nobody is gone but who stood there.
//!
//! Everything here asks the board for steps along directions, so it holds on any board; only coordination reads the
//! names of cells.

mod arrive;
mod bond;
mod coordination;
mod enclosure;
mod freezing;
mod hand;
mod long_leap;
mod mandatory;
mod mimicry;
mod push;
mod reach;
mod rotation;
mod swap;
mod teleport;
mod threat;
mod travel;
mod view;
mod withdrawal;

use bond::Bond;
use coordination::{Coordination, Crossings};
use enclosure::Enclosure;
use freezing::Freezing;
use long_leap::LongLeap;
use push::Push;
use swap::Swap;
use withdrawal::Withdrawal;

pub(super) use arrive::Desk;
pub(super) use view::View;

use crate::model::{Deed, Man, PieceId, Side, SidedDirs, Variant};

/// All powers of a variant's pieces.
#[derive(Debug)]
pub(super) struct Powers {
    /// For each piece and side, if it has any.
    kits: Vec<Option<[Kit; 2]>>,
    /// Whether no piece has any.
    none: bool,
    freezing: Vec<Freezing>,
    crossings: Option<Crossings>,
    bonds: Vec<Bond>,
    teleports: Vec<Held>,
    rotations: Vec<Held>,
}

/// A power that reaches one step from its holder along some directions.
#[derive(Debug)]
struct Held {
    holder: PieceId,
    near: SidedDirs,
}

/// What one side's men of a piece can do besides their movement.
#[derive(Debug, Default)]
pub(super) struct Kit {
    withdrawals: Vec<Withdrawal>,
    coordinations: Vec<Coordination>,
    pushes: Vec<Push>,
    swaps: Vec<Swap>,
    long_leaps: Vec<LongLeap>,
    enclosures: Vec<Enclosure>,
    /// The pieces whose captures by movement it has, towards their own men.
    mimics: Vec<PieceId>,
    pub mandatory: bool,
    /// Whether its men never come to a cell on which another stands.
    only_fills: bool,
}

/// Whom a power can be used against, among those it can meet at all.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Prey {
    Anyone,
    /// By the pieces' indices.
    Only(Vec<bool>),
}

impl Prey {
    fn only(piece: PieceId, pieces: usize) -> Prey {
        Prey::Only((0..pieces).map(|index| index == piece.index()).collect())
    }

    #[inline]
    fn fits(&self, man: Man) -> bool {
        match self {
            Prey::Anyone => true,
            Prey::Only(pieces) => man.piece.is_some_and(|piece| pieces[piece.index()]),
        }
    }
}

impl Powers {
    /// Of a variant's pieces, for each of which its powers are told. `takes` says whether a side's men of a piece can
    /// take anybody by movement.
    pub fn new(variant: &Variant, deeds: &[Vec<&Deed>], takes: &dyn Fn(PieceId, Side) -> bool) -> Powers {
        let kits = variant.piece_ids().map(|piece| {
            let kits = Side::BOTH.map(|side| {
                let mut kit = Kit::new(variant, deeds, piece, side);
                let strikes = !kit.mimics.is_empty() || !kit.swaps.is_empty() || !kit.pushes.is_empty();
                kit.only_fills = !kit.enclosures.is_empty() && !strikes && !takes(piece, side);
                kit
            });
            (!deeds[piece.index()].is_empty()).then_some(kits)
        });
        let coordinates = deeds.iter().flatten().any(|deed| matches!(deed, Deed::Coordination { .. }));
        Powers {
            kits: kits.collect(),
            none: deeds.iter().all(Vec::is_empty),
            freezing: freezing::laws(variant, deeds),
            crossings: coordinates.then(|| Crossings::new(&variant.board)),
            bonds: bond::laws(variant, deeds),
            teleports: held(variant, deeds, |deed| match deed {
                Deed::Teleport { near } => Some(near),
                _ => None,
            }),
            rotations: held(variant, deeds, |deed| match deed {
                Deed::Rotation { around } => Some(around),
                _ => None,
            }),
        }
    }

    /// Whether no piece has any power.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.none
    }

    #[inline]
    pub fn kit(&self, piece: PieceId, side: Side) -> Option<&Kit> {
        self.kits[piece.index()].as_ref().map(|kits| &kits[side as usize])
    }
}

/// Who holds a power of one kind.
fn held(variant: &Variant, deeds: &[Vec<&Deed>], of: fn(&Deed) -> Option<&SidedDirs>) -> Vec<Held> {
    let holders =
        variant.piece_ids().flat_map(|holder| deeds[holder.index()].iter().map(move |deed| (holder, *deed)));
    holders.filter_map(|(holder, deed)| Some(Held { holder, near: of(deed)?.clone() })).collect()
}

impl Kit {
    fn new(variant: &Variant, deeds: &[Vec<&Deed>], piece: PieceId, side: Side) -> Kit {
        let mut kit = Kit::default();
        for deed in &deeds[piece.index()] {
            match deed {
                Deed::Mimicry => mimicry::learn(&mut kit, variant, deeds, piece, side),
                Deed::Mandatory => kit.mandatory = true,
                deed => kit.add(deed, Prey::Anyone, variant, side),
            }
        }
        kit
    }

    /// Adds a power against some prey.
    fn add(&mut self, deed: &Deed, prey: Prey, variant: &Variant, side: Side) {
        let board = &variant.board;
        match deed {
            Deed::Withdrawal { along } => {
                self.withdrawals.push(Withdrawal::new(board, along.of(side), prey));
            }
            Deed::Coordination { with, balanced } => {
                self.coordinations.push(Coordination { with: *with, balanced: *balanced, prey });
            }
            Deed::Push { along, train } => {
                // Whoever is driven on before another is met by the power as well.
                let train = *train && prey == Prey::Anyone;
                self.pushes.push(Push { along: along.of(side).to_vec(), train, prey });
            }
            Deed::Swap { along } => self.swaps.push(Swap { along: along.of(side).to_vec(), prey }),
            Deed::LongLeap { along, several } => {
                let new = LongLeap { along: along.of(side).to_vec(), several: *several, prey };
                new.join(&mut self.long_leaps);
            }
            Deed::Enclosure { near, anywhere } => {
                self.enclosures.push(Enclosure { near: near.of(side).to_vec(), anywhere: *anywhere, prey });
            }
            // Who freezes whom is told by where men stand, and not by their moves.
            Deed::Freezing { .. } | Deed::Mimicry | Deed::Mandatory => {}
            // These move others, or keep their own man from moving.
            Deed::Teleport { .. } | Deed::Rotation { .. } | Deed::Bond { .. } => {}
            // The move table heeds it.
            Deed::Barrier { .. } => {}
        }
    }
}
