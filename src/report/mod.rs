//! What a check found, for people and for programs: one file for each form.

mod human;
mod json;

pub use human::human;
pub use json::json;
