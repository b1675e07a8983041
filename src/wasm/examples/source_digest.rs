//! Prints the digest of the sources that the page's program is built from.

fn main() {
    println!("{}", kit_rules::engine::source_digest());
}
