//! Describes the pieces that an expression asks about.

use super::calls::{Called, Describer};
use super::names::kind_name;
use crate::movement::MovementSayer;
use crate::syntax::{Expr, ExprKind, MovementNotation};
use padma_rules::model::Side;
use padma_rules::moves::on_board;
use padma_words::english;

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
    pub(super) fn subject(&mut self, call: &Called<'_>) -> Option<String> {
        let first = call.arguments.first()?;
        if self.is_labelled(call) {
            return Some(self.labelled(first));
        }
        let Some(side) = call.side_words().filter(|_| self.is_rule()) else {
            return self.mover(first, call.side());
        };
        Some(format!("{} of {side}", self.mover(first, None)?))
    }

    fn labelled(&self, expr: &Expr) -> String {
        let (diagram, label) = match &expr.kind {
            ExprKind::Member(diagram, label) => (Some(diagram), label.text.as_str()),
            ExprKind::Name(label) | ExprKind::Text(label) => (None, label.as_str()),
            _ => return String::new(),
        };
        let figure = self.figure(diagram);
        let pieces = || figure.into_iter().flat_map(|figure| &figure.pieces);
        let Some(piece) = pieces().find(|piece| piece.label == label) else {
            return format!("“{label}”");
        };
        let has_same_kind = |by_side: bool| {
            let same = pieces().filter(|other| other.kind == piece.kind);
            same.filter(|other| !by_side || other.side == piece.side)
                .count()
                > 1
        };
        let side = match piece.side {
            Side::White
                if !has_same_kind(false)
                    || has_same_kind(true) && pieces().all(|p| p.side == Side::White) =>
            {
                ""
            }
            Side::White => "White ",
            Side::Black => "Black ",
        };
        let name = kind_name(self.variant.kind(piece.kind));
        let label = if has_same_kind(true) {
            format!(" “{label}”")
        } else {
            String::new()
        };
        format!("the {side}{name}{label}")
    }

    /// Describes a piece, or a piece with a written movement: "the Black Pawn", "a piece that
    /// slides orthogonally".
    pub(crate) fn mover(&mut self, expr: &Expr, side: Option<Side>) -> Option<String> {
        let side = match side {
            Some(Side::Black) => "Black ",
            _ if self.named.black => "White ",
            _ => "",
        };
        match &expr.kind {
            ExprKind::Name(name) => {
                Some(match (self.variable(name), self.variant.kind_named(name)) {
                    (Some(_), _) if !side.is_empty() => format!("a {side}{name}"),
                    (None, Some(kind)) => {
                        format!("the {side}{}", kind_name(self.variant.kind(kind)))
                    }
                    (None, None) if self.is_rule() => return self.inner(expr),
                    _ => name.clone(),
                })
            }
            ExprKind::Movement(notation, text) => {
                Some(self.written_movement(*notation, text.text(), side))
            }
            _ => self.inner(expr),
        }
    }

    /// Describes a piece with a written movement.
    fn written_movement(&self, notation: MovementNotation, text: &str, side: &str) -> String {
        let words = format!("{} \"{}\"", notation.name(), text.replace('"', "\\\""));
        let known = self
            .scope
            .and_then(|scope| scope.rules.find_movement(&words));
        let board = &self.variant.board;
        let sayer = MovementSayer {
            on_board: &|components| on_board(components, board),
            ..MovementSayer::default()
        };
        let action = known.map_or_else(String::new, |known| {
            english().say(&sayer.sentence(&known.movement))
        });
        match notation {
            MovementNotation::Betza => format!("“{text}” (a {side}piece that {action})"),
            MovementNotation::Sentence if action.contains([';', ',']) => {
                format!("a {side}piece (it {action})")
            }
            MovementNotation::Sentence => format!("a {side}piece that {action}"),
        }
    }
}
