//! Describes calls: fills the arguments into the phrase of a function, and names the pieces, sides
//! and cells among them.

use super::clause::VerbClause;
use super::names::{direction_words, kind_name, named_set};
use super::noun::{ItemKind, Noun, Np, Set};
use super::phrase::{Phrase, PhraseClause, parts, plain};
use crate::form::FormParameter;
use crate::functions::{asks_diagram, calls, find_function};
use crate::placed::PlacedDiagram;
use crate::resolve::lower::OF_MOVE;
use crate::resolve::{Idiom, Scope};
use crate::syntax::{Expr, ExprKind, Name};
use padma_rules::model::{Rule, Side, Variant};
use padma_text::english::{plural, with_article};
use padma_words::{MessagePart, MessageText};

/// Maximum number of calls around a call that is an argument.
const MAX_DEPTH: usize = 1;

/// The side and the diagrams that an expression names, which decide how a sentence names sides and
/// diagrams.
#[derive(Clone, Default)]
pub(crate) struct Named {
    /// Whether it names Black.
    pub black: bool,
    /// The id of a diagram that it asks about.
    pub diagram: Option<String>,
    /// Whether it asks about more than one diagram.
    pub diagrams: bool,
}

pub(crate) struct Describer<'a> {
    pub variant: &'a Variant,
    /// What a book has around the expression; `None` for one of a rule, which can name the sides
    /// and cells of a move.
    pub scope: Option<Scope<'a>>,
    /// Returns the name of the diagram with an id.
    pub diagram: &'a dyn Fn(&str) -> String,
    pub named: Named,
    pub variables: Vec<(String, ItemKind)>,
    /// Whether the sentence already binds variables.
    pub is_bound: bool,
    /// The number of `&`, `-` and `|` in the sentence.
    pub operations: usize,
    /// The number of calls around the current part.
    pub depth: usize,
    /// The changes to the board, if each call must mention them.
    pub change: Option<String>,
    /// Whether the sentence begins with the changes to the board.
    pub is_change_stated: bool,
}

/// A call of a function, perhaps about a diagram or a game.
#[derive(Clone)]
pub(crate) struct Called<'e> {
    subject: Option<&'e Name>,
    pub name: &'e str,
    pub arguments: &'e [Expr],
}

impl<'e> Called<'e> {
    pub(crate) fn of(expr: &'e Expr) -> Option<Called<'e>> {
        let (subject, name, arguments) = match &expr.kind {
            ExprKind::Call(name, arguments) => (None, name, arguments),
            ExprKind::CallOf(subject, name, arguments) => (Some(&**subject), name, arguments),
            _ => return None,
        };
        Some(Called {
            subject,
            name: &name.text,
            arguments,
        })
    }

    /// Returns the part that its function plays where a sentence joins several calls.
    pub(super) fn idiom(&self) -> Option<Idiom> {
        find_function(self.name)?.idiom
    }

    pub(super) fn side(&self) -> Option<Side> {
        self.arguments.last().and_then(side)
    }

    /// Returns the words for the side that the last argument names, if it names one.
    pub(super) fn side_words(&self) -> Option<&'static str> {
        self.arguments.last().and_then(side_words)
    }
}

/// Returns the words for a side, also for one that a rule names by the move.
fn side_words(expr: &Expr) -> Option<&'static str> {
    match &expr.kind {
        ExprKind::Name(name) if name == "mover" => Some("the side that moves"),
        ExprKind::Name(name) if name == "other" => Some("the other side"),
        _ => side(expr).map(Side::titled),
    }
}

fn side(expr: &Expr) -> Option<Side> {
    match &expr.kind {
        ExprKind::Name(name) => Side::from_name(name),
        _ => None,
    }
}

