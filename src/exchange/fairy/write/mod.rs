//! Writes a variant as a section of a `variants.ini` for Fairy-Stockfish.
//!
//! Uses the table of rules, [`laws`], and the keys and pieces of [`import`](crate::fairy::read).

mod changes;
pub(crate) mod collected;
mod first_moves;
pub(crate) mod hand;
mod naming;
pub(crate) mod pieces;
pub(crate) mod promotion;
pub(crate) mod rays;
pub(crate) mod section;
pub(crate) mod start;
mod strings;
pub(crate) mod transfer;

use crate::fairy::keys::KEYS;
use crate::fairy::laws;
use crate::fairy::read::{built_in_keys, built_in_names};
use crate::fairy::slots::PieceSlot;
use crate::transfer::Transfer;
use padma_rules::movement::leg::Hop;
use padma_text::diag::Diagnostics;
use padma_variant::decl::{VariantSource, top};
use transfer::{Export, NO_SUCH_RULE};

/// The largest board of the program, in files and ranks.
pub(crate) const LARGEST: [u16; 2] = [12, 10];

/// Returns the text of a section for a variant; `None` after a complaint. `name` is the section's
/// name, if it is not to be the variant's own.
pub(crate) fn write<'a>(
    transfer: Transfer<'a>,
    source: &VariantSource<'_>,
    name: Option<&str>,
    diagnostics: &mut Diagnostics,
) -> Option<(String, Transfer<'a>)> {
    let mut export = Export::new(transfer);
    fill(&mut export, source, diagnostics)?;
    let Export {
        transfer,
        pieces,
        section,
        ..
    } = export;
    let name = name.map_or_else(|| section_name(source.id), str::to_string);
    let own = pieces.text() + &section.text();
    let (heading, defaults) = match pieces.king_of {
        Some(parent) => (format!("{name}:{parent}"), defaults(parent, &own)),
        None => (name, String::new()),
    };
    Some((format!("[{heading}]\n{defaults}{own}"), transfer))
}

/// Returns the lines by which a section that inherits a king from `parent` inherits nothing else,
/// but for the keys that its own lines set.
fn defaults(parent: &str, own: &str) -> String {
    let is_set = |key: &str| {
        let mut keys = own.lines().filter_map(|line| line.split_once(" = "));
        keys.any(|(set, _)| set == key)
    };
    let keys = built_in_keys(parent).into_iter().map(|(key, _)| key);
    let keys = keys.filter(|key| PieceSlot::of(key) != Some(PieceSlot::KING) && !is_set(key));
    let line = |key: &str| {
        let known = KEYS.iter().find(|known| known.name == key);
        format!("{key} = {}\n", known.map_or("-", |known| known.default))
    };
    keys.map(line).collect()
}

/// Fills the section; `None` after a complaint.
fn fill(
    export: &mut Export<'_>,
    source: &VariantSource<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let board = export
        .whole
        .table(top::BOARD)
        .map_or(source.span, |board| board.span);
    export.section.set("maxFile", export.grid.files);
    export.section.set("maxRank", export.grid.ranks);
    if export.grid.has_other_names() {
        export.leave("`first_rank`", board, "Fairy-Stockfish counts ranks from 1");
    }
    naming::assign(export, source.span, diagnostics)?;
    check_hops(export);
    promotion::write(export);
    laws::castling::write(export);
    hand::write(export);
    laws::write(export);
    start::write(export);
    export.leave_others(NO_SUCH_RULE);
    Some(())
}

/// Lists the pieces that hop, if there are squares without a cell.
fn check_hops(export: &mut Export<'_>) {
    let hops = |ray: &rays::LeapRay| ray.hop != Hop::Never;
    if !export.grid.has_holes() {
        return;
    }
    for kind in export.variant.kind_ids() {
        if export.movement(kind).steady.iter().any(hops) {
            let why = "in Fairy-Stockfish a piece can hop over a hole";
            export.leave_of("a hop of", kind, why);
        }
    }
}

/// Returns the name of a variant's section. The program does not read a section with the name of
/// a variant that it has built in.
fn section_name(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let id: String = id
        .chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .collect();
    match built_in_names().any(|name| name == id) {
        true => format!("padma-{id}"),
        false => id,
    }
}
