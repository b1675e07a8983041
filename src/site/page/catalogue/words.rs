//! Collects the words of a book: those that its author defines, and those of the rules that it
//! uses.

use std::collections::BTreeSet;

use super::super::edition::Edition;
use super::super::search;
use super::super::text::html_path;
use super::data::{CardTerm, CardWord};
use padma_book::claim::Verdict;
use padma_book::pages::ids::anchor;
use padma_book::pages::made::{ReferencePage, anchor_of_piece, listed_pieces};
use padma_rules::model::{Board, CellKind, CellSet, KindId, Notation, Side, Style, Variant};
use padma_text::english::capitalise;
use padma_variant::describe;
use padma_variant::likeness::{CommonBoard, families, is_open_to_en_passant};
use padma_variant::places::{NamedPlace, list, places};
use padma_variant::words::NAMED_LINES;
use padma_words::Listing;
use padma_words::{english, row};

/// The page on which an author defines words: each heading is a word, and the text below it its
/// meaning.
const GLOSSARY_PAGE: &str = "glossary.md";

/// The classes of directions on hexagons.
const ACROSS: &str = "To a cell on the other side of an edge.";
const THROUGH: &str = "To the next cell of the same shade, through a corner.";

/// The kinds of board, and the names and meanings of classes of directions on them.
const DIRECTIONS: [(CommonBoard, &str, &str); 22] = [
    (
        CommonBoard::Grid,
        "orthogonal",
        "To the next cell of the file or the rank.",
    ),
    (
        CommonBoard::Grid,
        "diagonal",
        "To the next cell of a diagonal.",
    ),
    (
        CommonBoard::Grid,
        "contiguous",
        "To a cell that touches it: orthogonal and diagonal together.",
    ),
    (
        CommonBoard::Grid,
        "incident",
        "From a square to the points on its corners, from a point to the squares round it.",
    ),
    (
        CommonBoard::Grid,
        "N",
        "A Knight’s leap: one cell one way and two the other.",
    ),
    (CommonBoard::Grid, "D", "Two cells along a file or a rank."),
    (CommonBoard::Grid, "A", "Two cells along a diagonal."),
    (
        CommonBoard::Grid,
        "C",
        "One cell one way and three the other.",
    ),
    (
        CommonBoard::Petals,
        "side",
        "To a cell on the other side of an edge.",
    ),
    (
        CommonBoard::Petals,
        "corner",
        "To a cell that shares a corner and no side.",
    ),
    (
        CommonBoard::Petals,
        "contiguous",
        "To a cell that touches it by a side or a corner.",
    ),
    (
        CommonBoard::Petals,
        "ring",
        "Round a petal’s twelve outer cells, either way.",
    ),
    (
        CommonBoard::Petals,
        "fork",
        "From a square to the two squares that touch the ends of its front.",
    ),
    (
        CommonBoard::Levels,
        "orthogonal",
        "To the next cell of the file or the rank, or to the one just above or below.",
    ),
    (
        CommonBoard::Levels,
        "diagonal",
        "To a cell that shares an edge: one step each along two of file, rank and levels.",
    ),
    (
        CommonBoard::Levels,
        "triagonal",
        "To a cell that shares a corner: one step each along file, rank and levels.",
    ),
    (CommonBoard::Levels, "above", "To the cell just above."),
    (CommonBoard::Levels, "below", "To the cell just below."),
    (CommonBoard::Hexagons, "orthogonal", ACROSS),
    (CommonBoard::Hexagons, "diagonal", THROUGH),
    (CommonBoard::TurnedHexagons, "orthogonal", ACROSS),
    (CommonBoard::TurnedHexagons, "diagonal", THROUGH),
];

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
    let mut uses = WordIndex::default();
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
#[derive(Default)]
struct WordIndex {
    all: Vec<CardWord>,
    known: BTreeSet<(&'static str, String)>,
}

impl WordIndex {
    /// Adds a word, unless it is known already.
    fn add(&mut self, sort: &'static str, term: &str, meaning: &str, url: String) {
        if self.known.insert((sort, term.to_string())) {
            let (sort, term, meaning) = (sort.to_string(), term.to_string(), meaning.to_string());
            self.all.push(CardWord {
                sort,
                term,
                meaning,
                url,
            });
        }
    }
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
        let meaning = match kind {
            CellKind::Square => "A cell with four sides.",
            CellKind::Triangle => "A cell with three sides.",
            CellKind::Hexagon => "A cell with six sides.",
            CellKind::Point => "A cell without an area: a place where lines cross.",
        };
        uses.add("cell", kind.name(), meaning, atlas_url(variant));
    }
    if variant.board.movable() != &CellSet::EMPTY {
        uses.add(
            "cell",
            "movable cell",
            "A cell that can be absent and can move to another place.",
            atlas_url(variant),
        );
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
    for (_, name, meaning) in DIRECTIONS
        .iter()
        .filter(|(of, name, _)| *of == ground && named.contains(name))
    {
        uses.add("direction", name, meaning, atlas_url(variant));
    }
    if ground == CommonBoard::Petals {
        for name in NAMED_LINES.iter().filter(|name| named.contains(*name)) {
            let course = english().write(&row("rules.line", *name));
            uses.add(
                "direction",
                name,
                &format!("{}.", capitalise(&course)),
                atlas_url(variant),
            );
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
            uses.add("movement", family.name(), family.definition(), entry(id));
        }
        if variant.kind(id).royal {
            let royal =
                "A piece that can be checked and mated: no move of its side may leave it attacked.";
            uses.add("piece", "royal", royal, entry(id));
        }
        if is_open_to_en_passant(variant, id) {
            let meaning = "A capture of a piece on a cell that it has just passed over, as if it had stopped there.";
            uses.add("movement", "en passant", meaning, entry(id));
        }
    }
    if !variant.kinds.is_empty() {
        let index = page_url(ReferencePage::PieceIndex);
        let reach = "The cells on which a piece can land in one move: empty ones, and those of enemies that it may take there.";
        uses.add("movement", "reach", reach, index.clone());
        let range = "All cells that a piece can reach in one move from any cell on which it may stand, on the empty board.";
        uses.add("movement", "range", range, index);
    }
}

/// Adds the kinds of rule that the variant uses.
fn rules(variant: &Variant, uses: &mut WordIndex) {
    for (name, meaning) in describe::rules_used(variant) {
        uses.add(
            "rule",
            &name.replace('-', " "),
            meaning,
            page_url(ReferencePage::RulesOfPlay),
        );
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
            true if begins_with_cell(set.of(Side::White), board) => format!("{white}."),
            true => format!("{}.", capitalise(&white)),
            false => format!("For White {white}; for Black {black}."),
        };
        uses.add(
            "set of cells",
            &name.replace('-', " "),
            &meaning,
            atlas_url(variant),
        );
    }
}

