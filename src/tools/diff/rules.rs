//! Rules that were added, removed or changed, as described in English; and for each, a position in
//! which it allows or forbids a move.
//!
//! To find the rule behind a sentence, the rules are left out one by one. The example therefore
//! compares two variants that differ in this rule alone.

use std::collections::BTreeSet;

use serde_json::json;

use super::change::{BookChange, DiffKind, How};
use super::pair::{Counterparts, Own, VariantPair};
use super::picture;
use padma_rules::diagram::Diagram;
use padma_rules::model::{KindId, Variant};
use padma_rules::movement::words::joined;
use padma_rules::reach::Rules;
use padma_variant::describe::{self, RulesPart, Topic, Whom};
use padma_variant::difference::games::{GameCase, moves_apart};

/// A sentence of the rules about some pieces, or about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RuleSentence {
    /// Its heading.
    topic: &'static str,
    text: String,
    /// The ids of its pieces in the new variant; empty if it is about the game.
    of: Vec<String>,
}

/// Returns the changes of the rules.
pub(super) fn rules(pair: &VariantPair<'_>, own: Own<'_>) -> Vec<BookChange> {
    let old = |variant: &Variant| said(variant, &|id| new_name(pair, id));
    let new = |variant: &Variant| said(variant, &|id| own_name(pair, id));
    let (before, after) = (old(&pair.old.variant), new(&pair.new.variant));
    let mut gone: Vec<RuleSentence> = beyond(&before, &after).collect();
    let mut altered = Vec::new();
    for is in beyond(&after, &before) {
        let of_same = |was: &RuleSentence| was.topic == is.topic && was.of == is.of;
        // There are many sentences about the game: a new one replaces an old one only if they
        // begin alike.
        let alike = |was: &RuleSentence| {
            was.text
                .split(' ')
                .zip(is.text.split(' '))
                .take_while(|(a, b)| a == b)
                .count()
        };
        let same = (0..gone.len())
            .filter(|place| {
                of_same(&gone[*place]) && (!is.of.is_empty() || alike(&gone[*place]) > 0)
            })
            .max_by_key(|place| (alike(&gone[*place]), std::cmp::Reverse(*place)));
        altered.push(match same.map(|place| gone.remove(place)) {
            Some(was) => Counterparts::Both(was, is),
            None => Counterparts::New(is),
        });
    }
    altered.extend(gone.into_iter().map(Counterparts::Gone));
    let states = [
        RulesState {
            variant: &pair.old.variant,
            said: &old,
        },
        RulesState {
            variant: &pair.new.variant,
            said: &new,
        },
    ];
    let changes = once_a_rule(altered, states).into_iter().enumerate();
    changes
        .map(|(number, (altered, by))| {
            change(pair, own, number, &altered, example(pair, &altered, by))
        })
        .collect()
}

/// For a sentence before and after: the index of its rule, if a single rule accounts for it.
type SaidBy = [Option<usize>; 2];

