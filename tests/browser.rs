//! The built site as readers meet it: every page of every rulebook in a real browser, in light and in dark, in
//! a small window and in a large one. What is looked at stands in `browser/visit.mjs`; here it is judged.

#[path = "kit/browser.rs"]
mod kit;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use kit::{Site, drive};
use serde_json::Value;

/// Light and dark, narrow and wide.
const VIEWS: usize = 4;

/// What a visit to a site brought home.
struct Visit {
    findings: Vec<Finding>,
    counts: Value,
}

struct Finding {
    page: String,
    view: String,
    check: String,
    element: String,
    advice: String,
}

impl Finding {
    fn new(line: &Value) -> Finding {
        let field =
            |name: &str| line[name].as_str().unwrap_or_else(|| panic!("{name} in {line}")).to_string();
        Finding {
            page: field("page"),
            view: field("view"),
            check: field("check"),
            element: field("element"),
            advice: field("advice"),
        }
    }

    fn show(&self) -> String {
        let view = if self.view.is_empty() { String::new() } else { format!(" ({})", self.view) };
        format!("{}{view}: {}\n  {}\n  {}\n", self.page, self.check, self.element, self.advice)
    }
}

/// Opens every page below a folder.
fn visit(site: &Path) -> Visit {
    let lines = drive("run.mjs", site, &[]);
    let (last, findings) = lines.split_last().unwrap();
    Visit { findings: findings.iter().map(Finding::new).collect(), counts: last["counts"].clone() }
}

/// The texts of all HTML files below a folder.
fn pages(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "html") {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
    found
}

#[test]
fn nothing_is_wrong_with_any_page() {
    let site = Site::build("visit");
    let visit = visit(&site.folder);
    let faults: String = visit.findings.iter().map(Finding::show).collect();
    assert!(faults.is_empty(), "{} faults in the built pages\n{faults}", visit.findings.len());
    // That nothing was found says something only if everything was looked at.
    let pages = pages(&site.folder);
    let there = |text: &str| pages.iter().map(|page| page.matches(text).count()).sum::<usize>();
    for (what, expected) in [
        ("pages", pages.len()),
        ("axe", VIEWS * pages.len()),
        ("claims", there("class=\"claim ")),
        ("links", there("<a ")),
        ("pictures", there("<svg ")),
    ] {
        assert_eq!(visit.counts[what], expected, "{what} looked at");
        assert!(expected > 0, "there are {what}");
    }
}

#[test]
fn readers_find_what_they_search() {
    let site = Site::build("search");
    let page = site.folder.join("lotus-39/pieces/king.html");
    // What is sought, and the page that must come first; the words of each stand there alone or above all.
    let cases = [
        ("ouroboros", "pieces/ouroboros.html"),
        ("quiet marks", "lotus-39/reading.html#the-quiet-marks"),
        ("MOESER Cincinnati", "lotus-39/index.html#where-it-comes-from"),
        ("haxxaba slant", "pieces/haxxaba.html"),
    ];
    let queries: Vec<&str> = cases.iter().map(|(query, _)| *query).chain(["zugzwang", "axxaba"]).collect();
    let lines = drive("search.mjs", &page, &queries);
    for ((query, landed), line) in cases.iter().zip(&lines) {
        assert_eq!(line["landed"], *landed, "{query}: {line}");
        assert_eq!(line["stop"], line["found"][0], "the arrow leads to the first: {line}");
    }
    // Nothing of these: a word of no page, and the middle of one.
    for line in &lines[cases.len()..queries.len()] {
        assert_eq!(line["told"], "Nothing found.", "{line}");
        assert_eq!(line["landed"], "pieces/king.html", "{line}");
    }
    let last = &lines[queries.len()];
    assert_eq!(last["faults"].as_array().map(Vec::len), Some(0), "{last}");
    assert_eq!(last["boxes_without_scripts"], 0);
}

/// Each fault of `browser/planted`, by the check that must find it, in which view, and a word of the element
/// or of what is said about it.
const PLANTED: [(&str, &str, &str); 23] = [
    ("color-contrast", "360 dark", "by night"),
    ("color-contrast", "1400 dark", "by night"),
    ("color-contrast", "360 light", "in a small window"),
    ("color-contrast", "360 dark", "in a small window"),
    ("color-contrast", "1400 light", "Still here"),
    ("image-alt", "360 light", "unsaid"),
    ("svg-img-alt", "360 light", "nameless"),
    ("heading-order", "360 light", "skips"),
    ("heading", "", "skips"),
    ("picture", "", "roleless"),
    ("picture", "", "nameless"),
    ("picture", "", "untold"),
    ("id", "", "twin"),
    ("overflow", "360", "wide"),
    ("keyboard", "", "past by Tab"),
    ("keyboard", "", "deaf"),
    ("tip", "", "mute"),
    ("tip", "", "the pointer cannot be moved onto the tip"),
    ("tip", "", "Escape does not hide the tip"),
    ("console", "", "planted complaint"),
    ("console", "", "planted_exception"),
    ("request", "", "http://planted.invalid/far"),
    ("link", "", "nowhere.html"),
];

#[test]
fn every_planted_fault_is_found() {
    let visit = visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/planted"));
    for (check, view, word) in PLANTED {
        let fits = |f: &&Finding| {
            f.check == check && f.view == view && (f.element.contains(word) || f.advice.contains(word))
        };
        assert!(visit.findings.iter().any(|f| fits(&f)), "{check} does not find {word:?} ({view})");
    }
    let leads: BTreeSet<&str> =
        visit.findings.iter().filter(|f| f.check == "link").map(|f| f.advice.as_str()).collect();
    assert_eq!(leads.len(), 3, "to no page, to no anchor, out of the site: {leads:?}");
    // Faults of one view are faults of no other.
    let elsewhere = |f: &&Finding| f.view.ends_with("light") && f.element.contains("by night");
    assert!(!visit.findings.iter().any(|f| elsewhere(&f)), "dark faults in light");
}
