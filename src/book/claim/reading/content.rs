//! What an expression names and which forms it has, to account for the words of a text.

use std::collections::BTreeSet;

use padma_expr::{
    Bound, ChangeKind, Expr, ExprKind, Fold, Name, Number, Operator, PlacedDiagram, PlacedPiece,
    PositionPart, Scope, WordMeaning, find_function, words,
};
use padma_rules::model::{Board, Cell, CellSet, KindId, Side, Variant};

/// A form that an expression, or any part of it, can have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ExprForm {
    /// `=`, or `same(…)`.
    Equal,
    /// `all …: …`, or a name with `always` in it.
    Every,
    /// `some …: …`
    Exists,
    /// `not`, `!=`, `not in`, `-`.
    Not,
    /// `{}` or `0`.
    Nothing,
    /// `in`
    In,
    /// `and`
    And,
    /// `<`, `>`, `at most`, `at least`.
    Order,
    /// `max`
    Greatest,
    /// `min`
    Smallest,
    /// A list of two.
    Two,
    /// A name with `first` in it, `min` or `1`.
    First,
    /// A name with `last` in it, or `max`.
    Last,
}

/// Returns the forms of an expression itself, without its parts.
fn forms(kind: &ExprKind) -> &'static [ExprForm] {
    match kind {
        ExprKind::Quantified { every: true, .. }
        | ExprKind::Fold {
            fold: Fold::Each, ..
        } => &[ExprForm::Every],
        ExprKind::Quantified { every: false, .. } => &[ExprForm::Exists],
        ExprKind::Fold {
            fold: Fold::Max, ..
        } => &[ExprForm::Greatest, ExprForm::Last],
        ExprKind::Fold {
            fold: Fold::Min, ..
        } => &[ExprForm::Smallest, ExprForm::First],
        ExprKind::Not(_) => &[ExprForm::Not],
        ExprKind::Binary(Operator::Compare(Bound::Exactly), ..) => &[ExprForm::Equal],
        ExprKind::Binary(Operator::Compare(Bound::Not) | Operator::NotIn | Operator::Minus, ..) => {
            &[ExprForm::Not]
        }
        ExprKind::Binary(Operator::Compare(_), ..) => &[ExprForm::Order],
        ExprKind::Binary(Operator::In, ..) => &[ExprForm::In],
        ExprKind::Binary(Operator::And, ..) => &[ExprForm::And],
        _ => &[],
    }
}

/// What an expression names and which forms it has, or what a diagram shows.
#[derive(Default)]
pub struct ExprContent {
    kinds: BTreeSet<KindId>,
    cells: BTreeSet<Cell>,
    sides: BTreeSet<Side>,
    numbers: BTreeSet<Number>,
    /// The length of each list that is written out.
    lists: Vec<usize>,
    /// The quoted texts and the movements.
    texts: Vec<String>,
    /// The diagrams whose positions are asked about.
    asked: BTreeSet<usize>,
    forms: BTreeSet<ExprForm>,
    /// Its words in lower case, but for its functions: names, directions, verbs of movements.
    words: BTreeSet<String>,
    /// What its functions mean, each with the function.
    meanings: Vec<(WordMeaning, String)>,
}

impl ExprContent {
    /// Whether a kind of piece is named, or its letter is in a quoted text.
    pub(crate) fn says_kind(&self, kind: KindId, variant: &Variant) -> bool {
        self.kinds.contains(&kind) || self.says_text(&variant.kind(kind).letter)
    }

    /// Whether a cell is named, or its name is in a quoted text.
    pub(crate) fn says_cell(&self, cell: Cell, variant: &Variant) -> bool {
        self.cells.contains(&cell) || self.says_text(variant.board.name(cell))
    }

    /// Whether any kind of piece is named.
    pub(crate) fn names_kinds(&self) -> bool {
        !self.kinds.is_empty()
    }

    /// Whether any side is named.
    pub(crate) fn names_sides(&self) -> bool {
        !self.sides.is_empty()
    }

    /// Whether any cell is named.
    pub(crate) fn names_cells(&self) -> bool {
        !self.cells.is_empty()
    }

    /// Whether a number is named, is the length of a list, or is in a quoted text.
    pub(super) fn says_number(&self, number: Number) -> bool {
        let is_length = |length: &usize| Number::whole(*length as i64) == number;
        self.numbers.contains(&number)
            || self.lists.iter().any(is_length)
            || self.says_text(&number.to_string())
    }

    /// Whether a side is named. White counts as named if no side is.
    pub(crate) fn says_side(&self, side: Side) -> bool {
        self.sides.contains(&side) || side == Side::White && self.sides.is_empty()
    }

    /// Whether the expression has one of the forms.
    pub(super) fn has_form(&self, forms: &[ExprForm]) -> bool {
        forms.iter().any(|form| self.forms.contains(form))
    }

