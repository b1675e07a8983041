//! The index of the pieces of all books. Pieces with the same name are listed together, with what
//! they have in common and where they differ, computed from the rules themselves. A second list
//! gives the pieces that are the same under several names.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::super::passage::Section;
use super::super::text::{merge, text_of};
use super::books::{Books, CatalogueBook, CataloguePage};
use super::data::{CardPiece, CardStatement};

use padma_book::pages::ids::{anchor_of_part, anchor_of_words};
use padma_variant::describe::Topic;
use padma_variant::likeness::{CommonBoard, Likeness, PieceFamily, Portable, RuleDifference};
use padma_words::{Language, Listing, Say, SlotValue, row, say};

/// A piece of one book, as listed on the page of all books' pieces.
struct PieceEntry<'a> {
    book: &'a CatalogueBook,
    piece: &'a CardPiece,
    /// Its name in lower case.
    key: String,
    /// The number of its movement; pieces that move alike share it.
    rule: usize,
    /// The anchor of its entry on the page.
    anchor: String,
    /// The book's title; a part after a colon is left out unless another book has the same name.
    title: &'a str,
}

impl PieceEntry<'_> {
    /// Returns the title of its book, and of its variant unless the book is about that variant.
    fn origin(&self) -> String {
        let title = self.title;
        self.piece
            .variant
            .as_ref()
            .map_or_else(|| title.into(), |variant| format!("{title}, {variant}"))
    }

    fn common_board(&self) -> Option<CommonBoard> {
        CommonBoard::from_name(&self.piece.ground)
    }

    /// Returns the piece's nature, and its role in the game: whether it is royal, and how it
    /// castles.
    fn role(&self) -> (usize, &[CardStatement], &[CardStatement]) {
        (self.rule, &self.piece.powers, &self.piece.standing)
    }

    /// Returns what the piece is, whatever its name: its movement, how it captures and its powers.
    fn nature(&self) -> (usize, &[CardStatement]) {
        (self.rule, &self.piece.powers)
    }

    /// Names the sort of its board: "board of squares", "board of linked levels of squares".
    fn board(&self) -> Say {
        let sort = self.common_board().unwrap_or(CommonBoard::Grid).name();
        say!(
            catalogue::BoardOf,
            sort = sort.split(' ').next(),
            cells = &self.piece.cells
        )
    }

    fn url(&self) -> String {
        format!("../{}/{}", self.book.folder, self.piece.url)
    }
}

/// Returns the page's view, and its sections for the search.
pub(super) fn view(books: &Books) -> (Json, Vec<Section>) {
    let all = books
        .books
        .iter()
        .flat_map(|book| book.card.index.iter().map(move |piece| (book, piece)));
    let all: Vec<(&CatalogueBook, &CardPiece)> = all.collect();
    let movements: Vec<Portable<'_>> = all.iter().map(|(_, piece)| movement(piece)).collect();
    let likeness = Likeness::of(&movements);
    let mut entries: Vec<PieceEntry<'_>> = all
        .into_iter()
        .zip(&likeness.rules)
        .map(|((book, piece), rule)| PieceEntry {
            book,
            piece,
            key: piece.name.to_lowercase(),
            rule: *rule,
            anchor: String::new(),
            title: short_title(books, book),
        })
        .collect();
    // The sort is stable, so within a name the books stay ordered by title.
    entries.sort_by(|a, b| a.key.cmp(&b.key));
    for of_name in entries.chunk_by_mut(|a, b| a.key == b.key) {
        for (nth, entry) in (1..).zip(of_name) {
            entry.anchor = anchor_of_part(&name_anchor(&entry.key), &nth.to_string());
        }
    }
    let groups: Vec<&[PieceEntry<'_>]> = entries.chunk_by(|a, b| a.key == b.key).collect();
    let (across, within) = synonyms(books.words, &entries)
        .into_iter()
        .partition::<Vec<Json>, _>(|row| row["books"].as_u64() > Some(1));
    let shown = groups
        .iter()
        .map(|group| self::group(books.words, group, &entries, &likeness));
    let shown: Vec<Json> = shown.collect();
    let section = |group: &Json| {
        CataloguePage::Pieces.section(
            books.words,
            text_of(group, "name"),
            text_of(group, "anchor"),
            text_of(group, "words"),
        )
    };
    let sections = shown.iter().map(section).collect();
    let capital = |said: SlotValue| books.words.say(say!(rules::Sentence, said));
    let view = json!({
        "count": entries.len(),
        "names": groups.len(),
        "books": books.books.len(),
        "letters": letters(&groups),
        "families": names_by_sort(&groups, &|entry| entry.piece.families.clone(), &|name| {
            let rank = PieceFamily::from_name(name).map_or(usize::MAX, |family| family as usize);
            (rank, capital(row("glossary.word", name)))
        }),
        "boards": names_by_sort(&groups, &|entry| vec![entry.piece.cells.clone()], &|cells| (0, capital(cells.into()))),
        "across": across,
        "within": within,
        "combined": groups.iter().filter(|group| is_combined(group)).map(|group| name_link(group)).collect::<Vec<_>>(),
        "groups": shown,
    });
    (view, sections)
}

/// Returns the part of a book's title before a colon, or the whole title if another book has the
/// same part.
fn short_title<'a>(books: &Books, book: &'a CatalogueBook) -> &'a str {
    let short = |book: &'a CatalogueBook| book.card.title.split(": ").next().unwrap_or_default();
    let is_other = |other: &&CatalogueBook| {
        other.folder != book.folder && other.card.title.split(": ").next() == Some(short(book))
    };
    if books.books.iter().any(|other| is_other(&other)) {
        &book.card.title
    } else {
        short(book)
    }
}

