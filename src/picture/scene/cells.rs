//! The board itself: its cells and their tints, the lines between them, names and coordinates.
//! Of marks, it knows only which cells they are on.

use super::UNIT;
use super::class::ShapeClass;
use super::fonts::Fonts;
use super::letters::{Align, Type, width, write};
use super::lines::{self, sides};
use super::shape::{Group, Item, ScenePoint, Shape, ShapeOutline};
use padma_rules::diagram::Diagram;
use padma_rules::model::{Board, Cell, CellKind, Coordinate, Point};

/// Distance between the centres of neighbouring marks, in radii.
const MARK_STEP: f64 = 2.75;

/// Distance from the centre of the widest symbol to its edge, in radii.
const HALF_WIDEST: f64 = 1.2;

/// The maximum radius of a mark.
const MAX_RADIUS: f64 = 0.155 * UNIT;

/// The marks of one cell, side by side.
pub(crate) struct MarkRow {
    pub radius: f64,
    pub centres: Vec<ScenePoint>,
}

impl MarkRow {
    /// Places the marks of a cell.
    pub(crate) fn of(place: &SceneCell) -> MarkRow {
        let count = place.marks.len() as f64;
        // Marks and the gaps between them fill nine tenths of the width of the circle in the
        // cell.
        let room = 0.9 * place.inner.min(0.8 * UNIT);
        let radius = match place.marks.len() {
            0 | 1 => 0.45 * place.inner,
            _ => 2.0 * room / (MARK_STEP * count - MARK_STEP + 2.0 * HALF_WIDEST),
        };
        let radius = radius.min(MAX_RADIUS);
        let first = -MARK_STEP * radius * (count - 1.0) / 2.0;
        let centre = |index: usize| {
            place
                .centre
                .moved(first + MARK_STEP * radius * index as f64, 0.0)
        };
        MarkRow {
            radius,
            centres: (0..place.marks.len()).map(centre).collect(),
        }
    }

    /// Moves the row below the name of the cell, and makes it smaller.
    pub(crate) fn move_below_name(self, place: &SceneCell) -> MarkRow {
        let centres = self
            .centres
            .into_iter()
            .map(|at| at.moved(0.0, 0.36 * place.inner))
            .collect();
        MarkRow {
            radius: 0.75 * self.radius,
            centres,
        }
    }

    /// Returns the distance from the cell's centre to either end of the row.
    pub(crate) fn reach(&self, place: &SceneCell) -> f64 {
        self.centres.last().map_or(0.0, |last| {
            last.x - place.centre.x + HALF_WIDEST * self.radius
        })
    }
}

/// The height of capitals and digits: in coordinates, in names in cells (at most), and in a name
/// in its cell's corner.
const COORDINATE: f64 = 0.2 * UNIT;
/// The files or ranks of the largest board whose coordinates have that height, and how many times as high others may be.
const PLAIN_SPAN: f64 = 9.0;
const LARGEST_COORDINATE: f64 = 1.6;
const NAME: f64 = 0.22 * UNIT;
const CORNER_NAME: f64 = 0.15 * UNIT;
/// The height of capitals beside characters on the board itself, which are a quarter higher.
const INSCRIPTION: f64 = 0.42 * UNIT;
/// The margin between a name and its cell's edge, and between a name in a corner and the edges.
const NAME_MARGIN: f64 = 0.03 * UNIT;
const CORNER_MARGIN: f64 = 0.06 * UNIT;
/// The radius of a cell without an outline, and of such a cell that contains its name.
const POINT_RADIUS: f64 = 0.13 * UNIT;
const NAMED_POINT_RADIUS: f64 = 0.27 * UNIT;

/// A cell as placed in the scene.
#[derive(Clone, Debug)]
pub(crate) struct SceneCell {
    pub name: String,
    pub centre: ScenePoint,
    pub outline: Vec<ScenePoint>,
    pub shade: u8,
    /// The radius of the largest circle round the centre that lies within the cell.
    pub inner: f64,
    /// The indices of the marks on the cell.
    pub marks: Vec<usize>,
    pub has_piece: bool,
    pub kind: CellKind,
    pub is_absent: bool,
}

