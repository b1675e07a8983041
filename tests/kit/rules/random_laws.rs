//! Random rules that are expressions, as TOML: effects, forbidden moves, duties, exemptions from check, ends and counters,
//! with conditions from a small grammar.

use crate::random::{Random, chance, one};

/// The kinds of rule that are expressions, more often those that have more forms; and a counter.
const LAWS: [&str; 11] = [
    "effect",
    "effect",
    "effect",
    "effect",
    "effect",
    "forbid",
    "forbid",
    "must",
    "not-check",
    "end",
    "count",
];

/// What expressions can speak of.
pub struct Nouns<'a> {
    pub pieces: &'a [&'static str],
    pub cells: Vec<&'a str>,
    pub along: Vec<&'static str>,
    /// The counters, of which none need be.
    pub counters: usize,
}

/// What an expression may ask about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// The position, and the move that is not yet made.
    Move,
    /// The position, and the move that has been made; what is attacked too.
    After,
    /// The position alone.
    Position,
}

/// A random table, unless the documents leave open what it means beside the other rules of a variant.
pub fn law(random: &mut Random, nouns: &Nouns<'_>, so_far: &str) -> Option<String> {
    let kind = one(random, &LAWS);
    let table = match kind {
        "count" => {
            let until = one(random, &["", "", "until = \"taken != {}\"\n"]);
            let when = match random.below(3) {
                0 => "taken != {}".to_string(),
                1 => "in-check(other)".to_string(),
                _ => nouns.truth(random, Asks::Position, 2),
            };
            format!(
                "[[count]]\nid = \"{}\"\nwhen = \"{when}\"\n{until}",
                counter(nouns.counters)?
            )
        }
        _ => format!(
            "[[rule]]\nkind = \"{kind}\"\n{}{}",
            nouns.keys(random, kind),
            one(random, &["", "", "", "text = \"A law.\"\n"])
        ),
    };
    (!is_open(&table, so_far)).then_some(table)
}

fn counter(index: usize) -> Option<&'static str> {
    ["alpha", "beta"].get(index).copied()
}

/// A piece of nobody's, unless the documents leave open what it means beside the rules of a variant.
pub fn stone(so_far: &str) -> Option<&'static str> {
    let table = "[[piece]]\nid = \"stone\"\nletter = \"S\"\nside = \"nobody\"\n";
    (!is_open(table, so_far)).then_some(table)
}

/// Whether the documents leave open what a table means beside the others of a variant.
fn is_open(table: &str, so_far: &str) -> bool {
    let both = [table, so_far];
    let meet = |one: &str, others: &[&str]| {
        let meets = |[one_text, other]: [&str; 2], one: &str| {
            one_text.contains(one) && others.iter().any(|word| other.contains(word))
        };
        meets(both, one) || meets([so_far, table], one)
    };
    let effects = ["kind = \"effect\"", "kind = \"explosion\""];
    // Which piece comes to a goal where an effect changes it.
    effects.iter().any(|effect| meet(effect, &["kind = \"goal\""]))
        // Whether a piece that comes back is in hand as well; and whether what an effect takes comes back.
        || meet("\nputs = ", &["kind = \"into-hand\"", "\ntakes = ", "kind = \"explosion\"", "\nputs = "])
        // Whether a move that needs an effect against a check is legal before another.
        || meet("\ntransfers = ", &effects)
        || meet("\ndrops = ", &effects)
        // Whether a piece that becomes another by an effect is promoted.
        || meet("\nbecomes = ", &["kind = \"quiet-limit\""])
        // What is taken en passant where the piece that has passed has changed, or is elsewhere.
        || ["puts", "becomes", "turns", "moves", "transfers"]
            .iter()
            .any(|effect| meet(&format!("\n{effect} = "), &["ifmnD"]))
        // How an effect attacks by moves that no piece makes by itself, or that drive its victim on.
        || meet("attacks = true", &["mimicry", "teleport", "rotation", "stacking", "\"push\"", "\"swap\""])
        // Whether a piece of nobody's can turn, become a side's, or go into hand.
        || meet("side = \"nobody\"", &["\nturns = ", "\nbecomes = ", "kind = \"into-hand\""])
        // What a rule says of pieces of nobody's while they only stand in the way.
        || meet("side = \"nobody\"", &["attacks = true", "not-check", "\"travel\""])
        // Whether a piece that does not stand on a cell would be frozen there.
        || ["reach(", "moves(", "captures(", "attacks("].iter().any(|walk| meet(walk, &["\"freezing\""]))
        // Which moves of the other side are legal within a turn.
        || meet("legal-moves", &["[[turn]]"])
        || meet("goes(", &["[[turn]]"])
}

