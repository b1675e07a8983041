//! Definitions of variants that were written for other programs.
//!
//! ```text
//! text ──read──▶ ImportedVariant, leftovers ──print──▶ a variant's TOML
//! ```
//!
//! [`diagram`] reads the text of an Interactive Diagram, [`ini`] the sections of a `variants.ini` for
//! Fairy-Stockfish; what neither of them can say in a variant is listed, never passed over. Knows
//! nothing of files, and nothing of how this program's own TOML is read.

mod diagram;
mod draft;
mod fen;
mod ini;
mod names;
mod places;
mod toml;

use crate::diag::{Code, Diagnostic, Diagnostics, Severity};
use crate::movement::betza::Trip;
use crate::movement::{Dialect, betza};
use crate::text::{Excerpt, SourceId, Sources, Span};

pub use draft::{
    Clause, ImportedBoard, ImportedMovement, ImportedPiece, ImportedRule, ImportedSetup, ImportedVariant,
    Kind, Leftover, LeftoverKind, Outcome, Square, Squares,
};
pub use names::capitalised;
pub use toml::print;

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The text of an Interactive Diagram, by itself or somewhere in a page.
    Diagram,
    /// Fairy-Stockfish's `variants.ini`.
    Ini,
}

/// What the user says beside the text.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The format, where it should not be guessed.
    pub format: Option<Format>,
    /// Which of several definitions is meant.
    pub section: Option<(String, Span)>,
    /// The dialect its strings of Betza's notation are in.
    pub dialect: Option<Dialect>,
    pub title: Option<String>,
}

/// A text to read, which knows where its parts stand.
#[derive(Clone, Copy)]
struct Page<'a> {
    source: SourceId,
    text: &'a str,
}

impl<'a> Page<'a> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    fn slice(&self, range: &std::ops::Range<usize>) -> &'a str {
        &self.text[range.clone()]
    }
}

/// Reads a definition; `None` if it cannot be understood. What it says and a variant cannot is among the
/// variant's leftovers.
pub fn read(
    id: SourceId,
    sources: &Sources,
    wishes: &Wishes,
    diagnostics: &mut Diagnostics,
) -> Option<ImportedVariant> {
    let page = Page { source: id, text: sources.get(id).text() };
    let errors = diagnostics.errors();
    let mut variant = match wishes.format.or_else(|| guess(page)) {
        Some(Format::Diagram) => diagram::read(page, wishes, diagnostics),
        Some(Format::Ini) => ini::read(page, wishes, diagnostics),
        None => {
            let message = "this text defines no variant";
            let expected = "neither an Interactive Diagram's text nor sections of a variants.ini";
            diagnostics.push(Diagnostic::error(Code::ImportSyntax, message).at(page.span(0..0), expected));
            None
        }
    }?;
    if diagnostics.errors() > errors {
        return None;
    }
    variant.leftovers.sort_by(|a, b| (a.span, &a.text).cmp(&(b.span, &b.text)));
    variant.leftovers.dedup_by(|a, b| a.span == b.span && a.text == b.text);
    let tried = variant.pieces.iter_mut().enumerate();
    let dropped = tried.filter_map(|(kind, piece)| try_notation(piece, sources, diagnostics).then_some(kind));
    let dropped: Vec<Kind> = dropped.collect();
    if !dropped.is_empty() {
        variant.rules.push(ImportedRule::Drop(dropped));
    }
    complain_of_leftovers(&variant.leftovers, diagnostics);
    Some(variant)
}

/// A section in brackets is what no diagram has.
fn guess(page: Page<'_>) -> Option<Format> {
    if diagram::is_marked(page.text) {
        Some(Format::Diagram)
    } else if ini::has_sections(page.text) {
        Some(Format::Ini)
    } else {
        diagram::is_there(page).then_some(Format::Diagram)
    }
}

/// Tries whether a string of the source can be read. The piece of one that cannot stands still, with the string and
/// the complaint beside it. Says whether the string lets the piece be dropped.
fn try_notation(piece: &mut ImportedPiece, sources: &Sources, diagnostics: &mut Diagnostics) -> bool {
    let ImportedMovement::Betza { text, dialect, span: Some(span) } = &piece.movement else { return false };
    let excerpt = match sources.slice(*span) == text {
        true => Excerpt::verbatim(text, *span),
        false => Excerpt::inexact(text, *span),
    };
    let mut complaints = Diagnostics::default();
    let read = betza::parse(&excerpt, *dialect, &mut complaints);
    let is_read = read.is_some();
    if !is_read {
        piece
            .remarks
            .push(format!("`{text}` in the source, which cannot be read: the piece stands still here"));
    }
    for complaint in complaints.iter() {
        let mut complaint = Diagnostic { severity: Severity::Warning, ..complaint.clone() };
        if !is_read {
            piece.remarks.push(complaint.message.clone());
            complaint =
                complaint.help(format!("the piece `{}` stands still until its move is written", piece.id));
        }
        diagnostics.push(complaint);
    }
    if !is_read {
        piece.movement = ImportedMovement::Still;
    }
    read.is_some_and(|betza| betza.courses.iter().any(|course| matches!(course.trip, Trip::Drop(_))))
}

/// Says what is left over: what is only looks in one note, each other thing in a warning of its own.
fn complain_of_leftovers(leftovers: &[Leftover], diagnostics: &mut Diagnostics) {
    let mut looks = leftovers.iter().filter(|leftover| leftover.kind == LeftoverKind::Looks);
    if let Some(first) = looks.next() {
        let message = "how the source looks is not carried over";
        let note = Diagnostic::note(Code::ImportLeftover, message).at(first.span, "left out");
        diagnostics.push(looks.fold(note, |note, other| note.and(other.span, "left out")));
    }
    for leftover in leftovers {
        let text = &leftover.text;
        let complaint = match &leftover.kind {
            LeftoverKind::Looks => continue,
            LeftoverKind::Rule(what) => {
                let message = format!("`{text}` is not carried over");
                Diagnostic::warning(Code::ImportLeftover, message).at(leftover.span, what)
            }
            LeftoverKind::Unknown(near) => {
                let message = format!("`{text}` is nothing that this format is known to have");
                let complaint =
                    Diagnostic::warning(Code::ImportLeftover, message).at(leftover.span, "not carried over");
                match near {
                    Some(near) => complaint.help(format!("did you mean `{near}`?")),
                    None => complaint,
                }
            }
        };
        diagnostics.push(complaint);
    }
}
