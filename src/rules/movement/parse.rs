//! Reads a sentence. Every error points at a word; after an error, reads on at the next clause.

mod legs;

use std::ops::Range;

use super::{
    Action, Clause, ClauseKind, Course, Dialect, Heading, Joint, MAX_NUMBER, Sentence, Via, Word,
    betza,
};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span, nearest};

const VERBS: [&str; 6] = ["step", "leap", "slide", "ride", "wander", "hop"];
const LIMITS: [&str; 8] = [
    "over", "onto", "from", "up", "only", "first", "open", "also",
];
const RESERVED: [&str; 15] = [
    "otherwise",
    "then",
    "along",
    "outward",
    "to",
    "distance",
    "by",
    "outside",
    "onward",
    "move",
    "capture",
    "forward",
    "backward",
    "sideways",
    "up",
];

/// The maximum length of a sentence, in bytes.
const MAX_BYTES: usize = 4096;

/// Reads as much of a sentence as it understands; reports errors to `diagnostics`.
///
/// ```
/// use padma_rules::movement;
/// use padma_text::{diag::Diagnostics, Excerpt, Sources};
/// let mut sources = Sources::default();
/// let id = sources.add("bishop", "slide along Y, VW");
/// let mut diagnostics = Diagnostics::default();
/// let text = Excerpt::verbatim("slide along Y, VW", sources.whole(id));
/// let sentence = movement::parse(&text, &mut diagnostics);
/// assert!(diagnostics.is_empty());
/// assert_eq!(sentence.to_string(), "slide along Y, VW");
/// ```
pub fn parse(excerpt: &Excerpt, diagnostics: &mut Diagnostics) -> Sentence {
    read(excerpt, diagnostics).0
}

/// What a part of a sentence is, to those who ask which words it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentencePart {
    /// A clause, without the symbol that joins it to the one before.
    Clause,
    /// `then` and the leg after it.
    LaterLeg,
    /// A limit, such as `up to 3`.
    Limit,
    /// The verb of a leg.
    Verb,
    /// A number.
    Number,
    /// The headings of a leg. It has no words where the leg names no heading.
    Headings,
    /// The direction classes of a leg, with a comma after each but the last.
    Classes,
    /// The kinds of cell and the sets of a limit, with a comma after each but the last.
    Places,
    /// `move` or `capture`, after `only to`.
    Purpose,
    /// A string of Betza's notation.
    Betza,
    /// This word, which can be left out. It has no words where the word could be added.
    Option(&'static str),
}

/// The words and symbols of a sentence, and the parts that they form.
#[derive(Debug)]
pub struct SentenceTokens {
    /// The place of each, and whether it is printed without a space before it.
    pub places: Vec<(Range<usize>, bool)>,
    /// The parts, each with the indices of its words and symbols.
    pub parts: Vec<(SentencePart, Range<usize>)>,
}

/// Returns the words and symbols of a sentence; `None`, after a complaint, if the text is not a
/// valid sentence.
pub fn tokens(excerpt: &Excerpt, diagnostics: &mut Diagnostics) -> Option<SentenceTokens> {
    let errors = diagnostics.errors();
    let (_, tokens, parts) = read(excerpt, diagnostics);
    (diagnostics.errors() == errors).then(|| SentenceTokens {
        places: tokens.into_iter().map(Token::place).collect(),
        parts,
    })
}

type SentenceParts = Vec<(SentencePart, Range<usize>)>;

fn read(excerpt: &Excerpt, diagnostics: &mut Diagnostics) -> (Sentence, Vec<Token>, SentenceParts) {
    let mut parser = Parser {
        excerpt,
        tokens: Vec::new(),
        parts: Vec::new(),
        position: 0,
        is_later: false,
        diagnostics,
    };
    if excerpt.text().len() > MAX_BYTES {
        let message = format!("this sentence is longer than {MAX_BYTES} bytes");
        parser
            .diagnostics
            .error(Code::TooLarge, message, excerpt.whole(), "too long");
        return Default::default();
    }
    parser.lex();
    (parser.sentence(), parser.tokens, parser.parts)
}

/// Returns the reserved words of the language, which cannot be names.
pub fn reserved_words() -> impl Iterator<Item = &'static str> {
    VERBS.into_iter().chain(LIMITS).chain(RESERVED)
}

