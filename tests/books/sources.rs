//! What the sources print: their figures, counts and lists by name, each with what the rules give. The
//! printed values were read from the sources, not from the books: a row fails if no claim or mark of the
//! book compares it, or compares another value.
//!
//! ```text
//! page | figure | what is counted | claim: its expression, its name, or the symbol of a mark | printed | the rules give
//! ```
//!
//! The last column is left out where the source is right. A list is in any order.

use std::collections::BTreeSet;

use kit::folder::padma;
use serde_json::Value;

/// Lotus Chess: the 27 figures with what the words below them count, then the ranges of the sections.
const LOTUS: &str = r#"
pieces/alfil.md         | A1-1 | Alfil A1 on e3          | x                              | 6
pieces/alfil.md         | A1-1 | Alfil A2                | o                              | 3
pieces/alfil.md         | A1-1 | Alfil A1 on e3          | count(reach(A1-1.A1))          | 6
pieces/alfil.md         | A1-1 | Alfil A2                | count(reach(A1-1.A2))          | 3
pieces/alfil.md         | A1-1 | the cell of Alfil A2    | cell(A1-1.A2)                  | f7           | g7
pieces/alfilrider.md    | A2-1 | Alfilrider on c3        | x                              | 7
pieces/alfilrider.md    | A2-1 | Alfilrider on c3        | count(reach(A2-1.A))           | 7
pieces/archbishop.md    | A3-1 | Archbishop on e3        | x                              | 11
pieces/archbishop.md    | A3-1 | Archbishop on e3        | count(reach(A3-1.AB))          | 11
pieces/bishop.md        | B1-1 | Bishop on e3            | x                              | 14
pieces/bishop.md        | B1-1 | Bishop on e3            | count(reach(B1-1."BISH."))     | 14
pieces/colonel.md       | C1-1 | Colonel C1 on g4        | x                              | 6
pieces/colonel.md       | C1-1 | Colonel C2 on c3        | o                              | 2
pieces/colonel.md       | C1-1 | Colonel C1 on g4        | count(reach(C1-1.C1))          | 6
pieces/crook.md         | C3-1 | Crook on g4             | x                              | 18
pieces/crook.md         | C3-1 | Crook on g4             | count(reach(C3-1.CROOK))       | 18
pieces/dabbaba.md       | D1-1 | Dabbaba, all cells      | x                              | 11
pieces/dabbaba.md       | D1-1 | Dabbaba, all cells      | count(range(dabbaba))          | 11
pieces/dabbaba.md       | D1-1 | Dabbaba, in percent     | share(range(dabbaba))          | 28
pieces/dabbaba.md       | D1-2 | Dabbaba D2 on g4        | x                              | 5
pieces/dabbaba.md       | D1-2 | Dabbaba D1 on e4        | o                              | 4
pieces/dabbaba.md       | D1-2 | Dabbaba D1 on e4        | count(reach(D1-2.D1))          | 4
pieces/dabbaba.md       | D1-2 | Dabbaba D2 on g4        | count(reach(D1-2.D2))          | 5
pieces/enhanced-rook.md | E1-1 | Enhanced Rook on e4     | x                              | 8
pieces/enhanced-rook.md | E1-1 | Enhanced Rook on e4     | count(reach(E1-1.ER))          | 8
pieces/enhanced-rook.md | E1-1 | and not an ordinary one | er-extra                       | z4 j4 e3 e5
pieces/ferz.md          | F1-1 | Ferz F1 on f5           | x                              | 4
pieces/ferz.md          | F1-1 | Ferz F2 on f1           | o                              | 2
pieces/ferz.md          | F1-1 | Ferz F1 on f5           | count(reach(F1-1.F1))          | 4
pieces/ferz.md          | F1-1 | Ferz F2 on f1           | count(reach(F1-1.F2))          | 2
pieces/general.md       | G1-1 | General G1 on c4        | x                              | 6
pieces/general.md       | G1-1 | General G2 on f5        | o                              | 6
pieces/general.md       | G1-1 | General G1 on c4        | count(reach(G1-1.G1))          | 6
pieces/general.md       | G1-1 | General G2 on f5        | count(reach(G1-1.G2))          | 6
pieces/haxxaba.md       | H1-1 | Haxxaba, all cells      | x                              | 16
pieces/haxxaba.md       | H1-1 | Haxxaba, all cells      | count(range(haxxaba))          | 16
pieces/haxxaba.md       | H1-1 | Haxxaba, in percent     | share(range(haxxaba))          | 41
pieces/haxxaba.md       | H1-2 | Haxxaba H1 on g4        | x                              | 5            | 4
pieces/haxxaba.md       | H1-2 | Haxxaba H2 on f3        | o                              | 3
pieces/haxxaba.md       | H1-2 | Haxxaba H1 on g4        | count(reach(H1-2.H1))          | 5            | 4
pieces/haxxaba.md       | H1-2 | Haxxaba H2 on f3        | count(reach(H1-2.H2))          | 3
pieces/king.md          | K1-1 | King on e4              | x                              | 8
pieces/king.md          | K1-1 | King on e4              | count(reach(K1-1.KING))        | 8
pieces/king.md          | K1-2 | King K2 on f3           | x                              | 8
pieces/king.md          | K1-2 | King K3 on d7           | o                              | 5
pieces/king.md          | K1-2 | King K2 on f3           | count(reach(K1-2.K2))          | 8
pieces/king.md          | K1-2 | King K3 on d7           | count(reach(K1-2.K3))          | 5
pieces/knight.md        | K2-1 | Knight on e2            | x                              | 2
pieces/knight.md        | K2-1 | Knight on e2            | reach(K2-1.KNIGHT)             | c4 g4
pieces/lotusrider.md    | L1-1 | Lotusrider on e7, left  | x                              | 17
pieces/lotusrider.md    | L1-1 | Lotusrider, right       | o                              | 2
pieces/lotusrider.md    | L1-1 | Lotusrider, right       | lr-right                       | f7 g7
pieces/lotusrider.md    | L1-1 | Lotusrider captures     | captures("*LR*")               | c2 d3 i5     | c2 f3 i5
pieces/lotussa.md       | L1-1 | Lotussa on e3           | x                              | 12
pieces/lotussa.md       | L1-1 | Lotussa on e3           | count(reach(L1-1b.LO))         | 12
pieces/orthodonter.md   | O1-1 | Orthodonter, all cells  | x                              | 27
pieces/orthodonter.md   | O1-1 | Orthodonter, all cells  | count(range(orthodonter))      | 27
pieces/orthodonter.md   | O1-1 | Orthodonter, in percent | share(range(orthodonter))      | 69
pieces/orthodonter.md   | O1-2 | Orthodonter T1 on e4    | x                              | 4
pieces/orthodonter.md   | O1-2 | Orthodonter T2 on e7    | o                              | 1
pieces/orthodonter.md   | O1-2 | Orthodonter T3 on a5    | $                              | 1
pieces/orthodonter.md   | O1-2 | Orthodonter T1 on e4    | count(reach(O1-2.T1))          | 4
pieces/orthodonter.md   | O1-2 | Orthodonter T2 on e7    | reach(O1-2.T2)                 | e6
pieces/orthodonter.md   | O1-2 | Orthodonter T3 on a5    | reach(O1-2.T3)                 | a4
pieces/ouroboros.md     | O2-1 | Ouroboros on i3         | x                              | 11
pieces/ouroboros.md     | O2-1 | Ouroboros on i3         | count(reach(O2-1.O))           | 11
pieces/ouroboros.md     | O2-1 | Ouroboros on e4         | count(reach(ouroboros, e4))    | 35           | 20
pieces/queen.md         | Q1-1 | Queen on g4             | x                              | 26
pieces/queen.md         | Q1-1 | Queen on g4             | count(reach(Q1-1.QUEEN))       | 26
pieces/rook.md          | R2-1 | Rook on g4              | *                              | 12
pieces/rook.md          | R2-1 | Rook on g4              | count(reach(R2-1.ROOK))        | 12
pieces/squeen.md        | S1-1 | Squeen on g4            | x                              | 22
pieces/squeen.md        | S1-1 | Squeen on g4            | count(reach(S1-1.SQUEEN))      | 22
pieces/squirrel.md      | S2-1 | Squirrel on e4          | x                              | 19           | 20
pieces/squirrel.md      | S2-1 | Squirrel on e4          | count(reach(S2-1."SQIR-REL"))  | 20
pieces/squirrel.md      | S2-1 | cells next to it        | sq-next                        | c4 d5 e5 f5 g4 f3 e3 d3
pieces/wazir.md         | W1-1 | Wazir W1 on c4          | x                              | 6
pieces/wazir.md         | W1-1 | Wazir W2 on f7          | o                              | 1
pieces/wazir.md         | W1-1 | Wazir W1 on c4          | count(reach(W1-1.W1))          | 6
pieces/wazir.md         | W1-1 | Wazir W2 on f7          | reach(W1-1.W2)                 | e6
pieces/wyvern.md        | W2-1 | Wyvern on c4            | x                              | 8
pieces/wyvern.md        | W2-1 | Wyvern on c4            | count(reach(W2-1.WYVERN))      | 8
pieces/alfil.md         |      | Alfil, range            | count(range(alfil))            | 16
pieces/alfil.md         |      | Alfil, in percent       | share(range(alfil))            | 41
pieces/alfilrider.md    |      | Alfilrider, range       | count(range(alfilrider))       | 16
pieces/alfilrider.md    |      | Alfilrider, in percent  | share(range(alfilrider))       | 41
pieces/archbishop.md    |      | Archbishop, range       | count(range(archbishop))       | 20
pieces/archbishop.md    |      | Archbishop, in percent  | share(range(archbishop))       | 51
pieces/bishop.md        |      | Bishop, range           | count(range(bishop))           | 39
pieces/bishop.md        |      | Bishop, in percent      | share(range(bishop))           | 100
pieces/colonel.md       |      | Colonel, range          | count(range(colonel))          | 20
pieces/colonel.md       |      | Colonel, in percent     | share(range(colonel))          | 51
pieces/counselor.md     |      | Counselor, range        | count(range(counselor))        | 39
pieces/counselor.md     |      | Counselor, in percent   | share(range(counselor))        | 100
pieces/crook.md         |      | Crook, range            | count(range(crook))            | 39
pieces/crook.md         |      | Crook, in percent       | share(range(crook))            | 100
pieces/ferz.md          |      | Ferz, range             | count(range(ferz))             | 19
pieces/ferz.md          |      | Ferz, in percent        | share(range(ferz))             | 49
pieces/general.md       |      | General, range          | count(range(general))          | 23
pieces/general.md       |      | General, in percent     | share(range(general))          | 59
pieces/king.md          |      | King, range             | count(range(king))             | 39
pieces/king.md          |      | King, in percent        | share(range(king))             | 100
pieces/knight.md        |      | Knight, range           | count(range(knight))           | 4
pieces/knight.md        |      | Knight, in percent      | share(range(knight))           | 10
pieces/lotusrider.md    |      | Lotusrider, range       | count(range(lotusrider))       | 35
pieces/lotusrider.md    |      | Lotusrider, in percent  | share(range(lotusrider))       | 90
pieces/lotussa.md       |      | Lotussa, range          | count(range(lotussa))          | 35
pieces/lotussa.md       |      | Lotussa, in percent     | share(range(lotussa))          | 90
pieces/ouroboros.md     |      | Ouroboros, range        | count(range(ouroboros))        | 35
pieces/ouroboros.md     |      | Ouroboros, in percent   | share(range(ouroboros))        | 90
pieces/queen.md         |      | Queen, range            | count(range(queen))            | 39
pieces/queen.md         |      | Queen, in percent       | share(range(queen))            | 100
pieces/rook.md          |      | Rook, squares           | count(range(rook) & square)    | 19
pieces/rook.md          |      | Rook, hexagons          | count(range(rook) & hexagon)   | 4
pieces/rook.md          |      | Rook, range             | count(range(rook))             | 23
pieces/rook.md          |      | Rook, in percent        | share(range(rook))             | 59
pieces/squeen.md        |      | Squeen, range           | count(range(squeen))           | 39
pieces/squeen.md        |      | Squeen, in percent      | share(range(squeen))           | 100
pieces/squirrel.md      |      | Squirrel, range         | count(range(squirrel))         | 39
pieces/squirrel.md      |      | Squirrel, in percent    | share(range(squirrel))         | 100
pieces/wazir.md         |      | Wazir, range            | count(range(wazir))            | 23
pieces/wazir.md         |      | Wazir, in percent       | share(range(wazir))            | 59
pieces/wyvern.md        |      | Wyvern, range           | count(range(wyvern))           | 32
pieces/wyvern.md        |      | Wyvern, in percent      | share(range(wyvern))           | 82
pieces/wyvern.md        |      | squares it never enters | wy-seven                       | 7
board.md                |      | hexagons                | count(hexagon)                 | 4
board.md                |      | squares                 | count(square)                  | 19
board.md                |      | triangles               | count(triangle)                | 16
index.md                |      | cells                   | count(cells)                   | 39
index.md                |      | pieces in the list      | ix-list                        | 26
"#;

