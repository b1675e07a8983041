"use strict";
window.padmaSections = [
{"page":"A small book","heading":"","url":"index.html","text":"The board has 23 cells. See the Rook & friends."},
{"page":"Rook","heading":"","url":"pieces/rook.html","text":"The Rook slides along X and Z."},
{"page":"Rook","heading":"How it moves","url":"pieces/rook.html#how-it-moves","text":"From c2 the Rook reaches 8 cells, a good third of the board: 35%. D1 A Rook and a King. On the empty board it goes as far as i2, and whether it likes it is another matter. With the King in the way it reaches 26%."}
];
