//! What publishes books: the script, the workflow that calls it, and what the crate holds.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use kit::folder::{Folder, program, root};

/// A repository with one small book, of which the script is asked.
fn repository() -> Folder {
    let folder = Folder::new("publishing");
    folder.ask(&["new", "--like", "lotus", "content/pond"]);
    git(&folder, &["init", "-q"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "a book"]);
    folder
}

fn git(folder: &Folder, words: &[&str]) {
    let mut command = Command::new("git");
    let quiet = command
        .args(["-c", "user.name=A", "-c", "user.email=a@b.c"])
        .args(words);
    assert!(
        quiet
            .current_dir(folder.top())
            .output()
            .unwrap()
            .status
            .success(),
        "{words:?}"
    );
}

fn publish(folder: &Folder, base: &str) -> Output {
    publish_at(folder, base, "/books/")
}

fn publish_at(folder: &Folder, base: &str, path: &str) -> Output {
    Command::new("bash")
        .arg(root().join("docs/publishing/publish.sh"))
        .current_dir(folder.top())
        .env("PADMA", program().get_program())
        .env("BASE", base)
        .env("SITE_PATH", path)
        .env("GITHUB_STEP_SUMMARY", folder.path("summary.md"))
        .output()
        .unwrap()
}

#[test]
fn the_script_compares_builds_and_lays_out_a_site() {
    let folder = repository();
    // The revision before a new branch's first push.
    let first = publish(&folder, "0000000000000000000000000000000000000000");
    assert!(
        first.status.success() && !folder.path("changes.md").exists(),
        "{first:?}"
    );
    let site = |path: &str| folder.read(&format!("site/{path}"));
    assert!(site("index.html").contains("pond/index.html") && site(".nojekyll").is_empty());
    assert!(site("404.html").contains("<a href=\"/books/index.html\">"));
    assert!(folder.path("site/pond/index.html").is_file());

    let toml = folder
        .read("content/pond/pond.toml")
        .replace("leap 2 along X, Y, Z", "leap 2 along X, Y");
    folder.write("content/pond/pond.toml", toml);
    let before = site("pond/index.html");
    let refused = publish(&folder, "HEAD");
    let said = String::from_utf8_lossy(&refused.stdout).into_owned();
    assert_eq!(
        refused.status.code(),
        Some(1),
        "a claim of the Frog's fails: {refused:?}"
    );
    assert!(
        said.contains("::error file=content/pond/pieces/frog.md,line="),
        "{said}"
    );
    assert!(
        folder
            .read("changes.md")
            .contains("- The Frog lost cells from"),
        "{}",
        folder.read("changes.md")
    );
    let changes = folder.read("changes.md");
    assert_eq!(folder.read("summary.md"), changes);
    assert_eq!(site("pond/index.html"), before, "the site of before stands");

    let unknown = publish(&folder, "origin/main");
    let said = String::from_utf8_lossy(&unknown.stdout).into_owned();
    assert!(
        said.contains("::warning::what differs from origin/main cannot be said"),
        "{said}"
    );
    assert!(
        !folder.path("changes.md").exists(),
        "what was said of another revision goes"
    );
    assert_eq!(folder.read("summary.md"), changes, "and is not said again");

    for path in ["/\"><script>", "books", "//example.org/"] {
        let refused = publish_at(&folder, "", path);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            refused.status.code() == Some(2) && said.contains("expected the path of an address"),
            "{said}"
        );
    }
    // What another wrote stays.
    for file in ["index.html", "404.html"] {
        let folder = repository();
        folder.write(&format!("site/{file}"), "another's");
        let refused = publish(&folder, "");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            refused.status.code() == Some(2) && said.contains("was not written by a build"),
            "{said}"
        );
        assert_eq!(folder.read(&format!("site/{file}")), "another's");
    }
}

