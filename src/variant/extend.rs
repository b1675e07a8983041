//! Writes a variant out in full: its own declarations and everything it inherits, in one table
//! that extends nothing.
//!
//! ```text
//! chess.toml ◀──extends── plus.toml        setup, board, notation, title: the nearest one counts
//!     └──without──▶ taken out ──▶ joined   pieces and sets by name, rules one after another
//! ```
//!
//! Knows no boards. Names are looked up after everything is joined.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::kinds::{castling, hand, kind_of};
use super::rule::PIECE;
use crate::decl::{piece, top};
use crate::form::{Fields, KIND, Key, TableList, Value, sided_places};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Span};

/// The keys whose values a variant sets or inherits as a whole.
const WHOLE: [Key; 3] = [
    top::TITLE.untyped(),
    top::PICTURES.untyped(),
    top::BOARD.untyped(),
];
/// More such keys, which `without` can remove.
const OPTIONAL: [Key; 4] = [
    top::DIRECTIONS.untyped(),
    top::SUITS.untyped(),
    top::SETUP.untyped(),
    top::NOTATION.untyped(),
];
/// The keys of lists of tables.
const LISTS: [Key<TableList>; 7] = [
    top::RULE,
    top::PIECE,
    top::CHECKER,
    top::SCALE,
    top::COUNT,
    top::TURN,
    top::DEFINE,
];
/// The index of the rules in [`LISTS`]. In all other lists, a table replaces the inherited one
/// with the same `id`.
const RULES: usize = 0;

/// A part of a variant that can be taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Removable {
    /// The value of one of the [`OPTIONAL`] keys.
    Key(usize),
    /// A set of cells.
    Set(usize),
    /// A table of one of the [`LISTS`].
    Table(usize, usize),
    /// The royalty of a piece.
    Royal(usize),
}

/// Returns the words for a table in `without`: its key and its id, if it has one.
fn table_words(key: &str, id: Option<&str>) -> String {
    id.map_or(key.to_string(), |id| format!("{key} {id}"))
}

/// Joins the declarations of a chain of variants, nearest first.
pub fn merge_chain<'a>(
    chain: &[&'a Fields],
    diagnostics: &mut Diagnostics,
) -> Option<Cow<'a, Fields>> {
    let (furthest, nearer) = chain.split_last()?;
    if let Some(list) = furthest
        .words(top::WITHOUT)
        .first()
        .filter(|_| !furthest.has(top::EXTENDS))
    {
        let message = "this variant extends no other, so there is nothing to take out";
        diagnostics.error(
            Code::UnknownName,
            message,
            list.span,
            "expected a key `extends` beside it",
        );
    }
    if nearer.is_empty() {
        return Some(Cow::Borrowed(*furthest));
    }
    let mut whole = Fields::clone(furthest);
    for own in nearer.iter().rev() {
        take_out(&mut whole, own, diagnostics);
        join(&mut whole, own);
    }
    whole.set(top::EXTENDS, None);
    whole.set(top::WITHOUT, None);
    whole.span = nearer.first()?.span;
    Some(Cow::Owned(whole))
}

/// Returns the words by which a `without` names the part of a variant that contains a place:
/// `rule castling O-O`.
pub(crate) fn name_at(decl: &Fields, place: Span) -> Option<String> {
    let start_of = |part: &Removable| {
        let head = span_of(decl, *part)?;
        (head.source == place.source && head.range().start <= place.range().start)
            .then_some(head.range().start)
    };
    let named = parts(decl)
        .into_iter()
        .filter(|(_, part)| !matches!(part, Removable::Royal(_)));
    let before = named.filter_map(|(name, part)| Some((start_of(&part)?, name)));
    // A table may have several names; the last is the narrowest.
    before.max_by_key(|(start, _)| *start).map(|(_, name)| name)
}

/// Removes from a variant the parts that its extension's `without` names.
fn take_out(base: &mut Fields, own: &Fields, diagnostics: &mut Diagnostics) {
    let known = parts(base);
    let mut removed: Vec<Removable> = Vec::new();
    for item in own.words(top::WITHOUT) {
        let wanted = item.value.split_whitespace().collect::<Vec<_>>().join(" ");
        let before = removed.len();
        removed.extend(
            known
                .iter()
                .filter(|(name, _)| *name == wanted)
                .map(|(_, part)| *part),
        );
        if removed.len() == before {
            let message =
                format!("the variant that this one extends has no `{wanted}` to take out");
            let complaint = Diagnostic::error(Code::UnknownName, message).at(
                item.span,
                "expected one of its parts, such as `rule promotion`, `piece queen`, `royal king` or `setup`",
            );
            diagnostics
                .push(complaint.suggest(&wanted, known.iter().map(|(name, _)| name.as_str())));
        }
    }
    removed.sort();
    removed.dedup();
    // Remove from the back, so that the indices of earlier parts stay valid.
    removed
        .into_iter()
        .rev()
        .for_each(|part| remove(base, part));
}

