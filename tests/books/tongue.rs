//! Every book in a made-up language: whatever the program says on its pages comes from the folder of that language. What
//! authors write, the notes of the check and names stay as they are, and so do complaints that a page repeats.

use std::collections::BTreeSet;
use std::fs;

use kit::folder::content;
use kit::tongue::{foreign, names, spoken};
use padma_book::judge::{Checked, quote_claims};
use padma_book::load::Session;
use padma_book::pages::content::{Node, NodeKind, visible_words};
use padma_expr::ExprValue;
use padma_site::build::{BuildPlan, build};
use padma_site::catalogue::make_catalogue;

/// What may be in English on the pages of a book.
#[derive(Default)]
struct Written {
    /// The words that may stand alone: those of names and titles.
    names: BTreeSet<String>,
    /// All that is written, word by word, with a space before and after each.
    texts: String,
}

impl Written {
    /// Adds a text of which no short part stands alone.
    fn add(&mut self, text: &str) {
        self.texts += &spaced(&english_words(text));
        self.texts.push('|');
    }

    /// Adds a name, a title or the like, of which each word may stand alone.
    fn name(&mut self, text: &str) {
        const MOST: usize = 12;
        self.add(text);
        let words = english_words(text);
        if words.len() <= MOST {
            self.names.extend(words);
        }
    }

    /// Whether a run of English words is written somewhere, but for names before and after it.
    fn has(&self, run: &[String], least: usize) -> bool {
        let is_name = |word: &&String| self.names.contains(*word);
        let before = run.iter().take_while(is_name).count();
        let after = run.iter().rev().take_while(is_name).count();
        let is_written = |start: usize| {
            let mut ends = run.len() - after..=run.len();
            ends.any(|end| end >= start + least && self.texts.contains(&spaced(&run[start..end])))
        };
        before == run.len() || (0..=before).any(is_written)
    }
}

fn spaced(words: &[String]) -> String {
    format!(" {} ", words.join(" "))
}

/// Whether a word is in English letters. Moves, strings of letters and codes such as `SVG` are the same in every language.
fn is_english(word: &str) -> bool {
    word.len() > 1 && word.is_ascii() && !word[1..].contains(|c: char| !c.is_ascii_lowercase())
}

/// The words of a text, each with the digits in it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric())
}

fn english_words(text: &str) -> Vec<String> {
    let words = words(text).filter(|word| is_english(word));
    words.map(str::to_lowercase).collect()
}

/// The books of the content folder.
fn books() -> Vec<String> {
    let folders = fs::read_dir(content()).unwrap().map(Result::unwrap);
    let books = folders.filter(|folder| folder.path().join("book.toml").is_file());
    books
        .map(|book| book.file_name().into_string().unwrap())
        .collect()
}

/// The runs of English words in a text: between two of them stands a word of the made-up language.
fn runs(text: &str) -> Vec<Vec<String>> {
    let mut runs = vec![Vec::new()];
    for word in words(text) {
        if is_english(word) {
            runs.last_mut().unwrap().push(word.to_lowercase());
        } else if !word.is_ascii() {
            runs.push(Vec::new());
        }
    }
    runs.retain(|run: &Vec<String>| !run.is_empty());
    runs
}

