//! Resolves the declarations of a variant into a [`Variant`].

use std::collections::{BTreeMap, BTreeSet};

use super::board::board;
use super::checkers::{check_stacks, checkers, combine, is_id, scales, stack, unique_tables};
use super::directions::with_directions;
use super::inherited::point_at_own_file;
use super::named::expand;
use super::notation::notation_of;
use super::sense::{
    check_castlings, check_letters, check_once, check_set_name, check_ways, letters_clash,
};
use super::setup::setup;
use super::vacuous::check_rules;
use crate::decl::{
    DIALECTS, OWNERS, ROYALTIES, VariantSource, grid, is_picture_file, is_royal, piece, setup, top,
    turn,
};
use crate::extend::merge_chain;
use crate::form::{Fields, KIND, Key, Value, sided_places, unknown_word};
use crate::kinds::stacking::COMBINE;
use crate::kinds::{self, counter};
use crate::named::{define, library};
use crate::rule::Resolver;
use padma_rules::model::grid::{LeapClass, MAX_LEAPS};
use padma_rules::model::{
    Board, Checker, Counter, EffectKind, EffectRule, KindId, MAX_COUNTERS, Notation, Picture,
    PieceImage, PieceKind, PieceSet, Rule, Sets, Side, SidedSet, Style, TurnRule, Variant,
};
use padma_rules::movement::leg::Motion;
use padma_rules::movement::{self, ClauseKind, Dialect, Sentence, betza};
use padma_rules::names::{Names, number, places, title_from_id};
use padma_rules::play::{Game, Moves, Scratch, State, pseudo_legal_moves};
use padma_rules::reach::Rules;
use padma_rules::sentence::{check_sentences, sentence_of_betza};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, Span, code_list};

/// The picture name that asks for the piece's letter instead.
const NO_PICTURE: &str = "none";
/// Maximum number of pieces of a variant.
const MAX_PIECES: usize = 256;
/// Maximum number of rules. Each is compared with all others.
const MAX_RULES: usize = 2000;

/// Resolves a variant; `None` if its board could not be built or anything else is wrong.
pub fn variant(source: &VariantSource<'_>, diagnostics: &mut Diagnostics) -> Option<Variant> {
    let mut complaints = Diagnostics::default();
    let variant = resolve(source, &mut complaints);
    let is_valid = !complaints.has_errors();
    let resolve_base = |base: &VariantSource<'_>, own: &mut Diagnostics| drop(resolve(base, own));
    diagnostics.extend(point_at_own_file(source, complaints, resolve_base));
    variant.filter(|_| is_valid)
}

/// Returns a variant with only a grid, whose files and ranks are given by a word such as `12x12`.
/// Complains and returns `None` if the word is not of this form.
pub fn bare_grid(word: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<Variant> {
    let number = |range: std::ops::Range<usize>| {
        let digits = word[range.clone()]
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            && !range.is_empty();
        // A number too large to read is too large for a board.
        digits.then(|| At {
            value: word[range.clone()].parse().unwrap_or(i64::MAX),
            span: span.slice(range),
        })
    };
    let sides = word
        .find('x')
        .and_then(|at| number(0..at).zip(number(at + 1..word.len())));
    let Some((files, ranks)) = sides else {
        let expected = "expected the numbers of files and ranks, such as `8x8`";
        return diagnostics.refuse(
            Code::WrongValue,
            format!("`{word}` is not a board"),
            span,
            expected,
        );
    };
    let grid = Fields::of_kind("grid", grid::KEYS, span);
    let grid = grid
        .with(grid::FILES, Value::Number(files))
        .with(grid::RANKS, Value::Number(ranks));
    let decl = Fields::new(top::KEYS, span).with(top::BOARD, Value::Table(grid));
    variant(
        &VariantSource {
            id: word,
            span,
            chain: vec![&decl],
        },
        diagnostics,
    )
}

/// Returns the declarations of a variant with everything it extends, and with basic rules in place
/// of named ones; `None` if its board could not be built.
pub fn expanded(source: &VariantSource<'_>, diagnostics: &mut Diagnostics) -> Option<Fields> {
    let whole = merge_chain(&source.chain, diagnostics)?;
    let decls = piece_decls(&whole, diagnostics);
    let ground = ground(source, &whole, &decls, diagnostics)?;
    Some(expand(&whole, ground.names(), diagnostics).0.into_owned())
}

/// What the rules of a variant name.
struct RuleGround {
    board: Board,
    sets: Sets,
    checkers: Vec<Checker>,
    kinds: Vec<PieceKind>,
}

impl RuleGround {
    fn names(&self) -> Names<'_> {
        Names {
            pieces: &self.kinds,
            board: &self.board,
            sets: &self.sets,
        }
    }
}

