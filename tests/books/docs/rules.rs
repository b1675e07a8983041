//! Blocks that speak of pieces and cells: sentences, expressions, variants.

use padma_book::load::Session;
use padma_expr::movement::MovementSayer;
use padma_expr::{Outline, Scope, World, parse, resolve};
use padma_rules::model::{Piece, Side};
use padma_rules::movement::{self, Betza, Clause, ClauseKind, Dialect};
use padma_rules::moves::{Walker, on_board};
use padma_rules::play::Endings;
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_variant::decl;
use padma_variant::decl::{VariantSource, top};
use padma_variant::resolve::variant;
use padma_variant::terminal;
use padma_words::english;

use crate::docs::blocks::Block;
use crate::docs::files::read;
use crate::docs::kinds::{all, equal};
use kit::folder::root;

/// `=> TEXT` and `@ CELL => CELLS` speak of the sentence above them; `variant` makes a variant of a piece.
pub fn sentences(block: &Block, variant: fn(&str) -> String) -> Result<(), String> {
    pieces(block, &|line| {
        let rules = resolved(&variant(&format!(
            "[[piece]]\nid = \"example\"\nmovement = '{line}'"
        )))?;
        let printed = example(&rules).movement.to_string();
        Ok((rules, printed))
    })
}

/// Strings of Betza's notation on a board of nine files and nine ranks; `== STRING` says the same as the
/// one above it.
pub fn strings(block: &Block, dialect: Dialect) -> Result<(), String> {
    pieces(block, &|line| {
        let board = "title = \"Example\"\n[board]\nkind = \"grid\"\nfiles = 9\nranks = 9\n";
        let piece = format!(
            "[[piece]]\nid = \"example\"\ndialect = \"{}\"\nbetza = '{line}'",
            dialect.name()
        );
        // What a string says of drops holds where a rule lets the piece be dropped.
        let drop = "\n[[rule]]\nkind = \"drop\"\n";
        let rules = resolved(&format!(
            "{board}{piece}{}",
            if line.contains('@') { drop } else { "" }
        ))?;
        let printed = betza(&rules)?.to_string();
        Ok((rules, printed))
    })
}

/// Strings that are refused, each with the message below it.
pub fn wrong_strings(block: &Block) -> Result<(), String> {
    let mut lines = block.text.lines();
    let mut faults = Vec::new();
    while let (Some(text), expected) = (lines.next(), lines.next()) {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("example", text);
        let excerpt = Excerpt::verbatim(text, sources.whole(id));
        movement::betza::parse(&excerpt, Dialect::Xbetza, &mut diagnostics);
        let found: Vec<String> = diagnostics
            .iter()
            .map(|diagnostic| format!("!> {}", diagnostic.message))
            .collect();
        faults.extend(equal(text, &found.join("\n"), expected.unwrap_or("")).err());
    }
    all(faults.into_iter())
}

/// A piece's rules, and its movement as it is printed.
type Read = Result<(Rules, String), String>;

fn pieces(block: &Block, read: &dyn Fn(&str) -> Read) -> Result<(), String> {
    let mut last: Option<Rules> = None;
    let mut line = |line: &str| {
        let above = || {
            last.as_ref()
                .ok_or_else(|| format!("no sentence stands above `{line}`"))
        };
        if let Some(text) = line.strip_prefix("=> ") {
            let rules = above()?;
            let sayer = MovementSayer {
                on_board: &|components| on_board(components, &rules.variant.board),
                ..MovementSayer::default()
            };
            let said = sayer.sentence(&example(rules).movement);
            return equal(line, &english().say(&said), text);
        }
        if let Some(asked) = line.strip_prefix("@ ") {
            let (at, cells) = asked
                .split_once(" => ")
                .ok_or_else(|| format!("no ` => ` in `{line}`"))?;
            return equal(line, &reached(above()?, at)?, cells);
        }
        if let Some(other) = line.strip_prefix("== ") {
            let (other, _) = read(other)?;
            return equal(
                line,
                &betza(above()?)?.canonical(),
                &betza(&other)?.canonical(),
            );
        }
        let (rules, printed) = read(line)?;
        last = Some(rules);
        equal(line, &printed, line)
    };
    let lines = block
        .text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    all(lines.filter_map(|text| line(text).err()))
}

/// What the example piece reaches: `e3 own c3 enemy d5`.
fn reached(rules: &Rules, at: &str) -> Result<String, String> {
    let variant = &rules.variant;
    let kind = variant.kind_named("example").ok_or("no example")?;
    let mut position = variant.empty_position();
    let (mut side, mut moved, mut origin, mut piece) = (Side::White, true, None, None);
    for word in at.split_whitespace() {
        match word {
            "black" => side = Side::Black,
            "unmoved" => moved = false,
            "own" => piece = Some(side),
            "enemy" => piece = Some(side.other()),
            _ => {
                let cell = variant
                    .board
                    .cell(word)
                    .ok_or_else(|| format!("`{word}` is no cell"))?;
                match piece {
                    None => origin = Some(cell),
                    Some(side) => position.put(cell, Some(Piece { side, kind: None })),
                }
            }
        }
    }
    let (origin, table) = (
        origin.ok_or("no cell to start from")?,
        rules.table(kind, side),
    );
    let mut walker = Walker::default();
    let found = walker.reach(table, &position, origin, moved);
    let names = variant.board.names_of(&found.cells());
    Ok(if names.is_empty() {
        "no cell".to_string()
    } else {
        names.join(" ")
    })
}

