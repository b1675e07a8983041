//! The program that web pages run: each question gets the same answer, byte for byte, from the program compiled for the page
//! and from the native one, and the native one's answers are held against what the library computes when it is asked directly.

mod cells;
mod games;

use std::fs::File;
use std::io::{BufWriter, Write as _};

use kit::browser::drive;
use kit::folder::{Folder, content, root};
use kit::random::Random;
use padma_book::load::Session;
use padma_rules::model::{Cell, CellSet, KindId, Side};
use padma_rules::reach::Rules;
use padma_wasm::Engine;
use serde_json::{Value, json};

/// The native program, and a record of what it was asked.
struct Asked {
    engine: Engine,
    folder: Folder,
    record: BufWriter<File>,
    count: usize,
}

impl Asked {
    fn new(name: &str) -> Asked {
        let folder = Folder::new(name);
        let record = BufWriter::new(File::create(folder.path("questions")).unwrap());
        Asked {
            engine: Engine::default(),
            folder,
            record,
            count: 0,
        }
    }

    /// The answer to a question, as text.
    fn text(&mut self, fields: &[&str]) -> String {
        let question = fields.join("\0");
        let answer = self.engine.answer(&question);
        writeln!(self.record, "{}", json!([question, answer])).unwrap();
        self.count += 1;
        answer
    }

    fn ask(&mut self, fields: &[&str]) -> Value {
        serde_json::from_str(&self.text(fields)).unwrap()
    }

    /// The ends of the legal moves after a step of a walk, or after one is taken back without a number.
    fn walk(&mut self, number: Option<usize>) -> Option<Vec<[u16; 2]>> {
        let (question, moves) = match number {
            Some(number) => (json!(["step", number]), self.engine.step(number)),
            None => (json!(["back"]), self.engine.back()),
        };
        let moves = moves.map(<[[u16; 2]]>::to_vec);
        writeln!(
            self.record,
            "{}",
            json!([question, json!(moves).to_string()])
        )
        .unwrap();
        self.count += 1;
        moves
    }

    /// Asks the page's program all of it.
    fn compare(mut self) {
        self.record.flush().unwrap();
        let questions = self.folder.path("questions");
        let script = root().join("templates/engine.js");
        let mut lines = drive("engine.mjs", &script, &[questions.to_str().unwrap()]);
        let last = lines.pop().unwrap();
        let first: Option<String> = lines
            .first()
            .map(|line| line.to_string().chars().take(4000).collect());
        assert!(
            lines.is_empty(),
            "{} answers differ; if the sources have changed since, run .ci/engine. The first: {first:?}",
            lines.len()
        );
        assert_eq!(last["asked"], self.count);
    }
}

/// The variants of the content folder and those that come with the program, with their whole TOML.
fn variants() -> Vec<(String, String, Rules)> {
    let mut session = Session::new(&content(), &[]);
    let own = session.library.names().map(str::to_string);
    let mut names: Vec<String> = own.collect();
    let built_in = session.library.built_in_names().map(str::to_string);
    names.extend(built_in.collect::<Vec<_>>());
    names.sort();
    names.dedup();
    let whole = |name: String| {
        let (toml, rules) = whole(&mut session, &name);
        (name, toml, rules)
    };
    names.into_iter().map(whole).collect()
}

fn whole(session: &mut Session, name: &str) -> (String, Rules) {
    let index = session
        .variant(name)
        .unwrap_or_else(|| panic!("{name}: {:?}", session.diagnostics));
    let rules = Rules::new(session.library.variants.rules(index).variant.clone());
    (session.library.whole_toml(name).unwrap(), rules)
}

fn indices(cells: &CellSet) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

