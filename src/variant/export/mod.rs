//! Exports a variant to Fairy-Stockfish, as a section of its `variants.ini`.
//!
//! ```text
//! a variant ──write──▶ the section's text, and what it cannot say
//! ```
//!
//! The mirror of [`import`](crate::import), whose tables of keys and pieces it uses. What the
//! program cannot be told is listed, never passed over; a board that the program does not have is
//! an error. Knows nothing of files.

mod castling;
mod endings;
mod grid;
mod hand;
mod laws;
mod named;
mod pieces;
mod promotion;
mod rays;
mod section;
mod start;

use crate::decl::{VariantSource, top};
use crate::extend::merge_chain;
use crate::form::{Fields, comment};
use crate::import::ini::built_in_names;
use grid::Grid;
use laws::Laws;
use padma_rules::model::{KindId, Sided, Variant};
use padma_rules::movement::leg::Hop;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Sources, Span};
use pieces::Pieces;
use section::Section;

/// Something in a variant that the program cannot be told.
pub(crate) struct Untold {
    /// What it is: "the rule `effect`".
    text: String,
    /// Why it is not carried over.
    why: String,
    span: Span,
}

/// A variant on its way into a section.
struct Export<'a> {
    variant: &'a Variant,
    whole: &'a Fields,
    grid: Grid<'a>,
    laws: Laws<'a>,
    pieces: Pieces,
    section: Section,
    untold: Vec<Untold>,
    /// The indices of the basic rules that have been carried over, or listed.
    settled: Vec<bool>,
    /// The letters of castling rights, White's and Black's.
    rights: [String; 2],
    /// The number of checks that wins, if checks are counted.
    checks: Option<u64>,
    /// Whether pieces in hand are part of the position.
    has_hand: bool,
}

impl Export<'_> {
    /// Lists something that the program cannot be told.
    fn leave(&mut self, text: impl Into<String>, span: Span, why: impl Into<String>) {
        let (text, why) = (text.into(), why.into());
        let is_same = |other: &Untold| other.span == span && other.text == text && other.why == why;
        if !self.untold.iter().any(is_same) {
            self.untold.push(Untold { text, why, span });
        }
    }

    /// Lists a basic rule, by its index.
    fn leave_rule(&mut self, index: usize, why: impl Into<String>) {
        let (name, span) = (&self.laws.basic[index].name, self.laws.basic[index].span);
        let text = format!("the rule `{name}`");
        self.settled[index] = true;
        self.leave(text, span, why);
    }

    /// Sets a key that lists pieces of both sides.
    fn set_pieces(&mut self, name: &'static str, kinds: &[KindId]) {
        let kinds = Sided {
            white: kinds.to_vec(),
            black: kinds.to_vec(),
        };
        self.set_sided_pieces(name, &kinds);
    }

    /// Sets a key that lists pieces of each side.
    fn set_sided_pieces(&mut self, name: &'static str, kinds: &Sided<Vec<KindId>>) {
        let letters = Sided {
            white: self.pieces.letters(&kinds.white),
            black: self.pieces.letters(&kinds.black),
        };
        let mut all = kinds.white.iter().chain(&kinds.black);
        let is_usual = all.all(|kind| self.pieces.is_usual(*kind));
        self.section.set_pieces(name, &letters, is_usual);
    }

    /// Returns the place of a piece's table.
    fn place_of(&self, id: &str) -> Span {
        use crate::decl::piece;
        let mut tables = self.whole.tables(top::PIECE).iter();
        let table = tables.find(|table| table.str(piece::ID) == id);
        table.map_or(self.whole.span, |table| table.place(piece::ID))
    }
}

