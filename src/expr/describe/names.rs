//! Describes the pieces, sets and directions that an expression names.

use super::calls::{Called, Describer};
use super::noun::{ItemKind, Noun, Set};
use crate::syntax::{Expr, ExprKind, MovementNotation};
use padma_rules::model::{Board, PieceKind, Side};
use padma_rules::movement::{self, GRID_ATOMS};

impl Describer<'_> {
    /// Whether the piece asked about is named by its label in a diagram.
    pub(super) fn is_labelled(&self, call: &Called<'_>) -> bool {
        match call.arguments.first().map(|first| &first.kind) {
            Some(ExprKind::Text(_) | ExprKind::Member(..)) => true,
            Some(ExprKind::Name(name)) => {
                self.variable(name).is_none() && self.variant().kind_named(name).is_none()
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
        self.mover(first, call.side())
    }

    fn labelled(&self, expr: &Expr) -> String {
        let (diagram, label) = match &expr.kind {
            ExprKind::Member(diagram, label) => (Some(diagram), label.text.as_str()),
            ExprKind::Name(label) | ExprKind::Text(label) => (None, label.as_str()),
            _ => return String::new(),
        };
        let figure = self.scope.figure(diagram);
        let pieces = || {
            figure
                .into_iter()
                .flat_map(|figure| &self.scope.placed[figure].pieces)
        };
        let Some(piece) = pieces().find(|piece| piece.label == label) else {
            return format!("“{label}”");
        };
        let alike = |by_side: bool| {
            let same = pieces().filter(|other| other.kind == piece.kind);
            same.filter(|other| !by_side || other.side == piece.side)
                .count()
                > 1
        };
        let side = match piece.side {
            Side::White
                if !alike(false) || alike(true) && pieces().all(|p| p.side == Side::White) =>
            {
                ""
            }
            Side::White => "White ",
            Side::Black => "Black ",
        };
        let name = named(self.variant().kind(piece.kind));
        let label = if alike(true) {
            format!(" “{label}”")
        } else {
            String::new()
        };
        format!("the {side}{name}{label}")
    }

    /// Describes a piece or a movement that goes: "the Black Pawn", "a piece that slides
    /// orthogonally".
    pub(crate) fn mover(&mut self, expr: &Expr, side: Option<Side>) -> Option<String> {
        let side = match side {
            Some(Side::Black) => "Black ",
            _ if self.named.black => "White ",
            _ => "",
        };
        match &expr.kind {
            ExprKind::Name(name) => Some(
                match (self.variable(name), self.variant().kind_named(name)) {
                    (Some(_), _) if !side.is_empty() => format!("a {side}{name}"),
                    (None, Some(kind)) => format!("the {side}{}", named(self.variant().kind(kind))),
                    _ => name.clone(),
                },
            ),
            ExprKind::Movement(notation, text) => Some(self.movement(*notation, text.text(), side)),
            _ => self.inner(expr),
        }
    }

    /// Describes a movement written out.
    fn movement(&self, notation: MovementNotation, text: &str, side: &str) -> String {
        let words = format!("{} \"{}\"", notation.name(), text.replace('"', "\\\""));
        let known = self.scope.rules.find_movement(&words);
        let does = known.map_or_else(String::new, |known| movement::describe(&known.movement));
        match notation {
            MovementNotation::Betza => format!("“{text}” (a {side}piece that {does})"),
            MovementNotation::Sentence if does.contains([';', ',']) => {
                format!("a {side}piece (it {does})")
            }
            MovementNotation::Sentence => format!("a {side}piece that {does}"),
        }
    }
}

/// Returns a piece's name, in quotes if it contains a comma.
pub(crate) fn named(kind: &PieceKind) -> String {
    if kind.name.contains(',') {
        format!("“{}”", kind.name)
    } else {
        kind.name.clone()
    }
}

/// Describes a named set. Kinds of cell, and names in the plural, become nouns of their own.
pub(crate) fn named_set(name: &str, side: Option<Side>) -> Set {
    let (is_axis, spelt) = match name.split_once('-') {
        Some((axis, rest)) if axis.len() == 1 => {
            (true, format!("{axis}-{}", rest.replace('-', " ")))
        }
        _ => (false, name.replace('-', " ")),
    };
    let whose = match side {
        Some(Side::Black) => "Black’s ",
        Some(Side::White) => "White’s ",
        None => "",
    };
    let noun = |one: String, many: String| Set::of(Noun::new(one, many, ItemKind::Cell));
    if ["square", "triangle", "hexagon", "point"].contains(&name) {
        return noun(name.to_string(), format!("{name}s"));
    }
    let plain = spelt.strip_prefix("the ").unwrap_or(&spelt);
    match plain.strip_suffix('s') {
        Some(one) if is_axis || !spelt.starts_with("the ") => {
            noun(format!("{whose}{one}"), format!("{whose}{plain}"))
        }
        _ => {
            let part = match (whose, spelt.contains(' ')) {
                ("", true) => format!("of the {plain}"),
                (whose, true) => format!("of {whose}{plain}"),
                (whose, false) => {
                    format!("of {whose}set “{spelt}”").replace("of set", "of the set")
                }
            };
            Set::at(Noun::plain("cells"), &part)
        }
    }
}

/// Describes a direction class by its name: " along X".
pub(crate) fn way(board: &Board, class: &str) -> String {
    // The letters of these directions would be taken for pieces.
    let is_grid = board.class("orthogonal").is_some();
    let atom = GRID_ATOMS
        .iter()
        .find(|(atom, _)| is_grid && *atom == class)
        .map(|(_, leap)| *leap);
    match class {
        _ if atom == Some((1, 0)) => " orthogonally".to_string(),
        _ if atom == Some((1, 1)) => " diagonally".to_string(),
        "contiguous" => String::new(),
        "side" => " across a side".to_string(),
        "corner" => " across a corner".to_string(),
        "orthogonal" => " orthogonally".to_string(),
        "diagonal" => " diagonally".to_string(),
        "ring" => " round a ring".to_string(),
        class => match atom {
            Some((longer, shorter)) => format!(" by leaps of ({shorter},{longer})"),
            None => format!(" along {class}"),
        },
    }
}
