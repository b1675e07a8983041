//! One value for everything Padma has to say about an author's text.
//!
//! A [`Diagnostic`] carries a code, a headline that makes sense on one line, the places it speaks
//! of and what to do about it. How it looks is the business of the files beside this one, one for
//! each rendering. Knows nothing of chess.

pub use crate::codes::Code;

use std::collections::BTreeMap;

use crate::{SourceId, Span};

crate::named! {
    /// How much a complaint weighs.
    pub enum Severity by name {
        /// Something cannot be understood, or is wrong: the program's exit status says so.
        Error "error",
        /// Something is likely not meant.
        Warning "warning",
        /// Worth knowing, and no fault.
        Note "note",
    }
}

/// A place and what is to be said about it there.
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
    /// What kind of complaint it is.
    pub code: Code,
    /// How much it weighs.
    pub severity: Severity,
    /// The headline, which makes sense on its own.
    pub message: String,
    /// The word that is wrong; `None` where no text is to blame (a folder that is not there).
    pub primary: Option<Label>,
    /// Further places that explain the first.
    pub others: Vec<Label>,
    /// What to do, one sentence each.
    pub help: Vec<String>,
    /// A word that stands at the first place, and the one that was likely meant.
    pub near_miss: Option<(String, String)>,
}

impl Diagnostic {
    /// An error that speaks of no place yet.
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

    /// Something that stands in two places and may stand in one.
    pub fn twice(code: Code, message: impl Into<String>, first: Span, second: Span) -> Diagnostic {
        Diagnostic::error(code, message)
            .at(second, "the second")
            .and(first, "the first")
    }

    /// A warning that speaks of no place yet.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, message)
        }
    }

    /// A note that speaks of no place yet.
    pub fn note(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::error(code, message)
        }
    }

    /// Points at the wrong word, saying there what was expected.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.primary = Some(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Points at a further place.
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.others.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds what to do.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Says what to do, if that can be said.
    pub fn help_if(self, text: Option<impl Into<String>>) -> Diagnostic {
        text.into_iter().fold(self, Diagnostic::help)
    }

    /// The headline with what is said at the place, and what to do.
    pub fn in_a_line(&self) -> String {
        let label = self.primary.as_ref().map(|label| &label.text);
        let parts = [&self.message].into_iter().chain(label).chain(&self.help);
        parts
            .filter(|part| !part.is_empty())
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// The place of the word that is wrong.
    pub fn span(&self) -> Option<Span> {
        self.primary.as_ref().map(|label| label.span)
    }

    /// All it says but where.
    fn words(&self) -> (Code, &str, &str, &[String]) {
        let label = self
            .primary
            .as_ref()
            .map_or("", |label| label.text.as_str());
        (self.code, &self.message, label, &self.help)
    }

    /// Suggests the near miss, if there is one.
    pub fn suggest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match crate::nearest(word, known) {
            Some(name) if name != word => self.meant(word, name),
            _ => self,
        }
    }

    /// Asks whether another word was meant.
    pub fn meant(self, word: &str, meant: &str) -> Diagnostic {
        let near_miss = Some((word.to_string(), meant.to_string()));
        Diagnostic { near_miss, ..self }.help(format!("did you mean `{meant}`?"))
    }
}

/// How many complaints of one code about one text are kept: no reader wants more, and a hostile text could go
/// on for ever.
pub const MOST_KEPT: usize = 500;

/// How many complaints in the same words are shown.
const MOST_ALIKE: usize = 3;

/// Complaints gathered on the way; reading goes on after each.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
    /// How many there were about places of each text.
    counts: BTreeMap<(SourceId, Severity, Code), usize>,
}

impl Diagnostics {
    /// Adds a complaint.
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

    /// Adds an error about a place, and what was expected there.
    pub fn error(
        &mut self,
        code: Code,
        message: impl Into<String>,
        at: Span,
        label: impl Into<String>,
    ) {
        self.push(Diagnostic::error(code, message).at(at, label));
    }

    /// Adds an error about a place, for which there is nothing.
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

