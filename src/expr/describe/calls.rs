//! Describes calls: the phrase of a function with its arguments, and the names of pieces, sides
//! and cells in it.

use super::noun::{ItemKind, Noun, Np, Set, VerbClause};
use super::phrase::{Phrase, parse};
use crate::form::FormParameter;
use crate::functions::{asks_diagram, phrases};
use crate::resolve::Scope;
use crate::syntax::{Expr, ExprKind, MovementNotation, Name};
use padma_rules::model::{Board, PieceKind, Side, Variant};
use padma_rules::movement::words::{joined, plural, with_article};
use padma_rules::movement::{self, GRID_ATOMS};

/// What an expression mentions. This decides how a sentence speaks of sides and diagrams.
#[derive(Clone, Default)]
pub(crate) struct Named {
    pub black: bool,
    pub diagram: Option<String>,
    /// Whether it asks about more than one diagram.
    pub diagrams: bool,
}

/// A variable for every value of which a sentence holds, named at its beginning: "From no hexagon
/// …".
#[derive(Clone)]
pub(crate) struct Front {
    pub variable: String,
    /// "Hexagon".
    pub noun: String,
    /// The number of times that the cell from which a piece goes was left out, so that the
    /// sentence may begin with it.
    pub left_out: usize,
    /// Whether it occurs where a sentence cannot begin.
    pub is_lost: bool,
    pub begun: usize,
}

pub(crate) struct Describer<'a> {
    pub scope: Scope<'a>,
    /// The name of a diagram, by its id.
    pub diagram: &'a dyn Fn(&str) -> String,
    pub named: Named,
    pub variables: Vec<(String, ItemKind)>,
    pub front: Option<Front>,
    /// The changes to the board that each question must mention, and the number of those already
    /// stated.
    pub changes: Vec<String>,
    pub changed: usize,
    /// The number of enclosing lists whose items are numbered.
    pub depth: usize,
}

/// A call in which each argument may be any of several.
#[derive(Clone)]
pub(crate) struct Called<'e> {
    subject: Option<&'e Name>,
    pub name: &'e str,
    pub arguments: Vec<Vec<&'e Expr>>,
}

impl<'e> Called<'e> {
    pub(crate) fn of(expr: &'e Expr) -> Option<Called<'e>> {
        let (subject, name, arguments) = match &expr.kind {
            ExprKind::Call(name, arguments) => (None, name, arguments),
            ExprKind::CallOf(subject, name, arguments) => (Some(&**subject), name, arguments),
            _ => return None,
        };
        let arguments = arguments.iter().map(|argument| vec![argument]).collect();
        Some(Called {
            subject,
            name: &name.text,
            arguments,
        })
    }

    fn last(&self) -> Option<&'e Expr> {
        self.arguments.last()?.first().copied()
    }

    fn side(&self) -> Option<Side> {
        self.last().and_then(side)
    }

    /// Returns the index of the only argument in which two calls of one function differ.
    pub(crate) fn differing(&self, other: &Called<'_>) -> Option<usize> {
        let is_same = self.name == other.name
            && self.subject.map(|name| &name.text) == other.subject.map(|name| &name.text)
            && self.arguments.len() == other.arguments.len();
        let pairs = self.arguments.iter().zip(&other.arguments).enumerate();
        let mut differ =
            pairs.filter(|(_, (a, b))| !(a.len() == 1 && b.len() == 1 && a[0] == b[0]));
        // The side is the subject of the clause, and two subjects need two clauses.
        let is_side = |these: &[&Expr]| these.iter().any(|this| side(this).is_some());
        let (place, _) = differ
            .next()
            .filter(|(_, (a, b))| is_same && !is_side(a) && !is_side(b))?;
        differ.next().is_none().then_some(place)
    }
}

fn side(expr: &Expr) -> Option<Side> {
    match &expr.kind {
        ExprKind::Name(name) => Side::from_name(name),
        _ => None,
    }
}

