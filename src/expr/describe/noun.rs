//! Nouns, clauses and lists as texts: their form in a sentence, and the results of joining and
//! subtracting lists.

use padma_rules::movement::words::joined;

/// The kind of items in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Cell,
    Piece,
    Other,
}

/// A noun in singular and plural: "cell", "hexagons".
#[derive(Clone, Debug)]
pub(crate) struct Noun {
    pub one: String,
    pub many: String,
    pub sort: ItemKind,
    /// Whether it is the general word for its kind of items.
    pub is_plain: bool,
}

impl Noun {
    /// Returns the general noun for a plural in the rows of functions.
    pub(crate) fn plain(many: &str) -> Noun {
        let one = match many.strip_prefix("kinds") {
            Some(rest) => format!("kind{rest}"),
            None => many.strip_suffix('s').unwrap_or(many).to_string(),
        };
        let sort = match one.as_str() {
            "cell" => ItemKind::Cell,
            "piece" => ItemKind::Piece,
            _ => ItemKind::Other,
        };
        Noun {
            one,
            many: many.to_string(),
            sort,
            is_plain: true,
        }
    }

    /// Returns a count and the noun in the form that goes with it: "no cell", "1 cell", "at least
    /// 3 cells".
    pub(crate) fn counted(&self, how: &str, count: &str) -> (String, &str) {
        match (how, count) {
            ("more than ", "0") => ("at least 1".to_string(), &self.one),
            ("" | "at most ", "0") => ("no".to_string(), &self.one),
            (_, "1") => (format!("{how}1"), &self.one),
            _ => (format!("{how}{count}"), &self.many),
        }
    }
}

/// A verb: "reaches", "does not reach", and the two halves of "does … reach".
#[derive(Clone, Debug)]
pub(crate) struct Verb {
    pub is: String,
    pub is_not: String,
    pub aid: String,
    pub base: String,
}

/// A clause such as "the Knight reaches … from e2".
#[derive(Clone, Debug)]
pub(crate) struct VerbClause {
    pub subject: String,
    pub verb: Verb,
    /// The words before its object: "without capture to".
    pub middle: String,
    /// The words after its object, with a leading space.
    pub tail: String,
}

/// Words that cannot end a relative clause.
const PREPOSITIONS: [&str; 4] = ["to", "on", "into", "of"];

impl VerbClause {
    pub(crate) fn say(&self, negated: bool, object: &str) -> String {
        let verb = if negated {
            &self.verb.is_not
        } else {
            &self.verb.is
        };
        // The tail belongs to the verb: after a long object it would be read as part of the
        // object.
        let is_long = [" that ", " which ", " through ", " from ", " of ", " in "]
            .iter()
            .any(|word| object.contains(word));
        let (before, behind) = if is_long {
            (self.tail.trim(), "")
        } else {
            ("", self.tail.as_str())
        };
        // In "From c, with an enemy on d, the Bishop reaches" the commas keep "d" and "the Bishop"
        // apart.
        let before = match before.contains("with ") {
            true => format!(
                "{},",
                before.replacen(
                    " with ",
                    ", with ",
                    usize::from(!before.starts_with("with "))
                )
            ),
            false => before.to_string(),
        };
        let words = [&before, &self.subject, verb, &self.middle, object]
            .into_iter()
            .filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ") + behind
    }

    /// Writes the clause with the verb first: "does the Knight reach …", as after "from no
    /// hexagon".
    pub(crate) fn inverted(&self, object: &str) -> String {
        let words = [
            &self.verb.aid,
            &self.subject,
            &self.verb.base,
            &self.middle,
            object,
        ];
        words
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
            + &self.tail
    }

    /// Writes a relative clause: "that the Knight reaches from e2", "to which it comes".
    pub(crate) fn relative(&self) -> String {
        let (before, last) = self.middle.rsplit_once(' ').unwrap_or(("", &self.middle));
        if PREPOSITIONS.contains(&last) {
            let clause = VerbClause {
                middle: before.to_string(),
                ..self.clone()
            };
            return format!("{last} which {}", clause.say(false, ""));
        }
        format!("that {}", self.say(false, ""))
    }
}

/// A list described by what its items have in common: "the hexagons of rank 4 that the Rook
/// reaches from e4".
#[derive(Clone, Debug)]
pub(crate) struct Set {
    pub noun: Noun,
    /// Whether it contains everything the noun names, as long as nothing limits it.
    pub is_all: bool,
    /// Whether it always has exactly one item.
    pub is_one: bool,
    /// Phrases such as "of rank 4" and "other than e4".
    pub parts: Vec<String>,
    pub clause: Option<VerbClause>,
    /// Clauses such as "that the Rook reaches".
    pub that: Vec<String>,
    /// Phrases such as "among … and …" and "not among …", if the remaining text has a clause.
    pub also: Vec<String>,
    /// Conditions: "for which …".
    pub such: Vec<String>,
}

