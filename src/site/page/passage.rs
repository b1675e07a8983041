//! The sections of a page that the search finds, and the texts of the pages made for every book.

use serde::Serialize;
use serde_json::Value as Json;

use super::edition::{Edition, TextFile};
use super::language;
use super::templates::TemplateFault;
use super::text::{Url, html_path};

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

/// A page's text as HTML and as Markdown, and the files that it shows.
pub(crate) struct Bodies {
    pub html: String,
    pub markdown: String,
    pub pictures: Vec<TextFile>,
    /// The passages that the search finds.
    pub passages: Vec<Passage>,
}

impl Bodies {
    /// Renders both forms from the templates of this name; `view` makes the view with the links of
    /// each form.
    pub(crate) fn render(
        edition: &Edition<'_>,
        name: &str,
        view: impl Fn(Url) -> Json,
    ) -> Result<Bodies, TemplateFault> {
        let render = |end: &str, url: Url| {
            edition
                .templates
                .render(&format!("{name}.{end}"), &view(url))
        };
        let (html, markdown) = (render("html", html_path)?, render("md", str::to_string)?);
        // The texts are in English, whatever the language of the book.
        let html = match language::english_attributes(&edition.checked.book.decl.language) {
            "" => html,
            ours => format!("<div{ours}>\n{html}</div>\n"),
        };
        Ok(Bodies {
            html,
            markdown,
            pictures: Vec::new(),
            passages: Vec::new(),
        })
    }
}
