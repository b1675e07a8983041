//! A sentence about a grid as a list of courses, where each of its clauses is one: so it can be turned, and its
//! leaps be named. Knows the direction classes of grids by their names, and no board.

use super::betza::{Bend, Content, Course, Deed, End, Hop, Lame, Leap, Leg, Length, Start, Trip, Way};
use super::{Action, Clause, Heading, Limit, MAX_NUMBER, Sentence, Via, What};

/// Why a sentence is no list of courses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCourses {
    /// A direction class that is not one of a grid's.
    Class,
    /// `over`, `onto` or `from`.
    Places,
    Otherwise,
    /// `wander`, or a leap to a distance.
    Action,
}

impl std::fmt::Display for NoCourses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NoCourses::Class => "its directions are not those of a grid",
            NoCourses::Places => "it depends on the cells it passes, lands on or starts from",
            NoCourses::Otherwise => "one of its clauses stands in for another",
            NoCourses::Action => "it wanders, or leaps to a distance",
        })
    }
}

/// The courses of a sentence. `piece` gives the sentence of another piece by its id; the sentences must not name each
/// other in a circle.
///
/// # Errors
///
/// Why one of its clauses is no course.
pub fn courses<'a>(
    sentence: &'a Sentence,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Result<Vec<Course>, NoCourses> {
    let mut all = Vec::new();
    for Clause { what, otherwise, .. } in &sentence.clauses {
        if *otherwise {
            return Err(NoCourses::Otherwise);
        }
        match what {
            What::Piece(word) => {
                if let Some(other) = piece(&word.text) {
                    all.extend(courses(other, piece)?);
                }
            }
            What::Betza(betza) => all.extend(betza.courses.iter().cloned()),
            What::Action { action, limits } => all.push(course(action, limits)?),
        }
    }
    Ok(all)
}

/// A leap without its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeapKind {
    longer: u16,
    shorter: u16,
}

impl LeapKind {
    pub fn new(a: u16, b: u16) -> LeapKind {
        LeapKind { longer: a.max(b), shorter: a.min(b) }
    }
}

/// The shorter coordinate first: `(1,2)`.
impl std::fmt::Display for LeapKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.shorter, self.longer)
    }
}

/// The leaps that a piece that has moved before may make, each kind once; of a slide that of each step. A course of
/// several legs makes none of its own.
///
/// # Errors
///
/// As [`courses`].
pub fn leap_kinds<'a>(
    sentence: &'a Sentence,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Result<Vec<LeapKind>, NoCourses> {
    let mut kinds = Vec::new();
    for course in courses(sentence, piece)?.iter().filter(|course| course.start == Start::Always) {
        let Trip::Legs(legs) = &course.trip else { continue };
        if let [Leg { way: Way::Leaps(leaps), .. }] = legs.as_slice() {
            kinds
                .extend(leaps.iter().map(|leap| LeapKind::new(leap.x.unsigned_abs(), leap.y.unsigned_abs())));
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    Ok(kinds)
}

fn course(action: &Action, limits: &[Limit]) -> Result<Course, NoCourses> {
    let up_to = limits.iter().find_map(|limit| match limit {
        Limit::UpTo(n) => Some(Length::UpTo(*n)),
        _ => None,
    });
    let far = up_to.unwrap_or(Length::Unlimited);
    let (via, stride, length, hop) = match action {
        Action::Step(via) => (via, 1, Length::UpTo(1), Hop::Never),
        Action::Leap(n, via) => (via, *n, Length::UpTo(1), Hop::Never),
        Action::Slide(via) => (via, 1, far, Hop::Never),
        Action::Ride(n, via) => (via, *n, far, Hop::Never),
        Action::Hop { via, onward: true } => (via, 1, far, Hop::Beyond { own_only: false }),
        Action::Hop { via, onward: false } => (via, 1, far, Hop::Next { own_only: false }),
        Action::Wander(_) | Action::Distance(..) => return Err(NoCourses::Action),
    };
    let mut end = End {
        empty: Some(Deed::Leave),
        enemy: Some(Deed::Take),
        own: None,
        en_passant: false,
        content: Content::Any,
    };
    let (mut start, mut open_to_en_passant) = (Start::Always, false);
    for limit in limits {
        match limit {
            Limit::OnlyToMove => end.enemy = None,
            Limit::OnlyToCapture => end.empty = None,
            Limit::FirstMove => start = Start::Unmoved,
            Limit::OpenToEnPassant => open_to_en_passant = true,
            Limit::UpTo(_) => {}
            Limit::Over(_) | Limit::Onto(_) | Limit::From(_) => return Err(NoCourses::Places),
        }
    }
    let way = Way::Leaps(leaps(via, stride)?);
    let leg = Leg { way, length, hop, lame: Lame::No, bend: Bend::Straight, wraps: false, end };
    Ok(Course { start, trip: Trip::Legs(vec![leg]), open_to_en_passant })
}

/// Each direction of some classes, so many cells at once.
fn leaps(via: &Via, stride: u16) -> Result<Vec<Leap>, NoCourses> {
    let mut all: Vec<Leap> = Vec::new();
    for class in &via.classes {
        for (longer, shorter) in pairs(&class.text).ok_or(NoCourses::Class)? {
            all.extend(turns(longer, shorter).filter(|leap| leads(*leap, &via.headings)));
        }
    }
    all.sort_unstable();
    all.dedup();
    let stride = stride as i16;
    Ok(all.into_iter().map(|Leap { x, y }| Leap { x: stride * x, y: stride * y }).collect())
}

/// The leaps that a grid's direction class is made of, longer coordinate first.
fn pairs(class: &str) -> Option<Vec<(i16, i16)>> {
    Some(match class {
        "W" | "orthogonal" => vec![(1, 0)],
        "F" | "diagonal" => vec![(1, 1)],
        "contiguous" => vec![(1, 0), (1, 1)],
        "D" => vec![(2, 0)],
        "N" => vec![(2, 1)],
        "A" => vec![(2, 2)],
        "H" => vec![(3, 0)],
        "C" => vec![(3, 1)],
        "Z" => vec![(3, 2)],
        "G" => vec![(3, 3)],
        _ => {
            let (a, b) = class.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
            let number = |text: &str| text.trim().parse::<u8>().ok().filter(|n| u16::from(*n) <= MAX_NUMBER);
            let (a, b) = (number(a)?, number(b)?);
            vec![(a.max(b).into(), a.min(b).into())]
        }
    })
}

/// All turns and mirror images of a leap; one met twice stands there twice.
fn turns(longer: i16, shorter: i16) -> impl Iterator<Item = Leap> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    [(longer, shorter), (shorter, longer)]
        .into_iter()
        .flat_map(move |(x, y)| signs.map(|(right, up)| Leap { x: right * x, y: up * y }))
}

/// Whether a leap goes furthest where one of the headings leads; along both alike, it goes forward or backward.
fn leads(leap: Leap, headings: &[Heading]) -> bool {
    let is_sideways = leap.x.abs() > leap.y.abs();
    headings.is_empty()
        || headings.iter().any(|heading| match heading {
            Heading::Forward => !is_sideways && leap.y > 0,
            Heading::Backward => !is_sideways && leap.y < 0,
            Heading::Sideways => is_sideways,
        })
}
