//! Describes the rules of a whole game in English, in the order in which a player reads them. A
//! rule that applies to several pieces is stated once, with a list of the pieces.

use std::collections::BTreeSet;

use super::{notation, statements};
use crate::kinds::KINDS;
use crate::kinds::condition::turns_and_counts;
use crate::likeness::is_open_to_en_passant;
use crate::places::list;
use crate::subject::{RulesPart, Statement, Subject};
use crate::words::NAMED_LINES;
use padma_expr::movement::set_name;
use padma_rules::model::{
    Board, CellKind, CellSet, EffectKind, Geometry, KindId, Reserve, Rule, Side, Variant,
};
use padma_rules::movement::{self, Sentence};
use padma_text::english::{capitalise, count_phrase, join_list, number_in_words, plural};
use padma_words::{Listing, SlotValue, english};

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

impl Article {
    /// Returns the sentences in English.
    pub fn text(&self) -> String {
        english().write(&self.said)
    }
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
fn article(part: RulesPart) -> impl Fn(String) -> Article {
    move |text| Article {
        part,
        pieces: Whom::Game,
        said: text.into(),
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
fn start(variant: &Variant) -> Vec<String> {
    let board = &variant.board;
    let mut texts = vec![size(board)];
    texts.extend(sheets(variant));
    texts.extend(places(variant));
    texts.extend(terms(variant));
    if let Some(text) = forward(variant) {
        texts.push(text);
        let names_ranks = |rule: &Rule| matches!(rule, Rule::Promotion(_) | Rule::Goal(_));
        if variant.rules.iter().any(names_ranks) {
            texts.push("Each side counts its own ranks in that direction.".to_string());
        }
    }
    match &variant.setup {
        Some(setup) => {
            texts.extend(reserves(variant, &setup.reserve).map(|beside| {
                let drops = variant.rules.iter().any(comes_from_hand);
                beside + if drops { "" } else { " They come into the game only when another piece becomes one of them." }
            }));
            texts.extend(turns_and_counts(variant));
        }
        None => texts.push("No setup is given: the rules do not say where the pieces stand at the start, nor which side begins.".to_string()),
    }
    texts
}

/// Says which way is forward; `None` if no movement says so.
fn forward(variant: &Variant) -> Option<String> {
    let terms = terms_of_movements(variant);
    let word = match (terms.contains("forward"), terms.contains("ahead")) {
        (true, true) => "Forward, or ahead,",
        (true, false) => "Forward",
        (false, true) => "Ahead",
        (false, false) => return None,
    };
    let levels = match variant.board.is_solid() {
        true => [" and up through the levels", " in both"],
        false => ["", ""],
    };
    Some(format!(
        "{word} is up the board{} for White, and down{} for Black.",
        levels[0], levels[1]
    ))
}

/// Returns the words in the descriptions of all movements that may need explaining.
fn terms_of_movements(variant: &Variant) -> BTreeSet<String> {
    let kinds = variant.kind_ids();
    let said = kinds.map(|kind| super::movement_said(variant, kind));
    said.flat_map(|said| english().word(&said).terms).collect()
}

/// Whether a rule brings pieces beside the board into the game as they are.
fn comes_from_hand(rule: &Rule) -> bool {
    match rule {
        Rule::Drop(_) => true,
        Rule::Effect(rule) => matches!(rule.effect, EffectKind::Drops(..)),
        _ => false,
    }
}

/// Describes the cells that can travel and the places for them that are empty at the start.
fn places(variant: &Variant) -> Option<String> {
    let board = &variant.board;
    // Points come and go with the squares that they touch.
    let places = *board.movable() - board.of_kind(CellKind::Point);
    let empty = *board.absent() & places;
    let lone_points = *board.absent() - empty;
    if empty.is_empty() {
        return None;
    }
    let filled = places - empty;
    let points = match lone_points.is_empty() {
        true => String::new(),
        false => " A point that touches no square is not there either.".to_string(),
    };
    Some(format!(
        "They are never all there: {} are places for cells that travel, and {} of these {} places hold a cell at any time, at the \
         start {}.{points}",
        list(board, &places, Listing::And),
        number_in_words(filled.len() as u16),
        number_in_words(places.len() as u16),
        list(board, &filled, Listing::And),
    ))
}

/// Describes two boards that share cells: which cells are on only one of them, and that a move
/// stays on one board.
fn sheets(variant: &Variant) -> Option<String> {
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
    let describe = |own: &CellSet| {
        format!(
            "{} cells, {} of them its own: {}",
            own.len(),
            (*own - shared).len(),
            list(board, &(*own - shared), Listing::And)
        )
    };
    let takes =
        |rule: &Rule| matches!(rule, Rule::Power(rule) if rule.power.capture_way().is_some());
    let both = match variant.rules.iter().any(takes) {
        true => {
            " Where a move that is possible on both captures pieces on each of them, it takes all of these."
        }
        false => "",
    };
    Some(format!(
        "It is two boards that share {} cells: {}. The first has {}. The second has {}. A move goes along the lines of one board, and must be possible on that board alone: \
         no line leads from a cell that only the first has to a cell that only the second has. It is enough that a move is possible on \
         one of the two, and so check on either is check.{both}",
        shared.len(),
        list(board, &shared, Listing::And),
        describe(one),
        describe(other)
    ))
}

const RING: &str = "A ring is the closed way round a hexagon over the squares and triangles that touch it; rings that lie beside \
                    each other share cells.";

/// The words for ways on boards that are not plain grids, with what they mean there.
const HEX_WAYS: [(&str, &str); 2] = [
    (
        "orthogonally",
        "Orthogonally is across a side of the hexagon.",
    ),
    (
        "diagonally",
        "Diagonally is through a corner of the hexagon, to the next cell of the same shade.",
    ),
];
const LEVEL_WAYS: [(&str, &str); 3] = [
    (
        "orthogonally",
        "Orthogonally is along a file, along a rank, or straight up or down through the levels.",
    ),
    (
        "diagonally",
        "Diagonally is along two of these three at once, by one cell of each at every step.",
    ),
    (
        "triagonally",
        "Triagonally is along file, rank and levels at once, by one cell of each at every step.",
    ),
];

/// Explains the words for ways that movements use, where a player of chess would not know them.
fn ways(variant: &Variant, terms: &BTreeSet<String>) -> Vec<String> {
    let geometry = variant.board.geometry();
    let own: &[(&str, &str)] = match geometry {
        Geometry::Hexagons(_) => &HEX_WAYS,
        Geometry::Cubes => &LEVEL_WAYS,
        _ => &[],
    };
    // What a diagonal is on levels is told by what is orthogonal there.
    let is_told = variant.board.is_solid() && terms.contains("diagonally");
    let named = own.iter();
    let named =
        named.filter(|(word, _)| terms.contains(*word) || is_told && *word == "orthogonally");
    let leap = terms.iter().find(|term| term.starts_with('('));
    let leap = leap.and_then(|leap| match geometry {
        Geometry::Hexagons(_) => Some(format!(
            "A leap such as {leap} goes the first number of cells orthogonally, and the second along a neighbouring orthogonal line, \
             over whatever stands between."
        )),
        Geometry::Cubes => Some(format!(
            "A leap such as {leap} goes these numbers of cells along the file, the rank and the levels, in any order, over \
             whatever stands between."
        )),
        _ => None,
    });
    named
        .map(|(_, text)| text.to_string())
        .chain(leap)
        .collect()
}

/// Explains the lines of a board, and the variant's own sets of cells, that movements name.
pub fn terms(variant: &Variant) -> Vec<String> {
    let terms = terms_of_movements(variant);
    NAMED_LINES
        .iter()
        .filter(|(name, _)| {
            variant.board.class(name).is_some()
                && !variant.board.has_sheets()
                && terms.contains(*name)
        })
        .map(
            |(name, meaning)| match extended_line(&variant.board, name) {
                Some(how) => format!("The lines called {name} run {how}."),
                None => format!("The lines called {name} run {meaning}."),
            },
        )
        .chain(
            (variant.board.class("ring").is_some() && terms.contains("ring"))
                .then(|| RING.to_string()),
        )
        .chain(ways(variant, &terms))
        .chain(sets(variant))
        .collect()
}

/// Explains the variant's own sets: "The second line is rank 2 (for Black rank 7)."
fn sets(variant: &Variant) -> Vec<String> {
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
        let called = capitalise(&english().write(&set_name(name)));
        let [white, black] = Side::BOTH.map(|side| list(board, set.of(side), Listing::And));
        let black = if white == black {
            String::new()
        } else {
            format!(" (for Black {black})")
        };
        let is = if called.ends_with('s') { "are" } else { "is" };
        Some(format!("{called} {is} {white}{black}."))
    };
    named
        .into_iter()
        .filter(is_set)
        .filter_map(sentence)
        .collect()
}

/// Describes a line that extends another: "as X does, and on to z4 and j4".
fn extended_line(board: &Board, name: &str) -> Option<String> {
    let shorter = name.strip_suffix('+')?;
    let [steps, known] = [board.class(name)?, board.class(shorter)?].map(|class| {
        let steps = board.cells().flat_map(|cell| board.steps(class, cell));
        steps.collect::<CellSet>()
    });
    let extra = steps - known;
    Some(match extra.is_empty() {
        true => format!("as {shorter} does on this board"),
        false => format!(
            "as {shorter} does, and on to {}",
            list(board, &extra, Listing::And)
        ),
    })
}

/// Lists the rules of chess that this game does not have.
fn absences(variant: &Variant) -> Vec<String> {
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
            "no castling",
        ),
        (passes, "no en passant"),
        (passes || may(movement::has_first_move), "no double step"),
        (
            has(|rule| matches!(rule, Rule::Promotion(_) | Rule::Transformation(_))),
            "no promotion",
        ),
        (
            has(|rule| matches!(rule, Rule::Repetition(_))),
            "no rule about repetition",
        ),
        (
            has(|rule| matches!(rule, Rule::QuietLimit(_))),
            "no limit to moves without a capture",
        ),
    ];
    let absent: Vec<String> = absent
        .into_iter()
        .filter(|(is_present, _)| !is_present)
        .map(|(_, what)| what.to_string())
        .collect();
    (!absent.is_empty())
        .then(|| format!("There is {}.", join_list(&absent, "and")))
        .into_iter()
        .collect()
}

