//! Functions about a piece as the variant defines it, and about the setup.

use super::checkers::checker_named;
use super::reach::find_alone;
use crate::eval::{Eval, WORK_OF_LAYING};
use crate::form::{BLACK, CELL, CHECKER, CallForm, FormParameter, LABEL, PIECE};
use crate::formula::{AnyTerm, Movement};
use crate::illustration::Illustration;
use crate::resolve::lower::RuleTerm;
use crate::resolve::{Call, Function, OrWhite, Resolved, WordMeaning};
use crate::term::Term;
use crate::value::Number;
use padma_rules::model::{Cell, CellSet, CellsTerm, KindId, Piece, RuleStage, Side, Truth};
use padma_text::diag::Code;

/// The functions about a piece.
pub(crate) const PIECES: &[Function] = &[
    Function::new(
        "range",
        &[CallForm::new(
            "the union of its reach over every cell of the empty board on which it may stand",
            &[&[LABEL], &[LABEL, BLACK]],
        )],
        |call| {
            call.resolve_with(|eval, (movement, OrWhite(side)): (Movement, OrWhite)| {
                match find_alone(eval, &movement, side) {
                    true => eval.world.rules.range(movement.movement_of(), side),
                    false => CellSet::EMPTY,
                }
            })
        },
    )
    .in_rules(RuleStage::Geometry, [1, 2], |lowering, arguments| {
        lowering.cells_of_kinds(arguments, CellsTerm::Range)
    }),
    Function::new(
        "stands-on",
        &[CallForm::new(
            "the cells it may stand on",
            &[&[PIECE], &[PIECE, BLACK]],
        )],
        |call| {
            call.resolve_with(|eval, (kind, OrWhite(side)): (KindId, OrWhite)| {
                eval.variant().stands_on(kind, side)
            })
        },
    )
    .in_rules(RuleStage::Geometry, [1, 2], |lowering, arguments| {
        lowering.cells_of_kinds(arguments, CellsTerm::StandsOn)
    }),
    Function::new(
        "distance",
        &[CallForm::new(
            "how many moves it needs from a to b on the empty board, or to the nearest cell of a \
             set; *never* if it cannot get there",
            &[
                &[LABEL, FormParameter::Cell("a"), FormParameter::Cell("b")],
                &[
                    LABEL,
                    FormParameter::Cell("a"),
                    FormParameter::Cell("b"),
                    BLACK,
                ],
            ],
        )],
        |call| {
            call.resolve_with(
                |eval, (movement, from, to, OrWhite(side)): (Movement, Cell, CellSet, OrWhite)| {
                    if !find_alone(eval, &movement, side) {
                        return Number::Never;
                    }
                    let distances = eval
                        .world
                        .rules
                        .distances(movement.movement_of(), side, from);
                    let least = to.iter().filter_map(|to| distances[to]).min();
                    least.map_or(Number::Never, |moves| Number::whole(moves.into()))
                },
            )
        },
    )
    .not_in_rules("it may be *never*, and the numbers of a rule are whole")
    .takes("a piece or a movement, a cell, the cell or cells to get to, and the side if it is Black"),
    Function::new(
        "jumps",
        &[CallForm::new(
            "whether it can go over other pieces: whether from some cell it gets past the cells next to it \
             while pieces stand on all others",
            &[&[PIECE], &[PIECE, BLACK]],
        )],
        |call| {
            call.resolve_with(|eval, (movement, OrWhite(side)): (Movement, OrWhite)| {
                // Each cell is asked about with each other cell empty in turn.
                eval.spend(eval.cells() * eval.cells());
                eval.world.rules.jumps(movement.movement_of(), side)
            })
        },
    )
    .not_in_rules("it asks about every position, and a rule has one"),
    Function::new(
        "mobility",
        &[CallForm::new(
            "the mean number of cells that it reaches alone, over the cells on which it may stand",
            &[&[PIECE], &[PIECE, BLACK]],
        )],
        |call| {
            call.resolve_with(|eval, (movement, OrWhite(side)): (Movement, OrWhite)| {
                eval.spend(eval.cells() * WORK_OF_LAYING);
                let (rules, subject) = (eval.world.rules, movement.movement_of());
                let stands = rules.stands_on(subject, side);
                let alone = rules.alone(subject, side);
                let reached: usize = stands.iter().map(|cell| alone.of(cell).len()).sum();
                Number::Fraction {
                    numerator: reached as i64,
                    denominator: (stands.len() as i64).max(1),
                }
            })
        },
    )
    .not_in_rules("it asks about every cell, and may be no whole number"),
    Function::new(
        "inventor",
        &[CallForm::new("a text: who invented it", &[&[PIECE]])],
        |call| {
            call.resolve_with(|eval, (kind,): (KindId,)| {
                eval.variant()
                    .kind(kind)
                    .inventor
                    .clone()
                    .unwrap_or_default()
            })
        },
    )
    .repeats(),
    Function::new(
        "name",
        &[CallForm::new(
            "a text: what a piece or a [checker](#checkers) is called",
            &[&[PIECE], &[CHECKER]],
        )],
        |call| {
            if let [only] = call.arguments
                && let Some(checker) = checker_named(call.resolver, only)
            {
                let name = call.resolver.variant().checkers[checker.index()]
                    .name
                    .clone();
                return Ok(AnyTerm::Text(Term::Fixed(name)));
            }
            call.resolve_with(|eval, (kind,): (KindId,)| eval.variant().kind(kind).name.clone())
        },
    )
    .repeats(),
    Function::new(
        "letter",
        &[CallForm::new(
            "a text: the letters that stand for it",
            &[&[PIECE]],
        )],
        |call| {
            call.resolve_with(|eval, (kind,): (KindId,)| eval.variant().kind(kind).letter.clone())
        },
    )
    .repeats(),
    Function::new(
        "movement",
        &[CallForm::new(
            "a text: its movement as the variant writes it",
            &[&[PIECE]],
        )],
        |call| {
            call.resolve_with(|eval, (kind,): (KindId,)| {
                eval.variant().kind(kind).movement.source_text()
            })
        },
    )
    .repeats(),
    Function::new(
        "promotion",
        &[CallForm::new(
            "the cells on which it promotes, by a rule of the variant",
            &[&[PIECE], &[PIECE, BLACK]],
        )],
        |call| {
            call.resolve_with(|eval, (kind, OrWhite(side)): (KindId, OrWhite)| {
                eval.variant().promotion_zone(kind, side)
            })
        },
    ),
    Function::new(
        "royal",
        &[CallForm::new("whether it is a king", &[&[PIECE]])],
        |call| call.resolve_with(|eval, (kind,): (KindId,)| eval.variant().kind(kind).royal),
    )
    .means(&[WordMeaning::Royal])
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| {
        let kinds = lowering.kinds(&arguments[0])?;
        let within = |others| Truth::KindsWithin(Box::new([kinds.clone(), others]));
        // Where nothing is taken, or a move is a pass, there is no piece that could be a king.
        let is_none = within(lowering.kinds_with(|_| false));
        let are_royal = within(lowering.kinds_with(|kind| kind.royal));
        Ok(RuleTerm::Truth(Truth::Both(Box::new([
            Truth::Not(Box::new(is_none)),
            are_royal,
        ]))))
    })
    .repeats(),
    Function::new(
        "setup",
        &[
            CallForm::new(
                "the cells with pieces in the variant's [setup](../rules/variant.md#setup)",
                &[&[]],
            ),
            CallForm::new(
                "the cells with such a piece of that side in the setup",
                &[&[PIECE], &[PIECE, BLACK]],
            ),
        ],
        |call| {
            check_setup(call)?;
            call.resolve_with(|eval, (kind, OrWhite(side)): (Option<KindId>, OrWhite)| {
                let wanted = kind.map(|kind| Piece {
                    side,
                    kind: Some(kind),
                });
                setup_cells(eval, |piece| wanted.is_none_or(|wanted| wanted == piece))
            })
        },
    )
    .in_rules(RuleStage::Geometry, [2, 2], |lowering, arguments| {
        let (kinds, side) = (
            lowering.kinds(&arguments[0])?,
            lowering.side(&arguments[1])?,
        );
        lowering.spend_board();
        Ok(RuleTerm::Cells(CellsTerm::AtStart(Box::new(kinds), side)))
    })
    .takes("nothing, or a piece, and the side if it is Black")
    .repeats(),
    Function::new(
        "army",
        &[CallForm::new(
            "the cells with pieces of that side in the setup",
            &[&[FormParameter::Side("white")]],
        )],
        |call| {
            check_setup(call)?;
            call.resolve_with(|eval, (side,): (Side,)| {
                setup_cells(eval, |piece| piece.side == side)
            })
        },
    )
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| {
        let side = lowering.side(&arguments[0])?;
        lowering.spend_board();
        let all = lowering.kinds_with(|_| true);
        Ok(RuleTerm::Cells(CellsTerm::AtStart(Box::new(all), side)))
    })
    .repeats(),
    Function::new(
        "reserve",
        &[CallForm::new(
            "how many of them stand beside the board",
            &[&[PIECE], &[PIECE, BLACK]],
        )],
        |call| {
            check_setup(call)?;
            call.resolve_with(|eval, (kind, OrWhite(side)): (KindId, OrWhite)| {
                let setup = eval.variant().setup.as_ref();
                Number::whole(
                    setup
                        .map_or(0, |setup| setup.reserve.count(side, kind))
                        .into(),
                )
            })
        },
    )
    .repeats(),
    Function::new(
        "together",
        &[CallForm::new(
            "how many of one side may stand together on a cell at the start; 1 unless a rule \
             allows more",
            &[&[PIECE, CELL], &[PIECE, CELL, BLACK]],
        )],
        |call| {
            call.resolve_with(
                |eval, (kind, cell, OrWhite(side)): (KindId, Cell, OrWhite)| {
                    Number::whole(eval.variant().most_at_start(kind, side, cell).into())
                },
            )
        },
    )
    .repeats(),
];

/// Returns the cells of the pieces in the setup that `fits` selects.
fn setup_cells(eval: &mut Eval<'_, '_>, fits: impl Fn(Piece) -> bool) -> CellSet {
    eval.spend(eval.cells());
    let Some(setup) = eval.variant().setup.as_ref() else {
        return CellSet::EMPTY;
    };
    let position = setup.position.clone();
    let fitting = position.pieces().filter(|(_, piece)| fits(*piece));
    let cells = fitting.map(|(cell, _)| cell).collect();
    eval.note_illustration(|_| Illustration {
        cells,
        ..Illustration::of(position)
    });
    cells
}

fn check_setup(call: &mut Call<'_, '_, '_>) -> Resolved<()> {
    let variant = call.resolver.variant();
    if variant.setup.is_some() {
        return Ok(());
    }
    let message = format!("the variant `{}` has no setup", variant.id);
    call.wrong(
        Code::UnknownName,
        message,
        "expected a table `[setup]` in its file",
    )
}
