//! Judges claims: reads the text, computes the expression and compares the two.

use std::ops::Range;

use super::case::ClaimCase;
use super::comparison::{ComparedValue, compare, disagreement};
use super::reading::{ExprContent, StatedText, Understood, WordKind, read};
use super::source::{GivenValue, check_readings, check_source};
use super::vacuous::vacuity_warning;
use super::verdict::Verdict;
use padma_expr::{
    Bound, Computation, Evidence, ExprValue, Illustration, Quotation, Scope, World,
    position_sentence, refute,
};
use padma_rules::model::Variant;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// The note of a claim with an error.
const NOT_EVALUATED: &str = "the claim cannot be evaluated";

/// A judged claim.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// The outcome.
    pub verdict: Verdict,
    /// The value the page states; numbers as the page shows them.
    pub expected: Option<ExprValue>,
    /// The bound that the page puts on its number: exactly, at least and so on.
    pub bound: Bound,
    /// The computed value; numbers rounded as the page shows them.
    pub actual: Option<ExprValue>,
    /// The value the source prints; a text if it is not of the computed type.
    pub source: Option<ExprValue>,
    /// The source's own words.
    pub quotation: Option<Quotation>,
    /// The reason: the erratum's proof, why the claim is not checked, or what disagrees.
    pub note: String,
    /// The readings and their values. The first is the one the book takes.
    pub readings: Vec<(String, ExprValue)>,
    /// Why the book takes the first; empty if it does not say.
    pub because: String,
    /// The best evidence for the computed value.
    pub evidence: Option<Evidence>,
    /// What a board can show of an erratum or of an open question.
    pub illustration: Option<Box<Illustration>>,
    /// Whether the claim's wording shows that nothing can make it fail, whatever its verdict.
    pub is_vacuous: bool,
    /// The words of the text that are read: those of its value, or if it states a truth, those
    /// that are understood.
    pub words: Vec<Understood>,
    /// The first word of the text that is in no table of the book's language. Only a reader can say
    /// whether it changes the value.
    pub unread: Option<Range<usize>>,
}

impl Judgement {
    fn with_note(verdict: Verdict, note: &str) -> Judgement {
        Judgement {
            verdict,
            note: note.to_string(),
            ..Judgement::default()
        }
    }

    /// Returns the judgement of a claim that is declared to be beyond computing.
    pub(crate) fn unchecked(reason: &str) -> Judgement {
        Judgement::with_note(Verdict::Unchecked, reason)
    }

    /// Returns the judgement of a claim that could not be read.
    pub fn error() -> Judgement {
        Judgement::with_note(Verdict::Error, NOT_EVALUATED)
    }
}

