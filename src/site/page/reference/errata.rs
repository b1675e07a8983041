//! The page of errata, open questions and statements that are not computed, gathered from the whole book. Each fact
//! has one entry, however often the book states it.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::super::edition::Edition;
use super::super::finding;
use super::super::game;
use super::super::medium::Addresses;
use super::super::passage::Passage;
use super::super::text::{
    claim_link, members, merge, notes, quoted_words, sentence, shown, text_of, value_text,
};
use super::super::words::page_title;
use padma_book::claim::{AuthorText, Verdict};
use padma_book::judge::{Checked, CheckedClaim, CheckedDiagram, QuotedClaim, quote_claims};
use padma_book::pages::decl::QuestionDecl;
use padma_book::pages::ids::anchor;
use padma_book::pages::made::{ERRATA_ANCHORS, ReferencePage};
use padma_book::report::Totals;
use padma_expr::{ErratumKind, ExprValue};
use padma_rules::model::CellSet;
use padma_words::{Listing, Say, SlotValue, row, say};

/// A part of the page, which lists the facts with one verdict.
struct ErrataSection {
    verdict: Verdict,
    /// The kinds of errata that it lists.
    kinds: &'static [ErratumKind],
    anchor: &'static str,
    /// The letter, plain and as a superscript, after these statements in an edition without
    /// notes beside its text.
    letter: Option<[char; 2]>,
}

const PARTS: [ErrataSection; 4] = [
    ErrataSection {
        verdict: Verdict::Erratum,
        kinds: &[ErratumKind::Best, ErratumKind::Game],
        anchor: ERRATA_ANCHORS[0],
        letter: Some(['e', 'ᵉ']),
    },
    ErrataSection {
        verdict: Verdict::Erratum,
        kinds: &[ErratumKind::Misprint],
        anchor: ERRATA_ANCHORS[1],
        letter: Some(['e', 'ᵉ']),
    },
    ErrataSection {
        verdict: Verdict::Depends,
        kinds: &ErratumKind::ALL,
        anchor: ERRATA_ANCHORS[2],
        letter: Some(['r', 'ʳ']),
    },
    ErrataSection {
        verdict: Verdict::Unchecked,
        kinds: &ErratumKind::ALL,
        anchor: ERRATA_ANCHORS[3],
        letter: None,
    },
];

impl ErrataSection {
    /// Returns the name of an entry.
    fn entry(&self) -> SlotValue {
        row("labels.errata-entry", self.anchor)
    }

    /// Returns a number of entries in words.
    fn counted(&self, count: usize) -> Say {
        say!(
            labels::CountedEntries,
            count,
            one = self.entry(),
            many = row("labels.errata-entries", self.anchor)
        )
    }
}

/// Returns what was compared in words: "12 statements, 3 sets of marked cells and 41 recorded moves";
/// `None` if nothing was.
fn compared(totals: &Totals) -> Option<SlotValue> {
    let Totals {
        statements,
        marks,
        drawings,
        moves,
        ..
    } = *totals;
    let phrases = [
        (statements, say!(labels::Statements, count = statements)),
        (marks, say!(labels::MarkSets, count = marks)),
        (drawings, say!(labels::Drawings, count = drawings)),
        (moves, say!(labels::RecordedMoves, count = moves)),
    ];
    let some = phrases.into_iter().filter(|(count, _)| *count > 0);
    (totals.facts() > 0).then(|| Listing::And.of(some.map(|(_, phrase)| phrase)))
}

/// Returns the letter of a statement with this verdict, plain and as a superscript, and
/// the anchor of its part of the page.
pub(crate) fn errata_letter(
    verdict: Verdict,
    kind: ErratumKind,
) -> Option<([char; 2], &'static str)> {
    let is_own = |part: &&ErrataSection| part.verdict == verdict && part.kinds.contains(&kind);
    let part = PARTS.iter().find(is_own)?;
    Some((part.letter?, part.anchor))
}

