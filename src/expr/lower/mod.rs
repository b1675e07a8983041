//! Lowers the expressions of rules to the terms that the rules core computes in play.
//!
//! ```text
//! text ──syntax──▶ Expr ──lower──▶ Truth, CellsTerm, … of `padma_rules::model`
//! ```
//!
//! An expression of a rule may use only the functions of one [closed list](rule_functions), each
//! with the stage of the rules that it asks about. Every error points at its part of the
//! expression. What depends on the board alone is computed here, once.

mod functions;
mod names;
mod operators;

use std::ops::RangeInclusive;

use super::resolve::Reported;
use super::syntax::{Binder, Expr, ExprKind, Name, parse};
use padma_rules::model::{
    CellSet, CellsTerm, KindSet, KindsTerm, MAX_STEPS, MAX_VARIABLES, NumberTerm, RuleStage,
    SideTerm, Truth,
};
use padma_rules::names::Names;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span};

pub use functions::{cells, condition, rule_functions};
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

fn lower<T>(
    text: &Excerpt,
    scope: RuleScope<'_>,
    functions: &'static [RuleFunction],
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
        let expected = "expected fewer variables inside each other, or smaller sets";
        return diagnostics.refuse(Code::TooLarge, message, question.expr.span, expected);
    }
    Some((term, stage))
}

/// A lowered part, or nothing after a complaint.
type Lowered<T> = Result<T, Reported>;

/// A lowered expression of some type.
enum RuleTerm {
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

/// A function of rules.
struct RuleFunction {
    name: &'static str,
    /// Its call, with letters for the arguments.
    form: &'static str,
    /// What it gives.
    doc: &'static str,
    stage: RuleStage,
    takes: RangeInclusive<usize>,
    lower: fn(&mut Lowering<'_, '_>, &[Expr]) -> Lowered<RuleTerm>,
}

struct Lowering<'a, 'd> {
    scope: RuleScope<'a>,
    functions: &'static [RuleFunction],
    /// The variables, each bound to a cell.
    variables: Vec<String>,
    /// The highest stage asked about so far.
    stage: RuleStage,
    /// The most steps that the part lowered so far may take.
    steps: u64,
    diagnostics: &'d mut Diagnostics,
}

impl Lowering<'_, '_> {
    /// Counts a step for each cell of the board.
    fn spend_board(&mut self) {
        self.spend(self.scope.names.board.len() as u64);
    }

    /// Counts steps of an expression's evaluation.
    fn spend(&mut self, steps: u64) {
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

    fn term(&mut self, expr: &Expr) -> Lowered<RuleTerm> {
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
        let [name] = &binder.names[..] else {
            let span = binder
                .names
                .get(1)
                .map_or(Span::default(), |name| name.span);
            let message = "a rule binds one variable at a time";
            return self.wrong(Code::ClaimType, message, span, "expected one variable");
        };
        if self.variables.len() == MAX_VARIABLES {
            let message =
                format!("a rule binds at most {MAX_VARIABLES} variables inside each other");
            return self.wrong(Code::TooLarge, message, name.span, "one too many");
        }
        let domain = match &binder.domain {
            Some(domain) => self.cells(domain)?,
            None => CellsTerm::Fixed(self.scope.names.board.all()),
        };
        let outer = std::mem::take(&mut self.steps);
        self.variables.push(name.text.clone());
        let parts = binder.condition.as_deref().into_iter().chain(body);
        let parts: Vec<Truth> = parts.map(|part| self.truth(part)).collect::<Lowered<_>>()?;
        self.variables.pop();
        let cells = match &domain {
            CellsTerm::Fixed(cells) => cells.len(),
            _ => self.scope.names.board.len(),
        };
        let inner = std::mem::replace(&mut self.steps, outer);
        self.spend(inner.saturating_add(1).saturating_mul(cells as u64));
        let all = parts
            .into_iter()
            .reduce(|all, part| Truth::Both(Box::new([all, part])));
        Ok((domain, all.unwrap_or(Truth::Fixed(true))))
    }

    /// Lowers `all` and `some`: the binder's condition limits the choices.
    fn quantified(&mut self, every: bool, binder: &Binder, body: &Expr) -> Lowered<RuleTerm> {
        let not = |truth| Truth::Not(Box::new(truth));
        if !every {
            let (domain, condition) = self.bind(binder, Some(body))?;
            let none = Truth::Every(Box::new(domain), Box::new(not(condition)));
            return Ok(RuleTerm::Truth(not(none)));
        }
        // All of those that meet the condition meet the body, if none meets it but not the body.
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

    fn truth(&mut self, expr: &Expr) -> Lowered<Truth> {
        match self.term(expr)? {
            RuleTerm::Truth(truth) => Ok(truth),
            other => self.mismatch("a condition", &other, expr.span),
        }
    }

    fn cells(&mut self, expr: &Expr) -> Lowered<CellsTerm> {
        match self.term(expr)? {
            RuleTerm::Cell(cells) | RuleTerm::Cells(cells) => Ok(cells),
            other => self.mismatch("a set of cells", &other, expr.span),
        }
    }

    fn kinds(&mut self, expr: &Expr) -> Lowered<KindsTerm> {
        match self.term(expr)? {
            RuleTerm::Kind(kinds) | RuleTerm::Kinds(kinds) => Ok(kinds),
            other => self.mismatch("a piece", &other, expr.span),
        }
    }

    fn number(&mut self, expr: &Expr) -> Lowered<NumberTerm> {
        match self.term(expr)? {
            RuleTerm::Number(number) => Ok(number),
            other => self.mismatch("a number", &other, expr.span),
        }
    }

    fn side(&mut self, expr: &Expr) -> Lowered<SideTerm> {
        match self.term(expr)? {
            RuleTerm::Side(side) => Ok(side),
            other => self.mismatch("a side", &other, expr.span),
        }
    }

    fn call(&mut self, name: &Name, arguments: &[Expr], span: Span) -> Lowered<RuleTerm> {
        let functions = self.functions;
        let function = functions.iter().find(|function| function.name == name.text);
        let Some(function) = function else {
            return self.other_call(name, arguments, span);
        };
        self.ask(function.name, function.stage, name.span)?;
        if !function.takes.contains(&arguments.len()) {
            let message = format!(
                "this call has {} argument{}",
                arguments.len(),
                if arguments.len() == 1 { "" } else { "s" }
            );
            let expected = format!("expected `{}`", function.form);
            return self.wrong(Code::ClaimType, message, span, &expected);
        }
        (function.lower)(self, arguments)
    }

    fn wrong<T>(
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

    fn mismatch<T>(&mut self, expected: &str, found: &RuleTerm, span: Span) -> Lowered<T> {
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
