//! Claims in texts that are shown as plain text and are not Markdown otherwise.

use std::ops::Range;

/// A claim in a text that is shown as plain text, such as the reason why a source is wrong or the
/// meaning of a mark.
pub struct NotedClaim {
    whole: Range<usize>,
    /// The words between its brackets.
    pub text: Range<usize>,
    /// The part after `claim:`.
    pub target: Range<usize>,
}

/// Finds the claims in a text that is not Markdown otherwise:
/// `[f7 is a square](<claim:f7 in square>)`.
pub fn noted_claims(text: &str) -> Vec<NotedClaim> {
    let mut found: Vec<NotedClaim> = Vec::new();
    for (sign, _) in text.match_indices("](") {
        let before = found.last().map_or(0, |last| last.whole.end);
        if sign < before {
            continue;
        }
        let rest = &text[sign + 2..];
        let (angle, end) = match rest.strip_prefix('<') {
            Some(rest) => (1, rest.find(">)").map(|end| (end, end + 3))),
            None => (0, closing_bracket(rest).map(|end| (end, end + 1))),
        };
        let start = sign + 2 + angle;
        let target = end.and_then(|(end, _)| text[start..start + end].strip_prefix("claim:"));
        let opened = text[before..sign].rfind('[').map(|at| before + at);
        if let (Some(target), Some(opened), Some((end, length))) = (target, opened, end) {
            found.push(NotedClaim {
                whole: opened..sign + 2 + length,
                text: opened + 1..sign,
                target: start + end - target.len()..start + end,
            });
        }
    }
    found
}

/// Finds the bracket that closes one opened before the text.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut open = 0;
    text.char_indices().find_map(|(at, c)| {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        (open < 0).then_some(at)
    })
}

/// Returns a text without the targets of its claims, as readers see it.
pub fn without_claims(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for claim in noted_claims(text) {
        out += &text[at..claim.whole.start];
        out += &text[claim.text];
        at = claim.whole.end;
    }
    out + &text[at..]
}
