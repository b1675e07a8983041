//! Finds the words of a text that states a truth, and checks that its claim's expression accounts
//! for them.
//!
//! Such a text has no value to compare. Instead, each word that is understood must occur in the
//! expression: the name of a piece or a cell, a side, or a number. A word of logic demands one of
//! the forms in its row of `DEMANDS`. The expression may say more than the text. Knows no rules.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::bounds::{LowerCaseWords, contraction};
use super::cells::cell_words;
use super::clauses::{clause_around, has_pronoun, joined_parts};
use super::content::{ExprContent, ExprForm};
use super::words::numbers;
use padma_expr::{Bound, Expr, ExprKind, Number, Operator, Scope, named_kinds};
use padma_rules::model::Side;

/// A word of a text that is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Understood {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// What it names.
    pub kind: WordKind,
    /// Whether the expression accounts for it.
    pub met: bool,
    /// Another word of the same kind that the expression does not account for, such as a cell that
    /// it does not name.
    pub unmet_example: Option<String>,
}

/// What a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// A piece, by its kind.
    Piece,
    /// A cell.
    Cell,
    /// White or Black.
    Side,
    /// A number, with its percent sign.
    Number,
    /// A word of logic, such as `all` or `not`, with the names of the forms that account for it.
    Logic(&'static str),
}

/// The names of the forms that a word such as `not` demands.
const NEGATIVE: &str = "`not`, `!=`, `- …` or `{}`";
/// The names of these forms, if the expression lacks them beside the names of the word's clause.
const NEGATIVE_PART: &str = "`not`, `!=`, `- …` or `{}` beside the names of this clause";

/// The comparatives that `than` may follow, and whether the side before `than` is the greater.
const COMPARATIVES: [(&str, bool); 8] = [
    ("more", true),
    ("stronger", true),
    ("longer", true),
    ("farther", true),
    ("fewer", false),
    ("less", false),
    ("weaker", false),
    ("shorter", false),
];

/// Phrases separated by `|`; the forms, one of which an expression must have to match such a
/// phrase; and the names of these forms.
type Demand = (&'static str, &'static [ExprForm], &'static str);

/// The words of logic. A phrase comes before any shorter phrase that it begins with.
const DEMANDS: [Demand; 12] = [
    (
        "nothing but|nothing else|none other|all but|no other|only|alone|except|precisely|exactly|just",
        &[ExprForm::Equal, ExprForm::Every],
        "`=` or `all`",
    ),
    ("as many|the same", &[ExprForm::Equal], "`=` or `same`"),
    (
        "at least",
        &[
            ExprForm::Order,
            ExprForm::Smallest,
            ExprForm::In,
            ExprForm::Some,
        ],
        "`at least`, `min`, `in` or `some`",
    ),
    (
        "at most|up to",
        &[ExprForm::Order, ExprForm::Greatest, ExprForm::In],
        "`at most`, `max` or `in`",
    ),
    (
        "both|either",
        &[ExprForm::And, ExprForm::Two, ExprForm::Every],
        "`and`, `all` or a list of two",
    ),
    (
        "all|every|everywhere|each|always|any|anywhere",
        &[
            ExprForm::Every,
            ExprForm::Equal,
            ExprForm::In,
            ExprForm::Some,
        ],
        "`all`, `=`, `in` or a name with `always` in it",
    ),
    (
        "no|none|never|not|nothing|nowhere|neither|nor|cannot|without",
        &[ExprForm::Not, ExprForm::Nothing],
        NEGATIVE,
    ),
    (
        "some|sometimes|somewhere|often|several|many",
        &[ExprForm::Some, ExprForm::Order, ExprForm::Not],
        "`some`, `at least` or `!=`",
    ),
    (
        "first",
        &[ExprForm::First],
        "a name with `first` in it, `min` or 1",
    ),
    (
        "last",
        &[ExprForm::Last],
        "a name with `last` in it, or `max`",
    ),
    (
        "more|most|stronger|strongest|longer|longest|farther|farthest",
        &[
            ExprForm::Order,
            ExprForm::Greatest,
            ExprForm::In,
            ExprForm::Not,
        ],
        "`<`, `at most`, `max`, `in` or the like",
    ),
    (
        "fewer|fewest|less|least|weaker|weakest|shorter|shortest",
        &[
            ExprForm::Order,
            ExprForm::Smallest,
            ExprForm::In,
            ExprForm::Not,
        ],
        "`<`, `at most`, `min`, `in` or the like",
    ),
];

/// Returns the words of logic with the names of the forms they demand, as `docs/write/claims.md` lists
/// them.
pub fn demands() -> impl Iterator<Item = (&'static str, &'static str)> {
    DEMANDS.iter().map(|(words, _, forms)| (*words, *forms))
}

/// Returns the phrases that begin with a word, in the order of their rows, each with its row's
/// index.
fn phrases_beginning_with(first: &str) -> impl Iterator<Item = (usize, &'static str)> {
    type Rows = BTreeMap<&'static str, Vec<(usize, &'static str)>>;
    static ROWS: LazyLock<Rows> = LazyLock::new(|| {
        let mut rows = Rows::default();
        for (row, (phrases, ..)) in DEMANDS.iter().enumerate() {
            for phrase in phrases.split('|') {
                let first = phrase.split(' ').next().unwrap_or(phrase);
                rows.entry(first).or_default().push((row, phrase));
            }
        }
        rows
    });
    ROWS.get(first).into_iter().flatten().copied()
}

