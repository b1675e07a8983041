//! What readers can search of a page, and the text of a page that is made for every book.

use serde::Serialize;

use super::edition::Sheet;

/// A heading and what stands below it up to the next one.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Section {
    pub page: String,
    /// Empty for what the page's own title heads.
    pub heading: String,
    pub url: String,
    pub text: String,
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

/// A page's text in both forms, and the files it shows.
pub struct Bodies {
    pub html: String,
    pub markdown: String,
    pub pictures: Vec<Sheet>,
    /// What readers can search of it.
    pub passages: Vec<Passage>,
}
