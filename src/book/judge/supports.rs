//! What a sentence that no claim computes can rest on, by name, and how each of that reads.
//!
//! ```text
//! rule promotion, piece queen, no rule castling     a part of the book's variant, or its absence
//! lotus-41: board                                   of another variant of the book
//! source, source A1.0                               what the book retells, and a section of it
//! reading pusher, reading end 2                     how the book takes what its source leaves open
//! claim far, figure D1, game first                  what the book itself states or shows
//! common knowledge
//! ```
//!
//! Knows no sentences.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::book::Book;
use padma_expr::OutlinePart;
use padma_text::{Fingerprint, Sources, nearest, on_one_line};
use padma_variant::kinds::KINDS;

/// What nobody needs to look up.
const COMMON_KNOWLEDGE: &str = "common knowledge";
/// What separates the names where a sentence rests on several.
const SEPARATOR: char = ';';

/// What the sentences of a book can rest on: its text by its name.
#[derive(Clone, Debug, Default)]
pub struct Supports {
    texts: BTreeMap<String, String>,
    /// Whether all parts of the book's variants could be read.
    is_whole: bool,
}

impl Supports {
    /// Returns what the sentences of a book can rest on. `claims` are those of the book, each with what
    /// it asks; `parts` those of its variants by name, `None` where a variant cannot be read.
    pub fn of<'c>(
        book: &Book,
        claims: impl Iterator<Item = (&'c String, &'c String)>,
        parts: Option<BTreeMap<String, String>>,
        sources: &Sources,
    ) -> Supports {
        let is_whole = parts.is_some();
        let mut texts = parts.unwrap_or_default();
        texts.extend(of_source(book));
        texts.extend(readings(book));
        let claims = claims.filter(|(id, _)| book.definitions.contains(*id));
        texts.extend(claims.map(|(id, asks)| (format!("claim {id}"), asks.clone())));
        for page in &book.pages {
            let figures = page.diagrams.iter();
            let figures = figures.map(|figure| ("figure", &figure.id, figure.span));
            let games = page.games.iter();
            let games = games.map(|game| ("game", &game.id, game.span));
            let blocks = figures.chain(games);
            texts.extend(blocks.map(|(what, id, span)| {
                let text = on_one_line(sources.slice(span));
                (format!("{what} {}", id.text), text)
            }));
        }
        texts.insert(COMMON_KNOWLEDGE.to_string(), String::new());
        Supports { texts, is_whole }
    }

    /// Returns the fingerprint of what some names stand for; `None` if one of them is not known.
    pub fn fingerprint(&self, on: &str) -> Option<Fingerprint> {
        let texts: Option<Vec<&str>> = names(on)
            .map(|name| self.texts.get(name).map(String::as_str))
            .collect();
        Some(Fingerprint::of(texts?))
    }

    /// Whether what a sentence rests on is as it was when it was read. While a variant has errors,
    /// nothing of it counts as changed.
    pub fn is_same(&self, on: &str, read: Fingerprint) -> bool {
        match self.fingerprint(on) {
            Some(now) => now == read,
            None => !self.is_whole,
        }
    }

    /// Returns names in the form in which they are kept, and the fingerprint of what they stand for.
    ///
    /// # Errors
    ///
    /// Says that a name is missing, or that nothing has it.
    pub fn read(&self, on: &str) -> Result<(String, Fingerprint), String> {
        let all: Vec<&str> = names(on).collect();
        if let Some(name) = all.iter().find(|name| !self.texts.contains_key(**name)) {
            let nearest = nearest(name, self.texts.keys().map(String::as_str));
            let meant = nearest.map_or(String::new(), |near| format!(": did you mean `{near}`?"));
            return Err(format!("nothing here is named `{name}`{meant}"));
        }
        let read = self.fingerprint(on).filter(|_| !all.is_empty());
        let read = read.ok_or_else(|| "say on what it rests".to_string())?;
        Ok((all.join("; "), read))
    }

    /// Returns the names that fit a sentence best, the best first: those whose texts have the rarest
    /// words of the sentence. `near` is the title of its page.
    pub fn proposed(&self, sentence: &str, near: &str) -> Vec<&str> {
        let texts = self.texts.iter();
        let known =
            texts.map(|(name, text)| (name.as_str(), [stems(name), stems(&said(name, text))]));
        let known: Vec<(&str, [BTreeSet<String>; 2])> = known.collect();
        let weight = |stem: String, times: usize| {
            let has = known
                .iter()
                .filter(|(_, of)| of.iter().any(|of| of.contains(&stem)));
            let rarity = (16 * known.len() / (1 + has.count())).max(1).ilog2() as usize;
            (stem, times * rarity)
        };
        let own = stems(sentence).into_iter().map(|stem| weight(stem, 2));
        let near = stems(near).into_iter().map(|stem| weight(stem, 1));
        let wanted: Vec<(String, usize)> = own.chain(near).collect();
        let scored = known.iter().map(|(name, [named, said])| {
            let score = wanted.iter().map(|(stem, weight)| {
                weight * (2 * usize::from(named.contains(stem)) + usize::from(said.contains(stem)))
            });
            // A long text has many words by chance.
            let length = (16 + said.len()).ilog2() as usize;
            (
                Reverse(likelihood(name) * score.sum::<usize>() / length),
                *name,
            )
        });
        let mut scored: Vec<_> = scored.filter(|(score, _)| score.0 > 0).collect();
        scored.sort_unstable();
        scored.into_iter().map(|(_, name)| name).collect()
    }
}

