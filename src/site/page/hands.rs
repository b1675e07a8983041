//! What the sides of a figure have in hand, drawn beside its board. Knows no rules.

use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::medium::Addresses;
use padma_expr::{PlacedDiagram, PositionPart, diagram_parts};
use padma_picture::backend::svg;
use padma_picture::scene;
use padma_rules::diagram::PieceFace;
use padma_rules::model::{KindId, Side};

/// Returns what each side of a figure has in hand, Black's first, because it is shown above the
/// board; `None` if neither has anything.
pub(super) fn view(
    edition: &Edition<'_>,
    figure: &PlacedDiagram,
    addresses: &Addresses<'_>,
) -> Option<[Json; 2]> {
    let variant = &edition.variants.rules(figure.variant).variant;
    let parts = diagram_parts(figure, variant);
    let hand = |side: Side| {
        let held = parts.iter().filter_map(|part| match part {
            PositionPart::Aside(owner, kind, count) if *owner == side => Some((*kind, *count)),
            _ => None,
        });
        let piece = |(kind, count): (KindId, u16)| {
            let face = PieceFace::of(variant, kind);
            let kind = variant.kind(kind);
            let scene = scene::lone_piece(&face, &kind.letter, side.into(), edition.fonts);
            let svg = addresses.picture(svg::ornament(&scene));
            json!({"name": kind.name, "svg": svg, "count": count})
        };
        json!({"side": side.titled(), "pieces": held.map(piece).collect::<Vec<_>>()})
    };
    let has_any = parts
        .iter()
        .any(|part| matches!(part, PositionPart::Aside(..)));
    has_any.then(|| [Side::Black, Side::White].map(hand))
}
