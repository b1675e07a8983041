//! A movement as a sentence states it, and the claim that states the same. Knows no words of movement.

use crate::propose::role::Role;
use crate::propose::token::ProseToken;

/// Whether a token only joins others.
pub(super) fn is_joint(token: &ProseToken) -> bool {
    token.is_mark(",+") || token.is_filler() || token.has(Role::Clause)
}

/// A movement, or its moves without capture alone, or its captures.
pub(super) struct SaidMovement {
    pub text: String,
    /// The mode, if the sentence speaks of that alone.
    pub only: Option<SaidMode>,
    /// Whether the piece has first moves, and the sentence does not speak of them.
    pub omits_first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SaidMode {
    Move,
    Capture,
}

impl SaidMovement {
    /// Writes that a piece moves so.
    pub(super) fn expression(&self, id: &str) -> String {
        let text = &self.text;
        let on_a_cell = |name: &str| format!("{name}({id}, c) = {name}(says \"{text}\", c)");
        let of = |name: &str| format!("all c in cells: {}", on_a_cell(name));
        match self.only {
            None if self.omits_first => {
                format!("{} and {}", of("moves"), on_a_cell("attacks"))
            }
            None => format!("same({id}, says \"{text}\")"),
            Some(SaidMode::Move) => of("moves"),
            Some(SaidMode::Capture) => of("attacks"),
        }
    }
}
