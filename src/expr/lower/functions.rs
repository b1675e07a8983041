//! The functions that an expression of a rule may call, one row each.

use super::{Lowered, Lowering, RuleFunction, RuleScope, RuleTerm, fixed, lower};
use crate::resolve::Reported;
use crate::syntax::{Expr, ExprKind};
use padma_rules::model::{
    Board, Cell, CellSet, CellsTerm, Condition, Dir, KindId, KindsTerm, NumberTerm, Rank,
    RuleStage, SetPerCell, Side, SideTerm, Sided, SidedTable, Truth,
};
use padma_rules::names::unknown_direction;
use padma_text::diag::{Code, Diagnostics};
use padma_text::{Excerpt, Span};

/// Lowers the text of a condition.
pub fn condition(
    text: &Excerpt,
    scope: RuleScope<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Condition> {
    let (truth, stage) = lower(
        text,
        scope,
        RULE_FUNCTIONS,
        diagnostics,
        |lowering, expr| lowering.truth(expr),
    )?;
    Some(Condition {
        truth,
        stage,
        words: text.text().to_string(),
        text: None,
    })
}

/// Lowers the text of a set of cells.
pub fn cells(
    text: &Excerpt,
    scope: RuleScope<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<CellsTerm> {
    lower(
        text,
        scope,
        RULE_FUNCTIONS,
        diagnostics,
        |lowering, expr| lowering.cells(expr),
    )
    .map(|(cells, _)| cells)
}

/// The functions of rules: the name, the call, what it gives, and the stage it asks about.
pub fn rule_functions()
-> impl Iterator<Item = (&'static str, &'static str, &'static str, RuleStage)> {
    RULE_FUNCTIONS
        .iter()
        .map(|function| (function.name, function.form, function.doc, function.stage))
}

/// Makes the rows of functions.
macro_rules! rows {
    ($($name:literal $form:literal $stage:ident $takes:expr, $doc:literal, $lower:expr;)*) => {
        &[$(RuleFunction {
            name: $name,
            form: $form,
            doc: $doc,
            stage: RuleStage::$stage,
            takes: $takes,
            lower: $lower,
        }),*]
    };
}

static RULE_FUNCTIONS: &[RuleFunction] = rows! {
    "file" "file(c)" Geometry 1..=1, "the cells on the file of c, or on the file with these letters",
        |lowering, arguments| {
            lowering.line_of("file", &arguments[0], Board::file_of, |board, word| board.file_named(word))
        };
    "rank" "rank(c)" Geometry 1..=1, "the cells on the rank of c, or on the rank with this number",
        |lowering, arguments| lowering.line_of("rank", &arguments[0], Board::rank_of, |board, word| {
            Rank::named(word).map_or(CellSet::EMPTY, |rank| board.rank_named(rank))
        });
    "shade" "shade(c)" Geometry 1..=1, "the cells of the same shade as c",
        |lowering, arguments| lowering.same(&arguments[0], Board::shade_of);
    "twins" "twins(c)" Geometry 1..=1, "the cells at the same column and row as c on other levels, or on other sheets that share cells with its own",
        |lowering, arguments| lowering.same(&arguments[0], Board::twins);
    "neighbours" "neighbours(S, X)" Geometry 1..=2, "the cells one step from any of S, along `contiguous` or the class named",
        |lowering, arguments| {
            let (class, span) = match arguments.get(1) {
                Some(class) => lowering.class_word(class)?,
                None => ("contiguous", arguments[0].span),
            };
            lowering.near(class, span, &arguments[0], 1).map(RuleTerm::Cells)
        };
    "step" "step(X, S)" Geometry 2..=2, "the cells one step from any of S along a direction class",
        |lowering, arguments| {
            let (class, span) = lowering.class_word(&arguments[0])?;
            lowering.near(class, span, &arguments[1], 1).map(RuleTerm::Cells)
        };
    "slide" "slide(X, S)" Geometry 2..=2, "all cells from any of S along a direction class, as if the board were empty",
        |lowering, arguments| {
            let (class, span) = lowering.class_word(&arguments[0])?;
            lowering.near(class, span, &arguments[1], usize::MAX).map(RuleTerm::Cells)
        };
    "between" "between(a, b)" Geometry 2..=2, "the cells between a and b, if a line of `contiguous` steps leads from one to the other",
        |lowering, arguments| {
            lowering.on_line(arguments, CellsTerm::Between).map(RuleTerm::Cells)
        };
    "beyond" "beyond(a, b)" Geometry 2..=2, "the cell after b on the line of `contiguous` steps from a through b",
        |lowering, arguments| {
            lowering.on_line(arguments, CellsTerm::Beyond).map(RuleTerm::Cell)
        };
    "setup" "setup(P, S)" Geometry 2..=2, "the cells on which the pieces P of side S begin",
        |lowering, arguments| {
            let (kinds, side) = (lowering.kinds(&arguments[0])?, lowering.side(&arguments[1])?);
            lowering.spend_board();
            Ok(RuleTerm::Cells(CellsTerm::AtStart(Box::new(kinds), side)))
        };
    "count" "count(S)" Geometry 1..=1, "the number of cells in S",
        |lowering, arguments| Ok(RuleTerm::Number(NumberTerm::Size(lowering.cells(&arguments[0])?)));
    "pieces" "pieces(P, S)" Position 1..=2, "the cells with pieces P of side S, or with any pieces of that side; pieces of nobody have no side",
        |lowering, arguments| match lowering.term(&arguments[0])? {
            RuleTerm::Side(side) if arguments.len() == 1 => {
                Ok(RuleTerm::Cells(CellsTerm::Pieces(Some(side))))
            }
            RuleTerm::Kind(kinds) | RuleTerm::Kinds(kinds) => {
                let side = arguments.get(1).map(|side| lowering.side(side)).transpose()?;
                if side.is_none() && !lowering.are_neutral(&kinds) {
                    let message = "this does not say whose pieces are meant";
                    let expected = "expected a side as well: `mover`, `other`, `white` or `black`";
                    return lowering.wrong(Code::ClaimType, message, arguments[0].span, expected);
                }
                lowering.spend_board();
                Ok(RuleTerm::Cells(CellsTerm::OfKinds(Box::new(kinds), side)))
            }
            other => lowering.mismatch("a piece or a side", &other, arguments[0].span),
        };
    "kinds-on" "kinds-on(S)" Position 1..=1, "the kinds of the pieces on the cells of S",
        |lowering, arguments| {
            lowering.spend_board();
            let cells = lowering.cells(&arguments[0])?;
            Ok(RuleTerm::Kinds(KindsTerm::On(Box::new(cells))))
        };
    "hand" "hand(P, S)" Position 2..=2, "the number of pieces P that side S has beside the board",
        |lowering, arguments| {
            let (kinds, side) = (lowering.kinds(&arguments[0])?, lowering.side(&arguments[1])?);
            lowering.spend(lowering.scope.names.pieces.len() as u64);
            Ok(RuleTerm::Number(NumberTerm::InHand(kinds, side)))
        };
    "in-check" "in-check(S)" Attack 1..=1, "whether a royal piece of side S is attacked",
        |lowering, arguments| {
            lowering.spend_board();
            Ok(RuleTerm::Truth(Truth::InCheck(lowering.side(&arguments[0])?)))
        };
    "attacked" "attacked(c, S)" Attack 2..=2, "whether side S could capture a piece on c; on every cell, if c is a set",
        |lowering, arguments| {
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
        };
    "goes" "goes(P, S)" Legal 2..=2, "the cells that the legal moves of side S, were it to move, bring its pieces P to",
        |lowering, arguments| {
            let (kinds, side) = (lowering.kinds(&arguments[0])?, lowering.side(&arguments[1])?);
            lowering.spend(lowering.scope.names.pieces.len() as u64);
            Ok(RuleTerm::Cells(CellsTerm::Goes(Box::new(kinds), side)))
        };
    "legal-moves" "legal-moves(S)" Legal 1..=1, "the number of legal moves of side S, were it to move",
        |lowering, arguments| Ok(RuleTerm::Number(NumberTerm::LegalMoves(lowering.side(&arguments[0])?)));
};

impl Lowering<'_, '_> {
    /// Lowers a file or rank: of a cell, or by its name.
    fn line_of(
        &mut self,
        what: &str,
        argument: &Expr,
        of_cell: fn(&Board, Cell) -> CellSet,
        named: fn(&Board, &str) -> CellSet,
    ) -> Lowered<RuleTerm> {
        let board = self.scope.names.board;
        let word = match &argument.kind {
            ExprKind::Name(name) => name.clone(),
            ExprKind::Number(number) => number.to_string(),
            _ => return self.same(argument, of_cell),
        };
        let cells = named(board, &word);
        if !cells.is_empty() && board.cell(&word).is_none() && !self.variables.contains(&word) {
            return Ok(fixed(cells));
        }
        if matches!(argument.kind, ExprKind::Number(_)) {
            let message = format!("the board has no {what} {word}");
            let expected = format!("expected a {what} of the board, or a cell");
            return self.wrong(Code::UnknownName, message, argument.span, &expected);
        }
        self.same(argument, of_cell)
    }

    /// Lowers a function that gives for each cell those that share something with it.
    fn same(&mut self, argument: &Expr, of_cell: fn(&Board, Cell) -> CellSet) -> Lowered<RuleTerm> {
        let board = self.scope.names.board;
        let table = SetPerCell::from_fn(board.len(), |cell| of_cell(board, cell));
        let table = Sided {
            white: table.clone(),
            black: table,
        };
        self.table_of(table, argument).map(RuleTerm::Cells)
    }

    /// Lowers the cells that a direction class leads to from a set, within some steps.
    pub(super) fn near(
        &mut self,
        class: &str,
        span: Span,
        from: &Expr,
        steps: usize,
    ) -> Lowered<CellsTerm> {
        let board = self.scope.names.board;
        let Some(known) = board.class(class) else {
            self.diagnostics.push(unknown_direction(class, span, board));
            return Err(Reported);
        };
        let table = |side| {
            let dirs = board.class_for(known, &[], side);
            SetPerCell::from_fn(board.len(), |cell| board.along(&dirs, cell, steps))
        };
        let table = Sided {
            white: table(Side::White),
            black: table(Side::Black),
        };
        self.table_of(table, from)
    }

    /// Returns the word for a direction class.
    fn class_word<'e>(&mut self, argument: &'e Expr) -> Lowered<(&'e str, Span)> {
        match &argument.kind {
            ExprKind::Name(name) => Ok((name, argument.span)),
            _ => {
                let message = "expected a direction class here";
                let expected = "expected a class such as `orthogonal`";
                self.wrong(Code::ClaimType, message, argument.span, expected)
            }
        }
    }

    /// Lowers a function of the lines through two cells. `term` makes its term from the directions
    /// of the lines and the cells.
    fn on_line(
        &mut self,
        ends: &[Expr],
        term: fn(Box<[Dir]>, Box<[CellsTerm; 2]>) -> CellsTerm,
    ) -> Lowered<CellsTerm> {
        let board = self.scope.names.board;
        let ends = [self.cells(&ends[0])?, self.cells(&ends[1])?];
        let dirs: Box<[Dir]> = board.single_steps().into();
        let lines_from = |cell| {
            let lines = dirs
                .iter()
                .map(|dir| board.along(&[*dir], cell, usize::MAX).len());
            lines.sum::<usize>()
        };
        let longest = board.cells().map(lines_from).max().unwrap_or(0);
        self.spend((dirs.len() + longest) as u64);
        Ok(term(dirs, Box::new(ends)))
    }

    /// Whether all pieces of some kinds are nobody's.
    fn are_neutral(&self, kinds: &KindsTerm) -> bool {
        let KindsTerm::Fixed(kinds) = kinds else {
            return false;
        };
        let pieces = self.scope.names.pieces.iter().enumerate();
        let mut named = pieces.filter(|(index, _)| kinds.contains(KindId::new(*index)));
        named.all(|(_, kind)| kind.neutral)
    }

    /// Lowers the cells of a table for some cells.
    fn table_of(&mut self, table: SidedTable, argument: &Expr) -> Lowered<CellsTerm> {
        let cells = match self.term(argument)? {
            RuleTerm::Cell(cell) => cell,
            RuleTerm::Cells(cells) => {
                self.spend_board();
                cells
            }
            other => return self.mismatch("a set of cells", &other, argument.span),
        };
        Ok(match cells {
            CellsTerm::Fixed(cells) if table.white == table.black => {
                CellsTerm::Fixed(table.white.union(&cells))
            }
            cells => CellsTerm::Near(Box::new(table), SideTerm::Mover, Box::new(cells)),
        })
    }
}
