//! Describes the rules of a whole game in English, in the order in which a player reads them. A
//! rule that applies to several pieces is stated once, with a list of the pieces.

use std::collections::BTreeSet;

use super::{notation, statements};
use crate::kinds::KINDS;
use crate::kinds::condition::turns_and_counts;
use crate::likeness::is_open_to_en_passant;
use crate::places::{say_list, say_sided};
use crate::subject::{RulesPart, Statement, Subject};
use crate::words::{GROUND, NAMED_LINES};
use padma_expr::movement::set_name;
use padma_rules::model::{
    Board, CellKind, CellSet, EffectKind, Geometry, KindId, Reserve, Rule, Side, Variant,
};
use padma_rules::movement::{self, Sentence};
use padma_words::{Listing, Say, SlotValue, keys, row, say, terms as terms_of};

/// A rule of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// The heading it belongs under.
    pub part: RulesPart,
    /// The pieces it is about.
    pub pieces: Whom,
    /// One or more sentences; "it" is any of the pieces.
    pub said: SlotValue,
}

/// The pieces that a rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// No piece: the rule is about the game.
    Game,
    /// These pieces.
    Only(Vec<KindId>),
    /// All pieces but these.
    AllBut(Vec<KindId>),
}

impl Whom {
    /// Chooses the shorter way to list some pieces.
    fn new(variant: &Variant, kinds: Vec<KindId>) -> Whom {
        const FEW: usize = 4;
        let others: Vec<KindId> = variant
            .kind_ids()
            .filter(|id| !kinds.contains(id))
            .collect();
        if kinds.len() > FEW && 2 * others.len() < kinds.len() {
            Whom::AllBut(others)
        } else {
            Whom::Only(kinds)
        }
    }

    /// Returns all the pieces.
    fn kinds(&self, variant: &Variant) -> Vec<KindId> {
        match self {
            Whom::Game => Vec::new(),
            Whom::Only(kinds) => kinds.clone(),
            Whom::AllBut(others) => variant
                .kind_ids()
                .filter(|id| !others.contains(id))
                .collect(),
        }
    }
}

/// Returns all rules of the game except what each piece does by its movement and powers.
pub fn game(variant: &Variant) -> Vec<Article> {
    let mut all: Vec<Article> = start(variant)
        .into_iter()
        .map(article(RulesPart::Start))
        .collect();
    let mut general = Vec::new();
    for (part, say) in KINDS.iter().filter_map(|kind| kind.of_game) {
        // General rules come after the rules of single pieces. Only the travel of cells is
        // explained before what it means for pieces.
        let articles = if part == RulesPart::Travel {
            &mut all
        } else {
            &mut general
        };
        articles.extend(say(variant).into_iter().map(article(part)));
    }
    all.extend(piece_articles(variant));
    all.extend(general);
    all.extend(
        notation::notation(&variant.notation, variant)
            .into_iter()
            .map(article(RulesPart::Notation)),
    );
    all.extend(
        absences(variant)
            .into_iter()
            .map(article(RulesPart::Absent)),
    );
    all.sort_by_key(|article| article.part);
    all
}

/// Returns a function that makes an article on a part of the rules from what is said.
fn article<T: Into<SlotValue>>(part: RulesPart) -> impl Fn(T) -> Article {
    move |said| Article {
        part,
        pieces: Whom::Game,
        said: said.into(),
    }
}

/// Returns the rules of a game that another game lacks, or has for fewer pieces. Pieces are
/// compared by id.
pub fn extra_rules(variant: &Variant, other: &Variant) -> Vec<Article> {
    let others = game(other);
    let rest = |article: Article| {
        let same = others
            .iter()
            .find(|known| (known.part, &known.said) == (article.part, &article.said));
        let Some(same) = same else {
            return Some(article);
        };
        let known = same.pieces.kinds(other);
        let known: Vec<&str> = known.iter().map(|id| other.kind(*id).id.as_str()).collect();
        let mut kinds = article.pieces.kinds(variant);
        kinds.retain(|id| !known.contains(&variant.kind(*id).id.as_str()));
        (!kinds.is_empty()).then_some(Article {
            pieces: Whom::Only(kinds),
            ..article
        })
    };
    game(variant).into_iter().filter_map(rest).collect()
}

