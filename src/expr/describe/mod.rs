//! Claims in English: one sentence that states an expression and its value.
//!
//! ```text
//! count(reach(archbishop, e3)), 11        The Archbishop reaches 11 cells from e3.
//! all c in triangle: reach(knight, c) = {}   From no triangle does the Knight reach a cell.
//! ```
//!
//! The sentence is made from the expression alone, so that it can be compared with the author's.
//! It is as exact as the expression: "exactly" is used if a list contains nothing else, and
//! brackets and numbers are used where words would be ambiguous. A piece asked about without a
//! diagram is alone on the board, and it is White's if no side is named.

mod calls;
mod noun;
mod phrase;
mod truths;
mod values;

use calls::{Called, Describer, Named, diagram_of, named};
use noun::{ItemKind, Noun, Np};

use super::functions::phrases;
use super::position;
use super::resolve::Scope;
use super::syntax::{Expr, ExprKind, Operator, Question};
use super::value::{Bound, ExprValue};
use padma_rules::movement::words::joined;

/// Describes a question with its value as a sentence. `diagram` returns the name of a diagram for
/// its id.
pub fn describe(
    question: &Question,
    value: &ExprValue,
    scope: Scope<'_>,
    diagram: &dyn Fn(&str) -> String,
) -> String {
    let mut describer = Describer {
        scope,
        diagram,
        named: Named::default(),
        variables: Vec::new(),
        front: None,
        changes: Vec::new(),
        changed: 0,
        depth: 0,
    };
    describer.named = describer.found(&question.expr);
    let mut text = describer.sentence(&question.expr, value).replace(",,", ",");
    if let Some(id) = describer
        .named
        .diagram
        .as_ref()
        .filter(|_| !describer.named.diagrams)
    {
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
    // A cell's name is not capitalised.
    if text
        .split(' ')
        .next()
        .is_some_and(|word| variant.board.cell(word).is_some())
    {
        text = format!("cell {text}");
    }
    let mut letters = text.trim_end_matches(',').chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).chain(['.']).collect()
    })
}

