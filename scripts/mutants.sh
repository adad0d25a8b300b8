#!/usr/bin/env bash
# Plants small faults in the code, one at a time, and reports those that no test notices (cargo-mutants): in the search, the
# opening, the statistics, the referee and the conversation. Takes hours; it can be stopped and started again at any time,
# and goes on with the faults that were not noticed before or not planted yet.
#
#   scripts/mutants.sh                  all files
#   scripts/mutants.sh time history     files whose path holds one of these words
#   SHARD=3/8 scripts/mutants.sh        every eighth fault of each file from the fourth on: a sample, or the part of a machine
#   FRESH=1 scripts/mutants.sh          anew, after the code has changed
#
# What is found lies in target/mutants/: missed.txt of each file names the faults that no test noticed. Faults that change
# nothing worth a test are named in .cargo/mutants.toml, with the reason, and are not planted.
set -euo pipefail
cd "$(dirname "$0")/.."

# A file, its package, the package whose tests watch it, what is built of that, and those tests: those of a second, of which
# the signature of the search notices most. Two of the slow ones are left out: the deep signature, and the threat search
# beside a plain one.
list() {
    local lib="tengen-engine tengen-engine --lib --skip the_signature_is_the"
    for name in search/time search/history search/correction search/picker search/abdada search/stability search/control \
        search/best_line search/request search search/root search/worker search/tt search/pvs search/params; do
        echo "engine/src/$name.rs $lib --skip search::threat::tests"
    done
    # The rules of openings have their table of cases.
    for name in action fifths machine notation patterns rule; do
        echo "engine/src/opening/$name.rs tengen-engine tengen-engine --tests opening"
    done
    for name in vcf vct dfpn proof_numbers prover proof_builder proof vcf_defences; do
        echo "engine/src/search/threat/$name.rs $lib"
    done
    for name in session session/moves session/thinking session/analysis session/lists preferences; do
        echo "protocol/src/$name.rs tengen-protocol tengen-protocol --lib"
    done
    echo "src/statistics.rs tengen-program tengen-program --lib statistics::"
    echo "src/matches/standings.rs tengen-program tengen-program --lib matches::"
    # These are watched by whole matches between processes.
    for name in referee player; do
        echo "src/matches/$name.rs tengen-program tengen --test=tests arena::"
    done
}

command -v cargo-mutants >/dev/null || cargo install --locked cargo-mutants

# Every run copies the tree; what it builds of others is the same.
export CARGO_TARGET_DIR=$PWD/target/mutants/build

shard=${SHARD:-0/1}
while read -r file package watcher target tests; do
    wanted=$#
    for word in "$@"; do
        [[ $file == *"$word"* ]] && wanted=0
    done
    [ "$wanted" = 0 ] || continue
    if [ -z "$(cargo mutants --list --package "$package" --file "$file")" ]; then
        echo "$file: nothing can be planted there: is it a file of $package?" >&2
        exit 1
    fi
    found=target/mutants/$(tr / - <<<"${file%.rs}")-${shard/\//-of-}
    [ -z "${FRESH:-}" ] || rm -rf "$found"
    mkdir -p "$found"
    # Faults that make a loop endless are noticed by the time. cargo-mutants says with 2 that some were missed, and with 3
    # that some ran out of time; neither ends the list.
    # shellcheck disable=SC2086
    cargo mutants --package "$package" --test-package "$watcher" --file "$file" --shard "$shard" --sharding round-robin \
        --output "$found" --iterate --profile mutants \
        --cargo-arg=--locked --cargo-arg="$target" \
        --baseline skip --timeout 60 --build-timeout 600 --jobs 1 --colors never -- -- $tests || [ $? -le 3 ]
done < <(list)

echo
echo "file: noticed, missed, out of time, not to be built"
for found in target/mutants/*/mutants.out; do
    count() { cat "$found/$1.txt" "$found/previously_$1.txt" 2>/dev/null | sort -u | wc -l; }
    echo "$(basename "$(dirname "$found")"): $(count caught), $(count missed), $(count timeout), $(count unviable)"
done
