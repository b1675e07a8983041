//! Functions about what a piece reaches. A label names a piece among the others of its diagram; a
//! piece or a movement, with a cell, stands alone on the empty board.

use crate::eval::{Eval, WORK_OF_LAYING, WORK_OF_PLAY, World};
use crate::form::{CELL, CallForm, FormParameter, LABEL};
use crate::formula::{AnyTerm, Movement};
use crate::illustration::Illustration;
use crate::resolve::{Call, Function, Generality, Idiom, Origin, Reported, Resolved, WordMeaning};
use crate::syntax::Expr;
use crate::term::Term;
use padma_rules::model::{Cell, CellSet, Piece, Position, RuleStage, Side, WalkQuery};
use padma_rules::names::misplaced_piece;
use padma_rules::play;
use padma_rules::reach::Reach;

const MOVER: &str = "the label of a piece, or a piece or movement and a cell";

/// The functions about what a piece reaches.
pub(crate) const REACH: &[Function] = &[
    Function::new(
        "reach",
        &[CallForm::new(
            "the cells it can land on: those of `moves`, and those of pieces that it captures, \
             swaps with or pushes by coming to their cells. A piece that it takes by passing over \
             it, or by a [power](../rules/rules-of-play.md#powers), is in `captures` but not in `reach`",
            &[&[LABEL]],
        )],
        |call| resolve_reach(call, Query::Reach),
    )
    .in_rules(RuleStage::Position, [1, 3], |lowering, arguments| lowering.walk(WalkQuery::Reach, arguments))
    .speaks_of(Generality::Deeds)
    .tried_as(&["mobility", "destinations"])
    .takes(MOVER),
    Function::new(
        "moves",
        &[CallForm::new("the empty cells it can go to", &[&[LABEL]])],
        |call| resolve_reach(call, Query::Moves),
    )
    .in_rules(RuleStage::Position, [1, 3], |lowering, arguments| lowering.walk(WalkQuery::Moves, arguments))
    .speaks_of(Generality::Deeds)
    .takes(MOVER),
    Function::new(
        "captures",
        &[CallForm::new("the cells of the enemies it can take", &[&[LABEL]])],
        |call| resolve_reach(call, Query::Captures),
    )
    .in_rules(RuleStage::Position, [1, 3], |lowering, arguments| lowering.walk(WalkQuery::Captures, arguments))
    .speaks_of(Generality::Deeds)
    .takes(MOVER),
    Function::new(
        "attacks",
        &[CallForm::new(
            "the cells where an enemy could be taken if one stood there and nothing else changed",
            &[&[LABEL]],
        )],
        |call| resolve_reach(call, Query::Attacks),
    )
    .in_rules(RuleStage::Position, [1, 3], |lowering, arguments| lowering.walk(WalkQuery::Attacks, arguments))
    .speaks_of(Generality::Deeds)
    .takes(MOVER),
    Function::new(
        "first",
        &[CallForm::new("like `reach(M)`, for a piece that has not moved yet", &[&[LABEL]])],
        |call| resolve_reach(call, Query::First),
    )
    .in_rules(RuleStage::Position, [1, 3], |lowering, arguments| lowering.walk(WalkQuery::First, arguments))
    .speaks_of(Generality::One)
    .means(&[WordMeaning::First])
    .takes(MOVER),
    Function::new(
        "victims",
        &[CallForm::new(
            "the cells of the pieces that it takes by going to c",
            &[&[LABEL, CELL]],
        )],
        |call| {
            call.count(2..=4, String::new)?;
            let (mover, to) = match call.arguments {
                [movement, from, to, side @ ..] => {
                    (resolve_alone(call, [movement, from], side.first())?, to)
                }
                [.., to] => (resolve_placed(call)?, to),
                [] => return Err(Reported),
            };
            let to = call.resolver.resolve_as::<CellSet>(to)?;
            Ok(AnyTerm::Cells(Box::new(Term::computed(move |eval| {
                let to = to.get(eval);
                mover.union(eval, |eval, mover| {
                    let victims = to.iter().map(|to| victims(eval, mover, to));
                    victims.fold(CellSet::EMPTY, |all, cells| all | cells)
                })
            }))))
        },
    )
    .not_in_rules("what a move takes depends on effects, which are rules themselves")
    .speaks_of(Generality::One)
    .takes("the label of a piece, or a piece and a cell, and where it goes"),
    Function::new(
        "closure",
        &[CallForm::new(
            "the cells it can get to in any number of moves on the empty board, its own included",
            &[&[LABEL]],
        )],
        |call| {
            call.count(1..=3, String::new)?;
            let mover = resolve_mover(call)?;
            Ok(AnyTerm::Cells(Box::new(Term::computed(move |eval| {
                mover.union(eval, |eval, mover| {
                    let movement = &mover.movement;
                    if !find_alone(eval, movement, mover.side) {
                        return CellSet::EMPTY;
                    }
                    eval.spend(eval.cells());
                    let (rules, movement) = (eval.world.rules, movement.movement_of());
                    rules.closure(movement, mover.side, mover.from)
                })
            }))))
        },
    )
    .in_rules(RuleStage::Geometry, [1, 3], |lowering, arguments| lowering.walk(WalkQuery::Closure, arguments))
    .takes(MOVER),
    Function::new(
        "cell",
        &[CallForm::new(
            "the cell the piece stands on; only with a label",
            &[&[FormParameter::Label("AB")]],
        )],
        |call| {
            call.count(1..=1, String::new)?;
            let (figure, piece) = call.resolver.find_labelled(&call.arguments[0])?;
            Ok(AnyTerm::Cell(Term::Fixed(
                call.resolver.scope.placed[figure].pieces[piece].cell,
            )))
        },
    )
    .idiom(Idiom::CellOf)
    .takes("the label of a piece")
    .from(Origin::Diagram),
];

