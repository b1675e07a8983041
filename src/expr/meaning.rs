//! The meaning of an expression: its text with diagrams, games and labels replaced by the pieces
//! and moves that they stand for, and named sets by their cells. Expressions with the same meaning
//! ask the same question, so renaming a diagram or changing the layout does not change the meaning.
//!
//! ```text
//! count(reach(AB))  ──▶  count(reach(white Archbishop e3))
//! ```

use std::collections::BTreeMap;

use super::functions::{asks_diagram, takes_label};
use super::placed::{PlacedDiagram, PlacedPiece};
use super::played::PlayedGame;
use super::resolve::Scope;
use super::syntax::{Mention, Name, Question, Spaced, mentions, spaced_tokens};
use padma_rules::model::{Board, CellSet};
use padma_text::{Span, on_one_line};

/// Returns what an expression asks, on one line.
pub fn meaning(question: &Question, scope: &Scope<'_>) -> String {
    let text = &question.text;
    let Some(tokens) = spaced_tokens(text) else {
        return on_one_line(text.text());
    };
    let mut meanings = BTreeMap::new();
    let mut asks_another = false;
    for mention in mentions(&question.expr) {
        scope.add_meanings(mention, asks_another, &mut meanings);
        asks_another = matches!(mention, Mention::Subject(_, None));
    }
    // Commas between cells may be left out.
    let is_comma = |token: &Spaced| &text.text()[token.range.clone()] == ",";
    let words = tokens
        .into_iter()
        .filter(|token| !is_comma(token))
        .map(|token| {
            let meaning = meanings.remove(&text.span(token.range.clone()));
            meaning.unwrap_or_else(|| text.text()[token.range].to_string())
        });
    // The board is part of the question if the expression names it.
    let board = question.variant.iter().map(|_| {
        let title = &scope.rules.variant.title;
        format!("on {title}:")
    });
    board.chain(words).collect::<Vec<_>>().join(" ")
}

impl Scope<'_> {
    /// Adds what the names of a mention stand for, by their places. A function that `asks_another`
    /// diagram does not ask the nearest.
    fn add_meanings(
        &self,
        mention: Mention<'_>,
        asks_another: bool,
        meanings: &mut BTreeMap<Span, String>,
    ) {
        let nearest = self.nearest.map(|figure| &self.placed[figure]);
        let mut labelled = |label: &str, at: Span, figure: Option<&PlacedDiagram>| {
            let piece = figure.and_then(|figure| {
                let mut pieces = figure.pieces.iter();
                pieces.find(|piece| piece.label == label)
            });
            if let Some(piece) = piece {
                meanings.insert(at, self.piece_meaning(piece));
            }
            piece.is_some()
        };
        match mention {
            Mention::Name(name, at, call) => {
                if !(call.is_some_and(takes_label) && labelled(name, at, nearest))
                    && let Some(meaning) = self.name_meaning(name)
                {
                    meanings.insert(at, meaning);
                }
            }
            Mention::Text(text, at, call) => {
                if takes_label(call) {
                    labelled(text, at, nearest);
                }
            }
            Mention::Called(name) => {
                if let Some(set) = self.rules.variant.sets.get(&name.text) {
                    let [white, black] = [&set.white, &set.black];
                    let board = &self.rules.variant.board;
                    let cells = format!("{}, {}", listed(white, board), listed(black, board));
                    meanings.insert(name.span, cells);
                } else if let Some(figure) =
                    nearest.filter(|_| asks_diagram(&name.text) && !asks_another)
                {
                    let asked = format!("{} of {}", name.text, self.position_meaning(figure));
                    meanings.insert(name.span, asked);
                }
            }
            Mention::Subject(subject, Some(label)) => {
                labelled(&label.text, label.span, self.diagram_named(subject));
                meanings.insert(subject.span, String::new());
            }
            Mention::Subject(subject, None) => {
                let meaning = match self.diagram_named(subject) {
                    Some(figure) => Some(self.position_meaning(figure)),
                    None => {
                        let mut games = self.games.iter();
                        games.find(|game| game.id == subject.text).map(game_meaning)
                    }
                };
                meanings.extend(meaning.map(|meaning| (subject.span, meaning)));
            }
            Mention::Sentence(_) => {}
        }
    }

    fn diagram_named(&self, id: &Name) -> Option<&PlacedDiagram> {
        self.figure(Some(id)).map(|figure| &self.placed[figure])
    }

    /// Returns the name of a kind of piece, or the cells of a set.
    fn name_meaning(&self, name: &str) -> Option<String> {
        let variant = &self.rules.variant;
        if let Some(set) = variant.sets.get(name) {
            return Some(listed(&set.white, &variant.board));
        }
        let kind = variant.kind_named(name)?;
        Some(variant.kind(kind).name.clone())
    }

    fn piece_meaning(&self, piece: &PlacedPiece) -> String {
        let variant = &self.rules.variant;
        let cell = variant.board.name(piece.cell);
        let unmoved = if piece.unmoved { "!" } else { "" };
        let name = &variant.kind(piece.kind).name;
        format!("{} {name} {cell}{unmoved}", piece.side.name())
    }

    fn position_meaning(&self, figure: &PlacedDiagram) -> String {
        // A diagram of another variant is refused where it is asked about.
        if figure.variant != self.variant {
            return String::new();
        }
        let pieces = figure.pieces.iter().map(|piece| self.piece_meaning(piece));
        format!("({})", pieces.collect::<Vec<_>>().join(", "))
    }
}

fn listed(cells: &CellSet, board: &Board) -> String {
    format!("{{{}}}", board.names_of(cells).join(" "))
}

fn game_meaning(game: &PlayedGame) -> String {
    let moves = game
        .replay
        .plies
        .iter()
        .map(|ply| ply.written.word.text.as_str());
    format!("({})", moves.collect::<Vec<_>>().join(" "))
}
