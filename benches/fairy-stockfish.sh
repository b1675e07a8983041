#!/bin/bash
# Counts lines of play beside Fairy-Stockfish: the same counts of the same variants, and the CPU time each program takes.
#
#     cargo build --release && benches/fairy-stockfish.sh [FOLDER]
#
# The engine's source comes with the Python package pyffish and is built in FOLDER, which is kept, or in a folder of its
# own: with optimisation, the processor's counting of bits, and large boards, for Grand Chess needs them. The definitions
# of the variants are those built into the engine, which `padma import` knows. What either program needs to begin is
# part of its time.
set -eu
padma=$(pwd)/target/release/padma
folder=${1:-$(mktemp -d)}
mkdir -p "$folder"
cd "$folder"

if [ ! -x engine ]; then
    pip download --quiet --no-deps --no-build-isolation --no-binary :all: pyffish
    tar xzf pyffish-*.tar.gz
    mkdir -p objects
    cd pyffish-*/src
    find . -name '*.cpp' ! -name pyffish.cpp ! -name ffishjs.cpp -printf '%P\n' | while read -r file; do
        c++ -std=c++17 -O3 -DNDEBUG -w -DIS_64BIT -DUSE_POPCNT -mpopcnt -msse4.1 -DUSE_SSE41 -DUSE_SSSE3 -DUSE_SSE2 \
            -DUSE_PTHREADS -DLARGEBOARDS -DALLVARS -DPRECOMPUTED_MAGICS -DNNUE_EMBEDDING_OFF \
            -c "$file" -o "../../objects/$(echo "$file" | tr / _).o"
    done
    cd ../..
    c++ objects/*.o -o engine -lpthread
fi

rm -rf content
mkdir -p content/counts
echo 'title = "Counts"' > content/counts/book.toml
for variant in capablanca grand; do
    printf '[own-%s:%s]\n\n' "$variant" "$variant" > variants.ini
    "$padma" import variants.ini --section "own-$variant" -o "content/counts/own-$variant.toml" > import.log 2>&1
done

count() {
    # Both write the count on the last line that has a number, and the shell the seconds behind it.
    printf '%-24s' "$1"
    shift
    { time -p "$@"; } > count.log 2>&1
    awk '/^[0-9]+$/ || /^Nodes searched/ { count = $NF } /^user/ { user = $2 } /^sys/ { sys = $2 }
        END { printf "%14d %8.2f s\n", count, user + sys }' count.log
}

engine() {
    printf 'setoption name UCI_Variant value %s\nposition startpos\ngo perft %s\nquit\n' "$1" "$2" | ./engine
}

for pair in "chess chess 6" "capablanca own-capablanca 5" "grand own-grand 4"; do
    set -- $pair
    count "$1 $3, padma" "$padma" perft "$2" "$3"
    count "$1 $3, Fairy-Stockfish" engine "$1" "$3"
done
