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

# Packs the folder. What lies under the name of the zip can be sent: it is called so once all has been looked at.
pack() { (cd "$folder" && zip -q -9 -r -X - .) >"$zip.part"; }
fits() { [ "$(wc -c <"$zip.part")" -lt "$most_bytes" ]; }

rm -f "$zip"
fresh "$folder"
program=$(build_windows x86_64)
cp "$program" "$folder/pbrain-tengen64.exe"
if can_build_windows i686; then
    program=$(build_windows i686)
    cp "$program" "$folder/pbrain-tengen.exe"
fi
add_licences "$folder" x86_64-pc-windows-gnu
add_openings "$folder"
readable "$folder"
pack
if ! fits && [ -e "$folder/pbrain-tengen.exe" ]; then
    echo "No program for 32-bit Windows: with both the zip is larger than the $most_bytes bytes that a tournament accepts." >&2
    rm "$folder/pbrain-tengen.exe"
    pack
fi
fits || fail "$zip.part is larger than the $most_bytes bytes that a tournament accepts"
try_windows_program "$folder/pbrain-tengen64.exe"
mv "$zip.part" "$zip"
announce "$zip"