/// Returns everything that can be taken out of a variant, under each of its names. A rule is
/// named by its kind, and by its kind and subject.
fn parts(decl: &Fields) -> Vec<(String, Removable)> {
    let keys = OPTIONAL.iter().enumerate();
    let mut all: Vec<(String, Removable)> = keys
        .filter(|(_, key)| decl.has(**key))
        .map(|(place, key)| (key.name.to_string(), Removable::Key(place)))
        .collect();
    let sets = decl.named(top::SETS).iter().enumerate();
    all.extend(
        sets.map(|(place, (name, _))| (format!("set {}", name.value), Removable::Set(place))),
    );
    for (list, key) in LISTS.iter().enumerate().skip(RULES + 1) {
        let tables = decl.tables(*key).iter().enumerate();
        all.extend(tables.map(|(place, table)| {
            (
                table_words(key.name, table.str_named(piece::ID.name)),
                Removable::Table(list, place),
            )
        }));
    }
    let royals = decl
        .tables(top::PIECE)
        .iter()
        .enumerate()
        .filter(|(_, piece)| piece.flag(piece::ROYAL) || !piece.str(piece::ROYAL).is_empty());
    all.extend(royals.map(|(place, piece)| {
        (
            format!("royal {}", piece.str(piece::ID)),
            Removable::Royal(place),
        )
    }));
    for (place, rule) in decl.tables(top::RULE).iter().enumerate() {
        let part = Removable::Table(RULES, place);
        all.push((format!("rule {}", rule.str(KIND)), part));
        all.extend(
            subject(rule).map(|subject| (format!("rule {} {subject}", rule.str(KIND)), part)),
        );
    }
    all
}

/// Returns the name and the text of everything that can be taken out of a variant, of its board and of
/// each of its own directions. A rule comes under each of its names.
pub(crate) fn part_names(whole: &Fields) -> Vec<(String, String)> {
    let text = |part: &Removable| match *part {
        Removable::Key(key) => whole.value(OPTIONAL[key]).map(Value::print),
        Removable::Set(place) => {
            let set = whole.named(top::SETS).get(place);
            set.map(|(_, places)| places.print())
        }
        Removable::Table(list, place) => whole.tables(LISTS[list]).get(place).map(Fields::print),
        Removable::Royal(place) => {
            let piece = whole.tables(top::PIECE).get(place);
            piece.and_then(|piece| piece.value(piece::ROYAL).map(Value::print))
        }
    };
    let named = parts(whole).into_iter();
    let named = named.filter_map(|(name, part)| Some((name, text(&part)?)));
    let board = whole.value(top::BOARD).map(Value::print);
    let board = board.map(|text| (top::BOARD.name.to_string(), text));
    let directions = whole.named(top::DIRECTIONS).iter();
    let directions =
        directions.map(|(name, steps)| (format!("direction {}", name.value), steps.print()));
    named.chain(board).chain(directions).collect()
}

/// Returns the subject of a rule: the name of a castling, or the only piece that it names.
fn subject(rule: &Fields) -> Option<String> {
    let text = |key: &str| match rule.argument(key)? {
        Value::Text(text) => Some(text.text()),
        Value::Texts(texts, _) => match &texts[..] {
            [only] => Some(only.text()),
            _ => None,
        },
        _ => None,
    };
    let keys = [castling::NAME.name, PIECE.name, hand::PIECES.name];
    keys.into_iter().find_map(text).map(str::to_string)
}

/// Returns the words by which a `without` names a rule.
pub(crate) fn rule_name(rule: &Fields) -> String {
    let kind = rule.str(KIND);
    subject(rule).map_or_else(
        || format!("rule {kind}"),
        |subject| format!("rule {kind} {subject}"),
    )
}

fn span_of(decl: &Fields, part: Removable) -> Option<Span> {
    match part {
        Removable::Key(key) => decl.table(OPTIONAL[key]).map(|table| table.span),
        Removable::Set(place) => decl.named(top::SETS).get(place).map(|(name, _)| name.span),
        Removable::Table(list, place) => {
            decl.tables(LISTS[list]).get(place).map(|table| table.span)
        }
        Removable::Royal(place) => decl
            .tables(top::PIECE)
            .get(place)
            .map(|table| table.place(piece::ROYAL)),
    }
}

