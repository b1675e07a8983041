//! `moves` and `perft`: questions about positions in play.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value as Json, json};

use super::ask::{self, AnswerFormat, ArgumentReader};
use super::replay::play_legal_record;
use padma_book::load::Session;
use padma_book::report::move_json;
use padma_expr::play::describe_outcome;
use padma_rules::model::{KindId, Piece, Side};
use padma_rules::play::{
    Game, Moves, Scratch, State, bare_texts, begin_history, divide, legal_moves, outcome,
    perft as count, with_sign,
};
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

#[derive(Args, Debug)]
pub(crate) struct MovesArgs {
    /// The variant: its file's name without `.toml`
    variant: String,
    /// The pieces on the board, instead of the variant's setup: `white:king:e1`, separated by
    /// commas; `!` after the cell if the piece has not moved
    #[arg(long, value_name = "PIECES")]
    place: Vec<String>,
    /// The position as text, instead of the variant's setup
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["place", "absent"])]
    fen: Option<String>,
    /// The position after the last move of a record, instead of the variant's setup
    #[arg(long, value_name = "FILE", conflicts_with_all = ["place", "absent", "fen"])]
    after: Option<PathBuf>,
    /// Pieces beside the board: `white:rook:2`
    #[arg(long, value_name = "PIECES")]
    hand: Vec<String>,
    /// The movable cells that are absent; by default those that are absent at the start
    #[arg(long, value_name = "CELLS")]
    absent: Option<String>,
    /// The side to move; by default the one that the position names, else White
    #[arg(long, value_name = "SIDE", value_parser = ask::name_parser(Side::BOTH.map(Side::name), Side::from_name))]
    side: Option<Side>,
    /// Only the moves of the piece on this cell
    #[arg(long, value_name = "CELL")]
    from: Option<String>,
    /// How to print the moves
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    format: AnswerFormat,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// The variant: its file's name without `.toml`
    variant: String,
    /// The depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=MAX_DEPTH))]
    depth: u32,
    /// The position to start from, instead of the variant's setup
    #[arg(long, value_name = "TEXT")]
    fen: Option<String>,
    /// Also print a line for each first move
    #[arg(long)]
    divide: bool,
}

/// The maximum depth: a deeper count would not end in a user's lifetime.
const MAX_DEPTH: i64 = 64;

pub(crate) fn moves(args: &MovesArgs, session: &mut Session) -> Option<String> {
    let index = session.variant(&args.variant)?;
    let Session {
        sources,
        diagnostics,
        library,
        ..
    } = session;
    let rules = library.variants.rules(index);
    let game = Game::new(rules);
    let errors_before = diagnostics.errors();
    let mut reader = ArgumentReader {
        rules,
        sources,
        diagnostics,
    };
    let mut state = match (&args.fen, &args.after) {
        (Some(fen), _) => {
            let text = reader.sources.excerpt("<--fen>", fen.trim());
            Some(State::read(&game, &text, reader.diagnostics)?)
        }
        (_, Some(file)) => {
            let replay = play_legal_record(&args.variant, file, &game, &mut reader)?;
            replay.after(replay.plies.len()).cloned()
        }
        (None, None) => placed_state(args, &game, &mut reader),
    };
    for list in &args.hand {
        reader.for_each_word("<--hand>", list, |reader, word| {
            set_hand(word, reader, state.as_mut()?)
        });
    }
    let from = args.from.as_ref().and_then(|cell| {
        let word = reader.sources.excerpt("<--from>", cell);
        reader.cell(&word)
    });
    if diagnostics.errors() > errors_before {
        return None;
    }
    let Some(state) = &mut state else {
        return no_setup(&args.variant, diagnostics);
    };
    let mut scratch = Scratch::default();
    if let Some(side) = args.side {
        state.set_to_move(side);
    }
    // Keep the history of a record: where repetition is forbidden, no move may repeat one of its
    // positions.
    if args.after.is_none() || args.side.is_some() || !args.hand.is_empty() {
        begin_history(&game, state, &mut scratch);
    }
    let mut moves = Moves::default();
    legal_moves(&game, state, &mut scratch, &mut moves);
    if scratch.too_many_moves() {
        return too_many_moves(diagnostics);
    }
    let texts = moves.iter().zip(bare_texts(&game, &moves));
    let selected = texts.filter(|(mv, _)| from.is_none_or(|from| mv.from == Some(from)));
    let variant = &rules.variant;
    let rows = selected.map(|(mv, text)| {
        let text = with_sign(&game, state, &mut scratch, &moves, mv, text);
        move_json(&text, variant, &moves, mv)
    });
    let rows: Vec<Json> = rows.collect();
    Some(match args.format {
        AnswerFormat::Json => format!("{}\n", json!({"moves": rows})),
        AnswerFormat::Text => moves_text(&rows, &game, &mut scratch, state),
    })
}

