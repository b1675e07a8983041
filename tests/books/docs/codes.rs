//! The explanations of diagnostic codes: each has an example, which provokes the code.

use padma_text::diag::Code;

use crate::docs::blocks::blocks;
use crate::docs::files::markdown_files;
use crate::docs::program::Scratch;
use kit::folder::root;

#[test]
fn every_code_is_explained_by_an_example_that_provokes_it() {
    let mut faults = Vec::new();
    let mut files: Vec<String> = Vec::new();
    for code in Code::ALL {
        let name = code.name();
        files.push(format!("{name}.md"));
        if padma_book::explain::explanation(code).lines().next() != Some(&format!("# {name}")) {
            faults.push(format!("{name}: the first line is not `# {name}`"));
        }
        let mut said: Option<String> = None;
        for block in blocks(&root().join(format!("src/book/explain/{name}.md"))) {
            let words: Vec<&str> = block.info.split_whitespace().collect();
            let (words, provokes) = match words[..] {
                [ref words @ .., "unprovoked"] => (words, false),
                ref words => (words, true),
            };
            let run = match *words {
                ["page"] => Scratch::new(&block.place).page(&block.text).check(),
                // In a book that lists open questions.
                ["page", "questions"] => {
                    let book = "title = \"A\"\nvariant = \"lotus-39\"\n[[question]]\nof = \"pieces\"\nsays = \"A.\"\n\
                                [[chapter]]\npages = [\"index.md\"]\n";
                    let scratch = Scratch::new(&block.place).page(&block.text);
                    scratch.file("book.toml", book.into()).check()
                }
                ["page", "coverage"] => Scratch::new(&block.place).page(&block.text).coverage(),
                ["page", "strength"] => Scratch::new(&block.place).page(&block.text).strength(),
                ["page", "deny"] => Scratch::new(&block.place)
                    .page(&block.text)
                    .denying("unchecked"),
                // What people found of the page comes first.
                ["page", "review"] => {
                    let (review, page) = match block.text.strip_prefix("```review\n") {
                        Some(text) => text.split_once("```\n").unwrap(),
                        None => ("", &*block.text),
                    };
                    let scratch = Scratch::new(&block.place).page(page);
                    scratch
                        .file("review.toml", review.as_bytes().to_vec())
                        .denying("unread,changed")
                }
                ["latin-1"] => {
                    let bytes = block
                        .text
                        .chars()
                        .map(|c| u8::try_from(c).unwrap_or(b'?'))
                        .collect();
                    Scratch::new(&block.place).file("index.md", bytes).check()
                }
                ["toml", "variant"] => Scratch::new(&block.place).variant(&block.text).check(),
                ["svg"] => {
                    let variant = "[board]\nkind = \"lotus\"\npetals = [[0, 0]]\n\n[[piece]]\nid = \"frog\"\n\
                                   movement = \"step side\"\npicture = \"frog.svg\"\n";
                    let scratch =
                        Scratch::new(&block.place).file("frog.svg", block.text.into_bytes());
                    scratch.variant(variant).check()
                }
                ["toml", "book"] => Scratch::new(&block.place)
                    .file("book.toml", block.text.into_bytes())
                    .check(),
                ["toml", "export"] => Scratch::new(&block.place).export(&block.text),
                ["ini", "import"] => Scratch::new(&block.place).import(&block.text),
                ["template", name] => {
                    let page = "```piece king\n```\n";
                    let path = format!("templates/{name}");
                    Scratch::new(&block.place)
                        .page(page)
                        .file(&path, block.text.into_bytes())
                        .build()
                }
                ["record", variant] => Scratch::new(&block.place)
                    .file("game.txt", block.text.into_bytes())
                    .replay(variant),
                ["text"] => {
                    let said = said.as_deref().unwrap_or("");
                    let missing = block
                        .text
                        .lines()
                        .filter(|line| !said.contains(line.trim()));
                    faults.extend(
                        missing.map(|line| format!("{}: not said: {line}\n{said}", block.place)),
                    );
                    continue;
                }
                _ => {
                    faults.push(format!(
                        "{}: `{}` is no word for a block",
                        block.place, block.info
                    ));
                    continue;
                }
            };
            if run.stderr.contains(&format!("[{name}]")) != provokes {
                faults.push(format!(
                    "{}: the example gives\n{}",
                    block.place, run.stderr
                ));
            }
            said = Some(run.stderr);
        }
        if said.is_none() {
            faults.push(format!("{name}: there is no example"));
        }
    }
    let there = markdown_files("src/book/explain");
    for path in there
        .iter()
        .filter(|path| !files.iter().any(|file| path.ends_with(file)))
    {
        faults.push(format!("{}: explains no code", path.display()));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
