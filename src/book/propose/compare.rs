//! Comparisons of how many cells pieces reach: "fewer than the Queen", "twice as many in the middle as in a corner".
//!
//! ```text
//! On a1 the Rook has [seven times as many squares as a Knight].
//!   ──▶  count(reach(rook, a1)) = 7 * count(reach(knight, a1))
//! ```
//!
//! A comparison has two terms, each of a piece and a place: what one does not name it has from the other, or from the
//! sentences before. Knows no values.

use std::ops::Range;

use super::fact::{BoundBy, FactReading, Offer, ProposalKind};
use super::frame::SentenceTopic;
use super::queries::{PiecePlace, Queries, place_at, place_of_token};
use super::role::Role;
use super::token::ProseToken;
use padma_rules::model::KindId;

/// Returns what a sentence compares.
pub(super) fn comparisons(
    tokens: &[ProseToken],
    queries: Queries<'_>,
    topic: &SentenceTopic,
) -> Vec<FactReading> {
    let reader = ComparisonReader {
        tokens,
        queries,
        topic,
    };
    (0..tokens.len())
        .filter_map(|at| reader.reading(at))
        .collect()
}

struct ComparisonReader<'a> {
    tokens: &'a [ProseToken],
    queries: Queries<'a>,
    topic: &'a SentenceTopic,
}

/// How two numbers are compared: `2 * {} = 3 * {} - 1`.
struct CountRelation {
    /// The tokens that say it.
    words: Range<usize>,
    first_factor: u64,
    operator: &'static str,
    second_factor: u64,
    /// How many more or fewer the first are.
    difference: Option<(char, u64)>,
}

/// Pieces whose cells are counted together, at a place.
#[derive(Clone, Default)]
struct ComparedTerm {
    kinds: Vec<KindId>,
    place: Option<PiecePlace>,
    /// Whether it is any other piece.
    is_any: bool,
}

