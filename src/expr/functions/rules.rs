//! Functions about rules of play that are not movements: promotion, goals, castling, the end of a
//! game.

use crate::form::{BLACK, CELL, CallForm, FormParameter, PIECE};
use crate::resolve::{
    Argument, ExprResolver, Function, Generality, OrWhite, Resolved, WordMeaning,
};
use crate::syntax::Expr;
use crate::term::{Term, sorted_unique};
use crate::value::Number;
use padma_rules::model::{CaptureWay, Cell, Ending, KindId, Repetition, Rule, Side};
use padma_rules::play::State;

const NOTHING: &str = "nothing between the brackets";

/// The functions about the rules of play.
pub(crate) const RULES: &[Function] = &[
    Function::new(
        "promotes-to",
        &[CallForm::new(
            "the pieces that it may promote to as White, anywhere or on the cell c",
            &[&[PIECE], &[PIECE, CELL]],
        )],
        |call| {
            call.resolve_with(|eval, (kind, cell): (KindId, Option<Cell>)| {
                eval.variant().promotes_to(kind, cell)
            })
        },
    )
    .takes("a piece, and a cell if only that one is meant"),
    Function::new(
        "may-wait",
        &[CallForm::new("whether it may stay as it is where it could promote", &[&[PIECE]])],
        |call| call.resolve_with(|eval, (kind,): (KindId,)| eval.variant().may_wait(kind)),
    ),
    Function::new(
        "turns-into",
        &[CallForm::new(
            "the pieces it turns into by its own moves, such as captures",
            &[&[PIECE]],
        )],
        |call| call.resolve_with(|eval, (kind,): (KindId,)| eval.variant().transforms_into(kind)),
    ),
    Function::new(
        "in-hand",
        &[CallForm::new(
            "the pieces it becomes in the [hand](../rules/rules-of-play.md#pieces-in-hand) of the side that takes \
             it, whether in any way or in the way named, such as `movement` or `enclosure`; none \
             if it goes into no hand",
            &[&[PIECE], &[PIECE, FormParameter::Text("\"enclosure\"")]],
        )],
        |call| {
            call.resolve_with(|eval, (kind, way): (KindId, Option<CaptureWay>)| {
                let ways = CaptureWay::ALL
                    .into_iter()
                    .filter(|other| way.is_none_or(|way| way == *other));
                sorted_unique(
                    ways.filter_map(|way| eval.variant().in_hand(kind, &[way]))
                        .collect(),
                )
            })
        },
    )
    .takes("a piece, and a way of taking if only that one is meant"),
    Function::new(
        "goal",
        &[CallForm::new(
            "the cells that it wins, or helps to win, by reaching",
            &[&[PIECE], &[PIECE, BLACK]],
        )],
        |call| {
            call.resolve_with(|eval, (kind, OrWhite(side)): (KindId, OrWhite)| {
                eval.variant().goal(kind, side)
            })
        },
    )
    .means(&[WordMeaning::Win]),
    Function::new(
        "goal-count",
        &[CallForm::new(
            "how many such pieces must reach their goal to win; *never* if they cannot win this \
             way",
            &[&[PIECE]],
        )],
        |call| {
            call.resolve_with(|eval, (kind,): (KindId,)| {
                count_or_never(eval.variant().goal_count(kind))
            })
        },
    )
    .means(&[WordMeaning::Win])
    .repeats(),
    Function::new(
        "castles",
        &[CallForm::new(
            "the cells on which such pieces end up after the castling of that name",
            &[
                &[PIECE, FormParameter::Text("\"0-0\"")],
                &[PIECE, FormParameter::Text("\"0-0\""), BLACK],
            ],
        )],
        |call| {
            call.resolve_with(
                |eval, (kind, CastlingId(rule), OrWhite(side)): (KindId, CastlingId, OrWhite)| {
                    eval.variant().castling_targets(rule, kind, side)
                },
            )
        },
    )
    .speaks_of(Generality::One)
    .takes("a piece, a castling, and the side if it is Black"),
    Function::new(
        "castlings",
        &[CallForm::new("how many castlings the rules have, by their names in the notation", &[&[]])],
        |call| {
            call.resolve_with(|eval, ()| {
                let is_castling = |rule: &&Rule| matches!(rule, Rule::Castling(_));
                let rules = eval.variant().rules.iter();
                Number::whole(rules.filter(is_castling).count() as i64)
            })
        },
    )
    .takes(NOTHING),
    Function::new(
        "has-rule",
        &[CallForm::new(
            "whether the variant has [a rule](../rules/rules-of-play.md) of this kind or name",
            &[&[FormParameter::Text("\"castling\"")]],
        )],
        |call| call.resolve_with(|_, (RuleName(is_there),): (RuleName,)| is_there),
    )
    .takes("the kind or name of a rule in quotes"),
    Function::new(
        "moves-first",
        &[CallForm::new("a text: the side that moves first, `White` or `Black`", &[&[]])],
        |call| {
            call.resolve_with(|eval, ()| {
                let start = State::setup(eval.world.game());
                start.map_or(Side::White, |start| start.to_move()).titled().to_string()
            })
        },
    )
    .takes(NOTHING)
    .repeats(),
    Function::new(
        "quiet-limit",
        &[CallForm::new(
            "how many quiet moves in a row, those of both sides counted together, the rules \
             allow; *never* if no rule limits them",
            &[&[]],
        )],
        |call| {
            call.resolve_with(|eval, ()| {
                count_or_never(eval.variant().quiet_limit().map(|limit| limit.plies))
            })
        },
    )
    .takes(NOTHING)
    .repeats(),
    Function::new(
        "quiet-breaks",
        &[CallForm::new("the pieces whose every move restarts that count", &[&[]])],
        |call| call.resolve_with(|eval, ()| eval.variant().quiet_breaks()),
    )
    .takes(NOTHING),
    Function::new(
        "quiet-ending",
        &[CallForm::new(
            "a text: what exceeding that limit means for the side that makes the last of these \
             moves: `win`, `draw` or `loss`, or the points it gets, such as `0.75`",
            &[&[]],
        )],
        |call| {
            call.resolve_with(|eval, ()| {
                eval.variant()
                    .quiet_limit()
                    .map_or_else(String::new, |limit| limit.ending.name())
            })
        },
    )
    .takes(NOTHING)
    .repeats(),
    Function::new(
        "stalemate-ending",
        &[CallForm::new(
            "a text: what it means for a side to have no legal move without being in check, \
             wherever its king stands: `win`, `draw` or `loss`, or the points it gets, such as `0.75`; `draw` \
             if no rule says otherwise",
            &[&[]],
        )],
        |call| {
            call.resolve_with(|eval, ()| {
                let ending = eval.variant().stalemate_ending();
                ending.unwrap_or(Ending::Draw).name()
            })
        },
    )
    .means(&[WordMeaning::Stalemate])
    .takes(NOTHING)
    .repeats(),
    Function::new(
        "variant",
        &[CallForm::new("a text: the variant's title", &[&[]])],
        |call| call.resolve_with(|eval, ()| eval.variant().title.clone()),
    )
    .takes(NOTHING)
    .repeats(),
    Function::new(
        "repetition-limit",
        &[CallForm::new(
            "which occurrence of a position, with the same side to move, ends the game or is \
             forbidden, such as 3 for the third; *never* if no rule says so",
            &[&[]],
        )],
        |call| {
            call.resolve_with(|eval, ()| {
                let limit = eval.variant().rules.iter().find_map(|rule| match rule {
                    Rule::Repetition(Repetition::Draw { times, .. }) => {
                        Some(Number::whole((*times).into()))
                    }
                    Rule::Repetition(Repetition::Forbidden) => Some(Number::whole(2)),
                    _ => None,
                });
                limit.unwrap_or(Number::Never)
            })
        },
    )
    .takes(NOTHING)
    .repeats(),
];