/// Writes the size of a board: "The board has 64 squares in 8 files and 8 ranks."
fn size(board: &Board) -> String {
    let kinds: Vec<String> = board
        .kinds()
        .map(|kind| count_phrase(board.of_kind(kind).len(), kind.name()))
        .collect();
    let levels = board.levels().map(|_| match board.is_solid() {
        true => "level",
        false => "board",
    });
    let count = board.levels().unwrap_or(1);
    // Ranks of separate levels differ in their names.
    let numbers: BTreeSet<usize> = board.ranks().iter().map(|rank| rank.number).collect();
    let ranks = levels.map_or(board.ranks().len(), |_| numbers.len());
    let files = board.files().len();
    let area = || {
        format!(
            "{} and {}",
            count_phrase(files, "file"),
            count_phrase(ranks, "rank")
        )
    };
    match &kinds[..] {
        [only] if files * ranks * count == board.len() => match levels {
            None => format!("The board has {only} in {}.", area()),
            Some(level) => format!(
                "The board has {only} on {} of {}.",
                count_phrase(count, level),
                area()
            ),
        },
        [only] => format!("The board has {only}."),
        _ => format!(
            "The board has {} cells: {}.",
            board.len(),
            join_list(&kinds, "and")
        ),
    }
}

/// Lists the pieces that each side has beside the board at the start.
fn reserves(variant: &Variant, reserve: &Reserve) -> Option<String> {
    let pieces_of = |side: Side| {
        let kinds = variant.kind_ids().filter_map(|id| {
            let name = &variant.kind(id).name;
            match reserve.count(side, id) {
                0 => None,
                1 => Some(format!("one {name}")),
                count => Some(format!("{} {}", number_in_words(count), plural(name))),
            }
        });
        join_list(&kinds.collect::<Vec<_>>(), "and")
    };
    let [white, black] = Side::BOTH.map(pieces_of);
    match (white.as_str(), black.as_str()) {
        ("", "") => None,
        (both, other) if both == other => Some(format!("Beside the board each side has {both}.")),
        (white, "") => Some(format!("Beside the board White has {white}.")),
        ("", black) => Some(format!("Beside the board Black has {black}.")),
        (white, black) => Some(format!(
            "Beside the board White has {white}, and Black {black}."
        )),
    }
}
