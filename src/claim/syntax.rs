//! Expressions as they are written. The grammar, in EBNF (`docs/claims.md` explains each word):
//!
//! ```text
//! claim      = [ "on" variant ":" ] expr
//! expr       = ( "all" | "some" ) binder ":" expr | disjunct { "or" disjunct }
//! binder     = name { "," name } [ "in" sum ] [ "where" disjunct ]
//! disjunct   = negation { "and" negation }
//! negation   = "not" negation | sum [ relation sum ]
//! relation   = "=" | "!=" | "<" | "<=" | ">" | ">=" | "at most" | "at least" | [ "not" ] "in"
//! sum        = term { ( "|" | "-" | "+" ) term }
//! term       = atom { ( "&" | "*" ) atom }
//! atom       = number | text | "(" expr ")" | name [ "." name ] | name "(" [ expr { "," expr } ] ")"
//!            | "{" [ cell { [ "," ] cell } ] "}" | "{" binder "}"
//!            | ( "max" | "min" | "sum" | "count" ) "(" binder ":" expr ")"
//!            | "with" "(" change { "," change } ":" expr ")"
//! change     = ( "own" | "enemy" | "empty" ) name { name }
//! ```

use std::ops::Range;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::{Excerpt, Span};

/// How deep expressions may nest.
const MAX_DEPTH: usize = 64;
/// The longest expression that is read, in bytes.
const LONGEST: usize = 8192;

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Number(i64),
    Text(String),
    Name(String),
    /// `A3-1.AB`: a man of another diagram.
    Member(Name, Name),
    Call(Name, Vec<Expr>),
    /// `{c4, g4}`.
    Cells(Vec<Name>),
    /// `{c in square where …}`.
    Filter(Binder),
    Quantified { every: bool, binder: Binder, body: Box<Expr> },
    /// `max(a in square: …)`, and `min`, `sum`, `count`.
    Fold { fold: Fold, binder: Binder, body: Box<Expr> },
    With { changes: Vec<Change>, body: Box<Expr> },
    Not(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
pub struct Binder {
    pub names: Vec<Name>,
    pub domain: Option<Box<Expr>>,
    pub condition: Option<Box<Expr>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    Max,
    Min,
    Sum,
    Count,
}

#[derive(Clone, Debug)]
pub struct Change {
    pub kind: ChangeKind,
    pub cells: Vec<Name>,
}

/// What is put on a cell, relative to the man whose movement is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    Own,
    Enemy,
    Empty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    In,
    NotIn,
    Union,
    Minus,
    Plus,
    Intersection,
    Times,
}

/// A claim's expression and, if it says so, the variant it speaks of.
#[derive(Clone, Debug)]
pub struct Question {
    pub variant: Option<Name>,
    pub expr: Expr,
}

/// Reads a whole text as an expression.
pub fn parse(excerpt: &Excerpt, diagnostics: &mut Diagnostics) -> Option<Question> {
    let mut parser = Parser::new(excerpt, diagnostics)?;
    let question = parser.question().ok()?;
    match parser.peek() {
        None => Some(question),
        Some(_) => {
            parser.lost::<()>("the expression ends before this", "expected an operator or the end").ok();
            None
        }
    }
}

/// A definition of a `claims` block, after its `name =`.
#[derive(Clone, Debug)]
pub enum Definition {
    Computed {
        question: Question,
        /// What the source prints.
        source: Option<Expr>,
        /// Why the source is wrong.
        erratum: Option<String>,
        readings: Vec<Reading>,
    },
    Unchecked {
        reason: String,
    },
}

/// One of the readings a source's words allow; the first is the one the book takes.
#[derive(Clone, Debug)]
pub struct Reading {
    pub name: String,
    pub expr: Expr,
}

/// Reads a definition.
pub fn parse_definition(excerpt: &Excerpt, diagnostics: &mut Diagnostics) -> Option<Definition> {
    let mut parser = Parser::new(excerpt, diagnostics)?;
    parser.definition().ok()
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name,
    Number,
    Text,
    Sign(&'static str),
}

const SIGNS: [&str; 20] = [
    "!=", "<=", ">=", "=", "<", ">", "|", "&", "-", "+", "*", "(", ")", "{", "}", ",", ":", ";", ".", "%",
];

struct Parser<'a> {
    excerpt: &'a Excerpt,
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    depth: usize,
    diagnostics: &'a mut Diagnostics,
}

struct Lost;
type Read<T> = Result<T, Lost>;

