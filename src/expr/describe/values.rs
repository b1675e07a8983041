//! Describes values: names, lists, numbers, and the items that variables stand for.

use super::calls::{Called, Describer};
use super::names::{kind_name, named_set};
use super::noun::{ItemKind, Noun, NounPart, Np, Set};
use crate::outline::OutlinePart;
use crate::resolve::outline_part;
use crate::syntax::{Binder, Change, ChangeKind, Expr, ExprKind, Fold, Name, Operator};
use crate::value::Bound;
use padma_rules::model::Side;
use padma_text::english::{join_list, with_article};

/// Maximum number of `&`, `-` and `|` in a sentence.
const MAX_OPERATIONS: usize = 2;

/// Collects the operands of nested uses of one operator: `a`, `b` and `c` of `a | b | c`.
pub(crate) fn operands<'e>(operator: Operator, expr: &'e Expr, all: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Binary(found, a, b) if *found == operator => {
            operands(operator, a, all);
            operands(operator, b, all);
        }
        _ => all.push(expr),
    }
}

impl Describer<'_> {
    /// Returns the noun phrase for an expression; `None` if a sentence would be hard to read.
    pub(crate) fn np(&mut self, expr: &Expr) -> Option<Np> {
        Some(match &expr.kind {
            ExprKind::Number(number) => Np::Literal(number.to_string()),
            ExprKind::Decimal(number) => {
                let number = crate::Number::from(*number).to_string();
                let digits = number.trim_end_matches('0').trim_end_matches('.');
                Np::Literal(digits.to_string())
            }
            ExprKind::Text(text) => Np::Literal(format!("“{text}”")),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Member(diagram, label) => {
                Np::Value(format!("{}.{}", diagram.text, label.text))
            }
            ExprKind::Call(..) | ExprKind::CallOf(..) => return self.call(&Called::of(expr)?),
            ExprKind::Cells(names) => {
                let name = |name: &Name| match name_of_move(&name.text).filter(|_| self.is_rule()) {
                    Some(np) => np.text(),
                    None => name.text.clone(),
                };
                Np::Names(Noun::plain("cells"), names.iter().map(name).collect())
            }
            ExprKind::Numbers(names) => Np::Names(Noun::plain("numbers"), texts(names)),
            ExprKind::Leaps(leaps) => Np::Names(
                Noun::plain("kinds of leap"),
                leaps.iter().map(ToString::to_string).collect(),
            ),
            ExprKind::Filter(binder) => Np::Set(self.filter(binder, None)?),
            ExprKind::Fold { fold, binder, body } => return self.fold(*fold, binder, body),
            ExprKind::With { changes, body } => {
                if self.is_changed() {
                    return None;
                }
                self.change = Some(self.describe_changes(changes));
                let np = self.np(body);
                self.change = None;
                return np;
            }
            ExprKind::Movement(..) => Np::Value(self.mover(expr, None)?),
            ExprKind::Binary(operator, a, b) => return self.operation(*operator, expr, a, b),
            // A truth has no noun phrase.
            ExprKind::Quantified { .. } | ExprKind::Not(_) => return None,
        })
    }

    fn name(&self, name: &str) -> Np {
        if let Some(sort) = self.variable(name) {
            let noun = match sort {
                ItemKind::Cell => Noun::plain("cells"),
                ItemKind::Piece => Noun::plain("pieces"),
                ItemKind::Other => Noun::plain("numbers"),
            };
            return Np::One(noun, name.to_string());
        }
        if self.is_rule()
            && let Some(np) = name_of_move(name)
        {
            return np;
        }
        if matches!(name, "cells" | "pieces") {
            return Np::Set(Set::all(name));
        }
        let variant = self.variant;
        if variant.sets.get(name).is_some() {
            return Np::Set(named_set(name, None));
        }
        if variant.board.cell(name).is_some() {
            return Np::One(Noun::plain("cells"), name.to_string());
        }
        if let Some(kind) = variant.kind_named(name) {
            return Np::One(
                Noun::plain("pieces"),
                format!("the {}", kind_name(variant.kind(kind))),
            );
        }
        let noun = match outline_part(name) {
            Some(OutlinePart::Contents) => "contents numbers",
            Some(OutlinePart::Sections) => "section numbers",
            Some(OutlinePart::Figures) => "figure numbers",
            None => return Np::Value(name.to_string()),
        };
        Np::Set(Set::of(Noun::plain(noun)))
    }

    fn operation(&mut self, operator: Operator, expr: &Expr, a: &Expr, b: &Expr) -> Option<Np> {
        // Inside an argument, the operands could be misread.
        if self.depth > 0 {
            return None;
        }
        match operator {
            Operator::Union => self.union(expr),
            Operator::Intersection | Operator::Minus => {
                let (left, right) = (self.np(a)?, self.np(b)?);
                // Named cells count twice: "the cells among e2 and e6" takes more words.
                let is_named = matches!(left, Np::Names(..));
                self.operations += 1 + usize::from(is_named);
                let is_nested = matches!(
                    b.kind,
                    ExprKind::Binary(Operator::Intersection | Operator::Minus, ..)
                );
                if is_nested || !left.is_list() || self.operations > MAX_OPERATIONS {
                    return None;
                }
                match operator {
                    Operator::Minus => left.without(&right),
                    _ => left.intersect(&right),
                }
            }
            _ => None,
        }
    }

    /// Describes a union of lists.
    fn union(&mut self, expr: &Expr) -> Option<Np> {
        let mut all = Vec::new();
        operands(Operator::Union, expr, &mut all);
        self.operations += all.len() - 1;
        let is_nested = |part: &&Expr| matches!(part.kind, ExprKind::Binary(..));
        if self.operations > MAX_OPERATIONS || all.iter().any(is_nested) {
            return None;
        }
        let parts = all.into_iter().map(|part| self.np(part));
        let parts = parts.collect::<Option<Vec<Np>>>()?;
        let has_condition = |part: &Np| matches!(part, Np::Set(set) if set.has_condition());
        if parts.iter().any(has_condition) {
            return None;
        }
        Np::union(parts)
    }

    /// Describes the items that variables stand for; the noun includes the variables. Brings the
    /// variables into scope; the caller removes them. A sentence binds variables only once.
    pub(crate) fn bind(&mut self, binder: &Binder) -> Option<Set> {
        if self.is_bound || binder.ordered {
            return None;
        }
        self.is_bound = true;
        let mut set = match &binder.domain {
            None => Set::all("cells"),
            Some(domain) => self.np(domain)?.set()?,
        };
        let sort = set.noun.sort;
        let names = texts(&binder.names);
        let variables = join_list(&names, "and");
        self.variables
            .extend(names.into_iter().map(|name| (name, sort)));
        let [one, many] = [&set.noun.one, &set.noun.many].map(|noun| format!("{noun} {variables}"));
        set.noun = Noun::new(one, many, sort);
        set.is_all = false;
        if let Some(condition) = &binder.condition {
            self.limit(&mut set, condition)?;
        }
        Some(set)
    }

    /// Limits a list to the items for which a condition holds. A list can have one condition.
    fn limit(&mut self, set: &mut Set, condition: &Expr) -> Option<()> {
        if set.has_condition() || begins_with_change(condition) {
            return None;
        }
        match self.excluded_names(condition) {
            Some(names) => {
                let others = format!("other than {}", join_list(&names, "and"));
                set.parts.push((NounPart::Limit, others));
            }
            None => {
                let such = format!("for which {}", self.truth(condition, false)?);
                set.parts.push((NounPart::Such, such));
            }
        }
        Some(())
    }

    /// Returns the names that the only variable must not equal, if that is the whole condition:
    /// `p != king and p != queen`.
    fn excluded_names(&self, condition: &Expr) -> Option<Vec<String>> {
        let mut all = Vec::new();
        operands(Operator::And, condition, &mut all);
        let [(variable, _)] = &self.variables[..] else {
            return None;
        };
        let names = all.into_iter().map(|part| match &part.kind {
            ExprKind::Binary(Operator::Compare(Bound::Not), a, b) => match (&a.kind, &b.kind) {
                (ExprKind::Name(a), ExprKind::Name(b)) if a == variable && b != variable => {
                    Some(self.name(b).text())
                }
                _ => None,
            },
            _ => None,
        });
        names.collect()
    }

    /// Describes the items that a binder selects; `condition` limits them further.
    fn filter(&mut self, binder: &Binder, condition: Option<&Expr>) -> Option<Set> {
        let outer_count = self.variables.len();
        let mut set = self.bind(binder)?;
        if let Some(condition) = condition {
            self.limit(&mut set, condition)?;
        }
        self.variables.truncate(outer_count);
        Some(set)
    }

    fn fold(&mut self, fold: Fold, binder: &Binder, body: &Expr) -> Option<Np> {
        if fold == Fold::Count {
            let is_single = binder.names.len() == 1;
            let counted = is_single.then(|| self.filter(binder, Some(body)))??;
            return Some(Np::Count(counted));
        }
        let outer_count = self.variables.len();
        let set = self.bind(binder).filter(|set| !set.has_condition())?;
        let choices = set.described_plural();
        let body = self.np(body)?.text();
        self.variables.truncate(outer_count);
        let superlative = match fold {
            Fold::Sum => return Some(Np::Value(format!("the sum, over all {choices}, of {body}"))),
            Fold::Max => "greatest",
            Fold::Min => "least",
            _ => return None,
        };
        Some(Np::Value(match body.strip_prefix("the number of ") {
            Some(rest) => format!("the {superlative} number, over all {choices}, of {rest}"),
            None => format!("the {superlative} value, over all {choices}, of {body}"),
        }))
    }

    /// Describes changes to the board, and then what `say` describes after them.
    pub(crate) fn describe_after(
        &mut self,
        changes: &[Change],
        say: impl FnOnce(&mut Self) -> Option<String>,
    ) -> Option<String> {
        if self.is_changed() {
            return None;
        }
        let change = self.describe_changes(changes);
        self.is_change_stated = true;
        let text = say(self);
        self.is_change_stated = false;
        Some(format!("{change}, {}", text?))
    }

    pub(crate) fn is_changed(&self) -> bool {
        self.change.is_some() || self.is_change_stated
    }

    /// Describes changes: "with a piece of its own side on e5 and with d4 empty".
    pub(crate) fn describe_changes(&mut self, changes: &[Change]) -> String {
        let change = |change: &Change| {
            let (kind, cells) = change.split_piece(|name| match self.variable(name) {
                Some(ItemKind::Piece) => Some(name.to_string()),
                Some(_) => None,
                None => {
                    let kind = self.variant.kind_named(name)?;
                    Some(kind_name(self.variant.kind(kind)))
                }
            });
            let cells: Vec<String> = cells
                .iter()
                .map(|cell| self.changed_cells(&cell.text))
                .collect();
            let cells = join_list(&cells, "and");
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
        join_list(&changes.iter().map(change).collect::<Vec<_>>(), "and")
    }

    /// Names a changed cell, or all cells of a changed set.
    fn changed_cells(&self, name: &str) -> String {
        match self.variant.sets.get(name) {
            Some(_) if self.variable(name).is_none() => {
                format!("all {}", named_set(name, None).described_plural())
            }
            _ => name.to_string(),
        }
    }
}

