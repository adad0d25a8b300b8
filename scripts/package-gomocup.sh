#!/usr/bin/env bash
# Makes the zip for tournaments in target/bundles: a static program for 64-bit Windows and, where it can be built, one for
# 32-bit Windows, named as the Gomocup judge and Piskvork look for them.
#
#   scripts/package-gomocup.sh
#
# Where there is wine, the 64-bit one plays.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/bundle.sh

# What a tournament accepts.
most_bytes=8000000
# Gomocup rates an entry under the name of its zip, which therefore has two digits of the year behind it: tengen27.zip.
zip=$bundles/tengen.zip

command -v zip >/dev/null || fail "the program zip is needed"
folder=$bundles/gomocup
fresh "$folder"
program=$(build_windows x86_64)
cp "$program" "$folder/pbrain-tengen64.exe"
if can_build_windows i686; then
    program=$(build_windows i686)
    cp "$program" "$folder/pbrain-tengen.exe"
else
    echo "No program for 32-bit Windows: $(windows_needs i686)" >&2
fi
rm -f "$zip"
add_licences "$folder" x86_64-pc-windows-gnu
add_openings "$folder"
(cd "$folder" && zip -q -9 -r -X - .) >"$zip"
[ "$(wc -c <"$zip")" -lt "$most_bytes" ] || fail "$zip is larger than the $most_bytes bytes that a tournament accepts"
try_windows_program "$folder/pbrain-tengen64.exe"
announce "$zip"
