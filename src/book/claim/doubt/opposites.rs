//! Words with an opposite: check and mate, diagonal and orthogonal, friendly and enemy. A text is doubtful
//! if it uses one of them and the expression asks only for its opposite.

use std::collections::BTreeSet;
use std::ops::Range;

use super::passage::Doubt;
use crate::claim::reading::LowerCaseWords;
use padma_expr::{Expr, ExprKind, Fold, Name, Operator, Scope, WordMeaning, find_function, words};
use padma_rules::model::Cell;

/// A sense: the words for it in a text, the words of an expression that ask for it, and what the
/// functions that ask for it mean.
type WordSense = (&'static str, &'static str, &'static [WordMeaning]);

/// The words for the way back.
const WAY_BACK: &str = "back|backward|backwards";

/// Senses that exclude one another.
const OPPOSITES: [&[WordSense]; 11] = [
    &[
        ("check|checks|checked", "", &[WordMeaning::Check]),
        (
            "mate|mates|mated|checkmate|checkmated",
            "",
            &[WordMeaning::Mate],
        ),
        (
            "stalemate|stalemates|stalemated",
            "",
            &[WordMeaning::Stalemate],
        ),
    ],
    &[
        ("win|wins|won", "", &[WordMeaning::Win]),
        ("lose|loses|lost", "", &[]),
        ("draw|drawn", "", &[WordMeaning::Draw]),
    ],
    &[
        ("diagonal|diagonals|diagonally", "diagonal", &[]),
        (
            "orthogonal|orthogonals|orthogonally|rank|ranks|file|files|row|rows|column|columns",
            "orthogonal|row",
            &[WordMeaning::Rank, WordMeaning::File],
        ),
    ],
    &[
        ("own|friendly|friend|friends", "own", &[]),
        (
            "enemy|enemies|hostile|opposing|opponent|other side",
            "enemy",
            &[],
        ),
    ],
    &[
        ("corner|corners", "corner|corners", &[]),
        ("edge|edges", "side|edge|edges|contiguous", &[]),
        ("middle|centre|center", "middle|centre|center", &[]),
    ],
    &[
        (
            "nearest|closest|smallest|fewest|shortest|weakest|lowest|worst|least",
            "min",
            &[],
        ),
        (
            "farthest|furthest|largest|greatest|longest|strongest|highest|best|most",
            "max",
            &[],
        ),
    ],
    &[
        ("first", "first", &[WordMeaning::First]),
        ("last", "last", &[]),
    ],
    &[
        ("slide|slides|sliding", "says slide", &[]),
        ("step|steps|stepping", "says step|says leap|says hop", &[]),
    ],
    &[("light", "light", &[]), ("dark", "dark", &[])],
    &[
        ("forward|forwards|ahead", "forward|forwards|ahead", &[]),
        (WAY_BACK, "backward|backwards|back", &[]),
        ("sideways", "sideways", &[]),
    ],
    &[("left", "left", &[]), ("right", "right", &[])],
];

/// Returns the doubt about a word, in a part of the sentence, whose opposite the expression asks for.
/// Kinds of cell and line are not read beside a claim, where a sentence may name any of them.
pub(super) fn opposite_word(
    sentence: &str,
    part: Range<usize>,
    is_beside: bool,
    expr: &Expr,
    scope: Scope<'_>,
) -> Option<Doubt> {
    let mut asked = AskedWords::default();
    gather(expr, scope, &mut asked);
    let kinds = if is_beside || asked.words.contains("-") {
        Vec::new()
    } else {
        cell_kinds(scope)
    };
    let lower = LowerCaseWords::new(sentence, part);
    let lines: &[WordSense] = if is_beside { &[] } else { &LINES };
    let families = OPPOSITES.iter().copied().chain([&kinds[..], lines]);
    families
        .into_iter()
        .find_map(|family| opposite_in(family, &lower, &asked))
        .map(|(range, found)| Doubt {
            reason: format!(
                "the expression does not ask for `{}`, but for `{found}`",
                &sentence[range.clone()]
            ),
            range,
        })
}

/// Returns a word of one sense that the expression does not ask for, and what it asks for instead; or a
/// word that occurs twice where the expression asks for both senses.
fn opposite_in(
    family: &[WordSense],
    text: &LowerCaseWords,
    asked: &AskedWords<'_>,
) -> Option<(Range<usize>, String)> {
    let places_of = |list: &str| -> Vec<Range<usize>> {
        let at = |place| {
            list.split('|')
                .find_map(|phrase| text.phrase_at(place, phrase))
        };
        (0..text.len()).filter_map(at).collect()
    };
    for (index, sense @ (words, ..)) in family.iter().enumerate() {
        let places = places_of(words);
        let Some(first) = places.first() else {
            continue;
        };
        let others = family
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        let others: Vec<&WordSense> = others.map(|(_, sense)| sense).collect();
        let first_asked =
            |senses: &[&WordSense]| senses.iter().find_map(|sense| asked.word_for(sense));
        let unsaid: Vec<&WordSense> = others
            .iter()
            .filter(|(words, ..)| places_of(words).is_empty())
            .copied()
            .collect();
        match asked.word_for(sense) {
            None => {
                // One piece may move both ahead and back.
                let opposite = if *words == WAY_BACK { &others } else { &unsaid };
                if let Some(found) = first_asked(opposite) {
                    return Some((first.clone(), found));
                }
            }
            Some(_) => {
                if let Some(found) = first_asked(&unsaid).filter(|_| places.len() > 1) {
                    return Some((places[1].clone(), found));
                }
            }
        }
    }
    None
}

/// The lines of a board. Numbers of cells on one kind of line count lines of the other.
const LINES: [WordSense; 2] = [
    ("rank|ranks|row|rows", "row", &[WordMeaning::Rank]),
    ("file|files|column|columns", "", &[WordMeaning::File]),
];

/// Returns the kinds of cell of a board that has several, as senses.
fn cell_kinds(scope: Scope<'_>) -> Vec<WordSense> {
    const KINDS: [WordSense; 4] = [
        ("square|squares", "square|squares", &[]),
        ("triangle|triangles", "triangle|triangles", &[]),
        ("hexagon|hexagons", "hexagon|hexagons", &[]),
        ("point|points", "point|points", &[]),
    ];
    let board = &scope.rules.variant.board;
    let has = |sense: &&WordSense| board.kinds().any(|kind| sense.1.starts_with(kind.name()));
    let kinds: Vec<WordSense> = KINDS.iter().filter(has).copied().collect();
    if kinds.len() > 1 { kinds } else { Vec::new() }
}

/// What an expression asks for.
#[derive(Default)]
struct AskedWords<'e> {
    /// Its words in lower case, but for its functions.
    words: BTreeSet<String>,
    /// What its functions mean, each with the function.
    senses: Vec<(WordMeaning, &'e str)>,
}

impl AskedWords<'_> {
    /// Returns the word, or the function, that asks for a sense.
    fn word_for(&self, (_, asked, meant): &WordSense) -> Option<String> {
        let mut words = asked.split('|').filter(|word| !word.is_empty());
        let word = words.find(|word| self.words.contains(*word));
        let mut functions = self.senses.iter();
        let function = functions.find(|(sense, _)| meant.contains(sense));
        let found = word.or(function.map(|(_, name)| *name))?;
        Some(found.to_string())
    }
}

