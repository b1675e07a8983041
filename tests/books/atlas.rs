//! Pictures of whole boards, of every board of the content folder: names of cells lie in their cells and can be read, and
//! numbers of lines cover nothing.

use std::sync::Arc;

use crate::letters::path_of;
use padma_book::load::Session;
use padma_picture::scene::{
    Item, Options, Scene, ScenePoint, Segment, Shape, ShapeClass, ShapeOutline, UNIT, chart,
    lay_out,
};
use padma_rules::diagram::{Diagram, Track};
use padma_rules::model::{Board, Cell, CellKind, ClassRelation, Line};

/// The boards of the content folder's variants, by the variants' names.
fn boards() -> Vec<(String, Arc<Board>)> {
    let content = kit::folder::content();
    let mut session = Session::new(&content, &[]);
    let names: Vec<String> = session.library.names().map(str::to_string).collect();
    let found: Vec<(String, Arc<Board>)> = names
        .into_iter()
        .filter_map(|name| {
            let place = session.variant(&name)?;
            Some((
                name,
                session.library.variants.rules(place).variant.board.clone(),
            ))
        })
        .collect();
    assert!(found.len() > 8, "the books' variants are read");
    found
}

/// The shapes of the group of this class.
fn group(scene: &Scene, class: ShapeClass) -> &[Shape] {
    let found = scene.items.iter().find_map(|item| match item {
        Item::Group(group) if group.class == Some(class) => Some(&group.shapes[..]),
        _ => None,
    });
    found.unwrap_or_default()
}

/// The places a path leads through.
fn places(shape: &Shape) -> Vec<ScenePoint> {
    let path = path_of(&shape.outline);
    assert!(!path.is_empty(), "words have outlines");
    let end = |segment: &Segment| match *segment {
        Segment::Move(at) | Segment::Line(at) | Segment::Quad(_, at) | Segment::Cubic(_, _, at) => {
            Some(at)
        }
        _ => None,
    };
    path.iter().filter_map(end).collect()
}

/// Whether a place lies in a cell: left of each of its sides, as they go round.
fn lies_in(board: &Board, cell: Cell, at: ScenePoint) -> bool {
    let info = board.info(cell);
    let (x, y) = (at.x / UNIT, -at.y / UNIT);
    if info.kind == CellKind::Point {
        return (x - info.centre.x).hypot(y - info.centre.y) < 0.28;
    }
    let corners = &info.outline;
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let turns: Vec<f64> = sides
        .map(|(a, b)| (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x))
        .collect();
    turns.iter().all(|turn| *turn > 0.0) || turns.iter().all(|turn| *turn < 0.0)
}

#[test]
fn every_cell_bears_its_name_where_names_are_wanted() {
    for (variant, board) in boards() {
        let diagram = Diagram {
            names: true,
            ..Diagram::of_board(&board)
        };
        let scene = lay_out(&diagram, &board, &Options::default());
        let names = group(&scene, ShapeClass::CellName);
        assert_eq!(names.len(), board.len(), "{variant}");
        for (cell, name) in board.cells().zip(names) {
            let places = places(name);
            let outside = places.iter().find(|at| !lies_in(&board, cell, **at));
            assert_eq!(outside, None, "{variant}: the name of {}", board.name(cell));
            let (mut top, mut bottom) = (f64::INFINITY, f64::NEG_INFINITY);
            for at in places {
                (top, bottom) = (top.min(at.y), bottom.max(at.y));
            }
            assert!(
                bottom - top > 0.15 * UNIT,
                "{variant}: the name of {} is small",
                board.name(cell)
            );
        }
    }
}

#[test]
fn a_cell_that_no_file_and_rank_name_bears_its_own_name() {
    let toml = "[board]\nkind = \"grid\"\nfiles = 3\nranks = 3\nwithout = \"b2\"\n\
                extra = [{ name = \"z7\", at = [1, 1] }, { name = \"y1\", at = [3, -1] }]\n\
                [[piece]]\nid = \"man\"\nmovement = \"step contiguous\"\n";
    let board = kit::grids::variant(toml).board;
    let scene = lay_out(&Diagram::of_board(&board), &board, &Options::default());
    let names = group(&scene, ShapeClass::CellName);
    assert_eq!(names.len(), 2);
    let wanted = ["z7", "y1"].map(|name| board.cell(name).unwrap());
    for cell in wanted {
        let within = |shape: &&Shape| places(shape).iter().all(|at| lies_in(&board, cell, *at));
        assert_eq!(
            names.iter().filter(within).count(),
            1,
            "{}",
            board.name(cell)
        );
    }
    for (variant, board) in boards() {
        let scene = lay_out(&Diagram::of_board(&board), &board, &Options::default());
        assert!(
            group(&scene, ShapeClass::CellName).is_empty(),
            "{variant}: files and ranks are at the edge"
        );
    }
}

#[test]
fn the_number_of_a_line_covers_no_other_and_no_letter_at_the_edge() {
    let mut numbers = 0;
    for (variant, board) in boards()
        .into_iter()
        .filter(|(_, board)| !board.has_sheets())
    {
        for (class, standing) in board.class_relations() {
            let ClassRelation::Lines(lines) = standing else {
                continue;
            };
            // Where single steps matter, lines have no numbers.
            if lines.iter().any(|line| !line.both_ways) {
                continue;
            }
            let track = |(index, line): (usize, &Line)| Track {
                cells: line.cells.clone(),
                closed: line.closed,
                one_way: false,
                label: (index + 1).to_string(),
                stroke: index,
            };
            let tracks: Vec<Track> = lines.iter().enumerate().map(track).collect();
            let scene = chart(&tracks, &board);
            let discs: Vec<(ScenePoint, f64)> = scene
                .items
                .iter()
                .filter_map(|item| match item {
                    Item::Shape(Shape {
                        class: Some(ShapeClass::Seat(_)),
                        outline: ShapeOutline::Circle { centre, radius },
                        ..
                    }) => Some((*centre, *radius)),
                    _ => None,
                })
                .collect();
            assert_eq!(discs.len(), lines.len(), "{variant} {class}");
            numbers += discs.len();
            for (place, (at, radius)) in discs.iter().enumerate() {
                let near = |other: &(ScenePoint, f64)| {
                    (other.0.x - at.x).hypot(other.0.y - at.y) < 2.0 * radius
                };
                let other = discs[..place].iter().position(near);
                assert_eq!(
                    other,
                    None,
                    "{variant} {class}: line {} and the one at that place",
                    place + 1
                );
                let edge = board.coordinates().iter().find(|coordinate| {
                    (coordinate.at.x * UNIT - at.x).hypot(-coordinate.at.y * UNIT - at.y) < *radius
                });
                assert_eq!(edge, None, "{variant} {class}: line {}", place + 1);
            }
        }
    }
    assert!(numbers > 100, "{numbers}");
}
