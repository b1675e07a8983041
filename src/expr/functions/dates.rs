//! Functions about dates that a source prints, in the Gregorian calendar and without a clock; and
//! about boards other than the variant's own.

use chrono::{Datelike, NaiveDate};

use crate::form::{CallForm, FormParameter};
use crate::resolve::{Argument, ExprResolver, Function, Resolved};
use crate::syntax::{Expr, ExprKind};
use crate::term::Term;
use crate::value::Number;
use padma_rules::model::lotus::{Census, PetalCount};
use padma_text::diag::Code;

/// The functions about dates.
pub(crate) const DATES: &[Function] = &[
    Function::new(
        "weekday",
        &[CallForm::new(
            "a text: the name of the day",
            &[&[FormParameter::Text("\"29 December 2016\"")]],
        )],
        |call| call.resolve_with(|_, (date,): (NaiveDate,)| date.format("%A").to_string()),
    )
    .not_in_rules("it asks about a date"),
    Function::new(
        "day",
        &[CallForm::new(
            "the number of the day, so that two days can be compared and the days between them \
             counted",
            &[&[FormParameter::Text("\"29 December 2016\"")]],
        )],
        |call| {
            call.resolve_with(|_, (date,): (NaiveDate,)| {
                Number::whole(date.num_days_from_ce().into())
            })
        },
    )
    .not_in_rules("it asks about a date"),
];

/// The functions about other boards.
pub(crate) const BOARDS: &[Function] = &[Function::new(
    "arrangements",
    &[
        CallForm::new(
            "how many ways there are to join n petals at their sides, counting rotations and \
             reflections as one; n is a number from 1 to 7, in digits",
            &[&[FormParameter::Other("n")]],
        ),
        CallForm::new(
            "how many of them make a board of t cells",
            &[&[FormParameter::Other("n"), FormParameter::Other("t")]],
        ),
    ],
    |call| {
        call.resolve_with(|_, (petals, cells): (PetalCount, Option<Number>)| {
            let census = Census::of(petals);
            let count = match cells {
                None => census.all(),
                Some(cells) => cells.as_count().map_or(0, |cells| census.with_cells(cells)),
            };
            Number::whole(count as i64)
        })
    },
)
.takes("a number of petals, and a number of cells if not all boards count")];

impl Argument for NaiveDate {
    const WORDS: &'static str = "a date in quotes";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<NaiveDate>> {
        let text = resolver.quoted_text(expr, "a date", "expected a date in quotes")?;
        let date = NaiveDate::parse_from_str(text, "%d %B %Y").ok();
        if let Some(date) = date.filter(|date| (1..=9999).contains(&date.year())) {
            return Ok(Term::Fixed(date));
        }
        let label =
            "expected a day, a month in English and a year from 1 to 9999: `29 December 2016`";
        resolver.wrong(
            Code::ClaimType,
            format!("`{text}` is not a date"),
            expr.span,
            label,
        )
    }
}

/// The argument must be a literal, so that a number that is too large is reported before
/// evaluation.
impl Argument for PetalCount {
    const WORDS: &'static str = "a number of petals";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<PetalCount>> {
        let count = match expr.kind {
            ExprKind::Number(count) => PetalCount::new(count),
            _ => None,
        };
        if let Some(count) = count {
            return Ok(Term::Fixed(count));
        }
        let message = "the arrangements of this many petals are not counted";
        let label = format!(
            "expected a number from 1 to {}, in digits",
            PetalCount::MOST
        );
        resolver.wrong(Code::ClaimType, message, expr.span, &label)
    }
}
