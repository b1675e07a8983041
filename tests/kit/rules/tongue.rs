//! A made-up language, in which no English word may turn up that is nobody's name. It is made from
//! the files of English: its words are in other letters, and stand in the opposite order. It has
//! three cases, which endings mark, and no plural.

use std::collections::{BTreeMap, BTreeSet};

use padma_rules::model::{Condition, Repetition, Rule, Variant};
use padma_words::{Grammar, Language, MessagePart, MessageText, english};

/// Its grammar.
#[derive(Debug)]
pub struct Tongue;

/// In letters that English does not have, so that an ending after a symbol makes no English word.
const CASES: [(&str, &str); 2] = [("object", "-о"), ("place", "-у")];

impl Grammar for Tongue {
    fn tag(&self) -> &'static str {
        "qaa"
    }

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
pub fn foreign(text: &str) -> String {
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
        // A noun is named by its key.
        MessagePart::Hole {
            link,
            noun,
            is_number,
        } => {
            let number = if *is_number { "#" } else { "" };
            let noun = noun.0.iter().map(|part| match part {
                MessagePart::Slot { slot, form } => format!("{{{slot}:{form}}}"),
                MessagePart::Text(key) => key.clone(),
                _ => String::new(),
            });
            let noun: String = noun.collect();
            let link = foreign(link);
            let colon = if link.is_empty() { "" } else { ": " };
            format!("[{number}{link}{colon}{noun}]")
        }
    };
    // The parts of a clause and a place have an order of their own.
    let in_order =
        message.clause().is_some() || matches!(message.0[..], [MessagePart::Hole { .. }, ..]);
    match in_order {
        true => message.0.iter().map(part).collect(),
        false => message.0.iter().rev().map(part).collect(),
    }
}

/// The language.
pub fn tongue() -> Language {
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

/// The language, for a book to speak.
pub fn spoken() -> &'static Language {
    Box::leak(Box::new(tongue()))
}

/// The words of names, which are the same in all languages, and of what an author has written.
pub fn names(variant: &Variant) -> BTreeSet<String> {
    let kinds = variant
        .kinds
        .iter()
        .flat_map(|kind| [&*kind.name, &*kind.id, &*kind.letter]);
    let classes = variant.board.classes();
    let cells = variant.board.cells().map(|cell| variant.board.name(cell));
    let checkers = variant.checkers.iter().map(|checker| &*checker.name);
    let names = kinds.chain(variant.sets.names()).chain(classes);
    let scales = variant.scales.iter().map(|scale| &*scale.id);
    let names = names.chain(cells).chain(checkers).chain(scales);
    let mut all: BTreeSet<String> = names.flat_map(words).collect();
    all.extend(written(variant).into_iter().flat_map(words));
    all
}

/// Returns the names and sentences that an author has written into rules.
fn written(variant: &Variant) -> Vec<&str> {
    fn of(condition: &Condition) -> Vec<&str> {
        condition.text.iter().map(String::as_str).collect()
    }
    let texts = variant.rules.iter().map(|rule| match rule {
        Rule::Castling(castling) => vec![castling.name.as_str()],
        Rule::Effect(effect) => of(&effect.when),
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

pub fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphabetic());
    words.map(str::to_lowercase).collect()
}
