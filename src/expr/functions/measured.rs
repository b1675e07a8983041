//! Functions about measured games. Means are numbers; a count of winners is a text that names the games, so that no claim
//! can state a share without them.

use crate::eval::Eval;
use crate::fault::EvalFault;
use crate::form::{CallForm, FormParameter};
use crate::resolve::{Argument, ExprResolver, Function, OrWhite, Resolved};
use crate::syntax::{Expr, ExprKind};
use crate::term::Term;
use crate::value::Number;
use padma_play::MeasuredGames;
use padma_rules::play::{EffectVerb, Reason};

/// The functions about measured games.
pub(crate) const MEASURED: &[Function] = &[
    Function::new(
        "measured",
        &[CallForm::new(
            "the number of measured games, their mean length in plies, or the mean number of legal moves in a \
             position, to a tenth",
            &[
                &[FormParameter::Other("games")],
                &[FormParameter::Other("length")],
                &[FormParameter::Other("choice")],
            ],
        )],
        |call| {
            call.resolve_with(|eval, (what,): (MeasuredMean,)| {
                let Some(games) = games_of(eval) else {
                    return Number::whole(0);
                };
                let [numerator, denominator] = match what {
                    MeasuredMean::Games => [games.games, 1],
                    MeasuredMean::Length => [games.plies, games.games],
                    MeasuredMean::Choice => [games.choices, games.plies],
                };
                in_tenths(numerator, denominator)
            })
        },
    )
    .not_in_rules("it asks about games that were played by the rules"),
    Function::new(
        "measured-wins",
        &[CallForm::new(
            "a text: the games that a side won, with the 95% limits of their share",
            &[&[FormParameter::Side("white")], &[FormParameter::Side("black")]],
        )],
        |call| {
            call.resolve_with(|eval, (OrWhite(side),): (OrWhite,)| {
                let games = games_of(eval);
                games.map_or_else(String::new, |games| {
                    share_of_games(games.won[side as usize], games.games)
                })
            })
        },
    )
    .not_in_rules("it asks about games that were played by the rules"),
    Function::new(
        "measured-ends",
        &[CallForm::new(
            "a text: the games that ended so, such as by `mate`, `goal` or `repetition`, or in a draw, `drawn`",
            &[&[FormParameter::Text("\"mate\"")]],
        )],
        |call| {
            call.resolve_with(|eval, (end,): (EndName,)| {
                let games = games_of(eval);
                games.map_or_else(String::new, |games| {
                    let count = match end.0.as_str() {
                        "drawn" => games.drawn,
                        "unfinished" => games.unfinished(),
                        end => games.ends.get(end).copied().unwrap_or(0),
                    };
                    share_of_games(count, games.games)
                })
            })
        },
    )
    .not_in_rules("it asks about games that were played by the rules"),
    Function::new(
        "measured-events",
        &[CallForm::new(
            "the mean number of effects of that name in a measured game, such as `capture`, `promote` or `drop`",
            &[&[FormParameter::Text("\"promote\"")]],
        )],
        |call| {
            call.resolve_with(|eval, (event,): (EventName,)| {
                let Some(games) = games_of(eval) else {
                    return Number::whole(0);
                };
                let count = games.events.get(&event.0).copied();
                in_tenths(count.unwrap_or(0), games.games)
            })
        },
    )
    .not_in_rules("it asks about games that were played by the rules"),
];

/// Returns the games, if they were measured by the rules and the player of today.
fn games_of<'a>(eval: &mut Eval<'a, '_>) -> Option<&'a MeasuredGames> {
    match eval.world.measured {
        Some(measured) if measured.is_current => return Some(&measured.games.games),
        Some(_) => eval.fault = Some(EvalFault::MeasuredBefore),
        None => eval.fault = Some(EvalFault::NotMeasured),
    }
    None
}

/// Returns a mean, rounded to a tenth: more digits would mean nothing.
fn in_tenths(sum: u64, count: u64) -> Number {
    let (sum, count) = (u128::from(sum), u128::from(count.max(1)));
    Number::Fraction {
        numerator: i64::try_from((20 * sum + count) / (2 * count)).unwrap_or(i64::MAX),
        denominator: 10,
    }
}