/// Resolves what the rules of a variant name.
fn ground(
    source: &VariantSource<'_>,
    whole: &Fields,
    decls: &[&Fields],
    diagnostics: &mut Diagnostics,
) -> Option<RuleGround> {
    let Some(board_decl) = whole.table(top::BOARD) else {
        let message = format!("the variant `{}` has no board", source.id);
        let expected = "expected a table `[board]`, here or in a variant it extends";
        return diagnostics.refuse(Code::WrongValue, message, source.span, expected);
    };
    let movements: Vec<Sentence> = decls
        .iter()
        .map(|decl| movement(decl, diagnostics))
        .collect();
    let leaps = leap_classes(&movements, diagnostics);
    let board = board(board_decl, leaps, diagnostics)?;
    let board = with_directions(board, whole, diagnostics);
    let mut sets = Sets::of_board(&board);
    for (name, places) in whole.named(top::SETS) {
        check_set_name(name, &board, decls, diagnostics);
        let set = place_set(name, places, &board, &sets, diagnostics);
        sets.insert(
            &name.value,
            set.unwrap_or(SidedSet::same(Default::default())),
        );
    }
    let checkers = checkers(whole, diagnostics);
    let early_names = Names {
        pieces: &[],
        board: &board,
        sets: &sets,
    };
    let set = piece_set(whole, diagnostics);
    let mut kinds: Vec<PieceKind> = decls
        .iter()
        .zip(movements)
        .map(|(decl, movement)| kind(decl, movement, set, &checkers, early_names, diagnostics))
        .collect();
    check_stacks(decls, &kinds, diagnostics);
    let rules = limit_tables(
        whole.tables(top::RULE),
        MAX_RULES,
        "rules",
        KIND,
        diagnostics,
    );
    for decl in rules.iter().filter(|decl| decl.str(KIND) == COMBINE.name) {
        let room = MAX_PIECES - kinds.len();
        kinds.extend(combine(decl, &kinds, &checkers, room, &board, diagnostics));
    }
    Some(RuleGround {
        board,
        sets,
        checkers,
        kinds,
    })
}

/// Returns the kinds and names of all rules that a variant can write, each with whether it does.
fn rule_names(whole: &Fields) -> BTreeMap<String, bool> {
    let definitions = whole.tables(top::DEFINE).iter();
    let own = definitions.map(|own| own.str(define::ID));
    let kinds = kinds::KINDS.iter().map(|kind| kind.name);
    let known = kinds
        .chain(library().iter().map(|rule| rule.name))
        .chain(own);
    let mut names: BTreeMap<String, bool> = known.map(|name| (name.to_string(), false)).collect();
    names.extend(kinds_of(whole));
    names
}

/// Returns the kinds and names of the rules that a variant writes.
fn kinds_of(whole: &Fields) -> impl Iterator<Item = (String, bool)> {
    let rules = whole.tables(top::RULE).iter();
    rules.map(|rule| (rule.str(KIND).to_string(), true))
}

