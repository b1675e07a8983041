//! What a claim rests on: the rules, a picture that its author typed, or a name. Whether a claim about a
//! picture holds says that text and picture agree, and nothing of the rules; names and dates nobody doubts.
//!
//! ```text
//! cell(R), position(), pieces(rook) & file(d)      a picture, if its pieces are typed one by one
//! letter(rook), title("section 2"), day("…")       a name
//! ```

use super::resolve::Scope;
use super::syntax::{Expr, ExprKind};

/// What a claim rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grounds {
    /// Something is computed from the rules.
    #[default]
    Rules,
    /// A diagram whose pieces its author typed is read.
    Picture,
    /// A name, a letter, a title or a date is looked up.
    Name,
}

/// The functions that only read a diagram.
const READING: [&str; 4] = ["cell", "missing", "pieces", "position"];
/// The functions that only name cells.
const NAMING: [&str; 3] = ["count", "file", "rank"];
/// The functions that only look up a name or a date.
const NAMES: [&str; 6] = ["day", "inventor", "letter", "name", "title", "weekday"];

/// Returns what an expression rests on.
pub fn grounds(expr: &Expr, scope: &Scope<'_>) -> Grounds {
    let mut reads = false;
    if only_reads(expr, scope, &mut reads) && reads {
        return Grounds::Picture;
    }
    let mut names = false;
    match only_names(expr, &mut names) && names {
        true => Grounds::Name,
        false => Grounds::Rules,
    }
}

/// Whether an expression computes nothing; notes in `reads` whether it reads a diagram.
fn only_reads(expr: &Expr, scope: &Scope<'_>, reads: &mut bool) -> bool {
    let is_typed = |figure: Option<usize>| figure.is_some_and(|figure| scope.placed[figure].typed);
    let is_allowed = match &expr.kind {
        ExprKind::Call(name, arguments) if READING.contains(&name.text.as_str()) => {
            *reads = true;
            // The cell of a piece of another diagram.
            return match arguments.first().map(|argument| &argument.kind) {
                Some(ExprKind::Member(diagram, _)) => is_typed(scope.figure(Some(diagram))),
                _ => is_typed(scope.nearest),
            };
        }
        ExprKind::CallOf(diagram, name, _) if READING.contains(&name.text.as_str()) => {
            *reads = true;
            return is_typed(scope.figure(Some(diagram)));
        }
        ExprKind::Call(name, _) => NAMING.contains(&name.text.as_str()),
        ExprKind::CallOf(..) | ExprKind::With { .. } | ExprKind::Movement(..) => false,
        _ => true,
    };
    is_allowed && expr.parts().all(|part| only_reads(part, scope, reads))
}

/// Whether an expression calls only functions that look something up; notes in `names` whether it calls
/// any.
fn only_names(expr: &Expr, names: &mut bool) -> bool {
    let is_allowed = match &expr.kind {
        ExprKind::Call(name, _) => NAMES.contains(&name.text.as_str()),
        ExprKind::CallOf(..) | ExprKind::With { .. } | ExprKind::Movement(..) => false,
        _ => true,
    };
    *names |= matches!(expr.kind, ExprKind::Call(..));
    is_allowed && expr.parts().all(|part| only_names(part, names))
}
