//! Reads the font that a book brings for its pictures, and reports letters that no font has.

#[cfg(feature = "pdf")]
use std::collections::BTreeSet;
use std::path::Path;

use super::session::Session;
use super::theme;
use crate::judge::{Checked, CheckedDiagram};
use crate::pages::decl::{self, BookDecl};
use crate::world;
use crate::world::display_path;
#[cfg(feature = "pdf")]
use padma_picture::backend::pdf::Document;
use padma_picture::scene::Fonts;
use padma_picture::scene::fonts::LackReason;
use padma_rules::model::Variant;
#[cfg(feature = "pdf")]
use padma_text::SourceId;
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// The maximum size of a font, in bytes. A font with all Chinese characters has about 20 MB.
const MAX_FONT: u64 = 32 * 1024 * 1024;

/// Words in a picture, and where the author wrote them.
type WrittenWords = (String, Span);

/// Reads the font that a book names.
pub(super) fn read(folder: &Path, decl: &BookDecl, session: &mut Session) {
    let Some(name) = &decl.font else { return };
    let complaint = match world::read_bytes(MAX_FONT, folder, &name.value) {
        Ok(bytes) if Fonts::with(&bytes).is_some() => {
            session.fonts.insert(folder.to_path_buf(), bytes);
            return;
        }
        Ok(_) => Diagnostic::error(Code::WrongValue, format!("`{}` is not a font", name.value))
            .at(name.span, "expected a TrueType or OpenType font"),
        Err(error) => {
            let message = format!(
                "the font `{}` cannot be read: {}",
                name.value,
                world::reason(&error)
            );
            Diagnostic::error(Code::MissingFile, message)
                .at(name.span, "expected a font below the book's folder")
        }
    };
    session.diagnostics.push(complaint);
}

/// Reads only the font and the colours of the book in a folder.
pub fn read_font_and_theme(folder: &Path, session: &mut Session) {
    let path = folder.join("book.toml");
    let mut unwanted = Diagnostics::default();
    let id = world::read(
        &path,
        &display_path(&path),
        &mut session.sources,
        &mut unwanted,
    );
    let decl = id.and_then(|id| decl::book(&session.sources, id, &mut unwanted));
    if let Some(decl) = decl {
        read(folder, &decl, session);
        theme::read(folder, &decl, session);
    }
}

impl Session {
    /// Returns the fonts for the pictures of the book in a folder.
    pub fn fonts_of(&self, folder: &Path) -> Fonts<'_> {
        self.fonts
            .get(folder)
            .and_then(|file| Fonts::with(file))
            .unwrap_or(Fonts::BUILT_IN)
    }
}

/// Reports every letter that cannot be drawn, once, at its first occurrence: in the diagrams of a
/// book, or in the letters of the given variants' pieces.
pub fn check(folder: &Path, checked: &Checked, variants: &[usize], session: &mut Session) {
    let diagrams = checked
        .diagrams
        .iter()
        .flat_map(|diagram| diagram_words(checked, diagram, session));
    let variant_at = |index: &usize| &session.library.variants.rules(*index).variant;
    let pieces = variants
        .iter()
        .flat_map(|index| variant_letters(variant_at(index), session));
    let written: Vec<WrittenWords> = diagrams.chain(pieces).collect();
    report_lacking(folder, &written, session);
}

/// Warns of every letter that no typeface of a printed book has, once, at its first occurrence: in
/// the pages, in the texts of `book.toml`, or in the names of variants and pieces.
#[cfg(feature = "pdf")]
pub fn check_printed(folder: &Path, checked: &Checked, session: &mut Session) {
    let font = session.fonts.get(folder).map(Vec::as_slice);
    let mut reported = BTreeSet::new();
    let mut complaints = Vec::new();
    for (id, words) in printed_text(folder, checked, session) {
        let text = session.sources.get(id).text();
        for c in Document::lacks(font, words.iter().map(String::as_str)) {
            let start = text.find(c).filter(|_| reported.insert(c));
            complaints.extend(start.map(|start| {
                let message = format!(
                    "no typeface of printed books has the letter `{c}` (U+{:04X})",
                    u32::from(c)
                );
                Diagnostic::warning(Code::MissingLetter, message)
                    .at(
                        Span::new(id, start..start + c.len_utf8()),
                        "appears in the PDF as `\u{fffd}`",
                    )
                    .help(missing_letter_help(font.is_some()))
            }));
        }
    }
    complaints
        .into_iter()
        .for_each(|complaint| session.diagnostics.push(complaint));
}

