//! Writes the book as PDF for two sizes of paper, and the card of its pieces.

use rayon::prelude::*;

use super::bound::{FormFault, MadeForm};
use crate::page::edition::Edition;
use crate::page::print::{self, Paper, Printed};
use padma_picture::backend::pdf::{Document, PdfFault};

/// Makes the book on each size of paper.
pub(crate) fn books(edition: &Edition<'_>) -> MadeForm {
    let families = Document::families(edition.fonts.file());
    let printed = replace_missing_letters(edition, print::book(edition, &families));
    let both: Vec<_> = [Paper::A4, Paper::A5]
        .into_par_iter()
        .map(|paper| typeset(edition, &printed, paper))
        .collect();
    both.into_iter().collect()
}

/// Makes the card of the pieces; returns no file for a book without a variant.
pub(crate) fn card(edition: &Edition<'_>) -> MadeForm {
    let families = Document::families(edition.fonts.file());
    let card = print::card(edition, &families).map(|card| replace_missing_letters(edition, card));
    card.iter()
        .map(|card| typeset(edition, card, Paper::A4))
        .collect()
}

/// Replaces each letter that no font has by the replacement character.
fn replace_missing_letters(edition: &Edition<'_>, mut printed: Printed) -> Printed {
    let missing = Document::lacks(edition.fonts.file(), printed.texts());
    printed.replace(&missing);
    printed
}

fn typeset(edition: &Edition<'_>, printed: &Printed, paper: Paper) -> Result<Vec<u8>, FormFault> {
    let file = |(name, text): (&str, &str)| (name.to_string(), text.as_bytes().to_vec());
    let texts = printed
        .files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()));
    // A missing picture has been reported when the book's files were read.
    let asset = |wanted: &str| edition.assets.iter().find(|(path, _)| path == wanted);
    let picture = |(name, path): &(String, String)| Some((name.clone(), asset(path)?.1.clone()));
    let files = texts
        .chain([paper.file()])
        .map(file)
        .chain(printed.pictures.iter().filter_map(picture));
    let name = &edition.checked.book.name;
    let made = Document::new(printed.main.clone(), edition.fonts.file(), files.collect()).pdf(name);
    made.map_err(|fault| {
        broken_picture(edition, printed).unwrap_or_else(|| locate_fault(printed, &fault))
    })
}

/// Returns the first picture that cannot be printed even alone.
fn broken_picture(edition: &Edition<'_>, printed: &Printed) -> Option<FormFault> {
    printed.pictures.iter().find_map(|(name, path)| {
        let (_, bytes) = edition.assets.iter().find(|(asset, _)| asset == path)?;
        let text = format!("#set document(title: \"Alone\")\n#image(\"/{name}\", alt: \" \")\n");
        let alone = Document::new(text, None, [(name.clone(), bytes.clone())].into());
        let fault = alone.pdf(name).err()?;
        Some(FormFault::Picture {
            path: path.clone(),
            why: fault.message,
        })
    })
}

/// Returns the fault with the page that causes it, if that page is known.
fn locate_fault(printed: &Printed, fault: &PdfFault) -> FormFault {
    let page = fault.at.and_then(|at| printed.page_at(at));
    let place = page.map_or_else(String::new, |page| {
        format!(" because of something on the page `{page}`")
    });
    let hint = fault
        .hint
        .as_ref()
        .map_or_else(String::new, |hint| format!("; {hint}"));
    FormFault::Other(format!("cannot be printed{place}: {}{hint}", fault.message))
}
