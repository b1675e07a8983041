//! The views of a recorded game: its moves, their errors, and the position after each.

use serde_json::{Value as Json, json};

use super::beside::Beside;
use super::edition::Edition;
use super::medium::Addresses;
use super::passage::Passage;
use super::text::{heading, merge, remark, sentence};
use super::words::side_name;
use padma_book::claim::Verdict;
use padma_book::judge::{CheckedGame, CheckedPly, Recorded};
use padma_book::pages::game::GameDecl;
use padma_book::pages::ids::anchor;
use padma_expr::PlayedGame;
use padma_expr::play::say_outcome;
use padma_picture::backend::ascii;
use padma_picture::backend::svg::{self, ShownPosition};
use padma_picture::scene;
use padma_rules::diagram::{Diagram, ShownPiece};
use padma_rules::model::{Cell, CellSet, KindId, Piece, Side, Variant};
use padma_rules::play::{Effect, Game, Ply, PlyVerdict, State};
use padma_words::{Language, Listing, SlotValue, say};

/// Returns the game with this index on a page, if it could be replayed.
pub(crate) fn checked_game<'a>(
    edition: &'a Edition<'_>,
    page: usize,
    index: usize,
) -> Option<&'a CheckedGame> {
    edition
        .checked
        .games
        .iter()
        .find(|game| (game.page, game.index) == (page, index))
}

/// Returns the view of a game for a page of the site.
pub(crate) fn view(
    edition: &Edition<'_>,
    page: usize,
    index: usize,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    let game = checked_game(edition, page, index)?;
    let (_, played) = edition.checked.game(game);
    let variant = &edition.variants.rules(played.variant).variant;
    let positions = positions(edition, game, played, variant, addresses);
    let own = json!({
        "verdict": game.verdict.name(),
        // The last position as text.
        "text": last_position_text(edition, played, variant),
        "record": record(played),
    });
    let view = merge(words_view(edition, game, addresses), positions);
    Some(merge(view, own))
}

/// Returns the view of a game for a printed book, which shows only the last position.
#[cfg(feature = "pdf")]
pub(crate) fn printed_view(
    edition: &Edition<'_>,
    page: usize,
    index: usize,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    let game = checked_game(edition, page, index)?;
    let (_, played) = edition.checked.game(game);
    let variant = &edition.variants.rules(played.variant).variant;
    let last = last_state(played).map(|state| {
        let diagram = Diagram::of(state.position(), variant);
        let board = super::board::DrawnBoard::draw(edition, variant, &diagram, say!(labels::APosition));
        json!({"svg": board.ornament().alone(), "sides": board.sides(), "alt": edition.say(describe(state, variant))})
    });
    Some(merge(
        words_view(edition, game, addresses),
        json!({"last": last}),
    ))
}

/// Returns the part of a game's view that is in words, which every form of the book shows.
fn words_view(edition: &Edition<'_>, game: &CheckedGame, addresses: &Addresses<'_>) -> Json {
    let (decl, played) = edition.checked.game(game);
    let rules = edition.variants.rules(played.variant);
    let outcome = played.replay.outcome.as_ref();
    let findings = edition
        .checked
        .recorded_moves(game)
        .map(|recorded| GameFinding::of(edition, played, &recorded));
    let findings = findings.filter(|finding| finding.verdict != Verdict::Holds);
    json!({
        "title": title(decl),
        "anchor": addresses.id(&anchor_of(played)),
        "moves": moves(game, played, addresses),
        // Each move with an error, and the result if it is wrong.
        "notes": findings.map(|finding| finding.remark(edition)).collect::<Vec<_>>(),
        "outcome": outcome.map(|outcome| sentence(&edition.say(say_outcome(outcome, &Game::new(rules))))),
        "beside": beside_sentences(played, &rules.variant, edition.words()),
    })
}

pub(crate) fn anchor_of(played: &PlayedGame) -> String {
    anchor("g", &played.id)
}

/// Returns the anchor of the position after a move: `g.party-3_6b`. It is unique because no other
/// id has a single underscore.
fn anchor_after(played: &PlayedGame, ply: &Ply) -> String {
    let side = if ply.side == Side::White { 'w' } else { 'b' };
    format!("{}_{}{side}", anchor_of(played), ply.number)
}

/// Returns a move with its number, as in lists of findings: `6… c8-c7`.
fn move_name(ply: &Ply) -> String {
    let stops = if ply.side == Side::White { "." } else { "…" };
    format!("{}{stops} {}", ply.number, ply.written.word.text)
}

pub(crate) fn title(decl: &GameDecl) -> &str {
    if decl.title.is_empty() {
        &decl.id.text
    } else {
        &decl.title
    }
}

/// The verdict on a recorded move or result, as lists of findings show it.
pub(crate) struct GameFinding {
    pub verdict: Verdict,
    /// The move with its number, `6… c8-c7`; for a result, `result 1-0`.
    pub name: String,
    /// The anchor of the position after the move, or of the game.
    pub anchor: String,
    /// What is wrong with the move or the result; empty if nothing is.
    pub text: String,
}

