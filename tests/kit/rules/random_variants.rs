//! Random variants as TOML: every kind of board, every kind of rule with every key, pieces of every sort; and random
//! positions of any variant. The same seed gives the same text.

use padma_rules::model::{Board, Cell, CellKind, CellSet, KindId, Piece, Rule, Side};
use padma_rules::play::{Game, State};
use padma_rules::reach::Rules;
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::resolve::variant;
use padma_variant::terminal;

use crate::random::{Random, chance, one};
use crate::random_laws::{Nouns, law, stone};

/// A variant, and its text.
pub struct RandomVariant {
    pub toml: String,
    pub rules: Rules,
}

/// How a game ends for a side.
const ENDINGS: [&str; 4] = [
    "outcome = \"win\"\n",
    "outcome = \"draw\"\n",
    "outcome = \"loss\"\n",
    "score = 75\n",
];

/// The variant of a seed. A rule that contradicts the rest is left out.
pub fn random_variant(seed: u64) -> RandomVariant {
    // Neighbouring seeds begin with numbers that are too much alike.
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5eed);
    let sort = BoardSort::ALL[random.below(BoardSort::ALL.len())];
    let mut toml = board(&mut random, sort);
    let ids = pieces(&mut random, sort, &mut toml);
    let empty = empty_of(&toml);
    let words = Words {
        board: &empty.variant.board,
        sort,
        ids: &ids,
    };
    let count = 2 + random.below(6);
    let mut rules = empty_of(&toml);
    let mut wanted: Vec<&str> = (0..count)
        .map(|_| RULES[random.below(RULES.len())])
        .collect();
    if sort == BoardSort::Checkers {
        wanted.insert(0, "stacking");
    }
    // A promotion may name the powers that bring a piece to its cells.
    wanted.sort_by_key(|kind| *kind == "promotion");
    for kind in wanted {
        // Two rules of the same ring would list each of its moves twice. Of a piece that becomes
        // another at its goal and explodes there, and of two explosions, the slow reading knows
        // too little; and of a turn, what becomes of captures en passant and of the past in it.
        let apart: &[&str] = match kind {
            "travel" => &["travel"],
            "goal" => &["explosion"],
            "explosion" => &["goal", "explosion"],
            "repetition" | "stalemate-on" => &["turn"],
            "turn" => &["turn", "repetition", "stalemate-on"],
            _ => &[],
        };
        let has = |other: &&str| toml.contains(&format!("kind = \"{other}\"\n"));
        let has_turn = toml.contains("[[turn]]");
        let is_apart = apart.iter().any(|other| match *other {
            "turn" => has_turn,
            _ => has(other),
        });
        if is_apart || kind == "turn" && toml.contains("ifmnD") {
            continue;
        }
        let table = words.rule(&mut random, kind, &toml);
        let with = toml.clone() + &table;
        if let Ok(sound) = resolved(&with) {
            (toml, rules) = (with, sound);
        }
    }
    let mut ids = ids.clone();
    if let Some(table) = stone(&toml).filter(|_| chance(&mut random, 25)) {
        ids.push("stone");
        toml.push_str(table);
        rules = empty_of(&toml);
    }
    for _ in 0..random.below(5) {
        let nouns = Nouns {
            pieces: &ids,
            cells: words
                .board
                .cells()
                .map(|cell| words.board.name(cell))
                .collect(),
            along: words.classes(),
            counters: toml.matches("[[count]]").count(),
        };
        let Some(table) = law(&mut random, &nouns, &toml) else {
            continue;
        };
        let with = toml.clone() + &table;
        if let Ok(sound) = resolved(&with) {
            (toml, rules) = (with, sound);
        }
    }
    RandomVariant { toml, rules }
}

fn empty_of(toml: &str) -> Rules {
    resolved(toml).unwrap_or_else(|fault| panic!("no sound variant:\n{toml}\n{fault}"))
}

