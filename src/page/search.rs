//! What readers can search: each page's sections as plain words, in a script, since pages opened from the
//! file system may load nothing else.

use pulldown_cmark::{Event, Tag, TagEnd};
use serde::Serialize;

use super::view::html_path;
use super::{Edition, card, game};
use crate::book::page::{Flow, Page, is_inline};

/// A heading and what stands below it up to the next one.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Section {
    page: String,
    /// Empty for what the page's own title heads.
    heading: String,
    url: String,
    text: String,
}

/// What a page that is made for every book has under one of its headings.
pub struct Passage {
    pub heading: String,
    pub anchor: String,
    pub text: String,
}

impl Passage {
    pub fn section(self, page: &str, url: &str) -> Section {
        let Passage { heading, anchor, text } = self;
        Section { page: page.to_string(), heading, url: format!("{url}#{anchor}"), text }
    }
}

/// A page that is found by its title.
pub fn titled(page: &str, url: &str) -> Section {
    Section { page: page.to_string(), url: url.to_string(), ..Section::default() }
}

/// The script `search-index.js`: all sections in the book's order.
pub fn index(all: &[Section]) -> String {
    let lines: Vec<String> = all.iter().filter_map(|section| serde_json::to_string(section).ok()).collect();
    format!("\"use strict\";\nwindow.padmaSections = [\n{}\n];\n", lines.join(",\n"))
}

/// The sections of a page of the author's.
pub fn sections(edition: &Edition<'_>, index: usize) -> Vec<Section> {
    let page = &edition.checked.book.pages[index];
    let url = html_path(&page.path);
    let mut sections = vec![titled(&page.title, &url)];
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
        let Some(section) = sections.last_mut() else { continue };
        match flow {
            Flow::Markdown(Event::End(TagEnd::Heading(_)), _) => in_heading = false,
            Flow::Markdown(event, _) if !in_heading => section.text.push_str(words(event)),
            Flow::Diagram(index) => {
                let diagram = &page.diagrams[*index];
                let source = edition.checked.book.source_number(diagram).unwrap_or_default();
                section.text.push_str(&format!(" {source} {}. ", diagram.title));
            }
            Flow::Game(game) => games.extend(game::passage(edition, index, *game)),
            Flow::Card(index) => {
                if let Some(says) = card::brief(edition, &page.cards[*index].piece.text) {
                    section.text.push_str(&format!(" {says} "));
                }
            }
            _ => {}
        }
    }
    sections.extend(games.into_iter().map(|game| game.section(&page.title, &url)));
    for section in &mut sections {
        section.text = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    sections
}

/// The words of a page's first paragraph.
pub fn first_paragraph(page: &Page) -> String {
    let start = |flow: &Flow| matches!(flow, Flow::Markdown(Event::Start(Tag::Paragraph), _));
    let end = |flow: &&Flow| !matches!(flow, Flow::Markdown(Event::End(TagEnd::Paragraph), _));
    let paragraph = page.flow.iter().skip_while(|flow| !start(flow)).take_while(end);
    let text: String = paragraph
        .map(|flow| match flow {
            Flow::Markdown(event, _) => words(event),
            _ => "",
        })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a reader sees of an event; a block's end parts words as a space does.
fn words<'a>(event: &'a Event<'static>) -> &'a str {
    match event {
        Event::Text(text) | Event::Code(text) => text,
        Event::Start(_) => "",
        Event::End(tag) if is_inline(*tag) => "",
        Event::End(_) | Event::SoftBreak | Event::HardBreak => " ",
        _ => "",
    }
}
