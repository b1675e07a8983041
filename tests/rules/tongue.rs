//! A made-up language, in which no English word may turn up that is nobody's name. It is made from
//! the files of English: its words are in other letters, and stand in the opposite order. It has
//! three cases, which endings mark, and no plural.

use std::collections::{BTreeMap, BTreeSet};

use padma_rules::model::{Condition, Repetition, Rule, Variant};
use padma_variant::describe::{RulesPart, game, movement_said, piece};
use padma_words::{Grammar, Language, MessagePart, MessageText, SlotValue, english};

use kit_rules::content::{variant, variant_names};

/// Its grammar.
struct Tongue;

/// In letters that English does not have, so that an ending after a symbol makes no English word.
const CASES: [(&str, &str); 2] = [("object", "-о"), ("place", "-у")];

impl Grammar for Tongue {
    fn form(&self, text: &str, form: &str) -> String {
        let case = CASES.iter().find(|(case, _)| *case == form);
        format!("{text}{}", case.map_or("", |(_, ending)| ending))
    }

    fn number(&self, number: u64, _: &str) -> String {
        number.to_string()
    }

    fn count(&self, _: u64) -> &'static str {
        "many"
    }
}

/// Writes a text in letters that English does not have.
fn foreign(text: &str) -> String {
    let letter = |letter: char| match letter {
        'a'..='z' => char::from_u32('а' as u32 + (letter as u32 - 'a' as u32)).unwrap_or(letter),
        other => other,
    };
    text.to_lowercase().chars().map(letter).collect()
}

/// Writes a message in the opposite order, with a case for each slot that has no form.
fn translated(message: &MessageText, case: &str) -> String {
    let part = |part: &MessagePart| match part {
        MessagePart::Text(text) => foreign(text),
        MessagePart::Slot { slot, form } if form.is_empty() => format!("{{{slot}:{case}}}"),
        MessagePart::Slot { slot, form } => format!("{{{slot}:{form}}}"),
        MessagePart::Choice { slot, choices } => {
            let choice = |(key, message): &(String, MessageText)| {
                let equals = if key.is_empty() { "" } else { "=" };
                format!("|{key}{equals}{}", translated(message, case))
            };
            format!(
                "{{{slot}{}}}",
                choices.iter().map(choice).collect::<String>()
            )
        }
        MessagePart::Group(message) => format!("[{}]", translated(message, "place")),
        MessagePart::Term { term, text } => format!("*{term}:{}*", foreign(text)),
        MessagePart::Verb(verb) => format!("<{}|не {}>", foreign(&verb.is), foreign(&verb.is)),
        MessagePart::Hole { noun, is_number } => {
            let number = if *is_number { "#" } else { "" };
            format!("[{number}{}]", translated(noun, ""))
        }
    };
    message.0.iter().rev().map(part).collect()
}

fn tongue() -> Language {
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    for id in english().ids() {
        let (file, name) = id.split_once('.').unwrap();
        let text = files.entry(file).or_default();
        for (form, message) in english().rows(id) {
            let form = if form.is_empty() {
                String::new()
            } else {
                format!(":{form}")
            };
            *text += &format!("{name}{form} = {}\n", translated(message, "object"));
        }
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, &**text)).collect();
    Language::read(&files, &Tongue).unwrap()
}

/// The words of names, which are the same in all languages, and of what an author has written.
fn names(variant: &Variant) -> BTreeSet<String> {
    let kinds = variant
        .kinds
        .iter()
        .flat_map(|kind| [&*kind.name, &*kind.id, &*kind.letter]);
    let classes = variant.board.classes();
    let cells = variant.board.cells().map(|cell| variant.board.name(cell));
    let checkers = variant.checkers.iter().map(|checker| &*checker.name);
    // So far the parts of the rules have English names, and conditions are said in English.
    let parts = RulesPart::ALL
        .into_iter()
        .map(|part| -> &str { part.title() });
    let names = kinds.chain(variant.sets.names()).chain(classes);
    let names = names.chain(cells).chain(checkers);
    let mut all: BTreeSet<String> = names.flat_map(words).collect();
    all.extend(parts.chain(written(variant)).flat_map(words));
    all
}

