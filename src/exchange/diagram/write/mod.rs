//! Writes a variant as the text of an Interactive Diagram, ready for a page.
//!
//! The settings and the pieces are those that the reader makes of a text, here made of a variant.

mod castling;
mod movement;
mod pieces;
mod promotion;

use super::items::CLASS;
use super::pieces::{GivenMovement, HOLE, PieceLine};
use super::settings::{STALEMATES, Settings};
use crate::hand::{drop_rule, in_hand};
use crate::places::{Army, ImportedBoard, Square, Symmetry};
use crate::transfer::{Transfer, starts};
use padma_rules::model::{DropRule, KindId, Rule, Side, Sided};
use padma_text::Span;
use padma_variant::decl::{setup, top, turn};
use pieces::{WrittenPiece, excerpt, piece_name, pieces};

/// Why most rules are not carried over.
const NO_SUCH_RULE: &str = "an Interactive Diagram has no key for this";

/// Returns the text of a variant, and what it does not say. `name` is the diagram's `satellite`.
pub(crate) fn write<'a>(mut transfer: Transfer<'a>, name: &str) -> (String, Transfer<'a>) {
    let variant = transfer.variant;
    let mut settings = Settings {
        board: board(&mut transfer),
        title: Some(name.to_string()),
        ..Settings::default()
    };
    let mut pieces = pieces(&mut transfer);
    let rights = castling::write(&mut transfer, &mut pieces);
    write_drops(&mut transfer, &mut pieces);
    let order = promotion::write(&mut transfer, &pieces, &mut settings);
    write_royalty(&mut transfer, &pieces, &mut settings);
    let stalemates = transfer.settle(|basic| match &basic.rule {
        Rule::Stalemate(ending) => Some(*ending),
        _ => None,
    });
    if let Some((index, ending)) = stalemates.last() {
        match STALEMATES.iter().any(|(_, known)| known == ending) {
            true => settings.stalemate = *ending,
            false => transfer.leave_rule(*index, "in a diagram a stalemate is drawn or lost"),
        }
    }
    let armies = Sided::by(|side| army(&transfer, &order, side));
    let symmetry = settings.board.symmetry(&armies.white, &armies.black);
    settings.symmetry = symmetry.unwrap_or(Symmetry::None);
    let mut lines: Vec<PieceLine> = Vec::new();
    for kind in order {
        let piece = &pieces[kind.index()];
        let of = |army: &Army| squares(army.iter().filter(|(own, _)| *own == kind.index()));
        let name = piece_name(&transfer, kind, &piece.string);
        let reserve = variant.setup.as_ref().map(|setup| &setup.reserve);
        let count = |side| reserve.map_or(0, |reserve| reserve.count(side, kind).into());
        lines.push(PieceLine {
            name: excerpt(&name),
            letter: piece.letter.clone(),
            movement: GivenMovement::Written(excerpt(&piece.string)),
            image: None,
            white: of(&armies.white),
            black: symmetry.is_none().then(|| of(&armies.black)),
            count: Side::BOTH.map(count),
        });
    }
    leave_others(&mut transfer, &rights);
    let text: String = lines
        .iter()
        .map(|line| line.text(&settings.board))
        .collect();
    let (settings, holes) = (settings.text(), holes(&settings));
    let text = format!("<div class=\"{CLASS}\">\n{settings}{text}{holes}</div>\n");
    (text, transfer)
}

/// Returns the board, with the number of its first rank.
fn board(transfer: &mut Transfer<'_>) -> ImportedBoard {
    let grid = &transfer.grid;
    let squares =
        (0..grid.files).flat_map(|file| (0..grid.ranks).map(move |rank| Square { file, rank }));
    let first_rank = grid.board.cells().next().and_then(|cell| {
        let digits = grid
            .board
            .name(cell)
            .trim_start_matches(char::is_alphabetic);
        let number: u16 = digits.parse().ok()?;
        number.checked_sub(grid.square(cell).rank)
    });
    let mut board = ImportedBoard {
        files: grid.files,
        ranks: grid.ranks,
        first_rank: first_rank.unwrap_or(1),
        holes: squares
            .filter(|square| grid.cell(*square).is_none())
            .collect(),
    };
    let is_named = |cell| grid.board.name(cell) == board.name(grid.square(cell));
    if !grid.board.cells().all(is_named) {
        let table = transfer.whole.table(top::BOARD);
        let span = table.map_or(transfer.whole.span, |board| board.span);
        let why = "in a diagram a cell has the letter of its file and the number of its rank";
        transfer.leave("the names of the cells", span, why);
        board.first_rank = 1;
    }
    board
}

