//! The geometry of a board: how its cells lie to one another.

padma_text::named! {
    /// What of a hexagon points up the board.
    pub enum HexUp by name {
        /// A side: the files are upright, and the ranks lean or bend.
        Side "side",
        /// A corner: the ranks lie flat, and the files lean or bend.
        Corner "corner",
    }
}

/// How the cells of a board lie to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Geometry {
    /// Columns and rows, on one sheet or several; no direction leads from sheet to sheet.
    Squares,
    /// Columns, rows, and levels above one another.
    Cubes,
    /// Hexagons.
    Hexagons(HexUp),
    /// Petals of hexagons, squares and triangles.
    Petals,
    /// An author's own cells and links.
    Links,
}
