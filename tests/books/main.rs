//! Books as an author and a reader meet them: what is read, judged, written and said of mistakes.

mod architecture;
mod atlas;
mod baseline;
mod bless;
mod claims;
mod contracts;
mod coverage;
mod docs;
mod drawings;
mod edition;
mod errors;
mod front;
mod hostile;
mod hostile_variants;
mod letters;
mod mutated_games;
mod mutation;
mod pictures;
mod publish;
mod reference;
mod restatements;
mod sentences;
mod site;
mod start;
mod strength;
