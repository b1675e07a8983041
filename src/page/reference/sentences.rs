//! The sentence that each claim of a page stands in, as plain words.

use pulldown_cmark::Event;

use crate::book::page::{Flow, Page};

/// A sentence cut round a claim's own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quoted {
    pub before: String,
    pub claim: String,
    pub after: String,
}

/// For each claim of a page its sentence.
pub fn sentences(page: &Page) -> Vec<Quoted> {
    let mut found = vec![Quoted::default(); page.claims.len()];
    let mut block = Block::default();
    for flow in &page.flow {
        match flow {
            Flow::ClaimStart(index) => block.claims.push((*index, block.text.len(), 0)),
            Flow::ClaimEnd(_) => {
                let end = block.text.len();
                if let Some((_, _, last)) = block.claims.last_mut() {
                    *last = end;
                }
            }
            Flow::Markdown(Event::Text(text) | Event::Code(text), _) => block.text.push_str(text),
            Flow::Markdown(Event::SoftBreak | Event::HardBreak, _) => block.text.push(' '),
            Flow::Markdown(Event::Start(tag), _) if is_inline(&tag.to_end()) => {}
            Flow::Markdown(Event::End(tag), _) if is_inline(tag) => {}
            _ => block.finish(&mut found),
        }
    }
    block.finish(&mut found);
    found
}

fn is_inline(tag: &pulldown_cmark::TagEnd) -> bool {
    use pulldown_cmark::TagEnd::{Emphasis, Image, Link, Strikethrough, Strong};
    matches!(tag, Emphasis | Strong | Strikethrough | Link | Image)
}

/// A paragraph, heading or cell of a table, and where the claims in it begin and end.
#[derive(Default)]
struct Block {
    text: String,
    claims: Vec<(usize, usize, usize)>,
}

impl Block {
    fn finish(&mut self, found: &mut [Quoted]) {
        let Block { text, claims } = std::mem::take(self);
        for (index, start, end) in claims {
            let from = ends(&text).filter(|at| *at <= start).last().unwrap_or(0);
            let to = ends(&text).find(|at| *at >= end).unwrap_or(text.len());
            found[index] = Quoted {
                before: text[from..start].trim_start().to_string(),
                claim: text[start..end].to_string(),
                after: text[end..to].trim_end().to_string(),
            };
        }
    }
}

/// Where sentences end: behind a full stop, and the bracket or quote that closes it, before a blank.
fn ends(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices(['.', '!', '?']).filter_map(|(at, stop)| {
        let closing = text[at + stop.len()..].find(|c| !matches!(c, ')' | '”' | '’' | '"'));
        let end = closing.map_or(text.len(), |length| at + stop.len() + length);
        (end == text.len() || text[end..].starts_with(' ')).then_some(end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::page;
    use crate::diag::Diagnostics;
    use crate::text::Sources;

    #[test]
    fn a_claim_is_quoted_with_its_sentence() {
        let cases = [
            ("It is so. The board has [39](claim:k) cells. It ends.", "The board has |39| cells."),
            ("[All](claim:k) of it", "|All| of it"),
            ("(See [*e4*,\nand e5](claim:k)!) More.", "(See |e4, and e5|!)"),
            ("A share of [51.3 percent](claim:k) or so. More.", "A share of |51.3 percent| or so."),
            ("| a | b |\n|---|---|\n| one | [two](claim:k) |", "|two|"),
        ];
        for (text, expected) in cases {
            let mut sources = Sources::default();
            let id = sources.add("page.md", text);
            let page = page::parse("page.md", id, &sources, &mut Diagnostics::default());
            let [quoted] = &sentences(&page)[..] else { panic!("{text}") };
            let found = format!("{}|{}|{}", quoted.before, quoted.claim, quoted.after);
            assert_eq!(found, expected, "{text}");
        }
    }
}
