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
mod truths;
mod values;

use calls::{Called, Describer, Named, diagram_of};
use clause::Object;
use names::kind_name;
use noun::{ItemKind, Noun, Np};
use truths::{empty, list_clause, numbers, within};
use values::operands;

use super::functions::calls;
use super::position;
use super::resolve::Scope;
use super::syntax::{Expr, ExprKind, Operator, Question, expression_text, parse};
use super::value::{Bound, ExprValue};
use padma_rules::model::Variant;
use padma_text::diag::Diagnostics;
use padma_text::english::join_list;
use padma_text::{Excerpt, Span};
use padma_words::SlotValue;

/// Describes a question and its value as a sentence. `diagram` maps a diagram's id to its name.
pub fn describe(
    question: &Question,
    value: &ExprValue,
    scope: Scope<'_>,
    diagram: &dyn Fn(&str) -> String,
) -> String {
    let mut describer = Describer::new(&scope.rules.variant, Some(scope), diagram);
    let mut named = Named::default();
    describer.collect_named(&question.expr, &mut named);
    describer.named = named;
    let mut text = match describer.sentence(&question.expr, value) {
        Some(sentence) => sentence,
        None => in_code(question, value, &scope.rules.variant),
    };
    if let Some(id) = (describer.named.diagram.as_ref()).filter(|_| !describer.named.diagrams) {
        text = format!("in {}, {text}", diagram(id));
    }
    let variant = &scope.rules.variant;
    if question.variant.is_some() {
        let title = &variant.title;
        text = if title.contains(' ') {
            format!("in “{title}”, {text}")
        } else {
            format!("in {title}, {text}")
        };
    }
    // The name of a cell must not be capitalised, so it cannot come first.
    let first = text.split(' ').next();
    if first.is_some_and(|word| variant.board.cell(word).is_some()) {
        text = format!("cell {text}");
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).chain(['.']).collect()
    })
}

/// Says the condition of a rule as a clause: "White has a King on d4". What would be hard to read
/// appears as its author wrote it, between backticks.
pub fn say_condition(expression: &str, variant: &Variant) -> SlotValue {
    let said = condition_in_words(expression, variant);
    said.unwrap_or_else(|| format!("`{expression}` holds").into())
}

/// Like [`say_condition`], but `None` for what would be hard to read.
pub fn condition_in_words(expression: &str, variant: &Variant) -> Option<SlotValue> {
    if expression.is_empty() {
        return Some(SlotValue::None);
    }
    let clause =
        |describer: &mut Describer<'_>, expr: &Expr| describer.condition(expr, false, false);
    describe_in_rule(expression, variant, clause).map(SlotValue::from)
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
    said.unwrap_or_else(|| format!("the cells `{expression}`").into())
}

/// Like [`say_cells`], but `None` for what would be hard to read.
pub fn cells_in_words(expression: &str, variant: &Variant) -> Option<SlotValue> {
    let np = |describer: &mut Describer<'_>, expr: &Expr| Some(describer.np(expr)?.text());
    describe_in_rule(expression, variant, np).map(SlotValue::from)
}

/// Describes the cells that a figure marks: "the cells on which White may legally drop a Pawn";
/// `None` if that would be hard to read.
pub fn describe_mark(question: &Question, scope: Scope<'_>) -> Option<String> {
    let mut describer = Describer::new(&scope.rules.variant, Some(scope), &str::to_string);
    let mut named = Named::default();
    describer.collect_named(&question.expr, &mut named);
    describer.named = named;
    Some(describer.np(&question.expr)?.text())
}

