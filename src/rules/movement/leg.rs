//! The form to which sentences and Betza strings are lowered. A movement is a union of components,
//! and most components are legs walked one after another. Defaults, letters and dialects have been
//! resolved. This module knows no board: the names of directions and places are just words here.
//!
//! Leaps are seen by the side that moves: `x` cells to its right, `y` cells ahead. For White,
//! right is towards the later files and ahead towards the higher ranks. For Black both are
//! reversed (a half turn, not a mirror image).

use super::{Course, Heading, Places};

/// A leap of `x` cells to the right and `y` cells ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leap {
    /// Cells to the right; to the left, if negative.
    pub x: i16,
    /// Cells ahead; back, if negative.
    pub y: i16,
}

impl Leap {
    /// Returns its longer and its shorter coordinate, both without signs.
    pub(crate) fn longer_shorter(self) -> (u16, u16) {
        let (x, y) = (self.x.unsigned_abs(), self.y.unsigned_abs());
        (x.max(y), x.min(y))
    }

    /// Returns the heading in which it goes furthest: of a Knight's leaps, the wide ones go
    /// sideways. A leap that goes equally far along both axes goes forward or backward.
    pub(crate) fn heading(self) -> Heading {
        match (self.x.abs() > self.y.abs(), self.y > 0) {
            (true, _) => Heading::Sideways,
            (false, true) => Heading::Forward,
            (false, false) => Heading::Backward,
        }
    }

    /// Returns all turns and mirror images of a leap, counter-clockwise from the right. Takes the
    /// longer coordinate first.
    pub(crate) fn turns(longer: i16, shorter: i16) -> Vec<Leap> {
        let mut leaps = Vec::new();
        let (mut leap, mut mirror) = (
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
            for turned in [leap, mirror] {
                if !leaps.contains(&turned) {
                    leaps.push(turned);
                }
            }
            leap = Leap {
                x: -leap.y,
                y: leap.x,
            };
            mirror = Leap {
                x: -mirror.y,
                y: mirror.x,
            };
        }
        leaps
    }
}

/// One of the alternatives that a movement is the union of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// When it may begin.
    pub start: Start,
    /// How it leads the piece to where it may land.
    pub motion: Motion,
    /// Whether enemies may take the piece en passant, on the cells it passed over.
    pub open_to_en_passant: bool,
    /// The cells it may start from; any, if `None`.
    pub from: Option<Places>,
    /// The cells it passes whatever is on them; none, if `None`.
    pub over: Option<Places>,
    /// The cells it may land on; any, if `None`.
    pub onto: Option<Places>,
    /// The indices of the earlier components that this one replaces: it applies only if none of
    /// them offers a cell of the board.
    pub replaces: Vec<usize>,
}

impl Component {
    /// Returns a component without restrictions on places.
    pub fn new(start: Start, motion: Motion, open_to_en_passant: bool) -> Component {
        let (from, over, onto, replaces) = (None, None, None, Vec::new());
        Component {
            start,
            motion,
            open_to_en_passant,
            from,
            over,
            onto,
            replaces,
        }
    }
}

/// When a component may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At any time.
    Always,
    /// Only if the piece has not moved.
    Unmoved,
}

/// How a component leads a piece from its cell to where it may land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motion {
    /// One leg, or several: a multi-leg move.
    Legs(Vec<Leg>),
    /// A leap to any other cell.
    Anywhere(End),
    /// A leap to the cells that another movement reaches on the empty board in `moves` moves and
    /// no fewer.
    Distance {
        /// The number of moves.
        moves: u16,
        /// The other movement.
        by: Vec<Component>,
        /// What the cell may hold.
        end: End,
    },
    /// Castling. Only `play` generates it; reach leaves it out.
    Castling(CastlingMotion),
    /// A drop from the hand. Reach leaves it out too.
    Drop(Drop),
}

/// Castling: the king goes towards a piece at the edge, which then leaps to the king's other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingMotion {
    /// How many cells the king goes.
    pub cells: u16,
    /// How many pieces nearer to the edge than the partner are skipped.
    pub skip: u16,
    /// Whether the king may go to its left.
    pub left: bool,
    /// Whether the king may go to its right.
    pub right: bool,
}

/// The cells on which a piece in hand may be put, and the maximum number of its kind there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// The number of ranks on which it may be put, counted from the side's own end.
    pub ranks: u16,
    /// Whether the first of these ranks is excluded.
    pub not_back_rank: bool,
    /// The maximum number of its kind on one file.
    pub on_file: Option<u8>,
    /// The maximum number of its kind on cells of one shade.
    pub on_shade: Option<u8>,
    /// The maximum number of its kind on the board.
    pub on_board: Option<u8>,
}

