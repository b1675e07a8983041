//! The proof that the tick of a sentence opens: what the claims of the sentence say, what they ask, and who
//! has read it.

use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::language;
use super::medium::{Addresses, Medium};
use super::reference::witness;
use super::templates::TemplateFault;
use super::text::{
    heading, merge, quoted_words, restatement, root, sentence, shown, text_of, to_json,
};
use super::ticks::{ProofTick, TickedSentence};
use padma_book::claim::Verdict;
use padma_book::judge::CheckedClaim;
use padma_book::pages::ids::anchor;
use padma_book::pages::made::ReferencePage;
use padma_expr::{Evidence, ExprValue, Grounds};
use padma_words::{Listing, Say, SlotValue, say};

/// Returns the view of a sentence's proof.
pub(crate) fn view(
    ticked: &TickedSentence,
    edition: &Edition<'_>,
    addresses: &Addresses<'_>,
) -> Json {
    let checked = edition.checked;
    let first = edition.ticked(ticked.page).first();
    let number = ticked.number - first.map_or(0, |first| first.number) + 1;
    let says = heading_of(edition, ticked.tick, checked.book.review.is_some());
    let own = |claim: &usize| {
        let claim = *claim;
        let witness = edition
            .strength
            .and_then(|strength| strength.witnesses[claim].as_ref())
            .map(|change| witness(edition, change, addresses));
        let of_claim = &checked.claims[claim];
        let verdict = of_claim.judgement.verdict;
        let mut own = edition.variant_indices.iter();
        let is_own = own.any(|index| of_claim.variant == Some(*index));
        let own_heading = Some(edition.say(heading(verdict)))
            .filter(|own| verdict != Verdict::Holds && *own != says);
        let view = claim_view(edition, of_claim, addresses);
        merge(
            view,
            json!({
                "witness": witness,
                // Whether a picture could show no more than the words, or there are no drawings for it.
                "is_told": of_claim.grounds != Grounds::Rules || !is_own,
                "heading": own_heading,
                "figure": figure_of(edition, of_claim, addresses),
                "variant": other_variant(edition, of_claim),
                "asked": (verdict != Verdict::Unchecked).then_some(&of_claim.expression),
            }),
        )
    };
    let checks = ticked.claims.first().map(|claim| {
        let place = anchor("c", &checked.claims[*claim].id);
        let path = ReferencePage::Checks.path();
        addresses.url(&format!("{}{path}#{place}", root(addresses.page)))
    });
    json!({
        "id": addresses.id(&anchor("s", &number.to_string())),
        "tick": ticked.tick.name(),
        "number": number,
        "is_quiet": ticked.tick.is_quiet(),
        "says": says,
        "on": ticked.rests_on.as_ref().map(|names| rests_on(edition, names)),
        "note": sentence(&ticked.note),
        "claims": ticked.claims.iter().map(own).collect::<Vec<_>>(),
        "checks": checks,
    })
}

/// Says what a sentence rests on, whose names `review.toml` has.
fn rests_on(edition: &Edition<'_>, names: &str) -> String {
    let mut said: Vec<SlotValue> = Vec::new();
    for name in names.split("; ") {
        let support = SlotValue::from(support(edition, name));
        if !said.contains(&support) {
            said.push(support);
        }
    }
    edition.say(say!(labels::RestsOn, what = Listing::And.of(said)))
}

/// The kinds of what a sentence rests on that are said by their first word.
const KINDS: [&str; 13] = [
    "source",
    "reading",
    "claim",
    "figure",
    "game",
    "board",
    "setup",
    "notation",
    "turn",
    "rule",
    "piece",
    "set",
    "direction",
];

fn support(edition: &Edition<'_>, name: &str) -> Say {
    // What is of another variant is said as of the book's.
    let name = name.split_once(": ").map_or(name, |(_, part)| part);
    let (word, name) = name.split_once(' ').unwrap_or((name, ""));
    let (kind, name) = match word {
        "no" if name == "turn" => ("turn", ""),
        "no" => ("absent", name.trim_start_matches("rule ")),
        "source" if !name.is_empty() => ("section", name),
        "common" => ("knowledge", ""),
        "royal" => ("piece", name),
        "define" => ("rule", name),
        word => {
            let kind = KINDS.iter().find(|kind| **kind == word);
            (*kind.unwrap_or(&"part"), name)
        }
    };
    let own = edition
        .checked
        .book
        .variant
        .map(|index| &edition.variants.rules(index).variant);
    let piece = own.and_then(|own| Some(&*own.kind(own.kind_named(name)?).name));
    let name = piece.filter(|_| kind == "piece").unwrap_or(name);
    say!(labels::Support, kind = SlotValue::Key(kind), name)
}

