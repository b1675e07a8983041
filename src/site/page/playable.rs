//! The variants that readers can play on their page, and the drawings for positions that readers
//! make: in play, and on a playground. The page's scripts ask the program for the moves.

use serde_json::{Value as Json, json};

use super::edition::{Edition, TextFile};
use super::game::both_sides;
use super::text::to_json;
use padma_book::pages::made::folder;
use padma_picture::backend::svg;
use padma_picture::scene;
use padma_rules::model::{Cell, Variant};
use padma_text::percent_encoded;

/// Whether readers can play a variant on the page: whether it has a setup.
pub(super) fn is_played(variant: &Variant) -> bool {
    variant.setup.is_some()
}

/// Returns the scripts with the drawings of the book's own variants, which can be played or edited.
pub(super) fn scripts(edition: &Edition<'_>) -> Vec<TextFile> {
    let file = |variant: &Variant| TextFile {
        path: format!("{}{}.js", folder::PLAY, variant.id),
        text: script(edition, variant),
    };
    edition.own_variants().into_iter().map(file).collect()
}

/// Returns the fragment of a link that starts a game on the page of the rules; `None` if the
/// variant has no setup.
pub(super) fn play_fragment(variant: &Variant) -> Option<String> {
    is_played(variant).then(|| format!("play={}", percent_encoded(&variant.id)))
}

/// Returns the view with which the page offers a variant for play; `None` if it has no setup.
pub(super) fn view(variant: &Variant) -> Option<Json> {
    is_played(variant).then(|| json!({"variant": variant.id, "title": variant.title}))
}

/// Writes the script with the drawings for a variant's positions.
fn script(edition: &Edition<'_>, variant: &Variant) -> String {
    let drawings = to_json(&picture(edition, variant));
    format!(
        "\"use strict\";\n(window.padmaDrawings ??= {{}})[{}] = {drawings};\n",
        to_json(&variant.id)
    )
}

/// Returns the empty board, the picture of each piece of each side with half the side of the square
/// round it, and the middle and the inner radius of each cell. Pieces that point towards the enemy
/// turn with the board.
fn picture(edition: &Edition<'_>, variant: &Variant) -> Json {
    let kit = scene::kit(&both_sides(variant), &variant.board, edition.fonts);
    let hundredths = |length: f64| (length * 100.0).round() / 100.0;
    let centre =
        |(cell, at): (Cell, &scene::ScenePoint)| [at.x, at.y, kit.inners[cell]].map(hundredths);
    json!({
        "board": svg::unfolded(&kit.board),
        "pictures": svg::pieces(&kit, &format!("play.{}.", variant.id)).alone(),
        "centres": kit.centres.iter().map(centre).collect::<Vec<_>>(),
        "turns": variant.kinds.iter().map(|kind| kind.picture.as_ref().is_some_and(scene::is_turned)).collect::<Vec<_>>(),
        "reaches": kit.reaches.iter().copied().map(hundredths).collect::<Vec<_>>(),
    })
}
