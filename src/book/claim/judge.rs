//! Verdicts: compares what a page states with what the rules give.

use std::ops::Range;

use super::eval::World;
use super::fault::EvalFault;
use super::formula::Evidence;
use super::functions::{is_printable, resolve};
use super::idle::idle;
use super::position::sentence;
use super::read::{MisreadText, StatedValue, is_named, stated, unexplained};
use super::resolve::Scope;
use super::syntax::{Definition, Erratum, Expr, ExprKind};
use super::understood::{Understood, WordKind, understood};
use super::value::{Bound, ExprType, ExprValue, Number, PositionPart};
use super::words::numbers;
use crate::place::unknown_number;
use padma_rules::model::Variant;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span};
use padma_variant::names::unknown_cell;

padma_text::named! {
    /// The outcome of a claim. Reports and the ledger use the same names.
    #[derive(Default)]
    pub enum Verdict by name {
        /// The page says what the rules give.
        Holds "holds",
        /// The source is wrong; the page says what the rules give, and why.
        Erratum "erratum",
        /// The source has several readings; the page names the one it takes.
        Depends "depends",
        /// Declared to be beyond computing.
        Unchecked "unchecked",
        /// The page and the rules disagree.
        Fails "fails",
        /// The claim cannot be computed.
        #[default]
        Error "error",
    }
}

/// A judged claim.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// The outcome.
    pub verdict: Verdict,
    /// The value the page states; numbers as the page shows them.
    pub expected: Option<ExprValue>,
    /// How the page compares its number.
    pub bound: Bound,
    /// The computed value; numbers rounded as the page shows them.
    pub actual: Option<ExprValue>,
    /// The value the source prints; a text if it is not of the computed type.
    pub source: Option<ExprValue>,
    /// The reason: the erratum's proof, why the claim is not checked, or what disagrees.
    pub note: String,
    /// The readings and their values. The first is the one the book takes.
    pub readings: Vec<(String, ExprValue)>,
    /// The best evidence for the computed value.
    pub evidence: Option<Evidence>,
    /// Whether its wording shows that nothing can make it fail, whatever its verdict.
    pub idle: bool,
    /// For a truth, the words of the text that are understood.
    pub words: Vec<Understood>,
}

impl Judgement {
    fn empty(verdict: Verdict, note: &str) -> Judgement {
        Judgement {
            verdict,
            note: note.to_string(),
            ..Judgement::default()
        }
    }

    /// Returns the judgement of a claim that is declared to be beyond computing.
    pub(crate) fn unchecked(reason: &str) -> Judgement {
        Judgement::empty(Verdict::Unchecked, reason)
    }

    /// Returns the judgement of a claim that could not be read.
    pub fn error() -> Judgement {
        Judgement::empty(Verdict::Error, "the claim cannot be evaluated")
    }
}

/// A claim's text, and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatedText<'a> {
    pub(crate) text: &'a Excerpt,
    /// The parts of the text that are code, where words are not prose.
    pub(crate) code: &'a [Range<usize>],
    /// The place of the text.
    pub span: Span,
}

