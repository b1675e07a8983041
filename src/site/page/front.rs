//! The opening of a book's first page: its board as a game begins, and its pieces. The list of
//! books and link previews show the same board.

use serde_json::{Value as Json, json};

use super::board::DrawnBoard;
use super::edition::Edition;
use super::game;
use super::hands;
use super::language;
use super::medium::{Addresses, Medium};
use super::playable;
use super::reference;
use super::seal;
use super::templates::TemplateFault;
use super::text::merge;
use super::thumbnail::{card_page, thumbnail};
use super::words::side_name;
use padma_book::pages::content::{Node, NodeKind};
use padma_book::pages::ids::anchor;
use padma_book::pages::made::ReferencePage;
use padma_book::pages::page::Page;
use padma_book::report::Totals;
use padma_expr::ErratumKind;
use padma_picture::backend::svg;
use padma_picture::scene::{self, ShapeClass};
use padma_rules::diagram::PieceFace;
use padma_rules::model::{CellKind, KindId, Owner, Side, Variant};
use padma_rules::reach::Rules;
use padma_words::{Language, Listing, Say, say};

/// The page that has the opening.
pub(crate) const FIRST: &str = "index.md";

/// Draws the board of the book's variant, if it has one.
pub(crate) fn board<'a>(edition: &Edition<'a>) -> Option<DrawnBoard<'a>> {
    edition
        .rules()
        .map(|rules| DrawnBoard::new(edition, &rules.variant))
}

