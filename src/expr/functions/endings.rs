//! Functions about endings with few pieces.

use crate::eval::Eval;
use crate::fault::EvalFault;
use crate::form::{CallForm, FormParameter};
use crate::resolve::{Argument, ExprResolver, Function, Resolved};
use crate::syntax::Expr;
use crate::term::Term;
use crate::value::Number;
use padma_rules::model::{KindId, Side};
use padma_rules::play::Tally;
use padma_text::diag::Code;
use std::rc::Rc;

/// The functions about endings, solved for every placement of some pieces with either side to
/// move.
pub(crate) const ENDINGS: &[Function] = &[
    Function::new(
        "always-wins",
        &[CallForm::new(
            "whether White, with the pieces named first, wins whenever it is to move. All pieces \
             count as moved and no earlier move is known, so castling, repetition and limits on \
             quiet moves play no part. Endings with pieces beside the board, cells that travel or \
             goals that count arrivals have no value",
            &[&[FormParameter::Text("\"king rook v king\"")]],
        )],
        |call| {
            call.resolve_with(|eval, (pieces,): (EndingPieces,)| {
                let Some([white, _]) = tallies(eval, &pieces) else {
                    return false;
                };
                let not_won = white.lost + white.drawn;
                eval.record_reason(not_won > 0, || {
                    let all = not_won + white.won;
                    format!("{not_won} of {all} positions with White to move are not won")
                });
                not_won == 0
            })
        },
    )
    .not_in_rules("it solves an ending, and that depends on the rules themselves"),
    Function::new(
        "longest-win",
        &[CallForm::new(
            "how many moves White needs at most if both sides play their best",
            &[&[FormParameter::Text("\"king rook v king\"")]],
        )],
        |call| {
            call.resolve_with(|eval, (pieces,): (EndingPieces,)| {
                let plies = tallies(eval, &pieces).map_or(0, |[white, _]| white.longest_win);
                Number::whole(plies.div_ceil(2).into())
            })
        },
    )
    .not_in_rules("it solves an ending, and that depends on the rules themselves"),
];

/// Returns the tallies of an ending with White and with Black to move.
fn tallies(eval: &mut Eval<'_, '_>, pieces: &EndingPieces) -> Option<[Tally; 2]> {
    let world = eval.world;
    let result = world
        .endings
        .tallies(world.game(), &pieces.0, |work| eval.walker.fuel.spend(work));
    result
        .map_err(|why| eval.fault = Some(EvalFault::Ending(why)))
        .ok()
}

/// The pieces of an ending, as in `"king rook v king"`: White's, then Black's.
#[derive(Clone)]
struct EndingPieces(Rc<[(Side, KindId)]>);

impl Argument for EndingPieces {
    const WORDS: &'static str = "the pieces of an ending in quotes";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<EndingPieces>> {
        const EXPECTED: &str = "expected the pieces in quotes, such as `\"king rook v king\"`";
        let text = resolver.quoted_text(expr, "an ending", EXPECTED)?;
        let Some((white, _)) = text.split_once(" v ") else {
            let message = format!("`{text}` names the pieces of only one side");
            return resolver.wrong(Code::ClaimType, message, expr.span, EXPECTED);
        };
        let mut kinds = Vec::new();
        let mut start = 0;
        for word in text.split(' ') {
            let side = if start < white.len() {
                Side::White
            } else {
                Side::Black
            };
            if !word.is_empty() && start != white.len() + 1 {
                // The text starts after the opening quote.
                let at = expr.span.slice(1 + start..1 + start + word.len());
                let kind = resolver.variant().kind_named(word);
                kinds.push((side, kind.ok_or_else(|| resolver.unknown_piece(word, at))?));
            }
            start += word.len() + 1;
        }
        Ok(Term::Fixed(EndingPieces(kinds.into())))
    }
}
