//! Lowers the expressions of rules to the terms that the rules core computes in play.
//!
//! ```text
//! text ──syntax──▶ Expr ──lower──▶ Truth, CellsTerm, … of `padma_rules::model`
//! ```
//!
//! The row of each function says whether a rule may ask it, and with which stage of the rules; or
//! why not. Every error points at its part of the expression. What depends on the board alone is
//! computed here, once.

mod board;
mod names;
mod operators;

use super::Reported;
use crate::syntax::{Binder, Expr, ExprKind, Fold, Name, parse};
use padma_rules::model::{
    CellSet, CellsTerm, Condition, KindSet, KindsTerm, MAX_STEPS, MAX_VARIABLES, NumberTerm,
    RuleStage, SideTerm, Truth,
};
use padma_rules::names::Names;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span};

pub use names::{OF_MOVE, OF_PLY, rule_names};

/// What a rule may ask about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleAsks {
    /// The kind of rule, with its article, for complaints.
    pub rule: &'static str,
    /// The highest stage that it may ask about.
    pub most: RuleStage,
    /// The names of the move that it may ask about: some of `from`, `to`, `taken`, `piece` and
    /// `castles`.
    pub of_move: &'static [&'static str],
}

/// What the expressions of a rule may name and ask.
#[derive(Clone, Copy)]
pub struct RuleScope<'a> {
    /// The pieces, the board and the named sets.
    pub names: Names<'a>,
    /// The ids of the counters.
    pub counters: &'a [String],
    /// What the rule may ask about.
    pub asks: RuleAsks,
}

/// Lowers the text of a condition.
pub(crate) fn condition(
    text: &Excerpt,
    scope: RuleScope<'_>,
    functions: RuleFunctions,
    diagnostics: &mut Diagnostics,
) -> Option<Condition> {
    let lower_truth = |lowering: &mut Lowering<'_, '_>, expr: &Expr| lowering.truth(expr);
    let (truth, stage) = lower(text, scope, functions, diagnostics, lower_truth)?;
    Some(Condition {
        truth,
        stage,
        expression: text.text().to_string(),
        text: None,
    })
}

/// Lowers the text of a set of cells.
pub(crate) fn cells(
    text: &Excerpt,
    scope: RuleScope<'_>,
    functions: RuleFunctions,
    diagnostics: &mut Diagnostics,
) -> Option<CellsTerm> {
    let lower_cells = |lowering: &mut Lowering<'_, '_>, expr: &Expr| lowering.cells(expr);
    Some(lower(text, scope, functions, diagnostics, lower_cells)?.0)
}

fn lower<T>(
    text: &Excerpt,
    scope: RuleScope<'_>,
    functions: RuleFunctions,
    diagnostics: &mut Diagnostics,
    lower: impl FnOnce(&mut Lowering<'_, '_>, &Expr) -> Lowered<T>,
) -> Option<(T, RuleStage)> {
    let question = parse(text, diagnostics)?;
    if let Some(variant) = &question.variant {
        let message = "a rule is always about its own variant";
        let expected = "expected the expression alone";
        return diagnostics.refuse(Code::ClaimType, message, variant.span, expected);
    }
    let mut lowering = Lowering {
        scope,
        functions,
        variables: Vec::new(),
        stage: RuleStage::Geometry,
        steps: 0,
        diagnostics,
    };
    let term = lower(&mut lowering, &question.expr).ok()?;
    let (stage, steps) = (lowering.stage, lowering.steps);
    if steps > MAX_STEPS {
        let message = format!(
            "this may take {steps} steps for one move, and at most {MAX_STEPS} are allowed"
        );
        let expected = "expected fewer nested variables, or smaller sets";
        return diagnostics.refuse(Code::TooLarge, message, question.expr.span, expected);
    }
    Some((term, stage))
}

/// The functions that an expression may call, by their rows.
#[derive(Clone, Copy)]
pub(crate) struct RuleFunctions {
    /// Finds a function by its name.
    pub find: fn(&str) -> Option<RuleCall>,
    /// Returns the names of those that a rule may ask.
    pub names: fn() -> Vec<&'static str>,
}

/// What a rule must know about a function that it calls.
pub(crate) struct RuleCall {
    pub name: &'static str,
    pub rule: RuleUse,
    /// Why a rule cannot ask it.
    pub refusal: &'static str,
    /// The calls that a complaint about the number of arguments expects.
    pub expected: String,
}

