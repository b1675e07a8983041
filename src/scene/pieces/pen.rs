//! Reads the paths pictures are written in, and lays them in a cell.

use crate::scene::shape::{At, Outline, Segment, circle};

/// A picture as it is written down.
pub(super) struct Drawing {
    pub bodies: &'static [Part],
    /// Lines within the bodies.
    pub lines: &'static [Part],
    /// What is filled within the bodies.
    pub dots: &'static [Part],
}

/// A path and how it is laid.
#[derive(Clone, Copy)]
pub(super) struct Part {
    path: &'static str,
    fold: Fold,
    /// Where its own middle, at (50, 50), comes to lie, and how large it is there, across and upwards.
    at: (f64, f64),
    scale: (f64, f64),
}

/// What becomes of a path besides itself.
#[derive(Clone, Copy)]
enum Fold {
    None,
    /// It is the right half of an outline from the top to the bottom; the left one is its mirror image.
    Half,
    /// It has a mirror image to the left.
    Pair,
}

impl Part {
    const fn new(path: &'static str, fold: Fold) -> Part {
        Part { path, fold, at: (50.0, 50.0), scale: (1.0, 1.0) }
    }

    /// The same elsewhere and of another size.
    pub const fn at(self, x: f64, y: f64, scale: f64) -> Part {
        Part { at: (x, y), scale: (scale, scale), ..self }
    }

    /// The same upside down.
    pub const fn inverted(self) -> Part {
        Part { scale: (self.scale.0, -self.scale.1), ..self }
    }
}

pub(super) const fn whole(path: &'static str) -> Part {
    Part::new(path, Fold::None)
}

pub(super) const fn half(path: &'static str) -> Part {
    Part::new(path, Fold::Half)
}

pub(super) const fn pair(path: &'static str) -> Part {
    Part::new(path, Fold::Pair)
}

/// A part in a cell whose upper left corner is given, and how long a hundredth of its side is.
pub(super) fn outline(part: &Part, corner: At, unit: f64) -> Outline {
    let own = segments(part.path);
    let all = match part.fold {
        Fold::None => own,
        Fold::Half => {
            let mut all = own.clone();
            all.extend(reversed(&own).into_iter().map(mirrored).skip(1));
            all.push(Segment::Close);
            all
        }
        Fold::Pair => own.iter().copied().chain(own.iter().copied().map(mirrored)).collect(),
    };
    let place = |at: At| {
        let (x, y) = (part.at.0 + (at.x - 50.0) * part.scale.0, part.at.1 + (at.y - 50.0) * part.scale.1);
        corner.moved(x * unit, y * unit)
    };
    let turned = part.scale.1 < 0.0;
    Outline::Path(all.into_iter().map(|segment| laid(segment, place, part.scale.0 * unit, turned)).collect())
}

/// The strokes of a path. What is no path is a mistake of this program, which the tests find.
fn segments(path: &str) -> Vec<Segment> {
    let mut words = path.split_ascii_whitespace();
    let mut segments = Vec::new();
    while let Some(letter) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0);
        let mut at = || At { x: number(), y: number() };
        match letter {
            "M" => segments.push(Segment::Move(at())),
            "L" => segments.push(Segment::Line(at())),
            "Q" => segments.push(Segment::Quad(at(), at())),
            "C" => segments.push(Segment::Cubic(at(), at(), at())),
            "Z" => segments.push(Segment::Close),
            "O" => {
                let centre = at();
                segments.extend(circle(centre, number(), true));
            }
            _ => debug_assert!(false, "`{letter}` in {path}"),
        }
    }
    segments
}

/// An open path from its end to its start.
fn reversed(path: &[Segment]) -> Vec<Segment> {
    let end = |segment: &Segment| match *segment {
        Segment::Move(to) | Segment::Line(to) => Some(to),
        Segment::Quad(_, to) | Segment::Cubic(_, _, to) | Segment::Arc { to, .. } => Some(to),
        Segment::Close => None,
    };
    let mut back = Vec::new();
    back.extend(path.last().and_then(end).map(Segment::Move));
    for (before, segment) in path.iter().zip(&path[1..]).rev() {
        let Some(to) = end(before) else { continue };
        back.push(match *segment {
            Segment::Quad(control, _) => Segment::Quad(control, to),
            Segment::Cubic(first, second, _) => Segment::Cubic(second, first, to),
            Segment::Arc { radius, clockwise, .. } => Segment::Arc { radius, clockwise: !clockwise, to },
            Segment::Move(_) | Segment::Line(_) | Segment::Close => Segment::Line(to),
        });
    }
    back
}

