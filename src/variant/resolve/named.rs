//! Replaces the named rules of a variant by the basic rules for which they stand.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::checkers::{is_id, unique_tables};
use crate::decl::{is_royal, piece, top};
use crate::form::{ARGUMENTS, Fields, KIND, Layout, Value, unknown_word};
use crate::kinds::{FAULT, KINDS, REFUSED, kind_of};
use crate::named::{
    Filling, KeyValue, MOST_NUMBER, NONE, OWN_KEYS, ParameterKind, define, library, parameter,
};
use crate::places::say_cells;
use crate::words::{say_along, with_indefinite_article};
use padma_rules::model::{KindId, SidedSet};
use padma_rules::names::{Names, number};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::english::join_list;
use padma_text::{At, Excerpt, Span, code_list};
use padma_words::english;

/// The most tables of a definition.
const MOST_OF_A_DEFINITION: usize = 16;

/// A set of cells that a value brings, by its name.
pub(super) type NewSet = (String, SidedSet);

/// Returns a variant's declarations with basic rules in place of named ones, and the sets that
/// these name. The sets are among the declarations too.
pub(super) fn expand<'a>(
    whole: &'a Fields,
    names: Names<'_>,
    diagnostics: &mut Diagnostics,
) -> (Cow<'a, Fields>, Vec<NewSet>) {
    let rules = whole.tables(top::RULE);
    let of_royalty = rules_of_royalty(whole.tables(top::PIECE));
    let all = || of_royalty.iter().chain(rules);
    if whole.tables(top::DEFINE).is_empty() && all().all(|rule| kind_of(rule).is_some()) {
        return (Cow::Borrowed(whole), Vec::new());
    }
    let own = unique_tables(whole.tables(top::DEFINE), "definitions", diagnostics);
    own.iter()
        .for_each(|definition| check(definition, diagnostics));
    let mut expansion = Expansion {
        names,
        own,
        sets: Vec::new(),
        new_names: BTreeSet::new(),
        counts: BTreeMap::new(),
        counters: whole.tables(top::COUNT).to_vec(),
        rules: Vec::new(),
        diagnostics,
    };
    for rule in all() {
        match kind_of(rule) {
            Some(_) => expansion.rules.push(rule.clone()),
            None => expansion.add(rule),
        }
    }
    let Expansion {
        sets,
        counters,
        rules,
        ..
    } = expansion;
    let mut all_sets = whole.named(top::SETS).to_vec();
    all_sets.extend(sets.iter().map(|set| set.declared.clone()));
    let new_sets = sets
        .into_iter()
        .map(|set| (set.declared.0.value, set.cells));
    let new_sets: Vec<NewSet> = new_sets.collect();
    let mut expanded = whole.clone();
    for piece in expanded.tables_mut(top::PIECE).into_iter().flatten() {
        if piece.text(piece::ROYAL).is_some() {
            let is_royal = At {
                value: is_royal(piece),
                span: piece.place(piece::ROYAL),
            };
            piece.set(piece::ROYAL, Some(Value::Flag(is_royal)));
        }
    }
    if !new_sets.is_empty() {
        expanded.set(top::SETS, Some(Value::Named(all_sets, Layout::Lines)));
    }
    expanded.set(top::RULE, Some(Value::Tables(rules)));
    expanded.set(
        top::COUNT,
        (!counters.is_empty()).then_some(Value::Tables(counters)),
    );
    expanded.set(top::DEFINE, None);
    (Cow::Owned(expanded), new_sets)
}

/// Returns the named rules that say how pieces are royal otherwise than a King is.
fn rules_of_royalty(pieces: &[Fields]) -> Vec<Fields> {
    let royal_as = |way: &str| -> Vec<&Fields> {
        let are = |piece: &&Fields| piece.str(piece::ROYAL) == way;
        pieces.iter().filter(are).collect()
    };
    let rule = |kind: &str, pieces: &[&Fields]| {
        let ids: Vec<Excerpt> = (pieces.iter().filter_map(|piece| piece.text(piece::ID)))
            .cloned()
            .collect();
        let (Some(first), Some(id)) = (pieces.first(), ids.first()) else {
            return None;
        };
        let (place, list) = (first.place(piece::ROYAL), id.whole());
        let name = At {
            value: "pieces".to_string(),
            span: list,
        };
        let pieces = vec![(name, Value::Texts(ids, list))];
        Some(
            Fields::of_kind(kind, OWN_KEYS, place)
                .with(ARGUMENTS, Value::Named(pieces, Layout::Keys)),
        )
    };
    let last = rule("last-king", &royal_as("last"));
    let taken = royal_as("taken");
    let taken = taken
        .iter()
        .filter_map(|piece| rule("extinction", &[piece]));
    last.into_iter().chain(taken).collect()
}

