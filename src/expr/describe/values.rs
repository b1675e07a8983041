//! Describes values: names, lists, numbers, and the items that variables stand for.

use super::calls::{Called, Describer, side_row};
use super::names::{kind_name, named_set, the_piece};
use super::noun::{ItemKind, Noun, NounPart, Np, Qualifier, Set};
use crate::outline::OutlinePart;
use crate::resolve::outline_part;
use crate::syntax::{Binder, Change, ChangeKind, Expr, ExprKind, Fold, Name, Operator};
use crate::value::Bound;
use padma_words::{Listing, Say, SlotValue, row, say};

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
            ExprKind::Number(number) => Np::Literal(literal(&number.to_string())),
            ExprKind::Decimal(number) => {
                let number = crate::Number::from(*number).to_string();
                let digits = number.trim_end_matches('0').trim_end_matches('.');
                Np::Literal(literal(digits))
            }
            ExprKind::Text(text) => Np::Literal(say!(restate::Quoted, text).into()),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Member(diagram, label) => {
                Np::Value(format!("{}.{}", diagram.text, label.text).into())
            }
            ExprKind::Call(..) | ExprKind::CallOf(..) => return self.call(&Called::of(expr)?),
            ExprKind::Cells(names) => {
                let name = |name: &Name| match self.is_rule().then(|| name_of_move(&name.text)) {
                    Some(Some(np)) => np.said(),
                    _ => self.cell(&name.text),
                };
                Np::Names(Noun::plain("cells"), names.iter().map(name).collect())
            }
            ExprKind::Numbers(names) => Np::Names(Noun::plain("numbers"), texts(names).collect()),
            ExprKind::Leaps(leaps) => Np::Names(
                Noun::plain("kinds-of-leap"),
                leaps.iter().map(|leap| leap.to_string().into()).collect(),
            ),
            ExprKind::Filter(binder) => Np::Set(self.filter(binder, None)?),
            ExprKind::Fold { fold, binder, body } => return self.fold(*fold, binder, body),
            ExprKind::With { changes, body } => {
                if self.is_changed() {
                    return None;
                }
                self.change = self.describe_changes(changes);
                let np = self.np(body);
                self.change = SlotValue::None;
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
            return Np::One(noun, name.into());
        }
        if self.is_rule()
            && let Some(np) = name_of_move(name)
        {
            return np;
        }
        if matches!(name, "cells" | "pieces") {
            return Np::Set(Set::all(name));
        }
        if name == "never" {
            return Np::Literal(row("restate.place", name));
        }
        let variant = self.variant;
        if variant.sets.get(name).is_some() {
            return Np::Set(named_set(variant, name, None));
        }
        if variant.board.cell(name).is_some() {
            return Np::One(Noun::plain("cells"), self.cell(name));
        }
        if let Some(kind) = variant.kind_named(name) {
            let piece = the_piece(variant, None, kind);
            return Np::One(Noun::plain("pieces"), piece.into());
        }
        let noun = match outline_part(name) {
            Some(OutlinePart::Contents) => "contents",
            Some(OutlinePart::Sections) => "section-numbers",
            Some(OutlinePart::Figures) => "figure-numbers",
            None => return Np::Value(name.into()),
        };
        Np::Set(Set::of(Noun::plain(noun)))
    }

    /// Names a cell, or what a variable stands for.
    fn cell(&self, name: &str) -> SlotValue {
        match self.variant.board.cell(name) {
            Some(_) => SlotValue::Cell(name.to_string()),
            None => name.into(),
        }
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
        let variables = Listing::And.of(texts(&binder.names));
        let names = binder.names.iter().map(|name| name.text.clone());
        self.variables.extend(names.map(|name| (name, sort)));
        let noun = set.noun.said;
        set.noun = Noun::new(say!(restate::BoundNoun, noun, variables), sort);
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
        set.parts.push(match self.excluded_names(condition) {
            Some(names) => {
                let items = Listing::And.of(names);
                Qualifier::limit(say!(restate::OtherThan, items))
            }
            None => Qualifier::such(self.truth(condition, false)?.into()),
        });
        Some(())
    }

    /// Returns the names that the only variable must not equal, if that is the whole condition:
    /// `p != king and p != queen`.
    fn excluded_names(&self, condition: &Expr) -> Option<Vec<SlotValue>> {
        let mut all = Vec::new();
        operands(Operator::And, condition, &mut all);
        let [(variable, _)] = &self.variables[..] else {
            return None;
        };
        let names = all.into_iter().map(|part| match &part.kind {
            ExprKind::Binary(Operator::Compare(Bound::Not), a, b) => match (&a.kind, &b.kind) {
                (ExprKind::Name(a), ExprKind::Name(b)) if a == variable && b != variable => {
                    Some(self.name(b).said())
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
        let items = set.described();
        let body = self.np(body)?;
        self.variables.truncate(outer_count);
        let what = body.said();
        let extreme = match fold {
            Fold::Sum => return Some(Np::Value(say!(restate::Sum, items, what).into())),
            Fold::Max => SlotValue::Key("max"),
            Fold::Min => SlotValue::Key("min"),
            _ => return None,
        };
        let said = match body.counted() {
            Some(counted) => say!(restate::ExtremeNumber, fold = extreme, items, counted),
            None => say!(restate::ExtremeValue, fold = extreme, items, what),
        };
        Some(Np::Value(said.into()))
    }

    /// Describes changes to the board, and then what `say` describes after them.
    pub(crate) fn describe_after(
        &mut self,
        changes: &[Change],
        say: impl FnOnce(&mut Self) -> Option<Say>,
    ) -> Option<Say> {
        if self.is_changed() {
            return None;
        }
        let change = self.describe_changes(changes);
        self.is_change_stated = true;
        let said = say(self);
        self.is_change_stated = false;
        let said = said?;
        Some(say!(restate::AfterChange, change, said))
    }

    pub(crate) fn is_changed(&self) -> bool {
        self.change != SlotValue::None || self.is_change_stated
    }

    /// Describes changes: "with a piece of its own side on e5 and with d4 empty".
    fn describe_changes(&self, changes: &[Change]) -> SlotValue {
        let change = |change: &Change| {
            let (kind, cells) = change.split_piece(|name| match self.variable(name) {
                Some(ItemKind::Piece) => Some(name.into()),
                Some(_) => None,
                None => Some(kind_name(self.variant, self.variant.kind_named(name)?)),
            });
            let cells = cells.iter().map(|cell| self.changed_cells(&cell.text));
            let cells = Listing::And.of(cells);
            let or_piece = |kind: Option<SlotValue>| kind.unwrap_or(row("restate.noun", "pieces"));
            match change.kind {
                ChangeKind::Own => {
                    let kind = or_piece(kind);
                    say!(restate::WithOwn, kind, cells)
                }
                ChangeKind::Enemy => say!(restate::WithEnemy, kind, cells),
                ChangeKind::White | ChangeKind::Black => {
                    let side = SlotValue::Key(change.kind.name());
                    let kind = or_piece(kind);
                    say!(restate::WithSide, side, kind, cells)
                }
                ChangeKind::Empty => say!(restate::WithEmpty, cells),
            }
        };
        Listing::And.of(changes.iter().map(change))
    }

    /// Names a changed cell, or all cells of a changed set.
    fn changed_cells(&self, name: &str) -> SlotValue {
        match self.variant.sets.get(name) {
            Some(_) if self.variable(name).is_none() => {
                let items = named_set(self.variant, name, None).described();
                say!(restate::All, items).into()
            }
            _ => self.cell(name),
        }
    }
}

/// Describes a name that belongs to the move or the position of a rule.
fn name_of_move(name: &str) -> Option<Np> {
    let named = |noun: &str| Np::One(Noun::plain(noun), row("restate.named", name));
    let cells = |kind: NounPart| {
        let part = Qualifier::place(kind, row("restate.place", name), false);
        Np::Set(Set::with(Noun::plain("cells"), part))
    };
    Some(match name {
        "to" | "from" => named("cells"),
        "piece" => named("pieces"),
        "mover" | "other" | "white" | "black" => Np::One(Noun::plain("sides"), side_row(name)),
        "taken" | "unmoved" => cells(NounPart::Of),
        "empty" => cells(NounPart::Place),
        _ => return None,
    })
}

/// Returns a number, or what else is written as one.
pub(super) fn literal(digits: &str) -> SlotValue {
    match digits.parse() {
        Ok(number) => SlotValue::Number(number),
        Err(_) => digits.into(),
    }
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

fn texts(names: &[Name]) -> impl Iterator<Item = SlotValue> {
    names.iter().map(|name| (&name.text).into())
}
