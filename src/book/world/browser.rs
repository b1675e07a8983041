//! Opens an address in the reader's browser.

use std::process::{Command, Stdio};
use std::thread;

/// The program and arguments with which the system opens an address.
const OPENER: (&str, &[&str]) = if cfg!(target_os = "macos") {
    ("open", &[])
} else if cfg!(windows) {
    ("rundll32", &["url.dll,FileProtocolHandler"])
} else {
    ("xdg-open", &[])
};

/// Opens an address; false if the system's opener could not be started.
pub fn open_in_browser(address: &str) -> bool {
    let (program, arguments) = OPENER;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    // On some systems the opener ends only when the browser does.
    thread::spawn(move || child.wait());
    true
}
