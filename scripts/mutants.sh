#!/usr/bin/env bash
# Plants small faults in the code, one at a time, and reports those that no test notices (cargo-mutants): in the search, the
# opening, the statistics, the referee and the conversation. Takes hours; it can be stopped and started again at any time,
# and goes on with the faults that were not noticed before or not planted yet.
#
#   scripts/mutants.sh                  all files
#   scripts/mutants.sh time.rs History  faults whose line in the list holds one of these words: of a file or of a function
#   SHARD=3/8 scripts/mutants.sh        every eighth fault from the third on: a sample, or the part of a machine or a core
#   FRESH=1 scripts/mutants.sh          anew, after the code has changed
#
# What is found lies in target/mutants/: lines of verdicts.txt with `missed` name the faults that no test noticed. Faults that change
# nothing worth a test are named in .cargo/mutants.toml, with the reason, and are not planted.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh

# A group, its package, its files, the package whose tests watch it, how many seconds these may take before the fault counts
# as noticed, what is built of that package, and which of its tests run.
# The first row of a group has the tests of a second or two; a later row has the slow ones, and they see only what the rows
# before did not notice. Of the search its quick signature notices most.
groups() {
    local search='engine/src/search.rs,engine/src/search/*.rs,engine/src/search/*/by_*.rs'
    local threats='engine/src/search/threat/**/*.rs'
    local session='protocol/src/session.rs,protocol/src/session/**/*.rs,protocol/src/preferences.rs'
    local figures='src/statistics.rs,src/matches/standings.rs,src/matches/standings/*.rs'
    local games='src/matches/referee.rs,src/matches/player.rs,src/matches/player/*.rs'
    local slow="the_signature_is_the what_a_plain_search_finds announced claimed_wins"
    local quick="--skip ${slow// / --skip } --skip chooser::"
    echo "search  tengen-engine   $search   tengen-engine    60 --lib $quick --skip shortest::"
    echo "search  tengen-engine   $search   tengen          120 --test=tests the_quick_signature"
    echo "search  tengen-engine   $search   tengen-engine   300 --tests $slow"
    echo "threats tengen-engine   $threats  tengen-engine    60 --lib $quick"
    echo "threats tengen-engine   $threats  tengen          120 --test=tests the_quick_signature"
    echo "threats tengen-engine   $threats  tengen-engine   300 --tests $slow"
    # The rules of openings have their table of cases, and whole contests are played by them.
    echo "opening tengen-engine   engine/src/opening/*.rs  tengen-engine  60 --tests opening contest"
    echo "session tengen-protocol $session  tengen-protocol 60 --lib"
    echo "figures tengen-program  $figures  tengen-program  60 --lib statistics:: matches::"
    # These are watched by whole matches between processes.
    echo "games   tengen-program  $games  tengen  120 --test=tests arena::"
}

command -v flock >/dev/null || fail "flock is needed: runs beside each other keep out of each other's way"
command -v cargo-mutants >/dev/null || cargo install --locked cargo-mutants

shard=${SHARD:-1/1}
if ! [[ $shard =~ ^([1-9][0-9]*)/([1-9][0-9]*)$ ]] || ((BASH_REMATCH[1] > BASH_REMATCH[2])); then
    fail "SHARD=$shard: 1/8 is the first of eight parts, and 8/8 the last"
fi
part=${shard/\//-of-}
mkdir -p "$target_folder/mutants"
root=$(cd "$target_folder/mutants" && pwd)

# Takes a lock for as long as the script runs, unless another run has it: take NAME
take() {
    local lock taken=0
    exec {lock}>"$root/$1.lock"
    flock -n -E 75 "$lock" || taken=$?
    case $taken in
    0 | 75) return "$taken" ;;
    *) fail "$root/$1.lock cannot be locked" ;;
    esac
}

