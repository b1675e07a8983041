//! The classes of shapes. A class has a name for style sheets and the inks with which it is
//! painted. The [`theme`](super::theme) gives the inks their colours. Knows no boards.

use padma_rules::model::Owner;

/// Number of shades of cells; higher shades wrap round.
pub(crate) const SHADES: u8 = 9;
/// The shade of points. Each point has a line round it.
const POINT_SHADE: u8 = 7;
/// Number of marks with colours of their own; later ones wrap round. Their shapes wrap later, see
/// [`SHAPES`](super::marks::SHAPES).
pub(crate) const INKS: u8 = 6;
/// Number of tracks with strokes of their own; later ones wrap round.
pub(crate) const STROKES: u8 = 12;
/// The dashes of strokes: dash, gap, and so on. With five patterns and six inks, no two strokes
/// are alike.
const DASHES: [&[f64]; 5] = [
    &[],
    &[16.0, 11.0],
    &[2.0, 10.0],
    &[26.0, 10.0, 2.0, 10.0],
    &[7.0, 9.0],
];

/// The class of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShapeClass {
    /// A cell of one of the board's shades. Lotus boards use 0 for hexagons, 1 for squares and 2
    /// for triangles. Grids use 3 for light cells and 4 for dark ones; with several sheets, the
    /// later sheets use 5 and 6. Points use 7, and squares that can move use 8.
    Cell(u8),
    /// A marked cell in the tint of its first mark, or a band of it in the tint of another.
    Tinted {
        /// The mark's index, below the number of inks.
        mark: u8,
        /// The cell's shade.
        shade: u8,
    },
    /// The lines between cells.
    Lines,
    /// The line round the board.
    Rim,
    /// The gap where a cell is absent.
    Gap,
    /// The hatching of a place without a cell that is closed in by cells.
    Hole,
    /// A line that connects a cell drawn apart with the cells it touches.
    Link,
    /// The symbol of a mark.
    Mark(u8),
    /// The ring round a piece on a marked cell, including the gap between ring and piece.
    Ring(u8),
    /// The seat of a mark's symbol on such a ring.
    Seat(u8),
    /// The body of a piece.
    Piece(Owner),
    /// The label or symbol on a piece.
    Label(Owner),
    /// A red character on a piece.
    Red(Owner),
    /// The lines within the picture of a piece.
    Inlay(Owner),
    /// The base of a picture of a piece, which is present but invisible.
    Stand,
    /// The name of a cell without a piece.
    CellName,
    /// A letter or number at the board's edge.
    Coordinate,
    /// The words below the board.
    Legend,
    /// A line over the board.
    Track(u8),
    /// The band beneath a line over the board, which makes it stand out.
    Bed,
}

/// A role that has a colour in a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// The background of the picture.
    Paper,
    /// A cell of this shade.
    Shade(u8),
    /// A cell of this shade with a mark.
    Tint {
        /// The mark's index, below the number of inks.
        mark: u8,
        /// The cell's shade.
        shade: u8,
    },
    /// The lines between cells.
    Line,
    /// The line round the board.
    Rim,
    /// The symbol of a mark.
    Mark(u8),
    /// The body of a piece.
    Piece(Owner),
    /// The line round a piece.
    Edge(Owner),
    /// The label or symbol on a piece.
    Label(Owner),
    /// A red character on a piece.
    Red(Owner),
    /// Letters and numbers at the board's edge.
    Soft,
    /// Words.
    Text,
}

/// How a class is painted: the ink of its inside, and the ink and width of its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Paint {
    pub(crate) fill: Option<Ink>,
    pub(crate) stroke: Option<(Ink, f64)>,
    /// The lengths of the line's dashes and gaps, alternating; empty for an unbroken line.
    pub dashes: &'static [f64],
}

