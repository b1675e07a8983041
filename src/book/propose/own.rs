//! The words of an author: a verb that a book claims by one function, time after time, means that function in plain
//! prose too. Knows no values.

use std::collections::BTreeMap;
use std::ops::Range;

use super::functions::{FUNCTIONS, OwnWords, ReachFunction};
use super::role::Role;
use super::token::{ProseToken, ProseTokenKind};
use crate::judge::Checked;

/// How often a word must be claimed to mean a function.
const LEAST_CLAIMS: usize = 3;

/// A sentence with claims.
pub(super) struct ClaimedSentence<'a> {
    /// The index of its page in the book.
    pub page: usize,
    /// Its claims, by their indices on the page, each with its range.
    pub claims: &'a [(usize, Range<usize>)],
    pub tokens: &'a [ProseToken],
}

/// Returns the verbs that the claims in some sentences give a meaning, each time the same.
pub(super) fn own_words<'a>(
    sentences: impl Iterator<Item = ClaimedSentence<'a>>,
    checked: &Checked,
) -> OwnWords {
    let claims = checked.claims.iter();
    let expressions: BTreeMap<(usize, usize), &str> = claims
        .map(|claim| ((claim.page, claim.link), claim.meaning.as_str()))
        .collect();
    let mut meant: BTreeMap<&str, Vec<&'static ReachFunction>> = BTreeMap::new();
    for sentence in sentences {
        for (claim, range) in sentence.claims {
            let expression = expressions.get(&(sentence.page, *claim));
            let functions = expression.and_then(|expression| asked(expression));
            let before = |token: &&ProseToken| token.range.end <= range.start;
            let words: Vec<&ProseToken> = sentence.tokens.iter().take_while(before).collect();
            if let (Some(functions), Some(verb)) = (functions, verb_of(&words)) {
                meant.entry(verb.word.as_str()).or_default().push(functions);
            }
        }
    }
    let agreed = meant.into_iter().filter_map(|(word, functions)| {
        let first = *functions.first()?;
        let is_one = functions.iter().all(|other| *other == first);
        (is_one && functions.len() >= LEAST_CLAIMS).then(|| (word.to_string(), first))
    });
    agreed.collect()
}

/// Lets words be verbs that an author uses as such.
pub(super) fn add_verbs(tokens: &mut [ProseToken], own: &OwnWords) {
    for token in tokens {
        if own.contains_key(&token.word) && token.verb().is_none() {
            token.roles.push(Role::Reach);
        }
    }
}

/// Returns the function that an expression asks innermost of what a piece reaches.
fn asked(expression: &str) -> Option<&'static ReachFunction> {
    let last = |functions: &&ReachFunction| {
        let call = format!("{} (", functions[0]);
        expression.rfind(&call)
    };
    FUNCTIONS
        .iter()
        .filter(|it| last(it).is_some())
        .max_by_key(last)
}

/// Returns the verb of a claim, by the words before it: the last verb, or the word right before.
fn verb_of<'a>(words: &[&'a ProseToken]) -> Option<&'a ProseToken> {
    let clause = words.iter().rev().take_while(|token| !token.ends_clause());
    let mut clause =
        clause.filter(|token| token.what == ProseTokenKind::Word && !token.is_filler());
    let next = clause.clone().next()?;
    let verb = clause.find(|token| token.verb().is_some());
    verb.or(Some(next).filter(|next| next.roles.is_empty()))
        .copied()
}
