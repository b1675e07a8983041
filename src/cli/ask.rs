//! `eval`, which computes an expression without a page; and the reader of arguments that name
//! pieces, cells and placed pieces.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use padma_book::load::Session;
use padma_expr::{Outline, Scope, World, parse, resolve};
use padma_rules::model::{Cell, CellSet, KindId, Piece, Position, Side};
use padma_rules::names::{absent_cell, cell_named, kind_named};
use padma_rules::reach::Rules;
use padma_text::diag::{Code, Diagnostics};
use padma_text::{Excerpt, Sources, Span};
use padma_variant::resolve::absent_cells;

#[derive(Args, Debug)]
pub(crate) struct EvalArgs {
    /// The variant: its file's name without `.toml`
    variant: String,
    /// An expression of the claim language
    #[arg(allow_hyphen_values = true)]
    expression: String,
}

/// Returns a parser for values that are given by their names.
pub(super) fn name_parser<T: Clone + Send + Sync + 'static, const N: usize>(
    names: [&'static str; N],
    from_name: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(move |word| from_name(&word).ok_or("no such name"))
}

/// The format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum AnswerFormat {
    Text,
    Json,
}

/// A reader of arguments; each becomes a source that errors can point at.
pub(super) struct ArgumentReader<'a> {
    pub rules: &'a Rules,
    pub sources: &'a mut Sources,
    pub diagnostics: &'a mut Diagnostics,
}

impl ArgumentReader<'_> {
    pub(crate) fn kind(&mut self, word: &Excerpt) -> Option<KindId> {
        kind_named(
            &self.rules.variant.kinds,
            word.text(),
            word.whole(),
            self.diagnostics,
        )
    }

    pub(crate) fn cell(&mut self, word: &Excerpt) -> Option<Cell> {
        cell_named(
            &self.rules.variant.board,
            word.text(),
            word.whole(),
            self.diagnostics,
        )
    }

    /// Reads cells from `b4,n12`; all of them must be cells that can be absent.
    pub(crate) fn absent_cells(&mut self, name: &str, list: &str) -> Option<CellSet> {
        let list = self.sources.excerpt(name, list);
        absent_cells(&list, &self.rules.variant.board, self.diagnostics)
    }

    /// Puts the pieces of `a1,rook:b2` on the board; false if anything is wrong with them.
    pub(crate) fn add_pieces(
        &mut self,
        name: &str,
        lists: &[String],
        side: Side,
        origin: Option<Cell>,
        position: &mut Position,
    ) -> bool {
        let mut is_valid = true;
        // Scripts pass an empty list for no pieces.
        for list in lists.iter().filter(|list| !list.trim().is_empty()) {
            is_valid &= self.for_each_word(name, list, |reader, word| {
                reader.add_piece(word, side, origin, position)
            });
        }
        is_valid
    }

    /// Calls `read` for each word of a comma-separated list; false if one of them fails.
    pub(crate) fn for_each_word(
        &mut self,
        name: &str,
        list: &str,
        mut read: impl FnMut(&mut Self, &Excerpt) -> Option<()>,
    ) -> bool {
        let list = self.sources.excerpt(name, list);
        let mut is_valid = true;
        for part in list.text().split(',') {
            // An empty word is reported at the place where it ends.
            is_valid &= read(self, &list.cut(part.trim_start().trim_end())).is_some();
        }
        is_valid
    }

    fn add_piece(
        &mut self,
        word: &Excerpt,
        side: Side,
        origin: Option<Cell>,
        position: &mut Position,
    ) -> Option<()> {
        let (kind, name) = match word.text().split_once(':') {
            None => (None, word.clone()),
            Some((piece, name)) => (Some(self.kind(&word.cut(piece))?), word.cut(name)),
        };
        let cell = self.cell(&name)?;
        self.check_vacant(cell, name.whole(), position, origin)?;
        position.put(cell, Some(Piece { side, kind }));
        Some(())
    }

    /// Reports a cell that no piece can be placed on: another piece is there, or the cell is
    /// absent.
    pub(crate) fn check_vacant(
        &mut self,
        cell: Cell,
        at: Span,
        position: &Position,
        origin: Option<Cell>,
    ) -> Option<()> {
        let board = &self.rules.variant.board;
        if origin == Some(cell) || position.piece(cell).is_some() {
            let message = format!("two pieces stand on {}", board.name(cell));
            self.diagnostics
                .error(Code::CellOccupied, message, at, "the second");
        } else if position.absent().contains(cell) {
            self.diagnostics.push(absent_cell(board, cell, at));
        } else {
            return Some(());
        }
        None
    }
}

pub(crate) fn eval(args: &EvalArgs, session: &mut Session) -> Option<String> {
    let mut index = session.variant(&args.variant)?;
    let expression = session.sources.excerpt("<expression>", &args.expression);
    let question = parse(&expression, &mut session.diagnostics)?;
    if let Some(name) = &question.variant {
        let Session {
            sources,
            diagnostics,
            library,
            ..
        } = session;
        index = library.load(&name.text, name.span, sources, diagnostics)?;
    }
    let name = question
        .variant
        .as_ref()
        .map_or(args.variant.as_str(), |name| &name.text);
    let (book, nearest) = session.at_hand(name, index);
    let rules = session.library.variants.rules(index);
    let (placed, games) = (&book.placed, &book.games.played);
    let scope = Scope {
        rules,
        variant: index,
        placed,
        games,
        outline: Outline::NONE,
        nearest,
    };
    let formula = resolve(&question.expr, scope, &mut session.diagnostics)?;
    let endings = session.library.variants.endings(index);
    let world = World::new(rules, endings, placed, games, Outline::NONE)
        .with_measured(session.library.variants.measured(index));
    match world.value(&formula) {
        Ok(value) => Some(value.show(&rules.variant) + "\n"),
        Err(fault) => session.diagnostics.refuse(
            fault.code(),
            fault.to_string(),
            question.expr.span,
            "has no value",
        ),
    }
}
