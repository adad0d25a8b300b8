#!/usr/bin/env bash
# Plays the program against another engine on the same openings at several times a move: whether a lead lasts as both think longer.
#
#   scripts/ladder.sh ENGINE [RULE [GAMES]]
#
# ENGINE is its command, RULE renju unless given, GAMES the number at each time (60). TIMES are the times a move
# ("50ms 500ms 5s"), SIZE is the board (15), OPENINGS a file of openings, EXTRA further options of match, such as
# "--delay rival:45ms". Games that were played are kept in target/ladder, by builds and conditions, and not played again.
# The build of the rival is told by its command and by the files that this names: a new one is not seen where it lies in files
# that those read, where a command has no folder, or where the name of a file in quotation marks has blanks.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh

if [ $# -lt 1 ] || [ $# -gt 3 ]; then usage; fi
rival=$1
rule=${2:-renju}
games=${3:-60}
size=${SIZE:-15}
openings=${OPENINGS:-builtin}

# What was played by one build says nothing of another, be it ours or the rival's, and the program must not change while it is
# played with. The signature of the search does not tell builds apart: a faster one, or one with another clock, may have the same.
built=$(built_program --release)
read -ra words <<<"${rival//[\'\"]/}"
sum=$({
    printf '%s\n' "$rival" "$openings" "${EXTRA:-}"
    for file in "$built" "$rival" "${words[@]}"; do [ ! -f "$file" ] || cksum <"$file"; done
} | cksum | cut -d ' ' -f 1)
name=$(printf %s "${rival##*/}" | tr -c '[:alnum:]._-' _)
folder=$target_folder/ladder/$rule-$size-$name-$sum
program=$folder/pbrain-tengen
mkdir -p "$folder"
keep_program "$built" "$program"
logs=()
bad=0
unplayed=
for time in ${TIMES:-50ms 500ms 5s}; do
    echo "== $time a move"
    log=$folder/$time.jsonl
    status=0
    # shellcheck disable=SC2086
    "$program" match --engine "tengen=$(quoted "$program")" --engine "rival=$rival" --rule "$rule" --size "$size" --openings "$openings" \
        --turn "$time" --games "$games" --shuffle --quiet --log "$log" --resume ${EXTRA:-} || status=$?
    # With 1 games held faults. More says that they were not played: what an earlier run left is no result of this one.
    if [ "$status" -gt 1 ]; then
        unplayed=$time
        break
    fi
    bad=$((bad + status))
    logs+=("$log")
done
echo
[ ${#logs[@]} -eq 0 ] || "$program" match --verdict "${logs[@]}"
[ -z "$unplayed" ] || fail "the match at $unplayed a move was not played to its end"
[ "$bad" -eq 0 ] || fail "$bad of ${#logs[@]} matches ended badly"
