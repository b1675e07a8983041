//! Diagnostics: the one form of everything that Padma reports about an author's text.
//!
//! A [`Diagnostic`] carries a code, a headline that makes sense on one line, the places it is
//! about and what to do about it. The crates above render it. Knows nothing of chess.

pub use crate::codes::Code;

use std::collections::BTreeMap;

use crate::{SourceId, Span};

crate::named! {
    /// How serious a complaint is.
    pub enum Severity by name {
        /// Something cannot be understood, or is wrong. The program's exit status reports it.
        Error "error",
        /// Something is probably not what the author meant.
        Warning "warning",
        /// Worth knowing, but not a fault.
        Note "note",
    }
}

/// A place in a source, with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A few words, without a full stop.
    pub text: String,
}

/// A complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of complaint.
    pub code: Code,
    /// How serious it is.
    pub severity: Severity,
    /// The headline, which makes sense on its own.
    pub message: String,
    /// The word that is wrong; `None` where no text is to blame (say, a missing folder).
    pub primary: Option<Label>,
    /// Further places that explain the primary one.
    pub others: Vec<Label>,
    /// What to do, one sentence each.
    pub help: Vec<String>,
    /// The word at the primary place, and the word that was probably meant.
    pub near_miss: Option<(String, String)>,
}

impl Diagnostic {
    /// Returns an error without a place.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: None,
            others: Vec::new(),
            help: Vec::new(),
            near_miss: None,
        }
    }

    /// Returns an error about something that was written twice and may be written only once.
    pub fn duplicate(
        code: Code,
        message: impl Into<String>,
        first: Span,
        second: Span,
    ) -> Diagnostic {
        Diagnostic::error(code, message)
            .at(second, "the second")
            .also_at(first, "the first")
    }

    /// Returns a warning without a place.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, message)
        }
    }

    /// Returns a note without a place.
    pub fn note(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::error(code, message)
        }
    }

    /// Points at the wrong word. `text` says what was expected there.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.primary = Some(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Points at a further place.
    pub fn also_at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.others.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a sentence that says what to do.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Adds a sentence that says what to do, if there is one.
    pub fn help_if(self, text: Option<impl Into<String>>) -> Diagnostic {
        text.into_iter().fold(self, Diagnostic::help)
    }

    /// Returns the headline, the primary label and the help on one line.
    pub fn on_one_line(&self) -> String {
        let label = self.primary.as_ref().map(|label| &label.text);
        let parts = [&self.message].into_iter().chain(label).chain(&self.help);
        parts
            .filter(|part| !part.is_empty())
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// Returns the place of the word that is wrong.
    pub fn span(&self) -> Option<Span> {
        self.primary.as_ref().map(|label| label.span)
    }

    /// Returns the wording without the places. Complaints with the same wording are summed up.
    fn wording(&self) -> (Code, &str, &str, &[String]) {
        let label = self
            .primary
            .as_ref()
            .map_or("", |label| label.text.as_str());
        (self.code, &self.message, label, &self.help)
    }

    /// Suggests the known name nearest to `word`, if one is near enough.
    pub fn suggest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match crate::nearest(word, known) {
            Some(name) if name != word => self.did_you_mean(word, name),
            _ => self,
        }
    }

    /// Adds help that asks whether `meant` was meant, and records both words as the near miss.
    pub fn did_you_mean(self, word: &str, meant: &str) -> Diagnostic {
        let near_miss = Some((word.to_string(), meant.to_string()));
        Diagnostic { near_miss, ..self }.help(format!("did you mean `{meant}`?"))
    }
}

/// Maximum number of complaints kept for one code and severity in one text. No reader wants more,
/// and a hostile text could produce them without end.
pub const MOST_KEPT: usize = 500;

/// Maximum number of complaints shown with the same wording. The rest are summed up.
const MOST_ALIKE: usize = 3;

/// The complaints gathered during a run. Reading goes on after each.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
    /// The number of complaints raised about each text, including those that were not kept.
    counts: BTreeMap<(SourceId, Severity, Code), usize>,
}

