//! Lowers names: variables, what belongs to the move, cells, sets, pieces and sides.

use super::{Lowered, Lowering, RuleAsks, RuleTerm, fixed, fixed_kinds};
use crate::resolve::Reported;
use crate::syntax::{Expr, Name};
use padma_rules::model::{
    Board, CellSet, CellsTerm, CounterId, Dir, KindId, KindsTerm, SetOperator,
};
use padma_rules::model::{NumberTerm, RuleStage, Side, SideTerm, Truth};
use padma_rules::names::unknown_cell;
use padma_text::diag::Code;
use padma_text::{Span, code_list};

/// The names that belong to a move of a piece.
pub const OF_MOVE: [&str; 5] = ["from", "to", "taken", "piece", "castles"];
/// The names that belong to any move of a side, which may also be a pass.
pub const OF_PLY: [&str; 6] = ["from", "to", "taken", "piece", "castles", "passes"];
/// The names of sides and of sets of cells that any rule can use.
const ALWAYS: [&str; 10] = [
    "mover", "other", "white", "black", "empty", "unmoved", "cells", "pieces", "true", "false",
];

/// Returns the names, in addition to those of a variant, that a rule may use.
pub fn rule_names(asks: RuleAsks) -> impl Iterator<Item = &'static str> {
    asks.of_move.iter().copied().chain(ALWAYS)
}

impl Lowering<'_, '_> {
    pub(super) fn name(&mut self, name: &str, span: Span) -> Lowered<RuleTerm> {
        if let Some(index) = self.variables.iter().rposition(|known| known == name) {
            return Ok(RuleTerm::Cell(CellsTerm::Variable(index)));
        }
        if OF_PLY.contains(&name) {
            return self.of_move(name, span);
        }
        let board = self.scope.names.board;
        let of_position = match name {
            "mover" => return Ok(RuleTerm::Side(SideTerm::Mover)),
            "other" => return Ok(RuleTerm::Side(SideTerm::Opponent)),
            "white" | "black" => {
                return Ok(RuleTerm::Side(SideTerm::Fixed(match name {
                    "white" => Side::White,
                    _ => Side::Black,
                })));
            }
            "true" | "false" => return Ok(RuleTerm::Truth(Truth::Fixed(name == "true"))),
            "cells" => return Ok(fixed(board.all())),
            "pieces" => {
                let all = (0..self.scope.names.pieces.len()).map(KindId::new);
                return Ok(RuleTerm::Kinds(fixed_kinds(all)));
            }
            "empty" => Some(CellsTerm::Empty),
            "unmoved" => Some(CellsTerm::Unmoved),
            _ => None,
        };
        if let Some(cells) = of_position {
            self.ask(name, RuleStage::Position, span)?;
            return Ok(RuleTerm::Cells(cells));
        }
        if let Some(set) = self.scope.names.sets.get(name) {
            if set.white != set.black {
                let message = format!("`{name}` means different cells for White and for Black");
                let expected = format!("expected a side as well: `{name}(mover)`, for example");
                return self.wrong(Code::ClaimType, message, span, &expected);
            }
            return Ok(fixed(set.white));
        }
        if let Some(cell) = board.cell(name) {
            return Ok(RuleTerm::Cell(CellsTerm::Fixed(CellSet::from_iter([cell]))));
        }
        let kinds = self.scope.names.pieces.iter();
        if let Some(index) = kinds.clone().position(|kind| kind.id == name) {
            return Ok(RuleTerm::Kind(fixed_kinds([KindId::new(index)])));
        }
        if Board::is_name_shaped(name) {
            self.diagnostics.push(unknown_cell(name, span, board));
            return Err(Reported);
        }
        let message = format!("`{name}` means nothing in a rule");
        let expected = "expected a variable, a side, a cell, a piece, a named set, or `from`, `to`, `taken` or `piece`";
        let known: Vec<String> = (kinds.map(|kind| kind.id.clone()))
            .chain(self.scope.names.sets.all_names().map(str::to_string))
            .chain(self.variables.iter().cloned())
            .chain(OF_PLY.into_iter().chain(ALWAYS).map(str::to_string))
            .chain((self.functions.names)().into_iter().map(str::to_string))
            .collect();
        self.unknown(
            message,
            (name, span),
            expected,
            known.iter().map(String::as_str),
        )
    }

