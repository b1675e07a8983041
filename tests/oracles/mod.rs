//! The slow, obvious readings of the law, which share nothing with the fast ones but movement along tables.

pub mod endings;
pub mod legality;
pub mod powers;
