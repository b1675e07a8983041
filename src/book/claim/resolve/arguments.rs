//! What a claim function is, and how its arguments are resolved: its body is a function of Rust, whose parameters' types
//! say what may stand in each place.
//!
//! ```text
//! Function::new("royal(P) | whether it is a king | {1} <is> royal", |call| {
//!     call.of(|eval, (kind,): (KindId,)| eval.variant().kind(kind).royal)
//! })
//! ```

use std::rc::Rc;

use super::{ExprResolver, Resolved, Wrong};
use crate::claim::eval::Eval;
use crate::claim::follow::Unfollowed;
use crate::claim::formula::{AnyTerm, Movement, TermType};
use crate::claim::syntax::{Expr, Name};
use crate::claim::term::Term;
use crate::claim::value::Number;
use crate::place::NumberId;
use padma_rules::model::{Cell, CellSet, Dir, KindId, Side};
use padma_text::Span;
use padma_text::diag::Code;

/// A function of claims: its name, how it is called and what it gives, what it takes, and its body.
#[derive(Clone, Copy)]
pub(crate) struct Function {
    pub name: &'static str,
    /// A line for each form it is called in: the form and, each behind a `|`, what it gives, which are the rows of a table
    /// in `docs/claims.md`, and the phrase that says it in a sentence, one for each form if ` / ` stands between them. Its
    /// marks are those of [`phrase`](crate::claim::describe).
    pub docs: &'static str,
    /// What a complaint about the number of arguments says is due, where the types of the body's parameters do not
    /// say it in the best words.
    takes: Option<&'static str>,
    pub subject: CallSubject,
    /// Why cells that it gives do not follow a diagram's pieces, where its body does not say more; nothing where they are
    /// the same wherever pieces stand.
    pub(super) unfollowed: Option<Unfollowed>,
    /// Whether it asks for what the source prints, and nothing of the rules.
    pub is_of_source: bool,
    pub(super) resolve: Resolve,
}

/// How a call is resolved.
type Resolve = fn(&mut Call<'_, '_, '_>) -> Resolved<AnyTerm>;

/// What may stand before a function, with a point behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallSubject {
    Nothing,
    Diagram,
    Game,
}

impl Function {
    /// A function by its docs, which begin with its name.
    pub(crate) const fn new(docs: &'static str, resolve: Resolve) -> Function {
        let mut start = 0;
        let mut end = 0;
        while docs.as_bytes()[end] != b'(' {
            end += 1;
            // `GAME.leaps(P)`
            if docs.as_bytes()[end] == b'.' {
                start = end + 1;
            }
        }
        let name = docs.split_at(end).0.split_at(start).1;
        let (subject, unfollowed) = (CallSubject::Nothing, Some(Unfollowed::Chosen));
        Function {
            name,
            docs,
            takes: None,
            subject,
            unfollowed,
            is_of_source: false,
            resolve,
        }
    }

    /// One whose cells are the same wherever a diagram's pieces stand.
    pub(crate) const fn of_board(docs: &'static str, resolve: Resolve) -> Function {
        Function {
            unfollowed: None,
            ..Function::new(docs, resolve)
        }
    }

    /// One that asks about a diagram's position.
    pub(crate) const fn of_diagram(docs: &'static str, resolve: Resolve) -> Function {
        Function {
            subject: CallSubject::Diagram,
            ..Function::new(docs, resolve)
        }
    }

    pub(crate) const fn takes(mut self, takes: &'static str) -> Function {
        self.takes = Some(takes);
        self
    }

    /// It asks about a diagram's position, or about a game.
    pub(crate) const fn asks(mut self, subject: CallSubject) -> Function {
        self.subject = subject;
        self
    }

    /// Why its cells do not follow a diagram's pieces.
    pub(crate) const fn unfollowed(mut self, why: Unfollowed) -> Function {
        self.unfollowed = Some(why);
        self
    }

    pub(crate) const fn of_source(mut self) -> Function {
        self.is_of_source = true;
        self
    }
}

/// A call of a function, to be resolved.
pub(crate) struct Call<'r, 'a, 'd> {
    pub resolver: &'r mut ExprResolver<'a, 'd>,
    pub function: &'static Function,
    /// The diagram or game that it is asked of.
    pub subject: Option<&'r Name>,
    pub name: &'r Name,
    pub arguments: &'r [Expr],
    pub span: Span,
}

