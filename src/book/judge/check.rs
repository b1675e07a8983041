//! Judges every claim and every mark of a book.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::book::{Boardless, Book};
use super::checked::{
    Checked, CheckedClaim, CheckedDiagram, CheckedGame, CheckedMark, claim_id, complain_doubled,
    is_named_claim,
};
use super::coverage::report_misnamed;
use super::games::{judge_plies, judge_result};
use super::sections::{Sections, sections};
use super::supports::Supports;
use super::titles;
use crate::claim::{Judgement, StatedText, Verdict, judge};
use crate::pages::diagram::{DiagramDecl, MarkDecl, SourceCellsDecl};
use crate::place::DrawnCells;
use padma_expr::{
    Budget, Definition, Expr, ExprKind, ExprValue, Grounds, PieceQuestion, PlacedDiagram,
    PlacedPiece, Question, Scope, Unfollowed, World, follow, grounds, meaning, parse, resolve,
    say_mark,
};
use padma_rules::diagram::{Diagram, Mark, ShownPiece};
use padma_rules::model::{Board, CellSet};
use padma_rules::names::unknown_cell;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::lookup::Lookup;
use padma_text::{Sources, Span, Word, nearest, on_one_line};
use padma_variant::resolve::Variants;
use padma_words::{SlotValue, keys, phrase, read_as, say};

/// Judges a book.
pub fn check(
    book: Book,
    variants: &Variants,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Checked {
    let mut check = Check::new(&book, variants, sources, diagnostics);
    let mut claims = Vec::with_capacity(book.pages.iter().map(|page| page.claims.len()).sum());
    let (mut diagrams, mut games) = (Vec::new(), Vec::new());
    for page in 0..book.pages.len() {
        diagrams.extend(check.diagrams(page));
        games.extend(check.games(page));
        claims.extend((0..book.pages[page].claims.len()).map(|index| check.claim(page, index)));
    }
    let boardless = std::mem::take(&mut check.boardless);
    book.complain_boardless(boardless, diagnostics);
    number_doubled(&mut claims);
    let checked = Checked {
        claims,
        diagrams,
        games,
        book,
        supports: Supports::default(),
        old_words: BTreeMap::new(),
        sentences: OnceLock::new(),
    };
    report_misnamed(&checked, variants, sources, diagnostics);
    checked
}

/// Numbers the claims whose name an earlier claim states, so that each claim has its own id.
fn number_doubled(claims: &mut [CheckedClaim]) {
    let mut counts: Lookup<String, usize> = Lookup::default();
    for claim in claims {
        match counts.get_mut(&claim.id) {
            Some(count) => {
                *count += 1;
                claim.id = format!("{}#{count}", claim.id);
            }
            None => {
                counts.put(claim.id.clone(), 1);
            }
        }
    }
}

/// The state of a check that judges the parts of a book one at a time.
pub(super) struct Check<'a> {
    book: &'a Book,
    variants: &'a Variants,
    sources: &'a Sources,
    pub(super) diagnostics: &'a mut Diagnostics,
    sections: Sections,
    worlds: BTreeMap<usize, World<'a>>,
    budget: Budget,
    /// The claims for which no variant is named.
    boardless: Vec<Boardless>,
}