/// The actions that a workflow uses, each of which must be pinned, and what its jobs may write.
fn pinned_and_written(path: &str) -> (usize, Vec<String>) {
    let workflow = fs::read_to_string(root().join(path)).unwrap();
    let uses = workflow
        .lines()
        .filter_map(|line| line.split("uses: ").nth(1));
    let mut used = 0;
    for line in uses {
        let (action, version) = line
            .split_once(" # v")
            .unwrap_or_else(|| panic!("{line}: which version is that?"));
        let sum = action.split_once('@').unwrap().1;
        assert!(
            sum.len() == 40 && sum.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{line}"
        );
        assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{line}");
        used += 1;
    }
    let written = workflow.lines().map(str::trim);
    let written = written.filter(|line| line.ends_with(": write"));
    (used, written.map(str::to_string).collect())
}

#[test]
fn the_workflows_pin_what_they_run_and_may_do_little() {
    for (path, used, written) in [
        (
            "docs/publishing/rulebooks.yml",
            4,
            &["pages: write", "id-token: write"][..],
        ),
        (".github/workflows/ci.yml", 1, &[]),
        (".github/workflows/release.yml", 3, &["contents: write"]),
    ] {
        let written: Vec<String> = written.iter().map(ToString::to_string).collect();
        assert_eq!(pinned_and_written(path), (used, written), "{path}");
    }
    let workflow = fs::read_to_string(root().join("docs/publishing/rulebooks.yml")).unwrap();
    // There is no release, and a name that nobody has registered may become anybody's: the author says from where it is
    // installed.
    let installs = workflow
        .lines()
        .filter_map(|line| line.trim().strip_prefix("run: cargo install"));
    let installs: Vec<&str> = installs.collect();
    assert_eq!(installs.len(), 1, "{workflow}");
    let run = |repository: &str, revision: &str| {
        let mut shell = Command::new("bash");
        shell.args(["-c", &format!("echo {}", installs[0])]);
        shell.envs([
            ("PADMA_REPOSITORY", repository),
            ("PADMA_REVISION", revision),
        ]);
        let ran = shell.output().unwrap();
        (ran.status.success(), String::from_utf8(ran.stdout).unwrap())
    };
    assert!(!run("", "").0 && !run("https://example.org/padma", "").0);
    let (is_run, words) = run("https://example.org/padma", "0123");
    assert!(
        is_run && words == "--locked --git https://example.org/padma --rev 0123 padma\n",
        "{words}"
    );
}

/// Runs the script that packs the programs of a release.
fn archive(words: &[&str], archives: &str) -> Output {
    let mut script = Command::new("bash");
    script.arg(root().join(".ci/archive")).args(words);
    script.env("ARCHIVES", archives).output().unwrap()
}

#[test]
fn an_archive_of_a_release_is_named_and_laid_out_as_binstall_looks_for_it() {
    let folder = Folder::new("archive");
    let built = Path::new(program().get_program())
        .parent()
        .unwrap()
        .to_path_buf();
    let packed = archive(
        &["x86_64-unknown-linux-gnu", built.to_str().unwrap()],
        folder.top().to_str().unwrap(),
    );
    assert!(packed.status.success(), "{packed:?}");
    let name = format!(
        "padma-x86_64-unknown-linux-gnu-v{}",
        env!("CARGO_PKG_VERSION")
    );
    let unpacked = Command::new("tar")
        .current_dir(folder.top())
        .args(["-xzf", &format!("{name}.tgz")])
        .status();
    assert!(unpacked.unwrap().success());
    let said = Command::new(folder.path(format!("{name}/padma")))
        .arg("--version")
        .output();
    let said = String::from_utf8(said.unwrap().stdout).unwrap();
    assert_eq!(said, format!("padma {}\n", env!("CARGO_PKG_VERSION")));
    assert!(folder.path(format!("{name}/LICENSE-MIT")).is_file());
}