impl GameFinding {
    pub(crate) fn of(
        edition: &Edition<'_>,
        game: &PlayedGame,
        recorded: &Recorded<'_>,
    ) -> GameFinding {
        let Recorded {
            ply,
            written: said,
            problems,
            checked: judged,
            ..
        } = recorded;
        GameFinding {
            verdict: judged.verdict,
            name: ply.map_or_else(
                || edition.say(say!(labels::Result, result = &said.text)),
                move_name,
            ),
            anchor: match ply.filter(|ply| ply.is_legal()) {
                Some(ply) => anchor_after(game, ply),
                None => anchor_of(game),
            },
            text: match judged.verdict {
                Verdict::Erratum => {
                    format!(
                        "{} {}",
                        sentence(&problems.join("; ")),
                        sentence(&judged.note)
                    )
                }
                _ => sentence(&judged.note),
            },
        }
    }

    fn remark(&self, edition: &Edition<'_>) -> Json {
        let heading = say!(
            labels::RemarkOnMove,
            heading = heading(self.verdict),
            name = &self.name
        );
        remark(edition, self.verdict, heading, &self.text)
    }
}

/// Returns the views of both sides' moves, grouped by number.
fn moves(game: &CheckedGame, played: &PlayedGame, addresses: &Addresses<'_>) -> Vec<Json> {
    let plies: Vec<(&Ply, &CheckedPly)> = played.replay.plies.iter().zip(&game.plies).collect();
    let view = |(ply, judged): &(&Ply, &CheckedPly)| {
        json!({
            "text": ply.written.word.text,
            "verdict": judged.verdict.name(),
            // The anchor of the position after the move.
            "anchor": ply.is_legal().then(|| addresses.id(&anchor_after(played, ply))),
        })
    };
    let numbered = plies.chunk_by(|(one, _), (next, _)| one.number == next.number);
    let both = |both: &[(&Ply, &CheckedPly)]| {
        let of_side = |side| both.iter().rfind(|(ply, _)| ply.side == side).map(view);
        json!({"number": both[0].0.number, "white": of_side(Side::White), "black": of_side(Side::Black)})
    };
    numbered.map(both).collect()
}

/// Returns the passage of a game for the search: its title and moves.
pub(crate) fn passage(edition: &Edition<'_>, page: usize, index: usize) -> Option<Passage> {
    let (decl, played) = edition.checked.game(checked_game(edition, page, index)?);
    Some(Passage {
        heading: title(decl).to_string(),
        anchor: anchor_of(played),
        text: moves_text(played),
    })
}

fn record(played: &PlayedGame) -> String {
    let start = played
        .start
        .as_ref()
        .map(|start| format!("fen {start}\n"))
        .unwrap_or_default();
    start + &moves_text(played)
}

fn moves_text(played: &PlayedGame) -> String {
    let mut out = String::new();
    for (place, ply) in played.replay.plies.iter().enumerate() {
        let text = &ply.written.word.text;
        match (ply.side, place) {
            (Side::Black, 1..) => out.push_str(&format!(" {text}")),
            (Side::Black, 0) => out.push_str(&format!("{}. … {text}", ply.number)),
            (Side::White, 0) => out.push_str(&format!("{}. {text}", ply.number)),
            (Side::White, 1..) => out.push_str(&format!("\n{}. {text}", ply.number)),
        }
    }
    out.extend(
        played
            .stated
            .iter()
            .map(|stated| format!(" {}", stated.said.text)),
    );
    out
}

/// Draws the last position as text.
fn last_position_text(edition: &Edition<'_>, played: &PlayedGame, variant: &Variant) -> String {
    let last = last_state(played).map_or_else(Diagram::default, |state| {
        Diagram::of(state.position(), variant)
    });
    ascii::draw(&last, &variant.board, edition.words())
}

/// Returns sentences on the pieces beside the board at the end of the game.
fn beside_sentences(played: &PlayedGame, variant: &Variant, words: &Language) -> Vec<String> {
    let mut beside = Beside::new(variant);
    for ply in &played.replay.plies {
        let PlyVerdict::Played { effects, .. } = &ply.verdict else {
            break;
        };
        beside.count(effects);
    }
    last_state(played)
        .map(|state| beside.sentences(state, words))
        .unwrap_or_default()
}

fn last_state(played: &PlayedGame) -> Option<&State> {
    (0..=played.replay.plies.len())
        .rev()
        .find_map(|plies| played.replay.after(plies))
}

