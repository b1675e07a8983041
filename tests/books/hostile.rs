//! Books, drawings, expressions and movements with mistakes put into them at random. Whatever an author writes, the
//! program answers: it does not panic, it comes to an end, and what it complains of it can show.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use kit::mutated::{Mutation, WIDE_SPACES, mutation};
use kit::pages::Workplace;
use padma_book::claim::Verdict;
use padma_book::load::Session;
use padma_book::pages::{decl, outline};
use padma_expr::{Outline, Scope, World, parse, resolve};
use padma_rules::model::Side;
use padma_rules::movement::Dialect;
use padma_rules::sentence::{parse_betza, parse_sentence};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_variant::resolve::Variants;
use padma_variant::terminal;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A page with everything a page can have.
const PAGE: &str = r#"# The Archbishop

```piece archbishop
```

```diagram A1 "An Archbishop and a man in its way"
white AB archbishop e3
black "BISH." colonel e5
white P pawn a3!
x = reach(AB) | {c in hexagon where c in range(rook)} -- where AB can go
source x: c4 g4 e1 e2 a5 c3 g3 i5 e5 e6
erratum x: e6 -- the source overlooks that the Colonel on e5 stops the Archbishop
```

> It reaches [9 cells](claim:count(reach(AB))), with the Colonel on [e5](<claim:captures(AB)>) among them, and
> [eleven](claim:ab-alone) alone. See [below](#below), a [pawn](other.md#x) and ![a picture](a.svg).

## Below

| a | [10.3 percent](claim:share(hexagon)) |
| --- | --- |
| `e4` | [no Knight](<claim:all c in triangle: reach(knight, c) = {}>) |

```game legal "A short game"
variant chess
1. e4 e5 2. Nf3 d6 3. Bc4 Bg4
4. Nc3 g6 {a comment} (4... h6) 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5+
erratum 7 white: check sign + -- this is mate
```

```diagram L4 "Before White's fifth move"
after legal 4 black
moves 5. Nxe5
```

```claims
# a remark
ab-alone = count(reach(archbishop, e3))    source 11
kn   = count(reach(knight, c4))
       depends "X and Z" 3; "Z only" count(reach(knight, c4) - {g4})
hx   = count(reach(haxxaba, g4))    source 5
       erratum "the source counts 5 with c4, which lies on the X axis"
year = unchecked "the year of a publication is history"
```
"#;

/// A drawing of the board, and the same with its blanks lost.
const DRAWING: &str = include_str!("../../content/lotus-39/pieces/alfil.md");

const EXPRESSIONS: [&str; 12] = [
    "all c: reach(queen, c) = reach(king, c) | slide(X, c) | slide(Y, c) | slide(Z, c) | slide(VW, c)",
    "some a, b in hexagon where a != b: not (a in reach(rook, b))",
    "{p in pieces where range(p) = hexagon}",
    "max(a, b in hexagon: distance(knight, a, b)) at least 2 * share(hexagon) - 1.25",
    "with(own c4, enemy rook e4: count(attacks(says \"slide along X, Z onto square\", g4)))",
    "on lotus-41: reach(enhanced-rook, a4)",
    "same(rook + knight, says \"rook; knight\") and not royal(rook)",
    "turned(rook, 45) = {}",
    "leaps(knight) | {(1,2)}",
    "count(closure(wazir, a4, black)) + sum(a <= b in rank(4): 1)",
    "inventor(crook) = \"Moeser\" or letter(archbishop) = \"A\"",
    "arrangements(4, count(cells))",
];

const SENTENCES: [&str; 6] = [
    "slide along X, Z onto square, hexagon up to 3",
    "ride 2 along X, Z; step forward along Y first move",
    "leap to distance 2 of king; else hop along Z onward only to capture",
    "wander contiguous over square from hexagon",
    "step (1,4), (2,3); step along orthogonal",
    "rook + knight; step X+; leap 2 along (1,2)",
];

const BETZA: [&str; 8] = [
    "FsN",
    "fmWfceFifmnD",
    "[W?fF?B]",
    "cabKifmWfceF",
    "mQcNgBpR",
    "KisO4",
    "(1,3)0jRnN",
    "@QyafsF",
];

const BOOK: &str = include_str!("../../content/lotus-39/book.toml");
const SOURCE: &str = include_str!("../../content/lotus-39/source.toml");

/// Few, as they run with every other test; with `PROPTEST_CASES` more.
fn config(cases: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig {
        cases: cases * usual.cases / 256,
        failure_persistence: None,
        ..usual
    }
}

/// Complaints can be shown: each points into its text, between letters.
fn shown(diagnostics: &mut Diagnostics, sources: &Sources) {
    diagnostics.sort();
    for diagnostic in diagnostics.iter() {
        assert!(!terminal::render(diagnostic, sources, false).is_empty());
        for label in diagnostic.primary.iter().chain(&diagnostic.others) {
            let text = sources.get(label.span.source).text();
            assert!(text.get(label.span.range()).is_some(), "{diagnostic:?}");
        }
    }
}

thread_local! {
    static WORKPLACE: RefCell<Workplace> = RefCell::new(Workplace::on("lotus-39"));
}

/// A page as it is judged, and corrected.
fn judged(text: &str) {
    WORKPLACE.with_borrow_mut(|workplace| {
        workplace.bless(text);
        let Session {
            diagnostics,
            sources,
            ..
        } = &mut workplace.session;
        shown(diagnostics, sources);
        sources.drop_last();
    });
}

#[test]
fn wide_spaces_are_spaces() {
    let texts = [
        "it isn't 5 cells",
        "it can’t be e4",
        "the cells: e4 and c4",
        "both c4 and e4",
        "at “e4”, (c4) or –g4",
        "no fewer than minus 14 per cent or more",
        "the Pawns, a Rook and\nthe Knight",
        "(1, 2) and (2, 3)",
        "White: Rook a3, King e4; Black: none",
    ];
    let definitions = [
        "count(cells)",
        "{c4, g4}",
        "{p in pieces where p = rook}",
        "leaps(knight)",
        "after(legal)",
    ];
    for space in WIDE_SPACES {
        for text in texts {
            let (first, last) = (text.find(' ').unwrap(), text.rfind(' ').unwrap());
            let wide = space.to_string();
            let one = |at: usize| format!("{}{space}{}", &text[..at], &text[at + 1..]);
            for text in [
                one(first),
                one(last),
                text.replace(' ', &wide),
                format!("{wide}{text}{wide}"),
            ] {
                let page = definitions
                    .map(|definition| format!("See [{text}](<claim:{definition}>) here.\n\n"));
                corrected(&page.concat());
            }
        }
    }
}

/// Judges a page, corrects it, and judges it again: what was corrected holds.
fn corrected(text: &str) {
    WORKPLACE.with_borrow_mut(|workplace| {
        let fails = workplace.judge(text).1.tally(Verdict::Fails);
        let (new, notes) = workplace.bless(text);
        let left = workplace.judge(&new).1.tally(Verdict::Fails);
        let unmended = workplace.bless(&new).1;
        assert!(
            left <= fails && unmended <= notes.max(left),
            "{text}\n{new}"
        );
    });
}

/// The pages of all books, which between them use all that pages can have.
fn written() -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in folder
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if entry.is_dir() {
                below(&entry, found);
            } else if entry.extension().is_some_and(|ending| ending == "md") {
                found.push(entry);
            }
        }
    }
    let mut found = Vec::new();
    below(&kit::folder::content(), &mut found);
    found.sort();
    found
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_mutated_page_does_not_panic(mutation in mutation()) {
        judged(&mutation.of(PAGE));
    }

    #[test]
    fn a_mutated_drawing_does_not_panic(mutation in mutation()) {
        judged(&mutation.of(DRAWING));
    }

    #[test]
    fn a_mutated_expression_does_not_panic(text in select(&EXPRESSIONS[..]), mutation in mutation()) {
        evaluated(&mutation.of(text));
    }

    #[test]
    fn a_mutated_movement_does_not_panic(text in select(&SENTENCES[..]), mutation in mutation()) {
        moved("lotus-39", &mutation.of(text), None);
    }

    #[test]
    fn a_mutated_betza_string_does_not_panic(text in select(&BETZA[..]), fairy in any::<bool>(), mutation in mutation()) {
        let dialect = if fairy { Dialect::Fsf } else { Dialect::Xbetza };
        moved("chess", &mutation.of(text), Some(dialect));
    }

    #[test]
    fn a_mutated_declaration_does_not_panic(mutation in mutation()) {
        declared(&mutation);
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn a_mutated_page_of_a_book_does_not_panic(page in any::<Index>(), mutation in mutation()) {
        let pages = written();
        judged(&mutation.of(&std::fs::read_to_string(page.get(&pages)).unwrap()));
    }
}

