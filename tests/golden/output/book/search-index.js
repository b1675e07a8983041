"use strict";
window.padmaSections = [
{"page":"A small book","heading":"","url":"index.html","text":"The empty board. The source does not say how a game begins. The board has 23 cells. See the Rook & friends."},
{"page":"Rook","heading":"","url":"pieces/rook.html","text":"The Rook slides along X and Z."},
{"page":"Rook","heading":"How it moves","url":"pieces/rook.html#how-it-moves","text":"From c2 the Rook reaches 8 cells, a good third of the board: 35%. A Rook and a King. On the empty board it goes as far as i2, and whether it likes it is another matter. With the King in the way it reaches 26%."},
{"page":"Rules of play","heading":"","url":"rules-of-play.html","text":""},
{"page":"Rules of play","heading":"The board and the start","url":"rules-of-play.html#start","text":"The board has 23 cells: 11 squares, 10 triangles and 2 hexagons. No setup is given."},
{"page":"Rules of play","heading":"The pieces","url":"rules-of-play.html#pieces","text":"Rook, King"},
{"page":"Rules of play","heading":"Captured pieces","url":"rules-of-play.html#captured","text":"A captured piece leaves the board, and no rule brings it back."},
{"page":"Rules of play","heading":"Check and the end of the game","url":"rules-of-play.html#end","text":"King. It is royal: no move of its side may leave it attacked, which is check; if it is in check and its side has no legal move, it is mated, and that side has lost. If the side to move has no legal move and is not in check, no rule says what follows; it counts as a draw, as in chess."},
{"page":"Rules of play","heading":"How moves are written","url":"rules-of-play.html#notation","text":"A move is written as the cell it begins on and the cell it ends on."},
{"page":"Index of pieces","heading":"","url":"piece-index.html","text":""},
{"page":"Index of pieces","heading":"King","url":"piece-index.html#p-king","text":"The King steps to a cell it touches. It is royal: no move of its side may leave it attacked, which is check; if it is in check and its side has no legal move, it is mated, and that side has lost."},
{"page":"Index of pieces","heading":"Rook","url":"piece-index.html#p-rook","text":"The Rook slides along X and Z."},
{"page":"Atlas of the board","heading":"","url":"atlas.html","text":""},
{"page":"Atlas of the board","heading":"Small","url":"atlas.html#b-small","text":"23 cells: 11 squares, 10 triangles, 2 hexagons. VW: 8 lines. X: 1 line. Y: 5 lines. Z: 4 lines. fork: where its steps lead, for White. ring: 2 closed lines. Contacts by a side: 34 pairs. Contacts by a corner: 26 pairs."},
{"page":"Pieces compared","heading":"","url":"compare.html","text":""},
{"page":"Everything checked","heading":"","url":"ledger.html","text":""},
{"page":"Slips in the source, and open questions","heading":"","url":"errata.html","text":""},
{"page":"Slips in the source, and open questions","heading":"Slips in the source 1, Rook","url":"errata.html#errata-1","text":"Figure 1: A Rook and a King The source also marks g2. The King on e2 stands in the way."},
{"page":"Slips in the source, and open questions","heading":"Slips in the source 2, Rook","url":"errata.html#errata-2","text":"From c2 the Rook reaches 8 cells, a good third of the board: 35%. The source comes to 9 with the Rook's own cell."},
{"page":"Slips in the source, and open questions","heading":"Open questions 1, Rook","url":"errata.html#readings-1","text":"With the King in the way it reaches 26%. "},
{"page":"Slips in the source, and open questions","heading":"Taken on trust 1, Rook","url":"errata.html#unchecked-1","text":"On the empty board it goes as far as i2, and whether it likes it is another matter. Nobody has asked."}
];
