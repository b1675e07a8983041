//! Checks what a source prints against the rules: its value, its errata and its possible readings.

use super::case::ClaimCase;
use super::comparison::round_share;
use super::reading::{AuthorText, is_named, read_value, unexplained_word};
use super::verdict::{PartVerdict, Verdict};
use padma_expr::{
    Computation, Erratum, Expr, ExprKind, ExprType, ExprValue, Reading, is_printable,
};
use padma_text::diag::Code;

/// The computed value as the page shows it, and the number of decimals shown.
#[derive(Clone, Copy)]
pub(super) struct GivenValue<'a> {
    pub actual: &'a ExprValue,
    pub decimals: u32,
}

/// Compares the source's value with the value that the rules give. They must differ if and only if
/// an erratum is declared.
///
/// A quoted text in place of a value never equals the value that the rules give, so it needs an
/// erratum. The erratum is stale if the text, read like a claim's text, states exactly that value.
pub(super) fn check_source(
    claim: &Computation,
    given: GivenValue<'_>,
    case: &mut ClaimCase<'_, '_, '_>,
) -> PartVerdict<Option<ExprValue>> {
    let erratum = claim.erratum.as_ref();
    let quotation = claim.quotation.as_ref();
    let Some(source) = &claim.source else {
        if let Some(quotation) = quotation.filter(|_| claim.readings.is_empty()) {
            let message = "these words of the source belong to no value";
            let expected = "expected `source VALUE` or `depends` as well";
            case.diagnostics
                .error(Code::ClaimSyntax, message, quotation.span, expected);
            return PartVerdict::error(None);
        }
        return refuse_erratum(erratum, case);
    };
    if !is_printable(source) {
        let message = "what the source prints cannot be computed from the rules";
        let expected = "expected the value that the source prints";
        case.diagnostics
            .error(Code::ClaimSyntax, message, source.span, expected);
        return PartVerdict::error(None);
    }
    let actual = given.actual;
    let quoted = match &source.kind {
        ExprKind::Text(printed) if actual.kind() != ExprType::Text => Some(printed),
        _ => None,
    };
    let differs = erratum.and_then(|erratum| erratum.differs.as_ref());
    let (printed, printed_text, agrees) = match (quoted, differs) {
        (Some(_), Some(differs)) => {
            complain_no_items(
                "a quoted text has no items that could differ",
                differs,
                case,
            );
            return PartVerdict::error(None);
        }
        (Some(quoted), None) => (
            ExprValue::Text(quoted.clone()),
            format!("“{quoted}”"),
            states_exactly(quoted, actual, case),
        ),
        (None, _) => {
            let value = case.value_of_type(source, actual.kind(), "what the source prints");
            let Some(value) = value else {
                return PartVerdict::error(None);
            };
            let printed = round_share(value, given.decimals);
            let agrees = printed == *actual;
            (printed.clone(), printed.show(case.variant()), agrees)
        }
    };
    if let (Some(erratum), None, ExprValue::Truth(_)) = (erratum, quotation, &printed) {
        let message = "this erratum does not say in which words the source denies the claim";
        let expected =
            "expected `quoted \"…\" in \"…\"` beside it: the source's own words and their place";
        case.diagnostics
            .error(Code::ClaimSyntax, message, erratum.span, expected);
        return PartVerdict::error(Some(printed));
    }
    let misquoted = quotation.filter(|quotation| !is_named(&printed, &quotation.words));
    let fault = match (erratum, quoted) {
        _ if misquoted.is_some() => Some(format!(
            "the words quoted from the source do not have {printed_text}"
        )),
        (None, None) if agrees => return PartVerdict::holds(Some(printed)),
        (None, _) => Some(format!(
            "the source prints {printed_text}, but no erratum is declared"
        )),
        _ if agrees => Some(format!(
            "the erratum is stale: the source prints {printed_text}, which is what the rules give"
        )),
        (Some(erratum), Some(quoted)) => {
            let unnamed =
                unexplained_word(quoted, &actual.show(case.variant()), &erratum.proof.text);
            unnamed
                .map(|word| format!("the source prints {word}, which the erratum does not mention"))
        }
        (Some(erratum), None) => match check_erratum(erratum, actual, &printed, case) {
            Some(fault) => fault,
            None => return PartVerdict::error(Some(printed)),
        },
    };
    let value = Some(printed);
    match (fault, erratum) {
        (Some(note), _) => PartVerdict {
            value,
            verdict: Verdict::Fails,
            note,
        },
        (None, erratum) => PartVerdict {
            value,
            verdict: Verdict::Erratum,
            note: erratum.map_or_else(String::new, |erratum| erratum.proof.text.clone()),
        },
    }
}

