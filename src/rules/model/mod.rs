//! Boards, pieces, variants and positions: the nouns of the rules core.
//!
//! A board is a graph: directions are labels on its edges, given when it is built, and no rule
//! ever reads a coordinate. A leap is a direction too, or a lattice of the board finds it.
//! This module knows no files, no Markdown, and no drawing beyond the outline of each cell, the
//! board's sketch in characters and the names of pictures.

mod board;
mod build;
mod cells;
mod checker;
mod circle;
mod draft;
pub mod fen;
mod flaw;
mod geometry;
pub mod graph;
pub mod grid;
pub mod hex;
mod image;
mod lattice;
mod leaps;
pub mod levels;
mod lines;
mod links;
pub mod lotus;
mod notation;
mod outer;
mod parts;
mod picture;
mod places;
mod position;
mod power;
mod rank;
mod rule;
pub mod sheets;
mod side;
pub mod sketch;
mod term;
mod term_parts;
mod variant;

pub use board::INCIDENT;
pub use board::{
    Board, CellInfo, CellKind, Class, Contact, Coordinate, Dir, Direction, Point, Sheet,
};
pub use cells::{Cell, CellSet, Cells, MAX_CELLS, PerCell, SetPerCell, SharedCells};
pub use checker::MAX_OF_A_KIND;
pub use checker::{Checker, CheckerId, Decimal, MAX_KINDS, Scale, Stack, Step};
pub use flaw::{BoardFlaw, PlanPart};
pub use geometry::Geometry;
pub use lattice::Lattice;
pub use lines::{ClassRelation, Line};
pub use links::{LinkFlaw, LinkWay};
pub use notation::{Notation, Style};
pub use parts::PARTS;
pub use picture::{Picture, PieceImage, PieceSet};
pub use places::{PLACE_WORDS, PLACES_GRAMMAR};
pub use places::{PlaceSyntax, Sets, SidedSet, parse_places};
pub use position::{EnPassant, KindId, KindSet, Occupant, Piece, Position, Reserve, Setup};
pub use power::{CaptureWay, DropRule, IntoHand, Power, PowerRule, SidedDirs, TravelRule};
pub use rank::Rank;
pub use rule::{
    ArrivalWay, Castling, Counter, DeadPosition, EffectKind, EffectRule, EndMoment, EndRule,
    Ending, Facing, Goal, Mover, Occasion, Promotion, QuietLimit, Repetition, Rule, Stacking,
    Transformation, TurnRule, ZoneMove,
};
pub use side::{Owner, Side, Sided};
pub use sketch::{Sketch, Slot, Stroke};
pub use term::{
    Arithmetic, CellsTerm, Condition, CounterId, KindsTerm, MAX_COUNTERS, MAX_STEPS, MAX_VARIABLES,
    NumberRelation, NumberTerm, RuleStage, SetOperator, SideTerm, SidedTable, Truth, WalkQuery,
};
pub(crate) use term_parts::TermPart;
pub use variant::sorted_kinds;
pub use variant::{PieceKind, Variant};
