//! The pieces that Fairy-Stockfish knows by name, and the places for pieces of one's own.

/// A kind of piece of that program, by its place in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot(u8);

/// Names and moves, in the order in which the program reads them; behind them come the customary places
/// for custom pieces, and the king.
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

impl Slot {
    pub(super) const PAWN: Slot = Slot(0);
    pub(super) const KNIGHT: Slot = Slot(1);
    pub(super) const BISHOP: Slot = Slot(2);
    pub(super) const ROOK: Slot = Slot(3);
    pub(super) const QUEEN: Slot = Slot(4);
    pub(super) const SHOGI_PAWN: Slot = Slot(18);
    pub(super) const LANCE: Slot = Slot(19);
    pub(super) const SHOGI_KNIGHT: Slot = Slot(20);
    pub(super) const JANGGI_CANNON: Slot = Slot(27);
    pub(super) const SOLDIER: Slot = Slot(28);
    pub(super) const JANGGI_ELEPHANT: Slot = Slot(31);
    pub(super) const KING: Slot = Slot(CUSTOM + CUSTOM_PIECES);

    /// All, in the order in which the program reads them.
    pub(super) fn all() -> impl Iterator<Item = Slot> {
        (0..=Slot::KING.0).map(Slot)
    }

    /// The slot of a key: `knight`, `customPiece3`, `king`.
    pub(super) fn of(key: &str) -> Option<Slot> {
        Slot::all().find(|slot| slot.key() == key)
    }

    pub(super) fn key(self) -> String {
        match NAMED.get(usize::from(self.0)) {
            Some((name, _)) => name.to_string(),
            None if self == Slot::KING => "king".to_string(),
            None => format!("customPiece{}", self.0 - CUSTOM + 1),
        }
    }

    /// How it moves where nothing is said; a custom piece does not.
    pub(super) fn movement(self) -> &'static str {
        match NAMED.get(usize::from(self.0)) {
            Some((_, movement)) => movement,
            None if self == Slot::KING => "K",
            None => "",
        }
    }

    pub(super) fn is_custom(self) -> bool {
        self.0 >= CUSTOM && self != Slot::KING
    }
}