/// Whether a word is reserved and so cannot be a name.
pub fn is_reserved(word: &str) -> bool {
    VERBS.contains(&word) || LIMITS.contains(&word) || RESERVED.contains(&word)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Word,
    Number,
    /// A class of leaps: `(1,4)`.
    Leap,
    /// A string of Betza's notation, without its quotes.
    Quoted,
    Comma,
    Semicolon,
    Plus,
}

#[derive(Clone, Debug)]
struct Token {
    kind: TokenKind,
    range: Range<usize>,
}

impl Token {
    /// Returns its place, quotes included, and whether it is printed without a space before it.
    fn place(self) -> (Range<usize>, bool) {
        let quote = usize::from(self.kind == TokenKind::Quoted);
        let is_joined = matches!(self.kind, TokenKind::Comma | TokenKind::Semicolon);
        (self.range.start - quote..self.range.end + quote, is_joined)
    }
}

struct Parser<'a> {
    excerpt: &'a Excerpt,
    tokens: Vec<Token>,
    parts: SentenceParts,
    position: usize,
    /// Whether it reads a leg that follows another.
    is_later: bool,
    diagnostics: &'a mut Diagnostics,
}

/// A method that does not find what it expects reports an error and returns `None`.
impl Parser<'_> {
    fn lex(&mut self) {
        let text = self.excerpt.text();
        let mut chars = text.char_indices().peekable();
        while let Some((start, c)) = chars.next() {
            let kind = match c {
                _ if c.is_whitespace() => continue,
                ',' => TokenKind::Comma,
                ';' => TokenKind::Semicolon,
                '+' => TokenKind::Plus,
                '"' => {
                    let length = text[start + 1..].find('"');
                    if length.is_none() {
                        let span = self.excerpt.span(start..start + 1);
                        self.complain(
                            span,
                            "this quote is not closed",
                            "expected `\"` after the string",
                        );
                    }
                    let end = length.map_or(text.len(), |length| start + 1 + length);
                    self.tokens.push(Token {
                        kind: TokenKind::Quoted,
                        range: start + 1..end,
                    });
                    while chars.next_if(|(position, _)| *position <= end).is_some() {}
                    continue;
                }
                '0'..='9' => TokenKind::Number,
                '(' if leap_length(&text[start..]).is_some() => TokenKind::Leap,
                _ if c.is_alphabetic() => TokenKind::Word,
                _ => {
                    let span = self.excerpt.span(start..start + c.len_utf8());
                    let message = format!("`{c}` has no meaning in a movement sentence");
                    let expected =
                        "expected a word, a number, a leap such as `(1,4)`, `,`, `;` or `+`";
                    self.diagnostics
                        .error(Code::SentenceSyntax, message, span, expected);
                    continue;
                }
            };
            let mut end = start + c.len_utf8();
            if let (TokenKind::Leap, Some(length)) = (kind, leap_length(&text[start..])) {
                end = start + length;
                while chars.next_if(|(next, _)| *next < end).is_some() {}
            }
            while let Some(&(next, c)) = chars.peek() {
                let continues = match kind {
                    TokenKind::Word => {
                        c.is_alphanumeric()
                            || c == '-'
                            || c == '_'
                            || (c == '+' && ends_name(text, next))
                    }
                    TokenKind::Number => c.is_ascii_digit(),
                    _ => false,
                };
                if !continues {
                    break;
                }
                end = next + c.len_utf8();
                chars.next();
            }
            self.tokens.push(Token {
                kind,
                range: start..end,
            });
        }
    }

    fn sentence(&mut self) -> Sentence {
        let mut clauses = Vec::new();
        let mut joint = Joint::Semicolon;
        loop {
            if let Some(clause) = self.clause(joint) {
                clauses.push(clause);
            } else {
                self.skip_clause();
            }
            joint = match self.peek() {
                Some(TokenKind::Semicolon) => Joint::Semicolon,
                Some(TokenKind::Plus) => Joint::Plus,
                _ => break,
            };
            self.position += 1;
        }
        if let Some(first) = self
            .tokens
            .first()
            .filter(|first| self.text_of(first) == "otherwise")
        {
            self.complain(
                self.excerpt.span(first.range.clone()),
                "`otherwise` needs a clause before it",
                "nothing stands before this",
            );
        }
        Sentence { clauses }
    }

    fn clause(&mut self, joint: Joint) -> Option<Clause> {
        let (start, first) = (self.next_place(), self.position);
        let otherwise = self.take_option("otherwise");
        let what = self.clause_kind()?;
        let end = self.tokens[self.position - 1].range.end;
        self.expect_end()?;
        self.report(SentencePart::Clause, first);
        Some(Clause {
            joint,
            otherwise,
            kind: what,
            span: self.excerpt.span(start.start..end),
        })
    }

    fn clause_kind(&mut self) -> Option<ClauseKind> {
        if self.peek() == Some(TokenKind::Quoted) {
            let text = self.excerpt.part(self.next_place());
            self.take(SentencePart::Betza);
            return betza::parse(&text, Dialect::default(), self.diagnostics)
                .map(ClauseKind::Betza);
        }
        let Some(word) = self.peek_word() else {
            return self.error(
                "a clause is missing here",
                "expected a verb, the name of a piece or a string in quotes",
            );
        };
        let word = word.to_string();
        if VERBS.contains(&word.as_str()) {
            return self.legs();
        }
        let ends = matches!(
            self.tokens.get(self.position + 1).map(|t| t.kind),
            None | Some(TokenKind::Semicolon | TokenKind::Plus)
        );
        if ends && !is_reserved(&word) {
            return Some(ClauseKind::Piece(self.word()?));
        }
        if word == "otherwise" {
            return self.error(
                "`otherwise` is repeated here",
                "expected a verb or the name of a piece",
            );
        }
        let next = self
            .tokens
            .get(self.position + 1)
            .map(|token| self.text_of(token));
        if next.is_some_and(|next| LIMITS.contains(&next)) && nearest(&word, VERBS).is_none() {
            self.position += 1;
            return self.error(
                &format!("the piece `{word}` cannot be limited here"),
                "expected `;`, `+` or the end: a piece brings all of its movement",
            );
        }
        if next.is_some_and(|next| next == ",") && nearest(&word, VERBS).is_none() {
            self.position += 1;
            return self.error(
                "a comma cannot join pieces",
                "expected `+` if what one piece does counts for the other too, or `;`",
            );
        }
        if next == Some("and") {
            self.position += 1;
            return self.error(
                "`and` cannot join movements",
                "expected `+` between pieces, or `;`",
            );
        }
        let synonym = SYNONYMS.iter().find(|(other, _)| *other == word);
        let complaint = Diagnostic::error(
            Code::SentenceSyntax,
            format!("`{word}` is not a verb of the movement language"),
        );
        let expected =
            "expected `step`, `leap`, `slide`, `ride`, `wander`, `hop`, or a piece alone";
        let complaint = complaint.at(self.excerpt.span(self.next_place()), expected);
        self.diagnostics.push(match synonym {
            Some((_, verb)) => complaint.did_you_mean(&word, verb),
            None => complaint.suggest(&word, VERBS),
        });
        None
    }

    fn action(&mut self) -> Option<Action> {
        let verb = self.word()?.text;
        self.report(SentencePart::Verb, self.position - 1);
        Some(match verb.as_str() {
            "step" => Action::Step(self.via()?),
            "slide" => Action::Slide(self.via()?),
            "wander" => Action::Wander(self.via()?),
            "ride" => Action::Ride(self.leap_number()?, self.via()?),
            "hop" => {
                let via = self.via()?;
                Action::Hop {
                    via,
                    onward: self.take_option("onward"),
                }
            }
            _ if self.take_word("to") => {
                self.expect_word("distance")?;
                let number = self.number()?;
                self.expect_word("by")?;
                Action::Distance(number, self.name("the name of a piece")?)
            }
            _ => Action::Leap(self.leap_number()?, self.via()?),
        })
    }

    /// Reads the number of a leap or a ride; a leap by coordinates, such as `(1,2)`, needs none.
    fn leap_number(&mut self) -> Option<u16> {
        match self.peek() {
            Some(TokenKind::Leap) => Some(1),
            _ => self.number(),
        }
    }

    fn via(&mut self) -> Option<Via> {
        let course = self.course()?;
        if course == Course::Onward {
            return Some(Via {
                course,
                headings: Vec::new(),
                along: false,
                classes: Vec::new(),
            });
        }
        let (mut headings, first) = (Vec::new(), self.position);
        while let Some(heading) = self.take_heading() {
            headings.push(heading);
            if self.peek() != Some(TokenKind::Comma) {
                break;
            }
            self.position += 1;
        }
        self.report(SentencePart::Headings, first);
        let along = self.take_word("along");
        let next = self
            .tokens
            .get(self.position + 1)
            .map(|token| self.text_of(token));
        // Only a limit may follow a class. If a name follows this word, it is not a class, and the author meant
        // one of the words before classes, or said how far.
        let names_follow = next.is_some_and(|next| {
            next.starts_with(char::is_alphabetic) && !LIMITS.contains(&next) && !is_reserved(next)
        });
        let meant = |word: &str| match PREPOSITIONS.contains(&word) {
            true => Some("along"),
            false => nearest(word, BEFORE_CLASSES),
        };
        let misspelt = self.peek_word().filter(|word| !is_reserved(word));
        let misspelt = misspelt.and_then(|word| Some((word.to_string(), meant(word)?)));
        if let (false, true, Some((word, meant))) = (along, names_follow, misspelt) {
            let message = format!("`{word}` is not a word of the movement language");
            return self.error_suggesting(&message, &format!("expected `{meant}`"), &[meant]);
        }
        if let (true, Some(word)) = (names_follow, self.peek_word())
            && AMOUNTS.contains(&word)
        {
            let message = format!("`{word}` is not a direction");
            let label =
                "expected a direction class: `contiguous` is any direction, and `up to` follows it";
            return self.error(&message, label);
        }
        Some(Via {
            course,
            headings,
            along,
            classes: self.list(SentencePart::Classes, Parser::class)?,
        })
    }

    /// Reads one or more words, separated by commas.
    fn list(
        &mut self,
        part: SentencePart,
        word: impl Fn(&mut Self) -> Option<Word>,
    ) -> Option<Vec<Word>> {
        let first = self.position;
        let mut words = vec![word(self)?];
        while self.peek() == Some(TokenKind::Comma) {
            self.position += 1;
            words.push(word(self)?);
        }
        self.report(part, first);
        Some(words)
    }

    fn class(&mut self) -> Option<Word> {
        if self.peek() != Some(TokenKind::Leap) {
            return self.name("a direction class such as `X` or `contiguous`");
        }
        let Word { text, span } = self.word()?;
        Some(Word {
            text: text.split_whitespace().collect(),
            span,
        })
    }

    fn name(&mut self, expected: &str) -> Option<Word> {
        match self.peek_word() {
            Some(word) if !is_reserved(word) => self.word(),
            Some(word) => {
                let message = format!("`{word}` cannot be a name");
                self.error(&message, &format!("expected {expected}"))
            }
            None => self.error("a name is missing here", &format!("expected {expected}")),
        }
    }

    fn number(&mut self) -> Option<u16> {
        let range = self.next_place();
        if self.peek() != Some(TokenKind::Number) {
            return self.error("a number is missing here", "expected a number of cells");
        }
        match self.excerpt.text()[range].parse::<u16>() {
            Ok(number) if (1..=MAX_NUMBER).contains(&number) => {
                self.take(SentencePart::Number);
                Some(number)
            }
            _ => self.error(
                "this number is out of range",
                &format!("expected 1 to {MAX_NUMBER}"),
            ),
        }
    }

    fn take_heading(&mut self) -> Option<Heading> {
        let heading = Heading::ALL
            .into_iter()
            .find(|heading| self.peek_word() == Some(heading.word()))?;
        self.position += 1;
        Some(heading)
    }

    fn word(&mut self) -> Option<Word> {
        let range = self.next_place();
        let text = self.excerpt.text()[range.clone()].to_string();
        self.position += 1;
        Some(Word {
            text,
            span: self.excerpt.span(range),
        })
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.peek_word() == Some(word);
        self.position += usize::from(is_next);
        is_next
    }

    /// Takes a word that can be left out, if it is next.
    fn take_option(&mut self, word: &'static str) -> bool {
        let first = self.position;
        let is_next = self.take_word(word);
        self.report(SentencePart::Option(word), first);
        is_next
    }

    /// Takes the next word as a part of its own.
    fn take(&mut self, part: SentencePart) {
        self.position += 1;
        self.report(part, self.position - 1);
    }

    /// Reports the part that consists of the words from an index to the last one taken.
    fn report(&mut self, part: SentencePart, first: usize) {
        self.parts.push((part, first..self.position));
    }

    fn expect_word(&mut self, word: &'static str) -> Option<()> {
        if self.take_word(word) {
            return Some(());
        }
        self.error_suggesting(
            &format!("the word `{word}` is missing here"),
            &format!("expected `{word}`"),
            &[word],
        )
    }

    fn expect_end(&mut self) -> Option<()> {
        match self.peek() {
            None | Some(TokenKind::Semicolon | TokenKind::Plus) => Some(()),
            Some(_) => {
                let text = self.excerpt.text()[self.next_place()].to_string();
                self.error(
                    &format!("`{text}` cannot continue this clause"),
                    "expected `;`, `+` or the end",
                )
            }
        }
    }

    fn peek(&self) -> Option<TokenKind> {
        self.tokens.get(self.position).map(|token| token.kind)
    }

    fn peek_word(&self) -> Option<&str> {
        let token = self
            .tokens
            .get(self.position)
            .filter(|token| token.kind == TokenKind::Word)?;
        Some(self.text_of(token))
    }

    fn text_of(&self, token: &Token) -> &str {
        &self.excerpt.text()[token.range.clone()]
    }

    /// Returns the place of the next token, or of the end of the text.
    fn next_place(&self) -> Range<usize> {
        let end = self.excerpt.text().len();
        self.tokens
            .get(self.position)
            .map_or(end..end, |token| token.range.clone())
    }

    fn skip_clause(&mut self) {
        while !matches!(
            self.peek(),
            None | Some(TokenKind::Semicolon | TokenKind::Plus)
        ) {
            self.position += 1;
        }
    }

    fn complain(&mut self, span: Span, message: &str, label: &str) {
        self.diagnostics
            .error(Code::SentenceSyntax, message, span, label);
    }

    fn error<T>(&mut self, message: &str, label: &str) -> Option<T> {
        self.error_suggesting(message, label, &[])
    }

    fn error_suggesting<T>(&mut self, message: &str, label: &str, known: &[&str]) -> Option<T> {
        let range = self.next_place();
        let word = self.excerpt.text()[range.clone()].to_string();
        let diagnostic = Diagnostic::error(Code::SentenceSyntax, message)
            .at(self.excerpt.span(range), label)
            .suggest(&word, known.iter().copied());
        self.diagnostics.push(diagnostic);
        None
    }
}

