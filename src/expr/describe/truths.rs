//! Describes truths: relations, truths joined by "and" or "or", and statements about every choice.

use super::calls::{Called, Describer, Front};
use super::noun::{Np, Set, VerbClause};
use crate::syntax::{Binder, Expr, ExprKind, Operator};
use crate::value::Bound;
use padma_rules::movement::words::{joined, with_article};

/// A truth in words, and how self-contained the text is.
pub(crate) struct TruthText {
    pub text: String,
    form: TruthForm,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TruthForm {
    Simple,
    /// Several truths, with words that mark both ends of the list.
    Joint,
    /// Text that follows could be read as part of it.
    Open,
}

impl TruthText {
    fn simple(text: String) -> TruthText {
        TruthText {
            text,
            form: TruthForm::Simple,
        }
    }

    fn open(text: String) -> TruthText {
        TruthText {
            text,
            form: TruthForm::Open,
        }
    }

    /// Returns the text, in brackets if what follows could be read as part of it.
    pub(crate) fn closed(&self) -> String {
        if self.form == TruthForm::Open {
            format!("({})", self.text)
        } else {
            self.text.clone()
        }
    }
}

/// Collects the operands of an operator, each with whether it is negated.
fn parts<'e>(operator: Operator, expr: &'e Expr, negated: bool, all: &mut Vec<(&'e Expr, bool)>) {
    match &expr.kind {
        ExprKind::Not(inner) => parts(operator, inner, !negated, all),
        ExprKind::Binary(found, a, b)
            if (if negated { found.opposite() } else { *found }) == operator =>
        {
            parts(operator, a, negated, all);
            parts(operator, b, negated, all);
        }
        _ => all.push((expr, negated)),
    }
}

impl Describer<'_> {
    /// Describes a truth; if `negated`, its opposite.
    pub(crate) fn truth(&mut self, expr: &Expr, negated: bool) -> TruthText {
        match &expr.kind {
            ExprKind::Not(inner) => self.truth(inner, !negated),
            ExprKind::Binary(operator @ (Operator::And | Operator::Or), ..) => {
                self.joined(*operator, expr, negated, false)
            }
            ExprKind::Quantified {
                every,
                binder,
                body,
            } => self.quantified(*every, binder, body, negated),
            ExprKind::With { changes, body } => {
                TruthText::open(self.after(changes, |inner| inner.truth(body, negated).closed()))
            }
            ExprKind::Binary(operator, a, b) => {
                let operator = if negated {
                    operator.opposite()
                } else {
                    *operator
                };
                if let ExprKind::With { changes, body } = &a.kind
                    && b.is_constant()
                {
                    return TruthText::open(
                        self.after(changes, |inner| inner.relation(operator, body, b)),
                    );
                }
                TruthText::simple(self.relation(operator, a, b))
            }
            ExprKind::Name(name) if matches!(name.as_str(), "true" | "false") => {
                let is_so = (name == "true") != negated;
                TruthText::simple(if is_so { "it is so" } else { "it is not so" }.to_string())
            }
            _ => TruthText::simple(self.asked(expr, negated)),
        }
    }

    /// Describes a call that is true or false.
    fn asked(&mut self, expr: &Expr, negated: bool) -> String {
        if let Some(call) = Called::of(expr) {
            if let Some(clause) = self.clause(&call) {
                return clause.say(negated, "");
            }
            if let ExprKind::Call(class, arguments) = &expr.kind
                && let [a, b] = &arguments[..]
                && self.variant().board.class(&class.text).is_some()
            {
                let (a, b) = (self.np(a).text(), self.np(b).text());
                let (touches, is) = if negated {
                    ("does not touch", "is not")
                } else {
                    ("touches", "is")
                };
                return match class.text.as_str() {
                    "contiguous" => format!("{a} {touches} {b}"),
                    class => format!(
                        "{b} {is} one step{} from {a}",
                        super::calls::way(&self.variant().board, class)
                    ),
                };
            }
        }
        let text = self.np(expr).text();
        if negated {
            format!("it is not so that {text}")
        } else {
            text
        }
    }

