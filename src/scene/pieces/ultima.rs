//! Pieces of the Ultima family: what each does is what its picture shows.

use super::fairy::{STEM, STEM_LINE};
use super::orthodox::PLINTH;
use super::pen::{Drawing, half, pair, whole};

/// A padlock.
pub(super) const IMMOBILIZER: Drawing = Drawing {
    bodies: &[
        half("M 50 9 C 68 9 76 21 76 36 L 76 48 L 64 48 L 64 36 C 64 26 59 21 50 21"),
        half("M 50 44 L 80 44 C 83 44 85 46 85 49 L 85 85 C 85 89 83 91 79 91 L 50 91"),
    ],
    lines: &[whole("M 22 56 L 78 56")],
    dots: &[half("M 50 62 C 55.5 62 57.5 66 57.5 69 C 57.5 72 55.5 74 54 75 L 56 84 L 50 84")],
};

/// A ram.
pub(super) const PUSHER: Drawing = Drawing {
    bodies: &[
        half("M 50 9 L 82 9 C 84 9 85 10 85 12 L 85 23 C 85 25 84 26 82 26 L 50 26"),
        half("M 50 27 L 74 50 L 60 50 L 60 83 L 50 83"),
        PLINTH,
    ],
    lines: &[whole("M 42 70 L 58 70")],
    dots: &[],
};

/// A hare.
pub(super) const LONG_LEAPER: Drawing = Drawing {
    bodies: &[
        pair("M 53 42 C 50 24 55 8 65 6 C 74 12 74 30 66 46 Z"),
        half("M 50 37 C 63 37 71 45 71 56 C 71 66 66 72 60 75 C 61 78 64 81 67 83 L 50 83"),
        PLINTH,
    ],
    lines: &[pair("M 60 36 C 59 27 61 19 64 15"), pair("M 50 66 C 52 70 57 70 59 67")],
    dots: &[pair("O 60.5 53 3.2"), half("M 50 60 L 54.5 60 L 50 65")],
};

/// A crab, who goes backwards.
pub(super) const WITHDRAWER: Drawing = Drawing {
    bodies: &[
        pair("M 70 62 C 82 60 89 66 93 76 L 86 80 C 82 74 77 72 69 73 Z"),
        pair("M 64 72 C 74 73 79 79 81 89 L 73 90 C 70 84 66 82 58 82 Z"),
        pair(
            "M 66 50 C 72 46 74 40 73 33 C 64 26 66 12 78 8 C 77 14 78 19 81 23 C 83 18 87 15 92 14 \
             C 95 26 90 35 82 36 C 83 46 80 54 72 60 Z",
        ),
        half("M 50 40 C 66 40 79 48 79 61 C 79 74 66 84 50 84"),
        pair("M 56 43 L 57 34 L 63 34 L 62 44 Z"),
    ],
    lines: &[whole("M 30 56 C 42 47 58 47 70 56"), whole("M 43 69 C 47 72 53 72 57 69")],
    dots: &[pair("O 60 33 4.5")],
};

/// Where two lines cross.
pub(super) const COORDINATOR: Drawing = Drawing {
    bodies: &[
        STEM,
        half(
            "M 50 5 L 56 5 L 56 10 C 66 12 73 19 75 29 L 80 29 L 80 41 L 75 41 C 73 51 66 58 56 60 L 56 65 L 50 65",
        ),
    ],
    lines: &[STEM_LINE, whole("M 50 12 L 50 58"), whole("M 27 35 L 73 35"), whole("O 50 35 12")],
    dots: &[whole("O 50 35 4.5")],
};

/// Four stones around one.
pub(super) const ENCLOSER: Drawing = Drawing {
    bodies: &[whole("O 50 22 17.5"), pair("O 78 50 17.5"), whole("O 50 78 17.5"), whole("O 50 50 6.5")],
    lines: &[],
    dots: &[],
};

/// The stones when they have done their work.
pub(super) const SPENT_ENCLOSER: Drawing = Drawing {
    bodies: &[whole("O 50 22 17.5"), pair("O 78 50 17.5"), whole("O 50 78 17.5")],
    lines: &[whole("O 50 22 9"), pair("O 78 50 9"), whole("O 50 78 9")],
    dots: &[],
};

pub(super) const SWAPPER: Drawing = Drawing {
    bodies: &[
        whole("M 10 29 L 58 29 L 58 14 L 91 38 L 58 52 L 58 43 L 10 43 Z"),
        whole("M 90 57 L 42 57 L 42 48 L 9 66 L 42 86 L 42 71 L 90 71 Z"),
    ],
    lines: &[],
    dots: &[],
};

pub(super) const CHAMELEON: Drawing = Drawing {
    bodies: &[
        whole("M 9 73 L 91 73 L 91 82 L 9 82 Z"),
        whole("M 57 62 L 66 62 L 72 74 L 60 74 Z"),
        whole("M 30 62 L 40 62 L 40 74 L 29 74 Z"),
        whole(
            "M 53 29 C 57 19 66 12 76 10 C 75 17 77 21 80 25 C 88 29 93 35 93 42 C 88 48 80 50 73 50 C 69 62 58 68 45 68 \
             C 33 68 25 65 21 71 C 16 79 22 89 30 88 C 38 87 40 78 33 76 C 29 75 26 79 28 82 C 17 81 18 68 26 66 \
             C 20 62 20 54 24 48 C 30 36 42 30 53 29 Z",
        ),
        whole("O 71 34 8.5"),
    ],
    lines: &[whole("M 73 50 C 74 46 80 43 92 42"), whole("M 31 49 C 37 42 45 38 53 37")],
    dots: &[whole("O 72.5 34 3.6")],
};
