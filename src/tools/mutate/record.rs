//! The tokens of recorded moves: their squares, letters and symbols.
//!
//! If no check notices an altered record, it may simply be another legal game. To decide that, each
//! position and its replies are generated afresh, because the pin search that judged the book may
//! itself be wrong.

use std::ops::Range;

use padma_book::judge::{Book, GameFact, playables};
use padma_book::pages::page::Page;
use padma_book::place::{Playable, place_diagram};
use padma_rules::model::{Board, Cell, KindId, Piece, Style};
use padma_rules::play::notation::{MoveOrigin, MoveParts, MoveTextPlaces, read};
use padma_rules::play::{
    Game, Moves, Ply, PlyVerdict, Replay, Scratch, in_check, legal_moves, make, pseudo_legal_moves,
    record, replay,
};
use padma_text::diag::Diagnostics;
use padma_text::{Sources, Word};
use padma_variant::resolve::Variants;

use super::change::{MutationKind, TextChange};
use super::token::replace_range;

/// Maximum number of moves played for all alterations of one record. Each alteration plays the
/// whole record.
const MAX_REPLAYED_MOVES: usize = 2_000_000;

/// The place of a record on a page.
#[derive(Clone, Copy)]
enum RecordPlace {
    Game(usize),
    /// The moves of a diagram.
    Diagram(usize),
}

impl RecordPlace {
    fn all_of(page: &Page) -> impl Iterator<Item = RecordPlace> + use<> {
        let games = (0..page.games.len()).map(RecordPlace::Game);
        games.chain((0..page.diagrams.len()).map(RecordPlace::Diagram))
    }

    /// Returns the block that contains the record, as a `Given`.
    fn given(self, page: &Page) -> GameFact {
        let (sort, id) = match self {
            RecordPlace::Game(at) => ("record", &page.games[at].id),
            RecordPlace::Diagram(at) => ("diagram", &page.diagrams[at].id),
        };
        GameFact {
            kind: sort,
            name: id.text.clone(),
            span: id.span,
        }
    }
}

/// Returns all alterations of all records; for a long record only some, spread evenly.
pub(crate) fn changes(book: &Book, variants: &Variants, sources: &Sources) -> Vec<TextChange> {
    let playables = playables(variants);
    let mut all = Vec::new();
    for (index, page) in book.pages.iter().enumerate() {
        for place in RecordPlace::all_of(page) {
            let Some((game, replay)) = replay_record(book, index, page, place, &playables) else {
                continue;
            };
            let mut own = Vec::new();
            for ply in &replay.plies {
                let Word { text, span } = &ply.written.word;
                // A move that is spelled differently in the file cannot be replaced.
                if sources.slice(*span) == text {
                    let altered = alterations(game, ply).into_iter();
                    own.extend(altered.map(|(range, new)| {
                        let change = TextChange::of_page(
                            MutationKind::Move,
                            *span,
                            replace_range(text, range, &new),
                        );
                        let given = place.given(page);
                        TextChange { given, ..change }
                    }));
                }
            }
            let step = step(own.len(), replay.plies.len());
            all.extend(own.into_iter().step_by(step));
        }
    }
    all
}

/// Returns `n` if every `n`th alteration of a record is tried.
fn step(alterations: usize, plies: usize) -> usize {
    alterations
        .saturating_mul(plies)
        .div_ceil(MAX_REPLAYED_MOVES)
        .max(1)
}

/// Replays a record of a page.
fn replay_record<'p, 'r>(
    book: &Book,
    index: usize,
    page: &Page,
    place: RecordPlace,
    playables: &'p [Playable<'r>],
) -> Option<(&'p Game<'r>, Replay)> {
    // Errors of a record were reported when the book was judged.
    let mut diagnostics = Diagnostics::default();
    let (game, start, text) = match place {
        RecordPlace::Game(at) => {
            let played = &book.games.played[book.game_of[index][at]?];
            let game = playables[played.variant].game();
            (game, played.replay.start.clone(), &page.games[at].record)
        }
        RecordPlace::Diagram(at) => {
            let variant = book.placed[book.figure_of[index][at]?].variant;
            let (playable, moves) = (&playables[variant], page.diagrams[at].play.moves.as_ref()?);
            let mut decl = page.diagrams[at].clone();
            decl.play.moves = None;
            let (placed, _) =
                place_diagram(&decl, variant, playable, &book.games, &mut diagnostics);
            (playable.game(), placed.state(playable.game()), moves)
        }
    };
    let record = record(text, &mut diagnostics);
    Some((game, replay(game, start, &record)))
}