impl ShapeClass {
    /// Returns every class.
    pub(crate) fn all() -> Vec<ShapeClass> {
        let mut all: Vec<ShapeClass> = (0..SHADES).map(ShapeClass::Cell).collect();
        for mark in 0..INKS {
            all.extend((0..SHADES).map(|shade| ShapeClass::Tinted { mark, shade }));
        }
        all.extend([
            ShapeClass::Lines,
            ShapeClass::Rim,
            ShapeClass::Gap,
            ShapeClass::Hole,
            ShapeClass::Link,
        ]);
        for mark in 0..INKS {
            all.extend([
                ShapeClass::Mark(mark),
                ShapeClass::Ring(mark),
                ShapeClass::Seat(mark),
            ]);
        }
        for owner in Owner::ALL {
            all.extend([
                ShapeClass::Piece(owner),
                ShapeClass::Label(owner),
                ShapeClass::Red(owner),
                ShapeClass::Inlay(owner),
            ]);
        }
        all.extend([
            ShapeClass::Stand,
            ShapeClass::CellName,
            ShapeClass::Coordinate,
        ]);
        all.extend([ShapeClass::Legend, ShapeClass::Bed]);
        all.extend((0..STROKES).map(ShapeClass::Track));
        all
    }

    /// Returns the class of a cell of this shade.
    pub fn cell(shade: u8) -> ShapeClass {
        ShapeClass::Cell(shade % SHADES)
    }

    /// Returns the class of a cell of this shade with the mark of this index on it.
    pub fn tinted(mark: usize, shade: u8) -> ShapeClass {
        ShapeClass::Tinted {
            mark: ink(mark),
            shade: shade % SHADES,
        }
    }

    /// Returns the class of a line over the board with the stroke of this index.
    pub(crate) fn track(stroke: usize) -> ShapeClass {
        ShapeClass::Track((stroke % usize::from(STROKES)) as u8)
    }

    /// Returns the name of the class in style sheets.
    pub fn name(self) -> String {
        match self {
            ShapeClass::Cell(shade) => format!("b-c{shade}"),
            ShapeClass::Tinted { mark, shade } => format!("b-t{mark}{shade}"),
            ShapeClass::Lines => "b-lines".to_string(),
            ShapeClass::Rim => "b-rim".to_string(),
            ShapeClass::Gap => "b-gap".to_string(),
            ShapeClass::Hole => "b-hole".to_string(),
            ShapeClass::Link => "b-link".to_string(),
            ShapeClass::Mark(mark) => format!("b-m{mark}"),
            ShapeClass::Ring(mark) => format!("b-ring{mark}"),
            ShapeClass::Seat(mark) => format!("b-seat{mark}"),
            ShapeClass::Piece(owner) => format!("b-{}", owner.name()),
            ShapeClass::Label(owner) => format!("b-{}-label", owner.name()),
            ShapeClass::Red(owner) => format!("b-{}-red", owner.name()),
            ShapeClass::Inlay(owner) => format!("b-{}-inlay", owner.name()),
            ShapeClass::Stand => "b-stand".to_string(),
            ShapeClass::CellName => "b-name".to_string(),
            ShapeClass::Coordinate => "b-coordinate".to_string(),
            ShapeClass::Legend => "b-legend".to_string(),
            ShapeClass::Track(stroke) => format!("b-track{stroke}"),
            ShapeClass::Bed => "b-bed".to_string(),
        }
    }

