//! Describes calls: what the phrase of a function says, and the sides that its arguments name.

use super::clause::VerbClause;
use super::names::named_set;
use super::noun::{ItemKind, Noun, NounPart, Np, Qualifier, Set};
use crate::form::{FormCall, FormParameter};
use crate::functions::{asks_diagram, find_function};
use crate::placed::PlacedDiagram;
use crate::resolve::{Idiom, Scope};
use crate::syntax::{Expr, ExprKind, Name};
use padma_rules::model::{Rule, Side, Variant};
use padma_words::{MessagePart, MessageText, Say, SlotValue, row, say};

/// The side and the diagrams that an expression names, which decide how a sentence names sides and
/// diagrams.
#[derive(Clone, Default)]
pub(crate) struct Named {
    /// Whether it names Black.
    pub black: bool,
    /// The id of a diagram that it asks about.
    pub diagram: Option<String>,
    /// Whether it asks about more than one diagram.
    pub diagrams: bool,
}

pub(crate) struct Describer<'a> {
    pub variant: &'a Variant,
    /// What a book has around the expression; `None` for one of a rule, which can name the sides
    /// and cells of a move.
    pub scope: Option<Scope<'a>>,
    /// Returns the name of the diagram with an id.
    pub diagram: &'a dyn Fn(&str) -> SlotValue,
    pub named: Named,
    pub variables: Vec<(String, ItemKind)>,
    /// Whether the sentence already binds variables.
    pub is_bound: bool,
    /// The number of `&`, `-` and `|` in the sentence.
    pub operations: usize,
    /// The number of calls around the current part.
    pub depth: usize,
    /// The changes to the board, if each call must mention them.
    pub change: SlotValue,
    /// Whether the sentence begins with the changes to the board.
    pub is_change_stated: bool,
}

/// A call of a function, perhaps about a diagram or a game.
#[derive(Clone)]
pub(crate) struct Called<'e> {
    pub subject: Option<&'e Name>,
    pub name: &'e str,
    pub arguments: &'e [Expr],
}

impl<'e> Called<'e> {
    pub(crate) fn of(expr: &'e Expr) -> Option<Called<'e>> {
        let (subject, name, arguments) = match &expr.kind {
            ExprKind::Call(name, arguments) => (None, name, arguments),
            ExprKind::CallOf(subject, name, arguments) => (Some(&**subject), name, arguments),
            _ => return None,
        };
        Some(Called {
            subject,
            name: &name.text,
            arguments,
        })
    }

    /// Returns the part that its function plays where a sentence joins several calls.
    pub(super) fn idiom(&self) -> Option<Idiom> {
        find_function(self.name)?.idiom
    }

    pub(super) fn side(&self) -> Option<Side> {
        self.arguments.last().and_then(side)
    }

    /// Says the side that the last argument names, if it names one.
    pub(super) fn side_said(&self) -> Option<SlotValue> {
        self.arguments.last().and_then(side_said)
    }
}

/// Says a side, also one that a rule names by the move.
pub(super) fn side_said(expr: &Expr) -> Option<SlotValue> {
    match &expr.kind {
        ExprKind::Name(name) if matches!(name.as_str(), "mover" | "other") => Some(side_row(name)),
        _ => side(expr).map(|side| side_row(side.name())),
    }
}

/// Returns a side, or who stands in its place, by the row of a table.
pub(super) fn side_row(name: &str) -> SlotValue {
    row("restate.side", name)
}

fn side(expr: &Expr) -> Option<Side> {
    match &expr.kind {
        ExprKind::Name(name) => Side::from_name(name),
        _ => None,
    }
}

impl<'a> Describer<'a> {
    /// Returns a describer that has not read anything yet.
    pub(crate) fn new(
        variant: &'a Variant,
        scope: Option<Scope<'a>>,
        diagram: &'a dyn Fn(&str) -> SlotValue,
    ) -> Describer<'a> {
        Describer {
            variant,
            scope,
            diagram,
            named: Named::default(),
            variables: Vec::new(),
            is_bound: false,
            operations: 0,
            depth: 0,
            change: SlotValue::None,
            is_change_stated: false,
        }
    }

    pub(super) fn is_rule(&self) -> bool {
        self.scope.is_none()
    }

