//! The explanation of each diagnostic code, for `padma explain`: one Markdown file for each code.

use padma_text::diag::Code;
use padma_text::first_statement;

macro_rules! explanations {
    ($($variant:ident $name:literal,)*) => {
        /// Returns a code's explanation in Markdown: its meaning, and how to fix the problem.
        pub fn explanation(code: Code) -> &'static str {
            match code { $(Code::$variant => include_str!(concat!($name, ".md")),)* }
        }
    };
}

padma_text::for_each_code!(explanations);

/// Returns the first statement of the explanation, up to a full stop, colon or semicolon.
pub fn gist(code: Code) -> String {
    let text = explanation(code);
    let paragraph = text.split("\n\n").nth(1).unwrap_or(text).replace('\n', " ");
    let statement = first_statement(&paragraph);
    statement.split(": ").next().unwrap_or_default().to_string()
}
