//! A variant's declaration as the TOML that a person would write: what is read back from it is the same declaration, but
//! for remarks.

use std::fmt::Write;

use super::decl::{
    AxisDecl, BlackMen, BoardDecl, DrawnDecl, GridDecl, MovementDecl, PieceDecl, SetDecl, SetupDecl,
    SetupMen, VariantDecl,
};
use super::form::{list, quoted};
use crate::text::{At, Excerpt};

/// The TOML of a variant, with remarks above its pieces.
pub fn print(decl: &VariantDecl, remarks: &[Vec<String>]) -> String {
    let mut text = String::new();
    text.extend(decl.title.iter().map(|title| line("title", &quoted(title))));
    text.extend(word("extends", &decl.extends));
    text.extend(decl.suits.iter().map(|suits| line("suits", &words(suits))));
    text.extend(decl.board.iter().map(board));
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
    for checker in &decl.checkers {
        text += "\n[[checker]]\n";
        text += &line("id", &quoted(&checker.id.value));
        text.extend(checker.name.iter().map(|name| line("name", &quoted(name))));
        text.extend(word("value", &checker.value));
        text += &line("count", &checker.count.value.to_string());
        text.extend(checker.most.iter().map(|most| line("most", &most.value.to_string())));
    }
    for scale in &decl.scales {
        let step = |name: &str, value: Option<&At<String>>| {
            let value = value.map_or(String::new(), |value| format!(", value = {}", quoted(&value.value)));
            format!("{{ name = {}{value} }}", quoted(name))
        };
        let steps = list(scale.steps.iter().map(|it| step(&it.name.value, it.value.as_ref())));
        text += &format!("\n[[scale]]\nid = {}\nsteps = {steps}\n", quoted(&scale.id.value));
    }
    for rule in &decl.rules {
        text += &format!("\n[[rule]]\nkind = \"{}\"\n{}", rule.kind.name, rule.fields.print());
    }
    if let Some(notation) = &decl.notation {
        text += "\n[notation]\n";
        text += &notation.print();
    }
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

/// A key: in quotes where it has other letters than a bare one.
fn key(name: &str) -> String {
    let is_bare = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if is_bare && !name.is_empty() { name.to_string() } else { quoted(name) }
}

/// A table in braces.
fn braces(entries: impl Iterator<Item = (String, String)>) -> String {
    let entries: Vec<String> = entries.map(|(name, value)| format!("{} = {value}", key(&name))).collect();
    format!("{{ {} }}", entries.join(", "))
}

fn counts(all: &[(At<String>, At<i64>)]) -> String {
    braces(all.iter().map(|(name, count)| (name.value.clone(), count.value.to_string())))
}

fn pair((x, y): (i64, i64)) -> String {
    format!("[{x}, {y}]")
}

/// A pair of numbers that are counted in halves.
fn halves((x, y): (i64, i64)) -> String {
    // The shortest form of a half is exact.
    let half = |number: i64| (number as f64 / 2.0).to_string();
    format!("[{}, {}]", half(x), half(y))
}

fn board(board: &BoardDecl) -> String {
    let mut text = String::from("\n[board]\n");
    match board {
        BoardDecl::Lotus(lotus) => {
            text += "kind = \"lotus\"\n";
            text += &line("petals", &list(lotus.petals.iter().map(|petal| pair(petal.value))));
            for extra in &lotus.extras {
                let (name, host) = (quoted(&extra.name.value), quoted(&extra.host.value));
                let degrees = extra.degrees.value;
                text += &format!("\n[[board.extra]]\nname = {name}\nhost = {host}\ndegrees = {degrees}\n");
            }
        }
        BoardDecl::Grid(decl) => text += &format!("kind = \"grid\"\n{}", grid(decl)),
        BoardDecl::Sheets(sheets) => {
            text += "kind = \"sheets\"\n";
            text.extend(self::text("movable", &sheets.movable));
            text.extend(self::text("absent", &sheets.absent));
            for sheet in &sheets.sheets {
                text += &format!("\n[[board.sheet]]\nid = {}\n", quoted(&sheet.id.value));
                text.extend(word("cell", &sheet.cell));
                text.extend(sheet.at.iter().map(|at| line("at", &halves(at.value))));
                if !sheet.drawn.is_empty() {
                    let drawn = sheet.drawn.iter().map(|drawn| match drawn {
                        DrawnDecl::Rank(name, row) => (name.value.clone(), row.value.to_string()),
                        DrawnDecl::Cell(name, at) => (name.value.clone(), halves(at.value)),
                    });
                    text += &line("drawn", &braces(drawn));
                }
                text += &grid(&sheet.grid);
            }
        }
    }
    text
}

fn grid(grid: &GridDecl) -> String {
    let axis = |axis: &AxisDecl| match axis {
        AxisDecl::Count(count) => count.value.to_string(),
        AxisDecl::Named(names, _) => words(names),
    };
    let mut text = line("files", &axis(&grid.files)) + &line("ranks", &axis(&grid.ranks));
    text.extend(grid.first_rank.iter().map(|first| line("first_rank", &first.value.to_string())));
    text.extend(self::text("without", &grid.without));
    text.extend(word("shading", &grid.shading));
    text.extend(
        grid.rows.iter().map(|(rows, _)| line("rows", &list(rows.iter().map(|row| quoted(row.text()))))),
    );
    if !grid.extras.is_empty() {
        let extra = |name: &str, at| format!("{{ name = {}, at = {} }}", quoted(name), pair(at));
        text += &line("extra", &list(grid.extras.iter().map(|it| extra(&it.name.value, it.at.value))));
    }
    text
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
        let _ = writeln!(text, "{:width$} = {}", key(&piece.value), quoted(cells.text()));
    }
    text
}

fn set(set: &SetDecl) -> String {
    let white = quoted(set.white.text());
    let places = match &set.black {
        Some(black) => format!("{{ white = {white}, black = {} }}", quoted(black.text())),
        None => white,
    };
    line(&key(&set.name.value), &places)
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
