//! The lines of a diagram that speak of play: whose turn it is, what waits beside the board, what is played.

use super::words::{Word, two_lines, words};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::{Excerpt, Span};

#[derive(Clone, Debug, Default)]
pub struct PlayDecl {
    /// `white` or `black`.
    pub to_move: Option<Word>,
    pub reserve: Vec<ReserveDecl>,
    /// A record of moves.
    pub moves: Option<Excerpt>,
}

/// `reserve white spy 2`.
#[derive(Clone, Debug)]
pub struct ReserveDecl {
    pub side: Word,
    pub piece: Word,
    pub men: u16,
}

/// Reads what follows the first word of such a line.
pub(super) fn line(
    text: &Excerpt,
    first: &str,
    keyword: Span,
    rest: std::ops::Range<usize>,
    play: &mut PlayDecl,
    diagnostics: &mut Diagnostics,
) {
    let doubled = match first {
        "to-move" => play.to_move.as_ref().map(|side| side.span),
        "moves" => play.moves.as_ref().map(Excerpt::whole),
        _ => None,
    };
    if let Some(old) = doubled {
        return diagnostics.push(two_lines(Code::DiagramSyntax, first, keyword, old));
    }
    if first == "moves" && !rest.is_empty() {
        play.moves = Some(text.part(rest));
        return;
    }
    let words = words(text, rest, diagnostics);
    let is_side = |word: &Word| matches!(word.text.as_str(), "white" | "black");
    match (first, words.as_slice()) {
        ("to-move", [side]) if is_side(side) => play.to_move = Some(side.clone()),
        ("reserve", [side, piece, men]) if is_side(side) && men.text.parse::<u16>().is_ok() => {
            let same = |old: &&ReserveDecl| old.side.text == side.text && old.piece.text == piece.text;
            if let Some(old) = play.reserve.iter().find(same) {
                let what = format!("reserve {} {}", side.text, piece.text);
                return diagnostics.push(two_lines(Code::DiagramSyntax, &what, piece.span, old.piece.span));
            }
            let men = men.text.parse().unwrap_or_default();
            play.reserve.push(ReserveDecl { side: side.clone(), piece: piece.clone(), men });
        }
        _ => {
            let form = match first {
                "to-move" => "`to-move black`",
                "moves" => "the moves played, as in `moves 1. e4 e5`",
                _ => "`reserve white spy 2`",
            };
            let message = format!("this `{first}` line has another form");
            let complaint = Diagnostic::error(Code::DiagramSyntax, message);
            let at = words.last().map_or(keyword, |last| keyword.to(last.span));
            diagnostics.push(complaint.at(at, format!("expected {form}")));
        }
    }
}
