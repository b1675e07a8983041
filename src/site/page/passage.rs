//! The sections of a page that the search finds, and the texts of the pages made for every book.

use serde::Serialize;

/// A heading, and the text below it up to the next heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Section {
    pub page: String,
    /// Empty for the text directly below the page's title.
    pub heading: String,
    pub url: String,
    pub text: String,
}

/// The text below one heading of a page that is made for every book.
pub(crate) struct Passage {
    pub heading: String,
    pub anchor: String,
    pub text: String,
}

impl Passage {
    pub(crate) fn section(self, page: &str, url: &str) -> Section {
        let Passage {
            heading,
            anchor,
            text,
        } = self;
        Section {
            page: page.to_string(),
            heading,
            url: format!("{url}#{anchor}"),
            text,
        }
    }
}

/// Returns the section for a page's title, with which the search finds the page itself.
pub(crate) fn title_section(page: &str, url: &str) -> Section {
    Section {
        page: page.to_string(),
        url: url.to_string(),
        ..Section::default()
    }
}
