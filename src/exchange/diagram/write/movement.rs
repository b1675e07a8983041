//! A piece's movement as a string of XBetza. What is printed is read back, so that it means the
//! movement or is not printed.

use padma_rules::model::{KindId, Sided, SidedSet, Variant};
use padma_rules::movement::leg::{Component, Leap, LegWay, Motion};
use padma_rules::movement::{ClauseKind, Dialect, Places, betza, by_atom, lower};
use padma_rules::moves::on_board;
use padma_text::Sources;
use padma_text::diag::Diagnostics;

/// Why a movement has no string.
type NoString = &'static str;

/// Returns the string of a piece's movement: as it was written, if it was written as one.
pub(super) fn string(variant: &Variant, kind: KindId) -> Result<String, NoString> {
    let sentence = &variant.kind(kind).movement;
    if let [clause] = &sentence.clauses[..]
        && let ClauseKind::Betza(betza) = &clause.kind
        && betza.dialect == Dialect::Xbetza
    {
        return Ok(betza.text.clone());
    }
    let sentence_of = |id: &str| Some(&variant.kind(variant.kind_named(id)?).movement);
    let mut components = on_board(lower(sentence, &sentence_of), &variant.board);
    let cells =
        |places: &Places| Sided::by(|side| variant.sets.resolve(places, side, &variant.board));
    let leads_nowhere = |component: &Component| {
        component
            .onto
            .as_ref()
            .is_some_and(|onto| cells(onto) == SidedSet::default())
    };
    components.retain(|component| !leads_nowhere(component));
    if components
        .iter()
        .any(|component| !component.replaces.is_empty())
    {
        return Err("a clause that begins with `otherwise`");
    }
    let depends = |component: &Component| {
        component.from.is_some() || component.over.is_some() || component.onto.is_some()
    };
    if components.iter().any(depends) {
        return Err("it depends on the cells that it leaves, passes or lands on");
    }
    let no_string = "no string of an Interactive Diagram means it";
    let by_atom: Vec<Component> = components
        .iter()
        .flat_map(|one| with_leaps(one, by_atom))
        .collect();
    let text = betza::print(&by_atom, Dialect::Xbetza).ok_or(no_string)?;
    let excerpt = Sources::default().excerpt("movement", &text);
    let again = betza::parse(&excerpt, Dialect::Xbetza, &mut Diagnostics::default());
    let again = again.map(|betza| betza.components).unwrap_or_default();
    let (rays, again) = (rays(&components), rays(&again));
    let is_same =
        rays.iter().all(|ray| again.contains(ray)) && again.iter().all(|ray| rays.contains(ray));
    is_same.then_some(text).ok_or(no_string)
}

/// Returns a component once for each of the lists into which a function sorts its first leaps.
fn with_leaps(component: &Component, sort: impl Fn(&[Leap]) -> Vec<Vec<Leap>>) -> Vec<Component> {
    let Motion::Legs(legs) = &component.motion else {
        return vec![component.clone()];
    };
    let Some(LegWay::Leaps(leaps)) = legs.first().map(|leg| &leg.way) else {
        return vec![component.clone()];
    };
    let one = |leaps: Vec<Leap>| {
        let mut legs = legs.clone();
        legs[0].way = LegWay::Leaps(leaps);
        Component {
            motion: Motion::Legs(legs),
            ..component.clone()
        }
    };
    sort(leaps).into_iter().map(one).collect()
}

/// Returns components with one leap first.
fn rays(components: &[Component]) -> Vec<Component> {
    let each = |leaps: &[Leap]| leaps.iter().map(|leap| vec![*leap]).collect();
    let rays = components
        .iter()
        .flat_map(|component| with_leaps(component, each));
    rays.collect()
}
