//! Complaints about a string of the notation, each at its letters.

use std::ops::Range;

use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// Complaints gathered while a string is read. Each method that complains of an error returns
/// `None`.
pub(super) struct Complaints<'a> {
    excerpt: &'a Excerpt,
    diagnostics: &'a mut Diagnostics,
    /// The number of complaints that leave the string without a meaning.
    errors: usize,
    /// Whether reading on would be pointless.
    is_over: bool,
}

/// The most errors reported for a string.
const MOST_ERRORS: usize = 8;

impl<'a> Complaints<'a> {
    pub(crate) fn new(excerpt: &'a Excerpt, diagnostics: &'a mut Diagnostics) -> Complaints<'a> {
        Complaints {
            excerpt,
            diagnostics,
            errors: 0,
            is_over: false,
        }
    }

    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Whether reading on would be pointless.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Complains of what cannot be read.
    pub(crate) fn syntax<T>(
        &mut self,
        at: Range<usize>,
        message: String,
        label: &str,
        help: Option<String>,
    ) -> Option<T> {
        self.push(
            Code::BetzaSyntax,
            at,
            message,
            label,
            help.into_iter().collect(),
        )
    }

    /// Complains of what is read in more than one way; `readings` says how to write each.
    pub(crate) fn unsettled<T>(
        &mut self,
        at: Range<usize>,
        message: String,
        label: &str,
        readings: Vec<String>,
    ) -> Option<T> {
        self.push(Code::BetzaUnsettled, at, message, label, readings)
    }

    /// Complains of what is understood, but is not a movement that can be represented.
    pub(crate) fn beyond<T>(
        &mut self,
        at: Range<usize>,
        message: String,
        label: &str,
    ) -> Option<T> {
        self.push(Code::BetzaBeyond, at, message, label, Vec::new())
    }

    pub(crate) fn too_large<T>(
        &mut self,
        at: Range<usize>,
        message: String,
        label: &str,
    ) -> Option<T> {
        let nothing = self.push(Code::TooLarge, at, message, label, Vec::new());
        self.is_over = true;
        nothing
    }

    /// Warns of what other programs read in another way.
    pub(crate) fn warning(&mut self, at: Range<usize>, message: String, label: &str, help: String) {
        let diagnostic = Diagnostic::warning(Code::BetzaUnsettled, message);
        self.diagnostics
            .push(diagnostic.at(self.excerpt.span(at), label).help(help));
    }

    fn push<T>(
        &mut self,
        code: Code,
        at: Range<usize>,
        message: String,
        label: &str,
        help: Vec<String>,
    ) -> Option<T> {
        if self.is_over {
            return None;
        }
        self.errors += 1;
        self.is_over = self.errors == MOST_ERRORS;
        let diagnostic = Diagnostic::error(code, message).at(self.excerpt.span(at), label);
        self.diagnostics
            .push(help.into_iter().fold(diagnostic, Diagnostic::help));
        None
    }
}
