#!/bin/bash
# Counts lines of play beside Fairy-Stockfish: ten games that both programs know, then five that only Padma does. For each
# it prints the count, the leaves per second of each program and the ratio of their CPU times, and at the end the geometric
# mean of the ratios. Two counts that differ end it.
#
#     cargo build --release && benches/fairy-stockfish.sh [FOLDER]
#
# The engine's source comes with the Python package pyffish and is built in FOLDER, which is kept, or in a folder of its
# own: with optimisation, the processor's counting of bits, and large boards, for Grand Chess needs them. Where it cannot
# be had, Padma is measured alone. Seven games are those of the books, with their limits; the last three are what
# `padma import` makes of the engine's own definitions. What either program needs to begin is part of its time.
set -eu
root=$(pwd)
padma=$root/target/release/padma
folder=${1:-$(mktemp -d)}
mkdir -p "$folder"
cd "$folder"

build_engine() {
    pip download --quiet --no-deps --no-binary :all: pyffish
    tar xzf pyffish-*.tar.gz
    mkdir -p objects
    (
        cd pyffish-*/src
        find . -name '*.cpp' ! -name pyffish.cpp ! -name ffishjs.cpp -printf '%P\n' | while read -r file; do
            c++ -std=c++17 -O3 -DNDEBUG -w -DIS_64BIT -DUSE_POPCNT -mpopcnt -msse4.1 -DUSE_SSE41 -DUSE_SSSE3 -DUSE_SSE2 \
                -DUSE_PTHREADS -DLARGEBOARDS -DALLVARS -DPRECOMPUTED_MAGICS -DNNUE_EMBEDDING_OFF \
                -c "$file" -o "../../objects/$(echo "$file" | tr / _).o"
        done
    )
    c++ objects/*.o -o engine -lpthread
}
[ -x engine ] || (build_engine) > build.log 2>&1 || echo "Fairy-Stockfish cannot be built here: $(tail -1 build.log)"

rm -rf content
mkdir -p content/imported
ln -s "$root"/content/* content/
echo 'title = "Imported"' > content/imported/book.toml
for variant in capablanca grand janggi; do
    printf '[own-%s:%s]\n\n' "$variant" "$variant" > variants.ini
    "$padma" import variants.ini --section "own-$variant" -o "content/imported/own-$variant.toml" > import.log 2>&1
done

# Prints the count and the CPU seconds of a command. Both programs write the count on the last line that has one.
measured() {
    { time -p "$@"; } > count.log 2>&1
    awk '/^[0-9]+$/ || /^Nodes searched/ { count = $NF } /^user/ { user = $2 } /^sys/ { sys = $2 }
        END { print count, user + sys }' count.log
}

engine() {
    printf 'setoption name UCI_Variant value %s\nposition startpos\ngo perft %s\nquit\n' "$1" "$2" | ./engine
}

leaves_per_second() {
    awk -v count="$1" -v seconds="$2" 'BEGIN { printf "%.2f M/s", count / (seconds + 0.001) / 1e6 }'
}

printf '%-16s %5s %12s %14s %16s %7s\n' game depth leaves Padma Fairy-Stockfish ratio
: > ratios
# The name in Padma, the depth, and the name in the engine, if it knows the game.
while read -r variant depth theirs; do
    read -r count seconds < <(measured "$padma" perft "$variant" "$depth" --content content)
    printf '%-16s %5d %12d %14s' "$variant" "$depth" "$count" "$(leaves_per_second "$count" "$seconds")"
    if [ -n "$theirs" ] && [ -x engine ]; then
        read -r same their_seconds < <(measured engine "$theirs" "$depth")
        [ "$same" = "$count" ] || { printf '\nFairy-Stockfish counts %s\n' "$same"; exit 1; }
        awk -v ours="$seconds" -v theirs="$their_seconds" 'BEGIN { print ours / theirs }' >> ratios
        printf ' %16s %7.2f' "$(leaves_per_second "$same" "$their_seconds")" "$(tail -1 ratios)"
    fi
    echo
done << 'END'
orthodox-chess 6 chess
xiangqi 4 xiangqi
shogi 4 shogi
atomic-chess 5 atomic
crazyhouse 5 crazyhouse
seirawan 4 seirawan
duck 3 duck
own-grand 4 grand
own-capablanca 5 capablanca
own-janggi 4 janggi
waterloo 4
rotary-chess 3
ben39 2
raumschach 3
pond 4
END
awk '{ sum += log($1) } END { if (NR) printf "The geometric mean of the ratios of CPU times is %.2f.\n", exp(sum / NR) }' ratios
