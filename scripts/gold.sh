#!/usr/bin/env bash
# Makes the gold set of one rule, by which weights are judged first: tests/data/gold/RULE.labels.
#
#   scripts/gold.sh RULE
#
# The settings are those of scripts/datasets.toml. A run that was interrupted goes on when the same command is given again.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh
source scripts/datasets.sh

[ $# -eq 1 ] || usage
rule=$1
size=$(setting "$rule" size)
folder=$target_folder/games

built=$(built_program --release)
mkdir -p "$folder" tests/data/gold
program=$folder/pbrain-tengen-gold-$rule
games=$folder/gold-$rule.games
labels=$folder/gold-$rule.labels
keep_program "$built" "$program" "$games"
"$program" selfplay --rule "$rule" --size "$size" --nodes "$(setting gold nodes)" --off-game-nodes "$(setting gold off_game_nodes)" \
    --seed "$(setting gold seed)" --games "$(setting gold games)" --threads "$cores" "$games"
"$program" relabel --nodes "$(setting gold relabel_nodes)" --one-in "$(setting gold relabel_one_in)" \
    --seed "$(setting gold relabel_seed)" --positions "$(setting gold positions)" --threads "$cores" \
    --output "$labels" "$games"
"$program" validate "$labels"
mv "$labels" "tests/data/gold/$rule.labels"