/// Whether an altered page records another game in the block of the change, and all moves of that
/// game are legal.
pub(crate) fn is_another_game(
    book: &Book,
    index: usize,
    altered: &Page,
    change: &TextChange,
    playables: &[Playable<'_>],
) -> bool {
    let page = &book.pages[index];
    let place = RecordPlace::all_of(page).find(|place| place.given(page) == change.given);
    let replay = |page| replay_record(book, index, page, place?, playables);
    let (Some((game, own)), Some((_, other))) = (replay(page), replay(altered)) else {
        return false;
    };
    let mut pairs = own.plies.iter().zip(&other.plies);
    let is_same =
        own.plies.len() == other.plies.len() && pairs.all(|(a, b)| has_same_effects(a, b));
    !is_same && is_plainly_legal(game, &other)
}

/// Whether every move of a replay is legal, leaves its own king out of check, and lets no reply
/// capture that king. Check is tested in the position after the move, and captures by generating
/// the replies; neither relies on the pins before the move.
fn is_plainly_legal(game: &Game<'_>, replay: &Replay) -> bool {
    let (mut state, mut scratch) = (replay.start.clone(), Scratch::default());
    let (mut moves, mut replies) = (Moves::default(), Moves::default());
    let is_royal = |piece: Piece| {
        piece
            .kind
            .is_some_and(|kind| game.variant().kind(kind).royal)
    };
    replay.plies.iter().all(|ply| {
        let PlyVerdict::Played { effects, .. } = &ply.verdict else {
            return false;
        };
        legal_moves(game, &mut state, &mut scratch, &mut moves);
        let Some(found) = moves.iter().find(|found| moves.effects(found) == effects) else {
            return false;
        };
        make(game, &mut state, &mut scratch, &moves, found);
        if in_check(game, &state, &mut scratch, ply.side) {
            return false;
        }
        pseudo_legal_moves(game, &mut state, &mut scratch, &mut replies);
        !replies
            .iter()
            .any(|reply| replies.captures(reply).any(|(piece, _)| is_royal(piece)))
    })
}

fn has_same_effects(one: &Ply, other: &Ply) -> bool {
    match (&one.verdict, &other.verdict) {
        (PlyVerdict::Played { effects: one, .. }, PlyVerdict::Played { effects: other, .. }) => {
            one == other
        }
        _ => false,
    }
}

/// Returns the replacements for parts of a move.
fn alterations(game: &Game<'_>, ply: &Ply) -> Vec<(Range<usize>, String)> {
    let text = ply.written.word.text.as_str();
    let Ok(parsed) = read(game, ply.side, text) else {
        return Vec::new();
    };
    let (board, places) = (&game.variant().board, &parsed.at);
    let mut all = Vec::new();
    let mut add = |range: &Range<usize>, new: Vec<String>| {
        let other = new.into_iter().filter(|new| *new != text[range.clone()]);
        all.extend(other.map(|new| (range.clone(), new)));
    };
    match &parsed.what {
        MoveParts::Castling(_) => {
            let castling_text = 0..places.threatens.start;
            add(
                &castling_text,
                game.castling_names(ply.side).map(str::to_string).collect(),
            );
        }
        // The whole text is one symbol, which is compared with all legal moves.
        MoveParts::Others(_) | MoveParts::Null => {}
        MoveParts::Drop { kind, to, .. } => {
            add(&places.to, adjacent_cells(*to, board));
            add(&places.letter, other_letters(game, Some(*kind)));
        }
        MoveParts::Move {
            letter, source, to, ..
        } => {
            add(&places.from, adjacent_origins(source, board));
            add(&places.to, adjacent_cells(*to, board));
            if game.variant().notation.style != Style::Coordinates {
                add(&places.letter, other_letters(game, *letter));
                add(&places.sign, move_symbols(game, places));
            }
        }
    }
    if game.variant().notation.style != Style::Coordinates {
        add(&places.threatens, threat_symbols(game));
    }
    all
}

/// Returns the names of the cells that touch a cell.
fn adjacent_cells(cell: Cell, board: &Board) -> Vec<String> {
    board
        .contacts(cell)
        .iter()
        .map(|(cell, _)| board.name(*cell).to_string())
        .collect()
}

/// Returns the origin of a move, as written, shifted by one cell, file or rank.
fn adjacent_origins(source: &MoveOrigin, board: &Board) -> Vec<String> {
    match source {
        MoveOrigin::Anywhere => Vec::new(),
        MoveOrigin::Cell(cell) => adjacent_cells(*cell, board),
        MoveOrigin::File(file) => {
            let files = board.files();
            let beside = |(at, other): (usize, &String)| {
                let near = |by: usize| files.get(by) == Some(file);
                (near(at + 1) || at > 0 && near(at - 1)).then(|| other.clone())
            };
            files.iter().enumerate().filter_map(beside).collect()
        }
        MoveOrigin::Rank(rank) => {
            let number: Option<u32> = rank.parse().ok();
            let near = number
                .map(|n| [n.checked_sub(1), n.checked_add(1)])
                .into_iter()
                .flatten()
                .flatten();
            near.map(|n| n.to_string()).collect()
        }
    }
}

/// Returns the letters of all other pieces, and the empty text. For the piece that is written
/// without a letter, its letter means the same as none.
fn other_letters(game: &Game<'_>, written: Option<KindId>) -> Vec<String> {
    let variant = game.variant();
    let lettered = |kind: &KindId| variant.notation.plain != Some(*kind);
    let written = written.filter(lettered);
    let all = variant
        .kind_ids()
        .filter(lettered)
        .map(Some)
        .chain([None])
        .filter(|kind| *kind != written);
    all.map(|kind| kind.map_or(String::new(), |kind| variant.kind(kind).letter.clone()))
        .collect()
}

/// Returns the symbols of a quiet move and of a capture, if the move has room for one.
fn move_symbols(game: &Game<'_>, places: &MoveTextPlaces) -> Vec<String> {
    let notation = &game.variant().notation;
    // A move that is written as a target cell alone has no room for a symbol.
    let fits =
        notation.style == Style::Long || !places.letter.is_empty() || !places.from.is_empty();
    if fits {
        vec![notation.quiet.clone(), notation.capture.clone()]
    } else {
        Vec::new()
    }
}

/// Returns no symbol, and the symbols of check and mate.
fn threat_symbols(game: &Game<'_>) -> Vec<String> {
    let notation = &game.variant().notation;
    [String::new(), notation.check.clone()]
        .into_iter()
        .chain(notation.mate.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use padma_rules::play::State;
    use padma_text::{Excerpt, Sources};
    use padma_variant::Variant;

    const CHESS: &str = padma_variant::BUILT_IN[0].1;

    #[test]
    fn long_records_are_sampled() {
        for (plies, expected) in [(50, 1), (400, 1), (1_000, 5), (20_000, 2_000)] {
            // Ten alterations for each move.
            assert_eq!(step(10 * plies, plies), expected, "{plies} plies");
        }
    }

    /// Moves that only one rule forbids: without that rule they would be a legal game.
    #[test]
    fn every_rule_can_make_a_game_illegal() {
        let rule = |keys: &str| format!("{CHESS}\n[[rule]]\n{keys}\n");
        let forbidden = CHESS.replace("outcome = \"draw\"\ntimes = 5", "outcome = \"forbidden\"");
        let cases = [
            (
                rule("kind = \"facing\"\npiece = \"king\""),
                "1. e4 e5 2. f4 exf4 3. e5 d6 4. exd6",
            ),
            (rule("kind = \"no-check\""), "1. e4 f6 2. Qh5+"),
            (forbidden, "1. Nf3 Nf6 2. Ng1 Ng8"),
        ];
        let load = |toml: &str| Variant::load(toml).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        for (toml, moves) in cases {
            let (plain, ruled) = (load(CHESS), load(&toml));
            let mut sources = Sources::default();
            let id = sources.add("record", moves);
            let record = record(
                &Excerpt::verbatim(moves, sources.whole(id)),
                &mut Diagnostics::default(),
            );
            let (plain, ruled) = (Game::new(plain.rules()), Game::new(ruled.rules()));
            let played = replay(&plain, State::setup(&plain).unwrap(), &record);
            assert!(
                is_plainly_legal(&plain, &played),
                "{moves}: {:?}",
                played.plies.last()
            );
            assert!(!is_plainly_legal(&ruled, &played), "{moves}");
        }
    }
}
