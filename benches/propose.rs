//! What `padma propose` finds of the project's own books: their claims are taken out of their pages, proposed again, and compared
//! with what the authors wrote. Prints how many of them are proposed first, by their kind and by what binds them, and how long a book
//! takes.
//!
//!     cargo bench --bench propose

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use padma_book::judge::{Checked, DiagramNaming, book_sentences, restate_claim};
use padma_book::load::Session;
use padma_book::propose::{Proposal, propose};

/// Of some facts, how many have the author's claim first, and how many another that holds.
#[derive(Clone, Copy, Default)]
struct FactTally {
    all: usize,
    first: usize,
    among: usize,
    others_hold: usize,
}

/// A claim of an author: where it stands, what it says, and its words.
struct AuthoredClaim {
    page: String,
    sentence: String,
    words: String,
    says: String,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let plain = root.join("target/tmp/plain");
    if plain.exists() {
        fs::remove_dir_all(&plain).expect("the folder is ours");
    }
    copy_plain(&root.join("content"), &plain);
    let (mut kinds, mut places, mut all) = (BTreeMap::new(), BTreeMap::new(), FactTally::default());
    for folder in folders(&root.join("content")) {
        let authored = authored_claims(&root.join("content"), &folder);
        let name = folder.file_name().expect("a book's folder has a name");
        let mut session = Session::new(&plain, &[]);
        let Some(checked) = session.check(&plain.join(name)) else {
            panic!("{}: {:?}", folder.display(), session.diagnostics);
        };
        let start = Instant::now();
        let proposals = propose(&checked, &session.library.variants);
        let seconds = start.elapsed().as_secs_f64();
        let mut own = FactTally::default();
        let mut rest = proposals;
        for claim in &authored {
            let place = rest.iter().position(|fact| is_of(fact, claim, &checked));
            let fact = place.map(|place| rest.remove(place));
            let kind = fact.as_ref().map_or("none", |fact| fact.kind.name());
            let first = fact.as_ref().and_then(|fact| fact.candidates.first());
            let place = first.map_or("none", |first| first.place.name());
            for tally in [
                &mut own,
                kinds.entry(kind).or_default(),
                places.entry(place).or_default(),
            ] {
                tally.add(fact.as_ref(), claim);
            }
        }
        all.join(own);
        println!("{:20} {} in {seconds:.2} s", name.display(), own.line());
    }
    println!("{:20} {}", "all", all.line());
    for (name, tally) in kinds.iter().chain(&places) {
        println!("  {name:18} {}", tally.line());
    }
}

impl FactTally {
    fn add(&mut self, fact: Option<&Proposal>, claim: &AuthoredClaim) {
        let candidates = fact.map_or(&[][..], |fact| &fact.candidates);
        let is_own = |says: &str| says == claim.says;
        self.all += 1;
        let first = candidates.first();
        self.first += usize::from(first.is_some_and(|first| is_own(&first.says)));
        self.among += usize::from(candidates.iter().any(|one| is_own(&one.says)));
        self.others_hold += usize::from(first.is_some_and(|it| it.agrees && !is_own(&it.says)));
    }

    fn join(&mut self, other: FactTally) {
        self.all += other.all;
        self.first += other.first;
        self.among += other.among;
        self.others_hold += other.others_hold;
    }

    fn line(&self) -> String {
        let share = |count: usize| 100 * count / self.all.max(1);
        format!(
            "{:5} claims, {:3}% first, {:3}% among three, {:3}% another that holds",
            self.all,
            share(self.first),
            share(self.among),
            share(self.others_hold)
        )
    }
}

fn is_of(fact: &Proposal, claim: &AuthoredClaim, checked: &Checked) -> bool {
    let page = &checked.book.pages[fact.page].path;
    *page == claim.page
        && fact.sentence == claim.sentence
        && (claim.words.contains(&fact.text) || fact.text.contains(&claim.words))
}

/// Returns the claims of a book that were computed and stand in its prose.
fn authored_claims(content: &Path, folder: &Path) -> Vec<AuthoredClaim> {
    let mut session = Session::new(content, &[]);
    let checked = session
        .check(folder)
        .expect("the project's books can be read");
    let sentences = book_sentences(&checked).iter();
    let of_sentence = |sentence: &padma_book::judge::BookSentence| {
        let claims = sentence.claims.iter().map(|claim| &checked.claims[*claim]);
        let claims = claims.filter_map(|claim| {
            let variants = &session.library.variants;
            let says = restate_claim(&checked, claim, variants, DiagramNaming::ById)?;
            Some(AuthoredClaim {
                page: sentence.file.clone(),
                sentence: sentence.prose.text.clone(),
                words: checked.link(claim).text.text().to_string(),
                says: says.english(),
            })
        });
        claims.collect::<Vec<_>>()
    };
    sentences.flat_map(of_sentence).collect()
}

/// Returns the folders of books, in the order of their names.
fn folders(content: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(content)
        .expect("the folder of books")
        .flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join("book.toml").exists());
    folders.sort();
    folders
}

/// Copies books without their claims and without what was found of their sentences.
fn copy_plain(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the target folder is writable");
    for entry in fs::read_dir(from).expect("a folder of books").flatten() {
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_plain(&path, &copy);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&path).expect("pages are text");
            fs::write(&copy, without_claims(&text)).expect("the target folder is writable");
        } else if path.file_name().is_none_or(|name| name != "review.toml") {
            fs::copy(&path, &copy).expect("the target folder is writable");
        }
    }
}

/// Returns the length of the rest of a link, from the bracket that closes its words.
fn end_of_link(rest: &str) -> usize {
    if rest.starts_with("](<") {
        return rest.find(">)").map_or(rest.len(), |end| end + 2);
    }
    let mut depth = 0;
    for (at, c) in rest.char_indices() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if c == ')' && depth == 0 {
            return at + 1;
        }
    }
    rest.len()
}

/// Returns a page with the words of its claims in place of their links, and without its blocks of claims.
fn without_claims(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = ["](claim:", "](<claim:"]
        .iter()
        .filter_map(|link| rest.find(link))
        .min()
    {
        let open = rest[..at].rfind('[').unwrap_or(at);
        let end = at + end_of_link(&rest[at..]);
        plain += &rest[..open];
        plain += rest.get(open + 1..at).unwrap_or_default();
        rest = &rest[end..];
    }
    plain += rest;
    let mut kept = String::new();
    let mut hides = false;
    for line in plain.lines() {
        match line.trim_start() {
            "```claims" => hides = true,
            "```" if hides => hides = false,
            _ if hides => {}
            _ => kept += &format!("{line}\n"),
        }
    }
    kept
}
