//! The pages of `docs/` that the program's own rows make: functions, keys, those of rules, commands,
//! complaints, and the whole language on one page. `PADMA_BLESS=1` writes them, to be read before they are kept.

use std::fs;

use clap::builder::PossibleValue;
use clap::{Arg, Command};
use padma_book::explain::explanation;
use padma_book::pages::{decl as book, outline, review};
use padma_expr::function_sections;
use padma_text::diag::Code;
use padma_variant::decl as variant;
use padma_variant::form::{Key, tables};
use padma_variant::kinds::KINDS;
use padma_variant::named::library;

use crate::docs::files::read;
use kit::folder::root;

/// Writes a page.
type Writer = fn() -> String;

const PAGES: [(&str, Writer); 6] = [
    ("reference/functions", functions),
    ("reference/keys", keys),
    ("reference/rules", rules),
    ("reference/commands", commands),
    ("reference/complaints", complaints),
    ("language", padma::cli::language),
];

#[test]
fn the_generated_pages_are_what_the_program_gives() {
    let mut faults = Vec::new();
    for (name, page) in PAGES {
        let path = format!("docs/{name}.md");
        let note = "<!-- Made by the tests: PADMA_BLESS=1 cargo test --all-features --test books generated -->";
        let text = format!("{note}\n\n{}\n", page().trim_end());
        if std::env::var_os("PADMA_BLESS").is_some() {
            fs::write(root().join(&path), &text).unwrap();
        }
        let there = read(&path);
        let differs = there.lines().zip(text.lines()).find(|(a, b)| a != b);
        if let Some((there, made)) = differs {
            faults.push(format!("{path}\n    has:  {there}\n    made: {made}"));
        } else if there != text {
            faults.push(format!("{path}: its end is another"));
        }
    }
    assert!(
        faults.is_empty(),
        "PADMA_BLESS=1 writes the pages anew\n{}",
        faults.join("\n")
    );
}

fn functions() -> String {
    let mut page = String::from(
        "# Functions\n\n\
         What a [claim](../write/claims.md), a mark or `padma eval` can ask. In the tables M is a piece's label, or a \
         piece or [movement](#movements) and a cell; P is a piece, S a set, c a cell and X a direction class. A function \
         that gives cells for a cell takes a set too, and gives the cells for any of them. The last column is about \
         [rules](#in-rules). The \
         examples are for Lotus-39, unless they name a variant. [Expressions](../write/expressions.md) says how calls \
         are put together.\n\n",
    );
    for section in function_sections() {
        page += &format!("{section}\n");
    }
    page += "## In rules\n\n\
             A [rule](../rules/rules-of-play.md#rules-as-expressions) may ask those calls for which the last column says so, \
             of its own position; asking another is an error that says why. There M is always a piece and a cell, and P may \
             be several: `rook | knight`. The piece moves as it would on that cell, among the pieces of the position, \
             by its movement alone: its powers and the safety of its king do not count, but a frozen piece does nothing. \
             A side is `mover`, `other`, `white` or `black`, and a call without one is about the side that moves; only `pieces(P)` needs one, unless P is nobody's.\n";
    page
}

fn keys() -> String {
    let mut page = String::from(
        "# Keys\n\n\
         Every key of a book's files; those of rules [have a page](rules.md). A key that is not here is an error. \
         `padma schema` gives the same to an editor.\n",
    );
    let files = [
        ("book.toml", book::top::KEYS),
        ("A variant's file", variant::top::KEYS),
        ("source.toml", outline::top::KEYS),
        ("review.toml", review::top::KEYS),
    ];
    for (file, keys) in files {
        page += &format!("\n## {file}\n");
        for (heading, keys) in tables(keys) {
            if !heading.is_empty() {
                page += &format!("\n### {heading}\n");
            }
            page += &rows(keys);
        }
    }
    page
}

/// The table of these keys.
fn rows(keys: &[Key]) -> String {
    let row = |key: &Key| {
        let (takes, mut meaning) = (key.takes.in_words(), key.meaning().to_string());
        if key.must.is_some() && key.unless.is_empty() && !meaning.contains("required") {
            let join = if meaning.is_empty() { "" } else { "; " };
            meaning += &format!("{join}required");
        }
        format!("| `{}` | {takes} | {meaning} |\n", key.name)
    };
    let rows: String = keys.iter().map(row).collect();
    format!("\n| key | takes | meaning |\n| --- | --- | --- |\n{rows}")
}

