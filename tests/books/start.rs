//! What an author starts from: the book of `padma new`, the templates it copies, and what shells and
//! manuals say.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use kit::folder::{Folder, content, fed, files, program, texts};
use padma_site::page::Templates;

#[test]
fn a_new_book_holds_and_is_built_by_the_commands_it_names() {
    let workplace = Folder::new("book");
    for folder in ["games/lily-pond", "content/other"] {
        let said = workplace.ask(&["new", folder]);
        let commands: Vec<&str> = said
            .lines()
            .filter_map(|line| line.trim().strip_prefix("padma "))
            .collect();
        assert_eq!(commands.len(), 2, "{said}");
        for command in commands {
            let command = command.split("  ").next().unwrap();
            let printed = workplace.ask(&command.split(' ').collect::<Vec<_>>());
            assert!(
                printed.contains(" hold, ") && !printed.contains("fail"),
                "{printed}"
            );
        }
    }
    assert!(
        workplace
            .read("output/lily-pond/index.html")
            .contains("Lily Pond")
    );
    assert!(workplace.path("output/other/pieces.html").is_file());
    fs::create_dir(workplace.path("here")).unwrap();
    let here = program()
        .current_dir(workplace.path("here"))
        .args(["new", "."])
        .output()
        .unwrap();
    assert!(
        here.status.success() && workplace.path("here/here.toml").is_file(),
        "{here:?}"
    );
}

/// The words that `--like` takes.
fn gallery_words() -> Vec<String> {
    let command = padma::cli::command();
    let new = command.find_subcommand("new").unwrap();
    let like = new.get_arguments().find(|arg| arg.get_id() == "like");
    let values = like.unwrap().get_possible_values();
    values
        .iter()
        .map(|value| value.get_name().to_string())
        .collect()
}

/// The books of the gallery.
fn gallery() -> Vec<String> {
    let books = fs::read_dir(content()).unwrap().flatten();
    let in_gallery = books.filter(|book| {
        let text = fs::read_to_string(book.path().join("book.toml")).unwrap_or_default();
        text.contains("group = \"Gallery\"")
    });
    in_gallery
        .map(|book| book.file_name().to_string_lossy().into_owned())
        .collect()
}

/// The paths of a book's own files, without schemas and what people found when they read it; its variant's is the same
/// for all.
fn paths_of(folder: &Path, name: &str) -> Vec<String> {
    let paths = files(folder).into_keys();
    let own = paths.filter(|path| !path.starts_with("schemas/") && path != "review.toml");
    let mut own: Vec<String> = own
        .map(|path| path.replace(&format!("{name}.toml"), "variant.toml"))
        .collect();
    own.sort_unstable();
    own
}

