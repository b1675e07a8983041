//! The text of a definition, and the user's options.

use padma_rules::movement::Dialect;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, SourceId, Span};

padma_text::named! {
    /// A format that can be read.
    pub enum Format by name {
        /// The text of an Interactive Diagram, by itself or somewhere in a page.
        Diagram "diagram",
        /// Fairy-Stockfish's `variants.ini`.
        Ini "ini",
    }
}

/// The user's options.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The format, if it should not be guessed.
    pub format: Option<Format>,
    /// The definition to read, if there are several.
    pub section: Option<(String, Span)>,
    /// The dialect of its Betza strings.
    pub dialect: Option<Dialect>,
    /// The variant's title, if it should differ from the definition's name.
    pub title: Option<String>,
    /// Names of pieces by their letters, where the definition has none or others.
    pub names: Vec<(At<String>, String)>,
}

impl ImportOptions {
    /// Returns the name that the user gives to the piece with a letter, in either case.
    pub(crate) fn name(&self, letter: &str) -> Option<&str> {
        let mut names = self.names.iter();
        let named = names.find(|(known, _)| known.value.eq_ignore_ascii_case(letter));
        named.map(|(_, name)| name.as_str())
    }
}

/// Chooses one of several definitions, each given by its name and the place where it begins: the
/// one that the user names, or the only one.
pub(crate) fn choose(
    what: &str,
    all: &[(&str, Span)],
    listed: &str,
    wishes: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Option<usize> {
    let complaint = match (&wishes.section, all) {
        (Some((wanted, at)), _) => {
            if let Some(index) = all.iter().position(|(name, _)| name == wanted) {
                return Some(index);
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
            complaint.help(format!("choose one with --section: {listed}"))
        }
        (None, few) => return (!few.is_empty()).then_some(0),
    };
    diagnostics.push(complaint);
    None
}

/// A source text whose parts keep their places.
#[derive(Clone, Copy)]
pub(crate) struct SourceText<'a> {
    pub source: SourceId,
    pub text: &'a str,
}

impl<'a> SourceText<'a> {
    pub(crate) fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    pub(crate) fn slice(&self, range: &std::ops::Range<usize>) -> &'a str {
        &self.text[range.clone()]
    }

    pub(crate) fn excerpt(&self, range: std::ops::Range<usize>) -> Excerpt {
        Excerpt::verbatim(self.slice(&range), self.span(range))
    }
}