fn resolve(source: &VariantSource<'_>, diagnostics: &mut Diagnostics) -> Option<Variant> {
    let whole = merge_chain(&source.chain, diagnostics)?;
    let decls = piece_decls(&whole, diagnostics);
    let mut ground = ground(source, &whole, &decls, diagnostics)?;
    let named_rules = rule_names(&whole);
    let (whole, new_sets) = expand(&whole, ground.names(), diagnostics);
    for (name, cells) in new_sets {
        ground.sets.insert(&name, cells);
    }
    let whole = whole.as_ref();
    let names = ground.names();
    let Names { board, sets, .. } = names;
    let rule_decls = limit_tables(
        whole.tables(top::RULE),
        MAX_RULES,
        "rules",
        KIND,
        diagnostics,
    );
    check_sentences(names, diagnostics);
    check_ways(rule_decls, diagnostics);
    check_once(rule_decls, diagnostics);
    let counter_decls = counter_decls(whole, sets, board, diagnostics);
    let counters: Vec<String> = counter_decls
        .iter()
        .map(|decl| decl.str(counter::ID).to_string())
        .collect();
    let resolved = |decl| Some((decl, kinds::resolve(decl, names, &counters, diagnostics)?));
    let (rule_places, mut rules): (Vec<&Fields>, Vec<Rule>) =
        rule_decls.iter().filter_map(resolved).unzip();
    rules.extend(counter_decls.iter().filter_map(|fields| {
        let resolver = &mut Resolver {
            fields,
            names,
            counters: &counters,
            diagnostics,
        };
        Some(Rule::Counter(Counter {
            id: fields.str(counter::ID).to_string(),
            when: resolver.read(counter::WHEN)?,
            until: resolver.read(counter::UNTIL)?,
        }))
    }));
    for fields in effective_turns(whole.tables(top::TURN), diagnostics) {
        let resolver = &mut Resolver {
            fields,
            names,
            counters: &counters,
            diagnostics,
        };
        rules.extend(turn_rule(resolver).map(Rule::Turn));
    }
    check_drops(names.pieces, &rules, diagnostics);
    let setup_decl = whole.table(top::SETUP);
    let setup_decl = setup_decl.filter(|decl| {
        !decl
            .text(setup::FEN)
            .is_some_and(|fen| letters_clash(fen, &decls, names.pieces, diagnostics))
    });
    let setup = setup_decl.and_then(|fields| {
        let resolver = &mut Resolver {
            fields,
            names,
            counters: &counters,
            diagnostics,
        };
        setup(resolver, &decls)
    });
    let notation_decl = whole.table(top::NOTATION);
    let notation = notation_decl.map_or(Notation::new(Style::Coordinates), |decl| {
        notation_of(decl, names, diagnostics)
    });
    if notation_decl.is_some() && !diagnostics.has_errors() {
        check_letters(
            &decls,
            names,
            (&rules, setup.as_ref(), &notation),
            diagnostics,
        );
    }
    let title = whole
        .string(top::TITLE)
        .unwrap_or_else(|| source.id.to_string());
    let mut variant = Variant::new(source.id, ground.board);
    variant.title = title;
    variant.sets = ground.sets;
    variant.kinds = ground.kinds;
    variant.checkers = ground.checkers;
    variant.scales = scales(whole, diagnostics);
    variant.rules = rules;
    variant.rule_names = named_rules;
    variant.rule_names.extend(kinds_of(whole));
    variant.setup = setup;
    variant.notation = notation;
    check_castlings(rule_decls, &variant, diagnostics);
    if variant
        .setup
        .as_ref()
        .is_some_and(|setup| setup.fields.is_some())
    {
        let rules = Rules::new(variant.clone());
        State::check_setup(&Game::new(&rules), diagnostics);
    }
    if !diagnostics.has_errors() {
        let written: Vec<_> = rule_places.into_iter().zip(&variant.rules).collect();
        check_move_count(&written, &variant, diagnostics);
        check_rules(source, whole, &written, &variant, diagnostics);
    }
    Some(variant)
}

/// Complains if the rules that let a side choose additional effects of a move allow too many moves in
/// the setup.
fn check_move_count(
    written: &[(&Fields, &Rule)],
    variant: &Variant,
    diagnostics: &mut Diagnostics,
) {
    let chooses = |rule: &Rule| {
        matches!(
            rule,
            Rule::Effect(EffectRule {
                effect: EffectKind::Adds(..) | EffectKind::Drops(..) | EffectKind::Moves(..),
                ..
            })
        )
    };
    let Some((last, _)) = written.iter().rev().find(|(_, rule)| chooses(rule)) else {
        return;
    };
    let rules = Rules::new(variant.clone());
    let game = Game::new(&rules);
    let Some(mut state) = State::setup(&game) else {
        return;
    };
    let mut moves = Moves::default();
    pseudo_legal_moves(&game, &mut state, &mut Scratch::default(), &mut moves);
    if moves.too_many() {
        let message = format!(
            "there are more than {} moves in the setup, counting each choice of additional effects",
            Moves::MOST
        );
        let expected = "expected fewer pieces or cells to choose from";
        diagnostics.error(Code::TooLarge, message, last.span, expected);
    }
}