/// Gathers all texts of a book and of the notes of its check.
fn written(checked: &Checked, session: &Session) -> Written {
    let (book, mut all) = (&checked.book, Written::default());
    let variants = &session.library.variants;
    for index in session
        .library
        .variants_of_book(&content().join(&book.name), book.variant)
    {
        let variant = &variants.rules(index).variant;
        all.names.extend(names(variant));
        all.name(&variant.title);
        // One cell of a set has the name without its plural.
        let sets = variant.sets.names().map(|set| set.replace('-', " "));
        sets.for_each(|set| all.name(set.trim_end_matches('s')));
        let inventors = variant
            .kinds
            .iter()
            .filter_map(|kind| kind.inventor.as_ref());
        inventors.for_each(|inventor| all.name(inventor));
        all.add(&session.library.published_toml(&variant.id).unwrap());
    }
    for entry in fs::read_dir(content().join(&book.name)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            all.add(&fs::read_to_string(path).unwrap());
        }
    }
    book.decl
        .shown
        .iter()
        .for_each(|text| all.name(text.text()));
    all.name(&book.name);
    for (part, text) in outline(&book.name) {
        match part {
            "number" => all.name(&text),
            _ => all.add(&text),
        }
    }
    for figure in &book.placed {
        all.name(&figure.id);
        figure
            .pieces
            .iter()
            .for_each(|piece| all.name(&piece.label));
    }
    for page in &book.pages {
        all.name(&page.path);
        all.name(&page.title);
        all.add(&visible_words(&page.content));
        let source = fs::read_to_string(content().join(&book.name).join(&page.path)).unwrap();
        all.add(&source);
        all.add(&texts_of_markdown(&source).join(" "));
        let codes = source.split('`').skip(1).step_by(2);
        codes
            .filter(|code| !code.contains('\n'))
            .for_each(|code| all.name(code));
        let meanings = source.lines().filter_map(|line| line.split_once(" -- "));
        meanings.for_each(|(_, meaning)| all.name(meaning));
        for quoted in quote_claims(page, book.decl.raw_html) {
            let whole = format!("{}{}{}", quoted.before, quoted.claim, quoted.after);
            all.add(&whole);
            all.add(&quoted.context.join(" "));
            // What stands in a cell of a table, alone.
            if english_words(&whole).len() < 3 {
                all.name(&whole);
            }
            quoted.row.iter().for_each(|row| all.name(row));
        }
        page.headings
            .iter()
            .for_each(|heading| all.name(&heading.text));
        for diagram in &page.diagrams {
            all.name(&diagram.title);
            all.name(&diagram.id.text);
            let notes = diagram.drawing_errata.iter();
            notes.for_each(|erratum| all.add(&erratum.note.text));
        }
        for game in &page.games {
            all.name(&game.title);
            all.name(&game.id.text);
        }
    }
    for claim in &checked.claims {
        let judgement = &claim.judgement;
        all.name(&claim.id);
        // What it quotes is an author's word: a rule, how a game ends.
        let quoted = claim.expression.split('"').skip(1).step_by(2);
        quoted.for_each(|quoted| all.name(&quoted.replace('-', " ")));
        all.name(&judgement.note);
        all.add(&judgement.because);
        judgement
            .readings
            .iter()
            .for_each(|(name, _)| all.name(name));
        let quotations = judgement.quotation.iter();
        quotations.for_each(|quoted| {
            all.name(&quoted.words);
            all.name(&quoted.place);
            all.add(&format!("{} {}", quoted.words, quoted.place));
        });
        let values = judgement.readings.iter().map(|(_, value)| value);
        for value in values.chain(&judgement.actual).chain(&judgement.source) {
            // A position is written as in an expression.
            if let ExprValue::Text(_) | ExprValue::Position(_) = value {
                all.name(&value.show(&variants.rules(claim.variant.unwrap()).variant));
            }
        }
    }
    for diagram in &checked.diagrams {
        diagram.marks.iter().for_each(|mark| all.name(&mark.note));
    }
    for game in &checked.games {
        for recorded in checked.recorded_moves(game) {
            let note = &recorded.checked.note;
            all.add(note);
            for problem in &recorded.problems {
                all.add(&format!("{problem} {note}"));
            }
        }
    }
    for line in book.review.iter().flat_map(|review| review.lines()) {
        all.name(&line.note.note);
        all.name(line.note.support());
    }
    all
}

/// The texts of a book's `source.toml`, each with its key.
fn outline(book: &str) -> Vec<(&'static str, String)> {
    let text = fs::read_to_string(content().join(book).join("source.toml")).unwrap_or_default();
    let keys = ["number", "title"];
    let value = |line: &str| {
        let (key, value) = line.split_once(" = ")?;
        let key = keys.into_iter().find(|known| *known == key.trim())?;
        Some((key, value.trim().trim_matches('"').to_string()))
    };
    text.lines().filter_map(value).collect()
}

/// Writes the texts of a page in the letters of the made-up language, but for words that the page replaces by its own.
fn make_foreign(nodes: &mut [Node]) {
    for node in nodes {
        if let NodeKind::Text(text) = &mut node.kind
            && !["figure", "the figure"].contains(&&*text.to_lowercase())
        {
            *text = foreign(text);
        }
        make_foreign(&mut node.children);
    }
}

