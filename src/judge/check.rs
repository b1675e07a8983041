//! Judges every claim and every mark of a book.

use std::collections::BTreeMap;

use super::book::{Boardless, Book};
use super::checked::{Checked, CheckedClaim, CheckedDiagram, CheckedGame, CheckedMark};
use super::coverage::misnamed;
use super::games::{plies, result};
use super::sections::Sections;
use crate::book::diagram::{DiagramDecl, ErratumDecl, MarkDecl};
use crate::book::page::{ClaimLink, Page};
use crate::book::words::Word;
use crate::claim::{
    Budget, Definition, Followed, Judgement, Question, Scope, Statement, Unfollowed, Value, Verdict, World,
    judge, parse, resolve,
};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::diagram::{Diagram, Mark, ShownMan};
use crate::lookup::Lookup;
use crate::lower::{Drawn, PlacedDiagram, Variants, unknown_cell};
use crate::model::{Board, CellSet};
use crate::text::{Sources, Span, nearest};

/// Judges a book.
pub fn check(book: Book, variants: &Variants, sources: &Sources, diagnostics: &mut Diagnostics) -> Checked {
    let mut court = Court::new(&book, variants, sources, diagnostics);
    let pages = 0..book.pages.len();
    let diagrams = pages.clone().flat_map(|page| court.diagrams(page)).collect();
    let games = pages.clone().flat_map(|page| court.games(page)).collect();
    let mut claims = Vec::with_capacity(book.pages.iter().map(|page| page.claims.len()).sum());
    pages.for_each(|page| court.claims(page, |claim| claims.push(claim)));
    let boardless = std::mem::take(&mut court.boardless);
    book.complain_boardless(boardless, diagnostics);
    tell_apart(&mut claims);
    let checked = Checked { claims, diagrams, games, book };
    misnamed(&checked, variants, sources, diagnostics);
    checked
}

/// Whether nothing is wrong with a book. Judges page by page in the order given and stops at the first
/// complaint.
pub fn is_sound(
    book: &Book,
    variants: &Variants,
    sources: &Sources,
    mut order: impl Iterator<Item = usize>,
) -> bool {
    let mut diagnostics = Diagnostics::default();
    let mut court = Court::new(book, variants, sources, &mut diagnostics);
    order.all(|page| {
        court.diagrams(page);
        court.games(page);
        court.claims(page, drop);
        !court.diagnostics.has_errors()
    })
}

/// A name stated twice is two claims.
fn tell_apart(claims: &mut [CheckedClaim]) {
    let mut times: Lookup<String, usize> = Lookup::default();
    for claim in claims {
        match times.get_mut(&claim.id) {
            Some(time) => {
                *time += 1;
                claim.id = format!("{}#{time}", claim.id);
            }
            None => {
                times.put(claim.id.clone(), 1);
            }
        }
    }
}

struct Court<'a> {
    book: &'a Book,
    variants: &'a Variants,
    sources: &'a Sources,
    diagnostics: &'a mut Diagnostics,
    sections: Sections,
    worlds: BTreeMap<usize, World<'a>>,
    budget: Budget,
    /// The claims that no variant is named for.
    boardless: Vec<Boardless>,
}