/// A text resolved, if it has no errors; a warning does not matter.
fn resolved(toml: &str) -> Result<Rules, String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("random.toml", toml);
    let decl = decl::variant(&sources, id, &mut diagnostics);
    let found = decl.and_then(|decl| {
        let source = VariantSource {
            id: "random",
            span: sources.whole(id),
            chain: vec![&decl],
        };
        variant(&source, &mut diagnostics)
    });
    let fault = || {
        diagnostics
            .iter()
            .map(|found| terminal::render(found, &sources, false))
            .collect()
    };
    match found {
        Some(found) if diagnostics.errors() == 0 => Ok(Rules::new(found)),
        _ => Err(fault()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardSort {
    Grid,
    /// A sheet of which cells can be absent.
    Holes,
    /// Squares, and points on their corners.
    Points,
    /// Two sheets that share ranks.
    Twins,
    Lotus,
    /// A grid for pieces made of checkers.
    Checkers,
}

impl BoardSort {
    const ALL: [BoardSort; 8] = [
        BoardSort::Grid,
        BoardSort::Grid,
        BoardSort::Grid,
        BoardSort::Holes,
        BoardSort::Points,
        BoardSort::Twins,
        BoardSort::Lotus,
        BoardSort::Checkers,
    ];

    fn has_betza(self) -> bool {
        matches!(
            self,
            BoardSort::Grid | BoardSort::Checkers | BoardSort::Holes
        )
    }
}

const RULES: [&str; 35] = [
    "shared",
    "promotion",
    "promotion",
    "castling",
    "transformation",
    "goal",
    "stalemate",
    "stalemate-on",
    "repetition",
    "quiet-limit",
    "no-check",
    "facing",
    "freezing",
    "withdrawal",
    "coordination",
    "push",
    "swap",
    "long-leap",
    "enclosure",
    "mimicry",
    "mandatory",
    "teleport",
    "rotation",
    "bond",
    "barrier",
    "into-hand",
    "drop",
    "drop",
    "travel",
    "castling",
    "explosion",
    "explosion",
    "turn",
    "dead-position",
    "dead-position",
];

fn board(random: &mut Random, sort: BoardSort) -> String {
    let (files, ranks) = (4 + random.below(3), 4 + random.below(3));
    match sort {
        BoardSort::Grid | BoardSort::Checkers => {
            let gap = if chance(random, 30) { "without = \"b2 c4\"\n" } else { "" };
            let extra = match chance(random, 20) {
                true => "[[board.extra]]\nname = \"z0\"\nat = [-1, -1]\n",
                false => "",
            };
            format!("[board]\nkind = \"grid\"\nfiles = {files}\nranks = {ranks}\n{gap}{extra}")
        }
        BoardSort::Holes => format!(
            "[board]\nkind = \"sheets\"\nmovable = \"b2 c1 c4 d2\"\nabsent = \"{}\"\n[[board.sheet]]\nid = \"one\"\nfiles = {files}\nranks = {ranks}\n",
            one(random, &["b2", "c1", "c1 d2", "b2 c4"])
        ),
        BoardSort::Points => "[board]\nkind = \"sheets\"\nmovable = \"b2 b6 f6 f2\"\nabsent = \"b6 f6\"\n\
             [[board.sheet]]\nid = \"squares\"\nfiles = [\"b\", \"d\", \"f\"]\nranks = [\"2\", \"4\", \"6\"]\nat = [0.5, 0.5]\n\
             [[board.sheet]]\nid = \"points\"\ncell = \"point\"\nfiles = [\"a\", \"c\", \"e\", \"g\"]\nranks = [\"1\", \"3\", \"5\", \"7\"]\n"
            .to_string(),
        BoardSort::Twins => "[board]\nkind = \"sheets\"\n[[board.sheet]]\nid = \"lower\"\nfiles = 4\nranks = 4\n\
             [[board.sheet]]\nid = \"upper\"\nfiles = 4\nranks = [\"1'\", \"2\", \"3\", \"4'\"]\n\
             drawn = { \"1'\" = -2, \"4'\" = 5 }\n"
            .to_string(),
        BoardSort::Lotus => {
            let petals = ["[[0, 0]]", "[[0, 0], [1, 0]]", "[[0, 0], [0, 1], [1, 0]]"];
            format!("[board]\nkind = \"lotus\"\npetals = {}\n", one(random, &petals))
        }
    }
}

const BETZA: [&str; 18] = [
    "R", "B", "N", "Q", "W", "F", "mRcpR", "nN", "fRbF", "mQcabK", "gQ", "pR", "mQ", "mQ", "AD",
    "KisO2", "mFfcafmF", "KN",
];

const SENTENCES: [&str; 9] = [
    "slide along contiguous",
    "step contiguous only to move",
    "slide along contiguous only to move",
    "slide along contiguous only to move; step contiguous only to capture",
    "ride 2 along contiguous",
    "hop along contiguous",
    "slide along contiguous up to 2",
    "step contiguous",
    "leap 2 along contiguous",
];

/// Adds the pieces, and gives their ids: a king, a pawn, and others.
fn pieces(random: &mut Random, sort: BoardSort, toml: &mut String) -> Vec<&'static str> {
    const IDS: [&str; 7] = [
        "king", "pawn", "archer", "beast", "crane", "dragon", "eagle",
    ];
    let royals = random.below(4);
    for (place, id) in IDS.into_iter().enumerate() {
        let letter = id[..1].to_uppercase();
        let movement = match (sort.has_betza(), place) {
            (true, 0) => format!(
                "betza = \"{}\"",
                one(random, &["K", "K", "KisO2", "Q", "W"])
            ),
            (true, 1) => format!(
                "betza = \"{}\"",
                one(random, &["fmWfceFifmnD", "fmWfceF", "fW"])
            ),
            (true, _) => {
                let drops = if chance(random, 10) {
                    one(random, &["@2", "f@4", "j@3"])
                } else {
                    ""
                };
                format!("betza = \"{}{drops}\"", one(random, &BETZA))
            }
            (false, 0) => "movement = \"step contiguous\"".to_string(),
            (false, 1) => "movement = \"step forward contiguous\"".to_string(),
            (false, _) => format!("movement = \"{}\"", one(random, &SENTENCES)),
        };
        // Mostly one royal piece; sometimes none, or two.
        let is_royal = place == 0 && royals > 0 || place == 4 && royals == 3;
        let royal = if is_royal { "royal = true\n" } else { "" };
        let stands = match sort {
            BoardSort::Points if place == 0 || place % 2 == 0 => "stands_on = \"square\"\n",
            BoardSort::Points => "stands_on = \"point\"\n",
            _ if place > 0 && chance(random, 12) => "stands_on = \"not rank 2\"\n",
            _ => "",
        };
        let checkers = match (sort, id) {
            (BoardSort::Checkers, "archer") => "checkers = { deer = 1 }\n",
            (BoardSort::Checkers, "beast") => "checkers = { deer = 2 }\n",
            (BoardSort::Checkers, "crane") => "checkers = { sable = 1 }\n",
            _ => "",
        };
        toml.push_str(&format!(
            "[[piece]]\nid = \"{id}\"\nletter = \"{letter}\"\n{movement}\n{royal}{stands}{checkers}"
        ));
    }
    if sort == BoardSort::Checkers {
        let most = if chance(random, 30) { "most = 2\n" } else { "" };
        toml.push_str(&format!(
            "[[checker]]\nid = \"deer\"\ncount = 2\n[[checker]]\nid = \"sable\"\ncount = 2\nmost = 1\n\
             [[rule]]\nkind = \"combine\"\ncheckers = [\"deer\", \"sable\"]\n{most}"
        ));
    }
    // A string with `@` asks for a rule that lets pieces be dropped.
    if toml.contains('@') {
        toml.push_str("[[rule]]\nkind = \"drop\"\n");
    }
    IDS.to_vec()
}

/// What rules can speak of.
struct Words<'a> {
    board: &'a Board,
    sort: BoardSort,
    ids: &'a [&'static str],
}