    /// Describes truths joined by "and" or "or". `is_whole` says whether they make up the whole
    /// sentence.
    pub(crate) fn joined(
        &mut self,
        operator: Operator,
        expr: &Expr,
        negated: bool,
        is_whole: bool,
    ) -> TruthText {
        let operator = if negated {
            operator.opposite()
        } else {
            operator
        };
        let mut all = Vec::new();
        parts(operator, expr, negated, &mut all);
        if let Some(text) = self.one_of(operator, &all) {
            return TruthText::simple(text);
        }
        self.depth += 1;
        let parts = all
            .into_iter()
            .map(|(part, negated)| self.truth(part, negated))
            .collect();
        self.depth -= 1;
        self.joint(
            parts,
            if operator == Operator::And {
                "and"
            } else {
                "or"
            },
            is_whole,
        )
    }

    /// Describes comparisons of one value with several names: "p is the King or the Queen", "p is
    /// none of …".
    fn one_of(&mut self, operator: Operator, all: &[(&Expr, bool)]) -> Option<String> {
        let due = Operator::Compare(if operator == Operator::Or {
            Bound::Exactly
        } else {
            Bound::Not
        });
        let found = |operator: Operator, negated: bool| {
            if negated {
                operator.opposite()
            } else {
                operator
            }
        };
        let pairs = all.iter().map(|(part, negated)| match &part.kind {
            ExprKind::Binary(operator, a, b) if found(*operator, *negated) == due => {
                Some((&**a, &**b))
            }
            _ => None,
        });
        let pairs: Vec<(&Expr, &Expr)> = pairs.collect::<Option<_>>()?;
        let (first, _) = *pairs.first()?;
        let simple = |expr: &Expr| matches!(expr.kind, ExprKind::Name(_) | ExprKind::Text(_));
        if !pairs.iter().all(|(a, b)| *a == first && simple(b)) {
            return None;
        }
        let first = self.np(first).text();
        let names: Vec<String> = pairs.iter().map(|(_, b)| self.np(b).text()).collect();
        Some(match operator == Operator::Or {
            true => format!("{first} is {}", joined(&names, "or")),
            false => format!("{first} is none of {}", joined(&names, "and")),
        })
    }

    pub(crate) fn joint(&self, parts: Vec<TruthText>, word: &str, is_whole: bool) -> TruthText {
        if let [_] = parts[..] {
            return parts
                .into_iter()
                .next()
                .unwrap_or_else(|| TruthText::simple(String::new()));
        }
        let is_simple = parts
            .iter()
            .all(|part| part.form == TruthForm::Simple && !part.text.contains(", "));
        let texts = || {
            parts
                .iter()
                .map(|part| part.text.clone())
                .collect::<Vec<_>>()
        };
        let whole = |texts: &[String], sign: &str| {
            let (last, first) = (&texts[texts.len() - 1], &texts[..texts.len() - 1]);
            TruthText::open(format!(
                "{}{sign} {word} {last}",
                first.join(&format!("{sign} "))
            ))
        };
        if is_simple && is_whole && word == "and" {
            return whole(&texts(), ",");
        }
        if is_simple && parts.len() == 2 {
            let before = if word == "and" { "both" } else { "either" };
            let text = format!("{before} {}", texts().join(&format!(" {word} ")));
            return TruthText {
                text,
                form: TruthForm::Joint,
            };
        }
        let number = |place: usize| match (self.depth, u8::try_from(place)) {
            (1.., Ok(place @ 0..26)) => format!("({})", char::from(b'a' + place)),
            _ => format!("({})", place + 1),
        };
        let numbered = parts
            .iter()
            .enumerate()
            .map(|(place, part)| format!("{} {}", number(place), part.text));
        let numbered: Vec<String> = numbered.collect();
        if is_whole {
            return whole(&numbered, ";");
        }
        let ends_open = parts
            .last()
            .is_some_and(|part| part.form == TruthForm::Open);
        let form = if ends_open {
            TruthForm::Open
        } else {
            TruthForm::Joint
        };
        let before = if word == "or" { "either " } else { "" };
        TruthText {
            text: format!("{before}{}", joined(&numbered, word)),
            form,
        }
    }