/// Judges a claim. Errors, and the reason why a claim fails, go to `diagnostics`.
pub(crate) fn judge(
    claim: &Computation,
    statement: StatedText<'_>,
    scope: Scope<'_>,
    world: &World<'_>,
    diagnostics: &mut Diagnostics,
) -> Judgement {
    let case = &mut ClaimCase {
        scope,
        world,
        diagnostics,
    };
    let expr = &claim.question.expr;
    let Some(formula) = case.formula(expr) else {
        return Judgement::error();
    };
    let Some((exact, evidence)) = case.value(&formula, expr) else {
        return Judgement::error();
    };
    let stated = match read(statement, expr, exact.kind(), scope) {
        Ok(reading) => reading,
        Err(complaint) => {
            case.diagnostics.push(*complaint);
            return Judgement {
                actual: Some(exact),
                ..Judgement::error()
            };
        }
    };
    let ComparedValue { actual, agrees } = compare(&exact, &stated, statement.language);
    let vacuous = vacuity_warning(expr, evidence.as_ref());
    let is_vacuous = vacuous.is_some();
    if let Some(complaint) = vacuous.filter(|_| agrees) {
        case.diagnostics.push(complaint);
    }
    let given = GivenValue {
        actual: &actual,
        decimals: stated.decimals,
    };
    let source = check_source(claim, given, case);
    let readings = check_readings(&claim.readings, given, case);
    let mut verdict = source.verdict.max(readings.verdict);
    let mut note = match (verdict, readings.verdict) {
        (Verdict::Error, _) => NOT_EVALUATED.to_string(),
        (_, Verdict::Fails) => readings.note,
        _ if source.note.is_empty() => readings.note,
        _ => source.note,
    };
    if verdict != Verdict::Error && !agrees {
        verdict = Verdict::Fails;
        note = disagreement(&exact, &actual, &stated, case.variant());
    }
    if verdict == Verdict::Fails {
        let mut complaint = failure(&note, statement, &actual, evidence.as_ref(), case.variant());
        if matches!(exact, ExprValue::Truth(false)) {
            complaint = complaint.help_if(refute(&claim.question, scope, world));
        }
        case.diagnostics.push(complaint);
    } else if verdict != Verdict::Error
        && let Some(unsaid) = {
            let mut content = ExprContent::default();
            content.add_expr(expr, scope);
            report_unread(&stated.words, statement, &content, case.diagnostics)
        }
    {
        (verdict, note) = (Verdict::Fails, unsaid);
    }
    let has_board = matches!(verdict, Verdict::Erratum | Verdict::Depends);
    let illustrate = || world.illustrate(&formula).ok().flatten();
    let illustration = has_board.then(illustrate).flatten();
    Judgement {
        verdict,
        expected: Some(stated.value),
        bound: stated.bound,
        actual: Some(actual),
        source: source.value,
        quotation: claim.quotation.clone(),
        note,
        readings: readings.value,
        because: claim.because.text.clone(),
        evidence,
        illustration: illustration.map(Box::new),
        is_vacuous,
        words: stated.words,
        unread: stated.unread,
    }
}

/// Reports each understood word that the expression does not account for. Returns the note that
/// lists these words; `None` if there are none.
fn report_unread(
    words: &[Understood],
    statement: StatedText<'_>,
    content: &ExprContent,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let text = statement.text;
    let mut unread = Vec::new();
    for Understood {
        range, kind: what, ..
    } in words.iter().filter(|word| !word.met)
    {
        let word = format!("`{}`", &text.text()[range.clone()]);
        let expected = match what {
            WordKind::Logic(forms) => format!("{forms} in the expression"),
            WordKind::Number => {
                let numbers: Vec<String> = content.numbers().map(|it| it.to_string()).collect();
                match &numbers[..] {
                    [] => "it in the expression, which has no number".to_string(),
                    [only] => format!("it in the expression, whose number is {only}"),
                    all => format!("it in the expression, whose numbers are {}", all.join(", ")),
                }
            }
            _ => "it in the expression".to_string(),
        };
        let message = format!("this claim fails: its expression does not say {word}");
        diagnostics.push(
            Diagnostic::error(Code::UnreadWord, message)
                .at(text.span(range.clone()), "stated here")
                .help(format!("expected {expected}")),
        );
        unread.push(word);
    }
    (!unread.is_empty()).then(|| format!("the expression does not say {}", unread.join(", ")))
}

/// Returns the complaint about a claim that fails, with the best evidence against it.
fn failure(
    note: &str,
    statement: StatedText<'_>,
    actual: &ExprValue,
    evidence: Option<&Evidence>,
    variant: &Variant,
) -> Diagnostic {
    let mut complaint = Diagnostic::error(Code::ClaimVerdict, format!("this claim fails: {note}"))
        .at(statement.span, "stated here");
    match evidence {
        Some(Evidence::Counted(cells)) => {
            let names = variant.board.names_of(cells);
            complaint = complaint.help(match names.as_slice() {
                [] => "no cell is counted".to_string(),
                [name] => format!("the cell counted is {name}"),
                names => format!("the cells counted are {}", names.join(" ")),
            });
        }
        Some(Evidence::Because(reason)) => complaint = complaint.help(reason.clone()),
        Some(Evidence::Line(_) | Evidence::Vacuous) | None => {}
    }
    if let ExprValue::Position(parts) = actual {
        complaint = complaint.help(format!(
            "the position is “{}”",
            position_sentence(parts, variant)
        ));
    }
    complaint
}
