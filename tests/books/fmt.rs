//! `padma fmt`: what it lays out, what it leaves alone, and that only blanks change.

use std::collections::BTreeMap;
use std::path::Path;

use kit::folder::{Folder, content, fed, padma, root, texts};
use kit::random::Random;
use serde_json::Value;

const BOARD: &str = "[board]\nkind = \"grid\"\nfiles = 5\nranks = 5\n";

/// A folder with a book of one page.
fn book(page: &str) -> Folder {
    let folder = Folder::new("fmt");
    folder.write(
        "content/pond/book.toml",
        "title = \"Pond\"\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    folder.write("content/pond/pond.toml", BOARD);
    folder.write("content/pond/index.md", page);
    folder
}

const PAGE: &str = "content/pond/index.md";

/// What comes over the standard output, the standard error and the status, of a text piped through.
fn piped(folder: &Folder, name: &str, text: &str) -> (String, String, Option<i32>) {
    let output = fed(&mut folder.command(&["fmt", "--stdin", name]), text);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

/// Each line as it is written, and as it is laid out.
const LAID_OUT: &str = r#"
# A page

Prose  stays ,as it is: [9 cells](<claim:count( reach(rook,g4)|{a1} )>), [4](claim:f(a,b)), `claim:a|b`.
---
# A page

Prose  stays ,as it is: [9 cells](<claim:count(reach(rook, g4) | {a1})>), [4](claim:f(a,b)), `claim:a|b`.
===
```claims
# A  comment stays
kn=count( reach(knight,c4) )
    depends "X  and Z" 3 ;"Z only" count(reach(knight,c4)-{g4})
haxxaba   =  4   source 5    # why  not
  erratum "the  source counts" 

   # within
b = 1
toad = {c in cells where c=a1
 or c = b1}
a-name-that-is-long = unchecked   "history"
```
---
```claims
# A  comment stays
kn      = count(reach(knight, c4))
          depends "X  and Z" 3; "Z only" count(reach(knight, c4) - {g4})
haxxaba = 4    source 5    # why  not
          erratum "the  source counts"

   # within
b    = 1
toad = {c in cells where c = a1
       or c = b1}
a-name-that-is-long = unchecked "history"
```
===
```claims
l-king = letter(king) source "K"
l-rook  = letter(rook)  source   "R"
l-all  = all p in pieces: letter(p) != "" and letter(p) != "K"   source true
n = 5
m = count(cells)      source 25
    erratum {a1,b1}
     "a1 and b1 are left out"
```
---
```claims
l-king = letter(king)    source "K"
l-rook = letter(rook)    source "R"
l-all  = all p in pieces: letter(p) != "" and letter(p) != "K"    source true
n      = 5
m      = count(cells)    source 25
         erratum {a1, b1}
                 "a1 and b1 are left out"
```
===
> - ```diagram  K1   "A  King"
>     white  K  king   "c3"
>
>   # note:  x
>   x=reach( K )|{a1}  --  where  [3](<claim:count( reach(K) )>)
>   source  x :a1,b1   c1
>   erratum x:b1   --   the  reason
>   ```
---
> - ```diagram  K1   "A  King"
>   white K king "c3"
>
>   # note:  x
>   x = reach(K) | {a1} -- where  [3](<claim:count(reach(K))>)
>   source x: a1, b1 c1
>   erratum x: b1 -- the  reason
>   ```
===
```diagram D "Drawn"
white   K king
drawing
  a   b  
# 5   |
```
---
```diagram D "Drawn"
white K king
drawing
  a   b  
# 5   |
```
===
```game g "A game"
variant   chess
1.  e4   e5 {a  comment  
 goes   on}  2. f4 ;  a  remark
 %  kept   so
[White  "A  B"]
erratum  1   black :check sign  +  --  the  proof
```
---
```game g "A game"
variant chess
1. e4 e5 {a  comment  
 goes   on} 2. f4 ;  a  remark
 %  kept   so
[White "A  B"]
erratum 1 black: check sign + -- the  proof
```
===
```combinations
# of  two
Two  axes=ferz   wazir
```
---
```combinations
# of  two
Two  axes = ferz wazir
```
===
```rust
let a=[1,2]; // claim:count( a )
```
---
```rust
let a=[1,2]; // claim:count( a )
```
===
```claims
t = same( rook,says " slide  along X ,Y;step Z " )
b = same(rook,betza "m  R")
```
---
```claims
t = same(rook, says "slide along X, Y; step Z")
b = same(rook, betza "m  R")
```
"#;

#[test]
fn pages_are_laid_out_in_one_way() {
    let folder = Folder::new("fmt-lines");
    for case in LAID_OUT.split("===\n") {
        let (old, new) = case.trim_start_matches('\n').split_once("---\n").unwrap();
        for (old, new) in [
            (old.to_string(), new.to_string()),
            // What is laid out stays so.
            (new.to_string(), new.to_string()),
            (old.replace('\n', "\r\n"), new.replace('\n', "\r\n")),
            (
                format!("\u{feff}{}", old.trim_end()),
                format!("\u{feff}{}", new.trim_end()),
            ),
        ] {
            assert_eq!(
                piped(&folder, "page.md", &old),
                (new, String::new(), Some(0)),
                "{old}"
            );
        }
    }
}

#[test]
fn sentences_of_variants_are_laid_out_within_their_strings() {
    let folder = Folder::new("fmt-variant");
    let old = "[[piece]]\nid   = \"toad\"\nmovement   = \"step  X ,Y;  leap 2 along X\"\n\
               [[piece]]\nid = \"newt\"\nmovement = \"\"\"\n   toad;\n  step   Z\"\"\"\n\
               [[piece]]\nid = \"frog\"\nmovement = \"step \\u0058 ,Y\"\n[[piece]]\nid = \"b\"\nbetza = \"W  F\"\n";
    let new = old
        .replace("step  X ,Y;  leap", "step X, Y; leap")
        .replace("step   Z", "step Z")
        .replace("58 ,Y", "58, Y");
    assert_eq!(
        piped(&folder, "pond.toml", old),
        (new, String::new(), Some(0))
    );
    let other = "title = \"a  ,b\"\nmovement = \"step  X\"\n";
    assert_eq!(piped(&folder, "book.toml", other).0, other);
}

#[test]
fn a_block_with_a_mistake_is_left_alone_and_complained_of() {
    let broken = "```claims\na=1\nb = count((cells)\n```\n";
    let sound = "```claims\nc=count( cells )\n```\n";
    let page = |sound: &str| {
        let noted = "```diagram D \"T\"\nwhite  K\nx = f(  -- [1](<claim:f( 1 )>)\n```\n";
        format!("# P\n\n{broken}\n{sound}\n{noted}\n[1](<claim:1|>) [1](<claim:1|2>)\n")
    };
    let folder = book(&page(sound));
    let checked = String::from_utf8(folder.padma(&["check"]).stderr).unwrap();
    let output = folder.padma(&["fmt"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!("formatted {PAGE}\n")
    );
    let laid_out =
        page("```claims\nc = count(cells)\n```\n").replace("<claim:1|2>", "<claim:1 | 2>");
    assert_eq!(folder.read(PAGE), laid_out);
    // As a check complains of them.
    for complaint in stderr
        .split("\n\n")
        .filter(|complaint| !complaint.trim().is_empty())
    {
        assert!(
            checked.contains(complaint.trim()),
            "{complaint}\n\n{checked}"
        );
    }
    assert!(
        stderr.contains("index.md:5:18") && stderr.contains("index.md:13:1"),
        "{stderr}"
    );
}

#[test]
fn lines_may_end_as_old_programs_ended_them() {
    let page = "# P\n\n```claims\na=count( cells )\n```\n\n[25](claim:a) and [24](claim:a)\n";
    let judged = |page: &str| {
        let folder = book(page);
        let said = String::from_utf8(folder.padma(&["check"]).stderr).unwrap();
        folder.ask(&["fmt"]);
        (said, folder.read(PAGE))
    };
    let (said, laid_out) = judged(page);
    assert!(
        said.contains("the text says 24, the rules give 25")
            && laid_out.contains("a = count(cells)\n")
    );
    assert_eq!(judged(&page.replace('\n', "\r")), (said, laid_out));
}

#[test]
fn a_check_shows_what_would_change_and_changes_nothing() {
    let page = "# P\n\n[1](<claim:1|1>)\n\n```claims\na=1\nb=2\n\nc = 3\n```\n";
    let folder = book(page);
    let output = folder.padma(&["fmt", "--check", "pond"]);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stdout),
        format!(
            "{PAGE}:3\n  - [1](<claim:1|1>)\n  + [1](<claim:1 | 1>)\n\
             {PAGE}:6\n  - a=1\n  - b=2\n  + a = 1\n  + b = 2\n"
        )
    );
    assert_eq!(
        text(&output.stderr),
        "1 file is not formatted; `padma fmt` formats it\n"
    );
    assert_eq!(folder.read(PAGE), page);
    assert_eq!(folder.ask(&["fmt"]), format!("formatted {PAGE}\n"));
    // What is laid out is not written again.
    let written = || {
        std::fs::metadata(folder.path(PAGE))
            .unwrap()
            .modified()
            .unwrap()
    };
    let before = written();
    assert_eq!(
        (
            folder.ask(&["fmt"]),
            folder.ask(&["fmt", "--check", "content/pond"])
        ),
        Default::default()
    );
    assert_eq!(written(), before);
    let output = folder.padma(&["fmt", "pnod"]);
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
}

#[test]
fn the_rulebooks_and_those_of_the_tests_are_laid_out() {
    for folder in ["content", "tests/golden"] {
        let output = padma(&["fmt", "--check", "--content", folder]);
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(0),
            "run `padma fmt --content {folder}`:\n{shown}"
        );
    }
}