/// Each is a book of the gallery under another name: everything in it is read, covered and laid out.
#[test]
fn a_new_book_is_like_each_game_of_the_gallery() {
    let workplace = Folder::new("like");
    let words = gallery_words();
    let mut made = Vec::new();
    for word in &words {
        let name = format!("my-{word}");
        workplace.ask(&["new", "--like", word, &format!("content/{name}")]);
        made.push(paths_of(&workplace.path("content").join(&name), &name));
    }
    for own in gallery() {
        // The folder of a book of this repository names it as well.
        workplace.ask(&["new", "--like", &own, &format!("again/{own}-2")]);
        let book = workplace.read(&format!("again/{own}-2/book.toml"));
        assert!(
            !book.contains("\n[[source]]") && !book.contains("\n[[question]]"),
            "{book}"
        );
        // What a comment says of a file is so, and no comment is left over nothing.
        let is_written = |(path, _): &(String, String)| !path.contains("schemas/");
        let texts = texts(&workplace.path(format!("again/{own}-2")));
        for (path, text) in texts.into_iter().filter(is_written) {
            let named = text.split(|c: char| !c.is_ascii_alphanumeric() && !"-_./".contains(c));
            for file in named.filter(|word| word.ends_with(".toml") && !word.contains('/')) {
                assert!(
                    workplace.path(format!("again/{own}-2/{file}")).is_file(),
                    "{path} names {file}"
                );
            }
        }
        let mut blocks = book.split("\n\n");
        let says_something = |block: &str| {
            block.contains("# [[") || block.lines().any(|line| !line.starts_with('#'))
        };
        assert!(blocks.all(says_something), "{book}");
    }
    // No file of a book of the gallery is missing.
    let mut own: Vec<Vec<String>> = gallery()
        .iter()
        .map(|name| paths_of(&content().join(name), name))
        .collect();
    own.sort_unstable();
    made.sort_unstable();
    assert_eq!(made, own);
    workplace.ask(&["check", "--deny", "uncovered"]);
    workplace.ask(&["fmt", "--check"]);
    let report = workplace.ask(&["check", "--coverage", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let books = report["books"].as_array().unwrap();
    assert_eq!(books.len(), words.len());
    for book in books {
        let facts = book["coverage"]["facts"].as_u64();
        assert!(facts.is_some_and(|facts| facts > 15), "{book}");
    }
}

/// A book of one plain text holds for each game, and is where `propose` begins: it finds the slip.
#[test]
fn a_plain_rulebook_becomes_a_book() {
    let workplace = Folder::new("plain");
    let drawn = "r n b q k b n r\np p p p p p p p\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\nP P P P P P P P\nR N B Q K B N R\n";
    let text = format!(
        "# The \"Game\"\r\n\r\nSee [there](#the-knight).[^1]\n\n```\n{drawn}```\n\n## The Knight\n\n![A board](pictures/board.svg)\n\n\
         4k3/8/8/8/8/8/8/4K1N1 w - - 0 1\n\nFrom a corner a Knight reaches three squares.\n\n## The end\n\n<br>\n\n[^1]: Below."
    );
    workplace.write("texts/game.md", &text);
    workplace.write(
        "texts/pictures/board.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>",
    );
    for word in gallery_words() {
        let folder = format!("content/my-{word}");
        workplace.ask(&["new", &folder, "--from", "texts/game.md", "--like", &word]);
    }
    workplace.ask(&["check"]);
    workplace.ask(&["fmt", "--check"]);
    workplace.ask(&["build", "my-chess", "--no-png"]);
    let chess = |page: &str| workplace.read(&format!("content/my-chess/{page}"));
    assert!(chess("index.md").contains("[there](the-knight.md#the-knight)"));
    assert!(chess("index.md").contains("```diagram figure-1\nsetup\n```"));
    assert!(chess("the-knight.md").contains("\nfen 4k3/8/8/8/8/8/8/4K1N1\n"));
    assert!(
        workplace
            .path("content/my-chess/pictures/board.svg")
            .is_file()
    );
    let said = workplace.ask(&["propose", "my-chess", "--list"]);
    assert!(
        said.contains("the text says three, the rules give 2"),
        "{said}"
    );
}

/// Nothing in the rulebooks and the gallery is left for somebody to read against its claims.
#[test]
fn every_sentence_of_the_books_has_been_read() {
    let said = kit::folder::padma(&["check", "--deny", "unread,changed"]);
    let complaints = String::from_utf8_lossy(&said.stderr);
    assert_eq!(said.status.code(), Some(0), "{complaints}");
}

#[test]
fn the_files_of_a_new_book_name_schemas_that_are_there() {
    let workplace = Folder::new("schemas");
    workplace.ask(&["new", "pond"]);
    for (file, kind) in [("book.toml", "book"), ("pond.toml", "variant")] {
        let text = workplace.read(&format!("pond/{file}"));
        let path = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("#:schema ./"))
            .unwrap();
        assert_eq!(
            workplace.read(&format!("pond/{path}")),
            workplace.ask(&["schema", kind]),
            "{file}"
        );
    }
}

#[test]
fn every_template_can_be_replaced_alone() {
    let workplace = Folder::new("templates");
    workplace.ask(&["new", "--like", "lotus", "content/pond"]);
    // A game in which something is taken, a table of combinations and a reading, so that their templates are of use.
    let index = workplace.read("content/pond/index.md");
    let game = "\n```game g \"A game\"\nvariant chess\n1. e4 d5 2. exd5\n```\n";
    let table = "\n```combinations\nShells = turtle\n```\n";
    workplace.write("content/pond/index.md", &(index + game + table));
    let made = "id = \"turtle\"\ncheckers = { shell = 1 }";
    let toml = workplace
        .read("content/pond/pond.toml")
        .replace("id = \"turtle\"", made);
    workplace.write(
        "content/pond/pond.toml",
        &(toml + "\n[[checker]]\nid = \"shell\"\ncount = 1\n"),
    );
    let book = workplace.read("content/pond/book.toml");
    let question =
        "[[question]]\nof = \"end\"\nsays = \"It is silent.\"\nsilent = true\n\n[[chapter]]";
    workplace.write(
        "content/pond/book.toml",
        book.replacen("[[chapter]]", question, 1),
    );
    let build = || {
        workplace.ask(&["build", "pond", "--no-png"]);
        // The name of the folder of shared files is a digest of them. The catalogue has the program's own.
        let folders = fs::read_dir(workplace.path("output/shared")).unwrap();
        let folder = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        let folders: Vec<String> = folders.map(|entry| folder(entry.unwrap())).collect();
        let mark = workplace.read("output/pond/.padma");
        let own = mark
            .lines()
            .find_map(|line| line.strip_prefix("../"))
            .unwrap();
        let named = |text: String| {
            let nameless = |text: String, folder: &String| text.replace(folder, "X");
            folders.iter().fold(text, nameless)
        };
        let all = texts(&workplace.path("output")).into_iter();
        all.filter(|(path, _)| !path.starts_with("shared/") || path.starts_with(own))
            .map(|(path, text)| (named(path), named(text)))
            .collect::<BTreeMap<String, String>>()
    };
    let plain = build();
    for name in Templates::names() {
        let said = workplace.ask(&["new", "--template", name, "pond"]);
        let path = format!("content/pond/templates/{name}");
        assert!(said.contains(&path), "{said}");
        let copy = workplace.read(&path);
        assert_eq!(build(), plain, "a copy of {name} changes nothing");
        // In Markdown it has a line of its own, behind which a heading is one still.
        let mark = match name.rsplit('.').next() {
            Some("css") => "/* of the book's own */",
            Some("md") => "<!-- of the book's own -->\n",
            _ => "<!-- of the book's own -->",
        };
        workplace.write(&path, &(mark.to_string() + &copy));
        let marked = build();
        let mut used = 0;
        for (path, text) in &marked {
            used += text.matches(mark).count();
            assert_eq!(
                text.replace(mark, ""),
                plain[path],
                "{name} changes more of {path} than its own part"
            );
        }
        assert_eq!(marked.len(), plain.len());
        assert!(used > 0, "{name} of the book is not used");
        fs::remove_file(workplace.path(path)).unwrap();
    }
}

#[test]
#[cfg(unix)]
fn new_makes_nothing_if_it_cannot_make_everything() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("start-refused");
    folder.ask(&["new", "--like", "lotus", "content/pond"]);
    folder.ask(&["new", "--like", "lotus", "content/lake"]);
    folder.write("outside/note.txt", "");
    folder.write("content/lake/templates", "");
    symlink(
        folder.path("outside"),
        folder.path("content/pond/templates"),
    )
    .unwrap();
    symlink(folder.path("nowhere"), folder.path("dangling")).unwrap();
    // The name of its variant's file is longer than a file's can be.
    let long = "a".repeat(252);
    for (words, says) in [
        (
            &["new", "--template", "page.html", "pond"][..],
            "it is a link that leads out of the book",
        ),
        (
            &["new", "--template", "page.html", "lake"],
            "a file is in the place of a folder",
        ),
        (
            &["new", "dangling"],
            "it is a link to something that does not exist",
        ),
        (&["new", &long], "cannot be written"),
        (
            &["new", "--like", "lotus", "content/pond"],
            "the folder is not empty",
        ),
    ] {
        let before = files(&folder.path("content/pond"));
        let output = folder.padma(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && said.contains(says),
            "{words:?}: {said}"
        );
        assert!(
            files(&folder.path("content/pond")) == before && !folder.path(&long).exists(),
            "{words:?} leaves something"
        );
    }
}

