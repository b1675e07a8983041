//! Resolves binders with the expressions that use their variables, and changes to the board.

use std::rc::Rc;

use super::{ExprResolver, Resolved, Variable};
use crate::eval::Eval;
use crate::fault::EvalFault;
use crate::formula::{AnyTerm, Items, ListKind, TermType};
use crate::outline::NumberId;
use crate::syntax::{self, Change as ChangeDecl, ChangeKind, Expr, ExprKind, Fold, Name};
use crate::term::{BinderTerm, ChangeTerm, Term, Typed};
use crate::value::Number;
use padma_rules::model::{Cell, CellSet, KindId};
use padma_rules::movement::LeapKind;
use padma_text::diag::Code;

impl ExprResolver<'_, '_> {
    /// Resolves a binder and then, with its variables in scope, the rest of the expression `kind`.
    pub(super) fn bind(&mut self, binder: &syntax::Binder, kind: &ExprKind) -> Resolved<AnyTerm> {
        let Some(domain) = &binder.domain else {
            let all = Term::Fixed(self.board().all());
            return self.bind_items(binder, Items::Cells, all, kind);
        };
        match self.term(domain)? {
            AnyTerm::Kinds(kinds) => {
                self.bind_items::<Vec<KindId>>(binder, Items::Pieces, kinds, kind)
            }
            AnyTerm::Leaps(leaps) => {
                self.bind_items::<Vec<LeapKind>>(binder, Items::Leaps, leaps, kind)
            }
            AnyTerm::Entries(entries) => {
                self.bind_items::<Vec<NumberId>>(binder, Items::Entries, entries, kind)
            }
            term => {
                let cells = self.convert_to::<CellSet>(term, domain.span)?;
                self.bind_items(binder, Items::Cells, cells, kind)
            }
        }
    }

    fn bind_items<L: ListKind>(
        &mut self,
        binder: &syntax::Binder,
        items: Items,
        domain: Term<L>,
        kind: &ExprKind,
    ) -> Resolved<AnyTerm> {
        if let (true, true, [_, second, ..]) =
            (binder.ordered, items != Items::Cells, &binder.names[..])
        {
            let (message, label) = ("only cells have an order", "expected `,` before it");
            return self.wrong(Code::ClaimType, message, second.span, label);
        }
        let outer_count = self.variables.len();
        let first = self
            .variables
            .iter()
            .filter(|variable| variable.items == items)
            .count();
        let term = self.bind_names(&binder.names, items, first).and_then(|()| {
            let condition = binder
                .condition
                .as_ref()
                .map(|condition| self.resolve_as::<bool>(condition))
                .transpose()?;
            let (count, ordered) = (binder.names.len(), binder.ordered);
            self.resolve_body(
                BinderTerm {
                    first,
                    count,
                    ordered,
                    domain,
                    condition,
                },
                kind,
            )
        });
        self.variables.truncate(outer_count);
        term
    }

    fn bind_names(&mut self, names: &[Name], items: Items, first: usize) -> Resolved<()> {
        for (index, name) in names.iter().enumerate() {
            if self.board().cell(&name.text).is_some()
                || self.variant().kind_named(&name.text).is_some()
            {
                let message = format!("`{}` cannot be a variable", name.text);
                let label = "this is the name of a cell or a piece";
                return self.wrong(Code::ClaimType, message, name.span, label);
            }
            self.variables.push(Variable {
                name: name.text.clone(),
                items,
                place: first + index,
            });
        }
        Ok(())
    }

    /// Resolves the part of `kind` that uses the bound variables.
    fn resolve_body<L: ListKind>(
        &mut self,
        binder: BinderTerm<L>,
        kind: &ExprKind,
    ) -> Resolved<AnyTerm> {
        match kind {
            ExprKind::Quantified { every, body, .. } => {
                let (every, is_innermost) = (*every, !body.is_general());
                let body = self.resolve_as::<bool>(body)?;
                let own = self.variables.len() - binder.count;
                let names = self.variables[own..]
                    .iter()
                    .map(|variable| variable.name.clone());
                let names: Vec<String> = names.collect();
                Ok(AnyTerm::Truth(Term::computed(move |eval| {
                    let mut verdict = every;
                    binder.for_each_choice(eval, &mut |eval| {
                        eval.choices_tested += u64::from(is_innermost);
                        verdict = body.get(eval);
                        if every && !verdict && eval.records_reasons {
                            let choice = binder.choice(eval, &names);
                            let inner = eval.reason.take();
                            let inner =
                                inner.map_or_else(String::new, |inner| format!(": {inner}"));
                            eval.reason = Some(format!("it is not so for {choice}{inner}"));
                        }
                        verdict == every
                    });
                    verdict
                })))
            }
            ExprKind::Fold { fold, body, .. } => self.fold(*fold, binder, body),
            _ => Ok(L::any(Term::computed(move |eval| {
                binder.chosen_items(eval)
            }))),
        }
    }