/// Returns the number that a rule sets; *never* if no rule sets it.
fn count_or_never(count: Option<u16>) -> Number {
    count.map_or(Number::Never, |count| Number::whole(count.into()))
}

impl Argument for CaptureWay {
    const WORDS: &'static str = "a way of taking";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<CaptureWay>> {
        let name = resolver.quoted_text(
            expr,
            "a way of taking",
            "expected a text such as `\"enclosure\"`",
        )?;
        let known = CaptureWay::ALL.into_iter().map(CaptureWay::name);
        let label = ExprResolver::one_of(known.clone(), "");
        let message = format_args!("`{name}` is not a way of taking a piece");
        let place = resolver.find_among(known, (name, expr.span), message, &label)?;
        Ok(Term::Fixed(CaptureWay::ALL[place]))
    }
}

/// Whether the variant has a rule, which is given by its kind or name.
#[derive(Clone)]
struct RuleName(bool);

impl Argument for RuleName {
    const WORDS: &'static str = "the kind or name of a rule";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<RuleName>> {
        let name = resolver.quoted_text(
            expr,
            "the kind or name of a rule",
            "expected a text such as `\"castling\"`",
        )?;
        let rules = &resolver.variant().rule_names;
        let known = rules.keys().map(String::as_str);
        let message = format_args!("there is no kind of rule `{name}`");
        resolver.find_among(
            known,
            (name, expr.span),
            message,
            "expected a rule as a variant names it",
        )?;
        Ok(Term::Fixed(RuleName(rules.get(name) == Some(&true))))
    }
}

/// A castling, given by its name and stored as its index among the rules.
#[derive(Clone)]
struct CastlingId(usize);

impl Argument for CastlingId {
    const WORDS: &'static str = "a castling";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<CastlingId>> {
        let name = resolver.quoted_text(
            expr,
            "the name of a castling",
            "expected a text such as `\"0-0\"`",
        )?;
        let rules = resolver.variant().rules.iter().enumerate();
        let castlings = rules.filter_map(|(place, rule)| match rule {
            Rule::Castling(castling) => Some((place, castling.name.as_str())),
            _ => None,
        });
        let castlings: Vec<(usize, &str)> = castlings.collect();
        let known = castlings.iter().map(|(_, castling)| *castling);
        let label = ExprResolver::one_of(known.clone(), "its rules have no castling");
        let message = format_args!("the variant has no castling `{name}`");
        let place = resolver.find_among(known, (name, expr.span), message, &label)?;
        Ok(Term::Fixed(CastlingId(castlings[place].0)))
    }
}
