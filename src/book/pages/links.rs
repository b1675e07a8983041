//! Where link targets lead, and how to mend a claim that is not the target of a link.

use padma_text::percent_decoded;

/// The schemes of addresses that lead out of a book.
pub const SCHEMES: [&str; 4] = ["https", "http", "mailto", "tel"];

/// Returns the scheme of an address (RFC 3986, section 3.1), as it is written.
pub fn scheme(target: &str) -> Option<&str> {
    let (scheme, _) = target.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_scheme.then_some(scheme)
}

/// Whether a target leads out of the book. Every other target must [`resolve`] to a path. A path
/// contains no colon, so it cannot hide a script.
pub fn is_external(target: &str) -> bool {
    scheme(target).is_some_and(|scheme| {
        SCHEMES
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known))
    })
}

/// Resolves the path of an address relative to a page into one relative to the book's folder;
/// `None` if it leads out of that folder, or contains anything but names between slashes.
pub fn resolve(page: &str, path: &str) -> Option<String> {
    let path = percent_decoded(path);
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            "" => return None,
            part if part.contains([':', '\\']) => return None,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the remedy for a claim that is not the target of a link. `before` is the text before
/// it, `claim` the text that it begins.
pub(super) fn stray_claim_remedy(before: &str, claim: &str) -> &'static str {
    let (is_angled, before) = match before.strip_suffix('<') {
        Some(before) => (true, before),
        None => (false, before),
    };
    if !before.ends_with("](") {
        let is_apart = before
            .strip_suffix('(')
            .is_some_and(|before| before.trim_end().ends_with(']'));
        return match is_apart {
            true => "in a link, nothing may come between `]` and `(`",
            false => "write a claim as the target of a link: `[text](<claim:…>)`",
        };
    }
    let line = claim.lines().next().unwrap_or_default();
    let mut open = 0;
    let end = line.find(|c: char| match (is_angled, c) {
        (true, _) => matches!(c, '<' | '>'),
        (false, '(') => {
            open += 1;
            false
        }
        (false, ')') => {
            open -= 1;
            open < 0
        }
        (false, c) => c.is_whitespace(),
    });
    let rest = &line[end.unwrap_or(line.len())..];
    let is_whole = if is_angled {
        rest.starts_with(">)")
    } else {
        rest.starts_with(')')
    };
    match (is_angled, rest.is_empty()) {
        _ if is_whole
            && before
                .lines()
                .next_back()
                .is_some_and(|line| line.trim_start().starts_with('|')) =>
        {
            "a table's row cannot have more cells than its head"
        }
        _ if is_whole => {
            "put the text of a link between `[` and `]`, within one paragraph and without another \
             link in it"
        }
        (true, _) if is_compared(rest) => {
            "give a claim that contains `<` or `>` a name, and define it in a `claims` block"
        }
        (true, _) => "a target in angle brackets must end on the line where it begins, with `>)`",
        (false, true) => "each `(` of a target, and of its link, needs its `)`",
        (false, false) if !rest.contains(')') => {
            "each `(` of a target, and of its link, needs its `)`"
        }
        (false, false) => {
            "put a target with spaces in angle brackets: \
             `[4 cells](<claim:count(reach(rook, c4))>)`"
        }
    }
}

/// Whether the `<` or `>` at the start of this text is an operator of the claim, because the end
/// of the target comes later.
fn is_compared(rest: &str) -> bool {
    let end = rest.find(">)").unwrap_or(usize::MAX);
    rest.starts_with('<') || end < rest.find("](").unwrap_or(usize::MAX)
}
