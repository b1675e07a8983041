//! Lowers questions about the board and about what pieces do on it, for the rows of functions.

use super::{Lowered, Lowering, RuleTerm, fixed};
use crate::resolve::Reported;
use crate::syntax::{Expr, ExprKind};
use padma_rules::model::{
    Board, Cell, CellSet, CellsTerm, Dir, KindId, KindsTerm, NumberRelation, NumberTerm, PieceKind,
    SetPerCell, Side, SideTerm, Sided, SidedTable, Truth, WalkQuery,
};
use padma_rules::names::unknown_direction;
use padma_text::Span;
use padma_text::diag::Code;

impl Lowering<'_, '_> {
    /// Lowers a file or rank: of a cell, or by its name.
    pub(crate) fn line_of(
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
    pub(crate) fn same(
        &mut self,
        argument: &Expr,
        of_cell: impl Fn(&Board, Cell) -> CellSet,
    ) -> Lowered<RuleTerm> {
        let board = self.scope.names.board;
        let table = SetPerCell::from_fn(board.len(), |cell| of_cell(board, cell));
        let table = Sided {
            white: table.clone(),
            black: table,
        };
        self.table_of(table, argument).map(RuleTerm::Cells)
    }

    /// Lowers the cells that a direction class, or else `contiguous`, leads to from a set.
    pub(crate) fn along(
        &mut self,
        class: Option<&Expr>,
        from: &Expr,
        along: fn(&Board, &[Dir], Cell) -> CellSet,
    ) -> Lowered<RuleTerm> {
        let (class, span) = match class {
            None => ("contiguous", from.span),
            Some(class) => match &class.kind {
                ExprKind::Name(name) => (name.as_str(), class.span),
                _ => {
                    let message = "expected a direction class here";
                    let expected = "expected a class such as `orthogonal`";
                    return self.wrong(Code::ClaimType, message, class.span, expected);
                }
            },
        };
        self.near(class, span, from, along).map(RuleTerm::Cells)
    }

    /// Lowers the cells that a direction class leads to from a set.
    pub(super) fn near(
        &mut self,
        class: &str,
        span: Span,
        from: &Expr,
        along: impl Fn(&Board, &[Dir], Cell) -> CellSet,
    ) -> Lowered<CellsTerm> {
        let board = self.scope.names.board;
        let Some(known) = board.class(class) else {
            self.diagnostics.push(unknown_direction(class, span, board));
            return Err(Reported);
        };
        let table = |side| {
            let dirs = board.class_for(known, &[], side);
            SetPerCell::from_fn(board.len(), |cell| along(board, &dirs, cell))
        };
        let table = Sided {
            white: table(Side::White),
            black: table(Side::Black),
        };
        self.table_of(table, from)
    }

    /// Lowers a function of the lines through two cells, or those of two sets. `term` makes its term
    /// from the directions of the lines and the cells; it `is_one` cell if both ends are.
    pub(crate) fn on_line(
        &mut self,
        ends: &[Expr],
        is_one: bool,
        term: fn(Box<[Dir]>, Box<[CellsTerm; 2]>) -> CellsTerm,
    ) -> Lowered<RuleTerm> {
        let board = self.scope.names.board;
        let (from, from_one) = self.cells_or_one(&ends[0])?;
        let (to, to_one) = self.cells_or_one(&ends[1])?;
        let dirs: Box<[Dir]> = board.single_steps().into();
        let lines_from = |cell| {
            let lines = dirs
                .iter()
                .map(|dir| board.along(&[*dir], cell, usize::MAX).len());
            lines.sum::<usize>()
        };
        let longest = board.cells().map(lines_from).max().unwrap_or(0);
        let from_most = if from_one { 1 } else { board.len() };
        self.spend((from_most * (dirs.len() + longest)) as u64);
        let cells = term(dirs, Box::new([from, to]));
        Ok(match is_one && from_one && to_one {
            true => RuleTerm::Cell(cells),
            false => RuleTerm::Cells(cells),
        })
    }

    /// Lowers a set of cells, and returns whether it is a single cell.
    fn cells_or_one(&mut self, expr: &Expr) -> Lowered<(CellsTerm, bool)> {
        match self.term(expr)? {
            RuleTerm::Cell(cell) => Ok((cell, true)),
            RuleTerm::Cells(cells) => Ok((cells, false)),
            other => self.mismatch("a set of cells", &other, expr.span),
        }
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
        let (cells, is_one) = self.cells_or_one(argument)?;
        if !is_one {
            self.spend_board();
        }
        Ok(match cells {
            CellsTerm::Fixed(cells) if table.white == table.black => {
                CellsTerm::Fixed(table.white.union(&cells))
            }
            cells => CellsTerm::Near(Box::new(table), SideTerm::Mover, Box::new(cells)),
        })
    }

    /// Lowers what a piece does from some cells by its movement: the arguments are the pieces, the
    /// cells and, unless it is the side that moves, the side.
    pub(crate) fn walk(&mut self, query: WalkQuery, arguments: &[Expr]) -> Lowered<RuleTerm> {
        if let [label] = arguments {
            let message = "a rule has no diagram, and so no labels";
            let expected = "expected a piece and a cell, such as `piece, to`";
            return self.wrong(Code::ClaimType, message, label.span, expected);
        }
        let kinds = self.kinds(&arguments[0])?;
        let (from, is_one) = self.cells_or_one(&arguments[1])?;
        let most = match &from {
            _ if is_one => 1,
            CellsTerm::Fixed(cells) => cells.len(),
            _ => self.scope.names.board.len(),
        };
        self.spend_on_kinds(&kinds, (most * self.scope.names.board.len()) as u64);
        let side = self.side_or_mover(arguments.get(2))?;
        Ok(RuleTerm::Cells(CellsTerm::Walk(
            query,
            Box::new(kinds),
            side,
            Box::new(from),
        )))
    }

    /// Lowers a set of cells that belongs to some kinds of piece and a side, by default the one
    /// that moves.
    pub(crate) fn cells_of_kinds(
        &mut self,
        arguments: &[Expr],
        term: fn(Box<KindsTerm>, SideTerm) -> CellsTerm,
    ) -> Lowered<RuleTerm> {
        let kinds = self.kinds(&arguments[0])?;
        self.spend_on_kinds(&kinds, 1);
        let side = self.side_or_mover(arguments.get(1))?;
        Ok(RuleTerm::Cells(term(Box::new(kinds), side)))
    }

    /// Lowers a side; the one that moves, if it is left out.
    pub(crate) fn side_or_mover(&mut self, side: Option<&Expr>) -> Lowered<SideTerm> {
        side.map_or(Ok(SideTerm::Mover), |side| self.side(side))
    }

    /// Counts steps for each of some kinds.
    fn spend_on_kinds(&mut self, kinds: &KindsTerm, steps: u64) {
        let pieces = &self.scope.names.pieces;
        let count = match kinds {
            KindsTerm::Moving => 1,
            KindsTerm::Fixed(kinds) => {
                let all = (0..pieces.len()).map(KindId::new);
                all.filter(|kind| kinds.contains(*kind)).count()
            }
            _ => pieces.len(),
        };
        self.spend((count as u64).saturating_mul(steps));
    }

    /// Returns the kinds of piece that fit.
    pub(crate) fn kinds_with(&self, fits: fn(&PieceKind) -> bool) -> KindsTerm {
        let kinds = self.scope.names.pieces.iter().enumerate();
        let fitting = kinds.filter(|(_, kind)| fits(kind));
        super::fixed_kinds(fitting.map(|(index, _)| KindId::new(index)))
    }

    /// Returns the condition that a side has no legal move, and another.
    pub(crate) fn lacks_moves(&self, side: SideTerm, and: Truth) -> RuleTerm {
        let none = [NumberTerm::LegalMoves(side), NumberTerm::Fixed(0)];
        let lacks = Truth::Compares(NumberRelation::Equal, Box::new(none));
        RuleTerm::Truth(Truth::Both(Box::new([and, lacks])))
    }

    /// Lowers `pieces(rook, mover)`, `pieces(mover)` or `pieces(rock)`, where rocks are nobody's.
    pub(crate) fn pieces(&mut self, arguments: &[Expr]) -> Lowered<RuleTerm> {
        match self.term(&arguments[0])? {
            RuleTerm::Side(side) if arguments.len() == 1 => {
                Ok(RuleTerm::Cells(CellsTerm::Pieces(Some(side))))
            }
            RuleTerm::Kind(kinds) | RuleTerm::Kinds(kinds) => {
                let side = arguments.get(1);
                let side = side.map(|side| self.side(side)).transpose()?;
                if side.is_none() && !self.are_neutral(&kinds) {
                    let message = "this does not say whose pieces are meant";
                    let expected = "expected a side as well: `mover`, `other`, `white` or `black`";
                    return self.wrong(Code::ClaimType, message, arguments[0].span, expected);
                }
                self.spend_board();
                Ok(RuleTerm::Cells(CellsTerm::OfKinds(Box::new(kinds), side)))
            }
            other => self.mismatch("a piece or a side", &other, arguments[0].span),
        }
    }
}
