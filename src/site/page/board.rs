//! The picture of a variant's board, for places where no diagram shows it. The board has the
//! setup, or is empty if the variant has none.

use super::edition::{Edition, TextFile};
use padma_picture::backend::svg::{self, PagePicture};
use padma_picture::scene::{self, Fonts, Options, Scene, Theme};
use padma_picture::words::describe;
use padma_rules::diagram::Diagram;
use padma_rules::model::Variant;
use padma_words::{Say, say};

/// The width, in sides of a cell, of the widest picture that fits the smallest window. The sides
/// are then as short as the style sheet allows.
pub(crate) const NARROW: f64 = 9.0;

/// The path of the picture for link previews, below the book's folder.
pub(crate) const PREVIEW: &str = "diagrams/front/preview.png";
/// The width of this picture in pixels.
const PREVIEW_WIDTH: f64 = 1200.0;
/// The height of this picture in pixels.
const PREVIEW_HEIGHT: f64 = 630.0;

/// The path of the cover in an e-book, below the book's folder there.
pub(crate) const COVER: &str = "cover.png";
/// The width of the cover in pixels.
const COVER_WIDTH: f64 = 1200.0;

/// An SVG to be written as PNG: the picture for link previews, or a cover.
pub(crate) struct PngPicture {
    /// The path below the book's folder.
    pub path: &'static str,
    pub(crate) svg: String,
    /// Pixels for one unit of the SVG.
    pub scale: f64,
}

/// A variant's board, drawn.
pub(crate) struct DrawnBoard<'a> {
    variant: &'a Variant,
    scene: Scene,
    pub title: String,
    pub alt: String,
    /// The colours of the standalone file.
    theme: Theme,
}

impl<'a> DrawnBoard<'a> {
    pub(crate) fn new(edition: &Edition<'_>, variant: &'a Variant) -> DrawnBoard<'a> {
        let (diagram, title) = match &variant.setup {
            Some(setup) => (
                Diagram::of(&setup.position, variant),
                say!(labels::TheSetup),
            ),
            None => (Diagram::of_board(&variant.board), say!(labels::TheBoard)),
        };
        DrawnBoard::draw(edition, variant, &diagram, title)
    }

    /// Draws the board with the pieces and marks of a diagram.
    pub(crate) fn draw(
        edition: &Edition<'_>,
        variant: &'a Variant,
        diagram: &Diagram,
        title: Say,
    ) -> DrawnBoard<'a> {
        let options = Options {
            fonts: edition.fonts,
            words: edition.words(),
            ..Options::default()
        };
        let scene = scene::lay_out(diagram, &variant.board, &options);
        DrawnBoard {
            variant,
            scene,
            title: edition.say(title),
            alt: describe(diagram, &variant.board, edition.words()),
            theme: edition.themes.light,
        }
    }

    /// Returns the path of the standalone file below the book's folder. It is in a folder of its
    /// own, because the book's diagrams may have any name.
    pub(crate) fn path(&self) -> String {
        format!("diagrams/rules/{}.svg", self.variant.id)
    }

    pub(crate) fn file(&self) -> TextFile {
        let text = svg::standalone(&self.scene, &self.theme, &self.title, &self.alt);
        TextFile {
            path: self.path(),
            text,
        }
    }

    /// Returns the width of the picture, in sides of a cell.
    pub(crate) fn sides(&self) -> f64 {
        self.scene.view.width / scene::UNIT
    }

    /// Returns the SVG for a page; `prefix` is put before its ids.
    pub(crate) fn inline(&self, prefix: &str) -> PagePicture {
        svg::inline(&self.scene, prefix, &self.title, &self.alt)
    }

    /// Returns the SVG for a page whose words already say the same.
    pub(crate) fn ornament(&self) -> PagePicture {
        svg::ornament(&self.scene)
    }

    /// Makes the cover of a book with this title.
    pub(crate) fn cover(self, title: &str, author: &str, fonts: &Fonts<'_>) -> PngPicture {
        let scene = scene::cover(self.scene, title, author, fonts);
        let scale = COVER_WIDTH / scene.view.width;
        let svg = svg::standalone(&scene, &self.theme, title, &self.alt);
        PngPicture {
            path: COVER,
            svg,
            scale,
        }
    }

    /// Makes the picture for link previews.
    pub(crate) fn preview(self) -> PngPicture {
        let scene = self.scene.framed(PREVIEW_WIDTH / PREVIEW_HEIGHT);
        let scale = PREVIEW_WIDTH / scene.view.width;
        let svg = svg::standalone(&scene, &self.theme, &self.title, &self.alt);
        PngPicture {
            path: PREVIEW,
            svg,
            scale,
        }
    }
}
