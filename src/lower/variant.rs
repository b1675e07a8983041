//! Declarations of a variant, resolved into a [`Variant`].

use std::collections::BTreeSet;

use super::alternatives::check_alternatives;
use super::board::board;
use super::checkers::{check_stacks, checkers, combined, scales, stack};
use super::notation::notation_of;
use super::sense::{check_castlings, check_letters, check_once, check_set, check_set_name, check_ways};
use super::setup::setup;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::grid::{LeapClass, MAX_LEAPS};
use crate::model::{
    Board, Checker, Notation, Picture, Piece, PieceId, Rule, Sets, Side, SidedSet, Style, Variant,
};
use crate::movement::betza::{Dialect, Trip};
use crate::movement::{self, Clause, Joint, Limit, Sentence, What, Word, betza};
use crate::text::At;
use crate::variant::decl::{MovementDecl, PieceDecl, SetDecl, VariantSource};
use crate::variant::kinds::COMBINE;
use crate::variant::names::{
    Names, capitalised, listed, places, unknown_direction, unknown_piece, unknown_word,
};
use crate::variant::rule;

/// What a piece names that is to have its letter.
const NO_PICTURE: &str = "none";
/// The largest number of pieces a variant may have.
const MAX_PIECES: usize = 256;

/// Resolves a variant; `None` if its board could not be built or anything else is wrong.
pub fn variant(source: &VariantSource<'_>, diagnostics: &mut Diagnostics) -> Option<Variant> {
    let mut complaints = Diagnostics::default();
    let variant = resolve(source, &mut complaints);
    let sound = !complaints.has_errors();
    diagnostics.extend(complaints);
    variant.filter(|_| sound)
}

fn resolve(source: &VariantSource<'_>, diagnostics: &mut Diagnostics) -> Option<Variant> {
    let Some(board_decl) = source.chain.iter().find_map(|decl| decl.board.as_ref()) else {
        diagnostics.push(
            Diagnostic::error(Code::WrongValue, format!("the variant `{}` has no board", source.id))
                .at(source.span, "expected a table `[board]`, here or in a variant it extends"),
        );
        return None;
    };
    let decls = piece_decls(source, diagnostics);
    let movements: Vec<Sentence> = decls.iter().map(|decl| movement(&decl.movement, diagnostics)).collect();
    let leaps = leap_classes(&movements, diagnostics);
    let board = board(board_decl, leaps, diagnostics)?;
    let mut sets = Sets::of_board(&board);
    for decl in source.chain.iter().flat_map(|decl| &decl.sets) {
        check_set_name(decl, &board, &decls, diagnostics);
    }
    // What a variant extends comes first, so that it can be named and overruled.
    for decl in source.chain.iter().rev().flat_map(|decl| &decl.sets) {
        let set = place_set(decl, &board, &sets, diagnostics);
        set.iter().for_each(|set| check_set(decl, set, diagnostics));
        sets.insert(&decl.name.value, set.unwrap_or(SidedSet::same(Default::default())));
    }
    let checkers = checkers(source, diagnostics);
    let mut pieces: Vec<Piece> = decls
        .iter()
        .zip(movements)
        .map(|(decl, movement)| piece(decl, movement, &checkers, &board, &sets, diagnostics))
        .collect();
    check_stacks(&decls, &pieces, diagnostics);
    for decl in source.chain.iter().rev().flat_map(|decl| &decl.rules) {
        if decl.kind.name != COMBINE.name {
            continue;
        }
        let room = MAX_PIECES - pieces.len();
        pieces.extend(combined(decl, &pieces, &checkers, room, &board, diagnostics));
    }
    let known: Vec<&str> = pieces.iter().map(|piece| piece.id.as_str()).collect();
    for piece in &pieces {
        check_names(&piece.movement, &known, &board, &sets, diagnostics);
    }
    check_circles(&pieces, diagnostics);
    if !diagnostics.has_errors() {
        check_lengths(&pieces, diagnostics);
    }
    if !diagnostics.has_errors() {
        let named = |id: &str| pieces.iter().find(|piece| piece.id == id).map(|piece| &piece.movement);
        pieces.iter().for_each(|piece| check_alternatives(&piece.movement, &named, diagnostics));
    }
    let names = Names { pieces: &pieces, board: &board, sets: &sets };
    check_ways(source.chain.iter().flat_map(|decl| &decl.rules), diagnostics);
    source.chain.iter().for_each(|decl| check_once(&decl.rules, diagnostics));
    let rules: Vec<Rule> = source
        .chain
        .iter()
        .rev()
        .flat_map(|decl| &decl.rules)
        .filter_map(|decl| rule::resolve(decl, names, diagnostics))
        .collect();
    check_drops(&pieces, &rules, diagnostics);
    let setup_decl = source.chain.iter().find_map(|decl| decl.setup.as_ref());
    let setup = setup_decl.and_then(|decl| setup(decl, &board, &pieces, diagnostics));
    let notation_decl = source.chain.iter().find_map(|decl| decl.notation.as_ref());
    let notation =
        notation_decl.map_or(Notation::new(Style::Coordinates), |decl| notation_of(decl, names, diagnostics));
    if notation_decl.is_some() && !diagnostics.has_errors() {
        check_letters(&decls, names, (&rules, setup.as_ref(), &notation), diagnostics);
    }
    let title = source.chain.iter().find_map(|decl| decl.title.clone());
    let title = title.unwrap_or_else(|| source.id.to_string());
    let id = source.id.to_string();
    let scales = scales(source, diagnostics);
    let board = board.into();
    let variant = Variant { id, title, board, sets, pieces, checkers, scales, rules, setup, notation };
    let decls = source.chain.iter().rev().flat_map(|decl| &decl.rules);
    check_castlings(decls, &variant, diagnostics);
    Some(variant)
}