/// Rotary Chess: where the pieces stand, how they leap, and what a Pawn may become.
const ROTARY: &str = r#"
index.md               |  | files                     | count(rank(1))                               | 12
index.md               |  | ranks                     | count(file(a))                               | 12
board.md               |  | Pawns                     | setup(pawn)                                  | a3 b3 c3 d3 e3 f3 g3 h3 i3 j3 k3 l3
board.md               |  | Pawns, Black              | setup(pawn, black)                           | a10 b10 c10 d10 e10 f10 g10 h10 i10 j10 k10 l10
board.md               |  | Bishops                   | setup(bishop)                                | e1 h1
board.md               |  | Rooks                     | setup(rook)                                  | a1 l1
board.md               |  | Queen                     | setup(queen)                                 | f1
board.md               |  | Warpriests                | setup(warpriest)                             | b2 k2
board.md               |  | Mongooses                 | setup(mongoose)                              | a2 l2
board.md               |  | Basilisks                 | setup(basilisk)                              | f2 g2
board.md               |  | Sniffs                    | setup(sniff)                                 | c2 j2
board.md               |  | Caballeros                | setup(caballero)                             | c1 j1
board.md               |  | Guards                    | setup(guard)                                 | d1 i1
board.md               |  | Walruses                  | setup(walrus)                                | d2 i2
board.md               |  | Four-Diamonds             | setup(four-diamond)                          | b1 k1
board.md               |  | Jackals                   | setup(jackal)                                | e2 h2
board.md               |  | King                      | setup(king)                                  | g1
board.md               |  | King, Black               | setup(king, black)                           | g12
pieces/caballero.md    |  | Caballero leaps           | leaps(caballero) - leaps(betza "F")          | (1,2) (2,3)
pieces/four-diamond.md |  | Four-Diamond leaps        | leaps(four-diamond) - leaps(betza "W")       | (1,2) (2,3) (1,4) (0,5)
pieces/jackal.md       |  | Jackal leaps              | leaps(jackal) - leaps(betza "G")             | (2,3)
pieces/sniff.md        |  | Sniff leaps               | leaps(sniff) - leaps(betza "F")              | (1,2)
pieces/warpriest.md    |  | Warpriest leaps           | leaps(warpriest) - leaps(betza "G")          | (1,2)
pieces/walrus.md       |  | Walrus, spaces            | wa-three                                     | 3
pieces/pawn.md         |  | ranks of promotion        | pa-zone                                      | 1
pieces/pawn.md         |  | pieces to become          | promotes-to(pawn)                            | bishop rook queen warpriest mongoose basilisk sniff caballero guard walrus four-diamond jackal
"#;