/// Gathers the words of an expression: functions, names, classes of directions, and the words of
/// movements in quotes.
fn gather<'e>(expr: &'e Expr, scope: Scope<'_>, found: &mut AskedWords<'e>) {
    let mut add = |word: &str| {
        let word = word.to_lowercase();
        let words = &mut found.words;
        words.extend(word.split('-').map(str::to_string));
        words.insert(word)
    };
    match &expr.kind {
        ExprKind::Name(name) => _ = add(name),
        ExprKind::Cells(names) if are_corners(names, scope) => _ = add("corner"),
        // A difference leaves open which of the two is meant.
        ExprKind::Binary(Operator::Minus, ..) => _ = add("-"),
        ExprKind::Call(name, _) | ExprKind::CallOf(_, name, _) => match find_function(&name.text) {
            Some(function) => {
                let senses = function.senses.iter();
                found
                    .senses
                    .extend(senses.map(|sense| (*sense, name.text.as_str())));
            }
            None => _ = add(&name.text),
        },
        ExprKind::Movement(_, written) => {
            let text = written.text();
            for range in words(text) {
                let word = &text[range];
                add(word);
                add(&format!("says {word}"));
            }
        }
        ExprKind::With { changes, .. } => {
            for change in changes {
                add(change.kind.name());
            }
        }
        ExprKind::Fold { fold, .. } if matches!(fold, Fold::Max | Fold::Min) => {
            _ = add(fold.name())
        }
        _ => {}
    }
    expr.parts().for_each(|part| gather(part, scope, found));
}

/// Whether cells are corners of the board: no other cells have fewer neighbours.
fn are_corners(names: &[Name], scope: Scope<'_>) -> bool {
    let board = &scope.rules.variant.board;
    let around = |cell: Cell| board.contacts(cell).len();
    let fewest = board.cells().map(around).min();
    let cell = |name: &Name| board.cell(&name.text);
    !names.is_empty() && names.iter().all(|name| cell(name).map(around) == fewest)
}
