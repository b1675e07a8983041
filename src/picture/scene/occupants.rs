//! Pieces: a picture; or a disc with a label where the label fits, a pill or a plaque of two lines where it does not. A
//! body may overlap its cell's edges, never a neighbour's piece or mark.

use super::UNIT;
use super::cells::{Row, SceneCell};
use super::class::ShapeClass;
use super::fonts::Fonts;
use super::letters::{Align, Type, width, write};
use super::marks::{RING, rings, seats};
use super::pieces;
use super::shape::{Group, Item, Rounded, ScenePoint, Shape};
use padma_rules::diagram::{Diagram, Face, ShownPiece};
use padma_rules::model::{CellKind, PieceImage, Side};

/// The radius of a disc, and the smaller one in a cell as small as a triangle.
const DISC: f64 = 0.34 * UNIT;
const SMALL_DISC: f64 = 0.315 * UNIT;
/// The radius of a disc on a point.
const ON_POINT: f64 = 0.24 * UNIT;
/// Between a disc's edge and its label's corners.
const MARGIN: f64 = 0.055 * UNIT;
/// The height of capitals: the largest; the smallest in a disc; in a pill; and the smallest in a pill
/// for which a second line is not tried.
const LARGE: f64 = 0.28 * UNIT;
const SMALL: f64 = 0.205 * UNIT;
const IN_PILL: f64 = 0.235 * UNIT;
const CRAMPED: f64 = 0.205 * UNIT;
/// How far the label of a pill stays from its upper and lower edge, and from its ends.
const PILL: f64 = 0.13 * UNIT;
const PILL_MARGIN: f64 = 0.105 * UNIT;
/// Half the height of the highest plaque, its label's distance from its upper and lower edge, and its
/// corners' radius.
const PLAQUE: f64 = 0.38 * UNIT;
const PLAQUE_MARGIN: f64 = 0.11 * UNIT;
const PLAQUE_RADIUS: f64 = 0.16 * UNIT;
/// From the middle of one line of a plaque to that of the next, in heights of its capitals.
const LINE: f64 = 1.32;
/// The radius of the ring's inside round a picture.
const STAND: f64 = 0.375 * UNIT;
/// The height of capitals on a tag, how far they stay from its edge, its corners' radius, and half the width of
/// the longest words.
const TAG: f64 = 0.17 * UNIT;
const TAG_MARGIN: f64 = 0.05 * UNIT;
const TAG_RADIUS: f64 = 0.05 * UNIT;
const TAG_WIDEST: f64 = 0.42 * UNIT;
/// How far a body may reach over its cell's inner circle.
const OVERHANG: f64 = 0.4 * UNIT;
/// What stays free between a body and what is near it.
const GAP: f64 = 0.04 * UNIT;

/// What a piece looks like.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub form: Rounded,
    dress: Dress,
}

/// What is seen of it.
#[derive(Clone, Debug)]
enum Dress {
    Words {
        lines: Vec<String>,
        capitals: f64,
    },
    /// A picture, and what stands on the tag beside it.
    Picture {
        picture: PieceImage,
        tag: Option<String>,
    },
}

/// A piece where nothing is near.
pub(crate) fn alone(piece: &ShownPiece, place: &SceneCell, fonts: &Fonts<'_>) -> Vec<Shape> {
    Body::wished(piece, place, fonts).shapes(piece.side, fonts)
}

/// The disc of a White piece with this letter where there is no board, and half its width with its line.
pub(crate) fn lettered(letter: &str, fonts: &Fonts<'_>) -> (Vec<Shape>, f64) {
    let body = Body::lettered(letter, ScenePoint { x: 0.0, y: 0.0 }, UNIT / 2.0, fonts);
    (body.shapes(Side::White, fonts), body.form.half_width + GAP)
}

