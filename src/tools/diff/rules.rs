//! Rules that were added, removed or changed, as described in English; and for each, a position in
//! which it allows or forbids a move.
//!
//! The rules are left out one by one to find the rule that a sentence describes. The example
//! therefore compares two variants that differ in this rule alone.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use serde_json::json;

use super::change::{BookChange, DiffKind, How};
use super::pair::VariantPair;
use super::picture::ChangePicture;
use padma_rules::diagram::Diagram;
use padma_rules::model::{KindId, PieceKind, Variant};
use padma_rules::reach::Rules;
use padma_text::english::join_list;
use padma_variant::describe::{self, RulesPart, Topic, Whom};
use padma_variant::difference::Disagreement;
use padma_variant::difference::games::{GameCase, move_difference};
use padma_words::{SlotValue, english};

/// A sentence of the rules about a piece, or about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RuleSentence {
    /// The heading under which the sentence stands.
    topic: String,
    text: String,
    /// The id of the piece in the new variant; `None` if the sentence is about the game.
    piece: Option<String>,
}

/// A sentence that differs.
struct Altered {
    topic: String,
    /// The sentence before and after; `None` where there is none.
    texts: [Option<String>; 2],
    /// The ids of the pieces; empty if the sentence is about the game.
    pieces: Vec<String>,
}

/// Returns the changes of the rules: one sentence for each rule, preferably one about the game.
pub(crate) fn rules(pair: &VariantPair<'_>) -> Vec<BookChange> {
    let is_known = |id: &KindId| pair.kinds.iter().any(|[_, new]| new == id);
    let kind_of = |id: KindId| Some(pair.new.variant.kind(id)).filter(|_| is_known(&id));
    let states = [
        RulesState::new(&pair.old.variant, |id| pair.kind_in_new(id)),
        RulesState::new(&pair.new.variant, kind_of),
    ];
    let [before, after] = states
        .each_ref()
        .map(|state| state.sentences(&BTreeSet::new()));
    let mut changes = Vec::new();
    for (altered, by) in one_per_rule(altered_sentences(&before, &after), &states) {
        let example = example(pair, &altered, by);
        changes.push(change(pair, changes.len(), &altered, example));
    }
    changes
}

/// For a sentence before and after: the index of the rule that it describes, if there is a single
/// one.
type DescribedRule = [Option<usize>; 2];

/// Keeps the first sentence for each rule that was added, removed or changed. Drops sentences that
/// several added or several removed rules share.
fn one_per_rule(
    altered: Vec<Altered>,
    states: &[RulesState<'_>; 2],
) -> Vec<(Altered, DescribedRule)> {
    let described_rule = |altered: Altered| {
        let by = [0, 1].map(|index| states[index].described_rule(&altered, index));
        (altered, by)
    };
    let mut found: Vec<(Altered, DescribedRule)> =
        altered.into_iter().map(described_rule).collect();
    let alone = [0, 1].map(|index| -> BTreeSet<usize> {
        let alone = found.iter().filter(|(altered, _)| altered.is_alone(index));
        alone.filter_map(|(_, by)| by[index]).collect()
    });
    let is_common = |altered: &Altered, index: usize| {
        let rules = &alone[index];
        altered.is_alone(index)
            && rules.len() > 1
            && !states[index].contains_without(altered, index, rules)
    };
    let mut listed: BTreeSet<DescribedRule> = BTreeSet::new();
    found.retain(|(altered, by)| match by {
        [None, None] => ![0, 1].iter().any(|index| is_common(altered, *index)),
        by => listed.insert(*by),
    });
    found
}

/// Returns a difference in legal moves, for variants in which no other change was found.
pub(crate) fn unexplained(pair: &VariantPair<'_>) -> Option<BookChange> {
    let is_aligned = pair.is_aligned();
    let found = is_aligned.then(|| move_difference(pair.old, pair.new, &[]))??;
    let says = format!("Legal moves differ: {}.", found.text);
    let change = BookChange::new(DiffKind::Rule, How::Changed, &pair.new.variant.id, says);
    Some(with_example(change, pair, 0, &found.case?))
}

/// One of the two variants, with what is needed to compare its sentences.
struct RulesState<'a> {
    variant: &'a Variant,
    /// The new form of each of its pieces. A piece without one was added or removed as a whole, so
    /// its sentences are left out.
    in_new: Vec<Option<&'a PieceKind>>,
}

