//! The phrases of functions, read backwards: as the program says a call, so authors may say it too. Knows no sentence.
//!
//! ```text
//! function:promotion = {1} <promote|s> [on: cells]
//!     ──▶  {P} promotes|promote on [{cells}] => cells promotion({P})
//! ```

use padma_expr::{SpokenCall, spoken_calls};
use padma_words::{MessagePart, MessageText, Verb};

/// Returns the statements that the phrases of functions make, each with its meaning, in the form of the rows.
pub(super) fn phrases() -> Vec<(String, String)> {
    spoken_calls().flat_map(|call| statements(&call)).collect()
}

/// The words of a phrase, its verb, and the kind of its answer.
#[derive(Default)]
struct ReadPhrase {
    words: Vec<String>,
    verb: Option<(usize, Verb)>,
    /// The kind of fact that it is asked for, if it names one.
    asked: Option<&'static str>,
}

fn statements(call: &SpokenCall) -> Vec<(String, String)> {
    let (Some(slots), Some(read)) = (slots(call), ReadPhrase::of(call)) else {
        return Vec::new();
    };
    let arguments: Vec<String> = slots.iter().map(|slot| format!("{{{slot}}}")).collect();
    let asks = format!("{}({})", call.function, arguments.join(", "));
    let line = |verb: Option<String>, is_whole: bool| {
        let mut words = read.words.clone();
        if let (Some((at, _)), Some(verb)) = (&read.verb, verb) {
            words.insert(*at, verb);
        }
        let line = words.join(" ");
        if is_whole { format!("[{line}]") } else { line }
    };
    match (read.asked, &read.verb) {
        (Some(kind), verb) => {
            let verb = verb.as_ref().map(|(_, verb)| said(verb));
            vec![(line(verb, false), format!("{kind} {asks}"))]
        }
        (None, Some((_, verb))) => vec![
            (
                line(Some(said(verb)), true) + " -not",
                format!("truth {asks}"),
            ),
            (line(Some(denied(verb)), true), format!("truth not {asks}")),
        ],
        // "the number of castlings"
        (None, None) if read.words.first().is_some_and(|word| word == "number") => {
            vec![(
                line(None, false) + " is|are [{n}]",
                format!("number {asks}"),
            )]
        }
        (None, None) => Vec::new(),
    }
}

/// Returns the slots of the arguments; `None` if words cannot fill one of them.
fn slots(call: &SpokenCall) -> Option<Vec<&'static str>> {
    let mut slots = Vec::new();
    for argument in &call.arguments {
        let of_it: &[&str] = match *argument {
            "P" => &["P", "Q"],
            "c" | "a" | "b" => &["c", "d"],
            "e" => &["f"],
            "white" => &["S"],
            _ => return None,
        };
        slots.push(*of_it.iter().find(|slot| !slots.contains(*slot))?);
    }
    // A function of nothing asks about the game, or the figure above.
    Some(slots)
}

impl ReadPhrase {
    /// Reads the phrase of a call; `None` if words of a sentence cannot stand for a part of it.
    fn of(call: &SpokenCall) -> Option<ReadPhrase> {
        let slots = slots(call)?;
        let mut read = ReadPhrase::default();
        let MessageText(parts) = call.phrase;
        for part in parts {
            match part {
                MessagePart::Text(text) => read.push_text(text)?,
                MessagePart::Term { text, .. } => read.push_text(text)?,
                MessagePart::Verb(verb) => read.verb = Some((read.words.len(), verb.clone())),
                MessagePart::Slot { slot, .. } => {
                    let place: usize = slot.parse().ok()?;
                    read.words
                        .push(format!("{{{}}}", slots.get(place.checked_sub(1)?)?));
                }
                MessagePart::Hole {
                    link,
                    noun,
                    is_number,
                } => read.push_answer(link, noun, *is_number, &slots)?,
                // What may be left out is left out.
                MessagePart::Group(_) => {}
                MessagePart::Choice { .. } => return None,
            }
        }
        Some(read)
    }

    fn push_text(&mut self, text: &str) -> Option<()> {
        for word in text.to_lowercase().replace(',', " , ").split_whitespace() {
            let is_word = word == "," || word.chars().all(|c| c.is_alphanumeric() || c == '-');
            is_word.then_some(())?;
            // Articles are passed over.
            if !["the", "a", "an"].contains(&word) {
                self.words.push(word.to_string());
            }
        }
        Some(())
    }

    fn push_answer(
        &mut self,
        link: &str,
        noun: &MessageText,
        is_number: bool,
        slots: &[&str],
    ) -> Option<()> {
        self.words
            .extend((!link.is_empty()).then(|| link.to_string()));
        let (kind, words) = match (&noun.0[..], is_number) {
            ([MessagePart::Text(noun)], true) => match noun.as_str() {
                "moves" => ("number", "[{n}] @move".to_string()),
                "legal-moves" => ("number", "[{n}] @legal|@move".to_string()),
                _ => return None,
            },
            ([MessagePart::Slot { slot, .. }], true) => {
                let place: usize = slot.split(':').next()?.parse().ok()?;
                (
                    "number",
                    format!("[{{n}}] {{{}}}", slots.get(place.checked_sub(1)?)?),
                )
            }
            ([MessagePart::Text(noun)], false) => match noun.as_str() {
                "cells" => ("cells", "[{cells}]".to_string()),
                "pieces" => ("name", "[{list}]".to_string()),
                _ => return None,
            },
            _ => return None,
        };
        self.asked = Some(kind);
        self.words.push(words);
        Some(())
    }
}

/// Returns a verb in the singular and the plural.
fn said(verb: &Verb) -> String {
    let plain = verb.is_not.strip_prefix("does not ").unwrap_or(&verb.is);
    let plural = match verb.is.as_str() {
        "is" => "are",
        "has" => "have",
        _ => plain,
    };
    let both = [verb.is.as_str(), plural].map(|words| words.replace(' ', "_"));
    both.join("|")
}

/// Returns the same for what is not so.
fn denied(verb: &Verb) -> String {
    let plural = match verb.is.as_str() {
        "is" => "are not".to_string(),
        _ => verb.is_not.replacen("does not", "do not", 1),
    };
    let both = [verb.is_not.clone(), plural].map(|words| words.replace(' ', "_"));
    both.join("|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_read_as_they_are_said() {
        let all = phrases();
        let has = |pattern: &str, meaning: &str| {
            all.iter()
                .any(|(said, means)| said == pattern && means == meaning)
        };
        for (pattern, meaning) in [
            ("{P} promotes|promote on [{cells}]", "cells promotion({P})"),
            ("[{P} is|are royal] -not", "truth royal({P})"),
            ("[{P} is_not|are_not royal]", "truth not royal({P})"),
            ("{c} touches|touch [{cells}]", "cells neighbours({c})"),
            ("number of castlings is|are [{n}]", "number castlings()"),
        ] {
            let said: Vec<&str> = all.iter().map(|(said, _)| said.as_str()).collect();
            assert!(has(pattern, meaning), "{pattern}: {said:?}");
        }
    }
}
