//! Points on a circle, the same on every platform: the sine and the cosine of a system's library may
//! differ in their last bits.

use super::board::Point;

/// Terms of the series, so that an eighth of a turn is exact to the last bits.
const TERMS: u32 = 9;

/// Returns the point of a circle round the origin that a part of a full turn leads to, counter-clockwise
/// from the right.
pub(super) fn on_circle(radius: f64, turns: f64) -> Point {
    let turns = turns - turns.floor();
    // An eighth of a turn at most from one of the four axes, where the series is short.
    let quarter = (4.0 * turns + 0.5).floor();
    let angle = (turns - quarter / 4.0) * std::f64::consts::TAU;
    let (mut cosine, mut sine) = (0.0, 0.0);
    let mut term = 1.0;
    for index in 0..TERMS {
        let first = f64::from(2 * index + 1);
        cosine += term;
        sine += term * angle / first;
        term *= -angle * angle / (first * (first + 1.0));
    }
    let (x, y) = match quarter as u8 % 4 {
        0 => (cosine, sine),
        1 => (-sine, cosine),
        2 => (-cosine, -sine),
        _ => (sine, -cosine),
    };
    Point::new(radius * x, radius * y)
}

#[cfg(test)]
mod tests {
    use super::on_circle;

    #[test]
    fn points_lie_on_the_circle_where_they_should() {
        for step in -40..80 {
            let turns = f64::from(step) / 37.0;
            let (at, angle) = (on_circle(2.0, turns), turns * std::f64::consts::TAU);
            let off = (at.x - 2.0 * angle.cos()).hypot(at.y - 2.0 * angle.sin());
            assert!(off < 1e-9, "{turns}: {off}");
        }
    }
}
