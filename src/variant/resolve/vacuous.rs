//! Finds rules without effect: those that can never apply, and those that repeat an inherited
//! rule.
//!
//! Every finding is a warning, and certain: nothing is reported that would need a search of the
//! game.

use super::sense::owners;
use crate::decl::VariantSource;
use crate::decl::{is_royal, piece, top};
use crate::extend::rule_name;
use crate::form::{Fields, Value};
use crate::kinds::hand;
use padma_expr::{cells_in_words, condition_in_words};
use padma_rules::model::{
    Castling, Cell, CellSet, DropRule, KindId, Mover, Piece, Position, Power, PowerRule, Promotion,
    Rule, Setup, Side, Sided, SidedSet, Variant,
};
use padma_rules::reach::Rules;
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::english::{capitalise, join_list, with_article};

/// A rule as written, and its meaning.
pub(super) type WrittenRule<'a> = (&'a Fields, &'a Rule);

/// Warns about rules without effect, and about a game that neither side can win.
pub(super) fn check_rules(
    source: &VariantSource<'_>,
    whole: &Fields,
    rules: &[WrittenRule<'_>],
    variant: &Variant,
    diagnostics: &mut Diagnostics,
) {
    let Some(own) = source.chain.first() else {
        return;
    };
    let home = OwnText {
        extends: own.place(top::EXTENDS),
        own,
    };
    for (place, rule) in rules
        .iter()
        .enumerate()
        .filter(|(_, (decl, _))| home.contains(decl))
    {
        let inherited = rules[..place]
            .iter()
            .filter(|(decl, _)| !home.contains(decl));
        if let Some((first, _)) = inherited
            .into_iter()
            .find(|(_, first)| cover_same_case(first, rule.1))
        {
            diagnostics.push(doubled_rule(rule.0, first));
        }
    }
    for (decl, rule) in rules.iter().filter(|(decl, _)| home.contains(decl)) {
        if let Some(span) = untold(decl, rule, variant) {
            let message = "this expression has no sentence for readers";
            let complaint = Diagnostic::warning(Code::UntoldRule, message);
            let complaint = complaint.at(span, "its code is printed as it is");
            diagnostics.push(complaint.help("write the rule in words, as its `text`"));
        }
    }
    let Some(setup) = &variant.setup else { return };
    let owned = owners(&variant.kinds, &variant.rules, Some(setup));
    let check = VacuitySearch {
        variant,
        setup,
        owned,
    };
    for (decl, rule) in rules {
        if let Some(reason) = check.why_vacuous(decl, rule) {
            diagnostics.push(home.vacuous_rule(decl, &reason));
        }
    }
    let is_intended = whole
        .tables(top::PIECE)
        .iter()
        .any(|piece| piece.has(piece::ROYAL) && !is_royal(piece));
    if !is_intended && !can_be_won(variant) {
        let message = "nobody can win: no piece is royal, and no rule ends the game with a winner";
        let complaint = Diagnostic::warning(Code::NoWinner, message);
        let royal = own
            .words(top::WITHOUT)
            .into_iter()
            .find(|item| item.value.trim().starts_with("royal "));
        let complaint = match (
            royal,
            whole.table(top::SETUP).filter(|setup| home.contains(setup)),
        ) {
            (Some(item), _) => complaint.at(item.span, "the last royal piece is taken out here"),
            (None, Some(setup)) => complaint.at(setup.span, "the game begins here"),
            (None, None) => complaint.at(home.extends, "inherited here"),
        };
        let complaint =
            complaint.help("give a piece `royal = true`, or add a `[[rule]]` of the kind `goal`");
        diagnostics.push(complaint.help("if that is intended, write `royal = false` in a piece"));
    }
}

/// The file of the variant that is checked.
struct OwnText<'a> {
    own: &'a Fields,
    /// The place of its key `extends`.
    extends: Span,
}

impl OwnText<'_> {
    fn contains(&self, decl: &Fields) -> bool {
        decl.span.source == self.own.span.source
    }

    /// Returns the complaint about a rule that never applies, at a place where the author can
    /// mend it.
    fn vacuous_rule(&self, decl: &Fields, reason: &str) -> Diagnostic {
        let message = format!("the {} never applies{reason}", rule_words(decl));
        let complaint = Diagnostic::warning(Code::VacuousRule, message);
        if self.contains(decl) {
            return complaint.at(decl.span, "this rule");
        }
        let complaint = complaint
            .at(self.extends, "inherited here")
            .also_at(decl.span, "this rule");
        complaint.help(format!(
            "take it out: `without = [\"{}\"]`",
            rule_name(decl)
        ))
    }
}

