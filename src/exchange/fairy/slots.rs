//! The pieces that Fairy-Stockfish knows by name, and its slots for custom pieces.

/// A kind of piece of that program, by its index in the program's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PieceSlot(u8);

/// Names and moves, in the order in which the program reads them. The slots for custom pieces and
/// the king come after them.
const NAMED: [(&str, &str); 36] = [
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

const CUSTOM: u8 = NAMED.len() as u8;
const CUSTOM_PIECES: u8 = 25;

impl PieceSlot {
    pub(crate) const PAWN: PieceSlot = PieceSlot(0);
    pub(crate) const KNIGHT: PieceSlot = PieceSlot(1);
    pub(crate) const BISHOP: PieceSlot = PieceSlot(2);
    pub(crate) const ROOK: PieceSlot = PieceSlot(3);
    pub(crate) const QUEEN: PieceSlot = PieceSlot(4);
    pub(crate) const FERS: PieceSlot = PieceSlot(5);
    pub(crate) const SHOGI_PAWN: PieceSlot = PieceSlot(18);
    pub(crate) const LANCE: PieceSlot = PieceSlot(19);
    pub(crate) const SHOGI_KNIGHT: PieceSlot = PieceSlot(20);
    pub(crate) const JANGGI_CANNON: PieceSlot = PieceSlot(27);
    pub(crate) const SOLDIER: PieceSlot = PieceSlot(28);
    pub(crate) const JANGGI_ELEPHANT: PieceSlot = PieceSlot(31);
    pub(crate) const WAZIR: PieceSlot = PieceSlot(33);
    pub(crate) const KING: PieceSlot = PieceSlot(CUSTOM + CUSTOM_PIECES);

    /// Returns a slot beyond those of the program.
    pub(crate) fn extra(number: usize) -> PieceSlot {
        PieceSlot(PieceSlot::KING.0.saturating_add(1 + number as u8))
    }

    /// Iterates over all slots, in the order in which the program reads them.
    pub(crate) fn all() -> impl Iterator<Item = PieceSlot> {
        (0..=PieceSlot::KING.0).map(PieceSlot)
    }

    /// Returns the slot of a key: `knight`, `customPiece3`, `king`.
    pub(crate) fn of(key: &str) -> Option<PieceSlot> {
        PieceSlot::all().find(|slot| slot.key() == key)
    }

    pub(crate) fn key(self) -> String {
        match NAMED.get(usize::from(self.0)) {
            Some((name, _)) => name.to_string(),
            None if self == PieceSlot::KING => "king".to_string(),
            None => format!("customPiece{}", self.0 - CUSTOM + 1),
        }
    }

    /// Returns the default movement of a piece; empty for a custom piece, which does not move.
    pub(crate) fn movement(self) -> &'static str {
        match NAMED.get(usize::from(self.0)) {
            Some((_, movement)) => movement,
            None if self == PieceSlot::KING => "K",
            None => "",
        }
    }

    pub(crate) fn is_custom(self) -> bool {
        self.0 >= CUSTOM && self != PieceSlot::KING
    }
}