impl ComparisonReader<'_> {
    /// Reads the comparison whose word stands at a place.
    fn reading(&self, at: usize) -> Option<FactReading> {
        let relation = match self.word(at) {
            "as many" | "as much" => self.equal(at),
            "more" | "fewer" | "less" => self.unequal(at),
            _ => None,
        }?;
        let Range { start, end: than } = relation.words;
        let (second, end) = self.second(than)?;
        let (first, is_named) = self.first(start)?;
        let expressions = self.compared(first, second, &relation);
        let binds = |at: &usize| {
            let token = &self.tokens[*at];
            (start..than).contains(at) || token.piece().is_some() || place_of_token(token).is_some()
        };
        let bound_by: Vec<usize> = (self.clause_start(start)..end).filter(binds).collect();
        let offer = |expression: String| Offer {
            place: match self.queries.asks_figure(&expression) {
                true => BoundBy::Figure,
                false if is_named => BoundBy::Sentence,
                false => self.topic.known,
            },
            expression,
            bound_by: bound_by.clone(),
        };
        (!expressions.is_empty()).then(|| FactReading {
            range: self.tokens[start].range.start..self.tokens[end - 1].range.end,
            kind: ProposalKind::Truth,
            rank: None,
            offers: expressions.into_iter().map(offer).collect(),
            none: None,
        })
    }

    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.word.as_str())
    }

    fn word_before(&self, at: usize, back: usize) -> &str {
        at.checked_sub(back).map_or("", |place| self.word(place))
    }

    /// Returns the place of a word near by in the clause.
    fn later(&self, at: usize, word: &str) -> Option<usize> {
        const NEAR: usize = 8;
        let rest = self.tokens[at..].iter().take(NEAR);
        let mut clause = rest.take_while(|token| !token.ends_clause() && !token.is_mark(","));
        let far = clause.position(|token| token.word == word)?;
        Some(at + far)
    }

    /// Reads "as many … as", with what multiplies it.
    fn equal(&self, at: usize) -> Option<CountRelation> {
        let end = self.later(at + 1, "as")? + 1;
        let number = || self.tokens[at.checked_sub(2)?].number();
        let (length, first_factor, operator, second_factor) = match self.word_before(at, 1) {
            "twice" if self.word_before(at, 2) == "than" => (3, 1, ">", 2),
            "twice" => (1, 1, "=", 2),
            "half" => (1, 2, "=", 1),
            "again" if self.word_before(at, 2) == "half" => (2, 2, "=", 3),
            "times" => (2, 1, "=", number()?),
            "at least" => (1, 1, "at least", 1),
            _ if self.is_denied(at) => (0, 1, "<", 1),
            _ => (0, 1, "=", 1),
        };
        let start = at.saturating_sub(length);
        let last = self.tokens[..start].last();
        let is_vague = last.is_some_and(|last| last.has(Role::Vague));
        (!is_vague).then_some(CountRelation {
            words: start..end,
            first_factor,
            operator,
            second_factor,
            difference: None,
        })
    }

    /// Reads "two fewer than", "never more than".
    fn unequal(&self, at: usize) -> Option<CountRelation> {
        let than = self.later(at + 1, "than")?;
        // "more than twice as many" is read at its "as many", and "more than two" bounds a number.
        if self.word(than + 1) == "twice" || self.tokens.get(than + 1)?.number().is_some() {
            return None;
        }
        let is_more = self.word(at) == "more";
        // "two fewer", "one square more"
        let is_noun = |token: &ProseToken| token.has(Role::Cell) || token.has(Role::Move);
        let mut before = (at.saturating_sub(2)..at).rev();
        let counted = before.find(|place| !is_noun(&self.tokens[*place]));
        let counted = counted.and_then(|place| Some((place, self.tokens[place].number()?)));
        let operator = match (is_more, self.is_denied(at)) {
            _ if counted.is_some() => "=",
            (true, false) => ">",
            (false, false) => "<",
            (true, true) => "at most",
            (false, true) => "at least",
        };
        Some(CountRelation {
            words: counted.map_or(at, |(place, _)| place)..than + 1,
            first_factor: 1,
            operator,
            second_factor: 1,
            difference: counted.map(|(_, number)| (if is_more { '+' } else { '-' }, number)),
        })
    }

    fn clause_start(&self, at: usize) -> usize {
        let begins = |token: &ProseToken| {
            token.ends_clause() || token.has(Role::Clause) && token.word != "or"
        };
        let mark = self.tokens[..at].iter().rposition(begins);
        mark.map_or(0, |mark| mark + 1)
    }

    fn is_denied(&self, at: usize) -> bool {
        let clause = &self.tokens[self.clause_start(at)..at];
        clause.iter().any(|token| token.has(Role::Not))
    }

    /// Reads the term before a comparison, and whether the sentence names its piece.
    fn first(&self, end: usize) -> Option<(ComparedTerm, bool)> {
        let sentence = &self.tokens[..end];
        let clause = &sentence[self.clause_start(end)..];
        let own = clause.iter().filter_map(ProseToken::piece).next_back();
        let named = match own {
            None => sentence.iter().find_map(ProseToken::piece),
            // Of "Rook, Knight" it is not known which is meant.
            Some(_) if clause.windows(3).any(is_list) => return None,
            own => own,
        };
        let place = (0..end).rev().find_map(|at| place_at(self.tokens, at));
        // "It has fewer than the Rook", "the Queen has more there": the place is still spoken of.
        let rest = self.tokens[self.clause_start(end)..].iter();
        let mut rest = rest.take_while(|token| !token.is_mark(",;.!?"));
        let goes_on = named.is_none() || rest.any(|token| token.word == "there");
        let spoken_of = || self.topic.place.clone().filter(|_| goes_on);
        let term = ComparedTerm {
            kinds: vec![named.or(self.topic.pieces.last().copied())?],
            place: place.or_else(spoken_of),
            is_any: false,
        };
        Some((term, named.is_some()))
    }

    /// Reads the term after a comparison, and where it ends.
    fn second(&self, start: usize) -> Option<(ComparedTerm, usize)> {
        let ends = |token: &ProseToken| {
            let goes_on = token.has(Role::On) || ["and", "as"].contains(&token.word.as_str());
            let begins = token.has(Role::Clause) || token.has(Role::Within);
            token.ends_clause() || token.is_mark(",") || begins && !goes_on
        };
        // "than one that stands in a corner"
        let is_one = |token: &&ProseToken| ["one", "that", "which"].contains(&token.word.as_str());
        let lead = self.tokens[start..].iter().take_while(is_one).count();
        let mut term = ComparedTerm::default();
        let mut end = start;
        for (at, token) in self.tokens.iter().enumerate().skip(start + lead) {
            match (token.piece(), place_of_token(token)) {
                _ if ends(token) => break,
                (Some(kind), _) => term.kinds.push(kind),
                (_, Some(place)) => term.place = Some(place),
                _ if token.has(Role::AnyPiece) && at <= start + 2 => term.is_any = true,
                _ => continue,
            }
            end = at + 1;
        }
        let mut follows = self.tokens[end..].iter().take(3);
        if !follows.any(|token| token.has(Role::Together)) {
            term.kinds.truncate(1);
        }
        (end > start).then_some((term, end))
    }

    /// Writes that two terms stand in a relation; more than one reading, if the places leave them.
    fn compared(
        &self,
        mut first: ComparedTerm,
        mut second: ComparedTerm,
        relation: &CountRelation,
    ) -> Vec<String> {
        if second.kinds.is_empty() && !second.is_any {
            second.kinds = first.kinds.clone();
        }
        first.place = first.place.or_else(|| second.place.clone());
        second.place = second.place.or_else(|| first.place.clone());
        let over = |zone: &str| {
            let compared = relation.write(
                &self.reach_from("c", &first),
                &self.reach_from("c", &second),
            );
            vec![format!(
                "all c in {zone}: {}",
                self.among(&first, &second, compared)
            )]
        };
        if let Some(fold) = self.extreme() {
            let side = |term: &ComparedTerm| self.folded(fold, "cells", term);
            return vec![relation.write(&side(&first), &side(&second))];
        }
        match (&first.place, first.place == second.place) {
            (Some(PiecePlace::Zone(zone)), true) => over(zone),
            (Some(PiecePlace::Cells(cells)), true) => over(&self.queries.set_of(cells)),
            (Some(PiecePlace::Cell(_)), true) => {
                let here = relation.write(
                    &self.counted("each", &first),
                    &self.counted("each", &second),
                );
                vec![self.among(&first, &second, here)]
            }
            (None, _) => {
                let shown = |term: &ComparedTerm| {
                    let count = |kind: &KindId| self.queries.count_here(*kind, None);
                    Some(
                        term.kinds
                            .iter()
                            .map(count)
                            .collect::<Option<Vec<_>>>()?
                            .join(" + "),
                    )
                };
                let shown = shown(&first).zip(shown(&second)).filter(|_| !second.is_any);
                let here = shown.map(|(first, second)| relation.write(&first, &second));
                here.into_iter().chain(over("cells")).collect()
            }
            // Where the count is not the same on all cells of a part of the board, the most are meant.
            _ => ["each", "max"]
                .map(|fold| {
                    relation.write(&self.counted(fold, &first), &self.counted(fold, &second))
                })
                .to_vec(),
        }
    }

    /// Asks for all other pieces, if one is compared with any.
    fn among(&self, first: &ComparedTerm, second: &ComparedTerm, compared: String) -> String {
        match first.kinds[..] {
            [kind, ..] if second.is_any => {
                format!(
                    "all p in pieces where p != {}: {compared}",
                    self.queries.id(kind)
                )
            }
            _ => compared,
        }
    }

    /// Returns which count is compared, if a piece is spoken of at its best or at its worst.
    fn extreme(&self) -> Option<&'static str> {
        let says = |bound: Role| {
            let mut bounds = self.tokens.iter().filter(|token| token.has(bound));
            bounds.any(|token| token.word.ends_with("best") || token.word.ends_with("worst"))
        };
        let folds = [(Role::AtMost, "max"), (Role::AtLeast, "min")];
        folds
            .into_iter()
            .find(|(bound, _)| says(*bound))
            .map(|(_, fold)| fold)
    }

    /// Counts what a term reaches at its place.
    fn counted(&self, fold: &str, term: &ComparedTerm) -> String {
        match &term.place {
            Some(PiecePlace::Cell(cell)) if term.is_any => {
                self.reach_from(self.queries.variant.board.name(*cell), term)
            }
            Some(place @ PiecePlace::Cell(_)) => {
                let count = |kind: &KindId| self.queries.count_here(*kind, Some(place));
                let all: Vec<String> = term.kinds.iter().filter_map(count).collect();
                all.join(" + ")
            }
            Some(PiecePlace::Cells(cells)) => self.folded(fold, &self.queries.set_of(cells), term),
            Some(PiecePlace::Zone(zone)) => self.folded(fold, zone, term),
            None => self.folded(fold, "cells", term),
        }
    }

    fn folded(&self, fold: &str, zone: &str, term: &ComparedTerm) -> String {
        format!("{fold}(c in {zone}: {})", self.reach_from("c", term))
    }

    fn reach_from(&self, cell: &str, term: &ComparedTerm) -> String {
        let count = |id: &str| format!("count(reach({id}, {cell}))");
        match term.is_any {
            true => count("p"),
            false => {
                let all = term.kinds.iter().map(|kind| count(self.queries.id(*kind)));
                all.collect::<Vec<_>>().join(" + ")
            }
        }
    }
}

impl CountRelation {
    fn write(&self, first: &str, second: &str) -> String {
        let times = |factor: u64, term: &str| match factor {
            1 => term.to_string(),
            _ if term.contains(" + ") => format!("{factor} * ({term})"),
            _ => format!("{factor} * {term}"),
        };
        let (first, second) = (
            times(self.first_factor, first),
            times(self.second_factor, second),
        );
        let operator = self.operator;
        match self.difference {
            Some((more, number)) => format!("{first} {operator} {second} {more} {number}"),
            None => format!("{first} {operator} {second}"),
        }
    }
}

/// Whether three tokens list pieces: "Rook and Knight".
fn is_list(tokens: &[ProseToken]) -> bool {
    let [first, joint, second] = tokens else {
        return false;
    };
    let joins = joint.is_mark(",") || joint.word == "and";
    first.piece().is_some() && joins && second.piece().is_some()
}
