//! The day on which somebody reads. Nothing that is built depends on it.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the time in seconds since 1970.
pub fn seconds_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_secs())
}