/// Complains about a definition that no rule can use.
fn check(definition: &Fields, diagnostics: &mut Diagnostics) {
    let Some(id) = definition.word(define::ID) else {
        return;
    };
    let basic = KINDS.iter().map(|kind| kind.name);
    let mut known = basic.chain(library().iter().map(|rule| rule.name));
    if !is_id(&id.value) || known.any(|name| name == id.value) {
        let message = format!("`{}` cannot name a definition", id.value);
        let expected = "expected lower-case letters, digits and hyphens, and not the name of a rule that there is";
        diagnostics.error(Code::WrongValue, message, id.span, expected);
    }
    let tables = definition.tables(define::RULE).len() + definition.tables(define::COUNT).len();
    if tables > MOST_OF_A_DEFINITION {
        let message = format!("this definition has {tables} tables");
        let most = format!("at most {MOST_OF_A_DEFINITION}");
        diagnostics.error(Code::TooLarge, message, id.span, most);
    }
    let mut known: BTreeSet<String> = BTreeSet::new();
    for key in definition.tables(define::KEY) {
        let Some(name) = key.word(parameter::NAME) else {
            continue;
        };
        if !is_id(&name.value) || name.value == KIND.name {
            let message = format!("`{}` cannot name a key", name.value);
            let expected = "expected lower-case letters, digits and hyphens, and not `kind`";
            diagnostics.error(Code::WrongValue, message, name.span, expected);
        } else if !known.insert(name.value.clone()) {
            let message = format!("two keys are named `{}`", name.value);
            diagnostics.error(
                Code::DoubledName,
                message,
                name.span,
                "expected another name",
            );
        }
        if let Some(takes) = key.word(parameter::TAKES)
            && ParameterKind::from_name(&takes.value).is_none()
        {
            let known = ParameterKind::NAMES.into_iter();
            diagnostics.push(unknown_word(
                &takes,
                "is not what a key can take",
                None,
                known,
            ));
        }
    }
}

struct Expansion<'a, 'd> {
    names: Names<'a>,
    /// The variant's own definitions.
    own: Vec<&'a Fields>,
    sets: Vec<DeclaredSet>,
    /// The names of these sets.
    new_names: BTreeSet<String>,
    /// For each rule and key, the number of sets that were named after them.
    counts: BTreeMap<String, u32>,
    counters: Vec<Fields>,
    rules: Vec<Fields>,
    diagnostics: &'d mut Diagnostics,
}

struct DeclaredSet {
    declared: (At<String>, Value),
    cells: SidedSet,
}

impl Expansion<'_, '_> {
    /// Adds the basic rules for which a named rule stands.
    fn add(&mut self, rule: &Fields) {
        let Some(kind) = rule.word(KIND) else { return };
        let own = self
            .own
            .iter()
            .find(|own| own.str(define::ID) == kind.value);
        let of_library = || library().iter().find(|rule| rule.name == kind.value);
        let (definition, place) = match own {
            Some(own) => (*own, None),
            None => match of_library() {
                Some(found) => (found.definition, Some(kind.span)),
                None => return self.report_unknown(&kind),
            },
        };
        let errors = self.diagnostics.errors();
        self.report_unknown_keys(rule, definition);
        if self.diagnostics.errors() > errors {
            return;
        }
        let parameters = definition.tables(define::KEY).iter();
        let values: Vec<Option<KeyValue>> = parameters
            .map(|parameter| self.value(rule, parameter, place))
            .collect();
        let Some(values) = values.into_iter().collect::<Option<Vec<_>>>() else {
            return;
        };
        let filling = &mut Filling {
            definition,
            values: &values,
            place,
            diagnostics: self.diagnostics,
        };
        let rules = definition.tables(define::RULE).iter();
        self.rules
            .extend(rules.filter_map(|table| filling.table(table)));
        let counters = definition.tables(define::COUNT).iter();
        self.counters
            .extend(counters.filter_map(|table| filling.table(table)));
    }

