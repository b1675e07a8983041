//! What a source prints about itself, as `source.toml` declares it: its table of contents, its
//! sections and its figures, with the numbers and titles they bear in print, and the numbers its text
//! refers to. Nothing is looked up here.

use super::toml::{Table, parse};
use crate::diag::Diagnostics;
use crate::text::{At, SourceId, Sources};

/// `source.toml`.
#[derive(Clone, Debug, Default)]
pub struct OutlineDecl {
    /// The table of contents, line by line.
    pub contents: Vec<EntryDecl>,
    /// The sections of the body, in its order.
    pub sections: Vec<SectionDecl>,
    pub figures: Vec<FigureDecl>,
}

/// A line of the table of contents.
#[derive(Clone, Debug)]
pub struct EntryDecl {
    pub number: At<String>,
    pub title: String,
}

#[derive(Clone, Debug)]
pub struct SectionDecl {
    pub number: At<String>,
    pub title: String,
    /// The numbers of sections and figures that its text sends the reader to.
    pub refers: Vec<At<String>>,
    /// Where the book retells it: a page, or a page and a heading's anchor.
    pub page: Option<At<String>>,
}

#[derive(Clone, Debug)]
pub struct FigureDecl {
    pub number: At<String>,
    pub title: String,
    /// The number of the section it stands in.
    pub section: At<String>,
}

/// Reads `source.toml`.
pub fn outline(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<OutlineDecl> {
    let mut table = parse(sources, id, diagnostics)?;
    let contents = table.tables("contents", diagnostics).into_iter().filter_map(|mut entry| {
        let (number, title) = named(&mut entry, diagnostics);
        entry.finish(diagnostics);
        Some(EntryDecl { number: number?, title })
    });
    let contents = contents.collect();
    let sections = table.tables("section", diagnostics).into_iter().filter_map(|mut section| {
        let (number, title) = named(&mut section, diagnostics);
        let refers = section.strings("refers", diagnostics).unwrap_or_default();
        let page = section.string("page", diagnostics);
        section.finish(diagnostics);
        Some(SectionDecl { number: number?, title, refers, page })
    });
    let sections = sections.collect();
    let figures = table.tables("figure", diagnostics).into_iter().filter_map(|mut figure| {
        let (number, title) = named(&mut figure, diagnostics);
        let section = figure.required("section", diagnostics);
        figure.finish(diagnostics);
        Some(FigureDecl { number: number?, title, section: section? })
    });
    let figures = figures.collect();
    table.finish(diagnostics);
    Some(OutlineDecl { contents, sections, figures })
}

fn named(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> (Option<At<String>>, String) {
    let number = table.required("number", diagnostics);
    let title = table.required("title", diagnostics).map(|title| title.value).unwrap_or_default();
    (number, title)
}