/// Returns the text of a section for a variant; `None` if the program has no board for it. `name`
/// is the section's name, if it is not to be the variant's own.
pub fn write(
    source: &VariantSource<'_>,
    variant: &Variant,
    name: Option<&str>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let whole = merge_chain(&source.chain, &mut Diagnostics::default())?;
    let whole = whole.as_ref();
    let grid = match Grid::of(&variant.board) {
        Ok(grid) => grid,
        Err(why) => {
            let message = format!("Fairy-Stockfish has no board like that of `{}`", source.id);
            let span = whole
                .table(top::BOARD)
                .map_or(source.span, |board| board.span);
            return diagnostics.refuse(Code::BoardSize, message, span, why);
        }
    };
    let laws = Laws::of(whole, variant);
    let settled = vec![false; laws.basic.len()];
    let mut export = Export {
        variant,
        whole,
        grid,
        laws,
        pieces: Pieces::default(),
        section: Section::default(),
        untold: Vec::new(),
        settled,
        rights: [String::new(), String::new()],
        checks: None,
        has_hand: false,
    };
    export.write(source, diagnostics)?;
    let Export {
        pieces,
        section,
        mut untold,
        ..
    } = export;
    untold.sort_by(|a, b| (a.span, &a.text).cmp(&(b.span, &b.text)));
    for left in &untold {
        let message = format!("{} is not carried over", left.text);
        let complaint = Diagnostic::warning(Code::ExportLeftover, message);
        diagnostics.push(complaint.at(left.span, &left.why));
    }
    let name = name.map_or_else(|| section_name(source.id), str::to_string);
    Some(format!(
        "{}\n[{name}]\n{}{}{}",
        comment(&variant.title),
        pieces.text(),
        section.text(),
        untold_comments(&untold, sources)
    ))
}

impl Export<'_> {
    /// Fills the section; `None` after a complaint.
    fn write(&mut self, source: &VariantSource<'_>, diagnostics: &mut Diagnostics) -> Option<()> {
        let board = self
            .whole
            .table(top::BOARD)
            .map_or(source.span, |board| board.span);
        self.section.set("maxFile", self.grid.files);
        self.section.set("maxRank", self.grid.ranks);
        if self.grid.has_other_names() {
            self.leave("`first_rank`", board, "Fairy-Stockfish counts ranks from 1");
        }
        pieces::assign(self, source.span, diagnostics)?;
        self.check_hops();
        promotion::write(self);
        castling::write(self);
        hand::write(self);
        endings::write(self);
        named::write(self);
        start::write(self);
        self.leave_others();
        Some(())
    }

    /// Lists the pieces that hop, if there are squares without a cell.
    fn check_hops(&mut self) {
        let hops = |ray: &rays::Ray| ray.hop != Hop::Never;
        if !self.grid.has_holes() {
            return;
        }
        for kind in self.variant.kind_ids() {
            if self.pieces.movements[kind.index()].steady.iter().any(hops) {
                let id = &self.variant.kind(kind).id;
                let (text, place) = (format!("a hop of `{id}`"), self.place_of(id));
                self.leave(
                    text,
                    place,
                    "in Fairy-Stockfish a piece can hop over a hole",
                );
            }
        }
    }

    /// Lists the rules that nothing has carried over.
    fn leave_others(&mut self) {
        for index in 0..self.settled.len() {
            if !self.settled[index] {
                self.leave_rule(index, NO_SUCH_RULE);
            }
        }
        for table in self.whole.tables(top::COUNT) {
            self.leave("a counter", table.span, NO_SUCH_RULE);
        }
    }
}

/// Why most rules are not carried over.
const NO_SUCH_RULE: &str = "Fairy-Stockfish has no key for this";

/// Returns the name of a variant's section. The program does not read a section with the name of
/// a variant that it has built in.
fn section_name(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let id: String = id
        .chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .collect();
    match built_in_names().any(|name| name == id) {
        true => format!("padma-{id}"),
        false => id,
    }
}

/// Prints what is not carried over as comments, each with its place.
fn untold_comments(untold: &[Untold], sources: &Sources) -> String {
    if untold.is_empty() {
        return String::new();
    }
    let line = |left: &Untold| {
        let place = sources.place(left.span);
        comment(&format!("  {place}  {}  ({})", left.text, left.why)) + "\n"
    };
    let lines: String = untold.iter().map(line).collect();
    format!("\n# Not carried over, with the places in the variant:\n{lines}")
}
