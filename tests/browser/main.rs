//! The built site as a browser shows it.

mod figures;
mod live;
mod site;
