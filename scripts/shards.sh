#!/usr/bin/env bash
# Plays a match of the program against itself in eight shards through GNU parallel, as a batch system would: one shard is
# killed in the middle and repeated. Then the shards are merged, and must be the games that one run without shards plays.
#
#   scripts/shards.sh [GAMES]
#
# GAMES is 160 unless given, and 64 at the least, so that no shard is over before it is killed; JOBS is the number of shards at
# the same time. Logs and the report stay in target/shards.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh

games=${1:-160}
shards=8
killed=3
folder=$target_folder/shards
jobs=${JOBS:-$cores}
[ "$games" -ge 64 ] || fail "64 games are the fewest, eight for each shard"

command -v parallel >/dev/null || fail "GNU parallel is needed"
program=$(built_program --release)
rm -rf "$folder"
mkdir -p "$folder"
# Nodes, not time: then every game is the same wherever it is played.
match=("$program" match --engine "one=$(quoted "$program")" --engine "two=$(quoted "$program")" --nodes 300 --nodes two:200 --rule renju
    --openings tests/data/openings/renju-15.txt --shuffle --rotate --games "$games" --quiet)

# Every shard says its process first, so that one can be killed.
play_shards() {
    seq "$shards" | parallel --will-cite --jobs "$jobs" --joblog "$folder/jobs.txt" \
        "cd $(printf %q "$folder"); echo \$\$ >{}.pid; cd - >/dev/null; exec $(printf '%q ' "${match[@]}") --shard {}/$shards --log $(printf %q "$folder")/shard-{}.jsonl --resume >$(printf %q "$folder")/{}.txt"
}

# The games of logs in order, without the times of their moves: timeless LOG...
timeless() {
    grep -h '^{"game"' "$@" | sed -E 's/"ms":[0-9.e-]+,?//g' | sort
}

# A group of processes of their own, so that they all end with the script, as by Ctrl-C.
set -m
play_shards &
runs=$!
set +m
trap 'kill -INT -- "-$runs" 2>/dev/null || true' EXIT
log=$folder/shard-$killed.jsonl
until [ -e "$log" ] && [ "$(wc -l <"$log")" -ge 3 ]; do
    kill -0 "$runs" 2>/dev/null || fail "the shards have ended before one could be killed"
    sleep 0.05
done
kill -KILL "$(cat "$folder/$killed.pid")" || fail "shard $killed was over before it could be killed: give more games"
if wait "$runs"; then fail "no run noticed that shard $killed was killed"; fi
echo "Shard $killed was killed after $(($(wc -l <"$log") - 1)) games; merged as they are:"
"$program" match --merge "$folder"/shard-*.jsonl | sed -n 1,2p

play_shards
"$program" match --merge "$folder"/shard-*.jsonl --log "$folder/merged.jsonl" --report "$folder/report.html"
"${match[@]}" --log "$folder/whole.jsonl" --concurrency "$jobs" >"$folder/whole.txt"
[ "$(timeless "$folder/merged.jsonl" | wc -l)" -eq "$games" ] || fail "not all games were merged"
cmp <(timeless "$folder/merged.jsonl") <(timeless "$folder/whole.jsonl") || fail "the shards are other games than one run plays"
echo "The $games games of $shards shards are those of one run."