/// Complains about a Betza string with a drop, if no rule allows the piece to be dropped.
fn check_drops(kinds: &[PieceKind], rules: &[Rule], diagnostics: &mut Diagnostics) {
    for (index, kind) in kinds.iter().enumerate() {
        let covers = |rule: &Rule| match rule {
            Rule::Drop(rule) => rule
                .kinds
                .as_ref()
                .is_none_or(|all| all.contains(&KindId::new(index))),
            _ => false,
        };
        if rules.iter().any(covers) {
            continue;
        }
        let drop = kind
            .movement
            .clauses
            .iter()
            .find_map(|clause| match &clause.kind {
                ClauseKind::Betza(betza) => {
                    let drops = betza
                        .components
                        .iter()
                        .any(|component| matches!(component.motion, Motion::Drop(_)));
                    drops.then_some(clause.span)
                }
                _ => None,
            });
        if let Some(span) = drop {
            let message = format!(
                "the string of `{}` has a drop, but no rule allows one",
                kind.id
            );
            let label = "expected a rule of the kind `drop` that includes it, or no `@` here";
            diagnostics.error(Code::WrongValue, message, span, label);
        }
    }
}

fn place_set(
    name: &At<String>,
    decl: &Value,
    board: &Board,
    sets: &Sets,
    diagnostics: &mut Diagnostics,
) -> Option<SidedSet> {
    let (first, second) = match decl {
        Value::Text(text) => (text, None),
        Value::Table(sides) => (
            sides.text(sided_places::WHITE)?,
            sides.text(sided_places::BLACK),
        ),
        _ => return None,
    };
    let white = places(first, board, sets, Side::White, diagnostics);
    // A fault in a description for both sides is reported once.
    let black = match (second, white) {
        (Some(text), _) => places(text, board, sets, Side::Black, diagnostics),
        (None, Some(_)) => places(first, board, sets, Side::Black, diagnostics),
        (None, None) => None,
    };
    let set = SidedSet {
        white: white?,
        black: black?,
    };
    let is_meant = [Some(first), second]
        .into_iter()
        .flatten()
        .all(|text| text.text().trim() == "cells");
    if set.white.is_empty() && set.black.is_empty() && !is_meant {
        let message = format!("the set `{}` has no cells", name.value);
        let complaint = Diagnostic::warning(Code::WrongValue, message)
            .at(first.whole(), "this describes no cell");
        diagnostics.push(complaint.help("an empty set is written `cells`"));
    }
    Some(set)
}

/// Returns the pieces of a variant, each id once.
fn piece_decls<'a>(whole: &'a Fields, diagnostics: &mut Diagnostics) -> Vec<&'a Fields> {
    unique_tables(
        limit_tables(
            whole.tables(top::PIECE),
            MAX_PIECES,
            "pieces",
            piece::ID,
            diagnostics,
        ),
        "pieces",
        diagnostics,
    )
}

/// Returns the tables about turns that have an effect: one that is about the same side as a later
/// one, or about a side where the later one is about both, is replaced by it. Complains about two in
/// one file.
fn effective_turns<'a>(turns: &'a [Fields], diagnostics: &mut Diagnostics) -> Vec<&'a Fields> {
    let side = |turn: &Fields| turn.text(turn::SIDE).map(|side| side.text().to_string());
    let mut effective: Vec<&Fields> = Vec::new();
    for turn in turns {
        effective.retain(|earlier| {
            let is_replaced = side(turn).is_none() || side(turn) == side(earlier);
            if is_replaced && earlier.span.source == turn.span.source {
                let message = "two tables are about the same turns";
                diagnostics.duplicate(Code::DoubledRule, message, earlier.span, turn.span);
            }
            !is_replaced
        });
        effective.push(turn);
    }
    effective
}

/// Returns the rule about a turn.
fn turn_rule(resolver: &mut Resolver<'_>) -> Option<TurnRule> {
    let side = resolver.read(turn::SIDE)?;
    let moves = resolver.read(turn::MOVES)?.unwrap_or(1);
    let first = match resolver.read(turn::FIRST)? {
        Some(first) if side.as_deref() == Some(Side::Black.name()) => {
            let expected = "expected it in a turn of White's, who begins the game";
            resolver.wrong(first.span, "Black does not have the first turn", expected);
            return None;
        }
        Some(first) => number(&first, 1, moves, resolver.diagnostics)?,
        None => moves,
    };
    Some(TurnRule {
        side: side.and_then(|word| Side::from_name(&word)),
        moves: moves as u8,
        first: first as u8,
        pass: resolver.read(turn::PASS)?,
        ends: resolver.read(turn::ENDS)?,
    })
}