/// A run of equal leaps, and what the piece may do where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The directions it may take.
    pub way: LegWay,
    /// How many leaps it makes.
    pub length: Length,
    /// Its rule for the cells between its start and its end.
    pub hop: Hop,
    /// Its rule for the cells inside each leap.
    pub lame: Lame,
    /// The turn of each leap from the one before.
    pub bend: Bend,
    /// Whether it wraps round: over a side edge, it goes on from the other end of the same rank.
    pub wraps: bool,
    /// The content its last cell may have, and the piece's action there.
    pub end: End,
}

/// The directions a leg may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LegWay {
    /// One of these leaps; only on a first leg.
    Leaps(Vec<Leap>),
    /// Leaps of `step` cells along directions of the board. All legs of a motion have them, or
    /// none.
    Directions {
        /// The classes as the author named them; none, if the leg goes onward.
        classes: Vec<String>,
        /// Only directions with one of these headings; all directions, if empty.
        headings: Vec<Heading>,
        /// The number of cells of each leap.
        step: u16,
        /// Which of them the leg before allows.
        course: Course,
    },
    /// A turn from the direction of the leg before. The leg makes the leap of `family` that is
    /// nearest to the new direction; if two are equally near, it may make either.
    Turns {
        /// The turns to choose from.
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
    /// A turn by this amount to the side that the component did not turn to last.
    Opposite(u8),
}

impl Turn {
    /// Whether it depends on an earlier turn of the component.
    pub(crate) fn depends_on_earlier(self) -> bool {
        !matches!(self, Turn::By(_))
    }
}

/// The leaps that a later leg may make: their lengths in each of the sixteen directions.
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
    /// Returns the leap exactly in a direction, given in sixteenths.
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
    pub const ONCE: Length = Length::UpTo(1);
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
    /// The leg ends just beyond its hurdle, which stands on the last cell but one.
    Next {
        /// Whether the hurdle must be an own piece.
        own_only: bool,
    },
    /// The leg passes its first cell whatever it holds, and never ends there.
    SkipFirst,
    /// A single leap over exactly one piece, on one of the cells inside the leap.
    Inside,
}

/// The cells inside a single leap that must be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lame {
    /// None: the leap goes over whatever is inside.
    No,
    /// All cells on the straight line from start to end (orthogonal and diagonal leaps).
    Straight,
    /// The cell of a first orthogonal step along the longer side (the Horse of Xiangqi).
    OrthogonalFirst,
}

/// How the leaps of a leg turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    /// They do not turn.
    Straight,
    /// Each takes any of the leg's directions.
    Free,
    /// Each turns by this many sixteenths, always to the same side, left or right.
    Round(u8),
    /// Each turns by this many sixteenths, to alternate sides.
    Crooked(u8),
}

/// What a leg's last cell may hold, and what happens there. From it the next leg starts, if there
/// is one. A leg that may not end on anything leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// What happens on an empty cell; `None` if the leg may not end on one.
    pub empty: Option<EndAction>,
    /// What happens to an enemy piece; `None` if the leg may not end on one.
    pub enemy: Option<EndAction>,
    /// What happens to an own piece; `None` if the leg may not end on one.
    pub own: Option<EndAction>,
    /// Whether it may end on an empty cell that a piece has just passed, taking it en passant.
    pub en_passant: bool,
    /// The pieces on which the leg may end.
    pub content: Content,
}

impl End {
    /// An end on nothing, as a base for others.
    pub(crate) const NOTHING: End = End {
        empty: None,
        enemy: None,
        own: None,
        en_passant: false,
        content: Content::Any,
    };

    /// An end on an empty cell only, from which the next leg starts.
    pub(crate) const PASSING: End = End {
        empty: Some(EndAction::Leave),
        ..End::NOTHING
    };

    /// Returns what may happen to a piece on that cell: to an enemy, and to one of its own side.
    fn onto_pieces(&self) -> impl Iterator<Item = EndAction> {
        self.enemy.into_iter().chain(self.own)
    }

    /// Whether this may happen to a piece on that cell.
    pub fn may(&self, action: EndAction) -> bool {
        self.onto_pieces().any(|other| other == action)
    }

    /// Whether a piece on that cell may be removed, or moved to another cell.
    pub fn removes(&self) -> bool {
        self.onto_pieces().any(|action| action != EndAction::Leave)
    }
}

impl Leg {
    /// Whether it is one leap to a cell, whatever is between.
    pub(crate) fn is_single_leap(&self) -> bool {
        self.length == Length::ONCE
            && self.hop == Hop::Never
            && self.lame == Lame::No
            && self.bend == Bend::Straight
            && !self.wraps
    }
}

/// What happens on the cell where a leg ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndAction {
    /// Nothing. A piece stays on its cell, and the next leg starts from there.
    Leave,
    /// The piece is taken.
    Take,
    /// The piece is put on the cell where this leg started.
    Unload,
}

/// Which pieces a leg may end on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Content {
    /// All.
    Any,
    /// Royal pieces.
    RoyalOnly,
    /// All but royal pieces.
    NotRoyal,
}
