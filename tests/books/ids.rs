//! Ids are unique in every file that is written, whatever gives them and whatever an author calls it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use kit::folder::{Folder, files};
use zip::ZipArchive;

const VARIANT: &str = r#"title = "V"

[board]
kind = "grid"
files = 4
ranks = 4

[setup]
fen = "k3/4/4/K3"

[[piece]]
id = "king"
letter = "K"
royal = true
movement = "step contiguous"

[[piece]]
id = "king-title"
letter = "L"
movement = "slide orthogonal"

[[piece]]
id = "w-king"
letter = "M"
name = "King-title"
movement = "slide diagonal"
"#;

/// A variant whose pieces and board share their names with parts of the other.
const OTHER: &str = r#"title = "W"
extends = "v"
without = ["setup", "piece king-title", "piece w-king"]

[[piece]]
id = "title"
letter = "T"
name = "King title"
movement = "step diagonal"
"#;

const THINGS: &str = r#"# The front

See [4](claim:x), [4](claim:x), [a note](#setup)[^setup] and [another][^Setup], and [no claim][^Contents].

[^setup]: A note with [16](claim:count(cells)) cells.
[^contents]: Another.

```diagram x "A figure"
white K king a1
x = reach(K)
source x: a2 b1
erratum x: b2 -- the source says so
```

```diagram x-title "A figure"
white K king a1
x = reach(K)
```

```piece king
```

```piece king
```

```game x "A game"
1. Kb1 Kb4
```

```game x_10b "A game"
1. Kb1 Kb4 2. Ka1 Ka4 3. Kb1 Kb4 4. Ka1 Ka4 5. Kb1 Kb4 6. Ka1 Ka4 7. Kb1 Kb4 8. Ka1 Ka4 9. Kb1 Kb4 10. Ka1 Ka4
```

```claims
x = count(rank(1))
```

## Setup

## 1

## X 1

## ä
"#;

/// What stands between a text and the next quotation mark, wherever the text is.
fn quoted<'a>(html: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    html.split(before)
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
}

/// Returns the pages that a build has written, by path: those of the site, the single file and those in the e-book.
fn pages(folder: &Folder) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    for (path, bytes) in files(&folder.path("out")) {
        if path.ends_with(".epub") {
            let mut book = ZipArchive::new(Cursor::new(bytes)).unwrap();
            for place in 0..book.len() {
                let mut file = book.by_index(place).unwrap();
                let name = file.name().unwrap().into_owned();
                if name.ends_with("html") || name.ends_with("opf") {
                    let mut text = String::new();
                    file.read_to_string(&mut text).unwrap();
                    pages.insert(format!("{path}/{name}"), text);
                }
            }
        } else if path.ends_with(".html") {
            pages.insert(path, String::from_utf8(bytes).unwrap());
        }
    }
    pages
}

/// Returns the ids of a page, outside of its scripts.
fn ids(html: &str) -> Vec<&str> {
    let apart = html
        .split("<script")
        .map(|part| part.split_once("</script>").map_or(part, |(_, rest)| rest));
    apart.flat_map(|part| quoted(part, " id=\"")).collect()
}

/// Panics if an id stands twice in a file, or if a link within a file leads to no id.
fn assert_unique(pages: &BTreeMap<String, String>) {
    for (path, html) in pages {
        let all = ids(html);
        let known: BTreeSet<&str> = all.iter().copied().collect();
        let twice: Vec<&str> = known
            .iter()
            .copied()
            .filter(|id| all.iter().filter(|one| *one == id).count() > 1)
            .collect();
        assert!(twice.is_empty(), "{path}: {twice:?}");
        for target in
            quoted(html, "href=\"#").filter(|target| !target.is_empty() && !target.contains('='))
        {
            let target = padma_text::percent_decoded(target);
            assert!(known.contains(&*target), "{path}: #{target}");
        }
    }
}

fn write(folder: &Folder, more: &str) {
    let book = "title = \"T\"\nvariant = \"v\"\n[[source]]\ntitle = \"S\"\n[[chapter]]\npages = [\"index.md\", \"Text.md\", \"comparer.md\"]\n";
    folder.write("content/t/book.toml", book);
    folder.write("content/t/v.toml", VARIANT);
    folder.write("content/t/w.toml", OTHER);
    folder.write("content/t/index.md", format!("{THINGS}{more}"));
    for page in ["Text", "comparer"] {
        folder.write(
            &format!("content/t/{page}.md"),
            "# Boards\n\n```piece king\n```\n",
        );
    }
    let built = folder.padma(&["build", "--no-png", "--also", "epub,single", "--out", "out"]);
    let said = String::from_utf8_lossy(&built.stderr);
    assert_eq!(built.status.code(), Some(0), "{said}");
}

#[test]
fn no_id_stands_twice_whatever_things_are_called() {
    let folder = Folder::new("ids");
    write(&folder, "");
    let plain = pages(&folder);
    assert_unique(&plain);
    // Headings, footnotes and figures that are called what the page has already.
    let taken: BTreeSet<String> = plain
        .values()
        .flat_map(|html| ids(html))
        .map(str::to_string)
        .collect();
    assert!(taken.len() > 100, "{taken:?}");
    let things = |(number, id): (usize, &String)| {
        let is_name = id
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
            && id.starts_with(|c: char| c.is_ascii_alphabetic());
        // On some systems two files whose names differ only in case are one.
        let figure = match is_name && id.to_lowercase() == *id && !["x", "x-title"].contains(&&**id)
        {
            true => format!("```diagram {id}\nwhite K king a1\n```\n"),
            false => String::new(),
        };
        format!("\n## `{id}`\n\nA note.[^{id}]\n\n[^{id}]: It is number {number}.\n\n{figure}")
    };
    let more: String = taken.iter().enumerate().map(things).collect();
    write(&folder, &more);
    assert_unique(&pages(&folder));
}