/// Returns the counters of a variant, each id once. None may have the id of a function, a set or a
/// direction class.
fn counter_decls<'a>(
    whole: &'a Fields,
    sets: &Sets,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> Vec<&'a Fields> {
    let all = limit_tables(
        whole.tables(top::COUNT),
        MAX_COUNTERS,
        "counters",
        counter::ID,
        diagnostics,
    );
    let all = unique_tables(all, "counters", diagnostics);
    for id in all.iter().filter_map(|decl| decl.word(counter::ID)) {
        let is_taken = padma_expr::function_names().any(|name| name == id.value)
            || sets.get(&id.value).is_some()
            || board.class(&id.value).is_some();
        if is_taken || !is_id(&id.value) {
            let message = format!("`{}` cannot name a counter", id.value);
            let expected = "expected lower-case letters, digits and hyphens, and not the name of a function, a set or a direction class";
            diagnostics.error(Code::WrongValue, message, id.span, expected);
        }
    }
    all
}

/// Returns these tables. If there are too many, complains and returns none.
fn limit_tables<'a>(
    all: &'a [Fields],
    most: usize,
    what: &str,
    key: Key<Excerpt>,
    diagnostics: &mut Diagnostics,
) -> &'a [Fields] {
    let Some(more) = all.get(most) else {
        return all;
    };
    let message = format!(
        "this variant has {} {what}: at most {most} are allowed",
        all.len()
    );
    diagnostics.error(Code::TooLarge, message, more.place(key), "one too many");
    &[]
}

fn kind(
    decl: &Fields,
    movement: Sentence,
    set: PieceSet,
    checkers: &[Checker],
    names: Names<'_>,
    diagnostics: &mut Diagnostics,
) -> PieceKind {
    let board = names.board;
    let id = decl.str(piece::ID).to_string();
    if !is_id(&id) || movement::is_reserved(&id) {
        diagnostics.push(Diagnostic::error(Code::WrongValue, format!("`{id}` cannot name a piece")).at(
            decl.place(piece::ID),
            "expected lower-case letters, digits and hyphens, and not a word of the movement language or the name of a cell",
        ));
    }
    let stands_on = decl
        .text(piece::STANDS_ON)
        .and_then(|text| names.places(text, diagnostics));
    let name = decl
        .string(piece::NAME)
        .unwrap_or_else(|| title_from_id(&id));
    PieceKind {
        letter: decl
            .string(piece::LETTER)
            .unwrap_or_else(|| name.chars().take(1).collect()),
        picture: picture(decl, board, diagnostics).map(|picture| PieceImage::Set(set, picture)),
        movement,
        is_bound: stands_on.is_some(),
        stands_on: stands_on.unwrap_or(SidedSet::same(board.all())),
        checkers: stack(decl, checkers, diagnostics),
        parts: Vec::new(),
        neutral: is_neutral(decl, diagnostics),
        royal: is_checked_royal(decl, diagnostics),
        inventor: decl.string(piece::INVENTOR),
        value: value(decl),
        name,
        id,
    }
}

/// Returns what the author says a piece is worth. The form holds the number within its limits.
fn value(decl: &Fields) -> Option<u16> {
    let stated = decl.number(piece::VALUE)?;
    u16::try_from(stated.value).ok()
}

/// Returns the look of a variant's pictures.
fn piece_set(whole: &Fields, diagnostics: &mut Diagnostics) -> PieceSet {
    let Some(name) = whole.word(top::PICTURES) else {
        return PieceSet::default();
    };
    PieceSet::from_name(&name.value).unwrap_or_else(|| {
        let known = PieceSet::NAMES.into_iter();
        diagnostics.push(unknown_word(&name, "is not a set of pictures", None, known));
        PieceSet::default()
    })
}

