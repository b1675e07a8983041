//! The forms in which a claim function is called: its parameters, what it gives, and how a sentence
//! says that.

/// A parameter of a form, with the letter or the example that is shown for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameter {
    /// A cell.
    Cell(&'static str),
    /// A set of cells.
    Cells(&'static str),
    /// A kind of checker.
    Checker(&'static str),
    /// A piece of a diagram, by its label, or a kind of piece.
    Label(&'static str),
    /// Anything else, such as a number or a class of directions.
    Other(&'static str),
    /// A kind of piece.
    Piece(&'static str),
    /// A scale.
    Scale(&'static str),
    /// A side.
    Side(&'static str),
    /// A text in quotation marks.
    Text(&'static str),
}

impl Parameter {
    /// Returns the letter or the example that is shown for it.
    pub(crate) fn shown(self) -> &'static str {
        match self {
            Parameter::Cell(shown)
            | Parameter::Cells(shown)
            | Parameter::Checker(shown)
            | Parameter::Label(shown)
            | Parameter::Other(shown)
            | Parameter::Piece(shown)
            | Parameter::Scale(shown)
            | Parameter::Side(shown)
            | Parameter::Text(shown) => shown,
        }
    }
}

/// The parameters of a call, and the phrase that says it in a sentence. The marks in a phrase are
/// those of [`phrase`](crate::claim::describe).
pub(crate) type FormCall = (&'static [Parameter], &'static str);

/// Calls of a function that give the same: one row of a table in `docs/claims.md`.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    /// What the calls give.
    pub value: &'static str,
    pub calls: &'static [FormCall],
    /// Whether the calls ask a game, which is named before the function.
    pub of_game: bool,
}

impl Form {
    pub(crate) const fn new(value: &'static str, calls: &'static [FormCall]) -> Form {
        Form {
            value,
            calls,
            of_game: false,
        }
    }

    pub(crate) const fn of_game(mut self) -> Form {
        self.of_game = true;
        self
    }

    /// Returns each call of a function with this name, as authors write it.
    pub(crate) fn written(self, name: &str) -> impl Iterator<Item = String> {
        let game = if self.of_game { "GAME." } else { "" };
        self.calls.iter().map(move |(parameters, _)| {
            let shown: Vec<&str> = parameters
                .iter()
                .map(|parameter| parameter.shown())
                .collect();
            format!("{game}{name}({})", shown.join(", "))
        })
    }
}