#[test]
fn a_tag_is_released_only_if_the_version_and_the_address_are_those_of_the_project() {
    let version = concat!("v", env!("CARGO_PKG_VERSION"));
    let address = env!("CARGO_PKG_REPOSITORY");
    for (tag, address, complaint) in [
        (version, address, None),
        (
            "v99.0.0",
            address,
            Some("the tag is v99.0.0, and the version"),
        ),
        (
            version,
            "https://example.org/other",
            Some("this is https://example.org/other"),
        ),
    ] {
        let asked = archive(&["--ready", tag, address], "");
        assert_eq!(asked.status.success(), complaint.is_none(), "{asked:?}");
        let said = String::from_utf8(asked.stderr).unwrap();
        assert!(said.contains(complaint.unwrap_or("")), "{said}");
    }
}

#[test]
fn the_crates_hold_what_they_are_built_from_and_nothing_else() {
    // A file that a crate embeds, or that says what it is; and the folders it consists of.
    let crates: [(&str, &[&str], &[&str]); 7] = [
        (
            "padma",
            &[
                "Cargo.lock",
                "LICENSE-MIT",
                "LICENSE-APACHE",
                "README.md",
                "CHANGELOG.md",
                "src/main.rs",
                "content/pond/pond.toml",
            ],
            &["src", "docs", "content"],
        ),
        (
            "padma-templates",
            &["page.html", "pdf/book.typ"],
            &["pdf", "serve", "typefaces"],
        ),
        (
            "padma-variant",
            &["chess.toml", "named/library.toml"],
            &[
                "describe",
                "difference",
                "form",
                "kinds",
                "likeness",
                "named",
                "resolve",
                "toml",
            ],
        ),
        (
            "padma-exchange",
            &["fairy/builtin.ini"],
            &["diagram", "fairy"],
        ),
        (
            "padma-expr",
            &[],
            &[
                "describe",
                "functions",
                "lower",
                "movement",
                "resolve",
                "syntax",
            ],
        ),
        ("padma-words", &["en/movement.txt"], &["en"]),
        (
            "padma-picture",
            &["backend/pdf/fonts/DejaVuSansMono.ttf"],
            &["backend", "scene"],
        ),
    ];
    for (name, embedded, folders) in crates {
        let listed = Command::new(env!("CARGO"))
            .current_dir(root())
            .args([
                "package",
                "--list",
                "--allow-dirty",
                "--offline",
                "--package",
                name,
            ])
            .output()
            .unwrap();
        let said = String::from_utf8(listed.stdout).unwrap();
        let files: Vec<&str> = said.lines().collect();
        for wanted in embedded {
            let error = String::from_utf8_lossy(&listed.stderr);
            assert!(
                files.contains(wanted),
                "{name}: {wanted} is missing: {error}"
            );
        }
        let belongs = |path: &str| match path.split_once('/') {
            Some((folder, _)) => folders.contains(&folder),
            None => !path.ends_with(".sh"),
        };
        let others: Vec<&&str> = files.iter().filter(|path| !belongs(path)).collect();
        assert!(others.is_empty(), "{name}: {others:?}");
    }
}

/// MIT asks for its text with each copy, and whoever takes one crate has no other's.
#[test]
fn each_crate_packs_its_licences() {
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml"))
        .unwrap()
        .parse()
        .unwrap();
    let members = manifest["workspace"]["default-members"].as_array().unwrap();
    assert!(members.len() > 12, "{members:?}");
    for member in members {
        let folder = root().join(member.as_str().unwrap());
        let listed = Command::new(env!("CARGO"))
            .current_dir(&folder)
            .args(["package", "--list", "--allow-dirty", "--offline"])
            .output()
            .unwrap();
        let said = String::from_utf8(listed.stdout).unwrap();
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(said.lines().any(|file| file == licence), "{member}: {said}");
            // A link is packed as what it leads to.
            let own = fs::read_to_string(folder.join(licence)).unwrap();
            let text = fs::read_to_string(root().join(licence)).unwrap();
            assert_eq!(own, text, "{member}");
        }
    }
}