impl Describer<'_> {
    fn sentence(&mut self, expr: &Expr, value: &ExprValue) -> String {
        if let ExprValue::Truth(is_so) = value {
            let (mut inner, mut negated) = (expr, false);
            while let ExprKind::Not(denied) = &inner.kind {
                (inner, negated) = (denied, !negated);
            }
            return match &inner.kind {
                ExprKind::Binary(operator @ (Operator::And | Operator::Or), ..) if *is_so => {
                    self.joined(*operator, inner, negated, true).text
                }
                _ if *is_so => self.truth(inner, negated).text,
                _ => format!("it is not so that {}", self.truth(expr, false).text),
            };
        }
        if let ExprKind::With { changes, body } = &expr.kind {
            return self.after(changes, |inner| inner.sentence(body, value));
        }
        let names = self.names_of(value);
        if let Some(names) = &names
            && let Some(text) = self.named_ones(expr, names)
        {
            return text;
        }
        let np = self.np(expr);
        match (np, value) {
            (np, ExprValue::Number(number)) => {
                self.numbers(Bound::Exactly, &np, &Np::Literal(number.to_string()))
            }
            (np, ExprValue::Share(_)) => {
                let value = value.show(self.variant());
                match np {
                    Np::Share(of) => format!("{} are {value} of all cells", of.text()),
                    np => format!("{} is {value}", np.text()),
                }
            }
            (np, ExprValue::Position(parts)) => {
                format!(
                    "{} is “{}”",
                    np.text(),
                    position::sentence(parts, self.variant())
                )
            }
            (np, ExprValue::Text(text)) => format!("{} is “{text}”", np.text()),
            (np, _) => self.listed(&np, &names.unwrap_or_default()),
        }
    }

    /// Returns the names of a list's items as they are written in a sentence.
    fn names_of(&self, value: &ExprValue) -> Option<Vec<String>> {
        match value {
            ExprValue::Kinds(kinds) => Some(
                kinds
                    .iter()
                    .map(|kind| format!("the {}", named(self.variant().kind(*kind))))
                    .collect(),
            ),
            value => value.names(self.variant()),
        }
    }

    /// Describes an expression that limits a list of named cells, if all of them are left:
    /// `{d4} & men(rook)` says that a Rook stands on d4.
    fn named_ones(&mut self, expr: &Expr, found: &[String]) -> Option<String> {
        let mut limits = Vec::new();
        let mut rest = expr;
        while let ExprKind::Binary(operator @ (Operator::Intersection | Operator::Minus), a, b) =
            &rest.kind
        {
            let is_swapped =
                *operator == Operator::Intersection && matches!(b.kind, ExprKind::Cells(_));
            let (a, b) = if is_swapped { (b, a) } else { (a, b) };
            limits.push((*operator == Operator::Minus, b));
            rest = a;
        }
        let ExprKind::Cells(names) = &rest.kind else {
            return None;
        };
        if limits.is_empty() || found.is_empty() || names.len() != found.len() {
            return None;
        }
        let cells = Np::Names(Noun::plain("cells"), found.to_vec());
        let said: Vec<String> = limits
            .into_iter()
            .rev()
            .map(|(negated, limit)| {
                let limit = self.np(limit);
                match limit
                    .clause()
                    .filter(|(set, _)| negated && found.len() > 1 && !set.is_refined())
                {
                    Some((_, clause)) => {
                        clause.say(false, &format!("neither {}", joined(found, "nor")))
                    }
                    None if negated && found.len() > 1 => {
                        format!("none of {} is among {}", joined(found, "and"), limit.text())
                    }
                    None => self.within(&cells, &limit, negated),
                }
            })
            .collect();
        Some(joined(&said, "and"))
    }

    /// Finds out whether an expression names Black, and which diagrams it asks about.
    fn found(&mut self, expr: &Expr) -> Named {
        let mut named = Named::default();
        self.find(expr, &mut named);
        named
    }

    fn find(&mut self, expr: &Expr, named: &mut Named) {
        if let ExprKind::Name(name) = &expr.kind {
            named.black |= name == "black";
        }
        if let Some(call) = Called::of(expr)
            && let Some((_, (_, phrase))) = phrases(call.name).next()
            && let Some(diagram) = diagram_of(&call, phrase, self)
        {
            named.diagrams |= named
                .diagram
                .as_ref()
                .is_some_and(|known| *known != diagram);
            named.diagram = Some(diagram);
        }
        for (part, names) in expr.bound_parts() {
            let around = self.variables.len();
            // Their kind of items does not matter here.
            self.variables.extend(
                names
                    .iter()
                    .map(|name| (name.text.clone(), ItemKind::Other)),
            );
            self.find(part, named);
            self.variables.truncate(around);
        }
    }

    /// Describes a list and its items.
    fn listed(&mut self, np: &Np, names: &[String]) -> String {
        let all = joined(names, "and");
        match np {
            Np::Names(noun, _) if names.len() == 1 => {
                return format!("the {} named is {all}", noun.one);
            }
            Np::Names(noun, _) => return format!("the {} named are {all}", noun.many),
            Np::One(_, text) => return format!("{text} is {all}"),
            _ => {}
        }
        let set = np.set();
        let (clause, rest) = set.split();
        match (clause, names) {
            (_, []) => self.empty(np, false),
            (Some(clause), _) if set.is_one => clause.say(false, &all),
            (Some(clause), _) => self.of_those(&set, clause, false, &format!("exactly {all}")),
            (None, [one]) => format!("the only {} is {one}", rest.described(&set.noun.one)),
            (None, _) if matches!(np, Np::Union(..)) => {
                format!("together, {} are exactly {all}", np.text())
            }
            (None, _) => format!("{} are {all}", np.text()),
        }
    }
}