/// Draws the positions. Returns a view of each, the parts that the drawings share, in an element that must precede them,
/// and those that only the positions between the first and the last need.
fn positions(
    edition: &Edition<'_>,
    game: &CheckedGame,
    played: &PlayedGame,
    variant: &Variant,
    addresses: &Addresses<'_>,
) -> Json {
    let pieces = both_sides(variant);
    let kit = scene::kit(&pieces, &variant.board, edition.fonts);
    // The prefix is short, because every drawn piece repeats it.
    let prefix = addresses.id(&format!("s{}.", game.index));
    let picture = |kind: KindId, side: Side| {
        let place = piece_index(kind, side);
        (format!("{prefix}{place}"), kit.reaches[place])
    };
    let mut beside = Beside::new(variant);
    let first = edition.say(say!(labels::TheFirstPosition));
    let anchor = addresses.id(&format!("{}_0", anchor_of(played)));
    let mut shown = vec![shown_position(
        edition,
        variant,
        anchor,
        first.clone(),
        &played.replay.start,
        &[],
    )];
    let mut entries = vec![(
        first,
        Verdict::Holds,
        None,
        beside.view(&played.replay.start, edition.words(), picture),
    )];
    for recorded in edition.checked.recorded_moves(game) {
        let ply_verdict = recorded.ply.map(|ply| &ply.verdict);
        let Some(PlyVerdict::Played { after, effects, .. }) = ply_verdict else {
            break;
        };
        let finding = GameFinding::of(edition, played, &recorded);
        beside.count(effects);
        shown.push(shown_position(
            edition,
            variant,
            addresses.id(&finding.anchor),
            edition.say(say!(labels::AfterMove, name = &finding.name)),
            after,
            effects,
        ));
        let note = (finding.verdict != Verdict::Holds).then(|| finding.remark(edition));
        entries.push((
            finding.name,
            finding.verdict,
            note,
            beside.view(after, edition.words(), picture),
        ));
    }
    let album = svg::album(&kit, &prefix, &shown);
    // If anything ever lies beside the board, its space is reserved from the start.
    let has_any = entries
        .iter()
        .flat_map(|(.., heaps)| heaps)
        .any(|heaps| !heaps.is_empty());
    type Entry = (String, Verdict, Option<Json>, [Vec<Json>; 2]);
    let view = |((shown, svg), (name, verdict, note, heaps)): ((ShownPosition, String), Entry)| {
        json!({
            "anchor": shown.id, "name": name, "verdict": verdict.name(), "svg": addresses.elements(svg), "note": note,
            "beside": has_any.then_some(heaps),
        })
    };
    let views = shown.into_iter().zip(album.pictures).zip(entries).map(view);
    json!({
        "positions": views.collect::<Vec<_>>(),
        "shared": addresses.picture(album.shared),
        "between": addresses.elements(album.between),
    })
}

/// Returns each piece of each side, with the cells on which it may stand.
pub(super) fn both_sides(variant: &Variant) -> Vec<(ShownPiece, CellSet)> {
    let both = |kind| {
        Side::BOTH.map(|side| {
            let cells = variant.stands_on(kind, side);
            let somewhere = cells.iter().next().unwrap_or(Cell::new(0));
            (ShownPiece::of_piece(variant, kind, side, somewhere), cells)
        })
    };
    variant.kind_ids().flat_map(both).collect()
}

/// Returns the index of a piece in the list of [`both_sides`].
fn piece_index(kind: KindId, side: Side) -> usize {
    2 * kind.index() + usize::from(side == Side::Black)
}

fn shown_position(
    edition: &Edition<'_>,
    variant: &Variant,
    id: String,
    title: String,
    state: &State,
    effects: &[Effect],
) -> ShownPosition {
    let piece = |(cell, piece): (Cell, Piece)| Some((piece_index(piece.kind?, piece.side), cell));
    let mut moved: Vec<[Cell; 2]> = effects.iter().filter_map(Effect::ends).collect();
    moved.sort_unstable();
    moved.dedup();
    let pieces = state.position().pieces().filter_map(piece).collect();
    ShownPosition {
        id,
        title,
        description: edition.say(describe(state, variant)),
        pieces,
        moved,
    }
}

/// Describes a position: "White: King f1; Pawn a3 b3. Black: …".
fn describe(state: &State, variant: &Variant) -> SlotValue {
    let mut texts = Vec::new();
    for side in Side::BOTH {
        let of_kind = |kind: KindId| {
            let stands = |piece: Piece| piece == Piece::of(side, kind);
            let cells: Vec<&str> = state
                .position()
                .pieces()
                .filter(|(_, piece)| stands(*piece))
                .map(|(cell, _)| variant.board.name(cell))
                .collect();
            let name = &variant.kind(kind).name;
            (!cells.is_empty()).then(|| format!("{name} {}", cells.join(" ")))
        };
        let pieces: Vec<String> = variant.kind_ids().filter_map(of_kind).collect();
        texts.push(say!(
            labels::SideHasPieces,
            side = side_name(side),
            pieces = pieces.join("; ")
        ));
    }
    Listing::Sentences.of(texts)
}
