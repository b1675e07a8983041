//! Describes truths: relations, calls that are true or false, and statements about every choice.

use super::calls::{Called, Describer};
use super::clause::{Object, VerbClause};
use super::names::{direction_words, kind_name};
use super::noun::{ItemKind, Np, Set};
use super::values::begins_with_change;
use crate::functions::{asks_diagram, find_function, takes_label};
use crate::resolve::Idiom;
use crate::syntax::{Binder, Change, Expr, ExprKind, Operator};
use crate::value::Bound;
use padma_rules::model::Side;
use padma_text::english::{join_list, with_article};

impl Describer<'_> {
    /// Describes a truth, or its opposite if `negated`. Returns `None` if one sentence cannot say
    /// it clearly.
    pub(crate) fn truth(&mut self, expr: &Expr, negated: bool) -> Option<String> {
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
                    let text = self.relation(*operator, a, b, negated)?;
                    Some(format!("{text} before this change"))
                }
                _ => self.relation(*operator, a, b, negated),
            },
            _ => self.true_call(expr, negated),
        }
    }

    /// Describes what a rule often asks: about a move, or whether a side has a piece.
    fn truth_of_move(&mut self, expr: &Expr, negated: bool) -> Option<String> {
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
        let is =
            |operator: Option<Operator>, positive: Operator, negative: Operator| match operator? {
                found if found == positive => Some(!negated),
                found if found == negative => Some(negated),
                _ => None,
            };
        let equal = || {
            let (same, other) = (Bound::Exactly, Bound::Not);
            is(operator, Operator::Compare(same), Operator::Compare(other))
        };
        let text = match (first.as_str(), second.as_deref()) {
            ("castles", None) if negated => "it does not castle",
            ("castles", None) => "it castles",
            ("passes", None) if negated => "it is not a pass",
            ("passes", None) => "it is a pass",
            ("taken", Some("")) if equal()? => "nothing is captured",
            ("taken", Some("")) => "something is captured",
            ("to", Some("")) if equal()? => "it is a pass",
            ("to", Some("")) => "it is not a pass",
            ("from", Some("")) if equal()? => "it is a drop",
            ("from", Some("")) => "it is not a drop",
            ("from", Some("unmoved")) => match is(operator, Operator::In, Operator::NotIn)? {
                true => "the piece has not moved before",
                false => "the piece has moved before",
            },
            ("mover", Some(side @ ("white" | "black"))) => {
                let side = Side::from_name(side)?.titled();
                let not = if equal()? { "" } else { " not" };
                return Some(format!("it is{not} {side} that has moved"));
            }
            _ => return None,
        };
        Some(text.to_string())
    }

    /// Describes whether a side has a piece: `pieces(king, other) = {}`.
    fn owns(&self, pieces: &Expr, bound: Bound, negated: bool) -> Option<String> {
        let call = Called::of(pieces).filter(|call| call.idiom() == Some(Idiom::Pieces))?;
        let has = match bound {
            Bound::Exactly => negated,
            Bound::Not => !negated,
            _ => return None,
        };
        let side = call.side_words();
        let piece = match (side, call.arguments) {
            (Some(_), [_]) => "piece".to_string(),
            (_, [kind] | [kind, _]) => match &kind.kind {
                ExprKind::Name(name) => {
                    kind_name(self.variant.kind(self.variant.kind_named(name)?))
                }
                _ => return None,
            },
            _ => return None,
        };
        let piece = if has {
            with_article(&piece)
        } else {
            format!("no {piece}")
        };
        Some(match side {
            Some(side) => format!("{side} has {piece}"),
            None => format!("there is {piece}"),
        })
    }

    /// Describes which pieces stand on some cells: `kinds-on(taken) in rook | knight`.
    fn are_of_kinds(&mut self, pieces: &Expr, kinds: &Expr, negated: bool) -> Option<String> {
        let call = Called::of(pieces).filter(|call| call.idiom() == Some(Idiom::KindsOn))?;
        let kinds = self.alternatives(kinds)?;
        let pieces = match call.arguments {
            [cells] if matches!(&cells.kind, ExprKind::Name(name) if name == "taken") => {
                "captured piece".to_string()
            }
            [cells] => format!("piece on {}", self.np(cells)?.text()),
            _ => return None,
        };
        let every = if negated { "not every" } else { "every" };
        let kinds: Vec<String> = kinds.iter().map(|kind| with_article(kind)).collect();
        Some(format!("{every} {pieces} is {}", join_list(&kinds, "or")))
    }

    /// Describes whether a side has pieces of all these kinds: `king | rook in
    /// kinds-on(pieces(other))`.
    fn has_kinds(&mut self, kinds: &Expr, pieces: &Expr, negated: bool) -> Option<String> {
        let call = Called::of(pieces).filter(|call| call.idiom() == Some(Idiom::KindsOn))?;
        let [pieces] = call.arguments else {
            return None;
        };
        let pieces = Called::of(pieces).filter(|call| call.idiom() == Some(Idiom::Pieces))?;
        let side = pieces
            .side_words()
            .filter(|_| pieces.arguments.len() == 1)?;
        let kinds = self.alternatives(kinds)?.into_iter();
        let (kinds, and): (Vec<String>, _) = match negated {
            true => (kinds.map(|kind| format!("no {kind}")).collect(), "or"),
            false => (kinds.map(|kind| with_article(&kind)).collect(), "and"),
        };
        Some(format!("{side} has {}", join_list(&kinds, and)))
    }

    /// Returns the names of the pieces that an expression lists.
    fn alternatives(&self, kinds: &Expr) -> Option<Vec<String>> {
        Some(match &kinds.kind {
            ExprKind::Name(name) => {
                vec![kind_name(self.variant.kind(self.variant.kind_named(name)?))]
            }
            ExprKind::Binary(Operator::Union, a, b) => {
                [self.alternatives(a)?, self.alternatives(b)?].concat()
            }
            _ => return None,
        })
    }

    /// Describes a call that is true or false.
    fn true_call(&mut self, expr: &Expr, negated: bool) -> Option<String> {
        let call = Called::of(expr)?;
        if let Some(clause) = self.clause(&call) {
            return Some(clause.say_alone(negated));
        }
        let [a, b] = call.arguments else {
            return None;
        };
        self.variant.board.class(call.name)?;
        let (a, b) = (self.np(a)?.text(), self.np(b)?.text());
        Some(match (call.name, negated) {
            ("contiguous", false) => format!("{a} touches {b}"),
            ("contiguous", true) => format!("{a} does not touch {b}"),
            (class, _) => {
                let not = if negated { " not" } else { "" };
                let way = direction_words(&self.variant.board, class);
                format!("{b} is{not} one step{way} from {a}")
            }
        })
    }

    fn quantified(
        &mut self,
        every: bool,
        binder: &Binder,
        body: &Expr,
        negated: bool,
    ) -> Option<String> {
        let outer_count = self.variables.len();
        let set = self.bind(binder)?;
        let is_one = binder.names.len() == 1;
        // The opposite of "for all" is "there is one that is not".
        let exists = every == negated;
        if exists && (set.has_condition() || begins_with_change(body)) {
            return None;
        }
        let body = self.truth(body, negated)?;
        self.variables.truncate(outer_count);
        let and = if set.has_clause() { "and " } else { "" };
        let (one, many) = (set.described(&set.noun.one), set.described_plural());
        Some(match (exists, is_one) {
            (false, true) => format!("for every {one}, {body}"),
            (false, false) => format!("for all {many}, {body}"),
            (true, true) => format!("there is {} {and}for which {body}", with_article(&one)),
            (true, false) => format!("there are {many} {and}for which {body}"),
        })
    }

    /// Describes whether a change of the board makes a difference to something.
    fn difference(
        &mut self,
        operator: Operator,
        changes: &[Change],
        body: &Expr,
        negated: bool,
    ) -> Option<String> {
        let are = match operator {
            Operator::Compare(Bound::Exactly) => !negated,
            Operator::Compare(Bound::Not) => negated,
            _ => return None,
        };
        let same = self.np(body)?;
        let (are, same) = match (are, same.is_list()) {
            (true, true) => ("are the same", same.text()),
            (false, true) => ("are not the same", same.text()),
            (true, false) => ("is the same", same.text()),
            (false, false) => ("is not the same", same.text()),
        };
        self.describe_after(changes, |_| Some(format!("{same} {are} as without it")))
    }

    fn relation(
        &mut self,
        operator: Operator,
        a: &Expr,
        b: &Expr,
        negated: bool,
    ) -> Option<String> {
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

/// Compares two numbers.
pub(super) fn numbers(bound: Bound, a: &Np, b: &Np) -> Option<String> {
    if bound == Bound::Not {
        return Some(compared(bound, a, b));
    }
    Some(match (a, b) {
        (Np::Count(set), Np::Literal(count)) => {
            let (count, noun) = set.noun.counted(bound.words(), count);
            let (clause, rest) = set.split();
            let is_one = noun == set.noun.one;
            let is_kind = set.noun.is_plain && set.noun.sort == ItemKind::Piece;
            let noun = match (noun, is_kind && clause.is_none()) {
                // "There are 13 pieces" would count them on the board.
                ("piece", true) => "kind of piece".to_string(),
                ("pieces", true) => "kinds of piece".to_string(),
                _ => noun.to_string(),
            };
            let object = format!("{count} {}", rest.described(&noun));
            match clause {
                Some(clause) => clause.say(false, &rest.object(object)),
                None if is_one => format!("there is {object}"),
                None => format!("there are {object}"),
            }
        }
        (Np::Amount(noun, clause), Np::Literal(count)) if count != "never" => {
            let (count, noun) = noun.counted(bound.words(), count);
            clause.say(false, &Object::short(format!("{count} {noun}")))
        }
        (Np::Count(a_set), Np::Count(b_set)) => match compare_subjects(a_set, b_set) {
            Some((first, second, rest)) => {
                let (how, than) = match bound {
                    Bound::Exactly => ("as many", "as"),
                    Bound::LessThan => ("fewer", "than"),
                    Bound::MoreThan => ("more", "than"),
                    Bound::AtMost => ("at most as many", "as"),
                    _ => ("at least as many", "as"),
                };
                let object = format!("{how} {}", rest.described_plural());
                let text = first.say(false, &rest.object(object));
                format!("{text} {than} {}", second.subject)
            }
            None => compared(bound, a, b),
        },
        _ => compared(bound, a, b),
    })
}

/// Describes whether two lists or items are equal.
fn equal(a: &Np, b: &Np, negated: bool) -> Option<String> {
    if b.is_empty_list() || a.is_empty_list() {
        return empty(if b.is_empty_list() { a } else { b }, negated);
    }
    let (a, b) = if a.clause().is_none() && b.clause().is_some() {
        (b, a)
    } else {
        (a, b)
    };
    match (a, b) {
        (Np::One(..), Np::One(..) | Np::Names(..)) => {
            let is = if negated { "is not" } else { "is" };
            return Some(format!("{} {is} {}", a.text(), b.text()));
        }
        (Np::Set(x), Np::Set(y)) => {
            if let Some((first, second, rest)) = compare_subjects(x, y) {
                let object = format!("the same {}", rest.described_plural());
                let text = first.say(negated, &rest.object(object));
                return Some(format!("{text} as {}", second.subject));
            }
        }
        _ => {}
    }
    Some(match a.clause() {
        Some((set, clause)) if !negated || set.is_one => {
            let is_all = matches!(b, Np::Set(set) if set.is_all);
            let exactly = if set.is_one || is_all { "" } else { "exactly " };
            list_clause(set, clause, negated, &b.object(exactly))
        }
        _ => {
            let exactly = match (negated, b) {
                (false, Np::Names(..)) => "exactly",
                (false, _) => "the same as",
                (true, _) => "not the same as",
            };
            format!("{} are {exactly} {}", a.text(), b.text())
        }
    })
}

/// Describes whether a list is empty.
pub(super) fn empty(list: &Np, negated: bool) -> Option<String> {
    let set = list.set()?;
    let (clause, rest) = set.split();
    let one = rest.described(&set.noun.one);
    let how = if negated { "at least one" } else { "no" };
    Some(match clause {
        Some(clause) => clause.say(false, &rest.object(format!("{how} {one}"))),
        None => format!("there is {how} {one}"),
    })
}

/// Describes whether all items of `a` are in `b`.
pub(super) fn within(a: &Np, b: &Np, negated: bool) -> Option<String> {
    let is_single = match a {
        Np::One(..) => true,
        Np::Names(_, names) => names.len() == 1,
        _ => false,
    };
    if let Some((set, clause)) = b.clause()
        && !set.is_refined()
        && (is_single || !negated)
    {
        let object = match a {
            Np::Set(set) if !set.is_one => set.object(format!("all {}", set.described_plural())),
            Np::Union(..) => a.object("all of "),
            _ => a.object(""),
        };
        return Some(clause.say(negated, &object));
    }
    let not = if negated { " not" } else { "" };
    if is_single || matches!(a, Np::Set(set) if set.is_one) {
        let those = match b {
            Np::Set(set) if set.is_kind() => with_article(&set.noun.one),
            Np::Names(_, names) => join_list(names, "or"),
            Np::One(_, name) => name.clone(),
            _ => format!("one of {}", b.text()),
        };
        return Some(format!("{} is{not} {those}", a.text()));
    }
    Some(match a.clause() {
        Some((set, clause)) if !negated => {
            let within = b.set()?;
            let only = format!("only {}", within.described_plural());
            list_clause(set, clause, false, &within.object(only))
        }
        _ => format!(
            "{} of {} are among {}",
            if negated { "not all" } else { "all" },
            a.text(),
            b.text()
        ),
    })
}

/// Writes the clause of a list. Anything else that describes the list comes first: "of the
/// hexagons other than e2, …".
pub(super) fn list_clause(
    set: &Set,
    clause: &VerbClause,
    negated: bool,
    object: &Object,
) -> String {
    let text = clause.say(negated, object);
    if !set.is_refined() {
        return text;
    }
    let those = set.split().1.described_plural();
    format!("of the {those}, {text}")
}

/// If two lists differ only in the subject of their clauses, returns both clauses, and the list
/// without its clause.
fn compare_subjects<'s>(a: &'s Set, b: &'s Set) -> Option<(&'s VerbClause, &'s VerbClause, Set)> {
    let ((Some(first), rest), (Some(second), other)) = (a.split(), b.split()) else {
        return None;
    };
    let text = |set: &Set| set.described_plural();
    let is_alike = first.subject != second.subject
        && first.verb.is == second.verb.is
        && first.middle == second.middle
        && first.tail == second.tail
        && text(&rest) == text(&other);
    is_alike.then_some((first, second, rest))
}

fn compared(bound: Bound, a: &Np, b: &Np) -> String {
    let is = match (bound, b) {
        (Bound::Exactly, Np::Literal(_)) => "is",
        (Bound::Exactly, _) => "equals",
        (Bound::Not, Np::Literal(_)) => "is not",
        (Bound::Not, _) => "does not equal",
        (Bound::LessThan, _) => "is less than",
        (Bound::AtMost, _) => "is at most",
        (Bound::MoreThan, _) => "is more than",
        (Bound::AtLeast, _) => "is at least",
    };
    format!("{} {is} {}", a.text(), b.text())
}
