//! Settles an expression: looks up every name and finds every type, so that what remains is a
//! [`Formula`]. Every mistake points at its word.

mod call;
mod cells;
mod checkers;
mod dates;
mod ending;
mod gait;
mod laws;
mod men;
mod outline;
mod petals;
mod play;
mod relate;
mod start;

use super::formula::{
    Binder, Domain, Entry, Formula, Gait, Herd, Kept, Leaps, Num, Roll, Set, Slot, Spot, Test, Txt, Who,
};
use super::syntax::{self, Expr, ExprKind, Fold, Name};
use super::value::Number;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::{Outline, PlayedGame, Stage, unknown_cell, unknown_piece};
use crate::model::{Board, CellSet, Variant};
use crate::reach::Rules;
use crate::text::Span;

/// What names can mean where an expression stands.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The variant the expression speaks of, and its place in the library.
    pub rules: &'a Rules,
    pub variant: usize,
    /// All diagrams of the book.
    pub stages: &'a [Stage],
    /// All recorded games of the book.
    pub games: &'a [PlayedGame],
    pub outline: &'a Outline,
    /// The diagram whose labels can be used without its id.
    pub nearest: Option<usize>,
}

/// Settles an expression; complaints go to `diagnostics`.
pub fn settle(expr: &Expr, scope: Scope<'_>, diagnostics: &mut Diagnostics) -> Option<Formula> {
    let mut settler =
        Settler { scope, variables: Vec::new(), named: 0, changes: 0, relative: 0, diagnostics };
    match settler.term(expr).ok()? {
        Term::Movement(gait) => settler.mismatch("a value", &Term::Movement(gait), expr.span).ok(),
        Term::Number(num) => Some(Formula::Number(num)),
        Term::Share(num) => Some(Formula::Share(num)),
        Term::Cells(set) => Some(Formula::Cells(set)),
        Term::Cell(spot) => Some(Formula::Cells(Set::One(spot))),
        Term::Truth(test) => Some(Formula::Truth(test)),
        Term::Text(text) => Some(Formula::Text(text)),
        Term::Piece(who) => Some(Formula::Pieces(Herd::One(who))),
        Term::Pieces(herd) => Some(Formula::Pieces(herd)),
        Term::Leaps(leaps) => Some(Formula::Leaps(leaps)),
        Term::Entry(entry) => Some(Formula::Numbers(Roll::One(entry))),
        Term::Numbers(roll) => Some(Formula::Numbers(roll)),
    }
}

/// All function names, for suggestions.
const FUNCTIONS: &[&str] = &[
    "reach",
    "moves",
    "captures",
    "attacks",
    "victims",
    "first",
    "betza",
    "says",
    "turned",
    "same",
    "leaps",
    "range",
    "closure",
    "distance",
    "count",
    "share",
    "kind",
    "file",
    "rank",
    "neighbours",
    "lines",
    "slide",
    "step",
    "inventor",
    "letter",
    "movement",
    "with",
    "max",
    "min",
    "sum",
    "union",
    "all",
    "some",
    "cells",
    "pieces",
    "cell",
    "promotion",
    "promotes-to",
    "stands-on",
    "together",
    "men",
    "setup",
    "reserve",
    "turns-into",
    "castles",
    "goal",
    "goal-count",
    "quiet-limit",
    "quiet-ending",
    "repetition-limit",
    "mirrored",
    "rotated",
    "twins",
    "sheet",
    "absent",
    "royal",
    "checkers",
    "kinds",
    "most",
    "parts",
    "worth",
    "steps",
    "place",
    "named",
    "arrangements",
    "weekday",
    "day",
    "contents",
    "sections",
    "figures",
    "twice",
    "dotted",
    "references",
    "listed",
    "title",
    "symbols",
    "in-check",
    "mate",
    "stalemate",
    "wins",
    "drawn",
    "outcome",
    "legal",
    "legal-moves",
    "always-wins",
    "longest-win",
    "takes",
    "frozen",
    "liberties",
    "goes",
    "teleports",
    "drops",
    "travels",
    "brought",
    "handed",
    "missing",
    "controls",
];

enum Term {
    Number(Num),
    Share(Num),
    Cells(Set),
    Cell(Spot),
    Truth(Test),
    Text(Txt),
    Piece(Who),
    Pieces(Herd),
    /// One that is no piece's by itself.
    Movement(Gait),
    Leaps(Leaps),
    Entry(Entry),
    Numbers(Roll),
}

