//! The row of a function: everything that the program knows of it, but for its phrases.
//!
//! ```text
//! Function::new(
//!     "royal",
//!     &[CallForm::new("whether it is a king", &[(&[FormParameter::Piece("P")], "{1} <is> royal")])],
//!     |call| call.of(|eval, (kind,): (KindId,)| eval.variant().kind(kind).royal),
//! )
//! ```

use super::Resolved;
use super::arguments::Call;
use crate::form::CallForm;
use crate::formula::AnyTerm;

/// The row of a function: its name, the forms in which it is called, what it reads, and its body.
#[derive(Clone, Copy)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    pub(crate) forms: &'static [CallForm],
    /// The arguments that a complaint about their number asks for. `None` if the parameter types
    /// of the body name them well enough.
    pub(super) takes: Option<&'static str>,
    pub(crate) subject: CallSubject,
    /// Whether it asks only about what the source prints, not about the rules.
    pub(crate) is_of_source: bool,
    pub(crate) origin: Origin,
    /// How much a question speaks of that calls it.
    pub extent: Extent,
    /// The senses of words that it asks for.
    pub senses: &'static [Sense],
    /// The verb of a sentence about a question of one piece: "reaches".
    pub verb: Option<&'static str>,
    /// The legend of a mark that it computes, with `{}` for the piece.
    pub legend: Option<&'static str>,
    /// The part that it plays where a sentence joins several calls.
    pub(crate) idiom: Option<Idiom>,
    /// Its former name, which books may still use. A complaint names the present one.
    pub(super) former_name: Option<&'static str>,
    pub(super) resolve: Resolve,
}

/// How much a question speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Of anything: it may be general.
    Any,
    /// Of one piece on one cell, or of one position.
    One,
    /// Of the cells to which one piece, or one move, does something.
    Deeds,
}

/// A sense of words in a text that a function asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// A check.
    Check,
    /// A mate.
    Mate,
    /// A stalemate.
    Stalemate,
    /// A game won.
    Win,
    /// A game drawn.
    Draw,
    /// A rank.
    Rank,
    /// A file.
    File,
    /// A first move.
    First,
}

/// A function with a part of its own where a sentence joins several calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Idiom {
    /// The number of the items of a list.
    Count,
    /// The share of some cells in the board.
    Share,
    /// The cells of a side's pieces.
    Pieces,
    /// The kinds of the pieces on some cells.
    KindsOn,
    /// The cell of a piece.
    CellOf,
}

/// A function that resolves a call.
type Resolve = fn(&mut Call<'_, '_, '_>) -> Resolved<AnyTerm>;

/// The subject that may stand before a function, followed by a point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallSubject {
    Nothing,
    Diagram,
    Game,
}

/// Where the value of a function comes from. A claim that calls nothing computed only repeats what
/// its author has typed elsewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It is computed.
    Computed,
    /// It is counted, or selected by name, from what the arguments give.
    Arguments,
    /// It is read from a diagram, whose pieces may be typed one by one.
    Diagram,
    /// It is written so in a declaration: of a piece, the setup, a rule, a title.
    Declaration,
}

impl Function {
    pub(crate) const fn new(
        name: &'static str,
        forms: &'static [CallForm],
        resolve: Resolve,
    ) -> Function {
        Function {
            name,
            forms,
            takes: None,
            subject: CallSubject::Nothing,
            is_of_source: false,
            origin: Origin::Computed,
            extent: Extent::Any,
            senses: &[],
            verb: None,
            legend: None,
            idiom: None,
            former_name: None,
            resolve,
        }
    }

    /// Defines a function that asks about a diagram's position.
    pub(crate) const fn of_diagram(
        name: &'static str,
        forms: &'static [CallForm],
        resolve: Resolve,
    ) -> Function {
        Function {
            subject: CallSubject::Diagram,
            ..Function::new(name, forms, resolve)
        }
    }

    pub(crate) const fn takes(mut self, takes: &'static str) -> Function {
        self.takes = Some(takes);
        self
    }

    /// Sets what it asks about: a diagram's position or a game.
    pub(crate) const fn asks(mut self, subject: CallSubject) -> Function {
        self.subject = subject;
        self
    }

    pub(crate) const fn formerly(mut self, name: &'static str) -> Function {
        self.former_name = Some(name);
        self
    }

    pub(crate) const fn of_source(mut self) -> Function {
        self.is_of_source = true;
        self
    }

    /// Sets that it reads back what the author has declared.
    pub(crate) const fn repeats(self) -> Function {
        self.from(Origin::Declaration)
    }

    pub(crate) const fn from(mut self, origin: Origin) -> Function {
        self.origin = origin;
        self
    }

    pub(crate) const fn speaks_of(mut self, extent: Extent) -> Function {
        self.extent = extent;
        self
    }

    pub(crate) const fn means(mut self, senses: &'static [Sense]) -> Function {
        self.senses = senses;
        self
    }

    pub(crate) const fn verb(mut self, verb: &'static str) -> Function {
        self.verb = Some(verb);
        self
    }

    pub(crate) const fn legend(mut self, legend: &'static str) -> Function {
        self.legend = Some(legend);
        self
    }

    pub(crate) const fn idiom(mut self, idiom: Idiom) -> Function {
        self.idiom = Some(idiom);
        self
    }

    /// Whether it only counts or selects from what its arguments give, or finds where a piece
    /// stands.
    pub fn only_selects(&self) -> bool {
        self.origin == Origin::Arguments || self.idiom == Some(Idiom::CellOf)
    }
}