/// The bodies of a diagram's pieces, in its order.
pub(crate) fn bodies(diagram: &Diagram, places: &[SceneCell], fonts: &Fonts<'_>) -> Vec<Body> {
    let wished: Vec<Body> = diagram
        .pieces
        .iter()
        .map(|piece| Body::wished(piece, &places[piece.cell.index()], fonts))
        .collect();
    let placed = |(index, piece): (usize, &ShownPiece)| {
        let room = PieceRoom {
            own: &places[piece.cell.index()],
            index,
            wished: &wished,
            diagram,
            places,
        };
        match &wished[index].dress {
            Dress::Words { .. } => wished[index].within(&piece.label, &room, fonts),
            Dress::Picture { .. } => wished[index].clone(),
        }
    };
    diagram.pieces.iter().enumerate().map(placed).collect()
}

impl Body {
    /// As it is where nothing is near.
    fn wished(piece: &ShownPiece, place: &SceneCell, fonts: &Fonts<'_>) -> Body {
        match &piece.face {
            _ if place.kind == CellKind::Point => Body::on_point(&piece.label, place.centre, fonts),
            Face::Label => Body::lettered(&piece.label, place.centre, place.inner, fonts),
            Face::Picture { picture, labelled } => {
                let form = Rounded::circle(place.centre, STAND);
                let tag = labelled.then(|| piece.label.clone());
                Body {
                    form,
                    dress: Dress::Picture {
                        picture: picture.clone(),
                        tag,
                    },
                }
            }
        }
    }

    /// On a point there is room for a small disc only: pieces may stand on all squares round it.
    fn on_point(label: &str, centre: ScenePoint, fonts: &Fonts<'_>) -> Body {
        let wide = width(fonts, Type::Label, label, 1.0);
        let capitals = (ON_POINT - MARGIN) / ((wide * wide + 1.0).sqrt() / 2.0);
        Body::of_words(
            Rounded::circle(centre, ON_POINT),
            vec![label.to_string()],
            capitals.min(SMALL),
        )
    }