impl SceneCell {
    /// Returns all cells of a board, in board order.
    pub(crate) fn all(diagram: &Diagram, board: &Board) -> Vec<SceneCell> {
        board
            .cells()
            .map(|cell| SceneCell::new(diagram, board, cell))
            .collect()
    }

    fn new(diagram: &Diagram, board: &Board, cell: Cell) -> SceneCell {
        let info = board.info(cell);
        let centre = to_scene(info.centre);
        let outline: Vec<ScenePoint> = info.outline.iter().copied().map(to_scene).collect();
        let has_piece = diagram.piece(cell).is_some();
        SceneCell {
            name: info.name.clone(),
            centre,
            inner: inner_radius(&outline, centre).unwrap_or(if diagram.names && !has_piece {
                NAMED_POINT_RADIUS
            } else {
                POINT_RADIUS
            }),
            outline,
            shade: info.shade,
            marks: diagram.marks_on(cell).map(|(index, _)| index).collect(),
            has_piece,
            kind: info.kind,
            is_absent: diagram.absent.contains(cell),
        }
    }
}

/// Converts a point of the model to a point of the scene.
pub(crate) fn to_scene(point: Point) -> ScenePoint {
    ScenePoint {
        x: point.x * UNIT,
        y: -point.y * UNIT,
    }
}

fn inner_radius(outline: &[ScenePoint], centre: ScenePoint) -> Option<f64> {
    let distance = |(a, b): (ScenePoint, ScenePoint)| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let (x, y) = (centre.x - a.x, centre.y - a.y);
        let length = (dx * dx + dy * dy).sqrt();
        let along = (x * dx + y * dy) / length;
        if length > 0.0 && (0.0..=length).contains(&along) {
            (x * dy - y * dx).abs() / length
        } else {
            // The nearest point of the side is a corner, and at each corner a side begins.
            (x * x + y * y).sqrt()
        }
    };
    Some(sides(outline).map(distance).fold(f64::INFINITY, f64::min))
        .filter(|least| least.is_finite())
}

/// Draws all cells except points, as every picture of the board does, and over them the tints of the
/// marked ones.
pub(crate) fn cells(places: &[SceneCell]) -> Vec<Item> {
    let is_drawn = |place: &&SceneCell| !place.is_absent && !place.outline.is_empty();
    let drawn = || places.iter().filter(is_drawn);
    let plain = group_of(drawn().map(|place| cell(place, ShapeClass::cell(place.shade))));
    plain
        .into_iter()
        .chain(group_of(drawn().flat_map(tint)))
        .collect()
}

/// Returns a group of some shapes, if there are any.
fn group_of(shapes: impl Iterator<Item = Shape>) -> Option<Item> {
    let shapes: Vec<Shape> = shapes.collect();
    (!shapes.is_empty()).then(|| {
        Item::Group(Group {
            shapes,
            ..Group::default()
        })
    })
}

/// Draws the tints of a marked cell: that of its first mark over the whole cell.
fn tint(place: &SceneCell) -> Vec<Shape> {
    let first = place.marks.first();
    let whole = first.map(|mark| cell(place, ShapeClass::tinted(*mark, place.shade)));
    whole.into_iter().chain(bands(place)).collect()
}

fn cell(place: &SceneCell, class: ShapeClass) -> Shape {
    let outline = match place.outline.len() {
        0..3 => ShapeOutline::Circle {
            centre: place.centre,
            radius: place.inner,
        },
        _ => ShapeOutline::Polygon(place.outline.clone()),
    };
    Shape::of(class, outline).on_cell(&place.name)
}

/// Draws a band in the tint of each mark of a cell but the first, whose tint fills the cell
/// itself.
fn bands(place: &SceneCell) -> Vec<Shape> {
    let row = MarkRow::of(place);
    let later = place.marks.iter().enumerate().skip(1);
    let band = |(index, mark): (usize, &usize)| {
        let border = (row.centres[index - 1].x + row.centres[index].x) / 2.0;
        let part = part_right_of(&place.outline, border);
        (part.len() > 2).then(|| {
            Shape::of(
                ShapeClass::tinted(*mark, place.shade),
                ShapeOutline::Polygon(part),
            )
        })
    };
    later.filter_map(band).collect()
}

