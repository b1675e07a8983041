//! Reads the pictures that a variant brings for its pieces, from the folder of the variant that
//! names them, each file once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::world;
use padma_picture::scene::own::{Colours, MAX_BYTES, convert};
use padma_rules::model::{PieceImage, Sided, Variant};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Sources, Span};
use padma_variant::decl::{is_picture_file, piece, top};
use padma_variant::form::{Fields, sided_files};

/// The picture files read so far, converted to the format of the piece set; `None` for a refused
/// file.
#[derive(Debug, Default)]
pub(super) struct OwnPictures {
    read: BTreeMap<(PathBuf, Colours), Option<String>>,
}

impl OwnPictures {
    /// Gives the pieces of a variant the pictures that it brings. The chain holds the content of
    /// the variant and of those it extends, nearest first, each with the folder of its file.
    pub(super) fn set_pictures(
        &mut self,
        variant: &mut Variant,
        chain: &[(PathBuf, &Fields)],
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) {
        for kind in &mut variant.kinds {
            let declared = chain.iter().find_map(|(folder, fields)| {
                Some((
                    folder,
                    fields
                        .tables(top::PIECE)
                        .iter()
                        .find(|piece| piece.str(piece::ID) == kind.id)?,
                ))
            });
            let Some((folder, piece)) = declared else {
                continue;
            };
            let mut file =
                |name: &Excerpt, colours| self.file(folder, name, colours, sources, diagnostics);
            let (white, black) = match (piece.text(piece::PICTURE), piece.table(piece::PICTURE)) {
                (Some(both_sides), _) if is_picture_file(both_sides.text()) => {
                    let both = file(both_sides, Colours::OfTheme);
                    (both.clone(), both)
                }
                (None, Some(sides)) => {
                    let mut side_file =
                        |side| sides.text(side).and_then(|name| file(name, Colours::Own));
                    (side_file(sided_files::WHITE), side_file(sided_files::BLACK))
                }
                _ => continue,
            };
            if let (Some(white), Some(black)) = (white, black) {
                kind.picture = Some(PieceImage::Own(Arc::new(Sided { white, black })));
            }
        }
    }

    /// Returns the picture in a file; errors are reported the first time only.
    fn file(
        &mut self,
        folder: &Path,
        name: &Excerpt,
        colours: Colours,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<String> {
        let key = (folder.join(name.text()), colours);
        if let Some(known) = self.read.get(&key) {
            return known.clone();
        }
        let picture = read(folder, name, colours, sources, diagnostics);
        self.read.insert(key, picture.clone());
        picture
    }
}

/// Gives the pieces of a changed variant the pictures that they had before.
pub(super) fn keep_pictures(changed: &mut Variant, old: &Variant) {
    for kind in &mut changed.kinds {
        let own = old
            .kind_named(&kind.id)
            .and_then(|old_kind| old.kind(old_kind).picture.as_ref());
        if let (None, Some(PieceImage::Own(own))) = (&kind.picture, own) {
            kind.picture = Some(PieceImage::Own(Arc::clone(own)));
        }
    }
}

fn read(
    folder: &Path,
    name: &Excerpt,
    colours: Colours,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let at = name.whole();
    if !is_picture_file(name.text()) {
        let message = format!("`{}` is not an SVG file", name.text());
        return diagnostics.refuse(
            Code::WrongValue,
            message,
            at,
            "expected a name such as `frog-white.svg`",
        );
    }
    let text =
        world::read_bytes(MAX_BYTES, folder, name.text()).map_err(|error| world::reason(&error));
    let text = text
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_string()));
    let text = match text {
        Ok(text) => text,
        Err(reason) => {
            let message = format!("the picture `{}` cannot be read: {reason}", name.text());
            let expected = "expected an SVG file below the book's folder";
            return diagnostics.refuse(Code::MissingFile, message, at, expected);
        }
    };
    match convert(&text, colours) {
        Ok(picture) => Some(picture),
        Err(faults) => {
            let id = sources.add(world::display_path(&folder.join(name.text())), text);
            for fault in faults {
                let complaint = Diagnostic::error(Code::Picture, fault.message);
                let place = Span::new(id, fault.range);
                diagnostics.push(
                    complaint
                        .at(place, fault.expected)
                        .also_at(at, "the picture of a piece"),
                );
            }
            None
        }
    }
}
