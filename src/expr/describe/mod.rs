//! Claims in English: one sentence that states an expression and its value.
//!
//! ```text
//! count(reach(archbishop, e3)), 11       The Archbishop reaches 11 cells from e3.
//! all c in square: reach(lion, c) = {}   For every square c, the Lion reaches no cell from c.
//! ```
//!
//! The sentence is made from the expression alone, so that it can be compared with the author's.
//! It is as exact as the expression: it says "exactly" of a list that contains nothing else. A
//! piece asked about without a diagram is alone on the board, and it is White's if no side is
//! named.
//!
//! A sentence has one relation, and it binds variables at most once. Expressions joined by `and`
//! or `or` become a list of such sentences. Any other expression reads better than its sentence
//! would, so it appears as its author wrote it:
//!
//! ```text
//! e2 in hexagon and count(hexagon) = 4   All of these hold: e2 is a hexagon; there are 4 hexagons.
//! count(setup(rook)) + reserve(rook), 5  `count(setup(rook)) + reserve(rook)` is 5.
//! ```

mod calls;
mod clause;
mod movers;
mod names;
mod noun;
mod phrase;
mod relations;
mod truths;
mod values;

use calls::{Called, Describer, Named, diagram_of};
use clause::Object;
use names::the_piece;
use noun::{ItemKind, Noun, Np};
use relations::{empty, list_clause, numbers, within};
use values::{literal, operands};

use super::functions::calls;
use super::position::say_position;
use super::resolve::Scope;
use super::syntax::{Expr, ExprKind, Operator, Question, expression_text, parse};
use super::value::{Bound, ExprValue, Number};
use padma_rules::model::Variant;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Span};
use padma_words::{Listing, Say, SlotValue, english, say};

/// What a claim says.
pub struct Restatement {
    /// The sentence.
    pub said: Say,
    /// Whether it is all in words: what would be hard to read appears as its author wrote it.
    pub is_in_words: bool,
}

impl Restatement {
    /// Returns the sentence in English.
    pub fn english(&self) -> String {
        english().say(&self.said)
    }
}

/// Says a question and its value as a sentence. `diagram` names the diagram with an id.
pub fn restate(
    question: &Question,
    value: &ExprValue,
    scope: Scope<'_>,
    diagram: &dyn Fn(&str) -> SlotValue,
) -> Restatement {
    let variant = &scope.rules.variant;
    let mut describer = Describer::new(variant, Some(scope), diagram);
    let mut named = Named::default();
    describer.collect_named(&question.expr, &mut named);
    describer.named = named;
    let in_words = describer.sentence(&question.expr, value);
    let is_in_words = in_words.is_some();
    let mut said = in_words.unwrap_or_else(|| in_code(question, value, variant));
    if let Some(id) = (describer.named.diagram.as_ref()).filter(|_| !describer.named.diagrams) {
        let diagram = diagram(id);
        said = say!(restate::InDiagram, diagram, said);
    }
    if question.variant.is_some() {
        let title = &variant.title;
        said = match title.contains(' ') {
            true => say!(restate::InTitledVariant, title, said),
            false => say!(restate::InVariant, title, said),
        };
    }
    Restatement {
        said: say!(restate::Sentence, said),
        is_in_words,
    }
}

/// Says the condition of a rule as a clause: "White has a King on d4". What would be hard to read
/// appears as its author wrote it, between backticks.
pub fn say_condition(expression: &str, variant: &Variant) -> SlotValue {
    let said = condition_in_words(expression, variant);
    said.unwrap_or_else(|| {
        let (text, holds) = (expression, true);
        say!(restate::CodeHolds, text, holds).into()
    })
}

/// Like [`say_condition`], but `None` for what would be hard to read.
pub fn condition_in_words(expression: &str, variant: &Variant) -> Option<SlotValue> {
    if expression.is_empty() {
        return Some(SlotValue::None);
    }
    let clause =
        |describer: &mut Describer<'_>, expr: &Expr| describer.condition(expr, false, false);
    describe_in_rule(expression, variant, clause)
}

/// Whether a truth, or its opposite if `negated`, holds when all its parts do; `None` if it has no
/// parts. It is not so that both hold if one of them does not.
fn joins_all(expr: &Expr, negated: bool) -> Option<bool> {
    match &expr.kind {
        ExprKind::Not(inner) => joins_all(inner, !negated),
        ExprKind::Binary(Operator::And, ..) => Some(!negated),
        ExprKind::Binary(Operator::Or, ..) => Some(negated),
        _ => None,
    }
}

/// Collects the parts of a truth, each with whether its opposite is meant.
fn joined_parts<'e>(all: bool, expr: &'e Expr, negated: bool, out: &mut Vec<(&'e Expr, bool)>) {
    match &expr.kind {
        ExprKind::Not(inner) => joined_parts(all, inner, !negated, out),
        ExprKind::Binary(_, a, b) if joins_all(expr, negated) == Some(all) => {
            joined_parts(all, a, negated, out);
            joined_parts(all, b, negated, out);
        }
        _ => out.push((expr, negated)),
    }
}