pub(crate) fn view(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Json {
    let view = |part: &ErrataSection| {
        let entries = entries(edition, part, addresses);
        json!({
            "title": edition.say(row("labels.errata-title", part.anchor)),
            "verdict": part.verdict.name(),
            "name": edition.say(say!(rules::Sentence, said = part.entry())),
            "anchor": addresses.id(part.anchor),
            "counted": edition.say(part.counted(entries.len())),
            "lead": edition.say(row("labels.errata-lead", part.anchor)),
            "entries": entries,
        })
    };
    let checked = edition.checked;
    let sources = &checked.book.decl.sources;
    // A book that retells nothing has no errata.
    let is_shown = |part: &&ErrataSection| {
        let is_last = part.verdict == Verdict::Unchecked;
        let is_needed = !sources.is_empty() || checked.count_listed(part.verdict) > 0;
        is_last || is_needed
    };
    json!({
        "compared": compared(&Totals::of(checked)).map(|all| edition.say(all)),
        "parts": PARTS.iter().filter(is_shown).map(view).collect::<Vec<_>>(),
    })
}

/// Returns the entry that best shows what the check has found, with the name of its part: an
/// erratum in the source or, if there is none, an open question. Prefers an entry with a board,
/// then the one with the longest proof. Returns `None` if no entry can be understood by itself.
pub(crate) fn best(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Option<Json> {
    let best_of = |part: &ErrataSection| {
        let worth = |entry: &Json| {
            let answers = entry["readings"].as_array().map_or(0, Vec::len);
            (
                !entry["board"].is_null(),
                text_of(entry, "why").len() + answers,
            )
        };
        let mut findings = findings(edition, part, addresses);
        // Of equal entries the first.
        findings.reverse();
        let best = match findings
            .iter()
            .find(|finding| finding.kind == ErratumKind::Best)
        {
            Some(best) => best.view.clone(),
            None => {
                let views = findings.into_iter().map(|finding| finding.view);
                views.filter(stands_alone).max_by_key(worth)?
            }
        };
        Some(merge(best, json!({"verdict": part.verdict.name()})))
    };
    let shown = PARTS.iter().filter(|part| part.anchor != ERRATA_ANCHORS[3]);
    shown.into_iter().find_map(best_of)
}

/// Whether the sentence of an entry can be understood without those before it, as far as its words show,
/// and there is no code.
fn stands_alone(entry: &Json) -> bool {
    let [before, text, after] = ["before", "text", "after"].map(|key| text_of(entry, key));
    !refers_back(&format!("{before}{text}{after}")) && !entry.to_string().contains('`')
}

/// Returns the sentences before a claim's own that are needed to understand it: up to one that refers to
/// none before it.
fn antecedent(quoted: &QuotedClaim) -> String {
    let QuotedClaim {
        context,
        before,
        claim,
        after,
        ..
    } = quoted;
    let (mut needed, mut earlier) = (String::new(), context.iter().rev());
    let mut refers = refers_back(&format!("{before}{claim}{after}"));
    while refers && let Some(sentence) = earlier.next() {
        needed = format!("{sentence} {needed}");
        refers = refers_back(sentence);
    }
    needed
}

/// Whether a word of a sentence refers to the sentences before it.
fn refers_back(sentence: &str) -> bool {
    AuthorText::in_english(sentence).refers_back()
}

/// Returns the passages for the search, from the page's view.
pub(crate) fn passages(edition: &Edition<'_>, view: &Json) -> Vec<Passage> {
    let entries = |part: &ErrataSection| {
        let mut parts = members(&view["parts"]);
        let own = parts.find(|view| view["anchor"] == part.anchor);
        let entries = own.map_or(&Json::Null, |view| &view["entries"]);
        let numbered = (1..).zip(members(entries));
        let passages = numbered.map(|(number, entry)| passage(edition, part, number, entry));
        passages.collect::<Vec<_>>()
    };
    PARTS.iter().flat_map(entries).collect()
}

fn passage(edition: &Edition<'_>, part: &ErrataSection, number: usize, entry: &Json) -> Passage {
    let field = |key| text_of(entry, key);
    let [opens, before, text, after, why] = ["opens", "before", "text", "after", "why"].map(field);
    Passage {
        heading: edition.say(say!(
            labels::EntryAt,
            part = row("labels.errata-title", part.anchor),
            number,
            place = field("where")
        )),
        anchor: format!("{}-{number}", part.anchor),
        text: format!("{opens}{before}{text}{after} {why}"),
    }
}

/// A fact with the verdict of its part.
struct FoundFact {
    page: usize,
    /// The name of the claim or of the recorded move, as a question names it.
    name: String,
    /// What an erratum is about.
    kind: ErratumKind,
    view: Json,
}

/// Returns the entries of a part. The open questions are those that the book lists, each
/// with the facts that it names.
fn entries(edition: &Edition<'_>, part: &ErrataSection, addresses: &Addresses<'_>) -> Vec<Json> {
    let mut findings = findings(edition, part, addresses);
    let questions = match part.verdict {
        Verdict::Depends => edition.checked.book.decl.questions.as_slice(),
        _ => &[],
    };
    let places = match questions {
        [] => Vec::new(),
        _ => places_of_rules(edition),
    };
    let mut entries = Vec::new();
    for question in questions {
        let is_own =
            |finding: &FoundFact| question.claims.iter().any(|own| own.value == finding.name);
        let (own, rest) = findings.into_iter().partition(is_own);
        findings = rest;
        entries.push(question_entry(edition, question, own, &places, addresses));
    }
    entries.extend(findings.into_iter().map(|finding| finding.view));
    entries
}

/// Returns the entry of a question: what the page of rules says about it, and the values of its
/// facts.
fn question_entry(
    edition: &Edition<'_>,
    question: &QuestionDecl,
    own: Vec<FoundFact>,
    places: &[String],
    addresses: &Addresses<'_>,
) -> Json {
    let see = question.see.as_ref().map(|see| {
        let path = see.value.split('#').next().unwrap_or_default();
        let page = edition
            .checked
            .book
            .pages
            .iter()
            .find(|page| page.path == path);
        let title = page.map_or("", |page| page.title.as_str());
        json!({"where": title, "url": addresses.url(&see.value)})
    });
    // Beside its rule on the page of rules, the text need not name its piece.
    let of = question.of.value.as_str();
    let variants = edition.own_variants();
    let piece = variants.iter().find_map(|variant| {
        let kind = variant.kind_named(of)?;
        Some(&variant.kind(kind).name)
    });
    let opens = match piece {
        Some(piece) => format!("{piece}: {}", question.says),
        None => question.says.clone(),
    };
    json!({
        "opens": opens,
        "where": page_title(ReferencePage::RulesOfPlay, &edition.checked.book.decl),
        "url": addresses.url(&remark_url(places, of)),
        "see": see,
        "facts": own.into_iter().map(|finding| finding.view).collect::<Vec<_>>(),
    })
}

/// Returns the anchors on the page of rules.
fn places_of_rules(edition: &Edition<'_>) -> Vec<String> {
    let book = &edition.checked.book;
    ReferencePage::RulesOfPlay.anchors(&edition.own_variants(), &book.pages, &book.decl)
}

/// Returns the address of the place where the page of rules, which has these anchors, has the remarks on a subject.
fn remark_url(places: &[String], subject: &str) -> String {
    let page = ReferencePage::RulesOfPlay.path();
    let named = [
        subject.to_string(),
        anchor("p", subject),
        anchor("b", subject),
    ];
    let place = named.into_iter().find(|name| places.contains(name));
    place.map_or(page.to_string(), |place| format!("{page}#{place}"))
}

/// Returns the facts of a part in page order, the most telling errata first.
fn findings(
    edition: &Edition<'_>,
    part: &ErrataSection,
    addresses: &Addresses<'_>,
) -> Vec<FoundFact> {
    let mut findings = diagrams(edition, part.verdict, addresses);
    findings.extend(games(edition, part.verdict, addresses));
    findings.extend(claims(edition, part.verdict, addresses));
    findings.retain(|finding| part.kinds.contains(&finding.kind));
    findings.sort_by_key(|finding| (finding.kind, finding.page));
    findings
}

/// Returns the number of entries under a verdict in words: "8 errata"; `None` for a verdict that the page
/// does not list.
pub(crate) fn count_phrase(checked: &Checked, verdict: Verdict) -> Option<Say> {
    let count = checked.count_listed(verdict);
    Some(match verdict {
        // Of both kinds.
        Verdict::Erratum => say!(labels::Errata, count),
        _ => PARTS
            .iter()
            .find(|part| part.verdict == verdict)?
            .counted(count),
    })
}

/// Returns the title and the address of a fact's place.
fn place(edition: &Edition<'_>, page: usize, link: &str, addresses: &Addresses<'_>) -> Json {
    let page = &edition.checked.book.pages[page];
    json!({"where": page.title, "url": addresses.url(&format!("{}{link}", page.path))})
}

/// Returns a fact on a page: the fields that the views of all facts have, and its own.
fn finding_of(
    edition: &Edition<'_>,
    page: usize,
    name: &str,
    kind: ErratumKind,
    link: &str,
    addresses: &Addresses<'_>,
    own: Json,
) -> FoundFact {
    let common = json!({
        "before": "", "after": "", "readings": [], "also": [], "says": null, "steps": [], "board": null, "is_quoted": false,
    });
    FoundFact {
        page,
        name: name.to_string(),
        kind,
        view: merge(merge(common, own), place(edition, page, link, addresses)),
    }
}

/// Returns the diagrams with this verdict.
fn diagrams(edition: &Edition<'_>, verdict: Verdict, addresses: &Addresses<'_>) -> Vec<FoundFact> {
    let checked = edition.checked;
    let diagram_entry = |diagram: &CheckedDiagram| {
        let decl = &checked.book.pages[diagram.page].diagrams[diagram.index];
        let number = checked.book.figures.number(diagram.page, diagram.index);
        let printed = checked.book.source_number(decl);
        let variant = edition.variant_of(diagram);
        // An erratum of a drawing is about its strokes alone.
        let kind = match decl.drawing_errata.is_empty() {
            true => ErratumKind::Game,
            false => ErratumKind::Misprint,
        };
        let differing = || diagram.marks.iter().filter(|mark| mark.verdict == verdict);
        let marked =
            |cells: &CellSet| value_text(edition, &ExprValue::Cells(Box::new(*cells)), variant);
        let source = differing()
            .map(|mark| mark.source.as_ref().map(marked))
            .collect::<Option<Vec<_>>>();
        let rules: Vec<String> = differing().map(|mark| marked(&mark.cells)).collect();
        let notes = notes(edition, diagram);
        let notes: Vec<&str> = notes.iter().map(|note| text_of(note, "text")).collect();
        let why = notes.join(" ");
        let own = json!({
            "text": edition.say(say!(labels::FigureTitled, number, printed, title = &decl.title)),
        "source": source.filter(|all| !all.is_empty()).map(|all| all.join("; ")),
            "rules": (!rules.is_empty()).then(|| rules.join("; ")),
            "why": why,
            "steps": finding::steps(edition, &why, addresses),
            "board": finding::board_of_diagram(edition, diagram, &anchor("figure", &decl.id.text), addresses),
        });
        finding_of(
            edition,
            diagram.page,
            &decl.id.text,
            kind,
            &format!("#{}", anchor("d", &decl.id.text)),
            addresses,
            own,
        )
    };
    checked
        .diagrams
        .iter()
        .filter(|diagram| diagram.verdict == verdict)
        .map(diagram_entry)
        .collect()
}

/// Returns the moves of recorded games that have this verdict.
fn games(edition: &Edition<'_>, verdict: Verdict, addresses: &Addresses<'_>) -> Vec<FoundFact> {
    let mut entries = Vec::new();
    for game in &edition.checked.games {
        let (decl, played) = edition.checked.game(game);
        let moves = edition
            .checked
            .recorded_moves(game)
            .filter(|recorded| recorded.ply.is_some());
        for recorded in moves.filter(|recorded| recorded.checked.verdict == verdict) {
            let finding = game::GameFinding::of(edition, played, &recorded);
            let own = json!({
                "before": edition.say(say!(labels::MoveOf, game = game::title(decl))) + " ",
                "text": finding.name,
                "source": recorded.written.text,
                "rules": recorded.actual,
                "why": finding.text,
                "steps": finding::steps(edition, &finding.text, addresses),
            });
            entries.push(finding_of(
                edition,
                game.page,
                &recorded.id,
                // If a recorded move is legal, only its notation can be wrong.
                ErratumKind::Misprint,
                &format!("#{}", finding.anchor),
                addresses,
                own,
            ));
        }
    }
    entries
}

/// Returns the claims with this verdict. A definition that several links state is one entry with
/// several places.
fn claims(edition: &Edition<'_>, verdict: Verdict, addresses: &Addresses<'_>) -> Vec<FoundFact> {
    let checked = edition.checked;
    let mut quoted: BTreeMap<usize, Vec<QuotedClaim>> = BTreeMap::new();
    let mut sentence = |claim: &CheckedClaim| {
        let page = &checked.book.pages[claim.page];
        let sentences = quoted
            .entry(claim.page)
            .or_insert_with(|| quote_claims(page, checked.book.decl.raw_html));
        sentences[claim.link].clone()
    };
    let facts = facts(checked, verdict).into_iter();
    let facts = facts.map(|fact| {
        fact.into_iter()
            .map(|claim| (claim, sentence(claim)))
            .collect::<Vec<_>>()
    });
    facts
        .map(|fact| {
            let claim = fact[0].0;
            FoundFact {
                page: claim.page,
                name: target(checked, claim).to_string(),
                kind: checked.erratum_kind(claim),
                view: fact_entry(edition, fact, addresses),
            }
        })
        .collect()
}

/// Returns the claims with a verdict; those that state one definition are grouped.
fn facts(checked: &Checked, verdict: Verdict) -> Vec<Vec<&CheckedClaim>> {
    let claims = checked.claims.iter();
    checked.facts(claims.filter(|claim| claim.judgement.verdict == verdict))
}

/// Returns what the link of a claim leads to: the name of its definition, or an expression.
fn target<'a>(checked: &'a Checked, claim: &CheckedClaim) -> &'a str {
    let link = &checked.book.pages[claim.page].claims[claim.link];
    link.target.text().trim()
}

