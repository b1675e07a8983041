//! What `review.toml` declares: for each file of a book the fingerprints of its sentences in order, and
//! what was found of each, by whom and when. Which sentence of the book a fingerprint is of is not
//! looked up here.
//!
//! ```text
//! { confirmed = "1a2b3c+9d8e7f" }         the sentence, and what its claims ask
//! { rests = "5e6f7g", on = "rule promotion", as = "0c1d2e" }    what it rests on, and how that read
//! ```

use std::collections::BTreeMap;

use chrono::DateTime;

use super::decl::is_day;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Fingerprint, SourceId, Sources, code_list};
use padma_variant::form::quoted;
use padma_variant::form::{Fields, Form, Key, Keys, TableList, Takes, key};
use padma_variant::table;
use padma_variant::toml::read;

/// The name of the file in a book's folder.
pub const REVIEW_FILE: &str = "review.toml";

table! {
    /// The keys of `review.toml`.
    pub mod top {
        pub(crate) FILE: TableList = key("file", Takes::Tables(Keys::Of(file::KEYS)),
            "a file of the book with its sentences: `book.toml`, a variant's, or a page");
    }
}

table! {
    /// The keys of a table `[[file]]`.
    pub(crate) mod file {
        pub(crate) PATH: Excerpt =
            key("path", Takes::Text, "its path in the book's folder").must("a string");
        pub(crate) BY: Excerpt = key("by", READER,
            "who read its sentences and when, unless `found` says otherwise: initials or another short name, and the day. `[readers]` in `book.toml` may give the full name");
        pub(crate) FOUND: TableList = key("found", Takes::Tables(Keys::Of(run::KEYS)),
            "its sentences in order, as many together as have the same finding");
    }
}

table! {
    /// The keys of sentences with one finding.
    pub(crate) mod run {
        pub(crate) CONFIRMED: Excerpt = key("confirmed", FINGERPRINTS,
            "the fingerprints of sentences whose claims say what they say, each with `+` and that of its claims");
        pub(crate) RESTS: Excerpt = key("rests", FINGERPRINTS,
            "of sentences that state what nothing here computes");
        pub(crate) PROSE: Excerpt = key("prose", FINGERPRINTS,
            "of sentences that state nothing that could be computed");
        pub(crate) WRONG: Excerpt = key("wrong", FINGERPRINTS,
            "of sentences whose claims do not say what they say");
        pub(crate) UNREAD: Excerpt =
            key("unread", FINGERPRINTS, "of sentences that nobody has read");
        pub(crate) ON: Excerpt = key("on", Takes::Text,
            "[what they rest on](../write/checking.md#what-a-sentence-rests-on); several are separated by semicolons. Required beside `rests`");
        pub(crate) AS: Excerpt = key("as", FINGERPRINT, "the fingerprint of that. Required beside `rests`");
        pub(crate) BY: Excerpt = key("by", READER, "who read them and when, if not as above");
        pub(crate) NOTE: Excerpt =
            key("note", Takes::Text, "what is wrong, or what else there is to say. Required beside `wrong`");
    }
}

const READER: Takes = Takes::Formed(&Form {
    fits: |text| reader(text).is_some(),
    pattern: r"^\S.* [0-9]{4}-[0-9]{2}-[0-9]{2}$",
    fault: "does not say who read and when",
    expected: "expected a short name and a day: `ab 2016-12-29`",
});
const FINGERPRINT: Takes = Takes::Formed(&Form {
    fits: |text| Fingerprint::parse(text).is_some(),
    pattern: "^[0-9a-v]{6}$",
    fault: "is not a fingerprint",
    expected: "expected six letters and digits, as `padma review` writes them",
});
const FINGERPRINTS: Takes = Takes::Formed(&Form {
    fits: |text| text.split(' ').all(|word| read_sentence(word).is_some()),
    pattern: "^[0-9a-v]{6}([+][0-9a-v]{6})?( [0-9a-v]{6}([+][0-9a-v]{6})?)*$",
    fault: "are not fingerprints of sentences",
    expected: "expected fingerprints with a space between them, as `padma review` writes them",
});

/// Reads who read and when.
fn reader(text: &str) -> Option<(&str, &str)> {
    let (name, day) = text.rsplit_once(' ')?;
    (!name.trim().is_empty() && is_day(day)).then_some((name, day))
}

/// Returns what `review.toml` has under `by` for a reader with some initials at a time, in seconds since
/// 1970.
pub fn reader_at(initials: &str, seconds: u64) -> String {
    let time = i64::try_from(seconds).ok();
    let time = time.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let day = time.unwrap_or_default().format("%Y-%m-%d");
    format!("{} {day}", initials.trim())
}

