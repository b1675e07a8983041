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

use std::collections::{BTreeMap, BTreeSet};

use super::book::Book;
use super::checked::Checked;
use padma_expr::OutlinePart;
use padma_text::{Fingerprint, Sources, nearest, on_one_line};
use padma_variant::kinds::KINDS;

/// What nobody needs to look up.
pub const COMMON_KNOWLEDGE: &str = "common knowledge";
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
    /// Returns what the sentences of a judged book can rest on. `parts` are those of its variants by
    /// name; `None` where a variant cannot be read.
    pub fn of(
        checked: &Checked,
        parts: Option<BTreeMap<String, String>>,
        sources: &Sources,
    ) -> Supports {
        let book = &checked.book;
        let is_whole = parts.is_some();
        let mut texts = parts.unwrap_or_default();
        texts.extend(of_source(book));
        texts.extend(readings(book));
        let claims = checked.claims.iter();
        let claims = claims.filter(|claim| book.definitions.contains(&claim.id));
        texts.extend(claims.map(|claim| (format!("claim {}", claim.id), claim.meaning.clone())));
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

    /// Whether what a sentence rests on still reads as it did, or cannot be told because a variant
    /// has errors.
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
    /// words of the sentence. `near` are words for what it stands beside.
    pub fn proposed(&self, sentence: &str, near: &str) -> Vec<&str> {
        const MOST: usize = 3;
        let wanted = [stems(sentence), stems(near)];
        let mut texts: Vec<(&str, BTreeSet<String>)> = Vec::new();
        for (name, text) in &self.texts {
            let is_absent = name.starts_with("no ");
            let kind = KINDS.iter().find(|kind| name.split(' ').nth(1) == Some(kind.name));
            let summary = kind.filter(|_| !is_absent).map_or("", |kind| kind.summary);
            texts.push((name, stems(&format!("{name} {text} {summary}"))));
        }
        let rarity = |stem: &String| {
            let count = texts.iter().filter(|(_, stems)| stems.contains(stem)).count();
            (texts.len() as f64 / (1 + count) as f64).ln().max(0.0)
        };
        let mut scores: Vec<(f64, &str)> = Vec::new();
        for (name, known) in &texts {
            let named = stems(name);
            let score = |stem: &String, weight: f64| match (named.contains(stem), known.contains(stem)) {
                (true, _) => 2.0 * weight * rarity(stem),
                (_, true) => weight * rarity(stem),
                _ => 0.0,
            };
            let [own, near] = &wanted;
            let own: f64 = own.iter().map(|stem| score(stem, 1.0)).sum();
            let near: f64 = near.iter().map(|stem| score(stem, 0.5)).sum();
            // A long text has many words by chance.
            let score = (own + near) / (1.0 + known.len() as f64).ln().max(1.0);
            scores.push((score, *name));
        }
        scores.retain(|(score, _)| *score > 0.0);
        scores.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        scores.into_iter().take(MOST).map(|(_, name)| name).collect()
    }
}

/// Returns the single names.
fn names(on: &str) -> impl Iterator<Item = &str> {
    on.split(SEPARATOR).map(str::trim).filter(|name| !name.is_empty())
}

/// Returns the documents that a book retells, and the sections of their outline.
fn of_source(book: &Book) -> Vec<(String, String)> {
    let sources = &book.decl.sources;
    let titles: Vec<&str> = sources.iter().map(|source| source.title.as_str()).collect();
    let outline = &book.outline;
    let parts = [OutlinePart::Contents, OutlinePart::Sections, OutlinePart::Figures];
    let numbers: BTreeSet<_> = parts.iter().flat_map(|part| outline.part(*part)).collect();
    let sections = numbers.into_iter().map(|number| {
        let titles = [outline.listed_title(number), outline.title(number)];
        let titles: Vec<&str> = titles.into_iter().flatten().collect();
        (format!("source {}", outline.name(number)), titles.join("\n"))
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
        short.filter(|short| short.len() >= LEAST - 1).unwrap_or(&word).to_string()
    };
    words.map(stem).collect()
}
