//! The search index: the sections of each page as plain words, in a script, because pages opened
//! from the file system can load nothing else.

use pulldown_cmark::{Event, TagEnd};

use super::edition::Edition;
use super::passage::{Section, title_section};
use super::text::{html_path, visible_words};
use super::{card, front, game};
use padma_book::pages::page::Flow;
use padma_text::on_one_line;

/// Writes the script with the index of these sections.
pub(crate) fn index(all: &[Section]) -> String {
    let lines: Vec<String> = all
        .iter()
        .filter_map(|section| serde_json::to_string(section).ok())
        .collect();
    format!(
        "\"use strict\";\nwindow.padmaSections = [\n{}\n];\n",
        lines.join(",\n")
    )
}

/// Returns the sections of one of the author's pages.
pub(crate) fn sections(edition: &Edition<'_>, index: usize) -> Vec<Section> {
    let page = &edition.checked.book.pages[index];
    let url = html_path(&page.path);
    let mut sections = vec![title_section(&page.title, &url)];
    if page.path == front::FIRST {
        sections[0]
            .text
            .extend(front::caption_text(edition).map(|caption| caption + " "));
    }
    let mut in_heading = false;
    let mut games = Vec::new();
    for flow in &page.flow {
        if let Flow::Heading(index) = flow {
            in_heading = true;
            // The first heading is the page's title.
            if *index > 0 {
                let heading = &page.headings[*index];
                sections.push(Section {
                    page: page.title.clone(),
                    heading: heading.text.clone(),
                    url: format!("{url}#{}", heading.anchor),
                    text: String::new(),
                });
            }
        }
        let Some(section) = sections.last_mut() else {
            continue;
        };
        match flow {
            Flow::Markdown(Event::End(TagEnd::Heading(_)), _) => in_heading = false,
            Flow::Markdown(event, _) if !in_heading => section.text.push_str(visible_words(event)),
            Flow::Diagram(index) => {
                let diagram = &page.diagrams[*index];
                let source = edition
                    .checked
                    .book
                    .source_number(diagram)
                    .unwrap_or_default();
                section
                    .text
                    .push_str(&format!(" {source} {}. ", diagram.title));
            }
            Flow::Game(game) => games.extend(game::passage(edition, index, *game)),
            Flow::Card(index) => {
                if let Some(says) = card::sentences_by_id(edition, &page.cards[*index].piece.text) {
                    section.text.push_str(&format!(" {says} "));
                }
            }
            _ => {}
        }
    }
    sections.extend(
        games
            .into_iter()
            .map(|game| game.section(&page.title, &url)),
    );
    for section in &mut sections {
        section.text = on_one_line(&section.text);
    }
    sections
}
