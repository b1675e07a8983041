//! The program's own words: templates, scripts and the typesetter's layouts take each from the
//! folder of the language, and write none out themselves.

use std::collections::BTreeSet;
use std::fs;

use padma_words::english;

/// The files whose words stay English: they are shown by the command line alone.
const ENGLISH_ONLY: [&str; 3] = ["diff.html", "notice.html", "client.js"];

/// The templates, scripts and layouts, by name, without comments.
fn files(endings: &[&str]) -> Vec<(String, String)> {
    let folder = kit::folder::root().join("templates");
    let folders = [folder.clone(), folder.join("pdf")];
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        let is_meant = endings.iter().any(|ending| name.ends_with(ending));
        if is_meant && !ENGLISH_ONLY.contains(&name.as_str()) && name != "engine.js" {
            let text = fs::read_to_string(&path).unwrap();
            let lines = text.lines();
            let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
            files.push((name, lines.collect::<Vec<_>>().join("\n")));
        }
    }
    files.sort();
    assert!(files.len() > 1);
    files
}

/// Splits a text at the commas outside brackets and strings.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut quote, mut start) = (0, None, 0);
    let mut all = Vec::new();
    for (at, letter) in text.char_indices() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'' | '`', None) => quote = Some(letter),
            ('(' | '{' | '[', None) => depth += 1,
            (')' | '}' | ']', None) => depth -= 1,
            (',', None) if depth == 0 => {
                all.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    all.push(&text[start..]);
    all.into_iter()
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .collect()
}

/// Returns what stands between the brackets of each call of `say`.
fn calls(text: &str) -> Vec<&str> {
    let is_call = |at: &usize| {
        let before = &text[..*at];
        before.ends_with("padmaS")
            || before.ends_with('s') && !before[..at - 1].ends_with(char::is_alphanumeric)
    };
    let starts = text.match_indices("ay(").map(|(at, _)| at);
    starts
        .filter(is_call)
        .map(|at| {
            let inside = &text[at + 3..];
            let (mut depth, mut quote) = (1, None);
            let end = inside.find(|letter: char| {
                match (letter, quote) {
                    (letter, Some(open)) if letter == open => quote = None,
                    (_, Some(_)) => {}
                    ('"' | '\'' | '`', None) => quote = Some(letter),
                    ('(', None) => depth += 1,
                    (')', None) => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            &inside[..end.unwrap()]
        })
        .collect()
}

/// Says that a call names a message, and gives it exactly its slots; returns the message's id.
fn check(place: &str, file: &str, id: &str, given: Option<BTreeSet<&str>>) -> String {
    let (name, form) = id.split_once(':').unwrap_or((id, ""));
    let name = match name.contains('.') {
        true => name.to_string(),
        false => format!("{file}.{name}"),
    };
    let message = english().message(&name, form);
    let message = message.unwrap_or_else(|| panic!("{place}: there are no words `{name}`"));
    let mut known = BTreeSet::new();
    message.each_slot(&mut |slot| known.extend([slot]));
    if let Some(given) = given {
        assert_eq!(given, known, "{place}: {name}");
    }
    name
}

/// Returns the string that a text begins with.
fn string(text: &str) -> &str {
    let quoted = text.strip_prefix('"').and_then(|text| text.split_once('"'));
    quoted.map_or_else(|| panic!("`{text}` is not an id"), |(id, _)| id)
}

/// Returns the ids of all messages that templates, scripts and layouts ask for.
fn asked() -> BTreeSet<String> {
    let mut asked = BTreeSet::new();
    for (name, text) in files(&[".html", ".md", ".xml"]) {
        for call in calls(&text) {
            let pairs = arguments(call).into_iter();
            let pairs: Vec<(&str, &str)> = pairs.filter_map(|pair| pair.split_once('=')).collect();
            let (_, id) = pairs.iter().find(|(slot, _)| *slot == "id").unwrap();
            let slots = pairs.iter().map(|(slot, _)| *slot);
            let slots = slots.filter(|slot| *slot != "id").collect();
            asked.insert(check(&name, "labels", string(id), Some(slots)));
        }
    }
    for (name, text) in files(&[".js"]) {
        for call in calls(&text) {
            let (id, slots) = match arguments(call)[..] {
                [id] => (id, BTreeSet::new()),
                [id, slots] => {
                    let slots = slots.trim_matches(['{', '}']);
                    let slot = |slot: &'_ str| slot.split(':').next().unwrap().trim().len();
                    let slots = arguments(slots).into_iter();
                    (id, slots.map(|text| &text[..slot(text)]).collect())
                }
                _ => panic!("{name}: {call}"),
            };
            asked.insert(check(&name, "scripts", string(id), Some(slots)));
        }
    }
    for (name, text) in files(&[".typ"]) {
        for call in calls(&text) {
            let all = arguments(call);
            let (Some(id), false) = (all[0].strip_prefix('"'), call.starts_with("id")) else {
                continue;
            };
            let is_spread = all.iter().any(|slot| slot.starts_with(".."));
            let slots = all[1..].iter().map(|slot| slot.split(':').next().unwrap());
            let slots = (!is_spread).then(|| slots.collect());
            let id = id.split('"').next().unwrap();
            asked.insert(check(&name, "labels", id, slots));
        }
    }
    asked
}

#[test]
fn templates_scripts_and_layouts_ask_for_words_that_exist() {
    let asked = asked();
    assert!(asked.len() > 300, "{}", asked.len());
}

#[test]
fn what_scripts_and_layouts_ask_for_needs_no_grammar() {
    let needs = |name: &str, text: &str| {
        for call in calls(text) {
            let Some(id) = call.strip_prefix('"').and_then(|id| id.split('"').next()) else {
                continue;
            };
            let (id, form) = id.split_once(':').unwrap_or((id, ""));
            let file = if name.ends_with(".js") {
                "scripts"
            } else {
                "labels"
            };
            let id = match id.contains('.') {
                true => id.to_string(),
                false => format!("{file}.{id}"),
            };
            let message = format!("{:?}", english().message(&id, form).unwrap());
            let forms = message.split("form: \"").skip(1);
            assert!(forms.clone().all(|form| form.starts_with('"')), "{id}");
            assert!(
                !message.contains("Verb") && !message.contains("Term"),
                "{id}"
            );
        }
    };
    for (name, text) in files(&[".js", ".typ"]) {
        needs(&name, &text);
    }
}

#[test]
fn every_label_is_asked_for() {
    let asked = asked();
    let mut code = String::new();
    let mut folders = vec![kit::folder::root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                code += &fs::read_to_string(&path).unwrap();
            }
        }
    }
    let is_name = |c: char| c.is_alphanumeric() || c == ':';
    let named: BTreeSet<&str> = code.split(|c: char| !is_name(c)).collect();
    let strings: BTreeSet<&str> = code.split('"').collect();
    let layouts: String = files(&[".typ"]).into_iter().map(|(_, text)| text).collect();
    let part = |part: &str| part[..1].to_uppercase() + &part[1..];
    for id in english().ids() {
        let (file, name) = id.split_once('.').unwrap();
        if !["catalogue", "glossary", "labels", "pictures", "scripts"].contains(&file) {
            continue;
        }
        let type_name: String = name.split('-').map(part).collect();
        let is_in_code = named.contains(format!("{file}::{type_name}").as_str());
        let is_row = strings.contains(id);
        let is_in_layout = layouts.contains(&format!("\"{name}\""));
        let is_said = asked.contains(id) || is_in_code || is_row || is_in_layout;
        assert!(is_said, "nothing says `{id}`");
    }
}

/// Removes what stands between two marks, with them.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        kept += before;
        rest = after.split_once(close).map_or("", |(_, rest)| rest);
    }
    kept + rest
}