/// Returns the position of `--place`; `None` if nothing is placed and the variant has no setup.
fn placed_state(
    args: &MovesArgs,
    game: &Game<'_>,
    reader: &mut ArgumentReader<'_>,
) -> Option<State> {
    let mut state = if args.place.is_empty() {
        State::setup(game)?
    } else {
        State::empty(game)
    };
    if let Some(list) = &args.absent {
        state.set_absent(reader.absent_cells("<--absent>", list)?);
    }
    for list in &args.place {
        reader.for_each_word("<--place>", list, |reader, word| {
            place_piece(word, reader, &mut state)
        });
    }
    Some(state)
}

/// Places `white:king:e1`, or `white:king:e1!` for a piece that has not moved.
fn place_piece(word: &Excerpt, reader: &mut ArgumentReader<'_>, state: &mut State) -> Option<()> {
    let expected = "expected a side, a piece and a cell, as in `white:king:e1`";
    let (side, kind, name) = split_three(word, reader, expected)?;
    let plain = name.cut(name.text().strip_suffix('!').unwrap_or(name.text()));
    let cell = reader.cell(&plain)?;
    reader.check_vacant(cell, name.whole(), state.position(), None)?;
    state.place(cell, Some(Piece::of(side, kind)), plain == name);
    Some(())
}

/// Sets the number of pieces in a hand, as in `white:rook:2`; one piece without a number.
fn set_hand(word: &Excerpt, reader: &mut ArgumentReader<'_>, state: &mut State) -> Option<()> {
    let mut counted = word.clone();
    if word.text().matches(':').count() < 2 {
        counted.push(":1", word.whole().range().end);
    }
    let expected = "expected a side, a piece and a number, as in `white:rook:2`";
    let (side, kind, number) = split_three(&counted, reader, expected)?;
    let Ok(pieces) = number.text().parse::<u16>() else {
        let message = format!("`{}` is not a number of pieces", number.text());
        let expected = "expected a whole number";
        return reader
            .diagnostics
            .refuse(Code::WrongValue, message, number.whole(), expected);
    };
    state.set_reserve(side, kind, pieces);
    Some(())
}

/// Splits a word of three parts into a side, a piece and its last part.
fn split_three(
    word: &Excerpt,
    reader: &mut ArgumentReader<'_>,
    expected: &str,
) -> Option<(Side, KindId, Excerpt)> {
    let parts: Vec<Excerpt> = word.text().split(':').map(|part| word.cut(part)).collect();
    let [side, piece, last] = &parts[..] else {
        let message = format!("`{}` is not a piece", word.text());
        return reader
            .diagnostics
            .refuse(Code::WrongValue, message, word.whole(), expected);
    };
    let Some(known_side) = Side::from_name(side.text()) else {
        let complaint =
            Diagnostic::error(Code::WrongValue, format!("`{}` is not a side", side.text()));
        let complaint = complaint.at(side.whole(), "expected `white` or `black`");
        reader
            .diagnostics
            .push(complaint.suggest(side.text(), Side::BOTH.map(Side::name)));
        return None;
    };
    Some((known_side, reader.kind(piece)?, last.clone()))
}

fn moves_text(rows: &[Json], game: &Game<'_>, scratch: &mut Scratch, state: &mut State) -> String {
    let (count, side) = (rows.len(), state.to_move().name());
    let noun = if count == 1 {
        "legal move"
    } else {
        "legal moves"
    };
    let mut text = format!("{side} has {count} {noun}\n");
    if let Some(outcome) = outcome(game, state, scratch) {
        text.push_str(&format!("  {}\n", describe_outcome(&outcome, game)));
    }
    let word = |row: &Json, key: &str, none: &str| row[key].as_str().unwrap_or(none).to_string();
    let width = rows
        .iter()
        .map(|row| word(row, "text", "").chars().count())
        .max()
        .unwrap_or(0);
    for row in rows {
        let [written, piece, from, to] =
            [("text", ""), ("piece", "cell"), ("from", "-"), ("to", "-")]
                .map(|(key, none)| word(row, key, none));
        let does = match row["from"].is_null() && row["to"].is_null() {
            true => String::new(),
            false => format!("  {piece} {from} {to}{}", effects_phrase(row)),
        };
        let line = format!("  {written:width$}{does}");
        text.push_str(&format!("{}\n", line.trim_end()));
    }
    text
}

