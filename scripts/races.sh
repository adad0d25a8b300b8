#!/usr/bin/env bash
# Looks for data races. First all orders are tried in which three threads can read and write one place of the
# transposition table, with loom; then searches of four threads run under the thread sanitizer. Any find is an error.
#
#   scripts/races.sh
#
# The second part is for x86-64 Linux. It needs the sanitizer's library, which comes with the compiler of rustup, and
# RUSTC_BOOTSTRAP, because stable compilers do not offer sanitizers otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh

target=$target_folder/races
host=x86_64-unknown-linux-gnu

echo "== loom: the transposition table"
# Flags of the environment in this form would go before RUSTFLAGS.
said=$(CARGO_ENCODED_RUSTFLAGS=$'--cfg\x1floom' cargo test --locked --package tengen-engine --lib --target-dir "$target" \
    threads_read_only_what_one_of_them_wrote) || fail "$said"
echo "$said"
# A name that fits no test is no error to cargo.
[[ $said == *" 1 passed"* ]] || fail "the test of the transposition table is not there"

echo "== thread sanitizer: searches of four threads"
RUSTC_BOOTSTRAP=1 CARGO_ENCODED_RUSTFLAGS=$'-Zsanitizer=thread\x1f-Cunsafe-allow-abi-mismatch=sanitizer' \
    cargo build --locked --target "$host" --target-dir "$target"
# The standard library is not built for the sanitizer, which therefore cannot see how reference counts, channels and lazy
# values keep their own order.
suppressions=$target/suppressions.txt
printf 'race:%s\n' library/alloc/src/sync.rs library/std/src/sync/ >"$suppressions"
export TSAN_OPTIONS="suppressions=$suppressions halt_on_error=1"
for rule in freestyle standard renju; do
    for moves in "" h8i9g7 h12g7g6f7e7f8f6h6e9d8f10; do
        "$target/$host/debug/pbrain-tengen" analyze --threads 4 --hash 1M --nodes 20000 --rule "$rule" $moves >"$target/analysis.txt"
    done
    echo "$rule: no race"
done
