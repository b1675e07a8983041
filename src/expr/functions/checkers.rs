//! Functions about the checkers that pieces are made of, and about scales of names.

use crate::eval::Eval;
use crate::form::{CHECKER, CallForm, FormParameter, PIECE};
use crate::formula::AnyTerm;
use crate::resolve::{Argument, Call, ExprResolver, Function, Reported, Resolved};
use crate::syntax::{Expr, ExprKind};
use crate::term::Term;
use crate::value::Number;
use padma_rules::model::{Checker, CheckerId, KindId, Scale};
use padma_rules::names::unknown_checker;
use padma_text::diag::{Code, Diagnostic};

/// The functions about checkers and scales.
pub(crate) const CHECKERS: &[Function] = &[
    Function::new(
        "checkers",
        &[
            CallForm::new(
                "how many checkers a suit has, or how many of one kind",
                &[&[], &[CHECKER]],
            ),
            CallForm::new(
                "how many a piece has, or how many of one kind",
                &[&[PIECE], &[PIECE, CHECKER]],
            ),
        ],
        |call| {
            call.count(0..=2, String::new)?;
            check_has_checkers(call)?;
            let all = &call.resolver.variant().checkers;
            match call.arguments {
                [] => Ok(whole_number(
                    all.iter().map(|checker| i64::from(checker.count)).sum(),
                )),
                [only] => match checker_named(call.resolver, only) {
                    Some(checker) => Ok(whole_number(all[checker.index()].count.into())),
                    None => {
                        check_piece(call.resolver, only)?;
                        call.resolve_with(|eval, (kind,): (KindId,)| {
                            Number::whole(eval.variant().kind(kind).checkers.height().into())
                        })
                    }
                },
                _ => call.resolve_with(|eval, (kind, checker): (KindId, CheckerId)| {
                    Number::whole(eval.variant().kind(kind).checkers.of(checker).into())
                }),
            }
        },
    )
    .takes("nothing, a checker, or a piece with or without a checker")
    .repeats(),
    Function::new(
        "kinds",
        &[CallForm::new(
            "how many kinds of checker there are, or how many of them a \
                     piece has",
            &[&[], &[PIECE]],
        )],
        |call| {
            check_has_checkers(call)?;
            call.resolve_with(|eval, (kind,): (Option<KindId>,)| {
                let kinds = match kind {
                    None => eval.variant().checkers.len(),
                    Some(kind) => eval.variant().kind(kind).checkers.kinds().count(),
                };
                Number::whole(kinds as i64)
            })
        },
    )
    .repeats(),
    Function::new(
        "most",
        &[CallForm::new(
            "the most checkers of one kind that a piece may have",
            &[&[CHECKER]],
        )],
        |call| {
            call.resolve_with(|eval, (checker,): (CheckerId,)| {
                Number::whole(eval.variant().checkers[checker.index()].most.into())
            })
        },
    )
    .repeats(),
    Function::new(
        "parts",
        &[CallForm::new(
            "the pieces whose movements a combination joins; none for any \
                     other piece",
            &[&[PIECE]],
        )],
        |call| {
            call.resolve_with(|eval, (kind,): (KindId,)| eval.variant().kind(kind).parts.clone())
        },
    ),
    Function::new(
        "worth",
        &[
            CallForm::new(
                "what all the checkers of a suit, one checker of a kind, or the checkers of a \
                 piece are worth",
                &[&[], &[CHECKER], &[PIECE]],
            ),
            CallForm::new(
                "the value of a name on a scale",
                &[&[FormParameter::Scale("S"), FormParameter::Text("\"Master\"")]],
            ),
        ],
        resolve_worth,
    )
    .takes("nothing, a checker or a piece, or a scale and one of its names")
    .repeats(),
    Function::new(
        "steps",
        &[CallForm::new(
            "how many names a scale has",
            &[&[FormParameter::Scale("S")]],
        )],
        |call| {
            call.count(1..=1, String::new)?;
            let scale = find_scale(call.resolver, &call.arguments[0])?;
            Ok(whole_number(scale.steps.len() as i64))
        },
    )
    .takes("a scale")
    .repeats(),
    Function::new(
        "place",
        &[CallForm::new(
            "the place of a name on a scale; the lowest is 1",
            &[&[FormParameter::Scale("S"), FormParameter::Text("\"Master\"")]],
        )],
        |call| {
            call.count(2..=2, String::new)?;
            let scale = find_scale(call.resolver, &call.arguments[0])?;
            let place = find_step(call.resolver, scale, &call.arguments[1])?;
            Ok(whole_number(place as i64 + 1))
        },
    )
    .takes("a scale and one of its names")
    .repeats(),
    Function::new(
        "named",
        &[CallForm::new(
            "a text: the name at a place on a scale",
            &[&[FormParameter::Scale("S"), FormParameter::Other("2")]],
        )],
        |call| {
            call.count(2..=2, String::new)?;
            let scale = find_scale(call.resolver, &call.arguments[0])?;
            let place = match call.arguments[1].kind {
                ExprKind::Number(place) => usize::try_from(place - 1).ok(),
                _ => None,
            };
            if let Some(step) = place.and_then(|place| scale.steps.get(place)) {
                return Ok(AnyTerm::Text(Term::Fixed(step.name.clone())));
            }
            let label = format!("expected a number from 1 to {}", scale.steps.len());
            let message = "this is not a place on the scale";
            call.resolver
                .wrong(Code::ClaimType, message, call.arguments[1].span, &label)
        },
    )
    .takes("a scale and a number")
    .repeats(),
];

fn whole_number(number: i64) -> AnyTerm {
    fixed_number(Number::whole(number))
}

fn fixed_number(number: Number) -> AnyTerm {
    AnyTerm::Number(Term::Fixed(number))
}

