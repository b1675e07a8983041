"""Makes generals.ttf, a font of two letters for the tests: 將 and 帥, drawn here with straight strokes.

    pip install fonttools==4.68.0 && python generals.py
"""

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

# Strokes as left, bottom, right, top, in units of which an em has 1000.
LETTERS = {
    "將": [
        (300, -80, 370, 850), (90, 560, 300, 630), (90, 560, 160, 800), (60, 300, 300, 370), (110, -60, 180, 300),
        (470, 640, 900, 710), (540, 710, 610, 850), (830, 480, 900, 640), (470, 480, 830, 540),
        (430, 300, 950, 370), (740, -80, 810, 440), (620, -80, 740, -10), (520, 130, 620, 200),
    ],
    "帥": [
        (120, 0, 190, 780), (190, 710, 420, 780), (350, 420, 420, 710), (190, 420, 350, 490), (190, 310, 420, 380),
        (350, 0, 420, 310), (190, 0, 350, 70), (230, 780, 300, 850),
        (520, 560, 930, 630), (520, 60, 590, 560), (860, 60, 930, 560), (690, -80, 760, 850),
    ],
}


def drawn(strokes):
    pen = TTGlyphPen(None)
    for left, bottom, right, top in strokes:
        pen.moveTo((left, bottom))
        pen.lineTo((left, top))
        pen.lineTo((right, top))
        pen.lineTo((right, bottom))
        pen.closePath()
    return pen.glyph()


names = {letter: f"uni{ord(letter):04X}" for letter in LETTERS}
builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder([".notdef", *names.values()])
builder.setupCharacterMap({ord(letter): name for letter, name in names.items()})
builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), **{names[l]: drawn(s) for l, s in LETTERS.items()}})
builder.setupHorizontalMetrics({name: (1000, 0) for name in [".notdef", *names.values()]})
builder.setupHorizontalHeader(ascent=880, descent=-120)
builder.setupOS2(sTypoAscender=880, sTypoDescender=-120, sCapHeight=740, version=4)
builder.setupPost(keepGlyphNames=False)
builder.setupNameTable({"familyName": "Generals", "styleName": "Regular"})
builder.updateHead(created=0, modified=0)
builder.font.recalcTimestamp = False
builder.save("generals.ttf")
