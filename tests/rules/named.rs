//! Named rules stand for the basic rules that `show --expand` prints, and native rules say the same
//! as the expressions that the docs print beside them.

use std::collections::BTreeSet;

use padma_rules::model::{Cell, Piece, Side};
use padma_rules::play::{
    Game, Moves, Scratch, State, in_check, legal_moves, make, outcome, unmake,
};
use padma_rules::reach::Rules;
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_variant::decl::{self, VariantSource};
use padma_variant::kinds::KINDS;
use padma_variant::resolve::{expanded, variant};

use kit_rules::content::{game_names, text_of};
use kit_rules::folder::root;
use kit_rules::random::Random;
use kit_rules::random_variants::random_state;

/// Resolves a text that extends at most `chess`, and returns what it is expanded to.
fn resolved(toml: &str) -> (Rules, String) {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let texts = [toml.to_string(), text_of("chess")];
    let decls = texts.map(|text| {
        let id = sources.add("test.toml", text.as_str());
        decl::variant(&sources, id, &mut diagnostics).unwrap_or_else(|| panic!("{diagnostics:?}"))
    });
    let count = if toml.contains("extends = \"chess\"") {
        2
    } else {
        1
    };
    let source = VariantSource {
        id: "test",
        span: padma_text::Span::default(),
        chain: decls.iter().take(count).collect(),
    };
    let printed = expanded(&source, &mut diagnostics).map(|whole| whole.print());
    let variant = variant(&source, &mut diagnostics);
    let Some((variant, printed)) = variant.zip(printed) else {
        panic!("{toml}\n{diagnostics:?}");
    };
    (Rules::new(variant), printed)
}

/// An expanded variant prints no named rule, and means the same.
#[test]
fn expanded_variants_are_read_back() {
    let own = "title = \"Own\"\nextends = \"chess\"\n\
        [[rule]]\nkind = \"refuge\"\ncells = \"cells d4 e5\"\n\
        [[rule]]\nkind = \"refuge\"\ncells = \"far rank 1\"\n\
        [[define]]\nid = \"refuge\"\nkey = [{ name = \"cells\", takes = \"cells\" }]\n\
        [[define.rule]]\nkind = \"forbid\"\nwhen = \"taken & $cells(other) != {}\"\n";
    let games = game_names().into_iter().map(|name| text_of(&name));
    for toml in games.chain([text_of("chessma-84"), own.to_string()]) {
        let (rules, printed) = resolved(&toml);
        let (again, same) = resolved(&printed);
        assert_eq!(printed, same);
        assert!(
            !printed.contains("[[define]]") && !printed.contains('$'),
            "{printed}"
        );
        assert_eq!(
            format!("{:?}", rules.variant.rules),
            format!("{:?}", again.variant.rules),
            "{printed}"
        );
    }
}

const PIECES: &str = "[board]\nkind = \"grid\"\nfiles = 8\nranks = 8\n\
    [[piece]]\nid = \"king\"\nbetza = \"K\"\nroyal = true\n\
    [[piece]]\nid = \"glider\"\nbetza = \"mQ\"\n\
    [[piece]]\nid = \"rook\"\nbetza = \"R\"\n\
    [[piece]]\nid = \"knight\"\nbetza = \"N\"\n";

/// Native rules, each with rules that are expressions and mean the same.
const SAME: [(&str, &str, &str); 6] = [
    (
        "withdrawal",
        "piece = \"glider\"",
        "kind = \"effect\"\npieces = [\"glider\"]\nattacks = true\ntakes = \"beyond(to, from) & pieces(other)\"",
    ),
    (
        "coordination",
        "piece = \"glider\"\nwith = \"king\"",
        "kind = \"effect\"\npieces = [\"glider\"]\nattacks = true\n\
         takes = \"(file(to) & rank(pieces(king, mover)) | rank(to) & file(pieces(king, mover))) & pieces(other)\"",
    ),
    (
        "transformation",
        "piece = \"knight\"\nwhen = \"captures\"\nto = \"rook\"",
        "kind = \"effect\"\npieces = [\"knight\"]\nwhen = \"taken != {}\"\nbecomes = \"to\"\ninto = \"rook\"",
    ),
    (
        "goal",
        "piece = \"king\"\ncells = \"far rank 1\"",
        "kind = \"end\"\noutcome = \"win\"\nwhen = \"pieces(king, mover) & goal(mover) != {}\"",
    ),
    (
        "stalemate",
        "outcome = \"loss\"",
        "kind = \"end\"\noutcome = \"loss\"\nfor = \"other\"\nwhen = \"legal-moves(other) = 0 and not in-check(other)\"",
    ),
    (
        "facing",
        "piece = \"king\"",
        "kind = \"forbid\"\nwhen = \"pieces(king, other) in slide(orthogonal, pieces(king, mover)) and between(pieces(king, mover), pieces(king, other)) in empty\"",
    ),
];

