//! Functions about a position in play (check, mate, the outcome, the legal moves and their
//! effects).

use super::in_play::{
    ask_about_move, ask_in_play, has_no_move, is_legal, is_over, resolve_in_play,
};
use crate::form::{BLACK, CELL, CallForm, FormParameter, PIECE, SET};
use crate::formula::{AnyTerm, PositionParts};
use crate::illustration::Illustration;
use crate::position::{diagram_parts, parts_of_position};
use crate::resolve::lower::RuleTerm;
use crate::resolve::{
    Call, CallSubject, Function, Generality, Idiom, MoveText, OrWhite, Origin, Reported, Resolved,
    WordMeaning,
};
use crate::syntax::{Expr, ExprKind};
use crate::term::Term;
use crate::value::Number;
use padma_rules::model::{
    Cell, CellSet, CellsTerm, KindId, KindsTerm, NumberTerm, Piece, RuleStage, Side, Truth,
};
use padma_rules::play::{self, Move, MoveManner, Ply, State};
use padma_text::diag::Code;

const CELL_AND_SIDE: &str = "a cell, and the side if it is not the one to move";
const PIECE_AND_SIDE: &str = "a piece, and the side if it is not the one to move";
const MOVE_AND_SIDE: &str = "a move in quotes, and the side if it is not the one to move";

