#!/usr/bin/env bash
# Meets the readers of files with bytes that libFuzzer finds, each format for so many seconds (60 unless given). Needs a nightly
# toolchain and cargo-fuzz. What was found is kept in the folder of the targets, which git ignores.
#     scripts/fuzz.sh 600
#     scripts/fuzz.sh 600 lib sgf
set -euo pipefail
cd "$(dirname "$0")/../tests/fuzzing"

seconds=${1:-60}
shift || true
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    # Their names hold no blanks, and the bash of Macs has no mapfile.
    list=$(cargo +nightly fuzz list --fuzz-dir .)
    # shellcheck disable=SC2206
    targets=($list)
fi
for target in "${targets[@]}"; do
    echo "== $target"
    cargo +nightly fuzz run --fuzz-dir . "$target" -- -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 \
        -print_final_stats=1
done