impl Nouns<'_> {
    fn keys(&self, random: &mut Random, kind: &str) -> String {
        match kind {
            "effect" => self.effect(random),
            "end" => {
                let when = match random.below(6) {
                    0 => format!("legal-moves(other) < {}", 1 + random.below(4)),
                    1 => format!(
                        "goes({}, other) & {} = {{}} and count(pieces(mover)) < 3",
                        self.piece(random),
                        self.cells(random, Asks::Position, 1)
                    ),
                    2 => format!("pieces({}, other) = {{}}", self.piece(random)),
                    3 => "in-check(other)".to_string(),
                    _ => self.truth(random, Asks::Position, 3) + " and count(pieces(other)) < 4",
                };
                let outcome = one(
                    random,
                    &[
                        "outcome = \"win\"\n",
                        "outcome = \"draw\"\n",
                        "score = 30\n",
                    ],
                );
                let whose = one(random, &["", "", "for = \"other\"\n", "for = \"white\"\n"]);
                let at = one(random, &["", "", "at = \"turn\"\n", "at = \"round\"\n"]);
                format!("when = \"{when}\"\n{outcome}{whose}{at}")
            }
            "not-check" => {
                let when = match random.below(3) {
                    0 => "count(pieces(king, mover)) > 1".to_string(),
                    1 => format!("count(pieces({}, mover)) > 1", self.piece(random)),
                    _ => self.truth(random, Asks::Position, 2),
                };
                format!("when = \"{when}\"\n")
            }
            _ => format!("when = \"{}\"\n", self.truth(random, Asks::After, 3)),
        }
    }

    fn effect(&self, random: &mut Random) -> String {
        let mut keys = String::new();
        if chance(random, 25) {
            keys = format!("pieces = {}\n", self.pieces(random));
        }
        let when = match chance(random, 80) {
            true => self.truth(random, Asks::Move, 3),
            false => String::new(),
        };
        let cells = self.cells(random, Asks::Move, 2);
        let piece = self.piece(random);
        let (does, may) = match random.below(9) {
            0 | 1 => (format!("takes = \"{cells}\"\n"), true),
            // Of several pieces that come back it is not said which comes first.
            2 => return format!("{keys}when = \"count(taken) = 1\"\nputs = \"{cells}\"\n"),
            3 => (
                format!("becomes = \"{cells}\"\ninto = \"{piece}\"\n"),
                false,
            ),
            4 => {
                let side = one(random, &["mover", "other", "white"]);
                (format!("turns = \"{cells}\"\nto = \"{side}\"\n"), false)
            }
            5 => (format!("adds = \"{piece}\"\non = \"{cells}\"\n"), true),
            6 => (
                format!("drops = {}\non = \"{cells}\"\n", self.pieces(random)),
                true,
            ),
            7 => (
                format!("moves = {}\non = \"{cells}\"\n", self.pieces(random)),
                true,
            ),
            _ => {
                let near = one(random, &self.along);
                let onto = format!("{{c in step({near}, to) where c in empty}}");
                (format!("transfers = \"{onto}\"\n"), false)
            }
        };
        if !when.is_empty() {
            keys += &format!("when = \"{when}\"\n");
        }
        keys += &does;
        if may && chance(random, 30) {
            keys += "may = true\n";
        }
        if does.starts_with("takes") && chance(random, 30) {
            // What castles or comes out of hand attacks nothing by that.
            keys = keys.replace("when = \"", "when = \"not castles and from in cells and (");
            keys = keys.replacen("\"\ntakes", ")\"\ntakes", usize::from(!when.is_empty()));
            keys += "attacks = true\n";
        }
        keys
    }

    fn piece(&self, random: &mut Random) -> &'static str {
        one(random, self.pieces)
    }

    fn pieces(&self, random: &mut Random) -> String {
        let (first, second) = (self.piece(random), self.piece(random));
        match first == second {
            true => format!("[\"{first}\"]"),
            false => format!("[\"{first}\", \"{second}\"]"),
        }
    }

    /// A set of cells.
    fn cells(&self, random: &mut Random, asks: Asks, depth: usize) -> String {
        let part = |random: &mut Random| self.cells(random, asks, depth - 1);
        match random.below(if depth == 0 { 1 } else { 8 }) {
            0..=3 => self.leaf(random, asks),
            4 => format!("({} | {})", part(random), part(random)),
            5 => format!("{} & {}", part(random), part(random)).replace(" - ", " & "),
            6 => format!("({} - {})", part(random), part(random)),
            _ => match random.below(3) {
                0 => format!("{{c in {} where c in {}}}", part(random), part(random)),
                1 => format!("union(c in {}: neighbours(c))", part(random)),
                _ => format!(
                    "{{c in {} where neighbours(c) & {} != {{}}}}",
                    part(random),
                    part(random)
                ),
            },
        }
    }

    fn leaf(&self, random: &mut Random, asks: Asks) -> String {
        let (piece, along) = (self.piece(random), one(random, &self.along));
        let side = one(random, &["mover", "other"]);
        let walker = one(random, &["archer", "beast", "dragon"]);
        let of_move = match asks {
            Asks::Position => 0,
            _ => 10,
        };
        match random.below(9 + of_move) {
            0 => format!(
                "{{{} {}}}",
                one(random, &self.cells),
                one(random, &self.cells)
            ),
            1 | 2 => format!("pieces({piece}, {side})"),
            3 => format!("pieces({side})"),
            4 => "empty".to_string(),
            5 => "unmoved".to_string(),
            6 => format!("neighbours(pieces({piece}, {side}))"),
            7 => format!("slide({along}, {})", one(random, &self.cells)),
            8 => one(
                random,
                &[
                    "cells",
                    "frozen(other)",
                    "missing()",
                    "range(archer, mover)",
                ],
            )
            .to_string(),
            9 | 10 => "{to}".to_string(),
            11 => "{from}".to_string(),
            12 => "taken".to_string(),
            13 | 14 => "neighbours(to)".to_string(),
            15 => format!("step({along}, from)"),
            16 => one(random, &["between(from, to)", "beyond(from, to)"]).to_string(),
            17 => format!("slide({along}, to)"),
            _ => format!(
                "{}({walker}, to)",
                one(random, &["reach", "moves", "captures", "attacks"])
            ),
        }
    }

    /// A condition.
    fn truth(&self, random: &mut Random, asks: Asks, depth: usize) -> String {
        let piece = self.piece(random);
        if depth > 0 && chance(random, 45) {
            let [one_part, other] = [0, 1].map(|_| self.truth(random, asks, depth - 1));
            return match random.below(4) {
                0 => format!("({one_part} or {other})"),
                1 => format!("not ({one_part})"),
                _ => format!("({one_part}) and ({other})"),
            };
        }
        let cells = self.cells(random, asks, 1);
        let mut simple = random.below(if asks == Asks::Position { 8 } else { 16 });
        if simple == 7 && self.counters == 0 {
            simple = 0;
        }
        match simple {
            0 | 1 => format!("{cells} != {{}}"),
            2 => format!("{cells} = {{}}"),
            3 => format!("count({cells}) >= {}", 1 + random.below(3)),
            4 => {
                format!(
                    "{} c in {cells}: c in {}",
                    one(random, &["(all", "(some"]),
                    self.cells(random, asks, 0)
                ) + ")"
            }
            5 => format!("hand({piece}, {}) > 0", one(random, &["mover", "other"])),
            6 => match random.below(3) {
                0 => "mover = white".to_string(),
                1 => format!("{piece} in kinds-on({cells})"),
                _ => format!("count(pieces(mover)) + 1 > count(pieces({piece}, other)) * 2"),
            },
            7 => format!(
                "{}({}) > {}",
                counter(random.below(self.counters)).expect("a counter"),
                one(random, &["mover", "other"]),
                random.below(2)
            ),
            8 => one(random, &["taken != {}", "taken = {}"]).to_string(),
            9 => format!("piece = {piece}"),
            10 => format!("piece in {piece} | {}", self.piece(random)),
            11 => format!("to in {cells}"),
            12 => format!("from in {cells}"),
            13 => format!("kinds-on(taken) in {piece} | {}", self.piece(random)),
            14 if asks == Asks::After => match random.below(3) {
                0 => {
                    format!(
                        "all c in pieces({}, mover): not attacked(c, other)",
                        self.piece(random)
                    )
                    .replace("all c", "(all c")
                        + ")"
                }
                _ => "in-check(other)".to_string(),
            },
            14 => "castles".to_string(),
            _ => format!("not to in {cells}"),
        }
    }
}
