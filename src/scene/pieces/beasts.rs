//! Animals, of this world and others.

use super::orthodox::PLINTH;
use super::pen::{Drawing, Part, half, pair, whole};

/// Its head, with the trunk, between the ears.
const ELEPHANT_HEAD: Part =
    half("M 50 13 C 64 13 74 24 72 40 C 71 52 62 56 61 66 C 60 76 61 84 62 91 L 50 91");

pub(super) const ELEPHANT: Drawing = Drawing {
    bodies: &[
        pair("M 64 26 C 74 16 92 20 94 38 C 95 54 84 66 72 64 L 64 52 Z"),
        pair("M 60 60 C 66 62 76 66 80 78 C 71 79 63 76 58 70 Z"),
        ELEPHANT_HEAD,
    ],
    lines: &[
        pair("M 68.5 24 C 71.5 28.5 73 34 72 40 C 71 52 62 56 61 66"),
        whole("M 43 68 L 57 68"),
        whole("M 42.5 75.5 L 57.5 75.5"),
        whole("M 42.5 83 L 57.5 83"),
    ],
    dots: &[pair("O 61 39 3.2")],
};

pub(super) const CAMEL: Drawing = Drawing {
    bodies: &[whole(
        "M 30 91 L 29 66 C 20 63 15 56 15.5 46 L 16.5 33 L 8 31.5 C 5.5 26 8 21.5 13.5 20.5 C 17 14.5 24.5 14 27 20 \
         C 28 28 25 36 26.5 43 C 28 49 32 50 36 47 C 40 35 46 25 53 25 C 60 25 63 37 68 43 C 79 44 87 51 88 62 \
         C 88 70 85 74 86 91 L 75 91 L 73 69 C 64 72 52 72 41 69 L 41 91 Z",
    )],
    lines: &[],
    dots: &[whole("O 17 24.5 2.2")],
};

pub(super) const GRIFFON: Drawing = Drawing {
    bodies: &[
        whole(
            "M 30 83 C 30 70 38 64 45.5 56 C 38 53.5 31 55.5 26 62 C 23 66 18.5 67.5 16 65 C 17 57 13 54 12.5 46 \
             C 12 35 23 26 36 24.5 L 33 9 L 45.5 19 L 55 8.5 L 57 21 C 72 27 80 42 80 60 C 80 70 79 76 78 83 Z",
        ),
        PLINTH,
    ],
    lines: &[
        whole("M 13.5 49 C 21 45.5 27 46 32 49.5"),
        whole("M 52 33 C 60 36 62 40 63 46 C 67 47 70 52 69 58 C 73 61 73 67 71 72"),
    ],
    dots: &[whole("O 36 37 3.4")],
};

pub(super) const DRAGON: Drawing = Drawing {
    bodies: &[
        whole(
            "M 33 83 C 33 72 41 66 49 60 C 44 61 38 63 33 62.5 L 13 60 C 10 58 10 54 13.5 53 L 31 49.5 L 14 45 \
             C 9.5 42.5 10 36.5 14 34 C 22 27 31 22.5 41 21 L 44 8 L 54 19 L 65 11 L 67 24 L 79 22 L 76 35 L 87 40 \
             L 79 48 L 87 58 L 79.5 64 C 80 71 79 77 78 83 Z",
        ),
        PLINTH,
    ],
    lines: &[whole("M 56 32 C 65 38 69 48 69 58 C 69 65 68 70 66 75")],
    dots: &[whole("M 32 36.5 L 41 31 L 41 38 Z"), whole("O 17 39 1.8")],
};

const TUSKS: Part = pair("M 54.5 54 L 66 54 C 67.5 64 66 75 61.5 84 C 57 75 54.5 64 54.5 54 Z");
const WHISKERS: Part = pair("O 62 47 13");
const MUZZLE: Part = half("M 50 34 C 55 34 58 36.5 58 40 C 58 43.5 54 45.5 50 45.5");

pub(super) const WALRUS: Drawing = Drawing {
    bodies: &[
        half("M 50 12 C 65 12 74 22 75 36 C 84 48 88 66 84 83 L 50 83"),
        PLINTH,
        TUSKS,
        WHISKERS,
        MUZZLE,
    ],
    lines: &[pair("M 57 59.5 C 57.5 68 59 78 61.5 84 C 65 77 66.5 68 66.5 59.5"), WHISKERS],
    dots: &[pair("O 61 24 3.2"), MUZZLE, pair("O 60 50 1.5"), pair("O 66.5 46.5 1.5"), pair("O 66 52.5 1.5")],
};

pub(super) const JACKAL: Drawing = Drawing {
    bodies: &[half(
        "M 50 31 C 54 31 57 31.5 59 32.5 L 73 7 C 80 20 82 36 77 48 L 86 61 L 72 64 C 66 73 60 79 58 86 C 56 90.5 53 92 50 92",
    )],
    lines: &[pair("M 66.5 35 L 72 22 C 74 30 74 36 72.5 41"), pair("M 57 78 L 58.5 60")],
    dots: &[pair("M 57 53 L 69 47 L 67 55 Z"), half("M 50 79 L 57 79 C 57 84 54 87 50 87")],
};

pub(super) const MONGOOSE: Drawing = Drawing {
    bodies: &[
        whole("M 62 83 C 75 79 80 68 77 55 C 76 49.5 81 46.5 84.5 50.5 C 94 62 91 79 80 83 Z"),
        whole(
            "M 33 83 C 30 70 34 60 36 50 C 37 45 37 42 36.5 38.5 L 17 36 C 13 33.5 13 28.5 16.5 26.5 C 24 20.5 31 14.5 40 13 \
             C 41 7 51 6.5 53 14 C 61 19 63 27 62.5 35 C 63 47 73 57 73 71 C 73 76 72 80 70 83 Z",
        ),
        PLINTH,
    ],
    lines: &[whole("M 47 46 C 47 53 44 58 36 62"), whole("M 47 17 C 49 18.5 50 20.5 50 23")],
    dots: &[whole("O 36.5 25 2.8"), whole("O 17.5 30.5 2.2")],
};

pub(super) const WISEMAN: Drawing = Drawing {
    bodies: &[half("M 50 19 C 60 18 69 15 76 7 C 79 18 80 30 79.5 44 C 79 62 76 75 67 83 L 50 83"), PLINTH],
    lines: &[
        pair("O 63 36 11.5"),
        whole("M 50 60 C 51.5 64 55 64 57 60 C 58.5 64 62 64 64 60"),
        whole("M 50 60 C 48.5 64 45 64 43 60 C 41.5 64 38 64 36 60"),
        whole("M 40 70 C 41.5 74 45 74 46.5 70 C 48 74 52 74 53.5 70 C 55 74 58.5 74 60 70"),
    ],
    dots: &[pair("O 62 36 5"), half("M 50 44 L 55 44 L 50 54")],
};
