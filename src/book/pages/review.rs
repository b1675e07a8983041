//! What `review.toml` declares: the sentences of a book that were read against their claims,
//! and what was found. Which sentence of the book a line is about is not looked up here.

use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, SourceId, Sources, code_list};
use padma_variant::form::quoted;
use padma_variant::form::{Fields, Form, Keys, TableList, Takes, key};
use padma_variant::table;
use padma_variant::toml::read;

/// The name of the file in a book's folder.
pub const REVIEW_FILE: &str = "review.toml";

table! {
    /// The keys of `review.toml`.
    pub mod top {
        pub(crate) SENTENCE: TableList = key("sentence", Takes::Tables(Keys::Of(line::KEYS)),
            "a sentence of the book and the finding about it, on a line of its own");
    }
}

table! {
    /// The keys of a line of `review.toml`.
    pub(crate) mod line {
        pub(crate) STATE: Excerpt = key("state", Takes::Choice(&ReviewFinding::NAMES),
            "`confirmed`: its claims say what it says; `rests`: it states what nothing here computes, and rests on a rule, a source, a reading or common knowledge; `prose`: it states nothing that could be computed; `wrong`: its claims do not say what it says")
            .must("a string");
        pub(crate) BY: Excerpt = key("by", Takes::Text, "the initials or another short name of the reader; `[readers]` in `book.toml` may give the full name");
        pub(crate) CLAIMS: Excerpt = key("claims", CLAIMS_HASH,
            "a hash of what its claims asked then; left out if it had none");
        pub(crate) NOTE: Excerpt = key("note", Takes::Text,
            "what it rests on, or what is wrong; required for these two");
        pub(crate) NTH: At<i64> = key("nth", Takes::Number(1, u16::MAX),
            "which of the sentences with the same text it is, if the book has several");
        pub(crate) TEXT: Excerpt =
            key("text", Takes::Text, "the whole sentence as a reader sees it").must("a string");
    }
}

const CLAIMS_HASH: Takes = Takes::Formed(&Form {
    fits: |text| {
        text.len() == 8
            && text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    },
    pattern: "^[0-9a-f]{8}$",
    fault: "is not a hash of claims",
    expected: "expected eight hexadecimal digits, as `padma review` writes them",
});

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

impl ReviewFinding {
    /// Whether a finding needs a note that says why.
    pub fn needs_note(self) -> bool {
        matches!(self, ReviewFinding::Rests | ReviewFinding::Wrong)
    }
}

/// The finding about one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewLine {
    /// What was found.
    pub finding: ReviewFinding,
    /// Who found it, by their initials; empty if it does not say.
    pub by: String,
    /// A hash of what the sentence's claims asked; empty if it had none.
    pub claims: String,
    /// What it rests on, or what is wrong with it; empty for the others.
    pub note: String,
    /// Its number among the sentences with the same text, from 1; 0 if there was only one.
    pub nth: usize,
    /// The whole sentence as it read.
    pub text: String,
}

/// `review.toml`.
#[derive(Clone, Debug, Default)]
pub struct ReviewDecl {
    /// The file it was read from; `None` for one that is to be written.
    pub file: Option<SourceId>,
    /// Its lines, in the order of the file.
    pub lines: Vec<ReviewLine>,
}

/// The comment above the lines of `review.toml`; other comments are lost when it is written.
const REMARK: &str = "# What was found of each sentence of this book. `padma review` writes it.\n";

impl ReviewDecl {
    /// Returns the file's text: each line is about one sentence.
    pub fn print(&self) -> String {
        let mut text = format!("{REMARK}sentence = [\n");
        for line in &self.lines {
            let nth = match line.nth {
                0 => String::new(),
                nth => format!("nth = {nth}, "),
            };
            let keys = [
                ("state", line.finding.name()),
                ("by", &line.by),
                ("claims", &line.claims),
                ("note", &line.note),
            ];
            let values: Vec<String> = keys
                .iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(key, value)| format!("{key} = {}", quoted(value)))
                .collect();
            let line = format!("{}, {nth}text = {}", values.join(", "), quoted(&line.text));
            text += &format!("  {{ {line} }},\n");
        }
        text + "]\n"
    }
}

/// Reads and checks `review.toml`.
pub fn review(
    sources: &Sources,
    id: SourceId,
    diagnostics: &mut Diagnostics,
) -> Option<ReviewDecl> {
    let fields = read(top::KEYS, sources, id, diagnostics)?;
    let lines = fields.tables(top::SENTENCE).iter();
    let lines = lines.filter_map(|fields| review_line(fields, diagnostics));
    Some(ReviewDecl {
        file: Some(id),
        lines: lines.collect(),
    })
}

fn review_line(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<ReviewLine> {
    let At { value, span } = fields.word(line::STATE)?;
    let Some(finding) = ReviewFinding::from_name(&value) else {
        let message = format!("`{value}` is not a finding about a sentence");
        let expected = format!("expected {}", code_list(ReviewFinding::NAMES.into_iter()));
        let complaint = Diagnostic::error(Code::WrongValue, message).at(span, expected);
        diagnostics.push(complaint.suggest(&value, ReviewFinding::NAMES));
        return None;
    };
    let line = ReviewLine {
        finding,
        by: fields.str(line::BY).to_string(),
        claims: fields.str(line::CLAIMS).to_string(),
        note: fields.str(line::NOTE).to_string(),
        nth: fields.number(line::NTH).map_or(0, |nth| nth.value as usize),
        text: fields.string(line::TEXT)?,
    };
    if line.finding.needs_note() && line.note.trim().is_empty() {
        let message = format!("a sentence that is `{value}` needs a note");
        let complaint = Diagnostic::error(Code::WrongValue, message);
        diagnostics.push(complaint.at(span, "expected a key `note` that says why"));
        return None;
    }
    Some(line)
}