/// Reads the fingerprint of a sentence, and that of its claims.
fn read_sentence(word: &str) -> Option<(Fingerprint, Option<Fingerprint>)> {
    match word.split_once('+') {
        Some((text, claims)) => {
            Some((Fingerprint::parse(text)?, Some(Fingerprint::parse(claims)?)))
        }
        None => Some((Fingerprint::parse(word)?, None)),
    }
}

padma_text::named! {
    /// A finding about a sentence.
    pub enum ReviewFinding by name {
        /// Its claims say what it says.
        Confirmed "confirmed",
        /// It states what nothing here computes, and rests on a rule, a source, a reading or common
        /// knowledge.
        Rests "rests",
        /// It states nothing that could be computed.
        Prose "prose",
        /// Its claims do not say what it says.
        Wrong "wrong",
    }
}

/// The key of each finding, and of none.
const FINDINGS: [(Key<Excerpt>, Option<ReviewFinding>); 5] = [
    (run::CONFIRMED, Some(ReviewFinding::Confirmed)),
    (run::RESTS, Some(ReviewFinding::Rests)),
    (run::PROSE, Some(ReviewFinding::Prose)),
    (run::WRONG, Some(ReviewFinding::Wrong)),
    (run::UNREAD, None),
];

/// The finding about some sentences, and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewNote {
    /// What was found; `None` of a sentence that nobody has read.
    pub finding: Option<ReviewFinding>,
    /// Who found it, by their initials, and on which day: `ab 2016-12-29`; empty for none.
    pub by: String,
    /// What the sentence rests on, by name, and the fingerprint of that.
    pub rests_on: Option<(String, Fingerprint)>,
    /// What is wrong, or what else there is to say.
    pub note: String,
}

impl ReviewNote {
    /// The note about a sentence that nobody has read.
    pub const UNREAD: ReviewNote = ReviewNote {
        finding: None,
        by: String::new(),
        rests_on: None,
        note: String::new(),
    };

    /// Returns the initials of who found it.
    pub fn initials(&self) -> &str {
        reader(&self.by).map_or("", |(name, _)| name)
    }

    /// Returns the name of what the sentence rests on; empty if it rests on nothing.
    pub fn support(&self) -> &str {
        self.rests_on.as_ref().map_or("", |(on, _)| on)
    }

    /// Returns who found it and when, in words.
    pub fn read_by(&self) -> String {
        reader(&self.by).map_or_else(
            || "read by somebody".to_string(),
            |(name, day)| format!("read by {name} on {day}"),
        )
    }

    /// Prints it as the keys beside fingerprints; `usual` is who mostly reads the file.
    fn print(&self, fingerprints: &str, usual: &str) -> String {
        let state = FINDINGS
            .iter()
            .find(|(_, finding)| *finding == self.finding);
        // Each finding has a key.
        let state = state.map_or(run::UNREAD, |(key, _)| *key);
        let (on, read) = match &self.rests_on {
            Some((on, read)) => (on.as_str(), read.to_string()),
            None => ("", String::new()),
        };
        let by = if self.by == usual { "" } else { &self.by };
        let values = [
            (state, fingerprints),
            (run::ON, on),
            (run::AS, &read),
            (run::BY, by),
            (run::NOTE, &self.note),
        ];
        let values = values.iter().filter(|(_, value)| !value.is_empty());
        let values = values.map(|(key, value)| format!("{} = {}", key.name, quoted(value)));
        format!("{{ {} }},\n", values.collect::<Vec<_>>().join(", "))
    }
}

/// A sentence as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewLine {
    /// The fingerprint of its text.
    pub text: Fingerprint,
    /// The fingerprint of what its claims asked; `None` if it had none.
    pub claims: Option<Fingerprint>,
    /// What was found.
    pub note: ReviewNote,
}

impl ReviewLine {
    fn print(&self) -> String {
        match self.claims {
            Some(claims) => format!("{}+{claims}", self.text),
            None => self.text.to_string(),
        }
    }
}

/// The sentences of one file, in order.
#[derive(Clone, Debug)]
pub struct ReviewedFile {
    /// Its path in the book's folder.
    pub path: String,
    /// Its sentences.
    pub lines: Vec<ReviewLine>,
}

/// `review.toml`.
#[derive(Clone, Debug, Default)]
pub struct ReviewDecl {
    /// The file it was read from; `None` for one that is to be written.
    pub source: Option<SourceId>,
    /// The files of the book that it names.
    pub files: Vec<ReviewedFile>,
}

/// The comment above the files in `review.toml`; other comments are lost when it is written.
const REMARK: &str = "# What was found of each sentence of this book. `padma review` writes it.\n";