/// Returns the place of the expression of a rule that readers are shown as code.
fn untold(decl: &Fields, rule: &Rule, variant: &Variant) -> Option<Span> {
    let place = |key: &str| match decl.argument(key)? {
        Value::Text(text) => Some(text.whole()),
        _ => None,
    };
    let (condition, cells) = match rule {
        Rule::Forbid(condition) | Rule::Must(condition) | Rule::NotCheck(condition) => {
            (condition, "")
        }
        Rule::End(end) => (&end.when, ""),
        Rule::Effect(effect) => (&effect.when, effect.cells.as_str()),
        Rule::Drop(drop) => (drop.when.as_ref()?, ""),
        _ => return None,
    };
    let keys = ["takes", "puts", "becomes", "turns", "on"];
    if condition.text.is_some() {
        return None;
    }
    match condition_in_words(&condition.expression, variant) {
        None => place("when"),
        Some(_) if cells.is_empty() || cells_in_words(cells, variant).is_some() => None,
        Some(_) => keys.into_iter().find_map(place),
    }
}

/// Writes a rule for a message: "rule `castling` of `O-O`".
fn rule_words(decl: &Fields) -> String {
    let name = rule_name(decl);
    match name.splitn(3, ' ').collect::<Vec<_>>()[..] {
        [_, kind, subject] => format!("rule `{kind}` of `{subject}`"),
        _ => format!("`{name}`").replace("`rule ", "rule `"),
    }
}

fn doubled_rule(decl: &Fields, first: &Fields) -> Diagnostic {
    let message = format!(
        "the {} repeats an inherited one: both are kept",
        rule_words(decl)
    );
    let complaint = Diagnostic::warning(Code::DoubledRule, message).at(decl.span, "the second");
    let remedy = format!(
        "to replace the first: `without = [\"{}\"]`",
        rule_name(first)
    );
    complaint.also_at(first.span, "the first").help(remedy)
}

/// Whether two rules apply to the same case.
fn cover_same_case(first: &Rule, second: &Rule) -> bool {
    match (first, second) {
        (Rule::Promotion(first), Rule::Promotion(second)) => {
            first.kind == second.kind
                && overlap(&first.cells, &second.cells)
                && first.by.iter().any(|way| second.by.contains(way))
        }
        (Rule::Castling(first), Rule::Castling(second)) => Side::BOTH.into_iter().any(|side| {
            let (first, second) = (first.movers.of(side), second.movers.of(side));
            !first.is_empty()
                && first.len() == second.len()
                && first.iter().all(|mover| second.contains(mover))
        }),
        (Rule::Transformation(first), Rule::Transformation(second)) => {
            first.kind == second.kind && first.when == second.when
        }
        (Rule::Goal(first), Rule::Goal(second)) => {
            first.kind == second.kind && overlap(&first.cells, &second.cells)
        }
        (
            Rule::Shared {
                kind: first,
                cells: on,
                ..
            },
            Rule::Shared {
                kind: second,
                cells,
                ..
            },
        ) => first == second && overlap(on, cells),
        (Rule::End(first), Rule::End(second)) => {
            first.of == second.of && first.when.truth == second.when.truth
        }
        (Rule::Forbid(first), Rule::Forbid(second))
        | (Rule::Must(first), Rule::Must(second))
        | (Rule::NotCheck(first), Rule::NotCheck(second)) => first.truth == second.truth,
        (Rule::Facing(first), Rule::Facing(second)) => first.kind == second.kind,
        (Rule::Power(first), Rule::Power(second)) => {
            first.kind == second.kind && is_same_power(&first.power, &second.power)
        }
        _ => false,
    }
}

fn is_same_power(first: &Power, second: &Power) -> bool {
    std::mem::discriminant(first) == std::mem::discriminant(second)
}

fn overlap(first: &SidedSet, second: &SidedSet) -> bool {
    Side::BOTH
        .into_iter()
        .any(|side| !(*first.of(side) & *second.of(side)).is_empty())
}

/// Whether the game can have a winner.
fn can_be_won(variant: &Variant) -> bool {
    variant.kinds.iter().any(|kind| kind.royal) || variant.rules.iter().any(has_winner)
}

/// Whether a rule can end the game with a win.
fn has_winner(rule: &Rule) -> bool {
    match rule {
        Rule::Goal(_) => true,
        Rule::Stalemate(ending) => ending.is_decided(),
        Rule::QuietLimit(rule) => rule.ending.is_decided(),
        Rule::End(rule) => rule.ending.is_decided(),
        _ => false,
    }
}

/// The facts that rules are checked against: the setup, and the pieces that each side can ever
/// have.
struct VacuitySearch<'a> {
    variant: &'a Variant,
    setup: &'a Setup,
    owned: [Vec<bool>; 2],
}

