//! Pieces. A piece is a picture, or a disc with a label; a label that does not fit a disc gets a
//! pill, or a plaque of two lines. A body may overlap the edges of its cell, but never a
//! neighbour's piece or mark.

use super::UNIT;
use super::cells::{MarkRow, SceneCell};
use super::class::ShapeClass;
use super::fonts::Fonts;
use super::letters::{Align, Type, width, write};
use super::marks::{RING, rings, seats};
use super::pieces;
use super::shape::{Group, Item, Rounded, ScenePoint, Shape};
use crate::words::piece_on;
use padma_rules::diagram::{Diagram, PieceFace, ShownPiece};
use padma_rules::model::{Owner, PieceImage};
use padma_words::Language;

/// The radius of a disc, and the smaller radius in a cell as small as a triangle.
const DISC: f64 = 0.34 * UNIT;
const SMALL_DISC: f64 = 0.315 * UNIT;
/// The radius of a disc on a point: with a label, and with a picture.
const POINT_DISC: f64 = 0.24 * UNIT;
const PICTURED_DISC: f64 = 0.28 * UNIT;
/// Distance from a disc's edge to the corners of its label.
const MARGIN: f64 = 0.055 * UNIT;
/// Heights of capitals: the largest; the smallest in a disc; the usual in a pill; and the smallest
/// in a pill before two lines are tried.
const LARGE: f64 = 0.28 * UNIT;
const SMALL: f64 = 0.205 * UNIT;
const IN_PILL: f64 = 0.235 * UNIT;
const MIN_IN_PILL: f64 = 0.205 * UNIT;
/// Distance from the label of a pill to the pill's upper and lower edge, and to its ends.
const PILL: f64 = 0.13 * UNIT;
const PILL_MARGIN: f64 = 0.105 * UNIT;
/// Half the height of the highest plaque, the distance from its label to its upper and lower
/// edge, and the radius of its corners.
const PLAQUE: f64 = 0.38 * UNIT;
const PLAQUE_MARGIN: f64 = 0.11 * UNIT;
const PLAQUE_RADIUS: f64 = 0.16 * UNIT;
/// The distance between the middles of a plaque's lines, in heights of capitals.
const LINE: f64 = 1.32;
/// The radius of a picture's body: the inner radius of a ring round it.
const PICTURE_RADIUS: f64 = 0.375 * UNIT;
/// The size of a picture on a point, and the least elsewhere; 1 where it fills a square.
const SIZE_ON_POINT: f64 = 0.53;
const LEAST_SIZE: f64 = 0.75;
/// Half the side of the square around a picture, and of the square around a disc, in radii of the
/// disc.
const HALF_PICTURE: f64 = 0.55 * UNIT;
const HALF_ROUND_DISC: f64 = 1.2;
/// The height of capitals on a tag, their distance from its edge, the radius of its corners, and
/// half the maximum width of its words.
const TAG: f64 = 0.17 * UNIT;
const TAG_MARGIN: f64 = 0.05 * UNIT;
const TAG_RADIUS: f64 = 0.05 * UNIT;
const TAG_WIDEST: f64 = 0.42 * UNIT;
/// How far a body may reach beyond its cell's inner circle.
const OVERHANG: f64 = 0.4 * UNIT;
/// The minimum gap between a body and anything near it.
const GAP: f64 = 0.04 * UNIT;

/// The body of a piece: its outline and its content.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub form: Rounded,
    content: BodyContent,
}

/// The content of a body.
#[derive(Clone, Debug)]
enum BodyContent {
    Words {
        lines: Vec<String>,
        capitals: f64,
    },
    /// A picture, and the words on the tag beside it.
    Picture {
        picture: PieceImage,
        tag: Option<String>,
        size: f64,
        is_on_disc: bool,
    },
}

/// Draws a piece with nothing nearby. Also returns half the side of the square round it.
pub(crate) fn draw_lone(
    piece: &ShownPiece,
    place: &SceneCell,
    fonts: &Fonts<'_>,
) -> (Vec<Shape>, f64) {
    let body = Body::preferred(piece, place, fonts);
    let reach = match body.content {
        BodyContent::Picture {
            size,
            is_on_disc: false,
            ..
        } => size * HALF_PICTURE,
        _ => HALF_ROUND_DISC * body.form.half_width,
    };
    (body.shapes(piece.owner, fonts), reach)
}

