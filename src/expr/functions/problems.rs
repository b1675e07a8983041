//! Functions about chess problems: can the side to move force a win, and by which moves?

use super::in_play::{InPlay, resolve_in_play};
use crate::eval::Eval;
use crate::fault::{EvalFault, MOST_POSITIONS};
use crate::form::{CallForm, FormCall, FormParameter};
use crate::formula::{AnyTerm, TermType};
use crate::resolve::{Argument, Call, ExprResolver, Function, Resolved, WordMeaning};
use crate::syntax::{Expr, ExprKind};
use crate::term::Term;
use crate::value::Number;
use padma_play::ProblemSolver;
use padma_rules::play::{Moves, legal_moves, make, move_text};
use padma_text::diag::Code;

const TURNS: FormParameter = FormParameter::Other("2");
const CHECKS: FormParameter = FormParameter::Other("checks");
const TURNS_AND_CHECKS: &str = "a number of turns, and `checks` if the side may only give check";

/// Work units for one of them.
const WORK: u64 = 10;

/// The calls of each function.
const CALLS: &[FormCall] = &[&[TURNS], &[TURNS, CHECKS]];

/// The functions about problems. The search is exhaustive, so an answer is a proof.
pub(crate) const PROBLEMS: &[Function] = &[
    Function::of_diagram(
        "mate-in",
        &[CallForm::new(
            "whether the side to move can force a win in exactly that number of its turns: by mate, or by whatever \
             else wins; with `checks`, by moves that all give check",
            CALLS,
        )],
        |call| {
            resolve_problem(call, |eval, in_play, asked| {
                let line = solve(eval, in_play, asked).1;
                if line.is_empty() {
                    eval.record_reason(true, || "no move forces it".to_string());
                    return false;
                }
                let sooner = solve(eval, in_play, asked.one_turn_less()).1;
                if sooner.is_empty() {
                    eval.note_line(&in_play.figure.id, line);
                    return true;
                }
                eval.record_reason(true, || format!("sooner: {}", sooner.join(" ")));
                false
            })
        },
    )
    .means(&[WordMeaning::Check, WordMeaning::Mate, WordMeaning::Win])
    .takes(TURNS_AND_CHECKS),
    Function::of_diagram(
        "keys",
        &[CallForm::new(
            "a text: the first moves that force a win in at most that number of turns",
            CALLS,
        )],
        |call| {
            resolve_problem(call, |eval, in_play, asked| {
                let (keys, line) = solve(eval, in_play, asked);
                eval.note_line(&in_play.figure.id, line);
                keys.join(", ")
            })
        },
    )
    .takes(TURNS_AND_CHECKS),
    Function::of_diagram(
        "solution",
        &[CallForm::new(
            "a text: a line that forces the win, against replies that hold out",
            CALLS,
        )],
        |call| {
            resolve_problem(call, |eval, in_play, asked| {
                let (_, line) = solve(eval, in_play, asked);
                let text = line.join(" ");
                eval.note_line(&in_play.figure.id, line);
                text
            })
        },
    )
    .takes(TURNS_AND_CHECKS),
];

/// The conditions of a problem.
#[derive(Clone, Copy)]
struct ProblemAsked {
    turns: Number,
    only_checks: bool,
}

impl ProblemAsked {
    fn one_turn_less(self) -> ProblemAsked {
        let turns = self.turns.as_count().unwrap_or(1);
        ProblemAsked {
            turns: Number::whole(turns as i64 - 1),
            ..self
        }
    }
}

/// Resolves a function about the problem of a diagram.
fn resolve_problem<R: TermType>(
    call: &mut Call<'_, '_, '_>,
    answer: impl Fn(&mut Eval<'_, '_>, &mut InPlay<'_, '_>, ProblemAsked) -> R + 'static,
) -> Resolved<AnyTerm> {
    resolve_in_play(
        call,
        move |eval, in_play, (turns, checks): (Number, Option<OnlyChecks>)| {
            let only_checks = checks.is_some();
            answer(eval, in_play, ProblemAsked { turns, only_checks })
        },
    )
}

/// Solves the problem of a position. Returns the keys and the line of the first one, as the notation writes moves.
fn solve(
    eval: &mut Eval<'_, '_>,
    in_play: &mut InPlay<'_, '_>,
    ProblemAsked { turns, only_checks }: ProblemAsked,
) -> (Vec<String>, Vec<String>) {
    const MOST_TURNS: usize = 20;
    let Some(turns) = turns.as_count().filter(|turns| *turns <= MOST_TURNS) else {
        return eval.record_fault(EvalFault::TooManyPositions);
    };
    // Rounded up, so that a search which is cut off spends it all.
    let affordable = eval.walker.fuel.left().div_ceil(WORK);
    let most = MOST_POSITIONS.min(affordable);
    let mut solver = ProblemSolver::new(in_play.game, most);
    // At most 20.
    let solved = solver.solve(&in_play.state, turns as u8, only_checks);
    eval.spend(WORK * (most - solver.left()));
    let Ok(solution) = solved else {
        return eval.record_fault(EvalFault::TooManyPositions);
    };
    let moves = in_play.legal_moves(None);
    let key = |number: &usize| in_play.text(&moves, moves.get(*number));
    let keys = solution.keys.iter().map(key).collect();
    (keys, texts_of_line(in_play, &solution.line))
}

/// Writes the moves of a line, which are numbers in the lists of their positions.
fn texts_of_line(in_play: &mut InPlay<'_, '_>, line: &[usize]) -> Vec<String> {
    let before = in_play.state.clone();
    let text = |number: &usize| {
        let InPlay {
            game,
            state,
            scratch,
            ..
        } = in_play;
        let mut moves = Moves::default();
        legal_moves(game, state, scratch, &mut moves);
        let mv = moves.get(*number);
        let text = move_text(game, state, scratch, &moves, mv);
        make(game, state, scratch, &moves, mv);
        text
    };
    let texts = line.iter().map(text).collect();
    in_play.state = before;
    texts
}

/// The word that says that a side may only give check.
#[derive(Clone)]
struct OnlyChecks;

impl Argument for OnlyChecks {
    const WORDS: &'static str = "the word `checks`";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<OnlyChecks>> {
        match &expr.kind {
            ExprKind::Name(name) if name == "checks" => Ok(Term::Fixed(OnlyChecks)),
            _ => resolver.wrong(
                Code::ClaimType,
                "expected the word `checks` here",
                expr.span,
                "expected `checks`, or nothing",
            ),
        }
    }
}
