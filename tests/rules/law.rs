//! The law of the game at its corners: worked positions, each with what is legal there by the rules' own words, how the game
//! stands after a move, and how that move is written.

use kit::table::{CHESS, rules};
use padma::diag::{Diagnostics, terminal};
use padma::model::{Piece, Side};
use padma::play::{
    Game, Moves, Outcome, Reason, Ruling, Scratch, State, begin_history, legal_moves, make, move_text,
    outcome, ruling,
};
use padma::text::{Excerpt, Sources};

/// A position in play, with what is kept between moves.
struct Play<'g> {
    game: &'g Game<'g>,
    state: State,
    scratch: Scratch,
    moves: Moves,
}

impl Play<'_> {
    fn at<'g>(game: &'g Game<'g>, fen: &str) -> Play<'g> {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("fen", fen);
        let state = State::read(game, &Excerpt::verbatim(fen, sources.whole(id)), &mut diagnostics);
        let told: String = diagnostics.iter().map(|d| terminal::render(d, &sources, false)).collect();
        let state = state.unwrap_or_else(|| panic!("{told}"));
        let mut play = Play { game, state, scratch: Scratch::default(), moves: Moves::default() };
        begin_history(game, &mut play.state, &mut play.scratch);
        play
    }

    /// The legal moves as they are written, sorted.
    fn legal(&mut self) -> Vec<String> {
        legal_moves(self.game, &mut self.state, &mut self.scratch, &mut self.moves);
        let write = |found| move_text(self.game, &mut self.state, &mut self.scratch, &self.moves, found);
        let mut texts: Vec<String> = self.moves.iter().map(write).collect();
        texts.sort();
        texts
    }

    fn play(&mut self, text: &str) {
        let legal = self.legal();
        let found = ruling(self.game, &mut self.state, &mut self.scratch, &self.moves, text);
        let Ruling::Plays { place, .. } = found else { panic!("{text}: {found:?}, of {legal:?}") };
        make(self.game, &mut self.state, &mut self.scratch, &self.moves, self.moves.get(place));
    }

    fn outcome(&mut self) -> Option<Outcome> {
        outcome(self.game, &mut self.state, &mut self.scratch)
    }
}

/// Kings, Rooks and what a case adds, on a board of 5 files and ranks.
fn small(more: &str) -> String {
    format!(
        "title = \"Small\"\n[board]\nkind = \"grid\"\nfiles = 5\nranks = 5\n\
         [[piece]]\nid = \"king\"\nroyal = true\nmovement = \"step contiguous\"\n\
         [[piece]]\nid = \"rook\"\nmovement = \"slide along orthogonal\"\n{more}"
    )
}

const PAWN: &str = "[[piece]]\nid = \"pawn\"\nbetza = \"fW\"\n[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\n\
                    cells = \"far rank 1\"\nto = [\"king\", \"rook\"]\n";

/// The same kings and rooks, where c1 is a cell that is not there.
const WITH_A_GAP: &str = "title = \"Gap\"\n[board]\nkind = \"sheets\"\nmovable = \"c1 c5\"\nabsent = \"c1\"\n\
     [[board.sheet]]\nid = \"all\"\nfiles = 5\nranks = 5\n\
     [[piece]]\nid = \"king\"\nroyal = true\nmovement = \"step contiguous\"\n\
     [[piece]]\nid = \"rook\"\nmovement = \"slide along orthogonal\"\n";

#[test]
fn what_is_legal_is_what_leaves_no_king_attacked() {
    let swapper = "[[piece]]\nid = \"swapper\"\nbetza = \"mW\"\n[[rule]]\nkind = \"swap\"\npiece = \"swapper\"\n\
                   [[rule]]\nkind = \"repetition\"\noutcome = \"forbidden\"\n";
    for (what, variant, fen, played, legal) in [
        // The Rook on e1 looks along the rank to d1 and no further.
        (
            "a gap in the board stops a check",
            WITH_A_GAP,
            "4k/R4/5/5/K1*1r w",
            &[][..],
            "a1a2 a1b1 a1b2 a4a2 a4a3 a4a5 a4b4 a4c4 a4d4 a4e4",
        ),
        // On c5 the Pawn would be a King that the Rook on a5 attacks.
        (
            "a pawn does not become a king that is attacked",
            &small(PAWN),
            "r4/2P2/4k/5/3K1 w",
            &[],
            "c4c5r d1c1 d1c2 d1e1",
        ),
        (
            "but becomes one where nothing attacks it",
            &small(PAWN),
            "5/2P2/r3k/5/3K1 w",
            &[],
            "c4c5k c4c5r d1c1 d1c2 d1e1",
        ),
        // Black's swap would bring back the first position, with White to move as then.
        (
            "two swaps bring a position back, which is forbidden",
            &small(swapper),
            "k4/5/1Ss2/5/4K w",
            &["b3c3"],
            "a5a4 a5b4 a5b5 b3a3 b3b2 b3b4",
        ),
    ] {
        let rules = rules(variant);
        let game = Game::new(&rules);
        let mut play = Play::at(&game, fen);
        played.iter().for_each(|text| play.play(text));
        assert_eq!(play.legal().join(" "), legal, "{what}");
    }
}

