//! Functions about the source's own numbers (its contents, sections, figures and references), and
//! about the symbols of a diagram's marks.

use crate::form::{CallForm, FormParameter};
use crate::formula::AnyTerm;
use crate::outline::{NumberId, Outline};
use crate::resolve::{Argument, Call, ExprResolver, Function, Resolved, outline_part};
use crate::syntax::{Expr, ExprKind};
use crate::term::{Term, sorted_unique};
use padma_text::diag::Code;

/// The functions about the source's own numbers.
pub(crate) const OUTLINE: &[Function] = &[
    Function::new(
        "twice",
        &[CallForm::new(
            "the numbers that occur there more than once; likewise `twice(contents)` and \
             `twice(figures)`",
            &[&[FormParameter::Other("sections")]],
        )],
        |call| {
            call.resolver.check_outline(call.name.span)?;
            let named = match call.arguments {
                [
                    Expr {
                        kind: ExprKind::Name(name),
                        ..
                    },
                ] => outline_part(name),
                _ => None,
            };
            let Some(part) = named else {
                let label = "expected `contents`, `sections` or `figures`";
                return call.wrong(Code::ClaimType, "expected a part of the source here", label);
            };
            let mut all = call.resolver.scope.outline.part(part);
            all.sort_unstable();
            let twice = all
                .windows(2)
                .filter(|pair| pair[0] == pair[1])
                .map(|pair| pair[0]);
            Ok(AnyTerm::Entries(Term::Fixed(sorted_unique(
                twice.collect(),
            ))))
        },
    )
    .of_source(),
    Function::new(
        "references",
        &[CallForm::new(
            "the numbers that a section's text refers to",
            &[&[FormParameter::Text("\"2.0\"")]],
        )],
        |call| resolve_entries(call, Outline::references),
    )
    .of_source(),
    Function::new(
        "figures",
        &[CallForm::new(
            "the figures in a section",
            &[&[FormParameter::Text("\"2.0\"")]],
        )],
        |call| resolve_entries(call, Outline::figures_of),
    )
    .of_source(),
    Function::new(
        "dotted",
        &[CallForm::new(
            "the same numbers with a dot for each hyphen, as a table of contents may print them",
            &[&[FormParameter::Other("figures")]],
        )],
        |call| {
            call.resolver.check_outline(call.name.span)?;
            call.resolve_with(|eval, (entries,): (Vec<NumberId>,)| {
                let outline = eval.world.outline;
                sorted_unique(
                    entries
                        .into_iter()
                        .filter_map(|entry| outline.dotted_number(entry))
                        .collect(),
                )
            })
        },
    )
    .takes("figures")
    .of_source(),
    Function::new(
        "listed",
        &[CallForm::new(
            "a text: the title in the table of contents",
            &[&[FormParameter::Text("\"2.0\"")]],
        )],
        |call| resolve_text(call, Outline::listed_title),
    )
    .of_source()
    .repeats(),
    Function::new(
        "title",
        &[CallForm::new(
            "a text: the title of the section or figure itself; the first, if two have the same \
             number",
            &[&[FormParameter::Text("\"2.0\"")]],
        )],
        |call| resolve_text(call, Outline::title),
    )
    .of_source()
    .repeats(),
    Function::new(
        "symbols",
        &[CallForm::new(
            "a text: the symbols of a diagram's marks",
            &[&[FormParameter::Other("R2-1")]],
        )],
        |call| {
            let [
                Expr {
                    kind: ExprKind::Name(id),
                    span,
                },
            ] = call.arguments
            else {
                let label = "expected the id of a diagram of this book";
                return call.wrong(Code::ClaimType, "expected a diagram here", label);
            };
            let figure = call.resolver.diagram(id, *span)?;
            let symbols = call.resolver.scope.placed[figure].symbols.join(" ");
            Ok(AnyTerm::Text(Term::Fixed(symbols)))
        },
    )
    .repeats(),
];

fn resolve_entries(
    call: &mut Call<'_, '_, '_>,
    lookup: fn(&Outline, NumberId) -> Vec<NumberId>,
) -> Resolved<AnyTerm> {
    call.resolver.check_outline(call.name.span)?;
    call.resolve_with(move |eval, (entry,): (NumberId,)| {
        eval.spend(eval.world.outline.len() as u64);
        sorted_unique(lookup(eval.world.outline, entry))
    })
}

fn resolve_text(
    call: &mut Call<'_, '_, '_>,
    lookup: fn(&Outline, NumberId) -> Option<&str>,
) -> Resolved<AnyTerm> {
    call.resolver.check_outline(call.name.span)?;
    call.resolve_with(move |eval, (entry,): (NumberId,)| {
        lookup(eval.world.outline, entry)
            .unwrap_or_default()
            .to_string()
    })
}

impl Argument for NumberId {
    const WORDS: &'static str = "the number of a section or figure";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<NumberId>> {
        if let ExprKind::Text(number) = &expr.kind {
            return resolver.find_entry(number, expr.span).map(Term::Fixed);
        }
        if let ExprKind::Name(name) = &expr.kind
            && resolver.is_variable(name)
            && let AnyTerm::Entry(entry) = resolver.term(expr)?
        {
            return Ok(entry);
        }
        let label = "expected its number in quotes, as in `\"A1.0\"`, or a variable";
        resolver.wrong(
            Code::ClaimType,
            "expected a section or figure here",
            expr.span,
            label,
        )
    }
}
