//! Functions about movements: where they differ, their leaps, and how they are turned.

use crate::eval::{Eval, WORK_OF_LAYING};
use crate::fault::EvalFault;
use crate::form::{BLACK, CallForm, FormParameter, LABEL, PIECE};
use crate::formula::{AnyTerm, Movement};
use crate::resolve::{Call, CallSubject, Function, OrWhite, Resolved};
use crate::setting::say_setting;
use crate::syntax::{ExprKind, Name};
use crate::term::Term;
use padma_rules::model::{KindId, Side};
use padma_rules::movement::{Eighths, LeapKind};
use padma_rules::moves::{Comparison, Difference};
use padma_rules::reach::MovementOf;
use padma_text::diag::Code;
use padma_words::english;

/// The functions about movements.
pub(crate) const MOVEMENTS: &[Function] = &[
    Function::new(
        "turned",
        &[CallForm::new(
            "the movement M on a grid, turned to the left by a multiple of \
             45 degrees; M is a piece or a movement",
            &[&[LABEL, FormParameter::Other("45")]],
        )],
        resolve_turned,
    )
    .not_in_rules("it compares movements, and a rule asks where pieces are")
    .takes("a piece or a movement, and the angle in degrees"),
    Function::new(
        "same",
        &[CallForm::new(
            "whether two pieces or movements are the same: from every cell, in every position, \
             moved and unmoved, they can go to the same cells and take the same pieces",
            &[&[LABEL, FormParameter::Label("N")], &[LABEL, FormParameter::Label("N"), BLACK]],
        )],
        |call| {
            call.resolve_with(
                |eval, (a, b, OrWhite(side)): (Movement, Movement, OrWhite)| {
                    is_same(eval, a.movement_of(), b.movement_of(), side)
                },
            )
        },
    )
    .not_in_rules("it compares movements, and a rule asks where pieces are")
    .takes("two pieces or movements, and the side if it is Black"),
    Function::new(
        "leaps",
        &[
            CallForm::new(
                "the kinds of leap that a piece may make once it has moved, each given by its two \
                 coordinates, the shortest first: (0,1) is a step along a line, (1,2) a Knight's \
                 leap. A slide counts as its single step; a move of several legs adds none",
                &[&[LABEL]],
            ),
            CallForm::new(
                "the kinds of leap that a kind of piece, of either side, made in a [recorded \
                 game](../write/games.md#recorded-games) on a grid, except by castling. A piece counts as what it \
                 is, even where the record calls it something else",
                &[&[PIECE]],
            )
            .of_game(),
        ],
        |call| match call.subject {
            Some(game) => resolve_played_leaps(call, game),
            None => resolve_leaps(call),
        },
    )
    .not_in_rules("it compares movements, and a rule asks where pieces are")
    .asks(CallSubject::Game),
];

fn resolve_turned(call: &mut Call<'_, '_, '_>) -> Resolved<AnyTerm> {
    call.count(2..=2, String::new)?;
    let (movement, degrees) = (&call.arguments[0], &call.arguments[1]);
    let movement_term = call.resolver.movement(movement)?;
    let angle = match degrees.kind {
        ExprKind::Number(degrees) => Eighths::from_degrees(degrees),
        _ => None,
    };
    let Some(angle) = angle else {
        let label = "expected 45, 90 or another multiple of 45 below 360";
        return call.resolver.wrong(
            Code::ClaimType,
            "a grid cannot be turned by this angle",
            degrees.span,
            label,
        );
    };
    if !call.resolver.board().has_sheets() {
        return call.wrong(
            Code::ClaimType,
            "a movement can be turned only on a grid",
            "this board is not a grid",
        );
    }
    let term = match movement_term {
        Term::Fixed(fixed) => match call.resolver.scope.rules.turn(fixed.movement_of(), angle) {
            Ok(turned) => Term::Fixed(Movement::Written(turned)),
            Err(why) => {
                let message = "this movement cannot be turned";
                return call.resolver.wrong(
                    Code::ClaimType,
                    message,
                    movement.span,
                    &why.to_string(),
                );
            }
        },
        computed => Term::computed(move |eval| {
            let movement = computed.get(eval);
            eval.spend(WORK_OF_LAYING);
            match eval.world.rules.turn(movement.movement_of(), angle) {
                Ok(turned) => Movement::Written(turned),
                Err(why) => {
                    eval.fault = Some(EvalFault::Unturnable(why));
                    movement
                }
            }
        }),
    };
    Ok(AnyTerm::Movement(term))
}