/// Describes a name that belongs to the move or the position of a rule.
fn name_of_move(name: &str) -> Option<Np> {
    let cells = |part: &str| Np::Set(Set::at(Noun::plain("cells"), part));
    Some(match name {
        "to" => Np::One(Noun::plain("cells"), "the cell that it goes to".to_string()),
        "from" => Np::One(Noun::plain("cells"), "the cell that it leaves".to_string()),
        "piece" => Np::One(Noun::plain("pieces"), "the piece that moves".to_string()),
        "mover" => Np::One(Noun::plain("sides"), "the side that moves".to_string()),
        "other" => Np::One(Noun::plain("sides"), "the other side".to_string()),
        "white" | "black" => Np::One(
            Noun::plain("sides"),
            Side::from_name(name)?.titled().to_string(),
        ),
        "taken" => cells("of captured pieces"),
        "empty" => cells("without a piece"),
        "unmoved" => cells("of pieces that have not moved"),
        _ => return None,
    })
}

/// Whether the sentence for a truth begins with changes to the board, so that it cannot follow
/// other words.
pub(super) fn begins_with_change(truth: &Expr) -> bool {
    match &truth.kind {
        ExprKind::With { .. } => true,
        ExprKind::Not(part) | ExprKind::Binary(_, part, _) => begins_with_change(part),
        _ => false,
    }
}

fn texts(names: &[Name]) -> Vec<String> {
    names.iter().map(|name| name.text.clone()).collect()
}