fn betza(rules: &Rules) -> Result<&Betza, String> {
    match &example(rules).movement.clauses[..] {
        [
            Clause {
                kind: ClauseKind::Betza(betza),
                ..
            },
        ] => Ok(betza),
        _ => Err("this is no string of the notation".to_string()),
    }
}

fn example(rules: &Rules) -> &padma_rules::model::PieceKind {
    let kind = rules
        .variant
        .kind_named("example")
        .unwrap_or_else(|| panic!("the example has no piece"));
    rules.variant.kind(kind)
}

pub fn expressions(block: &Block) -> Result<(), String> {
    let mut session = Session::new(&root().join("content"), &[]);
    let lotus = session
        .variant("lotus-39")
        .ok_or("lotus-39 does not settle")?;
    let mut line = |line: &str| {
        let (asked, value) = line
            .split_once(" => ")
            .ok_or_else(|| format!("no ` => ` in `{line}`"))?;
        let id = session.sources.add("<example>", asked);
        let excerpt = Excerpt::verbatim(asked, session.sources.whole(id));
        let Session {
            sources,
            diagnostics,
            library,
            ..
        } = &mut session;
        let question = parse(&excerpt, diagnostics);
        let formula = question.and_then(|question| {
            let variant = match &question.variant {
                Some(name) => library.load(&name.text, name.span, sources, diagnostics)?,
                None => lotus,
            };
            let rules = library.variants.rules(variant);
            let scope = Scope {
                rules,
                variant,
                placed: &[],
                games: &[],
                outline: Outline::NONE,
                nearest: None,
            };
            Some((resolve(&question.expr, scope, diagnostics)?, rules))
        });
        let (formula, rules) = formula.ok_or_else(|| complaints(diagnostics, sources))?;
        let found = World::new(rules, &Endings::default(), &[], &[], Outline::NONE)
            .value(&formula)
            .map_err(|_| format!("`{asked}` takes too long"))?;
        equal(asked, &found.show(&rules.variant), value.trim())
    };
    let lines = block.text.lines().filter(|line| !line.trim().is_empty());
    all(lines.filter_map(|text| line(text).err()))
}

/// A variant of the docs, alone or upon lotus-39.
pub fn resolved(text: &str) -> Result<Rules, String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("example.toml", text);
    let base = sources.add("lotus-39.toml", read("content/lotus-39/lotus-39.toml"));
    let chess = sources.add("chess.toml", read("src/variant/chess.toml"));
    let [own, base, chess] =
        [id, base, chess].map(|id| decl::variant(&sources, id, &mut diagnostics));
    let (Some(own), Some(base), Some(chess)) = (&own, &base, &chess) else {
        return Err(complaints(&diagnostics, &sources));
    };
    let mut chain = vec![own];
    match own.text(top::EXTENDS).map(|name| name.text()) {
        None => {}
        Some("lotus-39") => chain.push(base),
        Some("chess") => chain.push(chess),
        Some(other) => {
            return Err(format!(
                "an example may extend lotus-39 or chess, not `{other}`"
            ));
        }
    }
    let source = VariantSource {
        id: "example",
        span: sources.whole(id),
        chain,
    };
    match variant(&source, &mut diagnostics) {
        Some(variant) if diagnostics.is_empty() => Ok(Rules::new(variant)),
        _ => Err(complaints(&diagnostics, &sources)),
    }
}

pub fn extending(part: &str) -> String {
    format!("extends = \"lotus-39\"\n{part}")
}

/// A piece on a chess board.
pub fn on_a_grid(part: &str) -> String {
    format!("[board]\nkind = \"grid\"\nfiles = 8\nranks = 8\n{part}")
}

/// A piece on the board of Gliński's chess.
pub fn on_hexagons(part: &str) -> String {
    let files = r#"["a", "b", "c", "d", "e", "f", "g", "h", "i", "k", "l"]"#;
    format!("[board]\nkind = \"hex\"\noutline = \"hexagon 6\"\nfiles = {files}\n{part}")
}

/// A piece on the board of Raumschach.
pub fn on_levels(part: &str) -> String {
    let levels = r#"["A", "B", "C", "D", "E"]"#;
    format!("[board]\nkind = \"levels\"\nlevels = {levels}\nfiles = 5\nranks = 5\n{part}")
}

pub fn complaints(diagnostics: &Diagnostics, sources: &Sources) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| terminal::render(diagnostic, sources, false))
        .collect()
}
