//! Describes the pieces that an expression asks about.

use super::calls::{Called, Describer};
use super::names::{kind_name, side_key, the_piece};
use crate::movement::MovementSayer;
use crate::syntax::{Expr, ExprKind, MovementNotation};
use padma_rules::model::Side;
use padma_rules::moves::on_board;
use padma_words::{SlotValue, say};

impl Describer<'_> {
    /// Whether the call names the piece by its label in a diagram.
    pub(super) fn is_labelled(&self, call: &Called<'_>) -> bool {
        match call.arguments.first().map(|first| &first.kind) {
            Some(ExprKind::Text(_) | ExprKind::Member(..)) => true,
            Some(ExprKind::Name(name)) => {
                !self.is_rule()
                    && self.variable(name).is_none()
                    && self.variant.kind_named(name).is_none()
            }
            _ => false,
        }
    }

    /// Describes the piece asked about: "the Black Rook R", "the Knight".
    pub(super) fn subject(&mut self, call: &Called<'_>) -> Option<SlotValue> {
        let first = call.arguments.first()?;
        if self.is_labelled(call) {
            return Some(self.labelled(first));
        }
        let Some(side) = call.side_said().filter(|_| self.is_rule()) else {
            return self.mover(first, call.side());
        };
        let piece = self.mover(first, None)?;
        Some(say!(restate::PieceOf, piece, side).into())
    }

    fn labelled(&self, expr: &Expr) -> SlotValue {
        let (diagram, text) = match &expr.kind {
            ExprKind::Member(diagram, label) => (Some(diagram), label.text.as_str()),
            ExprKind::Name(label) | ExprKind::Text(label) => (None, label.as_str()),
            _ => return SlotValue::None,
        };
        let figure = self.figure(diagram);
        let pieces = || figure.into_iter().flat_map(|figure| &figure.pieces);
        let Some(piece) = pieces().find(|piece| piece.label == text) else {
            return say!(restate::Quoted, text).into();
        };
        let has_same_kind = |by_side: bool| {
            let same = pieces().filter(|other| other.kind == piece.kind);
            same.filter(|other| !by_side || other.side == piece.side)
                .count()
                > 1
        };
        let goes_without_saying = piece.side == Side::White
            && (!has_same_kind(false)
                || has_same_kind(true) && pieces().all(|piece| piece.side == Side::White));
        say!(
            restate::LabelledPiece,
            side = side_key(Some(piece.side).filter(|_| !goes_without_saying)),
            name = kind_name(self.variant, piece.kind),
            label = has_same_kind(true).then_some(text)
        )
        .into()
    }

    /// Describes a piece, or a piece with a written movement: "the Black Pawn", "a piece that
    /// slides orthogonally".
    pub(crate) fn mover(&mut self, expr: &Expr, side: Option<Side>) -> Option<SlotValue> {
        let side = match side {
            Some(Side::Black) => Some(Side::Black),
            _ => self.named.black.then_some(Side::White),
        };
        match &expr.kind {
            ExprKind::Name(name) => match (self.variable(name), self.variant.kind_named(name)) {
                (Some(_), _) if side.is_some() => {
                    let side = side_key(side);
                    Some(say!(restate::AnyPiece, side, name).into())
                }
                (None, Some(kind)) => Some(the_piece(self.variant, side, kind).into()),
                (None, None) if self.is_rule() => self.inner(expr),
                _ => Some(name.into()),
            },
            ExprKind::Movement(notation, text) => {
                Some(self.written_movement(*notation, text.text(), side))
            }
            _ => self.inner(expr),
        }
    }

    /// Describes a piece with a written movement.
    fn written_movement(
        &self,
        notation: MovementNotation,
        text: &str,
        side: Option<Side>,
    ) -> SlotValue {
        let words = format!("{} \"{}\"", notation.name(), text.replace('"', "\\\""));
        let known = self
            .scope
            .and_then(|scope| scope.rules.find_movement(&words));
        let board = &self.variant.board;
        let sayer = MovementSayer {
            on_board: &|components| on_board(components, board),
            ..MovementSayer::default()
        };
        let action = known.map(|known| sayer.sentence(&known.movement));
        let side = side_key(side);
        match notation {
            MovementNotation::Betza => say!(restate::BetzaPiece, text, side, action),
            MovementNotation::Sentence => say!(restate::MovingPiece, side, action),
        }
        .into()
    }
}
