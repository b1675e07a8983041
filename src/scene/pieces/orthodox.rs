//! The six pieces of orthodox chess, and what others share with them.

use super::pen::{Drawing, Part, half, pair, whole};

/// The plinth that every standing piece has.
pub(super) const PLINTH: Part = half("M 50 81 L 76 81 C 79 81 81 83 81 86 L 81 91 L 50 91");

pub(super) const PAWN: Drawing = Drawing {
    bodies: &[half(
        "M 50 17 C 58.5 17 65 23.5 65 31.5 C 65 36.5 62.5 41 58.5 43.5 L 66 47 L 66 51 L 58.5 52.5 \
         C 59.5 64 64 71 73 77 C 76 79 77.5 82 77.5 86 L 77.5 91 L 50 91",
    )],
    lines: &[whole("M 30 82.5 L 70 82.5")],
    dots: &[],
};

pub(super) const ROOK: Drawing = Drawing {
    bodies: &[
        half(
            "M 50 12 L 56.5 12 L 56.5 19 L 64.5 19 L 64.5 12 L 76 12 L 76 30 L 68 38 L 68 68 L 74 76 L 74 83 L 50 83",
        ),
        PLINTH,
    ],
    lines: &[whole("M 33 38.5 L 67 38.5"), whole("M 33 68 L 67 68")],
    dots: &[],
};

pub(super) const BISHOP: Drawing = Drawing {
    bodies: &[
        half("M 50 20 C 62 27 70 38 70 48 C 70 55 66 60 61 63 L 63 69 C 63 74 67 78 72 83 L 50 83"),
        whole("O 50 14 6"),
        PLINTH,
    ],
    lines: &[
        whole("M 50 33 L 50 51"),
        whole("M 42 41 L 58 41"),
        whole("M 39 63.5 L 61 63.5"),
        whole("M 37 71 L 63 71"),
    ],
    dots: &[],
};

pub(super) const QUEEN_BODY: Part =
    half("M 50 20 L 58.5 46 L 71 24 L 72 50 L 89 33 C 86 46 80 56 77 64 C 75 70 75 76 77 83 L 50 83");
pub(super) const QUEEN_BALLS: [Part; 3] =
    [whole("O 50 15 5.5"), pair("O 72.5 19 5.5"), pair("O 91 29.5 5.5")];

pub(super) const QUEEN: Drawing = Drawing {
    bodies: &[QUEEN_BODY, QUEEN_BALLS[0], QUEEN_BALLS[1], QUEEN_BALLS[2], PLINTH],
    lines: &[whole("M 23.5 65 C 36 61.5 64 61.5 76.5 65"), whole("M 24.5 74 C 37 71 63 71 75.5 74")],
    dots: &[],
};

pub(super) const KING: Drawing = Drawing {
    bodies: &[
        half("M 50 5 L 54 5 L 54 10.5 L 60 10.5 L 60 18.5 L 54 18.5 L 54 30 L 50 30"),
        half(
            "M 50 27 C 55 27 59 30 61 35 C 69 29 84 32 86.5 44 C 88.5 54 80 62 77 68 C 75.5 72 75.5 77 77 83 L 50 83",
        ),
        PLINTH,
    ],
    lines: &[
        pair("M 50 46 C 51 41 56 37 61 35.5"),
        whole("M 50 46 L 50 62.5"),
        whole("M 24 67 C 36 63 64 63 76 67"),
        whole("M 24.5 75.5 C 37 72 63 72 75.5 75.5"),
    ],
    dots: &[],
};

/// A horse's head, without its ears' space above.
pub(super) const HORSE: Part = whole(
    "M 30 83 C 29 72 34 65 42 58 C 46 54.5 48 51 47.5 47 C 43 52.5 37 55 31.5 56 C 29 60 27 64 22.5 65 \
     C 17 66 12 61 12 56 C 12 51.5 16 47.5 19 42.5 C 22 37.5 23.5 31.5 28.5 26 L 28.5 12 L 38.5 19.5 L 45 10 L 49 19 \
     C 68 22.5 80 38 80 60 C 80 69 79 76 78 83 Z",
);

pub(super) const KNIGHT: Drawing = Drawing {
    bodies: &[HORSE, PLINTH],
    lines: &[
        whole("M 53 27 C 65 32 71.5 45 71.5 60 C 71.5 66 71 70 70.5 74"),
        whole("M 38.5 20 C 36 21.5 34 23.5 32.5 26"),
    ],
    dots: &[whole("O 34.5 36.5 3.2"), whole("O 18.5 56.5 2")],
};