#[test]
fn a_book_named_by_dots_is_reported_under_its_folders_name() {
    let folder = Folder::new("start-point");
    folder.ask(&["new", "--like", "lotus", "content/pond"]);
    let page = folder.read("content/pond/index.md")
        + "\nMail <x@y.org>: [9 cells](<claim:count(cells)>).\n";
    folder.write("content/pond/index.md", page);
    for (at, word, place) in [
        ("content/pond", ".", "../pond/"),
        ("content/pond/pieces", "..", "../../pond/"),
    ] {
        let output = folder
            .command(&["check", word])
            .current_dir(folder.path(at))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(1) && said.contains(&format!("--> {place}index.md:")),
            "{said}"
        );
        assert!(!said.contains(&*folder.top().to_string_lossy()), "{said}");
    }
    folder.write(
        "content/pond/index.md",
        folder
            .read("content/pond/index.md")
            .replace("[9 cells]", "[31 cells]"),
    );
    folder.padma(&["build", "--no-png", "pond"]);
    assert!(
        folder
            .read("output/pond/index.html")
            .contains("<a href=\"mailto:x@y.org\">x@y.org</a>")
    );
}

#[test]
fn a_template_that_is_there_is_left_alone() {
    let workplace = Folder::new("kept");
    workplace.ask(&["new", "--like", "lotus", "content/pond"]);
    workplace.write("content/pond/templates/card.md", "mine\n");
    assert_eq!(
        workplace
            .padma(&["new", "--template", "card.md", "pond"])
            .status
            .code(),
        Some(2)
    );
    assert_eq!(workplace.read("content/pond/templates/card.md"), "mine\n");
}

