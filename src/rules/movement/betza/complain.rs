//! Complaints about a string of the notation, each with the place of its letters.

use std::ops::Range;

use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// Complaints gathered while a string is read. Each method that complains of an error returns
/// `None`.
pub(super) struct Complaints<'a> {
    excerpt: &'a Excerpt,
    diagnostics: &'a mut Diagnostics,
    /// The number of errors, which leave the string without a meaning.
    errors: usize,
    /// Whether to read no further: there are too many errors, or something is too large.
    is_over: bool,
}

/// The maximum number of errors reported for a string.
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

    /// Whether to read no further.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Complains of letters that break the syntax.
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

    /// Complains of letters on whose meaning the sources disagree; `readings` says how to write
    /// each meaning.
    pub(crate) fn unsettled<T>(
        &mut self,
        at: Range<usize>,
        message: String,
        label: &str,
        readings: Vec<String>,
    ) -> Option<T> {
        self.push(Code::BetzaUnsettled, at, message, label, readings)
    }

    /// Complains of letters with a known meaning that no component can represent.
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

    /// Warns of letters that other programs read in another way.
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