impl Words<'_> {
    fn piece(&self, random: &mut Random) -> &'static str {
        self.ids[random.below(self.ids.len())]
    }

    /// Not the king.
    fn other(&self, random: &mut Random) -> &'static str {
        self.ids[1 + random.below(self.ids.len() - 1)]
    }

    /// One that is made of no checkers, where any is.
    fn holder(&self, random: &mut Random) -> &'static str {
        if self.sort == BoardSort::Checkers {
            one(random, &["dragon", "eagle", "pawn"])
        } else {
            self.other(random)
        }
    }

    fn pieces(&self, random: &mut Random) -> String {
        let (first, second) = (self.piece(random), self.other(random));
        if first == second {
            format!("[\"{first}\"]")
        } else {
            format!("[\"{first}\", \"{second}\"]")
        }
    }

    fn cell(&self, random: &mut Random) -> &str {
        self.board.name(Cell::new(random.below(self.board.len())))
    }

    fn cells(&self, random: &mut Random) -> String {
        if chance(random, 40) {
            return one(random, &["far rank 1", "rank 2", "far rank 2"]).to_string();
        }
        let names: Vec<&str> = (0..3).map(|_| self.cell(random)).collect();
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        format!("cells {}", unique.join(" "))
    }

    fn along(&self, random: &mut Random) -> &'static str {
        one(random, &self.classes())
    }

    fn classes(&self) -> Vec<&'static str> {
        match self.sort {
            BoardSort::Lotus => vec!["contiguous", "side", "corner", "X", "ring"],
            BoardSort::Points => vec!["contiguous", "orthogonal", "incident"],
            _ => vec!["contiguous", "orthogonal", "diagonal"],
        }
    }

    fn near(&self, random: &mut Random) -> &'static str {
        if self.sort == BoardSort::Points {
            "incident"
        } else {
            self.along(random)
        }
    }

    fn around(&self) -> &'static str {
        match self.sort {
            BoardSort::Points => "ne, se, sw, nw",
            BoardSort::Lotus => "X+, Z+",
            _ => "N, NE, E, SE, S, SW, W, NW",
        }
    }

    /// One piece's way in a castling: some steps along a direction, or anywhere.
    fn way(&self, random: &mut Random) -> [String; 2] {
        let (dirs, from) = (
            self.board.directions().count(),
            Cell::new(random.below(self.board.len())),
        );
        let dir = self
            .board
            .directions()
            .nth(random.below(dirs))
            .expect("a direction")
            .0;
        let steps = 1 + random.below(3);
        let to = (0..steps).try_fold(from, |cell, _| self.board.next(cell, dir));
        let to = to.unwrap_or_else(|| Cell::new(random.below(self.board.len())));
        [from, to].map(|cell| self.board.name(cell).to_string())
    }

    fn castling(&self, random: &mut Random) -> String {
        let name = one(random, &["O-O", "O-O-O", "0-0-0-0", "O-O-O-O-O"]);
        let partner = self.other(random);
        let [king, other] = [self.way(random), self.way(random)];
        let list = |king: &[String; 2], other: &[String; 2]| {
            format!(
                "[\"king {}\", \"{partner} {}\"]",
                king.join(" "),
                other.join(" ")
            )
        };
        let black = match chance(random, 70) {
            true => list(&king, &other),
            false => "[]".to_string(),
        };
        format!(
            "name = \"{name}\"\nwhite = {}\nblack = {black}\n",
            list(&king, &other)
        )
    }

    /// A table `[[rule]]` of a kind.
    fn rule(&self, random: &mut Random, kind: &str, so_far: &str) -> String {
        let mut flag = |percent: usize, text: &str| {
            if chance(random, percent) {
                text.to_string()
            } else {
                String::new()
            }
        };
        let keys = match kind {
            "stacking" => ["merge", "split", "parts_take", "parts_merge"]
                .map(|key| flag(20, &format!("{key} = false\n")))
                .concat(),
            "promotion" => {
                let flags = flag(35, "may_wait = true\n")
                    + &flag(20, "must = true\n")
                    + &flag(25, "limit = 1\n");
                let flags = flags + &flag(20, "from_reserve = true\n");
                let has =
                    |way: &&str| *way == "move" || so_far.contains(&format!("kind = \"{way}\""));
                let ways: Vec<&str> = ["move", "swap", "teleport", "rotation", "travel"]
                    .into_iter()
                    .filter(has)
                    .collect();
                let by = if ways.len() > 1 {
                    format!("by = {ways:?}\n")
                } else if chance(random, 30) {
                    let lies = [
                        "[\"leaves\"]",
                        "[\"enters\"]",
                        "[\"enters\", \"stays\", \"leaves\"]",
                        "[\"enters\", \"captures\"]",
                    ];
                    format!("on = {}\n", lies[random.below(lies.len())])
                } else {
                    String::new()
                };
                let to = if chance(random, 80) {
                    format!("to = {}\n", self.pieces(random))
                } else {
                    String::new()
                };
                let piece = if chance(random, 60) {
                    "pawn"
                } else {
                    self.other(random)
                };
                format!(
                    "piece = \"{piece}\"\ncells = \"{}\"\n{to}{flags}{by}",
                    self.cells(random)
                )
            }
            "transformation" => {
                let flags = flag(40, "optional = true\n") + &flag(30, "from_reserve = true\n");
                let when = match random.below(4) {
                    0 => "captures".to_string(),
                    1 => format!("captures {}", self.piece(random)),
                    2 => "gives check".to_string(),
                    _ => format!("moves along {}", self.along(random)),
                };
                let (piece, to) = (self.other(random), self.piece(random));
                format!("piece = \"{piece}\"\nwhen = \"{when}\"\nto = \"{to}\"\n{flags}")
            }
            "into-hand" => {
                let (by, kinds, into) =
                    (flag(30, "by = "), flag(40, "pieces = "), flag(40, "as = "));
                let ways = [
                    "movement",
                    "withdrawal",
                    "teleport",
                    "rotation",
                    "enclosure",
                    "long-leap",
                    "coordination",
                ];
                let by = if by.is_empty() {
                    by
                } else {
                    format!("{by}\"{}\"\n", one(random, &ways))
                };
                let kinds = if kinds.is_empty() {
                    kinds
                } else {
                    format!("{kinds}{}\n", self.pieces(random))
                };
                let into = if into.is_empty() {
                    into
                } else {
                    format!("{into}\"{}\"\n", self.other(random))
                };
                by + &kinds + &into
            }
            "drop" => {
                let without = match random.below(5) {
                    0 => "without = [\"capture\", \"check\"]\n",
                    1 => "without = [\"freezing\"]\n",
                    2 => "without = [\"check\"]\n",
                    _ => "",
                };
                let must_move = if chance(random, 30) {
                    "must_move = true\n"
                } else {
                    ""
                };
                let cells = if chance(random, 30) {
                    format!("cells = \"{}\"\n", self.cells(random))
                } else {
                    String::new()
                };
                let into = if chance(random, 30) {
                    format!("as = {}\n", self.pieces(random))
                } else {
                    String::new()
                };
                let kinds = if chance(random, 40) {
                    format!("pieces = {}\n", self.pieces(random))
                } else {
                    String::new()
                };
                let when = if chance(random, 20) {
                    let text = if chance(random, 50) {
                        "text = \"Not too many.\"\n"
                    } else {
                        ""
                    };
                    format!(
                        "when = \"count(pieces({}, mover)) < 2\"\n{text}",
                        self.piece(random)
                    )
                } else {
                    String::new()
                };
                format!("{without}{must_move}{cells}{into}{kinds}{when}")
            }
            _ => self.simple_rule(random, kind),
        };
        match kind {
            "turn" => "[[turn]]\nmoves = 2\n".to_string(),
            _ => format!("[[rule]]\nkind = \"{kind}\"\n{keys}"),
        }
    }

    fn simple_rule(&self, random: &mut Random, kind: &str) -> String {
        let holder = self.holder(random);
        match kind {
            "shared" => format!(
                "piece = \"{holder}\"\ncells = \"{}\"\nmost = 2\n",
                self.cells(random)
            ),
            "castling" => self.castling(random),
            "goal" => {
                let (piece, cells) = (self.piece(random), self.cells(random));
                format!(
                    "piece = \"{piece}\"\ncells = \"{cells}\"\ncount = {}\n",
                    1 + random.below(2)
                )
            }
            "stalemate" => one(random, &ENDINGS).to_string(),
            "stalemate-on" => format!(
                "piece = \"{}\"\ncells = \"{}\"\noutcome = \"{}\"\n",
                self.piece(random),
                self.cells(random),
                one(random, &["win", "draw", "loss"])
            ),
            "repetition" => one(
                random,
                &[
                    "outcome = \"forbidden\"\n",
                    "outcome = \"draw\"\ntimes = 2\n",
                    "outcome = \"draw\"\ntimes = 2\nblames = \"in-check(other)\"\n",
                ],
            )
            .to_string(),
            "quiet-limit" => {
                let ending = one(random, &ENDINGS);
                let unless = if chance(random, 50) {
                    format!("unless = {}\n", self.pieces(random))
                } else {
                    String::new()
                };
                format!("plies = {}\n{ending}{unless}", 2 + random.below(5))
            }
            "facing" => format!("piece = \"king\"\nalong = \"{}\"\n", self.along(random)),
            "freezing" => format!("piece = \"{holder}\"\nnear = \"{}\"\n", self.near(random)),
            "withdrawal" | "push" | "swap" | "long-leap" => {
                let more = match kind {
                    "push" => one(random, &["train = false\n", ""]),
                    "long-leap" => one(random, &["several = true\n", ""]),
                    _ => "",
                };
                let range = match kind {
                    "withdrawal" => "",
                    _ => one(random, &["", "", "range = 2\n", "range = 3\n"]),
                };
                format!(
                    "piece = \"{holder}\"\nalong = \"{}\"\n{range}{more}",
                    self.along(random)
                )
            }
            "coordination" => {
                let balanced = one(random, &["balanced = true\n", ""]);
                format!(
                    "piece = \"{holder}\"\nwith = \"{}\"\n{balanced}",
                    self.piece(random)
                )
            }
            "enclosure" => {
                let anywhere = one(random, &["anywhere = true\n", ""]);
                format!(
                    "piece = \"{holder}\"\nnear = \"{}\"\n{anywhere}",
                    self.along(random)
                )
            }
            "dead-position" => {
                let (one, other) = (self.piece(random), self.piece(random));
                let shade = if chance(random, 50) {
                    format!("one_shade = [\"{one}\"]\n")
                } else {
                    String::new()
                };
                format!(
                    "left = [\"{one}, {other}\", \"{one} king, king\", \"king, king\", \"{other} {one}, king\"]\n{shade}"
                )
            }
            "explosion" => format!("spares = {}\n", self.pieces(random)),
            "mimicry" | "mandatory" => format!("piece = \"{holder}\"\n"),
            "teleport" => format!("piece = \"{holder}\"\nnear = \"{}\"\n", self.near(random)),
            "rotation" => format!("piece = \"{holder}\"\naround = \"{}\"\n", self.around()),
            "bond" => {
                let bound = if self.sort == BoardSort::Checkers {
                    holder
                } else {
                    self.piece(random)
                };
                format!(
                    "piece = \"{bound}\"\nwith = {}\nnear = \"{}\"\n",
                    self.pieces(random),
                    self.near(random)
                )
            }
            "barrier" => format!("piece = \"{holder}\"\npieces = {}\n", self.pieces(random)),
            "travel" => {
                let (ring, near) = match self.sort {
                    BoardSort::Points => ("b2 b6 f6 f2", "incident"),
                    _ => ("b2 c4 d2 c1", "orthogonal"),
                };
                format!("ring = \"{ring}\"\nnear = \"{near}\"\n")
            }
            _ => String::new(),
        }
    }
}

