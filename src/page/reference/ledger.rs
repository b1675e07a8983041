//! The ledger: every claim and every mark of the book with its verdict and its grounds.

use serde_json::{Value as Json, json};

use super::super::edition::Edition;
use super::super::game;
use super::super::passage::Bodies;
use super::super::templates::TemplateFault;
use super::super::text::{Url, anchor, sentence};
use super::sentences::{Quoted, sentences};
use crate::claim::{Value, Verdict};
use crate::judge::{CheckedClaim, CheckedDiagram, CheckedGame, CheckedMark, ply_id, result_id};
use crate::lower::NumberId;
use crate::model::CellSet;
use crate::play::Verdict as Played;

pub fn bodies(edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    let totals = totals(|verdict| edition.checked.tally(verdict));
    Bodies::of(edition, "ledger", |url| json!({"groups": groups(edition, url), "totals": totals}))
}

/// Where a page's statements stand.
pub fn anchor_of(page: &str) -> String {
    anchor("page", page)
}

fn title(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Erratum => "erratum",
        Verdict::Depends => "depends on the reading",
        Verdict::Unchecked => "not computed",
        Verdict::Fails => "fails",
        Verdict::Error => "error",
    }
}

fn plural(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "hold",
        Verdict::Erratum => "errata",
        Verdict::Depends => "depend on the reading",
        Verdict::Unchecked => "not computed",
        Verdict::Fails => "fail",
        Verdict::Error => "errors",
    }
}

/// How often each verdict occurs, of those that do; `counted` is that in words: `6 errata`.
fn totals(count: impl Fn(Verdict) -> usize) -> Vec<Json> {
    let total = |verdict: Verdict| {
        let (title, count) = (title(verdict), count(verdict));
        let counted = format!("{count} {}", if count == 1 { title } else { plural(verdict) });
        let total = json!({"verdict": verdict.name(), "title": title, "count": count, "counted": counted});
        (count > 0).then_some(total)
    };
    Verdict::ALL.into_iter().filter_map(total).collect()
}

/// The statements of each page.
fn groups(edition: &Edition<'_>, url: Url) -> Vec<Json> {
    let checked = edition.checked;
    let group = |(index, page): (usize, &crate::book::page::Page)| {
        let url = url(&page.path);
        let mut rows: Vec<(usize, Json)> = Vec::new();
        let sentences = sentences(page, checked.book.decl.raw_html);
        let claims = checked.claims.iter().filter(|claim| claim.page == index);
        rows.extend(claims.map(|claim| {
            let start = page.claims[claim.link].span.range().start;
            (start, claimed(edition, claim, &sentences[claim.link], &url))
        }));
        for diagram in checked.diagrams.iter().filter(|diagram| diagram.page == index) {
            let start = page.diagrams[diagram.index].span.range().start;
            rows.extend(diagram.marks.iter().map(|mark| (start, marked(edition, diagram, mark, &url))));
        }
        for game in checked.games.iter().filter(|game| game.page == index) {
            let start = page.games[game.index].span.range().start;
            rows.extend(recorded(edition, game, &url).map(|row| (start, row)));
        }
        // As they follow one another on the page.
        rows.sort_by_key(|(start, _)| *start);
        let rows: Vec<Json> = rows.into_iter().map(|(_, row)| row).collect();
        let count = |verdict: Verdict| rows.iter().filter(|row| row["verdict"] == verdict.name()).count();
        let title = if page.title.is_empty() { &page.path } else { &page.title };
        let (totals, anchor) = (totals(count), anchor_of(&page.path));
        let group = json!({"title": title, "totals": totals, "anchor": anchor, "url": url, "rows": rows});
        (!rows.is_empty()).then_some(group)
    };
    checked.book.pages.iter().enumerate().filter_map(group).collect()
}

fn section<'a>(edition: &'a Edition<'_>, section: Option<NumberId>) -> Option<&'a str> {
    section.map(|section| edition.checked.book.outline.name(section))
}

fn claimed(edition: &Edition<'_>, claim: &CheckedClaim, quoted: &Quoted, url: &str) -> Json {
    let variant = claim.variant.map(|variant| &edition.variants.rules(variant).variant);
    let show = |value: &Value| variant.map(|variant| value.show(variant)).unwrap_or_default();
    let judgement = &claim.judgement;
    let readings: Vec<String> =
        judgement.readings.iter().map(|(name, value)| format!("{name}: {}", show(value))).collect();
    let note = if readings.is_empty() { judgement.note.clone() } else { readings.join("; ") };
    json!({
        "id": claim.id,
        "before": quoted.before,
        "text": quoted.claim,
        "after": quoted.after,
        "section": section(edition, claim.section),
        "url": format!("{url}#{}", anchor("c", &claim.id)),
        "verdict": judgement.verdict.name(),
        "title": title(judgement.verdict),
        "expression": (judgement.verdict != Verdict::Unchecked).then_some(&claim.expression),
        "actual": judgement.actual.as_ref().map(show),
        "source": judgement.source.as_ref().map(show),
        "note": sentence(&note),
    })
}

fn marked(edition: &Edition<'_>, diagram: &CheckedDiagram, mark: &CheckedMark, url: &str) -> Json {
    let book = &edition.checked.book;
    let decl = &book.pages[diagram.page].diagrams[diagram.index];
    let variant = &edition.variants.rules(edition.checked.figure(diagram).variant).variant;
    let names = |cells: &CellSet| Value::Cells(Box::new(*cells)).show(variant);
    let expression = decl.marks.iter().find(|decl| decl.symbol.text == mark.symbol);
    let number = book.figures.number(diagram.page, diagram.index);
    json!({
        "id": format!("{} {}", decl.id.text, mark.symbol),
        "before": "",
        "text": format!("Figure {number}, mark {}", mark.symbol),
        "after": "",
        "section": section(edition, diagram.section),
        "url": format!("{url}#{}", anchor("d", &decl.id.text)),
        "verdict": mark.verdict.name(),
        "title": title(mark.verdict),
        "expression": expression
            .map(|decl| decl.expression.text().split_whitespace().collect::<Vec<_>>().join(" ")),
        "actual": names(&mark.cells),
        "source": mark.source.as_ref().map(names),
        "note": sentence(&mark.note),
    })
}

/// A game's moves, and its result.
fn recorded<'a>(
    edition: &'a Edition<'_>,
    game: &'a CheckedGame,
    url: &'a str,
) -> impl Iterator<Item = Json> + 'a {
    let (decl, played) = edition.checked.played(game);
    let row = move |id: String, flaw: game::Flaw, said: &str, actual: Option<&str>| {
        json!({
            "id": id,
            "before": "",
            "text": format!("{}, {}", game::title(decl), flaw.name),
            "after": "",
            "section": section(edition, game.section),
            "url": format!("{url}#{}", flaw.anchor),
            "verdict": flaw.verdict.name(),
            "title": title(flaw.verdict),
            "expression": null,
            "actual": actual,
            "source": (flaw.verdict == Verdict::Erratum).then_some(said),
            "note": flaw.text,
        })
    };
    let stated = played.stated.iter().zip(game::result(game, played));
    let result = stated.map(move |(stated, flaw)| row(result_id(played), flaw, &stated.said.text, stated.is));
    let plies = played.replay.plies.iter().zip(&game.plies).enumerate().map(move |(place, (ply, _))| {
        let properly = match &ply.verdict {
            Played::Played { properly, .. } => Some(properly.as_str()),
            Played::Illegal { .. } => None,
        };
        row(ply_id(played, ply), game::flaw(game, played, place), &ply.written.word.text, properly)
    });
    plies.chain(result)
}
