//! The page of checks: every claim and every mark of the book with its verdict and its grounds.

use serde_json::{Value as Json, json};

use super::super::edition::Edition;
use super::super::game;
use super::super::medium::Addresses;
use super::super::seal;
use super::super::text::{
    claim_link, code_parts, merge, quoted_words, restatement, sentence, shown, value_text,
};
use padma_book::claim::Verdict;
use padma_book::judge::{
    CheckedClaim, CheckedDiagram, CheckedGame, CheckedMark, DiagramNaming, QuotedClaim, Weight,
    Witness, quote_claims, restate_mark,
};
use padma_book::pages::ids::anchor;
use padma_book::pages::made::{ReferencePage, anchor_of_statements};
use padma_book::report::Totals;
use padma_expr::{ExprValue, NumberId};
use padma_rules::model::CellSet;
use padma_text::{At, on_one_line};
use padma_words::{Listing, Say, SlotValue, say};

pub(crate) fn view(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Json {
    let counts = totals(edition, |verdict| edition.checked.tally(verdict));
    let totals = Totals::of(edition.checked);
    let parts = seal::bar_parts(&totals);
    let key = |part: &seal::BarPart| json!({"class": part.class, "count": part.count, "meaning": edition.say(part.meaning())});
    json!({
        "groups": groups(edition, addresses),
        "totals": counts,
        "reading": reading(edition),
        "bar": addresses.elements(seal::bar(&totals)),
        "parts": parts.iter().map(key).collect::<Vec<_>>(),
    })
}

/// Returns what is known of how the sentences were read, and by whom if the book says it; `None` for
/// a book whose sentences were not read.
fn reading(edition: &Edition<'_>) -> Option<String> {
    let book = &edition.checked.book;
    let review = book.review.as_ref()?;
    let reader = |(sign, who): &(At<String>, String)| {
        let by = review.lines().map(|line| line.note.initials());
        let count = by.filter(|by| *by == sign.value).count();
        say!(labels::Reader, who, count)
    };
    let readers = Listing::Enumeration.of(book.decl.readers.iter().map(reader));
    Some(edition.say(say!(labels::SentencesRead, readers)))
}

/// Returns the words for a statement with a verdict, or for several.
fn title(verdict: Verdict, count: usize) -> Say {
    say!(
        labels::VerdictTitle,
        verdict = SlotValue::Key(verdict.name()),
        count
    )
}

/// Returns the count of each verdict that occurs; `counted` has it in words: `6 open questions`.
fn totals(edition: &Edition<'_>, count: impl Fn(Verdict) -> usize) -> Vec<Json> {
    let total = |verdict: Verdict| {
        let count = count(verdict);
        let counted = edition.say(say!(
            labels::CountedPart,
            count,
            meaning = title(verdict, count)
        ));
        let title = edition.say(title(verdict, 1));
        let total =
            json!({"verdict": verdict.name(), "title": title, "count": count, "counted": counted});
        (count > 0).then_some(total)
    };
    Verdict::ALL.into_iter().filter_map(total).collect()
}

/// Returns the view of the statements of each page that has any.
fn groups(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Vec<Json> {
    let checked = edition.checked;
    let group = |(index, page): (usize, &padma_book::pages::page::Page)| {
        let mut rows: Vec<(usize, Json)> = Vec::new();
        let sentences = quote_claims(page, checked.book.decl.raw_html);
        let claims = checked
            .claims
            .iter()
            .enumerate()
            .filter(|(_, claim)| claim.page == index);
        rows.extend(claims.map(|(number, claim)| {
            let start = page.claims[claim.link].span.range().start;
            let change = edition
                .strength
                .and_then(|strength| strength.witnesses[number].as_ref());
            let witness = change.map(|change| witness(edition, change, addresses));
            (
                start,
                merge(
                    claim_row(edition, claim, &sentences[claim.link], addresses),
                    json!({"witness": witness}),
                ),
            )
        }));
        for diagram in checked
            .diagrams
            .iter()
            .filter(|diagram| diagram.page == index)
        {
            let start = page.diagrams[diagram.index].span.range().start;
            rows.extend(
                diagram
                    .marks
                    .iter()
                    .map(|mark| (start, mark_row(edition, diagram, mark, addresses))),
            );
        }
        for game in checked.games.iter().filter(|game| game.page == index) {
            let start = page.games[game.index].span.range().start;
            rows.extend(game_rows(edition, game, addresses).map(|row| (start, row)));
        }
        // Sort the statements into page order.
        rows.sort_by_key(|(start, _)| *start);
        let rows: Vec<Json> = rows.into_iter().map(|(_, row)| row).collect();
        let count = |verdict: Verdict| {
            rows.iter()
                .filter(|row| row["verdict"] == verdict.name())
                .count()
        };
        let title = if page.title.is_empty() {
            &page.path
        } else {
            &page.title
        };
        let (totals, anchor) = (totals(edition, count), anchor_of_statements(&page.path));
        let group = json!({"title": title, "totals": totals, "anchor": addresses.id(&anchor), "url": addresses.url(&page.path), "rows": rows});
        (!rows.is_empty()).then_some(group)
    };
    checked
        .book
        .pages
        .iter()
        .enumerate()
        .filter_map(group)
        .collect()
}

/// Returns the row of a statement: the fields that all rows have, and its own. `place` is its
/// section and its address.
fn row(
    edition: &Edition<'_>,
    place: (Option<NumberId>, String),
    verdict: Verdict,
    weight: Option<Weight>,
    own: Json,
) -> Json {
    let (section, url) = place;
    let common = json!({
        "before": "",
        "after": "",
        "anchor": "",
        "section": section.map(|section| edition.checked.book.outline.name(section)),
        "url": url,
        "verdict": verdict.name(),
        "title": edition.say(title(verdict, 1)),
        "weight": weight.map(Weight::name),
        "says_parts": null,
        "expression": null,
        "witness": null,
    });
    merge(common, own)
}

fn claim_row(
    edition: &Edition<'_>,
    claim: &CheckedClaim,
    quoted: &QuotedClaim,
    addresses: &Addresses<'_>,
) -> Json {
    let page = &edition.checked.book.pages[claim.page].path;
    let show = |value: &ExprValue| shown(edition, claim, value);
    let judgement = &claim.judgement;
    let readings: Vec<String> = judgement
        .readings
        .iter()
        .map(|(name, value)| format!("{name}: {}", show(value)))
        .collect();
    let note = if readings.is_empty() {
        judgement.note.clone()
    } else {
        readings.join("; ")
    };
    let own = json!({
        "id": claim.id,
        "anchor": addresses.id(&anchor("c", &claim.id)),
        "before": quoted.before,
        "text": quoted.claim,
        "after": quoted.after,
        "actual": judgement.actual.as_ref().map(show),
        "source": match &judgement.quotation {
            Some(quotation) => Some(quoted_words(quotation)),
            // The verdict already says that it agrees.
            None => (judgement.source.as_ref())
                .filter(|value| !matches!(value, ExprValue::Truth(true)))
                .map(show),
        },
        "note": sentence(&note),
    });
    let says = edition.restated(claim);
    let is_computed = judgement.verdict != Verdict::Unchecked;
    let expression = is_computed.then(|| claim.expression.clone());
    let own = merge(own, restatement(says, expression));
    let place = (
        claim.section,
        addresses.url(&format!("{page}{}", claim_link(edition.checked, claim))),
    );
    row(edition, place, judgement.verdict, claim.weight(), own)
}

/// Returns the view of a change that makes a claim fail, with a link to what is changed.
pub(crate) fn witness(edition: &Edition<'_>, change: &Witness, addresses: &Addresses<'_>) -> Json {
    let Witness {
        given,
        change: when,
        ..
    } = change;
    let pages = &edition.checked.book.pages;
    let has_diagram = |page: &&padma_book::pages::page::Page| {
        page.diagrams.iter().any(|decl| decl.id.text == given.name)
    };
    let target = match given.kind {
        "piece" => format!(
            "{}#{}",
            ReferencePage::PieceIndex.path(),
            anchor("p", &given.name)
        ),
        "diagram" | "drawing" => {
            let page = pages
                .iter()
                .find(has_diagram)
                .map(|page| page.path.as_str())
                .unwrap_or_default();
            format!("{page}#{}", anchor("d", &given.name))
        }
        "cell" | "board" | "sets" => ReferencePage::Atlas.path().to_string(),
        "source" | "book" => pages
            .first()
            .map(|page| page.path.clone())
            .unwrap_or_default(),
        _ => ReferencePage::RulesOfPlay.path().to_string(),
    };
    json!({"when": when, "parts": code_parts(when), "url": addresses.url(&target)})
}

fn mark_row(
    edition: &Edition<'_>,
    diagram: &CheckedDiagram,
    mark: &CheckedMark,
    addresses: &Addresses<'_>,
) -> Json {
    let book = &edition.checked.book;
    let decl = &book.pages[diagram.page].diagrams[diagram.index];
    let variant = edition.variant_of(diagram);
    let names = |cells: &CellSet| value_text(edition, &ExprValue::Cells(Box::new(*cells)), variant);
    let expression = decl
        .marks
        .iter()
        .find(|decl| decl.symbol.text == mark.symbol);
    let number = book.figures.number(diagram.page, diagram.index);
    let own = json!({
        "id": format!("{} {}", decl.id.text, mark.symbol),
        "text": edition.say(say!(labels::MarkOf, number, symbol = &mark.symbol)),
        "actual": names(&mark.cells),
        "source": mark.source.as_ref().map(names),
        "note": sentence(&mark.note),
    });
    let says = restate_mark(
        edition.checked,
        diagram,
        mark,
        edition.variants,
        DiagramNaming::ByNumber,
    );
    let says = says.map(|says| edition.said(says));
    let expression = expression.map(|decl| on_one_line(decl.expression.text()));
    let own = merge(own, restatement(says.as_ref(), expression));
    let place = (
        diagram.section,
        addresses.url(&format!(
            "{}#{}",
            book.pages[diagram.page].path,
            anchor("d", &decl.id.text)
        )),
    );
    row(edition, place, mark.verdict, Some(mark.weight()), own)
}

/// Returns the rows of a game's moves and its result.
fn game_rows<'a>(
    edition: &'a Edition<'_>,
    game: &'a CheckedGame,
    addresses: &'a Addresses<'a>,
) -> impl Iterator<Item = Json> + 'a {
    let (decl, played) = edition.checked.game(game);
    let page = &edition.checked.book.pages[game.page].path;
    edition.checked.recorded_moves(game).map(move |recorded| {
        let finding = game::GameFinding::of(edition, played, &recorded);
        let own = json!({
            "id": recorded.id,
            "text": format!("{}, {}", game::title(decl), finding.name),
            "actual": recorded.actual,
            "source": (finding.verdict == Verdict::Erratum).then_some(&recorded.written.text),
            "note": finding.text,
        });
        row(
            edition,
            (
                game.section,
                addresses.url(&format!("{page}#{}", finding.anchor)),
            ),
            finding.verdict,
            Some(edition.checked.weight_of_moves(game)),
            own,
        )
    })
}
