//! `padma fmt`: lays out claims, movements and blocks in one way.
//!
//! ```text
//! kn=count( reach(knight,c4) )           kn     = count(reach(knight, c4))
//! haxxaba = 4 source 5           ──▶     haxxaba = 4    source 5
//!   erratum "why"                                  erratum "why"
//! ```
//!
//! Only the white space between tokens within a line changes, so the meaning stays the same. Knows
//! no rules and no files.

mod blanks;
mod claims;
mod lines;

use crate::claim::Edit;
use crate::pages::NOT_VARIANTS;
use crate::pages::page::{ClaimLink, Page, parse};
use crate::pages::words::Block;
use blanks::Blanks;
use padma_rules::movement;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, SourceId, Sources, is_name};
use padma_variant::decl::{piece, top, variant};

/// Returns the changes to a page or variant of a book, in text order; other files have none.
/// Reports text that cannot be read and leaves it unchanged. `path` is relative to the book's
/// folder.
pub fn edits(
    path: &str,
    source: SourceId,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<Edit> {
    let mut edits = match path.rsplit_once('.') {
        Some((_, "md")) => page_edits(
            &parse(path, source, sources, diagnostics),
            sources,
            diagnostics,
        ),
        Some((stem, "toml")) if !NOT_VARIANTS.contains(&stem) => {
            variant_edits(source, sources, diagnostics)
        }
        _ => Vec::new(),
    };
    edits.sort_by_key(|edit| (edit.span.range().start, edit.span.range().end));
    edits
}

fn page_edits(page: &Page, sources: &Sources, diagnostics: &mut Diagnostics) -> Vec<Edit> {
    let (mut edits, mut unsound) = (Vec::new(), Vec::new());
    for block in &page.blocks {
        let errors = diagnostics.errors();
        let changes = block_edits(block, sources, diagnostics);
        if !block.sound || diagnostics.errors() > errors {
            unsound.push(block.body.whole());
        } else {
            edits.extend(changes);
        }
    }
    for claim in &page.claims {
        let changes = target_edits(claim, sources, diagnostics);
        let is_in_unsound = |edit: &Edit| unsound.iter().any(|block| block.to(edit.span) == *block);
        edits.extend(changes.into_iter().filter(|edit| !is_in_unsound(edit)));
    }
    edits
}

fn block_edits(block: &Block, sources: &Sources, diagnostics: &mut Diagnostics) -> Vec<Edit> {
    let mut blanks = Blanks::new(&block.body);
    match block.word {
        "claims" => claims::definitions(&mut blanks, diagnostics),
        "diagram" => lines::diagram(&mut blanks, diagnostics),
        "game" => lines::game(&mut blanks),
        "combinations" => lines::combinations(&mut blanks),
        // A card has no lines.
        _ => {}
    }
    blanks.edits(sources)
}

/// Returns the changes to the target of a claim. A target that is not between `<` and `>` may not
/// contain white space.
fn target_edits(claim: &ClaimLink, sources: &Sources, diagnostics: &mut Diagnostics) -> Vec<Edit> {
    let target = &claim.target;
    if is_name(target.text()) || padma_expr::parse(target, diagnostics).is_none() {
        return Vec::new();
    }
    let before = &sources.get(target.whole().source).text()[..target.whole().range().start];
    let may_contain_spaces = claim.is_in_block || before.trim_end_matches("claim:").ends_with('<');
    if may_contain_spaces {
        expression_edits(target, sources)
    } else {
        Vec::new()
    }
}

fn expression_edits(text: &Excerpt, sources: &Sources) -> Vec<Edit> {
    let (mut blanks, whole) = (Blanks::new(text), 0..text.text().len());
    // Without the spaces around it, a single word would be read as the name of a claim.
    if blanks
        .parts(whole.clone())
        .is_some_and(|parts| parts.len() > 1)
    {
        blanks.expression(whole);
    }
    blanks.edits(sources)
}

/// Returns the changes to the movement sentences of a variant.
fn variant_edits(source: SourceId, sources: &Sources, diagnostics: &mut Diagnostics) -> Vec<Edit> {
    let decl = variant(sources, source, diagnostics);
    let pieces = decl.iter().flat_map(|decl| decl.tables(top::PIECE));
    let mut edits = Vec::new();
    for text in pieces.filter_map(|piece| piece.text(piece::MOVEMENT)) {
        let mut blanks = Blanks::new(text);
        let mut end = 0;
        let tokens =
            movement::tokens(text, diagnostics).map_or_else(Vec::new, |tokens| tokens.places);
        for (index, (range, is_joined)) in tokens.into_iter().enumerate() {
            let blank = if is_joined || index == 0 { "" } else { " " };
            // In a text of several lines, the author chooses the indentation.
            let begins_line = text.text()[..range.start]
                .trim_end_matches([' ', '\t'])
                .ends_with('\n');
            if !begins_line && (index > 0 || !text.text().contains('\n')) {
                blanks.set(end..range.start, blank);
            }
            end = range.end;
        }
        edits.extend(blanks.edits(sources));
    }
    edits
}
