//! The rules core: boards, movement, laws and play, against figures and readings of their own.

mod betza;
mod boards;
mod endgame;
mod export;
mod fields;
mod grid;
mod import;
mod law;
mod laws;
mod likeness;
mod lotus_board;
mod lotus_pawn;
mod lotus_pieces;
mod movement;
mod named;
mod one_law;
#[path = "../oracles/mod.rs"]
mod oracles;
mod others;
mod perft;
mod player;
mod powers;
mod reach;
mod replay;
mod rotary_pieces;
mod royal;
mod stacks;
mod texts;
mod tongue;
mod two_laws;
mod two_laws_grid;