fn mirrored(segment: Segment) -> Segment {
    laid(segment, |at| At { x: 100.0 - at.x, y: at.y }, 1.0, true)
}

/// A stroke with its places laid elsewhere; lengths grow, and where the plane is turned over, so is an arc.
fn laid(segment: Segment, place: impl Fn(At) -> At, scale: f64, turned: bool) -> Segment {
    match segment {
        Segment::Move(to) => Segment::Move(place(to)),
        Segment::Line(to) => Segment::Line(place(to)),
        Segment::Quad(control, to) => Segment::Quad(place(control), place(to)),
        Segment::Cubic(first, second, to) => Segment::Cubic(place(first), place(second), place(to)),
        Segment::Arc { radius, clockwise, to } => {
            Segment::Arc { radius: radius * scale, clockwise: clockwise != turned, to: place(to) }
        }
        Segment::Close => Segment::Close,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{drawing, shapes};
    use super::*;
    use crate::model::{Picture, Side};
    use crate::scene::UNIT;

    #[test]
    fn every_path_is_written_as_it_must_be() {
        for picture in Picture::ALL {
            let Drawing { bodies, lines, dots } = drawing(*picture);
            assert!(!bodies.is_empty(), "{picture:?}");
            for part in [*bodies, *lines, *dots].into_iter().flatten() {
                let mut words = part.path.split_ascii_whitespace();
                let mut first = true;
                while let Some(letter) = words.next() {
                    let due = match letter {
                        "M" | "L" => 2,
                        "Q" => 4,
                        "C" => 6,
                        "O" => 3,
                        "Z" => 0,
                        other => panic!("{picture:?}: `{other}` in {}", part.path),
                    };
                    assert!(!first || matches!(letter, "M" | "O"), "{picture:?}: {}", part.path);
                    first = false;
                    let numbers = words.by_ref().take(due).map(|word| word.parse::<f64>());
                    assert_eq!(numbers.filter(Result::is_ok).count(), due, "{picture:?}: {}", part.path);
                }
            }
        }
    }

    #[test]
    fn pictures_stay_in_their_cells_and_differ() {
        let mut seen = Vec::new();
        for picture in Picture::ALL {
            let drawn = shapes(*picture, Side::White, At { x: 0.0, y: 0.0 });
            for shape in &drawn {
                let Outline::Path(path) = &shape.outline else { panic!("{picture:?} is no path") };
                let ends = path.iter().filter_map(|segment| match *segment {
                    Segment::Move(at) | Segment::Line(at) | Segment::Quad(_, at) => Some(at),
                    Segment::Cubic(_, _, at) | Segment::Arc { to: at, .. } => Some(at),
                    Segment::Close => None,
                });
                let inside = |at: At| at.x.abs() < UNIT / 2.0 && at.y.abs() < UNIT / 2.0;
                assert!(ends.into_iter().all(inside), "{picture:?}");
            }
            assert!(!seen.contains(&drawn), "{picture:?} looks like another");
            seen.push(drawn);
        }
    }

    #[test]
    fn a_half_is_closed_to_what_is_its_own_mirror_image() {
        let Outline::Path(path) = outline(&half("M 50 10 L 60 20 Q 70 30 50 40"), At { x: 0.0, y: 0.0 }, 1.0)
        else {
            panic!("a path");
        };
        let at = |x: f64, y: f64| At { x, y };
        let expected = [
            Segment::Move(at(50.0, 10.0)),
            Segment::Line(at(60.0, 20.0)),
            Segment::Quad(at(70.0, 30.0), at(50.0, 40.0)),
            Segment::Quad(at(30.0, 30.0), at(40.0, 20.0)),
            Segment::Line(at(50.0, 10.0)),
            Segment::Close,
        ];
        assert_eq!(path, expected);
    }
}
