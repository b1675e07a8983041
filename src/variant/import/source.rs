//! The text of a definition, and what the user says beside it.

use padma_rules::movement::Dialect;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, SourceId, Span};

padma_text::named! {
    /// A format that can be read.
    pub enum Format by name {
        /// The text of an Interactive Diagram, by itself or somewhere in a page.
        Diagram "diagram",
        /// Fairy-Stockfish's `variants.ini`.
        Ini "ini",
    }
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
    /// The variant's title, where the definition's name should not be it.
    pub title: Option<String>,
}

/// Which of several definitions is meant, of which each has a name and a place where it begins: the only one, or the
/// one that the user names.
pub(super) fn chosen(
    what: &str,
    all: &[(&str, Span)],
    listed: &str,
    wishes: &Wishes,
    diagnostics: &mut Diagnostics,
) -> Option<usize> {
    let complaint = match (&wishes.section, all) {
        (Some((wanted, at)), _) => {
            if let Some(found) = all.iter().position(|(name, _)| name == wanted) {
                return Some(found);
            }
            let complaint =
                Diagnostic::error(Code::UnknownName, format!("no {what} is named `{wanted}`"));
            let complaint = complaint.at(*at, format!("expected one of {listed}"));
            complaint.suggest(wanted, all.iter().map(|(name, _)| *name))
        }
        (None, [_, (_, second), ..]) => {
            let message = format!("this text defines {} variants", all.len());
            let complaint = Diagnostic::error(Code::ImportSyntax, message)
                .at(*second, "the second begins here");
            complaint.help(format!("say which is meant with --section: {listed}"))
        }
        (None, few) => return (!few.is_empty()).then_some(0),
    };
    diagnostics.push(complaint);
    None
}

/// A text to read, which knows where its parts stand.
#[derive(Clone, Copy)]
pub(super) struct SourceText<'a> {
    pub source: SourceId,
    pub text: &'a str,
}

impl<'a> SourceText<'a> {
    pub(super) fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    pub(super) fn slice(&self, range: &std::ops::Range<usize>) -> &'a str {
        &self.text[range.clone()]
    }

    pub(super) fn excerpt(&self, range: std::ops::Range<usize>) -> Excerpt {
        Excerpt::verbatim(self.slice(&range), self.span(range))
    }
}