/// Resolves `leaps(caballero)`.
fn resolve_leaps(call: &mut Call<'_, '_, '_>) -> Resolved<AnyTerm> {
    let (movement,) = call.resolve_arguments::<(Movement,)>()?;
    let Term::Fixed(fixed) = &movement else {
        return Ok(AnyTerm::Leaps(Term::computed(move |eval| {
            eval.spend(WORK_OF_LAYING);
            let movement = movement.get(eval);
            let leaps = eval.world.rules.leaps(movement.movement_of());
            leaps.unwrap_or_else(|why| eval.record_fault(EvalFault::Leaps(why)))
        })));
    };
    match call.resolver.scope.rules.leaps(fixed.movement_of()) {
        Ok(leaps) => Ok(AnyTerm::Leaps(Term::Fixed(leaps))),
        Err(why) => {
            let span = call
                .arguments
                .first()
                .map_or(call.span, |argument| argument.span);
            let message = "the leaps of this movement cannot be listed";
            call.resolver
                .wrong(Code::ClaimType, message, span, &why.to_string())
        }
    }
}

/// Resolves `party-3.leaps(knight)`.
fn resolve_played_leaps(call: &mut Call<'_, '_, '_>, game: &Name) -> Resolved<AnyTerm> {
    let (kind,) = call.resolve_arguments::<(KindId,)>()?;
    let place = call.game(game)?;
    if !call.resolver.board().has_sheets() {
        return call.wrong(
            Code::ClaimType,
            "leaps have coordinates only on a grid",
            "this board is not a grid",
        );
    }
    Ok(AnyTerm::Leaps(Term::computed(
        move |eval| -> Vec<LeapKind> {
            eval.spend(WORK_OF_LAYING);
            let kind = kind.get(eval);
            eval.world.games[place].leaps(kind, eval.board())
        },
    )))
}

/// Whether two movements are the same. Records where they differ, if reasons are wanted.
fn is_same(
    eval: &mut Eval<'_, '_>,
    first: MovementOf<'_>,
    second: MovementOf<'_>,
    side: Side,
) -> bool {
    eval.spend(2 * WORK_OF_LAYING * eval.cells());
    let world = eval.world;
    match world
        .rules
        .compare_with_walker(first, second, side, &mut eval.walker)
    {
        Comparison::Same => true,
        Comparison::Undecided => eval.record_fault(EvalFault::Undecided),
        Comparison::Differ(difference) => {
            if eval.records_reasons {
                eval.reason = Some(describe_difference(
                    eval,
                    [first, second],
                    side,
                    &difference,
                ));
            }
            false
        }
    }
}

/// Describes a difference in words: "from e4, with an enemy on e6: `rook` also takes e6".
fn describe_difference(
    eval: &Eval<'_, '_>,
    movers: [MovementOf<'_>; 2],
    side: Side,
    difference: &Difference,
) -> String {
    let text = english().say(say_setting(difference, None, side, eval.variant()));
    let mut parts = Vec::new();
    for (whose, [goes, takes]) in movers.into_iter().zip(difference.extra()) {
        for (verb, cells) in [("goes to", goes), ("takes", takes)] {
            if !cells.is_empty() {
                let (words, names) = (eval.world.rules.words(whose), eval.board().names_of(&cells));
                parts.push(format!("`{words}` also {verb} {}", names.join(" ")));
            }
        }
    }
    if parts.is_empty() {
        parts.push("they take other pieces on their way to the same cells".to_string());
    }
    format!("{text}: {}", parts.join("; "))
}