impl<'a> Check<'a> {
    pub(super) fn new(
        book: &'a Book,
        variants: &'a Variants,
        sources: &'a Sources,
        diagnostics: &'a mut Diagnostics,
    ) -> Check<'a> {
        let sections = sections(&book.pages, &book.outline);
        let (worlds, budget, boardless) = (BTreeMap::new(), Budget::default(), Vec::new());
        Check {
            book,
            variants,
            sources,
            diagnostics,
            sections,
            worlds,
            budget,
            boardless,
        }
    }

    /// Judges a claim of a page.
    pub(super) fn claim(&mut self, page_index: usize, index: usize) -> CheckedClaim {
        let page = &self.book.pages[page_index];
        let link = &page.claims[index];
        let (target, is_name) = (link.target.text().trim(), is_named_claim(link));
        let mut claim = CheckedClaim {
            id: claim_id(page, index, link),
            page: page_index,
            link: index,
            section: self.sections.get(&link.span).copied(),
            expression: target.to_string(),
            definition: None,
            meaning: String::new(),
            grounds: Grounds::default(),
            variant: None,
            judgement: Judgement::error(),
        };
        let book = self.book;
        claim.definition = if is_name {
            let entry = book.definitions.get(target);
            if entry.is_none() {
                let at = link.target.whole();
                self.diagnostics
                    .push_error(Code::ClaimName, at, || unknown_claim(target, at, book));
            }
            entry.and_then(|(_, definition)| definition.clone())
        } else {
            let question = parse(&link.target, self.diagnostics);
            question.map(|question| Arc::new(question.into()))
        };
        let Some(definition) = claim.definition.clone() else {
            return claim;
        };
        if is_name {
            claim.expression = definition_text(&definition, self.sources);
        }
        let nearest = book.nearest(page_index, link);
        let named = definition
            .question()
            .and_then(|question| question.variant.as_ref());
        claim.variant = match named {
            Some(name) => self.named_variant(&name.text, name.span),
            None => nearest
                .map(|figure| book.placed[figure].variant)
                .or(book.variant),
        };
        match (&*definition, claim.variant) {
            (Definition::Unchecked { reason }, _) => {
                claim.meaning = definition_text(&definition, self.sources);
                claim.judgement = Judgement::unchecked(&reason.text);
            }
            (Definition::Computed(computation), Some(variant)) => {
                let statement = StatedText {
                    text: &link.text,
                    code: &link.code,
                    language: read_as(&book.decl.language),
                    span: link.text_span,
                };
                let scope = self.scope(variant, nearest);
                claim.meaning = meaning(&computation.question, &scope);
                claim.grounds = grounds(&computation.question.expr, &scope);
                self.ensure_world(variant);
                claim.judgement = judge(
                    computation,
                    statement,
                    scope,
                    &self.worlds[&variant],
                    self.diagnostics,
                );
            }
            // If the book's variant failed, or the claim names an unknown one, that has been
            // reported already.
            (_, None) if book.variant_failed || named.is_some() => {}
            (_, None) => self.boardless.push(("claim", link.span)),
        }
        claim
    }

    fn named_variant(&mut self, name: &str, span: Span) -> Option<usize> {
        let variant = self.variants.find(name);
        // Errors in a variant that could not be resolved have been reported.
        if variant.is_none() && !self.variants.has_failed(name) {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::UnknownVariant,
                    format!("no variant of this book is named `{name}`"),
                )
                .at(
                    span,
                    "expected the name of a variant's file in the book's folder, without `.toml`",
                )
                .suggest(name, self.variants.names()),
            );
        }
        variant
    }

    fn scope(&self, variant: usize, nearest: Option<usize>) -> Scope<'a> {
        self.book.scope(self.variants, variant, nearest)
    }

    /// Creates the variant's world, unless it exists.
    fn ensure_world(&mut self, variant: usize) {
        let (variants, book, budget) = (self.variants, self.book, self.budget.clone());
        self.worlds.entry(variant).or_insert_with(|| {
            let (rules, endings) = (variants.rules(variant), variants.endings(variant));
            World::new(
                rules,
                endings,
                &book.placed,
                &book.games.played,
                &book.outline,
            )
            .with_measured(variants.measured(variant))
            .with_budget(budget)
        });
    }

    /// Judges the diagrams of a page.
    pub(super) fn diagrams(&mut self, page: usize) -> Vec<CheckedDiagram> {
        let places = self.book.figure_of[page].iter().enumerate();
        places
            .filter_map(|(index, figure)| Some(self.diagram(page, index, (*figure)?)))
            .collect()
    }

    /// Judges the games of a page.
    pub(super) fn games(&mut self, page: usize) -> Vec<CheckedGame> {
        let places = self.book.game_of[page].iter().enumerate();
        places
            .filter_map(|(index, place)| Some(self.game(page, index, (*place)?)))
            .collect()
    }

    fn game(&mut self, page: usize, index: usize, place: usize) -> CheckedGame {
        let (decl, played) = (
            &self.book.pages[page].games[index],
            &self.book.games.played[place],
        );
        let plies = judge_plies(decl, played, self.diagnostics);
        let result = judge_result(decl, played, self.diagnostics);
        titles::check_game(
            decl,
            played,
            self.scope(played.variant, None),
            self.diagnostics,
        );
        let section = self.sections.get(&decl.id.span).copied();
        let mut checked = CheckedGame {
            page,
            index,
            section,
            plies,
            result,
            verdict: Verdict::Holds,
        };
        checked.verdict = checked.verdicts().max().unwrap_or(Verdict::Holds);
        checked
    }

    fn diagram(&mut self, page: usize, index: usize, figure: usize) -> CheckedDiagram {
        let decl = &self.book.pages[page].diagrams[index];
        let placed = &self.book.placed[figure];
        let board = &self.variants.rules(placed.variant).variant.board;
        self.check_symbols(decl);
        let mut shown = depict(decl, placed, self.variants);
        let mut marks = Vec::new();
        for (place, mark) in decl.marks.iter().enumerate() {
            let source = decl
                .sources
                .iter()
                .find(|source| source.symbol.text == mark.symbol.text);
            let printed = match &self.book.drawn[figure].cells {
                DrawnCells::Nothing => {
                    Ok(source.map(|source| named_cells(&source.cells, board, self.diagnostics)))
                }
                DrawnCells::Marks(cells) => Ok(Some(cells[place])),
                DrawnCells::Unreadable => Err(UnreadableMark),
            };
            let checked = self.mark(decl, mark, printed, figure, board);
            let asked = || {
                let question = checked.question.as_deref()?;
                let scope = self.scope(placed.variant, Some(figure));
                legend_of_call(&question.expr).or_else(|| say_mark(question, scope))
            };
            let meaning = match &mark.meaning {
                Some(words) => words.text.clone(),
                None => asked().map_or_else(
                    || on_one_line(mark.expression.text()),
                    |said| self.book.decl.words.say(said),
                ),
            };
            let (symbol, cells) = (checked.symbol.clone(), checked.cells);
            shown.marks.push(Mark {
                symbol,
                cells,
                meaning,
            });
            marks.push(checked);
        }
        let section = self.sections.get(&decl.id.span).copied();
        let questions = marks.iter().map(|mark: &CheckedMark| {
            let question = mark.question.as_deref();
            question.filter(|_| mark.verdict != Verdict::Error)
        });
        let questions = questions.collect::<Option<Vec<&Question>>>();
        if let Some(questions) = questions.filter(|_| placed.complete) {
            let scope = self.scope(placed.variant, Some(figure));
            let cells = marks.iter().map(|mark| mark.cells);
            let before = self.book.figure_of[page][..index]
                .iter()
                .rev()
                .find_map(|figure| *figure);
            let before = before.map(|figure| &self.book.placed[figure]);
            titles::check_diagram(
                decl,
                placed,
                before,
                cells,
                &questions,
                scope,
                self.diagnostics,
            );
        }
        let drawn = match decl.drawing_errata.is_empty() {
            true => Verdict::Holds,
            false => Verdict::Erratum,
        };
        let verdict = marks
            .iter()
            .map(|mark| mark.verdict)
            .max()
            .map_or(drawn, |worst| worst.max(drawn));
        CheckedDiagram {
            page,
            index,
            section,
            marks,
            verdict,
            shown,
        }
    }

    /// Checks that every symbol belongs to one mark, and that every `source` and `erratum` line
    /// names a mark.
    fn check_symbols(&mut self, decl: &DiagramDecl) {
        let known: Vec<&str> = decl
            .marks
            .iter()
            .map(|mark| mark.symbol.text.as_str())
            .collect();
        let marks = decl.marks.iter().map(|mark| &mark.symbol);
        let message =
            |symbol: &str| format!("two marks of this diagram have the symbol `{symbol}`");
        complain_doubled(marks, message, self.diagnostics);
        let sources = decl.sources.iter().map(|source| &source.symbol);
        let message = |symbol: &str| format!("two `source` lines are for the mark `{symbol}`");
        complain_doubled(sources, message, self.diagnostics);
        let mut excused: BTreeMap<&str, Vec<&Word>> = BTreeMap::new();
        for erratum in &decl.errata {
            excused
                .entry(&erratum.symbol.text)
                .or_default()
                .extend(&erratum.cells);
        }
        for (symbol, cells) in excused {
            let message = |cell: &str| format!("two errata of the mark `{symbol}` name {cell}");
            complain_doubled(cells, message, self.diagnostics);
        }
        let symbols = decl
            .sources
            .iter()
            .map(|s| &s.symbol)
            .chain(decl.errata.iter().map(|e| &e.symbol));
        for symbol in symbols.filter(|symbol| !known.contains(&symbol.text.as_str())) {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::UnknownMark,
                    format!("this diagram has no mark `{}`", symbol.text),
                )
                .at(symbol.span, "expected the symbol of a mark")
                .suggest(&symbol.text, known.iter().copied()),
            );
        }
    }

    /// Judges a mark. Rules and source must differ exactly in the cells of its errata.
    fn mark(
        &mut self,
        decl: &DiagramDecl,
        mark: &MarkDecl,
        printed: Result<Option<CellSet>, UnreadableMark>,
        figure: usize,
        board: &Board,
    ) -> CheckedMark {
        let symbol = &mark.symbol.text;
        let marked = self.marked_cells(mark, figure);
        let errata: Vec<&SourceCellsDecl> = decl
            .errata
            .iter()
            .filter(|erratum| erratum.symbol.text == *symbol)
            .collect();
        let cells = errata
            .iter()
            .map(|erratum| named_cells(&erratum.cells, board, self.diagnostics));
        let excused = cells.fold(CellSet::EMPTY, |all, cells| all | cells);
        let mut checked = CheckedMark {
            symbol: symbol.clone(),
            cells: marked
                .as_ref()
                .map_or(CellSet::EMPTY, |marked| marked.cells),
            computed: marked.as_ref().is_some_and(|marked| !marked.by_hand),
            source: printed.ok().flatten(),
            verdict: Verdict::Error,
            note: errata
                .iter()
                .map(|erratum| erratum.note.text.as_str())
                .collect::<Vec<_>>()
                .join("; "),
            expression: mark.expression.text().to_string(),
            question: marked.as_ref().map(|marked| marked.question.clone()),
            followed: marked
                .as_ref()
                .map_or(Err(Unfollowed::Board), |marked| marked.followed.clone()),
        };
        let (Some(_), Ok(printed)) = (marked, printed) else {
            if checked.note.is_empty() {
                checked.note = "the mark cannot be evaluated".to_string();
            }
            return checked;
        };
        if let (None, Some(erratum)) = (printed, errata.first()) {
            let message = "this erratum does not say what the source marks";
            let expected = format!("expected a line `source {symbol}: …` beside it");
            self.diagnostics
                .error(Code::DiagramSyntax, message, erratum.symbol.span, expected);
            return checked;
        }
        let computed = checked.cells;
        // A `source` line may mark no cell, and a diagram may show that a piece has nowhere to go.
        if computed.is_empty() && printed.is_none() && !checked.computed {
            let message = format!(
                "the mark `{symbol}` of diagram `{}` is on no cell",
                decl.id.text
            );
            let complaint = Diagnostic::warning(Code::VacuousClaim, message);
            self.diagnostics
                .push(complaint.at(mark.symbol.span, "shows nothing"));
        }
        let printed = printed.unwrap_or(computed);
        let differs = (computed - printed) | (printed - computed);
        if differs == excused {
            checked.verdict = if differs.is_empty() {
                Verdict::Holds
            } else {
                Verdict::Erratum
            };
            return checked;
        }
        checked.verdict = Verdict::Fails;
        let reasons = [
            (
                computed - printed - excused,
                "the rules give cells that the source does not mark:",
            ),
            (
                printed - computed - excused,
                "the source marks cells that the rules do not give:",
            ),
            (
                excused - differs,
                "the erratum is stale: rules and source agree on",
            ),
        ];
        let reasons = reasons.iter().filter(|(cells, _)| !cells.is_empty());
        let reasons =
            reasons.map(|(cells, reason)| format!("{reason} {}", board.names_of(cells).join(" ")));
        checked.note = reasons.collect::<Vec<_>>().join("; ");
        let source = decl
            .sources
            .iter()
            .find(|source| source.symbol.text == *symbol);
        let line_span = source.map_or(mark.symbol.span, |source| source.symbol.span);
        let message = format!("the mark `{symbol}` of diagram `{}` fails", decl.id.text);
        self.diagnostics
            .error(Code::ClaimVerdict, message, line_span, checked.note.clone());
        checked
    }

    fn marked_cells(&mut self, mark: &MarkDecl, figure: usize) -> Option<Marked> {
        let question = parse(&mark.expression, self.diagnostics)?;
        let (variant, span) = (self.book.placed[figure].variant, question.expr.span);
        if let Some(name) = &question.variant {
            let label = "expected a line `variant NAME` instead";
            let message = "a mark is always on its diagram's board";
            return self
                .diagnostics
                .refuse(Code::ClaimSyntax, message, name.span, label);
        }
        let formula = resolve(
            &question.expr,
            self.scope(variant, Some(figure)),
            self.diagnostics,
        )?;
        self.ensure_world(variant);
        let world = &self.worlds[&variant];
        match world.value(&formula) {
            Ok(ExprValue::Cells(cells)) => {
                let placed = &self.book.placed[figure];
                let board = &self.variants.rules(variant).variant.board;
                let followed = follow(&question.expr, placed, board);
                let by_hand = question.expr.is_by_hand();
                return Some(Marked {
                    cells: *cells,
                    by_hand,
                    followed,
                    question: Arc::new(question),
                });
            }
            Ok(value) => {
                let message = format!("a mark needs cells, but this is {}", value.kind().name());
                self.diagnostics
                    .error(Code::ClaimType, message, span, "expected cells");
            }
            Err(fault) => {
                self.diagnostics
                    .error(fault.code(), fault.to_string(), span, "has no value")
            }
        }
        None
    }
}

