//! The rules of a variant as they are exported: basic ones with their meaning, named ones as they
//! are written, and what both say about the pieces.

use super::collected::RuleMention;
use padma_rules::model::{KindId, Rule, SidedSet, Variant};
use padma_rules::names::Names;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Span};
use padma_variant::decl::{piece, top};
use padma_variant::form::{Fields, KIND, Value};
use padma_variant::kinds::{self, kind_of};
use padma_variant::named::library;
use padma_variant::rule::RuleKind;

/// A basic rule and the place where it is written.
pub(crate) struct BasicRule<'a> {
    pub name: &'a str,
    pub span: Span,
    pub rule: Rule,
}

/// A rule of the library, or of the variant itself, with its keys.
#[derive(Clone, Copy)]
pub(crate) struct NamedRule<'a> {
    pub name: &'a str,
    pub span: Span,
    fields: &'a Fields,
}

impl BasicRule<'_> {
    /// Returns how the rule is listed.
    pub(crate) fn origin(&self) -> RuleMention {
        (format!("the rule `{}`", self.name), self.span)
    }
}

impl NamedRule<'_> {
    /// Returns how the rule is listed.
    pub(crate) fn origin(&self) -> RuleMention {
        (format!("the rule `{}`", self.name), self.span)
    }
}

/// The rules of a variant.
pub(crate) struct VariantRules<'a> {
    pub basic: Vec<BasicRule<'a>>,
    pub named: Vec<NamedRule<'a>>,
    /// The pieces that are royal as long as their side has one of them, each with the place that
    /// says so.
    pub last: Vec<(KindId, Span)>,
    /// The pieces whose loss loses the game, each with the place that says so.
    pub taken: Vec<(KindId, Span)>,
    variant: &'a Variant,
}

impl<'a> VariantRules<'a> {
    /// Returns the rules of a variant that is written out in `whole`.
    pub(crate) fn of(whole: &'a Fields, variant: &'a Variant) -> VariantRules<'a> {
        let mut rules = VariantRules {
            basic: Vec::new(),
            named: Vec::new(),
            last: Vec::new(),
            taken: Vec::new(),
            variant,
        };
        for fields in whole.tables(top::RULE) {
            let (name, span) = (fields.str(KIND), fields.place(KIND));
            if kind_of(fields).is_none() {
                rules.named.push(NamedRule { name, span, fields });
            } else if let Some(rule) = rules.resolve(fields) {
                rules.basic.push(BasicRule { name, span, rule });
            }
        }
        for fields in whole.tables(top::PIECE) {
            let Some(kind) = variant.kind_named(fields.str(piece::ID)) else {
                continue;
            };
            let royalty = (kind, fields.place(piece::ROYAL));
            match fields.str(piece::ROYAL) {
                "last" => rules.last.push(royalty),
                "taken" => rules.taken.push(royalty),
                _ => {}
            }
        }
        rules
    }

    fn names(&self) -> Names<'_> {
        Names {
            pieces: &self.variant.kinds,
            board: &self.variant.board,
            sets: &self.variant.sets,
        }
    }

    fn resolve(&self, fields: &Fields) -> Option<Rule> {
        let counters = self.variant.rules.iter().filter_map(|rule| match rule {
            Rule::Counter(counter) => Some(counter.id.clone()),
            _ => None,
        });
        let counters: Vec<String> = counters.collect();
        kinds::resolve(fields, self.names(), &counters, &mut Diagnostics::default())
    }

    /// Returns the meaning of a basic rule with these texts, to compare others with it.
    pub(crate) fn rule_of(&self, kind: &'static RuleKind, texts: &[(&str, &str)]) -> Option<Rule> {
        let mut fields = Fields::of_kind(kind.name, kind.keys, Span::default());
        for (name, text) in texts {
            let key = kind.keys.iter().find(|key| key.name == *name)?;
            let text = Excerpt::inexact(text, Span::default());
            fields = fields.with(*key, Value::Text(text));
        }
        self.resolve(&fields)
    }

    /// Returns the named rules of this name.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = &NamedRule<'a>> {
        self.named.iter().filter(move |rule| rule.name == name)
    }

    /// Whether there is a named rule of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.named(name).next().is_some()
    }

    /// Returns the rule by which captures are explosions.
    pub(crate) fn explosion(&self) -> Option<NamedRule<'a>> {
        let names = ["explosion", "immune-explosion"];
        names
            .iter()
            .find_map(|name| self.named(name).next().copied())
    }

    /// Returns the pieces of nobody's that rules of the library are about: walls and ducks.
    pub(crate) fn neutral_pieces(&self) -> Vec<KindId> {
        let named = self.named.iter();
        let pieces = named.flat_map(|rule| ["wall", "piece"].map(|key| self.pieces(*rule, key)));
        pieces.flatten().collect()
    }

    /// Returns the pieces that a key of a named rule lists, or its default.
    pub(crate) fn pieces(&self, rule: NamedRule<'_>, key: &str) -> Vec<KindId> {
        let texts: Vec<String> = match rule.fields.argument(key) {
            Some(Value::Texts(texts, _)) => {
                texts.iter().map(|text| text.text().to_string()).collect()
            }
            Some(Value::Text(text)) => vec![text.text().to_string()],
            _ => default_of(rule.name, key).into_iter().collect(),
        };
        let kinds = texts.iter().filter_map(|id| self.variant.kind_named(id));
        kinds.collect()
    }

    /// Returns the text of a key of a named rule, or its default.
    pub(crate) fn text(&self, rule: NamedRule<'_>, key: &str) -> String {
        match rule.fields.argument(key) {
            Some(Value::Text(text)) => text.text().to_string(),
            _ => default_of(rule.name, key).unwrap_or_default(),
        }
    }

    /// Returns the number of a key of a named rule, or its default.
    pub(crate) fn number(&self, rule: NamedRule<'_>, key: &str) -> u16 {
        let written = match rule.fields.argument(key) {
            Some(Value::Number(number)) => u16::try_from(number.value).ok(),
            _ => default_of(rule.name, key).and_then(|text| text.parse().ok()),
        };
        written.unwrap_or(0)
    }

    /// Returns the cells of a key of a named rule.
    pub(crate) fn cells(&self, rule: NamedRule<'_>, key: &str) -> Option<SidedSet> {
        match rule.fields.argument(key) {
            Some(Value::Text(text)) => self.names().places(text, &mut Diagnostics::default()),
            _ => None,
        }
    }
}

/// Returns the default of a key of a library's rule.
fn default_of(rule: &str, key: &str) -> Option<String> {
    let rule = library().iter().find(|known| known.name == rule)?;
    rule.default_of(key)
}
