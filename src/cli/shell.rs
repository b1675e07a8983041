//! `completions` and `man`: prints a completion script for a shell, and the manual page.

use std::io;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::common::{BAD, print};

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell to write for
    shell: Shell,
}

pub(crate) fn completions(args: &CompletionsArgs, mut command: Command) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "padma", &mut script);
    print(&String::from_utf8_lossy(&script))
}

pub(crate) fn man(command: Command) -> u8 {
    // Writing to memory does not fail.
    manual_page(command).map_or(BAD, |page| print(&String::from_utf8_lossy(&page)))
}

/// Writes the manual: one page for all commands.
fn manual_page(mut command: Command) -> io::Result<Vec<u8>> {
    command.build();
    let mut page = Vec::new();
    let whole = Man::new(command.clone());
    whole.render_title(&mut page)?;
    whole.render_name_section(&mut page)?;
    whole.render_synopsis_section(&mut page)?;
    whole.render_description_section(&mut page)?;
    whole.render_options_section(&mut page)?;
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        page.extend(section(sub)?.into_bytes());
    }
    let mut notes = Vec::new();
    whole.render_extra_section(&mut notes)?;
    page.extend(
        String::from_utf8_lossy(&notes)
            .replace(".SH EXTRA", ".SH NOTES")
            .into_bytes(),
    );
    Ok(page)
}

/// Writes the section of one command. Options that all commands share are listed once, at the
/// start.
fn section(command: &Command) -> io::Result<String> {
    let own = command.clone().mut_args(|arg| {
        let is_listed = arg.is_global_set() || arg.get_id() == "help";
        arg.hide(is_listed)
    });
    let manual = Man::new(own);
    let mut parts = Vec::new();
    manual.render_synopsis_section(&mut parts)?;
    manual.render_description_section(&mut parts)?;
    manual.render_options_section(&mut parts)?;
    manual.render_extra_section(&mut parts)?;
    let parts = String::from_utf8_lossy(&parts)
        .replace(".SH EXTRA", ".PP")
        .replace(".SH ", ".SS ");
    Ok(format!(
        ".SH \"PADMA {}\"\n{parts}",
        command.get_name().to_uppercase()
    ))
}
