//! Converts a definition for another program to a variant's TOML.

use padma_exchange::import::{self, ImportOptions};
use padma_rules::model::Variant;
use padma_rules::names::title_from_id;
use padma_rules::play::{Game, Scratch, State, begin_history, perft};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{SourceId, Sources};
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::resolve;

/// Returns the TOML of a definition, with its own title, or else one made from `name`. Returns
/// `None` if the definition cannot be understood, or does not make a valid variant. With a `depth`,
/// comments at the end count the lines of play up to it.
pub fn import(
    id: SourceId,
    name: &str,
    wishes: &ImportOptions,
    depth: u32,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let mut variant = import::read(id, sources, wishes, diagnostics)?;
    variant.set_default_title(|| title_from_id(name));
    let text = import::print(&variant, sources);
    let variant = sound_variant(&text, sources, diagnostics)?;
    Some(match depth {
        0 => text,
        depth => text + &counts(variant, depth),
    })
}

/// Counts the lines of play from the setup, as comments.
fn counts(variant: Variant, depth: u32) -> String {
    let rules = Rules::new(variant);
    let game = Game::new(&rules);
    let Some(mut state) = State::setup(&game) else {
        return "\n# There is no setup, so no line of play can be counted.\n".to_string();
    };
    let mut scratch = Scratch::default();
    begin_history(&game, &mut state, &mut scratch);
    let lines: String = (1..=depth)
        .map(|depth| {
            let count = perft(&game, &mut state, &mut scratch, depth);
            format!("#   depth {depth}: {count}\n")
        })
        .collect();
    format!("\n# Lines of play from the setup, as `padma perft` counts them:\n{lines}")
}

/// Returns the variant of a text, or reports its errors. Skips warnings: a check of the variant
/// reports them.
fn sound_variant(
    text: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Variant> {
    let mut complaints = Diagnostics::default();
    let id = sources.add("<imported>", text);
    let variant = decl::variant(sources, id, &mut complaints).and_then(|decl| {
        let source = VariantSource {
            id: "imported",
            span: sources.whole(id),
            chain: vec![&decl],
        };
        resolve::variant(&source, &mut complaints)
    });
    complaints
        .only_errors()
        .for_each(|error| diagnostics.push(error.clone()));
    variant.filter(|_| !complaints.has_errors())
}
