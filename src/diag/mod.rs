//! One value for everything Padma has to say about an author's text.
//!
//! A [`Diagnostic`] carries a code, a headline that makes sense on one line, the places it speaks
//! of and what to do about it. How it looks is the business of the files beside this one, one for
//! each rendering. Knows nothing of chess.

pub mod codes;
pub mod terminal;

pub use codes::Code;

use crate::text::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    /// Worth knowing, and no fault.
    Note,
}

/// A place and what is to be said about it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// A complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    pub message: String,
    /// The word that is wrong; `None` where no text is to blame (a folder that is not there).
    pub primary: Option<Label>,
    /// Further places that explain the first.
    pub others: Vec<Label>,
    /// What to do, one sentence each.
    pub help: Vec<String>,
}

impl Diagnostic {
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: None,
            others: Vec::new(),
            help: Vec::new(),
        }
    }

    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    pub fn note(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Note, ..Diagnostic::error(code, message) }
    }

    /// Points at the wrong word, saying there what was expected.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Points at a further place.
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.others.push(Label { span, text: text.into() });
        self
    }

    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Suggests the near miss, if there is one.
    pub fn suggest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match crate::text::nearest(word, known) {
            Some(name) if name != word => self.help(format!("did you mean `{name}`?")),
            _ => self,
        }
    }
}

/// Complaints gathered on the way; reading goes on after each.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
}

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.all.push(diagnostic);
    }

    pub fn extend(&mut self, others: Diagnostics) {
        self.all.extend(others.all);
    }

    pub fn errors(&self) -> usize {
        self.all.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
    }

    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.all.iter()
    }

    /// Brings them into the order of the texts, and drops doubles.
    pub fn sort(&mut self) {
        self.all.sort_by_key(|d| (d.primary.as_ref().map(|label| label.span), d.severity, d.code));
        self.all.dedup();
    }
}
