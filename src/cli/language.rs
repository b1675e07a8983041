//! The whole language of claims, movements and rules on one page: `padma explain --all`, and
//! `docs/language.md`. `language.md` is its text; what the program has rows for is filled in.

use padma_book::pages::diagram::line_forms;
use padma_expr::{function_summaries, rule_functions};
use padma_rules::model::{PLACES_GRAMMAR, RuleStage};
use padma_rules::movement::{self, GRID_ATOMS};
use padma_text::{first_statement, without_links};
use padma_variant::decl::top;
use padma_variant::form::{Key, Takes, tables};
use padma_variant::kinds::KINDS;
use padma_variant::named::{LibraryRule, library};
use padma_variant::rule::RuleKind;

/// Returns the page, in Markdown.
pub fn language() -> String {
    let mut said = Said::new();
    let parts = [
        ("diagram-lines", diagram_lines()),
        ("expressions", padma_expr::GRAMMAR.to_string()),
        (
            "functions",
            function_summaries().collect::<Vec<_>>().join("\n"),
        ),
        ("sentences", movement::GRAMMAR.to_string()),
        ("atoms", atoms()),
        ("keys", keys(&mut said)),
        ("places", PLACES_GRAMMAR.to_string()),
        ("functions-in-rules", functions_in_rules()),
        ("kinds", kinds(&mut said)),
        ("named-rules", named_rules()),
    ];
    let text = include_str!("language.md").to_string();
    parts.into_iter().fold(text, |page, (part, text)| {
        page.replace(&format!("{{{part}}}\n"), &text)
    })
}

fn diagram_lines() -> String {
    let mut lines: Vec<String> = Vec::new();
    for (word, form) in line_forms() {
        // A form that begins with a word of its own may be that of the next word too.
        if lines.last().is_none_or(|line| line != form) {
            lines.push(match form.contains(&format!("`{word}")) {
                true => form.to_string(),
                false => format!("`{word}` {form}"),
            });
        }
    }
    lines.join("; ") + ".\n"
}

fn atoms() -> String {
    let atom = |(name, (long, short)): (&str, (i16, i16))| format!("`{name}` ({short},{long})");
    GRID_ATOMS.map(atom).join(", ") + ".\n"
}

fn functions_in_rules() -> String {
    use RuleStage::{Attack, Geometry, Legal, Position};
    let line = |stage: RuleStage| {
        let asking = rule_functions().filter(|(_, asked)| *asked == stage);
        let names: Vec<String> = asking
            .map(|(function, _)| format!("`{}`", function.name))
            .collect();
        format!("- {}: {}\n", stage.asks(), names.join(", "))
    };
    [Geometry, Position, Attack, Legal].map(line).concat()
}

fn keys(said: &mut Said) -> String {
    let line = |(heading, keys): (String, &[Key])| {
        let heading = if heading.is_empty() {
            "the file"
        } else {
            &heading
        };
        format!("- {heading}: {}\n", with_meanings(keys, said))
    };
    tables(top::KEYS).into_iter().map(line).collect()
}

fn kinds(said: &mut Said) -> String {
    let line = |kind: &RuleKind| {
        let summary = without_links(kind.summary);
        let keys = with_meanings(kind.keys, said);
        format!("- `{}`: {}. {keys}\n", kind.name, first_statement(&summary))
    };
    KINDS.map(line).concat()
}

fn named_rules() -> String {
    let named = |rule: &LibraryRule| {
        let keys: Vec<String> = rule.keys.iter().map(name).collect();
        match keys[..] {
            [] => format!("`{}`", rule.name),
            _ => format!("`{}` ({})", rule.name, keys.join(", ")),
        }
    };
    let all: Vec<String> = library().iter().map(named).collect();
    all.join(", ") + ".\n"
}

/// The keys that the page has explained, each with the text, so that it says nothing twice.
type Said = Vec<(&'static str, String)>;

/// Lists keys, each with the first words about it, unless the page has them already.
fn with_meanings(keys: &[Key], said: &mut Said) -> String {
    let mut list = Vec::new();
    for key in keys {
        let (takes, meaning) = (key.takes.in_words(), without_links(key.meaning()));
        let meaning = first_statement(&meaning)
            .split(": ")
            .next()
            .unwrap_or_default();
        let mut words = takes.trim_start_matches("list of ").split(", ");
        let is_plain = match key.takes {
            Takes::Text | Takes::Shown | Takes::Sentences | Takes::Flag(_) => true,
            Takes::Number(..) | Takes::Named(..) => true,
            Takes::Table(_) | Takes::Tables(_) | Takes::AllTables(_) => true,
            _ => words.all(|word| meaning.contains(word)),
        };
        let parts = [if is_plain { "" } else { &takes }, meaning];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let text = parts.join(", ");
        list.push(match said.contains(&(key.name, text.clone())) {
            true => name(key),
            false => format!("{} {text}", name(key)).trim_end().to_string(),
        });
        said.push((key.name, text));
    }
    list.join("; ")
}

/// The name of a key, with a star if a table must have it.
fn name(key: &Key) -> String {
    let star = if key.must.is_some() { "*" } else { "" };
    format!("`{}`{star}", key.name)
}
