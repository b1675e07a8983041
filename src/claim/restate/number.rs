//! A number in the form that another had: in digits or in a word, with its decimals.

use crate::claim::bounds::{Bound, bound};
use crate::claim::read::one;
use crate::claim::value::{ExprType, Number, in_digits};
use crate::claim::words::{MOST_DECIMALS, in_words};
use crate::movement::words::capitalised;
use crate::text::{Excerpt, Sources, Span};

/// Bytes of a source and what shall stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub(crate) span: Span,
    pub(crate) new: String,
}

/// Whether an excerpt's bytes stand in the source as they are read; a character written by its number
/// does not.
pub(super) fn stands_as_read(text: &Excerpt, range: std::ops::Range<usize>, sources: &Sources) -> bool {
    let read = &text.text()[range.clone()];
    let written = sources.slice(text.span(range));
    read.split_whitespace().eq(written.split_whitespace())
}

pub(super) const NOT_AS_READ: &str = "it is not written with plain characters";

pub(super) fn restated(
    text: &Excerpt,
    number: Number,
    of: ExprType,
    sources: &Sources,
) -> Result<Edit, String> {
    let found = one(text.text(), of).map_err(|_| "it does not state one number".to_string())?;
    if bound(text.text(), &found) != Ok(Bound::Exactly) {
        return Err("its words bound the number, and many would do".to_string());
    }
    if !stands_as_read(text, found.range.clone(), sources) {
        return Err(NOT_AS_READ.to_string());
    }
    let old = &text.text()[found.range.clone()];
    let decimals = match of {
        ExprType::Share => Some(found.decimals),
        _ => (0..=MOST_DECIMALS).find(|decimals| number.is_exact(*decimals)),
    };
    let rounded = |decimals| match of {
        ExprType::Share => number.rounded_share(decimals),
        _ => number.rounded(decimals),
    };
    let units = decimals.and_then(|decimals| rounded(decimals).map(|units| (units, decimals)));
    let Some((units, decimals)) = units else {
        return Err(format!("{number} cannot be written for it in digits"));
    };
    let word = if found.spelt && decimals == 0 { in_words(units) } else { None };
    let new = match word {
        Some(word) if old.starts_with(char::is_uppercase) => capitalised(&word),
        Some(word) => word,
        None => like(old, units, decimals),
    };
    Ok(Edit { span: text.span(found.range), new })
}

/// A count of units of the last decimal. Thousands are set apart if they were in the old number.
fn like(old: &str, units: i64, decimals: u32) -> String {
    let mut text = in_digits(units.into(), decimals);
    if old.contains(',') {
        let (start, end) = (usize::from(units < 0), text.find('.').unwrap_or(text.len()));
        for at in (start + 1..end).rev().filter(|at| (end - at) % 3 == 0) {
            text.insert(at, ',');
        }
    }
    if old.starts_with('−') { text.replacen('-', "−", 1) } else { text }
}
