//! Castling: several pieces of a side that move at once.

use crate::form::{Key, Takes, key};
use crate::rule::{Resolver, RuleKind, reading};
use crate::subject::{RulesPart, Statement, Subject, Topic};
use crate::words::{called, one_of, statement};
use padma_rules::model::{
    Castling, KindId, Mover, Piece, Rule, Side, Sided, Variant, sorted_kinds,
};
use padma_rules::movement;
use padma_rules::names::words;
use padma_text::Excerpt;
use padma_words::{Listing, Say, SlotValue, say};

/// The name of a castling.
pub const NAME: Key<Excerpt> = key(
    "name",
    Takes::Text,
    ", as it is written in moves: one word that cannot be read as another move, a symbol, a result or the name of another \
     castling (`0-0` and `O-O` are the same)",
)
.must("a string");
/// White's pieces in a castling, each with the cells it goes from and to.
pub const WHITE: Key<Vec<Excerpt>> = movers_key("white");
/// Black's pieces in a castling.
pub const BLACK: Key<Vec<Excerpt>> = movers_key("black");

const fn movers_key(side: &'static str) -> Key<Vec<Excerpt>> {
    key(side, Takes::Texts, "").must("a list of pieces, as in `[\"king e1 g1\", \"rook h1 f1\"]`,")
}

/// Castling: several pieces in one move.
pub static CASTLING: RuleKind = RuleKind::new(
    "castling",
    "several pieces of a side move at once: for `white` and for `black` a list, each a piece and two cells. None of them may \
     have moved; every cell they pass or come to must be empty, except their own; a royal one must not be attacked where it \
     stands, nor on any cell it passes or comes to",
    reading!([name = NAME, white = WHITE, black = BLACK], |resolver| {
        let (white, black) = (movers(resolver, &white?), movers(resolver, &black?));
        let stays = |movers: &Option<Vec<Mover>>| {
            movers.as_ref().is_some_and(|movers| movers.iter().all(|mover| mover.from == mover.to))
        };
        if stays(&white) && stays(&black) {
            let expected = "expected pieces such as `king e1 g1` for at least one side";
            resolver.wrong(resolver.fields.span, "this castling moves no piece", expected);
        }
        Some(Rule::Castling(Castling { name: name?.placed_text().value, movers: Sided { white: white?, black: black? } }))
    }),
    describe,
)
.of_game(RulesPart::Castling, castlings);

/// Reads the pieces of a castling, in an order in which each goes to a free cell.
fn movers(resolver: &mut Resolver<'_>, texts: &[Excerpt]) -> Option<Vec<Mover>> {
    let parsed: Vec<Option<Mover>> = texts.iter().map(|text| mover(resolver, text)).collect();
    let mut waiting = parsed.into_iter().collect::<Option<Vec<Mover>>>()?;
    // Two pieces may change places.
    if let [one, other] = waiting[..]
        && (one.from, one.to) == (other.to, other.from)
    {
        return Some(waiting);
    }
    let mut placed: Vec<Mover> = Vec::new();
    while !waiting.is_empty() {
        let free = |mover: &Mover| {
            let stands_there = |other: &Mover| other.from == mover.to && other != mover;
            !waiting.iter().any(stands_there) && !placed.iter().any(|other| other.to == mover.to)
        };
        let Some(next) = waiting.iter().position(free) else {
            let message = "the pieces of this castling block each other";
            let expected =
                "expected pieces that can move one after another, each to a cell of its own";
            resolver.wrong(resolver.fields.span, message, expected);
            return None;
        };
        placed.push(waiting.remove(next));
    }
    Some(placed)
}

fn mover(resolver: &mut Resolver<'_>, text: &Excerpt) -> Option<Mover> {
    let [piece, from, to] = &words(text)[..] else {
        let expected = "expected a piece and two cells, as in `king e1 g1`";
        resolver.wrong(text.whole(), "this is not a piece of a castling", expected);
        return None;
    };
    let kind = resolver.names.kind(piece, resolver.diagnostics);
    let [from, to] = [from, to].map(|cell| resolver.names.cell(cell, resolver.diagnostics));
    Some(Mover {
        kind: kind?,
        from: from?,
        to: to?,
    })
}

/// Describes a castling in which the piece takes part. Adds the conditions to the last one.
fn describe(subject: Subject<'_>, place: usize, rule: &Rule) -> Vec<Statement> {
    let takes_part = |rule: &Rule| match rule {
        Rule::Castling(rule) => all_movers(rule).any(|mover| mover.kind == subject.id),
        _ => false,
    };
    let Rule::Castling(castling) = rule else {
        return Vec::new();
    };
    if subject.is_grouped || !takes_part(rule) {
        return Vec::new();
    }
    let mut all = vec![say_castling(subject.variant, castling)];
    if subject.is_last(place, takes_part) {
        all.push(conditions(
            subject.variant,
            all_movers(castling).map(|mover| mover.kind),
        ));
    }
    statement(Topic::Castling, Some(Listing::Sentences.of(all)))
}

