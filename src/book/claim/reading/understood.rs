//! Finds the words of a text that states a truth, and checks that its claim's expression accounts
//! for them.
//!
//! No value is read out of such a text. Instead, each word that is understood must occur in the
//! expression: the name of a piece or a cell, a side, or a number. A word of logic demands one of
//! the forms in its row. The expression may say more than the text. Knows no rules.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::bounds::{LowerCaseWords, contraction};
use super::cells::cell_words;
use super::clauses::{clause_around, has_pronoun, joined_parts};
use super::content::{ExprContent, ExprForm};
use super::words::numbers;
use padma_expr::{Bound, Expr, ExprKind, Number, Operator, Scope, kind_words};
use padma_rules::model::Side;

/// A word of a text that is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Understood {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// What it names.
    pub what: WordKind,
    /// Whether the expression accounts for it.
    pub met: bool,
    /// A piece, cell, side, number or word of logic, of the same kind as this word, that the
    /// expression does not account for.
    pub unsaid: Option<String>,
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
    /// A word of logic, such as `all` or `not`. It demands one of the forms that this text names.
    Logic(&'static str),
}

/// The forms that a word such as `not` demands, in words.
const NEGATIVE: &str = "`not`, `!=`, `- …` or `{}`";
const NEGATIVE_PART: &str = "`not`, `!=`, `- …` or `{}` beside the names of this clause";

/// The words that compare what stands before `than` with what stands after it, and whether what
/// stands before it is the greater.
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

/// Words, the forms of which they demand one, and the names of these forms.
type Demand = (&'static str, &'static [ExprForm], &'static str);

/// The words of logic. A phrase stands before those that begin with the same words but are
/// shorter.
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

/// Returns the rows of the table of these words in `docs/claims.md`.
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
    let mut found = match_expr(text, code, expr, scope);
    deny_the_others(&mut found, text, code, expr, scope);
    let negative = |word: &Understood| word.what == WordKind::Logic(NEGATIVE);
    if let Some((lesser, greater)) = comparison(expr).filter(|_| !found.iter().any(negative)) {
        let said = [lesser, greater].map(|part| match_expr(text, code, part, scope));
        let is_turned = |word: &Understood| {
            let (_, is_greater) = COMPARATIVES
                .iter()
                .find(|(than, _)| text[word.range.clone()].eq_ignore_ascii_case(than))?;
            let than = word.range.end + text[word.range.end..].find(" than ")?;
            // Whether this part alone has one of the names before `than`, or after it if `behind`.
            let only = |part: usize, behind: bool| {
                let names = said[part]
                    .iter()
                    .zip(&said[1 - part])
                    .filter(|(one, _)| (one.range.start > than) == behind);
                names.into_iter().any(|(one, other)| {
                    one.met && !other.met && !matches!(one.what, WordKind::Logic(_))
                })
            };
            let (first, second) = if *is_greater { (0, 1) } else { (1, 0) };
            Some(only(first, false) && only(second, true))
        };
        for word in found
            .iter_mut()
            .filter(|word| is_turned(word) == Some(true))
        {
            (word.met, word.what) = (false, WordKind::Logic("the comparison the other way round"));
        }
    }
    found
}

/// Marks a negation as not met if every part of the expression that names a piece or a cell of its
/// clause is affirmative.
fn deny_the_others(
    found: &mut [Understood],
    text: &str,
    code: &[Range<usize>],
    expr: &Expr,
    scope: Scope<'_>,
) {
    let is_negation = |word: &Understood| word.met && word.what == WordKind::Logic(NEGATIVE);
    let parts = joined_parts(expr);
    if parts.len() < 2 || !found.iter().any(is_negation) {
        return;
    }
    // Pieces of a diagram that is asked about belong to no single part.
    let match_part = |part: &&Expr| {
        let mut named = ExprContent::default();
        named.gather(part, scope);
        match_content(text, code, &named, scope)
    };
    let said: Vec<Vec<Understood>> = parts.iter().map(match_part).collect();
    for place in 0..found.len() {
        if !is_negation(&found[place]) {
            continue;
        }
        // It is not known what a pronoun refers to.
        let clause = clause_around(text, &found[place].range);
        if has_pronoun(&text[clause.clone()]) {
            continue;
        }
        let is_about = |word: &Understood| {
            let is_name = matches!(word.what, WordKind::Piece | WordKind::Cell);
            is_name && word.met && clause.start <= word.range.start && word.range.end <= clause.end
        };
        let mut about = said
            .iter()
            .filter(|part| part.iter().any(is_about))
            .peekable();
        if about.peek().is_some() && about.all(|part| !part[place].met) {
            found[place].met = false;
            found[place].what = WordKind::Logic(NEGATIVE_PART);
        }
    }
}

