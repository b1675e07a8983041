//! The slow, obvious readings of the law, which share nothing with the fast ones: movement and legality. Legality and
//! powers are read along the program's move tables, which movement is held against.

pub mod endings;
pub mod held;
pub mod law;
pub mod legality;
pub mod movement;
pub mod powers;
pub mod standing;