/// Returns the words of a text that are understood, in order, except those in code.
pub(super) fn understood_words(
    text: &str,
    code: &[Range<usize>],
    expr: &Expr,
    scope: Scope<'_>,
) -> Vec<Understood> {
    let mut words = match_expr(text, code, expr, scope);
    check_negations(&mut words, text, code, expr, scope);
    let negative = |word: &Understood| word.kind == WordKind::Logic(NEGATIVE);
    if let Some((lesser, greater)) = comparison(expr).filter(|_| !words.iter().any(negative)) {
        let side_words = [lesser, greater].map(|part| match_expr(text, code, part, scope));
        let is_reversed = |word: &Understood| {
            let (_, is_greater) = COMPARATIVES.iter().find(|(comparative, _)| {
                text[word.range.clone()].eq_ignore_ascii_case(comparative)
            })?;
            let than = word.range.end + text[word.range.end..].find(" than ")?;
            // Whether only this side has a name before `than`, or after `than` if `is_after`.
            let only = |side: usize, is_after: bool| {
                let names = side_words[side]
                    .iter()
                    .zip(&side_words[1 - side])
                    .filter(|(one, _)| (one.range.start > than) == is_after);
                names.into_iter().any(|(one, other)| {
                    one.met && !other.met && !matches!(one.kind, WordKind::Logic(_))
                })
            };
            let (first, second) = if *is_greater { (0, 1) } else { (1, 0) };
            Some(only(first, false) && only(second, true))
        };
        for word in words
            .iter_mut()
            .filter(|word| is_reversed(word) == Some(true))
        {
            (word.met, word.kind) = (false, WordKind::Logic("the comparison the other way round"));
        }
    }
    words
}

/// Marks a negation as not met if every part of the expression that names a piece or a cell of its
/// clause is affirmative.
fn check_negations(
    words: &mut [Understood],
    text: &str,
    code: &[Range<usize>],
    expr: &Expr,
    scope: Scope<'_>,
) {
    let is_negation = |word: &Understood| word.met && word.kind == WordKind::Logic(NEGATIVE);
    let parts = joined_parts(expr);
    if parts.len() < 2 || !words.iter().any(is_negation) {
        return;
    }
    // The pieces of a diagram that is asked about belong to no single part.
    let match_part = |part: &&Expr| {
        let mut content = ExprContent::default();
        content.add_expr(part, scope);
        match_content(text, code, &content, scope)
    };
    let part_words: Vec<Vec<Understood>> = parts.iter().map(match_part).collect();
    for place in 0..words.len() {
        if !is_negation(&words[place]) {
            continue;
        }
        // A pronoun may refer to anything.
        let clause = clause_around(text, &words[place].range);
        if has_pronoun(&text[clause.clone()]) {
            continue;
        }
        let is_named = |word: &Understood| {
            let is_name = matches!(word.kind, WordKind::Piece | WordKind::Cell);
            is_name && word.met && clause.start <= word.range.start && word.range.end <= clause.end
        };
        let mut named_parts = part_words
            .iter()
            .filter(|part| part.iter().any(is_named))
            .peekable();
        if named_parts.peek().is_some() && named_parts.all(|part| !part[place].met) {
            words[place].met = false;
            words[place].kind = WordKind::Logic(NEGATIVE_PART);
        }
    }
}

