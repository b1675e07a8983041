//! The program that web pages run is committed, compiled. This says when its sources have changed since.

use std::fs;

use kit::engine::source_digest;
use kit::folder::root;

#[test]
fn the_page_has_the_program_of_these_sources() {
    let script = fs::read_to_string(root().join("templates/engine.js")).unwrap();
    let first = script.lines().next().unwrap();
    let (_, digest) = first.rsplit_once(' ').unwrap();
    assert_eq!(
        digest,
        format!("{}.", source_digest()),
        "templates/engine.js is compiled from other sources: run .ci/engine"
    );
}
