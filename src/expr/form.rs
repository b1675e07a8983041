//! The forms in which a claim function is called: its parameters and its value. The phrase that
//! says it in a sentence stands among the words, in `functions.txt`.

use padma_words::{MessageText, english};

/// A parameter of a form, with the letter or example that documents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormParameter {
    /// A cell.
    Cell(&'static str),
    /// A set of cells.
    Cells(&'static str),
    /// A kind of checker.
    Checker(&'static str),
    /// A piece of a diagram, by its label, or a kind of piece.
    Label(&'static str),
    /// Anything else, such as a number.
    Other(&'static str),
    /// A kind of piece.
    Piece(&'static str),
    /// A scale.
    Scale(&'static str),
    /// A side.
    Side(&'static str),
    /// A text in quotation marks.
    Text(&'static str),
    /// A class of directions.
    Way(&'static str),
}

/// A kind of piece.
pub(crate) const PIECE: FormParameter = FormParameter::Piece("P");
/// A piece of a diagram, or a kind of piece.
pub(crate) const LABEL: FormParameter = FormParameter::Label("M");
/// A cell.
pub(crate) const CELL: FormParameter = FormParameter::Cell("c");
/// A set of cells.
pub(crate) const SET: FormParameter = FormParameter::Cells("S");
/// A kind of checker.
pub(crate) const CHECKER: FormParameter = FormParameter::Checker("C");
/// A side, which is White if it is left out.
pub(crate) const BLACK: FormParameter = FormParameter::Side("black");

impl FormParameter {
    /// Returns the letter or example that documents it.
    pub(crate) fn example(self) -> &'static str {
        match self {
            FormParameter::Cell(example)
            | FormParameter::Cells(example)
            | FormParameter::Checker(example)
            | FormParameter::Label(example)
            | FormParameter::Other(example)
            | FormParameter::Piece(example)
            | FormParameter::Scale(example)
            | FormParameter::Side(example)
            | FormParameter::Text(example)
            | FormParameter::Way(example) => example,
        }
    }
}

/// The parameters of a call.
pub(crate) type FormCall = &'static [FormParameter];

/// Calls of a function that give the same value: one row of a table in `docs/reference/functions.md`.
#[derive(Clone, Copy)]
pub(crate) struct CallForm {
    /// The description of the value that the calls give.
    pub value: &'static str,
    pub calls: &'static [FormCall],
    /// Whether the calls ask about a game, which is named before the function.
    pub of_game: bool,
}

impl CallForm {
    pub(crate) const fn new(value: &'static str, calls: &'static [FormCall]) -> CallForm {
        CallForm {
            value,
            calls,
            of_game: false,
        }
    }

    pub(crate) const fn of_game(mut self) -> CallForm {
        self.of_game = true;
        self
    }

    /// Whether a rule, which has no labels, can write a call of it with at least and at most these
    /// numbers of arguments.
    pub(crate) fn is_askable(self, [least, most]: [usize; 2]) -> bool {
        self.calls.iter().any(|parameters| {
            let names_label = |parameter: &FormParameter| match parameter {
                FormParameter::Label(example) => *example != LABEL.example(),
                _ => false,
            };
            (least..=most).contains(&parameters.len()) && !parameters.iter().any(names_label)
        })
    }

    /// Returns each call of a function with this name, as authors write it.
    pub(crate) fn example_calls(self, name: &str) -> impl Iterator<Item = String> {
        let name = self.full_name(name);
        let calls = self.calls.iter();
        calls.map(move |parameters| example_call(&name, parameters))
    }

    /// Returns what stands before the parameters of a call.
    fn full_name(self, name: &str) -> String {
        match self.of_game {
            true => format!("GAME.{name}"),
            false => name.to_string(),
        }
    }

    /// Returns the phrase for a call of a function in a sentence, its own or that of all calls, and
    /// its row.
    pub(crate) fn phrase(
        self,
        name: &str,
        parameters: FormCall,
    ) -> Option<(String, &'static MessageText)> {
        let name = self.full_name(name);
        let phrase = |call: String| {
            let message = english().message("functions.function", &call)?;
            Some((call, message))
        };
        phrase(example_call(&name, parameters)).or_else(|| phrase(name))
    }
}

fn example_call(name: &str, parameters: FormCall) -> String {
    let examples = parameters.iter().map(|parameter| parameter.example());
    format!("{name}({})", examples.collect::<Vec<_>>().join(", "))
}