# What is found has one folder, into which one run writes.
take "part-$part" || fail "the part $shard is being run already: SHARD shares the faults out"
[ -z "${FRESH:-}" ] || rm -rf "$root"/*-"$part"

# The faults are planted in a copy that stays where it is, so that little is built again for each. Runs beside each other
# have a copy each.
lane=1
until take "lane-$lane"; do lane=$((lane + 1)); done
tree=$root/lane-$lane/tree
mkdir -p "$tree"
(cd "$tree" && find . -type f -print0) | while read -rd '' file; do
    # What is gone here, such as a module that became a folder, is gone there.
    [ -f "$file" ] || rm "$tree/$file"
done
# A file may take the name of a folder.
find "$tree" -mindepth 1 -type d -empty -delete
git ls-files -z --cached --others --exclude-standard | while read -rd '' file; do
    # What a fault stood in when the last run was stopped is new again; what is as it was is not built again.
    if [ -f "$file" ] && ! cmp -s "$file" "$tree/$file"; then
        mkdir -p "$tree/$(dirname "$file")"
        cp "$file" "$tree/$file"
    fi
done
export CARGO_TARGET_DIR=$root/lane-$lane/build

# Writes what the last run found to the verdicts of a group, a line each: the verdict, then the fault.
keep_verdicts() {
    for verdict in caught timeout unviable missed; do
        [ ! -f "$1/mutants.out/$verdict.txt" ] || sed "s/^/$verdict /" "$1/mutants.out/$verdict.txt" >>"$1/verdicts.txt"
    done
    rm -rf "$1/mutants.out" "$1/mutants.out.old"
}

# The verdict on each fault of a group that is still in its list: `missed` as long as no row of tests noticed it.
verdicts() {
    awk 'FNR == NR { listed[$0]; next } { verdict = $1; sub(/^[a-z]+ /, "") }
        $0 in listed && (!($0 in known) || known[$0] == "missed") { known[$0] = verdict }
        END { for (fault in known) print known[fault], fault }' "$1/list.txt" "$1/verdicts.txt" | sort
}

# Names of files with a star are for cargo-mutants to read.
set -f
words=$(IFS='|' && echo "$*")
while read -r group package files watcher seconds target tests; do
    found=$root/$group-$part
    mkdir -p "$found"
    keep_verdicts "$found"
    touch "$found/verdicts.txt"
    chosen=()
    for glob in ${files//,/ }; do
        chosen+=(--file "$glob")
        if [ -z "$(cargo mutants --list --dir "$tree" --package "$package" --file "$glob")" ]; then
            echo "$glob: nothing can be planted there: are these files of $package?" >&2
            exit 1
        fi
    done
    cargo mutants --list --dir "$tree" --package "$package" "${chosen[@]}" |
        awk -v part="${shard%/*}" -v parts="${shard#*/}" '(NR - part) % parts == 0' >"$found/list.txt"
    # What was missed is planted again: there may be a test for it now, or slower ones follow.
    mapfile -t faults < <(verdicts "$found" | grep -v '^missed ' | cut -d' ' -f2- | grep -vxFf - "$found/list.txt" |
        grep -E -- "$words" | sed 's/[][().*+?^${}|\\]/\\&/g; s/.*/--re=^&$/')
    echo "$group: ${#faults[@]} of $(wc -l <"$found/list.txt") faults to plant"
    [ ${#faults[@]} -gt 0 ] || continue
    # Faults that make a loop endless are noticed by the time. cargo-mutants says with 2 that some were missed, and with 3
    # that some ran out of time; neither ends the list.
    # shellcheck disable=SC2086
    cargo mutants --dir "$tree" --in-place --package "$package" --test-package "$watcher" "${chosen[@]}" "${faults[@]}" \
        --output "$found" --profile mutants --cargo-arg=--locked --cargo-arg="$target" \
        --baseline skip --timeout "$seconds" --build-timeout 600 --colors never -- -- $tests || [[ $? == [23] ]]
    keep_verdicts "$found"
done < <(groups)
set +f

echo
echo "file: noticed, missed, out of time, not to be built"
for list in "$root"/*-of-*/list.txt; do verdicts "${list%/list.txt}"; done | sort -u -k 2 | awk '
    { sub(/:.*/, "", $2); count[$2, $1]++; files[$2] }
    END { for (file in files) printf "%s: %d, %d, %d, %d\n", file, count[file, "caught"], count[file, "missed"],
        count[file, "timeout"], count[file, "unviable"] }' | sort
