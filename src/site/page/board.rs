//! A variant's board as a book shows it where no diagram does: with its setup, or without pieces where it has none.

use super::edition::{Edition, TextFile};
use padma_picture::backend::svg;
use padma_picture::scene::{self, Fonts, Options, Scene, Theme};
use padma_rules::diagram::Diagram;
use padma_rules::model::Variant;

/// The picture that previews of links show, and how wide and high it is in pixels.
pub(crate) const PREVIEW: &str = "diagrams/front/preview.png";
const PREVIEW_WIDTH: f64 = 1200.0;
const PREVIEW_HEIGHT: f64 = 630.0;

/// The cover of a book for readers of books, below its folder there, and how wide it is in pixels.
pub(crate) const COVER: &str = "cover.png";
const COVER_WIDTH: f64 = 1200.0;

/// A picture to become a PNG.
pub(crate) struct Preview {
    /// Below the book's folder.
    pub path: &'static str,
    pub(crate) svg: String,
    /// How many pixels a unit of the SVG has.
    pub scale: f64,
}

/// A board, drawn.
pub(crate) struct DrawnBoard<'a> {
    variant: &'a Variant,
    scene: Scene,
    pub title: &'static str,
    pub alt: String,
    /// The colours of its file.
    theme: Theme,
}

impl<'a> DrawnBoard<'a> {
    pub(crate) fn new(edition: &Edition<'_>, variant: &'a Variant) -> DrawnBoard<'a> {
        let (diagram, title) = match &variant.setup {
            Some(setup) => (Diagram::of(&setup.position, variant), "The setup"),
            None => (Diagram::of_board(&variant.board), "The board"),
        };
        DrawnBoard::drawn(edition, variant, &diagram, title)
    }

    /// The board with what a diagram shows.
    pub(crate) fn drawn(
        edition: &Edition<'_>,
        variant: &'a Variant,
        diagram: &Diagram,
        title: &'static str,
    ) -> DrawnBoard<'a> {
        let options = Options {
            fonts: edition.fonts,
            ..Options::default()
        };
        let scene = scene::lay_out(diagram, &variant.board, &options);
        DrawnBoard {
            variant,
            scene,
            title,
            alt: diagram.describe(&variant.board),
            theme: edition.themes.light,
        }
    }

    /// Where its file is below the book's folder: in a folder of its own, as diagrams of the book may have any name.
    pub(crate) fn path(&self) -> String {
        format!("diagrams/rules/{}.svg", self.variant.id)
    }

    pub(crate) fn file(&self) -> TextFile {
        let text = svg::standalone(&self.scene, &self.theme, self.title, &self.alt);
        TextFile {
            path: self.path(),
            text,
        }
    }

    /// How many sides of a cell wide it is.
    pub(crate) fn sides(&self) -> f64 {
        self.scene.view.width / scene::UNIT
    }

    /// For a page; `prefix` goes before its ids.
    pub(crate) fn inline(&self, prefix: &str) -> String {
        svg::inline(&self.scene, prefix, self.title, &self.alt)
    }

    /// For a page on which words say the same.
    pub(crate) fn ornament(&self) -> String {
        svg::ornament(&self.scene)
    }

    /// The cover of a book with this title.
    pub(crate) fn cover(self, title: &str, author: &str, fonts: &Fonts<'_>) -> Preview {
        let scene = scene::cover(self.scene, title, author, fonts);
        let scale = COVER_WIDTH / scene.view.width;
        let svg = svg::standalone(&scene, &self.theme, title, &self.alt);
        Preview {
            path: COVER,
            svg,
            scale,
        }
    }

    pub(crate) fn preview(self) -> Preview {
        let scene = self.scene.framed(PREVIEW_WIDTH / PREVIEW_HEIGHT);
        let scale = PREVIEW_WIDTH / scene.view.width;
        let svg = svg::standalone(&scene, &self.theme, self.title, &self.alt);
        Preview {
            path: PREVIEW,
            svg,
            scale,
        }
    }
}