impl Set {
    pub(crate) fn of(noun: Noun) -> Set {
        let (parts, that, also, such) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Set {
            noun,
            is_all: false,
            is_one: false,
            parts,
            clause: None,
            that,
            also,
            such,
        }
    }

    /// Whether it is described by more than its clause.
    pub(crate) fn is_refined(&self) -> bool {
        !(self.noun.is_plain && self.is_bare())
    }

    /// Whether only a noun describes it: "the hexagons".
    pub(crate) fn is_kind(&self) -> bool {
        !self.noun.is_plain && self.is_bare() && self.clause.is_none()
    }

    fn is_bare(&self) -> bool {
        [&self.parts, &self.that, &self.also, &self.such]
            .iter()
            .all(|said| said.is_empty())
    }

    /// Writes `noun` with everything that describes the items.
    pub(super) fn described(&self, noun: &str) -> String {
        let relative = self.clause.as_ref().map(VerbClause::relative);
        let that: Vec<String> = relative.iter().chain(&self.that).cloned().collect();
        let mut words: Vec<&str> = vec![noun];
        let first_word = |text: &str| text.split(' ').next().map(str::to_string);
        // In "The cells of file c one step along X from e3" the order matters: after "from e3",
        // "of file c" would be read as part of that name.
        let (of, others): (Vec<&String>, Vec<&String>) =
            self.parts.iter().partition(|part| part.starts_with("of "));
        words.extend((of.len() > 1).then_some("both"));
        let parts = [of, others].concat();
        for (place, part) in parts.iter().copied().enumerate() {
            let before = place.checked_sub(1).map(|place| parts[place]);
            let goes_on = |before: &String| {
                first_word(before) == first_word(part)
                    || part.starts_with("not ") && before.contains(" from ")
            };
            words.extend(before.is_some_and(goes_on).then_some("and"));
            words.push(part);
        }
        let and = if that.is_empty() || self.such.is_empty() {
            ""
        } else {
            "and "
        };
        let (that, such) = (
            that.join(" and "),
            and.to_string() + &self.such.join(" and "),
        );
        let mut also = String::new();
        for (place, part) in self.also.iter().enumerate() {
            let link = match part.starts_with("not") {
                false if part.starts_with("other ") => {
                    let before = place.checked_sub(1).map(|place| &self.also[place]);
                    let last = before.or(self.parts.last().filter(|_| that.is_empty()));
                    if last.is_some_and(|last| last.starts_with("other ")) {
                        "and "
                    } else {
                        ""
                    }
                }
                true if self
                    .parts
                    .last()
                    .is_some_and(|part| part.starts_with("not ")) =>
                {
                    "and "
                }
                _ if that.is_empty() && also.is_empty() => "",
                true => "but ",
                false => "and ",
            };
            also += &format!("{}{link}{part}", if also.is_empty() { "" } else { " " });
        }
        words.extend(
            [that.as_str(), &also, &such]
                .into_iter()
                .filter(|text| !text.is_empty()),
        );
        words.join(" ")
    }

    /// Splits off the clause about the items. There is none after a condition.
    pub(crate) fn split(&self) -> (Option<&VerbClause>, Set) {
        match &self.clause {
            Some(clause) if self.such.is_empty() => (
                Some(clause),
                Set {
                    clause: None,
                    ..self.clone()
                },
            ),
            _ => (None, self.clone()),
        }
    }

    fn text(&self) -> String {
        match self.is_all && self.clause.is_none() && !self.is_refined() {
            true => format!("all {}", self.noun.many),
            false if self.is_one => format!("the {}", self.described(&self.noun.one)),
            false => format!("the {}", self.described(&self.noun.many)),
        }
    }
}

/// A noun phrase: a value in a sentence.
#[derive(Clone, Debug)]
pub(crate) enum Np {
    Set(Set),
    /// Items listed by name.
    Names(Noun, Vec<String>),
    Union(Noun, Vec<Np>),
    /// One item: a cell, a piece, a leap.
    One(Noun, String),
    /// A number or text as written.
    Literal(String),
    /// "The number of hexagons".
    Count(Box<Np>),
    /// "The number of moves that the King needs".
    Amount(Noun, VerbClause),
    Share(Box<Np>),
    /// Another number or text: "the letter of the King".
    Value(String),
}

impl Np {
    pub(crate) fn text(&self) -> String {
        match self {
            Np::Set(set) => set.text(),
            Np::Names(noun, names) if names.is_empty() => format!("no {}", noun.one),
            Np::Names(_, names) => joined(names, "and"),
            Np::Union(_, parts) => joined(&texts(parts), "and"),
            Np::One(_, text) | Np::Literal(text) | Np::Value(text) => text.clone(),
            Np::Count(counted) => {
                let set = counted.set();
                format!("the number of {}", set.described(&set.noun.many))
            }
            Np::Amount(noun, clause) => {
                format!("the number of {} {}", noun.many, clause.relative())
            }
            Np::Share(of) => format!("the share of {} in all cells", of.text()),
        }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(
            self,
            Np::Set(_) | Np::Names(..) | Np::Union(..) | Np::One(..)
        )
    }

