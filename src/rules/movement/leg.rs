//! The form that both notations share: a movement is a union of components, and most components
//! are legs walked one after another. Nothing of either notation is left in it: no default, no
//! letter, no dialect. It knows no board: the names of directions and places are just words here.
//!
//! Leaps are seen by the side that moves: `x` cells to its right, `y` cells ahead. For White,
//! right is towards the later files and ahead towards the higher ranks. For Black both are
//! reversed (a half turn, not a mirror image).

use super::{Heading, Places};

/// A leap of `x` cells to the right and `y` cells ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leap {
    /// Cells to the right; to the left, if negative.
    pub x: i16,
    /// Cells ahead; back, if negative.
    pub y: i16,
}

impl Leap {
    /// Returns how far it leads along its longer axis, and along the other.
    pub(crate) fn longer_shorter(self) -> (u16, u16) {
        let (x, y) = (self.x.unsigned_abs(), self.y.unsigned_abs());
        (x.max(y), x.min(y))
    }

    /// Returns the heading in which it goes furthest. If it goes equally far along both axes, that
    /// is forward or backward. A Knight's narrow leaps therefore differ from its wide ones.
    pub(crate) fn heading(self) -> Heading {
        match (self.x.abs() > self.y.abs(), self.y > 0) {
            (true, _) => Heading::Sideways,
            (false, true) => Heading::Forward,
            (false, false) => Heading::Backward,
        }
    }

    /// Returns all turns and mirror images of a leap, counter-clockwise from the right. The leap
    /// is given with its longer coordinate first.
    pub(crate) fn turns(longer: i16, shorter: i16) -> Vec<Leap> {
        let mut all = Vec::new();
        let (mut a, mut b) = (
            Leap {
                x: longer,
                y: shorter,
            },
            Leap {
                x: longer,
                y: -shorter,
            },
        );
        for _ in 0..4 {
            for leap in [a, b] {
                if !all.contains(&leap) {
                    all.push(leap);
                }
            }
            (a, b) = (Leap { x: -a.y, y: a.x }, Leap { x: -b.y, y: b.x });
        }
        all
    }
}

/// One of the alternatives that a movement is the union of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// When it may begin.
    pub start: Start,
    /// How the piece goes.
    pub motion: Motion,
    /// Whether enemies may take the piece en passant, on the cells it passed over.
    pub open_to_en_passant: bool,
    /// The cells it may start from; any, if `None`.
    pub from: Option<Places>,
    /// The cells it passes whatever is on them; none, if `None`.
    pub over: Option<Places>,
    /// The cells it may land on; any, if `None`.
    pub onto: Option<Places>,
    /// The earlier components that this one replaces: it applies only if none of them offers any
    /// cell of the board.
    pub instead_of: Vec<usize>,
}

impl Component {
    /// Returns a component without restrictions on places.
    pub fn new(start: Start, motion: Motion, open_to_en_passant: bool) -> Component {
        let (from, over, onto, instead_of) = (None, None, None, Vec::new());
        Component {
            start,
            motion,
            open_to_en_passant,
            from,
            over,
            onto,
            instead_of,
        }
    }
}

/// When a component may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At any time.
    Always,
    /// Only a piece that has not moved.
    Unmoved,
}

/// How a component leads from its start to where it may land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motion {
    /// One leg, or several: a multi-leg move.
    Legs(Vec<Leg>),
    /// To any cell but its own.
    Anywhere(End),
    /// Straight to the cells that another movement needs exactly `moves` moves to reach on the
    /// empty board.
    Distance {
        /// The number of moves.
        moves: u16,
        /// The other movement.
        by: Vec<Component>,
        /// What the cell may hold.
        end: End,
    },
    /// Castling: a matter of play, not shown as reach.
    Castling(CastlingMotion),
    /// A drop from the hand; not shown as reach either.
    Drop(Drop),
}

/// A king's long step towards a piece at the edge, which then goes to the king's other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingMotion {
    /// The exact number of cells that the king goes.
    pub cells: u16,
    /// How many pieces, counted from the edge, are skipped in choosing the partner.
    pub skip: u16,
    /// Whether it may go to the piece's left.
    pub left: bool,
    /// Whether it may go to the piece's right.
    pub right: bool,
}

/// The cells on which a piece in hand may be put, and the most of its kind they may then hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// The number of ranks that are open to it, counted from the side's own end.
    pub ranks: u16,
    /// Whether the first of these ranks is left out.
    pub not_back_rank: bool,
    /// The most of its kind on one file.
    pub on_file: Option<u8>,
    /// The most of its kind on the cells of one shade.
    pub on_shade: Option<u8>,
    /// The most of its kind on the board.
    pub on_board: Option<u8>,
}

/// A run of equal leaps, and what may be done where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The directions it may take.
    pub way: LegWay,
    /// How many leaps it makes.
    pub length: Length,
    /// How the cells between its start and its end are treated.
    pub hop: Hop,
    /// How the cells inside each leap are treated.
    pub lame: Lame,
    /// Whether each leap turns from the one before.
    pub bend: Bend,
    /// Whether it goes on over a side edge from the opposite edge of the same rank.
    pub wraps: bool,
    /// What its last cell may hold, and what is done there.
    pub end: End,
}

