//! Finds the words of a text that states a truth, and checks that its claim's expression accounts
//! for them.
//!
//! Such a text has no value to compare. Instead, each word that is understood must occur in the
//! expression: the name of a piece or a cell, a side, or a number. A word of logic demands one of
//! the forms in its row of `DEMANDS`. The expression may say more than the text. Knows no rules.

use std::ops::Range;

use super::author::AuthorText;
use super::content::ExprContent;
use super::facts::{FactMeaning, WordFact};
use super::form::ExprForm::{
    self, Alike, And, Drawn, Equal, Every, Exists, First, Greatest, In, Last, Lost, Not, Nothing,
    Order, Smallest, Two, Won,
};
use super::words::{Understood, WordKind};
use padma_expr::{Bound, Expr, ExprKind, Number, Operator, Scope};
use padma_rules::model::Side;
use padma_words::{Sense, english};

/// The names of the forms that a word such as `not` demands.
const NEGATIVE: &str = "`not`, `!=`, `- …` or `{}`";
/// The names of these forms, if the expression lacks them beside the names of the word's clause.
const NEGATIVE_PART: &str = "`not`, `!=`, `- …` or `{}` beside the names of this clause";

/// What a word of logic means, the forms, one of which an expression must have to match it, and the
/// names of these forms.
type Demand = (Sense, &'static [ExprForm], &'static str);

/// The words of logic.
const DEMANDS: [Demand; 15] = [
    (Sense::Only, &[Equal, Every], "`=` or `all`"),
    (
        Sense::Same,
        &[Alike, Every],
        "`=` between two values, `= 1`, `all` or `same`",
    ),
    (
        Sense::AtLeast,
        &[Order, Smallest, In, Exists],
        "`at least`, `min`, `in` or `some`",
    ),
    (
        Sense::AtMost,
        &[Order, Greatest, In],
        "`at most`, `max` or `in`",
    ),
    (
        Sense::Both,
        &[And, Two, Every],
        "`and`, `all`, 2 or a list of two",
    ),
    (
        Sense::All,
        &[Every, Equal, In, Exists],
        "`all`, `=`, `in` or a name with `always` in it",
    ),
    (Sense::Negation, &[Not, Nothing], NEGATIVE),
    (
        Sense::Some,
        &[Exists, Order, Not],
        "`some`, `at least` or `!=`",
    ),
    (
        Sense::First,
        &[First],
        "a name with `first` in it, `min` or 1",
    ),
    (Sense::Last, &[Last], "a name with `last` in it, or `max`"),
    (
        Sense::Greater,
        &[Order, Greatest, In, Not],
        "`<`, `at most`, `max`, `in` or the like",
    ),
    (
        Sense::Lesser,
        &[Order, Smallest, In, Not],
        "`<`, `at most`, `min`, `in` or the like",
    ),
    (Sense::Win, &[Won], "`\"win\"`, where it has a result"),
    (Sense::Lose, &[Lost], "`\"loss\"`, where it has a result"),
    (Sense::Draw, &[Drawn], "`\"draw\"`, where it has a result"),
];

/// The forms that the results of games have. Words for them are read where the expression has one.
const RESULTS: [ExprForm; 3] = [Won, Lost, Drawn];

/// Returns the words of logic with the names of the forms they demand, as `docs/write/claims.md` lists
/// them.
pub fn demands() -> impl Iterator<Item = (&'static [String], &'static str)> {
    let rows = DEMANDS.iter();
    rows.map(|(sense, _, forms)| (english().phrases(*sense), *forms))
}

fn demand(sense: Sense) -> Option<&'static Demand> {
    DEMANDS.iter().find(|(known, ..)| *known == sense)
}

/// A text with what its words say, except those in code.
struct TextFacts<'a> {
    text: &'a AuthorText<'a>,
    facts: Vec<WordFact>,
    scope: Scope<'a>,
}

/// Returns the words of a text that are understood, in order, except those in code.
pub(super) fn understood_words(
    text: &AuthorText<'_>,
    code: &[Range<usize>],
    expr: &Expr,
    scope: Scope<'_>,
) -> Vec<Understood> {
    let facts = TextFacts::of(text, code, scope);
    let mut words = facts.match_expr(expr);
    facts.excuse_double_negations(&mut words);
    facts.check_negations(&mut words, expr);
    let negative = |word: &Understood| word.kind == WordKind::Logic(NEGATIVE);
    if let Some(sides) = comparison(expr).filter(|_| !words.iter().any(negative)) {
        let side_words = sides.map(|part| facts.match_expr(part));
        for word in words.iter_mut() {
            if facts.is_reversed(&word.range, &side_words) == Some(true) {
                word.met = false;
                word.kind = WordKind::Logic("the comparison the other way round");
            }
        }
    }
    words
}

