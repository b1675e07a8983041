//! Finds pieces that have too many moves for the tables on the pages of a site.

use super::session::Session;
use padma_expr::MAX_WORK;
use padma_rules::model::Side;
use padma_rules::moves::{Fuel, Walker};
use padma_text::diag::{Code, Diagnostic};

/// Reports the pieces of some variants whose moves from all cells take more work to find than one
/// expression may.
pub(super) fn check(variants: &[usize], session: &mut Session) {
    let library = &session.library;
    let mut complaints = Vec::new();
    for index in variants {
        let rules = library.variants.rules(*index);
        let variant = &rules.variant;
        for kind in variant
            .kind_ids()
            .filter(|kind| rules.has_bent_moves(*kind))
        {
            let mut walker = Walker::default();
            walker.fuel = Fuel::new(MAX_WORK);
            if rules.compute_alone(kind.into(), Side::White, &mut walker) {
                continue;
            }
            let piece = variant.kind(kind);
            let message = format!(
                "the moves of the {} from all cells take more than {MAX_WORK} steps to find",
                piece.name
            );
            let span = library.letter_span(&variant.id, &piece.id);
            let expected = "expected fewer legs, or a smaller board";
            let complaint = Diagnostic::error(Code::TooLarge, message);
            complaints.extend(span.map(|span| complaint.at(span, expected)));
        }
    }
    complaints
        .into_iter()
        .for_each(|complaint| session.diagnostics.push(complaint));
}