/// A random position of a variant: pieces of both sides, some of them unmoved, castlings that may come about, pieces in
/// hand, cells that are absent.
pub fn random_state(game: &Game<'_>, random: &mut Random) -> State {
    let variant = game.variant();
    let board = &variant.board;
    let mut state = State::empty(game);
    if chance(random, 50) && !board.movable().is_empty() {
        let squares = *board.movable() - board.of_kind(CellKind::Point);
        let absent: CellSet = squares.iter().filter(|_| chance(random, 50)).collect();
        state.set_absent(board.with_corners(absent));
    }
    let mut free: Vec<Cell> = (board.all() - state.position().absent()).iter().collect();
    let mut put = |state: &mut State, cell: Cell, side: Side, kind: KindId, moved: bool| {
        let is_free = free.contains(&cell);
        if is_free && variant.stands_on(kind, side).contains(cell) {
            free.retain(|other| *other != cell);
            let piece = variant.owned(Piece::of(side, kind));
            state.place(cell, Some(piece), moved);
        }
    };
    for rule in &variant.rules {
        let Rule::Castling(rule) = rule else { continue };
        for side in Side::BOTH {
            if chance(random, 40) {
                continue;
            }
            for mover in rule.movers.of(side) {
                put(&mut state, mover.from, side, mover.kind, chance(random, 10));
            }
        }
    }
    let count = 3 + random.below(board.len() / 2);
    for place in 0..count {
        let cell = Cell::new(random.below(board.len()));
        let side = if place % 2 == 0 {
            Side::White
        } else {
            Side::Black
        };
        let kind = if place < 2 && chance(random, 90) {
            0
        } else {
            random.below(variant.kinds.len())
        };
        put(
            &mut state,
            cell,
            side,
            KindId::new(kind),
            chance(random, 50),
        );
    }
    for side in Side::BOTH {
        for _ in 0..2 {
            let kind = KindId::new(random.below(variant.kinds.len()));
            if !variant.kind(kind).royal && !variant.kind(kind).neutral {
                state.set_reserve(side, kind, random.below(2) as u16);
            }
        }
    }
    state.set_to_move(if chance(random, 50) {
        Side::White
    } else {
        Side::Black
    });
    state
}