/// Draws a picture on a square, without a board.
pub(crate) fn lone_picture(
    picture: &PieceImage,
    tag: Option<&str>,
    owner: Owner,
    fonts: &Fonts<'_>,
) -> Vec<Shape> {
    let mut shapes = pieces::shapes(picture, owner, 1.0);
    shapes.extend(
        tag.into_iter()
            .flat_map(|tag| draw_tag(tag, 1.0, owner, fonts)),
    );
    shapes
}

/// Draws the disc of a White piece with this letter, without a board. Also returns half the width
/// of the disc, including its line.
pub(crate) fn letter_disc(letter: &str, owner: Owner, fonts: &Fonts<'_>) -> (Vec<Shape>, f64) {
    let body = Body::of_label(letter, ScenePoint { x: 0.0, y: 0.0 }, UNIT / 2.0, fonts);
    (body.shapes(owner, fonts), body.form.half_width + GAP)
}

/// Returns the bodies of a diagram's pieces, in the diagram's order.
pub(crate) fn bodies(diagram: &Diagram, places: &[SceneCell], fonts: &Fonts<'_>) -> Vec<Body> {
    let preferred: Vec<Body> = diagram
        .pieces
        .iter()
        .map(|piece| Body::preferred(piece, &places[piece.cell.index()], fonts))
        .collect();
    let placed = |(index, piece): (usize, &ShownPiece)| {
        let room = PieceRoom {
            own: &places[piece.cell.index()],
            index,
            preferred: &preferred,
            diagram,
            places,
        };
        match &preferred[index].content {
            BodyContent::Words { .. } => preferred[index].shrink_to(&piece.label, &room, fonts),
            BodyContent::Picture { .. } => preferred[index].clone(),
        }
    };
    diagram.pieces.iter().enumerate().map(placed).collect()
}

impl Body {
    /// Returns the body a piece would have with nothing nearby.
    fn preferred(piece: &ShownPiece, place: &SceneCell, fonts: &Fonts<'_>) -> Body {
        match &piece.face {
            PieceFace::Label if place.outline.is_empty() => {
                Body::on_point(&piece.label, place.centre, fonts)
            }
            PieceFace::Label => Body::of_label(&piece.label, place.centre, place.inner, fonts),
            PieceFace::Picture { picture, labelled } => {
                let is_on_disc = place.outline.is_empty();
                // A square's inner circle has a radius of half a unit.
                let in_cell = (2.0 * place.inner / UNIT).clamp(LEAST_SIZE, 1.0);
                let (size, radius) = match is_on_disc {
                    true => (SIZE_ON_POINT, PICTURED_DISC),
                    false => (in_cell, in_cell * PICTURE_RADIUS),
                };
                Body {
                    form: Rounded::circle(place.centre, radius),
                    content: BodyContent::Picture {
                        picture: picture.clone(),
                        tag: labelled.then(|| piece.label.clone()),
                        size,
                        is_on_disc,
                    },
                }
            }
        }
    }

    /// Returns the body of a piece on a point: a small disc, since pieces may stand on all the
    /// squares round it.
    fn on_point(label: &str, centre: ScenePoint, fonts: &Fonts<'_>) -> Body {
        let wide = width(fonts, Type::Label, label, 1.0);
        let capitals = (POINT_DISC - MARGIN) / ((wide * wide + 1.0).sqrt() / 2.0);
        Body::of_words(
            Rounded::circle(centre, POINT_DISC),
            vec![label.to_string()],
            capitals.min(SMALL),
        )
    }

    /// Returns the body with this label in a cell whose inner circle has this radius.
    fn of_label(label: &str, centre: ScenePoint, inner: f64, fonts: &Fonts<'_>) -> Body {
        let disc = if inner < DISC { SMALL_DISC } else { DISC };
        let wide = width(fonts, Type::Label, label, 1.0);
        // The label's corners lie on a circle; a capital has height 1.
        let corner = (wide * wide + 1.0).sqrt() / 2.0;
        let capitals = (disc - MARGIN) / corner;
        if capitals >= SMALL || label.is_empty() {
            let form = Rounded::circle(centre, disc);
            return Body::of_words(form, vec![label.to_string()], capitals.min(LARGE));
        }
        // Larger capitals in a larger cell.
        let capitals = (2.0 * (inner - PILL_MARGIN) / wide).clamp(IN_PILL, LARGE);
        let half_width = (wide * capitals / 2.0 + PILL_MARGIN).max(disc);
        let half_height = capitals / 2.0 + PILL;
        let form = Rounded {
            centre,
            half_width,
            half_height,
            radius: half_height,
        };
        Body::of_words(form, vec![label.to_string()], capitals)
    }