    fn report_unknown(&mut self, kind: &At<String>) {
        let own = self.own.iter().map(|own| own.str(define::ID));
        let known = KINDS.iter().map(|kind| kind.name);
        let known = known
            .chain(library().iter().map(|rule| rule.name))
            .chain(own);
        let mut refused = REFUSED.iter();
        let complaint = match refused.find(|(names, _)| names.contains(&kind.value.as_str())) {
            Some((_, reason)) => {
                let message = format!("`{}` {FAULT}", kind.value);
                Diagnostic::error(Code::WrongValue, message)
                    .at(kind.span, "expected another kind")
                    .help(*reason)
            }
            None => unknown_word(kind, FAULT, None, known),
        };
        self.diagnostics.push(complaint);
    }

    fn report_unknown_keys(&mut self, rule: &Fields, definition: &Fields) {
        let keys = definition.tables(define::KEY).iter();
        let known: Vec<&str> = keys.map(|key| key.str(parameter::NAME)).collect();
        if rule.key_named(ARGUMENTS).is_none() {
            return;
        }
        for (name, _) in rule.named(ARGUMENTS) {
            if !known.contains(&name.value.as_str()) {
                let message = format!("`{}` is not a key of this table", name.value);
                let all = [KIND.name].into_iter().chain(known.iter().copied());
                let expected = format!("expected one of {}", code_list(all));
                let complaint = Diagnostic::error(Code::UnknownKey, message);
                let complaint = complaint.at(name.span, expected);
                self.diagnostics
                    .push(complaint.suggest(&name.value, known.iter().copied()));
            }
        }
    }

    /// Returns the value of a key, or its default, with the words that stand for it.
    fn value(
        &mut self,
        rule: &Fields,
        parameter: &Fields,
        place_of_all: Option<Span>,
    ) -> Option<KeyValue> {
        let name = parameter.str(parameter::NAME);
        let takes = ParameterKind::from_name(parameter.str(parameter::TAKES))?;
        let written = rule.argument(name).cloned();
        let is_default = written.is_none();
        let Some(value) = written.or_else(|| default(takes, parameter, place_of_all)) else {
            let message = format!("the key `{name}` is missing");
            let expected = format!("expected {} named `{name}` in this table", takes.expected());
            let code = Code::WrongValue;
            return self.diagnostics.refuse(code, message, rule.span, expected);
        };
        let mut all_words = None;
        let (code, words) = match (takes, &value) {
            (ParameterKind::Piece, Value::Text(text)) => {
                let words = match is_default {
                    true => self.default_piece(text, name)?,
                    false => self.pieces(std::slice::from_ref(text))?.concat(),
                };
                (vec![text.text().to_string()], words)
            }
            (ParameterKind::Pieces, Value::Texts(texts, place))
                if !is_default && texts.is_empty() =>
            {
                let expected = match parameter.has(parameter::DEFAULT) {
                    true => "expected at least one, or leave the key out",
                    false => "expected at least one",
                };
                let (code, message) = (Code::WrongValue, format!("`{name}` is empty"));
                return self.diagnostics.refuse(code, message, *place, expected);
            }
            (ParameterKind::Pieces, Value::Texts(texts, _)) => {
                let names = self.pieces(texts)?;
                let words: Vec<String> = names
                    .iter()
                    .map(|name| with_indefinite_article(name))
                    .collect();
                let code = texts.iter().map(|text| text.text().to_string());
                all_words = Some(join_list(&words, "and"));
                (code.collect(), join_list(&words, "or"))
            }
            (ParameterKind::Direction, Value::Text(text)) => {
                let class = [text.placed_text()];
                let dirs = self.names.directions(&class, self.diagnostics)?;
                (
                    vec![text.text().to_string()],
                    english().say(say_along(self.names.board, &dirs)),
                )
            }
            (ParameterKind::Number, Value::Number(at)) => {
                let value = number(at, 0, MOST_NUMBER, self.diagnostics)?;
                let words = english().grammar().number(value.into(), "words");
                (vec![value.to_string()], words)
            }
            (ParameterKind::Cells, Value::Text(text)) => {
                let set = self.names.places(text, self.diagnostics)?;
                let words = english().say(say_cells(self.names.board, &set));
                (vec![self.set_named(rule.str(KIND), name, text, set)], words)
            }
            (ParameterKind::Word, Value::Text(text)) => {
                (vec![text.text().to_string()], text.text().to_string())
            }
            (ParameterKind::Expression, Value::Text(text)) => {
                let text = text.text();
                (vec![format!("({text})")], format!("`{text}`"))
            }
            _ => {
                let message = "this value is of the wrong kind";
                let (code, place) = (Code::WrongValue, place(&value, rule.span));
                let expected = format!("expected {}", takes.expected());
                return self.diagnostics.refuse(code, message, place, expected);
            }
        };
        Some(KeyValue {
            name: name.to_string(),
            code,
            all_words: all_words.unwrap_or_else(|| words.clone()),
            words,
            place: place(&value, rule.span),
        })
    }

