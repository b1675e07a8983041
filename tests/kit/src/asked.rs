//! Expressions asked of a variant that a test writes down.

use padma_expr::{Outline, Scope, World, parse, resolve, restate};
use padma_rules::play::Endings;
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::resolve::variant;
use padma_variant::terminal;

/// A board of eight files and ranks with a Wazir, a Ferz and a piece that goes as both.
pub const STEPPERS: &str = r#"
[board]
kind = "grid"
files = 8
ranks = 8
[[piece]]
id = "wazir"
movement = "step along orthogonal"
[[piece]]
id = "ferz"
movement = "step along diagonal"
[[piece]]
id = "guard"
movement = "wazir + ferz"
"#;

/// A variant's TOML, resolved.
pub fn rules(toml: &str) -> Rules {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("test.toml", toml);
    let decl = decl::variant(&sources, id, &mut diagnostics);
    let decl = decl.unwrap_or_else(|| panic!("{}", complaints(&diagnostics, &sources)));
    let source = VariantSource {
        id: "test",
        span: sources.whole(id),
        chain: vec![&decl],
    };
    let resolved = variant(&source, &mut diagnostics).filter(|_| !diagnostics.has_errors());
    resolved.map_or_else(
        || panic!("{}", complaints(&diagnostics, &sources)),
        Rules::new,
    )
}

/// Holds expressions against what they are worth.
pub fn all_are(rules: &Rules, cases: &[(&str, &str)]) {
    for (expression, value) in cases {
        assert_eq!(asked(rules, expression), *value, "{expression}");
    }
}

/// What an expression is worth; else the headlines of the complaints.
pub fn asked(rules: &Rules, expression: &str) -> String {
    answered(rules, expression, false)
}

/// What an expression says, in English; else the headlines of the complaints.
pub fn described(rules: &Rules, expression: &str) -> String {
    answered(rules, expression, true)
}

fn answered(rules: &Rules, expression: &str, in_words: bool) -> String {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("<test>", expression);
    let excerpt = Excerpt::verbatim(expression, sources.whole(id));
    let scope = Scope {
        rules,
        variant: 0,
        placed: &[],
        games: &[],
        outline: Outline::NONE,
        nearest: None,
    };
    let question = parse(&excerpt, &mut diagnostics);
    let formula = question
        .as_ref()
        .and_then(|question| resolve(&question.expr, scope, &mut diagnostics));
    let (Some(question), Some(formula)) = (question, formula) else {
        return complaints(&diagnostics, &sources);
    };
    match World::new(rules, &Endings::default(), &[], &[], Outline::NONE).value(&formula) {
        Ok(value) if in_words => {
            let diagram = |id: &str| format!("diagram {id}").into();
            restate(&question, &value, scope, &diagram).english()
        }
        Ok(value) => value.show(&rules.variant),
        Err(fault) => fault.to_string(),
    }
}

fn complaints(diagnostics: &Diagnostics, sources: &Sources) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| terminal::render(diagnostic, sources, false))
        .collect()
}
