//! Expressions asked of a variant that a test writes down.

use padma::book::decl;
use padma::claim::{Scope, World, parse, settle};
use padma::diag::{Diagnostics, terminal};
use padma::lower::{Outline, VariantSource, variant};
use padma::play::Endings;
use padma::reach::Rules;
use padma::text::{Excerpt, Sources};

/// A variant's TOML, settled.
pub fn rules(toml: &str) -> Rules {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("test.toml", toml);
    let decl = decl::variant(&sources, id, &mut diagnostics);
    let decl = decl.unwrap_or_else(|| panic!("{}", told(&diagnostics, &sources)));
    let source = VariantSource { id: "test", span: sources.whole(id), chain: vec![&decl] };
    let settled = variant(&source, &mut diagnostics).filter(|_| diagnostics.is_empty());
    settled.map_or_else(|| panic!("{}", told(&diagnostics, &sources)), Rules::new)
}

/// What an expression is worth; else the headlines of the complaints.
pub fn asked(rules: &Rules, expression: &str) -> String {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("<test>", expression);
    let excerpt = Excerpt::verbatim(expression, sources.whole(id));
    let scope = Scope { rules, variant: 0, stages: &[], games: &[], outline: Outline::NONE, nearest: None };
    let formula = parse(&excerpt, &mut diagnostics)
        .and_then(|question| settle(&question.expr, scope, &mut diagnostics));
    let Some(formula) = formula else { return told(&diagnostics, &sources) };
    match World::new(rules, &Endings::default(), &[], &[], Outline::NONE).value(&formula) {
        Ok(value) => value.show(&rules.variant),
        Err(fault) => fault.to_string(),
    }
}

fn told(diagnostics: &Diagnostics, sources: &Sources) -> String {
    diagnostics.iter().map(|diagnostic| terminal::render(diagnostic, sources, false)).collect()
}
