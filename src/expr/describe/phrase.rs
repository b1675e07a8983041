//! The phrases of functions, and what fills their slots. They stand among the words, in
//! `functions.txt`.
//!
//! ```text
//! {M} <reach|es> [cells][ from {from}]   a clause: subject, verb, answer, the rest
//! {1} <is> royal                         one that is about nothing but its arguments
//! [of: cells] rank {1}                   what lies somewhere
//! the letter of {1}                      a value
//! ```

use super::calls::{Called, Describer, Phrase, side_row, side_said};
use super::names::way;
use super::noun::ItemKind;
use crate::form::{FormCall, FormParameter};
use crate::functions::{calls, find_function};
use crate::resolve::Idiom;
use crate::resolve::lower::OF_MOVE;
use crate::syntax::{Expr, ExprKind};
use padma_rules::model::Side;
use padma_words::{Say, SlotValue, say};

/// Maximum number of calls around a call that is an argument.
const MAX_DEPTH: usize = 1;

impl Describer<'_> {
    /// Returns the phrase of the first form that fits the arguments, or of the first form if none
    /// fits.
    pub(super) fn phrase(&self, call: &Called<'_>) -> Option<Phrase> {
        let of_game = call.subject.is_some() && calls(call.name).any(|(form, _)| form.of_game);
        let mut all = calls(call.name).filter(|(form, _)| form.of_game == of_game);
        let first = all.clone().next();
        let fitting = all.find(|(_, parameters)| {
            let mut pairs = parameters.iter().zip(call.arguments);
            parameters.len() == call.arguments.len()
                && pairs.all(|(parameter, argument)| self.fits(*parameter, argument))
        });
        let (form, parameters) = fitting.or(first)?;
        let (key, message) = form.phrase(call.name, parameters)?;
        Some(Phrase {
            key,
            message,
            parameters,
        })
    }

    /// Whether an argument fits a parameter of a form.
    fn fits(&self, parameter: FormParameter, argument: &Expr) -> bool {
        let ExprKind::Name(name) = &argument.kind else {
            let is_value = matches!(argument.kind, ExprKind::Number(_) | ExprKind::Text(_));
            return match parameter {
                FormParameter::Checker(_) | FormParameter::Side(_) => false,
                FormParameter::Cells(_) => are_several(argument),
                FormParameter::Cell(_) => !is_value,
                _ => true,
            };
        };
        let (variant, variable) = (self.variant, self.variable(name));
        match parameter {
            FormParameter::Cell(_) => {
                variable == Some(ItemKind::Cell)
                    || variant.board.cell(name).is_some()
                    || self.is_rule() && OF_MOVE.contains(&name.as_str())
            }
            FormParameter::Piece(_) => {
                variable == Some(ItemKind::Piece) || variant.kind_named(name).is_some()
            }
            FormParameter::Checker(_) => {
                variable.is_none() && variant.checker_named(name).is_some()
            }
            FormParameter::Cells(_) => {
                variable.is_none()
                    && variant.board.cell(name).is_none()
                    && !matches!(name.as_str(), "from" | "to")
            }
            FormParameter::Scale(_) => variable.is_none(),
            FormParameter::Side(_) => side_said(argument).is_some(),
            FormParameter::Label(_)
            | FormParameter::Other(_)
            | FormParameter::Text(_)
            | FormParameter::Way(_) => true,
        }
    }

    /// Fills the arguments into a phrase.
    pub(super) fn fill(&mut self, call: &Called<'_>, phrase: &Phrase) -> Option<Say> {
        let mut names: Vec<&'static str> = Vec::new();
        phrase.message.each_slot(&mut |slot| {
            if !names.contains(&slot) {
                names.push(slot);
            }
        });
        let slot = |name| Some((name, self.slot(name, phrase.parameters, call)?));
        let slots = names.into_iter().map(slot).collect::<Option<_>>()?;
        Some(padma_words::phrase(
            "functions.function",
            phrase.key.as_str(),
            slots,
        ))
    }

    /// Returns what a slot holds:
    ///
    /// | slot | for |
    /// | --- | --- |
    /// | `M` | the piece asked about, by its label or with its side |
    /// | `from` | where it stands, if it has no label in a diagram |
    /// | `to` | where it goes |
    /// | `White` | the side named, or White |
    /// | `mover` | the side named, or the side to move |
    /// | `whose` | the side named, or nothing |
    /// | `for` | the side named, or the side to move; nothing if the diagram does not say which that is |
    /// | `subject` | the game |
    /// | `1` | an argument |
    /// | `1:a`, `1:bare`, `1:plural` | a piece with "a", without an article, in the plural |
    fn slot(&mut self, slot: &str, parameters: FormCall, call: &Called<'_>) -> Option<SlotValue> {
        let side_or = |other: &str| call.side_said().unwrap_or_else(|| side_row(other));
        Some(match slot {
            "M" => return self.subject(call),
            "from" => match call.arguments.get(1) {
                Some(from) if !self.is_labelled(call) => self.argument(from, None, call)?,
                _ => SlotValue::None,
            },
            "to" => {
                let count = call.arguments.len() - usize::from(call.side().is_some());
                return self.argument(&call.arguments[count.checked_sub(1)?], None, call);
            }
            "White" if self.is_rule() && self.is_nobodys(call) => side_row("board"),
            "White" if self.is_rule() => side_or("either"),
            "White" => side_row(call.side().unwrap_or(Side::White).name()),
            "mover" => side_or("on-move"),
            "whose" => call.side_said().into(),
            // If the diagram does not name the side to move, either may be meant.
            "for" => match (call.side(), self.figure(call.subject)) {
                (None, Some(figure)) if figure.to_move.is_none() => SlotValue::None,
                (side, _) => side_row(side.map_or("on-move", Side::name)),
            },
            "subject" => (&call.subject?.text).into(),
            _ => {
                let place = slot.parse::<usize>().ok()? - 1;
                let argument = call.arguments.get(place)?;
                return self.argument(argument, parameters.get(place), call);
            }
        })
    }

    /// Whether a call asks about one kind of piece, which belongs to nobody.
    fn is_nobodys(&self, call: &Called<'_>) -> bool {
        let [
            Expr {
                kind: ExprKind::Name(name),
                ..
            },
        ] = call.arguments
        else {
            return false;
        };
        let kind = self.variant.kind_named(name);
        kind.is_some_and(|kind| self.variant.kind(kind).neutral)
    }

    /// Describes an argument.
    fn argument(
        &mut self,
        argument: &Expr,
        parameter: Option<&FormParameter>,
        call: &Called<'_>,
    ) -> Option<SlotValue> {
        let said = match (&argument.kind, parameter) {
            (ExprKind::Name(name), Some(FormParameter::Way(_))) => {
                return Some(way(&self.variant.board, name));
            }
            (ExprKind::Name(name), _) => match self.named_argument(name, argument, call) {
                Some(said) => return Some(said),
                None => self.inner(argument)?,
            },
            (ExprKind::Movement(..), _) => self.mover(argument, call.side())?,
            _ => self.inner(argument)?,
        };
        Some(say!(restate::Other, said).into())
    }

    /// Describes an argument as an expression; `None` if the calls nest too deeply.
    pub(super) fn inner(&mut self, argument: &Expr) -> Option<SlotValue> {
        if self.depth == MAX_DEPTH && Called::of(argument).is_some() {
            return None;
        }
        self.depth += 1;
        let np = self.np(argument);
        self.depth -= 1;
        Some(np?.said())
    }

    /// Describes an argument that is the name of a piece, a checker, a side or a variable.
    fn named_argument(
        &mut self,
        name: &str,
        argument: &Expr,
        call: &Called<'_>,
    ) -> Option<SlotValue> {
        let variant = self.variant;
        if self.variable(name).is_some() {
            return Some(say!(restate::Variable, name).into());
        }
        if let Some(side) = side_said(argument) {
            return Some(side);
        }
        if variant.kind_named(name).is_some() {
            return self.mover(argument, call.side());
        }
        let checker = variant.checker_named(name)?;
        let name = &variant.checkers[checker.index()].name;
        Some(say!(restate::Checker, name).into())
    }
}

