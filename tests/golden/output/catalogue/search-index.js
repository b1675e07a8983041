"use strict";
window.padmaSections = [
{"page":"Pieces of all books","heading":"King","url":"pieces.html#n.king","text":"A small book: King steps to a cell it touches."},
{"page":"Pieces of all books","heading":"Rook","url":"pieces.html#n.rook","text":"A small book: Rook slides along X and Z."},
{"page":"Glossary of all books","heading":"Contiguous","url":"glossary.html#w.contiguous","text":"To a cell that touches it by a side or a corner."},
{"page":"Glossary of all books","heading":"Erratum","url":"glossary.html#w.erratum","text":"Of a statement: the source contradicts its own rules; the book follows the rules."},
{"page":"Glossary of all books","heading":"Hexagon","url":"glossary.html#w.hexagon","text":"A cell with six sides."},
{"page":"Glossary of all books","heading":"Holds","url":"glossary.html#w.holds","text":"Of a statement: it was computed from the rules and found right."},
{"page":"Glossary of all books","heading":"Not computed","url":"glossary.html#w.not-computed","text":"Of a statement: no written rule decides it."},
{"page":"Glossary of all books","heading":"Open question","url":"glossary.html#w.open-question","text":"Of a statement: the source can be read in several ways; the book says which reading it takes."},
{"page":"Glossary of all books","heading":"Range","url":"glossary.html#w.range","text":"All cells that a piece can reach in one move from any cell on which it may stand, on the empty board."},
{"page":"Glossary of all books","heading":"Reach","url":"glossary.html#w.reach","text":"The cells on which a piece can land in one move: empty ones, and those of enemies that it may take there."},
{"page":"Glossary of all books","heading":"Royal","url":"glossary.html#w.royal","text":"A piece that can be checked and mated: no move of its side may leave it attacked."},
{"page":"Glossary of all books","heading":"Slider","url":"glossary.html#w.slider","text":"A piece that slides: it goes any number of cells in one direction, or up to a number, until something stands in the way."},
{"page":"Glossary of all books","heading":"Square","url":"glossary.html#w.square","text":"A cell with four sides."},
{"page":"Glossary of all books","heading":"Stepper","url":"glossary.html#w.stepper","text":"A piece that steps: it goes to the next cell in a direction."},
{"page":"Glossary of all books","heading":"Triangle","url":"glossary.html#w.triangle","text":"A cell with three sides."},
{"page":"Glossary of all books","heading":"X","url":"glossary.html#w.x","text":"Left and right, through sides of cells: hexagon, square, hexagon."},
{"page":"Glossary of all books","heading":"Z","url":"glossary.html#w.z","text":"Up and down at a slant, either way, through sides of hexagons and squares."}
];
