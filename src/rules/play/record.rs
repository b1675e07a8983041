//! Records of games: which words of a text are moves.
//!
//! One reader serves PGN and plain lists of numbered moves:
//!
//! ```text
//! [White "A"]                tags; `FEN` says where the game starts, `Result` how it ended
//! {a comment} ; another      and lines that begin with `%`
//! 1. e4 e5 2. Nf3 (2. f4)    numbers, moves, variations, which are passed over
//! 2... Nc6 $1 3. Bb5!? *     marks of judgement, a result
//! 1 e4 e5 2 exd6 e.p. 1–0    numbers without full stops, en passant, a result set with a dash
//! ```
//!
//! Text before the first number is a heading, if the text has no tags. Every other word is a move.
//! A word that cannot be read as one is rejected when the record is replayed, so nothing is
//! skipped silently.

use std::collections::BTreeMap;
use std::ops::Range;

use super::notation::{LONGEST_TEXT, NULL_MOVES};
use crate::model::{Ending, Variant};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Word, nearest};

/// The content of a game's record, before any move is interpreted.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The tags before the moves, in their order.
    pub tags: Vec<Tag>,
    /// The moves of both sides, variations left out.
    pub moves: Vec<WrittenMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<Word>,
}

/// One line of a PGN's head, such as `[White "A"]`.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The word before the string.
    pub name: Word,
    /// The text between the quotation marks.
    pub value: Excerpt,
}

/// A move as it was written.
#[derive(Clone, Debug)]
pub struct WrittenMove {
    /// The move's own text.
    pub word: Word,
    /// The number before the move, and whether its full stops mean that the second side moves.
    pub number: Option<(u32, bool)>,
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// The dashes that typesetters use in a result.
const DASHES: [char; 4] = ['–', '—', '−', '‑'];
/// Judgements of a move or a position that stand as a word of their own.
const JUDGEMENTS: [&str; 22] = [
    "!", "?", "!!", "??", "!?", "?!", "+-", "-+", "±", "∓", "=", "∞", "⩲", "⩱", "+=", "=+", "+/-",
    "-/+", "+/=", "=/+", "□", "⇆",
];
/// Marks that belong to the move before them, even after a space; `""` is a check sign alone.
const MARKS_OF_MOVES: [&str; 3] = ["", "e.p.", "ep"];
/// What a tag `Variant` may call orthodox chess.
const ORTHODOX: [&str; 5] = [
    "standard",
    "normal",
    "orthodox",
    "classical",
    "fromposition",
];
/// The tags that the reader uses.
const USED_TAGS: [&str; 3] = ["FEN", "Result", "SetUp"];
/// Other common tags, whose names resemble those but are not misspellings.
const OTHER_TAGS: [&str; 3] = ["Site", "Date", "ECO"];
/// Full stops after a move number.
const STOPS: [char; 2] = ['.', '…'];
/// The characters, other than letters and digits, inside the parentheses of a move.
const CHARS_IN_PARENTHESES: [char; 5] = [',', '\'', '*', '=', '~'];
/// Maximum number of moves of a record.
const MOST_MOVES: usize = 20_000;

/// Reads the first game of a text.
pub fn record(text: &Excerpt, diagnostics: &mut Diagnostics) -> Record {
    let at = moves_start(text.text());
    let (record, number, last_move) = (Record::default(), None, 0..0);
    let mut reader = RecordReader {
        text,
        at,
        record,
        number,
        last_move,
        diagnostics,
    };
    reader.read();
    reader.check_tags();
    reader.record
}

impl Record {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&Excerpt> {
        self.tags
            .iter()
            .find(|tag| tag.name.text == name)
            .map(|tag| &tag.value)
    }

