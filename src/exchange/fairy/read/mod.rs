//! Reads sections of a `variants.ini` for Fairy-Stockfish.
//!
//! A section inherits from a section before it or from a built-in one (see `builtin.ini`). What
//! is left out has the default of the program.

mod assemble;
pub(crate) mod dead_ends;
pub(crate) mod drops;
pub(crate) mod first_moves;
pub(crate) mod leftovers;
pub(crate) mod moves;
pub(crate) mod palace;
mod promoted;
pub(crate) mod promotion;
pub(crate) mod royalty;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::draft::VariantDraft;
use crate::fairy::rules::IniRules;
use crate::fairy::sections::{IniSection, sections};
use crate::source::{self, ImportOptions, SourceText};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span, range_in};

/// Fairy-Stockfish's built-in variants that can be carried over.
const BUILT_IN: &str = include_str!("../builtin.ini");

/// Maximum number of lines with keys and sections.
const MOST_ENTRIES: usize = 20_000;
/// Maximum length of a line in bytes.
const LONGEST_LINE: usize = 10_000;

/// Reads the chosen section.
pub(crate) fn read(
    page: SourceText<'_>,
    wishes: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Option<VariantDraft> {
    check_size(page, diagnostics)?;
    let (all, before) = sections(page.text, &|range| page.excerpt(range));
    for line in before {
        let complaint = Diagnostic::warning(
            Code::ImportLeftover,
            "this line comes before the first section",
        );
        diagnostics.push(complaint.at(line.whole(), "not carried over"));
    }
    if all.is_empty() && wishes.section.is_none() {
        let (message, expected) = (
            "this text defines 0 variants",
            "expected a section such as `[my-game:chess]`",
        );
        return diagnostics.refuse(Code::ImportSyntax, message, page.span(0..0), expected);
    }
    let names: Vec<(&str, Span)> = all
        .iter()
        .map(|section| (section.name.text(), section.name.whole()))
        .collect();
    let chosen = source::choose("section", &names, &section_list(&all), wishes, diagnostics)?;
    let mut rules = IniRules::new(page.source);
    let (chain, missing) = chain(&all, &places(&all, diagnostics), chosen);
    if let Some(parent) = missing
        && !inherit(parent, &mut rules, diagnostics)
    {
        diagnostics.push(unknown_parent(parent, chain[chain.len() - 1], &all));
        return None;
    }
    chain
        .iter()
        .rev()
        .for_each(|at| rules.apply(&all[*at], None, diagnostics));
    assemble::variant(&mut rules, &all[chosen], wishes, diagnostics)
}

/// Complains about a text that is larger than a person might have written.
fn check_size(page: SourceText<'_>, diagnostics: &mut Diagnostics) -> Option<()> {
    let mut entries = 0;
    for line in page.text.split_inclusive('\n') {
        entries += usize::from(line.contains(['=', '[']));
        let message = if line.len() > LONGEST_LINE {
            format!("this line is longer than {LONGEST_LINE} bytes")
        } else if entries > MOST_ENTRIES {
            format!("this text has more than {MOST_ENTRIES} lines with keys and sections")
        } else {
            continue;
        };
        let at = range_in(page.text, line).start;
        return diagnostics.refuse(
            Code::TooLarge,
            message,
            page.span(at..at),
            "beyond the limit",
        );
    }
    Some(())
}

/// Returns the index of each section by name. A section that repeats a name is ignored.
fn places<'a>(all: &'a [IniSection], diagnostics: &mut Diagnostics) -> BTreeMap<&'a str, usize> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, section) in all.iter().enumerate() {
        let name = section.name.text();
        if let Some(first) = places.get(name) {
            let complaint = Diagnostic::warning(
                Code::DoubledName,
                format!("two sections are named `{name}`"),
            );
            let complaint = complaint.at(section.name.whole(), "the second is ignored");
            diagnostics.push(complaint.also_at(all[*first].name.whole(), "the first"));
        } else {
            places.insert(name, place);
        }
    }
    places
}

/// Returns a section and its ancestors, nearest first, and the name of a parent that was not
/// found. Each parent must come before the section that names it.
fn chain<'a>(
    all: &'a [IniSection],
    places: &BTreeMap<&str, usize>,
    section: usize,
) -> (Vec<usize>, Option<&'a Excerpt>) {
    let (mut chain, mut at) = (vec![section], section);
    while let Some(parent) = &all[at].parent {
        match places.get(parent.text()) {
            Some(place) if *place < at => at = *place,
            _ => return (chain, Some(parent)),
        }
        chain.push(at);
    }
    (chain, None)
}

/// Applies a built-in section and, before it, its ancestors. Returns false if there is no such
/// section. Complaints about it point at `parent`.
fn inherit(parent: &Excerpt, rules: &mut IniRules, diagnostics: &mut Diagnostics) -> bool {
    let place = |range: Range<usize>| Excerpt::inexact(&BUILT_IN[range], parent.whole());
    let (all, _) = sections(BUILT_IN, &place);
    let places = places(&all, &mut Diagnostics::default());
    let Some(section) = places.get(parent.text()) else {
        return false;
    };
    let (chain, _) = chain(&all, &places, *section);
    chain
        .iter()
        .rev()
        .for_each(|at| rules.apply(&all[*at], Some(all[*at].name.text()), diagnostics));
    true
}

/// Returns the keys and values of a built-in section that has no parent.
pub(crate) fn built_in_keys(name: &str) -> Vec<(&'static str, &'static str)> {
    let heading = format!("[{name}]");
    let lines = BUILT_IN.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split_once(" = ")).collect()
}

pub(crate) fn built_in_names<'a>() -> impl Iterator<Item = &'a str> {
    BUILT_IN
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.split([':', ']']).next())
}

fn unknown_parent(parent: &Excerpt, at: usize, all: &[IniSection]) -> Diagnostic {
    let name = parent.text();
    let complaint = Diagnostic::error(
        Code::UnknownName,
        format!("no section before this one is named `{name}`"),
    )
    .at(parent.whole(), "expected a section above or a built-in one");
    if let Some(later) = all[at..].iter().find(|section| section.name.text() == name) {
        return complaint.also_at(later.name.whole(), "this one comes later");
    }
    let above = all[..at].iter().map(|section| section.name.text());
    complaint.suggest(name, above.chain(built_in_names()))
}

/// Lists the names of some sections.
fn section_list(all: &[IniSection]) -> String {
    const MOST: usize = 20;
    let names = all
        .iter()
        .take(MOST)
        .map(|section| format!("`{}`", section.name.text()));
    let more = if all.len() > MOST { ", …" } else { "" };
    names.collect::<Vec<_>>().join(", ") + more
}