fn remove(decl: &mut Fields, part: Removable) {
    match part {
        Removable::Key(key) => decl.set(OPTIONAL[key], None),
        Removable::Set(place) => {
            if let Some(sets) = decl.named_mut(top::SETS) {
                sets.remove(place);
            }
        }
        Removable::Table(list, place) => {
            if let Some(tables) = decl.tables_mut(LISTS[list]) {
                tables.remove(place);
            }
        }
        Removable::Royal(place) => {
            if let Some(piece) = decl
                .tables_mut(top::PIECE)
                .and_then(|pieces| pieces.get_mut(place))
            {
                piece.set(piece::ROYAL, None);
            }
        }
    }
}

/// Adds a variant's own declarations to those that it inherits.
fn join(base: &mut Fields, own: &Fields) {
    for key in WHOLE.into_iter().chain(OPTIONAL) {
        if let Some(value) = own.value(key) {
            base.set(key, Some(value.clone()));
        }
    }
    join_sets(base, own);
    for key in LISTS.into_iter().skip(RULES + 1) {
        join_tables(base, own, key, |table| {
            let has_id = table.key_named(piece::ID).is_some();
            has_id.then(|| table.str(piece::ID).to_string())
        });
    }
    // A rule that is allowed only once replaces the inherited one; all others are added.
    join_tables(base, own, top::RULE, |rule| {
        let kind = kind_of(rule)?;
        (kind.once)(rule).map(|_| kind.name.to_string())
    });
}

/// Joins tables. The first table of a name replaces the inherited one; further ones are added.
fn join_tables(
    base: &mut Fields,
    own: &Fields,
    key: Key<TableList>,
    name: impl Fn(&Fields) -> Option<String>,
) {
    let tables = own.tables(key);
    if tables.is_empty() {
        return;
    }
    let mut all = base.tables(key).to_vec();
    let mut old: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, table) in all.iter().enumerate() {
        old.extend(name(table).map(|name| (name, vec![place])));
    }
    for table in tables {
        match name(table).and_then(|name| old.remove(&name)).as_deref() {
            Some([place, ..]) => all[*place] = table.clone(),
            _ => all.push(table.clone()),
        }
    }
    base.set(key, Some(Value::Tables(all)));
}

/// A set with its name.
type NamedSet = (At<String>, Value);

/// Joins sets of cells. A set replaces an inherited one of the same name, and comes after the
/// sets that it names.
fn join_sets(base: &mut Fields, own: &Fields) {
    let Some(Value::Named(new, layout)) = own.value(top::SETS) else {
        return;
    };
    let mut all: Vec<NamedSet> = base.named(top::SETS).to_vec();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (place, (name, _)) in all.iter().enumerate() {
        places.insert(name.value.clone(), place);
    }
    let mut is_new = vec![false; all.len()];
    for set in new {
        match places.get(&set.0.value) {
            Some(place) => {
                all[*place] = set.clone();
                is_new[*place] = true;
            }
            None => {
                places.insert(set.0.value.clone(), all.len());
                all.push(set.clone());
                is_new.push(false);
            }
        }
    }
    let order = reading_order(&all, &places, &is_new);
    let sets = order.into_iter().map(|place| all[place].clone()).collect();
    base.set(top::SETS, Some(Value::Named(sets, *layout)));
}

/// Returns the order in which sets are read: as declared, but a replacement comes after the sets
/// that it names.
fn reading_order(
    all: &[NamedSet],
    places: &BTreeMap<String, usize>,
    is_new: &[bool],
) -> Vec<usize> {
    let mut order = Vec::new();
    let mut is_visited = vec![false; all.len()];
    let mut is_done = vec![false; all.len()];
    for (first, replaced) in is_new.iter().enumerate() {
        let mut open = vec![first];
        while let Some(place) = open.last().copied() {
            is_visited[place] = true;
            let names = if *replaced {
                words_of_set(&all[place].1)
            } else {
                Vec::new()
            };
            let next = names
                .into_iter()
                .filter_map(|name| places.get(name).copied());
            if let Some(next) = next.into_iter().find(|next| !is_visited[*next]) {
                open.push(next);
                continue;
            }
            open.pop();
            if !is_done[place] {
                is_done[place] = true;
                order.push(place);
            }
        }
    }
    order
}

/// Returns the words in a set's descriptions.
fn words_of_set(set: &Value) -> Vec<&str> {
    let texts = match set {
        Value::Text(text) => vec![text.text()],
        Value::Table(sides) => vec![
            sides.str(sided_places::WHITE),
            sides.str(sided_places::BLACK),
        ],
        _ => Vec::new(),
    };
    let is_separator = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_');
    texts
        .into_iter()
        .flat_map(|text| text.split(is_separator))
        .filter(|word| !word.is_empty())
        .collect()
}
