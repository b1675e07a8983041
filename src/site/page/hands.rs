//! What the sides of a figure have in hand, or beside the board as a game begins or where nothing is dropped, drawn beside the board. Knows no rules.

use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::medium::Addresses;
use super::words::side_name;
use padma_expr::{PlacedDiagram, PositionPart, diagram_parts};
use padma_picture::backend::svg;
use padma_picture::scene;
use padma_rules::diagram::PieceFace;
use padma_rules::model::{KindId, Rule, Side, Variant};
use padma_words::say;

/// Returns what each side of a figure has in hand, Black's first, because it is shown above the
/// board; `None` if neither has anything.
pub(super) fn view(
    edition: &Edition<'_>,
    figure: &PlacedDiagram,
    addresses: &Addresses<'_>,
) -> Option<[Json; 2]> {
    let variant = &edition.variants.rules(figure.variant).variant;
    let parts = diagram_parts(figure, variant);
    let held = parts.iter().filter_map(|part| match part {
        PositionPart::Aside(owner, kind, count) => Some((*owner, *kind, *count)),
        _ => None,
    });
    // What a game begins with has not been captured.
    let is_first = variant
        .setup
        .as_ref()
        .is_some_and(|setup| setup.reserve == figure.reserve);
    let has_drops = variant
        .rules
        .iter()
        .any(|rule| matches!(rule, Rule::Drop(_)));
    sides(
        edition,
        variant,
        is_first || !has_drops,
        &held.collect::<Vec<_>>(),
        addresses,
    )
}

/// Returns the same for what each side has beside the board as a game begins.
pub(super) fn at_start(
    edition: &Edition<'_>,
    variant: &Variant,
    addresses: &Addresses<'_>,
) -> Option<[Json; 2]> {
    let reserve = &variant.setup.as_ref()?.reserve;
    let count = |side: Side, kind: KindId| (side, kind, reserve.count(side, kind));
    let counts = Side::BOTH
        .into_iter()
        .flat_map(|side| variant.kind_ids().map(move |kind| count(side, kind)));
    let held: Vec<(Side, KindId, u16)> = counts.filter(|(.., count)| *count > 0).collect();
    sides(edition, variant, true, &held, addresses)
}

fn sides(
    edition: &Edition<'_>,
    variant: &Variant,
    is_first: bool,
    held: &[(Side, KindId, u16)],
    addresses: &Addresses<'_>,
) -> Option<[Json; 2]> {
    let hand = |side: Side| {
        let own = held.iter().filter(|(owner, ..)| *owner == side);
        let piece = |(_, kind, count): &(Side, KindId, u16)| {
            let face = PieceFace::of(variant, *kind);
            let kind = variant.kind(*kind);
            let scene = scene::lone_piece(&face, &kind.letter, side.into(), edition.fonts);
            let svg = addresses.picture(svg::ornament(&scene));
            json!({"name": kind.name, "svg": svg, "count": count})
        };
        let says = edition.say(say!(
            labels::HeldBy,
            side = side_name(side),
            first = is_first
        ));
        json!({"says": says, "pieces": own.map(piece).collect::<Vec<_>>()})
    };
    (!held.is_empty()).then(|| [Side::Black, Side::White].map(hand))
}
