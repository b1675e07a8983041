//! Numbers and paths, written as short as SVG allows. Knows no scenes' items.

use std::fmt::{self, Write};

use crate::scene::{ScenePoint, Segment};

pub(super) fn hundredths(value: f64) -> i64 {
    (value * 100.0).round() as i64
}

/// A number of hundredths: `-12.5`, `.07`, never `-0`.
#[derive(Clone, Copy)]
pub(super) struct Hundredths(pub(super) i64);

impl Hundredths {
    pub(super) fn of(value: f64) -> Hundredths {
        Hundredths(hundredths(value))
    }

    /// Writes the number without the formatting machinery, since pictures consist mostly of
    /// numbers.
    fn write(self, out: &mut impl Write) -> fmt::Result {
        let (whole, part) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        if self.0 < 0 {
            out.write_char('-')?;
        }
        if whole > 0 || part == 0 {
            out.write_str(itoa::Buffer::new().format(whole))?;
        }
        if part == 0 {
            return Ok(());
        }
        let digit = |value: u64| char::from(b'0' + value as u8);
        out.write_char('.')?;
        out.write_char(digit(part / 10))?;
        if part % 10 > 0 {
            out.write_char(digit(part % 10))
        } else {
            Ok(())
        }
    }
}

impl fmt::Display for Hundredths {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(out)
    }
}

/// A writer of numbers, with a space only where two numbers would merge.
pub(super) struct NumberRun<'a> {
    out: &'a mut String,
    /// Whether the number that was written last has a decimal point; `None` after anything else.
    last_has_point: Option<bool>,
}

impl<'a> NumberRun<'a> {
    pub(super) fn new(out: &'a mut String) -> NumberRun<'a> {
        NumberRun {
            out,
            last_has_point: None,
        }
    }

    pub(super) fn put(&mut self, hundredths: i64) {
        let has_point = hundredths % 100 != 0;
        let starts_with_point = has_point && (0..100).contains(&hundredths);
        let needs_space = match self.last_has_point {
            None => false,
            Some(point) => hundredths >= 0 && !(point && starts_with_point),
        };
        if needs_space {
            self.out.push(' ');
        }
        let _ = Hundredths(hundredths).write(self.out);
        self.last_has_point = Some(has_point);
    }

    pub(super) fn put_pair(&mut self, x: i64, y: i64) {
        self.put(x);
        self.put(y);
    }

    fn put_letter(&mut self, letter: char) {
        self.out.push(letter);
        self.last_has_point = None;
    }
}

/// Writes the segments of a path. Points are relative to the point before. Absolute positions are
/// rounded, not steps, so errors do not add up.
///
/// `grain` is the distance, in hundredths, by which a control point may be off, so that a curve may
/// continue another smoothly in fewer numbers.
pub(super) fn write_path(out: &mut String, path: &[Segment], grain: i64) {
    let mut writer = PathWriter {
        run: NumberRun::new(out),
        at: (0, 0),
        start: (0, 0),
        last: ' ',
        mirrored: None,
        grain,
    };
    for segment in path {
        writer.draw(segment);
    }
}

/// A writer of paths.
struct PathWriter<'a> {
    run: NumberRun<'a>,
    at: (i64, i64),
    start: (i64, i64),
    /// The letter of the last segment.
    last: char,
    /// After a curve, the control point with which the next curve would continue it smoothly.
    mirrored: Option<(i64, i64)>,
    grain: i64,
}