/// Returns the lesser and the greater side of an expression's comparison, if it makes just one.
fn comparison(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let mut comparisons = Vec::new();
    let mut parts = vec![expr];
    while let Some(part) = parts.pop() {
        match &part.kind {
            ExprKind::Binary(Operator::Compare(Bound::LessThan | Bound::AtMost), a, b) => {
                comparisons.push((&**a, &**b))
            }
            ExprKind::Binary(Operator::Compare(Bound::MoreThan | Bound::AtLeast), a, b) => {
                comparisons.push((&**b, &**a))
            }
            _ => parts.extend(part.parts()),
        }
    }
    match comparisons[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// Returns the words of a text that are understood, and whether an expression or a part of it
/// accounts for them.
fn match_expr(text: &str, code: &[Range<usize>], expr: &Expr, scope: Scope<'_>) -> Vec<Understood> {
    let mut content = ExprContent::default();
    content.add_expr(expr, scope);
    content.add_asked_pieces(scope);
    match_content(text, code, &content, scope)
}

/// Returns the words in the title of a diagram or a game that name a piece, cell, side or number
/// which the diagram or game does not show.
pub fn unshown_words(title: &str, shown: &ExprContent, scope: Scope<'_>) -> Vec<Understood> {
    let mut words = match_content(title, &[], shown, scope);
    words.retain(|word| match word.kind {
        _ if word.met => false,
        WordKind::Piece | WordKind::Side => {
            title[word.range.clone()].starts_with(char::is_uppercase)
        }
        WordKind::Number => title[word.range.clone()].starts_with(|c: char| c.is_ascii_digit()),
        WordKind::Cell => true,
        WordKind::Logic(_) => false,
    });
    words
}

/// Returns the words of a text that are understood, and whether the gathered content accounts for
/// them.
fn match_content(
    text: &str,
    code: &[Range<usize>],
    content: &ExprContent,
    scope: Scope<'_>,
) -> Vec<Understood> {
    let variant = &scope.rules.variant;
    let mut understood = Vec::new();
    let mut add = |range: Range<usize>, what: WordKind, met: bool, unsaid: Option<String>| {
        let apart = |other: &Range<usize>| other.end <= range.start || range.end <= other.start;
        if understood
            .iter()
            .map(|word: &Understood| &word.range)
            .chain(code)
            .all(apart)
        {
            understood.push(Understood {
                range,
                kind: what,
                met,
                unmet_example: unsaid,
            });
        }
    };
    for (range, kind) in named_kinds(text, variant) {
        let unsaid = variant
            .kind_ids()
            .find(|kind| !content.says_kind(*kind, variant));
        add(
            range,
            WordKind::Piece,
            content.says_kind(kind, variant),
            unsaid.map(|kind| variant.kind(kind).name.clone()),
        );
    }
    let board = &variant.board;
    for (range, cell) in cell_words(text, board) {
        let unsaid = board
            .cells()
            .find(|cell| !content.says_cell(*cell, variant));
        add(
            range,
            WordKind::Cell,
            content.says_cell(cell, variant),
            unsaid.map(|cell| board.name(cell).to_string()),
        );
    }
    // `One` is usually a pronoun.
    for number in
        numbers(text).filter(|number| !(number.spelt && number.number == Number::whole(1)))
    {
        let unsaid = (2..)
            .map(Number::whole)
            .find(|other| !content.says_number(*other));
        let percent = &text[number.range.end..number.whole.end];
        let unsaid = unsaid.map(|other| format!("{other}{percent}"));
        add(
            number.whole,
            WordKind::Number,
            content.says_number(number.number),
            unsaid,
        );
    }
    let lower_words = LowerCaseWords::new(text, 0..text.len());
    // The last phrase of a row has the same meaning whatever word comes before it.
    let unmet_logic = DEMANDS
        .iter()
        .find(|(_, forms, _)| !content.has_form(forms));
    let unmet_logic = unmet_logic
        .and_then(|(words, ..)| words.rsplit('|').next())
        .map(str::to_string);
    for place in 0..lower_words.len() {
        for side in Side::BOTH {
            let (other, name) = (
                side.other(),
                if side == Side::White {
                    "Black"
                } else {
                    "White"
                },
            );
            let unsaid = || (!content.says_side(other)).then(|| name.to_string());
            lower_words
                .phrase_at(place, side.name())
                .into_iter()
                .for_each(|range| add(range, WordKind::Side, content.says_side(side), unsaid()));
        }
        let mut last_row = None;
        for (row, phrase) in phrases_beginning_with(lower_words.word(place)) {
            let Some(range) = lower_words
                .phrase_at(place, phrase)
                .filter(|_| last_row != Some(row))
            else {
                continue;
            };
            let (_, forms, form_names) = DEMANDS[row];
            last_row = Some(row);
            add(
                range,
                WordKind::Logic(form_names),
                content.has_form(forms),
                unmet_logic.clone(),
            );
        }
    }
    if let Some(range) = contraction(text) {
        let met = content.has_form(&[ExprForm::Not, ExprForm::Nothing]);
        add(range, WordKind::Logic(NEGATIVE), met, None);
    }
    understood.sort_by_key(|word| word.range.start);
    understood
}
