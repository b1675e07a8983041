//! Claims in plain texts, which have no other Markdown.

use std::ops::Range;

/// A claim in a plain text, such as the reason why a source is wrong or the meaning of a mark.
pub struct PlainTextClaim {
    whole: Range<usize>,
    /// The place of the words between the square brackets.
    pub text: Range<usize>,
    /// The place of the part after `claim:`.
    pub target: Range<usize>,
}

/// Finds the claims in a plain text, such as
/// `[f7 is a square](<claim:f7 in square>)`.
pub fn plain_text_claims(text: &str) -> Vec<PlainTextClaim> {
    let mut claims: Vec<PlainTextClaim> = Vec::new();
    for (middle, _) in text.match_indices("](") {
        let previous_end = claims.last().map_or(0, |last| last.whole.end);
        if middle < previous_end {
            continue;
        }
        let rest = &text[middle + 2..];
        let (angle_length, end) = match rest.strip_prefix('<') {
            Some(rest) => (1, rest.find(">)").map(|end| (end, end + 3))),
            None => (0, closing_parenthesis(rest).map(|end| (end, end + 1))),
        };
        let start = middle + 2 + angle_length;
        let target = end.and_then(|(end, _)| text[start..start + end].strip_prefix("claim:"));
        let bracket = text[previous_end..middle]
            .rfind('[')
            .map(|at| previous_end + at);
        if let (Some(target), Some(bracket), Some((end, length))) = (target, bracket, end) {
            claims.push(PlainTextClaim {
                whole: bracket..middle + 2 + length,
                text: bracket + 1..middle,
                target: start + end - target.len()..start + end,
            });
        }
    }
    claims
}

/// Finds the parenthesis that closes one opened before the text.
fn closing_parenthesis(text: &str) -> Option<usize> {
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

/// Returns a text as readers see it: each claim without its brackets and its target.
pub fn without_claims(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for claim in plain_text_claims(text) {
        out += &text[at..claim.whole.start];
        out += &text[claim.text];
        at = claim.whole.end;
    }
    out + &text[at..]
}
