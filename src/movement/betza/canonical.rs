//! Prints courses as a string of the notation.

use super::dialect::Shape;
use super::text::{Atom, Run};

/// An atom with its range, by the shortest name it has.
pub(super) fn atom(atom: Atom) -> Option<String> {
    Some(match atom {
        Atom::Leaps(shape, run) => leaps(shape, run),
        Atom::Anywhere => "U".into(),
        Atom::Castling(cells) => format!("O{cells}"),
        Atom::Drop(ranks) => format!("@{ranks}"),
    })
}

fn leaps(shape: Shape, run: Run) -> String {
    let name = match (shape, run) {
        (Shape::Orthogonal(1), Run::Unlimited) => return "R".into(),
        (Shape::Diagonal(1), Run::Unlimited) => return "B".into(),
        (Shape::Both(1), Run::Unlimited) => return "Q".into(),
        _ => "x",
    };
    name.to_string()
}