/// Iterates over the pieces of both sides.
fn all_movers(rule: &Castling) -> impl Iterator<Item = &Mover> {
    Side::BOTH.into_iter().flat_map(|side| rule.movers.of(side))
}

/// Says all castlings, including those of Betza strings, and their conditions.
fn castlings(variant: &Variant) -> Vec<SlotValue> {
    let rules = || {
        variant.rules.iter().filter_map(|rule| match rule {
            Rule::Castling(rule) => Some(rule),
            _ => None,
        })
    };
    let mut all: Vec<Say> = rules().map(|rule| say_castling(variant, rule)).collect();
    let mut participants: Vec<KindId> = rules()
        .flat_map(all_movers)
        .map(|mover| mover.kind)
        .collect();
    for id in variant.kind_ids() {
        let kind = variant.kind(id);
        all.extend(movement::castling(&kind.movement).map(|motion| {
            participants.push(id);
            participants.extend(variant.castling_partners(id));
            let castles = padma_expr::movement::castling(&motion, &partners(variant, id));
            say!(rules::PieceCastles, piece = &kind.name, castles)
        }));
    }
    if !all.is_empty() {
        all.push(conditions(variant, participants.into_iter()));
    }
    all.into_iter().map(SlotValue::from).collect()
}

/// Says a castling: its moves for each side, and the sides that can never make them.
fn say_castling(variant: &Variant, rule: &Castling) -> Say {
    let [white, black] = Side::BOTH.map(|side| moves(variant, rule.movers.of(side)));
    let [has_white, has_black] = Side::BOTH.map(|side| !rule.movers.of(side).is_empty());
    let (alone, moves, black) = match (has_white, has_black) {
        (true, true) => ("neither", white, black),
        (true, false) => ("white", white, SlotValue::None),
        (false, _) => ("black", black, SlotValue::None),
    };
    let can = Side::BOTH.map(|side| can_happen(variant, rule.movers.of(side), side));
    let never = match can {
        [true, true] => "neither",
        [false, true] => "white",
        [true, false] => "black",
        [false, false] => "both",
    };
    say!(
        rules::Castling,
        name = &rule.name,
        alone = SlotValue::Key(alone),
        moves,
        black,
        never = SlotValue::Key(never)
    )
}

/// Whether the pieces of a castling start on its cells, since they must not have moved.
fn can_happen(variant: &Variant, movers: &[Mover], side: Side) -> bool {
    variant.setup.as_ref().is_none_or(|setup| {
        movers.iter().all(|mover| {
            setup.position.piece(mover.from)
                == Some(Piece {
                    side,
                    kind: Some(mover.kind),
                })
        })
    })
}

/// Says the conditions of castling for these pieces.
fn conditions(variant: &Variant, kinds: impl Iterator<Item = KindId>) -> Say {
    let mut kinds = sorted_kinds(kinds);
    kinds.sort_by_key(|id| !variant.kind(*id).royal);
    let names: Vec<&String> = kinds.iter().map(|id| &variant.kind(*id).name).collect();
    let unmoved = match names[..] {
        [one, other] => say!(rules::NeitherMoved, one, other),
        _ => say!(rules::NoneMoved, pieces = Listing::And.of(names)),
    };
    let royal = kinds.iter().find(|id| variant.kind(**id).royal);
    let mut rules = variant.rules.iter();
    say!(
        rules::CastlingConditions,
        unmoved,
        royal = royal.map(|id| &variant.kind(*id).name),
        not_check = rules.any(|rule| matches!(rule, Rule::NotCheck(_)))
    )
}

/// Says the pieces whose Betza strings let them castle with this one: "A King of its side may
/// castle with it."
pub fn partner_of(subject: Subject<'_>) -> Option<Say> {
    let Subject { variant, id, .. } = subject;
    let castles = |other: &KindId| variant.castling_partners(*other).contains(&id);
    let kings: Vec<KindId> = variant.kind_ids().filter(castles).collect();
    let pieces = one_of(variant, &kings);
    (!kings.is_empty()).then(|| say!(rules::CastlingPartner, pieces))
}

/// Returns the names of the pieces that this one castles with by its Betza string: "Rook", if
/// Rooks are at the ends of its rank at the start.
pub fn partners(variant: &Variant, id: KindId) -> Vec<String> {
    let kinds = variant.castling_partners(id);
    let names = kinds.iter().map(|id| called(&variant.kind(*id).name));
    names.collect()
}

/// Says one side's moves in a castling, royal pieces first: "The King goes from e1 to g1 and the
/// Rook from h1 to f1".
fn moves(variant: &Variant, all: &[Mover]) -> SlotValue {
    let (royal, others): (Vec<&Mover>, Vec<&Mover>) =
        all.iter().partition(|mover| variant.kind(mover.kind).royal);
    let one = |(place, mover): (usize, &Mover)| {
        let [from, to] = [mover.from, mover.to].map(|cell| variant.board.name(cell));
        say!(
            rules::CastlingMove,
            piece = &variant.kind(mover.kind).name,
            first = place == 0,
            from,
            to
        )
    };
    Listing::And.of(royal.into_iter().chain(others).enumerate().map(one))
}
