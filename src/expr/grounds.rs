//! What a claim rests on: the rules, a picture that its author typed, or a declaration. A claim that rests
//! on a picture or a declaration only repeats what its author has typed: it says that two texts
//! agree, and nothing about the rules. Each function's row says which of these its value comes
//! from.
//!
//! ```text
//! cell(R), position(), pieces(rook) & file(d)      a picture, if its pieces are typed one by one
//! letter(rook), title("2.0"), worth(rook)          a declaration
//! ```

use super::functions::origin_of;
use super::resolve::{Origin, Scope};
use super::syntax::{Expr, ExprKind};

/// What a claim rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grounds {
    /// Something is computed from the rules.
    #[default]
    Rules,
    /// A diagram whose pieces its author typed is read.
    Picture,
    /// A declaration is read back: a name, a letter, a title, the setup, a number of a rule.
    Declaration,
}

impl Grounds {
    /// Whether a claim on these grounds only repeats what its author has typed elsewhere.
    pub fn repeats(self) -> bool {
        self != Grounds::Rules
    }
}

/// Returns what an expression rests on.
pub fn grounds(expr: &Expr, scope: &Scope<'_>) -> Grounds {
    let mut repeated = None;
    match only_repeats(expr, scope, &mut repeated) {
        true => repeated.unwrap_or_default(),
        false => Grounds::Rules,
    }
}

/// Whether an expression computes nothing; notes in `repeated` what it reads back, a diagram before a
/// declaration.
fn only_repeats(expr: &Expr, scope: &Scope<'_>, repeated: &mut Option<Grounds>) -> bool {
    let is_typed = |figure: Option<usize>| figure.is_some_and(|figure| scope.placed[figure].typed);
    let origin = match &expr.kind {
        ExprKind::Call(name, _) | ExprKind::CallOf(_, name, _) => origin_of(&name.text),
        ExprKind::With { .. } | ExprKind::Movement(..) => Origin::Computed,
        _ => Origin::Arguments,
    };
    match (origin, &expr.kind) {
        (Origin::Computed, _) => return false,
        (Origin::Diagram, kind) => {
            *repeated = Some(Grounds::Picture);
            return is_typed(figure_asked(kind, scope));
        }
        (Origin::Declaration, _) => {
            repeated.get_or_insert(Grounds::Declaration);
        }
        (Origin::Arguments, _) => {}
    }
    expr.parts().all(|part| only_repeats(part, scope, repeated))
}

/// Returns the index of the diagram that a call reads: the one before the function or before a piece's
/// label, or else the nearest.
fn figure_asked(call: &ExprKind, scope: &Scope<'_>) -> Option<usize> {
    match call {
        ExprKind::CallOf(diagram, ..) => scope.figure(Some(diagram)),
        ExprKind::Call(_, arguments) => match arguments.first().map(|first| &first.kind) {
            Some(ExprKind::Member(diagram, _)) => scope.figure(Some(diagram)),
            _ => scope.nearest,
        },
        _ => None,
    }
}