/// The functions about a position or a game.
pub(crate) const PLAY: &[Function] = &[
    Function::of_diagram(
        "in-check",
        &[CallForm::new(
            "whether a royal piece of that side is attacked",
            &[&[FormParameter::Side("white")]],
        )],
        |call| resolve_in_play(call, |_, in_play, (side,): (Side,)| in_play.in_check(side)),
    )
    .in_rules(RuleStage::Attack, [1, 1], |lowering, arguments| {
        lowering.spend_board();
        Ok(RuleTerm::Truth(Truth::InCheck(lowering.side(&arguments[0])?)))
    })
    .speaks_of(Generality::One)
    .means(&[WordMeaning::Check]),
    Function::of_diagram(
        "attacked",
        &[CallForm::new(
            "whether a side could capture a piece on c, or on each cell of a set",
            &[&[CELL, FormParameter::Side("white")]],
        )],
        |call| {
            resolve_in_play(call, |_, in_play, (cells, side): (CellSet, Side)| {
                let (game, state) = (in_play.game, &in_play.state);
                let scratch = &mut in_play.scratch;
                let mut cells = cells.iter();
                cells.all(|cell| play::attacked(game, state, scratch, cell, side))
            })
        },
    )
    .in_rules(RuleStage::Attack, [2, 2], |lowering, arguments| {
        let cells = match lowering.term(&arguments[0])? {
            RuleTerm::Cell(cell) => cell,
            RuleTerm::Cells(cells) => {
                let all = lowering.scope.names.board.len() as u64;
                lowering.spend(all.saturating_mul(all));
                cells
            }
            other => return lowering.mismatch("a cell", &other, arguments[0].span),
        };
        lowering.spend_board();
        let side = lowering.side(&arguments[1])?;
        Ok(RuleTerm::Truth(Truth::Attacked(Box::new(cells), side)))
    })
    .speaks_of(Generality::One),
    Function::of_diagram(
        "hand",
        &[CallForm::new(
            "how many such pieces a side has beside the board",
            &[&[PIECE, FormParameter::Side("white")]],
        )],
        |call| {
            resolve_in_play(call, |_, in_play, (kind, side): (KindId, Side)| {
                Number::whole(in_play.state.reserve(side, kind).into())
            })
        },
    )
    .in_rules(RuleStage::Position, [2, 2], |lowering, arguments| {
        let (kinds, side) = (lowering.kinds(&arguments[0])?, lowering.side(&arguments[1])?);
        lowering.spend(lowering.scope.names.pieces.len() as u64);
        Ok(RuleTerm::Number(NumberTerm::InHand(kinds, side)))
    }),
    Function::of_diagram(
        "kinds-on",
        &[CallForm::new("the kinds of the pieces on the cells of S", &[&[SET]])],
        |call| {
            resolve_in_play(call, |_, in_play, (cells,): (CellSet,)| {
                let pieces = in_play.state.position().pieces();
                let on = pieces.filter(|(cell, _)| cells.contains(*cell));
                let mut kinds: Vec<KindId> = on.filter_map(|(_, piece)| piece.kind).collect();
                kinds.sort_unstable();
                kinds.dedup();
                kinds
            })
        },
    )
    .in_rules(RuleStage::Position, [1, 1], |lowering, arguments| {
        lowering.spend_board();
        let cells = lowering.cells(&arguments[0])?;
        Ok(RuleTerm::Kinds(KindsTerm::On(Box::new(cells))))
    })
    .idiom(Idiom::KindsOn),
    Function::of_diagram(
        "mate",
        &[CallForm::new(
            "whether that side, were it to move, would be in check and \
             have no legal move",
            &[&[BLACK]],
        )],
        |call| {
            resolve_in_play(call, |eval, in_play, (side,): (Side,)| {
                has_no_move(eval, in_play, side, true)
            })
        },
    )
    .in_rules(RuleStage::Legal, [1, 1], |lowering, arguments| {
        lowering.spend_board();
        let side = lowering.side(&arguments[0])?;
        Ok(lowering.lacks_moves(side, Truth::InCheck(side)))
    })
    .speaks_of(Generality::One)
    .means(&[WordMeaning::Check, WordMeaning::Mate]),
    Function::of_diagram(
        "stalemate",
        &[CallForm::new(
            "whether that side, were it to move, would have no legal move \
             and not be in check",
            &[&[BLACK]],
        )],
        |call| {
            resolve_in_play(call, |eval, in_play, (side,): (Side,)| {
                has_no_move(eval, in_play, side, false)
            })
        },
    )
    .in_rules(RuleStage::Legal, [1, 1], |lowering, arguments| {
        lowering.spend_board();
        let side = lowering.side(&arguments[0])?;
        Ok(lowering.lacks_moves(side, Truth::Not(Box::new(Truth::InCheck(side)))))
    })
    .speaks_of(Generality::One)
    .means(&[WordMeaning::Stalemate, WordMeaning::Draw]),
    Function::of_diagram(
        "wins",
        &[CallForm::new(
            "whether the game is over and that side has won",
            &[&[FormParameter::Side("white")]],
        )],
        |call| {
            resolve_in_play(call, |eval, in_play, (side,): (Side,)| {
                is_over(eval, in_play, Some(side))
            })
        },
    )
    .means(&[WordMeaning::Win]),
    Function::of_diagram(
        "drawn",
        &[CallForm::new("whether the game is over and neither side has won", &[&[]])],
        |call| resolve_in_play(call, |eval, in_play, ()| is_over(eval, in_play, None)),
    )
    .means(&[WordMeaning::Draw]),
    Function::of_diagram(
        "outcome",
        &[CallForm::new(
            "a text: how the game stands, such as `White has won by mate`, \
             `drawn by stalemate` or `the game goes on`",
            &[&[]],
        )],
        |call| {
            resolve_in_play(call, |eval, in_play, ()| {
                let outcome = in_play.outcome();
                (eval.world.describe_state)(outcome.as_ref(), in_play.game)
            })
        },
    ),
    Function::of_diagram(
        "legal",
        &[CallForm::new(
            "whether a move in the variant's notation is legal, for the side named, or else the \
             side to move, or either side if the diagram does not say whose turn it is",
            &[&[FormParameter::Text("\"Nf3\"")], &[FormParameter::Text("\"Nf6\""), BLACK]],
        )],
        |call| {
            resolve_in_play(
                call,
                |eval, in_play, (text, side): (MoveText, Option<Side>)| match side
                    .or(in_play.figure.to_move)
                {
                    Some(side) => is_legal(eval, in_play, &text, &[side]),
                    None => is_legal(eval, in_play, &text, &Side::BOTH),
                },
            )
        },
    )
    .speaks_of(Generality::One)
    .takes(MOVE_AND_SIDE),
    Function::of_diagram(
        "written",
        &[CallForm::new(
            "a text: a legal move in the variant's notation, with the symbols that may be left out",
            &[&[FormParameter::Text("\"Nf3\"")], &[FormParameter::Text("\"Nf6\""), BLACK]],
        )],
        |call| {
            resolve_in_play(
                call,
                |eval, in_play, (text, side): (MoveText, Option<Side>)| {
                    ask_about_move(eval, in_play, &text, side, |in_play, moves, mv| {
                        in_play.text(moves, mv)
                    })
                },
            )
        },
    )
    .takes(MOVE_AND_SIDE),
    Function::of_diagram(
        "legal-moves",
        &[CallForm::new(
            "how many moves are legal, counting each choice of promotion: all, or those of the pieces of a kind, \
             or of the piece on a cell",
            &[&[], &[BLACK], &[PIECE], &[PIECE, BLACK], &[CELL]],
        )],
        resolve_legal_moves,
    )
    .tried_as(&["moves-of"])
    .in_rules(RuleStage::Legal, [1, 1], |lowering, arguments| {
        Ok(RuleTerm::Number(NumberTerm::LegalMoves(lowering.side(&arguments[0])?)))
    }),
    Function::of_diagram(
        "to-move",
        &[CallForm::new(
            "a text: the side to move, `White` or `Black`; empty if the diagram does not say so",
            &[&[]],
        )],
        |call| {
            resolve_in_play(call, |_, in_play, ()| {
                let (figure, setup) = (in_play.figure, State::setup(in_play.game));
                let is_setup = |setup: &State| *setup.position() == figure.position;
                let side = match setup.filter(is_setup) {
                    Some(setup) if figure.after.is_none() => figure.to_move.unwrap_or(setup.to_move()),
                    _ if figure.to_move.is_none() && figure.after.is_none() => return String::new(),
                    _ => in_play.state.to_move(),
                };
                side.titled().to_string()
            })
        },
    )
    .from(Origin::Diagram),
    Function::of_diagram(
        "takes",
        &[CallForm::new(
            "the cells of the pieces a legal move takes",
            &[&[FormParameter::Text("\"Wxg6\"")], &[FormParameter::Text("\"Wxg6\""), BLACK]],
        )],
        |call| {
            resolve_in_play(
                call,
                |eval, in_play, (text, side): (MoveText, Option<Side>)| -> CellSet {
                    ask_about_move(eval, in_play, &text, side, |_, moves, mv| {
                        moves.captures(mv).map(|(_, cell)| cell).collect()
                    })
                },
            )
        },
    )
    .speaks_of(Generality::Deeds)
    .takes(MOVE_AND_SIDE),
    Function::of_diagram(
        "frozen",
        &[CallForm::new(
            "the cells of the pieces that cannot move because an enemy \
             [freezes](../rules/rules-of-play.md#freezing) them",
            &[&[], &[BLACK]],
        )],
        resolve_frozen,
    )
    .in_rules(RuleStage::Position, [1, 1], |lowering, arguments| {
        lowering.spend_board();
        Ok(RuleTerm::Cells(CellsTerm::Frozen(lowering.side(&arguments[0])?)))
    }),
    Function::of_diagram(
        "liberties",
        &[CallForm::new(
            "the empty cells beside the piece on that cell or a piece connected to it, as the \
             variant's first [enclosure](../rules/rules-of-play.md#enclosure) defines them",
            &[&[FormParameter::Cell("a8")]],
        )],
        |call| {
            if !call.resolver.variant().encloses() {
                let label = "expected a rule `enclosure` in it";
                return call.wrong(
                    Code::ClaimType,
                    "no piece can be enclosed in this variant",
                    label,
                );
            }
            resolve_in_play(call, |_, in_play, (cell,): (Cell,)| {
                play::liberties(in_play.game, &in_play.state, cell)
            })
        },
    )
    .not_in_rules("it asks about a power, which is a rule of its own")
    .takes("the cell of a piece"),
    Function::new(
        "goes",
        &[
            CallForm::new(
                "the cells to which a piece of the diagram may legally go by \
                 itself",
                &[&[FormParameter::Label("K")]],
            ),
            CallForm::new(
                "the cells that the legal moves of a side, were it to move, bring its pieces P to",
                &[&[PIECE, FormParameter::Side("white")]],
            ),
        ],
        |call| match call.arguments {
            [_, _] => resolve_in_play(call, |_, in_play, (kind, side): (KindId, Side)| {
                let moves = in_play.legal_moves(Some(side));
                let own = moves.iter().filter(|mv| mv.kind == Some(kind));
                own.map(|mv| mv.to).collect::<CellSet>()
            }),
            _ => resolve_landing_cells(call, |mv| mv.manner == MoveManner::Plain),
        },
    )
    .in_rules(RuleStage::Legal, [2, 2], |lowering, arguments| {
        let (kinds, side) = (lowering.kinds(&arguments[0])?, lowering.side(&arguments[1])?);
        lowering.spend(lowering.scope.names.pieces.len() as u64);
        Ok(RuleTerm::Cells(CellsTerm::Goes(Box::new(kinds), side)))
    })
    .speaks_of(Generality::Deeds)
    .asks(CallSubject::Diagram)
    .takes("the label of a piece, or a piece and a side"),
    Function::new(
        "teleports",
        &[CallForm::new(
            "the cells to which it may legally be \
             [teleported](../rules/rules-of-play.md#teleport)",
            &[&[FormParameter::Label("K")]],
        )],
        |call| {
            resolve_landing_cells(call, |mv| {
                mv.manner == MoveManner::Teleported && mv.from != Some(mv.to)
            })
        },
    )
    .takes("the label of a piece"),
    Function::of_diagram(
        "drops",
        &[CallForm::new(
            "the cells where such a piece in hand may legally be dropped",
            &[&[FormParameter::Piece("rook")], &[FormParameter::Piece("rook"), BLACK]],
        )],
        |call| {
            resolve_in_play(call, |_, in_play, (kind, side): (KindId, Option<Side>)| {
                in_play.landing_cells(side, None, |mv| mv.kind == Some(kind))
            })
        },
    )
    .speaks_of(Generality::One)
    .takes(PIECE_AND_SIDE),
    Function::of_diagram(
        "travels",
        &[CallForm::new(
            "the places to which a cell may legally [travel](../rules/rules-of-play.md#travel)",
            &[&[FormParameter::Cell("b2")], &[FormParameter::Cell("b2"), BLACK]],
        )],
        |call| {
            resolve_in_play(call, |_, in_play, (cell, side): (Cell, Option<Side>)| {
                in_play.landing_cells(side, Some(cell), |mv| mv.manner == MoveManner::Travels)
            })
        },
    )
    .takes(CELL_AND_SIDE),
    Function::of_diagram(
        "brought",
        &[CallForm::new(
            "the cell to which a legal move, its own or another's, brings the piece on d4; none \
             if it stays there or leaves the board",
            &[
                &[FormParameter::Text("\"Hc3cw\""), FormParameter::Cell("d4")],
                &[
                        FormParameter::Text("\"Hc3cw\""),
                        FormParameter::Cell("d4"),
                        BLACK,
                    ],
            ],
        )],
        |call| {
            resolve_in_play(
                call,
                |eval, in_play, (text, cell, side): (MoveText, Cell, Option<Side>)| -> CellSet {
                    ask_about_move(eval, in_play, &text, side, |_, moves, mv| {
                        moves.target_of(mv, cell).into_iter().collect()
                    })
                },
            )
        },
    )
    .speaks_of(Generality::One)
    .takes("a move in quotes, a cell, and the side if it is not the one to move"),
    Function::of_diagram(
        "handed",
        &[CallForm::new(
            "the cells of the pieces that a legal move puts into hand",
            &[&[FormParameter::Text("\"Rd2~\"")], &[FormParameter::Text("\"Rd2~\""), BLACK]],
        )],
        |call| {
            resolve_in_play(
                call,
                |eval, in_play, (text, side): (MoveText, Option<Side>)| -> CellSet {
                    ask_about_move(eval, in_play, &text, side, |_, moves, mv| {
                        moves.cells_into_hand(mv).collect()
                    })
                },
            )
        },
    )
    .takes(MOVE_AND_SIDE),
    Function::new(
        "missing",
        &[CallForm::new("the cells that are absent in the diagram", &[&[]])],
        |call| call.of_position(|eval, figure, ()| eval.world.placed[figure].position.absent()),
    )
    .in_rules(RuleStage::Position, [0, 0], |_, _| Ok(RuleTerm::Cells(CellsTerm::Absent)))
    .idiom(Idiom::Absent)
    .asks(CallSubject::Diagram)
    .from(Origin::Diagram),
    Function::of_diagram(
        "pieces",
        &[CallForm::new(
            "the cells where such pieces stand in the nearest diagram; `D1.pieces(P)` for another",
            &[&[PIECE], &[PIECE, BLACK], &[FormParameter::Side("white")]],
        )],
        resolve_pieces,
    )
    .in_rules(RuleStage::Position, [1, 2], |lowering, arguments| lowering.pieces(arguments))
    .idiom(Idiom::Pieces)
    .from(Origin::Diagram),
    Function::of_diagram(
        "position",
        &[CallForm::new(
            "a position: every piece of the diagram on its cell, those in \
             hand, and whose turn it is, if the diagram or its moves say \
             so; `D1.position()` is that of another",
            &[&[]],
        )],
        |call| {
            let figure = any_position(call)?;
            call.resolve_with(move |eval, ()| {
                PositionParts(diagram_parts(&eval.world.placed[figure], eval.variant()))
            })
        },
    )
    .from(Origin::Diagram),
    Function::new(
        "setup-position",
        &[CallForm::new(
            "a position: that of the variant's [setup](../rules/variant.md#setup), \
             with the pieces beside the board",
            &[&[]],
        )],
        |call| {
            call.resolve_with(|eval, ()| {
                let setup = eval.variant().setup.as_ref();
                PositionParts(setup.map_or_else(Vec::new, |setup| {
                    parts_of_position(&setup.position, &setup.reserve, None)
                }))
            })
        },
    )
    .repeats(),
    Function::of_diagram(
        "controls",
        &[CallForm::new(
            "whether a side has the majority on a cell that can travel",
            &[&[FormParameter::Side("white"), FormParameter::Cell("b2")]],
        )],
        |call| {
            resolve_in_play(call, |_, in_play, (side, cell): (Side, Cell)| {
                play::controls_cell(in_play.game, &in_play.state, cell, side)
            })
        },
    )
    .not_in_rules("it asks about a power, which is a rule of its own"),
    Function::new(
        "length",
        &[CallForm::new(
            "how many moves a [recorded game](../write/games.md#recorded-games) has, counting one of each side as \
             a single move",
            &[&[]],
        )
        .of_game()],
        |call| {
            let place = call.subject_game()?;
            call.resolve_with(move |eval, ()| {
                let last = eval.world.games[place].replay.plies.last();
                Number::whole(last.map_or(0, |ply| ply.number.into()))
            })
        },
    )
    .asks(CallSubject::Game),
    Function::new(
        "played",
        &[CallForm::new(
            "a text: a move of a recorded game as it is written, by its number and side; empty if \
             there is none",
            &[&[FormParameter::Other("27")], &[FormParameter::Other("27"), BLACK]],
        )
        .of_game()],
        |call| {
            let place = call.subject_game()?;
            call.resolve_with(move |eval, (number, OrWhite(side)): (Number, OrWhite)| {
                let is_meant =
                    |ply: &&Ply| ply.side == side && Number::whole(ply.number.into()) == number;
                let ply = eval.world.games[place].replay.plies.iter().find(is_meant);
                ply.map_or(String::new(), |ply| ply.written.word.text.clone())
            })
        },
    )
    .asks(CallSubject::Game)
    .repeats(),
];