    /// In a cell with a circle of this radius in it.
    fn lettered(label: &str, centre: ScenePoint, inner: f64, fonts: &Fonts<'_>) -> Body {
        let disc = if inner < DISC { SMALL_DISC } else { DISC };
        let wide = width(fonts, Type::Label, label, 1.0);
        // The label's corners lie on a circle; one capital is as high as 1.
        let corner = (wide * wide + 1.0).sqrt() / 2.0;
        let capitals = (disc - MARGIN) / corner;
        if capitals >= SMALL || label.is_empty() {
            let form = Rounded::circle(centre, disc);
            return Body::of_words(form, vec![label.to_string()], capitals.min(LARGE));
        }
        // Larger where the cell is.
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
            dress: Dress::Words { lines, capitals },
        }
    }

    /// Shrunk into the room there is, in one line or in two, whichever leaves the larger type.
    fn within(&self, label: &str, room: &PieceRoom, fonts: &Fonts<'_>) -> Body {
        let most = room.pill(self.form);
        if self.form.half_width <= most || self.form.radius >= self.form.half_width {
            return self.clone();
        }
        let fit = |line: &str, half: f64| {
            2.0 * (half - PILL_MARGIN) / width(fonts, Type::Label, line, 1.0)
        };
        let capitals = fit(label, most);
        let one = Body::of_words(
            Rounded {
                half_width: most,
                ..self.form
            },
            vec![label.to_string()],
            capitals,
        );
        if capitals >= CRAMPED {
            return one;
        }
        let most = room.plaque(self.form.centre);
        let two = halves(label, fonts).map(|lines| {
            let smaller = fit(&lines[0], most).min(fit(&lines[1], most)).min(IN_PILL);
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
        two.filter(|(smaller, _)| *smaller > capitals)
            .map_or(one, |(_, two)| two)
    }

    /// Its shapes, in paint order.
    fn shapes(&self, side: Side, fonts: &Fonts<'_>) -> Vec<Shape> {
        match &self.dress {
            Dress::Words { lines, capitals } => {
                let mut shapes = vec![Shape::of(ShapeClass::Piece(side), self.form.outline())];
                shapes.extend(label(lines, *capitals, self.form.centre, side, fonts));
                shapes
            }
            Dress::Picture { picture, tag } => {
                let mut shapes = vec![Shape::of(ShapeClass::Stand, self.form.outline())];
                shapes.extend(pieces::shapes(picture, side, self.form.centre));
                shapes.extend(
                    tag.iter()
                        .flat_map(|tag| tagged(tag, self.form.centre, side, fonts)),
                );
                shapes
            }
        }
    }
}

/// Lines of a label round a place.
fn label(
    lines: &[String],
    capitals: f64,
    centre: ScenePoint,
    side: Side,
    fonts: &Fonts<'_>,
) -> Vec<Shape> {
    let first = -(lines.len() as f64 - 1.0) / 2.0 * LINE * capitals;
    let line = |(index, line): (usize, &String)| {
        let at = centre.moved(0.0, first + index as f64 * LINE * capitals);
        let outline = write(fonts, Type::Label, line, capitals, at, Align::Middle)?;
        Some(Shape::of(ShapeClass::Label(side), outline))
    };
    lines.iter().enumerate().filter_map(line).collect()
}

/// A small label at the lower right of a picture, as wide as its cell at most.
fn tagged(tag: &str, centre: ScenePoint, side: Side, fonts: &Fonts<'_>) -> Vec<Shape> {
    let capitals = (2.0 * TAG_WIDEST / width(fonts, Type::Label, tag, 1.0).max(0.1)).min(TAG);
    let half_height = capitals / 2.0 + TAG_MARGIN;
    let half_width = (width(fonts, Type::Label, tag, capitals) / 2.0 + TAG_MARGIN).max(half_height);
    let centre = centre.moved(UNIT / 2.0 - half_width, UNIT / 2.0 - half_height);
    let form = Rounded {
        centre,
        half_width,
        half_height,
        radius: TAG_RADIUS,
    };
    let mut shapes = vec![Shape::of(ShapeClass::Piece(side), form.outline())];
    shapes.extend(label(&[tag.to_string()], capitals, centre, side, fonts));
    shapes
}

/// A label in two lines as even as may be, broken at a hyphen or space where it has one.
fn halves(label: &str, fonts: &Fonts<'_>) -> Option<Vec<String>> {
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

/// What is near a piece.
struct PieceRoom<'a> {
    own: &'a SceneCell,
    index: usize,
    wished: &'a [Body],
    diagram: &'a Diagram,
    places: &'a [SceneCell],
}

impl PieceRoom<'_> {
    /// The other pieces: their bodies and how far their rings reach.
    fn others(&self) -> impl Iterator<Item = (Rounded, f64)> + '_ {
        let pieces = self.diagram.pieces.iter().zip(self.wished).enumerate();
        let others = pieces.filter(|(index, _)| *index != self.index);
        others.map(|(_, (piece, body))| (body.form, ring(&self.places[piece.cell.index()])))
    }

    /// The rows of marks on cells without a piece: their middle, half their width and half their height.
    fn rows(&self) -> impl Iterator<Item = (ScenePoint, f64, f64)> + '_ {
        let marked = self
            .places
            .iter()
            .filter(|place| !place.marks.is_empty() && !place.has_piece);
        marked.map(|place| {
            let row = Row::of(place);
            (place.centre, row.reach(place), row.radius)
        })
    }

    /// How wide a pill of this form may be, half of it.
    fn pill(&self, form: Rounded) -> f64 {
        let half_height = form.half_height + ring(self.own);
        let mut most = self.own.inner + OVERHANG;
        for (other, their_ring) in self.others() {
            let apart = half_height + other.half_height + their_ring;
            let Some(between) = beside(form.centre, other.centre, apart) else {
                continue;
            };
            // Between two long labels the room is shared.
            let share = (between / 2.0).max(between - (other.half_width - other.half_height));
            most = most.min(share + form.half_height);
        }
        for (centre, reach, radius) in self.rows() {
            let Some(between) = beside(form.centre, centre, half_height + radius) else {
                continue;
            };
            most = most.min(between - (reach - radius) + form.half_height);
        }
        most.max(SMALL_DISC)
    }

    /// How wide a plaque may be, half of it. It has corners where a pill has none.
    fn plaque(&self, centre: ScenePoint) -> f64 {
        let mut most = self.own.inner + OVERHANG;
        let ring = ring(self.own);
        for (other, their_ring) in self.others() {
            let rings = ring + their_ring;
            if (other.centre.y - centre.y).abs() < PLAQUE + other.half_height + rings + GAP {
                let between = (other.centre.x - centre.x).abs() - rings - GAP;
                most = most.min((between / 2.0).max(between - other.half_width));
            }
        }
        for (middle, reach, radius) in self.rows() {
            if (middle.y - centre.y).abs() < PLAQUE + radius + ring + GAP {
                most = most.min((middle.x - centre.x).abs() - reach - ring - GAP);
            }
        }
        most
    }
}