    /// Returns the paint of the class.
    pub(crate) fn paint(self) -> Paint {
        let none = Paint {
            fill: None,
            stroke: None,
            dashes: &[],
        };
        let fill = |ink: Ink| Paint {
            fill: Some(ink),
            ..none
        };
        let line = |ink: Ink, width: f64| Paint {
            stroke: Some((ink, width)),
            ..none
        };
        let both = |ink: Ink, edge: Ink, width: f64| Paint {
            fill: Some(ink),
            ..line(edge, width)
        };
        let seat =
            |mark: u8, width: f64| both(Ink::Tint { mark, shade: 1 }, Ink::Mark(mark), width);
        match self {
            ShapeClass::Cell(POINT_SHADE) => both(Ink::Shade(POINT_SHADE), Ink::Rim, 1.5),
            ShapeClass::Cell(shade) => fill(Ink::Shade(shade)),
            ShapeClass::Tinted { mark, shade } => fill(Ink::Tint { mark, shade }),
            ShapeClass::Lines => line(Ink::Line, 1.25),
            ShapeClass::Rim => line(Ink::Rim, 2.5),
            ShapeClass::Link => line(Ink::Rim, 1.25),
            ShapeClass::Hole => line(Ink::Rim, 0.75),
            ShapeClass::Gap => Paint {
                dashes: &[1.5, 5.0],
                ..both(Ink::Paper, Ink::Rim, 1.5)
            },
            ShapeClass::Mark(mark) => fill(Ink::Mark(mark)),
            ShapeClass::Ring(mark) => seat(mark, 3.6),
            ShapeClass::Seat(mark) => seat(mark, 1.5),
            ShapeClass::Piece(owner) => both(Ink::Piece(owner), Ink::Edge(owner), 2.2),
            ShapeClass::Label(owner) => fill(Ink::Label(owner)),
            ShapeClass::Red(owner) => fill(Ink::Red(owner)),
            ShapeClass::Inlay(owner) => line(Ink::Label(owner), 2.0),
            ShapeClass::Stand => none,
            ShapeClass::Coordinate => fill(Ink::Soft),
            ShapeClass::CellName | ShapeClass::Legend => fill(Ink::Text),
            ShapeClass::Track(stroke) => {
                let dashes = DASHES[usize::from(stroke) % DASHES.len()];
                Paint {
                    dashes,
                    ..line(Ink::Mark(stroke % INKS), 4.5)
                }
            }
            ShapeClass::Bed => line(Ink::Paper, 9.0),
        }
    }
}

/// Returns the index of the ink of the mark with this index.
pub(crate) fn ink(mark: usize) -> u8 {
    (mark % usize::from(INKS)) as u8
}

impl Ink {
    /// Returns every ink.
    pub(crate) fn all() -> Vec<Ink> {
        let mut all = vec![Ink::Paper];
        all.extend((0..SHADES).map(Ink::Shade));
        for mark in 0..INKS {
            all.extend((0..SHADES).map(|shade| Ink::Tint { mark, shade }));
        }
        all.extend([Ink::Line, Ink::Rim]);
        all.extend((0..INKS).map(Ink::Mark));
        for owner in Owner::ALL {
            all.extend([
                Ink::Piece(owner),
                Ink::Edge(owner),
                Ink::Label(owner),
                Ink::Red(owner),
            ]);
        }
        all.extend([Ink::Soft, Ink::Text]);
        all
    }

    /// Returns the name of the ink's custom property, without the leading dashes.
    pub fn name(self) -> String {
        match self {
            Ink::Paper => "b-paper".to_string(),
            Ink::Shade(shade) => format!("b-shade-{shade}"),
            Ink::Tint { mark, shade } => format!("b-tint-{mark}-{shade}"),
            Ink::Line => "b-line".to_string(),
            Ink::Rim => "b-rim".to_string(),
            Ink::Mark(mark) => format!("b-mark-{mark}"),
            Ink::Piece(owner) => format!("b-{}", owner.name()),
            Ink::Edge(owner) => format!("b-{}-edge", owner.name()),
            Ink::Label(owner) => format!("b-{}-label", owner.name()),
            Ink::Red(owner) => format!("b-{}-red", owner.name()),
            Ink::Soft => "b-soft".to_string(),
            Ink::Text => "b-text".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_differ_and_neighbours_differ_without_colour() {
        let paints: Vec<Paint> = (0..STROKES)
            .map(|stroke| ShapeClass::Track(stroke).paint())
            .collect();
        for (index, paint) in paints.iter().enumerate() {
            assert!(
                paints[..index].iter().all(|other| other != paint),
                "stroke {index}"
            );
            assert!(
                paints[..index]
                    .last()
                    .is_none_or(|other| other.dashes != paint.dashes),
                "stroke {index}"
            );
        }
    }
}
