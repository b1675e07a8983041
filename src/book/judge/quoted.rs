//! The sentence around each claim of a page, as plain text.

use crate::pages::content::{NodeKind, WalkStep, walk};
use crate::pages::page::{ClaimLink, Page};
use crate::pages::sentence::cuts;
use std::ops::Range;

/// A sentence, split around a claim's own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuotedClaim {
    /// The sentences before its own in the same paragraph.
    pub context: Vec<String>,
    /// The text before the claim.
    pub before: String,
    /// The words of the claim.
    pub claim: String,
    /// The text after the claim.
    pub after: String,
    /// The first cell of its row, if the claim is in another cell of a table.
    pub row: Option<String>,
}

/// The maximum number of bytes quoted before a claim, and after it. A long sentence with many
/// claims is quoted once for each.
const WINDOW: usize = 160;

/// Returns the sentence of each claim of a page. `raw_html` says whether HTML on the page reaches
/// the browser, and so is not text.
pub fn quote_claims(page: &Page, raw_html: bool) -> Vec<QuotedClaim> {
    let without_context = |link: &ClaimLink| QuotedClaim {
        claim: link.text.text().to_string(),
        ..QuotedClaim::default()
    };
    let mut quotes: Vec<QuotedClaim> = page.claims.iter().map(without_context).collect();
    let mut block = TextBlock::default();
    let mut row: Option<String> = None;
    walk(&page.content, &mut |step| match step {
        WalkStep::Enter(node) => match &node.kind {
            NodeKind::Claim(index) => {
                block
                    .claims
                    .push((*index, block.text.len(), block.text.len()));
            }
            NodeKind::InlineHtml(text) if !raw_html => block.text.push_str(text),
            NodeKind::TableRow => row = None,
            kind if kind.is_inline() => block.text.push_str(node.words()),
            _ => block.quote_claims(&mut quotes),
        },
        WalkStep::Leave(node) => match &node.kind {
            NodeKind::Claim(_) => {
                let end = block.text.len();
                if let Some((_, _, last)) = block.claims.last_mut() {
                    *last = end;
                }
            }
            NodeKind::TableCell => {
                let cell = block.text.clone();
                let claims: Vec<usize> = block.claims.iter().map(|(index, ..)| *index).collect();
                block.quote_claims(&mut quotes);
                claims
                    .into_iter()
                    .for_each(|index| quotes[index].row.clone_from(&row));
                row.get_or_insert(cell);
            }
            kind if kind.is_inline() => {}
            _ => block.quote_claims(&mut quotes),
        },
    });
    block.quote_claims(&mut quotes);
    quotes
}

/// A paragraph, heading or table cell, and the index, start and end of each claim in it.
#[derive(Default)]
struct TextBlock {
    text: String,
    claims: Vec<(usize, usize, usize)>,
}

impl TextBlock {
    /// Quotes the claims of the block, and clears it.
    fn quote_claims(&mut self, quotes: &mut [QuotedClaim]) {
        let TextBlock { text, claims } = std::mem::take(self);
        if claims.is_empty() {
            return;
        }
        let closed: Vec<Range<usize>> = claims.iter().map(|(_, start, end)| *start..*end).collect();
        let sentences = cuts(&text, &closed);
        for (index, start, end) in claims {
            let is_around = |sentence: &Range<usize>| sentence.contains(&start);
            let around = sentences.iter().position(is_around);
            let context = sentences[..around.unwrap_or(0)].iter();
            let context = context.map(|sentence| text[sentence.clone()].trim().to_string());
            let Range {
                start: from,
                end: to,
            } = around.map_or(start..end, |place| sentences[place].clone());
            quotes[index] = QuotedClaim {
                context: context.collect(),
                before: last_words(text[from..start].trim_start()),
                claim: text[start..end].to_string(),
                after: first_words(text[end..to].trim_end()),
                row: None,
            };
        }
    }
}

