//! A piece in brief: its movement in a sentence, where it may stand, how far it reaches.

use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::medium::Addresses;
use super::text::merge;
use super::thumbnail::thumbnail;
use super::words::kind_name;
use padma_book::pages::ids::anchor;
use padma_picture::backend::svg;
use padma_picture::scene;
use padma_rules::model::{CellKind, CellSet, KindId, Side, SidedSet, Variant};
use padma_rules::movement::ClauseKind;
use padma_rules::reach::Rules;
use padma_variant::describe::{self, Statement, Topic};
use padma_variant::places::{places, say_list};
use padma_words::{Language, Listing, Say, SlotValue, say};

/// Returns the view of a piece of the book's variant, by its id; `nth` is the card's place on its
/// page.
pub(crate) fn view(
    edition: &Edition<'_>,
    id: &str,
    nth: usize,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    let rules = edition.rules()?;
    let kind = rules.variant.kind_named(id)?;
    let anchor = anchor("card", &format!("{nth}-{id}"));
    let thumbnail = thumbnail(rules, kind, &anchor, addresses);
    Some(merge(
        piece_view(rules, kind, addresses),
        json!({"thumbnail": thumbnail}),
    ))
}

/// Returns two lists: how a piece captures and its powers, and the other statements of the rules
/// about it.
pub(crate) fn powers_and_others(
    variant: &Variant,
    kind: KindId,
) -> (Vec<Statement>, Vec<Statement>) {
    let is_power =
        |statement: &Statement| matches!(statement.topic, Topic::Captures | Topic::Powers);
    describe::piece(variant, kind)
        .into_iter()
        .partition(is_power)
}

/// Returns the view of a piece: everything that the rules say about it.
pub(crate) fn piece_view(rules: &Rules, kind_id: KindId, addresses: &Addresses<'_>) -> Json {
    let kind = rules.variant.kind(kind_id);
    let (powers, others) = powers_and_others(&rules.variant, kind_id);
    // Adjacent statements on one topic share an entry.
    let topics = others.chunk_by(|one, next| one.topic == next.topic);
    let words = addresses.words;
    let topic = |all: &[Statement]| json!({"topic": words.say(all[0].topic.title()), "text": texts(all, words).join(" ")});
    json!({
        "id": kind.id,
        "variant": rules.variant.id,
        "name": kind.name,
        // The name as it is written within a sentence.
        "called": describe::called(&kind.name),
        "letter": kind.letter,
        "picture": kind.picture.as_ref().map(|picture| addresses.picture(svg::ornament(&scene::portrait(picture)))),
        "inventor": kind.inventor,
        "says": words.say(describe::movement_said(&rules.variant, kind_id)),
        // Whether that tells its moves by those of other pieces.
        "by_others": kind.movement.clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Piece(_))),
        "movement": kind.movement.source_text(),
        "powers": texts(&powers, words),
        "stands_on": words.say(stands_on(&rules.variant, kind_id)),
        "bound": kind.is_bound.then(|| words.say(ground_sentence(&rules.variant, kind_id))),
        "rules": topics.map(topic).collect::<Vec<_>>(),
        "mobility": mobility(rules, kind_id, words),
        // Whether it has further moves before it has moved, which `mobility` leaves out.
        "first": rules.table(kind_id, Side::White).has_first_move(),
    })
}

fn texts(statements: &[Statement], words: &Language) -> Vec<String> {
    let said = statements.iter().map(|statement| &statement.said);
    said.map(|said| words.say(said)).collect()
}

/// Returns everything that the rules say about a piece, in sentences.
pub(crate) fn sentences(variant: &Variant, kind_id: KindId, words: &Language) -> String {
    let kind = variant.kind(kind_id);
    let (powers, others) = powers_and_others(variant, kind_id);
    let movement = words.say(say!(
        labels::PieceGoes,
        piece = describe::called(&kind.name),
        goes = describe::movement_said(variant, kind_id)
    ));
    [vec![movement], texts(&powers, words), texts(&others, words)]
        .concat()
        .join(" ")
}

/// Returns the same for a piece of the book's variant, by its id.
pub(crate) fn sentences_by_id(edition: &Edition<'_>, id: &str) -> Option<String> {
    let variant = &edition.rules()?.variant;
    Some(sentences(variant, variant.kind_named(id)?, edition.words()))
}

/// Describes the cells on which a piece may stand: "all 64 cells", or each kind with its count,
/// "16 triangles and 4 hexagons".
fn stands_on(variant: &Variant, kind: KindId) -> SlotValue {
    let (cells, board) = (grounds_of(variant, kind), &variant.board);
    if cells == SidedSet::same(board.all()) {
        let said = match board.absent().is_empty() {
            true => say!(labels::AllCells, count = board.len()),
            false => say!(labels::EveryCellThere),
        };
        return said.into();
    }
    // Where cells travel, the board has more places than cells, so no single number is right.
    let whole = |kind: CellKind| {
        let all = board.of_kind(kind);
        match (all & *board.absent()).is_empty() {
            true => say!(
                labels::CellsOfKind,
                count = all.len(),
                kind = kind_name(kind)
            ),
            false => say!(labels::EveryOfKind, kind = kind_name(kind)),
        }
    };
    ground_parts(variant, &cells, whole)
}

/// Returns the cells on which a piece of each side may stand.
fn grounds_of(variant: &Variant, kind: KindId) -> SidedSet {
    let [white, black] = Side::BOTH.map(|side| variant.stands_on(kind, side));
    SidedSet { white, black }
}