/// Whether all pieces of a name are combinations of others.
fn is_combined(group: &[PieceEntry<'_>]) -> bool {
    group.iter().all(|entry| entry.piece.combined)
}

fn movement(piece: &CardPiece) -> Portable<'_> {
    (
        CommonBoard::from_name(&piece.ground).unwrap_or(CommonBoard::Grid),
        piece.movement.as_deref(),
    )
}

fn name_anchor(key: &str) -> String {
    anchor_of_words("n", key)
}

/// Returns the first letters of the names, each with a link to its names.
fn letters(groups: &[&[PieceEntry<'_>]]) -> Vec<Json> {
    let letter = |group: &&[PieceEntry<'_>]| {
        group[0]
            .key
            .chars()
            .next()
            .map(|c| c.to_uppercase().to_string())
    };
    let plain: Vec<&[PieceEntry<'_>]> = groups
        .iter()
        .copied()
        .filter(|group| !is_combined(group))
        .collect();
    let runs = plain.chunk_by(|a, b| letter(a) == letter(b));
    runs.map(|run| json!({"letter": letter(&run[0]), "names": run.iter().map(|group| name_link(group)).collect::<Vec<_>>()}))
        .collect()
}

fn name_link(group: &[PieceEntry<'_>]) -> Json {
    json!({"name": group[0].piece.name, "anchor": name_anchor(&group[0].key), "count": group.len()})
}

/// Groups the names by the `sorts` of their pieces, in the order of the `title` of each, which has a
/// rank. A name appears once in each of its sorts.
fn names_by_sort(
    groups: &[&[PieceEntry<'_>]],
    sorts: &dyn Fn(&PieceEntry<'_>) -> Vec<String>,
    title: &dyn Fn(&str) -> (usize, String),
) -> Vec<Json> {
    let mut by_sort: BTreeMap<(usize, String), Vec<Json>> = BTreeMap::new();
    for group in groups.iter().filter(|group| !is_combined(group)) {
        let own: BTreeSet<String> = group.iter().flat_map(sorts).collect();
        for sort in own {
            by_sort
                .entry(title(&sort))
                .or_default()
                .push(name_link(group));
        }
    }
    let view =
        |((_, sort), names): ((usize, String), Vec<Json>)| json!({"title": sort, "names": names});
    by_sort.into_iter().map(view).collect()
}

/// Returns the view of the pieces of one name.
fn group(
    words: &Language,
    group: &[PieceEntry<'_>],
    all: &[PieceEntry<'_>],
    likeness: &Likeness,
) -> Json {
    let name = &group[0].piece.name;
    let entries: Vec<Json> = group
        .iter()
        .map(|entry| entry_view(words, entry, all))
        .collect();
    let said = match group.len() > 1 {
        true => comparison(group, likeness),
        false => Vec::new(),
    };
    let texts: Vec<String> = said.into_iter().map(|said| words.say(said)).collect();
    let briefs: Vec<String> = group
        .iter()
        .map(|entry| {
            let brief = &entry.piece.brief;
            format!(
                "{}: {} {}.",
                entry.origin(),
                text_of(brief, "called"),
                text_of(brief, "says")
            )
        })
        .collect();
    json!({
        "name": name,
        "anchor": name_anchor(&group[0].key),
        "texts": texts,
        "topics": if group.len() > 1 { topics(words, group) } else { Vec::new() },
        "entries": entries,
        "words": briefs.into_iter().chain(texts.iter().cloned()).collect::<Vec<_>>().join(" "),
    })
}

fn entry_view(words: &Language, entry: &PieceEntry<'_>, all: &[PieceEntry<'_>]) -> Json {
    let piece = entry.piece;
    let families = piece.families.iter();
    let families = families.map(|family| row("glossary.word", family));
    let is_other = |other: &&PieceEntry<'_>| {
        other.key != entry.key && !other.piece.combined && other.nature() == entry.nature()
    };
    let own = json!({
        "anchor": entry.anchor,
        "url": entry.url(),
        "book": entry.title,
        "language": entry.book.card.language,
        "variant": piece.variant,
        "cells": piece.cells,
        "size": piece.size,
        "thumbnail": piece.thumbnail,
        "families": words.say(Listing::Enumeration.of(families)),
        // The same piece under other names.
        "others": all.iter().filter(is_other).map(link).collect::<Vec<_>>(),
    });
    merge(piece.brief.clone(), own)
}

/// Returns the link to an entry.
fn link(entry: &PieceEntry<'_>) -> Json {
    json!({"name": entry.piece.name, "home": entry.origin(), "anchor": entry.anchor})
}

/// Lists the books of some pieces: "Ben39, Turtle and Waterloo".
fn origins(entries: &[&PieceEntry<'_>]) -> SlotValue {
    Listing::And.of(entries.iter().map(|entry| entry.origin()))
}

/// Groups the entries that are the same piece according to `are_same`. The groups are in the order
/// of their first entries.
fn group_same<'a, 'b>(
    entries: &'a [PieceEntry<'b>],
    are_same: fn(&PieceEntry<'b>, &PieceEntry<'b>) -> bool,
) -> Vec<Vec<&'a PieceEntry<'b>>> {
    let mut groups: Vec<Vec<&PieceEntry<'_>>> = Vec::new();
    for entry in entries {
        match groups.iter_mut().find(|known| are_same(known[0], entry)) {
            Some(known) => known.push(entry),
            None => groups.push(vec![entry]),
        }
    }
    groups
}

/// Returns sentences on what the pieces of one name have in common and where they differ.
fn comparison(group: &[PieceEntry<'_>], likeness: &Likeness) -> Vec<Say> {
    let mut forms = group_same(group, |one, other| one.role() == other.role());
    forms.sort_by_key(|alike| std::cmp::Reverse(alike.len()));
    let name = &group[0].piece.name;
    let mut texts = Vec::new();
    if let [all] = &forms[..] {
        texts.push(say!(
            catalogue::AllAlike,
            count = all.len(),
            name,
            books = origins(all)
        ));
        texts.extend(cell_by_cell(all));
        texts.extend(bounds(all));
        return texts;
    }
    for alike in forms.iter().filter(|alike| alike.len() > 1) {
        let books = origins(alike);
        texts.push(say!(catalogue::SomeAlike, name, books));
        texts.extend(cell_by_cell(alike));
        texts.extend(bounds(alike));
    }
    let first = forms[0][0];
    texts.extend(
        forms[1..]
            .iter()
            .map(|alike| difference(first, alike, group, likeness)),
    );
    texts
}

/// Describes how some pieces, which are alike, differ from `first`, a piece of the most common
/// form.
fn difference(
    first: &PieceEntry<'_>,
    alike: &[&PieceEntry<'_>],
    group: &[PieceEntry<'_>],
    likeness: &Likeness,
) -> Say {
    let (other, origin) = (alike[0], first.origin());
    let says = |entry: &PieceEntry<'_>| text_of(&entry.piece.brief, "says").to_string();
    let how = if other.rule == first.rule {
        let (more, less) = (
            extra_statements(other, first),
            extra_statements(first, other),
        );
        say!(
            catalogue::MovesLike,
            origin,
            how = SlotValue::Key(match (more.is_empty(), less.is_empty()) {
                (_, true) => "added",
                (true, false) => "removed",
                (false, false) => "replaced",
            }),
            more,
            less
        )
    } else if other.common_board() != first.common_board() {
        let alike = group.iter().find(|entry| {
            entry.common_board() != other.common_board() && says(entry) == says(other)
        });
        let compared = alike.unwrap_or(first);
        let origin = compared.origin();
        let stands = say!(
            catalogue::StandsOn,
            board = other.board(),
            origin = &origin,
            other = compared.board()
        );
        match alike {
            Some(_) => say!(
                catalogue::DescribedAlike,
                origin,
                says = says(other),
                stands
            ),
            None => say!(catalogue::NotCompared, stands),
        }
    } else {
        match likeness.difference(first.rule, other.rule) {
            Some(parting) => difference_in_position(first, other, parting),
            None => say!(catalogue::NamesOwnCells, origin),
        }
    };
    let origins = origins(alike);
    say!(catalogue::ThatOf, origins, how)
}

/// Describes the cells of those pieces that may not stand everywhere.
fn bounds(alike: &[&PieceEntry<'_>]) -> Vec<Say> {
    let bound = |entry: &&PieceEntry<'_>| {
        let bound = entry.piece.bound.as_ref()?;
        Some(say!(catalogue::BoundOf, origin = entry.origin(), bound))
    };
    alike.iter().filter_map(bound).collect()
}

/// Returns the statements, other than its movement, that are true of the first piece and not of the
/// second.
fn extra_statements(entry: &PieceEntry<'_>, other: &PieceEntry<'_>) -> String {
    let all =
        |entry: &PieceEntry<'_>| [&entry.piece.powers[..], &entry.piece.standing[..]].concat();
    let (own, others) = (all(entry), all(other));
    texts(own.iter().filter(|statement| !others.contains(statement)))
}

/// Joins the sentences of some statements.
fn texts<'a>(statements: impl IntoIterator<Item = &'a CardStatement>) -> String {
    let texts = statements.into_iter().map(|statement| &*statement.text);
    texts.collect::<Vec<_>>().join(" ")
}

/// Describes how a piece moves in a position where its moves differ from another's.
fn difference_in_position(
    first: &PieceEntry<'_>,
    other: &PieceEntry<'_>,
    parting: RuleDifference,
) -> Say {
    let RuleDifference {
        setting,
        more: [less, more],
    } = parting;
    let origin = first.origin();
    let is_other = !other.piece.powers.is_empty() && first.piece.powers != other.piece.powers;
    let differs = say!(
        catalogue::Differs,
        how = SlotValue::Key(match (less.is_empty(), more.is_empty()) {
            (true, true) => "captures",
            (true, false) => "more",
            (false, true) => "less",
            (false, false) => "otherwise",
        }),
        more = Listing::And.of(more),
        less = Listing::And.of(less),
        origin = &origin
    );
    say!(
        catalogue::MovesDifferently,
        origin,
        setting,
        differs,
        powers = is_other.then(|| texts(&other.piece.powers))
    )
}

/// Returns sentences on whether pieces that are alike, on boards with the same cells, reach the
/// same cells.
fn cell_by_cell(alike: &[&PieceEntry<'_>]) -> Vec<Say> {
    let mut shapes: BTreeMap<&str, Vec<&PieceEntry<'_>>> = BTreeMap::new();
    for entry in alike {
        shapes.entry(&entry.piece.shape).or_default().push(entry);
    }
    let mut texts: Vec<(usize, Say)> = Vec::new();
    for entries in shapes.into_values().filter(|entries| entries.len() > 1) {
        let equal = entries
            .iter()
            .all(|entry| entry.piece.reach == entries[0].piece.reach);
        let text = say!(catalogue::CellsAlike, books = origins(&entries), equal);
        let place = alike
            .iter()
            .position(|entry| std::ptr::eq(*entry, entries[0]))
            .unwrap_or_default();
        texts.push((place, text));
    }
    texts.sort_by_key(|(place, _)| *place);
    texts.into_iter().map(|(_, text)| text).collect()
}

/// Returns the other topics on which the rules speak of pieces of this name, and to which of them
/// each applies.
fn topics(words: &Language, group: &[PieceEntry<'_>]) -> Vec<Json> {
    let row = |topic: Topic| {
        let has = |entry: &&PieceEntry<'_>| entry.piece.topics.contains(topic.name());
        let with: Vec<&PieceEntry<'_>> = group.iter().filter(has).collect();
        let owners = match with.len() {
            0 => return None,
            all if all == group.len() => say!(catalogue::AllOfThem).into(),
            _ => origins(&with),
        };
        Some(json!({"title": words.say(topic.title()), "of": words.say(owners)}))
    };
    Topic::ALL.into_iter().filter_map(row).collect()
}

/// Returns notes on pieces that move alike: that they are royal, castle, become others, or are kept
/// to a part of the board.
fn notes(of_name: &[&PieceEntry<'_>]) -> Vec<SlotValue> {
    let is_bound = of_name.iter().any(|entry| entry.piece.bound.is_some());
    let has = |topic: Topic| {
        of_name
            .iter()
            .any(|entry| entry.piece.topics.contains(topic.name()))
    };
    let notes = [
        (Topic::Royal, "royal"),
        (Topic::Castling, "castles"),
        (Topic::Change, "changes"),
    ];
    notes
        .into_iter()
        .filter(|(topic, _)| has(*topic))
        .map(|(_, note)| note)
        .chain(is_bound.then_some("bound"))
        .map(|note| row("catalogue.note", note))
        .collect()
}

/// Returns the pieces that are the same under several names, each with all its entries.
fn synonyms(words: &Language, entries: &[PieceEntry<'_>]) -> Vec<Json> {
    let same_pieces = group_same(entries, |one, other| one.nature() == other.nature());
    let name_count = |alike: &Vec<&PieceEntry<'_>>| {
        alike
            .iter()
            .map(|entry| &entry.key)
            .collect::<BTreeSet<_>>()
            .len()
    };
    let several = same_pieces.iter().filter(|alike| name_count(alike) > 1);
    let row = |alike: &Vec<&PieceEntry<'_>>| {
        // Of several descriptions, take one that refers to no other piece, and the shortest of
        // these.
        let briefs = alike.iter().map(|entry| &entry.piece.brief);
        let says = briefs
            .map(|brief| (brief["by_others"] == true, text_of(brief, "says")))
            .min_by_key(|(by_others, says)| (*by_others, says.len()));
        let says = says.map_or("", |(_, says)| says);
        let books: BTreeSet<&str> = alike
            .iter()
            .map(|entry| entry.book.folder.as_str())
            .collect();
        // Within a name, royal pieces come first and in a group of their own.
        let mut sorted = alike.clone();
        sorted.sort_by_key(|entry| (&entry.key, notes(&[entry]).is_empty()));
        let is_alike =
            |a: &&PieceEntry<'_>, b: &&PieceEntry<'_>| a.key == b.key && notes(&[a]) == notes(&[b]);
        let by_name = sorted.chunk_by(is_alike).map(|of_name| {
            json!({
                "name": of_name[0].piece.name,
                "anchor": name_anchor(&of_name[0].key),
                "homes": words.say(origins(of_name)),
                "notes": notes(of_name).into_iter().map(|note| words.say(note)).collect::<Vec<_>>(),
            })
        });
        json!({"names": by_name.collect::<Vec<_>>(), "says": says, "powers": texts(&alike[0].piece.powers), "books": books.len()})
    };
    several.map(row).collect()
}
