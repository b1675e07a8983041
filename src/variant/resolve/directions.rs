//! Direction classes that a variant adds to its board: `palace = "d1-e2-f3 f1-e2-d3"`, by links from cell to
//! cell, and `up-right = "(1,1)"`, by leaps that are not turned.

use super::sense::check_direction_name;
use crate::decl::top;
use crate::form::{Fields, Value};
use padma_rules::model::{Board, Cell, LinkFlaw, LinkWay};
use padma_rules::names::unknown_cell;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, Span};

/// The most classes that a variant can add, and the most leaps and chains of each.
const MAX_CLASSES: usize = 32;
const MAX_WAYS: usize = 64;

/// The furthest a leap may go.
const FURTHEST: i16 = 31;

/// Returns the board with the direction classes that a variant adds to it.
pub(super) fn with_directions(
    board: Board,
    whole: &Fields,
    diagnostics: &mut Diagnostics,
) -> Board {
    let decls = whole.named(top::DIRECTIONS);
    if let Some((name, _)) = decls.get(MAX_CLASSES) {
        let complaint = Diagnostic::error(Code::TooLarge, "there are too many direction classes");
        diagnostics.push(complaint.at(name.span, format!("at most {MAX_CLASSES}")));
    }
    let mut board = board;
    for (name, value) in decls.iter().take(MAX_CLASSES) {
        check_direction_name(name, &board, diagnostics);
        let Value::Text(text) = value else { continue };
        // A class with a fault is known by its name, so that nothing else is said of it.
        let ways = ways(name, text, &board, diagnostics).unwrap_or_default();
        if board.class(&name.value).is_none() {
            board = board.with_class(&name.value, &ways);
        }
    }
    board
}

/// Returns the ways of a class: one for each leap and for each chain that leads both ways, and one for all
/// the chains that lead one way.
fn ways(
    name: &At<String>,
    text: &Excerpt,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<LinkWay>> {
    let errors = diagnostics.errors();
    let mut ways = Vec::new();
    let mut one_way: Vec<PlacedLink> = Vec::new();
    for (count, word) in text.text().split_whitespace().enumerate() {
        let place = text.at(word);
        if count == MAX_WAYS {
            let message = "this class has too many chains and leaps";
            let expected = format!("at most {MAX_WAYS}");
            return diagnostics.refuse(Code::TooLarge, message, place, &expected);
        }
        if word.starts_with('(') {
            ways.extend(leap(word, place, board, diagnostics).into_iter().flatten());
        } else if word.contains('>') {
            one_way.extend(chain(text, word, '>', board, diagnostics));
        } else {
            let links = chain(text, word, '-', board, diagnostics);
            ways.push(checked_way(word, &links, true, board, diagnostics));
        }
    }
    if !one_way.is_empty() {
        ways.push(checked_way(
            &name.value,
            &one_way,
            false,
            board,
            diagnostics,
        ));
    }
    if ways.is_empty() && diagnostics.errors() == errors {
        let complaint = Diagnostic::error(Code::WrongValue, "this class has no direction");
        let expected = match board.has_own_links() {
            true => "expected links such as `d1-e2-f3` or `d1>e2`",
            false => "expected links such as `d1-e2-f3` or `d1>e2`, or leaps such as `(1,1)`",
        };
        diagnostics.push(complaint.at(text.whole(), expected));
    }
    (diagnostics.errors() == errors).then_some(ways)
}

/// A link, and the place of the cell that it leads to.
struct PlacedLink {
    cells: (Cell, Cell),
    to: Span,
}

/// Reads a chain of cells.
fn chain(
    text: &Excerpt,
    word: &str,
    sign: char,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> Vec<PlacedLink> {
    let mut cells: Vec<(Cell, Span)> = Vec::new();
    for name in word.split(sign) {
        let place = text.at(name);
        match board.cell(name) {
            Some(cell) => cells.push((cell, place)),
            None if name.contains('-') => {
                let message = "this chain has links of both kinds";
                let expected = "expected `-` for links both ways, or `>` for links one way";
                diagnostics.error(Code::WrongValue, message, text.at(word), expected);
                return Vec::new();
            }
            None => diagnostics.push(unknown_cell(name, place, board)),
        }
    }
    if let [(_, place)] = cells[..]
        && !word.contains(sign)
    {
        let expected = "expected another cell after it, such as in `d1-e2`";
        diagnostics.error(Code::WrongValue, "this cell leads nowhere", place, expected);
    }
    if let Some(pair) = cells.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let message = "this link leads from a cell to itself";
        diagnostics.error(
            Code::WrongValue,
            message,
            pair[1].1,
            "expected another cell",
        );
        return Vec::new();
    }
    let link = |pair: &[(Cell, Span)]| PlacedLink {
        cells: (pair[0].0, pair[1].0),
        to: pair[1].1,
    };
    cells.windows(2).map(link).collect()
}

/// Returns the way of some links. Complains about the first that makes it lead to two cells, or back to two.
fn checked_way(
    name: &str,
    links: &[PlacedLink],
    both_ways: bool,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> LinkWay {
    let cells: Vec<(Cell, Cell)> = links.iter().map(|link| link.cells).collect();
    let way = LinkWay {
        name: name.to_string(),
        heading: board.heading_of(&cells),
        links: cells,
        both_ways,
    };
    let (message, index) = match way.flaw() {
        None => return way,
        Some(LinkFlaw::Twice(index)) => {
            let message = "this link is written twice";
            let place = links[index].to;
            diagnostics.error(Code::WrongValue, message, place, "expected each link once");
            return way;
        }
        Some(LinkFlaw::TwoFrom(index)) => {
            let from = board.name(links[index].cells.0);
            (
                format!("this direction leads from {from} to two cells"),
                index,
            )
        }
        Some(LinkFlaw::TwoTo(index)) => {
            let to = board.name(links[index].cells.1);
            (
                format!("this direction leads to {to} from two cells"),
                index,
            )
        }
    };
    let complaint = Diagnostic::error(Code::WrongValue, message);
    let complaint = complaint.at(links[index].to, "the second link");
    let help = "a direction leads from each cell to one other at most, and so does the way back, which Black takes; a chain with `-` is a direction of its own";
    diagnostics.push(complaint.help(help));
    way
}

/// Reads a leap such as `(1,-2)`.
fn leap(
    word: &str,
    place: Span,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<LinkWay>> {
    let numbers = word.strip_prefix('(')?.strip_suffix(')').unwrap_or("");
    let numbers: Option<Vec<i16>> = numbers.split(',').map(|one| one.parse().ok()).collect();
    let fits = |numbers: &Vec<i16>| {
        let is_near = numbers.iter().all(|one| one.abs() <= FURTHEST);
        is_near && numbers.iter().any(|one| *one != 0)
    };
    let ways = numbers
        .filter(fits)
        .and_then(|numbers| board.leap_ways(word, &numbers));
    if ways.is_none() {
        let message = "this leap means nothing on this board";
        let expected = match board.has_own_links() {
            true => "expected links such as `d1-e2`: this board has no leaps".to_string(),
            false => format!(
                "expected two numbers such as `(1,-2)`, or three on linked levels, at most {FURTHEST} and without spaces"
            ),
        };
        diagnostics.error(Code::UnknownDirection, message, place, &expected);
    }
    ways
}
