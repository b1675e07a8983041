//! The elements of a scene: shapes in paint order, each with a class. Plain data; knows no
//! colours, no boards and no file format.
//!
//! Lengths are in the scene's units (a cell's side is [`UNIT`](super::UNIT)). `y` points down.

use std::sync::Arc;

use super::class::ShapeClass;
use super::colour::Colour;

/// The length of a cell's side in the scene.
pub const UNIT: f64 = 60.0;

/// The width of a picture's cell within the scene's cell, and a hundredth of that width.
pub(crate) const PICTURE_CELL: f64 = 0.96 * UNIT;
pub(crate) const HUNDREDTH: f64 = PICTURE_CELL / 100.0;

/// A point in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScenePoint {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl ScenePoint {
    /// Returns the point moved by this much.
    pub(crate) fn moved(self, x: f64, y: f64) -> ScenePoint {
        ScenePoint {
            x: self.x + x,
            y: self.y + y,
        }
    }
}

/// The part of the plane that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The upper left corner.
    pub corner: ScenePoint,
    /// The width, to the right of the corner.
    pub width: f64,
    pub(crate) height: f64,
}

/// A drawing: the part of the plane that is shown, and the items painted on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The part of the plane that is shown.
    pub view: View,
    /// The items, in paint order.
    pub items: Vec<Item>,
}

impl Scene {
    /// Centres the scene in a frame with this ratio of width to height.
    pub fn framed(self, ratio: f64) -> Scene {
        let View {
            corner,
            width,
            height,
        } = self.view;
        let (wide, high) = (width.max(height * ratio), height.max(width / ratio));
        let corner = corner.moved((width - wide) / 2.0, (height - high) / 2.0);
        Scene {
            view: View {
                corner,
                width: wide,
                height: high,
            },
            ..self
        }
    }
}

/// Something painted.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A single outline.
    Shape(Shape),
    /// Several outlines, painted one after another.
    Group(Group),
}

/// Shapes that form one unit: the cells, a piece, the symbols of a mark.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// The class of the shapes that have no class of their own.
    pub class: Option<ShapeClass>,
    /// The name of the cell that contains the group.
    pub(crate) cell: Option<String>,
    /// A description of the group.
    pub(crate) title: Option<String>,
    /// The point from which the places of the shapes are counted; `None` if it is the scene's own.
    pub(crate) origin: Option<ScenePoint>,
    /// The shapes, in paint order.
    pub shapes: Vec<Shape>,
}

/// One outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The class, or `None` to take the group's class.
    pub class: Option<ShapeClass>,
    /// The name of the cell that contains the shape.
    pub(crate) cell: Option<String>,
    /// The outline.
    pub outline: ShapeOutline,
    /// Whether the even-odd rule decides what is inside, as in some pictures of authors.
    pub even_odd: bool,
    /// A colour of its own, independent of the theme.
    pub paint: Option<OwnPaint>,
}

/// The colour of a shape that its author has chosen, not the theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnPaint {
    /// The fill colour.
    pub colour: Colour,
    /// The opacity, from 0 to 1.
    pub opacity: f64,
}

impl Item {
    /// Returns the item without the names of cells.
    pub(crate) fn without_cells(self) -> Item {
        let nameless = |shape: Shape| Shape {
            cell: None,
            ..shape
        };
        match self {
            Item::Shape(shape) => Item::Shape(nameless(shape)),
            Item::Group(group) => Item::Group(Group {
                cell: None,
                shapes: group.shapes.into_iter().map(nameless).collect(),
                ..group
            }),
        }
    }
}

impl Shape {
    /// Returns an outline of this class.
    pub(crate) fn of(class: ShapeClass, outline: ShapeOutline) -> Shape {
        Shape {
            class: Some(class),
            ..Shape::plain(outline)
        }
    }

    /// Returns an outline that takes its class from its group.
    pub(crate) fn plain(outline: ShapeOutline) -> Shape {
        Shape {
            class: None,
            cell: None,
            outline,
            even_odd: false,
            paint: None,
        }
    }

    /// Returns the shape moved by this much.
    pub(crate) fn moved(self, x: f64, y: f64) -> Shape {
        self.mapped(1.0, |at| at.moved(x, y))
    }

    /// Returns the shape drawn larger, as seen from the origin; turned by half a circle if the factor
    /// is negative.
    pub(crate) fn scaled(self, factor: f64) -> Shape {
        self.mapped(factor.abs(), |at| ScenePoint {
            x: factor * at.x,
            y: factor * at.y,
        })
    }

    /// Returns the shape with its points moved to others, and its lengths multiplied by a factor.
    fn mapped(self, factor: f64, by: impl Fn(ScenePoint) -> ScenePoint) -> Shape {
        let segment = |segment: Segment| match segment {
            Segment::Move(to) => Segment::Move(by(to)),
            Segment::Line(to) => Segment::Line(by(to)),
            Segment::Quad(control, to) => Segment::Quad(by(control), by(to)),
            Segment::Cubic(first, second, to) => Segment::Cubic(by(first), by(second), by(to)),
            Segment::Arc {
                radius,
                clockwise,
                to,
            } => Segment::Arc {
                radius: factor * radius,
                clockwise,
                to: by(to),
            },
            Segment::Close => Segment::Close,
        };
        let outline = match self.outline {
            ShapeOutline::Polygon(corners) => {
                ShapeOutline::Polygon(corners.into_iter().map(&by).collect())
            }
            ShapeOutline::Circle { centre, radius } => ShapeOutline::Circle {
                centre: by(centre),
                radius: factor * radius,
            },
            ShapeOutline::Path(path) => ShapeOutline::Path(path.into_iter().map(segment).collect()),
            ShapeOutline::Words(DrawnWords { capitals, letters }) => {
                let letters = letters.into_iter().map(|(letter, at)| (letter, by(at)));
                ShapeOutline::Words(DrawnWords {
                    capitals: factor * capitals,
                    letters: letters.collect(),
                })
            }
        };
        Shape { outline, ..self }
    }