/// The directions a leg may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LegWay {
    /// One of these leaps; only on a first leg.
    Leaps(Vec<Leap>),
    /// Along the directions of these classes, `step` cells at once; only if it is the only leg.
    Directions {
        /// The classes as the author named them.
        classes: Vec<String>,
        /// Only directions with one of these headings; all directions, if empty.
        headings: Vec<Heading>,
        /// The number of cells at once.
        step: u16,
    },
    /// A turn from the direction of the leg before. The leap taken is the one of `family` nearest
    /// to the direction asked for; if two are equally near, both are.
    Turns {
        /// Any of these turns.
        turns: Vec<Turn>,
        /// The leaps to choose from.
        family: Family,
    },
}

/// A turn in sixteenths of a full circle, counter-clockwise: 2 is half left (45 degrees), -4 is
/// right, 8 is back. Directions are counted in sixteenths too: orthogonal leaps lie at 0, 4, 8,
/// 12, diagonal ones at 2, 6, 10, 14, oblique ones at the odd numbers, whatever their exact angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// A turn by this amount from the direction of the leg before.
    By(i8),
    /// A turn by this amount to the side the component turned to last.
    Again(u8),
    /// A turn by this amount to the side opposite to the one it turned to last.
    Opposite(u8),
}

impl Turn {
    /// Whether it depends on how the component turned before.
    pub(crate) fn compares(self) -> bool {
        !matches!(self, Turn::By(_))
    }
}

/// The leaps that a later leg is made of: their length in each of the sixteen directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// `(n, 0)` and its turns.
    pub orthogonal: Option<u16>,
    /// `(n, n)` and its turns.
    pub diagonal: Option<u16>,
    /// `(longer, shorter)`, its turns and mirror images.
    pub oblique: Option<(u16, u16)>,
}

impl Family {
    /// Returns the leap that lies exactly in a direction, given in sixteenths.
    pub fn leap(self, direction: u8) -> Option<Leap> {
        let (along, across) = match direction % 4 {
            0 => (self.orthogonal?, 0),
            2 => (self.diagonal?, self.diagonal?),
            1 => self.oblique?,
            _ => {
                let (long, short) = self.oblique?;
                (short, long)
            }
        };
        let (x, y) = (i16::try_from(along).ok()?, i16::try_from(across).ok()?);
        // A quarter circle turns right into ahead, and ahead into left.
        Some(match direction % 16 / 4 {
            0 => Leap { x, y },
            1 => Leap { x: -y, y: x },
            2 => Leap { x: -x, y: -y },
            _ => Leap { x: y, y: -x },
        })
    }
}

/// How many leaps a leg makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Length {
    /// From one to this many.
    UpTo(u16),
    /// One or more, until something stands in the way.
    Unlimited,
    /// As many as the leg before it.
    Same,
}

impl Length {
    /// A single leap.
    pub(crate) const ONCE: Length = Length::UpTo(1);
}

/// How a leg treats pieces on the cells between its start and its end. The leg would have landed
/// on each of these cells; cells inside a single leap are a matter of [`Lame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hop {
    /// All these cells must be empty.
    Never,
    /// Exactly one piece, the hurdle, stands somewhere between; the leg ends anywhere beyond.
    Beyond {
        /// Whether the hurdle must be an own piece.
        own_only: bool,
    },
    /// The hurdle stands on the last cell but one, so the leg ends just beyond it.
    Next {
        /// Whether the hurdle must be an own piece.
        own_only: bool,
    },
    /// The first cell is passed whatever it holds, and the leg never ends there.
    SkipFirst,
    /// A single leap over exactly one piece: one of the cells inside the leap is occupied.
    Inside,
}

/// Cells inside a single leap that must be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lame {
    /// None: any piece inside the leap is leapt over.
    No,
    /// All cells on the straight line from start to end (orthogonal and diagonal leaps).
    Straight,
    /// The first step is orthogonal, along the longer side, and its cell must be empty (the Horse
    /// of Xiangqi).
    OrthogonalFirst,
}

/// How the leaps of a leg turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    /// Not at all.
    Straight,
    /// Each time to any of its directions.
    Free,
    /// Each time by the same turn, in sixteenths, always to the same side, which may be either.
    Round(u8),
    /// Each time by the same turn, in sixteenths, to alternate sides.
    Crooked(u8),
}

/// What a leg's last cell may hold, and what is done there. A component ends with its last leg;
/// after any other leg it goes on from that cell. If nothing at all is accepted, the leg leads
/// nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// An empty cell.
    pub empty: Option<EndDeed>,
    /// An enemy.
    pub enemy: Option<EndDeed>,
    /// An own piece.
    pub own: Option<EndDeed>,
    /// An empty cell that a piece has just passed: that piece is taken (en passant).
    pub en_passant: bool,
    /// Which enemies and own pieces are accepted.
    pub content: Content,
}

impl End {
    /// Accepts nothing; a start to which something is added.
    pub(crate) const NOTHING: End = End {
        empty: None,
        enemy: None,
        own: None,
        en_passant: false,
        content: Content::Any,
    };
}

/// What happens to the piece on the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndDeed {
    /// Nothing: an empty cell is passed or landed on; a piece stays, and the move goes on from
    /// there.
    Leave,
    /// It is taken.
    Take,
    /// It is lifted and put on the cell where this leg started.
    Unload,
}

/// Which pieces a leg's end accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Content {
    /// All.
    Any,
    /// Royal pieces.
    RoyalOnly,
    /// All but royal pieces.
    NotRoyal,
}