#[test]
fn the_page_reads_every_variant_as_the_program_does() {
    let mut asked = Asked::new("engine-load");
    let variants = variants();
    assert!(variants.len() > 12);
    for (name, toml, rules) in &variants {
        let answer = asked.ask(&["load", name, toml]);
        let variant = &rules.variant;
        let kind = |id: KindId| {
            let kind = variant.kind(id);
            let stands = Side::BOTH.map(|side| indices(&variant.stands_on(id, side)));
            json!({"id": kind.id, "name": kind.name, "letter": kind.letter, "nobodys": kind.neutral, "stands": stands})
        };
        let facts = json!({
            "title": variant.title,
            "cells": variant.board.cells().map(|cell| variant.board.name(cell)).collect::<Vec<_>>(),
            "absent": indices(variant.board.absent()),
            "kinds": variant.kind_ids().map(kind).collect::<Vec<_>>(),
        });
        assert_eq!(answer, json!({"variant": facts, "mistakes": []}), "{name}");
    }
    asked.compare();
}

#[test]
fn the_page_plays_what_the_program_plays() {
    let mut asked = Asked::new("engine-best");
    let mut played = 0;
    for (name, toml, rules) in variants() {
        if rules.variant.setup.is_none() {
            continue;
        }
        asked.ask(&["load", &name, &toml]);
        let mut texts: Vec<String> = Vec::new();
        for ply in 0..3 {
            let seed = ply.to_string();
            let mut question = vec!["best", &name, "", "400", "60", &seed];
            question.extend(texts.iter().map(String::as_str));
            let answer = asked.ask(&question);
            let text = answer["text"].as_str();
            texts.push(
                text.unwrap_or_else(|| panic!("{name}: {answer}"))
                    .to_string(),
            );
            assert!(answer["nodes"].as_u64().unwrap() <= 400, "{name}: {answer}");
        }
        played += 1;
    }
    assert!(played > 12);
    asked.compare();
}

