//! Functions about cells by their place on the board, and about the length of lists.

use crate::eval::Eval;
use crate::form::{CELL, CallForm, FormParameter, SET};
use crate::formula::AnyTerm;
use crate::resolve::lower::RuleTerm;
use crate::resolve::{
    Call, Directions, Function, Idiom, Origin, Reported, Resolved, WordMeaning, fixed_cells,
};
use crate::syntax::{Expr, ExprKind};
use crate::term::{List, Term, Typed};
use crate::value::Number;
use padma_rules::model::{Board, Cell, CellSet, CellsTerm, Dir, NumberTerm, Rank, RuleStage};
use padma_text::diag::{Code, Diagnostic, Diagnostics};

const CELL_FILE_OR_RANK: &str = "a cell, a file's letters or a rank's number";

/// The functions about cells.
pub(crate) const CELLS: &[Function] = &[
    Function::new(
        "kind",
        &[CallForm::new("the cells of the same kind as c", &[&[CELL]])],
        |call| resolve_sharing(call, same_kind),
    )
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| lowering.same(&arguments[0], same_kind))
    .takes("a cell"),
    Function::new(
        "file",
        &[CallForm::new(
            "the cells of c's file, or of the file with these letters",
            &[&[CELL], &[FormParameter::Other("e")]],
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
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| {
        lowering.line_of("file", &arguments[0], Board::file_of, |board, word| board.file_named(word))
    })
    .means(&[WordMeaning::File])
    .takes(CELL_FILE_OR_RANK)
    .from(Origin::Arguments),
    Function::new(
        "rank",
        &[CallForm::new(
            "the cells of c's rank, or of the rank with this name",
            &[&[CELL], &[FormParameter::Other("4")], &[FormParameter::Other("1'")]],
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
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| {
        lowering.line_of("rank", &arguments[0], Board::rank_of, |board, word| {
            Rank::named(word).map_or(CellSet::EMPTY, |rank| board.rank_named(rank))
        })
    })
    .means(&[WordMeaning::Rank])
    .takes(CELL_FILE_OR_RANK)
    .from(Origin::Arguments),
    Function::new(
        "shade",
        &[CallForm::new("the cells of the same shade as c", &[&[CELL]])],
        |call| resolve_sharing(call, Board::shade_of),
    )
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| lowering.same(&arguments[0], Board::shade_of)),
    Function::new(
        "between",
        &[CallForm::new(
            "the cells between a and b, if a line of `contiguous` steps leads from one to the other",
            &[&ENDS],
        )],
        |call| resolve_through(call, |(between, _)| between),
    )
    .in_rules(RuleStage::Geometry, [2, 2], |lowering, arguments| lowering.on_line(arguments, false, CellsTerm::Between)),
    Function::new(
        "beyond",
        &[CallForm::new(
            "the cell after b on the line of `contiguous` steps from a through b",
            &[&ENDS],
        )],
        |call| resolve_through(call, |(_, beyond)| beyond),
    )
    .in_rules(RuleStage::Geometry, [2, 2], |lowering, arguments| lowering.on_line(arguments, true, CellsTerm::Beyond)),
    Function::new(
        "neighbours",
        &[CallForm::new(
            "the cells one step away along `contiguous`, or along the class named",
            &[
                &[SET],
                &[SET, FormParameter::Way("side")],
                &[CELL],
                &[CELL, FormParameter::Way("side")],
            ],
        )],
        |call| {
            let contiguous: Directions = call.resolver.find_class("contiguous").unwrap_or_default();
            call.resolve_with(move |eval, (cells, class): (CellSet, Option<Directions>)| {
                cells_along(eval, class.as_ref().unwrap_or(&contiguous), &cells, one_step)
            })
        },
    )
    .in_rules(RuleStage::Geometry, [1, 2], |lowering, arguments| {
        lowering.along(arguments.get(1), &arguments[0], one_step)
    })
    .means(&[WordMeaning::Contiguous])
    .takes("cells, and a direction class if not all contacts count"),
    Function::new(
        "step",
        &[CallForm::new(
            "the cells one step away along a direction class, absent cells included",
            &[&[FormParameter::Way("X"), CELL]],
        )],
        |call| {
            resolve_along(call, one_step)
        },
    )
    .in_rules(RuleStage::Geometry, [2, 2], |lowering, arguments| {
        lowering.along(Some(&arguments[0]), &arguments[1], one_step)
    }),
    Function::new(
        "slide",
        &[CallForm::new(
            "all cells along a direction class, as if the board were empty",
            &[&[FormParameter::Way("X"), CELL]],
        )],
        |call| {
            resolve_along(call, all_steps)
        },
    )
    .in_rules(RuleStage::Geometry, [2, 2], |lowering, arguments| {
        lowering.along(Some(&arguments[0]), &arguments[1], all_steps)
    }),
    Function::new(
        "lines",
        &[CallForm::new(
            "like `slide`, with c itself included",
            &[&[FormParameter::Way("X"), CELL]],
        )],
        |call| {
            resolve_along(call, whole_lines)
        },
    )
    .in_rules(RuleStage::Geometry, [2, 2], |lowering, arguments| {
        lowering.along(Some(&arguments[0]), &arguments[1], whole_lines)
    }),
    Function::new(
        "twins",
        &[CallForm::new(
            "the cells at the same column and row on other levels, or on other sheets that share cells with their own",
            &[&[SET]],
        )],
        |call| {
            check_grid(call)?;
            resolve_sharing(call, Board::twins)
        },
    )
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| lowering.same(&arguments[0], Board::twins)),
    Function::new(
        "mirrored",
        &[CallForm::new(
            "where the cells of S end up if the ranks are reversed, so that the lowest becomes the \
             highest",
            &[&[SET]],
        )],
        |call| resolve_sharing(call, mirrored),
    )
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| lowering.same(&arguments[0], mirrored)),
    Function::new(
        "rotated",
        &[CallForm::new(
            "where the cells of S end up if the board is rotated by half a turn",
            &[&[SET]],
        )],
        |call| resolve_sharing(call, rotated),
    )
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| lowering.same(&arguments[0], rotated)),
    Function::new(
        "reflected",
        &[CallForm::new(
            "where the cells of S end up if left and right are exchanged, so that the first file \
             becomes the last",
            &[&[SET]],
        )],
        |call| resolve_sharing(call, reflected),
    )
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| lowering.same(&arguments[0], reflected)),
    Function::new(
        "holes",
        &[CallForm::new(
            "how many holes a board of squares has: places without a square, with squares on all four \
             sides; or whether there is one at a place",
            &[&[], &[FormParameter::Text("\"e4\"")]],
        )],
        resolve_holes,
    )
    .takes("nothing, or the name of a place in quotes"),
    Function::new(
        "files",
        &[CallForm::new("how many files the board has", &[&[]])],
        |call| call.resolve_with(|eval, ()| Number::whole(eval.board().files().len() as i64)),
    )
    .in_rules(RuleStage::Geometry, [0, 0], |lowering, _| {
        let count = lowering.scope.names.board.files().len();
        Ok(RuleTerm::Number(NumberTerm::Fixed(count as i64)))
    })
    .means(&[WordMeaning::File]),
    Function::new(
        "ranks",
        &[CallForm::new("how many ranks the board has", &[&[]])],
        |call| call.resolve_with(|eval, ()| Number::whole(eval.board().ranks().len() as i64)),
    )
    .in_rules(RuleStage::Geometry, [0, 0], |lowering, _| {
        let count = lowering.scope.names.board.ranks().len();
        Ok(RuleTerm::Number(NumberTerm::Fixed(count as i64)))
    })
    .means(&[WordMeaning::Rank]),
    Function::new(
        "sheet",
        &[CallForm::new(
            "the cells of [a sheet](../rules/boards.md#boards-of-several-sheets), by its name",
            &[&[FormParameter::Other("squares")]],
        )],
        resolve_sheet,
    )
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| {
        let board = lowering.scope.names.board;
        let cells = sheet_cells(board, &arguments[0], lowering.diagnostics).ok_or(Reported)?;
        Ok(RuleTerm::Cells(CellsTerm::Fixed(cells)))
    })
    .takes("the name of a sheet"),
    Function::new(
        "absent",
        &[CallForm::new("the cells that are absent at the start", &[&[]])],
        |call| call.resolve_with(|eval, ()| *eval.board().absent()),
    )
    .in_rules(RuleStage::Geometry, [0, 0], |lowering, _| {
        let absent = *lowering.scope.names.board.absent();
        Ok(RuleTerm::Cells(CellsTerm::Fixed(absent)))
    })
    .idiom(Idiom::Absent),
    Function::new(
        "count",
        &[CallForm::new(
            "how many cells, pieces, leaps, sections or figures there are",
            &[&[SET]],
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
    .in_rules(RuleStage::Geometry, [1, 1], |lowering, arguments| Ok(RuleTerm::Number(NumberTerm::Size(lowering.cells(&arguments[0])?))))
    .tried_as(&["number", "size"])
    .idiom(Idiom::Count)
    .takes("cells, pieces, leaps, sections or figures")
    .from(Origin::Arguments),
    Function::new(
        "share",
        &[CallForm::new("what percentage of the board's cells these are", &[&[SET]])],
        |call| {
            call.count(1..=1, String::new)?;
            call.resolver.cells(&call.arguments[0]).map(AnyTerm::Share)
        },
    )
    .not_in_rules("its value is a fraction, and the numbers of a rule are whole")
    .idiom(Idiom::Share)
    .takes("cells"),
];

/// Two cells, between which a line may lead.
const ENDS: [FormParameter; 2] = [FormParameter::Cell("a"), FormParameter::Cell("b")];

/// Resolves a function of the lines through two cells, or those of two sets, absent cells included.
fn resolve_through(
    call: &mut Call<'_, '_, '_>,
    part: fn((CellSet, CellSet)) -> CellSet,
) -> Resolved<AnyTerm> {
    call.resolve_with(move |eval, (from, to): (CellSet, CellSet)| {
        eval.spend(eval.cells() * from.len() as u64);
        let board = eval.board();
        part(board.through(&board.single_steps(), [&from, &to], &CellSet::EMPTY))
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
    call.resolve_with(move |eval, (cells,): (CellSet,)| {
        eval.spend(eval.cells() * cells.len() as u64);
        let board = eval.board();
        union_of(&cells, |cell| share(board, cell))
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

/// A function of a board that gives cells for a cell and some directions.
type AlongDirs = fn(&Board, &[Dir], Cell) -> CellSet;

fn one_step(board: &Board, dirs: &[Dir], cell: Cell) -> CellSet {
    board.along(dirs, cell, 1)
}

fn all_steps(board: &Board, dirs: &[Dir], cell: Cell) -> CellSet {
    board.along(dirs, cell, usize::MAX)
}

fn whole_lines(board: &Board, dirs: &[Dir], cell: Cell) -> CellSet {
    all_steps(board, dirs, cell) | CellSet::from_iter([cell])
}

fn same_kind(board: &Board, cell: Cell) -> CellSet {
    board.of_kind(board.info(cell).kind)
}

fn mirrored(board: &Board, cell: Cell) -> CellSet {
    board.mirrored(cell).into_iter().collect()
}

fn rotated(board: &Board, cell: Cell) -> CellSet {
    board.rotated(cell).into_iter().collect()
}

fn reflected(board: &Board, cell: Cell) -> CellSet {
    board.reflected(cell).into_iter().collect()
}

/// Returns the union of the cells that each of some cells gives.
fn union_of(cells: &CellSet, of_cell: impl Fn(Cell) -> CellSet) -> CellSet {
    let sets = cells.iter().map(of_cell);
    sets.fold(CellSet::EMPTY, |all, cells| all | cells)
}

/// Resolves a function of a direction class and some cells.
fn resolve_along(call: &mut Call<'_, '_, '_>, along: AlongDirs) -> Resolved<AnyTerm> {
    call.resolve_with(move |eval, (dirs, cells): (Directions, CellSet)| {
        cells_along(eval, &dirs, &cells, along)
    })
}

/// Returns the cells along some directions from any of some cells.
fn cells_along(
    eval: &mut Eval<'_, '_>,
    dirs: &Directions,
    from: &CellSet,
    along: AlongDirs,
) -> CellSet {
    let board = eval.board();
    let cells = union_of(from, |cell| along(board, dirs, cell));
    eval.spend((from.len() * (dirs.len() + cells.len())) as u64);
    cells
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

/// Resolves to the number of holes, or to whether a place is one.
fn resolve_holes(call: &mut Call<'_, '_, '_>) -> Resolved<AnyTerm> {
    call.count(0..=1, String::new)?;
    let holes = call.resolver.board().holes();
    let Some(place) = call.arguments.first() else {
        return Ok(AnyTerm::Number(Term::Fixed(Number::whole(
            holes.len() as i64
        ))));
    };
    let label = "expected a text such as `\"e4\"`";
    let place = call
        .resolver
        .quoted_text(place, "the name of a place", label)?;
    Ok(AnyTerm::Truth(Term::Fixed(
        holes.iter().any(|hole| hole == place),
    )))
}

/// Resolves `sheet(squares)`.
fn resolve_sheet(call: &mut Call<'_, '_, '_>) -> Resolved<AnyTerm> {
    call.count(1..=1, String::new)?;
    let board = call.resolver.board();
    let cells = sheet_cells(board, &call.arguments[0], call.resolver.diagnostics);
    cells.map(fixed_cells).ok_or(Reported)
}

/// Returns the cells of the sheet that an argument names, or complains.
fn sheet_cells(board: &Board, argument: &Expr, diagnostics: &mut Diagnostics) -> Option<CellSet> {
    let ExprKind::Name(name) = &argument.kind else {
        let message = "expected the name of a sheet here";
        let label = "expected a name such as `squares`";
        return diagnostics.refuse(Code::ClaimType, message, argument.span, label);
    };
    let sheets: Vec<_> = board
        .sheets()
        .filter(|sheet| !board.sheet(*sheet).id.is_empty())
        .collect();
    let mut named = sheets
        .iter()
        .filter(|sheet| board.sheet(**sheet).id == *name);
    if let Some(sheet) = named.next() {
        return Some(board.lattice(*sheet).cells().collect());
    }
    let message = format!("the board has no sheet `{name}`");
    let label = "expected the `id` of one of its sheets";
    let complaint = Diagnostic::error(Code::UnknownName, message).at(argument.span, label);
    let known = sheets.iter().map(|sheet| board.sheet(*sheet).id.as_str());
    diagnostics.push(complaint.suggest(name, known));
    None
}