/// Whether an expression gives cells of which there may be several.
fn are_several(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cells(names) => names.len() != 1,
        ExprKind::Call(name, _) | ExprKind::CallOf(_, name, _) => {
            find_function(&name.text).and_then(|function| function.idiom) != Some(Idiom::CellOf)
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use crate::functions::{calls, function_names};
    use padma_words::english;

    #[test]
    fn every_call_of_every_function_has_a_phrase_and_every_phrase_a_call() {
        const SLOTS: [&str; 8] = [
            "M", "from", "to", "White", "mover", "whose", "for", "subject",
        ];
        let mut used = Vec::new();
        for function in function_names() {
            assert!(calls(function).next().is_some(), "{function}");
            for (form, parameters) in calls(function) {
                let phrase = form.phrase(function, parameters);
                let (key, phrase) = phrase.unwrap_or_else(|| panic!("{function} has no phrase"));
                used.push(key);
                // An optional side is not an argument of its own.
                let count = parameters.len();
                phrase.each_slot(&mut |slot| {
                    let mut places = (1..=count).map(|place| place.to_string());
                    let is_argument = places.any(|place| place == slot);
                    assert!(SLOTS.contains(&slot) || is_argument, "{function}: {slot}");
                });
            }
        }
        for (key, _) in english().rows("functions.function") {
            assert!(used.iter().any(|used| used == key), "no call has {key}");
        }
    }
}
