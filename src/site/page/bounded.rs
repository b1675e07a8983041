//! Limits the work of a book's own templates: counts the rounds of their loops, the size of the
//! values that they make, and their output. Without limits, a loop over numbers alone could run
//! for hours, and a text joined to itself twenty times could fill the memory.

use std::cell::Cell;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use tera::{Error, Kwargs, State, Tera, TeraResult, Value};

/// Maximum rounds of all loops together while one template is rendered.
const MOST_ROUNDS: usize = 1_000_000;
/// Maximum bytes of output while one template is rendered.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// Maximum bytes of one value that a template makes. A part that it contains twice counts twice.
const MOST_IN_VALUE: usize = MOST_BYTES;
/// Maximum bytes of all values together that a template handles while it is rendered.
const MOST_HANDLED: usize = 256 * 1024 * 1024;
/// The limits for all of a book's templates on all its pages, as a multiple of the limits for one
/// rendering.
const MOST_IN_BOOK: usize = 8;
/// The bytes counted for each item of a list, in addition to its text.
const ITEM: usize = 40;
/// Maximum nesting depth of lists.
const MAX_DEPTH: usize = 64;

thread_local! {
    static ROUNDS: Cell<usize> = const { Cell::new(0) };
    static HANDLED: Cell<usize> = const { Cell::new(0) };
}

/// Registers the functions and filters that count.
pub(super) fn prepare(engine: &mut Tera) {
    engine.register_function("_round", |_: Kwargs, _: &State| {
        count_rounds(1).map(|()| "")
    });
    engine.register_function("range", range);
    engine.register_filter("_held", |value: Value, _: Kwargs, _: &State| {
        let size = size(&value, MAX_DEPTH)?;
        if size > MOST_IN_VALUE {
            return Err(Error::message(format!(
                "a value has more than {MOST_IN_VALUE} bytes"
            )));
        }
        Ok(value)
    });
    for (name, growth) in GROWING {
        engine.register_filter(
            format!("_{name}"),
            move |value: Value, arguments: Kwargs, _: &State| {
                let size = growth(&value, &arguments)?;
                count_bytes(size)?;
                if size > MOST_IN_VALUE {
                    return Err(Error::message(format!(
                        "`{name}` makes more than {MOST_IN_VALUE} bytes"
                    )));
                }
                Ok(value)
            },
        );
    }
}

/// The filters whose result may be many times longer than their input, each with a function that
/// estimates the bytes that it adds.
pub(super) const GROWING: [(&str, Growth); 4] = [
    ("replace", |value, arguments| {
        let (from, to) = (
            arguments.must_get::<&str>("from")?,
            arguments.must_get::<&str>("to")?,
        );
        let text = value.as_str().unwrap_or_default();
        Ok(text
            .matches(from)
            .count()
            .saturating_mul(to.len())
            .saturating_add(text.len()))
    }),
    ("join", |value, arguments| {
        let separator = arguments.get::<&str>("sep")?.map_or(0, str::len);
        Ok(value.len().unwrap_or(0).saturating_mul(separator))
    }),
    ("indent", |value, arguments| {
        let width = arguments.get::<usize>("width")?.unwrap_or(4);
        Ok(value
            .as_str()
            .unwrap_or_default()
            .lines()
            .count()
            .saturating_mul(width))
    }),
    ("split", |value, arguments| {
        let separator = arguments.must_get::<&str>("pat")?;
        Ok(value
            .as_str()
            .unwrap_or_default()
            .matches(separator)
            .count()
            .saturating_mul(ITEM))
    }),
];
type Growth = fn(&Value, &Kwargs) -> TeraResult<usize>;

/// Returns the bytes of a value, and counts them as handled.
fn size(value: &Value, depth: usize) -> TeraResult<usize> {
    if depth == 0 {
        return Err(Error::message(format!(
            "lists are nested more than {MAX_DEPTH} deep"
        )));
    }
    let own = ITEM + value.as_str().map_or(0, str::len);
    count_bytes(own)?;
    let items = value.as_array().into_iter().flatten();
    let values = value.as_map().into_iter().flat_map(|map| map.values());
    items
        .chain(values)
        .try_fold(own, |all, item| Ok(all + size(item, depth - 1)?))
}