impl<'a> RulesState<'a> {
    fn new(
        variant: &'a Variant,
        in_new: impl Fn(KindId) -> Option<&'a PieceKind>,
    ) -> RulesState<'a> {
        RulesState {
            variant,
            in_new: variant.kind_ids().map(in_new).collect(),
        }
    }

    /// Finds the rule without which the description lacks a sentence.
    fn described_rule(&self, altered: &Altered, index: usize) -> Option<usize> {
        altered.texts[index].as_ref()?;
        let mut rules = 0..self.variant.rules.len();
        rules.find(|rule| !self.contains_without(altered, index, &BTreeSet::from([*rule])))
    }

    /// Whether the description has a sentence, before (0) or after (1), even without some rules.
    fn contains_without(
        &self,
        altered: &Altered,
        index: usize,
        left_out: &BTreeSet<usize>,
    ) -> bool {
        let sentences = self.sentences(left_out);
        let is_made = |piece: Option<&String>| {
            sentences.iter().any(|other| {
                (&other.topic, Some(&other.text), other.piece.as_ref())
                    == (&altered.topic, altered.texts[index].as_ref(), piece)
            })
        };
        match altered.pieces.as_slice() {
            [] => is_made(None),
            pieces => pieces.iter().all(|id| is_made(Some(id))),
        }
    }

    /// Returns all sentences that describe the variant without some of its rules, with the names
    /// of the new variant.
    fn sentences(&self, left_out: &BTreeSet<usize>) -> Vec<RuleSentence> {
        let variant = &without_rules(self.variant, left_out);
        // The start, the notation and what the game lacks follow from the setup and the rules.
        let beside = [RulesPart::Start, RulesPart::Notation, RulesPart::Absent];
        let mut all = Vec::new();
        for article in describe::game(variant) {
            if article.pieces == Whom::Game && !beside.contains(&article.part) {
                all.push(self.sentence(article.part.title(), article.said, None));
            }
        }
        for (id, kind) in variant.kind_ids().zip(&self.in_new) {
            let Some(kind) = kind else { continue };
            for statement in describe::piece(variant, id) {
                // The origin of a piece by promotion or the like is a rule of the other piece.
                if statement.topic != Topic::Origin {
                    let (topic, said) = (statement.topic.title(), statement.said.into());
                    all.push(self.sentence(topic, said, Some(kind.id.clone())));
                }
            }
        }
        all
    }

    /// Creates a sentence in which the pieces have their names in the new variant.
    fn sentence(&self, topic: SlotValue, said: SlotValue, piece: Option<String>) -> RuleSentence {
        let [topic, text] = [topic, said].map(|said| english().say(said));
        let kinds = self.variant.kinds.iter().zip(&self.in_new);
        let text = kinds.fold(text, |text, (kind, new)| match new {
            Some(new) if new.name != kind.name => text.replace(&kind.name, &new.name),
            _ => text,
        });
        RuleSentence { topic, text, piece }
    }
}

fn without_rules(variant: &Variant, rules: &BTreeSet<usize>) -> Variant {
    let mut fewer = variant.clone();
    let mut index = 0..;
    fewer
        .rules
        .retain(|_| index.next().is_none_or(|index| !rules.contains(&index)));
    fewer
}

/// Pairs the sentences that differ: the new ones in their order, then those that are gone.
/// A sentence about several pieces is listed once.
fn altered_sentences(before: &[RuleSentence], after: &[RuleSentence]) -> Vec<Altered> {
    let is_kept = |sentence: &RuleSentence| before.contains(sentence) && after.contains(sentence);
    let new = after.iter().filter(|sentence| !is_kept(sentence));
    let mut gone: Vec<&RuleSentence> = before.iter().filter(|was| !is_kept(was)).collect();
    let mut all = Vec::new();
    for is in new {
        // There are many sentences about the game: a new one replaces an old one only if they
        // begin alike.
        let may_replace = |was: &RuleSentence| {
            was.topic == is.topic
                && was.piece == is.piece
                && (is.piece.is_some() || count_common_words(was, is) > 0)
        };
        let same = (0..gone.len())
            .filter(|place| may_replace(gone[*place]))
            .max_by_key(|place| (count_common_words(gone[*place], is), Reverse(*place)));
        let was = same.map(|place| gone.remove(place).text.clone());
        add(&mut all, is, [was, Some(is.text.clone())]);
    }
    for was in gone {
        add(&mut all, was, [Some(was.text.clone()), None]);
    }
    all
}

/// Adds a sentence that differs. If the same sentence about other pieces is listed, adds only the
/// piece to it.
fn add(all: &mut Vec<Altered>, sentence: &RuleSentence, texts: [Option<String>; 2]) {
    let topic = &sentence.topic;
    let is_same = |other: &&mut Altered| {
        !other.pieces.is_empty() && other.topic == *topic && other.texts == texts
    };
    let piece = sentence.piece.clone();
    match all.iter_mut().find(is_same).filter(|_| piece.is_some()) {
        Some(other) => other.pieces.extend(piece),
        None => all.push(Altered {
            topic: topic.clone(),
            texts,
            pieces: piece.into_iter().collect(),
        }),
    }
}

