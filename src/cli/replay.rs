//! `replay`: plays a recorded game and judges each move.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::ask::{AnswerFormat, ArgumentReader};
use super::books::status_of_errors;
use super::common::{BAD, Common, PlacedDrawing, print};
use padma_book::judge::wrong_move;
use padma_book::load::{Session, display_path};
use padma_book::world;
use padma_expr::play::{describe_fault, describe_misstated, describe_outcome, describe_ply};
use padma_rules::model::Side;
use padma_rules::play::{self, Game, Misstated, Ply, PlyVerdict, Record, Replay, State, record};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Sources};

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The variant: its file's name without `.toml`
    variant: String,
    /// The record: PGN, or numbered moves in the variant's own notation
    file: PathBuf,
    /// How to print it
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    format: AnswerFormat,
}

pub(crate) fn replay(args: &ReplayArgs, common: &Common) -> u8 {
    let mut session = Session::new(&common.content, &[]);
    let answer = answer(args, &mut session);
    let Some((text, drawing)) = answer else {
        common.complain(&mut session);
        return BAD;
    };
    common.complain_and_show(&mut session, drawing.into_iter().collect());
    let is_verdict = |code| matches!(code, Code::IllegalMove | Code::WrongResult);
    print(&text).max(status_of_errors(&session, is_verdict))
}

/// Returns what is printed, and a drawing of the position in which the game goes wrong.
fn answer(args: &ReplayArgs, session: &mut Session) -> Option<(String, Option<PlacedDrawing>)> {
    let index = session.variant(&args.variant)?;
    let Session {
        sources,
        diagnostics,
        library,
        ..
    } = session;
    let game = Game::new(library.variants.rules(index));
    let Played { record, replay } =
        play_record(&args.variant, &args.file, &game, sources, diagnostics)?;
    let fen = fen_after(&replay, &game);
    let complaints = replay.plies.iter().filter_map(|ply| complaint(ply, &game));
    complaints.for_each(|complaint| diagnostics.push(complaint));
    let misstated = replay
        .stated_result(&record)
        .map(|stated| stated.wrong)
        .unwrap_or_default();
    for wrong in &misstated {
        let message = format!("the result `{}` is wrong", wrong.said.text);
        diagnostics.error(
            Code::WrongResult,
            message,
            wrong.said.span,
            describe_misstated(wrong, &game),
        );
    }
    let mut drawing = None;
    let text = match args.format {
        AnswerFormat::Json => {
            let mut problems: Vec<Vec<String>> = replay
                .plies
                .iter()
                .map(|ply| describe_ply(ply, &game))
                .collect();
            // The result is judged with the last move.
            if let Some(last) = problems.last_mut() {
                let shown = |wrong: &Misstated| {
                    let reason = describe_misstated(wrong, &game);
                    format!("the result `{}` is wrong: {reason}", wrong.said.text)
                };
                last.extend(misstated.iter().map(shown));
            }
            let view = |(ply, problems): (&Ply, Vec<String>)| {
                json!({
                    "number": ply.number,
                    "side": ply.side.name(),
                    "text": ply.written.word.text,
                    "legal": ply.is_legal(),
                    "problems": problems,
                })
            };
            let plies: Vec<_> = replay.plies.iter().zip(problems).map(view).collect();
            format!("{}\n", json!({"plies": plies, "fen": fen}))
        }
        AnswerFormat::Text => {
            let is_wrong = |index: usize| replay.plies[index].is_wrong();
            drawing = wrong_move(&replay, is_wrong, game.variant())
                .map(|wrong| PlacedDrawing::from_wrong_move(&wrong));
            replay_text(&replay, &record, &game) + &fen.map(|fen| fen + "\n").unwrap_or_default()
        }
    };
    Some((text, drawing))
}

/// A record, and its replay by the rules.
struct Played {
    record: Record,
    replay: Replay,
}