/// A text with other blanks between the words and signs of its claims and blocks.
fn scrambled(text: &str, random: &mut Random) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut block = None;
    for line in text.split_inclusive('\n') {
        let said = line.trim_start_matches(['>', ' ']);
        if let Some(info) = said.strip_prefix("```") {
            let word = info.split_whitespace().next();
            block = if block.is_some() {
                None
            } else {
                Some(word.unwrap_or("code").to_string())
            };
            out += line;
            continue;
        }
        match block.as_deref() {
            Some("claims" | "diagram") if said.starts_with('#') => out += line,
            Some("claims") => {
                let indent = line.len() - said.len();
                // One blank at least says that a line goes on.
                out += &" ".repeat(if indent == 0 { 0 } else { 1 + random.below(9) });
                out += &respaced(said, random);
            }
            Some("diagram") if said.trim() == "drawing" => {
                block = Some("drawing".to_string());
                out += line;
            }
            // A record and a position have blanks of their own.
            Some("diagram") if said.starts_with("moves ") || said.starts_with("fen ") => {
                out += line
            }
            Some("diagram") => {
                out += &line[..line.len() - said.len()];
                out += &" ".repeat(random.below(3));
                match said.split_once(" -- ") {
                    Some((said, note)) => {
                        out += &format!("{}  --   {note}", respaced(said, random))
                    }
                    None if said.contains('(') || said.contains('=') => {
                        out += &respaced(said, random)
                    }
                    None => out += &said.replace(' ', &" ".repeat(1 + random.below(4))),
                }
            }
            Some(_) => out += line,
            None => {
                let mut rest = line;
                while let Some((before, target)) = rest.split_once("](<claim:") {
                    let (target, after) = target.split_once(">)").unwrap();
                    // In a table a sign is escaped, and what is a claim's name stays one.
                    let is_name = !target.contains(['(', ' ', '{']);
                    let keep = target.contains('\\') || is_name;
                    let target = if keep {
                        target.to_string()
                    } else {
                        respaced(target, random)
                    };
                    out += &format!("{before}](<claim:{target}>)");
                    rest = after;
                }
                out += rest;
            }
        }
    }
    out
}

