//! The extension for VS Code: its types fit together, and it becomes a package that an editor can install.

use std::fs;
use std::path::Path;
use std::process::Command;

use kit::browser::installed;
use kit::folder::{Folder, root};
use serde_json::Value;

/// Runs a script of the extension's `package.json`.
fn run(folder: &Path, script: &str, words: &[&str]) -> String {
    let run = Command::new("npm")
        .current_dir(folder)
        .args(["run", script, "--"])
        .args(words)
        .output();
    let run =
        run.unwrap_or_else(|error| panic!("npm cannot be started ({error}): run .ci/browser"));
    let [said, wrong] =
        [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(run.status.success(), "{script}: {said}{wrong}");
    said
}

#[test]
fn the_extension_compiles_and_can_be_packaged() {
    let folder = root().join("editors/vscode");
    assert!(
        installed(&folder),
        "run .ci/browser, which installs what the extension is made of"
    );
    run(&folder, "check", &[]);
    run(&folder, "compile", &[]);
    let scratch = Folder::new("vsix");
    let package = scratch.path("padma.vsix");
    let said = run(&folder, "package", &["-o", package.to_str().unwrap()]);
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("package.json")).unwrap()).unwrap();
    for part in [
        "extension.js",
        "blocks.json",
        "vscode-languageclient",
        "readme.md",
    ] {
        assert!(said.contains(part), "no {part} in the package:\n{said}");
    }
    assert!(
        !said.contains("extension.ts") && fs::metadata(&package).unwrap().len() < 1_000_000,
        "{said}"
    );
    for contributed in ["/contributes/grammars/0/path", "/main"] {
        let path = manifest
            .pointer(contributed)
            .and_then(Value::as_str)
            .unwrap();
        assert!(folder.join(path).is_file(), "{path}");
    }
    assert_eq!(
        manifest["version"],
        env!("CARGO_PKG_VERSION"),
        "the extension is the program's"
    );
}