fn describe_in_rule(
    expression: &str,
    variant: &Variant,
    describe: impl FnOnce(&mut Describer<'_>, &Expr) -> Option<String>,
) -> Option<String> {
    let text = Excerpt::inexact(expression, Span::default());
    let question = parse(&text, &mut Diagnostics::default())?;
    let mut describer = Describer::new(variant, None, &str::to_string);
    describe(&mut describer, &question.expr)
}

/// Describes an expression by its text, between backticks.
fn in_code(question: &Question, value: &ExprValue, variant: &Variant) -> String {
    let text = expression_text(question);
    let predicate = match (value, value_names(value, variant)) {
        (ExprValue::Truth(true), _) => "holds".to_string(),
        (ExprValue::Truth(false), _) => "does not hold".to_string(),
        (ExprValue::Position(parts), _) => {
            format!("is “{}”", position::position_sentence(parts, variant))
        }
        (ExprValue::Text(text), _) => format!("is “{text}”"),
        (_, None) => format!("is {}", value.show(variant)),
        (_, Some(names)) if names.is_empty() => "gives nothing".to_string(),
        (_, Some(names)) => format!("gives exactly {}", join_list(&names, "and")),
    };
    format!("`{text}` {predicate}")
}

/// Returns the names of a list's items as they are written in a sentence.
fn value_names(value: &ExprValue, variant: &Variant) -> Option<Vec<String>> {
    match value {
        ExprValue::Kinds(kinds) => {
            let kinds = kinds.iter().map(|kind| variant.kind(*kind));
            Some(
                kinds
                    .map(|kind| format!("the {}", kind_name(kind)))
                    .collect(),
            )
        }
        value => value.names(variant),
    }
}

impl Describer<'_> {
    /// Describes an expression and its value; `None` if a sentence would be hard to read.
    fn sentence(&mut self, expr: &Expr, value: &ExprValue) -> Option<String> {
        if let ExprValue::Truth(holds) = value {
            return self.verdict(expr, *holds);
        }
        if let ExprKind::With { changes, body } = &expr.kind {
            return self.describe_after(changes, |inner| inner.sentence(body, value));
        }
        let names = value_names(value, self.variant);
        if let Some(names) = &names
            && let Some(text) = self.cells_within(expr, names)
        {
            return Some(text);
        }
        let np = self.np(expr)?;
        Some(match value {
            ExprValue::Number(number) => {
                return numbers(Bound::Exactly, &np, &Np::Literal(number.to_string()));
            }
            ExprValue::Share(_) => {
                let value = value.show(self.variant);
                match np {
                    Np::Share(of) => format!("{} are {value} of all cells", of.text()),
                    np => format!("{} is {value}", np.text()),
                }
            }
            ExprValue::Position(parts) => {
                let position = position::position_sentence(parts, self.variant);
                format!("{} is “{position}”", np.text())
            }
            ExprValue::Text(text) => format!("{} is “{text}”", np.text()),
            _ => return list_and_items(&np, &names.unwrap_or_default()),
        })
    }

    /// Describes a condition, or its opposite if `negated`, as a clause: "A and either B or C". A
    /// part of it, if `is_part`, may have no parts with parts of their own.
    fn condition(&mut self, expr: &Expr, negated: bool, is_part: bool) -> Option<String> {
        let Some(all) = joins_all(expr, negated) else {
            (self.is_bound, self.operations) = (false, 0);
            return match &expr.kind {
                ExprKind::Not(inner) => self.condition(inner, !negated, is_part),
                _ => self.truth(expr, negated),
            };
        };
        let mut parts = Vec::new();
        joined_parts(all, expr, negated, &mut parts);
        let parts = parts.into_iter().map(|(part, negated)| match is_part {
            false => self.condition(part, negated, true),
            true => self.truth(part, negated),
        });
        let parts = parts.collect::<Option<Vec<_>>>()?;
        let (both, and) = if all {
            ("both", "and")
        } else {
            ("either", "or")
        };
        match (is_part, parts.len()) {
            (false, _) => Some(join_list(&parts, and)),
            (true, 2) => Some(format!("{both} {}", join_list(&parts, and))),
            (true, _) => None,
        }
    }

    /// States whether a truth holds. Truths joined by `and` or `or` become a list.
    fn verdict(&mut self, expr: &Expr, is_so: bool) -> Option<String> {
        let (mut inner, mut holds) = (expr, is_so);
        while let ExprKind::Not(denied) = &inner.kind {
            (inner, holds) = (denied, !holds);
        }
        let ExprKind::Binary(operator @ (Operator::And | Operator::Or), ..) = inner.kind else {
            return Some(match is_so {
                true => self.truth(expr, false)?,
                false => format!("it is not so that {}", self.truth(expr, false)?),
            });
        };
        let how_many = match (operator, holds) {
            (Operator::And, true) => "all of these hold",
            (Operator::And, false) => "not all of these hold",
            (_, true) => "at least one of these holds",
            (_, false) => "none of these holds",
        };
        let mut items = Vec::new();
        operands(operator, inner, &mut items);
        let items = items.into_iter().map(|item| {
            (self.is_bound, self.operations) = (false, 0);
            self.truth(item, false)
        });
        let items = items.collect::<Option<Vec<_>>>()?;
        Some(format!("{how_many}: {}", items.join("; ")))
    }

    /// Describes an expression that limits a list of named cells, if its value contains all of
    /// them: `{d4} & pieces(rook)` says that a Rook stands on d4.
    fn cells_within(&mut self, expr: &Expr, value: &[String]) -> Option<String> {
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
                let neither = format!("neither {}", join_list(value, "nor"));
                clause.say(false, &Object::short(neither))
            }
            None => format!(
                "none of {} is among {}",
                join_list(value, "and"),
                limit.text()
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
            && let Some(phrase) = form.phrase(call.name, parameters)
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
fn list_and_items(np: &Np, names: &[String]) -> Option<String> {
    let all = join_list(names, "and");
    match np {
        Np::Names(noun, _) if names.len() == 1 => {
            return Some(format!("the {} named is {all}", noun.one));
        }
        Np::Names(noun, _) => return Some(format!("the {} named are {all}", noun.many)),
        Np::One(_, text) => return Some(format!("{text} is {all}")),
        _ if names.is_empty() => return empty(np, false),
        Np::Union(..) => return Some(format!("together, {} are exactly {all}", np.text())),
        _ => {}
    }
    let set = np.set()?;
    let (clause, rest) = set.split();
    Some(match (clause, names) {
        (Some(clause), _) if set.is_one => clause.say(false, &Object::short(all)),
        (Some(clause), _) => {
            let exactly = Object::short(format!("exactly {all}"));
            list_clause(&set, clause, false, &exactly)
        }
        (None, [one]) => format!("the only {} is {one}", rest.described(&set.noun.one)),
        (None, _) => format!("{} are {all}", np.text()),
    })
}