/// Returns a sentence such as "It stands only on squares and 7 of the 16 triangles (…)."
pub(crate) fn ground_sentence(variant: &Variant, kind: KindId) -> Say {
    say!(labels::Stands, grounds = grounds(variant, kind))
}

/// Describes the cells to which a piece is kept: "only on squares".
pub(crate) fn grounds(variant: &Variant, kind: KindId) -> Say {
    let cells = grounds_of(variant, kind);
    let whole = |kind| say!(labels::WholeKind, kind = kind_name(kind));
    say!(labels::OnlyOn, parts = ground_parts(variant, &cells, whole))
}

/// Describes a set of cells by their kinds. `whole` names a kind that is complete; of an incomplete
/// kind the cells are listed, or those left out if that is shorter. Complete kinds come first,
/// because in "7 of the 19 squares and triangles" the number would seem to belong to both.
fn ground_parts(variant: &Variant, cells: &SidedSet, whole: impl Fn(CellKind) -> Say) -> SlotValue {
    let board = &variant.board;
    let part = |kind: CellKind| {
        let all = board.of_kind(kind);
        let own = Side::BOTH.map(|side| all & *cells.of(side));
        if own == [all; 2] {
            return (false, whole(kind));
        }
        let others = own.map(|own| all - own);
        let length = |sets: &[CellSet; 2]| -> usize {
            let partial = sets.iter().filter(|set| !set.is_empty() && **set != all);
            partial.map(|set| places(board, set).len()).sum()
        };
        let (but, [white, black]) = match length(&others) < length(&own) {
            true => ("rest", others),
            false => ("own", own),
        };
        let of = |side: usize, set: &CellSet| {
            let part = match own[side].len() {
                0 => "none",
                count if count == all.len() => "all",
                _ => but,
            };
            let cells = say_list(board, set, Listing::And);
            say!(labels::PartOfKind, part = SlotValue::Key(part), cells)
        };
        let count = own.map(|own| own.len());
        let some = say!(
            labels::SomeOfKind,
            equal = count[0] == count[1],
            count = count[0],
            all = all.len(),
            kind = kind_name(kind),
            white = of(0, &white),
            black = (white != black).then(|| of(1, &black))
        );
        (true, some)
    };
    let either = cells.white | cells.black;
    let kinds = board.kinds();
    let kinds = kinds.filter(|kind| !(board.of_kind(*kind) & either).is_empty());
    let mut parts: Vec<(bool, Say)> = kinds.map(part).collect();
    parts.sort_by_key(|(is_partial, _)| *is_partial);
    Listing::And.of(parts.into_iter().map(|(_, part)| part))
}

/// Returns the kinds of some cells, each with its cells.
fn kinds<'a>(
    variant: &'a Variant,
    cells: &'a CellSet,
) -> impl Iterator<Item = (CellKind, CellSet)> + 'a {
    let own = move |kind| (kind, variant.board.of_kind(kind) & *cells);
    variant
        .board
        .kinds()
        .map(own)
        .filter(|(_, own)| !own.is_empty())
}

/// Counts the cells that a piece reaches on the empty board, for each kind of cell that it starts
/// from.
fn mobility(rules: &Rules, kind: KindId, words: &Language) -> Vec<Json> {
    let cells = rules.stands_on(kind.into(), Side::White);
    let of_kind = |(on, own): (CellKind, CellSet)| {
        let counts = counts(rules, kind, &own);
        json!({
            "kind": words.say(say!(labels::WholeKind, kind = kind_name(on))),
            "fewest": counts.iter().min(),
            "mean": mean(&counts),
            "most": counts.iter().max(),
        })
    };
    kinds(&rules.variant, &cells).map(of_kind).collect()
}

/// Returns the number of cells that a piece reaches from each cell of a set, on the empty board.
fn counts(rules: &Rules, kind: KindId, cells: &CellSet) -> Vec<usize> {
    let alone = rules.alone(kind, Side::White);
    cells.iter().map(|from| alone.of(from).len()).collect()
}

/// Counts all moves of White's piece of this kind, from all cells, on the empty board as it is at
/// first.
pub(crate) fn count_moves(rules: &Rules, kind: KindId) -> usize {
    counts(rules, kind, &rules.stands_on(kind.into(), Side::White))
        .iter()
        .sum()
}

/// Returns statistics of a piece's reach from all cells on which it may stand, for White on the
/// empty board as it is at first.
pub(crate) fn reach_statistics(rules: &Rules, kind: KindId) -> Json {
    let counts = counts(rules, kind, &rules.stands_on(kind.into(), Side::White));
    let range = rules.range(kind, Side::White).len();
    let present = rules.variant.board.all() - *rules.variant.board.absent();
    let (all, own) = (
        present.len(),
        (present & rules.variant.stands_on(kind, Side::White)).len(),
    );
    json!({
        // The number of cells on which its moves can end.
        "range": range,
        // Whether its range is every cell on which it may stand, but not every cell of the board.
        "all_own": range == own && own < all,
        // The range as a percentage of the cells present at first, rounded half up; 100 only if it
        // is all of them.
        "share": if range < all { ((200 * range + all) / (2 * all)).min(99) } else { 100 },
        "fewest": counts.iter().min().unwrap_or(&0),
        "mean": mean(&counts),
        "most": counts.iter().max().unwrap_or(&0),
        // The number of its moves from all cells together.
        "moves": counts.iter().sum::<usize>(),
    })
}

/// Returns the mean of some counts to one decimal, rounded half up; 0.0 if there are none.
fn mean(counts: &[usize]) -> String {
    let tenths = (20 * counts.iter().sum::<usize>() + counts.len()) / (2 * counts.len().max(1));
    format!("{}.{}", tenths / 10, tenths % 10)
}
