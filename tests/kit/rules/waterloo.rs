//! A referee for Waterloo that shares no code with the program: a board of letters, and each piece's steps written
//! out by hand.

use std::collections::BTreeMap;

const FILES: &str = "abcdefghik";

type Place = (i32, i32);

/// A piece: is it White's, and its letter.
type Piece = (bool, char);

pub struct Referee {
    pieces: BTreeMap<Place, Piece>,
    white_to_move: bool,
    /// The cell a Pawn has just gone over.
    passed: Option<Place>,
}

impl Referee {
    pub fn at_the_start() -> Referee {
        let ranks = ["RMCAKQACMR", "GGBNNNNBGG", "PPSPPPPSPP"];
        let mut pieces = BTreeMap::new();
        for (y, rank) in ranks.iter().enumerate() {
            for (x, letter) in rank.chars().enumerate() {
                let (x, y) = (x as i32, y as i32);
                pieces.insert((x, y), (true, letter));
                pieces.insert((9 - x, 9 - y), (false, letter));
            }
        }
        Referee {
            pieces,
            white_to_move: true,
            passed: None,
        }
    }

    /// Plays a move that the record holds.
    pub fn play(&mut self, text: &str) {
        let white = self.white_to_move;
        if let Some(pieces) = castling(text, white) {
            let lifted: Vec<Option<Piece>> = pieces
                .iter()
                .map(|(from, _)| self.pieces.remove(from))
                .collect();
            for ((_, to), piece) in pieces.into_iter().zip(lifted) {
                self.pieces.insert(to, piece.expect("the man castles"));
            }
            self.passed = None;
        } else {
            let (from, to) = cells(text);
            let (_, mut letter) = self.pieces.remove(&from).expect("a piece moves");
            let taken = self.pieces.remove(&to);
            if letter == 'P' && taken.is_none() && to.0 != from.0 {
                self.pieces.remove(&(to.0, from.1));
            }
            if letter == 'G' && taken.is_some_and(|(_, taken)| taken == 'N') {
                letter = 'J';
            }
            self.pieces.insert(to, (white, letter));
            let double = letter == 'P' && (to.1 - from.1).abs() == 2;
            self.passed = double.then_some((to.0, (to.1 + from.1) / 2));
        }
        self.white_to_move = !white;
    }

    /// Whether a move of a piece from cell to cell is legal.
    pub fn allows(&mut self, text: &str) -> bool {
        let (from, to) = cells(text);
        let white = self.white_to_move;
        if self.pieces.get(&from).is_none_or(|piece| piece.0 != white) || !self.goes(from, to) {
            return false;
        }
        let before = (self.pieces.clone(), self.passed);
        self.play(text);
        let (king, _) = self
            .pieces
            .iter()
            .find(|(_, piece)| **piece == (white, 'K'))
            .expect("a King");
        let safe = !self
            .pieces
            .iter()
            .any(|(cell, piece)| piece.0 != white && self.goes(*cell, *king));
        (self.pieces, self.passed) = before;
        self.white_to_move = white;
        safe
    }

    /// Whether the pieces of a castling stand where they begin. No more of it is judged.
    pub fn may_castle(&self, text: &str) -> bool {
        let pieces = castling(text, self.white_to_move).expect("a castling");
        pieces.iter().all(|(from, _)| {
            self.pieces
                .get(from)
                .is_some_and(|piece| piece.0 == self.white_to_move)
        })
    }

    fn goes(&self, from: Place, to: Place) -> bool {
        let inside = |n: i32| (0..10).contains(&n);
        let (white, letter) = self.pieces[&from];
        let target = self.pieces.get(&to);
        if !inside(to.0)
            || !inside(to.1)
            || to == from
            || target.is_some_and(|piece| piece.0 == white)
        {
            return false;
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (ax, ay) = (dx.abs(), dy.abs());
        let straight = dx == 0 || dy == 0 || ax == ay;
        let (sx, sy) = (dx.signum(), dy.signum());
        let between = (1..ax.max(ay)).filter(|n| {
            self.pieces
                .contains_key(&(from.0 + n * sx, from.1 + n * sy))
        });
        let between = if straight { between.count() } else { 0 };
        let knight = ax + ay == 3 && ax > 0 && ay > 0;
        let king = ax.max(ay) == 1;
        let two = ax.max(ay) == 2 && straight;
        let (rook, bishop) = (
            (dx == 0 || dy == 0) && between == 0,
            ax == ay && between == 0,
        );
        match letter {
            'P' => {
                let (ahead, home) = if white { (1, 2) } else { (-1, 7) };
                let quiet = dx == 0
                    && target.is_none()
                    && (dy == ahead || (dy == 2 * ahead && from.1 == home && between == 0));
                let takes = ax == 1 && dy == ahead && (target.is_some() || self.passed == Some(to));
                quiet || takes
            }
            'N' => knight,
            'G' => king || two,
            'B' => bishop,
            'C' => bishop || knight,
            'R' => rook,
            'M' => rook || knight,
            'A' => rook || bishop,
            'Q' => rook || bishop || knight,
            'K' | 'S' => king,
            'J' => king || two || knight,
            'W' => straight && between <= 1,
            other => panic!("no piece has the letter {other}"),
        }
    }
}

/// The pieces of a castling, each from cell to cell.
fn castling(text: &str, white: bool) -> Option<Vec<(Place, Place)>> {
    let pieces = match (text, white) {
        ("0-0", true) => "e1b1 b1d1 a1c1",
        ("0-0-0", true) => "e1h1 i1f1 k1g1",
        ("0-0", false) => "f10i10 i10g10 k10h10",
        ("0-0-0", false) => "f10c10 b10e10 a10d10",
        _ => return None,
    };
    Some(pieces.split(' ').map(cells).collect())
}

/// The two cells of a move's text.
pub fn cells(text: &str) -> (Place, Place) {
    let mut found = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let digits: String = letters[at + 1..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .collect();
        if let (Some(x), Ok(y)) = (FILES.find(*letter), digits.parse::<i32>()) {
            found.push((x as i32, y - 1));
        }
    }
    assert_eq!(found.len(), 2, "{text}");
    (found[0], found[1])
}

/// A move with its last cell changed to each that touches it.
pub fn altered(text: &str) -> Vec<String> {
    if text.starts_with('0') {
        return Vec::new();
    }
    let (_, to) = cells(text);
    let name = |(x, y): Place| format!("{}{}", &FILES[x as usize..x as usize + 1], y + 1);
    let old = name(to);
    let stem = text
        .trim_end_matches('+')
        .strip_suffix(&old)
        .expect("the last cell");
    let steps = (-1..=1)
        .flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)))
        .filter(|step| *step != (0, 0));
    let near = steps.map(|(dx, dy)| (to.0 + dx, to.1 + dy));
    let inside = near.filter(|(x, y)| (0..10).contains(x) && (0..10).contains(y));
    inside
        .map(|place| format!("{stem}{}", name(place)))
        .collect()
}