    fn of_words(form: Rounded, lines: Vec<String>, capitals: f64) -> Body {
        Body {
            form,
            content: BodyContent::Words { lines, capitals },
        }
    }

    /// Shrinks the body to the available room. Breaks the label into two lines if that allows
    /// larger letters.
    fn shrink_to(&self, label: &str, room: &PieceRoom, fonts: &Fonts<'_>) -> Body {
        let limit = room.half_pill_width(self.form);
        if self.form.half_width <= limit || self.form.radius >= self.form.half_width {
            return self.clone();
        }
        let fit = |line: &str, half: f64| {
            2.0 * (half - PILL_MARGIN) / width(fonts, Type::Label, line, 1.0)
        };
        let capitals = fit(label, limit);
        let one_line = Body::of_words(
            Rounded {
                half_width: limit,
                ..self.form
            },
            vec![label.to_string()],
            capitals,
        );
        if capitals >= MIN_IN_PILL {
            return one_line;
        }
        let limit = room.half_plaque_width(self.form.centre);
        let two_lines = split_label(label, fonts).map(|lines| {
            let smaller = fit(&lines[0], limit)
                .min(fit(&lines[1], limit))
                .min(IN_PILL);
            let wide = |line: &str| width(fonts, Type::Label, line, smaller);
            let longest = wide(&lines[0]).max(wide(&lines[1]));
            let form = Rounded {
                half_width: longest / 2.0 + PILL_MARGIN,
                half_height: (1.0 + LINE) * smaller / 2.0 + PLAQUE_MARGIN,
                radius: PLAQUE_RADIUS,
                ..self.form
            };
            (smaller, Body::of_words(form, lines, smaller))
        });
        two_lines
            .filter(|(smaller, _)| *smaller > capitals)
            .map_or(one_line, |(_, two_lines)| two_lines)
    }

    /// Returns the shapes of the body, in paint order.
    fn shapes(&self, owner: Owner, fonts: &Fonts<'_>) -> Vec<Shape> {
        match &self.content {
            BodyContent::Words { lines, capitals } => {
                let mut shapes = vec![Shape::of(ShapeClass::Piece(owner), self.form.outline())];
                shapes.extend(label(lines, *capitals, self.form.centre, owner, fonts));
                shapes
            }
            BodyContent::Picture {
                picture,
                tag,
                size,
                is_on_disc,
            } => {
                let mut shapes = vec![Shape::of(ShapeClass::Stand, self.form.outline())];
                // At this size lines are as wide as what they surround: the disc tells the side.
                let disc =
                    is_on_disc.then(|| Shape::of(ShapeClass::Piece(owner), self.form.outline()));
                let inside = if *is_on_disc { Owner::White } else { owner };
                shapes.extend(disc);
                let tag = tag
                    .iter()
                    .flat_map(|tag| draw_tag(tag, *size, owner, fonts));
                let drawn = pieces::shapes(picture, inside, *size)
                    .into_iter()
                    .chain(tag);
                let ScenePoint { x, y } = self.form.centre;
                shapes.extend(drawn.map(|shape| shape.moved(x, y)));
                shapes
            }
        }
    }
}

/// Draws the lines of a label, centred on a point.
fn label(
    lines: &[String],
    capitals: f64,
    centre: ScenePoint,
    owner: Owner,
    fonts: &Fonts<'_>,
) -> Vec<Shape> {
    let first = -(lines.len() as f64 - 1.0) / 2.0 * LINE * capitals;
    let line = |(index, line): (usize, &String)| {
        let at = centre.moved(0.0, first + index as f64 * LINE * capitals);
        let outline = write(fonts, Type::Label, line, capitals, at, Align::Middle)?;
        Some(Shape::of(ShapeClass::Label(owner), outline))
    };
    lines.iter().enumerate().filter_map(line).collect()
}

