//! What the check of a book would notice if one fact in it were changed.

use std::cell::Cell;
use std::collections::BTreeSet;

use kit::folder::Folder;
use kit::pages::Workplace;
use padma_book::load::Session;
use padma_mutate::{MutationKind, MutationOutcome, Trial, Wanted, mutate, tally};
use padma_text::{Sources, Span};

fn tried(workplace: &mut Workplace, text: &str) -> Vec<Trial> {
    let (_, checked) = workplace.judge(text);
    assert!(
        !workplace.session.diagnostics.has_errors(),
        "{text}\n{:?}",
        workplace.session.diagnostics
    );
    let of_page = |kind: MutationKind, _| kind.is_of_page();
    mutate(
        &checked,
        &workplace.session.library,
        &workplace.session.sources,
        &of_page,
        &(),
    )
}

/// Each change of a fact, as `before → after`, with a cross where it went unnoticed.
fn outcomes(trials: &[Trial], kind: MutationKind) -> Vec<String> {
    let of_kind = trials.iter().filter(|trial| trial.kind == kind);
    of_kind
        .map(|trial| {
            let cross = if trial.outcome == MutationOutcome::Noticed {
                ""
            } else {
                " ✗"
            };
            format!("{} → {}{cross}", trial.before, trial.after)
        })
        .collect()
}

#[test]
fn each_mutation_changes_one_fact() {
    let cases: [(&str, MutationKind, &[&str]); 14] = [
        (
            "[11 cells](claim:count(reach(archbishop,e3)))",
            MutationKind::Prose,
            &["11 → 12"],
        ),
        (
            "[Eleven cells](claim:count(reach(archbishop,e3)))",
            MutationKind::Prose,
            &["Eleven → 12"],
        ),
        (
            "[51%](claim:share(range(archbishop)))",
            MutationKind::Prose,
            &["51% → 52%"],
        ),
        (
            "[51.3 percent](claim:share(range(archbishop)))",
            MutationKind::Prose,
            &["51.3 percent → 51.4 percent"],
        ),
        // The first cell of the board that the text does not name, in each one's place.
        (
            "[c4 or g4](claim:reach(knight,e2))",
            MutationKind::Prose,
            &["c4 → a3", "g4 → a3"],
        ),
        (
            "[Hexrider and Knight](<claim:{p in pieces where range(p) = hexagon}>)",
            MutationKind::Prose,
            &["Hexrider → Alfil", "Knight → Alfil"],
        ),
        // Out of a truth's text no value is read, but it says what the expression says.
        (
            "[at most 12 cells](<claim:count(reach(king,e2)) at most 12>)",
            MutationKind::Prose,
            &["at most → just", "12 → 2"],
        ),
        (
            "[Only White's Knight](<claim:reach(knight,e2) = {c4 g4}>)",
            MutationKind::Prose,
            &["Only → at least", "White → Black", "Knight → Alfil"],
        ),
        (
            "[Black never](<claim:e5 not in reach(knight,e2,black)>)",
            MutationKind::Prose,
            &["Black → White", "never → just"],
        ),
        (
            "```diagram D\nwhite N knight e2\nx = reach(N)\nsource x: c4 g4\n```\n",
            MutationKind::Mark,
            &["c4 → ", "g4 → ", "g4 → g4 a3"],
        ),
        (
            "[12](claim:k)\n\n```claims\nk = count(reach(king, e2))  source 12\n```\n",
            MutationKind::Source,
            &["12 → 11", "12 → 13"],
        ),
        (
            "[2](claim:k)\n\n```claims\nk = count(reach(knight, e2))  source 5  erratum \"the source has 5\"\n```\n",
            MutationKind::Source,
            &["5 → 4", "5 → 6"],
        ),
        (
            "[c4 or g4](claim:k)\n\n```claims\nk = reach(knight, e2)  source {c4 e6}\n    erratum {e6 g4} \"no leap leads to e6\"\n```\n",
            MutationKind::Source,
            &["{c4 e6} → {e6}", "{c4 e6} → {c4}", "{c4 e6} → {c4 e6 a3}"],
        ),
        (
            "[so](claim:k)\n\n```claims\nk = reach(knight, e2) != {}  source true\n```\n",
            MutationKind::Source,
            &["true → false"],
        ),
    ];
    let mut workplace = Workplace::on("lotus-39");
    for (text, kind, expected) in cases {
        assert_eq!(
            outcomes(&tried(&mut workplace, text), kind),
            expected,
            "{text}"
        );
    }
}