/// Complains of strings that say how a piece may be dropped where no rule lets it be.
fn check_drops(pieces: &[Piece], rules: &[Rule], diagnostics: &mut Diagnostics) {
    for (index, piece) in pieces.iter().enumerate() {
        let speaks = |rule: &Rule| match rule {
            Rule::Drop(rule) => rule.pieces.as_ref().is_none_or(|all| all.contains(&PieceId::new(index))),
            _ => false,
        };
        if rules.iter().any(speaks) {
            continue;
        }
        let drop = piece.movement.clauses.iter().find_map(|clause| match &clause.what {
            What::Betza(betza) => {
                let drops = betza.courses.iter().any(|course| matches!(course.trip, Trip::Drop(_)));
                drops.then_some(clause.span)
            }
            _ => None,
        });
        if let Some(span) = drop {
            let message = format!("by its string `{}` may be dropped, and no rule lets it be", piece.id);
            let label = "expected a rule of the kind `drop` that speaks of it, or no `@` here";
            diagnostics.push(Diagnostic::error(Code::WrongValue, message).at(span, label));
        }
    }
}

fn place_set(decl: &SetDecl, board: &Board, sets: &Sets, diagnostics: &mut Diagnostics) -> Option<SidedSet> {
    let white = places(&decl.white, board, sets, Side::White, diagnostics);
    // What is wrong with one description for both sides is said once.
    let black = match (&decl.black, white) {
        (Some(text), _) => places(text, board, sets, Side::Black, diagnostics),
        (None, Some(_)) => places(&decl.white, board, sets, Side::Black, diagnostics),
        (None, None) => None,
    };
    Some(SidedSet { white: white?, black: black? })
}

/// The pieces of a chain of variants; a nearer one takes the place of one it extends.
fn piece_decls<'a>(source: &VariantSource<'a>, diagnostics: &mut Diagnostics) -> Vec<&'a PieceDecl> {
    let mut all: Vec<&PieceDecl> = Vec::new();
    for decl in source.chain.iter().rev() {
        if let Some(piece) = decl.pieces.get(MAX_PIECES) {
            diagnostics.push(too_many_pieces(decl.pieces.len(), piece));
            return Vec::new();
        }
        let mut own: Vec<&PieceDecl> = Vec::new();
        for piece in &decl.pieces {
            if let Some(first) = own.iter().find(|other| other.id.value == piece.id.value) {
                diagnostics.push(
                    Diagnostic::error(
                        Code::DoubledName,
                        format!("two pieces are named `{}`", piece.id.value),
                    )
                    .at(piece.id.span, "the second")
                    .and(first.id.span, "the first"),
                );
                continue;
            }
            own.push(piece);
            match all.iter().position(|other| other.id.value == piece.id.value) {
                Some(index) => all[index] = piece,
                None => all.push(piece),
            }
        }
    }
    if let Some(piece) = all.get(MAX_PIECES) {
        diagnostics.push(too_many_pieces(all.len(), piece));
        all.truncate(MAX_PIECES);
    }
    all
}

fn too_many_pieces(count: usize, piece: &PieceDecl) -> Diagnostic {
    let message = format!("this variant has {count} pieces; at most {MAX_PIECES} can be read");
    Diagnostic::error(Code::TooLarge, message).at(piece.id.span, "one too many")
}