/// Returns the words in the title of a diagram or a game that name a piece, cell, side or number
/// which the diagram or game does not show.
pub(crate) fn unshown_words(
    title: &AuthorText<'_>,
    shown: &ExprContent,
    scope: Scope<'_>,
) -> Vec<Understood> {
    let mut words = TextFacts::of(title, &[], scope).match_content(shown);
    words.retain(|word| {
        let written = &title.text[word.range.clone()];
        !word.met
            && match word.kind {
                WordKind::Piece | WordKind::Side => written.starts_with(char::is_uppercase),
                WordKind::Number => {
                    written.starts_with(|c: char| c.is_ascii_digit())
                        || title.begins(Sense::CellNoun, word.range.end..title.text.len())
                }
                WordKind::Cell => true,
                _ => false,
            }
    });
    words
}

impl<'a> TextFacts<'a> {
    fn of(text: &'a AuthorText<'a>, code: &[Range<usize>], scope: Scope<'a>) -> TextFacts<'a> {
        let is_demanded = |sense| demand(sense).is_some();
        let mut facts = text.facts(&scope.rules.variant, code, is_demanded);
        let is_pronoun =
            |fact: &WordFact| matches!(&fact.meaning, FactMeaning::Number(one) if one.is_pronoun());
        facts.retain(|fact| !is_pronoun(fact));
        TextFacts { text, facts, scope }
    }

    /// Returns the words, and whether an expression or a part of it accounts for them.
    fn match_expr(&self, expr: &Expr) -> Vec<Understood> {
        let mut content = ExprContent::default();
        content.add_expr(expr, self.scope);
        content.add_asked_pieces(self.scope);
        self.match_content(&content)
    }

    /// Returns the words, and whether the gathered content accounts for them.
    fn match_content(&self, content: &ExprContent) -> Vec<Understood> {
        let variant = &self.scope.rules.variant;
        let board = &variant.board;
        let mut unsaid_kinds = variant
            .kind_ids()
            .filter(|kind| !content.says_kind(*kind, variant));
        let other_kind = unsaid_kinds
            .next()
            .map(|kind| variant.kind(kind).name.as_str());
        let other_cell = board
            .cells()
            .find(|cell| !content.says_cell(*cell, variant));
        let mut numbers = (2..).map(Number::whole);
        let other_number = numbers.find(|number| !content.says_number(*number));
        // The last phrase of a row has the same meaning whatever word comes before it.
        let has_result = content.has_form(&RESULTS);
        let is_read =
            |forms: &[ExprForm]| has_result || !forms.iter().all(|it| RESULTS.contains(it));
        let mut unmet = DEMANDS
            .iter()
            .filter(|(_, forms, _)| is_read(forms) && !content.has_form(forms));
        let other_logic = unmet
            .next()
            .and_then(|(sense, ..)| self.text.language.phrases(*sense).last());
        let understood = |fact: &WordFact| {
            let (kind, met, unmet_example) = match &fact.meaning {
                FactMeaning::Piece(kind) => (
                    WordKind::Piece,
                    content.says_kind(*kind, variant),
                    other_kind.map(str::to_string),
                ),
                FactMeaning::Cell(cell) => (
                    WordKind::Cell,
                    content.says_cell(*cell, variant),
                    other_cell.map(|cell| board.name(cell).to_string()),
                ),
                FactMeaning::Number(number) => {
                    let percent = &self.text.text[number.range.end..number.whole.end];
                    (
                        WordKind::Number,
                        content.says_number(number.number),
                        other_number.map(|other| format!("{other}{percent}")),
                    )
                }
                // Without a number the expression has a name for the line, such as a zone.
                FactMeaning::Ordinal(_) if !content.names_numbers() => return None,
                FactMeaning::Ordinal(number) => {
                    let word = &self.text.text[fact.range.clone()];
                    let met = content.says_ordinal(word, *number, board);
                    (WordKind::Number, met, None)
                }
                FactMeaning::Size(numbers) => (WordKind::Number, content.says_size(numbers), None),
                FactMeaning::Side(side) => {
                    let other = side.other();
                    let name = match other {
                        Side::White => "White",
                        Side::Black => "Black",
                    };
                    let example = (!content.says_side(other)).then(|| name.to_string());
                    (WordKind::Side, content.says_side(*side), example)
                }
                FactMeaning::Sense(sense) => {
                    let (_, forms, names) = demand(*sense).filter(|it| is_read(it.1))?;
                    let met = content.has_form(forms);
                    (WordKind::Logic(names), met, other_logic.cloned())
                }
            };
            Some(Understood {
                range: fact.range.clone(),
                kind,
                met,
                unmet_example,
            })
        };
        self.facts.iter().filter_map(understood).collect()
    }

    /// Marks a negation as met if its clause denies twice: "never leaves them".
    fn excuse_double_negations(&self, words: &mut [Understood]) {
        let is_unmet = |word: &&mut Understood| !word.met && word.kind == WordKind::Logic(NEGATIVE);
        let ends = clause_ends(self.text);
        for word in words.iter_mut().filter(is_unmet) {
            let clause = self.text.between(&ends, &word.range);
            let denials = self.text.denials(clause);
            word.met = denials > 0 && denials.is_multiple_of(2);
        }
    }

    /// Marks a negation as not met if every part of the expression that names a piece or a cell of
    /// its clause is affirmative.
    fn check_negations(&self, words: &mut [Understood], expr: &Expr) {
        let is_negation = |word: &Understood| word.met && word.kind == WordKind::Logic(NEGATIVE);
        let parts = joined_parts(expr);
        if parts.len() < 2 || !words.iter().any(is_negation) {
            return;
        }
        // The pieces of a diagram that is asked about belong to no single part.
        let match_part = |part: &&Expr| {
            let mut content = ExprContent::default();
            content.add_expr(part, self.scope);
            self.match_content(&content)
        };
        let part_words: Vec<Vec<Understood>> = parts.iter().map(match_part).collect();
        let ends = clause_ends(self.text);
        for place in 0..words.len() {
            if !is_negation(&words[place]) {
                continue;
            }
            // A pronoun may refer to anything.
            let clause = self.text.between(&ends, &words[place].range);
            if self.text.has(Sense::Pronoun, clause.clone()) {
                continue;
            }
            let is_named = |word: &Understood| {
                let is_name = matches!(word.kind, WordKind::Piece | WordKind::Cell);
                let is_inside = clause.start <= word.range.start && word.range.end <= clause.end;
                is_name && word.met && is_inside
            };
            let naming = part_words.iter().filter(|part| part.iter().any(is_named));
            let mut naming = naming.peekable();
            if naming.peek().is_some() && naming.all(|part| !part[place].met) {
                words[place].met = false;
                words[place].kind = WordKind::Logic(NEGATIVE_PART);
            }
        }
    }

    /// Returns whether a comparative has the lesser and the greater side of the expression the other
    /// way round; `None` for another word, or if nothing is compared after it.
    fn is_reversed(&self, word: &Range<usize>, sides: &[Vec<Understood>; 2]) -> Option<bool> {
        let is_greater = self.text.has(Sense::More, word.clone());
        if !is_greater && !self.text.has(Sense::Less, word.clone()) {
            return None;
        }
        let than = self
            .text
            .first(Sense::Than, word.end..self.text.text.len())?
            .start;
        // Whether only this side has a name before `than`, or after `than` if `is_after`.
        let only = |side: usize, is_after: bool| {
            let names = sides[side].iter().zip(&sides[1 - side]);
            let mut names = names.filter(|(one, _)| (one.range.start > than) == is_after);
            names.any(|(one, other)| {
                one.met && !other.met && !matches!(one.kind, WordKind::Logic(_))
            })
        };
        let (first, second) = if is_greater { (0, 1) } else { (1, 0) };
        Some(only(first, false) && only(second, true))
    }
}

/// Returns the places where a clause of a text ends. A negation in one clause denies only what that
/// clause is about.
fn clause_ends(text: &AuthorText<'_>) -> Vec<Range<usize>> {
    let is_mark = |c: char, _| matches!(c, ',' | ';' | ':' | '.' | '(' | ')' | '–' | '—');
    let marks = text.marks(text.whole(), is_mark);
    let ends = text.all(Sense::Conjunction, text.whole()).chain(marks);
    let mut ends: Vec<Range<usize>> = ends.collect();
    ends.sort_by_key(|end| end.start);
    ends
}

/// Returns the lesser and the greater side of an expression's comparison, if it makes just one.
fn comparison(expr: &Expr) -> Option<[&Expr; 2]> {
    let mut comparisons = Vec::new();
    let mut parts = vec![expr];
    while let Some(part) = parts.pop() {
        match &part.kind {
            ExprKind::Binary(Operator::Compare(Bound::LessThan | Bound::AtMost), a, b) => {
                comparisons.push([&**a, &**b])
            }
            ExprKind::Binary(Operator::Compare(Bound::MoreThan | Bound::AtLeast), a, b) => {
                comparisons.push([&**b, &**a])
            }
            _ => parts.extend(part.parts()),
        }
    }
    match comparisons[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// Splits an expression into the parts joined by `and` and `or`, each of which may be true alone.
/// Returns the expression itself if nothing is joined.
pub(crate) fn joined_parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(Operator::And | Operator::Or, a, b) => {
            [joined_parts(a), joined_parts(b)].concat()
        }
        ExprKind::With { body, .. } | ExprKind::Quantified { body, .. } => match joined_parts(body)
        {
            parts if parts.len() > 1 => parts,
            _ => vec![expr],
        },
        _ => vec![expr],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_end_at_conjunctions_and_punctuation() {
        for (text, word, clause) in [
            (
                "c4 is not a hexagon, and e2 is",
                "not",
                "c4 is not a hexagon",
            ),
            ("c4 is one, but e2 is not", "not", " e2 is not"),
            ("c4 (no hexagon) is one", "no", "no hexagon"),
            ("Nothing reaches c4", "Nothing", "Nothing reaches c4"),
        ] {
            let at = text.find(word).unwrap();
            let read = AuthorText::in_english(text);
            let found = read.between(&clause_ends(&read), &(at..at + word.len()));
            assert_eq!(&text[found], clause, "{text}");
        }
    }
}
