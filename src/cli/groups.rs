//! The list of commands that `padma --help` prints, in groups by task. Knows no command's
//! arguments.

use std::fmt::Write;

use clap::Command;

/// The groups of commands in the order of the list. A command that only scripts need is hidden, and in none.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Write a book", &["new", "serve", "check", "build"]),
    (
        "Ask the rules",
        &[
            "reach", "eval", "draw", "moves", "replay", "perft", "list", "show", "explain",
        ],
    ),
    ("Play", &["play", "best", "measure"]),
    (
        "Keep a book right",
        &["fmt", "propose", "review", "mutate", "diff"],
    ),
    ("Exchange variants", &["import", "export"]),
];

/// Returns the program's command with its list of commands in groups.
pub(super) fn grouped(command: Command) -> Command {
    let header = *command.get_styles().get_header();
    let literal = *command.get_styles().get_literal();
    let width = GROUPS.iter().flat_map(|(_, names)| *names);
    let width = width.map(|name| name.len()).max().unwrap_or(0);
    let mut list = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(list, "{header}{title}:{header:#}");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let gap = width - name.len() + 2;
            let _ = writeln!(list, "  {literal}{name}{literal:#}{:gap$}{about}", "");
        }
        list.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{header}Options:{header:#}\n{{options}}{{after-help}}\n\
         `padma help COMMAND` tells about one command."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_shown_is_in_one_group() {
        let command = crate::cli::command();
        let shown = command
            .get_subcommands()
            .filter(|command| !command.is_hide_set());
        let mut shown: Vec<&str> = shown.map(Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        shown.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, shown);
    }
}