    fn quantified(
        &mut self,
        every: bool,
        binder: &Binder,
        body: &Expr,
        negated: bool,
    ) -> TruthText {
        if every
            && !negated
            && let Some(text) = self.fronted(binder, body)
        {
            return TruthText::open(text);
        }
        let around = self.variables.len();
        let set = self.bound(binder);
        let is_one = binder.names.len() == 1;
        // Not true for all means untrue for some.
        let (every, negated_body) = if negated {
            (!every, true)
        } else {
            (every, false)
        };
        let text = if every {
            let whom = if is_one {
                format!("every {}", set.described(&set.noun.one))
            } else {
                format!("all {}", set.described(&set.noun.many))
            };
            let body = self.truth(body, negated_body);
            format!("for {whom}, {}", body.text)
        } else {
            let (are, whom) = if is_one {
                ("is", with_article(&set.described(&set.noun.one)))
            } else {
                ("are", set.described(&set.noun.many))
            };
            let body = self.truth(body, negated_body);
            let is_bare = set.such.is_empty() && set.clause.is_none() && set.that.is_empty();
            let link = if is_bare {
                "for which"
            } else {
                "and for which"
            };
            format!("there {are} {whom} {link} {}", body.closed())
        };
        self.variables.truncate(around);
        TruthText::open(text)
    }

    /// Begins the sentence with the variable, if it is the only one and the piece goes from it:
    /// "From no hexagon does the Knight reach …".
    fn fronted(&mut self, binder: &Binder, body: &Expr) -> Option<String> {
        let ([name], None, None) = (&binder.names[..], &binder.condition, &self.front) else {
            return None;
        };
        if !matches!(
            body.kind,
            ExprKind::Binary(Operator::Compare(_) | Operator::In | Operator::NotIn, ..)
        ) {
            return None;
        }
        let set = match &binder.domain {
            None => Set::of(super::noun::Noun::plain("cells")),
            Some(domain) => self.np(domain).set(),
        };
        if !set.that.is_empty() || !set.also.is_empty() || set.clause.is_some() {
            return None;
        }
        let noun = set.described(&set.noun.one);
        self.variables.push((name.text.clone(), set.noun.sort));
        self.front = Some(Front {
            variable: name.text.clone(),
            noun,
            left_out: 0,
            is_lost: false,
            begun: 0,
        });
        let text = self.truth(body, false).text;
        self.variables.pop();
        let front = self.front.take()?;
        (front.begun == 1 && front.left_out == 1 && !front.is_lost).then_some(text)
    }

    /// Writes a clause with its object. It begins the sentence if the [`Front`] belongs to it. If
    /// the object is that there is nothing, `none` is its noun, and the sentence may begin with
    /// "from no …".
    fn say(
        &mut self,
        clause: &VerbClause,
        negated: bool,
        object: &str,
        none: Option<String>,
    ) -> String {
        let Some(front) = self.front.as_mut() else {
            return clause.say(negated, object);
        };
        if front.left_out == 0 && front.begun == 0 && clause.subject == "it" {
            (front.left_out, front.begun) = (1, 1);
            let how = if none.is_some() || negated {
                "no"
            } else {
                "every"
            };
            let clause = VerbClause {
                subject: format!("{how} {}", front.noun),
                ..clause.clone()
            };
            return clause.say(
                false,
                &none.map_or_else(|| object.to_string(), |one| with_article(&one)),
            );
        }
        if front.left_out != front.begun + 1 {
            return clause.say(negated, object);
        }
        front.begun += 1;
        match none {
            Some(one) => format!(
                "from no {} {}",
                front.noun,
                clause.inverted(&with_article(&one))
            ),
            None if negated => format!("from no {} {}", front.noun, clause.inverted(object)),
            None => format!("from every {} {}", front.noun, clause.say(false, object)),
        }
    }