    /// Resolves a fold such as `max(a in square: …)`.
    fn fold<L: ListKind>(
        &mut self,
        fold: Fold,
        binder: BinderTerm<L>,
        body: &Expr,
    ) -> Resolved<AnyTerm> {
        let number = match fold {
            Fold::Union => {
                let body = self.resolve_as::<CellSet>(body)?;
                let add = |_: &mut Eval<'_, '_>, all: &mut CellSet, cells: CellSet| *all |= &cells;
                return Ok(CellSet::any(accumulate(binder, body, CellSet::EMPTY, add)));
            }
            Fold::Count => {
                let body = self.resolve_as::<bool>(body)?;
                accumulate(binder, body, 0, |_, count, holds| {
                    *count += i64::from(holds)
                })
                .map(Number::whole)
            }
            Fold::Sum => accumulate(
                binder,
                self.resolve_as(body)?,
                Number::whole(0),
                |eval, sum, value| {
                    *sum = eval.number_or_overflow(sum.plus(value));
                },
            ),
            Fold::Max => best(binder, self.resolve_as(body)?, Ord::max),
            Fold::Min => best(binder, self.resolve_as(body)?, Ord::min),
            Fold::Each => common(binder, self.resolve_as(body)?),
        };
        Ok(AnyTerm::Number(number))
    }

    pub(super) fn with_changes(
        &mut self,
        changes: &[ChangeDecl],
        body: &Expr,
    ) -> Resolved<AnyTerm> {
        let mut resolved = Vec::new();
        let is_relative =
            |change: &ChangeDecl| matches!(change.kind, ChangeKind::Own | ChangeKind::Enemy);
        let relative = usize::from(changes.iter().any(is_relative));
        for change in changes {
            let (kind, cells) = change.split_piece(|name| match self.variable(name) {
                Some((Items::Pieces, place)) => Some(Term::variable(place)),
                Some(_) => None,
                None => self.variant().kind_named(name).map(Term::Fixed),
            });
            for cell in cells {
                let cells = match (
                    self.variable(&cell.text),
                    self.variant().sets.get(&cell.text),
                ) {
                    (Some((Items::Cells, place)), _) => {
                        Term::<Cell>::variable(place).map(|cell| CellSet::from_iter([cell]))
                    }
                    (_, Some(set)) => Term::Fixed(set.white),
                    _ => Term::Fixed(CellSet::from_iter([self.fixed_cell(cell)?])),
                };
                resolved.push(ChangeTerm {
                    action: change.kind,
                    kind: kind.clone(),
                    cells,
                });
            }
        }
        self.changes += 1;
        self.relative += relative;
        let term = self.term(body);
        self.relative -= relative;
        self.changes -= 1;
        let expected = "cells, a number or a condition that depends on the pieces";
        term?
            .after(resolved)
            .or_else(|term| self.mismatch(expected, &term, body.span))
    }
}

/// Accumulates the values of a body with `add`, starting from `initial`.
fn accumulate<L: ListKind, T: Typed, R: Typed>(
    binder: BinderTerm<L>,
    body: Term<T>,
    initial: R,
    add: impl Fn(&mut Eval<'_, '_>, &mut R, T) + 'static,
) -> Term<R> {
    Term::computed(move |eval| {
        let mut all = initial.clone();
        binder.for_each_choice(eval, &mut |eval| {
            let value = body.get(eval);
            add(eval, &mut all, value);
            true
        });
        all
    })
}

/// Finds the best value of a body. `better` returns the better of two values. No value is a fault.
fn best<L: ListKind>(
    binder: BinderTerm<L>,
    body: Term<Number>,
    better: fn(Number, Number) -> Number,
) -> Term<Number> {
    let best = accumulate(
        binder,
        body,
        None,
        move |_, best: &mut Option<Number>, value| {
            *best = Some(best.map_or(value, |best| better(best, value)));
        },
    );
    Term::Computed(Rc::new(move |eval| {
        best.get(eval)
            .unwrap_or_else(|| eval.record_fault(EvalFault::NoValues))
    }))
}

/// Finds the value that all choices share. Different values, or no value, are a fault.
fn common<L: ListKind>(binder: BinderTerm<L>, body: Term<Number>) -> Term<Number> {
    let value = accumulate(
        binder,
        body,
        None,
        |eval, common: &mut Option<Number>, value| {
            if *common.get_or_insert(value) != value {
                eval.record_fault::<()>(EvalFault::DifferentValues);
            }
        },
    );
    Term::Computed(Rc::new(move |eval| {
        value
            .get(eval)
            .unwrap_or_else(|| eval.record_fault(EvalFault::NoValues))
    }))
}
