#!/usr/bin/env bash
# Plays games of one rule against itself, trains the weights of its evaluation and puts them where they are built in.
#
#   scripts/train.sh RULE [GAMES] [NODES]
#
# The games stay in target/games and are gone on with when the same command is given again.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -lt 1 ] || [ $# -gt 3 ]; then
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
rule=$1
games=${2:-20000}
nodes=${3:-3000}
size=15
if [ "$rule" = freestyle ]; then size=20; fi
threads=$(nproc 2>/dev/null || sysctl -n hw.ncpu)
weights=engine/src/eval/weights/$rule.weights
folder=${CARGO_TARGET_DIR:-target}/games
file=$folder/$rule-$size-$nodes.games

# The weights are part of the program: whatever is played with must not change while it is played with.
cargo build --release
mkdir -p "$folder"
program=$folder/pbrain-tengen-$rule
if [ ! -e "$file" ] || [ ! -e "$program" ]; then cp "${CARGO_TARGET_DIR:-target}/release/pbrain-tengen" "$program"; fi
"$program" selfplay --rule "$rule" --size "$size" --nodes "$nodes" --games "$games" --threads "$threads" "$file"
"$program" train --rule "$rule" --output "$weights.part" "$file"
mv "$weights.part" "$weights"
echo "$weights is new. Build again and play a match against the program before: $program"