/// Returns the text of a definition's expression, on one line.
fn definition_text(definition: &Definition, sources: &Sources) -> String {
    definition.question().map_or_else(
        || "unchecked".to_string(),
        |question| on_one_line(sources.slice(question.expr.span)),
    )
}

fn unknown_claim(name: &str, at: Span, book: &Book) -> Diagnostic {
    let complaint = Diagnostic::error(Code::ClaimName, format!("no claim is named `{name}`")).at(
        at,
        "expected a name defined in a `claims` block, or an expression",
    );
    match nearest(name, book.claim_names()) {
        Some(near) => complaint.did_you_mean(name, near),
        None => complaint.help(format!(
            "a single word is read as a claim's name; to compute it, write `claim:({name})`"
        )),
    }
}

/// The result of a mark's expression.
struct Marked {
    cells: CellSet,
    /// Whether its cells are only listed, not computed.
    by_hand: bool,
    followed: Result<Option<Vec<PieceQuestion>>, Unfollowed>,
    question: Arc<Question>,
}

/// A mark whose cells in the source's drawing cannot be read, which has been reported.
#[derive(Clone, Copy)]
struct UnreadableMark;

/// Returns the diagram with its pieces; the marks are added as they are judged.
fn depict(decl: &DiagramDecl, figure: &PlacedDiagram, variants: &Variants) -> Diagram {
    let variant = &variants.rules(figure.variant).variant;
    // A label that is the letter of another kind would be taken for that kind, so it is shown only
    // if the meaning of a mark refers to it.
    let is_mentioned = |label: &str| {
        let meanings = decl.marks.iter().filter_map(|mark| mark.meaning.as_ref());
        meanings
            .flat_map(|words| words.text.split(|c: char| !c.is_alphanumeric()))
            .any(|word| word == label)
    };
    let misleads = |piece: &PlacedPiece| {
        let mut others = variant.kind_ids().filter(|kind| *kind != piece.kind);
        others.any(|kind| variant.kind(kind).letter.eq_ignore_ascii_case(&piece.label))
            && !is_mentioned(&piece.label)
    };
    let pieces = figure.pieces.iter().map(|piece| {
        let shown = ShownPiece::of_piece(variant, piece.kind, piece.side, piece.cell);
        if piece.labelled && !misleads(piece) {
            shown.labelled(&piece.label)
        } else {
            shown
        }
    });
    let absent = figure.position.absent();
    Diagram {
        title: decl.title.clone(),
        pieces: pieces.collect(),
        marks: Vec::new(),
        absent,
        names: decl.names,
    }
}