/// Judges a claim. Errors, and the reason why a claim fails, go to `diagnostics`.
pub(crate) fn judge(
    definition: &Definition,
    statement: StatedText<'_>,
    scope: Scope<'_>,
    world: &World<'_>,
    diagnostics: &mut Diagnostics,
) -> Judgement {
    match definition {
        Definition::Unchecked { reason } => Judgement::unchecked(reason),
        Definition::Computed {
            question,
            source,
            erratum,
            readings,
        } => {
            let mut judge = Judge {
                scope,
                world,
                statement,
                diagnostics,
            };
            let Some((actual, evidence)) = judge.value(&question.expr) else {
                return Judgement::error();
            };
            let Some(stated) = judge.stated(actual.kind()) else {
                return Judgement {
                    actual: Some(actual),
                    ..Judgement::error()
                };
            };
            let exact = actual.clone();
            let actual = shown(actual, stated.decimals).limited_to(&stated.value);
            let mut judgement = Judgement {
                expected: Some(stated.value.clone()),
                bound: stated.bound,
                actual: Some(actual.clone()),
                evidence,
                ..Judgement::empty(Verdict::Holds, "")
            };
            let agrees = match (stated.bound, &exact, &stated.value) {
                (Bound::Exactly, _, stated) => actual == *stated,
                (
                    bound,
                    ExprValue::Number(exact) | ExprValue::Share(exact),
                    ExprValue::Number(stated) | ExprValue::Share(stated),
                ) => bound.allows(*exact, *stated),
                // Only numbers can be bounded.
                _ => false,
            };
            if actual.kind() == ExprType::Truth {
                let StatedText { text, code, .. } = statement;
                judgement.words = understood(text.text(), code, &question.expr, scope);
            }
            let complaint = idle(&question.expr, judgement.evidence.as_ref());
            judgement.idle = complaint.is_some();
            complaint
                .filter(|_| agrees)
                .into_iter()
                .for_each(|complaint| judge.diagnostics.push(complaint));
            let source_agrees = judge.source(
                source.as_deref(),
                erratum.as_deref(),
                stated.decimals,
                &mut judgement,
            );
            let readings_agree = judge.readings(readings, stated.decimals, &mut judgement);
            match (agrees, source_agrees, readings_agree) {
                (_, None, _) | (_, _, None) => {
                    let Judgement { verdict, note, .. } = Judgement::error();
                    (judgement.verdict, judgement.note) = (verdict, note);
                }
                (true, Some(true), Some(true)) => {
                    if let Some(unread) = judge.unread(&judgement.words) {
                        (judgement.verdict, judgement.note) = (Verdict::Fails, unread);
                    }
                }
                _ => {
                    judgement.verdict = Verdict::Fails;
                    if !agrees {
                        judgement.note = judge.disagreement(&judgement, &exact);
                    }
                    judge.fail(&judgement);
                }
            }
            judgement
        }
    }
}

