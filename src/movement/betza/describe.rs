//! Says a string of Betza's notation in plain English.

use super::Betza;

/// What the piece does, without a capital or a full stop.
pub fn describe(betza: &Betza) -> String {
    format!("moves as {betza} says")
}
