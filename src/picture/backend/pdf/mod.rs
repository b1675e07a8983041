//! Typst documents as PDF, typeset in memory. The typesetter sees only the files, fonts, packages
//! and clock that it is given. Knows no books.

mod links;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, Mutex, PoisonError};

use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{DiagSpan, FileId, Source, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, World, WorldExt};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

macro_rules! faces {
    ($($name:literal)*) => { [$(include_bytes!(concat!("fonts/", $name))),*] };
}

/// The typefaces of the text, followed by one that covers most symbols.
const FACES: [&[u8]; 5] = faces![
    "LibertinusSerif-Regular.otf" "LibertinusSerif-Italic.otf" "LibertinusSerif-Semibold.otf"
    "LibertinusSerif-SemiboldItalic.otf" "DejaVuSansMono.ttf"
];

static BUILT_IN: LazyLock<Vec<Font>> = LazyLock::new(|| {
    FACES
        .iter()
        .flat_map(|face| Font::iter(Bytes::new(*face)))
        .collect()
});
static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(links::library()));

/// A document to be typeset.
pub struct Document {
    fonts: Vec<Font>,
    book: LazyHash<FontBook>,
    main: Source,
    files: BTreeMap<String, Bytes>,
    /// The files that were read as markup, kept because the typesetter asks for them again for
    /// each fault in them.
    sources: Mutex<Vec<Source>>,
}

/// The reason why a document cannot be written as PDF.
#[derive(Clone, Debug)]
pub struct PdfFault {
    /// The typesetter's message.
    pub message: String,
    /// The typesetter's suggestion.
    pub hint: Option<String>,
    /// The byte of the main text at which the fault is, or which led to the fault.
    pub at: Option<usize>,
}

/// Returns the built-in fonts, followed by those of a font file.
fn fonts(additional: Option<&[u8]>) -> Vec<Font> {
    let additional = additional
        .into_iter()
        .flat_map(|font| Font::iter(Bytes::new(font.to_vec())));
    BUILT_IN.iter().cloned().chain(additional).collect()
}

impl Document {
    /// Returns the font families of a document with this additional font.
    pub fn families(additional: Option<&[u8]>) -> Vec<String> {
        let mut families: Vec<String> = fonts(additional)
            .iter()
            .map(|font| font.info().family.clone())
            .collect();
        families.dedup();
        families
    }

    /// Returns the characters of some texts that are missing from every font of a document with
    /// this additional font.
    pub fn lacks<'a>(
        additional: Option<&[u8]>,
        texts: impl Iterator<Item = &'a str>,
    ) -> BTreeSet<char> {
        let is_shown = |c: &char| !c.is_ascii() && !c.is_whitespace() && !c.is_control();
        let letters: BTreeSet<char> = texts.flat_map(str::chars).filter(is_shown).collect();
        let fonts = fonts(additional);
        let has = |font: &Font, c: char| font.info().coverage.contains(u32::from(c));
        letters
            .into_iter()
            .filter(|c| !fonts.iter().any(|font| has(font, *c)))
            .collect()
    }

    /// Creates a document. Its own font comes after the built-in ones; `files` are the files it
    /// may read, by name.
    pub fn new(text: String, font: Option<&[u8]>, files: BTreeMap<String, Vec<u8>>) -> Document {
        let fonts = fonts(font);
        let book = LazyHash::new(FontBook::from_fonts(&fonts));
        let files = files
            .into_iter()
            .map(|(name, bytes)| (name, Bytes::new(bytes)))
            .collect();
        Document {
            fonts,
            book,
            main: Source::detached(text),
            files,
            sources: Mutex::default(),
        }
    }

    /// Writes the document as PDF/UA-1, which screen readers can read out.
    ///
    /// # Errors
    ///
    /// Fails if the markup cannot be typeset, or if the document does not conform to the
    /// standard.
    pub fn pdf(&self, name: &str) -> Result<Vec<u8>, PdfFault> {
        let fault = |all: &[SourceDiagnostic]| self.fault(all);
        let fault_without_place = |message: String| PdfFault {
            message,
            hint: None,
            at: None,
        };
        let document: PagedDocument = typst::compile(self).output.map_err(|all| fault(&all))?;
        let document = links::resolve_links(&document).map_err(|place| {
            fault_without_place(format!("a link needs one place named `{place}`"))
        })?;
        let standards = PdfStandards::new(&[PdfStandard::Ua_1])
            .map_err(|error| fault_without_place(error.message().to_string()))?;
        let options = PdfOptions {
            ident: typst::foundations::Smart::Custom(name.to_string()),
            creator: typst::foundations::Smart::Custom(Some("Padma".to_string())),
            standards,
            ..PdfOptions::default()
        };
        let pdf = typst_pdf::pdf(&document, &options).map_err(|all| fault(&all));
        // The layout cache of this document is useful only for its other paper sizes.
        typst::comemo::evict(2);
        pdf
    }

    fn fault(&self, all: &[SourceDiagnostic]) -> PdfFault {
        let Some(first) = all.first() else {
            return PdfFault {
                message: "the text could not be typeset".to_string(),
                hint: None,
                at: None,
            };
        };
        let start = |span: DiagSpan| {
            let of_main = span.id() == Some(self.main.id());
            self.range(span)
                .filter(|_| of_main)
                .map(|range| range.start)
        };
        let spans =
            std::iter::once(first.span).chain(first.trace.iter().map(|point| point.span.into()));
        PdfFault {
            message: first.message.to_string(),
            hint: first.hints.first().map(|hint| hint.v.to_string()),
            at: spans.filter_map(start).next(),
        }
    }
}

impl World for Document {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.main.id() {
            return Ok(self.main.clone());
        }
        let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = sources.iter().find(|source| source.id() == id) {
            return Ok(known.clone());
        }
        let bytes = self.file(id)?;
        let text = bytes.as_str().map_err(|_| FileError::InvalidUtf8)?;
        let source = Source::new(id, text.to_string());
        sources.push(source.clone());
        Ok(source)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let path = id.vpath().get_without_slash();
        let file = self
            .files
            .get(path)
            .filter(|_| matches!(id.root(), VirtualRoot::Project));
        file.cloned()
            .ok_or_else(|| FileError::NotFound(path.into()))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