/// Returns the heading of the proof that a tick opens: what was done.
pub(crate) fn heading_of(edition: &Edition<'_>, tick: ProofTick, is_reviewed: bool) -> String {
    edition.say(say!(
        labels::TickHeading,
        tick = SlotValue::Key(tick.name()),
        reviewed = is_reviewed
    ))
}

/// Returns the id of the figure on the page whose pieces the claim may ask about.
fn figure_of(
    edition: &Edition<'_>,
    claim: &CheckedClaim,
    addresses: &Addresses<'_>,
) -> Option<String> {
    Some(addresses.id(&anchor("d", figure_above(edition, claim)?)))
}

/// Returns the name of the diagram above a claim.
fn figure_above<'a>(edition: &'a Edition<'_>, claim: &CheckedClaim) -> Option<&'a str> {
    let page = &edition.checked.book.pages[claim.page];
    let nearest = page.claims[claim.link].diagram?;
    Some(&page.diagrams[nearest].id.text)
}

/// Returns the id of the variant that a claim is about, if it is not the book's.
fn other_variant<'a>(edition: &'a Edition<'_>, claim: &CheckedClaim) -> Option<&'a str> {
    let variant = claim.variant?;
    let is_other = edition.checked.book.variant != Some(variant);
    is_other.then(|| &*edition.variants.rules(variant).variant.id)
}

/// A tick and its proof, written for a medium.
#[derive(Default)]
pub(crate) struct WrittenProof {
    /// The tick at the end of the sentence.
    pub tick: String,
    /// The proof that follows the block.
    pub proof: String,
    /// The note at the end of the page, in a medium where that replaces the proof.
    pub note: Option<Json>,
}

/// Writes a tick and its proof.
pub(crate) fn render(
    edition: &Edition<'_>,
    view: &Json,
    addresses: &Addresses<'_>,
) -> Result<WrittenProof, TemplateFault> {
    let [id, name, says] = ["id", "tick", "says"].map(|key| text_of(view, key));
    if addresses.medium == Medium::Epub {
        if view["is_quiet"] == true {
            return Ok(WrittenProof::default());
        }
        let tick = format!(
            "<a class=\"noted\" id=\"to-{id}\" href=\"#{id}\" epub:type=\"noteref\" role=\"doc-noteref\">{}</a>",
            view["number"]
        );
        return Ok(WrittenProof {
            tick,
            note: Some(view.clone()),
            ..WrittenProof::default()
        });
    }
    let ours = language::own_attributes(&edition.checked.book.decl);
    let views = json!({"proof": view, "ours": ours});
    let tick = format!(
        "<a class=\"tick {name}\" href=\"#{id}\" aria-label=\"{}\"{ours}></a>",
        says
    );
    Ok(WrittenProof {
        tick,
        proof: edition.templates.render("proof.html", &views)?,
        note: None,
    })
}

/// Returns the view of what a claim says and what was computed.
pub(crate) fn claim_view(
    edition: &Edition<'_>,
    claim: &CheckedClaim,
    addresses: &Addresses<'_>,
) -> Json {
    let judgement = &claim.judgement;
    let show = |value: &ExprValue| shown(edition, claim, value);
    let readings = judgement.readings.iter();
    let says = edition.restated(claim);
    let expression = Some(claim.expression.clone());
    let view = json!({
        "anchor": addresses.id(&anchor("c", &claim.id)),
        "verdict": judgement.verdict.name(),
        "heading": edition.say(heading(judgement.verdict)),
        "actual": judgement.actual.as_ref().map(show),
        "evidence": match &judgement.evidence {
            Some(Evidence::Counted(cells)) if !cells.is_empty() => {
                let cells = show(&ExprValue::Cells(cells.clone()));
                Some(edition.say(say!(labels::CountedCells, cells)))
            }
            Some(Evidence::Line(line)) => {
                let line = line.moves.join(" ");
                let is_value = judgement.actual == Some(ExprValue::Text(line.clone()));
                (!is_value).then(|| edition.say(say!(labels::SolvingLine, line)))
            }
            _ => None,
        },
        "line": match &judgement.evidence {
            // The page plays it from the figure above the claim.
            Some(Evidence::Line(line)) => {
                let diagram = line.diagram.as_deref();
                let is_above = diagram.is_some() && diagram == figure_above(edition, claim);
                is_above.then(|| to_json(&line.moves))
            }
            _ => None,
        },
        "source": (judgement.source.as_ref())
            .filter(|_| judgement.verdict == Verdict::Erratum)
            .map(|value| match &judgement.quotation {
                Some(quotation) => edition.say(say!(labels::SourceStates, words = quoted_words(quotation))),
                None => edition.say(say!(labels::SourcePrints, value = show(value))),
            }),
        "note": sentence(if judgement.readings.is_empty() { &judgement.note } else { &judgement.because }),
        "readings": readings
            .map(|(name, value)| json!({"name": name, "value": show(value)}))
            .collect::<Vec<_>>(),
    });
    merge(view, restatement(says, expression))
}
