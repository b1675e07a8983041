//! What each shape *is*. A class has a name for style sheets and says with which inks it is painted; the
//! inks' colours are the [`theme`](super::theme)'s. Knows no boards.

use padma_rules::model::Side;

/// How many shades a board's cells may have; a higher one begins again.
pub(crate) const SHADES: u8 = 9;
/// The shade of points, which have a line round each.
const POINTS: u8 = 7;
/// How many marks have colours of their own; later ones begin again (their shapes go on, see
/// [`SHAPES`](super::marks::SHAPES)).
pub(crate) const INKS: u8 = 6;
/// How many tracks have strokes of their own; later ones begin again.
pub(crate) const STROKES: u8 = 12;
/// The dashes of strokes, in turn: dash, gap, and so on. As there are five of them and six inks, no two
/// strokes are alike.
const DASHES: [&[f64]; 5] = [
    &[],
    &[16.0, 11.0],
    &[2.0, 10.0],
    &[26.0, 10.0, 2.0, 10.0],
    &[7.0, 9.0],
];

/// What a shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShapeClass {
    /// A cell, of one of the board's shades. Lotus boards have 0 for hexagons, 1 for squares and 2 for
    /// triangles; grids have 3 for light cells and 4 for dark
    /// ones, and of several sheets the later ones 5 and 6; 7 is for points, 8 for squares that can move.
    Cell(u8),
    /// A cell, or a part of one, with a mark on it.
    Tinted {
        /// The mark's place, below the number of inks.
        mark: u8,
        /// The cell's shade.
        shade: u8,
    },
    /// The lines between cells.
    Lines,
    /// The line round the board.
    Rim,
    /// Where a cell could be that is not there.
    Gap,
    /// From a cell that is drawn apart to what it touches.
    Link,
    /// The symbol of a mark.
    Mark(u8),
    /// The ring round a piece that stands on a marked cell, and what shows between the two.
    Ring(u8),
    /// The seat of a mark's symbol at such a ring.
    Seat(u8),
    /// The body of a piece.
    Piece(Side),
    /// What stands on a piece.
    Label(Side),
    /// The lines within the picture of a piece.
    Inlay(Side),
    /// The ground a picture of a piece stands on: there, and not seen.
    Stand,
    /// The name of a cell without a piece.
    CellName,
    /// A letter or number at the board's edge.
    Coordinate,
    /// The words below the board.
    Legend,
    /// A line over the board.
    Track(u8),
    /// What shows beneath a line over the board, so that it stands out.
    Bed,
}

/// Something that has a colour in a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// What the picture lies on.
    Paper,
    /// A cell of this shade.
    Shade(u8),
    /// A cell of a shade with a mark on it.
    Tint {
        /// The mark's place, below the number of inks.
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
    Piece(Side),
    /// The line round a piece.
    Edge(Side),
    /// What stands on a piece.
    Label(Side),
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
    /// The lengths of the line's dashes and gaps in turn; none for an unbroken line.
    pub dashes: &'static [f64],
}