/// Plays the record in a file.
fn play_record(
    variant: &str,
    file: &Path,
    game: &Game<'_>,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Played> {
    let id = world::read(file, &display_path(file), sources, diagnostics)?;
    let text = Excerpt::verbatim(sources.get(id).text(), sources.whole(id));
    let record = record(&text, diagnostics);
    record.check_variant(game.variant(), diagnostics);
    let start = match record.tag("FEN") {
        Some(fen) => State::read(game, fen, diagnostics)?,
        None => State::setup(game).or_else(|| {
            let message =
                format!("the variant `{variant}` has no setup, and the record names no position");
            diagnostics.refuse_unplaced(Code::WrongValue, message)
        })?,
    };
    let replay = play::replay(game, start, &record);
    Some(Played { record, replay })
}

/// Plays the record in a file, and complains if one of its moves is not legal.
pub(super) fn play_legal_record(
    variant: &str,
    file: &Path,
    game: &Game<'_>,
    reader: &mut ArgumentReader<'_>,
) -> Option<Replay> {
    let Played { replay, .. } =
        play_record(variant, file, game, reader.sources, reader.diagnostics)?;
    match replay.illegal().and_then(|ply| complaint(ply, game)) {
        Some(complaint) => {
            reader.diagnostics.push(complaint);
            None
        }
        None => Some(replay),
    }
}

/// Returns the position after the last legal move as a FEN; `None` if the board or the pieces
/// cannot be written as one.
fn fen_after(replay: &Replay, game: &Game<'_>) -> Option<String> {
    let legal = replay.plies.iter().filter(|ply| ply.is_legal()).count();
    let state = replay.after(legal)?;
    // The next move has the number of the last one, or one more if the side that began is to move
    // again.
    let is_second_half = |first: &Ply| first.written.number.is_some_and(|(_, second)| second);
    let first_side = replay.plies.first().map_or(state.to_move(), |first| {
        if is_second_half(first) {
            first.side.other()
        } else {
            first.side
        }
    });
    let next = |last: &Ply| last.number + u32::from(state.to_move() == first_side);
    let last = legal.checked_sub(1).and_then(|last| replay.plies.get(last));
    state.fen(game, last.map_or(1, next)).ok()
}

/// Returns the complaint about a ply, if there is one.
fn complaint(ply: &Ply, game: &Game<'_>) -> Option<Diagnostic> {
    let side = if ply.side == Side::White {
        "White"
    } else {
        "Black"
    };
    let (number, text, span) = (ply.number, &ply.written.word.text, ply.written.word.span);
    match &ply.verdict {
        PlyVerdict::Played {
            proper_text: properly,
            ..
        } => {
            let problems = describe_ply(ply, game);
            let message = match text == properly {
                true => format!("{side}'s move {number}, `{text}`, has the wrong number"),
                false => format!("{side}'s move {number}, `{text}`, is written `{properly}`"),
            };
            let complaint =
                Diagnostic::warning(Code::MoveSlip, message).at(span, problems.join("; "));
            (!problems.is_empty()).then_some(complaint)
        }
        PlyVerdict::Illegal { fault, nearest } => {
            let reason = describe_fault(fault, game);
            let message = format!("{side}'s move {number}, `{text}`, is not legal: {reason}");
            let complaint = Diagnostic::error(Code::IllegalMove, message)
                .at(fault.span(span), "the replay ends here");
            let near = nearest
                .as_ref()
                .map(|near| format!("the nearest legal move is `{near}`"));
            Some(complaint.help_if(near))
        }
    }
}

fn replay_text(replay: &Replay, record: &Record, game: &Game<'_>) -> String {
    let (played, all) = (
        replay.plies.iter().filter(|ply| ply.is_legal()).count(),
        record.moves.len(),
    );
    let problems = replay
        .plies
        .iter()
        .filter(|ply| ply.is_legal() && ply.is_wrong())
        .count();
    let mut text = format!("{played} of {all} moves played");
    if problems > 0 {
        text.push_str(&format!(", {problems} with a slip"));
    }
    if let Some(outcome) = &replay.outcome {
        text.push_str(&format!("; {}", describe_outcome(outcome, game)));
    }
    text + "\n"
}