    /// Warns if the tag `Variant` names another game than the one by whose rules the record is
    /// played.
    pub fn check_variant(&self, variant: &Variant, diagnostics: &mut Diagnostics) {
        let Some(tag) = self.tag("Variant") else {
            return;
        };
        let said = plain_name(tag.text());
        let names = [&variant.id, &variant.title].map(|name| plain_name(name));
        if !names.iter().any(|name| name.contains(&said)) {
            let message = format!("this record is of another game, `{}`", tag.text());
            let played = format!("it is played by the rules of {}", variant.title);
            let complaint = Diagnostic::warning(Code::RecordSyntax, message);
            diagnostics.push(complaint.at(tag.whole(), played));
        }
    }
}

/// Returns the result that a word states, however it is typeset: `1–0`, `½-½`, `1/2` and `¾–¼` are
/// read. Other parts of a point are decimals: `0.75-0.25`.
pub(super) fn result_of(word: &str) -> Option<String> {
    let plain = word.replace(DASHES, "-").replace('½', "1/2");
    let whole = if plain == "1/2" {
        "1/2-1/2"
    } else {
        plain.as_str()
    };
    let usual = RESULTS.into_iter().find(|result| *result == whole);
    usual.map(str::to_string).or_else(|| score_of(whole))
}

/// Returns a result that states which part of the point each side gets.
fn score_of(text: &str) -> Option<String> {
    let points = |part: &str| match part {
        "3/4" | "¾" => Some(75),
        "1/4" | "¼" => Some(25),
        part => {
            let digits = part.strip_prefix("0.")?;
            let is_short = digits.len() <= 2 && is_bare_number(digits);
            is_short.then_some(())?;
            format!("{digits:0<2}").parse::<u8>().ok()
        }
    };
    let (white, black) = text.split_once('-')?;
    let (white, black) = (points(white)?, points(black)?);
    let ending = match white {
        50 => Ending::Draw,
        white => Ending::Score(white),
    };
    let is_whole = white > 0 && black > 0 && white + black == 100;
    is_whole.then(|| ending.result())
}

/// Returns a game's name without capitals, spaces and marks, and without a last word “chess”.
fn plain_name(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    let plain: String = letters.flat_map(char::to_lowercase).collect();
    let short = plain.strip_suffix("chess").filter(|rest| !rest.is_empty());
    let short = short.unwrap_or(&plain);
    match ORTHODOX.contains(&short) {
        true => "chess".to_string(),
        false => short.to_string(),
    }
}

/// Returns the start of a record, after its heading if it has one.
fn moves_start(text: &str) -> usize {
    let trimmed = text.trim_start_matches('\u{feff}').trim_start();
    let first_word = trimmed.split_whitespace().next().unwrap_or("");
    if trimmed.starts_with('[') || is_bare_number(first_word) {
        return 0;
    }
    // Text whose last word looks like a move is not a heading: these are moves, and the number
    // after them is not the first.
    let is_move = |word: &str| {
        word.ends_with(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic)
    };
    first_number(text)
        .filter(|at| {
            !text[..*at]
                .split_whitespace()
                .next_back()
                .is_some_and(is_move)
        })
        .unwrap_or(0)
}

/// Returns the place of the first move number: one that begins a word and has a full stop.
fn first_number(text: &str) -> Option<usize> {
    let begins_word = |at: usize| {
        text[..at]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace)
    };
    let numbers = text
        .char_indices()
        .filter(|(at, c)| c.is_ascii_digit() && begins_word(*at));
    numbers
        .map(|(at, _)| at)
        .find(|at| number(&text[*at..]).is_some())
}

/// Whether a word is a move number without a full stop.
fn is_bare_number(word: &str) -> bool {
    word.parse::<u32>().is_ok()
        && word.bytes().all(|b| b.is_ascii_digit())
        && !NULL_MOVES.contains(&word)
}

fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Whether an odd number of backslashes stands before a place of a text.
fn is_escaped(text: &str, at: usize) -> bool {
    let before = &text[..at];
    (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
}

/// Reads a number with full stops at the start of a text: its value, the number of stops, and its
/// length.
fn number(text: &str) -> Option<(u32, usize, usize)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - rest.len();
    let after = rest.trim_start_matches(STOPS);
    let stops: usize = rest[..rest.len() - after.len()]
        .chars()
        .map(|c| if c == '…' { 3 } else { 1 })
        .sum();
    let value = text[..digits].parse().ok()?;
    (stops > 0).then_some((value, stops, text.len() - after.len()))
}

