//! `reach`: where a piece can go, of a variant or given in Betza's notation on an empty grid.

use clap::Args;
use serde_json::json;

use super::ask::{self, AnswerFormat, ArgumentReader};
use padma_book::load::Session;
use padma_rules::model::{Cell, CellSet, Piece, Position, Side};
use padma_rules::movement::Dialect;
use padma_rules::names::{absent_cell, misplaced_piece};
use padma_rules::play::{self, Game, Scratch};
use padma_rules::reach::{Reach, Rules};
use padma_rules::sentence::parse_betza;
use padma_text::diag::{Diagnostic, Severity};
use padma_variant::resolve::bare_grid;

#[derive(Args, Debug)]
pub(crate) struct ReachArgs {
    /// The variant: its file's name without `.toml`; with --betza, the cell
    #[arg(value_name = "VARIANT|CELL")]
    first: String,
    /// The piece, by its id
    #[arg(required_unless_present = "betza", conflicts_with = "betza")]
    piece: Option<String>,
    /// The cell it stands on
    #[arg(required_unless_present = "betza", conflicts_with = "betza")]
    cell: Option<String>,
    /// A piece in Betza's notation, instead of one of a variant
    #[arg(long, value_name = "STRING", requires = "board")]
    betza: Option<String>,
    /// The board it stands on, such as 8x8
    #[arg(long, value_name = "FILESxRANKS", requires = "betza")]
    board: Option<String>,
    /// The dialect of the notation
    #[arg(long, value_name = "DIALECT", default_value = "xbetza", requires = "betza", value_parser = ask::name_parser(Dialect::ALL.map(Dialect::name), Dialect::from_name))]
    dialect: Dialect,
    /// The side it belongs to
    #[arg(long, default_value = "white", value_name = "SIDE", value_parser = ask::name_parser(Side::BOTH.map(Side::name), Side::from_name))]
    side: Side,
    /// Cells with pieces of its own side, separated by commas; `rook:c3` names the piece
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    own: Vec<String>,
    /// Cells with enemy pieces
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    enemy: Vec<String>,
    /// The movable cells that are absent; by default those that are absent at the start
    #[arg(long, value_name = "CELLS")]
    absent: Option<String>,
    /// Treat the piece as not yet moved: the default on a cell where its kind starts, and with
    /// --betza
    #[arg(long, conflicts_with = "moved")]
    unmoved: bool,
    /// Treat the piece as moved: the default on any other cell
    #[arg(long)]
    moved: bool,
    /// Also show the cells where an enemy piece would be captured if one stood there
    #[arg(long)]
    attacks: bool,
    /// How to print it
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    format: AnswerFormat,
}

pub(crate) fn reach(args: &ReachArgs, session: &mut Session) -> Option<String> {
    match (&args.betza, &args.board, &args.piece, &args.cell) {
        (Some(betza), Some(board), _, _) => answer_betza(args, betza, board, session),
        (_, _, Some(piece), Some(cell)) => answer_piece(args, piece, cell, session),
        // The argument parser makes sure that one or the other is given.
        _ => None,
    }
}

fn answer_piece(
    args: &ReachArgs,
    piece: &str,
    cell: &str,
    session: &mut Session,
) -> Option<String> {
    let index = session.variant(&args.first)?;
    let Session {
        sources,
        diagnostics,
        library,
        ..
    } = session;
    let rules = library.variants.rules(index);
    let variant = &rules.variant;
    let mut reader = ArgumentReader {
        rules,
        sources,
        diagnostics,
    };
    let piece = reader.sources.excerpt("<piece>", piece);
    let kind = reader.kind(&piece);
    let cell = reader.sources.excerpt("<cell>", cell);
    let origin = reader.cell(&cell);
    let position = other_pieces(args, &mut reader, origin);
    let (kind, origin, position) = (kind?, origin?, position?);
    if position.absent().contains(origin) {
        diagnostics.push(absent_cell(&variant.board, origin, cell.whole()));
        return None;
    }
    let side = args.side;
    if !variant.stands_on(kind, side).contains(origin) {
        let error = misplaced_piece(variant.kind(kind), &variant.board, origin, cell.whole());
        diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            ..error
        });
    }
    let game = Game::new(rules);
    let (mut scratch, piece) = (Scratch::default(), Piece::of(side, kind));
    let begins_here = variant
        .setup
        .as_ref()
        .is_some_and(|setup| setup.position.piece(origin) == Some(piece));
    let moved = args.moved || !(args.unmoved || begins_here);
    // A piece alone on the board shows its bare movement, as in an expression; its powers matter
    // only among other pieces.
    let is_alone = position.pieces().next().is_none();
    let reach = match is_alone {
        true => rules.reach(kind, side, origin, &position, moved),
        false => play::reach(&game, &mut scratch, &position, origin, piece, moved),
    };
    let attacks = args
        .attacks
        .then(|| play::attacks(&game, &mut scratch, &position, origin, piece, moved));
    Some(reach_text(
        args,
        rules,
        &variant.kind(kind).id,
        origin,
        moved,
        &reach,
        attacks.as_ref(),
    ))
}