/// Returns how much more than a claim or a figure sentences rest on something of this kind.
fn likelihood(name: &str) -> usize {
    match name.split(' ').next() {
        Some("claim" | "figure" | "game") => 1,
        Some("no") => 2,
        Some("source") => 6,
        _ => 4,
    }
}

/// Returns what is said of what has a name: its text, and of a rule what its kind does.
fn said(name: &str, text: &str) -> String {
    let mut kinds = KINDS.iter();
    let kind = kinds.find(|kind| name.split(' ').nth(1) == Some(kind.name));
    format!("{text} {}", kind.map_or("", |kind| kind.summary))
}

/// Returns the single names.
fn names(on: &str) -> impl Iterator<Item = &str> {
    on.split(SEPARATOR)
        .map(str::trim)
        .filter(|name| !name.is_empty())
}

/// Returns the documents that a book retells, and the sections of their outline.
fn of_source(book: &Book) -> Vec<(String, String)> {
    let sources = &book.decl.sources;
    let titles: Vec<&str> = sources.iter().map(|source| source.title.as_str()).collect();
    let outline = &book.outline;
    let parts = [
        OutlinePart::Contents,
        OutlinePart::Sections,
        OutlinePart::Figures,
    ];
    let numbers: BTreeSet<_> = parts.iter().flat_map(|part| outline.part(*part)).collect();
    let sections = numbers.into_iter().map(|number| {
        let titles = [outline.listed_title(number), outline.title(number)];
        let titles: Vec<&str> = titles.into_iter().flatten().collect();
        (
            format!("source {}", outline.name(number)),
            titles.join("\n"),
        )
    });
    let whole = (!titles.is_empty()).then(|| ("source".to_string(), titles.join("\n")));
    sections.chain(whole).collect()
}

/// Returns the readings that a book declares. Several of one thing are numbered.
fn readings(book: &Book) -> Vec<(String, String)> {
    let questions = &book.decl.questions;
    let mut nth: BTreeMap<&str, usize> = BTreeMap::new();
    let named = questions.iter().map(|question| {
        let name = question.of.value.as_str();
        let nth = nth.entry(name).and_modify(|nth| *nth += 1).or_insert(1);
        let same = questions.iter().filter(|other| other.of.value == name);
        let number = match same.count() {
            1 => String::new(),
            _ => format!(" {nth}"),
        };
        (format!("reading {name}{number}"), question.says.clone())
    });
    named.collect()
}

/// Returns the words of a text without their endings and without the most common words.
fn stems(text: &str) -> BTreeSet<String> {
    const LEAST: usize = 4;
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| word.chars().count() >= LEAST);
    let stem = |word: &str| {
        let word = word.to_lowercase();
        let ends = ["ing", "ies", "ed", "es", "s", "e", "y"];
        let short = ends.iter().find_map(|end| word.strip_suffix(end));
        short
            .filter(|short| short.len() >= LEAST - 1)
            .unwrap_or(&word)
            .to_string()
    };
    words.map(stem).collect()
}