impl<'a> Describer<'a> {
    pub(crate) fn variant(&self) -> &'a Variant {
        &self.scope.rules.variant
    }

    pub(crate) fn variable(&self, name: &str) -> Option<ItemKind> {
        self.variables
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, sort)| *sort)
    }

    /// Returns a variable or a cell by its name, or "it".
    pub(crate) fn called(&self, name: &str) -> String {
        match &self.front {
            Some(front) if front.variable == name => "it".to_string(),
            _ => name.to_string(),
        }
    }

    /// Describes a call as a list or a number.
    pub(crate) fn call(&mut self, call: &Called<'_>) -> Np {
        if let (Some(only), "count" | "share") = (call.last(), call.name) {
            let of = Box::new(self.np(only));
            return if call.name == "count" {
                Np::Count(of)
            } else {
                Np::Share(of)
            };
        }
        // A name that is no function is a named set as one side sees it, or a direction class.
        let phrase = self.phrase(call).unwrap_or("");
        match parse(phrase) {
            Some(Phrase::Value(text)) => {
                Np::Value(self.filled(text, call) + &self.place_of(call, phrase))
            }
            Some(Phrase::Place { noun, tail }) => {
                let tail = self.filled(tail, call) + &self.place_of(call, phrase);
                Np::Set(Set {
                    parts: vec![tail.trim().to_string()],
                    ..Set::of(Noun::plain(noun))
                })
            }
            Some(Phrase::Clause {
                subject,
                verb,
                middle,
                hole,
                tail,
            }) => {
                let clause = VerbClause {
                    subject: self.filled(subject, call),
                    verb,
                    middle: self.filled(middle, call).trim().to_string(),
                    tail: self.filled(tail, call) + &self.place_of(call, phrase),
                };
                let Some(hole) = hole else {
                    return Np::Value(format!("whether {}", clause.say(false, "")));
                };
                if !hole.is_number {
                    let is_one = !hole.noun.ends_with('s') && !hole.noun.starts_with("kinds");
                    let noun =
                        Noun::plain(&format!("{}{}", hole.noun, if is_one { "s" } else { "" }));
                    return Np::Set(Set {
                        clause: Some(clause),
                        is_one,
                        ..Set::of(noun)
                    });
                }
                if !hole.noun.starts_with('{') {
                    return Np::Amount(Noun::plain(hole.noun), clause);
                }
                let one = self.filled(hole.noun, call);
                let many = if one.starts_with("piece ") {
                    one.clone()
                } else {
                    plural(&one)
                };
                Np::Amount(
                    Noun {
                        one,
                        many,
                        sort: ItemKind::Other,
                        is_plain: true,
                    },
                    clause,
                )
            }
            None if self.variant().sets.get(call.name).is_some() => {
                Np::Set(named_set(call.name, call.side()))
            }
            None => Np::Value(format!("`{}`", call.name)),
        }
    }

    /// Returns the clause of a call that is true or false.
    pub(crate) fn clause(&mut self, call: &Called<'_>) -> Option<VerbClause> {
        let phrase = self.phrase(call)?;
        let Some(Phrase::Clause {
            subject,
            verb,
            middle,
            hole: None,
            ..
        }) = parse(phrase)
        else {
            return None;
        };
        let (subject, middle) = (
            self.filled(subject, call),
            self.filled(middle, call).trim().to_string(),
        );
        Some(VerbClause {
            subject,
            verb,
            middle,
            tail: self.place_of(call, phrase),
        })
    }

    /// Returns the phrase of the first form that fits the arguments, or of the first form of all.
    fn phrase(&self, call: &Called<'_>) -> Option<&'static str> {
        let of_game = call.subject.is_some() && phrases(call.name).any(|(form, _)| form.of_game);
        let mut all = phrases(call.name).filter(|(form, _)| form.of_game == of_game);
        let (_, (_, first)) = all.clone().next()?;
        let fitting = all.find(|(_, (parameters, _))| {
            let pairs = parameters.iter().zip(&call.arguments);
            parameters.len() == call.arguments.len()
                && pairs
                    .into_iter()
                    .all(|(parameter, found)| self.fits(*parameter, found[0]))
        });
        Some(fitting.map_or(first, |(_, (_, phrase))| phrase))
    }

    /// Whether an argument may stand for a parameter of a form.
    fn fits(&self, parameter: FormParameter, argument: &Expr) -> bool {
        let ExprKind::Name(name) = &argument.kind else {
            let is_value = matches!(argument.kind, ExprKind::Number(_) | ExprKind::Text(_));
            return match parameter {
                FormParameter::Checker(_) | FormParameter::Side(_) => false,
                FormParameter::Cell(_) => !is_value,
                _ => true,
            };
        };
        let (variant, variable) = (self.variant(), self.variable(name));
        match parameter {
            FormParameter::Cell(_) => {
                variable == Some(ItemKind::Cell) || variant.board.cell(name).is_some()
            }
            FormParameter::Piece(_) => {
                variable == Some(ItemKind::Piece) || variant.kind_named(name).is_some()
            }
            FormParameter::Checker(_) => {
                variable.is_none() && variant.checker_named(name).is_some()
            }
            FormParameter::Cells(_) | FormParameter::Scale(_) => variable.is_none(),
            FormParameter::Side(_) => Side::from_name(name).is_some(),
            FormParameter::Label(_) | FormParameter::Other(_) | FormParameter::Text(_) => true,
        }
    }

    /// Describes the position of a call: its diagram, and the changes made there.
    fn place_of(&self, call: &Called<'_>, phrase: &str) -> String {
        let diagram = diagram_of(call, phrase, self);
        let mut text = match &diagram {
            Some(diagram) if self.named.diagrams => format!(" in {}", (self.diagram)(diagram)),
            _ => String::new(),
        };
        let is_of_position = diagram.is_some() || phrase.contains("{M}");
        for change in self.changes.iter().filter(|_| is_of_position) {
            text += &format!(" {change}");
        }
        // A piece asked about without a diagram is alone on the board.
        if self.named.diagram.is_some() && phrase.contains("{M}") && !self.is_labelled(call) {
            text += if self.changes.is_empty() && self.changed == 0 {
                " on the empty board"
            } else {
                " on a board empty otherwise"
            };
        }
        text
    }

    /// Fills the arguments into a phrase.
    fn filled(&mut self, text: &str, call: &Called<'_>) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (key, after) = after.split_once('}').unwrap_or((after, ""));
            out += before;
            out += &self.slot(key, call);
            rest = after;
        }
        out + rest
    }

    /// Returns the text for a key in braces:
    ///
    /// | key | for |
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
    /// | `1:way`, `1:the rank` | " along X"; "its rank" or "the rank of e4" |
    fn slot(&mut self, key: &str, call: &Called<'_>) -> String {
        match key {
            "M" => self.subject(call),
            "from" => match call.arguments.get(1) {
                Some(from) if !self.is_labelled(call) => self.from(from),
                _ => String::new(),
            },
            "to" => {
                let arguments =
                    &call.arguments[..call.arguments.len() - usize::from(call.side().is_some())];
                arguments
                    .last()
                    .map_or_else(String::new, |to| self.any(to, "", call))
            }
            "White" => call.side().unwrap_or(Side::White).titled().to_string(),
            "mover" => call
                .side()
                .map_or("the side to move", Side::titled)
                .to_string(),
            "whose" => call
                .side()
                .map_or_else(String::new, |side| format!(" of {}", side.titled())),
            // If no side is to move, either may be meant.
            "for" => match (call.side(), self.scope.figure(call.subject)) {
                (None, Some(figure)) if self.scope.placed[figure].to_move.is_none() => {
                    String::new()
                }
                (side, _) => format!(" for {}", side.map_or("the side to move", Side::titled)),
            },
            "subject" => call
                .subject
                .map_or_else(String::new, |name| name.text.clone()),
            _ => {
                let (place, format) = key.split_once(':').unwrap_or((key, ""));
                let place = place.parse::<usize>().unwrap_or(1);
                let argument = call.arguments.get(place - 1).cloned().unwrap_or_default();
                self.any(&argument, format, call)
            }
        }
    }

    fn from(&mut self, from: &[&Expr]) -> String {
        if let [
            Expr {
                kind: ExprKind::Name(name),
                ..
            },
        ] = from
            && let Some(front) = &mut self.front
            && front.variable == *name
        {
            front.left_out += 1;
            return String::new();
        }
        let cells: Vec<String> = from.iter().map(|cell| self.np(cell).text()).collect();
        format!(" from {}", joined(&cells, "or"))
    }

    /// Describes arguments of which any one is meant.
    fn any(&mut self, arguments: &[&Expr], format: &str, call: &Called<'_>) -> String {
        let texts: Vec<String> = arguments
            .iter()
            .map(|argument| self.argument(argument, format, call))
            .collect();
        match format {
            "way" => texts.join(" or"),
            _ => match (format.strip_prefix("the "), joined(&texts, "or")) {
                (Some(what), text) if text == "it" => format!("its {what}"),
                (Some(what), text) => format!("the {what} of {text}"),
                (None, text) => text,
            },
        }
    }

    fn argument(&mut self, argument: &Expr, format: &str, call: &Called<'_>) -> String {
        if let ExprKind::Name(name) = &argument.kind {
            let variant = self.variant();
            let is_variable = self.variable(name).is_some();
            let kind = variant
                .kind_named(name)
                .filter(|_| !is_variable)
                .map(|id| named(variant.kind(id)));
            let checker = variant.checker_named(name).filter(|_| !is_variable);
            let checker =
                checker.map(|id| format!("{} checker", variant.checkers[id.index()].name));
            match (format, kind.or(checker.clone())) {
                ("way", _) => return way(&variant.board, name),
                ("a", Some(name)) => return with_article(&name),
                ("bare", Some(name)) => return name,
                ("plural", Some(name)) => return plural(&name),
                ("a" | "bare" | "plural", None) if is_variable => return format!("piece {name}"),
                (_, None) if side(argument).is_some() => {
                    return side(argument).map_or("", Side::titled).to_string();
                }
                (_, Some(name)) if checker.is_some() => return with_article(&name),
                (_, Some(_)) => {
                    return self.mover(argument, call.side().filter(|_| call.name != "in-check"));
                }
                _ => {}
            }
        }
        match &argument.kind {
            ExprKind::Movement(..) => self.mover(argument, call.side()),
            _ => self.np(argument).text(),
        }
    }

    /// Whether the piece asked about is named by its label in a diagram.
    fn is_labelled(&self, call: &Called<'_>) -> bool {
        match call
            .arguments
            .first()
            .and_then(|first| first.first())
            .map(|first| &first.kind)
        {
            Some(ExprKind::Text(_) | ExprKind::Member(..)) => true,
            Some(ExprKind::Name(name)) => {
                self.variable(name).is_none() && self.variant().kind_named(name).is_none()
            }
            _ => false,
        }
    }

    /// Describes the piece asked about: "the Black Rook R", "the Knight".
    fn subject(&mut self, call: &Called<'_>) -> String {
        let Some(first) = call.arguments.first().cloned() else {
            return String::new();
        };
        if !self.is_labelled(call) {
            let side = call.side();
            let all: Vec<String> = first.iter().map(|mover| self.mover(mover, side)).collect();
            return joined(&all, "or");
        }
        joined(
            &first
                .iter()
                .map(|label| self.labelled(label))
                .collect::<Vec<_>>(),
            "or",
        )
    }

    fn labelled(&self, expr: &Expr) -> String {
        let (diagram, label) = match &expr.kind {
            ExprKind::Member(diagram, label) => (Some(diagram), label.text.as_str()),
            ExprKind::Name(label) | ExprKind::Text(label) => (None, label.as_str()),
            _ => return String::new(),
        };
        let figure = self.scope.figure(diagram);
        let pieces = || {
            figure
                .into_iter()
                .flat_map(|figure| &self.scope.placed[figure].pieces)
        };
        let Some(piece) = pieces().find(|piece| piece.label == label) else {
            return format!("“{label}”");
        };
        let alike = |by_side: bool| {
            let same = pieces().filter(|other| other.kind == piece.kind);
            same.filter(|other| !by_side || other.side == piece.side)
                .count()
                > 1
        };
        let side = match piece.side {
            Side::White
                if !alike(false) || alike(true) && pieces().all(|p| p.side == Side::White) =>
            {
                ""
            }
            Side::White => "White ",
            Side::Black => "Black ",
        };
        let name = named(self.variant().kind(piece.kind));
        let label = if alike(true) {
            format!(" “{label}”")
        } else {
            String::new()
        };
        format!("the {side}{name}{label}")
    }

    /// Describes a piece or a movement that goes: "the Black Pawn", "a piece that slides
    /// orthogonally".
    pub(crate) fn mover(&mut self, expr: &Expr, side: Option<Side>) -> String {
        let side = match side {
            Some(Side::Black) => "Black ",
            _ if self.named.black => "White ",
            _ => "",
        };
        match &expr.kind {
            ExprKind::Name(name) => match (self.variable(name), self.variant().kind_named(name)) {
                (Some(_), _) if side.is_empty() => self.called(name),
                (Some(_), _) => format!("a {side}{name}"),
                (None, Some(kind)) => format!("the {side}{}", named(self.variant().kind(kind))),
                (None, None) => name.clone(),
            },
            ExprKind::Movement(notation, text) => {
                let words = format!(
                    "{} \"{}\"",
                    notation.name(),
                    text.text().replace('"', "\\\"")
                );
                let known = self.scope.rules.find_movement(&words);
                let does = known
                    .map(|known| movement::describe(&known.movement))
                    .unwrap_or_default();
                match notation {
                    MovementNotation::Betza => {
                        format!("“{}” (a {side}piece that {does})", text.text())
                    }
                    MovementNotation::Sentence if does.contains([';', ',']) => {
                        format!("a {side}piece (it {does})")
                    }
                    MovementNotation::Sentence => format!("a {side}piece that {does}"),
                }
            }
            _ => self.np(expr).text(),
        }
    }
}