impl<'a> Parser<'a> {
    fn new(excerpt: &'a Excerpt, diagnostics: &'a mut Diagnostics) -> Option<Parser<'a>> {
        let mut parser = Parser { excerpt, tokens: Vec::new(), at: 0, depth: 0, diagnostics };
        if excerpt.text().len() > LONGEST {
            let message = format!("this expression is longer than {LONGEST} bytes");
            parser.diagnostics.push(Diagnostic::error(Code::TooLarge, message).at(excerpt.whole(), "too long"));
            return None;
        }
        parser.lex().ok()?;
        Some(parser)
    }

    fn lex(&mut self) -> Read<()> {
        let text = self.excerpt.text();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            let (token, length) = if c.is_whitespace() {
                at += c.len_utf8();
                continue;
            } else if c.is_alphabetic() {
                (Token::Name, name_length(rest))
            } else if c.is_ascii_digit() {
                (Token::Number, rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()))
            } else if c == '"' {
                match rest[1..].find('"') {
                    Some(end) => (Token::Text, end + 2),
                    None => return self.complain(at..text.len(), "this text has no closing quote", "starts here"),
                }
            } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                (Token::Sign(sign), sign.len())
            } else {
                let message = format!("`{c}` has no meaning in an expression");
                return self.complain(at..at + c.len_utf8(), &message, "expected a name, a number or an operator");
            };
            self.tokens.push((token, at..at + length));
            at += length;
        }
        Ok(())
    }

    fn definition(&mut self) -> Read<Definition> {
        if self.take_word("unchecked") {
            let reason = self.text("the reason, in quotes")?;
            self.end()?;
            return Ok(Definition::Unchecked { reason });
        }
        let question = self.question()?;
        let (mut source, mut erratum, mut readings) = (None, None, Vec::new());
        loop {
            if self.take_word("source") {
                source = Some(self.expr()?);
            } else if self.take_word("erratum") {
                erratum = Some(self.text("why the source is wrong, in quotes")?);
            } else if self.take_word("depends") {
                readings.push(self.reading()?);
                while self.take_sign(";") {
                    readings.push(self.reading()?);
                }
                if readings.len() < 2 {
                    return self.lost("a claim that depends needs two readings", "expected `;` and another reading");
                }
            } else {
                self.end()?;
                return Ok(Definition::Computed { question, source, erratum, readings });
            }
        }
    }

    fn reading(&mut self) -> Read<Reading> {
        Ok(Reading { name: self.text("the name of a reading, in quotes")?, expr: self.expr()? })
    }

    fn end(&mut self) -> Read<()> {
        if self.peek().is_none() {
            return Ok(());
        }
        self.lost_suggesting(
            "the claim ends before this",
            "expected `source`, `erratum`, `depends` or the end",
            &["source", "erratum", "depends", "unchecked"],
        )
    }

    fn question(&mut self) -> Read<Question> {
        let mut variant = None;
        if self.take_word("on") {
            variant = Some(self.name("the name of a variant")?);
            self.expect(":")?;
        }
        Ok(Question { variant, expr: self.expr()? })
    }

    fn expr(&mut self) -> Read<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.lost("this expression nests too deeply", &format!("at most {MAX_DEPTH} levels"));
        }
        let start = self.here();
        let every = self.peek_word() == Some("all");
        let expr = if every || self.peek_word() == Some("some") {
            self.at += 1;
            let binder = self.binder()?;
            self.expect(":")?;
            let body = Box::new(self.expr()?);
            self.finish(start, ExprKind::Quantified { every, binder, body })
        } else {
            self.chain(&["or"], Self::disjunct)?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn binder(&mut self) -> Read<Binder> {
        let mut names = vec![self.name("the name of a variable")?];
        while self.take_sign(",") {
            names.push(self.name("the name of a variable")?);
        }
        let domain = if self.take_word("in") { Some(Box::new(self.sum()?)) } else { None };
        let condition =
            if self.take_word("where") { Some(Box::new(self.chain(&["or"], Self::disjunct)?)) } else { None };
        Ok(Binder { names, domain, condition })
    }

    fn disjunct(&mut self) -> Read<Expr> {
        self.chain(&["and"], Self::negation)
    }

    fn negation(&mut self) -> Read<Expr> {
        let start = self.here();
        if self.peek_word() == Some("not") {
            self.at += 1;
            self.deeper()?;
            let inner = self.negation()?;
            self.depth -= 1;
            return Ok(self.finish(start, ExprKind::Not(Box::new(inner))));
        }
        let left = self.sum()?;
        let Some(operator) = self.relation()? else { return Ok(left) };
        let right = self.sum()?;
        Ok(self.finish(start, ExprKind::Binary(operator, Box::new(left), Box::new(right))))
    }

    fn relation(&mut self) -> Read<Option<Operator>> {
        let operator = match (self.peek(), self.peek_word()) {
            (Some(Token::Sign("=")), _) => Operator::Equal,
            (Some(Token::Sign("!=")), _) => Operator::Unequal,
            (Some(Token::Sign("<")), _) => Operator::Less,
            (Some(Token::Sign("<=")), _) => Operator::AtMost,
            (Some(Token::Sign(">")), _) => Operator::Greater,
            (Some(Token::Sign(">=")), _) => Operator::AtLeast,
            (_, Some("in")) => Operator::In,
            (_, Some("not")) => {
                self.at += 1;
                if self.peek_word() != Some("in") {
                    return self.lost("`not` stands between two values", "expected `in` after `not`");
                }
                Operator::NotIn
            }
            (_, Some("at")) => {
                self.at += 1;
                match self.peek_word() {
                    Some("most") => Operator::AtMost,
                    Some("least") => Operator::AtLeast,
                    _ => {
                        let known = ["most", "least"];
                        return self.lost_suggesting("`at` is half a relation", "expected `most` or `least`", &known);
                    }
                }
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(operator))
    }

    fn sum(&mut self) -> Read<Expr> {
        self.chain(&["|", "-", "+"], Self::term)
    }

    fn term(&mut self) -> Read<Expr> {
        self.chain(&["&", "*"], Self::atom)
    }

    /// Operands joined by operators of one level, from left to right.
    fn chain(&mut self, operators: &[&'static str], operand: fn(&mut Self) -> Read<Expr>) -> Read<Expr> {
        let start = self.here();
        let mut left = operand(self)?;
        loop {
            let found = operators.iter().find(|operator| match **operator {
                "or" | "and" => self.peek_word() == Some(operator),
                sign => self.peek() == Some(&Token::Sign(sign)),
            });
            let operator = match found {
                None => return Ok(left),
                Some(&"or") => Operator::Or,
                Some(&"and") => Operator::And,
                Some(&"|") => Operator::Union,
                Some(&"-") => Operator::Minus,
                Some(&"+") => Operator::Plus,
                Some(&"&") => Operator::Intersection,
                Some(_) => Operator::Times,
            };
            self.at += 1;
            let right = operand(self)?;
            left = self.finish(start.clone(), ExprKind::Binary(operator, Box::new(left), Box::new(right)));
        }
    }

    fn atom(&mut self) -> Read<Expr> {
        let start = self.here();
        let kind = match self.peek() {
            Some(Token::Number) => {
                let text = &self.excerpt.text()[start.clone()];
                let Ok(number) = text.parse::<i64>().map_err(|_| ()).and_then(|n| if n < 1_000_000_000 { Ok(n) } else { Err(()) })
                else {
                    return self.lost("this number is too large", "at most 999999999");
                };
                self.at += 1;
                self.take_sign("%");
                ExprKind::Number(number)
            }
            Some(Token::Text) => ExprKind::Text(self.text("a text")?),
            Some(Token::Sign("(")) => {
                self.at += 1;
                let inner = self.expr()?;
                self.expect(")")?;
                return Ok(Expr { span: self.span_from(&start), ..inner });
            }
            Some(Token::Sign("{")) => self.braces()?,
            Some(Token::Name) => self.named()?,
            _ => return self.lost("a value is missing here", "expected a name, a number, `{`, `(` or a text in quotes"),
        };
        Ok(self.finish(start, kind))
    }

    fn braces(&mut self) -> Read<ExprKind> {
        self.expect("{")?;
        let follows = self.tokens.get(self.at + 1).map(|(_, range)| &self.excerpt.text()[range.clone()]);
        if matches!(follows, Some("in" | "where")) {
            let binder = self.binder()?;
            self.expect("}")?;
            return Ok(ExprKind::Filter(binder));
        }
        let mut cells = Vec::new();
        while !self.take_sign("}") {
            cells.push(self.name("the name of a cell, or `}`")?);
            self.take_sign(",");
        }
        Ok(ExprKind::Cells(cells))
    }

    fn named(&mut self) -> Read<ExprKind> {
        let name = self.name("a name")?;
        if self.take_sign(".") {
            let label = match self.peek() {
                Some(Token::Text) => {
                    let span = self.excerpt.span(self.here());
                    Name { text: self.text("a label")?, span }
                }
                _ => self.name("the label of a man")?,
            };
            return Ok(ExprKind::Member(name, label));
        }
        if !self.take_sign("(") {
            return Ok(ExprKind::Name(name.text));
        }
        if name.text == "with" {
            return self.with();
        }
        let fold = match name.text.as_str() {
            "max" => Some(Fold::Max),
            "min" => Some(Fold::Min),
            "sum" => Some(Fold::Sum),
            "count" if self.binder_follows() => Some(Fold::Count),
            _ => None,
        };
        if let Some(fold) = fold {
            let binder = self.binder()?;
            self.expect(":")?;
            let body = Box::new(self.expr()?);
            self.expect(")")?;
            return Ok(ExprKind::Fold { fold, binder, body });
        }
        let mut arguments = Vec::new();
        while !self.take_sign(")") {
            if !arguments.is_empty() {
                self.expect(",")?;
            }
            arguments.push(self.expr()?);
        }
        Ok(ExprKind::Call(name, arguments))
    }

    /// Whether `name in`, `name, name in` or `name:` comes next.
    fn binder_follows(&self) -> bool {
        let word = |offset: usize| {
            self.tokens.get(self.at + offset).map(|(_, range)| &self.excerpt.text()[range.clone()])
        };
        let mut offset = 1;
        while word(offset) == Some(",") {
            offset += 2;
        }
        matches!(word(offset), Some("in" | ":" | "where"))
    }

    fn with(&mut self) -> Read<ExprKind> {
        let mut changes = Vec::new();
        loop {
            let kind = match self.peek_word() {
                Some("own") => ChangeKind::Own,
                Some("enemy") => ChangeKind::Enemy,
                Some("empty") => ChangeKind::Empty,
                _ => {
                    let known = ["own", "enemy", "empty"];
                    return self.lost_suggesting("a change is due here", "expected `own`, `enemy` or `empty`", &known);
                }
            };
            self.at += 1;
            let mut cells = vec![self.name("the name of a cell")?];
            while self.peek() == Some(&Token::Name) {
                cells.push(self.name("the name of a cell")?);
            }
            changes.push(Change { kind, cells });
            if !self.take_sign(",") {
                break;
            }
        }
        self.expect(":")?;
        let body = Box::new(self.expr()?);
        self.expect(")")?;
        Ok(ExprKind::With { changes, body })
    }

    fn name(&mut self, expected: &str) -> Read<Name> {
        if self.peek() != Some(&Token::Name) {
            return self.lost("a name is missing here", &format!("expected {expected}"));
        }
        let range = self.here();
        self.at += 1;
        Ok(Name { text: self.excerpt.text()[range.clone()].to_string(), span: self.excerpt.span(range) })
    }

    fn text(&mut self, expected: &str) -> Read<String> {
        if self.peek() != Some(&Token::Text) {
            return self.lost("a text is missing here", &format!("expected {expected}"));
        }
        let range = self.here();
        self.at += 1;
        Ok(self.excerpt.text()[range.start + 1..range.end - 1].to_string())
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn peek_word(&self) -> Option<&str> {
        let (token, range) = self.tokens.get(self.at)?;
        (*token == Token::Name).then(|| &self.excerpt.text()[range.clone()])
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.at += usize::from(found);
        found
    }

    fn take_sign(&mut self, sign: &'static str) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &'static str) -> Read<()> {
        if self.take_sign(sign) {
            return Ok(());
        }
        self.lost(&format!("`{sign}` is missing here"), &format!("expected `{sign}`"))
    }

    fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.lost("this expression nests too deeply", &format!("at most {MAX_DEPTH} levels"));
        }
        Ok(())
    }

    fn here(&self) -> Range<usize> {
        let end = self.excerpt.text().len();
        self.tokens.get(self.at).map_or(end..end, |(_, range)| range.clone())
    }

    fn span_from(&self, start: &Range<usize>) -> Span {
        let end = self.tokens[self.at - 1].1.end;
        self.excerpt.span(start.start..end)
    }

    fn finish(&self, start: Range<usize>, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span_from(&start) }
    }

    fn complain<T>(&mut self, range: Range<usize>, message: &str, label: &str) -> Read<T> {
        let span = self.excerpt.span(range);
        self.diagnostics.push(Diagnostic::error(Code::ClaimSyntax, message).at(span, label));
        Err(Lost)
    }

    fn lost<T>(&mut self, message: &str, label: &str) -> Read<T> {
        self.complain(self.here(), message, label)
    }

    fn lost_suggesting<T>(&mut self, message: &str, label: &str, known: &[&str]) -> Read<T> {
        let here = self.here();
        let found = self.excerpt.text()[here.clone()].to_string();
        let diagnostic = Diagnostic::error(Code::ClaimSyntax, message)
            .at(self.excerpt.span(here), label)
            .suggest(&found, known.iter().copied());
        self.diagnostics.push(diagnostic);
        Err(Lost)
    }
}

/// The length of the name a text starts with. A hyphen belongs to it if a letter or digit follows,
/// a `+` if none does, a prime if it ends the name.
fn name_length(text: &str) -> usize {
    let mut end = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next_is_word = chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        let belongs = c.is_alphanumeric()
            || c == '_'
            || c == '\''
            || (c == '-' && next_is_word)
            || (c == '+' && !next_is_word && at == end);
        if !belongs {
            break;
        }
        end = at + c.len_utf8();
        if c == '+' {
            break;
        }
    }
    end
}
