//! The data with which a page's script lets a reader move the pieces of a diagram: the diagram's
//! pieces, and what its marks are computed from. `docs/formats.md` describes how the script reads
//! it.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::edition::{Edition, TextFile};
use super::tables::{drop_nulls, hides, script, to_json};
use padma_book::judge::CheckedDiagram;
use padma_book::pages::made::folder;
use padma_expr::{Followed, Join, PlacedDiagram, PlacedPiece, Query, Unfollowed};
use padma_rules::diagram::Mark;
use padma_rules::model::{KindId, Variant};
use padma_rules::movement::words::join_list;

/// Returns the JSON for moving a diagram's pieces, or the reason why they cannot be moved.
pub(crate) fn figure(edition: &Edition<'_>, diagram: &CheckedDiagram) -> Result<String, String> {
    let figure = edition.checked.figure(diagram);
    let variant = &edition.variants.rules(figure.variant).variant;
    marks(diagram, figure, variant).map(|marks| live_json(figure, variant, &marks))
}

fn live_json(figure: &PlacedDiagram, variant: &Variant, marks: &[Json]) -> String {
    let piece = |piece: &PlacedPiece| {
        drop_nulls(json!({
            "kind": variant.kind(piece.kind).id,
            "side": piece.side as usize,
            "cell": variant.board.name(piece.cell),
            "unmoved": piece.unmoved.then_some(true),
        }))
    };
    let absent = variant.board.names_of(figure.position.absent());
    let data = drop_nulls(json!({
        "variant": variant.id,
        "pieces": figure.pieces.iter().map(piece).collect::<Vec<_>>(),
        "absent": (!absent.is_empty()).then_some(absent),
        "marks": marks,
    }));
    // A `<` could end the script element.
    to_json(&data).replace('<', "\\u003c")
}

/// Returns a diagram's marks in the form that the script computes, or the reason why it cannot.
/// The script walks the pieces' move tables and knows which pieces are frozen; marks that depend
/// on anything else must be rejected here. In a diagram without marks, the script shows the moves
/// of the piece that a reader picks up.
fn marks(
    diagram: &CheckedDiagram,
    figure: &PlacedDiagram,
    variant: &Variant,
) -> Result<Vec<Json>, String> {
    if figure.pieces.is_empty() {
        return Err("This figure has no pieces to move.".to_string());
    }
    let followed: Vec<_> = diagram
        .marks
        .iter()
        .map(|mark| mark.followed.as_ref())
        .collect();
    let unfollowed: BTreeSet<Unfollowed> = followed
        .iter()
        .filter_map(|mark| mark.err())
        .copied()
        .collect();
    if let Some(reason) = unfollowed_reason(unfollowed) {
        return Err(reason);
    }
    if figure.position.en_passant().is_some() {
        return Err("The pieces cannot be moved here: this page does not compute captures en passant, and one may be possible.".to_string());
    }
    let question = |question: &Followed| match question {
        Followed::Of(query, piece) => Some((figure.pieces[*piece].kind, *query)),
        _ => None,
    };
    let asked: Vec<(KindId, Query)> = match diagram.marks.is_empty() {
        true => figure
            .pieces
            .iter()
            .map(|piece| (piece.kind, Query::Reach))
            .collect(),
        false => {
            let followed = followed.iter().filter_map(|mark| mark.ok());
            followed
                .flat_map(Followed::questions)
                .filter_map(question)
                .collect()
        }
    };
    let hidden = asked
        .iter()
        .filter(|(kind, query)| hides(variant, *kind, *query));
    let hidden: Vec<KindId> = hidden.map(|(kind, _)| *kind).collect();
    // Without marks, it is enough if the page can compute the moves of at least one piece.
    let is_enough = diagram.marks.is_empty() && hidden.len() < asked.len();
    if !hidden.is_empty() && !is_enough {
        return Err(not_computed_sentence(&powers_phrase(variant, &hidden)));
    }
    let data = |(shown, followed): (&Mark, Result<&Followed, _>)| {
        followed.ok().map(
            |followed| json!({"meaning": shown.meaning_or_symbol(), "of": mark_cells(followed, variant)}),
        )
    };
    Ok(diagram
        .shown
        .marks
        .iter()
        .zip(followed)
        .filter_map(data)
        .collect())
}

