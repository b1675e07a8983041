//! The positions in a plain text, as blocks of diagrams: FENs, and drawings of the board.

use std::ops::Range;

use super::drawn;
use crate::claim::Edit;
use crate::pages::content::{Node, NodeKind};
use padma_rules::model::{Reserve, Setup, Variant, fen};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, SourceId, Span, range_in};

/// A text that looks like a position.
#[derive(Clone, Debug)]
pub struct PlainFigure {
    /// Its place.
    pub span: Span,
    /// The id of the diagram that it becomes, or why it stays as it is.
    pub read: Result<String, Diagnostic>,
}

/// The figures of a text, and the edits that make diagrams of them, in order.
pub(super) struct FigureReader<'a> {
    text: &'a str,
    source: SourceId,
    variant: &'a Variant,
    /// The number of diagrams so far.
    diagrams: usize,
    pub(super) figures: Vec<PlainFigure>,
    pub(super) edits: Vec<Edit>,
}

/// Characters that may stand around a FEN, and after it.
const AROUND: [char; 10] = ['`', '"', '“', '”', '\'', ' ', ',', ';', '.', ':'];

impl<'a> FigureReader<'a> {
    pub(super) fn new(text: &'a str, source: SourceId, variant: &'a Variant) -> FigureReader<'a> {
        FigureReader {
            text,
            source,
            variant,
            diagrams: 0,
            figures: Vec::new(),
            edits: Vec::new(),
        }
    }

    /// Reads the figures in some nodes. `can_hold` is whether a block may be written there.
    pub(super) fn read(&mut self, nodes: &[Node], can_hold: bool) {
        // The text of a tight list is directly in its items.
        let text = nodes
            .iter()
            .take_while(|node| node.kind.is_inline())
            .count();
        if let [first, ..] = &nodes[..text] {
            let last = &nodes[text - 1];
            self.read_text(first.range.start..last.range.end, can_hold);
        }
        for node in &nodes[text..] {
            let is_apart = matches!(
                node.kind,
                NodeKind::Heading(_) | NodeKind::Table(_) | NodeKind::Footnote(_)
            );
            match &node.kind {
                NodeKind::CodeBlock(_) if can_hold => self.read_code(node),
                _ => self.read(&node.children, can_hold && !is_apart),
            }
        }
    }

    /// Reads a code block that is a drawing of the board, or FENs alone.
    fn read_code(&mut self, node: &Node) {
        let mut code = Excerpt::new(self.span(node.range.clone()));
        let lines = node.children.iter();
        lines.for_each(|line| code.push(line.words(), line.range.start));
        let lines = code.text().lines().map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        let texts: Vec<Excerpt> = match lines.iter().all(|line| self.looks_like_fen(line)) {
            true => lines.iter().map(|line| code.cut(line)).collect(),
            false => drawn::read(&code, &self.variant.board)
                .into_iter()
                .collect(),
        };
        let placements: Vec<_> = texts.iter().map(|text| self.placement(text)).collect();
        let (range, margin) = self.lines_of(node);
        match placements.into_iter().collect::<Result<Vec<_>, _>>() {
            Ok(placements) if placements.is_empty() => {}
            Ok(placements) => {
                let block = |placement| self.block(placement, code.whole(), &margin);
                let blocks: Vec<String> = placements.iter().map(block).collect();
                self.edit(range, blocks.join(&format!("\n{margin}")));
            }
            Err(flaw) => self.refuse(*flaw),
        }
    }

    /// Reads the FENs in a text. One that has a line to itself becomes a diagram; otherwise the diagram comes
    /// below the text.
    fn read_text(&mut self, range: Range<usize>, can_hold: bool) {
        let (text, margin) = (self.text, self.margin(range.start));
        let mut below = String::new();
        for line in text[range.clone()].lines() {
            let line = line.trim_start_matches([' ', '\t', '>']).trim_end();
            for word in line.split_whitespace() {
                let word = word.trim_matches(AROUND);
                let fen = with_fields(word, &line[range_in(line, word).start..]);
                if !self.looks_like_fen(fen) {
                    continue;
                }
                let span = self.span(range_in(text, fen));
                match self.placement(&Excerpt::verbatim(fen, span)) {
                    Err(flaw) => self.refuse(*flaw),
                    Ok(_) if !can_hold => self.refuse(flaw("no diagram can stand here", span)),
                    Ok(placement) => {
                        let block = self.block(&placement, span, &margin);
                        match line.trim_matches(AROUND) == fen {
                            true => self.edit(range_in(text, line), block),
                            false => below += &format!("\n{margin}{block}"),
                        }
                    }
                }
            }
        }
        if !below.is_empty() {
            self.edit(range.end..range.end, below);
        }
    }

    /// Whether a text seems to be meant as a FEN: about as many ranks as the board has, with numbers.
    fn looks_like_fen(&self, text: &str) -> bool {
        let field = text.split([' ', '[']).next().unwrap_or_default();
        let ranks: Vec<&str> = field.split('/').collect();
        let is_mark = |c: char| c.is_alphanumeric() || "+~*()".contains(c);
        let is_rank = |rank: &&str| !rank.is_empty() && rank.chars().all(is_mark);
        ranks.len() >= drawn::FEWEST
            && ranks.len().abs_diff(self.variant.board.rows().len()) <= 2
            && ranks.iter().all(is_rank)
            && field.contains(|c: char| c.is_ascii_digit())
    }

    fn placement(&self, text: &Excerpt) -> Result<fen::Placement, Box<Diagnostic>> {
        let (variant, mut complaints) = (self.variant, Diagnostics::default());
        let placement = fen::parse(text, &variant.board, &variant.kinds, &mut complaints);
        let first = complaints.iter().next().cloned();
        placement.ok_or_else(|| {
            Box::new(first.unwrap_or_else(|| flaw("this is not a position", text.whole())))
        })
    }

    /// Returns the block of a diagram; its further lines begin with `margin`.
    fn block(&mut self, placement: &fen::Placement, span: Span, margin: &str) -> String {
        let variant = self.variant;
        let (position, none) = (placement.position(&variant.board), Reserve::default());
        let is_setup = |setup: &&Setup| {
            setup.position == position && [&none, &setup.reserve].contains(&&placement.reserve)
        };
        self.diagrams += 1;
        let id = format!("figure-{}", self.diagrams);
        let mut lines = vec![format!("```diagram {id}")];
        if variant.setup.as_ref().filter(is_setup).is_some() {
            lines.push("setup".to_string());
        } else {
            // What has been read by its letters can be written.
            let field = fen::write(&position, &none, &variant.board, &variant.kinds);
            lines.push(format!("fen {}", field.unwrap_or_default()));
            for (side, kind, count) in placement.reserve.iter() {
                lines.push(format!(
                    "reserve {} {} {count}",
                    side.name(),
                    variant.kind(kind).id
                ));
            }
        }
        let rest = placement.rest.text().trim();
        let (side, fields) = match rest.split_at_checked(1) {
            Some((side @ ("w" | "b"), fields)) if !fields.starts_with(char::is_alphanumeric) => {
                (side, fields.trim())
            }
            _ => ("", rest),
        };
        lines.extend((side == "b").then(|| "to-move black".to_string()));
        lines.extend((!fields.is_empty()).then(|| format!("# {fields}")));
        lines.push("```".to_string());
        self.figures.push(PlainFigure { span, read: Ok(id) });
        lines.join(&format!("\n{margin}"))
    }

    fn refuse(&mut self, flaw: Diagnostic) {
        let span = flaw.span().unwrap_or_default();
        self.figures.push(PlainFigure {
            span,
            read: Err(flaw),
        });
    }

    fn edit(&mut self, range: Range<usize>, new: String) {
        self.edits.push(Edit {
            span: self.span(range),
            new,
        });
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    /// Returns what the further lines of a block begin with.
    fn margin(&self, start: usize) -> String {
        let line = self.text[..start].rsplit('\n').next().unwrap_or_default();
        line.chars()
            .map(|c| if c == '>' { '>' } else { ' ' })
            .collect()
    }

    /// Returns the range of a code block with its indentation, and its margin.
    fn lines_of(&self, node: &Node) -> (Range<usize>, String) {
        let (text, start) = (&self.text[node.range.clone()], node.range.start);
        let margin = self.margin(start);
        let indent = match text.starts_with(['`', '~']) {
            true => 0,
            false if self.text[..start].ends_with('\t') => 1,
            false => 4.min(margin.len()),
        };
        let margin = margin[..margin.len() - indent].to_string();
        (start - indent..start + text.trim_end().len(), margin)
    }
}

fn flaw(message: &str, span: Span) -> Diagnostic {
    Diagnostic::error(Code::FenSyntax, message).at(span, "")
}

/// Returns a word at the start of a text with the further fields of a FEN that follow it.
fn with_fields<'t>(word: &str, text: &'t str) -> &'t str {
    let mut end = word.len();
    for (index, field) in text[end..].split_whitespace().take(5).enumerate() {
        let field = field.trim_matches(AROUND);
        let fits = match index {
            0 => ["w", "b"].contains(&field),
            1 => field.chars().all(|c| "-KQkq".contains(c)),
            2 => field == "-" || field.ends_with(|c: char| c.is_ascii_digit()),
            _ => field.bytes().all(|byte| byte.is_ascii_digit()),
        };
        if !fits {
            break;
        }
        end = range_in(text, field).end;
    }
    &text[..end]
}
