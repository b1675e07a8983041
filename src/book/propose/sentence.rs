//! The sentences of a book in order, each read in the light of those before it. Knows no values.

use super::frame::{FrameReader, SentenceTopic};
use super::movement;
use super::pattern::{PatternMatch, SlotContent, patterns};
use super::queries::{PiecePlace, Queries, zone};
use super::role::Role;
use super::table::TableHead;
use super::token::{ProseToken, ProseTokenKind, tokens};
use super::{BoundBy, FactReading, Offer, ProposalKind};
use crate::claim::are_apart;
use crate::judge::{Checked, SentenceState, book_sentences};
use crate::pages::sentence::{PassageForm, PlacedSentence, placed_sentences};
use padma_rules::model::{Cell, KindId, Side, Variant};
use padma_variant::resolve::Variants;
use padma_words::read_as;

/// A sentence with what is read of it.
pub(super) struct SentenceReading {
    pub page: usize,
    pub sentence: PlacedSentence,
    pub variant: usize,
    /// The diagram above it, among the placed ones.
    pub figure: Option<usize>,
    pub tokens: Vec<ProseToken>,
    pub readings: Vec<FactReading>,
}

/// Reads the sentences of all pages; none if the book is in a language that is not read.
pub(super) fn read_pages(checked: &Checked, variants: &Variants) -> Vec<SentenceReading> {
    let book = &checked.book;
    let Some(language) = read_as(&book.decl.language) else {
        return Vec::new();
    };
    let settled: Vec<_> = book_sentences(checked)
        .iter()
        .filter(|known| matches!(known.state, SentenceState::Prose | SentenceState::Rests))
        .map(|known| known.prose.span)
        .collect();
    let mut all = Vec::new();
    for (index, page) in book.pages.iter().enumerate() {
        let mut reader = PlainPage::default();
        for sentence in placed_sentences(page) {
            let figure = sentence
                .diagram
                .and_then(|diagram| book.figure_of[index][diagram]);
            let variant = figure
                .map(|figure| book.placed[figure].variant)
                .or(book.variant);
            let Some(variant) = variant else {
                continue;
            };
            let rules = &variants.rules(variant).variant;
            let read = tokens(sentence.words.text(), language, rules);
            let queries = Queries {
                variant: rules,
                figure: figure.map(|figure| &book.placed[figure]),
                is_empty: false,
                is_first: false,
                takes_too: false,
            };
            let mut readings = reader.read(&sentence, &read, queries);
            if settled.contains(&sentence.span) {
                readings.clear();
            }
            readings.retain(|reading| {
                sentence
                    .claims
                    .iter()
                    .all(|claim| are_apart(claim, &reading.range))
            });
            all.push(SentenceReading {
                page: index,
                sentence,
                variant,
                figure,
                tokens: read,
                readings,
            });
        }
    }
    all
}

/// Reads the sentences of a page.
#[derive(Default)]
struct PlainPage {
    topic: SentenceTopic,
    head: Option<TableHead>,
}

