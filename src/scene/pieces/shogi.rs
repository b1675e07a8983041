//! Generals of shogi: its wedge-shaped men, with the sun on the Gold General and the moon on the Silver one.

use super::pen::{Drawing, Part, half, whole};

const WEDGE: Part = half("M 50 7 L 74 18 L 86 91 L 50 91");
const RIM: Part = half("M 50 14.5 L 68.5 23 L 78.5 84.5 L 50 84.5");

pub(super) const GOLD: Drawing = Drawing {
    bodies: &[WEDGE],
    lines: &[
        RIM,
        whole("O 50 54 11"),
        whole("M 50 31 L 50 38"),
        whole("M 50 70 L 50 77"),
        whole("M 27 54 L 34 54"),
        whole("M 66 54 L 73 54"),
        whole("M 33.7 37.7 L 38.7 42.7"),
        whole("M 61.3 65.3 L 66.3 70.3"),
        whole("M 33.7 70.3 L 38.7 65.3"),
        whole("M 61.3 42.7 L 66.3 37.7"),
    ],
    dots: &[whole("O 50 54 5")],
};

pub(super) const SILVER: Drawing = Drawing {
    bodies: &[WEDGE],
    lines: &[RIM],
    dots: &[whole(
        "M 58 33 C 42 33 32 42 32 54 C 32 66 42 75 58 75 C 49 70 45 63 45 54 C 45 45 49 38 58 33 Z",
    )],
};
