//! Parses expressions and definitions. Every error points at a token.

use std::ops::Range;

use super::lex::{Before, ExprToken, lex};
use super::{
    Binder, Change, ChangeKind, Computation, Definition, Erratum, ErratumKind, Expr, ExprKind,
    Fold, MovementNotation, Name, Operator, Question, Quotation, Reading,
};
use crate::value::Bound;
use padma_rules::model::Decimal;
use padma_rules::movement::{LeapKind, MAX_NUMBER};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::without_claims;
use padma_text::{Excerpt, Span};

/// Maximum nesting depth of expressions.
const MAX_DEPTH: usize = 64;
/// Maximum length of an expression in bytes.
const MAX_LENGTH: usize = 8192;

/// The words that begin an addition to a definition's expression. Each may occur once.
const SOURCE: &str = "source";
const ERRATUM: &str = "erratum";
const QUOTED: &str = "quoted";
const BECAUSE: &str = "because";
const ADDITIONS: [&str; 5] = [SOURCE, QUOTED, ERRATUM, "depends", BECAUSE];

/// Parses a whole text as an expression.
pub fn parse(excerpt: &Excerpt, diagnostics: &mut Diagnostics) -> Option<Question> {
    let mut parser = ExprParser::new(excerpt, diagnostics)?;
    let question = parser.question().ok()?;
    match parser.peek() {
        None => Some(question),
        Some(_) => {
            parser
                .complain_here::<()>(
                    "this does not continue the expression",
                    "expected an operator or the end",
                )
                .ok();
            None
        }
    }
}

/// Parses a definition.
pub fn parse_definition(excerpt: &Excerpt, diagnostics: &mut Diagnostics) -> Option<Definition> {
    let mut parser = ExprParser::new(excerpt, diagnostics)?;
    parser.definition().ok()
}

/// The tokens of an expression or a definition, and the white space before those for which only
/// the grammar says it, by their index.
pub(super) type ExprTokens = (Vec<(ExprToken, Range<usize>)>, Vec<(usize, Before)>);

/// Returns the tokens of an expression or a definition; `None` if the text is neither.
pub(super) fn tokens(excerpt: &Excerpt) -> Option<ExprTokens> {
    let complaints = &mut Diagnostics::default();
    let mut parser = ExprParser::new(excerpt, complaints)?;
    parser.definition().ok()?;
    Some((parser.tokens, parser.gaps))
}

/// The parser's state: the tokens, and the index of the next one.
struct ExprParser<'a> {
    excerpt: &'a Excerpt,
    tokens: Vec<(ExprToken, Range<usize>)>,
    gaps: Vec<(usize, Before)>,
    /// The index of the next token.
    at: usize,
    depth: usize,
    diagnostics: &'a mut Diagnostics,
}

/// The error of a part that could not be parsed. It has already been reported.
struct UnreadableExpr;

/// A parsed part of an expression, or an error.
type ExprResult<T> = Result<T, UnreadableExpr>;

/// The precedence of operators, the loosest first. Operators of a level associate to the left, but
/// a relation joins exactly two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Relation,
    Sum,
    Term,
}