/// Reports the erratum, if any, of a claim without a source.
fn refuse_erratum(
    erratum: Option<&Erratum>,
    case: &mut ClaimCase<'_, '_, '_>,
) -> PartVerdict<Option<ExprValue>> {
    let Some(erratum) = erratum else {
        return PartVerdict::holds(None);
    };
    let message = "this erratum does not say what the source prints";
    let label = "expected `source VALUE` beside it";
    case.diagnostics
        .error(Code::ClaimSyntax, message, erratum.span, label);
    PartVerdict::error(None)
}

/// Whether a quoted text, read like a claim's text, states exactly what the rules give.
fn states_exactly(quoted: &str, actual: &ExprValue, case: &ClaimCase<'_, '_, '_>) -> bool {
    // Any text reads as a truth, and section numbers are computed from what the source prints.
    let is_comparable = !matches!(actual.kind(), ExprType::Truth | ExprType::Numbers);
    let text = AuthorText::in_english(quoted);
    let read = read_value(&text, actual.kind(), case.variant(), case.scope.outline).ok();
    read.is_some_and(|read| {
        is_comparable && read.value == round_share(actual.clone(), read.decimals)
    })
}

fn complain_no_items(message: &str, differs: &Expr, case: &mut ClaimCase<'_, '_, '_>) {
    let expected = "expected the proof, in quotes";
    case.diagnostics
        .error(Code::ClaimType, message, differs.span, expected);
}

/// Checks an erratum. If it is about a list, it must name exactly the items that differ; if not,
/// its proof must mention the printed value. Otherwise the claim's author could mistype the value
/// after `source`, and the erratum would blame the source for it.
///
/// Returns what is wrong with the erratum, or `Some(None)` if nothing is. Returns `None`, after a
/// complaint, if the erratum cannot be checked.
fn check_erratum(
    erratum: &Erratum,
    actual: &ExprValue,
    printed: &ExprValue,
    case: &mut ClaimCase<'_, '_, '_>,
) -> Option<Option<String>> {
    let mismatch = match (printed.differs_from(actual), &erratum.differs) {
        (Some(differing), Some(expr)) => {
            let listed = case.value_of_type(expr, actual.kind(), "what the erratum lists")?;
            let rest = listed.differs_from(&differing)?.names(case.variant())?;
            (!rest.is_empty()).then(|| format!("differ in {}", differing.show(case.variant())))
        }
        (Some(differing), None) => {
            let message = "an erratum about a list must name each item that differs";
            let differing = differing.show(case.variant());
            let label = format!("expected in braces after this: {differing}");
            return case
                .diagnostics
                .refuse(Code::ClaimSyntax, message, erratum.span, label);
        }
        (None, Some(expr)) => {
            complain_no_items("there are no items here that could differ", expr, case);
            return None;
        }
        (None, None) => (!is_named(printed, &erratum.proof.text)).then(|| {
            let printed_text = printed.show(case.variant());
            format!("differ, but the erratum does not mention {printed_text}")
        }),
    };
    Some(mismatch.map(|mismatch| format!("source and rules {mismatch}")))
}

/// Checks the readings of a source: they must not all agree, and the first must be the one the
/// expression takes. Returns them with their values.
pub(super) fn check_readings(
    readings: &[Reading],
    given: GivenValue<'_>,
    case: &mut ClaimCase<'_, '_, '_>,
) -> PartVerdict<Vec<(String, ExprValue)>> {
    let mut values = Vec::new();
    for reading in readings {
        let kind = given.actual.kind();
        let Some(value) = case.value_of_type(&reading.expr, kind, "this reading") else {
            return PartVerdict::error(values);
        };
        values.push((
            reading.name.text.clone(),
            round_share(value, given.decimals),
        ));
    }
    let Some((name, first)) = values.first() else {
        return PartVerdict::holds(values);
    };
    let shown = |value: &ExprValue| value.show(case.variant());
    let (verdict, note) = if given.actual != first {
        let note = format!(
            "the reading the book takes, “{name}”, gives {}",
            shown(first)
        );
        (Verdict::Fails, note)
    } else if values.iter().all(|(_, value)| value == first) {
        let note = "all readings agree, so nothing depends on them".to_string();
        (Verdict::Fails, note)
    } else {
        let named = values
            .iter()
            .map(|(name, value)| format!("{name}: {}", shown(value)));
        (Verdict::Depends, named.collect::<Vec<_>>().join("; "))
    };
    PartVerdict {
        value: values,
        verdict,
        note,
    }
}