impl<'a> Court<'a> {
    fn new(
        book: &'a Book,
        variants: &'a Variants,
        sources: &'a Sources,
        diagnostics: &'a mut Diagnostics,
    ) -> Court<'a> {
        let sections = Sections::of(&book.pages, &book.outline);
        let (worlds, budget, boardless) = (BTreeMap::new(), Budget::default(), Vec::new());
        Court { book, variants, sources, diagnostics, sections, worlds, budget, boardless }
    }

    /// Judges the claims of a page.
    fn claims(&mut self, page_index: usize, mut judged: impl FnMut(CheckedClaim)) {
        let page = &self.book.pages[page_index];
        for (index, link) in page.claims.iter().enumerate() {
            judged(self.claim(page_index, page, index, link));
        }
    }

    fn claim(&mut self, page_index: usize, page: &Page, index: usize, link: &ClaimLink) -> CheckedClaim {
        let target = link.target.text().trim();
        let is_name = target.starts_with(char::is_alphabetic)
            && target.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
        let mut claim = CheckedClaim {
            id: if is_name { target.to_string() } else { format!("{}#{}", page.path, index + 1) },
            page: page_index,
            link: index,
            section: self.sections.claims[page_index][index],
            expression: target.to_string(),
            variant: None,
            judgement: Judgement::error(),
        };
        let book = self.book;
        let own;
        let definition = if is_name {
            match book.definitions.get(target) {
                Some((_, definition)) => definition.as_ref(),
                None => {
                    let at = link.target.whole();
                    self.diagnostics.push_error(Code::ClaimName, at, || unknown_claim(target, at, book));
                    None
                }
            }
        } else {
            own = parse(&link.target, self.diagnostics).map(inline);
            own.as_ref()
        };
        let Some(definition) = definition else { return claim };
        if is_name {
            claim.expression = self.expression(definition);
        }
        let nearest = link.diagram.and_then(|diagram| book.stage_of[page_index][diagram]);
        let names_variant =
            matches!(definition, Definition::Computed { question, .. } if question.variant.is_some());
        let variant = match definition {
            Definition::Computed { question, .. } if names_variant => {
                question.variant.as_ref().and_then(|name| self.named_variant(&name.text, name.span))
            }
            _ => nearest.map(|stage| book.stages[stage].variant).or(book.variant),
        };
        claim.variant = variant;
        if let Definition::Unchecked { reason } = definition {
            let note = reason.clone();
            claim.judgement = Judgement { verdict: Verdict::Unchecked, note, ..Judgement::error() };
            return claim;
        }
        let Some(variant) = variant else {
            // The book's variant has been complained of already, as has one that a claim names.
            if !(book.variant_failed || names_variant) {
                self.boardless.push(("claim", link.span));
            }
            return claim;
        };
        let scope = self.scope(variant, nearest);
        let statement = Statement { text: &link.text, span: link.text_span };
        self.enter(variant);
        claim.judgement = judge(definition, statement, scope, &self.worlds[&variant], self.diagnostics);
        claim
    }

    fn named_variant(&mut self, name: &str, span: Span) -> Option<usize> {
        let found = self.variants.find(name);
        // What is wrong with one that could not be resolved has been reported.
        if found.is_none() && !self.variants.has_failed(name) {
            self.diagnostics.push(
                Diagnostic::error(Code::UnknownVariant, format!("no variant of this book is named `{name}`"))
                    .at(span, "expected the stem of a variant's file in the book's folder")
                    .suggest(name, self.variants.names()),
            );
        }
        found
    }

    fn scope(&self, variant: usize, nearest: Option<usize>) -> Scope<'a> {
        Scope {
            rules: self.variants.rules(variant),
            variant,
            stages: &self.book.stages,
            games: &self.book.games.played,
            outline: &self.book.outline,
            nearest,
        }
    }

    /// Makes sure the variant's world is there.
    fn enter(&mut self, variant: usize) {
        let (variants, book, budget) = (self.variants, self.book, self.budget.clone());
        self.worlds.entry(variant).or_insert_with(|| {
            let (rules, endings) = (variants.rules(variant), variants.endings(variant));
            World::new(rules, endings, &book.stages, &book.games.played, &book.outline).within(budget)
        });
    }

    /// The text of a definition's expression, on one line.
    fn expression(&self, definition: &Definition) -> String {
        match definition {
            Definition::Unchecked { .. } => "unchecked".to_string(),
            Definition::Computed { question, .. } => {
                let text = self.sources.slice(question.expr.span);
                let mut expression = String::with_capacity(text.len());
                for word in text.split_whitespace() {
                    if !expression.is_empty() {
                        expression.push(' ');
                    }
                    expression.push_str(word);
                }
                expression
            }
        }
    }

    /// The diagrams of a page.
    fn diagrams(&mut self, page: usize) -> Vec<CheckedDiagram> {
        let places = self.book.stage_of[page].iter().enumerate();
        places.filter_map(|(index, stage)| Some(self.diagram(page, index, (*stage)?))).collect()
    }

    /// The games of a page.
    fn games(&mut self, page: usize) -> Vec<CheckedGame> {
        let places = self.book.game_of[page].iter().enumerate();
        places.filter_map(|(index, place)| Some(self.game(page, index, (*place)?))).collect()
    }

    fn game(&mut self, page: usize, index: usize, place: usize) -> CheckedGame {
        let (decl, played) = (&self.book.pages[page].games[index], &self.book.games.played[place]);
        let plies = plies(decl, played, self.diagnostics);
        let result = result(decl, played, self.diagnostics);
        let section = self.sections.games[page][index];
        let mut checked = CheckedGame { page, index, section, plies, result, verdict: Verdict::Holds };
        checked.verdict = checked.verdicts().max().unwrap_or(Verdict::Holds);
        checked
    }

    fn diagram(&mut self, page: usize, index: usize, stage: usize) -> CheckedDiagram {
        let decl = &self.book.pages[page].diagrams[index];
        let staged = &self.book.stages[stage];
        let board = &self.variants.rules(staged.variant).variant.board;
        self.check_symbols(decl);
        let mut shown = depict(decl, staged, self.variants);
        let mut marks = Vec::new();
        for (place, mark) in decl.marks.iter().enumerate() {
            let source = decl.sources.iter().find(|source| source.symbol.text == mark.symbol.text);
            let printed = match &staged.drawn {
                Drawn::Nothing => {
                    Ok(source.map(|source| named_cells(&source.cells, board, self.diagnostics)))
                }
                Drawn::Marks(cells) => Ok(Some(cells[place])),
                Drawn::Unreadable => Err(Unreadable),
            };
            let (checked, meaning) = self.mark(decl, mark, printed, stage, board);
            shown.marks.push(Mark { symbol: checked.symbol.clone(), cells: checked.cells, meaning });
            marks.push(checked);
        }
        let section = self.sections.diagrams[page][index];
        let drawn = match decl.drawing_errata.is_empty() {
            true => Verdict::Holds,
            false => Verdict::Erratum,
        };
        let verdict = marks.iter().map(|mark| mark.verdict).max().map_or(drawn, |gravest| gravest.max(drawn));
        CheckedDiagram { page, index, section, marks, verdict, shown }
    }

    /// Every symbol is marked once, and every `source` and `erratum` line speaks of a mark.
    fn check_symbols(&mut self, decl: &DiagramDecl) {
        let known: Vec<&str> = decl.marks.iter().map(|mark| mark.symbol.text.as_str()).collect();
        let mut doubled = |words: Vec<&Word>, what: &str| {
            let mut before: BTreeMap<&str, &Word> = BTreeMap::new();
            for word in words {
                let first = *before.entry(&word.text).or_insert(word);
                if !std::ptr::eq(first, word) {
                    let complaint =
                        Diagnostic::error(Code::DoubledName, format!("two {what} `{}`", word.text));
                    self.diagnostics.push(complaint.at(word.span, "the second").and(first.span, "the first"));
                }
            }
        };
        doubled(decl.marks.iter().map(|mark| &mark.symbol).collect(), "marks of this diagram are");
        doubled(
            decl.sources.iter().map(|source| &source.symbol).collect(),
            "`source` lines are for the mark",
        );
        for (index, erratum) in decl.errata.iter().enumerate() {
            let of_mark = |other: &&ErratumDecl| other.symbol.text == erratum.symbol.text;
            let before = || decl.errata[..index].iter().filter(of_mark).flat_map(|other| &other.cells);
            for (place, cell) in erratum.cells.iter().enumerate() {
                let same = |first: &&Word| first.text == cell.text;
                if let Some(first) = before().chain(&erratum.cells[..place]).find(same) {
                    let message =
                        format!("two errata of the mark `{}` name {}", erratum.symbol.text, cell.text);
                    let complaint = Diagnostic::error(Code::DoubledName, message).at(cell.span, "the second");
                    self.diagnostics.push(complaint.and(first.span, "the first"));
                }
            }
        }
        let symbols = decl.sources.iter().map(|s| &s.symbol).chain(decl.errata.iter().map(|e| &e.symbol));
        for symbol in symbols.filter(|symbol| !known.contains(&symbol.text.as_str())) {
            self.diagnostics.push(
                Diagnostic::error(Code::UnknownMark, format!("this diagram has no mark `{}`", symbol.text))
                    .at(symbol.span, "expected the symbol of a mark")
                    .suggest(&symbol.text, known.iter().copied()),
            );
        }
    }

    fn mark(
        &mut self,
        decl: &DiagramDecl,
        mark: &MarkDecl,
        printed: Result<Option<CellSet>, Unreadable>,
        stage: usize,
        board: &Board,
    ) -> (CheckedMark, String) {
        let marked = self.marked_cells(mark, stage);
        let computed = marked.as_ref().map(|marked| marked.cells);
        let errata: Vec<&ErratumDecl> =
            decl.errata.iter().filter(|erratum| erratum.symbol.text == mark.symbol.text).collect();
        let excused = errata
            .iter()
            .fold(CellSet::EMPTY, |all, erratum| all | named_cells(&erratum.cells, board, self.diagnostics));
        let mut checked = CheckedMark {
            symbol: mark.symbol.text.clone(),
            cells: computed.unwrap_or(CellSet::EMPTY),
            computed: marked.as_ref().is_some_and(|marked| !marked.by_hand),
            followed: marked.map_or(Err(Unfollowed::Chosen), |marked| marked.followed),
            source: printed.ok().flatten(),
            verdict: Verdict::Holds,
            note: errata.iter().map(|erratum| erratum.note.as_str()).collect::<Vec<_>>().join("; "),
        };
        let meaning = mark.meaning.as_ref().map(|words| words.text.clone()).unwrap_or_else(|| {
            let words = mark.expression.text().split_whitespace().collect::<Vec<_>>().join(" ");
            reading(&words)
        });
        let (Some(computed), Ok(printed)) = (computed, printed) else {
            checked.verdict = Verdict::Error;
            if checked.note.is_empty() {
                checked.note = "the mark cannot be evaluated".to_string();
            }
            return (checked, meaning);
        };
        if let (None, Some(erratum)) = (printed, errata.first()) {
            let message = "an erratum without what the source marks";
            let complaint = Diagnostic::error(Code::DiagramSyntax, message);
            let expected = format!("expected a line `source {}: …` beside it", mark.symbol.text);
            self.diagnostics.push(complaint.at(erratum.symbol.span, expected));
            checked.verdict = Verdict::Error;
            return (checked, meaning);
        }
        // That a piece has nowhere to go may well be what a diagram shows.
        if computed.is_empty() && printed.is_none() && !checked.computed {
            let message =
                format!("the mark `{}` of diagram `{}` lies on no cell", checked.symbol, decl.id.text);
            let complaint = Diagnostic::warning(Code::IdleClaim, message);
            self.diagnostics.push(complaint.at(mark.symbol.span, "shows nothing"));
        }
        let printed = printed.unwrap_or(computed);
        let differs = (computed - printed) | (printed - computed);
        if differs == excused {
            checked.verdict = if differs.is_empty() { Verdict::Holds } else { Verdict::Erratum };
            return (checked, meaning);
        }
        checked.verdict = Verdict::Fails;
        let names = |set: CellSet| board.names_of(&set).join(" ");
        let mut reasons = Vec::new();
        for (cells, reason) in [
            (computed - printed - excused, "the rules give what the source does not mark:"),
            (printed - computed - excused, "the source marks what the rules do not give:"),
            (excused - differs, "the erratum is stale, rule and source agree on"),
        ] {
            if !cells.is_empty() {
                reasons.push(format!("{reason} {}", names(cells)));
            }
        }
        checked.note = reasons.join("; ");
        let source = decl.sources.iter().find(|source| source.symbol.text == mark.symbol.text);
        let line = source.map_or(mark.symbol.span, |source| source.symbol.span);
        self.diagnostics.push(
            Diagnostic::error(
                Code::ClaimVerdict,
                format!("the mark `{}` of diagram `{}` fails", mark.symbol.text, decl.id.text),
            )
            .at(line, checked.note.clone()),
        );
        (checked, meaning)
    }

    fn marked_cells(&mut self, mark: &MarkDecl, stage: usize) -> Option<Marked> {
        let question = parse(&mark.expression, self.diagnostics)?;
        let variant = self.book.stages[stage].variant;
        if let Some(name) = &question.variant {
            let complaint = Diagnostic::error(Code::ClaimSyntax, "a mark lies on its diagram's board");
            self.diagnostics.push(complaint.at(name.span, "expected a line `variant NAME` instead"));
            return None;
        }
        let formula = resolve(&question.expr, self.scope(variant, Some(stage)), self.diagnostics)?;
        self.enter(variant);
        let world = &self.worlds[&variant];
        match world.value(&formula) {
            Ok(Value::Cells(cells)) => {
                let followed = world.follow(&formula, stage);
                Some(Marked { cells: *cells, by_hand: question.expr.is_by_hand(), followed })
            }
            Ok(value) => {
                let message = format!("a mark needs cells, and this is {}", value.kind().name());
                let complaint = Diagnostic::error(Code::ClaimType, message);
                self.diagnostics.push(complaint.at(question.expr.span, "expected cells"));
                None
            }
            Err(fault) => {
                let complaint = Diagnostic::error(fault.code(), fault.to_string());
                self.diagnostics.push(complaint.at(question.expr.span, "has no value"));
                None
            }
        }
    }
}

