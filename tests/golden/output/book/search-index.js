"use strict";
window.padmaSections = [
{"page":"A small book","heading":"","url":"index.html","text":"The board has 23 cells. See the Rook & friends."},
{"page":"Rook","heading":"","url":"pieces/rook.html","text":"The Rook slides along X and Z."},
{"page":"Rook","heading":"How it moves","url":"pieces/rook.html#how-it-moves","text":"From c2 the Rook reaches 8 cells, a good third of the board: 35%. D1 A Rook and a King. On the empty board it goes as far as i2, and whether it likes it is another matter. With the King in the way it reaches 26%."},
{"page":"Index of pieces","heading":"King","url":"piece-index.html#p-king","text":"The King steps to a cell it touches. No move of its side may leave it attacked; if it is attacked and its side has no legal move, that side has lost."},
{"page":"Index of pieces","heading":"Rook","url":"piece-index.html#p-rook","text":"The Rook slides along X and Z."},
{"page":"Atlas of the board","heading":"Small","url":"atlas.html#b-small","text":"23 cells: 11 squares, 10 triangles, 2 hexagons. VW: 8 lines. X: 1 line. Y: 5 lines. Z: 4 lines. fork: where its steps lead, for White. ring: 2 closed lines. Contacts by a side: 34 pairs. Contacts by a corner: 26 pairs."},
{"page":"Errata and readings","heading":"Errata, Rook","url":"errata.html#errata","text":"Diagram D1: A Rook and a King The source also marks g2. The King on e2 stands in the way."},
{"page":"Errata and readings","heading":"Errata, Rook","url":"errata.html#errata","text":"From c2 the Rook reaches 8 cells, a good third of the board: 35%. The source comes to 9 with the Rook's own cell."},
{"page":"Errata and readings","heading":"Readings, Rook","url":"errata.html#readings","text":"With the King in the way it reaches 26%. "},
{"page":"Errata and readings","heading":"Not computed, Rook","url":"errata.html#unchecked","text":"On the empty board it goes as far as i2, and whether it likes it is another matter. Nobody has asked."}
];