/// Whether a list of these cells begins with the name of one.
fn begins_with_cell(cells: &CellSet, board: &Board) -> bool {
    let first = places(board, cells).first().copied();
    let is_listed = *cells != board.all() && block(cells, board).is_none();
    is_listed && matches!(first, Some(NamedPlace::Cell(_) | NamedPlace::Run(..)))
}

/// Lists the cells of a set by name, or counts them if the list would be long.
fn cell_list(cells: &CellSet, board: &Board) -> String {
    if *cells == board.all() {
        "every cell".to_string()
    } else if let Some(block) = block(cells, board) {
        block
    } else if places(board, cells).len() > MOST_NAMED {
        format!("{} of the {} cells", cells.len(), board.len())
    } else {
        list(board, cells, Listing::And)
    }
}

/// Names many cells by their files, and by their ranks if these are not all: "files d to i on ranks 4 to 9".
fn block(cells: &CellSet, board: &Board) -> Option<String> {
    let (mut files, mut ranks) = (BTreeSet::new(), BTreeSet::new());
    for cell in cells.iter().map(|cell| board.info(cell)) {
        files.insert(cell.file?);
        ranks.insert(
            board
                .ranks()
                .iter()
                .position(|rank| Some(*rank) == cell.rank)?,
        );
    }
    let ends = |lines: &BTreeSet<usize>| {
        let (first, last) = (*lines.first()?, *lines.last()?);
        (last - first + 1 == lines.len()).then_some((first, last))
    };
    let ((file, last_file), (rank, last_rank)) = (ends(&files)?, ends(&ranks)?);
    let is_block = files.len() * ranks.len() == cells.len() && files.len() < board.files().len();
    if !is_block || cells.len() <= MOST_NAMED {
        return None;
    }
    let named = format!(
        "files {} to {}",
        board.files()[file],
        board.files()[last_file]
    );
    Some(match ranks.len() == board.ranks().len() {
        true => named,
        false => format!(
            "{named} on ranks {} to {}",
            board.ranks()[rank],
            board.ranks()[last_rank]
        ),
    })
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
    let drops = describe::rules_used(variant)
        .iter()
        .any(|(name, _)| *name == "drop");
    let drop = if drops { drop.1.as_str() } else { "" };
    let symbols = [
        (quiet, "In the text of a move: nothing is captured."),
        (
            capture.as_str(),
            "In the text of a move: something is captured.",
        ),
        (check.as_str(), "After the text of a move: it gives check."),
        (
            mate.as_deref().unwrap_or_default(),
            "After the text of a move: it gives mate.",
        ),
        (drop, "In the text of a move: a piece is dropped from hand."),
    ];
    for (symbol, meaning) in symbols.into_iter().filter(|(symbol, _)| !symbol.is_empty()) {
        let url = format!("{}#notation", page_url(ReferencePage::RulesOfPlay));
        uses.add("symbol", &format!("“{symbol}”"), meaning, url);
    }
}

/// Adds the verdicts that the book's statements have.
fn verdicts(edition: &Edition<'_>, uses: &mut WordIndex) {
    for (verdict, meaning) in [
        (
            Verdict::Holds,
            "Of a statement: it was computed from the rules and found right.",
        ),
        (
            Verdict::Erratum,
            "Of a statement: the source contradicts its own rules; the book follows the rules.",
        ),
        (
            Verdict::Depends,
            "Of a statement: the source can be read in several ways; the book says which reading it takes.",
        ),
        (
            Verdict::Unchecked,
            "Of a statement: no written rule decides it.",
        ),
    ] {
        if edition.checked.tally(verdict) > 0 {
            uses.add(
                "verdict",
                verdict.words(),
                meaning,
                page_url(ReferencePage::Checks),
            );
        }
    }
}