/// Waterloo: the pieces and their squares, and where castling leads.
const WATERLOO: &str = r#"
index.md    |  | squares             | count(cells)                       | 100
index.md    |  | pieces of both      | ix-all                             | 72
board.md    |  | Pawns               | setup(pawn)                        | a3 b3 d3 e3 f3 g3 i3 k3
board.md    |  | Knights             | setup(knight)                      | d2 e2 f2 g2
board.md    |  | Guards              | setup(guard)                       | a2 b2 k2 i2
board.md    |  | Bishops             | setup(bishop)                      | c2 h2
board.md    |  | Cardinals           | setup(cardinal)                    | c1 h1
board.md    |  | Rooks               | setup(rook)                        | a1 k1
board.md    |  | Marshalls           | setup(marshall)                    | b1 i1
board.md    |  | Advisers            | setup(adviser)                     | d1 g1
board.md    |  | Queen               | setup(queen)                       | f1
board.md    |  | King                | setup(king)                        | e1
board.md    |  | Spies on the board  | setup(spy)                         | c3 h3
board.md    |  | Pawns, Black        | setup(pawn, black)                 | a8 b8 d8 e8 f8 g8 i8 k8
board.md    |  | Knights, Black      | setup(knight, black)               | d9 e9 f9 g9
board.md    |  | Guards, Black       | setup(guard, black)                | a9 b9 k9 i9
board.md    |  | Bishops, Black      | setup(bishop, black)               | c9 h9
board.md    |  | Cardinals, Black    | setup(cardinal, black)             | c10 h10
board.md    |  | Rooks, Black        | setup(rook, black)                 | a10 k10
board.md    |  | Marshalls, Black    | setup(marshall, black)             | b10 i10
board.md    |  | Advisers, Black     | setup(adviser, black)              | d10 g10
board.md    |  | Spies, Black        | setup(spy, black)                  | c8 h8
castling.md |  | 0-0, King           | castles(king, "0-0")               | b1
castling.md |  | 0-0, Marshall       | castles(marshall, "0-0")           | d1
castling.md |  | 0-0, Rook           | castles(rook, "0-0")               | c1
castling.md |  | 0-0-0, King         | castles(king, "0-0-0")             | h1
castling.md |  | 0-0-0, Marshall     | castles(marshall, "0-0-0")         | f1
castling.md |  | 0-0-0, Rook         | castles(rook, "0-0-0")             | g1
castling.md |  | 0-0, Black's King   | castles(king, "0-0", black)        | i10
castling.md |  | 0-0-0, Black's King | castles(king, "0-0-0", black)      | c10
ending.md   |  | the third Pawn      | goal-count(pawn)                   | 3
"#;

