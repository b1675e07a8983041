"use strict";
(window.padmaTexts ??= {})["small"] = "title = \"Small\"\n\n[board]\nkind = \"lotus\"\npetals = [[0, 0], [1, 0]]\n\n[[piece]]\nid = \"rook\"\nletter = \"R\"\nmovement = \"slide along X, Z\"\nstands_on = \"square, hexagon\"\ninventor = \"tradition\"\n\n[[piece]]\nid = \"king\"\nmovement = \"step contiguous\"\nroyal = true\n";