/// Whether a rule may ask a function.
#[derive(Clone, Copy)]
pub(crate) enum RuleUse {
    /// It may.
    Asks {
        /// What it then asks about.
        stage: RuleStage,
        /// The fewest and the most arguments.
        takes: [usize; 2],
        /// Lowers its arguments.
        lower: Lower,
    },
    /// It may not; the reason, unless the rest of the row implies one.
    Refused(Option<&'static str>),
}

/// A function that lowers the arguments of a call in a rule.
pub(crate) type Lower = fn(&mut Lowering<'_, '_>, &[Expr]) -> Lowered<RuleTerm>;

/// A lowered part, or nothing after a complaint.
pub(crate) type Lowered<T> = Result<T, Reported>;

/// A lowered expression of some type.
pub(crate) enum RuleTerm {
    Truth(Truth),
    /// A single cell, which may be absent: a drop comes from no cell.
    Cell(CellsTerm),
    Cells(CellsTerm),
    Kind(KindsTerm),
    Kinds(KindsTerm),
    Number(NumberTerm),
    Side(SideTerm),
}

impl RuleTerm {
    /// Returns the type, as a complaint names it.
    fn name(&self) -> &'static str {
        match self {
            RuleTerm::Truth(_) => "a condition",
            RuleTerm::Cell(_) => "a cell",
            RuleTerm::Cells(_) => "a set of cells",
            RuleTerm::Kind(_) => "a piece",
            RuleTerm::Kinds(_) => "a set of pieces",
            RuleTerm::Number(_) => "a number",
            RuleTerm::Side(_) => "a side",
        }
    }
}

/// Lowers one expression.
pub(crate) struct Lowering<'a, 'd> {
    pub scope: RuleScope<'a>,
    functions: RuleFunctions,
    /// The variables, each bound to a cell.
    variables: Vec<String>,
    /// The highest stage asked about so far.
    stage: RuleStage,
    /// The most steps that the part lowered so far may take.
    steps: u64,
    pub diagnostics: &'d mut Diagnostics,
}

impl Lowering<'_, '_> {
    /// Counts a step for each cell of the board.
    pub(crate) fn spend_board(&mut self) {
        self.spend(self.scope.names.board.len() as u64);
    }

