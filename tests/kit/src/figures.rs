//! What live figures and comparisons must show: read from the built pages, and computed as `padma reach` does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::random::Random;
use padma_book::load::Session;
use padma_rules::model::{Cell, CellSet, KindId, Piece, Position, Reserve, Side};
use padma_rules::play::{self, Game, Scratch, State, attacks, frozen};
use padma_rules::reach::{Reach, Rules};
use serde_json::{Value, json};

/// What a figure says first whose pieces a reader has moved.
pub const OWN: &str = "Your own position: the caption describes the printed one.";

/// The variants of a content folder, loaded when they are first asked for.
pub struct Library {
    session: Session,
    rules: BTreeMap<String, Rules>,
}

impl Library {
    pub fn of(content: &Path) -> Library {
        Library {
            session: Session::new(content, &[]),
            rules: BTreeMap::new(),
        }
    }

    pub fn rules(&mut self, id: &str) -> &Rules {
        let session = &mut self.session;
        self.rules.entry(id.to_string()).or_insert_with(|| {
            let index = session
                .variant(id)
                .unwrap_or_else(|| panic!("{id}: {:?}", session.diagnostics));
            Rules::new(session.library.variants.rules(index).variant.clone())
        })
    }
}

/// The HTML pages of a built site, by their paths in it.
pub fn pages(site: &Path) -> BTreeMap<String, String> {
    let (mut found, mut open) = (BTreeMap::new(), vec![site.to_path_buf()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "html") {
                let name = path
                    .strip_prefix(site)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_string();
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

/// A figure of a page.
pub struct Figure {
    /// Its anchor.
    pub id: String,
    /// What its script reads, if it is live.
    pub live: Option<Value>,
    /// Why it is not, if the page says so.
    pub fixed: Option<String>,
}

pub fn figures(html: &str) -> Vec<Figure> {
    let between = |text: &str, start: &str, end: &str| {
        let rest = text.split_once(start)?.1;
        Some(rest.split_once(end)?.0.to_string())
    };
    let all = html
        .split("<figure class=\"diagram")
        .skip(1)
        .map(|text| text.split("</figure>").next().unwrap());
    let figure = |text: &str| Figure {
        id: between(text, "id=\"", "\"").unwrap(),
        live: between(text, "class=\"live\">", "</script>")
            .map(|data| serde_json::from_str(&data).unwrap()),
        fixed: between(text, "<p class=\"fixed\">", "</p>"),
    };
    all.map(figure).collect()
}

/// The values of a list; none if there is no list.
fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// A piece of a live figure.
struct Placed {
    kind: KindId,
    side: Side,
    printed: Cell,
    /// None where it is taken off.
    cell: Option<Cell>,
    unmoved: bool,
}

/// A mark of a live figure.
struct Marked {
    meaning: String,
    /// What its cells are computed from, as the page's script has it.
    of: Value,
}

/// A live figure in a reader's hands.
pub struct Board<'a> {
    rules: &'a Rules,
    absent: CellSet,
    pieces: Vec<Placed>,
    blockers: Vec<(Cell, Side)>,
    marks: Vec<Marked>,
    /// Whose reach a figure without marks shows.
    chosen: Option<usize>,
}

/// What a step looks like.
struct Step {
    clicks: Vec<String>,
    /// Whether the position is another one after it.
    changed: bool,
}

impl<'a> Board<'a> {
    /// As it is printed.
    pub fn printed(rules: &'a Rules, data: &Value) -> Board<'a> {
        let variant = &rules.variant;
        let cell = |value: &Value| variant.board.cell(value.as_str().unwrap()).unwrap();
        let piece = |piece: &Value| Placed {
            kind: variant.kind_named(piece["kind"].as_str().unwrap()).unwrap(),
            side: Side::BOTH[piece["side"].as_u64().unwrap() as usize],
            printed: cell(&piece["cell"]),
            cell: Some(cell(&piece["cell"])),
            unmoved: piece["unmoved"].as_bool().unwrap_or(false),
        };
        let mark = |mark: &Value| Marked {
            meaning: mark["meaning"].as_str().unwrap().to_string(),
            of: mark["of"].clone(),
        };
        Board {
            rules,
            absent: items(&data["absent"]).map(cell).collect(),
            pieces: items(&data["pieces"]).map(piece).collect(),
            blockers: Vec::new(),
            marks: items(&data["marks"]).map(mark).collect(),
            chosen: None,
        }
    }

    fn position(&self) -> Position {
        let mut position = self.rules.variant.empty_position();
        position.set_absent(self.absent);
        for (cell, side) in &self.blockers {
            position.put(
                *cell,
                Some(Piece {
                    side: *side,
                    kind: None,
                }),
            );
        }
        for piece in &self.pieces {
            if let Some(cell) = piece.cell {
                position.put(
                    cell,
                    Some(Piece {
                        side: piece.side,
                        kind: Some(piece.kind),
                    }),
                );
            }
        }
        position
    }

    /// What a question about a piece comes to, as `padma reach` has it.
    fn answer(&self, question: &str, piece: usize) -> CellSet {
        let Placed {
            kind,
            side,
            printed,
            cell,
            unmoved,
            ..
        } = &self.pieces[piece];
        let Some(from) = *cell else {
            return CellSet::EMPTY;
        };
        let (game, position) = (Game::new(self.rules), self.position());
        let has_moved = question != "first" && !(*unmoved && from == *printed);
        let piece = Piece {
            side: *side,
            kind: Some(*kind),
        };
        let mut scratch = Scratch::default();
        if question == "attacks" {
            return attacks(&game, &mut scratch, &position, from, piece, has_moved);
        }
        let reach = play::reach(&game, &mut scratch, &position, from, piece, has_moved);
        match question {
            "reach" | "first" => reach.cells(),
            "moves" => reach.moves,
            "captures" => reach.captures,
            other => panic!("{other} is no question"),
        }
    }

    /// The cells of a mark.
    fn cells(&self, of: &Value) -> CellSet {
        let variant = &self.rules.variant;
        let position = self.position();
        let part = |nth: usize| self.cells(&of[nth]);
        let side = |value: &Value| value.as_u64().map(|side| Side::BOTH[side as usize]);
        match of[0].as_str().unwrap() {
            "|" => part(1) | part(2),
            "&" => part(1) & part(2),
            "-" => part(1) - part(2),
            "cells" => items(&of[1])
                .map(|name| variant.board.cell(name.as_str().unwrap()).unwrap())
                .collect(),
            "standing" => {
                let kind = variant.kind_named(of[1].as_str().unwrap());
                let piece = Piece {
                    side: side(&of[2]).unwrap(),
                    kind,
                };
                position
                    .pieces()
                    .filter(|(_, there)| *there == piece)
                    .map(|(cell, _)| cell)
                    .collect()
            }
            "frozen" => {
                let game = Game::new(self.rules);
                let state = State::of(&game, &position, &Reserve::default());
                let sides = side(&of[1]).map_or(Side::BOTH.to_vec(), |side| vec![side]);
                sides.into_iter().fold(CellSet::EMPTY, |all, side| {
                    all | frozen(&game, &state, side)
                })
            }
            question => self.answer(question, of[1].as_u64().unwrap() as usize),
        }
    }

    /// Whether a piece has powers that change its reach, and that the page leaves alone.
    fn is_hidden(&self, piece: usize) -> bool {
        let known = [
            "freezing",
            "capture by withdrawal",
            "capture by coordination",
            "teleporting",
            "rotating",
        ];
        self.rules
            .variant
            .powers(self.pieces[piece].kind)
            .any(|power| !known.contains(&power.noun()))
    }

    fn counted(&self, cells: CellSet) -> String {
        match (
            cells.len(),
            self.rules.variant.board.names_of(&cells).join(", "),
        ) {
            (0, _) => "no cell".to_string(),
            (1, names) => format!("1 cell: {names}"),
            (count, names) => format!("{count} cells: {names}"),
        }
    }

    fn sentence(&self, question: &str, piece: usize) -> String {
        let Placed { kind, cell, .. } = &self.pieces[piece];
        let called = format!("The {}", self.rules.variant.kind(*kind).name);
        let Some(cell) = *cell else {
            return format!("{called} is off the board.");
        };
        let verb = match question {
            "reach" => "reaches",
            "moves" => "moves to",
            "captures" => "captures on",
            "attacks" => "attacks",
            "first" => "reaches on its first move",
            other => panic!("{other} is no question"),
        };
        let name = self.rules.variant.board.name(cell);
        format!(
            "{called} on {name} {verb} {}.",
            self.counted(self.answer(question, piece))
        )
    }

    /// What is said of it, and the cells that are marked, by their names.
    pub fn shows(&self) -> (String, Vec<String>) {
        let board = &self.rules.variant.board;
        if let Some(chosen) = self.chosen {
            if self.is_hidden(chosen) {
                let name = &self.rules.variant.kind(self.pieces[chosen].kind).name;
                return (
                    format!("This page does not compute the powers of the {name}."),
                    Vec::new(),
                );
            }
            return (
                self.sentence("reach", chosen),
                board.names_of(&self.answer("reach", chosen)),
            );
        }
        let (mut sentences, mut marked) = (Vec::new(), CellSet::EMPTY);
        for Marked { meaning, of } in &self.marks {
            let cells = self.cells(of);
            marked = marked | cells;
            match united(of) {
                Some(questions) => {
                    sentences.extend(
                        questions
                            .iter()
                            .map(|(question, piece)| self.sentence(question, *piece)),
                    );
                }
                None => sentences.push(format!("{meaning} · {}.", self.counted(cells))),
            }
        }
        (sentences.join(" "), board.names_of(&marked))
    }

    /// The piece that a mark asks about first, or the first there is.
    fn first(&self) -> usize {
        self.marks
            .iter()
            .find_map(|mark| asked(&mark.of))
            .unwrap_or(0)
    }

    /// Puts blockers in the way and pieces elsewhere, and gives the clicks that do it: near and far, few and many.
    pub fn steps(mut self, dice: &mut Random) -> Vec<Value> {
        let first = self.first();
        let (own, other) = (self.pieces[first].side, self.pieces[first].side.other());
        let near = self
            .rules
            .alone(self.pieces[first].kind, self.pieces[first].side)
            .of(self.pieces[first].printed);
        let all = self.rules.variant.board.all();
        let far = all - near;
        let random = dice.below(self.pieces.len());
        let mut steps = Vec::new();
        for (blockers, mover) in [
            (&[(near, own)][..], None),
            (&[(near, other)], None),
            (&[(far, other)], None),
            (&[(far, own), (far, other), (near, other), (all, own)], None),
            (&[(all, other), (near, own)], Some(first)),
            (&[(all, other), (near, own)], Some(random)),
        ] {
            let step = self.step(blockers, mover, dice);
            steps.push(self.seen(step));
        }
        steps.push(self.taken_off(random));
        if self.marks.is_empty() {
            for _ in 0..4 {
                let piece = dice.below(self.pieces.len());
                steps.push(self.picked_up(piece));
            }
        }
        steps
    }

    fn step(
        &mut self,
        blockers: &[(CellSet, Side)],
        mover: Option<usize>,
        dice: &mut Random,
    ) -> Step {
        let board = &self.rules.variant.board;
        let own = self.pieces[self.first()].side;
        let mut clicks: Vec<String> = Vec::new();
        let mut pick = |board: &Board<'_>, among: CellSet| {
            let taken = board.position().occupied() | board.absent;
            let free: Vec<Cell> = (among - taken).iter().collect();
            (!free.is_empty()).then(|| free[dice.below(free.len())])
        };
        for (among, side) in blockers {
            let Some(cell) = pick(self, *among) else {
                continue;
            };
            let times = if *side == own { 1 } else { 2 };
            clicks.extend(std::iter::repeat_n(board.name(cell).to_string(), times));
            self.blockers.push((cell, *side));
        }
        if let Some(index) = mover {
            let piece = &self.pieces[index];
            let stands = self.rules.stands_on(piece.kind.into(), piece.side);
            if let Some(to) = pick(self, stands) {
                clicks.extend(
                    [self.pieces[index].printed, to].map(|cell| board.name(cell).to_string()),
                );
                self.pieces[index].cell = Some(to);
                self.chosen = self.marks.is_empty().then_some(index);
            }
        }
        Step {
            changed: !clicks.is_empty(),
            clicks,
        }
    }

    fn taken_off(&mut self, piece: usize) -> Value {
        let name = self
            .rules
            .variant
            .board
            .name(self.pieces[piece].printed)
            .to_string();
        self.pieces[piece].cell = None;
        self.seen(Step {
            clicks: vec![name, "off".to_string()],
            changed: true,
        })
    }

    /// In a figure without marks a piece shows where it goes as soon as it is picked up.
    fn picked_up(&mut self, piece: usize) -> Value {
        let name = self
            .rules
            .variant
            .board
            .name(self.pieces[piece].printed)
            .to_string();
        self.chosen = Some(piece);
        self.seen(Step {
            clicks: vec![name],
            changed: false,
        })
    }

    /// A step with what must be seen after it; all is as printed again.
    fn seen(&mut self, step: Step) -> Value {
        let (words, marked) = self.shows();
        let says = match (step.changed, step.clicks.is_empty()) {
            (true, _) => format!("{OWN} {words}").trim_end().to_string(),
            (false, true) => String::new(),
            (false, false) => words,
        };
        self.blockers.clear();
        self.pieces
            .iter_mut()
            .for_each(|piece| piece.cell = Some(piece.printed));
        self.chosen = None;
        json!({ "clicks": step.clicks, "says": says, "marked": marked, "own": step.changed })
    }
}

/// The questions about pieces that a mark is the union of, if it is nothing else.
fn united(of: &Value) -> Option<Vec<(String, usize)>> {
    match of[0].as_str().unwrap() {
        "|" => {
            let mut all = united(&of[1])?;
            all.extend(united(&of[2])?);
            Some(all)
        }
        "&" | "-" | "cells" | "standing" | "frozen" => None,
        question => Some(vec![(
            question.to_string(),
            of[1].as_u64().unwrap() as usize,
        )]),
    }
}

/// The first piece that is asked about.
fn asked(of: &Value) -> Option<usize> {
    match of[0].as_str().unwrap() {
        "|" | "&" | "-" => asked(&of[1]).or_else(|| asked(&of[2])),
        "cells" | "standing" | "frozen" => None,
        _ => of[1].as_u64().map(|piece| piece as usize),
    }
}

/// What a comparison must show for all pieces of a variant side by side on some cells, none of them absent.
pub fn choices(rules: &Rules, is_first: bool) -> Vec<Value> {
    let variant = &rules.variant;
    let there: Vec<Cell> = (variant.board.all() - *variant.board.absent())
        .iter()
        .collect();
    let last = there.len() - 1;
    let mut kinds: Vec<KindId> = variant.kind_ids().collect();
    kinds.sort_by_key(|kind| variant.kind(*kind).name.to_lowercase());
    let prefix = if is_first {
        String::new()
    } else {
        format!("{}/", variant.id)
    };
    let ids: Vec<&str> = kinds
        .iter()
        .map(|kind| variant.kind(*kind).id.as_str())
        .collect();
    let choice = |at: usize| {
        let from = there[at];
        json!({
            "hash": format!("#{prefix}{}@{}", ids.join("+"), variant.board.name(from)),
            "says": side_by_side(rules, &kinds, from),
            "cells": there.iter().map(|cell| variant.board.name(*cell)).collect::<Vec<_>>(),
            "boards": kinds.iter().map(|kind| alone(rules, *kind, from)).collect::<Vec<_>>(),
        })
    };
    [0, last / 3, last / 2, last]
        .into_iter()
        .map(choice)
        .collect()
}

/// The reach of a piece alone on the board, as it is at first; none where it may not stand.
fn reach(rules: &Rules, kind: KindId, from: Cell) -> Option<Reach> {
    let stands = rules.variant.stands_on(kind, Side::White).contains(from);
    stands.then(|| {
        rules.reach(
            kind,
            Side::White,
            from,
            &rules.variant.empty_position(),
            true,
        )
    })
}

fn counted(count: usize) -> String {
    format!("{count} {}", if count == 1 { "cell" } else { "cells" })
}

fn alone(rules: &Rules, kind: KindId, from: Cell) -> Value {
    let board = &rules.variant.board;
    let name = format!("{} on {}", rules.variant.kind(kind).name, board.name(from));
    let Some(reach) = reach(rules, kind, from) else {
        return json!({
            "caption": format!("{name} may not stand there"), "said": "It may not stand there.", "marked": [],
        });
    };
    let (names, count) = (board.names_of(&reach.cells()), counted(reach.cells().len()));
    let list = if names.is_empty() {
        String::new()
    } else {
        format!(": {}", names.join(", "))
    };
    json!({
        "caption": format!("{name} reaches {count}"), "said": format!("It reaches {count}{list}."), "marked": names,
    })
}

fn side_by_side(rules: &Rules, kinds: &[KindId], from: Cell) -> String {
    let variant = &rules.variant;
    let list = |cells: CellSet| match variant.board.names_of(&cells).join(", ") {
        names if names.is_empty() => "no cell".to_string(),
        names => names,
    };
    let reaches: Vec<Option<CellSet>> = kinds
        .iter()
        .map(|kind| reach(rules, *kind, from).map(|reach| reach.cells()))
        .collect();
    let standing: Vec<CellSet> = reaches.iter().copied().flatten().collect();
    let mut says = Vec::new();
    if standing.len() > 1 {
        let shared = standing
            .iter()
            .fold(variant.board.all(), |shared, cells| shared & *cells);
        let all = match (standing.len() == kinds.len(), kinds.len()) {
            (false, _) => "all that may stand there",
            (true, 2) => "both",
            (true, _) => "all",
        };
        let from = variant.board.name(from);
        says.push(match shared.is_empty() {
            true => format!("From {from}, no cell is reached by {all}."),
            false => format!(
                "From {from}, {all} reach {}: {}.",
                counted(shared.len()),
                list(shared)
            ),
        });
    }
    for (index, kind) in kinds.iter().enumerate() {
        let others = reaches
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        let others = others
            .filter_map(|(_, cells)| *cells)
            .fold(CellSet::EMPTY, |all, cells| all | cells);
        let only = reaches[index].unwrap_or(CellSet::EMPTY) - others;
        if !only.is_empty() {
            says.push(format!(
                "Only the {}: {}.",
                variant.kind(*kind).name,
                list(only)
            ));
        }
    }
    let with_powers = kinds
        .iter()
        .filter(|kind| variant.powers(**kind).next().is_some());
    let powers: Vec<String> = with_powers
        .map(|kind| {
            let nouns: Vec<&str> = variant.powers(*kind).map(|power| power.noun()).collect();
            format!("{} ({})", variant.kind(*kind).name, nouns.join(", "))
        })
        .collect();
    if !powers.is_empty() {
        says.push(format!(
            "An empty board does not show the powers of the {}.",
            powers.join(", the ")
        ));
    }
    says.join(" ")
}