fn count_bytes(bytes: usize) -> TeraResult<()> {
    let all = HANDLED.get().saturating_add(bytes);
    HANDLED.set(all);
    if all > MOST_HANDLED {
        return Err(Error::message(format!(
            "it handles more than {MOST_HANDLED} bytes"
        )));
    }
    Ok(())
}

fn count_rounds(rounds: usize) -> TeraResult<()> {
    let all = ROUNDS.get().saturating_add(rounds);
    ROUNDS.set(all);
    if all > MOST_ROUNDS {
        return Err(Error::message(format!(
            "its loops run more than {MOST_ROUNDS} times in all"
        )));
    }
    Ok(())
}

/// Returns the numbers from `start` up to, but not including, `end`; each counts as a round.
fn range(arguments: Kwargs, _: &State) -> TeraResult<Vec<i64>> {
    let start = arguments.get::<i64>("start")?.unwrap_or(0);
    let end = arguments.must_get::<i64>("end")?;
    let step = arguments.get::<i64>("step_by")?.unwrap_or(1);
    let step = usize::try_from(step).ok().filter(|step| *step > 0);
    let step = step.ok_or_else(|| Error::message("`step_by` must be above 0"))?;
    let length = usize::try_from(end.saturating_sub(start))
        .unwrap_or(0)
        .div_ceil(step);
    count_rounds(length)?;
    Ok((start..end).step_by(step).collect())
}

/// The work that a book's templates have done on its pages so far.
#[derive(Debug, Default)]
pub(super) struct BookUse {
    rounds: AtomicUsize,
    handled: AtomicUsize,
}

impl BookUse {
    /// Resets the counts.
    pub(super) fn begin(&self) {
        self.rounds.store(0, Ordering::Relaxed);
        self.handled.store(0, Ordering::Relaxed);
    }

    /// Adds the work of the template that this thread rendered last; returns the reason to stop if
    /// a limit is exceeded.
    pub(super) fn add(&self) -> Option<String> {
        let too_much = |all: &AtomicUsize, own: usize, most: usize| {
            all.fetch_add(own, Ordering::Relaxed).saturating_add(own) > MOST_IN_BOOK * most
        };
        let (rounds, handled) = (ROUNDS.get(), HANDLED.get());
        if too_much(&self.rounds, rounds, MOST_ROUNDS) {
            let most = MOST_IN_BOOK * MOST_ROUNDS;
            return Some(format!(
                "the loops of the book's own templates run more than {most} times over all pages"
            ));
        }
        too_much(&self.handled, handled, MOST_HANDLED).then(|| {
            let most = MOST_IN_BOOK * MOST_HANDLED;
            format!("the book's own templates handle more than {most} bytes over all pages")
        })
    }
}

/// The output of a template so far, up to a limit.
pub(super) struct BoundedOutput {
    bytes: Vec<u8>,
    most: usize,
}

impl BoundedOutput {
    /// Starts an output, and resets this thread's counts. The output of a built-in template is
    /// unbounded.
    pub(crate) fn begin(is_own: bool) -> BoundedOutput {
        ROUNDS.set(0);
        HANDLED.set(0);
        BoundedOutput {
            bytes: Vec::new(),
            most: if is_own { MOST_BYTES } else { usize::MAX },
        }
    }

    pub(crate) fn into_text(self) -> String {
        // The output of a template is text.
        String::from_utf8(self.bytes).unwrap_or_default()
    }

    /// Returns the message for an output that is longer than the limit; `None` if it is not.
    pub(crate) fn overflow(&self) -> Option<String> {
        (self.bytes.len() > self.most)
            .then(|| format!("its output is longer than {MOST_BYTES} bytes"))
    }
}

impl Write for &mut BoundedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > self.most {
            Err(io::ErrorKind::StorageFull.into())
        } else {
            Ok(bytes.len())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
