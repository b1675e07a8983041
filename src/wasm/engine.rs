//! The questions and their answers.

use std::collections::BTreeMap;

use padma_play::{PieceValues, SearchLimits};
use padma_rules::model::{KindId, Side};
use padma_rules::play::{Game, record};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_variant::decl::{self, VariantSource};
use padma_variant::resolve;
use serde_json::{Value as Json, json};

use crate::best::best;
use crate::diagram;
use crate::game::{Match, NO_START, state_of};
use crate::named::{QuestionResult, indices, mistake};
use crate::walk::GameWalk;

self_cell::self_cell! {
    /// The rules of a variant, and the game that is prepared from them once.
    struct PreparedGame {
        owner: Rules,
        #[covariant]
        dependent: Game,
    }

    impl {Debug}
}

/// The variants of a page, and the game that is played there.
#[derive(Debug, Default)]
pub struct Engine {
    variants: BTreeMap<String, PreparedGame>,
    played: Option<Match>,
    walk: Option<GameWalk>,
    /// What the pieces of the variant are worth that was last asked about.
    values: Option<(String, PieceValues)>,
}

impl Engine {
    /// Answers a question with JSON. A question that cannot be understood is answered with
    /// `{"fault": …}`.
    pub fn answer(&mut self, question: &str) -> String {
        let fields: Vec<&str> = question.split('\0').collect();
        let answer = match fields[..] {
            ["load", id, toml] => Ok(self.load(id, toml)),
            ["walk", id, start] => self.walk(id, start),
            ["cells", id, position, ref expressions @ ..] => self
                .rules(id)
                .and_then(|rules| diagram::answers(rules, position, expressions)),
            ["illustrate", id, position, expression] => self
                .rules(id)
                .and_then(|rules| diagram::illustration(rules, position, expression)),
            ["line", id, position, ref texts @ ..] => self
                .game_of(id)
                .and_then(|game| diagram::line(game, position, texts)),
            ["game", id, start, ref texts @ ..] => self.game(id, start, texts),
            ["best", id, start, nodes, depth, seed, ref texts @ ..] => {
                self.best(id, start, [nodes, depth, seed], texts)
            }
            ["text", id, index] => self.text(id, index),
            ["record", _, text] => Ok(json!({ "texts": moves_of_record(text) })),
            _ => Err(format!("no question begins with `{}`", fields[0])),
        };
        answer
            .unwrap_or_else(|fault| json!({ "fault": fault }))
            .to_string()
    }

    /// Plays the move of this number in the walk begun last, and returns the legal moves then, each
    /// as the cell it leaves and the cell it goes to, both by number; a drop leaves [`NO_CELL`](crate::NO_CELL).
    /// `None` if there is no such walk or move.
    pub fn step(&mut self, number: usize) -> Option<&[[u16; 2]]> {
        let walk = self.walk.as_mut()?;
        walk.step(self.variants.get(&walk.id)?.borrow_dependent(), number)
    }

    /// Takes back the last move of the walk, and returns the legal moves then; `None` if there is none.
    pub fn back(&mut self) -> Option<&[[u16; 2]]> {
        let walk = self.walk.as_mut()?;
        walk.back(self.variants.get(&walk.id)?.borrow_dependent())
    }

    /// Returns the legal moves where the walk has come to.
    pub fn moves(&self) -> &[[u16; 2]] {
        self.walk.as_ref().map_or(&[], GameWalk::ends)
    }

    /// Begins a walk through the games of a variant. Returns the number of legal moves.
    fn walk(&mut self, id: &str, start: &str) -> QuestionResult {
        let game = self.game_of(id)?;
        let walk = GameWalk::new(id, game, state_of(game, start).ok_or(NO_START)?);
        let moves = walk.ends().len();
        self.walk = Some(walk);
        Ok(json!({ "moves": moves }))
    }