/// Returns the part of a convex outline that lies right of a vertical line.
fn part_right_of(outline: &[ScenePoint], x: f64) -> Vec<ScenePoint> {
    let mut part = Vec::new();
    for (a, b) in sides(outline) {
        if a.x >= x {
            part.push(a);
        }
        if (a.x >= x) != (b.x >= x) {
            part.push(ScenePoint {
                x,
                y: a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x),
            });
        }
    }
    part
}

/// Draws the lines between cells and the line round the board. A side that two cells share is
/// drawn once.
pub(crate) fn lines(places: &[SceneCell], board: &Board) -> Vec<Item> {
    let (mut absent, present): (Vec<&SceneCell>, Vec<&SceneCell>) =
        places.iter().partition(|place| place.is_absent);
    // The circle of an absent point covers the corners of squares, so it is painted last.
    absent.sort_by_key(|place| place.outline.is_empty());
    let mut items: Vec<Item> = absent.iter().filter_map(|place| gap(place)).collect();
    items.extend(lines::hatching(places.iter().map(|place| &*place.outline)));
    let guides = board.guides().iter();
    let guides = guides.map(|(a, b)| (to_scene(*a), to_scene(*b)));
    items.extend(lines::along(ShapeClass::Link, guides));
    let crossing = board.crossing_lines().iter();
    let crossing = crossing.map(|(a, b)| (to_scene(*a), to_scene(*b)));
    items.extend(lines::along(ShapeClass::Rim, crossing));
    // Cells of one shade are told apart by their lines alone.
    let is_plain = present
        .windows(2)
        .all(|pair| pair[0].shade == pair[1].shade);
    let class = if is_plain {
        ShapeClass::Link
    } else {
        ShapeClass::Lines
    };
    let [between, frame] = lines::between(class, present.iter().map(|place| &*place.outline));
    let has_sides = board.crossing_lines().is_empty() || board.has_own_links();
    items.extend(between.filter(|_| has_sides).into_iter().chain(frame));
    items.extend(inscription(board));
    // The line round a plain point would show round the tint of a marked one.
    let point = |place: &&SceneCell| match place.marks.is_empty() {
        true => vec![cell(place, ShapeClass::cell(place.shade))],
        false => tint(place),
    };
    let is_point = |place: &&&SceneCell| place.outline.is_empty();
    items.extend(group_of(present.iter().filter(is_point).flat_map(point)));
    items
}

/// Draws the gap of an absent cell. An absent point shows only if its name is written in it.
fn gap(place: &SceneCell) -> Option<Item> {
    let outline = match place.outline.is_empty() {
        true if place.inner < NAMED_POINT_RADIUS => return None,
        true => ShapeOutline::Circle {
            centre: place.centre,
            radius: place.inner,
        },
        _ => ShapeOutline::Polygon(place.outline.clone()),
    };
    Some(Item::Shape(Shape::of(ShapeClass::Gap, outline)))
}

/// Draws the name of every cell without a piece, including absent cells. Cells of one kind have
/// names of one size.
pub(crate) fn names(places: &[SceneCell]) -> Item {
    let empty_cells = || places.iter().filter(|place| !place.has_piece);
    let name = |place: &SceneCell| {
        let alike = empty_cells().filter(|other| other.kind == place.kind);
        let capitals = alike.map(name_height).fold(NAME, f64::min);
        let lift = if place.marks.is_empty() {
            0.0
        } else {
            -0.42 * place.inner
        };
        let at = place.centre.moved(0.0, lift);
        write_name(&place.name, capitals, at, Align::Middle).map(Shape::plain)
    };
    let shapes = empty_cells().filter_map(name).collect();
    Item::Group(Group {
        class: Some(ShapeClass::CellName),
        shapes,
        ..Group::default()
    })
}

/// Returns the maximum height of the capitals of a cell's name. The corners of the name stay
/// within the cell's circle, and if there are marks, the lower half is left to them.
fn name_height(place: &SceneCell) -> f64 {
    let wide = width(&Fonts::BUILT_IN, Type::Plain, &place.name, 1.0);
    let without_marks = 2.0 * (place.inner - NAME_MARGIN) / (wide * wide + 1.0).sqrt();
    if place.marks.is_empty() {
        without_marks
    } else {
        without_marks.min(0.6 * place.inner)
    }
}

