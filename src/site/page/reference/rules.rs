//! The rules of play: everything that defines a game, in the order in which a player reads it.

use serde_json::{Value as Json, json};

use super::super::board::{DrawnBoard, NARROW};
use super::super::card::{ground_sentence, piece_view, powers_and_others};
use super::super::edition::{Edition, TextFile};
use super::super::hands;
use super::super::medium::Addresses;
use super::super::passage::Passage;
use super::super::playable;
use super::super::text::{members, merge, text_of};
use super::super::thumbnail::{card_of, card_page, thumbnail};
use padma_book::pages::ids::{anchor, anchor_of_part};
use padma_book::pages::made::{PIECES, ReferencePage, played_variants};
use padma_book::pages::page::Page;
use padma_rules::model::{KindId, Variant};
use padma_rules::reach::Rules;
use padma_variant::describe::{self, Article, RulesPart, Whom};
use padma_words::{Say, SlotValue, say};

/// Returns the view of the page; null if the book has no variant.
pub(crate) fn view(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Json {
    ViewMaker { edition, addresses }.view().into()
}

/// Returns the pictures of the boards.
pub(crate) fn pictures(edition: &Edition<'_>) -> Vec<TextFile> {
    let boards = played_variants(&edition.own_variants()).into_iter();
    boards
        .map(|(_, variant)| DrawnBoard::new(edition, variant).file())
        .collect()
}

/// Returns the passages for the search, from the page's view. The rules of each piece are in those of the index of
/// pieces instead.
pub(crate) fn passages(edition: &Edition<'_>, rules: &Json) -> Vec<Passage> {
    if rules.is_null() {
        return Vec::new();
    }
    let passage = |heading: &str, anchor: &str, text: String| Passage {
        heading: heading.to_string(),
        anchor: anchor.to_string(),
        text,
    };
    let start = passage(
        &edition.say(RulesPart::Start.title()),
        RulesPart::Start.name(),
        sentences(&rules["start"]),
    );
    let names = members(&rules["groups"])
        .flat_map(|group| members(&group["pieces"]))
        .map(|piece| text_of(piece, "name"));
    let pieces = passage(
        &edition.say(say!(labels::ThePieces)),
        PIECES,
        names.collect::<Vec<_>>().join(", "),
    );
    let part = |part: &Json| {
        passage(
            text_of(part, "title"),
            text_of(part, "anchor"),
            sentences(part),
        )
    };
    let other = |other: &Json| {
        let text = format!("{} {}", sentences(&other["start"]), sentences(other));
        passage(text_of(other, "title"), text_of(other, "anchor"), text)
    };
    let others = members(&rules["others"]).map(other);
    let first = members(&rules["first"]).map(part);
    first
        .chain([start, pieces])
        .chain(members(&rules["parts"]).map(part))
        .chain(others)
        .collect()
}

/// Returns the members of a list in a view.
/// Returns the articles of a part as plain text.
fn sentences(part: &Json) -> String {
    let article_text = |article: &Json| {
        let subjects: String = members(&article["who"])
            .map(|words| text_of(words, "text"))
            .collect();
        let text = text_of(article, "text");
        if subjects.is_empty() {
            text.to_string()
        } else {
            format!("{subjects}. {text}")
        }
    };
    members(&part["articles"])
        .map(article_text)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Makes the view of the page.
struct ViewMaker<'a> {
    edition: &'a Edition<'a>,
    addresses: &'a Addresses<'a>,
}

impl<'a> ViewMaker<'a> {
    /// Returns the view; `None` if the book has no variant.
    fn view(&self) -> Option<Json> {
        let variants = played_variants(&self.edition.own_variants());
        let ((_, first), others) = variants.split_first()?;
        let articles = describe::game(first);
        let rules = self.rules(0);
        let (plain, combined): (Vec<KindId>, Vec<KindId>) = self
            .kinds_in_page_order(first)
            .into_iter()
            .partition(|id| first.kind(*id).parts.is_empty());
        let part = |part: RulesPart| {
            let articles = self.articles(
                first,
                articles.iter().filter(|article| article.part == part),
            );
            let questions = self.questions(part.name());
            let view = json!({"title": self.edition.say(part.title()), "anchor": self.addresses.id(part.name()), "articles": articles, "questions": questions});
            (part != RulesPart::Start && !articles.is_empty()).then_some(view)
        };
        let is_first = |part: &RulesPart| *part < RulesPart::Start;
        let first_parts = RulesPart::ALL.into_iter().filter(is_first);
        let last_parts = RulesPart::ALL.into_iter().filter(|part| !is_first(part));
        let combined = combined.into_iter().map(|id| self.combined_view(first, id));
        let others = others
            .iter()
            .map(|(place, other)| self.other_rules(*place, first, other));
        Some(json!({
            "start": merge(self.start(first, articles.iter()), json!({"questions": self.questions("start"), "anchor": self.addresses.id("start")})),
            "questions": self.questions(PIECES),
            // Whether the book says anywhere what its sources leave open.
            "has_remarks": !self.edition.checked.book.decl.questions.is_empty(),
            // The anchor of the heading of the pieces.
            "pieces_anchor": self.addresses.id(PIECES),
            // The pieces, grouped by the book's chapters; then the combined ones.
            "groups": self.groups(rules, &plain),
            "combined": combined.collect::<Vec<_>>(),
            // The parts before the board and the pieces, and those after.
            "first": first_parts.filter_map(part).collect::<Vec<_>>(),
            "parts": last_parts.filter_map(part).collect::<Vec<_>>(),
            "others": others.collect::<Vec<_>>(),
        }))
    }

    /// Returns what the source leaves open about a part of the page, a piece or a variant.
    fn questions(&self, subject: &str) -> Vec<Json> {
        let own = self
            .edition
            .checked
            .book
            .decl
            .questions
            .iter()
            .filter(|question| question.of.value == subject);
        own.map(|question| {
            json!({
                "what": self.edition.say(say!(labels::WhatIsOpen, silent = question.silent)),
                "says": question.says,
                "link": question.see.as_ref().map(|see| self.addresses.url(&see.value)),
            })
        })
        .collect()
    }

    fn rules(&self, place: usize) -> &'a Rules {
        self.edition
            .variants
            .rules(self.edition.variant_indices[place])
    }

    /// Returns the view of a variant's board and setup, with the articles about the start.
    fn start<'b>(&self, variant: &Variant, articles: impl Iterator<Item = &'b Article>) -> Json {
        let board = DrawnBoard::new(self.edition, variant);
        let prefix = anchor("rules", &variant.id);
        json!({
            "svg": self.addresses.picture(board.inline(&self.addresses.id(&prefix))),
            "file": self.addresses.file(&board.path()),
            "caption": board.title,
            "hands": hands::at_start(self.edition, variant, self.addresses),
            "sides": board.sides(),
            "scrolls": self.addresses.medium.is_live() && board.sides() > NARROW,
            "articles": self.articles(variant, articles.filter(|article| article.part == RulesPart::Start)),
            "alt": board.alt,
            // The data for playing the variant on this page, if that is possible.
            "play": self.addresses.medium.is_live().then(|| playable::view(variant)),
        })
    }

    /// Returns the pieces in the order of the book's cards; those without a card come last.
    fn kinds_in_page_order(&self, variant: &Variant) -> Vec<KindId> {
        let mut all: Vec<KindId> = variant.kind_ids().collect();
        all.sort_by_key(|id| {
            let card_place = self.card_place(variant, *id);
            (
                card_place.is_none(),
                card_place.map(|(page, _, card)| (page, card)),
            )
        });
        all
    }

    /// Returns the place of a piece's first card; for a later state without a card, the place of
    /// the original piece's card.
    fn card_place(&self, variant: &Variant, id: KindId) -> Option<(usize, &Page, usize)> {
        let card = |id: KindId| card_of(self.edition, &variant.kind(id).id);
        card(id).or_else(|| card(variant.state_of(id)?))
    }

    /// Groups consecutive pieces whose cards are in the same chapter.
    fn groups(&self, rules: &Rules, kinds: &[KindId]) -> Vec<Json> {
        let other_pieces = self.edition.say(say!(labels::OtherPieces));
        let mut groups: Vec<(Option<&str>, Vec<Json>)> = Vec::new();
        for id in kinds {
            let title = match self.card_place(&rules.variant, *id) {
                Some((_, page, _)) => self.edition.chapter_of(&page.path),
                None => Some(&*other_pieces),
            };
            let entry = self.entry(rules, *id, &anchor("p", &rules.variant.kind(*id).id));
            match groups.last_mut() {
                Some((last, group)) if *last == title => group.push(entry),
                _ => groups.push((title, vec![entry])),
            }
        }
        if let [(title, _)] = &mut groups[..] {
            *title = None;
        }
        groups
            .into_iter()
            .map(|(title, pieces)| json!({"title": title, "pieces": pieces}))
            .collect()
    }

    fn entry(&self, rules: &Rules, id: KindId, anchor: &str) -> Json {
        let own = json!({
            "link": self.name(&rules.variant, id)["link"],
            "thumbnail": thumbnail(rules, id, anchor, self.addresses),
            "questions": self.questions(&rules.variant.kind(id).id),
            "made_of": self.made_of(&rules.variant, id),
            "anchor": self.addresses.id(anchor),
        });
        merge(piece_view(rules, id, self.addresses), own)
    }

    fn combined_view(&self, variant: &Variant, id: KindId) -> Json {
        let kind = variant.kind(id);
        json!({
            "name": self.name(variant, id),
            "letter": kind.letter,
            "says": self.edition.say(describe::movement_said(variant, id)),
            "made_of": self.made_of(variant, id),
        })
    }

    /// Returns the checkers of a piece; empty if it is not made of checkers.
    fn made_of(&self, variant: &Variant, id: KindId) -> String {
        self.edition.say(describe::checkers(variant, id))
    }

    /// Returns a piece's name with a link to its page, or else to its entry in the index.
    fn name(&self, variant: &Variant, id: KindId) -> Json {
        let kind = variant.kind(id);
        let is_first = self
            .edition
            .own_variants()
            .first()
            .is_some_and(|first| first.id == variant.id);
        let page = card_page(self.edition, &kind.id);
        let index = || {
            let (path, anchor) = (ReferencePage::PieceIndex.path(), anchor("p", &kind.id));
            is_first.then(|| format!("{path}#{anchor}"))
        };
        let link = page.or_else(index);
        json!({"text": kind.name, "link": link.map(|link| self.addresses.url(&link))})
    }

    /// Returns a list such as "Queen, Rook and Bishop", or "the Queen, the Rook and the
    /// Bishop" with an article.
    fn names(&self, variant: &Variant, kinds: &[KindId], article: bool) -> Vec<Json> {
        let mut all = Vec::new();
        for (place, id) in kinds.iter().enumerate() {
            let joint = match kinds.len() - place {
                _ if place == 0 && article => "first",
                _ if place == 0 => "none",
                1 => "last",
                _ => "next",
            };
            let place = SlotValue::Key(joint);
            all.push(self.words(say!(labels::Joint, place, article)));
            let called = describe::called(&variant.kind(*id).name);
            all.push(merge(self.name(variant, *id), json!({"text": called})));
        }
        all
    }

    /// Returns the views of articles, each with the pieces that it applies to: "Rook and King",
    /// "Every piece but the King".
    fn articles<'b>(
        &self,
        variant: &Variant,
        articles: impl Iterator<Item = &'b Article>,
    ) -> Vec<Json> {
        let mut all: Vec<(Vec<Json>, String)> = Vec::new();
        for article in articles {
            let who = match &article.pieces {
                Whom::Game => Vec::new(),
                Whom::Only(kinds) => self.names(variant, kinds, false),
                Whom::AllBut(kinds) if kinds.is_empty() => {
                    vec![self.words(say!(labels::EveryPiece))]
                }
                Whom::AllBut(kinds) => {
                    let lead = self.words(say!(labels::EveryPieceBut));
                    std::iter::once(lead)
                        .chain(self.names(variant, kinds, true))
                        .collect()
                }
            };
            let text = self.edition.say(&article.said);
            match all
                .last_mut()
                .filter(|last| !last.0.is_empty() && last.0 == who)
            {
                Some((_, last)) => *last = format!("{last} {text}"),
                None => all.push((who, text)),
            }
        }
        all.into_iter()
            .map(|(who, text)| json!({"who": who, "text": text}))
            .collect()
    }

    /// Returns words without a link.
    fn words(&self, said: Say) -> Json {
        json!({"text": self.edition.say(said), "link": null})
    }

    /// Returns the view of how another variant of the book differs from the first.
    fn other_rules(&self, place: usize, first: &Variant, other: &Variant) -> Json {
        let rules = self.rules(place);
        let changed = other.kind_ids().filter(|id| {
            let before = first.kind_named(&other.kind(*id).id);
            before.is_none_or(|before| statements_of(first, before) != statements_of(other, *id))
        });
        let missing = first
            .kind_ids()
            .filter(|id| other.kind_named(&first.kind(*id).id).is_none());
        let missing: Vec<KindId> = missing.collect();
        let own = describe::extra_rules(other, first);
        let shows_board = *other.board != *first.board
            || own.iter().any(|article| article.part == RulesPart::Start);
        let is_rule = |article: &&Article| article.part != RulesPart::Start;
        let dropped = describe::extra_rules(first, other)
            .into_iter()
            .filter_map(|article| match article.pieces {
                Whom::Only(mut kinds) => {
                    kinds.retain(|id| !missing.contains(id));
                    (!kinds.is_empty()).then_some(Article {
                        pieces: Whom::Only(kinds),
                        ..article
                    })
                }
                _ => Some(article),
            });
        let dropped: Vec<Article> = dropped.collect();
        let entry = |id| {
            let whole = anchor("p", &other.id);
            self.entry(rules, id, &anchor_of_part(&whole, &other.kind(id).id))
        };
        json!({
            "title": other.title,
            "anchor": self.addresses.id(&anchor("b", &other.id)),
            "start": shows_board.then(|| self.start(other, own.iter())),
            "questions": self.questions(&other.id),
            // The pieces that move differently, or that the first variant lacks.
            "pieces": changed.map(entry).collect::<Vec<_>>(),
            "articles": self.articles(other, own.iter().filter(is_rule)),
            "dropped": self.articles(first, dropped.iter().filter(is_rule)),
            "missing": self.names(first, &missing, false),
        })
    }
}

/// Returns the movement and the powers of a piece, and where it may stand unless that is every cell.
fn statements_of(variant: &Variant, id: KindId) -> (Say, Vec<describe::Statement>, Option<Say>) {
    let kind = variant.kind(id);
    let (powers, _) = powers_and_others(variant, id);
    (
        describe::movement_said(variant, id),
        powers,
        kind.is_bound.then(|| ground_sentence(variant, id)),
    )
}
