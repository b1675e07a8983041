//! Men: a disc with a label where the label fits, a pill or a plaque of two lines where it does not. A
//! body may overlap its cell's edges, never a neighbour's man or mark.

use super::UNIT;
use super::cells::Place;
use super::class::Class;
use super::letters::{Align, Type, width, write};
use super::marks::{RING, Row, rings, seats};
use super::shape::{At, Group, Item, Rounded, Shape};
use crate::diagram::{Diagram, ShownMan};
use crate::model::Side;

/// The radius of a disc, and the smaller one in a cell as small as a triangle.
const DISC: f64 = 0.34 * UNIT;
const SMALL_DISC: f64 = 0.315 * UNIT;
/// Between a disc's edge and its label's corners.
const MARGIN: f64 = 0.055 * UNIT;
/// The height of capitals: the largest; the smallest in a disc; in a pill; and the smallest in a pill
/// for which a second line is not tried.
const LARGE: f64 = 0.28 * UNIT;
const SMALL: f64 = 0.205 * UNIT;
const IN_PILL: f64 = 0.235 * UNIT;
const CRAMPED: f64 = 0.205 * UNIT;
/// Half the height of a pill, and how far its label stays from its ends.
const PILL: f64 = 0.25 * UNIT;
const PILL_MARGIN: f64 = 0.105 * UNIT;
/// Half the height of a plaque, and its corners' radius.
const PLAQUE: f64 = 0.36 * UNIT;
const PLAQUE_RADIUS: f64 = 0.16 * UNIT;
/// From the middle of one line of a plaque to that of the next, in heights of its capitals.
const LINE: f64 = 1.32;
/// How far a body may reach over its cell's inner circle.
const OVERHANG: f64 = 0.4 * UNIT;
/// What stays free between a body and what is near it.
const GAP: f64 = 0.04 * UNIT;

/// What a man looks like.
#[derive(Clone, Debug)]
pub struct Body {
    pub form: Rounded,
    lines: Vec<String>,
    capitals: f64,
}

/// The bodies of a diagram's men, in its order.
pub fn bodies(diagram: &Diagram, places: &[Place]) -> Vec<Body> {
    let wished: Vec<Body> = diagram.men.iter().map(|man| Body::wished(&man.label, &places[man.cell.index()])).collect();
    let settled = |(index, man): (usize, &ShownMan)| {
        let room = Room { own: &places[man.cell.index()], index, wished: &wished, diagram, places };
        wished[index].clone().within(&man.label, &room)
    };
    diagram.men.iter().enumerate().map(settled).collect()
}

impl Body {
    /// As it is where nothing is near.
    fn wished(label: &str, place: &Place) -> Body {
        let centre = place.centre;
        let disc = if place.inner < DISC { SMALL_DISC } else { DISC };
        let wide = width(Type::Label, label, 1.0);
        // The label's corners lie on a circle; one capital is as high as 1.
        let corner = (wide * wide + 1.0).sqrt() / 2.0;
        let capitals = (disc - MARGIN) / corner;
        if capitals >= SMALL || label.is_empty() {
            let form = Rounded { centre, half_width: disc, half_height: disc, radius: disc };
            let capitals = if capitals < LARGE { capitals } else { LARGE };
            return Body { form, lines: vec![label.to_string()], capitals };
        }
        let half_width = wide * IN_PILL / 2.0 + PILL_MARGIN;
        let half_width = if half_width > DISC { half_width } else { DISC };
        let form = Rounded { centre, half_width, half_height: PILL, radius: PILL };
        Body { form, lines: vec![label.to_string()], capitals: IN_PILL }
    }

    /// Shrunk into the room there is, in one line or in two, whichever leaves the larger type.
    fn within(self, label: &str, room: &Room) -> Body {
        let most = room.half_width(self.form);
        if self.form.half_width <= most || self.form.radius >= self.form.half_width {
            return self;
        }
        let fit = |line: &str, half: f64| 2.0 * (half - PILL_MARGIN) / width(Type::Label, line, 1.0);
        let one = Body {
            capitals: fit(label, most),
            form: Rounded { half_width: most, ..self.form },
            lines: self.lines,
        };
        if one.capitals >= CRAMPED {
            return one;
        }
        let plaque = Rounded { half_height: PLAQUE, radius: PLAQUE_RADIUS, ..self.form };
        let most = room.half_width(plaque);
        let two = halves(label).map(|lines| {
            let fits = fit(&lines[0], most).min(fit(&lines[1], most));
            let capitals = if fits < IN_PILL { fits } else { IN_PILL };
            let longest = width(Type::Label, &lines[0], capitals).max(width(Type::Label, &lines[1], capitals));
            Body { form: Rounded { half_width: longest / 2.0 + PILL_MARGIN, ..plaque }, lines, capitals }
        });
        two.filter(|two| two.capitals > one.capitals).unwrap_or(one)
    }