/// Describes the other effects of a move: ", takes e4, becomes queen".
fn effects_phrase(row: &Json) -> String {
    let effects = || row["effects"].as_array().into_iter().flatten();
    let all = |kind: &'static str, key: &'static str| {
        effects()
            .filter(move |effect| effect["kind"] == kind)
            .filter_map(move |effect| effect[key].as_str())
    };
    let list = |verb: &str, cells: Vec<&str>| {
        if cells.is_empty() {
            String::new()
        } else {
            format!(", {verb} {}", cells.join(" "))
        }
    };
    let first = |verb: &str, key: &str| {
        list(
            verb,
            effects()
                .find_map(|effect| effect[key].as_str())
                .into_iter()
                .collect(),
        )
    };
    let mut text = list(
        "takes",
        row["captures"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Json::as_str)
            .collect(),
    );
    text += &first("leaves", "leaves");
    for (kind, does) in [
        ("push", "drives"),
        ("rotate", "turns"),
        ("carry", "carries"),
    ] {
        for (from, to) in all(kind, "from").zip(all(kind, "to")) {
            text += &format!(", {does} {from} to {to}");
        }
    }
    text.extend(all("hand", "from").map(|from| format!(", puts {from} into hand")));
    let of_piece = |effect: &Json, key: &str| effect[key] == row["to"];
    for effect in effects() {
        let word = |key: &str| effect[key].as_str().unwrap_or_default();
        let (kind, cell) = (word("kind"), word("cell"));
        match kind {
            // What a piece's own move does stands before this.
            "teleport" if effect["from"] != row["from"] => {
                let (piece, from, to) = (word("piece"), word("from"), word("to"));
                text += &format!(", {piece} goes from {from} to {to}");
            }
            "turn" => text += &format!(", {} on {cell} changes sides", word("piece")),
            "place" | "drop" if !of_piece(effect, "to") => {
                text += &format!(", {} comes to {}", word("piece"), word("to"));
            }
            "promote" if !of_piece(effect, "cell") => {
                text += &format!(", {} on {cell} becomes {}", word("piece"), word("into"));
            }
            _ => {}
        }
    }
    let own = |effect: &&Json| {
        effect["into"].is_string() && (effect["cell"].is_null() || of_piece(effect, "cell"))
    };
    let into = effects()
        .find(own)
        .and_then(|effect| effect["into"].as_str());
    text + &list("freezes", all("freeze", "cell").collect())
        + &list("becomes", into.into_iter().collect())
}

pub(crate) fn perft(args: &PerftArgs, session: &mut Session) -> Option<String> {
    let index = session.variant(&args.variant)?;
    let rules = session.library.variants.rules(index);
    let game = Game::new(rules);
    let mut state = match &args.fen {
        Some(fen) => {
            let text = session.sources.excerpt("<--fen>", fen.trim());
            State::read(&game, &text, &mut session.diagnostics)?
        }
        None => {
            State::setup(&game).or_else(|| no_setup(&args.variant, &mut session.diagnostics))?
        }
    };
    let mut scratch = Scratch::default();
    begin_history(&game, &mut state, &mut scratch);
    let mut text = String::new();
    let total = if args.divide && args.depth > 0 {
        let (moves, counts) = divide(&game, &mut state, &mut scratch, args.depth);
        let texts = bare_texts(&game, &moves).into_iter().zip(&counts);
        for (mv, (first_move, count)) in moves.iter().zip(texts) {
            let text_of = with_sign(&game, &mut state, &mut scratch, &moves, mv, first_move);
            text.push_str(&format!("{text_of} {count}\n"));
        }
        counts.iter().sum()
    } else {
        count(&game, &mut state, &mut scratch, args.depth)
    };
    if scratch.too_many_moves() {
        return too_many_moves(&mut session.diagnostics);
    }
    Some(text + &format!("{total}\n"))
}

fn too_many_moves<T>(diagnostics: &mut Diagnostics) -> Option<T> {
    let message = format!("a position has more than {} moves", Moves::MOST);
    diagnostics.refuse_unplaced(Code::TooLarge, message)
}

pub(super) fn no_setup<T>(variant: &str, diagnostics: &mut Diagnostics) -> Option<T> {
    let message = format!("the variant `{variant}` has no setup");
    let remedy = "add a table `[setup]` to it, or give a position on the command line";
    diagnostics.push(Diagnostic::error(Code::WrongValue, message).help(remedy));
    None
}
