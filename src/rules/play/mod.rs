//! Play: legal moves, how games end, how moves are written, and replaying recorded games.
//!
//! A legal move has an origin, a destination and an ordered list of [`Effect`]s. Unmaking it
//! undoes them in reverse order and restores the position exactly. A [`Game`] holds a variant's
//! rules, prepared for play; the functions here apply it to a [`State`], and reuse the buffers of
//! a [`Scratch`]. Internally a `Play` holds all three. Legality is a pipeline:
//!
//! ```text
//! generate   pseudo-legal moves: movement ─▶ powers ─▶ change ─▶ stacking;
//!            castling;  drops;  displacements
//! pins       those that leave no king attacked (attack says what attacks what);
//! royal_loss those that take no king while the game goes on
//! legal      pieces that must capture, the end of the game, repetition
//! ```
//!
//! ```
//! use padma_rules::model::grid::{self, GridPlan};
//! use padma_rules::model::{Piece, Reserve, Side, Variant};
//! use padma_rules::play::{Game, Moves, Scratch, State, legal_moves, move_text};
//! use padma_rules::reach::Rules;
//!
//! let board = grid::board(&GridPlan::of(8, 8)).map_err(|flaws| format!("{flaws:?}"))?;
//! let mut variant = Variant::new("endings", board);
//! let king = variant.add_piece("king", "step contiguous".parse().map_err(|_| "king")?);
//! let rook = variant.add_piece("rook", "slide along orthogonal".parse().map_err(|_| "rook")?);
//! variant.kinds[king.index()].royal = true;
//! let rules = Rules::new(variant);
//! let game = Game::new(&rules);
//! let mut position = game.variant().empty_position();
//! for (side, kind, cell) in [(Side::White, king, "a1"), (Side::Black, rook, "b8")] {
//!     let cell = rules.variant.board.cell(cell).ok_or("no such cell")?;
//!     position.put(cell, Some(Piece { side, kind: Some(kind) }));
//! }
//! let mut state = State::of(&game, &position, &Reserve::default());
//! let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
//! legal_moves(&game, &mut state, &mut scratch, &mut moves);
//! let texts: Vec<String> =
//!     moves
//!         .iter()
//!         .map(|mv| move_text(&game, &mut state, &mut scratch, &moves, mv))
//!         .collect();
//! assert_eq!(texts, ["a1a2"]);
//! # Ok::<(), String>(())
//! ```
//!
//! Knows no files, no Markdown and no drawing.

mod effect;

mod attack_table;
mod game;
mod powers;
mod stacks;

mod key;
mod state;

mod game_position;

mod asked;
mod conditions;
mod freezes;
mod in_play;
mod law_scope;
mod scope_now;
mod scratch;
mod term_rules;
mod walk;

mod castling_rights;
mod en_passant_field;
mod field_reader;
mod fields;
mod passers;
mod start;

mod additional;
mod attack;
mod choices;
mod pins;

mod castling;
mod change;
mod common_fields;
mod dead;
mod drops;
mod generate;
mod stacking;

mod count;
mod legal;
mod repetition;
mod royal_loss;

mod endgame;
mod outcome;
mod perft;
mod reach;

mod move_reading;
pub mod notation;
mod record;
mod replay;
mod result;
mod search;

pub use crate::castle::Castle;
pub use attack::{attacked, in_check};
pub use castling::CastlingFault;
pub use count::{count_legal_moves, has_legal_move};
pub use effect::{
    CellChange, Effect, EffectVerb, Move, MoveManner, Moves, captures_and_hands, steps,
};
pub use endgame::{Endings, Tally, Unsolvable, solve};
pub use freezes::frozen;
pub use game::Game;
pub use game::castling_steps;
pub use generate::pseudo_legal_moves;
pub use key::mix;
pub use legal::legal_moves;
pub use notation::{Threatens, bare_text, bare_texts, move_text, with_sign};
pub use outcome::{Outcome, Reason, outcome};
pub use perft::{divide, perft};

pub use move_reading::parse_move;
pub use move_reading::{Fault, MoveReading, Problem, read_move};
pub use powers::travel::controls_cell;
pub use reach::{attacks, reach};
pub use reach::{liberties, victims};
pub use record::{Record, Tag, WrittenMove, record};
pub use repetition::{begin_history, make, unmake};
pub use replay::{Ply, PlyVerdict, Replay, replay};
pub use result::{Misstated, Misstatement, StatedResult};
pub use scratch::Scratch;
pub use search::{apply, choices, legal_captures, main_moves, position_key, revert};
pub use state::{State, Undo};
pub use term_rules::RuleWords;