    fn game_of(&self, id: &str) -> Result<&Game<'_>, String> {
        let prepared = self.variants.get(id);
        let prepared = prepared.ok_or_else(|| format!("no variant `{id}` is loaded"))?;
        Ok(prepared.borrow_dependent())
    }

    fn rules(&self, id: &str) -> Result<&Rules, String> {
        Ok(self.game_of(id)?.rules())
    }

    /// Reads a variant, in place of one with the same id. Returns the facts about it that a script
    /// needs, or the mistakes in its text.
    fn load(&mut self, id: &str, toml: &str) -> Json {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let source = sources.add(format!("{id}.toml"), toml);
        let variant = decl::variant(&sources, source, &mut diagnostics).and_then(|decl| {
            let source = VariantSource {
                id,
                span: sources.whole(source),
                chain: vec![&decl],
            };
            resolve::variant(&source, &mut diagnostics)
        });
        let mistakes: Vec<Json> = diagnostics
            .iter()
            .map(|one| mistake(one, &sources, source))
            .collect();
        let Some(variant) = variant else {
            return json!({ "mistakes": mistakes });
        };
        let rules = Rules::new(variant);
        let answer = json!({"variant": facts(&rules), "mistakes": mistakes});
        let prepared = PreparedGame::new(rules, |rules| Game::new(rules));
        self.variants.insert(id.to_string(), prepared);
        (self.played, self.walk, self.values) = (None, None, None);
        answer
    }

    fn game(&mut self, id: &str, start: &str, texts: &[&str]) -> QuestionResult {
        let before = self.played.take().filter(|played| played.begins(id, start));
        let (played, answer) = Match::play(before, self.game_of(id)?, start, texts)?;
        self.played = Some(played);
        Ok(answer)
    }

    /// Returns the best move after some moves of a game.
    fn best(&mut self, id: &str, start: &str, limits: [&str; 3], texts: &[&str]) -> QuestionResult {
        let game = self.game_of(id)?;
        let number = |text: &str| {
            let number = text.parse::<u64>();
            number.map_err(|_| format!("`{text}` is not a number"))
        };
        let [nodes, depth, seed] = limits;
        let limits = SearchLimits {
            nodes: number(nodes)?,
            depth: u8::try_from(number(depth)?).unwrap_or(u8::MAX),
            seed: number(seed)?,
        };
        let known = self.values.as_ref().filter(|(of, _)| of == id);
        let values = match known {
            Some((_, values)) => values.clone(),
            None => PieceValues::new(game),
        };
        let answer = best(game, &values, start, limits, texts);
        self.values = Some((id.to_string(), values));
        answer
    }

    /// Returns the text of a legal move of the game that was asked about last.
    fn text(&self, id: &str, index: &str) -> QuestionResult {
        let game = self.game_of(id)?;
        let played = self.played.as_ref().ok_or("no game has been asked about")?;
        let text = index
            .parse()
            .ok()
            .and_then(|index| played.text_of(game, index));
        Ok(json!({ "text": text.ok_or_else(|| format!("there is no move `{index}`"))? }))
    }
}

/// Returns the texts of a record's moves.
fn moves_of_record(text: &str) -> Vec<String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("record", text);
    let record = record(
        &Excerpt::verbatim(text, sources.whole(id)),
        &mut diagnostics,
    );
    record.moves.into_iter().map(|mv| mv.word.text).collect()
}

/// Returns the names of what answers give by number: the cells in order, and the pieces, each with
/// the cells on which each side's may stand.
fn facts(rules: &Rules) -> Json {
    let variant = &rules.variant;
    let kind = |id: KindId| {
        let kind = variant.kind(id);
        json!({
            "id": kind.id,
            "name": kind.name,
            "letter": kind.letter,
            "nobodys": kind.neutral,
            "stands": Side::BOTH.map(|side| indices(&variant.stands_on(id, side))),
        })
    };
    json!({
        "title": variant.title,
        "cells": variant.board.cells().map(|cell| variant.board.name(cell)).collect::<Vec<_>>(),
        "absent": indices(variant.board.absent()),
        "kinds": variant.kind_ids().map(kind).collect::<Vec<_>>(),
    })
}
