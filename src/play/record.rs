//! Records of games: which words of a text are moves.
//!
//! One reader serves PGN and plain lists of numbered moves:
//!
//! ```text
//! [White "A"]                tags; `FEN` says where the game starts, `Result` how it ended
//! {a comment} ; another      and lines that begin with `%`
//! 1. e4 e5 2. Nf3 (2. f4)    numbers, moves, variations, which are passed over
//! 2... Nc6 $1 3. Bb5!? *     marks of judgement, a result
//! ```
//!
//! What stands before the first number of a text without tags is a heading.

use std::ops::Range;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::{Excerpt, Word, nearest};

/// What a text says of a game, before any move is understood.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The tags before the moves, in their order.
    pub tags: Vec<Tag>,
    /// The moves of both sides, variations left out.
    pub moves: Vec<Written>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<Word>,
}

/// One line of a PGN's head, such as `[White "A"]`.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The word before the string.
    pub name: Word,
    /// What stands between the quotation marks.
    pub value: Excerpt,
}

/// A move as it was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The move's own text.
    pub word: Word,
    /// The number that stands before it, and whether it says that the second side is to move.
    pub number: Option<(u32, bool)>,
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// The tags that say something of the game's moves.
const MEANT: [&str; 3] = ["FEN", "Result", "SetUp"];
/// Tags of other meanings whose names are not taken for those, misspelt.
const USUAL: [&str; 3] = ["Site", "Date", "ECO"];
/// How many moves a record may have.
const MOST_MOVES: usize = 20_000;

/// Reads the first game of a text.
pub fn record(text: &Excerpt, diagnostics: &mut Diagnostics) -> Record {
    let mut reader = RecordReader { text, at: 0, record: Record::default(), number: None, diagnostics };
    if !starts_with_tag(text.text())
        && let Some(start) = first_number(text.text())
    {
        reader.at = start;
    }
    reader.read();
    reader.check_tags();
    reader.record
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&Excerpt> {
        self.tags.iter().find(|tag| tag.name.text == name).map(|tag| &tag.value)
    }
}

fn starts_with_tag(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('[')
}

/// Where the first number with a full stop stands that opens a word.
fn first_number(text: &str) -> Option<usize> {
    let opens = |at: usize| text[..at].chars().next_back().is_none_or(char::is_whitespace);
    let numbers = text.char_indices().filter(|(at, c)| c.is_ascii_digit() && opens(*at));
    numbers.map(|(at, _)| at).find(|at| number(&text[*at..]).is_some())
}

/// A number with full stops at the start of a text: its value, its stops, and its length.
fn number(text: &str) -> Option<(u32, usize, usize)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - rest.len();
    let after = rest.trim_start_matches(['.', '…']);
    let stops: usize = rest[..rest.len() - after.len()].chars().map(|c| if c == '…' { 3 } else { 1 }).sum();
    let value = text[..digits].parse().ok()?;
    (stops > 0).then_some((value, stops, text.len() - after.len()))
}

/// Reads a record word by word.
struct RecordReader<'a> {
    text: &'a Excerpt,
    at: usize,
    record: Record,
    number: Option<(u32, bool)>,
    diagnostics: &'a mut Diagnostics,
}