    /// Returns the name of the piece that is a key's default.
    fn default_piece(&mut self, id: &Excerpt, key: &str) -> Option<String> {
        let mut pieces = self.names.pieces.iter();
        let Some(kind) = pieces.find(|kind| kind.id == id.text()) else {
            let message = format!("no piece is called `{}`", id.text());
            let expected = format!("expected the id of another piece as `{key}`");
            let code = Code::UnknownPiece;
            return self.diagnostics.refuse(code, message, id.whole(), expected);
        };
        Some(kind.name.clone())
    }

    /// Returns the names of pieces by their ids, with a complaint about each unknown one.
    fn pieces(&mut self, ids: &[Excerpt]) -> Option<Vec<String>> {
        let kinds = ids
            .iter()
            .map(|id| self.names.kind(&id.placed_text(), self.diagnostics));
        let kinds: Vec<Option<KindId>> = kinds.collect();
        let name = |kind: Option<KindId>| Some(self.names.pieces[kind?.index()].name.clone());
        kinds.into_iter().map(name).collect()
    }

    /// Returns the name of a set with the cells that a text describes: its own, or a new one.
    fn set_named(&mut self, rule: &str, key: &str, text: &Excerpt, cells: SidedSet) -> String {
        let word = text.text().trim();
        if self.names.sets.get(word).is_some() {
            return word.to_string();
        }
        let first = format!("{rule}-{key}");
        let count = self.counts.entry(first.clone()).or_insert(0);
        let name = loop {
            *count += 1;
            let name = match *count {
                1 => first.clone(),
                count => format!("{first}-{count}"),
            };
            let is_taken = self.names.sets.get(&name).is_some();
            if !is_taken && self.new_names.insert(name.clone()) {
                break name;
            }
        };
        let at = At {
            value: name.clone(),
            span: text.whole(),
        };
        self.sets.push(DeclaredSet {
            declared: (at, Value::Text(text.clone())),
            cells,
        });
        name
    }
}

/// Returns the default of a key of a named rule. `place` stands for the library's own places.
fn default(takes: ParameterKind, parameter: &Fields, place: Option<Span>) -> Option<Value> {
    let text = parameter.text(parameter::DEFAULT)?;
    let text = place.map_or_else(
        || text.clone(),
        |place| Excerpt::inexact(text.text(), place),
    );
    let span = text.whole();
    Some(match (takes, text.text().parse()) {
        (ParameterKind::Number, Ok(value)) => Value::Number(At { value, span }),
        (ParameterKind::Pieces, _) if text.text() == NONE => Value::Texts(Vec::new(), span),
        (ParameterKind::Pieces, _) => Value::Texts(vec![text], span),
        _ => Value::Text(text),
    })
}

/// Returns the place of a value of a named rule.
fn place(value: &Value, table: Span) -> Span {
    match value {
        Value::Text(text) => text.whole(),
        Value::Texts(_, span) => *span,
        Value::Number(at) => at.span,
        _ => table,
    }
}