impl Call<'_, '_, '_> {
    /// A function whose body is computed from its arguments.
    pub(crate) fn of<A: Arguments, R: TermType>(
        &mut self,
        body: impl Fn(&mut Eval<'_, '_>, A) -> R + 'static,
    ) -> Resolved<AnyTerm> {
        let terms = self.resolved::<A>()?;
        Ok(R::any(Term::computed(move |eval| {
            let arguments = A::get(&terms, eval);
            body(eval, arguments)
        })))
    }

    /// The game that it is asked of, as [`Call::game`] finds it.
    pub(crate) fn own_game(&mut self) -> Resolved<usize> {
        match self.subject {
            Some(game) => self.game(game),
            None => {
                let message = "it is not said of which game this is asked";
                self.wrong(Code::ClaimType, message, "expected `GAME.` before it")
            }
        }
    }

    /// The place of a game of this variant that is legal to its end.
    pub(crate) fn game(&mut self, game: &Name) -> Resolved<usize> {
        let scope = self.resolver.scope;
        let (name, known) = (
            game.text.as_str(),
            scope.games.iter().map(|played| played.id.as_str()),
        );
        let message = format_args!("no game is named `{name}`");
        let label = "expected the id of a `game` block";
        let place = self
            .resolver
            .among(known, (name, game.span), message, label)?;
        let played = &scope.games[place];
        if played.variant != scope.variant {
            let message = format!("the game `{}` is one of another variant", played.id);
            return self.wrong(
                Code::ClaimType,
                message,
                "begin the claim with `on VARIANT:`",
            );
        }
        // Why it breaks off is complained of with the game.
        if played.replay.illegal().is_some() {
            Err(Wrong)
        } else {
            Ok(place)
        }
    }

    /// A function that asks about the position of a diagram, whose place its body is given.
    pub(crate) fn of_position<A: Arguments, R: TermType>(
        &mut self,
        body: impl Fn(&mut Eval<'_, '_>, usize, A) -> R + 'static,
    ) -> Resolved<AnyTerm> {
        let figure = self.position()?;
        self.of(move |eval, arguments| body(eval, figure, arguments))
    }

    /// The arguments, resolved to terms of the types that are due.
    pub(crate) fn resolved<A: Arguments>(&mut self) -> Resolved<A::Terms> {
        let least = A::PARAMETERS
            .iter()
            .filter(|parameter| !parameter.is_optional)
            .count();
        self.count(least..=A::PARAMETERS.len(), || expected(A::PARAMETERS))?;
        A::resolve(self)
    }

    /// Makes sure of how many arguments there are.
    pub(crate) fn count(
        &mut self,
        count: std::ops::RangeInclusive<usize>,
        otherwise: impl FnOnce() -> String,
    ) -> Resolved<()> {
        let expected = self.function.takes.map_or_else(otherwise, str::to_string);
        self.resolver
            .count(self.arguments, count, &expected, self.span)
    }

    /// The diagram whose position is asked about.
    pub(crate) fn position(&mut self) -> Resolved<usize> {
        let figure = match (self.subject, self.resolver.scope.nearest) {
            (Some(name), _) => self.resolver.diagram(&name.text, name.span)?,
            (None, Some(nearest)) => nearest,
            (None, None) => {
                let message = "no diagram stands above whose position could be meant";
                return self.wrong(Code::UnknownName, message, "expected `DIAGRAM.` before it");
            }
        };
        self.resolver.shows_board(figure, self.span)?;
        self.knows_sides()?;
        Ok(figure)
    }

    /// Play knows White's pieces and Black's, not a piece's own and its enemies.
    pub(crate) fn knows_sides(&mut self) -> Resolved<()> {
        if self.resolver.relative == 0 {
            return Ok(());
        }
        let message = "there is no piece here whose own or enemy another could be";
        self.wrong(
            Code::ClaimType,
            message,
            "expected `white` or `black` in the `with(…)` round it",
        )
    }

    /// Complains of the whole call.
    pub(crate) fn wrong<T>(
        &mut self,
        code: Code,
        message: impl Into<String>,
        label: &str,
    ) -> Resolved<T> {
        self.resolver.wrong(code, message, self.span, label)
    }
}

/// A place for an argument: what is due there, and whether it may be left out.
#[derive(Clone, Copy)]
pub(crate) struct Parameter {
    words: &'static str,
    is_optional: bool,
}

/// What is due for some parameters, in words.
fn expected(parameters: &[Parameter]) -> String {
    let words = |is_optional| {
        let those = parameters
            .iter()
            .filter(move |parameter| parameter.is_optional == is_optional);
        those
            .map(|parameter| parameter.words)
            .collect::<Vec<_>>()
            .join(" and ")
    };
    match (words(false), words(true)) {
        (due, may) if may.is_empty() && due.is_empty() => "nothing".to_string(),
        (due, may) if may.is_empty() => due,
        (due, may) if due.is_empty() => format!("nothing, or {may}"),
        (due, may) => format!("{due}, and {may}"),
    }
}