/// Returns the reason why a page cannot compute the marks; `None` if it can.
fn unfollowed_reason(all: BTreeSet<Unfollowed>) -> Option<String> {
    let names: Vec<&str> = all.iter().filter_map(unfollowed_name).collect();
    match names[..] {
        [] if all.is_empty() => None,
        [] => Some("The marked cells are the same wherever the pieces stand.".to_string()),
        _ => Some(not_computed_sentence(&names.join(" and "))),
    }
}

/// Names what a page cannot compute; `None` for marks that do not depend on pieces.
fn unfollowed_name(why: &Unfollowed) -> Option<&'static str> {
    match why {
        Unfollowed::LegalMoves => Some("legal moves"),
        Unfollowed::Teleports => Some("where pieces can be teleported"),
        Unfollowed::Drops => Some("where pieces can be dropped"),
        Unfollowed::Travels => Some("where squares can travel"),
        Unfollowed::Effects => Some("the effects of a move"),
        Unfollowed::Chosen => Some("cells that depend on more than where pieces can go"),
        Unfollowed::Board => None,
    }
}

fn not_computed_sentence(what: &str) -> String {
    format!("The pieces cannot be moved here: this page does not compute {what}.")
}

/// Returns a phrase such as "the powers of the Swapper and the Chameleon", with each piece once.
fn powers_phrase(variant: &Variant, kinds: &[KindId]) -> String {
    let mut names: Vec<String> = Vec::new();
    for kind in kinds {
        let name = format!("the {}", variant.kind(*kind).name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    format!("the powers of {}", join_list(&names, "and"))
}

/// Returns a mark's cells in the form that the script reads.
fn mark_cells(followed: &Followed, variant: &Variant) -> Json {
    match followed {
        Followed::Of(query, piece) => json!([query_word(*query), piece]),
        Followed::Frozen(None) => json!(["frozen"]),
        Followed::Frozen(Some(side)) => json!(["frozen", *side as usize]),
        Followed::Standing(kind, side) => {
            json!(["standing", variant.kind(*kind).id, *side as usize])
        }
        Followed::Fixed(cells) => json!(["cells", variant.board.names_of(cells)]),
        Followed::Joined(by, parts) => {
            let sign = match by {
                Join::Union => "|",
                Join::Intersection => "&",
                Join::Minus => "-",
            };
            json!([
                sign,
                mark_cells(&parts[0], variant),
                mark_cells(&parts[1], variant)
            ])
        }
    }
}

fn query_word(query: Query) -> &'static str {
    match query {
        Query::Reach => "reach",
        Query::Moves => "moves",
        Query::Captures => "captures",
        Query::Attacks => "attacks",
        Query::First => "first",
    }
}

/// Returns the ids of the variants whose pieces can be moved in a page's diagrams.
pub(crate) fn variants_of(edition: &Edition<'_>, page: usize) -> Vec<String> {
    let on_page = edition
        .checked
        .diagrams
        .iter()
        .filter(|diagram| diagram.page == page);
    let name = |variant: &usize| edition.variants.rules(*variant).variant.id.clone();
    movable_variants(edition, on_page)
        .iter()
        .map(name)
        .collect()
}

/// Returns the scripts with move tables: of the book's own variants, whose pieces a page compares,
/// and of all other variants whose pieces can be moved in the book.
pub(crate) fn scripts(edition: &Edition<'_>) -> Vec<TextFile> {
    let file = |variant: usize| {
        let rules = edition.variants.rules(variant);
        TextFile {
            path: format!("{}{}.js", folder::MOVES, rules.variant.id),
            text: script(rules),
        }
    };
    let movable = movable_variants(edition, edition.checked.diagrams.iter());
    let all: BTreeSet<usize> = edition
        .variant_indices
        .iter()
        .copied()
        .chain(movable)
        .collect();
    all.into_iter().map(file).collect()
}

/// Returns the indices of the variants of those diagrams whose pieces can be moved, each once.
fn movable_variants<'a>(
    edition: &Edition<'_>,
    diagrams: impl Iterator<Item = &'a CheckedDiagram>,
) -> Vec<usize> {
    let mut variants = Vec::new();
    for diagram in diagrams.filter(|shown| figure(edition, shown).is_ok()) {
        let variant = edition.checked.figure(diagram).variant;
        if !variants.contains(&variant) {
            variants.push(variant);
        }
    }
    variants
}
