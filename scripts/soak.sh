#!/usr/bin/env bash
# Games of the program against itself over all rules and sizes 15 and 20, at 20 ms a move, as a manager plays them: none may
# end by anything but the game. First with every assertion on, then as released.
#
#   scripts/soak.sh [GAMES]
#
# GAMES is the number for each of the two builds, 100 unless given; CONCURRENCY is the number played at the same time. Logs
# and transcripts stay in target/soak.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh

games=${1:-100}
# Ten settings, and each opening is played with both colours.
# shellcheck disable=SC2017
each=$(((games + 19) / 20 * 2))
# A game keeps one core busy, since only one side thinks.
concurrency=${CONCURRENCY:-$((cores > 1 ? cores - 1 : 1))}
bad=0

for build in checked release; do
    program=$(built_program --profile "$build")
    folder=$target_folder/soak/$build
    rm -rf "$folder"
    mkdir -p "$folder"
    for rule in freestyle standard renju caro-overline caro; do
        for size in 15 20; do
            case $size-$rule in
                20-*) openings=freestyle-20 ;;
                15-freestyle | 15-standard | 15-renju) openings=$rule-15 ;;
                *) openings=standard-15 ;;
            esac
            echo "== $build: $each games of $rule on $size"
            # The board is told whole at every move in half of the settings, as by c-gomoku-cli with -sendbyboard.
            whole=
            if [ "$size" = 20 ]; then whole=--whole-board; fi
            # Games that fill the board are drawn before it is full, as managers do: at the very end a side may be left with a
            # forbidden point alone.
            "$program" match --max-moves $((size * size - 25)) --engine "one=$(quoted "$program")" --engine "two=$(quoted "$program")" --rule "$rule" --size "$size" $whole \
                --openings "tests/data/openings/$openings.txt" --rows top --shuffle --rotate --turn 20ms --tolerance 250ms \
                ${memory[@]+"${memory[@]}"} --games "$each" --concurrency "$concurrency" --strict --quiet \
                --log "$folder/$rule-$size.jsonl" --transcript "$folder/$rule-$size.txt" || bad=$((bad + 1))
        done
    done
done
[ "$bad" -eq 0 ] || fail "$bad of 20 matches held a game that ended badly"
echo "All games ended on the board: $((each * 10)) in each build."
