//! Where prose is cut into sentences, and which claims are in each: the cases of `tests/cuts.md`.

use padma_book::pages::page::parse;
use padma_book::pages::sentence::sentences;
use padma_text::Sources;
use padma_text::diag::Diagnostics;

/// A case: Markdown, and its sentences, each with the claims in it.
fn cases(text: &str) -> Vec<(String, Vec<String>)> {
    let mut cases: Vec<(String, Vec<String>)> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let markdown = line.strip_prefix("> ").or((line == ">").then_some(""));
        if let Some(markdown) = markdown {
            if !is_open {
                cases.push((String::new(), Vec::new()));
            }
            is_open = true;
            let (page, _) = cases.last_mut().expect("a case");
            page.push_str(markdown);
            page.push('\n');
        } else if let Some(sentence) = line.strip_prefix("= ") {
            let (_, expected) = cases.last_mut().expect("Markdown before its sentences");
            expected.push(sentence.to_string());
            is_open = true;
        } else {
            is_open = false;
        }
    }
    cases
}

#[test]
fn prose_is_cut_into_sentences() {
    let text = std::fs::read_to_string(kit::folder::root().join("tests/cuts.md")).expect("cases");
    let cases = cases(&text);
    assert!(cases.len() >= 100, "{} cases", cases.len());
    let mut faults = Vec::new();
    for (markdown, expected) in &cases {
        let mut sources = Sources::default();
        let id = sources.add("case.md", markdown.as_str());
        let page = parse("case.md", id, &sources, &mut Diagnostics::default());
        let all = sentences(&page);
        // Only some cases are about claims.
        let tells_claims = expected.iter().any(|sentence| sentence.ends_with('}'));
        let found: Vec<String> = all
            .iter()
            .map(|sentence| match &sentence.claims[..] {
                claims if tells_claims && !claims.is_empty() => {
                    let claims: Vec<String> =
                        claims.iter().map(|(claim, _)| claim.to_string()).collect();
                    format!("{} {{{}}}", sentence.text, claims.join(" "))
                }
                _ => sentence.text.clone(),
            })
            .collect();
        if found != *expected {
            faults.push(format!(
                "{markdown}found {found:#?}\nexpected {expected:#?}"
            ));
        }
        for sentence in &all {
            let first = sentence
                .text
                .split(|c: char| !c.is_alphanumeric())
                .next()
                .unwrap_or_default();
            let place = sources.slice(sentence.span);
            if !place.contains(first) {
                faults.push(format!("{markdown}`{}` is not at {place:?}", sentence.text));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