impl<'a> ExprParser<'a> {
    fn new(excerpt: &'a Excerpt, diagnostics: &'a mut Diagnostics) -> Option<ExprParser<'a>> {
        if excerpt.text().len() > MAX_LENGTH {
            let message = format!("this expression is longer than {MAX_LENGTH} bytes");
            return diagnostics.refuse(Code::TooLarge, message, excerpt.whole(), "too long");
        }
        let tokens = lex(excerpt, diagnostics)?;
        Some(ExprParser {
            excerpt,
            tokens,
            gaps: Vec::new(),
            at: 0,
            depth: 0,
            diagnostics,
        })
    }

    fn definition(&mut self) -> ExprResult<Definition> {
        if self.take_word("unchecked") {
            let reason = self.non_blank_text("the reason, in quotes")?;
            self.expect_end()?;
            return Ok(Definition::Unchecked { reason });
        }
        let mut computation = Computation::from(self.question()?);
        let mut additions: Vec<(&str, Span)> = Vec::new();
        loop {
            let next = ADDITIONS
                .into_iter()
                .find(|word| self.peek_word() == Some(word));
            let Some(word) = next else {
                self.expect_end()?;
                if let Some((_, because)) = additions.iter().find(|(word, _)| *word == BECAUSE)
                    && computation.readings.is_empty()
                {
                    let message = "there are no readings of which this says why the first is taken";
                    let expected = "expected `depends` and two readings as well";
                    self.diagnostics
                        .error(Code::ClaimSyntax, message, *because, expected);
                    return Err(UnreadableExpr);
                }
                return Ok(Definition::Computed(Box::new(computation)));
            };
            let span = self.excerpt.span(self.token_range());
            if let Some((_, first)) = additions.iter().find(|(other, _)| *other == word) {
                let message = format!("this claim has two `{word}`");
                self.diagnostics
                    .duplicate(Code::ClaimSyntax, message, *first, span);
                return Err(UnreadableExpr);
            }
            additions.push((word, span));
            self.gaps.push((self.at, Before::Addition));
            self.at += 1;
            match word {
                SOURCE => computation.source = Some(self.expr()?),
                QUOTED => computation.quotation = Some(self.quotation(span)?),
                ERRATUM => computation.erratum = Some(self.erratum()?),
                BECAUSE => {
                    computation.because =
                        self.non_blank_text("why the first reading is taken, in quotes")?;
                }
                _ => computation.readings = self.readings()?,
            }
        }
    }

    fn readings(&mut self) -> ExprResult<Vec<Reading>> {
        let mut readings = vec![self.reading()?];
        while self.take_symbol(';') {
            readings.push(self.reading()?);
        }
        if readings.len() < 2 {
            return self.complain_here(
                "a claim that depends on a reading needs at least two readings",
                "expected `;` and another reading",
            );
        }
        Ok(readings)
    }

    fn quotation(&mut self, span: Span) -> ExprResult<Quotation> {
        let words = self.non_blank_text("the source's own words, in quotes")?;
        let place = match self.take_word("in") {
            true => self.non_blank_text("where the source has these words, in quotes")?,
            false => Name::default(),
        };
        Ok(Quotation {
            words: words.text,
            place: place.text,
            span,
        })
    }

    fn erratum(&mut self) -> ExprResult<Erratum> {
        let span = self.excerpt.span(self.tokens[self.at - 1].1.clone());
        let named = ErratumKind::ALL
            .into_iter()
            .find(|kind| self.take_word(kind.name()));
        if named.is_none() && self.peek_word().is_some() {
            return self.complain_suggesting(
                "this is not a kind of erratum",
                "expected `best`, `misprint` or why the source is wrong, in quotes",
                &[ErratumKind::Best.name(), ErratumKind::Misprint.name()],
            );
        }
        let kind = named.unwrap_or_default();
        let differs = if self.peek() == Some(&ExprToken::Symbol('{')) {
            Some(self.operators(Some(Level::Relation))?)
        } else {
            None
        };
        Ok(Erratum {
            kind,
            differs,
            proof: self.non_blank_text("why the source is wrong, in quotes")?,
            span,
        })
    }

    fn reading(&mut self) -> ExprResult<Reading> {
        Ok(Reading {
            name: self.non_blank_text("the name of a reading, in quotes")?,
            expr: self.expr()?,
        })
    }

    fn expect_end(&mut self) -> ExprResult<()> {
        if self.peek().is_none() {
            return Ok(());
        }
        self.complain_suggesting(
            "this does not continue the claim",
            "expected `source`, `quoted`, `erratum`, `depends`, `because` or the end",
            &[
                "source",
                "quoted",
                "erratum",
                "depends",
                "because",
                "unchecked",
            ],
        )
    }

    fn question(&mut self) -> ExprResult<Question> {
        let mut variant = None;
        if self.take_word("on") {
            variant = Some(self.name("the name of a variant")?);
            self.expect(':')?;
        }
        let start = self.token_range().start;
        let expr = self.expr()?;
        let end = self.tokens[self.at - 1].1.end;
        Ok(Question {
            variant,
            expr,
            text: self.excerpt.part(start..end),
        })
    }

    fn expr(&mut self) -> ExprResult<Expr> {
        self.enter_level()?;
        let start = self.token_range();
        let every = self.peek_word() == Some("all");
        let expr = if every || self.peek_word() == Some("some") {
            self.at += 1;
            let binder = self.binder()?;
            self.expect(':')?;
            let body = Box::new(self.expr()?);
            self.expr_from(
                start,
                ExprKind::Quantified {
                    every,
                    binder,
                    body,
                },
            )
        } else {
            self.operators(None)?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn binder(&mut self) -> ExprResult<Binder> {
        let mut names = vec![self.name("the name of a variable")?];
        let ordered = self.peek() == Some(&ExprToken::Symbol('≤'));
        let separator = if ordered { '≤' } else { ',' };
        while self.take_symbol(separator) {
            names.push(self.name("the name of a variable")?);
        }
        let domain = if self.take_word("in") {
            Some(Box::new(self.operators(Some(Level::Relation))?))
        } else {
            None
        };
        let condition = if self.take_word("where") {
            Some(Box::new(self.expr()?))
        } else {
            None
        };
        Ok(Binder {
            names,
            ordered,
            domain,
            condition,
        })
    }

    /// Parses operands joined by operators that bind more tightly than `outer`, or by any
    /// operators if it is `None`.
    fn operators(&mut self, outer: Option<Level>) -> ExprResult<Expr> {
        let start = self.token_range();
        let negated = outer < Some(Level::Relation) && self.peek_word() == Some("not");
        let mut left = if negated {
            self.negation()?
        } else {
            self.atom()?
        };
        let mut tightest = if negated { Level::And } else { Level::Term };
        while let Some((level, operator)) = self
            .operator_ahead()
            .filter(|(level, _)| outer < Some(*level) && *level <= tightest)
        {
            let operator = self.take_operator(operator)?;
            let right = self.operators(Some(level))?;
            left = self.expr_from(
                start.clone(),
                ExprKind::Binary(operator, Box::new(left), Box::new(right)),
            );
            if level == Level::Relation {
                tightest = Level::And;
            }
        }
        Ok(left)
    }

    fn negation(&mut self) -> ExprResult<Expr> {
        let start = self.token_range();
        self.at += 1;
        self.enter_level()?;
        let inner = self.operators(Some(Level::And))?;
        self.depth -= 1;
        Ok(self.expr_from(start, ExprKind::Not(Box::new(inner))))
    }

    /// Returns the level of the next operator, if there is one, and the operator. An operator of
    /// two words is not known yet.
    fn operator_ahead(&self) -> Option<(Level, Option<Operator>)> {
        let (level, operator) = match (self.peek()?, self.peek_word()) {
            (_, Some("or")) => (Level::Or, Operator::Or),
            (_, Some("and")) => (Level::And, Operator::And),
            (_, Some("not" | "at")) => return Some((Level::Relation, None)),
            (_, Some("in")) => (Level::Relation, Operator::In),
            (ExprToken::Symbol('='), _) => (Level::Relation, Operator::Compare(Bound::Exactly)),
            (ExprToken::Symbol('≠'), _) => (Level::Relation, Operator::Compare(Bound::Not)),
            (ExprToken::Symbol('<'), _) => (Level::Relation, Operator::Compare(Bound::LessThan)),
            (ExprToken::Symbol('≤'), _) => (Level::Relation, Operator::Compare(Bound::AtMost)),
            (ExprToken::Symbol('>'), _) => (Level::Relation, Operator::Compare(Bound::MoreThan)),
            (ExprToken::Symbol('≥'), _) => (Level::Relation, Operator::Compare(Bound::AtLeast)),
            (ExprToken::Symbol('|'), _) => (Level::Sum, Operator::Union),
            (ExprToken::Symbol('-'), _) => (Level::Sum, Operator::Minus),
            (ExprToken::Symbol('+'), _) => (Level::Sum, Operator::Plus),
            (ExprToken::Symbol('&'), _) => (Level::Term, Operator::Intersection),
            (ExprToken::Symbol('*'), _) => (Level::Term, Operator::Times),
            _ => return None,
        };
        Some((level, Some(operator)))
    }

    /// Takes the next operator: the one that is known, or one of two words.
    fn take_operator(&mut self, known: Option<Operator>) -> ExprResult<Operator> {
        let negated = self.peek_word() == Some("not");
        self.at += 1;
        let operator = match (known, self.peek_word()) {
            (Some(operator), _) => return Ok(operator),
            (None, Some("in")) if negated => Operator::NotIn,
            (None, Some("most")) if !negated => Operator::Compare(Bound::AtMost),
            (None, Some("least")) if !negated => Operator::Compare(Bound::AtLeast),
            _ if negated => {
                return self.complain_here(
                    "`not` cannot stand between two values",
                    "expected `in` after `not`",
                );
            }
            _ => {
                let (message, label) = (
                    "`at` is only half of a comparison",
                    "expected `most` or \
                                         `least`",
                );
                return self.complain_suggesting(message, label, &["most", "least"]);
            }
        };
        self.at += 1;
        Ok(operator)
    }

    fn atom(&mut self) -> ExprResult<Expr> {
        let start = self.token_range();
        let kind = match self.peek() {
            Some(ExprToken::Number) => {
                let text = &self.excerpt.text()[start.clone()];
                let number = if text.contains('.') {
                    let too_long = (
                        "this number has too many digits",
                        "at most four after the point",
                    );
                    Decimal::parse(text).map(ExprKind::Decimal).ok_or(too_long)
                } else {
                    let number = text
                        .parse()
                        .ok()
                        .filter(|number: &i64| *number < 1_000_000_000);
                    number
                        .map(ExprKind::Number)
                        .ok_or(("this number is too large", "at most 999999999"))
                };
                let Ok(kind) =
                    number.map_err(|(message, label)| self.complain_here::<()>(message, label))
                else {
                    return Err(UnreadableExpr);
                };
                self.at += 1;
                self.take_symbol('%');
                kind
            }
            Some(ExprToken::Text) => ExprKind::Text(self.text("a text")?),
            Some(ExprToken::Symbol('(')) => {
                self.at += 1;
                let inner = self.expr()?;
                self.expect(')')?;
                return Ok(Expr {
                    span: self.span_from(&start),
                    ..inner
                });
            }
            Some(ExprToken::Symbol('{')) => self.braces()?,
            Some(ExprToken::Name) => self.name_or_call()?,
            _ => {
                return self.complain_here(
                    "a value is missing here",
                    "expected a name, a number, `{`, `(` or a text in quotes",
                );
            }
        };
        Ok(self.expr_from(start, kind))
    }

    fn braces(&mut self) -> ExprResult<ExprKind> {
        self.expect('{')?;
        self.enter_level()?;
        if self.binder_follows() {
            let start = self.token_range();
            let binder = self.binder()?;
            if binder.names.len() > 1 {
                let message = "a set is described with a single variable";
                return self.complain(
                    start.start..self.token_range().start,
                    message,
                    "expected `{c in SET where …}`",
                );
            }
            self.expect('}')?;
            self.depth -= 1;
            return Ok(ExprKind::Filter(binder));
        }
        self.depth -= 1;
        match self.peek() {
            Some(ExprToken::Text) => {
                Ok(ExprKind::Numbers(self.items(|parser| {
                    parser.quoted_name("a number in quotes, or `}`")
                })?))
            }
            Some(ExprToken::Symbol('(')) => {
                let mut leaps = self.items(ExprParser::leap)?;
                leaps.sort_unstable();
                leaps.dedup();
                Ok(ExprKind::Leaps(leaps))
            }
            _ => {
                Ok(ExprKind::Cells(self.items(|parser| {
                    parser.name("the name of a cell, or `}`")
                })?))
            }
        }
    }

    /// Parses items up to a closing brace. Commas between them are optional.
    fn items<T>(&mut self, item: impl Fn(&mut Self) -> ExprResult<T>) -> ExprResult<Vec<T>> {
        let mut items = Vec::new();
        while !self.take_symbol('}') {
            items.push(item(self)?);
            self.take_symbol(',');
        }
        Ok(items)
    }

    /// Parses a leap such as `(1,2)`.
    fn leap(&mut self) -> ExprResult<LeapKind> {
        let expected = "expected a leap such as `(1,2)`";
        let mut coordinate = |before, after| {
            if !self.take_symbol(before) {
                return self.complain_here("a leap is missing here", expected);
            }
            let parsed = self.excerpt.text()[self.token_range()].parse::<u16>().ok();
            let Some(number) = parsed.filter(|number| *number <= MAX_NUMBER) else {
                return self.complain_here(
                    "this is not a coordinate of a leap",
                    &format!("expected a number from 0 to {MAX_NUMBER}"),
                );
            };
            self.at += 1;
            if self.peek() != Some(&ExprToken::Symbol(after)) {
                return self.complain_here("this leap is malformed", expected);
            }
            Ok(number)
        };
        let leap = LeapKind::new(coordinate('(', ',')?, coordinate(',', ')')?);
        self.gaps.push((self.at - 1, Before::Nothing));
        self.expect(')')?;
        Ok(leap)
    }

    fn name_or_call(&mut self) -> ExprResult<ExprKind> {
        let name = self.name("a name")?;
        if let Some(notation) = MovementNotation::from_name(&name.text) {
            if self.peek() == Some(&ExprToken::Text) {
                return Ok(ExprKind::Movement(notation, self.take_quoted()));
            }
            let message = format!("`{}` needs a text in quotes after it", name.text);
            let expected = format!("expected {}", notation.example());
            self.diagnostics
                .error(Code::ClaimSyntax, message, name.span, expected);
            return Err(UnreadableExpr);
        }
        if self.take_symbol('.') {
            let label = match self.peek() {
                Some(ExprToken::Text) => self.quoted_name("a label")?,
                _ => self.name("the label of a piece")?,
            };
            if self.take_call() {
                let arguments = self.arguments(&label)?;
                return Ok(ExprKind::CallOf(Box::new(name), label, arguments));
            }
            return Ok(ExprKind::Member(name, label));
        }
        if !self.take_call() {
            return Ok(ExprKind::Name(name.text));
        }
        if name.text == "with" {
            return self.changes_and_body();
        }
        let fold = Fold::from_name(&name.text);
        if let Some(fold) = fold.filter(|fold| *fold != Fold::Count || self.binder_follows()) {
            let binder = self.binder()?;
            self.expect(':')?;
            let body = Box::new(self.expr()?);
            self.expect(')')?;
            return Ok(ExprKind::Fold { fold, binder, body });
        }
        let arguments = self.arguments(&name)?;
        Ok(ExprKind::Call(name, arguments))
    }

    /// Parses arguments up to the closing bracket, after the opening one.
    fn arguments(&mut self, function: &Name) -> ExprResult<Vec<Expr>> {
        // Most functions have one or two arguments.
        let mut arguments = Vec::with_capacity(2);
        while !self.take_symbol(')') {
            if !arguments.is_empty() && !self.take_symbol(',') {
                if self.peek() == Some(&ExprToken::Symbol(':')) || self.peek_word() == Some("where")
                {
                    let message = format!("`{}` cannot bind a variable", function.text);
                    let folds = Fold::ALL.map(Fold::name);
                    let diagnostic = Diagnostic::error(Code::ClaimSyntax, message).at(
                        function.span,
                        format!("expected one of {}", folds.join(", ")),
                    );
                    self.diagnostics
                        .push(diagnostic.suggest(&function.text, folds));
                    return Err(UnreadableExpr);
                }
                return self.complain_here("`,` or `)` is missing here", "expected `,` or `)`");
            }
            arguments.push(self.expr()?);
        }
        Ok(arguments)
    }

    /// Whether a binder comes next: `name in`, `name, name in`, `name:` or `name where`.
    fn binder_follows(&self) -> bool {
        let word = |offset: usize| {
            self.tokens
                .get(self.at + offset)
                .map(|(_, range)| &self.excerpt.text()[range.clone()])
        };
        if self.peek() != Some(&ExprToken::Name) {
            return false;
        }
        let mut offset = 1;
        while matches!(word(offset), Some("," | "<=")) {
            offset += 2;
        }
        matches!(word(offset), Some("in" | ":" | "where"))
    }

    fn changes_and_body(&mut self) -> ExprResult<ExprKind> {
        let mut changes = Vec::new();
        loop {
            let Some(kind) = self.peek_word().and_then(ChangeKind::from_name) else {
                let label = "expected `own`, `enemy`, `white`, `black` or `empty`";
                return self.complain_suggesting(
                    "a change is missing here",
                    label,
                    &ChangeKind::ALL.map(ChangeKind::name),
                );
            };
            self.at += 1;
            let expected = "the name of a cell or a set of cells";
            let mut cells = vec![self.name(expected)?];
            while self.peek() == Some(&ExprToken::Name) {
                cells.push(self.name(expected)?);
            }
            changes.push(Change { kind, cells });
            if !self.take_symbol(',') {
                break;
            }
        }
        if matches!(self.peek(), Some(ExprToken::Symbol('(' | '{'))) {
            let message = "a change names cells, sets or variables, and computes nothing";
            return self.complain_here(message, "expected `:`, or another name");
        }
        self.expect(':')?;
        let body = Box::new(self.expr()?);
        self.expect(')')?;
        Ok(ExprKind::With { changes, body })
    }

    fn name(&mut self, expected: &str) -> ExprResult<Name> {
        if self.peek() != Some(&ExprToken::Name) {
            return self.complain_here("a name is missing here", &format!("expected {expected}"));
        }
        let range = self.token_range();
        self.at += 1;
        Ok(Name {
            text: self.excerpt.text()[range.clone()].to_string(),
            span: self.excerpt.span(range),
        })
    }

    fn text(&mut self, expected: &str) -> ExprResult<String> {
        if self.peek() != Some(&ExprToken::Text) {
            return self.complain_here("a text is missing here", &format!("expected {expected}"));
        }
        let range = self.token_range();
        self.at += 1;
        Ok(self.excerpt.text()[range.start + 1..range.end - 1].replace("\\\"", "\""))
    }

    fn quoted_name(&mut self, expected: &str) -> ExprResult<Name> {
        let span = self.excerpt.span(self.token_range());
        Ok(Name {
            text: self.text(expected)?,
            span,
        })
    }

    /// Parses a text in quotes. A text of white space alone is an error.
    fn non_blank_text(&mut self, expected: &str) -> ExprResult<Name> {
        let range = self.token_range();
        let text = self.text(expected)?;
        if text.trim().is_empty() {
            return self.complain(range, "this text is empty", &format!("expected {expected}"));
        }
        Ok(Name {
            text: without_claims(&text),
            span: self.excerpt.span(range.start + 1..range.end - 1),
        })
    }

    /// Takes the next text, without its quotes.
    fn take_quoted(&mut self) -> Excerpt {
        let range = self.token_range();
        self.at += 1;
        let inside = range.start + 1..range.end - 1;
        let text = &self.excerpt.text()[inside.clone()];
        if text.contains("\\\"") {
            Excerpt::inexact(&text.replace("\\\"", "\""), self.excerpt.span(inside))
        } else {
            self.excerpt.part(inside)
        }
    }

    fn peek(&self) -> Option<&ExprToken> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn peek_word(&self) -> Option<&str> {
        let (token, range) = self.tokens.get(self.at)?;
        (*token == ExprToken::Name).then(|| &self.excerpt.text()[range.clone()])
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.peek_word() == Some(word);
        self.at += usize::from(is_next);
        is_next
    }

    fn take_symbol(&mut self, symbol: char) -> bool {
        let is_next = self.peek() == Some(&ExprToken::Symbol(symbol));
        self.at += usize::from(is_next);
        is_next
    }

    /// Takes the bracket that opens a call.
    fn take_call(&mut self) -> bool {
        let is_next = self.take_symbol('(');
        let gap = is_next.then(|| (self.at - 1, Before::Nothing));
        self.gaps.extend(gap);
        is_next
    }

    fn expect(&mut self, symbol: char) -> ExprResult<()> {
        if self.take_symbol(symbol) {
            return Ok(());
        }
        self.complain_here(
            &format!("`{symbol}` is missing here"),
            &format!("expected `{symbol}`"),
        )
    }

    /// Enters a nesting level. The caller leaves it by decrementing `depth`.
    fn enter_level(&mut self) -> ExprResult<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.complain_here(
                "this expression nests too deeply",
                &format!("at most {MAX_DEPTH} levels"),
            );
        }
        Ok(())
    }

    fn token_range(&self) -> Range<usize> {
        let end = self.excerpt.text().len();
        self.tokens
            .get(self.at)
            .map_or(end..end, |(_, range)| range.clone())
    }

    fn span_from(&self, start: &Range<usize>) -> Span {
        let end = self.tokens[self.at - 1].1.end;
        self.excerpt.span(start.start..end)
    }

    /// Returns the expression that begins at `start` and ends with the last token taken.
    fn expr_from(&self, start: Range<usize>, kind: ExprKind) -> Expr {
        Expr {
            kind,
            span: self.span_from(&start),
        }
    }

    fn complain<T>(&mut self, range: Range<usize>, message: &str, label: &str) -> ExprResult<T> {
        let span = self.excerpt.span(range);
        self.diagnostics
            .error(Code::ClaimSyntax, message, span, label);
        Err(UnreadableExpr)
    }

    fn complain_here<T>(&mut self, message: &str, label: &str) -> ExprResult<T> {
        self.complain(self.token_range(), message, label)
    }

    fn complain_suggesting<T>(
        &mut self,
        message: &str,
        label: &str,
        known: &[&str],
    ) -> ExprResult<T> {
        let range = self.token_range();
        let word = self.excerpt.text()[range.clone()].to_string();
        let diagnostic = Diagnostic::error(Code::ClaimSyntax, message)
            .at(self.excerpt.span(range), label)
            .suggest(&word, known.iter().copied());
        self.diagnostics.push(diagnostic);
        Err(UnreadableExpr)
    }
}