/// Each recorded move with its cells moved by one, and its letter and signs changed.
#[test]
fn recorded_moves_are_mutated() {
    let fools = "[White](claim:m) is mated.\n\n```game fool\n1. f3 e5 2. g4 Qh4#\n```\n\n```diagram End\n\
                 after fool 2 black\n```\n\n[So](claim:m).\n\n```claims\nm = End.mate(white)\n```\n";
    let mut workplace = Workplace::on("chess");
    let trials = tried(&mut workplace, fools);
    let of = |before: &str| -> Vec<String> {
        let own = trials
            .iter()
            .filter(|trial| trial.kind == MutationKind::Move && trial.before == before);
        own.map(|trial| format!("{} {:?}", trial.after, trial.outcome))
            .collect()
    };
    let noticed = |after: &[&str]| -> Vec<String> {
        after.iter().map(|text| format!("{text} Noticed")).collect()
    };
    // With the Pawn on f4 it is mate as well. Of all else the Queen's last move would not be true.
    let first = of("f3");
    assert!(first.contains(&"f4 AnotherGame".to_string()), "{first:?}");
    assert!(
        first.contains(&"Nf3 Noticed".to_string()) && first.contains(&"e4 Noticed".to_string()),
        "{first:?}"
    );
    assert_eq!(
        first
            .iter()
            .filter(|text| !text.ends_with("Noticed"))
            .count(),
        1,
        "{first:?}"
    );
    let cells = ["g3", "h3", "g4", "g5", "h5"];
    let letters = ["Nh4#", "Bh4#", "Rh4#", "Kh4#", "h4#"];
    let signs = ["Qxh4#", "Qh4", "Qh4+"];
    let mut last = of("Qh4#");
    last.sort();
    let mut expected: Vec<String> = cells.iter().map(|cell| format!("Q{cell}#")).collect();
    expected.extend(letters.iter().chain(&signs).map(|text| text.to_string()));
    expected.sort();
    assert_eq!(
        last,
        noticed(&expected.iter().map(String::as_str).collect::<Vec<_>>())
    );
}

/// The Rook of the position can go to h6 as well, which no claim rules out; in the setup it could not.
#[test]
fn a_record_that_begins_at_a_position_is_replayed_from_there() {
    let game = "```game ending\nfen 4k3/8/8/8/8/8/8/K6R w - - 0 1\n1. Rh7 Kd8\n```\n";
    let trials = tried(&mut Workplace::on("chess"), game);
    let mut moves = trials.iter().filter(|trial| trial.before == "Rh7");
    let other = moves.find(|trial| trial.after == "Rh6");
    assert_eq!(
        other.map(|trial| &trial.outcome),
        Some(&MutationOutcome::AnotherGame)
    );
}