/// A piece whose reach is computed.
enum MovingPiece {
    /// A piece of a diagram, among the other pieces.
    Placed { figure: usize, piece: usize },
    /// A piece alone on the board, from each of some cells.
    Alone {
        movement: Term<Movement>,
        side: Side,
        from: Term<CellSet>,
    },
}

/// A piece on its cell.
struct PieceToMove {
    movement: Movement,
    side: Side,
    from: Cell,
    /// The index of its diagram, and its own index there.
    placed: Option<[usize; 2]>,
}

impl MovingPiece {
    /// Returns the union of what `cells` gives for the piece on each of its cells.
    fn union(
        &self,
        eval: &mut Eval<'_, '_>,
        cells: impl Fn(&mut Eval<'_, '_>, &PieceToMove) -> CellSet,
    ) -> CellSet {
        match self {
            MovingPiece::Placed { figure, piece } => {
                let placed = &eval.world.placed[*figure].pieces[*piece];
                let mover = PieceToMove {
                    movement: Movement::OfPiece(placed.kind),
                    side: placed.side,
                    from: placed.cell,
                    placed: Some([*figure, *piece]),
                };
                cells(eval, &mover)
            }
            MovingPiece::Alone {
                movement,
                side,
                from,
            } => {
                let movement = movement.get(eval);
                let each = from.get(eval);
                each.iter().fold(CellSet::EMPTY, |all, from| {
                    let mover = PieceToMove {
                        movement: movement.clone(),
                        side: *side,
                        from,
                        placed: None,
                    };
                    all | cells(eval, &mover)
                })
            }
        }
    }
}

impl PieceToMove {
    /// Returns the position it stands in, and whether it has not moved yet.
    fn position<'w>(&self, world: &'w World<'_>) -> (&'w Position, bool) {
        match self.placed {
            Some([figure, piece]) => {
                let figure = &world.placed[figure];
                (&figure.position, figure.pieces[piece].unmoved)
            }
            None => (&world.empty, false),
        }
    }
}

/// Resolves the piece of `reach(AB)`, `reach(A3-1.AB)`, `reach(knight, c4)` or
/// `reach(pawn, c4, black)`.
fn resolve_mover(call: &mut Call<'_, '_, '_>) -> Resolved<MovingPiece> {
    match call.arguments {
        [movement, from, side @ ..] => resolve_alone(call, [movement, from], side.first()),
        _ => resolve_placed(call),
    }
}

fn resolve_placed(call: &mut Call<'_, '_, '_>) -> Resolved<MovingPiece> {
    let label = call.arguments.first().ok_or(Reported)?;
    let (figure, piece) = call.resolver.find_labelled(label)?;
    Ok(MovingPiece::Placed { figure, piece })
}

fn resolve_alone(
    call: &mut Call<'_, '_, '_>,
    arguments: [&Expr; 2],
    side: Option<&Expr>,
) -> Resolved<MovingPiece> {
    let resolver = &mut *call.resolver;
    let movement = resolver.movement(arguments[0])?;
    let from = resolver.resolve_as(arguments[1])?;
    let side = side.map_or(Ok(Side::White), |side| resolver.side(side))?;
    if let (Term::Fixed(Movement::OfPiece(kind)), Term::Fixed(cells)) = (&movement, &from) {
        let variant = resolver.variant();
        let misplaced: CellSet = *cells - variant.stands_on(*kind, side);
        if let Some(cell) = misplaced.iter().next() {
            let (kind, board) = (variant.kind(*kind), &variant.board);
            let complaint = misplaced_piece(kind, board, cell, arguments[1].span);
            resolver.diagnostics.push(complaint);
            return Err(Reported);
        }
    }
    Ok(MovingPiece::Alone {
        movement,
        side,
        from,
    })
}

/// The part of a reach that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    /// The cells the piece reaches.
    Reach,
    /// The cells it moves to.
    Moves,
    /// The cells of the pieces it captures.
    Captures,
    /// The cells it attacks.
    Attacks,
    /// The cells it may go to if it has not moved before.
    First,
}