/// Draws a small label at the lower right of a picture of this size round the origin, at most as
/// wide as a square.
fn draw_tag(tag: &str, size: f64, owner: Owner, fonts: &Fonts<'_>) -> Vec<Shape> {
    let capitals = (2.0 * TAG_WIDEST / width(fonts, Type::Label, tag, 1.0).max(0.1)).min(TAG);
    let half_height = capitals / 2.0 + TAG_MARGIN;
    let half_width = (width(fonts, Type::Label, tag, capitals) / 2.0 + TAG_MARGIN).max(half_height);
    let corner = size * UNIT / 2.0;
    let centre = ScenePoint {
        x: corner - half_width,
        y: corner - half_height,
    };
    let form = Rounded {
        centre,
        half_width,
        half_height,
        radius: TAG_RADIUS,
    };
    let mut shapes = vec![Shape::of(ShapeClass::Piece(owner), form.outline())];
    shapes.extend(label(&[tag.to_string()], capitals, centre, owner, fonts));
    shapes
}

/// Breaks a label into two lines of nearly equal width, at a hyphen or space if there is one.
fn split_label(label: &str, fonts: &Fonts<'_>) -> Option<Vec<String>> {
    let breaks = label.char_indices().skip(2).map(|(at, _)| at);
    let broken = breaks.filter_map(|at| {
        let (left, right) = label.split_at(at);
        let within = !(left.ends_with(['-', ' ']) || right.starts_with(' '));
        let (left, right) = (left.trim().to_string(), right.trim().to_string());
        let left = if within { format!("{left}-") } else { left };
        let longest =
            width(fonts, Type::Label, &left, 1.0).max(width(fonts, Type::Label, &right, 1.0));
        (right.chars().count() > 1).then(|| (within, longest, vec![left, right]))
    });
    let best = broken.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    best.map(|(_, _, lines)| lines)
}

/// The surroundings of a piece.
struct PieceRoom<'a> {
    own: &'a SceneCell,
    index: usize,
    preferred: &'a [Body],
    diagram: &'a Diagram,
    places: &'a [SceneCell],
}

impl PieceRoom<'_> {
    /// Returns the bodies of the other pieces, each with the width of its ring.
    fn other_bodies(&self) -> impl Iterator<Item = (Rounded, f64)> + '_ {
        let pieces = self.diagram.pieces.iter().zip(self.preferred).enumerate();
        let others = pieces.filter(|(index, _)| *index != self.index);
        others.map(|(_, (piece, body))| (body.form, ring(&self.places[piece.cell.index()])))
    }

    /// Returns the rows of marks on cells without a piece: the middle, half the width and half the
    /// height of each.
    fn rows(&self) -> impl Iterator<Item = (ScenePoint, f64, f64)> + '_ {
        let marked = self
            .places
            .iter()
            .filter(|place| !place.marks.is_empty() && !place.has_piece);
        marked.map(|place| {
            let row = MarkRow::of(place);
            (place.centre, row.reach(place), row.radius)
        })
    }

    /// Returns half the maximum width of a pill of this form.
    fn half_pill_width(&self, form: Rounded) -> f64 {
        let half_height = form.half_height + ring(self.own);
        let mut limit = self.own.inner + OVERHANG;
        for (other, their_ring) in self.other_bodies() {
            let apart = half_height + other.half_height + their_ring;
            let Some(between) = room_between(form.centre, other.centre, apart) else {
                continue;
            };
            // Two long labels share the room between them.
            let share = (between / 2.0).max(between - (other.half_width - other.half_height));
            limit = limit.min(share + form.half_height);
        }
        for (centre, reach, radius) in self.rows() {
            let Some(between) = room_between(form.centre, centre, half_height + radius) else {
                continue;
            };
            limit = limit.min(between - (reach - radius) + form.half_height);
        }
        limit.max(SMALL_DISC)
    }

    /// Returns half the maximum width of a plaque. Unlike a pill, a plaque has corners.
    fn half_plaque_width(&self, centre: ScenePoint) -> f64 {
        let mut limit = self.own.inner + OVERHANG;
        let ring = ring(self.own);
        for (other, their_ring) in self.other_bodies() {
            let rings = ring + their_ring;
            if (other.centre.y - centre.y).abs() < PLAQUE + other.half_height + rings + GAP {
                let between = (other.centre.x - centre.x).abs() - rings - GAP;
                limit = limit.min((between / 2.0).max(between - other.half_width));
            }
        }
        for (middle, reach, radius) in self.rows() {
            if (middle.y - centre.y).abs() < PLAQUE + radius + ring + GAP {
                limit = limit.min((middle.x - centre.x).abs() - reach - ring - GAP);
            }
        }
        limit
    }
}

