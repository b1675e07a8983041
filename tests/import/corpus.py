"""Makes the corpus beside this file with the reference engine, pyffish 0.0.90. Run by hand.

    corpus.py counts VARIANTS_INI            writes counts.tsv
    corpus.py games VARIANTS_INI             writes games.tsv
    corpus.py compare VARIANTS_INI PADMA     compares `PADMA import --verify` with counts.tsv
    corpus.py exports VARIANTS_INI PADMA     imports, exports, and lets the engine read the exports:
                                             what is imported without a leftover must be exported
                                             without one, and have the counts of counts.tsv

VARIANTS_INI is your own copy of the file that comes with Fairy-Stockfish. Nothing of it is written
but the names of its definitions. The counts are lines of play from the start position, by perft, to
depth 3, or to depth 2 where that gives more than MOST positions to list moves for.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

import pyffish

HERE = pathlib.Path(__file__).parent
MOST = 10000
DEEPEST = 3
# What cannot be told in a variant's file: a wall or a move, as one likes.
DIFFERENT = {"atlantis"}
LONGEST_GAME = 70
SEEDS = 16


def count(variant, moves, depth):
    legal = pyffish.legal_moves(variant, pyffish.start_fen(variant), moves)
    if depth == 1:
        return len(legal)
    return sum(count(variant, moves + [move], depth - 1) for move in legal)


def counts(built_in):
    rows = []
    for variant in pyffish.variants():
        if variant in DIFFERENT:
            continue
        found = [count(variant, [], 1), count(variant, [], 2)]
        if found[1] <= MOST:
            found.append(count(variant, [], DEEPEST))
        origin = "built-in" if variant in built_in else "section"
        rows.append([variant, origin] + [str(number) for number in found])
    write("counts.tsv", rows)


def result(variant, start, moves, side):
    """Returns the result for White if the game is over, else nothing."""
    over, value = pyffish.is_immediate_game_end(variant, start, moves)
    if not over:
        if pyffish.legal_moves(variant, start, moves):
            return None
        value = pyffish.game_result(variant, start, moves)
    if value == 0:
        return "1/2-1/2"
    return "1-0" if (value > 0) == (side == "w") else "0-1"


def random_game(variant, seed):
    """Plays a game; returns its moves, the boards after them, and the result if it ends."""
    chance = random.Random(f"{variant} {seed}")
    # The last moves are kept apart from the position before them, for passes in a row.
    start, recent = pyffish.start_fen(variant), []
    moves, boards = [], []
    side = start.split(" ")[1]
    while len(moves) <= LONGEST_GAME:
        outcome = result(variant, start, recent, side)
        if outcome:
            return moves, boards, outcome
        move = chance.choice(sorted(pyffish.legal_moves(variant, start, recent)))
        moves.append(move)
        recent.append(move)
        boards.append(pyffish.get_fen(variant, start, recent).split(" ")[0])
        side = "b" if side == "w" else "w"
        if len(recent) > 2:
            start = pyffish.get_fen(variant, start, recent[:1])
            recent = recent[1:]
    return None


def games():
    rows = []
    for variant in (HERE / "ending.txt").read_text().split():
        print(variant, file=sys.stderr, flush=True)
        found = (random_game(variant, seed) for seed in range(SEEDS))
        game = next((game for game in found if game), None)
        if game is None:
            print("no game ends", file=sys.stderr)
            continue
        moves, boards, outcome = game
        rows.append([variant, outcome, " ".join(moves), " ".join(boards)])
    write("games.tsv", rows)


def compare(path, padma):
    text = pathlib.Path(path).read_text()
    wrong = 0
    for line in (HERE / "counts.tsv").read_text().splitlines():
        name, origin, *expected = line.split("\t")
        source, section = definition(name, origin, text)
        file = pathlib.Path("definition.ini")
        file.write_text(source)
        depth = str(len(expected))
        command = [padma, "import", file, "--section", section, "--verify", depth]
        printed = subprocess.run(command, capture_output=True, text=True).stdout
        lines = [line for line in printed.splitlines() if line.startswith("#   depth ")]
        found = [line.split(": ")[1] for line in lines]
        file.unlink()
        if found != expected:
            wrong += 1
            print(name, found, "not", expected)
    print(wrong, "differ")


def definition(name, origin, text):
    """Returns the text that defines a variant, and the section to read."""
    return (f"[imported:{name}]\n", "imported") if origin == "built-in" else (text, name)


def exports(path, padma):
    padma = pathlib.Path(padma).resolve()
    text = pathlib.Path(path).read_text()
    wrong = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        book = folder / "content" / "imported"
        book.mkdir(parents=True)
        (book / "book.toml").write_text('title = "Imported"\nvariant = "game"\n')
        for line in (HERE / "counts.tsv").read_text().splitlines():
            name, origin, *expected = line.split("\t")
            source, section = definition(name, origin, text)
            (folder / "definition.ini").write_text(source)

            def run(*words):
                done = subprocess.run([padma, *words], cwd=folder, capture_output=True, text=True)
                if done.returncode != 0:
                    sys.exit(f"{name}: {done.stderr}")
                return done.stdout, "-leftover]" in done.stderr

            toml, is_partial = run("import", "definition.ini", "--section", section)
            (book / "game.toml").write_text(toml)
            ini, lacks = run("export", "game", "--section", f"again-{name}")
            if is_partial:
                continue
            tried += 1
            pyffish.load_variant_config(ini)
            most = [int(number) for number in expected]
            depths = [depth for depth in range(1, len(most) + 1) if most[depth - 1] <= MOST]
            found = [count(f"again-{name}", [], depth) for depth in depths]
            if lacks or found != [most[depth - 1] for depth in depths]:
                wrong += 1
                print(name, found, "not", most, "with leftovers" if lacks else "")
    print(wrong, "of", tried, "differ")


def write(name, rows):
    lines = ["\t".join(row) + "\n" for row in rows]
    (HERE / name).write_text("".join(lines))


def main():
    built_in = set(pyffish.variants())
    verb, path, *rest = sys.argv[1:]
    pyffish.load_variant_config(pathlib.Path(path).read_text())
    if verb == "counts":
        counts(built_in)
    elif verb == "games":
        games()
    elif verb == "exports":
        exports(path, *rest)
    else:
        compare(path, *rest)


main()
