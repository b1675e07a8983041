//! Legal moves as JSON, for other programs.

use serde_json::{Value as Json, json};

use padma_rules::model::{Cell, KindId, Variant};
use padma_rules::play::{Effect, EffectVerb, Move, MoveManner, Moves};

/// Returns a move as `padma moves --format json` prints it.
pub fn move_json(text: &str, variant: &Variant, moves: &Moves, mv: &Move) -> Json {
    let name = |cell: Cell| variant.board.name(cell);
    // A piece that is moved off the board arrives at no cell.
    let passes = mv.manner == MoveManner::Passes;
    let leaves_board = mv.manner == MoveManner::Teleported && mv.from == Some(mv.to);
    let arrives = !passes && !leaves_board;
    json!({
        "text": text,
        "piece": mv.kind.map(|kind| &variant.kind(kind).id),
        "from": mv.from.filter(|_| !passes).map(name),
        "to": arrives.then(|| name(mv.to)),
        "captures": moves.captures(mv).map(|(_, cell)| name(cell)).collect::<Vec<_>>(),
        "effects": moves.effects(mv).iter().flat_map(|effect| effect_rows(effect, variant)).collect::<Vec<_>>(),
    })
}

/// Returns the rows of an effect: usually one, two for a swap or a partial stack, none for travel.
fn effect_rows(effect: &Effect, variant: &Variant) -> Vec<Json> {
    let keys: &[&str] = match effect.verb {
        // The row of the move itself has both cells.
        EffectVerb::Travel => return Vec::new(),
        EffectVerb::Hand => &[],
        EffectVerb::Retire => &["from"],
        EffectVerb::Drop | EffectVerb::Gate | EffectVerb::Place => &["to"],
        EffectVerb::Capture | EffectVerb::Freeze | EffectVerb::Turn => &["cell"],
        EffectVerb::Promote | EffectVerb::Change => &["cell", "into"],
        EffectVerb::Stack => &["from", "to", "into"],
        EffectVerb::Split => &["from", "to", "leaves"],
        EffectVerb::Move | EffectVerb::Push | EffectVerb::Teleport | EffectVerb::Rotate => {
            &["from", "to"]
        }
        EffectVerb::Carry | EffectVerb::Transfer | EffectVerb::Swap => &["from", "to"],
    };
    let last = row(variant, effect, effect.name(), keys);
    let [one, other] = effect.cells;
    match (effect.verb, effect.leaves()) {
        (EffectVerb::Swap, Some(piece)) => {
            let cells = [other, one];
            let back = Effect {
                piece,
                cells,
                ..*effect
            };
            vec![last, row(variant, &back, effect.name(), keys)]
        }
        (EffectVerb::Stack, Some(_)) => {
            let split = row(variant, effect, "split", &["from", "to", "leaves"]);
            vec![split, last]
        }
        _ => vec![last],
    }
}

/// Returns a row of an effect, with the piece and these keys.
fn row(variant: &Variant, effect: &Effect, name: &str, keys: &[&str]) -> Json {
    // A piece that goes into hand may be of another kind there.
    let in_hand = effect.hand.filter(|(_, more)| *more > 0);
    let kind = in_hand.map_or(effect.piece.kind, |(kind, _)| Some(kind));
    let is_nobodys = kind.is_some_and(|kind| variant.kind(kind).neutral);
    let side = match is_nobodys {
        true => "nobody",
        false => effect.piece.side.name(),
    };
    let id = |kind: KindId| variant.kind(kind).id.as_str();
    let cell = |cell: Option<Cell>| cell.map(|cell| variant.board.name(cell));
    let what = |key: &str| match key {
        "from" | "cell" => cell(effect.from()),
        "to" => cell(effect.to()),
        "into" => effect.becomes().map(id),
        _ => effect.leaves()?.kind.map(id),
    };
    let first = [
        ("kind", Some(name)),
        ("piece", kind.map(id)),
        ("side", Some(side)),
    ];
    let all = first
        .into_iter()
        .chain(keys.iter().map(|key| (*key, what(key))));
    let told = all.filter_map(|(key, word)| Some((key.to_string(), json!(word?))));
    Json::Object(told.collect())
}
