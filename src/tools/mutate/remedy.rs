//! Finds a sentence that would notice a change: one that holds by the rules as they are, and fails
//! after the change.
//!
//! Each sentence is tested both ways before it is proposed, so it can be pasted into a page
//! unchanged.

use std::collections::{BTreeMap, BTreeSet};

use super::change::{MutationKind, Trial};
use padma_book::claim::Verdict;
use padma_book::judge::{Book, Checked, check};
use padma_book::pages::decl::BookDecl;
use padma_book::pages::page;
use padma_expr::{ExprValue, Number, Outline, position_sentence};
use padma_rules::model::{KindId, Side, Variant};
use padma_rules::moves::OtherKind;
use padma_text::diag::Diagnostics;
use padma_text::english::join_list;
use padma_text::{Sources, Span};
use padma_variant::difference::ReachCase;
use padma_variant::difference::games;
use padma_variant::resolve::Variants;

/// Returns general advice on how to have a change of this kind noticed, for a change for which no
/// sentence was found.
pub fn remedy(kind: MutationKind) -> &'static str {
    match kind {
        MutationKind::Prose | MutationKind::Source | MutationKind::Mark => {
            "state it in a claim whose expression turns on it"
        }
        MutationKind::Move => {
            "name the move's symbol or its cell in a claim of the game, or add the moves that follow"
        }
        MutationKind::Rule => {
            "state in a claim, below a diagram of such a position, where the piece goes"
        }
        MutationKind::Variant => {
            "state the sentence in brackets, or a diagram of that position and `legal(\"…\")` of its move"
        }
        MutationKind::Diagram => {
            "state what the mark shows beside the diagram, `[c4 d5](claim:EXPRESSION)`, or add a `source` line"
        }
        MutationKind::Drawing => "say where the pieces of the drawing stand in a claim",
        MutationKind::Tag => "say it in the text beside the game, as a claim",
        MutationKind::Book => "state the number in a claim, and leave it out of the title",
        MutationKind::Outline => {
            "quote the title in a claim, `[Overview](claim:title(\"1.0\"))`, or list the numbers in one"
        }
        MutationKind::Title | MutationKind::Erratum => {
            "say the same in the text beside it, as a claim"
        }
    }
}

/// The facts by which claims are judged: the variants, and the outline of the source.
#[derive(Clone, Copy)]
pub(crate) struct RulesAndOutline<'a> {
    pub variants: &'a Variants,
    pub outline: &'a Outline,
}

/// A book before and after a change of a rule, or of the outline of its source.
pub(crate) struct ChangedRules<'a> {
    pub sources: &'a mut Sources,
    pub before: RulesAndOutline<'a>,
    pub after: RulesAndOutline<'a>,
    /// The variant in which the change has an effect.
    pub variant: usize,
    /// The book's own variant, which claims need not name.
    pub own: Option<usize>,
    /// The place of the change: diagrams are named after it.
    pub at: Span,
}

/// The functions that return the cells to which a piece goes.
const REACH_FUNCTIONS: [&str; 4] = ["reach", "moves", "captures", "attacks"];

/// Expressions whose values distinguish rules. Some are about a piece `P`.
const EXPRESSIONS: [&str; 20] = [
    "count(cells)",
    "range(P)",
    "stands-on(P)",
    "promotion(P)",
    "promotes-to(P)",
    "turns-into(P)",
    "goal(P)",
    "goal(P, black)",
    "goal-count(P)",
    "reserve(P)",
    "reserve(P, black)",
    "letter(P)",
    "inventor(P)",
    "royal(P)",
    "not royal(P)",
    "quiet-limit()",
    "quiet-ending()",
    "repetition-limit()",
    "setup-position()",
    "army(black)",
];

/// The beginning of a remedy with a diagram.
const DIAGRAM: &str = "```diagram ";

