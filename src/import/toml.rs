//! Prints a draft as a variant's TOML that a person would be content to edit.
//!
//! What stands here agrees with what the reader of variants takes; a test reads everything back.

use std::fmt::Write;

use super::draft::{
    Clause, ImportedBoard, ImportedMovement, ImportedPiece, ImportedRule, ImportedVariant, Kind,
    LeftoverKind, Square,
};
use super::fen;
use super::places::Sets;
use crate::model::Side;
use crate::movement::Dialect;
use crate::text::Sources;

/// The TOML of a variant; `sources` tells where the leftovers stand.
pub fn print(variant: &ImportedVariant, sources: &Sources) -> String {
    let mut sets = Sets::new(&variant.board);
    // Pieces and rules are printed first: they say which sets there must be.
    let pieces: String = variant.pieces.iter().map(|piece| self::piece(piece, &mut sets)).collect();
    let rules: String = variant.rules.iter().map(|rule| self::rule(rule, variant, &mut sets)).collect();
    let mut text = format!("# From {}.\ntitle = {}\n\n", comment(&variant.origin), string(&variant.title));
    text += &board(&variant.board);
    text += &setup(variant);
    text += &sets.print();
    text + &pieces + &rules + &leftovers(variant, sources)
}

fn board(board: &ImportedBoard) -> String {
    let mut text = format!("[board]\nkind = \"grid\"\nfiles = {}\nranks = {}\n", board.files, board.ranks);
    if board.first_rank != 1 {
        let _ = writeln!(text, "first_rank = {}", board.first_rank);
    }
    if !board.holes.is_empty() {
        let _ = writeln!(text, "without = {}", string(&board.runs(board.holes.iter().copied())));
    }
    text
}

/// A side's men, piece by piece in the order of the pieces: which, and on which squares.
type Army = Vec<(Kind, Vec<Square>)>;

fn setup(variant: &ImportedVariant) -> String {
    let army = |side| -> Army {
        let squares = |kind| {
            let men = variant.setup.men.iter().filter(|(_, man)| **man == (side, kind));
            men.map(|(square, _)| *square).collect::<Vec<_>>()
        };
        let all = (0..variant.pieces.len()).map(|kind| (kind, squares(kind)));
        all.filter(|(_, squares)| !squares.is_empty()).collect()
    };
    let (white, black) = (army(Side::White), army(Side::Black));
    let reserve = &variant.setup.reserve;
    if white.is_empty() && black.is_empty() && reserve.is_empty() {
        return String::new();
    }
    if reserve.values().any(|[white, black]| white != black) {
        // Only a text for the whole position tells reserves that differ.
        return format!("\n[setup]\nfen = {}\n", string(&fen::placement(variant)));
    }
    let symmetry = symmetry(&variant.board, &white, &black);
    let men = |(kind, [count, _]): (&Kind, &[u32; 2])| format!("{} = {count}", variant.pieces[*kind].id);
    let men: Vec<String> = reserve.iter().map(men).collect();
    let mut lines: Vec<String> =
        symmetry.iter().map(|symmetry| format!("symmetry = \"{symmetry}\"\n")).collect();
    lines.extend((!men.is_empty()).then(|| format!("reserve = {{ {} }}\n", men.join(", "))));
    let head = if lines.is_empty() { String::new() } else { format!("\n[setup]\n{}", lines.concat()) };
    let black = if symmetry.is_none() { table(variant, "black", &black) } else { String::new() };
    head + &table(variant, "white", &white) + &black
}

/// One side's men, aligned.
fn table(variant: &ImportedVariant, side: &str, army: &Army) -> String {
    let id = |kind: &Kind| variant.pieces[*kind].id.as_str();
    let width = army.iter().map(|(kind, _)| id(kind).len()).max().unwrap_or(0);
    let line = |(kind, squares): &(Kind, Vec<Square>)| {
        let squares = variant.board.runs(squares.iter().copied());
        format!("{:width$} = {}\n", id(kind), string(&squares))
    };
    format!("\n[setup.{side}]\n{}", army.iter().map(line).collect::<String>())
}

/// How White's men say where Black's stand, if they do.
fn symmetry(board: &ImportedBoard, white: &Army, black: &Army) -> Option<&'static str> {
    let turned = |turn: fn(&ImportedBoard, Square) -> Square| -> Army {
        let all = white.iter().map(|(kind, squares)| {
            let mut squares: Vec<Square> = squares.iter().map(|square| turn(board, *square)).collect();
            squares.sort();
            (*kind, squares)
        });
        all.collect()
    };
    if turned(ImportedBoard::mirrored) == *black {
        Some("mirror")
    } else {
        (turned(ImportedBoard::rotated) == *black).then_some("rotate")
    }
}

