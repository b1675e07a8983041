//! Questions about dates of the Gregorian calendar, which a source prints and no clock decides.

use chrono::{Datelike, NaiveDate};

use super::{Settled, Settler, Term};
use crate::claim::formula::{Num, Txt};
use crate::claim::syntax::{Expr, ExprKind};
use crate::claim::value::Number;
use crate::diag::Code;
use crate::text::Span;

impl Settler<'_, '_> {
    /// `weekday("29 December 2016")`.
    pub(super) fn weekday(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "a date in quotes", span)?;
        let date = self.date(&arguments[0])?;
        Ok(Term::Text(Txt::Fixed(date.format("%A").to_string())))
    }

    /// `day("4 October 2002")`: which day it is, counted from 1 January of the year 1.
    pub(super) fn day(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "a date in quotes", span)?;
        let date = self.date(&arguments[0])?;
        Ok(Term::Number(Num::Fixed(Number::whole(date.num_days_from_ce().into()))))
    }

    fn date(&mut self, expr: &Expr) -> Settled<NaiveDate> {
        let ExprKind::Text(text) = &expr.kind else {
            let message = "a date is due here".to_string();
            return self.wrong(Code::ClaimType, message, expr.span, "expected one in quotes");
        };
        let date = NaiveDate::parse_from_str(text, "%d %B %Y").ok();
        let label = "expected a day, a month in English and a year from 1 to 9999: `29 December 2016`";
        date.filter(|date| (1..=9999).contains(&date.year()))
            .map_or_else(|| self.wrong(Code::ClaimType, format!("`{text}` is no date"), expr.span, label), Ok)
    }
}