/// Returns the end of a text, up to about `WINDOW` bytes, from the start of a word.
fn last_words(text: &str) -> String {
    let Some(start) = text.len().checked_sub(WINDOW).filter(|start| *start > 0) else {
        return text.to_string();
    };
    let blank = text.as_bytes()[start..start + WINDOW / 2]
        .iter()
        .position(|byte| *byte == b' ');
    let word = start + blank.unwrap_or(0);
    let word = (word..)
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len());
    format!("…{}", &text[word..])
}

/// Returns the beginning of a text, up to about `WINDOW` bytes, until the end of a word.
fn first_words(text: &str) -> String {
    if text.len() <= WINDOW {
        return text.to_string();
    }
    let blank = text.as_bytes()[WINDOW / 2..WINDOW]
        .iter()
        .rposition(|byte| *byte == b' ');
    let end = blank.map_or(WINDOW, |blank| WINDOW / 2 + blank + 1);
    let end = (0..=end)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    format!("{}…", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::page;
    use padma_text::Sources;
    use padma_text::diag::Diagnostics;

    #[test]
    fn a_claim_is_quoted_with_its_sentence() {
        let cases = [
            (
                "It is so. The board has [39](claim:k) cells. It ends.",
                "The board has |39| cells.",
            ),
            ("[All](claim:k) of it", "|All| of it"),
            (
                "(See [*e4*,\nand e5](claim:k)!) More.",
                "(See |e4, and e5|!)",
            ),
            (
                "A share of [51.3 percent](claim:k) or so. More.",
                "A share of |51.3 percent| or so.",
            ),
            ("| a | b |\n|---|---|\n| one | [two](claim:k) |", "|two|"),
            (
                "It has [14 <b>cells</b>](claim:k) here.",
                "It has |14 <b>cells</b>| here.",
            ),
            (
                "It has <i>just</i> [`14`  \n**~~cells~~**](claim:k).",
                "It has <i>just</i> |14 cells|.",
            ),
            (
                "Of [14 ![a *cell*](c.png) cells](claim:k)[^1], $so$.\n\n[^1]: No.",
                "Of |14 a cell cells|, $so$.",
            ),
        ];
        for (text, expected) in cases {
            let mut sources = Sources::default();
            let id = sources.add("page.md", text);
            let page = page::parse("page.md", id, &sources, &mut Diagnostics::default());
            let [quoted] = &quote_claims(&page, false)[..] else {
                panic!("{text}")
            };
            let found = format!("{}|{}|{}", quoted.before, quoted.claim, quoted.after);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn html_that_reaches_the_browser_is_not_quoted() {
        let text = "It has [14 <b>cells</b>](claim:k) <i>here</i>.";
        let mut sources = Sources::default();
        let id = sources.add("page.md", text);
        let page = page::parse("page.md", id, &sources, &mut Diagnostics::default());
        assert_eq!(quote_claims(&page, true)[0].claim, "14 cells");
        assert_eq!(quote_claims(&page, true)[0].after, " here.");
    }

    #[test]
    fn a_long_sentence_is_quoted_near_its_claim() {
        for word in ["wörd ", "ж", "x"] {
            let text = format!("{} [14](claim:k) {}", word.repeat(900), word.repeat(900));
            let mut sources = Sources::default();
            let id = sources.add("page.md", &text);
            let page = page::parse("page.md", id, &sources, &mut Diagnostics::default());
            let quoted = &quote_claims(&page, false)[0];
            for (side, other) in [
                (&quoted.before, &quoted.after),
                (&quoted.after, &quoted.before),
            ] {
                assert!(
                    side.len() <= WINDOW + 6 && side.len() + 16 > WINDOW / 2,
                    "{side} {other}"
                );
            }
            assert!(quoted.before.starts_with('…') && quoted.after.ends_with('…'));
            assert!(
                !word.ends_with(' ') || quoted.before.starts_with("… wörd "),
                "{}",
                quoted.before
            );
            assert!(
                !word.ends_with(' ') || quoted.after.ends_with(" wörd …"),
                "{}",
                quoted.after
            );
        }
    }
}
