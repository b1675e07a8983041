//! What a scene is made of: shapes in paint order, each with a class. Plain data; knows no colours,
//! no boards and no file format.
//!
//! Lengths are the scene's own (a cell's side is [`UNIT`](super::UNIT)), `y` downwards.

use super::class::ShapeClass;
use super::colour::Colour;

/// The length of a cell's side in the scene.
pub const UNIT: f64 = 60.0;

/// A place in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScenePoint {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl ScenePoint {
    /// The place moved by this much.
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
    /// Its upper left corner.
    pub corner: ScenePoint,
    /// To the right of its corner.
    pub width: f64,
    pub(crate) height: f64,
}

/// A drawing: what of the plane it shows, and what is painted on it, first things first.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What of the plane is shown.
    pub view: View,
    /// In paint order.
    pub items: Vec<Item>,
}

impl Scene {
    /// The same in the middle of a frame so many times as wide as it is high.
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
    /// Several, painted one after another.
    Group(Group),
}

/// Shapes that belong together: the cells, a piece, the places of a mark.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// The class of all its shapes that have none of their own.
    pub class: Option<ShapeClass>,
    /// The name of the cell it lies on.
    pub(crate) cell: Option<String>,
    /// What it is, in words.
    pub(crate) title: Option<String>,
    /// In paint order.
    pub shapes: Vec<Shape>,
}

/// One outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is; if not said, what its group is.
    pub class: Option<ShapeClass>,
    /// The name of the cell it lies on.
    pub(crate) cell: Option<String>,
    /// Its form.
    pub outline: ShapeOutline,
    /// Whether the inside is what a line from afar crosses the outline to an odd number of times, as of some pictures that
    /// authors bring.
    pub even_odd: bool,
    /// Its colour, whatever the theme, if it has one of its own.
    pub paint: Option<OwnPaint>,
}

/// The colour of a shape of which its author, and no theme, says how it is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnPaint {
    /// Of its inside.
    pub colour: Colour,
    /// From 0 to 1.
    pub opacity: f64,
}

impl Shape {
    /// An outline of a class.
    pub(crate) fn of(class: ShapeClass, outline: ShapeOutline) -> Shape {
        Shape {
            class: Some(class),
            ..Shape::plain(outline)
        }
    }

    /// An outline that takes its class from its group.
    pub(crate) fn plain(outline: ShapeOutline) -> Shape {
        Shape {
            class: None,
            cell: None,
            outline,
            even_odd: false,
            paint: None,
        }
    }

    /// The shape, said to lie on a cell.
    pub(crate) fn on(self, cell: &str) -> Shape {
        Shape {
            cell: Some(cell.to_string()),
            ..self
        }
    }
}

/// Where the ink goes.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeOutline {
    /// Straight lines through these corners, closed.
    Polygon(Vec<ScenePoint>),
    /// A circle.
    Circle {
        /// Its middle.
        centre: ScenePoint,
        /// In the scene's lengths.
        radius: f64,
    },
    /// Strokes of a pen, one after another.
    Path(Vec<Segment>),
}

/// One stroke of the pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// The pen is set down there.
    Move(ScenePoint),
    /// It goes straight there.
    Line(ScenePoint),
    /// A quadratic curve: its control point and its end.
    Quad(ScenePoint, ScenePoint),
    /// A cubic curve: its control points and its end.
    Cubic(ScenePoint, ScenePoint, ScenePoint),
    /// Not more than half a circle of this radius to this end, clockwise as the reader sees it or not.
    Arc {
        /// Of the circle, in the scene's lengths.
        radius: f64,
        /// As the reader sees it.
        clockwise: bool,
        /// Where it ends.
        to: ScenePoint,
    },
    /// It goes straight back to where it was set down.
    Close,
}

/// A whole circle as part of a path.
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

/// A rectangle with rounded corners, by its middle, half its sides and its corners' radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rounded {
    pub(crate) centre: ScenePoint,
    pub(crate) half_width: f64,
    pub(crate) half_height: f64,
    pub(crate) radius: f64,
}

impl Rounded {
    /// A circle.
    pub(crate) fn circle(centre: ScenePoint, radius: f64) -> Rounded {
        Rounded {
            centre,
            half_width: radius,
            half_height: radius,
            radius,
        }
    }

    /// The same, this much larger on all sides.
    pub(crate) fn grown(self, by: f64) -> Rounded {
        Rounded {
            half_width: self.half_width + by,
            half_height: self.half_height + by,
            radius: self.radius + by,
            ..self
        }
    }

    /// Whether a circle touches it.
    pub(crate) fn touches(self, circle: ScenePoint, radius: f64) -> bool {
        let past = |from: f64, to: f64, straight: f64| ((to - from).abs() - straight).max(0.0);
        let x = past(self.centre.x, circle.x, self.half_width - self.radius);
        let y = past(self.centre.y, circle.y, self.half_height - self.radius);
        let apart = self.radius + radius;
        x * x + y * y < apart * apart
    }

    /// Its whole outline; a circle where it is one.
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

    /// Its right half clockwise from the top (`side` 1), or its left half clockwise from the bottom
    /// (`side` -1).
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