/// Keeps one sentence for each rule that was added, removed or changed, preferably one about the
/// game, and drops sentences that several of these rules share.
fn once_a_rule(
    altered: Vec<Counterparts<RuleSentence>>,
    [old, new]: [RulesState<'_>; 2],
) -> Vec<(Counterparts<RuleSentence>, SaidBy)> {
    let by = |altered: &Counterparts<RuleSentence>| match altered {
        Counterparts::Gone(was) => [old.rule_saying(was), None],
        Counterparts::New(is) => [None, new.rule_saying(is)],
        Counterparts::Both(was, is) => [old.rule_saying(was), new.rule_saying(is)],
    };
    let found: Vec<(Counterparts<RuleSentence>, SaidBy)> = altered
        .into_iter()
        .map(|altered| {
            let by = by(&altered);
            (altered, by)
        })
        .collect();
    let all = |place: usize| -> BTreeSet<usize> {
        let is_one = |altered: &Counterparts<RuleSentence>| match place {
            0 => matches!(altered, Counterparts::Gone(_)),
            _ => matches!(altered, Counterparts::New(_)),
        };
        found
            .iter()
            .filter(|(altered, _)| is_one(altered))
            .filter_map(|(_, by)| by[place])
            .collect()
    };
    let (gone, added) = (all(0), all(1));
    let follows = |altered: &Counterparts<RuleSentence>| match altered {
        Counterparts::Gone(was) => gone.len() > 1 && !old.says_without(was, &gone),
        Counterparts::New(is) => added.len() > 1 && !new.says_without(is, &added),
        Counterparts::Both(..) => false,
    };
    let mut said: BTreeSet<SaidBy> = BTreeSet::new();
    found
        .into_iter()
        .filter(|(altered, by)| match by {
            [None, None] => !follows(altered),
            by => said.insert(*by),
        })
        .collect()
}

/// Returns a difference of legal moves, for variants without any other change that explains one.
pub(super) fn unexplained(pair: &VariantPair<'_>, own: Own<'_>) -> Option<BookChange> {
    let found = pair
        .is_aligned()
        .then(|| moves_apart(pair.old, pair.new, &[]))
        .flatten()?;
    let says = format!("Legal moves differ: {}.", found.text);
    let change = BookChange::new(DiffKind::Rule, How::Changed, &pair.new.variant.id, says);
    Some(illustrated(change, pair, own, 0, &found.case?))
}

/// Returns all sentences about a variant's pieces and its game, with the names of the new variant.
/// A piece without a name there is left out: it was added or removed as a whole.
fn said(variant: &Variant, name: &dyn Fn(KindId) -> Option<[String; 2]>) -> Vec<RuleSentence> {
    let renamed: Vec<(&str, String)> = variant
        .kind_ids()
        .filter_map(|id| Some((variant.kind(id).name.as_str(), name(id)?[1].clone())))
        .filter(|(was, is)| was != is)
        .collect();
    let text = |text: String| {
        renamed
            .iter()
            .fold(text, |text, (was, is)| text.replace(was, is))
    };
    let mut all: Vec<RuleSentence> = Vec::new();
    // Sentences on what a game lacks, and on how moves are written, follow from its rules.
    let is_rule = |part: RulesPart| {
        !matches!(
            part,
            RulesPart::Start | RulesPart::Notation | RulesPart::Absent
        )
    };
    let articles = describe::game(variant).into_iter();
    for article in articles.filter(|article| article.of == Whom::Game && is_rule(article.part)) {
        all.push(RuleSentence {
            topic: article.part.title(),
            text: text(article.text),
            of: Vec::new(),
        });
    }
    for id in variant.kind_ids() {
        let Some([name, _]) = name(id) else { continue };
        // The origin of a piece by promotion or the like is a rule of the other piece.
        let statements = describe::piece(variant, id).into_iter();
        for statement in statements.filter(|statement| statement.topic != Topic::Origin) {
            let (topic, text) = (statement.topic.title(), text(statement.text));
            let of_pieces = |said: &&mut RuleSentence| {
                !said.of.is_empty() && said.topic == topic && said.text == text
            };
            match all.iter_mut().find(of_pieces) {
                Some(said) => said.of.push(name.clone()),
                None => all.push(RuleSentence {
                    topic,
                    text,
                    of: vec![name.clone()],
                }),
            }
        }
    }
    all
}

fn own_name(pair: &VariantPair<'_>, id: KindId) -> Option<[String; 2]> {
    let kind = pair.new.variant.kind(id);
    let is_known = pair.kinds.iter().any(|[_, new]| *new == id);
    is_known.then(|| [kind.id.clone(), kind.name.clone()])
}

fn new_name(pair: &VariantPair<'_>, id: KindId) -> Option<[String; 2]> {
    let [_, new] = pair.kinds.iter().find(|[old, _]| *old == id)?;
    own_name(pair, *new)
}

/// Returns the sentences that only the first list has, or has for more pieces.
fn beyond<'s>(
    here: &'s [RuleSentence],
    there: &'s [RuleSentence],
) -> impl Iterator<Item = RuleSentence> + 's {
    here.iter().filter_map(|said| {
        let alike = |other: &&RuleSentence| {
            (other.topic, &other.text, other.of.is_empty())
                == (said.topic, &said.text, said.of.is_empty())
        };
        let Some(other) = there.iter().find(alike) else {
            return Some(said.clone());
        };
        let of: Vec<String> = said
            .of
            .iter()
            .filter(|id| !other.of.contains(id))
            .cloned()
            .collect();
        (!of.is_empty()).then(|| RuleSentence { of, ..said.clone() })
    })
}

/// One of the two variants, and the function that lists its sentences.
#[derive(Clone, Copy)]
struct RulesState<'a> {
    variant: &'a Variant,
    said: &'a dyn Fn(&Variant) -> Vec<RuleSentence>,
}

impl RulesState<'_> {
    /// Returns the rule without which a sentence is not made.
    fn rule_saying(self, sentence: &RuleSentence) -> Option<usize> {
        (0..self.variant.rules.len())
            .find(|rule| !self.says_without(sentence, &BTreeSet::from([*rule])))
    }

    fn says_without(self, sentence: &RuleSentence, rules: &BTreeSet<usize>) -> bool {
        (self.said)(&without(self.variant, rules))
            .into_iter()
            .any(|other| {
                (other.topic, &other.text) == (sentence.topic, &sentence.text)
                    && sentence.of.iter().all(|id| other.of.contains(id))
            })
    }
}