    /// Whether the expression has a word.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Returns the first of some words, or else the first function with one of some meanings.
    pub(crate) fn asks(&self, words: &str, meanings: &[WordMeaning]) -> Option<&str> {
        let mut words = words.split('|').filter_map(|word| self.words.get(word));
        let mut functions = self.meanings.iter();
        let function = functions.find(|(meaning, _)| meanings.contains(meaning));
        let word = words.next().or(function.map(|(_, function)| function));
        word.map(String::as_str)
    }

    /// Adds a word, and its parts.
    fn add_word(&mut self, word: &str) {
        let word = word.to_lowercase();
        let parts = word.split('-').filter(|part| !part.is_empty());
        self.words.extend(parts.map(str::to_string));
        self.words.insert(word);
    }

    fn says_text(&self, name: &str) -> bool {
        self.texts.iter().any(|written| written.contains(name))
    }

    /// Adds the parts of a position, on the board and beside it, and the numbers of pieces: of
    /// all, of each side and of each kind.
    pub fn add_position<'p>(&mut self, parts: impl Iterator<Item = &'p PositionPart> + Clone) {
        let count_pieces = |side: Option<Side>, kind: Option<KindId>| {
            let pieces = parts.clone().filter_map(PositionPart::pieces);
            let matching = pieces.filter(|(piece_side, piece_kind, _)| {
                side.is_none_or(|side| side == *piece_side)
                    && kind.is_none_or(|kind| kind == *piece_kind)
            });
            matching.map(|(.., count)| i64::from(count)).sum::<i64>()
        };
        let sides = [None, Some(Side::White), Some(Side::Black)];
        for part in parts.clone() {
            match part {
                PositionPart::On(side, _, cell) => {
                    self.cells.insert(*cell);
                    self.sides.insert(*side);
                }
                PositionPart::Aside(side, ..) | PositionPart::ToMove(side) => {
                    self.sides.insert(*side);
                }
            }
            self.kinds.extend(part.kind());
            for count in sides
                .into_iter()
                .flat_map(|side| [count_pieces(side, None), count_pieces(side, part.kind())])
            {
                self.numbers.insert(Number::whole(count));
            }
        }
    }

    /// Returns the names of the pieces.
    pub(crate) fn piece_names<'v>(&self, variant: &'v Variant) -> Vec<&'v str> {
        self.kinds
            .iter()
            .map(|kind| variant.kind(*kind).name.as_str())
            .collect()
    }

    /// Adds a kind of piece, if there is one.
    pub(crate) fn add_kind(&mut self, kind: Option<KindId>) {
        self.kinds.extend(kind);
    }

    /// Adds some cells and their number.
    pub(crate) fn add_cells(&mut self, cells: CellSet) {
        self.cells.extend(cells.iter());
        self.numbers.insert(Number::whole(cells.len() as i64));
    }

    /// Adds the pieces that diagrams show on the cells that are named.
    pub(crate) fn add_shown(&mut self, figures: &[&PlacedDiagram], variant: &Variant) {
        for piece in figures.iter().flat_map(|figure| &figure.pieces) {
            if self.says_cell(piece.cell, variant) {
                self.add_piece(piece);
            }
        }
    }

    /// Adds text in the notation of moves, or of lists of cells.
    pub(crate) fn add_text(&mut self, text: &str) {
        self.texts.push(text.to_string());
    }

    /// Adds what an expression and its parts name, and their forms.
    pub(crate) fn add_expr(&mut self, expr: &Expr, scope: Scope<'_>) {
        match &expr.kind {
            ExprKind::Number(number) => self.add_number(Number::whole(*number)),
            ExprKind::Decimal(decimal) => self.add_number(Number::from(*decimal)),
            ExprKind::Text(text) => {
                self.add_name(text, scope.nearest, scope);
                self.texts.push(text.clone());
            }
            ExprKind::Movement(_, written) => {
                let text = written.text();
                self.texts.push(text.to_string());
                for word in words(text).map(|range| &text[range]) {
                    self.add_word(word);
                    self.add_word(&format!("says {word}"));
                }
            }
            ExprKind::Name(name) => {
                self.add_name(name, scope.nearest, scope);
                self.add_word(name);
            }
            // A difference leaves open which of the two is meant.
            ExprKind::Binary(Operator::Minus, ..) => self.add_word("-"),
            ExprKind::Fold { fold, .. } if matches!(fold, Fold::Max | Fold::Min) => {
                self.add_word(fold.name())
            }
            ExprKind::Member(diagram, label) => {
                self.add_name(&label.text, scope.figure(Some(diagram)), scope);
            }
            ExprKind::Call(name, _) => self.add_call(name, scope.nearest, scope),
            ExprKind::CallOf(diagram, name, _) => {
                self.add_call(name, scope.figure(Some(diagram)), scope)
            }
            ExprKind::Cells(names) | ExprKind::Numbers(names) => {
                names
                    .iter()
                    .for_each(|name| self.add_name(&name.text, scope.nearest, scope));
                self.add_list(names.len());
                if are_corners(names, &scope.rules.variant.board) {
                    self.add_word("corner");
                }
            }
            ExprKind::Leaps(leaps) => self.add_list(leaps.len()),
            ExprKind::With { changes, .. } => {
                for change in changes {
                    self.add_word(change.kind.name());
                    change
                        .cells
                        .iter()
                        .for_each(|name| self.add_name(&name.text, scope.nearest, scope));
                    match change.kind {
                        ChangeKind::White => self.sides.insert(Side::White),
                        ChangeKind::Black => self.sides.insert(Side::Black),
                        _ => false,
                    };
                }
            }
            _ => {}
        }
        self.forms.extend(forms(&expr.kind));
        expr.parts().for_each(|part| self.add_expr(part, scope));
    }

    pub(crate) fn add_number(&mut self, number: Number) {
        match number {
            zero if zero == Number::whole(0) => drop(self.forms.insert(ExprForm::Nothing)),
            one if one == Number::whole(1) => drop(self.forms.insert(ExprForm::First)),
            _ => {}
        }
        self.numbers.insert(number);
    }

    fn add_list(&mut self, length: usize) {
        match length {
            0 => drop(self.forms.insert(ExprForm::Nothing)),
            2 => drop(self.forms.insert(ExprForm::Two)),
            _ => {}
        }
        self.lists.push(length);
    }

    /// Adds what a name refers to: a cell, a kind of piece, a side, or a diagram's labelled piece.
    pub(crate) fn add_name(&mut self, name: &str, diagram: Option<usize>, scope: Scope<'_>) {
        let variant = &scope.rules.variant;
        self.cells.extend(variant.board.cell(name));
        self.kinds.extend(variant.kind_named(name));
        self.sides.extend(Side::from_name(name));
        for (fragment, form) in [
            ("first", ExprForm::First),
            ("last", ExprForm::Last),
            ("always", ExprForm::Every),
        ] {
            self.forms.extend(name.contains(fragment).then_some(form));
        }
        let pieces = diagram.map_or(&[][..], |diagram| &scope.placed[diagram].pieces);
        pieces
            .iter()
            .filter(|piece| piece.label == name)
            .for_each(|piece| {
                self.add_piece(piece);
                self.cells.insert(piece.cell);
            });
    }

    fn add_piece(&mut self, piece: &PlacedPiece) {
        self.kinds.insert(piece.kind);
        self.sides.insert(piece.side);
    }

    /// Adds a called function, and the diagram whose position it asks about.
    fn add_call(&mut self, name: &Name, diagram: Option<usize>, scope: Scope<'_>) {
        self.add_name(&name.text, None, scope);
        self.forms
            .extend((name.text == "same").then_some(ExprForm::Equal));
        match find_function(&name.text) {
            Some(function) => {
                let meanings = function.senses.iter();
                let meanings = meanings.map(|meaning| (*meaning, name.text.clone()));
                self.meanings.extend(meanings);
            }
            None => self.add_word(&name.text),
        }
        if padma_expr::asks_diagram(&name.text) {
            self.asked.extend(diagram);
        }
    }

    /// Adds pieces of the diagrams that are asked about: those on named cells, and the royal
    /// pieces, on which the legality of every move depends. Also adds the side to move, and the
    /// kind whose moves have no letter if a text is such a move.
    pub(crate) fn add_asked_pieces(&mut self, scope: Scope<'_>) {
        let variant = &scope.rules.variant;
        let plain = variant.notation.plain.filter(|_| !self.asked.is_empty());
        let is_plain = |text: &String| text.starts_with(|c: char| c.is_ascii_lowercase());
        self.kinds
            .extend(plain.filter(|_| self.texts.iter().any(is_plain)));
        let asked = std::mem::take(&mut self.asked)
            .into_iter()
            .map(|diagram| &scope.placed[diagram]);
        for diagram in asked.filter(|diagram| diagram.variant == scope.variant) {
            self.sides.extend(diagram.to_move);
            for piece in &diagram.pieces {
                let name = variant.board.name(piece.cell);
                if self.cells.contains(&piece.cell)
                    || self.texts.iter().any(|text| text.contains(name))
                {
                    self.add_piece(piece);
                } else if variant.kind(piece.kind).royal {
                    self.kinds.insert(piece.kind);
                }
            }
        }
    }
}

/// Whether cells are corners of the board: no other cells have fewer neighbours.
fn are_corners(names: &[Name], board: &Board) -> bool {
    let around = |cell: Cell| board.contacts(cell).len();
    let fewest = board.cells().map(around).min();
    let cell = |name: &Name| board.cell(&name.text);
    !names.is_empty() && names.iter().all(|name| cell(name).map(around) == fewest)
}