fn piece(
    decl: &PieceDecl,
    movement: Sentence,
    checkers: &[Checker],
    board: &Board,
    sets: &Sets,
    diagnostics: &mut Diagnostics,
) -> Piece {
    let id = decl.id.value.clone();
    let well_formed = id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !movement::is_reserved(&id)
        && !Board::is_name_shaped(&id);
    if !well_formed {
        diagnostics.push(Diagnostic::error(Code::WrongValue, format!("`{id}` cannot name a piece")).at(
            decl.id.span,
            "expected lower-case letters, digits and hyphens, no word of the movement language, no cell",
        ));
    }
    let names = Names { pieces: &[], board, sets };
    let stands_on = decl.stands_on.as_ref().and_then(|text| names.places(text, diagnostics));
    let name = decl.name.clone().unwrap_or_else(|| capitalised(&id));
    Piece {
        letter: decl
            .letter
            .as_ref()
            .map_or_else(|| name.chars().take(1).collect(), |letter| letter.value.clone()),
        picture: picture(decl, board, diagnostics),
        movement,
        is_bound: stands_on.is_some(),
        stands_on: stands_on.unwrap_or(SidedSet::same(board.all())),
        checkers: stack(decl, checkers, diagnostics),
        parts: Vec::new(),
        royal: decl.royal,
        inventor: decl.inventor.clone(),
        name,
        id,
    }
}

/// The picture a piece names; on a grid, without a name, that of its id.
fn picture(decl: &PieceDecl, board: &Board, diagnostics: &mut Diagnostics) -> Option<Picture> {
    let Some(name) = &decl.picture else {
        return Picture::of_piece(&decl.id.value).filter(|_| board.has_sheets());
    };
    let found = Picture::from_name(&name.value);
    if found.is_none() && name.value != NO_PICTURE {
        let known = Picture::ALL.iter().map(|picture| picture.name()).chain([NO_PICTURE]);
        diagnostics.push(unknown_word(name, "is no picture", known));
    }
    found
}

/// The classes of leaps that sentences name by their coordinates.
fn leap_classes(movements: &[Sentence], diagnostics: &mut Diagnostics) -> Vec<LeapClass> {
    let mut leaps: BTreeSet<LeapClass> = BTreeSet::new();
    let classes = movements.iter().flat_map(Sentence::classes);
    for word in classes.filter(|word| LeapClass::is_written(&word.text)) {
        let Some(leap) = LeapClass::named(&word.text) else {
            let complaint = Diagnostic::error(Code::UnknownDirection, "this leap leads nowhere, or too far");
            let expected = "expected two numbers from 0 to 31, not both 0";
            diagnostics.push(complaint.at(word.span, expected));
            continue;
        };
        leaps.insert(leap);
        if leaps.len() > MAX_LEAPS {
            let complaint = Diagnostic::error(Code::TooLarge, "these sentences name too many leaps");
            diagnostics.push(complaint.at(word.span, format!("at most {MAX_LEAPS}")));
            break;
        }
    }
    leaps.into_iter().collect()
}

fn movement(decl: &MovementDecl, diagnostics: &mut Diagnostics) -> Sentence {
    match decl {
        MovementDecl::Sentence(text) => movement::parse(text, diagnostics),
        MovementDecl::Betza { text, dialect } => {
            let dialect = match dialect {
                None => Some(Dialect::default()),
                Some(name) => known_dialect(name, diagnostics),
            };
            let betza = dialect.and_then(|dialect| betza::parse(text, dialect, diagnostics));
            let clause = |betza| Clause {
                joint: Joint::Semicolon,
                otherwise: false,
                what: What::Betza(betza),
                span: text.whole(),
            };
            Sentence { clauses: betza.into_iter().map(clause).collect() }
        }
    }
}

fn known_dialect(name: &At<String>, diagnostics: &mut Diagnostics) -> Option<Dialect> {
    let known = Dialect::ALL.map(Dialect::name);
    let found = Dialect::from_name(&name.value);
    if found.is_none() {
        let complaint = Diagnostic::error(Code::WrongValue, format!("`{}` is no dialect", name.value));
        let expected = format!("expected {}", listed(known.into_iter()));
        diagnostics.push(complaint.at(name.span, expected).suggest(&name.value, known));
    }
    found
}

