//! `reach`, `eval` and `list`: questions about variants that need no book.

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::books::no_content;
use super::{BAD, Common, print};
use crate::claim::{Scope, World, parse, settle};
use crate::compile::Session;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::{Outline, off_stands_on, unknown_cell, unknown_piece};
use crate::model::{Cell, Man, PieceId, Position, Side};
use crate::reach::Rules;
use crate::text::{Excerpt, Sources, Span};
use crate::world;

#[derive(Args, Debug)]
pub struct ReachArgs {
    /// The variant, by the stem of its file
    variant: String,
    /// The piece, by its id
    piece: String,
    /// The cell it stands on
    cell: String,
    /// The side it belongs to
    #[arg(long, default_value = "white", value_name = "SIDE")]
    side: SideArg,
    /// Cells of men of its own side, separated by commas; `rook:c3` names the man
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    own: Vec<String>,
    /// Cells of enemy men
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    enemy: Vec<String>,
    /// Also show the cells where an enemy man, if one stood there, would be taken
    #[arg(long)]
    attacks: bool,
    /// How to print it
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    format: Format,
}

#[derive(Args, Debug)]
pub struct EvalArgs {
    /// The variant, by the stem of its file
    variant: String,
    /// An expression of the claim language
    #[arg(allow_hyphen_values = true)]
    expression: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SideArg {
    White,
    Black,
}

impl From<SideArg> for Side {
    fn from(side: SideArg) -> Side {
        match side {
            SideArg::White => Side::White,
            SideArg::Black => Side::Black,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

/// What `padma reach --format json` prints.
#[derive(Serialize)]
struct ReachView<'a> {
    variant: &'a str,
    piece: &'a str,
    origin: &'a str,
    side: &'a str,
    moves: Vec<String>,
    captures: Vec<String>,
    reach: Vec<String>,
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacks: Option<Vec<String>>,
}

pub fn reach(args: &ReachArgs, common: &Common) -> u8 {
    let mut session = Session::new(&common.content, &[]);
    let answer = answer_reach(args, &mut session);
    common.complain(&mut session);
    answer.map_or(BAD, |text| print(&text))
}

fn answer_reach(args: &ReachArgs, session: &mut Session) -> Option<String> {
    let index = session.variant(&args.variant)?;
    let Session { sources, diagnostics, library, .. } = session;
    let rules = library.variants.rules(index);
    let variant = &rules.variant;
    let mut reader = Reader { rules, sources, diagnostics };
    let piece = reader.piece("<piece>", &args.piece);
    let origin = reader.cell("<cell>", &args.cell);
    let side = Side::from(args.side);
    let mut position = variant.empty_position();
    let mut sound = reader.men("<--own>", &args.own, side, origin.map(|(cell, _)| cell), &mut position);
    sound &= reader.men("<--enemy>", &args.enemy, side.other(), origin.map(|(cell, _)| cell), &mut position);
    let ((piece, _), (origin, origin_span)) = (piece?, origin?);
    if !sound {
        return None;
    }
    if !variant.stands_on(piece, side).contains(origin) {
        let error = off_stands_on(variant.piece(piece), &variant.board, origin, origin_span);
        diagnostics.push(Diagnostic { severity: crate::diag::Severity::Warning, ..error });
    }
    let found = rules.reach(piece, side, origin, &position);
    let names = |set| variant.board.names_of(&set);
    let view = ReachView {
        variant: &variant.id,
        piece: &variant.piece(piece).id,
        origin: variant.board.name(origin),
        side: side.name(),
        moves: names(found.moves),
        captures: names(found.captures),
        reach: names(found.cells()),
        count: found.cells().len(),
        attacks: args.attacks.then(|| names(rules.attacks(piece, side, origin, &position))),
    };
    Some(match args.format {
        Format::Json => serde_json::to_string(&view).ok()? + "\n",
        Format::Text => in_words(&view),
    })
}

fn in_words(view: &ReachView<'_>) -> String {
    let list = |cells: &[String]| if cells.is_empty() { "none".to_string() } else { cells.join(" ") };
    let noun = if view.count == 1 { "cell" } else { "cells" };
    let mut text = format!(
        "{} {} on {} ({}) reaches {} {noun}\n  moves     {}\n  captures  {}\n",
        view.side,
        view.piece,
        view.origin,
        view.variant,
        view.count,
        list(&view.moves),
        list(&view.captures)
    );
    if let Some(attacks) = &view.attacks {
        text.push_str(&format!("  attacks   {}\n", list(attacks)));
    }
    text
}

/// Reads the words of a command line; each argument becomes a source to point at.
pub(super) struct Reader<'a> {
    pub rules: &'a Rules,
    pub sources: &'a mut Sources,
    pub diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn piece(&mut self, source: &str, word: &str) -> Option<(PieceId, Span)> {
        let id = self.sources.add(source, word);
        self.piece_at(word, self.sources.whole(id))
    }

    pub fn piece_at(&mut self, word: &str, span: Span) -> Option<(PieceId, Span)> {
        let variant = &self.rules.variant;
        let found = variant.piece_named(word);
        if found.is_none() {
            let known = variant.pieces.iter().map(|piece| piece.id.as_str());
            self.diagnostics.push(unknown_piece(word, span, known));
        }
        Some((found?, span))
    }

    pub fn cell(&mut self, source: &str, word: &str) -> Option<(Cell, Span)> {
        let id = self.sources.add(source, word);
        self.cell_at(word, self.sources.whole(id))
    }

    pub fn cell_at(&mut self, word: &str, span: Span) -> Option<(Cell, Span)> {
        let board = &self.rules.variant.board;
        // A prime is awkward in a shell: `c1*` is the twin cell c1'.
        let found = board.cell(word).or_else(|| board.cell(&word.replace('*', "'")));
        if found.is_none() {
            self.diagnostics.push(unknown_cell(word, span, board));
        }
        Some((found?, span))
    }

    /// Puts the men of `a1,rook:b2` on the board; false if anything is wrong with them.
    fn men(
        &mut self,
        source: &str,
        lists: &[String],
        side: Side,
        origin: Option<Cell>,
        position: &mut Position,
    ) -> bool {
        let mut sound = true;
        for list in lists {
            let id = self.sources.add(source, list.as_str());
            let whole = self.sources.whole(id);
            let mut start = 0;
            for part in list.split(',') {
                let word = part.trim();
                let from = start + part.len() - part.trim_start().len();
                start += part.len() + 1;
                // An empty list is a script's way of naming nobody.
                if !(word.is_empty() && list.trim().is_empty()) {
                    let span = whole.slice(from..from + word.len());
                    sound &= self.man(word, span, side, origin, position).is_some();
                }
            }
        }
        sound
    }

    fn man(
        &mut self,
        word: &str,
        span: Span,
        side: Side,
        origin: Option<Cell>,
        position: &mut Position,
    ) -> Option<()> {
        let (piece, name, cell_span) = match word.split_once(':') {
            None => (None, word, span),
            Some((piece, name)) => {
                let at = piece.len();
                let (piece, _) = self.piece_at(piece, span.slice(0..at))?;
                (Some(piece), name, span.slice(at + 1..word.len()))
            }
        };
        let (cell, _) = self.cell_at(name, cell_span)?;
        if origin == Some(cell) || position.man(cell).is_some() {
            let message = format!("two men stand on {}", self.rules.variant.board.name(cell));
            self.diagnostics.push(Diagnostic::error(Code::CellOccupied, message).at(cell_span, "the second"));
            return None;
        }
        position.put(cell, Some(Man { side, piece }));
        Some(())
    }
}

pub fn eval(args: &EvalArgs, common: &Common) -> u8 {
    let mut session = Session::new(&common.content, &[]);
    let answer = answer_eval(args, &mut session);
    common.complain(&mut session);
    answer.map_or(BAD, |text| print(&text))
}

fn answer_eval(args: &EvalArgs, session: &mut Session) -> Option<String> {
    let mut index = session.variant(&args.variant)?;
    let id = session.sources.add("<expression>", args.expression.as_str());
    let excerpt = Excerpt::verbatim(&args.expression, session.sources.whole(id));
    let question = parse(&excerpt, &mut session.diagnostics)?;
    if let Some(name) = &question.variant {
        let Session { sources, diagnostics, library, .. } = session;
        index = library.load(&name.text, name.span, sources, diagnostics)?;
    }
    let rules = session.library.variants.rules(index);
    let scope = Scope { rules, variant: index, stages: &[], outline: Outline::NONE, nearest: None };
    let formula = settle(&question.expr, scope, &mut session.diagnostics)?;
    match World::new(rules, &[], Outline::NONE).value(&formula) {
        Ok(value) => Some(value.show(&rules.variant) + "\n"),
        Err(fault) => {
            let complaint = Diagnostic::error(Code::TooLarge, fault.to_string());
            session.diagnostics.push(complaint.at(question.expr.span, "has no value"));
            None
        }
    }
}

pub fn list(common: &Common) -> u8 {
    let mut session = Session::new(&common.content, &[]);
    let books = match world::books(&common.content) {
        Ok(books) => books,
        Err(error) => {
            session.diagnostics.push(no_content(&common.content, &error));
            common.complain(&mut session);
            return BAD;
        }
    };
    let mut text = String::new();
    for book in &books {
        text.push_str(&format!("book {book}\n"));
    }
    let mut names: Vec<(String, &str)> = session.library.names().map(|name| (name.to_string(), "")).collect();
    names.extend(session.library.built_in().map(|name| (name.to_string(), "built-in ")));
    for (name, origin) in &names {
        let Some(index) = session.variant(name) else { continue };
        let variant = &session.library.variants.rules(index).variant;
        let pieces: Vec<&str> = variant.pieces.iter().map(|piece| piece.id.as_str()).collect();
        text.push_str(&format!(
            "{origin}variant {name}: {}, {} cells, {} pieces\n  {}\n",
            variant.title,
            variant.board.len(),
            pieces.len(),
            pieces.join(" ")
        ));
    }
    common.complain(&mut session);
    let printed = print(&text);
    if session.diagnostics.has_errors() { BAD } else { printed }
}
