//! Counts what was compared with the sources of a book, what was computed and what was not. A fact
//! that the book states several times counts once. Also writes the table of `padma check
//! --summary`.
//!
//! ```text
//! book      figures  facts  wrong  open  computed  repeats  not computed  source
//! lotus-39       28    274     21    27       610      105            64  David Moeser, Chess Pieces …
//! ```

use crate::claim::Verdict;
use crate::judge::{Checked, Weight, unread_claims};

/// The totals of a book, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Figures of the source that the book draws and compares.
    pub figures: usize,
    /// Statements of the source that were compared with the rules.
    pub statements: usize,
    /// Sets of marked cells in its figures that were compared.
    pub marks: usize,
    /// Recorded moves of the source that were replayed.
    pub moves: usize,
    /// Drawings without marks whose pieces and board were compared.
    pub drawings: usize,
    /// How many of all these are wrong in the source.
    pub wrong: usize,
    /// Open questions.
    pub open: usize,
    /// Statements that the book itself makes and the rules decide.
    pub computed: usize,
    /// Statements that repeat what the author has typed elsewhere.
    pub repeats: usize,
    /// Statements that no rule decides, or of which words are not read.
    pub not_computed: usize,
}

impl Totals {
    /// Counts a book.
    pub fn of(checked: &Checked) -> Totals {
        let mut totals = Totals {
            wrong: checked.count_listed(Verdict::Erratum),
            open: checked.count_listed(Verdict::Depends),
            ..Totals::default()
        };
        let unread = unread_claims(checked);
        totals.not_computed = unread.len();
        let claims = checked.claims.iter().enumerate();
        let read = claims.filter(|(index, _)| !unread.contains(index));
        for fact in checked.facts(read.map(|(_, claim)| claim)) {
            // If several claims state one definition, some may lack the weight.
            let weight = fact.iter().filter_map(|claim| claim.weight()).min();
            *match weight {
                Some(Weight::Source) => &mut totals.statements,
                Some(Weight::Rules) => &mut totals.computed,
                Some(Weight::Repeats) => &mut totals.repeats,
                None => &mut totals.not_computed,
            } += 1;
        }
        for diagram in &checked.diagrams {
            let decl = &checked.book.pages[diagram.page].diagrams[diagram.index];
            let is_compared = |weight| weight == Weight::Source;
            let has_marks = diagram.marks.iter().any(|mark| is_compared(mark.weight()));
            totals.figures += usize::from(has_marks || decl.drawing.is_some());
            totals.drawings += usize::from(!has_marks && decl.drawing.is_some());
            for mark in &diagram.marks {
                *match mark.weight() {
                    Weight::Source => &mut totals.marks,
                    Weight::Rules => &mut totals.computed,
                    Weight::Repeats => &mut totals.repeats,
                } += 1;
            }
        }
        for game in &checked.games {
            *match checked.weight_of_moves(game) {
                Weight::Source => &mut totals.moves,
                _ => &mut totals.computed,
            } += game.plies.len();
        }
        totals
    }

    /// Returns the number of facts that the source prints and that were compared.
    pub fn facts(&self) -> usize {
        self.statements + self.marks + self.drawings + self.moves
    }

    fn add(&mut self, other: &Totals) {
        let mut other = *other;
        for (sum, more) in self.counts_mut().into_iter().zip(other.counts_mut()) {
            *sum += *more;
        }
    }

    fn counts_mut(&mut self) -> [&mut usize; 10] {
        [
            &mut self.figures,
            &mut self.statements,
            &mut self.marks,
            &mut self.drawings,
            &mut self.moves,
            &mut self.wrong,
            &mut self.open,
            &mut self.computed,
            &mut self.repeats,
            &mut self.not_computed,
        ]
    }

    /// Returns the cells of a row of the table.
    fn cells(&self) -> [usize; 7] {
        [
            self.figures,
            self.facts(),
            self.wrong,
            self.open,
            self.computed,
            self.repeats,
            self.not_computed,
        ]
    }
}

/// Writes a number with what follows it in the singular or the plural.
pub fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// The heads of the columns of numbers.
const COLUMNS: [&str; 7] = [
    "figures",
    "facts",
    "wrong",
    "open",
    "computed",
    "repeats",
    "not computed",
];

const LEGEND: &str = "
figures: of the source, drawn from the rules and compared; facts: what the source prints and the rules
were compared with; wrong: those of them that are wrong in the source; open: questions that it leaves
open; computed: what a book says of its own; repeats: what repeats a declaration or a figure. A fact
that a book states several times counts once.
";

/// Writes the table of all books, with a row of totals.
pub(super) fn table(books: &[(String, Totals, String)]) -> String {
    let mut all = Totals::default();
    books.iter().for_each(|(_, totals, _)| all.add(totals));
    let heads = COLUMNS.map(str::to_string);
    let mut rows = vec![("book", heads, "source")];
    rows.extend(
        books
            .iter()
            .map(|(name, totals, source)| (&**name, totals.cells().map(text), &**source)),
    );
    if books.len() != 1 {
        rows.push(("total", all.cells().map(text), ""));
    }
    let widest = rows.iter().map(|(name, ..)| name.chars().count()).max();
    let widest = widest.unwrap_or_default();
    let line = |(name, cells, source): &(&str, [String; 7], &str)| {
        let cells = cells.iter().zip(COLUMNS);
        let cells = cells.map(|(cell, head)| format!("  {cell:>0$}", head.len()));
        let line = format!("{name:<widest$}{}  {source}", cells.collect::<String>());
        line.trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect::<String>() + LEGEND
}

fn text(count: usize) -> String {
    count.to_string()
}

/// Returns the title of a book's source, for the table.
pub(super) fn source_title(checked: &Checked) -> String {
    match checked.book.decl.sources.as_slice() {
        [] => String::new(),
        [only] => only.title.clone(),
        [first, rest @ ..] => format!("{}, and {} more", first.title, rest.len()),
    }
}
