//! stub
use super::draft::ImportedVariant;
use super::{Page, Wishes};
use crate::diag::Diagnostics;
pub(super) fn has_sections(_text: &str) -> bool {
    false
}
pub(super) fn read(
    _page: Page<'_>,
    _wishes: &Wishes,
    _diagnostics: &mut Diagnostics,
) -> Option<ImportedVariant> {
    None
}