/// Returns the rules about pieces: each sentence once, with all the pieces it applies to.
fn piece_articles(variant: &Variant) -> Vec<Article> {
    let mut merged: Vec<(Statement, Vec<KindId>)> = Vec::new();
    for id in variant.kind_ids() {
        for statement in statements(Subject {
            variant,
            id,
            is_grouped: true,
        }) {
            let same = merged.iter_mut().find(|(known, _)| *known == statement);
            match same {
                Some((_, kinds)) => kinds.push(id),
                None => merged.push((statement, vec![id])),
            }
        }
    }
    merged.sort_by_key(|(statement, _)| statement.topic);
    let article = |(statement, kinds): (Statement, Vec<KindId>)| {
        Some(Article {
            part: statement.topic.part()?,
            pieces: Whom::new(variant, kinds),
            said: statement.said.into(),
        })
    };
    merged.into_iter().filter_map(article).collect()
}

/// Describes the board, the pieces beside it, and which side begins.
fn start(variant: &Variant) -> Vec<SlotValue> {
    let board = [Some(size(&variant.board)), sheets(variant), places(variant)];
    let mut all: Vec<SlotValue> = board.into_iter().flatten().map(SlotValue::from).collect();
    all.extend(terms(variant));
    if let Some(forward) = forward(variant) {
        all.push(forward.into());
        let names_ranks = |rule: &Rule| matches!(rule, Rule::Promotion(_) | Rule::Goal(_));
        if variant.rules.iter().any(names_ranks) {
            all.push(say!(rules::OwnRanks).into());
        }
    }
    match &variant.setup {
        Some(setup) => {
            all.extend(reserves(variant, &setup.reserve).map(SlotValue::from));
            all.extend(turns_and_counts(variant));
        }
        None => all.push(say!(rules::NoSetup).into()),
    }
    all
}

/// Says which way is forward; `None` if no movement says so.
fn forward(variant: &Variant) -> Option<Say> {
    let terms = terms_of_movements(variant);
    let word = match (terms.contains("forward"), terms.contains("ahead")) {
        (true, true) => "both",
        (true, false) => "forward",
        (false, true) => "ahead",
        (false, false) => return None,
    };
    Some(say!(
        rules::Forward,
        word = SlotValue::Key(word),
        solid = variant.board.is_solid()
    ))
}

/// Returns the words in the descriptions of all movements that may need explaining.
fn terms_of_movements(variant: &Variant) -> BTreeSet<String> {
    let kinds = variant.kind_ids();
    let said = kinds.map(|kind| super::movement_said(variant, kind));
    said.flat_map(|said| terms_of(&said)).collect()
}

/// Whether a rule brings pieces beside the board into the game as they are.
fn comes_from_hand(rule: &Rule) -> bool {
    match rule {
        Rule::Drop(_) => true,
        Rule::Effect(rule) => matches!(rule.effect, EffectKind::Drops(..)),
        _ => false,
    }
}

/// Says which cells can travel, and which places for them are empty at the start.
fn places(variant: &Variant) -> Option<Say> {
    let board = &variant.board;
    // Points come and go with the squares that they touch.
    let places = *board.movable() - board.of_kind(CellKind::Point);
    let empty = *board.absent() & places;
    let lone_points = *board.absent() - empty;
    if empty.is_empty() {
        return None;
    }
    let filled = places - empty;
    Some(say!(
        rules::PlacesForCells,
        places = say_list(board, &places, Listing::And),
        filled = filled.len(),
        count = places.len(),
        cells = say_list(board, &filled, Listing::And),
        points = !lone_points.is_empty()
    ))
}

