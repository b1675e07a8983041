//! Variants exported to Fairy-Stockfish: what is written, what is listed, and that the importer reads the
//! same game back.

mod games;
mod laws;
mod pieces;

use padma_rules::model::{KindId, Piece, Side};
use padma_rules::play::{Game, Scratch, State, begin_history, perft};
use padma_rules::reach::Rules;
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_variant::decl::{VariantSource, top};
use padma_variant::{decl, resolve};

use crate::import::{import, read_back};
use kit_rules::content::text_of;

/// A variant and what became of it.
struct Exported {
    rules: Rules,
    /// The text, or the error.
    text: Result<String, String>,
    /// What is not carried over.
    untold: Vec<String>,
}

/// Exports a variant of the content folder, a published game or one that is built in.
fn export_named(name: &str) -> Exported {
    export_text(name, &text_of(name))
}

/// Exports a variant by its TOML.
fn export_text(name: &str, toml: &str) -> Exported {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let mut chain = Vec::new();
    let mut next = Some((name.to_string(), toml.to_string()));
    while let Some((name, text)) = next {
        let id = sources.add(&*name, text);
        let decl = decl::variant(&sources, id, &mut diagnostics);
        let decl = decl.unwrap_or_else(|| panic!("{name}: {diagnostics:?}"));
        next = decl.string(top::EXTENDS).map(|base| {
            let text = text_of(&base);
            (base, text)
        });
        chain.push((id, decl));
    }
    let source = VariantSource {
        id: name,
        span: sources.whole(chain[0].0),
        chain: chain.iter().map(|(_, decl)| decl).collect(),
    };
    let variant = resolve::variant(&source, &mut diagnostics);
    let variant = variant.unwrap_or_else(|| panic!("{name}: {diagnostics:?}"));
    let mut complaints = Diagnostics::default();
    let text = padma_exchange::export(&source, &variant, None, &sources, &mut complaints);
    let found = complaints.iter().map(|complaint| {
        let label = complaint.primary.as_ref().map_or("", |label| &label.text);
        format!("{}: {label}", complaint.message)
    });
    let mut untold: Vec<String> = found.collect();
    let text = text.ok_or_else(|| untold.pop().unwrap_or_default());
    Exported {
        rules: Rules::new(variant),
        text,
        untold,
    }
}

/// How many ways there are to play the first moves.
fn count(rules: &Rules, depth: u32) -> u64 {
    let game = Game::new(rules);
    let mut state = State::setup(&game).expect("a setup");
    let mut scratch = Scratch::default();
    begin_history(&game, &mut state, &mut scratch);
    perft(&game, &mut state, &mut scratch, depth)
}

/// The piece of another variant that stands on the same cells at the start, or else the one with the same
/// letter.
fn counterpart(rules: &Rules, kind: KindId, other: &Rules) -> Option<KindId> {
    let position = |rules: &Rules| {
        rules
            .variant
            .setup
            .as_ref()
            .map(|setup| setup.position.clone())
    };
    let (own, others) = (position(rules)?, position(other)?);
    let mut pieces = own.pieces().filter(|(_, piece)| piece.kind == Some(kind));
    if let Some((cell, _)) = pieces.next() {
        return others.piece(cell)?.kind;
    }
    let letter = &rules.variant.kind(kind).letter;
    let mut kinds = other.variant.kind_ids();
    kinds.find(|other_kind| {
        other
            .variant
            .kind(*other_kind)
            .letter
            .eq_ignore_ascii_case(letter)
    })
}

/// Whether a piece is there at the start, or can be made.
fn is_ever_in_play(rules: &Rules, kind: KindId) -> bool {
    let begins = rules
        .variant
        .setup
        .as_ref()
        .is_none_or(|setup| setup.has(kind));
    begins
        || rules
            .variant
            .kind_ids()
            .any(|other| rules.variant.promotes_to(other, None).contains(&kind))
}

/// The pieces of a variant that reach other cells in another one, from any cell of the empty board.
fn pieces_with_other_reach(rules: &Rules, other: &Rules) -> Vec<String> {
    let mut wrong = Vec::new();
    for kind in rules
        .variant
        .kind_ids()
        .filter(|kind| !rules.variant.kind(*kind).neutral)
    {
        let id = &rules.variant.kind(kind).id;
        let Some(same) = counterpart(rules, kind, other) else {
            continue;
        };
        if !is_ever_in_play(rules, kind) {
            continue;
        }
        let empty = rules.variant.empty_position();
        for (side, cell) in Side::BOTH
            .into_iter()
            .flat_map(|side| rules.variant.board.cells().map(move |cell| (side, cell)))
        {
            let piece = Some(Piece {
                side,
                kind: Some(kind),
            });
            let begins = rules
                .variant
                .setup
                .as_ref()
                .is_some_and(|setup| setup.position.piece(cell) == piece);
            for has_moved in [true, false].into_iter().filter(|moved| begins || *moved) {
                let one = rules.reach(kind, side, cell, &empty, has_moved).cells();
                let two = other.reach(same, side, cell, &empty, has_moved).cells();
                if one != two {
                    let board = &rules.variant.board;
                    wrong.push(format!(
                        "{id} of {side:?} on {} (moved: {has_moved}): {:?}, then {:?}",
                        board.name(cell),
                        board.names_of(&one),
                        board.names_of(&two)
                    ));
                }
            }
        }
    }
    wrong
}

/// Imports an exported text. Returns the variant and the rules that the importer could not carry over.
fn import_again(name: &str, text: &str) -> (Rules, Vec<String>) {
    let imported = import(text, None).unwrap_or_else(|why| panic!("{name}: {why:?}\n{text}"));
    let leftovers = imported
        .draft
        .leftovers
        .iter()
        .map(|left| left.text.clone());
    (Rules::new(read_back(&imported.toml)), leftovers.collect())
}
