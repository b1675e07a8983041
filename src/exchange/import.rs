//! Imports definitions of variants that were written for other programs.
//!
//! ```text
//! text ──read──▶ declarations, leftovers ──print──▶ a variant's TOML
//! ```
//!
//! `diagram` reads the text of an Interactive Diagram, `fairy` the sections of a `variants.ini` for
//! Fairy-Stockfish. Anything that a variant cannot express is listed, never passed over. Knows
//! nothing of files, nor of how this program's own TOML is read.

use padma_rules::movement::leg::Motion;
use padma_rules::movement::{Dialect, betza};
use padma_text::diag::{Code, Diagnostic, Diagnostics, Severity};
use padma_text::{At, SourceId, Sources, code_list};
use padma_variant::decl::piece;
use padma_variant::form::{Fields, KIND, comment};
use padma_variant::kinds::hand::{self, DROP};

pub use crate::draft::{ImportedVariant, Leftover};
pub use crate::source::{Format, ImportOptions};

use crate::diagram;
use crate::draft::{self, LeftoverKind};
use crate::fairy;
use crate::source::SourceText;

/// Reads a definition; `None` if it cannot be understood. The parts that a variant cannot express
/// become its leftovers.
pub fn read(
    id: SourceId,
    sources: &Sources,
    wishes: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Option<ImportedVariant> {
    let page = SourceText {
        source: id,
        text: sources.get(id).text(),
    };
    let errors = diagnostics.errors();
    let mut draft = match wishes.format.or_else(|| guess(page)) {
        Some(Format::Diagram) => diagram::read(page, wishes, diagnostics),
        Some(Format::Ini) => fairy::read::read(page, wishes, diagnostics),
        None => {
            let message = "this text defines no variant";
            let expected =
                "expected the text of an Interactive Diagram, or sections of a variants.ini";
            diagnostics.refuse(Code::ImportSyntax, message, page.span(0..0), expected)
        }
    }?;
    if diagnostics.errors() > errors {
        return None;
    }
    let letters = || draft.pieces.iter().map(|piece| piece.str(piece::LETTER));
    for (letter, _) in &wishes.names {
        let At { value, span } = letter;
        if !letters().any(|known| known.eq_ignore_ascii_case(value)) {
            let message = format!("no piece has the letter `{value}`");
            let expected = format!("expected one of {}", code_list(letters()));
            return diagnostics.refuse(Code::UnknownName, message, *span, expected);
        }
    }
    draft
        .leftovers
        .sort_by(|a, b| (a.span, &a.text).cmp(&(b.span, &b.text)));
    draft
        .leftovers
        .dedup_by(|a, b| a.span == b.span && a.text == b.text);
    let has_drops = draft.rules.iter().any(|rule| rule.str(KIND) == DROP.name);
    let mut dropped = Vec::new();
    for piece in &mut draft.pieces {
        if try_notation(piece, diagnostics) {
            dropped.push(piece.str(piece::ID).to_string());
        }
    }
    if !dropped.is_empty() && !has_drops {
        draft
            .rules
            .push(draft.rule(&DROP).with_texts(hand::PIECES, dropped));
    }
    report_leftovers(&draft.leftovers, diagnostics);
    Some(draft.finish())
}

/// Guesses the format. No diagram has a section in brackets.
fn guess(page: SourceText<'_>) -> Option<Format> {
    if diagram::is_marked(page.text) {
        Some(Format::Diagram)
    } else if fairy::sections::has_sections(page.text) {
        Some(Format::Ini)
    } else {
        diagram::has_definition(page).then_some(Format::Diagram)
    }
}

/// Tries to parse a piece's Betza string. If it cannot be parsed, the piece is made immobile and
/// gets the string and the complaint as remarks. Returns whether the string allows the piece to
/// be dropped.
fn try_notation(piece: &mut Fields, diagnostics: &mut Diagnostics) -> bool {
    let Some(text) = piece.text(piece::BETZA).cloned() else {
        return false;
    };
    let dialect = Dialect::from_name(piece.str(piece::DIALECT)).unwrap_or_default();
    let mut complaints = Diagnostics::default();
    let parsed = betza::parse(&text, dialect, &mut complaints);
    if parsed.is_none() {
        let remark = format!(
            "`{}` in the source, which cannot be read: the piece stands still here",
            text.text()
        );
        piece.remarks.push(remark);
    }
    for complaint in complaints.iter() {
        let mut complaint = Diagnostic {
            severity: Severity::Warning,
            ..complaint.clone()
        };
        if parsed.is_none() {
            piece.remarks.push(complaint.message.clone());
            let help = format!(
                "the piece `{}` stands still until its move is written",
                piece.str(piece::ID)
            );
            complaint = complaint.help(help);
        }
        diagnostics.push(complaint);
    }
    let Some(betza) = parsed else {
        draft::make_immobile(piece);
        return false;
    };
    betza
        .components
        .iter()
        .any(|component| matches!(component.motion, Motion::Drop(_)))
}

/// Reports the leftovers: all that concern appearance in one note, each other one in a warning of
/// its own.
fn report_leftovers(leftovers: &[Leftover], diagnostics: &mut Diagnostics) {
    let mut looks = leftovers
        .iter()
        .filter(|leftover| leftover.kind == LeftoverKind::Looks);
    if let Some(first) = looks.next() {
        let message = "the appearance of the source is not carried over";
        let note = Diagnostic::note(Code::ImportLeftover, message).at(first.span, "left out");
        diagnostics.push(looks.fold(note, |note, other| note.also_at(other.span, "left out")));
    }
    for leftover in leftovers {
        let text = &leftover.text;
        let complaint = match &leftover.kind {
            LeftoverKind::Looks => continue,
            LeftoverKind::Rule(what) => {
                let message = format!("`{text}` is not carried over");
                Diagnostic::warning(Code::ImportLeftover, message).at(leftover.span, *what)
            }
            LeftoverKind::Unknown(near) => {
                let message = format!("`{text}` is not known in this format");
                let complaint = Diagnostic::warning(Code::ImportLeftover, message)
                    .at(leftover.span, "not carried over");
                match near {
                    Some(near) => complaint.help(format!("did you mean `{near}`?")),
                    None => complaint,
                }
            }
        };
        diagnostics.push(complaint);
    }
}

/// Prints the TOML of a variant; `sources` gives the places of the leftovers.
pub fn print(variant: &ImportedVariant, sources: &Sources) -> String {
    let origin = comment(&format!("From {}.", variant.origin));
    format!(
        "{origin}\n{}{}",
        variant.decl.print(),
        leftover_comments(&variant.leftovers, sources)
    )
}

/// Prints the leftovers as comments, each with its line and column.
fn leftover_comments(leftovers: &[Leftover], sources: &Sources) -> String {
    if leftovers.is_empty() {
        return String::new();
    }
    let places: Vec<String> = leftovers
        .iter()
        .map(|leftover| sources.line_column(leftover.span))
        .map(|place| format!("{}:{}", place.line, place.column))
        .collect();
    let width = places.iter().map(String::len).max().unwrap_or(0);
    let line = |(place, leftover): (&String, &Leftover)| {
        let why = match &leftover.kind {
            LeftoverKind::Looks => "appearance",
            LeftoverKind::Rule(what) => what,
            LeftoverKind::Unknown(_) => "not known",
        };
        comment(&format!("  {place:width$}  {}  ({why})", leftover.text)) + "\n"
    };
    let lines: String = places.iter().zip(leftovers).map(line).collect();
    format!("\n# Not carried over, with the line and column of the source:\n{lines}")
}
