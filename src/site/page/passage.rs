//! What readers can search of a page, and the text of a page that is made for every book.

use serde::Serialize;
use serde_json::Value as Json;

use super::edition::{Edition, TextFile};
use super::language;
use super::templates::TemplateFault;
use super::text::{Url, html_path};

/// A heading and what stands below it up to the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Section {
    pub page: String,
    /// Empty for what the page's own title heads.
    pub heading: String,
    pub url: String,
    pub text: String,
}

/// What a page that is made for every book has under one of its headings.
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

/// A page that is found by its title.
pub(crate) fn titled(page: &str, url: &str) -> Section {
    Section {
        page: page.to_string(),
        url: url.to_string(),
        ..Section::default()
    }
}

/// A page's text in both forms, and the files it shows.
pub(crate) struct Bodies {
    pub html: String,
    pub markdown: String,
    pub pictures: Vec<TextFile>,
    /// What readers can search of it.
    pub passages: Vec<Passage>,
}

impl Bodies {
    /// Both forms by the templates of this name, from the views with the links of each.
    pub(crate) fn of(
        edition: &Edition<'_>,
        name: &str,
        views: impl Fn(Url) -> Json,
    ) -> Result<Bodies, TemplateFault> {
        let render = |end: &str, url: Url| {
            edition
                .templates
                .render(&format!("{name}.{end}"), &views(url))
        };
        let (html, markdown) = (render("html", html_path)?, render("md", str::to_string)?);
        // Both are in English, whatever the language of the book.
        let html = match language::ours(&edition.checked.book.decl.language) {
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