/// The rules of a variant, read once.
fn on(variant: &'static str, ask: impl FnOnce(&Variants, usize)) {
    thread_local! {
        static SESSION: RefCell<Session> = RefCell::new({
            Session::new(&kit::folder::content(), &[])
        });
    }
    SESSION.with_borrow_mut(|session| {
        let place = session.variant(variant).unwrap();
        ask(&session.library.variants, place);
    });
}

fn evaluated(text: &str) {
    on("lotus-39", |variants, variant| {
        let (rules, endings, outline) = (
            variants.rules(variant),
            variants.endings(variant),
            Outline::NONE,
        );
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("<expression>", text);
        let excerpt = Excerpt::verbatim(text, sources.whole(id));
        if let Some(question) = parse(&excerpt, &mut diagnostics) {
            let scope = Scope {
                rules,
                variant,
                placed: &[],
                games: &[],
                outline,
                nearest: None,
            };
            if let Some(formula) = resolve(&question.expr, scope, &mut diagnostics) {
                let _ = World::new(rules, endings, &[], &[], outline).value(&formula);
            }
        }
        shown(&mut diagnostics, &sources);
    });
}

/// Reads a movement, and if it can be read walks it from everywhere.
fn moved(variant: &'static str, text: &str, dialect: Option<Dialect>) {
    on(variant, |variants, place| {
        let rules = variants.rules(place);
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("<movement>", text);
        let excerpt = Excerpt::verbatim(text, sources.whole(id));
        let movement = match dialect {
            Some(dialect) => parse_betza(&excerpt, &rules.variant, dialect, &mut diagnostics),
            None => parse_sentence(&excerpt, &rules.variant, &mut diagnostics),
        };
        if let Some(movement) = movement.filter(|_| !diagnostics.has_errors()) {
            let free = rules.free_movement(text, movement);
            for side in Side::BOTH {
                rules.range(&*free, side);
            }
        }
        shown(&mut diagnostics, &sources);
    });
}

fn declared(mutation: &Mutation) {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("book.toml", mutation.of(BOOK));
    let _ = decl::book(&sources, id, &mut diagnostics);
    let id = sources.add("source.toml", mutation.of(SOURCE));
    let outline = outline::outline(&sources, id, &mut diagnostics);
    let _ = outline.map(|decl| padma_book::place::outline(&decl, &mut diagnostics));
    shown(&mut diagnostics, &sources);
}
