//! A variant's declaration as the TOML that a person would write: what is read back from it is the same declaration, but
//! for remarks.

use std::fmt::Write;

use super::decl::{BlackMen, BoardDecl, MovementDecl, PieceDecl, SetDecl, SetupDecl, SetupMen, VariantDecl};
use super::form::{bare, braces, list, quoted};
use crate::text::{At, Excerpt};

/// The TOML of a variant, with remarks above its pieces.
pub fn print(decl: &VariantDecl, remarks: &[Vec<String>]) -> String {
    let mut text = String::new();
    text.extend(decl.title.iter().map(|title| line("title", &quoted(title))));
    text.extend(word("extends", &decl.extends));
    text.extend(decl.suits.iter().map(|suits| line("suits", &words(suits))));
    if let Some(BoardDecl { kind, fields }) = &decl.board {
        text += &format!("\n[board]\nkind = \"{kind}\"\n{}", fields.print("board"));
    }
    text.extend(decl.setup.iter().map(setup));
    if !decl.sets.is_empty() {
        text += "\n[sets]\n";
        text.extend(decl.sets.iter().map(set));
    }
    for (place, piece) in decl.pieces.iter().enumerate() {
        text.push('\n');
        text.extend(remarks.get(place).into_iter().flatten().map(|remark| comment(remark) + "\n"));
        text += &self::piece(piece);
    }
    text.extend(decl.checkers.iter().map(|checker| format!("\n[[checker]]\n{}", checker.print("checker"))));
    text.extend(decl.scales.iter().map(|scale| format!("\n[[scale]]\n{}", scale.print("scale"))));
    for rule in &decl.rules {
        text += &format!("\n[[rule]]\nkind = \"{}\"\n{}", rule.kind.name, rule.fields.print("rule"));
    }
    text.extend(decl.notation.iter().map(|notation| format!("\n[notation]\n{}", notation.print("notation"))));
    text
}

/// A remark, on a line of its own: no line break, nothing that TOML forbids there.
pub fn comment(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("# {text}")
}

fn line(key: &str, value: &str) -> String {
    format!("{key} = {value}\n")
}

fn word(key: &str, word: &Option<At<String>>) -> Option<String> {
    word.as_ref().map(|word| line(key, &quoted(&word.value)))
}

fn text(key: &str, text: &Option<Excerpt>) -> Option<String> {
    text.as_ref().map(|text| line(key, &quoted(text.text())))
}

fn words(words: &[At<String>]) -> String {
    list(words.iter().map(|word| quoted(&word.value)))
}

fn counts(all: &[(At<String>, At<i64>)]) -> String {
    braces(all.iter().map(|(name, count)| (name.value.as_str(), count.value.to_string())))
}

fn setup(setup: &SetupDecl) -> String {
    let mut head = String::new();
    let mut tables = String::new();
    match &setup.men {
        SetupMen::Fen(fen) => head += &line("fen", &quoted(fen.text())),
        SetupMen::Listed { white, black } => {
            tables += &men("white", white);
            match black {
                BlackMen::Listed(black) => tables += &men("black", black),
                BlackMen::Alike(symmetry) => head += &line("symmetry", &quoted(&symmetry.value)),
            }
        }
    }
    if !setup.reserve.is_empty() {
        head += &line("reserve", &counts(&setup.reserve));
    }
    if head.is_empty() { tables } else { format!("\n[setup]\n{head}{tables}") }
}

/// One side's pieces, aligned.
fn men(side: &str, men: &[(At<String>, Excerpt)]) -> String {
    let width = men.iter().map(|(piece, _)| piece.value.len()).max().unwrap_or(0);
    let mut text = format!("\n[setup.{side}]\n");
    for (piece, cells) in men {
        let _ = writeln!(text, "{:width$} = {}", bare(&piece.value), quoted(cells.text()));
    }
    text
}

fn set(set: &SetDecl) -> String {
    let white = quoted(set.white.text());
    let places = match &set.black {
        Some(black) => format!("{{ white = {white}, black = {} }}", quoted(black.text())),
        None => white,
    };
    line(&bare(&set.name.value), &places)
}

fn piece(piece: &PieceDecl) -> String {
    let mut text = format!("[[piece]]\nid = {}\n", quoted(&piece.id.value));
    text.extend(piece.name.iter().map(|name| line("name", &quoted(name))));
    text.extend(word("letter", &piece.letter));
    text.extend(word("picture", &piece.picture));
    match &piece.movement {
        MovementDecl::Sentence(sentence) => text += &line("movement", &quoted(sentence.text())),
        MovementDecl::Betza { text: betza, dialect } => {
            text += &line("betza", &quoted(betza.text()));
            text.extend(word("dialect", dialect));
        }
    }
    text.extend(self::text("stands_on", &piece.stands_on));
    if piece.royal {
        text += "royal = true\n";
    }
    if !piece.checkers.is_empty() {
        text += &line("checkers", &counts(&piece.checkers));
    }
    text.extend(piece.inventor.iter().map(|inventor| line("inventor", &quoted(inventor))));
    text
}
