//! Shows the progress of long work: one line on a terminal's stderr, rewritten as it goes on and
//! removed at the end. It reads the clock, but no output depends on that.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use padma_book::load::Watcher;

/// Work that takes less time than this shows no line.
const FIRST_DELAY: Duration = Duration::from_millis(500);
/// The time between updates of the line.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// A display of progress on a terminal, or none.
#[derive(Debug)]
pub(crate) struct Progress {
    /// The line; `None` if progress is not shown.
    line: Option<Mutex<ProgressLine>>,
    start: Instant,
}

impl Progress {
    /// Starts the clock. If `shown`, progress is written to stderr.
    pub(crate) fn new(shown: bool) -> Progress {
        let line = shown.then(|| Mutex::new(ProgressLine::default()));
        Progress {
            line,
            start: Instant::now(),
        }
    }

    fn change(&self, change: impl FnOnce(&mut ProgressLine, Duration) -> Option<String>) {
        let Some(line) = &self.line else { return };
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = change(&mut line, self.start.elapsed()) {
            let mut stderr = std::io::stderr().lock();
            // An error is ignored: without stderr, progress need not be shown.
            let _ = stderr
                .write_all(text.as_bytes())
                .and_then(|()| stderr.flush());
        }
    }
}

impl Watcher for Progress {
    fn begin(&self, doing: &'static str, total: usize) {
        self.change(|line, _| {
            (line.doing, line.done, line.total) = (doing, 0, total);
            None
        });
    }

    fn step(&self) {
        self.change(ProgressLine::step);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.change(|line, _| line.clear());
    }
}

/// The content of the line, and when it was last written.
#[derive(Debug, Default)]
struct ProgressLine {
    doing: &'static str,
    done: usize,
    total: usize,
    shown: Option<Duration>,
}

/// Moves to the start of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

impl ProgressLine {
    /// Counts a step, `elapsed` after the start. Returns the text to print, if an update is due.
    fn step(&mut self, elapsed: Duration) -> Option<String> {
        self.done += 1;
        let due = self
            .shown
            .map_or(FIRST_DELAY, |shown| shown + UPDATE_INTERVAL);
        if elapsed < due {
            return None;
        }
        self.shown = Some(elapsed);
        Some(format!(
            "{CLEAR}{} {} of {}",
            self.doing, self.done, self.total
        ))
    }

    fn clear(&mut self) -> Option<String> {
        self.shown.take().map(|_| CLEAR.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> ProgressLine {
        ProgressLine {
            doing: "drawing",
            total: 43,
            ..ProgressLine::default()
        }
    }

    /// Returns what is printed after steps at these milliseconds, and at the end.
    fn printed(steps: &[u64]) -> (Vec<Option<String>>, Option<String>) {
        let mut line = line();
        let steps = steps
            .iter()
            .map(|ms| line.step(Duration::from_millis(*ms)))
            .collect();
        (steps, line.clear())
    }

    #[test]
    fn short_work_shows_nothing() {
        assert_eq!(printed(&[0, 100, 499]), (vec![None, None, None], None));
    }

    #[test]
    fn long_work_is_shown_at_a_calm_pace_and_leaves_no_trace() {
        let (steps, end) = printed(&[100, 500, 550, 600]);
        let shown = |done: usize| Some(format!("\r\x1b[Kdrawing {done} of 43"));
        assert_eq!(steps, [None, shown(2), None, shown(4)]);
        assert_eq!(end, Some("\r\x1b[K".to_string()));
    }
}
