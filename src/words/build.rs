//! Makes a type for each message of the English folder, so that whoever says something names a
//! message that exists, and fills exactly the slots that it has.

#[path = "message.rs"]
mod message;

use std::{env, fs, path::Path};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("en");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("the folder of English");
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let (mut types, mut texts) = (String::new(), String::new());
    for path in paths {
        let file = path.file_stem().and_then(|stem| stem.to_str());
        let file = file.expect("a name in ASCII");
        // Its rows are not messages: only who proposes claims reads them.
        if file == "propose" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text file");
        types += &match file {
            "read" => senses(&text),
            _ => module(file, &text),
        };
        texts += &format!("({file:?}, include_str!({path:?})),");
    }
    let source = format!(
        "{types}/// The files of English, by name.\npub(crate) const ENGLISH: &[(&str, &str)] = &[{texts}];\n"
    );
    let out = env::var("OUT_DIR").expect("set by cargo");
    fs::write(Path::new(&out).join("messages.rs"), source).expect("the folder is writable");
}

/// Returns a module with a type for each message of a file. The rows of tables have none: they are
/// chosen when they are said.
fn module(file: &str, text: &str) -> String {
    let rows = message::rows(text).unwrap_or_else(|fault| panic!("{file}: {fault}"));
    let mut types = format!("/// The messages of `en/{file}.txt`.\npub mod {file} {{\n");
    for ((_, text), row) in message::texts(text).iter().zip(&rows) {
        if !row.form.is_empty() {
            continue;
        }
        let mut slots: Vec<&str> = Vec::new();
        row.message.each_slot(&mut |slot| {
            if !slots.contains(&slot) {
                slots.push(slot);
            }
        });
        let (id, name) = (row.id, type_name(row.id));
        let fields: String = slots
            .iter()
            .map(|slot| format!("/** What fills `{slot}`. */ pub {slot}: crate::SlotValue,"))
            .collect();
        let pairs: String = slots
            .iter()
            .map(|slot| format!("({slot:?}.into(), said.{slot}),"))
            .collect();
        // Brackets would be read as links.
        let shown = format!("`` {text} ``");
        types += &format!(
            "#[doc = {shown:?}]\npub struct {name} {{ {fields} }}\n\
             impl ::core::convert::From<{name}> for crate::Say {{ fn from(said: {name}) -> Self {{ \
             let _ = &said; Self {{ id: \"{file}.{id}\", row: String::new(), slots: vec![{pairs}] }} }} }}\n",
        );
    }
    types + "}\n"
}

/// Returns the type of the senses that the words of authors have.
fn senses(text: &str) -> String {
    let rows = message::texts(text);
    let variant = |(name, text): &(&str, String)| {
        let shown = format!("`` {text} ``");
        format!("#[doc = {shown:?}] {},", type_name(name))
    };
    let variants: String = rows.iter().map(variant).collect();
    let named = |(name, _): &(&str, String)| format!("(Self::{}, {name:?}),", type_name(name));
    let all: String = rows.iter().map(named).collect();
    format!(
        "/// What a word or phrase of an author means, by `en/read.txt`.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Sense {{ {variants} }}\n\
         impl Sense {{ pub(crate) const ALL: &[(Sense, &str)] = &[{all}]; }}\n"
    )
}

/// Returns the name of a message's type: `LeapsFar` for `leaps-far`.
fn type_name(id: &str) -> String {
    let part = |part: &str| part[..1].to_uppercase() + &part[1..];
    id.split('-').map(part).collect()
}