fn without(variant: &Variant, rules: &BTreeSet<usize>) -> Variant {
    let mut fewer = variant.clone();
    let mut place = 0..;
    fewer
        .rules
        .retain(|_| place.next().is_none_or(|place| !rules.contains(&place)));
    fewer
}

/// Finds a position in which a rule matters.
fn example(
    pair: &VariantPair<'_>,
    altered: &Counterparts<RuleSentence>,
    [before, after]: SaidBy,
) -> Option<(String, GameCase)> {
    let [old, new] = [&pair.old.variant, &pair.new.variant];
    let about = |variant: &Variant, said: &RuleSentence| -> Vec<KindId> {
        said.of
            .iter()
            .filter_map(|id| variant.kind_named(id))
            .collect()
    };
    let found = match altered {
        Counterparts::Both(_, is) => {
            let mut other = new.clone();
            let rule = old.rules[before?].clone();
            *other.rules.get_mut(after?).filter(|_| pair.is_aligned())? = rule;
            moves_apart(&Rules::new(other), pair.new, &about(new, is))
        }
        Counterparts::New(is) => moves_apart(
            &Rules::new(without(new, &BTreeSet::from([after?]))),
            pair.new,
            &about(new, is),
        ),
        Counterparts::Gone(was) => moves_apart(
            pair.old,
            &Rules::new(without(old, &BTreeSet::from([before?]))),
            &about(old, was),
        ),
    }?;
    Some((found.text, found.case?))
}

fn change(
    pair: &VariantPair<'_>,
    own: Own<'_>,
    number: usize,
    altered: &Counterparts<RuleSentence>,
    example: Option<(String, GameCase)>,
) -> BookChange {
    let variant = &pair.new.variant;
    let (Counterparts::New(said) | Counterparts::Gone(said) | Counterparts::Both(_, said)) =
        altered;
    let named = |id: &String| {
        Some(format!(
            "the {}",
            variant.kind(variant.kind_named(id)?).name
        ))
    };
    let names: Vec<String> = said.of.iter().filter_map(named).collect();
    let whose = if names.is_empty() {
        "the game".to_string()
    } else {
        joined(&names, "and")
    };
    let (how, was, is, mut says) = match altered {
        Counterparts::Both(was, is) => {
            let says = format!(
                "A rule of {whose} changed: “{}” It was: “{}”",
                is.text, was.text
            );
            (How::Changed, Some(was), Some(is), says)
        }
        Counterparts::New(is) => (
            How::Added,
            None,
            Some(is),
            format!("A rule of {whose} is new: “{}”", is.text),
        ),
        Counterparts::Gone(was) => (
            How::Removed,
            Some(was),
            None,
            format!("A rule of {whose} is gone: “{}”", was.text),
        ),
    };
    says += &example
        .as_ref()
        .map(|(text, _)| format!(" For example, {text}."))
        .unwrap_or_default();
    let subject = if said.of.is_empty() {
        variant.id.clone()
    } else {
        said.of.join(" ")
    };
    let change = BookChange::new(DiffKind::Rule, how, &subject, says)
        .with("variant", json!(variant.id))
        .with("topic", json!(said.topic))
        .with("pieces", json!(said.of))
        .with("was", json!(was.map(|said| &said.text)))
        .with("is", json!(is.map(|said| &said.text)));
    match &example {
        Some((_, played)) => illustrated(change, pair, own, number, played),
        None => change,
    }
}

fn illustrated(
    change: BookChange,
    pair: &VariantPair<'_>,
    own: Own<'_>,
    number: usize,
    played: &GameCase,
) -> BookChange {
    // The example of a removed rule uses the old board and the old pieces.
    let variant = if change.how == How::Removed {
        &pair.old.variant
    } else {
        &pair.new.variant
    };
    let moves = |lost: bool| -> Vec<&str> {
        played
            .moves
            .iter()
            .filter(|(_, is_lost)| *is_lost == lost)
            .map(|(text, _)| text.as_str())
            .collect()
    };
    let example = json!({
        "position": played.lines.lines().collect::<Vec<_>>(),
        "side": played.side.name(),
        "allowed": moves(false),
        "forbidden": moves(true),
    });
    let mut change = change.with("example", example);
    let diagram = Diagram::of(&played.position, variant);
    let id = format!("{}-{}-rule-{number}", own.checked.book.name, variant.id);
    let caption = format!("{} to move", played.side.titled());
    change.picture = Some(picture::drawn(own, &diagram, &variant.board, &id, caption));
    change
}