/// Returns the length in bytes of the class of leaps (two numbers in parentheses, or
/// three) that a text begins with.
fn leap_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('(')?;
    // Searching for `)` could run to the end of a long text, so the search stops at any character
    // that cannot belong to a leap.
    let end = inside.find(|c: char| !(c.is_ascii_digit() || c == ',' || c.is_whitespace()))?;
    let numbers = || inside[..end].split(',').map(str::trim);
    let are_numbers =
        numbers().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    let is_leap = are_numbers && matches!(numbers().count(), 2 | 3);
    (is_leap && inside[end..].starts_with(')')).then_some("(".len() + end + ")".len())
}

/// The words that may stand before the classes of a verb.
const BEFORE_CLASSES: [&str; 6] = [
    "along", "outward", "onward", "forward", "backward", "sideways",
];

/// English words for how far a piece goes, or in how many directions.
const AMOUNTS: [&str; 9] = [
    "a", "any", "one", "two", "three", "four", "five", "square", "squares",
];

/// English verbs that an author may write, with the verbs of the language that they mean.
const SYNONYMS: [(&str, &str); 8] = [
    ("go", "step"),
    ("goes", "step"),
    ("jump", "leap"),
    ("jumps", "leap"),
    ("move", "step"),
    ("moves", "step"),
    ("run", "slide"),
    ("runs", "slide"),
];

/// English prepositions that an author may write instead of `along`.
const PREPOSITIONS: [&str; 5] = ["down", "in", "on", "through", "via"];

/// Whether a `+` at this byte closes a name (`X+`) rather than joining two pieces.
fn ends_name(text: &str, plus: usize) -> bool {
    !text[plus + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '+')
}
