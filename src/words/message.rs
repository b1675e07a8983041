//! The format of messages.
//!
//! ```text
//! # A comment.
//! leaps-far = leaps[ {way}] to the {reach:ordinal} cell
//! class:ring = round a *ring*
//! ```
//!
//! A row is an id, perhaps with a form, and a text. Lines that begin with a space continue the
//! row above.
//!
//! | in a text | stands for |
//! | --- | --- |
//! | `{way}` | what the slot `way` holds |
//! | `{reach:ordinal}` | the same in a form that the language has |
//! | `{side\|left=the left\|the right}` | a text chosen by what the slot holds |
//! | `[ {way}]` | a text that is left out unless each slot in it holds something |
//! | `*ring*`, `*ring:rings*` | a word that the page of rules explains, and what is written for it |
//! | `<reach\|es>`, `<is>` | a verb: "reaches" and "does not reach", "is" and "is not" |
//! | `<has\|does not have>` | a verb of which both forms are written out |
//! | `[cells]`, `[#moves]` | the answer: some of a noun of `restate.noun`, a number of them |
//! | `[to: cells]` | the same with the word that joins it: "to which", "of the file" |
//!
//! A clause lists its parts in this order: subject, verb, what follows it, answer, the rest.
//! `restate.core` and the messages beside it say in which order they are spoken.

/// A row of a file of messages.
pub(crate) struct Row<'t> {
    /// The id of the message.
    pub id: &'t str,
    /// The form in which the row gives it; empty for the usual one.
    pub form: &'t str,
    pub message: MessageText,
}

/// A text with slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageText(pub Vec<MessagePart>);

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessagePart {
    /// Words.
    Text(String),
    /// What a slot holds, in a form.
    Slot {
        /// The name of the slot.
        slot: String,
        /// The form; empty for the usual one.
        form: String,
    },
    /// A text that a slot chooses.
    Choice {
        /// The name of the slot.
        slot: String,
        /// The texts, each with its key; one without a key is for all others.
        choices: Vec<(String, MessageText)>,
    },
    /// What is left out if a slot in it holds nothing.
    Group(MessageText),
    /// A word that the page of rules explains.
    Term {
        /// The word by which it is known.
        term: String,
        /// The word as it is written here.
        text: String,
    },
    /// The verb of a clause.
    Verb(Verb),
    /// What a clause or a place is asked for.
    Hole {
        /// The word that joins it to the rest: "to", "of"; perhaps none.
        link: String,
        /// The key of a noun, or the slot that holds it.
        noun: MessageText,
        /// Whether the answer is a number of them.
        is_number: bool,
    },
}

/// A verb and its negative form: "reaches" and "does not reach".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verb {
    /// What is said if it is so.
    pub is: String,
    /// What is said if it is not.
    pub is_not: String,
}

/// Reads the rows of a file.
///
/// # Errors
///
/// The first row that is malformed.
pub(crate) fn rows(file: &str) -> Result<Vec<Row<'_>>, String> {
    let mut rows = Vec::new();
    for (name, text) in texts(file) {
        let message = parse(&text).ok_or_else(|| format!("`{name}` is malformed: {text}"))?;
        let (id, form) = name.split_once(':').unwrap_or((name, ""));
        rows.push(Row { id, form, message });
    }
    Ok(rows)
}

/// Returns what stands before and after the first `=` of each row, the text on one line.
pub(crate) fn texts(file: &str) -> Vec<(&str, String)> {
    let mut texts: Vec<(&str, String)> = Vec::new();
    for line in file
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
    {
        match (line.starts_with(' '), texts.last_mut()) {
            (true, Some((_, text))) => *text = format!("{text} {}", line.trim()),
            _ => {
                let (name, text) = line.split_once('=').unwrap_or((line, "{"));
                texts.push((name.trim(), text.trim().to_string()));
            }
        }
    }
    texts
}

/// Reads a message; `None` if a bracket, a brace or a star has no partner.
pub(crate) fn parse(text: &str) -> Option<MessageText> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest
            .find(['{', '[', '*', '<', '}', ']', '>'])
            .unwrap_or(rest.len());
        if end > 0 {
            parts.push(MessagePart::Text(rest[..end].to_string()));
            rest = &rest[end..];
            continue;
        }
        let inner = inside(rest)?;
        parts.push(match rest.as_bytes()[0] {
            b'[' => bracket(inner)?,
            b'{' => slot(inner)?,
            b'<' => MessagePart::Verb(verb(inner)),
            _ => {
                let (term, text) = inner.split_once(':').unwrap_or((inner, inner));
                MessagePart::Term {
                    term: term.to_string(),
                    text: text.to_string(),
                }
            }
        });
        rest = &rest[inner.len() + 2..];
    }
    Some(MessageText(parts))
}