/// An expression with other blanks: where there are some, one at least, and round signs any number.
fn respaced(text: &str, random: &mut Random) -> String {
    let (line, end) = text
        .strip_suffix('\n')
        .map_or((text, ""), |line| (line, "\n"));
    let mut out = String::new();
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        quoted ^= c == '"' && !line[..at].ends_with('\\');
        let mut blanks = |least: usize| {
            let count = least + random.below(3);
            if random.below(9) == 0 {
                "\t".repeat(count)
            } else {
                " ".repeat(count)
            }
        };
        match c {
            _ if quoted || c == '"' => out.push(c),
            ' ' => {
                let before = out.chars().next_back();
                let after = line[at + 1..].chars().next();
                let is_sign = |c: Option<char>| c.is_some_and(|c| "=|&,:;(){}".contains(c));
                out += &blanks(usize::from(!is_sign(before) && !is_sign(after)));
            }
            '(' | '{' | ',' | ';' | '&' | '|' => {
                // Where a comparison ends is seen without blanks too.
                out.push(c);
                out += &blanks(0);
            }
            ')' | '}' => {
                out += &blanks(0);
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    if quoted {
        text.to_string()
    } else {
        out + &" ".repeat(random.below(3)) + end
    }
}

/// What a text says, without its blanks.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn scrambled_blanks_are_laid_out_as_the_originals_are() {
    let mut random = Random(1);
    let mut changed = 0;
    for (round, from) in [content(), root().join("tests/golden"), content()]
        .into_iter()
        .enumerate()
    {
        let folder = Folder::new("fmt-scrambled");
        let originals = texts(&from);
        let mut scrambled_texts = BTreeMap::new();
        for (path, text) in originals
            .iter()
            .filter(|(path, _)| !path.starts_with("output"))
        {
            let page = path.ends_with(".md");
            let new = if page {
                scrambled(text, &mut random)
            } else {
                text.clone()
            };
            assert_eq!(bare(&new), bare(text), "{path}");
            changed += text
                .lines()
                .zip(new.lines())
                .filter(|(old, new)| old != new)
                .count();
            folder.write(&format!("content/{path}"), &new);
            scrambled_texts.insert(path.clone(), new);
        }
        let output = folder.padma(&["fmt"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), &*stderr),
            (Some(0), ""),
            "round {round}"
        );
        for path in scrambled_texts.keys() {
            let (old, new) = (&originals[path], folder.read(&format!("content/{path}")));
            let line = old.lines().zip(new.lines()).find(|(old, new)| old != new);
            assert!(*old == new, "{path}: {line:?}");
        }
    }
    // Most lines of claims are scrambled.
    assert!(changed > 5000, "{changed}");
}

