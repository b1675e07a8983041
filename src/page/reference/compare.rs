//! Pieces side by side: their measures, what each is to the others, and what a script needs to
//! show any of them together.

use serde::Serialize;
use serde_json::json;

use super::super::edition::Edition;
use super::super::passage::Bodies;
use super::super::templates::TemplateFault;
use super::super::text::anchor;
use super::index;
use super::measures::Measures;
use super::relations::{Relation, relations};
use crate::backend::svg;
use crate::diagram::Diagram;
use crate::model::{Cell, Deed, KindId, Variant};
use crate::reach::Rules;
use crate::scene::{self, Options};

#[derive(Serialize)]
struct VariantView {
    id: String,
    anchor: String,
    title: String,
    /// The piece with the most moves first.
    pieces: Vec<RowView>,
    /// Whether any of them lacks something of another.
    has_lacks: bool,
    /// Those that are nothing of all that to any other.
    unrelated: Vec<String>,
    board: String,
}

#[derive(Serialize)]
struct RowView {
    name: String,
    /// The anchor of its entry in the index.
    entry: String,
    measures: Measures,
    stronger_than: Vec<String>,
    weaker_than: Vec<String>,
    equal_to: Vec<String>,
    lacks: Vec<LackView>,
    /// What it is to others, and to how many of them.
    relations: Vec<CountView>,
}

#[derive(Serialize)]
struct CountView {
    what: &'static str,
    count: usize,
}

/// What a piece has not, of others that go nowhere else on the empty board.
#[derive(Serialize)]
struct LackView {
    of: Vec<String>,
    what: String,
}

/// What the script reads beside the move tables.
#[derive(Serialize)]
struct DataView {
    id: String,
    title: String,
    /// The cells that are not there at first.
    absent: Vec<usize>,
    pieces: Vec<PieceData>,
}

#[derive(Serialize)]
struct PieceData {
    id: String,
    letter: String,
    /// All its moves from all cells.
    moves: usize,
    /// What an empty board does not show of it.
    powers: Vec<&'static str>,
}

pub fn bodies(edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    let data: Vec<DataView> =
        edition.of_book.iter().map(|place| data(edition.variants.rules(*place))).collect();
    // These views hold strings and lists, which always serialise; no `<` may end the script's element.
    let data = serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c");
    let variants = views(edition);
    Bodies::of(edition, "compare", |_| json!({"variants": variants, "data": data}))
}

/// Where a variant's pieces stand on the page.
pub fn anchor_of(variant: &Variant) -> String {
    anchor("v", &variant.id)
}

/// Whether this is a choice of pieces and a cell: `rook+bishop@e4`, with `lotus-41/` before it for another
/// variant than the first. The cell is there at first.
pub fn is_choice(text: &str, variants: &[&Variant]) -> bool {
    let (variant, choice) = match text.split_once('/') {
        Some((id, choice)) => (variants.iter().find(|variant| variant.id == id), choice),
        None => (variants.first(), text),
    };
    let Some((variant, (pieces, cell))) = variant.zip(choice.rsplit_once('@')) else { return false };
    let cell = variant.board.cell(cell).filter(|cell| !variant.board.absent().contains(*cell));
    cell.is_some() && pieces.split('+').all(|piece| variant.kind_named(piece).is_some())
}

fn views(edition: &Edition<'_>) -> Vec<VariantView> {
    let variants = edition.own_variants();
    let listed = index::listed(&variants);
    let view = |(place, variant): (usize, &&Variant)| {
        // A piece that an earlier variant has alike stands in the index for that one.
        let entry = |id: &str| {
            let found =
                listed.iter().rev().find(|(at, kind)| *at <= place && variants[*at].kind(*kind).id == id);
            found.map(|(at, kind)| index::anchor_of(&variants, *at, *kind)).unwrap_or_default()
        };
        let pieces = rows(edition.variants.rules(edition.of_book[place]), &entry);
        let board = Diagram::of_board(&variant.board);
        let board = scene::lay_out(&board, &variant.board, &Options::default());
        VariantView {
            id: variant.id.clone(),
            anchor: anchor_of(variant),
            title: variant.title.clone(),
            has_lacks: pieces.iter().any(|piece| !piece.lacks.is_empty()),
            unrelated: pieces
                .iter()
                .filter(|piece| piece.relations.is_empty())
                .map(|piece| piece.name.clone())
                .collect(),
            pieces,
            board: svg::inline(&board, &anchor("board", &variant.id), &variant.title, ""),
        }
    };
    variants.iter().enumerate().map(view).collect()
}

/// The pieces of a variant, each with what it is to the others.
fn rows(rules: &Rules, entry: &dyn Fn(&str) -> String) -> Vec<RowView> {
    let variant = &rules.variant;
    let kinds: Vec<KindId> = by_name(variant);
    let name = |index: usize| variant.kind(kinds[index]).name.clone();
    let row = |(index, relations): (usize, &Vec<Relation>)| {
        let others = || relations.iter().enumerate().filter(|(other, _)| *other != index);
        let those = |wanted: Relation| -> Vec<String> {
            others().filter(|(_, relation)| **relation == wanted).map(|(other, _)| name(other)).collect()
        };
        let mut lacks: Vec<LackView> = Vec::new();
        for (other, relation) in others() {
            let Relation::Lacks(what) = relation else { continue };
            let what = what.join(", ");
            match lacks.iter_mut().find(|lack| lack.what == what) {
                Some(lack) => lack.of.push(name(other)),
                None => lacks.push(LackView { of: vec![name(other)], what }),
            }
        }
        let (stronger_than, weaker_than, equal_to) =
            (those(Relation::Stronger), those(Relation::Weaker), those(Relation::Equal));
        let lacking = lacks.iter().map(|lack| lack.of.len()).sum();
        let counts = [
            ("stronger than", stronger_than.len()),
            ("weaker than", weaker_than.len()),
            ("equal to", equal_to.len()),
            ("lacks something of", lacking),
        ];
        RowView {
            name: name(index),
            entry: entry(&variant.kind(kinds[index]).id),
            measures: Measures::new(rules, kinds[index]),
            stronger_than,
            weaker_than,
            equal_to,
            lacks,
            relations: counts
                .into_iter()
                .filter(|(_, count)| *count > 0)
                .map(|(what, count)| CountView { what, count })
                .collect(),
        }
    };
    let mut rows: Vec<RowView> = relations(rules, &kinds).iter().enumerate().map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.measures.moves()));
    rows
}

fn by_name(variant: &Variant) -> Vec<KindId> {
    let mut kinds: Vec<KindId> = variant.kind_ids().collect();
    kinds.sort_by_cached_key(|kind| variant.kind(*kind).name.to_lowercase());
    kinds
}

fn data(rules: &Rules) -> DataView {
    let variant = &rules.variant;
    let kind = |id: &KindId| PieceData {
        id: variant.kind(*id).id.clone(),
        letter: variant.kind(*id).letter.clone(),
        moves: Measures::new(rules, *id).moves(),
        powers: variant.powers(*id).map(Deed::noun).collect(),
    };
    DataView {
        id: variant.id.clone(),
        title: variant.title.clone(),
        absent: variant.board.absent().iter().map(Cell::index).collect(),
        pieces: by_name(variant).iter().map(kind).collect(),
    }
}
