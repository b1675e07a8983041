//! Splits an expression into words, numbers and symbols.

use std::ops::Range;

use super::Name;
use padma_rules::model::{Board, Rank};
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostics};

/// A word, number, quoted text or symbol of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExprToken {
    Name,
    Number,
    Text,
    /// A symbol; `≠`, `≤` and `≥` stand for `!=`, `<=` and `>=`.
    Symbol(char),
}

/// The white space before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing.
    Nothing,
    /// One space.
    Blank,
    /// The separator before a token that begins an addition to a definition, such as `source 5`.
    Addition,
}

/// The symbols of one character.
const SYMBOLS: [char; 17] = [
    '=', '<', '>', '|', '&', '-', '+', '*', '(', ')', '{', '}', ',', ':', ';', '.', '%',
];

/// Maximum number of tokens in an expression. It bounds the recursion of parsing and evaluating,
/// which at worst go one level deeper with each token.
const MAX_TOKENS: usize = 1500;

/// Returns the tokens of a text with their byte ranges. Reports an error and returns `None` if a
/// part of the text is not a token, or if there are too many.
pub(super) fn lex(
    excerpt: &Excerpt,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<(ExprToken, Range<usize>)>> {
    let text = excerpt.text();
    let mut tokens: Vec<(ExprToken, Range<usize>)> =
        Vec::with_capacity((text.len() / 4).min(MAX_TOKENS));
    let mut at = 0;
    let mut complain = |range, message: &str, label: &str| {
        diagnostics.refuse(Code::ClaimSyntax, message, excerpt.span(range), label)
    };
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (token, length) = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if c == '#' {
            // A comment, to the end of its line.
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if c.is_alphabetic() {
            let length = name_length(rest);
            let suffix = match rest.as_bytes().get(length) {
                Some(b'\'' | b'*') if Board::is_name_shaped(&rest[..length]) => {
                    primes(rest, length)
                }
                _ => 0,
            };
            (ExprToken::Name, length + suffix)
        } else if c.is_ascii_digit() {
            let digits = number_length(rest);
            match primes(rest, digits) {
                0 => (ExprToken::Number, digits),
                // `8'` names the second rank 8.
                primes => (ExprToken::Name, digits + primes),
            }
        } else if c == '"' {
            match closing_quote(rest) {
                Some(end) => (ExprToken::Text, end + 1),
                None => {
                    return complain(
                        at..text.len(),
                        "this text has no closing quote",
                        "starts here",
                    );
                }
            }
        } else if rest.starts_with("==") {
            let place = at..at + 2;
            return complain(
                place,
                "`==` has no meaning in an expression",
                "expected `=`: equality is written so",
            );
        } else if let Some(symbol) = relation(rest) {
            (ExprToken::Symbol(symbol), 2)
        } else if SYMBOLS.contains(&c) {
            (ExprToken::Symbol(c), 1)
        } else {
            let message = format!("`{c}` has no meaning in an expression");
            return complain(
                at..at + c.len_utf8(),
                &message,
                "expected a name, a number or an operator",
            );
        };
        if tokens.len() == MAX_TOKENS {
            let message = format!("this expression has more than {MAX_TOKENS} words and symbols");
            return complain(at..at + length, &message, "too long");
        }
        tokens.push((token, at..at + length));
        at += length;
    }
    Some(tokens)
}

/// Returns the symbol of the two-character relation at the start of a text: `≤` for `<=`.
fn relation(text: &str) -> Option<char> {
    match text.as_bytes() {
        [b'!', b'=', ..] => Some('≠'),
        [b'<', b'=', ..] => Some('≤'),
        [b'>', b'=', ..] => Some('≥'),
        _ => None,
    }
}

/// Returns the length of the number at the start of a text: digits, perhaps with a point and more
/// digits.
fn number_length(text: &str) -> usize {
    let whole = digits_length(text);
    match text[whole..].strip_prefix('.').map(digits_length) {
        None | Some(0) => whole,
        Some(decimals) => whole + 1 + decimals,
    }
}

fn digits_length(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len())
}

/// Returns the length of the name at the start of a text. A prime belongs to the name, a hyphen
/// only before a letter or digit, a `+` only if neither follows.
fn name_length(text: &str) -> usize {
    let is_word = |at: usize| text[at..].chars().next().is_some_and(char::is_alphanumeric);
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        at += match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'\'' => 1,
            b'-' if is_word(at + 1) => 1,
            b'+' if !is_word(at + 1) => return at + 1,
            0x80.. => match text[at..].chars().next().filter(|c| c.is_alphanumeric()) {
                Some(c) => c.len_utf8(),
                None => break,
            },
            _ => break,
        };
    }
    at
}

/// Counts the primes at a position, or the suffix that stands for primes. `c1*` is `c1'`, but in
/// `c1*2` the star multiplies.
fn primes(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let end = rest.trim_start_matches(['\'', '*']);
    let count = rest.len() - end.len();
    let multiplies = rest[..count].contains('*')
        && end.starts_with(|c: char| c.is_alphanumeric() || c == '(' || c == '"');
    if multiplies || count > Rank::MOST_PRIMES {
        0
    } else {
        count
    }
}

/// Finds the closing quote of a text that begins with a quote. `\"` is a quote inside the text.
fn closing_quote(text: &str) -> Option<usize> {
    let mut quotes = text.match_indices('"').map(|(at, _)| at).skip(1);
    quotes.find(|at| !text[..*at].ends_with('\\'))
}

/// Returns the variant that a claim or a definition names with `on`, without parsing the rest.
pub fn variant_named(excerpt: &Excerpt) -> Option<Name> {
    let text = excerpt.text();
    let rest = text.trim_start().strip_prefix("on")?;
    let name = rest.strip_prefix(char::is_whitespace)?.trim_start();
    let start = text.len() - name.len();
    let end = start + name_length(name);
    let is_variant = text[end..].trim_start().starts_with(':');
    is_variant.then(|| Name {
        text: text[start..end].to_string(),
        span: excerpt.span(start..end),
    })
}
