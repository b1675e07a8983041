//! `serve`: shows books in a browser while they are written.

use std::io::{ErrorKind, IsTerminal};
use std::path::PathBuf;

use clap::Args;

use super::books::{drawings_of, find_book, no_content};
use super::common::{BAD, Common, GOOD, print, print_to_stderr};
use padma_book::judge::Checked;
use padma_book::load::{Session, display_path};
use padma_book::report;
use padma_book::world::{self, open_in_browser, reason};
use padma_serve::{Listener, Served, Terminal, serve};
use padma_text::diag::{Code, Diagnostic};

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// A book: a folder, or its name under the content folder; all books, if none is named
    book: Option<PathBuf>,
    /// The port to listen on; by default a free one
    #[arg(long, default_value_t = 0, hide_default_value = true, value_name = "N")]
    port: u16,
    /// Do not open the site in a browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(args: &ServeArgs, common: &Common) -> u8 {
    serve_books(args, common).unwrap_or_else(|complaint| {
        let mut session = Session::new(&common.content, &[]);
        session.diagnostics.push(*complaint);
        common.complain(&mut session);
        BAD
    })
}

fn serve_books(args: &ServeArgs, common: &Common) -> Result<u8, Box<Diagnostic>> {
    let (served, listener) = prepare(args, common)?;
    let address = listener.address() + &served.start();
    let status = print(&format!("serving {address}\n"));
    if status != GOOD {
        return Ok(status);
    }
    if !args.no_open && !open_in_browser(&address) {
        print_to_stderr("no browser could be started: open the address in one yourself");
    }
    serve(served, listener, &Screen(common)).map_err(|error| {
        let message = format!("files cannot be watched for changes: {}", reason(&error));
        Diagnostic::error(Code::MissingFile, message)
    })?;
    Ok(GOOD)
}

/// Returns what is served, and the listener that it is served on.
fn prepare(args: &ServeArgs, common: &Common) -> Result<(Served, Listener), Box<Diagnostic>> {
    let only = args
        .book
        .as_ref()
        .map(|book| find_book(book, &common.content))
        .transpose()?;
    if only.is_none() {
        match world::books(&common.content) {
            Err(error) => return Err(Box::new(no_content(&common.content, &error))),
            Ok(books) if books.is_empty() => {
                let message = format!("there is no book in `{}`", display_path(&common.content));
                let complaint = Diagnostic::error(Code::MissingFile, message);
                return Err(Box::new(
                    complaint.help("`padma new content/my-game` starts one"),
                ));
            }
            Ok(_) => {}
        }
    }
    let listener = Listener::new(args.port).map_err(|error| {
        let free = "without `--port`, padma takes a free port";
        let (what, help) = match error.kind() {
            ErrorKind::AddrInUse => (
                "is in use: another program is listening on it".to_string(),
                free,
            ),
            ErrorKind::PermissionDenied => (
                "cannot be opened: permission denied".to_string(),
                "ports from 1024 up need no permission; without `--port`, padma takes a free one",
            ),
            _ => (format!("cannot be opened: {error}"), free),
        };
        let message = format!("port {} {what}", args.port);
        Box::new(Diagnostic::error(Code::WrongValue, message).help(help))
    })?;
    Ok((
        Served {
            content: common.content.clone(),
            only,
        },
        listener,
    ))
}

/// The terminal that `serve` was started on.
struct Screen<'a>(&'a Common);

impl Terminal for Screen<'_> {
    fn show(&self, name: &str, session: &mut Session, checked: Option<&Checked>) {
        let drawings = checked
            .map(|checked| drawings_of(checked, session).collect())
            .unwrap_or_default();
        self.0.complain_and_show(session, drawings);
        let colours = self.0.colours(std::io::stdout().is_terminal());
        let line = match checked {
            Some(checked) => report::summary_line(checked, colours),
            None => format!("{name}: cannot be read\n"),
        };
        // If stdout is gone, there is nowhere left to report that.
        print(&line);
    }

    fn say(&self, line: &str) {
        print_to_stderr(line);
    }
}
