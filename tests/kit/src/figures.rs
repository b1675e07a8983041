//! What live figures and comparisons must show: read from the built pages, and computed as `padma reach` does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::random::Random;
use padma_book::load::Session;
use padma_expr::{ExprValue, Outline, PlacedDiagram, PlacedPiece, Scope, World, parse, resolve};
use padma_rules::model::{Cell, CellSet, EnPassant, KindId, Piece, Reserve, Side};
use padma_rules::play::{Endings, Game, Scratch, State, begin_history};
use padma_rules::reach::{Reach, Rules};
use padma_text::diag::Diagnostics;
use padma_text::english::capitalise;
use padma_text::{Excerpt, Sources};
use padma_words::{english, row};
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
    label: String,
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
    /// The expression of its cells.
    of: String,
    /// The questions about single pieces that its cells answer together, if that is all it is.
    asks: Option<Vec<Ask>>,
}

/// A question about a piece: its place among the pieces, the verb of the sentence, and the expression.
struct Ask {
    piece: usize,
    verb: String,
    of: String,
}

/// A live figure in a reader's hands.
pub struct Board<'a> {
    rules: &'a Rules,
    /// What a reader cannot change: the figure's name, the cells that are absent, the pieces in hand, the side to move, and the
    /// piece that can be captured en passant.
    id: String,
    absent: CellSet,
    reserve: Reserve,
    to_move: Option<Side>,
    passing: Option<EnPassant>,
    pieces: Vec<Placed>,
    blockers: Vec<(Cell, Side)>,
    marks: Vec<Marked>,
    /// The piece from which the keyboard begins.
    first: usize,
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
        let cell = |name: &str| variant.board.cell(name).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_string();
        let piece = |piece: &Value| Placed {
            label: text(&piece["label"]),
            kind: variant.kind_named(piece["kind"].as_str().unwrap()).unwrap(),
            side: Side::BOTH[piece["side"].as_u64().unwrap() as usize],
            printed: cell(piece["cell"].as_str().unwrap()),
            cell: Some(cell(piece["cell"].as_str().unwrap())),
            unmoved: piece["unmoved"].as_bool().unwrap_or(false),
        };
        let ask = |ask: &Value| Ask {
            piece: ask["piece"].as_u64().unwrap() as usize,
            verb: text(&ask["verb"]),
            of: text(&ask["of"]),
        };
        let mark = |mark: &Value| Marked {
            meaning: text(&mark["meaning"]),
            of: text(&mark["of"]),
            asks: mark["asks"]
                .as_array()
                .map(|asks| asks.iter().map(ask).collect()),
        };
        let mut board = Board {
            rules,
            id: String::new(),
            absent: *variant.board.absent(),
            reserve: Reserve::default(),
            to_move: None,
            passing: None,
            pieces: items(&data["pieces"]).map(piece).collect(),
            blockers: Vec::new(),
            marks: items(&data["marks"]).map(mark).collect(),
            first: data["first"].as_u64().unwrap() as usize,
            chosen: None,
        };
        for line in items(&data["rest"]) {
            let words: Vec<&str> = line.as_str().unwrap().split('\t').collect();
            let cells = |names: &[&str]| names.iter().map(|name| cell(name)).collect();
            let side = |name: &str| Side::from_name(name).unwrap();
            match words[0] {
                "diagram" => board.id = words[1].to_string(),
                "absent" => board.absent = cells(&words[1..]),
                "hand" => {
                    let kind = variant.kind_named(words[2]).unwrap();
                    board
                        .reserve
                        .add(side(words[1]), kind, words[3].parse().unwrap());
                }
                "move" => board.to_move = Some(side(words[1])),
                "passing" => {
                    board.passing = Some(EnPassant {
                        piece: cell(words[1]),
                        cells: cells(&words[2..]),
                        second: None,
                    });
                }
                other => panic!("{other} begins no line of a position"),
            }
        }
        board
    }

    /// The position as a diagram of a book, so that an expression can be asked of it.
    fn placed(&self) -> PlacedDiagram {
        let mut state = State::empty(&Game::new(self.rules));
        state.set_absent(self.absent);
        let mut sources = Sources::default();
        let nowhere = sources.add("figure", "");
        let span = sources.whole(nowhere);
        for (cell, side) in &self.blockers {
            let blocker = Piece {
                side: *side,
                kind: None,
            };
            state.place(*cell, Some(blocker), true);
        }
        let mut pieces = Vec::new();
        for piece in &self.pieces {
            let Some(cell) = piece.cell else { continue };
            // A piece that was moved is no longer unmoved.
            let unmoved = piece.unmoved && cell == piece.printed;
            let standing = Piece {
                side: piece.side,
                kind: Some(piece.kind),
            };
            state.place(cell, Some(standing), !unmoved);
            let placed =
                PlacedPiece::unlabelled(piece.side, piece.kind, cell, span, &self.rules.variant);
            pieces.push(PlacedPiece {
                label: piece.label.clone(),
                labelled: true,
                unmoved,
                ..placed
            });
        }
        for (side, kind, count) in self.reserve.iter() {
            state.set_reserve(side, kind, count);
        }
        if let Some(side) = self.to_move.filter(|side| *side != state.to_move()) {
            state.set_to_move(side);
        }
        let is_where_printed = |on: Cell| {
            let mut pieces = self.pieces.iter();
            pieces.any(|piece| piece.printed == on && piece.cell == Some(on))
        };
        let occupied = state.position().occupied();
        let can_be_captured = |passing: &EnPassant| {
            is_where_printed(passing.piece) && (passing.cells & occupied).is_empty()
        };
        state.set_en_passant(self.passing.filter(can_be_captured));
        begin_history(&Game::new(self.rules), &mut state, &mut Scratch::default());
        PlacedDiagram {
            id: self.id.clone(),
            variant: 0,
            pieces,
            symbols: Vec::new(),
            complete: true,
            position: state.position().clone(),
            to_move: self.to_move,
            reserve: self.reserve.clone(),
            typed: true,
            after: Some(state),
        }
    }

    /// The cells of an expression, or why it has none.
    fn cells(&self, expression: &str) -> Result<CellSet, String> {
        let placed = [self.placed()];
        let endings = Endings::default();
        let world = World::new(self.rules, &endings, &placed, &[], Outline::NONE);
        let scope = Scope {
            rules: self.rules,
            variant: 0,
            placed: &placed,
            games: &[],
            outline: Outline::NONE,
            nearest: Some(0),
        };
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("mark", expression);
        let excerpt = Excerpt::verbatim(expression, sources.whole(id));
        let question = parse(&excerpt, &mut diagnostics).unwrap();
        let formula = resolve(&question.expr, scope, &mut diagnostics);
        let is_whole = self.pieces.iter().all(|piece| piece.cell.is_some());
        assert!(
            formula.is_some() || !is_whole,
            "{expression}: {diagnostics:?}"
        );
        let off = "it depends on a piece that is off the board";
        match world.value(&formula.ok_or(off)?) {
            Ok(ExprValue::Cells(cells)) => Ok(*cells),
            Ok(other) => panic!("{expression}: {other:?}"),
            Err(fault) => Err(fault.to_string()),
        }
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

    /// A sentence about a piece, and the cells of the expression.
    fn sentence(&self, piece: usize, verb: &str, of: &str) -> (String, CellSet) {
        let Placed { kind, cell, .. } = &self.pieces[piece];
        let called = format!("The {}", self.rules.variant.kind(*kind).name);
        let Some(cell) = *cell else {
            return (format!("{called} is off the board."), CellSet::EMPTY);
        };
        let name = self.rules.variant.board.name(cell);
        let cells = self.cells(of).unwrap();
        let said = format!("{called} on {name} {verb} {}.", self.counted(cells));
        (said, cells)
    }

    /// What is said of it, and the cells that are marked, by their names.
    pub fn shows(&self) -> (String, Vec<String>) {
        let board = &self.rules.variant.board;
        if let Some(chosen) = self.chosen {
            let of = format!("reach({})", self.pieces[chosen].label);
            let (said, cells) = self.sentence(chosen, "reaches", &of);
            return (said, board.names_of(&cells));
        }
        let (mut sentences, mut marked) = (Vec::new(), CellSet::EMPTY);
        for Marked { meaning, of, asks } in &self.marks {
            if let Some(asks) = asks {
                for Ask { piece, verb, of } in asks {
                    let (said, cells) = self.sentence(*piece, verb, of);
                    sentences.push(said);
                    marked |= &cells;
                }
                continue;
            }
            let cells = self.cells(of);
            let counted = cells.as_ref().map(|cells| self.counted(*cells));
            let (Ok(said) | Err(said)) = counted.map_err(String::clone);
            marked |= &cells.unwrap_or_default();
            sentences.push(format!("{} · {said}.", capitalise(meaning)));
        }
        // A place that is empty has no cell to be tinted.
        (sentences.join(" "), board.names_of(&(marked - self.absent)))
    }

    /// The question that the page asks the program: the lines of the position, the expression of each mark, and the expressions of which it
    /// is the union.
    pub fn asked(data: &Value) -> (String, Vec<(String, Vec<String>)>) {
        let text = |value: &Value| value.as_str().unwrap().to_string();
        let side = |piece: &Value| Side::BOTH[piece["side"].as_u64().unwrap() as usize].name();
        let line = |piece: &Value| {
            let [label, kind, cell] = ["label", "kind", "cell"].map(|key| text(&piece[key]));
            let unmoved = if piece["unmoved"] == true {
                "\tunmoved"
            } else {
                ""
            };
            format!("{}\t{label}\t{kind}\t{cell}{unmoved}", side(piece))
        };
        let rest = items(&data["rest"]).map(text);
        let lines: Vec<String> = rest.chain(items(&data["pieces"]).map(line)).collect();
        let mark = |mark: &Value| {
            let asks = items(&mark["asks"]).map(|ask| text(&ask["of"]));
            (text(&mark["of"]), asks.collect())
        };
        (lines.join("\n"), items(&data["marks"]).map(mark).collect())
    }

    /// Puts blockers in the way and pieces elsewhere, and gives the clicks that do it: near and far, few and many. Each
    /// figure is tried in a third of the ways; the figures of a book come to all of them.
    pub fn steps(mut self, dice: &mut Random) -> Vec<Value> {
        let first = self.first;
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
            if dice.below(3) > 0 {
                continue;
            }
            let step = self.step(blockers, mover, dice);
            steps.push(self.seen(step));
        }
        steps.push(self.taken_off(random));
        if self.marks.is_empty() {
            for _ in 0..2 {
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
        let own = self.pieces[self.first].side;
        let mut clicks: Vec<String> = Vec::new();
        let mut pick = |board: &Board<'_>, among: CellSet| {
            let standing = board.pieces.iter().filter_map(|piece| piece.cell);
            let blocked = board.blockers.iter().map(|(cell, _)| *cell);
            let taken: CellSet = standing.chain(blocked).collect();
            let free: Vec<Cell> = (among - taken - board.absent).iter().collect();
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
            let stands = self.rules.variant.stands_on(piece.kind, piece.side);
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

/// What a comparison must show for the pieces of a variant, three side by side at a time, on cells that are not absent.
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
    let count = kinds.len();
    let trio = |first: usize| {
        let mut places: Vec<usize> = (first..first + count.min(3)).map(|at| at % count).collect();
        places.sort_unstable();
        places.into_iter().map(|place| kinds[place]).collect()
    };
    let choice = |(nth, kinds): (usize, Vec<KindId>)| {
        let from = there[[0, last / 3, last / 2, last][nth % 4]];
        let ids: Vec<&str> = (kinds.iter().map(|kind| &*variant.kind(*kind).id)).collect();
        json!({
            "hash": format!("#{prefix}{}@{}", ids.join("+"), variant.board.name(from)),
            "says": side_by_side(rules, &kinds, from),
            "cells": there.iter().map(|cell| variant.board.name(*cell)).collect::<Vec<_>>(),
            "boards": kinds.iter().map(|kind| alone(rules, *kind, from)).collect::<Vec<_>>(),
        })
    };
    let trios = (0..count).step_by(3).map(trio);
    trios.enumerate().map(choice).collect()
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
            let nouns = variant.powers(*kind);
            let nouns = nouns.map(|power| english().say(row("labels.lack", power.name())));
            let nouns: Vec<String> = nouns.collect();
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