    /// Returns the shape, assigned to a cell.
    pub(crate) fn on_cell(self, cell: &str) -> Shape {
        Shape {
            cell: Some(cell.to_string()),
            ..self
        }
    }
}

/// The geometry of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeOutline {
    /// Straight lines through these corners, closed.
    Polygon(Vec<ScenePoint>),
    /// A circle.
    Circle {
        /// Its middle.
        centre: ScenePoint,
        /// Its radius, in the scene's units.
        radius: f64,
    },
    /// Path segments, one after another.
    Path(Vec<Segment>),
    /// Words.
    Words(DrawnWords),
}

/// Words as letters of one size.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnWords {
    /// The height of capitals, in the scene's units.
    pub capitals: f64,
    /// The letters, and the places where the pen begins each.
    pub letters: Vec<(Arc<LetterOutline>, ScenePoint)>,
}

/// The outline of a letter with capitals of the height [`CAPITALS`], from where the pen begins it.
#[derive(Debug, PartialEq)]
pub struct LetterOutline {
    /// A name that no other letter of any font has.
    pub name: String,
    /// The outline, in whole units.
    pub path: Vec<Segment>,
}

/// The height of capitals in the outlines of letters.
pub const CAPITALS: f64 = 400.0;

/// A path segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// A move to this point without drawing.
    Move(ScenePoint),
    /// A straight line to this end.
    Line(ScenePoint),
    /// A quadratic curve: its control point and its end.
    Quad(ScenePoint, ScenePoint),
    /// A cubic curve: its control points and its end.
    Cubic(ScenePoint, ScenePoint, ScenePoint),
    /// An arc of at most half a circle.
    Arc {
        /// The radius of the circle, in the scene's units.
        radius: f64,
        /// Whether the arc runs clockwise, as the reader sees it.
        clockwise: bool,
        /// The end of the arc.
        to: ScenePoint,
    },
    /// A straight line back to the start of this part of the path.
    Close,
}

/// Returns a whole circle as part of a path.
pub(crate) fn circle(centre: ScenePoint, radius: f64, clockwise: bool) -> [Segment; 4] {
    let right = centre.moved(radius, 0.0);
    [
        Segment::Move(right),
        Segment::Arc {
            radius,
            clockwise,
            to: centre.moved(-radius, 0.0),
        },
        Segment::Arc {
            radius,
            clockwise,
            to: right,
        },
        Segment::Close,
    ]
}

/// A rectangle with rounded corners, by its centre, half its sides and the radius of its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rounded {
    pub(crate) centre: ScenePoint,
    pub(crate) half_width: f64,
    pub(crate) half_height: f64,
    pub(crate) radius: f64,
}

impl Rounded {
    /// Returns a circle.
    pub(crate) fn circle(centre: ScenePoint, radius: f64) -> Rounded {
        Rounded {
            centre,
            half_width: radius,
            half_height: radius,
            radius,
        }
    }

    /// Returns the same shape, larger by this much on all sides.
    pub(crate) fn grown(self, by: f64) -> Rounded {
        Rounded {
            half_width: self.half_width + by,
            half_height: self.half_height + by,
            radius: self.radius + by,
            ..self
        }
    }

    /// Whether a circle overlaps this shape.
    pub(crate) fn touches(self, circle: ScenePoint, radius: f64) -> bool {
        let excess = |from: f64, to: f64, straight: f64| ((to - from).abs() - straight).max(0.0);
        let x = excess(self.centre.x, circle.x, self.half_width - self.radius);
        let y = excess(self.centre.y, circle.y, self.half_height - self.radius);
        let apart = self.radius + radius;
        x * x + y * y < apart * apart
    }

    /// Returns the whole outline, which is a `Circle` if the shape is one.
    pub(crate) fn outline(self) -> ShapeOutline {
        if self.half_width <= self.radius && self.half_height <= self.radius {
            return ShapeOutline::Circle {
                centre: self.centre,
                radius: self.radius,
            };
        }
        let mut path = self.half(1.0);
        path.extend(self.half(-1.0).into_iter().skip(1));
        path.push(Segment::Close);
        ShapeOutline::Path(path)
    }

    /// Returns the right half of the outline, clockwise from the top (`side` 1), or the left
    /// half, clockwise from the bottom (`side` -1).
    pub(crate) fn half(self, side: f64) -> Vec<Segment> {
        let Rounded {
            centre,
            half_width,
            half_height,
            radius,
        } = self;
        let at = |x: f64, y: f64| centre.moved(side * x, side * y);
        let arc = |to: ScenePoint| Segment::Arc {
            radius,
            clockwise: true,
            to,
        };
        let (straight, upright) = (half_width - radius, half_height - radius);
        let mut path = vec![Segment::Move(at(0.0, -half_height))];
        if straight > 0.0 {
            path.push(Segment::Line(at(straight, -half_height)));
        }
        path.push(arc(at(half_width, -upright)));
        if upright > 0.0 {
            path.push(Segment::Line(at(half_width, upright)));
        }
        path.push(arc(at(straight, half_height)));
        if straight > 0.0 {
            path.push(Segment::Line(at(0.0, half_height)));
        }
        path
    }
}
