//! Collects the words of a book: those that its author defines, and those of the rules that it
//! uses.

use std::collections::BTreeSet;

use super::super::edition::Edition;
use super::super::search;
use super::super::text::html_path;
use super::super::words::kind_name;
use super::data::{CardTerm, CardWord};
use padma_book::claim::Verdict;
use padma_book::pages::ids::anchor;
use padma_book::pages::made::{ReferencePage, anchor_of_piece, listed_pieces};
use padma_rules::model::{Board, CellKind, CellSet, KindId, Notation, Side, Style, Variant};
use padma_variant::describe;
use padma_variant::likeness::{CommonBoard, families, is_open_to_en_passant};
use padma_variant::places::{NamedPlace, places, say_list};
use padma_variant::words::NAMED_LINES;
use padma_words::{Language, Listing, Say, SlotValue, keys, row, say};

/// The page on which an author defines words: each heading is a word, and the text below it its
/// meaning.
const GLOSSARY_PAGE: &str = "glossary.md";

/// Returns the words that the book's author defines.
pub(super) fn author_terms(edition: &Edition<'_>) -> Vec<CardTerm> {
    let pages = &edition.checked.book.pages;
    let Some(index) = pages.iter().position(|page| page.path == GLOSSARY_PAGE) else {
        return Vec::new();
    };
    let sections = search::sections(edition, index)
        .into_iter()
        .filter(|section| !section.heading.is_empty());
    let terms = sections.map(|section| CardTerm {
        term: section.heading,
        meaning: section.text,
        url: section.url,
    });
    terms.filter(|term| !term.meaning.is_empty()).collect()
}

/// Returns the words of the rules that a book uses, each once.
pub(super) fn rule_words(edition: &Edition<'_>) -> Vec<CardWord> {
    let variants = edition.own_variants();
    let mut uses = WordIndex {
        words: edition.words(),
        all: Vec::new(),
        known: BTreeSet::new(),
    };
    for (place, variant) in variants.iter().enumerate() {
        cells(variant, &mut uses);
        directions(variant, &mut uses);
        pieces(&variants, place, &mut uses);
        rules(variant, &mut uses);
    }
    if let Some(variant) = variants.first() {
        sets(variant, &mut uses);
        signs(variant, &mut uses);
    }
    verdicts(edition, &mut uses);
    uses.all
}