    /// Adds an error that no text is to blame for, and for which there is nothing.
    pub fn fail<T>(&mut self, code: Code, message: impl Into<String>) -> Option<T> {
        self.push(Diagnostic::error(code, message));
        None
    }

    /// What was found, or nothing where the complaint about it is added.
    pub fn kept<T>(&mut self, found: Result<T, Box<Diagnostic>>) -> Option<T> {
        found.map_err(|complaint| self.push(*complaint)).ok()
    }

    /// Adds an error about something that stands in two places and may stand in one.
    pub fn twice(&mut self, code: Code, message: impl Into<String>, first: Span, second: Span) {
        self.push(Diagnostic::twice(code, message, first, second));
    }

    /// Adds an error about a place, which is put in words only if it is kept.
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

    /// Whether no more errors of a kind about a text are kept.
    pub fn is_full(&self, code: Code, text: SourceId) -> bool {
        self.counts
            .get(&(text, Severity::Error, code))
            .is_some_and(|count| *count >= MOST_KEPT)
    }

    /// Adds others behind its own.
    pub fn extend(&mut self, others: Diagnostics) {
        for (about, dropped) in others.dropped() {
            *self.counts.entry(about).or_default() += dropped;
        }
        others
            .all
            .into_iter()
            .for_each(|diagnostic| self.push(diagnostic));
    }

    /// Those that are not kept.
    fn dropped(&self) -> impl Iterator<Item = ((SourceId, Severity, Code), usize)> {
        let over = |(about, count): (&_, &usize)| (*about, count.saturating_sub(MOST_KEPT));
        self.counts.iter().map(over).filter(|(_, count)| *count > 0)
    }

    /// The number of errors, those that are not kept among them.
    pub fn errors(&self) -> usize {
        let kept = self.only_errors().count();
        let dropped = self
            .dropped()
            .filter(|((_, severity, _), _)| *severity == Severity::Error);
        kept + dropped.map(|(_, count)| count).sum::<usize>()
    }

    /// The number of all, those that are not kept among them.
    pub fn raised(&self) -> usize {
        self.all.len() + self.dropped().map(|(_, count)| count).sum::<usize>()
    }

    /// Whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.only_errors().next().is_some()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Those that are kept, in the order in which they were made, or after [`Diagnostics::sort`] of the texts.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.all.iter()
    }

    /// The errors among those that are kept.
    pub fn only_errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.all
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Brings them into the order of the texts, and drops doubles.
    pub fn sort(&mut self) {
        self.all.sort_by_key(|d| (d.span(), d.severity, d.code));
        self.all.dedup();
    }

    /// The first `most` complaints for people, and how many are left out. Behind the last of several in the same words
    /// comes what the rest of them are.
    pub fn shown(&self, most: usize) -> (Vec<(&Diagnostic, Option<Alike>)>, usize) {
        let mut alike: BTreeMap<_, (usize, Option<Span>)> = BTreeMap::new();
        for diagnostic in &self.all {
            let (count, next) = alike.entry(diagnostic.words()).or_default();
            *count += 1;
            if *count == MOST_ALIKE + 1 {
                *next = diagnostic.span();
            }
        }
        let mut times: BTreeMap<_, usize> = BTreeMap::new();
        let mut shown = Vec::new();
        let mut left_out = self.dropped().map(|(_, count)| count).sum::<usize>();
        for diagnostic in &self.all {
            let (count, next) = alike[&diagnostic.words()];
            let time = times.entry(diagnostic.words()).or_default();
            *time += 1;
            let is_summed_up = count > MOST_ALIKE + 1 && !diagnostic.code.is_verdict();
            if is_summed_up && *time > MOST_ALIKE {
                continue;
            }
            if shown.len() == most {
                left_out += 1;
                continue;
            }
            let rest = is_summed_up && *time == MOST_ALIKE;
            shown.push((
                diagnostic,
                rest.then(|| Alike {
                    count: count - MOST_ALIKE,
                    next,
                }),
            ));
        }
        (shown, left_out)
    }
}

/// Further complaints in the words of one.
#[derive(Clone, Copy, Debug)]
pub struct Alike {
    /// How many they are.
    pub count: usize,
    /// Where the first of them is.
    pub next: Option<Span>,
}