struct Judge<'a, 'w, 'd> {
    scope: Scope<'a>,
    world: &'a World<'w>,
    statement: StatedText<'a>,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> Judge<'a, '_, '_> {
    fn variant(&self) -> &'a Variant {
        &self.scope.rules.variant
    }

    /// Computes the value of an expression and the best evidence for it.
    fn value(&mut self, expr: &Expr) -> Option<(ExprValue, Option<Evidence>)> {
        let formula = resolve(expr, self.scope, self.diagnostics)?;
        let complain = |fault: EvalFault| {
            self.diagnostics
                .error(fault.code(), fault.to_string(), expr.span, "has no value")
        };
        self.world.witnessed(&formula).map_err(complain).ok()
    }

    /// Reads the value that the text states, or reports why it cannot be read.
    fn stated(&mut self, kind: ExprType) -> Option<StatedValue> {
        let (StatedText { text, span, .. }, variant) = (self.statement, self.variant());
        let misread = match stated(text.text(), kind, variant, self.scope.outline) {
            Ok(stated) => return Some(stated),
            Err(misread) => misread,
        };
        let word = |range: Range<usize>| (&text.text()[range.clone()], text.span(range));
        let unfit = |message: String, at: Span, label: String| {
            Diagnostic::error(Code::ClaimText, message).at(at, label)
        };
        self.diagnostics.push(match misread {
            MisreadText::NoCell(range) => {
                let (word, at) = word(range);
                unknown_cell(word, at, &variant.board)
            }
            MisreadText::NoNumber(range) => {
                let (word, at) = word(range);
                unknown_number(word, at, self.scope.outline)
            }
            MisreadText::NoRun(range, why) => why.complaint(text.span(range)),
            MisreadText::Unclear(range) => {
                let (word, at) = word(range);
                let bounds = "the number itself, or `at least`, `at most`, `more than`, `fewer than` or `not` before it";
                let (beside, expected) = match kind {
                    ExprType::Position => {
                        ("in a position".to_string(), "`White: King e1, Pawns a2 b2; Black: King e8`")
                    }
                    ExprType::Number | ExprType::Share => ("beside a number".to_string(), bounds),
                    kind => (format!("in a list of {}", kind.name()), "every name written out"),
                };
                let message = format!("`{word}` is not understood {beside}");
                unfit(message, at, format!("expected {expected}"))
            }
            MisreadText::Missing => {
                let due = if kind == ExprType::Share { "a percentage" } else { kind.name() };
                let message = format!("the text of this claim states nothing to check: it needs {due}");
                let has_letters = text.text().chars().any(char::is_alphabetic);
                let hint = match kind {
                    ExprType::Number | ExprType::Share if has_letters => {
                        Some("write a number in digits, or as an English word such as `twelve`")
                    }
                    ExprType::Cells | ExprType::Pieces if numbers(text.text()).next().is_some() => {
                        Some("to state how many there are, put `count(…)` around the expression")
                    }
                    _ => None,
                };
                unfit(message, span, format!("expected {due}")).help_if(hint)
            }
            MisreadText::Several(words) => {
                let message = format!("the text of this claim states {} numbers", words.len());
                unfit(message, span, format!("which one is meant: {}?", words.join(" or ")))
            }
        });
        None
    }

    /// Reports each word of the text that the expression does not account for, and lists these
    /// words for the note.
    fn unread(&mut self, words: &[Understood]) -> Option<String> {
        let text = self.statement.text;
        let mut unread = Vec::new();
        for Understood { range, what, .. } in words.iter().filter(|word| !word.met) {
            let word = format!("`{}`", &text.text()[range.clone()]);
            let due = match what {
                WordKind::Piece | WordKind::Cell | WordKind::Side | WordKind::Number => "it",
                WordKind::Logic(forms) => forms,
            };
            let complaint = Diagnostic::error(
                Code::UnreadWord,
                format!("this claim fails: its expression does not say {word}"),
            );
            let complaint = complaint.at(text.span(range.clone()), "stated here");
            self.diagnostics
                .push(complaint.help(format!("expected {due} in the expression")));
            unread.push(word);
        }
        (!unread.is_empty()).then(|| format!("the expression does not say {}", unread.join(", ")))
    }

    /// Compares the source's value with the value that the rules give. They must differ if and
    /// only if an erratum is declared. Returns `None` if the source's value cannot be computed.
    ///
    /// A quoted text in place of a value never equals the value that the rules give, so it needs
    /// an erratum. But if the text, read as a claim's text is read, states exactly that value, the
    /// erratum is stale.
    fn source(
        &mut self,
        source: Option<&Expr>,
        erratum: Option<&Erratum>,
        decimals: u32,
        judgement: &mut Judgement,
    ) -> Option<bool> {
        let Some(source) = source else {
            let Some(erratum) = erratum else {
                return Some(true);
            };
            let message = "this erratum does not say what the source prints";
            let label = "expected `source VALUE` beside it";
            return self
                .diagnostics
                .refuse(Code::ClaimSyntax, message, erratum.span, label);
        };
        if !is_printable(source) {
            let message = "what the source prints cannot be computed from the rules";
            return self.diagnostics.refuse(
                Code::ClaimSyntax,
                message,
                source.span,
                "expected the value that the source prints",
            );
        }
        let actual = judgement.actual.clone()?;
        let quoted = match &source.kind {
            ExprKind::Text(printed) if actual.kind() != ExprType::Text => Some(printed),
            _ => None,
        };
        let (printed, words, agrees) = match quoted {
            Some(quoted) => {
                if let Some(differs) = erratum.and_then(|erratum| erratum.differs.as_ref()) {
                    return self.no_items("a quoted text has no items that could differ", differs);
                }
                (
                    ExprValue::Text(quoted.clone()),
                    format!("“{quoted}”"),
                    self.says(quoted, &actual),
                )
            }
            None => {
                let printed = shown(
                    self.same_kind(source, judgement, "what the source prints")?,
                    decimals,
                );
                let agrees = printed == actual;
                (printed.clone(), printed.show(self.variant()), agrees)
            }
        };
        judgement.source = Some(printed.clone());
        let wrong = match (erratum, quoted) {
            (None, None) if agrees => return Some(true),
            (None, _) => Some(format!(
                "the source prints {words}, but no erratum is declared"
            )),
            _ if agrees => Some(format!(
                "the erratum is stale: the source prints {words}, which is what the rules give"
            )),
            (Some(erratum), Some(quoted)) => {
                let unnamed = unexplained(quoted, &actual.show(self.variant()), &erratum.proof);
                unnamed.map(|word| {
                    format!("the source prints {word}, which the erratum does not mention")
                })
            }
            (Some(erratum), None) => self.misdescribed(erratum, &actual, &printed, judgement)?,
        };
        let is_right = wrong.is_none();
        judgement.verdict = Verdict::Erratum;
        judgement.note = wrong
            .or(erratum.map(|erratum| erratum.proof.clone()))
            .unwrap_or_default();
        Some(is_right)
    }

    /// Whether a quoted text, read as a claim's text is read, states exactly what the rules give.
    fn says(&self, quoted: &str, actual: &ExprValue) -> bool {
        // Any text states a truth, and section numbers are computed from what the source prints.
        let comparable = !matches!(actual.kind(), ExprType::Truth | ExprType::Numbers);
        let read = stated(quoted, actual.kind(), self.variant(), self.scope.outline).ok();
        read.is_some_and(|read| comparable && read.value == shown(actual.clone(), read.decimals))
    }

    fn no_items<T>(&mut self, message: &str, differs: &Expr) -> Option<T> {
        self.diagnostics.refuse(
            Code::ClaimType,
            message,
            differs.span,
            "expected the proof, in quotes",
        )
    }

    /// Checks that an erratum says what is wrong in the source, and returns what it gets wrong.
    /// For a list it names the differing items; for a number or a text, its proof names what is
    /// printed. Nothing else could tell a slip in `source` from a mistake of the source. Returns
    /// `None` if the items cannot be computed.
    fn misdescribed(
        &mut self,
        erratum: &Erratum,
        actual: &ExprValue,
        printed: &ExprValue,
        judgement: &Judgement,
    ) -> Option<Option<String>> {
        let how = match (printed.differs_from(actual), &erratum.differs) {
            (Some(due), Some(expr)) => {
                let listed = self.same_kind(expr, judgement, "what the erratum lists")?;
                let rest = listed.differs_from(&due)?.names(self.variant())?;
                (!rest.is_empty()).then(|| format!("differ in {}", due.show(self.variant())))
            }
            (Some(due), None) => {
                let message = "an erratum about a list must name each item that differs";
                let label = format!(
                    "expected in braces after this: {}",
                    due.show(self.variant())
                );
                return self
                    .diagnostics
                    .refuse(Code::ClaimSyntax, message, erratum.span, label);
            }
            (None, Some(expr)) => {
                return self.no_items("there are no items here that could differ", expr);
            }
            (None, None) => {
                let words = printed.show(self.variant());
                (!is_named(printed, &erratum.proof))
                    .then(|| format!("differ, but the erratum does not mention {words}"))
            }
        };
        Some(how.map(|how| format!("source and rules {how}")))
    }

    /// Checks the readings: they must not all agree, and the first must be the one the expression
    /// takes.
    fn readings(
        &mut self,
        readings: &[super::syntax::Reading],
        decimals: u32,
        judgement: &mut Judgement,
    ) -> Option<bool> {
        for reading in readings {
            let value = shown(
                self.same_kind(&reading.expr, judgement, "this reading")?,
                decimals,
            );
            judgement.readings.push((reading.name.clone(), value));
        }
        let Some((name, first)) = judgement.readings.first() else {
            return Some(true);
        };
        if judgement.actual.as_ref() != Some(first) {
            let first = first.show(self.variant());
            judgement.note = format!("the reading the book takes, “{name}”, gives {first}");
            return Some(false);
        }
        if judgement.readings.iter().all(|(_, value)| value == first) {
            judgement.note = "all readings agree, so nothing depends on them".to_string();
            return Some(false);
        }
        judgement.verdict = Verdict::Depends;
        if judgement.note.is_empty() {
            let named = |(name, value): &(String, ExprValue)| {
                format!("{name}: {}", value.show(self.variant()))
            };
            judgement.note = judgement
                .readings
                .iter()
                .map(named)
                .collect::<Vec<_>>()
                .join("; ");
        }
        Some(true)
    }

    fn same_kind(&mut self, expr: &Expr, judgement: &Judgement, what: &str) -> Option<ExprValue> {
        let (value, _) = self.value(expr)?;
        let due = judgement.actual.as_ref().map(ExprValue::kind);
        let value = match (value, due) {
            (ExprValue::Number(number), Some(ExprType::Share)) => ExprValue::Share(number),
            // `{}` is the empty list of any item type.
            (ExprValue::Cells(set), Some(ExprType::Pieces)) if set.is_empty() => {
                ExprValue::Kinds(Vec::new())
            }
            (ExprValue::Cells(set), Some(ExprType::Leaps)) if set.is_empty() => {
                ExprValue::Leaps(Vec::new())
            }
            (ExprValue::Cells(set), Some(ExprType::Numbers)) if set.is_empty() => {
                ExprValue::Numbers(Vec::new())
            }
            (value, _) => value,
        };
        if Some(value.kind()) == due {
            return Some(value);
        }
        let due = due.map_or("a value", ExprType::name);
        let message = format!(
            "{what} is {}, but the claim is about {due}",
            value.kind().name()
        );
        self.diagnostics.refuse(
            Code::ClaimType,
            message,
            expr.span,
            format!("expected {due}"),
        )
    }

    /// Says how text and rules disagree. `exact` is what the rules give, not rounded.
    fn disagreement(&self, judgement: &Judgement, exact: &ExprValue) -> String {
        let (variant, bound) = (self.variant(), judgement.bound);
        let (Some(actual), Some(stated)) = (&judgement.actual, &judgement.expected) else {
            return String::new();
        };
        let apart = |left_out: ExprValue, wrong: ExprValue, how: &str| {
            let parts = [("the text leaves out", left_out), (how, wrong)].into_iter();
            let parts = parts
                .filter(|(_, list)| list.names(variant).is_some_and(|names| !names.is_empty()));
            parts
                .map(|(what, list)| format!("{what} {}", list.show(variant)))
                .collect::<Vec<_>>()
                .join("; ")
        };
        let missing = |of: &[PositionPart], among: &[PositionPart]| {
            ExprValue::Position(
                of.iter()
                    .filter(|part| !among.contains(part))
                    .copied()
                    .collect(),
            )
        };
        match (actual, stated, exact) {
            (_, ExprValue::Share(stated), ExprValue::Share(exact)) if bound != Bound::Exactly => {
                let (stated, exact) = stated.apart(*exact);
                format!(
                    "the text says {}{stated}%, the rules give {exact}%",
                    bound.words()
                )
            }
            (ExprValue::Truth(_), ..) => "the rules say otherwise".to_string(),
            (ExprValue::Position(actual), ExprValue::Position(stated), _) => apart(
                missing(actual, stated),
                missing(stated, actual),
                "the position does not have",
            ),
            (ExprValue::Cells(actual), ExprValue::Cells(stated), _) => {
                let (left_out, wrong) =
                    (Box::new(**actual - **stated), Box::new(**stated - **actual));
                apart(
                    ExprValue::Cells(left_out),
                    ExprValue::Cells(wrong),
                    "the rules do not give",
                )
            }
            _ => {
                let (stated, actual) = (stated.show(variant), actual.show(variant));
                format!(
                    "the text says {}{stated}, the rules give {actual}",
                    bound.words()
                )
            }
        }
    }

    fn fail(&mut self, judgement: &Judgement) {
        let mut diagnostic = Diagnostic::error(
            Code::ClaimVerdict,
            format!("this claim fails: {}", judgement.note),
        )
        .at(self.statement.span, "stated here");
        match &judgement.evidence {
            Some(Evidence::Counted(cells)) => {
                let names = self.variant().board.names_of(cells);
                diagnostic = diagnostic.help(match names.as_slice() {
                    [] => "no cell is counted".to_string(),
                    [name] => format!("the cell counted is {name}"),
                    names => format!("the cells counted are {}", names.join(" ")),
                });
            }
            Some(Evidence::Because(reason)) => diagnostic = diagnostic.help(reason.clone()),
            Some(Evidence::OfNothing) | None => {}
        }
        if let Some(ExprValue::Position(parts)) = &judgement.actual {
            diagnostic = diagnostic.help(format!(
                "the position is “{}”",
                sentence(parts, self.variant())
            ));
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Rounds a share as a page with this many decimals shows it.
fn shown(value: ExprValue, decimals: u32) -> ExprValue {
    let round = |number: Number| match number.rounded_share(decimals) {
        Some(units) => Number::Fraction {
            numerator: units,
            denominator: 10_i64.pow(decimals),
        },
        None => number,
    };
    match value {
        ExprValue::Share(number) => ExprValue::Share(round(number)),
        value => value,
    }
}