/// Returns the diagram that a call asks about.
pub(crate) fn diagram_of(
    call: &Called<'_>,
    phrase: &str,
    describer: &Describer<'_>,
) -> Option<String> {
    let nearest = || Some(describer.scope.placed[describer.scope.nearest?].id.clone());
    if phrase.contains("{M}") {
        return match call.arguments.first()?.first().map(|first| &first.kind)? {
            ExprKind::Member(diagram, _) => Some(diagram.text.clone()),
            _ if describer.is_labelled(call) => nearest(),
            _ => None,
        };
    }
    let asks = asks_diagram(call.name);
    asks.then(|| call.subject.map(|name| name.text.clone()).or_else(nearest))
        .flatten()
}

/// Returns a piece's name, in quotes if it contains a comma.
pub(crate) fn named(kind: &PieceKind) -> String {
    if kind.name.contains(',') {
        format!("“{}”", kind.name)
    } else {
        kind.name.clone()
    }
}

/// Describes a named set. Kinds of cell, and names in the plural, become nouns of their own.
pub(crate) fn named_set(name: &str, side: Option<Side>) -> Set {
    let (is_axis, spelt) = match name.split_once('-') {
        Some((axis, rest)) if axis.len() == 1 => {
            (true, format!("{axis}-{}", rest.replace('-', " ")))
        }
        _ => (false, name.replace('-', " ")),
    };
    let whose = match side {
        Some(Side::Black) => "Black’s ",
        Some(Side::White) => "White’s ",
        None => "",
    };
    let noun = |one: String, many: String| {
        Set::of(Noun {
            one,
            many,
            sort: ItemKind::Cell,
            is_plain: false,
        })
    };
    if ["square", "triangle", "hexagon", "point"].contains(&name) {
        return noun(name.to_string(), format!("{name}s"));
    }
    let plain = spelt.strip_prefix("the ").unwrap_or(&spelt);
    match plain.strip_suffix('s') {
        Some(one) if is_axis || !spelt.starts_with("the ") => {
            noun(format!("{whose}{one}"), format!("{whose}{plain}"))
        }
        _ => {
            let part = match (whose, spelt.contains(' ')) {
                ("", true) => format!("of the {plain}"),
                (whose, true) => format!("of {whose}{plain}"),
                (whose, false) => {
                    format!("of {whose}set “{spelt}”").replace("of set", "of the set")
                }
            };
            Set {
                parts: vec![part],
                ..Set::of(Noun::plain("cells"))
            }
        }
    }
}

/// Describes a direction class by its name: " along X".
pub(crate) fn way(board: &Board, class: &str) -> String {
    // The letters of these directions would be taken for pieces.
    let is_grid = board.class("orthogonal").is_some();
    let atom = GRID_ATOMS
        .iter()
        .find(|(atom, _)| is_grid && *atom == class)
        .map(|(_, leap)| *leap);
    match class {
        _ if atom == Some((1, 0)) => " orthogonally".to_string(),
        _ if atom == Some((1, 1)) => " diagonally".to_string(),
        "contiguous" => String::new(),
        "side" => " across a side".to_string(),
        "corner" => " across a corner".to_string(),
        "orthogonal" => " orthogonally".to_string(),
        "diagonal" => " diagonally".to_string(),
        "ring" => " round a ring".to_string(),
        class => match atom {
            Some((longer, shorter)) => format!(" by leaps of ({shorter},{longer})"),
            None => format!(" along {class}"),
        },
    }
}