/// Gives the diagrams of different remedies different ids that no diagram of the book has:
/// `gap-47-9`, then `gap-47-9-2`. Thus all remedies can be put into the book together.
pub(super) fn number_diagrams<'a>(trials: &mut [Trial], ids: impl Iterator<Item = &'a str>) {
    let mut used_ids: BTreeSet<String> = ids.map(str::to_string).collect();
    let mut renamed: BTreeMap<String, String> = BTreeMap::new();
    for remedy in trials.iter_mut().filter_map(|trial| trial.remedy.as_mut()) {
        let Some((base, rest)) = remedy
            .strip_prefix(DIAGRAM)
            .and_then(|text| text.split_once('\n'))
        else {
            continue;
        };
        let new = renamed.entry(remedy.clone()).or_insert_with(|| {
            let numbered = (2..).map(|number| format!("{base}-{number}"));
            let id = std::iter::once(base.to_string())
                .chain(numbered)
                .find(|id| used_ids.insert(id.clone()));
            format!("{DIAGRAM}{}\n{rest}", id.unwrap_or_default())
        });
        *remedy = new.clone();
    }
}

impl ChangedRules<'_> {
    /// Returns a claim about the moves of a piece that moves differently after the change.
    pub(crate) fn claim_about_case(&mut self, case: &ReachCase) -> Option<String> {
        let variant = &self.before.variants.rules(self.variant).variant;
        let (piece, from) = (&variant.kind(case.kind).id, variant.board.name(case.from));
        let black = if case.side == Side::Black {
            ", black"
        } else {
            ""
        };
        if case.others.is_empty() {
            let first = if case.unmoved {
                &["first"][..]
            } else {
                &REACH_FUNCTIONS
            };
            let expressions = first
                .iter()
                .map(|function| format!("{function}({piece}, {from}{black})"));
            return self.first_that_notices("", expressions);
        }
        let mut lines = format!(
            "{} IT {piece} {from}{}\n",
            case.side.name(),
            if case.unmoved { "!" } else { "" }
        );
        for (side, other, cell) in &case.others {
            let fits = |kind: &KindId| {
                let royal = variant.kind(*kind).royal;
                let is_meant = match other {
                    OtherKind::Any => !royal,
                    OtherKind::Royal => royal,
                    OtherKind::Barrier(barrier) => kind == barrier,
                };
                is_meant && variant.stands_on(*kind, *side).contains(*cell)
            };
            let kind = variant.kind_ids().find(fits)?;
            lines += &format!(
                "{} {} {}\n",
                side.name(),
                variant.kind(kind).id,
                variant.board.name(*cell)
            );
        }
        self.first_that_notices(
            &lines,
            REACH_FUNCTIONS
                .iter()
                .map(|function| format!("{function}(IT)")),
        )
    }

    /// Returns a claim about a move that is lost or gained in a position.
    pub(crate) fn of_position(&mut self, case: &games::GameCase) -> Option<String> {
        let (side, name) = (case.side.name(), case.side.titled());
        let mut expressions = case.moves.iter().map(|(text, is_lost)| {
            let not = if *is_lost { "" } else { "not " };
            (
                format!("{name} may {not}play {text}"),
                format!("{not}legal(\"{text}\", {side})"),
            )
        });
        expressions.find_map(|(text, expression)| {
            let claim = self.snippet(&case.lines, &text, &expression);
            self.notices(&claim).then_some(claim)
        })
    }

    /// Returns a claim about some pieces, or about the game.
    pub(crate) fn of_words(&mut self, about: &[KindId]) -> Option<String> {
        let variant = &self.before.variants.rules(self.variant).variant;
        let all: Vec<KindId> = variant.kind_ids().collect();
        let about = if about.is_empty() { &all[..] } else { about };
        let of_piece = |question: &str| question.contains("(P");
        let expressions = EXPRESSIONS.iter().flat_map(|question| {
            let pieces = if of_piece(question) {
                about
            } else {
                &about[..about.len().min(1)]
            };
            pieces
                .iter()
                .map(|kind| question.replace("(P", &format!("({}", variant.kind(*kind).id)))
        });
        let sets = variant.sets.names().map(str::to_string);
        self.first_that_notices("", expressions.chain(sets))
    }

    /// Returns a claim about the outline of the source: about the entry with a number, or about
    /// all entries.
    pub(crate) fn of_source(&mut self, number: &str) -> Option<String> {
        let of_entry = ["title", "listed", "references", "figures"];
        let expressions = of_entry
            .iter()
            .map(|function| format!("{function}(\"{number}\")"));
        self.first_that_notices(
            "",
            expressions.chain(["sections", "contents", "figures"].map(str::to_string)),
        )
    }

    /// Returns, as a claim below a diagram of the given lines, the first of some expressions whose
    /// value the change alters.
    fn first_that_notices(
        &mut self,
        lines: &str,
        expressions: impl Iterator<Item = String>,
    ) -> Option<String> {
        let mut expressions = expressions;
        expressions.find_map(|expression| {
            let text = self.claim_text(lines, &expression)?;
            let claim = self.snippet(lines, &text, &expression);
            self.notices(&claim).then_some(claim)
        })
    }

    /// Whether a claim holds before the change but not after it.
    fn notices(&mut self, claim: &str) -> bool {
        self.holds(claim, self.before) && !self.holds(claim, self.after)
    }

    /// Writes a diagram with the given lines, and a claim below it.
    fn snippet(&self, lines: &str, text: &str, expression: &str) -> String {
        let id = &self.before.variants.rules(self.variant).variant.id;
        let is_own = self.own == Some(self.variant);
        let claim = match (is_own, expression.contains([' ', '('])) {
            _ if !is_own && lines.is_empty() => format!("[{text}](<claim:on {id}: {expression}>)"),
            (_, true) => format!("[{text}](<claim:{expression}>)"),
            (_, false) => format!("[{text}](claim:{expression})"),
        };
        if lines.is_empty() {
            return claim;
        }
        let place = self.sources.line_column(self.at);
        let named = if is_own {
            String::new()
        } else {
            format!("variant {id}\n")
        };
        let head = format!("gap-{}-{}", place.line, place.column);
        format!("{DIAGRAM}{head}\n{named}{lines}```\n\n{claim}")
    }

    /// Returns the text of a claim that states the value of an expression.
    fn claim_text(&mut self, lines: &str, expression: &str) -> Option<String> {
        let text = self.snippet(lines, "x", expression);
        let checked = self.check_text(&text, self.before, &mut Diagnostics::default());
        let value = checked.claims.first()?.judgement.actual.as_ref()?;
        match value {
            ExprValue::Truth(true) if expression.starts_with("not ") => {
                Some("That is not so".to_string())
            }
            ExprValue::Truth(true) => Some("That is so".to_string()),
            value => value_in_words(value, &self.before.variants.rules(self.variant).variant),
        }
    }

    fn holds(&mut self, text: &str, rules: RulesAndOutline<'_>) -> bool {
        let mut diagnostics = Diagnostics::default();
        let checked = self.check_text(text, rules, &mut diagnostics);
        // Here the pages that the outline requires are missing, which is reported as an error.
        let is_sound = !rules.outline.is_empty() || !diagnostics.has_errors();
        is_sound
            && checked
                .claims
                .iter()
                .all(|claim| claim.judgement.verdict == Verdict::Holds)
    }

    fn check_text(
        &mut self,
        text: &str,
        rules: RulesAndOutline<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Checked {
        let id = self.sources.add("remedy.md", text);
        let pages = vec![page::parse("remedy.md", id, self.sources, diagnostics)];
        let (decl, outline, variants) =
            (BookDecl::default(), rules.outline.clone(), rules.variants);
        let variant = Ok(self.own.unwrap_or(self.variant));
        let book = Book::assemble(
            String::new(),
            decl,
            outline,
            variant,
            pages,
            variants,
            diagnostics,
        );
        let checked = check(book, variants, self.sources, diagnostics);
        self.sources.drop_last();
        checked
    }
}

/// Returns a value as the text of a claim states it.
fn value_in_words(value: &ExprValue, variant: &Variant) -> Option<String> {
    let list = |names: Vec<String>, none: &str| match names.is_empty() {
        true => none.to_string(),
        false => join_list(&names, "and"),
    };
    Some(match value {
        ExprValue::Number(Number::Fraction {
            numerator,
            denominator: 1,
        }) => numerator.to_string(),
        ExprValue::Number(_) => "never".to_string(),
        ExprValue::Text(text) => text.clone(),
        ExprValue::Position(parts) => position_sentence(parts, variant),
        ExprValue::Cells(_) => list(value.names(variant)?, "no cell"),
        ExprValue::Numbers(numbers) => list(numbers.clone(), "none"),
        ExprValue::Kinds(kinds) => list(
            kinds
                .iter()
                .map(|kind| variant.kind(*kind).name.clone())
                .collect(),
            "no piece",
        ),
        _ => return None,
    })
}
