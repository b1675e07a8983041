//! The ledger: every claim and every mark of the book with its verdict and its grounds.

use serde::Serialize;

use super::super::edition::Edition;
use super::super::game;
use super::super::passage::Bodies;
use super::super::templates::TemplateFault;
use super::super::templates::View;
use super::super::text::html_path;
use super::super::text::{anchor, sentence};
use super::sentences::{Quoted, sentences};
use crate::claim::{Value, Verdict};
use crate::judge::{CheckedClaim, CheckedDiagram, CheckedGame, CheckedMark, ply_id, result_id};
use crate::lower::NumberId;
use crate::model::CellSet;
use crate::play::Verdict as Played;

#[derive(Serialize)]
struct TotalView {
    verdict: &'static str,
    title: &'static str,
    count: usize,
    /// So many, in words: `6 errata`.
    counted: String,
}

/// The statements of one page.
#[derive(Serialize)]
struct GroupView {
    title: String,
    url: String,
    anchor: String,
    /// How often each verdict occurs, of those that do.
    totals: Vec<TotalView>,
    rows: Vec<RowView>,
}

#[derive(Serialize)]
struct RowView {
    /// As `padma check` reports it.
    id: String,
    /// The words before the statement and after it, in its sentence.
    before: String,
    text: String,
    after: String,
    url: String,
    /// The section of the source that is retold there.
    section: Option<String>,
    verdict: &'static str,
    title: &'static str,
    expression: Option<String>,
    actual: Option<String>,
    source: Option<String>,
    note: String,
}

pub fn bodies(edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    let totals = totals(|verdict| edition.checked.tally(verdict));
    let render = |template, url: fn(&str) -> String| {
        let views: [(&'static str, &dyn View); 2] = [("groups", &groups(edition, url)), ("totals", &totals)];
        edition.templates.render(template, &views)
    };
    let (html, markdown) = (render("ledger.html", html_path)?, render("ledger.md", str::to_string)?);
    Ok(Bodies { html, markdown, pictures: Vec::new(), passages: Vec::new() })
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

fn totals(count: impl Fn(Verdict) -> usize) -> Vec<TotalView> {
    let total = |verdict: Verdict| {
        let (title, count) = (title(verdict), count(verdict));
        let counted = format!("{count} {}", if count == 1 { title } else { plural(verdict) });
        TotalView { verdict: verdict.name(), title, count, counted }
    };
    Verdict::ALL.into_iter().map(total).filter(|total| total.count > 0).collect()
}

fn groups(edition: &Edition<'_>, url: fn(&str) -> String) -> Vec<GroupView> {
    let checked = edition.checked;
    let group = |(index, page): (usize, &crate::book::page::Page)| {
        let url = url(&page.path);
        let mut rows: Vec<(usize, RowView)> = Vec::new();
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
        let rows: Vec<RowView> = rows.into_iter().map(|(_, row)| row).collect();
        let count = |verdict: Verdict| rows.iter().filter(|row| row.verdict == verdict.name()).count();
        GroupView {
            title: if page.title.is_empty() { page.path.clone() } else { page.title.clone() },
            totals: totals(count),
            anchor: anchor_of(&page.path),
            url,
            rows,
        }
    };
    checked.book.pages.iter().enumerate().map(group).filter(|group| !group.rows.is_empty()).collect()
}

fn section(edition: &Edition<'_>, section: Option<NumberId>) -> Option<String> {
    section.map(|section| edition.checked.book.outline.name(section).to_string())
}

fn claimed(edition: &Edition<'_>, claim: &CheckedClaim, quoted: &Quoted, url: &str) -> RowView {
    let variant = claim.variant.map(|variant| &edition.variants.rules(variant).variant);
    let show = |value: &Value| variant.map(|variant| value.show(variant)).unwrap_or_default();
    let judgement = &claim.judgement;
    let readings: Vec<String> =
        judgement.readings.iter().map(|(name, value)| format!("{name}: {}", show(value))).collect();
    let note = if readings.is_empty() { judgement.note.clone() } else { readings.join("; ") };
    RowView {
        id: claim.id.clone(),
        before: quoted.before.clone(),
        text: quoted.claim.clone(),
        after: quoted.after.clone(),
        section: section(edition, claim.section),
        url: format!("{url}#{}", anchor("c", &claim.id)),
        verdict: judgement.verdict.name(),
        title: title(judgement.verdict),
        expression: (judgement.verdict != Verdict::Unchecked).then(|| claim.expression.clone()),
        actual: judgement.actual.as_ref().map(show),
        source: judgement.source.as_ref().map(show),
        note: sentence(&note),
    }
}

fn marked(edition: &Edition<'_>, diagram: &CheckedDiagram, mark: &CheckedMark, url: &str) -> RowView {
    let book = &edition.checked.book;
    let decl = &book.pages[diagram.page].diagrams[diagram.index];
    let variant = &edition.variants.rules(edition.checked.stage(diagram).variant).variant;
    let names = |cells: &CellSet| Value::Cells(Box::new(*cells)).show(variant);
    let expression = decl.marks.iter().find(|decl| decl.symbol.text == mark.symbol);
    RowView {
        id: format!("{} {}", decl.id.text, mark.symbol),
        before: String::new(),
        after: String::new(),
        section: section(edition, diagram.section),
        text: format!("Figure {}, mark {}", book.figures.number(diagram.page, diagram.index), mark.symbol),
        url: format!("{url}#{}", anchor("d", &decl.id.text)),
        verdict: mark.verdict.name(),
        title: title(mark.verdict),
        expression: expression
            .map(|decl| decl.expression.text().split_whitespace().collect::<Vec<_>>().join(" ")),
        actual: Some(names(&mark.cells)),
        source: mark.source.as_ref().map(names),
        note: sentence(&mark.note),
    }
}

/// A game's moves, and its result.
fn recorded<'a>(
    edition: &'a Edition<'_>,
    game: &'a CheckedGame,
    url: &'a str,
) -> impl Iterator<Item = RowView> + 'a {
    let (decl, played) = edition.checked.played(game);
    let plies = played.replay.plies.iter().zip(&game.plies).enumerate();
    let row = move |id: String, slip: game::Slip, said: &str, actual: Option<String>| RowView {
        id,
        before: String::new(),
        after: String::new(),
        section: section(edition, game.section),
        text: format!("{}, {}", game::title(decl), slip.name),
        url: format!("{url}#{}", slip.anchor),
        verdict: slip.verdict.name(),
        title: title(slip.verdict),
        expression: None,
        actual,
        source: (slip.verdict == Verdict::Erratum).then(|| said.to_string()),
        note: slip.text,
    };
    let stated = played.stated.iter().zip(game::result(game, played));
    let result = stated.map(move |(stated, slip)| {
        row(result_id(played), slip, &stated.said.text, stated.is.map(str::to_string))
    });
    let plies = plies.map(move |(place, (ply, _))| {
        let properly = match &ply.verdict {
            Played::Played { properly, .. } => Some(properly.clone()),
            Played::Illegal { .. } => None,
        };
        row(ply_id(played, ply), game::slip(game, played, place), &ply.written.word.text, properly)
    });
    plies.chain(result)
}