impl Term {
    fn name(&self) -> &'static str {
        match self {
            Term::Number(_) => "a number",
            Term::Share(_) => "a share in percent",
            Term::Cells(_) => "cells",
            Term::Cell(_) => "a cell",
            Term::Truth(_) => "true or false",
            Term::Text(_) => "a text",
            Term::Piece(_) => "a piece",
            Term::Pieces(_) => "pieces",
            Term::Movement(_) => "a movement",
            Term::Leaps(_) => "leaps",
            Term::Entry(_) => "a section or figure",
            Term::Numbers(_) => "sections or figures",
        }
    }

    /// The same, but computed once for each binding of the innermost variable that it names.
    fn kept(self, by: Option<Slot>) -> Term {
        match self {
            Term::Number(Num::Fixed(_)) | Term::Cells(Set::Fixed(_) | Set::One(_)) => self,
            Term::Number(num) => Term::Number(Num::Kept(Kept::new(num, by))),
            Term::Share(num) => Term::Share(Num::Kept(Kept::new(num, by))),
            Term::Cells(set) => Term::Cells(Set::Kept(Kept::new(set, by))),
            Term::Pieces(herd) => Term::Pieces(Herd::Kept(Kept::new(herd, by))),
            Term::Numbers(roll) => Term::Numbers(Roll::Kept(Kept::new(roll, by))),
            term => term,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Cell,
    Piece,
    Number,
}

/// The complaint is already made.
struct Wrong;
type Settled<T> = Result<T, Wrong>;

/// The last place of a variable that has a bit of its own, and one further in.
const LAST: usize = u64::BITS as usize - 1;

struct Settler<'a, 'd> {
    scope: Scope<'a>,
    variables: Vec<(String, Bound)>,
    /// A bit for the place of each variable that what is being settled has named; those far in share the last.
    named: u64,
    /// How many `with(…)` stand round what is being settled.
    changes: usize,
    /// How many of them speak of own men or enemies.
    relative: usize,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> Settler<'a, '_> {
    fn variant(&self) -> &'a Variant {
        &self.scope.rules.variant
    }

    fn board(&self) -> &'a Board {
        &self.variant().board
    }

    /// Settles an expression. It is worth the same for all values of the variables bound further in than those it
    /// names, unless something is changed around it.
    fn term(&mut self, expr: &Expr) -> Settled<Term> {
        let around = self.variables.len();
        let named = std::mem::take(&mut self.named);
        let term = self.open_term(expr)?;
        let is_around = if around < LAST { (1 << around) - 1 } else { !0 };
        let by = (self.named & is_around).checked_ilog2().map(|place| place as usize);
        self.named |= named;
        let stays = by.map_or(0, |by| by + 1) < around.min(LAST);
        Ok(if stays && self.changes == 0 { term.kept(by.map(Slot)) } else { term })
    }

    fn open_term(&mut self, expr: &Expr) -> Settled<Term> {
        match &expr.kind {
            ExprKind::Number(value) => Ok(Term::Number(Num::Fixed(Number::whole(*value)))),
            ExprKind::Decimal(value) => Ok(Term::Number(Num::Fixed(Number::from(*value)))),
            ExprKind::Text(text) => Ok(Term::Text(Txt::Fixed(text.clone()))),
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Member(_, label) => {
                let message = format!("`{}` is a man, not a value", label.text);
                self.wrong(Code::ClaimType, message, expr.span, "expected `reach(…)` or the like round it")
            }
            ExprKind::Call(function, arguments) => self.call(function, arguments, expr.span),
            ExprKind::CallOf(diagram, function, arguments)
                if play::is_function(&function.text) || function.text == "men" =>
            {
                self.of_play(Some(diagram), function, arguments, expr.span)
            }
            ExprKind::CallOf(game, function, arguments) if function.text == "leaps" => {
                self.leaps_played(game, arguments, expr.span).map(Term::Leaps)
            }
            ExprKind::CallOf(_, function, _) => {
                let message = format!("`{}` asks nothing of a diagram or a game", function.text);
                let label = "expected `in-check`, `mate`, `stalemate`, `wins`, `drawn`, `outcome`, `legal`, \
                             `legal-moves`, `takes`, `frozen`, `liberties`, `drops`, `travels`, `brought`, `handed`, \
                             `missing`, `men` or `controls` of a diagram, or `leaps` of a game";
                self.wrong(Code::ClaimType, message, function.span, label)
            }
            ExprKind::Cells(names) => self.listed(names),
            ExprKind::Numbers(names) => self.numbers(names),
            ExprKind::Leaps(leaps) => Ok(Term::Leaps(Leaps::Fixed(leaps.clone()))),
            ExprKind::Filter(binder) => self.bind(binder, |_, binder, bound| {
                Ok(match bound {
                    Bound::Cell => Term::Cells(Set::Filter(Box::new(binder))),
                    Bound::Piece => Term::Pieces(Herd::Filter(Box::new(binder))),
                    Bound::Number => Term::Numbers(Roll::Filter(Box::new(binder))),
                })
            }),
            ExprKind::Quantified { every, binder, body } => self.bind(binder, |settler, binder, _| {
                let body = Box::new(settler.truth(body)?);
                Ok(Term::Truth(Test::Quantified { every: *every, binder: Box::new(binder), body }))
            }),
            ExprKind::Fold { fold, binder, body } => self.bind(binder, |settler, binder, _| {
                let binder = Box::new(binder);
                Ok(match fold {
                    Fold::Count => Term::Number(Num::CountWhere(binder, Box::new(settler.truth(body)?))),
                    Fold::Union => Term::Cells(Set::UnionOver(binder, Box::new(settler.cells(body)?))),
                    Fold::Max => Term::Number(Num::Max(binder, Box::new(settler.number(body)?))),
                    Fold::Min => Term::Number(Num::Min(binder, Box::new(settler.number(body)?))),
                    Fold::Sum => Term::Number(Num::Sum(binder, Box::new(settler.number(body)?))),
                })
            }),
            ExprKind::With { changes, body } => self.with(changes, body),
            ExprKind::Movement(notation, text) => self.told(*notation, text).map(Term::Movement),
            ExprKind::Not(inner) => Ok(Term::Truth(Test::Not(Box::new(self.truth(inner)?)))),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, expr.span),
        }
    }

    /// `{c4, g4}`; a variable may stand among the names.
    fn listed(&mut self, names: &[Name]) -> Settled<Term> {
        let mut fixed = CellSet::EMPTY;
        let mut variables = Vec::new();
        let mut complete = true;
        for name in names {
            match (self.variable(&name.text), self.board().cell(&name.text)) {
                (Some((slot, Bound::Cell)), _) => variables.push(Spot::Variable(slot)),
                (_, Some(cell)) => fixed.insert(cell),
                _ => complete = self.fixed_cell(name).is_ok() && complete,
            }
        }
        if !complete {
            return Err(Wrong);
        }
        let join = |set, spot| Set::Union(Box::new(set), Box::new(Set::One(spot)));
        Ok(Term::Cells(variables.into_iter().fold(Set::fixed(fixed), join)))
    }

    /// A name on its own: a variable, a set, a cell or a piece.
    fn name(&mut self, name: &str, span: Span) -> Settled<Term> {
        if let Some((slot, bound)) = self.variable(name) {
            return Ok(match bound {
                Bound::Cell => Term::Cell(Spot::Variable(slot)),
                Bound::Piece => Term::Piece(Who::Variable(slot)),
                Bound::Number => Term::Entry(Entry::Variable(slot)),
            });
        }
        match name {
            "cells" => return Ok(Term::Cells(Set::fixed(self.board().all()))),
            "pieces" => return Ok(Term::Pieces(Herd::All)),
            "true" | "false" => return Ok(Term::Truth(Test::Fixed(name == "true"))),
            _ => {}
        }
        if let Some(set) = self.variant().sets.get(name) {
            return Ok(Term::Cells(Set::fixed(set.white)));
        }
        if let Some(cell) = self.board().cell(name) {
            return Ok(Term::Cell(Spot::Fixed(cell)));
        }
        if let Some(piece) = self.variant().piece_named(name) {
            return Ok(Term::Piece(Who::Fixed(piece)));
        }
        if let Some(part) = outline::part(name) {
            return self.part(part, span).map(|part| Term::Numbers(Roll::All(part)));
        }
        if Board::is_name_shaped(name) {
            self.diagnostics.push(unknown_cell(name, span, self.board()));
            return Err(Wrong);
        }
        if self.label(name).is_some() {
            let message = format!("`{name}` is a man, not a value");
            return self.wrong(Code::ClaimType, message, span, "expected `reach(…)` or the like round it");
        }
        let variant = self.variant();
        let mut known: Vec<&str> = vec!["cells", "pieces"];
        known.extend(variant.sets.names());
        known.extend(variant.pieces.iter().map(|piece| piece.id.as_str()));
        known.extend(FUNCTIONS);
        let variables: Vec<String> = self.variables.iter().map(|(name, _)| name.clone()).collect();
        known.extend(variables.iter().map(String::as_str));
        self.diagnostics.push(
            Diagnostic::error(Code::UnknownName, format!("`{name}` means nothing here"))
                .at(span, "expected a variable, a cell, a piece, a kind of cell or a named set")
                .suggest(name, known),
        );
        Err(Wrong)
    }

    fn variable(&mut self, name: &str) -> Option<(Slot, Bound)> {
        let index = self.variables.iter().rposition(|(variable, _)| variable == name)?;
        self.named |= 1 << index.min(LAST);
        Some((Slot(index), self.variables[index].1))
    }

    /// The men with a label in the nearest diagram.
    fn label(&self, name: &str) -> Option<(usize, Vec<usize>)> {
        let nearest = self.scope.nearest?;
        let men = men_labelled(&self.scope.stages[nearest], name);
        (!men.is_empty()).then_some((nearest, men))
    }

    fn arity(
        &mut self,
        arguments: &[Expr],
        count: std::ops::RangeInclusive<usize>,
        what: &str,
        span: Span,
    ) -> Settled<()> {
        if count.contains(&arguments.len()) {
            return Ok(());
        }
        let count = arguments.len();
        let message = format!("this function has {count} argument{}", if count == 1 { "" } else { "s" });
        self.wrong(Code::ClaimType, message, span, &format!("expected {what}"))
    }

    fn who(&mut self, expr: &Expr) -> Settled<Who> {
        if let ExprKind::Name(name) = &expr.kind
            && self.variable(name).is_none()
            && self.variant().piece_named(name).is_none()
        {
            let known = self.variant().pieces.iter().map(|piece| piece.id.as_str());
            self.diagnostics.push(unknown_piece(name, expr.span, known));
            return Err(Wrong);
        }
        match self.term(expr)? {
            Term::Piece(who) => Ok(who),
            term => self.mismatch("a piece", &term, expr.span),
        }
    }

    /// Settles a binder and, with its variables known, what it binds them for.
    fn bind(
        &mut self,
        binder: &syntax::Binder,
        inner: impl FnOnce(&mut Self, Binder, Bound) -> Settled<Term>,
    ) -> Settled<Term> {
        let (domain, bound) = match &binder.domain {
            None => (Domain::Cells(Set::fixed(self.board().all())), Bound::Cell),
            Some(expr) => match self.term(expr)? {
                Term::Pieces(herd) => (Domain::Pieces(herd), Bound::Piece),
                Term::Numbers(roll) => (Domain::Numbers(roll), Bound::Number),
                term => (Domain::Cells(self.as_cells(term, expr.span)?), Bound::Cell),
            },
        };
        if let (true, Bound::Piece | Bound::Number, [_, second, ..]) =
            (binder.ordered, bound, &binder.names[..])
        {
            let message = "only cells have an order".to_string();
            return self.wrong(Code::ClaimType, message, second.span, "expected `,` before it");
        }
        let first = Slot(self.variables.len());
        for name in &binder.names {
            if self.board().cell(&name.text).is_some() || self.variant().piece_named(&name.text).is_some() {
                let message = format!("`{}` cannot be a variable", name.text);
                self.variables.truncate(first.0);
                return self.wrong(
                    Code::ClaimType,
                    message,
                    name.span,
                    "this is the name of a cell or a piece",
                );
            }
            self.variables.push((name.text.clone(), bound));
        }
        let condition = binder.condition.as_ref().map(|condition| self.truth(condition)).transpose();
        let term = condition.and_then(|condition| {
            let (count, ordered) = (binder.names.len(), binder.ordered);
            let settled = Binder { first, count, ordered, domain, condition };
            inner(self, settled, bound)
        });
        self.variables.truncate(first.0);
        term
    }

    fn mismatch<T>(&mut self, due: &str, found: &Term, span: Span) -> Settled<T> {
        let verb =
            if ["cells", "pieces", "leaps"].iter().any(|many| due.starts_with(many)) { "are" } else { "is" };
        let message = format!("{due} {verb} due here, and this is {}", found.name());
        self.wrong(Code::ClaimType, message, span, &format!("expected {due}"))
    }

    fn wrong<T>(&mut self, code: Code, message: String, span: Span, label: &str) -> Settled<T> {
        self.diagnostics.push(Diagnostic::error(code, message).at(span, label));
        Err(Wrong)
    }
}

fn men_labelled(stage: &Stage, label: &str) -> Vec<usize> {
    stage.men.iter().enumerate().filter(|(_, man)| man.label == label).map(|(index, _)| index).collect()
}