    /// Returns the diagram with an id, or the nearest one if no id is given.
    pub(super) fn figure(&self, id: Option<&Name>) -> Option<&'a PlacedDiagram> {
        let scope = self.scope?;
        Some(&scope.placed[scope.figure(id)?])
    }

    pub(crate) fn variable(&self, name: &str) -> Option<ItemKind> {
        self.variables
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, sort)| *sort)
    }

    /// Returns the noun phrase of a call that gives a list, a number or a text.
    pub(crate) fn call(&mut self, call: &Called<'_>) -> Option<Np> {
        if let (Some(only), Some(idiom @ (Idiom::Count | Idiom::Share))) =
            (call.arguments.last(), call.idiom())
        {
            let items = self.np(only)?;
            return Some(match idiom {
                Idiom::Count => Np::Count(items.set()?),
                _ => Np::Share(Box::new(items)),
            });
        }
        // A name that is not a function is a named set as one side sees it, or a direction class.
        let Some(phrase) = self.phrase(call) else {
            return match call.side_said() {
                Some(side) if self.is_rule() && self.is_counter(call.name) => {
                    let id = call.name;
                    Some(Np::Value(say!(restate::Counter, id, side).into()))
                }
                _ => (self.variant.sets.get(call.name))
                    .map(|_| Np::Set(named_set(self.variant, call.name, call.side()))),
            };
        };
        if let [MessagePart::Hole { link, noun, .. }, ..] = &phrase.message.0[..] {
            let said = self.fill(call, &phrase)?;
            let around = self.around(call, phrase.message);
            let place = say!(restate::AtPlace, phrase = said, around);
            let kind = match (call.idiom(), link.as_str()) {
                (Some(Idiom::Absent), _) => NounPart::State,
                (_, "") => NounPart::Place,
                _ => NounPart::Of,
            };
            let is_cell = |parameter: &FormParameter| {
                matches!(parameter, FormParameter::Cell(_) | FormParameter::Cells(_))
            };
            let part = Qualifier::place(kind, place, phrase.parameters.iter().any(is_cell));
            return Some(Np::Set(Set::with(Noun::plain(&key(noun)?), part)));
        }
        if phrase.message.clause().is_some() {
            return self.clause_np(call, &phrase);
        }
        let said = self.fill(call, &phrase)?;
        let around = self.around(call, phrase.message);
        Some(Np::Value(
            say!(restate::AtPosition, phrase = said, around).into(),
        ))
    }

    fn is_counter(&self, name: &str) -> bool {
        let rules = &self.variant.rules;
        let is_named = |rule: &Rule| matches!(rule, Rule::Counter(counter) if counter.id == name);
        rules.iter().any(is_named)
    }

    /// Returns the noun phrase of a call whose phrase is a clause about a list or a number.
    fn clause_np(&mut self, call: &Called<'_>, phrase: &Phrase) -> Option<Np> {
        let (noun, is_number) = phrase.message.clause()?.asked?;
        let clause = self.filled_clause(call, phrase)?;
        let noun = match (key(noun), &noun.0[..]) {
            (Some(key), _) => Noun::plain(&key),
            (None, [MessagePart::Slot { slot, .. }]) => {
                let noun = clause.phrase.slot(slot).clone();
                Noun::new(say!(restate::BareNoun, noun), ItemKind::Other)
            }
            _ => return None,
        };
        if is_number {
            return Some(Np::Amount(noun, clause));
        }
        Some(Np::Set(Set {
            clause: Some(clause),
            is_one: call.idiom() == Some(Idiom::CellOf),
            ..Set::of(noun)
        }))
    }

    /// Returns the clause of a call that is true or false.
    pub(crate) fn clause(&mut self, call: &Called<'_>) -> Option<VerbClause> {
        let phrase = self.phrase(call)?;
        match phrase.message.clause()?.asked {
            None => self.filled_clause(call, &phrase),
            Some(_) => None,
        }
    }

    /// Fills the arguments into the clause of a phrase.
    fn filled_clause(&mut self, call: &Called<'_>, phrase: &Phrase) -> Option<VerbClause> {
        Some(VerbClause {
            phrase: self.fill(call, phrase)?,
            message: phrase.message,
            around: self.around(call, phrase.message),
        })
    }

    /// Says the position that a call asks about: its diagram, and the changes to it.
    fn around(&self, call: &Called<'_>, phrase: &MessageText) -> Say {
        let diagram = diagram_of(call, phrase, self);
        let of_piece = phrase.has_slot("M");
        let is_of_position = diagram.is_some() || of_piece;
        let named = diagram.filter(|_| self.named.diagrams);
        // A piece asked about without a diagram is alone on the board.
        let is_alone = self.named.diagram.is_some() && of_piece && !self.is_labelled(call);
        let alone = match (&self.change, self.is_change_stated) {
            (SlotValue::None, false) => "empty",
            (SlotValue::None, true) => "otherwise",
            _ => "changed",
        };
        say!(
            restate::Around,
            diagram = named.map(|diagram| (self.diagram)(&diagram)),
            change = is_of_position.then(|| self.change.clone()),
            alone = is_alone.then_some(SlotValue::Key(alone))
        )
    }
}

/// The phrase of a call.
pub(super) struct Phrase {
    /// Its row among the phrases of functions.
    pub key: String,
    pub message: &'static MessageText,
    pub parameters: FormCall,
}

/// Returns the key of a noun, unless a slot holds it.
fn key(noun: &MessageText) -> Option<String> {
    match &noun.0[..] {
        [MessagePart::Text(key)] => Some(key.clone()),
        _ => None,
    }
}

/// Returns the diagram that a call asks about.
pub(crate) fn diagram_of(
    call: &Called<'_>,
    phrase: &MessageText,
    describer: &Describer<'_>,
) -> Option<String> {
    let nearest = || Some(describer.figure(None)?.id.clone());
    if phrase.has_slot("M") {
        return match &call.arguments.first()?.kind {
            ExprKind::Member(diagram, _) => Some(diagram.text.clone()),
            _ if describer.is_labelled(call) => nearest(),
            _ => None,
        };
    }
    let asks = asks_diagram(call.name);
    asks.then(|| call.subject.map(|name| name.text.clone()).or_else(nearest))
        .flatten()
}
