//! Functions about cells by their place on the board, and about the length of lists.

use crate::eval::Eval;
use crate::form::{CELL, CallForm, FormParameter, SET};
use crate::formula::AnyTerm;
use crate::resolve::{Call, Directions, Function, Idiom, Origin, Resolved, Sense, fixed_cells};
use crate::syntax::ExprKind;
use crate::term::{List, Term, Typed};
use crate::value::Number;
use padma_rules::model::{Board, Cell, CellSet, Rank};
use padma_text::diag::Code;

const CELL_FILE_OR_RANK: &str = "a cell, a file's letters or a rank's number";

/// The functions about cells.
pub(crate) const CELLS: &[Function] = &[
    Function::new(
        "kind",
        &[CallForm::new(
            "the cells of the same kind as c",
            &[(&[CELL], "[cells] of {1:the kind}")],
        )],
        |call| resolve_sharing(call, |board, cell| board.of_kind(board.info(cell).kind)),
    )
    .takes(CELL_FILE_OR_RANK),
    Function::new(
        "file",
        &[CallForm::new(
            "the cells of c's file, or of the file with these letters",
            &[
                (&[CELL], "[cells] of {1:the file}"),
                (&[FormParameter::Other("e")], "[cells] of file {1}"),
            ],
        )],
        |call| match call.arguments.first().map(|argument| &argument.kind) {
            Some(ExprKind::Name(name))
                if call.arguments.len() == 1 && !is_cell_or_variable(call, name) =>
            {
                resolve_file(call, name)
            }
            _ => resolve_sharing(call, Board::file_of),
        },
    )
    .means(&[Sense::File])
    .takes(CELL_FILE_OR_RANK)
    .from(Origin::Arguments),
    Function::new(
        "rank",
        &[CallForm::new(
            "the cells of c's rank, or of the rank with this name",
            &[
                (&[CELL], "[cells] of {1:the rank}"),
                (&[FormParameter::Other("4")], "[cells] of rank {1}"),
                (&[FormParameter::Other("1'")], "[cells] of rank {1}"),
            ],
        )],
        |call| match call
            .arguments
            .first()
            .and_then(|argument| rank_named(&argument.kind))
        {
            Some(rank) if call.arguments.len() == 1 => resolve_rank(call, rank),
            _ => resolve_sharing(call, Board::rank_of),
        },
    )
    .means(&[Sense::Rank])
    .takes(CELL_FILE_OR_RANK)
    .from(Origin::Arguments),
    Function::new(
        "shade",
        &[CallForm::new(
            "the cells of the same shade as c",
            &[(&[CELL], "[cells] of the same shade as {1}")],
        )],
        |call| resolve_sharing(call, Board::shade_of),
    ),
    Function::new(
        "between",
        &[CallForm::new(
            "the cells between a and b, if a line of `contiguous` steps leads from one to the other",
            &[(&ENDS, "[cells] between {1} and {2}")],
        )],
        |call| resolve_through(call, |(between, _)| between),
    ),
    Function::new(
        "beyond",
        &[CallForm::new(
            "the cell after b on the line of `contiguous` steps from a through b",
            &[(&ENDS, "[cells] beyond {2} as seen from {1}")],
        )],
        |call| resolve_through(call, |(_, beyond)| beyond),
    ),
    Function::new(
        "neighbours",
        &[CallForm::new(
            "the cells one step away along `contiguous`, or along the class named",
            &[
                (&[CELL], "{1} <touch|es> [cells]"),
                (
                    &[CELL, FormParameter::Other("side")],
                    "{1} <touch|es>{2:way} [cells]",
                ),
            ],
        )],
        |call| {
            let contiguous: Directions = call.resolver.find_class("contiguous").unwrap_or_default();
            call.resolve_with(move |eval, (cell, class): (Cell, Option<Directions>)| {
                cells_along(eval, class.as_ref().unwrap_or(&contiguous), cell, 1)
            })
        },
    )
    .takes("a cell, and a direction class if not all contacts count"),
    Function::new(
        "step",
        &[CallForm::new(
            "the cells one step away along a direction class, absent cells included",
            &[(
                &[FormParameter::Other("X"), CELL],
                "[cells] one step{1:way} from {2}",
            )],
        )],
        |call| {
            call.resolve_with(|eval, (dirs, cell): (Directions, Cell)| {
                cells_along(eval, &dirs, cell, 1)
            })
        },
    ),
    Function::new(
        "slide",
        &[CallForm::new(
            "all cells along a direction class, as if the board were empty",
            &[(
                &[FormParameter::Other("X"), CELL],
                "[cells] one or more steps{1:way} from {2}",
            )],
        )],
        |call| {
            call.resolve_with(|eval, (dirs, cell): (Directions, Cell)| {
                cells_along(eval, &dirs, cell, usize::MAX)
            })
        },
    ),
    Function::new(
        "lines",
        &[CallForm::new(
            "like `slide`, with c itself included",
            &[(
                &[FormParameter::Other("X"), CELL],
                "[cells] on the lines{1:way} through {2}",
            )],
        )],
        |call| {
            call.resolve_with(|eval, (dirs, cell): (Directions, Cell)| {
                let mut cells = cells_along(eval, &dirs, cell, usize::MAX);
                cells.insert(cell);
                cells
            })
        },
    ),
    Function::new(
        "twins",
        &[CallForm::new(
            "the cells at the same column and row on other levels, or on other sheets that share cells with their own",
            &[(&[SET], "[cells] twin to {1}")],
        )],
        |call| {
            check_grid(call)?;
            call.resolve_with(|eval, (cells,): (CellSet,)| {
                eval.spend(cells.len() as u64);
                cells
                    .iter()
                    .fold(CellSet::EMPTY, |all, cell| all | eval.board().twins(cell))
            })
        },
    ),
    Function::new(
        "mirrored",
        &[CallForm::new(
            "where the cells of S end up if the ranks are reversed, so that the lowest becomes the \
             highest",
            &[(
                &[SET],
                "[cells] in the places of {1} with the ranks upside down",
            )],
        )],
        |call| resolve_image(call, Board::mirrored),
    ),
    Function::new(
        "rotated",
        &[CallForm::new(
            "where the cells of S end up if the board is rotated by half a turn",
            &[(
                &[SET],
                "[cells] in the places of {1} after half a turn of the board",
            )],
        )],
        |call| resolve_image(call, Board::rotated),
    ),
    Function::new(
        "sheet",
        &[CallForm::new(
            "the cells of [a sheet](../rules/boards.md#boards-of-several-sheets), by its name",
            &[(
                &[FormParameter::Other("squares")],
                "[cells] of the board “{1}”",
            )],
        )],
        resolve_sheet,
    )
    .takes("the name of a sheet"),
    Function::new(
        "absent",
        &[CallForm::new(
            "the cells that are absent at the start",
            &[(&[], "[cells] absent at first")],
        )],
        |call| call.resolve_with(|eval, ()| *eval.board().absent()),
    ),
    Function::new(
        "count",
        &[CallForm::new(
            "how many cells, pieces, leaps, sections or figures there are",
            &[(&[SET], "= the number of {1}")],
        )],
        |call| {
            call.count(1..=1, String::new)?;
            let argument = &call.arguments[0];
            match call.resolver.term(argument)? {
                AnyTerm::Kinds(kinds) => Ok(list_length(kinds)),
                AnyTerm::Leaps(leaps) => Ok(list_length(leaps)),
                AnyTerm::Entries(entries) => Ok(list_length(entries)),
                term => call
                    .resolver
                    .as_cells(term, argument.span)
                    .map(AnyTerm::Count),
            }
        },
    )
    .idiom(Idiom::Count)
    .takes("cells, pieces, leaps, sections or figures")
    .from(Origin::Arguments),
    Function::new(
        "share",
        &[CallForm::new(
            "what percentage of the board's cells these are",
            &[(&[SET], "= the share of {1} in all cells")],
        )],
        |call| {
            call.count(1..=1, String::new)?;
            call.resolver.cells(&call.arguments[0]).map(AnyTerm::Share)
        },
    )
    .idiom(Idiom::Share)
    .takes("cells"),
];