/// What a game comes to by one move, and how that move is written.
#[test]
fn a_game_ends_by_the_first_ending_of_their_order() {
    let lost = CHESS.replace("150\nunless = [\"pawn\"]\noutcome = \"draw\"", "6\noutcome = \"loss\"");
    assert_ne!(lost, CHESS);
    let goal = small(
        "[[rule]]\nkind = \"goal\"\npiece = \"rook\"\ncells = \"far rank 1\"\n\
         [notation]\nstyle = \"short\"\n",
    );
    let white = |reason| Some(Outcome { winner: Some(Side::White), reason });
    let drawn = |reason| Some(Outcome { winner: None, reason });
    for (what, variant, fen, text, ends) in [
        // g8 is held by the King on f7, h7 by the Rook: mate, and mate ends the game at once.
        (
            "mate by the last quiet ply",
            CHESS,
            "7k/5K2/8/8/8/8/8/6R1 w - - 149 1",
            "Rh1#",
            white(Reason::Mate),
        ),
        ("in a game that is lost then", &lost, "7k/5K2/8/8/8/8/8/6R1 w - - 5 1", "Rh1#", white(Reason::Mate)),
        (
            "check by the last quiet ply",
            CHESS,
            "7k/8/8/8/8/8/K7/6R1 w - - 149 1",
            "Rh1+",
            drawn(Reason::QuietLimit),
        ),
        ("a quiet ply before the last", CHESS, "7k/8/8/8/8/8/K7/6R1 w - - 148 1", "Rh1+", None),
        // The King on a8 has a7, b7 and b8, and the Queen takes all three.
        (
            "stalemate by the last quiet ply",
            CHESS,
            "k7/8/8/1Q6/8/8/8/7K w - - 149 1",
            "Qb6",
            drawn(Reason::Stalemate),
        ),
        ("a check that reaches a goal", &goal, "4k/1R3/5/5/K4 w", "Rb5+", white(Reason::Goal(0))),
    ] {
        let rules = rules(variant);
        let game = Game::new(&rules);
        let mut play = Play::at(&game, fen);
        assert!(play.legal().contains(&text.to_string()), "{what}: {:?}", play.legal());
        play.play(text);
        assert_eq!(play.outcome(), ends, "{what}");
        assert_eq!(play.legal().is_empty(), ends.is_some(), "{what}");
    }
}

/// A ring of twelve cells: d3 e3 e2 e1 d1 c1 b1 a1 a2 a3 b3 c3. The King goes over e3 to e2, the Rook over e2 to e3; what stands
/// on the rest of the ring is in nobody's way.
#[test]
fn castling_goes_the_shorter_way_round_a_ring() {
    let ring = "title = \"Ring\"\n[board]\nkind = \"lotus\"\npetals = [[0, 0]]\n\
                [[piece]]\nid = \"king\"\nroyal = true\nmovement = \"step contiguous\"\n\
                [[piece]]\nid = \"rook\"\nmovement = \"slide along ring\"\n\
                [[rule]]\nkind = \"castling\"\nname = \"O-O\"\nwhite = [\"king d3 e2\", \"rook e1 e3\"]\nblack = []\n";
    let rules = rules(ring);
    let game = Game::new(&rules);
    let board = &rules.variant.board;
    for (rook, enemy, castles) in [
        (None, None, true),
        (Some("a2"), None, true),
        (Some("b3"), None, true),
        (Some("e3"), None, false),
        // From c3 the Rook attacks the King.
        (None, Some("c3"), false),
    ] {
        let mut state = State::empty(&game);
        let kind = |id: &str| rules.variant.kind_named(id);
        let own = |id: &str| Piece { side: Side::White, kind: kind(id) };
        let cell = |name: &str| board.cell(name).expect("a cell");
        state.place(cell("d3"), Some(own("king")), false);
        state.place(cell("e1"), Some(own("rook")), false);
        rook.into_iter().for_each(|rook| state.place(cell(rook), Some(own("rook")), true));
        let black = Piece { side: Side::Black, kind: kind("rook") };
        enemy.into_iter().for_each(|enemy| state.place(cell(enemy), Some(black), true));
        let mut play = Play { game: &game, state, scratch: Scratch::default(), moves: Moves::default() };
        assert_eq!(play.legal().contains(&"O-O".to_string()), castles, "{rook:?} {enemy:?}");
    }
}