/// Resolves to the cells on which the legal moves of a diagram's piece end, if they fit.
fn resolve_landing_cells(
    call: &mut Call<'_, '_, '_>,
    fits: fn(&Move) -> bool,
) -> Resolved<AnyTerm> {
    call.count(1..=1, String::new)?;
    call.check_sides()?;
    let (figure, piece) = call.resolver.find_labelled(&call.arguments[0])?;
    let piece = &call.resolver.scope.placed[figure].pieces[piece];
    let (side, cell) = (piece.side, piece.cell);
    Ok(AnyTerm::Cells(Box::new(Term::computed(move |eval| {
        ask_in_play(eval, figure, |eval, in_play| {
            let cells = in_play.landing_cells(Some(side), Some(cell), fits);
            eval.note_illustration(|_| Illustration {
                cells,
                ..Illustration::of(in_play.state.position().clone())
            });
            cells
        })
    }))))
}

/// Resolves to the number of legal moves of a side, of its pieces of one kind, or of one piece.
fn resolve_legal_moves(call: &mut Call<'_, '_, '_>) -> Resolved<AnyTerm> {
    let names_side = |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => Side::from_name(name).is_some(),
        _ => false,
    };
    let Some(which) = call.arguments.first().filter(|expr| !names_side(expr)) else {
        return resolve_in_play(call, |_, in_play, (side,): (Option<Side>,)| {
            Number::whole(in_play.legal_moves(side).len() as i64)
        });
    };
    match call.resolver.term(which)? {
        AnyTerm::Cell(_) => resolve_in_play(call, |_, in_play, (cell,): (Cell,)| {
            let piece = in_play.state.position().piece(cell);
            let moves = in_play.legal_moves(piece.map(|piece| piece.side));
            let own = moves.iter().filter(|mv| mv.from == Some(cell));
            Number::whole(own.count() as i64)
        }),
        _ => resolve_in_play(call, |_, in_play, (kind, side): (KindId, Option<Side>)| {
            let moves = in_play.legal_moves(side);
            let position = in_play.state.position();
            let is_of_kind = |from: Cell| {
                position
                    .piece(from)
                    .is_some_and(|piece| piece.kind == Some(kind))
            };
            let own = moves.iter().filter(|mv| mv.from.is_some_and(is_of_kind));
            Number::whole(own.count() as i64)
        }),
    }
}

