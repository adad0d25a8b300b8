#!/usr/bin/env bash
# Makes a folder and a zip in target/bundles whose files are copied beside Yixin-Board: the engine under the names that it
# starts, for Windows and for Linux, each where it can be built.
#
#   scripts/package-yixin-board.sh
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/bundle.sh

command -v zip >/dev/null || fail "the program zip is needed"
name=tengen-$(version)-yixin-board
folder=$bundles/$name
fresh "$folder"
add_openings "$folder"
cp src/guide/load.md "$folder/README.md"
targets=()
if can_build_windows x86_64; then targets+=(x86_64-pc-windows-gnu); fi
if [ "$(uname -s)" = Linux ]; then targets+=("$(static_linux_target)"); fi
[ ${#targets[@]} -gt 0 ] || fail "neither engine can be built here"
other_licences "${targets[@]}" >/dev/null
for target in "${targets[@]}"; do
    case $target in
    *-windows-gnu)
        program=$(build_windows x86_64)
        cp "$program" "$folder/engine.exe"
        try_windows_program "$folder/engine.exe"
        ;;
    *)
        program=$(build_static_linux)
        cp "$program" "$folder/engine"
        try_program "$folder/engine"
        ;;
    esac
done
add_licences "$folder" "${targets[*]}"
readable "$folder"
rm -f "$folder.zip"
(cd "$bundles" && zip -q -9 -r -X "$name.zip" "$name")
announce "$folder.zip"