/// Writes the missing squares, as a piece that stands on them.
fn holes(settings: &Settings) -> String {
    let holes = &settings.board.holes;
    if holes.is_empty() {
        return String::new();
    }
    let on_holes: Army = holes.iter().map(|square| (0, *square)).collect();
    let is_turned = |square: &Square| {
        let other = settings.board.counterpart(*square, settings.symmetry);
        other.is_none_or(|other| holes.contains(&other))
    };
    // An empty list of Black's squares keeps the symmetry from adding some.
    let black = (!holes.iter().all(is_turned)).then(Vec::new);
    let line = PieceLine {
        name: excerpt(HOLE),
        letter: String::new(),
        movement: GivenMovement::Known(""),
        image: Some(String::new()),
        white: squares(on_holes.iter()),
        black,
        count: [0, 0],
    };
    line.text(&settings.board)
}

fn army(transfer: &Transfer<'_>, kinds: &[KindId], side: Side) -> Army {
    let squares = |kind: &KindId| {
        let cells = starts(transfer.variant, *kind, side);
        let squares = cells
            .iter()
            .map(|cell| (kind.index(), transfer.grid.square(cell)));
        squares.collect::<Vec<_>>()
    };
    kinds.iter().flat_map(squares).collect()
}

fn squares<'p>(pieces: impl Iterator<Item = &'p (usize, Square)>) -> Vec<(Square, Span)> {
    pieces
        .map(|(_, square)| (*square, Span::default()))
        .collect()
}

/// Writes the pieces that may be dropped, with the ranks onto which they may: each as the last rule about it says.
fn write_drops(transfer: &mut Transfer<'_>, pieces: &mut [WrittenPiece]) {
    let variant = transfer.variant;
    let rules = transfer.settle(|basic| drop_rule(&basic.rule));
    let held = in_hand(variant).into_iter();
    let dropped: Vec<(KindId, usize, &DropRule)> = held
        .filter_map(|kind| {
            let is_about =
                |rule: &DropRule| rule.kinds.as_ref().is_none_or(|all| all.contains(&kind));
            let (index, rule) = rules.iter().rev().find(|(_, rule)| is_about(rule))?;
            Some((kind, *index, *rule))
        })
        .collect();
    for (kind, index, rule) in dropped {
        let ranks = transfer.grid.ranks;
        let cells = |first: u16, most: u16| {
            Sided::by(|side| {
                let rows = (first..most).map(|rank| transfer.grid.rank(rank, side));
                rows.fold(Default::default(), |all, row| all | row)
            })
        };
        let limits = (1..=ranks).rev().flat_map(|most| [(0, most), (1, most)]);
        let limit = limits
            .clone()
            .find(|(first, most)| cells(*first, *most) == rule.cells);
        let is_limited = rule.takes_none
            || rule.gives_no_check
            || rule.gives_no_mate
            || rule.freezes_none
            || rule.must_move
            || rule.when.is_some();
        let string = &mut pieces[kind.index()].string;
        // A string of its own limits what the rule allows.
        let has_own = string.contains('@');
        let is_free = limit == Some((0, ranks)) || !has_own;
        let Some((first, most)) =
            limit.filter(|_| !is_limited && is_free && rule.becomes.is_none())
        else {
            let why = "in a diagram a piece is dropped as itself, anywhere on the first ranks";
            transfer.leave_rule(index, why);
            continue;
        };
        if !has_own {
            let mark = if first == 1 { "j" } else { "" };
            string.push_str(&format!("{mark}@{most}"));
        }
    }
}

/// Writes which pieces are royal.
fn write_royalty(transfer: &mut Transfer<'_>, pieces: &[WrittenPiece], settings: &mut Settings) {
    let (variant, rules) = (transfer.variant, transfer.rules);
    for (kind, span) in rules.last.iter().chain(&rules.taken) {
        let text = format!("the royalty of `{}`", variant.kind(*kind).id);
        transfer.leave(text, *span, "in a diagram every royal piece must be safe");
    }
    for kind in variant.kind_ids().filter(|kind| variant.kind(*kind).royal) {
        settings.royal.push(excerpt(&pieces[kind.index()].letter));
    }
    if settings.royal.is_empty() {
        let why = "in a diagram the last piece is royal if none is named";
        transfer.leave("that no piece is royal", transfer.whole.span, why);
    }
}

/// Lists everything that is not carried over.
fn leave_others(transfer: &mut Transfer<'_>, rights: &str) {
    let (whole, rules) = (transfer.whole, transfer.rules);
    if transfer.variant.setup.is_none() {
        let why = "a diagram begins with the pieces that it shows";
        transfer.leave("that there is no setup", whole.span, why);
    }
    if transfer.list_fields(rights) == Side::Black {
        let table = whole.table(top::SETUP);
        let span = table.map_or(whole.span, |setup| setup.place(setup::FEN));
        transfer.leave("that Black begins", span, "in a diagram White begins");
    }
    for table in whole.tables(top::TURN) {
        let moves = table.number(turn::MOVES);
        if moves.is_some_and(|moves| moves.value > 1) || table.flag(turn::PASS) {
            transfer.leave("a turn", table.span, "in a diagram a turn is one move");
        }
    }
    for rule in &rules.named {
        transfer.leave_named(rule, NO_SUCH_RULE);
    }
    transfer.leave_others(NO_SUCH_RULE);
}