/// A report without what blanks change: columns, and blanks in expressions.
fn verdicts(folder: &Path) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.remove("column");
                if let Some(Value::String(text)) = map.get_mut("expression") {
                    *text = bare(text);
                }
                map.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let output = padma(&[
        "check",
        "--format",
        "json",
        "--content",
        folder.to_str().unwrap(),
    ]);
    let mut report = serde_json::from_slice(&output.stdout).unwrap();
    strip(&mut report);
    report
}

#[test]
fn formatting_changes_no_verdict() {
    let folder = Folder::new("fmt-verdicts");
    let mut random = Random(2);
    for book in ["ben39", "chessma-84"] {
        for (path, text) in texts(&content().join(book)) {
            let text = if path.ends_with(".md") {
                scrambled(&text, &mut random)
            } else {
                text
            };
            folder.write(&format!("content/{book}/{path}"), text);
        }
    }
    let before = verdicts(&folder.path("content"));
    assert!(
        before["books"][0]["claims"]
            .as_array()
            .is_some_and(|claims| claims.len() > 100)
    );
    folder.ask(&["fmt"]);
    assert_eq!(verdicts(&folder.path("content")), before);
}

#[test]
fn mistaken_texts_lose_nothing_but_blanks() {
    let folder = Folder::new("fmt-mistaken");
    let mut random = Random(3);
    let mut sources: Vec<String> = texts(&root().join("docs")).into_values().collect();
    sources.extend(
        texts(&content().join("ben39"))
            .into_iter()
            .filter(|(path, _)| path.ends_with(".md"))
            .map(|(_, text)| text),
    );
    for text in sources {
        // Signs go, come twice or come elsewhere.
        let mut mutated = String::new();
        for c in scrambled_or_same(&text, &mut random).chars() {
            match random.below(40) {
                0 if !c.is_alphanumeric() && c != '\n' => {}
                1 => mutated.extend([c, c]),
                2 => mutated.extend([
                    c,
                    ['(', '"', '{', '#', '*', '+', '\t', '\'', '-'][random.below(9)],
                ]),
                _ => mutated.push(c),
            }
        }
        let (once, _, _) = piped(&folder, "page.md", &mutated);
        assert_eq!(bare(&once), bare(&mutated));
        assert_eq!(once.matches('\n').count(), mutated.matches('\n').count());
        assert_eq!(piped(&folder, "page.md", &once).0, once);
    }
}

/// The examples of docs are laid out within longer fences, of which nothing is known here.
fn scrambled_or_same(text: &str, random: &mut Random) -> String {
    if text.contains("````") {
        text.replace("````page", "x").replace("````", "x")
    } else {
        scrambled(text, random)
    }
}
