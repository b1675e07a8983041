//! The rules of play: all that the model knows of a game, in the order in which a player reads it.

use serde::Serialize;

use super::super::board::Board;
use super::super::card::{PieceView, in_brief};
use super::super::edition::Edition;
use super::super::passage::Bodies;
use super::super::passage::Passage;
use super::super::reference::kind::Reference;
use super::super::templates::TemplateFault;
use super::super::text::anchor;
use super::super::text::html_path;
use super::super::thumbnail::{ThumbnailView, card_of, page_of, thumbnail};
use crate::describe::{self, Article, Part, Whom};
use crate::model::{PieceId, Variant};
use crate::reach::Rules;

/// What a link's `#` names where the pieces are.
const PIECES: &str = "pieces";

#[derive(Serialize)]
struct RulesView {
    start: StartView,
    /// The pieces chapter by chapter of the book.
    groups: Vec<GroupView>,
    /// Those put together from others.
    combined: Vec<CombinedView>,
    parts: Vec<PartView>,
    others: Vec<OtherView>,
}

/// A board, and what is said of it.
#[derive(Serialize)]
struct StartView {
    svg: String,
    alt: String,
    /// Below the book's folder.
    file: String,
    caption: &'static str,
    articles: Vec<ArticleView>,
}

#[derive(Serialize)]
struct GroupView {
    title: Option<String>,
    pieces: Vec<EntryView>,
}

#[derive(Serialize)]
struct EntryView {
    #[serde(flatten)]
    piece: PieceView,
    anchor: String,
    link: Option<String>,
    thumbnail: Option<ThumbnailView>,
}

#[derive(Serialize)]
struct CombinedView {
    name: WordsView,
    letter: String,
    says: String,
    made_of: String,
}

#[derive(Serialize)]
struct PartView {
    title: &'static str,
    anchor: &'static str,
    articles: Vec<ArticleView>,
}

#[derive(Serialize)]
struct ArticleView {
    /// Which pieces it speaks of: "Rook and King", "Every piece but the King".
    who: Vec<WordsView>,
    text: String,
}

/// Some words, and where they lead.
#[derive(PartialEq, Serialize)]
struct WordsView {
    text: String,
    link: Option<String>,
}

/// Another variant of the book: in what its rules are not those of the first.
#[derive(Serialize)]
struct OtherView {
    title: String,
    anchor: String,
    start: Option<StartView>,
    /// Pieces that move otherwise, or are not there in the first.
    pieces: Vec<EntryView>,
    missing: Vec<WordsView>,
    articles: Vec<ArticleView>,
    dropped: Vec<ArticleView>,
}

/// The variants of which the page speaks: the book's own, but for boards with pieces that are there to be compared with
/// and have no rule.
fn played<'a>(variants: &[&'a Variant]) -> Vec<(usize, &'a Variant)> {
    let is_played = |(place, variant): &(usize, &Variant)| {
        *place == 0 || variant.setup.is_some() || !variant.rules.is_empty()
    };
    variants.iter().copied().enumerate().filter(is_played).collect()
}

pub fn bodies(edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    let made = |url: fn(&str) -> String| Maker { edition, url }.view();
    let render = |template, view: &Option<RulesView>| edition.templates.render(template, &[("rules", view)]);
    let html = made(html_path);
    Ok(Bodies {
        html: render("rules-of-play.html", &html)?,
        markdown: render("rules-of-play.md", &made(str::to_string))?,
        pictures: played(&edition.own_variants())
            .into_iter()
            .map(|(_, variant)| Board::new(edition, variant).sheet())
            .collect(),
        passages: html.iter().flat_map(RulesView::passages).collect(),
    })
}

/// What a link's `#` can name on the page, in a book with these variants.
pub fn anchors(variants: &[&Variant]) -> Vec<String> {
    let variants = played(variants);
    let Some(((_, first), others)) = variants.split_first() else { return Vec::new() };
    let parts: Vec<Part> = describe::game(first).iter().map(|article| article.part).collect();
    let parts =
        Part::ALL.into_iter().filter(|part| parts.contains(part)).map(|part| anchor_of(part).to_string());
    let pieces = first.pieces.iter().map(|piece| anchor("p", &piece.id));
    parts
        .chain([PIECES.to_string()])
        .chain(pieces)
        .chain(others.iter().map(|(_, variant)| anchor("b", &variant.id)))
        .collect()
}

fn anchor_of(part: Part) -> &'static str {
    match part {
        Part::Start => "start",
        Part::Castling => "castling",
        Part::Promotion => "promotion",
        Part::Joining => "joining",
        Part::Captured => "captured",
        Part::Drops => "drops",
        Part::Travel => "travel",
        Part::Ending => "end",
        Part::Notation => "notation",
    }
}

