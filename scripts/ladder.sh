#!/usr/bin/env bash
# Plays the program against another engine on the same openings at several times a move: whether a lead lasts as both think longer.
#
#   scripts/ladder.sh ENGINE [RULE [GAMES]]
#
# ENGINE is its command, RULE renju unless given, GAMES the number at each time (60). TIMES are the times a move
# ("50ms 500ms 5s"), SIZE is the board (15), OPENINGS a file of openings, EXTRA further options of match, such as
# "--delay rival:45ms". Games that were played are kept in target/ladder, by build and rival, and not played again.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh

if [ $# -lt 1 ] || [ $# -gt 3 ]; then usage; fi
rival=$1
rule=${2:-renju}
games=${3:-60}
size=${SIZE:-15}
openings=${OPENINGS:-builtin}

# What was played by one build says nothing of another, and the program must not change while it is played with. The
# signature of the search does not tell builds apart: a faster one, or one with another clock, may have the same.
built=$(built_program --release)
build=$(cksum <"$built" | cut -d ' ' -f 1)
name=$(printf %s "${rival##*/}" | tr -c '[:alnum:]._-' _)
folder=$target_folder/ladder/$rule-$size-$name-$build
program=$folder/pbrain-tengen
mkdir -p "$folder"
keep_program "$built" "$program"
logs=()
bad=0
for time in ${TIMES:-50ms 500ms 5s}; do
    echo "== $time a move"
    log=$folder/$time.jsonl
    # shellcheck disable=SC2086
    "$program" match --engine "tengen=$(quoted "$program")" --engine "rival=$rival" --rule "$rule" --size "$size" --openings "$openings" \
        --turn "$time" --games "$games" --shuffle --quiet --log "$log" --resume ${EXTRA:-} || bad=$((bad + 1))
    [ -e "$log" ] || fail "no match was begun at $time a move"
    logs+=("$log")
done
echo
"$program" match --verdict "${logs[@]}"
[ "$bad" -eq 0 ] || fail "$bad of ${#logs[@]} matches ended badly"
