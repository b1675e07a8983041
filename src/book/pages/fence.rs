//! Fences around blocks: whether a block is closed and, if not, where it was meant to end.
//!
//! To CommonMark, a block without a closing fence continues to the end of the page, or to the
//! fence that closes the next block. Knows no chess.

use std::ops::Range;

use padma_text::{is_name, range_in};

/// The words of the blocks that are not code.
pub const BLOCKS: [&str; 5] = ["diagram", "claims", "piece", "game", "combinations"];

/// A block without a closing fence of its own.
pub(super) struct Unclosed<'t> {
    /// The line that would close it.
    pub fence: &'t str,
    /// The byte after what is probably its last line.
    pub end: usize,
    /// Where the page resumes after it, if any of the page is left.
    pub resume: Option<usize>,
}

/// Returns where the block in a range of a page was meant to end; `None` if it is closed. `word`
/// is the first word after its opening fence.
pub(super) fn find_unclosed<'t>(
    text: &'t str,
    range: &Range<usize>,
    word: &str,
) -> Option<Unclosed<'t>> {
    let block = &text[range.clone()];
    let mut lines = block.split_inclusive('\n');
    let fence = fence_of(lines.next()?);
    let lines: Vec<&str> = lines.collect();
    let closes = |line: &str| is_bare_fence(line) && fence_of(line).starts_with(fence);
    let is_ours = BLOCKS.contains(&word);
    let opens_another = |line: &str| {
        let mut words = after_fence(line).map(str::split_whitespace);
        if is_ours {
            words.is_some()
        } else {
            let word = words.as_mut().and_then(Iterator::next);
            fence_of(line) == fence && word.is_some_and(|word| BLOCKS.contains(&word))
        }
    };
    let (inner, is_closed) = match lines.split_last() {
        Some((last, inner)) if closes(last) => (inner, true),
        _ => (&lines[..], false),
    };
    let next = inner.iter().position(|line| opens_another(line));
    if is_closed && next.is_none() {
        return None;
    }
    let inner = &inner[..next.unwrap_or(inner.len())];
    let first_beyond = if is_ours {
        inner.iter().position(|line| is_beyond(word, line))
    } else {
        None
    };
    let place = |line: usize| range.start + range_in(block, lines[line]).start;
    let stop = first_beyond.or(next);
    let end = stop.map_or(range.end, place);
    // A bare fence that is too short to close the block was meant to close it.
    let resume = stop.map(|line| {
        if is_bare_fence(lines[line]) {
            end + lines[line].len()
        } else {
            end
        }
    });
    Some(Unclosed { fence, end, resume })
}

/// The minimum length of a fence, in characters.
const SHORTEST: usize = 3;

/// Strips the markers of the quotation or list that a line is in.
fn strip_markers(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', '>'])
}

/// Returns the backticks or tildes that a line begins with.
fn fence_of(line: &str) -> &str {
    let line = strip_markers(line);
    let rest = ['`', '~']
        .map(|mark| line.trim_start_matches(mark).len())
        .into_iter()
        .min();
    &line[..line.len() - rest.unwrap_or(line.len())]
}

/// Returns what follows the fence that a line begins with.
pub fn after_fence(line: &str) -> Option<&str> {
    let fence = fence_of(line);
    (fence.len() >= SHORTEST).then(|| &strip_markers(line)[fence.len()..])
}

/// Whether a line is a fence and nothing else.
fn is_bare_fence(line: &str) -> bool {
    after_fence(line).is_some_and(|rest| rest.trim().is_empty())
}

/// Whether a line cannot belong to a block that begins with this word.
fn is_beyond(word: &str, line: &str) -> bool {
    match word {
        "claims" => {
            let is_inside = line.trim().is_empty() || line.starts_with([' ', '\t', '#']);
            !is_inside && split_definition(line).is_none()
        }
        _ => strip_markers(line).trim().is_empty(),
    }
}

/// Splits a definition `name = expression` into its name and its expression; `None` if it has no
/// valid name.
pub fn split_definition(text: &str) -> Option<(&str, &str)> {
    let (name, expression) = text.split_once('=')?;
    Some((name.trim(), expression)).filter(|(name, _)| is_name(name))
}