impl RulesView {
    fn passages(&self) -> Vec<Passage> {
        let passage = |heading: &str, anchor: &str, text: String| Passage {
            heading: heading.to_string(),
            anchor: anchor.to_string(),
            text,
        };
        let mut all =
            vec![passage(Part::Start.title(), anchor_of(Part::Start), sentences(&self.start.articles))];
        // What they do is found in the index of pieces.
        let names = self.groups.iter().flat_map(|group| &group.pieces).map(|entry| entry.piece.name.as_str());
        all.push(passage("The pieces", PIECES, names.collect::<Vec<_>>().join(", ")));
        all.extend(self.parts.iter().map(|part| passage(part.title, part.anchor, sentences(&part.articles))));
        all.extend(self.others.iter().map(|other| {
            let start = other.start.as_ref().map(|start| sentences(&start.articles));
            let text = format!("{} {}", start.unwrap_or_default(), sentences(&other.articles));
            passage(&other.title, &other.anchor, text)
        }));
        all
    }
}

fn sentences(articles: &[ArticleView]) -> String {
    let said = |article: &ArticleView| {
        let who: String = article.who.iter().map(|words| &*words.text).collect();
        if who.is_empty() { article.text.clone() } else { format!("{who}. {}", article.text) }
    };
    articles.iter().map(said).collect::<Vec<_>>().join(" ")
}

struct Maker<'a> {
    edition: &'a Edition<'a>,
    /// What a page's path is as the target of a link.
    url: fn(&str) -> String,
}

impl<'a> Maker<'a> {
    /// `None` where the book has no variant.
    fn view(&self) -> Option<RulesView> {
        let variants = played(&self.edition.own_variants());
        let ((_, first), others) = variants.split_first()?;
        let articles = describe::game(first);
        let rules = self.rules(0);
        let (plain, combined): (Vec<PieceId>, Vec<PieceId>) =
            self.in_order(first).into_iter().partition(|id| first.piece(*id).parts.is_empty());
        let part = |part: Part| PartView {
            title: part.title(),
            anchor: anchor_of(part),
            articles: self.articles(first, articles.iter().filter(|article| article.part == part)),
        };
        let parts = Part::ALL.into_iter().filter(|part| *part != Part::Start).map(part);
        Some(RulesView {
            start: self.start(first, articles.iter()),
            groups: self.groups(rules, &plain),
            combined: combined.into_iter().map(|id| self.combined(first, id)).collect(),
            parts: parts.filter(|part| !part.articles.is_empty()).collect(),
            others: others.iter().map(|(place, other)| self.other(*place, first, other)).collect(),
        })
    }

