//! The Markdown edition: the author's own text, with every claim as plain words and every diagram as
//! a picture.

use super::view::root;
use super::{Edition, TemplateFault, body, card, combinations, game};
use crate::book::page::Flow;

/// The page's text as Markdown.
pub fn text(edition: &Edition<'_>, page_index: usize) -> Result<String, TemplateFault> {
    let page = &edition.checked.book.pages[page_index];
    let source = edition.sources.get(page.source).text();
    // The edition lies one folder deeper than the site.
    let root = format!("../{}", root(&page.path));
    let mut out = String::new();
    let mut at = 0;
    for flow in &page.flow {
        let (range, text) = match flow {
            Flow::ClaimStart(index) => {
                let claim = &page.claims[*index];
                (claim.span.range(), edition.sources.slice(claim.text_span).to_string())
            }
            Flow::Diagram(index) => {
                let range = page.diagrams[*index].span.range();
                let view = body::diagram_view(edition, page_index, *index);
                let views: Option<String> = view
                    .map(|view| {
                        edition.templates.render("diagram.md", &[("diagram", &view), ("root", &root)])
                    })
                    .transpose()?;
                (range, views.unwrap_or_default())
            }
            Flow::Card(index) => {
                let block = &page.cards[*index];
                let view = card::view(edition, &block.piece.text);
                let text =
                    view.map(|view| edition.templates.render("card.md", &[("piece", &view)])).transpose()?;
                (block.span.range(), text.unwrap_or_default())
            }
            Flow::Combinations(index) => {
                let view = combinations::view(edition, page_index, *index);
                let text = view
                    .map(|view| edition.templates.render("combinations.md", &[("table", &view)]))
                    .transpose()?;
                (page.combinations[*index].span.range(), text.unwrap_or_default())
            }
            Flow::Definitions(range) => (range.clone(), String::new()),
            Flow::Game(index) => {
                let view = game::view(edition, page_index, *index);
                let text =
                    view.map(|view| edition.templates.render("game.md", &[("game", &view)])).transpose()?;
                (page.games[*index].span.range(), text.unwrap_or_default())
            }
            Flow::Markdown(..) | Flow::ClaimEnd(_) | Flow::Heading(_) => continue,
        };
        out.push_str(source.get(at..range.start).unwrap_or(""));
        out.push_str(&indented(text.trim_end(), source, range.start));
        at = range.end.max(at);
        if text.is_empty() {
            // Nothing is left of a block of definitions, not even its blank line.
            at += source[at..].len() - source[at..].trim_start_matches('\n').len();
        } else if source[..at].ends_with('\n') {
            out.push('\n');
        }
    }
    out.push_str(source.get(at..).unwrap_or(""));
    Ok(out.trim_end().to_string())
}

/// A block that stands in a quotation or a list stays in it, line by line.
fn indented(text: &str, source: &str, start: usize) -> String {
    let line = source[..start].rfind('\n').map_or(0, |at| at + 1);
    let margin: String = source[line..start].chars().map(|c| if c == '>' { c } else { ' ' }).collect();
    let stands_in_text = source[line..start].contains(char::is_alphanumeric);
    if stands_in_text { text.to_string() } else { text.replace('\n', &format!("\n{}", margin)) }
}