/// Reads a record word by word.
struct RecordReader<'a> {
    text: &'a Excerpt,
    at: usize,
    record: Record,
    number: Option<(u32, bool)>,
    /// The range of the last move.
    last_move: Range<usize>,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> RecordReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text.text()[self.at..]
    }

    /// Returns the length of the rest up to a character for which `ends` is true.
    fn length_until(&self, ends: impl Fn(char) -> bool) -> usize {
        self.rest().find(ends).unwrap_or(self.rest().len())
    }

    fn word(&self, range: Range<usize>) -> Word {
        Word {
            text: self.text.text()[range.clone()].to_string(),
            span: self.text.span(range),
        }
    }

    /// Reports tags that contradict each other, and unknown tags that are probably misspelt.
    fn check_tags(&mut self) {
        let mut first = BTreeMap::new();
        for tag in &self.record.tags {
            let name = tag.name.text.as_str();
            let before = *first.entry(name).or_insert(tag.name.span);
            if before != tag.name.span {
                let message = format!("two tags are named `{name}`");
                self.diagnostics
                    .duplicate(Code::DoubledName, message, before, tag.name.span);
            }
            let known = USED_TAGS.contains(&name) || OTHER_TAGS.contains(&name);
            if let Some(meant) = nearest(name, USED_TAGS).filter(|_| !known) {
                let complaint =
                    Diagnostic::error(Code::RecordSyntax, format!("no tag is named `{name}`"));
                let complaint = complaint.at(
                    tag.name.span,
                    format!("expected `{meant}`, or another name"),
                );
                self.diagnostics.push(complaint.suggest(name, USED_TAGS));
            }
        }
        let record = &self.record;
        if let Some(result) = record
            .tag("Result")
            .filter(|value| result_of(value.text()).is_none())
        {
            let message = format!("`{}` is not a result", result.text());
            let expected =
                "expected `1-0`, `0-1`, `1/2-1/2`, parts of the point such as `0.75-0.25`, or `*`";
            self.diagnostics
                .error(Code::RecordSyntax, message, result.whole(), expected);
        }
        let Some(set_up) = record.tag("SetUp") else {
            return;
        };
        let fen = record.tag("FEN");
        let (message, expected) = match (set_up.text(), fen) {
            ("1", Some(_)) | ("0", None) => return,
            ("1", None) => (
                "this game begins at a position that no tag gives".to_string(),
                "expected a tag `FEN` too",
            ),
            ("0", Some(_)) => (
                "this game begins both at the setup and at another position".to_string(),
                "expected `1`",
            ),
            (other, _) => (
                format!("`{other}` is not a value of `SetUp`"),
                "expected `0` or `1`",
            ),
        };
        let complaint = Diagnostic::error(Code::RecordSyntax, message).at(set_up.whole(), expected);
        self.diagnostics
            .push(match fen.filter(|_| set_up.text() == "0") {
                Some(fen) => complaint.also_at(fen.whole(), "the position"),
                None => complaint,
            });
    }

    fn read(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            let begins_line = self.at == 0 || self.text.text()[..self.at].ends_with(ends_line);
            match c {
                _ if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                '%' if begins_line => self.at += self.length_until(ends_line),
                ';' => self.at += self.length_until(ends_line),
                '{' => match self.rest().find('}') {
                    Some(length) => self.at += length + 1,
                    None => {
                        self.report_unclosed("this comment is not closed", "expected `}` after it")
                    }
                },
                '(' => self.skip_variation(),
                '$' => self.at += self.length_until(|c| c != '$' && !c.is_ascii_digit()),
                '[' if self.record.moves.is_empty() && self.record.result.is_none() => self.tag(),
                '[' => {
                    let span = self.text.span(self.at..self.at + 1);
                    let complaint =
                        Diagnostic::warning(Code::RecordSyntax, "a second game begins here");
                    self.diagnostics
                        .push(complaint.at(span, "only the first game of a text is read"));
                    return;
                }
                ')' | '}' => {
                    let message = format!("there is no open bracket before this `{c}`");
                    return self.stop(Code::RecordSyntax, &message, "expected a move");
                }
                _ if self.record.result.is_some() => {
                    let message = "the game has ended before this";
                    return self.stop(
                        Code::RecordSyntax,
                        message,
                        "expected nothing after the result",
                    );
                }
                _ if self.record.moves.len() == MOST_MOVES => {
                    let message = format!("this record has more than {MOST_MOVES} moves");
                    return self.stop(Code::TooLarge, &message, "one too many");
                }
                _ if self.item_length() > LONGEST_TEXT => {
                    let message = "this word is too long to be a move";
                    let expected = format!("expected at most {LONGEST_TEXT} bytes");
                    return self.stop(Code::TooLarge, message, &expected);
                }
                _ => self.item(),
            }
        }
    }

    /// Reports the current word. The caller then ends the reading.
    fn stop(&mut self, code: Code, message: &str, expected: &str) {
        let length = self.length_until(char::is_whitespace);
        let span = self.text.span(self.at..self.at + length);
        self.diagnostics.error(code, message, span, expected);
    }

    fn report_unclosed(&mut self, message: &str, expected: &str) {
        let span = self.text.span(self.at..self.at + 1);
        self.diagnostics
            .error(Code::RecordSyntax, message, span, expected);
        self.at = self.text.text().len();
    }

    /// Skips a variation, with the variations and comments inside it.
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
        self.report_unclosed("this variation is not closed", "expected `)` after it");
    }

    /// Reads `[Name "value"]`. The value ends at a quotation mark that is followed by `]` and, if
    /// there is such a mark, has no backslash before it. A line may end before and after the value.
    fn tag(&mut self) {
        let (start, rest) = (self.at, self.rest());
        let tag = rest[1..].find('"').and_then(|quote| {
            let quote = quote + 1;
            let name = rest[1..quote].trim();
            let is_name =
                !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == ']');
            let value = &rest[quote + 1..];
            let line = &value[..value.find(ends_line).unwrap_or(value.len())];
            let closed = |at: usize| {
                let after = &value[at + 1..];
                let blank = after.len() - after.trim_start().len();
                after[blank..]
                    .starts_with(']')
                    .then_some((at, at + 1 + blank + 1))
            };
            let ends = || line.match_indices('"').map(|(at, _)| at);
            let proper = ends().filter(|at| !is_escaped(line, *at)).find_map(closed);
            let (end, length) = proper.or_else(|| ends().find_map(closed))?;
            let length = quote + 1 + length;
            is_name.then_some((name, quote + 1..quote + 1 + end, length))
        });
        let Some((name, value, length)) = tag else {
            let line = &rest[..self.length_until(ends_line)];
            let span = self.text.span(start..start + line.trim_end().len());
            self.at = start + line.len();
            let expected = "expected `[Name \"value\"]`";
            return self
                .diagnostics
                .error(Code::RecordSyntax, "this is not a tag", span, expected);
        };
        let from = start + 1 + rest[1..].find(name).unwrap_or(0);
        let name = self.word(from..from + name.len());
        let value = self.text.part(start + value.start..start + value.end);
        self.record.tags.push(Tag { name, value });
        self.at = start + length;
    }

    /// Reads a number, a move or a result.
    fn item(&mut self) {
        let length = self.item_length();
        let word = &self.rest()[..length];
        if let Some(result) = result_of(word) {
            let text = result;
            let span = self.text.span(self.at..self.at + length);
            self.record.result = Some(Word { text, span });
            self.at += length;
        } else if let Some((value, stops, number_length)) = number(word) {
            self.number = Some((value, stops > 1));
            self.at += number_length;
        } else if is_bare_number(word) && self.number.is_none() {
            self.number = word.parse().ok().map(|value| (value, false));
            self.at += length;
        } else if word.starts_with(STOPS) {
            // The full stops of a number, separated from it by a space.
            if let Some((_, second)) = &mut self.number {
                *second = true;
            }
            self.at += self.length_until(|c| !STOPS.contains(&c));
        } else if JUDGEMENTS.contains(&word) {
            self.at += length;
        } else {
            self.read_move(length);
        }
    }

    /// Reads a move, or a mark that belongs to the move before it.
    fn read_move(&mut self, length: usize) {
        let mut range = self.at..self.at + length;
        let word = self.text.text()[range.clone()].trim_end_matches(['+', '#']);
        self.at += length;
        if MARKS_OF_MOVES.contains(&word)
            && let Some(before) = self.record.moves.pop()
        {
            range.start = self.last_move.start;
            self.number = before.number;
        }
        self.last_move = range.clone();
        let word = self.word(range);
        self.record.moves.push(WrittenMove {
            word,
            number: self.number.take(),
        });
    }

    /// Returns the length of the next word in bytes. Parentheses without a space before them
    /// belong to it, as in `Lxxi9(6)` and `a8(Q)`; otherwise they begin a variation.
    fn item_length(&self) -> usize {
        let rest = self.rest();
        let mut length = 0;
        for (at, c) in rest.char_indices() {
            let belongs = |inside: &str| {
                at > 0
                    && inside
                        .chars()
                        .all(|c| c.is_alphanumeric() || CHARS_IN_PARENTHESES.contains(&c))
                    && !inside.is_empty()
            };
            match c {
                _ if at < length => {}
                '(' => match rest[at + 1..].split_once(')') {
                    Some((inside, _)) if belongs(inside) => length = at + inside.len() + 2,
                    _ => break,
                },
                '{' | ';' | ')' | '$' => break,
                _ if c.is_whitespace() => break,
                _ => length = at + c.len_utf8(),
            }
        }
        length.max(rest.chars().next().map_or(0, char::len_utf8))
    }
}
