//! Exports a variant to Fairy-Stockfish, as a section of its `variants.ini`.
//!
//! ```text
//! a variant ──write──▶ the section's text, and what it cannot say
//! ```
//!
//! Uses the table of rules, [`laws`], and the keys and pieces of [`import`](crate::fairy::read). What
//! the program has no key for is listed. A board that the program does not have is an error. Knows nothing of files.

mod changes;
pub(crate) mod collected;
mod first_moves;
pub(crate) mod grid;
pub(crate) mod hand;
mod naming;
pub(crate) mod pieces;
pub(crate) mod promotion;
pub(crate) mod rays;
pub(crate) mod rules;
pub(crate) mod section;
pub(crate) mod start;
mod strings;
pub(crate) mod transfer;

use crate::fairy::keys::KEYS;
use crate::fairy::laws;
use crate::fairy::read::{built_in_keys, built_in_names};
use crate::fairy::slots::PieceSlot;
use collected::Losses;
use grid::Grid;
use padma_rules::model::Variant;
use padma_rules::movement::leg::Hop;
use padma_text::Sources;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_variant::decl::{VariantSource, top};
use padma_variant::extend::merge_chain;
use padma_variant::form::comment;
use pieces::Pieces;
use rules::VariantRules;
use section::SectionText;
use transfer::{Export, NO_SUCH_RULE, Untold};

/// Returns the text of a section for a variant; `None` if the program has no board for it. `name`
/// is the section's name, if it is not to be the variant's own.
pub fn write(
    source: &VariantSource<'_>,
    variant: &Variant,
    name: Option<&str>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let whole = merge_chain(&source.chain, &mut Diagnostics::default())?;
    let whole = whole.as_ref();
    let grid = match Grid::of(&variant.board) {
        Ok(grid) => grid,
        Err(why) => {
            let message = format!("Fairy-Stockfish has no board like that of `{}`", source.id);
            let span = whole
                .table(top::BOARD)
                .map_or(source.span, |board| board.span);
            return diagnostics.refuse(Code::BoardSize, message, span, why);
        }
    };
    let rules = VariantRules::of(whole, variant);
    let settled = vec![false; rules.basic.len()];
    let mut export = Export {
        variant,
        whole,
        grid,
        rules: &rules,
        pieces: Pieces::default(),
        section: SectionText::default(),
        untold: Vec::new(),
        settled,
        rights: [String::new(), String::new()],
        checks: None,
        losses: Losses::default(),
        targets: Vec::new(),
        passes: [false; 2],
        has_hand: false,
    };
    fill(&mut export, source, diagnostics)?;
    let Export {
        pieces,
        section,
        mut untold,
        ..
    } = export;
    untold.sort_by(|a, b| (a.span, &a.text).cmp(&(b.span, &b.text)));
    for left in &untold {
        let message = format!("{} is not carried over", left.text);
        let complaint = Diagnostic::warning(Code::ExportLeftover, message);
        diagnostics.push(complaint.at(left.span, &left.why));
    }
    let name = name.map_or_else(|| section_name(source.id), str::to_string);
    let own = pieces.text() + &section.text();
    let (heading, defaults) = match pieces.king_of {
        Some(parent) => (format!("{name}:{parent}"), defaults(parent, &own)),
        None => (name, String::new()),
    };
    Some(format!(
        "{}\n[{heading}]\n{defaults}{own}{}",
        comment(&variant.title),
        untold_comments(&untold, sources)
    ))
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
    leave_others(export);
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

/// Lists the rules that nothing has carried over.
fn leave_others(export: &mut Export<'_>) {
    for index in 0..export.settled.len() {
        if !export.settled[index] {
            export.leave_rule(index, NO_SUCH_RULE);
        }
    }
    for table in export.whole.tables(top::COUNT) {
        export.leave("a counter", table.span, NO_SUCH_RULE);
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

/// Prints what is not carried over as comments, each with its place.
fn untold_comments(untold: &[Untold], sources: &Sources) -> String {
    if untold.is_empty() {
        return String::new();
    }
    let line = |left: &Untold| {
        let place = sources.place(left.span);
        comment(&format!("  {place}  {}  ({})", left.text, left.why)) + "\n"
    };
    let lines: String = untold.iter().map(line).collect();
    format!("\n# Not carried over, with the places in the variant:\n{lines}")
}