/// Returns the entry of a fact. It quotes the first whole sentence that states the fact, as this
/// says more than a table cell, and lists the other pages that state it.
fn fact_entry(
    edition: &Edition<'_>,
    mut fact: Vec<(&CheckedClaim, QuotedClaim)>,
    addresses: &Addresses<'_>,
) -> Json {
    let claim = fact[0].0;
    let is_sentence = |quoted: &QuotedClaim| !(quoted.before.is_empty() && quoted.after.is_empty());
    let whole = fact
        .iter()
        .position(|(_, quoted)| is_sentence(quoted))
        .unwrap_or(fact.len() - 1);
    let (first, quoted) = fact.remove(whole);
    let place = |claim: &CheckedClaim| {
        place(
            edition,
            claim.page,
            &claim_link(edition.checked, claim),
            addresses,
        )
    };
    // Of each further page the first place.
    fact.dedup_by_key(|(claim, _)| claim.page);
    let elsewhere = fact.iter().filter(|(claim, _)| claim.page != first.page);
    let also: Vec<Json> = elsewhere.map(|(claim, _)| place(claim)).collect();
    let show = |value: &ExprValue| shown(edition, claim, value);
    let judgement = &claim.judgement;
    let is_erratum = judgement.verdict == Verdict::Erratum;
    let source = match (&judgement.quotation, &judgement.source) {
        (Some(quotation), _) => Some(quoted_words(quotation)),
        // A source that denies a claim is always quoted.
        (None, source) => source.as_ref().map(show),
    };
    // Where the source says the opposite, the sentence itself says what the rules give.
    let actual = judgement
        .actual
        .as_ref()
        .filter(|value| !matches!(value, ExprValue::Truth(_)))
        .map(show);
    let answer = |value: &ExprValue| match value {
        ExprValue::Truth(holds) => edition.say(say!(labels::ThisHolds, holds = *holds)),
        value => show(value),
    };
    let reading = |(name, value): &(String, ExprValue)| json!({"name": sentence(name).trim_end_matches('.'), "value": answer(value)});
    // A table cell says little without the head of its row.
    let before = match &quoted.row {
        Some(row) if !is_sentence(&quoted) => format!("{row}: "),
        _ => antecedent(&quoted) + &quoted.before,
    };
    let why = match judgement.readings.is_empty() {
        true => sentence(&judgement.note),
        false => sentence(&judgement.because),
    };
    // What it says in English, for a reader who wants to know what was computed.
    let says = edition.restated(first);
    let entry = json!({
        "before": before,
        "text": quoted.claim,
        "after": quoted.after,
        // Text with code is left out here; the page of checks has it.
        "says": says.filter(|says| says.is_in_words && judgement.verdict != Verdict::Unchecked).map(|says| &says.text),
        "steps": finding::steps(edition, &why, addresses),
        "board": finding::board_of_claim(edition, first, &anchor("claim", &first.id), addresses),
        "is_quoted": judgement.quotation.is_some(),
        "source": source.filter(|_| is_erratum || judgement.quotation.is_some()),
        "rules": actual.filter(|_| is_erratum),
        "readings": judgement.readings.iter().map(reading).collect::<Vec<_>>(),
        "why": why,
        "also": also,
    });
    merge(entry, place(first))
}
