//! `explain`: what a code or a function means, or the whole language.

use clap::Args;

use super::common::{print, printable, refuse};
use super::language::language;
use padma_text::diag::Code;

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// The code, which messages show in brackets, or the function
    code: Option<String>,
    /// Print the whole language of claims, movements and rules on one page, short enough for an
    /// assistant that writes for an author
    #[arg(long, conflicts_with = "code")]
    all: bool,
}

pub(crate) fn explain(args: &ExplainArgs) -> u8 {
    if args.all {
        return print(&language());
    }
    let Some(name) = args.code.as_deref() else {
        let widest = Code::ALL
            .iter()
            .map(|code| code.name().len())
            .max()
            .unwrap_or(0);
        let line = |code: &Code| {
            format!(
                "{:widest$}  {}\n",
                code.name(),
                padma_book::explain::gist(*code)
            )
        };
        return print(&Code::ALL.iter().map(line).collect::<String>());
    };
    let explained =
        Code::from_name(name).map(|code| padma_book::explain::explanation(code).to_string());
    match explained.or_else(|| padma_expr::explain(name)) {
        Some(text) => print(&text),
        None => {
            let codes = Code::ALL.iter().map(|code| code.name());
            let near = padma_text::nearest(name, codes.chain(padma_expr::function_names()));
            let hint = near
                .map(|near| format!("; did you mean `{near}`?"))
                .unwrap_or_default();
            let name = printable(name);
            refuse(&format!(
                "`{name}` is neither a diagnostic code nor a function{hint}"
            ))
        }
    }
}