/// Draws the names of cells that do not follow from the coordinates at the board's edge, each in
/// its cell's upper left corner.
pub(crate) fn irregular_names(places: &[SceneCell], board: &Board) -> Option<Item> {
    let at_edge = |text: &str| {
        board
            .coordinates()
            .iter()
            .any(|coordinate| coordinate.text == text)
    };
    let is_irregular = |(cell, place): &(Cell, &SceneCell)| {
        let info = board.info(*cell);
        let file = info
            .file
            .and_then(|file| board.files().get(file))
            .is_some_and(|file| at_edge(file));
        let rank = info.rank.is_some_and(|rank| at_edge(&rank.to_string()));
        !(file && rank || at_edge(&place.name) || place.is_absent)
    };
    let name = |(_, place): (Cell, &SceneCell)| {
        let least =
            |of: fn(&ScenePoint) -> f64| place.outline.iter().map(of).fold(f64::INFINITY, f64::min);
        let corner = match place.outline.is_empty() {
            true => place.centre.moved(place.inner, place.inner),
            false => ScenePoint {
                x: least(|at| at.x),
                y: least(|at| at.y),
            },
        };
        let at = corner.moved(CORNER_MARGIN, CORNER_MARGIN + CORNER_NAME / 2.0);
        write_name(&place.name, CORNER_NAME, at, Align::Left).map(Shape::plain)
    };
    let shapes: Vec<Shape> = board
        .cells()
        .zip(places)
        .filter(is_irregular)
        .filter_map(name)
        .collect();
    let group = Group {
        class: Some(ShapeClass::CellName),
        shapes,
        ..Group::default()
    };
    (!group.shapes.is_empty()).then_some(Item::Group(group))
}

/// Writes the name of a cell, file or rank. These are plain letters and digits, so the built-in
/// fonts always have them.
fn write_name(text: &str, capitals: f64, at: ScenePoint, align: Align) -> Option<ShapeOutline> {
    write(&Fonts::BUILT_IN, Type::Plain, text, capitals, at, align)
}

/// Returns the height of the letters and numbers at the board's edge. Those of a large board, which is shown at a smaller
/// scale, are larger.
pub(super) fn coordinate_height(board: &Board) -> f64 {
    let span = |along: fn(Point) -> f64| {
        let ends = board.cells().map(|cell| along(board.info(cell).centre));
        let (least, most) = ends.fold((f64::INFINITY, -f64::INFINITY), |(least, most), at| {
            (least.min(at), most.max(at))
        });
        most - least + 1.0
    };
    let cells = span(|at| at.x).max(span(|at| at.y));
    COORDINATE * (cells / PLAIN_SPAN).clamp(1.0, LARGEST_COORDINATE)
}

/// Draws the characters that are written on the board itself.
fn inscription(board: &Board) -> Option<Item> {
    let letter = |letter: &Coordinate| {
        let at = to_scene(letter.at);
        let fonts = &Fonts::BUILT_IN;
        write(
            fonts,
            Type::Character,
            &letter.text,
            INSCRIPTION,
            at,
            Align::Middle,
        )
    };
    let letters = board.inscription().iter().filter_map(letter);
    let shapes: Vec<Shape> = letters.map(Shape::plain).collect();
    let group = Group {
        class: Some(ShapeClass::Coordinate),
        shapes,
        ..Group::default()
    };
    (!group.shapes.is_empty()).then_some(Item::Group(group))
}

/// Draws the letters and numbers at the board's edge.
pub(crate) fn coordinates(board: &Board) -> Item {
    let height = coordinate_height(board);
    let outline = |text: &str, at: Point| write_name(text, height, to_scene(at), Align::Middle);
    let shapes = board
        .coordinates()
        .iter()
        .filter_map(|c| outline(&c.text, c.at))
        .map(Shape::plain)
        .collect();
    Item::Group(Group {
        class: Some(ShapeClass::Coordinate),
        shapes,
        ..Group::default()
    })
}