fn resolve_reach(call: &mut Call<'_, '_, '_>, query: Query) -> Resolved<AnyTerm> {
    call.count(1..=3, String::new)?;
    let mover = resolve_mover(call)?;
    let term = Term::computed(move |eval| {
        mover.union(eval, |eval, mover| reached_cells(eval, query, mover))
    });
    Ok(AnyTerm::Cells(Box::new(term)))
}

/// Computes where a piece may go from every cell of the empty board, unless this is known; false
/// if it takes too much work.
pub(super) fn find_alone(eval: &mut Eval<'_, '_>, movement: &Movement, side: Side) -> bool {
    spend_for_table(eval, movement, side);
    eval.world
        .rules
        .compute_alone(movement.movement_of(), side, &mut eval.walker)
}

/// Spends the work for laying a move table, unless it is laid already.
fn spend_for_table(eval: &mut Eval<'_, '_>, movement: &Movement, side: Side) {
    if !eval.world.rules.is_laid(movement.movement_of(), side) {
        eval.spend(WORK_OF_LAYING * eval.cells());
    }
}

/// Returns the cells of a reach that the query asks for.
fn queried_cells(query: Query, reach: &Reach) -> CellSet {
    match query {
        Query::Moves => reach.moves,
        Query::Captures | Query::Attacks => reach.captures,
        Query::Reach | Query::First => reach.cells(),
    }
}

fn reached_cells(eval: &mut Eval<'_, '_>, query: Query, mover: &PieceToMove) -> CellSet {
    let cells = find_reached_cells(eval, query, mover);
    eval.note_illustration(|eval| Illustration {
        cells,
        ..illustration(eval, mover)
    });
    cells
}

/// Returns the position in which a piece is asked about.
fn illustration(eval: &mut Eval<'_, '_>, mover: &PieceToMove) -> Illustration {
    let (side, from) = (mover.side, mover.from);
    let (original, _) = mover.position(eval.world);
    let mut position = eval.changed_position(original, side);
    let kind = match mover.movement {
        Movement::OfPiece(kind) => Some(kind),
        Movement::Written(_) => None,
    };
    position.put(from, Some(Piece { side, kind }));
    Illustration::of(position)
}

fn find_reached_cells(eval: &mut Eval<'_, '_>, query: Query, mover: &PieceToMove) -> CellSet {
    let world = eval.world;
    let (movement, side, from) = (&mover.movement, mover.side, mover.from);
    // Powers act between pieces, so they do not matter to a piece alone on the board.
    let (original, is_placed_unmoved) = mover.position(world);
    let is_alone = mover.placed.is_none()
        && eval.changes.is_empty()
        && !matches!(query, Query::Attacks | Query::First);
    // A single question does not justify computing the reach from every cell.
    let is_asked_often = !eval.current_bindings.is_empty() && query != Query::Captures;
    if is_alone && is_asked_often && find_alone(eval, movement, side) {
        return world.rules.alone(movement.movement_of(), side).of(from);
    }
    let is_unmoved = query == Query::First || is_placed_unmoved;
    let changed = (!eval.changes.is_empty()).then(|| eval.changed_position(original, side));
    let position = changed.as_ref().unwrap_or(original);
    if let Movement::OfPiece(kind) = *movement
        && !is_alone
        && world.rules.variant.has_powers()
    {
        eval.spend(WORK_OF_PLAY);
        let piece = Piece {
            side,
            kind: Some(kind),
        };
        return match query {
            Query::Attacks => play::attacks(
                world.game(),
                &mut eval.scratch,
                position,
                from,
                piece,
                !is_unmoved,
            ),
            _ => queried_cells(
                query,
                &play::reach(
                    world.game(),
                    &mut eval.scratch,
                    position,
                    from,
                    piece,
                    !is_unmoved,
                ),
            ),
        };
    }
    spend_for_table(eval, movement, side);
    let table = world.rules.table(movement.movement_of(), side);
    if query == Query::Attacks {
        return eval.walker.attacks(table, position, from, !is_unmoved);
    }
    queried_cells(query, eval.walker.reach(table, position, from, !is_unmoved))
}

/// Returns the cells of the pieces that a piece captures by going to a cell.
fn victims(eval: &mut Eval<'_, '_>, mover: &PieceToMove, to: Cell) -> CellSet {
    let (side, from) = (mover.side, mover.from);
    let world = eval.world;
    eval.spend(WORK_OF_PLAY);
    let (original, is_unmoved) = mover.position(world);
    let position = eval.changed_position(original, side);
    match &mover.movement {
        Movement::OfPiece(kind) => {
            let piece = Piece {
                side,
                kind: Some(*kind),
            };
            play::victims(
                world.game(),
                &mut eval.scratch,
                &position,
                from,
                to,
                piece,
                !is_unmoved,
            )
        }
        Movement::Written(movement) => {
            let table = world.rules.table(&**movement, side);
            eval.walker.reach(table, &position, from, true).captures & CellSet::from_iter([to])
        }
    }
}