/// Looks up every piece, direction class and place a sentence names.
pub(super) fn check_names(
    sentence: &Sentence,
    known: &[&str],
    board: &Board,
    sets: &Sets,
    diagnostics: &mut Diagnostics,
) {
    for word in sentence.pieces().filter(|word| !known.contains(&word.text.as_str())) {
        diagnostics.push(unknown_piece(&word.text, word.span, known.iter().copied()));
    }
    // Of a leap that is none there is a complaint already.
    let no_leap = |text: &str| LeapClass::is_written(text) && LeapClass::named(text).is_none();
    let unknown = |class: &&Word| board.class(&class.text).is_none() && !no_leap(&class.text);
    for class in sentence.classes().filter(unknown) {
        diagnostics.push(unknown_direction(&class.text, class.span, board));
    }
    for clause in &sentence.clauses {
        let What::Action { limits, .. } = &clause.what else { continue };
        let places = limits.iter().filter_map(|limit| match limit {
            Limit::Over(places) | Limit::Onto(places) | Limit::From(places) => Some(places),
            _ => None,
        });
        for name in places.flat_map(|places| &places.names).filter(|name| sets.get(&name.text).is_none()) {
            diagnostics.push(
                Diagnostic::error(Code::UnknownPlace, format!("`{}` is no place on this board", name.text))
                    .at(name.span, format!("expected one of {}", listed(sets.names())))
                    .suggest(&name.text, sets.names()),
            );
        }
    }
}

/// How many clauses a piece may have once the pieces it names are written out.
const MAX_CLAUSES: usize = 512;

/// A few short sentences that name each other twice would be endless when written out.
fn check_lengths(pieces: &[Piece], diagnostics: &mut Diagnostics) {
    let lengths = lengths(pieces);
    let too_long = pieces.iter().find(|piece| is_too_long(&piece.movement, pieces, &lengths));
    if let Some(piece) = too_long {
        let whose = format!("the movement of `{}`", piece.id);
        diagnostics.push(too_long_written_out(&whose, &piece.movement));
    }
}

/// How many clauses each piece has with the pieces it names written out; they do not name each other in circles.
pub(super) fn lengths(pieces: &[Piece]) -> Vec<usize> {
    // They no longer change after as many rounds as pieces can follow one another.
    let mut lengths = vec![0_usize; pieces.len()];
    loop {
        let next: Vec<usize> =
            pieces.iter().map(|piece| written_out(&piece.movement, pieces, &lengths)).collect();
        if next == lengths {
            return lengths;
        }
        lengths = next;
    }
}

pub(super) fn is_too_long(sentence: &Sentence, pieces: &[Piece], lengths: &[usize]) -> bool {
    written_out(sentence, pieces, lengths) > MAX_CLAUSES
}

/// How many clauses a sentence has with the pieces it names written out, which have so many each; or one more than
/// it may have.
fn written_out(sentence: &Sentence, pieces: &[Piece], lengths: &[usize]) -> usize {
    let named = sentence.pieces().filter_map(|word| pieces.iter().position(|piece| piece.id == word.text));
    let all = named.fold(sentence.clauses.len(), |sum, piece| sum.saturating_add(lengths[piece]));
    all.min(MAX_CLAUSES + 1)
}

pub(super) fn too_long_written_out(whose: &str, sentence: &Sentence) -> Diagnostic {
    let message = format!("{whose} is too long when the pieces it names are written out");
    let complaint = Diagnostic::error(Code::TooLarge, message);
    let label = format!("at most {MAX_CLAUSES} clauses");
    match sentence.clauses.first() {
        Some(first) => complaint.at(first.span, label),
        None => complaint,
    }
}

/// Complains of pieces whose sentences name each other in a circle.
fn check_circles(pieces: &[Piece], diagnostics: &mut Diagnostics) {
    let index = |id: &str| pieces.iter().position(|piece| piece.id == id);
    let mut done: BTreeSet<usize> = BTreeSet::new();
    for start in 0..pieces.len() {
        follow(pieces, &index, &mut vec![start], &mut done, diagnostics);
    }
}

fn follow(
    pieces: &[Piece],
    index: &dyn Fn(&str) -> Option<usize>,
    path: &mut Vec<usize>,
    done: &mut BTreeSet<usize>,
    diagnostics: &mut Diagnostics,
) {
    let Some(here) = path.last().copied() else { return };
    if done.contains(&here) {
        return;
    }
    for word in pieces[here].movement.pieces() {
        let Some(next) = index(&word.text) else { continue };
        if let Some(at) = path.iter().position(|piece| *piece == next) {
            let ids: Vec<&str> = path[at..]
                .iter()
                .map(|piece| pieces[*piece].id.as_str())
                .chain([word.text.as_str()])
                .collect();
            diagnostics.push(
                Diagnostic::error(
                    Code::PieceCycle,
                    format!("the piece `{}` is defined by itself", word.text),
                )
                .at(word.span, format!("closes the circle {}", ids.join(" → "))),
            );
            continue;
        }
        path.push(next);
        follow(pieces, index, path, done, diagnostics);
        path.pop();
    }
    done.insert(here);
}