/// Returns the printed texts of each source of a book.
#[cfg(feature = "pdf")]
fn printed_text(
    folder: &Path,
    checked: &Checked,
    session: &Session,
) -> Vec<(SourceId, Vec<String>)> {
    let book = &checked.book;
    let page = |id: SourceId| (id, vec![session.sources.get(id).text().to_string()]);
    let mut all: Vec<_> = book
        .pages
        .iter()
        .map(|page| page.source)
        .map(page)
        .collect();
    let BookDecl {
        title,
        subtitle,
        author,
        licence,
        sources,
        chapters,
        ..
    } = &book.decl;
    let titles = chapters.iter().filter_map(|chapter| chapter.title.as_ref());
    let optional = [subtitle, author, licence]
        .into_iter()
        .flatten()
        .chain(titles);
    let sources = sources.iter().map(|source| &source.title);
    let words = std::iter::once(title)
        .chain(optional)
        .chain(sources)
        .cloned()
        .collect();
    all.extend(book.decl.file.map(|id| (id, words)));
    for index in session.library.variants_of_book(folder, book.variant) {
        let variant = &session.library.variants.rules(index).variant;
        for kind in &variant.kinds {
            let span = session.library.letter_span(&variant.id, &kind.id);
            let words = vec![
                variant.title.clone(),
                kind.name.clone(),
                kind.letter.clone(),
            ];
            all.extend(span.map(|span| (span.source, words)));
        }
    }
    all
}

/// Returns the labels of a diagram's pieces and the words of its legend.
fn diagram_words(
    checked: &Checked,
    diagram: &CheckedDiagram,
    session: &Session,
) -> Vec<WrittenWords> {
    let figure = checked.figure(diagram);
    let variant = &session.library.variants.rules(figure.variant).variant;
    let pieces = figure
        .pieces
        .iter()
        .zip(&diagram.shown.pieces)
        .filter_map(|(piece, shown)| {
            let at = match piece.labelled {
                true => piece.label_span,
                false => letter_of(variant, piece.kind.index(), session)?.1,
            };
            let is_written =
                shown.shows_label() || variant.board.info(piece.cell).outline.is_empty();
            is_written.then(|| (shown.label.clone(), at))
        });
    let decl = &checked.book.pages[diagram.page].diagrams[diagram.index];
    let legend = decl
        .marks
        .iter()
        .zip(&diagram.shown.marks)
        .map(|(mark, shown)| match &mark.meaning {
            Some(meaning) if !meaning.text.is_empty() => (meaning.text.clone(), meaning.span),
            Some(_) => (mark.symbol.text.clone(), mark.symbol.span),
            None => (shown.meaning.clone(), mark.expression.whole()),
        });
    pieces.chain(legend).collect()
}

/// Returns the letters of a variant's pieces, unless pictures replace them.
fn variant_letters(variant: &Variant, session: &Session) -> Vec<WrittenWords> {
    let board = &variant.board;
    let has_points = board
        .cells()
        .any(|cell| board.info(cell).outline.is_empty());
    let is_drawn = |index: &usize| has_points || variant.kinds[*index].picture.is_none();
    (0..variant.kinds.len())
        .filter(is_drawn)
        .filter_map(|index| letter_of(variant, index, session))
        .collect()
}

fn letter_of(variant: &Variant, index: usize, session: &Session) -> Option<WrittenWords> {
    let kind = variant.kinds.get(index)?;
    Some((
        kind.letter.clone(),
        session.library.letter_span(&variant.id, &kind.id)?,
    ))
}

fn report_lacking(folder: &Path, written: &[WrittenWords], session: &mut Session) {
    let (fonts, has_own) = (session.fonts_of(folder), session.fonts.contains_key(folder));
    // Report each letter once, however often it occurs.
    let mut lacking: Vec<(char, LackReason, Vec<Span>)> = Vec::new();
    for (words, span) in written {
        for (letter, reason) in fonts.lacks(words) {
            match lacking.iter_mut().find(|(other, ..)| *other == letter) {
                Some((.., spans)) if spans.contains(span) => {}
                Some((.., spans)) => spans.push(*span),
                None => lacking.push((letter, reason, vec![*span])),
            }
        }
    }
    for (letter, reason, spans) in lacking {
        let elsewhere = match spans.len() {
            1 => None,
            2 => Some("it also occurs in another place".to_string()),
            many => Some(format!("it also occurs in {} other places", many - 1)),
        };
        session
            .diagnostics
            .push(complaint(letter, reason, spans[0], has_own).help_if(elsewhere));
    }
}

/// Returns the help for a letter that no font has.
fn missing_letter_help(has_own: bool) -> &'static str {
    match has_own {
        true => "the font that book.toml names lacks it too",
        false => "name a font that has it in book.toml: `font = \"FILE.ttf\"`",
    }
}

fn complaint(c: char, reason: LackReason, at: Span, has_own: bool) -> Diagnostic {
    let number = format!("U+{:04X}", u32::from(c));
    let error = |message: String| Diagnostic::error(Code::MissingLetter, message);
    match reason {
        LackReason::NoFont => error(format!("no font has the letter `{c}` ({number})"))
            .at(at, "cannot be drawn")
            .help(missing_letter_help(has_own)),
        LackReason::Invisible => error(format!("the character {number} would be invisible"))
            .at(at, "expected a visible character"),
        LackReason::Mark => error(format!(
            "the combining mark {number} is not part of a letter"
        ))
        .at(at, "expected a letter and its mark as one character"),
        LackReason::Joined => error(format!(
            "the letter `{c}` ({number}) would not be joined to its neighbour"
        ))
        .at(
            at,
            "expected letters of a joining script only on their own, or as presentation forms",
        ),
    }
}