/// The words collected so far.
struct WordIndex {
    words: &'static Language,
    all: Vec<CardWord>,
    known: BTreeSet<(&'static str, String)>,
}

impl WordIndex {
    /// Adds a word, unless it is known already.
    fn add(
        &mut self,
        sort: &'static str,
        term: impl Into<SlotValue>,
        meaning: impl Into<SlotValue>,
        url: String,
    ) {
        let term = self.words.say(term);
        if self.known.insert((sort, term.clone())) {
            let (sort, meaning) = (sort.to_string(), self.words.say(meaning));
            self.all.push(CardWord {
                sort,
                term,
                meaning,
                url,
            });
        }
    }
}

/// Adds a word of which the glossary has the name.
fn add_named(uses: &mut WordIndex, sort: &'static str, word: &str, url: String) {
    let term = row("glossary.word", word);
    uses.add(sort, term, row("glossary.meaning", word), url);
}

/// Returns the address of a variant's board in the atlas.
fn atlas_url(variant: &Variant) -> String {
    format!(
        "{}#{}",
        html_path(ReferencePage::Atlas.path()),
        anchor("b", &variant.id)
    )
}

/// Returns the address of a page that is made for every book.
fn page_url(reference: ReferencePage) -> String {
    html_path(reference.path())
}

/// Adds the kinds of cell on a variant's board.
fn cells(variant: &Variant, uses: &mut WordIndex) {
    for kind in variant.board.kinds() {
        let meaning = row("glossary.cell", kind.name());
        uses.add("cell", kind_name(kind), meaning, atlas_url(variant));
    }
    if variant.board.movable() != &CellSet::EMPTY {
        add_named(uses, "cell", "movable", atlas_url(variant));
    }
}

/// Adds the classes of directions that the pieces' movements name.
fn directions(variant: &Variant, uses: &mut WordIndex) {
    let ground = CommonBoard::of(&variant.board);
    let named: BTreeSet<&str> = variant
        .kinds
        .iter()
        .flat_map(|kind| kind.movement.classes())
        .map(|class| class.text.as_str())
        .collect();
    for key in keys("glossary.direction") {
        let (of, name) = key.rsplit_once(' ').unwrap_or_default();
        if of == ground.name() && named.contains(name) {
            let meaning = row("glossary.direction", key);
            let term = row("glossary.class", name);
            uses.add("direction", term, meaning, atlas_url(variant));
        }
    }
    if ground == CommonBoard::Petals {
        for name in NAMED_LINES.iter().filter(|name| named.contains(*name)) {
            let course = row("rules.line", *name);
            let meaning = say!(glossary::Course, course);
            uses.add("direction", *name, meaning, atlas_url(variant));
        }
    }
}

/// Adds the families of the variant's pieces, and the other words on how pieces move.
fn pieces(variants: &[&Variant], place: usize, uses: &mut WordIndex) {
    let variant = variants[place];
    let listed = listed_pieces(variants);
    let entry = |id: KindId| {
        let own = listed.iter().find(|(at, kind)| (*at, *kind) == (place, id));
        let anchor = own.map(|(at, kind)| format!("#{}", anchor_of_piece(variants, *at, *kind)));
        page_url(ReferencePage::PieceIndex) + &anchor.unwrap_or_default()
    };
    for id in variant.kind_ids() {
        for family in families(variant, id) {
            add_named(uses, "movement", family.name(), entry(id));
        }
        if variant.kind(id).royal {
            add_named(uses, "piece", "royal", entry(id));
        }
        if is_open_to_en_passant(variant, id) {
            add_named(uses, "movement", "en-passant", entry(id));
        }
    }
    if !variant.kinds.is_empty() {
        let index = page_url(ReferencePage::PieceIndex);
        add_named(uses, "movement", "reach", index.clone());
        add_named(uses, "movement", "range", index);
    }
}

/// Adds the kinds of rule that the variant uses.
fn rules(variant: &Variant, uses: &mut WordIndex) {
    for name in describe::rules_used(variant) {
        add_named(uses, "rule", name, page_url(ReferencePage::RulesOfPlay));
    }
}

/// Maximum number of cells, and of ranks and cells together, of a set that are listed by name.
const MOST_NAMED: usize = 16;

/// Adds the sets of cells that a variant names.
fn sets(variant: &Variant, uses: &mut WordIndex) {
    let board = &variant.board;
    let is_kind = |name: &str| CellKind::from_name(name).is_some();
    for name in variant.sets.names().filter(|name| !is_kind(name)) {
        let Some(set) = variant.sets.get(name) else {
            continue;
        };
        let [white, black] = Side::BOTH.map(|side| cell_list(set.of(side), board));
        let meaning = match white == black {
            // A cell's name keeps its letters.
            true => say!(
                glossary::Set,
                begins = begins_with_cell(set.of(Side::White), board),
                cells = white
            ),
            false => say!(glossary::SidedSet, white, black),
        };
        let term = name.replace('-', " ");
        uses.add("set of cells", term, meaning, atlas_url(variant));
    }
}

/// Whether a list of these cells begins with the name of one.
fn begins_with_cell(cells: &CellSet, board: &Board) -> bool {
    let first = places(board, cells).first().copied();
    let is_listed = *cells != board.all() && block(cells, board).is_none();
    is_listed && matches!(first, Some(NamedPlace::Cell(_) | NamedPlace::Run(..)))
}

/// Lists the cells of a set by name, or counts them if the list would be long.
fn cell_list(cells: &CellSet, board: &Board) -> SlotValue {
    if *cells == board.all() {
        say!(labels::EveryCellThere).into()
    } else if let Some(block) = block(cells, board) {
        block.into()
    } else if places(board, cells).len() > MOST_NAMED {
        let (count, all) = (cells.len(), board.len());
        say!(glossary::SomeOfAll, count, all).into()
    } else {
        say_list(board, cells, Listing::And)
    }
}

/// Names many cells by their files, and by their ranks if these are not all.
fn block(cells: &CellSet, board: &Board) -> Option<Say> {
    let (mut files, mut ranks) = (BTreeSet::new(), BTreeSet::new());
    let rank_of = |rank| board.ranks().iter().position(|own| Some(*own) == rank);
    for cell in cells.iter().map(|cell| board.info(cell)) {
        files.insert(cell.file?);
        ranks.insert(rank_of(cell.rank)?);
    }
    let ends = |lines: &BTreeSet<usize>| {
        let (first, last) = (*lines.first()?, *lines.last()?);
        (last - first + 1 == lines.len()).then_some([first, last])
    };
    let is_block = files.len() * ranks.len() == cells.len() && files.len() < board.files().len();
    if !is_block || cells.len() <= MOST_NAMED {
        return None;
    }
    let [first, last] = ends(&files)?.map(|file| &board.files()[file]);
    let named = ends(&ranks)?.map(|rank| board.ranks()[rank].to_string());
    let [low, high] = named.map(|rank| (ranks.len() < board.ranks().len()).then_some(rank));
    Some(say!(glossary::Block, first, last, low, high))
}

/// Adds the symbols in move texts.
fn signs(variant: &Variant, uses: &mut WordIndex) {
    let Notation {
        style,
        quiet,
        capture,
        check,
        mate,
        drop,
        ..
    } = &variant.notation;
    if *style == Style::Coordinates || variant.setup.is_none() {
        return;
    }
    let quiet = if *style == Style::Long {
        quiet.as_str()
    } else {
        ""
    };
    let drops = describe::rules_used(variant).contains(&"drop");
    let drop = if drops { drop.1.as_str() } else { "" };
    let symbols = [
        (quiet, "quiet"),
        (capture.as_str(), "capture"),
        (check.as_str(), "check"),
        (mate.as_deref().unwrap_or_default(), "mate"),
        (drop, "drop"),
    ];
    for (symbol, meaning) in symbols.into_iter().filter(|(symbol, _)| !symbol.is_empty()) {
        let url = format!("{}#notation", page_url(ReferencePage::RulesOfPlay));
        let meaning = row("glossary.symbol", meaning);
        uses.add("symbol", format!("“{symbol}”"), meaning, url);
    }
}

/// Adds the verdicts that the book's statements have.
fn verdicts(edition: &Edition<'_>, uses: &mut WordIndex) {
    let listed = [
        Verdict::Holds,
        Verdict::Erratum,
        Verdict::Depends,
        Verdict::Unchecked,
    ];
    for verdict in listed {
        if edition.checked.tally(verdict) > 0 {
            let url = page_url(ReferencePage::Checks);
            add_named(uses, "verdict", verdict.name(), url);
        }
    }
}
