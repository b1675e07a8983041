//! The search index: the sections of each page as plain words, in a script, because pages opened
//! from the file system can load nothing else.

use super::edition::Edition;
use super::passage::{Section, title_section};
use super::text::html_path;
use super::{card, front, game};
use padma_book::pages::content::{NodeKind, WalkStep, walk};
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
    let add = |words: &str, sections: &mut Vec<Section>| {
        if let Some(section) = sections.last_mut() {
            section.text.push_str(words);
        }
    };
    walk(&page.content, &mut |step| match step {
        WalkStep::Enter(node) => match &node.kind {
            NodeKind::Heading(index) => {
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
            NodeKind::Diagram(index) => {
                let diagram = &page.diagrams[*index];
                let source = edition.checked.book.source_number(diagram);
                let source = source.unwrap_or_default();
                add(&format!(" {source} {}. ", diagram.title), &mut sections);
            }
            NodeKind::Game(game) => games.extend(game::passage(edition, index, *game)),
            NodeKind::Card(index) => {
                if let Some(says) = card::sentences_by_id(edition, &page.cards[*index].piece.text) {
                    add(&format!(" {says} "), &mut sections);
                }
            }
            _ if !in_heading => add(node.words(), &mut sections),
            _ => {}
        },
        WalkStep::Leave(node) => match node.kind {
            NodeKind::Heading(_) => in_heading = false,
            ref kind if !kind.is_inline() => add(" ", &mut sections),
            _ => {}
        },
    });
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
