#!/usr/bin/env bash
# Plays the games of one rule, searches a part of their positions deeper, trains the weights of the evaluation on both and
# puts them where they are built in.
#
#   scripts/train.sh RULE [GAMES]
#
# The settings are those of scripts/datasets.toml; GAMES makes it fewer games, though not fewer than are there. Games and
# labels stay in target/games and are gone on with when the same command is given again. Several machines share the games out without this script: each plays
#   pbrain-tengen selfplay ... --shard 1/3 FILE
# with the same settings and a number of its own, and all files are given to relabel and to train.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh
source scripts/datasets.sh

if [ $# -lt 1 ] || [ $# -gt 2 ]; then usage; fi
rule=$1
games=${2:-$(setting "$rule" games)}
size=$(setting "$rule" size)
nodes=$(setting "$rule" nodes)
weights=engine/src/eval/weights/$rule.weights
gold=tests/data/gold/$rule.labels
folder=$target_folder/games
file=$folder/$rule-$size-$nodes
trained=$file.weights

# The weights are part of the program: whatever is played with must not change while it is played with.
built=$(built_program --release)
mkdir -p "$folder"
program=$file-pbrain-tengen
keep_program "$built" "$program" "$file.games"
"$program" selfplay --rule "$rule" --size "$size" --nodes "$nodes" --off-game-nodes "$(setting "$rule" off_game_nodes)" \
    --seed "$(setting "$rule" seed)" --games "$games" --threads "$cores" "$file.games"
"$program" relabel --nodes "$(setting "$rule" relabel_nodes)" --one-in "$(setting "$rule" relabel_one_in)" \
    --seed "$(setting "$rule" relabel_seed)" --threads "$cores" --output "$file.labels" "$file.games"
judged=()
if [ -e "$gold" ]; then judged=(--gold "$gold"); fi
"$program" train --rule "$rule" --threads "$cores" --labels "$file.labels" ${judged[@]+"${judged[@]}"} \
    --output "$trained" "$file.games"
if [ -e "$gold" ]; then "$program" validate --weights "$trained" "$gold"; fi
mv "$trained" "$weights"
echo "$weights is new. Build again and play a match against the program before: $program"