/// The texts of an HTML page that readers see or hear, each without tags.
fn texts_of_html(page: &str) -> Vec<String> {
    const INLINE: [&str; 14] = [
        "a", "b", "bdi", "em", "i", "mark", "q", "s", "small", "span", "strong", "sub", "sup",
        "wbr",
    ];
    let (mut texts, mut heard) = (vec![String::new()], Vec::new());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once('<') {
        *texts.last_mut().unwrap() += before;
        let (tag, after) = after.split_once('>').unwrap_or((after, ""));
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        for attribute in ["title", "aria-label", "alt", "placeholder"] {
            let value = tag.split_once(&format!(" {attribute}=\""));
            heard.extend(value.map(|(_, value)| value.split('"').next().unwrap().to_string()));
        }
        rest = match &*name {
            "script" | "style" | "code" if !tag.starts_with('/') => {
                let end = after.split_once(&format!("</{name}>"));
                end.map_or("", |(_, rest)| rest)
            }
            _ => after,
        };
        match INLINE.contains(&&*name) || name == "code" {
            true => texts.last_mut().unwrap().push(' '),
            false => texts.push(String::new()),
        }
    }
    texts.extend(heard);
    texts.iter().map(|text| without_entities(text)).collect()
}

fn without_entities(text: &str) -> String {
    let mut parts = text.split('&');
    let first = parts.next().unwrap().to_string();
    parts.fold(first, |all, part| {
        all + " " + part.split_once(';').map_or(part, |(_, rest)| rest)
    })
}

/// The lines of a page of the Markdown edition, without code and the targets of links.
fn texts_of_markdown(page: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut parts = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        while let Some((before, rest)) = parts.split_once("](") {
            let (target, after) = rest.split_once(')').unwrap_or((rest, ""));
            let title = target.split_once(" \"").map_or("", |(_, title)| title);
            parts = format!("{before}] {title} {after}");
        }
        parts
    };
    page.lines().map(line).collect()
}

/// Finds the English of a page that nobody wrote. A written part of fewer words than `least` must be a name.
fn leaks(path: &str, text: &str, written: &Written, least: usize) -> Vec<String> {
    let texts = match path.ends_with(".html") {
        true => texts_of_html(text),
        false => texts_of_markdown(text),
    };
    let runs = texts
        .iter()
        .flat_map(|text| runs(text).into_iter().map(move |run| (text, run)));
    // The text of an author's link to a figure, of which a page may quote the words.
    let is_link = |run: &[String]| run == ["the", "figure"];
    runs.filter(|(_, run)| !is_link(run) && !written.has(run, least))
        .map(|(text, run)| format!("{path}: {} in `{}`", run.join(" "), text.trim()))
        .collect()
}

#[test]
fn every_book_is_said_in_another_language_by_its_folder_alone() {
    let (mut cards, mut found, mut everything) = (Vec::new(), Vec::new(), Written::default());
    let mut pages = 0;
    for name in books() {
        let folder = content().join(&name);
        let mut session = Session::new(&content(), &[]);
        session.words = spoken();
        let mut checked = session.check(&folder).unwrap();
        let written = written(&checked, &session);
        let own: BTreeSet<String> = checked
            .book
            .pages
            .iter()
            .map(|page| page.path.clone())
            .collect();
        for page in &mut checked.book.pages {
            make_foreign(&mut page.content);
        }
        let plan = BuildPlan {
            with_png: false,
            strength: None,
            neighbours: &[],
            forms: &[],
            watcher: &(),
        };
        let output = build(&mut session, &folder, &checked, &plan);
        let files = output.unwrap_or_else(|| panic!("{name}: {:?}", session.diagnostics));
        for (path, bytes) in files.into_files() {
            let is_own = path
                .strip_prefix("markdown/")
                .is_some_and(|path| own.contains(path));
            if path.ends_with(".html") || path.ends_with(".md") {
                pages += 1;
                let text = String::from_utf8(bytes).unwrap();
                // The Markdown edition of an author's page has his own text.
                let least = if is_own { 1 } else { 3 };
                found.extend(leaks(&format!("{name}/{path}"), &text, &written, least));
            } else if path == "book.json" {
                cards.push((name.clone(), bytes));
            }
        }
        everything.names.extend(written.names);
        everything.texts += &written.texts;
    }
    let Ok(catalogue) = make_catalogue(&cards, spoken()) else {
        panic!("no catalogue");
    };
    found.extend(leaks("index.html", &catalogue.texts[0], &everything, 3));
    for (path, bytes) in catalogue.output.into_files() {
        if path.ends_with(".html") {
            let text = String::from_utf8(bytes).unwrap();
            found.extend(leaks(&path, &text, &everything, 3));
        }
    }
    assert!(pages > 400, "{pages}");
    assert_eq!(found, Vec::<String>::new());
}