/// A type that arguments have.
pub(crate) trait Argument: Clone + 'static {
    /// What is due, as a complaint says it.
    const WORDS: &'static str;
    /// What it is where it is left out, if it can be.
    const ABSENT: Option<fn() -> Self> = None;

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<Self>>;
}

/// The types of a body's parameters, each an [`Argument`].
pub(crate) trait Arguments: Sized + 'static {
    type Terms: 'static;
    const PARAMETERS: &'static [Parameter];

    fn resolve(call: &mut Call<'_, '_, '_>) -> Resolved<Self::Terms>;
    fn get(terms: &Self::Terms, eval: &mut Eval<'_, '_>) -> Self;
}

/// One argument; if it is left out, what it is then.
fn one<A: Argument>(call: &mut Call<'_, '_, '_>, place: usize) -> Resolved<Term<A>> {
    match call.arguments.get(place) {
        Some(expr) => A::resolve(call.resolver, expr),
        // That there are enough has been seen to.
        None => A::ABSENT.map(|absent| Term::Fixed(absent())).ok_or(Wrong),
    }
}

macro_rules! arguments {
    ($($type:ident $place:tt),*) => {
        impl<$($type: Argument),*> Arguments for ($($type,)*) {
            type Terms = ($(Term<$type>,)*);
            const PARAMETERS: &'static [Parameter] =
                &[$(Parameter { words: $type::WORDS, is_optional: $type::ABSENT.is_some() }),*];

            fn resolve(call: &mut Call<'_, '_, '_>) -> Resolved<Self::Terms> {
                Ok(($(one::<$type>(call, $place)?,)*))
            }

            fn get(terms: &Self::Terms, eval: &mut Eval<'_, '_>) -> Self {
                ($(terms.$place.get(eval),)*)
            }
        }
    };
}

impl Arguments for () {
    type Terms = ();
    const PARAMETERS: &'static [Parameter] = &[];

    fn resolve(_: &mut Call<'_, '_, '_>) -> Resolved<()> {
        Ok(())
    }

    fn get((): &(), _: &mut Eval<'_, '_>) {}
}

arguments!(A 0);
arguments!(A 0, B 1);
arguments!(A 0, B 1, C 2);
arguments!(A 0, B 1, C 2, D 3);

/// Types that are due in the same way wherever they are: what complaints name them, and how they are resolved.
macro_rules! due {
    ($($type:ty, $words:literal, $resolve:expr;)*) => {
        $(impl Argument for $type {
            const WORDS: &'static str = $words;

            fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<$type>> {
                $resolve(resolver, expr)
            }
        })*
    };
}

due! {
    Cell, "a cell", ExprResolver::due;
    CellSet, "cells", ExprResolver::due;
    KindId, "a piece", ExprResolver::kind;
    Movement, "a piece or a movement", ExprResolver::movement;
    Number, "a number", ExprResolver::due;
    Vec<NumberId>, "sections or figures", ExprResolver::due;
    Side, "a side", |resolver: &mut ExprResolver<'_, '_>, expr| resolver.side(expr).map(Term::Fixed);
    Directions, "a direction class", |resolver: &mut ExprResolver<'_, '_>, expr| resolver.class(expr).map(Term::Fixed);
}

/// The directions of a class.
pub(crate) type Directions = Rc<[Dir]>;

/// White, unless a side is named.
#[derive(Clone, Copy)]
pub(crate) struct OrWhite(pub Side);

impl Argument for OrWhite {
    const WORDS: &'static str = "a side if it is black";
    const ABSENT: Option<fn() -> OrWhite> = Some(|| OrWhite(Side::White));

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<OrWhite>> {
        resolver.side(expr).map(|side| Term::Fixed(OrWhite(side)))
    }
}

impl<A: Argument> Argument for Option<A> {
    const WORDS: &'static str = A::WORDS;
    const ABSENT: Option<fn() -> Option<A>> = Some(|| None);

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<Option<A>>> {
        A::resolve(resolver, expr).map(|term| term.map(Some))
    }
}

/// A move as the variant's notation writes it.
#[derive(Clone)]
pub(crate) struct MoveText(pub Rc<str>);

impl Argument for MoveText {
    const WORDS: &'static str = "a move in quotes";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<MoveText>> {
        let label = "expected it in quotes, as the variant's notation writes it";
        let text = resolver.quoted(expr, "a move", label)?;
        Ok(Term::Fixed(MoveText(text.into())))
    }
}
