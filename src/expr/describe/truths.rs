//! Describes truths: relations, calls that are true or false, and statements about every choice.

use super::calls::{Called, Describer, side_row};
use super::names::{kind_name, way};
use super::noun::Np;
use super::relations::{compared, equal, numbers, within};
use super::values::begins_with_change;
use crate::functions::{asks_diagram, find_function, takes_label};
use crate::resolve::Idiom;
use crate::syntax::{Binder, Change, Expr, ExprKind, Operator};
use crate::value::Bound;
use padma_words::{Listing, Say, SlotValue, phrase, row, say};

impl Describer<'_> {
    /// Describes a truth, or its opposite if `negated`. Returns `None` if one sentence cannot say
    /// it clearly.
    pub(crate) fn truth(&mut self, expr: &Expr, negated: bool) -> Option<Say> {
        if self.is_rule()
            && let Some(text) = self.truth_of_move(expr, negated)
        {
            return Some(text);
        }
        match &expr.kind {
            ExprKind::Not(inner) => self.truth(inner, !negated),
            ExprKind::Quantified {
                every,
                binder,
                body,
            } => self.quantified(*every, binder, body, negated),
            ExprKind::With { changes, body } => {
                self.describe_after(changes, |inner| inner.truth(body, negated))
            }
            ExprKind::Binary(operator, a, b) => match (&a.kind, &b.kind) {
                (ExprKind::With { changes, body }, _) if b.is_constant() => self
                    .describe_after(changes, |inner| inner.relation(*operator, body, b, negated)),
                (_, ExprKind::Name(name)) if matches!(name.as_str(), "true" | "false") => {
                    let holds =
                        (name == "true") == (*operator == Operator::Compare(Bound::Exactly));
                    self.true_call(a, holds == negated)
                }
                (ExprKind::With { changes, body }, _) if **body == **b => {
                    self.difference(*operator, changes, body, negated)
                }
                (ExprKind::With { .. }, _) if asks_position(b) => {
                    let said = self.relation(*operator, a, b, negated)?;
                    Some(say!(restate::BeforeChange, said))
                }
                _ => self.relation(*operator, a, b, negated),
            },
            _ => self.true_call(expr, negated),
        }
    }

    /// Describes what a rule often asks: about a move, or whether a side has a piece.
    fn truth_of_move(&mut self, expr: &Expr, negated: bool) -> Option<Say> {
        if let ExprKind::Binary(Operator::Compare(bound), pieces, none) = &expr.kind
            && matches!(&none.kind, ExprKind::Cells(names) if names.is_empty())
            && let Some(text) = self.owns(pieces, *bound, negated)
        {
            return Some(text);
        }
        if let ExprKind::Binary(operator @ (Operator::In | Operator::NotIn), a, b) = &expr.kind {
            let negated = (*operator == Operator::NotIn) != negated;
            let text = self.are_of_kinds(a, b, negated);
            if let Some(text) = text.or_else(|| self.has_kinds(a, b, negated)) {
                return Some(text);
            }
        }
        let name = |expr: &Expr| match &expr.kind {
            ExprKind::Name(name) => Some(name.clone()),
            ExprKind::Cells(names) if names.is_empty() => Some(String::new()),
            _ => None,
        };
        let (first, operator, second) = match &expr.kind {
            ExprKind::Name(word) if matches!(word.as_str(), "castles" | "passes") => {
                (word.clone(), None, None)
            }
            ExprKind::Binary(operator, a, b) => (name(a)?, Some(*operator), name(b)),
            _ => return None,
        };
        let is = |positive: Operator, negative: Operator| match operator? {
            found if found == positive => Some(!negated),
            found if found == negative => Some(negated),
            _ => None,
        };
        let (same, other) = (Bound::Exactly, Bound::Not);
        let equal = || is(Operator::Compare(same), Operator::Compare(other));
        let (what, is_so) = match (first.as_str(), second.as_deref()) {
            ("castles", None) => ("castles", !negated),
            ("passes", None) => ("pass", !negated),
            ("taken", Some("")) => ("capture", !equal()?),
            ("to", Some("")) => ("pass", equal()?),
            ("from", Some("")) => ("drop", equal()?),
            ("from", Some("unmoved")) => ("unmoved", is(Operator::In, Operator::NotIn)?),
            ("mover", Some("white" | "black")) => {
                let (negated, side) = (!equal()?, side_row(&second?));
                return Some(say!(restate::HasMoved, negated, side));
            }
            _ => return None,
        };
        let not = if is_so { "" } else { "-not" };
        let slots = Vec::new();
        Some(phrase("restate.move", format!("{what}{not}"), slots))
    }

    /// Describes whether a side has a piece: `pieces(king, other) = {}`.
    fn owns(&self, pieces: &Expr, bound: Bound, negated: bool) -> Option<Say> {
        let call = Called::of(pieces).filter(|call| call.idiom() == Some(Idiom::Pieces))?;
        let has = match bound {
            Bound::Exactly => negated,
            Bound::Not => !negated,
            _ => return None,
        };
        let side = call.side_said();
        let noun = match (&side, call.arguments) {
            (Some(_), [_]) => row("restate.noun", "pieces"),
            (_, [kind] | [kind, _]) => self.kind(kind)?,
            _ => return None,
        };
        let what = match has {
            true => say!(restate::AnItem, noun),
            false => say!(restate::NoItem, noun),
        };
        Some(match side {
            Some(side) => say!(restate::SideHas, side, what),
            None => say!(restate::ThereIs, what),
        })
    }

    /// Describes which pieces stand on some cells: `kinds-on(taken) in rook | knight`.
    fn are_of_kinds(&mut self, pieces: &Expr, kinds: &Expr, negated: bool) -> Option<Say> {
        let call = Called::of(pieces).filter(|call| call.idiom() == Some(Idiom::KindsOn))?;
        let kinds = self.alternatives(kinds)?;
        let pieces = match call.arguments {
            [cells] if matches!(&cells.kind, ExprKind::Name(name) if name == "taken") => {
                say!(restate::CapturedPiece)
            }
            [cells] => {
                let cells = self.np(cells)?.said();
                say!(restate::PieceOn, cells)
            }
            _ => return None,
        };
        let kinds = Listing::Or.of(kinds);
        Some(say!(restate::OfKinds, negated, pieces, kinds))
    }

    /// Describes whether a side has pieces of all these kinds: `king | rook in
    /// kinds-on(pieces(other))`.
    fn has_kinds(&mut self, kinds: &Expr, pieces: &Expr, negated: bool) -> Option<Say> {
        let call = Called::of(pieces).filter(|call| call.idiom() == Some(Idiom::KindsOn))?;
        let [pieces] = call.arguments else {
            return None;
        };
        let pieces = Called::of(pieces).filter(|call| call.idiom() == Some(Idiom::Pieces))?;
        let side = pieces.side_said().filter(|_| pieces.arguments.len() == 1)?;
        let kinds = self.alternatives(kinds)?.into_iter();
        let what = match negated {
            true => Listing::Or.of(kinds.map(|noun| say!(restate::NoItem, noun))),
            false => Listing::And.of(kinds.map(|noun| say!(restate::AnItem, noun))),
        };
        Some(say!(restate::SideHas, side, what))
    }

    /// Returns the names of the pieces that an expression lists.
    fn alternatives(&self, kinds: &Expr) -> Option<Vec<SlotValue>> {
        Some(match &kinds.kind {
            ExprKind::Binary(Operator::Union, a, b) => {
                [self.alternatives(a)?, self.alternatives(b)?].concat()
            }
            _ => vec![self.kind(kinds)?],
        })
    }

    /// Returns the name of a kind of piece.
    fn kind(&self, kind: &Expr) -> Option<SlotValue> {
        let ExprKind::Name(name) = &kind.kind else {
            return None;
        };
        Some(kind_name(self.variant, self.variant.kind_named(name)?))
    }

    /// Describes a call that is true or false.
    fn true_call(&mut self, expr: &Expr, negated: bool) -> Option<Say> {
        let call = Called::of(expr)?;
        if let Some(clause) = self.clause(&call) {
            return Some(clause.say_alone(negated));
        }
        let [a, b] = call.arguments else {
            return None;
        };
        self.variant.board.class(call.name)?;
        let (one, other) = (self.np(a)?.said(), self.np(b)?.said());
        Some(match call.name {
            "contiguous" => say!(restate::Touches, one, negated, other),
            class => say!(
                restate::OneStep,
                other,
                negated,
                way = way(&self.variant.board, class),
                one
            ),
        })
    }

    fn quantified(
        &mut self,
        every: bool,
        binder: &Binder,
        body: &Expr,
        negated: bool,
    ) -> Option<Say> {
        let outer_count = self.variables.len();
        let set = self.bind(binder)?;
        let is_one = binder.names.len() == 1;
        // The opposite of "for all" is "there is one that is not".
        let exists = every == negated;
        if exists && (set.has_condition() || begins_with_change(body)) {
            return None;
        }
        let said = self.truth(body, negated)?;
        self.variables.truncate(outer_count);
        let (and, items) = (set.has_clause(), set.described());
        Some(match (exists, is_one) {
            (false, true) => say!(restate::ForEvery, items, said),
            (false, false) => say!(restate::ForAll, items, said),
            (true, true) => say!(restate::ThereIsOne, items, and, said),
            (true, false) => say!(restate::ThereAreSome, items, and, said),
        })
    }

    /// Describes whether a change of the board makes a difference to something.
    fn difference(
        &mut self,
        operator: Operator,
        changes: &[Change],
        body: &Expr,
        negated: bool,
    ) -> Option<Say> {
        let same = match operator {
            Operator::Compare(Bound::Exactly) => !negated,
            Operator::Compare(Bound::Not) => negated,
            _ => return None,
        };
        let np = self.np(body)?;
        let (what, list) = (np.said(), np.is_list());
        self.describe_after(changes, |_| {
            Some(say!(restate::SameWithout, what, list, same))
        })
    }

    fn relation(&mut self, operator: Operator, a: &Expr, b: &Expr, negated: bool) -> Option<Say> {
        let operator = if negated {
            operator.opposite()
        } else {
            operator
        };
        if !matches!(
            operator,
            Operator::Compare(_) | Operator::In | Operator::NotIn
        ) {
            return None;
        }
        let (a, b) = (self.np(a)?, self.np(b)?);
        let Operator::Compare(bound) = operator else {
            return within(&a, &b, operator == Operator::NotIn);
        };
        match (&a, &b) {
            _ if a.is_list() && b.is_list() => equal(&a, &b, bound == Bound::Not),
            (Np::Literal(_), Np::Literal(_)) => Some(compared(bound, &a, &b)),
            (Np::Literal(_), _) => numbers(bound.mirrored(), &b, &a),
            _ => numbers(bound, &a, &b),
        }
    }
}

/// Whether the value of an expression depends on where pieces are.
fn asks_position(expr: &Expr) -> bool {
    let asks = match &expr.kind {
        ExprKind::With { .. } => return false,
        ExprKind::Call(name, _) | ExprKind::CallOf(_, name, _) => {
            // Where a piece stands no change of other cells alters.
            let stands = find_function(&name.text).and_then(|function| function.idiom);
            stands != Some(Idiom::CellOf) && (asks_diagram(&name.text) || takes_label(&name.text))
        }
        _ => false,
    };
    asks || expr.parts().any(asks_position)
}