/// Counts the words with which both sentences begin.
fn count_common_words(one: &RuleSentence, other: &RuleSentence) -> usize {
    let words = one.text.split(' ').zip(other.text.split(' '));
    words.take_while(|(a, b)| a == b).count()
}

impl Altered {
    /// Whether only the sentence before (0) or after (1) exists.
    fn is_alone(&self, index: usize) -> bool {
        self.texts[1 - index].is_none()
    }

    /// Returns those of its pieces that a variant has.
    fn kinds(&self, variant: &Variant) -> Vec<KindId> {
        let ids = self.pieces.iter();
        ids.filter_map(|id| variant.kind_named(id)).collect()
    }
}

/// Finds a position in which a rule matters.
fn example(
    pair: &VariantPair<'_>,
    altered: &Altered,
    by: DescribedRule,
) -> Option<Disagreement<GameCase>> {
    let [old, new] = [&pair.old.variant, &pair.new.variant];
    let bare =
        |variant: &Variant, rule| Rules::new(without_rules(variant, &BTreeSet::from([rule])));
    let found = match (&altered.texts, by) {
        ([Some(_), Some(_)], [Some(before), Some(after)]) if pair.is_aligned() => {
            let mut other = new.clone();
            other.rules[after] = old.rules[before].clone();
            move_difference(&Rules::new(other), pair.new, &altered.kinds(new))
        }
        ([None, _], [_, Some(rule)]) => {
            move_difference(&bare(new, rule), pair.new, &altered.kinds(new))
        }
        ([_, None], [Some(rule), _]) => {
            move_difference(pair.old, &bare(old, rule), &altered.kinds(old))
        }
        _ => None,
    };
    found.filter(|found| found.case.is_some())
}

fn change(
    pair: &VariantPair<'_>,
    number: usize,
    altered: &Altered,
    example: Option<Disagreement<GameCase>>,
) -> BookChange {
    let variant = &pair.new.variant;
    let (texts, pieces) = (&altered.texts, &altered.pieces);
    let kinds = altered.kinds(variant).into_iter();
    let names: Vec<String> = kinds
        .map(|id| format!("the {}", variant.kind(id).name))
        .collect();
    let (subject, whose) = match pieces.is_empty() {
        true => (variant.id.clone(), "the game".to_string()),
        false => (pieces.join(" "), join_list(&names, "and")),
    };
    let (how, does) = match texts {
        [Some(was), Some(is)] => (How::Changed, format!("changed: “{is}” It was: “{was}”")),
        [Some(was), None] => (How::Removed, format!("is gone: “{was}”")),
        [None, is] => (
            How::Added,
            format!("is new: “{}”", is.as_deref().unwrap_or("")),
        ),
    };
    let mut says = format!("A rule of {whose} {does}");
    if let Some(example) = &example {
        says += &format!(" For example, {}.", example.text);
    }
    let change = BookChange::new(DiffKind::Rule, how, &subject, says)
        .with("topic", json!(altered.topic))
        .with("pieces", json!(pieces))
        .with("was", json!(texts[0]))
        .with("is", json!(texts[1]));
    match example.and_then(|example| example.case) {
        Some(played) => with_example(change, pair, number, &played),
        None => change,
    }
}

/// Adds an example to a change, as data and as a picture.
fn with_example(
    change: BookChange,
    pair: &VariantPair<'_>,
    number: usize,
    played: &GameCase,
) -> BookChange {
    // The example of a removed rule uses the old board and the old pieces.
    let variant = match change.how {
        How::Removed => &pair.old.variant,
        _ => &pair.new.variant,
    };
    let (lost, gained): (Vec<_>, Vec<_>) = played.moves.iter().partition(|(_, is_lost)| *is_lost);
    let texts = |moves: Vec<&(String, bool)>| -> Vec<String> {
        moves.into_iter().map(|(text, _)| text.clone()).collect()
    };
    let example = json!({
        "position": played.lines.lines().collect::<Vec<_>>(),
        "side": played.side.name(),
        "allowed": texts(gained),
        "forbidden": texts(lost),
    });
    let mut change = change.with("example", example);
    change.picture = Some(ChangePicture {
        caption: format!("{} to move", played.side.titled()),
        id: format!("{}-rule-{number}", pair.new.variant.id),
        diagram: Diagram::of(&played.position, variant),
        board: variant.board.clone(),
    });
    change
}