fn piece(piece: &ImportedPiece, sets: &mut Sets<'_>) -> String {
    let mut text = String::new();
    text.push('\n');
    for remark in &piece.remarks {
        let _ = writeln!(text, "# {}", comment(remark));
    }
    let _ = writeln!(text, "[[piece]]\nid = \"{}\"", piece.id);
    if let Some(name) = &piece.name {
        let _ = writeln!(text, "name = {}", string(name));
    }
    let _ = writeln!(text, "letter = {}", string(&piece.letter));
    match &piece.movement {
        ImportedMovement::Betza { text: betza, dialect, .. } => {
            let _ = writeln!(text, "betza = {}", string(betza));
            if *dialect != Dialect::default() {
                let _ = writeln!(text, "dialect = \"{}\"", dialect.name());
            }
        }
        ImportedMovement::Clauses(clauses) => {
            let mut clause = |clause: &Clause| match &clause.from {
                Some((squares, name)) => {
                    let place = sets.named(squares, &format!("{}-{name}", piece.id));
                    format!("{} from {place}", clause.text)
                }
                None => clause.text.clone(),
            };
            let sentence: Vec<String> = clauses.iter().map(&mut clause).collect();
            let sentence = sentence.join("; ");
            // Quotes inside need no backslashes in a literal string.
            let sentence = if sentence.contains('"') { format!("'{sentence}'") } else { string(&sentence) };
            let _ = writeln!(text, "movement = {sentence}");
        }
        ImportedMovement::Still => {
            let nowhere = sets.nowhere();
            let _ = writeln!(text, "movement = \"step contiguous onto {nowhere}\"");
        }
    }
    if let Some(squares) = &piece.stands_on {
        let place = sets.described(squares, &format!("{}-area", piece.id));
        let _ = writeln!(text, "stands_on = {}", string(&place));
    }
    if piece.royal {
        text.push_str("royal = true\n");
    }
    text
}

fn rule(rule: &ImportedRule, variant: &ImportedVariant, sets: &mut Sets<'_>) -> String {
    let id = |kind: Kind| variant.pieces[kind].id.as_str();
    let ids = |kinds: &[Kind]| {
        let quoted: Vec<String> = kinds.iter().map(|kind| format!("\"{}\"", id(*kind))).collect();
        format!("[{}]", quoted.join(", "))
    };
    let squares = match rule {
        ImportedRule::Promotion { squares, .. } | ImportedRule::Goal { squares, .. } => Some(squares),
        _ => None,
    };
    if squares.is_some_and(|squares| !sets.is_somewhere(squares)) {
        return String::new();
    }
    let (kind, lines) = match rule {
        ImportedRule::Promotion { piece, squares, to, may_wait, must, from_reserve, limit } => {
            let place = sets.described(squares, &format!("{}-promotion", id(*piece)));
            let mut lines = vec![
                format!("piece = \"{}\"", id(*piece)),
                format!("cells = {}", string(&place)),
                format!("to = {}", ids(to)),
            ];
            lines.extend(may_wait.then(|| "may_wait = true".to_string()));
            lines.extend(must.then(|| "must = true".to_string()));
            lines.extend(from_reserve.then(|| "from_reserve = true".to_string()));
            lines.extend(limit.map(|limit| format!("limit = {limit}")));
            ("promotion", lines)
        }
        ImportedRule::Castling { name, white, black } => {
            let square = |square| variant.board.name(square);
            let men = |men: &[(Kind, Square, Square)]| {
                let men = men
                    .iter()
                    .map(|(kind, from, to)| format!("\"{} {} {}\"", id(*kind), square(*from), square(*to)));
                men.collect::<Vec<_>>().join(", ")
            };
            let lines = vec![
                format!("name = {}", string(name)),
                format!("white = [{}]", men(white)),
                format!("black = [{}]", men(black)),
            ];
            ("castling", lines)
        }
        ImportedRule::Goal { piece, squares, count } => {
            let place = sets.described(squares, &format!("{}-goal", id(*piece)));
            let mut lines =
                vec![format!("piece = \"{}\"", id(*piece)), format!("cells = {}", string(&place))];
            lines.extend((*count != 1).then(|| format!("count = {count}")));
            ("goal", lines)
        }
        ImportedRule::Stalemate(outcome) => ("stalemate", vec![format!("outcome = \"{}\"", outcome.name())]),
        ImportedRule::QuietLimit { plies, unless } => {
            let outcome = "outcome = \"draw\"".to_string();
            ("quiet-limit", vec![format!("plies = {plies}"), format!("unless = {}", ids(unless)), outcome])
        }
        ImportedRule::Repetition { times } => {
            ("repetition", vec!["outcome = \"draw\"".to_string(), format!("times = {times}")])
        }
        ImportedRule::Drop(pieces) => ("drop", vec![format!("pieces = {}", ids(pieces))]),
        ImportedRule::NoCheck => ("no-check", Vec::new()),
        ImportedRule::Facing(piece) => ("facing", vec![format!("piece = \"{}\"", id(*piece))]),
        ImportedRule::Barrier(piece) => {
            ("barrier", vec![format!("piece = \"{}\"", id(*piece)), format!("pieces = {}", ids(&[*piece]))])
        }
    };
    let lines: String = lines.into_iter().map(|line| line + "\n").collect();
    format!("\n[[rule]]\nkind = \"{kind}\"\n{lines}")
}

fn leftovers(variant: &ImportedVariant, sources: &Sources) -> String {
    if variant.leftovers.is_empty() {
        return String::new();
    }
    let mut text = "\n# Not carried over, with the line and column of the source:\n".to_string();
    let places = variant.leftovers.iter().map(|leftover| {
        let place = sources.line_column(leftover.span);
        (format!("{}:{}", place.line, place.column), leftover)
    });
    let places: Vec<_> = places.collect();
    let width = places.iter().map(|(place, _)| place.len()).max().unwrap_or(0);
    for (place, leftover) in places {
        let why = match &leftover.kind {
            LeftoverKind::Looks => "how it looks".to_string(),
            LeftoverKind::Rule(what) => comment(what),
            LeftoverKind::Unknown(_) => "not known".to_string(),
        };
        let _ = writeln!(text, "#   {place:width$}  {}  ({why})", comment(&leftover.text));
    }
    text
}

/// A basic string of TOML.
fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A text for a comment: no line break, nothing that TOML forbids there.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