/// Turtle: the checkers of a suit, their worth, and how many pieces can be made of them.
const TURTLE: &str = r#"
index.md        |  | kinds of checker      | kinds()               | 7
index.md        |  | checkers of a suit    | checkers()            | 20
index.md        |  | checkers              | tu-all                | 80
index.md        |  | suits                 | steps(suits)          | 4
checkers.md     |  | Stoats                | checkers(stoat)       | 4
checkers.md     |  | Wolverines            | checkers(wolverine)   | 4
checkers.md     |  | Deers                 | checkers(deer)        | 3
checkers.md     |  | Ibexes                | checkers(ibex)        | 3
checkers.md     |  | Sables                | checkers(sable)       | 3
checkers.md     |  | Lynxes                | checkers(lynx)        | 2
checkers.md     |  | Tiger                 | checkers(tiger)       | 1
checkers.md     |  | a Stoat, in units     | worth(stoat)          | 0.01
checkers.md     |  | a Wolverine, in units | worth(wolverine)      | 0.02
checkers.md     |  | a Deer, in units      | worth(deer)           | 0.05
checkers.md     |  | an Ibex, in units     | worth(ibex)           | 0.1
checkers.md     |  | a Sable, in units     | worth(sable)          | 0.25      | 0.2
checkers.md     |  | a Lynx, in units      | worth(lynx)           | 0.5
checkers.md     |  | a Tiger, in units     | worth(tiger)          | 1
making.md       |  | not homogeneous       | mk-graz               |           | graz-pawn
making.md       |  | most checkers         | mk-nine               | 9
index.md        |  | possible pieces       | tu-63                 | 63
combinations.md |  | heterogeneous ones    | cb-heterogeneous      | 54
prime.md        |  | the prime set         | pr-seven              | 7
"#;

