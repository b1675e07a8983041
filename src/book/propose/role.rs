//! The parts that words play in sentences of plain prose.

padma_text::named! {
    /// The part that a word plays in a sentence.
    pub(super) enum Role by name {
        /// Goes to a cell.
        Reach "reach",
        /// Goes, in some way.
        Go "go",
        /// Attacks a cell or a piece.
        Attack "attack",
        /// Takes a piece.
        Capture "capture",
        /// Stands at the start.
        Start "start",
        /// Has a number of something.
        Have "have",
        /// Becomes another piece.
        Promote "promote",
        /// The shorter castling.
        Short "short",
        /// The longer one.
        Long "long",
        /// Castles.
        Castle "castle",
        /// A cell.
        Cell "cell",
        /// A move.
        Move "move",
        /// A legal move.
        Legal "legal",
        /// A piece of any kind.
        AnyPiece "any-piece",
        /// A kind of piece.
        Kinds "kinds",
        /// A shade.
        Shade "shade",
        /// A direction.
        Direction "direction",
        /// An occasion.
        Time "time",
        /// A side.
        Side "side",
        /// The board.
        Board "board",
        /// A corner of the board.
        Corner "corner",
        /// Its middle.
        Middle "middle",
        /// Its edge.
        Edge "edge",
        /// Not at the edge.
        Inside "inside",
        /// Sees a cell, among others.
        Watch "watch",
        /// Any cell.
        Anywhere "anywhere",
        /// On an empty board.
        Empty "empty",
        /// At the start of the game.
        Opening "opening",
        /// Where a piece goes from.
        From "from",
        /// Puts a piece on a cell, to see what it does there.
        Put "put",
        /// Where a piece is.
        On "on",
        /// Where it goes.
        To "to",
        /// Whose it is.
        Of "of",
        /// With what something is compared.
        Than "than",
        /// With whom.
        With "with",
        /// More or less than something.
        Difference "difference",
        /// The rest.
        Other "other",
        /// What was named before.
        It "it",
        /// What is still spoken of when another piece is named.
        Him "him",
        /// Each of several.
        Each "each",
        /// A word without a part of its own.
        Filler "filler",
        /// What may begin another clause.
        Clause "clause",
        /// What begins a clause within another.
        Within "within",
        /// A negation.
        Not "not",
        /// Not more than.
        AtMost "at-most",
        /// Not less than.
        AtLeast "at-least",
        /// A rank.
        Rank "rank",
        /// A file.
        File "file",
        /// The first rank of a side.
        Back "back",
        /// A draw.
        Draw "draw",
        /// A loss.
        Loss "loss",
        /// A win.
        Win "win",
        /// White.
        White "white",
        /// Black.
        Black "black",
        /// The side of the one who speaks, or of the reader.
        Mine "mine",
        /// A mate.
        Mate "mate",
        /// A stalemate.
        Stalemate "stalemate",
        /// Along ranks and files.
        Orthogonal "orthogonal",
        /// Along diagonals.
        Diagonal "diagonal",
        /// What leads to a piece that another is beside, or is for a while.
        Beside "beside",
        /// In any direction.
        AllWays "all-ways",
        /// Next to it.
        Adjacent "adjacent",
        /// Ahead.
        Forward "forward",
        /// Back.
        Backward "backward",
        /// To the sides.
        Sideways "sideways",
        /// Any number of cells.
        AnyNumber "any-number",
        /// A Knight's leap.
        KnightLeap "knight-leap",
        /// What joins the movements of others.
        Join "join",
        /// What moves as another piece does.
        Like "like",
        /// At a piece's first move.
        FirstMove "first-move",
        /// Without a capture.
        MoveOnly "move-only",
        /// What takes something back: "but", "unless".
        Limit "limit",
        /// What takes a part out: "except backwards".
        Except "except",
        /// What begins a condition.
        Condition "condition",
        /// What begins a clause about the thing named before.
        Relative "relative",
        /// What another does.
        Same "same",
        /// After the first step.
        Then "then",
        /// Away from where it began.
        Outward "outward",
        /// Goes over what stands before it.
        Leap "leap",
        /// Whatever stands before it.
        Over "over",
        /// Goes any number of cells.
        Slide "slide",
        /// Goes one cell.
        Step "step",
        /// One.
        Single "single",
        /// No more and no less.
        Exactly "exactly",
        /// Goes forward.
        Advance "advance",
        /// Puts a piece from the hand on the board.
        Drop "drop",
        /// Never leaves something.
        Bound "bound",
        /// Speaks of what is legal: "can only go to".
        Restricted "restricted",
        /// Makes a comparison vague: "almost as many".
        Vague "vague",
        /// Counts several as one.
        Together "together",
        /// A word that says nothing more about a movement.
        Plain "plain",
    }
}

/// The parts of words that say in which direction a piece moves.
pub(super) const DIRECTIONS: [Role; 6] = [
    Role::Orthogonal,
    Role::Diagonal,
    Role::AllWays,
    Role::Forward,
    Role::Backward,
    Role::Sideways,
];