impl PathWriter<'_> {
    /// Writes the letter of a segment. It applies until the next one, but an `m` after an `m` would
    /// be read as a line.
    fn letter(&mut self, letter: char) {
        if letter != self.last || matches!(letter, 'm' | 'z') {
            self.run
                .put_letter(if self.last == ' ' { 'M' } else { letter });
        }
        self.last = letter;
    }

    fn draw(&mut self, segment: &Segment) {
        let mirrored = self.mirrored.take();
        match *segment {
            Segment::Move(to) => {
                self.letter('m');
                self.draw_points(&[to]);
                self.start = self.at;
            }
            Segment::Line(to) => {
                let (x, y) = rounded(to);
                match (x - self.at.0, y - self.at.1) {
                    (right, 0) => {
                        self.letter('h');
                        self.run.put(right);
                    }
                    (0, down) => {
                        self.letter('v');
                        self.run.put(down);
                    }
                    (right, down) => {
                        self.letter('l');
                        self.run.put_pair(right, down);
                    }
                }
                self.at = (x, y);
            }
            Segment::Quad(control, to) => {
                let known = mirrored.filter(|at| self.is_near(*at, control, 't'));
                match known {
                    Some(_) => self.letter('t'),
                    None => self.letter('q'),
                }
                self.draw_points(&[control, to][usize::from(known.is_some())..]);
                self.mirror(known.unwrap_or(rounded(control)));
            }
            Segment::Cubic(first, second, to) => {
                let is_smooth = mirrored.is_some_and(|at| self.is_near(at, first, 's'));
                self.letter(if is_smooth { 's' } else { 'c' });
                self.draw_points(&[first, second, to][usize::from(is_smooth)..]);
                self.mirror(rounded(second));
            }
            Segment::Arc {
                radius,
                clockwise,
                to,
            } => {
                self.letter('a');
                self.run.put_pair(hundredths(radius), hundredths(radius));
                self.run.put_pair(0, 0);
                self.run.put(if clockwise { 100 } else { 0 });
                self.draw_points(&[to]);
            }
            Segment::Close => {
                self.letter('z');
                self.at = self.start;
            }
        }
    }

    /// Whether a curve with this control point can be written with this letter, as a continuation
    /// of the last curve, whose control point is mirrored to `mirrored`.
    fn is_near(&self, mirrored: (i64, i64), control: ScenePoint, letter: char) -> bool {
        let of_kind = match letter {
            't' => matches!(self.last, 'q' | 't'),
            _ => matches!(self.last, 'c' | 's'),
        };
        let (x, y) = rounded(control);
        let off = (x - mirrored.0).abs().max((y - mirrored.1).abs());
        of_kind && off <= self.grain
    }

    /// Remembers the control point of the curve that was just written.
    fn mirror(&mut self, (x, y): (i64, i64)) {
        self.mirrored = Some((2 * self.at.0 - x, 2 * self.at.1 - y));
    }

    fn draw_points(&mut self, points: &[ScenePoint]) {
        let mut last = self.at;
        for at in points {
            last = rounded(*at);
            self.run.put_pair(last.0 - self.at.0, last.1 - self.at.1);
        }
        self.at = last;
    }
}

fn rounded(at: ScenePoint) -> (i64, i64) {
    (hundredths(at.x), hundredths(at.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = |value: f64| Hundredths::of(value).to_string();
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-0.001, "0"),
            (0.004, "0"),
            (1.0, "1"),
            (-12.5, "-12.5"),
            (0.07, ".07"),
            (-0.5, "-.5"),
            (100.0, "100"),
            (7.14159, "7.14"),
            (2.999, "3"),
        ] {
            assert_eq!(written(value), text);
        }
    }

    #[test]
    fn numbers_are_separated_only_where_necessary() {
        let mut out = String::new();
        let mut run = NumberRun::new(&mut out);
        [100, 50, 25, -25, 0, 75, 150]
            .into_iter()
            .for_each(|value| run.put(value));
        assert_eq!(out, "1 .5.25-.25 0 .75 1.5");
    }

    #[test]
    fn lines_along_an_axis_are_short() {
        let at = |x: f64, y: f64| ScenePoint { x, y };
        let path = [
            Segment::Move(at(0.0, 0.0)),
            Segment::Line(at(1.0, 0.0)),
            Segment::Line(at(1.0, 2.0)),
            Segment::Line(at(3.0, 4.0)),
        ];
        let mut out = String::new();
        write_path(&mut out, &path, 0);
        assert_eq!(out, "M0 0h1v2l2 2");
    }

    #[test]
    fn a_curve_that_continues_another_needs_no_control_point() {
        let at = |x: f64, y: f64| ScenePoint { x, y };
        let path = [
            Segment::Move(at(0.0, 0.0)),
            Segment::Quad(at(1.0, 0.0), at(1.5, 0.5)),
            Segment::Quad(at(2.0, 1.01), at(2.0, 2.0)),
            Segment::Quad(at(2.0, 3.0), at(3.0, 3.0)),
            Segment::Cubic(at(4.0, 3.0), at(5.0, 4.0), at(6.0, 4.0)),
            Segment::Cubic(at(7.0, 4.0), at(8.0, 5.0), at(9.0, 5.0)),
        ];
        let written = |grain: i64| {
            let mut out = String::new();
            write_path(&mut out, &path, grain);
            out
        };
        let cubics = "c1 0 2 1 3 1s2 1 3 1";
        let exact = "M0 0q1 0 1.5.5.5.51.5 1.5 0 1 1 1";
        assert_eq!(written(0), format!("{exact}{cubics}"));
        assert_eq!(written(1), format!("M0 0q1 0 1.5.5t.5 1.5 1 1{cubics}"));
    }
}
