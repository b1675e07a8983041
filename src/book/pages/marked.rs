//! Marks words of a page so that they can be found again in the rendered page. A mark is written
//! with private use characters. Knows nothing of what the marks mean, nor of HTML.

use std::collections::BTreeMap;
use std::ops::Range;

use super::content::{Node, NodeKind};

/// The characters before the number of a mark, between the number and the marked words, and after
/// the words.
const SIGNS: [char; 3] = ['\u{E000}', '\u{E001}', '\u{E002}'];

/// Returns a page's content with numbered marks at some byte ranges of its source. The mark of a
/// range that no text shows has no words, and is put at the text before the range.
pub fn add_marks(content: &[Node], wanted: &[(Range<usize>, usize)]) -> Vec<Node> {
    let mut content = content.to_vec();
    let mut texts = Vec::new();
    collect_texts(&mut content, &mut texts);
    let mut marks: BTreeMap<usize, Vec<(Range<usize>, usize)>> = BTreeMap::new();
    for (bytes, number) in wanted {
        let overlaps = texts
            .iter()
            .enumerate()
            .filter(|(_, text)| text.is_exact)
            .filter_map(|(at, text)| {
                let (start, end) = (
                    bytes.start.max(text.bytes.start),
                    bytes.end.min(text.bytes.end),
                );
                (start < end).then(|| (at, start - text.bytes.start..end - text.bytes.start))
            });
        let mut places: Vec<(usize, Range<usize>)> = overlaps.collect();
        if places.is_empty() {
            let before = texts.partition_point(|text| text.bytes.start <= bytes.start);
            places.extend((!texts.is_empty()).then(|| (before.saturating_sub(1), 0..0)));
        }
        places
            .into_iter()
            .for_each(|(at, place)| marks.entry(at).or_default().push((place, *number)));
    }
    for (at, mut text_marks) in marks {
        text_marks.sort_by_key(|(place, number)| (place.start, *number));
        let text = &mut *texts[at].text;
        *text = with_marks(text, &text_marks);
    }
    content
}

/// Returns a text with marks, which must be in order. A mark that begins within another has no
/// words.
fn with_marks(text: &str, marks: &[(Range<usize>, usize)]) -> String {
    let [open, named, close] = SIGNS;
    let (mut out, mut done) = (String::new(), 0);
    for (place, number) in marks {
        let start = place.start.max(done);
        let end = if place.start < done { start } else { place.end };
        let (Some(before), Some(words)) = (text.get(done..start), text.get(start..end)) else {
            continue;
        };
        out.push_str(&format!("{before}{open}{number}{named}{words}{close}"));
        done = end;
    }
    out + text.get(done..).unwrap_or_default()
}

/// A text that a page shows as it is written.
struct ShownText<'a> {
    text: &'a mut String,
    bytes: Range<usize>,
    /// Whether the text is the same as its source, byte for byte; escapes and entities are longer
    /// in the source.
    is_exact: bool,
}

/// Collects the texts that a page shows, except those inside pictures.
fn collect_texts<'a>(nodes: &'a mut [Node], found: &mut Vec<ShownText<'a>>) {
    for node in nodes {
        match &mut node.kind {
            NodeKind::Text(text) => found.push(ShownText {
                is_exact: text.len() == node.range.len(),
                text,
                bytes: node.range.clone(),
            }),
            NodeKind::Code(text) => found.push(ShownText {
                is_exact: false,
                text,
                bytes: node.range.clone(),
            }),
            NodeKind::Image { .. } => {}
            _ => collect_texts(&mut node.children, found),
        }
    }
}

/// Returns a text in which each mark is replaced: `open` formats its number, its words stay, and
/// `close` ends it.
pub fn replace_marks(text: &str, open: impl Fn(&str) -> String, close: &str) -> String {
    let [begin, named, end] = SIGNS;
    let mut parts = text.split(begin);
    let mut out = parts.next().unwrap_or_default().replace(end, close);
    for part in parts {
        match part.split_once(named) {
            Some((number, rest)) => {
                out.push_str(&open(number));
                out.push_str(&rest.replace(end, close));
            }
            None => out.push_str(part),
        }
    }
    out
}