#[test]
fn the_page_answers_any_question() {
    let mut asked = Asked::new("engine-faults");
    let chess = padma_variant::BUILT_IN
        .iter()
        .find(|(name, _)| *name == "chess")
        .unwrap()
        .1;
    let fault = |asked: &mut Asked, fields: &[&str], words: &str| {
        let answer = asked.ask(fields);
        assert_eq!(answer, json!({"fault": words}), "{fields:?}");
    };
    fault(&mut asked, &[""], "no question begins with ``");
    fault(&mut asked, &["cells"], "no question begins with `cells`");
    fault(
        &mut asked,
        &["cells", "chess", ""],
        "no variant `chess` is loaded",
    );
    fault(
        &mut asked,
        &["game", "chess", ""],
        "no variant `chess` is loaded",
    );
    // A text that is no variant is answered with what is wrong with it, counted as a script counts characters.
    let answer = asked.ask(&["load", "x", "title = \"𝄞𝄞\"\nbord = 1"]);
    assert_eq!(answer["variant"], Value::Null);
    let mistakes = answer["mistakes"].as_array().unwrap();
    let bord = mistakes
        .iter()
        .find(|one| one["message"].as_str().unwrap().contains("bord"))
        .unwrap();
    assert_eq!(bord["at"], json!([15, 19]), "{bord}");
    fault(&mut asked, &["cells", "x", ""], "no variant `x` is loaded");
    assert_eq!(asked.ask(&["load", "chess", chess])["mistakes"], json!([]));
    for (position, words) in [
        ("nonsense", "`nonsense` is not a line of a position"),
        ("green\tR\trook\ta1", "`green` is not a side"),
        ("white\tR\tdragon\ta1", "no piece is called `dragon`"),
        ("white\tR\trook\tz9", "no cell is called `z9`"),
        ("hand\twhite\trook\tmany", "`many` is not a number"),
        ("hand\twhite\trook\t-1", "`-1` is not a number"),
        ("absent\tz9", "no cell is called `z9`"),
        ("passing\te4\tz9", "no cell is called `z9`"),
        ("move\tgreen", "`green` is not a side"),
    ] {
        fault(&mut asked, &["cells", "chess", position, "{a1}"], words);
    }
    // Moves of a game that nobody has asked about, and no numbers of moves.
    fault(
        &mut asked,
        &["text", "chess", "0"],
        "no game has been asked about",
    );
    asked.ask(&["game", "chess", ""]);
    assert!(asked.ask(&["text", "chess", "0"])["text"].is_string());
    for index in ["", "-1", "x", "20", "99999999999999999999"] {
        let words = format!("there is no move `{index}`");
        fault(&mut asked, &["text", "chess", index], &words);
    }
    // No piece, two on a cell, and a king that is captured.
    for position in [
        "",
        "white\tR\trook\ta1\nblack\tQ\tqueen\ta1",
        "white\tK\tking\te1\nwhite\tK\tking\te1",
    ] {
        asked.ask(&[
            "cells",
            "chess",
            position,
            "legal-moves()",
            "outcome()",
            "position()",
            "reach(R)",
            "reach(K)",
        ]);
    }
    // A variant that is loaded again is another one.
    let small = "title = \"Small\"\n[board]\nkind = \"grid\"\nfiles = 3\nranks = 3\n[[piece]]\nid = \"rook\"\nmovement = \"slide along orthogonal\"\n";
    let reach = |asked: &mut Asked| {
        asked.ask(&["cells", "chess", "", "reach(rook, a1)"])["answers"][0]["cells"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(reach(&mut asked), 14);
    asked.ask(&["game", "chess", "", "e4"]);
    asked.ask(&["load", "chess", small]);
    assert_eq!(reach(&mut asked), 4);
    fault(
        &mut asked,
        &["game", "chess", "", "e4"],
        "the game has no position to begin from",
    );
    asked.ask(&["load", "chess", chess]);
    assert_eq!(
        asked.ask(&["game", "chess", "", "e4"])["plies"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    fault(
        &mut asked,
        &["game", "chess", "no FEN"],
        "the game has no position to begin from",
    );
    // However deep a question is, and however long: an answer, and more after it.
    for deep in [
        "(".repeat(20_000),
        "not ".repeat(20_000),
        format!("{}{{a1}}{}", "(".repeat(60), ")".repeat(60)),
        "{a1} | ".repeat(20_000),
        "-".repeat(9000),
    ] {
        asked.ask(&["cells", "chess", "", &deep]);
    }
    for deep in [
        format!("x = {}", "[".repeat(20_000)),
        format!("{} = 1", "a.".repeat(9000)),
        "[a]\n".repeat(2000),
    ] {
        asked.ask(&["load", "deep", &deep]);
    }
    let nested = format!(
        "{}\n[[piece]]\nid = \"x\"\nbetza = \"{}W{}\"\n",
        small,
        "[".repeat(3000),
        "]".repeat(3000)
    );
    asked.ask(&["load", "deep", &nested]);
    assert_eq!(reach(&mut asked), 14);
    // Records.
    for (text, moves) in [
        ("1. e4 e5 2. Nf3 *", vec!["e4", "e5", "Nf3"]),
        (
            "[White \"A\"]\n\n1. d3-d5 $1 (1. e3-e5 (1. f3-f5 {or)})) 1... e8-e6!? *",
            vec!["d3-d5", "e8-e6!?"],
        ),
        ("", vec![]),
        ("{never closed", vec![]),
    ] {
        let answer = asked.ask(&["record", "chess", text]);
        assert_eq!(answer, json!({"texts": moves}), "{text}");
    }
    let letters: Vec<char> = "1. e4{}()[]\"*;$!?-½ü\n 0:=".chars().collect();
    let mut dice = Random(7);
    for _ in 0..300 {
        let length = dice.below(40);
        let text: String = (0..length)
            .map(|_| letters[dice.below(letters.len())])
            .collect();
        asked.ask(&["record", "chess", &text]);
        asked.ask(&["game", "chess", "", &text]);
        asked.ask(&["cells", "chess", "white\tR\trook\ta1", &text]);
    }
    asked.compare();
}