/// Ben39: the army, the setup, and the moves that the text below each drawing names.
const BEN39: &str = r#"
index.md       |          | squares                         | ix-39                                         | 39
board.md       |          | squares that do not move        | count(square - the-places)                    | 37
board.md       |          | places of movable squares       | count(the-places)                             | 8
board.md       | B-places | places of movable squares       | x                                             | 8
index.md       |          | Chad Rooks                      | n-chad-rook                                   | 5
index.md       |          | Pawns                           | n-pawn                                        | 3
index.md       |          | Spiders                         | n-spider                                      | 2
index.md       |          | Wizards                         | n-wizard                                      | 2
index.md       |          | Castles                         | n-castle                                      | 2
index.md       |          | Immobilizer                     | n-immobilizer                                 | 1
board.md       |          | King                            | setup(king)                                   | h2
board.md       |          | Gold General                    | setup(gold)                                   | f2
board.md       |          | Silver General                  | setup(silver)                                 | j2
board.md       |          | Bishop                          | setup(bishop)                                 | f4
board.md       |          | Knightrider                     | setup(knightrider)                            | h4
board.md       |          | Rook                            | setup(rook)                                   | j4
board.md       |          | Pawns                           | setup(pawn)                                   | f6 h6 j6
immobilizer.md |          | Immobilizer ends the check      | goes(I-2.I)                                   | g3 e3
wizard.md      |          | Wizard teleports the Pawn       | teleports(W-1.P)                              | l6
wizard.md      |          | and not                         | w-p-not                                       | l4 n6
wizard.md      |          | Wizard teleports the Bishop     | teleports(W-1.B)                              | n6
wizard.md      |          | Wizard teleports the Rook       | teleports(W-1.R)                              | l4
spider.md      |          | clockwise, Bishop               | z-b-cw                                        | h4
spider.md      |          | clockwise, King                 | z-k-cw                                        | f2
spider.md      |          | counterclockwise, Bishop        | z-b-ccw                                       | f2
spider.md      |          | counterclockwise, King          | z-k-ccw                                       | h4
spider.md      |          | Spider on k3, Rook              | z-r                                           | l4
castle.md      |          | King beside Castles             | goes(C-1a.K)                                  | f2, f4, g4, or j4 | f2 f4 h4 j4
castle.md      |          | and not                         | c-not                                         | j2
castle.md      |          | King teleported                 | teleports(C-1a.K)                             | l4
travel.md      |          | the square on l2                | T-3.travels(l2)                               | n4 d2
travel.md      |          | skipping                        | t-skip-12                                     | n12
travel.md      |          | the pieces on b4                | t-b4-w                                        | 2
travel.md      |          | Castle on m1                    | t-o3                                          | o3
travel.md      |          | Castle on k3                    | t-m5                                          | m5
"#;

