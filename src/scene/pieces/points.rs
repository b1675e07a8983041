//! Men who stand where lines cross: they take nobody, and block, turn, carry or protect others.

use super::orthodox::PLINTH;
use super::pen::{Drawing, Part, half, pair, whole};

/// A tower without a gate, which lets nobody through.
pub(super) const CHAD_ROOK: Drawing = Drawing {
    bodies: &[half("M 50 16 L 58 16 L 58 9 L 75 9 L 75 29 L 66 37 L 66 72 L 74 83 L 50 83"), PLINTH],
    lines: &[
        whole("M 34.5 37 L 65.5 37"),
        whole("M 39 43.5 L 61 66.5"),
        whole("M 61 43.5 L 39 66.5"),
        whole("M 34.5 73 L 65.5 73"),
    ],
    dots: &[],
};

pub(super) const SPIDER: Drawing = Drawing {
    bodies: &[
        pair("M 55 44 L 70 18 L 88 12 L 90.5 17 L 74 23 L 60 49 Z"),
        pair("M 57 49 L 79 34 L 95 44 L 92 48.5 L 79 40.5 L 60 54 Z"),
        pair("M 57 54 L 80 55 L 94 74 L 89.5 77 L 77 61 L 58 60 Z"),
        pair("M 55 58 L 73 70 L 78 90 L 72.5 91.5 L 68 74 L 52 63 Z"),
        half("M 50 46 C 63 46 69 57 69 68 C 69 81 61 88 50 88"),
        half("M 50 26 C 59 26 64 32 64 39 C 64 47 58 51 50 51"),
    ],
    lines: &[half("M 50 58 L 58 66 L 50 78")],
    dots: &[pair("O 55.5 37 3")],
};

pub(super) const WIZARD: Drawing = Drawing {
    bodies: &[
        half("M 50 62 C 62 62 66 70 70 76 L 76 91 L 50 91"),
        half("M 50 56 L 66 56 C 66 68 60 80 50 86"),
        whole("M 27 58 L 45 12 C 48 5 58 4 66 11 C 59 11 57 15 59 20 L 73 58 Z"),
        half("M 50 54 L 80 54 C 86 54 91 57 91 60.5 C 78 66 62 67 50 67"),
    ],
    lines: &[whole("M 29 53 C 42 57.5 58 57.5 71 53")],
    dots: &[
        whole(
            "M 50 25 L 53 33 L 61 33.5 L 54.5 38.5 L 57 46.5 L 50 42 L 43 46.5 L 45.5 38.5 L 39 33.5 L 47 33 Z",
        ),
        pair("O 56.5 72 2.4"),
    ],
};

const WALLS: Part = half(
    "M 50 40 L 57 40 L 57 34 L 64 34 L 64 20 L 70 20 L 70 13 L 77 13 L 77 20 L 83 20 L 83 13 L 91 13 L 91 36 L 87 41 \
     L 87 91 L 50 91",
);
const GATE: Part = half("M 50 66 C 57 66 61 71 61 77 L 61 91 L 50 91");
const COURSES: [Part; 2] = [pair("M 64 34 L 64 91"), pair("M 64 41 L 87 41")];

pub(super) const CASTLE: Drawing = Drawing { bodies: &[WALLS], lines: &COURSES, dots: &[GATE] };

/// The sign above the gate says how it moves next.
pub(super) const CASTLE_ORTHOGONAL: Drawing = Drawing {
    bodies: &[WALLS, SHIELD],
    lines: &[COURSES[0], COURSES[1], whole("M 50 13 L 50 35"), whole("M 39 24 L 61 24")],
    dots: &[GATE],
};

pub(super) const CASTLE_DIAGONAL: Drawing = Drawing {
    bodies: &[WALLS, SHIELD],
    lines: &[COURSES[0], COURSES[1], whole("M 42 16 L 58 32"), whole("M 58 16 L 42 32")],
    dots: &[GATE],
};

const SHIELD: Part = whole("O 50 24 16");
