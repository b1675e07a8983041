//! The page of rules explains all that a legal move's text can contain.

use kit::random::Random;
use padma_rules::model::{Cell, KindId, Piece, Side, Variant};
use padma_rules::play::{Game, Moves, Scratch, State, legal_moves, make, move_text};
use padma_variant::describe::{self, RulesPart};
use padma_words::english;

/// Returns the section on how moves are written.
fn section(variant: &Variant) -> String {
    let articles = describe::game(variant).into_iter();
    articles
        .filter(|article| article.part == RulesPart::Notation)
        .map(|article| english().say(article.said) + " ")
        .collect()
}

/// Returns the first mark or letter of a move that the section does not explain.
fn unexplained(text: &str, section: &str, variant: &Variant) -> Option<String> {
    let is_told = |sign: &str| section.contains(&format!("“{sign}"));
    if is_told(text.trim_end_matches(['+', '#'])) && text.starts_with(['O', '0']) {
        return None;
    }
    let capture = variant.notation.capture.repeat(2);
    if !capture.is_empty() && text.contains(&capture) && !is_told(&capture) {
        return Some(capture);
    }
    if let Some(turn) = ["ccw", "cw"].into_iter().find(|turn| text.ends_with(turn)) {
        return (!is_told(turn)).then(|| turn.to_string());
    }
    let letter: String = text.chars().take_while(char::is_ascii_uppercase).collect();
    let is_letter = |kind: &padma_rules::model::PieceKind| kind.letter == letter;
    let is_named = section.contains(&format!("{letter} "))
        || variant.kinds.iter().any(|kind| {
            is_letter(kind) && !kind.parts.is_empty() && section.contains("letters of its parts")
        });
    if !letter.is_empty() && !is_named {
        return Some(letter);
    }
    let signs = text
        .chars()
        .filter(|sign| !sign.is_ascii_alphanumeric() && *sign != '\'');
    let known = |sign: &char| {
        is_told(&sign.to_string())
            || *sign == ')'
            || *sign == '-' && is_told("->") && text.contains("->")
    };
    let unknown = signs
        .into_iter()
        .find(|sign| !(known(sign) || *sign == '>' && is_told("->")));
    unknown.map(String::from)
}

/// Some pieces on random cells, where no setup is given.
fn random_state(game: &Game<'_>, random: &mut Random) -> State {
    let variant = game.variant();
    if variant.setup.is_some() {
        return State::setup(game).unwrap();
    }
    let mut state = State::empty(game);
    let mut cells: Vec<Cell> = variant.board.cells().collect();
    let royal = variant.kind_ids().find(|id| variant.kind(*id).royal);
    for place in 0..cells.len() / 3 {
        let cell = cells.remove(random.below(cells.len()));
        let side = if place % 2 == 0 {
            Side::White
        } else {
            Side::Black
        };
        let kind = royal
            .filter(|_| place < 2)
            .unwrap_or(KindId::new(random.below(variant.kinds.len())));
        let fits =
            variant.stands_on(kind, side).contains(cell) && (place < 2 || Some(kind) != royal);
        if fits {
            state.place(
                cell,
                Some(Piece {
                    side,
                    kind: Some(kind),
                }),
                true,
            );
        }
    }
    state
}

#[test]
fn every_sign_in_move_text_is_explained() {
    const GAMES: usize = 12;
    const PLIES: usize = 24;
    for name in [
        "chess",
        "ben39",
        "chessma-84",
        "lotus-39",
        "rotary-chess",
        "turtle",
        "waterloo",
    ] {
        let rules = kit::content::variant(name);
        let game = Game::new(&rules);
        let section = section(&rules.variant);
        let (mut scratch, mut random, mut seen) = (Scratch::default(), Random(7), 0);
        for _ in 0..GAMES {
            let mut state = random_state(&game, &mut random);
            for _ in 0..PLIES {
                let mut moves = Moves::default();
                legal_moves(&game, &mut state, &mut scratch, &mut moves);
                if moves.is_empty() {
                    break;
                }
                for _ in 0..6 {
                    let found = moves.get(random.below(moves.len())).clone();
                    let text = move_text(&game, &mut state, &mut scratch, &moves, &found);
                    let unexplained = unexplained(&text, &section, &rules.variant);
                    assert_eq!(unexplained, None, "{name}: {text}\n{section}");
                    seen += 1;
                }
                let found = moves.get(random.below(moves.len())).clone();
                make(&game, &mut state, &mut scratch, &moves, &found);
            }
        }
        assert!(seen > 100, "{name}: {seen}");
    }
}
