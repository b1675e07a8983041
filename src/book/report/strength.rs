//! `padma check --strength`: which claims no change makes fail, and which facts nothing notices.

use serde_json::{Value as Json, json};

use crate::claim::Verdict;
use crate::judge::{Checked, CheckedClaim, FactStrength, Strength, Witness};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Sources, Span, on_one_line};
use padma_variant::terminal;

/// Returns the line about a book's strength.
pub(super) fn line(checked: &Checked, strength: &Strength) -> String {
    let (claims, witnessed) = (
        computed_claims(checked, strength).count(),
        strength.witnesses.iter().flatten().count(),
    );
    let (noticed, facts) = share(strength);
    let name = &checked.book.name;
    format!(
        "{name}: {witnessed} of {claims} claims have a witness, {noticed} of {facts} facts are noticed\n"
    )
}

/// Returns the number of noticed facts, and of all facts for which a change makes a difference.
fn share(strength: &Strength) -> (usize, usize) {
    let noticed = strength
        .givens
        .iter()
        .filter(|fact| fact.is_noticed)
        .count();
    (
        noticed,
        noticed
            + strength
                .givens
                .iter()
                .filter(|fact| fact.gap.is_some())
                .count(),
    )
}

/// Returns the claims that are computed, each with its witness.
fn computed_claims<'c>(
    checked: &'c Checked,
    strength: &'c Strength,
) -> impl Iterator<Item = (&'c CheckedClaim, Option<&'c Witness>)> {
    let all = checked.claims.iter().zip(&strength.witnesses);
    let all = all.filter(|(claim, _)| claim.judgement.verdict != Verdict::Unchecked);
    all.map(|(claim, witness)| (claim, witness.as_ref()))
}

/// Returns a book's vacuous claims and unnoticed facts as notes that are shown beside the text.
pub(super) fn notes(checked: &Checked, strength: &Strength) -> Diagnostics {
    let mut notes = Diagnostics::default();
    for (claim, _) in computed_claims(checked, strength).filter(|(_, witness)| witness.is_none()) {
        let link = &checked.book.pages[claim.page].claims[claim.link];
        let message = format!(
            "no change that was tried makes the claim `{}` fail",
            claim.id
        );
        let note = Diagnostic::note(Code::VacuousClaim, message)
            .at(link.text_span, "no witness was found");
        let remedy = "make its expression depend on what the sentence says about the rules";
        notes.push(note.help(remedy));
    }
    for fact in &strength.givens {
        let Some(gap) = &fact.gap else { continue };
        let message = format!("nothing notices a change of {}", fact.phrase);
        let what = format!("could be {}", after_change(&gap.after));
        let note = Diagnostic::note(Code::UnnoticedFact, message).at(gap.span, what);
        let difference = gap
            .difference
            .iter()
            .map(|difference| format!("then {difference}"));
        let remedy = gap
            .remedy
            .iter()
            .map(|remedy| format!("this would notice it: {remedy}"));
        notes.push(difference.chain(remedy).fold(note, Diagnostic::help));
    }
    notes
}

fn after_change(text: &str) -> String {
    if text.is_empty() {
        "left out".to_string()
    } else {
        format!("`{}`", on_one_line(text))
    }
}

/// Lists a book's vacuous claims and unnoticed facts for a terminal.
pub(super) fn list(
    checked: &Checked,
    strength: &Strength,
    sources: &Sources,
    colours: bool,
) -> String {
    let notes = notes(checked, strength);
    notes
        .iter()
        .map(|note| format!("\n{}", terminal::render(note, sources, colours)))
        .collect()
}

/// Returns a claim's witness as JSON; null without one.
pub(super) fn witness(witness: Option<&Witness>, sources: &Sources) -> Json {
    witness.map_or(Json::Null, |witness| {
        let mut view = place_json(witness.span, sources);
        view["when"] = json!(witness.change);
        view
    })
}

/// Returns a book's facts as JSON.
pub(super) fn json(checked: &Checked, strength: &Strength, sources: &Sources) -> Json {
    let fact = |noticed: &FactStrength| {
        let FactStrength {
            given,
            phrase: said,
            claims,
            is_noticed,
            gap,
        } = noticed;
        let mut view = place_json(given.span, sources);
        view["sort"] = json!(given.kind);
        view["name"] = json!(given.name);
        view["said"] = json!(said);
        view["claims"] = json!(claims);
        view["noticed"] = json!(is_noticed);
        if let Some(gap) = gap {
            let mut change = place_json(gap.span, sources);
            change["before"] = json!(gap.before);
            change["after"] = json!(gap.after);
            change["difference"] = json!(gap.difference);
            change["remedy"] = json!(gap.remedy);
            view["gap"] = change;
        }
        view
    };
    let (noticed, facts) = share(strength);
    json!({
        "claims": computed_claims(checked, strength).count(),
        "witnessed": strength.witnesses.iter().flatten().count(),
        "facts": facts,
        "noticed": noticed,
        "list": strength.givens.iter().map(fact).collect::<Vec<_>>(),
    })
}

/// Returns a place in a file as JSON, to which callers add keys.
pub fn place_json(span: Span, sources: &Sources) -> Json {
    let at = sources.line_column(span);
    json!({"file": sources.get(span.source).name(), "line": at.line, "column": at.column})
}