impl RecordReader<'_> {
    fn rest(&self) -> &str {
        &self.text.text()[self.at..]
    }

    /// How long the rest is up to a character, or to the end.
    fn length(&self, ends: impl Fn(char) -> bool) -> usize {
        self.rest().find(ends).unwrap_or(self.rest().len())
    }

    fn word(&self, range: Range<usize>) -> Word {
        Word { text: self.text.text()[range.clone()].to_string(), span: self.text.span(range) }
    }

    /// Complains of tags that contradict each other, or mean nothing though they look as if they did.
    fn check_tags(&mut self) {
        let tags = &self.record.tags;
        for (place, tag) in tags.iter().enumerate() {
            let name = tag.name.text.as_str();
            if let Some(first) = tags[..place].iter().find(|other| other.name.text == name) {
                let message = format!("two tags are named `{name}`");
                self.diagnostics.twice(Code::DoubledName, message, first.name.span, tag.name.span);
            }
            let known = MEANT.contains(&name) || USUAL.contains(&name);
            if let Some(meant) = nearest(name, MEANT).filter(|_| !known) {
                let complaint = Diagnostic::error(Code::RecordSyntax, format!("no tag is named `{name}`"));
                let complaint = complaint.at(tag.name.span, format!("expected `{meant}`, or another name"));
                self.diagnostics.push(complaint.suggest(name, MEANT));
            }
        }
        let record = &self.record;
        if let Some(result) = record.tag("Result").filter(|value| !RESULTS.contains(&value.text())) {
            let message = format!("`{}` is no result", result.text());
            let expected = "expected `1-0`, `0-1`, `1/2-1/2` or `*`";
            self.diagnostics.error(Code::RecordSyntax, message, result.whole(), expected);
        }
        let Some(set_up) = record.tag("SetUp") else { return };
        let fen = record.tag("FEN");
        let (message, expected) = match (set_up.text(), fen) {
            ("1", Some(_)) | ("0", None) => return,
            ("1", None) => {
                ("this game begins at a position that no tag says".to_string(), "expected a tag `FEN` too")
            }
            ("0", Some(_)) => {
                ("this game begins at the setup and at another position".to_string(), "expected `1`")
            }
            (other, _) => (format!("`{other}` is no value of `SetUp`"), "expected `0` or `1`"),
        };
        let complaint = Diagnostic::error(Code::RecordSyntax, message).at(set_up.whole(), expected);
        self.diagnostics.push(match fen.filter(|_| set_up.text() == "0") {
            Some(fen) => complaint.and(fen.whole(), "the position"),
            None => complaint,
        });
    }

    fn read(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            let begins_line = self.at == 0 || self.text.text()[..self.at].ends_with('\n');
            match c {
                _ if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                '%' if begins_line => self.at += self.length(|c| c == '\n'),
                ';' => self.at += self.length(|c| c == '\n'),
                '{' => match self.rest().find('}') {
                    Some(length) => self.at += length + 1,
                    None => self.unclosed("this comment is not closed", "expected `}` after it"),
                },
                '(' => self.skip_variation(),
                '$' => self.at += self.length(|c| c != '$' && !c.is_ascii_digit()),
                '[' if self.record.moves.is_empty() && self.record.result.is_none() => self.tag(),
                '[' => {
                    let span = self.text.span(self.at..self.at + 1);
                    let complaint = Diagnostic::warning(Code::RecordSyntax, "a second game begins here");
                    self.diagnostics.push(complaint.at(span, "only the first game of a text is read"));
                    return;
                }
                ')' | '}' => {
                    let message = format!("no bracket is open before this `{c}`");
                    return self.stop(Code::RecordSyntax, &message, "expected a move");
                }
                _ if self.record.result.is_some() => {
                    let message = "the game is over before this";
                    return self.stop(Code::RecordSyntax, message, "expected nothing behind the result");
                }
                _ if self.record.moves.len() == MOST_MOVES => {
                    let message = format!("this record has more than {MOST_MOVES} moves");
                    return self.stop(Code::TooLarge, &message, "one too many");
                }
                _ => self.item(),
            }
        }
    }

    /// Complains of the word at hand, and reads no further.
    fn stop(&mut self, code: Code, message: &str, expected: &str) {
        let length = self.length(char::is_whitespace);
        let span = self.text.span(self.at..self.at + length);
        self.diagnostics.error(code, message, span, expected);
    }

    fn unclosed(&mut self, message: &str, expected: &str) {
        let span = self.text.span(self.at..self.at + 1);
        self.diagnostics.error(Code::RecordSyntax, message, span, expected);
        self.at = self.text.text().len();
    }

    /// Variations stand within one another, and comments in them.
    fn skip_variation(&mut self) {
        let mut depth = 0_usize;
        let mut comment = false;
        for (at, c) in self.rest().char_indices() {
            match c {
                '}' => comment = false,
                _ if comment => {}
                '{' => comment = true,
                '(' => depth += 1,
                ')' if depth == 1 => {
                    self.at += at + 1;
                    return;
                }
                ')' => depth -= 1,
                _ => {}
            }
        }
        self.unclosed("this variation is not closed", "expected `)` after it");
    }

    /// `[Name "value"]`.
    fn tag(&mut self) {
        let start = self.at;
        let line = self.length(|c| c == '\n');
        let text = &self.rest()[..line];
        let quote = text.find('"');
        let end = text.rfind('"').filter(|end| quote.is_some_and(|quote| quote < *end));
        let closes = end.is_some_and(|end| text[end..].trim_end().ends_with(']'));
        if let (Some(quote), Some(end), true) = (quote, end, closes) {
            let name = text[1..quote].trim();
            let from = start + 1 + text[1..quote].find(name).unwrap_or(0);
            let name = self.word(from..from + name.len());
            let value = self.text.part(start + quote + 1..start + end);
            self.record.tags.push(Tag { name, value });
        } else {
            let span = self.text.span(start..start + text.trim_end().len());
            self.diagnostics.error(Code::RecordSyntax, "this is no tag", span, "expected `[Name \"value\"]`");
        }
        self.at = start + line;
    }

    /// A number, a move or a result.
    fn item(&mut self) {
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | ';' | ')' | '$');
        let mut behind = self.length(ends);
        // How many are taken: `Lxxi9(6)`.
        let counted = self.rest()[..behind].rsplit_once('(').is_some_and(|(text, number)| {
            !text.is_empty() && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
        });
        if counted && self.rest()[behind..].starts_with(')') {
            let rest = &self.rest()[behind + 1..];
            behind += 1 + rest.find(ends).unwrap_or(rest.len());
        }
        let length = behind.max(self.rest().chars().next().map_or(0, char::len_utf8));
        let word = &self.rest()[..length];
        if let Some((value, stops, taken)) = number(word) {
            self.number = Some((value, stops > 1));
            self.at += taken;
            return;
        }
        let word = self.word(self.at..self.at + length);
        self.at += length;
        if RESULTS.contains(&word.text.as_str()) {
            self.record.result = Some(word);
        } else if word.text.chars().any(char::is_alphanumeric) {
            self.record.moves.push(Written { word, number: self.number.take() });
        } else if word.text.starts_with('.') || word.text.starts_with('…') {
            // The stops of a number, written apart from it.
            if let Some((_, second)) = &mut self.number {
                *second = true;
            }
        }
    }
}