/// Returns what is between the bracket, brace or star that a text begins with and its partner.
fn inside(text: &str) -> Option<&str> {
    let end = match text.as_bytes()[0] {
        b'*' => text[1..].find('*')? + 1,
        b'<' => text.find('>')?,
        b'[' | b'{' => {
            let mut depth = 0;
            let partner = |(_, letter): &(usize, char)| {
                match letter {
                    '[' | '{' => depth += 1,
                    ']' | '}' => depth -= 1,
                    _ => {}
                }
                depth == 0
            };
            text.char_indices().find(partner)?.0
        }
        _ => return None,
    };
    Some(&text[1..end])
}

/// Reads what is in brackets: a noun that is asked for, or what may be left out.
fn bracket(text: &str) -> Option<MessagePart> {
    let number = text.strip_prefix('#');
    if number.is_none() && text.contains('{') {
        return Some(MessagePart::Group(parse(text)?));
    }
    let text = number.unwrap_or(text);
    let (link, noun) = text.split_once(": ").unwrap_or(("", text));
    Some(MessagePart::Hole {
        link: link.to_string(),
        noun: parse(noun)?,
        is_number: number.is_some(),
    })
}

/// Reads a verb.
fn verb(text: &str) -> Verb {
    let (is, is_not) = match text.split_once('|') {
        None if text == "can" => (text.to_string(), "cannot".to_string()),
        None => (text.to_string(), format!("{text} not")),
        Some((is, is_not)) if is_not.contains(' ') => (is.to_string(), is_not.to_string()),
        Some((many, "")) => (many.to_string(), format!("do not {many}")),
        Some((stem, ending)) => (format!("{stem}{ending}"), format!("does not {stem}")),
    };
    Verb { is, is_not }
}

/// Reads a slot, perhaps with a form or choices.
fn slot(text: &str) -> Option<MessagePart> {
    let mut choices = choices(text).into_iter();
    let first = choices.next()?;
    if choices.len() == 0 {
        let (slot, form) = first.split_once(':').unwrap_or((first, ""));
        return Some(MessagePart::Slot {
            slot: slot.to_string(),
            form: form.to_string(),
        });
    }
    let choice = |text: &str| {
        let (key, text) = match text.split_once('=') {
            Some((key, text)) if key.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                (key, text)
            }
            // Not a text for all others, which has words, but a key that no slot holds.
            Some((key, _)) if !key.contains([' ', '{', '<']) => return None,
            _ => ("", text),
        };
        Some((key.to_string(), parse(text)?))
    };
    let choices = choices.map(choice).collect::<Option<Vec<_>>>()?;
    Some(MessagePart::Choice {
        slot: first.to_string(),
        choices,
    })
}

/// Splits the text of a slot at its bars, but not at those of slots inside.
fn choices(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let bar = |letter: char| {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        letter == '|' && depth == 0
    };
    text.split(bar).collect()
}

impl MessageText {
    /// Calls a function with each slot that the message names.
    pub fn each_slot<'m>(&'m self, see: &mut dyn FnMut(&'m str)) {
        self.0.iter().for_each(|part| part.each_slot(see));
    }
}

impl MessagePart {
    /// Calls a function with each slot that the part names.
    pub fn each_slot<'m>(&'m self, see: &mut dyn FnMut(&'m str)) {
        match self {
            MessagePart::Text(_) | MessagePart::Term { .. } | MessagePart::Verb(_) => {}
            MessagePart::Slot { slot, .. } => see(slot),
            MessagePart::Choice { slot, choices } => {
                see(slot);
                choices
                    .iter()
                    .for_each(|(_, message)| message.each_slot(see));
            }
            MessagePart::Group(message) | MessagePart::Hole { noun: message, .. } => {
                message.each_slot(see)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_have_a_negative_form() {
        for (text, is, is_not) in [
            ("reach|es", "reaches", "does not reach"),
            ("stand|", "stand", "do not stand"),
            ("can", "can", "cannot"),
            ("is", "is", "is not"),
            ("has|does not have", "has", "does not have"),
        ] {
            let Verb {
                is: yes,
                is_not: no,
            } = verb(text);
            assert_eq!((&*yes, &*no), (is, is_not), "{text}");
        }
    }

    #[test]
    fn what_has_no_partner_is_malformed() {
        for text in ["{a", "a}", "[{a}", "*a", "<is", "{a|x={b}"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert!(parse("{a|x={b}|[ {c}]} *d:e* <is> [f] [#{1:g}]").is_some());
    }
}