    /// Returns the items that are named one by one.
    pub(crate) fn items(&self) -> Vec<String> {
        match self {
            Np::Names(_, names) => names.clone(),
            other => vec![other.text()],
        }
    }

    /// Returns the noun for its items.
    pub(crate) fn noun(&self) -> Noun {
        match self {
            Np::Set(set) => set.noun.clone(),
            Np::Names(noun, _) | Np::Union(noun, _) | Np::One(noun, _) => noun.clone(),
            _ => Noun::plain("cells"),
        }
    }

    pub(crate) fn is_none(&self) -> bool {
        matches!(self, Np::Names(_, names) if names.is_empty())
    }

    /// Returns the clause of a list, if it has one.
    pub(crate) fn clause(&self) -> Option<(&Set, &VerbClause)> {
        match self {
            Np::Set(set) => set.split().0.map(|clause| (set, clause)),
            _ => None,
        }
    }

    /// Returns the same list, described by what its items have in common.
    pub(crate) fn set(&self) -> Set {
        let mut set = match self {
            Np::Set(set) => return set.clone(),
            _ => Set::of(self.noun()),
        };
        match self {
            Np::Union(_, parts) => {
                let parts = texts(parts);
                // Each part without its noun: "the cells of file d or of rank 4".
                let bare = |part: &String| {
                    let rest = part.strip_prefix("the cells ")?;
                    // A variable needs the noun before it, and "A and B or C" would be ambiguous.
                    let is_name = rest.split(' ').next().is_some_and(|word| word.len() == 1);
                    (!is_name && !rest.contains(" and ")).then(|| rest.to_string())
                };
                let text = match &parts.iter().map(bare).collect::<Option<Vec<String>>>() {
                    Some(bare) => joined(bare, "or"),
                    None => format!("among {}", joined(&parts, "and")),
                };
                let all = if has_clause(&text) {
                    &mut set.also
                } else {
                    &mut set.parts
                };
                all.push(text);
            }
            Np::One(_, name) => set.parts.push(format!("equal to {name}")),
            Np::Names(_, names) if names.len() == 1 => {
                set.parts.push(format!("equal to {}", names[0]))
            }
            other => set.parts.push(format!("among {}", other.text())),
        }
        set
    }

    /// Returns the items that are in both lists.
    pub(crate) fn intersect(self, other: Np) -> Np {
        // Names and unions limit the description of the other list.
        let (mut all, other) = match (&self, &other) {
            (own, Np::Set(_)) if !matches!(own, Np::Set(_)) => (other.set(), self.set()),
            _ => (self.set(), other.set()),
        };
        all.is_all = false;
        match (all.noun.is_plain, other.noun.is_plain) {
            (_, true) => {}
            (true, _) => all.noun = other.noun,
            _ => all.parts.push(format!("among the {}", other.noun.many)),
        }
        match (&all.clause, other.clause) {
            (_, None) => {}
            (None, clause) => all.clause = clause,
            (Some(_), Some(clause)) => all.that.push(clause.relative()),
        }
        all.parts.extend(other.parts);
        all.that.extend(other.that);
        all.also.extend(other.also);
        all.such.extend(other.such);
        Np::Set(all)
    }

    /// Returns the items that are only in the first list.
    pub(crate) fn without(self, other: &Np) -> Np {
        let mut all = self.set();
        all.is_all = false;
        let text = other.text();
        match other {
            _ if has_clause(&text) => all.also.push(match text.strip_prefix("the cells ") {
                Some(rest)
                    if rest.starts_with("that ") || rest.split(' ').nth(1) == Some("which") =>
                {
                    format!("other than those {rest}")
                }
                _ if text.starts_with("the cell ") => format!("other than {text}"),
                _ => format!("not among {text}"),
            }),
            Np::Set(set) if !set.is_one => all.parts.push(match text.strip_prefix("the cells ") {
                Some(rest) if rest.starts_with("absent") => format!("not {rest}"),
                Some(rest) => match rest.strip_prefix("of ") {
                    Some(place) => format!("outside {place}"),
                    None => format!("other than those {rest}"),
                },
                None => format!("outside {text}"),
            }),
            _ => all.parts.push(format!("other than {text}")),
        }
        Np::Set(all)
    }
}

/// Whether a text contains a clause, so that nothing added after it could describe what stands
/// before the clause.
pub(crate) fn has_clause(text: &str) -> bool {
    [" that ", " which "].iter().any(|word| text.contains(word))
}

fn texts(parts: &[Np]) -> Vec<String> {
    parts.iter().map(Np::text).collect()
}