    fn rules(&self, place: usize) -> &'a Rules {
        self.edition.variants.rules(self.edition.of_book[place])
    }

    fn start<'b>(&self, variant: &Variant, articles: impl Iterator<Item = &'b Article>) -> StartView {
        let board = Board::new(self.edition, variant);
        let prefix = anchor("b", &format!("{}-rules", variant.id));
        StartView {
            svg: board.inline(&prefix),
            file: board.path(),
            caption: board.title,
            articles: self.articles(variant, articles.filter(|article| article.part == Part::Start)),
            alt: board.alt,
        }
    }

    /// The pieces in the order of the book's pages; one without a page comes behind the one before it in the variant.
    fn in_order(&self, variant: &Variant) -> Vec<PieceId> {
        let mut place = (0, 0);
        let mut keyed: Vec<((usize, usize), PieceId)> = Vec::new();
        for id in variant.piece_ids() {
            let card = card_of(self.edition, &variant.piece(id).id);
            place = card.map_or(place, |(page, _, card)| (page, card));
            keyed.push((place, id));
        }
        keyed.sort_by_key(|(place, _)| *place);
        keyed.into_iter().map(|(_, id)| id).collect()
    }

    /// Pieces in a row whose pages stand in one chapter are together.
    fn groups(&self, rules: &Rules, pieces: &[PieceId]) -> Vec<GroupView> {
        let book = &self.edition.checked.book;
        let mut groups: Vec<GroupView> = Vec::new();
        for id in pieces {
            let page = page_of(self.edition, &rules.variant.piece(*id).id);
            let title = page.and_then(|path| {
                let chapter =
                    book.decl.chapters.iter().find(|c| c.pages.iter().any(|page| page.value == path));
                chapter.and_then(|chapter| chapter.title.clone())
            });
            let entry = self.entry(rules, *id, "p");
            match groups.last_mut() {
                Some(group) if page.is_none() || group.title == title => group.pieces.push(entry),
                _ => groups.push(GroupView { title, pieces: vec![entry] }),
            }
        }
        if let [only] = &mut groups[..] {
            only.title = None;
        }
        groups
    }

    fn entry(&self, rules: &Rules, id: PieceId, prefix: &str) -> EntryView {
        let anchor = anchor(prefix, &rules.variant.piece(id).id);
        EntryView {
            piece: in_brief(rules, id),
            link: self.name(&rules.variant, id).link,
            thumbnail: thumbnail(rules, id, &format!("r-{anchor}")),
            anchor,
        }
    }

    fn combined(&self, variant: &Variant, id: PieceId) -> CombinedView {
        let piece = variant.piece(id);
        CombinedView {
            name: self.name(variant, id),
            letter: piece.letter.clone(),
            says: crate::movement::describe(&piece.movement),
            made_of: describe::checkers(variant, id),
        }
    }

    /// A piece's name, and the way to its page or else to its place in the index.
    fn name(&self, variant: &Variant, id: PieceId) -> WordsView {
        let piece = variant.piece(id);
        let is_first = self.edition.own_variants().first().is_some_and(|first| first.id == variant.id);
        let page = page_of(self.edition, &piece.id).map(|path| (self.url)(path));
        let index = || {
            is_first
                .then(|| format!("{}#{}", (self.url)(Reference::PieceIndex.path()), anchor("p", &piece.id)))
        };
        WordsView { text: piece.name.clone(), link: page.or_else(index) }
    }

    /// "Queen, Rook and Bishop", each behind an article or none.
    fn names(&self, variant: &Variant, pieces: &[PieceId], article: &str) -> Vec<WordsView> {
        let mut all = Vec::new();
        for (place, id) in pieces.iter().enumerate() {
            let joint = match pieces.len() - place {
                _ if place == 0 => "",
                1 => " and ",
                _ => ", ",
            };
            all.push(words(&format!("{joint}{article}")));
            let name = self.name(variant, *id);
            all.push(WordsView { text: describe::called(&name.text), ..name });
        }
        all
    }

    fn articles<'b>(
        &self,
        variant: &Variant,
        articles: impl Iterator<Item = &'b Article>,
    ) -> Vec<ArticleView> {
        let view = |article: &Article| {
            let who = match &article.of {
                Whom::Game => Vec::new(),
                Whom::Only(pieces) => self.names(variant, pieces, ""),
                Whom::AllBut(pieces) if pieces.is_empty() => vec![words("Every piece")],
                Whom::AllBut(pieces) => {
                    let but = words("Every piece but ");
                    std::iter::once(but).chain(self.names(variant, pieces, "the ")).collect()
                }
            };
            ArticleView { who, text: article.text.clone() }
        };
        let mut all: Vec<ArticleView> = Vec::new();
        for article in articles.map(view) {
            match all.last_mut().filter(|last| !last.who.is_empty() && last.who == article.who) {
                Some(last) => last.text = format!("{} {}", last.text, article.text),
                None => all.push(article),
            }
        }
        all
    }

    fn other(&self, place: usize, first: &Variant, other: &Variant) -> OtherView {
        let rules = self.rules(place);
        let changed = other.piece_ids().filter(|id| {
            let before = first.piece_named(&other.piece(*id).id);
            before.is_none_or(|before| says(first, before) != says(other, *id))
        });
        let missing = first.piece_ids().filter(|id| other.piece_named(&first.piece(*id).id).is_none());
        let missing: Vec<PieceId> = missing.collect();
        let own = describe::beyond(other, first);
        let is_drawn = *other.board != *first.board || own.iter().any(|article| article.part == Part::Start);
        let is_rule = |article: &&Article| article.part != Part::Start;
        let dropped = describe::beyond(first, other).into_iter().filter_map(|article| match article.of {
            Whom::Only(mut pieces) => {
                pieces.retain(|id| !missing.contains(id));
                (!pieces.is_empty()).then_some(Article { of: Whom::Only(pieces), ..article })
            }
            _ => Some(article),
        });
        let dropped: Vec<Article> = dropped.collect();
        OtherView {
            title: other.title.clone(),
            anchor: anchor("b", &other.id),
            start: is_drawn.then(|| self.start(other, describe::game(other).iter())),
            pieces: changed.map(|id| self.entry(rules, id, &other.id)).collect(),
            articles: self.articles(other, own.iter().filter(is_rule)),
            dropped: self.articles(first, dropped.iter().filter(is_rule)),
            missing: self.names(first, &missing, ""),
        }
    }
}

fn words(text: &str) -> WordsView {
    WordsView { text: text.to_string(), link: None }
}

/// All that is said of a piece by itself.
fn says(variant: &Variant, id: PieceId) -> (String, Vec<describe::Statement>, bool) {
    let piece = variant.piece(id);
    let powers = describe::piece(variant, id).into_iter();
    let powers = powers.filter(|s| matches!(s.topic, describe::Topic::Captures | describe::Topic::Powers));
    (crate::movement::describe(&piece.movement), powers.collect(), piece.is_bound)
}