/// Chessma 84: the boards, and the examples of each piece.
const CHESSMA: &str = r#"
index.md              |  | squares                       | count(cells)                   | 84
board.md              |  | squares of a board            | count(sheet(chess))            | 68
board.md              |  | corners                       | bo-corners                     | z0 z9 i0 i9
board.md              |  | squares with two neighbours   | bo-eight-cells                 | a1 a1' h1 h1' a8 a8' h8 h8'
moving.md             |  | Rook on d1                    | mo-may                         | h1 d8
moving.md             |  | Rook on d2                    | mo-could                       | c1' d1' d8' | d1' d8'
moving.md             |  | Bishop in the centre of chess | mo-b8                          | 13
moving.md             |  | Rook in the centre of chess   | mo-r8                          | 14
pieces/long-leaper.md |  | Long Leaper takes             | le-six-men                     | 6
pieces/long-leaper.md |  | of which beside the corners   | le-corners                     | a1 a1' h8 h8'
pieces/withdrawer.md  |  | Withdrawer on c6 goes to      | wi-ends                        | d6 e6 f6 g6 h6
pieces/withdrawer.md  |  | Withdrawer from d2            | wi-both                        | c1 c1'
pieces/pusher.md      |  | pushed Withdrawer             | pu-to-b7                       | b7
pieces/pusher.md      |  | pushed Knight                 | pu-to-a8                       | a8
pieces/pusher.md      |  | pushed Rook                   | pu-to-z9                       | z9
pieces/coordinator.md |  | Coordinator on f1'            | co-twin                        | f1 g1'
pieces/coordinator.md |  | the King lurks on             | co-lurking                     | i0
pieces/encloser.md    |  | Encloser teleports to         | en-e6                          | e6
pieces/encloser.md    |  | Encloser takes                | en-three                       | 3
pieces/chameleon.md   |  | Chameleon teleports to        | ch-a6                          | a6
pieces/chameleon.md   |  | the bounds of the territory   | ch-bounds                      | a6 b7 a8 c8'
"#;