/// How far the ring round the piece on a cell reaches from it.
fn ring(place: &SceneCell) -> f64 {
    if place.marks.is_empty() { 0.0 } else { RING }
}

/// How much of the way from one centre to the other is left for the straight parts of two bodies that
/// must stay `apart` and a gap; nothing where they lie above each other anyway.
fn beside(a: ScenePoint, b: ScenePoint, apart: f64) -> Option<f64> {
    let (dx, dy) = ((b.x - a.x).abs(), (b.y - a.y).abs());
    let apart = apart + GAP;
    (dy < apart).then(|| dx - (apart * apart - dy * dy).sqrt())
}

/// The pieces, each with its rings; then what sits on the rings, which no other piece may hide.
pub(crate) fn pieces(
    diagram: &Diagram,
    places: &[SceneCell],
    bodies: &[Body],
    fonts: &Fonts<'_>,
) -> Vec<Item> {
    let place = |piece: &ShownPiece| &places[piece.cell.index()];
    let pieces = diagram.pieces.iter().zip(bodies).map(|(piece, body)| {
        let mut shapes = rings(body.form, &place(piece).marks);
        shapes.extend(body.shapes(piece.side, fonts));
        let cell = Some(place(piece).name.clone());
        Item::Group(Group {
            class: None,
            cell,
            title: Some(title(piece, &place(piece).name)),
            shapes,
        })
    });
    let taken = diagram
        .pieces
        .iter()
        .zip(bodies)
        .filter(|(piece, _)| !place(piece).marks.is_empty());
    let seats = taken.map(|(piece, body)| {
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

fn title(piece: &ShownPiece, cell: &str) -> String {
    let kind = if piece.kind.is_empty() {
        &piece.label
    } else {
        &piece.kind
    };
    format!("{} {kind} on {cell}", piece.side.titled())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_break_where_words_do() {
        assert_eq!(
            halves("SQUIRREL", &Fonts::BUILT_IN),
            Some(vec!["SQU-".to_string(), "IRREL".to_string()])
        );
        assert_eq!(
            halves("LONG-LEAPER", &Fonts::BUILT_IN),
            Some(vec!["LONG-".to_string(), "LEAPER".to_string()])
        );
        assert_eq!(
            halves("R PAWN", &Fonts::BUILT_IN),
            Some(vec!["R".to_string(), "PAWN".to_string()])
        );
        assert_eq!(halves("AB", &Fonts::BUILT_IN), None);
    }

    fn capitals(body: &Body) -> f64 {
        match body.dress {
            Dress::Words { capitals, .. } => capitals,
            Dress::Picture { .. } => panic!("a label has no picture"),
        }
    }

    fn lettered(label: &str, inner: f64) -> Body {
        Body::lettered(
            label,
            ScenePoint { x: 0.0, y: 0.0 },
            inner,
            &Fonts::BUILT_IN,
        )
    }

    #[test]
    fn short_labels_stand_on_discs_and_long_ones_on_pills() {
        let square = UNIT / 2.0;
        for label in ["", "A", "AB", "K2", "H12", "W"] {
            assert_eq!(lettered(label, square).form.half_width, DISC, "{label}");
        }
        for label in ["KNIGHT", "BISH.", "SQUIRREL"] {
            let body = lettered(label, square);
            assert!(
                body.form.half_width > DISC && body.form.half_height < DISC,
                "{label}"
            );
            assert!((IN_PILL..LARGE).contains(&capitals(&body)));
            assert!(capitals(&lettered(label, 0.86 * UNIT)) >= capitals(&body));
        }
    }
}