/// Returns the built-in picture that a piece names. The default is the picture of its id, but on a
/// lotus board, which is drawn with letters. An author's own pictures are handled where files are read.
fn picture(decl: &Fields, board: &Board, diagnostics: &mut Diagnostics) -> Option<Picture> {
    if !decl.has(piece::PICTURE) {
        return Picture::of_piece(decl.str(piece::ID)).filter(|_| !board.has_petals());
    }
    let name = decl
        .word(piece::PICTURE)
        .filter(|name| !is_picture_file(&name.value))?;
    let image = Picture::from_name(&name.value);
    if image.is_none() && name.value != NO_PICTURE {
        let known = Picture::ALL
            .iter()
            .map(|picture| picture.name())
            .chain([NO_PICTURE]);
        let complaint = unknown_word(&name, "is not a picture", None, known);
        diagnostics.push(match name.value.contains(['.', '/']) {
            true => complaint.help("a picture of your own is an SVG file: `frog.svg`"),
            false => complaint,
        });
    }
    image
}

/// Whether a piece belongs to neither side. Complains about any other owner.
fn is_neutral(decl: &Fields, diagnostics: &mut Diagnostics) -> bool {
    let Some(owner) = decl.word(piece::SIDE) else {
        return false;
    };
    if !OWNERS.contains(&owner.value.as_str()) {
        let expected =
            "`nobody`, or no key `side`: only White and Black play, with pieces of all kinds";
        let known = OWNERS.into_iter();
        let fault = "cannot own a kind of piece";
        diagnostics.push(unknown_word(&owner, fault, Some(expected), known));
    }
    true
}

/// Whether a piece is royal. Complains about a way to be royal that does not exist.
fn is_checked_royal(decl: &Fields, diagnostics: &mut Diagnostics) -> bool {
    if let Some(way) = decl.word(piece::ROYAL)
        && !ROYALTIES.contains(&way.value.as_str())
    {
        let expected = Some("`true`, `false`, `\"last\"` or `\"taken\"`");
        let known = ROYALTIES.into_iter();
        let fault = "is not a way to be royal";
        diagnostics.push(unknown_word(&way, fault, expected, known));
    }
    is_royal(decl)
}

/// Returns the classes of leaps that sentences name by coordinates.
fn leap_classes(movements: &[Sentence], diagnostics: &mut Diagnostics) -> Vec<LeapClass> {
    let mut leaps: BTreeSet<LeapClass> = BTreeSet::new();
    let classes = movements.iter().flat_map(Sentence::classes);
    for word in classes.filter(|word| LeapClass::is_name_shaped(&word.text)) {
        let Some(leap) = LeapClass::named(&word.text) else {
            let complaint = Diagnostic::error(
                Code::UnknownDirection,
                "this leap leads nowhere, or too far",
            );
            let expected = "expected numbers from 0 to 31, not all 0";
            diagnostics.push(complaint.at(word.span, expected));
            continue;
        };
        leaps.insert(leap);
        if leaps.len() > MAX_LEAPS {
            let complaint =
                Diagnostic::error(Code::TooLarge, "these sentences name too many leaps");
            diagnostics.push(complaint.at(word.span, format!("at most {MAX_LEAPS}")));
            break;
        }
    }
    leaps.into_iter().collect()
}

fn movement(decl: &Fields, diagnostics: &mut Diagnostics) -> Sentence {
    let dialect = decl.word(piece::DIALECT);
    let Some(text) = decl.text(piece::BETZA) else {
        if let Some(dialect) = dialect {
            let complaint =
                Diagnostic::error(Code::WrongValue, "this piece has no string for a dialect");
            diagnostics.push(complaint.at(
                dialect.span,
                "expected `betza` in this table, or leave this key out",
            ));
        }
        return decl
            .text(piece::MOVEMENT)
            .map(|text| movement::parse(text, diagnostics))
            .unwrap_or_default();
    };
    if text.text().trim().is_empty() {
        let complaint = Diagnostic::error(Code::BetzaSyntax, "this string is empty");
        let complaint = complaint.at(text.whole(), "expected a string such as `mQcN`");
        let remedy = "for a piece that never moves, let it step onto an empty set of cells";
        diagnostics.push(complaint.help(remedy));
        return Sentence::default();
    }
    let named = dialect.map_or(Some(Dialect::default()), |name| {
        let known = Dialect::from_name(&name.value);
        if known.is_none() {
            let expected = code_list(DIALECTS.into_iter());
            diagnostics.push(unknown_word(
                &name,
                "is not a dialect",
                Some(&expected),
                DIALECTS.into_iter(),
            ));
        }
        known
    });
    let betza = named.and_then(|dialect| betza::parse(text, dialect, diagnostics));
    betza
        .map(|betza| sentence_of_betza(betza, text.whole()))
        .unwrap_or_default()
}