fn unknown_claim(name: &str, at: Span, book: &Book) -> Diagnostic {
    let complaint = Diagnostic::error(Code::ClaimName, format!("no claim is named `{name}`"))
        .at(at, "expected a name defined in a `claims` block, or an expression");
    match nearest(name, book.claim_names()) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None => {
            complaint.help(format!("a word alone is a claim's name; to compute it, write `claim:({name})`"))
        }
    }
}

/// What a mark's expression comes to.
struct Marked {
    cells: CellSet,
    /// Whether its cells are only named.
    by_hand: bool,
    followed: Result<Followed, Unfollowed>,
}

/// What a source marks cannot be read, and the author has heard why.
#[derive(Clone, Copy)]
struct Unreadable;

fn inline(question: Question) -> Definition {
    Definition::Computed { question: Box::new(question), source: None, erratum: None, readings: Vec::new() }
}

/// The diagram's pieces; marks come as they are judged.
fn depict(decl: &DiagramDecl, stage: &PlacedDiagram, variants: &Variants) -> Diagram {
    let variant = &variants.rules(stage.variant).variant;
    let men = stage.men.iter().map(|man| {
        let shown = ShownMan::of_piece(variant.piece(man.piece), man.side, man.cell);
        if man.labelled { shown.labelled(&man.label) } else { shown }
    });
    let absent = *stage.position.absent();
    Diagram { title: decl.title.clone(), men: men.collect(), marks: Vec::new(), absent, names: decl.names }
}

