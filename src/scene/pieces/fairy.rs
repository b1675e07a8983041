//! Pieces that step and leap: signs on a stem, machines, and men of the court.

use super::orthodox::{PLINTH, QUEEN_BALLS, QUEEN_BODY};
use super::pen::{Drawing, Part, half, pair, whole};

/// What a sign stands on.
pub(super) const STEM: Part =
    half("M 50 44 L 56.5 44 C 57.5 62 64 71 73 77 C 76 79 77.5 82 77.5 86 L 77.5 91 L 50 91");
pub(super) const STEM_LINE: Part = whole("M 30 82.5 L 70 82.5");

pub(super) const WAZIR: Drawing = Drawing {
    bodies: &[STEM, half("M 50 7 L 57.5 26 L 77 33.5 L 57.5 41 L 50 60")],
    lines: &[STEM_LINE],
    dots: &[],
};

pub(super) const FERZ: Drawing = Drawing {
    bodies: &[STEM, half("M 50 23 L 71 12 L 60 33 L 71 54 L 50 43")],
    lines: &[STEM_LINE],
    dots: &[],
};

pub(super) const FERZ_WIDE: Drawing = Drawing {
    bodies: &[STEM, half("M 50 24 L 91 11 L 66 33 L 91 55 L 50 42")],
    lines: &[STEM_LINE],
    dots: &[],
};

pub(super) const DABBABA: Drawing = Drawing {
    bodies: &[half("M 50 9 L 74 31 L 67 31 L 72 76 L 50 76"), pair("O 69 80 11")],
    lines: &[whole("M 35 31 L 65 31"), whole("M 31.5 54 L 68.5 54")],
    dots: &[whole("M 44 38 L 56 38 L 56 48 L 44 48 Z"), pair("O 69 80 3")],
};

pub(super) const CANNON: Drawing = Drawing {
    bodies: &[
        whole("M 26 62 L 9 84 L 9 90 L 26 90 L 44 72 Z"),
        whole("M 13 60 C 8 52 12 45 19 42 L 70 17.5 L 74 9.5 L 92 34 L 84 37 L 37 66 C 28 71 18 68 13 60 Z"),
        whole("O 47 70 20"),
    ],
    lines: &[
        whole("M 70 17.5 L 84 37"),
        whole("M 47 53 L 47 87"),
        whole("M 30 70 L 64 70"),
        whole("M 35 58 L 59 82"),
        whole("M 59 58 L 35 82"),
    ],
    dots: &[whole("O 47 70 5")],
};

pub(super) const GRASSHOPPER: Drawing = Drawing {
    bodies: &[
        QUEEN_BODY.inverted(),
        QUEEN_BALLS[0].inverted(),
        QUEEN_BALLS[1].inverted(),
        QUEEN_BALLS[2].inverted(),
        PLINTH.inverted(),
    ],
    lines: &[whole("M 23.5 35 C 36 38.5 64 38.5 76.5 35"), whole("M 24.5 26 C 37 29 63 29 75.5 26")],
    dots: &[],
};

pub(super) const GUARD: Drawing = Drawing {
    bodies: &[half("M 50 11 C 67 11 75 22 75 38 L 75 62 L 68 83 L 50 83"), PLINTH],
    lines: &[
        whole("M 50 12 L 50 40"),
        whole("M 50 50 L 50 82"),
        pair("M 59 60 L 59 73"),
        pair("M 66.5 59 L 65 69"),
    ],
    dots: &[pair("M 51.5 42 L 72 40 L 72 47 L 51.5 49 Z")],
};

pub(super) const WARPRIEST: Drawing = Drawing {
    bodies: &[
        half("M 50 18 C 64 25 73 36 73 48 C 73 55 68 60 62 63 L 62 69 C 63 74 67 78 73 83 L 50 83"),
        half("M 50 3 L 56 12 L 56 49 L 68 49 L 68 56.5 L 55 56.5 L 55 67 C 57.5 70 56.5 75.5 50 75.5"),
        PLINTH,
    ],
    lines: &[pair("M 56 22 L 56 49 L 68 49 L 68 56.5 L 55 56.5 L 55 67 C 57.5 70 56.5 75.5 50 75.5")],
    dots: &[],
};

pub(super) const FOUR_DIAMOND: Drawing = Drawing {
    bodies: &[
        whole("M 50 7 L 67.5 24.5 L 50 42 L 32.5 24.5 Z"),
        pair("M 75.5 32.5 L 93 50 L 75.5 67.5 L 58 50 Z"),
        whole("M 50 58 L 67.5 75.5 L 50 93 L 32.5 75.5 Z"),
    ],
    lines: &[],
    dots: &[],
};

pub(super) const ADVISER: Drawing = Drawing {
    bodies: &[
        half("M 50 56 C 60 56 66 62 68 68 C 71 74 74 79 77 83 L 50 83"),
        half("M 50 34 L 71 34 L 71 51 C 66 58 58 60.5 50 60.5"),
        half("M 50 12 L 92 28.5 L 50 45"),
        whole("M 81 46 L 87 46 L 90 62 L 78 62 Z"),
        PLINTH,
    ],
    lines: &[
        whole("M 50 28.5 L 84 34 L 84 46"),
        pair("M 70 37 L 50 45"),
        whole("M 36 60 C 44 63 56 63 64 60"),
    ],
    dots: &[],
};

pub(super) const SPY: Drawing = Drawing {
    bodies: &[
        half("M 50 66 L 64 58 C 76 62 82 74 82 91 L 50 91"),
        half("M 50 34 L 66 34 L 66 50 C 64 62 57 69 50 69"),
        half("M 50 13 C 56 8 66 9 68.5 17 L 71 33 L 50 33"),
        half("M 50 30 L 74 30 C 80 30 87 31.5 90 34 C 88 39.5 76 42 50 42"),
    ],
    lines: &[pair("M 50 91 L 50 78 L 62 62"), whole("M 30.5 25 L 69.5 25")],
    dots: &[pair("M 51 46 L 64.5 46 L 63 53.5 L 53.5 53.5 Z")],
};

pub(super) const JOKER: Drawing = Drawing {
    bodies: &[
        half("M 50 16 C 57 23 62 31 64 41 C 71 30 84 31 90 47 C 81 46 76 55 74 68 L 50 68"),
        whole("O 50 13 6"),
        pair("O 91 52 6"),
        half("M 50 66 L 75 66 L 75 75 L 50 75"),
        half("M 50 75 L 70 75 L 73 83 L 50 83"),
        PLINTH,
    ],
    lines: &[pair("M 64 41 C 61 50 59.5 58 59 66"), whole("M 26 66.5 L 74 66.5"), whole("M 26 75 L 74 75")],
    dots: &[],
};
