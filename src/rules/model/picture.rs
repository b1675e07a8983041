//! The pictures that a piece can have, as names and texts. This module draws nothing.

use std::sync::Arc;

use super::side::Sided;

/// What stands for a piece in diagrams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceImage {
    /// A picture, as it looks in a set.
    Set(PieceSet, Picture),
    /// The author's own picture for each side, as a file in the form of the piece set's.
    Own(Arc<Sided<String>>),
}

padma_text::named! {
    /// The look of a variant's pictures.
    #[derive(Hash, Default)]
    pub enum PieceSet by name {
        /// Figures such as those of a chess set.
        #[default]
        Figures "figures",
        /// Pentagons with a character, which point towards the enemy.
        Shogi "shogi",
        /// Discs with a character, in red and black.
        Xiangqi "xiangqi",
    }
}

padma_text::named! {
    /// One picture of a piece set.
    #[derive(Hash)]
    #[expect(missing_docs, reason = "each is named as an author writes it")]
    pub enum Picture by name {
        King "king",
        Queen "queen",
        Rook "rook",
        Bishop "bishop",
        Knight "knight",
        Pawn "pawn",
        Archbishop "archbishop",
        Chancellor "chancellor",
        Amazon "amazon",
        Guard "guard",
        Ferz "ferz",
        FerzWide "ferz-wide",
        Wazir "wazir",
        Dabbaba "dabbaba",
        Elephant "elephant",
        Camel "camel",
        Zebra "zebra",
        Nightrider "nightrider",
        Grasshopper "grasshopper",
        Cannon "cannon",
        Griffon "griffon",
        Warpriest "warpriest",
        Caballero "caballero",
        Dragon "dragon",
        Walrus "walrus",
        Jackal "jackal",
        Mongoose "mongoose",
        FourDiamond "four-diamond",
        Adviser "adviser",
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
        Chameleon "chameleon",
        Duck "duck",
        Unicorn "unicorn",
        Hawk "hawk",
        Frog "frog",
        Turtle "turtle",
        Centaur "centaur",
        Alibaba "alibaba",
        Lance "lance",
        General "general",
        Soldier "soldier",
        DragonKing "dragon-king",
        DragonHorse "dragon-horse",
        PromotedQueen "promoted-queen",
        PromotedRook "promoted-rook",
        PromotedBishop "promoted-bishop",
        PromotedKnight "promoted-knight",
        PromotedPawn "promoted-pawn",
        PromotedLance "promoted-lance",
        PromotedSilver "promoted-silver",
    }
}

/// Other names of pieces with these pictures.
const OTHER_NAMES: [(Picture, &[&str]); 20] = [
    (Picture::Rook, &["chariot", "rookni"]),
    (Picture::Bishop, &["biskni"]),
    (
        Picture::Knight,
        &["horse", "knibis", "kniroo", "shogi-knight"],
    ),
    (Picture::Pawn, &["breakthrough", "shogi-pawn"]),
    (Picture::Archbishop, &["cardinal", "princess"]),
    (Picture::Chancellor, &["marshall", "marshal", "empress"]),
    (Picture::Guard, &["mann", "commoner"]),
    (Picture::Ferz, &["fers", "met"]),
    (Picture::FerzWide, &["sniff"]),
    (
        Picture::Elephant,
        &["alfil", "fers-alfil", "janggi-elephant"],
    ),
    (Picture::Nightrider, &["knightrider"]),
    (Picture::Griffon, &["gryphon"]),
    (Picture::Dragon, &["basilisk"]),
    (Picture::Cannon, &["janggi-cannon"]),
    (Picture::Silver, &["khon"]),
    (Picture::Adviser, &["advisor"]),
    (Picture::Chameleon, &["imitator"]),
    (Picture::DragonKing, &["bers", "crowned-rook"]),
    (Picture::DragonHorse, &["crowned-bishop"]),
    (Picture::PromotedPawn, &["tokin"]),
];

impl Picture {
    /// Returns the picture of a piece with this id, which may be the picture's name or another
    /// name of the piece.
    pub fn of_piece(id: &str) -> Option<Picture> {
        Picture::from_name(id).or_else(|| {
            OTHER_NAMES
                .iter()
                .find(|(_, names)| names.contains(&id))
                .map(|(picture, _)| *picture)
        })
    }
}
