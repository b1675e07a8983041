//! What a language does to words by itself, without a table.

use std::fmt::Debug;

use padma_text::english;

/// The grammar of a language.
pub trait Grammar: Debug + Sync {
    /// Returns the tag of the language, as in HTML.
    fn tag(&self) -> &'static str;

    /// Returns a text in a form: `a` for "a Rook". A form that the grammar does not have leaves
    /// the text as it is.
    fn form(&self, text: &str, form: &str) -> String;

    /// Writes a number in a form: `words`, `ordinal`.
    fn number(&self, number: u64, form: &str) -> String;

    /// Returns the key by which messages choose the form of the noun beside a number.
    fn count(&self, number: u64) -> &'static str;
}

/// The grammar of English.
#[derive(Debug)]
pub(crate) struct English;

impl Grammar for English {
    fn tag(&self) -> &'static str {
        "en"
    }

    fn form(&self, text: &str, form: &str) -> String {
        match form {
            "a" => english::with_article(text),
            "the" if !text.starts_with("the ") => format!("the {text}"),
            "plural" => english::plural(text),
            "is" if text.ends_with('s') => format!("{text} are"),
            "is" => format!("{text} is"),
            "capital" => english::capitalise(text),
            // "That" of a phrase with a comma would not say where it ends.
            "that" if text.contains([',', ';']) => format!("(it {text})"),
            "that" => format!("that {text}"),
            // A phrase with a comma needs another where it ends.
            "closed" if text.contains(',') => format!("{text},"),
            _ => text.to_string(),
        }
    }

    fn number(&self, number: u64, form: &str) -> String {
        let short = u16::try_from(number);
        match (form, short) {
            ("words", Ok(number)) => english::number_in_words(number),
            ("ordinal", Ok(number)) => english::ordinal(number),
            ("cell", Ok(number)) => english::cell_ordinal(number),
            _ => number.to_string(),
        }
    }

    fn count(&self, number: u64) -> &'static str {
        if number == 1 { "one" } else { "many" }
    }
}
