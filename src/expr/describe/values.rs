//! Describes values: names, lists, numbers, and what variables stand for.

use super::calls::{Called, Describer, named, named_set};
use super::noun::{ItemKind, Noun, Np, Set, has_clause};
use crate::outline::OutlinePart;
use crate::resolve::part;
use crate::syntax::{Binder, Change, ChangeKind, Expr, ExprKind, Fold, Name, Operator};
use crate::value::Bound;
use padma_rules::movement::words::{joined, with_article};

/// Collects the operands of nested uses of one operator.
pub(crate) fn operands<'e>(operator: Operator, expr: &'e Expr, all: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Binary(found, a, b) if *found == operator => {
            operands(operator, a, all);
            operands(operator, b, all);
        }
        _ => all.push(expr),
    }
}

/// An operand of a union. A call also includes calls like it, and the index of the argument in
/// which they differ.
type Operand<'e> = (Option<(Called<'e>, Option<usize>)>, &'e Expr);

impl Describer<'_> {
    /// Returns the noun phrase for an expression.
    pub(crate) fn np(&mut self, expr: &Expr) -> Np {
        match &expr.kind {
            ExprKind::Number(number) => Np::Literal(number.to_string()),
            ExprKind::Decimal(number) => {
                let number = crate::Number::from(*number).to_string();
                Np::Literal(
                    number
                        .trim_end_matches('0')
                        .trim_end_matches('.')
                        .to_string(),
                )
            }
            ExprKind::Text(text) => Np::Literal(format!("“{text}”")),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Member(diagram, label) => {
                Np::Value(format!("{}.{}", diagram.text, label.text))
            }
            ExprKind::Call(..) | ExprKind::CallOf(..) => match Called::of(expr) {
                Some(call) => self.call(&call),
                None => Np::Value(String::new()),
            },
            ExprKind::Cells(names) => self.names("cells", names),
            ExprKind::Numbers(names) => self.names("numbers", names),
            ExprKind::Leaps(leaps) => Np::Names(
                Noun::plain("kinds of leap"),
                leaps.iter().map(ToString::to_string).collect(),
            ),
            ExprKind::Filter(binder) => self.filter(binder, None),
            ExprKind::Fold { fold, binder, body } => self.fold(*fold, binder, body),
            ExprKind::With { changes, body } => {
                let change = self.with(changes);
                self.changes.push(change);
                let np = self.np(body);
                self.changes.pop();
                np
            }
            ExprKind::Movement(..) => Np::Value(self.mover(expr, None)),
            ExprKind::Binary(operator, a, b) => self.operation(*operator, expr, a, b),
            // A truth is not a value, so it is put in brackets.
            ExprKind::Quantified { .. } | ExprKind::Not(_) => {
                Np::Value(format!("({})", self.truth(expr, false).text))
            }
        }
    }

    fn names(&mut self, noun: &str, names: &[Name]) -> Np {
        Np::Names(
            Noun::plain(noun),
            names.iter().map(|name| self.called(&name.text)).collect(),
        )
    }

    fn name(&mut self, name: &str) -> Np {
        if let Some(sort) = self.variable(name) {
            let noun = match sort {
                ItemKind::Cell => Noun::plain("cells"),
                ItemKind::Piece => Noun::plain("pieces"),
                ItemKind::Other => Noun::plain("numbers"),
            };
            return Np::One(noun, self.called(name));
        }
        match name {
            "cells" | "pieces" => {
                return Np::Set(Set {
                    is_all: true,
                    ..Set::of(Noun::plain(name))
                });
            }
            _ => {}
        }
        let variant = self.variant();
        if variant.sets.get(name).is_some() {
            return Np::Set(named_set(name, None));
        }
        if variant.board.cell(name).is_some() {
            return Np::One(Noun::plain("cells"), name.to_string());
        }
        if let Some(kind) = variant.kind_named(name) {
            return Np::One(
                Noun::plain("pieces"),
                format!("the {}", named(variant.kind(kind))),
            );
        }
        let noun = match part(name) {
            Some(OutlinePart::Contents) => "contents numbers",
            Some(OutlinePart::Sections) => "section numbers",
            Some(OutlinePart::Figures) => "figure numbers",
            None => return Np::Value(name.to_string()),
        };
        Np::Set(Set::of(Noun::plain(noun)))
    }

    fn operation(&mut self, operator: Operator, expr: &Expr, a: &Expr, b: &Expr) -> Np {
        let word = match operator {
            Operator::Union => return self.union(expr),
            Operator::Intersection => {
                let a = self.np(a);
                return a.intersect(self.np(b));
            }
            Operator::Minus => "minus",
            Operator::Plus => "plus",
            Operator::Times => "times",
            _ => return Np::Value(format!("({})", self.truth(expr, false).text)),
        };
        let (left, right) = (self.np(a), self.np(b));
        if left.is_list() && operator == Operator::Minus {
            return left.without(&right);
        }
        let is_sum = |expr: &Expr| {
            matches!(
                expr.kind,
                ExprKind::Binary(Operator::Plus | Operator::Minus, ..)
            )
        };
        let text = |expr: &Expr, np: &Np, loose: bool| match is_sum(expr) && !loose {
            true => format!("({})", np.text()),
            false => np.text(),
        };
        let is_times = operator == Operator::Times;
        // "Twice the length" reads better than "the length times two".
        let ((a, left), (b, right)) = match right {
            Np::Literal(_) if is_times && !matches!(left, Np::Literal(_)) => {
                ((b, right), (a, left))
            }
            _ => ((a, left), (b, right)),
        };
        let is_loose = operator == Operator::Plus;
        let (left, right) = (text(a, &left, !is_times), text(b, &right, is_loose));
        // Without the comma the rest of the sum would be read as part of the clause.
        let comma = if !is_times && has_clause(&left) {
            ","
        } else {
            ""
        };
        Np::Value(format!("{left}{comma} {word} {right}"))
    }

    /// Describes a union. Calls that differ in one argument are merged into one.
    fn union(&mut self, expr: &Expr) -> Np {
        let mut all = Vec::new();
        operands(Operator::Union, expr, &mut all);
        let mut parts: Vec<Operand<'_>> = Vec::new();
        for operand in all {
            let call = Called::of(operand);
            let joins = parts.iter_mut().find_map(|(known, first)| {
                let (known, varied) = known.as_mut()?;
                let place = Called::of(first)?.differing(call.as_ref()?)?;
                (*varied.get_or_insert(place) == place).then_some((known, place))
            });
            match (joins, &call) {
                (Some((known, place)), Some(call)) => {
                    known.arguments[place].extend(&call.arguments[place])
                }
                _ => parts.push((call.map(|call| (call, None)), operand)),
            }
        }
        let parts = parts.into_iter().map(|(call, expr)| match call {
            Some((call, Some(_))) => self.any_of(&call),
            _ => self.np(expr),
        });
        // Names are listed together.
        let (names, mut others): (Vec<Np>, Vec<Np>) =
            parts.partition(|part| matches!(part, Np::Names(..) | Np::One(..)));
        let all: Vec<String> = names.iter().flat_map(Np::items).collect();
        let noun = others
            .first()
            .or(names.first())
            .map_or_else(|| Noun::plain("cells"), Np::noun);
        let noun = Noun::plain(match noun.sort {
            ItemKind::Cell => "cells",
            ItemKind::Piece => "pieces",
            ItemKind::Other if noun.is_plain => &noun.many,
            ItemKind::Other => "numbers",
        });
        if !all.is_empty() {
            others.insert(0, Np::Names(noun.clone(), all));
        }
        match others.len() {
            1 => others.remove(0),
            _ => Np::Union(noun, others),
        }
    }

    /// Describes a call in which an argument may be any of several. A clause of its own would not
    /// say which, so it becomes a relative clause.
    fn any_of(&mut self, call: &Called<'_>) -> Np {
        match self.call(call) {
            Np::Set(Set {
                clause: Some(clause),
                that,
                ..
            }) if that.is_empty() => {
                let Np::Set(set) = self.call(call) else {
                    return Np::Value(String::new());
                };
                Np::Set(Set {
                    clause: None,
                    that: vec![clause.relative()],
                    ..set
                })
            }
            np => np,
        }
    }

    /// Describes the items that variables stand for; the noun includes the variables. Brings the
    /// variables into scope, and leaves it to the caller to remove them.
    pub(crate) fn bound(&mut self, binder: &Binder) -> Set {
        // A sentence cannot begin inside a list.
        if let Some(front) = &mut self.front {
            front.is_lost = true;
        }
        let mut set = match &binder.domain {
            None => Set {
                is_all: true,
                ..Set::of(Noun::plain("cells"))
            },
            Some(domain) => self.np(domain).set(),
        };
        let sort = set.noun.sort;
        let names: Vec<String> = binder.names.iter().map(|name| name.text.clone()).collect();
        self.variables
            .extend(names.iter().map(|name| (name.clone(), sort)));
        let variables = joined(&names, "and");
        set.noun = Noun {
            one: format!("{} {variables}", set.noun.one),
            many: format!("{} {variables}", set.noun.many),
            sort,
            is_plain: false,
        };
        set.is_all = false;
        if binder.ordered {
            set.parts
                .push("(none of them before an earlier one in the board’s order)".to_string());
        }
        if let Some(condition) = &binder.condition {
            self.limit(&mut set, condition);
        }
        set
    }

    /// Limits a list to the items that a condition holds for.
    fn limit(&mut self, set: &mut Set, condition: &Expr) {
        let mut all = Vec::new();
        operands(Operator::And, condition, &mut all);
        // `p != king` is said as "other than the King".
        let mut others = Vec::new();
        all.retain(|part| match &part.kind {
            ExprKind::Binary(Operator::Compare(Bound::Not), a, b)
                if self.is_variable(a) && self.is_fixed(b) =>
            {
                others.push((&**a, &**b));
                false
            }
            _ => true,
        });
        let is_one =
            others.iter().all(|(a, _)| *a == others[0].0) && set.noun.one.split(' ').count() == 2;
        let such = match others[..] {
            [_, ..] if is_one => {
                let names: Vec<String> = others.iter().map(|(_, b)| self.np(b).text()).collect();
                set.parts
                    .push(format!("other than {}", joined(&names, "and")));
                if all.is_empty() {
                    return;
                }
                let parts = all
                    .into_iter()
                    .map(|part| self.truth(part, false))
                    .collect();
                self.joint(parts, "and", false)
            }
            _ => self.truth(condition, false),
        };
        set.such.push(format!("for which {}", such.closed()));
    }

    fn is_variable(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Name(name) if self.variable(name).is_some())
    }

    fn is_fixed(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Name(name) if self.variable(name).is_none())
    }

    /// Describes the items that a condition holds for, and perhaps a second one.
    fn filter(&mut self, binder: &Binder, body: Option<&Expr>) -> Np {
        if let Some(names) = self.named_pieces(binder) {
            return names;
        }
        let around = self.variables.len();
        let mut set = self.bound(binder);
        if let Some(body) = body {
            self.limit(&mut set, body);
        }
        self.variables.truncate(around);
        Np::Set(set)
    }

    /// Lists pieces named one by one, as in `{p in pieces where p = king or p = queen}`.
    fn named_pieces(&mut self, binder: &Binder) -> Option<Np> {
        let (Some(domain), Some(condition)) = (&binder.domain, &binder.condition) else {
            return None;
        };
        if !matches!(&domain.kind, ExprKind::Name(name) if name == "pieces") {
            return None;
        }
        let mut all = Vec::new();
        operands(Operator::Or, condition, &mut all);
        let name = |part: &&Expr| match &part.kind {
            ExprKind::Binary(Operator::Compare(Bound::Exactly), a, b) if matches!(&a.kind, ExprKind::Name(a) if *a == binder.names[0].text) => {
                match &b.kind {
                    ExprKind::Name(b) => self
                        .variant()
                        .kind_named(b)
                        .map(|kind| named(self.variant().kind(kind))),
                    _ => None,
                }
            }
            _ => None,
        };
        let names: Option<Vec<String>> = all
            .iter()
            .map(|part| Some(format!("the {}", name(part)?)))
            .collect();
        Some(Np::Names(Noun::plain("pieces"), names?))
    }

    fn fold(&mut self, fold: Fold, binder: &Binder, body: &Expr) -> Np {
        if fold == Fold::Count && binder.names.len() == 1 {
            return Np::Count(Box::new(self.filter(binder, Some(body))));
        }
        let around = self.variables.len();
        let mut set = self.bound(binder);
        let several = set.described(&set.noun.many);
        let np = match fold {
            Fold::Count => {
                self.limit(&mut set, body);
                let Noun { many, sort, .. } = set.noun.clone();
                set.noun = Noun {
                    one: format!("choice of {many}"),
                    many: format!("choices of {many}"),
                    sort,
                    is_plain: false,
                };
                Np::Count(Box::new(Np::Set(set)))
            }
            Fold::Union => {
                let one = set.described(&set.noun.one);
                let body = self.np(body).text();
                let set = Set::of(Noun::plain("cells"));
                Np::Set(match body.strip_prefix("the cells ") {
                    Some(rest) => Set {
                        also: vec![format!("{rest} (for some {one})")],
                        ..set
                    },
                    None => Set {
                        that: vec![format!("that for some {one} are among {body}")],
                        ..set
                    },
                })
            }
            Fold::Sum => Np::Value(format!(
                "the sum, over all {several}, of {}",
                self.summed(body)
            )),
            Fold::Each => Np::Value(format!(
                "the value, the same for all {several}, of {}",
                self.summed(body)
            )),
            Fold::Max | Fold::Min => {
                let most = if fold == Fold::Max {
                    "greatest"
                } else {
                    "least"
                };
                let body = self.summed(body);
                Np::Value(match body.strip_prefix("the number of ") {
                    Some(rest) => format!("the {most} number, over all {several}, of {rest}"),
                    None => format!("the {most} value, over all {several}, of {body}"),
                })
            }
        };
        self.variables.truncate(around);
        np
    }

    /// Describes a number that is taken for many choices. A calculation is put in brackets.
    fn summed(&mut self, body: &Expr) -> String {
        let text = self.np(body).text();
        let is_calculated = matches!(
            body.kind,
            ExprKind::Binary(Operator::Plus | Operator::Minus | Operator::Times, ..)
        );
        if is_calculated {
            format!("({text})")
        } else {
            text
        }
    }

    /// Describes changes to the board and what is true or asked after them.
    pub(crate) fn after(
        &mut self,
        changes: &[Change],
        say: impl FnOnce(&mut Self) -> String,
    ) -> String {
        let change = self.with(changes);
        self.changed += 1;
        let said = say(self);
        self.changed -= 1;
        format!("{change}, {said}")
    }

    /// Describes changes: "with a piece of its own side on e5 and with d4 empty".
    pub(crate) fn with(&mut self, changes: &[Change]) -> String {
        let change = |change: &Change| {
            let (kind, cells) = change.put(|name| match self.variable(name) {
                Some(ItemKind::Piece) => Some(name.to_string()),
                Some(_) => None,
                None => self
                    .variant()
                    .kind_named(name)
                    .map(|kind| named(self.variant().kind(kind))),
            });
            let cells: Vec<String> = cells.iter().map(|cell| self.changed(&cell.text)).collect();
            let cells = joined(&cells, "and");
            let kind = kind.unwrap_or_else(|| "piece".to_string());
            match change.kind {
                ChangeKind::Own => {
                    format!("with {} of its own side on {cells}", with_article(&kind))
                }
                ChangeKind::Enemy if kind == "piece" => format!("with an enemy on {cells}"),
                ChangeKind::Enemy => format!("with an enemy {kind} on {cells}"),
                ChangeKind::White => format!("with a White {kind} on {cells}"),
                ChangeKind::Black => format!("with a Black {kind} on {cells}"),
                ChangeKind::Empty => format!("with {cells} empty"),
            }
        };
        joined(&changes.iter().map(change).collect::<Vec<_>>(), "and")
    }

    fn changed(&self, name: &str) -> String {
        if self.variable(name).is_some() {
            return self.called(name);
        }
        match self.variant().sets.get(name) {
            Some(_) => {
                let set = named_set(name, None);
                format!("all {}", set.described(&set.noun.many))
            }
            None => name.to_string(),
        }
    }
}