fn named_cells(words: &[Word], board: &Board, diagnostics: &mut Diagnostics) -> CellSet {
    let mut set = CellSet::EMPTY;
    for word in words {
        match board.cell(&word.text) {
            Some(cell) => set.insert(cell),
            None => diagnostics.push_error(Code::UnknownCell, word.span, || {
                unknown_cell(&word.text, word.span, board)
            }),
        }
    }
    set
}

/// The table of the legends of marks, by function.
const LEGENDS: &str = "pictures.legend";

/// Says what a mark that one call about one piece computes shows.
fn legend_of_call(expr: &Expr) -> Option<SlotValue> {
    let ExprKind::Call(name, arguments) = &expr.kind else {
        return None;
    };
    let legend = keys(LEGENDS).find(|function| *function == name.text)?;
    let words = |argument: &Expr| match &argument.kind {
        ExprKind::Name(name) | ExprKind::Text(name) => Some(name.clone()),
        ExprKind::Member(diagram, label) => Some(format!("{}.{}", diagram.text, label.text)),
        _ => None,
    };
    // The argument is a label, or a piece and its cell.
    let piece = match &arguments[..] {
        [label] => words(label)?.into(),
        [piece, cell] => {
            let (piece, cell) = (words(piece)?, words(cell)?);
            say!(pictures::PieceFrom, piece, cell).into()
        }
        _ => return None,
    };
    Some(phrase(LEGENDS, legend, vec![("piece", piece)]).into())
}

/// Returns the page's path, the line and the column of a claim.
pub(crate) fn claim_place(
    checked: &Checked,
    claim: &CheckedClaim,
    sources: &Sources,
) -> (String, usize, usize) {
    let at = sources.line_column(checked.link(claim).span);
    (
        checked.book.pages[claim.page].path.clone(),
        at.line,
        at.column,
    )
}
