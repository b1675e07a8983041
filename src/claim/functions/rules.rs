//! What the rules of play say that no movement does: promotions, goals, castling, what ends a game.

use crate::claim::resolve::{Argument, Function, OrWhite, Resolved, Resolver};
use crate::claim::syntax::Expr;
use crate::claim::term::Term;
use crate::claim::value::Number;
use crate::diag::Code;
use crate::model::{Cell, Ending, KindId, Repetition, Rule};

const NOTHING: &str = "nothing between the brackets";

/// What is asked of the rules of play.
pub(crate) const RULES: &[Function] = &[
    Function::new(
        "promotes-to(P), promotes-to(P, c) | the pieces it may be promoted to, anywhere or on the cell c, \
         as White's | \
         {1} <may> promote to [pieces] / {1} <may> promote on {2} to [pieces]",
        |call| call.of(|eval, (kind, cell): (KindId, Option<Cell>)| eval.variant().promotes_to(kind, cell)),
    )
    .takes("a piece, and a cell if only that is meant"),
    Function::new(
        "turns-into(P) | the pieces it becomes by what it does, as by a capture | \
         {1} <turn|s> into [pieces]",
        |call| call.of(|eval, (kind,): (KindId,)| eval.variant().turns_into(kind)),
    ),
    Function::of_board(
        "goal(P), goal(P, black) | the cells it wins by reaching, or helps to win | \
         {1} <has|does not have> its goal on [cells]",
        |call| call.of(|eval, (kind, OrWhite(side)): (KindId, OrWhite)| eval.variant().goal(kind, side)),
    ),
    Function::new(
        "goal-count(P) | how many of it must reach them; *never*, if none can win so | \
         = the number of {1:plural} that must reach their goal to win",
        |call| call.of(|eval, (kind,): (KindId,)| counted(eval.variant().goal_count(kind))),
    ),
    Function::new(
        "castles(P, \"0-0\"), castles(P, \"0-0\", black) | the cells to which such pieces come by the \
         castling of that name | \
         {1} <come|s> to [cells] by the castling {2}",
        |call| {
            call.of(|eval, (kind, Castling(rule), OrWhite(side)): (KindId, Castling, OrWhite)| {
                eval.variant().castled(rule, kind, side)
            })
        },
    )
    .takes("a piece, a castling, and a side if it is black"),
    Function::new(
        "quiet-limit() | how many moves of either side on end may be without a capture and the like; \
         *never*, if no rule says | \
         = the number of quiet moves on end that the rules allow",
        |call| call.of(|eval, ()| counted(eval.variant().quiet_limit())),
    )
    .takes(NOTHING),
    Function::new(
        "quiet-ending() | a text: what that means for the side that makes the last of them, `win`, `draw` \
         or `loss` | \
         = the outcome that going beyond the limit on quiet moves has for the side that makes the last of \
         them",
        |call| call.of(|eval, ()| eval.variant().quiet_ending().map_or("", Ending::name).to_string()),
    )
    .takes(NOTHING),
    Function::new(
        "repetition-limit() | the time at which a position that comes about with the same side to move \
         ends the game, or at which it is forbidden; *never*, if no rule says | \
         = the time at which a repeated position ends the game or is forbidden",
        |call| {
            call.of(|eval, ()| {
                let limit = eval.variant().rules.iter().find_map(|rule| match rule {
                    Rule::Repetition(Repetition::Draw { times }) => Some(Number::whole((*times).into())),
                    Rule::Repetition(Repetition::Forbidden) => Some(Number::whole(2)),
                    _ => None,
                });
                limit.unwrap_or(Number::Never)
            })
        },
    )
    .takes(NOTHING),
];

/// What a rule counts; *never*, if there is no such rule.
fn counted(count: Option<u16>) -> Number {
    count.map_or(Number::Never, |count| Number::whole(count.into()))
}

/// A castling by its name: its place among the rules.
#[derive(Clone)]
struct Castling(usize);

impl Argument for Castling {
    const WORDS: &'static str = "a castling";

    fn resolve(resolver: &mut Resolver<'_, '_>, expr: &Expr) -> Resolved<Term<Castling>> {
        let said = resolver.quoted(expr, "the name of a castling", "expected a text such as `\"0-0\"`")?;
        let name = |rule: &Rule| match rule {
            Rule::Castling(castling) => Some(castling.name.clone()),
            _ => None,
        };
        let rules = &resolver.variant().rules;
        if let Some(place) = rules.iter().position(|rule| name(rule).as_deref() == Some(said)) {
            return Ok(Term::Fixed(Castling(place)));
        }
        let known: Vec<String> = rules.iter().filter_map(name).collect();
        let label = match known[..] {
            [] => "its rules name no castling".to_string(),
            _ => format!("expected one of {}", known.join(", ")),
        };
        let message = format!("the variant has no castling `{said}`");
        let known = known.iter().map(String::as_str);
        resolver.unknown(Code::UnknownName, message, (said, expr.span), &label, known)
    }
}