    /// Counts steps of an expression's evaluation.
    pub(crate) fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
    }

    /// Records that the part at `span` asks about a stage.
    fn ask(&mut self, what: &str, stage: RuleStage, span: Span) -> Lowered<()> {
        if stage <= self.scope.asks.most {
            self.stage = self.stage.max(stage);
            return Ok(());
        }
        let rule = self.scope.asks.rule;
        let message = format!("`{what}` asks {}, which {rule} cannot", stage.asks());
        let expected = format!(
            "expected something that asks only {}",
            self.scope.asks.most.asks()
        );
        self.wrong(Code::ClaimType, message, span, &expected)
    }

    pub(crate) fn term(&mut self, expr: &Expr) -> Lowered<RuleTerm> {
        self.spend(1);
        match &expr.kind {
            ExprKind::Number(value) => Ok(RuleTerm::Number(NumberTerm::Fixed(*value))),
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Cells(names) => self.cell_list(names),
            ExprKind::Call(function, arguments) => self.call(function, arguments, expr.span),
            ExprKind::Filter(binder) => {
                let (domain, condition) = self.bind(binder, None)?;
                Ok(RuleTerm::Cells(CellsTerm::Where(
                    Box::new(domain),
                    Box::new(condition),
                )))
            }
            ExprKind::Quantified {
                every,
                binder,
                body,
            } => self.quantified(*every, binder, body),
            ExprKind::Fold {
                fold: fold @ (Fold::Count | Fold::Union),
                binder,
                body,
            } => self.fold(*fold, binder, body),
            ExprKind::With { .. } => {
                let message = "a rule asks about the position as it is";
                let expected = "expected no changes to it";
                self.wrong(Code::ClaimType, message, expr.span, expected)
            }
            ExprKind::Member(..) | ExprKind::CallOf(..) => {
                let message = "a rule cannot ask about a diagram or a recorded game";
                let expected = "expected something about the position";
                self.wrong(Code::ClaimType, message, expr.span, expected)
            }
            ExprKind::Movement(..) => {
                let message = "a rule asks about the pieces of its variant";
                let expected = "expected the id of a piece with this movement";
                self.wrong(Code::ClaimType, message, expr.span, expected)
            }
            ExprKind::Not(inner) => {
                let inner = self.truth(inner)?;
                Ok(RuleTerm::Truth(Truth::Not(Box::new(inner))))
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            _ => {
                let message = "this form of expression has no place in a rule";
                let expected = "expected names, functions of rules, operators, `all` and `some`";
                self.wrong(Code::ClaimType, message, expr.span, expected)
            }
        }
    }

    /// Lowers the set that a variable runs through, and its condition together with `body`; without
    /// either, the condition is true.
    fn bind(&mut self, binder: &Binder, body: Option<&Expr>) -> Lowered<(CellsTerm, Truth)> {
        self.bind_with(binder, |lowering| {
            body.map(|body| lowering.truth(body)).transpose()
        })
    }

    /// Lowers the set that a variable runs through, and its condition together with the one that
    /// `body` gives.
    fn bind_with(
        &mut self,
        binder: &Binder,
        body: impl FnOnce(&mut Self) -> Lowered<Option<Truth>>,
    ) -> Lowered<(CellsTerm, Truth)> {
        let [name] = &binder.names[..] else {
            let span = binder
                .names
                .get(1)
                .map_or(Span::default(), |name| name.span);
            let message = "a rule binds one variable at a time here";
            return self.wrong(Code::ClaimType, message, span, "expected one variable");
        };
        if self.variables.len() == MAX_VARIABLES {
            let message =
                format!("a rule binds at most {MAX_VARIABLES} variables inside each other");
            return self.wrong(
                Code::TooLarge,
                message,
                name.span,
                "expected fewer nested variables",
            );
        }
        let domain = match &binder.domain {
            Some(domain) => self.cells(domain)?,
            None => CellsTerm::Fixed(self.scope.names.board.all()),
        };
        let outer = std::mem::take(&mut self.steps);
        self.variables.push(name.text.clone());
        let condition = binder.condition.as_deref();
        let condition = condition.map(|part| self.truth(part)).transpose()?;
        let parts = [condition, body(self)?];
        self.variables.pop();
        let cells = match &domain {
            CellsTerm::Fixed(cells) => cells.len(),
            _ => self.scope.names.board.len(),
        };
        let inner = std::mem::replace(&mut self.steps, outer);
        self.spend(inner.saturating_add(1).saturating_mul(cells as u64));
        let all = parts
            .into_iter()
            .flatten()
            .reduce(|all, part| Truth::Both(Box::new([all, part])));
        Ok((domain, all.unwrap_or(Truth::Fixed(true))))
    }

    /// Lowers a count of the cells for which a condition holds, or a union of sets of cells.
    fn fold(&mut self, fold: Fold, binder: &Binder, body: &Expr) -> Lowered<RuleTerm> {
        if fold == Fold::Count {
            let (domain, condition) = self.bind(binder, Some(body))?;
            let cells = CellsTerm::Where(Box::new(domain), Box::new(condition));
            return Ok(RuleTerm::Number(NumberTerm::Size(cells)));
        }
        let mut cells = None;
        let (domain, condition) = self.bind_with(binder, |lowering| {
            cells = Some(lowering.cells(body)?);
            Ok(None)
        })?;
        let cells = cells.ok_or(Reported)?;
        Ok(RuleTerm::Cells(CellsTerm::Each(
            Box::new(domain),
            Box::new(condition),
            Box::new(cells),
        )))
    }

    /// Lowers `all` and `some`: the binder's condition limits the choices.
    fn quantified(&mut self, every: bool, binder: &Binder, body: &Expr) -> Lowered<RuleTerm> {
        if let ([first, rest @ ..], false) = (&binder.names[..], binder.ordered)
            && !rest.is_empty()
        {
            // Each further variable is bound within the one before it.
            let inner = Expr {
                kind: ExprKind::Quantified {
                    every,
                    binder: Binder {
                        names: rest.to_vec(),
                        ..binder.clone()
                    },
                    body: Box::new(body.clone()),
                },
                span: body.span,
            };
            let outer = Binder {
                names: vec![first.clone()],
                condition: None,
                ..binder.clone()
            };
            return self.quantified(every, &outer, &inner);
        }
        let not = |truth| Truth::Not(Box::new(truth));
        if !every {
            let (domain, condition) = self.bind(binder, Some(body))?;
            let none = Truth::Every(Box::new(domain), Box::new(not(condition)));
            return Ok(RuleTerm::Truth(not(none)));
        }
        // `all x: body` holds if no x meets the condition and fails the body.
        let negated = Expr {
            kind: ExprKind::Not(Box::new(body.clone())),
            span: body.span,
        };
        let (domain, fails) = self.bind(binder, Some(&negated))?;
        Ok(RuleTerm::Truth(Truth::Every(
            Box::new(domain),
            Box::new(not(fails)),
        )))
    }

    pub(crate) fn truth(&mut self, expr: &Expr) -> Lowered<Truth> {
        match self.term(expr)? {
            RuleTerm::Truth(truth) => Ok(truth),
            other => self.mismatch("a condition", &other, expr.span),
        }
    }

    pub(crate) fn cells(&mut self, expr: &Expr) -> Lowered<CellsTerm> {
        match self.term(expr)? {
            RuleTerm::Cell(cells) | RuleTerm::Cells(cells) => Ok(cells),
            other => self.mismatch("a set of cells", &other, expr.span),
        }
    }

    pub(crate) fn kinds(&mut self, expr: &Expr) -> Lowered<KindsTerm> {
        match self.term(expr)? {
            RuleTerm::Kind(kinds) | RuleTerm::Kinds(kinds) => Ok(kinds),
            other => self.mismatch("a piece", &other, expr.span),
        }
    }

    pub(crate) fn number(&mut self, expr: &Expr) -> Lowered<NumberTerm> {
        match self.term(expr)? {
            RuleTerm::Number(number) => Ok(number),
            other => self.mismatch("a number", &other, expr.span),
        }
    }

    pub(crate) fn side(&mut self, expr: &Expr) -> Lowered<SideTerm> {
        match self.term(expr)? {
            RuleTerm::Side(side) => Ok(side),
            other => self.mismatch("a side", &other, expr.span),
        }
    }

    fn call(&mut self, name: &Name, arguments: &[Expr], span: Span) -> Lowered<RuleTerm> {
        let Some(function) = (self.functions.find)(&name.text) else {
            return self.other_call(name, arguments, span);
        };
        let RuleUse::Asks {
            stage,
            takes: [least, most],
            lower,
        } = function.rule
        else {
            // A variant's own set or counter may have the name of a function that rules cannot ask.
            if self.is_of_variant(&name.text) {
                return self.other_call(name, arguments, span);
            }
            let message = format!("a rule cannot ask `{}`", function.name);
            return self.wrong(Code::ClaimType, message, name.span, function.refusal);
        };
        self.ask(function.name, stage, name.span)?;
        if !(least..=most).contains(&arguments.len()) {
            let message = format!(
                "this call has {} argument{}",
                arguments.len(),
                if arguments.len() == 1 { "" } else { "s" }
            );
            return self.wrong(Code::ClaimType, message, span, &function.expected);
        }
        lower(self, arguments)
    }

    pub(crate) fn wrong<T>(
        &mut self,
        code: Code,
        message: impl Into<String>,
        span: Span,
        expected: &str,
    ) -> Lowered<T> {
        self.diagnostics.error(code, message, span, expected);
        Err(Reported)
    }

    /// Reports an unknown name, and suggests a similar known one.
    fn unknown<'n, T>(
        &mut self,
        message: String,
        name: (&str, Span),
        expected: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Lowered<T> {
        let complaint = Diagnostic::error(Code::UnknownName, message).at(name.1, expected);
        self.diagnostics.push(complaint.suggest(name.0, known));
        Err(Reported)
    }

    pub(crate) fn mismatch<T>(
        &mut self,
        expected: &str,
        found: &RuleTerm,
        span: Span,
    ) -> Lowered<T> {
        let message = format!("expected {expected} here, found {}", found.name());
        self.wrong(
            Code::ClaimType,
            message,
            span,
            &format!("expected {expected}"),
        )
    }
}

/// Returns a term for cells that are always the same.
fn fixed(cells: CellSet) -> RuleTerm {
    RuleTerm::Cells(CellsTerm::Fixed(cells))
}

/// Returns a term for kinds that are always the same.
fn fixed_kinds(kinds: impl IntoIterator<Item = padma_rules::model::KindId>) -> KindsTerm {
    KindsTerm::Fixed(KindSet::from_iter(kinds))
}
