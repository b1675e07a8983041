//! Hints for unchecked claims: makes expressions from the pieces and cells that the sentence names,
//! and suggests one whose value is what the claim states.
//!
//! ```text
//! A Rook on a1 reaches [14](claim:x) cells        x = unchecked "…"
//!                         ──▶  try `count(reach(rook, a1))`
//! ```

use std::collections::BTreeSet;

use super::checked::{Checked, CheckedClaim};
use super::sentence::BookSentence;
use super::sentences::book_sentences;
use crate::claim::{AuthorText, Judgement, StatedText, Verdict, judge};
use crate::pages::page::ClaimLink;
use padma_expr::{Budget, Computation, ExprValue, Number, World, parse};
use padma_rules::model::Variant;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Sources};
use padma_variant::resolve::Variants;
use padma_words::read_as;

/// Maximum number of pieces of a sentence, and of cells, that expressions are made from.
const MOST_NAMED: usize = 3;

/// The least number that does not come out by chance.
const LEAST: i64 = 4;

/// Expressions to try for a piece `P`.
const OF_PIECE: [&str; 9] = [
    "count(setup(P))",
    "reserve(P)",
    "setup(P)",
    "setup(P, black)",
    "letter(P)",
    "inventor(P)",
    "count(range(P))",
    "max(c in range(P): count(reach(P, c)))",
    "min(c in range(P): count(reach(P, c)))",
];
/// Expressions to try for a piece `P` on a cell `C`.
const ON_CELL: [&str; 4] = [
    "count(reach(P, C))",
    "reach(P, C)",
    "moves(P, C)",
    "count(closure(P, C))",
];
/// Expressions to try for a board.
const OF_BOARD: [&str; 2] = ["count(cells)", "count(pieces)"];

/// Returns a note for each unchecked claim of a book that an expression computes.
pub(crate) fn computable_claims(checked: &Checked, variants: &Variants) -> Vec<Diagnostic> {
    let is_unchecked =
        |claim: &usize| checked.claims[*claim].judgement.verdict == Verdict::Unchecked;
    let sentences = book_sentences(checked);
    let mut hints = Vec::new();
    for sentence in sentences {
        for claim in sentence.claims.iter().copied().filter(is_unchecked) {
            hints.extend(hint(checked, sentence, &checked.claims[claim], variants));
        }
    }
    hints
}

fn hint(
    checked: &Checked,
    sentence: &BookSentence,
    claim: &CheckedClaim,
    variants: &Variants,
) -> Option<Diagnostic> {
    let index = claim.variant.or(checked.book.variant)?;
    let variant = &variants.rules(index).variant;
    let link = checked.link(claim);
    let judged = |text: &String| judged(checked, text, link, index, variants);
    let candidates = candidates(&sentence.prose.text, link.text.text(), variant);
    let told = |what: &str, label: String| {
        let message = format!(
            "an expression {what} what the unchecked claim `{}` says",
            claim.id
        );
        Diagnostic::note(Code::UncheckedClaim, message).at(link.text_span, label)
    };
    let is_telling = |judgement: &Judgement| {
        let is_small = |value: &ExprValue| matches!(value, ExprValue::Number(number) if *number < Number::whole(LEAST));
        judgement.unread.is_none() && !judgement.actual.as_ref().is_some_and(is_small)
    };
    let computes = |text: &&String| {
        let judgement = judged(text);
        judgement.is_some_and(|it| it.verdict == Verdict::Holds && is_telling(&it))
    };
    if let Some(found) = candidates.iter().find(computes) {
        return Some(told("computes", format!("try `{found}`")));
    }
    // A number beside one piece and one cell is nearly always that of the cells the piece reaches.
    let of_reach = candidates
        .first()
        .filter(|_| candidates.len() == ON_CELL.len() + OF_PIECE.len())?;
    let judgement = judged(of_reach).filter(|it| it.verdict == Verdict::Fails && is_telling(it))?;
    let (ExprValue::Number(_), value @ ExprValue::Number(_)) =
        (judgement.expected?, judgement.actual?)
    else {
        return None;
    };
    Some(told(
        "contradicts",
        format!("`{of_reach}` is {}", value.show(variant)),
    ))
}

/// Makes expressions from the pieces and cells that a sentence names, without the cells that the
/// claim states.
fn candidates(sentence: &str, stated: &str, variant: &Variant) -> Vec<String> {
    let [sentence, stated] = [sentence, stated].map(AuthorText::in_english);
    let named = sentence.pieces(variant).into_iter().map(|(_, kind)| kind);
    let named: BTreeSet<_> = named.collect();
    let [cells, own]: [BTreeSet<&str>; 2] = [&sentence, &stated].map(|text| {
        let cells = text.cells(&variant.board, text.whole());
        cells.map(|(range, _)| &text.text[range]).collect()
    });
    let cells: Vec<&&str> = cells.difference(&own).collect();
    let mut all = Vec::new();
    for kind in named.into_iter().take(MOST_NAMED) {
        let id = &variant.kind(kind).id;
        for cell in cells.iter().take(MOST_NAMED) {
            all.extend(ON_CELL.map(|form| form.replace('P', id).replace('C', cell)));
        }
        all.extend(OF_PIECE.map(|form| form.replace('P', id)));
    }
    if all.is_empty() {
        all.extend(OF_BOARD.map(str::to_string));
    }
    all
}

/// Judges a claim as if it had this expression; `None` if the text cannot be read as one.
fn judged(
    checked: &Checked,
    expression: &str,
    link: &ClaimLink,
    index: usize,
    variants: &Variants,
) -> Option<Judgement> {
    let book = &checked.book;
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("hint", expression);
    let text = Excerpt::verbatim(expression, sources.whole(id));
    let question = parse(&text, &mut diagnostics)?;
    let stated = StatedText {
        text: &link.text,
        code: &link.code,
        language: read_as(&book.decl.language),
        span: link.text_span,
    };
    let (rules, endings) = (variants.rules(index), variants.endings(index));
    let world = World::new(
        rules,
        endings,
        &book.placed,
        &book.games.played,
        &book.outline,
    )
    .with_budget(Budget::default());
    let scope = book.scope(variants, index, None);
    Some(judge(
        &Computation::from(question),
        stated,
        scope,
        &world,
        &mut diagnostics,
    ))
}