impl ShapeClass {
    /// Every class there is.
    pub(crate) fn all() -> Vec<ShapeClass> {
        let mut all: Vec<ShapeClass> = (0..SHADES).map(ShapeClass::Cell).collect();
        for mark in 0..INKS {
            all.extend((0..SHADES).map(|shade| ShapeClass::Tinted { mark, shade }));
        }
        all.extend([
            ShapeClass::Lines,
            ShapeClass::Rim,
            ShapeClass::Gap,
            ShapeClass::Link,
        ]);
        for mark in 0..INKS {
            all.extend([
                ShapeClass::Mark(mark),
                ShapeClass::Ring(mark),
                ShapeClass::Seat(mark),
            ]);
        }
        for side in Side::BOTH {
            all.extend([
                ShapeClass::Piece(side),
                ShapeClass::Label(side),
                ShapeClass::Inlay(side),
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

    /// A cell of a board's shade.
    pub fn cell(shade: u8) -> ShapeClass {
        ShapeClass::Cell(shade % SHADES)
    }

    /// A cell of a board's shade with the mark of this index on it.
    pub fn tinted(mark: usize, shade: u8) -> ShapeClass {
        ShapeClass::Tinted {
            mark: ink(mark),
            shade: shade % SHADES,
        }
    }

    /// A line over the board of the stroke with this index.
    pub(crate) fn track(stroke: usize) -> ShapeClass {
        ShapeClass::Track((stroke % usize::from(STROKES)) as u8)
    }

    /// Its name in style sheets.
    pub fn name(self) -> String {
        match self {
            ShapeClass::Cell(shade) => format!("b-c{shade}"),
            ShapeClass::Tinted { mark, shade } => format!("b-t{mark}{shade}"),
            ShapeClass::Lines => "b-lines".to_string(),
            ShapeClass::Rim => "b-rim".to_string(),
            ShapeClass::Gap => "b-gap".to_string(),
            ShapeClass::Link => "b-link".to_string(),
            ShapeClass::Mark(mark) => format!("b-m{mark}"),
            ShapeClass::Ring(mark) => format!("b-ring{mark}"),
            ShapeClass::Seat(mark) => format!("b-seat{mark}"),
            ShapeClass::Piece(side) => format!("b-{}", side.name()),
            ShapeClass::Label(side) => format!("b-{}-label", side.name()),
            ShapeClass::Inlay(side) => format!("b-{}-inlay", side.name()),
            ShapeClass::Stand => "b-stand".to_string(),
            ShapeClass::CellName => "b-name".to_string(),
            ShapeClass::Coordinate => "b-coordinate".to_string(),
            ShapeClass::Legend => "b-legend".to_string(),
            ShapeClass::Track(stroke) => format!("b-track{stroke}"),
            ShapeClass::Bed => "b-bed".to_string(),
        }
    }

    /// How it is painted.
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
            ShapeClass::Cell(POINTS) => both(Ink::Shade(POINTS), Ink::Rim, 1.5),
            ShapeClass::Cell(shade) => fill(Ink::Shade(shade)),
            ShapeClass::Tinted { mark, shade } => fill(Ink::Tint { mark, shade }),
            ShapeClass::Lines => line(Ink::Line, 1.25),
            ShapeClass::Rim => line(Ink::Rim, 2.5),
            ShapeClass::Link => line(Ink::Rim, 1.25),
            ShapeClass::Gap => Paint {
                dashes: &[1.5, 5.0],
                ..both(Ink::Paper, Ink::Rim, 1.5)
            },
            ShapeClass::Mark(mark) => fill(Ink::Mark(mark)),
            ShapeClass::Ring(mark) => seat(mark, 3.6),
            ShapeClass::Seat(mark) => seat(mark, 1.5),
            ShapeClass::Piece(side) => both(Ink::Piece(side), Ink::Edge(side), 2.2),
            ShapeClass::Label(side) => fill(Ink::Label(side)),
            ShapeClass::Inlay(side) => line(Ink::Label(side), 2.0),
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

/// The ink of the mark with this index.
pub(crate) fn ink(mark: usize) -> u8 {
    (mark % usize::from(INKS)) as u8
}

impl Ink {
    /// Every ink there is.
    pub(crate) fn all() -> Vec<Ink> {
        let mut all = vec![Ink::Paper];
        all.extend((0..SHADES).map(Ink::Shade));
        for mark in 0..INKS {
            all.extend((0..SHADES).map(|shade| Ink::Tint { mark, shade }));
        }
        all.extend([Ink::Line, Ink::Rim]);
        all.extend((0..INKS).map(Ink::Mark));
        for side in Side::BOTH {
            all.extend([Ink::Piece(side), Ink::Edge(side), Ink::Label(side)]);
        }
        all.extend([Ink::Soft, Ink::Text]);
        all
    }

    /// The name of its custom property, without the dashes.
    pub fn name(self) -> String {
        match self {
            Ink::Paper => "b-paper".to_string(),
            Ink::Shade(shade) => format!("b-shade-{shade}"),
            Ink::Tint { mark, shade } => format!("b-tint-{mark}-{shade}"),
            Ink::Line => "b-line".to_string(),
            Ink::Rim => "b-rim".to_string(),
            Ink::Mark(mark) => format!("b-mark-{mark}"),
            Ink::Piece(side) => format!("b-{}", side.name()),
            Ink::Edge(side) => format!("b-{}-edge", side.name()),
            Ink::Label(side) => format!("b-{}-label", side.name()),
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
