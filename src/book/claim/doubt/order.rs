//! Reads the order of cells in a sentence about a ring or a line: they must follow one another
//! around or along it.

use super::passage::{ClaimInSentence, Doubt};
use padma_expr::Scope;
use padma_rules::model::{Cell, CellSet};
use padma_words::Sense;

/// The least number of cells whose order can be wrong.
const LEAST: usize = 4;

/// Maximum distance of a cell's middle from the line that it counts as being on, in sides of a
/// cell.
const ON_LINE: f64 = 0.05;

/// Returns the doubt about a list of cells in a ring that do not follow one another.
pub(super) fn broken_ring(claim: &ClaimInSentence<'_>, scope: Scope<'_>) -> Option<Doubt> {
    let places = listed_places(claim, Sense::Around, scope)?;
    let count = places.len() as f64;
    let middle = places
        .iter()
        .fold((0.0, 0.0), |sum, place| (sum.0 + place.0, sum.1 + place.1));
    let middle = (middle.0 / count, middle.1 / count);
    // Counter-clockwise around the middle: first the half above it, from right to left, then the half
    // below.
    let offset = |index: usize| (places[index].0 - middle.0, places[index].1 - middle.1);
    let is_below = |(x, y): (f64, f64)| y < 0.0 || y == 0.0 && x < 0.0;
    let mut around: Vec<usize> = (0..places.len()).collect();
    around.sort_by(|a, b| {
        let (a, b) = (offset(*a), offset(*b));
        let halves = is_below(a).cmp(&is_below(b));
        halves.then((a.1 * b.0).total_cmp(&(a.0 * b.1)))
    });
    let rank = |of: usize| around.iter().position(|index| *index == of).unwrap_or(0);
    let is_step = |by: usize| {
        (0..places.len()).all(|index| {
            let next = (index + 1) % places.len();
            (rank(index) + by) % places.len() == rank(next)
        })
    };
    (!is_step(1) && !is_step(places.len() - 1))
        .then(|| claim.doubt("the cells do not follow one another in a ring in this order"))
}

/// Returns the doubt about a list of cells on a line that goes to and fro. From a middle a list may go
/// first to one side and then to the other.
pub(super) fn broken_line(claim: &ClaimInSentence<'_>, scope: Scope<'_>) -> Option<Doubt> {
    let places = listed_places(claim, Sense::Along, scope)?;
    // The distance of each cell along the line through the first and the last, if all lie on it.
    let (first, last) = (places[0], places[places.len() - 1]);
    let (x, y) = (last.0 - first.0, last.1 - first.1);
    let is_off = |place: &(f64, f64)| {
        ((place.0 - first.0) * y - (place.1 - first.1) * x).abs() > ON_LINE * x.hypot(y)
    };
    if places.iter().any(is_off) {
        return None;
    }
    let along = |place: &(f64, f64)| (place.0 - first.0) * x + (place.1 - first.1) * y;
    let steps: Vec<bool> = places
        .windows(2)
        .map(|pair| along(&pair[1]) > along(&pair[0]))
        .collect();
    let turns = steps.windows(2).filter(|pair| pair[0] != pair[1]).count();
    (turns > 1)
        .then(|| claim.doubt("the cells do not follow one another along the line in this order"))
}

/// Returns the middles of the cells that a claim lists, if there are enough and its sentence has a word
/// of a sense.
fn listed_places(
    claim: &ClaimInSentence<'_>,
    sense: Sense,
    scope: Scope<'_>,
) -> Option<Vec<(f64, f64)>> {
    let board = &scope.rules.variant.board;
    let listed = claim.sentence.cells(board, claim.range.clone());
    let listed: Vec<Cell> = listed.map(|(_, cell)| cell).collect();
    // A cell that is named twice belongs to no one list.
    let is_list =
        listed.len() >= LEAST && CellSet::from_iter(listed.iter().copied()).len() == listed.len();
    let is_said = is_list && claim.sentence.has(sense, claim.sentence.whole());
    let centres = listed.iter().map(|cell| board.info(*cell).centre);
    is_said.then(|| centres.map(|point| (point.x, point.y)).collect())
}