    fn relation(&mut self, operator: Operator, a: &Expr, b: &Expr) -> String {
        if let ExprKind::Name(name) = &b.kind
            && matches!(name.as_str(), "true" | "false")
        {
            return self
                .truth(
                    a,
                    (name == "true") != (operator == Operator::Compare(Bound::Exactly)),
                )
                .closed();
        }
        if is_truth(a) || is_truth(b) {
            let (a, b) = (self.truth(a, false).closed(), self.truth(b, false).closed());
            let so = if operator == Operator::Compare(Bound::Exactly) {
                ""
            } else {
                "it is not so that "
            };
            return format!("{so}{a} exactly if {b}");
        }
        let (a, b) = (self.np(a), self.np(b));
        let Operator::Compare(bound) = operator else {
            return self.within(&a, &b, operator == Operator::NotIn);
        };
        match (&a, &b) {
            _ if a.is_list() && b.is_list() => self.equal(&a, &b, bound == Bound::Not),
            (Np::Literal(_), Np::Literal(_)) => compared(bound, &a, &b),
            (Np::Literal(_), _) => self.numbers(bound.mirrored(), &b, &a),
            _ => self.numbers(bound, &a, &b),
        }
    }

    /// Compares two numbers.
    pub(super) fn numbers(&mut self, bound: Bound, a: &Np, b: &Np) -> String {
        match (a, b) {
            _ if bound == Bound::Not => compared(bound, a, b),
            (Np::Count(of), Np::Literal(count)) => {
                let set = of.set();
                let (count, noun) = set.noun.counted(bound.words(), count);
                let noun = noun.to_string();
                let (clause, rest) = set.split();
                let object = format!("{count} {}", rest.described(&noun));
                match clause {
                    Some(clause) => {
                        let none = (count == "no").then(|| rest.described(&noun));
                        self.say(clause, false, &object, none)
                    }
                    None if noun == set.noun.one => format!("there is {object}"),
                    None => format!("there are {object}"),
                }
            }
            (Np::Amount(noun, clause), Np::Literal(count)) if count != "never" => {
                let (count, noun) = noun.counted(bound.words(), count);
                let object = format!("{count} {noun}");
                self.say(clause, false, &object, None)
            }
            (Np::Count(a_of), Np::Count(b_of)) => {
                let (a_set, b_set) = (a_of.set(), b_of.set());
                match (a_set.split().0, b_set.split().0) {
                    (Some(x), Some(y)) if differ_in_subject(x, y) && same_rest(&a_set, &b_set) => {
                        self.both_begun();
                        let (how, than) = match bound {
                            Bound::Exactly => ("as many", "as"),
                            Bound::LessThan => ("fewer", "than"),
                            Bound::MoreThan => ("more", "than"),
                            Bound::AtMost => ("at most as many", "as"),
                            _ => ("at least as many", "as"),
                        };
                        let object =
                            format!("{how} {}", a_set.split().1.described(&a_set.noun.many));
                        format!("{} {than} {}", self.say(x, false, &object, None), y.subject)
                    }
                    _ => compared(bound, a, b),
                }
            }
            _ => compared(bound, a, b),
        }
    }

    /// Lets two clauses share the beginning of their sentence.
    fn both_begun(&mut self) {
        if let Some(front) = self
            .front
            .as_mut()
            .filter(|front| front.left_out == front.begun + 2)
        {
            front.left_out -= 1;
        }
    }

    /// Describes whether two lists or items are the same.
    fn equal(&mut self, a: &Np, b: &Np, negated: bool) -> String {
        if b.is_none() || a.is_none() {
            return self.empty(if b.is_none() { a } else { b }, negated);
        }
        let (a, b) = if a.clause().is_none() && b.clause().is_some() {
            (b, a)
        } else {
            (a, b)
        };
        match (a, b) {
            (Np::One(..), _) if matches!(b, Np::One(..) | Np::Names(..)) => {
                let is = if negated { "is not" } else { "is" };
                return format!("{} {is} {}", a.text(), b.text());
            }
            (Np::Set(x), Np::Set(y)) if same_rest(x, y) => {
                if let (Some(first), Some(second)) = (x.split().0, y.split().0)
                    && differ_in_subject(first, second)
                {
                    self.both_begun();
                    let object = format!("the same {}", x.split().1.described(&x.noun.many));
                    return format!(
                        "{} as {}",
                        self.say(first, negated, &object, None),
                        second.subject
                    );
                }
            }
            _ => {}
        }
        match a.clause() {
            Some((set, clause)) if !negated || set.is_one => {
                let b = b.text();
                let exactly = if set.is_one || b.starts_with("all ") {
                    b
                } else {
                    format!("exactly {b}")
                };
                self.of_those(set, clause, negated, &exactly)
            }
            _ => {
                let exactly = match (negated, b) {
                    (false, Np::Names(..)) => "exactly",
                    (false, _) => "the same as",
                    (true, _) => "not the same as",
                };
                format!("{} are {exactly} {}", a.text(), b.text())
            }
        }
    }