fn answer_betza(
    args: &ReachArgs,
    betza: &str,
    board: &str,
    session: &mut Session,
) -> Option<String> {
    let Session {
        sources,
        diagnostics,
        ..
    } = session;
    let id = sources.add("<--board>", board);
    let variant = bare_grid(board, sources.whole(id), diagnostics);
    let text = sources.excerpt("<--betza>", betza);
    let rules = Rules::new(variant?);
    let movement = parse_betza(&text, &rules.variant, args.dialect, diagnostics);
    let mut reader = ArgumentReader {
        rules: &rules,
        sources,
        diagnostics,
    };
    let cell = reader.sources.excerpt("<cell>", &args.first);
    let origin = reader.cell(&cell);
    let position = other_pieces(args, &mut reader, origin);
    let (free_movement, origin, position) =
        (rules.free_movement(betza, movement?), origin?, position?);
    let (mover, side, moved) = (&*free_movement, args.side, args.moved);
    let reach = rules.reach(mover, side, origin, &position, moved);
    let attacks = args
        .attacks
        .then(|| rules.attacks(mover, side, origin, &position, moved));
    Some(reach_text(
        args,
        &rules,
        betza,
        origin,
        moved,
        &reach,
        attacks.as_ref(),
    ))
}

/// Returns the position of the other pieces, if nothing is wrong with them.
fn other_pieces(
    args: &ReachArgs,
    reader: &mut ArgumentReader<'_>,
    origin: Option<Cell>,
) -> Option<Position> {
    let side = args.side;
    let mut position = reader.rules.variant.empty_position();
    if let Some(list) = &args.absent {
        position.set_absent(reader.absent_cells("<--absent>", list)?);
    }
    let own = reader.add_pieces("<--own>", &args.own, side, origin, &mut position);
    let enemy = reader.add_pieces(
        "<--enemy>",
        &args.enemy,
        side.other(),
        origin,
        &mut position,
    );
    (own && enemy).then_some(position)
}

/// Prints where a piece can go.
fn reach_text(
    args: &ReachArgs,
    rules: &Rules,
    piece: &str,
    origin: Cell,
    moved: bool,
    reach: &Reach,
    attacks: Option<&CellSet>,
) -> String {
    let board = &rules.variant.board;
    let (moves, captures, cells) = (reach.moves, reach.captures, reach.cells());
    let (side, from, variant, count) = (
        args.side.name(),
        board.name(origin),
        &rules.variant.id,
        cells.len(),
    );
    if args.format == AnswerFormat::Json {
        let mut view = json!({
            "variant": variant,
            "piece": piece,
            "origin": from,
            "side": side,
            "moves": board.names_of(&moves),
            "captures": board.names_of(&captures),
            "reach": board.names_of(&cells),
            "count": count,
        });
        if let Some(attacks) = attacks {
            view["attacks"] = json!(board.names_of(attacks));
        }
        view["moved"] = json!(moved);
        return format!("{view}\n");
    }
    let row = |title: &str, cells: &CellSet| {
        let names = board.names_of(cells).join(" ");
        format!(
            "  {title:10}{}\n",
            if names.is_empty() { "none" } else { &names }
        )
    };
    let (noun, unmoved) = (
        if count == 1 { "cell" } else { "cells" },
        if moved { "" } else { ", unmoved," },
    );
    let mut text =
        format!("{side} {piece} on {from} ({variant}){unmoved} reaches {count} {noun}\n");
    text += &(row("moves", &moves) + &row("captures", &captures));
    // A piece may land on occupied cells without capturing there, and capture on cells where it
    // does not land.
    if count != moves.len() + captures.len() || !captures.is_subset(&cells) {
        text += &row("reach", &cells);
    }
    text + &attacks
        .map(|attacks| row("attacks", attacks))
        .unwrap_or_default()
}
