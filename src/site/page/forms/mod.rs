//! Further forms of a book, each in files of its own beside the site. Reads and writes no files:
//! returns paths and bytes.

pub(super) mod bound;
mod epub;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(not(feature = "pdf"))]
mod pdf {
    //! A substitute without a typesetter, for programs in which the PDF forms cannot be requested.

    use crate::page::edition::Edition;
    use crate::page::forms::bound::MadeForm;

    pub(super) fn books(_: &Edition<'_>) -> MadeForm {
        Ok(Vec::new())
    }

    pub(super) use books as card;
}
mod single;

use rayon::prelude::*;

pub(crate) use bound::{BoundBook, FormFault};
use bound::{Download, MadeForm};

use crate::page::edition::Edition;
use padma_text::percent_encoded;
use padma_words::{Say, row, say};

/// A form of a book other than its site and its Markdown edition.
#[derive(Debug)]
pub struct BookForm {
    /// The name with which it is requested.
    pub name: &'static str,
    /// A description for the command line's help.
    pub description: &'static str,
    /// The files of the form, in the order in which `make` returns them.
    pub files: &'static [File],
    /// The reason why this program cannot make it, if it cannot.
    pub unavailable: Option<&'static str>,
    make: Make,
}

/// The function that makes the files of a form.
#[derive(Debug)]
enum Make {
    /// From the book alone.
    OfBook(fn(&Edition<'_>) -> MadeForm),
    /// From the book's pages.
    OfPages(fn(&BoundBook<'_>) -> MadeForm),
}

/// A file of a form.
#[derive(Debug)]
pub struct File {
    /// The part of the file name after the book's name.
    pub ending: &'static str,
    /// The key of its label in the list of downloads on the first page of the site.
    pub label: &'static str,
}

impl File {
    const fn new(ending: &'static str, label: &'static str) -> File {
        File { ending, label }
    }
}

/// All forms.
pub const FORMS: &[BookForm] = &[
    BookForm {
        name: "pdf",
        description: "the book as PDF on two sizes of paper, tagged for screen readers (PDF/UA-1)",
        files: &[File::new("-a4.pdf", "a4"), File::new("-a5.pdf", "a5")],
        unavailable: NO_PDF,
        make: Make::OfBook(pdf::books),
    },
    BookForm {
        name: "card",
        description: "all pieces on one sheet, as PDF",
        files: &[File::new("-card.pdf", "card")],
        unavailable: NO_PDF,
        make: Make::OfBook(pdf::card),
    },
    BookForm {
        name: "epub",
        description: "an EPUB 3.3, for e-book readers",
        files: &[File::new(".epub", "epub")],
        unavailable: None,
        make: Make::OfPages(epub::make),
    },
    BookForm {
        name: "single",
        description: "one HTML file with everything in it, which opens from any folder",
        files: &[File::new("-single.html", "single")],
        unavailable: None,
        make: Make::OfPages(single::make),
    },
];

const NO_PDF: Option<&str> = match cfg!(feature = "pdf") {
    true => None,
    false => Some(
        "this program was built without its typesetter; `cargo install --path . --features pdf` builds one with it",
    ),
};

/// Files with their paths, and their entries on the first page.
type FormFiles = (Vec<(String, Vec<u8>)>, Vec<Download>);

/// Makes the forms that need no pages; gives `None` for each other form.
pub(crate) fn make_from_book(forms: &[&BookForm], edition: &Edition<'_>) -> Vec<Option<MadeForm>> {
    let made = forms.par_iter().map(|form| match form.make {
        Make::OfBook(make) => Some(make(edition)),
        Make::OfPages(_) => None,
    });
    made.collect()
}

/// Returns the files of all given forms. Those made from the book alone are passed in `of_book`.
pub(crate) fn make_files(
    forms: &[&BookForm],
    of_book: Vec<Option<MadeForm>>,
    bound: &BoundBook<'_>,
) -> Result<FormFiles, FormFault> {
    let (mut files, mut downloads) = (Vec::new(), Vec::new());
    let all = forms
        .par_iter()
        .zip(of_book)
        .map(|(form, made)| match form.make {
            Make::OfBook(make) => made.unwrap_or_else(|| make(bound.edition)),
            Make::OfPages(make) => make(bound),
        });
    let all: Vec<MadeForm> = all.collect();
    for (form, made) in forms.iter().zip(all) {
        for (file, bytes) in form.files.iter().zip(made?) {
            let path = format!("{}{}", bound.edition.checked.book.name, file.ending);
            downloads.push(Download {
                label: bound.edition.say(row("labels.form", file.label)),
                url: percent_encoded(&path),
                size: bound.edition.say(size(bytes.len())),
            });
            files.push((path, bytes));
        }
    }
    Ok((files, downloads))
}

/// Formats a file size: "840 kB", "3.4 MB".
fn size(bytes: usize) -> Say {
    let kilobytes = bytes.div_ceil(1000);
    match kilobytes {
        0..1000 => say!(labels::Kilobytes, count = kilobytes),
        _ => say!(
            labels::Megabytes,
            count = kilobytes / 1000,
            tenths = kilobytes % 1000 / 100
        ),
    }
}
