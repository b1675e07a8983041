//! Horses: a Knight's head with what else the piece is on it, and others of his kin.

use super::orthodox::{HORSE, PLINTH};
use super::pen::{Drawing, Part, whole};

/// A smaller head, which leaves room for a hat.
const LOW_HORSE: Part = HORSE.at(50.0, 56.6, 0.8);
const LOW_MANE: Part = whole("M 54 46 C 62 51 66.5 58 66.5 67 C 66.5 70 66 73 65.5 76");
const LOW_EYE: Part = whole("O 37.5 46 2.8");
const LOW_NOSTRIL: Part = whole("O 24.8 62 1.7");

pub(super) const ARCHBISHOP: Drawing = Drawing {
    bodies: &[
        LOW_HORSE,
        whole(
            "M 46 4 C 54 10 60 17 60 25 C 60 29.5 58.5 33 56 36.5 L 36 34 C 34 31 33 28 33 24.5 C 33 17 38 10 46 4 Z",
        ),
        PLINTH,
    ],
    lines: &[whole("M 46.5 14 L 46.5 28"), whole("M 40.5 19.5 L 52.5 19.5"), LOW_MANE],
    dots: &[LOW_EYE, LOW_NOSTRIL],
};

pub(super) const CHANCELLOR: Drawing = Drawing {
    bodies: &[
        LOW_HORSE,
        whole(
            "M 28 7 L 36 7 L 36 12.5 L 42 12.5 L 42 7 L 51 7 L 51 12.5 L 57 12.5 L 57 7 L 65 7 L 65 20 L 59.5 25 \
             L 59.5 37 L 33.5 35 L 33.5 25 L 28 20 Z",
        ),
        PLINTH,
    ],
    lines: &[whole("M 34.5 24.5 L 58.5 24.5"), LOW_MANE],
    dots: &[LOW_EYE, LOW_NOSTRIL],
};

pub(super) const AMAZON: Drawing = Drawing {
    bodies: &[
        LOW_HORSE,
        whole("M 34 35 L 27 13.5 L 38 22 L 46.5 9.5 L 55 22 L 67 13.5 L 60 37.5 Z"),
        whole("O 26 11.5 4"),
        whole("O 46.5 7.5 4"),
        whole("O 68 11.5 4"),
        PLINTH,
    ],
    lines: &[LOW_MANE],
    dots: &[LOW_EYE, LOW_NOSTRIL],
};

pub(super) const CABALLERO: Drawing = Drawing {
    bodies: &[
        LOW_HORSE,
        whole("M 33 27 L 34.5 11 C 42 8 53 8 60 10.5 L 62 27 Z"),
        whole("M 13 27 C 28 24.5 64 23.5 80 25 C 78 34 60 37 45 37 C 30 37 15 34.5 13 27 Z"),
        PLINTH,
    ],
    lines: &[LOW_MANE],
    dots: &[LOW_EYE, LOW_NOSTRIL, whole("M 33.6 21 L 61.2 21 L 61.8 25 L 33.2 25.5 Z")],
};

pub(super) const ZEBRA: Drawing = Drawing {
    bodies: &[HORSE, PLINTH],
    lines: &[
        whole("M 54 20.5 L 47.5 35"),
        whole("M 64 25.5 L 54 42"),
        whole("M 71.5 33.5 L 55.5 53"),
        whole("M 77 44 L 50.5 65"),
        whole("M 79.5 57 L 44 76"),
        whole("M 79.5 71 L 60 80.5"),
    ],
    dots: &[whole("O 34.5 36.5 3.2"), whole("O 18.5 56.5 2")],
};

pub(super) const NIGHTRIDER: Drawing = Drawing {
    bodies: &[HORSE.at(60.0, 52.0, 0.92), HORSE.at(42.5, 58.2, 0.75), PLINTH],
    lines: &[
        whole("M 46 47 C 54 51 58 59.5 58 69 C 58 72 57.6 74 57 76"),
        whole("M 42 35 C 56.5 37.5 65 49 65 65.7 C 65 72 64.3 77 63.5 83"),
    ],
    dots: &[whole("O 31 48 2.8"), whole("O 19 63 1.7")],
};
