//! A variant on its way to another program: what has been carried over, and what is left.

use crate::grid::Grid;
use crate::variant_rules::{BasicRule, NamedRule, VariantRules};
use padma_rules::model::{Castling, CellSet, KindId, Mover, Piece, Rule, Side, Variant};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Sources, Span};
use padma_variant::decl::{piece, top};
use padma_variant::form::Fields;

/// Something in a variant that the other program cannot be told.
pub(crate) struct Untold {
    /// What it is: "the rule `effect`".
    text: String,
    /// Why it is not carried over.
    why: String,
    span: Span,
}

/// A variant, and what the other program cannot be told of it.
pub(crate) struct Transfer<'a> {
    pub variant: &'a Variant,
    pub whole: &'a Fields,
    pub grid: Grid<'a>,
    pub rules: &'a VariantRules<'a>,
    untold: Vec<Untold>,
    /// The indices of the basic rules that have been carried over, or listed.
    settled: Vec<bool>,
}

impl<'a> Transfer<'a> {
    pub(crate) fn new(
        variant: &'a Variant,
        whole: &'a Fields,
        grid: Grid<'a>,
        rules: &'a VariantRules<'a>,
    ) -> Transfer<'a> {
        Transfer {
            variant,
            whole,
            grid,
            rules,
            untold: Vec::new(),
            settled: vec![false; rules.basic.len()],
        }
    }

    /// Lists something that the program cannot be told.
    pub(crate) fn leave(&mut self, text: impl Into<String>, span: Span, why: impl Into<String>) {
        let (text, why) = (text.into(), why.into());
        let is_same = |other: &Untold| other.span == span && other.text == text && other.why == why;
        if !self.untold.iter().any(is_same) {
            self.untold.push(Untold { text, why, span });
        }
    }

    /// Lists a basic rule, by its index.
    pub(crate) fn leave_rule(&mut self, index: usize, why: impl Into<String>) {
        self.settled[index] = true;
        let (text, span) = self.rules.basic[index].origin();
        self.leave(text, span, why);
    }

    /// Lists a rule of the library.
    pub(crate) fn leave_named(&mut self, rule: &NamedRule<'_>, why: impl Into<String>) {
        let (text, span) = rule.origin();
        self.leave(text, span, why);
    }

    /// Lists something about a piece: `the movement of` it.
    pub(crate) fn leave_of(&mut self, what: &str, kind: KindId, why: impl Into<String>) {
        let text = format!("{what} `{}`", self.variant.kind(kind).id);
        self.leave(text, self.place_of(kind), why);
    }

    /// Lists the promotions of a piece.
    pub(crate) fn leave_promotion(&mut self, kind: KindId, why: &str) {
        let rules = self.rules;
        let of_kind =
            |basic: &&BasicRule<'_>| basic.promotion().is_some_and(|rule| rule.kind == kind);
        for basic in rules.basic.iter().filter(of_kind) {
            let text = format!("a promotion of `{}`", self.variant.kind(kind).id);
            self.leave(text, basic.span, why);
        }
    }

    /// Lists the basic rules and the counters that nothing has carried over.
    pub(crate) fn leave_others(&mut self, why: &str) {
        for index in 0..self.settled.len() {
            if !self.settled[index] {
                self.leave_rule(index, why);
            }
        }
        for table in self.whole.tables(top::COUNT) {
            self.leave("a counter", table.span, why);
        }
    }

    /// Returns what a function finds in basic rules, each with the index of its rule, and marks
    /// these as carried over.
    pub(crate) fn settle<T>(
        &mut self,
        find: impl Fn(&'a BasicRule<'a>) -> Option<T>,
    ) -> Vec<(usize, T)> {
        let rules = self.rules;
        let basic = rules.basic.iter().enumerate();
        let found = basic.filter_map(|(index, basic)| Some((index, find(basic)?)));
        let found: Vec<(usize, T)> = found.collect();
        for (index, _) in &found {
            self.settled[*index] = true;
        }
        found
    }

    /// Returns the castlings of each side, with the indices of their rules, and settles these. A piece that
    /// does not begin on its cell has always moved.
    pub(crate) fn castlings(&mut self) -> Vec<(usize, Side, &'a [Mover])> {
        let rules = self.settle(|basic| match &basic.rule {
            Rule::Castling(rule) => Some(rule),
            _ => None,
        });
        let variant = self.variant;
        let of_rule = |(index, rule): (usize, &'a Castling)| {
            Side::BOTH.map(|side| (index, side, rule.movers.of(side).as_slice()))
        };
        let can_begin = |(_, side, movers): &(usize, Side, &[Mover])| {
            let begins = |mover: &Mover| starts(variant, mover.kind, *side).contains(mover.from);
            !movers.is_empty() && (variant.setup.is_none() || movers.iter().all(begins))
        };
        let all = rules.into_iter().flat_map(of_rule);
        all.filter(can_begin).collect()
    }

    /// Returns the side that moves first. Lists what else the setup's FEN says after the pieces: other
    /// rights to castle than `rights`, or what has happened before the game.
    pub(crate) fn list_fields(&mut self, rights: &str) -> Side {
        let setup = self.variant.setup.as_ref();
        let Some(fields) = setup.and_then(|setup| setup.fields.as_ref()) else {
            return Side::White;
        };
        let words: Vec<&str> = fields.text().split_whitespace().collect();
        let side = words.first().copied().filter(|word| *word == "b");
        // The last of the five is the number of the next move, which changes nothing.
        let usual = [side.unwrap_or("w"), rights, "-", "0"];
        let is_usual = |(word, usual): (&&str, &str)| *word == usual;
        let has_more = words.len() > 5 || words.iter().any(|word| word.contains('='));
        if has_more || !words.iter().zip(usual).all(is_usual) {
            let why = "only the side that moves first is carried over";
            self.leave("what follows the pieces in the FEN", fields.whole(), why);
        }
        match side {
            Some(_) => Side::Black,
            None => Side::White,
        }
    }

    /// Returns the place of a piece's table.
    pub(crate) fn place_of(&self, kind: KindId) -> Span {
        let id = &self.variant.kind(kind).id;
        let mut tables = self.whole.tables(top::PIECE).iter();
        let table = tables.find(|table| table.str(piece::ID) == id);
        table.map_or(self.whole.span, |table| table.place(piece::ID))
    }

    /// Warns of everything that is left, and returns it as a list, one a line. Without anything the
    /// list is empty.
    pub(crate) fn report(
        mut self,
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) -> Vec<String> {
        self.untold
            .sort_by(|a, b| (a.span, &a.text).cmp(&(b.span, &b.text)));
        for left in &self.untold {
            let message = format!("{} is not carried over", left.text);
            let complaint = Diagnostic::warning(Code::ExportLeftover, message);
            diagnostics.push(complaint.at(left.span, &left.why));
        }
        let line = |left: &Untold| {
            let place = sources.place(left.span);
            format!("  {place}  {}  ({})", left.text, left.why)
        };
        self.untold.iter().map(line).collect()
    }
}

/// Returns a letter as a FEN writes it for a side.
pub(crate) fn of_side(letter: char, side: Side) -> char {
    match side {
        Side::White => letter.to_ascii_uppercase(),
        Side::Black => letter,
    }
}

/// Returns the cells on which pieces of a kind begin.
pub(crate) fn starts(variant: &Variant, kind: KindId, side: Side) -> CellSet {
    let piece = Piece {
        side,
        kind: Some(kind),
    };
    let setup = variant.setup.as_ref();
    let pieces = setup.into_iter().flat_map(|setup| setup.position.pieces());
    pieces
        .filter(|(_, other)| *other == piece)
        .map(|(cell, _)| cell)
        .collect()
}