fn resolve_frozen(call: &mut Call<'_, '_, '_>) -> Resolved<AnyTerm> {
    let figure = call.position()?;
    let (side,) = call.resolve_arguments::<(Option<Side>,)>()?;
    let term = Term::computed(move |eval| {
        let side = side.get(eval);
        ask_in_play(eval, figure, |_, in_play| {
            let sides = Side::BOTH
                .into_iter()
                .filter(|own| side.is_none_or(|side| side == *own));
            sides.fold(CellSet::EMPTY, |all, side| {
                all | play::frozen(in_play.game, &in_play.state, side)
            })
        })
    });
    Ok(AnyTerm::Cells(Box::new(term)))
}

fn resolve_pieces(call: &mut Call<'_, '_, '_>) -> Resolved<AnyTerm> {
    let figure = any_position(call)?;
    if let [side] = call.arguments
        && let ExprKind::Name(name) = &side.kind
        && let Some(side) = Side::from_name(name)
    {
        return call.resolve_with(move |eval, (_,): (Side,)| {
            *eval.world.placed[figure].position.cells(side.into())
        });
    }
    let (kind, side) = call.resolve_arguments::<(KindId, OrWhite)>()?;
    let term = Term::computed(move |eval| {
        eval.spend(eval.cells());
        let (kind, OrWhite(side)) = (kind.get(eval), side.get(eval));
        let wanted = Piece {
            side,
            kind: Some(kind),
        };
        let pieces = eval.world.placed[figure].position.pieces();
        pieces
            .filter(|(_, piece)| *piece == wanted)
            .map(|(cell, _)| cell)
            .collect()
    });
    Ok(AnyTerm::Cells(Box::new(term)))
}

/// Finds the diagram named, or else the nearest one. For the nearest one, a `with(…)` around the
/// call may contain `own` and `enemy`.
fn any_position(call: &mut Call<'_, '_, '_>) -> Resolved<usize> {
    if call.subject.is_some() {
        return call.position();
    }
    let scope = call.resolver.scope;
    match scope
        .nearest
        .filter(|figure| scope.placed[*figure].variant == scope.variant)
    {
        Some(figure) if scope.placed[figure].complete => Ok(figure),
        Some(_) => Err(Reported),
        None => {
            let message = "there is no diagram of this variant's board above this";
            call.wrong(
                Code::UnknownName,
                message,
                "expected a diagram on the page before this",
            )
        }
    }
}
