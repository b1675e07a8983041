//! Single keys of a terminal.

/// The key that interrupts a program, Ctrl and C.
pub(super) const INTERRUPT: char = '\x03';

/// While this lives, a terminal gives each key at once, an interrupt too.
pub(super) struct SingleKeys {
    #[cfg(unix)]
    before: Option<rustix::termios::Termios>,
}

#[cfg(unix)]
impl SingleKeys {
    pub(super) fn begin() -> SingleKeys {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let before = tcgetattr(rustix::stdio::stdin()).ok();
        if let Some(mut single) = before.clone() {
            single
                .local_modes
                .remove(LocalModes::ICANON | LocalModes::ISIG);
            // Where it fails, keys come with their lines.
            let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &single);
        }
        SingleKeys { before }
    }
}

#[cfg(unix)]
impl Drop for SingleKeys {
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        if let Some(before) = &self.before {
            let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, before);
        }
    }
}

#[cfg(not(unix))]
impl SingleKeys {
    pub(super) fn begin() -> SingleKeys {
        SingleKeys {}
    }
}