/// Writes "107 of 200 games (47 to 60%)": the interval of E. B. Wilson, *Probable Inference, the Law of Succession, and
/// Statistical Inference*, 1927, in whole percent.
fn share_of_games(count: u64, games: u64) -> String {
    // With z = 1.96, in hundredths; all in 128 bits, so that nothing is rounded but the result.
    let (k, n, z2) = (i128::from(count), i128::from(games.max(1)), 38_416_i128);
    // centre = k + z²/2; spread = z √(k (n-k) / n + z²/4), each over n + z².
    let root = square_root(4 * 10_000 * k * (n - k) / n * z2 + z2 * z2);
    let percent = |sum: i128| {
        let whole = 2 * (10_000 * n + z2);
        ((100 * sum + whole / 2) / whole).clamp(0, 100)
    };
    let centre = 20_000 * k + z2;
    let [low, high] = [percent(centre - root), percent(centre + root)];
    format!("{count} of {games} games ({low} to {high}%)")
}

/// Returns the whole part of a square root, by Newton's method.
fn square_root(number: i128) -> i128 {
    let mut root = number.max(1);
    loop {
        let next = (root + number / root) / 2;
        if next >= root {
            return root;
        }
        root = next;
    }
}

padma_text::named! {
    /// The quantity of a mean.
    enum MeasuredMean by name {
        Games "games",
        Length "length",
        Choice "choice",
    }
}

impl Argument for MeasuredMean {
    const WORDS: &'static str = "`games`, `length` or `choice`";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<MeasuredMean>> {
        let name = match &expr.kind {
            ExprKind::Name(name) => name.as_str(),
            _ => "",
        };
        let place = resolver.find_among(
            MeasuredMean::NAMES.into_iter(),
            (name, expr.span),
            format_args!("games have no such mean"),
            "expected `games`, `length` or `choice`; for winners there is `measured-wins`",
        )?;
        Ok(Term::Fixed(MeasuredMean::ALL[place]))
    }
}

/// The name of a kind of ending.
#[derive(Clone)]
struct EndName(String);

impl Argument for EndName {
    const WORDS: &'static str = "a name in quotes";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<EndName>> {
        let known = Reason::names().into_iter().chain(["drawn", "unfinished"]);
        let name = known_name(resolver, expr, known, "kind of ending", "mate")?;
        Ok(Term::Fixed(EndName(name)))
    }
}

/// The name of an effect.
#[derive(Clone)]
struct EventName(String);

impl Argument for EventName {
    const WORDS: &'static str = "a name in quotes";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<EventName>> {
        let known = EffectVerb::NAMES.into_iter().chain(["castling"]);
        let name = known_name(resolver, expr, known, "effect", "capture")?;
        Ok(Term::Fixed(EventName(name)))
    }
}

/// Reads a name in quotes that must be one of those known.
fn known_name<'n>(
    resolver: &mut ExprResolver<'_, '_>,
    expr: &Expr,
    known: impl Iterator<Item = &'n str> + Clone,
    what: &str,
    example: &str,
) -> Resolved<String> {
    let label = format!("expected a name in quotes, such as `\"{example}\"`");
    let name = resolver.quoted_text(expr, "a name", &label)?;
    let message = format_args!("no {what} is called `{name}`");
    resolver.find_among(known, (name, expr.span), message, &label)?;
    Ok(name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_its_limits() {
        // Wilson's interval for 107 of 200 is 46.6% to 60.3%, for 0 of 20 0 to 16.1%.
        let cases = [
            ((107, 200), "107 of 200 games (47 to 60%)"),
            ((0, 20), "0 of 20 games (0 to 16%)"),
            ((20, 20), "20 of 20 games (84 to 100%)"),
            ((1, 1), "1 of 1 games (21 to 100%)"),
        ];
        for ((count, games), expected) in cases {
            assert_eq!(share_of_games(count, games), expected);
        }
    }
}