/// Says the cells that a rule names: "the cells that e4 touches".
pub fn say_cells(expression: &str, variant: &Variant) -> SlotValue {
    let said = cells_in_words(expression, variant);
    said.unwrap_or_else(|| say!(restate::CodeCells, text = expression).into())
}

/// Like [`say_cells`], but `None` for what would be hard to read.
pub fn cells_in_words(expression: &str, variant: &Variant) -> Option<SlotValue> {
    let np = |describer: &mut Describer<'_>, expr: &Expr| Some(describer.np(expr)?.said());
    describe_in_rule(expression, variant, np)
}

/// Says the cells that a figure marks: "the cells on which White may legally drop a Pawn"; `None`
/// if that would be hard to read.
pub fn say_mark(question: &Question, scope: Scope<'_>) -> Option<SlotValue> {
    let name = |id: &str| id.into();
    let mut describer = Describer::new(&scope.rules.variant, Some(scope), &name);
    let mut named = Named::default();
    describer.collect_named(&question.expr, &mut named);
    describer.named = named;
    Some(describer.np(&question.expr)?.said())
}

fn describe_in_rule(
    expression: &str,
    variant: &Variant,
    describe: impl FnOnce(&mut Describer<'_>, &Expr) -> Option<SlotValue>,
) -> Option<SlotValue> {
    let text = Excerpt::inexact(expression, Span::default());
    let question = parse(&text, &mut Diagnostics::default())?;
    let name = |id: &str| id.into();
    let mut describer = Describer::new(variant, None, &name);
    describe(&mut describer, &question.expr)
}

/// Says an expression by its text, between backticks.
fn in_code(question: &Question, value: &ExprValue, variant: &Variant) -> Say {
    let text = expression_text(question);
    match (value, items(value, variant)) {
        (ExprValue::Truth(holds), _) => say!(restate::CodeHolds, text, holds = *holds),
        (_, Some(items)) if items.is_empty() => say!(restate::CodeGivesNothing, text),
        (_, Some(items)) => {
            let items = Listing::And.of(items);
            say!(restate::CodeGives, text, items)
        }
        (_, None) => {
            let value = say_value(value, variant);
            say!(restate::CodeIs, text, value)
        }
    }
}

/// Says a value that is not a list of items.
fn say_value(value: &ExprValue, variant: &Variant) -> SlotValue {
    let text = match value {
        ExprValue::Position(parts) => say_position(parts, variant),
        ExprValue::Text(text) => text.into(),
        ExprValue::Number(Number::Never) => return say!(restate::Never).into(),
        value => return literal(&value.show(variant)),
    };
    say!(restate::Quoted, text).into()
}

/// Says the items of a list; `None` for any other value.
fn items(value: &ExprValue, variant: &Variant) -> Option<Vec<SlotValue>> {
    let kind = |kind: &_| SlotValue::from(the_piece(variant, None, *kind));
    let cell = |name: String| match value {
        ExprValue::Cells(_) => SlotValue::Cell(name),
        _ => name.into(),
    };
    match value {
        ExprValue::Kinds(kinds) => Some(kinds.iter().map(kind).collect()),
        ExprValue::Position(_) => None,
        value => Some(value.names(variant)?.into_iter().map(cell).collect()),
    }
}

impl Describer<'_> {
    /// Describes an expression and its value; `None` if a sentence would be hard to read.
    fn sentence(&mut self, expr: &Expr, value: &ExprValue) -> Option<Say> {
        if let ExprValue::Truth(holds) = value {
            return self.verdict(expr, *holds);
        }
        if let ExprKind::With { changes, body } = &expr.kind {
            return self.describe_after(changes, |inner| inner.sentence(body, value));
        }
        let items = items(value, self.variant);
        if let Some(items) = &items
            && let Some(said) = self.cells_within(expr, items)
        {
            return Some(said);
        }
        let np = self.np(expr)?;
        let shown = say_value(value, self.variant);
        Some(match (value, &np, items) {
            (ExprValue::Number(_), ..) => {
                return numbers(Bound::Exactly, &np, &Np::Literal(shown));
            }
            (ExprValue::Share(_), Np::Share(of), _) => {
                say!(restate::AreOfAllCells, what = of.said(), value = shown)
            }
            (_, _, Some(items)) => return list_and_items(&np, items),
            (_, np, None) => say!(restate::Is, what = np.said(), value = shown),
        })
    }

    /// Describes a condition, or its opposite if `negated`, as a clause: "A and either B or C". A
    /// part of it, if `is_part`, may have no parts with parts of their own.
    fn condition(&mut self, expr: &Expr, negated: bool, is_part: bool) -> Option<SlotValue> {
        let Some(all) = joins_all(expr, negated) else {
            (self.is_bound, self.operations) = (false, 0);
            return match &expr.kind {
                ExprKind::Not(inner) => self.condition(inner, !negated, is_part),
                _ => Some(self.truth(expr, negated)?.into()),
            };
        };
        let mut parts = Vec::new();
        joined_parts(all, expr, negated, &mut parts);
        let parts = parts.into_iter().map(|(part, negated)| match is_part {
            false => self.condition(part, negated, true),
            true => Some(self.truth(part, negated)?.into()),
        });
        let parts = parts.collect::<Option<Vec<SlotValue>>>()?;
        let count = parts.len();
        let parts = match all {
            true => Listing::And.of(parts),
            false => Listing::Or.of(parts),
        };
        match (is_part, count, all) {
            (false, ..) => Some(parts),
            (true, 2, true) => Some(say!(restate::Both, parts).into()),
            (true, 2, false) => Some(say!(restate::Either, parts).into()),
            (true, ..) => None,
        }
    }

    /// States whether a truth holds. Truths joined by `and` or `or` become a list.
    fn verdict(&mut self, expr: &Expr, is_so: bool) -> Option<Say> {
        let (mut inner, mut holds) = (expr, is_so);
        while let ExprKind::Not(denied) = &inner.kind {
            (inner, holds) = (denied, !holds);
        }
        let ExprKind::Binary(operator @ (Operator::And | Operator::Or), ..) = inner.kind else {
            let said = self.truth(expr, false)?;
            return Some(match is_so {
                true => said,
                false => say!(restate::NotSo, said),
            });
        };
        let how = SlotValue::Key(match (operator, holds) {
            (Operator::And, true) => "all",
            (Operator::And, false) => "notall",
            (_, true) => "some",
            (_, false) => "none",
        });
        let mut parts = Vec::new();
        operands(operator, inner, &mut parts);
        let parts = parts.into_iter().map(|part| {
            (self.is_bound, self.operations) = (false, 0);
            self.truth(part, false)
        });
        let parts = Listing::Series.of(parts.collect::<Option<Vec<_>>>()?);
        Some(say!(restate::Several, how, parts))
    }

    /// Describes an expression that limits a list of named cells, if its value contains all of
    /// them: `{d4} & pieces(rook)` says that a Rook stands on d4.
    fn cells_within(&mut self, expr: &Expr, value: &[SlotValue]) -> Option<Say> {
        let ExprKind::Binary(operator @ (Operator::Intersection | Operator::Minus), a, b) =
            &expr.kind
        else {
            return None;
        };
        let negated = *operator == Operator::Minus;
        let (names, limit) = match (&a.kind, &b.kind) {
            (ExprKind::Cells(names), _) => (names, b),
            (_, ExprKind::Cells(names)) if !negated => (names, a),
            _ => return None,
        };
        if value.is_empty() || names.len() != value.len() {
            return None;
        }
        let limit = self.np(limit)?;
        if !negated || value.len() == 1 {
            let cells = Np::Names(Noun::plain("cells"), value.to_vec());
            return within(&cells, &limit, negated);
        }
        Some(match limit.clause().filter(|(set, _)| !set.is_refined()) {
            Some((_, clause)) => {
                let items = Listing::Nor.of(value.iter().cloned());
                clause.say(false, Object::short(say!(restate::Neither, items)))
            }
            None => say!(
                restate::NoneIsAmong,
                what = Listing::And.of(value.iter().cloned()),
                those = limit.said()
            ),
        })
    }

    /// Finds out whether an expression names Black, and which diagrams it asks about.
    fn collect_named(&mut self, expr: &Expr, named: &mut Named) {
        if let ExprKind::Name(name) = &expr.kind {
            named.black |= name == "black";
        }
        if let Some(call) = Called::of(expr)
            && let Some((form, parameters)) = calls(call.name).next()
            && let Some((_, phrase)) = form.phrase(call.name, parameters)
            && let Some(diagram) = diagram_of(&call, phrase, self)
        {
            let previous = named.diagram.replace(diagram.clone());
            named.diagrams |= previous.is_some_and(|previous| previous != diagram);
        }
        for (part, names) in expr.bound_parts() {
            let outer_count = self.variables.len();
            // The kind of item does not matter here.
            let names = names.iter().map(|name| name.text.clone());
            self.variables
                .extend(names.map(|name| (name, ItemKind::Other)));
            self.collect_named(part, named);
            self.variables.truncate(outer_count);
        }
    }
}

/// Describes a list and its items.
fn list_and_items(np: &Np, items: Vec<SlotValue>) -> Option<Say> {
    let count = items.len();
    let value = Listing::And.of(items);
    match np {
        Np::Names(noun, _) => {
            let noun = noun.said.clone();
            return Some(match count {
                1 => say!(restate::NamedIs, noun, value),
                _ => say!(restate::NamedAre, noun, value),
            });
        }
        Np::One(..) => {
            return Some(say!(restate::Is, what = np.said(), value));
        }
        _ if count == 0 => return empty(np, false),
        Np::Union(..) => {
            return Some(say!(restate::Together, what = np.said(), value));
        }
        _ => {}
    }
    let set = np.set()?;
    let (clause, rest) = set.split();
    Some(match clause {
        Some(clause) if set.is_one => clause.say(false, Object::short(value)),
        Some(clause) => {
            let exactly = say!(restate::Exactly, items = value);
            list_clause(&set, clause, false, Object::short(exactly))
        }
        None if count == 1 => say!(restate::OnlyIs, items = rest.described(), value),
        None => say!(restate::Are, what = np.said(), value),
    })
}
