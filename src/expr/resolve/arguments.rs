//! How the arguments of a function are resolved. The body of a function is a Rust
//! function, whose parameter types decide which arguments are accepted.

use std::rc::Rc;

use super::{ExprResolver, Reported, Resolved};
use crate::eval::Eval;
use crate::formula::{AnyTerm, Movement, TermType};
use crate::illustration::Illustration;
use crate::outline::NumberId;
use crate::syntax::{Expr, Name};
use crate::term::Term;
use crate::value::Number;
use padma_rules::model::{Cell, CellSet, Dir, KindId, Side};
use padma_text::Span;
use padma_text::diag::Code;

/// A call of a function, to be resolved.
pub(crate) struct Call<'r, 'a, 'd> {
    pub resolver: &'r mut ExprResolver<'a, 'd>,
    /// The arguments that a complaint about their number asks for, if the row says so.
    pub takes: Option<&'static str>,
    /// The diagram or game before the function.
    pub subject: Option<&'r Name>,
    pub name: &'r Name,
    pub arguments: &'r [Expr],
    pub span: Span,
}

impl Call<'_, '_, '_> {
    /// Resolves the call to a term that computes `body` from the arguments.
    pub(crate) fn resolve_with<A: Arguments, R: TermType>(
        &mut self,
        body: impl Fn(&mut Eval<'_, '_>, A) -> R + 'static,
    ) -> Resolved<AnyTerm> {
        let terms = self.resolve_arguments::<A>()?;
        Ok(R::any(Term::computed(move |eval| {
            let arguments = A::get(&terms, eval);
            body(eval, arguments)
        })))
    }

    /// Finds the game named before the function, as [`Call::game`] does.
    pub(crate) fn subject_game(&mut self) -> Resolved<usize> {
        match self.subject {
            Some(game) => self.game(game),
            None => {
                let message = "this does not say which game it asks about";
                self.wrong(Code::ClaimType, message, "expected `GAME.` before it")
            }
        }
    }

    /// Finds the index of a game. It must be of this variant and without an illegal move.
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
            .find_among(known, (name, game.span), message, label)?;
        let played = &scope.games[place];
        if played.variant != scope.variant {
            let message = format!("the game `{}` belongs to another variant", played.id);
            return self.wrong(
                Code::ClaimType,
                message,
                "begin the claim with `on VARIANT:`",
            );
        }
        // The illegal move has been reported at the game.
        if played.replay.illegal().is_some() {
            Err(Reported)
        } else {
            Ok(place)
        }
    }

    /// Resolves a call about the position of a diagram. `body` receives the diagram's index.
    pub(crate) fn of_position<A: Arguments, R: TermType>(
        &mut self,
        body: impl Fn(&mut Eval<'_, '_>, usize, A) -> R + 'static,
    ) -> Resolved<AnyTerm> {
        let figure = self.position()?;
        self.resolve_with(move |eval, arguments| {
            eval.note_illustration(|eval| {
                let position = &eval.world.placed[figure].position;
                Illustration::of(eval.changed_position(position, Side::White))
            });
            body(eval, figure, arguments)
        })
    }

    /// Resolves the arguments to terms of the parameter types.
    pub(crate) fn resolve_arguments<A: Arguments>(&mut self) -> Resolved<A::Terms> {
        let least = A::PARAMETERS
            .iter()
            .filter(|parameter| !parameter.is_optional)
            .count();
        self.count(least..=A::PARAMETERS.len(), || {
            expected_arguments(A::PARAMETERS)
        })?;
        A::resolve(self)
    }

    /// Checks the number of arguments. `default` names the arguments if the function does not.
    pub(crate) fn count(
        &mut self,
        count: std::ops::RangeInclusive<usize>,
        default: impl FnOnce() -> String,
    ) -> Resolved<()> {
        let expected = self.takes.map_or_else(default, str::to_string);
        self.resolver
            .check_count(self.arguments, count, &expected, self.span)
    }

    /// Finds the diagram whose position the call asks about, and checks that it can be asked.
    pub(crate) fn position(&mut self) -> Resolved<usize> {
        let figure = match (self.subject, self.resolver.scope.nearest) {
            (Some(name), _) => self.resolver.diagram(&name.text, name.span)?,
            (None, Some(nearest)) => nearest,
            (None, None) => {
                let message = "there is no diagram above this to take the position from";
                return self.wrong(Code::UnknownName, message, "expected `DIAGRAM.` before it");
            }
        };
        self.resolver.check_board_shown(figure, self.span)?;
        self.check_sides()?;
        Ok(figure)
    }

    /// Refuses `own` and `enemy` pieces in a `with(…)` around a question of play, where pieces are
    /// White's or Black's.
    pub(crate) fn check_sides(&mut self) -> Resolved<()> {
        if self.resolver.relative == 0 {
            return Ok(());
        }
        let message = "`own` and `enemy` mean nothing here: the question is not about one piece";
        self.wrong(
            Code::ClaimType,
            message,
            "expected `white` or `black` in the `with(…)` around it",
        )
    }

    /// Complains about the whole call.
    pub(crate) fn wrong<T>(
        &mut self,
        code: Code,
        message: impl Into<String>,
        label: &str,
    ) -> Resolved<T> {
        self.resolver.wrong(code, message, self.span, label)
    }
}