impl<'a> Describer<'a> {
    /// Returns a describer that has not read anything yet.
    pub(crate) fn new(
        variant: &'a Variant,
        scope: Option<Scope<'a>>,
        diagram: &'a dyn Fn(&str) -> String,
    ) -> Describer<'a> {
        Describer {
            variant,
            scope,
            diagram,
            named: Named::default(),
            variables: Vec::new(),
            is_bound: false,
            operations: 0,
            depth: 0,
            change: None,
            is_change_stated: false,
        }
    }

    pub(super) fn is_rule(&self) -> bool {
        self.scope.is_none()
    }

    /// Returns the diagram with an id, or the nearest one if no id is given.
    pub(super) fn figure(&self, id: Option<&Name>) -> Option<&'a PlacedDiagram> {
        let scope = self.scope?;
        Some(&scope.placed[scope.figure(id)?])
    }

    pub(crate) fn variable(&self, name: &str) -> Option<ItemKind> {
        self.variables
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, sort)| *sort)
    }

    /// Returns the noun phrase of a call that gives a list, a number or a text.
    pub(crate) fn call(&mut self, call: &Called<'_>) -> Option<Np> {
        if let (Some(only), Some(idiom @ (Idiom::Count | Idiom::Share))) =
            (call.arguments.last(), call.idiom())
        {
            let items = self.np(only)?;
            return Some(match idiom {
                Idiom::Count => Np::Count(items.set()?),
                _ => Np::Share(Box::new(items)),
            });
        }
        // A name that is not a function is a named set as one side sees it, or a direction class.
        let phrase = self.phrase(call);
        match phrase.map(|phrase| (phrase, parts(phrase))) {
            Some((phrase, Phrase::Value(text))) => Some(Np::Value(
                self.fill(text, call)? + &self.position_text(call, phrase),
            )),
            Some((phrase, Phrase::Place { noun, tail })) => {
                let tail = self.fill(tail, call)? + &self.position_text(call, phrase);
                Some(Np::Set(Set::at(Noun::plain(&noun), tail.trim())))
            }
            Some((phrase, Phrase::Clause(parsed))) => self.clause_np(call, phrase, parsed),
            None if self.is_rule() && self.is_counter(call.name) => {
                let side = call.side_words()?;
                Some(Np::Value(format!("the count “{}” of {side}", call.name)))
            }
            None if self.variant.sets.get(call.name).is_some() => {
                Some(Np::Set(named_set(call.name, call.side())))
            }
            None => None,
        }
    }

    fn is_counter(&self, name: &str) -> bool {
        let rules = &self.variant.rules;
        let is_named = |rule: &Rule| matches!(rule, Rule::Counter(counter) if counter.id == name);
        rules.iter().any(is_named)
    }

    /// Returns the noun phrase of a call whose phrase is a clause about a list or a number.
    fn clause_np(
        &mut self,
        call: &Called<'_>,
        phrase: &MessageText,
        parsed: PhraseClause<'_>,
    ) -> Option<Np> {
        let hole = parsed.hole.as_ref()?;
        let (parts, is_number) = (hole.noun, hole.is_number);
        let clause = self.fill_clause(call, phrase, parsed)?;
        let Some(noun) = plain(parts) else {
            let one = self.fill(parts, call)?;
            let many = if one.starts_with("piece ") {
                one.clone()
            } else {
                plural(&one)
            };
            return Some(Np::Amount(Noun::new(one, many, ItemKind::Other), clause));
        };
        if !is_number {
            let is_one = !noun.ends_with('s') && !noun.starts_with("kinds");
            let plural = if is_one { "s" } else { "" };
            return Some(Np::Set(Set {
                clause: Some(clause),
                is_one,
                ..Set::of(Noun::plain(&format!("{noun}{plural}")))
            }));
        }
        Some(Np::Amount(Noun::plain(&noun), clause))
    }

    /// Returns the clause of a call that is true or false.
    pub(crate) fn clause(&mut self, call: &Called<'_>) -> Option<VerbClause> {
        let phrase = self.phrase(call)?;
        match parts(phrase) {
            Phrase::Clause(parsed) if parsed.hole.is_none() => {
                self.fill_clause(call, phrase, parsed)
            }
            _ => None,
        }
    }

    /// Fills the arguments into the clause of a phrase.
    fn fill_clause(
        &mut self,
        call: &Called<'_>,
        phrase: &MessageText,
        parsed: PhraseClause<'_>,
    ) -> Option<VerbClause> {
        Some(VerbClause {
            subject: self.fill(parsed.subject, call)?.trim().to_string(),
            verb: parsed.verb.clone(),
            middle: self.fill(parsed.middle, call)?.trim().to_string(),
            tail: self.fill(parsed.tail, call)? + &self.position_text(call, phrase),
        })
    }

    /// Returns the phrase of the first form that fits the arguments, or of the first form if none
    /// fits.
    fn phrase(&self, call: &Called<'_>) -> Option<&'static MessageText> {
        let of_game = call.subject.is_some() && calls(call.name).any(|(form, _)| form.of_game);
        let mut all = calls(call.name).filter(|(form, _)| form.of_game == of_game);
        let first = all.clone().next();
        let fitting = all.find(|(_, parameters)| {
            let mut pairs = parameters.iter().zip(call.arguments);
            parameters.len() == call.arguments.len()
                && pairs.all(|(parameter, argument)| self.fits(*parameter, argument))
        });
        let (form, parameters) = fitting.or(first)?;
        form.phrase(call.name, parameters)
    }

    /// Whether an argument fits a parameter of a form.
    fn fits(&self, parameter: FormParameter, argument: &Expr) -> bool {
        let ExprKind::Name(name) = &argument.kind else {
            let is_value = matches!(argument.kind, ExprKind::Number(_) | ExprKind::Text(_));
            return match parameter {
                FormParameter::Checker(_) | FormParameter::Side(_) => false,
                FormParameter::Cells(_) => are_several(argument),
                FormParameter::Cell(_) => !is_value,
                _ => true,
            };
        };
        let (variant, variable) = (self.variant, self.variable(name));
        match parameter {
            FormParameter::Cell(_) => {
                variable == Some(ItemKind::Cell)
                    || variant.board.cell(name).is_some()
                    || self.is_rule() && OF_MOVE.contains(&name.as_str())
            }
            FormParameter::Piece(_) => {
                variable == Some(ItemKind::Piece) || variant.kind_named(name).is_some()
            }
            FormParameter::Checker(_) => {
                variable.is_none() && variant.checker_named(name).is_some()
            }
            FormParameter::Cells(_) => {
                variable.is_none()
                    && variant.board.cell(name).is_none()
                    && !matches!(name.as_str(), "from" | "to")
            }
            FormParameter::Scale(_) => variable.is_none(),
            FormParameter::Side(_) => side_words(argument).is_some(),
            FormParameter::Label(_) | FormParameter::Other(_) | FormParameter::Text(_) => true,
        }
    }

    /// Describes the position that a call asks about: its diagram, and the changes to it.
    fn position_text(&self, call: &Called<'_>, phrase: &MessageText) -> String {
        let diagram = diagram_of(call, phrase, self);
        let mut text = match &diagram {
            Some(diagram) if self.named.diagrams => format!(" in {}", (self.diagram)(diagram)),
            _ => String::new(),
        };
        let is_of_position = diagram.is_some() || phrase.has_slot("M");
        if let Some(change) = self.change.as_ref().filter(|_| is_of_position) {
            text += &format!(" {change}");
        }
        // A piece asked about without a diagram is alone on the board.
        if self.named.diagram.is_some() && phrase.has_slot("M") && !self.is_labelled(call) {
            text += if self.is_changed() {
                " on a board empty otherwise"
            } else {
                " on the empty board"
            };
        }
        text
    }

    /// Fills the arguments into parts of a phrase.
    fn fill(&mut self, parts: &[MessagePart], call: &Called<'_>) -> Option<String> {
        let part = |part: &MessagePart| match part {
            MessagePart::Text(text) => Some(text.clone()),
            MessagePart::Slot { slot, form } => self.slot(slot, form, call),
            _ => None,
        };
        parts.iter().map(part).collect()
    }

    /// Returns the text for a slot, in a form:
    ///
    /// | slot | for |
    /// | --- | --- |
    /// | `M` | the piece asked about, by its label or with its side |
    /// | `from` | " from e2", if the piece has no label in a diagram |
    /// | `to` | where it goes |
    /// | `White` | the side named, or White |
    /// | `mover` | the side named, or the side to move |
    /// | `whose` | " of" the side named |
    /// | `for` | " for" that side; nothing if the diagram does not say which side is to move |
    /// | `subject` | the game |
    /// | `1` | an argument |
    /// | `1:a`, `1:bare`, `1:plural` | a piece with "a", without an article, in the plural |
    /// | `1:way`, `1:the rank` | " along X"; "the rank of e4" |
    fn slot(&mut self, slot: &str, form: &str, call: &Called<'_>) -> Option<String> {
        Some(match slot {
            "M" => return self.subject(call),
            "from" => match call.arguments.get(1) {
                Some(from) if !self.is_labelled(call) => {
                    format!(" from {}", self.argument(from, "", call)?)
                }
                _ => String::new(),
            },
            "to" => {
                let count = call.arguments.len() - usize::from(call.side().is_some());
                return self.argument(&call.arguments[count.checked_sub(1)?], "", call);
            }
            "White" if self.is_rule() && self.is_nobodys(call) => "the board".to_string(),
            "White" if self.is_rule() => call.side_words().unwrap_or("either side").to_string(),
            "White" => call.side().unwrap_or(Side::White).titled().to_string(),
            "mover" => call.side_words().unwrap_or("the side to move").to_string(),
            "whose" => call
                .side_words()
                .map_or_else(String::new, |side| format!(" of {side}")),
            // If the diagram does not name the side to move, either may be meant.
            "for" => match (call.side(), self.figure(call.subject)) {
                (None, Some(figure)) if figure.to_move.is_none() => String::new(),
                (side, _) => format!(" for {}", side.map_or("the side to move", Side::titled)),
            },
            "subject" => call.subject?.text.clone(),
            _ => {
                let argument = call.arguments.get(slot.parse::<usize>().ok()? - 1)?;
                return self.argument(argument, form, call);
            }
        })
    }

    /// Whether a call asks about one kind of piece, which belongs to nobody.
    fn is_nobodys(&self, call: &Called<'_>) -> bool {
        let [
            Expr {
                kind: ExprKind::Name(name),
                ..
            },
        ] = call.arguments
        else {
            return false;
        };
        let kind = self.variant.kind_named(name);
        kind.is_some_and(|kind| self.variant.kind(kind).neutral)
    }

    /// Describes an argument. `format` is what follows the colon of its key: `way` in `{1:way}`.
    fn argument(&mut self, argument: &Expr, format: &str, call: &Called<'_>) -> Option<String> {
        if let Some(what) = format.strip_prefix("the ") {
            return Some(format!(
                "the {what} of {}",
                self.argument(argument, "", call)?
            ));
        }
        match &argument.kind {
            ExprKind::Name(name) => {
                if let Some(text) = self.named_argument(name, argument, format, call) {
                    return Some(text);
                }
            }
            ExprKind::Movement(..) => return self.mover(argument, call.side()),
            _ => {}
        }
        self.inner(argument)
    }

    /// Describes an argument as an expression; `None` if the calls nest too deeply.
    pub(super) fn inner(&mut self, argument: &Expr) -> Option<String> {
        if self.depth == MAX_DEPTH && Called::of(argument).is_some() {
            return None;
        }
        self.depth += 1;
        let np = self.np(argument);
        self.depth -= 1;
        Some(np?.text())
    }

    /// Describes an argument that is the name of a piece, a checker, a side or a direction class.
    fn named_argument(
        &mut self,
        name: &str,
        argument: &Expr,
        format: &str,
        call: &Called<'_>,
    ) -> Option<String> {
        let variant = self.variant;
        if format == "way" {
            return Some(direction_words(&variant.board, name));
        }
        let is_bare = matches!(format, "a" | "bare" | "plural");
        if self.variable(name).is_some() {
            return is_bare.then(|| format!("piece {name}"));
        }
        if let Some(side) = side_words(argument) {
            return Some(side.to_string());
        }
        let kind = variant
            .kind_named(name)
            .map(|id| kind_name(variant.kind(id)));
        let checker = variant
            .checker_named(name)
            .map(|id| format!("{} checker", variant.checkers[id.index()].name));
        let is_checker = checker.is_some();
        let known = kind.or(checker)?;
        match format {
            "a" => Some(with_article(&known)),
            "bare" => Some(known),
            "plural" => Some(plural(&known)),
            _ if is_checker => Some(with_article(&known)),
            _ => self.mover(argument, call.side()),
        }
    }
}

/// Whether an expression gives cells of which there may be several.
fn are_several(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cells(names) => names.len() != 1,
        ExprKind::Call(name, _) | ExprKind::CallOf(_, name, _) => {
            find_function(&name.text).and_then(|function| function.idiom) != Some(Idiom::CellOf)
        }
        _ => true,
    }
}

/// Returns the diagram that a call asks about.
pub(crate) fn diagram_of(
    call: &Called<'_>,
    phrase: &MessageText,
    describer: &Describer<'_>,
) -> Option<String> {
    let nearest = || Some(describer.figure(None)?.id.clone());
    if phrase.has_slot("M") {
        return match &call.arguments.first()?.kind {
            ExprKind::Member(diagram, _) => Some(diagram.text.clone()),
            _ if describer.is_labelled(call) => nearest(),
            _ => None,
        };
    }
    let asks = asks_diagram(call.name);
    asks.then(|| call.subject.map(|name| name.text.clone()).or_else(nearest))
        .flatten()
}
