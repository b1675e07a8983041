//! Compares boards and setups.

use serde_json::json;

use super::change::{BookChange, DiffKind, How, counted, gained_and_lost, listed, said_of};
use super::pair::{Own, VariantPair, only};
use super::picture;
use padma_rules::diagram::Diagram;
use padma_rules::model::{Board, CellSet, KindId, Piece, Side, Variant};
use padma_rules::movement::words::{joined, with_article};

/// Returns the change of the cells and of the steps between them.
pub(super) fn board(pair: &VariantPair<'_>) -> Option<BookChange> {
    if pair.is_same_board {
        return None;
    }
    let [old, new] = [&pair.old.variant.board, &pair.new.variant.board];
    let gained = pair.names(&(new.all() - pair.shared));
    let lost: Vec<String> = old
        .names()
        .filter(|name| new.cell(name).is_none())
        .map(str::to_string)
        .collect();
    let mut says: Vec<String> = Vec::new();
    says.extend(gained_and_lost(&gained, &lost).map(|did| format!("The board {did}.")));
    let mut kinds = pair
        .cells
        .iter()
        .filter(|[was, is]| old.info(*was).kind != new.info(*is).kind);
    if let Some([was, is]) = kinds.next() {
        let more = match kinds.count() {
            0 => String::new(),
            more => format!(", and {} changed too", counted(more, "other cell")),
        };
        let [now, before] =
            [new.info(*is).kind, old.info(*was).kind].map(|kind| with_article(kind.name()));
        says.push(format!(
            "{} is now {now}, not {before}{more}.",
            new.name(*is)
        ));
    }
    says.extend(steps(pair));
    let absent = pair.in_new(old.absent());
    let now = *new.absent() & pair.shared;
    let (gone, back) = (now - absent, (absent & pair.shared) - now);
    for (cells, text) in [
        (gone, "are absent at the start"),
        (back, "are present from the start"),
    ] {
        if !cells.is_empty() {
            says.push(format!(
                "These cells now {text}: {}.",
                listed(&pair.names(&cells))
            ));
        }
    }
    if says.is_empty() {
        says.push(
            "The order or the shades of the cells changed, or the set of cells that may travel."
                .to_string(),
        );
    }
    let change = BookChange::new(
        DiffKind::Board,
        How::Changed,
        &pair.new.variant.id,
        says.join(" "),
    );
    Some(
        change
            .with("variant", json!(pair.new.variant.id))
            .with("gained", json!(gained))
            .with("lost", json!(lost)),
    )
}

/// Describes the steps whose targets changed, between cells that both boards have.
fn steps(pair: &VariantPair<'_>) -> Option<String> {
    let [old, new] = [&pair.old.variant.board, &pair.new.variant.board];
    let next = |of: &Board, cell| -> Vec<(String, String)> {
        let mut next: Vec<(String, String)> = of
            .directions()
            .filter_map(|(dir, direction)| {
                Some((
                    direction.name.clone(),
                    of.name(of.next(cell, dir)?).to_string(),
                ))
            })
            .filter(|(_, name)| old.cell(name).is_some() && new.cell(name).is_some())
            .collect();
        next.sort();
        next
    };
    let differ: Vec<_> = pair
        .cells
        .iter()
        .map(|[was, is]| (*is, next(old, *was), next(new, *is)))
        .filter(|(_, was, is)| was != is)
        .collect();
    let (cell, was, is) = differ.first()?;
    let [new_steps, old_steps] = [only(is, was), only(was, is)].map(|steps| {
        steps
            .map(|(dir, to)| format!("{dir} to {to}"))
            .collect::<Vec<_>>()
    });
    let steps = [
        ("now leads", &new_steps[..]),
        ("no longer leads", &old_steps),
    ];
    let leads = said_of(steps, |steps| joined(steps, "and")).unwrap_or_default();
    let from = counted(differ.len(), "cell");
    Some(format!(
        "Steps from {from} lead elsewhere: {}, for example, {leads}.",
        new.name(*cell)
    ))
}

/// A piece of a setup: its side, its name, and its place; beside the board, the place gives the
/// count.
type SetupPiece = (Side, String, String);

/// Returns the change of the setup.
pub(super) fn setup(pair: &VariantPair<'_>, own: Own<'_>) -> Option<BookChange> {
    let new_id = |id: KindId| {
        let same = pair.kinds.iter().find(|[old, _]| *old == id);
        let is = same.map(|[_, new]| pair.new.variant.kind(*new));
        is.unwrap_or(pair.old.variant.kind(id)).name.clone()
    };
    let new_name = |id: KindId| pair.new.variant.kind(id).name.clone();
    let before = standing(&pair.old.variant, &new_id);
    let after = standing(&pair.new.variant, &new_name);
    let [gained, lost] = [only(&after, &before), only(&before, &after)].map(|pieces| {
        pieces
            .map(|(side, name, place)| format!("{} {name} {place}", side.name()))
            .collect::<Vec<_>>()
    });
    let some = |pieces: &[String]| {
        const MOST: usize = 6;
        let more = pieces.len().saturating_sub(MOST);
        let mut some: Vec<String> = pieces
            .iter()
            .take(MOST)
            .map(|piece| with_article(piece))
            .collect();
        some.extend((more > 0).then(|| format!("{more} more")));
        joined(&some, "and")
    };
    let (was, is) = (&pair.old.variant.setup, &pair.new.variant.setup);
    let says = match (was, is) {
        (None, Some(_)) => "There is now a setup.".to_string(),
        (Some(_), None) => "There is no longer a setup.".to_string(),
        _ => format!(
            "The setup {}.",
            said_of([("gained", &gained), ("lost", &lost)], some)?
        ),
    };
    let variant = &pair.new.variant;
    let mut change = BookChange::new(DiffKind::Setup, How::Changed, &variant.id, says)
        .with("variant", json!(variant.id))
        .with("gained", json!(gained))
        .with("lost", json!(lost));
    if let Some(setup) = is {
        let mut diagram = Diagram::of(&setup.position, variant);
        let [gained, lost] = [only(&after, &before), only(&before, &after)].map(|pieces| {
            let cells =
                pieces.filter_map(|(_, _, place)| variant.board.cell(place.strip_prefix("on ")?));
            cells.collect::<CellSet>()
        });
        let meanings = [
            ("x", "as before"),
            ("+", "a different piece"),
            ("-", "no piece now"),
        ];
        diagram.marks = picture::marks(meanings, [CellSet::EMPTY, gained, lost - gained]);
        let id = format!("{}-{}-setup", own.checked.book.name, variant.id);
        change.picture = Some(picture::drawn(
            own,
            &diagram,
            &variant.board,
            &id,
            "The setup".to_string(),
        ));
    }
    Some(change)
}

fn standing(variant: &Variant, name: &dyn Fn(KindId) -> String) -> Vec<SetupPiece> {
    let Some(setup) = &variant.setup else {
        return Vec::new();
    };
    let on_board = setup
        .position
        .pieces()
        .filter_map(|(cell, Piece { side, kind })| {
            Some((
                side,
                name(kind?),
                format!("on {}", variant.board.name(cell)),
            ))
        });
    let aside = setup.reserve.iter().map(|(side, kind, count)| {
        (
            side,
            name(kind),
            format!("beside the board, {count} in number"),
        )
    });
    on_board.chain(aside).collect()
}