/// Returns the caption and the legend of the board on the first page as text; `None` if the book
/// has no board.
pub(crate) fn caption_text(edition: &Edition<'_>) -> Option<String> {
    let variant = &edition.rules()?.variant;
    let legend = legend_keys(variant);
    let words = legend
        .iter()
        .map(|(_, meaning)| edition.say(say!(rules::Sentence, said = meaning)) + ".");
    Some(
        std::iter::once(caption(edition, variant))
            .chain(words)
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// Returns a legend for what most boards lack: movable squares, and places without a square.
fn legend_keys(variant: &Variant) -> Vec<(ShapeClass, Say)> {
    let board = &variant.board;
    let squares = board.of_kind(CellKind::Square);
    let absent = variant
        .setup
        .as_ref()
        .map_or(*board.absent(), |setup| setup.position.absent());
    let movable = *board.movable() & squares;
    let present = movable - absent;
    let shade = present.iter().next().map(|cell| board.info(cell).shade);
    let missing = say!(labels::NoSquare, movable = !movable.is_empty());
    let movable = shade.map(|shade| (ShapeClass::cell(shade), say!(labels::MovableSquare)));
    let missing = (!(absent & squares).is_empty()).then_some((ShapeClass::Gap, missing));
    movable.into_iter().chain(missing).collect()
}

/// Returns the view of the legend.
fn legend(edition: &Edition<'_>, variant: &Variant, addresses: &Addresses<'_>) -> Vec<Json> {
    let key = |(class, meaning)| {
        let svg = addresses.picture(svg::ornament(&scene::patch(class)));
        json!({"svg": svg, "meaning": edition.say(meaning)})
    };
    legend_keys(variant).into_iter().map(key).collect()
}

fn caption(edition: &Edition<'_>, variant: &Variant) -> String {
    edition.say(match variant.setup {
        Some(_) => say!(labels::SetupCaption),
        None => say!(
            labels::EmptyBoardCaption,
            sources = edition.checked.book.decl.sources.len()
        ),
    })
}

/// Returns how many errata and open questions the check has found, each with a link to its list.
fn finding_counts(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Vec<Json> {
    let listed = seal::FOUND.into_iter().filter_map(|verdict| {
        let text = edition.say(reference::count_phrase(edition.checked, verdict)?);
        let (_, anchor) = reference::errata_letter(verdict, ErratumKind::Game)?;
        let url = addresses.url(&format!("{}#{anchor}", ReferencePage::Errata.path()));
        (edition.checked.count_listed(verdict) > 0).then(|| json!({"text": text, "url": url}))
    });
    listed.collect()
}

/// Returns the address at which readers can play the book's variant; `None` where they cannot.
fn play(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Option<String> {
    let fragment = playable::play_fragment(&edition.rules()?.variant)?;
    let path = ReferencePage::RulesOfPlay.path();
    match addresses.medium {
        Medium::Site => Some(addresses.url(&format!("{path}#{fragment}"))),
        // There the script looks for the game itself.
        Medium::Single => Some(format!("#{fragment}")),
        _ => None,
    }
}

/// Returns the address of the first recorded game, which readers can step through.
fn sample(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Option<String> {
    let game = edition.checked.games.first()?;
    let (_, played) = edition.checked.game(game);
    let page = &edition.checked.book.pages[game.page].path;
    Some(addresses.url(&format!("{page}#{}", game::anchor_of(played))))
}

/// Renders the opening for a medium; `None` if the book has no board.
fn render(
    edition: &Edition<'_>,
    figure: Option<&str>,
    addresses: &Addresses<'_>,
) -> Result<Option<String>, TemplateFault> {
    let Some(Rules { variant, .. }) = edition.rules() else {
        return Ok(None);
    };
    let board = DrawnBoard::new(edition, variant);
    let totals = Totals::of(edition.checked);
    let own = json!({
        // The page's own figure of the start is the board, if it has one.
        "figure": figure,
        "svg": addresses.picture(board.inline(&addresses.id("front"))),
        "hands": hands::at_start(edition, variant, addresses),
        "file": addresses.file(&board.path()),
        "caption": caption(edition, variant),
        "legend": legend(edition, variant, addresses),
        "alt": board.alt,
        "rules": addresses.url(ReferencePage::RulesOfPlay.path()),
        "checks": addresses.url(ReferencePage::Checks.path()),
        "checked": edition.say(seal::lead(edition.checked, &totals)),
        "bar": addresses.elements(seal::described_bar(edition.checked)),
        "found": finding_counts(edition, addresses),
        // The result of the check that shows best what it is worth.
        "finding": reference::best(edition, addresses),
        "play": play(edition, addresses),
        "sample": sample(edition, addresses),
        "index": addresses.url(ReferencePage::PieceIndex.path()),
    });
    let ours = language::own_attributes(&edition.checked.book.decl);
    let views = json!({"front": merge(view(edition, addresses), own), "ours": ours});
    let template = match addresses.medium {
        Medium::Markdown => "front.md",
        _ => "front.html",
    };
    edition.templates.render(template, &views).map(Some)
}

/// Returns the view of the list of pieces next to the board.
pub(crate) fn view(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Json {
    let (pieces, more) = pieces(edition, addresses);
    json!({
        // Whether both sides have equal numbers of each piece.
        "counted": has_equal_sides(edition) && pieces.iter().any(|piece| piece["count"] != ""),
        "pieces": pieces,
        // The number of further pieces in the index.
        "more": more,
    })
}

/// Returns the pieces that the book's pages present, in the variant's order, and the number of
/// others; all pieces if no page presents any.
pub(crate) fn pieces(edition: &Edition<'_>, addresses: &Addresses<'_>) -> (Vec<Json>, usize) {
    let Some(Rules { variant, .. }) = edition.rules() else {
        return (Vec::new(), 0);
    };
    let links: Vec<(KindId, Option<String>)> = variant
        .kind_ids()
        .map(|id| (id, card_page(edition, &variant.kind(id).id)))
        .collect();
    let has_cards = links.iter().any(|(_, link)| link.is_some());
    // At the start no side has the later states of another piece, so they are left out unless a
    // page presents them.
    let links: Vec<(KindId, Option<String>)> = links
        .into_iter()
        .filter(|(id, link)| link.is_some() || variant.state_of(*id).is_none())
        .collect();
    let kind = |(id, link): (KindId, Option<String>)| {
        let kind = variant.kind(id);
        let index_entry = || {
            format!(
                "{}#{}",
                ReferencePage::PieceIndex.path(),
                anchor("p", &kind.id)
            )
        };
        let link = link.or_else(|| (!has_cards).then(index_entry))?;
        let (count, note) = count_and_remark(variant, id, edition.words());
        // Without a setup the board alone would say little.
        let thumbnail = variant.setup.is_none().then(|| {
            let rules = edition.rules()?;
            thumbnail(rules, id, &anchor("f", &kind.id), addresses)
        });
        let svg = svg::ornament(&scene::lone_piece(
            &PieceFace::of(variant, id),
            &kind.letter,
            Owner::White,
            edition.fonts,
        ));
        Some(
            json!({"name": kind.name, "url": addresses.url(&link), "svg": addresses.picture(svg), "count": count, "note": note, "thumbnail": thumbnail.flatten()}),
        )
    };
    let all = links.len();
    let shown: Vec<Json> = links.into_iter().filter_map(kind).collect();
    let more = all - shown.len();
    (shown, more)
}

/// Whether both sides begin with the same pieces.
fn has_equal_sides(edition: &Edition<'_>) -> bool {
    let Some(Rules { variant, .. }) = edition.rules() else {
        return true;
    };
    variant.setup.as_ref().is_none_or(|setup| {
        variant.kind_ids().all(|kind| {
            let of_side = |side: Side| {
                let own = setup
                    .position
                    .pieces()
                    .filter(|(_, piece)| piece.side == side && piece.kind == Some(kind));
                (own.count(), setup.reserve.count(side, kind))
            };
            of_side(Side::White) == of_side(Side::Black)
        })
    })
}

/// Returns the number of a piece that each side has, on the board and beside it, and a remark on
/// that number; either may be empty. If the sides differ, the remark gives both numbers.
fn count_and_remark(variant: &Variant, kind: KindId, words: &Language) -> (String, String) {
    let Some(setup) = &variant.setup else {
        return Default::default();
    };
    if variant.kind(kind).neutral {
        return (String::new(), words.say(say!(labels::Nobodys)));
    }
    let on_board = |side: Side| {
        let of_side = setup
            .position
            .pieces()
            .filter(|(_, piece)| piece.side == side && piece.kind == Some(kind));
        of_side.count()
    };
    let beside = |side: Side| usize::from(setup.reserve.count(side, kind));
    let [white, black] = [Side::White, Side::Black].map(|side| (on_board(side), beside(side)));
    if white != black {
        let of_side = |side: Side, (on_board, beside): (usize, usize)| {
            say!(
                labels::SideBeginsWith,
                side = side_name(side),
                count = on_board + beside,
                beside
            )
        };
        let both = [of_side(Side::White, white), of_side(Side::Black, black)];
        return (String::new(), words.say(Listing::Enumeration.of(both)));
    }
    let (on_board, beside) = white;
    let count = on_board + beside;
    let note = words.say(say!(labels::CountNote, count, beside, on_board));
    match count {
        0 => (String::new(), note),
        _ => (count.to_string(), note),
    }
}

/// Returns the figure of the first page that shows how a game begins, so that the opening shows it
/// and no second picture of the same position is needed.
pub(crate) fn figure_of_start<'a>(edition: &Edition<'a>, index: usize) -> Option<&'a Node> {
    let (page, rules) = (&edition.checked.book.pages[index], edition.rules()?);
    let setup = rules.variant.setup.as_ref()?;
    let shows_start = |node: &&Node| {
        let NodeKind::Diagram(figure) = node.kind else {
            return false;
        };
        edition.diagram(index, figure).is_some_and(|(diagram, _)| {
            let placed = edition.checked.figure(diagram);
            let is_own = edition.checked.book.variant == Some(placed.variant);
            let is_whole = placed.position.pieces().eq(setup.position.pieces());
            is_own && is_whole && placed.reserve == setup.reserve
        })
    };
    (page.path == FIRST)
        .then(|| page.content.iter().find(shows_start))
        .flatten()
}

/// The opening of a page, until it is taken, and its place there. Only the first page has one.
pub(crate) struct Opening {
    text: Option<String>,
    /// The index of the block that the opening follows; `None` if it begins the page.
    after: Option<usize>,
}

impl Opening {
    /// Returns the opening; `figure` is the rendered figure that shows its board.
    pub(crate) fn new(
        edition: &Edition<'_>,
        page: &Page,
        figure: Option<&str>,
        addresses: &Addresses<'_>,
    ) -> Result<Opening, TemplateFault> {
        let text = if page.path == FIRST {
            render(edition, figure, addresses)?
        } else {
            None
        };
        let text = text.filter(|text| !text.trim().is_empty());
        Ok(Opening {
            text,
            after: opening_place(page),
        })
    }

    /// Whether some HTML is part of the opening.
    pub(crate) fn has(&self, html: &str) -> bool {
        self.text.as_ref().is_some_and(|text| text.contains(html))
    }

    /// Takes the opening, if it goes before the whole page.
    pub(crate) fn take_before_page(&mut self) -> Option<String> {
        self.text.take_if(|_| self.after.is_none())
    }

    /// Takes the opening, if it goes after the block with this index.
    pub(crate) fn take_after(&mut self, at: usize) -> Option<String> {
        self.text.take_if(|_| self.after == Some(at))
    }
}

/// Returns the index of the first page's block after which the opening goes: the title, or the
/// paragraph directly after it. `None` for a page without a title.
pub(crate) fn opening_place(page: &Page) -> Option<usize> {
    fn has_title(node: &Node) -> bool {
        node.kind == NodeKind::Heading(0) || node.children.iter().any(has_title)
    }
    let title = page.content.iter().position(has_title)?;
    let next = page.content.get(title + 1);
    match next.map(|node| &node.kind) {
        Some(NodeKind::Paragraph) => Some(title + 1),
        _ => Some(title),
    }
}
