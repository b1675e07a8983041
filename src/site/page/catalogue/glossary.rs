//! The words of all books in alphabetical order: those that authors define, and those of the rules
//! that the books use.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::super::passage::Section;
use super::super::text::text_of;
use super::books::{Books, CatalogueBook, CataloguePage};
use padma_book::pages::ids::anchor_of_words;
use padma_words::{Language, row, say};

/// A meaning of a word, and the books that use the word so.
struct Sense<'a> {
    sort: &'a str,
    meaning: &'a str,
    /// The books, each with the address of the word below the book's folder.
    books: Vec<(&'a CatalogueBook, &'a str)>,
}

/// The sort of a word that an author defines.
const DEFINED: &str = "defined";
/// The sort of a symbol that is used in move texts.
const SYMBOL: &str = "symbol";

/// Returns the page's view, and its sections for the search.
pub(super) fn view(books: &Books) -> (Json, Vec<Section>) {
    let mut words: BTreeMap<String, (&str, Vec<Sense<'_>>)> = BTreeMap::new();
    for book in &books.books {
        let defined = book
            .card
            .terms
            .iter()
            .map(|term| (DEFINED, &term.term, &term.meaning, &term.url));
        let used = book
            .card
            .uses
            .iter()
            .map(|word| (word.sort.as_str(), &word.term, &word.meaning, &word.url));
        for (sort, term, meaning, url) in defined.chain(used) {
            let (_, senses) = words
                .entry(key(sort, term))
                .or_insert_with(|| (term, Vec::new()));
            match senses
                .iter_mut()
                .find(|sense| sense.sort == sort && sense.meaning == meaning)
            {
                Some(sense) => sense.books.push((book, url)),
                None => senses.push(Sense {
                    sort,
                    meaning,
                    books: vec![(book, url)],
                }),
            }
        }
    }
    let all: Vec<Json> = words
        .iter()
        .map(|(key, (term, senses))| entry(books.words, key, term, senses))
        .collect();
    let section = |entry: &Json| {
        CataloguePage::Glossary.section(
            books.words,
            text_of(entry, "term"),
            text_of(entry, "anchor"),
            text_of(entry, "text"),
        )
    };
    let sections = all.iter().map(section).collect();
    (
        json!({"count": all.len(), "sorts": sorts(books.words, &words), "words": all}),
        sections,
    )
}

/// Returns the key by which a word is sorted: lower case, without an article. Symbols come first.
fn key(sort: &str, term: &str) -> String {
    let term = term.to_lowercase();
    if sort == SYMBOL {
        format!("!{term}")
    } else {
        term.strip_prefix("the ").unwrap_or(&term).to_string()
    }
}

fn anchor_of(key: &str) -> String {
    anchor_of_words("w", key)
}

fn entry(words: &Language, key: &str, term: &str, senses: &[Sense<'_>]) -> Json {
    let sense = |sense: &Sense<'_>| {
        let book_link = |(book, url): &(&CatalogueBook, &str)| json!({"title": book.card.title, "language": book.card.language, "url": format!("../{}/{url}", book.folder)});
        json!({
            "sort": (sense.sort != DEFINED).then(|| words.say(row("glossary.sort", sense.sort))),
            "meaning": sense.meaning,
            "books": sense.books.iter().map(book_link).collect::<Vec<_>>(),
        })
    };
    let text: Vec<&str> = senses.iter().map(|sense| sense.meaning).collect();
    json!({
        "term": words.say(say!(rules::Sentence, said = term)),
        "anchor": anchor_of(key),
        "senses": senses.iter().map(sense).collect::<Vec<_>>(),
        "text": text.join(" "),
    })
}

/// Groups the words by sort.
fn sorts(words: &Language, all: &BTreeMap<String, (&str, Vec<Sense<'_>>)>) -> Vec<Json> {
    const SORTS: [&str; 9] = [
        DEFINED,
        "piece",
        "movement",
        "direction",
        "cell",
        "set of cells",
        "rule",
        SYMBOL,
        "verdict",
    ];
    let row_of = |sort: &&str| {
        let own = all
            .iter()
            .filter(|(_, (_, senses))| senses.iter().any(|sense| sense.sort == *sort));
        let names: Vec<Json> = own
            .map(|(key, (term, _))| json!({"name": words.say(say!(rules::Sentence, said = *term)), "anchor": anchor_of(key)}))
            .collect();
        let title = words.say(row("glossary.sorts", *sort));
        (!names.is_empty()).then(|| json!({"title": title, "names": names}))
    };
    SORTS.iter().filter_map(row_of).collect()
}
