//! Compares the value that a text states with the value that the rules give.

use super::reading::{StatedValue, says_result};
use padma_expr::{Bound, ExprValue, Number, PositionPart};
use padma_rules::model::Variant;
use padma_text::straight_quotes;
use padma_words::Language;

/// The computed value as the page shows it, and whether the page agrees.
pub(super) struct ComparedValue {
    /// The computed value, rounded as the page shows it, with as many items as the page lists.
    pub actual: ExprValue,
    /// Whether the text states it.
    pub agrees: bool,
}

/// Compares the value stated in a language with the exact computed value.
pub(super) fn compare(
    exact: &ExprValue,
    stated: &StatedValue,
    language: Option<&Language>,
) -> ComparedValue {
    let actual = round_share(exact.clone(), stated.decimals).limited_to(&stated.value);
    let agrees = match (stated.bound, exact, &stated.value) {
        (Bound::Exactly, ExprValue::Text(exact), ExprValue::Text(stated)) => {
            straight_quotes(exact) == straight_quotes(stated)
                || language.is_some_and(|language| says_result(stated, exact, language))
        }
        (Bound::Exactly, _, stated) => actual == *stated,
        (
            bound,
            ExprValue::Number(exact) | ExprValue::Share(exact),
            ExprValue::Number(stated) | ExprValue::Share(stated),
        ) => bound.allows(*exact, *stated),
        // Only numbers can be bounded.
        _ => false,
    };
    ComparedValue { actual, agrees }
}

/// Rounds a share to the number of decimals that the page shows.
pub(super) fn round_share(value: ExprValue, decimals: u32) -> ExprValue {
    match value {
        ExprValue::Share(number) => ExprValue::Share(round(number, decimals)),
        value => value,
    }
}

/// Rounds a percentage to this many decimals. Leaves it unchanged if the result is too large.
fn round(percentage: Number, decimals: u32) -> Number {
    match percentage.rounded_share(decimals) {
        Some(units) => Number::Fraction {
            numerator: units,
            denominator: 10_i64.pow(decimals),
        },
        None => percentage,
    }
}

/// Describes how a text disagrees with the rules.
pub(super) fn disagreement(
    exact: &ExprValue,
    actual: &ExprValue,
    stated: &StatedValue,
    variant: &Variant,
) -> String {
    let bound = stated.bound;
    match (actual, &stated.value, exact) {
        (_, ExprValue::Share(stated), ExprValue::Share(exact)) if bound != Bound::Exactly => {
            let (stated, exact) = stated.tell_apart(*exact);
            let bound = bound.words();
            format!("the text says {bound}{stated}%, the rules give {exact}%")
        }
        (ExprValue::Truth(_), ..) => "the rules say otherwise".to_string(),
        (ExprValue::Position(actual), ExprValue::Position(stated), _) => describe_difference(
            missing_parts(actual, stated),
            missing_parts(stated, actual),
            "the position does not have",
            variant,
        ),
        (ExprValue::Cells(actual), ExprValue::Cells(stated), _) => {
            let (left_out, wrong) = (Box::new(**actual - **stated), Box::new(**stated - **actual));
            describe_difference(
                ExprValue::Cells(left_out),
                ExprValue::Cells(wrong),
                "the rules do not give",
                variant,
            )
        }
        (actual, stated, _) => {
            let (stated, actual) = (stated.show(variant), actual.show(variant));
            let bound = bound.words();
            let actual = if actual.is_empty() {
                "nothing"
            } else {
                &actual
            };
            format!("the text says {bound}{stated}, the rules give {actual}")
        }
    }
}

/// Lists the items that a text leaves out, and those that it should not have. `wrong_label`
/// introduces the latter.
fn describe_difference(
    left_out: ExprValue,
    wrong: ExprValue,
    wrong_label: &str,
    variant: &Variant,
) -> String {
    let parts = [("the text leaves out", left_out), (wrong_label, wrong)].into_iter();
    let parts = parts
        .filter(|(_, list)| list.names(variant).is_some_and(|names| !names.is_empty()))
        .map(|(label, list)| format!("{label} {}", list.show(variant)));
    parts.collect::<Vec<_>>().join("; ")
}

/// Returns the parts of a position that another one lacks.
fn missing_parts(position: &[PositionPart], other: &[PositionPart]) -> ExprValue {
    let missing = position
        .iter()
        .filter(|part| !other.contains(part))
        .copied();
    ExprValue::Position(missing.collect())
}
