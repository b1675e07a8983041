//! Known findings, which pass where they are named, and new ones, which fail.

use kit::folder::Folder;

fn book(page: &str) -> Folder {
    let folder = Folder::new("baseline");
    let toml = "title = \"A game\"\nvariant = \"chess\"\n\n[[chapter]]\npages = [\"index.md\"]\n";
    folder.write("content/small/book.toml", toml);
    folder.write("content/small/index.md", page);
    folder
}

/// What was wrong on the first day passes, wherever it stands by now, and what is wrong since fails.
#[test]
fn known_findings_pass_and_new_ones_fail() {
    let folder =
        book("# A\n\n[6 cells](claim:kings).\n\n```claims\nkings = count(reach(king, e1))\n```\n");
    let status = |words: &[&str]| folder.padma(words).status.code();
    assert_eq!(status(&["check"]), Some(1));
    assert_eq!(
        status(&["check", "--write-baseline", "known.json"]),
        Some(1)
    );
    let known = folder.read("known.json");
    assert!(
        known.contains("\"claim\":\"kings\"") && known.contains("\"file\":\"small/index.md\""),
        "{known}"
    );
    let page = "# A\n\nMore.\n\n[6 cells](claim:kings).\n\n```claims\nkings = count(reach(king, e1))\n```\n";
    folder.write("content/small/index.md", page);
    assert_eq!(status(&["check", "--baseline", "known.json"]), Some(0));
    folder.write(
        "content/small/index.md",
        format!("{page}\n[7 cells](claim:count(reach(king,b2))).\n"),
    );
    let output = folder.padma(&["check", "--baseline", "known.json"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("the text says 7") && !said.contains("the text says 6"),
        "{said}"
    );
    assert!(
        said.contains("1 known finding passes, 0 are no longer found"),
        "{said}"
    );
    folder.write("known.json", "[]");
    assert_eq!(status(&["check", "--baseline", "known.json"]), Some(2));
}