    fn label(&self) -> impl Iterator<Item = Shape> + '_ {
        let first = -(self.lines.len() as f64 - 1.0) / 2.0 * LINE * self.capitals;
        self.lines.iter().enumerate().filter_map(move |(index, line)| {
            let at = self.form.centre.moved(0.0, first + index as f64 * LINE * self.capitals);
            write(Type::Label, line, self.capitals, at, Align::Middle).map(Shape::plain)
        })
    }
}

/// A label in two lines as even as may be, broken at a hyphen or space rather than within a word.
fn halves(label: &str) -> Option<Vec<String>> {
    let breaks = label.char_indices().skip(2).map(|(at, _)| at);
    let broken = breaks.filter_map(|at| {
        let (left, right) = label.split_at(at);
        let natural = left.ends_with(['-', ' ']) || right.starts_with(' ');
        let (left, right) = (left.trim().to_string(), right.trim().to_string());
        let left = if natural { left } else { format!("{left}-") };
        let longest = width(Type::Label, &left, 1.0).max(width(Type::Label, &right, 1.0));
        (right.chars().count() > 1).then(|| (if natural { longest } else { 1.2 * longest }, vec![left, right]))
    });
    broken.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, lines)| lines)
}

/// What is near a man.
struct Room<'a> {
    own: &'a Place,
    index: usize,
    wished: &'a [Body],
    diagram: &'a Diagram,
    places: &'a [Place],
}

impl Room<'_> {
    /// How wide a body of this form may be, half of it.
    fn half_width(&self, form: Rounded) -> f64 {
        let half_height = form.half_height + if self.own.marks.is_empty() { 0.0 } else { RING };
        let mut most = self.own.inner + OVERHANG;
        for (index, other) in self.wished.iter().enumerate().filter(|(index, _)| *index != self.index) {
            let ringed = !self.places[self.diagram.men[index].cell.index()].marks.is_empty();
            let theirs = other.form.half_height + if ringed { RING } else { 0.0 };
            let Some(between) = beside(form.centre, other.form.centre, half_height + theirs) else { continue };
            // Between two long labels the room is shared.
            let straight = other.form.half_width - other.form.half_height;
            let share = (between / 2.0).max(between - straight);
            most = most.min(share + form.half_height);
        }
        for place in self.places.iter().filter(|p| !p.marks.is_empty() && !p.has_man) {
            let row = Row::of(place);
            let Some(between) = beside(form.centre, place.centre, half_height + row.radius) else { continue };
            most = most.min(between - (row.reach(place) - row.radius) + form.half_height);
        }
        most.max(DISC)
    }
}

/// How much of the way from one centre to the other is left for the straight parts of two bodies that
/// must stay `apart` and a gap; nothing where they lie above each other anyway.
fn beside(a: At, b: At, apart: f64) -> Option<f64> {
    let (dx, dy) = ((b.x - a.x).abs(), (b.y - a.y).abs());
    let apart = apart + GAP;
    (dy < apart).then(|| dx - (apart * apart - dy * dy).sqrt())
}

/// The men, each with his rings.
pub fn men(diagram: &Diagram, places: &[Place], bodies: &[Body]) -> Vec<Item> {
    let man = |(man, body): (&ShownMan, &Body)| {
        let place = &places[man.cell.index()];
        let mut shapes = rings(body.form, &place.marks);
        shapes.push(Shape::of(Class::Man(man.side), body.form.outline()));
        shapes.extend(body.label().map(|label| Shape { class: Some(Class::Label(man.side)), ..label }));
        shapes.extend(seats(body.form, &place.marks));
        let title = Some(title(man, &place.name));
        Item::Group(Group { class: None, cell: Some(place.name.clone()), title, shapes })
    };
    diagram.men.iter().zip(bodies).map(man).collect()
}

fn title(man: &ShownMan, cell: &str) -> String {
    let side = if man.side == Side::White { "White" } else { "Black" };
    let piece = if man.piece.is_empty() { &man.label } else { &man.piece };
    format!("{side} {piece} on {cell}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_break_where_words_do() {
        assert_eq!(halves("SQUIRREL"), Some(vec!["SQUI-".to_string(), "RREL".to_string()]));
        assert_eq!(halves("LONG-LEAPER"), Some(vec!["LONG-".to_string(), "LEAPER".to_string()]));
        assert_eq!(halves("R PAWN"), Some(vec!["R".to_string(), "PAWN".to_string()]));
        assert_eq!(halves("AB"), None);
    }

    #[test]
    fn short_labels_stand_on_discs_and_long_ones_on_pills() {
        let here = At { x: 0.0, y: 0.0 };
        for label in ["", "A", "AB", "K2", "H12", "W"] {
            assert_eq!(Body::wished(label, here).form.half_width, DISC, "{label}");
        }
        for label in ["KNIGHT", "BISH.", "SQUIRREL"] {
            let body = Body::wished(label, here);
            assert!(body.form.half_width > DISC && body.form.half_height < DISC, "{label}");
            assert_eq!(body.capitals, IN_PILL);
        }
    }
}