impl PlainPage {
    fn read(
        &mut self,
        sentence: &PlacedSentence,
        tokens: &[ProseToken],
        queries: Queries<'_>,
    ) -> Vec<FactReading> {
        match sentence.form {
            PassageForm::InBlock => return Vec::new(),
            PassageForm::Heading => {
                let kinds: Vec<_> = tokens.iter().filter_map(ProseToken::piece).collect();
                self.topic = SentenceTopic {
                    known: if kinds.is_empty() {
                        BoundBy::Sentence
                    } else {
                        BoundBy::Page
                    },
                    pieces: kinds,
                    castling: tokens.iter().any(|token| token.has(Role::Castle)),
                    ..SentenceTopic::default()
                };
                return Vec::new();
            }
            PassageForm::TableHead => {
                self.head = Some(TableHead::read(tokens));
                return Vec::new();
            }
            PassageForm::TableRow => {
                return match &self.head {
                    Some(head) => head.read_row(tokens, queries, self.topic.side),
                    None => Vec::new(),
                };
            }
            PassageForm::Text => {}
        }
        let earlier = SentenceTopic {
            known: match self.topic.known {
                BoundBy::Page => BoundBy::Page,
                _ => BoundBy::Earlier,
            },
            ..self.topic.clone()
        };
        let statements = statements(tokens, queries, &earlier);
        let movements = movement::statements(tokens, queries.variant, &earlier);
        let (facts, arguments, topic) = FrameReader::new(queries, tokens, earlier).read();
        self.topic = topic;
        // A question states nothing.
        if tokens.last().is_some_and(|last| last.is_mark("?")) {
            return Vec::new();
        }
        let mut readings: Vec<FactReading> = Vec::new();
        for reading in statements.into_iter().chain(movements).chain(facts) {
            // A part of a statement is not a fact of its own, and the same fact is read once.
            match readings
                .iter_mut()
                .find(|known| !are_apart(&known.range, &reading.range))
            {
                Some(known) if known.range == reading.range && known.kind == reading.kind => {
                    known.offers.extend(reading.offers)
                }
                Some(_) => {}
                None => readings.push(reading),
            }
        }
        readings.extend(unbound(tokens, &readings, &arguments));
        readings.sort_by_key(|reading| reading.range.start);
        readings
    }
}

/// Returns the numbers and cells of a sentence that no expression is offered for.
fn unbound(
    tokens: &[ProseToken],
    readings: &[FactReading],
    arguments: &[usize],
) -> Vec<FactReading> {
    let is_free = |(at, token): &(usize, &ProseToken)| {
        let is_pronoun = token.word == "one";
        let is_paragraph = *at == 0 && token.word.starts_with(|c: char| c.is_ascii_digit());
        let is_said = readings.iter().any(|reading| {
            !are_apart(&reading.range, &token.range)
                || reading
                    .offers
                    .iter()
                    .any(|offer| offer.bound_by.contains(at))
        });
        !(is_pronoun || is_paragraph || is_said || arguments.contains(at))
    };
    let fact = |(_, token): (usize, &ProseToken)| {
        let (kind, reason) = match token.what {
            ProseTokenKind::Number { value, .. } if is_year(value) => {
                (ProposalKind::Number, IS_YEAR)
            }
            ProseTokenKind::Number { .. } => (ProposalKind::Number, NOT_BOUND),
            ProseTokenKind::Cell(_) => (ProposalKind::Cells, NOT_BOUND),
            _ => return None,
        };
        Some(FactReading {
            range: token.range.clone(),
            kind,
            rank: None,
            offers: Vec::new(),
            none: Some(reason.to_string()),
        })
    };
    tokens
        .iter()
        .enumerate()
        .filter(is_free)
        .filter_map(fact)
        .collect()
}

/// Why nothing is offered for a year.
const IS_YEAR: &str = "a year, which no expression computes: a claim of it is `unchecked`";
/// Why nothing is offered for other facts.
const NOT_BOUND: &str = "the words of the sentence bind no expression";

/// Whether a number is that of a year.
fn is_year(number: u64) -> bool {
    (1000..2100).contains(&number)
}

/// Returns the facts that rows of statements find in a sentence, those that ask for most first.
fn statements(
    tokens: &[ProseToken],
    queries: Queries<'_>,
    topic: &SentenceTopic,
) -> Vec<FactReading> {
    let patterns = patterns().iter();
    let mut found: Vec<(usize, FactReading)> = Vec::new();
    for pattern in patterns {
        let speaks_of =
            |role: Role| topic.verb == Some(role) || tokens.iter().any(|token| token.has(role));
        let Some(read) = pattern
            .find(tokens)
            .filter(|_| pattern.needed.is_none_or(speaks_of))
        else {
            continue;
        };
        let Some((expression, place)) = fill(pattern.expression, &read, tokens, queries, topic)
        else {
            continue;
        };
        let range = tokens[read.fact.start].range.start..tokens[read.fact.end - 1].range.end;
        found.push((
            pattern.weight,
            FactReading {
                range,
                kind: pattern.kind,
                rank: None,
                none: None,
                offers: vec![Offer {
                    expression,
                    bound_by: read.tokens.clone(),
                    place,
                }],
            },
        ));
    }
    found.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    found.into_iter().map(|(_, reading)| reading).collect()
}

