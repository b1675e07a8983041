//! Endings of few men, told as `"king rook v king"`.

use super::{Settled, Settler, Wrong};
use crate::claim::syntax::{Expr, ExprKind};
use crate::diag::Code;
use crate::lower::unknown_piece;
use crate::model::{PieceId, Side};
use crate::text::Span;

impl Settler<'_, '_> {
    /// `always-wins("king rook v king")`: White's men, then Black's.
    pub(super) fn ending(&mut self, arguments: &[Expr], span: Span) -> Settled<Vec<(Side, PieceId)>> {
        const EXPECTED: &str = "expected the men in quotes, such as `\"king rook v king\"`";
        self.arity(arguments, 1..=1, "the men of an ending in quotes", span)?;
        let at = arguments[0].span;
        let ExprKind::Text(text) = &arguments[0].kind else {
            return self.wrong(Code::ClaimType, "an ending is due here".to_string(), at, EXPECTED);
        };
        let Some((white, _)) = text.split_once(" v ") else {
            let message = format!("`{text}` names the men of one side");
            return self.wrong(Code::ClaimType, message, at, EXPECTED);
        };
        let mut men = Vec::new();
        let mut start = 0;
        for word in text.split(' ') {
            let side = if start < white.len() { Side::White } else { Side::Black };
            if !word.is_empty() && start != white.len() + 1 {
                // Behind the opening quote.
                men.push((side, self.piece_told(word, at.slice(1 + start..1 + start + word.len()))?));
            }
            start += word.len() + 1;
        }
        Ok(men)
    }

    fn piece_told(&mut self, id: &str, at: Span) -> Settled<PieceId> {
        let variant = self.variant();
        variant.piece_named(id).ok_or_else(|| {
            let known = variant.pieces.iter().map(|piece| piece.id.as_str());
            self.diagnostics.push(unknown_piece(id, at, known));
            Wrong
        })
    }
}
