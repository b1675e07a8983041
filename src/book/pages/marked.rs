//! Marks words of a page so that they can be found again in the rendered page. A mark is written
//! with private use characters. Knows nothing of what the marks mean, nor of HTML.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use super::page::Flow;

/// The characters before the number of a mark, between the number and the marked words, and after
/// the words.
const SIGNS: [char; 3] = ['\u{E000}', '\u{E001}', '\u{E002}'];

/// Returns a page's flow with numbered marks at some byte ranges of its source. The mark of a
/// range that no text shows has no words, and is put at the text before the range.
pub fn add_marks(flow: &[Flow], wanted: &[(Range<usize>, usize)]) -> Vec<Flow> {
    let texts = texts(flow);
    let mut marks: BTreeMap<usize, Vec<(Range<usize>, usize)>> = BTreeMap::new();
    for (bytes, number) in wanted {
        let overlaps = texts
            .iter()
            .filter(|text| text.is_exact)
            .filter_map(|text| {
                let (start, end) = (
                    bytes.start.max(text.bytes.start),
                    bytes.end.min(text.bytes.end),
                );
                (start < end).then(|| (text.at, start - text.bytes.start..end - text.bytes.start))
            });
        let mut places: Vec<(usize, Range<usize>)> = overlaps.collect();
        if places.is_empty() {
            let before = texts.partition_point(|text| text.bytes.start <= bytes.start);
            places.extend(
                texts
                    .get(before.saturating_sub(1))
                    .map(|text| (text.at, 0..0)),
            );
        }
        places
            .into_iter()
            .for_each(|(at, place)| marks.entry(at).or_default().push((place, *number)));
    }
    let mut flow = flow.to_vec();
    for (at, mut text_marks) in marks {
        text_marks.sort_by_key(|(place, number)| (place.start, *number));
        if let Some(text) = text_of(&mut flow[at]) {
            *text = CowStr::from(with_marks(text, &text_marks));
        }
    }
    flow
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
struct ShownText {
    /// Its index in the flow.
    at: usize,
    bytes: Range<usize>,
    /// Whether the text is the same as its source, byte for byte; escapes and entities are longer
    /// in the source.
    is_exact: bool,
}

/// Returns the texts that a page shows, except those inside pictures.
fn texts(flow: &[Flow]) -> Vec<ShownText> {
    let (mut found, mut pictures) = (Vec::new(), 0_usize);
    for (at, part) in flow.iter().enumerate() {
        match part {
            Flow::Markdown(Event::Start(Tag::Image { .. }), _) => pictures += 1,
            Flow::Markdown(Event::End(TagEnd::Image), _) => pictures = pictures.saturating_sub(1),
            Flow::Markdown(Event::Text(text), bytes) if pictures == 0 => {
                found.push(ShownText {
                    at,
                    bytes: bytes.clone(),
                    is_exact: text.len() == bytes.len(),
                });
            }
            Flow::Markdown(Event::Code(_), bytes) if pictures == 0 => {
                found.push(ShownText {
                    at,
                    bytes: bytes.clone(),
                    is_exact: false,
                });
            }
            _ => {}
        }
    }
    found
}

fn text_of(part: &mut Flow) -> Option<&mut CowStr<'static>> {
    match part {
        Flow::Markdown(Event::Text(text) | Event::Code(text), _) => Some(text),
        _ => None,
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