/// Says of two boards that share cells: which cells are on only one of them, and that a move
/// stays on one board.
fn sheets(variant: &Variant) -> Option<Say> {
    let board = &variant.board;
    let cells_of = |sheet| {
        board
            .cells()
            .filter(|cell| board.lattice(sheet).place(*cell).is_some())
            .collect::<CellSet>()
    };
    let [one, other] = &board.sheets().map(cells_of).collect::<Vec<CellSet>>()[..] else {
        return None;
    };
    let shared = *one & *other;
    if shared.is_empty() {
        return None;
    }
    let say_board = |cells: &CellSet| {
        let own = *cells - shared;
        say!(
            rules::OneBoard,
            count = cells.len(),
            own = own.len(),
            cells = say_list(board, &own, Listing::And)
        )
    };
    let takes =
        |rule: &Rule| matches!(rule, Rule::Power(rule) if rule.power.capture_way().is_some());
    Some(say!(
        rules::TwoBoards,
        count = shared.len(),
        shared = say_list(board, &shared, Listing::And),
        first = say_board(one),
        second = say_board(other),
        both = variant.rules.iter().any(takes)
    ))
}

/// Explains the words for ways that movements use, where a player of chess would not know them.
fn ways(variant: &Variant, terms: &BTreeSet<String>) -> Vec<SlotValue> {
    let table = match variant.board.geometry() {
        Geometry::Hexagons(_) => "rules.hex-way",
        Geometry::Cubes => "rules.level-way",
        _ => return Vec::new(),
    };
    // What a diagonal is on levels is told by what is orthogonal there.
    let is_told = variant.board.is_solid() && terms.contains("diagonally");
    let named =
        keys(table).filter(|word| terms.contains(*word) || is_told && *word == "orthogonally");
    let leap = terms.iter().find(|term| term.starts_with('('));
    let leap = leap.map(|leap| match table {
        "rules.hex-way" => say!(rules::HexLeap, leap).into(),
        _ => say!(rules::LevelLeap, leap).into(),
    });
    named.map(|word| row(table, word)).chain(leap).collect()
}

/// Explains the lines of a board, and the variant's own sets of cells, that movements name.
pub fn terms(variant: &Variant) -> Vec<SlotValue> {
    let terms = terms_of_movements(variant);
    let board = &variant.board;
    let is_used = |line: &&str| board.class(line).is_some() && terms.contains(*line);
    let mut all = Vec::new();
    if !board.has_sheets() {
        let lines = NAMED_LINES.into_iter().filter(is_used);
        all.extend(lines.map(|line| {
            let course = extended_line(board, line).unwrap_or_else(|| row("rules.line", line));
            SlotValue::from(say!(rules::Lines, line, course))
        }));
    }
    all.extend(is_used(&"ring").then(|| say!(rules::Ring).into()));
    all.extend(ways(variant, &terms));
    all.extend(sets(variant));
    all
}

/// Explains the variant's own sets: "The second line is rank 2 (for Black rank 7)."
fn sets(variant: &Variant) -> Vec<SlotValue> {
    let board = &variant.board;
    let movements = variant.kinds.iter().map(|kind| &kind.movement);
    let named: BTreeSet<&str> = movements
        .flat_map(Sentence::places)
        .map(|word| word.text.as_str())
        .collect();
    let is_set = |name: &&str| board.kinds().all(|kind| kind.name() != *name);
    let sentence = |name: &str| {
        let set = variant.sets.get(name)?;
        // No piece moves from an empty set or onto one, so its name is not in any sentence.
        if Side::BOTH.iter().all(|side| set.of(*side).is_empty()) {
            return None;
        }
        let cells = say_sided(
            board,
            *set.of(Side::White),
            *set.of(Side::Black),
            Listing::And,
        );
        let said = say!(rules::NamedCells, set = set_name(name), cells);
        Some(say!(rules::Sentence, said).into())
    };
    named
        .into_iter()
        .filter(is_set)
        .filter_map(sentence)
        .collect()
}

/// Says where a line runs that extends another: "as X does, and on to z4 and j4".
fn extended_line(board: &Board, name: &str) -> Option<SlotValue> {
    let line = name.strip_suffix('+')?;
    let [steps, known] = [board.class(name)?, board.class(line)?].map(|class| {
        let steps = board.cells().flat_map(|cell| board.steps(class, cell));
        steps.collect::<CellSet>()
    });
    let extra = steps - known;
    let cells = (!extra.is_empty()).then(|| say_list(board, &extra, Listing::And));
    let further = cells.is_some();
    Some(say!(rules::AsLine, line, further, cells).into())
}