    /// Lowers a name that belongs to the move.
    fn of_move(&mut self, name: &str, span: Span) -> Lowered<RuleTerm> {
        let RuleAsks { rule, of_move, .. } = self.scope.asks;
        if !of_move.contains(&name) {
            let message = format!("`{name}` is about the move, and {rule} cannot ask about it");
            let expected = match of_move {
                [] => "expected something on the board: only `effect`, `forbid` and `must` know the move"
                    .to_string(),
                some => format!(
                    "expected something on the board, or {}: only `effect`, `forbid` and `must` know more of \
                     the move",
                    code_list(some.iter().copied())
                ),
            };
            return self.wrong(Code::ClaimType, message, span, &expected);
        }
        self.ask(name, RuleStage::Position, span)?;
        Ok(match name {
            "from" => RuleTerm::Cell(CellsTerm::From),
            "to" => RuleTerm::Cell(CellsTerm::To),
            "taken" => RuleTerm::Cells(CellsTerm::Taken),
            "piece" => RuleTerm::Kind(KindsTerm::Moving),
            "passes" => RuleTerm::Truth(Truth::Passes),
            _ => RuleTerm::Truth(Truth::Castles),
        })
    }

    /// Lowers a list of cells such as `{c4, to}`.
    pub(super) fn cell_list(&mut self, names: &[Name]) -> Lowered<RuleTerm> {
        let mut all = CellsTerm::Fixed(CellSet::EMPTY);
        for name in names {
            let cell = match self.name(&name.text, name.span)? {
                RuleTerm::Cell(cell) => cell,
                other => return self.mismatch("a cell", &other, name.span),
            };
            all = match (all, cell) {
                (CellsTerm::Fixed(all), CellsTerm::Fixed(cell)) => CellsTerm::Fixed(all | cell),
                (CellsTerm::Fixed(all), cell) if all.is_empty() => cell,
                (all, cell) => CellsTerm::Join(SetOperator::Union, Box::new([all, cell])),
            };
        }
        Ok(RuleTerm::Cells(all))
    }

    /// Whether a variant has a counter, a set or a direction class with this name.
    pub(super) fn is_of_variant(&self, name: &str) -> bool {
        let names = self.scope.names;
        self.scope.counters.iter().any(|id| id == name)
            || names.sets.get(name).is_some()
            || names.board.class(name).is_some()
    }

    /// Lowers a call of a name that is not a function: a counter, a named set as one side sees
    /// it, or whether one cell is a step from another along a direction class.
    pub(super) fn other_call(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        span: Span,
    ) -> Lowered<RuleTerm> {
        let word = name.text.as_str();
        let counter = self.scope.counters.iter().position(|id| id == word);
        let set = self.scope.names.sets.get(word);
        match (counter, set, arguments) {
            (Some(index), _, [side]) => {
                self.ask(word, RuleStage::Position, name.span)?;
                let side = self.side(side)?;
                return Ok(RuleTerm::Number(NumberTerm::Counter(
                    CounterId::new(index),
                    side,
                )));
            }
            (None, Some(set), [side]) => {
                let side = self.side(side)?;
                return Ok(RuleTerm::Cells(match side {
                    SideTerm::Fixed(side) => CellsTerm::Fixed(*set.of(side)),
                    side => CellsTerm::Sided(Box::new(*set), side),
                }));
            }
            (Some(_), ..) | (_, Some(_), _) => {
                let message = format!("`{word}` takes one argument");
                return self.wrong(Code::ClaimType, message, span, "expected a side");
            }
            _ => {}
        }
        let board = self.scope.names.board;
        if board.class(word).is_some()
            && let [from, to] = arguments
        {
            let one_step = |board: &Board, dirs: &[Dir], cell| board.along(dirs, cell, 1);
            let near = self.near(word, name.span, from, one_step)?;
            let to = self.cells(to)?;
            return Ok(RuleTerm::Truth(Truth::Meets(Box::new([near, to]))));
        }
        let mut known: Vec<&str> = (self.functions.names)();
        known.extend(board.classes());
        known.extend(self.scope.counters.iter().map(String::as_str));
        let message = format!("`{word}` is not a function of rules");
        let expected = "expected a function of rules, a counter or a direction class";
        self.unknown(message, (word, name.span), expected, known)
    }
}