fn rules() -> String {
    let mut page = String::from(
        "# Keys of rules\n\n\
         The `kind` of a `[[rule]]` says which other keys it has. [Rules of play](../rules/rules-of-play.md) shows what \
         the rules do.\n",
    );
    let basic = KINDS
        .iter()
        .map(|kind| (kind.name, kind.summary, kind.keys));
    let named = library()
        .iter()
        .map(|rule| (rule.name, rule.summary, &rule.keys[..]));
    for (name, summary, keys) in basic.chain(named) {
        page += &format!("\n## {name}\n\n{}.\n", capitalized(summary));
        if !keys.is_empty() {
            page += &rows(keys);
        }
    }
    page
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

fn commands() -> String {
    let mut whole = padma::cli::command();
    whole.build();
    let mut page = format!(
        "# Commands\n\n\
         Documents go to stdout and complaints to stderr. {}\n\n\
         [Asking the rules](../rules/asking.md), [Checking a book](../write/checking.md) and \
         [Publishing](../publish.md) show the commands at work.\n\n\
         ## For every command\n\n{}",
        text(whole.get_after_help()),
        arguments(&whole, |arg| arg.is_global_set()),
    );
    for command in whole
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
    {
        let usage = command.clone().render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ");
        let usage: Vec<String> = usage.lines().map(plain_usage).collect();
        page += &format!(
            "\n## padma {}\n\n{}.\n\n```text\n{}\n```\n",
            command.get_name(),
            text(command.get_about()),
            usage.join("\n"),
        );
        let table = arguments(command, |arg| !arg.is_global_set());
        if !table.is_empty() {
            page += &format!("\n{table}");
        }
        for paragraph in text(command.get_after_help()).split("\n\n") {
            match paragraph.strip_prefix("Example: ") {
                Some(example) => page += &format!("\n```text\n{example}\n```\n"),
                None if paragraph.is_empty() => {}
                None => page += &format!("\n{paragraph}\n"),
            }
        }
    }
    page
}

fn text(text: Option<&clap::builder::StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// A line of usage as the docs write it: `padma build [BOOK…]`.
fn plain_usage(line: &str) -> String {
    line.trim()
        .replace(" [OPTIONS]", "")
        .replace("]...", "…]")
        .replace(['<', '>'], "")
}

/// The table of a command's arguments.
fn arguments(command: &Command, wanted: fn(&Arg) -> bool) -> String {
    let rows: String = command
        .get_arguments()
        .filter(|arg| wanted(arg) && !["help", "version"].contains(&arg.get_id().as_str()))
        .map(|arg| format!("| {} | {} |\n", named(arg), meaning(arg)))
        .collect();
    if rows.is_empty() {
        return rows;
    }
    format!("| argument | meaning |\n| --- | --- |\n{rows}")
}

/// An argument as it is typed.
fn named(arg: &Arg) -> String {
    let values = arg.get_value_names().unwrap_or_default().join(" ");
    let value = match arg.get_action().takes_values() {
        true if arg.is_require_equals_set() => format!("[=<{values}>]"),
        true if !arg.is_positional() => format!(" <{values}>"),
        true => values,
        false => String::new(),
    };
    let long = arg.get_long().map(|long| format!("`--{long}{value}`"));
    let short = arg.get_short().map(|short| format!("`-{short}`"));
    let names: Vec<String> = long.into_iter().chain(short).collect();
    if names.is_empty() {
        format!("`{value}`")
    } else {
        names.join(", ")
    }
}

fn meaning(arg: &Arg) -> String {
    let help = text(arg.get_long_help().or_else(|| arg.get_help())).replace('\n', " ");
    let mut meaning = help.replace('|', "\\|");
    if !arg.get_action().takes_values() {
        return meaning;
    }
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(possible)
        .collect();
    if !values.is_empty() {
        meaning += &format!(": {}", values.join(", "));
    }
    let defaults: Vec<_> = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy())
        .collect();
    if !defaults.is_empty() && !arg.is_hide_default_value_set() {
        meaning += &format!("; `{}`, if left out", defaults.join(" "));
    }
    meaning
}

fn possible(value: &PossibleValue) -> String {
    match value.get_help() {
        Some(help) => format!("`{}` ({help})", value.get_name()),
        None => format!("`{}`", value.get_name()),
    }
}

fn complaints() -> String {
    let mut page = String::from(
        "# Complaints\n\n\
         Each complaint has a code in brackets. `padma explain CODE` prints the text below, with an example that \
         provokes the complaint.\n",
    );
    for code in Code::ALL {
        page += &format!("\n## {}\n", code.name());
        let mut fence = "";
        let paragraphs = explanation(code).split("\n\n").skip(1);
        for paragraph in paragraphs {
            // The examples, some of which have blocks and empty lines in them.
            let ticks =
                |line: &'static str| &line[..line.len() - line.trim_start_matches('`').len()];
            let opens = fence.is_empty() && paragraph.starts_with("```");
            if opens {
                fence = ticks(paragraph);
            }
            if fence.is_empty() {
                page += &format!("\n{}\n", paragraph.trim_end());
                continue;
            }
            let mut lines = paragraph.trim_end().lines().skip(usize::from(opens));
            if lines.any(|line| line == fence) {
                fence = "";
            }
        }
    }
    page
}