/// Resolves `worth()` of a suit, `worth(deer)`, `worth(P)` or `worth(bets, "Master")`.
fn resolve_worth(call: &mut Call<'_, '_, '_>) -> Resolved<AnyTerm> {
    call.count(0..=2, String::new)?;
    if let [scale_named, name] = call.arguments {
        let scale = find_scale(call.resolver, scale_named)?;
        let step = &scale.steps[find_step(call.resolver, scale, name)?];
        if let Some(value) = step.value {
            return Ok(fixed_number(Number::from(value)));
        }
        let message = format!("`{}` has no value", step.name);
        return call.resolver.wrong(
            Code::ClaimType,
            message,
            name.span,
            "expected a name with a `value`",
        );
    }
    check_has_checkers(call)?;
    let variant = call.resolver.variant();
    if let Some(unvalued) = variant
        .checkers
        .iter()
        .find(|checker| checker.value.is_none())
    {
        let message = format!("the checker `{}` has no value", unvalued.id);
        return call.wrong(
            Code::ClaimType,
            message,
            "expected a `value` for every checker",
        );
    }
    let Some(only) = call.arguments.first() else {
        return Ok(AnyTerm::Number(Term::computed(|eval| {
            total(eval, |_, checker| checker.count.into())
        })));
    };
    if let Some(kind) = checker_named(call.resolver, only) {
        let value = variant.checkers[kind.index()].value;
        return Ok(fixed_number(value.map_or(Number::whole(0), Number::from)));
    }
    check_piece(call.resolver, only)?;
    call.resolve_with(|eval, (kind,): (KindId,)| {
        let stack = eval.variant().kind(kind).checkers;
        total(eval, |kind, _| stack.of(kind).into())
    })
}

/// Adds up the values of checkers. `count` returns the number of each kind.
fn total(eval: &mut Eval<'_, '_>, count: impl Fn(CheckerId, &Checker) -> i64) -> Number {
    let mut sum = Some(Number::whole(0));
    for (place, checker) in eval.variant().checkers.iter().enumerate() {
        let count = count(CheckerId::new(place), checker);
        // Most kinds of checker do not occur.
        if count == 0 && checker.value.is_some() {
            continue;
        }
        let worth = checker
            .value
            .and_then(|value| Number::from(value).times(Number::whole(count)));
        sum = sum.zip(worth).and_then(|(sum, worth)| sum.plus(worth));
    }
    eval.number_or_overflow(sum)
}

/// Returns the checker that a name means, if any.
pub(super) fn checker_named(resolver: &ExprResolver<'_, '_>, expr: &Expr) -> Option<CheckerId> {
    match &expr.kind {
        ExprKind::Name(name) if !resolver.is_variable(name) => {
            resolver.variant().checker_named(name)
        }
        _ => None,
    }
}

impl Argument for CheckerId {
    const WORDS: &'static str = "a checker";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<CheckerId>> {
        if let Some(kind) = checker_named(resolver, expr) {
            return Ok(Term::Fixed(kind));
        }
        let word = name_of(expr);
        let known = &resolver.variant().checkers;
        resolver
            .diagnostics
            .push(unknown_checker(word, expr.span, known));
        Err(Reported)
    }
}

/// Returns the name to write in a complaint, or "this" for anything else.
fn name_of(expr: &Expr) -> &str {
    match &expr.kind {
        ExprKind::Name(name) => name,
        _ => "this",
    }
}

/// Reports a name that is neither a checker nor a piece, where both are allowed.
fn check_piece(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<()> {
    let ExprKind::Name(name) = &expr.kind else {
        return Ok(());
    };
    let variant = resolver.variant();
    if resolver.is_variable(name) || variant.kind_named(name).is_some() {
        return Ok(());
    }
    let checkers = variant.checkers.iter().map(|checker| checker.id.as_str());
    let known = checkers.chain(variant.kinds.iter().map(|kind| kind.id.as_str()));
    let message = format!("`{name}` is neither a checker nor a piece of this variant");
    let complaint =
        Diagnostic::error(Code::UnknownChecker, message).at(expr.span, "expected the id of one");
    resolver.diagnostics.push(complaint.suggest(name, known));
    Err(Reported)
}

fn check_has_checkers(call: &mut Call<'_, '_, '_>) -> Resolved<()> {
    let variant = call.resolver.variant();
    if !variant.checkers.is_empty() {
        return Ok(());
    }
    let message = format!(
        "the pieces of the variant `{}` are not made of checkers",
        variant.id
    );
    call.wrong(
        Code::UnknownName,
        message,
        "expected tables `[[checker]]` in its file",
    )
}

fn find_scale<'a>(resolver: &mut ExprResolver<'a, '_>, expr: &Expr) -> Resolved<&'a Scale> {
    let scales = &resolver.variant().scales;
    let (name, known) = (name_of(expr), scales.iter().map(|scale| scale.id.as_str()));
    let label = ExprResolver::one_of(known.clone(), "expected a table `[[scale]]` with this `id`");
    let message = format_args!("`{name}` is not a scale of this variant");
    Ok(&scales[resolver.find_among(known, (name, expr.span), message, &label)?])
}

/// Finds the index of a name on a scale, from 0.
fn find_step(resolver: &mut ExprResolver<'_, '_>, scale: &Scale, expr: &Expr) -> Resolved<usize> {
    let name = resolver.quoted_text(expr, "a name of this scale", "expected a name in quotes")?;
    let known = scale.steps.iter().map(|step| step.name.as_str());
    let message = format_args!("`{name}` is not a name of the scale `{}`", scale.id);
    resolver.find_among(
        known,
        (name, expr.span),
        message,
        "expected one of its `steps`",
    )
}
