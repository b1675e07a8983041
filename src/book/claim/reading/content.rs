//! What an expression names and which forms it has, to account for the words of a text.

use std::collections::BTreeSet;

use super::form::{
    ExprForm, are_alike, as_number, called_lines, counted_lines, crossing, forms, result_form,
};
use padma_expr::{
    Bound, ChangeKind, Expr, ExprKind, Fold, Name, Number, Operator, PlacedDiagram, PlacedPiece,
    PositionPart, Scope, WordMeaning, find_function, words,
};
use padma_rules::model::{Board, Cell, CellSet, KindId, Side, Variant};

/// What an expression names and which forms it has, or what a diagram shows.
#[derive(Default)]
pub struct ExprContent {
    kinds: BTreeSet<KindId>,
    /// The kinds whose ids are in quoted texts.
    quoted_kinds: BTreeSet<KindId>,
    cells: BTreeSet<Cell>,
    sides: BTreeSet<Side>,
    /// Whether a call leaves out the side, so that White is meant.
    means_white: bool,
    numbers: BTreeSet<Number>,
    /// The numbers that it gives the lines of a board: its ranks or its files.
    line_counts: Vec<(WordMeaning, Number)>,
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
    /// Whether a kind of piece is named, or its id or letter is in a quoted text.
    pub(crate) fn says_kind(&self, kind: KindId, variant: &Variant) -> bool {
        self.kinds.contains(&kind)
            || self.quoted_kinds.contains(&kind)
            || self.says_text(&variant.kind(kind).letter)
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

    /// Whether a cell on the rank or file with this number is named, counted from either side.
    fn says_line(&self, number: u64, board: &Board) -> bool {
        let Ok(number) = usize::try_from(number) else {
            return false;
        };
        let (ranks, files) = (board.ranks(), board.files().len());
        let numbers = || ranks.iter().map(|rank| rank.number);
        let ends = numbers().min().unwrap_or(0) + numbers().max().unwrap_or(0);
        let is_on = |cell: &Cell| {
            let info = board.info(*cell);
            let rank = info.rank.map(|rank| [rank.number, ends - rank.number]);
            let file = info.file.map(|file| [file + 1, files - file]);
            [rank, file]
                .into_iter()
                .flatten()
                .any(|lines| lines.contains(&number))
        };
        self.cells.iter().any(is_on)
    }

    /// Whether the number of an ordinal is named, a cell on the line with this number, or a set that has the
    /// ordinal in its name.
    pub(crate) fn says_ordinal(&self, word: &str, ordinal: u64, board: &Board) -> bool {
        let number = i64::try_from(ordinal).ok().map(Number::whole);
        number.is_some_and(|number| self.says_number(number))
            || self.says_line(ordinal, board)
            || self.has_word(&word.to_lowercase())
    }

    /// Whether any number is named.
    pub(super) fn names_numbers(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// Whether the numbers of files, of ranks and so on are named, and none of them as that of other lines.
    pub(super) fn says_size(&self, numbers: &[u64]) -> bool {
        let number = |number: &u64| i64::try_from(*number).ok().map(Number::whole);
        let is_said = |it: &u64| number(it).is_some_and(|number| self.says_number(number));
        let cells = numbers
            .iter()
            .try_fold(1, |all: u64, number| all.checked_mul(*number));
        let counts = [WordMeaning::File, WordMeaning::Rank]
            .into_iter()
            .zip(numbers);
        let mut counts = counts.flat_map(|(meaning, stated)| {
            let counted = self
                .line_counts
                .iter()
                .filter(move |(known, _)| *known == meaning);
            counted.map(move |(_, asked)| number(stated) == Some(*asked))
        });
        cells.is_some_and(|cells| is_said(&cells))
            || numbers.iter().all(is_said) && counts.all(|agrees| agrees)
    }

    /// Returns the numbers that are named.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Number> {
        self.numbers.iter().copied()
    }

    /// Whether a side is named. White counts as named if no side is, or if a call leaves it out.
    pub(crate) fn says_side(&self, side: Side) -> bool {
        let is_meant = self.sides.is_empty() || self.means_white;
        self.sides.contains(&side) || side == Side::White && is_meant
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

    /// Adds words for the places of the cells that are named: in a corner, at the edge, in the middle.
    pub(crate) fn add_places(&mut self, board: &Board) {
        let around = |cell: Cell| board.contacts(cell).len();
        let counts = || board.cells().map(around);
        let (fewest, most) = (counts().min(), counts().max());
        // How many cells touch one says nothing where cells differ in shape, or sheets share some.
        let has_sheets = board.ranks().iter().any(|rank| rank.primes > 0);
        if fewest == most || board.kinds().count() > 1 || has_sheets {
            return;
        }
        for cell in &self.cells {
            let here = Some(around(*cell));
            let place = if here == most {
                "in the middle"
            } else {
                "at the edge"
            };
            self.words.insert(place.to_string());
            if here == fewest {
                self.words.insert("in a corner".to_string());
            }
        }
    }

    /// Leaves open which side is meant where none is named.
    pub(crate) fn name_sides_only(&mut self) {
        self.means_white = false;
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
                self.add_kinds_in(text, &scope.rules.variant);
                if let Some(form) = result_form(text) {
                    self.add_word(text);
                    self.forms.insert(form);
                }
                self.texts.push(text.clone());
            }
            ExprKind::Movement(_, written) => {
                let text = written.text();
                self.add_kinds_in(text, &scope.rules.variant);
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
            ExprKind::Call(name, arguments) => self.add_call(name, arguments, scope.nearest, scope),
            ExprKind::CallOf(diagram, name, arguments) => {
                self.add_call(name, arguments, scope.figure(Some(diagram)), scope)
            }
            ExprKind::Binary(Operator::Compare(Bound::Exactly), a, b) => {
                if are_alike(a, b) {
                    self.forms.insert(ExprForm::Alike);
                }
                let counted = counted_lines(a).zip(as_number(b));
                self.line_counts.extend(counted);
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
        for (place, part) in expr.parts().enumerate() {
            let asked = self.meanings.len();
            self.add_expr(part, scope);
            // What is taken away is not asked for.
            if place > 0 && matches!(expr.kind, ExprKind::Binary(Operator::Minus, ..)) {
                self.meanings.truncate(asked);
            }
        }
    }

    pub(crate) fn add_number(&mut self, number: Number) {
        match number {
            zero if zero == Number::whole(0) => drop(self.forms.insert(ExprForm::Nothing)),
            one if one == Number::whole(1) => drop(self.forms.insert(ExprForm::First)),
            two if two == Number::whole(2) => drop(self.forms.insert(ExprForm::Two)),
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

    /// Adds the kinds of piece whose ids are in a quoted text.
    fn add_kinds_in(&mut self, text: &str, variant: &Variant) {
        let names = words(text).map(|range| &text[range]);
        let kinds = names.filter_map(|name| variant.kind_named(name));
        self.quoted_kinds.extend(kinds);
    }

    /// Adds a called function, and the diagram whose position it asks about.
    fn add_call(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        diagram: Option<usize>,
        scope: Scope<'_>,
    ) {
        let variant = &scope.rules.variant;
        self.add_name(&name.text, None, scope);
        if name.text == "same" {
            self.forms.extend([ExprForm::Equal, ExprForm::Alike]);
        }
        let is = |argument: &Expr, is_wanted: &dyn Fn(&str) -> bool| match &argument.kind {
            ExprKind::Name(name) => is_wanted(name),
            _ => false,
        };
        let names_side = |argument: &Expr| is(argument, &|name| Side::from_name(name).is_some());
        let names_kind = |argument: &Expr| is(argument, &|name| variant.kind_named(name).is_some());
        match find_function(&name.text) {
            Some(function) => {
                self.means_white |= !arguments.iter().any(names_side)
                    && (function.leaves_out_side(arguments.len())
                        || arguments.iter().any(names_kind));
                if function.senses.contains(&WordMeaning::Royal) {
                    let royal = variant.kind_ids().filter(|kind| variant.kind(*kind).royal);
                    self.kinds.extend(royal);
                }
                if function.counts()
                    && let [counted] = arguments
                {
                    let lines = called_lines(counted).map(crossing);
                    self.meanings
                        .extend(lines.map(|line| (line, name.text.clone())));
                }
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