/// Returns what an author has written in rules: names, and sentences for readers.
fn written(variant: &Variant) -> Vec<&str> {
    fn of(condition: &Condition) -> Vec<&str> {
        let text = condition.text.iter();
        let all = text.chain([&condition.expression]);
        all.map(String::as_str).collect()
    }
    let texts = variant.rules.iter().map(|rule| match rule {
        Rule::Castling(castling) => vec![castling.name.as_str()],
        Rule::Effect(effect) => [of(&effect.when), vec![effect.cells.as_str()]].concat(),
        Rule::Forbid(condition) | Rule::Must(condition) | Rule::NotCheck(condition) => {
            of(condition)
        }
        Rule::End(end) => of(&end.when),
        Rule::Counter(counter) => {
            let until = counter.until.iter().flat_map(of);
            let when = of(&counter.when).into_iter();
            when.chain(until).chain([counter.id.as_str()]).collect()
        }
        Rule::Turn(turn) => turn.ends.iter().flat_map(of).collect(),
        Rule::Drop(drop) => drop.when.iter().flat_map(of).collect(),
        Rule::Repetition(Repetition::Draw { blames, .. }) => blames.iter().flat_map(of).collect(),
        _ => Vec::new(),
    });
    texts.flatten().collect()
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphabetic());
    words.map(str::to_lowercase).collect()
}

#[test]
fn the_rules_are_said_in_another_language_by_its_folder_alone() {
    let tongue = tongue();
    let mut said_so_far = 0;
    for name in variant_names() {
        let variant = &variant(&name).variant;
        let names = names(variant);
        let kinds = variant.kind_ids();
        let of_piece = kinds.flat_map(|kind| {
            let mut all = vec![SlotValue::from(movement_said(variant, kind))];
            let statements = piece(variant, kind).into_iter();
            all.extend(statements.map(|statement| statement.said.into()));
            all
        });
        let of_game = game(variant).into_iter().map(|article| article.said);
        for said in of_piece.chain(of_game) {
            let text = tongue.write(&said);
            let leaks: Vec<String> = words(&text)
                .into_iter()
                .filter(|word| word.len() > 1 && word.is_ascii() && !names.contains(word))
                .collect();
            let english = english().write(&said);
            assert_eq!(leaks, Vec::<String>::new(), "{name}: {text}: {english}");
            said_so_far += 1;
        }
    }
    assert!(said_so_far > 1000, "{said_so_far}");
}

#[test]
fn the_same_words_need_explaining_in_another_language() {
    let tongue = tongue();
    for name in variant_names() {
        let variant = &variant(&name).variant;
        for kind in variant.kind_ids() {
            let said = movement_said(variant, kind);
            let terms = |language: &Language| language.word(&said).terms.into_iter().collect();
            let (own, others): (BTreeSet<String>, BTreeSet<String>) =
                (terms(&tongue), terms(english()));
            assert_eq!(own, others, "{name}: {}", english().say(&said));
        }
    }
}

#[test]
fn the_made_up_language_has_its_own_order_and_cases() {
    let chess = variant("chess").variant;
    let rook = chess.kind_named("rook").unwrap();
    // "slides orthogonally": the way stands before the verb, in the case of places, since English
    // may leave it out; the verb is the object of a run, the run of a leg, the leg of a movement.
    let text = tongue().say(&movement_said(&chess, rook));
    let expected = format!("{}-у {}-о-о-о", foreign("orthogonally"), foreign("slides"));
    assert_eq!(text.trim(), expected);
}

#[test]
fn a_lexicon_says_the_forms_of_a_name() {
    let file = [
        (
            "movement",
            "moves-as = {pieces:object}\nnamed-piece = {piece:object}",
        ),
        ("names", "name:Rook:object = Rookam"),
        ("lists", "join:or = {1}, {2} vel {3}"),
    ];
    let language = Language::read(&file, &Tongue).unwrap();
    let sentence = "rook; king".parse().unwrap();
    let said = padma_expr::movement::MovementSayer {
        name: &|id| {
            if id == "rook" {
                "Rook".to_string()
            } else {
                "King".to_string()
            }
        },
        ..Default::default()
    }
    .sentence(&sentence);
    // The King is in no lexicon; both names are the object of a phrase that is an object itself.
    assert_eq!(language.say(&said), "Rookam-о vel King-о-о");
}