/// The words for an argument, and whether it may be left out.
#[derive(Clone, Copy)]
pub(crate) struct Parameter {
    words: &'static str,
    is_optional: bool,
}

/// Lists the arguments for some parameters in words.
fn expected_arguments(parameters: &[Parameter]) -> String {
    let words = |is_optional| {
        let chosen = parameters
            .iter()
            .filter(move |parameter| parameter.is_optional == is_optional);
        chosen
            .map(|parameter| parameter.words)
            .collect::<Vec<_>>()
            .join(" and ")
    };
    match (words(false), words(true)) {
        (required, optional) if optional.is_empty() && required.is_empty() => "nothing".to_string(),
        (required, optional) if optional.is_empty() => required,
        (required, optional) if required.is_empty() => format!("nothing, or {optional}"),
        (required, optional) => format!("{required}, and {optional}"),
    }
}

/// A type that arguments can have.
pub(crate) trait Argument: Clone + 'static {
    /// The words for the argument in complaints.
    const WORDS: &'static str;
    /// Returns the value of an argument that is left out; `None` if it may not be.
    const ABSENT: Option<fn() -> Self> = None;

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<Self>>;
}

/// A tuple of parameter types, each an [`Argument`].
pub(crate) trait Arguments: Sized + 'static {
    type Terms: 'static;
    const PARAMETERS: &'static [Parameter];

    fn resolve(call: &mut Call<'_, '_, '_>) -> Resolved<Self::Terms>;
    fn get(terms: &Self::Terms, eval: &mut Eval<'_, '_>) -> Self;
}

/// Resolves one argument. If it is left out, returns the default value of its type.
fn resolve_argument<A: Argument>(call: &mut Call<'_, '_, '_>, place: usize) -> Resolved<Term<A>> {
    match call.arguments.get(place) {
        Some(expr) => A::resolve(call.resolver, expr),
        // The number of arguments has been checked.
        None => A::ABSENT
            .map(|absent| Term::Fixed(absent()))
            .ok_or(Reported),
    }
}

macro_rules! arguments {
    ($($type:ident $place:tt),*) => {
        impl<$($type: Argument),*> Arguments for ($($type,)*) {
            type Terms = ($(Term<$type>,)*);
            const PARAMETERS: &'static [Parameter] =
                &[$(Parameter { words: $type::WORDS, is_optional: $type::ABSENT.is_some() }),*];

            fn resolve(call: &mut Call<'_, '_, '_>) -> Resolved<Self::Terms> {
                Ok(($(resolve_argument::<$type>(call, $place)?,)*))
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

/// Implements `Argument` for types that a method of the resolver can resolve: the words for them
/// in complaints, and the method.
macro_rules! argument_types {
    ($($type:ty, $words:literal, $resolve:expr;)*) => {
        $(impl Argument for $type {
            const WORDS: &'static str = $words;

            fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<$type>> {
                $resolve(resolver, expr)
            }
        })*
    };
}

argument_types! {
    Cell, "a cell", ExprResolver::resolve_as;
    CellSet, "cells", ExprResolver::resolve_as;
    KindId, "a piece", ExprResolver::kind;
    Movement, "a piece or a movement", ExprResolver::movement;
    Number, "a number", ExprResolver::resolve_as;
    Vec<NumberId>, "sections or figures", ExprResolver::resolve_as;
    Side, "a side", |resolver: &mut ExprResolver<'_, '_>, expr| resolver.side(expr).map(Term::Fixed);
    Directions, "a direction class", |resolver: &mut ExprResolver<'_, '_>, expr| resolver.class(expr).map(Term::Fixed);
}

/// The directions of a class.
pub(crate) type Directions = Rc<[Dir]>;

/// A side, which is White unless one is named.
#[derive(Clone, Copy)]
pub(crate) struct OrWhite(pub Side);

impl Argument for OrWhite {
    const WORDS: &'static str = "the side if it is Black";
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

/// A move in the variant's notation.
#[derive(Clone)]
pub(crate) struct MoveText(pub Rc<str>);

impl Argument for MoveText {
    const WORDS: &'static str = "a move in quotes";

    fn resolve(resolver: &mut ExprResolver<'_, '_>, expr: &Expr) -> Resolved<Term<MoveText>> {
        let label = "expected a move in quotes, in the variant's notation";
        let text = resolver.quoted_text(expr, "a move", label)?;
        Ok(Term::Fixed(MoveText(text.into())))
    }
}