impl VacuitySearch<'_> {
    /// Returns the reason why a rule can never apply, or not for one side: the text after "never
    /// applies". Returns `None` if no reason is found.
    fn why_vacuous(&self, decl: &Fields, rule: &Rule) -> Option<String> {
        if let Some(kind) = acting_piece(rule).filter(|kind| !self.is_owned(*kind)) {
            return Some(format!(
                ": no side ever has {}",
                with_article(&self.variant.kind(kind).name)
            ));
        }
        match rule {
            Rule::Castling(rule) => self.castling(rule),
            Rule::Promotion(rule) => self.promotion(rule),
            Rule::Goal(rule) => {
                let ends = Side::BOTH.map(|side| self.ends_on(rule.kind, side));
                let cells = Sided {
                    white: ends[0],
                    black: ends[1],
                };
                let name = &self.variant.kind(rule.kind).name;
                (!overlap(&rule.cells, &cells))
                    .then(|| format!(": the {name} may not stand on any of its cells"))
            }
            Rule::Drop(rule) => self.drop(decl, rule),
            _ => None,
        }
    }

    fn is_owned(&self, kind: KindId) -> bool {
        self.owned.iter().any(|owned| owned[kind.index()])
    }

    fn ends_on(&self, kind: KindId, side: Side) -> CellSet {
        self.variant
            .ends_on(kind, side)
            .unwrap_or(self.variant.board.all())
    }

    fn castling(&self, rule: &Castling) -> Option<String> {
        let name = |mover: &Mover| self.variant.kind(mover.kind).name.as_str();
        let cell = |cell: Cell| self.variant.board.name(cell);
        let fault = |side: Side| {
            let begins = |mover: &&Mover| {
                self.setup.position.piece(mover.from)
                    == Some(Piece {
                        side,
                        kind: Some(mover.kind),
                    })
            };
            let may_end =
                |mover: &&Mover| self.variant.stands_on(mover.kind, side).contains(mover.to);
            let movers = rule.movers.of(side);
            let missing = movers.iter().find(|mover| !begins(mover)).map(|mover| {
                format!(
                    "no {} {} begins on {}",
                    side.name(),
                    name(mover),
                    cell(mover.from)
                )
            });
            missing.or_else(|| {
                let barred = movers.iter().find(|mover| !may_end(mover))?;
                Some(format!(
                    "the {} {} may not stand on {}",
                    side.name(),
                    name(barred),
                    cell(barred.to)
                ))
            })
        };
        let sides: Vec<Side> = Side::BOTH
            .into_iter()
            .filter(|side| !rule.movers.of(*side).is_empty())
            .collect();
        let reasons: Vec<String> = sides.iter().filter_map(|side| fault(*side)).collect();
        let who = match (
            reasons.len() < sides.len(),
            sides.iter().find(|side| fault(**side).is_some()),
        ) {
            (true, Some(side)) => format!(" for {}", capitalise(side.name())),
            _ => String::new(),
        };
        (!reasons.is_empty()).then(|| format!("{who}: {}", join_list(&reasons, "and")))
    }

    fn promotion(&self, rule: &Promotion) -> Option<String> {
        let room = |side: Side| {
            let stands_on = |kind: &KindId| self.variant.stands_on(*kind, side);
            let own = self.variant.stands_on(rule.kind, side);
            rule.to
                .iter()
                .map(stands_on)
                .fold(own, |all, cells| all | cells)
        };
        let cells = Sided {
            white: room(Side::White),
            black: room(Side::Black),
        };
        (!overlap(&rule.cells, &cells)).then(|| {
            ": neither the piece nor what it becomes may stand on any of its cells".to_string()
        })
    }

    fn drop(&self, decl: &Fields, rule: &DropRule) -> Option<String> {
        let fills_hand = |rule: &Rule| match rule {
            Rule::IntoHand(_) => true,
            Rule::Power(PowerRule { power, .. }) => {
                matches!(power, Power::Teleport { .. } | Power::Rotation { .. })
            }
            _ => false,
        };
        if self.setup.reserve.iter().next().is_none() && !self.variant.rules.iter().any(fills_hand)
        {
            return Some(": no piece is ever in hand".to_string());
        }
        let (Some(kinds), None) = (&rule.kinds, &rule.becomes) else {
            return None;
        };
        let rules = (rule.must_move && decl.flag(hand::MUST_MOVE))
            .then(|| Rules::new(self.variant.clone()));
        let has_cell = |kind: KindId, side: Side| {
            let cells = *rule.cells.of(side) & self.variant.stands_on(kind, side);
            let empty = self.variant.empty_position();
            cells.iter().any(|cell| {
                rules
                    .as_ref()
                    .is_none_or(|rules| can_leave(rules, kind, side, cell, &empty))
            })
        };
        let stuck = kinds
            .iter()
            .find(|kind| Side::BOTH.into_iter().all(|side| !has_cell(**kind, side)))?;
        let name = &self.variant.kind(*stuck).name;
        Some(match rule.must_move {
            true => {
                format!(
                    ": with `must_move` the {name} must be able to move on an empty board, but it never is"
                )
            }
            false => format!(": the {name} may not stand on any of its cells"),
        })
    }
}

fn can_leave(rules: &Rules, kind: KindId, side: Side, cell: Cell, empty: &Position) -> bool {
    !rules
        .reach(kind, side, cell, empty, true)
        .cells()
        .is_empty()
}

/// Returns the piece that a rule is about, without which it can never apply.
fn acting_piece(rule: &Rule) -> Option<KindId> {
    match rule {
        Rule::Shared { kind, .. } => Some(*kind),
        Rule::Promotion(rule) => Some(rule.kind),
        Rule::Transformation(rule) => Some(rule.kind),
        Rule::Goal(rule) => Some(rule.kind),
        Rule::Facing(rule) => Some(rule.kind),
        Rule::Power(rule) => Some(rule.kind),
        _ => None,
    }
}