/// Returns the lesser and the greater side of an expression's comparison, if it makes just one.
fn comparison(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let mut found = Vec::new();
    let mut parts = vec![expr];
    while let Some(part) = parts.pop() {
        match &part.kind {
            ExprKind::Binary(Operator::Compare(Bound::LessThan | Bound::AtMost), a, b) => {
                found.push((&**a, &**b))
            }
            ExprKind::Binary(Operator::Compare(Bound::MoreThan | Bound::AtLeast), a, b) => {
                found.push((&**b, &**a))
            }
            _ => parts.extend(part.parts()),
        }
    }
    match found[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// Returns the words of a text that are understood, and whether an expression or a part of it
/// accounts for them.
fn match_expr(text: &str, code: &[Range<usize>], expr: &Expr, scope: Scope<'_>) -> Vec<Understood> {
    let mut named = ExprContent::default();
    named.gather(expr, scope);
    named.add_asked_pieces(scope);
    match_content(text, code, &named, scope)
}

/// Returns the words in the title of a diagram or a game that name a piece, cell, side or number
/// which the diagram or game does not show.
pub fn unshown_words(title: &str, shown: &ExprContent, scope: Scope<'_>) -> Vec<Understood> {
    let mut words = match_content(title, &[], shown, scope);
    words.retain(|word| match word.what {
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
    named: &ExprContent,
    scope: Scope<'_>,
) -> Vec<Understood> {
    let variant = &scope.rules.variant;
    let mut found = Vec::new();
    let mut add = |range: Range<usize>, what: WordKind, met: bool, unsaid: Option<String>| {
        let apart = |other: &Range<usize>| other.end <= range.start || range.end <= other.start;
        if found
            .iter()
            .map(|word: &Understood| &word.range)
            .chain(code)
            .all(apart)
        {
            found.push(Understood {
                range,
                what,
                met,
                unsaid,
            });
        }
    };
    for (range, kind) in kind_words(text, variant) {
        let unsaid = variant
            .kind_ids()
            .find(|kind| !named.says_kind(*kind, variant));
        add(
            range,
            WordKind::Piece,
            named.says_kind(kind, variant),
            unsaid.map(|kind| variant.kind(kind).name.clone()),
        );
    }
    let board = &variant.board;
    for (range, cell) in cell_words(text, board) {
        let unsaid = board.cells().find(|cell| !named.says_cell(*cell, variant));
        add(
            range,
            WordKind::Cell,
            named.says_cell(cell, variant),
            unsaid.map(|cell| board.name(cell).to_string()),
        );
    }
    // `One` is usually a pronoun.
    for number in
        numbers(text).filter(|number| !(number.spelt && number.number == Number::whole(1)))
    {
        let unsaid = (2..)
            .map(Number::whole)
            .find(|other| !named.says_number(*other));
        let percent = &text[number.range.end..number.whole.end];
        let unsaid = unsaid.map(|other| format!("{other}{percent}"));
        add(
            number.whole,
            WordKind::Number,
            named.says_number(number.number),
            unsaid,
        );
    }
    let said = LowerCaseWords::of(text, 0..text.len());
    // The last phrase of a row means the same alone and after other words.
    let illogical = DEMANDS.iter().find(|(_, forms, _)| !named.has_form(forms));
    let illogical = illogical
        .and_then(|(words, ..)| words.rsplit('|').next())
        .map(str::to_string);
    for place in 0..said.len() {
        for side in Side::BOTH {
            let (other, name) = (
                side.other(),
                if side == Side::White {
                    "Black"
                } else {
                    "White"
                },
            );
            let unsaid = || (!named.says_side(other)).then(|| name.to_string());
            said.phrase_at(place, side.name())
                .into_iter()
                .for_each(|range| add(range, WordKind::Side, named.says_side(side), unsaid()));
        }
        let mut last = None;
        for (row, phrase) in phrases_beginning_with(said.word(place)) {
            let Some(range) = said.phrase_at(place, phrase).filter(|_| last != Some(row)) else {
                continue;
            };
            let (_, forms, due) = DEMANDS[row];
            last = Some(row);
            add(
                range,
                WordKind::Logic(due),
                named.has_form(forms),
                illogical.clone(),
            );
        }
    }
    if let Some(range) = contraction(text) {
        let met = named.has_form(&[ExprForm::Not, ExprForm::Nothing]);
        add(range, WordKind::Logic(NEGATIVE), met, None);
    }
    found.sort_by_key(|word| word.range.start);
    found
}
