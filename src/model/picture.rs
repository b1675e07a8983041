//! The pictures a piece can have. Here they are names and texts; what they look like is drawn elsewhere.

use std::sync::Arc;

use super::side::Sided;

/// What stands for a piece in diagrams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceImage {
    /// A picture of the piece set.
    Set(Picture),
    /// Its author's own for each side, as a file in the form of the piece set's.
    Own(Arc<Sided<String>>),
}

macro_rules! pictures {
    ($($variant:ident $name:literal $([$($alias:literal),*])?,)*) => {
        /// One picture of the piece set.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Picture { $(#[doc = concat!("`", $name, "`, as an author writes it.")] $variant,)* }

        impl Picture {
            /// Each, in the order of the piece set.
            pub const ALL: &[Picture] = &[$(Picture::$variant,)*];

            /// What an author calls it.
            pub fn name(self) -> &'static str {
                match self { $(Picture::$variant => $name,)* }
            }

            /// The picture of a piece with this id, by its own name or another that the piece goes by.
            pub fn of_piece(id: &str) -> Option<Picture> {
                match id {
                    $($name $($(| $alias)*)? => Some(Picture::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

pictures! {
    King "king",
    Queen "queen",
    Rook "rook",
    Bishop "bishop",
    Knight "knight",
    Pawn "pawn",
    Archbishop "archbishop" ["cardinal", "princess"],
    Chancellor "chancellor" ["marshall", "marshal", "empress"],
    Amazon "amazon",
    Guard "guard" ["mann", "commoner"],
    Ferz "ferz",
    FerzWide "ferz-wide" ["sniff"],
    Wazir "wazir",
    Dabbaba "dabbaba",
    Elephant "elephant" ["alfil"],
    Camel "camel",
    Zebra "zebra",
    Nightrider "nightrider" ["knightrider"],
    Grasshopper "grasshopper",
    Cannon "cannon",
    Griffon "griffon" ["gryphon"],
    Warpriest "warpriest",
    Caballero "caballero",
    Dragon "dragon" ["basilisk"],
    Walrus "walrus",
    Jackal "jackal",
    Mongoose "mongoose",
    FourDiamond "four-diamond",
    Adviser "adviser" ["advisor"],
    Spy "spy",
    Joker "joker",
    Wiseman "wiseman",
    Gold "gold",
    Silver "silver",
    ChadRook "chad-rook",
    Spider "spider",
    Wizard "wizard",
    Castle "castle",
    CastleOrthogonal "castle-orthogonal",
    CastleDiagonal "castle-diagonal",
    Immobilizer "immobilizer",
    Pusher "pusher",
    LongLeaper "long-leaper",
    Withdrawer "withdrawer",
    Coordinator "coordinator",
    Encloser "encloser",
    SpentEncloser "spent-encloser",
    Swapper "swapper",
    Chameleon "chameleon" ["imitator"],
}

impl Picture {
    /// The picture of this name.
    pub fn from_name(name: &str) -> Option<Picture> {
        Picture::ALL.iter().copied().find(|picture| picture.name() == name)
    }
}