/// Two cells, between which a line may lead.
const ENDS: [FormParameter; 2] = [FormParameter::Cell("a"), FormParameter::Cell("b")];

/// Resolves a function of the lines through two cells, absent cells included.
fn resolve_through(
    call: &mut Call<'_, '_, '_>,
    part: fn((CellSet, CellSet)) -> CellSet,
) -> Resolved<AnyTerm> {
    call.resolve_with(move |eval, (from, to): (Cell, Cell)| {
        eval.spend(eval.cells());
        let board = eval.board();
        part(board.through(&board.single_steps(), [from, to], &CellSet::EMPTY))
    })
}

fn list_length<L: List + Typed>(list: Term<L>) -> AnyTerm {
    AnyTerm::Number(Term::computed(move |eval| {
        Number::whole(list.get(eval).len() as i64)
    }))
}

/// Resolves a function that gives the cells that share a property with a cell.
fn resolve_sharing(
    call: &mut Call<'_, '_, '_>,
    share: fn(&Board, Cell) -> CellSet,
) -> Resolved<AnyTerm> {
    call.resolve_with(move |eval, (cell,): (Cell,)| {
        eval.spend(eval.cells());
        share(eval.board(), cell)
    })
}

/// Whether a name is a cell or a variable.
fn is_cell_or_variable(call: &Call<'_, '_, '_>, name: &str) -> bool {
    call.resolver.is_variable(name) || call.resolver.board().cell(name).is_some()
}