const TABLES: [(&str, &str); 6] = [
    ("lotus-39", LOTUS),
    ("rotary-chess", ROTARY),
    ("waterloo", WATERLOO),
    ("turtle", TURTLE),
    ("ben39", BEN39),
    ("chessma-84", CHESSMA),
];

/// The words of a value, in any order: `11`, `c4 g4`.
fn words(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Array(list) => list.iter().flat_map(words).collect(),
        Value::String(text) => text.split_whitespace().map(str::to_string).collect(),
        other => BTreeSet::from([other.to_string()]),
    }
}

/// Returns the two values that a row's claims or marks compare: that of the source, and that of the rules.
fn compared(book: &Value, page: &str, figure: &str, ask: &str) -> Vec<[BTreeSet<String>; 2]> {
    let of_page = |list: &str| {
        let list = book[list].as_array().unwrap().iter();
        list.filter(|part| part["page"] == page)
            .cloned()
            .collect::<Vec<Value>>()
    };
    let figures = of_page("diagrams").into_iter();
    let figures: Vec<Value> = figures.filter(|part| part["source_id"] == figure).collect();
    if !figure.is_empty() {
        assert_eq!(figures.len(), 1, "{page}: figure {figure}");
    }
    let marks = figures
        .iter()
        .flat_map(|part| part["marks"].as_array().unwrap());
    let marks = marks.filter(|mark| mark["mark"] == ask && !mark["source"].is_null());
    let count = |cells: &Value| BTreeSet::from([cells.as_array().unwrap().len().to_string()]);
    let marks = marks.map(|mark| [count(&mark["source"]), count(&mark["cells"])]);
    let claims = of_page("claims").into_iter();
    let claims = claims.filter(|claim| {
        let id = claim["id"].as_str().unwrap().split('#').next();
        id == Some(ask) || claim["expression"] == ask
    });
    let claims = claims.filter(|claim| !claim["source"].is_null());
    let claims = claims.map(|claim| [words(&claim["source"]), words(&claim["actual"])]);
    marks.chain(claims).collect()
}

#[test]
fn each_figure_and_count_of_a_source_is_compared_in_its_book() {
    let names = TABLES.map(|(name, _)| name);
    let report = padma(&[&["check", "--format", "json"][..], &names].concat());
    let report: Value = serde_json::from_slice(&report.stdout).unwrap();
    let mut faults = Vec::new();
    for ((name, table), book) in TABLES.iter().zip(report["books"].as_array().unwrap()) {
        assert_eq!(book["book"], *name);
        for row in table.lines().filter(|row| !row.is_empty()) {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let [page, figure, _, ask, printed, gives @ ..] = cells.as_slice() else {
                panic!("{row}");
            };
            let expected = [*printed, gives.first().unwrap_or(printed)];
            let expected = expected.map(|text| words(&Value::from(text)));
            let found = compared(book, page, figure, ask);
            if found.is_empty() || found.iter().any(|found| *found != expected) {
                faults.push(format!("{name}: {row}\n    {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn all_27_figures_of_lotus_are_in_the_table() {
    let figures: BTreeSet<(&str, &str)> = LOTUS
        .lines()
        .filter_map(|row| {
            let mut cells = row.split('|').map(str::trim);
            Some((cells.next()?, cells.next()?))
        })
        .filter(|(_, figure)| !figure.is_empty())
        .collect();
    assert_eq!(figures.len(), 27);
}
