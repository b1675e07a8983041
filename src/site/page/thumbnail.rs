//! The small picture of a piece, and the place where the book presents the piece.

use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::medium::{Addresses, Medium};
use padma_book::pages::content::{NodeKind, each};
use padma_book::pages::page::Page;
use padma_picture::backend::svg;
use padma_picture::scene;
use padma_rules::model::{Cell, KindId, Side};
use padma_rules::reach::Rules;
use padma_words::{Listing, say};

/// Returns the first card of a piece: its page's index, the page, and the card's index there.
pub(crate) fn card_of<'a>(
    edition: &'a Edition<'_>,
    piece: &str,
) -> Option<(usize, &'a Page, usize)> {
    edition
        .checked
        .book
        .pages
        .iter()
        .enumerate()
        .find_map(|(place, page)| {
            let card = page
                .cards
                .iter()
                .position(|card| card.piece.text == piece)?;
            Some((place, page, card))
        })
}

/// Returns the path of the page with the piece's first card, with the anchor of the heading above
/// the card.
pub(crate) fn card_page(edition: &Edition<'_>, piece: &str) -> Option<String> {
    let (_, page, card) = card_of(edition, piece)?;
    let (mut last, mut above) = (None, None);
    each(&page.content, &mut |node| match node.kind {
        NodeKind::Heading(index) => last = Some(index),
        NodeKind::Card(index) if index == card => above = last,
        _ => {}
    });
    let heading = above
        .filter(|heading| *heading > 0)
        .and_then(|heading| page.headings.get(heading));
    Some(
        page.path.clone()
            + &heading.map_or_else(String::new, |heading| format!("#{}", heading.anchor)),
    )
}

/// Returns the cell from which a piece reaches the most cells. Of equal cells it is the nearest to
/// the middle; on a lotus board, the first in board order.
pub(crate) fn best_cell(rules: &Rules, kind: KindId) -> Option<Cell> {
    let alone = rules.alone(kind, Side::White);
    let cells = rules.stands_on(kind.into(), Side::White);
    let off_middle = |cell| rules.variant.board.distance_from_middle(cell);
    // Of equal cells `min_by_key` takes the first.
    cells
        .iter()
        .min_by_key(|cell| (std::cmp::Reverse(alone.of(*cell).len()), off_middle(*cell)))
}

/// Returns the view of a small picture of a piece's reach.
pub(crate) fn thumbnail(
    rules: &Rules,
    kind: KindId,
    anchor: &str,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    let board = &rules.variant.board;
    let piece = best_cell(rules, kind)?;
    let reach = rules.alone(kind, Side::White).of(piece);
    let (name, names) = (board.name(piece), board.names_of(&reach));
    let draw = || {
        let title = addresses.words.say(say!(
            labels::PieceOn,
            piece = &rules.variant.kind(kind).name,
            cell = name
        ));
        let text = addresses.words.say(say!(
            labels::ReachesCells,
            count = names.len(),
            all = board.len(),
            cells = Listing::Enumeration.of(&names)
        ));
        let scene = scene::thumbnail(piece, &[reach], board);
        addresses.picture(svg::inline(&scene, &addresses.id(anchor), &title, &text))
    };
    // The Markdown edition names the cells instead.
    let svg = (addresses.medium != Medium::Markdown).then(draw);
    Some(json!({"svg": svg, "cell": name, "reach": names}))
}