/// Fills the slots of an expression; `None` if the sentence does not say what fills one.
fn fill(
    expression: &str,
    read: &PatternMatch,
    tokens: &[ProseToken],
    queries: Queries<'_>,
    topic: &SentenceTopic,
) -> Option<(String, BoundBy)> {
    let variant = queries.variant;
    let mut place = BoundBy::Sentence;
    let mut filled = String::new();
    let mut rest = expression;
    // Braces of sets have no slot in them.
    while let Some((before, slot, after)) = next_slot(rest) {
        filled += before;
        filled += &match read.slots.get(slot.trim_end_matches('?')) {
            Some(SlotContent::Pieces(kinds)) if slot == "row" => {
                row_of_setup(kinds, tokens, variant)?
            }
            Some(SlotContent::Text(name)) if slot == "set" && variant.sets.get(name).is_none() => {
                return None;
            }
            Some(content) => show(content, variant),
            None if slot == "place" => place_of(
                tokens,
                read.tokens.first().copied().unwrap_or(0),
                variant,
                topic,
            )?,
            None => match slot {
                "P?" | "R" => {
                    let is_meant =
                        |kind: &KindId| slot == "P?" || variant.promotions(*kind).next().is_some();
                    let first = read.tokens.first().copied().unwrap_or(0);
                    let mut named = tokens[..first].iter().filter_map(ProseToken::piece);
                    let named = named.find(is_meant);
                    let is_it = tokens[..=first.min(tokens.len() - 1)]
                        .iter()
                        .any(|token| token.has(Role::It));
                    let later = tokens
                        .iter()
                        .find_map(ProseToken::piece)
                        .filter(|_| !is_it && slot == "P?");
                    let spoken_of = topic.pieces.last().filter(|kind| is_meant(kind));
                    let kind = match (named.or(later), spoken_of) {
                        (Some(kind), _) => kind,
                        (None, Some(kind)) => {
                            place = topic.known;
                            *kind
                        }
                        (None, None) => return None,
                    };
                    variant.kind(kind).id.clone()
                }
                // What is compared is compared on each cell of a part of the board.
                "all" => match here(tokens, topic) {
                    Some(PiecePlace::Zone(zone)) => format!("all c in {zone}: "),
                    Some(PiecePlace::Cells(cells)) => {
                        format!("all c in {}: ", queries.set_of(&cells))
                    }
                    _ => String::new(),
                },
                "F" => queries.figure?.id.clone(),
                "#P" | "#Q" => {
                    let kind = match (slot, read.slots.get("Q")) {
                        ("#Q", Some(SlotContent::Piece(kind))) => *kind,
                        _ => {
                            let first = read.tokens.first().copied().unwrap_or(0);
                            let named = tokens[..first].iter().find_map(ProseToken::piece);
                            named.or(topic.pieces.last().copied())?
                        }
                    };
                    // "more than the General on d1": its own place comes after it.
                    let (own, others) = tokens.split_at(read.tokens.first().copied().unwrap_or(0));
                    let own = here(own, topic);
                    let place = match slot {
                        "#Q" => here(others, topic).or(own),
                        _ => own,
                    };
                    queries.count_here(kind, place.as_ref())?
                }
                "T" => variant.kind(*topic.pieces.last()?).id.clone(),
                "@Q" => match read.slots.get("Q") {
                    Some(SlotContent::Piece(kind)) => queries.stands(*kind)?.0.to_string(),
                    _ => return None,
                },
                "S?" => topic.side.unwrap_or(Side::White).name().to_string(),
                "L" => {
                    let named = tokens.iter().find_map(ProseToken::piece);
                    let kind = named.or(topic.pieces.last().copied())?;
                    place = BoundBy::Figure;
                    queries.label(kind, topic.side, None)?.to_string()
                }
                "at" | "them" => {
                    let named = tokens.iter().find_map(ProseToken::piece);
                    let kind = named.or(topic.pieces.last().copied())?;
                    let (cell, side) = queries.stands(kind)?;
                    place = BoundBy::Figure;
                    match slot {
                        "at" => cell.to_string(),
                        _ => side.other().name().to_string(),
                    }
                }
                "c" => {
                    let first = read.tokens.first().copied().unwrap_or(0);
                    let named = tokens[..first].iter().rev().find_map(ProseToken::cell);
                    variant.board.name(named?).to_string()
                }
                _ => return None,
            },
        };
        rest = after;
    }
    Some((filled + rest, place))
}