/// An erratum says what the record has, so that another mistake in its place is reported.
#[test]
fn every_mutation_of_a_move_with_an_erratum_is_noticed() {
    let mut workplace = Workplace::on("waterloo");
    let record = "```game g\n1. Rf3-f5 d8-d6\nerratum 1 white: letter R -- a Pawn\n```\n";
    let trials = tried(&mut workplace, record);
    assert!(trials.iter().any(|trial| trial.after == "Nf3-f5"));
    let missed: Vec<&Trial> = trials
        .iter()
        .filter(|trial| {
            trial.kind == MutationKind::Move
                && matches!(trial.outcome, MutationOutcome::Unnoticed(_))
        })
        .collect();
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn a_rule_that_no_claim_depends_on_is_reported_with_the_move_it_changes() {
    let mut workplace = Workplace::on("lotus-39");
    let (_, checked) = workplace.judge("[Two cells](claim:count(reach(knight,e2))).\n");
    let trials = mutate(
        &checked,
        &workplace.session.library,
        &workplace.session.sources,
        &|_, _| true,
        &(),
    );
    let of = |after: &str| {
        trials.iter().find(|trial| {
            trial.before.starts_with("leap 2 along X, Z onto") && trial.after == after
        })
    };
    // A Knight that leaps along X only has no cell to go to from e2.
    let noticed = of("leap 2 along X onto hexagon").unwrap();
    assert_eq!(noticed.outcome, MutationOutcome::Noticed);
    // Along Z only it keeps both cells from e2, and loses g4 from c4; no claim speaks of that.
    let missed = of("leap 2 along Z onto hexagon").unwrap();
    assert_eq!(
        missed.outcome,
        MutationOutcome::Unnoticed(Some("a white Knight on c4 loses g4".to_string()))
    );
    // From a hexagon two steps along X or Z always end on a hexagon: the limit changes no move.
    let idle = of("leap 2 along X, Z").unwrap();
    assert_eq!(idle.outcome, MutationOutcome::NoDifference);
    let (noticed, all) = tally(&trials, MutationKind::Rule);
    assert!(
        noticed * 10 < all,
        "one number holds little of the rules: {noticed} of {all}"
    );
}

/// What may be changed unnoticed, and why that is borne.
const SURVIVORS: [&str; 0] = [];

/// Reach shows neither castling nor what may be taken en passant.
#[test]
fn mutated_rules_change_castling_and_en_passant() {
    let mut workplace = Workplace::on("rotary-chess");
    let (_, checked) = workplace.judge("[One](<claim:count({e4})>).\n");
    let trials = mutate(
        &checked,
        &workplace.session.library,
        &workplace.session.sources,
        &|_, _| true,
        &(),
    );
    let cases = [
        ("KisO4", "KisO3", "a white King castles otherwise"),
        ("ifmnDfmWfceF", "ifmnDfmWfcF", "that has just passed b2"),
        (
            "ifmnDfmWfceF",
            "ifmDfmWfceF",
            "a white Pawn on a1 gains a3, unmoved, with a white piece on a2",
        ),
    ];
    for (before, after, expected) in cases {
        let quoted = |text: &str| format!("\"{text}\"");
        let found = trials.iter().find(|t| {
            [before, &quoted(before)].contains(&t.before.as_str())
                && [after, &quoted(after)].contains(&t.after.as_str())
        });
        let text = format!("{:?}", found.map(|trial| &trial.outcome));
        assert!(text.contains(expected), "{before} → {after}: {text}");
    }
}

/// One change in this many is tried here; `padma mutate` tries all.
const TRIED: usize = 4;

/// A book, and how many changes of each kind are tried at least.
const BOOKS: [(&str, [usize; 5]); 6] = [
    ("lotus-39", [160, 60, 60, 0, 160]),
    ("rotary-chess", [100, 0, 30, 6, 30]),
    ("waterloo", [80, 0, 30, 600, 20]),
    ("ben39", [50, 0, 30, 0, 80]),
    ("chessma-84", [80, 0, 28, 180, 80]),
    ("turtle", [80, 0, 38, 60, 20]),
];

#[test]
fn the_books_notice_their_mutations() {
    let content = kit::folder::content();
    for (book, least) in BOOKS {
        let mut session = Session::new(&content, &[]);
        let checked = session.check(&content.join(book)).unwrap();
        let kinds = &MutationKind::ALL[..least.len()];
        let number = Cell::new(0_usize);
        let wanted = |kind, _| {
            kinds.contains(&kind) && number.replace(number.get() + 1).is_multiple_of(TRIED)
        };
        let trials = mutate(&checked, &session.library, &session.sources, &wanted, &());
        for (kind, least) in MutationKind::ALL.into_iter().zip(least) {
            let (_, all) = tally(&trials, kind);
            assert!(
                all >= least,
                "there are {all} changes of kind {} of {book}",
                kind.name()
            );
        }
        let missed = trials
            .iter()
            .filter(|trial| matches!(trial.outcome, MutationOutcome::Unnoticed(_)));
        let missed: Vec<String> = missed.map(|trial| line(trial, &session.sources)).collect();
        assert_eq!(
            missed,
            SURVIVORS,
            "nobody was told of\n{}",
            missed.join("\n")
        );
    }
}

fn line(trial: &Trial, sources: &Sources) -> String {
    let place = sources.line_column(trial.span);
    let name = sources.get(trial.span.source).name();
    let name = name.rsplit_once("content/").map_or(name, |(_, name)| name);
    format!(
        "{name}:{}: {} → {} ({:?})",
        place.line, trial.before, trial.after, trial.outcome
    )
}

/// A small game whose rules nothing turns on but the claims and diagrams that a test states of it.
pub const GAME: &str = r#"
title = "A game"

[board]
kind = "grid"
files = 6
ranks = 6

[sets]
last = "far rank 1"

[setup]
symmetry = "mirror"
white = { king = "c1", pawn = "a2 b2" }

[[piece]]
id = "king"
betza = "K"
royal = true

[[piece]]
id = "rook"
betza = "R"

[[piece]]
id = "pawn"
betza = "fmWfcF"

[[rule]]
kind = "promotion"
piece = "pawn"
cells = "last"
to = ["rook"]

# padma: ignore mutate -- the limit is usual
[[rule]]
kind = "quiet-limit"
plies = 100
outcome = "draw"
"#;

/// The changes of a kind as `before → after: outcome`, of those whose text begins so.
fn lines_of(trials: &[Trial], kind: MutationKind, before: &str) -> Vec<String> {
    let own = trials
        .iter()
        .filter(|trial| trial.kind == kind && trial.before.starts_with(before));
    let line = |trial: &Trial| {
        let by = trial
            .noticed_by
            .as_ref()
            .and_then(|fault| fault.claim.clone())
            .map(|id| format!(" by {id}"));
        format!(
            "{} → {}: {}{}",
            trial.before,
            trial.after,
            trial.outcome.name(),
            by.unwrap_or_default()
        )
    };
    own.map(line).collect()
}

/// What comes of the changes of a book of one page about that game.
fn of_game(page: &str, kinds: &[MutationKind]) -> Vec<Trial> {
    of_book(&small_book(page), kinds)
}

fn of_book(folder: &Folder, kinds: &[MutationKind]) -> Vec<Trial> {
    wanted_of_book(folder, &|kind, _| kinds.contains(&kind))
}

fn wanted_of_book(folder: &Folder, wanted: Wanted<'_>) -> Vec<Trial> {
    let content = folder.path("content");
    let mut session = Session::new(&content, &[]);
    let checked = session.check(&content.join("small")).unwrap();
    assert!(
        !session.diagnostics.has_errors(),
        "{:?}",
        session.diagnostics
    );
    mutate(&checked, &session.library, &session.sources, wanted, &())
}

fn small_book(page: &str) -> Folder {
    let folder = Folder::new("mutation");
    folder.write("content/small/small.toml", GAME);
    folder.write(
        "content/small/book.toml",
        "title = \"A game\"\n\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    folder.write("content/small/index.md", page);
    folder
}

#[test]
fn every_key_of_a_variant_is_mutated() {
    let page = "# A\n\n[a6, b6, c6, d6, e6 and f6](claim:last), and [b3](claim:two).\n\n```claims\n\
                last = promotion(pawn)\ntwo = reach(pawn, b2)\n```\n";
    let trials = of_game(page, &[MutationKind::Variant]);
    let cases = [
        ("far", "far → near: noticed by last"),
        ("\"rook\"", "\"rook\" → : noticed"),
        ("royal", "royal = true → : gap"),
        ("c1", "c1 → b1: gap"),
        ("mirror", "mirror → rotate: gap"),
        ("draw", "draw → win: gap"),
        ("100", "100 → 101: gap"),
    ];
    for (before, expected) in cases {
        let lines = lines_of(&trials, MutationKind::Variant, before);
        assert!(
            lines.iter().any(|line| line == expected),
            "{expected}\n{lines:#?}"
        );
    }
    let of_rule = |kind: &str| {
        let own = trials
            .iter()
            .find(|trial| trial.before.starts_with("[[rule]]") && trial.before.contains(kind));
        own.unwrap_or_else(|| panic!("the rule {kind} is left out"))
            .outcome
            .clone()
    };
    assert_eq!(of_rule("promotion"), MutationOutcome::Noticed);
    assert_eq!(
        of_rule("quiet-limit"),
        MutationOutcome::Ignored("the limit is usual".to_string())
    );
    let gap = trials
        .iter()
        .find(|trial| trial.before == "c1")
        .map(|trial| trial.outcome.clone());
    assert_eq!(
        gap,
        Some(MutationOutcome::Unnoticed(Some(
            "the setup is another".to_string()
        )))
    );
}

/// Every word of a rule's expression is changed, and every value of a named rule.
#[test]
fn rules_that_are_expressions_are_mutated() {
    let page = "# A\n\n```diagram D \"d\"\nwhite king e1\nwhite rook a1\nblack king e8\nblack rook a8\n\
                to-move white\n```\n\nThe Rook may [not take the other](<claim:not legal(\"Rxa8\", white)>).\n";
    let folder = small_book(page);
    folder.write(
        "content/small/small.toml",
        "title = \"Small\"\nextends = \"chess\"\n\n[[rule]]\nkind = \"forbid\"\n\
         when = \"taken != {} and to in file(a) and pieces(king, mover) in rank(1)\"\n\n\
         [[rule]]\nkind = \"n-checks\"\ntimes = 5\n",
    );
    let trials = of_book(&folder, &[MutationKind::Variant]);
    let cases = [
        ("!=", "!= → =: noticed"),
        ("and", "and → or: "),
        ("to", "to → from: "),
        ("1", "1 → 2: noticed"),
        ("mover", "mover → other: noticed"),
        ("king", "king → "),
        ("5", "5 → 6: "),
    ];
    for (before, expected) in cases {
        let lines = lines_of(&trials, MutationKind::Variant, before);
        assert!(
            lines.iter().any(|line| line.starts_with(expected)),
            "{expected}\n{lines:#?}"
        );
    }
}

#[test]
fn a_books_own_data_and_its_source_are_mutated() {
    let page = "# A\n\n[Overview](<claim:title(\"1.0\")>).\n\n```game g\n1. a3 *\n```\n";
    let folder = small_book(page);
    folder.write(
        "content/small/book.toml",
        "title = \"On 36 squares\"\ndate = \"2016-12-29\"\n\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    folder.write(
        "content/small/source.toml",
        "[[section]]\nnumber = \"1.0\"\ntitle = \"Overview\"\nrefers = [\"2.0\"]\n",
    );
    let kinds = [MutationKind::Tag, MutationKind::Book, MutationKind::Outline];
    let trials = of_book(&folder, &kinds);
    let cases = [
        (
            MutationKind::Book,
            "\"On",
            "\"On 36 squares\" → \"On 37 squares\": gap",
        ),
        (
            MutationKind::Book,
            "\"2016",
            "\"2016-12-29\" → \"2017-12-29\": gap",
        ),
        (MutationKind::Tag, "*", "* → 1-0: gap"),
        (
            MutationKind::Outline,
            "Overview",
            "Overview → Overviewx: noticed by index.md#1",
        ),
        (MutationKind::Outline, "2", "2 → 3: gap"),
    ];
    for (kind, before, expected) in cases {
        let lines = lines_of(&trials, kind, before);
        assert!(
            lines.iter().any(|line| line.starts_with(expected)),
            "{expected}\n{trials:#?}"
        );
    }
    let remedy = |trial: &Trial| {
        trial.before == "2" && trial.remedy.as_deref() == Some("[2.0](<claim:references(\"1.0\")>)")
    };
    assert!(trials.iter().any(remedy), "{trials:#?}");
}

#[test]
fn diagrams_titles_and_proofs_are_mutated() {
    let page = "# A\n\n```diagram D \"A Pawn on b3\"\nwhite P pawn b3\nblack rook a4\n\
                black rook c4\nto-move white\nx = captures(P) -- what it takes\n```\n\n[a4 or c4](claim:one).\n\n\
                ```claims\none = captures(P)\n    source {a4 c5} erratum {c4 c5} \"no step leads from b3 to c5\"\n```\n";
    let trials = of_game(
        page,
        &[
            MutationKind::Diagram,
            MutationKind::Title,
            MutationKind::Erratum,
        ],
    );
    let cases = [
        (
            MutationKind::Diagram,
            "white P",
            "white P pawn b3\n → : noticed",
        ),
        (MutationKind::Diagram, "to-move", "to-move white\n → : gap"),
        (
            MutationKind::Diagram,
            "captures",
            "captures → attacks: no-difference",
        ),
        // The title says where the Pawn stands, and no other cell of it is shown.
        (MutationKind::Diagram, "b3", "b3 → a2: noticed"),
        (MutationKind::Title, "b3", "b3 → a2: noticed"),
        (MutationKind::Erratum, "c5", "c5 → b4: gap"),
    ];
    for (kind, before, expected) in cases {
        let lines = lines_of(&trials, kind, before);
        assert!(
            lines.iter().any(|line| line == expected),
            "{expected}\n{lines:#?}"
        );
    }
}

/// Each gap's remedy is put on the page; then the change is noticed.
#[test]
fn the_remedy_of_a_gap_notices_its_change() {
    let page = "# A\n\n```diagram D\nwhite P pawn b3\nblack rook a4\nblack rook c4\nto-move white\nx = captures(P)\n\
                ```\n\nNo claim.\n";
    let kinds = [
        MutationKind::Rule,
        MutationKind::Variant,
        MutationKind::Diagram,
    ];
    let of = |trial: &Trial| {
        (
            trial.kind,
            trial.span.range().start,
            trial.before.clone(),
            trial.after.clone(),
        )
    };
    let gaps: Vec<Trial> = of_game(page, &kinds)
        .into_iter()
        .filter(|trial| trial.remedy.is_some())
        .collect();
    let cases = [
        (
            "pawn",
            "king",
            "[White: Pawn b3; Black: Rooks a4 c4; White to move](<claim:D.position()>)",
        ),
        ("K", "W", "[a2, b1 and b2](<claim:reach(king, a1)>)"),
        ("fmWfcF", "fmWfF", "[a2](<claim:reach(pawn, a1)>)"),
        (
            "c1",
            "b1",
            "[White: King c1, Pawns a2 b2; Black: King c6, Pawns a5 b5](<claim:setup-position()>)",
        ),
        ("6", "7", "[36](<claim:count(cells)>)"),
        ("far", "near", "black pawn"),
        (
            "rook",
            "king",
            "[Black may play e2e1r](<claim:legal(\"e2e1r\", black)>)",
        ),
        ("true", "false", "[That is so](<claim:royal(king)>)"),
    ];
    for (before, after, remedy) in cases {
        let own = |trial: &&Trial| trial.before == before && trial.after == after;
        let found = gaps.iter().filter(own).find(|trial| {
            trial
                .remedy
                .as_ref()
                .is_some_and(|text| text.contains(remedy))
        });
        let gap = found.unwrap_or_else(|| {
            panic!(
                "{before} → {after}: {:#?}",
                gaps.iter().filter(own).collect::<Vec<_>>()
            )
        });
        let mended = format!("{page}\n{}\n", gap.remedy.as_ref().unwrap());
        let is_there =
            |kind, span: Span| kind == gap.kind && span.range().start == gap.span.range().start;
        let trials = wanted_of_book(&small_book(&mended), &is_there);
        let again = trials.iter().find(|trial| of(trial) == of(gap)).unwrap();
        assert_eq!(
            again.outcome,
            MutationOutcome::Noticed,
            "{before} → {after}\n{mended}"
        );
    }
}

/// All at once, as an author would who takes every advice.
#[test]
fn all_remedies_can_be_added_at_once() {
    let page = "# A\n\n```diagram gap-9-11\nwhite P pawn b3\n```\n\nNo claim.\n";
    let kinds = [MutationKind::Rule, MutationKind::Variant];
    let trials = of_game(page, &kinds);
    let remedies: BTreeSet<String> = trials
        .into_iter()
        .filter_map(|trial| trial.remedy)
        .collect();
    let diagrams = remedies
        .iter()
        .filter(|remedy| remedy.contains("```diagram"))
        .count();
    assert!(diagrams > 5 && remedies.len() > diagrams, "{remedies:#?}");
    let numbered = remedies.iter().any(|remedy| remedy.contains("-2\n"));
    assert!(numbered, "several belong to one place: {remedies:#?}");
    let all = remedies.into_iter().collect::<Vec<_>>().join("\n\n");
    let folder = small_book(&format!("{page}\n{all}\n"));
    let output = folder.padma(&["check"]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn only_lines_changed_since_a_revision_are_mutated() {
    let workplace = small_book("# A\n\n[5 cells](claim:count(reach(king,c1))).\n");
    let git = |words: &[&str]| {
        let mut command = std::process::Command::new("git");
        let quiet = command
            .args(["-c", "user.name=A", "-c", "user.email=a@b.c"])
            .args(words);
        assert!(
            quiet
                .current_dir(workplace.path(""))
                .output()
                .unwrap()
                .status
                .success(),
            "{words:?}"
        );
    };
    let refused = workplace.padma(&["mutate", "--in-diff", "HEAD"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("git knows no revision `HEAD`"), "{said}");
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "all"]);
    let tried = |workplace: &Folder| {
        let output = workplace.padma(&["mutate", "--in-diff", "HEAD", "--format", "json"]);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        json["books"][0]["trials"].as_array().unwrap().clone()
    };
    assert!(tried(&workplace).is_empty());
    let page = workplace.path("content/small/index.md");
    let text = std::fs::read_to_string(&page).unwrap();
    std::fs::write(
        &page,
        format!("{text}\n[5 cells](claim:count(reach(king,c1))).\n"),
    )
    .unwrap();
    let lines = text.lines().count() as u64;
    let trials = tried(&workplace);
    assert!(
        !trials.is_empty()
            && trials
                .iter()
                .all(|trial| trial["line"].as_u64() > Some(lines)),
        "{trials:?}"
    );
}