/// Returns how far the ring of the piece on a cell extends beyond the piece.
fn ring(place: &SceneCell) -> f64 {
    if place.marks.is_empty() { 0.0 } else { RING }
}

/// Returns the horizontal distance between two centres, minus the distance that two round bodies
/// need there to stay `apart` and a gap from each other. `None` if they are far enough apart
/// vertically.
fn room_between(a: ScenePoint, b: ScenePoint, apart: f64) -> Option<f64> {
    let (dx, dy) = ((b.x - a.x).abs(), (b.y - a.y).abs());
    let apart = apart + GAP;
    (dy < apart).then(|| dx - (apart * apart - dy * dy).sqrt())
}

/// Draws the pieces, each with its rings, and then the seats on the rings, which no other piece
/// may hide.
pub(crate) fn pieces(
    diagram: &Diagram,
    places: &[SceneCell],
    bodies: &[Body],
    fonts: &Fonts<'_>,
    words: &Language,
) -> Vec<Item> {
    let place = |piece: &ShownPiece| &places[piece.cell.index()];
    let pieces = diagram.pieces.iter().zip(bodies).map(|(piece, body)| {
        let mut shapes = rings(body.form, &place(piece).marks);
        shapes.extend(body.shapes(piece.owner, fonts));
        // Pieces of one look have equal shapes, wherever they stand.
        let origin = body.form.centre;
        let shapes = shapes.into_iter();
        let shapes = shapes
            .map(|shape| shape.moved(-origin.x, -origin.y))
            .collect();
        let cell = Some(place(piece).name.clone());
        Item::Group(Group {
            class: None,
            cell,
            title: Some(words.say(piece_on(piece, &place(piece).name))),
            origin: Some(origin),
            shapes,
        })
    });
    let marked = diagram
        .pieces
        .iter()
        .zip(bodies)
        .filter(|(piece, _)| !place(piece).marks.is_empty());
    let seats = marked.map(|(piece, body)| {
        let others = bodies
            .iter()
            .map(|other| other.form)
            .filter(|form| form.centre != body.form.centre);
        let shapes = seats(body.form, &place(piece).marks, &others.collect::<Vec<_>>());
        Item::Group(Group {
            cell: Some(place(piece).name.clone()),
            shapes,
            ..Group::default()
        })
    });
    pieces.chain(seats).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_break_where_words_do() {
        assert_eq!(
            split_label("SQUIRREL", &Fonts::BUILT_IN),
            Some(vec!["SQU-".to_string(), "IRREL".to_string()])
        );
        assert_eq!(
            split_label("LONG-LEAPER", &Fonts::BUILT_IN),
            Some(vec!["LONG-".to_string(), "LEAPER".to_string()])
        );
        assert_eq!(
            split_label("R PAWN", &Fonts::BUILT_IN),
            Some(vec!["R".to_string(), "PAWN".to_string()])
        );
        assert_eq!(split_label("AB", &Fonts::BUILT_IN), None);
    }

    fn capitals(body: &Body) -> f64 {
        match body.content {
            BodyContent::Words { capitals, .. } => capitals,
            BodyContent::Picture { .. } => panic!("a label has no picture"),
        }
    }

    fn body_of(label: &str, inner: f64) -> Body {
        Body::of_label(
            label,
            ScenePoint { x: 0.0, y: 0.0 },
            inner,
            &Fonts::BUILT_IN,
        )
    }

    #[test]
    fn short_labels_get_discs_and_long_ones_get_pills() {
        let square = UNIT / 2.0;
        for label in ["", "A", "AB", "K2", "H12", "W"] {
            assert_eq!(body_of(label, square).form.half_width, DISC, "{label}");
        }
        for label in ["KNIGHT", "BISH.", "SQUIRREL"] {
            let body = body_of(label, square);
            assert!(
                body.form.half_width > DISC && body.form.half_height < DISC,
                "{label}"
            );
            assert!((IN_PILL..LARGE).contains(&capitals(&body)));
            assert!(capitals(&body_of(label, 0.86 * UNIT)) >= capitals(&body));
        }
    }
}
