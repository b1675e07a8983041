//! Imported games, played: how many ways there are to play the first moves.
//!
//! The counts are those that the authors of Fairy-Stockfish publish for their own program (and everybody
//! for orthodox chess). They are right only if board, setup, movement, promotion and castling all are.

use padma::play::{Arbiter, Game, State, perft};
use padma::reach::Rules;

use crate::reading::{import, read_back};

/// Built-in variants, each imported as the parent of an empty section, and the moves that can be played from
/// its setup.
const COUNTS: [(&str, u32, u64); 46] = [
    ("chess", 4, 197_281),
    ("nocastle", 3, 8_902),
    ("losalamos", 5, 191_846),
    ("pawnsideways", 3, 10_022),
    ("pawnback", 3, 9_222),
    ("legan", 4, 8_138),
    ("makruk", 4, 273_026),
    ("asean", 4, 273_026),
    ("ai-wok", 4, 485_045),
    ("almost", 3, 11_895),
    ("sortofalmost", 3, 10_815),
    ("chigorin", 3, 11_408),
    ("perfect", 3, 15_082),
    ("shatar", 4, 177_344),
    ("shatranj", 4, 68_122),
    ("amazon", 4, 318_185),
    ("nightrider", 4, 419_019),
    ("grasshopper", 4, 635_298),
    ("hoppelpoppel", 4, 202_459),
    ("newzealand", 4, 200_310),
    ("knightmate", 4, 139_774),
    ("kinglet", 4, 197_742),
    ("threekings", 4, 199_514),
    ("crazyhouse", 4, 197_281),
    ("breakthrough", 4, 256_036),
    ("capablanca", 4, 805_128),
    ("embassy", 4, 809_539),
    ("janus", 4, 772_074),
    ("modern", 4, 433_729),
    ("chancellor", 4, 436_656),
    ("courier", 4, 500_337),
    ("grand", 3, 259_514),
    ("centaur", 3, 24_490),
    ("gustav3", 4, 331_659),
    ("opulent", 3, 133_829),
    ("tencubed", 3, 68_230),
    ("omicron", 4, 967_381),
    ("troitzky", 3, 8_766),
    ("wolf", 3, 13_722),
    ("shogi", 4, 719_731),
    ("shoshogi", 4, 445_372),
    ("yarishogi", 4, 158_404),
    ("xiangqi", 4, 3_290_240),
    ("manchu", 4, 798_554),
    ("jesonmor", 3, 27_960),
    ("clobber", 3, 80_063),
];

#[test]
fn imported_games_have_as_many_moves_as_their_authors_count() {
    let mut wrong = Vec::new();
    for (name, depth, expected) in COUNTS {
        let imported =
            import(&format!("[game:{name}]\n"), None).unwrap_or_else(|errors| panic!("{errors:?}"));
        let rules = Rules::new(read_back(&imported.toml));
        let game = Game::new(&rules);
        let mut state = State::setup(&game).unwrap_or_else(|| panic!("{name} has no setup"));
        let mut arbiter = Arbiter::new(&game);
        arbiter.begin(&mut state);
        let found = perft(&mut arbiter, &mut state, depth);
        if found != expected {
            wrong.push(format!("{name}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