impl Diagnostics {
    /// Adds a complaint, unless [`MOST_KEPT`] of its kind about the same text are kept already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let count = diagnostic.span().map(|span| {
            let count = self
                .counts
                .entry((span.source, diagnostic.severity, diagnostic.code))
                .or_default();
            *count += 1;
            *count
        });
        if count.is_none_or(|count| count <= MOST_KEPT) {
            self.all.push(diagnostic);
        }
    }

    /// Adds an error about a place. `label` says what was expected there.
    pub fn error(
        &mut self,
        code: Code,
        message: impl Into<String>,
        at: Span,
        label: impl Into<String>,
    ) {
        self.push(Diagnostic::error(code, message).at(at, label));
    }

    /// Adds an error about a place and returns `None`.
    pub fn refuse<T>(
        &mut self,
        code: Code,
        message: impl Into<String>,
        at: Span,
        label: impl Into<String>,
    ) -> Option<T> {
        self.error(code, message, at, label);
        None
    }

    /// Adds an error without a place, because no text is to blame, and returns `None`.
    pub fn refuse_unplaced<T>(&mut self, code: Code, message: impl Into<String>) -> Option<T> {
        self.push(Diagnostic::error(code, message));
        None
    }

    /// Returns the value, or adds the complaint and returns `None`.
    pub fn accept<T>(&mut self, result: Result<T, Box<Diagnostic>>) -> Option<T> {
        result.map_err(|complaint| self.push(*complaint)).ok()
    }

    /// Adds an error about something that was written twice and may be written only once.
    pub fn duplicate(&mut self, code: Code, message: impl Into<String>, first: Span, second: Span) {
        self.push(Diagnostic::duplicate(code, message, first, second));
    }

    /// Adds an error about a place. The closure that words it runs only if the error is kept.
    pub fn push_error(&mut self, code: Code, at: Span, complaint: impl FnOnce() -> Diagnostic) {
        if self.is_full(code, at.source) {
            *self
                .counts
                .entry((at.source, Severity::Error, code))
                .or_default() += 1;
        } else {
            self.push(complaint());
        }
    }

    /// Whether further errors of this code about this text will be dropped.
    pub fn is_full(&self, code: Code, text: SourceId) -> bool {
        self.counts
            .get(&(text, Severity::Error, code))
            .is_some_and(|count| *count >= MOST_KEPT)
    }

    /// Appends other complaints, and adds up the counts of those that were not kept.
    pub fn extend(&mut self, others: Diagnostics) {
        for (key, dropped) in others.dropped_counts() {
            *self.counts.entry(key).or_default() += dropped;
        }
        others
            .all
            .into_iter()
            .for_each(|diagnostic| self.push(diagnostic));
    }

    /// Returns the number of complaints that were not kept, by text, severity and code.
    fn dropped_counts(&self) -> impl Iterator<Item = ((SourceId, Severity, Code), usize)> {
        let excess = |(key, count): (&_, &usize)| (*key, count.saturating_sub(MOST_KEPT));
        self.counts
            .iter()
            .map(excess)
            .filter(|(_, count)| *count > 0)
    }

    /// Returns the number of errors, including those that were not kept.
    pub fn errors(&self) -> usize {
        let kept = self.only_errors().count();
        let dropped = self
            .dropped_counts()
            .filter(|((_, severity, _), _)| *severity == Severity::Error);
        kept + dropped.map(|(_, count)| count).sum::<usize>()
    }

    /// Whether any complaint kept is an error.
    pub fn has_errors(&self) -> bool {
        self.only_errors().next().is_some()
    }

    /// Whether no complaint is kept.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Iterates over the complaints that are kept, in the order in which they were added, or in
    /// the order of the texts after [`Diagnostics::sort`].
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.all.iter()
    }

    /// Iterates over the errors that are kept.
    pub fn only_errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.all
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Sorts the complaints into the order of the texts and removes duplicates.
    pub fn sort(&mut self) {
        self.all.sort_by_key(|d| (d.span(), d.severity, d.code));
        self.all.dedup();
    }

    /// Returns the first `limit` complaints to show, and the number left out. Where a wording
    /// occurs more than `MOST_ALIKE` + 1 times, only the first `MOST_ALIKE` are shown, and
    /// the last of these carries an [`Alike`] that sums up the rest. Verdicts are never summed
    /// up.
    pub fn to_show(&self, limit: usize) -> (Vec<(&Diagnostic, Option<Alike>)>, usize) {
        let mut by_wording: BTreeMap<_, (usize, Option<Span>)> = BTreeMap::new();
        for diagnostic in &self.all {
            let (count, next) = by_wording.entry(diagnostic.wording()).or_default();
            *count += 1;
            if *count == MOST_ALIKE + 1 {
                *next = diagnostic.span();
            }
        }
        let mut occurrences: BTreeMap<_, usize> = BTreeMap::new();
        let mut shown = Vec::new();
        let mut left_out = self.dropped_counts().map(|(_, count)| count).sum::<usize>();
        for diagnostic in &self.all {
            let (count, next) = by_wording[&diagnostic.wording()];
            let occurrence = occurrences.entry(diagnostic.wording()).or_default();
            *occurrence += 1;
            let is_summed_up = count > MOST_ALIKE + 1 && !diagnostic.code.is_verdict();
            if is_summed_up && *occurrence > MOST_ALIKE {
                continue;
            }
            if shown.len() == limit {
                left_out += 1;
                continue;
            }
            let precedes_rest = is_summed_up && *occurrence == MOST_ALIKE;
            shown.push((
                diagnostic,
                precedes_rest.then(|| Alike {
                    count: count - MOST_ALIKE,
                    next,
                }),
            ));
        }
        (shown, left_out)
    }
}

/// Further complaints with the same wording as one that is shown.
#[derive(Clone, Copy, Debug)]
pub struct Alike {
    /// The number of further complaints.
    pub count: usize,
    /// The place of the first of them.
    pub next: Option<Span>,
}