/// Says which rules of chess this game does not have.
fn absences(variant: &Variant) -> Option<Say> {
    let kinds = variant.kind_ids().filter(|id| !variant.kind(*id).neutral);
    let movements: Vec<Sentence> = kinds.map(|id| super::possible(variant, id)).collect();
    let has = |what: fn(&Rule) -> bool| variant.rules.iter().any(what);
    let may = |what: fn(&Sentence) -> bool| movements.iter().any(what);
    let castles = may(|movement| movement::castling(movement).is_some());
    let passes = may(movement::takes_en_passant)
        || variant
            .kind_ids()
            .any(|id| is_open_to_en_passant(variant, id));
    let absent = [
        (
            has(|rule| matches!(rule, Rule::Castling(_))) || castles,
            "castling",
        ),
        (passes, "en-passant"),
        (passes || may(movement::has_first_move), "double-step"),
        (
            has(|rule| matches!(rule, Rule::Promotion(_) | Rule::Transformation(_))),
            "promotion",
        ),
        (
            has(|rule| matches!(rule, Rule::Repetition(_))),
            "repetition",
        ),
        (
            has(|rule| matches!(rule, Rule::QuietLimit(_))),
            "quiet-limit",
        ),
    ];
    let absent = absent.into_iter().filter(|(is_present, _)| !is_present);
    let absent: Vec<SlotValue> = absent
        .map(|(_, what)| row("rules.absent-rule", what))
        .collect();
    (!absent.is_empty()).then(|| say!(rules::Absent, absent = Listing::And.of(absent)))
}

/// Says the size of a board: "The board has 64 squares in 8 files and 8 ranks."
fn size(board: &Board) -> Say {
    let kinds: Vec<Say> = board
        .kinds()
        .map(|kind| {
            let (one, many) = (row(GROUND, kind.name()), set_name(kind.name()));
            let count = board.of_kind(kind).len();
            say!(rules::CellsOfKind, count, one, many)
        })
        .collect();
    let files = board.files().len();
    // Ranks of separate levels differ in their names.
    let numbers: BTreeSet<usize> = board.ranks().iter().map(|rank| rank.number).collect();
    let ranks = board
        .levels()
        .map_or(board.ranks().len(), |_| numbers.len());
    let is_full = files * ranks * board.levels().unwrap_or(1) == board.len();
    let is_one = kinds.len() == 1;
    let cells = Listing::And.of(kinds);
    let area = || say!(rules::Area, files, ranks);
    match (is_one, board.levels()) {
        (false, _) => {
            let count = board.len();
            say!(rules::SizeByKinds, count, cells)
        }
        (true, Some(levels)) if is_full => say!(
            rules::SizeByLevels,
            cells,
            levels,
            solid = board.is_solid(),
            area = area()
        ),
        (true, None) if files * ranks == board.len() + board.holes().len() && !is_full => {
            let holes = Listing::And.of(board.holes());
            say!(rules::Size, cells, area = area(), holes)
        }
        (true, _) => say!(
            rules::Size,
            cells,
            area = is_full.then(area),
            holes = SlotValue::None
        ),
    }
}

/// Says which pieces each side has beside the board at the start.
fn reserves(variant: &Variant, reserve: &Reserve) -> Option<Say> {
    let pieces_of = |side: Side| {
        let kinds = variant.kind_ids().filter_map(|id| {
            let (count, piece) = (reserve.count(side, id), &variant.kind(id).name);
            (count > 0).then(|| say!(rules::PiecesBeside, count, piece))
        });
        kinds.collect::<Vec<Say>>()
    };
    let [white, black] = Side::BOTH.map(pieces_of);
    let (side, pieces, black) = match (white.is_empty(), black.is_empty()) {
        (true, true) => return None,
        _ if white == black => ("each", white, None),
        (false, true) => ("white", white, None),
        (true, false) => ("black", black, None),
        (false, false) => ("white", white, Some(Listing::And.of(black))),
    };
    Some(say!(
        rules::BesideBoard,
        side = row("rules.side", side),
        pieces = Listing::And.of(pieces),
        black,
        drops = variant.rules.iter().any(comes_from_hand)
    ))
}