fn named_cells(words: &[Word], board: &Board, diagnostics: &mut Diagnostics) -> CellSet {
    let mut set = CellSet::EMPTY;
    for word in words {
        match board.cell(&word.text) {
            Some(cell) => set.insert(cell),
            None => diagnostics
                .push_error(Code::UnknownCell, word.span, || unknown_cell(&word.text, word.span, board)),
        }
    }
    set
}

/// A mark's meaning where its author gave none: the commonest expressions in words.
fn reading(expression: &str) -> String {
    let argument = |function: &str| {
        expression.strip_prefix(function)?.strip_prefix('(')?.strip_suffix(')').filter(|a| !a.contains('('))
    };
    // The piece's name, or a piece and its cell.
    let of = |argument: &str| match argument.split_once(", ") {
        Some((piece, cell)) => format!("a {piece} on {cell}"),
        None => argument.trim_matches('"').to_string(),
    };
    if let Some(man) = argument("reach").or_else(|| argument("moves")) {
        format!("cells {} can go to", of(man))
    } else if let Some(man) = argument("captures") {
        format!("men {} can take", of(man))
    } else if let Some(man) = argument("attacks") {
        format!("cells {} attacks", of(man))
    } else if let Some(piece) = argument("range") {
        format!("cells a {piece} can ever land on")
    } else {
        expression.to_string()
    }
}

/// Puts a claim's place in words for a report: the page's path, line and column.
pub fn place(checked: &Checked, claim: &CheckedClaim, sources: &Sources) -> (String, usize, usize) {
    let page = &checked.book.pages[claim.page];
    let at = sources.line_column(page.claims[claim.link].span);
    (page.path.clone(), at.line, at.column)
}