impl ReviewDecl {
    /// Returns all sentences, file by file.
    pub fn lines(&self) -> impl Iterator<Item = &ReviewLine> {
        self.files.iter().flat_map(|file| &file.lines)
    }

    /// Returns the file's text. A file of which no sentence was read is left out.
    pub fn print(&self) -> String {
        let is_read = |file: &&ReviewedFile| {
            let mut lines = file.lines.iter();
            lines.any(|line| line.note.finding.is_some())
        };
        let files = self.files.iter().filter(is_read).map(ReviewedFile::print);
        REMARK.to_string() + &files.collect::<String>()
    }
}

impl ReviewedFile {
    fn print(&self) -> String {
        let mut readers: BTreeMap<&str, usize> = BTreeMap::new();
        for line in &self.lines {
            *readers.entry(&line.note.by).or_default() += 1;
        }
        readers.remove("");
        let usual = readers.into_iter().max_by_key(|(_, count)| *count);
        let usual = usual.map_or("", |(by, _)| by);
        let runs = self.lines.chunk_by(|line, next| line.note == next.note);
        let runs = runs.map(|run| {
            let sentences: Vec<String> = run.iter().map(ReviewLine::print).collect();
            run[0].note.print(&sentences.join(" "), usual)
        });
        let by = match usual {
            "" => String::new(),
            usual => format!("{} = {}\n", file::BY.name, quoted(usual)),
        };
        format!(
            "\n[[{}]]\n{} = {}\n{by}{} = [\n{}]\n",
            top::FILE.name,
            file::PATH.name,
            quoted(&self.path),
            file::FOUND.name,
            runs.collect::<String>()
        )
    }
}

/// Reads and checks `review.toml`.
pub fn review(
    sources: &Sources,
    id: SourceId,
    diagnostics: &mut Diagnostics,
) -> Option<ReviewDecl> {
    let errors = diagnostics.errors();
    let fields = read(top::KEYS, sources, id, diagnostics)?;
    // If a key or its value is wrong, that has been reported. That something lacks it is not a second mistake.
    let mut unwanted = Diagnostics::default();
    let diagnostics = match diagnostics.errors() == errors {
        true => diagnostics,
        false => &mut unwanted,
    };
    let mut reviewed = |fields: &Fields| {
        let usual = fields.str(file::BY);
        let mut lines = Vec::new();
        for run in fields.tables(file::FOUND) {
            lines.extend(run_of(run, usual, diagnostics).unwrap_or_default());
        }
        let path = fields.string(file::PATH)?;
        Some(ReviewedFile { path, lines })
    };
    let files = fields.tables(top::FILE).iter().filter_map(&mut reviewed);
    Some(ReviewDecl {
        source: Some(id),
        files: files.collect(),
    })
}

/// Reads sentences with one finding; `None` after a complaint.
fn run_of(fields: &Fields, usual: &str, diagnostics: &mut Diagnostics) -> Option<Vec<ReviewLine>> {
    let mut wrong = |message: String, expected: &str| {
        let complaint = Diagnostic::error(Code::WrongValue, message);
        diagnostics.push(complaint.at(fields.span, expected));
    };
    let found: Vec<_> = FINDINGS
        .iter()
        .filter(|(key, _)| fields.has(*key))
        .collect();
    let [(state, finding)] = found[..] else {
        let expected = format!(
            "expected exactly one of {}",
            code_list(FINDINGS.iter().map(|(key, _)| key.name))
        );
        wrong(
            "these sentences have no finding, or several".to_string(),
            &expected,
        );
        return None;
    };
    let rests = *finding == Some(ReviewFinding::Rests);
    let rests_on = match (
        fields.string(run::ON),
        Fingerprint::parse(fields.str(run::AS)),
    ) {
        (Some(on), Some(read)) if rests => Some((on, read)),
        (None, _) if !rests && !fields.has(run::AS) => None,
        _ => {
            let message = "a sentence that `rests` says on what, and no other does";
            wrong(message.to_string(), "expected `on` and `as` beside `rests`");
            return None;
        }
    };
    let note = fields.str(run::NOTE).to_string();
    if *finding == Some(ReviewFinding::Wrong) && note.trim().is_empty() {
        let message = "a sentence that is `wrong` needs a note";
        wrong(message.to_string(), "expected a key `note` that says why");
        return None;
    }
    let by = match (fields.str(run::BY), finding) {
        (_, None) => "",
        ("", _) => usual,
        (by, _) => by,
    };
    let note = ReviewNote {
        finding: *finding,
        by: by.to_string(),
        rests_on,
        note,
    };
    let sentences = fields.str(*state).split(' ').filter_map(read_sentence);
    let line = |(text, claims)| ReviewLine {
        text,
        claims,
        note: note.clone(),
    };
    Some(sentences.map(line).collect())
}