/// The position after a move, whether each side is in check there, and who has won.
type Seen = (Vec<(Cell, Piece)>, [bool; 2], Option<Option<Side>>);

/// Returns the positions after the legal moves.
fn seen(game: &Game<'_>, state: &mut State) -> BTreeSet<String> {
    let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
    legal_moves(game, state, &mut scratch, &mut moves);
    let mut all = BTreeSet::new();
    for mv in moves.iter() {
        let undo = make(game, state, &mut scratch, &moves, mv);
        let pieces = state.position().pieces().collect();
        let checks = Side::BOTH.map(|side| in_check(game, state, &mut scratch, side));
        let ended = outcome(game, state, &mut scratch).map(|ended| ended.winner());
        let seen: Seen = (pieces, checks, ended);
        all.insert(format!("{seen:?}"));
        unmake(game, state, &moves, mv, undo);
    }
    all
}

#[test]
fn native_rules_say_what_their_expressions_say() {
    for (kind, keys, expression) in SAME {
        let sets = "[sets]\ngoal = \"far rank 1\"\n";
        let native = resolved(&format!(
            "{PIECES}{sets}[[rule]]\nkind = \"{kind}\"\n{keys}\n"
        ))
        .0;
        let lowered = resolved(&format!("{PIECES}{sets}[[rule]]\n{expression}\n")).0;
        let (first, second) = (Game::new(&native), Game::new(&lowered));
        let mut compared = 0;
        for seed in 0..3000 {
            let mut states = [&first, &second].map(|game| random_state(game, &mut Random(seed)));
            let mut scratch = Scratch::default();
            let side = states[0].to_move();
            let king = native.variant.kind_named("king");
            let pieces: Vec<(Cell, Piece)> = states[0].position().pieces().collect();
            let kings = |of: Side| {
                pieces
                    .iter()
                    .filter(|(_, piece)| piece.kind == king && piece.side == of)
                    .count()
            };
            // A position that a move cannot have led to, or in which the game is already over.
            let is_odd = [&first, &second]
                .into_iter()
                .zip(&mut states)
                .any(|(game, state)| {
                    in_check(game, state, &mut scratch, side.other())
                        || outcome(game, state, &mut scratch).is_some()
                });
            // A goal does not count what stands on it at first.
            let at_goal = |(cell, piece): &(Cell, Piece)| {
                let goal = native.variant.sets.get("goal").expect("a set");
                piece.kind == king && goal.of(piece.side).contains(*cell)
            };
            let begins_at_goal = pieces.iter().any(at_goal);
            if is_odd || begins_at_goal || Side::BOTH.map(kings) != [1, 1] {
                continue;
            }
            let [one, other] = &mut states;
            assert_eq!(
                seen(&first, one),
                seen(&second, other),
                "{kind}, seed {seed}"
            );
            compared += 1;
        }
        assert!(compared > 100, "{kind}: {compared} positions");
    }
}

/// The docs say of each native rule why it is one, and print an expression only if it is compared.
#[test]
fn the_docs_say_why_a_rule_is_native() {
    let page = std::fs::read_to_string(root().join("docs/design.md")).expect("the page");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.strip_suffix('|'))
        .map(|line| line.split(" |").map(str::trim).collect())
        .collect();
    const EXPRESSIONS: [&str; 5] = ["effect", "forbid", "must", "not-check", "end"];
    for kind in KINDS
        .iter()
        .filter(|kind| !EXPRESSIONS.contains(&kind.name))
    {
        let row = rows
            .iter()
            .find(|row| row.len() == 3 && row[0] == format!("{}`", kind.name));
        let row = row.unwrap_or_else(|| panic!("nothing is said of `{}`", kind.name));
        let same = SAME.iter().find(|(name, ..)| *name == kind.name);
        let printed = row[2].trim_matches('`').replace("\\|", "|");
        match same {
            Some((.., expression)) => assert!(
                !printed.is_empty() && expression.contains(&printed),
                "{}: {printed}",
                kind.name
            ),
            None => assert_eq!(printed, "", "{}", kind.name),
        }
    }
}
