//! Finds out how a mark's cells change when the pieces of its diagram are put elsewhere.

use super::functions::asks_diagram;
use super::placed::PlacedDiagram;
use super::syntax::{Expr, ExprKind, Mention, Operator, mentions};
use padma_rules::model::Board;

/// A question about a piece of a diagram. Its answer is a mark or a part of a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceQuestion {
    /// The index of the piece among the diagram's pieces.
    pub piece: usize,
    /// What the piece does to the cells: "reaches".
    pub verb: &'static str,
    /// The question as an expression: `reach(R)`.
    pub expression: String,
}

/// The reason why a mark stays as it is when the pieces of its diagram are put elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unfollowed {
    /// Its cells do not depend on where the pieces stand.
    Board,
    /// It names the cell on which a piece stands, and may mean the piece's cell or that very cell.
    NamedCell,
    /// It asks about another diagram, or about a recorded game.
    Elsewhere,
}

/// Returns the questions about single pieces whose answers together are a mark's cells; `None` if
/// the mark follows the pieces in another way.
///
/// # Errors
///
/// The reason why the mark does not follow the pieces.
pub fn follow(
    expr: &Expr,
    figure: &PlacedDiagram,
    board: &Board,
) -> Result<Option<Vec<PieceQuestion>>, Unfollowed> {
    let labelled = |name: &str| figure.pieces.iter().any(|piece| piece.label == name);
    let is_occupied = |name: &str| {
        let cell = board.cell(name);
        cell.is_some_and(|cell| figure.position.piece(cell).is_some())
    };
    let mut follows = false;
    for mention in mentions(expr) {
        match mention {
            Mention::Subject(subject, _) if subject.text != figure.id => {
                return Err(Unfollowed::Elsewhere);
            }
            Mention::Subject(..) => follows = true,
            Mention::Called(name) => follows |= asks_diagram(&name.text),
            Mention::Name(name, _, Some(_)) if labelled(name) => follows = true,
            Mention::Name(name, ..) if is_occupied(name) => return Err(Unfollowed::NamedCell),
            Mention::Text(text, ..) => follows |= labelled(text),
            Mention::Name(..) | Mention::Sentence(_) => {}
        }
    }
    if follows {
        Ok(piece_questions(expr, figure))
    } else {
        Err(Unfollowed::Board)
    }
}

fn piece_questions(expr: &Expr, figure: &PlacedDiagram) -> Option<Vec<PieceQuestion>> {
    match &expr.kind {
        ExprKind::Binary(Operator::Union, a, b) => {
            let mut questions = piece_questions(a, figure)?;
            questions.extend(piece_questions(b, figure)?);
            Some(questions)
        }
        ExprKind::Call(function, arguments) => {
            let name = &function.text;
            let verb = padma_words::keys("pictures.verb").find(|function| *function == name)?;
            let [argument] = &arguments[..] else {
                return None;
            };
            let (ExprKind::Name(label) | ExprKind::Text(label)) = &argument.kind else {
                return None;
            };
            let mut bearers = figure.pieces.iter().enumerate();
            let (piece, _) = bearers.find(|(_, piece)| piece.label == *label)?;
            Some(vec![PieceQuestion {
                piece,
                verb,
                expression: match argument.kind {
                    ExprKind::Text(_) => format!("{name}(\"{label}\")"),
                    _ => format!("{name}({label})"),
                },
            }])
        }
        _ => None,
    }
}
