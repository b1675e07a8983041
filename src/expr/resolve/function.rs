//! The row of a function: everything that the program knows about it, except its phrases.
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
use super::lower::{Lower, RuleCall, RuleUse};
use crate::form::{BLACK, CallForm};
use crate::formula::AnyTerm;
use padma_rules::model::RuleStage;
use padma_text::code_list;

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
    /// How general a question that calls it may be.
    pub generality: Generality,
    /// The senses of words that it asks for.
    pub senses: &'static [WordMeaning],
    /// The part that it plays where a sentence joins several calls.
    pub(crate) idiom: Option<Idiom>,
    /// Words that authors try for it.
    pub(crate) synonyms: &'static [&'static str],
    /// Whether a rule may ask it.
    pub(crate) rule: RuleUse,
    pub(super) resolve: Resolve,
}

/// How much a question speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generality {
    /// Anything: it may be general.
    Any,
    /// One piece on one cell, or one position.
    One,
    /// The cells on which one piece, or one move, acts.
    Deeds,
}

/// A sense of words in a text that a function asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordMeaning {
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
    /// A royal piece.
    Royal,
    /// Cells that touch.
    Contiguous,
}

/// A function that has a role of its own in a sentence that describes several nested calls.
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
    /// Cells that are not there.
    Absent,
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
            generality: Generality::Any,
            senses: &[],
            idiom: None,
            synonyms: &[],
            rule: RuleUse::Refused(None),
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

    pub(crate) const fn speaks_of(mut self, generality: Generality) -> Function {
        self.generality = generality;
        self
    }

    pub(crate) const fn means(mut self, senses: &'static [WordMeaning]) -> Function {
        self.senses = senses;
        self
    }

    pub(crate) const fn idiom(mut self, idiom: Idiom) -> Function {
        self.idiom = Some(idiom);
        self
    }

    /// Sets the words that authors try for it.
    pub(crate) const fn tried_as(mut self, synonyms: &'static [&'static str]) -> Function {
        self.synonyms = synonyms;
        self
    }

    /// Lets a rule ask it, with the least and the greatest number of arguments.
    pub(crate) const fn in_rules(
        mut self,
        stage: RuleStage,
        takes: [usize; 2],
        lower: Lower,
    ) -> Function {
        self.rule = RuleUse::Asks {
            stage,
            takes,
            lower,
        };
        self
    }

    /// Gives the reason why no rule may ask it, unless the rest of the row implies one.
    pub(crate) const fn not_in_rules(mut self, why: &'static str) -> Function {
        self.rule = RuleUse::Refused(Some(why));
        self
    }

    /// Returns what a rule that calls it must know.
    pub(crate) fn rule_call(&self) -> RuleCall {
        RuleCall {
            name: self.name,
            rule: self.rule,
            refusal: self.refusal(),
            expected: self.expected_calls(),
        }
    }

    /// Returns why a rule cannot ask it.
    fn refusal(&self) -> &'static str {
        match (self.rule, self.subject, self.origin) {
            (RuleUse::Refused(Some(why)), ..) => why,
            _ if self.is_of_source => "it reads what the source prints",
            (_, CallSubject::Game, _) => "it asks about a recorded game",
            (_, _, Origin::Diagram) => "it reads a diagram, and a rule has none",
            (_, _, Origin::Declaration) => {
                "it reads back what a file declares, which the rule can say itself"
            }
            (_, CallSubject::Diagram, _) => {
                "it asks which moves are legal, and that depends on the rules themselves"
            }
            _ => "it asks what the rules say, and a rule would ask itself",
        }
    }

    /// Writes the calls that a complaint about the number of arguments expects.
    fn expected_calls(&self) -> String {
        let calls = self.forms.iter();
        let calls: Vec<String> = calls
            .flat_map(|form| form.example_calls(self.name))
            .collect();
        format!("expected {}", code_list(calls.iter().map(String::as_str)))
    }

    /// Whether it counts what its argument gives.
    pub fn counts(&self) -> bool {
        self.idiom == Some(Idiom::Count)
    }

    /// Whether a call with this many arguments leaves out the side, so that White is meant.
    pub fn leaves_out_side(&self, arguments: usize) -> bool {
        let mut calls = self.forms.iter().flat_map(|form| form.calls);
        calls.any(|call| call.len() == arguments + 1 && call.last() == Some(&BLACK))
    }

    /// Whether it adds nothing to its arguments: it counts them, selects from them, or names a piece's
    /// cell.
    pub fn only_selects(&self) -> bool {
        self.origin == Origin::Arguments || self.idiom == Some(Idiom::CellOf)
    }
}