/// Resolves `file(e)`.
fn resolve_file(call: &mut Call<'_, '_, '_>, name: &str) -> Resolved<AnyTerm> {
    let board = call.resolver.board();
    let cells = board.file_named(name);
    if cells.is_empty() {
        let outer = board.outer_files();
        let known = board
            .files()
            .iter()
            .map(String::as_str)
            .chain(outer.iter().copied());
        let message = format_args!("the board has no file `{name}`");
        let label = "expected the letters of a file, or a cell";
        call.resolver
            .find_among(known, (name, call.arguments[0].span), message, label)?;
    }
    Ok(fixed_cells(cells))
}

/// Returns the rank that an argument such as `8` or `8'` names.
fn rank_named(kind: &ExprKind) -> Option<Rank> {
    match kind {
        ExprKind::Number(number) => Some(Rank::numbered(
            usize::try_from(*number).unwrap_or(usize::MAX),
        )),
        ExprKind::Name(name) => Rank::named(name),
        _ => None,
    }
}

/// Resolves `rank(4)`.
fn resolve_rank(call: &mut Call<'_, '_, '_>, rank: Rank) -> Resolved<AnyTerm> {
    let cells = call.resolver.board().rank_named(rank);
    if cells.is_empty() {
        let (message, span) = (
            format!("the board has no rank {rank}"),
            call.arguments[0].span,
        );
        return call.resolver.wrong(
            Code::UnknownName,
            message,
            span,
            "expected the number of a rank",
        );
    }
    Ok(fixed_cells(cells))
}

/// Returns up to `steps` cells along each direction.
fn cells_along(eval: &mut Eval<'_, '_>, dirs: &Directions, from: Cell, steps: usize) -> CellSet {
    let cells = eval.board().along(dirs, from, steps);
    eval.spend((dirs.len() + cells.len()) as u64);
    cells
}

/// Resolves a function that maps cells to other cells.
fn resolve_image(
    call: &mut Call<'_, '_, '_>,
    image: fn(&Board, Cell) -> Option<Cell>,
) -> Resolved<AnyTerm> {
    call.resolve_with(move |eval, (cells,): (CellSet,)| {
        eval.spend(cells.len() as u64);
        cells
            .iter()
            .filter_map(|cell| image(eval.board(), cell))
            .collect::<CellSet>()
    })
}

fn check_grid(call: &mut Call<'_, '_, '_>) -> Resolved<()> {
    if call.resolver.board().has_sheets() {
        return Ok(());
    }
    call.wrong(
        Code::ClaimType,
        "this board is not a grid",
        "expected a variant on a grid",
    )
}

/// Resolves `sheet(squares)`.
fn resolve_sheet(call: &mut Call<'_, '_, '_>) -> Resolved<AnyTerm> {
    call.count(1..=1, String::new)?;
    let argument = &call.arguments[0];
    let ExprKind::Name(name) = &argument.kind else {
        let label = "expected a name such as `squares`";
        return call.resolver.wrong(
            Code::ClaimType,
            "expected the name of a sheet here",
            argument.span,
            label,
        );
    };
    let board = call.resolver.board();
    let sheets = || {
        board
            .sheets()
            .filter(|sheet| !board.sheet(*sheet).id.is_empty())
    };
    if let Some(sheet) = sheets().find(|sheet| board.sheet(*sheet).id == *name) {
        return Ok(fixed_cells(board.lattice(sheet).cells().collect()));
    }
    let message = format!("the board has no sheet `{name}`");
    let known = sheets().map(|sheet| board.sheet(sheet).id.as_str());
    let label = "expected the `id` of one of its sheets";
    call.resolver
        .unknown(message, (name, argument.span), label, known)
}