#[test]
fn the_manual_names_every_command_and_option() {
    let page = Folder::new("man").ask(&["man"]);
    // In a manual's source a hyphen is written with a backslash, and a font around a word.
    let page = page
        .replace("\\-", "-")
        .replace("\\fB", "")
        .replace("\\fR", "")
        .replace("\\fI", "");
    let command = padma::cli::command();
    for sub in command.get_subcommands() {
        let heading = format!(".SH \"PADMA {}\"\n", sub.get_name().to_uppercase());
        let (_, section) = page
            .split_once(&heading)
            .unwrap_or_else(|| panic!("no {heading}"));
        let section = section.split("\n.SH ").next().unwrap();
        for arg in sub.get_arguments() {
            let named = match arg.get_long() {
                Some(long) => format!("--{long}"),
                None => arg.get_value_names().unwrap()[0].to_string(),
            };
            let line = section
                .lines()
                .find(|line| line.contains(&named) && !line.starts_with("padma"));
            assert!(line.is_some(), "{heading} tells nothing of {named}");
            for value in arg
                .get_possible_values()
                .iter()
                .filter(|_| arg.get_action().takes_values())
            {
                assert!(
                    section.contains(value.get_name()),
                    "{heading} lacks the value {}",
                    value.get_name()
                );
            }
        }
    }
    for arg in command.get_arguments() {
        assert!(page.contains(&format!("--{}", arg.get_long().unwrap())));
    }
}

#[test]
fn completions_are_written_for_every_shell() {
    let workplace = Folder::new("completions");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = workplace.ask(&["completions", shell]);
        // The scripts for the last two know no values.
        let values = ["sarif", "card.html"]
            .into_iter()
            .filter(|_| !["elvish", "powershell"].contains(&shell));
        for word in ["completions", "no-png"].into_iter().chain(values) {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    let script = workplace.ask(&["completions", "bash"]);
    let read = fed(Command::new("bash").arg("-n"), &script);
    assert!(read.status.success() && read.stderr.is_empty(), "{read:?}");
}

#[test]
fn no_progress_is_shown_without_a_terminal() {
    let workplace = Folder::new("progress");
    workplace.ask(&["new", "pond"]);
    // `ask` wants an empty stderr; the word must not stray into stdout either.
    let printed = workplace.ask(&["build", "pond"]);
    assert!(
        !printed.contains("drawing") && !printed.contains('\u{1b}'),
        "{printed}"
    );
}