/// Returns the words that a template writes out itself: those of its text, and of the attributes
/// that readers hear.
fn written_out(text: &str) -> Vec<String> {
    let mut text = text.to_string();
    for (open, close) in [("{#", "#}"), ("{%", "%}"), ("{{", "}}"), ("<!--", "-->")] {
        text = without(&text, open, close);
    }
    for name in ["style", "script"] {
        text = without(&text, &format!("<{name}"), &format!("</{name}>"));
    }
    let heard = [
        "aria-label",
        "title",
        "alt",
        "placeholder",
        "image:alt\" content",
    ];
    let heard = heard.iter().flat_map(|name| {
        let begins = format!("{name}=\"");
        let values = text.split(&begins).skip(1);
        let values = values.map(|value| value.split('"').next().unwrap().to_string());
        values.collect::<Vec<_>>()
    });
    let heard: Vec<String> = heard.collect();
    let shown = without(&without(&without(&text, "<?", "?>"), "<", ">"), "](", ")");
    let all = shown
        .lines()
        .map(|line| line.trim().to_string())
        .chain(heard);
    let is_word = |word: &&str| word.chars().filter(char::is_ascii_alphabetic).count() > 1;
    // The names of formats are the same in every language.
    let is_format = |word: &str| ["SVG", "PNG"].contains(&word);
    let words = |line: &String| {
        let words = line.split(|c: char| c.is_whitespace() || c == '&');
        words.filter(is_word).any(|word| !is_format(word))
    };
    all.filter(words).collect()
}

#[test]
fn templates_write_out_no_english() {
    for (name, text) in files(&[".html", ".md", ".xml"]) {
        let written = written_out(&text).into_iter();
        // What a package says of itself is in words of its format.
        let is_code = |line: &String| name.ends_with(".xml") && !line.contains(' ');
        let written: Vec<String> = written.filter(|line| !is_code(line)).collect();
        assert_eq!(written, Vec::<String>::new(), "{name}");
    }
    let found = written_out(
        "<p title=\"A rook\">{{ say(id=\"x\") }} {% if a %}by <b>us</b>{% endif %} SVG</p>",
    );
    assert_eq!(found, ["by us SVG", "A rook"]);
}

#[test]
fn scripts_and_layouts_write_out_no_english() {
    for (name, text) in files(&[".js", ".typ"]) {
        for line in text.lines() {
            // A sentence begins a string, or a block of a layout.
            let begins = line.match_indices(['"', '\'', '`', '[', '*']);
            let is_sentence = |at: usize| {
                let rest = &line[at + 1..];
                let word = rest
                    .split(|c: char| !c.is_ascii_alphabetic())
                    .next()
                    .unwrap();
                let is_word = word.len() > 1 && word[1..].bytes().all(|c| c.is_ascii_lowercase());
                is_word
                    && word.starts_with(|c: char| c.is_ascii_uppercase())
                    && rest[word.len()..].starts_with([' ', ']', ':', '.', ','])
            };
            let found = begins.into_iter().find(|(at, _)| is_sentence(*at));
            assert_eq!(found, None, "{name}: {line}");
        }
    }
}
