//! What live figures and comparisons must show: read from the built pages, and computed as `padma reach` does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use padma::compile::Session;
use padma::model::{Cell, CellSet, Man, PieceId, Position, Side};
use padma::play::{Arbiter, Game};
use padma::reach::{Reach, Rules};
use serde_json::{Value, json};

/// Numbers that are the same on every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// The variants of a content folder, loaded when they are first asked for.
pub struct Library {
    session: Session,
    rules: BTreeMap<String, Rules>,
}

impl Library {
    pub fn of(content: &Path) -> Library {
        Library { session: Session::new(content, &[]), rules: BTreeMap::new() }
    }

    pub fn rules(&mut self, id: &str) -> &Rules {
        let session = &mut self.session;
        self.rules.entry(id.to_string()).or_insert_with(|| {
            let index = session.variant(id).unwrap_or_else(|| panic!("{id}: {:?}", session.diagnostics));
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
                let name = path.strip_prefix(site).unwrap().to_str().unwrap().to_string();
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
    let all =
        html.split("<figure class=\"diagram").skip(1).map(|text| text.split("</figure>").next().unwrap());
    let figure = |text: &str| Figure {
        id: between(text, "id=\"", "\"").unwrap(),
        live: between(text, "class=\"live\">", "</script>").map(|data| serde_json::from_str(&data).unwrap()),
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
    label: String,
    piece: PieceId,
    side: Side,
    printed: Cell,
    cell: Cell,
    unmoved: bool,
}

/// A live figure in a reader's hands.
pub struct Board<'a> {
    rules: &'a Rules,
    absent: CellSet,
    men: Vec<Placed>,
    blockers: Vec<(Cell, Side)>,
    /// For each mark its questions, each of one of the pieces.
    marks: Vec<Vec<(String, usize)>>,
}

impl<'a> Board<'a> {
    /// As it is printed.
    pub fn printed(rules: &'a Rules, data: &Value) -> Board<'a> {
        let variant = &rules.variant;
        let cell = |value: &Value| variant.board.cell(value.as_str().unwrap()).unwrap();
        let man = |man: &Value| Placed {
            label: man["label"].as_str().unwrap().to_string(),
            piece: variant.piece_named(man["piece"].as_str().unwrap()).unwrap(),
            side: Side::BOTH[man["side"].as_u64().unwrap() as usize],
            printed: cell(&man["cell"]),
            cell: cell(&man["cell"]),
            unmoved: man["unmoved"].as_bool().unwrap_or(false),
        };
        let asked =
            |asked: &Value| (asked[0].as_str().unwrap().to_string(), asked[1].as_u64().unwrap() as usize);
        let questions = |mark: &Value| mark["asked"].as_array().unwrap().iter().map(asked).collect();
        Board {
            rules,
            absent: items(&data["absent"]).map(cell).collect(),
            men: items(&data["men"]).map(man).collect(),
            blockers: Vec::new(),
            marks: items(&data["marks"]).map(questions).collect(),
        }
    }

    fn position(&self) -> Position {
        let mut position = self.rules.variant.empty_position();
        position.set_absent(self.absent);
        for (cell, side) in &self.blockers {
            position.put(*cell, Some(Man { side: *side, piece: None }));
        }
        for man in &self.men {
            position.put(man.cell, Some(Man { side: man.side, piece: Some(man.piece) }));
        }
        position
    }

    /// What is said of it, and the cells that are marked, by their names.
    pub fn shows(&self) -> (String, Vec<String>) {
        let board = &self.rules.variant.board;
        let (game, position) = (Game::new(self.rules), self.position());
        let mut arbiter = Arbiter::new(&game);
        let (mut sentences, mut marked) = (Vec::new(), CellSet::EMPTY);
        for (question, man) in self.marks.iter().flatten() {
            let Placed { label, piece, side, printed, cell, unmoved } = &self.men[*man];
            let has_moved = question != "first" && !(*unmoved && cell == printed);
            let man = Man { side: *side, piece: Some(*piece) };
            let reach = arbiter.reach(&position, *cell, man, has_moved);
            let (verb, cells) = match question.as_str() {
                "reach" => ("reaches", reach.cells()),
                "moves" => ("moves to", reach.moves),
                "captures" => ("takes on", reach.captures),
                "attacks" => ("attacks", arbiter.attacks(&position, *cell, man, has_moved)),
                "first" => ("reaches on its first move", reach.cells()),
                other => panic!("{other} is no question"),
            };
            marked = marked | cells;
            let list = match (cells.len(), board.names_of(&cells).join(", ")) {
                (0, _) => "no cell".to_string(),
                (1, names) => format!("1 cell: {names}"),
                (count, names) => format!("{count} cells: {names}"),
            };
            sentences.push(format!("{label} on {} {verb} {list}.", board.name(*cell)));
        }
        (sentences.join(" "), board.names_of(&marked))
    }

    /// Puts blockers in the way and pieces elsewhere, and gives the clicks that do it: near and far, few and many.
    pub fn steps(mut self, dice: &mut Dice) -> Vec<Value> {
        let first = self.marks[0][0].1;
        let (own, other) = (self.men[first].side, self.men[first].side.other());
        let near = self.rules.alone(self.men[first].piece, self.men[first].side).of(self.men[first].cell);
        let mut steps = vec![self.step(&[(near, own)], None, dice), self.step(&[(near, other)], None, dice)];
        let all = self.rules.variant.board.all();
        let far = all - near;
        steps.push(self.step(&[(far, other)], None, dice));
        steps.push(self.step(&[(far, own), (far, other), (near, other), (all, own)], None, dice));
        for mover in [first, dice.below(self.men.len())] {
            steps.push(self.step(&[(all, other), (near, own)], Some(mover), dice));
        }
        steps
    }

    fn step(&mut self, blockers: &[(CellSet, Side)], mover: Option<usize>, dice: &mut Dice) -> Value {
        let board = &self.rules.variant.board;
        let own = self.men[self.marks[0][0].1].side;
        let mut clicks: Vec<&str> = Vec::new();
        let mut pick = |board: &Board<'_>, among: CellSet| {
            let taken = board.position().occupied() | board.absent;
            let free: Vec<Cell> = (among - taken).iter().collect();
            (!free.is_empty()).then(|| free[dice.below(free.len())])
        };
        if let Some(index) = mover {
            let man = &self.men[index];
            let stands = self.rules.stands_on(man.piece.into(), man.side);
            if let Some(to) = pick(self, stands) {
                clicks.extend([board.name(self.men[index].cell), board.name(to)]);
                self.men[index].cell = to;
            }
        }
        for (among, side) in blockers {
            let Some(cell) = pick(self, *among) else { continue };
            clicks.extend(std::iter::repeat_n(board.name(cell), if *side == own { 1 } else { 2 }));
            self.blockers.push((cell, *side));
        }
        let (says, marked) = self.shows();
        let changed = !clicks.is_empty();
        let says = if changed { format!("Your own position. {says}") } else { String::new() };
        let step = json!({ "clicks": clicks, "says": says, "marked": marked });
        self.blockers.clear();
        self.men.iter_mut().for_each(|man| man.cell = man.printed);
        step
    }
}

/// What a comparison must show for all pieces of a variant side by side on some cells, none of them absent.
pub fn choices(rules: &Rules, is_first: bool) -> Vec<Value> {
    let variant = &rules.variant;
    let there: Vec<Cell> = (variant.board.all() - *variant.board.absent()).iter().collect();
    let last = there.len() - 1;
    let mut pieces: Vec<PieceId> = variant.piece_ids().collect();
    pieces.sort_by_key(|piece| variant.piece(*piece).name.to_lowercase());
    let prefix = if is_first { String::new() } else { format!("{}/", variant.id) };
    let ids: Vec<&str> = pieces.iter().map(|piece| variant.piece(*piece).id.as_str()).collect();
    let choice = |at: usize| {
        let from = there[at];
        json!({
            "hash": format!("#{prefix}{}@{}", ids.join("+"), variant.board.name(from)),
            "says": side_by_side(rules, &pieces, from),
            "cells": there.iter().map(|cell| variant.board.name(*cell)).collect::<Vec<_>>(),
            "boards": pieces.iter().map(|piece| alone(rules, *piece, from)).collect::<Vec<_>>(),
        })
    };
    [0, last / 3, last / 2, last].into_iter().map(choice).collect()
}

/// The reach of a piece alone on the board, as it is at first; none where it may not stand.
fn reach(rules: &Rules, piece: PieceId, from: Cell) -> Option<Reach> {
    let stands = rules.variant.stands_on(piece, Side::White).contains(from);
    stands.then(|| rules.reach(piece, Side::White, from, &rules.variant.empty_position()))
}

fn counted(count: usize) -> String {
    format!("{count} {}", if count == 1 { "cell" } else { "cells" })
}

fn alone(rules: &Rules, piece: PieceId, from: Cell) -> Value {
    let board = &rules.variant.board;
    let name = format!("{} on {}", rules.variant.piece(piece).name, board.name(from));
    let Some(reach) = reach(rules, piece, from) else {
        return json!({
            "caption": format!("{name} may not stand there"), "told": "It may not stand there.", "marked": [],
        });
    };
    let (names, count) = (board.names_of(&reach.cells()), counted(reach.cells().len()));
    let list = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    json!({
        "caption": format!("{name} reaches {count}"), "told": format!("It reaches {count}{list}."), "marked": names,
    })
}

fn side_by_side(rules: &Rules, pieces: &[PieceId], from: Cell) -> String {
    let variant = &rules.variant;
    let list = |cells: CellSet| match variant.board.names_of(&cells).join(", ") {
        names if names.is_empty() => "no cell".to_string(),
        names => names,
    };
    let reaches: Vec<Option<CellSet>> =
        pieces.iter().map(|piece| reach(rules, *piece, from).map(|reach| reach.cells())).collect();
    let standing: Vec<CellSet> = reaches.iter().copied().flatten().collect();
    let mut says = Vec::new();
    if standing.len() > 1 {
        let shared = standing.iter().fold(variant.board.all(), |shared, cells| shared & *cells);
        let all = match (standing.len() == pieces.len(), pieces.len()) {
            (false, _) => "Those that may stand there all",
            (true, 2) => "Both",
            (true, _) => "All",
        };
        let from = variant.board.name(from);
        says.push(format!("{all} reach {} from {from}: {}.", counted(shared.len()), list(shared)));
    }
    for (index, piece) in pieces.iter().enumerate() {
        let others = reaches.iter().enumerate().filter(|(other, _)| *other != index);
        let others = others.filter_map(|(_, cells)| *cells).fold(CellSet::EMPTY, |all, cells| all | cells);
        let only = reaches[index].unwrap_or(CellSet::EMPTY) - others;
        if !only.is_empty() {
            says.push(format!("Only the {}: {}.", variant.piece(*piece).name, list(only)));
        }
    }
    let with_powers = pieces.iter().filter(|piece| variant.powers(**piece).next().is_some());
    let powers: Vec<String> = with_powers
        .map(|piece| {
            let nouns: Vec<&str> = variant.powers(*piece).map(|power| power.noun()).collect();
            format!("{} ({})", variant.piece(*piece).name, nouns.join(", "))
        })
        .collect();
    if !powers.is_empty() {
        says.push(format!("An empty board does not show the powers of the {}.", powers.join(", the ")));
    }
    says.join(" ")
}
