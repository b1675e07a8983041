#!/usr/bin/env bash
# Builds padma as one file that needs no library of the system, for Linux: target/static/padma
set -euo pipefail
cd "$(dirname "$0")/../.."

target=$(rustc -vV | sed -n 's/^host: //p')
case $target in
*-linux-gnu) ;;
*)
    echo "this is for Linux with glibc, and not for $target" >&2
    exit 1
    ;;
esac
# With a target named the flag does not reach build scripts and macros, which must stay dynamic.
RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static" \
    cargo build --locked --target "$target" --target-dir target/static --profile "${1:-packaging}"
folder=${1:-packaging}
if [ "$folder" = dev ]; then folder=debug; fi
cp "target/static/$target/$folder/padma" target/static/padma
echo "target/static/padma"