/// Returns the place that a sentence names, or that was spoken of before.
fn here(tokens: &[ProseToken], topic: &SentenceTopic) -> Option<PiecePlace> {
    let mut named = tokens
        .iter()
        .filter_map(|token| token.cell().map(PiecePlace::Cell).or_else(|| zone(token)));
    named.next().or_else(|| topic.place.clone())
}

/// Returns the cells on which a piece stands: those named before a token, or spoken of before.
fn place_of(
    tokens: &[ProseToken],
    first: usize,
    variant: &Variant,
    topic: &SentenceTopic,
) -> Option<String> {
    let named = tokens[..first]
        .iter()
        .rev()
        .find_map(|token| token.cell().map(PiecePlace::Cell).or_else(|| zone(token)));
    let name = |cell: Cell| variant.board.name(cell).to_string();
    Some(match named.or_else(|| topic.place.clone())? {
        PiecePlace::Cell(cell) => format!("{{{}}}", name(cell)),
        PiecePlace::Cells(cells) => format!(
            "{{{}}}",
            cells.into_iter().map(name).collect::<Vec<_>>().join(" ")
        ),
        PiecePlace::Zone(zone) => zone.to_string(),
    })
}

/// States that pieces stand on the first rank of a side in an order; `None` unless they fill it.
fn row_of_setup(kinds: &[KindId], tokens: &[ProseToken], variant: &Variant) -> Option<String> {
    let board = &variant.board;
    let is_black = tokens.iter().find_map(ProseToken::side) == Some(Side::Black);
    let ranks = board.ranks();
    let rank = if is_black {
        ranks.last()?
    } else {
        ranks.first()?
    };
    let cells: Vec<Cell> = board
        .cells()
        .filter(|cell| board.info(*cell).rank == Some(*rank))
        .collect();
    if cells.len() != kinds.len() {
        return None;
    }
    let mut said: Vec<KindId> = kinds.to_vec();
    said.sort_unstable();
    said.dedup();
    let stands = said.iter().map(|kind| {
        let on = cells.iter().zip(kinds).filter(|(_, other)| *other == kind);
        let names: Vec<&str> = on.map(|(cell, _)| board.name(*cell)).collect();
        let side = if is_black { ", black" } else { "" };
        format!(
            "setup({}{side}) = {{{}}}",
            variant.kind(*kind).id,
            names.join(" ")
        )
    });
    Some(stands.collect::<Vec<_>>().join(" and "))
}

/// Splits a text at the next slot.
fn next_slot(text: &str) -> Option<(&str, &str, &str)> {
    const SLOTS: [&str; 26] = [
        "set", "L", "S?", "F", "T", "all", "#P", "#Q", "@Q", "place", "z", "row", "P", "P?", "Q",
        "R", "at", "them", "c", "d", "f", "n", "nth", "S", "list", "more",
    ];
    let mut from = 0;
    while let Some(start) = text[from..].find('{').map(|at| from + at) {
        let end = start + text[start..].find('}')?;
        let slot = &text[start + 1..end];
        if SLOTS.contains(&slot) {
            return Some((&text[..start], slot, &text[end + 1..]));
        }
        from = start + 1;
    }
    None
}

fn show(content: &SlotContent, variant: &Variant) -> String {
    let id = |kind| variant.kind(kind).id.clone();
    match content {
        SlotContent::Text(text) => text.clone(),
        SlotContent::Piece(kind) => id(*kind),
        SlotContent::Pieces(kinds) => kinds
            .iter()
            .map(|kind| id(*kind))
            .collect::<Vec<_>>()
            .join(" "),
        SlotContent::Side(Side::White) => "white".to_string(),
        SlotContent::Side(Side::Black) => "black".to_string(),
    }
}