    /// Writes the clause of a list. A list that says more than its clause begins the sentence: "of
    /// the hexagons other than e2, …".
    pub(crate) fn of_those(
        &mut self,
        set: &Set,
        clause: &VerbClause,
        negated: bool,
        object: &str,
    ) -> String {
        if !set.is_refined() {
            return self.say(clause, negated, object, None);
        }
        format!(
            "of the {}, {}",
            set.split().1.described(&set.noun.many),
            clause.say(negated, object)
        )
    }

    /// Describes whether a list is empty.
    pub(crate) fn empty(&mut self, list: &Np, negated: bool) -> String {
        let set = list.set();
        let (clause, rest) = set.split();
        let one = rest.described(&set.noun.one);
        let how = if negated { "at least one" } else { "no" };
        match clause {
            Some(clause) => {
                let none = (!negated).then(|| one.clone());
                self.say(clause, false, &format!("{how} {one}"), none)
            }
            None => format!("there is {how} {one}"),
        }
    }

    /// Describes whether all items are in a list.
    pub(crate) fn within(&mut self, a: &Np, b: &Np, negated: bool) -> String {
        let is_single =
            matches!(a, Np::One(..)) || matches!(a, Np::Names(_, names) if names.len() == 1);
        let not = if negated { " not" } else { "" };
        if let Some((set, clause)) = b.clause()
            && !set.is_refined()
            && (is_single || !negated)
        {
            let object = match a {
                Np::Set(set) if !set.is_one => format!("all {}", set.described(&set.noun.many)),
                Np::Union(..) => format!("all of {}", a.text()),
                _ => a.text(),
            };
            return self.say(clause, negated, &object, None);
        }
        let is_set_of_one = matches!(a, Np::Set(set) if set.is_one);
        if is_single || is_set_of_one {
            return match b {
                Np::Set(set) if set.is_kind() => {
                    format!("{} is{not} {}", a.text(), with_article(&set.noun.one))
                }
                Np::Names(_, names) => format!("{} is{not} {}", a.text(), joined(names, "or")),
                _ => format!("{} is{not} one of {}", a.text(), b.text()),
            };
        }
        match a.clause() {
            Some((set, clause)) if !negated => {
                let within = b.set();
                let only = format!("only {}", within.described(&within.noun.many));
                self.of_those(set, clause, false, &only)
            }
            _ => {
                let those = if negated { "not all of" } else { "all of" };
                format!("{those} {} are among {}", a.text(), b.text())
            }
        }
    }
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

/// Whether two clauses differ only in their subject.
fn differ_in_subject(a: &VerbClause, b: &VerbClause) -> bool {
    a.subject != b.subject && a.verb.is == b.verb.is && a.middle == b.middle && a.tail == b.tail
}

fn same_rest(a: &Set, b: &Set) -> bool {
    let text = |set: &Set| set.split().1.described(&set.noun.many);
    text(a) == text(b)
}

fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Quantified { .. } | ExprKind::Not(_) => true,
        ExprKind::Name(name) => matches!(name.as_str(), "true" | "false"),
        ExprKind::Binary(operator, ..) => {
            use Operator::{And, Compare, In, NotIn, Or};
            matches!(operator, And | Or | In | NotIn | Compare(_))
        }
        _ => false,
    }
}
