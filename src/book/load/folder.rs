//! Checks the names of a book's files, and reports folders and pages that no book uses.

use std::collections::BTreeSet;
use std::path::Path;

use crate::pages::decl::BookDecl;
use crate::world;
use crate::world::display_path;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::nearest;

/// The file name of a book's declaration.
const BOOK_FILE: &str = "book.toml";
/// The folder of a book's templates.
const TEMPLATES_FOLDER: &str = "templates/";

/// Which characters the names of pages and variants may have, as messages say it. The names become
/// web addresses.
pub(super) const ALLOWED_LETTERS: &str =
    "expected letters from a to z, digits, hyphens, underscores and dots";

/// Returns the first character that a name or path may not contain, as a message shows it.
pub(super) fn odd_letter(path: &str) -> Option<String> {
    let odd = path
        .chars()
        .find(|c| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.' | '/'))?;
    Some(match odd {
        ' ' => "a space".to_string(),
        odd => format!("`{}`", odd.escape_debug()),
    })
}

/// Reports the folders below `content` that look like books but are not.
pub fn check_folders(content: &Path) -> Diagnostics {
    let mut complaints = Diagnostics::default();
    for folder in world::folders(content).unwrap_or_default() {
        let (name, files) = (display_path(&folder), world::entry_names(&folder));
        let is_hidden = folder
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if is_hidden || folder.join(BOOK_FILE).is_file() {
            continue;
        }
        let near = files
            .iter()
            .find(|file| nearest(file, [BOOK_FILE]).is_some());
        let has_pages = files
            .iter()
            .any(|file| !file.starts_with('.') && file.ends_with(".md"));
        if let Some(near) = near {
            let message =
                format!("the folder `{name}` has no file `{BOOK_FILE}`, so it is not a book");
            let complaint = Diagnostic::error(Code::MissingFile, message);
            let is_exact = near == BOOK_FILE;
            complaints.push(complaint.help(match is_exact {
                true => format!("`{name}/{near}` is not a file, or is a link that leads nowhere"),
                false => format!("`{name}/{near}` is not read: did you mean `{BOOK_FILE}`?"),
            }));
        } else if has_pages {
            let message = format!(
                "the folder `{name}` has pages but no `{BOOK_FILE}`, so it is not a book and is skipped"
            );
            complaints.push(Diagnostic::warning(Code::MissingFile, message));
        }
    }
    complaints
}

/// Reports the Markdown files in a book's folder that are not among its pages.
pub(super) fn check_listed(folder: &Path, decl: &BookDecl, diagnostics: &mut Diagnostics) {
    let listed: BTreeSet<&str> = decl
        .chapters
        .iter()
        .flat_map(|chapter| &chapter.pages)
        .map(|page| page.value.as_str())
        .collect();
    // A book without pages has been reported.
    if listed.is_empty() {
        return;
    }
    let files = world::files_below(folder, "md");
    for path in files
        .iter()
        .filter(|path| !path.starts_with(TEMPLATES_FOLDER) && !listed.contains(path.as_str()))
    {
        let message = format!(
            "`{}` is not a page of the book, so it is not checked",
            display_path(&folder.join(path))
        );
        let complaint = Diagnostic::warning(Code::UnlistedPage, message);
        diagnostics.push(complaint.help(format!(
            "add `{path}` to `pages` in `{BOOK_FILE}`, or move the file elsewhere"
        )));
    }
}
