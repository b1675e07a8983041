//! Prints a table as TOML that reads back to the same table.

use std::fmt::Write;

use super::fields::{Fields, Value};
use super::key::Layout;

impl Fields {
    /// Prints a line of TOML for each key, then the tables, each below its name.
    pub fn print(&self) -> String {
        let (lines, blocks) = self.lines_and_blocks("");
        lines + &blocks
    }

    fn lines_and_blocks(&self, path: &str) -> (String, String) {
        let (mut lines, mut blocks) = (String::new(), String::new());
        for (key, value) in &self.values {
            let path = format!("{path}{key}");
            match value {
                Value::Table(table) => blocks += &table.block(&path, &format!("[{path}]")),
                Value::Tables(tables) => {
                    blocks.extend(
                        tables
                            .iter()
                            .map(|table| table.block(&path, &format!("[[{path}]]"))),
                    );
                }
                Value::Named(values, layout @ (Layout::Lines | Layout::Columns)) => {
                    let width = values
                        .iter()
                        .map(|(name, _)| name.value.len())
                        .max()
                        .unwrap_or(0);
                    let width = if *layout == Layout::Columns { width } else { 0 };
                    blocks += &format!("\n[{path}]\n");
                    for (name, value) in values {
                        let _ = writeln!(
                            blocks,
                            "{:width$} = {}",
                            print_key(&name.value),
                            print_value(value)
                        );
                    }
                }
                Value::Named(values, Layout::Keys) => {
                    for (name, value) in values {
                        let _ =
                            writeln!(lines, "{} = {}", print_key(&name.value), print_value(value));
                    }
                }
                _ => lines += &format!("{key} = {}\n", print_value(value)),
            }
        }
        (lines, blocks)
    }

    /// Prints a table below its name. Leaves the name out if only nested tables have contents.
    fn block(&self, path: &str, name: &str) -> String {
        let remarks: String = self
            .remarks
            .iter()
            .map(|remark| comment(remark) + "\n")
            .collect();
        match self.lines_and_blocks(&format!("{path}.")) {
            (lines, blocks) if lines.is_empty() && !blocks.is_empty() => remarks + &blocks,
            (lines, blocks) => format!("\n{remarks}{name}\n{lines}{blocks}"),
        }
    }
}

/// Returns a TOML comment on one line, without line breaks or other characters that TOML forbids
/// there.
pub fn comment(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    format!("# {text}")
}

/// Prints a table in braces.
fn inline_table<'a>(entries: impl Iterator<Item = (&'a str, &'a Value)>) -> String {
    let entries: Vec<String> = entries
        .map(|(name, value)| format!("{} = {}", print_key(name), print_value(value)))
        .collect();
    format!("{{ {} }}", entries.join(", "))
}

/// Prints a key, in quotes if it is not a valid bare key.
fn print_key(name: &str) -> String {
    let is_bare = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if is_bare && !name.is_empty() {
        name.to_string()
    } else {
        quoted(name)
    }
}

impl Value {
    /// Prints a value: a table as it would stand alone, everything else as it stands behind its key.
    pub(crate) fn print(&self) -> String {
        match self {
            Value::Table(table) => table.print(),
            other => print_value(other),
        }
    }
}

fn print_value(value: &Value) -> String {
    let pair = |(x, y): (i64, i64)| format!("[{x}, {y}]");
    match value {
        Value::Text(text) => quoted(text.text()),
        Value::Texts(texts, _) => array(texts.iter().map(|text| quoted(text.text()))),
        Value::Number(at) => at.value.to_string(),
        Value::Flag(at) => at.value.to_string(),
        Value::Pair(at) => pair(at.value),
        Value::Pairs(pairs) => array(pairs.iter().map(|at| pair(at.value))),
        Value::Halves(at) => {
            // The shortest decimal form of a half is exact.
            let [x, y] = [at.value.0, at.value.1].map(|number| number as f64 / 2.0);
            format!("[{x}, {y}]")
        }
        Value::Table(table) => inline_table(table.values.iter().map(|(key, value)| (*key, value))),
        Value::Tables(tables) => array(
            tables
                .iter()
                .map(|table| print_value(&Value::Table(table.clone()))),
        ),
        Value::Named(values, _) => inline_table(
            values
                .iter()
                .map(|(name, value)| (name.value.as_str(), value)),
        ),
    }
}

/// Prints a TOML array.
fn array(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// Prints a TOML string, in single quotes if it contains double quotes and a literal string can
/// hold it.
pub fn quoted(text: &str) -> String {
    if text.contains('"') && !text.contains(|c: char| c == '\'' || c.is_control()) {
        return format!("'{text}'");
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => _ = write!(out, "\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
